-- expect: script_error in a cycle: require_circle -> require_circle_back -> require_circle
return require("require_circle_back")
