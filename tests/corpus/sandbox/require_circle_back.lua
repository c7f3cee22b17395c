-- expect: script_error in a cycle: require_circle_back -> require_circle -> require_circle_back
return require("require_circle")
