--- Games of several files: each file, a chapter, returns a table of what it offers to the others.
local chapters = {}

-- What a chapter offers, or nil if it returns nothing: then it is loaded for what it declares.
-- A handle, such as a flow, is an offer as well. Faults are reported where the chapters are listed.
local function offers_of(file)
  local offers = require(file)
  if offers == true then return nil end
  local kind = type(offers)
  if kind ~= "table" and kind ~= "userdata" then
    error(("chapter %s returns a %s; expected a table of what it offers"):format(file, kind), 3)
  end
  return offers
end

---Load the chapters of a folder in this order. What each offers becomes a group of the result, by
---the name of its file: `state.lua` offers what is read as `game.state.arms`.
---@param folder string as `require` names it
---@param names string[]
---@param groups table<string, any>? groups that are no chapters; they are changed and returned
---@return table<string, any>
function chapters.grouped(folder, names, groups)
  local all = groups or {}
  local file_of = {}
  for group in pairs(all) do file_of[group] = "the table of groups" end

  for _, name in ipairs(names) do
    local file = folder .. "." .. name
    if file_of[name] then
      error(("group '%s' is offered twice: by %s and by %s"):format(name, file_of[name], file), 2)
    end
    all[name], file_of[name] = offers_of(file), file
  end
  return all
end

---Load the chapters of a folder in this order, and join what they offer into one table.
---@param folder string as `require` names it
---@param names string[]
---@return table<string, any>
function chapters.joined(folder, names)
  local all, file_of = {}, {}
  for _, name in ipairs(names) do
    local file = folder .. "." .. name
    for key, value in pairs(offers_of(file) or {}) do
      -- The files are named, since neither of them is at fault alone.
      if file_of[key] then
        error(("'%s' is offered twice: by %s and by %s"):format(key, file_of[key], file), 2)
      end
      all[key], file_of[key] = value, file
    end
  end
  return all
end

return chapters
