/* The compiled rules: lifetime and names. See rules.h. */
#include "core/rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct core_rules *core_rules_new(void) {
    struct core_rules *rules = mst_calloc(1, sizeof *rules);
    if (!rules)
        return NULL;
    rules->schema = core_schema_new();
    rules->error = mst_calloc(1, sizeof *rules->error);
    rules->budget = mst_alloc(sizeof *rules->budget);
    if (!rules->schema || !rules->error || !rules->budget) {
        core_rules_free(rules);
        return NULL;
    }
    core_budget_init(rules->budget); /* loading is a request, too */
    return rules;
}

void core_reason_free(struct core_reason *reason) {
    mst_free(reason->rule);
    mst_free(reason->why);
    mst_free(reason->origin);
    mst_free(reason->module);
}

void core_rules_drop_reasons(struct core_kind *kind) {
    for (int i = 0; i < kind->reason_count; i++)
        core_reason_free(&kind->reasons[i]);
    kind->reason_count = 0;
}

static void free_kind(struct core_kind *kind) {
    for (int i = 0; i < kind->segment_count; i++)
        mst_free(kind->segments[i].text);
    for (int i = 0; i < kind->param_count; i++)
        mst_free((void *)(uintptr_t)kind->params[i].letters); /* owned; const for readers */
    mst_free(kind->segments);
    core_rules_drop_reasons(kind);
    mst_free(kind->reasons);
    mst_free(kind->clauses);
    core_reason_free(&kind->must_reason);
    mst_free(kind->origin);
    mst_free(kind->module);
}

void core_rules_free(struct core_rules *rules) {
    if (!rules)
        return;

    /* First what the elements own, then the lists. The schema stays until the primitives are gone:
     * their data may refer to it. */
    for (int i = 0; i < rules->region_count; i++)
        mst_free(rules->regions[i].words);
    for (int i = 0; i < rules->table_count; i++)
        mst_free(rules->tables[i].values);
    for (int i = 0; i < rules->kind_count; i++)
        free_kind(&rules->kinds[i]);
    for (int i = 0; i < rules->decision_count; i++)
        mst_free(rules->decisions[i].origin);
    for (int i = 0; i < rules->primitive_count; i++)
        if (rules->primitives[i].free)
            rules->primitives[i].free(rules->primitives[i].data);

    mst_free(rules->primitives);
    for (int i = 0; i < rules->prior_count; i++) {
        mst_free(rules->priors[i].weights);
        mst_free(rules->priors[i].origin);
    }
    mst_free(rules->priors);
    for (int i = 0; i < rules->routine_count; i++)
        mst_free(rules->routines[i].origin);
    for (int i = 0; i < rules->source_count; i++)
        mst_free(rules->sources[i]);

    mst_free(rules->routines);
    mst_free(rules->roots);
    mst_free(rules->lines);
    mst_free(rules->leaps);
    mst_free(rules->sources);
    mst_free(rules->regions);
    mst_free(rules->tables);
    mst_free(rules->functions);
    mst_free(rules->events);
    mst_free(rules->endings);
    mst_free(rules->decisions);
    mst_free(rules->kinds);
    mst_free(rules->nodes);
    mst_free(rules->code);
    core_schema_free(rules->schema);
    mst_free(rules->error);
    mst_free(rules->budget);
    mst_free(rules);
}

void *core_rules_grow(void *list, int *count, size_t size) {
    void *whole;

    /* The capacity is not stored: it is the power of two from `count` on. */
    memcpy(&whole, list, sizeof whole); /* `list` points to a pointer of any type */
    assert(*count >= 0 && (whole || !*count));
    if (!(*count & (*count - 1))) { /* it is full */
        whole = mst_realloc(whole, (*count ? 2 * (size_t)*count : 1) * size);
        if (!whole)
            return NULL;
        memcpy(list, &whole, sizeof whole);
    }
    void *element = (char *)whole + (size_t)(*count)++ * size;
    memset(element, 0, size);
    return element;
}

int core_rules_find_event(const struct core_rules *rules, const char *name) {
    return core_find(rules->events, rules->event_count, sizeof *rules->events, name);
}

int core_rules_find_decision(const struct core_rules *rules, const char *name) {
    return core_find(rules->decisions, rules->decision_count, sizeof *rules->decisions, name);
}

int core_rules_find_kind(const struct core_rules *rules, const char *name) {
    return core_find(rules->kinds, rules->kind_count, sizeof *rules->kinds, name);
}

bool core_rules_alike(const struct core_rules *rules, int kind, int other) {
    const struct core_kind *a = &rules->kinds[kind], *b = &rules->kinds[other];
    assert(kind >= 0 && kind < rules->kind_count && other >= 0 && other < rules->kind_count);
    return kind == other ||
           (a->secret && b->secret && a->decision == b->decision && !strcmp(a->title, b->title));
}

int core_rules_ending(struct core_rules *rules, const char *name) {
    for (int i = 0; i < rules->ending_count; i++)
        if (!strcmp(rules->endings[i], name))
            return i;

    char *ending = core_rules_grow(&rules->endings, &rules->ending_count, CORE_NAME_SIZE);
    if (!ending)
        return -1;
    snprintf(ending, CORE_NAME_SIZE, "%s", name);
    return rules->ending_count - 1;
}

int core_rules_primitive(struct core_rules *rules, const struct core_primitive *primitive) {
    struct core_primitive *kept =
        core_rules_grow(&rules->primitives, &rules->primitive_count, sizeof *kept);
    if (!kept)
        return -1;
    *kept = *primitive;
    return rules->primitive_count - 1;
}

enum mst_status core_rules_freeze_primitives(struct core_rules *rules, struct mst_error *error) {
    enum mst_status status = MST_OK;
    for (int i = 0; i < rules->primitive_count && status == MST_OK; i++)
        if (rules->primitives[i].freeze) /* it may look fields up, which have slots from now on */
            status = rules->primitives[i].freeze(rules->primitives[i].data, rules->schema, error);
    return status;
}

enum core_thing core_event_thing(const struct core_event *event, int param) {
    switch ((enum core_type)event->types[param]) {
    case CORE_TYPE_UNKNOWN: /* a number here and a seat there tell no more than a number */
        return event->mixed & ~event->things & 1u << param ? CORE_THING_NONE : CORE_THING_UNKNOWN;
    case CORE_TYPE_PIECE: return CORE_THING_PIECE;
    case CORE_TYPE_ZONE:
    case CORE_TYPE_PLACE: return CORE_THING_PLACE;
    default: return CORE_THING_NONE;
    }
}
