/* The reference of a game as Markdown, for authors of modules: the declarations of each module, and
 * the additions of other modules to them. Declarations are recorded while modules load; their help
 * is `help`, or the `---` comment above them.
 *
 * K1 The output depends only on the order of modules and declarations.
 * K2 Nothing is changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"
#include "host/syntax/tree.h"
#include "rulesets/ruleset.h"
#include "muster/rulebook.h"

struct printing {
    struct host *host;
    lua_State *L;
    struct mst_buf *out;
    const char *module;  /* the module whose section is printed */
    const char *heading; /* heading to print before the next item, if there is one */
};

/* ---- words ----------------------------------------------------------------------------------- */

/* Append a text on one line, without indentation; in a table cell `|` is escaped. */
static void put_line(struct mst_buf *out, const char *text, bool cell) {
    size_t start = out->length;
    for (bool blank = false; *text; text++) {
        blank = blank || *text == ' ' || *text == '\n' || *text == '\t';
        if (*text == ' ' || *text == '\n' || *text == '\t')
            continue;
        if (blank && out->length > start)
            mst_buf_char(out, ' ');
        blank = false;
        mst_buf_puts(out, cell && *text == '|' ? "\\" : "");
        mst_buf_char(out, *text);
    }
}

static void put_heading(struct printing *p) {
    mst_buf_puts(p->out, p->heading);
    p->heading = "";
}

static const char *type_name(enum core_type type) {
    static const char *const names[CORE_TYPE_COUNT] = {
        "", "integer", "boolean", "Set", "Zone", "Piece", "Seat", "Place", "Kind", "string", "nil"};
    return names[type];
}

/* ---- comments -------------------------------------------------------------------------------- */

/* Read the `---` comment above the line "lua/x.lua:12" into `comment`. */
static void read_comment(const struct printing *p, const char *origin, struct mst_buf *comment) {
    const char *colon = strrchr(origin, ':');
    size_t length = colon ? (size_t)(colon - origin) : 0, size;
    struct mst_buf path = {0}, shown = {0};
    struct mst_error error = {0};
    for (int i = 0; length && sandbox_source(p->L, i, &path, &shown); i++) {
        bool same = shown.length == length && !memcmp(mst_buf_text(&shown), origin, length);
        char *text = same ? mst_read_file(mst_buf_text(&path), 1 << 20, &size, &error) : NULL;
        p->out->failed |= path.failed || shown.failed || error.status == MST_NO_MEMORY;
        if (text) {
            struct syn_tree tree = {.source = text, .size = size};
            syn_comment(&tree, atoi(colon + 1), comment);
            p->out->failed |= comment->failed;
            mst_free(text);
            break;
        }
        mst_buf_reset(&path);
        mst_buf_reset(&shown);
    }
    mst_buf_clear(&path);
    mst_buf_clear(&shown);
}

/* Append the lines of a comment, except annotations ("@param ..."). */
static void put_sentences(struct mst_buf *out, const char *comment, bool cell) {
    struct mst_buf text = {0};
    while (*comment) {
        size_t length = strcspn(comment, "\n");
        if (*comment != '@')
            mst_buf_bytes(&text, comment, length);
        mst_buf_char(&text, ' ');
        comment += length + (comment[length] == '\n');
    }
    put_line(out, mst_buf_text(&text), cell);
    out->failed |= text.failed;
    mst_buf_clear(&text);
}

/* Append the help of a declaration, or "(no help)". */
static void put_help(const struct printing *p, const struct core_entry *entry, bool cell) {
    size_t before = p->out->length;
    struct mst_buf comment = {0};
    if (!*entry->help)
        read_comment(p, entry->origin, &comment);
    put_line(p->out, entry->help, cell);
    put_sentences(p->out, mst_buf_text(&comment), cell);
    mst_buf_puts(p->out, p->out->length > before ? "" : "(no help)");
    mst_buf_clear(&comment);
}

/* Append the type in "@param name type" or "@return type", preceded by `before`. */
static void put_annotation(struct mst_buf *out, const char *comment, const char *tag,
                           const char *before) {
    const char *at = strstr(comment, tag);
    size_t length = 0;
    if (!at)
        return;
    at += strlen(tag);
    for (int depth = 0; at[length] && at[length] != '\n'; length++) {
        if (at[length] == ' ' && !depth && at[length - 1] != ':')
            break;
        depth += !!strchr("(<{", at[length]) - !!strchr(")>}", at[length]);
    }
    mst_buf_puts(out, before);
    mst_buf_bytes(out, at, length);
}

/* ---- facts, pieces, places ------------------------------------------------------------------- */

static bool begins_at_nothing(const struct core_field *field, enum core_type type) {
    return type >= CORE_TYPE_ZONE && field->initial == MST_NONE;
}

static void put_values(struct mst_buf *out, const struct core_field *field, enum core_type type) {
    static const char *const seen[] = {"", ", seen by its owner", ", seen by nobody", ", a face"};
    if (type == CORE_TYPE_BOOLEAN)
        mst_buf_puts(out, "flag");
    else if (type >= CORE_TYPE_ZONE)
        mst_buf_printf(out, "%s%s", type_name(type), field->min == MST_NONE ? "?" : "");
    else
        mst_buf_printf(out, "%d to %d", (int)field->min, (int)field->max);
    if (field->letters)
        mst_buf_printf(out, ", written `%s`", field->letters);
    mst_buf_puts(out, seen[field->seen]);
    mst_buf_puts(out, field->indexed ? ", indexed" : "");
    mst_buf_puts(out, field->hashed ? "" : ", not hashed");
}

static void put_start(struct mst_buf *out, const struct core_field *field, enum core_type type) {
    if (field->each)
        mst_buf_puts(out, "by piece");
    else if (type == CORE_TYPE_BOOLEAN)
        mst_buf_puts(out, field->initial ? "true" : "false");
    else if (begins_at_nothing(field, type))
        mst_buf_puts(out, "nil");
    else
        mst_buf_int(out, field->initial);
}

static void print_field(struct printing *p, const struct core_entry *entry) {
    static const char *const of[] = {"game", "seat", "zone", "piece"};
    const struct core_field *field = &p->host->rules->schema->fields[entry->index];
    enum core_type type = p->host->field_rule[entry->index].type;
    mst_buf_printf(p->out, "| `%s` | %s | ", field->name, of[field->of]);
    put_values(p->out, field, type);
    mst_buf_puts(p->out, " | ");
    put_start(p->out, field, type);
}

static void print_pieces(struct printing *p, const struct core_entry *entry) {
    const struct core_piece_type *type = &p->host->rules->schema->types[entry->index];
    mst_buf_printf(p->out, "| `%s` | %d pieces%s%s%s", type->name, type->count,
                   type->text ? ", written `" : "", type->text ? type->text : "",
                   type->text ? "`" : "");
}

static void print_container(struct printing *p, const struct core_entry *entry) {
    static const char *const faces[] = {"", ", faces seen by its seat", ", faces seen by nobody"};
    const struct core_schema *schema = p->host->rules->schema;
    const struct core_container *c = &schema->containers[entry->index];
    mst_buf_printf(p->out, "| `%s` | place%s, %s", c->name, c->per_seat ? " of each seat" : "",
                   c->ordered ? "in order" : "without order");
    for (int i = 0; i < c->sorts; i++)
        mst_buf_printf(p->out, "%s%s`%s`", i ? ", " : ", listed by ",
                       c->descending >> i & 1 ? "falling " : "", schema->fields[c->sort[i]].name);
    mst_buf_puts(p->out, faces[c->faces]);
}

/* ---- functions: queries and what a module returns -------------------------------------------- */

/* Append "cost(unit: Piece?): integer" for the function on top of the stack. The types come from
 * its comment. */
static void put_signature(const struct printing *p, const char *name, const char *comment,
                          enum core_type result) {
    struct mst_buf text = {0};
    const char *param;
    mst_buf_printf(&text, "`%s(", name);
    for (int i = 0; (param = lua_getlocal(p->L, NULL, i + 1)); i++) {
        char tag[CORE_NAME_SIZE + 40];
        snprintf(tag, sizeof tag, "@param %s ", param);
        mst_buf_printf(&text, "%s%s", i ? ", " : "", param);
        put_annotation(&text, comment, tag, ": ");
    }
    mst_buf_char(&text, ')');
    if (strstr(comment, "@return "))
        put_annotation(&text, comment, "@return ", ": ");
    else if (*type_name(result))
        mst_buf_printf(&text, ": %s", type_name(result));
    mst_buf_char(&text, '`');
    for (const char *at = mst_buf_text(&text); *at; at++)
        if (!strncmp(at, "muster.", 7))
            at += 6;
        else
            mst_buf_printf(p->out, *at == '|' ? "\\|" : "%c", *at);
    p->out->failed |= text.failed;
    mst_buf_clear(&text);
}

/* Print a row for the function on top of the stack, declared at `origin` (NULL: at its body). In a
 * table inside the module's result, only commented functions are public. */
static void print_function(struct printing *p, const char *name, const char *origin,
                           enum core_type result) {
    char place[200];
    struct mst_buf comment = {0};
    lua_Debug ar;
    lua_pushvalue(p->L, -1);
    lua_getinfo(p->L, ">S", &ar);
    snprintf(place, sizeof place, "%s:%d", ar.source + 1, ar.linedefined);
    read_comment(p, origin ? origin : place, &comment);
    if (comment.length || !strchr(name, '.')) {
        put_heading(p);
        mst_buf_puts(p->out, "| ");
        put_signature(p, name, mst_buf_text(&comment), result);
        mst_buf_puts(p->out, " | ");
        put_sentences(p->out, mst_buf_text(&comment), true);
        mst_buf_printf(p->out, " | %s |\n", origin ? origin : place);
    }
    mst_buf_clear(&comment);
}

/* Print a value that a module returns, if it is a function. */
static void print_function_of(struct printing *p, const char *name) {
    const struct host_handle *handle = host_handle_at(p->L, -1);
    const struct host_rule *rule = NULL;
    if (handle && (handle->kind == HOST_HANDLE_ONCE || handle->kind == HOST_HANDLE_PROCEDURE))
        rule = &p->host->rule[handle->index];
    if (!rule && (!lua_isfunction(p->L, -1) || lua_iscfunction(p->L, -1)))
        return;
    if (rule)
        lua_rawgeti(p->L, LUA_REGISTRYINDEX, rule->layers[0].ref);
    print_function(p, name, rule ? rule->layers[0].origin : NULL,
                   rule && rule->kind == HOST_RULE_ONCE ? rule->result : CORE_TYPE_UNKNOWN);
}

struct named {
    const char *name;
    lua_Integer value;
};

static int compare_named(const void *a, const void *b) {
    const struct named *one = a, *other = b;
    int order = (one->value > other->value) - (one->value < other->value);
    return order ? order : strcmp(one->name, other->name);
}

/* List the named entries of the table on top of the stack: by number, then by name. Pushes the
 * userdata that holds them. *plain: are these all entries, and numbers? */
static struct named *sorted_names(lua_State *L, size_t *count, bool *plain) {
    size_t most = 0;
    *count = 0;
    *plain = true;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
        most++;
    struct named *list = lua_newuserdatauv(L, (most + 1) * sizeof *list, 0);
    for (lua_pushnil(L); lua_next(L, -3); lua_pop(L, 1)) {
        bool named = lua_type(L, -2) == LUA_TSTRING;
        *plain = *plain && named && lua_isinteger(L, -1);
        if (named)
            list[(*count)++] = (struct named){lua_tostring(L, -2), 0};
    }
    for (size_t i = 0; *plain && i < *count; i++) {
        lua_getfield(L, -2, list[i].name);
        list[i].value = lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    qsort(list, *count, sizeof *list, compare_named);
    return list;
}

/* Append the entries of the table on top of the stack, if they are all named numbers. */
static bool put_enum(struct mst_buf *out, lua_State *L) {
    size_t count;
    bool plain;
    const struct named *list = sorted_names(L, &count, &plain);
    for (size_t i = 0; plain && i < count; i++)
        mst_buf_printf(out, "%s`%s` %d", i ? ", " : "", list[i].name, (int)list[i].value);
    lua_pop(L, 1);
    return plain && count;
}

/* Numbers, tables of named numbers and letters are constants. */
static void print_constant_of(struct printing *p, const char *name) {
    const struct host_handle *handle = host_handle_at(p->L, -1);
    struct mst_buf text = {0};
    switch (lua_type(p->L, -1)) {
    case LUA_TNUMBER: mst_buf_int(&text, lua_tointeger(p->L, -1)); break;
    case LUA_TTABLE: put_enum(&text, p->L); break;
    default:
        if (handle && handle->kind == HOST_HANDLE_DOMAIN && handle->index >= 0)
            mst_buf_printf(&text, "letters `%s`", p->host->domains[handle->index].letters);
    }
    if (text.length) {
        put_heading(p);
        mst_buf_printf(p->out, "| `%s` | %s |\n", name, mst_buf_text(&text));
    }
    p->out->failed |= text.failed;
    mst_buf_clear(&text);
}

typedef void value_printer(struct printing *p, const char *name);

/* Print the named entries of the table on top of the stack, and of tables inside it. A table of
 * named numbers is one constant. */
static void print_values(struct printing *p, const char *table, value_printer *print) {
    lua_State *L = p->L;
    size_t count;
    bool plain;
    int top = lua_gettop(L);
    struct named *list = sorted_names(L, &count, &plain);
    for (size_t i = 0; i < count && !(plain && *table); i++) {
        char name[100];
        snprintf(name, sizeof name, "%s%s%s", table, *table ? "." : "", list[i].name);
        lua_getfield(L, top, list[i].name);
        print(p, name);
        if (lua_istable(L, top + 2) && !*table)
            print_values(p, name, print);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

/* Print the value that `require` returns for the module. */
static void print_offers(struct printing *p, value_printer *print) {
    struct mst_error error;
    if (sandbox_require_module(p->L, p->module, &error) != MST_OK) {
        p->out->failed |= error.status == MST_NO_MEMORY;
        return;
    }
    if (lua_istable(p->L, -1))
        print_values(p, "", print);
    lua_pop(p->L, 1);
}

/* ---- queries, events, hooks ------------------------------------------------------------------ */

static void print_query(struct printing *p, const struct core_entry *entry) {
    static const char *const joins[] = {
        [HOST_JOIN_REPLACE] = "replaced", [HOST_JOIN_OR] = "or",   [HOST_JOIN_AND] = "and",
        [HOST_JOIN_MIN] = "min",          [HOST_JOIN_MAX] = "max", [HOST_JOIN_SUM] = "+",
    };
    const struct host_rule *rule = &p->host->rule[entry->index];
    struct mst_buf comment = {0};
    read_comment(p, entry->origin, &comment);
    lua_rawgeti(p->L, LUA_REGISTRYINDEX, rule->layers[0].ref);
    put_signature(p, rule->name, mst_buf_text(&comment), rule->result);
    lua_pop(p->L, 1);
    mst_buf_clear(&comment);
    mst_buf_puts(p->out, "\n\n");
    put_help(p, entry, false);
    mst_buf_printf(p->out, "\n\n- declared in %s\n", entry->origin);
    for (int i = 1; i < rule->layer_count; i++)
        mst_buf_printf(p->out, "- %s: %s (%s)\n", joins[rule->layers[i].join],
                       rule->layers[i].module, rule->layers[i].origin);
}

static void print_listeners(struct printing *p, const struct core_entry *entry,
                            const struct host_listener *listeners, int count) {
    mst_buf_puts(p->out, "\n\n");
    put_help(p, entry, false);
    mst_buf_printf(p->out, "\n\n- declared in %s\n", entry->origin);
    for (int i = 0; i < count; i++)
        mst_buf_printf(p->out, "- listened to by %s (%s)\n", listeners[i].module,
                       listeners[i].origin);
}

static void print_event(struct printing *p, const struct core_entry *entry) {
    const struct core_event *event = &p->host->rules->events[entry->index];
    const struct host_event_rule *rule = &p->host->event_rule[entry->index];
    mst_buf_printf(p->out, "`%s(", event->name);
    for (int i = 0; i < event->param_count; i++) {
        const char *type = type_name((enum core_type)event->types[i]);
        mst_buf_printf(p->out, "%s%s%s%s", i ? ", " : "", event->params[i], *type ? ": " : "",
                       type);
    }
    mst_buf_puts(p->out, ")`");
    print_listeners(p, entry, rule->listeners, rule->listener_count);
}

static void print_hook(struct printing *p, const struct core_entry *entry) {
    static const char *const folds[] = {"nothing", "the first result that is not nil",
                                        "its first argument, passed through every listener",
                                        "the sum of the results", "true unless a result is false"};
    const struct host_hook_rule *hook = &p->host->hook_rule[entry->index];
    mst_buf_printf(p->out, "`%s`, returns %s", hook->name, folds[hook->fold]);
    print_listeners(p, entry, hook->listeners, hook->listener_count);
}

/* ---- decisions and moves --------------------------------------------------------------------- */

/* The title in menus, if it differs from the name. */
static const char *reference_game_title_of(const char *name, const char *title) {
    return strcmp(name, title) ? title : "(no help)";
}

static void put_param(struct mst_buf *out, const struct core_param *param) {
    static const char *const kinds[] = {
        [CORE_CLAUSE_ZONES] = "zone",    [CORE_CLAUSE_PIECES] = "piece",
        [CORE_CLAUSE_SUBSET] = "pieces", [CORE_CLAUSE_STEP] = "zone",
        [CORE_CLAUSE_SAMPLE] = "number",
    };
    mst_buf_printf(out, "`%s` ", param->name);
    if (param->kind != CORE_CLAUSE_RANGE)
        mst_buf_puts(out, kinds[param->kind]);
    else if (param->letters)
        mst_buf_printf(out, "one of `%s`", param->letters);
    else
        mst_buf_printf(out, "%d to %d", (int)param->min, (int)param->max);
}

/* Append the notation of the move, with parameters in braces. */
static void put_notation(struct mst_buf *out, const struct core_kind *kind) {
    mst_buf_char(out, '`');
    for (int i = 0; i < kind->segment_count; i++) {
        const struct core_segment *segment = &kind->segments[i];
        if (segment->param < 0)
            put_line(out, segment->text, true);
        else
            mst_buf_printf(out, "{%s}", kind->params[segment->param].name);
    }
    mst_buf_char(out, '`');
}

/* Append the rule ids that `permit` may name: those of the move's conditions, each once. */
static void put_rules(struct mst_buf *out, const struct core_kind *kind) {
    for (int i = 0; i < kind->reason_count; i++) {
        const char *id = kind->reasons[i].rule;
        bool said = !*id;
        for (int k = 0; k < i && !said; k++)
            said = !strcmp(kind->reasons[k].rule, id);
        if (!said)
            mst_buf_printf(out, " %s", id);
    }
}

static void print_move(const struct printing *p, const struct core_kind *kind) {
    mst_buf_printf(p->out, "| `%s` | ", kind->name);
    put_notation(p->out, kind);
    mst_buf_puts(p->out, " | ");
    for (int i = 0; i < kind->param_count; i++) {
        mst_buf_puts(p->out, i ? ", " : "");
        put_param(p->out, &kind->params[i]);
    }
    mst_buf_puts(p->out, kind->param_count ? " | " : "| ");
    put_line(p->out, reference_game_title_of(kind->name, kind->title), true);
    mst_buf_puts(p->out, " |");
    put_rules(p->out, kind);
    mst_buf_printf(p->out, " | %s |\n", kind->origin);
}

static void print_permissions(const struct printing *p, int kind) {
    static const char *const words[] = {
        [HOST_FORBID] = "forbidden", [HOST_PERMIT] = "permitted", [HOST_OBLIGE] = "obliged"};
    const struct host_move_rule *rule = &p->host->move_rule[kind];
    for (int i = 0; i < rule->permission_count; i++) {
        const struct core_reason *reason = &rule->permissions[i].reason;
        bool id = reason->rule && *reason->rule;
        mst_buf_printf(p->out, "- `%s` is %s by %s%s%s (%s)\n", p->host->rules->kinds[kind].name,
                       words[rule->permissions[i].kind], reason->module, id ? ", " : "",
                       id ? reason->rule : "", reason->origin);
    }
}

/* Print the module's moves at a decision, or (MST_NONE) at every decision. */
static void print_moves(struct printing *p, int decision, const char *heading) {
    const struct core_rules *rules = p->host->rules;
    for (int i = 0; i < rules->kind_count; i++) {
        if (rules->kinds[i].decision != decision || strcmp(rules->kinds[i].module, p->module) != 0)
            continue;
        put_heading(p);
        mst_buf_puts(p->out, heading);
        if (*heading)
            mst_buf_puts(p->out, "| move | written | chooses | menu | rules | declared |\n"
                                 "|---|---|---|---|---|---|\n");
        heading = "";
        print_move(p, &rules->kinds[i]);
    }
    if (*heading)
        return;
    mst_buf_char(p->out, '\n');
    size_t before = p->out->length;
    for (int i = 0; i < rules->kind_count; i++)
        if (rules->kinds[i].decision == decision && !strcmp(rules->kinds[i].module, p->module))
            print_permissions(p, i);
    mst_buf_puts(p->out, p->out->length > before ? "\n" : "");
}

static bool is_own(const struct printing *p, int decision) {
    for (int i = 0; i < p->host->entry_count; i++)
        if (p->host->entries[i].kind == HOST_ENTRY_DECISION &&
            p->host->entries[i].index == decision)
            return !strcmp(p->host->entries[i].module, p->module);
    return false;
}

static void print_decisions(struct printing *p) {
    const struct core_rules *rules = p->host->rules;
    for (int i = 0; i < rules->decision_count; i++) {
        const struct core_decision *decision = &rules->decisions[i];
        char heading[300];
        bool own = is_own(p, i);
        if (decision->automatic)
            continue;
        bool ruled = own && *decision->rule;
        snprintf(heading, sizeof heading, "#### `%s`: %s\n\n%s%s%s%s%s", decision->name,
                 reference_game_title_of(decision->name, decision->title),
                 own ? "Declared in " : "", own ? decision->origin : "", ruled ? ", by " : "",
                 ruled ? decision->rule : "", own ? ".\n\n" : "");
        print_moves(p, i, heading);
    }
    print_moves(p, MST_NONE, "#### At every decision\n\n");
}

static void print_steps(struct printing *p) {
    for (int i = 0; i < p->host->rules->decision_count; i++) {
        const struct core_decision *decision = &p->host->rules->decisions[i];
        if (!decision->automatic || !is_own(p, i))
            continue;
        put_heading(p);
        mst_buf_printf(p->out, "| `%s` | %s | %s |\n", decision->name,
                       reference_game_title_of(decision->name, decision->title), decision->origin);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void print_board(const struct printing *p) {
    const struct core_rules *rules = p->host->rules;
    const struct core_board *board = rules->schema->board;
    mst_buf_printf(p->out, "%d seats; a board of %d zones, `%s` to `%s`, with the directions",
                   rules->schema->seats, board->zones, board->names[0],
                   board->names[board->zones - 1]);
    for (int d = 0; d < board->directions; d++)
        mst_buf_printf(p->out, " `%s`", board->direction_names[d]);
    mst_buf_puts(p->out, rules->ending_count ? ".\n\nEndings:" : ".");
    for (int i = 0; i < rules->ending_count; i++)
        mst_buf_printf(p->out, " `%s`", rules->endings[i]);
    mst_buf_puts(p->out, "\n\n");
}

typedef void entry_printer(struct printing *p, const struct core_entry *entry);

/* Print the module's declarations of a kind: as table rows or as sections. */
static void print_entries(struct printing *p, enum host_entry_kind kind, entry_printer *print,
                          bool rows) {
    for (int i = 0; i < p->host->entry_count; i++) {
        const struct core_entry *entry = &p->host->entries[i];
        if (entry->kind != kind || strcmp(entry->module, p->module) != 0)
            continue;
        put_heading(p);
        mst_buf_puts(p->out, rows ? "" : "#### ");
        print(p, entry);
        if (rows) {
            mst_buf_puts(p->out, " | ");
            put_help(p, entry, true);
            mst_buf_printf(p->out, " | %s |", entry->origin);
        }
        mst_buf_char(p->out, '\n');
    }
}

static void open_part(struct printing *p, const char *heading) {
    p->heading = heading;
}

/* A table needs a blank line after it. */
static void close_table(struct printing *p) {
    mst_buf_puts(p->out, *p->heading ? "" : "\n");
}

static void print_module(struct printing *p, const struct host_module *module) {
    p->module = module->name;
    bool titled = module->title && strcmp(module->title, module->name) != 0;
    mst_buf_printf(p->out, "## `%s`%s%s\n\n", module->name, titled ? ": " : "",
                   titled ? module->title : "");
    open_part(p, "### Pieces\n\n| pieces | what | meaning | declared |\n|---|---|---|---|\n");
    print_entries(p, HOST_ENTRY_PIECES, print_pieces, true);
    close_table(p);
    open_part(p,
              "### Containers\n\n| container | what | meaning | declared |\n|---|---|---|---|\n");
    print_entries(p, HOST_ENTRY_CONTAINER, print_container, true);
    close_table(p);
    open_part(p, "### Facts\n\n| fact | of | values | at first | meaning | declared |\n"
                 "|---|---|---|---|---|---|\n");
    print_entries(p, HOST_ENTRY_FIELD, print_field, true);
    close_table(p);
    open_part(p, "### Constants\n\n| constant | value |\n|---|---|\n");
    print_offers(p, print_constant_of);
    close_table(p);
    open_part(p, "### Functions\n\n| function | meaning | declared |\n|---|---|---|\n");
    print_offers(p, print_function_of);
    close_table(p);
    open_part(p, "### Queries\n\n");
    print_entries(p, HOST_ENTRY_QUERY, print_query, false);
    open_part(p, "### Events\n\n");
    print_entries(p, HOST_ENTRY_EVENT, print_event, false);
    open_part(p, "### Hooks\n\n");
    print_entries(p, HOST_ENTRY_HOOK, print_hook, false);
    open_part(p, "### Decisions and moves\n\n");
    print_decisions(p);
    open_part(p, "### Steps\n\n| step | what it does | declared |\n|---|---|---|\n");
    print_steps(p);
    close_table(p);
}

static int print_all(lua_State *L) {
    struct printing *p = lua_touserdata(L, 1);
    mst_buf_printf(p->out, "# Reference of %s\n\n", host_title(p->host));
    mst_buf_puts(p->out,
                 "Generated by `muster reference` from what the modules of the ruleset declare. "
                 "Facts are read and written\nwith brackets; constants and functions are fields "
                 "of what `require` returns. Other modules change a query\nwith `query:amend`, "
                 "listen with `event:on` and `hook:on`, and restrict moves with `move:forbid`,\n"
                 "`move:permit` (by one of the rules listed) and `move:oblige`.\n\n");
    print_board(p);
    for (int rank = 0; rank < p->host->module_count; rank++)
        for (int i = 0; i < p->host->module_count; i++)
            if (p->host->modules[i].rank == rank && p->host->modules[i].loaded)
                print_module(p, &p->host->modules[i]);
    return 0;
}

static bool print_game(struct host *host, struct mst_buf *out, struct mst_error *error) {
    struct printing p = {.host = host, .L = host->L, .out = out, .heading = ""};
    lua_pushcfunction(host->L, print_all);
    lua_pushlightuserdata(host->L, &p);
    return sandbox_call(host->L, 1, 0, error) == MST_OK;
}

bool mst_ruleset_reference(const struct mst_ruleset *ruleset, struct mst_buf *out,
                           struct mst_error *error) {
    return print_game(ruleset->host, out, error);
}
