--- What other modules offer to a game by their manifests: entries for one of its lists, each told
--- apart by a letter and a word.
local text = require("muster.text")

local COLOURS = "red blue green yellow purple orange cyan brown grey black white"
local is_colour = text.set(COLOURS)
local CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

---@class muster.OfferForm what an entry may have beside letter, word and name
---@field letters string its letter is one of those
---@field texts string? further keys whose values are texts; `colour` is a colour of scenes
---@field numbers string? further keys whose values are whole numbers of 0 or more
---@field needed string? which of all these no entry may lack

-- A, B or C.
local function either(names)
  return table.concat(names, ", ", 1, #names - 1) .. " or " .. names[#names]
end

---Add to a list what modules offer. Letters and words tell the entries apart. Faults stand where a
---module offers its entry.
---@param list table[]
---@param what string the key of `offers`
---@param form muster.OfferForm
---@return table[] list
return function(list, what, form)
  local texts, numbers = form.texts or "", form.numbers or ""
  local is_text, is_number = text.set("letter word name module at " .. texts), text.set(numbers)
  local expected = either(text.words("letter word name " .. texts .. " " .. numbers, " "))
  local needed = text.words("letter word name " .. (form.needed or ""), " ")

  local function check_values(new, refuse)
    for key, value in pairs(new) do
      if is_number[key] then
        if math.type(value) ~= "integer" or value < 0 then
          refuse("its %s must be a whole number, 0 or more", key)
        end
      elseif not is_text[key] then
        refuse("unknown key '%s'; expected %s", key, expected)
      elseif type(value) ~= "string" or value == "" then
        refuse("its %s must be a text", key)
      end
    end
    for _, key in ipairs(needed) do
      if not new[key] then refuse("its %s is missing", key) end
    end
  end

  for _, new in ipairs(muster.offers(what)) do
    local function refuse(why, ...)
      text.fault(new.at, ("the %s of %s: "):format(what, new.module) .. why:format(...))
    end
    check_values(new, refuse)
    for _, key in ipairs { "letter", "word", "name" } do
      for _, other in ipairs(list) do
        if other[key] == new[key] then
          refuse("%s has the %s '%s' already", other.name, key, new[key])
        end
      end
    end
    if not text.index(form.letters, new.letter) then
      refuse("its letter is '%s', expected one %s", new.letter, form.letters == CAPITALS
        and "capital letter, A to Z" or "of " .. form.letters)
    end
    if new.colour and not is_colour[new.colour] then
      refuse("its colour is '%s', expected one of: %s", new.colour, COLOURS)
    end
    list[#list + 1] = new
  end
  return list
end
