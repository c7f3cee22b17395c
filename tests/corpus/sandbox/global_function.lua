-- expect: script_error there are no global variables: make 'helper' local
function helper() end
