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
    MST_EVERYTHING = -2, /* instead of a seat: nothing is hidden */
    MST_NONE = -1,       /* no seat (an onlooker, chance), no zone, no piece */
    MST_MOST_SEATS = 8
};

/* A growing text: muster/util.h. */
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

/* The name of fact number `index` of the game as a whole, or NULL after the last one. Borrowed. */
const char *mst_ruleset_fact(const struct mst_ruleset *ruleset, int index);
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
/* Append the text of a ply with only what a seat (MST_NONE: an onlooker) saw of it when it was
 * played, or, of a choice that several seats make at once, when all had chosen. False if nothing of
 * it is visible to that seat. */
bool mst_match_ply_seen(const struct mst_match *match, int ply, int viewer, struct mst_buf *out);
/* The number of plies that may be taken back in play: those since chance was last consumed or a
 * seat last learned something. */
int mst_match_retractable(const struct mst_match *match);
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
struct mst_event {
    const char *event;
    int count; /* number of parameters */
    const char *params[10];
    int64_t args[10];
};
/* The number of events before ply number `ply`, from 0, with those of the set-up; of all events if
 * there is no such ply; 0 for ply -1. */
int mst_match_events(const struct mst_match *match, int ply);
struct mst_event mst_match_event(const struct mst_match *match, int index);
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

#ifdef __cplusplus
}
#endif

#endif
