/* Enumerating and checking legal moves: see legal.h. The clauses of a kind are a nest of loops and
 * conditions, walked in the order in which they stand. */
#include "play/asked.h"

#include <string.h>

int mst_decision_now(const struct mst_position *pos) {
    int depth = mst_get(pos, MST_SLOT_DEPTH);
    return depth ? mst_get(pos, MST_SLOT_FRAMES + (depth - 1) * MST_FRAME_SLOTS) - 1 : -1;
}

bool mst_sampled_now(const struct mst_play *play) {
    int now = mst_decision_now(play->pos);
    return now >= 0 && play->rules->decisions[now].sampled && !mst_get(play->pos, MST_SLOT_OVER);
}

mst_move mst_sample_draw(const struct mst_play *play, struct mst_rng *rng) {
    int kind = play->rules->decisions[mst_decision_now(play->pos)].kinds[0];
    uint64_t n = mst_rng_below(rng, (uint64_t)MST_SAMPLES);
    return (mst_move)kind << MST_KIND_SHIFT | n << play->rules->kinds[kind].params[0].shift;
}

/* ---- enumeration ----------------------------------------------------------------------------- */

static bool gather_clause(struct mst_gather *g, int index, mst_move move);

static inline mst_move with_param(const struct mst_kind *kind, int param, int64_t value,
                                  mst_move move) {
    const struct mst_param *p = &kind->params[param];
    return move | (uint64_t)(value - p->min) << p->shift;
}

static inline bool gather_value(struct mst_gather *g, int index, int64_t value, mst_move move) {
    const struct mst_clause *clause = &g->kind->clauses[index];
    if (index + 1 == g->kind->clause_count)
        return mst_gather_run(g, with_param(g->kind, clause->param, value, move), 0, 1);
    if (--g->play->work < 0)
        return mst_play_fail(g->play, MST_BUDGET, g->kind->origin,
                             "enumerating '%s' used up the budget of work", g->kind->name);
    g->play->vars[clause->var] = value;
    return gather_clause(g, index + 1, with_param(g->kind, clause->param, value, move));
}

static bool gather_zones(struct mst_gather *g, int index, mst_move move) {
    const struct mst_clause *clause = &g->kind->clauses[index];
    uint64_t set[MST_MOST_WORDS];
    mst_eval_set(g->play, clause->node, set);
    if (g->play->words == 1 && index + 1 == g->kind->clause_count)
        return mst_gather_run(g, move, 1ULL << g->kind->params[clause->param].shift, set[0]);
    for (int w = 0; w < g->play->rules->schema->board->words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1)
            if (!gather_value(g, index, w * 64 + mst_lowest(rest), move))
                return false;
    return true;
}

static bool gather_range(struct mst_gather *g, int index, mst_move move) {
    const struct mst_clause *clause = &g->kind->clauses[index];
    const struct mst_param *param = &g->kind->params[clause->param];
    int64_t first = mst_eval(g->play, clause->node), last = mst_eval(g->play, clause->node2);
    if (first < param->min)
        first = param->min;
    if (last > param->max)
        last = param->max;
    if (index + 1 == g->kind->clause_count && last - first < 63)
        return last < first ||
               mst_gather_run(g, with_param(g->kind, clause->param, first, move),
                              1ULL << param->shift, (1ULL << (last - first + 1)) - 1);
    for (int64_t x = first; x <= last; x++)
        if (!gather_value(g, index, x, move))
            return false;
    return true;
}

static bool gather_pieces(struct mst_gather *g, int index, mst_move move) {
    int16_t pieces[MST_MOST_PIECES];
    int64_t place = mst_eval(g->play, g->kind->clauses[index].node);
    int count = mst_pieces_in(g->play, (int)place, false, pieces);
    for (int i = 0; i < count; i++)
        if (!gather_value(g, index, pieces[i], move))
            return false;
    return true;
}

static int subset_pieces(const struct mst_gather *g, const struct mst_clause *clause,
                         int16_t *pieces) {
    int count = mst_pieces_in(g->play, (int)mst_eval(g->play, clause->node), true, pieces);
    return count < MST_MOST_SUBSET ? count : MST_MOST_SUBSET;
}

static bool gather_subsets(struct mst_gather *g, int index, mst_move move) {
    int16_t pieces[MST_MOST_PIECES];
    int count = subset_pieces(g, &g->kind->clauses[index], pieces);
    for (int64_t mask = 0; mask < 1LL << count; mask++)
        if (mst_subset_canonical(g->play, pieces, count, mask) &&
            !gather_value(g, index, mask, move))
            return false;
    return true;
}

static bool gather_step(struct mst_gather *g, int index, int source, int target, mst_move move) {
    const struct mst_clause *clause = &g->kind->clauses[index];
    move = with_param(g->kind, clause->param, source, move);
    move = with_param(g->kind, clause->param + 1, target, move);
    g->play->vars[clause->var] = source;
    g->play->vars[clause->var + 1] = target;
    return gather_clause(g, index + 1, move);
}

/* The direction of a step when `seat` decides, or MST_NONE. */
static inline int direction_of(struct mst_play *play, const struct mst_step *step, int seat) {
    if (step->direction < 0)
        return step->by[seat + 1];
    int64_t d = mst_eval(play, step->direction);
    return d >= 0 && d < play->rules->schema->board->directions ? (int)d : MST_NONE;
}

/* One step from each zone of a set, in each direction of the clause. */
static bool gather_steps(struct mst_gather *g, int index, mst_move move) {
    const struct mst_clause *clause = &g->kind->clauses[index];
    const struct mst_board *board = g->play->rules->schema->board;
    uint64_t from[MST_MOST_WORDS], onto[MST_MOST_WORDS];
    mst_eval_set(g->play, clause->node, from);
    for (int i = 0; i < clause->steps; i++) {
        int d = direction_of(g->play, &clause->step[i], mst_get(g->play->pos, MST_SLOT_TO_MOVE));
        if (d == MST_NONE)
            continue;
        mst_eval_set(g->play, clause->step[i].onto, onto);
        for (int w = 0; w < board->words; w++)
            for (uint64_t rest = from[w]; rest; rest &= rest - 1) {
                int source = w * 64 + mst_lowest(rest), target = board->to[d][source];
                if (target != MST_NONE && (onto[target / 64] >> (target & 63) & 1) &&
                    !gather_step(g, index, source, target, move))
                    return false;
            }
    }
    return true;
}

static void bind_let(struct mst_play *play, const struct mst_clause *clause) {
    if (clause->kind == MST_CLAUSE_DO)
        mst_eval(play, clause->node);
    else if (clause->is_set)
        mst_eval_set(play, clause->node, mst_play_set(play, clause->var));
    else
        play->vars[clause->var] = mst_eval(play, clause->node);
}

/* Walk on from clause `index`. False to stop the whole enumeration. */
static bool gather_clause(struct mst_gather *g, int index, mst_move move) {
    for (; index < g->kind->clause_count; index++) {
        const struct mst_clause *clause = &g->kind->clauses[index];
        bool go_on = true;
        switch (clause->kind) {
        case MST_CLAUSE_LET:
        case MST_CLAUSE_DO:
            bind_let(g->play, clause);
            if (g->play->failed)
                return false;
            continue;
        case MST_CLAUSE_WHERE:
            if (mst_eval(g->play, clause->node))
                continue;
            return !g->play->failed;
        case MST_CLAUSE_ZONES: go_on = gather_zones(g, index, move); break;
        case MST_CLAUSE_RANGE: go_on = gather_range(g, index, move); break;
        case MST_CLAUSE_PIECES: go_on = gather_pieces(g, index, move); break;
        case MST_CLAUSE_SUBSET: go_on = gather_subsets(g, index, move); break;
        case MST_CLAUSE_STEP: go_on = gather_steps(g, index, move); break;
        case MST_CLAUSE_SAMPLE: break; /* too many to list */
        }
        return go_on && !g->play->failed;
    }
    return mst_gather_run(g, move, 0, 1);
}

/* The host found a move of a kind that asks. */
static bool gather_asked(void *context, const int64_t *values) {
    struct mst_gather *g = context;
    mst_move move = (mst_move)(g->kind - g->play->rules->kinds) << MST_KIND_SHIFT;
    for (int i = 0; i < g->kind->param_count; i++)
        move = with_param(g->kind, i, values[i], move);
    return mst_gather_run(g, move, 0, 1);
}

static MST_APART bool ask_kind(struct mst_gather *g, int kind) {
    int64_t values[MST_MOST_PARAMS];
    struct mst_question question = {
        .what = MST_ASK_LIST, .kind = kind, .values = values, .visit = gather_asked, .context = g};
    return mst_ask(g->play, &question) && (!g->limit || g->count < g->limit);
}

static inline bool gather_kind(struct mst_gather *g, int kind) {
    g->kind = &g->play->rules->kinds[kind];
    if (g->kind->asks)
        return ask_kind(g, kind) && !g->play->failed;
    return gather_clause(g, 0, (mst_move)kind << MST_KIND_SHIFT);
}

/* Gather the kinds of the decision that are obliged (or all that are listed). False to stop. */
static inline bool gather_kinds(struct mst_gather *g, const struct mst_decision *decision,
                                bool all) {
    const struct mst_kind *kinds = g->play->rules->kinds;
    for (int i = 0; i < decision->kind_count; i++) {
        int k = decision->kinds[i];
        if (kinds[k].unlisted || (g->eager && kinds[k].reluctant))
            continue;
        if ((all || mst_obliged(g->play, &kinds[k])) && !gather_kind(g, k))
            return false;
    }
    return true;
}

void mst_gather_kind(struct mst_gather *g, int kind) {
    gather_kind(g, kind);
}

/* Clause by clause. */
static void gather_walking(struct mst_gather *g, const struct mst_decision *decision) {
    bool go_on = !decision->obliges || gather_kinds(g, decision, false);
    if (go_on && !g->count)
        gather_kinds(g, decision, true);
}

/* By the code that was made of all clauses. Where it fails they are walked, so that a failure is
 * told in one way. */
static void gather_fused(struct mst_gather *g, const struct mst_decision *decision) {
    struct mst_play *play = g->play;
    struct mst_gather *outer = play->gather;
    int64_t work = play->work;
    play->gather = g;
    mst_run_code(play, play->code + decision->listing);
    play->gather = outer;
    if (!play->failed)
        return;
    play->failed = false;
    play->work = work;
    g->next = g->runs ? g->runs->runs : NULL;
    g->count = 0;
    gather_walking(g, decision);
}

static struct mst_gather open_gather(struct mst_play *play, struct mst_runs *runs) {
    struct mst_gather g = {.play = play, .runs = runs};
    if (runs && runs->runs) {
        g.next = runs->runs;
        g.end = runs->runs + runs->capacity;
    }
    return g;
}

static int64_t gather_all(struct mst_play *play, struct mst_runs *runs, int64_t limit, bool eager) {
    struct mst_gather g = open_gather(play, runs);
    g.limit = limit;
    g.eager = eager;
    bool outer = play->looking;
    int now = mst_decision_now(play->pos);
    if (now < 0 || mst_get(play->pos, MST_SLOT_OVER))
        return 0;
    if (!limit) /* a look of its own, not a part of playing a move */
        play->work = MST_PLAY_WORK;
    const struct mst_decision *decision = &play->rules->decisions[now];
    play->looking = true;
    if (decision->fused && !play->walking)
        gather_fused(&g, decision);
    else
        gather_walking(&g, decision);
    play->looking = outer;
    if (g.next)
        runs->count = (int)(g.next - runs->runs);
    if (g.kind)
        mst_play_blame(play, g.kind->origin, g.kind->name);
    return play->failed ? -1 : g.count;
}

bool mst_legal_runs(struct mst_play *play, struct mst_runs *runs, bool eager) {
    runs->count = 0;
    runs->moves = gather_all(play, runs, 0, eager);
    return runs->moves >= 0;
}

static bool moves_room(struct mst_play *play, struct mst_moves *moves, int64_t count) {
    if (count <= moves->capacity)
        return true;
    int capacity = moves->capacity ? moves->capacity * 2 : 64;
    while (capacity < count)
        capacity *= 2;
    mst_move *grown = mst_realloc(moves->moves, (size_t)capacity * sizeof *grown);
    if (!grown)
        return mst_play_fail(play, MST_NO_MEMORY, "", "out of memory");
    moves->moves = grown;
    moves->capacity = capacity;
    return true;
}

bool mst_legal(struct mst_play *play, struct mst_moves *moves) {
    struct mst_runs *runs = play->runs;
    moves->count = 0;
    if (!mst_legal_runs(play, runs, false) || !moves_room(play, moves, runs->moves))
        return false;
    mst_move *out = moves->moves;
    for (int i = 0; i < runs->count; i++) {
        const struct mst_run *run = &runs->runs[i];
        for (uint64_t rest = run->bits; rest; rest &= rest - 1)
            *out++ = run->base + (uint64_t)mst_lowest(rest) * run->unit;
    }
    moves->count = (int)runs->moves;
    return true;
}

int64_t mst_legal_count(struct mst_play *play, int64_t limit) {
    return gather_all(play, NULL, limit, false);
}

/* Let the function of a kind say why it has no legal move, or why one is refused: of these values,
 * or texts (NULL: not of these). Is it legal? */
static bool ask(struct mst_play *play, const struct mst_kind *kind, enum mst_ask_for what,
                int64_t *values, const struct mst_raw *raw, struct mst_refusal *refusal) {
    struct mst_question question = {.what = what,
                                    .kind = (int)(kind - play->rules->kinds),
                                    .values = values,
                                    .raw = raw,
                                    .refusal = refusal};
    refusal->kind = kind;
    return mst_ask(play, &question);
}

int64_t mst_legal_of_kind(struct mst_play *play, int kind, struct mst_refusal *refusal) {
    struct mst_gather g = {.play = play};
    int64_t values[MST_MOST_PARAMS];
    *refusal = (struct mst_refusal){.kind = &play->rules->kinds[kind]};
    if (mst_sampled_now(play)) /* too many to list: each number is one */
        return MST_SAMPLES;
    play->work = MST_PLAY_WORK;
    play->looking = true;
    gather_kind(&g, kind);
    if (!g.count && !play->failed)
        ask(play, g.kind, MST_ASK_LIST, values, NULL, refusal);
    play->looking = false;
    return play->failed ? -1 : g.count;
}

/* ---- checking one move ----------------------------------------------------------------------- */

/* Another kind of the decision must be taken, and can be: its reason refuses this one. */
static bool crowded_out(struct mst_play *play, const struct mst_kind *kind,
                        struct mst_refusal *refusal) {
    const struct mst_rules *rules = play->rules;
    const struct mst_decision *decision = &rules->decisions[mst_decision_now(play->pos)];
    if (kind->unlisted || !decision->obliges || mst_obliged(play, kind))
        return false;
    for (int i = 0; i < decision->kind_count; i++) {
        const struct mst_kind *other = &rules->kinds[decision->kinds[i]];
        struct mst_gather g = {.play = play, .limit = 1};
        if (!mst_obliged(play, other))
            continue;
        gather_kind(&g, decision->kinds[i]);
        if (g.count) {
            *refusal = (struct mst_refusal){
                .kind = kind, .reason = &other->must_reason, .passed = kind->clause_count};
            for (int p = 0; p < MST_MOST_PARAMS; p++)
                refusal->values[p] = MST_NONE;
            return true;
        }
    }
    return false;
}

/* Is the move among those that the clauses of its kind list? */
static bool is_listed(struct mst_play *play, mst_move move) {
    struct mst_gather g = open_gather(play, play->runs);
    gather_kind(&g, mst_move_kind(move));
    for (const struct mst_run *run = g.runs->runs; run < g.next && !play->failed; run++) {
        uint64_t apart = move - run->base, n = run->unit ? apart / run->unit : apart;
        if (n < 64 && run->base + n * run->unit == move && run->bits >> n & 1)
            return true;
    }
    return false;
}

bool mst_move_check(struct mst_play *play, mst_move move, struct mst_refusal *refusal) {
    int64_t values[MST_MOST_PARAMS];
    int now = mst_decision_now(play->pos), index = mst_move_kind(move);
    *refusal = (struct mst_refusal){0};
    if (now < 0 || mst_get(play->pos, MST_SLOT_OVER) || index >= play->rules->kind_count)
        return false;
    const struct mst_kind *kind = &play->rules->kinds[index];
    if (kind->decision >= 0 && kind->decision != now)
        return false;
    int count = mst_move_values(play->rules, move, values);
    mst_move rebuilt = (mst_move)index << MST_KIND_SHIFT;
    for (int i = 0; i < count; i++)
        rebuilt = with_param(kind, i, values[i], rebuilt);
    if (rebuilt != move)
        return false;
    play->looking = true;
    bool legal = ((!kind->asks && is_listed(play, move)) ||
                  (!play->failed && ask(play, kind, MST_ASK_CHECK, values, NULL, refusal))) &&
                 !crowded_out(play, kind, refusal);
    play->looking = false;
    return legal && !play->failed;
}

/* Parameters of the clause get their values from the move. */
static inline void bind_params(struct mst_play *play, const struct mst_kind *kind, int first,
                               int count, mst_move move) {
    for (const struct mst_param *p = kind->params + first; count--; p++)
        play->vars[p->var] = mst_move_param(p, move);
}

static MST_APART void bind_all(struct mst_play *play, const struct mst_kind *kind, mst_move move) {
    for (int i = 0; i < kind->clause_count; i++) { /* in order: a let may use what later ones set */
        const struct mst_clause *clause = &kind->clauses[i];
        if (clause->bound)
            bind_let(play, clause);
        else if (clause->param >= 0)
            bind_params(play, kind, clause->param, 1 + (clause->kind == MST_CLAUSE_STEP), move);
    }
}

void mst_move_bind(struct mst_play *play, mst_move move) {
    const struct mst_kind *kind = &play->rules->kinds[mst_move_kind(move)];
    if (kind->asks)
        return; /* its function finds all that it needs by itself */
    if (kind->binds)
        bind_all(play, kind, move);
    else
        bind_params(play, kind, 0, kind->param_count, move);
}

/* ---- reading a text -------------------------------------------------------------------------- */

/* Which of the letters of `param` does `text` begin with? -1: with none. */
static int64_t lettered_value(const struct mst_param *param, const char *text) {
    size_t width = (size_t)param->width;
    for (const char *at = param->letters; *at; at += width)
        if (!strncmp(at, text, width))
            return (at - param->letters) / param->width;
    return -1;
}

/* How much of `text` can be parameter `param`? 0: it cannot. */
static size_t param_span(const struct mst_play *play, const struct mst_param *param,
                         const char *text) {
    size_t length = 0;
    switch (param->kind) {
    case MST_CLAUSE_ZONES:
    case MST_CLAUSE_STEP:
        for (length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_"); length; length--)
            if (mst_board_zone(play->rules->schema->board, text, length) != MST_NONE)
                return length;
        return 0;
    case MST_CLAUSE_PIECES: return mst_piece_span(play->rules, text);
    case MST_CLAUSE_SUBSET:
        if (*text == '-')
            return 1;
        for (size_t more; (more = mst_piece_span(play->rules, text + length)); length += more + 1)
            if (text[length + more] != ',')
                return length + more;
        return 0;
    default:
        if (param->letters)
            return lettered_value(param, text) < 0 ? 0 : (size_t)param->width;
        return strspn(text, "0123456789");
    }
}

static bool split(const struct mst_play *play, const struct mst_kind *kind, const char *text,
                  struct mst_raw *raw) {
    for (int i = 0; i < kind->segment_count; i++) {
        const struct mst_segment *segment = &kind->segments[i];
        size_t length;
        if (segment->param < 0) {
            length = strlen(segment->text);
            if (strncmp(text, segment->text, length))
                return false;
        } else {
            length = param_span(play, &kind->params[segment->param], text);
            if (!length)
                return false;
            raw[segment->param] = (struct mst_raw){text, length};
        }
        text += length;
    }
    return !*text;
}

static bool prints_as(struct mst_play *play, int piece, const struct mst_raw *raw) {
    struct mst_buf buf = {0};
    mst_piece_print(play, piece, &buf);
    bool same = buf.length == raw->length && !memcmp(mst_buf_text(&buf), raw->text, raw->length);
    mst_buf_clear(&buf);
    return same;
}

static int64_t read_piece(struct mst_play *play, int place, const struct mst_raw *raw) {
    int16_t pieces[MST_MOST_PIECES];
    int count = mst_pieces_in(play, place, false, pieces);
    for (int i = 0; i < count; i++)
        if (prints_as(play, pieces[i], raw))
            return pieces[i];
    return MST_NONE;
}

/* A comma-separated list as a mask; each word takes the first piece of its kind not yet taken. */
static int64_t read_subset(struct mst_play *play, int place, struct mst_raw raw) {
    int16_t pieces[MST_MOST_PIECES];
    int count = mst_pieces_in(play, place, true, pieces), i = 0;
    int64_t mask = 0;
    if (*raw.text == '-')
        return 0;
    for (size_t at = 0; at < raw.length; at++) {
        struct mst_raw word = {raw.text + at, mst_piece_span(play->rules, raw.text + at)};
        while (i < count && i < MST_MOST_SUBSET && !prints_as(play, pieces[i], &word))
            i++;
        if (i == count || i == MST_MOST_SUBSET)
            return -1;
        mask |= 1LL << i++;
        at += word.length;
    }
    return mask;
}

enum { MOST_DIGITS = 15 }; /* of a parameter; the largest one is below 2^56 */

int64_t mst_param_read(struct mst_play *play, const struct mst_param *param, int place,
                       const struct mst_raw *raw) {
    int64_t number = 0;
    switch (param->kind) {
    case MST_CLAUSE_ZONES:
    case MST_CLAUSE_STEP: return mst_board_zone(play->rules->schema->board, raw->text, raw->length);
    case MST_CLAUSE_PIECES: return read_piece(play, place, raw);
    case MST_CLAUSE_SUBSET: return read_subset(play, place, *raw);
    default:
        if (param->letters)
            return lettered_value(param, raw->text) + param->min;
        if (raw->length > MOST_DIGITS || (raw->length > 1 && *raw->text == '0'))
            return param->max + 1; /* not as it would be printed: outside every domain */
        for (size_t i = 0; i < raw->length; i++)
            number = number * 10 + (raw->text[i] - '0');
        return number;
    }
}

/* The move of a kind with code that the texts say, where they say it without a look at the board;
 * false where they do not. */
static bool read_plain(struct mst_play *play, const struct mst_kind *kind,
                       const struct mst_raw *raw, mst_move *move) {
    *move = (mst_move)(kind - play->rules->kinds) << MST_KIND_SHIFT;
    for (int i = 0; i < kind->param_count; i++) {
        const struct mst_param *param = &kind->params[i];
        bool pieces = param->kind == MST_CLAUSE_PIECES || param->kind == MST_CLAUSE_SUBSET;
        int64_t value = pieces ? MST_NONE : mst_param_read(play, param, MST_NONE, &raw[i]);
        if (pieces || param->kind == MST_CLAUSE_SAMPLE || value < param->min || value > param->max)
            return false;
        *move = with_param(kind, i, value, *move);
    }
    return !kind->asks;
}

/* Does the function of the kind take the texts for a move? It says why not. */
static bool read_asking(struct mst_play *play, const struct mst_kind *kind,
                        const struct mst_raw *raw, mst_move *move, struct mst_refusal *refusal) {
    int64_t values[MST_MOST_PARAMS];
    if (play->failed || !ask(play, kind, MST_ASK_READ, values, raw, refusal))
        return false;
    *move = (mst_move)(kind - play->rules->kinds) << MST_KIND_SHIFT;
    for (int i = 0; i < kind->param_count; i++)
        *move = with_param(kind, i, values[i], *move);
    return true;
}

static bool try_kind(struct mst_play *play, int index, const char *text, mst_move *move,
                     struct mst_refusal *farthest) {
    const struct mst_kind *kind = &play->rules->kinds[index];
    struct mst_raw raw[MST_MOST_PARAMS];
    struct mst_refusal refusal = {0};
    if (!split(play, kind, text, raw))
        return false;
    play->looking = true;
    bool legal = ((read_plain(play, kind, raw, move) && is_listed(play, *move)) ||
                  read_asking(play, kind, raw, move, &refusal)) &&
                 !crowded_out(play, kind, &refusal);
    play->looking = false;
    if (!legal) {
        if (!farthest->reason || refusal.passed > farthest->passed)
            *farthest = refusal;
        return false;
    }
    return !play->failed;
}

bool mst_move_read(struct mst_play *play, const char *text, mst_move *move,
                   struct mst_refusal *refusal) {
    int now = mst_decision_now(play->pos);
    struct mst_raw raw[MST_MOST_PARAMS];
    *refusal = (struct mst_refusal){0};
    play->work = MST_PLAY_WORK;
    if (now < 0 || mst_get(play->pos, MST_SLOT_OVER))
        return false;
    for (int k = 0; k < play->rules->kind_count; k++) {
        int decision = play->rules->kinds[k].decision;
        if ((decision < 0 || decision == now) && try_kind(play, k, text, move, refusal))
            return true;
        if (play->failed)
            return false;
    }
    /* it may be a move of another decision: say so */
    for (int k = 0; !refusal->kind && k < play->rules->kind_count; k++)
        if (play->rules->kinds[k].decision != now && split(play, &play->rules->kinds[k], text, raw))
            refusal->kind = &play->rules->kinds[k];
    return false;
}
