--- What other modules offer to a game by their manifests: entries for one of its lists, each told
--- apart by a word, and by a letter where the list has letters.
local text = require("muster.text")

local COLOURS = "red blue green yellow purple orange cyan brown grey black white"
local is_colour = text.set(COLOURS)
local CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

---@class muster.OfferForm what an entry may have beside letter, word and name
---@field letters string? its letter is one of those; without: it has none
---@field texts string? further keys whose values are texts; `colour` is a colour of scenes
---@field numbers string? further keys whose values are whole numbers of 0 or more
---@field flags string? further keys whose values are true or false
---@field choices table<string, string>? further keys, each with the words that its value may be
---@field others string? further keys, whose values the game checks
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
  local names = form.letters and "letter word name" or "word name"
  local choices, choice_keys = form.choices or {}, {}
  for key in pairs(choices) do choice_keys[#choice_keys + 1] = key end
  table.sort(choice_keys)
  local keys = { form.texts or "", form.numbers or "", form.flags or "", form.others or "",
    table.concat(choice_keys, " ") }
  local is_text, is_number = text.set(names .. " module at " .. keys[1]), text.set(keys[2])
  local is_flag, is_other = text.set(keys[3]), text.set(keys[4])
  local expected = either(text.words(names .. " " .. table.concat(keys, " "), " "))
  local needed = text.words(names .. " " .. (form.needed or ""), " ")

  local function check_values(new, refuse)
    for key, value in pairs(new) do
      if is_number[key] then
        if math.type(value) ~= "integer" or value < 0 then
          refuse("its %s must be a whole number, 0 or more", key)
        end
      elseif is_flag[key] then
        if type(value) ~= "boolean" then refuse("its %s must be true or false", key) end
      elseif choices[key] then
        if type(value) ~= "string" or not text.set(choices[key])[value] then
          refuse("its %s is '%s', expected one of: %s", key, tostring(value), choices[key])
        end
      elseif is_other[key] then -- the game looks at it
        goto continue
      elseif not is_text[key] then
        refuse("unknown key '%s'; expected %s", key, expected)
      elseif type(value) ~= "string" or value == "" then
        refuse("its %s must be a text", key)
      end
      ::continue::
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
        if new[key] and other[key] == new[key] then
          refuse("%s has the %s '%s' already", other.name, key, new[key])
        end
      end
    end
    if form.letters and not text.index(form.letters, new.letter) then
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
