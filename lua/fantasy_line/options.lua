-- The options of [fantasy_line]: the readings of the book that groups differ about. Each
-- default is the ruling; the other values are other readings (FL-DATA-5).

local option = require("muster.options")
local yes, no, choice = option.yes, option.no, option.choice

local function number(key, default, max, help, min)
  return { key = key, type = "int", default = default, min = min or 0, max = max, help = help }
end

return {
  -- the set-up
  choice("setupSchedule", { "alternate", "async" },
    "The players take turns with single actions, or one goes on until the line is locked."),
  no("drawOptional", "May a player refuse to fill a hand?"),
  no("rearrange", "May a line be put in another order when it is locked?"),
  no("overspendUntilReveal", "May the cards laid face down cost too much until the lock?"),
  no("recruitEachDay", "May both players lay more Characters at the start of each later Day?"),
  number("characterCopies", 2, 2, "Copies of each Character in the deck.", 1),
  number("spellCopies", 2, 2, "Copies of each Spell in its deck.", 1),

  -- the end
  choice("spMode", { "liveSum", "liveCount" },
    "Survival production is printed on the Characters, or is their number."),
  choice("spTie", { "draw", "health" },
    "If survival production is equal: a draw, or the health of both sides decides."),
  no("agreeEnd", "May both players agree at the end of a Day that the game ends?"),
  number("idleDays", 3, 20, "Days in a row without progress that end the game.", 1),
  number("maxDays", 20, 60, "The last Day of the game.", 1),
  choice("graceMode", { "day1", "anyDay", "off" },
    "When a wiped-out side has one more Day: on Day 1, always, never."),
  choice("bothWiped", { "draw", "lastKill" },
    "If both sides are wiped out at once: a draw, or the player wins who killed last."),

  -- the Day
  number("dayMoney", 0, 13, "Money that each player gains when a Day begins."),
  choice("randomStart", { "everyDay", "firstDay" },
    "Who opens the Spells is drawn every Day, or on the first Day only."),
  choice("frontKill", { "immediate", "phase5Only" },
    "The Front pool kills at once, or in the last phase only."),
  choice("tdPhase2", { "optional", "forced" },
    "Targeted damage that is left after phase 2 is kept, or becomes damage to the Front."),
  choice("tdPhase4", { "oneKill", "allAtOnce" },
    "In phase 4 the players take turns with one kill each, or have one turn with any kills."),
  yes("convertedKillsNow", "May targeted damage that becomes damage to the Front kill at once?"),
  choice("tdDeclare", { "dueFirst", "secret" },
    "In phase 4 the other player sees what was declared, or learns it when all have declared."),
  yes("lateT", "May damage that was out of range in phase 4 be dealt in phase 5?"),
  number("movesPerDay", 1, 9, "How often a Character may use its movement ability each Day."),
  no("deadMana", "Do dead Characters produce mana?"),
  yes("dyingGivesAccess", "Does a Dying Character still give access to Spells?"),

  -- Spells
  number("forkMax", 1, 9,
    "How often a Spell may be forked; 0: as long as the mana lasts."),
  number("stunDays", 1, 5, "Days that a stun lasts, the present one included.", 1),
  choice("interruptWindows", { "beforeAfter" },
    "When a Spell is answered: before it resolves and after it. There is no other reading."),
  no("interruptAfterPass", "May a player who has passed still answer Spells?"),
  no("askAlways", "Is a player asked for an answer even if he holds none, to hide his hand?"),
  yes("hurricaneInterruptCounts",
    "Do answers count among the Spells of a Day, before which Hurricane must come?"),
  choice("refill", { "afterStack", "atOnce" },
    "Hands are filled when a Spell and its answers are finished, or when it is announced."),
}
