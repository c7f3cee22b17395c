/* Finding variants: see variants.h. Each module is loaded in a host of its own with all that it
 * requires; what it then finds wrong with default options does not matter, as its manifest has been
 * read. */
#include "lang/lang.h"
#include "trace/variants.h"

#include <stdio.h>
#include <string.h>

#include "rulesets/modules.h"
#include "muster/rulebook.h"

static bool always_on(void *context, const char *module) {
    (void)context;
    (void)module;
    return true;
}

/* The default of an option. */
static void answer(void *context, const struct mst_option *option,
                   struct host_option_answer *answer) {
    struct rules_diags diags = {0};
    struct rules_option_value value = {0};
    rules_options_resolve(context, option, 1, NULL, NULL, 0, &diags, &value);
    answer->number = value.number;
    memcpy(answer->list, value.list, sizeof answer->list);
    answer->count = value.count;
    answer->text = value.text;
    rules_diags_clear(&diags);
}

static const struct host_module *module_of(const struct host *host, const char *name) {
    const struct host_module *modules;
    int count = host_modules(host, &modules);
    for (int i = 0; i < count; i++)
        if (!strcmp(modules[i].name, name))
            return &modules[i];
    return NULL;
}

/* Does the module have a manifest, and did a module of `base` come with it? */
static bool is_variant(const struct host *host, const struct mst_ruleset *base, const char *name) {
    const struct host_module *modules, *module = module_of(host, name);
    int count = host_modules(host, &modules);
    if (!module || !module->origin || ruleset_has(base, name))
        return false;
    for (int i = 0; i < count; i++)
        if (ruleset_has(base, modules[i].name))
            return true;
    return false;
}

static void add_module(struct plan *plan, const char *name) {
    char key[100];
    snprintf(key, sizeof key, "modules.%s", name);
    struct factor *factor = plan_add(plan, key, true);
    if (!factor)
        return;
    factor->initial = factor_value(factor, "off");
    factor_value(factor, "on");
}

/* The options of a host that the plan does not have; those of `base` are there always. */
static void add_options(struct plan *plan, const struct host *host,
                        const struct mst_ruleset *base) {
    const struct mst_option *options;
    int count = host_options(host, &options);
    for (int i = 0; i < count; i++) {
        char key[100], module[100];
        snprintf(key, sizeof key, "%s.%s", options[i].section, options[i].key);
        snprintf(module, sizeof module, "modules.%s", options[i].module);
        bool in_base = ruleset_has(base, options[i].module);
        if (plan_find(plan, key) >= 0 || (!in_base && plan_find(plan, module) < 0))
            continue;
        struct factor *factor = plan_add(plan, key, false);
        if (!factor)
            return;
        const char *now = in_base ? base->values[i].text : options[i].fallback;
        int64_t none[2] = {0};
        factor->module = in_base ? -1 : plan_find(plan, module);
        int initial = factor_value(factor, now ? now : "");
        factor->initial = in_base ? initial : ABSENT;
        factor_values(factor, &options[i], in_base ? base->values[i].list : none);
    }
}

/* A host in which the module was loaded, or NULL. */
static struct host *load(const char *root, const char *name, struct rules_ini *ini) {
    struct mst_error error = {0};
    struct host *host = host_new(root, lang_host_compile, answer, always_on, ini, &error);
    if (host)
        host_load(host, name, &error);
    return host;
}

bool variants_find(struct plan *plan, const struct mst_ruleset *base) {
    char root[1024];
    struct rules_names names = {0};
    struct rules_diags diags = {0};
    struct rules_ini *ini = rules_ini_parse("-", "", 0, &diags);
    snprintf(root, sizeof root, "%s/lua", mst_home());
    bool good = ini && rules_names_of_modules(root, &names);
    struct host **hosts = mst_calloc(names.count + 1, sizeof *hosts);
    add_options(plan, base->host, base);
    for (size_t i = 0; i < names.count && good && hosts; i++) {
        hosts[i] = load(root, names.items[i], ini);
        if (hosts[i] && is_variant(hosts[i], base, names.items[i])) {
            add_module(plan, names.items[i]);
        } else if (hosts[i]) {
            host_free(hosts[i]);
            hosts[i] = NULL;
        }
    }
    for (size_t i = 0; i < names.count && hosts; i++)
        if (hosts[i]) {
            plan_link(plan, hosts[i]);
            add_options(plan, hosts[i], base);
            host_free(hosts[i]);
        }
    mst_free(hosts);
    rules_ini_free(ini);
    rules_diags_clear(&diags);
    rules_names_clear(&names);
    return good && hosts && plan->factors;
}

/* A section for each module with options, each at the last of its values. */
static void write_sections(const struct plan *plan, FILE *out) {
    char section[100] = "";
    for (int i = 0; i < plan->count; i++) {
        const struct factor *factor = &plan->factors[i];
        if (factor->is_module || factor->module < 0)
            continue;
        int length = (int)(factor->word - factor->key - 1);
        if (strncmp(section, factor->key, (size_t)length) || section[length]) {
            snprintf(section, sizeof section, "%.*s", length, factor->key);
            fprintf(out, "\n[%s]\n", section);
        }
        fprintf(out, "%s = %s\n", factor->word, factor->values[factor->count - 1]);
    }
}

bool variants_write_off(const struct plan *plan, const char *base, const char *path) {
    char line[400];
    FILE *in = fopen(base, "r"), *out = in ? fopen(path, "w") : NULL;
    int modules = 0;
    while (out && fgets(line, sizeof line, in)) {
        fputs(line, out);
        for (int i = 0; i < plan->count && !strcmp(line, "[modules]\n"); i++)
            if (plan->factors[i].is_module)
                modules += fprintf(out, "%s = off\n", plan->factors[i].key + 8) > 0;
    }
    if (out)
        write_sections(plan, out);
    bool good = out && modules && !ferror(out);
    if (in)
        fclose(in);
    return (!out || fclose(out) == 0) && good;
}
