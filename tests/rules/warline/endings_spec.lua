-- The winner, where arts and terrain leave it open what a side can still do (WT-RUL-241). The
-- second part holds endings against an exhaustive solo search over the legal moves of the engine
-- itself (WT-RUL-98). MUSTER_ENDINGS says how many random positions it tries, MUSTER_ENDINGS_SEED
-- which, and MUSTER_ENDINGS_LATE has it print those that end late.
local S = dofile("tests/rules/warline/support.lua")

local function after(rules, settings, line, move)
  ruleset(rules, settings)
  start(line)
  play(move)
  return S.key("rt")
end

describe("endings that both sides share", function()
  it("an abyss that Closure never removes holds both (WT-RUL-241, WT-RUL-158, WT-PAR-1)", function()
    equal(after("warline-terrain", nil, "WT1 7x7 1,[1F],[1F],[1F],[2I],2/1,[2I],{l},"
      .. "{f}2I6n2I4n1F3s1F4n1F1w,[1F],2/1,[2I],[1F],[2I],[1F],2/2,[2I],[2I],2I3e,2/7/7/7 vr=t "
      .. "mv=B tn=3 gy=A:2I*3,B:1F*3", "Z"), "B:paralyze:3")
    equal(after("warline-terrain", nil, "WT1 7x7 7/7/7/7/2,[1F],[1F],[1F],2/2,{c},"
      .. "2I4w1F5w1F6s1F1s+2I5w2I2w1F2s,[1F],2/2,[1F],{c},[1F],2 vr=t mv=B rs=2I6 "
      .. "gy=A:2I*3,B:1F*2", "Z"), "A:forced:1")
  end)

  it("an Arms 6 that lies on others has no use of its arts, of whatever kingdom "
    .. "(WT-RUL-241, WT-RUL-39)", function()
    for _, letters in ipairs { "FS", "IS", "TS", "BS", "SF", "SI", "ST", "SB", "FI", "TB" } do
      local one, two = letters:sub(1, 1), letters:sub(2)
      local line = "WT1 7x7 2,[2Y],"
        .. "2Y2w2Y4n1X2n1X6s2Y6w2Y1s2Y5w1X3s1X5s1X4e2Y3w1X1n+,[1X],2/2,[2Y],[1X],[1X],2/7/7/7/7/7 "
        .. "vr=a ph=CTR tn=7 rs=2Y4 rd=1X3"
      equal(after("warline-arts", { ["warline.kingdom1"] = one, ["warline.kingdom2"] = two },
        (line:gsub("X", one):gsub("Y", two)), "K:d7") or "none", "-:stalemate:-1", letters)
    end
  end)

  it("who is walled in has no use of his arts either (WT-RUL-241, WT-ART-SEY-16)", function()
    for _, letters in ipairs { "FS", "FT", "FB", "FI", "TS", "BS", "IS", "SF" } do
      local one, two = letters:sub(1, 1), letters:sub(2)
      local line = "WT1 7x7 7/7/7/7/7/[1X],5,[1X]/2Y1n1X1n,[1X],3,[1X],1X3n vr=a gy=A:2Y*3,B:1X*3"
      equal(after("warline-arts", { ["warline.kingdom1"] = one, ["warline.kingdom2"] = two },
        (line:gsub("X", one):gsub("Y", two)), "Z"), "A:forced:1", letters)
    end
  end)

  it("who can step off an enemy can attack it from there (WT-RUL-241, WT-RUL-103)", function()
    local line = "WT1 7x7 7/6,1F2e/7/2,2I5n1F4n,4/7/7/7 vr=%s pr=A:2I2+2I1+2I1 gy=A:2I*2,B:1F*3"
    equal(after("warline-arts", nil, line:format("a"), "Z"), "A:shackle:5")
    equal(after("warline-terrain", { ["warline.terrain.layout"] = "none" }, line:format("t"), "Z"),
      "A:shackle:5")
  end)

  it("who is alone strikes the rampart before it, whoever else can move (WT-RUL-241, WT-RUL-103)",
    function()
    -- No step is plain, for there is terrain for which nobody has enough actions.
    local settings = { ["warline.terrain.layout"] = "none", ["warline.ma_table"] = "4,4,4,4,4,2" }
    local line = "WT1 7x7 2I1s,2I1s,2I1s,2I1s,1,[2I],1/[2I],[2I],[2I],[2I],[2I],2/7/7/7/6,[1F]/"
      .. "1F1n,3,1F1n,[1F],1F4%s vr=t gy=A:2I*2,B:1F*3"
    for facing in ("nesw"):gmatch(".") do
      equal(after("warline-terrain", settings, line:format(facing), "Z"), "A:blunt:2", facing)
    end
  end)

  it("nothing is known of who is on a rampart beside others (WT-RUL-241, WT-RUL-99)", function()
    local line = "WT1 7x7 7/7/7/2,1F3n,1F3n,1F3n,2/7/6,[1F]/5,[1F],%s vr=a gy=A:2I*5,B:1F*3"
    local kingdoms = { ["warline.kingdom1"] = "F", ["warline.kingdom2"] = "I" }
    equal(after("warline-arts", kingdoms, line:format("2I1n"), "Z"), "A:paralyze:3")
    equal(after("warline-arts", kingdoms, line:format("[2I]2I6n"), "Z"), nil)
  end)

  it("the stronger side paralyzes its last enemy, not overpowers him (WT-RUL-241, WT-RUL-95)",
    function()
    local line = "WT1 7x7 7/7/7/7/7/[1F],6/2S1n,[1F],4,1F3n vr=a gy=A:2S*5"
    equal(after("warline-arts", { ["warline.kingdom2"] = "S" }, line, "Z"), "A:paralyze:3")
  end)

  it("a stack that gives up its top battalion first can move and strike (WT-RUL-241, WT-RUL-99)",
    function()
    local line = "WT1 7x7 3,[1F],1,[1F],1/3,[1F],1,[2I],[2I]/5,2I4n,1/1,[1F],4,[2I]/"
      .. "1,1F%de1F%dn,3,[2I],1/7/3,[2I],3 vr=a gy=A:2I*5,B:1F*4"
    equal(after("warline-arts", nil, line:format(3, 1), "Z"), "A:overpower:1")
  end)

  it("a side with arts that nobody reckons with is waited for (WT-RUL-241)", function()
    local line = "WT1 7x7 7/7/7/7/7/[1F],5,[1F]/2D1n1F1n,[1F],3,[1F],1F3n vr=a gy=A:2D*3,B:1F*3"
    equal(after("warline-dune", { ["warline.kingdom1"] = "F", ["warline.kingdom2"] = "D" }, line,
      "Z"), nil)
  end)
end)

-- ---- an exhaustive solo search ------------------------------------------------------------------

-- Plies of one side; beyond it is not known what it can do.
local MOST_PLIES = tonumber(os.getenv("MUSTER_ENDINGS_PLIES")) or 500

local seed = tonumber(os.getenv("MUSTER_ENDINGS_SEED")) or 1
local function random(n)
  seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFF
  return seed // 4294967296 % n + 1
end
local function chance(percent) return random(100) <= percent end
local function one_of(list) return list[random(#list)] end

-- A position line as its size, its cells, and its keys.
local function split(line)
  local size, rows, rest = line:match("^WT1 (%S+) (%S+)(.*)$")
  local keys = {}
  for key, value in rest:gmatch("(%w+)=(%S+)") do keys[key] = value end
  return size, rows, keys
end
local ORDER = { "vr", "ph", "mv", "pr", "gy", "rs", "rd", "op" }
local function join(size, rows, keys)
  local parts = { "WT1 " .. size .. " " .. rows }
  for _, key in ipairs(ORDER) do
    if keys[key] then parts[#parts + 1] = key .. "=" .. keys[key] end
  end
  return table.concat(parts, " ")
end

-- A line at the start of a turn of side `me` (1 or 2), whose enemy is frozen: without what ends
-- with the enemy's turn. `later`: a turn of that side has gone by.
local function turn_start(line, me, later)
  local size, rows, keys = split(line)
  local enemy = tostring(3 - me)
  rows = rows:gsub("(%d)(%u)(%d)(%l)([%+%-!%%%^']*)", function(general, made, arms, face, marks)
    if general == enemy then
      face, marks = "n", marks:gsub("[!%%%^']", "")
      if later then marks = "" end
    else
      marks = marks:gsub(later and "[!%^']" or "[%^']", ""):gsub("[%+%-]", "")
    end
    return general .. made .. arms .. face .. marks
  end)
  return join(size, rows, { vr = keys.vr, ph = "CTR", mv = me == 2 and "B" or nil, pr = keys.pr,
    gy = keys.gy, rs = keys.rs, rd = keys.rd, op = keys.op })
end

-- The living of both Generals in a line.
local function living(line)
  local _, rows, keys = split(line)
  local number = { ["1"] = 0, ["2"] = 0 }
  for text in (rows .. " " .. (keys.pr or "")):gmatch("(%d)%u%d") do
    number[text] = number[text] + 1
  end
  return number["1"], number["2"]
end
-- Closure, where the battle ended before it would have come.
local function close(line)
  local one, two = living(line)
  if one > 2 or two > 2 or not line:match("vr=%l*t") then return line end
  return (line:gsub("{%l%d?},", "1,"):gsub("{%l%d?}/", "1/"):gsub("{%l%d?} ", "1 ")
    :gsub("{%l%d?}", ""))
end

local STRIKES = { countered = true, routed = true, captured = true, demolished = true,
  extricated = true, struck = true }

-- A battalion of `me` alone on bare ground turns at no price: all its facings, one battalion at a
-- time. Returned are lines and the zone that is ordered there, or nil: all other orders.
local function facings(line, me)
  local size, rows, keys = split(line)
  local found = { { line } }
  local at = 0
  for cell in (rows .. "/"):gmatch("([^,/]*)[,/]") do
    at = at + 1
    local head, unit = cell:match("^({%l%d?})(" .. me .. "%u%d%l)$")
    unit = unit or cell:match("^" .. me .. "%u%d%l$")
    if unit then
      for face in ("nesw"):gmatch(".") do
        local index = 0
        local turned = (rows .. "/"):gsub("([^,/]*)([,/])", function(text, sign)
          index = index + 1
          if index ~= at then return text .. sign end
          return (head or "") .. unit:sub(1, 3) .. face .. sign
        end)
        found[#found + 1] = { join(size, turned:sub(1, -2), keys), true }
      end
    end
  end
  return found
end
-- The key of a node: facings that cost nothing do not count.
local function canonical(line, me)
  local size, rows, keys = split(line)
  rows = ("," .. rows:gsub("/", ",/") .. ","):gsub("(,/?)({?[^,]*)", function(sign, cell)
    return sign .. cell:gsub("^(({%l%d?})?" .. me .. "%u%d)%l$", "%1n")
  end)
  rows = rows:gsub("([,/}])(" .. me .. "%u%d)%l,", "%1%2n,")
  return join(size, rows, keys)
end

-- Abilities of side `me` from that line on: moves, strikes; nil where the search is cut off.
local function ability(line, me)
  local open, met, plies, within = { close(turn_start(line, me, false)) }, {}, 0, nil
  local moves, strikes = false, false
  local function note()
    for _, event in ipairs(events()) do
      if event.name == "moved" then moves = true end
      if STRIKES[event.name] then strikes = true end
    end
  end
  local letter = me == 1 and "A" or "B"
  local function turn_done()
    return state().over or (S.key("mv") or "A") ~= letter
  end
  local function descend(maneuvers)
    local hash = state().hash
    if moves and strikes or plies > MOST_PLIES or within[hash] then return end
    within[hash] = true
    for _, move in ipairs(legal()) do
      local order = move:match("^[MKLZE]:") or move == "Z"
      if (not order or maneuvers and move:match("^M:") or not maneuvers)
        and not (move:match("^Z:") and true) then
        play(move)
        plies = plies + 1
        note()
        if turn_done() then
          open[#open + 1] = close(turn_start(position(), me, true))
        else
          descend(maneuvers)
        end
        undo()
        if moves and strikes then return end
      end
    end
  end
  while #open > 0 and plies <= MOST_PLIES and not (moves and strikes) do
    local node = table.remove(open)
    local key = canonical(node, me)
    if not met[key] then
      met[key] = true
      for _, variant in ipairs(facings(node, me)) do
        start(variant[1])
        if turn_done() then break end
        within = {} -- positions of this turn
        descend(variant[2])
      end
    end
  end
  local whole = #open == 0 and plies <= MOST_PLIES
  return moves or (not whole and nil), strikes or (not whole and nil)
end


-- ---- what should come of it ---------------------------------------------------------------------

-- Dead, prisoners, living Arms and numbers, hammers of each General in a line.
local function counts(line)
  local _, rows, keys = split(line)
  local c = { dead = { 0, 0 }, held = { 0, 0 }, arms = { 0, 0 }, number = { 0, 0 },
    hammer = { false, false } }
  for who, dead in (keys.gy or ""):gmatch("(%d)%u%*(%d+)") do
    c.dead[tonumber(who)] = c.dead[tonumber(who)] + tonumber(dead)
  end
  local function live(text)
    for who, arms in text:gmatch("(%d)%u(%d)") do
      who, arms = tonumber(who), tonumber(arms)
      c.arms[who], c.number[who] = c.arms[who] + arms, c.number[who] + 1
      c.hammer[who] = c.hammer[who] or arms >= 4
    end
  end
  live(rows)
  live(keys.pr or "")
  for who in (keys.pr or ""):gmatch("(%d)%u%d") do
    c.held[tonumber(who)] = c.held[tonumber(who)] + 1
  end
  return c
end

-- The ending if both can do such things: as rt says it without points, or nil.
local function verdict(c, moves, strikes)
  local best = {}
  for me = 1, 2 do
    local foe = 3 - me
    best[me] = c.held[foe] >= 3 and "shackle" or c.dead[foe] >= 6 and "crush"
      or not moves[foe] and c.held[foe] == 0 and "paralyze"
      or not strikes[foe] and strikes[me] and c.hammer[me] and "blunt"
      or c.dead[foe] >= 5 and "overpower" or nil
  end
  if best[1] and not best[2] then return "A:" .. best[1] end
  if best[2] and not best[1] then return "B:" .. best[2] end
  if not best[1] and (strikes[1] or strikes[2]) then return nil end
  for _, what in ipairs { "arms", "number" } do
    if c[what][1] ~= c[what][2] then
      return (c[what][1] > c[what][2] and "A" or "B") .. ":forced"
    end
  end
  return "-:stalemate"
end

-- All verdicts that what is known leaves open.
local function verdicts(c, known)
  local found, list = {}, {}
  local function values(value)
    if value == nil then return { true, false } end
    return { value }
  end
  for _, m1 in ipairs(values(known[1])) do
    for _, m2 in ipairs(values(known[2])) do
      for _, s1 in ipairs(values(known[3])) do
        for _, s2 in ipairs(values(known[4])) do
          local ending = verdict(c, { m1, m2 }, { s1, s2 }) or "none"
          if not found[ending] then list[#list + 1] = ending end
          found[ending] = true
        end
      end
    end
  end
  return list, found
end

-- ---- dense random positions ---------------------------------------------------------------------

local COLUMNS, ROWS = 5, 4

local function random_position(terrain, letters)
  local cells, taken = {}, {}
  local alive, walls = { 0, 0 }, { 0, 0 }
  local function battalion()
    local who = random(2)
    if alive[who] == 6 then who = 3 - who end
    if alive[who] == 6 then return "" end
    alive[who] = alive[who] + 1
    local arms = chance(50) and random(2) or random(6)
    return who .. letters[who] .. arms .. one_of { "n", "e", "s", "w" }
  end
  local function wall()
    local who = random(2)
    if walls[who] == 6 then who = 3 - who end
    if walls[who] == 6 then return "" end
    walls[who] = walls[who] + 1
    return "[" .. who .. letters[who] .. "]"
  end
  local function lay(abyss, forest)
    if not terrain or not chance(abyss + forest) then return "" end
    if chance(100 * abyss // (abyss + forest)) then return one_of { "{c}", "{l}" } end
    return chance(75) and "{f}" or one_of { "{a}", "{w}", "{m}", "{v}", "{i}", "{g}", "{h}" }
  end
  for _ = 1, random(3) do
    local x, y = random(COLUMNS), random(ROWS)
    local at = y * 10 + x
    if not taken[at] then
      local stack = ""
      for _ = 1, chance(40) and 1 or 1 + random(5) do stack = stack .. battalion() end
      cells[at], taken[at] = lay(0, 45) .. stack, true
      for _, near in ipairs { at - 1, at + 1, at - 10, at + 10 } do
        if not taken[near] then
          taken[near] = true
          cells[near] = chance(85) and wall() or chance(60) and lay(100, 0) or ""
        end
      end
    end
  end
  if chance(50) then -- one that is free
    local at = random(ROWS) * 10 + random(COLUMNS)
    if not taken[at] then cells[at] = battalion() end
  end
  local lines = {}
  for y = ROWS, 1, -1 do
    local row = {}
    for x = 1, COLUMNS do
      local cell = cells[y * 10 + x] or lay(10, 10)
      row[x] = cell == "" and "1" or cell
    end
    lines[#lines + 1] = table.concat(row, ",")
  end
  local more, held = "", { 0, 0 }
  for who = 1, 2 do
    if alive[who] < 6 and chance(8) then
      held[who] = 1
      more = more .. " pr=" .. (who == 1 and "B" or "A") .. ":" .. who .. letters[who] .. random(6)
      break
    end
  end
  local dead = {}
  for who = 1, 2 do
    local most = 6 - alive[who] - held[who]
    local number = chance(10) and most or math.min(most, random(5) - 1)
    if number > 0 then
      local where = who == 1 and "B" or "A"
      table.insert(dead, 1, where .. ":" .. who .. letters[who] .. "*" .. number)
    end
  end
  if #dead > 0 then more = more .. " gy=" .. table.concat(dead, ",") end
  local supply = {}
  for who = 1, 2 do
    if walls[who] < 6 and chance(20) then supply[#supply + 1] = who .. letters[who] .. "1" end
  end
  if #supply > 0 then more = more .. " rs=" .. table.concat(supply, ",") end
  return "WT1 " .. COLUMNS .. "x" .. ROWS .. " " .. table.concat(lines, "/"), more
end

local KINGDOMS = { "F", "I", "S", "T", "B" }

describe("endings of dense random positions", function()
  it("are those of an exhaustive solo search: late at times, never early, never of the wrong side "
    .. "(WT-RUL-241, WT-RUL-98, WT-RUL-99, WT-RUL-103)", function()
    local tries = tonumber(os.getenv("MUSTER_ENDINGS")) or 15
    local n = { positions = 0, declared = 0, early = 0, wrong = 0, late = 0, unknown = 0, due = 0 }
    local letters, mode
    for i = 1, tries do
      if i % 15 == 1 then -- loading rules takes time
        letters = { one_of(KINGDOMS), one_of(KINGDOMS) }
        if letters[1] == letters[2] then letters[2] = letters[1] == "F" and "I" or "F" end
        mode = i // 15 % 3 + 1 -- terrain, arts, both
      end
      local rules = ({ "warline-terrain", "warline-arts", "warline-arts-terrain" })[mode]
      local settings = { ["warline.board"] = COLUMNS .. "x" .. ROWS,
        ["warline.kingdom1"] = letters[1], ["warline.kingdom2"] = letters[2] }
      if mode ~= 2 then settings["warline.terrain.layout"] = "none" end
      ruleset(rules, settings)
      local line, more = random_position(chance(75) or mode ~= 2, letters)
      line = line .. " vr=" .. ({ "t", "a", "at" })[mode] .. (chance(50) and " mv=B" or "") .. more
      if tries > 60 and i % 100 == 0 then io.stderr:write(i, " ") end
      if pcall(start, line) and pcall(play, "Z") then
        local found = (S.key("rt") or "none:"):match("^(.*):")
        local after_it, known = position(), {}
        for me = 1, 2 do known[me], known[2 + me] = ability(after_it, me) end
        local list, open = verdicts(counts(after_it), known)
        n.positions = n.positions + 1
        if found ~= "none" then n.declared = n.declared + 1 end
        if #list == 1 and list[1] ~= "none" then n.due = n.due + 1 end
        local fault
        if found == "none" then
          if not open.none then n.late = n.late + 1 end
          if not open.none and os.getenv("MUSTER_ENDINGS_LATE") then
            print("late", rules, letters[1], letters[2], line, table.concat(list, " "))
          end
        elseif not open[found] then
          local early = #list == 1 and list[1] == "none"
          n[early and "early" or "wrong"] = n[early and "early" or "wrong"] + 1
          fault = early and "early" or "wrong"
        elseif #list > 1 then
          n.unknown = n.unknown + 1
        end
        if fault then
          print(fault, rules, letters[1], letters[2], line, "found " .. found
            .. ", expected " .. table.concat(list, " or "))
        end
      end
    end
    if tries > 60 then
      print(("%d positions, %d endings due, %d declared (%d of them not settled by the search), "
        .. "%d late, %d early, %d wrong"):format(n.positions, n.due, n.declared, n.unknown, n.late,
        n.early, n.wrong))
    end
    equal(n.early, 0)
    equal(n.wrong, 0)
    ok(n.declared > 0)
  end)
end)
