/* The beginning of native code: the functions of the engine that it calls, and how it runs
 * instructions (code_ops.h). Before it stand the headers of the engine and the tables of the rules
 * as constants (tables.c), after it a function for each rule (translate.c). No file includes this.
 *
 * Registers are local variables: r5 is register 5, s1 is register -1. A rule reads those that its
 * caller has set from its window `r`. Instructions that pass registers on store them there first.
 */
#ifndef MUSTER_LANG_NATIVE_PRELUDE_H
#define MUSTER_LANG_NATIVE_PRELUDE_H

#include "lang/native/calls.h"

/* The rules are in one part, or in several that are compiled apart and linked: then they know each
 * other's functions, and each part is there once. */
#if NATIVE_PARTS > 1
#define NATIVE_RULE
#define NATIVE_ONCE __attribute__((weak))
NATIVE_ONCE const struct native_calls *native_calls;
#else
#define NATIVE_RULE static
#define NATIVE_ONCE
static const struct native_calls *native_calls;
#endif

#define NATIVE_CALL(result, name, parameters, arguments)                                           \
    NATIVE_ONCE result name parameters {                                                           \
        return native_calls->name arguments;                                                       \
    }
NATIVE_CALLS(NATIVE_CALL)
#undef NATIVE_CALL

#define CORE_SCHEMA (&native_schema)
#define CORE_REGION(k) (&native_regions[k])
#define CORE_TABLE(k) (&native_tables[k])
#define CORE_LEAP(k) (&native_leaps[k])

/* ---- shared values -----------------------------------------------------------------------------
 */

#define CORE_RECALLS(k) native_recalls(play, &play->shared[k])
#define CORE_KEEPS(k, value) native_keeps(play, &play->shared[k], value)

/* These are not inlined: rules share hundreds of values, and code would take longer to compile. */
static __attribute__((noinline)) bool native_recalls(struct core_play *play,
                                                     struct core_shared *shared) {
    return core_recalls(play, shared);
}
static __attribute__((noinline)) void native_keeps(struct core_play *play,
                                                   struct core_shared *shared, int64_t value) {
    core_keeps(play, shared, value);
}

/* ---- sets of zones ----------------------------------------------------------------------------
 */

#define CORE_TOPS_ALL(tops, seats) native_tops_all(tops, seats)
#define CORE_NEAR(from) native_near(&native_board, from)
#define CORE_FLOOD(start, within) native_flood(&native_board, start, within)

/* Here the compiler knows the numbers of axes and seats, and unrolls the loops. */
#define NATIVE static inline __attribute__((always_inline))

NATIVE uint64_t native_tops_all(const uint64_t *tops, int seats) {
    uint64_t all = tops[0];
    for (int seat = 1; seat <= seats; seat++)
        all |= tops[seat];
    return all;
}

NATIVE uint64_t native_step(const struct core_board *board, uint64_t from) {
    uint64_t near = 0;
#pragma GCC unroll 8
    for (int i = 0; i < board->axis_count; i++)
        near |= (from & board->axes[i].up) << board->axes[i].by |
                (from & board->axes[i].down) >> board->axes[i].by;
    return near;
}

NATIVE uint64_t native_near(const struct core_board *board, uint64_t from) {
    return board->uniform ? native_step(board, from) : core_near_word(board, from);
}

static uint64_t native_flood(const struct core_board *board, uint64_t start, uint64_t within) {
    uint64_t found = start & within, before = 0;
    if (!board->uniform)
        return core_flood_word(board, start, within);
    while (found != before) {
        before = found;
#pragma GCC unroll 8
        for (int i = 0; i < board->axis_count; i++)
            found |= ((found & board->axes[i].up) << board->axes[i].by |
                      (found & board->axes[i].down) >> board->axes[i].by) &
                     within;
    }
    return found;
}

/* ---- writes -----------------------------------------------------------------------------------
 */

#define CORE_SET_GAME(k, slot, value) native_set##k(play, 0, value)
#define CORE_SET_FIELD(k, entity, value) native_set##k(play, entity, value)
/* A function for each field: the translator writes one line FIELD(k) for each. */
#define FIELD(k)                                                                                   \
    static __attribute__((noinline)) bool native_set##k(struct core_play *play, int64_t entity,    \
                                                        int64_t value) {                           \
        return native_set(play, &native_schema, k, entity, value);                                 \
    }
#define CORE_PUT(piece, place) native_put(play, piece, place)
#define CORE_CARRY(from, to, taken) native_carry(play, from, to, taken)
#define CORE_GO(k) native_go(play, k)

NATIVE bool native_set(struct core_play *play, const struct core_schema *s, int index,
                       int64_t entity, int64_t value) {
    const struct core_field *field = &s->fields[index];
    if (field->seen == CORE_SEEN_AS_FACE || field->sets || value < field->min ||
        value > field->max || (uint64_t)entity >= (uint64_t)core_field_entities(s, field))
        return core_do_field(play, index, entity, value);
    int slot = field->first + (int)entity * field->stride;
    return (field->of == CORE_OF_PIECE
                ? core_write_piece(play->pos, s, (int)entity, field, (int32_t)value)
                : core_write_slot(play->pos, slot, (int32_t)value, s->slot_coefficient[slot])) ||
           core_play_unwritten(play);
}

static bool native_put(struct core_play *play, int64_t piece, int64_t place) {
    const struct core_schema *s = &native_schema;
    if (s->known_first || (uint64_t)piece >= (uint64_t)s->pieces ||
        (uint64_t)place >= (uint64_t)s->places)
        return core_do_put(play, piece, place);
    return core_write_put(play->pos, s, (int)piece, (int)place) || core_play_unwritten(play);
}

static bool native_carry(struct core_play *play, int64_t from, int64_t to, int64_t taken) {
    const struct core_schema *s = &native_schema;
    struct core_position *pos = play->pos;
    uint64_t places = (uint64_t)s->places;
    if (s->known_first || (uint64_t)from >= places || (uint64_t)to >= places ||
        (uint64_t)taken >= places || pos->slots[s->top_slot[from]] == MST_NONE)
        return core_do_carry(play, from, to, taken);
    int mover = pos->slots[s->top_slot[from]], victim = pos->slots[s->top_slot[to]];
    return ((victim == MST_NONE || core_write_take(pos, s, victim, (int)taken)) &&
            core_write_put(pos, s, mover, (int)to)) ||
           core_play_unwritten(play);
}

/* Replace the decision on top, whose arguments are cleared. */
static __attribute__((noinline)) bool native_go(struct core_play *play, int decision) {
    const int32_t *slots = play->pos->slots;
    int depth = slots[CORE_SLOT_DEPTH], slot = CORE_SLOT_FRAMES + (depth - 1) * CORE_FRAME_SLOTS;
    int32_t any = 0;
    for (int i = 1; depth > 0 && i < CORE_FRAME_SLOTS; i++)
        any |= slots[slot + i];
    if (depth < 1 || any)
        return core_do_go(play, decision);
    return core_write_slot(play->pos, slot, decision + 1, native_schema.slot_coefficient[slot]) ||
           core_play_unwritten(play);
}

/* ---- instructions -----------------------------------------------------------------------------
 */

/* In each, `here` is the number of the instruction. Every instruction is one of these macros, so
 * that tests/native/mutants.h can break any of them. */
#define CORE_SPEND(units)                                                                          \
    do {                                                                                           \
        if ((budget->work -= (units)) < 0 && !core_spent(play))                                    \
            goto failed;                                                                           \
    } while (0)
#define CORE_FAIL goto failed
#define CORE_TO(label) goto label

#define BEGIN                                                                                      \
    struct mst_budget *const budget = play->budget;                                                \
    const int32_t *const slots = play->pos->slots;                                                 \
    int64_t *const r = play->vars, x = 0;                                                          \
    int at;
#define END                                                                                        \
    failed:                                                                                        \
    core_place_failure(play, at, false);                                                           \
    return 0;                                                                                      \
    called:                                                                                        \
    core_place_failure(play, at, true);                                                            \
    return 0;
#define COST(here, units)                                                                          \
    at = here;                                                                                     \
    CORE_SPEND(units);
#define GIVES(name, A, ...) A = (int64_t)(CORE_VALUE_##name(A, __VA_ARGS__));
#define WHEN(name, label, ...)                                                                     \
    if (CORE_WHEN_##name(__VA_ARGS__))                                                             \
        goto label;
#define EFFECT(name, here, ...)                                                                    \
    at = here;                                                                                     \
    if (!(CORE_EFFECT_##name(__VA_ARGS__)))                                                        \
        goto failed;
#define LIST(name, ...)                                                                            \
    if (!(CORE_LIST_##name(__VA_ARGS__)))                                                          \
        return 0;
#define STEP(name, here, ...)                                                                      \
    {                                                                                              \
        at = here;                                                                                 \
        CORE_STEP_##name(__VA_ARGS__)                                                              \
    }
#define RETURNS(name, value) return value;
#define JUMP(label) goto label;
#define LARGE(name, here, units, code)                                                             \
    at = here;                                                                                     \
    CORE_SPEND(units);                                                                             \
    core_run_large(play, &code);
#define CHOSEN(here, a, A, B, C)                                                                   \
    at = here;                                                                                     \
    CORE_SPEND(CORE_MOST_SUBSET);                                                                  \
    core_code_chosen(play, a, B, C);                                                               \
    A = r[a];
#define CALL(here, code)                                                                           \
    at = here;                                                                                     \
    core_code_call(play, &code);                                                                   \
    if (play->failed)                                                                              \
        goto failed;
#define PRIMITIVE(here, A, k, b, count)                                                            \
    at = here;                                                                                     \
    A = play->rules->primitives[k].call(play, play->rules->primitives[k].data, r + (b), count);    \
    if (play->failed)                                                                              \
        goto failed;
/* Call the routine k, whose function is `code`: its result is x. */
#define INVOKE(here, code, k, b, registers)                                                        \
    at = here;                                                                                     \
    if (play->calls >= CORE_MOST_CALLS || (registers) > play->end - (r + (b))) {                   \
        core_code_no_window(play, &play->rules->routines[k]);                                      \
        goto called;                                                                               \
    }                                                                                              \
    play->calls++;                                                                                 \
    play->vars = r + (b);                                                                          \
    x = code(play);                                                                                \
    play->vars = r;                                                                                \
    play->calls--;                                                                                 \
    if (play->failed)                                                                              \
        goto called;

#endif
