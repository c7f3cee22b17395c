-- Claims (CLM), how a game ends (END), and what happens when play is stuck (BL-RUL-31).

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local formations = require("battle_line.formations")
local turn = require("battle_line.turn")
local claims = {}
local options, now, won, owned = cards.options, state.now, formations.won, formations.owned

--- A player proves a flag, and takes it.
claims.claimed_flag = muster.event { "claimed_flag", "seat", "flag",
  says = function(seat, flag) return "P" .. seat + 1 .. " claims flag " .. flag end }
--- A flag nobody proved is given to a player when the game ends.
claims.awarded_flag = muster.event { "awarded_flag", "seat", "flag",
  says = function(seat, flag) return "P" .. seat + 1 .. " is given flag " .. flag end }

-- The game ends: what is known of the turn means nothing any more.
local function close()
  now.turn = 0
  now.quiet, now.claimed, now.passed = false, false, false
  now.scouted, now.refilled = false, false
  pop()
end

-- A successful claim (BL-CLM-7), which may decide the game at once (BL-END-1, BL-END-2).
local function take(seat, k)
  state.holder[state.ground(k)] = seat
  now.claimed = true
  claims.claimed_flag:emit(seat, k)
  if won(seat) then
    close()
    formations.win(seat)
  end
end

-- All that can be proven is claimed without a word, the lowest flag first (autoClaim). Is the game
-- still on?
local function claim_all()
  local seat = now.turn
  for k = 1, cards.flags do
    if state.open(k) and formations.ready(seat, k) and formations.proven(seat, k, nil) then
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
  state.holder[state.ground(k)] = seat
  claims.awarded_flag:emit(seat, k)
end

-- An open flag goes to the better of two complete sides, or to the only one.
local function award_if_due(k)
  local one, two = state.complete(0, k), state.complete(1, k)
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
  for k = 1, cards.flags do
    if state.open(k) then award_if_due(k) end
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
  elseif category == 4 and state.slots(k) == 4 and not options.mudPartial then
    name = "Four of a Kind"
  end
  return category .. ":" .. value % 1000 .. " (" .. name .. ")"
end

local function why_behind(seat, k, mine)
  local his = formations.rank(1 - seat, k, state.slots(k))
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
  local mine = formations.rank(seat, k, count(state.side(seat, k)))
  if state.complete(1 - seat, k) then return why_behind(seat, k, mine) end
  local names = {}
  for i, card in ipairs(formations.prospect_cards(1 - seat, k, shown)) do
    names[i] = muster.piece_text(card)
  end
  return "at flag " .. k .. " the other side may still become "
    .. rank_text(formations.prospect(1 - seat, k, shown), k) .. " with " .. table.concat(names, " ")
    .. "; yours is " .. rank_text(mine, k)
end

-- ---- claiming -----------------------------------------------------------------------------------

--- In `legal`: a flag that may be claimed, if it can be proven.
function claims.choose_ready()
  local k = turn.choose_flag("k")
  need(state.open(k), "BL-CLM-8", "that flag is claimed already")
  need(formations.ready(me(), k), "BL-CLM-3", function()
    return "your side of flag " .. k .. " is not complete: it needs " .. state.slots(k) .. " cards"
  end)
  return k
end

--- In `legal`: flag k must be proven with the cards that both players see, and those of `shown`.
function claims.need_proof(k, shown)
  need(formations.proven(me(), k, shown), "BL-CLM-4",
    function() return why_unproven(me(), k, shown) end)
end

local closed = { before = options.claimWindow == "afterPlay",
  after = options.claimWindow == "startOfTurn" }
local other = { before = "after", after = "before" }

--- Declare a kind of claim at each decision at which flags are claimed (claimWindow).
---@param name string
---@param text string
---@param legal fun(): integer what it asks; the flag comes first
---@param deed fun(k: integer) what is done
---@param late_deed (fun(k: integer))? what is done after the play instead
function claims.declare_claim(name, text, legal, deed, late_deed)
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
      apply = at == "after" and late_deed or deed }
  end
end

--- Claim flag k.
function claims.claim(k) take(me(), k) end

--- Claim flag k and show the hand: each card passes through the open table, where both see it.
function claims.claim_shown(k)
  for card in pieces(state.hand[me()]) do put(card, box) end
  for card in pieces(box) do put(card, state.hand[me()]) end
  take(me(), k)
end

-- Where wild cards are announced, that is a claim of its own (battle_line/announce.lua).
local function need_no_wilds(k)
  if not options.wildAuto then
    need(formations.wilds(me(), k) == 0, "BL-RUL-8", [[say what your wild cards stand for, in the
      order in which they came: as in c4=9s,3h]])
  end
end

claims.declare_claim("claim", "c{k}", function()
  local k = claims.choose_ready()
  claims.need_proof(k, nil)
  need_no_wilds(k)
  return k
end, claims.claim)

if options.proofInfo == "publicPlusHand" then
  claims.declare_claim("claim_shown", "c{k}+", function()
    local k = claims.choose_ready()
    claims.need_proof(k, state.hand[me()])
    need_no_wilds(k)
    return k
  end, claims.claim_shown)
end

if options.falseClaim == "loseTurn" then
  local function lose_play()
    now.passed = true
    turn.turn_over()
  end
  claims.declare_claim("claim_falsely", "c{k}", function()
    local k = claims.choose_ready()
    need(not formations.proven(me(), k, nil), "BL-RUL-40", "that claim is proven")
    return k
  end, lose_play, turn.turn_over)
end

return claims
