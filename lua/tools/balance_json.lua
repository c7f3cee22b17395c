-- The report of `muster balance` as a JSON file: all figures, shares as parts of 1.
local figures, json = require("figures"), require("json")

---The text of the file.
---@param facts table those of engine/lab/balance_report.c
---@return string
return function(facts) return json(figures.add_all(facts)) end
