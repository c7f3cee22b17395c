/* Legal moves: generating them from the clauses of the move kinds, checking a move, and parsing and
 * printing texts of moves. See also moves.c, pieces.c, move_read.c and movetext.c.
 *
 * L1 The moves of a position come in a fixed order and without duplicates: kinds as declared,
 * numbers and zones ascending, steps by direction, pieces of a place from the top. Two directions
 * of a choose_step that lead to one zone, as on a graph, list a move twice.
 * L2 A move is legal for core_move_check and core_move_read if and only if core_legal lists it.
 * Exceptions: unlisted kinds, and the outcomes of sampled chance, which are not listed.
 * L3 A move code is meaningful only in the position that it was made for.
 * L4 Fused code and walking through the clauses give the same list. */
#ifndef MUSTER_CORE_LEGAL_H
#define MUSTER_CORE_LEGAL_H

#include "core/play.h"

enum { CORE_KIND_SHIFT = 56 };

static inline int core_move_kind(mst_move move) {
    return (int)(move >> CORE_KIND_SHIFT);
}
static inline int64_t core_move_param(const struct core_param *param, mst_move move) {
    return (int64_t)(move >> param->shift & param->mask) + param->min;
}
/* `move` with this value of parameter `param`, whose bits are still 0. */
static inline mst_move core_move_with(const struct core_kind *kind, int param, int64_t value,
                                      mst_move move) {
    const struct core_param *p = &kind->params[param];
    return move | (uint64_t)(value - p->min) << p->shift;
}
/* Write the parameter values of `move` to values[]. Returns their number. */
int core_move_values(const struct core_rules *rules, mst_move move, int64_t *values);

/* Moves in compressed form: the moves base + unit * i for each bit i of `bits`; a single move has
 * unit 0 and bits 1. Generation produces runs; they are expanded only where each move is needed. */
struct core_run {
    mst_move base;
    uint64_t unit, bits; /* never 0 */
    int64_t moves;       /* number of bits */
};
struct core_runs {
    struct core_run *runs;
    int count, capacity;
    int64_t moves; /* over all runs */
};
void core_runs_clear(struct core_runs *runs);

/* The destination of generated moves. */
struct core_gather {
    struct core_play *play;
    const struct core_kind *kind;
    struct core_runs *runs;      /* NULL: only count */
    struct core_run *next, *end; /* free room; none if moves are only counted */
    int64_t count, limit;        /* stop when so many are counted */
    bool eager;                  /* skip reluctant kinds */
};

/* A gather that puts moves into `runs` (NULL: only counts them, up to `limit`; 0: all). */
static inline struct core_gather core_gather_open(struct core_play *play, struct core_runs *runs,
                                                  int64_t limit) {
    struct core_gather g = {.play = play, .runs = runs, .limit = limit ? limit : INT64_MAX};
    if (runs && runs->runs) {
        g.next = runs->runs;
        g.end = runs->runs + runs->capacity;
    }
    return g;
}
/* Make room for a run, whose moves are already counted, and add it. */
CORE_APART bool core_gather_more(struct core_gather *g, mst_move base, uint64_t unit,
                                 uint64_t bits);
/* Add the moves base + unit * i for the bits i. False to stop. */
static inline __attribute__((always_inline)) bool core_gather_run(struct core_gather *g,
                                                                  mst_move base, uint64_t unit,
                                                                  uint64_t bits) {
    if (!bits)
        return true;
    int64_t moves = core_bits(bits);
    struct core_run *run = g->next;
    g->count += moves;
    if (run == g->end)
        return g->runs ? core_gather_more(g, base, unit, bits) : g->count < g->limit;
    run->base = base;
    run->unit = unit;
    run->bits = bits;
    run->moves = moves;
    g->next = run + 1;
    return true;
}
/* Called by code: walk the clauses of a kind. */
CORE_APART void core_gather_kind(struct core_gather *g, int kind);

/* The reason why a move is illegal. Borrowed from the rules, or from the host until it is asked
 * again. */
struct core_refusal {
    const struct core_kind *kind;
    const struct core_reason *reason; /* NULL: the text cannot be parsed as such a move */
    int passed;                       /* questions that were passed before the refusal */
    int64_t values[CORE_MOST_PARAMS]; /* parameters of the kind; MST_NONE if not yet known */
};

/* The text of a parameter. */
struct core_raw {
    const char *text;
    size_t length;
};

/* The pending decision, or -1. */
static inline int core_decision_now(const struct core_position *pos) {
    int depth = core_get(pos, CORE_SLOT_DEPTH);
    return depth ? core_get(pos, CORE_SLOT_FRAMES + (depth - 1) * CORE_FRAME_SLOTS) - 1 : -1;
}

/* Is the pending decision a chance decision whose outcomes are too many to list? */
bool core_sampled_now(const struct core_play *play);
/* Draw an outcome of the pending sampled chance decision, uniformly. */
mst_move core_sample_draw(const struct core_play *play, struct mst_rng *rng);
/* The outcome of 128 bits of the pending sampled chance decision, as a move to be played next. */
mst_move core_sample_wide(struct core_play *play, const unsigned char outcome[MST_KEY_SIZE]);
/* Make it the outcome to be played next. Returns the number that rules get for it. */
int64_t core_sample_note(struct core_play *play, const unsigned char outcome[MST_KEY_SIZE]);

/* Has the kind a legal move now? False on failure, too. */
bool core_legal_any_of_kind(struct core_play *play, int kind);

/* List the legal moves. False on failure (play->failed). */
bool core_legal(struct core_play *play, struct mst_moves *moves);
/* The same as runs, in the same order; with `eager`, without reluctant kinds. */
bool core_legal_runs(struct core_play *play, struct core_runs *runs, bool eager);
/* Count the legal moves, up to `limit` (0: all). -1 on failure. */
int64_t core_legal_count(struct core_play *play, int64_t limit);
/* Count the moves of one kind. If there are none, `refusal` is the reason. */
int64_t core_legal_of_kind(struct core_play *play, int kind, struct core_refusal *refusal);

/* Is `move` legal? If not, `refusal` is the reason, unless play->failed. */
bool core_move_check(struct core_play *play, mst_move move, struct core_refusal *refusal);
/* Parse a text as a legal move. False with a refusal (of the kind that came farthest) if there is
 * none. */
bool core_move_read(struct core_play *play, const char *text, mst_move *move,
                    struct core_refusal *refusal);
/* Is the text written like moves of the kind? Then `raw` are those of its parameters. */
bool core_move_split(const struct core_play *play, const struct core_kind *kind, const char *text,
                     struct core_raw *raw);
/* Let the function of the kind say whether these are a legal move; if not, `refusal` is why. */
bool core_move_ask(struct core_play *play, const struct core_kind *kind, const struct core_raw *raw,
                   struct core_refusal *refusal);
/* Print a move of this position. */
void core_move_print(struct core_play *play, mst_move move, struct mst_buf *buf);

/* core_move_print_marked prints a move so that its pieces can be identified later.
 * core_move_print_for prints, in a later position, what a seat (MST_NONE: an onlooker) may read of
 * that: it hides the faces of pieces that the seat cannot tell from others (core_secret_named). */
void core_move_print_marked(struct core_play *play, mst_move move, struct mst_buf *buf);
void core_move_print_for(const struct core_play *play, const char *marked, int viewer,
                         struct mst_buf *buf);

/* Set the kind's variables (of decision, lets and parameters) to their values for `move`. */
void core_move_bind(struct core_play *play, mst_move move);

/* List the pieces in `place` in the container's order, each different piece once, or with `all`
 * every piece. Returns their number. */
int core_pieces_in(struct core_play *play, int place, bool all, int16_t *pieces);
/* A subset of the pieces of a place is a bit mask of its first CORE_MOST_SUBSET pieces. */
enum { CORE_MOST_SUBSET = 16 };
/* Is `mask` canonical? Of identical pieces such a mask takes the first ones. */
bool core_subset_canonical(const struct core_play *play, const int16_t *pieces, int count,
                           int64_t mask);
/* Parse `raw` as a value, among the pieces of `place`. Returns an out-of-bounds value if it is
 * invalid. */
int64_t core_param_read(struct core_play *play, const struct core_param *param, int place,
                        const struct core_raw *raw);
/* Print a piece in the notation of its type. */
void core_piece_print(const struct core_play *play, int piece, struct mst_buf *buf);
/* The same as `viewer` (a seat, or MST_NONE for an onlooker) may read it. */
void core_piece_print_for(const struct core_play *play, int piece, int viewer, struct mst_buf *buf);
/* The length of the piece notation at the start of `text`, or 0. */
size_t core_piece_span(const struct core_rules *rules, const char *text);
/* The same of a number; with `negative`, it may have a minus sign. */
size_t core_number_span(const char *text, bool negative);

#endif
