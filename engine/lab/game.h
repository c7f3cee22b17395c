/* Games between computer players: who plays, and how a game ended. */
#ifndef MUSTER_LAB_GAME_H
#define MUSTER_LAB_GAME_H

#include "muster.h"
#include "muster/player.h"
#include "faces/tools/command.h"

/* The kinds of players by seat. */
struct lab_seating {
    enum mst_player_kind kind[MST_MOST_SEATS];
    bool said[MST_MOST_SEATS];                       /* named, rather than by default */
    char weights[MST_MOST_SEATS][TOOL_WEIGHTS_PATH]; /* files of weights; "": none given */
};

enum { LAB_MOST_GAME_PLIES = 100000 };

/* All seats to the default, level 3, or as a scenario intends them. */
void lab_seating_usual(struct lab_seating *seating, const struct mst_ruleset *ruleset);
/* Check the files of weights. Otherwise prints a message and returns false. */
bool lab_seating_check(const struct lab_seating *seating, struct mst_ruleset *ruleset);
/* The value of --computer: read "1=level5,2=random" or "2" (level 3), seats from 1, into the struct
 * lab_seating; others stay. Otherwise prints a message and returns false. */
bool lab_read_computer(void *seating, const char *text);

/* A game to play. */
struct lab_game {
    struct mst_ruleset *ruleset;
    struct lab_seating seating;
    uint64_t seed; /* of chance and of the players */
    int opening;   /* so many first plies are random */
    int plies;     /* most plies */
    void (*look)(void *context,
                 struct mst_match *match); /* before each choice of a player; or NULL */
    void *context;
};

struct lab_result {
    bool over;
    uint32_t winners; /* bits by seat; 0: a draw, or not over */
    char how[64];     /* the ending, "unfinished" or "fault" */
    int turns, plies; /* a turn ends when another seat decides */
    uint64_t hash;
    struct mst_error fault;
};

/* Play it to its end. The match goes to *match if that is not NULL (the caller frees it, NULL when
 * out of memory), and is freed otherwise. False when out of memory. */
bool lab_game_play(const struct lab_game *game, struct lab_result *result,
                   struct mst_match **match);

#endif
