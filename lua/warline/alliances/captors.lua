-- Alliances: in Step 2 each General decides on the prisoners whom he took himself (WT-RUL-176).
-- `captor` of a prisoner is the number of that General, 0 for who is none. Generals up to number
-- `heard` have decided in this Step 2; `yours` are the bits of the prisoners who are up now, and
-- the others stand `aside`.

local text = require("muster.text")
local w = require("warline.tactical")
local now, prison = w.state.now, w.state.prison

local aside = muster.field { "aside", of = "piece", hashed = false }
local captor = muster.field { "captor", of = "piece", max = seats }
local hearing = muster.state {
  { "heard", max = seats },
  { "yours", max = (1 << w.state.battalions) - 1, hashed = false },
}
w.maneuver.captured:on(function(unit) captor[unit] = now.general + 1 end)
w.orders.extricated:on(function(unit) captor[unit] = 0 end)
w.combat.slaughtered:on(function(unit) captor[unit] = 0 end)

local POWER = {}
for bit = 0, w.state.battalions - 1 do POWER[bit] = 1 << bit end
muster.move_named("torment"):forbid("WT-RUL-176", "an ally took this prisoner, and decides on it",
  function(who)
    for bit = 0, count(prison[now.active]) - 1 do
      if who // POWER[bit] % 2 > hearing.yours // POWER[bit] % 2 then return true end
    end
    return false
  end)

-- ---- who is up ----------------------------------------------------------------------------------

-- Who of the prisoners is up when this General decides, or nobody? Of those who are alike his own
-- come first then, for a move names the first ones. Returns their bits.
local function bring_up(side, seat)
  for unit in pieces(prison[side]) do aside[unit] = seat and captor[unit] ~= seat + 1 or false end
  local bits = 0
  for i, unit in ipairs(muster.pieces_in(prison[side])) do
    if seat and captor[unit] == seat + 1 then bits = bits + POWER[i - 1] end
  end
  return bits
end
local function have_heard()
  hearing.heard = 0
  for side = 0, 1 do bring_up(side, nil) end
end
w.ending.closings:on(have_heard)

local function seek_torment()
  local side = now.active
  for _, seat in ipairs(w.generals.generals_of[side]) do
    local bits = seat >= hearing.heard and bring_up(side, seat) or 0
    if bits > 0 then
      now.general, hearing.heard, hearing.yours = seat, seat + 1, bits
      return go(w.flow.torment)
    end
  end
  have_heard()
  now.general = w.sides.lead(side)
  go(w.flow.reset_due)
end

-- ---- the line: a prisoner whom not the first General of the side took is written 3S5@2 ----------

local function prison_text(side)
  local first, parts = w.sides.lead(side) + 1, {}
  for i, unit in ipairs(muster.pieces_in(prison[side])) do
    local number = captor[unit]
    parts[i] = { text = muster.piece_text(unit), captor = number, at = i,
      mark = number ~= first and "@" .. number or "" }
  end
  table.sort(parts, function(a, b)
    if a.text == b.text then return a.captor < b.captor end
    return a.at < b.at
  end)
  return text.join(parts, "+", function(part) return part.text .. part.mark end)
end

-- Prisoner and captor that a part such as 3S5@2 names.
local function read_part(side, part)
  local first = w.sides.lead(side) + 1
  local name, digit = text.cut(part, "@")
  if not name then return part, first end
  local number = text.number(digit, seats, 1)
  if not number or w.generals.side(number - 1) ~= side then
    text.expected("pr", "the General of side " .. w.notation.side_names[side]
      .. " who took it, as in " .. name .. "@" .. first, part)
  end
  return name, number
end

-- Note who took whom; the rest of the line was read as ever.
local function read_captors(side, list)
  local units = muster.pieces_in(prison[side])
  for _, unit in ipairs(units) do captor[unit] = 0 end
  for _, part in ipairs(list:split("+")) do
    local name, number = read_part(side, part)
    for _, unit in ipairs(units) do
      if captor[unit] == 0 and muster.piece_text(unit) == name then
        captor[unit] = number
        break
      end
    end
  end
end

-- The same list without captors.
local function plain(list)
  return text.join(list:split("+"), "+", function(part) return text.cut(part, "@") or part end)
end

local entry = w.notation.key("pr")
local read_prison = entry.read
entry.print = w.notation.by_side(prison_text, w.notation.side_names)
function entry.read(value)
  local sides = value:split(",")
  read_prison(text.join(sides, ",", plain))
  for _, part in ipairs(sides) do
    read_captors(text.index("AB", text.sign(part, 1)), part:sub(3))
  end
end

w.reading.readings:on(function(phase, values)
  local named = phase == "TOR" and text.index("1234", text.sign(values.mv or "", 2))
  if named then hearing.heard = named end
end)

w.verify.checks:on(function(check)
  for unit = 0, w.state.battalions - 1 do
    local held = owner[unit] ~= nil and place(unit) == prison[1 - w.generals.side_of(unit)]
    check((captor[unit] > 0) == held, "WT-RUL-176", "a prisoner has a captor, others none")
  end
  check(hearing.heard == 0 or muster.decision_name() == "torment", "WT-RUL-176",
    "a General was heard after Step 2")
end)

return { seek_torment = seek_torment }
