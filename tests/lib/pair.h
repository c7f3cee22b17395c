/* The same rules run in two ways, ply by ply, in random games: the same legal moves, positions,
 * hashes, events and refusals. Where the ways are `exact`, the same units of work for each call,
 * and with too few units the same failure at the same place. */
#ifndef TESTS_LIB_PAIR_H
#define TESTS_LIB_PAIR_H

#include "lib/subject.h"

struct pair {
    const char *names[2]; /* of the ways */
    struct mst_ruleset *rules[2];
    bool exact, quiet;
    struct mst_match *match[2];
    struct mst_rng rng;
    int game;
    long plies, starved; /* compared; of them with too few units */
};

/* Play random game `number` both ways. False if anything differs, which it prints unless quiet. */
bool pair_game(struct pair *p, int number);

#endif
