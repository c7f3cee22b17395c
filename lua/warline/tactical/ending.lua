-- How a battle ends, and who may give it up (chapters 5, 33). Who has won is for the chapter
-- Victory to say.

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local flow = require("warline.tactical.flow")
local options, now = muster.options(), state.now
local any_position = options.resolve == "irreversible"

--- A General gives the battle up.
local surrendered = muster.event { "surrendered", "seat",
  says = function(seat) return state.general_names[seat] .. " resigns" end }

--- Called when the battle ends, to clear marks.
local closings = muster.hook { "closings" }

---A number for what WT-RUL-109 calls a position: board without marks, Prisons, side to move next.
---@return integer
local function turn_end_key() return position_key() * 2 + now.active end

-- Marks that do not outlive the turn, and what a pending decision needs.
local function clear_marks()
  for side = 0, 1 do
    local unit = state.vigor_bearer[side]
    if state.vigor[unit] == 2 then state.vigor[unit] = 1 end
  end
  local pending = muster.decision_name()
  if now.blessed or pending == "capture" or pending == "stalling" then
    for unit = 0, state.battalions - 1 do
      state.eight[unit], state.fresh[unit], state.ordered[unit] = false, false, false
    end
    now.blessed = nil
  end
  if pending == "counter" then
    for zone in zones do state.due[zone] = false end
  end
  if now.acting_zone then state.clear_maneuver() end
  now.asked, now.claimed = 0, 0
  closings()
end

local south, north = generals.generals_of[0], generals.generals_of[1]

---End the battle; `winner` is a side, or nil when both lose (WT-END-5, WT-RUL-249). Where the
---ending is switched off (muster.without), the battle goes on with `onward`.
---@param winner muster.Seat?
---@param ending string
---@param onward fun()?
local function finish(winner, ending, onward)
  local idle = now.idle >= 0 and (any_position or seen(turn_end_key()))
  if winner == 0 then
    over(ending, south[1], south[2], south[3])
  elseif winner == 1 then
    over(ending, north[1], north[2], north[3])
  else
    over(ending)
  end
  if not muster.is_over() then
    if onward then onward() end
    return
  end
  if not idle then now.idle = 0 end
  clear_marks()
  while muster.decision_name() ~= nil do pop() end
end

function flow.second_stall()
  finish(1 - now.active, "forced", function()
    state.stalls[now.active] = 1
    go(flow.turn_end)
  end)
end
function flow.resolve_now()
  finish(nil, "resolve", function() flow.next_turn() end)
end

if not generals.allied then -- allies must agree (WT-RUL-110)
  function flow.agreed_to_resign(_) return true end
end

muster.move { "resign", at = "*", title = "Resign", text = "resign",
  unlisted = true,
  legal = function() -- nobody decides while the coin is in the air
    need(muster.decision_name() ~= "coin", "WT-RUL-110",
      "only a General who is to decide can resign")
  end,
  apply = function()
    local seat = me()
    surrendered:emit(seat)
    if flow.agreed_to_resign(seat) then finish(1 - generals.side(seat), "voluntary") end
  end }

if options.resolve == "arbiter" then
  muster.move { "arbiter_resolve", at = "*", title = "Referee: Resolve", text = "arbiter:resolve",
    unlisted = true,
    legal = function()
      need(muster.decision_name() ~= "coin", "WT-RUL-109", "the referee speaks between two moves")
    end,
    apply = function() finish(nil, "resolve") end }
end

-- ---- the rulebook -------------------------------------------------------------------------------

muster.rules { title = "Aim of the game", place = 1,
  { id = "WT-GEN-4", text = [[Two armies meet on one field of zones. The side that first fulfils a
    condition of victory wins; the chapter Victory lists them.]] },
  { id = "WT-GEN-3", text = [[No battle is decided by luck: once it has begun, only choices
    count.]] },
  { id = "WT-SET-9", text = [[A battalion shows one number, its Arms, from 1 to 6: its weapons and
    its armour at once. Many Arms strike hard and last long; few Arms act more often in a turn.]] },
  { id = "WT-FACE-1", text = [[Its sword shows where it faces: north, east, south or west, never
    aslant.]] },
  { id = "WT-MOV-3", text = [[Neighbours are zones with an edge in common. Diagonals never
    count.]] },
  { id = "WT-RUL-12", text = [[A zone is free while neither a battalion nor a rampart is there,
    of any owner.]] },
  { id = "WT-STACK-1", text = [[Battalions of both sides may lie on each other in a zone. Such a
    stack has an order: only the highest is topmost, and only the lowest lies on bare ground.]] },
  { id = "WT-TURN-1", text = "The sides take turns until the battle is over." },
}

local resolve, cycles = options.resolve, options.resolve_cycles
local turns = cycles == 1 and "one full cycle" or cycles .. " full cycles"
local IDLE = "A turn is idle if it brings no Aggressive Action, no rampart, no ritual "
  .. "begun or completed and no loss of Arms"
muster.rules { title = "Draws and surrender", place = 12,
  { id = "WT-END-2", text = [[If both sides fulfil conditions at the end of one turn, or neither
    does and neither can ever act aggressively again, strength decides: the side whose living
    battalions have more Arms in total wins by Forced Surrender. Living are those on the field and
    those held as prisoners; each counts for its owner.]] },
  { id = "WT-END-3", text = "With equal Arms the side with more living battalions wins so." },
  { id = "WT-END-4", text = [[With equal numbers too the battle is a Stalemate, and both have
    lost.]] },
  { id = "WT-RUL-109", option = "resolve", when = resolve == "repeat",
    text = IDLE .. ", and if its end repeats a position of this battle." },
  { id = "WT-RUL-109", option = "resolve", when = resolve == "irreversible", text = IDLE .. "." },
  { id = "WT-END-6", option = { "resolve", "resolve_cycles" },
    when = resolve == "repeat" or resolve == "irreversible",
    text = "After " .. turns .. " of idle turns in a row the battle ends in Resolve." },
  { id = "WT-RUL-109", option = "resolve", when = resolve == "arbiter",
    text = "A referee may end a battle in which nobody seeks a fight any more: Resolve." },
  { id = "WT-RUL-109", option = "resolve", when = resolve == "off",
    text = "A battle may go on for ever: idle turns are not counted." },
  { id = "WT-RUL-111", option = "max_turns", when = options.max_turns > 0,
    text = "At the end of turn " .. options.max_turns .. " the battle ends in Resolve." },
  { id = "WT-END-7", text = "A Resolve is a defeat of both; nothing names a victor afterwards." },
  { id = "WT-RUL-110", ending = "voluntary",
    text = [[A General may resign whenever he is to decide. The other side then
    wins by Voluntary Surrender.]] },
}

return { surrendered = surrendered, closings = closings, finish = finish }
