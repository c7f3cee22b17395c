/* Lowering: faults, values, variables and lists of statements. See lower.h. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- faults ---------------------------------------------------------------------------------- */

void low_at(struct low *l, const struct syn_node *n) {
    l->place = n;
    /* The frame may be a callee's by the time of the fault. */
    l->place_tree = l->frame ? l->frame->tree : NULL;
}

/* The line of the source where the node begins, from its first word on. */
static void quote(const struct syn_tree *tree, const struct syn_node *n, char line[160]) {
    /* A node may begin in the middle of its line. */
    const char *from = tree->source + n->from;
    while (from > tree->source && from[-1] != '\n')
        from--;
    from += strspn(from, " \t");
    snprintf(line, 160, "%.*s", (int)strcspn(from, "\n"), from);
}

static _Noreturn void raise_text(struct low *l, const struct syn_node *n, const char *text,
                                 const char *note) {
    struct mst_error error = {0};
    struct host_spot *spot = &l->host->spot;
    char message[700], at[300] = "", line[160] = "";
    /* The current node knows its tree; any other is one of the running function. */
    const struct syn_tree *tree = n == l->place ? l->place_tree : l->frame ? l->frame->tree : NULL;

    snprintf(message, sizeof message, "%s%s", text, note);
    /* The message begins the text of the error: an editor shows that part at the spot. */
    *spot = (struct host_spot){.message = (int)strlen(message)};

    if (tree && n) {
        host_note_spot(tree, n, spot);
        quote(tree, n, line);
        snprintf(at, sizeof at, "%s:%d", tree->path, n->line);
    }

    mst_fail(&error, MST_SCRIPT_ERROR, at, *line ? "%s, in \"%s\"" : "%s", message, line);
    host_raise_error(l->L, &error);
    abort(); /* raising never returns */
}

void low_fault(struct low *l, const struct syn_node *n, const char *format, ...) {
    char text[400], note[300] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);

    /* The fault may be the caller's: then the frame becomes the caller's, too. */
    n = low_blamed(l, n, note, sizeof note);
    raise_text(l, n, text, note);
}

void low_unsupported(struct low *l, const struct syn_node *n, const char *format, ...) {
    va_list args;
    va_start(args, format);
    /* W2: low_try catches this one, and leaves the rule to Lua. */
    l->unsupported = true;
    low_give_up(l);

    char text[400];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    raise_text(l, n, text, "");
}

void low_unread(struct low *l, const struct syn_node *n, const struct mst_error *error) {
    if (n && error->status != MST_NO_MEMORY)
        low_unsupported(l, n, "this function (%s)", error->text);

    /* A root has no call to point at, so the source's error stays. Out of memory stays that. */
    l->unsupported = true;
    low_give_up(l);
    host_raise_error(l->L, error);
    abort(); /* raising never returns */
}

/* The description of a value that no code can hold. */
static const char *lua_name(const struct low_value *v) {
    static const char *const handles[HOST_HANDLE_KINDS] = {
        [HOST_HANDLE_FIELD] = "a field (field[thing] reads it)",
        [HOST_HANDLE_RECORD] = "the facts of the game",
        [HOST_HANDLE_OWNER] = "a field (owner[piece] reads it)",
        [HOST_HANDLE_CONTAINER] = "a container of each seat (container[seat] is a place)",
        [HOST_HANDLE_SAMPLE] = "'sample'",
        [HOST_HANDLE_EVENT] = "an event",
        [HOST_HANDLE_QUERY] = "a query (query() asks it)",
        [HOST_HANDLE_ONCE] = "a function (f() calls it)",
        [HOST_HANDLE_PROCEDURE] = "a procedure",
        [HOST_HANDLE_DECISION] = "a decision or a step",
        [HOST_HANDLE_MOVE] = "a move",
        [HOST_HANDLE_FLOW] = "a flow",
        [HOST_HANDLE_DOMAIN] = "letters",
        [HOST_HANDLE_RANKING] = "a ranking",
        [HOST_HANDLE_HOOK] = "a hook"};

    /* Most kinds of handles say how they are read, as they were meant to be read here. */
    const struct host_handle *handle = low_handle(v);
    if (v->type == CORE_TYPE_TEXT)
        return "a string";
    if (v->form == LOW_LITERAL)
        return v->at->kind == SYN_TABLE ? "a table" : "a function";
    return handle && handles[handle->kind] ? handles[handle->kind] : "a table or a function";
}

const char *low_type_name(const struct low_value *v) {
    static const char *const names[CORE_TYPE_COUNT] = {[CORE_TYPE_UNKNOWN] = "a value",
                                                       [CORE_TYPE_NUMBER] = "a number",
                                                       [CORE_TYPE_BOOLEAN] = "a boolean",
                                                       [CORE_TYPE_SET] = "a set of zones",
                                                       [CORE_TYPE_ZONE] = "a zone",
                                                       [CORE_TYPE_PIECE] = "a piece",
                                                       [CORE_TYPE_SEAT] = "a seat",
                                                       [CORE_TYPE_PLACE] = "a place",
                                                       [CORE_TYPE_KIND] = "a piece type",
                                                       [CORE_TYPE_TEXT] = "a string",
                                                       [CORE_TYPE_NIL] = "nil"};

    /* Only a plain value has a type; the other forms are named by what they are in Lua. */
    switch ((enum low_form)v->form) {
    case LOW_PLAIN: return names[v->type];
    case LOW_CHOSEN:
    case LOW_PIECES: return "the pieces of a place";
    case LOW_SUBSETS: return "the subsets of a place";
    case LOW_RANGE: return "a range";
    case LOW_REST: return "nothing";
    default: return lua_name(v);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A node could not be made. */
static void no_node(struct low *l) {
    /* A fault is a limit: after inlining, the rules have too many nodes. */
    const char *fault = lang_node_fault(l->rules);
    if (!fault)
        host_no_memory(l->L);
    low_unsupported(l, l->place, "%s", fault);
}

enum { NODES_OF_UNIT = 4, UNITS_AT_ONCE = 16 }; /* nodes that cost a unit of work */

void low_charge(struct low *l) {
    /* Loading is on a budget, too: rules of strangers may unroll and inline without end. Units are
     * charged in bulk, as a charge costs more than a node. */
    if (++l->work % (NODES_OF_UNIT * UNITS_AT_ONCE) == 0)
        sandbox_charge(l->L, UNITS_AT_ONCE);
}

int low_node(struct low *l, enum lang_op op, bool is_set, int a, int b, int c) {
    low_charge(l);
    int n = lang_node_new(l->rules, op, is_set, a, b, c);
    if (n < 0)
        no_node(l);
    return n;
}

int low_constant(struct low *l, int64_t k) {
    int n = lang_node_constant(l->rules, k);
    if (n < 0)
        no_node(l);
    return n;
}

struct low_value low_known(enum core_type type, int64_t k) {
    struct low_value v = low_plain(type, -1);
    v.known = true;
    v.k = k;
    v.falsy = type == CORE_TYPE_BOOLEAN && !k ? LOW_FALSE : 0; /* W5 */
    return v;
}

struct low_value low_nil(void) {
    /* nil has a type of its own until something joins it: see low_join. */
    struct low_value v = low_known(CORE_TYPE_NIL, MST_NONE);
    v.falsy = LOW_NIL;
    return v;
}

struct low_value low_none(void) {
    struct low_value v = low_nil();
    v.form = LOW_REST; /* where values are counted, nil is one and this is none */
    return v;
}

struct low_value low_plain(enum core_type type, int node) {
    /* A boolean in code may always be 0. Numbers and sets have no falsy value (W5). */
    return (struct low_value){.form = LOW_PLAIN,
                              .type = (uint8_t)type,
                              .falsy = type == CORE_TYPE_BOOLEAN ? LOW_FALSE : 0,
                              .node = node};
}

struct low_value low_thing(enum core_type type, int node) {
    return (struct low_value){
        .form = LOW_PLAIN, .type = (uint8_t)type, .falsy = LOW_NIL, .node = node};
}

struct low_value low_boolean(int node) {
    return low_plain(CORE_TYPE_BOOLEAN, node);
}

struct low_value low_lua(struct low *l, int index) {
    /* Words are C functions: they are recognized by address, whatever name the script uses. */
    lua_CFunction own = lua_tocfunction(l->L, index);
    return (struct low_value){.form = LOW_LUA,
                              .word = own ? (uint8_t)host_word_of(own) : HOST_WORD_COUNT,
                              .node = -1,
                              .lua = index,
                              .handle = host_handle_at(l->L, index)};
}

bool low_is_thing(enum core_type type) {
    return type >= CORE_TYPE_ZONE && type <= CORE_TYPE_KIND;
}

bool low_is_set(const struct low_value *v) {
    return v->form == LOW_PLAIN && v->type == CORE_TYPE_SET;
}

/* A constant gets a node only here; until then, only constant folding sees it. */
int low_node_of(struct low *l, const struct low_value *v) {
    /* As an operand, no value is nil. */
    if (v->form == LOW_REST)
        return low_constant(l, MST_NONE);
    if (v->form != LOW_PLAIN)
        low_unsupported(l, l->place, "%s as a value", low_type_name(v));
    return v->known ? low_constant(l, v->k) : v->node;
}

/* The possible meanings of a falsy value: of a constant, its own. */
static unsigned falsy_of(const struct low_value *v) {
    /* Constants know better than their type: a known true or thing is never falsy. */
    bool value = v->form == LOW_PLAIN || v->form == LOW_REST;
    bool true_constant = v->known && (v->type == CORE_TYPE_BOOLEAN ? v->k : v->k != MST_NONE);
    return value && !true_constant ? v->falsy : 0;
}

bool low_may_be_nil(const struct low_value *v) {
    return falsy_of(v) & LOW_NIL;
}

bool low_may_be_false(const struct low_value *v) {
    return falsy_of(v) & LOW_FALSE;
}

struct low_value low_certain(struct low *l, struct low_value v) {
    if (v.form != LOW_PLAIN || v.known || !v.falsy)
        return v;
    assert(v.type != CORE_TYPE_SET); /* W5 */

    /* X5: where the code stops, Lua runs instead, and knows which falsy value it is. */
    v.node = low_node(l, LANG_OP_CERTAIN, false, v.node, -1, -1);
    l->rules->nodes[v.node].k = v.type == CORE_TYPE_BOOLEAN ? 0 : MST_NONE;
    v.falsy = 0;
    return v;
}

/* ---- variables ------------------------------------------------------------------------------- */

int low_new_var(struct low *l, bool is_set) {
    int *count = is_set ? &l->sets : &l->vars;
    if (*count == (is_set ? CORE_MOST_SETS : CORE_MOST_VARS))
        low_unsupported(l, l->place, "too many values in one rule");

    /* V2: a number is never used again, not even when its name has gone out of scope. */
    int var = (*count)++;

    /* Until a clause bounds it, the variable may be anything. */
    if (l->asking && !is_set)
        l->asking->bounds[var] = (struct lang_bounds){INT64_MIN, INT64_MAX};
    return var;
}

struct low_value low_read_var(struct low *l, int var, const struct low_value *like) {
    assert(var >= 0 &&
           var < (like->type == CORE_TYPE_SET ? CORE_MOST_SETS : CORE_MOST_VARS)); /* V2 */
    struct low_value v = *like;
    bool is_set = like->type == CORE_TYPE_SET;
    v.form = LOW_PLAIN;
    v.known = false; /* a variable hides what was known of its value */
    v.node = low_node(l, is_set ? LANG_OP_SET_VAR : LANG_OP_VAR, is_set, var, -1, -1);
    return v;
}

struct low_value low_read_moving(struct low *l, int var, const struct low_value *like) {
    struct low_value v = low_read_var(l, var, like);
    /* A store may come between: see low_keep_before. */
    l->rules->nodes[v.node].traits |= LANG_MOVES;
    return v;
}

/* True if reading the node again costs nothing and gives the same value. */
static bool is_cheap(const struct low *l, int node) {
    /* A node that a later store changes must not be read twice, nor one that acts. */
    const struct core_node *n = &l->rules->nodes[node];
    if (n->traits & (LANG_MOVES | LANG_ACTS))
        return false;

    switch ((enum lang_op)n->op) {
    case LANG_OP_VAR:
    case LANG_OP_SET_VAR:
    case LANG_OP_CONST:
    case LANG_OP_BY_SEAT:
    case LANG_OP_ZONES:
    case LANG_OP_NOTHING: return true;
    case LANG_OP_REGION: return n->b < 0;
    /* Where nothing is written, slots keep their values. The seat to move does so in any rule. */
    case LANG_OP_SLOT: return l->looking || n->a == CORE_SLOT_TO_MOVE;
    case LANG_OP_TOPS:
        return l->looking && l->rules->nodes[n->a].op == LANG_OP_CONST &&
               (n->b < 0 || is_cheap(l, n->b));
    default: return false;
    }
}

/* Bind a number or a set to a new variable. */
static struct low_value bind_new(struct low *l, struct low_value v) {
    /* Among the questions of a move a value is a clause; elsewhere it is a statement. */
    bool is_set = v.type == CORE_TYPE_SET;
    if (l->asking && !l->list.inner)
        return low_let(l, v);
    int var = low_new_var(l, is_set);
    low_add(l, low_node(l, is_set ? LANG_OP_BIND_SET : LANG_OP_BIND, false, var, v.node, -1));
    return low_read_var(l, var, &v);
}

static int bind_node(struct low *l, int node) {
    /* The nodes of other forms are places and numbers: their type does not matter to a variable. */
    struct low_value v = low_plain(CORE_TYPE_NUMBER, node);
    return bind_new(l, v).node;
}

/* The nodes of a value, of which there are up to two. */
static int nodes_of(struct low_value *v, int **nodes) {
    /* node2 is in use by two forms alone; a constant has no node yet. */
    bool two = v->form == LOW_RANGE || v->form == LOW_CHOSEN;
    bool one = (v->form == LOW_PLAIN && !v->known) || v->form == LOW_PIECES ||
               v->form == LOW_SUBSETS || v->form == LOW_ELEMENT;
    nodes[0] = &v->node;
    nodes[1] = &v->node2;
    return two ? 2 : one;
}

/* Bind the nodes of the value to variables, but those that `spare` says may stay. */
static void bind_nodes(struct low *l, struct low_value *v,
                       bool (*spare)(const struct low *l, int node, unsigned traits),
                       unsigned traits) {
    int *nodes[2], count = nodes_of(v, nodes);
    for (int i = 0; i < count; i++) {
        if (*nodes[i] < 0 || spare(l, *nodes[i], traits))
            continue;
        /* A plain value may be a set, which needs a set variable. */
        if (v->form == LOW_PLAIN)
            *v = bind_new(l, *v);
        else
            *nodes[i] = bind_node(l, *nodes[i]);
    }
}

static bool spare_cheap(const struct low *l, int node, unsigned unused) {
    (void)unused;
    return is_cheap(l, node);
}

static bool spare_without(const struct low *l, int node, unsigned traits) {
    return !(lang_node_traits(l->rules, node) & traits);
}

struct low_value low_keep(struct low *l, struct low_value v) {
    bind_nodes(l, &v, spare_cheap, 0);
    return v;
}

void low_pin(struct low *l, struct low_value *v) {
    /* W3: as soon as it is made, what acts becomes a statement here, before anything else can be
     * added. */
    bool idle =
        v->form == LOW_PLAIN && (v->known || !(lang_node_traits(l->rules, v->node) & LANG_ACTS));
    if (!idle) /* as most values are */
        bind_nodes(l, v, spare_without, LANG_ACTS);
    assert(v->form != LOW_PLAIN || v->known ||
           !(lang_node_traits(l->rules, v->node) & LANG_ACTS)); /* W3 */
}

void low_unpin(struct low *l, struct low_value *v) {
    struct core_node *nodes = l->rules->nodes;
    int last = l->list.last;
    if (v->form != LOW_PLAIN || v->known || last < 0 || nodes[last].a < 0)
        return;

    /* Undo only where the last statement binds just this value, and only for its sake: k marks a
     * variable that somebody else reads (V1). Then value and use are still next to each other, so
     * the order of effects is the same without the variable. */
    const struct core_node *read = &nodes[v->node], *bind = &nodes[nodes[last].a];
    bool set = read->op == LANG_OP_SET_VAR && bind->op == LANG_OP_BIND_SET;
    bool number = read->op == LANG_OP_VAR && bind->op == LANG_OP_BIND;
    if ((!set && !number) || bind->k || read->a != bind->a || !(nodes[bind->b].traits & LANG_ACTS))
        return;

    /* Other items may link to this one, so it stays in the list, without a statement. */
    v->node = bind->b;
    nodes[last].a = -1; /* an empty item */
    nodes[last].traits = 0;
    if (l->list.first == last)
        l->list.first = l->list.last = -1;
}

void low_own(struct low *l, const struct low_value *v) {
    struct core_node *nodes = l->rules->nodes;
    int item = l->list.last >= 0 ? nodes[l->list.last].a : -1;
    if (v->form != LOW_PLAIN || v->known || item < 0)
        return;

    /* A value with a name may be read again: evaluated at both places, it would act twice. */
    const struct core_node *read = &nodes[v->node];
    bool bound = nodes[item].op == LANG_OP_BIND || nodes[item].op == LANG_OP_BIND_SET;
    if (bound && (read->op == LANG_OP_VAR || read->op == LANG_OP_SET_VAR) &&
        read->a == nodes[item].a && nodes[nodes[item].b].traits & LANG_ACTS)
        nodes[item].k = 1; /* low_unpin leaves the others, which code need not compute again */
}

struct low_mark low_here(const struct low *l) {
    return (struct low_mark){l->list, l->writes, l->stores};
}

/* Have some of the values these traits? */
static bool any_with(const struct low *l, struct low_value *values, int count, unsigned traits) {
    /* A value of two nodes is bound if either may change. */
    int *nodes[2];
    for (int i = 0; i < count; i++)
        for (int k = nodes_of(&values[i], nodes) - 1; k >= 0; k--)
            if (lang_node_traits(l->rules, *nodes[k]) & traits)
                return true;
    return false;
}

void low_keep_before(struct low *l, const struct low_mark *mark, struct low_value *values,
                     int count) {
    assert(l->writes >= mark->writes && l->stores >= mark->stores); /* W3 */
    /* Writes change what depends on the position, stores what depends on variables. */
    unsigned changed =
        (mark->writes != l->writes ? LANG_READS : 0) | (mark->stores != l->stores ? LANG_MOVES : 0);

    if (!any_with(l, values, count, changed))
        return;

    /* The mark is a place in another list now, the one around the loop of that choice. */
    if (l->list.serial != mark->list.serial) /* a choice of a search came between */
        low_unsupported(l, l->place, "a value that changes between two choices");

    /* Cut the list at the mark. The bindings go there, before the statement that changes them. */
    struct low_list whole = l->list;
    struct core_node *nodes = l->rules->nodes;
    int last = mark->list.last, rest = last >= 0 ? nodes[last].b : whole.first;
    l->list.first = last >= 0 ? whole.first : -1;
    l->list.last = last;
    if (last >= 0)
        nodes[last].b = -1;

    for (int i = 0; i < count; i++)
        bind_nodes(l, &values[i], spare_without, changed);

    /* Append the rest again. */
    if (l->list.last < 0)
        l->list.first = rest;
    else
        l->rules->nodes[l->list.last].b = rest;
    l->list.last = rest >= 0 ? whole.last : l->list.last;
    assert((l->list.first < 0) == (l->list.last < 0)); /* W6 */
}

int low_own_var(struct low *l, const struct low_value *v) {
    bool is_set = low_is_set(v);
    int var = low_new_var(l, is_set);
    int bind =
        low_node(l, is_set ? LANG_OP_BIND_SET : LANG_OP_BIND, false, var, low_node_of(l, v), -1);

    /* V1: it is stored to, so it must not share a register with the value. */
    l->rules->nodes[bind].k = 1;
    low_add(l, bind);
    return var;
}

void low_add_store(struct low *l, int var, const struct low_value *v) {
    bool set = v->type == CORE_TYPE_SET;
    int *first = set ? &l->list.stored_set : &l->list.stored;
    low_add(
        l, low_node(l, set ? LANG_OP_STORE_SET : LANG_OP_STORE, false, var, low_node_of(l, v), -1));

    /* Variables are numbered in order: the first one stored to tells whether a list stores to any
     * that is older than itself. */
    *first = var < *first ? var : *first;
    l->stores++;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void lower_append(struct low *l, int first, int last) {
    assert(first >= 0 && last >= 0); /* W6 */
    if (l->list.last >= 0)
        l->rules->nodes[l->list.last].b = first;
    else
        l->list.first = first;
    l->list.last = last;
}

void low_add(struct low *l, int statement) {
    assert(!l->asking || l->list.inner || l->asking->search); /* questions are clauses, no list */
    int item = low_node(l, LANG_OP_LIST, false, statement, -1, -1);
    lower_append(l, item, item);
}

int low_list_of(struct low *l, const int *items, int count) {
    /* From the last to the first, as each item names the next one. */
    int list = -1;
    for (int i = count - 1; i >= 0; i--)
        list = low_node(l, LANG_OP_LIST, false, items[i], list, -1);
    return list;
}

struct low_list low_open(struct low *l) {
    /* `inner` and the counts are of the new list: a question in it would be skipped or repeated,
     * and a store to an older variable is seen outside of it. */
    struct low_list outer = l->list;
    l->list = (struct low_list){.first = -1,
                                .last = -1,
                                .inner = true,
                                .serial = ++l->lists,
                                .vars = l->vars,
                                .sets = l->sets,
                                .stored = INT_MAX,
                                .stored_set = INT_MAX};
    return outer;
}

/* The stores of a list are stores of the list around it. */
static void pass_stores(struct low_list *outer, const struct low_list *own) {
    /* Whether that is an effect depends on the variables which that list made itself. */
    outer->stored = own->stored < outer->stored ? own->stored : outer->stored;
    outer->stored_set = own->stored_set < outer->stored_set ? own->stored_set : outer->stored_set;
}

int low_close(struct low *l, struct low_list outer) {
    assert(outer.serial < l->list.serial); /* W6: the one around it was opened first */
    struct low_list own = l->list;
    l->list = outer;
    pass_stores(&l->list, &own);
    return own.first;
}

/* The traits of the statements, for what is outside of the list: a variable that was made in it is
 * read nowhere else. */
static unsigned list_traits(const struct low *l) {
    /* So it counts as a store only where an older variable changes. */
    const struct low_list *list = &l->list;
    unsigned traits = lang_list_traits(l->rules, list->first) & ~(unsigned)LANG_STORES;
    bool stores = list->stored < list->vars || list->stored_set < list->sets;
    return traits | (stores ? LANG_STORES : 0);
}

/* A constant with statements that act before it: it is no constant any more. */
static void compute_known(struct low *l, struct low_value *v) {
    /* A value without a node cannot carry statements, and Lua values never get one. */
    bool nil = v->form == LOW_REST || v->type == CORE_TYPE_NIL;
    if (v->form == LOW_LUA || v->form == LOW_LITERAL || v->form == LOW_PENDING)
        low_unsupported(l, l->place, "%s that is computed with effects", low_type_name(v));
    *v = nil ? low_thing(CORE_TYPE_UNKNOWN, low_constant(l, MST_NONE))
             : low_plain((enum core_type)v->type, low_node_of(l, v));
}

void low_close_value(struct low *l, struct low_list outer, struct low_value *v) {
    int *nodes[2];
    /* The value comes directly after the statements, so its last binding is not needed. */
    low_unpin(l, v);

    unsigned traits = list_traits(l);

    /* A literal is lowered where it is called, without the statements before it. */
    if (l->list.first >= 0 && v->form == LOW_LITERAL)
        low_unsupported(l, v->at, "a function or a table that is made after statements");

    /* A constant needs a node to hang the statements on. Those that do not act are dropped. */
    if (!nodes_of(v, nodes) && traits & LANG_ACTS)
        compute_known(l, v);

    int count = nodes_of(v, nodes);
    if (count && l->list.first >= 0) {
        if (count > 1 && traits & (LANG_WRITES | LANG_STORES)) /* they would run twice */
            low_unsupported(l, l->place, "%s that is computed with effects", low_type_name(v));

        /* W6: the statements run wherever the value is evaluated, and only there. */
        int block = low_node(l, LANG_OP_BLOCK, false, l->list.first, -1, -1);
        for (int i = 0; i < count; i++) {
            bool set = low_is_set(v);
            unsigned own = lang_node_traits(l->rules, *nodes[i]);
            *nodes[i] = low_node(l, LANG_OP_AFTER, set, block, *nodes[i], -1);
            /* Not what its variables say: they are inside. */
            l->rules->nodes[*nodes[i]].traits = (uint8_t)(own | traits);
        }
    }
    low_close(l, outer);
}

/* Append the statements of a list that was closed, of which `own` was the state. */
static void splice(struct low *l, const struct low_list *own) {
    for (int item = own->first; item >= 0; item = l->rules->nodes[item].b)
        if (l->rules->nodes[item].a >= 0)
            low_add(l, l->rules->nodes[item].a); /* again, as an item belongs to one list */
}

void low_close_whole(struct low *l, struct low_list outer, struct low_value *v) {
    /* Questions are no list to append to: there the value itself becomes a clause, which runs. */
    if (!(list_traits(l) & LANG_ACTS) || (outer.inner == false && l->asking)) {
        low_close_value(l, outer, v);
        low_pin(l, v);
        return;
    }

    /* The list around it takes the statements over: a constant, say, must not drop them. */
    struct low_list own = l->list;
    low_close(l, outer);
    splice(l, &own);
}

int low_block_open(struct low *l, struct low_list *outer) {
    if (l->blocks == LOW_BLOCKS - 1)
        low_unsupported(l, l->place, "blocks nested too deeply");

    /* Number 0 is no block, so that a frame without one has nothing to leave. */
    *outer = low_open(l);
    l->left[++l->blocks] = false;
    l->first_leave[l->blocks] = l->leave_count;
    return l->blocks;
}

/* Settle the jumps out of a block that is closing. If nothing leaves the block, it is not emitted,
 * so jumps to outer blocks cross one block fewer. */
static void settle_leaves(struct low *l, int block, bool left) {
    /* Those of outer blocks stay for these to settle. */
    int kept = l->first_leave[block];
    for (int i = kept; i < l->leave_count; i++) {
        if (l->leaves[i].block == block)
            continue;
        assert(l->leaves[i].block < block); /* W6: inner blocks are closed */
        if (!left)
            l->rules->nodes[l->leaves[i].node].k--;
        l->leaves[kept++] = l->leaves[i];
    }
    l->leave_count = kept;
}

/* A block that nothing leaves is replaced by its statements. */
void low_block_close(struct low *l, struct low_list outer) {
    assert(l->blocks > 0);
    struct low_list own = l->list;
    low_close(l, outer);

    /* LEAVE counts the blocks that it crosses, so jumps must know whether this one remains. */
    bool left = l->left[l->blocks];
    settle_leaves(l, l->blocks--, left);
    if (own.first < 0)
        return;
    l->list.line = 0; /* its end may be reached by a jump, from any line */
    if (left)
        low_add(l, low_node(l, LANG_OP_BLOCK, false, own.first, -1, -1));
    else
        lower_append(l, own.first, own.last);
}

void low_leave(struct low *l, int block) {
    assert(block > 0 && block <= l->blocks); /* W6 */
    int leave = low_node(l, LANG_OP_LEAVE, false, -1, -1, -1);
    l->rules->nodes[leave].k = l->blocks - block; /* LEAVE counts from the innermost block */
    l->left[block] = true;

    if (l->leave_count == LOW_LEAVES)
        low_unsupported(l, l->place, "too many jumps out of blocks");
    l->leaves[l->leave_count].node = leave;
    l->leaves[l->leave_count++].block = block;
    low_add(l, leave);
}
