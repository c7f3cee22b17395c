/* Running compiled rules on a position: the evaluation context, expressions, and effects. Values
 * are integers and sets of zones; `none` (-1) is no zone, no piece, no seat.
 *
 * X1 Reading is total: a fact of `none` is 0, a place, owner or neighbour of `none` is `none`.
 * X2 Evaluating an expression never writes. X3 Effects write only through the position and fail as
 * a whole: the caller rewinds. X4 Work is bounded: loops count against play->work. */
#ifndef MUSTER_PLAY_PLAY_H
#define MUSTER_PLAY_PLAY_H

#include "play/code.h"
#include "play/rules.h"

/* ---- evaluating ------------------------------------------------------------------------------ */

/* What happened, in order, for who wants to tell it. */
struct mst_happening {
    int event;
    int64_t args[MST_MOST_PARAMS];
};

/* The value of a name without parameters, as long as nothing is written: it is computed once, where
 * that takes a loop, however many rules ask. The work is counted each time. */
struct mst_shared {
    uint64_t version; /* of the position */
    int64_t value, work;
    int32_t to_move;
    bool told; /* a secret was read for it: that is noted each time; while it is made, of before */
};

struct mst_runs;

enum { MST_MOST_LEVELS = 20 };

/* One evaluation context: a position under rules. Not shared between threads. */
struct mst_play {
    const struct mst_rules *rules;
    struct mst_position *pos;
    const struct mst_code *code;      /* of the rules */
    int words;                        /* of a set */
    int64_t *vars;                    /* registers of the rule that runs; its sets lie below 0 */
    int64_t *levels[MST_MOST_LEVELS]; /* a rule that another calls has its own; made at first use */
    int64_t *windows[MST_MOST_LEVELS]; /* registers of the code that runs in it */
    int64_t *end;                      /* of the registers of the level */
    int level;
    int calls, called;          /* of routines that run; of those that a failure has told */
    struct mst_shared *shared;  /* owned, rules->shared_count of them */
    struct mst_piece_key *keys; /* owned, one a piece, or NULL: what keys are made of */
    int64_t work;               /* what may still be done */
    bool failed;
    struct mst_error error;    /* set where failed is */
    struct mst_happening *log; /* NULL: nobody listens to what happened */
    int log_count, log_capacity;
    bool logging;
    bool looking; /* moves are being listed or checked: nothing may be written */
    bool walking; /* moves are listed by their clauses also where there is fused code */
    struct mst_gather *gather; /* where moves go that fused code lists; legal.h */
    struct mst_runs *runs;     /* scratch of mst_legal; owned, legal.h */
    int depth;                 /* of events that raise events */
};

enum { MST_PLAY_WORK = 4000000 };

/* Give a rule that is called from within another one variables and sets of its own, up to the
 * matching mst_play_leave. False on failure. */
bool mst_play_enter(struct mst_play *play);
void mst_play_leave(struct mst_play *play);

bool mst_play_init(struct mst_play *play, const struct mst_rules *rules, struct mst_position *pos);
/* Give back the memory that inner texts used; it is made again when it is needed. */
void mst_play_rest(struct mst_play *play);
void mst_play_clear(struct mst_play *play);
/* Note a failure (the first one counts). Always false. */
bool mst_play_fail(struct mst_play *play, enum mst_status status, const char *at,
                   const char *format, ...) MST_PRINTF(4, 5);
/* A failure without a place was in the declaration `name` at `at`. */
void mst_play_blame(struct mst_play *play, const char *at, const char *name);

/* A small number a seat, and for nobody, packed into one. */
static inline int64_t mst_by_seat(int64_t packed, int seat) {
    return (int8_t)((uint64_t)packed >> 8 * (seat + 1));
}

/* Run code up to its return. On failure 0, and play->failed; the failure is placed where it is
 * known which line of a source the code comes from. */
int64_t mst_run_code(struct mst_play *play, const struct mst_code *code);
/* The instruction failed: say where, unless that is known. */
MST_APART void mst_place_failure(struct mst_play *play, const struct mst_code *at);
/* One instruction of sets that are larger than a word. */
MST_APART void mst_run_large(struct mst_play *play, const struct mst_code *code);

void mst_eval_large_set(struct mst_play *play, int start, uint64_t *out);

/* Value of the expression whose code begins at `start`. On failure 0, and play->failed. */
static inline int64_t mst_eval(struct mst_play *play, int start) {
    const struct mst_code *code = play->code + start;
    switch (code->op) { /* the shortest rules without a call */
    case MST_CODE_RETURN: return play->vars[code->a];
    case MST_CODE_RETURN_K: return code->w;
    case MST_CODE_RETURN_SLOT: return mst_get(play->pos, code->k);
    case MST_CODE_RETURN_BY_SEAT: return mst_by_seat(code->w, mst_get(play->pos, MST_SLOT_TO_MOVE));
    case MST_CODE_RETURN_TOPS_MINE:
        return (int64_t)((const uint64_t *)(const void *)
                             play->pos->slots)[code->k + mst_get(play->pos, MST_SLOT_TO_MOVE) + 1];
    default: return mst_run_code(play, code);
    }
}
/* Count one unit of work; false when none is left. */
MST_APART bool mst_spend(struct mst_play *play);
/* A register as a word of a set. */
static inline uint64_t *mst_play_register(const struct mst_play *play, int index) {
    return (uint64_t *)(void *)(play->vars + index);
}
static inline uint64_t *mst_play_set(const struct mst_play *play, int index) {
    return mst_play_register(play, mst_set_register(index, play->words));
}
/* Value of a rule that is a set into out[0 .. words-1]; on failure the empty set. */
static inline void mst_eval_set(struct mst_play *play, int start, uint64_t *out) {
    if (play->words == 1)
        *out = (uint64_t)mst_eval(play, start);
    else
        mst_eval_large_set(play, start, out);
}

/* Run effects (-1: none). False on failure. */
static inline bool mst_run(struct mst_play *play, int start) {
    return (start < 0 || mst_eval(play, start)) && !play->failed;
}
/* Bits of a word, and its lowest. Without an instruction for it the compiler would call a function
 * to count. */
static inline int mst_bits(uint64_t w) {
#ifdef __POPCNT__
    return __builtin_popcountll(w);
#else
    w -= w >> 1 & 0x5555555555555555ULL;
    w = (w & 0x3333333333333333ULL) + (w >> 2 & 0x3333333333333333ULL);
    w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)(w * 0x0101010101010101ULL >> 56);
#endif
}
static inline int mst_lowest(uint64_t w) {
    return __builtin_ctzll(w);
}
/* Run an action with the parameters as variables 0.. (effects) or arguments (Lua). */
bool mst_act(struct mst_play *play, const struct mst_action *action, const int64_t *args,
             int count);
/* Tell the listeners of `event`, and the log. */
MST_APART bool mst_emit(struct mst_play *play, int event, const int64_t *args, int count);

/* Effects as calls, for the host: each checks its arguments and fails with a sentence. */
MST_APART bool mst_do_put(struct mst_play *play, int64_t piece, int64_t place);
/* The top piece of zone `from` goes to zone `to`; what lay on top there goes to `taken`, owned by
 * nobody. */
MST_APART bool mst_do_carry(struct mst_play *play, int64_t from, int64_t to, int64_t taken);
MST_APART bool mst_do_insert(struct mst_play *play, int64_t piece, int64_t place, int64_t level);
MST_APART bool mst_do_owner(struct mst_play *play, int64_t piece, int64_t seat);
MST_APART bool mst_do_field(struct mst_play *play, int field, int64_t entity, int64_t value);
MST_APART bool mst_do_over(struct mst_play *play, int64_t winners, int ending);
/* Order the pieces of `place` by the number `n` (state/secret.h). */
MST_APART bool mst_do_shuffle(struct mst_play *play, int64_t place, int64_t n);
MST_APART bool mst_do_go(struct mst_play *play, int decision);
MST_APART bool mst_do_push(struct mst_play *play, int decision, const int64_t *args, int count);
MST_APART bool mst_do_pop(struct mst_play *play);
/* Number `index` of the frame on top; or 1 more than the number of its decision. */
enum { MST_ARG_DECISION = 1000 };
int64_t mst_frame_arg(const struct mst_play *play, int64_t index);

/* Zones reachable from `start` (a set) within `within`, start zones outside it left out. */
void mst_flood(const struct mst_board *board, const uint64_t *start, const uint64_t *within,
               uint64_t *out);
/* Zones next to any zone of `from`. */
void mst_near(const struct mst_board *board, const uint64_t *from, uint64_t *out);
/* The same of one word: near, flood, and one step where a direction is no shift of numbers. */
MST_APART uint64_t mst_near_word(const struct mst_board *board, uint64_t from);
MST_APART uint64_t mst_flood_word(const struct mst_board *board, uint64_t start, uint64_t within);
uint64_t mst_shifted_word(const struct mst_board *board, uint64_t from, int direction);
static inline uint64_t mst_all_word(const struct mst_board *board) {
    return board->zones == 64 ? ~0ULL : (1ULL << board->zones) - 1;
}
/* Zones one step in `direction` from a zone of `from`. */
void mst_shift(const struct mst_board *board, const uint64_t *from, int direction, uint64_t *out);
/* The same for a set of one word in a direction that is one shift of zone numbers. */
static inline uint64_t mst_shift_word(const struct mst_board *board, uint64_t from, int direction) {
    uint64_t source = from & board->source[direction]; /* so that a rotation is a shift */
    unsigned shift = (unsigned)board->shift[direction];
    return source << (shift & 63) | source >> (-shift & 63);
}

#endif
