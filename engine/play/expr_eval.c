/* Evaluating integer expressions: see expr.h. One small function an operation; a node knows its
 * own, so that evaluating is a chain of direct calls. */
#include "play/legal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define EVALUATE(name) static int64_t name(struct mst_play *play, const struct mst_node *n)

/* Make the variables and sets of a level, if they are not there yet. */
static bool open_level(struct mst_play *play, int level) {
    const struct mst_rules *rules = play->rules;
    size_t vars = (size_t)rules->var_peak + MST_MOST_PARAMS;
    size_t sets = ((size_t)rules->set_peak + 1) * (size_t)play->words;
    if (!play->levels[level].vars)
        play->levels[level].vars = mst_calloc(vars, sizeof *play->vars);
    if (!play->levels[level].sets)
        play->levels[level].sets = mst_calloc(sets, sizeof *play->sets);
    return play->levels[level].vars && play->levels[level].sets;
}

static void use_level(struct mst_play *play, int level) {
    play->level = level;
    play->vars = play->levels[level].vars;
    play->sets = play->levels[level].sets;
}

bool mst_play_init(struct mst_play *play, const struct mst_rules *rules, struct mst_position *pos) {
    memset(play, 0, sizeof *play);
    play->rules = rules;
    play->nodes = rules->nodes;
    play->words = rules->schema->board->words;
    play->pos = pos;
    play->work = MST_PLAY_WORK;
    play->runs = mst_calloc(1, sizeof *play->runs);
    if (!play->runs || !open_level(play, 0))
        return false;
    use_level(play, 0);
    return true;
}

bool mst_play_enter(struct mst_play *play) {
    if (play->level + 1 == MST_MOST_LEVELS)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "rules call each other without end");
    if (!open_level(play, play->level + 1))
        return mst_play_fail(play, MST_NO_MEMORY, "", "memory ended");
    use_level(play, play->level + 1);
    return true;
}

void mst_play_leave(struct mst_play *play) {
    use_level(play, play->level - 1);
}

void mst_play_clear(struct mst_play *play) {
    if (play->runs)
        mst_runs_clear(play->runs);
    mst_free(play->runs);
    mst_free(play->log);
    for (int i = 0; i < MST_MOST_LEVELS; i++) {
        mst_free(play->levels[i].vars);
        mst_free(play->levels[i].sets);
    }
    memset(play, 0, sizeof *play);
}

bool mst_play_fail(struct mst_play *play, enum mst_status status, const char *at,
                   const char *format, ...) {
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

bool mst_spend(struct mst_play *play) {
    if (--play->work > 0)
        return true;
    return mst_play_fail(play, MST_BUDGET, "",
                         "the rules used up their budget of work; is there an endless loop?");
}

/* ---- leaves ---------------------------------------------------------------------------------- */

EVALUATE(eval_const) {
    (void)play;
    return n->k;
}

EVALUATE(eval_var) {
    return play->vars[n->a];
}

EVALUATE(eval_slot) {
    return mst_get(play->pos, n->a);
}

EVALUATE(eval_by_seat) {
    return (int8_t)((uint64_t)n->k >> 8 * (mst_get(play->pos, MST_SLOT_TO_MOVE) + 1));
}

/* ---- facts ----------------------------------------------------------------------------------- */

EVALUATE(eval_field) {
    const struct mst_field *field = &play->rules->schema->fields[n->b];
    int64_t entity = mst_eval(play, n->a);
    if (entity < 0 || entity >= mst_field_entities(play->rules->schema, field))
        return 0;
    return mst_get_field(play->pos, field, (int)entity);
}

/* A datum of a piece; of no piece `absent`. */
static inline int64_t piece_datum(struct mst_play *play, const struct mst_node *n, int datum,
                                  int64_t absent) {
    int64_t piece = mst_eval(play, n->a);
    if (piece < 0 || piece >= play->rules->schema->pieces)
        return absent;
    return mst_piece(play->pos, (int)piece, datum);
}

EVALUATE(eval_below) {
    return piece_datum(play, n, MST_PIECE_BELOW, MST_NONE);
}

EVALUATE(eval_level) {
    return piece_datum(play, n, MST_PIECE_LEVEL, 0);
}

EVALUATE(eval_owner) {
    return piece_datum(play, n, MST_PIECE_OWNER, MST_NONE);
}

EVALUATE(eval_place) {
    return piece_datum(play, n, MST_PIECE_PLACE, MST_NONE);
}

/* The place of a container, of the seat in `a`. */
EVALUATE(eval_container) {
    int64_t seat = n->a >= 0 ? mst_eval(play, n->a) : 0;
    if (seat < 0 || seat >= play->rules->schema->seats)
        return MST_NONE;
    return play->rules->schema->containers[n->b].place + seat;
}

EVALUATE(eval_type) {
    int64_t piece = mst_eval(play, n->a);
    const struct mst_schema *s = play->rules->schema;
    return piece < 0 || piece >= s->pieces ? MST_NONE : s->type_of[piece];
}

EVALUATE(eval_top) {
    int64_t place = mst_eval(play, n->a);
    return place < 0 || place >= play->rules->schema->places ? MST_NONE
                                                             : mst_top(play->pos, (int)place);
}

EVALUATE(eval_count) {
    int64_t place = mst_eval(play, n->a);
    return place < 0 || place >= play->rules->schema->places ? 0 : mst_count(play->pos, (int)place);
}

EVALUATE(eval_step) {
    const struct mst_board *board = play->rules->schema->board;
    int64_t zone = mst_eval(play, n->a), direction = mst_eval(play, n->b);
    if (zone < 0 || zone >= board->zones || direction < 0 || direction >= board->directions)
        return MST_NONE;
    return board->to[direction][zone];
}

EVALUATE(eval_column) {
    const struct mst_board *board = play->rules->schema->board;
    int64_t zone = mst_eval(play, n->a);
    return zone < 0 || zone >= board->zones ? 0 : board->column[zone];
}

EVALUATE(eval_row) {
    const struct mst_board *board = play->rules->schema->board;
    int64_t zone = mst_eval(play, n->a);
    return zone < 0 || zone >= board->zones ? 0 : board->row[zone];
}

EVALUATE(eval_at) {
    int64_t column = mst_eval(play, n->a), row = mst_eval(play, n->b);
    if (column < 0 || row < 0 || column > 99 || row > 99)
        return MST_NONE;
    return mst_board_at(play->rules->schema->board, (int)column, (int)row);
}

int64_t mst_frame_arg(const struct mst_play *play, int64_t index) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    if (index < 1 || index > MST_FRAME_ARGS || depth < 1)
        return 0;
    return mst_get(play->pos, MST_SLOT_FRAMES + (depth - 1) * MST_FRAME_SLOTS + (int)index);
}

EVALUATE(eval_arg) {
    return mst_frame_arg(play, mst_eval(play, n->a));
}

EVALUATE(eval_table) {
    const struct mst_table *table = &play->rules->tables[n->b];
    int64_t index = mst_eval(play, n->a);
    return index < 0 || index >= table->count ? 0 : table->values[index];
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

EVALUATE(eval_negate) {
    return (int64_t)(0 - (uint64_t)mst_eval(play, n->a));
}

EVALUATE(eval_add) {
    return (int64_t)((uint64_t)mst_eval(play, n->a) + (uint64_t)mst_eval(play, n->b));
}

EVALUATE(eval_sub) {
    return (int64_t)((uint64_t)mst_eval(play, n->a) - (uint64_t)mst_eval(play, n->b));
}

EVALUATE(eval_mul) {
    return (int64_t)((uint64_t)mst_eval(play, n->a) * (uint64_t)mst_eval(play, n->b));
}

/* Lua's // and %: towards minus infinity; by zero is 0. */
EVALUATE(eval_division) {
    int64_t a = mst_eval(play, n->a), b = mst_eval(play, n->b);
    if (!b || (b == -1 && a == INT64_MIN))
        return 0;
    int64_t quotient = a / b, rest = a % b;
    if (rest && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    return n->op == MST_OP_DIV ? quotient : rest;
}

EVALUATE(eval_min) {
    int64_t a = mst_eval(play, n->a), b = mst_eval(play, n->b);
    return a < b ? a : b;
}

EVALUATE(eval_max) {
    int64_t a = mst_eval(play, n->a), b = mst_eval(play, n->b);
    return a > b ? a : b;
}

EVALUATE(eval_abs) {
    int64_t a = mst_eval(play, n->a);
    return a < 0 ? (int64_t)(0 - (uint64_t)a) : a;
}

EVALUATE(eval_eq) {
    return mst_eval(play, n->a) == mst_eval(play, n->b);
}

EVALUATE(eval_ne) {
    return mst_eval(play, n->a) != mst_eval(play, n->b);
}

EVALUATE(eval_lt) {
    return mst_eval(play, n->a) < mst_eval(play, n->b);
}

EVALUATE(eval_le) {
    return mst_eval(play, n->a) <= mst_eval(play, n->b);
}

EVALUATE(eval_and) {
    return mst_eval(play, n->a) && mst_eval(play, n->b);
}

EVALUATE(eval_or) {
    return mst_eval(play, n->a) || mst_eval(play, n->b);
}

EVALUATE(eval_not) {
    return !mst_eval(play, n->a);
}

EVALUATE(eval_if) {
    return mst_eval(play, mst_eval(play, n->a) ? n->b : n->c);
}

EVALUATE(eval_let) {
    play->vars[n->a] = mst_eval(play, n->b);
    return mst_eval(play, n->c);
}

EVALUATE(eval_let_set) {
    mst_eval_set(play, n->b, mst_play_set(play, n->a));
    return mst_eval(play, n->c);
}

/* ---- sets ------------------------------------------------------------------------------------ */

EVALUATE(eval_in) {
    int64_t zone = mst_eval(play, n->a);
    if (zone < 0 || zone >= play->rules->schema->board->zones)
        return 0;
    return (uint64_t)mst_eval(play, n->b) >> zone & 1;
}

EVALUATE(eval_in_large) {
    uint64_t set[MST_MOST_WORDS];
    int64_t zone = mst_eval(play, n->a);
    if (zone < 0 || zone >= play->rules->schema->board->zones)
        return 0;
    mst_eval_set(play, n->b, set);
    return set[zone / 64] >> (zone & 63) & 1;
}

EVALUATE(eval_size) {
    return mst_bits((uint64_t)mst_eval(play, n->a));
}

EVALUATE(eval_first) {
    uint64_t set = (uint64_t)mst_eval(play, n->a);
    return set ? mst_lowest(set) : MST_NONE;
}

EVALUATE(eval_size_large) {
    uint64_t set[MST_MOST_WORDS];
    int64_t size = 0;
    mst_eval_set(play, n->a, set);
    for (int w = 0; w < play->rules->schema->board->words; w++) {
        if (n->op == MST_OP_FIRST && set[w])
            return w * 64 + mst_lowest(set[w]);
        size += mst_bits(set[w]);
    }
    return n->op == MST_OP_FIRST ? MST_NONE : size;
}

/* ---- loops ----------------------------------------------------------------------------------- */

struct loop {
    const struct mst_node *node;
    int64_t result;
};

/* One turn of a loop: true to go on. */
static bool turn(struct mst_play *play, struct loop *loop, int64_t x) {
    const struct mst_node *n = loop->node;
    if (!mst_spend(play))
        return false;
    play->vars[n->b] = x;
    if (n->op == MST_OP_FOR)
        return mst_run(play, n->c);
    int64_t result = mst_eval(play, n->c);
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
    uint64_t set[MST_MOST_WORDS];
    mst_eval_set(play, set_node, set);
    for (int w = 0; w < play->rules->schema->board->words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1)
            if (!turn(play, loop, w * 64 + mst_lowest(rest)))
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

EVALUATE(eval_loop) {
    const struct mst_node *over = play->nodes + n->a;
    struct loop loop = {.node = n};
    loop.result = n->op == MST_OP_EVERY ? 1 : n->op == MST_OP_PICK ? MST_NONE : 0;
    if (over->op == MST_OP_OVER_SET) {
        loop_set(play, &loop, over->a);
    } else if (over->op == MST_OP_OVER_STACK) {
        loop_stack(play, &loop, mst_eval(play, over->a));
    } else {
        int64_t last = mst_eval(play, over->b);
        for (int64_t x = mst_eval(play, over->a); x <= last; x++)
            if (!turn(play, &loop, x) || x == last)
                break;
    }
    return n->op == MST_OP_FOR ? !play->failed : loop.result;
}

EVALUATE(eval_walk) {
    int64_t piece = mst_eval(play, n->a);
    while (piece >= 0 && piece < play->rules->schema->pieces && mst_spend(play)) {
        play->vars[n->b] = piece;
        if (!mst_eval(play, n->c))
            return piece;
        piece = mst_piece(play->pos, (int)piece, MST_PIECE_BELOW);
    }
    return MST_NONE;
}

EVALUATE(eval_call) {
    const struct mst_function *function = &play->rules->functions[n->a];
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    int64_t args[MST_MOST_PARAMS], result = 0;
    int count = 0;
    for (int item = n->b; item >= 0; item = play->nodes[item].b)
        args[count++] = mst_eval(play, play->nodes[item].a);
    if (play->failed)
        return 0;
    return callbacks->call(callbacks->host, play, function->function, args, count, &result) ? result
                                                                                            : 0;
}

int64_t mst_ranking_call(struct mst_play *play, int64_t value, const int64_t *args, int count) {
    const struct mst_ranking *ranking = &play->rules->rankings[value / 2];
    struct mst_reach reach = {args[0], args[1], count > 2 ? args[2] : MST_NONE,
                              count > 3 ? args[3] : MST_MOST_GROUP};
    if (value % 2 == 0)
        return mst_ranking_rank(ranking, play->pos, args[0], args[1]);
    int64_t best = mst_ranking_best(ranking, play->pos, &reach, &play->work);
    return mst_spend(play) ? best : 0;
}

EVALUATE(eval_ranking) {
    int64_t args[4];
    int count = 0;
    for (int item = n->b; item >= 0; item = play->nodes[item].b)
        args[count++] = mst_eval(play, play->nodes[item].a);
    return play->failed ? 0 : mst_ranking_call(play, n->a, args, count);
}

/* ---- earlier positions ----------------------------------------------------------------------- */

EVALUATE(eval_key) {
    (void)n;
    return (int64_t)mst_position_key(play->pos, play->rules->key_fields,
                                     play->rules->key_field_count);
}

EVALUATE(eval_seen) {
    return mst_position_seen(play->pos, (uint64_t)mst_eval(play, n->a));
}

/* ---- choosing -------------------------------------------------------------------------------- */

static mst_evaluator *const plain[] = {
    [MST_OP_CONST] = eval_const,     [MST_OP_VAR] = eval_var,       [MST_OP_SLOT] = eval_slot,
    [MST_OP_BY_SEAT] = eval_by_seat, [MST_OP_FIELD] = eval_field,   [MST_OP_TOP] = eval_top,
    [MST_OP_BELOW] = eval_below,     [MST_OP_LEVEL] = eval_level,   [MST_OP_PLACE] = eval_place,
    [MST_OP_OWNER] = eval_owner,     [MST_OP_TYPE] = eval_type,     [MST_OP_COUNT] = eval_count,
    [MST_OP_STEP] = eval_step,       [MST_OP_COLUMN] = eval_column, [MST_OP_ROW] = eval_row,
    [MST_OP_AT] = eval_at,           [MST_OP_ARG] = eval_arg,       [MST_OP_NEGATE] = eval_negate,
    [MST_OP_ADD] = eval_add,         [MST_OP_SUB] = eval_sub,       [MST_OP_MUL] = eval_mul,
    [MST_OP_DIV] = eval_division,    [MST_OP_MOD] = eval_division,  [MST_OP_MIN] = eval_min,
    [MST_OP_MAX] = eval_max,         [MST_OP_ABS] = eval_abs,       [MST_OP_EQ] = eval_eq,
    [MST_OP_NE] = eval_ne,           [MST_OP_LT] = eval_lt,         [MST_OP_LE] = eval_le,
    [MST_OP_AND] = eval_and,         [MST_OP_OR] = eval_or,         [MST_OP_NOT] = eval_not,
    [MST_OP_IF] = eval_if,           [MST_OP_LET] = eval_let,       [MST_OP_LET_SET] = eval_let_set,
    [MST_OP_TABLE] = eval_table,     [MST_OP_IN] = eval_in,         [MST_OP_SIZE] = eval_size,
    [MST_OP_FIRST] = eval_first,     [MST_OP_SOME] = eval_loop,     [MST_OP_EVERY] = eval_loop,
    [MST_OP_SUM] = eval_loop,        [MST_OP_TALLY] = eval_loop,    [MST_OP_PICK] = eval_loop,
    [MST_OP_WALK] = eval_walk,       [MST_OP_CALL] = eval_call,     [MST_OP_FOR] = eval_loop,
    [MST_OP_KEY] = eval_key,         [MST_OP_SEEN] = eval_seen,     [MST_OP_RANKING] = eval_ranking,
};

mst_evaluator *mst_evaluator_of(const struct mst_rules *rules, const struct mst_node *node) {
    mst_evaluator *set = mst_set_evaluator(rules, node);
    bool large = rules->schema->board && rules->schema->board->words > 1;
    if (set)
        return set;
    if (node->op == MST_OP_PLACE && node->b >= 0)
        return eval_container;
    if (large && node->op == MST_OP_IN)
        return eval_in_large;
    if (large && (node->op == MST_OP_SIZE || node->op == MST_OP_FIRST))
        return eval_size_large;
    if (node->op < sizeof plain / sizeof *plain && plain[node->op])
        return plain[node->op];
    return mst_effect_evaluator((enum mst_op)node->op);
}
