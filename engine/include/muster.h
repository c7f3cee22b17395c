/* Muster: play tabletop battle games whose rules are Lua modules. The public C interface.
 *
 * A *ruleset* is an INI file and the Lua modules it names, loaded, checked and frozen. A *match* is
 * one game played under a ruleset: a position, the moves that led to it, and a seed for chance. Any
 * number of matches may share a ruleset; a ruleset and its matches belong to one thread at a time.
 *
 * Failure: a function that may fail returns a status (or NULL) and fills `error` when one is given.
 * After any failure, of the caller, of the rules' Lua or of memory, the match is bit for bit what
 * it was before the call. Texts returned as `char *` belong to the caller: release with
 * mst_text_free. */
#ifndef MUSTER_H
#define MUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MST_VERSION "0.1.0"
#define MST_PROTOCOL 1

/* One list of codes and of the names that the protocol uses for them. */
#define MST_STATUS_LIST(X)                                                                         \
    X(MST_OK, "ok")                                                                                \
    X(MST_BAD_JSON, "bad_json")                                                                    \
    X(MST_BAD_REQUEST, "bad_request")                                                              \
    X(MST_UNKNOWN_OP, "unknown_op")                                                                \
    X(MST_NOT_LOADED, "not_loaded")                                                                \
    X(MST_NO_MATCH, "no_match")                                                                    \
    X(MST_BAD_RULESET, "bad_ruleset")                                                              \
    X(MST_BAD_OPTION, "bad_option")                                                                \
    X(MST_BAD_SCENARIO, "bad_scenario")                                                            \
    X(MST_BAD_POSITION, "bad_position")                                                            \
    X(MST_ILLEGAL_MOVE, "illegal_move")                                                            \
    X(MST_SCRIPT_ERROR, "script_error")                                                            \
    X(MST_BUDGET, "budget")                                                                        \
    X(MST_OVER, "over")                                                                            \
    X(MST_NO_MEMORY, "no_memory")                                                                  \
    X(MST_BAD_FILE, "bad_file")

enum mst_status {
#define MST_SYMBOL(symbol, name) symbol,
    MST_STATUS_LIST(MST_SYMBOL)
#undef MST_SYMBOL
};

/* The protocol's name of a status, "unknown" for a number that is none. A constant. */
const char *mst_status_name(enum mst_status status);

/* An error, worded for a person. */
struct mst_error {
    enum mst_status status;
    char at[200];   /* "file:line" or "file:line:column"; "" where no file is to blame */
    char text[800]; /* one sentence or more, no final newline */
};

/* Release a text that a function here returned. NULL is allowed. */
void mst_text_free(char *text);

enum {
    MST_NONE = -1, /* no seat (an onlooker, chance), no zone, no piece */
    MST_MOST_SEATS = 8
};

/* A growing text: muster_util.h. */
struct mst_buf;

/* ---- rulesets -------------------------------------------------------------------------------- */

struct mst_ruleset;
struct mst_match;

/* A value set from outside the file: "section.key" and its text, as it would be written in the INI
 * file. */
struct mst_setting {
    const char *key;
    const char *value;
};

/* The file that `name` stands for, into `path`: a path, with or without ".ini", or the name of a
 * ruleset that comes with Muster. Where there is no such file, the path at which it was expected.
 */
void mst_ruleset_find(const char *name, char *path, size_t size);
/* Load the ruleset file at `path`, with the modules and everything it inherits, and check it whole.
 * `settings` (count of them, may be 0) replace values of the file. On failure NULL; `error` holds
 * the first fault, and `*report`, when `report` is given, every fault as a compiler would print
 * them; on success `*report` is NULL. */
struct mst_ruleset *mst_ruleset_load(const char *path, const struct mst_setting *settings,
                                     size_t count, char **report, struct mst_error *error);
/* Free it, once no match of it is left. NULL is allowed. */
void mst_ruleset_free(struct mst_ruleset *ruleset);
/* Its title; borrowed. */
const char *mst_ruleset_title(const struct mst_ruleset *ruleset);
/* Number of seats, 1 or more. */
int mst_ruleset_seats(const struct mst_ruleset *ruleset);

/* The file that it was loaded from; borrowed. */
const char *mst_ruleset_path(const struct mst_ruleset *ruleset);
/* The settings that it was loaded with; borrowed. */
size_t mst_ruleset_settings(const struct mst_ruleset *ruleset, const struct mst_setting **settings);
/* The game that its rules play, such as "Breakthrough"; and its line of summary, or "". Borrowed.
 */
const char *mst_ruleset_game(const struct mst_ruleset *ruleset);
const char *mst_ruleset_summary(const struct mst_ruleset *ruleset);
/* Is anything hidden from some seat? Do the rules describe scenes? */
bool mst_ruleset_has_secrets(const struct mst_ruleset *ruleset);
bool mst_ruleset_has_scenes(const struct mst_ruleset *ruleset);
/* Names of the zones of its board, in their order, and the number of a zone by its name, or
 * MST_NONE. Borrowed. */
int mst_ruleset_zones(const struct mst_ruleset *ruleset);
const char *mst_ruleset_zone(const struct mst_ruleset *ruleset, int zone);
int mst_ruleset_zone_named(const struct mst_ruleset *ruleset, const char *name);
/* Name of module number `index` in the order of loading, NULL behind the last. Borrowed. */
const char *mst_ruleset_module(const struct mst_ruleset *ruleset, int index);
/* Bytes that the rules' Lua holds now. */
size_t mst_ruleset_memory(const struct mst_ruleset *ruleset);
/* Do two rulesets have the same sources, options and title? */
bool mst_ruleset_same(const struct mst_ruleset *a, const struct mst_ruleset *b);
/* Call `each` with every file whose change may change the ruleset: its INI files and all modules
 * there are. False when it ran out of memory. */
bool mst_ruleset_files(const struct mst_ruleset *ruleset,
                       bool (*each)(void *context, const char *path), void *context);

/* The folder that holds lua/ and rulesets/: $MUSTER_HOME, else where the program was built. */
const char *mst_home(void);
/* `path` without that folder before it: the same text on every machine. Borrowed from `path`. */
const char *mst_home_relative(const char *path);

/* ---- options and the rulebook ---------------------------------------------------------------- */

enum mst_option_type {
    MST_OPTION_BOOL,
    MST_OPTION_INT,
    MST_OPTION_CHOICE,
    MST_OPTION_INTS, /* `count` whole numbers */
    MST_OPTION_SIZE,
    MST_OPTION_TEXT
};

/* An option that a module declares. All texts are borrowed; `section` is neither "game" nor
 * "modules". */
struct mst_option {
    const char *section, *key; /* unique together; a key has no dot */
    enum mst_option_type type;
    const char *fallback; /* the default, as text; NULL counts as "" */
    int64_t min, max;     /* INT, INTS, SIZE: of each number; TEXT: max bytes; 0, 0: no limit */
    int count;            /* INTS: 1 to MST_OPTION_LIST_MOST */
    const char *const *choices; /* CHOICE: ends with NULL */
    const char *help;           /* one line; NULL counts as "" */
    const char *origin;         /* where it is declared, "lua/warline/options.lua:12" */
    const char *module;
};

/* The options of a ruleset, in the order of its modules; borrowed. */
int mst_ruleset_options(const struct mst_ruleset *ruleset, const struct mst_option **options);
/* The value of option `index` as text, and as a number (BOOL: 0 or 1; INT). Borrowed. */
const char *mst_ruleset_value(const struct mst_ruleset *ruleset, int index);
int64_t mst_ruleset_number(const struct mst_ruleset *ruleset, int index);
/* Where the value of an option comes from, appended as text. MST_BAD_OPTION for an unknown one. */
enum mst_status mst_ruleset_explain(const struct mst_ruleset *ruleset, const char *key,
                                    struct mst_buf *out, struct mst_error *error);

enum { MST_PARAGRAPH_OPTIONS = 8 };

/* A paragraph of the rulebook. */
struct mst_paragraph {
    char *id;                           /* of its rule, or "" */
    char *text;                         /* one or more sentences */
    char *origin;                       /* "file:line" of its chapter */
    int options[MST_PARAGRAPH_OPTIONS]; /* what it depends on, in the host's list of options */
    int option_count;
};

struct mst_chapter {
    char *title;
    char *module; /* that wrote it */
    int place;    /* among the chapters of its module */
    struct mst_paragraph *paragraphs;
    int count;
};

/* The chapters of the rulebook, in the order of their modules; borrowed. */
int mst_ruleset_rulebook(const struct mst_ruleset *ruleset, const struct mst_chapter **chapters);
/* Where a paragraph is written, "lua/x.lua:12", appended. */
void mst_paragraph_origin(const struct mst_paragraph *paragraph, struct mst_buf *out);
/* The text of rule `id` and where it is written; NULL when no module states it. Borrowed. */
const char *mst_ruleset_rule(const struct mst_ruleset *ruleset, const char *id,
                             const char **origin);
/* The id nearest to `id` of those that the modules state, or NULL. Borrowed. */
const char *mst_ruleset_nearest_rule(const struct mst_ruleset *ruleset, const char *id);
/* Append, as Markdown, what its modules declare: facts, functions, queries, events, decisions and
 * moves. False and `error` when out of memory. */
bool mst_ruleset_reference(const struct mst_ruleset *ruleset, struct mst_buf *out,
                           struct mst_error *error);
/* Append, as Markdown, what its INI file may say. */
void mst_ruleset_ini_reference(const struct mst_ruleset *ruleset, struct mst_buf *out);
/* Append the reference of the Lua API: Markdown, or stubs for the Lua language server. */
void mst_lua_reference(bool stubs, struct mst_buf *out);

/* ---- checking -------------------------------------------------------------------------------- */

/* Faults and warnings of a check, in the order of their places. */
struct mst_report;

/* An empty report; NULL when out of memory. Free with mst_report_free (NULL is allowed). */
struct mst_report *mst_report_new(void);
void mst_report_free(struct mst_report *report);
/* Remove everything from the report. */
void mst_report_clear(struct mst_report *report);
size_t mst_report_faults(const struct mst_report *report);
size_t mst_report_warnings(const struct mst_report *report);
/* Notes: rules that run as Lua because they cannot be compiled. They are printed only if shown. */
size_t mst_report_notes(const struct mst_report *report);
void mst_report_show_notes(struct mst_report *report);
/* Is something in the report about this file, as errors show it? */
bool mst_report_names(const struct mst_report *report, const char *file);
/* Add an error; `path` is the file to name where the error names none. */
void mst_report_add(struct mst_report *report, const char *path, const struct mst_error *error);
/* Append all of it as a compiler would print it. */
void mst_report_print(const struct mst_report *report, struct mst_buf *out);

/* Load as mst_ruleset_load does, with every fault and warning in `report`. NULL when there is a
 * fault. */
struct mst_ruleset *mst_ruleset_check(const char *path, const struct mst_setting *settings,
                                      size_t count, struct mst_report *report);
/* Check one module with those that it requires, as if a ruleset switched them on; `path` is its
 * file. */
struct mst_ruleset *mst_ruleset_check_module(const char *path, const char *module,
                                             const struct mst_setting *settings, size_t count,
                                             struct mst_report *report);
/* Does the Lua file call muster.module? */
bool mst_file_is_module(const char *path);
/* Does the ruleset load this Lua file, as errors show it? */
bool mst_ruleset_loads(const struct mst_ruleset *ruleset, const char *file);
/* Call `each` with the name of every ruleset that comes with Muster, until it returns false. */
void mst_rulesets(bool (*each)(void *context, const char *name), void *context);
/* Do the rules answer for the present position: the scene of each seat, the position line, the
 * evaluation, and their own invariants? */
bool mst_match_answers(struct mst_match *match, struct mst_error *error);
/* Play random games of `plies` moves in all, and ask positions on the way what mst_match_answers
 * asks. False, and `error`, where a rule fails. */
bool mst_ruleset_try(struct mst_ruleset *ruleset, int plies, struct mst_error *error);

/* ---- matches --------------------------------------------------------------------------------- */

/* How a match stands. */
struct mst_state {
    int ply;              /* moves and chance outcomes so far */
    int to_move;          /* seat to decide, from 0; -1 at a chance event or when over */
    const char *decision; /* name of the decision, "" when over; borrowed */
    bool chance;          /* a chance event waits for its outcome (matches without a seed) */
    bool over;
    uint32_t winners; /* when over: bit n set if seat n won; 0 for a draw or a shared loss */
    const char *by;   /* when over: the name of the ending, else ""; borrowed */
    uint64_t hash;    /* of the position */
};

/* Begin a match. With `seeded`, chance is resolved from `seed`; without it the match stops at every
 * chance event and waits for the outcome as a move. NULL on failure. */
struct mst_match *mst_match_new(struct mst_ruleset *ruleset, bool seeded, uint64_t seed,
                                struct mst_error *error);
/* Begin a match in the position that `position` describes (MST_BAD_POSITION says what is wrong). */
struct mst_match *mst_match_setup(struct mst_ruleset *ruleset, const char *position, bool seeded,
                                  uint64_t seed, struct mst_error *error);
/* A copy that plays on by itself; NULL when out of memory. */
struct mst_match *mst_match_clone(const struct mst_match *match, struct mst_error *error);
void mst_match_free(struct mst_match *match);

/* Current standing. Cannot fail. */
struct mst_state mst_match_state(const struct mst_match *match);
/* The position on one line. NULL when out of memory or the rules' printer fails. */
char *mst_match_position(struct mst_match *match, struct mst_error *error);
/* The same as `seat` sees it, -1 an onlooker: hidden faces and facts read as their initial values.
 * In games without secrets the position itself; else it cannot be set up. */
char *mst_match_position_seen(struct mst_match *match, int seat, struct mst_error *error);
/* The legal moves, one a line, in their fixed order; empty when over. NULL on failure. */
char *mst_match_legal(struct mst_match *match, struct mst_error *error);
/* Play one move given as text. MST_ILLEGAL_MOVE names the rule that refuses it. */
enum mst_status mst_match_play(struct mst_match *match, const char *move, struct mst_error *error);
/* Take back `plies` moves; MST_BAD_REQUEST when fewer have been played. */
enum mst_status mst_match_undo(struct mst_match *match, int plies, struct mst_error *error);
/* Leaves of the decision tree below the position, `depth` plies deep (0 gives 1). */
enum mst_status mst_match_perft(struct mst_match *match, int depth, uint64_t *nodes,
                                struct mst_error *error);
/* The options of the seat to move, and the reasons why other moves are illegal, as readable
 * lines. NULL on failure. */
char *mst_match_explain(struct mst_match *match, struct mst_error *error);
/* The scene (what is seen) of `seat`, as one line of JSON; seat -1 is an onlooker. NULL on failure.
 */
char *mst_match_scene(struct mst_match *match, int seat, struct mst_error *error);
/* The whole match as readable text: ruleset, settings, seed, moves. NULL when out of memory. */
char *mst_match_transcript(const struct mst_match *match, struct mst_error *error);
/* Play a transcript again under `ruleset`, comparing the hash after each ply. On failure NULL, and
 * the error names the first ply that is illegal or differs. */
struct mst_match *mst_match_replay(struct mst_ruleset *ruleset, const char *transcript,
                                   struct mst_error *error);

/* ---- moves ----------------------------------------------------------------------------------- */

/* A move in 64 bits: the kind in the highest eight, the parameters below as their kind lays them
 * out. */
typedef uint64_t mst_move;

/* A growing list of moves. Starts as {0}; free with mst_moves_clear. */
struct mst_moves {
    mst_move *moves;
    int count, capacity;
};
void mst_moves_clear(struct mst_moves *moves);

/* The legal moves, listed once a position; NULL on failure. Borrowed until the next move. */
const struct mst_moves *mst_match_moves(struct mst_match *match, struct mst_error *error);
/* Are the outcomes of the chance event that waits too many to list? */
bool mst_match_sampled(const struct mst_match *match);
/* Play a listed move (or chance outcome), then chance as far as the match is seeded. */
enum mst_status mst_match_apply(struct mst_match *match, mst_move move, struct mst_error *error);
/* The legal move that `text` names; false when there is none. */
bool mst_match_find(struct mst_match *match, const char *text, mst_move *move);
/* Text of a legal move, appended. */
void mst_match_move_text(struct mst_match *match, mst_move move, struct mst_buf *out);
/* Weight of a chance outcome, 1 or more. */
int64_t mst_match_weight(struct mst_match *match, mst_move move);
/* Perft with the count of each first move: `each(context, text, nodes)`. */
enum mst_status mst_match_divide(struct mst_match *match, int depth,
                                 void (*each)(void *context, const char *text, uint64_t nodes),
                                 void *context, struct mst_error *error);

/* The parts of menus. The kind of a move, from 0 in the order of declaration; its name and
 * title (borrowed). */
int mst_move_kind_of(mst_move move);
const char *mst_ruleset_kind_name(const struct mst_ruleset *ruleset, int kind);
const char *mst_ruleset_kind_title(const struct mst_ruleset *ruleset, int kind);
/* The parts (parameters) of a kind's text in their order there: how many, what part `part` is
 * called by whoever asks for it (borrowed), and its value in a move. */
int mst_ruleset_kind_parts(const struct mst_ruleset *ruleset, int kind);
const char *mst_ruleset_part_name(const struct mst_ruleset *ruleset, int kind, int part);
int64_t mst_ruleset_part(const struct mst_ruleset *ruleset, mst_move move, int part);
/* Title of the pending decision, "" when there is none; borrowed. */
const char *mst_match_title(const struct mst_match *match);

/* ---- what was played ------------------------------------------------------------------------- */

/* Text of ply `ply` (from 0), who played it (MST_NONE: chance) and its kind. Borrowed. */
const char *mst_match_ply_text(const struct mst_match *match, int ply);
int mst_match_ply_seat(const struct mst_match *match, int ply);
int mst_match_ply_kind(const struct mst_match *match, int ply);
/* Append the text of a ply with only what a seat (MST_NONE: an onlooker) knows now. False when
 * nothing of it is visible to that seat. */
bool mst_match_ply_tell(const struct mst_match *match, int ply, int viewer, struct mst_buf *out);
/* How many plies may be taken back in play: those since chance was last consumed or a seat last
 * came to know something. */
int mst_match_untold(const struct mst_match *match);
/* Does `after`, a later state of `match`, show the viewer a face that it does not know in `match`?
 */
bool mst_match_reveals(const struct mst_match *match, const struct mst_match *after, int viewer);
/* Let chance wait for its outcomes from now on, as in a match without a seed. */
void mst_match_unseed(struct mst_match *match);
/* A match under `ruleset` with the plies of `match`, in which chance falls as it fell. NULL with an
 * error when one of them is refused: `*ply` is its number from 0, or -1 when the match cannot even
 * begin. */
struct mst_match *mst_match_again(const struct mst_match *match, struct mst_ruleset *ruleset,
                                  int *ply, struct mst_error *error);
/* The scene with nothing hidden, as it looks from the seat to move. NULL on failure. */
char *mst_match_scene_whole(struct mst_match *match, struct mst_error *error);

/* Something that happened. Names are borrowed. */
struct mst_told {
    const char *event;
    int count; /* of parameters */
    const char *params[6];
    int64_t args[6];
};
/* Note events from now on (or no longer), beginning with an empty list. */
void mst_match_listen(struct mst_match *match, bool on);
int mst_match_events(const struct mst_match *match);
struct mst_told mst_match_event(const struct mst_match *match, int index);

/* The head of a transcript. */
struct mst_transcript {
    char *ruleset;
    struct mst_setting *settings;
    size_t setting_count;
    uint64_t rules; /* hash of the sources; 0 when not said */
    bool seeded;
    uint64_t seed;
    char *position; /* or NULL */
    uint64_t start_hash;
    const char *moves; /* within the text that was read */
    int moves_line;    /* number of their first line */
};

/* Read the head of a transcript; `moves` points into `text`. On failure free it as well. */
enum mst_status mst_transcript_read(const char *text, struct mst_transcript *transcript,
                                    struct mst_error *error);
void mst_transcript_clear(struct mst_transcript *transcript);

/* ---- computer players ------------------------------------------------------------------------ */

/* They choose a move for the seat that decides.
 *
 * C1 The match is never changed: a player thinks on a copy of its position. C2 The same match, seed
 * and node limit give the same choice on every machine; only a limit in milliseconds may change it.
 * C3 A player chooses among the listed legal moves, so it never resigns. */
enum mst_player_kind {
    MST_PLAYER_RANDOM, /* any legal move; reluctant ones only where nothing else is legal */
    MST_PLAYER_LOOK,   /* looks to the end of its own turn, as far as the limits allow */
};

enum { MST_PLAYER_NODES = 3000 }; /* what is looked at when a player does not say */

struct mst_player {
    enum mst_player_kind kind;
    uint64_t seed; /* decides between equals; random play is drawn from it */
    int64_t nodes; /* positions that may be looked at, 0: MST_PLAYER_NODES, or many with `ms` */
    int ms;        /* milliseconds that may be used, 0: no limit */
};

/* The result of a computer player's search. */
struct mst_player_info {
    int64_t score; /* evaluation of the end of its turn; without one,
                      the chance to win in thousandths; 0 at random */
    int64_t nodes; /* positions or playouts looked at */
    int depth;     /* plies of `pv` */
    char pv[512];  /* the moves that it has in mind, separated by blanks; cut at a blank */
};

/* Choose a move for the seat to move of `match`, into *move; `info` may be NULL. MST_OVER when the
 * match is over, MST_BAD_REQUEST when chance decides, the rules' failure when no move at all could
 * be looked at; then *move is untouched. */
enum mst_status mst_player_choose(struct mst_match *match, const struct mst_player *player,
                                  mst_move *move, struct mst_player_info *info,
                                  struct mst_error *error);

/* Name of a kind, "random" or "look"; and its number by name, or -1. */
const char *mst_player_name(enum mst_player_kind kind);
int mst_player_named(const char *name);

/* ---- measuring ------------------------------------------------------------------------------- */

/* A ruleset that is measured: one function a figure, each working for about the time it is given,
 * so that a caller can interleave slices and take medians. The clock's figures differ from run to
 * run; what is played does not.
 *
 * M1 Between calls a bench is at rest: any order of calls, any number of times. M2 After a failure
 * the bench may only be freed. */
struct mst_bench;

enum { MST_BENCH_PLIES = 2000 }; /* of a random game, at most */

/* The result of a slice of work. */
struct mst_slice {
    double seconds;
    uint64_t playouts, plies, nodes;
};

/* Seconds of processor time that this thread has used: what others do on the machine does not
 * count. All figures are taken so, but for the protocol's. */
double mst_bench_now(void);
/* Seconds on the clock, from an arbitrary start; cheaper to ask. */
double mst_bench_clock(void);
/* Median of `count` (at least 1) values, which are sorted by the way. */
double mst_bench_median(double *values, int count);

/* Take over `ruleset` (freed on failure, too) and prepare. NULL on failure. */
struct mst_bench *mst_bench_new(struct mst_ruleset *ruleset, struct mst_error *error);
void mst_bench_free(struct mst_bench *bench); /* and its ruleset; NULL is allowed */
/* Legal moves a ply, on the average of some random games. */
double mst_bench_mean_moves(const struct mst_bench *bench);

/* Random games from the start: playouts, plies and seconds. */
enum mst_status mst_bench_playouts(struct mst_bench *bench, double seconds, struct mst_slice *slice,
                                   struct mst_error *error);
/* Leaves `depth` plies below the start, counted again and again: nodes and seconds. */
enum mst_status mst_bench_perft(struct mst_bench *bench, int depth, double seconds,
                                struct mst_slice *slice, struct mst_error *error);
/* The depth at which one count takes about `seconds`. */
enum mst_status mst_bench_perft_depth(struct mst_bench *bench, double seconds, int *depth,
                                      struct mst_error *error);
/* Nanoseconds of copying a position into another one (a clone where room is kept) ... */
enum mst_status mst_bench_copy(struct mst_bench *bench, double seconds, double *ns,
                               struct mst_error *error);
/* ... and of making a new one and freeing it. */
enum mst_status mst_bench_clone(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error);
/* Nanoseconds of playing a legal move and taking it back, journal and hash included. */
enum mst_status mst_bench_apply(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error);
/* Microseconds of beginning a match and freeing it. */
enum mst_status mst_bench_start(struct mst_bench *bench, double seconds, double *us,
                                struct mst_error *error);
/* Bytes that a match at its start takes from the heap; 0 where the C library does not tell. */
enum mst_status mst_bench_memory(struct mst_bench *bench, double *bytes, struct mst_error *error);
/* Milliseconds of loading and checking the ruleset. */
enum mst_status mst_bench_load(const char *path, const struct mst_setting *settings, size_t count,
                               double *ms, struct mst_error *error);

#ifdef __cplusplus
}
#endif

#endif
