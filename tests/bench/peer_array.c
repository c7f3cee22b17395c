/* Benchmark peer: breakthrough on an array of cells, with a fresh move list each ply. Also the
 * clock and the self check of the C peers. See peer.h. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "peer.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* A cell is a set of the sides that may not step on it; a pawn's cell names its own side. */
enum { EMPTY = 0, FIRST = 1, SECOND = 2, WALL = 3 };

/* Rows of `size` cells, each followed by one wall; cell 0 is a wall, too, so that a diagonal step
 * off either edge lands on a wall. */
enum { MAX_CELLS = 1 + 8 * 9 };

struct board {
    int size;
    int stride;
    int side;
    int pawns[3]; /* by side */
    uint8_t cell[MAX_CELLS];
};

struct move {
    uint8_t from, to;
};

static void set_up(struct board *b, int size) {
    memset(b, 0, sizeof *b);
    b->size = size;
    b->stride = size + 1;
    b->side = FIRST;
    b->pawns[FIRST] = b->pawns[SECOND] = 2 * size;
    memset(b->cell, WALL, sizeof b->cell);
    for (int row = 0; row < size; row++) {
        int owner = row < 2 ? FIRST : row >= size - 2 ? SECOND : EMPTY;
        memset(b->cell + 1 + row * b->stride, owner, (size_t)size);
    }
}

/* Write every move of the side to move; gives their number. Each candidate is written and then
 * kept or not, which spares the branches. The last row is left out: a pawn there has won. */
static int list_moves(const struct board *b, struct move *list) {
    const uint8_t *cell = b->cell;
    int side = b->side, n = 0;
    int step = side == FIRST ? b->stride : -b->stride;
    int start = side == FIRST ? 1 : 1 + b->stride;
    int end = start + (b->size - 1) * b->stride;
    for (int from = start; from < end; from++) {
        if (cell[from] != side) {
            continue;
        }
        int to = from + step;
        list[n] = (struct move){(uint8_t)from, (uint8_t)(to - 1)};
        n += !(cell[to - 1] & side);
        list[n] = (struct move){(uint8_t)from, (uint8_t)to};
        n += cell[to] == EMPTY;
        list[n] = (struct move){(uint8_t)from, (uint8_t)(to + 1)};
        n += !(cell[to + 1] & side);
    }
    return n;
}

/* Make a move and pass the turn; gives what stood on the target. */
static uint8_t make(struct board *b, struct move m) {
    uint8_t taken = b->cell[m.to];
    b->cell[m.to] = b->cell[m.from];
    b->cell[m.from] = EMPTY;
    b->pawns[taken]--; /* the count of EMPTY means nothing */
    b->side ^= WALL;
    return taken;
}

static void unmake(struct board *b, struct move m, uint8_t taken) {
    b->side ^= WALL;
    b->pawns[taken]++;
    b->cell[m.from] = b->cell[m.to];
    b->cell[m.to] = taken;
}

/* Whether the move just made, to `to`, has won. */
static bool won(const struct board *b, int to) {
    bool last = b->side == SECOND ? to > (b->size - 1) * b->stride : to < b->stride;
    return last || b->pawns[b->side] == 0;
}

static uint64_t play_out(struct board *b, uint64_t *rng) {
    struct move list[PEER_MAX_MOVES + 1];
    struct move m;
    uint64_t plies = 0;
    do {
        int n = list_moves(b, list);
        m = list[peer_below(rng, (uint32_t)n)];
        make(b, m);
        plies++;
    } while (!won(b, m.to));
    return plies;
}

static uint64_t leaves(struct board *b, int depth) {
    struct move list[PEER_MAX_MOVES + 1];
    uint64_t sum = 0;
    int n = list_moves(b, list);
    if (depth == 1) {
        return (uint64_t)n;
    }
    for (int i = 0; i < n; i++) {
        uint8_t taken = make(b, list[i]);
        if (!won(b, list[i].to)) {
            sum += leaves(b, depth - 1);
        }
        unmake(b, list[i], taken);
    }
    return sum;
}

struct peer_result peer_array_playouts(int size, double seconds, uint64_t seed) {
    struct peer_result r = {0};
    struct board start, b;
    if (size != 8 && size != 6) {
        return r;
    }
    set_up(&start, size);
    double began = peer_now();
    do {
        for (int i = 0; i < PEER_BATCH; i++) {
            b = start;
            r.plies += play_out(&b, &seed);
        }
        r.playouts += PEER_BATCH;
        r.seconds = peer_now() - began;
    } while (r.seconds < seconds);
    return r;
}

struct peer_result peer_array_perft(int size, int depth) {
    struct peer_result r = {0};
    struct board b;
    if ((size != 8 && size != 6) || depth < 0) {
        return r;
    }
    set_up(&b, size);
    double began = peer_now();
    r.nodes = depth == 0 ? 1 : leaves(&b, depth);
    r.seconds = peer_now() - began;
    return r;
}

/* ---- shared by the peers --------------------------------------------------------------------- */

double peer_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int check_one(const char *peer, int size, int depth, uint64_t got, uint64_t want) {
    if (got == want) {
        return 0;
    }
    fprintf(stderr, "%s: perft %dx%d depth %d gives %llu, not %llu\n", peer, size, size, depth,
            (unsigned long long)got, (unsigned long long)want);
    return 1;
}

int peer_self_check(void) {
    static const uint64_t want[2][5] = {{22, 484, 11132, 256036, 6182818},
                                        {16, 256, 4308, 71478, 1248290}};
    int wrong = 0;
    for (int board = 0; board < 2; board++) {
        int size = board == 0 ? 8 : 6;
        for (int depth = 1; depth <= 5; depth++) {
            uint64_t right = want[board][depth - 1];
            wrong += check_one("array", size, depth, peer_array_perft(size, depth).nodes, right);
            wrong += check_one("bits", size, depth, peer_bits_perft(size, depth).nodes, right);
        }
    }
    return wrong;
}
