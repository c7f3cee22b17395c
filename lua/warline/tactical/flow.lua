-- Everything that can be pending in a battle: decisions, which a General makes, and steps, which
-- the rules do by themselves. The chapters fill them in. To see what happens in a step, look for
-- `function flow.<name>`. The order of the list is a part of the hash of positions.

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local general = require("warline.tactical.sides").general
local options = muster.options()

local opening = "Name the General who opens the battle"
if generals.allied then
  opening = "Who opens? A: " .. state.side_titles[0] .. ", B: " .. state.side_titles[1]
  if #opening > 63 then opening = "Name the side that opens the battle" end -- no title is longer
end

local flow = muster.flow { seat = general,  -- who decides, where nothing else is said
  -- Battle Formation (chapter 4)
  { decision = "coin", "Who is Player-1?", chance = true, when = options.player1 == "random" },
  { step = "deploy_due", "who deploys next, or opens the battle?" },
  { decision = "deployment", "Deploy a battalion" },
  { decision = "opening", opening },
  -- Listed from Step 5 back to Step 1, because the hash depends on the order; a turn runs Step 1
  -- (turn_begin), 2, 3, 4, 5.
  -- Step 5 of a turn: the order (chapters 10, 11, 23 to 26)
  { decision = "order", "Give an order" },
  { decision = "stalling", "Turn another battalion, or end the Stall",
    when = options.stall_faces == "any_number" },
  -- a maneuver (chapters 12 to 22)
  { decision = "maneuvering", "Next action of the maneuver" },
  { decision = "capture", "Torment the battalion just captured?" },
  { decision = "reface", "Turn a battalion that lost Arms", when = options.reface_any_loss },
  -- Steps 4, 3, 2 and 1 (chapters 9 to 6), each of which leads to the one above it
  { step = "benefit_due", "Step 4: who gets the 8 actions?" },
  { decision = "benefit", "Name the battalion that gets 8 maneuver actions",
    when = options.sac_benefit == "named" },
  { step = "reset_due", "Step 3: tokens come back" },
  { step = "torment_due", "Step 2: is there anybody to torment?", when = not generals.allied },
  { decision = "torment", "Torment prisoners" },
  { step = "turn_begin", "Step 1: are counter attacks due?" },
  { decision = "counter", "Counter attack" },
  -- the end of a maneuver and of a turn
  { step = "turn_pass", "the turn goes to the other side" },
  { step = "turn_end", "an order is done" },
  { step = "maneuver_over", "the maneuver ends: Vigor, and was it a Stall?" },
  { step = "maneuver_on", "does the maneuver go on after a decision in its midst?" },
  -- who has won (chapters 27 to 34)
  { step = "claim_due", "may this side declare a victory?", when = options.declare == "manual" },
  { decision = "claim", "Declare a victory condition", when = options.declare == "manual" },

  -- Procedures that a later chapter fills in:
  { procedure = "judge" },           -- has a side won, and which?
  { procedure = "second_stall" },    -- who stalls twice in a row has lost
  { procedure = "resolve_now" },     -- both have lost
  { procedure = "next_turn" },       -- the other side is to move
  -- that warline.alliances fills in, where there are allies:
  { procedure = "deploy_next" },     -- who of the sides deploys next?
  { procedure = "seek_torment" },    -- Step 2: who decides on prisoners?
  { procedure = "after_torment" },   -- has somebody else to decide on prisoners?
  { procedure = "call_for_order" },  -- Step 5: whose order is it?
  { procedure = "agreed_to_resign" }, -- does the side of this General give up with him?
  -- and that warline.orders fills in, where a turn has several orders:
  { procedure = "close_order", when = generals.several_orders },
}
return flow
