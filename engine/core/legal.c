/* Generation of legal moves: see legal.h. The clauses of a kind are nested loops and conditions,
 * which are walked in order. */
#include "core/asked.h"

#include <assert.h>
#include <string.h>

bool mst_sampled_now(const struct mst_play *play) {
    int now = mst_decision_now(play->pos);
    return now >= 0 && play->rules->decisions[now].sampled && !mst_get(play->pos, MST_SLOT_OVER);
}

static mst_move sample(const struct mst_play *play, uint64_t n) {
    int kind = play->rules->decisions[mst_decision_now(play->pos)].kinds[0];
    return (mst_move)kind << MST_KIND_SHIFT | n << play->rules->kinds[kind].params[0].shift;
}

mst_move mst_sample_draw(const struct mst_play *play, struct mst_rng *rng) {
    return sample(play, mst_rng_below(rng, (uint64_t)MST_SAMPLES));
}

mst_move mst_sample_wide(struct mst_play *play, const unsigned char outcome[MST_KEY_SIZE]) {
    return sample(play, (uint64_t)mst_sample_note(play, outcome));
}

int64_t mst_sample_note(struct mst_play *play, const unsigned char outcome[MST_KEY_SIZE]) {
    struct mst_stream stream;
    play->wide = true;
    memcpy(play->outcome, outcome, MST_KEY_SIZE);
    mst_stream_open(&stream, play->rules->callbacks.key_stream, outcome, MST_FOR_NUMBER, 0, 0);
    return (int64_t)mst_stream_below(&stream, (uint64_t)MST_SAMPLES);
}

/* ---- enumeration ----------------------------------------------------------------------------- */

static bool gather_clause(struct mst_gather *g, int index, mst_move move);

static inline bool gather_value(struct mst_gather *g, int index, int64_t value, mst_move move) {
    const struct mst_clause *clause = &g->kind->clauses[index];
    if (!mst_spend(g->play, 1))
        return false;
    if (index + 1 == g->kind->clause_count)
        return mst_gather_run(g, mst_move_with(g->kind, clause->param, value, move), 0, 1);
    g->play->vars[clause->var] = value;
    return gather_clause(g, index + 1, mst_move_with(g->kind, clause->param, value, move));
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
               mst_gather_run(g, mst_move_with(g->kind, clause->param, first, move),
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
    for (int64_t mask = 0; mask < 1LL << count && mst_spend(g->play, 1); mask++)
        if (mst_subset_canonical(g->play, pieces, count, mask) &&
            !gather_value(g, index, mask, move))
            return false;
    return true;
}

static bool gather_step(struct mst_gather *g, int index, int source, int target, mst_move move) {
    const struct mst_clause *clause = &g->kind->clauses[index];
    move = mst_move_with(g->kind, clause->param, source, move);
    move = mst_move_with(g->kind, clause->param + 1, target, move);
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

/* Generate a step from each zone of a set, in each direction of the clause. */
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

/* Continue with clause `index`. False to stop the whole generation. */
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

/* The host found a move of a kind with questions. */
static bool gather_asked(void *context, const int64_t *values) {
    struct mst_gather *g = context;
    mst_move move = (mst_move)(g->kind - g->play->rules->kinds) << MST_KIND_SHIFT;
    for (int i = 0; i < g->kind->param_count; i++)
        move = mst_move_with(g->kind, i, values[i], move);
    return mst_gather_run(g, move, 0, 1);
}

static MST_APART bool ask_kind(struct mst_gather *g, int kind) {
    int64_t values[MST_MOST_PARAMS];
    struct mst_question question = {
        .what = MST_ASK_LIST, .kind = kind, .values = values, .visit = gather_asked, .context = g};
    return mst_ask(g->play, &question) && g->count < g->limit;
}

static inline bool gather_kind(struct mst_gather *g, int kind) {
    g->kind = &g->play->rules->kinds[kind];
    if (g->kind->asks || g->play->as_lua)
        return ask_kind(g, kind) && !g->play->failed;
    return gather_clause(g, 0, (mst_move)kind << MST_KIND_SHIFT);
}

/* Generate the obligatory kinds of the decision (or all that are listed). False to stop. */
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

/* Walk clause by clause. */
static void gather_walking(struct mst_gather *g, const struct mst_decision *decision) {
    bool go_on = !decision->obliges || gather_kinds(g, decision, false);
    if (go_on && !g->count)
        gather_kinds(g, decision, true);
}

static void gather_fused(struct mst_gather *g, const struct mst_decision *decision) {
    struct mst_gather *outer = g->play->gather;
    g->play->gather = g;
    mst_eval(g->play, decision->listing);
    g->play->gather = outer;
}

/* Is the budget used up? Then the clauses are walked with the same budget, to find the kind to
 * blame. */
static bool is_spent(struct mst_play *play, const struct mst_attempt *attempt) {
    if (play->error->status != MST_BUDGET || mst_budget_stopped(play->budget))
        return false;
    play->failed = false;
    mst_budget_again(play->budget, attempt->left);
    return true;
}

/* The list failed. What failed as code is repeated as Lua. */
static MST_APART void gather_again(struct mst_gather *g, const struct mst_decision *decision,
                                   const struct mst_attempt *attempt, bool fused) {
    bool spent = fused && is_spent(g->play, attempt);
    if (!spent && !mst_attempt_again(g->play, attempt))
        return;
    g->next = g->runs ? g->runs->runs : NULL;
    g->count = 0;
    gather_walking(g, decision);
    if (!spent)
        mst_attempt_end(g->play);
}

/* Always inlined: its callers know whether they list or count. */
static inline __attribute__((always_inline)) int64_t gather_all(struct mst_play *play,
                                                                struct mst_runs *runs,
                                                                int64_t limit, bool eager) {
    int now = mst_decision_now(play->pos);
    if (now < 0 || mst_get(play->pos, MST_SLOT_OVER))
        return 0;
    const struct mst_decision *decision = &play->rules->decisions[now];
    if (play->failed)
        return -1;
    struct mst_gather g = mst_gather_open(play, runs, limit);
    struct mst_attempt attempt = mst_attempt_begin(play);
    bool outer = play->looking;
    g.eager = eager;
    play->looking = true;
    bool fused = decision->fused && !play->walking && !play->as_lua;
    if (fused)
        gather_fused(&g, decision);
    else
        gather_walking(&g, decision);
    if (play->failed)
        gather_again(&g, decision, &attempt, fused);
    play->looking = outer;
    if (g.next)
        runs->count = (int)(g.next - runs->runs);
    if (!play->failed)
        return g.count;
    if (g.kind)
        mst_play_blame(play, g.kind->origin, g.kind->name);
    return -1;
}

bool mst_legal_runs(struct mst_play *play, struct mst_runs *runs, bool eager) {
    runs->count = 0;
    runs->moves = gather_all(play, runs, 0, eager);
    return runs->moves >= 0;
}

static bool moves_room(struct mst_play *play, struct mst_moves *moves, int64_t count) {
    if (count <= moves->capacity)
        return true;
    mst_move *grown =
        mst_play_grow(play, moves->moves, &moves->capacity, count, sizeof *moves->moves);
    if (grown)
        moves->moves = grown;
    return grown;
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
    assert(out == moves->moves + moves->count);
    return true;
}

int64_t mst_legal_count(struct mst_play *play, int64_t limit) {
    return gather_all(play, NULL, limit, false);
}

/* The moves of one kind, as code or else as Lua. */
static void gather_apart(struct mst_gather *g, int kind) {
    if (g->play->failed)
        return;
    struct mst_attempt attempt = mst_attempt_begin(g->play);
    gather_kind(g, kind);
    if (!mst_attempt_again(g->play, &attempt))
        return;
    g->count = 0;
    gather_kind(g, kind);
    mst_attempt_end(g->play);
}

bool mst_legal_any_of_kind(struct mst_play *play, int kind) {
    struct mst_gather g = mst_gather_open(play, NULL, 1);
    gather_apart(&g, kind);
    return g.count && !play->failed;
}

int64_t mst_legal_of_kind(struct mst_play *play, int kind, struct mst_refusal *refusal) {
    struct mst_gather g = mst_gather_open(play, NULL, 0);
    int64_t values[MST_MOST_PARAMS];
    *refusal = (struct mst_refusal){.kind = &play->rules->kinds[kind]};
    if (mst_sampled_now(play)) /* too many to list: each number is one */
        return MST_SAMPLES;
    play->looking = true;
    gather_apart(&g, kind);
    if (!g.count && !play->failed)
        mst_ask_why(play, g.kind, MST_ASK_LIST, values, NULL, refusal);
    play->looking = false;
    return play->failed ? -1 : g.count;
}

/* ---- playing one ----------------------------------------------------------------------------- */

/* Set `count` parameters to their values in the move. */
static inline void bind_params(struct mst_play *play, const struct mst_kind *kind, int first,
                               int count, mst_move move) {
    int64_t *const vars = play->vars;
    for (const struct mst_param *p = kind->params + first, *end = p + count; p < end; p++)
        vars[p->var] = mst_move_param(p, move);
}

/* A let may use what was set before it, and what is set later may lie where it computes. */
static MST_APART void bind_all(struct mst_play *play, const struct mst_kind *kind, mst_move move) {
    const struct mst_clause *clause;
    int bound = 0;
    for (int i = kind->first_bound; i >= 0; i = clause->next_bound) {
        clause = &kind->clauses[i];
        bind_params(play, kind, bound, clause->chosen - bound, move);
        bound = clause->chosen;
        bind_let(play, clause);
    }
    bind_params(play, kind, bound, kind->param_count - bound, move);
}

void mst_move_bind(struct mst_play *play, mst_move move) {
    const struct mst_kind *kind = &play->rules->kinds[mst_move_kind(move)];
    if (kind->asks)
        return; /* its function computes everything by itself */
    if (kind->binds)
        bind_all(play, kind, move);
    else
        bind_params(play, kind, 0, kind->param_count, move);
}
