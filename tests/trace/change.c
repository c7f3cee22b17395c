/* A change of a ruleset, and settings: see change.h. */
#include "trace/change.h"

#include <stdio.h>
#include <string.h>

#include "rulesets/diag.h"

void settings_add(struct settings *settings, const char *text) {
    char *word, *rest = settings->text + settings->used;
    settings->used +=
        (size_t)snprintf(rest, sizeof settings->text - settings->used, "%s", text) + 1;
    while ((word = strsep(&rest, " "))) {
        char *value = strchr(word, '=');
        if (!value || settings->count == SETTINGS)
            continue;
        *value++ = 0;
        settings->items[settings->count++] = (struct mst_setting){word, value};
    }
}

struct mst_ruleset *settings_load(const char *path, const struct settings *settings,
                                  struct mst_buf *why) {
    struct rules_diags diags = {0};
    struct mst_ruleset *ruleset =
        rules_ruleset_read(path, settings->items, settings->count, &diags);
    if (!ruleset)
        mst_buf_printf(why, "the ruleset does not load: %s",
                       diags.count ? diags.items[0].message : "out of memory");
    rules_diags_clear(&diags);
    return ruleset;
}

static void add_name(struct change_names *names, const char *name) {
    if (names->count < CHANGE_NAMES)
        snprintf(names->items[names->count++], sizeof names->items[0], "%s", name);
}

bool change_make(const struct plan *plan, int factor, int value, struct change *change) {
    const struct factor *f = &plan->factors[factor];
    *change = (struct change){0};
    plan_initial(plan, change->row);
    if (!plan_change(plan, change->row, factor, value))
        return false;
    for (int i = 0; i < plan->count; i++)
        if (plan->factors[i].is_module && change->row[i] == ON)
            add_name(&change->names, plan->factors[i].key);
    snprintf(change->title, sizeof change->title, "%s", f->key);
    if (!f->is_module) {
        snprintf(change->title, sizeof change->title, "%s=%s", f->key, f->values[value]);
        add_name(&change->names, f->key);
        add_name(&change->names, change->title);
    }
    return true;
}
