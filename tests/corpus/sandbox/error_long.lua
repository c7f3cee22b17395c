-- expect: script_error xxxxxxxxxx
return function() error(("x"):rep(60000)) end
