-- Everything that can be pending in a game: decisions, which a player makes, and steps, which the
-- rules do by themselves. The chapters fill them in. The order of the list is a part of the hash of
-- positions.

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local now = state.now

local flow = muster.flow {
  seat = function() return now.turn end, -- who decides, where nothing else is said
  { decision = "deal", "Shuffle and deal", chance = true },
  -- a turn
  { decision = "before", "Play a card" },
  { decision = "after", "Claim, draw, end the turn" },
  { step = "claim_before", "claim before a card is played", when = cards.options.autoClaim },
  { step = "claim_after", "claim after a card was played", when = cards.options.autoClaim },
  -- what a guile card leads to
  { decision = "scouting", "Draw for the Scout" },
  { decision = "returning", "Put a card back" },
  { decision = "losing", "Mud is gone: discard a card", when = cards.options.envMovable,
    -- the player in turn goes first; then the other, if his side too holds a card too many
    seat = function() return state.crowded(now.turn) and now.turn or 1 - now.turn end },
  -- filled in by the chapter on claims
  { procedure = "deadlock" }, -- two quiet turns in a row
}

return flow
