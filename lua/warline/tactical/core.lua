-- The one table in which the chapters of the core rules put what they offer to each other and to
-- other modules, which get it by require("warline.tactical").

---@class warline.tactical
return {}
