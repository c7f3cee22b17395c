-- The Spells, numbered through: Elementalism, White, Black. The keys of an entry:
--
--   mana             the printed cost
--   doubleable, fork may it be doubled, forked; `differs`: a fork needs another target
--   first            only as the first Spell of a Day
--   interrupt        "before" or "after" the Spell that it answers; `turn`: also in a turn
--   cancels          it cancels the Spell that it answers
--   answers(spell)   which Spells it may answer
--   target           enemy, friend, dying, dead, pair, entry, order or twist; without: no target
--   aim(unit)        which of them; `answer_aim(unit)`: the same, as an answer
--   castable(seat)   what else must hold
--   deals            it deals damage, or gives targeted damage, when it resolves
--   resolve(spell, strength, target, other)  what it does; strength is 2 if it is doubled
--   lasts            until the end of the "phase" or the "day", "dawn" (the next start of a Day),
--                    "timeline", or { days =, phase = }: with that phase, so many Days later
--   changes, amount  what a lasting effect changes, and by how much for a strength of 1
--   ends(seat, amount, unit)  what happens when a lasting effect comes to its end

local spells = {}
for school, name in ipairs { "elementalism", "white", "black" } do
  for n, spell in ipairs(require("fantasy_line.spells." .. name)) do
    spell.school, spell.nth, spell.number = school, n, #spells + 1
    spells[#spells + 1] = spell
  end
end
return spells
