-- The Spells, numbered through: Elementalism, White, Black. The keys of an entry:
--
--   mana             the printed cost
--   doubleable, fork may it be doubled, forked; `differs`: a fork needs another target
--   first            only as the first Spell of a Day
--   interrupt        "before" or "after" the Spell that it answers; `turn`: also in a turn
--   cancels          it cancels the Spell that it answers
--   prevents         how many points of the damage of the Spell that it answers
--   answers(spell)   which Spells it may answer
--   target           enemy, friend, dying, dead, pair, entry, order or twist; without: no target
--   aim(unit)        which of them; `answer_aim(unit, spell)`: the same, as an answer to that Spell
--   castable(seat)   what else must hold
--   deals            it deals damage, or gives targeted damage, when it resolves
--   resolve(spell, strength, target, other)  what it does; strength is 2 if it is doubled
--   lasts            until the end of the "phase" or the "day", "dawn" (the next start of a Day),
--                    "timeline", or { days =, phase = }: with that phase, so many Days later
--   changes, amount  what a lasting effect changes, and by how much for a strength of 1
--   ends(seat, amount, unit)  what happens when a lasting effect comes to its end

--
-- A module brings a card of its own by `offers = { spell = { word =, name =, school =, mana =,
-- text =, ... } }` with all of these keys but the functions, which it gives by fantasy_line.card.

local text = require("muster.text")
local SCHOOLS <const> = { "elementalism", "white", "black" }

local spells, sizes = {}, { 0, 0, 0 }
local function add(spell, school)
  sizes[school] = sizes[school] + 1
  spell.school, spell.nth, spell.number = school, sizes[school], #spells + 1
  spells[#spells + 1] = spell
end
for school, name in ipairs(SCHOOLS) do
  for _, spell in ipairs(require("fantasy_line.spells." .. name)) do
    spell.name = spell[1]
    add(spell, school)
  end
end

-- ---- cards of other modules ---------------------------------------------------------------------

local CHANGES <const> = "health damage mana rot silence mire truce sanctuary"
local ENDS = text.set("phase day dawn timeline")

local function is_moment(lasts)
  return type(lasts) == "table" and math.type(lasts.days) == "integer" and lasts.days >= 0
    and lasts.days <= 61 and math.type(lasts.phase) == "integer" and lasts.phase >= 1
    and lasts.phase <= 5
end

for _, card in ipairs(require("muster.offers")({}, "spell", { texts = "text changes",
  numbers = "mana prevents", flags = "doubleable fork differs first turn cancels deals",
  choices = { school = table.concat(SCHOOLS, " "), interrupt = "before after",
    target = "enemy friend dying dead pair entry" },
  others = "lasts amount", needed = "school mana text" })) do
  local function refuse(why) text.fault(card.at, "the spell of " .. card.module .. ": " .. why) end
  if card.lasts and not ENDS[card.lasts] and not is_moment(card.lasts) then
    refuse("it lasts until 'phase', 'day', 'dawn', 'timeline' or { days =, phase = }, 0 to 61 Days "
      .. "later and phase 1 to 5")
  end
  if card.lasts and card.target and card.target ~= "enemy" and card.target ~= "friend" then
    refuse("a Spell that lasts is on an enemy, a friend or nobody, not on '" .. card.target .. "'")
  end
  if card.amount and (math.type(card.amount) ~= "integer" or math.abs(card.amount) > 24) then
    refuse("its amount must be a whole number, -24 to 24")
  end
  if card.changes and not card.lasts then refuse("it changes something, but does not last") end
  if card.changes and card.changes ~= card.word and not text.set(CHANGES)[card.changes] then
    refuse("it changes '" .. card.changes .. "', expected its own word or one of: " .. CHANGES)
  end
  if (card.prevents or 0) > 24 then refuse("it prevents 24 points at most") end
  for _, other in ipairs(spells) do
    if other.name == card.name then refuse("there is a Spell of the name '" .. card.name .. "'") end
  end
  card[1] = card.name
  for school, name in ipairs(SCHOOLS) do
    if name == card.school then
      add(card, school)
      break
    end
  end
end
return spells
