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
    l->place_tree = l->frame ? l->frame->tree : NULL;
}

/* The line of the source where the node begins, from its first word on. */
static void quote(const struct syn_tree *tree, const struct syn_node *n, char line[160]) {
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
    const struct syn_tree *tree = n == l->place ? l->place_tree : l->frame ? l->frame->tree : NULL;
    snprintf(message, sizeof message, "%s%s", text, note);
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
    n = low_blamed(l, n, note, sizeof note);
    raise_text(l, n, text, note);
}

void low_unsupported(struct low *l, const struct syn_node *n, const char *format, ...) {
    va_list args;
    va_start(args, format);
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
    const char *fault = lang_node_fault(l->rules);
    if (!fault)
        host_no_memory(l->L);
    low_unsupported(l, l->place, "%s", fault);
}

enum { NODES_OF_UNIT = 4, UNITS_AT_ONCE = 16 }; /* nodes that cost a unit of work */

void low_charge(struct low *l) {
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
    v.falsy = type == CORE_TYPE_BOOLEAN && !k ? LOW_FALSE : 0;
    return v;
}

struct low_value low_nil(void) {
    struct low_value v = low_known(CORE_TYPE_NIL, MST_NONE);
    v.falsy = LOW_NIL;
    return v;
}

struct low_value low_none(void) {
    struct low_value v = low_nil();
    v.form = LOW_REST;
    return v;
}

struct low_value low_plain(enum core_type type, int node) {
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
    if (v->form == LOW_REST)
        return low_constant(l, MST_NONE);
    if (v->form != LOW_PLAIN)
        low_unsupported(l, l->place, "%s as a value", low_type_name(v));
    return v->known ? low_constant(l, v->k) : v->node;
}

/* The possible meanings of a falsy value: of a constant, its own. */
static unsigned falsy_of(const struct low_value *v) {
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
    int var = (*count)++;
    if (l->asking && !is_set)
        l->asking->bounds[var] = (struct lang_bounds){INT64_MIN, INT64_MAX};
    return var;
}

struct low_value low_read_var(struct low *l, int var, const struct low_value *like) {
    struct low_value v = *like;
    bool is_set = like->type == CORE_TYPE_SET;
    v.form = LOW_PLAIN;
    v.known = false;
    v.node = low_node(l, is_set ? LANG_OP_SET_VAR : LANG_OP_VAR, is_set, var, -1, -1);
    return v;
}

struct low_value low_read_moving(struct low *l, int var, const struct low_value *like) {
    struct low_value v = low_read_var(l, var, like);
    l->rules->nodes[v.node].traits |= LANG_MOVES;
    return v;
}

/* True if reading the node again costs nothing and gives the same value. */
static bool is_cheap(const struct low *l, int node) {
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
    case LANG_OP_SLOT: return l->looking || n->a == CORE_SLOT_TO_MOVE;
    case LANG_OP_TOPS:
        return l->looking && l->rules->nodes[n->a].op == LANG_OP_CONST &&
               (n->b < 0 || is_cheap(l, n->b));
    default: return false;
    }
}

/* Bind a number or a set to a new variable. */
static struct low_value bind_new(struct low *l, struct low_value v) {
    bool is_set = v.type == CORE_TYPE_SET;
    if (l->asking && !l->list.inner)
        return low_let(l, v);
    int var = low_new_var(l, is_set);
    low_add(l, low_node(l, is_set ? LANG_OP_BIND_SET : LANG_OP_BIND, false, var, v.node, -1));
    return low_read_var(l, var, &v);
}

static int bind_node(struct low *l, int node) {
    struct low_value v = low_plain(CORE_TYPE_NUMBER, node);
    return bind_new(l, v).node;
}

/* The nodes of a value, of which there are up to two. */
static int nodes_of(struct low_value *v, int **nodes) {
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
    bool idle =
        v->form == LOW_PLAIN && (v->known || !(lang_node_traits(l->rules, v->node) & LANG_ACTS));
    if (!idle) /* as most values are */
        bind_nodes(l, v, spare_without, LANG_ACTS);
}

void low_unpin(struct low *l, struct low_value *v) {
    struct core_node *nodes = l->rules->nodes;
    int last = l->list.last;
    if (v->form != LOW_PLAIN || v->known || last < 0 || nodes[last].a < 0)
        return;
    const struct core_node *read = &nodes[v->node], *bind = &nodes[nodes[last].a];
    bool set = read->op == LANG_OP_SET_VAR && bind->op == LANG_OP_BIND_SET;
    bool number = read->op == LANG_OP_VAR && bind->op == LANG_OP_BIND;
    if ((!set && !number) || bind->k || read->a != bind->a || !(nodes[bind->b].traits & LANG_ACTS))
        return;
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
    int *nodes[2];
    for (int i = 0; i < count; i++)
        for (int k = nodes_of(&values[i], nodes) - 1; k >= 0; k--)
            if (lang_node_traits(l->rules, *nodes[k]) & traits)
                return true;
    return false;
}

void low_keep_before(struct low *l, const struct low_mark *mark, struct low_value *values,
                     int count) {
    unsigned changed =
        (mark->writes != l->writes ? LANG_READS : 0) | (mark->stores != l->stores ? LANG_MOVES : 0);
    if (!any_with(l, values, count, changed))
        return;
    if (l->list.serial != mark->list.serial) /* a choice of a search came between */
        low_unsupported(l, l->place, "a value that changes between two choices");
    struct low_list whole = l->list;
    struct core_node *nodes = l->rules->nodes;
    int last = mark->list.last, rest = last >= 0 ? nodes[last].b : whole.first;
    l->list.first = last >= 0 ? whole.first : -1;
    l->list.last = last;
    if (last >= 0)
        nodes[last].b = -1;

    for (int i = 0; i < count; i++)
        bind_nodes(l, &values[i], spare_without, changed);

    if (l->list.last < 0)
        l->list.first = rest;
    else
        l->rules->nodes[l->list.last].b = rest;
    l->list.last = rest >= 0 ? whole.last : l->list.last;
}

int low_own_var(struct low *l, const struct low_value *v) {
    bool is_set = low_is_set(v);
    int var = low_new_var(l, is_set);
    int bind =
        low_node(l, is_set ? LANG_OP_BIND_SET : LANG_OP_BIND, false, var, low_node_of(l, v), -1);
    l->rules->nodes[bind].k = 1;
    low_add(l, bind);
    return var;
}

void low_add_store(struct low *l, int var, const struct low_value *v) {
    bool set = v->type == CORE_TYPE_SET;
    int *first = set ? &l->list.stored_set : &l->list.stored;
    low_add(
        l, low_node(l, set ? LANG_OP_STORE_SET : LANG_OP_STORE, false, var, low_node_of(l, v), -1));
    *first = var < *first ? var : *first;
    l->stores++;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void lower_append(struct low *l, int first, int last) {
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
    int list = -1;
    for (int i = count - 1; i >= 0; i--)
        list = low_node(l, LANG_OP_LIST, false, items[i], list, -1);
    return list;
}

struct low_list low_open(struct low *l) {
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
    outer->stored = own->stored < outer->stored ? own->stored : outer->stored;
    outer->stored_set = own->stored_set < outer->stored_set ? own->stored_set : outer->stored_set;
}

int low_close(struct low *l, struct low_list outer) {
    struct low_list own = l->list;
    l->list = outer;
    pass_stores(&l->list, &own);
    return own.first;
}

/* The traits of the statements, for what is outside of the list: a variable that was made in it is
 * read nowhere else. */
static unsigned list_traits(const struct low *l) {
    const struct low_list *list = &l->list;
    unsigned traits = lang_list_traits(l->rules, list->first) & ~(unsigned)LANG_STORES;
    bool stores = list->stored < list->vars || list->stored_set < list->sets;
    return traits | (stores ? LANG_STORES : 0);
}

/* A constant with statements that act before it: it is no constant any more. */
static void compute_known(struct low *l, struct low_value *v) {
    bool nil = v->form == LOW_REST || v->type == CORE_TYPE_NIL;
    if (v->form == LOW_LUA || v->form == LOW_LITERAL || v->form == LOW_PENDING)
        low_unsupported(l, l->place, "%s that is computed with effects", low_type_name(v));
    *v = nil ? low_thing(CORE_TYPE_UNKNOWN, low_constant(l, MST_NONE))
             : low_plain((enum core_type)v->type, low_node_of(l, v));
}

void low_close_value(struct low *l, struct low_list outer, struct low_value *v) {
    int *nodes[2];
    low_unpin(l, v);
    unsigned traits = list_traits(l);
    if (l->list.first >= 0 && v->form == LOW_LITERAL)
        low_unsupported(l, v->at, "a function or a table that is made after statements");
    if (!nodes_of(v, nodes) && traits & LANG_ACTS)
        compute_known(l, v);
    int count = nodes_of(v, nodes);
    if (count && l->list.first >= 0) {
        if (count > 1 && traits & (LANG_WRITES | LANG_STORES)) /* they would run twice */
            low_unsupported(l, l->place, "%s that is computed with effects", low_type_name(v));
        int block = low_node(l, LANG_OP_BLOCK, false, l->list.first, -1, -1);
        for (int i = 0; i < count; i++) {
            bool set = low_is_set(v);
            unsigned own = lang_node_traits(l->rules, *nodes[i]);
            *nodes[i] = low_node(l, LANG_OP_AFTER, set, block, *nodes[i], -1);
            l->rules->nodes[*nodes[i]].traits = (uint8_t)(own | traits);
        }
    }
    low_close(l, outer);
}

/* Append the statements of a list that was closed, of which `own` was the state. */
static void splice(struct low *l, const struct low_list *own) {
    for (int item = own->first; item >= 0; item = l->rules->nodes[item].b)
        if (l->rules->nodes[item].a >= 0)
            low_add(l, l->rules->nodes[item].a);
}

void low_close_whole(struct low *l, struct low_list outer, struct low_value *v) {
    if (!(list_traits(l) & LANG_ACTS) || (outer.inner == false && l->asking)) {
        low_close_value(l, outer, v);
        low_pin(l, v);
        return;
    }
    struct low_list own = l->list;
    low_close(l, outer);
    splice(l, &own);
}

int low_block_open(struct low *l, struct low_list *outer) {
    if (l->blocks == LOW_BLOCKS - 1)
        low_unsupported(l, l->place, "blocks nested too deeply");
    *outer = low_open(l);
    l->left[++l->blocks] = false;
    l->first_leave[l->blocks] = l->leave_count;
    return l->blocks;
}

/* Settle the jumps out of a block that is closing. If nothing leaves the block, it is not emitted,
 * so jumps to outer blocks cross one block fewer. */
static void settle_leaves(struct low *l, int block, bool left) {
    int kept = l->first_leave[block];
    for (int i = kept; i < l->leave_count; i++) {
        if (l->leaves[i].block == block)
            continue;
        if (!left)
            l->rules->nodes[l->leaves[i].node].k--;
        l->leaves[kept++] = l->leaves[i];
    }
    l->leave_count = kept;
}

/* A block that nothing leaves is replaced by its statements. */
void low_block_close(struct low *l, struct low_list outer) {
    struct low_list own = l->list;
    low_close(l, outer);
    bool left = l->left[l->blocks];
    settle_leaves(l, l->blocks--, left);
    if (own.first < 0)
        return;
    l->list.line = 0;
    if (left)
        low_add(l, low_node(l, LANG_OP_BLOCK, false, own.first, -1, -1));
    else
        lower_append(l, own.first, own.last);
}

void low_leave(struct low *l, int block) {
    int leave = low_node(l, LANG_OP_LEAVE, false, -1, -1, -1);
    l->rules->nodes[leave].k = l->blocks - block;
    l->left[block] = true;
    if (l->leave_count == LOW_LEAVES)
        low_unsupported(l, l->place, "too many jumps out of blocks");
    l->leaves[l->leave_count].node = leave;
    l->leaves[l->leave_count++].block = block;
    low_add(l, leave);
}
