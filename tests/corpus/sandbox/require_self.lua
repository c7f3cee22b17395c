-- expect: script_error modules require each other in a cycle: require_self -> require_self
return require("require_self")
