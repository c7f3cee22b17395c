/* Muster plays tabletop battle games whose rules are Lua modules. This is the public C interface.
 *
 * A *ruleset* is an INI file and the Lua modules that it names, loaded, checked and frozen. A
 * *match* is one game under a ruleset: a position, the moves that led to it, and a seed for chance.
 * Any number of matches may share a ruleset. A ruleset and its matches may be used by only one
 * thread at a time.
 *
 * Errors: a function that can fail returns a status (or NULL) and fills `error`, unless that is
 * NULL. After any failure, whether caused by the caller, by the rules or by lack of memory, the
 * match is bit for bit what it was before the call. The caller owns a text that is returned as
 * `char *`, and releases it with mst_text_free. */
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

/* The status codes, with their names in the protocol. */
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
    X(MST_CANCELLED, "cancelled")                                                                  \
    X(MST_OVER, "over")                                                                            \
    X(MST_NO_MEMORY, "no_memory")                                                                  \
    X(MST_BAD_FILE, "bad_file")                                                                    \
    X(MST_DIFFERENT, "different")

enum mst_status {
#define MST_SYMBOL(symbol, name) symbol,
    MST_STATUS_LIST(MST_SYMBOL)
#undef MST_SYMBOL
};

/* The name of a status in the protocol; "unknown" for an invalid number. A constant. */
const char *mst_status_name(enum mst_status status);

/* An error, with a message for people. */
struct mst_error {
    enum mst_status status;
    char at[200];    /* "file:line" or "file:line:column"; "" if no file is concerned */
    char text[2400]; /* one or more sentences, without a final newline */
};

/* Release a text that a function returned. NULL is allowed. */
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

/* A value set outside the file: a key "section.key", and the value as written in an INI file. */
struct mst_setting {
    const char *key;
    const char *value;
};

/* The folders in which modules (lua/), rulesets and scenarios are looked for: Muster's own first,
 * then those of authors, which MUSTER_FOLDERS names with colons between them, and muster in
 * $XDG_DATA_HOME, by default ~/.local/share. Those that do not exist are left out, and those whose
 * paths are too long or have blanks. */
enum { MST_MOST_FOLDERS = 6 };
struct mst_folders {
    char path[MST_MOST_FOLDERS][1024];
    int count;
};
void mst_folders_find(struct mst_folders *folders);
/* Can a path be that of an author's folder? If not, `why` says what is wrong with it. */
bool mst_folder_fits(const char *path, const char **why);

/* Find the file for `name`: a path, with or without ".ini", or the name of a ruleset that comes
 * with Muster. Writes its path to `path`. If there is no such file, writes the path where it was
 * expected. */
void mst_ruleset_find(const char *name, char *path, size_t size);
/* Load the ruleset file at `path`, with its modules and all files that it inherits, and check it
 * completely. `settings` (an array of `count`, may be empty) override values of the file. On
 * failure returns NULL; `error` is the first fault, and *report (if `report` is given) lists all
 * faults in the format of compilers. On success *report is NULL. */
struct mst_ruleset *mst_ruleset_load(const char *path, const struct mst_setting *settings,
                                     size_t count, char **report, struct mst_error *error);
/* Free the ruleset. It must have no matches left. NULL is allowed. */
void mst_ruleset_free(struct mst_ruleset *ruleset);
/* The title; borrowed. */
const char *mst_ruleset_title(const struct mst_ruleset *ruleset);
/* The number of seats, at least 1. */
int mst_ruleset_seats(const struct mst_ruleset *ruleset);
/* Do the rules draw what seats see? */
bool mst_ruleset_shows(const struct mst_ruleset *ruleset);

/* What the file of a scenario says of itself; borrowed. Of a ruleset that is none, the texts are ""
 * and the numbers 0. */
struct mst_briefing {
    const char *author, *story;
    int difficulty; /* 1 to 5, or 0 */
};
struct mst_briefing mst_ruleset_briefing(const struct mst_ruleset *ruleset);
/* Call `each` with the name of every scenario in scenarios/, such as "puzzles/masons", in byte
 * order, until it returns false. */
void mst_scenarios(bool (*each)(void *context, const char *name), void *context);
/* Is it a scenario? */
bool mst_ruleset_is_scenario(const struct mst_ruleset *ruleset);
/* The name that a scenario gives to a seat, or "". */
const char *mst_ruleset_seat(const struct mst_ruleset *ruleset, int seat);
/* The turns of its own within which *seat wins, in a scenario that is a puzzle; 0: it is none. */
int mst_ruleset_puzzle(const struct mst_ruleset *ruleset, int *seat);
/* The win share of a seat that a scenario promises, in percent: 0 to 100 if it promises none. With
 * `levels`, that in games between levels, for which it may promise another one. */
struct mst_promise {
    int least, most;
};
struct mst_promise mst_ruleset_promise(const struct mst_ruleset *ruleset, int seat, bool levels);
/* Does a scenario say that random games need not reach this goal or trigger? */
bool mst_ruleset_unreached(const struct mst_ruleset *ruleset, const char *name);
/* The name of fact number `index` of the game as a whole, or NULL after the last one. Borrowed. */
const char *mst_ruleset_fact(const struct mst_ruleset *ruleset, int index);
/* The kind of player for which a scenario intends the seat, or -1: a person. */
int mst_ruleset_computer(const struct mst_ruleset *ruleset, int seat);

/* ---- campaigns: scenarios that are linked by their outcomes ---------------------------------- */

/* A value that a scenario brings in, as the option "brings.NAME", or carries on. Borrowed. */
struct mst_carried {
    const char *name, *help;
    bool flag; /* 0 or 1 */
    int64_t min, max, fallback;
};
/* An outcome, where it leads, and what is told then. Borrowed. */
struct mst_outcome {
    const char *ending; /* the ending that it needs, or "" */
    const char *to;     /* the scenario as the file names it; "": the campaign ends */
    const char *says;   /* the debriefing, or "" */
    bool always;        /* every outcome takes it that has taken none before */
};
/* The title of the campaign that begins with this scenario, or "". */
const char *mst_ruleset_campaign(const struct mst_ruleset *ruleset);
/* The values that the scenario brings in, and those that it carries on, by name. Returns their
 * number. */
int mst_ruleset_brings(const struct mst_ruleset *ruleset, const struct mst_carried **values);
int mst_ruleset_carries(const struct mst_ruleset *ruleset, const struct mst_carried **values);
/* Its links, in the order of the file. Returns their number. */
int mst_ruleset_links(const struct mst_ruleset *ruleset, const struct mst_outcome **links);
/* Write the path of the scenario to which a link leads: beside the file, or by its name in
 * scenarios/. If there is none, writes the path where it was expected and returns false. */
bool mst_link_path(const struct mst_ruleset *ruleset, const struct mst_outcome *link, char *path,
                   size_t size);
/* The number of the first link that the outcome of a match takes, or MST_NONE: if the match is not
 * over, if there is none, or after a fault of the rules (`error`). */
int mst_match_outcome(struct mst_match *match, struct mst_error *error);
/* The value number `index` that a match which is over carries on. False with `error` if the rules
 * fail, or if it is out of its range. */
bool mst_match_carried(struct mst_match *match, int index, int64_t *value, struct mst_error *error);
/* Try what follows a match: its link, and all values that it carries on. False with `error` if one
 * of them fails. True if the match is not over. */
bool mst_match_debriefs(struct mst_match *match, struct mst_error *error);
/* Check the links of a scenario, and all paths of the campaign if one begins with it: see
 * docs/campaigns.md. Adds the faults to `report`. */
struct mst_report;
void mst_campaign_check(const struct mst_ruleset *ruleset, struct mst_report *report);
/* Call `each` with the path of every scenario of the campaign, the first one first, until it
 * returns false. False when out of memory. */
bool mst_campaign_paths(const struct mst_ruleset *first,
                        bool (*each)(void *context, const char *path), void *context);

/* The path of the file that it was loaded from; borrowed. */
const char *mst_ruleset_path(const struct mst_ruleset *ruleset);
/* The hash of the rules in force: of their sources and of the value of each option. */
uint64_t mst_ruleset_fingerprint(const struct mst_ruleset *ruleset);
/* The settings that it was loaded with, in *settings. Returns their number. Borrowed. */
size_t mst_ruleset_settings(const struct mst_ruleset *ruleset, const struct mst_setting **settings);
/* The game that the ruleset plays, such as "Breakthrough", and its one-line summary, or "".
 * Borrowed. */
const char *mst_ruleset_game(const struct mst_ruleset *ruleset);
const char *mst_ruleset_summary(const struct mst_ruleset *ruleset);
/* Is anything hidden from some seat? */
bool mst_ruleset_has_secrets(const struct mst_ruleset *ruleset);
/* The number of zones on the board, the name of a zone, and the zone with a name (or MST_NONE).
 * Borrowed. */
int mst_ruleset_zones(const struct mst_ruleset *ruleset);
const char *mst_ruleset_zone(const struct mst_ruleset *ruleset, int zone);
int mst_ruleset_zone_named(const struct mst_ruleset *ruleset, const char *name);
/* The name of module number `index` in load order, or NULL after the last one. Borrowed. */
const char *mst_ruleset_module(const struct mst_ruleset *ruleset, int index);
/* Do two rulesets have the same sources, options and title? */
bool mst_ruleset_same(const struct mst_ruleset *a, const struct mst_ruleset *b);
/* Call `each` with every file that the ruleset depends on: its INI files, a scenario, and all
 * existing modules. False when out of memory. */
bool mst_ruleset_files(const struct mst_ruleset *ruleset,
                       bool (*each)(void *context, const char *path), void *context);

/* The folder that contains lua/ and rulesets/: $MUSTER_HOME; or else the first that has both, or
 * share/muster with both, of the folder of the running program and those above it; or else the one
 * that Muster was to be installed to. Borrowed, for good. */
const char *mst_home(void);
/* `path` relative to that folder, so that it is the same on every machine. Borrowed from `path`. */
const char *mst_home_relative(const char *path);

/* ---- native code ----------------------------------------------------------------------------- */

/* The object that mst_ruleset_compile made. */
struct mst_compiled {
    char path[1200];
    bool known;    /* it was in the cache already */
    size_t source; /* bytes of the C that it was compiled from */
};
/* Compile the rules to native code with the system's compiler `cc`, into the file `out`, or into
 * the user's cache (NULL); then the ruleset runs by it. Rulesets that are loaded later run by
 * native code if there is some for their rules and options in the cache. */
enum mst_status mst_ruleset_compile(struct mst_ruleset *ruleset, const char *out,
                                    struct mst_compiled *made, struct mst_error *error);
/* The file in the user's cache that the native code of the rules is, or would be. They must not run
 * by it yet. Fails where there is no such cache and none can be made. */
enum mst_status mst_ruleset_native_path(struct mst_ruleset *ruleset, char *path, size_t size,
                                        struct mst_error *error);
/* Run the rules by the object `path` that mst_ruleset_compile made for them. */
enum mst_status mst_ruleset_run_by(struct mst_ruleset *ruleset, const char *path,
                                   struct mst_error *error);
/* How the rules run: "native", "code" (but for those that cannot be compiled), "lua", or "both":
 * side by side, as code and as Lua. Borrowed. */
const char *mst_ruleset_runs(const struct mst_ruleset *ruleset);

/* ---- limits ---------------------------------------------------------------------------------- */

/* The budget of a request: work and memory that one call on the matches of a ruleset may use,
 * before it fails with MST_BUDGET. A unit of work is about one instruction of the Lua machine. */
struct mst_budget;

/* The budget of a ruleset; borrowed. */
struct mst_budget *mst_ruleset_budget(const struct mst_ruleset *ruleset);
/* Limit each request to `work` units and `bytes`; 0: the default. The default limits each call that
 * lists, plays or shows; perft, replay and searches have it for each of their steps, and none in
 * total. A given limit holds for the whole of every request. */
void mst_budget_limit(struct mst_budget *budget, int64_t work, int64_t bytes);
/* Make all calls up to mst_budget_hold(budget, false) one request. Every call of
 * mst_budget_hold fills the budget. */
void mst_budget_hold(struct mst_budget *budget, bool on);
/* Let the next call of a held request have the default limit again, for requests of many calls. */
void mst_budget_step(struct mst_budget *budget);
/* While the flag is on, requests end soon with MST_CANCELLED; mst_player_choose returns the best
 * move that it has found. Another thread or a signal handler may call this. */
void mst_budget_cancel(struct mst_budget *budget, bool on);
/* Call `watcher` now and then while requests run: if it returns true, the request ends as above.
 * Then it must return true until the request has ended. NULL: none. */
void mst_budget_watch(struct mst_budget *budget, bool (*watcher)(void *context), void *context);

/* ---- options and the rulebook ---------------------------------------------------------------- */

enum mst_option_type {
    MST_OPTION_BOOL,
    MST_OPTION_INT,
    MST_OPTION_CHOICE,
    MST_OPTION_INTS, /* `count` whole numbers */
    MST_OPTION_SIZE,
    MST_OPTION_TEXT
};

/* An option that a module declares. All texts are borrowed. `section` is never "game" or
 * "modules". */
struct mst_option {
    const char *section, *key; /* unique in combination; a key contains no dot */
    enum mst_option_type type;
    const char *fallback;       /* the default, as text; NULL counts as "" */
    int64_t min, max;           /* INT, INTS, SIZE: range of each number; TEXT: max bytes; 0, 0: no
                                 * limit */
    int count;                  /* INTS: 1 to MST_OPTION_LIST_MOST */
    const char *const *choices; /* CHOICE: ends with NULL */
    const char *help;           /* one line; NULL counts as "" */
    const char *origin;         /* position of the declaration, "lua/warline/options.lua:12" */
    const char *module;
    int seat; /* it is one seat's, from 1, and its key ends in that number; or 0 */
};

/* The options of a ruleset, in module order. Returns their number. Borrowed. */
int mst_ruleset_options(const struct mst_ruleset *ruleset, const struct mst_option **options);
/* The value of option `index`, as text and as a number (BOOL: 0 or 1; INT). Borrowed. */
const char *mst_ruleset_value(const struct mst_ruleset *ruleset, int index);
int64_t mst_ruleset_number(const struct mst_ruleset *ruleset, int index);
/* Append a description of where the value of an option comes from. MST_BAD_OPTION if there is no
 * such option. */
enum mst_status mst_ruleset_explain(const struct mst_ruleset *ruleset, const char *key,
                                    struct mst_buf *out, struct mst_error *error);

enum { MST_PARAGRAPH_OPTIONS = 8 };

/* A position that shows what a paragraph says, after moves that are separated by blanks. */
struct mst_example {
    char *position; /* NULL: there is no example */
    char *moves;    /* or "" */
    char *text;     /* what it shows */
    int seat;       /* who sees it so; MST_NONE: an onlooker */
};

/* A paragraph of the rulebook. */
struct mst_paragraph {
    char *id;                           /* id of the rule, or "" */
    char *text;                         /* one or more sentences */
    char *origin;                       /* "file:line" of the chapter */
    int options[MST_PARAGRAPH_OPTIONS]; /* the options that it depends on: indexes into the options
                                         * of the ruleset */
    int option_count;
    char *endings; /* the names of the endings that it states, one a line; "" if none */
    struct mst_example example;
};

struct mst_chapter {
    char *title;
    char *module; /* the module that declares it */
    int place;    /* position among the chapters of the module */
    struct mst_paragraph *paragraphs;
    int count;
};

/* The chapters of the rulebook, in module order. Returns their number. Borrowed. */
int mst_ruleset_rulebook(const struct mst_ruleset *ruleset, const struct mst_chapter **chapters);
/* Append the position of a paragraph in the source, "lua/x.lua:12". */
void mst_paragraph_origin(const struct mst_paragraph *paragraph, struct mst_buf *out);
/* The text of rule `id`, and its position in the source in *origin. NULL if no module states the
 * rule. Borrowed. */
const char *mst_ruleset_rule(const struct mst_ruleset *ruleset, const char *id,
                             const char **origin);
/* The first paragraph that states the ending, or NULL. Borrowed. */
const struct mst_paragraph *mst_ruleset_ending(const struct mst_ruleset *ruleset,
                                               const char *ending);
/* The id nearest to `id` among the stated rules, or NULL. Borrowed. */
const char *mst_ruleset_nearest_rule(const struct mst_ruleset *ruleset, const char *id);
/* Append, as Markdown, what its modules declare: facts, functions, queries, events, decisions and
 * moves. False and `error` when out of memory. */
bool mst_ruleset_reference(const struct mst_ruleset *ruleset, struct mst_buf *out,
                           struct mst_error *error);
/* Append a Markdown reference of the options that an INI file may set. */
void mst_ruleset_ini_reference(const struct mst_ruleset *ruleset, struct mst_buf *out);
/* Append the reference of the Lua API: Markdown, or stubs for the Lua language server. */
void mst_lua_reference(bool stubs, struct mst_buf *out);
/* Append the reference of what the files of scenarios may hold: Markdown. False if the library of
 * scenarios cannot be loaded, with what is wrong in *error. */
bool mst_scenario_reference(struct mst_buf *out, struct mst_error *error);

/* ---- checking -------------------------------------------------------------------------------- */

/* The faults and warnings of a check, ordered by place. */
struct mst_report;

/* Create an empty report. NULL when out of memory. Free with mst_report_free (NULL is allowed). */
struct mst_report *mst_report_new(void);
void mst_report_free(struct mst_report *report);
/* Remove everything from the report. */
void mst_report_clear(struct mst_report *report);
size_t mst_report_faults(const struct mst_report *report);
size_t mst_report_warnings(const struct mst_report *report);
/* Notes: rules that run as Lua because they cannot be compiled. They are printed only after
 * mst_report_show_notes. */
size_t mst_report_notes(const struct mst_report *report);
void mst_report_show_notes(struct mst_report *report);
/* Does the report mention this file (named as in errors)? */
bool mst_report_names(const struct mst_report *report, const char *file);
/* Add an error. `path` is the file to name if the error names none. */
void mst_report_add(struct mst_report *report, const char *path, const struct mst_error *error);
/* Append the whole report in the format of compilers. */
void mst_report_print(const struct mst_report *report, struct mst_buf *out);

/* What of the rules ran, line by line and function by function. Rulesets that are observed must run
 * as Lua (mst_ruleset_run_by), and must be freed first. */
struct mst_coverage;
struct mst_coverage *mst_coverage_new(void); /* NULL when out of memory */
void mst_coverage_free(struct mst_coverage *coverage);
void mst_ruleset_observe(struct mst_ruleset *ruleset, struct mst_coverage *coverage);
/* Append, for each file, how much of it ran, and the functions that never ran; as text, or in the
 * format of LCOV. The files of Muster's library for authors are left out. */
void mst_coverage_print(const struct mst_coverage *coverage, struct mst_buf *out);
void mst_coverage_print_lcov(const struct mst_coverage *coverage, struct mst_buf *out);
/* Append the functions in which most lines ran, `most` of them, with their calls. */
void mst_coverage_print_work(const struct mst_coverage *coverage, int most, struct mst_buf *out);

/* Load as mst_ruleset_load does, adding all faults and warnings to `report`. NULL if there is a
 * fault. */
struct mst_ruleset *mst_ruleset_check(const char *path, const struct mst_setting *settings,
                                      size_t count, struct mst_report *report);
/* Check a module and those that it requires, as if a ruleset switched them on. `path` is the file
 * of the module. */
struct mst_ruleset *mst_ruleset_check_module(const char *path, const char *module,
                                             const struct mst_setting *settings, size_t count,
                                             struct mst_report *report);
/* Does the Lua file call muster.module? */
bool mst_file_is_module(const char *path);
/* Does the ruleset load this Lua file (named as in errors)? */
bool mst_ruleset_loads(const struct mst_ruleset *ruleset, const char *file);
/* Call `each` with the name of every ruleset that comes with Muster, until it returns false. */
void mst_rulesets(bool (*each)(void *context, const char *name), void *context);
/* Check what the rules say about the current position: the scene of each seat, the position line,
 * the evaluation, and their own invariants. False with `error` if one of them fails. */
bool mst_match_answers(struct mst_match *match, struct mst_error *error);
/* Checks the current position of a match. False with `error` if something is wrong with it. */
typedef bool mst_asked(struct mst_match *match, struct mst_error *error);
/* Play random games of `plies` plies in total, and check some positions on the way, and some ends,
 * with `asked`; NULL means mst_match_answers. False with `error` if a rule or a check fails.
 * Otherwise names in `unplayed` (may be NULL) the kinds of moves that were never played, of modules
 * that the ruleset adds to what it inherits. */
bool mst_ruleset_try(struct mst_ruleset *ruleset, int plies, mst_asked *asked,
                     struct mst_buf *unplayed, struct mst_error *error);

/* ---- matches --------------------------------------------------------------------------------- */

/* The state of a match. */
struct mst_state {
    int ply;              /* plies so far, including chance outcomes */
    int to_move;          /* the seat to decide, from 0; -1 at a chance event or when over */
    uint32_t waiting;     /* bit n: seat n has still to choose in a decision of several seats at
                           * once, of which to_move is the lowest; 0 in any other */
    const char *decision; /* name of the pending decision, "" when over; borrowed */
    bool chance;          /* a chance event is waiting for its outcome (matches without a seed) */
    bool over;
    uint32_t winners; /* when over: bit n set if seat n won; 0 for a draw or a shared loss */
    const char *by;   /* when over: name of the ending, else ""; borrowed */
    uint64_t hash;    /* hash of the position */
};

/* A seed, which decides chance. */
enum mst_seed_kind {
    MST_SEED_NONE,   /* chance events wait for their outcomes */
    MST_SEED_NUMBER, /* an integer, for tests: a shuffle has 2^40 outcomes */
    MST_SEED_KEY,    /* 128 bits: a shuffle has 2^128 outcomes, and nobody can predict it */
};
enum { MST_KEY_SIZE = 16, MST_COMMITMENT_SIZE = 65 };
struct mst_seed {
    enum mst_seed_kind kind;
    uint64_t number;
    unsigned char key[MST_KEY_SIZE];
    bool drawn; /* drawn from the system, so hidden while the match runs */
};
/* Read an integer of 64 bits, 32 hexadecimal digits, or "random", which draws 128 bits from the
 * system. MST_BAD_REQUEST if it is none of these. */
enum mst_status mst_seed_read(const char *text, struct mst_seed *seed, struct mst_error *error);
/* Append the seed as digits, or "none". */
void mst_seed_print(const struct mst_seed *seed, struct mst_buf *out);
/* The seed of the computer player in `seat`. It reveals nothing about a seed of 128 bits. */
uint64_t mst_seed_player(const struct mst_seed *seed, int seat);

/* Start a match. If `seeded`, chance is resolved from `seed`. Otherwise the match stops at every
 * chance event and expects the outcome as a move. NULL on failure. */
struct mst_match *mst_match_new(struct mst_ruleset *ruleset, bool seeded, uint64_t seed,
                                struct mst_error *error);
/* Start a match in the position that `position` describes. MST_BAD_POSITION if it is invalid. */
struct mst_match *mst_match_setup(struct mst_ruleset *ruleset, const char *position, bool seeded,
                                  uint64_t seed, struct mst_error *error);
/* From now on, resolve chance events from `seed`, and those at once that wait for their outcome. On
 * failure the match is unchanged. */
enum mst_status mst_match_seed(struct mst_match *match, const struct mst_seed *seed,
                               struct mst_error *error);
/* The seed. Borrowed. */
const struct mst_seed *mst_match_seeded(const struct mst_match *match);
/* The commitment to a seed of 128 bits: the SHA-256, in hexadecimal digits, of the text
 * "SEED RULES", which are the seed's 32 digits and the 16 of the hash of the rules: of their
 * sources and of the value of each option. If the match was set up from a position, a line feed and
 * the line `position` of the transcript follow. False if the seed is not of that kind. */
bool mst_match_commitment(const struct mst_match *match, char commitment[MST_COMMITMENT_SIZE]);
/* An independent copy. NULL when out of memory. */
struct mst_match *mst_match_clone(const struct mst_match *match, struct mst_error *error);
void mst_match_free(struct mst_match *match);

/* The ruleset of a match. Borrowed. */
struct mst_ruleset *mst_match_ruleset(const struct mst_match *match);
/* The current state. Cannot fail. */
struct mst_state mst_match_state(const struct mst_match *match);
/* The position, on one line. NULL when out of memory, or if the rules fail to print it. */
char *mst_match_position(struct mst_match *match, struct mst_error *error);
/* The same as seen by `seat` (-1: an onlooker): hidden faces and fields show their initial values.
 * In a game without secrets this is the position itself; otherwise it cannot be set up. */
char *mst_match_position_seen(struct mst_match *match, int seat, struct mst_error *error);
/* The legal moves, one per line, in a fixed order; empty when over. NULL on failure. */
char *mst_match_legal(struct mst_match *match, struct mst_error *error);
/* The same as `seat` sees it; empty if that seat does not decide. Where several seats decide at
 * once, each that is waiting decides. */
char *mst_match_legal_seen(struct mst_match *match, int seat, struct mst_error *error);
/* The numbers of the kinds of these moves, in the same order, one per line; for MST_EVERYTHING of
 * those of mst_match_legal. */
char *mst_match_legal_kinds(struct mst_match *match, int seat, struct mst_error *error);
/* May `seat` choose now: is it the one to move, or waiting? If not, MST_ILLEGAL_MOVE, and the error
 * names those who may. */
enum mst_status mst_match_decides(const struct mst_match *match, int seat, struct mst_error *error);
/* Play a move given as text, for the seat to move. MST_ILLEGAL_MOVE if it is illegal; the error
 * names the rule. */
enum mst_status mst_match_play(struct mst_match *match, const char *move, struct mst_error *error);
/* The same for `seat`: MST_ILLEGAL_MOVE if it does not decide. The error tells nothing that the
 * seat may not know. */
enum mst_status mst_match_play_seen(struct mst_match *match, int seat, const char *move,
                                    struct mst_error *error);
/* Take back `plies` plies. MST_BAD_REQUEST if fewer have been played. */
enum mst_status mst_match_undo(struct mst_match *match, int plies, struct mst_error *error);
/* Count the leaves of the decision tree at `depth` plies below the position (1 for depth 0). */
enum mst_status mst_match_perft(struct mst_match *match, int depth, uint64_t *nodes,
                                struct mst_error *error);
/* The options of the seat to move, and the reasons why other moves are illegal, as lines for
 * people. NULL on failure. */
char *mst_match_explain(struct mst_match *match, struct mst_error *error);
/* The scene that `seat` (-1: an onlooker) sees, as one line of JSON. NULL on failure. */
char *mst_match_scene(struct mst_match *match, int seat, struct mst_error *error);
/* The match as a readable transcript: ruleset, settings, seed, moves, and a checksum. NULL when out
 * of memory. */
char *mst_match_transcript(const struct mst_match *match, struct mst_error *error);
/* The same without a seed that was drawn, as long as the match runs. */
char *mst_match_transcript_sealed(const struct mst_match *match, struct mst_error *error);
/* The same for `seat` (-1: an onlooker). With secrets, and until the match is over, it has neither
 * seed nor hashes, has `?` for each move that the seat does not know in full, and cannot be
 * replayed. */
char *mst_match_transcript_seen(const struct mst_match *match, int seat, struct mst_error *error);
/* The match as an autosave: a transcript to which plies can be appended, since it has no checksum;
 * a part of a line at its end is ignored. `seats` is a line about who plays and what they
 * see. NULL when out of memory. */
char *mst_match_autosave(const struct mst_match *match, const char *seats, struct mst_error *error);
/* Replay a transcript as mst_match_replay does, and check that it is fair: its commitment is that
 * of its seed, these rules, its settings and its first position, and each outcome of chance is the
 * one that the seed gives. On failure the error says what is wrong. */
enum mst_status mst_transcript_verify(struct mst_ruleset *ruleset, const char *transcript,
                                      struct mst_error *error);
/* The value of a Lua expression, as in a rule, as JSON; and the same as `seat` (-1: an onlooker)
 * sees it. Expressions only read. NULL on failure. */
char *mst_match_eval(struct mst_match *match, const char *expression, struct mst_error *error);
char *mst_match_eval_seen(struct mst_match *match, int seat, const char *expression,
                          struct mst_error *error);
/* The value of fact number `index` of the game (mst_ruleset_fact), with all that is hidden. */
int64_t mst_match_fact(const struct mst_match *match, int index);
/* Replay a transcript under `ruleset`, comparing the hash after each ply. On failure returns NULL;
 * the error names the first ply that is illegal or differs. */
struct mst_match *mst_match_replay(struct mst_ruleset *ruleset, const char *transcript,
                                   struct mst_error *error);
/* How many hashes of a transcript a replay compared, with that before the first ply. */
int mst_match_compared(const struct mst_match *match);

/* ---- moves ----------------------------------------------------------------------------------- */

/* A move in 64 bits: the kind in the highest eight, the parameters below, packed as the kind
 * defines. */
typedef uint64_t mst_move;

/* A growing list of moves. Start with {0}; free with mst_moves_clear. */
struct mst_moves {
    mst_move *moves;
    int count, capacity;
};
void mst_moves_clear(struct mst_moves *moves);

/* The legal moves, generated once for each position. NULL on failure. Borrowed until the next
 * move. */
const struct mst_moves *mst_match_moves(struct mst_match *match, struct mst_error *error);
/* Does chance decide anything in this game? */
bool mst_ruleset_has_chance(const struct mst_ruleset *ruleset);
/* Is a chance event waiting whose outcomes are too many to list? */
bool mst_match_sampled(const struct mst_match *match);
/* Play a listed move (or chance outcome), and then chance events if the match is seeded. */
enum mst_status mst_match_apply(struct mst_match *match, mst_move move, struct mst_error *error);
/* Find the legal move that `text` denotes. False if there is none. */
bool mst_match_find(struct mst_match *match, const char *text, mst_move *move);
/* Append the text of a legal move of the seat to move, or of `seat`, which may choose now. False
 * where a rule that the text needs fails or finds the budget used up: see mst_match_fail. */
bool mst_match_move_text(struct mst_match *match, mst_move move, struct mst_buf *out);
void mst_match_move_text_of(struct mst_match *match, int seat, mst_move move, struct mst_buf *out);
/* Fill `error` with the failure of the rules, and make the match ready again. */
enum mst_status mst_match_fail(struct mst_match *match, struct mst_error *error);
/* The weight of a chance outcome, 1 to 2^30; 0 if the rules fail. */
int64_t mst_match_weight(struct mst_match *match, mst_move move, struct mst_error *error);
/* Perft with a count for each first move: calls each(context, text, nodes). */
enum mst_status mst_match_divide(struct mst_match *match, int depth,
                                 void (*each)(void *context, const char *text, uint64_t nodes),
                                 void *context, struct mst_error *error);

/* For menus: the kind of a move, numbered from 0 in the order of declaration, and the name (NULL
 * after the last one) and title of a kind (borrowed). */
int mst_move_kind_of(mst_move move);
const char *mst_ruleset_kind_name(const struct mst_ruleset *ruleset, int kind);
const char *mst_ruleset_kind_title(const struct mst_ruleset *ruleset, int kind);
/* Do the rules advise against moves of this kind, so that random play makes them last? */
bool mst_ruleset_kind_reluctant(const struct mst_ruleset *ruleset, int kind);
/* The parts (parameters) in the text of a kind, in text order: their number, the name of part
 * `part` (borrowed), and its value in a move. */
int mst_ruleset_kind_parts(const struct mst_ruleset *ruleset, int kind);
const char *mst_ruleset_part_name(const struct mst_ruleset *ruleset, int kind, int part);
int64_t mst_ruleset_part(const struct mst_ruleset *ruleset, mst_move move, int part);
/* The title of the pending decision, or "". Borrowed. */
const char *mst_match_title(const struct mst_match *match);

/* ---- history --------------------------------------------------------------------------------- */

/* The text of ply `ply` (from 0), the seat that played it (MST_NONE for chance), and its kind.
 * Borrowed. */
const char *mst_match_ply_text(const struct mst_match *match, int ply);
int mst_match_ply_seat(const struct mst_match *match, int ply);
int mst_match_ply_kind(const struct mst_match *match, int ply);
/* What each rule says of a move: for each kind of moves that the text fits, its questions in order,
 * with the place, the rule and the module of each, and whether it passes; up to the one that
 * refuses. It tells what the rules know: not for seats that may not see everything. */
char *mst_match_trace(struct mst_match *match, const char *text, struct mst_error *error);
/* Append the text of a ply with only what a seat (MST_NONE: an onlooker) was told when it was
 * played, or, of a choice that several seats make at once, when all had chosen. False if nothing of
 * it is visible to that seat. */
bool mst_match_ply_tell(const struct mst_match *match, int ply, int viewer, struct mst_buf *out);
/* The number of plies that may be taken back in play: those since chance was last consumed or a
 * seat last learned something. */
int mst_match_untold(const struct mst_match *match);
/* Does `after`, a later state of `match`, show the viewer a face that it does not know in
 * `match`? */
bool mst_match_reveals(const struct mst_match *match, const struct mst_match *after, int viewer);
/* From now on, let chance events wait for their outcomes, as in a match without a seed. */
void mst_match_unseed(struct mst_match *match);
/* Replay the plies of `match` under `ruleset`, with the same chance outcomes. On failure returns
 * NULL; *ply is the number of the illegal ply, or -1 if the match cannot start. */
struct mst_match *mst_match_again(const struct mst_match *match, struct mst_ruleset *ruleset,
                                  int *ply, struct mst_error *error);
/* The scene with nothing hidden, from the perspective of the seat to move. NULL on failure. */
char *mst_match_scene_whole(struct mst_match *match, struct mst_error *error);

/* An event. The names are borrowed. */
struct mst_told {
    const char *event;
    int count; /* number of parameters */
    const char *params[10];
    int64_t args[10];
};
/* The number of events before ply number `ply`, from 0, with those of the set-up; of all events if
 * there is no such ply; 0 for ply -1. */
int mst_match_events(const struct mst_match *match, int ply);
struct mst_told mst_match_event(const struct mst_match *match, int index);
/* A parameter of an event as `viewer` (MST_NONE: an onlooker) sees it: its number, a text,
 * which is appended, or nothing. */
enum mst_arg { MST_ARG_NUMBER, MST_ARG_TEXT, MST_ARG_NOTHING };
enum mst_arg mst_match_event_arg(const struct mst_match *match, int index, int param, int viewer,
                                 struct mst_buf *out);

/* Append the sentence of an event that its rules have for players (`says`), as `viewer` may read
 * it. False if there is none; if its function failed, `error` says why, otherwise its text is "".
 */
bool mst_match_event_says(struct mst_match *match, int index, int viewer, struct mst_buf *out,
                          struct mst_error *error);

/* The last turn: the plies that one seat decided last, with the chance between and after them. */
enum { MST_TURN_TRAILS = 24, MST_TRAIL_ZONES = 24 };
struct mst_trail {
    int ply;  /* at which it begins */
    int seat; /* the owner of the piece, or MST_NONE */
    int zones[MST_TRAIL_ZONES], count;
};
struct mst_turn {
    int first;                /* its first ply, or the number of plies if nobody has decided */
    struct mst_match *before; /* owned: the position before it, without a past */
    struct mst_trail trails[MST_TURN_TRAILS]; /* in the order of the plies */
    int trail_count;
};
/* Find the last turn, and the trails on the board in it: the zones that a piece went through ply by
 * ply, at least two, and the two zones that an event points at (its `arrow`). Of pieces with
 * secrets, those that the viewer (a seat, MST_NONE: an onlooker; MST_EVERYTHING) knows all the way.
 * Call mst_turn_clear in either case. */
enum { MST_EVERYTHING = -2 };
enum mst_status mst_match_last_turn(const struct mst_match *match, int viewer,
                                    struct mst_turn *turn, struct mst_error *error);
void mst_turn_clear(struct mst_turn *turn);

/* The header of a transcript. */
struct mst_transcript {
    char *ruleset;
    struct mst_setting *settings;
    size_t setting_count;
    uint64_t rules; /* hash of the sources, or 0 if missing */
    struct mst_seed seed;
    bool sealed;                          /* its seed is not revealed yet */
    char commitment[MST_COMMITMENT_SIZE]; /* "" if missing */
    char *position;                       /* or NULL */
    uint64_t start_hash;
    const char *moves; /* points into the text */
    int moves_line;    /* line number of the first move */
    bool ended;        /* it has a checksum, which is right */
    bool running;      /* it is an autosave */
    char *seats;       /* of an autosave, or NULL */
    bool starved;      /* reading it ran out of memory */
};

/* Read the header of a transcript, and check its end. Without a checksum, as a person or an older
 * Muster writes it, it may have been cut off. `moves` points into `text`. Errors are located at
 * "transcript:LINE". Call mst_transcript_clear even after a failure. */
enum mst_status mst_transcript_read(const char *text, struct mst_transcript *transcript,
                                    struct mst_error *error);
void mst_transcript_clear(struct mst_transcript *transcript);
/* The text of a transcript in a file, or on standard input for "-". On failure NULL. Free it with
 * mst_text_free. */
char *mst_transcript_load(const char *path, struct mst_error *error);
/* The note on a transcript without a checksum. */
#define MST_TRANSCRIPT_UNENDED "there is no line 'end', so nobody can tell if lines are missing"
/* Locate an error of a transcript in the file that it was read from. */
void mst_transcript_blame(struct mst_error *error, const char *path);
/* Load the ruleset that a transcript names, as mst_ruleset_load does. Transcripts come from
 * strangers: if the ruleset is none of Muster's own, its faults are not reported, only that it has
 * some. */
struct mst_ruleset *mst_transcript_ruleset(const struct mst_transcript *transcript, char **report,
                                           struct mst_error *error);

/* ---- computer players ------------------------------------------------------------------------ */

/* Computer players choose a move for the seat to move.
 *
 * C1 The match is never changed: a player works on a copy of the position. C2 The same match, seed
 * and node limit give the same choice on every machine; only a limit in milliseconds may change it.
 * C3 A player chooses among the listed legal moves, so it never resigns. */
enum mst_player_kind {
    MST_PLAYER_RANDOM, /* a random legal move; reluctant ones only if nothing else is legal */
    MST_PLAYER_LOOK,   /* searches to the end of its turn, within the limits */
    MST_PLAYER_LEVEL1, /* the levels, from one that a child can beat to the strongest: each has four
                        * times the positions of the one before; the first two search their own
                        * turn and slip at times, the others also search the replies */
    MST_PLAYER_LEVEL2,
    MST_PLAYER_LEVEL3,
    MST_PLAYER_LEVEL4,
    MST_PLAYER_LEVEL5,
};

enum {
    MST_PLAYER_NODES = 3000, /* default number of positions, but for levels */
    MST_PLAYER_LINES = 20    /* most lines of a choice */
};

struct mst_player_info;

/* How a player searches what its seat cannot see. */
enum mst_unseen {
    MST_UNSEEN_USUAL,    /* levels together, others apart */
    MST_UNSEEN_APART,    /* several determinizations, one by one */
    MST_UNSEEN_TOGETHER, /* one tree over what seats have seen */
};

enum { MST_MOST_THREADS = 64 };

struct mst_player {
    enum mst_player_kind kind;
    uint64_t seed; /* breaks ties; source of random play */
    int64_t nodes; /* maximum number of positions; 0: MST_PLAYER_NODES or that of the level, or a
                    * large number if `ms` is set */
    int ms;        /* time limit in milliseconds; 0: none */
    int threads;   /* processes that search at the same time, at most MST_MOST_THREADS; more than 1
                    * need `ms`, and play other moves another time; 0: one */
    /* The file of weights to count with (docs/learning.md), "none" for the evaluation of the rules,
     * or NULL for the file beside the ruleset, if there is one. */
    const char *weights;
    int lines; /* lines to find, each with a first move of its own; 0: one. They share the
                * limits. Random play has one. */
    bool each; /* no: each line has the limits for itself */
    /* Called while the player searches, at most ten times a second and at least once, with the best
     * moves so far; or NULL. It does not change the choice. */
    void (*tell)(void *context, const struct mst_player_info *info);
    void *context;
    enum mst_unseen unseen; /* these two are for measuring only, and 0 in play */
    bool peeks;             /* it sees everything */
};

/* What a score means. */
enum mst_sense {
    MST_SENSE_NONE,   /* nothing: random play, or only one move is legal */
    MST_SENSE_WORTH,  /* the evaluation by the rules */
    MST_SENSE_CHANCE, /* random games */
    MST_SENSE_WON,    /* the line wins, as far as the search sees */
    MST_SENSE_LOST,
    MST_SENSE_DRAWN,
    MST_SENSE_HIDDEN, /* what is hidden decides who wins */
};

/* The result of a computer player's search. */
struct mst_player_info {
    int64_t score; /* the expected result in thousandths: 1000 for a win, 500 for a draw; 0 for
                    * random play */
    enum mst_sense sense; /* where the score comes from */
    int64_t worth;        /* the evaluation by the rules of where the line leads, where `sense` says
                           * so */
    int64_t nodes;        /* positions or playouts evaluated, for all lines */
    int line;             /* from 1; while the player searches, the lines are not yet in order */
    int depth;            /* plies of `pv`; 0: there is no such line */
    char pv[512];         /* the planned moves, separated by blanks; truncated at a blank */
};

/* Choose a move for the seat to move into *move. `info` may be NULL, or has room for as many lines
 * as `player` wants; the best comes first, and its first move is the choice. Returns MST_OVER if
 * the match is over, MST_BAD_REQUEST if chance decides, or the failure of the rules if no move
 * could be evaluated. *move is untouched on failure. */
enum mst_status mst_player_choose(struct mst_match *match, const struct mst_player *player,
                                  mst_move *move, struct mst_player_info *info,
                                  struct mst_error *error);
/* The same for `seat`: MST_BAD_REQUEST unless it may choose now (mst_match_decides). */
enum mst_status mst_player_choose_for(struct mst_match *match, int seat,
                                      const struct mst_player *player, mst_move *move,
                                      struct mst_player_info *info, struct mst_error *error);
/* A failure of the evaluation, of a file of weights beside the ruleset, or of a rule in a position
 * that is looked at ends no search: players go on without it. Was there one? Tells of the first one
 * of the ruleset, and of that once, in `error`, which is for a person. */
bool mst_ruleset_misjudged(struct mst_ruleset *ruleset, struct mst_error *error);

/* Check a file of weights against the rules, before a player counts with it: MST_BAD_FILE at its
 * first fault, "file:line:column". */
enum mst_status mst_ruleset_weights(struct mst_ruleset *ruleset, const char *path,
                                    struct mst_error *error);

/* The features of positions, with which evaluations count: their number, or -1 on failure; then the
 * name of one, and its meaning in *help. Borrowed. */
int mst_ruleset_features(struct mst_ruleset *ruleset, struct mst_error *error);
const char *mst_ruleset_feature(struct mst_ruleset *ruleset, int index, const char **help);
/* What a seat has more of each feature than its opponents, where side[seat] numbers the sides: into
 * more[feature]. A feature whose rule fails counts nothing, and the failure is returned. */
enum mst_status mst_match_features(struct mst_match *match, const unsigned char *side, int seat,
                                   int64_t *more, struct mst_error *error);

/* ---- solving --------------------------------------------------------------------------------- */

/* Does a seat win within so many turns of its own, whatever all others do and chance brings? A turn
 * is all that the seat decides in a row. */
struct mst_problem {
    int seat, turns; /* turns at least 1 */
    int64_t nodes;   /* most positions */
    int64_t memory;  /* bytes of the table of positions */
};
enum mst_verdict { MST_SOLUTION_UNKNOWN, MST_SOLUTION_WON, MST_SOLUTION_REFUTED };
enum { MST_SOLUTION_MOVES = 200, MST_SOLUTION_DUALS = 100 };
struct mst_solution {
    enum mst_verdict verdict; /* unknown: the limits were reached */
    int turns;                /* the fewest that suffice, or the most that were tried */
    int64_t nodes;
    mst_move moves[MST_SOLUTION_MOVES]; /* won: the key and a defence that fails; refuted: a line
                                         * in which the seat does not win */
    int count;
    mst_move duals[MST_SOLUTION_DUALS]; /* other first moves that win in as many turns */
    int dual_count;
    bool whole; /* line and duals were searched to the end */
};
/* Solve a problem of the position of the match, which stays as it is. MST_BAD_REQUEST for a
 * position that the seat does not know in full, and where chance has too many outcomes. */
enum mst_status mst_solve(struct mst_match *match, const struct mst_problem *problem,
                          struct mst_solution *solution, struct mst_error *error);

/* The name of a kind of player, "random", "look" or "level1" to "level5", and the kind with a name,
 * or -1. */
const char *mst_player_name(enum mst_player_kind kind);
int mst_player_named(const char *name);

/* ---- benchmarks ------------------------------------------------------------------------------ */

/* A benchmark of a ruleset. Each function measures one figure for about the given time, so that a
 * caller can interleave slices and take medians. Timings differ between runs, but the games played
 * do not.
 *
 * M1 The functions may be called in any order, any number of times. M2 After a failure the
 * benchmark may only be freed. */
struct mst_bench;

enum { MST_BENCH_PLIES = 2000 }; /* maximum length of a random game */

/* The result of a slice of work. */
struct mst_slice {
    double seconds;
    uint64_t playouts, plies, nodes;
};

/* Processor time of this thread in seconds, so that other load on the machine does not count. All
 * figures use it, except those of the protocol. */
double mst_bench_now(void);
/* Wall-clock seconds from an arbitrary start; cheaper to read. */
double mst_bench_clock(void);
/* The median of `count` (at least 1) values. Sorts them. */
double mst_bench_median(double *values, int count);

/* Prepare a benchmark. Takes ownership of `ruleset`, even on failure. NULL on failure. */
struct mst_bench *mst_bench_new(struct mst_ruleset *ruleset, struct mst_error *error);
void mst_bench_free(struct mst_bench *bench); /* also frees the ruleset; NULL is allowed */
/* The mean number of legal moves per ply, over some random games. */
double mst_bench_mean_moves(const struct mst_bench *bench);

/* Play random games from the start: counts playouts, plies and seconds. */
enum mst_status mst_bench_playouts(struct mst_bench *bench, double seconds, struct mst_slice *slice,
                                   struct mst_error *error);
/* Repeat perft from the start at `depth` plies: counts nodes and seconds. */
enum mst_status mst_bench_perft(struct mst_bench *bench, int depth, double seconds,
                                struct mst_slice *slice, struct mst_error *error);
/* Find the depth at which one perft takes about `seconds`, but none that meets chance with too many
 * outcomes to list. */
enum mst_status mst_bench_perft_depth(struct mst_bench *bench, double seconds, int *depth,
                                      struct mst_error *error);
/* Nanoseconds to copy a position into an existing one. */
enum mst_status mst_bench_copy(struct mst_bench *bench, double seconds, double *ns,
                               struct mst_error *error);
/* Nanoseconds to clone a position and free it. */
enum mst_status mst_bench_clone(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error);
/* Nanoseconds to play a legal move and take it back, including journal and hash. */
enum mst_status mst_bench_apply(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error);
/* Microseconds to start a match and free it. */
enum mst_status mst_bench_start(struct mst_bench *bench, double seconds, double *us,
                                struct mst_error *error);
/* Heap bytes of a match at its start; 0 if the C library does not report them. */
enum mst_status mst_bench_memory(struct mst_bench *bench, double *bytes, struct mst_error *error);
/* Milliseconds to load and check the ruleset. */
enum mst_status mst_bench_load(const char *path, const struct mst_setting *settings, size_t count,
                               double *ms, struct mst_error *error);

#ifdef __cplusplus
}
#endif

#endif
