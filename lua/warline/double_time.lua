-- WARLINE: Double Time (chapter 46): two orders a turn, two battalions a deployment turn. The
-- meaning of several orders in a turn is in warline.orders; tokens follow the last one that earns
-- them by the core rules.

local options = muster.module {
  title = "WARLINE: Double Time",
  requires = { "warline.tactical" },
  offers = { orders = { by = "Double Time" } },
  options = { require("warline.orders.stall")() },
}
local w = require("warline.tactical")
local orders = require("warline.orders")
w.notation.note_variant("d")

local function two(_) return 2 end
local close = orders.declare { orders = two, placements = two }
function w.flow.close_order(stalled) close(stalled) end

muster.rules { title = "Double Time",
  { id = "WT-VAR-2", text = [[Where this chapter and those before it differ, it is this one that
    counts.]] },
  { id = "WT-DT-2", text = "Each General gives two orders a turn, which count as one turn." },
  { id = "WT-DT-3", text = "Each General places two battalions in a deployment turn." },
  { id = "WT-DT-5", text = "The orders of a turn go to different battalions." },
  { id = "WT-DT-6", text = "Only the last one that attacked and earned it has Vigor." },
  { id = "WT-DT-7", text = "Only the last one that was routed is stunned." },
  { id = "WT-DT-8", text = "Of two Sacrifice Rituals in a turn the second stands." },
  { id = "WT-DT-9", text = "A battalion that is marked dies in the next own turn, not before." },
  { id = "WT-DT-10", text = "The General who opens the battle has one order in that turn." },
  { id = "WT-RUL-164", option = "dt_stall", text = options.dt_stall == "whole_turn"
    and "A turn is stalled if both its orders were Stalls; two such turns in a row lose."
    or "Two Stalls of a General one after the other lose, in one turn or in two." },
}
