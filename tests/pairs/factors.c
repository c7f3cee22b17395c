/* The factors of a plan: see plan.h. */
#include <stdio.h>
#include <string.h>

#include "pairs/plan.h"
#include "muster/rulebook.h"

int plan_find(const struct plan *plan, const char *key) {
    for (int i = 0; i < plan->count; i++)
        if (!strcmp(plan->factors[i].key, key))
            return i;
    return -1;
}

struct factor *plan_add(struct plan *plan, const char *key, bool is_module) {
    if (!plan->factors)
        plan->factors = mst_calloc(FACTORS, sizeof *plan->factors);
    if (!plan->factors || plan->count == FACTORS)
        return NULL;
    struct factor *factor = &plan->factors[plan->count++];
    snprintf(factor->key, sizeof factor->key, "%s", key);
    const char *dot = is_module ? strchr(factor->key, '.') : strrchr(factor->key, '.');
    factor->word = dot ? dot + 1 : factor->key;
    factor->is_module = is_module;
    factor->module = -1;
    factor->initial = ABSENT;
    return factor;
}

int factor_value(struct factor *factor, const char *value) {
    for (int i = 0; i < factor->count; i++)
        if (!strcmp(factor->values[i], value))
            return i;
    if (factor->count == VALUES)
        return ABSENT;
    factor->values[factor->count] = mst_strdup(value);
    return factor->count++;
}

/* Values of an option: all of few, the ends of many; of a text none. */
void factor_values(struct factor *factor, const struct mst_option *option, const int64_t *now) {
    char text[200];
    switch (option->type) {
    case MST_OPTION_BOOL:
        factor_value(factor, "on");
        factor_value(factor, "off");
        break;
    case MST_OPTION_CHOICE:
        for (int i = 0; option->choices[i]; i++)
            factor_value(factor, option->choices[i]);
        break;
    case MST_OPTION_INT:
    case MST_OPTION_INTS:
        for (int end = 0; end < 2; end++) {
            int length = 0, count = option->type == MST_OPTION_INTS ? option->count : 1;
            for (int i = 0; i < count; i++)
                length += snprintf(text + length, sizeof text - (size_t)length, "%s%lld",
                                   i ? "," : "", (long long)(end ? option->max : option->min));
            factor_value(factor, text);
        }
        break;
    case MST_OPTION_SIZE:
        for (int more = -1; more <= 1; more += 2) {
            snprintf(text, sizeof text, "%lldx%lld", (long long)now[0] + 2 * more,
                     (long long)now[1] + more);
            factor_value(factor, text);
        }
        break;
    case MST_OPTION_TEXT: break;
    }
}

bool ruleset_has(const struct mst_ruleset *ruleset, const char *module) {
    const struct host_module *modules;
    int count = host_modules(ruleset->host, &modules), i = 0;
    while (i < count && strcmp(modules[i].name, module) != 0)
        i++;
    return i < count;
}

void plan_link(struct plan *plan, const struct host *host) {
    const struct host_module *modules;
    int count = host_modules(host, &modules);
    for (int i = 0; i < count; i++) {
        char key[100];
        snprintf(key, sizeof key, "modules.%s", modules[i].name);
        int module = plan_find(plan, key);
        for (int k = 0; module >= 0 && k < HOST_MODULE_LISTS; k++)
            for (int excludes = 0; excludes < 2; excludes++) {
                const char *name = excludes ? modules[i].conflicts[k] : modules[i].requires[k];
                snprintf(key, sizeof key, "modules.%s", name ? name : "");
                int other = plan_find(plan, key);
                if (other >= 0 && excludes)
                    plan->factors[module].excludes[other] = true;
                else if (other >= 0)
                    plan->factors[module].needs[other] = true;
            }
    }
}

size_t plan_settings(const struct plan *plan, const int *row, struct mst_setting *settings) {
    size_t count = 0;
    for (int i = 0; i < plan->count; i++) {
        struct factor *factor = &plan->factors[i];
        if (row[i] >= 0 && row[i] != factor->initial)
            settings[count++] = (struct mst_setting){factor->key, factor->values[row[i]]};
    }
    return count;
}

void plan_clear(struct plan *plan) {
    for (int i = 0; i < plan->count; i++)
        for (int v = 0; v < plan->factors[i].count; v++)
            mst_free(plan->factors[i].values[v]);
    mst_free(plan->factors);
    mst_free(plan->rows);
    mst_free(plan->refused);
    mst_free(plan->met);
    *plan = (struct plan){0};
}
