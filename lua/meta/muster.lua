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
---@class muster.Ranking
---@overload fun(place: muster.Place, size: integer): integer
---@field best fun(self: muster.Ranking, place: muster.Place, size: integer, excluded: muster.Place?, wilds: integer?): integer
---@field list fun(self: muster.Ranking, place: muster.Place, size: integer, excluded: muster.Place?, wilds: integer?): muster.Piece[]
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

--- Declare a type of pieces; `text` says how one is written, as in "{owner}{kingdom}{arms}". Returns the type.
---@type fun(pieces: {[1]: string, count: integer, text: string?}): muster.Kind
muster.pieces = nil

--- Declare a place off the board, one or one a seat. Without `ordered` it is a bag, listed by the piece fields in `sort` (a leading - for falling). `faces` says who sees the faces of what lies there: all, owner (the seat it belongs to) or none. Returns the place, or with `per_seat` a table of places by seat.
---@type fun(container: {[1]: string, per_seat: boolean?, ordered: boolean?, sort: string[]?, faces: string?}): muster.Place|muster.Container
muster.container = nil

--- Declare a fact of each seat, zone or piece (`of`): a number with `max`, a thing with `holds` (zone, piece, seat or place), else a flag. `letters` writes its values. `each` maps the name of a type to a list with the value that each of its pieces begins with. `seen` is all, owner, none, or face: then it never changes, and who sees it is said by the container. `indexed`, for a zone's field from 0, keeps the zones of each value: field:where(value) needs no loop.
---@type fun(field: {[1]: string, of: string, holds: string?, min: integer?, max: integer?, initial: any, values: string[]?, letters: string?, seen: string?, hashed: boolean?, each: table?, indexed: boolean?}): muster.Field
muster.field = nil

--- A function that other modules may amend with query:amend. `muster reference RULESET` lists it with the comment above it.
---@type fun(f: function): muster.Query
muster.query = nil

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

--- Say how good groups of pieces are: {name, suits = field, low = field, high = field, categories = {{name, run, suit, equal}, ...}, type, pool} and `duplicate`, `partial`, `around`, `wild_type`, `wild_pool`. The ranking r is asked by r(place, size), r:best(place, size, excluded?, wilds?) and r:list(...). See the page on moves.
---@type fun(ranking: table): muster.Ranking
muster.ranking = nil

--- Declare an event by its name and those of its parameters. `says` returns the sentence that tells players of it; `help` (else the comment above) says when it happens, for `muster reference RULESET`.
---@type fun(event: {[1]: string, help: string?, says: function?, [integer]: string}): muster.Event
muster.event = nil

--- Declare something to be decided: by which seat, or by chance, and what to do when no move is legal.
---@type fun(decision: {[1]: string, title: string?, seat: function?, empty: function?, chance: boolean?}): muster.Decision
muster.decision = nil

--- Declare something that the rules do by themselves when it comes up.
---@type fun(step: {[1]: string, title: string?, run: function}): muster.Decision
muster.step = nil

--- Declare a kind of move: {name, at = decision, text = format, legal = function, apply = function}; `unlisted` ones are accepted but never listed, of `secret` ones others are told the title only, `reluctant` ones are what random play takes only where nothing else is legal. See the page on moves.
---@type fun(move: {[1]: string, at: muster.Decision|"*", title: string?, text: string, legal: function?, apply: function, weight: function?, unlisted: boolean?, reluctant: boolean?, secret: boolean?, choices: table<string, string>?}): muster.Move
muster.move = nil

--- Say how a match begins: put the pieces, and go to the first decision.
---@type fun(setup: function)
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

--- The pieces there: of a stack from the bottom up, of a bag in its order.
---@type fun(place: integer): integer[]
muster.pieces_in = nil

--- How the piece is written.
---@type fun(piece: integer): string
muster.piece_text = nil

--- The zone called so, or -1.
---@type fun(name: string): integer
muster.zone = nil

--- Name of the zone.
---@type fun(zone: integer): string
muster.zone_name = nil

--- The seat that decides now, or -1.
---@type fun(): integer
muster.me = nil

--- Declare names of endings (while loading).
---@type fun(...: string)
muster.ending = nil

--- Winners and ending of a match that is over.
---@type fun(): integer?, string?
muster.over_by = nil

--- Name of the decision or step on top.
---@type fun(): string?
muster.decision_name = nil

--- Say which fields tell positions apart for a repetition rule, beside where the pieces are (while loading).
---@type fun(...: string)
muster.repetition = nil

--- Wait at this line, and print what is asked for by lines on standard input: a name, an expression, `locals`, `where`; an empty line goes on. Without a terminal only where all rules run as Lua.
---@type fun()
muster.pause = nil
