/* Fusing: compile the clauses of all kinds of a decision to one piece of code that lists their
 * moves (mst_rules_fuse, legal.h). The code of each clause is copied, and its returns are replaced:
 * a value goes to the variable; a failed condition jumps to the next iteration of the enclosing
 * loop. A choice over a set becomes a loop, except the last choice, which becomes a run.
 *
 * F1 The order of moves and of evaluations equals that of walking the clauses (legal.c). F2 The
 * private registers lie below all sets, where no rule writes, so they survive while rules and
 * routines run. F3 Unsupported clauses (choices of pieces, boards of several words) are walked. */
#include "play/code_make.h"
#include "play/legal.h"

enum { MOST_SCRATCH = 256 }; /* private registers */

enum { ANYWHERE = INT16_MAX + 1 }; /* no register */

struct fuse {
    struct mst_maker m;
    int most_scratch;
    int scratch;              /* private registers in use */
    int kind;                 /* the kind being fused */
    struct mst_label *refuse; /* target of a failed condition */
};

static int fresh(struct fuse *f) {
    if (f->scratch == MOST_SCRATCH)
        mst_make_fail(&f->m, "too many values in use at once");
    else
        f->scratch++;
    f->most_scratch = f->scratch > f->most_scratch ? f->scratch : f->most_scratch;
    return mst_set_register(f->m.set_top + f->scratch - 1, 1);
}

/* ---- copying code ---------------------------------------------------------------------------- */

static bool is_return(const struct mst_code *code) {
    return code->op <= MST_CODE_RETURN_SET;
}

static bool is_jump(const struct mst_code *code) {
    switch ((enum mst_code_op)code->op) {
    case MST_CODE_NEXT_ZONE:
    case MST_CODE_NEXT_ZONE_LARGE:
    case MST_CODE_RANGE:
    case MST_CODE_NEXT_NUMBER:
    case MST_CODE_NEXT_PIECE:
    case MST_CODE_NEXT_CHOSEN:
    case MST_CODE_RECALL:
    case MST_CODE_QUIET: return true;
    default: return code->op >= MST_CODE_JUMP && code->op <= MST_CODE_IF_OUT_LARGE;
    }
}

/* The end of a rule's code: after a return that no jump crosses. */
static int end_of(const struct mst_rules *rules, int at) {
    for (int reached = at;; at++) {
        const struct mst_code *code = &rules->code[at];
        if (is_jump(code) && at + code->m > reached)
            reached = at + code->m;
        if (is_return(code) && at >= reached)
            return at + 1;
    }
}

/* The use of a rule's value. */
enum use { VALUE, CONDITION, NOTHING };

struct copy {
    struct fuse *f;
    int start, end;
    enum use use;
    int to;                  /* register of the value */
    struct mst_label *label; /* one for each instruction */
    bool jumped;             /* some jump leads to the return being copied */
    struct mst_label done;
};

/* The label of an instruction. A return that only decides a condition is replaced by its target. */
static struct mst_label *label_of(struct copy *c, int at) {
    const struct mst_code *code = &c->f->m.rules->code[at];
    if (c->use == CONDITION && code->op == MST_CODE_RETURN_K)
        return code->w ? &c->done : c->f->refuse;
    if (c->use == NOTHING && is_return(code))
        return &c->done;
    return &c->label[at - c->start];
}

/* If the last instruction only computes the value, let it write to the destination directly. */
static bool redirect(struct copy *c, int at, int begin) {
    struct mst_rules *rules = c->f->m.rules;
    struct mst_code *last = &rules->code[rules->code_count - 1];
    bool gives = (last->op >= MST_CODE_K && last->op <= MST_CODE_ABS) ||
                 (last->op >= MST_CODE_UNION && last->op <= MST_CODE_FIRST);
    if (rules->code_count == begin || at == c->start || !gives || last->a != rules->code[at].a ||
        is_jump(&rules->code[at - 1]) || c->jumped)
        return false;
    last->a = (int16_t)c->to;
    return true;
}

static void copy_value(struct copy *c, int at, int begin) {
    static const enum mst_code_op moves[] = {MST_CODE_MOVE, MST_CODE_K, MST_CODE_SLOT,
                                             MST_CODE_BY_SEAT, MST_CODE_TOPS_MINE};
    struct mst_code code = c->f->m.rules->code[at];
    if (code.op == MST_CODE_RETURN && redirect(c, at, begin))
        return;
    mst_code_add_w(&c->f->m, moves[code.op], c->to, code.op == MST_CODE_RETURN ? code.a : 0,
                   code.w);
}

static void copy_condition(struct copy *c, int at) {
    struct mst_maker *m = &c->f->m;
    struct mst_code code = m->rules->code[at];
    if (code.op == MST_CODE_RETURN_K) {
        if (!code.w)
            mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, c->f->refuse);
    } else if (code.op == MST_CODE_RETURN) {
        mst_code_jump(m, MST_CODE_IF_EQ_K, 0, code.a, 0, 0, c->f->refuse);
    } else {
        c->to = fresh(c->f);
        copy_value(c, at, m->rules->code_count);
        mst_code_jump(m, MST_CODE_IF_EQ_K, 0, c->to, 0, 0, c->f->refuse);
        c->f->scratch--;
    }
}

/* Is the instruction unreachable, both from the previous one and by jumps? */
static bool unreached(const struct copy *c, int at) {
    const struct mst_rules *rules = c->f->m.rules;
    if (at == c->start)
        return false;
    const struct mst_code *before = &rules->code[at - 1];
    return is_return(before) || before->op == MST_CODE_JUMP;
}

static void copy_return(struct copy *c, int at, int begin) {
    struct mst_maker *m = &c->f->m;
    const struct mst_code *code = &m->rules->code[at];
    bool decided = label_of(c, at) != &c->label[at - c->start];
    if (decided && unreached(c, at))
        return;
    bool falls = c->use == CONDITION && code->op == MST_CODE_RETURN_K && !code->w;
    if (c->use == VALUE)
        copy_value(c, at, begin);
    else if (c->use == CONDITION)
        copy_condition(c, at);
    bool last = at + 1 == c->end; /* or only returns without code are left */
    for (int i = at + 1; i < c->end && !last; i++) {
        bool needs = !is_return(&m->rules->code[i]) || label_of(c, i) == &c->label[i - c->start] ||
                     !unreached(c, i);
        if (needs)
            break;
        last = i + 1 == c->end;
    }
    if (!last && !falls)
        mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &c->done);
}

static void copy_line(struct mst_maker *m, int at) {
    const struct mst_code_line *line = mst_code_line_of(m->rules, at);
    if (m->rules->line_count)
        mst_make_line(m, line ? line->line : 0, line ? line->source : 0);
}

static void copy_all(struct copy *c) {
    struct mst_maker *m = &c->f->m;
    int begin = m->rules->code_count;
    for (int at = c->start; at < c->end && !m->why; at++) {
        struct mst_code code = m->rules->code[at];
        copy_line(m, at);
        if (is_return(&code)) {
            c->jumped = c->label[at - c->start].chain >= 0;
            if (label_of(c, at) == &c->label[at - c->start])
                mst_label_here(m, &c->label[at - c->start]);
            copy_return(c, at, begin);
            continue;
        }
        mst_label_here(m, &c->label[at - c->start]);
        if (is_jump(&code))
            mst_code_jump(m, (enum mst_code_op)code.op, code.a, code.b, code.c, code.k,
                          label_of(c, at + code.m));
        else
            mst_code_add(m, (enum mst_code_op)code.op, code.a, code.b, code.c)->w = code.w;
    }
    mst_label_here(m, &c->done);
}

static void copy_code(struct fuse *f, int start, enum use use, int to) {
    int end = end_of(f->m.rules, start);
    struct copy c = {.f = f, .start = start, .end = end, .use = use, .to = to, .done = MST_LABEL};
    c.label = mst_calloc((size_t)(end - start), sizeof *c.label);
    if (!c.label) {
        mst_make_fail(&f->m, "out of memory");
        return;
    }
    for (int i = 0; i < end - start; i++)
        c.label[i] = MST_LABEL;
    copy_all(&c);
    mst_free(c.label);
}

/* The register that is the value of a rule, or a private one that receives the value. */
static int value_of(struct fuse *f, int start) {
    const struct mst_code *code = &f->m.rules->code[start];
    if (code->op == MST_CODE_RETURN)
        return code->a;
    int to = fresh(f);
    copy_code(f, start, VALUE, to);
    return to;
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
    if (ends(f, index)) {
        yield_bits(f, clause, base, value_of(f, clause->node));
        return;
    }
    int rest = fresh(f); /* a private copy: the loop consumes it */
    copy_code(f, clause->node, VALUE, rest);
    fuse_loop(f, index, base, MST_CODE_NEXT_ZONE, rest);
}

/* A bound of a range, clipped to the bounds of the parameter. */
static void fuse_bound(struct fuse *f, int start, int64_t bound, enum mst_code_op clip, int to) {
    const struct mst_code *code = &f->m.rules->code[start];
    if (code->op == MST_CODE_RETURN_K) {
        bool beyond = clip == MST_CODE_MAX_K ? code->w < bound : code->w > bound;
        mst_code_add_w(&f->m, MST_CODE_K, to, 0, beyond ? bound : code->w);
        return;
    }
    copy_code(f, start, VALUE, to);
    mst_code_add_w(&f->m, clip, to, to, bound);
}

/* A final choice in a constant range: a constant run. */
static bool fuse_fixed(struct fuse *f, int index, struct base base) {
    const struct mst_clause *clause = &kind_of(f)->clauses[index];
    const struct mst_param *p = param_of(f, clause);
    const struct mst_code *from = &f->m.rules->code[clause->node],
                          *to = &f->m.rules->code[clause->node2];
    if (!ends(f, index) || from->op != MST_CODE_RETURN_K || to->op != MST_CODE_RETURN_K ||
        p->max - p->min > 30)
        return false;
    int64_t first = from->w < p->min ? p->min : from->w, last = to->w > p->max ? p->max : to->w;
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

static void fuse_let(struct fuse *f, const struct mst_clause *clause) {
    copy_code(f, clause->node, VALUE,
              clause->is_set ? mst_set_register(clause->var, 1) : clause->var);
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
            mst_make_fail(&f->m, "out of memory");
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
    int move = made(f, &base), from = value_of(f, clause->node);
    for (const struct mst_step *step = clause->step; step < clause->step + clause->steps; step++) {
        int scratch = f->scratch, onto = value_of(f, step->onto);
        mst_code_add_k(&f->m, MST_CODE_YIELD_STEP, from, move, onto, add_leaps(f, clause, step), 0);
        f->scratch = scratch;
    }
}

/* Compile the clauses from `index` on, and list moves at their end. */
static void fuse_clauses(struct fuse *f, int index, struct base base) {
    const struct mst_kind *kind = kind_of(f);
    for (; index < kind->clause_count; index++) {
        const struct mst_clause *clause = &kind->clauses[index];
        switch (clause->kind) {
        case MST_CLAUSE_LET: fuse_let(f, clause); continue;
        case MST_CLAUSE_DO: copy_code(f, clause->node, NOTHING, 0); continue;
        case MST_CLAUSE_WHERE: copy_code(f, clause->node, CONDITION, 0); continue;
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
    int scratch = f->scratch;
    if (!can_fuse(f->m.rules, k)) {
        mst_code_add_k(&f->m, MST_CODE_YIELD_KIND, 0, 0, 0, kind, 0);
        return;
    }
    f->kind = kind;
    f->refuse = &end;
    fuse_clauses(f, 0, (struct base){.reg = ANYWHERE});
    mst_label_here(&f->m, &end);
    f->scratch = scratch;
}

/* Compile the obligatory kinds, or all. */
static void fuse_kinds(struct fuse *f, const struct mst_decision *decision, bool all) {
    const struct mst_kind *kinds = f->m.rules->kinds;
    for (int i = 0; i < decision->kind_count; i++) {
        const struct mst_kind *kind = &kinds[decision->kinds[i]];
        struct mst_label skip = MST_LABEL;
        if (kind->unlisted || (!all && kind->must < 0))
            continue;
        if (kind->reluctant)
            mst_code_jump(&f->m, MST_CODE_IF_EAGER, 0, 0, 0, 0, &skip);
        if (!all) {
            f->refuse = &skip;
            copy_code(f, kind->must, CONDITION, 0);
        }
        fuse_kind(f, decision->kinds[i]);
        mst_label_here(&f->m, &skip);
    }
}

static bool worth_fusing(const struct mst_rules *rules, const struct mst_decision *decision) {
    for (int i = 0; i < decision->kind_count; i++)
        if (rules->kinds[decision->kinds[i]].must_function > 0)
            return false; /* the host knows whether it is obligatory */
    for (int i = 0; i < decision->kind_count; i++) {
        const struct mst_kind *kind = &rules->kinds[decision->kinds[i]];
        if (!kind->unlisted && can_fuse(rules, kind))
            return true;
    }
    return false;
}

static void fuse_decision(struct mst_rules *rules, struct mst_decision *decision, int *scratch) {
    struct fuse f = {.scratch = 0};
    struct mst_label any = MST_LABEL;
    const char *why = NULL;
    int begin = rules->code_count;
    mst_maker_init(&f.m, rules, 0, 0);
    f.m.set_top = rules->set_peak;
    if (decision->obliges) {
        fuse_kinds(&f, decision, false);
        mst_code_jump(&f.m, MST_CODE_IF_ANY, 0, 0, 0, 0, &any);
    }
    fuse_kinds(&f, decision, true);
    mst_label_here(&f.m, &any);
    mst_code_add_w(&f.m, MST_CODE_RETURN_K, 0, 0, 1);
    decision->listing = mst_maker_end(&f.m, begin, &why);
    decision->fused = decision->listing >= 0;
    *scratch = f.most_scratch > *scratch ? f.most_scratch : *scratch;
}

void mst_rules_fuse(struct mst_rules *rules) {
    int scratch = 0;
    if (rules->schema->board->words > 1)
        return;
    for (int i = 0; i < rules->decision_count; i++) {
        struct mst_decision *decision = &rules->decisions[i];
        if (!decision->automatic && !decision->sampled && worth_fusing(rules, decision))
            fuse_decision(rules, decision, &scratch);
    }
    mst_rules_peak(rules, 0, rules->set_peak + scratch);
}
