-- Shared by tests that run the program: files, commands of a shell, and where things are.

local shell = {}

shell.ROOT = os.getenv("MUSTER_ROOT") or "."
shell.BIN = assert(os.getenv("MUSTER_BIN"), "MUSTER_BIN is not set")
shell.SPECS = shell.BIN:gsub("[^/]+$", "") .. "tests/muster-specs"

---@param path string
---@return string? contents; nil where no such file can be read
function shell.read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

---@param path string
---@param text string
function shell.write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

---A text as one word of a shell.
---@param text string
---@return string
function shell.quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

---What a command prints on both streams, and its exit status.
---@param command string
---@return string, integer
function shell.capture(command)
  local pipe = assert(io.popen("LC_ALL=C.UTF-8 " .. command .. " 2>&1 </dev/null", "r"))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  return output, status
end

---A new folder with copies of what a home needs, and of what specs need.
---@return string its path
function shell.scratch_home()
  local home = shell.capture("mktemp -d"):gsub("\n", "")
  local to = shell.quoted(home)
  local output, status = shell.capture(("cd %s && cp -R lua rulesets scenarios share %s && "
    .. "mkdir %s/tests && cp -R tests/lib %s/tests"):format(shell.quoted(shell.ROOT), to, to, to))
  assert(status == 0, output)
  return home
end

---A text in which the first `from` is replaced; an error where there is none.
---@param text string
---@param from string plain
---@param to string
---@return string
function shell.planted(text, from, to)
  local at, till = text:find(from, 1, true)
  if not at then error("there is no " .. from, 2) end
  return text:sub(1, at - 1) .. to .. text:sub(till + 1)
end

---The number of the first line that has this part, or nil.
---@param text string
---@param part string plain
---@return integer?
function shell.line_of(text, part)
  local at = text:find(part, 1, true)
  return at and select(2, text:sub(1, at):gsub("\n", "")) + 1
end

local faults, checks = 0, 0

---Count a check; where it fails, say why on standard error.
---@param good any
---@param text string a format
---@return boolean
function shell.check(good, text, ...)
  checks = checks + 1
  if good then return true end
  faults = faults + 1
  io.stderr:write(text:format(...), "\n")
  return false
end

---End the test: print the counts, after `text`.
---@param text string?
function shell.finish(text)
  print(("%s%d checks, %d faults"):format(text and text .. "; " or "", checks, faults))
  os.exit(faults == 0)
end

return shell
