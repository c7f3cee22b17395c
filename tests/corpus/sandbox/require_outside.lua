-- expect: script_error is not a valid module name
return require("../../unit/x")
