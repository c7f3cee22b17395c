/* The order of modules: who comes first, what goes together, and sorting what they declare. Load
 * order never decides. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"

static int module_index(const struct host *host, const char *name) {
    for (int i = 0; i < host->module_count; i++)
        if (!strcmp(host->modules[i].name, name))
            return i;
    return -1;
}

static enum mst_status check_conflicts(const struct host *host, struct mst_error *error) {
    for (int i = 0; i < host->module_count; i++)
        for (int k = 0; host->modules[i].conflicts[k]; k++) {
            int other = module_index(host, host->modules[i].conflicts[k]);
            if (other >= 0)
                return mst_fail(
                    error, MST_BAD_RULESET, host->modules[i].origin,
                    "module '%s' conflicts with module '%s' (%s): switch one of them off",
                    host->modules[i].name, host->modules[other].name, host->modules[other].origin);
        }
    return MST_OK;
}

static bool names(char *const *list, const char *name) {
    for (int i = 0; list[i]; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

/* Must module `a` come before module `b`? */
static bool precedes(const struct host_module *a, const struct host_module *b) {
    return names(a->before, b->name) || names(b->after, a->name) || names(b->requires, a->name);
}

/* Rank the modules: by their constraints, then by name. The load order does not matter. */
static enum mst_status rank_modules(struct host *host, struct mst_error *error) {
    /* In each round, the first by name of those whose predecessors all have a rank. */
    for (int i = 0; i < host->module_count; i++)
        host->modules[i].rank = -1;
    for (int rank = 0; rank < host->module_count; rank++) {
        /* Quadratic for each rank, for some dozens of modules. */
        int best = -1;
        for (int i = 0; i < host->module_count; i++) {
            bool ready = host->modules[i].rank < 0;
            for (int k = 0; k < host->module_count && ready; k++)
                ready = k == i || host->modules[k].rank >= 0 ||
                        !precedes(&host->modules[k], &host->modules[i]);
            if (ready && (best < 0 || strcmp(host->modules[i].name, host->modules[best].name) < 0))
                best = i;
        }

        /* Every module left waits for another one: they are on a cycle, or behind one. */
        if (best < 0) {
            for (best = 0; host->modules[best].rank >= 0; best++) {
            }
            return mst_fail(error, MST_BAD_RULESET, host->modules[best].origin,
                            "module '%s': its before, after and requires form a cycle",
                            host->modules[best].name);
        }

        host->modules[best].rank = rank;
    }
    return MST_OK;
}

/* Is there a chain of constraints from `a` to `b`? */
static bool ordered(const struct host *host, int a, int b, int depth) {
    if (precedes(&host->modules[a], &host->modules[b]))
        return true;
    /* `depth` bounds the search: no chain is longer than the number of modules, and cycles were
     * refused. */
    for (int k = 0; k < host->module_count && depth; k++)
        if (k != a && k != b && precedes(&host->modules[a], &host->modules[k]) &&
            ordered(host, k, b, depth - 1))
            return true;
    return false;
}

/* Two modules that amend the same query need a defined order, unless it makes no difference. */
static enum mst_status check_pair(const struct host *host, const char *query,
                                  const struct host_rule_layer *one,
                                  const struct host_rule_layer *other, struct mst_error *error) {
    int a = module_index(host, one->module), b = module_index(host, other->module);
    bool commute = one->join == other->join && one->join != HOST_JOIN_REPLACE;

    /* The same module orders its own amendments by declaring them; sums and the like commute. */
    if (a < 0 || b < 0 || a == b || commute || ordered(host, a, b, host->module_count) ||
        ordered(host, b, a, host->module_count))
        return MST_OK;
    return mst_fail(
        error, MST_BAD_RULESET, other->origin,
        "'%s' is amended by '%s' here and by '%s' at %s: one of them must declare 'before' "
        "or 'after' the other",
        query, other->module, one->module, one->origin);
}

static enum mst_status check_amendments(const struct host *host, struct mst_error *error) {
    /* Layer 0 is the query itself. */
    for (const struct host_rule *rule = host->rule; rule < host->rule + host->rule_count; rule++)
        for (int i = 1; i < rule->layer_count; i++)
            for (int k = i + 1; k < rule->layer_count; k++)
                if (check_pair(host, rule->name, &rule->layers[i], &rule->layers[k], error) !=
                    MST_OK)
                    return MST_BAD_RULESET;
    return MST_OK;
}

enum mst_status host_order_modules(struct host *host, struct mst_error *error) {
    bool done = check_conflicts(host, error) == MST_OK && rank_modules(host, error) == MST_OK &&
                check_amendments(host, error) == MST_OK;
    return done ? MST_OK : MST_BAD_RULESET;
}

int host_rank(const struct host *host, const char *module) {
    int index = module_index(host, module);
    return index < 0 ? -1 : host->modules[index].rank;
}

/* ---- what modules declare -------------------------------------------------------------------- */

enum { SWAP = 256 };

/* Sort the elements first .. count-1 by the rank of their module. The module name (a char *) is
 * `at` bytes from the start of each element. The sort is stable. */
static void order(const struct host *host, void *list, int first, int count, size_t size,
                  size_t at) {
    assert(size <= SWAP && at + sizeof(char *) <= size);
    /* Insertion sort: stable, and the lists are short. */
    char swap[SWAP], *elements = list;
    for (int i = first + 1; i < count; i++)
        for (int k = i; k > first; k--) {
            char *a = elements + (size_t)(k - 1) * size, *b = a + size;
            char *module_a, *module_b;
            /* Copied, as the type of the elements is not known here. */
            memcpy(&module_a, a + at, sizeof module_a);
            memcpy(&module_b, b + at, sizeof module_b);
            if (host_rank(host, module_b) >= host_rank(host, module_a))
                break;

            memcpy(swap, a, size);
            memcpy(a, b, size);
            memcpy(b, swap, size);
        }
}

static void order_listeners(const struct host *host, struct host_listener *listeners, int count) {
    order(host, listeners, 0, count, sizeof *listeners, offsetof(struct host_listener, module));
}

_Static_assert(sizeof(struct host_permission) <= SWAP, "order() swaps by a buffer");
_Static_assert(sizeof(struct host_rule_layer) <= SWAP, "order() swaps by a buffer");

void host_order_rules(struct host *host) {
    assert(!host->frozen); /* H2 */
    /* Layers from 1 on: the declaration itself comes before all amendments. */
    for (int i = 0; i < host->rule_count; i++)
        order(host, host->rule[i].layers, 1, host->rule[i].layer_count,
              sizeof(struct host_rule_layer), offsetof(struct host_rule_layer, module));
    for (int i = 0; i < host->move_rule_count; i++)
        order(host, host->move_rule[i].permissions, 0, host->move_rule[i].permission_count,
              sizeof(struct host_permission),
              offsetof(struct host_permission, reason) + offsetof(struct core_reason, module));
    for (int i = 0; i < host->event_rule_count; i++)
        order_listeners(host, host->event_rule[i].listeners, host->event_rule[i].listener_count);
    for (int i = 0; i < host->hook_rule_count; i++)
        order_listeners(host, host->hook_rule[i].listeners, host->hook_rule[i].listener_count);
    for (int i = 0; i < HOST_CHAINS; i++)
        order(host, host->chains[i].links, 0, host->chains[i].count, sizeof(struct host_link),
              offsetof(struct host_link, module));
}
