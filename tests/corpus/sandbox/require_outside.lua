-- expect: script_error cannot be a module's name
return require("../../unit/x")
