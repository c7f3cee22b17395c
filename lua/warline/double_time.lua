-- WARLINE: Double Time (chapter 46): two orders a turn, two battalions a deployment turn. What
-- several orders in a turn mean stands in warline.orders; tokens follow the last one that earns
-- them by the core rules.

local settings = {
  { key = "dt_stall", type = "choice", choices = { "whole_turn", "any_two_orders" },
    default = "whole_turn",
    help = "What loses: two own turns of Stalls only, or any two Stalls one after the other." },
}
local options = muster.module {
  title = "WARLINE: Double Time",
  requires = { "warline.tactical" },
  options = settings,
}
local w = require("warline.tactical")
w.note_variant("d")
w.note_options(settings, options)

require("warline.orders") {
  orders = "2",
  placements = "2",
  any_two_stalls = options.dt_stall == "any_two_orders",
  rule = "WT-DT-5",
}

muster.rule("WT-DT-2", "Each General gives two orders a turn; the first turn of a battle has one.")
muster.rule("WT-DT-3", "Each General places two battalions in a deployment turn.")
muster.rule("WT-DT-5", "The orders of a turn go to different battalions.")
muster.rule("WT-RUL-164", "A turn is stalled if every order in it was a Stall.")
