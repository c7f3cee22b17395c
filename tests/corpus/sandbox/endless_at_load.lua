-- expect: budget the rules used up their budget
repeat until false
