/* The rulesets and the scenarios that come with Muster, and the games that they play. */
#ifndef MUSTER_FACES_TOOLS_CATALOG_H
#define MUSTER_FACES_TOOLS_CATALOG_H

#include "muster/util.h"

enum { TOOL_MOST_LISTED = 500 };

struct tool_listed {
    char name[64]; /* without ".ini" */
    char title[120], game[120];
    char campaign[120]; /* the title of the campaign that begins with this scenario, or "" */
    char about[300];    /* the sentence that its file begins with, without its period */
    int seats;
    int difficulty; /* of a scenario: 1 to 5, or 0 if it does not say */
    bool loads;     /* if not, title and game are "" */
};

struct tool_catalog {
    struct tool_listed *rulesets; /* by name */
    int count;
};

/* Load every ruleset in rulesets/, and note what it is. False when out of memory. Clear it in any
 * case. */
bool tool_catalog_read(struct tool_catalog *catalog);
/* The same of the scenarios, without puzzles; nothing is said about them. */
bool tool_catalog_read_scenarios(struct tool_catalog *catalog);
void tool_catalog_clear(struct tool_catalog *catalog);
/* The games, by title, each with the number of the first of its rulesets by name, in `games`, which
 * has room for TOOL_MOST_LISTED. Returns their number. */
int tool_catalog_games(const struct tool_catalog *catalog, int *games);

#endif
