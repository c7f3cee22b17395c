/* The reference of the Lua API, from the tables of registration and of the words. */
#include "host/handle_parts.h"
#include "host/words.h"

struct word_help {
    const char *signature, *doc;
};

static const struct word_help HELP[MST_WORD_COUNT] = {
    [MST_WORD_occupied] = {"(): muster.Set", "The zones with a piece."},
    [MST_WORD_tops] = {"(kind: muster.Kind, seat?: muster.Seat): muster.Set",
                       "The zones whose top piece is of this type; with a seat, and that seat's."},
    [MST_WORD_near] = {"(from: muster.Set|muster.Zone?): muster.Set",
                       "The zones next to a zone of the set."},
    [MST_WORD_shift] = {"(from: muster.Set, direction: integer): muster.Set",
                        "The zones one step on from those of the set."},
    [MST_WORD_flood] = {"(start: muster.Set|muster.Zone?, within: muster.Set): muster.Set",
                        "The zones that can be reached from `start` by steps inside `within`."},
    [MST_WORD_only] = {"(zone: muster.Zone?): muster.Set", "The set of this zone, or of none."},
    [MST_WORD_at] = {"(column: integer, row: integer): muster.Zone?", "The zone there."},
    [MST_WORD_column] = {"(zone: muster.Zone?): integer", "Column of the zone, from 0."},
    [MST_WORD_row] = {"(zone: muster.Zone?): integer", "Row of the zone, from 0."},
    [MST_WORD_step] = {"(zone: muster.Zone?, direction: integer): muster.Zone?",
                       "The zone one step on."},
    [MST_WORD_top] = {"(place: muster.Place?): muster.Piece?", "The highest piece there."},
    [MST_WORD_below] = {"(piece: muster.Piece?): muster.Piece?", "The piece directly beneath."},
    [MST_WORD_level] = {"(piece: muster.Piece?): integer",
                        "The piece's level in its stack, from 1; of none 0."},
    [MST_WORD_place] = {"(piece: muster.Piece?): muster.Place?",
                        "The zone or container that holds the piece."},
    [MST_WORD_kind] = {"(piece: muster.Piece?): muster.Kind?", "The type of the piece."},
    [MST_WORD_count] = {"(place: muster.Place?): integer", "How many pieces lie there."},
    [MST_WORD_known] = {"(piece: muster.Piece?): boolean",
                        "Does the one who looks know the face of the piece?"},
    [MST_WORD_pieces] = {"(place: muster.Place?): muster.Pieces",
                         "The pieces there, from the top down: for a loop, for the methods of "
                         "sets, and for choose."},
    [MST_WORD_subsets] = {"(place: muster.Place?): muster.Subsets",
                          "For choose: any of the pieces there, all or none."},
    [MST_WORD_chosen] = {"(place: muster.Place?, subset: integer): muster.Pieces",
                         "The pieces that a choice from subsets stands for."},
    [MST_WORD_need] = {"(condition: any, rule?: string, why?: string|fun(...): string)",
                       "In `legal`: the move is illegal unless this holds, by that rule."},
    [MST_WORD_choose] = {"(name: string, of: muster.Set|muster.Range|muster.Domain|muster.Pieces|"
                         "muster.Subsets|muster.Sample, rule?: string, why?: string|fun(...): "
                         "string): integer",
                         "In `legal`: a choice that the move makes, and its value."},
    [MST_WORD_choose_step] =
        {"(from: string, to: string, set: muster.Set, ways: table[], rule?: string, why?: "
         "string|fun(...): string): muster.Zone, muster.Zone",
         "In `legal`: two choices, a zone of the set and the zone one step on, in one of the "
         "directions of `ways`, a list of { direction, set of zones }."},
    [MST_WORD_range] = {"(from: integer, to: integer, most?: integer): muster.Range",
                        "The numbers from one to the other; `most` is the highest there can ever "
                        "be, where that is not seen."},
    [MST_WORD_possible] = {"(f: fun(...)): fun(...): boolean",
                           "A function that says whether the choices of `f` can be made so that "
                           "nothing it needs is missing."},
    [MST_WORD_me] = {"(): muster.Seat", "The seat that decides now."},
    [MST_WORD_arg] = {"(index: integer): integer",
                      "A number of the decision or step on top, from 1."},
    [MST_WORD_go] = {"(to: muster.Decision)",
                     "Put another decision or step in the place of the one on top."},
    [MST_WORD_push] = {"(to: muster.Decision, ...: any)",
                       "Put a decision or step, with its numbers, on top of what is pending."},
    [MST_WORD_pop] = {"()", "Take away the decision or step on top."},
    [MST_WORD_over] = {"(ending: string, winner?: muster.Seat, other?: muster.Seat)",
                       "End the match. Without winners it is a draw."},
    [MST_WORD_put] = {"(piece: muster.Piece, place: muster.Place)",
                      "Take the piece from where it is and put it on top."},
    [MST_WORD_insert] = {"(piece: muster.Piece, place: muster.Place, level: integer)",
                         "As put, but so that the piece gets this level."},
    [MST_WORD_carry] = {"(from: muster.Place, to: muster.Place, taken: muster.Place)",
                        "Move the top piece; what lay on top there goes to `taken`, owned by "
                        "nobody."},
    [MST_WORD_shuffle] = {"(place: muster.Place, n: integer)",
                          "Order the pieces of an ordered container by the number `n`, an outcome "
                          "of chance."},
    [MST_WORD_position_key] = {"(): integer",
                               "A number for where all pieces are, with the fields that "
                               "muster.repetition names; equal for equal positions."},
    [MST_WORD_seen] = {"(key: integer): boolean", "Has the key been remembered?"},
    [MST_WORD_remember] = {"(key: integer)", "Remember a key; not a part of the position's hash."},
};

/* What is no function among the words. */
static const struct {
    const char *name, *type, *doc;
} VALUES[] = {
    {"zones", "muster.Set", "All zones of the board."},
    {"nothing", "muster.Set", "The empty set."},
    {"owner", "table<muster.Piece, muster.Seat?>", "The seat that owns a piece; can be written."},
    {"box", "muster.Place", "Where all pieces lie at first."},
    {"seats", "integer", "How many seats the game has."},
    {"print", "fun(...: any)",
     "Say values on standard error, after the line that does. A rule with it runs as Lua."},
    {"sample", "muster.Sample", "For choose: a number that is too large to list."},
};

static const char STUBS[] =
    "---@meta\n-- Types of the Lua API, for editors. Generated; never loaded.\n\n"
    "---@class muster\nmuster = {}\n\n"
    "---@alias muster.Zone integer\n---@alias muster.Piece integer\n---@alias muster.Seat integer\n"
    "---@alias muster.Place integer\n---@alias muster.Kind integer\n\n"
    "--- A set of zones; a value. `for zone in set do`, set[zone], #set.\n---@class muster.Set\n"
    "---@field [muster.Zone] boolean\n"
    "---@operator band(muster.Set): muster.Set\n---@operator bor(muster.Set): muster.Set\n"
    "---@operator sub(muster.Set): muster.Set\n---@operator bnot: muster.Set\n"
    "---@operator len: integer\n---@overload fun(_: any, last: muster.Zone?): muster.Zone?\n"
    "---@field some fun(self: muster.Set, f: fun(zone: muster.Zone): any): boolean\n"
    "---@field every fun(self: muster.Set, f: fun(zone: muster.Zone): any): boolean\n"
    "---@field tally fun(self: muster.Set, f: fun(zone: muster.Zone): any): integer\n"
    "---@field sum fun(self: muster.Set, f: fun(zone: muster.Zone): integer): integer\n"
    "---@field pick fun(self: muster.Set, f: fun(zone: muster.Zone): any): muster.Zone?\n"
    "---@field where fun(self: muster.Set, f: fun(zone: muster.Zone): any): muster.Set\n"
    "---@field first fun(self: muster.Set): muster.Zone?\n\n"
    "--- Pieces or numbers, for a loop or a choice.\n---@class muster.Pieces\n"
    "---@operator len: integer\n---@overload fun(_: any, last: integer?): integer?\n"
    "---@field some fun(self: muster.Pieces, f: fun(n: integer): any): boolean\n"
    "---@field every fun(self: muster.Pieces, f: fun(n: integer): any): boolean\n"
    "---@field tally fun(self: muster.Pieces, f: fun(n: integer): any): integer\n"
    "---@field sum fun(self: muster.Pieces, f: fun(n: integer): integer): integer\n"
    "---@field pick fun(self: muster.Pieces, f: fun(n: integer): any): integer?\n"
    "---@field first fun(self: muster.Pieces): integer?\n"
    "---@class muster.Range: muster.Pieces\n---@class muster.Domain: muster.Pieces\n"
    "---@field from fun(self: muster.Domain, first: integer, last: integer): muster.Domain\n"
    "---@class muster.Subsets\n---@class muster.Sample\n\n"
    "--- A fact of each seat, zone or piece, read and written with brackets.\n"
    "---@class muster.Field\n---@field [integer] any\n"
    "---@field where fun(self: muster.Field, value: any): muster.Set\n"
    "--- Facts of the game, read and written by name.\n---@class muster.Record\n"
    "---@field [string] any\n"
    "---@class muster.Container\n---@field [muster.Seat] muster.Place\n"
    "---@class muster.Event\n---@field emit fun(self: muster.Event, ...: any)\n"
    "---@field on fun(self: muster.Event, f: fun(...: any))\n"
    "---@class muster.Query\n---@overload fun(...: any): any\n"
    "---@field amend fun(self: muster.Query, join: string|function, f: function?)\n"
    "---@class muster.Decision\n---@field name string\n---@field title string\n"
    "---@field seat fun(): muster.Seat\n"
    "---@class muster.Move\n---@field name string\n"
    "---@field forbid fun(self: muster.Move, rule: string, why: string|function, f: function)\n"
    "---@field permit fun(self: muster.Move, rule: string, f: function)\n"
    "---@field oblige fun(self: muster.Move, rule: string, why: string|function, f: function)\n"
    "---@class muster.Ranking\n---@overload fun(place: muster.Place, size: integer): integer\n"
    "---@field best fun(self: muster.Ranking, place: muster.Place, size: integer, excluded: "
    "muster.Place?, wilds: integer?): integer\n"
    "---@field list fun(self: muster.Ranking, place: muster.Place, size: integer, excluded: "
    "muster.Place?, wilds: integer?): muster.Piece[]\n"
    "---@class muster.Flow\n---@field [string] any\n"
    "---@class muster.Hook\n---@overload fun(...: any): any\n"
    "---@field on fun(self: muster.Hook, f: function)\n";

static void reference_table(const char *title, const struct mst_api *api, bool stubs,
                            struct mst_buf *out) {
    mst_buf_printf(out, stubs ? "\n-- %s\n" : "\n## %s\n\n", title);
    for (; api->name; api++) {
        if (stubs)
            mst_buf_printf(out, "\n--- %s\n---@type fun%s\nmuster.%s = nil\n", api->doc,
                           api->signature, api->name);
        else
            mst_buf_printf(out, "### `muster.%s%s`\n\n%s\n\n", api->name, api->signature, api->doc);
    }
}

static void reference_words(bool stubs, struct mst_buf *out) {
    mst_buf_puts(out, stubs ? "\n-- Words\n"
                            : "\n## Words\n\nGlobal names of every file of rules. Where a thing "
                              "is asked for, nil is none.\n\n");
    for (int i = 0; i < MST_WORD_COUNT; i++) {
        const char *name = mst_word_name((enum mst_word_id)i);
        if (stubs)
            mst_buf_printf(out, "\n--- %s\n---@type fun%s\n%s = nil\n", HELP[i].doc,
                           HELP[i].signature, name);
        else
            mst_buf_printf(out, "### `%s%s`\n\n%s\n\n", name, HELP[i].signature, HELP[i].doc);
    }
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        if (stubs)
            mst_buf_printf(out, "\n--- %s\n---@type %s\n%s = nil\n", VALUES[i].doc, VALUES[i].type,
                           VALUES[i].name);
        else
            mst_buf_printf(out, "### `%s: %s`\n\n%s\n\n", VALUES[i].name, VALUES[i].type,
                           VALUES[i].doc);
    }
}

void mst_host_reference(bool stubs, struct mst_buf *out) {
    mst_buf_puts(out, stubs ? STUBS
                            : "# Lua API\n\nGenerated from the registration tables; names are "
                              "fields of the global `muster`, but for the words.\n");
    reference_table("While modules load", mst_api_declare, stubs, out);
    reference_words(stubs, out);
    reference_table("While a match is played", mst_api_access, stubs, out);
}
