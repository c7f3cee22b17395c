--- What the tables of a scenario may hold: the one list by which they are checked, and which
--- `muster reference --scenarios` prints. An entry of `keys` is { key, types, help }, with
--- `default` where the library puts a value in, `usual` where leaving the key out means something
--- else, and `needed`. `errors` come on top of those of every table: an unknown key, a value of
--- another type, a missing key.

local keys = {}

local SAYS = { "says", "text|table", "what is shown: a text for all, or one for each seat, "
  .. "`{ [0] = \"We are here.\", [1] = \"They are here.\", onlooker = \"...\" }`" }
local ENTERS = { "enters", "function", "`enters(piece)` is done to each piece that enters",
  usual = "nothing" }
local SEAT = { "seat", "number", "whose it is, from 0", default = 0 }

keys.file = { what = "a scenario", title = "The file", form = "return { ... }",
  help = "The table that the file returns.",
  keys = {
    { "title", "text", "the name of the scenario", needed = true },
    { "game", "text", "a ruleset of `rulesets/` without `.ini`", needed = true },
    { "load", "function", "gets the scenario, on which all below is declared", needed = true },
    { "author", "text", "shown before the match" },
    { "story", "text", "shown before the match; lines are joined, an empty one begins a "
      .. "paragraph" },
    { "difficulty", "number", "1 to 5, shown before the match" },
    { "options", "table", "options of the modules by section, as in an INI file: `{ warline = { "
      .. "start = \"quick\" } }`; `modules` is a section" },
    { "seats", "list", "who plays: [below](#seats)" },
    { "expect", "list", "cases for `./muster spec`: [below](#cases)" },
    { "probe", "table", "what `./muster probe` must find: [below](#probe)" },
    { "puzzle", "table", "makes it a [puzzle](puzzles.md): [below](#puzzle)" },
    { "campaign", "text", "the title of the [campaign](campaigns.md) that begins here" },
    { "brings", "table", "values that come from outside, by name: [below](#values)" },
    { "carries", "table", "values that are carried on, by name: [below](#values)" },
    { "links", "list", "where outcomes lead: [below](#links)" },
  },
  errors = { difficulty = "'difficulty' must be a whole number from 1 to 5" } }

keys.seat = { what = "a seat", title = "Seats", form = "seats = { { ... }, { ... } }",
  help = "One table for each seat, the first for seat 0.",
  keys = {
    { "name", "text", "what it is called beside the name that the game has" },
    { "computer", "text", "the [level](opponents.md) that plays it: `level1` to `level5`, `look`, "
      .. "`random`", usual = "a person" },
  } }

keys.probe = { what = "'probe'", title = "Probe", form = "probe = { ... }",
  help = "What many games must show; outside of it `./muster probe` ends with status 1.",
  keys = {
    { "wins", "list", "the win share of each seat in percent: `{ { 30, 70 }, { 30, 70 } }`" },
    { "levels", "list", "the same for games in which no seat plays at random",
      usual = "as `wins`" },
    { "unreached", "list", "goals and triggers that games need not reach: `{ \"snow\" }`" },
  },
  errors = {
    share = "'probe' lists in '%s' a range of percent for each seat, such as { 30, 70 }",
    shares = "'probe' lists in '%s' ranges for %d seats, the game has %d",
    unreached = "'unreached' names '%s', which is no goal and no trigger",
  } }

keys.puzzle = { what = "'puzzle'", title = "Puzzle", form = "puzzle = { ... }",
  help = "The seat wins within so many turns of its own, or loses. `./muster solve FILE` proves "
    .. "it.",
  keys = {
    { "turns", "number", "1 to 20", needed = true },
    SEAT,
  },
  errors = { turns = "'puzzle' needs 'turns', a whole number from 1 to 20" } }

keys.value = { what = "a value", title = "Values",
  form = "brings = { NAME = { ... } }, carries = { NAME = { ... } }",
  help = "A number in a range, or without `max` a flag. In `load`, a value of `brings` is "
    .. "`scenario.brought.NAME`; `scenario.carry` says what one of `carries` is. A name has small "
    .. "letters, digits and underscores.",
  keys = {
    { "min", "number", "the least number", default = 0 },
    { "max", "number", "the greatest number", usual = "a flag" },
    { "default", "any", "of `brings` only: what it is where nothing was carried on",
      usual = "`min`, or false" },
    { "help", "text", "one line; a value of `carries` that has it is shown in the debriefing" },
  },
  errors = {
    range = "%s needs 'min' below 'max'; without 'max' it is a flag",
    default = "%s has the default %d, outside of %d to %d",
    flag = "%s is a flag: its default is true or false",
  } }

keys.link = { what = "a link", title = "Links", form = "links = { { ... }, { ... } }",
  help = "The first link counts of which all conditions hold; one without conditions always does.",
  keys = {
    { "ending", "text", "how the match ended" },
    { "winner", "number", "a seat that has won" },
    { "done", "text", "a goal that is done" },
    { "failed", "text", "a goal that is failed" },
    { "to", "text", "the next scenario: a file in the same folder, or one of `scenarios/` by its "
      .. "name", usual = "the campaign ends" },
    { "says", "text", "the debriefing" },
  },
  errors = {
    goal = "links: there is no goal '%s'",
    never = "'links': link %d is never taken, because link %d has no condition",
  } }

keys.case = { what = "a case", title = "Cases", form = "expect = { { \"what it shows\", ... } }",
  help = "Moves from the start or a position, then facts. A case that asserts nothing fails.",
  keys = {
    { "brings", "table", "values of `brings`: `{ veterans = 12 }`" },
    { "start", "text", "a position line", usual = "as the scenario begins" },
    { "seed", "number", "decides chance", default = 1 },
    { "moves", "text", "moves with blanks between them" },
    { "decision", "text", "the decision that waits" },
    { "to_move", "number", "the seat that decides" },
    { "winner", "number|list", "who has won" },
    { "ending", "text", "how the match ended" },
    { "goals", "table", "`{ across = \"done\" }`: `open`, `done` or `failed`" },
    { "told", "text|list", "triggers that have fired" },
    { "untold", "text|list", "triggers that have not" },
    { "values", "table", "expressions and their values: `{ [\"gold + 1\"] = 3 }`" },
    { "says", "text|list", "parts of what an onlooker was told" },
    { "legal", "text|list", "moves that are legal" },
    { "refused", "text|list", "moves that are not" },
    { "carries", "table", "what is carried on: `{ veterans = 11, relic = true }`" },
    { "leads", "text", "the scenario to which the outcome leads; `\"\"`: the campaign ends" },
  },
  errors = {
    name = "'expect' names %s '%s', which nothing declares",
    both = "the case '%s' has '%s' both in '%s' and in '%s'",
  } }

keys.trigger = { what = "a trigger", title = "Triggers", form = "scenario.trigger { NAME, ... }",
  help = "Something that happens once, when its condition holds and its turn has come.",
  keys = {
    { "when", "function", "the condition", usual = "holds" },
    { "turn", "number", "not before this turn", usual = "any" },
    SAYS,
    { "deed", "function", "what is done", usual = "nothing" },
    { "again", "flag", "happens each time that the condition begins to hold", default = false },
  },
  errors = {
    aimless = "the trigger '%s' needs 'when' or 'turn': it would fire at once",
    again = "the trigger '%s' has 'again', which counts only with 'when'",
  } }

keys.goal = { what = "a goal", title = "Goals", form = "scenario.goal { NAME, ... }",
  help = "What a seat should reach. Where two goals end the match at the same time, the one that "
    .. "is declared first counts.",
  keys = {
    SEAT,
    { "seats", "list", "several seats, who are allies", usual = "`{ seat }`" },
    { "text", "text", "what is to be reached", needed = true },
    { "given", "function", "while it is false, the goal is neither shown nor settled",
      usual = "true" },
    { "done", "function", "when it is done" },
    { "failed", "function", "when it is failed" },
    { "ending", "text", "an ending of the game that settles it: done for who wins by it" },
    { "progress", "function", "returns a text that is shown behind the goal, such as `turn 3`" },
    { "wins", "flag", "the match ends when it is done; its seats win", default = false },
    { "loses", "flag", "the match ends when it is failed; all others win", default = false },
    { "secret", "flag", "others do not see it until it is settled", default = false },
    { "says", "text|table", "what is shown when it is done",
      usual = "`Goal reached:` and its text" },
    { "laments", "text|table", "what is shown when it is failed",
      usual = "`Goal failed:` and its text" },
  },
  errors = {
    aimless = "the goal '%s' needs 'done', 'failed' or 'ending'",
    settled = "the goal '%s' is settled by an 'ending' of the game: it cannot have '%s'",
    idle = "the goal '%s' has '%s', which counts only with '%s'",
  } }

keys.choice = { what = "a choice", title = "Choices",
  form = "scenario.choice { NAME, ..., { \"pay\", \"Pay it\", deed }, ... }",
  help = "A question with answers: a word, what it means, and what is done. Returns the procedure "
    .. "that asks it, such as the deed of a trigger.",
  keys = {
    SEAT,
    { "title", "text", "the question", needed = true },
    SAYS,
    { "secret", "flag", "others learn only that it was answered", default = false },
  },
  errors = {
    answers = "the choice '%s' needs two answers or more, such as { \"pay\", \"Pay it\" }",
    answer = "answer %d of the choice '%s' begins with a word and what it means, such as "
      .. "{ \"pay\", \"Pay it\" }",
    twice = "the choice '%s' has the answer '%s' twice",
    idle = "the choice '%s' leads nowhere: no answer has a deed, such as { \"pay\", \"Pay it\", "
      .. "function() ... end }",
  } }

keys.reserve = { what = "a reserve", title = "Reserves", form = "scenario.reserve { NAME, ... }",
  help = "Forces that wait, and enter one on each free zone.",
  keys = {
    { "place", "any", "where they wait: a place of the game; or" },
    { "from", "any", "the zones on which they lie at the start" },
    { "to", "any", "the zones that they enter: `\"a1 d1\"`, or a set", needed = true },
    { "turn", "number", "not before this turn", usual = "any" },
    { "when", "function", "the condition", usual = "holds" },
    { "taken", "text", "those for whom no zone is free `wait`, or are `lost`", default = "wait" },
    SAYS,
    ENTERS,
  },
  errors = {
    nowhere = "the reserve '%s' needs 'from' or 'place'",
    to = "'to' of the reserve '%s' names no zone",
    taken = "'taken' of the reserve '%s' is wait or lost, not '%s'",
  } }

keys.ambush = { what = "an ambush", title = "Hidden forces", form = "scenario.ambush { NAME, ... }",
  help = "Pieces that others do not see before they act or are found: [Ambushes](#ambushes).",
  keys = {
    SEAT,
    { "place", "any", "the place of the game in which they wait", needed = true },
    { "which", "function", "`which(piece)` picks some of those there", usual = "all" },
    { "lairs", "list", "where they may hide: `{ \"b3\", \"f3 f4\" }`", needed = true },
    { "at", "any", "the decision at which their seat may play `ambush:NAME`", needed = true },
    { "title", "text", "the question where to hide", needed = true },
    { "finds", "function", "`finds(lair)` says whether they are found",
      usual = "a piece of another seat on the lair or beside it" },
    ENTERS,
    SAYS,
  },
  errors = {
    lairs = "the ambush '%s' has %d lairs; it needs 2 to %d",
    lair = "lair %d of the ambush '%s' is empty, or begins where another one does",
  } }

keys.sign = { what = "a sign of a legend", title = "Forces on the map",
  form = "scenario.map(drawing, { SIGN = { ... } })",
  help = "The board as a drawing, the top row first, with blanks between cells and `.` for empty. "
    .. "A sign puts down a piece, or is a function of the zone. Returns the zones of each sign.",
  keys = {
    { "kind", "any", "the type of the piece", needed = true },
    { "seat", "number", "its owner", usual = "nobody" },
    { "name", "text", "a [piece with this name](rules-in-lua.md#pieces-with-names)",
      usual = "any" },
  },
  errors = {
    rows = "the map has %d rows, the board %d",
    cells = "row %d of the map has %d cells, the board %d columns",
    sign = "row %d of the map has '%s', which the legend lacks",
    unused = "the legend has the sign '%s', which is not on the map",
    few = "the map has more pieces of a kind than the game",
    name = "the piece '%s' is on the map twice, or of another kind",
  } }

---The sections in the order of the reference.
keys.order = { "file", "seat", "sign", "trigger", "goal", "choice", "reserve", "ambush", "probe",
  "puzzle", "value", "link", "case" }

---Functions of the scenario that take no table of keys: { name, its arguments, what it does }.
keys.calls = {
  { "scenario.start", "(line)", "matches begin with this position line of the game. For WARLINE, "
    .. "`require(\"warline.drawing\") { field = [[...]], rs = \"1F6\" }` makes one of a drawing" },
  { "scenario.prepare", "(deed)", "a deed once the match is set up" },
  { "scenario.region", "(\"c3 d3\")", "a set of zones by their names" },
  { "scenario.heroes", " { names = { \"kay\" }, at = { kay = \"c3\" } }", "names for pieces of the "
    .. "game: [Heroes](#heroes)" },
  { "scenario.tell", "(says)", "returns the procedure that tells a part of the story" },
  { "scenario.after_ply", "(deed)", "does it after the set-up and after each ply, until nothing "
    .. "changes any more" },
  { "scenario.turn", "()", "the running turn, from 1; a turn ends when another seat decides" },
  { "scenario.favour", "(f)", "tells computer players what else a position is worth to a seat, "
    .. "`f(seat)`, in points of the game's evaluation" },
  { "scenario.carry", "(NAME, f)", "what a value of `carries` is when the match is over: a number, "
    .. "or true or false" },
  { "scenario.brought", ".NAME", "a value of `brings`" },
  { "muster.without", "(\"reached\")", "matches do not end in this way of the game" },
}

-- "a, b and c"
local function in_words(names)
  local others = table.concat(names, ", ", 1, #names - 1)
  return #names > 1 and others .. " and " .. names[#names] or names[1]
end

---The end of a message about a wrong name: the nearest name, or if none is near, all names.
---@param name string
---@param names string[]
---@param all string such as "there are %s"
---@return string
function keys.meant(name, names, all)
  local near = muster.nearest(name, names)
  if near then return ("did you mean '%s'?"):format(near) end
  return #names > 0 and all:format(in_words(names)) or "there are none"
end

---Check that a table has no other keys than a section, and not `but`, for the table that a file
---returns, before any module has begun. `what` is for messages.
---@param section string
---@param value table
---@param what string
---@param but string?
function keys.check(section, value, what, but)
  local names, known, found = {}, {}, {}
  for _, key in ipairs(keys[section].keys) do
    if key[1] ~= but then names[#names + 1], known[key[1]] = key[1], true end
  end
  for key in pairs(value) do found[#found + 1] = tostring(key) end
  table.sort(found)
  for _, key in ipairs(found) do
    if not known[key] then
      error(("%s has no '%s'; %s"):format(what, key, keys.meant(key, names, "it may have %s")), 0)
    end
  end
end

---Check a table of a section: an unknown key, a value of another type and a missing key are faults
---of the caller. While a match is set up only; `what` is for messages.
---@param section string
---@param value table
---@param what string
function keys.shape(section, value, what)
  local types, needed, named = {}, {}, {}
  for _, key in ipairs(keys[section].keys) do
    types[key[1]] = key[2]
    if key.needed then needed[#needed + 1] = key[1] end
  end
  for key, field in pairs(value) do
    if type(key) == "string" then named[key] = field end
  end
  muster.shape(what, named, types, needed)
end

---A seat that the game lacks is a fault. `what` has it, such as "the goal 'relief'".
---@param what string
---@param seat integer?
function keys.check_seat(what, seat)
  if seat and (math.type(seat) ~= "integer" or seat < 0 or seat >= seats) then
    error(("%s is for seat %s; the game has the seats 0 to %d"):format(what, tostring(seat),
      seats - 1), 0)
  end
end

---Turns are counted from 1.
---@param what string
---@param turn integer?
function keys.check_turn(what, turn)
  if turn and turn < 1 then
    error(("%s waits for turn %d; turns are counted from 1"):format(what, turn), 0)
  end
end

---Raise an error of a section.
---@param section string
---@param which string
function keys.fault(section, which, ...)
  error(keys[section].errors[which]:format(...), 0)
end

---Raise an error of a section about a wrong name, which comes last.
---@param section string
---@param which string
---@param names string[] the right ones
function keys.unknown(section, which, names, ...)
  local text, name = keys[section].errors[which]:format(...), tostring((select(-1, ...)))
  error(("%s; %s"):format(text, keys.meant(name, names, "there are %s")), 0)
end

return keys
