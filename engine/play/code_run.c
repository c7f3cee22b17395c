/* The interpreter of code: see code.h. It is one function with a label for each instruction; if the
 * compiler supports it, an instruction jumps directly to the next one's label. */
#include <assert.h>

#include "play/legal.h"
#include "state/secret.h"

enum { KEYS_OF_UNIT = 8 }; /* remembered keys that are compared for a unit of work */

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
/* Instructions that set register a; that jump if a condition holds; that may write the position. */
#define GIVES(name, value)                                                                         \
    OP(name) {                                                                                     \
        A = (int64_t)(value);                                                                      \
        DONE;                                                                                      \
    }
#define JUMPS(name, condition)                                                                     \
    OP(name) {                                                                                     \
        at += (condition) ? at->m : 1;                                                             \
        GO_ON;                                                                                     \
    }
#define WRITES(name, done)                                                                         \
    OP(name) {                                                                                     \
        if (!(done))                                                                               \
            goto failed;                                                                           \
        slots = play->pos->slots;                                                                  \
        DONE;                                                                                      \
    }
/* An instruction that lists moves, and ends the code when there are enough. */
#define YIELDS(name, go_on)                                                                        \
    OP(name) {                                                                                     \
        if (!(go_on))                                                                              \
            return 0;                                                                              \
        DONE;                                                                                      \
    }
#define SPEND(units)                                                                               \
    do {                                                                                           \
        if (!mst_spend(play, units))                                                               \
            goto failed;                                                                           \
    } while (0)

/* Pairs: x is the value of the first instruction; then the next one gives another value of it, or
 * jumps. */
#define FIRST(value)                                                                               \
    do {                                                                                           \
        x = (int64_t)(value);                                                                      \
        A = x;                                                                                     \
        at++;                                                                                      \
    } while (0)
#define THEN_GIVES(name, value, next)                                                              \
    OP(name) {                                                                                     \
        FIRST(value);                                                                              \
        A = (int64_t)(next);                                                                       \
        DONE;                                                                                      \
    }
#define THEN_JUMPS(name, value, condition)                                                         \
    OP(name) {                                                                                     \
        FIRST(value);                                                                              \
        at += (condition) ? at->m : 1;                                                             \
        GO_ON;                                                                                     \
    }
#define THEN_YIELDS(name, value, go_on)                                                            \
    OP(name) {                                                                                     \
        FIRST(value);                                                                              \
        if (!(go_on))                                                                              \
            return 0;                                                                              \
        DONE;                                                                                      \
    }

#define A (*reg(play, r, at->a))
#define B (*reg(play, r, at->b))
#define C (*reg(play, r, at->c))
#define BOARD s->board
/* The fact of thing b; its top; the next move. */
#define FACT_OF(b, absent) ((uint64_t)(b) < (uint64_t)at->m ? slots[at->k + (b)*at->c] : (absent))
#define TOP_OF(b) ((uint64_t)(b) < (uint64_t)at->m ? slots[s->top_slot[b]] : MST_NONE)
#define PARAM_OF (uint64_t) B | (uint64_t)(C - at->k) << at->m
#define WORDS ((const uint64_t *)(const void *)slots)

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
MST_APART static int64_t divide(int64_t a, int64_t b, bool rest_wanted) {
    if (!b || (b == -1 && a == INT64_MIN))
        return 0;
    int64_t quotient = a / b, rest = a % b;
    if (rest && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    return rest_wanted ? rest : quotient;
}

/* Exactly as in Lua; the divisor is not 0. */
MST_APART static int64_t divide_strict(int64_t a, int64_t b, bool rest_wanted) {
    if (b == -1)
        return rest_wanted ? 0 : (int64_t)(0 - (uint64_t)a);
    return divide(a, b, rest_wanted);
}

MST_APART static bool by_zero(struct mst_play *play) {
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "attempt to divide by zero");
}

MST_APART static bool nobody_decides(struct mst_play *play) {
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "me: no seat decides here");
}

MST_APART static bool no_window(struct mst_play *play, const struct mst_routine *routine) {
    if (routine->code < 0)
        return mst_play_fail(play, MST_SCRIPT_ERROR, routine->origin,
                             "this function has no code yet");
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "rules call each other more than %d deep",
                         MST_MOST_CALLS);
}

/* Do the registers of the routine fit into the window? */
static inline bool window_fits(const struct mst_play *play, const struct mst_routine *routine,
                               const int64_t *window) {
    return play->calls < MST_MOST_CALLS && routine->code >= 0 &&
           routine->registers <= play->end - window;
}

MST_APART static int64_t zone_at(const struct mst_board *board, int64_t column, int64_t row) {
    if (column < 0 || row < 0 || column > 99 || row > 99)
        return MST_NONE;
    return mst_board_at(board, (int)column, (int)row);
}

static int64_t table_value(const struct mst_table *table, int64_t index) {
    return index < 0 || index >= table->count ? 0 : table->values[index];
}

static inline uint64_t region_word(const struct mst_region *region, int64_t seat) {
    return seat < 0 || seat >= region->count ? 0 : region->words[seat];
}

/* The zones whose top has a type from first to last and a seat from from to to. */
MST_APART static uint64_t tops_word(const struct mst_play *play, int64_t first, int64_t last,
                                    int64_t from, int64_t to) {
    const struct mst_schema *s = play->rules->schema;
    uint64_t all = 0;
    if (first < 0 || last >= s->type_count || from < MST_NONE || to >= s->seats)
        return 0;
    for (int64_t type = first; type <= last; type++)
        for (int64_t seat = from; seat <= to; seat++)
            all |= *mst_tops(play->pos, (int)type, (int)seat);
    return all;
}

MST_APART static uint64_t tops_of_many(const uint64_t *tops, int seats) {
    uint64_t all = tops[0];
    for (int seat = seats; seat; seat--)
        all |= tops[seat];
    return all;
}

static inline uint64_t tops_all_word(const uint64_t *tops, int seats) {
    return seats == 2 ? tops[0] | tops[1] | tops[2] : tops_of_many(tops, seats);
}

MST_APART static uint64_t shift_word(const struct mst_board *board, uint64_t from, int64_t d) {
    return d < 0 || d >= board->directions ? 0 : mst_shifted_word(board, from, (int)d);
}

MST_APART static bool in_large(const struct mst_play *play, int64_t zone, int set) {
    return zone >= 0 && zone < play->rules->schema->board->zones &&
           (mst_play_register(play, set)[zone / 64] >> (zone & 63) & 1);
}

/* Remove the lowest zone from a nonempty set. */
MST_APART static int64_t take_large(const struct mst_play *play, int set) {
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

/* List the pieces of place b in subset c: their number first, then the pieces in reverse. */
MST_APART static void list_chosen(struct mst_play *play, const struct mst_code *at) {
    int64_t *list = play->vars + at->a, place = play->vars[at->b], subset = play->vars[at->c];
    int16_t pieces[MST_MOST_PIECES];
    int count = mst_pieces_in(play, (int)place, true, pieces);
    list[0] = 0;
    for (int i = (count < MST_MOST_SUBSET ? count : MST_MOST_SUBSET) - 1; i >= 0; i--)
        if (subset >> i & 1)
            list[++list[0]] = pieces[i];
}

/* A rule that runs as Lua. */
MST_APART static void call(struct mst_play *play, const struct mst_code *at) {
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    const struct mst_function *f = &play->rules->functions[at->k];
    int64_t *window = play->vars, value;
    if (callbacks->rule(callbacks->host, play, f->function, f->types, window + at->b, at->c,
                        at->m ? &value : NULL) &&
        at->m)
        window[at->a] = value;
}

MST_APART static bool set_game(struct mst_play *play, int index, int64_t value) {
    const struct mst_field *field = &play->rules->schema->fields[index];
    if (value < field->min || value > field->max)
        return mst_do_field(play, index, 0, value); /* sets the error */
    return mst_position_set(play->pos, field->first, (int32_t)value) || mst_play_unwritten(play);
}

MST_APART static bool remember(struct mst_play *play, int64_t key) {
    return mst_position_remember(play->pos, (uint64_t)key) || mst_play_unwritten(play);
}

/* Read a field that is hidden from some seat, and record that. */
MST_APART static int64_t secret(struct mst_play *play, const struct mst_field *field,
                                int64_t entity) {
    if (entity < 0 || entity >= mst_field_entities(play->rules->schema, field))
        return 0;
    mst_secret_read(play->pos, field, (int)entity);
    return mst_get_field(play->pos, field, (int)entity);
}

MST_APART static bool known(const struct mst_play *play, int64_t piece) {
    return piece >= 0 && piece < play->rules->schema->pieces &&
           mst_secret_known(play->pos, (int)piece);
}

/* The contributions of pieces to the key are cached, if there is memory. */
MST_APART static int64_t position_key(struct mst_play *play) {
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

MST_APART static bool seen(const struct mst_play *play, int64_t key) {
    return mst_position_seen(play->pos, (uint64_t)key);
}

/* A loop of PARAM and YIELD or YIELD_FIXED, for the numbers up to `last`. False to stop. */
MST_APART static bool yield_range(struct mst_play *play, const struct mst_code *at, int64_t last) {
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

/* The work of an instruction on sets larger than a word. */
MST_APART static int64_t large_work(const struct mst_schema *s, const struct mst_code *at) {
    const struct mst_board *board = s->board;
    switch ((enum mst_code_op)at->op) {
    case MST_CODE_LARGE_FLOOD: return mst_flood_work(board);
    case MST_CODE_LARGE_NEAR: return mst_near_work(board);
    case MST_CODE_LARGE_SHIFT: return mst_shift_work(board);
    case MST_CODE_LARGE_OCCUPIED: return (int64_t)board->words * s->type_count;
    default: return board->words;
    }
}

static bool quiet(const struct mst_play *play, int event) {
    return !play->logging && !play->rules->events[event].listener_count;
}

int64_t mst_run_code(struct mst_play *play, const struct mst_code *at) {
    const struct mst_schema *const s = play->rules->schema;
    const int32_t *slots = play->pos->slots;
    int64_t *const r = play->vars;
    int64_t x;
    SPEND(at[-1].w);
    BEGIN

    OP(COST)
    DONE;
    OP(RETURN) return A;
    OP(RETURN_K) return at->w;
    OP(RETURN_SLOT) return slots[at->k];
    OP(RETURN_BY_SEAT) return mst_by_seat(at->w, slots[MST_SLOT_TO_MOVE]);
    OP(RETURN_SET) return at->a;

    GIVES(K, at->w)
    GIVES(MOVE, B)
    GIVES(SLOT, slots[at->k])
    GIVES(BY_SEAT, mst_by_seat(at->w, slots[MST_SLOT_TO_MOVE]))

    GIVES(FACT, FACT_OF(B, 0))
    GIVES(FACT_OR_NONE, FACT_OF(B, MST_NONE))
    OP(TOP_FACT) {
        x = TOP_OF(B);
        A = x >= 0 ? slots[at->k + x * at->c] : 0;
        DONE;
    }
    OP(TOP_FACT_OR_NONE) {
        x = TOP_OF(B);
        A = x >= 0 ? slots[at->k + x * at->c] : MST_NONE;
        DONE;
    }
    GIVES(TOP, TOP_OF(B))
    GIVES(TYPE, (uint64_t)B < (uint64_t)s->pieces ? s->type_of[B] : MST_NONE)
    GIVES(CONTAINER, (uint64_t)B < (uint64_t)at->m ? at->k + B : MST_NONE)
    OP(STEP) {
        x = C;
        A = (uint64_t)B < (uint64_t)BOARD->zones && (uint64_t)x < (uint64_t)BOARD->directions
                ? BOARD->to[x][B]
                : MST_NONE;
        DONE;
    }
    GIVES(STEP_K, (uint64_t)B < (uint64_t)at->m ? BOARD->to[at->k][B] : MST_NONE)
    GIVES(COLUMN, (uint64_t)B < (uint64_t)BOARD->zones ? BOARD->column[B] : 0)
    GIVES(ROW, (uint64_t)B < (uint64_t)BOARD->zones ? BOARD->row[B] : 0)
    GIVES(AT, zone_at(BOARD, B, C))
    GIVES(ARG, mst_frame_arg(play, B))
    GIVES(ARG_K,
          slots[MST_SLOT_DEPTH] < 1
              ? 0
              : slots[MST_SLOT_FRAMES + (slots[MST_SLOT_DEPTH] - 1) * MST_FRAME_SLOTS + at->k])
    GIVES(SECRET, secret(play, &s->fields[at->k], B))
    GIVES(KNOWN, known(play, B))
    GIVES(TABLE, table_value(&play->rules->tables[at->k], B))

    GIVES(NEGATE, 0 - (uint64_t)B)
    GIVES(ADD, (uint64_t)B + (uint64_t)C)
    GIVES(ADD_K, (uint64_t)B + (uint64_t)at->w)
    GIVES(SUB, (uint64_t)B - (uint64_t)C)
    GIVES(FROM_K, (uint64_t)at->w - (uint64_t)B)
    GIVES(MUL, (uint64_t)B * (uint64_t)C)
    GIVES(DIV, divide(B, C, false))
    GIVES(MOD, divide(B, C, true))
    GIVES(MIN, B < C ? B : C)
    GIVES(MAX, B > C ? B : C)
    GIVES(MIN_K, B < at->w ? B : at->w)
    GIVES(MAX_K, B > at->w ? B : at->w)
    GIVES(ABS, B < 0 ? 0 - (uint64_t)B : (uint64_t)B)

    OP(JUMP) {
        at += at->m;
        GO_ON;
    }
    JUMPS(IF_EQ, B == C)
    JUMPS(IF_NE, B != C)
    JUMPS(IF_LT, B < C)
    JUMPS(IF_LE, B <= C)
    JUMPS(IF_EQ_K, B == at->k)
    JUMPS(IF_NE_K, B != at->k)
    JUMPS(IF_LT_K, B < at->k)
    JUMPS(IF_GE_K, B >= at->k)
    JUMPS(IF_EQ_SLOT, B == slots[at->k])
    JUMPS(IF_NE_SLOT, B != slots[at->k])
    JUMPS(IF_SLOT_EQ_K, slots[at->c] == at->k)
    JUMPS(IF_SLOT_NE_K, slots[at->c] != at->k)
    JUMPS(IF_SLOT_LT_K, slots[at->c] < at->k)
    JUMPS(IF_SLOT_GE_K, slots[at->c] >= at->k)
    JUMPS(IF_IN, (uint64_t)B < 64 && ((uint64_t)C >> B & 1))
    JUMPS(IF_OUT, (uint64_t)B >= 64 || !((uint64_t)C >> B & 1))
    OP(IF_IN_MINE) {
        x = (int64_t)region_word(&play->rules->regions[at->k], slots[MST_SLOT_TO_MOVE]);
        at += (uint64_t)B < 64 && ((uint64_t)x >> B & 1) ? at->m : 1;
        GO_ON;
    }
    OP(IF_OUT_MINE) {
        x = (int64_t)region_word(&play->rules->regions[at->k], slots[MST_SLOT_TO_MOVE]);
        at += (uint64_t)B < 64 && ((uint64_t)x >> B & 1) ? 1 : at->m;
        GO_ON;
    }
    JUMPS(IF_IN_LARGE, in_large(play, B, at->c))
    JUMPS(IF_OUT_LARGE, !in_large(play, B, at->c))

    GIVES(UNION, B | C)
    GIVES(MEET, B & C)
    GIVES(MINUS, B & ~C)
    GIVES(UNION_K, B | at->w)
    GIVES(MEET_K, B & at->w)
    GIVES(FROM_SET_K, at->w & ~B)
    GIVES(ONLY, (uint64_t)B < (uint64_t)BOARD->zones ? 1ULL << B : 0)
    GIVES(REGION, region_word(&play->rules->regions[at->k], B))
    GIVES(REGION_MINE, region_word(&play->rules->regions[at->k], slots[MST_SLOT_TO_MOVE]))
    GIVES(TOPS, tops_word(play, B, B, C, C))
    GIVES(TOPS_ANY, tops_word(play, B, B, MST_NONE, s->seats - 1))
    GIVES(TOPS_OF, (uint64_t)B + 1 <= (uint64_t)at->m ? WORDS[at->k + B + 1] : 0)
    GIVES(TOPS_MINE, WORDS[at->k + slots[MST_SLOT_TO_MOVE] + 1])
    GIVES(TOPS_AT, WORDS[at->k])
    GIVES(TOPS_ALL, tops_all_word(WORDS + at->k, at->m))
    GIVES(NEAR, mst_near_word(BOARD, (uint64_t)B))
    GIVES(SHIFT, shift_word(BOARD, (uint64_t)B, C))
    OP(FLOOD) {
        SPEND(BOARD->zones);
        A = (int64_t)mst_flood_word(BOARD, (uint64_t)B, (uint64_t)C);
        DONE;
    }
    GIVES(SIZE, mst_bits((uint64_t)B))
    GIVES(FIRST, B ? mst_lowest((uint64_t)B) : MST_NONE)
    GIVES(INCLUDE, (uint64_t)A | 1ULL << B)

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
    OP(LARGE_SIZE)
    OP(LARGE_FIRST)
    OP(LARGE_INCLUDE) {
        SPEND(large_work(s, at));
        mst_run_large(play, at);
        DONE;
    }

    OP(NEXT_ZONE) {
        x = B;
        if (!x)
            DONE;
        SPEND(at->c);
        A = mst_lowest((uint64_t)x);
        B = (int64_t)((uint64_t)x & ((uint64_t)x - 1));
        at += at->m;
        GO_ON;
    }
    OP(NEXT_ZONE_LARGE) {
        x = take_large(play, at->b);
        if (x < 0)
            DONE;
        SPEND(at->c);
        A = x;
        at += at->m;
        GO_ON;
    }
    OP(RANGE) {
        if (A > B) {
            at += at->m;
            GO_ON;
        }
        SPEND(at->c);
        DONE;
    }
    OP(NEXT_NUMBER) {
        if (A >= B)
            DONE;
        SPEND(at->c);
        A++;
        at += at->m;
        GO_ON;
    }
    GIVES(STACK, TOP_OF(B))
    OP(NEXT_PIECE) {
        x = B;
        if (x < 0)
            DONE;
        SPEND(at->c);
        A = x; /* read the piece below first: the body may move this one */
        B = slots[mst_slot_piece(s, (int)x, MST_PIECE_BELOW)];
        at += at->m;
        GO_ON;
    }
    OP(CHOSEN) {
        SPEND(MST_MOST_SUBSET);
        list_chosen(play, at);
        DONE;
    }
    OP(NEXT_CHOSEN) {
        if (B <= 0)
            DONE;
        SPEND(at->c);
        A = r[at->b + B];
        B--;
        at += at->m;
        GO_ON;
    }
    OP(RECALL) {
        struct mst_shared *shared = &play->shared[at->k];
        if (shared->version != mst_position_version(play->pos) ||
            shared->to_move != slots[MST_SLOT_TO_MOVE]) {
            shared->work = mst_budget_left(play->budget);
            shared->told = play->pos->informed;
            play->pos->informed = false;
            DONE;
        }
        SPEND(shared->work);
        play->pos->informed |= shared->told;
        A = shared->value;
        at += at->m;
        GO_ON;
    }
    OP(KEEP) {
        struct mst_shared *shared = &play->shared[at->k];
        bool told = play->pos->informed, before = shared->told;
        *shared = (struct mst_shared){mst_position_version(play->pos), A,
                                      shared->work - mst_budget_left(play->budget),
                                      slots[MST_SLOT_TO_MOVE], told};
        play->pos->informed = told || before;
        DONE;
    }

    OP(CALL) {
        call(play, at);
        if (play->failed)
            goto failed;
        slots = play->pos->slots;
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
        if (!window_fits(play, routine, r + at->b)) {
            no_window(play, routine);
            goto failed;
        }
        play->calls++;
        play->vars = r + at->b;
        x = mst_run_code(play, play->code + routine->code);
        play->vars = r;
        play->calls--;
        if (play->failed)
            goto failed;
        slots = play->pos->slots;
        A = x;
        DONE;
    }
    OP(TURN) {
        SPEND(at->c);
        DONE;
    }
    OP(DIV_STRICT) {
        if (!C)
            goto zero;
        A = divide_strict(B, C, false);
        DONE;
    }
    OP(MOD_STRICT) {
        if (!C)
            goto zero;
        A = divide_strict(B, C, true);
        DONE;
    }
    OP(ME) {
        if (slots[MST_SLOT_TO_MOVE] < 0)
            goto nobody;
        A = slots[MST_SLOT_TO_MOVE];
        DONE;
    }
    OP(KEY) {
        SPEND(s->pieces);
        A = position_key(play);
        DONE;
    }
    OP(SEEN) {
        SPEND(slots[MST_SLOT_HISTORY] / KEYS_OF_UNIT);
        A = seen(play, B);
        DONE;
    }

    WRITES(SET_GAME, slots[at->m] == B || set_game(play, at->k, B))
    WRITES(SET_FIELD,
           ((uint64_t)B < (uint64_t)at->m && slots[s->fields[at->k].first + B * at->a] == C) ||
               mst_do_field(play, at->k, B, C))
    WRITES(SET_OWNER, mst_do_owner(play, B, C))
    WRITES(PUT, mst_do_put(play, B, C))
    WRITES(INSERT, mst_do_insert(play, B, C, A))
    WRITES(CARRY, mst_do_carry(play, B, C, A))
    WRITES(SHUFFLE, mst_do_shuffle(play, B, C))
    WRITES(OVER, mst_do_over(play, B, at->k))
    WRITES(GO, mst_do_go(play, at->k))
    WRITES(PUSH, mst_do_push(play, at->k, r + at->b, at->c))
    WRITES(POP, mst_do_pop(play))
    JUMPS(QUIET, quiet(play, at->k))
    WRITES(EMIT, mst_emit(play, at->k, r + at->b, at->c))
    WRITES(REMEMBER, remember(play, B))

    GIVES(PARAM, PARAM_OF)
    YIELDS(YIELD, mst_gather_run(play->gather, (mst_move)B, (uint64_t)at->w, (uint64_t)C))
    YIELDS(YIELD_NEW, mst_gather_run(play->gather, (mst_move)at->a << MST_KIND_SHIFT, 1ULL << at->k,
                                     (uint64_t)C))
    YIELDS(YIELD_FIXED, mst_gather_run(play->gather, (mst_move)B, 1ULL << at->k, (uint32_t)at->m))
    YIELDS(YIELD_MOVE, mst_gather_run(play->gather, (mst_move)at->w, 0, 1))
    YIELDS(YIELD_ONE, mst_gather_run(play->gather, (mst_move)B, 0, 1))
    YIELDS(YIELD_RANGE, A > C || mst_gather_run(play->gather, (mst_move)B, (uint64_t)at->w,
                                                (1ULL << (C - A + 1)) - 1))
    OP(YIELD_STEP) {
        const struct mst_leap *leap = &play->rules->leaps[at->k + slots[MST_SLOT_TO_MOVE] + 1];
        uint64_t from = (uint64_t)A & leap->source;
        from = from << (leap->shift & 63) | from >> (-leap->shift & 63);
        if (!mst_gather_run(play->gather, (mst_move)B - leap->back, leap->unit, from & (uint64_t)C))
            return 0;
        DONE;
    }
    OP(YIELD_KIND) {
        mst_gather_kind(play->gather, at->k);
        if (play->failed || play->gather->count >= play->gather->limit)
            return 0;
        DONE;
    }
    JUMPS(IF_EAGER, play->gather->eager)
    JUMPS(IF_ANY, play->gather->count != 0)

    THEN_JUMPS(FACT_THEN_IF_EQ_K, FACT_OF(B, 0), x == at->k)
    THEN_JUMPS(FACT_THEN_IF_NE_K, FACT_OF(B, 0), x != at->k)
    THEN_JUMPS(FACT_THEN_IF_LT_K, FACT_OF(B, 0), x < at->k)
    THEN_JUMPS(FACT_THEN_IF_NE, FACT_OF(B, 0), x != C)
    THEN_JUMPS(NONE_THEN_IF_NE, FACT_OF(B, MST_NONE), x != C)
    THEN_JUMPS(NONE_THEN_IF_NE_SLOT, FACT_OF(B, MST_NONE), x != slots[at->k])
    THEN_GIVES(NONE_THEN_NONE, FACT_OF(B, MST_NONE), FACT_OF(x, MST_NONE))
    THEN_GIVES(TOP_THEN_NONE, TOP_OF(B), FACT_OF(x, MST_NONE))
    THEN_GIVES(TOP_THEN_FACT, TOP_OF(B), FACT_OF(x, 0))
    THEN_GIVES(SLOT_THEN_FACT, slots[at->k], FACT_OF(x, 0))
    THEN_YIELDS(PARAM_THEN_YIELD, PARAM_OF,
                mst_gather_run(play->gather, (mst_move)x, (uint64_t)at->w, (uint64_t)C))
    OP(RANGE_OF_YIELDS) {
        if (A <= B && !yield_range(play, at, B))
            return 0;
        at += at->m;
        GO_ON;
    }
    THEN_YIELDS(PARAM_THEN_YIELD_FIXED, PARAM_OF,
                mst_gather_run(play->gather, (mst_move)x, 1ULL << at->k, (uint32_t)at->m))

    END zero : by_zero(play);
    goto failed;
nobody:
    nobody_decides(play);
failed:
    mst_place_failure(play, at);
    return 0;
}
