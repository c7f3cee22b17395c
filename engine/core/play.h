/* Running compiled rules on a position: the evaluation context, expressions and effects. Values are
 * integers and sets of zones; MST_NONE (-1) stands for no zone, no piece, no seat.
 *
 * X1 Reading is total: a number of MST_NONE is 0; a place, owner or neighbor of MST_NONE is
 * MST_NONE.
 * X2 Evaluating an expression never writes.
 * X3 Effects write only through the position and fail as a whole: the caller rewinds.
 * X4 Work is bounded: code, loops and operations on sets charge the budget of the request, which
 * all plays of the rules share.
 * X5 Code says only that it cannot go on, and Lua says why: what fails as code is repeated as Lua. So
 * an error has Lua's words and line, and code may fail where it cannot tell what Lua would do. */
#ifndef MUSTER_CORE_PLAY_H
#define MUSTER_CORE_PLAY_H

#include <assert.h>

#include "core/seed.h"
#include "core/code.h"
#include "core/rules.h"

/* ---- evaluating ------------------------------------------------------------------------------ */

/* A log of events, in order, for reports. */
struct mst_happening {
    int event;
    int64_t args[MST_MOST_PARAMS];
    size_t texts; /* for the match: the offset of the texts of its pieces */
};

/* The cached value of a shared expression, valid until the position changes. It is computed at most
 * once if it takes a loop. Its work is counted each time. */
struct mst_shared {
    uint64_t version; /* version of the position */
    int64_t value, work;
    int32_t to_move;
    bool told; /* it read a secret, which is recorded at each use; while computing: the flag from
                * before */
};

struct mst_runs;
struct mst_level;
struct mst_bag_list;

enum { MST_MOST_LEVELS = 20 };

/* An evaluation context: a position under rules. Used by one thread only. */
/* An attempt to do a part of a request with compiled rules. If it fails, and the caller has undone
 * its writes, it is repeated as Lua, with the same budget (X5). */
struct mst_attempt {
    int64_t left; /* of the budget, before it */
    int log_count;
    bool informed; /* was a secret read before it? */
};

struct mst_play {
    const struct mst_rules *rules;
    struct mst_position *pos;
    const struct mst_code *code; /* borrowed from the rules */
    int words;                   /* words of a set */
    int64_t *vars;               /* registers of the running rule; its sets lie below 0 */
    struct mst_level *level;   /* owned, with those outside and inside: registers of nested rules */
    int64_t *end;              /* end of the level's registers */
    int calls, called;         /* depth of running routines; depth of those that a failure has
                                * reported */
    struct mst_shared *shared; /* owned: rules->shared_count entries */
    struct mst_piece_key *keys; /* owned: one for each piece, or NULL; caches the contributions to
                                 * keys */
    struct mst_bag_list *bag_lists; /* owned, or NULL: the bags that were listed last; pieces.c */
    struct mst_budget *budget;      /* of the rules */
    uint64_t serial;                /* the step of the budget that the journal may grow for */
    bool failed;
    struct mst_error *error;   /* set if failed; all plays of the rules share it */
    struct mst_happening *log; /* NULL: events are not logged */
    int log_count, log_capacity;
    bool logging;
    bool looking;                /* moves are being listed or checked: writing is not allowed */
    bool walking;                /* list moves by their clauses, even if there is fused code */
    bool as_lua;                 /* run every rule as its Lua function, as if there were no code */
    struct mst_attempt moving;   /* of mst_play_move, which leaves its registers to the move, ... */
    struct mst_mark moving_from; /* ... and where it began */
    struct mst_gather *gather;   /* destination of moves that fused code lists; legal.h */
    struct mst_runs *runs;       /* scratch memory of mst_legal; owned */
    int depth;                   /* nesting of events that raise events */
    bool wide; /* the sampled outcome that was read or drawn last, and is not yet played, has 128
                * bits: `outcome` */
    unsigned char outcome[MST_KEY_SIZE];
};

/* Give a nested rule its own variables and sets, until the matching mst_play_leave. False on
 * failure. */
bool mst_play_enter(struct mst_play *play);
void mst_play_leave(struct mst_play *play);

bool mst_play_init(struct mst_play *play, const struct mst_rules *rules, struct mst_position *pos);
/* Free the memory of nested rules. It is allocated again on demand. */
void mst_play_rest(struct mst_play *play);
void mst_play_clear(struct mst_play *play);
/* Record a failure; the first one wins. Always returns false. */
bool mst_play_fail(struct mst_play *play, enum mst_status status, const char *at,
                   const char *format, ...) MST_PRINTF(4, 5);
/* Fail because the position could not be written: out of memory, or the journal is full. */
MST_APART bool mst_play_unwritten(struct mst_play *play);
/* The play has not failed. */
static inline struct mst_attempt mst_attempt_begin(const struct mst_play *play) {
    assert(!play->failed);
    return (struct mst_attempt){.left = mst_budget_left(play->budget),
                                .log_count = play->log_count,
                                .informed = play->pos->informed};
}
/* The play failed in the attempt. Did it fail as code? Then the failure is cleared, and all rules
 * run as Lua until mst_attempt_end. */
MST_APART bool mst_attempt_again(struct mst_play *play, const struct mst_attempt *attempt);
static inline void mst_attempt_end(struct mst_play *play) {
    play->as_lua = false;
}
/* If the failure has no place, locate it in the declaration `name` at `at`. */
void mst_play_blame(struct mst_play *play, const char *at, const char *name);

/* Extract the small number for a seat (or MST_NONE) from a packed value. */
static inline int64_t mst_by_seat(int64_t packed, int seat) {
    return (int8_t)((uint64_t)packed >> 8 * (seat + 1));
}

/* The native code of a rule: as mst_run_code. */
typedef int64_t mst_native_code(struct mst_play *play);

/* Run code to its return. On failure returns 0 and sets play->failed; the failure is located if the
 * source line of the code is known. */
int64_t mst_run_code(struct mst_play *play, const struct mst_code *code);
/* Locate a failure of instruction `code`, unless it is located already; if it called a routine, say
 * so. */
MST_APART void mst_place_failure(struct mst_play *play, int code, bool called);
/* Run an instruction on sets larger than a word. */
MST_APART void mst_run_large(struct mst_play *play, const struct mst_code *code);

void mst_eval_large_set(struct mst_play *play, int start, uint64_t *out);

/* Evaluate the expression whose code starts at `start`. On failure returns 0 and sets
 * play->failed. */
static inline int64_t mst_eval(struct mst_play *play, int start) {
    const struct mst_code *code = play->code + start;
    if (code->op > MST_CODE_RETURN_SLOT)
        return mst_run_code(play, code);
    if (code->op == MST_CODE_NATIVE)
        return ((mst_native_code *)(intptr_t)code->w)(play);
    if (code->op == MST_CODE_RETURN_SLOT) /* the shortest rules, without a call */
        return mst_get(play->pos, code->k);
    if (code->op == MST_CODE_RETURN_K)
        return code->w;
    return mst_run_code(play, code);
}
/* Charge units of work. False on failure: the budget is used up, or the request was stopped. */
MST_APART bool mst_spent(struct mst_play *play);
static inline bool mst_spend(struct mst_play *play, int64_t units) {
    return (play->budget->work -= units) >= 0 || mst_spent(play);
}
/* Enlarge a list of elements of `size` bytes to hold `count`, at least doubling *capacity. NULL on
 * failure: out of memory, or the list would be larger than the budget allows. */
void *mst_play_grow(struct mst_play *play, void *list, int *capacity, int64_t count, size_t size);
/* Is this a register of the running level (C2)? */
bool mst_play_has(const struct mst_play *play, const int64_t *reg);
/* A register as a word of a set. */
static inline uint64_t *mst_play_register(const struct mst_play *play, int index) {
    return (uint64_t *)(void *)(play->vars + index);
}
static inline uint64_t *mst_play_set(const struct mst_play *play, int index) {
    return mst_play_register(play, mst_set_register(index, play->words));
}
/* Evaluate a rule whose value is a set into out[0 .. words-1]; the empty set on failure. */
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
/* Number of bits of a word, and the lowest one. Without a machine instruction the compiler would
 * call a function to count. */
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
/* Run an action. The parameters become variables 0.. (effects) or arguments (Lua). */
bool mst_act(struct mst_play *play, const struct mst_action *action, const int64_t *args,
             int count);
/* Call the listeners of `event`, and log it. */
/* Does one of the numbers stand for two values, such as -1 for nil and itself? */
bool mst_event_ambiguous(const struct mst_event *event, const int64_t *args);
MST_APART bool mst_emit(struct mst_play *play, int event, const int64_t *args, int count);

/* Effects as functions, for the host. Each checks its arguments, and fails with a message. */
MST_APART bool mst_do_put(struct mst_play *play, int64_t piece, int64_t place);
/* Move the top piece of zone `from` to zone `to`. A piece on top there goes to `taken` and loses
 * its owner. */
MST_APART bool mst_do_carry(struct mst_play *play, int64_t from, int64_t to, int64_t taken);
MST_APART bool mst_do_insert(struct mst_play *play, int64_t piece, int64_t place, int64_t level);
MST_APART bool mst_do_owner(struct mst_play *play, int64_t piece, int64_t seat);
MST_APART bool mst_do_field(struct mst_play *play, int field, int64_t entity, int64_t value);
/* Does nothing if the ending is switched off. */
MST_APART bool mst_do_over(struct mst_play *play, int64_t winners, int ending);
/* Shuffle the pieces of `place` by the number `n`, and by the outcome if that has 128 bits
 * (core/secret.h). */
MST_APART bool mst_do_shuffle(struct mst_play *play, int64_t place, int64_t n);
MST_APART bool mst_do_go(struct mst_play *play, int decision);
/* With MST_FRAME_INSTEAD added to the decision, the frame replaces the one on top. */
enum { MST_FRAME_INSTEAD = 1 << 16 };
MST_APART bool mst_do_push(struct mst_play *play, int decision, const int64_t *args, int count);
MST_APART bool mst_do_pop(struct mst_play *play);
/* Argument `index` of the top frame; MST_FRAME_DECISION: the number of its decision plus 1. */
enum { MST_FRAME_DECISION = 1000 };
int64_t mst_frame_arg(const struct mst_play *play, int64_t index);

/* Units of work: a step of a whole set in one direction, its neighbors, and what it can reach. */
static inline int64_t mst_shift_work(const struct mst_board *board) {
    return 1 + board->zones / 8;
}
static inline int64_t mst_near_work(const struct mst_board *board) {
    return mst_shift_work(board) * board->directions;
}
static inline int64_t mst_flood_work(const struct mst_board *board) {
    return board->words == 1 ? board->zones : (int64_t)board->zones * board->directions;
}
/* Each zone of a ray is stepped from once. */
static inline int64_t mst_ray_work(const struct mst_board *board) {
    return board->words == 1 ? board->zones : (int64_t)board->zones * board->words;
}
/* The zones of `through` that lie in a row behind a zone of `from`, in that direction. In none if
 * there is no such direction. */
void mst_ray(const struct mst_board *board, const uint64_t *from, int64_t direction,
             const uint64_t *through, uint64_t *out);
/* The same for sets of one word, and the units of work. */
MST_APART uint64_t mst_ray_word(const struct mst_board *board, uint64_t from, int64_t direction,
                                uint64_t through, int64_t *steps);
/* The zones reachable from the set `start` within `within`. Start zones outside `within` are
 * excluded. */
void mst_flood(const struct mst_board *board, const uint64_t *start, const uint64_t *within,
               uint64_t *out);
/* The zones adjacent to any zone of `from`. */
void mst_near(const struct mst_board *board, const uint64_t *from, uint64_t *out);
/* For sets of one word: near, flood, and a step in a direction that is not a uniform shift. */
MST_APART uint64_t mst_near_word(const struct mst_board *board, uint64_t from);
MST_APART uint64_t mst_flood_word(const struct mst_board *board, uint64_t start, uint64_t within);
uint64_t mst_shifted_word(const struct mst_board *board, uint64_t from, int direction);
static inline uint64_t mst_all_word(const struct mst_board *board) {
    return board->zones == 64 ? ~0ULL : (1ULL << board->zones) - 1;
}
/* The zones one step in `direction` from a zone of `from`. */
void mst_shift(const struct mst_board *board, const uint64_t *from, int direction, uint64_t *out);

#endif
