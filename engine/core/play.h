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
struct core_happening {
    int event;
    int64_t args[CORE_MOST_PARAMS];
    size_t texts; /* for the match: the offset of the texts of its pieces */
};

/* The cached value of a shared expression, valid until the position changes. It is computed at most
 * once if it takes a loop. Its work is counted each time. */
struct core_shared {
    uint64_t version; /* version of the position */
    int64_t value, work;
    int32_t to_move;
    bool told; /* it read a secret, as each use records; while computing: the flag before */
};

struct core_runs;
struct core_level;
struct core_bag_list;

enum { CORE_MOST_LEVELS = 20 };

/* An attempt to do a part of a request with compiled rules. If it fails, and the caller has undone
 * its writes, it is repeated as Lua, with the same budget (X5). */
struct core_attempt {
    int64_t left; /* of the budget, before it */
    int log_count;
    bool informed; /* was a secret read before it? */
};

/* An evaluation context: a position under rules. Used by one thread only. */
struct core_play {
    const struct core_rules *rules;
    struct core_position *pos;
    const struct core_code *code; /* borrowed from the rules */
    int words;                    /* words of a set */
    int64_t *vars;                /* registers of the running rule; sets lie below them (C1) */
    struct core_level *level; /* owned, with those outside and inside: registers of nested rules */
    int64_t *end;             /* end of the level's registers */
    int calls, called;        /* depth of running routines; calls that a failure lists so far */
    struct core_shared *shared;      /* owned: rules->shared_count entries */
    struct core_piece_key *keys;     /* owned, or NULL: what each piece adds to keys */
    struct core_bag_list *bag_lists; /* owned, or NULL: the bags that were listed last; pieces.c */
    struct mst_budget *budget;       /* of the rules */
    uint64_t serial;                 /* the step of the budget that the journal may grow for */
    bool failed;
    struct mst_error *error;    /* set if failed; all plays of the rules share it */
    struct core_happening *log; /* NULL: events are not logged */
    int log_count, log_capacity;
    bool logging;
    bool looking;               /* moves are being listed or checked: writing is not allowed */
    bool walking;               /* list moves by their clauses, even if there is fused code */
    bool as_lua;                /* run every rule as its Lua function, as if there were no code */
    struct core_attempt moving; /* of core_play_move, which leaves its registers to the move, ... */
    struct core_mark moving_from; /* ... and where it began */
    struct core_gather *gather;   /* destination of moves that fused code lists; legal.h */
    struct core_runs *runs;       /* scratch memory of core_legal; owned */
    int depth;                    /* nesting of events that raise events */
    bool wide; /* the sampled outcome that was read or drawn, and is not yet played, is `outcome` */
    unsigned char outcome[MST_KEY_SIZE];
};

/* Give a nested rule its own variables and sets, until the matching core_play_leave. False on
 * failure. */
bool core_play_enter(struct core_play *play);
void core_play_leave(struct core_play *play);

bool core_play_init(struct core_play *play, const struct core_rules *rules,
                    struct core_position *pos);
/* Free the memory of nested rules. It is allocated again on demand. */
void core_play_rest(struct core_play *play);
void core_play_clear(struct core_play *play);
/* Record a failure; the first one wins. Always returns false. */
bool core_play_fail(struct core_play *play, enum mst_status status, const char *at,
                    const char *format, ...) MST_PRINTF(4, 5);
/* Fail because the position could not be written: out of memory, or the journal is full. */
CORE_APART bool core_play_unwritten(struct core_play *play);
/* Begin an attempt. The play has not failed. */
static inline struct core_attempt core_attempt_begin(const struct core_play *play) {
    assert(!play->failed);
    return (struct core_attempt){.left = core_budget_left(play->budget),
                                 .log_count = play->log_count,
                                 .informed = play->pos->informed};
}
/* The play failed in the attempt. Did it fail as code? Then the failure is cleared, and all rules
 * run as Lua until core_attempt_end. */
CORE_APART bool core_attempt_again(struct core_play *play, const struct core_attempt *attempt);
static inline void core_attempt_end(struct core_play *play) {
    play->as_lua = false;
}
/* If the failure has no place, locate it in the declaration `name` at `at`. */
void core_play_blame(struct core_play *play, const char *at, const char *name);

/* Extract the small number for a seat (or MST_NONE) from a packed value. */
static inline int64_t core_by_seat(int64_t packed, int seat) {
    return (int8_t)((uint64_t)packed >> 8 * (seat + 1));
}

/* The native code of a rule: as core_run_code. */
typedef int64_t core_native_code(struct core_play *play);

/* Run code to its return. On failure returns 0 and sets play->failed; the failure is located if the
 * source line of the code is known. */
int64_t core_run_code(struct core_play *play, const struct core_code *code);
/* Locate a failure of instruction `code`, unless it is located already; if it called a routine, say
 * so. */
CORE_APART void core_place_failure(struct core_play *play, int code, bool called);
/* Run an instruction on sets larger than a word. */
CORE_APART void core_run_large(struct core_play *play, const struct core_code *code);

void core_eval_large_set(struct core_play *play, int start, uint64_t *out);

/* Evaluate the expression whose code starts at `start`. On failure returns 0 and sets
 * play->failed. */
static inline int64_t core_eval(struct core_play *play, int start) {
    const struct core_code *code = play->code + start;
    if (code->op > CORE_CODE_RETURN_SLOT)
        return core_run_code(play, code);
    if (code->op == CORE_CODE_NATIVE)
        return ((core_native_code *)(intptr_t)code->w)(play);
    if (code->op == CORE_CODE_RETURN_SLOT) /* the shortest rules, without a call */
        return core_get(play->pos, code->k);
    if (code->op == CORE_CODE_RETURN_K)
        return code->w;
    return core_run_code(play, code);
}
/* Charge units of work. False on failure: the budget is used up, or the request was stopped. */
CORE_APART bool core_spent(struct core_play *play);
static inline bool core_spend(struct core_play *play, int64_t units) {
    return (play->budget->work -= units) >= 0 || core_spent(play);
}
/* Enlarge a list of elements of `size` bytes to hold `count`, at least doubling *capacity. NULL on
 * failure: out of memory, or the list would be larger than the budget allows. */
void *core_play_grow(struct core_play *play, void *list, int *capacity, int64_t count, size_t size);
/* Is this a register of the running level (C2)? */
bool core_play_has(const struct core_play *play, const int64_t *reg);
/* A register as a word of a set. */
static inline uint64_t *core_play_register(const struct core_play *play, int index) {
    return (uint64_t *)(void *)(play->vars + index);
}
static inline uint64_t *core_play_set(const struct core_play *play, int index) {
    return core_play_register(play, core_set_register(index, play->words));
}
/* Evaluate a rule whose value is a set into out[0 .. words-1]; the empty set on failure. */
static inline void core_eval_set(struct core_play *play, int start, uint64_t *out) {
    if (play->words == 1)
        *out = (uint64_t)core_eval(play, start);
    else
        core_eval_large_set(play, start, out);
}

/* Run effects (-1: none). False on failure. */
static inline bool core_run(struct core_play *play, int start) {
    return (start < 0 || core_eval(play, start)) && !play->failed;
}
/* Number of bits of a word, and the lowest one. Without a machine instruction the compiler would
 * call a function to count. */
static inline int core_bits(uint64_t w) {
#ifdef __POPCNT__
    return __builtin_popcountll(w);
#else
    w -= w >> 1 & 0x5555555555555555ULL;
    w = (w & 0x3333333333333333ULL) + (w >> 2 & 0x3333333333333333ULL);
    w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)(w * 0x0101010101010101ULL >> 56);
#endif
}
static inline int core_lowest(uint64_t w) {
    return __builtin_ctzll(w);
}
/* Run an action. The parameters become variables 0.. (effects) or arguments (Lua). */
bool core_act(struct core_play *play, const struct core_action *action, const int64_t *args,
              int count);
/* Does one of the numbers stand for two values, such as -1 for nil and itself? */
bool core_event_ambiguous(const struct core_event *event, const int64_t *args);
/* Log `event`, and call its listeners. */
CORE_APART bool core_emit(struct core_play *play, int event, const int64_t *args, int count);

/* Effects as functions, for the host. Each checks its arguments, and fails with a message. */
CORE_APART bool core_do_put(struct core_play *play, int64_t piece, int64_t place);
/* Move the top piece of zone `from` to zone `to`. A piece on top there goes to `taken` and loses
 * its owner. */
CORE_APART bool core_do_carry(struct core_play *play, int64_t from, int64_t to, int64_t taken);
CORE_APART bool core_do_insert(struct core_play *play, int64_t piece, int64_t place, int64_t level);
CORE_APART bool core_do_owner(struct core_play *play, int64_t piece, int64_t seat);
CORE_APART bool core_do_field(struct core_play *play, int field, int64_t entity, int64_t value);
/* Does nothing if the ending is switched off. */
CORE_APART bool core_do_over(struct core_play *play, int64_t winners, int ending);
/* Shuffle the pieces of `place` by the number `n`, and by the outcome if that has 128 bits
 * (core/secret.h). */
CORE_APART bool core_do_shuffle(struct core_play *play, int64_t place, int64_t n);
CORE_APART bool core_do_go(struct core_play *play, int decision);
enum { CORE_FRAME_INSTEAD = 1 << 16 };
/* With CORE_FRAME_INSTEAD added to the decision, the frame replaces the one on top. */
CORE_APART bool core_do_push(struct core_play *play, int decision, const int64_t *args, int count);
CORE_APART bool core_do_pop(struct core_play *play);
enum { CORE_FRAME_DECISION = 1000 };
/* Argument `index` of the top frame; CORE_FRAME_DECISION: the number of its decision plus 1. */
int64_t core_frame_arg(const struct core_play *play, int64_t index);

/* Units of work: a step of a whole set in one direction, its neighbors, and what it can reach. */
static inline int64_t core_shift_work(const struct core_board *board) {
    return 1 + board->zones / 8;
}
static inline int64_t core_near_work(const struct core_board *board) {
    return core_shift_work(board) * board->directions;
}
static inline int64_t core_flood_work(const struct core_board *board) {
    return board->words == 1 ? board->zones : (int64_t)board->zones * board->directions;
}
/* Each zone of a ray is stepped from once. */
static inline int64_t core_ray_work(const struct core_board *board) {
    return board->words == 1 ? board->zones : (int64_t)board->zones * board->words;
}
/* The zones of `through` that lie in a row behind a zone of `from`, in that direction. In none if
 * there is no such direction. */
void core_ray(const struct core_board *board, const uint64_t *from, int64_t direction,
              const uint64_t *through, uint64_t *out);
/* The same for sets of one word, and the units of work. */
CORE_APART uint64_t core_ray_word(const struct core_board *board, uint64_t from, int64_t direction,
                                  uint64_t through, int64_t *steps);
/* The zones reachable from the set `start` within `within`. Start zones outside `within` are
 * excluded. */
void core_flood(const struct core_board *board, const uint64_t *start, const uint64_t *within,
                uint64_t *out);
/* The zones adjacent to any zone of `from`. */
void core_near(const struct core_board *board, const uint64_t *from, uint64_t *out);
/* For sets of one word: near, flood, and a step in a direction that is not a uniform shift. */
CORE_APART uint64_t core_near_word(const struct core_board *board, uint64_t from);
CORE_APART uint64_t core_flood_word(const struct core_board *board, uint64_t start,
                                    uint64_t within);
uint64_t core_shifted_word(const struct core_board *board, uint64_t from, int direction);
static inline uint64_t core_all_word(const struct core_board *board) {
    return board->zones == 64 ? ~0ULL : (1ULL << board->zones) - 1;
}
/* The zones one step in `direction` from a zone of `from`. */
void core_shift(const struct core_board *board, const uint64_t *from, int direction, uint64_t *out);

#endif
