-- A second, deliberately simple implementation of the core rules of WARLINE Tactical.
-- It exists only for tests: perft counts, legal moves and positions of the real engine are
-- compared with what this file says. Clearness goes before speed everywhere.
--
-- Covered: two seats, 7x7 field, General 1 (side A, Flaym) against General 2 (side B, Frost),
-- default options. Not covered: arts, terrain, recruiting, Double Time, alliances, relics.
--
-- As a module: parse, print, new, legal, play, perft, invariants.
-- As a script:
--   lua5.4 warline.lua perft DEPTH 'WTP'      number of lines of play of that length
--   lua5.4 warline.lua legal 'WTP'            legal moves, sorted, one per line
--   lua5.4 warline.lua read 'WTP'             the position as it stands after reading
--   lua5.4 warline.lua play 'WTP' MOVE ...    position after every move
--   lua5.4 warline.lua random SEED GAMES MAXPLIES   random games with checks, statistics
--   lua5.4 warline.lua micro                  the micro tests WT-TEST-1..16, 18, 21
--   lua5.4 warline.lua crosscheck             stdin: WTP lines; one line of moves for each
--   lua5.4 warline.lua trace                  stdin: WTP line, then moves; position after each
--
-- A state is a plain table:
--   board[zone] = { rampart = nil | "A" | "B", stack = { battalion, ... bottom to top } }
--   battalion   = { side, arms, face, vigor = nil | "+" | "-", stun, sac, eight }
--   ph, mv, tn, id, rt        as in the position line (WT-DATA-12)
--   ct   = nil | list of zones            mn = nil | { zone, ma, attacked, paid, deed }
--   pc   = nil | Arms of the prisoner just taken
--   un, pr = lists of Arms by side        gy, rs, rd, st = numbers by side
--            (pr.A: prisoners held by A; gy.A: dead lying in A's Graveyard, owned by B)
--   seen = positions of earlier turn ends (WT-RUL-109), not printed
--   start = what was there when the state was made, for the invariants, not printed

local M = {}

local OTHER = { A = "B", B = "A" }
local OWNER = { A = "1F", B = "2I" }              -- General and kingdom (WT-RUL-11)
local SIDE_OF = { ["1F"] = "A", ["2I"] = "B" }
local FACES = { "n", "e", "s", "w" }              -- WT-DATA-9
local LEFT = { n = "w", w = "s", s = "e", e = "n" }
local RIGHT = { n = "e", e = "s", s = "w", w = "n" }
local HOME_ROW = { A = 1, B = 7 }                 -- WT-RUL-77
local DEPLOY_ROWS = { A = { 1, 2, 3 }, B = { 5, 6, 7 } }
local STEP = { n = { 0, 1 }, e = { 1, 0 }, s = { 0, -1 }, w = { -1, 0 } }

---------------------------------------------------------------------------------------------
-- Small helpers
---------------------------------------------------------------------------------------------

local function copy(value)
  if type(value) ~= "table" then return value end
  local result = {}
  for k, v in pairs(value) do result[k] = copy(v) end
  return result
end

local function zone_name(column, row)
  return string.sub("abcdefg", column, column) .. row
end

-- All zones in the order a1, b1 ... g1, a2 ... g7 (WT-RUL-20, WT-RUL-239).
local ZONES = {}
for row = 1, 7 do
  for column = 1, 7 do ZONES[#ZONES + 1] = zone_name(column, row) end
end

local IS_ZONE = {}
for _, zone in ipairs(ZONES) do IS_ZONE[zone] = true end

-- The zone next to `zone` in direction `face`, or nil beyond the edge (WT-MOV-2, WT-MOV-3).
local function ahead(zone, face)
  local column = string.byte(zone, 1) - string.byte("a") + 1 + STEP[face][1]
  local row = tonumber(string.sub(zone, 2)) + STEP[face][2]
  if column < 1 or column > 7 or row < 1 or row > 7 then return nil end
  return zone_name(column, row)
end

local function neighbours(zone)
  local list = {}
  for _, face in ipairs(FACES) do
    local other = ahead(zone, face)
    if other then list[#list + 1] = other end
  end
  return list
end

local function row_of(zone)
  return tonumber(string.sub(zone, 2))
end

local function top(state, zone)
  local stack = state.board[zone].stack
  return stack[#stack]
end

-- WT-RUL-12: neither a battalion nor a rampart.
local function unoccupied(state, zone)
  return #state.board[zone].stack == 0 and not state.board[zone].rampart
end

local function each_battalion(state, visit)
  for _, zone in ipairs(ZONES) do
    for level, b in ipairs(state.board[zone].stack) do visit(b, zone, level) end
  end
end

local function contains(list, value)
  for _, v in ipairs(list) do
    if v == value then return true end
  end
  return false
end

local function falling(list)
  local result = copy(list)
  table.sort(result, function(x, y) return x > y end)
  return result
end

local function rising(list)
  local result = copy(list)
  table.sort(result)
  return result
end

local function remove_value(list, value)
  for i, v in ipairs(list) do
    if v == value then
      table.remove(list, i)
      return
    end
  end
  error("value not in list: " .. tostring(value))
end

---------------------------------------------------------------------------------------------
-- Writing a position (WT-DATA-12, WT-RUL-239, WT-RUL-249)
---------------------------------------------------------------------------------------------

local function battalion_text(b, with_marks)
  local text = OWNER[b.side] .. b.arms .. b.face
  if with_marks then
    text = text .. (b.vigor or "")
    if b.stun then text = text .. "!" end
    if b.sac then text = text .. "%" end
    if b.eight then text = text .. "^" end
  end
  return text
end

local function board_text(state, with_marks)
  local rows = {}
  for row = 7, 1, -1 do
    local cells = {}
    local empty = 0
    for column = 1, 7 do
      local cell = state.board[zone_name(column, row)]
      local text = ""
      if cell.rampart then text = "[" .. OWNER[cell.rampart] .. "]" end
      for _, b in ipairs(cell.stack) do text = text .. battalion_text(b, with_marks) end
      if text == "" then
        empty = empty + 1
      else
        if empty > 0 then cells[#cells + 1] = tostring(empty) end
        empty = 0
        cells[#cells + 1] = text
      end
    end
    if empty > 0 then cells[#cells + 1] = tostring(empty) end
    rows[#rows + 1] = table.concat(cells, ",")
  end
  return table.concat(rows, "/")
end

local function prison_text(state)
  local sides = {}
  for _, side in ipairs({ "A", "B" }) do
    local list = {}
    for _, arms in ipairs(falling(state.pr[side])) do
      list[#list + 1] = OWNER[OTHER[side]] .. arms
    end
    if #list > 0 then sides[#sides + 1] = side .. ":" .. table.concat(list, "+") end
  end
  return table.concat(sides, ",")
end

local function graveyard_text(state)
  local sides = {}
  for _, side in ipairs({ "A", "B" }) do
    if state.gy[side] > 0 then
      sides[#sides + 1] = side .. ":" .. OWNER[OTHER[side]] .. "*" .. state.gy[side]
    end
  end
  return table.concat(sides, ",")
end

local function undeployed_text(state)
  local sides = {}
  for _, side in ipairs({ "A", "B" }) do
    local general, kingdom = OWNER[side]:sub(1, 1), OWNER[side]:sub(2, 2)
    local text = ""
    for _, arms in ipairs(rising(state.un[side])) do text = text .. kingdom .. arms end
    if text ~= "" then sides[#sides + 1] = general .. ":" .. text end
  end
  return table.concat(sides, ",")
end

local function ramparts_text(counts)
  local list = {}
  for _, side in ipairs({ "A", "B" }) do
    if counts[side] > 0 then list[#list + 1] = OWNER[side] .. counts[side] end
  end
  return table.concat(list, ",")
end

local function maneuver_text(mn)
  local flags = ""
  if mn.attacked then flags = flags .. "a" end
  if mn.paid then flags = flags .. "p" end
  if mn.deed then flags = flags .. "x" end
  return mn.zone .. ":" .. mn.ma .. ":" .. flags
end

function M.print(state)
  local line = "WT1 7x7 " .. board_text(state, true)
  local function field(key, value, default)
    if value ~= default and value ~= "" then line = line .. " " .. key .. "=" .. value end
  end
  field("ph", state.ph, "ORD")
  field("mv", state.mv, "A")
  field("tn", tostring(state.tn), "1")
  if state.ct then field("ct", table.concat(state.ct, "+")) end
  if state.mn then field("mn", maneuver_text(state.mn)) end
  if state.pc then field("pc", "torm@" .. OWNER[OTHER[state.mv]] .. state.pc) end
  field("un", undeployed_text(state))
  field("pr", prison_text(state))
  field("gy", graveyard_text(state))
  field("rs", ramparts_text(state.rs))
  field("rd", ramparts_text(state.rd))
  field("st", "A:" .. state.st.A .. ",B:" .. state.st.B, "A:0,B:0")
  field("id", tostring(state.id), "0")
  if state.rt then field("rt", state.rt) end
  return line
end

---------------------------------------------------------------------------------------------
-- Attack (WT-DATA-10, procedure attack)
---------------------------------------------------------------------------------------------

-- The top battalion of `zone` has just been put there. It strikes down the stack.
-- Returns true if a surviving victim lost Arms, so that its facing must be set (WT-RUL-46);
-- it is then turned to `face`, if one is given.
local function attack(state, zone, face)
  local stack = state.board[zone].stack
  while true do
    local striker = stack[#stack]
    local victim = stack[#stack - 1]
    if not victim or victim.side == striker.side then return false end  -- WT-STACK-6
    victim.stun = nil                                                   -- WT-ATK-8, WT-RUL-49
    victim.sac = nil
    local loss = striker.arms                                           -- WT-ATK-2, WT-RUL-45
    if victim.vigor == "+" then loss = math.min(loss, 1) end            -- WT-ATK-3, WT-RUL-55
    if victim.vigor == "-" then loss = 0 end
    if victim.vigor and loss > 0 then victim.vigor = "-" end
    victim.arms = victim.arms - loss
    if victim.arms > 0 then
      if loss > 0 and face then victim.face = face end                  -- WT-ATK-6, WT-CTR-4
      return loss > 0
    end
    table.remove(stack, #stack - 1)                                     -- WT-SLA-1
    state.gy[striker.side] = state.gy[striker.side] + 1
  end                                                                   -- WT-STACK-5
end

-- WT-RUL-19: counter attack due for `side` in this zone?
local function counter_due(state, zone, side)
  local stack = state.board[zone].stack
  local upper, lower = stack[#stack], stack[#stack - 1]
  return upper and lower and upper.side ~= side and lower.side == side
end

-- WT-CTR-2..7, WT-RUL-22. Returns what attack() returns.
local function counter_attack(state, zone, face)
  local stack = state.board[zone].stack
  local striker = table.remove(stack, #stack - 1)
  stack[#stack + 1] = striker
  return attack(state, zone, face)
end

---------------------------------------------------------------------------------------------
-- Capability tests for Paralyze and Blunt (WT-RUL-98, WT-DATA-11, core lists)
---------------------------------------------------------------------------------------------

local function has_free_neighbour(state, zone)
  for _, other in ipairs(neighbours(zone)) do
    if not state.board[other].rampart then return true end
  end
  return false
end

-- Question Q of WT-DATA-11 for `side`, asked about the stack that `state` has in `zone`.
local function stack_can_move(state, side, zone)
  local stack = state.board[zone].stack
  local t = stack[#stack]
  if not t then return false end
  if t.side ~= side then                                       -- Q1
    if not counter_due(state, zone, side) then return false end
    local later = copy(state)
    counter_attack(later, zone, nil)
    return stack_can_move(later, side, zone)
  end
  if #stack == 1 then                                          -- Q2
    return has_free_neighbour(state, zone) or t.arms >= 4
  end
  local front = ahead(zone, t.face)                            -- Q3
  if front and not state.board[front].rampart then return true end
  if t.arms >= 2 and has_free_neighbour(state, zone) then return true end
  for gift = 0, t.arms - 1 do
    local later = copy(state)
    local rest = later.board[zone].stack
    table.remove(rest)                                         -- t is sacrificed
    local below = rest[#rest]
    if gift > 0 then below.arms = below.arms + gift end
    local allowed = gift == 0 or (below.side == side and below.arms <= 6)
    if allowed and stack_can_move(later, side, zone) then return true end
  end
  return false
end

-- WT-RUL-99, WT-RUL-100, WT-RUL-101
local function paralyzed(state, side)
  if #state.pr[OTHER[side]] > 0 then return false end
  for _, zone in ipairs(ZONES) do
    -- after the next Step 1 of the side; from then on no Vigor holds (WT-RUL-98)
    local later = copy(state)
    if counter_due(later, zone, side) then counter_attack(later, zone, nil) end
    for _, battalion in ipairs(later.board[zone].stack) do battalion.vigor = nil end
    if stack_can_move(later, side, zone) then return false end
  end
  return true
end

-- The connected sets of zones without rampart.
local function pockets(state)
  local result = {}
  local visited = {}
  for _, first in ipairs(ZONES) do
    if not visited[first] and not state.board[first].rampart then
      local pocket = { first }
      visited[first] = true
      local i = 1
      while pocket[i] do
        for _, other in ipairs(neighbours(pocket[i])) do
          if not visited[other] and not state.board[other].rampart then
            visited[other] = true
            pocket[#pocket + 1] = other
          end
        end
        i = i + 1
      end
      result[#result + 1] = pocket
    end
  end
  return result
end

local function borders_rampart(state, pocket)
  for _, zone in ipairs(pocket) do
    for _, other in ipairs(neighbours(zone)) do
      if state.board[other].rampart then return true end
    end
  end
  return false
end

-- No enemy above it in its stack.
local function is_free(state, zone, level)
  local stack = state.board[zone].stack
  for higher = level + 1, #stack do
    if stack[higher].side ~= stack[level].side then return false end
  end
  return true
end

-- A free battalion in a pocket of two or more zones that can leave its place.
local function is_mobile(state, zone, level)
  local b = state.board[zone].stack[level]
  local front = ahead(zone, b.face)
  return level == 1 or b.arms >= 2 or (front ~= nil and not state.board[front].rampart)
end

-- WT-RUL-103, WT-DATA-11: can `side` ever take an Aggressive Action (WT-VIC-7)?
local function can_be_aggressive(state, side)
  local enemy = OTHER[side]
  -- 1: a counter attack that is due, or falls due
  for _, zone in ipairs(ZONES) do
    local stack = state.board[zone].stack
    local highest = nil
    for level, b in ipairs(stack) do
      if b.side == enemy then highest = level end
    end
    if highest and highest > 1 and stack[highest - 1].side == side then return true end
  end
  -- 2: an extrication (WT-RUL-104)
  if #state.pr[enemy] > 0 then
    for _, zone in ipairs(ZONES) do
      if row_of(zone) == HOME_ROW[side] and not state.board[zone].rampart then
        local enemy_there = false
        for _, b in ipairs(state.board[zone].stack) do
          if b.side == enemy then enemy_there = true end
        end
        if not enemy_there then return true end
      end
    end
  end
  for _, pocket in ipairs(pockets(state)) do
    local mobile, enemy_there, only_own = false, false, true
    local spare = 0
    for _, zone in ipairs(pocket) do
      for level, b in ipairs(state.board[zone].stack) do
        if b.side == enemy then
          enemy_there = true
          only_own = false
        elseif is_free(state, zone, level) then
          spare = spare + b.arms - 1
          if #pocket >= 2 and is_mobile(state, zone, level) then mobile = true end
        end
      end
    end
    -- 3: an attack
    if mobile and enemy_there then return true end
    -- 4: a hammer made in a pocket of some size
    if #pocket >= 2 and spare >= 3 then
      if borders_rampart(state, pocket) or state.rs[side] > 0 then return true end
    end
    -- 5: a hammer made in a single walled zone
    if #pocket == 1 and only_own and spare >= 3 and borders_rampart(state, pocket) then
      return true
    end
  end
  return false
end

-- WT-BLU-2, WT-RUL-105
local function has_hammer(state, side)
  local found = false
  each_battalion(state, function(b)
    if b.side == side and b.arms >= 4 then found = true end
  end)
  for _, arms in ipairs(state.pr[OTHER[side]]) do
    if arms >= 4 then found = true end
  end
  return found
end

---------------------------------------------------------------------------------------------
-- End of a turn (WT-DATA-6, WT-DATA-10 END-TURN)
---------------------------------------------------------------------------------------------

-- Best condition first: points, then the tie-breaker order (WT-RUL-95).
local CONDITIONS = { "shackle", "crush", "paralyze", "blunt", "overpower" }
local POINTS = { shackle = 5, crush = 3, paralyze = 3, blunt = 2, overpower = 1 }

local function conditions_of(state, side)
  local enemy = OTHER[side]
  local holds = {}
  holds.overpower = state.gy[side] >= 5                         -- WT-OVER-1
  holds.crush = state.gy[side] >= 6                             -- WT-OVER-2
  holds.shackle = #state.pr[side] >= 3                          -- WT-SHAC-1
  holds.paralyze = paralyzed(state, enemy)                      -- WT-PAR-1
  holds.blunt = not can_be_aggressive(state, enemy) and has_hammer(state, side)  -- WT-BLU-1, 2
  return holds
end

-- Total Arms and number of the living of a side (WT-RUL-107).
local function strength(state, side)
  local arms, number = 0, 0
  each_battalion(state, function(b)
    if b.side == side then
      arms = arms + b.arms
      number = number + 1
    end
  end)
  for _, a in ipairs(state.pr[OTHER[side]]) do
    arms = arms + a
    number = number + 1
  end
  return arms, number
end

-- WT-RUL-109: board without marks, Prisons, side to move next.
local function turn_end_key(state)
  return board_text(state, false) .. " " .. prison_text(state) .. " " .. OTHER[state.mv]
end

local function turn_was_idle(state)
  return state.id ~= "x" and state.seen[turn_end_key(state)] == true
end

-- WT-DATA-10: marks that do not outlive the turn.
local function clear_turn_marks(state)
  each_battalion(state, function(b)
    b.eight = nil
    if b.vigor == "-" then b.vigor = "+" end
  end)
end

-- WT-RUL-249 for what the line says when all is over.
local function finish(state, winner, name, points)
  if not turn_was_idle(state) then state.id = 0 end
  clear_turn_marks(state)
  state.ct, state.mn, state.pc = nil, nil, nil
  state.ph = "OVER"
  state.rt = winner .. ":" .. name .. ":" .. points
end

-- WT-END-2..5
local function divisive(state)
  local arms_a, number_a = strength(state, "A")
  local arms_b, number_b = strength(state, "B")
  if arms_a ~= arms_b then
    finish(state, arms_a > arms_b and "A" or "B", "forced", 1)
  elseif number_a ~= number_b then
    finish(state, number_a > number_b and "A" or "B", "forced", 1)
  else
    finish(state, "-", "stalemate", -1)
  end
end

local function end_turn(state)
  clear_turn_marks(state)
  state.mn, state.pc = nil, nil
  local holds = { A = conditions_of(state, "A"), B = conditions_of(state, "B") }
  local both_incapable = not can_be_aggressive(state, "A") and not can_be_aggressive(state, "B")
  if both_incapable then                                        -- WT-RUL-106
    holds.A.blunt = false
    holds.B.blunt = false
  end
  local best = {}
  for _, side in ipairs({ "A", "B" }) do
    for _, name in ipairs(CONDITIONS) do
      if holds[side][name] and not best[side] then best[side] = name end
    end
  end
  if best.A and best.B then return divisive(state) end          -- WT-END-1
  if best.A then return finish(state, "A", best.A, POINTS[best.A]) end
  if best.B then return finish(state, "B", best.B, POINTS[best.B]) end
  if both_incapable then return divisive(state) end             -- WT-BLU-3
  local idle = turn_was_idle(state)                             -- WT-END-6, WT-RUL-109
  if idle and state.id + 1 >= 6 then return finish(state, "-", "resolve", -10) end
  state.id = idle and state.id + 1 or 0
  state.seen[turn_end_key(state)] = true
  state.mv = OTHER[state.mv]
  state.tn = state.tn + 1
  state.ph = "CTR"
  state.ct = nil
end

-- The order of this turn is done (WT-ORD-4). A second Stall in a row loses at once (WT-RUL-89).
local function end_order(state, was_stall)
  if was_stall then
    state.st[state.mv] = state.st[state.mv] + 1
    if state.st[state.mv] >= 2 then return finish(state, OTHER[state.mv], "forced", 1) end
  else
    state.st[state.mv] = 0                                      -- WT-RUL-90
  end
  end_turn(state)
end

local function end_maneuver(state)
  local mn = state.mn
  local stack = state.board[mn.zone].stack
  if mn.attacked and #stack == 1 then                           -- WT-VIG-1, WT-VIG-6
    each_battalion(state, function(b)                           -- the one Vigor marker moves
      if b.side == state.mv then b.vigor = nil end
    end)
    stack[1].vigor = "+"
  end
  end_order(state, not mn.deed)                                 -- WT-MAN-10, WT-RUL-38
end

---------------------------------------------------------------------------------------------
-- Actions of a running maneuver
---------------------------------------------------------------------------------------------

-- The zones on which the actor may build (WT-BUILD-2, WT-BUILD-3, WT-RUL-69).
local function build_zones(state)
  local side = state.mv
  local linked = { [state.mn.zone] = true }
  local grown = true
  while grown do
    grown = false
    for _, zone in ipairs(ZONES) do
      if state.board[zone].rampart == side and not linked[zone] then
        for _, other in ipairs(neighbours(zone)) do
          if linked[other] then
            linked[zone] = true
            grown = true
            break
          end
        end
      end
    end
  end
  local result = {}
  for _, zone in ipairs(ZONES) do
    if unoccupied(state, zone) then
      for _, other in ipairs(neighbours(zone)) do
        if linked[other] then
          result[#result + 1] = zone
          break
        end
      end
    end
  end
  return result
end

local function is_border(zone)
  return #neighbours(zone) < 4
end

local function move_forward(state, face)                        -- WT-MOV-1, WT-MOV-2
  local mn = state.mn
  local mover = table.remove(state.board[mn.zone].stack)
  local target = ahead(mn.zone, mover.face)
  local stack = state.board[target].stack
  local enemy_there = #stack > 0 and stack[#stack].side ~= mover.side
  stack[#stack + 1] = mover
  mn.zone = target
  mn.ma = mn.ma - 1
  mn.paid = true
  mn.deed = true
  if not enemy_there then return false end                      -- WT-RUL-48
  mn.attacked = true
  state.id = "x"
  return attack(state, target, face)
end

-- Everything the actor can do now, the end of the maneuver left aside (WT-DATA-2).
local function actions(state)
  local list = {}
  local mn = state.mn
  local actor = top(state, mn.zone)
  local bare = #state.board[mn.zone].stack == 1
  local front = ahead(mn.zone, actor.face)
  if mn.ma >= 1 and front and not state.board[front].rampart then    -- WT-MOV-7
    local victim = top(state, front)
    if victim and victim.side ~= actor.side then
      if move_forward(copy(state), nil) then
        for _, face in ipairs(FACES) do list[#list + 1] = "f" .. face end
      else
        list[#list + 1] = "f-"
      end
    else
      list[#list + 1] = "f"
    end
  end
  if not bare then return list end                              -- WT-STACK-3
  if mn.ma >= 1 then
    list[#list + 1] = "l"                                       -- WT-FACE-2
    list[#list + 1] = "r"
    local victim = front and top(state, front)
    if victim and victim.side ~= actor.side then                -- WT-ROUT-6, WT-ROUT-7
      for _, zone in ipairs(neighbours(front)) do               -- WT-RUL-63
        if unoccupied(state, zone) then list[#list + 1] = "u:" .. zone end
      end
      if is_border(front) then list[#list + 1] = "u:out" end    -- WT-ROUT-10, WT-RUL-62
    end
    if state.rs[actor.side] > 0 then                            -- WT-RUL-70
      for _, zone in ipairs(build_zones(state)) do list[#list + 1] = "b:" .. zone end
    end
  end
  if actor.arms >= 4 and front and state.board[front].rampart then   -- WT-DEMO-2, WT-DEMO-3
    local cost = state.board[front].rampart == actor.side and 0 or 1 -- WT-DEMO-6, WT-DEMO-7
    if mn.ma >= cost then list[#list + 1] = "x" end
  end
  return list
end

local function do_face(state, action)
  local actor = top(state, state.mn.zone)
  actor.face = (action == "l" and LEFT or RIGHT)[actor.face]
  state.mn.ma = state.mn.ma - 1
  state.mn.paid = true
end

local function do_build(state, zone)
  state.board[zone].rampart = state.mv
  state.rs[state.mv] = state.rs[state.mv] - 1
  state.mn.ma = state.mn.ma - 1
  state.mn.paid = true
  state.mn.deed = true
  state.id = "x"
end

local function do_destroy(state)
  local mn = state.mn
  local front = ahead(mn.zone, top(state, mn.zone).face)
  local owner = state.board[front].rampart
  state.board[front].rampart = nil
  state.rd[owner] = state.rd[owner] + 1                         -- WT-DEMO-8
  if owner ~= state.mv then
    mn.ma = mn.ma - 1
    mn.paid = true
  end
  mn.deed = true
  state.id = "x"
end

local function do_rout(state, destination)                      -- WT-DATA-10, procedure rout
  local mn = state.mn
  local front = ahead(mn.zone, top(state, mn.zone).face)
  local victim = table.remove(state.board[front].stack)
  mn.ma = 0                                                     -- WT-ROUT-2
  mn.paid = true
  mn.deed = true
  mn.attacked = false                                           -- WT-RUL-54
  state.id = "x"
  if destination == "out" then                                  -- WT-PRIS-1, WT-RUL-66, 67
    table.insert(state.pr[state.mv], victim.arms)
    state.pc = victim.arms                                      -- WT-TORM-4, WT-RUL-26
    return
  end
  each_battalion(state, function(b)                             -- the one Stun marker moves
    if b.side == victim.side then b.stun = nil end
  end)
  victim.sac = nil                                              -- WT-RUL-68
  victim.stun = true                                            -- WT-STUN-1
  for _, face in ipairs(FACES) do                               -- WT-ROUT-5
    if ahead(front, face) == destination then victim.face = face end
  end
  table.insert(state.board[destination].stack, victim)
  end_maneuver(state)                                           -- WT-RUL-37
end

-- WT-TORM-1, WT-TORM-2
local function torment(state, arms)
  remove_value(state.pr[state.mv], arms)
  if arms > 1 then
    table.insert(state.pr[state.mv], arms - 1)
  else
    state.gy[state.mv] = state.gy[state.mv] + 1
  end
  state.id = "x"
end

---------------------------------------------------------------------------------------------
-- Automatic work: goes on until somebody has to decide (WT-RUL-238, WT-RUL-240)
---------------------------------------------------------------------------------------------

local function marked_zone(state, side)
  local found, found_level
  each_battalion(state, function(b, zone, level)
    if b.side == side and b.sac then found, found_level = zone, level end
  end)
  return found, found_level
end

local function settle(state)
  while true do
    local ph, side = state.ph, state.mv
    if ph == "DEP" then
      if #state.un[side] > 0 then return end
      if #state.un[OTHER[side]] > 0 then                        -- WT-RUL-15
        state.mv = OTHER[side]
      else
        state.ph = "FIRST"                                      -- WT-DEP-8
        state.mv = "A"
      end
    elseif ph == "CTR" then                                     -- WT-CTR-1, WT-RUL-20
      if not state.ct then
        state.ct = {}
        for _, zone in ipairs(ZONES) do
          if counter_due(state, zone, side) then table.insert(state.ct, zone) end
        end
      end
      if #state.ct > 0 then return end
      state.ct = nil
      state.ph = "TOR"
    elseif ph == "TOR" then
      if #state.pr[side] > 0 then return end
      state.ph = "RST"
    elseif ph == "RST" then                                     -- WT-TOK-1, WT-TOK-2
      each_battalion(state, function(b)
        if b.side == side then b.vigor = nil else b.stun = nil end
      end)
      state.ph = marked_zone(state, side) and "SAC" or "ORD"
    elseif ph == "SAC" then
      local zone, level = marked_zone(state, side)
      if not zone then return end
      table.remove(state.board[zone].stack, level)              -- WT-SACR-1..3
      state.gy[OTHER[side]] = state.gy[OTHER[side]] + 1
      state.id = "x"
    elseif ph == "MAN" then
      if state.pc or #actions(state) > 0 then return end
      end_maneuver(state)                                       -- WT-RUL-35
    else
      return                                                    -- FIRST, ORD, OVER
    end
  end
end

---------------------------------------------------------------------------------------------
-- Reading a position
---------------------------------------------------------------------------------------------

local function parse_zone(text)
  local cell = { stack = {} }
  local owner, rest = text:match("^%[(%d%u)%](.*)$")
  if owner then
    cell.rampart = SIDE_OF[owner] or error("unknown rampart " .. owner)
    if rest ~= "" then error("battalion on a rampart: " .. text) end
    return cell
  end
  rest = text
  while rest ~= "" do
    local who, arms, face, marks, after = rest:match("^(%d%u)([1-6])([nesw])([^%d]*)(.*)$")
    if not who or not SIDE_OF[who] then error("bad zone " .. text) end
    local b = { side = SIDE_OF[who], arms = tonumber(arms), face = face }
    for mark in marks:gmatch(".") do
      if mark == "+" or mark == "-" then
        b.vigor = mark
      elseif mark == "!" then
        b.stun = true
      elseif mark == "%" then
        b.sac = true
      elseif mark == "^" then
        b.eight = true
      else
        error("unknown mark in " .. text)
      end
    end
    table.insert(cell.stack, b)
    rest = after
  end
  return cell
end

local function parse_board(state, text)
  local row = 7
  for row_text in (text .. "/"):gmatch("([^/]*)/") do
    if row < 1 then error("too many rows") end
    local column = 1
    for cell_text in (row_text .. ","):gmatch("([^,]*),") do
      if cell_text:match("^%d+$") then
        for _ = 1, tonumber(cell_text) do
          if column > 7 then error("row " .. row .. " is too long") end
          state.board[zone_name(column, row)] = { stack = {} }
          column = column + 1
        end
      else
        if column > 7 or cell_text == "" then error("row " .. row .. " is wrong") end
        state.board[zone_name(column, row)] = parse_zone(cell_text)
        column = column + 1
      end
    end
    if column ~= 8 then error("row " .. row .. " is too short") end
    row = row - 1
  end
  if row ~= 0 then error("too few rows") end
end

local PHASES = { "DEP", "FIRST", "CTR", "TOR", "RST", "SAC", "ORD", "MAN", "OVER" }
local FIXED = { vr = "-", sd = "A:1,B:2", hm = "A:s,B:n", fd = "A", nb = "6", cp = "-", od = "0/1",
  rx = "-", op = "-" }

local function parse_ramparts(counts, value)
  for item in value:gmatch("[^,]+") do
    local owner, number = item:match("^(%d%u)(%d+)$")
    if not owner or not SIDE_OF[owner] then error("bad ramparts " .. value) end
    counts[SIDE_OF[owner]] = tonumber(number)
  end
end

local function parse_field(state, key, value)
  if FIXED[key] then
    if value ~= FIXED[key] then error("not a core position: " .. key .. "=" .. value) end
  elseif key == "ph" then
    if not contains(PHASES, value) then error("unknown phase " .. value) end
    state.ph = value
  elseif key == "mv" then
    if not OTHER[value] then error("unknown side " .. value) end
    state.mv = value
  elseif key == "tn" then
    state.tn = math.tointeger(tonumber(value)) or error("bad tn")
  elseif key == "id" then
    state.id = value == "x" and "x" or math.tointeger(tonumber(value)) or error("bad id")
  elseif value == "-" then
    return                                                      -- an empty list
  elseif key == "ct" then
    state.ct = {}
    for zone in value:gmatch("[^+]+") do table.insert(state.ct, zone) end
  elseif key == "mn" then
    local zone, ma, flags = value:match("^(%a%d):(%d+):([apx]*)$")
    if not zone then error("bad mn " .. value) end
    state.mn = { zone = zone, ma = tonumber(ma) }
    state.mn.attacked = flags:find("a") ~= nil
    state.mn.paid = flags:find("p") ~= nil
    state.mn.deed = flags:find("x") ~= nil
  elseif key == "pc" then
    local arms = value:match("^torm@%d%u([1-6])$") or error("bad pc " .. value)
    state.pc = tonumber(arms)
  elseif key == "un" then
    for item in value:gmatch("[^,]+") do
      local general, list = item:match("^([12]):(.*)$")
      if not general then error("bad un " .. value) end
      local side = general == "1" and "A" or "B"
      for kingdom, arms in list:gmatch("(%u)(%d)") do
        if general .. kingdom ~= OWNER[side] then error("bad un " .. value) end
        table.insert(state.un[side], tonumber(arms))
      end
    end
  elseif key == "pr" then
    for item in value:gmatch("[^,]+") do
      local side, list = item:match("^([AB]):(.*)$")
      if not side then error("bad pr " .. value) end
      for prisoner in list:gmatch("[^+]+") do
        local owner, arms = prisoner:match("^(%d%u)([1-6])$")
        if owner ~= OWNER[OTHER[side]] then error("bad pr " .. value) end
        table.insert(state.pr[side], tonumber(arms))
      end
    end
  elseif key == "gy" then
    for item in value:gmatch("[^,]+") do
      local side, owner, number = item:match("^([AB]):(%d%u)%*(%d+)$")
      if not side or owner ~= OWNER[OTHER[side]] then error("bad gy " .. value) end
      state.gy[side] = tonumber(number)
    end
  elseif key == "rs" then
    parse_ramparts(state.rs, value)
  elseif key == "rd" then
    parse_ramparts(state.rd, value)
  elseif key == "st" then
    for side, number in value:gmatch("([AB]):(%d+)") do state.st[side] = tonumber(number) end
  elseif key == "rt" then
    state.rt = value
  else
    error("unknown key " .. key)
  end
end

-- What the state contains, for comparing later (WT-INV-1, WT-INV-2, WT-INV-3).
local function inventory(state)
  local result = { battalions = {}, ramparts = {}, arms = {} }
  for _, side in ipairs({ "A", "B" }) do
    local arms, number = strength(state, side)
    for _, a in ipairs(state.un[side]) do arms = arms + a end
    result.arms[side] = arms
    result.battalions[side] = number + #state.un[side] + state.gy[OTHER[side]]
    local walls = state.rs[side] + state.rd[side]
    for _, zone in ipairs(ZONES) do
      if state.board[zone].rampart == side then walls = walls + 1 end
    end
    result.ramparts[side] = walls
  end
  return result
end

local function check_read(state)
  if state.ct then
    if state.ph ~= "CTR" then error("ct outside CTR") end
    for _, zone in ipairs(state.ct) do
      if not IS_ZONE[zone] or not counter_due(state, zone, state.mv) then error("wrong ct") end
    end
    local sorted = {}
    for _, zone in ipairs(ZONES) do
      if contains(state.ct, zone) then table.insert(sorted, zone) end
    end
    state.ct = sorted
  end
  if (state.mn ~= nil) ~= (state.ph == "MAN") then error("mn and ph=MAN belong together") end
  if state.mn then
    local actor = IS_ZONE[state.mn.zone] and top(state, state.mn.zone)
    if not actor or actor.side ~= state.mv then error("no actor at mn") end
  end
  if state.pc and (not state.mn or not contains(state.pr[state.mv], state.pc)) then
    error("wrong pc")
  end
  if (state.rt ~= nil) ~= (state.ph == "OVER") then error("rt and ph=OVER belong together") end
end

function M.parse(line)
  local state = {
    board = {}, ph = "ORD", mv = "A", tn = 1, id = 0,
    un = { A = {}, B = {} }, pr = { A = {}, B = {} },
    gy = { A = 0, B = 0 }, rs = { A = 0, B = 0 }, rd = { A = 0, B = 0 }, st = { A = 0, B = 0 },
    seen = {},
  }
  local board, fields = line:match("^WT1 7x7 (%S+)(.*)$")
  if not board then error("not a position line of a 7x7 field") end
  parse_board(state, board)
  local known = {}
  for field in fields:gmatch("%S+") do
    local key, value = field:match("^(%l%l)=(%S+)$")
    if not key or known[key] then error("bad field " .. field) end
    known[key] = true
    parse_field(state, key, value)
  end
  check_read(state)
  state.start = inventory(state)
  settle(state)
  if state.ph == "DEP" and #M.legal(state) == 0 then error("WT-RUL-248: nowhere to deploy") end
  return state
end

function M.new()
  return M.parse("WT1 7x7 7/7/7/7/7/7/7 ph=DEP un=1:F1F2F3F4F5F6,2:I1I2I3I4I5I6 rs=1F6,2I6")
end

---------------------------------------------------------------------------------------------
-- Legal moves (WT-DATA-13, WT-RUL-238, WT-RUL-247)
---------------------------------------------------------------------------------------------

local function legal_deploy(state)
  local list, side = {}, state.mv
  local kingdom = OWNER[side]:sub(2, 2)
  for _, arms in ipairs(rising(state.un[side])) do
    for _, row in ipairs(DEPLOY_ROWS[side]) do
      for column = 1, 7 do
        local zone = zone_name(column, row)
        local there = top(state, zone)
        if unoccupied(state, zone) or (there and there.side == side) then  -- WT-DEP-3, 4
          for _, face in ipairs(FACES) do
            list[#list + 1] = "D:" .. kingdom .. arms .. zone .. face
          end
        end
      end
    end
  end
  return list
end

local function legal_counter(state)
  local list = {}
  local zone = state.ct[1]
  if counter_attack(copy(state), zone, nil) then
    for _, face in ipairs(FACES) do list[#list + 1] = "C:" .. zone .. face end
  else
    list[#list + 1] = "C:" .. zone .. "-"
  end
  return list
end

-- Every choice of prisoners; equal ones are not told apart (WT-TORM-3, WT-RUL-239).
local function legal_torment(state)
  local list, known = {}, {}
  local prisoners = falling(state.pr[state.mv])
  local function choose(i, chosen)
    if i > #prisoners then
      local text = "T:" .. (#chosen > 0 and table.concat(chosen, ",") or "-")
      if not known[text] then list[#list + 1] = text end
      known[text] = true
      return
    end
    choose(i + 1, chosen)
    local longer = copy(chosen)
    table.insert(longer, OWNER[OTHER[state.mv]] .. prisoners[i])
    choose(i + 1, longer)
  end
  choose(1, {})
  return list
end

local function legal_beneficiary(state)                         -- WT-SACR-4, WT-RUL-29, 30
  local list = {}
  each_battalion(state, function(b, zone, level)
    if b.side == state.mv then
      local on_top = level == #state.board[zone].stack
      list[#list + 1] = "S:" .. zone .. (on_top and "" or "/" .. level)
    end
  end)
  if #list == 0 then list[1] = "S:-" end
  return list
end

-- WT-RUL-42: from here, is any action other than Face within reach?
local function deed_in_reach(state)
  local list = actions(state)
  for _, action in ipairs(list) do
    if action ~= "l" and action ~= "r" then return true end
  end
  for _, action in ipairs(list) do
    local later = copy(state)
    do_face(later, action)
    if deed_in_reach(later) then return true end
  end
  return false
end

local function start_maneuver(state, zone)
  local b = top(state, zone)
  state.ph = "MAN"
  state.mn = { zone = zone, ma = b.eight and 8 or 8 - b.arms }  -- WT-RUL-1, WT-SAC-7
end

-- The top battalions of the mover that may take an order (WT-ORD-3, WT-STUN-3).
local function orderable(state)
  local list = {}
  for _, zone in ipairs(ZONES) do
    local b = top(state, zone)
    if b and b.side == state.mv and not b.stun then list[#list + 1] = zone end
  end
  return list
end

local function legal_order(state)
  local list, side = {}, state.mv
  local kingdom = OWNER[side]:sub(2, 2)
  for _, zone in ipairs(orderable(state)) do
    local stack = state.board[zone].stack
    local b, below = stack[#stack], stack[#stack - 1]
    local trial = copy(state)
    start_maneuver(trial, zone)
    if deed_in_reach(trial) then list[#list + 1] = "M:" .. zone end
    list[#list + 1] = "K:" .. zone                              -- WT-SAC-1
    for arms = 1, b.arms - 1 do                                 -- WT-LIGHT-2, 4
      for _, face in ipairs(FACES) do
        local text = "L:" .. zone .. ">" .. arms .. face
        list[#list + 1] = text
        if below and below.side == side then                    -- WT-LIGHT-6..9
          for gift = 1, b.arms - arms do
            if below.arms + gift <= 6 then
              for _, low_face in ipairs(FACES) do
                list[#list + 1] = text .. "+" .. gift .. low_face
              end
            end
          end
        end
      end
    end
    if #stack == 1 then                                         -- WT-STALL-3, WT-RUL-87, 88
      for _, face in ipairs(FACES) do
        if face ~= b.face then list[#list + 1] = "Z:" .. zone .. face end
      end
    end
  end
  list[#list + 1] = "Z"                                         -- WT-RUL-33
  local known = {}
  for _, arms in ipairs(falling(state.pr[OTHER[side]])) do      -- WT-EXT-1..6, WT-RUL-75
    for _, zone in ipairs(ZONES) do
      if not known[arms] and row_of(zone) == HOME_ROW[side] and unoccupied(state, zone) then
        for _, face in ipairs(FACES) do
          list[#list + 1] = "E:" .. kingdom .. arms .. zone .. face
        end
      end
    end
    known[arms] = true
  end
  return list
end

local function legal_maneuver(state)
  if state.pc then return { "k", "t" } end
  local list = actions(state)
  if state.mn.paid and #list > 0 then list[#list + 1] = "." end -- WT-MAN-6, WT-RUL-34
  return list
end

function M.legal(state)
  if state.ph == "DEP" then return legal_deploy(state) end
  if state.ph == "FIRST" then return { "G:1", "G:2" } end
  if state.ph == "CTR" then return legal_counter(state) end
  if state.ph == "TOR" then return legal_torment(state) end
  if state.ph == "SAC" then return legal_beneficiary(state) end
  if state.ph == "ORD" then return legal_order(state) end
  if state.ph == "MAN" then return legal_maneuver(state) end
  return {}
end

---------------------------------------------------------------------------------------------
-- Playing a move
---------------------------------------------------------------------------------------------

local function play_deploy(state, move)
  local arms, zone, face = move:match("^D:%u(%d)(%a%d)(%a)$")
  remove_value(state.un[state.mv], tonumber(arms))
  table.insert(state.board[zone].stack, { side = state.mv, arms = tonumber(arms), face = face })
  state.mv = OTHER[state.mv]                                    -- WT-DEP-2
end

local function play_counter(state, move)
  local zone, face = move:match("^C:(%a%d)([nesw%-])$")
  counter_attack(state, zone, face ~= "-" and face or nil)
  state.id = "x"
  table.remove(state.ct, 1)
end

local function play_torment(state, move)
  for arms in move:gmatch("%d%u(%d)") do torment(state, tonumber(arms)) end
  state.ph = "RST"
end

local function play_beneficiary(state, move)
  if move ~= "S:-" then
    local zone, level = move:match("^S:(%a%d)/?(%d*)$")
    local stack = state.board[zone].stack
    stack[tonumber(level) or #stack].eight = true
  end
  state.ph = "ORD"
end

local function play_lighten(state, move)
  local zone, arms, face, gift, low_face = move:match("^L:(%a%d)>(%d)(%a)%+?(%d*)(%a?)$")
  local stack = state.board[zone].stack
  local b, below = stack[#stack], stack[#stack - 1]
  b.arms = tonumber(arms)
  b.face = face                                                 -- WT-RUL-80
  if gift ~= "" then                                            -- WT-RUL-81
    below.arms = below.arms + tonumber(gift)
    below.face = low_face
  end
  state.id = "x"
  end_order(state, false)
end

local function play_order(state, move)
  local kind = move:sub(1, 1)
  if kind == "M" then
    start_maneuver(state, move:sub(3))
  elseif kind == "K" then                                       -- WT-SAC-3
    top(state, move:sub(3)).sac = true
    state.id = "x"
    end_order(state, false)
  elseif kind == "L" then
    play_lighten(state, move)
  elseif kind == "E" then
    local arms, zone, face = move:match("^E:%u(%d)(%a%d)(%a)$")
    remove_value(state.pr[OTHER[state.mv]], tonumber(arms))
    table.insert(state.board[zone].stack, { side = state.mv, arms = tonumber(arms), face = face })
    state.id = "x"
    end_order(state, false)
  else                                                          -- Z
    local zone, face = move:match("^Z:(%a%d)(%a)$")
    if zone then top(state, zone).face = face end
    end_order(state, true)
  end
end

local function play_maneuver(state, move)
  local kind = move:sub(1, 1)
  if move == "k" or move == "t" then
    if move == "t" then torment(state, state.pc) end
    state.pc = nil
    end_maneuver(state)
  elseif move == "." then
    end_maneuver(state)
  elseif kind == "f" then
    local face = move:sub(2, 2)
    move_forward(state, face:match("[nesw]"))
  elseif kind == "l" or kind == "r" then
    do_face(state, move)
  elseif kind == "b" then
    do_build(state, move:sub(3))
  elseif kind == "x" then
    do_destroy(state)
  elseif kind == "u" then
    do_rout(state, move:sub(3))
  end
end

-- Plays a move known to be legal.
local function play_unchecked(old, move)
  local state = copy(old)
  if move == "resign" then                                      -- WT-RUL-110
    finish(state, OTHER[state.mv], "voluntary", 1)
    return state
  end
  if state.ph == "DEP" then
    play_deploy(state, move)
  elseif state.ph == "FIRST" then
    state.mv = move == "G:1" and "A" or "B"
    state.ph = "CTR"
  elseif state.ph == "CTR" then
    play_counter(state, move)
  elseif state.ph == "TOR" then
    play_torment(state, move)
  elseif state.ph == "SAC" then
    play_beneficiary(state, move)
  elseif state.ph == "ORD" then
    play_order(state, move)
  elseif state.ph == "MAN" then
    play_maneuver(state, move)
  end
  settle(state)
  return state
end

function M.play(state, move)
  local allowed = contains(M.legal(state), move)
  if move == "resign" then allowed = state.ph ~= "OVER" end
  if not allowed then error("illegal move " .. move .. " in " .. M.print(state), 0) end
  return play_unchecked(state, move)
end

-- A position in which all is over has no continuation; the last ply is counted, not played.
function M.perft(state, depth)
  if depth == 0 then return 1 end
  local moves = M.legal(state)
  if depth == 1 then return #moves end
  local total = 0
  for _, move in ipairs(moves) do
    total = total + M.perft(play_unchecked(state, move), depth - 1)
  end
  return total
end

---------------------------------------------------------------------------------------------
-- Invariants (WT-DATA-15), as far as one state shows them
---------------------------------------------------------------------------------------------

function M.invariants(state)
  local function check(condition, id)
    if not condition then error(id .. " broken: " .. M.print(state), 0) end
  end
  local now = inventory(state)
  local before = state.start
  local ph, mover = state.ph, state.mv
  for _, side in ipairs({ "A", "B" }) do
    check(now.battalions[side] == before.battalions[side], "WT-INV-1")
    check(now.ramparts[side] == before.ramparts[side], "WT-INV-2")
    check(now.arms[side] <= before.arms[side], "WT-INV-3")
    local vigor, stun, sac = 0, 0, 0
    each_battalion(state, function(b)
      check(math.type(b.arms) == "integer" and b.arms >= 1 and b.arms <= 6, "WT-INV-3")
      if b.side == side then
        if b.vigor then vigor = vigor + 1 end
        if b.stun then stun = stun + 1 end
        if b.sac then sac = sac + 1 end
      end
    end)
    for _, arms in ipairs(state.pr[side]) do check(arms >= 1 and arms <= 6, "WT-INV-3") end
    check(vigor <= 1 and stun <= 1 and sac <= 1, "WT-INV-4")
    if contains({ "SAC", "ORD", "MAN" }, ph) then
      check(side == mover or stun == 0, "WT-INV-6")
      check(side ~= mover or vigor == 0, "WT-INV-6")
      check(side ~= mover or sac == 0, "WT-INV-7")
    end
    check(ph == "OVER" or state.st[side] <= 1, "WT-INV-11")
    if contains({ "CTR", "TOR", "SAC", "ORD" }, ph) then
      check(#state.pr[side] < 3, "WT-INV-12")
    end
  end
  if ph == "CTR" or ph == "TOR" then check(state.gy[OTHER[mover]] < 5, "WT-INV-12") end
  for _, zone in ipairs(ZONES) do
    local cell = state.board[zone]
    check(not cell.rampart or #cell.stack == 0, "WT-INV-5")
    if contains({ "TOR", "SAC", "ORD" }, ph) then
      check(not counter_due(state, zone, mover), "WT-INV-8")
    end
  end
  if state.mn then check(state.mn.ma >= 0 and state.mn.ma <= 8, "WT-INV-10") end
end

---------------------------------------------------------------------------------------------
-- Random games
---------------------------------------------------------------------------------------------

local function generator(seed)
  local x = seed * 2 + 1
  return function(n)                                            -- 1 .. n
    x = x * 6364136223846793005 + 1442695040888963407
    return (x >> 33) % n + 1
  end
end

local function sorted_legal(state)
  local list = M.legal(state)
  table.sort(list)
  return list
end

-- How readily the random player takes a kind of move (first letter); 1 where none is named.
-- Orders and actions that bring the armies together come first, so that all kinds of ending
-- are met.
local WEIGHT = { M = 30, E = 6, f = 8, u = 8, x = 3, ["."] = 2 }

-- Would this move be a Stall, or leave nothing else to a maneuver that only turned so far?
local function leads_to_stall(state, move)
  if move:sub(1, 1) == "Z" then return true end
  if state.ph ~= "MAN" or state.mn.deed then return false end
  if move == "." then return true end
  if move ~= "l" and move ~= "r" then return false end
  local later = copy(state)
  do_face(later, move)
  return not deed_in_reach(later)
end

local function random_move(state, random)
  local moves = {}
  for _, move in ipairs(sorted_legal(state)) do
    if not leads_to_stall(state, move) then moves[#moves + 1] = move end
  end
  if #moves == 0 then moves = sorted_legal(state) end
  local by_kind, pot = {}, {}
  for _, move in ipairs(moves) do
    local kind = move:sub(1, 1)
    if not by_kind[kind] then
      by_kind[kind] = {}
      for _ = 1, WEIGHT[kind] or 1 do pot[#pot + 1] = kind end
    end
    table.insert(by_kind[kind], move)
  end
  local of_kind = by_kind[pot[random(#pot)]]
  return of_kind[random(#of_kind)]
end

local function check_ply(state)
  M.invariants(state)
  local line = M.print(state)
  local again = M.parse(line)
  if M.print(again) ~= line then
    error("reads differently: " .. line .. " / " .. M.print(again), 0)
  end
  local moves, moves_again = M.legal(state), M.legal(again)
  if table.concat(moves, " ") ~= table.concat(moves_again, " ") then
    error("moves differ after reading: " .. line, 0)
  end
  if state.ph ~= "OVER" and #moves == 0 then error("no move: " .. line, 0) end
  local listed = {}
  for _, move in ipairs(moves) do
    if listed[move] then error("listed twice: " .. move .. " in " .. line, 0) end
    listed[move] = true
  end
end

-- `visit`, if given, sees every state. Returns the last state and the number of plies.
local function random_game(seed, max_plies, visit)
  local random = generator(seed)
  local state = M.new()
  local plies = 0
  while true do
    check_ply(state)
    if visit then visit(state) end
    if state.ph == "OVER" or plies >= max_plies then return state, plies end
    state = M.play(state, random_move(state, random))
    plies = plies + 1
  end
end
M.random_game = random_game

local function random_games(seed, games, max_plies)
  local endings, plies_sum, turns_sum, phases = {}, 0, 0, {}
  for game = 1, games do
    local state, plies = random_game(seed * 1000003 + game, max_plies, function(s)
      phases[s.ph] = (phases[s.ph] or 0) + 1
      if s.pc then phases["MAN torm"] = (phases["MAN torm"] or 0) + 1 end
    end)
    local ending = "unfinished"
    if state.rt then
      local winner, name = state.rt:match("^(.):(%a+)")
      if name == "forced" then
        local stalled = math.max(state.st.A, state.st.B) >= 2
        name = stalled and "forced (stalls)" or "forced (divisive)"
      end
      ending = name .. (winner == "-" and "" or " for " .. winner)
    end
    endings[ending] = (endings[ending] or 0) + 1
    plies_sum = plies_sum + plies
    turns_sum = turns_sum + state.tn
  end
  local function show(title, counts)
    local names = {}
    for name in pairs(counts) do names[#names + 1] = name end
    table.sort(names)
    print(title)
    for _, name in ipairs(names) do print(string.format("  %-24s %d", name, counts[name])) end
  end
  print(string.format("games %d, plies per game %.1f, turns per game %.1f", games,
    plies_sum / games, turns_sum / games))
  show("endings", endings)
  show("positions by phase", phases)
end

---------------------------------------------------------------------------------------------
-- Micro tests (WT-DATA-14)
---------------------------------------------------------------------------------------------

-- `setup` lists zones with their content; `before` and `after` are further fields.
-- Expected: every zone of `zones` has exactly that content, every other zone is empty, and
-- the printed line contains each text of `has` and none of `lacks`.
local MICRO = {
  { id = "1", zones = { d3 = "1F3n", d4 = "2I5s" }, fields = "", moves = "M:d3 fn .",
    after = { d4 = "2I2n1F3n" }, lacks = { "+" } },
  { id = "1 (MA)", zones = { d3 = "1F3n", d4 = "2I5s" }, fields = "", moves = "M:d3 fn",
    after = { d4 = "2I2n1F3n" }, has = { "mn=d4:4:apx" } },
  { id = "2", zones = { d3 = "1F3n", d4 = "2I5s" }, fields = "", moves = "M:d3 fe f .",
    after = { d4 = "2I2e", d5 = "1F3n+" } },
  { id = "3", zones = { d4 = "2I2n1F3n" }, fields = "ph=CTR mv=B", moves = "C:d4w",
    after = { d4 = "1F1w2I2n" } },
  { id = "4", zones = { d4 = "2I3n1F3n" }, fields = "ph=CTR mv=B", moves = "C:d4-",
    after = { d4 = "2I3n" }, has = { "gy=B:1F*1" } },
  { id = "5", zones = { d4 = "1F4s+", d5 = "2I2s" }, fields = "mv=B",
    moves = "M:d5 fn f r r f-",
    after = { d4 = "1F3n-2I2n" }, has = { "mn=d4:1:apx" } },
  { id = "5 (end)", zones = { d4 = "1F4s+", d5 = "2I2s" }, fields = "mv=B rs=1F6,2I6",
    moves = "M:d5 fn f r r f- .", after = { d4 = "1F3n+2I2n" } },
  { id = "6", zones = { d3 = "1F4n", d4 = "2I3s2I2s" }, fields = "", moves = "M:d3 f- .",
    after = { d4 = "1F4n+" }, has = { "gy=A:2I*2" } },
  { id = "7", zones = { d3 = "1F4n", d4 = "1F1n2I1n2I3s" }, fields = "ph=CTR",
    moves = "M:d3 f- .", after = { d4 = "1F1n1F4n" }, has = { "gy=A:2I*2" }, lacks = { "+" } },
  { id = "8", zones = { d6 = "1F2n", d7 = "2I6s" }, fields = "", moves = "M:d6 u:c7",
    after = { c7 = "2I6w!", d6 = "1F2n" } },
  { id = "9", zones = { d6 = "1F2n", d7 = "2I6s" }, fields = "", moves = "M:d6 u:out t",
    after = { d6 = "1F2n" }, has = { "pr=A:2I5" }, lacks = { "!" } },
  { id = "10", zones = { d2 = "1F3n1F3n" }, fields = "", moves = "L:d2>1e+1s",
    after = { d2 = "1F4s1F1e" } },
  { id = "11", zones = { c3 = "1F1n", e5 = "1F6n", a7 = "2I6s" }, fields = "",
    moves = "K:c3 Z S:e5 M:e5", after = { e5 = "1F6n^", a7 = "2I6s" },
    has = { "gy=B:1F*1", "mn=e5:8: " } },
  { id = "12", zones = { c3 = "1F1n%", c4 = "2I2s" }, fields = "mv=B", moves = "M:c4 f- .",
    after = { c3 = "2I2s+" }, has = { "gy=B:1F*1" }, lacks = { "%" } },
  { id = "13", zones = { d3 = "1F4n", d4 = "[1F]", d5 = "[2I]" }, fields = "",
    moves = "M:d3 x f x f", after = { d5 = "1F4n" }, has = { "mn=d5:1:px", "rd=1F1,2I1" } },
  { id = "14", zones = { d3 = "1F1n" }, fields = "rs=1F6", moves = "M:d3 b:d4 b:d5 b:c5",
    after = { d3 = "1F1n", d4 = "[1F]", d5 = "[1F]", c5 = "[1F]" },
    has = { "mn=d3:4:px", "rs=1F3" }, illegal = "b:g7" },
  { id = "15", zones = { d3 = "1F5n", d6 = "2I5s" }, fields = "mv=B st=A:0,B:1", moves = "Z",
    after = { d3 = "1F5n", d6 = "2I5s" }, has = { "rt=A:forced:1" } },
  { id = "16", zones = { d3 = "1F5n", d6 = "2I5s" }, fields = "", moves = "M:d3 l l .",
    after = { d3 = "1F5s", d6 = "2I5s" }, has = { "st=A:1,B:0" } },
  { id = "18", zones = { d7 = "2I3s" },
    fields = "pr=A:2I2+2I2+2I2,B:1F3+1F3+1F3", moves = "Z", after = { d7 = "2I3s" },
    has = { "rt=B:forced:1" } },
  { id = "21", zones = { a7 = "2I2n", b7 = "2I2n2I2s", a6 = "[1F]", b6 = "[1F]", c7 = "[1F]",
    d1 = "1F6n" }, fields = "", moves = "Z", after = "same", has = { "mv=B" },
    lacks = { "rt=" } },
  { id = "21 (Blunt)", zones = { a7 = "2I2n", b7 = "2I1n2I2s", a6 = "[1F]", b6 = "[1F]",
    c7 = "[1F]", d1 = "1F6n" }, fields = "", moves = "Z", after = "same",
    has = { "rt=A:blunt:2" } },
}

local function micro_board(zones)
  local rows = {}
  for row = 7, 1, -1 do
    local cells = {}
    for column = 1, 7 do cells[column] = zones[zone_name(column, row)] or "1" end
    rows[#rows + 1] = table.concat(cells, ",")
  end
  return table.concat(rows, "/")
end

local function micro_tests()
  local failed = 0
  for _, test in ipairs(MICRO) do
    local state = M.parse("WT1 7x7 " .. micro_board(test.zones) .. " " .. test.fields)
    for move in test.moves:gmatch("%S+") do
      state = M.play(state, move)
      M.invariants(state)
    end
    local line = M.print(state)
    local wanted = test.after == "same" and test.zones or test.after
    local good = true
    for _, zone in ipairs(ZONES) do
      local text = state.board[zone].rampart and "[" .. OWNER[state.board[zone].rampart] .. "]"
        or ""
      for _, b in ipairs(state.board[zone].stack) do text = text .. battalion_text(b, true) end
      if text ~= (wanted[zone] or "") then good = false end
    end
    for _, text in ipairs(test.has or {}) do
      if not (line .. " "):find(text, 1, true) then good = false end
    end
    local board_and_rt = board_text(state, true) .. " " .. (state.rt and "rt=" or "")
    for _, text in ipairs(test.lacks or {}) do
      if board_and_rt:find(text, 1, true) then good = false end
    end
    if test.illegal and contains(M.legal(state), test.illegal) then good = false end
    if not good then failed = failed + 1 end
    print((good and "ok   " or "FAIL ") .. "WT-TEST-" .. test.id .. (good and "" or "  " .. line))
  end
  if failed > 0 then os.exit(1) end
end

---------------------------------------------------------------------------------------------
-- Command line
---------------------------------------------------------------------------------------------

local function answer(line)
  io.write(line, "\n")
  io.flush()
end

local function driver(args)
  local command = args[1]
  if command == "perft" then
    print(M.perft(M.parse(args[3]), tonumber(args[2])))
  elseif command == "legal" then
    for _, move in ipairs(sorted_legal(M.parse(args[2]))) do print(move) end
  elseif command == "read" then
    print(M.print(M.parse(args[2])))
  elseif command == "play" then
    local state = M.parse(args[2])
    for i = 3, #args do
      state = M.play(state, args[i])
      print(M.print(state))
    end
  elseif command == "random" then
    random_games(tonumber(args[2]), tonumber(args[3]), tonumber(args[4]))
  elseif command == "micro" then
    micro_tests()
  elseif command == "crosscheck" then
    for line in io.lines() do
      local good, result = pcall(function()
        return table.concat(sorted_legal(M.parse(line)), " ")
      end)
      answer(good and result or "error: " .. result)
    end
  elseif command == "trace" then
    local state
    for line in io.lines() do
      if line:match("^WT1 ") then
        state = M.parse(line)
      else
        for move in line:gmatch("%S+") do
          local good, result = pcall(M.play, state, move)
          if good then state = result end
          answer(good and M.print(state) or "error: " .. result)
        end
      end
    end
  else
    io.stderr:write("usage: perft | legal | read | play | random | micro | crosscheck | trace\n")
    os.exit(2)
  end
end

-- Run as a script: the first argument of this chunk is the first word of the command line.
local first_word = ...
if arg and arg[0] and arg[0]:match("warline%.lua$") and first_word == arg[1] then
  driver(arg)
end

return M
