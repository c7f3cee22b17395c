---@meta
-- Types of the Lua API, for editors. Generated; never loaded.

---@class muster
muster = {}

---@alias muster.Zone integer
---@alias muster.Piece integer
---@alias muster.Seat integer
---@alias muster.Place integer
---@alias muster.Kind integer

--- A set of zones; a value. `for zone in set do`, set[zone], #set.
---@class muster.Set
---@field [muster.Zone] boolean
---@operator band(muster.Set): muster.Set
---@operator bor(muster.Set): muster.Set
---@operator sub(muster.Set): muster.Set
---@operator bnot: muster.Set
---@operator len: integer
---@overload fun(_: any, last: muster.Zone?): muster.Zone?
---@field some fun(self: muster.Set, f: fun(zone: muster.Zone): any): boolean
---@field every fun(self: muster.Set, f: fun(zone: muster.Zone): any): boolean
---@field tally fun(self: muster.Set, f: fun(zone: muster.Zone): any): integer
---@field sum fun(self: muster.Set, f: fun(zone: muster.Zone): integer): integer
---@field pick fun(self: muster.Set, f: fun(zone: muster.Zone): any): muster.Zone?
---@field where fun(self: muster.Set, f: fun(zone: muster.Zone): any): muster.Set
---@field first fun(self: muster.Set): muster.Zone?

--- Pieces or numbers, for a loop or a choice.
---@class muster.Pieces
---@operator len: integer
---@overload fun(_: any, last: integer?): integer?
---@field some fun(self: muster.Pieces, f: fun(n: integer): any): boolean
---@field every fun(self: muster.Pieces, f: fun(n: integer): any): boolean
---@field tally fun(self: muster.Pieces, f: fun(n: integer): any): integer
---@field sum fun(self: muster.Pieces, f: fun(n: integer): integer): integer
---@field pick fun(self: muster.Pieces, f: fun(n: integer): any): integer?
---@field first fun(self: muster.Pieces): integer?
---@class muster.Range: muster.Pieces
---@class muster.Domain: muster.Pieces
---@field from fun(self: muster.Domain, first: integer, last: integer): muster.Domain
---@class muster.Subsets
---@class muster.Sample

--- A fact of each seat, zone or piece, read and written with brackets.
---@class muster.Field
---@field [integer] any
---@field where fun(self: muster.Field, value: any): muster.Set
--- Facts of the game, read and written by name.
---@class muster.Record
---@field [string] any
---@class muster.Container
---@field [muster.Seat] muster.Place
---@class muster.Event
---@field emit fun(self: muster.Event, ...: any)
---@field on fun(self: muster.Event, f: fun(...: any))
---@class muster.Query
---@overload fun(...: any): any
---@field amend fun(self: muster.Query, join: string|function, f: function?)
---@class muster.Decision
---@field name string
---@field title string
---@field seat fun(): muster.Seat
---@class muster.Move
---@field name string
---@field forbid fun(self: muster.Move, rule: string, why: string|function, f: function)
---@field permit fun(self: muster.Move, rule: string, f: function)
---@field oblige fun(self: muster.Move, rule: string, why: string|function, f: function)
---@class muster.Flow
---@field [string] any
---@class muster.Hook
---@overload fun(...: any): any
---@field on fun(self: muster.Hook, f: function)

-- While modules load

--- Say what this module is: title, section (of its options in the INI), requires, conflicts, before, after (lists of module names), options (a list of {key, type, default, min, max, choices, help, needs, rule}; a value other than the default needs the module `needs`, by that rule; or a function that gives the list when all offers are known) and offers (what others can read with muster.offers, by kind). The file begins with it and waits there until all modules have said what they are; then those that it requires are loaded, and it goes on. Returns the values of the options by key.
---@type fun(manifest: {title: string?, section: string?, requires: string[]?, conflicts: string[]?, before: string[]?, after: string[]?, options: table[]|(fun(): table[])?, offers: table<string, table>?}): table<string, any>
muster.module = nil

--- For modules that others build on: a fault (see muster.fault) if the table has a key that `types` lacks, a value of another type (text, number, flag, list, table, function, any, or several as in 'number|text'), or not one of the keys `needed`. True if all is well.
---@type fun(what: string, value: table, types: table<string, string>, needed: string[]?): boolean
muster.shape = nil

--- For modules that others build on: what the other module gave is wrong. The fault stands where that called. An error, except for `muster check`, which notes it and goes on: then it returns false, and what was given is to be left alone.
---@type fun(text: string): boolean
muster.fault = nil

--- What the modules that are on offer of a kind, required ones first and else in the order of their names, before any of them has loaded; each with the name of its module as `module` and its place as `at`.
---@type fun(kind: string): table[]
muster.offers = nil

--- Name the game and say how many seats it has.
---@type fun(game: {title: string, seats: integer?})
muster.game = nil

--- Make the board a grid of zones a1, b1 ... with directions n e s w (and ne se sw nw).
---@type fun(grid: {columns: integer, rows: integer, diagonal: boolean?, voids: string[]?})
muster.grid = nil

--- Make the board a graph: each link is {from, direction, to}.
---@type fun(graph: {zones: string[], directions: string[], links: string[][]})
muster.graph = nil

--- Declare a type of pieces; `text` says how one is written, as in "{owner}{kingdom}{arms}". Returns the number of its first piece, and how many there are.
---@type fun(pieces: {name: string, count: integer, text: string?}): integer, integer
muster.pieces = nil

--- Declare a place off the board, one or one a seat. Without `ordered` it is a bag, listed by the piece fields in `sort` (a leading - for falling). `faces` says who sees the faces of what lies there: all, owner (the seat it belongs to) or none. Returns a function: seat to place number.
---@type fun(container: {name: string, per_seat: boolean?, ordered: boolean?, sort: string[]?, faces: string?}): function
muster.container = nil

--- Declare a fact of the game, of each seat, zone or piece (`of`). `values` names its values, which become constants; `letters` writes them. `each` maps the name of a type to a list with the value that each of its pieces begins with. `seen` is all, owner, none, or face: then it never changes, and who sees it is said by the container. `indexed`, for a zone's field from 0, keeps the zones of each value: {z in zones: name(z) == value} needs no loop. Returns a reader and a writer.
---@type fun(field: {of: string, name: string, min: integer?, max: integer?, initial: integer?, values: string[]?, letters: string?, seen: string?, hashed: boolean?, each: table?, indexed: boolean?}): function, function
muster.field = nil

--- Name a number for expressions; returns it.
---@type fun(name: string, value: integer): integer
muster.constant = nil

--- Name a set of zones, or one set for each seat, read as name(seat).
---@type fun(name: string, ...: string[]|integer[])
muster.region = nil

--- Name a table of numbers, read in expressions as name(index); outside it reads 0.
---@type fun(name: string, values: integer[])
muster.values = nil

--- Name an expression, with parameters as in "bare(piece)". Returns a function that evaluates it. With `help`, a sentence, `muster reference RULESET` lists it for other modules.
---@type fun(head: string, text: string, about: {help: string}?): function
muster.define = nil

--- As define, but other modules may amend it. `help` says what it asks, for `muster reference RULESET`.
---@type fun(head: string, text: string, about: {help: string}?): function
muster.query = nil

--- Put another expression over a query; `value` in it is what stood there before. With a join, one of or, and, min, max, +, the query is what stood there joined with the text: modules that join in the same way need no order.
---@type fun(name: string, text: string, join: string?)
muster.amend = nil

--- The values of the options of the module that is being loaded, for its further files.
---@type fun(): table<string, any>
muster.options = nil

--- Declare facts of the game, a list of { name, max = , ... } as for muster.field. Returns a record that is read and written by name: now.turn.
---@type fun(fields: table[]): muster.Record
muster.state = nil

--- Name numbers; returns the table, in which a name that is not there is an error.
---@type fun(names: table<string, integer>): table<string, integer>
muster.enum = nil

--- A domain for choose: numbers from 0 that are written as letters, `width` signs each.
---@type fun(letters: string|{letters: string, width: integer}): muster.Domain
muster.letters = nil

--- A value that many rules ask for: worked out at most once for a position.
---@type fun(f: function): function
muster.once = nil

--- Declare all that can be pending in a game, in one list in the order in which it comes up: { step = name, title }, { decision = name, title }, { procedure = name, title }. The bodies are filled in by function flow.name() ... end.
---@type fun(flow: table): muster.Flow
muster.flow = nil

--- The move that a required module has declared by that name, for :forbid, :permit and :oblige.
---@type fun(name: string): muster.Move
muster.move_named = nil

--- Declare a place where other modules listen in Lua, with hook:on(f). Calling the hook calls them in the order of their modules; `fold` says what it returns: each (nothing), first (the first result that is not nil), pipe (the first argument, after it went through all), sum, all (are none of them false?).
---@type fun(hook: {[1]: string, fold: string?}): muster.Hook
muster.hook = nil

--- An expression, with the names of its parameters, as a Lua function.
---@type fun(text: string, ...: string): function
muster.expr = nil

--- Make a Lua function with integer parameters and result callable from expressions and effects. `help` as for define.
---@type fun(head: string, body: function, about: {help: string}?): function
muster.func = nil

--- Say how good groups of pieces are: {name, suits = field, low = field, high = field, categories = {{name, run, suit, equal}, ...}, type, pool} and `duplicate`, `partial`, `around`, `wild_type`, `wild_pool`. Returns the functions name(place, size) and name_best(place, size, excluded?, wilds?), which texts may call as well, and one that lists pieces of the pool with which the best rank is reached. See the page on moves.
---@type fun(ranking: table): function, function, function
muster.ranking = nil

--- Declare an event with its parameters, as in "damaged(piece, loss)". `help` says when it happens, for `muster reference RULESET`. Returns its number.
---@type fun(head: string, about: {help: string}?): integer
muster.event = nil

--- Listen to an event, with a Lua function or with effects (whose names are the event's parameters).
---@type fun(event: string, listener: function|string)
muster.on = nil

--- Make an empty table, by {name, help = sentence}, to which other modules add in Lua, one after the other or by name; `muster reference RULESET` shows it by that name, with its entries.
---@type fun(list: {[1]: string, help: string?}): table
muster.list = nil

--- Declare something to be decided: by which seat, the names that its moves share (`let`, a list of {name, expression}), and what to do when no move is legal.
---@type fun(decision: {[1]: string, title: string?, seat: string, let: string[][]?, empty: function|string|nil, chance: boolean?}): integer
muster.decision = nil

--- Declare something that the rules do by themselves when it comes up.
---@type fun(step: {[1]: string, title: string?, run: function|string}): integer
muster.step = nil

--- Declare a kind of move: {name, at = decision, text = format, clauses ..., apply = function or effects}; `unlisted` ones are accepted but never listed, of `secret` ones others are told the title only, `reluctant` ones are what random play takes only where nothing else is legal. See the page on moves.
---@type fun(move: {[1]: string, at: string, title: string?, text: string, apply: function|string, weight: string?, unlisted: boolean?, reluctant: boolean?, [integer]: table})
muster.move = nil

--- Add a condition to a move kind of any module; a move that fails a condition is illegal, whoever permits it.
---@type fun(move: string, clause: {where: string, rule: string?, why: string})
muster.forbid = nil

--- Waive the conditions of a move kind that carry the given rule id, where `where` holds. What another module forbids stays forbidden.
---@type fun(move: string, clause: {where: string, rule: string})
muster.permit = nil

--- While `where` holds and the move kind has a legal move, every other kind of its decision is illegal.
---@type fun(move: string, clause: {where: string, rule: string?, why: string})
muster.oblige = nil

--- Say how a match begins: put the pieces, and go to the first decision.
---@type fun(setup: function|string)
muster.setup = nil

--- Give positions a notation of their own: print() returns a line, parse(line) sets the position up.
---@type fun(notation: {print: function, parse: function})
muster.notation = nil

--- Give the function that describes what a seat sees; see the page on scenes.
---@type fun(scene: function)
muster.scene = nil

--- Give the function worth(seat) that computer players maximise.
---@type fun(worth: function)
muster.worth = nil

--- Give a function that raises an error in a position that the rules cannot produce.
---@type fun(verify: function)
muster.verify = nil

--- Say in a sentence what a rule demands.
---@type fun(id: string, text: string)
muster.rule = nil

--- Write a chapter of the rulebook, a list of paragraphs: what each says, the id of its rule, the key of the option that it depends on (or several), and whether it holds (`when`). The chapters of a module stand in the order of their `place`, 0 unless given, then as written.
---@type fun(chapter: {title: string, place: integer?, [integer]: {id: string?, text: string, option: string|string[]|nil, when: boolean?}})
muster.rules = nil

-- Words

--- The zones with a piece.
---@type fun(): muster.Set
occupied = nil

--- The zones whose top piece is of this type; with a seat, and that seat's.
---@type fun(kind: muster.Kind, seat?: muster.Seat): muster.Set
tops = nil

--- The zones next to a zone of the set.
---@type fun(from: muster.Set|muster.Zone?): muster.Set
near = nil

--- The zones one step on from those of the set.
---@type fun(from: muster.Set, direction: integer): muster.Set
shift = nil

--- The zones that can be reached from `start` by steps inside `within`.
---@type fun(start: muster.Set|muster.Zone?, within: muster.Set): muster.Set
flood = nil

--- The set of this zone, or of none.
---@type fun(zone: muster.Zone?): muster.Set
only = nil

--- The zone there.
---@type fun(column: integer, row: integer): muster.Zone?
at = nil

--- Column of the zone, from 0.
---@type fun(zone: muster.Zone?): integer
column = nil

--- Row of the zone, from 0.
---@type fun(zone: muster.Zone?): integer
row = nil

--- The zone one step on.
---@type fun(zone: muster.Zone?, direction: integer): muster.Zone?
step = nil

--- The highest piece there.
---@type fun(place: muster.Place?): muster.Piece?
top = nil

--- The piece directly beneath.
---@type fun(piece: muster.Piece?): muster.Piece?
below = nil

--- The piece's level in its stack, from 1; of none 0.
---@type fun(piece: muster.Piece?): integer
level = nil

--- The zone or container that holds the piece.
---@type fun(piece: muster.Piece?): muster.Place?
place = nil

--- The type of the piece.
---@type fun(piece: muster.Piece?): muster.Kind?
kind = nil

--- How many pieces lie there.
---@type fun(place: muster.Place?): integer
count = nil

--- Does the one who looks know the face of the piece?
---@type fun(piece: muster.Piece?): boolean
known = nil

--- The pieces there, from the top down: for a loop, for the methods of sets, and for choose.
---@type fun(place: muster.Place?): muster.Pieces
pieces = nil

--- For choose: any of the pieces there, all or none.
---@type fun(place: muster.Place?): muster.Subsets
subsets = nil

--- The pieces that a choice from subsets stands for.
---@type fun(place: muster.Place?, subset: integer): muster.Pieces
chosen = nil

--- In `legal`: the move is illegal unless this holds, by that rule.
---@type fun(condition: any, rule?: string, why?: string|fun(...): string)
need = nil

--- In `legal`: a choice that the move makes, and its value.
---@type fun(name: string, of: muster.Set|muster.Range|muster.Domain|muster.Pieces|muster.Subsets|muster.Sample, rule?: string, why?: string|fun(...): string): integer
choose = nil

--- In `legal`: two choices, a zone of the set and the zone one step on, in one of the directions of `ways`, a list of { direction, set of zones }.
---@type fun(from: string, to: string, set: muster.Set, ways: table[], rule?: string, why?: string|fun(...): string): muster.Zone, muster.Zone
choose_step = nil

--- The numbers from one to the other; `most` is the highest there can ever be, where that is not seen.
---@type fun(from: integer, to: integer, most?: integer): muster.Range
range = nil

--- A function that says whether the choices of `f` can be made so that nothing it needs is missing.
---@type fun(f: fun(...)): fun(...): boolean
possible = nil

--- The seat that decides now.
---@type fun(): muster.Seat
me = nil

--- A number of the decision or step on top, from 1.
---@type fun(index: integer): integer
arg = nil

--- Put another decision or step in the place of the one on top.
---@type fun(to: muster.Decision)
go = nil

--- Put a decision or step, with its numbers, on top of what is pending.
---@type fun(to: muster.Decision, ...: any)
push = nil

--- Take away the decision or step on top.
---@type fun()
pop = nil

--- End the match. Without winners it is a draw.
---@type fun(ending: string, winner?: muster.Seat, other?: muster.Seat)
over = nil

--- Take the piece from where it is and put it on top.
---@type fun(piece: muster.Piece, place: muster.Place)
put = nil

--- As put, but so that the piece gets this level.
---@type fun(piece: muster.Piece, place: muster.Place, level: integer)
insert = nil

--- Move the top piece; what lay on top there goes to `taken`, owned by nobody.
---@type fun(from: muster.Place, to: muster.Place, taken: muster.Place)
carry = nil

--- Order the pieces of an ordered container by the number `n`, an outcome of chance.
---@type fun(place: muster.Place, n: integer)
shuffle = nil

--- A number for where all pieces are, with the fields that muster.repetition names; equal for equal positions.
---@type fun(): integer
position_key = nil

--- Has the key been remembered?
---@type fun(key: integer): boolean
seen = nil

--- Remember a key; not a part of the position's hash.
---@type fun(key: integer)
remember = nil

--- All zones of the board.
---@type muster.Set
zones = nil

--- The empty set.
---@type muster.Set
nothing = nil

--- The seat that owns a piece; can be written.
---@type table<muster.Piece, muster.Seat?>
owner = nil

--- Where all pieces lie at first.
---@type muster.Place
box = nil

--- How many seats the game has.
---@type integer
seats = nil

--- Say values on standard error, after the line that does. A rule with it runs as Lua.
---@type fun(...: any)
print = nil

--- For choose: a number that is too large to list.
---@type muster.Sample
sample = nil

-- While a match is played

--- The highest piece of a zone or container, or -1.
---@type fun(place: integer): integer
muster.top = nil

--- The piece directly beneath, or -1.
---@type fun(piece: integer): integer
muster.below = nil

--- The piece's level in its stack, from 1; of -1: 0.
---@type fun(piece: integer): integer
muster.level = nil

--- The zone or container that holds the piece, or -1.
---@type fun(piece: integer): integer
muster.place = nil

--- The seat that owns the piece, or -1.
---@type fun(piece: integer): integer
muster.owner = nil

--- Does the one who looks know the face of the piece? True wherever the position is not the one that a seat sees.
---@type fun(piece: integer): boolean
muster.known = nil

--- The number of the piece's type, or -1.
---@type fun(piece: integer): integer
muster.type = nil

--- How many pieces lie there.
---@type fun(place: integer): integer
muster.count = nil

--- Take the piece from where it is and put it on top.
---@type fun(piece: integer, place: integer)
muster.put = nil

--- As put, but so that the piece gets this level.
---@type fun(piece: integer, place: integer, level: integer)
muster.insert = nil

--- Order the pieces of an ordered container by the number `n`, an outcome of chance: the same number gives the same order.
---@type fun(place: integer, n: integer)
muster.shuffle = nil

--- Give the piece to a seat, or to nobody (-1).
---@type fun(piece: integer, seat: integer)
muster.set_owner = nil

--- The pieces there: of a stack from the bottom up, of a bag in its order.
---@type fun(place: integer): integer[]
muster.pieces_in = nil

--- The pieces that the value of a subset parameter stands for.
---@type fun(place: integer, mask: integer): integer[]
muster.chosen = nil

--- How the piece is written.
---@type fun(piece: integer): string
muster.piece_text = nil

--- The zone one step on, or -1.
---@type fun(zone: integer, direction: integer): integer
muster.step = nil

--- Column of the zone, from 0.
---@type fun(zone: integer): integer
muster.column = nil

--- Row of the zone, from 0.
---@type fun(zone: integer): integer
muster.row = nil

--- The zone there, or -1.
---@type fun(column: integer, row: integer): integer
muster.at = nil

--- The zone called so, or -1.
---@type fun(name: string): integer
muster.zone = nil

--- Name of the zone.
---@type fun(zone: integer): string
muster.zone_name = nil

--- Name of the direction.
---@type fun(direction: integer): string
muster.direction_name = nil

--- How many zones the board has.
---@type fun(): integer
muster.zones = nil

--- The seat that decides now, or -1.
---@type fun(): integer
muster.me = nil

--- A number of the frame on top, from 1.
---@type fun(index: integer): integer
muster.arg = nil

--- Put another decision or step in the place of the one on top.
---@type fun(decision: string|integer)
muster.go = nil

--- Put a decision or step, with its numbers, on top of what is pending.
---@type fun(decision: string|integer, ...: integer)
muster.push = nil

--- Take away the decision or step on top.
---@type fun()
muster.pop = nil

--- End the match: winners has bit n set for seat n.
---@type fun(winners: integer, ending: string)
muster.over = nil

--- Declare names of endings (while loading).
---@type fun(...: string)
muster.ending = nil

--- Winners and ending of a match that is over.
---@type fun(): integer?, string?
muster.over_by = nil

--- Name of the decision or step on top.
---@type fun(): string?
muster.decision_name = nil

--- Tell everybody who listens what happened.
---@type fun(event: string|integer, ...: integer)
muster.emit = nil

--- Say which fields tell positions apart for a repetition rule, beside where the pieces are (while loading).
---@type fun(...: string)
muster.repetition = nil

--- Wait at this line, and print what is asked for by lines on standard input: a name, an expression, `locals`, `where`; an empty line goes on. Without a terminal only where all rules run as Lua.
---@type fun()
muster.pause = nil

--- A number for where all pieces are, with those fields; equal for equal positions.
---@type fun(): integer
muster.key = nil

--- Remember a key; not a part of the position's hash.
---@type fun(key: integer)
muster.remember = nil

--- Forget all keys.
---@type fun()
muster.forget = nil

--- Has the key been remembered?
---@type fun(key: integer): boolean
muster.seen = nil

-- Sets of zones

--- The set of these zones.
---@type fun(zones: integer[]): integer|muster.Set
muster.set = nil

--- Iterate over the zones of a set, rising.
---@type fun(set: integer|muster.Set): function
muster.each = nil

--- Is the zone in the set?
---@type fun(set: integer|muster.Set, zone: integer): boolean
muster.has = nil

--- How many zones the set has.
---@type fun(set: integer|muster.Set): integer
muster.size = nil

--- The zones reachable from start by steps inside within.
---@type fun(start: integer|muster.Set, within: integer|muster.Set): integer|muster.Set
muster.flood = nil

--- The zones next to a zone of the set.
---@type fun(set: integer|muster.Set): integer|muster.Set
muster.near = nil
