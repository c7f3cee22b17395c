-- Long runs compile in the background (engine/lab/background.h): the games are the same bytes,
-- short runs and other paths start no compiler, and a compiler does not outlive its run. Run in the
-- source root with MUSTER_BIN set:
--   lua5.4 tests/background_test.lua

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local read, write, quoted, check = shell.read, shell.write, shell.quoted, shell.check
local BIN = quoted(shell.BIN)
local folder = shell.capture("mktemp -d"):gsub("\n", "")
local PATIENCE = 600 -- tenths of a second until something is called missing

local function path(name) return folder .. "/" .. name end
local called = path("called")

-- A folder with a compiler: a script that notes its process before it goes on as `how` says.
local compilers = 0
local function compiler(how)
  compilers = compilers + 1
  local bin = path("bin" .. compilers)
  shell.capture("mkdir " .. quoted(bin))
  write(bin .. "/cc", "#!/bin/sh\necho $$ >> " .. quoted(called) .. "\n" .. how .. "\n")
  shell.capture("chmod +x " .. quoted(bin .. "/cc"))
  return bin
end

local cc = shell.capture("command -v cc"):gsub("\n", "")
local CC, STUCK = compiler("exec " .. cc .. ' "$@"'), compiler("exec sleep 1000")
local NONE = path("none")
local caches = 0
local cache
local function new_cache()
  caches = caches + 1
  cache = path("cache" .. caches)
  os.remove(called)
end
local function files()
  return (shell.capture("ls " .. quoted(cache .. "/muster") .. " 2>/dev/null"))
end
local function with(bin)
  return ("XDG_CACHE_HOME=%s PATH=%s%s "):format(quoted(cache), quoted(bin),
    bin == NONE and "" or ":$PATH")
end

local LONG = " sim tic-tac-toe --games 50000 --seed 3 --computer 1=random,2=random"
local function games(bin, more)
  return (shell.capture(with(bin) .. BIN .. LONG .. " " .. (more or "")))
end

-- Processes of the compilers that were started are gone.
local function all_gone()
  for process in (read(called) or ""):gmatch("%d+") do
    local tries = 0
    while select(2, shell.capture("kill -0 " .. process)) == 0 and tries < PATIENCE do
      shell.capture("sleep 0.1")
      tries = tries + 1
    end
    if tries == PATIENCE then return false end
  end
  return true
end

-- ---- the same games -----------------------------------------------------------------------------

new_cache()
local cold = games(CC)
check(select(2, cold:gsub("\n", "")) == 50001, "other lines than those of the games:\n%s",
  cold:sub(1, 500))
check(read(called), "a long run has started no compiler")
check(all_gone() and not files():gsub("%x+%.so\n", ""):find("%S"), "files are left: %s",
  files())
shell.capture(with(CC) .. BIN .. " compile tic-tac-toe")
os.remove(called)
check(games(CC) == cold, "a run with native code from the beginning plays other games")
check(not read(called), "what is compiled already is compiled again")
new_cache()
check(games(CC, "--path code") == cold and games(CC, "--jobs 3 --path code") == cold,
  "register code plays other games")
check(not read(called), "--path code starts a compiler")
check(games(CC, "--jobs 3") == cold, "three processes play other games")

new_cache()
check(games(NONE) == cold, "without a compiler, it plays other games or says something")
shell.capture(with(CC) .. BIN .. " sim tic-tac-toe --games 49999 --computer 1=random,2=random")
shell.capture(with(CC) .. BIN .. " sim tic-tac-toe --games 9 --computer 1=level3,2=level1")
check(not read(called), "a short run starts a compiler")

-- ---- its end ------------------------------------------------------------------------------------

new_cache()
check(games(STUCK) == cold, "with a compiler that does not end, it plays other games")
check(read(called) and all_gone() and files() == "", "the run is over, its compiler is not: %s",
  files())
for _, signal in ipairs { "KILL", "TERM" } do
  new_cache()
  write(path("run"), with(STUCK) .. "exec " .. BIN .. LONG:gsub("50000", "100000000")
    .. " --jobs 2 --out " .. quoted(path("out" .. signal)) .. "\n")
  local run = shell.capture("sh " .. quoted(path("run")) .. " >/dev/null 2>&1 & echo $!")
  run = run:gsub("\n", "")
  local tries = 0
  while not read(called) and tries < PATIENCE do
    shell.capture("sleep 0.1")
    tries = tries + 1
  end
  check(read(called), "a long run has started no compiler")
  shell.capture("kill -" .. signal .. " " .. run)
  check(all_gone(), "after SIG%s the compiler goes on", signal)
  while files() ~= "" and tries < PATIENCE do
    shell.capture("sleep 0.1")
    tries = tries + 1
  end
  check(files() == "", "SIG%s leaves files: %s", signal, files())
end

shell.capture("rm -rf " .. quoted(folder))
shell.finish("long runs compile in the background")
