-- WARLINE: Tactical, the core rules: what both Generals may do with battalions and ramparts alone.
--
-- The chapters stand in files of their own. They share one table, `w`: names of options, readers
-- and writers of fields, and texts of effects that several chapters use. It is filled while loading
-- and never written afterwards. Modules that add to this one get it by require("warline.tactical").

local options = muster.module {
  title = "WARLINE: Tactical, core rules",
  section = "warline",
  options = require("warline.tactical.options"),
}

---@class warline.stage
---@field rank integer which of two comes first
---@field due fun(): boolean is there still something to do?
---@field begin fun() go to the decision that does it

---@class warline.tactical
---@field options table values of the options by key
---@field text table texts of effects
---@field get table readers of fields
---@field set table writers of fields
---@field preparations fun()[] what other modules do to the field before deployment
---@field checks fun(demand: fun(good: any, id: string, what: string))[] what they verify
---@field most_actions integer that a maneuver ever has
---@field in_play table<integer, boolean> kingdoms whose battalions a General leads
---@field has_piles boolean? set by a module that lets ramparts lie on each other
---@field has_alighted boolean? set by a module that lets battalions stand on ramparts
---@field worths fun(seat: integer)[] what they add to the worth of a position
---@field recruiting boolean? set by a module that lets Generals choose their armies
---@field stages warline.stage[] what comes before deployment, in the order of `rank`
---@field after_torment string? set by a module in which several decide in Step 2: where it goes on
---@field closings fun()[] what they clear when the battle ends
---@field scene_items fun(items: table[])[] what they add to scenes
---@field warnings fun(lines: string[])[] what they add under Watch out
---@field numbered boolean are pieces shown with the number of their General?
---@field progress (fun(): string)? what they add to the status in scenes
---@field readings fun(phase: string, values: table)[] what they do before a phase is read
---@field formed {zone: integer, seat: integer}[] the fixed formation, if a battle begins with it
---@field hindered table<string, fun(zone: integer?, ...): string?> terrain to a refused player
---@field orders_by string? module that says how many orders a turn has
---@field orders_done (fun(): integer)? set by warline.orders: orders given in this turn
local w = { options = options, text = {}, get = {}, set = {} }

w.preparations = muster.list { "w.preparations",
  help = "Functions that lay out the field before deployment." }
w.checks = muster.list { "w.checks",
  help = "Functions of `demand(good, id, what)` that verify a position." }
w.worths = muster.list { "w.worths",
  help = "Functions of a seat: what a position is worth more to it, for computer players." }
w.closings = muster.list { "w.closings",
  help = "Functions that clear marks when the battle ends." }
w.stages = muster.list { "w.stages",
  help = "What comes before deployment: tables { rank =, due = function, begin = function }." }
w.readings = muster.list { "w.readings",
  help = "Functions of a phase and its values, called before a phase of a position is read." }

local chapters = {
  "sides", "board", "state", "refusals", "queries", "combat", "flow", "deploy", "orders",
  "maneuver", "reface", "steps", "capability", "solo", "victory", "harm", "notation", "reading",
  "start", "actions", "scene", "worth", "verify", "reface_line",
}
for _, chapter in ipairs(chapters) do
  require("warline.tactical." .. chapter)(w)
end

return w
