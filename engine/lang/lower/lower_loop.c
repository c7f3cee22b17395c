/* Lowering: loops. A short loop over constants is unrolled. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

/* ---- leaving --------------------------------------------------------------------------------- */

/* The label at the end of a loop's body, or NULL. A `goto` to it ends the iteration. */
static const char *last_label(const struct syn_node *list) {
    const char *label = NULL;
    for (const struct syn_node *n = list; n; n = n->next)
        /* A statement behind it makes it none at the end. */
        label = n->kind == SYN_LABEL ? n->s : NULL;
    return label;
}

void low_jump(struct low *l, struct syn_node *n) {
    /* Loops of callers are not in reach: each function has its own. */
    struct low_loop *loop = l->loop;
    if (n->kind == SYN_BREAK) {
        if (!loop || loop->frame != l->frame)
            low_fault(l, n, "a break outside a loop");
        low_leave(l, loop->end);
        return;
    }

    while (loop && loop->frame == l->frame && !(loop->label && !strcmp(loop->label, n->s)))
        loop = loop->up;

    /* Lua's other uses of goto are left to Lua (W1). */
    if (!loop || loop->frame != l->frame)
        low_unsupported(l, n, "a goto to anywhere but the end of a loop's body");
    low_leave(l, loop->next);
}

/* ---- a body ---------------------------------------------------------------------------------- */

static void loop_open(struct low *l, struct low_loop *loop, const struct syn_node *body,
                      struct low_list *outer) {
    *loop = (struct low_loop){.up = l->loop, .frame = l->frame, .label = last_label(body)};
    loop->end = low_block_open(l, outer);
    l->loop = loop;
}

static void loop_close(struct low *l, struct low_loop *loop, struct low_list outer) {
    assert(l->loop == loop && l->blocks == loop->end); /* W6 */
    l->loop = loop->up;
    low_block_close(l, outer);
}

/* Lower the body for one iteration, in a block that a goto may leave. True if the next iteration is
 * unreachable; only an unrolled loop uses that. */
static bool turn(struct low *l, struct low_loop *loop, struct syn_node *body) {
    struct low_list outer;
    loop->next = low_block_open(l, &outer);

    bool ends = low_scope(l, body);

    /* A goto reaches the end of the body, so the next turn follows. */
    bool again = l->left[loop->next];
    assert(l->blocks == loop->next); /* W6 */
    low_block_close(l, outer);
    return ends && !again;
}

/* Lower the body of a loop that is not unrolled, to a list. `var` and the other arguments declare
 * its names. */
static int running_body(struct low *l, struct low_loop *loop, struct syn_node *body,
                        const struct syn_name *name, const struct low_value *value) {
    struct low_list outer = low_open(l);
    struct low_unset unset;
    int binds = l->bind_count;
    low_note_unset(l, &unset);

    /* A `return` in it is not on every way through the function. */
    l->frame->nest++;
    if (name)
        low_declare(l, name, *value);

    turn(l, loop, body);
    l->frame->nest--;
    low_unbind(l, binds);
    low_set_unset(l, &unset, true); /* there may be no turn */
    return low_close(l, outer);
}

/* Append a list of statements. */
static void splice(struct low *l, int item) {
    for (; item >= 0; item = l->rules->nodes[item].b)
        if (l->rules->nodes[item].a >= 0)
            low_add(l, l->rules->nodes[item].a); /* low_unpin leaves empty items */
}

/* ---- while, repeat --------------------------------------------------------------------------- */

static void leave_unless(struct low *l, struct low_value c, int block) {
    /* A known condition jumps always, or never. */
    struct low_value not = low_not(l, c);
    if (not .known) {
        if (not .k)
            low_leave(l, block);
        return;
    }
    struct low_list outer = low_open(l);
    low_leave(l, block);
    int leave = low_close(l, outer);
    low_add(l, low_node(l, LANG_OP_WHEN, false, not .node, leave, -1));
}

bool low_while(struct low *l, struct syn_node *n) {
    struct low_loop loop;
    struct low_list outer, list;
    loop_open(l, &loop, n->b, &outer);
    low_line(l, n);
    list = low_open(l);
    l->frame->nest++;
    struct low_unset unset;
    low_note_unset(l, &unset);

    /* The condition is part of each turn: its statements, if it has any, run again before each. */
    struct low_value c = low_condition(l, n->a);
    bool never = c.known && !c.k, forever = c.known && c.k, alone = l->list.first < 0 && !c.known;

    /* Only a condition without statements can be that of the loop itself; else the body leaves. */
    if (!never) {
        int binds = l->bind_count;
        if (!alone && !forever)
            leave_unless(l, c, loop.end);
        turn(l, &loop, n->b);
        low_unbind(l, binds);
    }
    l->frame->nest--;
    low_set_unset(l, &unset, true);
    int body = low_close(l, list);
    if (never) /* the condition, which may act, is evaluated once */
        splice(l, body);
    else
        low_add(l, low_node(l, LANG_OP_WHILE, false, alone ? c.node : -1, -1, body));

    /* An endless loop that nothing leaves makes the rest unreachable. */
    bool left = l->left[loop.end];
    loop_close(l, &loop, outer);
    return forever && !left;
}

bool low_repeat(struct low *l, struct syn_node *n) {
    struct low_loop loop;
    struct low_list outer, list;
    loop_open(l, &loop, n->b, &outer);
    low_line(l, n);
    list = low_open(l);
    l->frame->nest++;

    int binds = l->bind_count;
    struct low_list inner;
    struct low_unset unset;
    low_note_unset(l, &unset);
    loop.next = low_block_open(l, &inner);
    low_statements(l, n->b); /* the condition sees the names of the body */
    low_block_close(l, inner);

    /* `until` comes behind the block that `goto` leaves, but before the names go. */
    leave_unless(l, low_not(l, low_condition(l, n->a)), loop.end);
    low_unbind(l, binds);
    l->frame->nest--;
    low_set_unset(l, &unset, true);
    int body = low_close(l, list);
    low_add(l, low_node(l, LANG_OP_WHILE, false, -1, -1, body));
    loop_close(l, &loop, outer);
    return false;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static bool short_enough(int64_t turns, const struct syn_node *body) {
    return turns <= 1 || (turns <= LOW_UNROLL && turns * syn_size(body) <= LOW_UNROLLED);
}

/* The number of turns less one, as Lua counts them; the loop has a turn. Numbers may be far apart.
 */
static uint64_t turns_behind(int64_t from, int64_t to, int64_t by) {
    assert(by != 0);
    uint64_t far = by > 0 ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    return far / (by > 0 ? (uint64_t)by : 0 - (uint64_t)by);
}

static bool written_out(struct low *l, struct syn_node *n, int64_t from, uint64_t turns,
                        int64_t by) {
    assert(turns > 0 && turns <= LOW_UNROLL && by != 0);
    struct low_loop loop;
    struct low_list outer;
    struct low_unset unset;
    bool ends = false;
    low_note_unset(l, &unset);
    loop_open(l, &loop, n->b, &outer);
    for (uint64_t i = 0; i < turns && !ends; i++) {
        /* In each turn the number is a constant, so much of the body may be computed at load. */
        int binds = l->bind_count;
        int64_t k = (int64_t)((uint64_t)from + i * (uint64_t)by);
        low_declare(l, n->name, low_known(CORE_TYPE_NUMBER, k));
        ends = turn(l, &loop, n->b);
        low_unbind(l, binds);
    }

    /* A `break` may pass by an assignment, so names without a value may still have none. */
    bool left = l->left[loop.end];
    loop_close(l, &loop, outer);
    if (left)
        low_set_unset(l, &unset, true);
    return ends && !left;
}

/* The number that the loop is at, and the distance to the last one, which has 64 bits without a
 * sign, so below 0 it is large. Is there another turn? */
static struct low_value another(struct low *l, struct low_value at, struct low_value last,
                                int64_t by) {
    bool up = by > 0;
    int a = low_node_of(l, &at), z = low_node_of(l, &last);
    int far = low_node(l, LANG_OP_SUB, false, up ? z : a, up ? a : z, -1);
    struct low_value distance = low_keep(l, low_plain(CORE_TYPE_NUMBER, far));

    int64_t width = up ? by : (int64_t)(0 - (uint64_t)by);
    int large = low_node(l, LANG_OP_LT, false, distance.node, low_constant(l, 0), -1);
    if (width < 0) /* of the least integer, which has no opposite */
        return low_boolean(large);

    int fits = low_node(l, LANG_OP_LE, false, low_constant(l, width), distance.node, -1);
    return low_boolean(low_node(l, LANG_OP_OR, false, large, fits, -1));
}

/* Lower a loop whose step is not 1: if there is a turn, a body, and then the question whether there
 * is another one, so that no number passes the end. */
static void by_steps(struct low *l, struct syn_node *n, struct low_value from, struct low_value to,
                     int64_t by) {
    struct low_loop loop;
    struct low_list outer;
    struct low_value number = low_plain(CORE_TYPE_NUMBER, -1);

    to = low_keep(l, to); /* Lua computes the end once, and the body may change what it reads */
    int var = low_own_var(l, &from);
    loop_open(l, &loop, n->b, &outer);
    low_line(l, n);

    /* The body reads the counter, and only the code here stores to it: a loop variable of Lua is
     * the body's own copy, which low_declare makes if the body assigns it. */
    struct low_value at = low_read_moving(l, var, &number);
    int last = low_node_of(l, &to);
    struct low_value none = low_boolean(
        low_node(l, LANG_OP_LT, false, by > 0 ? last : at.node, by > 0 ? at.node : last, -1));
    leave_unless(l, low_not(l, none), loop.end);

    struct low_list list = low_open(l);
    splice(l, running_body(l, &loop, n->b, n->name, &at));

    /* The question comes before the step: after it, the number could have wrapped around. */
    at = low_read_moving(l, var, &number);
    leave_unless(l, another(l, at, to, by), loop.end);
    struct low_value next = low_plain(
        CORE_TYPE_NUMBER, low_node(l, LANG_OP_ADD, false, at.node, low_constant(l, by), -1));
    low_add_store(l, var, &next);

    int body = low_close(l, list);
    low_add(l, low_node(l, LANG_OP_WHILE, false, -1, -1, body));
    loop_close(l, &loop, outer);
}

static void over(struct low *l, struct syn_node *n, const struct syn_name *name, int domain,
                 enum core_type type) {
    /* FOR sets its variable in each turn, so the body only reads it. */
    struct low_loop loop;
    struct low_list outer;
    loop_open(l, &loop, n->b, &outer);
    low_line(l, n);
    int var = low_new_var(l, false);
    struct low_value like = low_plain(type, -1), at = low_read_var(l, var, &like);
    int list = running_body(l, &loop, n->b, name, &at);
    low_add(l, low_node(l, LANG_OP_FOR, false, domain, var, list));
    loop_close(l, &loop, outer);
}

bool low_for(struct low *l, struct syn_node *n) {
    struct low_value v[LOW_ARGS];
    int count = low_exprs(l, n->a, v, 3);
    for (int i = 0; i < count; i++) {
        /* nil as a limit fails before the loop, even if it has no turn. */
        v[i].node = low_number(l, n->a, v[i]);
        low_pin(l, &v[i]);
    }
    if (count > 2 && (!v[2].known || !v[2].k))
        low_unsupported(l, n->a, "a loop whose step is not a nonzero constant");

    int64_t by = count > 2 ? v[2].k : 1;
    bool known = v[0].known && v[1].known;
    if (known && (by > 0 ? v[1].k < v[0].k : v[1].k > v[0].k))
        return false; /* no turn at all: the body is not even lowered */

    /* Turns after the first are counted, as their number always fits 64 bits. */
    uint64_t behind = known ? turns_behind(v[0].k, v[1].k, by) : UINT64_MAX;
    if (behind < LOW_UNROLL && short_enough((int64_t)behind + 1, n->b))
        return written_out(l, n, v[0].k, behind + 1, by);
    if (by != 1) {
        by_steps(l, n, v[0], v[1], by);
        return false;
    }

    int from = low_node_of(l, &v[0]), to = low_node_of(l, &v[1]);
    over(l, n, n->name, low_node(l, LANG_OP_OVER_RANGE, false, from, to, -1), CORE_TYPE_NUMBER);
    return false;
}

/* ---- for ... in ------------------------------------------------------------------------------ */

/* A table that is known at load. The loop is unrolled, whatever its elements are. */
struct listed {
    struct syn_node *n;
    struct low_loop loop;
    bool ends;
};

static void listed_turn(struct low *l, struct listed *each, int64_t i, struct low_value element) {
    /* The index is a constant; the element may be a function or a handle, too. */
    const struct syn_node *names = each->n->c;
    int binds = l->bind_count;
    low_declare(l, names->name, low_known(CORE_TYPE_NUMBER, i));
    if (names->next)
        low_declare(l, names->next->name, element);
    each->ends = turn(l, &each->loop, each->n->b);
    low_unbind(l, binds);
}

static void listed_captured(struct low *l, struct listed *each, int table) {
    /* ipairs ends at the first nil. */
    lua_State *L = l->L;
    low_push_real(L, table);
    int real = lua_gettop(L);
    for (int64_t i = 1; !each->ends; i++) {
        luaL_checkstack(L, 20, "rules are nested too deeply");
        if (lua_rawgeti(L, real, i) == LUA_TNIL)
            break;
        listed_turn(l, each, i, low_take(l));
    }
}

enum { MOST_LISTED = 64 }; /* elements of a table that is written in the loop */

/* The elements of a table that is written in the loop are computed before the first turn. The loop
 * ends at one that is nil. */
static void listed_here(struct low *l, struct listed *each, const struct syn_node *table) {
    /* A list of copies: the values of entries are not linked, and low_exprs wants a list. */
    struct syn_node entries[MOST_LISTED];
    struct low_value values[MOST_LISTED], nil = low_nil();
    int count = 0;
    for (const struct syn_node *entry = table->a; entry; entry = entry->next) {
        if (entry->a || count == MOST_LISTED)
            low_unsupported(l, entry,
                            entry->a ? "a table with names, in ipairs" : "a longer table");
        entries[count] = *entry->b;
        entries[count].next = NULL;
        if (count++)
            entries[count - 2].next = &entries[count - 1];
    }

    /* Lua makes the table before the first turn, so all elements are computed here. */
    count = low_exprs(l, count ? entries : NULL, values, MOST_LISTED);
    for (int i = 0; i < count; i++)
        values[i] = low_keep(l, values[i]);

    /* An element that may be nil ends the loop where it is. */
    for (int i = 0; i < count && !each->ends; i++) {
        if (values[i].form == LOW_PLAIN && values[i].type == CORE_TYPE_NIL)
            break;
        if (low_may_be_nil(&values[i]))
            leave_unless(l, low_not(l, low_same(l, each->n, values[i], nil)), each->loop.end);
        listed_turn(l, each, i + 1, values[i]);
    }
}

static bool listed(struct low *l, struct syn_node *n, const struct low_value *v) {
    struct listed each = {.n = n};
    struct low_list outer;
    struct low_unset unset;
    low_note_unset(l, &unset);
    loop_open(l, &each.loop, n->b, &outer);
    if (v->form == LOW_LITERAL)
        listed_here(l, &each, v->at);
    else
        listed_captured(l, &each, v->lua);

    /* The loop may end before a turn, as for any other loop. */
    bool left = l->left[each.loop.end];
    loop_close(l, &each.loop, outer);
    low_set_unset(l, &unset, true);
    return each.ends && !left;
}

static bool is_table(struct low *l, const struct low_value *v) {
    return v->form == LOW_LITERAL ? v->at->kind == SYN_TABLE
                                  : v->form == LOW_LUA && lua_istable(l->L, v->lua);
}

static bool over_list(struct low *l, struct syn_node *n, bool *ends) {
    /* ipairs and pairs are recognized by their global names. */
    struct syn_node *call = n->a->next ? NULL : n->a;
    if (!call || call->kind != SYN_CALL || call->a->kind != SYN_GLOBAL || !call->b || call->b->next)
        return false;
    bool list = !strcmp(call->a->s, "ipairs");
    if (!list && strcmp(call->a->s, "pairs") != 0)
        return false;

    /* For sets and ranges, ipairs is a mistake on both paths (W2); for tables that are made at run
     * time only code lacks it. */
    enum core_type type;
    struct low_value v = low_expr(l, call->b);
    if (low_over(l, call->b, &v, &type) >= 0)
        low_fault(l, call, "%s takes a table, found %s; write for x in ... without it", call->a->s,
                  low_type_name(&v));
    if (!list)
        low_unsupported(l, call, "a call of 'pairs'");
    if (!is_table(l, &v))
        low_unsupported(l, call->b, "ipairs of %s", low_type_name(&v));
    *ends = listed(l, n, &v);
    return true;
}

bool low_for_in(struct low *l, struct syn_node *n) {
    enum core_type type;
    bool ends;
    if (over_list(l, n, &ends))
        return ends;

    /* Code iterates over handles and the values of words, but calls no iterator. */
    struct low_value v = low_expr(l, n->a);
    int domain = n->a->next || n->c->next ? -1 : low_over(l, n->a, &v, &type);
    if (domain < 0)
        low_unsupported(l, n->a, "a loop over %s", low_type_name(&v));
    over(l, n, n->c->name, domain, type);
    return false;
}
