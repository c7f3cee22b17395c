-- WARLINE: Tactical, the core rules: what both Generals may do with battalions and ramparts alone.
--
-- Each chapter is a file that returns what it offers. All of that is
-- joined here into one table, `w`. Modules that add to this one get it by
-- require("warline.tactical").

muster.module {
  title = "WARLINE: Tactical, core rules",
  section = "warline",
  options = function() return require("warline.tactical.options") end,
}

---@class warline.tactical
local w = { moves = {} }

local function offer(into, name, value, chapter)
  if into[name] ~= nil then
    error(("'%s' of chapter %s is offered by another one"):format(name, chapter), 0)
  end
  into[name] = value
end

-- In this order fields, events, decisions and kinds of moves are declared.
for _, chapter in ipairs {
  "generals", "board", "state", "sides", "refusals", "queries", "combat", "flow", "ending",
  "deploy", "orders", "maneuver", "reface", "capability", "steps", "solo", "victory", "harm",
  "notation", "reading", "start", "actions", "scene", "worth", "verify", "reface_line",
} do
  for name, value in pairs(require("warline.tactical." .. chapter)) do
    if name ~= "moves" then
      offer(w, name, value, chapter)
    else
      for kind_name, move in pairs(value) do offer(w.moves, kind_name, move, chapter) end
    end
  end
end

return w
