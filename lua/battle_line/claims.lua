-- Claims (CLM), how a game ends (END), and what happens when play is stuck (BL-RUL-31).

local options = muster.options()
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local formations = require("battle_line.formations")
local turn = require("battle_line.turn")
local now, hand, flags = state.now, state.hand, state.flags
local holder, ground, open = state.holder, state.ground, state.open
local side, slots, complete = state.side, state.slots, state.complete
local rank, prospect = formations.rank, formations.prospect
local ready, proven = formations.ready, formations.proven
local won, owned = formations.won, formations.owned

--- A player proves a flag, and takes it.
local claimed_flag = muster.event { "claimed_flag", "seat", "flag" }
--- A flag nobody proved is given to a player when the game ends.
local awarded_flag = muster.event { "awarded_flag", "seat", "flag" }

-- The game ends: what is known of the turn means nothing any more.
local function close()
  now.turn = 0
  now.quiet, now.claimed, now.passed = false, false, false
  now.scouted, now.refilled = false, false
  pop()
end

-- A successful claim (BL-CLM-7), which may decide the game at once (BL-END-1, BL-END-2).
local function take(seat, k)
  holder[ground(k)] = seat
  now.claimed = true
  claimed_flag:emit(seat, k)
  if won(seat) then
    close()
    formations.win(seat)
  end
end

-- All that can be proven is claimed without a word, the lowest flag first (autoClaim). Is the game
-- still on?
local function claim_all()
  local seat = now.turn
  for k = 1, flags do
    if open(k) and ready(seat, k) and proven(seat, k, nil) then
      take(seat, k)
      if won(seat) then return false end
    end
  end
  return true
end

if options.autoClaim then
  function flow.claim_before()
    if claim_all() then go(flow.before) end
  end
  function flow.claim_after()
    if claim_all() then go(flow.after) end
  end
end

-- ---- two quiet turns in a row (BL-RUL-31) -------------------------------------------------------

local function award(seat, k)
  holder[ground(k)] = seat
  awarded_flag:emit(seat, k)
end

-- An open flag goes to the better of two complete sides, or to the only one.
local function award_if_due(k)
  local one, two = complete(0, k), complete(1, k)
  if one and (not two or formations.beats(0, k)) then
    award(0, k)
  elseif two then
    award(1, k)
  end
end

function flow.deadlock()
  if options.deadlockRule == "draw" then
    close()
    return over("deadlock")
  end
  for k = 1, flags do
    if open(k) then award_if_due(k) end
  end
  close()
  if won(0) ~= won(1) then
    formations.win(won(0) and 0 or 1)
  elseif owned(0) ~= owned(1) then
    over("majority", owned(0) > owned(1) and 0 or 1)
  else
    over("deadlock")
  end
end

-- ---- why not ------------------------------------------------------------------------------------

local CATEGORIES = { "Sum", "Straight", "Flush", "Three of a Kind", "Straight Flush" }

-- A rank at flag k as people write it: category and total, and what that is called. Wild cards that
-- can stand for nothing make no formation.
local function rank_text(value, k)
  if value <= 0 then return "nothing" end
  local category = value // 1000
  local name = CATEGORIES[category]
  if state.foggy(k) then
    name = "Fog"
  elseif category == 4 and slots(k) == 4 and not options.mudPartial then
    name = "Four of a Kind"
  end
  return category .. ":" .. value % 1000 .. " (" .. name .. ")"
end

local function why_behind(seat, k, mine)
  local his = rank(1 - seat, k, slots(k))
  if his > mine then
    return "at flag " .. k .. " the other side has " .. rank_text(his, k) .. ", yours is "
      .. rank_text(mine, k)
  end
  return "at flag " .. k .. " both sides have " .. rank_text(his, k)
    .. ", and the card that came last is yours (BL-TIE-2)"
end

--- Why a player cannot prove flag k.
---@param seat integer
---@param k integer
---@param shown integer? the hand that is shown with the claim
---@return string
local function why_unproven(seat, k, shown)
  local mine = rank(seat, k, count(side(seat, k)))
  if complete(1 - seat, k) then return why_behind(seat, k, mine) end
  local cards = {}
  for i, card in ipairs(formations.prospect_cards(1 - seat, k, shown)) do
    cards[i] = muster.piece_text(card)
  end
  return "at flag " .. k .. " the other side may still become "
    .. rank_text(prospect(1 - seat, k, shown), k) .. " with " .. table.concat(cards, " ")
    .. "; yours is " .. rank_text(mine, k)
end

-- ---- claiming -----------------------------------------------------------------------------------

-- A flag that may be claimed, if it can be proven.
local function choose_ready()
  local k = turn.choose_flag("k")
  need(open(k), "BL-CLM-8", "that flag is claimed already")
  need(ready(me(), k), "BL-CLM-3", function()
    return "your side of flag " .. k .. " is not complete: it needs " .. slots(k) .. " cards"
  end)
  return k
end

local function need_proof(k, shown)
  need(proven(me(), k, shown), "BL-CLM-4", function() return why_unproven(me(), k, shown) end)
end

local closed = { before = options.claimWindow == "afterPlay",
  after = options.claimWindow == "startOfTurn" }
local other = { before = "after", after = "before" }

--- Declare a kind of claim at each decision at which flags are claimed (claimWindow).
---@param name string
---@param text string
---@param legal fun(): integer what it asks; the flag comes first
---@param deeds table<string, fun(k: integer)> what is done at each decision
local function declare_claim(name, text, legal, deeds)
  for _, at in ipairs { "before", "after" } do
    local late = at == "after" and options.drawToSeven
    local never, when = closed[at], other[at]
    muster.move { name .. "_" .. at, at = flow[at], title = "Claim a flag", text = text,
      legal = function()
        if never then
          need(false, "BL-RUL-20", "flags are claimed only " .. when .. " the play")
        elseif late then
          need(not now.refilled, "BL-TRN-7",
            "a card has been drawn: nothing is claimed any more")
        end
        return legal()
      end,
      apply = deeds[at] }
  end
end

local function claim(k) take(me(), k) end

-- The hand that is shown goes past the open table, where both see it.
local function claim_shown(k)
  for card in pieces(hand[me()]) do put(card, box) end
  for card in pieces(box) do put(card, hand[me()]) end
  take(me(), k)
end
local plain = { before = claim, after = claim }
local showing = { before = claim_shown, after = claim_shown }

-- Where wild cards are announced, that is a claim of its own (battle_line/announce.lua).
local function need_no_wilds(k)
  if not options.wildAuto then
    need(formations.wilds(me(), k) == 0, "BL-RUL-8", [[say what your wild cards stand for, in the
      order in which they came: as in c4=9s,3h]])
  end
end

declare_claim("claim", "c{k}", function()
  local k = choose_ready()
  need_proof(k, nil)
  need_no_wilds(k)
  return k
end, plain)

if options.proofInfo == "publicPlusHand" then
  declare_claim("claim_shown", "c{k}+", function()
    local k = choose_ready()
    need_proof(k, hand[me()])
    need_no_wilds(k)
    return k
  end, showing)
end

if options.falseClaim == "loseTurn" then
  local function lose_play()
    now.passed = true
    turn.turn_over()
  end
  declare_claim("claim_falsely", "c{k}", function()
    local k = choose_ready()
    need(not proven(me(), k, nil), "BL-RUL-40", "that claim is proven")
    return k
  end, { before = lose_play, after = turn.turn_over })
end

return { claimed_flag = claimed_flag, awarded_flag = awarded_flag, choose_ready = choose_ready,
  need_proof = need_proof, declare_claim = declare_claim, plain = plain, showing = showing }
