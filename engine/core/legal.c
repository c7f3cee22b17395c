/* Generation of legal moves: see legal.h. The clauses of a kind are nested loops and conditions,
 * which are walked in order. */
#include "core/asked.h"

#include <assert.h>
#include <string.h>

bool core_sampled_now(const struct core_play *play) {
    int now = core_decision_now(play->pos);
    return now >= 0 && play->rules->decisions[now].sampled && !core_get(play->pos, CORE_SLOT_OVER);
}

static mst_move sample(const struct core_play *play, uint64_t n) {
    assert(core_sampled_now(play) && n < (uint64_t)CORE_SAMPLES);
    int kind = play->rules->decisions[core_decision_now(play->pos)].kinds[0];
    return (mst_move)kind << CORE_KIND_SHIFT | n << play->rules->kinds[kind].params[0].shift;
}

mst_move core_sample_draw(const struct core_play *play, struct mst_rng *rng) {
    return sample(play, mst_rng_below(rng, (uint64_t)CORE_SAMPLES));
}

mst_move core_sample_wide(struct core_play *play, const unsigned char outcome[MST_KEY_SIZE]) {
    return sample(play, (uint64_t)core_sample_note(play, outcome));
}

int64_t core_sample_note(struct core_play *play, const unsigned char outcome[MST_KEY_SIZE]) {
    struct core_stream stream;
    play->wide = true;
    memcpy(play->outcome, outcome, MST_KEY_SIZE);
    core_stream_open(&stream, play->rules->callbacks.key_stream, outcome, CORE_FOR_NUMBER, 0, 0);
    return (int64_t)core_stream_below(&stream, (uint64_t)CORE_SAMPLES);
}

/* ---- enumeration ----------------------------------------------------------------------------- */

static bool gather_clause(struct core_gather *g, int index, mst_move move);

static inline bool gather_value(struct core_gather *g, int index, int64_t value, mst_move move) {
    const struct core_clause *clause = &g->kind->clauses[index];
    if (!core_spend(g->play, 1)) /* X4 */
        return false;
    if (index + 1 == g->kind->clause_count)
        return core_gather_run(g, core_move_with(g->kind, clause->param, value, move), 0, 1);
    g->play->vars[clause->var] = value;
    return gather_clause(g, index + 1, core_move_with(g->kind, clause->param, value, move));
}

static bool gather_zones(struct core_gather *g, int index, mst_move move) {
    const struct core_clause *clause = &g->kind->clauses[index];
    uint64_t set[CORE_MOST_WORDS];

    /* The last choice of a kind is a run: no move of it is made one by one. */
    core_eval_set(g->play, clause->node, set);
    if (g->play->words == 1 && index + 1 == g->kind->clause_count)
        return core_gather_run(g, move, 1ULL << g->kind->params[clause->param].shift, set[0]);
    for (int w = 0; w < g->play->rules->schema->board->words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1)
            if (!gather_value(g, index, w * 64 + core_lowest(rest), move))
                return false;
    return true;
}

static bool gather_range(struct core_gather *g, int index, mst_move move) {
    const struct core_clause *clause = &g->kind->clauses[index];
    const struct core_param *param = &g->kind->params[clause->param];
    int64_t first = core_eval(g->play, clause->node), last = core_eval(g->play, clause->node2);

    /* A value outside the declared range has no bits in the move code. */
    if (first < param->min)
        first = param->min;
    if (last > param->max)
        last = param->max;
    if (index + 1 == g->kind->clause_count && last - first < 63)
        return last < first ||
               core_gather_run(g, core_move_with(g->kind, clause->param, first, move),
                               1ULL << param->shift, (1ULL << (last - first + 1)) - 1);
    for (int64_t x = first; x <= last; x++)
        if (!gather_value(g, index, x, move))
            return false;
    return true;
}

static bool gather_pieces(struct core_gather *g, int index, mst_move move) {
    int16_t pieces[CORE_MOST_PIECES];
    int64_t place = core_eval(g->play, g->kind->clauses[index].node);
    int count = core_pieces_in(g->play, (int)place, false, pieces);
    for (int i = 0; i < count; i++)
        if (!gather_value(g, index, pieces[i], move))
            return false;
    return true;
}

static int subset_pieces(const struct core_gather *g, const struct core_clause *clause,
                         int16_t *pieces) {
    int count = core_pieces_in(g->play, (int)core_eval(g->play, clause->node), true, pieces);
    return count < CORE_MOST_SUBSET ? count : CORE_MOST_SUBSET;
}

static bool gather_subsets(struct core_gather *g, int index, mst_move move) {
    int16_t pieces[CORE_MOST_PIECES];
    int count = subset_pieces(g, &g->kind->clauses[index], pieces);

    /* By ascending masks (L1), each charged even if it only repeats another one. */
    for (int64_t mask = 0; mask < 1LL << count && core_spend(g->play, 1); mask++)
        if (core_subset_canonical(g->play, pieces, count, mask) &&
            !gather_value(g, index, mask, move))
            return false;
    return true;
}

static bool gather_step(struct core_gather *g, int index, int source, int target, mst_move move) {
    const struct core_clause *clause = &g->kind->clauses[index];
    move = core_move_with(g->kind, clause->param, source, move);
    move = core_move_with(g->kind, clause->param + 1, target, move);
    g->play->vars[clause->var] = source;
    g->play->vars[clause->var + 1] = target;
    return gather_clause(g, index + 1, move);
}

/* The direction of a step when `seat` decides, or MST_NONE. */
static inline int direction_of(struct core_play *play, const struct core_step *step, int seat) {
    if (step->direction < 0)
        return step->by[seat + 1];
    int64_t d = core_eval(play, step->direction);
    return d >= 0 && d < play->rules->schema->board->directions ? (int)d : MST_NONE;
}

/* Generate a step from each zone of a set, in each direction of the clause. */
static bool gather_steps(struct core_gather *g, int index, mst_move move) {
    const struct core_clause *clause = &g->kind->clauses[index];
    const struct core_board *board = g->play->rules->schema->board;
    uint64_t from[CORE_MOST_WORDS], onto[CORE_MOST_WORDS];

    core_eval_set(g->play, clause->node, from);
    for (int i = 0; i < clause->steps; i++) {
        int d = direction_of(g->play, &clause->step[i], core_get(g->play->pos, CORE_SLOT_TO_MOVE));
        if (d == MST_NONE)
            continue; /* this seat has no such direction */

        /* Direction by direction, then zone by zone: fused code shifts whole sets (L1, L4). */
        core_eval_set(g->play, clause->step[i].onto, onto);
        for (int w = 0; w < board->words; w++)
            for (uint64_t rest = from[w]; rest; rest &= rest - 1) {
                int source = w * 64 + core_lowest(rest), target = board->to[d][source];
                if (target != MST_NONE && (onto[target / 64] >> (target & 63) & 1) &&
                    !gather_step(g, index, source, target, move))
                    return false;
            }
    }
    return true;
}

static void bind_let(struct core_play *play, const struct core_clause *clause) {
    if (clause->kind == CORE_CLAUSE_DO)
        core_eval(play, clause->node);
    else if (clause->is_set)
        core_eval_set(play, clause->node, core_play_set(play, clause->var));
    else
        play->vars[clause->var] = core_eval(play, clause->node);
}

/* Continue with clause `index`. False to stop the whole generation. */
static bool gather_clause(struct core_gather *g, int index, mst_move move) {
    for (; index < g->kind->clause_count; index++) {
        const struct core_clause *clause = &g->kind->clauses[index];
        bool go_on = true;

        /* Lets and conditions go on in this loop. A choice recurses for each of its values, and
         * what follows it happens in there. */
        switch (clause->kind) {
        case CORE_CLAUSE_LET:
        case CORE_CLAUSE_DO:
            bind_let(g->play, clause);
            if (g->play->failed)
                return false;
            continue;
        case CORE_CLAUSE_WHERE:
            if (core_eval(g->play, clause->node))
                continue;
            return !g->play->failed;
        case CORE_CLAUSE_ZONES: go_on = gather_zones(g, index, move); break;
        case CORE_CLAUSE_RANGE: go_on = gather_range(g, index, move); break;
        case CORE_CLAUSE_PIECES: go_on = gather_pieces(g, index, move); break;
        case CORE_CLAUSE_SUBSET: go_on = gather_subsets(g, index, move); break;
        case CORE_CLAUSE_STEP: go_on = gather_steps(g, index, move); break;
        case CORE_CLAUSE_SAMPLE: break; /* too many to list */
        }
        return go_on && !g->play->failed;
    }
    return core_gather_run(g, move, 0, 1); /* no choice at the end: one move */
}

/* The host found a move of a kind with questions. */
static bool gather_asked(void *context, const int64_t *values) {
    struct core_gather *g = context;
    mst_move move = (mst_move)(g->kind - g->play->rules->kinds) << CORE_KIND_SHIFT;
    for (int i = 0; i < g->kind->param_count; i++) {
        assert(values[i] >= g->kind->params[i].min && values[i] <= g->kind->params[i].max);
        move = core_move_with(g->kind, i, values[i], move);
    }
    return core_gather_run(g, move, 0, 1);
}

static CORE_APART bool ask_kind(struct core_gather *g, int kind) {
    int64_t values[CORE_MOST_PARAMS];
    struct core_question question = {
        .what = CORE_ASK_LIST, .kind = kind, .values = values, .visit = gather_asked, .context = g};
    return core_ask(g->play, &question) && g->count < g->limit;
}

static inline bool gather_kind(struct core_gather *g, int kind) {
    assert(kind >= 0 && kind < g->play->rules->kind_count);
    g->kind = &g->play->rules->kinds[kind];
    if (g->kind->asks || g->play->as_lua)
        return ask_kind(g, kind) && !g->play->failed;
    return gather_clause(g, 0, (mst_move)kind << CORE_KIND_SHIFT);
}

/* Generate the obligatory kinds of the decision (or all that are listed). False to stop. */
static inline bool gather_kinds(struct core_gather *g, const struct core_decision *decision,
                                bool all) {
    const struct core_kind *kinds = g->play->rules->kinds;
    for (int i = 0; i < decision->kind_count; i++) {
        int k = decision->kinds[i];
        if (kinds[k].unlisted || (g->eager && kinds[k].reluctant))
            continue; /* L2 */
        if ((all || core_obliged(g->play, &kinds[k])) && !gather_kind(g, k))
            return false;
    }
    return true;
}

void core_gather_kind(struct core_gather *g, int kind) {
    gather_kind(g, kind);
}

/* Walk clause by clause. */
static void gather_walking(struct core_gather *g, const struct core_decision *decision) {
    bool go_on = !decision->obliges || gather_kinds(g, decision, false);

    /* If an obligatory kind has a move, the others have none. */
    if (go_on && !g->count)
        gather_kinds(g, decision, true);
}

static void gather_fused(struct core_gather *g, const struct core_decision *decision) {
    struct core_gather *outer = g->play->gather; /* a rule may list moves while they are listed */
    g->play->gather = g;
    assert(decision->fused && !g->play->as_lua); /* L4 */
    core_eval(g->play, decision->listing);
    g->play->gather = outer;
}

/* If the budget is used up, clear the failure and refill it as before the attempt, so that a walk
 * through the clauses finds the kind to blame. */
static bool refill_spent(struct core_play *play, const struct core_attempt *attempt) {
    if (play->error->status != MST_BUDGET || core_budget_stopped(play->budget))
        return false;
    play->failed = false;
    core_budget_again(play->budget, attempt->left);
    return true;
}

/* The list failed: if as code, it is made again as Lua (X5). */
static CORE_APART void gather_again(struct core_gather *g, const struct core_decision *decision,
                                    const struct core_attempt *attempt, bool fused) {
    bool spent = fused && refill_spent(g->play, attempt);
    if (!spent && !core_attempt_again(g->play, attempt))
        return;

    g->next = g->runs ? g->runs->runs : NULL; /* from the start: what was listed may be wrong */
    g->count = 0;
    gather_walking(g, decision);
    if (!spent)
        core_attempt_end(g->play);
}

/* Always inlined: its callers know whether they list or count. */
static inline __attribute__((always_inline)) int64_t gather_all(struct core_play *play,
                                                                struct core_runs *runs,
                                                                int64_t limit, bool eager) {
    int now = core_decision_now(play->pos);
    if (now < 0 || core_get(play->pos, CORE_SLOT_OVER))
        return 0;
    const struct core_decision *decision = &play->rules->decisions[now];
    if (play->failed)
        return -1;

    struct core_gather g = core_gather_open(play, runs, limit);
    struct core_attempt attempt = core_attempt_begin(play);
    bool outer = play->looking;
    g.eager = eager;
    play->looking = true; /* X2: listing writes nothing, also as Lua */
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
    assert(!runs || play->failed || g.next || !g.count);
    if (!play->failed)
        return g.count;
    if (g.kind)
        core_play_blame(play, g.kind->origin, g.kind->name);
    return -1;
}

bool core_legal_runs(struct core_play *play, struct core_runs *runs, bool eager) {
    runs->count = 0;
    runs->moves = gather_all(play, runs, 0, eager);
    return runs->moves >= 0;
}

static bool moves_room(struct core_play *play, struct mst_moves *moves, int64_t count) {
    if (count <= moves->capacity)
        return true;
    mst_move *grown =
        core_play_grow(play, moves->moves, &moves->capacity, count, sizeof *moves->moves);
    if (grown)
        moves->moves = grown;
    return grown;
}

bool core_legal(struct core_play *play, struct mst_moves *moves) {
    struct core_runs *runs = play->runs;

    moves->count = 0;
    if (!core_legal_runs(play, runs, false) || !moves_room(play, moves, runs->moves))
        return false;

    mst_move *out = moves->moves;
    for (int i = 0; i < runs->count; i++) {
        const struct core_run *run = &runs->runs[i];
        for (uint64_t rest = run->bits; rest; rest &= rest - 1) /* ascending (L1) */
            *out++ = run->base + (uint64_t)core_lowest(rest) * run->unit;
    }
    moves->count = (int)runs->moves;
    assert(out == moves->moves + moves->count);
    return true;
}

int64_t core_legal_count(struct core_play *play, int64_t limit) {
    return gather_all(play, NULL, limit, false);
}

/* List the moves of one kind, as code or else as Lua. */
static void gather_only(struct core_gather *g, int kind) {
    if (g->play->failed)
        return;
    struct core_attempt attempt = core_attempt_begin(g->play);
    gather_kind(g, kind);
    if (!core_attempt_again(g->play, &attempt)) /* X5 */
        return;
    g->count = 0;
    gather_kind(g, kind);
    core_attempt_end(g->play);
}

bool core_legal_any_of_kind(struct core_play *play, int kind) {
    struct core_gather g = core_gather_open(play, NULL, 1);
    gather_only(&g, kind);
    return g.count && !play->failed; /* it stopped at the first */
}

int64_t core_legal_of_kind(struct core_play *play, int kind, struct core_refusal *refusal) {
    struct core_gather g = core_gather_open(play, NULL, 0);
    int64_t values[CORE_MOST_PARAMS];
    *refusal = (struct core_refusal){.kind = &play->rules->kinds[kind]};
    if (core_sampled_now(play)) /* too many to list: each number is one */
        return CORE_SAMPLES;

    assert(!play->looking); /* a request of its own, which no rule makes */
    play->looking = true;
    gather_only(&g, kind);
    if (!g.count && !play->failed)
        core_ask_why(play, g.kind, CORE_ASK_LIST, values, NULL, refusal);
    play->looking = false;
    return play->failed ? -1 : g.count;
}

/* ---- playing one ----------------------------------------------------------------------------- */

/* Set `count` parameters to their values in the move. */
static inline void bind_params(struct core_play *play, const struct core_kind *kind, int first,
                               int count, mst_move move) {
    int64_t *const vars = play->vars;
    for (const struct core_param *p = kind->params + first, *end = p + count; p < end; p++)
        vars[p->var] = core_move_param(p, move);
}

/* In the order of the clauses: a let reads what was set before it, and its temporaries may lie in
 * registers that are set later. */
static CORE_APART void bind_all(struct core_play *play, const struct core_kind *kind,
                                mst_move move) {
    const struct core_clause *clause;
    int bound = 0; /* parameters that are set */

    for (int i = kind->first_bound; i >= 0; i = clause->next_bound) {
        clause = &kind->clauses[i];
        bind_params(play, kind, bound, clause->chosen - bound, move);
        bound = clause->chosen;
        bind_let(play, clause);
    }
    assert(bound <= kind->param_count);
    bind_params(play, kind, bound, kind->param_count - bound, move);
}

void core_move_bind(struct core_play *play, mst_move move) {
    const struct core_kind *kind = &play->rules->kinds[core_move_kind(move)];
    if (kind->asks)
        return; /* its function computes everything by itself */
    if (kind->binds)
        bind_all(play, kind, move);
    else
        bind_params(play, kind, 0, kind->param_count, move);
}
