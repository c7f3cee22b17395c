/* Evaluating sets of zones: see expr.h. On boards of up to 64 zones, nearly all there are, a set is
 * one word that never leaves the registers; larger sets are written to memory word by word. */
#include "play/expr.h"

#include <string.h>

#define EVALUATE(name) static int64_t name(struct mst_play *play, const struct mst_node *n)

/* ---- the board ------------------------------------------------------------------------------- */

static uint64_t all_word(const struct mst_board *board) {
    return board->zones == 64 ? ~0ULL : (1ULL << board->zones) - 1;
}

static uint64_t shift_word(const struct mst_board *board, uint64_t from, int direction) {
    int shift = board->shift[direction];
    uint64_t moved = 0, source = from & board->source[direction];
    if (shift)
        return shift > 0 ? source << shift : source >> -shift;
    for (; source; source &= source - 1)
        moved |= 1ULL << board->to[direction][mst_lowest(source)];
    return moved;
}

void mst_shift(const struct mst_board *board, const uint64_t *from, int direction, uint64_t *out) {
    if (board->words == 1) {
        *out = shift_word(board, *from, direction);
        return;
    }
    uint64_t moved[MST_MOST_WORDS] = {0};
    for (int w = 0; w < board->words; w++)
        for (uint64_t rest = from[w]; rest; rest &= rest - 1) {
            int to = board->to[direction][w * 64 + mst_lowest(rest)];
            if (to != MST_NONE)
                moved[to / 64] |= 1ULL << (to & 63);
        }
    memcpy(out, moved, (size_t)board->words * sizeof *out);
}

static uint64_t near_word(const struct mst_board *board, uint64_t from) {
    uint64_t near = 0;
    for (int d = 0; d < board->directions; d++)
        near |= shift_word(board, from, d);
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

static uint64_t flood_word(const struct mst_board *board, uint64_t start, uint64_t within) {
    uint64_t found = start & within, edge = found;
    while ((edge = near_word(board, edge) & within & ~found))
        found |= edge;
    return found;
}

void mst_flood(const struct mst_board *board, const uint64_t *start, const uint64_t *within,
               uint64_t *out) {
    if (board->words == 1) {
        *out = flood_word(board, *start, *within);
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

/* ---- sets of one word ------------------------------------------------------------------------ */

static inline uint64_t word(struct mst_play *play, int node) {
    return (uint64_t)mst_eval(play, node);
}

EVALUATE(word_zones) {
    (void)n;
    return (int64_t)all_word(play->rules->schema->board);
}

EVALUATE(word_nothing) {
    (void)play;
    (void)n;
    return 0;
}

EVALUATE(word_var) {
    return (int64_t)play->sets[n->a];
}

EVALUATE(word_only) {
    int64_t zone = mst_eval(play, n->a);
    return zone < 0 || zone >= play->rules->schema->board->zones ? 0 : (int64_t)(1ULL << zone);
}

EVALUATE(word_region) {
    const struct mst_region *region = &play->rules->regions[n->a];
    int64_t seat = n->b >= 0 ? mst_eval(play, n->b) : 0;
    return seat < 0 || seat >= region->count ? 0 : (int64_t)region->words[seat];
}

EVALUATE(word_tops) {
    const struct mst_schema *s = play->rules->schema;
    int64_t type = mst_eval(play, n->a);
    if (type < 0 || type >= s->type_count)
        return 0;
    if (n->b >= 0) {
        int64_t seat = mst_eval(play, n->b);
        return seat < -1 || seat >= s->seats ? 0
                                             : (int64_t)*mst_tops(play->pos, (int)type, (int)seat);
    }
    uint64_t all = 0;
    for (int seat = -1; seat < s->seats; seat++)
        all |= *mst_tops(play->pos, (int)type, seat);
    return (int64_t)all;
}

/* tops(type, seat) with a type that is a constant (k: its slot for nobody). */
EVALUATE(word_tops_of) {
    int64_t seat = mst_eval(play, n->b);
    if (seat < -1 || seat >= play->rules->schema->seats)
        return 0;
    return (int64_t)((const uint64_t *)(const void *)play->pos->slots)[n->k / 2 + seat + 1];
}

/* tops(type) with a type that is a constant. */
EVALUATE(word_tops_all) {
    const uint64_t *tops = (const uint64_t *)(const void *)play->pos->slots + n->k / 2;
    uint64_t all = tops[0];
    for (int seat = play->rules->schema->seats; seat; seat--)
        all |= tops[seat];
    return (int64_t)all;
}

EVALUATE(word_occupied) {
    const struct mst_schema *s = play->rules->schema;
    uint64_t all = 0;
    (void)n;
    for (int t = 0; t < s->type_count; t++)
        for (int seat = -1; seat < s->seats; seat++)
            all |= *mst_tops(play->pos, t, seat);
    return (int64_t)all;
}

EVALUATE(word_near) {
    return (int64_t)near_word(play->rules->schema->board, word(play, n->a));
}

EVALUATE(word_shift) {
    const struct mst_board *board = play->rules->schema->board;
    uint64_t from = word(play, n->a);
    int64_t d = mst_eval(play, n->b);
    return d < 0 || d >= board->directions ? 0 : (int64_t)shift_word(board, from, (int)d);
}

EVALUATE(word_flood) {
    uint64_t start = word(play, n->a);
    return (int64_t)flood_word(play->rules->schema->board, start, word(play, n->b));
}

EVALUATE(word_union) {
    return mst_eval(play, n->a) | mst_eval(play, n->b);
}

EVALUATE(word_meet) {
    return mst_eval(play, n->a) & mst_eval(play, n->b);
}

EVALUATE(word_minus) {
    return mst_eval(play, n->a) & ~mst_eval(play, n->b);
}

EVALUATE(word_without) {
    return (int64_t)(all_word(play->rules->schema->board) & ~word(play, n->a));
}

EVALUATE(word_where) {
    uint64_t kept = 0;
    for (uint64_t rest = word(play, play->nodes[n->a].a); rest && mst_spend(play);
         rest &= rest - 1) {
        play->vars[n->b] = mst_lowest(rest);
        if (mst_eval(play, n->c))
            kept |= rest & (0 - rest);
    }
    return (int64_t)kept;
}

EVALUATE(word_if) {
    return mst_eval(play, mst_eval(play, n->a) ? n->b : n->c);
}

EVALUATE(word_let) {
    play->vars[n->a] = mst_eval(play, n->b);
    return mst_eval(play, n->c);
}

EVALUATE(word_let_set) {
    play->sets[n->a] = word(play, n->b);
    return mst_eval(play, n->c);
}

static mst_evaluator *const words[] = {
    [MST_OP_ZONES] = word_zones,       [MST_OP_NOTHING] = word_nothing,
    [MST_OP_SET_VAR] = word_var,       [MST_OP_ONLY] = word_only,
    [MST_OP_REGION] = word_region,     [MST_OP_TOPS] = word_tops,
    [MST_OP_OCCUPIED] = word_occupied, [MST_OP_NEAR] = word_near,
    [MST_OP_SHIFT] = word_shift,       [MST_OP_FLOOD] = word_flood,
    [MST_OP_UNION] = word_union,       [MST_OP_MEET] = word_meet,
    [MST_OP_MINUS] = word_minus,       [MST_OP_WITHOUT] = word_without,
    [MST_OP_WHERE] = word_where,       [MST_OP_SET_IF] = word_if,
    [MST_OP_SET_LET] = word_let,       [MST_OP_SET_LET_SET] = word_let_set,
};

mst_evaluator *mst_set_evaluator(const struct mst_rules *rules, const struct mst_node *node) {
    if (node->op >= sizeof words / sizeof *words || !words[node->op])
        return NULL;
    if (node->op == MST_OP_TOPS && rules->schema->frozen &&
        rules->nodes[node->a].op == MST_OP_CONST) {
        int64_t type = rules->nodes[node->a].k;
        bool known = type >= 0 && type < rules->schema->type_count;
        if (known && node->b < 0)
            return word_tops_all;
        if (known)
            return word_tops_of;
    }
    return words[node->op];
}

/* ---- sets of many words ---------------------------------------------------------------------- */

static void all_zones(const struct mst_board *board, uint64_t *out) {
    memset(out, 0xff, (size_t)board->words * sizeof *out);
    if (board->zones & 63)
        out[board->words - 1] = (1ULL << (board->zones & 63)) - 1;
}

static void large_tops(struct mst_play *play, int64_t type, int64_t first, int64_t last,
                       uint64_t *out) {
    const struct mst_schema *s = play->rules->schema;
    for (int64_t seat = first; seat <= last; seat++) {
        const uint64_t *tops = mst_tops(play->pos, (int)type, (int)seat);
        for (int w = 0; w < s->board->words; w++)
            out[w] |= tops[w];
    }
}

static void large_facts(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_schema *s = play->rules->schema;
    size_t size = (size_t)s->board->words * sizeof *out;
    memset(out, 0, size);
    if (n->op == MST_OP_OCCUPIED) {
        for (int t = 0; t < s->type_count; t++)
            large_tops(play, t, -1, s->seats - 1, out);
    } else if (n->op == MST_OP_TOPS) {
        int64_t type = mst_eval(play, n->a), seat = n->b >= 0 ? mst_eval(play, n->b) : 0;
        if (type >= 0 && type < s->type_count && seat >= -1 && seat < s->seats)
            large_tops(play, type, n->b >= 0 ? seat : -1, n->b >= 0 ? seat : s->seats - 1, out);
    } else if (n->op == MST_OP_REGION) {
        const struct mst_region *region = &play->rules->regions[n->a];
        int64_t seat = n->b >= 0 ? mst_eval(play, n->b) : 0;
        if (seat >= 0 && seat < region->count)
            memcpy(out, region->words + seat * s->board->words, size);
    } else if (n->op == MST_OP_ONLY) {
        int64_t zone = mst_eval(play, n->a);
        if (zone >= 0 && zone < s->board->zones)
            out[zone / 64] = 1ULL << (zone & 63);
    }
}

static void large_where(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    uint64_t from[MST_MOST_WORDS], kept[MST_MOST_WORDS] = {0};
    mst_eval_set(play, play->nodes[n->a].a, from);
    for (int w = 0; w < board->words; w++)
        for (uint64_t rest = from[w]; rest && mst_spend(play); rest &= rest - 1) {
            play->vars[n->b] = w * 64 + mst_lowest(rest);
            if (mst_eval(play, n->c))
                kept[w] |= rest & (0 - rest);
        }
    memcpy(out, kept, (size_t)board->words * sizeof *out);
}

/* Operations on two sets, and the flood. */
static void large_pair(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    uint64_t left[MST_MOST_WORDS], right[MST_MOST_WORDS];
    mst_eval_set(play, n->a, left);
    mst_eval_set(play, n->b, right);
    if (n->op == MST_OP_FLOOD) {
        mst_flood(board, left, right, out);
        return;
    }
    for (int w = 0; w < board->words; w++)
        out[w] = n->op == MST_OP_UNION  ? left[w] | right[w]
                 : n->op == MST_OP_MEET ? left[w] & right[w]
                                        : left[w] & ~right[w];
}

static void large_shift(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    mst_eval_set(play, n->a, out);
    int64_t direction = mst_eval(play, n->b);
    if (direction < 0 || direction >= board->directions)
        memset(out, 0, (size_t)board->words * sizeof *out);
    else
        mst_shift(board, out, (int)direction, out);
}

static void large_without(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    uint64_t all[MST_MOST_WORDS];
    all_zones(board, all);
    mst_eval_set(play, n->a, out);
    for (int w = 0; w < board->words; w++)
        out[w] = all[w] & ~out[w];
}

static void large_set(struct mst_play *play, const struct mst_node *n, uint64_t *out) {
    const struct mst_board *board = play->rules->schema->board;
    switch ((enum mst_op)n->op) {
    case MST_OP_ZONES: all_zones(board, out); break;
    case MST_OP_SET_VAR:
        memcpy(out, mst_play_set(play, n->a), (size_t)board->words * sizeof *out);
        break;
    case MST_OP_NEAR:
        mst_eval_set(play, n->a, out);
        mst_near(board, out, out);
        break;
    case MST_OP_SHIFT: large_shift(play, n, out); break;
    case MST_OP_FLOOD:
    case MST_OP_UNION:
    case MST_OP_MEET:
    case MST_OP_MINUS: large_pair(play, n, out); break;
    case MST_OP_WITHOUT: large_without(play, n, out); break;
    case MST_OP_WHERE: large_where(play, n, out); break;
    case MST_OP_SET_IF: mst_eval_set(play, mst_eval(play, n->a) ? n->b : n->c, out); break;
    case MST_OP_SET_LET:
        play->vars[n->a] = mst_eval(play, n->b);
        mst_eval_set(play, n->c, out);
        break;
    case MST_OP_SET_LET_SET:
        mst_eval_set(play, n->b, mst_play_set(play, n->a));
        mst_eval_set(play, n->c, out);
        break;
    default: large_facts(play, n, out); break;
    }
}

void mst_eval_large_set(struct mst_play *play, int node, uint64_t *out) {
    large_set(play, play->nodes + node, out);
}
