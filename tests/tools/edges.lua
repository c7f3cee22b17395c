-- Checks which library calls which: `lua5.4 tests/tools/edges.lua ARCHIVE...`, in link order, the
-- lowest first. An object that refers to a function or an object of a library above its own is
-- reported as `library: object refers to NAME of library`; status 1 if there is any. Reads what
-- `nm` prints.
-- With --self-test it reads the libraries upside down and fails unless each but one is reported.

local UNDEFINED = "U"

-- The object files of an archive: a list of
-- { name, defines = { [symbol] = true }, uses = { symbol } }.
local function read_archive(path)
  local objects, object = {}, nil
  local pipe = assert(io.popen("nm -P '" .. path .. "'"))
  for line in pipe:lines() do
    local name = line:match("%[([^%]]+)%]:$")
    local symbol, kind = line:match("^(%S+) (%a)")
    if name then
      object = { name = name, defines = {}, uses = {} }
      objects[#objects + 1] = object
    elseif symbol and kind == UNDEFINED then
      object.uses[#object.uses + 1] = symbol
    elseif symbol and kind == kind:upper() then
      object.defines[symbol] = true
    end
  end
  assert(pipe:close(), "nm cannot read " .. path)
  assert(#objects > 0, path .. " holds no objects")
  return objects
end

local function library_of(path)
  return path:match("libmuster%-(%w+)%.a$") or error(path .. " is no library of Muster")
end

-- The faults of libraries in this order, as lines, and the number of libraries that have one.
local function check(paths)
  local home, faults, faulty = {}, {}, {}
  local archives = {}
  for height, path in ipairs(paths) do
    archives[height] = read_archive(path)
    for _, object in ipairs(archives[height]) do
      for symbol in pairs(object.defines) do home[symbol] = home[symbol] or height end
    end
  end
  for height, objects in ipairs(archives) do
    for _, object in ipairs(objects) do
      for _, symbol in ipairs(object.uses) do
        if (home[symbol] or 0) > height then
          faulty[height] = true
          faults[#faults + 1] = ("%s: %s refers to '%s' of %s, which is above it"):format(
            library_of(paths[height]), object.name, symbol, library_of(paths[home[symbol]]))
        end
      end
    end
  end
  local count = 0
  for height = 1, #paths do count = count + (faulty[height] and 1 or 0) end
  return faults, count
end

local paths = { table.unpack(arg) }
if paths[1] == "--self-test" then
  local upside_down = {}
  for i = #paths, 2, -1 do upside_down[#upside_down + 1] = paths[i] end
  local _, faulty = check(upside_down)
  local expected = #upside_down - 1 -- the core calls none
  print(("edges: upside down, %d of %d libraries are reported"):format(faulty, expected))
  os.exit(faulty == expected and 0 or 1)
end

assert(#paths > 1, "name the libraries, the lowest first")
local faults = check(paths)
for _, fault in ipairs(faults) do print(fault) end
if #faults == 0 then print(("edges: %d libraries, and none calls one above it"):format(#paths)) end
os.exit(#faults == 0 and 0 or 1)
