-- The rulebook on battles of three and four.

local w = require("warline.tactical")
local options = muster.options()
local three, alone = seats == 3, w.options.sides == "1v3"
local joint, lone = options.ally_orders == "joint", options.lone_vs_three_orders

muster.rules { title = "Battles of three and four",
  { id = "WT-VAR-2", text = "Where this chapter and those before it differ, it is this one "
    .. "that counts." },
  { id = "WT-ALLY-5", text = "Generals of one side are allies. Their battalions are friends, and "
    .. "their side has one Prison, one Graveyard and one set of tokens." },
  { id = "WT-ALLY-26", option = "warline.sides", text = "In deployment each General of a side "
    .. "places one battalion a turn" .. (three and ", and the one without allies two." or ".") },
  { id = "WT-ALLY-14", option = "warline.sides", when = three,
    text = "The lone General takes the first battle turn." },
  { id = "WT-ALLY-25", text = "The side that opens the battle has one order in that turn." },
  { id = "WT-ALLY-21", text = "Later each General of a side gives one order in its turn." },
  { id = "WT-ALLY-13", option = "warline.sides", when = three,
    text = "The lone General has Double Time: two orders a turn." },
  { id = "WT-RUL-185", option = { "warline.sides", "lone_vs_three_orders" }, when = alone,
    text = "The lone General gives " .. (lone == 1 and "one order" or lone .. " orders")
    .. " a turn." },
  { id = "WT-ALLY-22", option = "ally_orders", text = joint
    and "In any sequence, the Generals of a side give their orders as they agree."
    or "Allies choose in each turn who goes first: one who is up may let another pass." },
  { id = "WT-ALLY-23", text = "A General orders only his battalions." },
  { id = "WT-DT-5", text = "The orders of a turn go to different battalions." },
  { id = "WT-RUL-184", text = "A General without battalions on the field and in Prison has no "
    .. "order." },
  { id = "WT-RUL-179", option = "ally_sacrifice_share", text = "The 8 actions of a sacrifice go "
    .. "to a battalion " .. (options.ally_sacrifice_share and "of any General of the side."
    or "of the General whose battalion died.") },
  { id = "WT-RUL-176", option = "ally_torment", text = "On torment in Step 2 "
    .. (options.ally_torment == "captor" and "each General decides for those whom he captured."
    or "the first General of the side decides.") },
  { id = "WT-RUL-164", option = "dt_stall", text = options.dt_stall == "whole_turn"
    and "A turn is stalled if all its orders were Stalls; two such turns in a row lose."
    or "Two Stalls of a side one after the other lose, in one turn or in two." },
  { id = "WT-ALLY-9", text = "Conditions of victory are looked at against the whole other "
    .. "side." },
  { id = "WT-RUL-175", option = "ally_check", text = options.ally_check == "turn_end"
    and "That is done when the turn of a side ends, not between its orders."
    or "That is done after each order." },
}

