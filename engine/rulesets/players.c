/* The names of the kinds of computer players, which scenarios and callers use. */
#include <assert.h>
#include <string.h>

#include "muster.h"
#include "muster/player.h"

static const char *const names[] = {"random", "look",   "level1", "level2",
                                    "level3", "level4", "level5"};
enum { NAMES = sizeof names / sizeof *names };

const char *mst_player_name(enum mst_player_kind kind) {
    assert((int)kind >= 0 && (int)kind < NAMES);
    return names[kind];
}

int mst_player_named(const char *name) {
    /* The names are in the order of enum mst_player_kind. */
    for (int i = 0; i < NAMES; i++)
        if (!strcmp(name, names[i]))
            return i;
    return -1;
}
