/* Evaluating expressions: see expr.h. A tree walk; variables and constants, the commonest children, are
 * read without a call. */
#include "play/expr.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Kept out of the evaluator's frame, so that the commonest operations stay cheap. */
#define COLD __attribute__((noinline))

bool mst_play_init(struct mst_play *play, const struct mst_rules *rules, struct mst_position *pos) {
    memset(play, 0, sizeof *play);
    play->rules = rules;
    play->pos = pos;
    play->work = MST_PLAY_WORK;
    play->sets = mst_calloc(MST_MOST_SETS, (size_t)rules->schema->board->words * sizeof *play->sets);
    return play->sets != NULL;
}

void mst_play_clear(struct mst_play *play) {
    mst_free(play->sets);
    mst_free(play->log);
    play->sets = NULL;
    play->log = NULL;
}

bool mst_play_fail(struct mst_play *play, enum mst_status status, const char *at, const char *format,
                   ...) {
    char text[sizeof play->error.text];
    va_list args;
    if (play->failed)
        return false;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    play->failed = true;
    mst_fail(&play->error, status, at, "%s", text);
    return false;
}

static bool spend(struct mst_play *play) {
    if (--play->work > 0)
        return true;
    return mst_play_fail(play, MST_BUDGET, "",
                         "the rules used up their budget of work; is there an endless loop?");
}

/* ---- sets ------------------------------------------------------------------------------------ */

static inline int lowest(uint64_t word) {
    return __builtin_ctzll(word);
}

static void all_zones(const struct mst_board *board, uint64_t *out) {
    memset(out, 0xff, (size_t)board->words * sizeof *out);
    if (board->zones & 63)
        out[board->words - 1] = (1ULL << (board->zones & 63)) - 1;
}

void mst_shift(const struct mst_board *board, const uint64_t *from, int direction, uint64_t *out) {
    if (board->words == 1 && board->shift[direction]) {
        uint64_t source = from[0] & board->source[direction];
        int shift = board->shift[direction];
        out[0] = shift > 0 ? source << shift : source >> -shift;
        return;
    }
    uint64_t moved[MST_MOST_WORDS] = {0};
    for (int w = 0; w < board->words; w++)
        for (uint64_t rest = from[w]; rest; rest &= rest - 1) {
            int to = board->to[direction][w * 64 + lowest(rest)];
            if (to != MST_NONE)
                moved[to / 64] |= 1ULL << (to & 63);
        }
    memcpy(out, moved, (size_t)board->words * sizeof *out);
}

/* mst_near on a board of one word. */
static uint64_t near_word(const struct mst_board *board, uint64_t from) {
    uint64_t near = 0, step;
    for (int d = 0; d < board->directions; d++) {
        mst_shift(board, &from, d, &step);
        near |= step;
    }
    return near;
}

void mst_near(const struct mst_board *board, const uint64_t *from, uint64_t *out) {
    if (board->words == 1) {
        *out = near_word(board, *from);
        return;
    }
    uint64_t step[MST_MOST_WORDS], near[MST_MOST_WORDS] = {0};
    for (int d = 0; d < board->directions; d++) {
        mst_shift(board, from, d, step);
        for (int w = 0; w < board->words; w++)
            near[w] |= step[w];
    }
    memcpy(out, near, (size_t)board->words * sizeof *out);
}

void mst_flood(const struct mst_board *board, const uint64_t *start, const uint64_t *within,
               uint64_t *out) {
    if (board->words == 1) {
        uint64_t found = *start & *within, edge = found;
        while ((edge = near_word(board, edge) & *within & ~found))
            found |= edge;
        *out = found;
        return;
    }
    uint64_t reached[MST_MOST_WORDS], fresh[MST_MOST_WORDS], near[MST_MOST_WORDS];
    bool grew = true;
    for (int w = 0; w < board->words; w++)
        reached[w] = fresh[w] = start[w] & within[w];
    while (grew) {
        grew = false;
        mst_near(board, fresh, near);
        for (int w = 0; w < board->words; w++) {
            fresh[w] = near[w] & within[w] & ~reached[w];
            reached[w] |= fresh[w];
            grew = grew || fresh[w];
        }
    }
    memcpy(out, reached, (size_t)board->words * sizeof *out);
}

static void tops_of(struct mst_play *play, int64_t type, int64_t first, int64_t last, uint64_t *out) {
    const struct mst_schema *s = play->rules->schema;
    memset(out, 0, (size_t)s->board->words * sizeof *out);
    for (int64_t seat = first; seat <= last; seat++) {
        const uint64_t *tops = mst_tops(play->pos, (int)type, (int)seat);
        for (int w = 0; w < s->board->words; w++)
            out[w] |= tops[w];
    }
}

static void eval_tops(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_schema *s = play->rules->schema;
    int64_t type = mst_eval(play, n->a), first = -1, last = s->seats - 1;
    if (n->b >= 0)
        first = last = mst_eval(play, n->b);
    if (type < 0 || type >= s->type_count || first < -1 || last >= s->seats)
        memset(out, 0, (size_t)s->board->words * sizeof *out);
    else
        tops_of(play, type, first, last, out);
}

static void eval_occupied(struct mst_play *play, uint64_t *out) {
    const struct mst_schema *s = play->rules->schema;
    uint64_t part[MST_MOST_WORDS];
    memset(out, 0, (size_t)s->board->words * sizeof *out);
    for (int t = 0; t < s->type_count; t++) {
        tops_of(play, t, -1, s->seats - 1, part);
        for (int w = 0; w < s->board->words; w++)
            out[w] |= part[w];
    }
}

static void eval_region(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_region *region = &play->rules->regions[n->a];
    int64_t seat = n->b >= 0 ? mst_eval(play, n->b) : 0;
    size_t words = (size_t)play->rules->schema->board->words;
    if (seat < 0 || seat >= region->count)
        memset(out, 0, words * sizeof *out);
    else
        memcpy(out, region->words + (size_t)seat * words, words * sizeof *out);
}

static void eval_where(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    uint64_t from[MST_MOST_WORDS], kept[MST_MOST_WORDS] = {0};
    mst_eval_set(play, play->rules->nodes[n->a].a, from);
    for (int w = 0; w < board->words; w++)
        for (uint64_t rest = from[w]; rest && spend(play); rest &= rest - 1) {
            play->vars[n->b] = w * 64 + lowest(rest);
            if (mst_eval(play, n->c))
                kept[w] |= rest & (0 - rest);
        }
    memcpy(out, kept, (size_t)board->words * sizeof *out);
}

static void eval_pair(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    int words = play->rules->schema->board->words;
    uint64_t right[MST_MOST_WORDS];
    mst_eval_set(play, n->a, out);
    mst_eval_set(play, n->b, right);
    for (int w = 0; w < words; w++)
        out[w] = n->op == MST_OP_UNION ? out[w] | right[w]
                 : n->op == MST_OP_MEET ? out[w] & right[w]
                                        : out[w] & ~right[w];
}

static void eval_flood(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    uint64_t start[MST_MOST_WORDS], within[MST_MOST_WORDS];
    mst_eval_set(play, n->a, start);
    mst_eval_set(play, n->b, within);
    mst_flood(play->rules->schema->board, start, within, out);
}

static void eval_shift(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    int64_t direction = mst_eval(play, n->b);
    mst_eval_set(play, n->a, out);
    if (direction < 0 || direction >= board->directions)
        memset(out, 0, (size_t)board->words * sizeof *out);
    else
        mst_shift(board, out, (int)direction, out);
}

static void eval_only(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    int64_t zone = mst_eval(play, n->a);
    memset(out, 0, (size_t)board->words * sizeof *out);
    if (zone >= 0 && zone < board->zones)
        out[zone / 64] = 1ULL << (zone & 63);
}

static void eval_large_set(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    size_t size = (size_t)board->words * sizeof *out;
    switch ((enum mst_op)n->op) {
    case MST_OP_ZONES: all_zones(board, out); break;
    case MST_OP_SET_VAR: memcpy(out, mst_play_set(play, n->a), size); break;
    case MST_OP_ONLY: eval_only(play, n, out); break;
    case MST_OP_REGION: eval_region(play, n, out); break;
    case MST_OP_TOPS: eval_tops(play, n, out); break;
    case MST_OP_OCCUPIED: eval_occupied(play, out); break;
    case MST_OP_NEAR:
        mst_eval_set(play, n->a, out);
        mst_near(board, out, out);
        break;
    case MST_OP_SHIFT: eval_shift(play, n, out); break;
    case MST_OP_FLOOD: eval_flood(play, n, out); break;
    case MST_OP_UNION:
    case MST_OP_MEET:
    case MST_OP_MINUS: eval_pair(play, n, out); break;
    case MST_OP_WITHOUT: {
        uint64_t all[MST_MOST_WORDS];
        all_zones(board, all);
        mst_eval_set(play, n->a, out);
        for (int w = 0; w < board->words; w++)
            out[w] = all[w] & ~out[w];
        break;
    }
    case MST_OP_WHERE: eval_where(play, n, out); break;
    case MST_OP_SET_IF: mst_eval_set(play, mst_eval(play, n->a) ? n->b : n->c, out); break;
    case MST_OP_SET_LET:
        play->vars[n->a] = mst_eval(play, n->b);
        mst_eval_set(play, n->c, out);
        break;
    case MST_OP_SET_LET_SET:
        mst_eval_set(play, n->b, mst_play_set(play, n->a));
        mst_eval_set(play, n->c, out);
        break;
    default: memset(out, 0, size); break;
    }
}

/* ---- sets of one word ------------------------------------------------------------------------ */

/* Boards of up to 64 zones, nearly all there are: a set is a word, and never leaves the registers. */
static uint64_t word(struct mst_play *play, int index);
static inline int64_t value(struct mst_play *play, int index);

static uint64_t all_word(const struct mst_board *board) {
    return board->zones == 64 ? ~0ULL : (1ULL << board->zones) - 1;
}

static COLD uint64_t tops_word(struct mst_play *play, const struct mst_node *n) {
    const struct mst_schema *s = play->rules->schema;
    int64_t type = value(play, n->a);
    if (type < 0 || type >= s->type_count)
        return 0;
    if (n->b >= 0) {
        int64_t seat = value(play, n->b);
        return seat < -1 || seat >= s->seats ? 0 : *mst_tops(play->pos, (int)type, (int)seat);
    }
    uint64_t all = 0;
    for (int seat = -1; seat < s->seats; seat++)
        all |= *mst_tops(play->pos, (int)type, seat);
    return all;
}

static COLD uint64_t occupied_word(struct mst_play *play) {
    const struct mst_schema *s = play->rules->schema;
    uint64_t all = 0;
    for (int t = 0; t < s->type_count; t++)
        for (int seat = -1; seat < s->seats; seat++)
            all |= *mst_tops(play->pos, t, seat);
    return all;
}

static COLD uint64_t where_word(struct mst_play *play, const struct mst_node *n) {
    uint64_t kept = 0;
    for (uint64_t rest = word(play, play->rules->nodes[n->a].a); rest && spend(play);
         rest &= rest - 1) {
        play->vars[n->b] = lowest(rest);
        if (value(play, n->c))
            kept |= rest & (0 - rest);
    }
    return kept;
}

static COLD uint64_t region_word(struct mst_play *play, const struct mst_node *n) {
    const struct mst_region *region = &play->rules->regions[n->a];
    int64_t seat = n->b >= 0 ? value(play, n->b) : 0;
    return seat < 0 || seat >= region->count ? 0 : region->words[seat];
}

static COLD uint64_t word_of_set(struct mst_play *play, const struct mst_node *n) {
    const struct mst_board *board = play->rules->schema->board;
    uint64_t a, b;
    int64_t x;
    switch ((enum mst_op)n->op) {
    case MST_OP_ONLY:
        x = value(play, n->a);
        return x < 0 || x >= board->zones ? 0 : 1ULL << x;
    case MST_OP_NEAR:
        a = word(play, n->a);
        mst_near(board, &a, &b);
        return b;
    case MST_OP_SHIFT:
        a = word(play, n->a);
        x = value(play, n->b);
        if (x < 0 || x >= board->directions)
            return 0;
        mst_shift(board, &a, (int)x, &b);
        return b;
    case MST_OP_FLOOD:
        a = word(play, n->a);
        b = word(play, n->b);
        mst_flood(board, &a, &b, &a);
        return a;
    case MST_OP_SET_LET:
        play->vars[n->a] = value(play, n->b);
        return word(play, n->c);
    case MST_OP_SET_LET_SET:
        *mst_play_set(play, n->a) = word(play, n->b);
        return word(play, n->c);
    default: return 0;
    }
}

static uint64_t word(struct mst_play *play, int index) {
    const struct mst_node *n = &play->rules->nodes[index];
    switch ((enum mst_op)n->op) {
    case MST_OP_SET_VAR: return play->sets[n->a];
    case MST_OP_ZONES: return all_word(play->rules->schema->board);
    case MST_OP_TOPS: return tops_word(play, n);
    case MST_OP_UNION: return word(play, n->a) | word(play, n->b);
    case MST_OP_MEET: return word(play, n->a) & word(play, n->b);
    case MST_OP_MINUS: return word(play, n->a) & ~word(play, n->b);
    case MST_OP_WITHOUT: return all_word(play->rules->schema->board) & ~word(play, n->a);
    case MST_OP_WHERE: return where_word(play, n);
    case MST_OP_SET_IF: return word(play, value(play, n->a) ? n->b : n->c);
    case MST_OP_REGION: return region_word(play, n);
    case MST_OP_OCCUPIED: return occupied_word(play);
    default: return word_of_set(play, n);
    }
}

void mst_eval_set(struct mst_play *play, int index, uint64_t *out) {
    if (play->rules->schema->board->words == 1)
        *out = word(play, index);
    else
        eval_large_set(play, &play->rules->nodes[index], out);
}

/* ---- integers -------------------------------------------------------------------------------- */

static inline int64_t by_seat(const struct mst_play *play, const struct mst_node *n) {
    return (int8_t)((uint64_t)n->k >> 8 * (mst_get(play->pos, MST_SLOT_TO_MOVE) + 1));
}

static inline int64_t value(struct mst_play *play, int index) {
    const struct mst_node *n = &play->rules->nodes[index];
    switch (n->op) {
    case MST_OP_VAR: return play->vars[n->a];
    case MST_OP_CONST: return n->k;
    case MST_OP_SLOT: return mst_get(play->pos, n->a);
    case MST_OP_BY_SEAT: return by_seat(play, n);
    default: return mst_eval(play, index);
    }
}

static int64_t eval_field(struct mst_play *play, const struct mst_node *n) {
    const struct mst_field *field = &play->rules->schema->fields[n->b];
    int64_t entity = value(play, n->a);
    if (entity < 0 || entity >= mst_field_entities(play->rules->schema, field))
        return 0;
    return mst_get_field(play->pos, field, (int)entity);
}

/* A datum of a piece; of no piece `absent`. */
static int64_t eval_piece(struct mst_play *play, const struct mst_node *n, int datum, int64_t absent) {
    int64_t piece = value(play, n->a);
    if (piece < 0 || piece >= play->rules->schema->pieces)
        return absent;
    return mst_piece(play->pos, (int)piece, datum);
}

static int64_t eval_place(struct mst_play *play, const struct mst_node *n) {
    if (n->b < 0)
        return eval_piece(play, n, MST_PIECE_PLACE, MST_NONE);
    const struct mst_container *container = &play->rules->schema->containers[n->b];
    int64_t seat = n->a >= 0 ? value(play, n->a) : 0;
    if (seat < 0 || seat >= play->rules->schema->seats)
        return MST_NONE;
    return container->place + seat;
}

static int64_t eval_stack(struct mst_play *play, const struct mst_node *n) {
    int64_t place = value(play, n->a);
    if (place < 0 || place >= play->rules->schema->places)
        return n->op == MST_OP_TOP ? MST_NONE : 0;
    return n->op == MST_OP_TOP ? mst_top(play->pos, (int)place) : mst_count(play->pos, (int)place);
}

static int64_t eval_step(struct mst_play *play, const struct mst_node *n) {
    const struct mst_board *board = play->rules->schema->board;
    int64_t zone = value(play, n->a), direction = value(play, n->b);
    if (zone < 0 || zone >= board->zones || direction < 0 || direction >= board->directions)
        return MST_NONE;
    return board->to[direction][zone];
}

static COLD int64_t eval_where_is(struct mst_play *play, const struct mst_node *n) {
    const struct mst_board *board = play->rules->schema->board;
    int64_t a = value(play, n->a);
    if (n->op == MST_OP_AT) {
        int64_t b = value(play, n->b);
        return a < 0 || b < 0 || a > 99 || b > 99 ? MST_NONE : mst_board_at(board, (int)a, (int)b);
    }
    if (a < 0 || a >= board->zones)
        return 0;
    return n->op == MST_OP_COLUMN ? board->column[a] : board->row[a];
}

/* Lua's // and %: towards minus infinity; by zero is 0. */
static COLD int64_t eval_division(struct mst_play *play, const struct mst_node *n) {
    int64_t a = value(play, n->a), b = value(play, n->b);
    if (!b || (b == -1 && a == INT64_MIN))
        return 0;
    int64_t quotient = a / b, rest = a % b;
    if (rest && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    return n->op == MST_OP_DIV ? quotient : rest;
}

/* Bits of a word; the compiler's own needs an instruction that not every machine has. */
static inline int bits(uint64_t w) {
    w -= w >> 1 & 0x5555555555555555ULL;
    w = (w & 0x3333333333333333ULL) + (w >> 2 & 0x3333333333333333ULL);
    w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)(w * 0x0101010101010101ULL >> 56);
}

static COLD int64_t eval_large_size(struct mst_play *play, const struct mst_node *n) {
    uint64_t set[MST_MOST_WORDS];
    int64_t size = 0;
    mst_eval_set(play, n->a, set);
    for (int w = 0; w < play->rules->schema->board->words; w++) {
        if (n->op == MST_OP_FIRST && set[w])
            return w * 64 + lowest(set[w]);
        size += bits(set[w]);
    }
    return n->op == MST_OP_FIRST ? MST_NONE : size;
}

static int64_t eval_size(struct mst_play *play, const struct mst_node *n) {
    if (play->rules->schema->board->words > 1)
        return eval_large_size(play, n);
    uint64_t set = word(play, n->a);
    if (n->op == MST_OP_FIRST)
        return set ? lowest(set) : MST_NONE;
    return bits(set);
}

static COLD int64_t in_large(struct mst_play *play, int64_t zone, int node) {
    uint64_t set[MST_MOST_WORDS];
    mst_eval_set(play, node, set);
    return set[zone / 64] >> (zone & 63) & 1;
}

static int64_t eval_in(struct mst_play *play, const struct mst_node *n) {
    int64_t zone = value(play, n->a);
    if (zone < 0 || zone >= play->rules->schema->board->zones)
        return 0;
    if (play->rules->schema->board->words > 1)
        return in_large(play, zone, n->b);
    return word(play, n->b) >> zone & 1;
}

/* One turn of a loop: true to go on. */
struct loop {
    const struct mst_node *node;
    int64_t result;
};

static bool turn(struct mst_play *play, struct loop *loop, int64_t x) {
    const struct mst_node *n = loop->node;
    if (!spend(play))
        return false;
    play->vars[n->b] = x;
    if (n->op == MST_OP_FOR)
        return mst_run(play, n->c);
    int64_t result = value(play, n->c);
    switch ((enum mst_op)n->op) {
    case MST_OP_SOME: loop->result = result != 0; return !result;
    case MST_OP_EVERY: loop->result = result != 0; return result != 0;
    case MST_OP_SUM: loop->result += result; return true;
    case MST_OP_TALLY: loop->result += result != 0; return true;
    default:
        if (result)
            loop->result = x;
        return !result;
    }
}

static void loop_set(struct mst_play *play, struct loop *loop, int set_node) {
    if (play->rules->schema->board->words == 1) {
        for (uint64_t rest = word(play, set_node); rest; rest &= rest - 1)
            if (!turn(play, loop, lowest(rest)))
                return;
        return;
    }
    uint64_t set[MST_MOST_WORDS];
    mst_eval_set(play, set_node, set);
    for (int w = 0; w < play->rules->schema->board->words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1)
            if (!turn(play, loop, w * 64 + lowest(rest)))
                return;
}

static void loop_stack(struct mst_play *play, struct loop *loop, int64_t place) {
    if (place < 0 || place >= play->rules->schema->places)
        return;
    for (int p = mst_top(play->pos, (int)place); p != MST_NONE;) {
        int below = mst_piece(play->pos, p, MST_PIECE_BELOW); /* the body may take p away */
        if (!turn(play, loop, p))
            return;
        p = below;
    }
}

static COLD int64_t eval_loop(struct mst_play *play, const struct mst_node *n) {
    const struct mst_node *over = &play->rules->nodes[n->a];
    struct loop loop = {.node = n};
    loop.result = n->op == MST_OP_EVERY ? 1 : n->op == MST_OP_PICK ? MST_NONE : 0;
    if (over->op == MST_OP_OVER_SET) {
        loop_set(play, &loop, over->a);
    } else if (over->op == MST_OP_OVER_STACK) {
        loop_stack(play, &loop, value(play, over->a));
    } else {
        int64_t last = value(play, over->b);
        for (int64_t x = value(play, over->a); x <= last; x++)
            if (!turn(play, &loop, x))
                break;
    }
    return loop.result;
}

static COLD int64_t eval_walk(struct mst_play *play, const struct mst_node *n) {
    int64_t piece = value(play, n->a);
    while (piece >= 0 && piece < play->rules->schema->pieces && spend(play)) {
        play->vars[n->b] = piece;
        if (!value(play, n->c))
            return piece;
        piece = mst_piece(play->pos, (int)piece, MST_PIECE_BELOW);
    }
    return MST_NONE;
}

static COLD int64_t eval_call(struct mst_play *play, const struct mst_node *n) {
    const struct mst_function *function = &play->rules->functions[n->a];
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    int64_t args[MST_MOST_PARAMS], result = 0;
    int count = 0;
    for (int item = n->b; item >= 0; item = play->rules->nodes[item].b)
        args[count++] = value(play, play->rules->nodes[item].a);
    if (play->failed ||
        !callbacks->call(callbacks->host, play, function->function, args, count, &result))
        return 0;
    return result;
}

int64_t mst_frame_arg(const struct mst_play *play, int64_t index) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    if (index < 1 || index > MST_FRAME_ARGS || depth < 1)
        return 0;
    return mst_get(play->pos, MST_SLOT_FRAMES + (depth - 1) * MST_FRAME_SLOTS + (int)index);
}

static COLD int64_t eval_rest(struct mst_play *play, const struct mst_node *n) {
    int64_t a, b;
    switch ((enum mst_op)n->op) {
    case MST_OP_TABLE: {
        const struct mst_table *table = &play->rules->tables[n->b];
        a = value(play, n->a);
        return a < 0 || a >= table->count ? 0 : table->values[a];
    }
    case MST_OP_MIN:
    case MST_OP_MAX:
        a = value(play, n->a);
        b = value(play, n->b);
        return (a < b) == (n->op == MST_OP_MIN) ? a : b;
    case MST_OP_ABS: a = value(play, n->a); return a < 0 ? -a : a;
    case MST_OP_TYPE:
        a = value(play, n->a);
        return a < 0 || a >= play->rules->schema->pieces ? MST_NONE : play->rules->schema->type_of[a];
    case MST_OP_ARG: return mst_frame_arg(play, value(play, n->a));
    case MST_OP_LET:
        play->vars[n->a] = value(play, n->b);
        return value(play, n->c);
    case MST_OP_LET_SET:
        mst_eval_set(play, n->b, mst_play_set(play, n->a));
        return value(play, n->c);
    case MST_OP_WALK: return eval_walk(play, n);
    case MST_OP_CALL: return eval_call(play, n);
    default: return 0;
    }
}

int64_t mst_eval(struct mst_play *play, int index) {
    const struct mst_node *n = &play->rules->nodes[index];
    switch ((enum mst_op)n->op) {
    case MST_OP_CONST: return n->k;
    case MST_OP_VAR: return play->vars[n->a];
    case MST_OP_SLOT: return mst_get(play->pos, n->a);
    case MST_OP_BY_SEAT: return by_seat(play, n);
    case MST_OP_FIELD: return eval_field(play, n);
    case MST_OP_TOP:
    case MST_OP_COUNT: return eval_stack(play, n);
    case MST_OP_BELOW: return eval_piece(play, n, MST_PIECE_BELOW, MST_NONE);
    case MST_OP_LEVEL: return eval_piece(play, n, MST_PIECE_LEVEL, 0);
    case MST_OP_OWNER: return eval_piece(play, n, MST_PIECE_OWNER, MST_NONE);
    case MST_OP_PLACE: return eval_place(play, n);
    case MST_OP_STEP: return eval_step(play, n);
    case MST_OP_COLUMN:
    case MST_OP_ROW:
    case MST_OP_AT: return eval_where_is(play, n);
    case MST_OP_NEGATE: return (int64_t)(0 - (uint64_t)value(play, n->a));
    case MST_OP_ADD: return (int64_t)((uint64_t)value(play, n->a) + (uint64_t)value(play, n->b));
    case MST_OP_SUB: return (int64_t)((uint64_t)value(play, n->a) - (uint64_t)value(play, n->b));
    case MST_OP_MUL: return (int64_t)((uint64_t)value(play, n->a) * (uint64_t)value(play, n->b));
    case MST_OP_DIV:
    case MST_OP_MOD: return eval_division(play, n);
    case MST_OP_EQ: return value(play, n->a) == value(play, n->b);
    case MST_OP_NE: return value(play, n->a) != value(play, n->b);
    case MST_OP_LT: return value(play, n->a) < value(play, n->b);
    case MST_OP_LE: return value(play, n->a) <= value(play, n->b);
    case MST_OP_AND: return value(play, n->a) && value(play, n->b);
    case MST_OP_OR: return value(play, n->a) || value(play, n->b);
    case MST_OP_NOT: return !value(play, n->a);
    case MST_OP_IF: return value(play, value(play, n->a) ? n->b : n->c);
    case MST_OP_IN: return eval_in(play, n);
    case MST_OP_SIZE:
    case MST_OP_FIRST: return eval_size(play, n);
    case MST_OP_SOME:
    case MST_OP_EVERY:
    case MST_OP_SUM:
    case MST_OP_TALLY:
    case MST_OP_PICK:
    case MST_OP_FOR: return eval_loop(play, n);
    default: return eval_rest(play, n);
    }
}
