/* Side by side: a ruleset that is opened by path `both` answers each request as code, and again as
 * Lua, and as native code if there is some. The first difference fails the request with
 * MST_DIFFERENT, and the message says what to do to see it again.
 *
 * B1 The ruleset itself runs as code. Beside it stand its twins: the same files and settings, loaded
 * again to run another way. No other part of the program sees them.
 * B2 A twin keeps no match: before each question it takes over the position of the match that is
 * asked. So undoing, cloning and replaying need nothing here.
 * B3 After a difference the match is what it was before the request, as after any failure.
 * B4 A request that runs out of work, time or memory, as code or in a twin, is not compared. Twins
 * have many more units of work, because Lua takes more for the same.
 * B5 Not compared are units of work, and whether a ply revealed something to a seat (mst_match_retractable).
 * B6 Without twins (game->twins is NULL) a request costs one branch more, and a move of a search
 * or a playout nothing. */
#ifndef MUSTER_RULESETS_BOTH_H
#define MUSTER_RULESETS_BOTH_H

#include "rulesets/ruleset.h"

struct rules_both;

/* The twins of a ruleset: as Lua, and as native code (NULL: none). Takes ownership of them, even on
 * failure. NULL and `error` when out of memory, or if they declare something else. */
struct rules_both *rules_both_new(const struct mst_ruleset *ruleset, struct mst_ruleset *lua,
                                  struct mst_ruleset *native, struct mst_error *error);
void rules_both_free(struct rules_both *both);

/* The ruleset of twin number `index`; NULL after the last one. For tests. */
struct mst_ruleset *rules_both_twin(const struct rules_both *both, int index);
/* How many plies and answers were compared, and of how many a twin ran out of work. */
struct rules_both_count {
    long plies, answers, unanswered;
};
struct rules_both_count rules_both_compared(const struct rules_both *both);
/* Units of work that the twins have done. */
int64_t rules_both_worked(const struct rules_both *both);
/* While it rests, nothing is compared. */
void rules_both_rest(struct rules_both *both, bool rests);

/* The functions of a match whose ruleset has twins. On failure match->play.failed. */
extern const struct core_twins rules_both_twins;
/* Compare what is said of a text as a move of the seat. MST_OK if it is legal. */
enum mst_status rules_both_read(struct mst_match *match, int seat, const char *text,
                                struct mst_error *error);
/* Compare the sentence of an event, or NULL and `error`, as host_says gave it. False if a twin
 * says something else: then `error` reports it. */
bool rules_both_says(struct mst_match *match, int event, const struct host_said *args, int count,
                     int reader, const char *says, struct mst_error *error);

#endif
