-- The White Spells (FL-DATA-3). A card is one entry: its name, its cost, the sentence that players
-- read, and what it does. See fantasy_line/spells.lua for the keys.

local flow = require("fantasy_line.flow")
local ask = require("fantasy_line.ask")

return {
  { "Mend the Banner", mana = 2, doubleable = true,
    text = "Lower the damage that threatens your Front by 3; doubled 6.",
    resolve = function(spell, strength) flow.lower_pool(owner[spell], 3 * strength) end },

  { "Lancing Dawn", mana = 2, deals = true,
    text = "2 damage to the enemy Front; 3 if you have a dead Character.",
    resolve = function(spell)
      flow.deal(spell, ask.dead_count(owner[spell]) > 0 and 3 or 2)
    end },

  { "Sheltering Palm", mana = 1, interrupt = "before", prevents = 3,
    text = "As an answer: up to 3 points of the Spell's damage are prevented.",
    answers = function(spell) return ask.deals(spell) end,
    resolve = function(spell) flow.shield_below(spell) end },

  { "Back from the Brink", mana = 4, interrupt = "after", turn = true, target = "dying",
    text = "A Dying Character of yours is live again; as an answer one that the Spell killed.",
    answer_aim = function(unit, spell) return ask.just_felled(unit, spell) end,
    resolve = function(_, _, unit) flow.rescue(unit) end },

  { "Call Home", mana = 6, target = "dead",
    text = "A dead Character of yours returns to the Rear of your line.",
    castable = function(seat) return ask.has_place(seat) end,
    resolve = function(_, _, unit) flow.come_back(unit) end },

  { "Clear Bell", mana = 1, fork = true, interrupt = "after", turn = true, target = "friend",
    text = "End the stun of a Friend.",
    aim = function(unit) return ask.is_stunned(unit) end,
    resolve = function(_, _, unit) flow.end_stun(unit) end },

  { "Tithe of Light", mana = 2, doubleable = true, lasts = "dawn", changes = "mana", amount = 3,
    text = "At the start of the next Day you gain 3 more mana; doubled 6." },

  { "Iron Vow", mana = 3, doubleable = true, target = "friend", lasts = "timeline",
    changes = "health", amount = 2,
    text = "A Friend has 2 more health; doubled 4." },

  { "Parade Order", mana = 2, target = "order",
    text = "Arrange your live Characters in any order; Dying ones keep their places." },

  { "Beam of Verdict", mana = 3, doubleable = true, deals = true,
    text = "Gain 3 targeted damage; doubled 6.",
    resolve = function(spell, strength) flow.take_aim(spell, 3 * strength) end },

  { "Truce Flag", mana = 3, lasts = "day", changes = "truce",
    text = "This Day nobody generates targeted damage in phase 4." },

  { "Sanctuary", mana = 2, fork = true, differs = true, target = "friend", lasts = "day",
    changes = "sanctuary",
    text = "A Friend cannot be killed by targeted damage this Day. A fork needs another target." },
}
