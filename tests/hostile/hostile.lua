-- Hostile modules: each mechanism, in each place where rules run, in three sizes. Every process
-- must give the same answers, byte for byte. Run in the source root, with MUSTER_BIN set:
--   lua5.4 tests/hostile/hostile.lua [PROCESSES] [EVERY]
-- The tests run 5 processes of every 13th module; `hostile.lua 100 1` takes all of them.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local processes, every = tonumber(arg[1] or 5), tonumber(arg[2] or 13)

-- Statements; N is the size. Their result goes to `out`, an integer.
local MECHANISMS = {
  fill_and_empty = [=[local t = {} for _ = 1, N do for i = 1, 50 do t["k" .. i] = i end
    for i = 1, 50 do t["k" .. i] = nil end end out = N]=],
  replace_keys = [=[local t = {} for i = 1, 128 do t["k" .. i] = i end
    for i = 1, N * 20 do t["k" .. i] = nil t["k" .. i + 128] = i end out = #t]=],
  object_keys = [=[local t, list = {}, {} for i = 1, 200 do list[i] = {} t[list[i]] = i end
    for i = 1, N * 20 do t[list[i % 200 + 1]] = nil t[list[(i + 77) % 200 + 1]] = i end
    out = #list]=],
  function_keys = [=[local t = {} for i = 1, N do t[function() return i end] = i end
    t[math.abs], t[string.rep] = 1, 2 out = t[math.abs]]=],
  numbers_from_strings = [=[local s = ("7"):rep(N)
    for _ = 1, N do out = out + #tostring(tonumber(s)) end]=],
  strings_from_floats = [=[for i = 1, N do out = out + #tostring(1.7e308 / i) end]=],
  joined_floats = [=[for i = 1, N do local s = 1.7e308 .. "" .. i / 3 out = out + #s end]=],
  long_formats = [=[for i = 1, N do out = out + #string.format("%99.99f", 1e308 / i) end]=],
  compared_strings = [=[local a, b = ("x"):rep(N) .. "a", ("x"):rep(N) .. "b"
    for _ = 1, N do if a < b then out = out + 1 end end]=],
  growing_string = [=[local s = "x" for _ = 1, N do s = s .. s:sub(1, 100) end out = #s]=],
  doubled_string = [=[local s = "x" for _ = 1, N do s = s .. s end out = #s]=],
  split_string = [=[local s = ("a,"):rep(N) for _ = 1, N do out = out + #s:split(",") end]=],
  sorted_list = [=[local t = {} for i = 1, N do t[i] = i * 7919 % 104729 end
    table.sort(t) out = t[1]]=],
  lying_order = [=[local t, n = {}, 0 for i = 1, N do t[i] = i end
    table.sort(t, function() n = n + 1 return n % 3 == 0 end) out = t[1]]=],
  front_inserts = [=[local t = {} for i = 1, N do table.insert(t, 1, i) end out = #t]=],
  moved_list = [=[local t = {} for i = 1, N do t[i] = i end
    for _ = 1, N do table.move(t, 1, #t, 2) end out = #t]=],
  unpacked_list = [=[local t = {} for i = 1, 200 do t[i] = i end
    for _ = 1, N do out = select("#", table.unpack(t)) end]=],
  emptied_pairs = [=[local t = {} for i = 1, N do t["k" .. i] = i end
    for i = 1, N do t["k" .. i] = nil end
    for _ = 1, N do for _ in pairs(t) do out = 1 end end]=],
  held_memory = [=[local t = {} for i = 1, N * 50 do t[i] = { i, { i } } end out = #t]=],
  garbage = [=[for i = 1, N * 20 do local t = { i, { i }, ("g"):rep(i % 100) } out = #t end]=],
  closures = [=[local f = function() return 1 end for i = 1, N * 10 do local g = f
    f = function() return i end out = g() end]=],
  deep_calls = [=[local function f(n) if n == 0 then return 0 end return f(n - 1) + 1 end
    out = f(N)]=],
  endless_loop = [=[while true do out = out + N end]=],
  endless_calls = [=[local function f() return f() + 1 end out = f()]=],
  odd_errors = [=[if N > 1000 then error({ N }) end out = N]=],
  nil_arithmetic = [=[local t = {} if N > 100 then out = t.x + 1 end]=],
  not_a_number = [=[local z = 0.0
    for i = 1, N do local x = z / z if x ~= x then out = out + i end end]=],
  overflow = [=[local x = math.maxinteger for i = 1, N do x = x * 31 + i end out = x % 1000]=],
  keys_in_order = [=[local t = {} for i = 1, N do t["k" .. i * 7919 % 1009] = i end
    for k, v in pairs(t) do out = (out * 31 + #k + v) % 65536 end]=],
  joined_integers = [=[local i = math.maxinteger for _ = 1, N * 10 do i = i - 1
    local s = i .. i .. i .. i out = #s end]=],
  written_integers = [=[for i = 1, N * 10 do local s = tostring(i) .. table.concat({ i, i }, ",")
    out = #s end]=],
  small_tables = [=[for i = 1, N * 10 do local t = {} t.a, t.b = i, i t.c, t.d = i, i t.e = i
    out = t.e % 7 end]=],
  long_keys = [=[local t, s = {}, ("x"):rep(8000) local a, b = s .. "a", s .. "a" t[a] = 1
    for _ = 1, N * 10 do out = t[b] end]=],
  nested_tables = [=[local t = {} for _ = 1, N do t = { t, t } end out = #t]=],
}
local PLACES = { "apply", "legal", "scene", "setup" }
local SIZES = { 30, 700, 20000 }

local GAME = [[
muster.module {}
muster.game { title = "Hostile", seats = 2 }
local grid <const> = muster.grid { columns = 3, rows = 3 }
muster.pieces { "stone", count = 5 }
local now <const> = muster.state { { "sum", max = 65535 } }
local play = muster.decision { "play", seat = function() return 0 end }
local function attack() local out = 0 @BODY return out end
muster.setup(function() local _ = {} now.sum = @setup % 65536 go(play) end)
muster.move { "pass", at = play, text = "pass",
  legal = function() local _ = {} need(@legal ~= -1, "H-1", "never") end,
  apply = function() local _ = {} now.sum = (now.sum + @apply) % 65536 go(play) end }
muster.scene(function() return { title = "h" .. @scene } end)
]]

local REQUESTS = [[
{"op":"load","ruleset":"rulesets/%s.ini"}
{"op":"new","seed":1}
{"op":"legal"}
{"op":"play","move":"pass"}
{"op":"observe","seat":0}
{"op":"play","move":"pass"}
{"op":"undo","plies":1}
{"op":"play","move":"pass"}
{"op":"state"}
{"op":"transcript"}
]]

-- ---- modules ------------------------------------------------------------------------------------

local function write_modules(home)
  local list, kinds = {}, {}
  for kind in pairs(MECHANISMS) do kinds[#kinds + 1] = kind end
  table.sort(kinds)
  for _, kind in ipairs(kinds) do
    for _, place in ipairs(PLACES) do
      for _, size in ipairs(SIZES) do
        local name = ("%s_%s_%d"):format(kind, place, size)
        local body = MECHANISMS[kind]:gsub("%f[%w]N%f[%W]", tostring(size))
        local game = GAME:gsub("@(%w+)", function(word)
          return word == "BODY" and body or word == place and "attack()" or "1"
        end)
        shell.write(home .. "/lua/" .. name .. ".lua", game)
        shell.write(home .. "/rulesets/" .. name .. ".ini", "[modules]\n" .. name .. " = on\n")
        shell.write(home .. "/" .. name .. ".in", REQUESTS:format(name))
        list[#list + 1] = name
      end
    end
  end
  return list, #kinds
end

local home = shell.capture("mktemp -d"):gsub("%s+$", "")
shell.capture(("mkdir %s/lua %s/rulesets"):format(home, home))
local modules, kinds = write_modules(home)
shell.write(home .. "/run", ("cd %s\nMUSTER_HOME=%s exec timeout 60 %s engine < $1.in\n"):format(
  home, home, shell.quoted(shell.BIN)))
local command = "sh " .. home .. "/run %s"

local ran, moved, faults = 0, 0, 0
for i = 1, #modules, every do
  local name = modules[i]
  local first = shell.capture(command:format(name))
  local _, answers = first:gsub("\n", "\n")
  local began = select(2, first:gsub('"ok":true', "")) >= 2
  ran, moved = ran + 1, moved + (began and 1 or 0)
  if answers ~= 10 then
    faults = faults + 1
    print(("%s: %d answers of 10:\n%s"):format(name, answers, first:sub(-300)))
  end
  for _ = 2, processes do
    local again = shell.capture(command:format(name))
    if again ~= first then
      faults = faults + 1
      print(("%s: another process answers otherwise:\n%s\n%s"):format(name, first, again))
      break
    end
  end
end
shell.capture("rm -r " .. home)
print(("%d of %d modules, %d mechanisms, %d reach a move, %d processes each, %d faults"):format(
  ran, #modules, kinds, moved, processes, faults))
os.exit(faults == 0 and moved * 3 >= ran * 2)
