--- What other modules offer to a game by their manifests: entries for one of its lists, each told
--- apart by a letter and a word.
local text = require("muster.text")

---Add to a list what modules offer. Letters and words tell the entries apart. Faults stand where a
---module offers its entry.
---@param list table[]
---@param what string the key of `offers`
---@param keys string what an entry may have, beside letter, word and name: texts
---@param numbers string which of these are whole numbers
---@param letters string its letter is one of those
---@param check fun(new: table, refuse: fun(why: string, ...: any)) what else must hold
return function(list, what, keys, numbers, letters, check)
  local known = text.set("letter word name module at " .. keys)
  local is_number = text.set(numbers)
  for _, new in ipairs(muster.offers(what)) do
    local function refuse(why, ...)
      text.fault(new.at, ("the %s of %s: "):format(what, new.module) .. why:format(...))
    end
    for key, value in pairs(new) do
      if not known[key] then refuse("it has no '%s', but: letter word name %s", key, keys) end
      if not is_number[key] and (type(value) ~= "string" or value == "") then
        refuse("its %s is no text", key)
      end
    end
    for _, key in ipairs { "letter", "word", "name" } do
      if not new[key] then refuse("its %s is missing", key) end
      for _, other in ipairs(list) do
        if other[key] == new[key] then
          refuse("%s has the %s '%s' already", other.name, key, new[key])
        end
      end
    end
    if not text.index(letters, new.letter) then
      refuse("its letter is '%s', expected one of %s", new.letter, letters)
    end
    check(new, refuse)
    list[#list + 1] = new
  end
  return list
end
