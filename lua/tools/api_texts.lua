-- Texts of the reference of the Lua API on words, values and types, for api.lua.
local texts = {}

-- The words: name, signature, and what they do; in the order of HOST_WORDS (host/handles/handle.h).
-- `where` says in which rules they are allowed.
texts.words = {
  { title = "The board",
    where = "Everywhere. While modules load, only words about the geometry of the board.",
    { "occupied", "(): muster.Set", "The zones that hold a piece." },
    { "tops", "(kind: muster.Kind, seat?: muster.Seat): muster.Set",
      "The zones whose top piece is of this type, and of this seat if one is given." },
    { "near", "(from: muster.Set|muster.Zone?): muster.Set",
      "The neighbours of a zone, or of the zones of a set." },
    { "shift", "(from: muster.Set, direction: integer): muster.Set",
      "The zones one step from those of the set, in that direction." },
    { "flood",
      "(start: muster.Set|muster.Zone?, within: muster.Set): muster.Set",
      "The zones that can be reached from `start` by steps inside `within`." },
    { "ray",
      "(from: muster.Set|muster.Zone?, direction: integer, through: muster.Set): muster.Set",
      "The zones of `through` that lie in a row behind `from`, in that direction." },
    { "only", "(zone: muster.Zone?): muster.Set", "The set of this zone; empty for nil." },
    { "at", "(column: integer, row: integer): muster.Zone?",
      "The zone in that column and row, both from 0." },
    { "column", "(zone: muster.Zone?): integer", "The column of the zone, from 0." },
    { "row", "(zone: muster.Zone?): integer", "The row of the zone, from 0." },
    { "step", "(zone: muster.Zone?, direction: integer): muster.Zone?",
      "The next zone in that direction." },
  },
  { title = "Pieces",
    where = "In every rule; not while modules load.",
    { "top", "(place: muster.Place?): muster.Piece?", "The top piece of a place." },
    { "below", "(piece: muster.Piece?): muster.Piece?", "The piece directly below." },
    { "piece_at", "(place: muster.Place?, level: integer): muster.Piece?",
      "The piece at that level of a place, from 1 at the bottom. `nil` in a bag, which has no "
        .. "order." },
    { "level", "(piece: muster.Piece?): integer",
      "The level of the piece in its stack, from 1; 0 for nil." },
    { "place", "(piece: muster.Piece?): muster.Place?",
      "The zone or container that holds the piece." },
    { "kind", "(piece: muster.Piece?): muster.Kind?", "The type of the piece." },
    { "count", "(place: muster.Place?): integer", "The number of pieces in a place." },
    { "known", "(piece: muster.Piece?): boolean", "Does the viewer know the face of the piece?" },
    { "pieces", "(place: muster.Place?): muster.Pieces",
      "The pieces of a place, from the top down." },
    { "subsets", "(place: muster.Place?): muster.Subsets",
      "For `choose`: any selection of the pieces of a place, also none or all." },
    { "chosen", "(place: muster.Place?, subset: integer): muster.Pieces",
      "The pieces of a choice from `subsets`." },
  },
  { title = "Questions",
    where = "In `legal`, and in functions that it calls; never in a loop. `range` is allowed "
      .. "everywhere.",
    { "need",
      "(condition: any, rule?: string, why?: string|fun(...): string)",
      "The move is illegal unless the condition holds; a refusal cites the rule and the reason." },
    { "choose",
      "(name: string, of: "
        .. "muster.Set|muster.Range|muster.Domain|muster.Pieces|muster.Subsets|muster.Sample, "
        .. "rule?: string, why?: string|fun(...): string): integer",
      "A choice that the move makes. Returns the chosen value; rule and reason refuse any other "
        .. "value." },
    { "choose_step",
      "(from: string, to: string, set: muster.Set, ways: table[], rule?: string, why?: "
        .. "string|fun(...): string): muster.Zone, muster.Zone",
      "Two choices: a zone of the set, and the next zone in one of the directions of `ways`, a "
        .. "list of {direction, set of target zones}." },
    { "range",
      "(from: integer, to: integer, most?: integer): muster.Range",
      "The integers from `from` to `to`. `most` is their upper limit in any position, if it does "
        .. "not follow from the source." },
    { "possible", "(f: fun(...)): fun(...): boolean",
      "Turns a function that asks questions into one that tells whether they can be answered: "
        .. "whether there are choices for which every `need` holds." },
  },
  { title = "The pending decision",
    where = "In every rule.",
    { "me", "(): muster.Seat", "The seat that decides." },
    { "arg", "(index: integer): integer", "An argument of the decision or step on top, from 1." },
  },
  { title = "Frames",
    where = "Where rules write: `apply`, steps, procedures, listeners of events, muster.setup.",
    { "go", "(to: muster.Decision, ...: any)",
      "Replace the decision or step on top by another, with up to seven numbers." },
    { "push", "(to: muster.Decision, ...: any)",
      "Put a decision or step with arguments on top; the one below waits." },
    { "pop", "()", "Remove the decision or step on top." },
    { "over", "(ending: string, winner?: muster.Seat, ...: muster.Seat)",
      "End the match. Without winners it is a draw." },
  },
  { title = "Deeds",
    where = "Where rules write.",
    { "put", "(piece: muster.Piece, place: muster.Place)",
      "Move a piece onto the top of a place." },
    { "insert",
      "(piece: muster.Piece, place: muster.Place, level: integer)",
      "Move a piece into a place, at that level." },
    { "carry",
      "(from: muster.Place, to: muster.Place, taken: muster.Place)",
      "Move the top piece of `from` to `to`. A piece on top there goes to `taken` and loses its "
        .. "owner." },
    { "shuffle", "(place: muster.Place, n: integer)",
      "Shuffle an ordered container by the number `n`, an outcome of chance." },
  },
  { title = "Repetition",
    where = "`remember` where rules write, the others in every rule.",
    { "position_key", "(): integer",
      "A hash of where all pieces are and of the fields that muster.repetition names." },
    { "seen", "(key: integer): boolean", "Has this key been remembered?" },
    { "remember", "(key: integer)",
      "Remember a key. Remembered keys are not part of the position's hash." },
  },
}

-- Words that are values: name, type, and what they are.
texts.values = {
  { "zones", "muster.Set", "All zones of the board." },
  { "nothing", "muster.Set", "The empty set." },
  { "owner", "table<muster.Piece, muster.Seat?>",
    "The owner of a piece; read and written as a field." },
  { "box", "muster.Place", "The place where all pieces begin." },
  { "seats", "integer", "The number of seats." },
  { "sample", "muster.Sample", "For `choose`: a random number, too large to list as outcomes." },
  { "print", "fun(...: any)",
    "Print values and the current line on standard error. A rule that prints runs as Lua." },
}

-- Types of the values in rules' variables. `above`: what they are derived from; `stubs`: more lines
-- for editors; then the methods: name, parameters, what they return, and what they do.
texts.types = {
  { name = "Set",
    doc = "A set of zones; a value. `a | b`, `a & b`, `a - b`, `~a`, `a == b`, `#a`, `a[zone]`, "
      .. "`for zone in a do`.",
    stubs = { "---@field [muster.Zone] boolean",
      "---@operator band(muster.Set): muster.Set",
      "---@operator bor(muster.Set): muster.Set",
      "---@operator sub(muster.Set): muster.Set",
      "---@operator bnot: muster.Set",
      "---@operator len: integer",
      "---@overload fun(_: any, last: muster.Zone?): muster.Zone?" },
    { "some", "f: fun(zone: muster.Zone): any", ": boolean", "Is `f` true for one of the zones?" },
    { "every", "f: fun(zone: muster.Zone): any", ": boolean", "Is `f` true for all zones?" },
    { "tally", "f: fun(zone: muster.Zone): any", ": integer", "For how many zones is `f` true?" },
    { "sum", "f: fun(zone: muster.Zone): integer", ": integer", "The sum of `f` over the zones." },
    { "pick", "f: fun(zone: muster.Zone): any", ": muster.Zone?",
      "The first zone for which `f` is true." },
    { "where", "f: fun(zone: muster.Zone): any", ": muster.Set",
      "The zones for which `f` is true." },
    { "first", "", ": muster.Zone?", "The first zone." },
  },
  { name = "Pieces",
    doc = "Pieces, or the numbers of a muster.Range, for `choose`, `for` and these methods.",
    stubs = { "---@operator len: integer",
      "---@overload fun(_: any, last: integer?): integer?" },
    { "some", "f: fun(n: integer): any", ": boolean", "Is `f` true for one of them?" },
    { "every", "f: fun(n: integer): any", ": boolean", "Is `f` true for all of them?" },
    { "tally", "f: fun(n: integer): any", ": integer", "For how many of them is `f` true?" },
    { "sum", "f: fun(n: integer): integer", ": integer", "The sum of `f` over them." },
    { "pick", "f: fun(n: integer): any", ": integer?", "The first one for which `f` is true." },
    { "first", "", ": integer?", "The first one." },
  },
  { name = "Range", above = "muster.Pieces",
    doc = "Integers from one to another.",
  },
  { name = "Domain", above = "muster.Pieces",
    doc = "Integers written as letters (muster.letters).",
    { "from", "first: integer, last: integer", ": muster.Domain", "A part of the domain." },
  },
  { name = "Subsets",
    doc = "The selections of `subsets`, for `choose`.",
  },
  { name = "Sample",
    doc = "The numbers of `sample`, for `choose`.",
  },
  { name = "Field",
    doc = "A fact of each seat, zone or piece: `field[unit]`, `field[unit] = value`. Of nil it "
      .. "reads 0, false or nil; writing to nil is an error.",
    stubs = { "---@field [integer] any" },
    { "where", "value: any", ": muster.Set", "Of a field of zones: the zones with this value." },
  },
  { name = "Record",
    doc = "Facts of the game: `now.turn`, `now.turn = 1`.",
    stubs = { "---@field [string] any" },
  },
  { name = "Container",
    doc = "The places of a container with `per_seat`: `prison[seat]`.",
    stubs = { "---@field [muster.Seat] muster.Place" },
  },
  { name = "Event",
    doc = "An event (muster.event).",
    { "emit", "...: any", "", "Raise the event. Allowed where rules write." },
    { "on", "f: fun(...: any)", "", "Call `f` with the event's parameters, or the first of them." },
  },
  { name = "Query",
    doc = "A function that other modules may change: `query(...)`.",
    stubs = { "---@overload fun(...: any): any" },
    { "amend", "join: string|function, f: function?", "",
      "Join `f` to the query with or, and, min, max or +; or replace the query by a function "
        .. "that gets its value before the parameters." },
  },
  { name = "Decision",
    doc = "A decision or step, for `go`, `push` and `at`.",
    stubs = { "---@field name string",
      "---@field title string",
      "---@field seat fun(): muster.Seat" },
  },
  { name = "Move",
    doc = "A kind of move. Parameters of `f` are choices of the move, by name.",
    stubs = { "---@field name string" },
    { "forbid", "rule: string, why: string|function, f: function", "",
      "Moves for which `f` is true are illegal." },
    { "permit", "rule: string, f: function", "",
      "Where `f` is true, conditions with this rule id are waived." },
    { "oblige", "rule: string, why: string|function, f: function", "",
      "While `f` is true and the move is legal, other kinds of moves are illegal." },
  },
  { name = "Ranking",
    doc = "A ranking of groups: `ranking(place, size)` is the rank of the pieces there.",
    stubs = { "---@overload fun(place: muster.Place, size: integer): integer" },
    { "best",
      "place: muster.Place, size: integer, excluded: muster.Place?, wilds: integer?", ": integer",
      "The best rank that can still be completed there." },
    { "list",
      "place: muster.Place, size: integer, excluded: muster.Place?, wilds: integer?",
      ": muster.Piece[]", "Pieces that complete the best rank." },
    { "chance",
      "place: muster.Place, size: integer, other: muster.Place, held: muster.Place?, others: "
        .. "muster.Place?", ": integer",
      "An estimate, in thousandths, of the chance that the group in `place` becomes better than "
        .. "the one in `other`. Pieces of `held` can come only to the first group, those of "
        .. "`others` only to the second. For evaluations." },
  },
  { name = "Flow",
    doc = "The decisions, steps and procedures of a game: `flow.name`, `function flow.name() ... "
      .. "end`.",
    stubs = { "---@field [string] any" },
  },
  { name = "Hook",
    doc = "A place for listeners of other modules: `hook(...)`. For Lua that runs beside the "
      .. "rules.",
    stubs = { "---@overload fun(...: any): any" },
    { "on", "f: function", "", "Add a listener, while modules load." },
  },
}

texts.stubs = [[
---@meta
-- Types of the Lua API, for editors. Generated; never loaded.

---@class muster
muster = {}

---@alias muster.Zone integer
---@alias muster.Piece integer
---@alias muster.Seat integer
---@alias muster.Place integer
---@alias muster.Kind integer
]]

-- Where rules are called, and with which rights.
texts.contexts = {
  { "a file, while modules load", "declare; read the geometry of the board" },
  { "queries, `muster.once`, `seat`, `weight`, `muster.worth`, functions of `forbid`, `permit`, "
    .. "`oblige`", "read the position" },
  { "`legal`", "read the position, ask questions" },
  { "`apply`, steps, procedures, `empty`, listeners of events, `muster.setup`",
    "read and write the position, emit events" },
  { "scenes, notations, reasons, listeners of hooks",
    "read the position; use strings and tables; never compiled" },
}

texts.introduction = "# Lua API\n\n\z
  Generated by `muster reference`. [Rules in Lua](rules-in-lua.md) and [moves](moves.md) \z
  introduce these\nfunctions; this page lists all of them.\n\n"

texts.errors = [[
A function that a rule calls has the context of its caller.

## Errors

Every message begins with `file:line`. While rules load, Muster reports unknown names with the ]]
  .. [[
nearest valid
one, values of the wrong type, numbers used as conditions, comparisons that can never be true, a ]]
  .. [[
write in a
function that only reads, a question outside of `legal` or in a loop, and a constant out of a ]]
  .. [[
field's range:

```text
lua/t.lua:9:92: error: put writes, but a move's 'legal' is read-only
lua/t.lua:9:137: error: 'turn' must be 0 to 1, found 5
lua/t.lua:9:126: error: 'need' is only allowed in a move's `legal`
```

At play, a value out of range, a fact written to nil, division by zero, recursion without end, or a
spent budget of work or memory ends the call, and the match stays as it was.
]]

return texts
