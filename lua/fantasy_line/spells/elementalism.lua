-- The Spells of Elementalism (FL-DATA-3). A card is one entry: its name, its cost, the sentence
-- that players read, and what it does. See fantasy_line/spells.lua for the keys.

local flow = require("fantasy_line.flow")
local ask = require("fantasy_line.ask")

return {
  { "Spark Lash", mana = 1, doubleable = true, fork = true, deals = true,
    text = "1 damage to the enemy Front; doubled 2.",
    resolve = function(spell, strength) flow.deal(spell, strength) end },

  { "Firewash", mana = 3, doubleable = true, deals = true,
    text = "4 damage to the enemy Front; doubled 8.",
    resolve = function(spell, strength) flow.deal(spell, 4 * strength) end },

  { "Hurricane", mana = 4, first = true, lasts = "day", changes = "silence",
    text = "Your first Spell of a Day only: this Day no Character whose range begins at 2 or more "
      .. "deals damage, of either side." },

  { "Hailshot", mana = 2, fork = true, deals = true,
    text = "Gain 2 targeted damage.",
    resolve = function(spell) flow.take_aim(spell, 2) end },

  { "Rockslide", mana = 3, target = "enemy", deals = true,
    text = "An enemy Character goes to the Rear of its line; then 1 damage to the enemy Front.",
    aim = function(unit) return ask.has_behind(unit) end,
    castable = function(seat) return ask.live_count(1 - seat) > 1 end,
    resolve = function(spell, _, unit)
      flow.to_rear(unit)
      flow.deal(spell, 1)
    end },

  { "Thunderclap", mana = 3, doubleable = true, fork = true, differs = true, target = "enemy",
    text = "Stun an enemy Character; doubled to the end of the next Day. Forks differ in target.",
    aim = function(unit) return ask.can_be_stunned(unit) end,
    resolve = function(_, strength, unit) flow.stun(unit, strength) end },

  { "Quickmire", mana = 1, lasts = "day", changes = "mire",
    text = "Enemy Characters cannot use movement abilities this Day." },

  { "Banked Coals", mana = 3, doubleable = true, lasts = "timeline", changes = "mana", amount = 1,
    text = "1 more mana for you at the start of every Day; doubled 2." },

  { "Grounding Rod", mana = 2, interrupt = "before", cancels = true,
    text = "As an answer: cancel a Spell with a printed cost of 3 or less.",
    answers = function(spell) return ask.printed_cost(spell) <= 3 end,
    resolve = function(spell) flow.cancel_below(spell) end },

  { "Sunfall", mana = 6, deals = true,
    text = "Gain 6 targeted damage.",
    resolve = function(spell) flow.take_aim(spell, 6) end },

  { "Stonehide", mana = 2, doubleable = true, target = "friend", lasts = "day", changes = "health",
    amount = 4,
    text = "A Friend has 4 more health this Day; doubled 8." },

  { "Kindled Edge", mana = 2, fork = true, target = "friend", lasts = "day", changes = "damage",
    amount = 3,
    text = "A Friend deals 3 more normal damage this Day, if it deals any." },
}
