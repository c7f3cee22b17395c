-- Installs into a temporary prefix and uses what is there: the program, a program that embeds the
-- library by pkg-config and one by CMake, manual pages and completions. Then it moves the prefix
-- and plays again. usage: install_test.lua BUILD; MUSTER_ROOT is the source tree, which what is
-- installed cannot reach.

local BUILD = assert(arg[1], "name the build folder")
local ROOT = assert(os.getenv("MUSTER_ROOT"), "MUSTER_ROOT is not set")

local checks, faults = 0, 0

local function check(ok, what, ...)
  checks = checks + 1
  if ok then return end
  faults = faults + 1
  print("FAULT: " .. what:format(...))
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Run a command. Returns what it printed, and whether it succeeded.
local function run(command)
  local pipe = assert(io.popen("( " .. command .. " ) 2>&1 </dev/null"))
  local text = pipe:read("a")
  return text, (pipe:close())
end

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

local folder = run("mktemp -d"):gsub("\n", "")

-- How to hide the source tree and its build from a command: an empty folder lies over it. Where the
-- system does not allow that, only the texts in the files are looked at.
local function hider()
  for _, unshare in ipairs { "unshare --mount", "unshare --user --map-root-user --mount" } do
    local before = unshare .. " sh -c 'mount -t tmpfs none " .. ROOT .. " && cd / && "
    local text, done = run(before .. "ls " .. ROOT .. "'")
    if done and text == "" then
      return function(command) return run(before .. command:gsub("'", "'\\''") .. "'") end, true
    end
  end
  return run, false
end

local hidden, hides = hider()
print("the source tree " .. (hides and "is out of reach" or "cannot be hidden here"))

local CLEAN = "env -u MUSTER_HOME -u MUSTER_ROOT -u MUSTER_FOLDERS "

-- The program in `prefix` plays.
local function plays(prefix)
  local program = CLEAN .. prefix .. "/bin/muster"
  local text, done = hidden(program .. " list")
  check(done and text:find("warline", 1, true), "list fails: %s", text)
  text, done = hidden(program .. " perft breakthrough-6x6 --depth 2")
  check(done and text:find("%d"), "perft fails: %s", text)
  text, done = hidden(program .. " sim warline-tactical --games 2 --computer 1=level1,2=random")
  check(done, "two games fail: %s", text)
  text, done = hidden(program .. " check warline-grand")
  check(done and text:find("ok"), "check fails: %s", text)
end

-- docs/example.c, compiled by `command`, plays a match with the installed rules.
local function embeds(prefix, command, program, how)
  local text, done = run(command)
  check(done, "%s: it does not compile: %s", how, text)
  text, done = hidden("env -u MUSTER_ROOT MUSTER_HOME=" .. prefix .. "/share/muster " .. program ..
    " " .. prefix .. "/share/muster/rulesets/breakthrough-6x6.ini")
  check(done and text:find("after %d+ plies, winners %d"), "%s: it does not play: %s", how, text)
end

local function libdir(prefix)
  local text = run("cd " .. prefix .. " && find . -name libmuster.a")
  return prefix .. "/" .. (text:match("^%./(.-)/libmuster%.a") or "lib")
end

local function embeds_both(prefix)
  local pkg = ("PKG_CONFIG_PATH=%s/pkgconfig pkg-config --cflags --libs muster"):format(
    libdir(prefix))
  embeds(prefix, ("cc -std=c11 -o %s/by_pkg %s/docs/example.c $(%s)"):format(folder, ROOT, pkg),
    folder .. "/by_pkg", "by pkg-config")
  local project = folder .. "/project"
  run("mkdir -p " .. project)
  local file = assert(io.open(project .. "/CMakeLists.txt", "wb"))
  file:write(([[
cmake_minimum_required(VERSION 3.25)
project(embedding LANGUAGES C)
find_package(Muster 0.1 REQUIRED)
add_executable(by_cmake %s/docs/example.c)
target_link_libraries(by_cmake PRIVATE Muster::muster)
]]):format(ROOT))
  file:close()
  embeds(prefix, ("cmake -S %s -B %s/out -DCMAKE_PREFIX_PATH=%s && cmake --build %s/out"):format(
    project, project, prefix, project), project .. "/out/by_cmake", "by CMake")
end

-- No installed file names the source tree.
local function is_free_of_paths(prefix)
  local text = run("grep -rlF " .. quoted(ROOT) .. " " .. prefix)
  check(text == "", "the source tree is named in: %s", text)
end

local prefix, moved = folder .. "/prefix", folder .. "/moved/further"
local text, done = run(("cmake --install %s --prefix %s"):format(quoted(BUILD), prefix))
check(done, "cmake --install fails: %s", text)
for _, path in ipairs {
  "bin/muster", "include/muster.h", "include/muster/player.h",
  "share/muster/lua/warline/tactical.lua", "share/muster/rulesets/warline-tactical.ini",
  "share/doc/muster/README.md", "share/man/man1/muster.1", "share/man/man1/muster-play.1",
  "share/bash-completion/completions/muster", "share/zsh/vendor-completions/_muster",
  "share/fish/vendor_completions.d/muster.fish",
} do
  check(exists(prefix .. "/" .. path), "%s is not installed", path)
end
is_free_of_paths(prefix)
plays(prefix)
embeds_both(prefix)
run(("mkdir -p %s/moved && mv %s %s"):format(folder, prefix, moved))
plays(moved)
embeds_both(moved)

run("rm -rf " .. quoted(folder))
print(("%d checks, %d faults"):format(checks, faults))
os.exit(faults == 0 and 0 or 1)
