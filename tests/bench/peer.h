/* Benchmark peers: the same game, breakthrough, written by hand in three styles, to show what the
 * engine's numbers would be without an engine. None of them shares code with it.
 *
 * The game: two rows of pawns each; a pawn steps one row forward, straight onto an empty cell or
 * diagonally onto an empty or enemy one. Reaching the last row wins, as does taking the last enemy
 * pawn; there is always a move. Sizes are 8 (8x8) and 6 (6x6); any other size gives an all-zero
 * result. The peers are single-threaded and keep no state between calls. */
#ifndef PEER_H
#define PEER_H

#include <stdint.h>

/* The work of one call: rates are playouts / seconds, plies / seconds and nodes / seconds. */
struct peer_result {
    uint64_t playouts; /* games played to the end; 0 after a perft */
    uint64_t plies;    /* moves made in those games; 0 after a perft */
    uint64_t nodes;    /* leaves of a perft; 0 after playouts */
    double seconds;    /* processor time the work took */
};

/* Most moves a side can have: 16 pawns, 3 steps each. */
enum { PEER_MAX_MOVES = 48 };

/* Games played between two looks at the clock; the least any playouts call plays. */
enum { PEER_BATCH = 64 };

/* ---- the peers ------------------------------------------------------------------------------- */

/* Uniformly random games from the start until `seconds` of processor time have gone by, at least
 * PEER_BATCH. Every ply builds the whole move list and draws from it; the same `seed` plays the
 * same games. */
struct peer_result peer_array_playouts(int size, double seconds, uint64_t seed);
struct peer_result peer_bits_playouts(int size, double seconds, uint64_t seed);
struct peer_result peer_lua_playouts(int size, double seconds, uint64_t seed);

/* Count the leaves `depth` plies below the start (depth 0: one); a won game has no moves. The last
 * ply is counted without making its moves. */
struct peer_result peer_array_perft(int size, int depth);
struct peer_result peer_bits_perft(int size, int depth);
struct peer_result peer_lua_perft(int size, int depth);

/* Name the file the Lua peer loads; the string must outlive the calls. Until then it is
 * PEER_LUA_FILE, by default "tests/bench/peer_plain.lua". Should the file fail to load or run, the
 * Lua calls say so on stderr and give an all-zero result. */
void peer_lua_path(const char *path);

/* Compare the perft of both C peers with the known counts, depths 1 to 5 on both boards: 0 when all
 * are right, else the number that are wrong, each named on stderr. */
int peer_self_check(void);

/* ---- shared by the peers --------------------------------------------------------------------- */

/* Processor time of this thread, in seconds: what others do on the machine does not count. */
double peer_now(void);

/* Next number of splitmix64. */
static inline uint64_t peer_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Draw from 0 to n - 1 by multiply-shift; n must not be 0. */
static inline uint32_t peer_below(uint64_t *state, uint32_t n) {
    return (uint32_t)(((peer_random(state) >> 32) * n) >> 32);
}

#endif
