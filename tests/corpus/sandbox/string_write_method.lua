-- expect: script_error attempt to index a string value
return function() ("x").state = 1 end
