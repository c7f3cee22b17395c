-- The cards of the naive Fantasy Line Battle, and what they do to a state; see fantasy_line.lua.
-- A Character is { name = "C04a", dying = nil | 1 | 2, stun = nil | day, used = nil | true,
-- declared = nil | "T" | "N", down = true while face down }. dying = 2 is the mark ~~: killed by
-- the lowest Spell of the stack.

local C = {}

-- FL DATA-2: name, cost, health, range, damage, targeted damage, mana, survival production, access,
-- movement.
C.CHARACTERS = {}
for line in ([[
C01 Farseer 3 4 2+ 1 - - 1 W -
C02 Merchant 2 6 - - - - 3 - -
C03 Gate_Warden 4 13 1-1 2 - - 1 - STEP
C04 Pikewall_Sergeant 3 8 1-2 2 - - 1 - -
C05 Bog_Brute 5 10 1-1 5 - - 0 - -
C06 Ditch_Militia 1 4 1-1 1 - - 0 - -
C07 Roof_Slinger 2 4 2+ 2 - - 1 - -
C08 Hedge_Archer 3 5 2+ - 2 - 1 - -
C09 Long-Eye_Arbalist 5 7 3+ - 5 - 2 - -
C10 Lantern_Sapper 2 6 1-2 1 - - 0 - SWAP
C11 Ember_Adept 4 4 2-3 1 - 1 1 E -
C12 Chapel_Mender 3 4 - - - 1 1 W -
C13 Grave_Clerk 3 4 2+ 1 - - 1 B -
C14 Dusk_Cutter 4 6 1-2 1 2 - 1 - LEAP
C15 Reed_Charioteer 4 8 1-1 4 - - 1 - LEAP
C16 Twin-Book_Scholar 4 4 - - - 1 1 EW -
C17 Mire_Oracle 5 5 2-3 1 - 1 0 EB -
C18 Oathbound_Prior 5 9 1-2 1 - - 1 WB -
C19 Well_Keeper 3 5 - - - 2 1 - -
C20 Shelf_Warden 2 6 - - - - 1 - -
C21 Drum_Marshal 3 7 2+ 1 - - 0 - SHIFT
C22 Hook_Ferryman 3 7 1-3 1 - - 0 - DRAG
C23 Cairn_Golem 6 17 1-1 3 - - 1 - -
C24 Pyre_Martyr 2 4 1-2 1 - - 0 - -
]]):gmatch("[^\n]+") do
  local id, name, cost, health, range, damage, td, mana, sp, access, movement = line:match(
    "^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$")
  local low, high = range:match("^(%d)[-+](%d?)$")
  C.CHARACTERS[id] = {
    name = name, cost = tonumber(cost), H = tonumber(health),
    low = tonumber(low), high = low and (tonumber(high) or 99), -- FL-RNG-2..6
    D = tonumber(damage) or 0, T = tonumber(td) or 0, M = tonumber(mana) or 0, SP = tonumber(sp),
    access = access, movement = movement ~= "-" and movement or nil,
  }
end

C.CATEGORIES = { "E", "W", "B" } -- FL-DRW-3

function C.card(c) return C.CHARACTERS[c.name:sub(1, 3)] end

function C.is(c, id) return c.name:sub(1, 3) == id end

---------------------------------------------------------------------------------------------
-- States: health, Front, kills
---------------------------------------------------------------------------------------------

-- The Character of a place written as 2.3, and whose it is.
function C.at(s, text)
  local p, place = text:match("^([12])%.(%d+)$")
  return s.pl[tonumber(p)].line[tonumber(place)], tonumber(p), tonumber(place)
end

-- Where a Character lies: the player and the place, or nil.
function C.where(s, c)
  for p = 1, 2 do
    for place, other in ipairs(s.pl[p].line) do
      if other == c then return p, place end
    end
  end
end

local HEALTH = { E11 = true, W08 = true, B02 = true }

-- FL-RUL-58: effective health.
function C.health(s, c)
  local health = C.card(c).H
  for _, effect in ipairs(s.effects) do
    if effect.target == c.name and HEALTH[effect.source] then health = health + effect.amount end
  end
  return math.max(1, health)
end

-- Is there an effect of this Spell? `owner` and `target` narrow it down.
function C.affected(s, source, owner, target)
  for _, effect in ipairs(s.effects) do
    if effect.source == source and (not owner or effect.owner == owner) and
      (not target or effect.target == target) then
      return true
    end
  end
  return false
end

-- The foremost Character of player p that is not Dying (FL-RUL-15).
function C.front(s, p)
  for place, c in ipairs(s.pl[p].line) do
    if not c.dying then return c, place end
  end
end

function C.live_count(s, p)
  local n = 0
  for _, c in ipairs(s.pl[p].line) do
    if not c.dying then n = n + 1 end
  end
  return n
end

-- FL-DYI-1. Section 24: ~~ is for what the lowest Spell and its TD window kill.
function C.kill(s, c)
  assert(not c.dying, "FL-RUL-14: " .. c.name .. " is Dying already")
  c.dying = #s.stack == 1 and 2 or 1
end

-- Damage to the Front of player p (FL-DTF-1, FL-RUL-18).
function C.hit(s, p, n)
  if #s.pl[p].line > 0 then s.pl[p].pool = s.pl[p].pool + n end
end

-- The front target of p whose health his pool covers, or nil (FL-DTF-4).
function C.doomed(s, p)
  local c = C.front(s, p)
  if c and s.pl[p].pool >= C.health(s, c) then return c end
end

function C.pay_front(s, p, c)
  s.pl[p].pool = s.pl[p].pool - C.health(s, c)
  C.kill(s, c)
end

-- FL-RUL-16; who has passed in phase 4 has converted his TD (FL-RUL-17).
function C.front_kills(s)
  if s.opt.frontKill == "phase5Only" then return end
  for p = 1, 2 do
    local later = not s.opt.convertedKillsNow and s.phase:match("4") and s.passed[3 - p]
    local c = not later and C.doomed(s, p)
    while c do
      C.pay_front(s, p, c)
      c = C.doomed(s, p)
    end
  end
end

-- FL-RNG-1..6: by the own place alone; the range `-` never (FL-RUL-27).
function C.in_range(c, place)
  local card = C.card(c)
  return card.low ~= nil and card.low <= place and place <= card.high
end

-- FL-RUL-28: the later end counts.
function C.stun(s, c, k)
  c.stun = math.max(c.stun or 0, s.day + k * s.opt.stunDays - 1)
end

---------------------------------------------------------------------------------------------
-- The yield of a Spell while W03 prevents a part (s.prevent)
---------------------------------------------------------------------------------------------

local function left_of(s, n)
  local prevented = math.min(n, s.prevent or 0)
  if s.prevent then s.prevent = s.prevent - prevented end
  return n - prevented
end

-- Damage to the Front of p's enemy.
local function fd(s, p, n) C.hit(s, 3 - p, left_of(s, n)) end

local function gain(s, p, n)
  n = left_of(s, n)
  s.pl[p].td = s.pl[p].td + n
  s.gained = (s.gained or 0) + n
end

local function effect(s, source, p, c, amount, ends)
  table.insert(s.effects, {
    source = source, owner = p, target = c and c.name, amount = amount, ends = ends,
  })
end

---------------------------------------------------------------------------------------------
-- Targets, as texts of section 25
---------------------------------------------------------------------------------------------

-- Live Characters of player p for which `fits` holds.
local function among(s, p, fits)
  local list = {}
  for place, c in ipairs(s.pl[p].line) do
    if not c.dying and (not fits or fits(c, place)) then list[#list + 1] = p .. "." .. place end
  end
  return list
end

local function friends(s, p) return among(s, p) end -- FL-RUL-54, FL-RUL-55

local function enemies(s, p) return among(s, 3 - p) end

local function can_be_stunned(c) return not C.is(c, "C23") end

local function stunnable(s, p) return among(s, 3 - p, can_be_stunned) end

local function stunned_friends(s, p) return among(s, p, function(c) return c.stun end) end

-- E05
local function not_last(s, p)
  if C.live_count(s, 3 - p) < 2 then return {} end
  local last = #s.pl[3 - p].line
  return among(s, 3 - p, function(_, place) return place < last end)
end

-- B12
local function pairs_of(s, p)
  local list, line = {}, s.pl[3 - p].line
  for place = 1, #line - 1 do
    if not line[place].dying and not line[place + 1].dying then
      list[#list + 1] = 3 - p .. "." .. place .. "-" .. 3 - p .. "." .. place + 1
    end
  end
  return list
end

-- W04; as an answer (i > 1) only those that the answered Spell killed.
local function dying_friends(s, p, i)
  local list = {}
  for place, c in ipairs(s.pl[p].line) do
    if i == 1 and c.dying or i == 2 and c.dying == 2 then list[#list + 1] = p .. "." .. place end
  end
  return list
end

local function dead_friends(s, p)
  local list = {}
  for i = 1, #s.pl[p].dead do list[i] = p .. "d" .. i end
  return list
end

local function lasting(s)
  local list = {}
  for i = 1, #s.effects do list[i] = "#" .. i end
  return list
end

-- W09: every order of the live Characters.
local function orders(s, p)
  local places, list = {}, {}
  for place, c in ipairs(s.pl[p].line) do
    if not c.dying then places[#places + 1] = place end
  end
  if #places < 2 then return list end
  local chosen, taken = {}, {}
  local function choose()
    if #chosen == #places then
      list[#list + 1] = table.concat(chosen, ",")
      return
    end
    for _, place in ipairs(places) do
      if not taken[place] then
        taken[place], chosen[#chosen + 1] = true, place
        choose()
        taken[place], chosen[#chosen] = nil, nil
      end
    end
  end
  choose()
  return list
end

-- All lists of targets that may stand in place of those of the i-th entry of the stack, as joined
-- texts, without the present ones (B05).
local function new_targets(s, i)
  local answered = s.stack[i]
  local spell, list = C.SPELLS[answered.spell], {}
  local now = table.concat(answered.targets, "&")
  if not spell.aimed then return list end
  local legal = spell.targets(s, answered.p, i)
  for _, first in ipairs(legal) do
    if #answered.targets == 1 then
      if first ~= now then list[#list + 1] = first end
    else
      for _, second in ipairs(legal) do
        local text = first .. "&" .. second
        if text ~= now and (not spell.different or first ~= second) then list[#list + 1] = text end
      end
    end
  end
  return list
end

---------------------------------------------------------------------------------------------
-- Spells (FL DATA-3)
---------------------------------------------------------------------------------------------

-- cost; D doubleable, F fork, before / after: the windows in which it is an interrupt, only = never
-- in a normal turn; targets(s, p, i) for the caster p at the i-th entry of the stack; aimed = these
-- are targets that B05 may change; able(s, p, i) = any other condition;
-- act(s, p, k, what, i) with k = 2 where doubled and `what` the target bound by C.bind.
C.SPELLS = {
  E01 = { cost = 1, D = true, F = true, act = function(s, p, k) fd(s, p, k) end },
  E02 = { cost = 3, D = true, act = function(s, p, k) fd(s, p, 4 * k) end },
  E03 = {
    cost = 4,
    able = function(s, p) return s.pl[p].casts == 0 end, -- FL-CST-9, FL-RUL-56
    act = function(s, p) effect(s, "E03", p, nil, 0, "d") end,
  },
  E04 = { cost = 2, F = true, act = function(s, p) gain(s, p, 2) end },
  E05 = {
    cost = 3, aimed = true, targets = not_last,
    act = function(s, p, _, c)
      local _, place = C.where(s, c)
      local line = s.pl[3 - p].line
      if c.dying or not place or place == #line then return end
      table.insert(line, table.remove(line, place))
      C.front_kills(s)
      fd(s, p, 1)
    end,
  },
  E06 = {
    cost = 3, D = true, F = true, different = true, aimed = true, targets = stunnable,
    act = function(s, _, k, c)
      if not c.dying then C.stun(s, c, k) end
    end,
  },
  E07 = { cost = 1, act = function(s, p) effect(s, "E07", p, nil, 0, "d") end },
  E08 = { cost = 3, D = true, act = function(s, p, k) effect(s, "E08", p, nil, k, "tl") end },
  E09 = {
    cost = 2, before = true, only = true,
    able = function(s, _, i) return C.SPELLS[s.stack[i - 1].spell].cost <= 3 end, -- FL-RUL-34
  },
  E10 = { cost = 6, act = function(s, p) gain(s, p, 6) end },
  E11 = {
    cost = 2, D = true, aimed = true, targets = friends,
    act = function(s, p, k, c)
      if not c.dying then effect(s, "E11", p, c, 4 * k, "d") end
    end,
  },
  E12 = {
    cost = 2, F = true, aimed = true, targets = friends,
    act = function(s, p, _, c)
      if not c.dying then effect(s, "E12", p, c, 3, "d") end
    end,
  },

  W01 = {
    cost = 2, D = true,
    act = function(s, p, k) s.pl[p].pool = math.max(0, s.pl[p].pool - 3 * k) end, -- FL-RUL-70
  },
  W02 = { cost = 2, act = function(s, p) fd(s, p, #s.pl[p].dead > 0 and 3 or 2) end },
  W03 = {
    cost = 1, before = true, only = true,
    able = function(s, _, i)
      return ("E01 E02 E04 E05 E10 W02 W10 B01 B04 B09"):find(s.stack[i - 1].spell, 1, true)
    end,
  },
  W04 = {
    cost = 4, after = true, aimed = true, targets = dying_friends,
    act = function(_, _, _, c) c.dying = nil end,
  },
  W05 = {
    cost = 6, aimed = true, targets = dead_friends,
    act = function(s, p, _, place)
      local c = table.remove(s.pl[p].dead, place)
      table.insert(s.pl[p].line, { name = c.name }) -- FL-RUL-63
    end,
  },
  W06 = {
    cost = 1, F = true, after = true, aimed = true, targets = stunned_friends,
    act = function(_, _, _, c)
      if not c.dying then c.stun = nil end
    end,
  },
  W07 = { cost = 2, D = true, act = function(s, p, k) effect(s, "W07", p, nil, 3 * k, "m") end },
  W08 = {
    cost = 3, D = true, aimed = true, targets = friends,
    act = function(s, p, k, c)
      if not c.dying then effect(s, "W08", p, c, 2 * k, "tl") end
    end,
  },
  W09 = {
    cost = 2, targets = orders,
    act = function(s, p, _, order)
      local line, places = s.pl[p].line, {}
      for place, c in ipairs(line) do
        if not c.dying then places[#places + 1] = place end
      end
      assert(#places == #order)
      for i, place in ipairs(places) do line[place] = order[i] end
    end,
  },
  W10 = { cost = 3, D = true, act = function(s, p, k) gain(s, p, 3 * k) end },
  W11 = { cost = 3, act = function(s, p) effect(s, "W11", p, nil, 0, "d") end },
  W12 = {
    cost = 2, F = true, different = true, aimed = true, targets = friends,
    act = function(s, p, _, c)
      if not c.dying then effect(s, "W12", p, c, 0, "d") end
    end,
  },

  B01 = { cost = 1, D = true, F = true, act = function(s, p, k) gain(s, p, k) end },
  B02 = {
    cost = 2, D = true, F = true, aimed = true, targets = enemies,
    act = function(s, p, k, c)
      if not c.dying then effect(s, "B02", p, c, -3 * k, "d") end
    end,
  },
  B03 = {
    cost = 3, D = true,
    act = function(s, p, k)
      local n = math.min(2 * k, s.pl[3 - p].mana)
      s.pl[3 - p].mana, s.pl[p].mana = s.pl[3 - p].mana - n, s.pl[p].mana + n
    end,
  },
  B04 = {
    cost = 1, aimed = true, targets = friends,
    act = function(s, p, _, c)
      if c.dying then return end
      local n = (C.health(s, c) + 1) // 2 -- FL-RUL-57
      C.kill(s, c)
      gain(s, p, n)
    end,
  },
  B05 = {
    cost = 3, before = true, only = true,
    targets = function(s, _, i) return new_targets(s, i - 1) end,
    act = function(s, _, _, targets, i) s.stack[i - 1].targets = targets end,
  },
  B06 = { cost = 4, before = true, only = true },
  B07 = { cost = 3, D = true, act = function(s, p, k) effect(s, "B07", p, nil, k, "tl") end },
  B08 = {
    cost = 2, D = true,
    able = function(s, p)
      local c = C.front(s, 3 - p)
      return c and can_be_stunned(c)
    end,
    act = function(s, p, k)
      local c = C.front(s, 3 - p)
      if c and can_be_stunned(c) then C.stun(s, c, k) end
    end,
  },
  B09 = { cost = 2, act = function(s, p) fd(s, p, math.min(6, 2 * #s.pl[p].dead)) end },
  B10 = {
    cost = 5,
    act = function(s)
      for p = 1, 2 do
        for _, c in ipairs(s.pl[p].line) do
          if not c.dying and C.health(s, c) <= 4 then C.kill(s, c) end
        end
      end
    end,
  },
  B11 = {
    cost = 2, F = true, aimed = true, targets = lasting,
    act = function(s, _, _, gone)
      for i, one in ipairs(s.effects) do
        if one == gone then return table.remove(s.effects, i) end
      end
    end,
  },
  B12 = {
    cost = 2, F = true, aimed = true, targets = pairs_of,
    act = function(s, p, _, pair)
      local _, first = C.where(s, pair[1])
      local _, second = C.where(s, pair[2])
      if pair[1].dying or pair[2].dying or math.abs(first - second) ~= 1 then return end -- T46
      local line = s.pl[3 - p].line
      line[first], line[second] = line[second], line[first]
    end,
  },
}

-- FL-TRM-8: what it does to the Spell under it, when it has resolved.
C.CANCELS = { E09 = true, B06 = true }
C.PREVENTS = { W03 = 3 }

-- The current meaning of an entry's target: a Character, two of them, an effect, a list.
function C.bind(s, entry, text)
  if entry.spell == "B05" then return entry.targets end
  if text:match("^#") then return s.effects[tonumber(text:sub(2))] end
  if text:match("d") then return tonumber(text:match("d(%d+)$")) end
  local first, second = text:match("^(%S+)%-(%S+)$")
  if first then return { (C.at(s, first)), (C.at(s, second)) } end
  if text:match("%.") then return (C.at(s, text)) end
  local order = {}
  for place in text:gmatch("%d+") do
    order[#order + 1] = s.pl[entry.p].line[tonumber(place)]
  end
  return order
end

return C
