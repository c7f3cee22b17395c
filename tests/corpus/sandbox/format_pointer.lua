-- expect: script_error '%p' is unknown
return function() return string.format("%p", {}) end
