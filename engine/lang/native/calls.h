/* What native code and the engine know of each other: the functions of the engine that native code
 * calls, and the sizes that both were compiled with.
 *
 * N1 An object made for another engine is refused before any of its code runs: its hash is part of
 * its name, and it states the sizes that it was compiled with (mst_native_layout). */
#ifndef MUSTER_LANG_NATIVE_CALLS_H
#define MUSTER_LANG_NATIVE_CALLS_H

#include "core/code_ops.h"
#include "core/write.h"

/* result, name, parameters, arguments */
/* clang-format off */
#define MST_NATIVE_CALLS(X) \
    X(bool, mst_spent, (struct mst_play *play), (play)) \
    X(bool, mst_play_unwritten, (struct mst_play *play), (play)) \
    X(void, mst_place_failure, (struct mst_play *play, int code, bool called), (play, code, called)) \
    X(void, mst_run_large, (struct mst_play *play, const struct mst_code *code), (play, code)) \
    X(int64_t, mst_frame_arg, (const struct mst_play *play, int64_t index), (play, index)) \
    X(bool, mst_emit, (struct mst_play *play, int event, const int64_t *args, int count), (play, event, args, count)) \
    X(bool, mst_do_put, (struct mst_play *play, int64_t piece, int64_t place), (play, piece, place)) \
    X(bool, mst_do_carry, (struct mst_play *play, int64_t from, int64_t to, int64_t taken), (play, from, to, taken)) \
    X(bool, mst_do_insert, (struct mst_play *play, int64_t piece, int64_t place, int64_t level), (play, piece, place, level)) \
    X(bool, mst_do_owner, (struct mst_play *play, int64_t piece, int64_t seat), (play, piece, seat)) \
    X(bool, mst_do_field, (struct mst_play *play, int field, int64_t entity, int64_t value), (play, field, entity, value)) \
    X(bool, mst_do_over, (struct mst_play *play, int64_t winners, int ending), (play, winners, ending)) \
    X(bool, mst_do_shuffle, (struct mst_play *play, int64_t place, int64_t n), (play, place, n)) \
    X(bool, mst_do_go, (struct mst_play *play, int decision), (play, decision)) \
    X(bool, mst_do_push, (struct mst_play *play, int decision, const int64_t *args, int count), (play, decision, args, count)) \
    X(bool, mst_do_pop, (struct mst_play *play), (play)) \
    X(bool, mst_gather_more, (struct mst_gather *g, mst_move base, uint64_t unit, uint64_t bits), (g, base, unit, bits)) \
    X(void, mst_gather_kind, (struct mst_gather *g, int kind), (g, kind)) \
    X(uint64_t, mst_near_word, (const struct mst_board *board, uint64_t from), (board, from)) \
    X(uint64_t, mst_flood_word, (const struct mst_board *board, uint64_t start, uint64_t within), (board, start, within)) \
    X(uint64_t, mst_ray_word, (const struct mst_board *board, uint64_t from, int64_t direction, uint64_t through, int64_t *steps), (board, from, direction, through, steps)) \
    X(int64_t, mst_code_divide, (int64_t a, int64_t b, bool rest_wanted), (a, b, rest_wanted)) \
    X(int64_t, mst_code_divide_strict, (int64_t a, int64_t b, bool rest_wanted), (a, b, rest_wanted)) \
    X(bool, mst_code_by_zero, (struct mst_play *play), (play)) \
    X(bool, mst_code_nobody, (struct mst_play *play), (play)) \
    X(bool, mst_code_uncertain, (struct mst_play *play), (play)) \
    X(bool, mst_code_no_window, (struct mst_play *play, const struct mst_routine *routine), (play, routine)) \
    X(int64_t, mst_code_zone_at, (const struct mst_board *board, int64_t column, int64_t row), (board, column, row)) \
    X(int64_t, mst_code_piece_at, (struct mst_play *play, int64_t place, int64_t level), (play, place, level)) \
    X(uint64_t, mst_code_tops, (const struct mst_play *play, int64_t first, int64_t last, int64_t from, int64_t to), (play, first, last, from, to)) \
    X(uint64_t, mst_code_tops_many, (const uint64_t *tops, int seats), (tops, seats)) \
    X(uint64_t, mst_code_shift, (const struct mst_board *board, uint64_t from, int64_t d), (board, from, d)) \
    X(bool, mst_code_in_large, (const struct mst_play *play, int64_t zone, int set), (play, zone, set)) \
    X(int64_t, mst_code_take_large, (const struct mst_play *play, int set), (play, set)) \
    X(void, mst_code_chosen, (struct mst_play *play, int a, int64_t place, int64_t subset), (play, a, place, subset)) \
    X(void, mst_code_call, (struct mst_play *play, const struct mst_code *at), (play, at)) \
    X(bool, mst_code_remember, (struct mst_play *play, int64_t key), (play, key)) \
    X(void, mst_code_secret, (struct mst_play *play, int field, int64_t entity), (play, field, entity)) \
    X(bool, mst_code_known, (const struct mst_play *play, int64_t piece), (play, piece)) \
    X(int64_t, mst_code_key, (struct mst_play *play), (play)) \
    X(bool, mst_code_seen, (const struct mst_play *play, int64_t key), (play, key)) \
    X(bool, mst_journal_grow, (struct mst_journal *journal, size_t least), (journal, least)) \
    X(bool, mst_position_set_grown, (struct mst_position *pos, int slot, int32_t value), (pos, slot, value)) \
    X(bool, mst_position_put_grown, (struct mst_position *pos, int piece, int place), (pos, piece, place)) \
    X(bool, mst_position_put_covered, (struct mst_position *pos, int piece, int place), (pos, piece, place)) \
    X(bool, mst_position_take_apart, (struct mst_position *pos, int piece, int place), (pos, piece, place)) \
    X(void, mst_position_mix, (struct mst_position *pos, int piece), (pos, piece)) \
    X(bool, mst_position_change_seen, (struct mst_position *pos, int piece), (pos, piece)) \
    X(void, mst_position_flip_under, (struct mst_position *pos, int piece, const struct mst_place_facts *zone), (pos, piece, zone))
/* clang-format on */

#define MST_NATIVE_MEMBER(result, name, parameters, arguments) result(*name) parameters;
struct mst_native_calls {
    MST_NATIVE_CALLS(MST_NATIVE_MEMBER)
};
#undef MST_NATIVE_MEMBER

/* The structures that native code reads and writes. */
struct mst_native_layout {
    uint32_t calls, play, position, journal, budget, gather, run, rules, schema, shared, codes;
};
#define MST_NATIVE_LAYOUT                                                                          \
    {                                                                                              \
        sizeof(struct mst_native_calls), sizeof(struct mst_play), sizeof(struct mst_position),     \
            sizeof(struct mst_journal), sizeof(struct mst_budget), sizeof(struct mst_gather),      \
            sizeof(struct mst_run), sizeof(struct mst_rules), sizeof(struct mst_schema),           \
            sizeof(struct mst_shared), MST_CODE_COUNT                                              \
    }

/* The rule that starts at instruction `start` is done by this function, one of the object's. */
struct mst_native_entry {
    int start, function;
};

/* What an object contains, in its only symbol, mst_native_object. The engine sets `*calls` before
 * it runs any code. */
struct mst_native_object {
    struct mst_native_layout layout;
    const struct mst_native_calls **calls;
    mst_native_code *const *functions;
    const struct mst_native_entry *entries;
    int function_count, count;
};
#define MST_NATIVE_SYMBOL "mst_native_object"

#endif
