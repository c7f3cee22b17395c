-- expect: script_error coroutine is not available in rules
return function() return coroutine.wrap(function() while true do end end)() end
