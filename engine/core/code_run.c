/* The interpreter of code: see code.h. It is one function with a label for each instruction; if the
 * compiler supports it, an instruction jumps directly to the next one's label. */
#include <assert.h>

#include "core/code_ops.h"
#include "core/secret.h"
#include "core/write.h"

/* clang-format off */
#if defined(__GNUC__) && !defined(MUSTER_PLAIN_SWITCH)
#pragma GCC diagnostic ignored "-Wpedantic" /* labels as values */
#define PLACE(name) &&at_##name,
#define BEGIN static const void *const places[] = {CORE_CODES(PLACE)}; goto *places[at->op];
#define END
#define OP(name) at_##name:
#define GO_ON goto *places[at->op]
#else
#define BEGIN dispatch: switch ((enum core_code_op)at->op) {
#define END case CORE_CODE_COUNT: break; }
#define OP(name) case CORE_CODE_##name:
#define GO_ON goto dispatch
#endif

#define DONE do { at++; GO_ON; } while (0)
#define OPERANDS A, B, C, at->a, at->b, at->c, at->k, at->m, at->w
#define RUN(macro) APPLY(macro, OPERANDS)
#define APPLY(macro, ...) macro(__VA_ARGS__)

/* The instructions of code_ops.h, by what they do. */
#define GIVES(name) OP(name) { A = (int64_t)(RUN(CORE_VALUE_##name)); DONE; }
#define JUMPS(name) OP(name) { at += RUN(CORE_WHEN_##name) ? at->m : 1; GO_ON; }
#define WRITES(name) OP(name) { if (!(RUN(CORE_EFFECT_##name))) goto failed; DONE; }
#define YIELDS(name) OP(name) { if (!(RUN(CORE_LIST_##name))) return 0; DONE; }
#define STEPS(name) OP(name) { RUN(CORE_STEP_##name) DONE; }

/* Pairs: x is the value of the first instruction; then the next one gives another value of it, or
 * jumps. Its register B is x. */
#define FIRST(value) do { x = (int64_t)(RUN(CORE_VALUE_##value)); A = x; at++; } while (0)
#define NEXT(macro) APPLY(macro, A, x, C, at->a, at->b, at->c, at->k, at->m, at->w)
#define THEN_GIVES(name, value, next) OP(name) { FIRST(value); A = (int64_t)(NEXT(CORE_VALUE_##next)); DONE; }
#define THEN_JUMPS(name, value, next) OP(name) { FIRST(value); at += NEXT(CORE_WHEN_##next) ? at->m : 1; GO_ON; }
#define THEN_WRITES(name, value, next) OP(name) { FIRST(value); if (!(NEXT(CORE_EFFECT_##next))) goto failed; DONE; }
#define THEN_YIELDS(name, value, next) OP(name) { FIRST(value); if (!(NEXT(CORE_LIST_##next))) return 0; DONE; }

#define A (*reg(play, r, at->a))
#define B (*reg(play, r, at->b))
#define C (*reg(play, r, at->c))

/* What code_ops.h asks for (O1). */
#define CORE_SCHEMA s
#define CORE_REGION(k) (&play->rules->regions[k])
#define CORE_TABLE(k) (&play->rules->tables[k])
#define CORE_LEAP(k) (&play->rules->leaps[k])
#define CORE_RECALLS(k) core_recalls(play, &play->shared[k])
#define CORE_KEEPS(k, value) core_keeps(play, &play->shared[k], value)
#define CORE_TOPS_ALL(tops, seats) \
    ((seats) == 2 ? (tops)[0] | (tops)[1] | (tops)[2] : core_code_tops_many(tops, seats))
#define CORE_NEAR(from) core_near_word(s->board, from)
#define CORE_FLOOD(start, within) core_flood_word(s->board, start, within)
#define CORE_SET_GAME(k, slot, value) set_game(play, s, k, slot, value)
#define CORE_SET_FIELD(k, entity, value) core_do_field(play, k, entity, value)
#define CORE_PUT(piece, place) core_do_put(play, piece, place)
#define CORE_CARRY(from, to, taken) core_do_carry(play, from, to, taken)
#define CORE_GO(k) core_do_go(play, k)
#define CORE_FAIL goto failed
#define CORE_SPEND(units) do { if (!core_spend(play, units)) goto failed; } while (0)
#define CORE_TO(m) do { at += (m); GO_ON; } while (0)
/* clang-format on */

/* Register `index` of the window `r` (C2). */
static inline int64_t *reg(const struct core_play *play, int64_t *r, int index) {
    assert(core_play_has(play, r + index));
    (void)play;
    return r + index;
}

int64_t core_frame_arg(const struct core_play *play, int64_t index) {
    int depth = core_get(play->pos, CORE_SLOT_DEPTH);
    if (index == CORE_FRAME_DECISION)
        index = 0;
    else if (index < 1 || index > CORE_FRAME_ARGS)
        return 0;
    if (depth < 1)
        return 0; /* X1 */
    return core_get(play->pos, CORE_SLOT_FRAMES + (depth - 1) * CORE_FRAME_SLOTS + (int)index);
}

/* Lua's // and %, which round toward minus infinity; a zero divisor gives 0. */
int64_t core_code_divide(int64_t a, int64_t b, bool rest_wanted) {
    if (!b)
        return 0;
    if (b == -1) /* the least integer has no opposite, and C no quotient for it */
        return rest_wanted ? 0 : (int64_t)(0 - (uint64_t)a);

    int64_t quotient = a / b, rest = a % b; /* C rounds toward zero */
    if (rest && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    return rest_wanted ? rest : quotient;
}

/* Exactly as in Lua; the divisor is not 0. */
int64_t core_code_divide_strict(int64_t a, int64_t b, bool rest_wanted) {
    assert(b);
    return core_code_divide(a, b, rest_wanted);
}

bool core_code_by_zero(struct core_play *play) {
    return core_play_fail(play, MST_SCRIPT_ERROR, "", "attempt to divide by zero");
}

bool core_code_nobody(struct core_play *play) {
    return core_play_fail(play, MST_SCRIPT_ERROR, "", "me: no seat decides here");
}

bool core_code_uncertain(struct core_play *play) {
    return core_play_fail(play, MST_SCRIPT_ERROR, "", "a value that this rule does not expect");
}

bool core_code_no_window(struct core_play *play, const struct core_routine *routine) {
    if (routine->code < 0)
        return core_play_fail(play, MST_SCRIPT_ERROR, routine->origin,
                              "this function has no code yet");
    return core_play_fail(play, MST_SCRIPT_ERROR, "", "rules call each other more than %d deep",
                          CORE_MOST_CALLS);
}

int64_t core_code_zone_at(const struct core_board *board, int64_t column, int64_t row) {
    if (column < 0 || row < 0 || column > 99 || row > 99)
        return MST_NONE;
    return core_board_at(board, (int)column, (int)row);
}

int64_t core_code_piece_at(struct core_play *play, int64_t place, int64_t level) {
    const struct core_schema *s = play->rules->schema;
    if (place < 0 || place >= s->places || s->bag[place])
        return MST_NONE;

    int64_t count = core_count(play->pos, (int)place), above = count - (level < 1 ? 1 : level);
    if (level < 1 || above < 0)
        return MST_NONE;
    play->budget->work -= above / 8; /* due at the next charge */
    return core_piece_at(play->pos, (int)place, (int)level);
}

/* The zones whose top has a type from first to last and a seat from from to to. */
uint64_t core_code_tops(const struct core_play *play, int64_t first, int64_t last, int64_t from,
                        int64_t to) {
    const struct core_schema *s = play->rules->schema;
    uint64_t all = 0;
    assert(play->words == 1); /* B2 */
    if (first < 0 || last >= s->type_count || from < MST_NONE || to >= s->seats)
        return 0;
    for (int64_t type = first; type <= last; type++)
        for (int64_t seat = from; seat <= to; seat++)
            all |= *core_tops(play->pos, (int)type, (int)seat);
    return all;
}

uint64_t core_code_tops_many(const uint64_t *tops, int seats) {
    uint64_t all = tops[0];
    for (int seat = seats; seat; seat--)
        all |= tops[seat];
    return all;
}

uint64_t core_code_shift(const struct core_board *board, uint64_t from, int64_t d) {
    return d < 0 || d >= board->directions ? 0 : core_shifted_word(board, from, (int)d);
}

bool core_code_in_large(const struct core_play *play, int64_t zone, int set) {
    return zone >= 0 && zone < play->rules->schema->board->zones &&
           (core_play_register(play, set)[zone / 64] >> (zone & 63) & 1);
}

int64_t core_code_take_large(const struct core_play *play, int set) {
    uint64_t *words = core_play_register(play, set); /* sets lie below zero, or in a window (C1) */
    int w = 0;
    while (w < play->words && !words[w])
        w++;
    if (w == play->words)
        return MST_NONE;

    int64_t zone = w * 64 + core_lowest(words[w]); /* B2 */
    words[w] &= words[w] - 1;
    return zone;
}

void core_code_chosen(struct core_play *play, int a, int64_t place, int64_t subset) {
    int64_t *list = play->vars + a;
    int16_t pieces[CORE_MOST_PIECES];
    int count = core_pieces_in(play, (int)place, true, pieces);

    assert(core_play_has(play, list + CORE_MOST_SUBSET)); /* C2 */
    /* In reverse, so that a loop that counts down meets them in the order of the place. */
    list[0] = 0;
    for (int i = (count < CORE_MOST_SUBSET ? count : CORE_MOST_SUBSET) - 1; i >= 0; i--)
        if (subset >> i & 1)
            list[++list[0]] = pieces[i];
}

void core_code_call(struct core_play *play, const struct core_code *at) {
    const struct core_callbacks *callbacks = &play->rules->callbacks;
    const struct core_function *f = &play->rules->functions[at->k];
    int64_t *window = play->vars, value; /* `rule` may change play->vars for a nested rule */

    assert(at->c <= CORE_MOST_PARAMS && core_play_has(play, window + at->b)); /* C2 */
    if (callbacks->rule(callbacks->host, play, f->function, f->types, window + at->b, at->c,
                        at->m ? &value : NULL) &&
        at->m)
        window[at->a] = value;
}

bool core_code_remember(struct core_play *play, int64_t key) {
    return core_position_remember(play->pos, (uint64_t)key) || core_play_unwritten(play);
}

void core_code_secret(struct core_play *play, int index, int64_t entity) {
    core_secret_read(play->pos, &play->rules->schema->fields[index], (int)entity);
}

bool core_code_known(const struct core_play *play, int64_t piece) {
    return piece >= 0 && piece < play->rules->schema->pieces &&
           core_secret_known(play->pos, (int)piece);
}

/* The contributions of pieces to the key are cached, if there is memory. */
int64_t core_code_key(struct core_play *play) {
    const struct core_rules *rules = play->rules;
    int count = rules->key_field_count;

    if (!play->keys && core_position_key_known(rules->schema, rules->key_fields, count)) {
        play->keys = mst_calloc((size_t)rules->schema->pieces + 1, sizeof *play->keys);
        if (play->keys) /* without memory for it, keys are computed as a whole */
            core_position_key_begin(play->pos, rules->key_fields, count, play->keys);
    }
    return (int64_t)(play->keys
                         ? core_position_key_again(play->pos, rules->key_fields, count, play->keys)
                         : core_position_key(play->pos, rules->key_fields, count));
}

bool core_code_seen(const struct core_play *play, int64_t key) {
    return core_position_seen(play->pos, (uint64_t)key);
}

bool core_code_yield_range(struct core_play *play, const struct core_code *at, int64_t last) {
    const struct core_code *param = at + 1, *yield = at + 2;
    const int64_t *r = play->vars;
    bool fixed = yield->op == CORE_CODE_YIELD_FIXED;
    uint64_t unit = fixed ? 1ULL << yield->k : (uint64_t)yield->w, step = 1ULL << param->m;
    uint64_t bits = fixed ? (uint32_t)yield->m : (uint64_t)r[yield->c];
    mst_move base = (mst_move)r[param->b] | (uint64_t)(r[at->a] - param->k) << param->m;
    int64_t turns = last - r[at->a] + 1;

    if (!core_spend(play, turns)) /* all at once; what is not used is given back (G1) */
        return false;
    for (; turns > 0; turns--, base += step)
        if (!core_gather_run(play->gather, base, unit, bits)) {
            play->budget->work += turns - 1;
            return false;
        }
    return true;
}

int64_t core_code_large_work(const struct core_schema *s, const struct core_code *at) {
    const struct core_board *board = s->board;
    switch ((enum core_code_op)at->op) {
    case CORE_CODE_LARGE_FLOOD: return core_flood_work(board);
    case CORE_CODE_LARGE_RAY: return core_ray_work(board);
    case CORE_CODE_LARGE_NEAR: return core_near_work(board);
    case CORE_CODE_LARGE_SHIFT: return core_shift_work(board);
    case CORE_CODE_LARGE_OCCUPIED: return (int64_t)board->words * s->type_count;
    default: return board->words; /* X4: word by word */
    }
}

/* Write a field of the game that is in this slot and has another value. core_do_field treats the
 * rare cases and reports failures. */
static CORE_APART bool set_game(struct core_play *play, const struct core_schema *s, int index,
                                int slot, int64_t value) {
    const struct core_field *field = &s->fields[index];
    struct core_position *pos = play->pos;

    if (value < field->min || value > field->max || pos->journal.count == pos->journal.capacity)
        return core_do_field(play, index, 0, value);
    assert(field->of == CORE_OF_GAME && field->first == slot); /* S2 */
    pos->hash += (uint64_t)(value - pos->slots[slot]) * s->slot_coefficient[slot];
    core_note(pos, slot);
    pos->slots[slot] = (int32_t)value;
    return true;
}

int64_t core_run_code(struct core_play *play, const struct core_code *at) {
    const struct core_schema *const s = play->rules->schema;
    const int32_t *const slots = play->pos->slots;
    int64_t *const r = play->vars;
    int64_t x; /* the first value of a pair */

    /* The cost of a rule stands before its first instruction; loops charge again (X4, C3). */
    assert(at > play->code && at[-1].op == CORE_CODE_COST);
    CORE_SPEND(at[-1].w);
    BEGIN

    OP(COST)
    DONE;
    OP(RETURN) return A;
    OP(RETURN_K) return at->w;
    OP(RETURN_SLOT) return slots[at->k];
    OP(RETURN_BY_SEAT) return core_by_seat(at->w, slots[CORE_SLOT_TO_MOVE]);
    OP(RETURN_SET) return at->a;

    CORE_VALUES(GIVES)
    OP(JUMP) {
        at += at->m;
        GO_ON;
    }
    CORE_JUMPS(JUMPS)
    CORE_EFFECTS(WRITES)
    CORE_LISTS(YIELDS)
    CORE_STEPS(STEPS)

    /* clang-format off */
    OP(LARGE_COPY) OP(LARGE_ZONES) OP(LARGE_NOTHING) OP(LARGE_UNION) OP(LARGE_MEET) OP(LARGE_MINUS)
    OP(LARGE_WITHOUT) OP(LARGE_ONLY) OP(LARGE_REGION) OP(LARGE_TOPS) OP(LARGE_TOPS_ANY)
    OP(LARGE_OCCUPIED) OP(LARGE_NEAR) OP(LARGE_SHIFT) OP(LARGE_FLOOD) OP(LARGE_RAY) OP(LARGE_SIZE)
    OP(LARGE_FIRST)
        /* clang-format on */
        OP(LARGE_INCLUDE) {
        CORE_SPEND(core_code_large_work(s, at));
        core_run_large(play, at);
        DONE;
    }
    OP(CHOSEN) {
        CORE_SPEND(CORE_MOST_SUBSET);
        core_code_chosen(play, at->a, B, C);
        DONE;
    }
    OP(CALL) {
        core_code_call(play, at);
        if (play->failed)
            goto failed;
        DONE;
    }
    OP(PRIMITIVE) {
        const struct core_primitive *primitive = &play->rules->primitives[at->k];
        A = primitive->call(play, primitive->data, r + at->b, at->c);
        if (play->failed)
            goto failed;
        DONE;
    }
    OP(INVOKE) {
        const struct core_routine *routine = &play->rules->routines[at->k];
        if (!core_window_fits(play, routine, r + at->b)) {
            core_code_no_window(play, routine);
            goto failed;
        }

        /* The callee's registers begin at the arguments (C5). `r` stays that of this code. */
        play->calls++;
        play->vars = r + at->b;
        x = core_run_code(play, play->code + routine->code);
        play->vars = r;
        play->calls--;
        if (play->failed)
            goto failed;
        A = x;
        DONE;
    }
    OP(NATIVE) return ((core_native_code *)(intptr_t)at->w)(play);

    /* Pairs save a dispatch: lang_code_pair puts them in. */
    THEN_JUMPS(FACT_THEN_IF_EQ_K, FACT, IF_EQ_K)
    THEN_JUMPS(FACT_THEN_IF_NE_K, FACT, IF_NE_K)
    THEN_JUMPS(FACT_THEN_IF_LT_K, FACT, IF_LT_K)
    THEN_JUMPS(FACT_THEN_IF_NE, FACT, IF_NE)
    THEN_JUMPS(NONE_THEN_IF_NE, FACT_OR_NONE, IF_NE)
    THEN_JUMPS(NONE_THEN_IF_NE_SLOT, FACT_OR_NONE, IF_NE_SLOT)
    THEN_GIVES(NONE_THEN_NONE, FACT_OR_NONE, FACT_OR_NONE)
    THEN_GIVES(TOP_THEN_NONE, TOP, FACT_OR_NONE)
    THEN_GIVES(TOP_THEN_FACT, TOP, FACT)
    THEN_GIVES(SLOT_THEN_FACT, SLOT, FACT)
    THEN_GIVES(SLOT_THEN_NONE, SLOT, FACT_OR_NONE)
    THEN_GIVES(SLOT_THEN_FROM_K, SLOT, FROM_K)
    THEN_GIVES(SLOT_THEN_CONTAINER, SLOT, CONTAINER)
    THEN_JUMPS(TOP_FACT_THEN_IF_LT_K, TOP_FACT, IF_LT_K)
    THEN_GIVES(BY_SEAT_THEN_TOPS_OF, BY_SEAT, TOPS_OF)
    THEN_WRITES(BY_SEAT_THEN_SET_GAME, BY_SEAT, SET_GAME)
    THEN_WRITES(K_THEN_CARRY, K, CARRY)
    THEN_YIELDS(PARAM_THEN_YIELD, PARAM, YIELD)
    THEN_YIELDS(PARAM_THEN_YIELD_FIXED, PARAM, YIELD_FIXED)
    OP(RANGE_OF_YIELDS) {
        if (A <= B && !core_code_yield_range(play, at, B))
            return 0;
        at += at->m;
        GO_ON;
    }

    END failed : core_place_failure(play, (int)(at - play->code), at->op == CORE_CODE_INVOKE);
    return 0;
}
