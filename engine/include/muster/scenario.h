/* Scenarios and campaigns: what their files say, and how they lead from one to the next. Needs
 * muster.h. */
#ifndef MUSTER_SCENARIO_H
#define MUSTER_SCENARIO_H

#include "muster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The head of a scenario's file; borrowed. If the ruleset is no scenario, the texts are "" and the
 * numbers 0. */
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
/* The kind of player for which a scenario intends the seat, or -1: a person. */
int mst_ruleset_computer(const struct mst_ruleset *ruleset, int seat);

/* ---- campaigns: scenarios that are linked by their outcomes ---------------------------------- */

/* A value that a scenario brings in, as the option "brings.NAME", or carries on. Borrowed. */
struct mst_carried {
    const char *name, *help;
    bool flag; /* 0 or 1 */
    int64_t min, max, fallback;
};
/* An outcome, where it leads, and the debriefing. Borrowed. */
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

#ifdef __cplusplus
}
#endif

#endif
