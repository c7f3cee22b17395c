-- The Black Spells (FL-DATA-3). A card is one entry: its name, its cost, the sentence that players
-- read, and what it does. See fantasy_line/spells.lua for the keys.

local flow = require("fantasy_line.flow")
local ask = require("fantasy_line.ask")

return {
  { "Needle Hex", mana = 1, doubleable = true, fork = true, deals = true,
    text = "Gain 1 targeted damage; doubled 2.",
    resolve = function(spell, strength) flow.take_aim(spell, strength) end },

  { "Wither", mana = 2, doubleable = true, fork = true, target = "enemy", lasts = "day",
    changes = "health", amount = -3,
    text = "An enemy Character has 3 less health this Day, but at least 1; doubled 6." },

  { "Siphon", mana = 3, doubleable = true,
    text = "The opponent loses up to 2 mana, and you gain as much; doubled 4.",
    resolve = function(spell, strength) flow.siphon(owner[spell], 2 * strength) end },

  { "Blood Price", mana = 1, target = "friend", deals = true,
    text = "Your Character becomes Dying; gain targeted damage of half its health, rounded up.",
    resolve = function(spell, _, unit)
      local amount = (ask.health_of(unit) + 1) // 2
      flow.fell(unit)
      flow.take_aim(spell, amount)
    end },

  { "Twist the Word", mana = 3, interrupt = "before", target = "twist",
    text = "As an answer: you choose new targets for the Spell, at least one of them different.",
    resolve = function(spell) flow.twist_below(spell) end },

  { "Swallow the Word", mana = 4, interrupt = "before", cancels = true,
    text = "As an answer: cancel the Spell.",
    resolve = function(spell) flow.cancel_below(spell) end },

  { "Rot in the Line", mana = 3, doubleable = true, lasts = "timeline", changes = "rot", amount = 1,
    text = "1 damage to the enemy Front at the start of every Day; doubled 2." },

  { "Numb", mana = 2, doubleable = true,
    text = "Stun the enemy Front; doubled to the end of the next Day.",
    castable = function(seat) return ask.front_can_be_stunned(1 - seat) end,
    resolve = function(spell, strength) flow.stun_front(1 - owner[spell], strength) end },

  { "Grave Chorus", mana = 2, deals = true,
    text = "Damage to the enemy Front: 2 for each of your dead Characters, at most 6.",
    resolve = function(spell)
      flow.deal(spell, math.min(2 * ask.dead_count(owner[spell]), 6))
    end },

  { "Pale Cart", mana = 5,
    text = "Every Character of both sides with a health of 4 or less becomes Dying.",
    resolve = function() flow.fell_weak(4) end },

  { "Unwrite", mana = 2, fork = true, target = "entry",
    text = "End one lasting effect of either player.",
    resolve = function(_, _, entry) flow.end_effect(entry) end },

  { "Forced March", mana = 2, fork = true, target = "pair",
    text = "Two neighbouring enemy Characters trade places.",
    resolve = function(_, _, unit, other) flow.trade_places(unit, other) end },
}
