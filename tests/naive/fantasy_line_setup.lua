-- The set-up of the naive Fantasy Line Battle (FL sections 10 to 12); see fantasy_line.lua. The
-- chunk is called with the cards, what the phases share, and the tables of the phases, which it
-- fills.
local C, H, PLAY, STEP, LEGAL = ...

local function cost_of_line(s, p)
  local sum = 0
  for _, c in ipairs(s.pl[p].line) do sum = sum + C.card(c).cost end
  return sum
end

-- Has player p turned up his Farseer (FL-SEL-7)?
local function has_shown(s, p)
  for _, c in ipairs(s.pl[p].line) do
    if C.is(c, "C01") and not c.down then return true end
  end
  return false
end

local function select_moves(s)
  local p, moves = s.who, {}
  local me = s.pl[p]
  for _, name in ipairs(me.hand) do
    local cost = C.card({ name = name }).cost
    if s.opt.overspendUntilReveal or cost_of_line(s, p) + cost <= 13 then -- FL-RUL-3
      for place = 1, #me.line + 1 do moves[#moves + 1] = "+" .. name .. "@" .. place end
    end
  end
  local shown = false
  for q = 1, 2 do
    for _, c in ipairs(s.pl[q].line) do shown = shown or not c.down end
  end
  for _, c in ipairs(me.line) do
    if C.is(c, "C01") and not shown then -- FL-RUL-46, FL-RUL-47
      moves[#moves + 1] = "F!"
      break
    end
  end
  if #me.line > 0 and cost_of_line(s, p) <= 13 then moves[#moves + 1] = "lock" end -- FL-RUL-45
  return moves
end

-- FL-RUL-48, FL-RUL-49
local function refund_moves(s)
  local moves = {}
  for place, c in ipairs(s.pl[s.who].line) do
    if c.down and place ~= s.laid then moves[#moves + 1] = "-" .. c.name end
  end
  moves[#moves + 1] = "-0"
  return moves
end

local function character_discards(s, p)
  local moves, n = {}, #s.pl[p].hand - H.hand_size(s, p)
  if n <= 0 then return moves end
  table.sort(s.pl[p].hand)
  for _, cards in ipairs(H.choices(s.pl[p].hand, n)) do
    moves[#moves + 1] = "x" .. table.concat(cards, ",")
  end
  return moves
end

local function turn_up(s, p)
  for _, c in ipairs(s.pl[p].line) do c.down = nil end
end

-- The player who acts after an action of player p (FL-RUL-44, FL-RUL-46); nil where both have
-- locked.
local function next_selector(s, p)
  for q = 1, 2 do
    if has_shown(s, q) and not s.passed[3 - q] then return 3 - q end
  end
  if not s.passed[3 - p] then return 3 - p end
  if not s.passed[p] then return p end
end

local function after_action(s, p)
  local q = next_selector(s, p)
  H.go(s, q and "S1" or "S2", q)
end

LEGAL.S1 = select_moves
LEGAL.S1r = refund_moves
LEGAL.S1x = function(s) return character_discards(s, s.who) end

PLAY.S1 = function(s, move)
  local p = s.who
  local me = s.pl[p]
  if move == "lock" then
    s.passed[p] = true
    if has_shown(s, 3 - p) then turn_up(s, p) end
    return after_action(s, p)
  elseif move == "F!" then
    local farseer
    for _, c in ipairs(me.line) do -- the rules do not say which of two: the one behind
      if C.is(c, "C01") then farseer = c end
    end
    farseer.down = nil
    if s.passed[3 - p] then turn_up(s, 3 - p) end
    return after_action(s, p)
  end
  local name, place = move:match("^%+(C%d%d[a-z])@(%d+)$")
  place = tonumber(place)
  table.insert(me.line, place, { name = H.take(me.hand, name), down = true })
  H.fill_character_hand(s, p)
  if name:match("^C02") then
    s.laid = place
    return H.go(s, "S1r", p)
  end
  after_action(s, p)
end

PLAY.S1r = function(s, move)
  local p = s.who
  for place, c in ipairs(s.pl[p].line) do
    if c.name == move:sub(2) then
      table.remove(s.pl[p].line, place)
      table.insert(s.pl[p].refunded, c.name)
      break
    end
  end
  s.laid = nil
  if #character_discards(s, p) > 0 then return H.go(s, "S1x", p) end
  after_action(s, p)
end

PLAY.S1x = function(s, move)
  H.discard(s, s.who, move)
  after_action(s, s.who)
end

STEP.S1r = function(s)
  if #refund_moves(s) > 1 then return false end
  s.laid = nil
  after_action(s, s.who)
  return true
end

-- FL-REV-1, FL-RUL-3, FL-DRW-1
STEP.S2 = function(s, chance)
  for p = 1, 2 do
    turn_up(s, p)
    s.pl[p].money = 13 - cost_of_line(s, p)
  end
  s.passed = {}
  for _, category in ipairs(C.CATEGORIES) do
    s.decks[category] = chance.shuffle(s.decks[category], category)
  end
  for _, category in ipairs(C.CATEGORIES) do
    for p = 1, 2 do H.draw_up(s, p, category, chance) end -- FL-RUL-37
  end
  s.day = 1
  H.go(s, "1")
  return true
end
