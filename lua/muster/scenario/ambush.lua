--- Ambushes: pieces that other seats do not see before they act or are found. They wait off the
--- board; the secret is where. Public are that they lie in wait, and which lairs are searched.

local keys = require("muster.scenario.keys")
local map = require("muster.scenario.map")
local parts = require("muster.scenario.parts")
local scenario, rules = parts.scenario, parts.rules

local MOST_LAIRS = 12

-- The sets of zones of the lairs, and their first zones as one set.
local function lairs_of(name, texts)
  local lairs, firsts = {}, nothing
  if #texts < 2 or #texts > MOST_LAIRS then
    keys.fault("ambush", "lairs", name, #texts, MOST_LAIRS)
  end
  for i, text in ipairs(texts) do
    lairs[i] = map.region(text)
    local first = lairs[i]:first()
    if not first or firsts[first] then
      keys.fault("ambush", "lair", i, name)
    end
    firsts = firsts | only(first)
  end
  return lairs, firsts
end

-- Is the lair of this number marked in the bits?
local function is_marked(bits, number) return bits // (1 << (number - 1)) % 2 == 1 end

-- Does a piece of another seat stand on the lair, or beside it?
local function beside(seat)
  return function(lair)
    return (occupied() & (lair | near(lair))):some(function(zone)
      local piece = top(zone)
      return owner[piece] ~= nil and owner[piece] ~= seat
    end)
  end
end

-- The facts of an ambush: the secret lair, and what all know.
local function facts_of(name, seat, lairs, waits)
  local known = muster.state { { "told_" .. name },
    { "hidden_" .. name, help = "does it lie in wait?" },
    { "searched_" .. name, max = (1 << #lairs) - 1, help = "lairs that were searched, as bits" },
    { "open_" .. name, max = #lairs, help = "the lair, once it is known" } }
  local hidden, searched = "hidden_" .. name, "searched_" .. name
  --- Where the pieces lie in wait: the number of the lair; 0 if they do not.
  local lair = muster.field { "lair_" .. name, of = "seat", max = #lairs, seen = "owner",
    prior = function(who, value)
      if who ~= seat or not known[hidden] or not waits() then return value == 0 and 1 or 0 end
      return value > 0 and not is_marked(known[searched], value) and 1 or 0
    end }
  return known, lair
end

-- The question where to hide, asked in secret.
local function question(ambush, lairs, firsts, known, lair)
  local name, seat = ambush[1], ambush.seat
  local decision = muster.decision { "hide_" .. name, title = ambush.title,
    seat = function() return seat end }
  local function number_of(zone)
    for i = 1, #lairs do
      if lairs[i]:first() == zone then return i end
    end
    return 0
  end
  local hidden = "hidden_" .. name
  muster.move { "hide_" .. name, at = decision, title = ambush.title, text = "hide:{zone}",
    secret = true,
    legal = function()
      return choose("zone", firsts, "AMBUSH-3", "the lairs are named by their first zones")
    end,
    apply = function(zone)
      lair[seat] = number_of(zone)
      known[hidden] = true
      parts.answered()
      pop()
    end }
  return function()
    parts.asked()
    push(decision)
  end
end

--- Pieces in a `place` of the game, all or those of `which`, that hide before the first turn: their
--- seat names one of the `lairs`, and others do not see which. They come out when an enemy finds
--- them, or when their seat plays "ambush:NAME" at the decision `at`. `finds` says what finds them:
--- a piece of another seat on the lair or beside it, if nothing else is said. They enter on the
--- free zones of the lair, then beside it; `enters` is done to each.
---@param declared table
function scenario.ambush(declared)
  local ambush = parts.take("ambush", declared)
  local name, seat, place_of = ambush[1], ambush.seat, ambush.place
  parts.check_text(ambush.title)
  local lairs, firsts = lairs_of(name, ambush.lairs)
  local which, enters = ambush.which or parts.always, ambush.enters or parts.nothing_to_do
  local finds, tell = ambush.finds or beside(seat), parts.teller(ambush.says)
  local function waits() return pieces(place_of):some(which) end
  local known, lair = facts_of(name, seat, lairs, waits)
  local hidden, open, told = "hidden_" .. name, "open_" .. name, "told_" .. name
  local searched = "searched_" .. name

  -- Those for whom no zone is free come as soon as one is.
  local function come(region)
    for _ = 1, count(place_of) do
      local zone = (region - occupied()):first() or (near(region) - occupied()):first()
      local piece = pieces(place_of):pick(which)
      if zone and piece then
        put(piece, zone)
        enters(piece)
      end
    end
  end
  local function come_out()
    local number = lair[seat]
    known[hidden], known[told], known[open] = false, true, number
    lair[seat] = 0
    tell()
  end
  for number, region in ipairs(lairs) do
    rules[#rules + 1] = function()
      if known[hidden] and not is_marked(known[searched], number) and finds(region) then
        known[searched] = known[searched] + (1 << (number - 1))
        if lair[seat] == number then come_out() end
      end
      if known[open] == number and waits() then come(region) end
    end
  end
  muster.move { "ambush_" .. name, at = ambush.at, title = "Ambush", text = "ambush:" .. name,
    legal = function()
      need(me() == seat, "AMBUSH-1", "these are troops of the other side")
      need(known[hidden], "AMBUSH-2", "they do not lie in wait any more")
    end,
    apply = come_out }
  parts.hidden[#parts.hidden + 1] = { name = name, seat = seat, lair = lair, lairs = ambush.lairs,
    known = known, hidden = hidden, searched = searched,
    ask = question(ambush, lairs, firsts, known, lair) }
end
