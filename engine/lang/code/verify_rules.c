/* Verification of all code that rules have: see verify.h. Routines come first, then the rules that
 * call them. A rule with invalid code loses it; a function of the host serves instead. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/code.h"
#include "lang/code/rule.h"
#include "lang/code/verify.h"

/* ---- reports --------------------------------------------------------------------------------- */

/* Report the flaw that was found last, at the line of its instruction. */
static void verify_rules_report(const struct lang_verifier *v, const char *origin, const char *what,
                                const char *then) {
    const struct core_code_line *line = core_code_line_of(v->rules, v->where);
    char at[300], text[400];

    /* A rule left unchecked for lack of memory is not invalid; the load fails as a whole. */
    if (v->short_of_memory)
        return;
    v->rules->invalid++;
    if (!v->report)
        return;

    /* The line of the instruction is the best place; the rule's own is the next. */
    snprintf(at, sizeof at, "%s", origin ? origin : "");
    if (line)
        snprintf(at, sizeof at, "%s:%d", v->rules->sources[line->source], line->line);
    snprintf(text, sizeof text, "internal error: the code of this %s is not valid (%s); %s", what,
             v->why, then);
    v->report(v->context, at, text);
}

/* The COST of valid code has an a of 1. */
static void verify_rules_mark(struct lang_verifier *v, int start, bool valid) {
    assert(v->rules->code[start - 1].op == CORE_CODE_COST); /* W1 */
    v->rules->code[start - 1].a = valid;
}

/* ---- routines -------------------------------------------------------------------------------- */

static bool note_call(struct lang_verifier *v, int from, int to) {
    struct lang_verify_call *call = core_rules_grow(&v->calls, &v->call_count, sizeof *call);
    v->short_of_memory |= !call;
    if (call)
        *call = (struct lang_verify_call){from, to};
    return call;
}

static void verify_routine(struct lang_verifier *v, int index) {
    struct core_routine *routine = &v->rules->routines[index];
    struct lang_piece piece = {.start = routine->code, .routine = routine};
    routine->valid = routine->code > 0 && lang_verify_piece(v, &piece);
    if (routine->code > 0 && !routine->valid)
        verify_rules_report(v, routine->origin, "function", "rules that call it run as Lua");
    if (!routine->valid)
        return;

    /* Its callees may not be verified yet: follow_calls judges when all are. */
    v->routine_writes[index] = v->writes;
    for (int i = 0; i < v->called_count && routine->valid; i++)
        routine->valid = note_call(v, index, v->code[v->called[i]].k);
}

/* A routine that calls an invalid one is invalid, and one that calls one that writes does. Callers
 * mostly have lower numbers. */
static void follow_calls(struct lang_verifier *v) {
    struct core_routine *routines = v->rules->routines;
    bool *writes = v->routine_writes, again = true;

    /* Each round but the last spoils a routine or finds one that writes, so there are few. */
    while (again) {
        again = false;
        for (int i = v->call_count - 1; i >= 0; i--) {
            const struct lang_verify_call *call = &v->calls[i];
            bool spoils = routines[call->from].valid && !routines[call->to].valid;
            again |= spoils || writes[call->to] > writes[call->from];
            routines[call->from].valid &= !spoils;
            writes[call->from] |= writes[call->to];
        }
        v->work += v->call_count;
    }
}

static void verify_routines(struct lang_verifier *v) {
    struct core_rules *rules = v->rules;
    for (int i = 0; i < rules->routine_count; i++)
        verify_routine(v, i);
    follow_calls(v);
    for (int i = 0; i < rules->routine_count; i++)
        if (rules->routines[i].code > 0)
            verify_rules_mark(v, rules->routines[i].code, rules->routines[i].valid);
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Are the routines valid that the piece calls, and may it call them? */
static bool check_calls(struct lang_verifier *v) {
    for (int i = 0; i < v->called_count; i++) {
        int k = v->code[v->called[i]].k;
        const struct core_routine *routine = &v->rules->routines[k];
        bool valid = routine->valid, writes = v->routine_writes[k] && !v->piece->effects;
        if (valid && !writes)
            continue;

        /* The reason names the function that is called, as the rule itself may be flawless. */
        v->where = v->piece->start + v->called[i];
        snprintf(v->why, sizeof v->why, "it calls the function at %s, %s", routine->origin,
                 writes               ? "which writes to the position"
                 : routine->code <= 0 ? "which has no code"
                                      : "whose code is not valid");
        return false;
    }
    return true;
}

static bool verify(struct lang_verifier *v, const struct lang_piece *piece) {
    bool valid = !v->short_of_memory && lang_verify_piece(v, piece) && check_calls(v);
    verify_rules_mark(v, piece->start, valid);
    return valid;
}

bool lang_verify_root(struct lang_verifier *v, int *start, struct lang_piece piece,
                      const char *origin) {
    piece.start = *start;
    if (*start < 0 || verify(v, &piece))
        return true;
    verify_rules_report(v, origin, "rule", "the rule runs as Lua");
    *start = -1;
    return false;
}

static void verify_action(struct lang_verifier *v, struct core_action *action, int inputs,
                          const char *origin) {
    lang_verify_root(v, &action->effects, (struct lang_piece){.effects = true, .inputs = inputs},
                     origin);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The registers of a clause: those that it reads of others, those that it writes on every way, and
 * those that it writes on some way. */
struct clause_registers {
    uint64_t *needs, *gives, *wrote;
};

struct clauses {
    struct lang_verifier *v;
    struct core_kind *kind;
    uint64_t *given; /* so far */
    struct clause_registers of[CORE_MOST_CLAUSES];
    uint64_t *memory;
};

static void set_bit(const struct lang_verifier *v, uint64_t *bits, int reg) {
    bits[(reg - v->low) / 64] |= 1ULL << ((reg - v->low) & 63);
}

/* Set the registers of a variable, or of a set. */
static void set_variable(const struct lang_verifier *v, uint64_t *bits, bool is_set, int index) {
    int words = v->rules->schema->words;
    for (int i = 0; i < (is_set ? words : 1); i++)
        set_bit(v, bits, is_set ? core_set_register(index, words) + i : index);
}

/* The registers of the variables that the clause itself sets. */
static void set_own(const struct lang_verifier *v, uint64_t *bits,
                    const struct core_clause *clause) {
    if (clause->kind == CORE_CLAUSE_LET)
        set_variable(v, bits, clause->is_set, clause->var);
    if (clause->param < 0)
        return;
    set_variable(v, bits, false, clause->var);
    if (clause->kind == CORE_CLAUSE_STEP)
        set_variable(v, bits, false, clause->var + 1);
}

/* Add what was found of a piece, but not of its temporaries, which others reuse. */
static void add_registers(const struct lang_verifier *v, int start, bool statements,
                          struct clause_registers *of) {
    /* Its variables lie at 0 and above, its sets below, numbered from the lowest register as bit 0.
     */
    const struct core_root *root = lang_root_of(v->rules, start);
    int first = -root->sets * v->rules->schema->words - v->low, end = root->vars - v->low;
    for (int w = first / 64; w <= end / 64 && w < v->words; w++) {
        /* The bits of this word from `first` on, and up to `end`. */
        uint64_t mask = 64 * w < first ? ~0ULL << (first - 64 * w) : ~0ULL;
        if (64 * w + 64 > end)
            mask &= (1ULL << (end - 64 * w)) - 1;
        of->needs[w] |= v->needs[w] & mask;
        of->wrote[w] |= v->wrote[w] & mask;
        of->gives[w] |= statements ? v->gives[w] & mask : 0;
    }
}

/* Verify a piece of a clause. */
static bool verify_part(struct clauses *c, int index, int *start, bool is_set) {
    struct lang_verifier *v = c->v;
    int code = *start; /* an invalid start becomes -1 */
    if (code < 0)
        return true;
    if (!lang_verify_root(v, start, (struct lang_piece){.set = is_set, .given = c->given},
                          c->kind->origin))
        return false;
    add_registers(v, code, c->kind->clauses[index].kind == CORE_CLAUSE_DO, &c->of[index]);
    return true;
}

/* The `what` (register or variable) of this number is wrong. */
static bool verify_rules_refuse(struct clauses *c, int where, const char *what, int number,
                                const char *why) {
    snprintf(c->v->why, sizeof c->v->why, "%s %d %s", what, number, why);
    c->v->where = where;
    verify_rules_report(c->v, c->kind->origin, "rule", "the rule runs as Lua");
    return false;
}

/* Does the variable exist that the clause sets? */
static bool variable_exists(struct clauses *c, const struct core_clause *clause) {
    const struct core_rules *rules = c->v->rules;
    bool is_set = clause->kind == CORE_CLAUSE_LET && clause->is_set;

    /* A step binds two variables: from where, and onto where. */
    int end = clause->var + (clause->kind == CORE_CLAUSE_STEP);
    if (clause->param < 0 && clause->kind != CORE_CLAUSE_LET)
        return true;
    return (clause->var >= 0 && end < (is_set ? rules->set_peak : rules->var_peak)) ||
           verify_rules_refuse(c, 0, "variable", clause->var, "of a clause does not exist");
}

static bool verify_clause(struct clauses *c, int index) {
    struct lang_verifier *v = c->v;
    struct core_clause *clause = &c->kind->clauses[index];
    bool is_set = clause->kind == CORE_CLAUSE_ZONES || clause->kind == CORE_CLAUSE_STEP ||
                  (clause->kind == CORE_CLAUSE_LET && clause->is_set);
    if (!variable_exists(c, clause))
        return false;

    /* Its parts in the order in which they are evaluated. A sample's node is no code. */
    bool valid =
        (clause->kind == CORE_CLAUSE_SAMPLE || verify_part(c, index, &clause->node, is_set)) &&
        (clause->kind != CORE_CLAUSE_RANGE || verify_part(c, index, &clause->node2, false));
    for (int i = 0; i < clause->steps && valid; i++)
        valid = verify_part(c, index, &clause->step[i].direction, false) &&
                verify_part(c, index, &clause->step[i].onto, true);

    /* Later clauses may read what this one binds, but not what its code left behind. */
    const struct clause_registers *of = &c->of[index];
    for (int w = 0; w < v->words && clause->kind != CORE_CLAUSE_DO; w++)
        c->given[w] &= ~of->wrote[w]; /* of no use any more */
    set_own(v, of->gives, clause);
    for (int w = 0; w < v->words; w++)
        c->given[w] |= of->gives[w];
    return valid;
}

/* A choice is a loop: what its clauses read from before it, none of them may write. */
static bool verify_choice(struct clauses *c, int index) {
    const struct lang_verifier *v = c->v;
    bool step = c->kind->clauses[index].kind == CORE_CLAUSE_STEP;

    /* A word of registers at a time: bits of those that are read from before, and written. */
    for (int w = 0; w < v->words; w++) {
        const struct clause_registers *of = &c->of[index];
        uint64_t needs = step ? of->needs[w] : 0, wrote = step ? of->wrote[w] : 0;
        uint64_t given = of->gives[w];

        for (int i = index + 1; i < c->kind->clause_count; i++) {
            of = &c->of[i];
            needs |= of->needs[w] & ~given;
            wrote |= of->wrote[w] | of->gives[w];
            given |= of->gives[w];
        }

        /* The second turn of the loop would read what the first one left. */
        if (!(needs & wrote))
            continue;
        return verify_rules_refuse(c, 0, "register",
                                   v->low + 64 * w + __builtin_ctzll(needs & wrote),
                                   "is overwritten before a choice needs it again");
    }
    return true;
}

static bool verify_clauses(struct clauses *c) {
    bool valid = true;
    memset(c->given, 0, (size_t)c->v->words * sizeof *c->given);
    for (int i = 0; i < c->kind->clause_count && valid; i++)
        valid = verify_clause(c, i);

    /* W3 for choices, which need the registers of all clauses behind them. */
    for (int i = 0; i < c->kind->clause_count && valid; i++)
        valid = c->kind->clauses[i].param < 0 || verify_choice(c, i);
    return valid;
}

/* Is all given that the clause needs? */
static bool has_needs(struct clauses *c, int index) {
    const struct lang_verifier *v = c->v;
    for (int w = 0; w < v->words; w++) {
        uint64_t missing = c->of[index].needs[w] & ~c->given[w];
        if (missing)
            return verify_rules_refuse(c, c->kind->clauses[index].node, "register",
                                       v->low + 64 * w + __builtin_ctzll(missing),
                                       "is not bound when the move is played");
    }
    return true;
}

/* What a move binds before its effects (core_move_bind): its choices, and clauses that are bound,
 * which may need only that. So may the place of a subset, which is looked up for its text. */
static bool bind_clauses(struct clauses *c) {
    const struct lang_verifier *v = c->v;
    bool bound = true;
    memset(c->given, 0, (size_t)v->words * sizeof *c->given);
    for (int i = 0; i < c->kind->clause_count && bound; i++) {
        const struct core_clause *clause = &c->kind->clauses[i];
        const struct clause_registers *of = &c->of[i];
        bound = !clause->bound || has_needs(c, i);

        /* A clause that is not bound is not run here, so it gives nothing, unless it is a choice,
         * which the move itself gives. */
        for (int w = 0; w < v->words && clause->bound && clause->kind != CORE_CLAUSE_DO; w++)
            c->given[w] &= ~of->wrote[w];
        for (int w = 0; w < v->words && (clause->bound || clause->param >= 0); w++)
            c->given[w] |= of->gives[w];
    }
    for (int i = 0; i < c->kind->clause_count && bound; i++)
        bound = c->kind->clauses[i].kind != CORE_CLAUSE_SUBSET || has_needs(c, i);
    return bound;
}

/* Its function asks, as if nothing of it could be compiled. */
static void run_as_lua(struct core_kind *kind) {
    /* All of it: half in code and half in Lua would evaluate the questions twice. */
    kind->clause_count = 0;
    kind->asks = true;
    kind->binds = false;
    kind->action.effects = kind->weight = kind->noise = -1;
}

static bool verify_rules_make_room(struct clauses *c) {
    size_t words = (size_t)c->v->words, count = (size_t)c->kind->clause_count;
    c->memory = mst_calloc((3 * count + 1) * words, sizeof *c->memory);
    c->v->short_of_memory |= !c->memory;
    if (!c->memory)
        return false;

    /* One block: what is given, then three lists for each clause. */
    uint64_t *at = c->given = c->memory;
    for (size_t i = 0; i < count; i++) {
        c->of[i].needs = at += words;
        c->of[i].gives = at += words;
        c->of[i].wrote = at += words;
    }
    return true;
}

static void verify_kind(struct lang_verifier *v, struct core_kind *kind) {
    struct clauses c = {.v = v, .kind = kind};
    lang_verify_root(v, &kind->must, (struct lang_piece){0}, kind->must_reason.origin);
    if (kind->asks) /* it has no other code */
        return;
    if (!verify_rules_make_room(&c))
        return;
    /* Effects, weight and noise run after the move was bound, and may read only that. */
    if (verify_clauses(&c) && bind_clauses(&c)) {
        struct lang_piece telling = {.given = c.given},
                          effects = {.effects = true, .given = c.given};
        lang_verify_root(v, &kind->action.effects, effects, kind->origin);
        lang_verify_root(v, &kind->weight, telling, kind->origin);
        lang_verify_root(v, &kind->noise, telling, kind->origin);
    } else {
        run_as_lua(kind);
    }
    mst_free(c.memory);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void verify_decision(struct lang_verifier *v, struct core_decision *decision) {
    verify_action(v, &decision->run, 0, decision->origin);
    verify_action(v, &decision->empty, 0, decision->origin);
    verify_action(v, &decision->reveal, 0, decision->origin);
    if (!decision->automatic)
        lang_verify_root(v, &decision->seat, (struct lang_piece){0}, decision->origin);
    decision->plain &= decision->seat >= 0; /* its seat may have lost its code */
}

void lang_verify_rules(struct lang_verifier *v) {
    struct core_rules *rules = v->rules;
    verify_routines(v); /* first: W4 for calls */
    for (int i = 0; i < rules->decision_count; i++)
        verify_decision(v, &rules->decisions[i]);
    for (int i = 0; i < rules->kind_count; i++)
        verify_kind(v, &rules->kinds[i]);
    for (int i = 0; i < rules->event_count; i++)
        for (int k = 0; k < rules->events[i].listener_count; k++)
            verify_action(v, &rules->events[i].listeners[k], rules->events[i].param_count,
                          rules->events[i].name);
    for (int i = 0; i < rules->after_ply_count; i++)
        verify_action(v, &rules->after_ply[i], 0, "muster.after_ply");
}

void lang_verify_listings(struct lang_verifier *v) {
    struct core_rules *rules = v->rules;
    for (int i = 0; i < rules->decision_count; i++) {
        struct core_decision *decision = &rules->decisions[i];
        struct lang_piece piece = {.start = decision->listing, .listing = true};
        if (!decision->fused || verify(v, &piece))
            continue;
        verify_rules_report(v, decision->origin, "decision", "its moves are listed one by one");
        decision->fused = false;
    }
}

void lang_verify_end(struct core_rules *rules) {
    /* W6. A COST begins each piece, and its mark counts up to the next one. */
    bool valid = false;
    for (struct core_code *at = rules->code, *end = at + rules->code_count; at < end; at++)
        if (at->op == CORE_CODE_COST)
            valid = at->a;
        else if (!valid)
            *at = (struct core_code){.op = CORE_CODE_RETURN_K};
}
