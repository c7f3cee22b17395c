/* Operations on sets of zones: neighbors, steps, reachability. On boards of up to 64 zones a set is
 * one word. The instructions for larger sets are here as well. */
#include "core/play.h"

#include <string.h>

/* ---- the board ------------------------------------------------------------------------------- */

uint64_t core_shifted_word(const struct core_board *board, uint64_t from, int direction) {
    int shift = board->shift[direction];
    uint64_t moved = 0, source = from & board->source[direction];
    assert(board->words == 1 && direction >= 0 && direction < board->directions); /* B2 */
    if (shift)
        return shift > 0 ? source << shift : source >> -shift; /* B3 */
    for (; source; source &= source - 1)
        moved |= 1ULL << board->to[direction][core_lowest(source)];
    return moved;
}

void core_shift(const struct core_board *board, const uint64_t *from, int direction,
                uint64_t *out) {
    if (board->words == 1) {
        *out = core_shifted_word(board, *from, direction);
        return;
    }

    /* `out` may be `from`, so the result is made apart. */
    uint64_t moved[CORE_MOST_WORDS] = {0};
    for (int w = 0; w < board->words; w++)
        for (uint64_t rest = from[w]; rest; rest &= rest - 1) {
            int to = board->to[direction][w * 64 + core_lowest(rest)];
            if (to != MST_NONE)
                moved[to / 64] |= 1ULL << (to & 63);
        }
    memcpy(out, moved, (size_t)board->words * sizeof *out);
}

static inline uint64_t near_uniform(const struct core_board *board, uint64_t from) {
    uint64_t near = 0;
    for (const struct core_axis *p = board->axes, *end = p + board->axis_count; p < end; p++)
        near |= (from & p->up) << p->by | (from & p->down) >> p->by;
    return near;
}

uint64_t core_near_word(const struct core_board *board, uint64_t from) {
    uint64_t near = 0;
    if (board->uniform)
        return near_uniform(board, from);
    for (int d = 0; d < board->directions; d++)
        near |= core_shifted_word(board, from, d);
    return near;
}

void core_near(const struct core_board *board, const uint64_t *from, uint64_t *out) {
    if (board->words == 1) {
        *out = core_near_word(board, *from);
        return;
    }
    uint64_t step[CORE_MOST_WORDS], near[CORE_MOST_WORDS] = {0}; /* apart: `out` may be `from` */
    for (int d = 0; d < board->directions; d++) {
        core_shift(board, from, d, step);
        for (int w = 0; w < board->words; w++)
            near[w] |= step[w];
    }
    memcpy(out, near, (size_t)board->words * sizeof *out);
}

uint64_t core_flood_word(const struct core_board *board, uint64_t start, uint64_t within) {
    uint64_t found = start & within, edge = found;

    assert(board->words == 1); /* B2 */
    if (board->uniform) {      /* what is found grows in place: no direction waits for another */
        for (uint64_t before = 0; found != before;) {
            before = found;
            for (const struct core_axis *p = board->axes, *end = p + board->axis_count; p < end;
                 p++)
                found |= ((found & p->up) << p->by | (found & p->down) >> p->by) & within;
        }
        return found;
    }
    while ((edge = core_near_word(board, edge) & within & ~found))
        found |= edge;
    return found;
}

void core_flood(const struct core_board *board, const uint64_t *start, const uint64_t *within,
                uint64_t *out) {
    if (board->words == 1) {
        *out = core_flood_word(board, *start, *within);
        return;
    }
    uint64_t reached[CORE_MOST_WORDS], fresh[CORE_MOST_WORDS], near[CORE_MOST_WORDS];
    bool grew = true;

    for (int w = 0; w < board->words; w++)
        reached[w] = fresh[w] = start[w] & within[w];
    while (grew) {
        grew = false;
        core_near(board, fresh, near); /* only from what is new: the rest has been looked at */
        for (int w = 0; w < board->words; w++) {
            fresh[w] = near[w] & within[w] & ~reached[w];
            reached[w] |= fresh[w];
            grew = grew || fresh[w];
        }
    }
    memcpy(out, reached, (size_t)board->words * sizeof *out);
}

uint64_t core_ray_word(const struct core_board *board, uint64_t from, int64_t direction,
                       uint64_t through, int64_t *steps) {
    uint64_t ray = 0, edge = from;
    *steps = 1; /* what the caller is charged for, also where there is no ray (X4) */
    if (direction < 0 || direction >= board->directions)
        return 0;
    while ((edge = core_shifted_word(board, edge, (int)direction) & through & ~ray)) {
        ray |= edge;
        ++*steps;
    }
    return ray;
}

void core_ray(const struct core_board *board, const uint64_t *from, int64_t direction,
              const uint64_t *through, uint64_t *out) {
    uint64_t ray[CORE_MOST_WORDS] = {0}, edge[CORE_MOST_WORDS];
    bool grew = direction >= 0 && direction < board->directions;
    memcpy(edge, from, (size_t)board->words * sizeof *edge);
    while (grew) {
        grew = false;
        core_shift(board, edge, (int)direction, edge);
        for (int w = 0; w < board->words; w++) {
            edge[w] &= through[w] & ~ray[w]; /* on a graph, a ray may be a circle */
            ray[w] |= edge[w];
            grew = grew || edge[w];
        }
    }
    memcpy(out, ray, (size_t)board->words * sizeof *out);
}

/* ---- sets of many words ---------------------------------------------------------------------- */

static void all_zones(const struct core_board *board, uint64_t *out) {
    memset(out, 0xff, (size_t)board->words * sizeof *out);
    if (board->zones & 63)
        out[board->words - 1] = (1ULL << (board->zones & 63)) - 1;
}

static void add_tops(struct core_play *play, int64_t type, int64_t first, int64_t last,
                     uint64_t *out) {
    for (int64_t seat = first; seat <= last; seat++) {
        const uint64_t *tops = core_tops(play->pos, (int)type, (int)seat);
        for (int w = 0; w < play->words; w++)
            out[w] |= tops[w];
    }
}

/* Set facts, written to a set that is empty. */
static void large_fact(struct core_play *play, const struct core_code *code, uint64_t *out) {
    const struct core_schema *s = play->rules->schema;
    const struct core_region *region = &play->rules->regions[code->k];
    int64_t x = play->vars[code->b], seat = play->vars[code->c];

    /* Numbers out of range leave the set empty (X1). */
    switch ((enum core_code_op)code->op) {
    case CORE_CODE_LARGE_ONLY:
        if (x >= 0 && x < s->board->zones)
            out[x / 64] = 1ULL << (x & 63);
        break;
    case CORE_CODE_LARGE_REGION:
        if (x >= 0 && x < region->count)
            memcpy(out, region->words + x * play->words, (size_t)play->words * sizeof *out);
        break;
    case CORE_CODE_LARGE_TOPS:
        if (x >= 0 && x < s->type_count && seat >= MST_NONE && seat < s->seats)
            add_tops(play, x, seat, seat, out);
        break;
    case CORE_CODE_LARGE_TOPS_ANY:
        if (x >= 0 && x < s->type_count)
            add_tops(play, x, MST_NONE, s->seats - 1, out);
        break;
    case CORE_CODE_LARGE_OCCUPIED:
        for (int type = 0; type < s->type_count; type++)
            add_tops(play, type, MST_NONE, s->seats - 1, out);
        break;
    default: break;
    }
}

static void large_shift(struct core_play *play, const uint64_t *from, int64_t direction,
                        uint64_t *out) {
    const struct core_board *board = play->rules->schema->board;
    if (direction < 0 || direction >= board->directions)
        memset(out, 0, (size_t)board->words * sizeof *out);
    else
        core_shift(board, from, (int)direction, out);
}

static int64_t large_size(const uint64_t *set, int words) {
    int64_t size = 0;
    for (int w = 0; w < words; w++)
        size += core_bits(set[w]);
    return size;
}

static int64_t large_first(const uint64_t *set, int words) {
    for (int w = 0; w < words; w++)
        if (set[w])
            return w * 64 + core_lowest(set[w]);
    return MST_NONE;
}

/* Operations on one or two sets, word by word. */
static void large_words(enum core_code_op op, int words, const uint64_t *left,
                        const uint64_t *right, uint64_t *out) {
    for (int w = 0; w < words; w++)
        out[w] = op == CORE_CODE_LARGE_UNION  ? left[w] | right[w]
                 : op == CORE_CODE_LARGE_MEET ? left[w] & right[w]
                                              : left[w] & ~right[w];
}

void core_run_large(struct core_play *play, const struct core_code *code) {
    const struct core_board *board = play->rules->schema->board;
    int64_t *number = play->vars + code->a;
    uint64_t *out = core_play_register(play, code->a), all[CORE_MOST_WORDS];
    const uint64_t *left = core_play_register(play, code->b);
    const uint64_t *right = core_play_register(play, code->c);
    size_t size = (size_t)board->words * sizeof *out;

    /* Where `out` may also be an operand, the operation allows for it. */
    assert(core_play_has(play, number)); /* C2 */
    switch ((enum core_code_op)code->op) {
    case CORE_CODE_LARGE_COPY: memmove(out, left, size); break;
    case CORE_CODE_LARGE_ZONES: all_zones(board, out); break;
    case CORE_CODE_LARGE_UNION:
    case CORE_CODE_LARGE_MEET:
    case CORE_CODE_LARGE_MINUS:
        large_words((enum core_code_op)code->op, board->words, left, right, out);
        break;
    case CORE_CODE_LARGE_WITHOUT:
        all_zones(board, all);
        large_words(CORE_CODE_LARGE_MINUS, board->words, all, left, out);
        break;
    case CORE_CODE_LARGE_NEAR: core_near(board, left, out); break;
    case CORE_CODE_LARGE_SHIFT: large_shift(play, left, play->vars[code->c], out); break;
    case CORE_CODE_LARGE_FLOOD: core_flood(board, left, right, out); break;
    case CORE_CODE_LARGE_RAY: core_ray(board, left, play->vars[code->c], out, out); break;
    case CORE_CODE_LARGE_SIZE: *number = large_size(left, board->words); break;
    case CORE_CODE_LARGE_FIRST: *number = large_first(left, board->words); break;
    case CORE_CODE_LARGE_INCLUDE:
        out[play->vars[code->b] / 64] |= 1ULL << (play->vars[code->b] & 63);
        break;
    default: memset(out, 0, size); large_fact(play, code, out);
    }
}

void core_eval_large_set(struct core_play *play, int start, uint64_t *out) {
    int first = (int)core_eval(play, start); /* code returns the register, not the set */
    assert(play->words > 1);
    size_t size = (size_t)play->words * sizeof *out;
    if (play->failed)
        memset(out, 0, size);
    else
        memmove(out, core_play_register(play, first), size);
}
