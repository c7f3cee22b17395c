/* Benchmark peer: breakthrough on bitboards, with a move list: playouts draw from it, and perft
 * counts its last ply by the length of a list that it really writes. See peer.h. */
#include "peer.h"

#include <stdbool.h>

/* Bit 8 * row + column. The side to move always moves up, towards higher rows: the board is turned
 * upside down at each turn. A smaller board is the lowest rows and columns of the word. */
struct board {
    uint64_t own, enemy;
};

/* Tables that depend on the size of the board alone. */
struct shape {
    uint64_t cells; /* every cell of the board */
    uint64_t last;  /* the row to reach */
    int spare;      /* bits above the board, dropped when it is turned */
};

/* Targets of the side to move by direction. */
struct targets {
    uint64_t left, ahead, right;
};

struct move {
    uint8_t from, to;
};

static bool set_up(struct shape *s, struct board *b, int size) {
    if (size != 8 && size != 6) {
        return false;
    }
    uint64_t row = (UINT64_C(1) << size) - 1;
    s->cells = 0;
    for (int i = 0; i < size; i++) {
        s->cells |= row << (8 * i);
    }
    s->last = row << (8 * (size - 1));
    s->spare = 8 * (8 - size);
    b->own = row | row << 8;
    b->enemy = s->last | s->last >> 8;
    return true;
}

/* `own` never holds a pawn on the last row, so nothing is shifted past the top. */
static inline struct targets find_targets(const struct shape *s, struct board b) {
    const uint64_t not_column_0 = 0xfefefefefefefefeu, not_column_7 = 0x7f7f7f7f7f7f7f7fu;
    uint64_t open = s->cells & ~b.own;
    return (struct targets){.left = b.own << 7 & not_column_7 & open,
                            .ahead = b.own << 8 & open & ~b.enemy,
                            .right = b.own << 9 & not_column_0 & open};
}

/* Append a move to each of `to`, `step` bits above where it came from. */
static inline struct move *append(struct move *end, uint64_t to, int step) {
    for (; to != 0; to &= to - 1) {
        int bit = __builtin_ctzll(to);
        *end++ = (struct move){(uint8_t)(bit - step), (uint8_t)bit};
    }
    return end;
}

/* Write every move of the side to move; gives their number. */
static inline int list_moves(const struct shape *s, struct board b, struct move *list) {
    struct targets t = find_targets(s, b);
    struct move *end = append(list, t.left, 7);
    end = append(end, t.ahead, 8);
    end = append(end, t.right, 9);
    return (int)(end - list);
}

static inline uint64_t turned(const struct shape *s, uint64_t bits) {
    return __builtin_bswap64(bits) >> s->spare;
}

/* Make a move and pass the turn; gives whether it has won. */
static inline bool make(const struct shape *s, struct board *b, struct move m) {
    uint64_t to = UINT64_C(1) << m.to;
    uint64_t own = (b->own ^ UINT64_C(1) << m.from) | to;
    uint64_t enemy = b->enemy & ~to;
    b->own = turned(s, enemy);
    b->enemy = turned(s, own);
    return (to & s->last) != 0 || enemy == 0;
}

static uint64_t play_out(const struct shape *s, struct board b, uint64_t *rng) {
    struct move list[PEER_MAX_MOVES];
    struct move m;
    uint64_t plies = 0;
    do {
        int n = list_moves(s, b, list);
        m = list[peer_below(rng, (uint32_t)n)];
        plies++;
    } while (!make(s, &b, m));
    return plies;
}

/* Keeps the compiler from leaving out the writing of a list whose length alone is used. */
static inline void keep(const struct move *list) {
    __asm__ volatile("" : : "r"(list) : "memory");
}

static uint64_t leaves(const struct shape *s, struct board b, int depth) {
    struct move list[PEER_MAX_MOVES];
    uint64_t sum = 0;
    int n = list_moves(s, b, list);
    keep(list);
    if (depth == 1) {
        return (uint64_t)n;
    }
    for (int i = 0; i < n; i++) {
        struct board next = b;
        if (!make(s, &next, list[i])) {
            sum += leaves(s, next, depth - 1);
        }
    }
    return sum;
}

struct peer_result peer_bits_playouts(int size, double seconds, uint64_t seed) {
    struct peer_result r = {0};
    struct shape s;
    struct board start;
    if (!set_up(&s, &start, size)) {
        return r;
    }
    double began = peer_now();
    do {
        for (int i = 0; i < PEER_BATCH; i++) {
            r.plies += play_out(&s, start, &seed);
        }
        r.playouts += PEER_BATCH;
        r.seconds = peer_now() - began;
    } while (r.seconds < seconds);
    return r;
}

struct peer_result peer_bits_perft(int size, int depth) {
    struct peer_result r = {0};
    struct shape s;
    struct board start;
    if (depth < 0 || !set_up(&s, &start, size)) {
        return r;
    }
    double began = peer_now();
    r.nodes = depth == 0 ? 1 : leaves(&s, start, depth);
    r.seconds = peer_now() - began;
    return r;
}
