-- The Characters (FL-DATA-2). A card is one entry: its name, its numbers, the sentence that players
-- read, and what it does. A number that is left out is 0.
--
--   cost, health      money; health
--   range             places of its own line from which it deals damage; none: it deals none
--   damage, targeted  normal damage; the amount that it may target
--   mana, survival    what it produces
--   access            the categories of Spells that it gives access to, as in "EW"
--   move              its movement ability: step, swap, leap, shift or drag
--
-- What a card does beside that: `hand` (more Characters in hand, and a refund), `shows` (it may be
-- turned up), `more_spells` (in each category with access), `steadfast` (cannot be stunned),
-- `drums(ahead)` (more damage for the Friend so many places ahead), `dies(seat)` (when it dies).

local flow = require("fantasy_line.flow")

return {
  { "Farseer", cost = 3, health = 4, range = "2+", damage = 1, survival = 1, access = "W",
    shows = true,
    text = "While you select, turn it up: your opponent finishes his line and shows it first." },
  { "Merchant", cost = 2, health = 6, survival = 3, hand = 2,
    text = "Your hand of Characters holds 2 more; once, discard another card that you laid." },
  { "Gate Warden", cost = 4, health = 13, range = "1-1", damage = 2, survival = 1, move = "step" },
  { "Pikewall Sergeant", cost = 3, health = 8, range = "1-2", damage = 2, survival = 1 },
  { "Bog Brute", cost = 5, health = 10, range = "1-1", damage = 5 },
  { "Ditch Militia", cost = 1, health = 4, range = "1-1", damage = 1 },
  { "Roof Slinger", cost = 2, health = 4, range = "2+", damage = 2, survival = 1 },
  { "Hedge Archer", cost = 3, health = 5, range = "2+", targeted = 2, survival = 1 },
  { "Long-Eye Arbalist", cost = 5, health = 7, range = "3+", targeted = 5, survival = 2 },
  { "Lantern Sapper", cost = 2, health = 6, range = "1-2", damage = 1, move = "swap" },
  { "Ember Adept", cost = 4, health = 4, range = "2-3", damage = 1, mana = 1, survival = 1,
    access = "E" },
  { "Chapel Mender", cost = 3, health = 4, mana = 1, survival = 1, access = "W" },
  { "Grave Clerk", cost = 3, health = 4, range = "2+", damage = 1, survival = 1, access = "B" },
  { "Dusk Cutter", cost = 4, health = 6, range = "1-2", damage = 1, targeted = 2, survival = 1,
    move = "leap" },
  { "Reed Charioteer", cost = 4, health = 8, range = "1-1", damage = 4, survival = 1,
    move = "leap" },
  { "Twin-Book Scholar", cost = 4, health = 4, mana = 1, survival = 1, access = "EW" },
  { "Mire Oracle", cost = 5, health = 5, range = "2-3", damage = 1, mana = 1, access = "EB" },
  { "Oathbound Prior", cost = 5, health = 9, range = "1-2", damage = 1, survival = 1,
    access = "WB" },
  { "Well Keeper", cost = 3, health = 5, mana = 2, survival = 1 },
  { "Shelf Warden", cost = 2, health = 6, survival = 1, more_spells = 1,
    text = "Your hand of each category to which a live Character gives access holds 1 more." },
  { "Drum Marshal", cost = 3, health = 7, range = "2+", damage = 1, move = "shift",
    text = "The Friend one place ahead deals 1 more normal damage, if it deals any.",
    drums = function(ahead)
      if ahead == 1 then return 1 end
      return 0
    end },
  { "Hook Ferryman", cost = 3, health = 7, range = "1-3", damage = 1, move = "drag" },
  { "Cairn Golem", cost = 6, health = 17, range = "1-1", damage = 3, survival = 1,
    steadfast = true, text = "It cannot be stunned." },
  { "Pyre Martyr", cost = 2, health = 4, range = "1-2", damage = 1,
    text = "When it dies, you gain 2 mana, and 1 damage goes against the enemy Front.",
    dies = function(seat)
      flow.gain_mana(seat, 2)
      flow.hit_front(1 - seat, 1)
    end },
}
