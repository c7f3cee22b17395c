-- expect: script_error in a circle: require_circle -> require_circle_back -> require_circle
return require("require_circle_back")
