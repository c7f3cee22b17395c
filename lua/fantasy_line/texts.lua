-- The rulebook of Fantasy Line Battle, in the order in which people learn it.

local characters = require("fantasy_line.characters")
local spells = require("fantasy_line.spells")
local state = require("fantasy_line.state")
local o = state.options

-- "once" or "3 times".
local function times(n) return n == 1 and "once" or n .. " times" end
local function days(n) return n == 1 and "one Day" or n .. " Days" end

muster.rules { title = "Aim of the game", place = 1,
  { id = "FL-LIN-1", text = "Two players lead a line of Characters each. The first "
    .. "Character is the "
    .. "Front, the last one the Rear." },
  { id = "FL-END-1", ending = "wiped out", text = "Kill the whole line of the opponent." },
  { id = "FL-RUL-7", option = "graceMode", text = o.graceMode == "off"
    and "A side without Characters has lost at the end of the phase."
    or o.graceMode == "day1"
    and "On the first Day nobody has lost yet: a side without Characters plays one more Day."
    or "A side without Characters always plays one more Day before it has lost." },
  { id = "FL-RUL-9", option = "bothWiped", text = o.bothWiped == "draw"
    and "If both lines are gone at once, nobody wins."
    or "If both lines are gone at once, the player wins who made the last kill." },
  { id = "FL-RUL-5", option = "idleDays", text = "The game also ends after " .. days(o.idleDays)
    .. " in a row in which nobody died and no Front pool rose above its highest mark." },
  { id = "FL-RUL-4", option = "maxDays", text = "It ends after Day " .. o.maxDays .. " in "
    .. "any case." },
  { id = "FL-END-2", ending = "survival", option = "spMode", text = o.spMode == "liveSum"
    and "Then the side wins whose live Characters have the greater survival production together."
    or "Then the side wins that has more live Characters." },
  { id = "FL-RUL-4", option = "spTie", ending = "no progress",
    text = o.spTie == "draw" and "If both have the same: a draw."
    or "If both have the same, the greater sum of health wins." },
  { id = "FL-RUL-6", option = "agreeEnd", text = o.agreeEnd
    and "At the end of a Day both players may agree to end the game in that way."
    or "Players cannot agree to end the game." },
}

muster.rules { title = "The set-up", place = 2,
  { id = "FL-NUM-3", text = "Each player begins with 13 money and five Characters in hand, and "
    .. "always draws back up to five while Characters are chosen." },
  { id = "FL-RUL-59", option = "drawOptional", text = o.drawOptional
    and "Before a hand of Characters or Spells is filled, its owner may refuse to draw."
    or "Hands of Characters and Spells are always filled: nobody may refuse to draw." },
  { id = "FL-RUL-60", option = "characterCopies", text = "Each Character is in the deck "
    .. times(o.characterCopies) .. "." },
  { id = "FL-SEL-3", text = "Characters are laid face down, each at any place of the own line." },
  { id = "FL-SEL-4", option = "overspendUntilReveal", text = o.overspendUntilReveal
    and "A line must be paid for when it is locked; until then it may cost more than 13, "
    .. "and Characters of a line that does may be discarded."
    or "A line never costs more than 13." },
  { id = "FL-RUL-44", option = "setupSchedule", text = o.setupSchedule == "alternate"
    and "The players act in turn: lay a Character, turn up a Farseer, or lock the line."
    or "One player lays Characters until the line is locked, and then the other." },
  { id = "FL-RUL-45", option = "rearrange", text = o.rearrange
    and "Who locks the line may first put it in another order."
    or "A Character that lies stays in its order among the others." },
  { id = "FL-SEL-7", text = "A Farseer may be turned up: the opponent then finishes the line and "
    .. "shows it, before its owner goes on." },
  { id = "FL-RUL-47", option = "recruitEachDay", text = "Only one Farseer is turned up in a "
    .. (o.recruitEachDay and "selection." or "game.") },
  { id = "FL-SEL-8", text = "A Merchant lets its owner hold two more Characters as long as "
    .. "it lies." },
  { id = "FL-SEL-9", text = "When it is laid, one other Character of the line may be discarded, "
    .. "which then costs nothing." },
  { id = "FL-RUL-48", text = "That is another one than the Merchant itself." },
  { id = "FL-RUL-49", text = "Another Merchant may go, and takes its two cards of the hand "
    .. "along. A "
    .. "Farseer that was turned up stays." },
  { id = "FL-REV-1", text = "When both lines are locked, all Characters are turned up." },
  { id = "FL-RUL-3", text = "They are paid at that moment, out of the 13 money." },
  { id = "FL-RUL-1", option = "recruitEachDay", text = o.recruitEachDay
    and "From the second Day on each Day begins with another selection: both may lay more "
    .. "Characters among those who stand in the line, " .. state.LONGEST .. " in all at most, with "
    .. "the money that is left, and they are paid when they are turned up."
    or "Characters are selected once, before the first Day." },
  { id = "FL-NUM-5", text = "Four Spells are drawn of every category to which a live Character "
    .. "gives access." },
  { id = "FL-DRW-5", text = "Who loses access by a death discards down to the new limit." },
  { id = "FL-NUM-6", text = "Two are left where only a dead one does, and none where nobody "
    .. "does." },
  { id = "FL-RUL-39", option = "dyingGivesAccess", text = o.dyingGivesAccess
    and "A Dying Character counts as live for that."
    or "A Dying Character counts as dead for that." },
  { id = "FL-RUL-60", option = "spellCopies", text = "Each Spell is in its deck "
    .. times(o.spellCopies) .. "." },
}

muster.rules { title = "The Day", place = 3,
  { id = "FL-RND-1", text = "A Day has five phases: mana, Spells, movement, targeted damage, and "
    .. "damage to the Front." },
  { id = "FL-MAN-2", text = "In the first phase each player gains 3 mana, and what Characters "
    .. "produce." },
  { id = "FL-RUL-41", option = "deadMana", text = o.deadMana and "Dead Characters produce "
    .. "mana, too."
    or "Dead Characters produce none." },
  { id = "FL-RUL-2", option = "dayMoney", text = o.dayMoney == 0 and "Nobody gains money."
    or "Each player gains " .. o.dayMoney .. " money when a Day begins." },
  { id = "FL-ORD-1", text = "Wherever turns are taken, the player is due who did not take the last "
    .. "one. A pass counts for the whole phase." },
  { id = "FL-RUL-10", option = "randomStart", text = o.randomStart == "everyDay"
    and "Who casts first is drawn by lot every Day."
    or "Who casts first is drawn by lot on the first Day only." },
  { id = "FL-MOV-1", text = "In the third phase each turn is one movement ability." },
  { id = "FL-DATA-2", text = "Step: the Character moves one place ahead or behind. Swap: it trades "
    .. "places with a neighbour. Leap: it moves to any other place of its line. Shift: another "
    .. "Friend moves one place. Drag: an enemy that is not in front comes one place ahead, if the "
    .. "Character is in range.",
    example = { position = "FL D1.3:1L2x01g0i0h0,0k0 $2m5t0f0c0;L=C19a,C03b,C15b;X=;C=?5;E=;W=;B= "
      .. "$10m3t0f0c0;L=C04a;X=;C=?5;E=;W=;B= [] {} c34e24w24b24/", play = "m1.3>1",
      text = "The Reed Charioteer of P1 leaps from the Rear to the Front." } },
  { id = "FL-RUL-42", option = "movesPerDay", text = "A Character moves "
    .. times(o.movesPerDay) .. " a Day at most." },
  { id = "FL-RUL-43", text = "A Dying Character neither moves nor is moved by an ability. "
    .. "Others may "
    .. "pass it." },
  { id = "FL-DYI-1", text = "A killed Character is Dying: it stays where it is and leaves the line "
    .. "when the phase ends." },
}

muster.rules { title = "Spells", place = 4,
  { id = "FL-CST-2", text = "A turn of the second phase is one Spell, which costs its mana." },
  { id = "FL-MAN-1", text = "Who has less mana than a Spell costs cannot cast it." },
  { id = "FL-RUL-55", text = "Targets are live Characters, unless a card says otherwise, "
    .. "and are named "
    .. "when the Spell is announced. Without a target it cannot be cast." },
  { id = "FL-TRM-1", text = "Doubled, a Spell costs twice as much and is twice as strong." },
  { id = "FL-TRM-2", text = "Forked, it costs twice as much again and takes effect a second time, "
    .. "on the same target or on another one." },
  { id = "FL-RUL-30", option = "forkMax", text = "A Spell is forked "
    .. (o.forkMax == 0 and "as often as the mana lasts" or times(o.forkMax) .. " at most")
    .. (o.forkMax == 1 and "." or ": every fork costs as much again as the Spell, doubled if that "
      .. "is.") },
  { id = "FL-RUL-31", text = "Each of the two has its targets. One that is gone when its "
    .. "turn comes "
    .. "has no effect, and the mana is lost." },
  { id = "FL-RUL-51", text = "Effects that last add up. One on a Character ends when it dies." },
  { id = "FL-TRM-8", text = "An interrupt answers a Spell of the opponent, and most are cast in no "
    .. "other way." },
  { id = "FL-RUL-33", option = "interruptWindows", text = "A Spell is answered "
    .. "before it takes effect or after it. An answer is no turn, and may be answered itself." },
  { id = "FL-RUL-32", option = "interruptAfterPass", text = o.interruptAfterPass
    and "Who has passed may still answer." or "Who has passed answers no more." },
  { id = "FL-RUL-69", option = "askAlways", text = o.askAlways
    and "Each player is asked for an answer, whether the hand holds one or not."
    or "Only a player whose hand holds an answer is asked for one." },
  { id = "FL-CST-9", option = "hurricaneInterruptCounts", text = o.hurricaneInterruptCounts
    and "Hurricane comes before any other Spell or answer of its caster on that Day."
    or "Hurricane comes before any other Spell of its caster on that Day; answers do not count." },
  { id = "FL-RUL-35", option = "refill", text = o.refill == "afterStack"
    and "When a Spell and its answers are finished, hands are filled from the decks."
    or "When a Spell is announced, the hand is filled from the deck." },
  { id = "FL-RUL-28", option = "stunDays", text = "A stunned Character deals no damage and "
    .. "does not "
    .. "move, for " .. days(o.stunDays) .. "." },
}

muster.rules { title = "Damage", place = 5,
  { id = "FL-DTF-1", text = "Damage is collected in the Front pool of the line that it "
    .. "threatens." },
  { id = "FL-DTF-4", option = "frontKill", text = o.frontKill == "immediate"
    and "As soon as the pool reaches the health of the Front, it is paid and the Front is killed."
    or "In the last phase the pool pays for the health of the Front, which is killed." },
  { id = "FL-DTF-5", text = "What is left in the pool stays there." },
  { id = "FL-RNG-1", text = "A Character deals damage only from the places of its range, counted "
    .. "from its own Front." },
  { id = "FL-TGD-3", text = "Targeted damage kills any enemy Characters whose health it covers. It "
    .. "wounds nobody." },
  { id = "FL-TGD-4", text = "The whole health of a Character must be paid, and what was "
    .. "kept adds up." },
  { id = "FL-RUL-21", text = "It is used in the fourth phase, at the end of the second, and at "
    .. "once when a Spell or an ability has gained it." },
  { id = "FL-RUL-25", text = "The Front pool pays for nothing of it." },
  { id = "FL-RUL-14", text = "A Dying Character is not killed again, and does nothing new." },
  { id = "FL-RUL-19", option = "tdPhase2", text = o.tdPhase2 == "optional"
    and "What is left of it after the second phase may be kept for the fourth."
    or "What is left of it after the second phase is damage to the enemy Front." },
  { id = "FL-RUL-23", option = "tdDeclare", text = o.tdDeclare == "dueFirst"
    and "In the fourth phase the due player declares first which Characters aim."
    or "In the fourth phase both players declare in secret which Characters aim." },
  { id = "FL-PH4-2", option = "tdPhase4", text = o.tdPhase4 == "oneKill"
    and "Then the players kill in turn, one Character each time."
    or "Then each player kills once, as many Characters as the damage covers." },
  { id = "FL-PH4-4", text = "Who passes turns the rest into damage to the enemy Front." },
  { id = "FL-RUL-17", option = "convertedKillsNow", text = o.convertedKillsNow
    and "Such damage may kill the Front at once."
    or "Such damage kills nobody before the fifth phase." },
  { id = "FL-PH5-1", text = "In the fifth phase all live Characters in range deal their damage." },
  { id = "FL-RUL-24", option = "lateT", text = o.lateT
    and "Characters that did not aim add their targeted damage to it."
    or "Characters that could aim and held back add their targeted damage to it; others do not." },
}

local function range_of(card) return card.range and "range " .. card.range or "no range" end
local function add(parts, value, what)
  if value and value > 0 then parts[#parts + 1] = value .. " " .. what end
end

-- "Gate Warden: cost 4, health 13, range 1-1, 2 damage, ..."
local function character_text(card)
  local parts = { "cost " .. card.cost, "health " .. card.health, range_of(card) }
  add(parts, card.damage, "damage")
  add(parts, card.targeted, "targeted damage")
  add(parts, card.mana, "mana")
  add(parts, card.survival, "survival")
  if card.access then parts[#parts + 1] = "access " .. card.access end
  if card.move then parts[#parts + 1] = "moves by " .. card.move end
  local text = card[1] .. ": " .. table.concat(parts, ", ") .. "."
  return card.text and text .. " " .. card.text or text
end

local list = { title = "Characters", place = 6 }
for n, card in ipairs(characters) do
  list[#list + 1] = { id = ("FL-C%02d"):format(n), text = character_text(card) }
end
muster.rules(list)

local function spell_text(card)
  local words = { card.mana .. " mana" }
  if card.doubleable then words[#words + 1] = "doubleable" end
  if card.fork then words[#words + 1] = "fork" end
  return card[1] .. " (" .. table.concat(words, ", ") .. "): " .. card.text
end

for school, name in ipairs { "Elementalism", "White", "Black" } do
  local chapter = { title = name, place = 6 + school }
  for _, card in ipairs(spells) do
    if card.school == school and not card.module then -- others state their own
      local id = "FL-" .. state.spell_text(card.number)
      chapter[#chapter + 1] = { id = id, text = spell_text(card) }
    end
  end
  muster.rules(chapter)
end

return {}
