/* Fusing: compile the clauses of all kinds of a decision to one piece of code that lists their
 * moves (lang_rules_fuse, rule.h). A failed condition jumps to the next iteration of the enclosing
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
    struct lang_maker m;
    struct lang_values values;
    int kind;                  /* the kind being fused */
    struct lang_label *refuse; /* target of a failed condition */
};

static int fresh(struct fuse *f) {
    int reg = lang_fresh_private(&f->m, 0);
    if (!reg)
        lang_make_fail(&f->m, "too many values in use at once");
    return reg;
}

static int fuse_tree_of(const struct fuse *f, int code) {
    return lang_root_of(f->m.rules, code)->node;
}

/* Temporaries follow the variables of the rule. */
static void fuse_make_room(struct fuse *f, int code) {
    int vars = lang_root_of(f->m.rules, code)->vars;
    f->m.top = f->m.locals = vars > f->m.locals ? vars : f->m.locals;
}

static void fuse_condition(struct fuse *f, int code, struct lang_label *refuse) {
    lang_make_if(&f->m, fuse_tree_of(f, code), false, refuse);
}

/* ---- clauses --------------------------------------------------------------------------------- */

static const struct core_kind *fuse_kind_of(const struct fuse *f) {
    return &f->m.rules->kinds[f->kind];
}

/* The move so far. It is computed into a register only when needed, outside the following loops. */
struct base {
    int reg;                           /* ANYWHERE: just its kind */
    const struct core_clause *pending; /* the last choice, or NULL */
    bool kept; /* the enclosing loop collects values, so no move is needed */
};

static void fuse_clauses(struct fuse *f, int index, struct base base);

static const struct core_param *param_of(const struct fuse *f, const struct core_clause *clause) {
    return &fuse_kind_of(f)->params[clause->param];
}

static mst_move kind_alone(const struct fuse *f) {
    return (mst_move)f->kind << CORE_KIND_SHIFT;
}

static void add_param(struct fuse *f, const struct core_param *p, int to, int base, int value) {
    lang_code_add_k(&f->m, CORE_CODE_PARAM, to, base, value, (int)p->min, p->shift);
}

/* The register of the move so far. */
static int made(struct fuse *f, struct base *base) {
    if (base->reg == ANYWHERE) {
        base->reg = fresh(f);
        lang_code_add_w(&f->m, CORE_CODE_K, base->reg, 0, (int64_t)kind_alone(f));
    }
    if (base->pending) {
        int with = fresh(f);
        add_param(f, param_of(f, base->pending), with, base->reg, base->pending->var);
        *base = (struct base){.reg = with};
    }
    return base->reg;
}

static bool chooses(const struct core_clause *clause) {
    return clause->kind != CORE_CLAUSE_LET && clause->kind != CORE_CLAUSE_WHERE &&
           clause->kind != CORE_CLAUSE_DO;
}

/* Does no choice follow the clause? Then its values are the bits of a run. */
static bool chosen_last(const struct fuse *f, int index) {
    const struct core_kind *kind = fuse_kind_of(f);
    for (int i = index + 1; i < kind->clause_count; i++)
        if (chooses(&kind->clauses[i]))
            return false;
    return true;
}

static bool ends(const struct fuse *f, int index) {
    return index + 1 == fuse_kind_of(f)->clause_count;
}

static void yield_bits(struct fuse *f, const struct core_clause *clause, struct base base,
                       int bits) {
    /* No parameter before this one: the move begins as the kind alone, which needs no register. */
    int shift = param_of(f, clause)->shift;
    if (base.reg == ANYWHERE && !base.pending)
        lang_code_add_k(&f->m, CORE_CODE_YIELD_NEW, f->kind, 0, bits, shift, 0);
    else
        lang_code_add(&f->m, CORE_CODE_YIELD, 0, made(f, &base), bits)->w =
            (int64_t)(1ULL << shift);
}

static int keep_nothing(struct fuse *f) {
    int kept = fresh(f);
    lang_code_add_w(&f->m, CORE_CODE_K, kept, 0, 0);
    return kept;
}

/* Compile the body of a choice's loop for one value: continue with the next clause, or add the
 * value to the bits of the run. */
static void fuse_turn(struct fuse *f, int index, struct base base, int kept) {
    const struct core_clause *clause = &fuse_kind_of(f)->clauses[index];
    int64_t min = param_of(f, clause)->min;
    if (kept == ANYWHERE) {
        base.pending = clause;
        fuse_clauses(f, index + 1, base);
        return;
    }
    /* Conditions behind the last choice refuse a value by jumping over the INCLUDE. */
    fuse_clauses(f, index + 1, (struct base){.kept = true});
    int bit = clause->var;
    if (min) {
        bit = fresh(f);
        lang_code_add_w(&f->m, CORE_CODE_ADD_K, bit, clause->var, -min);
    }
    lang_code_add(&f->m, CORE_CODE_INCLUDE, kept, bit, 0);
}

/* Compile the loop of a choice over `rest`. */
static void fuse_loop(struct fuse *f, int index, struct base base, enum core_code_op op, int rest) {
    const struct core_clause *clause = &fuse_kind_of(f)->clauses[index];
    const struct core_param *p = param_of(f, clause);
    struct lang_label body = LANG_LABEL, next = LANG_LABEL, end = LANG_LABEL, *refuse = f->refuse;
    lang_own_again(&f->m, clause->var);

    /* The moves of a last choice that fits a word are one run: the loop collects bits, and the run
     * is added behind it. */
    bool last = chosen_last(f, index) && (op == CORE_CODE_NEXT_ZONE || p->max - p->min < 63);
    int kept = ANYWHERE;
    if (last)
        kept = keep_nothing(f);
    else
        made(f, &base); /* before the loop, or each turn would make it again */

    /* A set is tested at the end of the loop, a range at its begin: it may be empty at once. */
    if (op == CORE_CODE_NEXT_ZONE)
        lang_code_jump(&f->m, CORE_CODE_JUMP, 0, 0, 0, 0, &next);
    else
        lang_code_jump(&f->m, CORE_CODE_RANGE, clause->var, rest, 0, 0, &end);

    /* A condition that fails inside goes on with the next value (F1: the order of walking). */
    lang_label_here(&f->m, &body);
    f->refuse = &next;
    fuse_turn(f, index, base, kept);
    f->refuse = refuse;

    lang_label_here(&f->m, &next);
    lang_code_jump(&f->m, op, clause->var, rest, 0, 0, &body);
    lang_label_here(&f->m, &end);
    if (last)
        yield_bits(f, clause, base, kept);
}

static void fuse_zones(struct fuse *f, int index, struct base base) {
    const struct core_clause *clause = &fuse_kind_of(f)->clauses[index];
    int tree = fuse_tree_of(f, clause->node);

    /* Nothing follows, so the set itself is the bits of the run: no loop. */
    if (ends(f, index)) {
        yield_bits(f, clause, base, lang_make_set_operand(&f->m, tree));
        return;
    }
    int rest = fresh(f); /* a private copy: the loop consumes it */
    lang_make_set(&f->m, tree, rest);
    fuse_loop(f, index, base, CORE_CODE_NEXT_ZONE, rest);
}

/* A bound of a range, clipped to the bounds of the parameter. */
static void fuse_bound(struct fuse *f, int code, int64_t bound, enum core_code_op clip, int to) {
    int tree = fuse_tree_of(f, code);
    int64_t k;

    /* Rules may name a range beyond what the parameter can hold; the walk clips it, too (F1). */
    if (lang_known(&f->m, tree, &k)) {
        bool beyond = clip == CORE_CODE_MAX_K ? k < bound : k > bound;
        lang_code_add_w(&f->m, CORE_CODE_K, to, 0, beyond ? bound : k);
        return;
    }
    lang_code_add_w(&f->m, clip, to, lang_make_operand(&f->m, tree), bound);
}

/* A final choice in a constant range: a constant run. */
static bool fuse_fixed(struct fuse *f, int index, struct base base) {
    const struct core_clause *clause = &fuse_kind_of(f)->clauses[index];
    const struct core_param *p = param_of(f, clause);
    int64_t first, last;
    if (!ends(f, index) || !lang_known(&f->m, fuse_tree_of(f, clause->node), &first) ||
        !lang_known(&f->m, fuse_tree_of(f, clause->node2), &last) || p->max - p->min > 30)
        return false;

    /* The number of the lowest bit is the smallest value, p->min. An empty range lists nothing. */
    first = first < p->min ? p->min : first;
    last = last > p->max ? p->max : last;
    uint64_t bits = first > last ? 0 : ((2ULL << (last - first)) - 1) << (first - p->min);
    lang_code_add_k(&f->m, CORE_CODE_YIELD_FIXED, 0, made(f, &base), 0, p->shift, (int)bits);
    return true;
}

static void fuse_range(struct fuse *f, int index, struct base base) {
    const struct core_clause *clause = &fuse_kind_of(f)->clauses[index];
    const struct core_param *p = param_of(f, clause);
    if (fuse_fixed(f, index, base))
        return;

    /* A run counts in registers of its own, a loop in the variable of the choice. */
    bool run = ends(f, index) && p->max - p->min < 63;
    int to = fresh(f), first = run ? fresh(f) : clause->var;
    fuse_bound(f, clause->node2, p->max, CORE_CODE_MIN_K, to);
    fuse_bound(f, clause->node, p->min, CORE_CODE_MAX_K, first);
    if (!run) {
        fuse_loop(f, index, base, CORE_CODE_NEXT_NUMBER, to);
        return;
    }
    int begin = fresh(f);
    add_param(f, p, begin, made(f, &base), first);
    lang_code_add(&f->m, CORE_CODE_YIELD_RANGE, first, begin, to)->w = (int64_t)(1ULL << p->shift);
}

/* Do the statements of some clause of the kind store to the variable or set? */
static bool stored(struct fuse *f, const struct core_clause *let) {
    /* V1: then other names of the value need copies. */
    const struct core_kind *kind = fuse_kind_of(f);
    struct lang_var_set reads = {0}, gives = {0}, own = {0};
    for (int i = 0; i < kind->clause_count; i++)
        if (kind->clauses[i].kind == CORE_CLAUSE_DO)
            lang_node_uses(f->m.rules, fuse_tree_of(f, kind->clauses[i].node), &reads, &gives);
    lang_var_set_add(&own, let->is_set, let->var);
    return lang_var_sets_meet(&gives, &own);
}

static void fuse_let(struct fuse *f, const struct core_clause *clause) {
    const struct core_node let = {
        .a = clause->var, .b = fuse_tree_of(f, clause->node), .k = stored(f, clause)};
    if (clause->is_set)
        lang_make_let_set(&f->m, &let);
    else
        lang_make_let(&f->m, &let);
}

/* Add the leaps of a step, for MST_NONE and each seat. -1 when out of memory. */
static int add_leaps(struct fuse *f, const struct core_clause *clause,
                     const struct core_step *step) {
    struct core_rules *rules = f->m.rules;
    const struct core_board *board = rules->schema->board;
    const struct core_param *p = param_of(f, clause);
    int first = rules->leap_count;

    /* One for each seat in a row: the instruction adds the seat to `first`. */
    for (int seat = MST_NONE; seat < rules->schema->seats; seat++) {
        int d = step->by[seat + 1];
        struct core_leap *leap = core_rules_grow(&rules->leaps, &rules->leap_count, sizeof *leap);
        if (!leap) {
            lang_make_fail(&f->m, LANG_CODE_NO_MEMORY);
            return 0;
        }

        /* A step without a direction stays zeroed: from no zone, it lists nothing. */
        if (d != MST_NONE)
            *leap = (struct core_leap){.source = board->source[d],
                                       .unit = 1ULL << p[0].shift | 1ULL << p[1].shift,
                                       .back = (uint64_t)(int64_t)board->shift[d] << p[0].shift,
                                       .shift = (uint64_t)(int64_t)board->shift[d] & 63};
    }
    return first;
}

/* Final steps: shifts of words. */
static void fuse_steps(struct fuse *f, int index, struct base base) {
    const struct core_clause *clause = &fuse_kind_of(f)->clauses[index];
    int move = made(f, &base), from = lang_make_set_operand(&f->m, fuse_tree_of(f, clause->node));
    for (const struct core_step *step = clause->step; step < clause->step + clause->steps; step++) {
        int onto = lang_make_set_operand(&f->m, fuse_tree_of(f, step->onto));
        lang_code_add_k(&f->m, CORE_CODE_YIELD_STEP, from, move, onto, add_leaps(f, clause, step),
                        0);
    }
}

/* Compile the clauses from `index` on, and list moves at their end. */
static void fuse_clauses(struct fuse *f, int index, struct base base) {
    const struct core_kind *kind = fuse_kind_of(f);

    /* A choice compiles the clauses behind it inside its loop, so it ends this one. F3: choices of
     * pieces never come here. */
    for (; index < kind->clause_count; index++) {
        const struct core_clause *clause = &kind->clauses[index];
        switch (clause->kind) {
        case CORE_CLAUSE_LET: fuse_let(f, clause); continue;
        case CORE_CLAUSE_DO: lang_make_effects(&f->m, fuse_tree_of(f, clause->node)); continue;
        case CORE_CLAUSE_WHERE: fuse_condition(f, clause->node, f->refuse); continue;
        case CORE_CLAUSE_ZONES: fuse_zones(f, index, base); return;
        case CORE_CLAUSE_RANGE: fuse_range(f, index, base); return;
        case CORE_CLAUSE_STEP: fuse_steps(f, index, base); return;
        default: return;
        }
    }

    /* All choices are made: list the move, unless the loop around collects its bit. */
    if (base.kept)
        return;
    if (base.reg == ANYWHERE && !base.pending)
        lang_code_add_w(&f->m, CORE_CODE_YIELD_MOVE, 0, 0, (int64_t)kind_alone(f));
    else
        lang_code_add(&f->m, CORE_CODE_YIELD_ONE, 0, made(f, &base), 0);
}

/* ---- kinds and decisions --------------------------------------------------------------------- */

/* Does the direction of each step depend only on the seat that decides? */
static bool are_shifts(const struct core_rules *rules, const struct core_clause *clause) {
    bool known = rules->schema->board->uniform;
    for (int i = 0; i < clause->steps; i++)
        known = known && clause->step[i].direction < 0;
    return known;
}

static bool can_fuse(const struct core_rules *rules, const struct core_kind *kind) {
    if (kind->asks) /* a function of the host lists its moves */
        return false;

    /* F3. Steps must come last, as their code lists whole words of moves. */
    for (int i = 0; i < kind->clause_count; i++)
        switch (kind->clauses[i].kind) {
        case CORE_CLAUSE_STEP:
            if (i + 1 < kind->clause_count || !are_shifts(rules, &kind->clauses[i]))
                return false;
            break;
        case CORE_CLAUSE_PIECES:
        case CORE_CLAUSE_SUBSET:
        case CORE_CLAUSE_SAMPLE: return false;
        default: break;
        }
    return true;
}

static void fuse_kind(struct fuse *f, int kind) {
    struct lang_label end = LANG_LABEL;
    const struct core_kind *k = &f->m.rules->kinds[kind];
    int private = f->m.private;
    if (!can_fuse(f->m.rules, k)) {
        lang_code_add_k(&f->m, CORE_CODE_YIELD_KIND, 0, 0, 0, kind, 0);
        return;
    }

    /* A condition before the first choice refuses the whole kind. */
    f->kind = kind;
    f->refuse = &end;
    for (int i = 0; i < k->clause_count; i++)
        fuse_make_room(f, k->clauses[i].node);
    fuse_clauses(f, 0, (struct base){.reg = ANYWHERE});
    lang_label_here(&f->m, &end);
    lang_values_end(&f->m, private);
}

/* Compile the obligatory kinds, or all. */
static void fuse_kinds(struct fuse *f, const struct core_decision *decision, bool all) {
    const struct core_kind *kinds = f->m.rules->kinds;
    for (int i = 0; i < decision->kind_count; i++) {
        const struct core_kind *kind = &kinds[decision->kinds[i]];
        struct lang_label skip = LANG_LABEL;
        if (kind->unlisted || (!all && kind->must < 0))
            continue;

        /* V2 holds within a kind only: the next one uses the same numbers for other variables. */
        lang_maker_forget(&f->m, CORE_MOST_VARS, CORE_MOST_SETS);
        f->m.top = f->m.locals = 0;
        if (kind->reluctant)
            lang_code_jump(&f->m, CORE_CODE_IF_EAGER, 0, 0, 0, 0, &skip);
        if (!all) {
            fuse_make_room(f, kind->must);
            fuse_condition(f, kind->must, &skip);
        }
        fuse_kind(f, decision->kinds[i]);
        lang_label_here(&f->m, &skip);
    }
}

static bool worth_fusing(const struct core_rules *rules, const struct core_decision *decision) {
    for (int i = 0; i < decision->kind_count; i++)
        if (rules->kinds[decision->kinds[i]].must_function > 0 &&
            rules->kinds[decision->kinds[i]].must < 0)
            return false; /* the host knows whether it is obligatory */

    /* One kind that is fused is enough: the others are walked by YIELD_KIND in their turn. */
    for (int i = 0; i < decision->kind_count; i++) {
        const struct core_kind *kind = &rules->kinds[decision->kinds[i]];
        if (!kind->unlisted && can_fuse(rules, kind))
            return true;
    }
    return false;
}

/* Returns the number of private registers. */
static int fuse_decision(struct core_rules *rules, struct core_decision *decision) {
    struct fuse f;
    struct lang_label any = LANG_LABEL;
    const char *why = NULL;
    int begin = rules->code_count;
    lang_maker_init(&f.m, rules, 0, 0);

    /* F2: private registers begin below the sets of all rules. */
    f.m.set_top = rules->set_peak;
    f.m.values = &f.values;
    f.values.count = f.values.made = 0;

    /* Kinds that are a must come first; if one of them has a move, the others are not listed. */
    if (decision->obliges) {
        fuse_kinds(&f, decision, false);
        lang_code_jump(&f.m, CORE_CODE_IF_ANY, 0, 0, 0, 0, &any);
    }
    fuse_kinds(&f, decision, true);
    lang_label_here(&f.m, &any);
    lang_code_add_w(&f.m, CORE_CODE_RETURN_K, 0, 0, 1);

    /* Clauses that cannot be fused are walked (legal.c): `why` is of no interest. */
    decision->listing = lang_maker_end(&f.m, begin, &why);
    decision->fused = decision->listing >= 0;
    return f.m.private_peak;
}

void lang_rules_fuse(struct core_rules *rules) {
    int peak = 0;
    for (int i = 0; i < rules->decision_count && rules->schema->board->words == 1; i++) {
        struct core_decision *decision = &rules->decisions[i];
        if (!decision->automatic && !decision->sampled && worth_fusing(rules, decision)) {
            int private = fuse_decision(rules, decision);
            peak = private > peak ? private : peak;
        }
    }
    core_rules_peak(rules, 0, rules->set_peak + peak);
    rules->private_peak = peak;

    /* At last, as pairs hide the instructions that the steps above look for. */
    lang_code_pair(rules);
}
