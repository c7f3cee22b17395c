/* Lowering: code that writes: assignments to fields, words that act, events. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

void low_writing(struct low *l, const struct syn_node *n, const char *what) {
    if (l->looking)
        low_fault(l, n, "%s writes, but %s is read-only", what, l->what ? l->what : "this rule");
}

void low_line(struct low *l, const struct syn_node *n) {
    /* A list has one LINE for all statements in a row at the same line. */
    if (l->list.line == n->line)
        return;

    /* Sources are looked up by name, so the last one is remembered. */
    if (l->line_tree != l->frame->tree) {
        l->line_tree = l->frame->tree;
        l->line_source = lang_rules_source(l->rules, l->line_tree->path);
    }
    int line = low_node(l, LANG_OP_LINE, false, n->line, -1, -1);
    l->rules->nodes[line].k = l->line_source;
    low_add(l, line);
    l->list.line = n->line;
}

void low_write(struct low *l, const struct syn_node *n, int statement) {
    assert(!l->looking); /* low_writing came first */
    low_line(l, n);
    /* W3: values that read the position are now older than a write: see low_keep_before. */
    l->writes++;
    low_add(l, statement);
}

/* ---- assignments ----------------------------------------------------------------------------- */

/* The target of an assignment: a local name, a field, or the owner of a piece. */
struct target {
    struct low_bind *bind;
    int field; /* or -1 for the owner */
    struct low_value entity;
    bool late; /* the entity is a local that is read when the values have been computed */
};

static enum core_type entity_of(const struct low *l, int field) {
    switch (l->schema->fields[field].of) {
    case CORE_OF_SEAT: return CORE_TYPE_SEAT;
    case CORE_OF_ZONE: return CORE_TYPE_ZONE;
    default: return CORE_TYPE_PIECE;
    }
}

/* A fact that is written. Nothing has no facts. */
static struct target keyed(struct low *l, struct syn_node *n, int field, enum core_type type,
                           bool keep) {
    struct low_value key = low_expr(l, n->b);

    /* Reading through nothing gives nothing; writing is strict. */
    if (key.form == LOW_PLAIN && key.type == CORE_TYPE_NIL)
        low_fault_nil(l, n->b, "has no facts to write");
    low_thing_of(l, n->b, key, type);

    /* Lua 5.4 reads a local key when it stores, after the values have been computed. */
    bool moves = lang_node_traits(l->rules, key.known ? -1 : key.node) & LANG_MOVES;
    struct target target = {NULL, field, key, moves && low_reads_late(l, n->b)};

    /* Of several targets, each must keep its key while the others are computed. */
    if (keep)
        target.entity = low_keep(l, key);
    return target;
}

static struct target index_target(struct low *l, struct syn_node *n, bool keep) {
    struct low_value a = low_expr(l, n->a);
    const struct host_handle *handle = low_handle(&a);
    if (a.form == LOW_LITERAL)
        low_unsupported(l, n, "a table made at run time");

    /* Tables are shared by all matches: a rule that changes one is a fault (W2). */
    if (!handle)
        low_fault(l, n,
                  a.form == LOW_LUA
                      ? "a rule cannot change a table: keep the state of the match in fields"
                      : "%s cannot be assigned to",
                  low_type_name(&a));

    low_writing(l, n, "an assignment");
    switch (handle->kind) {
    /* A fact of the game has no key that could change. */
    case HOST_HANDLE_RECORD:
        return (struct target){NULL, low_record_field(l, n, handle->index), low_none(), true};
    case HOST_HANDLE_OWNER: return keyed(l, n, -1, CORE_TYPE_PIECE, keep);
    case HOST_HANDLE_FIELD: return keyed(l, n, handle->index, entity_of(l, handle->index), keep);
    default: low_fault(l, n, "this cannot be assigned to");
    }
}

static struct target target_of(struct low *l, struct syn_node *n, bool keep) {
    n = low_bare(n);
    if (n->kind == SYN_INDEX)
        return index_target(l, n, keep);
    if (n->kind == SYN_GLOBAL)
        low_fault(l, n,
                  "a rule cannot assign to the global '%s': make it local, or keep it in a field",
                  n->s);

    struct low_bind *bind = low_bound(l, n->name);

    /* It would outlive the rule, and matches would see each other's values. */
    if (!bind)
        low_fault(l, n,
                  "'%s' belongs to the module: a rule cannot assign to it; keep the state of the "
                  "match in "
                  "fields",
                  n->name->text);
    return (struct target){bind, -1, low_none(), true};
}

/* The value in the form that the field stores. */
static int stored_value(struct low *l, const struct syn_node *n, int field, struct low_value v) {
    const struct core_field *f = &l->schema->fields[field];
    enum core_type type =
        field < l->host->field_rule_count ? l->host->field_rule[field].type : CORE_TYPE_NUMBER;

    /* A player who has seen a face may rely on it. */
    if (f->seen == CORE_SEEN_AS_FACE)
        low_fault(l, n, "'%s': a face is fixed at its declaration", f->name);

    if (v.form == LOW_REST)
        v = low_nil();

    /* A flag takes a boolean alone: nil is not false. */
    if (type == CORE_TYPE_BOOLEAN) {
        if (v.form != LOW_PLAIN || v.type != CORE_TYPE_BOOLEAN)
            low_fault(l, n, "'%s' is true or false, found %s", f->name, low_type_name(&v));
        return low_node_of(l, &v);
    }

    /* Out of range by a constant is a fault; by any other value the write fails in play. */
    int node = low_is_thing(type) ? low_thing_of(l, n, v, type) : low_number(l, n, v);
    if (v.known && (v.k < f->min || v.k > f->max))
        low_fault(l, n, "'%s' must be %d to %d, found %lld", f->name, f->min, f->max,
                  (long long)v.k);
    return node;
}

/* A name without a type gets the type of its first value. */
static void settle_type(struct low *l, const struct syn_node *n, struct low_bind *bind,
                        const struct low_value *v) {
    /* The name was declared without a value, and has stored MST_NONE since. That number says nil
     * among things; sets and booleans start otherwise. */
    struct core_node *init = &l->rules->nodes[bind->init];

    /* W1: what was read before, in an earlier turn of a loop, was taken for a thing. */
    if (bind->early && (v->type == CORE_TYPE_SET || v->type == CORE_TYPE_BOOLEAN))
        low_unsupported(l, n, "'%s', which is read before its type is known", bind->name->text);
    low_assume(&bind->value, v);
    if (v->type == CORE_TYPE_SET) {
        int nothing = low_node(l, LANG_OP_NOTHING, true, -1, -1, -1);
        /* Making a node may move the nodes. */
        init = &l->rules->nodes[bind->init];
        bind->var = low_new_var(l, true);
        init->op = LANG_OP_BIND_SET;
        init->a = bind->var;
        init->b = nothing;
    } else if (v->type == CORE_TYPE_BOOLEAN) {
        int no = low_constant(l, 0);
        l->rules->nodes[bind->init].b = no;
    } else if (v->type == CORE_TYPE_TEXT) {
        low_unsupported(l, n, "a string in a name that is assigned again");
    }
}

void low_store(struct low *l, const struct syn_node *n, struct low_bind *bind, struct low_value v) {
    if (v.form == LOW_REST)
        v = low_nil();
    if (bind->var < 0) { /* among a move's questions, rebind the name to the new value */
        if (!l->asking || l->list.inner)
            low_unsupported(l, n, "an assignment to '%s'", bind->name->text);
        bind->value = low_keep(l, v);
        return;
    }

    /* A variable holds what code can hold. */
    if (v.form != LOW_PLAIN)
        low_unsupported(l, n, "%s in a name that is assigned again", low_type_name(&v));
    if (bind->value.type == CORE_TYPE_NIL) {
        /* nil again: the type stays open. */
        if (v.type != CORE_TYPE_NIL)
            settle_type(l, n, bind, &v);
    } else {
        /* All values of a name have one type. Code before this one, in a loop, may have read the
         * name, and relied on what it could not be. */
        struct low_value joined = low_join(l, n, &bind->value, &v);
        unsigned new = (low_may_be_nil(&v) ? LOW_NIL : 0) | (low_may_be_false(&v) ? LOW_FALSE : 0);
        if (bind->firm & new)
            low_unsupported(l, n, "%s for '%s', which was read as something else",
                            bind->firm & new &LOW_NIL ? "nil" : "false", bind->name->text);
        v = low_as(l, v, (enum core_type)joined.type);
        bind->value.type = joined.type;
        bind->value.falsy |= joined.falsy;
    }

    /* The store is next, so a value that acts needs no variable of its own. */
    bind->unset = false;
    low_unpin(l, &v);
    low_add_store(l, bind->var, &v);
}

static void assign_one(struct low *l, struct syn_node *n, const struct target *target,
                       const struct syn_node *at, struct low_value v) {
    int entity =
        target->entity.form == LOW_PLAIN
            ? low_thing_of(l, at, target->entity,
                           target->field < 0 ? CORE_TYPE_PIECE : entity_of(l, target->field))
            : -1;

    if (target->bind) {
        low_store(l, at, target->bind, v);
        return;
    }

    /* The owner is no field, but it is written like one. */
    if (target->field < 0) {
        int seat = low_thing_of(l, at, v, CORE_TYPE_SEAT);
        low_write(l, n, low_node(l, LANG_OP_SET_OWNER, false, entity, seat, -1));
        return;
    }

    int value = stored_value(l, at, target->field, v);
    bool game = l->schema->fields[target->field].of == CORE_OF_GAME;
    low_write(l, n,
              low_node(l, game ? LANG_OP_SET_GAME : LANG_OP_SET_FIELD, false, entity, value,
                       target->field));
}

/* A string that is made at run time cannot be compiled, nor ever be written to a field. */
static void refuse_strings(struct low *l, const struct target *targets, int count,
                           struct syn_node *values) {
    for (int i = 0; i < count && values; i++, values = values->next) {
        /* Lua computes the string before it fails to store it. At load that is a fault, not
         * unsupported code (W2). */
        const struct syn_node *value = low_bare(values);
        if (!targets[i].bind && value->kind == SYN_BINARY && value->op == SYN_CONCAT)
            low_fault(l, value, "a field cannot hold a string");
    }
}

/* The values have been computed. The findings about the targets must still hold. */
static void keep_targets(struct low *l, const struct syn_node *n, const struct low_mark *mark,
                         struct target *targets, int count) {
    /* The keys were lowered before the values, which may have changed what they read. In Lua, a key
     * in a local is read late, so it must not be kept. */
    for (int i = count - 1; i >= 0; i--) {
        bool fact = targets[i].entity.form == LOW_PLAIN;
        if (fact && targets[i].late && count > 1 && mark->stores != l->stores)
            low_unsupported(l, n, "an assignment whose values assign the key of a fact");
        if (!targets[i].late)
            low_keep_before(l, mark, &targets[i].entity, 1);
    }
}

/* As in Lua 5.4, the last target gets its value first. */
void low_assign(struct low *l, struct syn_node *n) {
    struct target targets[LOW_ARGS];
    struct low_value values[LOW_ARGS];
    const struct syn_node *places[LOW_ARGS], *at = n->b;
    int count = 0;
    bool several = n->a->next != NULL;

    /* The targets come first, as in Lua: their tables and keys, not yet their stores. */
    for (struct syn_node *to = n->a; to; to = to->next) {
        if (count == LOW_ARGS)
            low_unsupported(l, n, "too many targets in one assignment");
        places[count] = at;
        at = at->next ? at->next : at;
        targets[count++] = target_of(l, to, several);
    }
    refuse_strings(l, targets, count, n->b);

    struct low_mark mark = low_here(l);
    int got = low_exprs(l, n->b, values, LOW_ARGS);
    keep_targets(l, n, &mark, targets, count);

    /* Before the first store, all values are computed: `a, b = b, a` swaps. */
    for (int i = 0; i < count && several; i++)
        if (i < got && values[i].form == LOW_PLAIN && !values[i].known)
            values[i] = low_keep(l, values[i]);

    for (int i = count - 1; i >= 0; i--)
        assign_one(l, n, &targets[i], places[i], i < got ? values[i] : low_nil());
}

/* ---- words that act -------------------------------------------------------------------------- */

static void write_one(struct low *l, struct syn_node *n, enum lang_op op, int a, int b, int c) {
    low_write(l, n, low_node(l, op, false, a, b, c));
}

static int decision_of(struct low *l, const struct syn_node *n, const struct low_value *v) {
    const struct host_handle *handle = low_handle(v);
    if (!handle || handle->kind != HOST_HANDLE_DECISION)
        low_fault(l, n, "expected a decision or a step, found %s", low_type_name(v));

    /* The entry is declared, but not in this variant. */
    if (handle->index < 0)
        low_fault(l, n, "that entry of the flow is left out here by its `when`");
    return handle->index;
}

static void go_to(struct low *l, struct syn_node *n, struct syn_node *to);

/* go(c and X or Y), where c is not a constant. */
static bool go_either(struct low *l, struct syn_node *n, struct syn_node *to) {
    /* Decisions are no values in code, so the choice becomes a condition around two statements. */
    struct syn_node *both = to->kind == SYN_BINARY && to->op == SYN_OR ? low_bare(to->a) : NULL;
    if (!both || both->kind != SYN_BINARY || both->op != SYN_AND)
        return false;
    struct low_value c = low_condition(l, both->a);
    if (c.known) {
        go_to(l, n, c.k ? both->b : to->b);
        return true;
    }

    struct low_list outer = low_open(l);
    go_to(l, n, both->b);
    int yes = low_close(l, outer);
    outer = low_open(l);
    go_to(l, n, to->b);
    int no = low_close(l, outer);
    assert(!l->looking);
    l->writes++;
    low_add(l, low_node(l, LANG_OP_WHEN, false, c.node, yes, no));
    return true;
}

static void go_to(struct low *l, struct syn_node *n, struct syn_node *to) {
    to = low_bare(to);
    if (go_either(l, n, to))
        return;

    struct low_value v = low_expr(l, to);
    write_one(l, n, LANG_OP_GO, decision_of(l, to, &v), -1, -1);
}

/* A value that an event or a frame gets. There false is 0, and nil is not. */
static int lower_effects_told(struct low *l, struct low_value v) {
    bool nil = low_may_be_nil(&v), no = low_may_be_false(&v), boolean = v.type == CORE_TYPE_BOOLEAN;

    /* Only what may be both nil and false is uncertain. */
    if ((v.known || v.type == CORE_TYPE_NIL) && nil != no)
        return low_constant(l, no ? 0 : MST_NONE);

    /* Among booleans 0 says false, so nil has no number; among others MST_NONE says nil, so false
     * has none. */
    if (boolean ? nil : no)
        v = low_certain(l, v);
    return low_node_of(l, &v);
}

/* push(decision, ...), and go(decision, ...) with numbers, which is a push in place of the frame on
 * top. */
static void push(struct low *l, struct syn_node *n, struct low_value *args, int count,
                 bool instead) {
    int nodes[LOW_ARGS];
    if (count > CORE_FRAME_ARGS + 1)
        low_fault(l, n, "a frame has at most %d numbers", CORE_FRAME_ARGS);
    assert(count > 0 && count <= LOW_ARGS);
    for (int i = 1; i < count; i++) {
        if (args[i].form != LOW_PLAIN || args[i].type == CORE_TYPE_SET)
            low_fault(l, n, "a frame keeps numbers and things, found %s", low_type_name(&args[i]));
        nodes[i - 1] = lower_effects_told(l, args[i]);
    }

    /* The first argument is the decision; the frame keeps those behind it. */
    int decision = decision_of(l, n->b, &args[0]) + (instead ? CORE_FRAME_INSTEAD : 0);
    write_one(l, n, LANG_OP_PUSH, decision, low_list_of(l, nodes, count - 1), -1);
}

/* The seat, or nil. The code stops at a number that is no seat, which is an error. */
static struct low_value existing_seat(struct low *l, struct syn_node *n, struct low_value v) {
    /* Bits of winners are shifted by seats, so a seat outside would set a wrong bit. */
    const int seats = l->schema->seats;
    int seat = low_thing_of(l, n, v, CORE_TYPE_SEAT);
    if (v.known || v.form != LOW_PLAIN)
        return v;

    struct lang_bounds bounds = lang_node_bounds(l->rules, seat, NULL);
    if (bounds.min >= MST_NONE && bounds.max < seats)
        return low_keep(l, v);

    v = low_keep(l, low_thing(CORE_TYPE_SEAT, seat));

    /* A constant that must not be what it is: it always fails, at this place. */
    int outside = low_node(l, LANG_OP_CERTAIN, false, low_constant(l, MST_NONE), -1, -1);
    l->rules->nodes[outside].k = MST_NONE;
    int high = low_node(l, LANG_OP_LT, false, v.node, low_constant(l, seats), -1);
    int low = low_node(l, LANG_OP_LT, false, v.node, low_constant(l, MST_NONE), -1);
    int inside = low_node(l, LANG_OP_IF, false, low, outside, v.node);
    return low_keep(
        l, low_thing(CORE_TYPE_SEAT, low_node(l, LANG_OP_IF, false, high, inside, outside)));
}

/* The bit of a seat in a set of winners; 0 for nil. */
static int seat_bit(struct low *l, const struct syn_node *n, struct low_value v) {
    int seat = low_thing_of(l, n, v, CORE_TYPE_SEAT);
    if (v.known && (v.k < MST_NONE || v.k >= l->schema->seats))
        low_fault(l, n, "expected a seat (0 to %d), found %lld", l->schema->seats - 1,
                  (long long)v.k);
    if (v.known)
        return low_constant(l, v.k < 0 ? 0 : 1 << v.k);

    /* With one or two seats, the bit is the seat plus 1: nil (-1) gives 0, seat 0 gives 1, seat 1
     * gives 2. */
    if (l->schema->seats <= 2)
        return low_node(l, LANG_OP_ADD, false, low_constant(l, 1), seat, -1);

    int bits = low_constant(l, 0);
    seat = low_keep(l, low_plain(CORE_TYPE_SEAT, seat)).node;
    for (int s = 0; s < l->schema->seats; s++) {
        int is = low_node(l, LANG_OP_EQ, false, seat, low_constant(l, s), -1);
        bits = low_node(l, LANG_OP_IF, false, is, low_constant(l, 1 << s), bits);
    }
    return bits;
}

/* Add one winner, unless it is one already. */
static int one_more(struct low *l, struct syn_node *n, int winners, struct low_value *args, int i) {
    /* Adding the same bit twice would carry into that of another seat. */
    int both = low_node(l, LANG_OP_ADD, false, winners, seat_bit(l, n, args[i]), -1);
    int seat = low_thing_of(l, n, args[i], CORE_TYPE_SEAT);
    for (int k = 1; k < i; k++) {
        int other = low_thing_of(l, n, args[k], CORE_TYPE_SEAT);
        int again = low_node(l, LANG_OP_EQ, false, seat, other, -1);
        both = low_node(l, LANG_OP_IF, false, again, winners, both);
    }
    return both;
}

static void over(struct low *l, struct syn_node *n, struct low_value *args, int count) {
    if (args[0].form != LOW_LUA || args[0].type != CORE_TYPE_TEXT)
        low_fault(l, n, "an ending is a constant string, found %s", low_type_name(&args[0]));

    int ending = core_rules_ending(l->rules, lua_tostring(l->L, args[0].lua));
    if (ending < 0)
        host_no_memory(l->L);

    /* The seats are checked before anything is written, as Lua does. */
    for (int i = 1; i < count; i++)
        args[i] = existing_seat(l, n, args[i]);
    assert(ending >= 0);
    int winners = count > 1 ? seat_bit(l, n, args[1]) : low_constant(l, 0);
    for (int i = 2; i < count; i++)
        winners = one_more(l, n, winners, args, i);
    write_one(l, n, LANG_OP_OVER, winners, ending, -1);
}

/* Lower a effect with three operands, such as a piece, a place and a level. */
static void three(struct low *l, struct syn_node *n, enum lang_op op, struct low_value *args,
                  const enum core_type *types, int count) {
    assert(count <= 3);
    int nodes[3] = {-1, -1, -1};

    struct syn_node *at = n->b;
    for (int i = 0; i < count; i++) {
        nodes[i] = types[i] == CORE_TYPE_NUMBER ? low_number(l, at, args[i])
                                                : low_thing_of(l, at, args[i], types[i]);
        at = at->next ? at->next : at;
    }

    write_one(l, n, op, nodes[0], nodes[1], nodes[2]);
}

static const struct {
    enum host_word_id word;
    enum lang_op op;
    int count;
    enum core_type types[3];
} EFFECTS[] = {
    {HOST_WORD_put, LANG_OP_PUT, 2, {CORE_TYPE_PIECE, CORE_TYPE_PLACE}},
    {HOST_WORD_insert, LANG_OP_INSERT, 3, {CORE_TYPE_PIECE, CORE_TYPE_PLACE, CORE_TYPE_NUMBER}},
    {HOST_WORD_carry, LANG_OP_CARRY, 3, {CORE_TYPE_PLACE, CORE_TYPE_PLACE, CORE_TYPE_PLACE}},
    {HOST_WORD_shuffle, LANG_OP_SHUFFLE, 2, {CORE_TYPE_PLACE, CORE_TYPE_NUMBER}},
    {HOST_WORD_remember, LANG_OP_REMEMBER, 1, {CORE_TYPE_NUMBER}},
    {HOST_WORD_pop, LANG_OP_POP, 0, {0}},
    {HOST_WORD_go, LANG_OP_GO, -1, {0}},
    {HOST_WORD_push, LANG_OP_PUSH, -1, {0}},
    {HOST_WORD_over, LANG_OP_OVER, -1, {0}},
    {HOST_WORD_COUNT, LANG_OP_CONST, 0, {0}},
};

bool low_effects(struct low *l, struct syn_node *n, enum host_word_id word) {
    struct low_value args[LOW_ARGS];
    int d = 0;
    while (EFFECTS[d].word != HOST_WORD_COUNT && EFFECTS[d].word != word)
        d++;
    if (EFFECTS[d].word == HOST_WORD_COUNT)
        return false;

    low_writing(l, n, host_word_name(word));

    /* `go` with numbers is a push. A decision alone is no value: see go_either. */
    if (word == HOST_WORD_go && !n->b)
        low_fault(l, n, "'go' takes a decision or step");
    if (word == HOST_WORD_go && !n->b->next) {
        go_to(l, n, n->b);
        return true;
    }

    int count = low_arguments(l, n->b, args, LOW_ARGS);
    low_at(l, n);
    if (EFFECTS[d].count >= 0 && count != EFFECTS[d].count)
        low_fault(l, n, "'%s' takes %d argument%s, found %d", host_word_name(word),
                  EFFECTS[d].count, EFFECTS[d].count == 1 ? "" : "s", count);
    if (EFFECTS[d].count < 0 && count < 1)
        low_fault(l, n, "'%s' takes at least one argument", host_word_name(word));

    if (word == HOST_WORD_push || word == HOST_WORD_go)
        push(l, n, args, count, word == HOST_WORD_go);
    else if (word == HOST_WORD_over)
        over(l, n, args, count);
    else
        three(l, n, EFFECTS[d].op, args, EFFECTS[d].types, EFFECTS[d].count);
    return true;
}

/* Record the type of a parameter of an event, if every `emit` gives it the same. */
static void note_type(struct core_event *event, int i, const struct low_value *v) {
    /* Lua listeners and faces get values back as what they were, as far as the types of all calls
     * agree. */
    unsigned bit = 1u << i;
    bool flag = v->type == CORE_TYPE_BOOLEAN, nil = v->type == CORE_TYPE_NIL;
    event->nils |= nil || (low_may_be_nil(v) && !flag) ? bit : 0; /* a flag: see told */
    event->flags |= flag ? bit : 0;
    event->values |= nil || flag ? 0 : bit;

    if (nil)
        return;
    if (v->type == CORE_TYPE_UNKNOWN || v->type == CORE_TYPE_PIECE || v->type == CORE_TYPE_ZONE ||
        v->type == CORE_TYPE_PLACE)
        event->things |= 1u << i;

    if (event->types[i] && event->types[i] != v->type)
        event->mixed |= 1u << i;
    event->types[i] = event->mixed >> i & 1 ? CORE_TYPE_UNKNOWN : v->type;
}

void low_note_ambiguous(struct core_event *event) {
    /* 1 may be true or a number, and MST_NONE nil or a number: there an event stops the code. */
    event->truths = event->flags & event->values;
    event->nones = 0;
    for (int i = 0; i < event->param_count; i++)
        if (!low_is_thing((enum core_type)event->types[i]))
            event->nones |= event->nils & 1u << i;
}

void low_emit(struct low *l, struct syn_node *n, int index) {
    struct core_event *event = &l->rules->events[index];
    struct low_value args[LOW_ARGS];
    int nodes[LOW_ARGS];
    if (strcmp(n->s, "emit") != 0)
        low_fault(l, n, "the only method of an event in a rule is 'emit', found '%s'", n->s);
    low_writing(l, n, "an event");

    /* Arguments are counted as in Lua, where a call without a value is an error here. */
    int count = low_arguments(l, n->b, args, LOW_ARGS);
    low_at(l, n);
    if (count != event->param_count)
        low_fault(l, n, "event '%s' has %d parameter%s, found %d", event->name, event->param_count,
                  event->param_count == 1 ? "" : "s", count);

    /* The types are noted even if the rule turns out to be unsupported: it emits all the same. */
    const struct syn_node *at = n->b;
    for (int i = 0; i < count; i++, at = at->next ? at->next : at) {
        if (args[i].form == LOW_REST)
            args[i] = low_nil();
        if (args[i].form != LOW_PLAIN || args[i].type == CORE_TYPE_SET)
            low_fault(l, at, "an event takes numbers and things, found %s",
                      low_type_name(&args[i]));
        note_type(event, i, &args[i]);
        nodes[i] = lower_effects_told(l, args[i]);
    }
    write_one(l, n, LANG_OP_EMIT, index, low_list_of(l, nodes, count), -1);
}
