/* Nodes, sources and routines of the rules: see rule.h. */
#include "lang/code/rule.h"

#include <string.h>

int lang_rules_source(struct core_rules *rules, const char *name) {
    for (int i = 0; i < rules->source_count; i++)
        if (!strcmp(rules->sources[i], name))
            return i;
    char *copy = mst_strdup(name);
    char **source =
        copy ? core_rules_grow(&rules->sources, &rules->source_count, sizeof *source) : NULL;
    if (!source) { /* the list owns the copy only if there is room */
        mst_free(copy);
        return -1;
    }
    *source = copy;
    return rules->source_count - 1;
}

int lang_rules_routine(struct core_rules *rules, const char *origin) {
    char *copy = mst_strdup(origin);
    struct core_routine *routine =
        copy ? core_rules_grow(&rules->routines, &rules->routine_count, sizeof *routine) : NULL;
    if (!routine) {
        mst_free(copy);
        return -1;
    }
    *routine = (struct core_routine){.origin = copy, .code = -1}; /* it can be called already */
    return rules->routine_count - 1;
}

int lang_rules_node(struct core_rules *rules, const struct core_node *node) {
    if (rules->node_count == rules->node_capacity) {
        int capacity = rules->node_capacity ? rules->node_capacity * 2 : 256;
        struct core_node *nodes = mst_realloc(rules->nodes, (size_t)capacity * sizeof *nodes);
        if (!nodes)
            return -1;
        rules->nodes = nodes;
        rules->node_capacity = capacity;
    }
    rules->nodes[rules->node_count] = *node;
    return rules->node_count++;
}
