/* What native code and the engine know of each other: the functions of the engine that native code
 * calls, and the sizes that both were compiled with.
 *
 * N1 An object made for another engine is refused before any of its code runs: its hash is part of
 * its name, and it states the sizes that it was compiled with (native_layout). */
#ifndef MUSTER_LANG_NATIVE_CALLS_H
#define MUSTER_LANG_NATIVE_CALLS_H

#include "core/code_ops.h"
#include "core/write.h"

/* result, name, parameters, arguments */
/* clang-format off */
#define NATIVE_CALLS(X) \
    X(bool, core_spent, (struct core_play *play), (play)) \
    X(bool, core_play_unwritten, (struct core_play *play), (play)) \
    X(void, core_place_failure, (struct core_play *play, int code, bool called), (play, code, called)) \
    X(void, core_run_large, (struct core_play *play, const struct core_code *code), (play, code)) \
    X(int64_t, core_frame_arg, (const struct core_play *play, int64_t index), (play, index)) \
    X(bool, core_emit, (struct core_play *play, int event, const int64_t *args, int count), (play, event, args, count)) \
    X(bool, core_do_put, (struct core_play *play, int64_t piece, int64_t place), (play, piece, place)) \
    X(bool, core_do_carry, (struct core_play *play, int64_t from, int64_t to, int64_t taken), (play, from, to, taken)) \
    X(bool, core_do_insert, (struct core_play *play, int64_t piece, int64_t place, int64_t level), (play, piece, place, level)) \
    X(bool, core_do_owner, (struct core_play *play, int64_t piece, int64_t seat), (play, piece, seat)) \
    X(bool, core_do_field, (struct core_play *play, int field, int64_t entity, int64_t value), (play, field, entity, value)) \
    X(bool, core_do_over, (struct core_play *play, int64_t winners, int ending), (play, winners, ending)) \
    X(bool, core_do_shuffle, (struct core_play *play, int64_t place, int64_t n), (play, place, n)) \
    X(bool, core_do_go, (struct core_play *play, int decision), (play, decision)) \
    X(bool, core_do_push, (struct core_play *play, int decision, const int64_t *args, int count), (play, decision, args, count)) \
    X(bool, core_do_pop, (struct core_play *play), (play)) \
    X(bool, core_gather_more, (struct core_gather *g, mst_move base, uint64_t unit, uint64_t bits), (g, base, unit, bits)) \
    X(void, core_gather_kind, (struct core_gather *g, int kind), (g, kind)) \
    X(uint64_t, core_near_word, (const struct core_board *board, uint64_t from), (board, from)) \
    X(uint64_t, core_flood_word, (const struct core_board *board, uint64_t start, uint64_t within), (board, start, within)) \
    X(uint64_t, core_ray_word, (const struct core_board *board, uint64_t from, int64_t direction, uint64_t through, int64_t *steps), (board, from, direction, through, steps)) \
    X(int64_t, core_code_divide, (int64_t a, int64_t b, bool rest_wanted), (a, b, rest_wanted)) \
    X(int64_t, core_code_divide_strict, (int64_t a, int64_t b, bool rest_wanted), (a, b, rest_wanted)) \
    X(bool, core_code_by_zero, (struct core_play *play), (play)) \
    X(bool, core_code_nobody, (struct core_play *play), (play)) \
    X(bool, core_code_uncertain, (struct core_play *play), (play)) \
    X(bool, core_code_no_window, (struct core_play *play, const struct core_routine *routine), (play, routine)) \
    X(int64_t, core_code_zone_at, (const struct core_board *board, int64_t column, int64_t row), (board, column, row)) \
    X(int64_t, core_code_piece_at, (struct core_play *play, int64_t place, int64_t level), (play, place, level)) \
    X(uint64_t, core_code_tops, (const struct core_play *play, int64_t first, int64_t last, int64_t from, int64_t to), (play, first, last, from, to)) \
    X(uint64_t, core_code_tops_many, (const uint64_t *tops, int seats), (tops, seats)) \
    X(uint64_t, core_code_shift, (const struct core_board *board, uint64_t from, int64_t d), (board, from, d)) \
    X(bool, core_code_in_large, (const struct core_play *play, int64_t zone, int set), (play, zone, set)) \
    X(int64_t, core_code_take_large, (const struct core_play *play, int set), (play, set)) \
    X(void, core_code_chosen, (struct core_play *play, int a, int64_t place, int64_t subset), (play, a, place, subset)) \
    X(void, core_code_call, (struct core_play *play, const struct core_code *at), (play, at)) \
    X(bool, core_code_remember, (struct core_play *play, int64_t key), (play, key)) \
    X(void, core_code_secret, (struct core_play *play, int field, int64_t entity), (play, field, entity)) \
    X(bool, core_code_known, (const struct core_play *play, int64_t piece), (play, piece)) \
    X(int64_t, core_code_key, (struct core_play *play), (play)) \
    X(bool, core_code_seen, (const struct core_play *play, int64_t key), (play, key)) \
    X(bool, core_journal_grow, (struct core_journal *journal, size_t least), (journal, least)) \
    X(bool, core_position_set_grown, (struct core_position *pos, int slot, int32_t value), (pos, slot, value)) \
    X(bool, core_position_put_grown, (struct core_position *pos, int piece, int place), (pos, piece, place)) \
    X(bool, core_position_put_covered, (struct core_position *pos, int piece, int place), (pos, piece, place)) \
    X(bool, core_position_take_apart, (struct core_position *pos, int piece, int place), (pos, piece, place)) \
    X(void, core_position_mix, (struct core_position *pos, int piece), (pos, piece)) \
    X(bool, core_position_change_seen, (struct core_position *pos, int piece), (pos, piece)) \
    X(void, core_position_flip_under, (struct core_position *pos, int piece, const struct core_place_facts *zone), (pos, piece, zone))
/* clang-format on */

#define NATIVE_MEMBER(result, name, parameters, arguments) result(*name) parameters;
struct native_calls {
    NATIVE_CALLS(NATIVE_MEMBER)
};
#undef NATIVE_MEMBER

/* The structures that native code reads and writes. */
struct native_layout {
    uint32_t calls, play, position, journal, budget, gather, run, rules, schema, shared, codes;
};
#define NATIVE_LAYOUT                                                                              \
    {                                                                                              \
        sizeof(struct native_calls), sizeof(struct core_play), sizeof(struct core_position),       \
            sizeof(struct core_journal), sizeof(struct mst_budget), sizeof(struct core_gather),    \
            sizeof(struct core_run), sizeof(struct core_rules), sizeof(struct core_schema),        \
            sizeof(struct core_shared), CORE_CODE_COUNT                                            \
    }

/* The rule that starts at instruction `start` is done by this function, one of the object's. */
struct native_entry {
    int start, function;
};

/* The contents of an object, in its only symbol, native_object. The engine sets `*calls` before
 * it runs any code. */
struct native_object {
    struct native_layout layout;
    const struct native_calls **calls;
    core_native_code *const *functions;
    const struct native_entry *entries;
    int function_count, count;
};
#define NATIVE_SYMBOL "native_object"

#endif
