/* The lines of a file of games: a head, which says what was played, and one line a game.
 *
 * R1 All of it is determined by the head: no clock, no number of processes, no path of this machine
 * but that of the ruleset. */
#ifndef MUSTER_LAB_RECORD_H
#define MUSTER_LAB_RECORD_H

#include <stdio.h>

#include "lab/game.h"

enum { LAB_RECORD_VERSION = 1 };

/* The games of a run. */
struct lab_record {
    const struct mst_ruleset *ruleset;
    const struct lab_seating *seating;
    int64_t seed, games; /* of all shards together */
    int plies;
    int shard, shards; /* from 1; shards 1: all games are in one file */
};

/* Append the head, without the end of the line. */
void lab_record_head(const struct lab_record *record, struct mst_buf *out);
/* Append the line of a game, without its end. */
void lab_record_game(int64_t number, uint64_t seed, const struct lab_result *result, int seats,
                     struct mst_buf *out);
/* Write a line: to the file, or to standard output if it is NULL. False if it cannot be written. */
bool lab_record_write(FILE *file, const char *line);
/* The first game of a shard, from 1, and how many it has. */
int64_t lab_record_first(int64_t games, int shard, int shards);
int64_t lab_record_count(int64_t games, int shard, int shards);

#endif
