-- expect: budget the rules exceeded their budget
repeat until false
