/* The parameters of a kind of moves: their bits in the move code, their place in its text, and
 * which of them other modules name. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"

/* ---- declared choices ------------------------------------------------------------------------ */

static int param_named(const struct core_kind *kind, const char *name, size_t length) {
    for (int i = 0; i < kind->param_count; i++)
        if (strlen(kind->params[i].name) == length && !memcmp(kind->params[i].name, name, length))
            return i;
    return -1;
}

/* Take the bounds of the domain of letters or the range on top of the stack. */
static bool take_range(lua_State *L, struct core_param *param) {
    const struct host *host = host_of(L);
    const struct host_handle *handle = host_handle_at(L, -1);
    const struct host_range_handle *range = (const void *)handle;
    if (!handle || (handle->kind != HOST_HANDLE_RANGE && handle->kind != HOST_HANDLE_DOMAIN))
        return false;

    /* For a part of a domain the whole domain counts: its letters are read from the first. */
    param->kind = CORE_CLAUSE_RANGE;
    param->min = range->from;
    param->max = range->most;

    if (handle->kind == HOST_HANDLE_DOMAIN) {
        const struct host_domain *domain = &host->domains[handle->index];
        param->min = 0;
        param->max = domain->count - 1;
        param->letters = host_strdup(L, domain->letters);
        param->width = domain->width;
    }
    return true;
}

/* Take the type of a choice from the top of the stack: a word, a range or a domain. */
static void take_choice(lua_State *L, const struct core_kind *kind, struct core_param *param) {
    static const char *const names[] = {"zone", "step", "piece", "subset", "sample"};
    static const enum core_clause_kind kinds[] = {CORE_CLAUSE_ZONES, CORE_CLAUSE_STEP,
                                                  CORE_CLAUSE_PIECES, CORE_CLAUSE_SUBSET,
                                                  CORE_CLAUSE_SAMPLE};

    if (take_range(L, param))
        return;
    for (int i = 0; lua_type(L, -1) == LUA_TSTRING && i < 5; i++)
        if (!strcmp(names[i], lua_tostring(L, -1))) {
            host_type_param(L, param, kinds[i]);
            return;
        }
    /* The origin comes first in the text: no line of the rules runs now. */
    luaL_error(L,
               "%s: move '%s': the choice '%s' must be one of zone, step, piece, subset, sample, a "
               "range or a domain of letters, found %s",
               kind->origin, kind->name, param->name, host_describe(L, -1));
}

void host_type_param(lua_State *L, struct core_param *param, enum core_clause_kind kind) {
    const struct core_schema *s = host_of(L)->rules->schema;
    param->kind = kind;
    param->min = 0;
    switch (kind) {
    case CORE_CLAUSE_PIECES: param->max = s->pieces ? s->pieces - 1 : 0; break;
    case CORE_CLAUSE_SUBSET: param->max = (1 << CORE_MOST_SUBSET) - 1; break;
    case CORE_CLAUSE_SAMPLE: param->max = CORE_SAMPLES - 1; break;
    default: param->max = s->board->zones - 1; /* a zone, or that in which a step begins */
    }
}

struct core_param *host_add_param(lua_State *L, struct core_kind *kind, const char *name,
                                  size_t length) {
    if (kind->param_count == CORE_MOST_PARAMS)
        luaL_error(L, "%s: move '%s' has more than %d choices", kind->origin, kind->name,
                   CORE_MOST_PARAMS);
    if (length >= CORE_NAME_SIZE)
        luaL_error(L, "%s: move '%s': the name '%s' has more than %d characters", kind->origin,
                   kind->name, name, CORE_NAME_SIZE - 1);

    struct core_param *param = &kind->params[kind->param_count++];
    snprintf(param->name, sizeof param->name, "%.*s", (int)length, name);
    snprintf(param->called, sizeof param->called, "%.*s", (int)length, name);
    return param;
}

/* A choice is not known because `legal` runs as Lua: report what could not be compiled. */
static void obscured(lua_State *L, const struct core_kind *kind, const struct core_param *param,
                     const struct host_note *why) {
    /* The message is about the move, but the place is where compiling stopped. */
    struct host *host = host_of(L);
    const char *text =
        lua_pushfstring(L,
                        "move '%s' does not know its choice '%s', because this part of its "
                        "'legal' cannot be compiled: ",
                        kind->name, param->name);

    host->spot = why->spot;
    host->spot.message += (int)strlen(text);
    luaL_error(L, "%s: %s%s", why->at, text, why->text);
}

/* If the choices are not known from the source, declare them in the order of the text, with the
 * types given in `choices`. */
static void declared_choices(lua_State *L, struct core_kind *kind,
                             const struct host_move_rule *rule) {
    for (const char *at = strchr(rule->text, '{'); at; at = strchr(at, '{')) {
        size_t length = strcspn(++at, "}");
        /* A choice may be named twice in the text. */
        if (param_named(kind, at, length) >= 0)
            continue;
        struct core_param *param = host_add_param(L, kind, at, length);

        /* The note says what in `legal` could not be compiled, if that is why the choice is not
         * known. */
        struct host *host = host_of(L);
        bool known = rule->obstacle > 0 && rule->obstacle <= host->note_count;
        const struct host_note *why = known ? &host->notes[rule->obstacle - 1] : NULL;
        if (rule->choices == LUA_NOREF && why)
            obscured(L, kind, param, why);
        if (rule->choices == LUA_NOREF)
            luaL_error(L,
                       "%s: move '%s': the type of the choice '%s' cannot be found in the source; "
                       "declare it, as in choices = { %s = \"zone\" }",
                       kind->origin, kind->name, param->name, param->name);

        lua_rawgeti(L, LUA_REGISTRYINDEX, rule->choices);
        lua_getfield(L, -1, param->name);
        take_choice(L, kind, param);
        lua_pop(L, 2);
    }
}

/* ---- bits and text --------------------------------------------------------------------------- */

static void lay_params(lua_State *L, struct core_kind *kind) {
    int shift = 0;
    for (int i = 0; i < kind->param_count; i++) {
        struct core_param *param = &kind->params[i];
        /* Enough bits for all values, counted from the least. */
        int bits = 1;
        while ((INT64_C(1) << bits) <= param->max - param->min)
            bits++;

        param->mask = (1ULL << bits) - 1;
        param->shift = shift;
        shift += bits;
    }

    if (shift > 56) /* the bits below the number of the kind */
        luaL_error(L, "%s: the choices of move '%s' need %d bits; a move has 56", kind->origin,
                   kind->name, shift);
}

/* Push the parameters whose bits are not set in `without`, as in "{from} {dest}". */
static const char *list_params(lua_State *L, const struct core_kind *kind, int without) {
    lua_pushliteral(L, "");
    for (int i = 0; i < kind->param_count; i++)
        if (!(without >> i & 1)) {
            const char *sofar = lua_tostring(L, -1);
            lua_pushfstring(L, "%s%s{%s}", sofar, *sofar ? " " : "", kind->params[i].name);
            lua_remove(L, -2);
        }
    return lua_tostring(L, -1);
}

/* Read the segment at the start of `text`. Returns its length in bytes. */
static size_t read_segment(lua_State *L, struct core_kind *kind, const char *text) {
    struct core_segment *segment =
        host_grow(L, &kind->segments, &kind->segment_count, sizeof *kind->segments);
    char literal[64];
    size_t length = strcspn(text, *text == '{' ? "}" : "{");

    segment->param = -1;
    if (*text == '{') {
        segment->param = text[length] ? param_named(kind, text + 1, length - 1) : -1;
        /* Also for a { without a }. */
        if (segment->param < 0)
            luaL_error(L, "%s: '%s' in the text of move '%s' is not one of its choices%s%s",
                       kind->origin, text, kind->name, kind->param_count ? ": " : "",
                       list_params(L, kind, 0));
        return length + 1;
    }

    if (length >= sizeof literal)
        luaL_error(L, "%s: move '%s': the literals of its text must be shorter than %d characters",
                   kind->origin, kind->name, (int)sizeof literal);
    snprintf(literal, sizeof literal, "%.*s", (int)length, text);
    spec_notation(L, lua_pushfstring(L, "%s: move '%s'", kind->origin, kind->name), literal);
    lua_pop(L, 1);

    segment->text = host_strdup(L, literal);
    return length;
}

static void read_format(lua_State *L, struct core_kind *kind, const char *text) {
    int used = 0;
    while (*text) {
        text += read_segment(L, kind, text);

        int param = kind->segments[kind->segment_count - 1].param;
        used |= param < 0 ? 0 : 1 << param;
    }

    /* A choice that the text does not show could not be read back from it. */
    if (used != (1 << kind->param_count) - 1)
        luaL_error(L,
                   "%s: the text of move '%s' must name every choice so that it can be parsed; it "
                   "lacks %s",
                   kind->origin, kind->name, list_params(L, kind, used));
}

/* ---- choices that other modules name------------------------------------------------------------
 */

/* Find the choices that the parameters of a permission's function name. */
static void find_taken(lua_State *L, const struct core_kind *kind, struct host_permission *p) {
    const char *name;
    p->take_count = 0;
    p->last = -1;
    lua_rawgeti(L, LUA_REGISTRYINDEX, p->ref);

    /* Without a running function, lua_getlocal names the parameters of the one on the stack. */
    while ((name = lua_getlocal(L, NULL, p->take_count + 1))) {
        int at = param_named(kind, name, strlen(name));
        if (at < 0 || p->take_count == CORE_MOST_PARAMS)
            luaL_error(L, "%s: move '%s' has no choice '%s'; it has: %s", p->reason.origin,
                       kind->name, name, kind->param_count ? list_params(L, kind, 0) : "none");

        p->takes[p->take_count++] = at;
        p->last = at > p->last ? at : p->last;
    }
    lua_pop(L, 1);
}

/* Check a kind of a sampled chance decision. Every outcome must be legal and equally likely, so the
 * decision has a single kind, with a single choice and no weight. */
static void check_sampled(lua_State *L, const struct host *host, const struct core_kind *kind) {
    const struct core_decision *decision =
        kind->decision < 0 ? NULL : &host->rules->decisions[kind->decision];
    if (decision && decision->sampled &&
        (decision->kind_count > 1 || kind->param_count > 1 || kind->weight_function > 0))
        luaL_error(L,
                   "%s: move '%s': a 'sample' must be the only choice of the only "
                   "move of its decision, without a weight",
                   kind->origin, kind->name);
}

void host_finish_move(lua_State *L, int index) {
    assert(index >= 0 && index < host_of(L)->move_rule_count);
    /* Known parameters come from lowering (`legal` as code); the others are declared here. */
    struct host *host = host_of(L);
    struct core_kind *kind = &host->rules->kinds[index];
    struct host_move_rule *rule = &host->move_rule[index];
    if (kind->param_count == 0)
        declared_choices(L, kind, rule);

    lay_params(L, kind);
    read_format(L, kind, rule->text);

    /* The decision is marked before any of its kinds is checked against that. */
    for (int i = 0; i < kind->param_count; i++)
        if (kind->params[i].kind == CORE_CLAUSE_SAMPLE && kind->decision >= 0)
            host->rules->decisions[kind->decision].sampled = true;
    check_sampled(L, host, kind);

    for (int i = 0; i < rule->permission_count; i++)
        if (rule->permissions[i].kind != HOST_OBLIGE)
            find_taken(L, kind, &rule->permissions[i]);
}
