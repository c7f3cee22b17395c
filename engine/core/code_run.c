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
#define BEGIN static const void *const places[] = {MST_CODES(PLACE)}; goto *places[at->op];
#define END
#define OP(name) at_##name:
#define GO_ON goto *places[at->op]
#else
#define BEGIN dispatch: switch ((enum mst_code_op)at->op) {
#define END case MST_CODE_COUNT: break; }
#define OP(name) case MST_CODE_##name:
#define GO_ON goto dispatch
#endif
/* clang-format on */

#define DONE                                                                                       \
    do {                                                                                           \
        at++;                                                                                      \
        GO_ON;                                                                                     \
    } while (0)
#define OPERANDS A, B, C, at->a, at->b, at->c, at->k, at->m, at->w
/* The instructions of code_ops.h, by what they do. */
#define GIVES(name)                                                                                \
    OP(name) {                                                                                     \
        A = (int64_t)(RUN(MST_VALUE_##name));                                                      \
        DONE;                                                                                      \
    }
#define JUMPS(name)                                                                                \
    OP(name) {                                                                                     \
        at += RUN(MST_WHEN_##name) ? at->m : 1;                                                    \
        GO_ON;                                                                                     \
    }
#define WRITES(name)                                                                               \
    OP(name) {                                                                                     \
        if (!(RUN(MST_DEED_##name)))                                                               \
            goto failed;                                                                           \
        DONE;                                                                                      \
    }
#define YIELDS(name)                                                                               \
    OP(name) {                                                                                     \
        if (!(RUN(MST_LIST_##name)))                                                               \
            return 0;                                                                              \
        DONE;                                                                                      \
    }
#define STEPS(name)                                                                                \
    OP(name) {                                                                                     \
        RUN(MST_STEP_##name)                                                                       \
        DONE;                                                                                      \
    }
#define RUN(macro) APPLY(macro, OPERANDS)
#define APPLY(macro, ...) macro(__VA_ARGS__)

/* Pairs: x is the value of the first instruction; then the next one gives another value of it, or
 * jumps. Its register B is x. */
#define FIRST(value)                                                                               \
    do {                                                                                           \
        x = (int64_t)(RUN(MST_VALUE_##value));                                                     \
        A = x;                                                                                     \
        at++;                                                                                      \
    } while (0)
#define NEXT(macro) APPLY(macro, A, x, C, at->a, at->b, at->c, at->k, at->m, at->w)
#define THEN_GIVES(name, value, next)                                                              \
    OP(name) {                                                                                     \
        FIRST(value);                                                                              \
        A = (int64_t)(NEXT(MST_VALUE_##next));                                                     \
        DONE;                                                                                      \
    }
#define THEN_JUMPS(name, value, next)                                                              \
    OP(name) {                                                                                     \
        FIRST(value);                                                                              \
        at += NEXT(MST_WHEN_##next) ? at->m : 1;                                                   \
        GO_ON;                                                                                     \
    }
#define THEN_WRITES(name, value, next)                                                             \
    OP(name) {                                                                                     \
        FIRST(value);                                                                              \
        if (!(NEXT(MST_DEED_##next)))                                                              \
            goto failed;                                                                           \
        DONE;                                                                                      \
    }
#define THEN_YIELDS(name, value, next)                                                             \
    OP(name) {                                                                                     \
        FIRST(value);                                                                              \
        if (!(NEXT(MST_LIST_##next)))                                                              \
            return 0;                                                                              \
        DONE;                                                                                      \
    }

#define A (*reg(play, r, at->a))
#define B (*reg(play, r, at->b))
#define C (*reg(play, r, at->c))

/* What code_ops.h asks for (O1). */
#define MST_SCHEMA s
#define MST_REGION(k) (&play->rules->regions[k])
#define MST_TABLE(k) (&play->rules->tables[k])
#define MST_LEAP(k) (&play->rules->leaps[k])
#define MST_RECALLS(k) mst_recalls(play, &play->shared[k])
#define MST_KEEPS(k, value) mst_keeps(play, &play->shared[k], value)
#define MST_TOPS_ALL(tops, seats)                                                                  \
    ((seats) == 2 ? (tops)[0] | (tops)[1] | (tops)[2] : mst_code_tops_many(tops, seats))
#define MST_NEAR(from) mst_near_word(s->board, from)
#define MST_FLOOD(start, within) mst_flood_word(s->board, start, within)
#define MST_SET_GAME(k, slot, value) set_game(play, s, k, slot, value)
#define MST_SET_FIELD(k, entity, value) mst_do_field(play, k, entity, value)
#define MST_PUT(piece, place) mst_do_put(play, piece, place)
#define MST_CARRY(from, to, taken) mst_do_carry(play, from, to, taken)
#define MST_GO(k) mst_do_go(play, k)
#define MST_FAIL goto failed
#define MST_SPEND(units)                                                                           \
    do {                                                                                           \
        if (!mst_spend(play, units))                                                               \
            goto failed;                                                                           \
    } while (0)
#define MST_TO(m)                                                                                  \
    do {                                                                                           \
        at += (m);                                                                                 \
        GO_ON;                                                                                     \
    } while (0)

/* Register `index` of the window `r` (C2). */
static inline int64_t *reg(const struct mst_play *play, int64_t *r, int index) {
    assert(mst_play_has(play, r + index));
    (void)play;
    return r + index;
}

int64_t mst_frame_arg(const struct mst_play *play, int64_t index) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    if (index == MST_FRAME_DECISION)
        index = 0;
    else if (index < 1 || index > MST_FRAME_ARGS)
        return 0;
    if (depth < 1)
        return 0;
    return mst_get(play->pos, MST_SLOT_FRAMES + (depth - 1) * MST_FRAME_SLOTS + (int)index);
}

/* Lua's // and %, which round toward minus infinity; a zero divisor gives 0. */
int64_t mst_code_divide(int64_t a, int64_t b, bool rest_wanted) {
    if (!b)
        return 0;
    if (b == -1) /* the least integer has no opposite, and C no quotient for it */
        return rest_wanted ? 0 : (int64_t)(0 - (uint64_t)a);
    int64_t quotient = a / b, rest = a % b;
    if (rest && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    return rest_wanted ? rest : quotient;
}

/* Exactly as in Lua; the divisor is not 0. */
int64_t mst_code_divide_strict(int64_t a, int64_t b, bool rest_wanted) {
    assert(b);
    return mst_code_divide(a, b, rest_wanted);
}

bool mst_code_by_zero(struct mst_play *play) {
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "attempt to divide by zero");
}

bool mst_code_nobody(struct mst_play *play) {
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "me: no seat decides here");
}

bool mst_code_uncertain(struct mst_play *play) {
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "a value that this rule does not expect");
}

bool mst_code_no_window(struct mst_play *play, const struct mst_routine *routine) {
    if (routine->code < 0)
        return mst_play_fail(play, MST_SCRIPT_ERROR, routine->origin,
                             "this function has no code yet");
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "rules call each other more than %d deep",
                         MST_MOST_CALLS);
}

int64_t mst_code_zone_at(const struct mst_board *board, int64_t column, int64_t row) {
    if (column < 0 || row < 0 || column > 99 || row > 99)
        return MST_NONE;
    return mst_board_at(board, (int)column, (int)row);
}

int64_t mst_code_piece_at(struct mst_play *play, int64_t place, int64_t level) {
    const struct mst_schema *s = play->rules->schema;
    if (place < 0 || place >= s->places || s->bag[place])
        return MST_NONE;
    int64_t count = mst_count(play->pos, (int)place), above = count - (level < 1 ? 1 : level);
    if (level < 1 || above < 0)
        return MST_NONE;
    play->budget->work -= above / 8; /* due at the next charge */
    return mst_piece_at(play->pos, (int)place, (int)level);
}

/* The zones whose top has a type from first to last and a seat from from to to. */
uint64_t mst_code_tops(const struct mst_play *play, int64_t first, int64_t last, int64_t from,
                       int64_t to) {
    const struct mst_schema *s = play->rules->schema;
    uint64_t all = 0;
    if (first < 0 || last >= s->type_count || from < MST_NONE || to >= s->seats)
        return 0;
    for (int64_t type = first; type <= last; type++)
        for (int64_t seat = from; seat <= to; seat++)
            all |= *mst_tops(play->pos, (int)type, (int)seat);
    return all;
}

uint64_t mst_code_tops_many(const uint64_t *tops, int seats) {
    uint64_t all = tops[0];
    for (int seat = seats; seat; seat--)
        all |= tops[seat];
    return all;
}

uint64_t mst_code_shift(const struct mst_board *board, uint64_t from, int64_t d) {
    return d < 0 || d >= board->directions ? 0 : mst_shifted_word(board, from, (int)d);
}

bool mst_code_in_large(const struct mst_play *play, int64_t zone, int set) {
    return zone >= 0 && zone < play->rules->schema->board->zones &&
           (mst_play_register(play, set)[zone / 64] >> (zone & 63) & 1);
}

int64_t mst_code_take_large(const struct mst_play *play, int set) {
    uint64_t *words = mst_play_register(play, set);
    int w = 0;
    while (w < play->words && !words[w])
        w++;
    if (w == play->words)
        return MST_NONE;
    int64_t zone = w * 64 + mst_lowest(words[w]);
    words[w] &= words[w] - 1;
    return zone;
}

void mst_code_chosen(struct mst_play *play, int a, int64_t place, int64_t subset) {
    int64_t *list = play->vars + a;
    int16_t pieces[MST_MOST_PIECES];
    int count = mst_pieces_in(play, (int)place, true, pieces);
    list[0] = 0;
    for (int i = (count < MST_MOST_SUBSET ? count : MST_MOST_SUBSET) - 1; i >= 0; i--)
        if (subset >> i & 1)
            list[++list[0]] = pieces[i];
}

void mst_code_call(struct mst_play *play, const struct mst_code *at) {
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    const struct mst_function *f = &play->rules->functions[at->k];
    int64_t *window = play->vars, value;
    if (callbacks->rule(callbacks->host, play, f->function, f->types, window + at->b, at->c,
                        at->m ? &value : NULL) &&
        at->m)
        window[at->a] = value;
}

bool mst_code_remember(struct mst_play *play, int64_t key) {
    return mst_position_remember(play->pos, (uint64_t)key) || mst_play_unwritten(play);
}

void mst_code_secret(struct mst_play *play, int index, int64_t entity) {
    mst_secret_read(play->pos, &play->rules->schema->fields[index], (int)entity);
}

bool mst_code_known(const struct mst_play *play, int64_t piece) {
    return piece >= 0 && piece < play->rules->schema->pieces &&
           mst_secret_known(play->pos, (int)piece);
}

/* The contributions of pieces to the key are cached, if there is memory. */
int64_t mst_code_key(struct mst_play *play) {
    const struct mst_rules *rules = play->rules;
    int count = rules->key_field_count;
    if (!play->keys && mst_position_key_known(rules->schema, rules->key_fields, count)) {
        play->keys = mst_calloc((size_t)rules->schema->pieces + 1, sizeof *play->keys);
        if (play->keys)
            mst_position_key_begin(play->pos, rules->key_fields, count, play->keys);
    }
    return (int64_t)(play->keys
                         ? mst_position_key_again(play->pos, rules->key_fields, count, play->keys)
                         : mst_position_key(play->pos, rules->key_fields, count));
}

bool mst_code_seen(const struct mst_play *play, int64_t key) {
    return mst_position_seen(play->pos, (uint64_t)key);
}

bool mst_code_yield_range(struct mst_play *play, const struct mst_code *at, int64_t last) {
    const struct mst_code *param = at + 1, *yield = at + 2;
    const int64_t *r = play->vars;
    bool fixed = yield->op == MST_CODE_YIELD_FIXED;
    uint64_t unit = fixed ? 1ULL << yield->k : (uint64_t)yield->w, step = 1ULL << param->m;
    uint64_t bits = fixed ? (uint32_t)yield->m : (uint64_t)r[yield->c];
    mst_move base = (mst_move)r[param->b] | (uint64_t)(r[at->a] - param->k) << param->m;
    int64_t turns = last - r[at->a] + 1;
    if (!mst_spend(play, turns))
        return false;
    for (; turns > 0; turns--, base += step)
        if (!mst_gather_run(play->gather, base, unit, bits)) {
            play->budget->work += turns - 1;
            return false;
        }
    return true;
}

int64_t mst_code_large_work(const struct mst_schema *s, const struct mst_code *at) {
    const struct mst_board *board = s->board;
    switch ((enum mst_code_op)at->op) {
    case MST_CODE_LARGE_FLOOD: return mst_flood_work(board);
    case MST_CODE_LARGE_RAY: return mst_ray_work(board);
    case MST_CODE_LARGE_NEAR: return mst_near_work(board);
    case MST_CODE_LARGE_SHIFT: return mst_shift_work(board);
    case MST_CODE_LARGE_OCCUPIED: return (int64_t)board->words * s->type_count;
    default: return board->words;
    }
}

/* Write a field of the game, which is in this slot and has another value. */
static MST_APART bool set_game(struct mst_play *play, const struct mst_schema *s, int index,
                               int slot, int64_t value) {
    const struct mst_field *field = &s->fields[index];
    struct mst_position *pos = play->pos;
    if (value < field->min || value > field->max || pos->journal.count == pos->journal.capacity)
        return mst_do_field(play, index, 0, value);
    pos->hash += (uint64_t)(value - pos->slots[slot]) * s->slot_coefficient[slot];
    mst_note(pos, slot);
    pos->slots[slot] = (int32_t)value;
    return true;
}

int64_t mst_run_code(struct mst_play *play, const struct mst_code *at) {
    const struct mst_schema *const s = play->rules->schema;
    const int32_t *const slots = play->pos->slots;
    int64_t *const r = play->vars;
    int64_t x;
    MST_SPEND(at[-1].w);
    BEGIN

    OP(COST)
    DONE;
    OP(RETURN) return A;
    OP(RETURN_K) return at->w;
    OP(RETURN_SLOT) return slots[at->k];
    OP(RETURN_BY_SEAT) return mst_by_seat(at->w, slots[MST_SLOT_TO_MOVE]);
    OP(RETURN_SET) return at->a;

    MST_VALUES(GIVES)
    OP(JUMP) {
        at += at->m;
        GO_ON;
    }
    MST_JUMPS(JUMPS)
    MST_DEEDS(WRITES)
    MST_LISTS(YIELDS)
    MST_STEPS(STEPS)

    OP(LARGE_COPY)
    OP(LARGE_ZONES)
    OP(LARGE_NOTHING)
    OP(LARGE_UNION)
    OP(LARGE_MEET)
    OP(LARGE_MINUS)
    OP(LARGE_WITHOUT)
    OP(LARGE_ONLY)
    OP(LARGE_REGION)
    OP(LARGE_TOPS)
    OP(LARGE_TOPS_ANY)
    OP(LARGE_OCCUPIED)
    OP(LARGE_NEAR)
    OP(LARGE_SHIFT)
    OP(LARGE_FLOOD)
    OP(LARGE_RAY)
    OP(LARGE_SIZE)
    OP(LARGE_FIRST)
    OP(LARGE_INCLUDE) {
        MST_SPEND(mst_code_large_work(s, at));
        mst_run_large(play, at);
        DONE;
    }
    OP(CHOSEN) {
        MST_SPEND(MST_MOST_SUBSET);
        mst_code_chosen(play, at->a, B, C);
        DONE;
    }
    OP(CALL) {
        mst_code_call(play, at);
        if (play->failed)
            goto failed;
        DONE;
    }
    OP(PRIMITIVE) {
        const struct mst_primitive *primitive = &play->rules->primitives[at->k];
        A = primitive->call(play, primitive->data, r + at->b, at->c);
        if (play->failed)
            goto failed;
        DONE;
    }
    OP(INVOKE) {
        const struct mst_routine *routine = &play->rules->routines[at->k];
        if (!mst_window_fits(play, routine, r + at->b)) {
            mst_code_no_window(play, routine);
            goto failed;
        }
        play->calls++;
        play->vars = r + at->b;
        x = mst_run_code(play, play->code + routine->code);
        play->vars = r;
        play->calls--;
        if (play->failed)
            goto failed;
        A = x;
        DONE;
    }
    OP(NATIVE) return ((mst_native_code *)(intptr_t)at->w)(play);

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
        if (A <= B && !mst_code_yield_range(play, at, B))
            return 0;
        at += at->m;
        GO_ON;
    }

    END failed : mst_place_failure(play, (int)(at - play->code), at->op == MST_CODE_INVOKE);
    return 0;
}
