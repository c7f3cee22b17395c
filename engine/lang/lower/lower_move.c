/* Lowering: a whole move. The results of `legal` are the arguments of `apply` and `weight`. A value
 * that no question reads is computed only when the move is played. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- additions of other modules----------------------------------------------------------------
 */

static struct low_value choice_of(struct low *l, const struct syn_name *name) {
    const struct core_kind *kind = low_kind(l);
    struct mst_nearest nearest = {.wanted = name->text};
    for (int i = 0; i < kind->param_count; i++) {
        struct low_value like = low_plain(l->asking->types[i], -1);
        if (!strcmp(kind->params[i].name, name->text)) {
            l->due = i > l->due ? i : l->due; /* Lua asks when the last of them is made */
            return low_read_var(l, kind->params[i].var, &like);
        }
        mst_nearest_offer(&nearest, kind->params[i].name);
    }
    low_fault_near(l, name->at, &nearest, "move '%s' has no choice '%s'", kind->name, name->text);
}

struct low_value low_permission(struct low *l, int ref) {
    struct low_value args[LOW_ARGS], f;
    struct low_frame frame, *outer = l->frame;
    low_root(l, ref, &frame);
    l->frame = &frame;
    frame.caller_only = true;

    /* An `oblige` is asked before there is any move. */
    if (l->obliging && frame.fn->param_count)
        low_fault(l, frame.fn->params[0]->at,
                  "whether a kind of moves is due does not depend on a move: the function of "
                  "'oblige' has no parameters");
    if (frame.fn->param_count > CORE_MOST_PARAMS)
        low_fault(l, frame.fn->params[CORE_MOST_PARAMS]->at, "a move has at most %d choices",
                  CORE_MOST_PARAMS);

    l->due = -1;
    for (int i = 0; i < frame.fn->param_count; i++)
        args[i] = choice_of(l, frame.fn->params[i]);

    /* It is called like a function, so a large one may be a routine. Faults are at its head. */
    f = low_lua(l, frame.lua);
    struct syn_node here = {.line = frame.fn->line, .from = frame.fn->from, .to = frame.fn->to};
    struct low_value v = low_call_one(l, &here, &f, args, frame.fn->param_count);

    if (v.form != LOW_PLAIN && v.form != LOW_REST)
        low_fault(l, &here, "expected true or false, found %s", low_type_name(&v));
    v = low_truth(l, &here, v);
    l->frame = outer;
    return v;
}

static void add_forbidden(struct low *l) {
    const struct host_move_rule *move = &l->host->move_rule[l->asking->kind];
    for (int i = 0; i < move->permission_count; i++) {
        const struct host_permission *p = &move->permissions[i];
        if (p->kind != HOST_FORBID)
            continue;

        /* The function may act: then it is asked where Lua asks it, and nowhere else. */
        struct low_list outer = low_open(l);
        struct low_value c = low_not(l, low_permission(l, p->ref));
        low_close_value(l, outer, &c);
        l->asking->path = low_known(CORE_TYPE_BOOLEAN, true);

        /* No condition of `legal` is around it. */
        int count = low_kind(l)->clause_count;
        low_require(l, l->place, c, NULL);
        if (low_kind(l)->clause_count > count && low_stays(l, count))
            low_ask_when_due(l, l->due);
    }
}

/* ---- when values are computed ---------------------------------------------------------------- */

static void remove_clause(struct low *l, int index) {
    struct core_kind *kind = low_kind(l);
    struct low_asking *asking = l->asking;
    struct core_clause removed = kind->clauses[index];

    int behind = --kind->clause_count - index;
    memmove(&kind->clauses[index], &kind->clauses[index + 1], (size_t)behind * sizeof removed);
    memmove(&asking->uses[index], &asking->uses[index + 1],
            (size_t)behind * sizeof asking->uses[0]);
    assert(asking->late_count < CORE_MOST_CLAUSES);
    asking->late[asking->late_count++] = removed;
}

/* Remove the values that no question reads from the clauses. */
static void take_late(struct low *l) {
    /* From the last to the first: what reads a value comes behind it. */
    struct lang_var_set read = {{0}, {0}};
    for (int i = low_kind(l)->clause_count - 1; i >= 0; i--) {
        const struct core_clause *clause = &low_kind(l)->clauses[i];
        if (clause->kind == CORE_CLAUSE_LET && !low_stays(l, i) &&
            !lang_var_sets_meet(&l->asking->uses[i].gives, &read))
            remove_clause(l, i);
        else
            lang_var_set_unite(&read, &l->asking->uses[i].reads);
    }
}

/* Move each value behind the conditions that do not read it: if one fails, the value is not
 * computed. */
static void bind_late(struct low *l) {
    struct core_kind *kind = low_kind(l);
    struct low_uses *uses = l->asking->uses;
    for (int i = kind->clause_count - 2; i >= 0; i--) {
        /* From the last to the first, so that values keep their order. */
        struct core_clause let = kind->clauses[i];
        struct low_uses own = uses[i];
        int at = i;
        bool moves = let.kind == CORE_CLAUSE_LET && !low_stays(l, i);

        for (; moves && at + 1 < kind->clause_count; at++) {
            if (kind->clauses[at + 1].kind != CORE_CLAUSE_WHERE ||
                lang_var_sets_meet(&own.gives, &uses[at + 1].reads))
                break;
            kind->clauses[at] = kind->clauses[at + 1];
            uses[at] = uses[at + 1];
        }
        kind->clauses[at] = let;
        uses[at] = own;
    }
}

/* Prepend the late values that the statements read. Clauses bind the other values. */
static int with_values(struct low *l, int list) {
    struct low_asking *asking = l->asking;
    struct lang_var_set reads = {{0}, {0}}, gives = {{0}, {0}};
    lang_node_uses(l->rules, list, &reads, &gives);

    /* The last value is the first one in `late`, so each is put before those that may read it. */
    for (int i = 0; i < asking->late_count; i++) {
        const struct core_clause *let = &asking->late[i];
        struct lang_var_set own = {{0}, {0}};
        lang_var_set_add(&own, let->is_set, let->var);
        if (!lang_var_sets_meet(&own, &reads))
            continue;
        lang_node_uses(l->rules, let->node, &reads, &gives);
        int bind = low_node(l, let->is_set ? LANG_OP_BIND_SET : LANG_OP_BIND, false, let->var,
                            let->node, -1);
        list = low_node(l, LANG_OP_LIST, false, bind, list, -1);
    }

    /* Of the clauses, those that give values to read must bind them when a move is played, and so
     * must those that these read. */
    for (int i = low_kind(l)->clause_count - 1; i >= 0; i--) {
        struct core_clause *clause = &low_kind(l)->clauses[i];
        bool gives_value = clause->kind == CORE_CLAUSE_LET || clause->kind == CORE_CLAUSE_DO;
        bool printed = clause->kind == CORE_CLAUSE_SUBSET; /* its text needs the pieces of the
                                                            * place */
        if (printed || (gives_value && lang_var_sets_meet(&asking->uses[i].gives, &reads))) {
            clause->bound = clause->bound || gives_value;
            low_kind(l)->binds = low_kind(l)->binds || gives_value;
            lang_var_set_unite(&reads, &asking->uses[i].reads);
        }
    }
    return list;
}

/* ---- code ------------------------------------------------------------------------------------ */

static void code_step(struct low *l, struct core_step *step) {
    const struct core_rules *rules = l->rules;
    step->direction = low_code(l, step->direction, false);
    step->onto = low_code(l, step->onto, false);

    /* A direction that depends on the seat alone needs no code, but a number for each seat. */
    for (int seat = MST_NONE; seat < rules->schema->seats; seat++) {
        int64_t d;
        if (!lang_code_by_seat(rules, step->direction, seat, &d))
            return;
        step->by[seat + 1] = d >= 0 && d < rules->schema->board->directions ? (int8_t)d : MST_NONE;
    }
    step->direction = -1;
}

static void code_clauses(struct low *l, void *unused) {
    struct core_kind *kind = low_kind(l);
    (void)unused;
    for (int i = 0; i < kind->clause_count; i++) {
        /* Until now these were nodes: see low_asking. */
        struct core_clause *clause = &kind->clauses[i];
        if (clause->kind != CORE_CLAUSE_SAMPLE)
            clause->node = low_code(l, clause->node, clause->kind == CORE_CLAUSE_DO);
        if (clause->kind == CORE_CLAUSE_RANGE)
            clause->node2 = low_code(l, clause->node2, false);
        for (int s = 0; s < clause->steps; s++)
            code_step(l, &clause->step[s]);
    }
    kind->asks = false; /* all of them have code */
}

/* ---- uses of the results of `legal`------------------------------------------------------------
 */

/* A function that takes the results of `legal`. */
struct answered {
    struct low_value values[LOW_RESULTS];
    int count;
    bool lua;       /* some results are Lua values */
    int vars, sets; /* that the questions use */
};

static void check_params(struct low *l, struct low_frame *frame, int count, const char *what) {
    /* As in Lua it may take fewer, but more would always be nil. */
    if (frame->fn->param_count <= count)
        return;
    const struct syn_node *at = frame->fn->params[count]->at;
    l->frame = frame;
    low_fault(l, at, "'%s' takes the results of 'legal', which returns %s", what,
              count == 0   ? "nothing"
              : count == 1 ? "one value"
                           : "fewer values");
}

static void lower_move_begin(struct low *l, const struct answered *answered, bool looking,
                             const char *what) {
    /* Lua values of `legal` died with its stack: the function runs as Lua. */
    if (answered->lua)
        low_unsupported(l, NULL, "these results of 'legal'");

    /* V2: it reads variables of the questions, so its own come behind theirs. */
    l->vars = answered->vars;
    l->sets = answered->sets;
    low_open(l);
    l->looking = looking;
    l->what = what;
    l->blocks = 0;
}

static void lower_move_apply(struct low *l, void *with) {
    struct answered *answered = with;
    const struct host_move_rule *move = &l->host->move_rule[l->asking->kind];
    struct low_asking *asking = l->asking;
    struct low_value out[LOW_RESULTS];
    struct low_frame frame;
    low_root(l, move->apply, &frame);
    check_params(l, &frame, answered->count, "apply");

    lower_move_begin(l, answered, false, NULL);
    l->asking = NULL; /* it cannot ask */
    l->frame = &frame;
    low_bind_params(l, &frame, answered->values, answered->count);
    low_body(l, 0, out);
    l->asking = asking;

    /* Values that no question reads are computed here: with_values takes them from the clauses. */
    int list = with_values(l, l->list.first);
    low_kind(l)->action.effects = low_code(l, list, true);
}

/* A function that tells something of a move: its weight, or (`truth`) whether it is noisy. Returns
 * the code. */
static int telling(struct low *l, struct answered *answered, int ref, const char *name,
                   const char *what, bool truth) {
    struct low_asking *asking = l->asking;
    struct low_frame frame;
    low_root(l, ref, &frame);
    check_params(l, &frame, answered->count, name);

    /* Like `apply` it gets the results of `legal`, but only reads. */
    lower_move_begin(l, answered, true, what);
    l->asking = NULL;
    struct low_value f = low_lua(l, frame.lua);
    struct syn_node here = {.line = frame.fn->line, .from = frame.fn->from, .to = frame.fn->to};
    l->frame = &frame;
    struct low_value v = low_call_one(l, &here, &f, answered->values, answered->count);
    if (truth)
        v = low_truth(l, &here, v);
    else
        v.node = low_number(l, &here, v);

    /* The value is computed behind the late values that it reads, so all are statements of one
     * block. */
    int var = low_own_var(l, &v);
    l->asking = asking;
    int list = with_values(l, l->list.first), node = low_read_var(l, var, &v).node;
    int block = low_node(l, LANG_OP_BLOCK, false, list, -1, -1);
    node = low_node(l, LANG_OP_AFTER, false, block, node, -1);
    return low_code(l, node, false);
}

static void weigh(struct low *l, void *with) {
    int ref = l->host->move_rule[l->asking->kind].weight;
    low_kind(l)->weight = telling(l, with, ref, "weight", "a weight", false);
}

static void tell_noise(struct low *l, void *with) {
    int ref = l->host->move_rule[l->asking->kind].noise;
    low_kind(l)->noise = telling(l, with, ref, "noisy", "whether a move is noisy", true);
}

static void obligation(struct low *l, void *unused) {
    const struct host_move_rule *move = &l->host->move_rule[l->asking->kind];
    (void)unused;
    for (int i = 0; i < move->permission_count; i++) {
        const struct host_permission *p = &move->permissions[i];
        if (p->kind != HOST_OBLIGE || low_kind(l)->must_function != p->ref)
            continue;
        low_open(l);
        struct low_list outer = low_open(l);
        l->obliging = true;
        struct low_value v = low_permission(l, p->ref);
        l->obliging = false;
        low_close_value(l, outer, &v);
        low_kind(l)->must = low_code(l, low_node_of(l, &v), false);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void lower_move_ask(struct low *l, void *with) {
    struct answered *answered = with;
    const struct host_move_rule *move = &l->host->move_rule[l->asking->kind];
    struct low_frame frame;
    l->looking = true;
    l->what = "a move's 'legal'";
    if (move->legal != LUA_NOREF) {
        low_root(l, move->legal, &frame);
        l->frame = &frame;
        low_bind_params(l, &frame, NULL, 0);
        answered->count = low_ask_body(l, answered->values);
    }

    /* Other modules forbid after `legal` has asked. */
    l->frame = NULL;
    add_forbidden(l);
    for (int i = 0; i < answered->count; i++) /* Lua values do not outlive this call */
        answered->lua = answered->lua || (answered->values[i].form != LOW_PLAIN &&
                                          answered->values[i].form != LOW_REST);

    answered->vars = l->vars;
    answered->sets = l->sets;

    /* Now it is known which values the questions read. */
    take_late(l);
    bind_late(l);
}

/* `legal` itself asks, as Lua; its choices are known all the same. */
static void ask_as_lua(struct low *l) {
    /* Without clauses nobody gives the variables that code of `apply` would read. */
    struct core_kind *kind = low_kind(l);
    kind->clause_count = 0;
    kind->asks = true;
    kind->binds = false;
    kind->action.effects = kind->weight = kind->noise = -1;
}

/* No question has been asked yet. */
static void begin_asking(struct low *l, int kind) {
    /* The top level is no list: what would be added there becomes a clause. */
    l->asking->kind = kind;
    l->asking->search = NULL;
    l->asking->path = low_known(CORE_TYPE_BOOLEAN, true);
    l->asking->late_count = 0;
    int decision = low_kind(l)->decision;

    /* Outcomes of chance are listed while no seat decides, and so `me` may fail. */
    l->nobody = decision < 0 || l->rules->decisions[decision].chance;
    l->vars = l->sets = 0;
    low_open(l);
    l->list.inner = false;
}

/* Forget all questions so far. */
static void lower_move_forget(struct low *l) {
    struct core_kind *kind = low_kind(l);
    ask_as_lua(l);
    for (int i = 0; i < kind->param_count; i++) {
        mst_free((char *)kind->params[i].letters);
        kind->params[i] = (struct core_param){0};
    }
    kind->param_count = 0;

    /* The second attempt notes them again. */
    core_rules_drop_reasons(kind);
    begin_asking(l, l->asking->kind);
}

static bool lower_move_collect(struct low *l, struct low_asking *asking, int index,
                               struct answered *answered) {
    *answered = (struct answered){.count = 0};
    l->asking = asking;
    begin_asking(l, index);
    return low_try(l, lower_move_ask, lower_move_forget, answered);
}

/* The questions cannot be compiled. Try again without printing: then the choices at least are
 * known. */
static void sketch(struct low *l, struct low_asking *asking, int index, struct answered *answered) {
    int notes = l->host->note_count;
    l->host->move_rule[index].obstacle = notes;
    l->sketching = true;
    if (lower_move_collect(l, asking, index, answered))
        ask_as_lua(l);
    l->sketching = false;
    while (l->host->note_count > notes) { /* drop the notes of this attempt: the first one gave the
                                           * reason */
        struct host_note *note = &l->host->notes[--l->host->note_count];
        mst_free(note->at);
        mst_free(note->text);
    }
}

void low_move(struct low *l, int index) {
    struct low_asking asking;
    struct answered answered;
    const struct host_move_rule *move = &l->host->move_rule[index];
    if (!lower_move_collect(l, &asking, index, &answered)) {
        sketch(l, &asking, index, &answered);
        l->asking = NULL;
        return;
    }

    low_try(l, lower_move_apply, NULL, &answered);
    if (move->weight != LUA_NOREF)
        low_try(l, weigh, NULL, &answered);
    if (move->noise != LUA_NOREF)
        low_try(l, tell_noise, NULL, &answered);

    /* The questions have their own number of variables, without those of the functions above. */
    l->vars = answered.vars;
    l->sets = answered.sets;
    if (l->host->path == HOST_PATH_LUA || !low_try(l, code_clauses, NULL, NULL))
        ask_as_lua(l);
    if (low_kind(l)->must_function > 0)
        low_try(l, obligation, NULL, NULL);
    l->asking = NULL;
}
