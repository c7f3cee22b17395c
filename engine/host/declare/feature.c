/* muster.feature: numbers that the rules declare for evaluations. A file of weights says what they
 * are worth (search/weights.h). */
#include <assert.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"

/* Refuse a name that is not a word, or that another feature has. */
static void check_name(lua_State *L, const char *name) {
    const struct host *host = host_of(L);
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (!length || name[length] || length >= HOST_FEATURE_NAME)
        luaL_error(L, "feature '%s': a name must have 1 to %d characters of a-z, 0-9 and _", name,
                   HOST_FEATURE_NAME - 1);

    /* Files of weights name features, so the names must differ between modules, too. */
    for (int i = 0; i < host->feature_rule_count; i++)
        if (!strcmp(host->feature_rule[i].name, name))
            luaL_error(L, "the feature '%s' is declared twice, first at %s", name,
                       host->feature_rule[i].origin);
}

/* muster.feature { "name", function(seat) ... end, help = "..." } */
int host_declare_feature(lua_State *L) {
    struct host *host = host_declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    spec_keys(L, 1, "muster.feature", "help");
    const char *name = host_first_name(L, "muster.feature");
    const char *help = spec_text(L, 1, "help", "");
    check_name(L, name);

    lua_rawgeti(L, 1, 2);
    host_check_function(L, lua_gettop(L), "muster.feature");

    struct host_feature_rule *feature =
        host_grow(L, &host->feature_rule, &host->feature_rule_count, sizeof *feature);
    *feature =
        (struct host_feature_rule){.link = {.ref = LUA_NOREF, .action = {-1, -1}, .code = -1}};
    /* The link is unbound until lowering finds code for it; `ref` stays last, as copies may
     * raise. */
    feature->name = host_strdup(L, name);
    feature->help = host_strdup(L, help);
    feature->origin = host_origin(L);
    feature->link.module = host_strdup(L, host_module_name(host));
    feature->link.ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

void host_free_features(struct host *host) {
    for (int i = 0; i < host->feature_rule_count; i++) {
        mst_free(host->feature_rule[i].name);
        mst_free(host->feature_rule[i].help);
        mst_free(host->feature_rule[i].origin);
        mst_free(host->feature_rule[i].link.module);
    }
    mst_free(host->feature_rule);
}

int host_features(const struct host *host) {
    return host->feature_rule_count;
}

const char *host_feature(const struct host *host, int index, const char **help) {
    assert(index >= 0 && index < host->feature_rule_count);
    *help = host->feature_rule[index].help;
    return host->feature_rule[index].name;
}

bool host_feature_value(struct host *host, struct core_play *play, int index, int seat,
                        int64_t *value) {
    assert(index >= 0 && index < host->feature_rule_count);
    *value = 0;
    return host_add_worth(host, &host->feature_rule[index].link, "muster.feature", play, seat,
                          value);
}

enum host_held host_field_holds(const struct host *host, int field) {
    assert(field >= 0 && field < host->field_rule_count);
    switch (host->field_rule[field].type) {
    case CORE_TYPE_NUMBER:
    case CORE_TYPE_BOOLEAN: return HOST_HELD_NUMBER;
    case CORE_TYPE_SEAT: return HOST_HELD_SEAT;
    default: return HOST_HELD_THING;
    }
}
