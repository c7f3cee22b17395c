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

/* What went wrong, for a person. */
struct mst_error {
    enum mst_status status;
    char at[200];   /* "file:line" or "file:line:column"; "" where no file is to blame */
    char text[800]; /* one sentence or more, no final newline */
};

/* Release a text that a function here returned. NULL is allowed. */
void mst_text_free(char *text);

/* ---- rulesets -------------------------------------------------------------------------------- */

struct mst_ruleset;

/* A value set from outside the file: "section.key" and its text, as it would stand in the INI. */
struct mst_setting {
    const char *key;
    const char *value;
};

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

/* ---- matches --------------------------------------------------------------------------------- */

struct mst_match;

/* How a match stands. */
struct mst_state {
    int ply;              /* moves and chance outcomes so far */
    int to_move;          /* seat to decide, from 0; -1 at a chance event or when over */
    const char *decision; /* name of what is to be decided, "" when over; borrowed */
    bool chance;          /* a chance event waits for its outcome (matches without a seed) */
    bool over;
    uint32_t winners; /* when over: bit n set if seat n won; 0 for a draw or a shared loss */
    const char *by;   /* when over: how, as the rules call it, else ""; borrowed */
    uint64_t hash;    /* of the position */
};

/* Begin a match. With `seeded`, chance is resolved from `seed`; without it the match stops at every
 * chance event and waits for the outcome as a move. NULL on failure. */
struct mst_match *mst_match_new(struct mst_ruleset *ruleset, bool seeded, uint64_t seed,
                                struct mst_error *error);
/* Begin a match in the position that `position` describes (MST_BAD_POSITION says what is wrong). */
struct mst_match *mst_match_setup(struct mst_ruleset *ruleset, const char *position, bool seeded,
                                  uint64_t seed, struct mst_error *error);
/* A copy that plays on by itself; NULL when memory ends. */
struct mst_match *mst_match_clone(const struct mst_match *match, struct mst_error *error);
void mst_match_free(struct mst_match *match);

/* Current standing. Cannot fail. */
struct mst_state mst_match_state(const struct mst_match *match);
/* The position on one line. NULL when memory ends or the rules' printer fails. */
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
/* What can be done now and why other things cannot, as readable lines. NULL on failure. */
char *mst_match_explain(struct mst_match *match, struct mst_error *error);
/* The scene (what is seen) of `seat`, as one line of JSON; seat -1 is an onlooker. NULL on failure.
 */
char *mst_match_scene(struct mst_match *match, int seat, struct mst_error *error);
/* The whole match as readable text: ruleset, settings, seed, moves. NULL when memory ends. */
char *mst_match_transcript(const struct mst_match *match, struct mst_error *error);
/* Play a transcript again under `ruleset`, comparing the hash after each ply. On failure NULL, and
 * the error names the first ply that is illegal or differs. */
struct mst_match *mst_match_replay(struct mst_ruleset *ruleset, const char *transcript,
                                   struct mst_error *error);

#ifdef __cplusplus
}
#endif

#endif
