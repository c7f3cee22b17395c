-- expect: script_error there are no global variables: make 'score' local
return function() score = 1 end
