-- expect: script_error there is no 'tostrin'; did you mean 'tostring'?
return function() return tostrin(1) end
