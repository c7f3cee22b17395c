-- What a ruleset may set in [fantasy_line]: the readings of the book that groups differ about. Each
-- default is the ruling; the other values are other readings (FL-DATA-5).

local option = require("muster.options")
local yes, no, choice = option.yes, option.no, option.choice

local function number(key, default, max, help)
  return { key = key, type = "int", default = default, min = 0, max = max, help = help }
end

return {
  -- the set-up
  no("overspendUntilReveal", "May the cards laid face down cost too much until the lock?"),
  number("characterCopies", 2, 2, "Copies of each Character in the deck."),
  number("spellCopies", 2, 2, "Copies of each Spell in its deck."),

  -- the end
  choice("spMode", { "liveSum", "liveCount" },
    "Survival production is printed on the Characters, or is their number."),
  choice("spTie", { "draw", "health" },
    "If survival production is equal: a draw, or the health of both sides decides."),
  number("idleDays", 3, 20, "Days in a row without progress that end the game."),
  number("maxDays", 20, 60, "The last Day of the game."),
  choice("graceMode", { "day1", "anyDay", "off" },
    "When a wiped-out side has one more Day: on Day 1, always, never."),
  choice("bothWiped", { "draw", "lastKill" },
    "If both sides are wiped out at once: a draw, or the player wins who killed last."),

  -- the Day
  choice("randomStart", { "everyDay", "firstDay" },
    "Who opens the Spells is drawn every Day, or on the first Day only."),
  choice("frontKill", { "immediate", "phase5Only" },
    "The Front pool kills at once, or in the last phase only."),
  yes("convertedKillsNow", "May targeted damage that becomes damage to the Front kill at once?"),
  yes("lateT", "May damage that was out of range in phase 4 be dealt in phase 5?"),
  number("movesPerDay", 1, 9, "How often a Character may use its movement ability each Day."),
  no("deadMana", "Do dead Characters produce mana?"),
  yes("dyingGivesAccess", "Does a Dying Character still give access to Spells?"),
}
