-- expect: script_error rules have no global variables: make 'helper' local
function helper() end
