/* Fusing: compile the clauses of all kinds of a decision to one piece of code that lists their
 * moves (mst_rules_fuse, legal.h). A failed condition jumps to the next iteration of the enclosing
 * loop. A choice over a set becomes a loop, except the last choice, which becomes a run.
 *
 * F1 The order of moves and of evaluations equals that of walking the clauses (legal.c), but a
 * value that was computed before is not computed again (code_values.c).
 * F2 The private registers lie below all sets, where no rule writes, so they survive while routines
 * run.
 * F3 Unsupported clauses (choices of pieces, boards of several words) are walked. */
#include "lang/code/code_make.h"
#include "core/legal.h"

enum { ANYWHERE = INT16_MAX + 1 }; /* no register */

struct fuse {
    struct mst_maker m;
    struct mst_values values;
    int kind;                 /* the kind being fused */
    struct mst_label *refuse; /* target of a failed condition */
};

static int fresh(struct fuse *f) {
    int reg = mst_fresh_private(&f->m, 0);
    if (!reg)
        mst_make_fail(&f->m, "too many values in use at once");
    return reg;
}

static int tree_of(const struct fuse *f, int code) {
    return mst_root_of(f->m.rules, code)->node;
}

/* Temporaries follow the variables of the rule. */
static void make_room(struct fuse *f, int code) {
    int vars = mst_root_of(f->m.rules, code)->vars;
    f->m.top = f->m.locals = vars > f->m.locals ? vars : f->m.locals;
}

static void fuse_condition(struct fuse *f, int code, struct mst_label *refuse) {
    mst_make_if(&f->m, tree_of(f, code), false, refuse);
}

/* ---- clauses --------------------------------------------------------------------------------- */

static const struct mst_kind *kind_of(const struct fuse *f) {
    return &f->m.rules->kinds[f->kind];
}

/* The move so far. It is computed into a register only when needed, outside the following loops. */
struct base {
    int reg;                          /* ANYWHERE: just its kind */
    const struct mst_clause *pending; /* the last choice, or NULL */
    bool kept;                        /* the enclosing loop collects values, so no move is needed */
};

static void fuse_clauses(struct fuse *f, int index, struct base base);

static const struct mst_param *param_of(const struct fuse *f, const struct mst_clause *clause) {
    return &kind_of(f)->params[clause->param];
}

static mst_move kind_alone(const struct fuse *f) {
    return (mst_move)f->kind << MST_KIND_SHIFT;
}

static void add_param(struct fuse *f, const struct mst_param *p, int to, int base, int value) {
    mst_code_add_k(&f->m, MST_CODE_PARAM, to, base, value, (int)p->min, p->shift);
}

/* The register of the move so far. */
static int made(struct fuse *f, struct base *base) {
    if (base->reg == ANYWHERE) {
        base->reg = fresh(f);
        mst_code_add_w(&f->m, MST_CODE_K, base->reg, 0, (int64_t)kind_alone(f));
    }
    if (base->pending) {
        int with = fresh(f);
        add_param(f, param_of(f, base->pending), with, base->reg, base->pending->var);
        *base = (struct base){.reg = with};
    }
    return base->reg;
}

static bool chooses(const struct mst_clause *clause) {
    return clause->kind != MST_CLAUSE_LET && clause->kind != MST_CLAUSE_WHERE &&
           clause->kind != MST_CLAUSE_DO;
}

/* Does no choice follow the clause? Then its values are the bits of a run. */
static bool chosen_last(const struct fuse *f, int index) {
    const struct mst_kind *kind = kind_of(f);
    for (int i = index + 1; i < kind->clause_count; i++)
        if (chooses(&kind->clauses[i]))
            return false;
    return true;
}

static bool ends(const struct fuse *f, int index) {
    return index + 1 == kind_of(f)->clause_count;
}

static void yield_bits(struct fuse *f, const struct mst_clause *clause, struct base base,
                       int bits) {
    int shift = param_of(f, clause)->shift;
    if (base.reg == ANYWHERE && !base.pending)
        mst_code_add_k(&f->m, MST_CODE_YIELD_NEW, f->kind, 0, bits, shift, 0);
    else
        mst_code_add(&f->m, MST_CODE_YIELD, 0, made(f, &base), bits)->w = (int64_t)(1ULL << shift);
}

static int keep_nothing(struct fuse *f) {
    int kept = fresh(f);
    mst_code_add_w(&f->m, MST_CODE_K, kept, 0, 0);
    return kept;
}

/* Compile the body of a choice's loop for one value: continue with the next clause, or add the
 * value to the bits of the run. */
static void fuse_turn(struct fuse *f, int index, struct base base, int kept) {
    const struct mst_clause *clause = &kind_of(f)->clauses[index];
    int64_t min = param_of(f, clause)->min;
    if (kept == ANYWHERE) {
        base.pending = clause;
        fuse_clauses(f, index + 1, base);
        return;
    }
    fuse_clauses(f, index + 1, (struct base){.kept = true});
    int bit = clause->var;
    if (min) {
        bit = fresh(f);
        mst_code_add_w(&f->m, MST_CODE_ADD_K, bit, clause->var, -min);
    }
    mst_code_add(&f->m, MST_CODE_INCLUDE, kept, bit, 0);
}

/* Compile the loop of a choice over `rest`. */
static void fuse_loop(struct fuse *f, int index, struct base base, enum mst_code_op op, int rest) {
    const struct mst_clause *clause = &kind_of(f)->clauses[index];
    const struct mst_param *p = param_of(f, clause);
    struct mst_label body = MST_LABEL, next = MST_LABEL, end = MST_LABEL, *refuse = f->refuse;
    mst_own_again(&f->m, clause->var);
    bool last = chosen_last(f, index) && (op == MST_CODE_NEXT_ZONE || p->max - p->min < 63);
    int kept = ANYWHERE;
    if (last)
        kept = keep_nothing(f);
    else
        made(f, &base);
    if (op == MST_CODE_NEXT_ZONE)
        mst_code_jump(&f->m, MST_CODE_JUMP, 0, 0, 0, 0, &next);
    else
        mst_code_jump(&f->m, MST_CODE_RANGE, clause->var, rest, 0, 0, &end);
    mst_label_here(&f->m, &body);
    f->refuse = &next;
    fuse_turn(f, index, base, kept);
    f->refuse = refuse;
    mst_label_here(&f->m, &next);
    mst_code_jump(&f->m, op, clause->var, rest, 0, 0, &body);
    mst_label_here(&f->m, &end);
    if (last)
        yield_bits(f, clause, base, kept);
}

static void fuse_zones(struct fuse *f, int index, struct base base) {
    const struct mst_clause *clause = &kind_of(f)->clauses[index];
    int tree = tree_of(f, clause->node);
    if (ends(f, index)) {
        yield_bits(f, clause, base, mst_make_set_operand(&f->m, tree));
        return;
    }
    int rest = fresh(f); /* a private copy: the loop consumes it */
    mst_make_set(&f->m, tree, rest);
    fuse_loop(f, index, base, MST_CODE_NEXT_ZONE, rest);
}

/* A bound of a range, clipped to the bounds of the parameter. */
static void fuse_bound(struct fuse *f, int code, int64_t bound, enum mst_code_op clip, int to) {
    int tree = tree_of(f, code);
    int64_t k;
    if (mst_known(&f->m, tree, &k)) {
        bool beyond = clip == MST_CODE_MAX_K ? k < bound : k > bound;
        mst_code_add_w(&f->m, MST_CODE_K, to, 0, beyond ? bound : k);
        return;
    }
    mst_code_add_w(&f->m, clip, to, mst_make_operand(&f->m, tree), bound);
}

/* A final choice in a constant range: a constant run. */
static bool fuse_fixed(struct fuse *f, int index, struct base base) {
    const struct mst_clause *clause = &kind_of(f)->clauses[index];
    const struct mst_param *p = param_of(f, clause);
    int64_t first, last;
    if (!ends(f, index) || !mst_known(&f->m, tree_of(f, clause->node), &first) ||
        !mst_known(&f->m, tree_of(f, clause->node2), &last) || p->max - p->min > 30)
        return false;
    first = first < p->min ? p->min : first;
    last = last > p->max ? p->max : last;
    uint64_t bits = first > last ? 0 : ((2ULL << (last - first)) - 1) << (first - p->min);
    mst_code_add_k(&f->m, MST_CODE_YIELD_FIXED, 0, made(f, &base), 0, p->shift, (int)bits);
    return true;
}

static void fuse_range(struct fuse *f, int index, struct base base) {
    const struct mst_clause *clause = &kind_of(f)->clauses[index];
    const struct mst_param *p = param_of(f, clause);
    if (fuse_fixed(f, index, base))
        return;
    bool run = ends(f, index) && p->max - p->min < 63;
    int to = fresh(f), first = run ? fresh(f) : clause->var;
    fuse_bound(f, clause->node2, p->max, MST_CODE_MIN_K, to);
    fuse_bound(f, clause->node, p->min, MST_CODE_MAX_K, first);
    if (!run) {
        fuse_loop(f, index, base, MST_CODE_NEXT_NUMBER, to);
        return;
    }
    int begin = fresh(f);
    add_param(f, p, begin, made(f, &base), first);
    mst_code_add(&f->m, MST_CODE_YIELD_RANGE, first, begin, to)->w = (int64_t)(1ULL << p->shift);
}

/* Do the statements of some clause of the kind store to the variable or set? */
static bool stored(struct fuse *f, const struct mst_clause *let) {
    const struct mst_kind *kind = kind_of(f);
    struct mst_var_set reads = {0}, gives = {0}, own = {0};
    for (int i = 0; i < kind->clause_count; i++)
        if (kind->clauses[i].kind == MST_CLAUSE_DO)
            mst_node_uses(f->m.rules, tree_of(f, kind->clauses[i].node), &reads, &gives);
    mst_var_set_add(&own, let->is_set, let->var);
    return mst_var_sets_meet(&gives, &own);
}

static void fuse_let(struct fuse *f, const struct mst_clause *clause) {
    const struct mst_node let = {
        .a = clause->var, .b = tree_of(f, clause->node), .k = stored(f, clause)};
    if (clause->is_set)
        mst_make_let_set(&f->m, &let);
    else
        mst_make_let(&f->m, &let);
}

/* Add the leaps of a step, for MST_NONE and each seat. -1 when out of memory. */
static int add_leaps(struct fuse *f, const struct mst_clause *clause, const struct mst_step *step) {
    struct mst_rules *rules = f->m.rules;
    const struct mst_board *board = rules->schema->board;
    const struct mst_param *p = param_of(f, clause);
    int first = rules->leap_count;
    for (int seat = MST_NONE; seat < rules->schema->seats; seat++) {
        int d = step->by[seat + 1];
        struct mst_leap *leap = mst_rules_grow(&rules->leaps, &rules->leap_count, sizeof *leap);
        if (!leap) {
            mst_make_fail(&f->m, MST_CODE_NO_MEMORY);
            return 0;
        }
        if (d != MST_NONE)
            *leap = (struct mst_leap){.source = board->source[d],
                                      .unit = 1ULL << p[0].shift | 1ULL << p[1].shift,
                                      .back = (uint64_t)(int64_t)board->shift[d] << p[0].shift,
                                      .shift = (uint64_t)(int64_t)board->shift[d] & 63};
    }
    return first;
}

/* Final steps: shifts of words. */
static void fuse_steps(struct fuse *f, int index, struct base base) {
    const struct mst_clause *clause = &kind_of(f)->clauses[index];
    int move = made(f, &base), from = mst_make_set_operand(&f->m, tree_of(f, clause->node));
    for (const struct mst_step *step = clause->step; step < clause->step + clause->steps; step++) {
        int onto = mst_make_set_operand(&f->m, tree_of(f, step->onto));
        mst_code_add_k(&f->m, MST_CODE_YIELD_STEP, from, move, onto, add_leaps(f, clause, step), 0);
    }
}

/* Compile the clauses from `index` on, and list moves at their end. */
static void fuse_clauses(struct fuse *f, int index, struct base base) {
    const struct mst_kind *kind = kind_of(f);
    for (; index < kind->clause_count; index++) {
        const struct mst_clause *clause = &kind->clauses[index];
        switch (clause->kind) {
        case MST_CLAUSE_LET: fuse_let(f, clause); continue;
        case MST_CLAUSE_DO: mst_make_effects(&f->m, tree_of(f, clause->node)); continue;
        case MST_CLAUSE_WHERE: fuse_condition(f, clause->node, f->refuse); continue;
        case MST_CLAUSE_ZONES: fuse_zones(f, index, base); return;
        case MST_CLAUSE_RANGE: fuse_range(f, index, base); return;
        case MST_CLAUSE_STEP: fuse_steps(f, index, base); return;
        default: return;
        }
    }
    if (base.kept)
        return;
    if (base.reg == ANYWHERE && !base.pending)
        mst_code_add_w(&f->m, MST_CODE_YIELD_MOVE, 0, 0, (int64_t)kind_alone(f));
    else
        mst_code_add(&f->m, MST_CODE_YIELD_ONE, 0, made(f, &base), 0);
}

/* ---- kinds and decisions --------------------------------------------------------------------- */

/* Does the direction of each step depend only on the seat that decides? */
static bool are_shifts(const struct mst_rules *rules, const struct mst_clause *clause) {
    bool known = rules->schema->board->uniform;
    for (int i = 0; i < clause->steps; i++)
        known = known && clause->step[i].direction < 0;
    return known;
}

static bool can_fuse(const struct mst_rules *rules, const struct mst_kind *kind) {
    if (kind->asks)
        return false;
    for (int i = 0; i < kind->clause_count; i++)
        switch (kind->clauses[i].kind) {
        case MST_CLAUSE_STEP:
            if (i + 1 < kind->clause_count || !are_shifts(rules, &kind->clauses[i]))
                return false;
            break;
        case MST_CLAUSE_PIECES:
        case MST_CLAUSE_SUBSET:
        case MST_CLAUSE_SAMPLE: return false;
        default: break;
        }
    return true;
}

static void fuse_kind(struct fuse *f, int kind) {
    struct mst_label end = MST_LABEL;
    const struct mst_kind *k = &f->m.rules->kinds[kind];
    int private = f->m.private;
    if (!can_fuse(f->m.rules, k)) {
        mst_code_add_k(&f->m, MST_CODE_YIELD_KIND, 0, 0, 0, kind, 0);
        return;
    }
    f->kind = kind;
    f->refuse = &end;
    for (int i = 0; i < k->clause_count; i++)
        make_room(f, k->clauses[i].node);
    fuse_clauses(f, 0, (struct base){.reg = ANYWHERE});
    mst_label_here(&f->m, &end);
    mst_values_end(&f->m, private);
}

/* Compile the obligatory kinds, or all. */
static void fuse_kinds(struct fuse *f, const struct mst_decision *decision, bool all) {
    const struct mst_kind *kinds = f->m.rules->kinds;
    for (int i = 0; i < decision->kind_count; i++) {
        const struct mst_kind *kind = &kinds[decision->kinds[i]];
        struct mst_label skip = MST_LABEL;
        if (kind->unlisted || (!all && kind->must < 0))
            continue;
        mst_maker_forget(&f->m, MST_MOST_VARS, MST_MOST_SETS);
        f->m.top = f->m.locals = 0;
        if (kind->reluctant)
            mst_code_jump(&f->m, MST_CODE_IF_EAGER, 0, 0, 0, 0, &skip);
        if (!all) {
            make_room(f, kind->must);
            fuse_condition(f, kind->must, &skip);
        }
        fuse_kind(f, decision->kinds[i]);
        mst_label_here(&f->m, &skip);
    }
}

static bool worth_fusing(const struct mst_rules *rules, const struct mst_decision *decision) {
    for (int i = 0; i < decision->kind_count; i++)
        if (rules->kinds[decision->kinds[i]].must_function > 0 &&
            rules->kinds[decision->kinds[i]].must < 0)
            return false; /* the host knows whether it is obligatory */
    for (int i = 0; i < decision->kind_count; i++) {
        const struct mst_kind *kind = &rules->kinds[decision->kinds[i]];
        if (!kind->unlisted && can_fuse(rules, kind))
            return true;
    }
    return false;
}

/* Returns the number of private registers. */
static int fuse_decision(struct mst_rules *rules, struct mst_decision *decision) {
    struct fuse f;
    struct mst_label any = MST_LABEL;
    const char *why = NULL;
    int begin = rules->code_count;
    mst_maker_init(&f.m, rules, 0, 0);
    f.m.set_top = rules->set_peak;
    f.m.values = &f.values;
    f.values.count = f.values.made = 0;
    if (decision->obliges) {
        fuse_kinds(&f, decision, false);
        mst_code_jump(&f.m, MST_CODE_IF_ANY, 0, 0, 0, 0, &any);
    }
    fuse_kinds(&f, decision, true);
    mst_label_here(&f.m, &any);
    mst_code_add_w(&f.m, MST_CODE_RETURN_K, 0, 0, 1);
    decision->listing = mst_maker_end(&f.m, begin, &why);
    decision->fused = decision->listing >= 0;
    return f.m.private_peak;
}

void mst_rules_fuse(struct mst_rules *rules) {
    int peak = 0;
    for (int i = 0; i < rules->decision_count && rules->schema->board->words == 1; i++) {
        struct mst_decision *decision = &rules->decisions[i];
        if (!decision->automatic && !decision->sampled && worth_fusing(rules, decision)) {
            int private = fuse_decision(rules, decision);
            peak = private > peak ? private : peak;
        }
    }
    mst_rules_peak(rules, 0, rules->set_peak + peak);
    rules->private_peak = peak;
    mst_code_pair(rules);
}
