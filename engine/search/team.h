/* A team: processes that search one position for the same time, and then agree on a line.
 *
 * A search that draws at random runs with another seed in each process; the tries of all count for
 * a move (root parallelization: Chaslot, Winands and van den Herik, 2008). A search that looks at
 * everything in order gets a share of the first moves in each; the best line of all counts.
 *
 * E1 The caller's process takes part. The others end at the time limit, when it is stopped, with a
 * win, and when it dies; without shares also when its own search ends. E2 Others report no
 * progress, write nothing outside their report, and leave no process behind. E3 If they cannot be
 * started, the caller's process searches alone. */
#ifndef MUSTER_SEARCH_TEAM_H
#define MUSTER_SEARCH_TEAM_H

#include "search/think.h"

/* The result of one process. */
struct search_finding {
    bool found;
    int64_t nodes;
    struct search_line line;
    struct search_firsts firsts;
    struct mst_error error; /* the first failure of the rules */
};

/* The line on which so many findings agree. A line that is won goes before all. Where tries were
 * counted, the move with the most of all decides, and otherwise the greatest score. False if nobody
 * found any. */
bool search_findings_agree(const struct search_finding *findings, int count,
                           struct search_line *line);

/* Let so many processes call `search`, and set line and nodes of `think`. `shared`: first moves are
 * shared out among them. False if nobody found a line. */
bool search_think_as_team(struct search_think *think, int processes, bool shared,
                          bool (*search)(const void *context, struct search_think *think),
                          const void *context);

#endif
