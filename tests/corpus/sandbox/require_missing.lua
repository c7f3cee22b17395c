-- expect: bad_file did you mean 'endless_loop'?
return require("endles_loop")
