-- The one table in which the chapters of Battle Line put what they offer to each other.

---@class battle_line
return {}
