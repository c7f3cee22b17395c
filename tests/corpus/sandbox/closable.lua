-- expect: script_error got a non-closable value
return function()
  local t <close> = { __close = function() end }
end
