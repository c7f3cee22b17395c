/* The meaning of each instruction of code, once for all that run code: the interpreter (code_run.c)
 * and native code (engine/lang/native). An instruction is a macro of its operands: the registers A,
 * B and C as lvalues, their numbers a, b and c, and the numbers k, m and w. `CORE_VALUE_` gives the
 * value of register A, `CORE_WHEN_` whether it jumps, `CORE_EFFECT_` whether a write succeeded,
 * `CORE_LIST_` whether listing goes on, `CORE_STEP_` is a statement.
 *
 * O1 Around a macro these names are defined: `play`; `slots`, the block of its position; `r`, its
 * registers; the rules' tables CORE_SCHEMA, CORE_REGION(k), CORE_TABLE(k) and CORE_LEAP(k); what
 * each runs in its own way, CORE_RECALLS, CORE_KEEPS, CORE_TOPS_ALL, CORE_NEAR, CORE_FLOOD,
 * CORE_SET_GAME, CORE_SET_FIELD, CORE_PUT, CORE_CARRY and CORE_GO; CORE_SPEND(units) and CORE_FAIL,
 * which may end the code; CORE_TO(m), which takes the jump.
 * O2 Operands may be evaluated more than once. */
#ifndef MUSTER_CORE_CODE_OPS_H
#define MUSTER_CORE_CODE_OPS_H

#include "core/legal.h"

/* ---- calls ----------------------------------------------------------------------------------- */

CORE_APART int64_t core_code_divide(int64_t a, int64_t b, bool rest_wanted);
CORE_APART int64_t core_code_divide_strict(int64_t a, int64_t b, bool rest_wanted);
CORE_APART bool core_code_by_zero(struct core_play *play);
CORE_APART bool core_code_nobody(struct core_play *play);
CORE_APART bool core_code_uncertain(struct core_play *play);
CORE_APART bool core_code_no_window(struct core_play *play, const struct core_routine *routine);
CORE_APART int64_t core_code_zone_at(const struct core_board *board, int64_t column, int64_t row);
/* The piece of `place` at `level`, from 1 at the bottom; MST_NONE in a bag, which has no order. */
CORE_APART int64_t core_code_piece_at(struct core_play *play, int64_t place, int64_t level);
CORE_APART uint64_t core_code_tops(const struct core_play *play, int64_t first, int64_t last,
                                   int64_t from, int64_t to);
CORE_APART uint64_t core_code_shift(const struct core_board *board, uint64_t from, int64_t d);
CORE_APART bool core_code_in_large(const struct core_play *play, int64_t zone, int set);
/* Remove the lowest zone from a large set. Returns MST_NONE if it is empty. */
CORE_APART int64_t core_code_take_large(const struct core_play *play, int set);
/* List the pieces of `place` in `subset` in the registers from a on: their number first, then the
 * pieces in reverse. */
CORE_APART void core_code_chosen(struct core_play *play, int a, int64_t place, int64_t subset);
/* Call the function of a rule that runs as Lua. */
CORE_APART void core_code_call(struct core_play *play, const struct core_code *at);
CORE_APART bool core_code_remember(struct core_play *play, int64_t key);
/* Record that a field was read which is hidden from some seat. */
CORE_APART void core_code_secret(struct core_play *play, int field, int64_t entity);
CORE_APART bool core_code_known(const struct core_play *play, int64_t piece);
CORE_APART int64_t core_code_key(struct core_play *play);
CORE_APART bool core_code_seen(const struct core_play *play, int64_t key);
/* A loop of PARAM and YIELD or YIELD_FIXED, for the numbers up to `last`. False to stop. */
CORE_APART bool core_code_yield_range(struct core_play *play, const struct core_code *at,
                                      int64_t last);
/* The work of an instruction on sets larger than a word. */
CORE_APART int64_t core_code_large_work(const struct core_schema *s, const struct core_code *at);

static inline uint64_t core_region_word(const struct core_region *region, int64_t seat) {
    return (uint64_t)seat < (uint64_t)region->count ? region->words[seat] : 0;
}
static inline int64_t core_table_value(const struct core_table *table, int64_t index) {
    return index < 0 || index >= table->count ? table->absent : table->values[index];
}
static inline bool core_in_word(int64_t zone, uint64_t word) {
    return (uint64_t)zone < 64 && (word >> zone & 1);
}
CORE_APART uint64_t core_code_tops_many(const uint64_t *tops, int seats);
/* Do the registers of the routine fit into the window? */
static inline bool core_window_fits(const struct core_play *play,
                                    const struct core_routine *routine, const int64_t *window) {
    return play->calls < CORE_MOST_CALLS && routine->code >= 0 &&
           routine->registers <= play->end - window;
}
/* Read a field that is hidden from some seat; `count` is the number of its entities. */
static inline int64_t core_secret_value(struct core_play *play, int index, int64_t entity,
                                        int32_t count) {
    const struct core_field *field = &play->rules->schema->fields[index];
    if ((uint64_t)entity >= (uint64_t)count)
        return 0;
    if (!play->pos->informed)
        core_code_secret(play, index, entity);
    return core_get_field(play->pos, field, (int)entity);
}
/* Is the shared value known? If not, its computation begins. */
static inline bool core_recalls(struct core_play *play, struct core_shared *shared) {
    if (shared->version == core_position_version(play->pos) &&
        shared->to_move == core_get(play->pos, CORE_SLOT_TO_MOVE))
        return true;
    shared->work = core_budget_left(play->budget);
    shared->told = play->pos->informed;
    play->pos->informed = false;
    return false;
}
/* Its computation has ended. */
static inline void core_keeps(struct core_play *play, struct core_shared *shared, int64_t value) {
    bool told = play->pos->informed, before = shared->told;
    *shared = (struct core_shared){core_position_version(play->pos), value,
                                   shared->work - core_budget_left(play->budget),
                                   core_get(play->pos, CORE_SLOT_TO_MOVE), told};
    play->pos->informed = told || before;
}

/* List the steps by a leap from the zones `from` onto those of `onto`; `base` is the move from zone
 * 0. */
static inline bool core_yield_step(struct core_gather *gather, const struct core_leap *leap,
                                   uint64_t from, uint64_t base, uint64_t onto) {
    from &= leap->source;
    from = from << (leap->shift & 63) | from >> (-leap->shift & 63);
    return core_gather_run(gather, (mst_move)base - leap->back, leap->unit, from & onto);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* clang-format off */
#define CORE_VALUES(X) \
    X(K) X(MOVE) X(SLOT) X(BY_SEAT) X(FACT) X(FACT_OR_NONE) X(TOP_FACT) X(TOP_FACT_OR_NONE) X(TOP) \
    X(PIECE_AT) X(TYPE) X(CONTAINER) X(STEP) X(STEP_K) X(COLUMN) X(ROW) X(AT) X(ARG) X(ARG_K) X(TABLE) \
    X(NEGATE) \
    X(ADD) X(ADD_K) X(SUB) X(FROM_K) X(MUL) X(DIV) X(MOD) X(MIN) X(MAX) X(MIN_K) X(MAX_K) X(ABS) \
    X(UNION) X(MEET) X(MINUS) X(UNION_K) X(MEET_K) X(FROM_SET_K) X(ONLY) X(REGION) X(REGION_MINE) \
    X(TOPS) X(TOPS_ANY) X(TOPS_OF) X(TOPS_MINE) X(TOPS_AT) X(TOPS_ALL) X(NEAR) X(SHIFT) X(SIZE) \
    X(FIRST) X(INCLUDE) X(STACK) X(SECRET) X(KNOWN) X(PARAM)

#define CORE_BOARD CORE_SCHEMA->board
#define CORE_TO_MOVE slots[CORE_SLOT_TO_MOVE]
#define CORE_WORDS_OF ((const uint64_t *)(const void *)slots)
#define CORE_FACT_OF(B, n, k, m, absent) \
    ((uint64_t)(B) < (uint64_t)(m) ? slots[(k) + (B) * (n)] : (absent))
#define CORE_TOP_OF(B, m) \
    ((uint64_t)(B) < (uint64_t)(m) ? slots[CORE_SCHEMA->top_slot[B]] : MST_NONE)
#define CORE_FRAME_SLOT(k) (CORE_SLOT_FRAMES + (slots[CORE_SLOT_DEPTH] - 1) * CORE_FRAME_SLOTS + (k))

static inline int64_t core_top_fact(const struct core_schema *s, const int32_t *slots, int64_t b,
                                   int n, int k, int m, int absent) {
    int64_t top = (uint64_t)b < (uint64_t)m ? slots[s->top_slot[b]] : MST_NONE;
    return top >= 0 ? slots[k + top * n] : absent;
}

#define CORE_VALUE_K(A, B, C, a, b, c, k, m, w) (w)
#define CORE_VALUE_MOVE(A, B, C, a, b, c, k, m, w) (B)
#define CORE_VALUE_SLOT(A, B, C, a, b, c, k, m, w) slots[k]
#define CORE_VALUE_BY_SEAT(A, B, C, a, b, c, k, m, w) core_by_seat(w, CORE_TO_MOVE)
#define CORE_VALUE_FACT(A, B, C, a, b, c, k, m, w) CORE_FACT_OF(B, c, k, m, 0)
#define CORE_VALUE_FACT_OR_NONE(A, B, C, a, b, c, k, m, w) CORE_FACT_OF(B, c, k, m, MST_NONE)
#define CORE_VALUE_TOP_FACT(A, B, C, a, b, c, k, m, w) core_top_fact(CORE_SCHEMA, slots, B, c, k, m, 0)
#define CORE_VALUE_TOP_FACT_OR_NONE(A, B, C, a, b, c, k, m, w) core_top_fact(CORE_SCHEMA, slots, B, c, k, m, MST_NONE)
#define CORE_VALUE_TOP(A, B, C, a, b, c, k, m, w) CORE_TOP_OF(B, m)
#define CORE_VALUE_TYPE(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) < (uint64_t)CORE_SCHEMA->pieces ? CORE_SCHEMA->type_of[B] : MST_NONE)
#define CORE_VALUE_CONTAINER(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) < (uint64_t)(m) ? (k) + (B) : MST_NONE)
#define CORE_VALUE_STEP(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) < (uint64_t)CORE_BOARD->zones && (uint64_t)(C) < (uint64_t)CORE_BOARD->directions \
         ? CORE_BOARD->to[C][B] : MST_NONE)
#define CORE_VALUE_STEP_K(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) < (uint64_t)(m) ? CORE_BOARD->to[k][B] : MST_NONE)
#define CORE_VALUE_COLUMN(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) < (uint64_t)CORE_BOARD->zones ? CORE_BOARD->column[B] : 0)
#define CORE_VALUE_ROW(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) < (uint64_t)CORE_BOARD->zones ? CORE_BOARD->row[B] : 0)
#define CORE_VALUE_PIECE_AT(A, B, C, a, b, c, k, m, w) core_code_piece_at(play, B, C)
#define CORE_VALUE_AT(A, B, C, a, b, c, k, m, w) core_code_zone_at(play->rules->schema->board, B, C)
#define CORE_VALUE_ARG(A, B, C, a, b, c, k, m, w) core_frame_arg(play, B)
#define CORE_VALUE_ARG_K(A, B, C, a, b, c, k, m, w) (slots[CORE_SLOT_DEPTH] < 1 ? 0 : slots[CORE_FRAME_SLOT(k)])
#define CORE_VALUE_TABLE(A, B, C, a, b, c, k, m, w) core_table_value(CORE_TABLE(k), B)
#define CORE_VALUE_NEGATE(A, B, C, a, b, c, k, m, w) (0 - (uint64_t)(B))
#define CORE_VALUE_ADD(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) + (uint64_t)(C))
#define CORE_VALUE_ADD_K(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) + (uint64_t)(w))
#define CORE_VALUE_SUB(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) - (uint64_t)(C))
#define CORE_VALUE_FROM_K(A, B, C, a, b, c, k, m, w) ((uint64_t)(w) - (uint64_t)(B))
#define CORE_VALUE_MUL(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) * (uint64_t)(C))
#define CORE_VALUE_DIV(A, B, C, a, b, c, k, m, w) core_code_divide(B, C, false)
#define CORE_VALUE_MOD(A, B, C, a, b, c, k, m, w) core_code_divide(B, C, true)
#define CORE_VALUE_MIN(A, B, C, a, b, c, k, m, w) ((B) < (C) ? (B) : (C))
#define CORE_VALUE_MAX(A, B, C, a, b, c, k, m, w) ((B) > (C) ? (B) : (C))
#define CORE_VALUE_MIN_K(A, B, C, a, b, c, k, m, w) ((B) < (w) ? (B) : (w))
#define CORE_VALUE_MAX_K(A, B, C, a, b, c, k, m, w) ((B) > (w) ? (B) : (w))
#define CORE_VALUE_ABS(A, B, C, a, b, c, k, m, w) ((B) < 0 ? 0 - (uint64_t)(B) : (uint64_t)(B))
#define CORE_VALUE_UNION(A, B, C, a, b, c, k, m, w) ((B) | (C))
#define CORE_VALUE_MEET(A, B, C, a, b, c, k, m, w) ((B) & (C))
#define CORE_VALUE_MINUS(A, B, C, a, b, c, k, m, w) ((B) & ~(C))
#define CORE_VALUE_UNION_K(A, B, C, a, b, c, k, m, w) ((B) | (w))
#define CORE_VALUE_MEET_K(A, B, C, a, b, c, k, m, w) ((B) & (w))
#define CORE_VALUE_FROM_SET_K(A, B, C, a, b, c, k, m, w) ((w) & ~(B))
#define CORE_VALUE_ONLY(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) < (uint64_t)CORE_BOARD->zones ? 1ULL << (B) : 0)
#define CORE_VALUE_REGION(A, B, C, a, b, c, k, m, w) core_region_word(CORE_REGION(k), B)
#define CORE_VALUE_REGION_MINE(A, B, C, a, b, c, k, m, w) core_region_word(CORE_REGION(k), CORE_TO_MOVE)
#define CORE_VALUE_TOPS(A, B, C, a, b, c, k, m, w) core_code_tops(play, B, B, C, C)
#define CORE_VALUE_TOPS_ANY(A, B, C, a, b, c, k, m, w) core_code_tops(play, B, B, MST_NONE, CORE_SCHEMA->seats - 1)
#define CORE_VALUE_TOPS_OF(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) + 1 <= (uint64_t)(m) ? CORE_WORDS_OF[(k) + (B) + 1] : 0)
#define CORE_VALUE_TOPS_MINE(A, B, C, a, b, c, k, m, w) CORE_WORDS_OF[(k) + CORE_TO_MOVE + 1]
#define CORE_VALUE_TOPS_AT(A, B, C, a, b, c, k, m, w) CORE_WORDS_OF[k]
#define CORE_VALUE_TOPS_ALL(A, B, C, a, b, c, k, m, w) CORE_TOPS_ALL(CORE_WORDS_OF + (k), m)
#define CORE_VALUE_NEAR(A, B, C, a, b, c, k, m, w) CORE_NEAR((uint64_t)(B))
#define CORE_VALUE_SHIFT(A, B, C, a, b, c, k, m, w) core_code_shift(play->rules->schema->board, (uint64_t)(B), C)
#define CORE_VALUE_SIZE(A, B, C, a, b, c, k, m, w) core_bits((uint64_t)(B))
#define CORE_VALUE_FIRST(A, B, C, a, b, c, k, m, w) ((B) ? core_lowest((uint64_t)(B)) : MST_NONE)
#define CORE_VALUE_INCLUDE(A, B, C, a, b, c, k, m, w) ((uint64_t)(A) | 1ULL << (B))
#define CORE_VALUE_STACK(A, B, C, a, b, c, k, m, w) CORE_TOP_OF(B, m)
#define CORE_VALUE_SECRET(A, B, C, a, b, c, k, m, w) core_secret_value(play, k, B, m)
#define CORE_VALUE_KNOWN(A, B, C, a, b, c, k, m, w) core_code_known(play, B)
#define CORE_VALUE_PARAM(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) | (uint64_t)((C) - (k)) << (m))

/* ---- jumps ----------------------------------------------------------------------------------- */

#define CORE_JUMPS(X) \
    X(IF_EQ) X(IF_NE) X(IF_LT) X(IF_LE) X(IF_EQ_K) X(IF_NE_K) X(IF_LT_K) X(IF_GE_K) X(IF_EQ_SLOT) \
    X(IF_NE_SLOT) X(IF_SLOT_EQ_K) X(IF_SLOT_NE_K) X(IF_SLOT_LT_K) X(IF_SLOT_GE_K) X(IF_IN) X(IF_OUT) \
    X(IF_IN_MINE) X(IF_OUT_MINE) X(IF_IN_LARGE) X(IF_OUT_LARGE) X(QUIET) X(IF_EAGER) X(IF_ANY)

#define CORE_WHEN_IF_EQ(A, B, C, a, b, c, k, m, w) ((B) == (C))
#define CORE_WHEN_IF_NE(A, B, C, a, b, c, k, m, w) ((B) != (C))
#define CORE_WHEN_IF_LT(A, B, C, a, b, c, k, m, w) ((B) < (C))
#define CORE_WHEN_IF_LE(A, B, C, a, b, c, k, m, w) ((B) <= (C))
#define CORE_WHEN_IF_EQ_K(A, B, C, a, b, c, k, m, w) ((B) == (k))
#define CORE_WHEN_IF_NE_K(A, B, C, a, b, c, k, m, w) ((B) != (k))
#define CORE_WHEN_IF_LT_K(A, B, C, a, b, c, k, m, w) ((B) < (k))
#define CORE_WHEN_IF_GE_K(A, B, C, a, b, c, k, m, w) ((B) >= (k))
#define CORE_WHEN_IF_EQ_SLOT(A, B, C, a, b, c, k, m, w) ((B) == slots[k])
#define CORE_WHEN_IF_NE_SLOT(A, B, C, a, b, c, k, m, w) ((B) != slots[k])
#define CORE_WHEN_IF_SLOT_EQ_K(A, B, C, a, b, c, k, m, w) (slots[c] == (k))
#define CORE_WHEN_IF_SLOT_NE_K(A, B, C, a, b, c, k, m, w) (slots[c] != (k))
#define CORE_WHEN_IF_SLOT_LT_K(A, B, C, a, b, c, k, m, w) (slots[c] < (k))
#define CORE_WHEN_IF_SLOT_GE_K(A, B, C, a, b, c, k, m, w) (slots[c] >= (k))
#define CORE_WHEN_IF_IN(A, B, C, a, b, c, k, m, w) core_in_word(B, (uint64_t)(C))
#define CORE_WHEN_IF_OUT(A, B, C, a, b, c, k, m, w) !core_in_word(B, (uint64_t)(C))
#define CORE_WHEN_IF_IN_MINE(A, B, C, a, b, c, k, m, w) core_in_word(B, core_region_word(CORE_REGION(k), CORE_TO_MOVE))
#define CORE_WHEN_IF_OUT_MINE(A, B, C, a, b, c, k, m, w) !core_in_word(B, core_region_word(CORE_REGION(k), CORE_TO_MOVE))
#define CORE_WHEN_IF_IN_LARGE(A, B, C, a, b, c, k, m, w) core_code_in_large(play, B, c)
#define CORE_WHEN_IF_OUT_LARGE(A, B, C, a, b, c, k, m, w) !core_code_in_large(play, B, c)
#define CORE_WHEN_QUIET(A, B, C, a, b, c, k, m, w) (!play->logging && !(c))
#define CORE_WHEN_IF_EAGER(A, B, C, a, b, c, k, m, w) play->gather->eager
#define CORE_WHEN_IF_ANY(A, B, C, a, b, c, k, m, w) (play->gather->count != 0)

/* ---- writes ---------------------------------------------------------------------------------- */

#define CORE_EFFECTS(X) \
    X(SET_GAME) X(SET_FIELD) X(SET_OWNER) X(PUT) X(INSERT) X(CARRY) X(SHUFFLE) X(OVER) X(GO) X(PUSH) \
    X(POP) X(EMIT) X(REMEMBER)

#define CORE_EFFECT_SET_GAME(A, B, C, a, b, c, k, m, w) (slots[m] == (B) || CORE_SET_GAME(k, m, B))
#define CORE_EFFECT_SET_FIELD(A, B, C, a, b, c, k, m, w) \
    (((uint64_t)(B) < (uint64_t)(m) && slots[CORE_SCHEMA->fields[k].first + (B) * (a)] == (C)) || \
     CORE_SET_FIELD(k, B, C))
#define CORE_EFFECT_SET_OWNER(A, B, C, a, b, c, k, m, w) core_do_owner(play, B, C)
#define CORE_EFFECT_PUT(A, B, C, a, b, c, k, m, w) CORE_PUT(B, C)
#define CORE_EFFECT_INSERT(A, B, C, a, b, c, k, m, w) core_do_insert(play, B, C, A)
#define CORE_EFFECT_CARRY(A, B, C, a, b, c, k, m, w) CORE_CARRY(A, C, B)
#define CORE_EFFECT_SHUFFLE(A, B, C, a, b, c, k, m, w) core_do_shuffle(play, B, C)
#define CORE_EFFECT_OVER(A, B, C, a, b, c, k, m, w) core_do_over(play, B, k)
#define CORE_EFFECT_GO(A, B, C, a, b, c, k, m, w) CORE_GO(k)
#define CORE_EFFECT_POP(A, B, C, a, b, c, k, m, w) core_do_pop(play)
#define CORE_EFFECT_PUSH(A, B, C, a, b, c, k, m, w) core_do_push(play, k, r + (b), c)
#define CORE_EFFECT_EMIT(A, B, C, a, b, c, k, m, w) core_emit(play, k, r + (b), c)
#define CORE_EFFECT_REMEMBER(A, B, C, a, b, c, k, m, w) core_code_remember(play, B)

/* ---- listing moves --------------------------------------------------------------------------- */

#define CORE_LISTS(X) \
    X(YIELD) X(YIELD_NEW) X(YIELD_FIXED) X(YIELD_RANGE) X(YIELD_ONE) X(YIELD_MOVE) X(YIELD_STEP)

#define CORE_LIST_YIELD(A, B, C, a, b, c, k, m, w) \
    core_gather_run(play->gather, (mst_move)(B), (uint64_t)(w), (uint64_t)(C))
#define CORE_LIST_YIELD_NEW(A, B, C, a, b, c, k, m, w) \
    core_gather_run(play->gather, (mst_move)(a) << CORE_KIND_SHIFT, 1ULL << (k), (uint64_t)(C))
#define CORE_LIST_YIELD_FIXED(A, B, C, a, b, c, k, m, w) \
    core_gather_run(play->gather, (mst_move)(B), 1ULL << (k), (uint32_t)(m))
#define CORE_LIST_YIELD_MOVE(A, B, C, a, b, c, k, m, w) core_gather_run(play->gather, (mst_move)(w), 0, 1)
#define CORE_LIST_YIELD_ONE(A, B, C, a, b, c, k, m, w) core_gather_run(play->gather, (mst_move)(B), 0, 1)
#define CORE_LIST_YIELD_RANGE(A, B, C, a, b, c, k, m, w) \
    ((A) > (C) || core_gather_run(play->gather, (mst_move)(B), (uint64_t)(w), \
                                 (1ULL << ((C) - (A) + 1)) - 1))
#define CORE_LIST_YIELD_STEP(A, B, C, a, b, c, k, m, w) \
    core_yield_step(play->gather, CORE_LEAP((k) + CORE_TO_MOVE + 1), (uint64_t)(A), (uint64_t)(B), (uint64_t)(C))

/* ---- statements ------------------------------------------------------------------------------ */

#define CORE_STEPS(X) \
    X(FLOOD) X(RAY) X(NEXT_ZONE) X(NEXT_ZONE_LARGE) X(RANGE) X(NEXT_NUMBER) X(NEXT_PIECE) X(NEXT_CHOSEN) \
    X(RECALL) X(KEEP) X(TURN) X(DIV_STRICT) X(MOD_STRICT) X(ME) X(CERTAIN) X(KEY) X(SEEN) X(YIELD_KIND)

enum { CORE_KEYS_OF_UNIT = 8 }; /* remembered keys that are compared for a unit of work */

#define CORE_STEP_FLOOD(A, B, C, a, b, c, k, m, w) \
    CORE_SPEND(CORE_BOARD->zones); \
    A = (int64_t)CORE_FLOOD((uint64_t)(B), (uint64_t)(C));
#define CORE_STEP_RAY(A, B, C, a, b, c, k, m, w) \
    int64_t steps; \
    A = (int64_t)core_ray_word(play->rules->schema->board, (uint64_t)(B), C, (uint64_t)(A), &steps); \
    CORE_SPEND(steps);
#define CORE_STEP_NEXT_ZONE(A, B, C, a, b, c, k, m, w) \
    if (B) { \
        uint64_t rest = (uint64_t)(B); \
        CORE_SPEND(c); \
        A = core_lowest(rest); \
        B = (int64_t)(rest & (rest - 1)); \
        CORE_TO(m); \
    }
#define CORE_STEP_NEXT_ZONE_LARGE(A, B, C, a, b, c, k, m, w) \
    int64_t zone = core_code_take_large(play, b); \
    if (zone >= 0) { \
        CORE_SPEND(c); \
        A = zone; \
        CORE_TO(m); \
    }
#define CORE_STEP_RANGE(A, B, C, a, b, c, k, m, w) \
    if ((A) > (B)) \
        CORE_TO(m); \
    CORE_SPEND(c);
#define CORE_STEP_NEXT_NUMBER(A, B, C, a, b, c, k, m, w) \
    if ((A) < (B)) { \
        CORE_SPEND(c); \
        A++; \
        CORE_TO(m); \
    }
/* The piece below is read first: the body may move this one. */
#define CORE_STEP_NEXT_PIECE(A, B, C, a, b, c, k, m, w) \
    if ((B) >= 0) { \
        int64_t piece = B; \
        CORE_SPEND(c); \
        A = piece; \
        B = slots[core_slot_piece(CORE_SCHEMA, (int)piece, CORE_PIECE_BELOW)]; \
        CORE_TO(m); \
    }
#define CORE_STEP_NEXT_CHOSEN(A, B, C, a, b, c, k, m, w) \
    if ((B) > 0) { \
        CORE_SPEND(c); \
        A = r[(b) + (B)]; \
        B--; \
        CORE_TO(m); \
    }
#define CORE_STEP_RECALL(A, B, C, a, b, c, k, m, w) \
    if (CORE_RECALLS(k)) { \
        CORE_SPEND(play->shared[k].work); \
        play->pos->informed |= play->shared[k].told; \
        A = play->shared[k].value; \
        CORE_TO(m); \
    }
#define CORE_STEP_KEEP(A, B, C, a, b, c, k, m, w) CORE_KEEPS(k, A);
#define CORE_STEP_TURN(A, B, C, a, b, c, k, m, w) CORE_SPEND(c);
#define CORE_STEP_DIV_STRICT(A, B, C, a, b, c, k, m, w) \
    if (!(C)) { \
        core_code_by_zero(play); \
        CORE_FAIL; \
    } \
    A = core_code_divide_strict(B, C, false);
#define CORE_STEP_MOD_STRICT(A, B, C, a, b, c, k, m, w) \
    if (!(C)) { \
        core_code_by_zero(play); \
        CORE_FAIL; \
    } \
    A = core_code_divide_strict(B, C, true);
#define CORE_STEP_ME(A, B, C, a, b, c, k, m, w) \
    if (CORE_TO_MOVE < 0) { \
        core_code_nobody(play); \
        CORE_FAIL; \
    } \
    A = CORE_TO_MOVE;
#define CORE_STEP_CERTAIN(A, B, C, a, b, c, k, m, w) \
    if ((B) == (k)) { \
        core_code_uncertain(play); \
        CORE_FAIL; \
    } \
    A = B;
#define CORE_STEP_KEY(A, B, C, a, b, c, k, m, w) \
    CORE_SPEND(CORE_SCHEMA->pieces); \
    A = core_code_key(play);
#define CORE_STEP_SEEN(A, B, C, a, b, c, k, m, w) \
    CORE_SPEND(slots[CORE_SLOT_HISTORY] / CORE_KEYS_OF_UNIT); \
    A = core_code_seen(play, B);
#define CORE_STEP_YIELD_KIND(A, B, C, a, b, c, k, m, w) \
    core_gather_kind(play->gather, k); \
    if (play->failed || play->gather->count >= play->gather->limit) \
        return 0;
/* clang-format on */

#endif
