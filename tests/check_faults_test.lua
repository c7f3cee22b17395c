-- Faults that designers make, planted one at a time in a kingdom that has none: `muster check` has
-- to find each, at its line. Run in the source root, with MUSTER_BIN set:
--   lua5.4 tests/check_faults_test.lua
-- Each case: text of the kingdom (false: its end) and what it becomes, several times; then what the
-- first message says. "@" marks the line that it names. With `lint`, luacheck alone finds
-- the fault, too. An edit whose text the kingdom lacks changes the ruleset.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local read, write, quoted, capture = shell.read, shell.write, shell.quoted, shell.capture
local KINGDOM, RULESET = "lua/mine/mirage.lua", "rulesets/mirage.ini"
local kingdom = read(shell.ROOT .. "/tests/check/mirage.lua")
local ruleset = read(shell.ROOT .. "/tests/check/mirage.ini")

local CASES = {
-- ---- misspelt names -----------------------------------------------------------------------------

  -- misspelt word
  { "return zones:where(sandy)", "return @zone_s:where(sandy)",
    "unknown name 'zone_s'; did you mean 'zones'?", lint = true },
  -- misspelt local
  { "return deep(zone) end)", "@return deeep(zone) end)",
    "unknown name 'deeep'; did you mean 'deep'?", lint = true },
  -- misspelt local inside tops()
  { "#(tops(battalion) & dunes())", "@#(tops(batalion) & dunes())",
    "unknown name 'batalion'; did you mean 'battalion'?", lint = true },
  -- a misspelt query
  { "dests & w.queries.land()", "@dests & w.queries.lands()",
    "module 'warline.tactical.queries' has no 'lands'; did you mean 'land'?" },
  -- a query without its group
  { "dests & w.queries.land()", "@dests & w.land()",
    "module 'warline.tactical' has no 'land'; did you mean 'queries.land'?" },
  -- misspelt key of kingdom: mirage.haz
  { "not (mirage.has(unit)", "@not (mirage.haz(unit)",
    "there is no 'mirage.haz'; did you mean 'has'?" },
  -- misspelt field of state
  { "tale.last = place(foe)", "@tale.lst = place(foe)",
    "the record has no field 'lst'; did you mean 'last'?" },
  -- misspelt field read of state
  { "tale.storms = math.min(tale.storms + 1, 7)", "@tale.storms = math.min(tale.stroms + 1, 7)",
    "the record has no field 'stroms'; did you mean 'storms'?" },
  -- misspelt key w.state.arms
  { "local arms, facing, battalion = w.state.arms,",
    "@local arms, facing, battalion = w.state.arm,",
    "has a field 'arm'; did you mean 'arms'?" },
  -- misspelt method of a set
  { "zones:where(sandy)", "@zones:were(sandy)",
    "there is no method 'were'; did you mean 'where'?" },
  -- misspelt method of an event
  { "blown:emit(", "@blown:emitt(",
    "the only method of an event in a rule is 'emit', found 'emitt'" },
  -- misspelt function of muster
  { "muster.once(function", "@muster.onse(function",
    "there is no 'muster.onse'; did you mean 'muster.once'?" },
  -- misspelt hook w.maneuver.moved
  { "w.maneuver.moved:on(", "@w.maneuver.movd:on(",
    "has a field 'movd'; did you mean 'moved'?" },
  -- misspelt name of a move
  { 'muster.move_named("transfer")', '@muster.move_named("transfr")',
    "there is no move 'transfr'; did you mean 'transfer'?" },
  -- misspelt key of a declaration: tittle
  { 'title = "Sandstorm"', '@tittle = "Sandstorm"',
    "an art has no 'tittle'; did you mean 'title'?" },
  -- misspelt key of muster.field: maximum
  { 'of = "zone", max = 3', '@of = "zone", maxi = 3',
    "muster.field has no 'maxi'; did you mean 'max'?" },
  -- misspelt value of key: of = 'zonee'
  { 'of = "zone", max = 3', '@of = "zonee", max = 3',
    "field: 'of' must be game, seat, zone or piece, found 'zonee'" },
  -- misspelt key of a module manifest
  { "  requires = {", "@  require = {",
    "muster.module has no 'require'; did you mean 'requires'?" },
  -- misspelt required module
  { '"warline.ground", "warline.arts" }', '@"warline.grund", "warline.arts" }',
    "there is no module 'warline.grund' (no file 'lua/warline/grund.lua'); did you mean" },
  -- misspelt require()
  { 'require("warline.ground")', '@require("warline.gruond")',
    "there is no module 'warline.gruond' (no file 'lua/warline/gruond.lua'); did you" },
  -- misspelt option of options
  { "cost = options.tunnel_cost", "@cost = options.tunel_cost",
    "there is no 'options.tunel_cost'; did you mean 'options.tunnel_cost'?" },
  -- misspelt key of ground.harming
  { "local price",
    [[local blow =@ ground.harming { loss = 1, take = w.sides.foes }
local price]],
    "ground.harming has no 'take'; did you mean 'takes'?" },
  -- misspelt kingdom
  { 'arts.kingdom("mirage")', '@arts.kingdom("mirag")',
    "no kingdom is called 'mirag'; expected one of: flaym, frost" },
  -- misspelt key and letter of an offer
  { 'colour = "orange"', '@color = "orange"',
    "unknown key 'color'; expected letter, word, name or colour" },
  { 'letter = "M"', '@letter = "m"',
    "its letter is 'm', expected one capital letter, A to Z" },
  -- an art without its notation
  { '"sandstorm", text = "sa",', '@"sandstorm",',
    "art 'sandstorm' lacks 'text', its notation, as in text = \"sh\"" },
  -- unknown terrain kind of a march
  { "local price",
    [[@mirage.march("iced", 1)
local price]],
    "no terrain is called 'iced'; expected one of: flatland" },
  -- unknown terrain kind
  { "local price",
    [[local dune_kind =@ ground.kind("dessert")
local price]],
    "ground.terrain_at(zone) > 0", "ground.terrain_at(zone) == dune_kind",
    "no terrain is called 'dessert'; expected one of: flatland, mountain, hills, valley," },
  -- math.mn in a rule
  { "math.min(sand[zone] + amount, 3)", "@math.mn(sand[zone] + amount, 3)",
    "there is no 'math.mn'" },

-- ---- syntax -------------------------------------------------------------------------------------

  -- missing end
  { [[  sand[zone] = math.min(sand[zone] + amount, 3)
end]],
    [[  sand[zone] = math.min(sand[zone] + amount, 3)
@]],
    "'end' expected here, as the indentation shows, to close the block that begins at",
    lint = true },
  -- assignment in a condition
  { "if mirage.has(unit) and dunes()[from] and sand[to] == 0 then",
    "@if mirage.has(unit) and dunes()[from] and sand[to] = 0 then",
    "'then' expected near '='; == compares", lint = true },
  -- missing comma
  { 'rule = "MIR-2", least = 4, cost = 2,',
    [[rule = "MIR-2", least = 4, cost = 2@
]],
    "a comma is missing at the end of this line, in the table that begins at line 45",
    lint = true },
  -- != instead of ~=
  { "sand[to] == 0 then", "@sand[to] != 0 then",
    "'then' expected near '!'; Lua writes ~= for not equal, and the word not for !", lint = true },
  -- += instead of = +
  { "worth = worth + 2 end", "@worth += 2 end",
    "syntax error near '+'; Lua has no +=; write x = x + 1", lint = true },
  -- unclosed string
  { '"a dizzy battalion cannot burrow")', '@"a dizzy battalion cannot burrow)',
    [[unfinished string near '"a dizzy battalion cannot burrow)']], lint = true },

-- ---- types --------------------------------------------------------------------------------------

  -- number as a condition
  { "if sand[zone] > 0 and ground", "@if sand[zone] and ground",
    "a condition is a boolean, or a thing that may be nil; found a number, and 0 counts" },
  -- a seat where a function takes a zone
  { "heap(place(foe), ", "@heap(owner[foe], ",
    "expected a zone, found a seat (for parameter 'zone' at lua/mine/mirage.lua:33)" },
  -- a piece where a function takes a zone, in the `legal` of an art, which the library calls
  { 'need(not dizzy[unit], "MIR-6", "a dizzy battalion cannot burrow")',
    '@need(#near(unit) > 0, "MIR-6", "a dizzy battalion cannot burrow")',
    "expected a zone, found a piece" },
  -- a string made at run time, in the `legal` of an art, which the core asks for its maneuver
  { 'need(not dizzy[unit], "MIR-6", "a dizzy battalion cannot burrow")',
    '@local name = "a" .. arms[unit] need(#name > 0)',
    "move 'maneuver' does not know its choice 'zone', because this part of its 'legal'" },
  -- comparing a zone with a seat
  { "sand[to] == 0 then", "@to == owner[unit] then",
    "comparison of a zone with a seat: they are never equal" },
  -- field of a zone read by a piece
  { "or sand[there] < 3", "@or sand[unit] < 3",
    "expected a zone, found a piece", lint = true },
  -- flag compared with a number
  { "need(not dizzy[unit],", "@need(dizzy[unit] == 0,",
    "comparison of a boolean with a number: they are never equal" },
  -- a float
  { "worth = worth - 1 end", "@worth = worth - 1.5 end",
    "rules use integers only" },
  -- / division
  { "arms[unit] // 3", "@arms[unit] / 3",
    "rules use integers only: '/'; write // to divide" },
  -- concatenation of a number in a rule
  { "tale.last = place(foe)", '@tale.last = "z" .. place(foe)',
    "a field cannot hold a string" },
  -- and/or of different types
  { [[local worth = 0
]],
    [[@local worth = sand[zone] > 0 and zone or 0
]],
    "this is a zone or a number; both must have the same type" },
  -- and/or where the middle may be nil
  { "dizzy[unit] = deep(dest)",
    [[@local one = deep(dest) and top(dest) or unit
    dizzy[one] = true]],
    "this may be nil, and then the value is the one after 'or': write if" },
  -- # of a number
  { "arms[unit] // 3", "@#arms[unit]",
    "a number has no length" },
  -- # of a set forgotten
  { "if #(tops(battalion) & dunes()) > 3", "@if (tops(battalion) & dunes()) > 3",
    "expected a number, found a set of zones; #set is the number of zones" },
  -- ipairs over a set
  { "for way = 0, 3 do dests = dests | only(arts.along(place(unit), way, 2)) end",
    "@for _, z in ipairs(w.queries.land()) do dests = dests | only(z) end",
    "ipairs takes a table, found a set of zones; write for x in ... without it" },
  -- pairs over the board in a rule
  { [[local function heap(zone, amount)
]],
    [[local function heap(zone, amount)
@  for z in pairs(zones) do sand[z] = 0 end
]],
    "pairs takes a table, found a set of zones; write for x in ... without it" },
  -- string for a flag
  { "dizzy[foe] = true", '@dizzy[foe] = "yes"',
    "'dizzy' is true or false, found a string" },
  -- number for a flag
  { "dizzy[foe] = true", "@dizzy[foe] = 1",
    "'dizzy' is true or false, found a number" },
  -- seat where a piece is held
  { "leader[owner[unit]] = unit", "@leader[owner[unit]] = owner[unit]",
    "expected a piece, found a seat" },
  -- nothing returned from a query
  { "function(zone) return sand[zone] > 1 end)", "@function(zone) local _ = sand[zone] > 1 end)",
    "a query returns a value, but this function returns none" },
  -- query returns only on one way
  { "function(zone) return sand[zone] > 1 end)",
    "@function(zone) if sand[zone] > 1 then return true end end)",
    "a query returns a value, but this function may end without one: return false there" },
  -- set where a zone belongs
  { "w.maneuver.walk_to(unit, dest)", "@w.maneuver.walk_to(unit, only(dest))",
    "an event takes numbers and things, found a set of zones (for parameter 'goal' at" },

-- ---- arguments ----------------------------------------------------------------------------------

  -- too few arguments of a query
  { "return deep(zone) end)", "@return deep() end)",
    "'deep' takes 1 argument, found 0", lint = true },
  -- too many arguments of a function
  { "heap(place(foe), drifts[price])", "@heap(place(foe), drifts[price], unit)",
    "'heap' takes 2 arguments, found 3" },
  -- too few arguments of a word
  { "need(zone, ", "@need(step(zone), ",
    "'step' takes 2 arguments, found 1" },
  -- too many arguments of a word
  { "return top(zone)", "@return top(zone, 1)",
    "'top' takes 1 argument, found 2" },
  -- event with too many arguments
  { "blown:emit(unit, place(foe))", "@blown:emit(unit, place(foe), 3)",
    "event 'blown' has 2 parameters, found 3" },
  -- event with too few arguments
  { "blown:emit(unit, place(foe))", "@blown:emit(unit)",
    "event 'blown' has 2 parameters, found 1" },
  -- listener with too many parameters
  { "w.maneuver.moved:on(function(unit, from, to)",
    "@w.maneuver.moved:on(function(unit, from, to, way)",
    "the event 'moved' has 3 values; the listener takes 4", lint = true },
  -- amend: parameter too many
  { 'w.queries.may_enter:amend("and", function(unit, there)',
    '@w.queries.may_enter:amend("and", function(before, unit, there)',
    "the query has 2 parameters; its amendment takes 2 at most, found 3", lint = true },
  -- amend with another type
  { [[w.queries.routable:amend("and", function(unit)
  return not (mirage.has(unit) and arms[unit] >= 4)]],
    [[@w.queries.routable:amend("and", function(unit)
  return arms[unit] ]],
    "this amendment returns a number, but the query returns a boolean; with \"and\" or" },
  -- unknown join of amend
  { 'w.queries.routable:amend("and"', '@w.queries.routable:amend("xor"',
    "'xor' is not a way to join amendments; expected one of: and, or, min, max, +" },
  -- forbid of an unknown choice
  { "function(zone) return deep(zone) end)", "@function(zome) return deep(zome) end)",
    "move 'transfer' has no choice 'zome'; did you mean 'zone'?" },
  -- method by dot instead of colon
  { "blown:emit(", "@blown.emit(",
    "'blown' has no fields; call its method with a colon: name:emit(...)" },
  -- a number is called
  { [[cost = options.tunnel_cost, aimless = true,
  legal = function(unit)
]],
    [[cost = options.tunnel_cost, aimless = true,
  legal = function(unit)
@    need(price(unit))
]],
    "a number cannot be called" },
  -- a field is called
  { "return sand[zone] > 1 end)", "@return sand(zone) > 1 end)",
    "this handle cannot be called" },
  -- a query without brackets as condition
  { "dunes()[from]", "@dunes[from]",
    "'dunes' has no fields; call it first: name(...)" },

-- ---- scope --------------------------------------------------------------------------------------

  -- missing local: global write
  { [[local worth = 0
]],
    [[@worth = 0
]],
    "a rule cannot assign to the global 'worth': make it local, or keep it in a field",
    lint = true },
  -- global function
  { "local function heap", "@function heap",
    "rules have no global variables: make 'heap' local, or a field of the file's return",
    lint = true },
  -- write to an upvalue in a rule
  { [[local function heap(zone, amount)
]],
    [[local heaps = 0
local function heap(zone, amount)
@  heaps = heaps + 1
]],
    "'heaps' belongs to the module: a rule cannot assign to it; keep the state of the" },
  -- captured variable assigned later
  { false,
    [[@price = 3
]],
    "'price' is assigned after the rule at line 51 captured it: use a field or another" },
  -- write to a captured table in a rule
  { [[local function heap(zone, amount)
]],
    [[local function heap(zone, amount)
@  drifts[1] = 2
]],
    "a rule cannot change a table: keep the state of the match in fields" },
  -- captured table changed by a function that runs as Lua
  { "local function heap(zone, amount)\n",
    "local heaps = {}\nlocal function heap(zone, amount)\n@  table.insert(heaps, zone)\n",
    "this table cannot be changed by rules" },
  -- captured table changed by a listener at play
  { [[local function heap(zone, amount)
]],
    [[local seen_zones = {}
local function heap(zone, amount)
@  seen_zones[zone] = true
]],
    "a rule cannot change a table: keep the state of the match in fields", lint = true },
  -- missing require: ground not there
  { [[local ground = require("warline.ground")
]],
    "",
    "if sand[zone] > 0 and ground", "@if sand[zone] > 0 and ground",
    "unknown name 'ground'", lint = true },

-- ---- reading and writing ------------------------------------------------------------------------

  -- legal that writes
  { '    need(not dizzy[unit], "MIR-6"',
    [[@    dizzy[unit] = false
    need(not dizzy[unit], "MIR-6"]],
    "an assignment writes, but a move's 'legal' is read-only" },
  -- apply that asks
  { [[    w.maneuver.walk_to(unit, dest)
]],
    [[@    need(dest, "MIR-5", "no")
    w.maneuver.walk_to(unit, dest)
]],
    "'need' is only allowed in a move's `legal`" },
  -- query that writes
  { "function(zone) return sand[zone] > 1 end)",
    "@function(zone) heap(zone, 1) return sand[zone] > 1 end)",
    "unknown name 'heap'; did you mean 'heap'?", lint = true },
  -- choose in a loop
  { "for way = 0, 3 do dests = dests | only(arts.along(place(unit), way, 2)) end",
    '@for way = 0, 3 do choose("d2", range(0, way)) end',
    "a move cannot ask a question in a loop" },
  -- choose without a name in text
  { 'text = "bu:{dest}"', '@text = "bu:{dest}"',
    'return choose("dest", dests', 'return choose("goal", dests',
    "'{dest}' in the text of move 'burrow' is not one of its choices: {goal}" },
  -- text with an unknown parameter
  { 'text = "bu:{dest}"', '@text = "bu:{dest}{face}"',
    "'{face}' in the text of move 'burrow' is not one of its choices: {dest}" },
  -- text with an unclosed bracket
  { 'text = "bu:{dest}"', '@text = "bu:{dest"',
    "'{dest' in the text of move 'burrow' is not one of its choices: {dest}" },
  -- apply gets fewer than legal returns
  { [[apply = function(unit, dest)
]],
    [[apply = function(unit, dest, far)
@    sand[far] = 0
]],
    "'far' is nil, and nil has no facts to write" },

-- ---- declarations -------------------------------------------------------------------------------

  -- unknown rule id of need
  { '"MIR-6", "a dizzy', '@"MIR-66", "a dizzy',
    "no chapter states rule 'MIR-66'; did you mean 'MIR-6'?" },
  -- unknown rule id of forbid
  { 'forbid("MIR-7"', '@forbid("MIR-77"',
    "no chapter states rule 'MIR-77'; did you mean 'MIR-7'?" },
  -- unknown rule id of art
  { 'rule = "MIR-4"', '@rule = "MIR-44"',
    "no chapter states rule 'MIR-44'; did you mean 'MIR-4'?" },
  -- rule id with a misspelt prefix
  { 'need(zone, "MIR-3"', '@need(zone, "MRI-3"',
    "no chapter states rule 'MRI-3'; did you mean 'MIR-3'?" },
  -- duplicate rule id
  { '  { id = "MIR-6"',
    [[@  { id = "MIR-5", text = "It comes up there." },
  { id = "MIR-6"]],
    "rule 'MIR-5' is stated twice" },
  -- two arts of one name
  { '"burrow", text', '@"sandstorm", text',
    "move 'sandstorm' is declared twice" },
  -- two arts of one text
  { 'text = "bu:{dest}"', '@text = "sa"',
    [[return choose("dest", dests & w.queries.land() - occupied(), "MIR-5",
      "one burrows to a free zone two zones away in line")]],
    "return place(unit)",
    "'sa' is the text of move 'burrow'" },
  -- missing apply
  { "  apply = function(unit, foe)", "@  appply = function(unit, foe)",
    "an art has no 'appply'; did you mean 'apply'?" },
  -- a field declared twice
  { '{ "dizzy", of', '@{ "sand", of',
    "'sand' is declared twice" },
  -- option default out of range
  { "default = 3, min = 0", "@default = 9, min = 0",
    "the default of 'tunnel_cost' in [mirage] is '9', expected a whole number from 0 to 7" },
  -- option value out of range in the ruleset
  { "kingdom2 = F",
    [[kingdom2 = F

[mirage]
@tunnel_cost = 9]],
    "'tunnel_cost' is '9', expected a whole number from 0 to 7" },
  -- unknown option in the ruleset
  { "kingdom2 = F",
    [[kingdom2 = F

[mirage]
@tunnel_price = 2]],
    "unknown key 'tunnel_price' in [mirage]; valid keys of [mirage]: tunnel_cost, heat" },
  -- unknown module in the ruleset
  { "mine.mirage = on",
    [[mine.mirage = on
@mine.miraje = on]],
    "unknown module 'mine.miraje'; did you mean 'mine.mirage'?" },
  -- letter of another kingdom
  { 'letter = "M"', '@letter = "F"',
    "the kingdom of mine.mirage: Flaym has the letter 'F' already" },
  -- unknown colour
  { 'colour = "orange"', '@colour = "ornage"',
    "the kingdom of mine.mirage: its colour is 'ornage', expected one of: red" },
  -- option that is never read
  { "local price = prices[options.heat]", "local price = 1", '{ key = "heat"', '@{ key = "heat"',
    "option 'heat' is never read", lint = true },
  -- field that is never used
  { "local prices",
    [[@local unused_fact = muster.field { "unused", of = "zone" }
local prices]],
    "field 'unused' is neither read nor written", lint = true },
  -- event that is never emitted
  { [[    blown:emit(unit, place(foe))
]],
    "",
    "local blown = muster.event", "@local blown = muster.event",
    "event 'blown' is never emitted", lint = true },
  -- choice that no option has
  { "local prices = { mild = 1, fierce = 2 }", "local prices = { mild = 1, feirce = 2 }",
    'default = "mild"', 'default = "fierce"',
    "drifts[price]", "@drifts[price]",
    "'price' is nil, and nil cannot index a table" },
  -- title too long
  { 'title = "Burrow"',
    '@title = "Burrow under all the sand of the desert, and come up far from there"',
    "'burrow': the title must have at most 63 characters" },
  -- cost as text
  { "cost = options.tunnel_cost", '@cost = "three"',
    "'cost' of art 'burrow' is 'three', expected a number, 'all' or a function" },
  -- cost negative
  { "least = 4, cost = 2,", "@least = 4, cost = -2,",
    "'cost' of art 'sandstorm' is -2; no battalion ever has more than 8 actions" },
  -- least out of range
  { "least = 4, cost = 2,", "@least = 9, cost = 2,",
    "'least' of art 'sandstorm' is 9; Arms are 1 to 6" },
  -- legal is not a function
  { [[  apply = function(unit, dest)
    w.maneuver.walk_to(unit, dest)
    dizzy[unit] = deep(dest)
  end,]],
    "@  apply = w.maneuver.walk_too,",
    "has a field 'walk_too'; did you mean 'walk_to'?" },

-- ---- faults at play -----------------------------------------------------------------------------

  -- write beyond a field's range
  { "math.min(tale.storms + 1, 7)", "@tale.storms + 9",
    "'storms' must be 0 to 7, found 9" },
  -- index off the board
  { "sand[zone] = math.min(sand[zone] + amount, 3)", "@sand[zone + 40] = amount",
    "sand[...] = ...: expected a zone, found " },
  -- fact of nil written
  { "dizzy[foe] = true", "@dizzy[below(foe)] = true",
    "dizzy[...] = ...: expected a piece, found nil" },
  -- constant table beyond its end
  { "drifts[price]", "@drifts[price + 5]",
    "expected a number, found nil (for parameter 'amount' at lua/mine/mirage.lua:33)" },
  -- put of nil
  { [[    w.maneuver.walk_to(unit, dest)
]],
    [[@    put(below(unit), dest)
]],
    "put: expected a piece, found nil" },
  -- winner that is no seat
  { "tale.last = place(foe)", '@over("storm", 5)',
    "expected a seat (0 to 1), found 5" },
  -- unbounded loop
  { [[local worth = 0
]],
    [[local worth = 0
@  while worth >= 0 do worth = worth + 1 end
]],
    "the rules exceeded their budget of 1000000 work units; is there an infinite loop?" },
  -- recursion without end
  { "local function sandy(zone) return sand[zone] > 0 end",
    [[local function sandy(zone)
@  return sand[zone] > 0 or sandy(zone) end]],
    "this is a boolean or a value; both must have the same type" },
  -- division by zero
  { "arms[unit] // 3", "@arms[unit] // sand[zone]",
    "attempt to divide by zero" },
  -- too many frames
  { [[    dizzy[foe] = true
]],
    [[    dizzy[foe] = true
@    for _ = 1, 25 do push(w.flow.order) end
]],
    "more than 24 frames are pending" },
  -- pop of an empty stack
  { [[    dizzy[foe] = true
]],
    [[    dizzy[foe] = true
@    pop() pop() pop() pop()
]],
    "no frame is pending" },
  -- two legal moves written alike
  { '"bu:{dest}"', '@"bu:{dest}"',
    'return choose("dest", dests & w.queries.land() - occupied(), "MIR-5",',
    'choose("dest", dests & w.queries.land() - occupied(), "MIR-5",',
    [[aimless = true,
  legal = function(unit)
    local dests]],
    [[aimless = true,
  legal = function(unit)
    choose("face", range(0, 3))
    local dests]],
    "the text of move 'burrow' must name every choice so that it can be parsed; it lacks" },

-- ---- others -------------------------------------------------------------------------------------

  -- fault in a scene hook
  { false,
    [[@w.scene.piece_scene:on(function(seen) seen.name = seen.name .. seen.nothing end)
]],
    "attempt to concatenate a nil value (field 'nothing')" },
  -- order of the choices: choose under a position's condition
  { [[    return choose("dest", dests & w.queries.land() - occupied(), "MIR-5",
      "one burrows to a free zone two zones away in line")]],
    [[    if dizzy[unit] then
@      return choose("dest", zones)
    end
    return choose("dest", dests)]],
    "'choose' is not allowed under a condition that is not constant" },
  -- string key of a fact
  { "tale.last = place(foe)", '@tale["last "] = place(foe)',
    "the record has no field 'last '; did you mean 'last'?" },
  -- a piece as a seat: owner assigned a zone
  { "tale.last = place(foe)", "@owner[foe] = place(foe)",
    "expected a seat, found a place" },
  -- misspelt name in worth (Lua or code)
  { "return worth + arms[unit] // 3", "@return wroth + arms[unit] // 3",
    "unknown name 'wroth'; did you mean 'worth'?", lint = true },
  -- nil field of a record captured: now.phase
  { "tale.last = place(foe)", "@w.state.now.phsae = 1",
    "the record has no field 'phsae'" },
  -- setup called by a kingdom
  { false,
    [[@muster.setup(function() go(w.flow.order) end)
]],
    "muster.setup is declared twice" },
  -- module called twice
  { false,
    [[@muster.module { title = "Again" }
]],
    "module 'mine.mirage' calls muster.module twice" },
  -- os.time used
  { "tale.last = place(foe)", "@tale.last = os.time()",
    "os is not available in rules: rules cannot access anything outside the match", lint = true },
  -- math.random used
  { "tale.last = place(foe)", "@tale.last = math.random(48)",
    "math.random is not available in rules: chance is part of the match, decided by its" },
}

local home, faults, linted = shell.scratch_home(), 0, 0
write(home .. "/" .. RULESET, ruleset)
capture("mkdir " .. quoted(home .. "/lua/mine") .. " && cp " .. quoted(shell.ROOT .. "/.luacheckrc")
  .. " " .. quoted(home))

local function check()
  return capture(("cd %s && MUSTER_HOME=. %s check --strict mirage"):format(quoted(home),
    quoted(shell.BIN)))
end

local function fault(case, text, ...)
  faults = faults + 1
  io.stderr:write(case[2]:gsub("@", ""), ": ", text:format(...), "\n")
end

local function edited(text, from, to)
  if not from then return text .. to end
  local at, stop = text:find(from, 1, true)
  return at and text:sub(1, at - 1) .. to .. text:sub(stop + 1)
end

-- The line of the "@", and the text without it.
local function marked(text)
  local at = text:find("@", 1, true)
  if not at then return nil, text end
  return select(2, text:sub(1, at):gsub("\n", "")) + 1, text:sub(1, at - 1) .. text:sub(at + 1)
end

local function lint(case)
  local output, status = capture(("cd %s && luacheck --no-color %s"):format(quoted(home), KINGDOM))
  if status == 127 then return end -- it is not installed
  linted = linted + 1
  if status == 0 then fault(case, "luacheck finds nothing:\n%s", output) end
end

local function plant(case)
  local rules, settings = kingdom, ruleset
  for i = 1, #case - 1, 2 do
    local changed = edited(rules, case[i], case[i + 1])
    if changed then rules = changed
    else settings = assert(edited(settings, case[i], case[i + 1]), case[i]) end
  end
  local path, line, setting = KINGDOM
  line, rules = marked(rules)
  setting, settings = marked(settings)
  if setting then path, line = RULESET, setting end
  write(home .. "/" .. KINGDOM, rules)
  write(home .. "/" .. RULESET, settings)
  local output, status = check()
  local where, says = output:match("([%w_/.]+:%d+):?%d*: %l+: ([^\n]*)")
  if status ~= 1 or where ~= path .. ":" .. line or not says:find(case[#case], 1, true) then
    fault(case, "status %s, expected at %s:%s: %s\nfound:\n%s", status, path, line, case[#case],
      output)
  end
  if case.lint then lint(case) end
end

write(home .. "/" .. KINGDOM, kingdom)
local output, status = check()
assert(status == 0, output)
for _, case in ipairs(CASES) do plant(case) end

-- An element that is there can change where a rule runs as Lua; no line can be named.
write(home .. "/" .. RULESET, ruleset)
write(home .. "/" .. KINGDOM, (edited(kingdom, "local function heap(zone, amount)\n",
  "local function heap(zone, amount)\n  print()\n  local _ = tostring(zone)\n  drifts[3] = 0\n")))
output = check()
if not output:find("the rules change 'drifts.3' at play", 1, true) then
  fault({ "", "drifts[3] = 0" }, "found:\n%s", output)
end
capture("rm -r " .. quoted(home))
print(("%d cases, %d of them for luacheck too, %d faults"):format(#CASES, linted, faults))
os.exit(faults == 0)
