-- The kingdoms whose battalions and ramparts exist: what the core rules must know of them. What a
-- kingdom can do beside that stands in its own module, which may also bring a kingdom that is not
-- listed here: by `offers = { kingdom = { letter = , word = , name = , colour = } }` in its
-- muster.module.

---@class warline.kingdom
---@field letter string in moves and positions
---@field word string its name in the files of modules
---@field name string
---@field colour string of its pieces in scenes

---@type warline.kingdom[] in the order of their numbers, from 0
local kingdoms = {
  { letter = "F", word = "flaym", name = "Flaym", colour = "red" },
  { letter = "I", word = "frost", name = "Frost", colour = "blue" },
  { letter = "S", word = "sey", name = "Sey", colour = "cyan" },
  { letter = "T", word = "timber", name = "Timber", colour = "green" },
  { letter = "B", word = "blak", name = "Blak", colour = "grey" },
}

local COLOURS = { "red", "blue", "green", "yellow", "purple", "orange", "cyan", "brown",
  "grey", "black", "white" }
local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
local colours = {}
for _, colour in ipairs(COLOURS) do colours[colour] = true end

local function any() return true end
local KEYS = { -- what each must be, beside a text
  { "letter", function(text) return #text == 1 and LETTERS:find(text) end,
    "one of the letters A to Z" },
  { "word", any, "a string" },
  { "name", any, "a string" },
  { "colour", function(text) return colours[text] end,
    "one of: " .. table.concat(COLOURS, ", ") },
}

local KNOWN = { letter = true, word = true, name = true, colour = true, module = true,
  at = true }

-- A fault of a kingdom stands where its module offers it.
local function refuse(new, text)
  error(("%s: the kingdom of %s: %s"):format(new.at, new.module, text), 0)
end

-- Letters and words tell kingdoms apart; colours may be shared.
local function check(new)
  for key in pairs(new) do
    if not KNOWN[key] then
      refuse(new, ("it has no '%s', but: letter, word, name, colour"):format(key))
    end
  end
  for _, key in ipairs(KEYS) do
    local value = new[key[1]]
    if type(value) ~= "string" or value == "" or not key[2](value) then
      refuse(new, ("its %s is %s, expected %s"):format(key[1],
        value == nil and "missing" or "'" .. tostring(value) .. "'", key[3]))
    end
    for _, known in ipairs(key[1] ~= "colour" and kingdoms or {}) do
      if known[key[1]] == value then
        refuse(new, ("%s has the %s '%s' already"):format(known.name, key[1], value))
      end
    end
  end
end

for _, new in ipairs(muster.offers("kingdom")) do
  check(new)
  kingdoms[#kingdoms + 1] = new
end
return kingdoms
