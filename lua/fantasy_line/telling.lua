-- How the log names players and cards. A sentence is made of what the reader sees of an event: a
-- card is its text, such as "C02a" or "E01".

local characters = require("fantasy_line.characters")
local spells = require("fantasy_line.spells")
local state = require("fantasy_line.state")
local telling = {}

--- "P1"
function telling.player(seat) return "P" .. seat + 1 end
--- "Hedge Archer"
function telling.name(unit)
  local card = characters[tonumber(string.sub(unit, 2, 3))]
  return card and card[1] or "a Character"
end
--- "P2's Hedge Archer"
function telling.unit(seat, unit) return telling.player(seat) .. "'s " .. telling.name(unit) end
--- "Spark Lash"
function telling.spell(text)
  local number = state.spell_named(text)
  return number and spells[number][1] or "a Spell"
end
--- " on Dusk Cutter and Hook Ferryman": the targets of a Spell that are Characters; "" for none.
function telling.on(...)
  local names = {}
  for k = 1, 4 do
    local unit = select(k, ...)
    if unit and string.sub(unit, 1, 1) == "C" then names[#names + 1] = telling.name(unit) end
  end
  return #names > 0 and " on " .. table.concat(names, " and ") or ""
end
--- ", doubled and forked, on Dusk Cutter": how a Spell is announced, 1 doubled, 2 forked, 3 both,
--- and its targets.
function telling.cast(how, ...)
  local way, on = ({ ", doubled", ", forked", ", doubled and forked" })[how], telling.on(...)
  return (way or "") .. (way and on ~= "" and "," or "") .. on
end
--- The Spell of that number.
function telling.source(number) return spells[number] and spells[number][1] or "a Spell" end
--- "1 mana", "3 Spells"
function telling.amount(n, one, many) return n .. " " .. (n == 1 and one or many or one) end
--- The name of a category.
function telling.school(number) return ({ "Elementalism", "White", "Black" })[number] end

return telling
