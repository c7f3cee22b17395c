-- Holds the recorded perft counts of WARLINE Tactical, and whole random games, against the naive
-- second implementation beside this file: the counts are counted again, and after each ply of each
-- game the position line and the list of legal moves must be equal.
-- usage: lua5.4 tests/naive/check.lua MUSTER_BINARY [MOST_NODES [GAMES]]
local naive = assert(loadfile("tests/naive/warline.lua"))("module")
local binary, most, games = arg[1], tonumber(arg[2] or 5000), tonumber(arg[3] or 6)
local faults = 0

local function fault(...)
  faults = faults + 1
  io.stderr:write(string.format(...), "\n")
end

-- ---- counts -------------------------------------------------------------------------------------

local rows = 0
for line in io.lines("tests/perft/warline.tsv") do
  local name, depth, nodes, position = line:match("^([^#\t]+)\t(%d+)\t(%d+)\t(.+)$")
  if name and tonumber(nodes) <= most then
    local found = naive.perft(naive.parse(position), tonumber(depth))
    rows = rows + 1
    if found ~= tonumber(nodes) then
      fault("perft %s, depth %s: recorded %s, the naive count is %d", name, depth, nodes, found)
    end
  end
end

-- ---- games --------------------------------------------------------------------------------------

-- Numbers that depend on the seed alone.
local state = 0
local function draw(below)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % below + 1
end

-- Play a game by the naive rules and write it down as requests; returns what must be answered.
local function script(seed, requests)
  local s, expected = naive.new(), {}
  state = seed
  requests[#requests + 1] = '{"op":"new","seed":1}'
  expected[1] = ""
  for _ = 1, 400 do
    local legal = naive.legal(s)
    if #legal == 0 then break end
    local maneuvers = {} -- mostly maneuvers, so that battles are fought
    for _, move in ipairs(legal) do
      if move:match("^M:") or not move:match("^[KLZ]:?") then maneuvers[#maneuvers + 1] = move end
    end
    local list = #maneuvers > 0 and draw(6) > 1 and maneuvers or legal
    local move = list[draw(#list)]
    s = naive.play(s, move)
    requests[#requests + 1] = '{"op":"play","move":"' .. move .. '"}'
    requests[#requests + 1] = '{"op":"position"}'
    requests[#requests + 1] = '{"op":"legal"}'
    local after = naive.legal(s)
    table.sort(after)
    expected[#expected + 1] = { naive.print(s), table.concat(after, " "), move }
  end
  return expected
end

local function sorted_moves(answer)
  local moves = {}
  for move in (answer:match('"moves":%[(.-)%]') or ""):gmatch('"([^"]*)"') do
    moves[#moves + 1] = move
  end
  table.sort(moves)
  return table.concat(moves, " ")
end

local plies = 0
for seed = 1, games do
  local requests = {}
  local expected = script(seed, requests)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(table.concat(requests, "\n"), "\n")
  file:close()
  local pipe = assert(io.popen(binary .. " engine warline-tactical < " .. name))
  pipe:read("l") -- the answer to `new`
  for i = 2, #expected do
    local played, position, legal = pipe:read("l"), pipe:read("l"), pipe:read("l")
    local want = expected[i]
    plies = plies + 1
    if not (played or ""):find('"ok":true', 1, true) then
      fault("game %d, ply %d, %s: %s", seed, i - 1, want[3], played or "no answer")
      break
    end
    if position:match('"position":"(.-)"') ~= want[1] then
      fault("game %d, ply %d, %s: position\n  %s\n  %s", seed, i - 1, want[3], position, want[1])
    end
    if sorted_moves(legal) ~= want[2] then
      fault("game %d, ply %d, %s: legal moves differ at %s", seed, i - 1, want[3], want[1])
    end
  end
  pipe:close()
  os.remove(name)
end

print(rows .. " counts and " .. plies .. " plies of " .. games .. " games against the naive rules, "
  .. faults .. " faults")
os.exit(faults == 0 and rows > 0 and plies > 0)
