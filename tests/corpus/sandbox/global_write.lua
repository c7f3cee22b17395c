-- expect: script_error rules have no global variables: make 'score' local
return function() score = 1 end
