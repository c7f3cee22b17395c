/* What each instruction of code computes, once for all that run code: the interpreter (code_run.c)
 * and native code (engine/lang/native). An instruction is a macro of its operands: the registers A,
 * B and C as lvalues, their numbers a, b and c, and the numbers k, m and w. `MST_VALUE_` gives the
 * value of register A, `MST_WHEN_` whether it jumps, `MST_DEED_` whether a write succeeded,
 * `MST_LIST_` whether listing goes on, `MST_STEP_` is a statement.
 *
 * O1 Around a macro these names are defined: `play`; `slots`, the block of its position; `r`, its
 * registers; the rules' tables MST_SCHEMA, MST_REGION(k), MST_TABLE(k) and MST_LEAP(k); what each
 * runs in its own way, MST_RECALLS, MST_KEEPS, MST_TOPS_ALL, MST_NEAR, MST_FLOOD, MST_SET_GAME,
 * MST_SET_FIELD, MST_PUT, MST_CARRY and MST_GO; MST_SPEND(units) and MST_FAIL, which may end the
 * code; MST_TO(m), which takes the jump.
 * O2 Operands may be evaluated more than once. */
#ifndef MUSTER_CORE_CODE_OPS_H
#define MUSTER_CORE_CODE_OPS_H

#include "core/legal.h"

/* ---- calls ----------------------------------------------------------------------------------- */

MST_APART int64_t mst_code_divide(int64_t a, int64_t b, bool rest_wanted);
MST_APART int64_t mst_code_divide_strict(int64_t a, int64_t b, bool rest_wanted);
MST_APART bool mst_code_by_zero(struct mst_play *play);
MST_APART bool mst_code_nobody(struct mst_play *play);
MST_APART bool mst_code_uncertain(struct mst_play *play);
MST_APART bool mst_code_no_window(struct mst_play *play, const struct mst_routine *routine);
MST_APART int64_t mst_code_zone_at(const struct mst_board *board, int64_t column, int64_t row);
/* The piece of `place` at `level`, from 1 at the bottom; MST_NONE in a bag, which has no order. */
MST_APART int64_t mst_code_piece_at(struct mst_play *play, int64_t place, int64_t level);
MST_APART uint64_t mst_code_tops(const struct mst_play *play, int64_t first, int64_t last,
                                 int64_t from, int64_t to);
MST_APART uint64_t mst_code_shift(const struct mst_board *board, uint64_t from, int64_t d);
MST_APART bool mst_code_in_large(const struct mst_play *play, int64_t zone, int set);
/* Remove the lowest zone from a large set. Returns MST_NONE if it is empty. */
MST_APART int64_t mst_code_take_large(const struct mst_play *play, int set);
/* List the pieces of `place` in `subset` in the registers from a on: their number first, then the
 * pieces in reverse. */
MST_APART void mst_code_chosen(struct mst_play *play, int a, int64_t place, int64_t subset);
/* Call the function of a rule that runs as Lua. */
MST_APART void mst_code_call(struct mst_play *play, const struct mst_code *at);
MST_APART bool mst_code_remember(struct mst_play *play, int64_t key);
/* Record that a field was read which is hidden from some seat. */
MST_APART void mst_code_secret(struct mst_play *play, int field, int64_t entity);
MST_APART bool mst_code_known(const struct mst_play *play, int64_t piece);
MST_APART int64_t mst_code_key(struct mst_play *play);
MST_APART bool mst_code_seen(const struct mst_play *play, int64_t key);
/* A loop of PARAM and YIELD or YIELD_FIXED, for the numbers up to `last`. False to stop. */
MST_APART bool mst_code_yield_range(struct mst_play *play, const struct mst_code *at, int64_t last);
/* The work of an instruction on sets larger than a word. */
MST_APART int64_t mst_code_large_work(const struct mst_schema *s, const struct mst_code *at);

static inline uint64_t mst_region_word(const struct mst_region *region, int64_t seat) {
    return (uint64_t)seat < (uint64_t)region->count ? region->words[seat] : 0;
}
static inline int64_t mst_table_value(const struct mst_table *table, int64_t index) {
    return index < 0 || index >= table->count ? table->absent : table->values[index];
}
static inline bool mst_in_word(int64_t zone, uint64_t word) {
    return (uint64_t)zone < 64 && (word >> zone & 1);
}
MST_APART uint64_t mst_code_tops_many(const uint64_t *tops, int seats);
/* Do the registers of the routine fit into the window? */
static inline bool mst_window_fits(const struct mst_play *play, const struct mst_routine *routine,
                                   const int64_t *window) {
    return play->calls < MST_MOST_CALLS && routine->code >= 0 &&
           routine->registers <= play->end - window;
}
/* Read a field that is hidden from some seat; `count` is the number of its entities. */
static inline int64_t mst_secret_value(struct mst_play *play, int index, int64_t entity,
                                       int32_t count) {
    const struct mst_field *field = &play->rules->schema->fields[index];
    if ((uint64_t)entity >= (uint64_t)count)
        return 0;
    if (!play->pos->informed)
        mst_code_secret(play, index, entity);
    return mst_get_field(play->pos, field, (int)entity);
}
/* Is the shared value known? If not, its computation begins. */
static inline bool mst_recalls(struct mst_play *play, struct mst_shared *shared) {
    if (shared->version == mst_position_version(play->pos) &&
        shared->to_move == mst_get(play->pos, MST_SLOT_TO_MOVE))
        return true;
    shared->work = mst_budget_left(play->budget);
    shared->told = play->pos->informed;
    play->pos->informed = false;
    return false;
}
/* Its computation has ended. */
static inline void mst_keeps(struct mst_play *play, struct mst_shared *shared, int64_t value) {
    bool told = play->pos->informed, before = shared->told;
    *shared = (struct mst_shared){mst_position_version(play->pos), value,
                                  shared->work - mst_budget_left(play->budget),
                                  mst_get(play->pos, MST_SLOT_TO_MOVE), told};
    play->pos->informed = told || before;
}

/* List the steps by a leap from the zones `from` onto those of `onto`; `base` is the move from zone
 * 0. */
static inline bool mst_yield_step(struct mst_gather *gather, const struct mst_leap *leap,
                                  uint64_t from, uint64_t base, uint64_t onto) {
    from &= leap->source;
    from = from << (leap->shift & 63) | from >> (-leap->shift & 63);
    return mst_gather_run(gather, (mst_move)base - leap->back, leap->unit, from & onto);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* clang-format off */
#define MST_VALUES(X) \
    X(K) X(MOVE) X(SLOT) X(BY_SEAT) X(FACT) X(FACT_OR_NONE) X(TOP_FACT) X(TOP_FACT_OR_NONE) X(TOP) \
    X(PIECE_AT) X(TYPE) X(CONTAINER) X(STEP) X(STEP_K) X(COLUMN) X(ROW) X(AT) X(ARG) X(ARG_K) X(TABLE) \
    X(NEGATE) \
    X(ADD) X(ADD_K) X(SUB) X(FROM_K) X(MUL) X(DIV) X(MOD) X(MIN) X(MAX) X(MIN_K) X(MAX_K) X(ABS) \
    X(UNION) X(MEET) X(MINUS) X(UNION_K) X(MEET_K) X(FROM_SET_K) X(ONLY) X(REGION) X(REGION_MINE) \
    X(TOPS) X(TOPS_ANY) X(TOPS_OF) X(TOPS_MINE) X(TOPS_AT) X(TOPS_ALL) X(NEAR) X(SHIFT) X(SIZE) \
    X(FIRST) X(INCLUDE) X(STACK) X(SECRET) X(KNOWN) X(PARAM)

#define MST_BOARD MST_SCHEMA->board
#define MST_TO_MOVE slots[MST_SLOT_TO_MOVE]
#define MST_WORDS_OF ((const uint64_t *)(const void *)slots)
#define MST_FACT_OF(B, n, k, m, absent) \
    ((uint64_t)(B) < (uint64_t)(m) ? slots[(k) + (B) * (n)] : (absent))
#define MST_TOP_OF(B, m) \
    ((uint64_t)(B) < (uint64_t)(m) ? slots[MST_SCHEMA->top_slot[B]] : MST_NONE)
#define MST_FRAME_SLOT(k) (MST_SLOT_FRAMES + (slots[MST_SLOT_DEPTH] - 1) * MST_FRAME_SLOTS + (k))

static inline int64_t mst_top_fact(const struct mst_schema *s, const int32_t *slots, int64_t b,
                                   int n, int k, int m, int absent) {
    int64_t top = (uint64_t)b < (uint64_t)m ? slots[s->top_slot[b]] : MST_NONE;
    return top >= 0 ? slots[k + top * n] : absent;
}

#define MST_VALUE_K(A, B, C, a, b, c, k, m, w) (w)
#define MST_VALUE_MOVE(A, B, C, a, b, c, k, m, w) (B)
#define MST_VALUE_SLOT(A, B, C, a, b, c, k, m, w) slots[k]
#define MST_VALUE_BY_SEAT(A, B, C, a, b, c, k, m, w) mst_by_seat(w, MST_TO_MOVE)
#define MST_VALUE_FACT(A, B, C, a, b, c, k, m, w) MST_FACT_OF(B, c, k, m, 0)
#define MST_VALUE_FACT_OR_NONE(A, B, C, a, b, c, k, m, w) MST_FACT_OF(B, c, k, m, MST_NONE)
#define MST_VALUE_TOP_FACT(A, B, C, a, b, c, k, m, w) mst_top_fact(MST_SCHEMA, slots, B, c, k, m, 0)
#define MST_VALUE_TOP_FACT_OR_NONE(A, B, C, a, b, c, k, m, w) mst_top_fact(MST_SCHEMA, slots, B, c, k, m, MST_NONE)
#define MST_VALUE_TOP(A, B, C, a, b, c, k, m, w) MST_TOP_OF(B, m)
#define MST_VALUE_TYPE(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) < (uint64_t)MST_SCHEMA->pieces ? MST_SCHEMA->type_of[B] : MST_NONE)
#define MST_VALUE_CONTAINER(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) < (uint64_t)(m) ? (k) + (B) : MST_NONE)
#define MST_VALUE_STEP(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) < (uint64_t)MST_BOARD->zones && (uint64_t)(C) < (uint64_t)MST_BOARD->directions \
         ? MST_BOARD->to[C][B] : MST_NONE)
#define MST_VALUE_STEP_K(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) < (uint64_t)(m) ? MST_BOARD->to[k][B] : MST_NONE)
#define MST_VALUE_COLUMN(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) < (uint64_t)MST_BOARD->zones ? MST_BOARD->column[B] : 0)
#define MST_VALUE_ROW(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) < (uint64_t)MST_BOARD->zones ? MST_BOARD->row[B] : 0)
#define MST_VALUE_PIECE_AT(A, B, C, a, b, c, k, m, w) mst_code_piece_at(play, B, C)
#define MST_VALUE_AT(A, B, C, a, b, c, k, m, w) mst_code_zone_at(play->rules->schema->board, B, C)
#define MST_VALUE_ARG(A, B, C, a, b, c, k, m, w) mst_frame_arg(play, B)
#define MST_VALUE_ARG_K(A, B, C, a, b, c, k, m, w) (slots[MST_SLOT_DEPTH] < 1 ? 0 : slots[MST_FRAME_SLOT(k)])
#define MST_VALUE_TABLE(A, B, C, a, b, c, k, m, w) mst_table_value(MST_TABLE(k), B)
#define MST_VALUE_NEGATE(A, B, C, a, b, c, k, m, w) (0 - (uint64_t)(B))
#define MST_VALUE_ADD(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) + (uint64_t)(C))
#define MST_VALUE_ADD_K(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) + (uint64_t)(w))
#define MST_VALUE_SUB(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) - (uint64_t)(C))
#define MST_VALUE_FROM_K(A, B, C, a, b, c, k, m, w) ((uint64_t)(w) - (uint64_t)(B))
#define MST_VALUE_MUL(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) * (uint64_t)(C))
#define MST_VALUE_DIV(A, B, C, a, b, c, k, m, w) mst_code_divide(B, C, false)
#define MST_VALUE_MOD(A, B, C, a, b, c, k, m, w) mst_code_divide(B, C, true)
#define MST_VALUE_MIN(A, B, C, a, b, c, k, m, w) ((B) < (C) ? (B) : (C))
#define MST_VALUE_MAX(A, B, C, a, b, c, k, m, w) ((B) > (C) ? (B) : (C))
#define MST_VALUE_MIN_K(A, B, C, a, b, c, k, m, w) ((B) < (w) ? (B) : (w))
#define MST_VALUE_MAX_K(A, B, C, a, b, c, k, m, w) ((B) > (w) ? (B) : (w))
#define MST_VALUE_ABS(A, B, C, a, b, c, k, m, w) ((B) < 0 ? 0 - (uint64_t)(B) : (uint64_t)(B))
#define MST_VALUE_UNION(A, B, C, a, b, c, k, m, w) ((B) | (C))
#define MST_VALUE_MEET(A, B, C, a, b, c, k, m, w) ((B) & (C))
#define MST_VALUE_MINUS(A, B, C, a, b, c, k, m, w) ((B) & ~(C))
#define MST_VALUE_UNION_K(A, B, C, a, b, c, k, m, w) ((B) | (w))
#define MST_VALUE_MEET_K(A, B, C, a, b, c, k, m, w) ((B) & (w))
#define MST_VALUE_FROM_SET_K(A, B, C, a, b, c, k, m, w) ((w) & ~(B))
#define MST_VALUE_ONLY(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) < (uint64_t)MST_BOARD->zones ? 1ULL << (B) : 0)
#define MST_VALUE_REGION(A, B, C, a, b, c, k, m, w) mst_region_word(MST_REGION(k), B)
#define MST_VALUE_REGION_MINE(A, B, C, a, b, c, k, m, w) mst_region_word(MST_REGION(k), MST_TO_MOVE)
#define MST_VALUE_TOPS(A, B, C, a, b, c, k, m, w) mst_code_tops(play, B, B, C, C)
#define MST_VALUE_TOPS_ANY(A, B, C, a, b, c, k, m, w) mst_code_tops(play, B, B, MST_NONE, MST_SCHEMA->seats - 1)
#define MST_VALUE_TOPS_OF(A, B, C, a, b, c, k, m, w) \
    ((uint64_t)(B) + 1 <= (uint64_t)(m) ? MST_WORDS_OF[(k) + (B) + 1] : 0)
#define MST_VALUE_TOPS_MINE(A, B, C, a, b, c, k, m, w) MST_WORDS_OF[(k) + MST_TO_MOVE + 1]
#define MST_VALUE_TOPS_AT(A, B, C, a, b, c, k, m, w) MST_WORDS_OF[k]
#define MST_VALUE_TOPS_ALL(A, B, C, a, b, c, k, m, w) MST_TOPS_ALL(MST_WORDS_OF + (k), m)
#define MST_VALUE_NEAR(A, B, C, a, b, c, k, m, w) MST_NEAR((uint64_t)(B))
#define MST_VALUE_SHIFT(A, B, C, a, b, c, k, m, w) mst_code_shift(play->rules->schema->board, (uint64_t)(B), C)
#define MST_VALUE_SIZE(A, B, C, a, b, c, k, m, w) mst_bits((uint64_t)(B))
#define MST_VALUE_FIRST(A, B, C, a, b, c, k, m, w) ((B) ? mst_lowest((uint64_t)(B)) : MST_NONE)
#define MST_VALUE_INCLUDE(A, B, C, a, b, c, k, m, w) ((uint64_t)(A) | 1ULL << (B))
#define MST_VALUE_STACK(A, B, C, a, b, c, k, m, w) MST_TOP_OF(B, m)
#define MST_VALUE_SECRET(A, B, C, a, b, c, k, m, w) mst_secret_value(play, k, B, m)
#define MST_VALUE_KNOWN(A, B, C, a, b, c, k, m, w) mst_code_known(play, B)
#define MST_VALUE_PARAM(A, B, C, a, b, c, k, m, w) ((uint64_t)(B) | (uint64_t)((C) - (k)) << (m))

/* ---- jumps ----------------------------------------------------------------------------------- */

#define MST_JUMPS(X) \
    X(IF_EQ) X(IF_NE) X(IF_LT) X(IF_LE) X(IF_EQ_K) X(IF_NE_K) X(IF_LT_K) X(IF_GE_K) X(IF_EQ_SLOT) \
    X(IF_NE_SLOT) X(IF_SLOT_EQ_K) X(IF_SLOT_NE_K) X(IF_SLOT_LT_K) X(IF_SLOT_GE_K) X(IF_IN) X(IF_OUT) \
    X(IF_IN_MINE) X(IF_OUT_MINE) X(IF_IN_LARGE) X(IF_OUT_LARGE) X(QUIET) X(IF_EAGER) X(IF_ANY)

#define MST_WHEN_IF_EQ(A, B, C, a, b, c, k, m, w) ((B) == (C))
#define MST_WHEN_IF_NE(A, B, C, a, b, c, k, m, w) ((B) != (C))
#define MST_WHEN_IF_LT(A, B, C, a, b, c, k, m, w) ((B) < (C))
#define MST_WHEN_IF_LE(A, B, C, a, b, c, k, m, w) ((B) <= (C))
#define MST_WHEN_IF_EQ_K(A, B, C, a, b, c, k, m, w) ((B) == (k))
#define MST_WHEN_IF_NE_K(A, B, C, a, b, c, k, m, w) ((B) != (k))
#define MST_WHEN_IF_LT_K(A, B, C, a, b, c, k, m, w) ((B) < (k))
#define MST_WHEN_IF_GE_K(A, B, C, a, b, c, k, m, w) ((B) >= (k))
#define MST_WHEN_IF_EQ_SLOT(A, B, C, a, b, c, k, m, w) ((B) == slots[k])
#define MST_WHEN_IF_NE_SLOT(A, B, C, a, b, c, k, m, w) ((B) != slots[k])
#define MST_WHEN_IF_SLOT_EQ_K(A, B, C, a, b, c, k, m, w) (slots[c] == (k))
#define MST_WHEN_IF_SLOT_NE_K(A, B, C, a, b, c, k, m, w) (slots[c] != (k))
#define MST_WHEN_IF_SLOT_LT_K(A, B, C, a, b, c, k, m, w) (slots[c] < (k))
#define MST_WHEN_IF_SLOT_GE_K(A, B, C, a, b, c, k, m, w) (slots[c] >= (k))
#define MST_WHEN_IF_IN(A, B, C, a, b, c, k, m, w) mst_in_word(B, (uint64_t)(C))
#define MST_WHEN_IF_OUT(A, B, C, a, b, c, k, m, w) !mst_in_word(B, (uint64_t)(C))
#define MST_WHEN_IF_IN_MINE(A, B, C, a, b, c, k, m, w) mst_in_word(B, mst_region_word(MST_REGION(k), MST_TO_MOVE))
#define MST_WHEN_IF_OUT_MINE(A, B, C, a, b, c, k, m, w) !mst_in_word(B, mst_region_word(MST_REGION(k), MST_TO_MOVE))
#define MST_WHEN_IF_IN_LARGE(A, B, C, a, b, c, k, m, w) mst_code_in_large(play, B, c)
#define MST_WHEN_IF_OUT_LARGE(A, B, C, a, b, c, k, m, w) !mst_code_in_large(play, B, c)
#define MST_WHEN_QUIET(A, B, C, a, b, c, k, m, w) (!play->logging && !(c))
#define MST_WHEN_IF_EAGER(A, B, C, a, b, c, k, m, w) play->gather->eager
#define MST_WHEN_IF_ANY(A, B, C, a, b, c, k, m, w) (play->gather->count != 0)

/* ---- writes ---------------------------------------------------------------------------------- */

#define MST_DEEDS(X) \
    X(SET_GAME) X(SET_FIELD) X(SET_OWNER) X(PUT) X(INSERT) X(CARRY) X(SHUFFLE) X(OVER) X(GO) X(PUSH) \
    X(POP) X(EMIT) X(REMEMBER)

#define MST_DEED_SET_GAME(A, B, C, a, b, c, k, m, w) (slots[m] == (B) || MST_SET_GAME(k, m, B))
#define MST_DEED_SET_FIELD(A, B, C, a, b, c, k, m, w) \
    (((uint64_t)(B) < (uint64_t)(m) && slots[MST_SCHEMA->fields[k].first + (B) * (a)] == (C)) || \
     MST_SET_FIELD(k, B, C))
#define MST_DEED_SET_OWNER(A, B, C, a, b, c, k, m, w) mst_do_owner(play, B, C)
#define MST_DEED_PUT(A, B, C, a, b, c, k, m, w) MST_PUT(B, C)
#define MST_DEED_INSERT(A, B, C, a, b, c, k, m, w) mst_do_insert(play, B, C, A)
#define MST_DEED_CARRY(A, B, C, a, b, c, k, m, w) MST_CARRY(A, C, B)
#define MST_DEED_SHUFFLE(A, B, C, a, b, c, k, m, w) mst_do_shuffle(play, B, C)
#define MST_DEED_OVER(A, B, C, a, b, c, k, m, w) mst_do_over(play, B, k)
#define MST_DEED_GO(A, B, C, a, b, c, k, m, w) MST_GO(k)
#define MST_DEED_POP(A, B, C, a, b, c, k, m, w) mst_do_pop(play)
#define MST_DEED_PUSH(A, B, C, a, b, c, k, m, w) mst_do_push(play, k, r + (b), c)
#define MST_DEED_EMIT(A, B, C, a, b, c, k, m, w) mst_emit(play, k, r + (b), c)
#define MST_DEED_REMEMBER(A, B, C, a, b, c, k, m, w) mst_code_remember(play, B)

/* ---- listing moves --------------------------------------------------------------------------- */

#define MST_LISTS(X) \
    X(YIELD) X(YIELD_NEW) X(YIELD_FIXED) X(YIELD_RANGE) X(YIELD_ONE) X(YIELD_MOVE) X(YIELD_STEP)

#define MST_LIST_YIELD(A, B, C, a, b, c, k, m, w) \
    mst_gather_run(play->gather, (mst_move)(B), (uint64_t)(w), (uint64_t)(C))
#define MST_LIST_YIELD_NEW(A, B, C, a, b, c, k, m, w) \
    mst_gather_run(play->gather, (mst_move)(a) << MST_KIND_SHIFT, 1ULL << (k), (uint64_t)(C))
#define MST_LIST_YIELD_FIXED(A, B, C, a, b, c, k, m, w) \
    mst_gather_run(play->gather, (mst_move)(B), 1ULL << (k), (uint32_t)(m))
#define MST_LIST_YIELD_MOVE(A, B, C, a, b, c, k, m, w) mst_gather_run(play->gather, (mst_move)(w), 0, 1)
#define MST_LIST_YIELD_ONE(A, B, C, a, b, c, k, m, w) mst_gather_run(play->gather, (mst_move)(B), 0, 1)
#define MST_LIST_YIELD_RANGE(A, B, C, a, b, c, k, m, w) \
    ((A) > (C) || mst_gather_run(play->gather, (mst_move)(B), (uint64_t)(w), \
                                 (1ULL << ((C) - (A) + 1)) - 1))
#define MST_LIST_YIELD_STEP(A, B, C, a, b, c, k, m, w) \
    mst_yield_step(play->gather, MST_LEAP((k) + MST_TO_MOVE + 1), (uint64_t)(A), (uint64_t)(B), (uint64_t)(C))

/* ---- statements ------------------------------------------------------------------------------ */

#define MST_STEPS(X) \
    X(FLOOD) X(RAY) X(NEXT_ZONE) X(NEXT_ZONE_LARGE) X(RANGE) X(NEXT_NUMBER) X(NEXT_PIECE) X(NEXT_CHOSEN) \
    X(RECALL) X(KEEP) X(TURN) X(DIV_STRICT) X(MOD_STRICT) X(ME) X(CERTAIN) X(KEY) X(SEEN) X(YIELD_KIND)

enum { MST_KEYS_OF_UNIT = 8 }; /* remembered keys that are compared for a unit of work */

#define MST_STEP_FLOOD(A, B, C, a, b, c, k, m, w) \
    MST_SPEND(MST_BOARD->zones); \
    A = (int64_t)MST_FLOOD((uint64_t)(B), (uint64_t)(C));
#define MST_STEP_RAY(A, B, C, a, b, c, k, m, w) \
    int64_t steps; \
    A = (int64_t)mst_ray_word(play->rules->schema->board, (uint64_t)(B), C, (uint64_t)(A), &steps); \
    MST_SPEND(steps);
#define MST_STEP_NEXT_ZONE(A, B, C, a, b, c, k, m, w) \
    if (B) { \
        uint64_t rest = (uint64_t)(B); \
        MST_SPEND(c); \
        A = mst_lowest(rest); \
        B = (int64_t)(rest & (rest - 1)); \
        MST_TO(m); \
    }
#define MST_STEP_NEXT_ZONE_LARGE(A, B, C, a, b, c, k, m, w) \
    int64_t zone = mst_code_take_large(play, b); \
    if (zone >= 0) { \
        MST_SPEND(c); \
        A = zone; \
        MST_TO(m); \
    }
#define MST_STEP_RANGE(A, B, C, a, b, c, k, m, w) \
    if ((A) > (B)) \
        MST_TO(m); \
    MST_SPEND(c);
#define MST_STEP_NEXT_NUMBER(A, B, C, a, b, c, k, m, w) \
    if ((A) < (B)) { \
        MST_SPEND(c); \
        A++; \
        MST_TO(m); \
    }
/* The piece below is read first: the body may move this one. */
#define MST_STEP_NEXT_PIECE(A, B, C, a, b, c, k, m, w) \
    if ((B) >= 0) { \
        int64_t piece = B; \
        MST_SPEND(c); \
        A = piece; \
        B = slots[mst_slot_piece(MST_SCHEMA, (int)piece, MST_PIECE_BELOW)]; \
        MST_TO(m); \
    }
#define MST_STEP_NEXT_CHOSEN(A, B, C, a, b, c, k, m, w) \
    if ((B) > 0) { \
        MST_SPEND(c); \
        A = r[(b) + (B)]; \
        B--; \
        MST_TO(m); \
    }
#define MST_STEP_RECALL(A, B, C, a, b, c, k, m, w) \
    if (MST_RECALLS(k)) { \
        MST_SPEND(play->shared[k].work); \
        play->pos->informed |= play->shared[k].told; \
        A = play->shared[k].value; \
        MST_TO(m); \
    }
#define MST_STEP_KEEP(A, B, C, a, b, c, k, m, w) MST_KEEPS(k, A);
#define MST_STEP_TURN(A, B, C, a, b, c, k, m, w) MST_SPEND(c);
#define MST_STEP_DIV_STRICT(A, B, C, a, b, c, k, m, w) \
    if (!(C)) { \
        mst_code_by_zero(play); \
        MST_FAIL; \
    } \
    A = mst_code_divide_strict(B, C, false);
#define MST_STEP_MOD_STRICT(A, B, C, a, b, c, k, m, w) \
    if (!(C)) { \
        mst_code_by_zero(play); \
        MST_FAIL; \
    } \
    A = mst_code_divide_strict(B, C, true);
#define MST_STEP_ME(A, B, C, a, b, c, k, m, w) \
    if (MST_TO_MOVE < 0) { \
        mst_code_nobody(play); \
        MST_FAIL; \
    } \
    A = MST_TO_MOVE;
#define MST_STEP_CERTAIN(A, B, C, a, b, c, k, m, w) \
    if ((B) == (k)) { \
        mst_code_uncertain(play); \
        MST_FAIL; \
    } \
    A = B;
#define MST_STEP_KEY(A, B, C, a, b, c, k, m, w) \
    MST_SPEND(MST_SCHEMA->pieces); \
    A = mst_code_key(play);
#define MST_STEP_SEEN(A, B, C, a, b, c, k, m, w) \
    MST_SPEND(slots[MST_SLOT_HISTORY] / MST_KEYS_OF_UNIT); \
    A = mst_code_seen(play, B);
#define MST_STEP_YIELD_KIND(A, B, C, a, b, c, k, m, w) \
    mst_gather_kind(play->gather, k); \
    if (play->failed || play->gather->count >= play->gather->limit) \
        return 0;
/* clang-format on */

#endif
