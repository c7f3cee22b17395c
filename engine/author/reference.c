/* The reference of the Lua API as Markdown and as stubs for editors: from the registration tables,
 * the words, and the methods of handles. */
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/handles/words.h"
#include "muster/rulebook.h"

struct word_help {
    const char *signature, *doc;
};

static const struct word_help HELP[HOST_WORD_COUNT] = {
    [HOST_WORD_occupied] = {"(): muster.Set", "The zones that hold a piece."},
    [HOST_WORD_tops] =
        {"(kind: muster.Kind, seat?: muster.Seat): muster.Set",
         "The zones whose top piece is of this type, and of this seat if one is given."},
    [HOST_WORD_near] = {"(from: muster.Set|muster.Zone?): muster.Set",
                        "The neighbours of a zone, or of the zones of a set."},
    [HOST_WORD_shift] = {"(from: muster.Set, direction: integer): muster.Set",
                         "The zones one step from those of the set, in that direction."},
    [HOST_WORD_flood] = {"(start: muster.Set|muster.Zone?, within: muster.Set): muster.Set",
                         "The zones that can be reached from `start` by steps inside `within`."},
    [HOST_WORD_ray] =
        {"(from: muster.Set|muster.Zone?, direction: integer, through: muster.Set): muster.Set",
         "The zones of `through` that lie in a row behind `from`, in that direction."},
    [HOST_WORD_only] = {"(zone: muster.Zone?): muster.Set", "The set of this zone; empty for nil."},
    [HOST_WORD_at] = {"(column: integer, row: integer): muster.Zone?",
                      "The zone in that column and row, both from 0."},
    [HOST_WORD_column] = {"(zone: muster.Zone?): integer", "The column of the zone, from 0."},
    [HOST_WORD_row] = {"(zone: muster.Zone?): integer", "The row of the zone, from 0."},
    [HOST_WORD_step] = {"(zone: muster.Zone?, direction: integer): muster.Zone?",
                        "The next zone in that direction."},
    [HOST_WORD_top] = {"(place: muster.Place?): muster.Piece?", "The top piece of a place."},
    [HOST_WORD_below] = {"(piece: muster.Piece?): muster.Piece?", "The piece directly below."},
    [HOST_WORD_piece_at] =
        {"(place: muster.Place?, level: integer): muster.Piece?",
         "The piece at that level of a place, from 1 at the bottom. `nil` in a bag, "
         "which has no order."},
    [HOST_WORD_level] = {"(piece: muster.Piece?): integer",
                         "The level of the piece in its stack, from 1; 0 for nil."},
    [HOST_WORD_place] = {"(piece: muster.Piece?): muster.Place?",
                         "The zone or container that holds the piece."},
    [HOST_WORD_kind] = {"(piece: muster.Piece?): muster.Kind?", "The type of the piece."},
    [HOST_WORD_count] = {"(place: muster.Place?): integer", "The number of pieces in a place."},
    [HOST_WORD_known] = {"(piece: muster.Piece?): boolean",
                         "Does the viewer know the face of the piece?"},
    [HOST_WORD_pieces] = {"(place: muster.Place?): muster.Pieces",
                          "The pieces of a place, from the top down."},
    [HOST_WORD_subsets] =
        {"(place: muster.Place?): muster.Subsets",
         "For `choose`: any selection of the pieces of a place, also none or all."},
    [HOST_WORD_chosen] = {"(place: muster.Place?, subset: integer): muster.Pieces",
                          "The pieces of a choice from `subsets`."},
    [HOST_WORD_need] = {"(condition: any, rule?: string, why?: string|fun(...): string)",
                        "The move is illegal unless the condition holds; a refusal cites the rule "
                        "and the reason."},
    [HOST_WORD_choose] = {"(name: string, of: "
                          "muster.Set|muster.Range|muster.Domain|muster.Pieces|muster.Subsets|"
                          "muster.Sample, rule?: string, why?: string|fun(...): string): integer",
                          "A choice that the move makes. Returns the chosen value; rule and reason "
                          "refuse any other value."},
    [HOST_WORD_choose_step] = {"(from: string, to: string, set: muster.Set, ways: table[], rule?: "
                               "string, why?: string|fun(...): string): muster.Zone, muster.Zone",
                               "Two choices: a zone of the set, and the next zone in one of the "
                               "directions of `ways`, a list of {direction, set of target zones}."},
    [HOST_WORD_range] = {"(from: integer, to: integer, most?: integer): muster.Range",
                         "The integers from `from` to `to`. `most` is their upper limit in any "
                         "position, if it does not follow from the source."},
    [HOST_WORD_possible] =
        {"(f: fun(...)): fun(...): boolean",
         "Turns a function that asks questions into one that tells whether they can be answered: "
         "whether there are choices for which every `need` holds."},
    [HOST_WORD_me] = {"(): muster.Seat", "The seat that decides."},
    [HOST_WORD_arg] = {"(index: integer): integer",
                       "An argument of the decision or step on top, from 1."},
    [HOST_WORD_go] = {"(to: muster.Decision, ...: any)",
                      "Replace the decision or step on top by another, with up to seven numbers."},
    [HOST_WORD_push] = {"(to: muster.Decision, ...: any)",
                        "Put a decision or step with arguments on top; the one below waits."},
    [HOST_WORD_pop] = {"()", "Remove the decision or step on top."},
    [HOST_WORD_over] = {"(ending: string, winner?: muster.Seat, ...: muster.Seat)",
                        "End the match. Without winners it is a draw."},
    [HOST_WORD_put] = {"(piece: muster.Piece, place: muster.Place)",
                       "Move a piece onto the top of a place."},
    [HOST_WORD_insert] = {"(piece: muster.Piece, place: muster.Place, level: integer)",
                          "Move a piece into a place, at that level."},
    [HOST_WORD_carry] = {"(from: muster.Place, to: muster.Place, taken: muster.Place)",
                         "Move the top piece of `from` to `to`. A piece on top there goes to "
                         "`taken` and loses its owner."},
    [HOST_WORD_shuffle] = {"(place: muster.Place, n: integer)",
                           "Shuffle an ordered container by the number `n`, an outcome of chance."},
    [HOST_WORD_position_key] =
        {"(): integer",
         "A hash of where all pieces are and of the fields that muster.repetition names."},
    [HOST_WORD_seen] = {"(key: integer): boolean", "Has this key been remembered?"},
    [HOST_WORD_remember] = {"(key: integer)",
                            "Remember a key. Remembered keys are not part of the position's hash."},
};

/* Words that are values, all of them of the board and of what lies there. */
static const struct {
    const char *name, *type, *doc;
} VALUES[] = {
    {"zones", "muster.Set", "All zones of the board."},
    {"nothing", "muster.Set", "The empty set."},
    {"owner", "table<muster.Piece, muster.Seat?>",
     "The owner of a piece; read and written as a field."},
    {"box", "muster.Place", "The place where all pieces begin."},
    {"seats", "integer", "The number of seats."},
    {"sample", "muster.Sample", "For `choose`: a random number, too large to list as outcomes."},
    {"print", "fun(...: any)",
     "Print values and the current line on standard error. A rule that prints runs as Lua."},
};

/* The sections of words, each from a word on. */
static const struct {
    enum host_word_id first;
    const char *title, *where;
} GROUPS[] = {
    {HOST_WORD_occupied, "The board",
     "Everywhere. While modules load, only words about the geometry of the board."},
    {HOST_WORD_top, "Pieces", "In every rule; not while modules load."},
    {HOST_WORD_need, "Questions",
     "In `legal`, and in functions that it calls; never in a loop. `range` is allowed everywhere."},
    {HOST_WORD_me, "The pending decision", "In every rule."},
    {HOST_WORD_go, "Frames",
     "Where rules write: `apply`, steps, procedures, listeners of events, muster.setup."},
    {HOST_WORD_put, "Deeds", "Where rules write."},
    {HOST_WORD_position_key, "Repetition",
     "`remember` where rules write, the others in every rule."},
};

/* Types of the values in rules' variables. `stubs`: additional lines for editors. */
static const struct {
    const char *name, *stubs, *doc;
} CLASSES[] = {
    {"Set",
     "---@field [muster.Zone] boolean\n---@operator band(muster.Set): muster.Set\n---@operator "
     "bor(muster.Set): muster.Set\n---@operator sub(muster.Set): muster.Set\n---@operator bnot: "
     "muster.Set\n---@operator len: integer\n---@overload fun(_: any, last: muster.Zone?): "
     "muster.Zone?\n",
     "A set of zones; a value. `a | b`, `a & b`, `a - b`, `~a`, `a == b`, `#a`, `a[zone]`, `for "
     "zone in a do`."},
    {"Pieces", "---@operator len: integer\n---@overload fun(_: any, last: integer?): integer?\n",
     "Pieces, or the numbers of a muster.Range, for `choose`, `for` and these methods."},
    {"Range: muster.Pieces", "", "Integers from one to another."},
    {"Domain: muster.Pieces", "", "Integers written as letters (muster.letters)."},
    {"Subsets", "", "The selections of `subsets`, for `choose`."},
    {"Sample", "", "The numbers of `sample`, for `choose`."},
    {"Field", "---@field [integer] any\n",
     "A fact of each seat, zone or piece: `field[unit]`, `field[unit] = value`. Of nil it reads 0, "
     "false or nil; writing to nil is an error."},
    {"Record", "---@field [string] any\n", "Facts of the game: `now.turn`, `now.turn = 1`."},
    {"Container", "---@field [muster.Seat] muster.Place\n",
     "The places of a container with `per_seat`: `prison[seat]`."},
    {"Event", "", "An event (muster.event)."},
    {"Query", "---@overload fun(...: any): any\n",
     "A function that other modules may change: `query(...)`."},
    {"Decision",
     "---@field name string\n---@field title string\n---@field seat fun(): muster.Seat\n",
     "A decision or step, for `go`, `push` and `at`."},
    {"Move", "---@field name string\n",
     "A kind of move. Parameters of `f` are choices of the move, by name."},
    {"Ranking", "---@overload fun(place: muster.Place, size: integer): integer\n",
     "A ranking of groups: `ranking(place, size)` is the rank of the pieces there."},
    {"Flow", "---@field [string] any\n",
     "The decisions, steps and procedures of a game: `flow.name`, `function flow.name() ... end`."},
    {"Hook", "---@overload fun(...: any): any\n",
     "A place for listeners of other modules: `hook(...)`. For Lua that runs beside the rules."},
};

static const struct {
    const char *class, *name, *params, *result, *doc;
} METHODS[] = {
    {"Set", "some", "f: fun(zone: muster.Zone): any", ": boolean",
     "Is `f` true for one of the zones?"},
    {"Set", "every", "f: fun(zone: muster.Zone): any", ": boolean", "Is `f` true for all zones?"},
    {"Set", "tally", "f: fun(zone: muster.Zone): any", ": integer",
     "For how many zones is `f` true?"},
    {"Set", "sum", "f: fun(zone: muster.Zone): integer", ": integer",
     "The sum of `f` over the zones."},
    {"Set", "pick", "f: fun(zone: muster.Zone): any", ": muster.Zone?",
     "The first zone for which `f` is true."},
    {"Set", "where", "f: fun(zone: muster.Zone): any", ": muster.Set",
     "The zones for which `f` is true."},
    {"Set", "first", "", ": muster.Zone?", "The first zone."},
    {"Pieces", "some", "f: fun(n: integer): any", ": boolean", "Is `f` true for one of them?"},
    {"Pieces", "every", "f: fun(n: integer): any", ": boolean", "Is `f` true for all of them?"},
    {"Pieces", "tally", "f: fun(n: integer): any", ": integer",
     "For how many of them is `f` true?"},
    {"Pieces", "sum", "f: fun(n: integer): integer", ": integer", "The sum of `f` over them."},
    {"Pieces", "pick", "f: fun(n: integer): any", ": integer?",
     "The first one for which `f` is true."},
    {"Pieces", "first", "", ": integer?", "The first one."},
    {"Domain", "from", "first: integer, last: integer", ": muster.Domain", "A part of the domain."},
    {"Field", "where", "value: any", ": muster.Set",
     "Of a field of zones: the zones with this value."},
    {"Event", "emit", "...: any", "", "Raise the event. Allowed where rules write."},
    {"Event", "on", "f: fun(...: any)", "",
     "Call `f` with the event's parameters, or the first of them."},
    {"Query", "amend", "join: string|function, f: function?", "",
     "Join `f` to the query with or, and, min, max or +; or replace the query by a function that "
     "gets its value before the parameters."},
    {"Move", "forbid", "rule: string, why: string|function, f: function", "",
     "Moves for which `f` is true are illegal."},
    {"Move", "permit", "rule: string, f: function", "",
     "Where `f` is true, conditions with this rule id are waived."},
    {"Move", "oblige", "rule: string, why: string|function, f: function", "",
     "While `f` is true and the move is legal, other kinds of moves are illegal."},
    {"Ranking", "best",
     "place: muster.Place, size: integer, excluded: muster.Place?, wilds: integer?", ": integer",
     "The best rank that can still be completed there."},
    {"Ranking", "list",
     "place: muster.Place, size: integer, excluded: muster.Place?, wilds: integer?",
     ": muster.Piece[]", "Pieces that complete the best rank."},
    {"Ranking", "chance",
     "place: muster.Place, size: integer, other: muster.Place, held: muster.Place?, "
     "others: muster.Place?",
     ": integer",
     "An estimate, in thousandths, of the chance that the group in `place` becomes better than the "
     "one in `other`. Pieces of `held` can come only to the first group, those of `others` only to "
     "the second. For evaluations."},
    {"Hook", "on", "f: function", "", "Add a listener, while modules load."},
};

static const char STUBS[] =
    "---@meta\n-- Types of the Lua API, for editors. Generated; never loaded.\n\n"
    "---@class muster\nmuster = {}\n\n"
    "---@alias muster.Zone integer\n---@alias muster.Piece integer\n---@alias muster.Seat integer\n"
    "---@alias muster.Place integer\n---@alias muster.Kind integer\n";

static const char INTRODUCTION[] =
    "# Lua API\n\nGenerated by `muster reference`. [Rules in Lua](rules-in-lua.md) and "
    "[moves](moves.md) "
    "introduce these\nfunctions; this page lists all of them.\n\n"
    "| context | what it may do |\n|---|---|\n"
    "| a file, while modules load | declare; read the geometry of the board |\n"
    "| queries, `muster.once`, `seat`, `weight`, `muster.worth`, functions of `forbid`, `permit`, "
    "`oblige` | read the position |\n"
    "| `legal` | read the position, ask questions |\n"
    "| `apply`, steps, procedures, `empty`, listeners of events, `muster.setup` | read and write "
    "the position, emit events |\n"
    "| scenes, notations, reasons, listeners of hooks | read the position; use strings and tables; "
    "never compiled |\n\n"
    "A function that a rule calls has the context of its caller.\n\n"
    "## Errors\n\n"
    "Every message begins with `file:line`. While rules load, Muster reports unknown names with "
    "the nearest valid\n"
    "one, values of the wrong type, numbers used as conditions, comparisons that can never be "
    "true, a write in a\n"
    "function that only reads, a question outside of `legal` or in a loop, and a constant out of a "
    "field's range:\n\n"
    "```text\n"
    "lua/t.lua:9:92: error: put writes, but a move's 'legal' is read-only\n"
    "lua/t.lua:9:137: error: 'turn' must be 0 to 1, found 5\n"
    "lua/t.lua:9:126: error: 'need' is only allowed in a move's `legal`\n"
    "```\n\n"
    "At play, a value out of range, a fact written to nil, division by zero, recursion without "
    "end, or a\n"
    "spent budget of work or memory ends the call, and the match stays as it was.\n";

/* A function: its name with `before` in front. */
static void put_function(const char *before, const char *name, const char *signature,
                         const char *doc, bool stubs, struct mst_buf *out) {
    if (stubs)
        mst_buf_printf(out, "\n--- %s\n---@type fun%s\n%s%s = nil\n", doc, signature, before, name);
    else
        mst_buf_printf(out, "### `%s%s%s`\n\n%s\n\n", before, name, signature, doc);
}

static void put_api(const char *title, const struct host_api *api, bool stubs,
                    struct mst_buf *out) {
    mst_buf_printf(out, stubs ? "\n-- %s\n" : "\n## %s\n\n", title);
    for (; api->name; api++)
        put_function("muster.", api->name, api->signature, api->doc, stubs, out);
}

static void put_values(bool stubs, struct mst_buf *out) {
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++)
        if (stubs)
            mst_buf_printf(out, "\n--- %s\n---@type %s\n%s = nil\n", VALUES[i].doc, VALUES[i].type,
                           VALUES[i].name);
        else
            mst_buf_printf(out, "### `%s: %s`\n\n%s\n\n", VALUES[i].name, VALUES[i].type,
                           VALUES[i].doc);
}

static void put_words(bool stubs, struct mst_buf *out) {
    size_t group = 0;
    mst_buf_puts(out, stubs
                          ? "\n-- Words\n"
                          : "\n## Words\n\nWords are global names in every file of rules. Where a "
                            "word takes a thing, it accepts nil.\n\n");
    for (int i = 0; i < HOST_WORD_COUNT; i++) {
        if (group < sizeof GROUPS / sizeof *GROUPS && (int)GROUPS[group].first == i) {
            if (!stubs)
                mst_buf_printf(out, "**%s.** %s\n\n", GROUPS[group].title, GROUPS[group].where);
            group++;
        }
        put_function("", host_word_name((enum host_word_id)i), HELP[i].signature, HELP[i].doc,
                     stubs, out);
    }
    mst_buf_puts(out, stubs ? ""
                            : "**Values.** Everywhere, once the board and the game are "
                              "declared.\n\n");
    put_values(stubs, out);
}

static void put_methods(const char *class, bool stubs, struct mst_buf *out) {
    size_t length = strcspn(class, ":");
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        const char *params = METHODS[i].params;
        if (strlen(METHODS[i].class) != length || strncmp(METHODS[i].class, class, length) != 0)
            continue;
        if (stubs)
            mst_buf_printf(out, "---@field %s fun(self: muster.%s%s%s)%s %s\n", METHODS[i].name,
                           METHODS[i].class, *params ? ", " : "", params, METHODS[i].result,
                           METHODS[i].doc);
        else
            mst_buf_printf(out, "- `:%s(%s)%s` %s\n", METHODS[i].name, params, METHODS[i].result,
                           METHODS[i].doc);
    }
}

static void put_classes(bool stubs, struct mst_buf *out) {
    mst_buf_puts(out, stubs ? ""
                            : "\n## Types\n\nZones, pieces, seats, places and kinds are numbers "
                              "that rules pass on and compare. Declarations and words\nreturn "
                              "values of these types.\n\n");
    for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++) {
        if (stubs)
            mst_buf_printf(out, "\n--- %s\n---@class muster.%s\n%s", CLASSES[i].doc,
                           CLASSES[i].name, CLASSES[i].stubs);
        else
            mst_buf_printf(out, "### `muster.%.*s`\n\n%s\n\n", (int)strcspn(CLASSES[i].name, ":"),
                           CLASSES[i].name, CLASSES[i].doc);
        size_t before = out->length;
        put_methods(CLASSES[i].name, stubs, out);
        mst_buf_puts(out, !stubs && out->length > before ? "\n" : "");
    }
}

void mst_lua_reference(bool stubs, struct mst_buf *out) {
    mst_buf_puts(out, stubs ? STUBS : INTRODUCTION);
    if (stubs)
        put_classes(stubs, out);
    put_api("Declarations", host_api_declare, stubs, out);
    put_words(stubs, out);
    if (!stubs)
        put_classes(stubs, out);
    put_api("Functions of a running match", host_api_access, stubs, out);
}
