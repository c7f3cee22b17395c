-- Everything that can be pending in a game, in the order in which it comes up. The chapters fill in
-- the steps and the procedures.

local now = require("fantasy_line.now")
local options = muster.options()

local pending = {
  seat = function() return now.turn end,
  -- the set-up
  { decision = "deal_characters", "Shuffle the Characters", chance = true },
  { decision = "select", "Lay a Character", rule = "FL-RUL-44" },
  { decision = "drawing_characters", "Draw Characters, or do not" },
  { decision = "refund", "Discard a Character for the Merchant", rule = "FL-SEL-9" },
  { decision = "trim", "Discard Characters above the limit of the hand", rule = "FL-SEL-8" },
  { step = "reveal", "all Characters are turned up and paid" },
  { decision = "deal_spells", "Shuffle the Spells", chance = true },
  -- a Day
  { step = "dawn", "phase 1: mana" },
  { decision = "starter", "Who opens the Spells", rule = "FL-RUL-10", chance = true },
  { step = "next_cast", "phase 2: who casts?" },
  { decision = "casting", "Cast a Spell", rule = "FL-CST-2" },
  { step = "before", "may the Spell be answered, before it resolves?" },
  { decision = "answering", "Answer the Spell", rule = "FL-RUL-33" },
  { step = "resolve", "the Spell on top takes effect" },
  { decision = "spending", "Kill with targeted damage", rule = "FL-RUL-21" },
  { step = "afterwards", "may it be answered, now that it has resolved?" },
  { step = "last_windows", "who may still use targeted damage?" },
  { step = "close", "the Spell on top is finished" },
  { step = "next_move", "phase 3: who moves?" },
  { decision = "moving", "Use a movement ability", rule = "FL-MOV-1" },
  { step = "volley", "phase 4: who declares?" },
  { decision = "declaring", "Targeted damage: generate or hold", rule = "FL-RUL-23" },
  { step = "next_shot", "phase 4: who kills?" },
  { decision = "shooting", "Kill with targeted damage", rule = "FL-PH4-2" },
  { step = "strike", "phase 5: normal damage" },
  { step = "night", "the Day ends" },
  { decision = "agreeing", "Agree that the game ends", rule = "FL-RUL-6" },
  -- the end of a phase
  { step = "phase_end", "the Dying die" },
  { step = "hand_limits", "hands are adjusted" },
  { decision = "discarding", "Discard Spells above the limit of the hand", rule = "FL-DRW-5" },
  { step = "fill", "hands are filled from the decks" },
  { decision = "drawing", "Draw Spells, or do not", rule = "FL-RUL-59" },
  { decision = "reshuffle", "Shuffle the discards", chance = true },
  { step = "next_phase", "the next phase begins" },

  -- what cards ask and do
  { procedure = "deal" },       -- (spell, amount): damage to the enemy Front
  { procedure = "take_aim" },   -- (spell, amount): targeted damage
  { procedure = "cancel_below" }, -- (spell): cancel the one that it answers
  { procedure = "shield_below" }, -- (spell): prevent damage of that one
  { procedure = "twist_below" },  -- (spell): give that one its own targets
  { procedure = "to_rear" },    -- (unit)
  { procedure = "stun" },       -- (unit, strength)
  { procedure = "end_stun" },   -- (unit)
  { procedure = "stun_front" }, -- (seat, strength)
  { procedure = "lower_pool" }, -- (seat, amount)
  { procedure = "rescue" },     -- (unit): a Dying one is live again
  { procedure = "come_back" },  -- (unit): a dead one is
  { procedure = "siphon" },     -- (seat, amount): mana of the opponent
  { procedure = "fell" },       -- (unit): it becomes Dying
  { procedure = "fell_weak" },  -- (health): all with so much or less
  { procedure = "end_effect" }, -- (entry)
  { procedure = "trade_places" }, -- (unit, other)
  { procedure = "arrange" },    -- (seat, order)
  { procedure = "gain_mana" },  -- (seat, amount)
  { procedure = "hit_front" },  -- (seat, amount): damage to the Front of that seat

  { step = "see_lines", "a position was read: all see who lies turned up" },
}

-- Decisions that come up under an option only.
local function add(entry) table.insert(pending, entry) end
if options.forkMax ~= 1 then
  add { step = "forks", "may the Spell be forked once more?" }
  add { decision = "forking", "Fork the Spell once more", rule = "FL-RUL-30" }
end
if options.recruitEachDay then
  add { step = "recruit", "the lines are taken up again, and Characters are laid" }
  add { step = "recruited", "those who were laid are turned up" }
  add { step = "mana", "phase 1 of a Day that began so: mana" }
end

return muster.flow(pending)
