/* Loading of modules, in three phases. First each module that is switched on runs to muster.module
 * and pauses there (module.c), so that all offers are known. Then the options of all modules are
 * declared and resolved. Then each module is loaded after the modules it requires: the rest of its
 * file runs. So every file runs once, and all manifests are known before any rule is declared. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"

static int index_of(const struct host *host, const char *name) {
    for (int i = 0; i < host->module_count; i++)
        if (!strcmp(host->modules[i].name, name))
            return i;
    return -1;
}

/* Record the fault of a module, for the modules that require it. */
static enum mst_status keep_fault(struct host *host, int index, const struct mst_error *error) {
    struct host_module *module = &host->modules[index];
    assert(error->status != MST_OK);
    module->failed = true;
    /* Without room for the fault, `failed` says it: the fault is then that memory is short. */
    if (!module->fault)
        module->fault = mst_alloc(sizeof *error);
    if (module->fault)
        *module->fault = *error;
    return error->status;
}

static enum mst_status load_fault_of(const struct host *host, int index, struct mst_error *error) {
    const struct host_module *module = &host->modules[index];
    if (!module->failed)
        return MST_OK;
    if (!module->fault)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    *error = *module->fault;
    return error->status;
}

static int add_module(struct host *host, const char *name) {
    char *copy = mst_strdup(name); /* first, because each module in the list has a name */
    struct host_module *module =
        copy ? core_rules_grow(&host->modules, &host->module_count, sizeof *host->modules) : NULL;
    if (!module) {
        mst_free(copy);
        return -1;
    }
    module->name = copy;
    return host->module_count - 1;
}

/* ---- beginning ------------------------------------------------------------------------------- */

enum mst_status host_begin_in(lua_State *L, const char *name, struct mst_error *error) {
    struct host *host = host_of(L);
    int outer = host->current, index = index_of(host, name);
    bool paused;
    if (index >= 0)
        return load_fault_of(host, index, error);

    index = add_module(host, name);
    if (index < 0)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    /* A module begins others while it waits in muster.module: `current` is a stack. */
    host->current = index;
    enum mst_status status = sandbox_begin(L, name, &paused, error);
    assert(host->current == index);
    host->current = outer;

    if (status == MST_OK && paused)
        return MST_OK;
    /* It ran to its end without a pause. */
    if (status == MST_OK)
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "module '%s' has no manifest: it must call muster.module once", name);

    host_drop_options(host);
    return keep_fault(host, index, error);
}

enum mst_status host_begin(struct host *host, const char *name, struct mst_error *error) {
    return host_begin_in(host->L, name, error);
}

/* ---- options --------------------------------------------------------------------------------- */

static enum mst_status declare_options(struct host *host, int index, struct mst_error *error) {
    int outer = host->current;
    if (!lua_checkstack(host->L, 4))
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    host->current = index;
    lua_pushcfunction(host->L, host_resolve);
    enum mst_status status = sandbox_call(host->L, 0, 0, error);
    host->current = outer;

    if (status == MST_OK)
        return MST_OK;
    /* Half of its options would be worse than none. */
    host_drop_options(host);
    if (!error->at[0])
        snprintf(error->at, sizeof error->at, "%s", host->modules[index].origin);
    return status;
}

/* Declare the options of a module, after those of the modules that it requires. */
static enum mst_status resolve(struct host *host, int index, struct mst_error *error) {
    assert(index >= 0 && index < host->module_count);
    enum mst_status status = load_fault_of(host, index, error);
    if (status != MST_OK || host->modules[index].resolved)
        return status;

    /* Set first, so that modules that require each other end here; loading reports them. */
    host->modules[index].resolved = true;
    for (int i = 0; status == MST_OK && host->modules[index].requires[i]; i++)
        status = resolve(host, index_of(host, host->modules[index].requires[i]), error);
    if (status == MST_OK)
        status = declare_options(host, index, error);
    return status == MST_OK ? MST_OK : keep_fault(host, index, error);
}

/* ---- loading --------------------------------------------------------------------------------- */

/* Report a cycle: module `index` waits for itself through `require`. */
static enum mst_status circle(const struct host *host, int index, struct mst_error *error) {
    char chain[600], longer[600];
    int at = index;
    snprintf(chain, sizeof chain, "%s", host->modules[index].name);

    /* Each module on the cycle waits for the next one, until the first is met again. */
    do {
        const struct host_module *module = &host->modules[at];
        for (int i = 0; module->requires[i]; i++) {
            at = index_of(host, module->requires[i]);
            if (at >= 0 && host->modules[at].waits)
                break;
        }

        snprintf(longer, sizeof longer, "%.470s -> %.120s", chain, host->modules[at].name);
        memcpy(chain, longer, sizeof chain);
    } while (at != index && strlen(chain) < 580);
    return mst_fail(error, MST_BAD_RULESET, host->modules[index].origin,
                    "modules require each other in a cycle: %s", chain);
}

static enum mst_status load(struct host *host, int index, struct mst_error *error);

static enum mst_status load_required(struct host *host, int index, struct mst_error *error) {
    enum mst_status status = MST_OK;
    host->modules[index].waits = true;
    /* A failed module does not stop the load of others, only of those that require it. */
    for (int i = 0; status == MST_OK && host->modules[index].requires[i]; i++)
        status = load(host, index_of(host, host->modules[index].requires[i]), error);
    host->modules[index].waits = false;
    return status;
}

static enum mst_status load(struct host *host, int index, struct mst_error *error) {
    /* A module that has begun has begun those that it requires, so each has a number. */
    assert(index >= 0 && index < host->module_count);
    int outer = host->current;
    if (host->modules[index].waits)
        return circle(host, index, error);

    enum mst_status status = load_fault_of(host, index, error);
    if (status != MST_OK || host->modules[index].loaded)
        return status;

    status = load_required(host, index, error);
    host->current = index;
    if (status == MST_OK)
        status = sandbox_resume(host->L, host->modules[index].name, error);
    host->current = outer;

    host->modules[index].loaded = status == MST_OK;
    return status == MST_OK ? MST_OK : keep_fault(host, index, error);
}

enum mst_status host_load(struct host *host, const char *name, struct mst_error *error) {
    enum mst_status status = host_begin(host, name, error);
    struct mst_error other; /* reported when the module is loaded */

    /* The options of all modules come before the first rule, as muster.changed_options lists
     * them all. */
    for (int i = 0; i < host->module_count; i++)
        resolve(host, i, &other);
    return status == MST_OK ? load(host, index_of(host, name), error) : status;
}

/* ---- require --------------------------------------------------------------------------------- */

/* Does module `from` require `to`, directly or indirectly? Marked modules were visited. */
static bool needs(struct host *host, int from, int to) {
    struct host_module *module = &host->modules[from];
    module->marked = true;
    for (int i = 0; module->requires[i]; i++) {
        int next = index_of(host, module->requires[i]);
        /* Each module is visited once, so cycles end. */
        if (next == to || (next >= 0 && !host->modules[next].marked && needs(host, next, to)))
            return true;
    }
    return false;
}

/* Let a module use another one only if it requires it. The other module is then loaded first. */
void host_guard(lua_State *L, const char *name) {
    struct host *host = host_of(L);
    int index = index_of(host, name);
    /* A name of no module of the ruleset is a plain file, which any module may require. */
    if (index < 0 || host->current < 0 || index == host->current)
        return;
    const struct host_module *own = &host->modules[host->current];

    if (!own->origin)
        luaL_error(
            L,
            "'%s' is a module: require it after muster.module, and name it in the 'requires' "
            "of %s",
            name, own->name);

    for (int i = 0; i < host->module_count; i++)
        host->modules[i].marked = false;
    if (!needs(host, host->current, index))
        luaL_error(L, "'%s' is a module: name it in the 'requires' of %s", name, own->name);
}
