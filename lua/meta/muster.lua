---@meta
-- Types of the Lua API, for editors. Generated; never loaded.

---@class muster
muster = {}

---@alias muster.Zone integer
---@alias muster.Piece integer
---@alias muster.Seat integer
---@alias muster.Place integer
---@alias muster.Kind integer

--- A set of zones; a value. `a | b`, `a & b`, `a - b`, `~a`, `a == b`, `#a`, `a[zone]`, `for zone in a do`.
---@class muster.Set
---@field [muster.Zone] boolean
---@operator band(muster.Set): muster.Set
---@operator bor(muster.Set): muster.Set
---@operator sub(muster.Set): muster.Set
---@operator bnot: muster.Set
---@operator len: integer
---@overload fun(_: any, last: muster.Zone?): muster.Zone?
---@field some fun(self: muster.Set, f: fun(zone: muster.Zone): any): boolean Is `f` true for one of the zones?
---@field every fun(self: muster.Set, f: fun(zone: muster.Zone): any): boolean Is `f` true for all zones?
---@field tally fun(self: muster.Set, f: fun(zone: muster.Zone): any): integer For how many zones is `f` true?
---@field sum fun(self: muster.Set, f: fun(zone: muster.Zone): integer): integer The sum of `f` over the zones.
---@field pick fun(self: muster.Set, f: fun(zone: muster.Zone): any): muster.Zone? The first zone for which `f` is true.
---@field where fun(self: muster.Set, f: fun(zone: muster.Zone): any): muster.Set The zones for which `f` is true.
---@field first fun(self: muster.Set): muster.Zone? The first zone.

--- Pieces, or the numbers of a muster.Range, for `choose`, `for` and these methods.
---@class muster.Pieces
---@operator len: integer
---@overload fun(_: any, last: integer?): integer?
---@field some fun(self: muster.Pieces, f: fun(n: integer): any): boolean Is `f` true for one of them?
---@field every fun(self: muster.Pieces, f: fun(n: integer): any): boolean Is `f` true for all of them?
---@field tally fun(self: muster.Pieces, f: fun(n: integer): any): integer For how many of them is `f` true?
---@field sum fun(self: muster.Pieces, f: fun(n: integer): integer): integer The sum of `f` over them.
---@field pick fun(self: muster.Pieces, f: fun(n: integer): any): integer? The first one for which `f` is true.
---@field first fun(self: muster.Pieces): integer? The first one.

--- Integers from one to another.
---@class muster.Range: muster.Pieces

--- Integers written as letters (muster.letters).
---@class muster.Domain: muster.Pieces
---@field from fun(self: muster.Domain, first: integer, last: integer): muster.Domain A part of the domain.

--- The selections of `subsets`, for `choose`.
---@class muster.Subsets

--- The numbers of `sample`, for `choose`.
---@class muster.Sample

--- A fact of each seat, zone or piece: `field[unit]`, `field[unit] = value`. Of nil it reads 0, false or nil; writing to nil is an error.
---@class muster.Field
---@field [integer] any
---@field where fun(self: muster.Field, value: any): muster.Set Of a field of zones: the zones with this value.

--- Facts of the game: `now.turn`, `now.turn = 1`.
---@class muster.Record
---@field [string] any

--- The places of a container with `per_seat`: `prison[seat]`.
---@class muster.Container
---@field [muster.Seat] muster.Place

--- An event (muster.event).
---@class muster.Event
---@field emit fun(self: muster.Event, ...: any) Raise the event. Allowed where rules write.
---@field on fun(self: muster.Event, f: fun(...: any)) Call `f` with the event's parameters, or the first of them.

--- A function that other modules may change: `query(...)`.
---@class muster.Query
---@overload fun(...: any): any
---@field amend fun(self: muster.Query, join: string|function, f: function?) Join `f` to the query with or, and, min, max or +; or replace the query by a function that gets its value before the parameters.

--- A decision or step, for `go`, `push` and `at`.
---@class muster.Decision
---@field name string
---@field title string
---@field seat fun(): muster.Seat

--- A kind of move. Parameters of `f` are choices of the move, by name.
---@class muster.Move
---@field name string
---@field forbid fun(self: muster.Move, rule: string, why: string|function, f: function) Moves for which `f` is true are illegal.
---@field permit fun(self: muster.Move, rule: string, f: function) Where `f` is true, conditions with this rule id are waived.
---@field oblige fun(self: muster.Move, rule: string, why: string|function, f: function) While `f` is true and the move is legal, other kinds of moves are illegal.

--- A ranking of groups: `ranking(place, size)` is the rank of the pieces there.
---@class muster.Ranking
---@overload fun(place: muster.Place, size: integer): integer
---@field best fun(self: muster.Ranking, place: muster.Place, size: integer, excluded: muster.Place?, wilds: integer?): integer The best rank that can still be completed there.
---@field list fun(self: muster.Ranking, place: muster.Place, size: integer, excluded: muster.Place?, wilds: integer?): muster.Piece[] Pieces that complete the best rank.
---@field chance fun(self: muster.Ranking, place: muster.Place, size: integer, other: muster.Place, held: muster.Place?, others: muster.Place?): integer An estimate, in thousandths, of the chance that the group in `place` becomes better than the one in `other`. Pieces of `held` can come only to the first group, those of `others` only to the second. For evaluations.

--- The decisions, steps and procedures of a game: `flow.name`, `function flow.name() ... end`.
---@class muster.Flow
---@field [string] any

--- A place for listeners of other modules: `hook(...)`. For Lua that runs beside the rules.
---@class muster.Hook
---@overload fun(...: any): any
---@field on fun(self: muster.Hook, f: function) Add a listener, while modules load.

-- Declarations

--- Describe this module; every module file begins with this call. `requires`, `conflicts`, `before` and `after` list modules; `section` is the INI section of its options. An option is a table {key, type, default, min, max, choices, help, needs, rule, seat}: `needs` names the module that any value but the default requires, by that `rule`; `seat`, from 1, says whose option it is, and the key ends in that number. `options` may be a function, which is called when all offers are known. `offers` is data for other modules, by kind (see muster.offers). The file pauses at this call until every module has described itself and the required modules are loaded. Returns the values of the options by key.
---@type fun(manifest: {title: string?, section: string?, requires: string[]?, conflicts: string[]?, before: string[]?, after: string[]?, options: table[]|(fun(): table[])?, offers: table<string, table>?}): table<string, any>
muster.module = nil

--- Check a table that another module passed in: report a fault (see muster.fault) for a key that `types` lacks, for a value of the wrong type (text, number, flag, list, table, function, any, or alternatives such as 'number|text'), and for a missing key of `needed`. Returns true if there is no fault.
---@type fun(what: string, value: table, types: table<string, string>, needed: string[]?): boolean
muster.shape = nil

--- The name in the list that is nearest to a wrong one, for messages; nil if none is near.
---@type fun(name: string, names: string[]): string?
muster.nearest = nil

--- Report a mistake of the module that called the running function, at the line of that call. Raises an error; under `muster check` it records the mistake and returns false, so that the caller can skip the faulty value.
---@type fun(text: string): boolean
muster.fault = nil

--- The offers of this kind by other modules, before any of them has loaded: required modules first, then by name. Each entry has two more keys, `module` and `at`, the place of the offer.
---@type fun(kind: string): table[]
muster.offers = nil

--- Name the game and set the number of seats.
---@type fun(game: {title: string, seats: integer?})
muster.game = nil

--- Make the board a grid of zones a1, b1, ... with the directions n e s w (and ne se sw nw if `diagonal`). `voids` lists zones that are missing. Returns a table with the directions by name and the functions row(i), column(i), zone(name) and set(list).
---@type fun(grid: {columns: integer, rows: integer, diagonal: boolean?, voids: string[]?}): table<string, any>
muster.grid = nil

--- Make the board a graph; each link is {from, direction, to}. Returns a table as muster.grid does.
---@type fun(graph: {zones: string[], directions: string[], links: string[][]}): table<string, any>
muster.graph = nil

--- Declare a type of pieces. `names` are those of the first pieces. `text` is the notation of a piece, for example "{owner}{kingdom}{arms}". All pieces begin in `box`. Returns the type.
---@type fun(pieces: {[1]: string, count: integer, names: string[]?, text: string?, help: string?}): muster.Kind
muster.pieces = nil

--- Declare a place off the board, or with `per_seat` one for each seat. It keeps its pieces in order if `ordered`, and otherwise lists them by the piece fields in `sort` (a leading - means descending). `faces` says who sees the faces of pieces there: all, owner (the seat of the place) or none. Returns the place, or a container that gives the place of a seat.
---@type fun(container: {[1]: string, per_seat: boolean?, ordered: boolean?, sort: string[]?, faces: string?, help: string?}): muster.Place|muster.Container
muster.container = nil

--- Declare a fact of each seat, zone or piece (`of`): a number if it has `max`, a thing if it has `holds` (zone, piece, seat or place), otherwise a flag. `letters` are the signs of its values in notations. `each` maps a piece type to a list of start values. `seen` is all, owner, none or face; a face never changes, and the place of the piece decides who sees it. `hashed = false` leaves the field out of the position's hash. `indexed` keeps the set of zones for each value of a zone's field, which makes field:where fast. `prior` says what a computer player assumes of a value that it cannot see: "uniform", a list of weights for the values from min on, or f(entity, value), which returns a weight. `help` (or the `---` comment above) describes the fact in `muster reference RULESET`.
---@type fun(field: {[1]: string, of: string, holds: string?, min: integer?, max: integer?, initial: any, values: string[]?, letters: string?, seen: string?, hashed: boolean?, each: table?, indexed: boolean?, prior: any, help: string?}): muster.Field
muster.field = nil

--- Declare a function that other modules may change with query:amend. The `---` comment above it says what it asks.
---@type fun(f: function): muster.Query
muster.query = nil

--- The values of the options of the module that is being loaded, for its other files.
---@type fun(): table<string, any>
muster.options = nil

--- The names of the modules that the ruleset switches on, in byte order.
---@type fun(): string[]
muster.modules = nil

--- The options of all modules whose values differ from their defaults, in the order in which modules load; numbers of a list are written with commas.
---@type fun(): {key: string, value: string}[]
muster.changed_options = nil

--- Declare facts of the game: a list of tables {name, max = ...} with the keys of muster.field. Returns a record, as in now.turn.
---@type fun(fields: table[]): muster.Record
muster.state = nil

--- Name integers. Returns the table; reading a name that it lacks is an error.
---@type fun(names: table<string, integer>): table<string, integer>
muster.enum = nil

--- A domain for `choose`: the numbers from 0, written as letters, `width` letters for each number.
---@type fun(letters: string|{letters: string, width: integer}): muster.Domain
muster.letters = nil

--- Declare a value that many rules read. It is computed at most once for each position.
---@type fun(f: function): function
muster.once = nil

--- Declare everything that can be pending in the game, in the order in which it comes up: {step = name, title = ...}, {decision = name, title = ...} and {procedure = name, title = ...}. A decision may have what muster.decision takes. Fill in steps and procedures with `function flow.name() ... end`.
---@type fun(flow: table): muster.Flow
muster.flow = nil

--- The move that a required module declared under this name.
---@type fun(name: string): muster.Move
muster.move_named = nil

--- Declare a hook: other modules add listeners with hook:on(f), and calling the hook calls them in the order of their modules. `fold` decides what the call returns: each (nothing), first (the first result that is not nil), pipe (the first argument, passed through all listeners), sum, or all (true unless a listener returns false).
---@type fun(hook: {[1]: string, fold: string?, help: string?}): muster.Hook
muster.hook = nil

--- Rank groups of pieces: {name, suits = field, low = field, high = field, categories = {{name, run, suit, equal}, ...}, type, pool}, and optionally `duplicate`, `partial`, `around`, `wild_type`, `wild_pool`. See the page on moves.
---@type fun(ranking: table): muster.Ranking
muster.ranking = nil

--- Declare an event by its name and the names of its parameters. `says` returns the sentence that players read, without a full stop. It gets the parameters as the reader sees them: numbers, the texts of pieces and places, nil for what is hidden; and then the seat of the reader, or nil. It cannot read the match, and returns nil if there is nothing to say. `tell` is such a sentence with parameters in braces, as in "{striker} hits {victim} for {loss}": a seat is shown as seat 1, what is hidden as something. A number that is computed, as 1 - me(), is shown as a number. `arrow` names two parameters, pieces or zones: the board shows an arrow from the first to the second. `help` (or the `---` comment above) says when it happens.
---@type fun(event: {[1]: string, help: string?, says: function?, tell: string?, arrow: string[]?, [integer]: string}): muster.Event
muster.event = nil

--- Declare a decision. `seat` returns the seat that decides; `empty` runs when no move is legal; `chance` marks a decision whose moves are outcomes of chance; `together` one that several seats take without knowing of each other: `seats` says whether a seat takes part, and `reveal` runs when the choices of all have been carried out. `rule` is the id of the rule that says when the decision comes up: a move made at another time is refused by it.
---@type fun(decision: {[1]: string, title: string?, seat: function?, empty: function?, together: boolean?, seats: function?, reveal: function?, chance: boolean?, rule: string?}): muster.Decision
muster.decision = nil

--- Declare a step: something that the rules do by themselves when it is on top of the frames.
---@type fun(step: {[1]: string, title: string?, run: function}): muster.Decision
muster.step = nil

--- Declare a kind of move. `legal` asks the questions and returns the values for `apply`; `text` is the notation, with choices in braces. `weight` is the probability weight of a chance outcome. A move that is `unlisted` is accepted but never listed, of a `secret` one other seats learn the title only, and random play makes a `reluctant` one only if no other is legal. After a `noisy` one, such as a capture, computer players look further before they judge the position. `choices` gives the types of choices that the source does not show. See the page on moves.
---@type fun(move: {[1]: string, at: muster.Decision|"*", title: string?, text: string, legal: function?, apply: function, weight: function?, unlisted: boolean?, reluctant: boolean?, noisy: boolean|function|nil, secret: boolean?, choices: table<string, string>?}): muster.Move
muster.move = nil

--- Set up a match: put the pieces and go to the first decision.
---@type fun(setup: function)
muster.setup = nil

--- Let matches begin with this position line, and not as the game sets them up.
---@type fun(position: string)
muster.start = nil

--- Call f when the game has set up a match, before its first decision comes up: to change what is set up.
---@type fun(f: function)
muster.after_setup = nil

--- Call f after the set-up and after each ply, as long as the match goes on: before a seat decides, and again until no such function changes anything. Where chance decides, f waits for what it brings.
---@type fun(f: function)
muster.after_ply = nil

--- Define the notation of positions: print() returns a line, parse(line) sets up the position.
---@type fun(notation: {print: function, parse: function})
muster.notation = nil

--- Define the function that describes what a seat sees: scene(seat, before). `before` is nil, or the scene of the module before, for a module that adds to it. See the page on scenes.
---@type fun(scene: function)
muster.scene = nil

--- Define the evaluation of a position, worth(seat), which computer players maximise: the sum, where several modules do so. With `playouts`, the upper levels play random games to the end instead: set it where these tell more. With `turns`, players of two open seats plan whole turns, not one move after the other: set it where a turn takes many moves. A seat that is worth `scale` (100) is expected to win 73 games of 100: this turns a worth into a score for people.
---@type fun(worth: function, how: {playouts: boolean?, turns: boolean?, scale: integer?}?)
muster.worth = nil

--- Declare a number that evaluations can count with, feature(seat): what a seat has of something. `muster learn` finds what it is worth, from the difference between a seat and its opponents.
---@type fun(feature: {[1]: string, [2]: function, help: string?})
muster.feature = nil

--- Define a function that raises an error for a position that the rules cannot produce.
---@type fun(verify: function)
muster.verify = nil

--- Write a chapter of the rulebook. A paragraph has a `text`, the `id` of its rule, the `option` (or options) that it depends on, whether it applies (`when`), and the `ending` (or endings) of `over` that it states, so that the end of a match can cite it. An `example` is a position line, drawn as `seat` (or an onlooker) sees it after the moves of `play`, with a text; it is left out where the options do not allow that position. Chapters of a module are printed by `place`, 0 by default, then in order of declaration.
---@type fun(chapter: {title: string, place: integer?, [integer]: {id: string?, text: string, option: string|string[]|nil, when: boolean?, ending: string|string[]|nil, example: {position: string, play: string?, text: string, seat: integer?}?}})
muster.rules = nil

-- Words

--- The zones that hold a piece.
---@type fun(): muster.Set
occupied = nil

--- The zones whose top piece is of this type, and of this seat if one is given.
---@type fun(kind: muster.Kind, seat?: muster.Seat): muster.Set
tops = nil

--- The neighbours of a zone, or of the zones of a set.
---@type fun(from: muster.Set|muster.Zone?): muster.Set
near = nil

--- The zones one step from those of the set, in that direction.
---@type fun(from: muster.Set, direction: integer): muster.Set
shift = nil

--- The zones that can be reached from `start` by steps inside `within`.
---@type fun(start: muster.Set|muster.Zone?, within: muster.Set): muster.Set
flood = nil

--- The zones of `through` that lie in a row behind `from`, in that direction.
---@type fun(from: muster.Set|muster.Zone?, direction: integer, through: muster.Set): muster.Set
ray = nil

--- The set of this zone; empty for nil.
---@type fun(zone: muster.Zone?): muster.Set
only = nil

--- The zone in that column and row, both from 0.
---@type fun(column: integer, row: integer): muster.Zone?
at = nil

--- The column of the zone, from 0.
---@type fun(zone: muster.Zone?): integer
column = nil

--- The row of the zone, from 0.
---@type fun(zone: muster.Zone?): integer
row = nil

--- The next zone in that direction.
---@type fun(zone: muster.Zone?, direction: integer): muster.Zone?
step = nil

--- The top piece of a place.
---@type fun(place: muster.Place?): muster.Piece?
top = nil

--- The piece directly below.
---@type fun(piece: muster.Piece?): muster.Piece?
below = nil

--- The piece at that level of a place, from 1 at the bottom. `nil` in a bag, which has no order.
---@type fun(place: muster.Place?, level: integer): muster.Piece?
piece_at = nil

--- The level of the piece in its stack, from 1; 0 for nil.
---@type fun(piece: muster.Piece?): integer
level = nil

--- The zone or container that holds the piece.
---@type fun(piece: muster.Piece?): muster.Place?
place = nil

--- The type of the piece.
---@type fun(piece: muster.Piece?): muster.Kind?
kind = nil

--- The number of pieces in a place.
---@type fun(place: muster.Place?): integer
count = nil

--- Does the viewer know the face of the piece?
---@type fun(piece: muster.Piece?): boolean
known = nil

--- The pieces of a place, from the top down.
---@type fun(place: muster.Place?): muster.Pieces
pieces = nil

--- For `choose`: any selection of the pieces of a place, also none or all.
---@type fun(place: muster.Place?): muster.Subsets
subsets = nil

--- The pieces of a choice from `subsets`.
---@type fun(place: muster.Place?, subset: integer): muster.Pieces
chosen = nil

--- The move is illegal unless the condition holds; a refusal cites the rule and the reason.
---@type fun(condition: any, rule?: string, why?: string|fun(...): string)
need = nil

--- A choice that the move makes. Returns the chosen value; rule and reason refuse any other value.
---@type fun(name: string, of: muster.Set|muster.Range|muster.Domain|muster.Pieces|muster.Subsets|muster.Sample, rule?: string, why?: string|fun(...): string): integer
choose = nil

--- Two choices: a zone of the set, and the next zone in one of the directions of `ways`, a list of {direction, set of target zones}.
---@type fun(from: string, to: string, set: muster.Set, ways: table[], rule?: string, why?: string|fun(...): string): muster.Zone, muster.Zone
choose_step = nil

--- The integers from `from` to `to`. `most` is their upper limit in any position, if it does not follow from the source.
---@type fun(from: integer, to: integer, most?: integer): muster.Range
range = nil

--- Turns a function that asks questions into one that tells whether they can be answered: whether there are choices for which every `need` holds.
---@type fun(f: fun(...)): fun(...): boolean
possible = nil

--- The seat that decides.
---@type fun(): muster.Seat
me = nil

--- An argument of the decision or step on top, from 1.
---@type fun(index: integer): integer
arg = nil

--- Replace the decision or step on top by another, with up to seven numbers.
---@type fun(to: muster.Decision, ...: any)
go = nil

--- Put a decision or step with arguments on top; the one below waits.
---@type fun(to: muster.Decision, ...: any)
push = nil

--- Remove the decision or step on top.
---@type fun()
pop = nil

--- End the match. Without winners it is a draw.
---@type fun(ending: string, winner?: muster.Seat, ...: muster.Seat)
over = nil

--- Move a piece onto the top of a place.
---@type fun(piece: muster.Piece, place: muster.Place)
put = nil

--- Move a piece into a place, at that level.
---@type fun(piece: muster.Piece, place: muster.Place, level: integer)
insert = nil

--- Move the top piece of `from` to `to`. A piece on top there goes to `taken` and loses its owner.
---@type fun(from: muster.Place, to: muster.Place, taken: muster.Place)
carry = nil

--- Shuffle an ordered container by the number `n`, an outcome of chance.
---@type fun(place: muster.Place, n: integer)
shuffle = nil

--- A hash of where all pieces are and of the fields that muster.repetition names.
---@type fun(): integer
position_key = nil

--- Has this key been remembered?
---@type fun(key: integer): boolean
seen = nil

--- Remember a key. Remembered keys are not part of the position's hash.
---@type fun(key: integer)
remember = nil

--- All zones of the board.
---@type muster.Set
zones = nil

--- The empty set.
---@type muster.Set
nothing = nil

--- The owner of a piece; read and written as a field.
---@type table<muster.Piece, muster.Seat?>
owner = nil

--- The place where all pieces begin.
---@type muster.Place
box = nil

--- The number of seats.
---@type integer
seats = nil

--- For `choose`: a random number, too large to list as outcomes.
---@type muster.Sample
sample = nil

--- Print values and the current line on standard error. A rule that prints runs as Lua.
---@type fun(...: any)
print = nil

-- Functions of a running match

--- The pieces of a place: those of a stack from the bottom up, those of a container in its order.
---@type fun(place: integer): integer[]
muster.pieces_in = nil

--- The notation of a piece.
---@type fun(piece: integer): string
muster.piece_text = nil

--- The name of a piece that has one (`names` of muster.pieces).
---@type fun(piece: integer?): string?
muster.piece_name = nil

--- The piece that has this name.
---@type fun(name: string): integer
muster.piece_named = nil

--- The zone with this name, or -1.
---@type fun(name: string): integer
muster.zone = nil

--- The name of a zone.
---@type fun(zone: integer): string
muster.zone_name = nil

--- The seat that decides, or -1.
---@type fun(): integer
muster.me = nil

--- Declare the names of endings, while modules load.
---@type fun(...: string)
muster.ending = nil

--- Switch endings off: `over` with one of these names does nothing, and the match goes on.
---@type fun(...: string)
muster.without = nil

--- It is a fault if no rule ends the match by these names.
---@type fun(...: string)
muster.needs_ending = nil

--- Is the match over? Rules that ask this compile.
---@type fun(): boolean
muster.is_over = nil

--- The winners, as bits by seat, and the ending of a match that is over.
---@type fun(): integer?, string?
muster.over_by = nil

--- The name of the decision or step on top.
---@type fun(): string?
muster.decision_name = nil

--- Name the fields that, with the places of the pieces, make two positions equal for repetition rules; while modules load.
---@type fun(...: string)
muster.repetition = nil

--- Pause at this line and read commands from standard input: a name, an expression, `locals`, `where`, or an empty line to go on. Without a terminal it pauses only if all rules run as Lua.
---@type fun()
muster.pause = nil
