--- A game without sense in which every instruction of compiled rules runs: `size` above 8 for
--- those of large boards.
local options = muster.module { title = "Every instruction", section = "every", options = {
  { key = "size", type = "int", default = 6, min = 6, max = 10, help = "columns and rows" },
} }
local size = options.size
muster.game { title = "Every instruction", seats = 2 }
local grid = muster.grid { columns = size, rows = size, diagonal = true }
local man = muster.pieces { "man", count = 14, text = "{owner}" }
local wall = muster.pieces { "wall", count = 3 }
local card = muster.pieces { "card", count = 10, text = "{rank}" }
local RANKS, SUITS = { 1, 2, 3, 4, 5, 1, 2, 3, 4, 5 }, { 1, 1, 1, 1, 1, 2, 2, 2, 2, 2 }
local rank = muster.field { "rank", of = "piece", max = 5, letters = "?12345", seen = "face",
  each = { card = RANKS } }
local suit = muster.field { "suit", of = "piece", max = 3, seen = "face", each = { card = SUITS } }
local NUMBERS = {}
for n = 1, 14 do NUMBERS[n] = n end
local number = muster.field { "number", of = "piece", max = 30, each = { man = NUMBERS } }
local heat = muster.field { "heat", of = "zone", max = 9, indexed = true }
local cold = muster.field { "cold", of = "zone", max = 9 }
local shot = muster.field { "shot", of = "piece", holds = "zone" }
local score = muster.field { "score", of = "seat", min = -9999, max = 9999, initial = 0 }
local trap = muster.field { "trap", of = "zone", max = 9, seen = "none" }
local deck = muster.container { "deck", ordered = true, faces = "none" }
local hand = muster.container { "hand", per_seat = true, faces = "owner" }
local tomb = muster.container { "tomb", ordered = true }
local now = muster.state { { "turn", holds = "seat" }, { "other", holds = "seat" }, { "sum", max = 9972 },
  { "ply", max = 200 }, { "luck", min = -9, max = 9, initial = 0 }, { "last", holds = "zone" } }
local ahead, back = { [0] = grid.n, grid.s }, { [0] = grid.s, grid.n }
local home = { [0] = grid.row(0) | grid.row(1), grid.row(size - 1) | grid.row(size - 2) }
local centre = (grid.row(2) | grid.row(3)) & (grid.column(2) | grid.column(3))
local ways = { [0] = grid.n, grid.e, grid.s, grid.w }
local PRICE = { [0] = 3, 1, 4, 1, 5, 9, 2, 6 }
local GAIN = { [0] = 2, 7 }
local meld = muster.ranking { "meld", suits = suit, low = rank, high = rank,
  categories = { { "set", equal = true }, { "flush", suit = true }, { "sum" } },
  type = card, pool = { deck, hand } }
muster.repetition("turn")

--- A number was added.
local told = muster.event { "told", "seat", "number" }
--- A listener informs nobody.
local moved = muster.event { "moved", "from", "to" }

local deal = muster.decision { "deal", title = "shuffle", chance = true }
local turn = muster.decision { "turn", title = "anything", seat = function() return now.turn end }
local reply = muster.decision { "reply", title = "reply", seat = function()
  if now.sum % 5 == 0 then return now.turn end
  if now.sum % 5 == 1 then return 1 end
  return now.other
end }

local echo = muster.decision { "echo", title = "echo", seat = function()
  if now.sum % 3 == 0 then return now.turn end
  return now.other
end }

-- Results become parts of the position: later values depend on all earlier ones.
local function note(n) now.sum = (now.sum * 31 + n) % 9973 end
local function note_if(condition) note(condition and 1 or 2) end
local function note_zone(zone) note(zone and column(zone) * 100 + row(zone) + 1 or 0) end
local function note_piece(piece) note(piece and number[piece] + 1 or 0) end
local function note_set(set)
  note(#set)
  for zone in set do note_zone(zone) end
end

told:on(function(seat) note(seat == me() and 3 or 4) end)

-- ---- shared values, routines, Lua --------------------------------------------------------------

local hot = muster.once(function() return zones:where(function(zone) return heat[zone] * 2 > cold[zone] end) end)
local crowd = muster.once(function()
  local most = 0
  for zone in occupied() do most = math.max(most, count(zone)) end
  return most
end)
local function gain(n) return n < 4 and now.luck or gain(n - 2) end
local function bonus(n) return n < 4 and GAIN[me()] or bonus(n - 2) end
local function depth(piece, n)
  if not piece or n > 5 then return n end
  return depth(below(piece), n + 1)
end
local front = muster.once(function()
  local found = nothing
  for zone in tops(man) do found = found | only(step(zone, grid.n)) end
  return found
end)
-- These run as Lua.
local function is_round(n) return #tostring(n) == 3 end
local function spell(n) now.luck = #tostring(n) end

-- ---- groups of expressions ---------------------------------------------------------------------

local function facts(zone, piece, seat)
  note(heat[zone]) note(cold[zone]) note(score[seat])
  note_piece(below(piece)) note_zone(shot[piece])
  note_piece(below(top(zone))) note(number[top(zone)]) note(count(zone)) note(level(piece))
  note_if(owner[piece] == seat) note_if(owner[top(zone)] == seat)
  note_piece(top(hand[seat])) note_piece(piece_at(zone, 1)) note_piece(piece_at(tomb, 2))
  note_if(kind(piece) == man) note_if(place(piece) == zone)
  note(count(hand[seat])) note(count(tomb)) note(rank[piece]) note(trap[zone]) note_if(known(piece))
end

local function places(zone, direction, n)
  note_zone(step(zone, direction)) note_zone(step(zone, grid.ne)) note_zone(step(zone, ahead[me()]))
  note_zone(at(n, row(zone))) note(column(zone)) note(PRICE[n % 8]) note(ahead[me()])
end

local function sums(a, b, c)
  note(-a) note(a + b) note(a - b) note(100 - a) note(a - 7) note(a * b) note(a // 3) note(a % 4)
  note(math.min(a, b)) note(math.max(a, b)) note(math.min(a, 4)) note(math.max(b, 3))
  note(math.abs(a - b)) note(a & b) note(a | b) note(a & 5) note(a | 2)
  note(a // (c + 1)) note((a - 9) % (c + 1)) note((b - 8) // 3)
end

local function compare(a, b, seat)
  note_if(a == b) note_if(a ~= b) note_if(a < b) note_if(a <= b) note_if(a == 3) note_if(a ~= 3)
  note_if(a < 4) note_if(a >= 4)
  note_if(a == now.luck) note_if(b ~= now.luck) note_if(now.luck == 2) note_if(now.luck ~= 2)
  note_if(now.luck < 2) note_if(now.luck >= 2)
  note_if(seat == now.turn)
end

local function tests(zone, set, seat)
  note_if(set[zone]) note_if(not set[zone]) note_if(home[me()][zone]) note_if(not home[me()][zone])
  note_if(home[seat][zone]) note_if(tops(man)[zone])
  if set[zone] and not tops(man, seat)[zone] then note(4) end
  if home[me()][zone] or set[zone] then note(5) end
  if not (home[me()][zone] and set[zone]) then note(6) end
end

local function sets(zone, other, seat, type)
  note_set(zones) note_set(nothing) note_set(other | tops(man, seat)) note_set(other & tops(man))
  note_set(tops(man) - other) note_set(other - tops(man)) note_set(~other)
  note_set(other | centre) note_set(other & centre) note_set(centre - other) note_set(other - centre)
  note_set(only(zone)) note_set(home[seat]) note_set(home[me()]) note_set(home[0] | other)
  note_set(tops(type, seat)) note_set(tops(type)) note_set(tops(man, seat)) note_set(tops(man, me()))
  note_set(tops(wall)) note_set(tops(man, 0)) note_set(occupied())
  note_set(near(zone)) note_set(near(other)) note_set(shift(other, ahead[me()])) note_set(shift(other, grid.se))
  note_set(flood(only(zone), zones - tops(man))) note_set(ray(only(zone), ahead[seat], zones - tops(man)))
  note_zone(other:first()) note(#other)
  note_set(heat:where(2)) note_set(heat:where(now.ply % 4)) note_set(hot())
  note_set(other:where(function(z) return cold[z] < 2 end))
end

local function loops(zone, seat, n)
  for z in tops(man, seat) do note_zone(z) end
  for piece in pieces(tomb) do note_piece(piece) end
  for piece in pieces(zone) do note_piece(piece) end
  for i = 1, n do note(i) end
  for i = n, 4 do note(i * i) end
  local left = n * 2
  while left > 1 do
    note(left)
    left = left - 3
  end
  note(tops(man):tally(function(z) return heat[z] > 0 end))
  note(tops(man):sum(function(z) return cold[z] + 1 end))
  note_zone(tops(man):pick(function(z) return column(z) > 2 end))
  note_if(tops(man):some(function(z) return row(z) == 2 end))
  note_if(tops(man):every(function(z) return count(z) < 2 end))
end

local function calls(zone, seat, n)
  note(crowd()) note(gain(n)) note(bonus(n + 2)) note(depth(top(zone), 0)) note_set(front() | only(zone))
  spell(n * 70)
  note(position_key() % 1000)
  note_if(seen(position_key()))
  remember(position_key())
  note_if(seen(position_key()))
  note(GAIN[me()]) note_if(now.turn == seat)
end

-- ---- moves -------------------------------------------------------------------------------------

local function next_turn()
  now.ply = now.ply + 1
  now.other = now.turn
  now.turn = 1 - now.turn
  if now.ply > 60 then over("late", now.sum % 2 == 0 and 0 or 1) end
end

muster.move { "shuffled", at = deal, title = "Shuffle", text = "{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(deck, n)
    for _ = 1, 3 do
      for seat = 0, 1 do put(top(deck), hand[seat]) end
    end
    go(turn)
  end }

muster.move { "walk", at = turn, title = "Walk", text = "w{from}{to}",
  legal = function()
    local me = me()
    return choose_step("from", "to", tops(man, me),
      { { ahead[me], zones - tops(man) }, { back[me], zones - tops(man, me) }, { grid.e, zones - tops(man, me) } })
  end,
  apply = function(from, to)
    facts(from, top(from), me())
    carry(from, to, tomb)
    moved:emit(from, to)
    now.last = to
    places(to, ways[now.ply % 4], now.ply % 7)
    next_turn()
  end }

muster.move { "warm", at = turn, title = "Warm", text = "h{zone}{n}",
  legal = function()
    local zone = choose("zone", tops(man, me()))
    return zone, choose("n", range(1, 3))
  end,
  apply = function(zone, n)
    heat[zone] = n
    cold[zone] = (cold[zone] + n) % 10
    trap[zone] = n
    shot[top(zone)] = zone
    score[me()] = score[me()] + n - 5
    sums(cold[zone], n, now.ply)
    compare(cold[zone], n, me())
    told:emit(me(), n)
    next_turn()
  end }

muster.move { "aim", at = turn, title = "Aim", text = "a{from}{to}",
  legal = function()
    local from = choose("from", tops(man, me()))
    need(column(from) < 1)
    return from, choose("to", (near(from) | home[me()]) - occupied())
  end,
  apply = function(from, to)
    tests(to, near(from), now.turn)
    if count(tomb) > 0 then insert(top(tomb), to, 1) end
    push(reply, number[top(from)], 2 + now.ply % 3)
  end }

muster.move { "hot", at = turn, title = "Hot", text = "t{zone}",
  legal = function() return choose("zone", hot() & tops(man)) end,
  apply = function(zone)
    sets(zone, near(zone), now.turn, kind(top(zone)))
    heat[zone] = 0
    next_turn()
  end }

muster.move { "edge", at = turn, title = "Edge", text = "e{zone}",
  legal = function()
    local zone = choose("zone", tops(man, me()))
    need(step(zone, grid.w) == nil or step(zone, grid.e) == nil)
    return zone
  end,
  apply = function(zone)
    loops(zone, now.turn, now.ply % 6)
    note_set(flood(near(zone), zones - occupied()))
    next_turn()
  end }

muster.move { "count", at = turn, title = "Count", text = "c{n}",
  legal = function() return choose("n", range(1, now.ply % 5 + 1, 6)) end,
  apply = function(n)
    calls(now.last, me(), n)
    next_turn()
    push(echo)
  end }

muster.move { "crowd", at = turn, title = "Crowd", text = "o{n}",
  legal = function()
    need(crowd() < 9)
    return choose("n", range(0, crowd() + now.ply % 3, 15))
  end,
  apply = function(n)
    note(n + crowd() + crowd())
    calls(now.last, now.other, n + 3)
    next_turn()
  end }

muster.move { "far", at = turn, title = "Far", text = "f{n}",
  legal = function()
    local n = choose("n", range(0, 99))
    need(n % 29 == (now.ply + bonus(now.ply % 7)) % 29)
    return n
  end,
  apply = function(n)
    note(n)
    next_turn()
    push(echo)
  end }

muster.move { "play", at = turn, title = "Play", text = "p{card}",
  legal = function() return choose("card", pieces(hand[me()])) end,
  apply = function(piece)
    put(piece, tomb)
    note(rank[piece]) note(meld(tomb, 2)) note(meld:best(tomb, 3))
    next_turn()
  end }

muster.move { "give", at = turn, title = "Give", text = "g{some}",
  legal = function() return choose("some", subsets(hand[me()])) end,
  apply = function(some)
    for piece in chosen(hand[me()], some) do
      note_piece(piece)
      owner[piece] = me()
    end
    next_turn()
  end }

local call = muster.move { "call", at = turn, title = "Call", text = "call",
  legal = function() need(now.ply % 11 == 10 or is_round(now.sum)) end,
  apply = function()
    note(1)
    next_turn()
    push(echo)
  end }
muster.move { "hear", at = echo, title = "Hear", text = "hear",
  apply = function() note(GAIN[me()]) pop() end }
call:oblige("EVERY-1", "now a call is due", function() return now.sum % 16 == 3 end)

muster.move { "rest", at = turn, title = "Rest", text = "rest", reluctant = true, apply = next_turn }

muster.move { "answer", at = reply, title = "Answer", text = "{n}",
  legal = function() return choose("n", range(0, 2)) end,
  apply = function(n)
    note(n * 10 + arg(1)) note(arg(arg(2)))
    pop()
    next_turn()
  end }

muster.setup(function()
  for piece in pieces(box) do
    if kind(piece) == card then put(piece, deck) end
  end
  for zone in home[0] | home[1] do
    if column(zone) % 2 == 0 then
      local piece = pieces(box):pick(function(p) return kind(p) == man end)
      if piece then
        owner[piece] = home[0][zone] and 0 or 1
        put(piece, zone)
      end
    end
  end
  for i = 0, 2 do
    local piece = top(box)
    if piece and kind(piece) == wall then put(piece, at(i * 2, 3)) end
  end
  now.turn, now.other, now.last = 0, 1, at(2, 2)
  go(deal)
end)
muster.scene(require("muster.board").scene { marks = { "w", "b" }, names = { "White", "Black" } })
