/* Rulesets: see ruleset.h. A file is checked as a whole: faults of the INI file, of module options
 * and of the modules themselves are all collected before the ruleset is rejected. */
#include "lang/lang.h"
#include "rulesets/ruleset.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/both.h"
#include "rulesets/faults.h"
#include "rulesets/folders.h"
#include "rulesets/modules.h"
#include "rulesets/scenario.h"
#include "lang/native/native.h"
#include "muster/rulebook.h"

void mst_text_free(char *text) {
    mst_free(text);
}

/* The result of loading a module. */
struct load {
    struct mst_error error;
    bool failed;
    bool misled; /* it was given a substitute for an invalid option value */
};

/* State of a load that the ruleset does not keep. */
struct loading {
    struct mst_ruleset *ruleset;
    struct rules_diags *diags;
    struct rules_names known;
    struct rules_ini_module *modules; /* one for each known module */
    struct load *loads;               /* one for each known module */
    const char *module;  /* load only this module and those it requires; NULL: those of the file */
    enum host_path path; /* how the rules run */
    struct rules_option_value answer;
    rules_looker *look; /* also report suspicious code; or NULL */
    bool failed;        /* a module failed to load: unknown sections may belong to it */
    bool blind; /* the offers of a module are unknown too: unknown keys and choices may belong to
                 * it */
};

static bool module_on(void *context, const char *module) {
    const struct loading *l = context;
    if (l->module)
        return true;

    /* A module alone is checked with all that it requires, on or off. */
    for (size_t i = 0; i < l->known.count; i++)
        if (!strcmp(l->known.items[i], module))
            return l->modules[i].on;

    return false;
}

/* Answer a module that reads an option while it loads. Faults are ignored here; they are reported
 * when all options are known. */
static void answer_option(void *context, const struct mst_option *option,
                          struct host_option_answer *answer) {
    struct loading *l = context;
    const struct mst_ruleset *r = l->ruleset;
    const struct rules_ini_value *said = rules_ini_find(r->ini, option->section, option->key);
    if (rules_options_resolve(r->ini, option, 1, NULL, r->settings, r->setting_count, NULL,
                              &l->answer) == MST_NO_MEMORY)
        rules_diags_no_memory(l->diags);

    /* The nearest value may be invalid: then the module gets the last valid one (O3), so that it
     * can load and be checked as well (R2), and what it says is not believed everywhere (misled).
     */
    answer->number = l->answer.number;
    memcpy(answer->list, l->answer.list, sizeof answer->list);
    answer->count = l->answer.count;
    answer->text = l->answer.text;

    for (size_t i = 0; said && l->answer.from != said && !l->answer.set && i < l->known.count; i++)
        if (!strcmp(l->known.items[i], option->module))
            l->loads[i].misled = true;
}

static bool wanted(const struct loading *l, size_t i) {
    return l->module ? !strcmp(l->module, l->known.items[i]) : l->modules[i].on;
}

/* Did the module get as far as its manifest? */
static bool known_manifest(const struct loading *l, const char *name) {
    const struct host_module *modules;
    int count = host_modules(l->ruleset->host, &modules);
    for (int i = 0; i < count; i++)
        if (!strcmp(modules[i].name, name))
            return modules[i].origin != NULL;
    return false;
}

/* Begin and then load every switched-on module, in name order. */
static void load_modules(struct loading *l) {
    struct mst_error begun; /* the load reports it again */
    bool any = false;
    for (size_t i = 0; i < l->known.count; i++)
        if (wanted(l, i))
            host_begin(l->ruleset->host, l->known.items[i], &begun);
    for (size_t i = 0; i < l->known.count; i++) {
        if (!wanted(l, i))
            continue;
        any = true;
        l->loads[i].failed =
            host_load(l->ruleset->host, l->known.items[i], &l->loads[i].error) != MST_OK;

        /* A module that failed before its manifest has declared neither options nor a section. */
        l->failed = l->failed || l->loads[i].failed;
        l->blind = l->blind || (l->loads[i].failed && !known_manifest(l, l->known.items[i]));
    }

    if (!any && !rules_diags_count(l->diags)) {
        struct rules_place place = {.file = l->ruleset->path};
        rules_diags_add(l->diags, MST_BAD_RULESET, &place, "write 'NAME = on' in [modules]",
                        "no module is switched on");
    }
}

/* The names that rules_options_resolve has to ignore; owned. */
struct names_off {
    const char **items;
    size_t count;
    struct mst_buf whole; /* "section.key" in shared sections */
};

static bool is_choice(const struct host *host, const struct rules_ini_value *value) {
    const struct mst_option *options;
    int count = host_options(host, &options);
    for (int i = 0; i < count; i++)
        if (!strcmp(options[i].section, value->section) && !strcmp(options[i].key, value->key))
            return options[i].type == MST_OPTION_CHOICE;
    return true; /* unknown: it may belong to a module that failed */
}

/* Decide what to check of an option. If modules failed to load, any unknown section, key or choice
 * may belong to one of them. */
static void pass_over_unknown(const struct loading *l, const struct rules_ini_file *file,
                              struct names_off *off) {
    for (size_t i = 0; i < file->section_count; i++)
        off->items[off->count++] = file->sections[i].name;

    for (size_t i = 0; l->blind && i < file->value_count; i++)
        if (is_choice(l->ruleset->host, &file->values[i])) {
            off->items[off->count++] = mst_buf_text(&off->whole) + off->whole.length;
            mst_buf_printf(&off->whole, "%s.%s", file->values[i].section, file->values[i].key);
            mst_buf_char(&off->whole, 0);
        }
}

/* Allocate for all names at once, so that the texts do not move. */
static bool make_off(const struct loading *l, struct names_off *off) {
    const struct rules_ini *ini = l->ruleset->ini;
    size_t count = 2 * l->known.count + 1, bytes = 1;

    for (int f = 0; f < ini->file_count; f++) {
        count += ini->files[f].section_count + ini->files[f].value_count;
        for (size_t i = 0; i < ini->files[f].value_count; i++)
            bytes +=
                strlen(ini->files[f].values[i].section) + strlen(ini->files[f].values[i].key) + 2;
    }

    /* Names are pointers into `whole`, so it must never move: it is made as long as it can get, and
     * emptied. */
    off->items = mst_calloc(count, sizeof *off->items);
    for (size_t i = 0; off->items && i < bytes; i++)
        mst_buf_char(&off->whole, ' ');
    off->whole.length = 0;

    return off->items && !off->whole.failed;
}

/* Find the sections of switched-off modules, by full name or last word. */
static bool find_off(const struct loading *l, struct names_off *off) {
    if (!make_off(l, off))
        return false;

    for (size_t i = 0; i < l->known.count; i++)
        if (!module_on((void *)(uintptr_t)l, l->known.items[i]) && l->modules[i].named) {
            /* A section is called like its module, or like the last word of that. */
            const char *dot = strrchr(l->known.items[i], '.');
            off->items[off->count++] = l->known.items[i];
            if (dot)
                off->items[off->count++] = dot + 1;
        }

    for (int f = 0; (l->failed || l->blind) && f < l->ruleset->ini->file_count; f++)
        pass_over_unknown(l, &l->ruleset->ini->files[f], off);
    return true;
}

static void check_options(struct loading *l) {
    struct mst_ruleset *r = l->ruleset;
    const struct mst_option *options;
    size_t count = (size_t)host_options(r->host, &options);
    struct names_off off = {0};

    /* One more than there are, because calloc of nothing may be NULL. */
    bool found = find_off(l, &off);
    r->values = mst_calloc(count + 1, sizeof *r->values);
    if (!found || !r->values)
        rules_diags_no_memory(l->diags);
    else
        rules_options_resolve(r->ini, options, count, off.items, r->settings, r->setting_count,
                              l->diags, r->values);

    mst_free(off.items);
    mst_buf_clear(&off.whole);
}

/* ---- modules that did not load --------------------------------------------------------------- */

/* Is there a fault in this section of any file? */
static bool fault_in(const struct loading *l, const char *section) {
    const struct rules_ini *ini = l->ruleset->ini;
    for (size_t d = 0; d < l->diags->count; d++)
        for (int f = 0; f < ini->file_count; f++) {
            const struct rules_place *place = &l->diags->items[d].place;
            const struct rules_ini_file *file = &ini->files[f];
            const char *in = "";
            /* The section of the fault is the last one that begins above its line. */
            for (size_t i = 0; i < file->section_count; i++)
                if (file->sections[i].at.line <= place->line)
                    in = file->sections[i].name;

            if (!strcmp(place->file, mst_home_relative(file->name)) && !strcmp(in, section))
                return true;
        }
    return false;
}

/* Did the module load with substitute option values? Then its own errors may be false. */
static bool misled(const struct loading *l, size_t module) {
    const struct mst_option *options;
    int count = host_options(l->ruleset->host, &options);
    bool astray = l->loads[module].misled;

    for (int i = 0; i < count && !astray; i++)
        astray =
            !strcmp(options[i].module, l->known.items[module]) && fault_in(l, options[i].section);
    return astray;
}

/* A module passes on the error of a module that it requires. */
static bool same_error(const struct mst_error *a, const struct mst_error *b) {
    return !strcmp(a->at, b->at) && !strcmp(a->text, b->text);
}

static void report_loads(struct loading *l) {
    for (size_t i = 0; i < l->known.count; i++) {
        /* Not reported: what a module says after it was given a substitute for a faulty value,
         * which is reported itself. A failure that others pass on is the same one. */
        bool silent = !l->loads[i].failed;
        for (size_t k = 0; k < l->known.count && !silent; k++)
            silent = l->loads[k].failed && rules_diags_count(l->diags) && misled(l, k) &&
                     same_error(&l->loads[k].error, &l->loads[i].error);

        if (silent)
            continue;
        rules_faults_add(l->diags, l->ruleset->path, &l->loads[i].error);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool copy_settings(struct mst_ruleset *r, const struct mst_setting *settings, size_t count) {
    r->settings = mst_calloc(count + 1, sizeof *r->settings);
    if (!r->settings)
        return false;
    for (; r->setting_count < count; r->setting_count++) {
        r->settings[r->setting_count].key = mst_strdup(settings[r->setting_count].key);
        r->settings[r->setting_count].value = mst_strdup(settings[r->setting_count].value);
        if (!r->settings[r->setting_count].key || !r->settings[r->setting_count].value) {
            /* Half of this one is owned: mst_ruleset_free frees it, too. */
            r->setting_count++;
            return false;
        }
    }
    return true;
}

/* The environment variable MUSTER_RULES selects how rules run: lua, code, native or both. */
static enum host_path rules_path(void) {
    static const struct {
        const char *name;
        enum host_path path;
    } paths[] = {{"lua", HOST_PATH_LUA},
                 {"code", HOST_PATH_CODE},
                 {"native", HOST_PATH_NATIVE},
                 {"both", HOST_PATH_BOTH}};
    const char *name = getenv("MUSTER_RULES");
    for (size_t i = 0; name && i < sizeof paths / sizeof *paths; i++)
        if (!strcmp(name, paths[i].name))
            return paths[i].path;
    return HOST_PATH_AUTO;
}

/* Add the modules of authors' folders. */
static void add_folders(struct loading *l, const struct mst_folders *folders) {
    /* F1: Muster's own folder is 0, and open_host has it. */
    for (int i = 1; i < folders->count; i++) {
        char root[1200];
        snprintf(root, sizeof root, "%s/lua", folders->path[i]);
        if (!host_folder(l->ruleset->host, root))
            rules_diags_no_memory(l->diags);
    }
}

static bool open_host(struct loading *l) {
    struct mst_ruleset *r = l->ruleset;
    struct mst_error error = {0};
    struct mst_folders folders;
    char root[1200];

    mst_folders_find(&folders);
    snprintf(root, sizeof root, "%s/lua", folders.path[0]);
    r->host = host_new(root, lang_host_compile, answer_option, module_on, l, &error);

    if (!r->host) {
        rules_faults_add(l->diags, l->ruleset->path, &error);
        return false;
    }

    add_folders(l, &folders);
    /* B1: with twins the ruleset itself runs as code. */
    host_run_by(r->host, l->path == HOST_PATH_BOTH ? HOST_PATH_AUTO : l->path);
    host_known(r->host, (const char *const *)l->known.items, l->known.count);
    if (l->look)
        host_careful(r->host);
    return true;
}

/* The settings of the file: of a ruleset, a scenario, or none for a module alone. */
static struct rules_ini *read_settings(struct loading *l, const char *path) {
    if (l->module)
        return rules_ini_parse(path, "", 0, l->diags);
    return rules_scenario_is(path) ? rules_scenario_ini(l->ruleset, l->diags)
                                   : rules_ini_load(path, l->diags);
}

/* Read the file and find its modules. False when out of memory or if nothing can be read. */
static bool open_files(struct loading *l, const char *path, const struct mst_setting *settings,
                       size_t count) {
    struct mst_ruleset *r = l->ruleset;
    r->path = mst_strdup(path);
    if (!r->path || !copy_settings(r, settings, count) || !rules_folders_modules(&l->known)) {
        rules_diags_no_memory(l->diags);
        return false;
    }

    l->modules = mst_calloc(l->known.count + 1, sizeof *l->modules);
    l->loads = mst_calloc(l->known.count + 1, sizeof *l->loads);
    if (!l->modules || !l->loads)
        rules_diags_no_memory(l->diags);
    if (!l->modules || !l->loads || !open_host(l))
        return false;

    r->ini = read_settings(l, path);
    return r->ini != NULL;
}

static void ruleset_freeze(struct loading *l) {
    struct mst_ruleset *r = l->ruleset;
    struct mst_error error = {0};
    if (host_freeze(r->host, &error) != MST_OK) {
        if (!rules_faults_any(r->host)) /* otherwise reported with the other faults */
            rules_faults_add(l->diags, l->ruleset->path, &error);
        return;
    }

    r->rules = host_rules(r->host);
    r->game = (struct core_game){.rules = r->rules, .ruleset = r, .refuse = rules_match_refusal};
    assert(r->rules); /* R1 */

    r->title = mst_strdup(rules_ini_text(r->ini, "game", "title", host_title(r->host)));
    const char *named = rules_ini_text(r->ini, "game", "title", "");
    if (!r->title || (*named && host_entitle(r->host, named) != MST_OK))
        rules_diags_no_memory(l->diags);

    /* Only now: native code is found by a key of the frozen rules. */
    if ((l->path == HOST_PATH_AUTO || l->path == HOST_PATH_NATIVE) &&
        rules_ruleset_run_native(r, l->path == HOST_PATH_NATIVE, &error) != MST_OK)
        rules_faults_add(l->diags, l->ruleset->path, &error);
}

static void look_at_names(struct loading *l) {
    struct rules_names files = {0};
    size_t kept = 0;
    if (!rules_folders_files(&l->known, &files))
        rules_diags_no_memory(l->diags);

    for (size_t i = 0; i < files.count; i++) {
        char *file = files.items[i];
        bool own = rules_folders_own(file); /* no line of other files may show */
        if (own)
            files.items[kept++] = file;
        else
            mst_free(file);
    }

    files.count = kept;
    l->look(l->ruleset->host, files.items, files.count);
    rules_names_clear(&files);
}

static void ruleset_finish(struct loading *l) {
    /* R2: rules with faults are not frozen, but names in them can be looked at. */
    if (!rules_diags_count(l->diags) && !l->failed)
        ruleset_freeze(l);
    if (l->look)
        look_at_names(l);
    rules_faults_add_all(l->diags, l->ruleset->path, l->ruleset->host);
}

/* Was every file of the chain read? If not, modules and options cannot be checked. */
static bool inherits_all(const struct rules_ini *ini) {
    /* The last file inherits something, and was not followed by it. */
    return !ini->files[ini->file_count - 1].inherits.key;
}

static struct mst_ruleset *read_rules(struct loading *l, const char *path,
                                      const struct mst_setting *settings, size_t count);

/* Load the same rules again, to run another way. NULL on failure, with a fault in l->diags. */
static struct mst_ruleset *read_twin(struct loading *l, enum host_path path) {
    const struct mst_ruleset *r = l->ruleset;
    struct rules_diags diags = {0};
    struct mst_error error = {0}, found;
    struct loading twin = {.diags = &diags, .module = l->module, .path = path};

    struct mst_ruleset *ruleset = read_rules(&twin, r->path, r->settings, r->setting_count);

    /* As code they load. What fails another way is reported once, in a sentence that says which
     * way. */
    if (!ruleset && rules_diags_first(&diags, &error) == MST_NO_MEMORY) {
        rules_diags_no_memory(l->diags);
    } else if (!ruleset) {
        mst_fail(&found, error.status, error.at, "the rules load as code, but not %s: %.700s",
                 path == HOST_PATH_LUA ? "as Lua" : "again", error.text);
        rules_faults_add(l->diags, r->path, &found);
    }

    rules_diags_clear(&diags);
    return ruleset;
}

/* Load the twins of the ruleset: as Lua, and as native code if there is some. */
static void add_twins(struct loading *l) {
    struct mst_error error = {0};
    struct mst_ruleset *lua = read_twin(l, HOST_PATH_LUA), *native = NULL;

    if (lua && native_cached()) {
        native = read_twin(l, HOST_PATH_AUTO);

        /* Nothing for these rules is in the cache: then that twin would run as code, like the
         * ruleset. */
        if (native && !native->native) {
            mst_ruleset_free(native);
            native = NULL;
        }
    }

    if (!lua)
        return;

    l->ruleset->both = rules_both_new(l->ruleset, lua, native, &error);
    if (l->ruleset->both)
        l->ruleset->game.twins = &rules_both_twins;
    else
        rules_faults_add(l->diags, l->ruleset->path, &error);
}

static struct mst_ruleset *read_rules(struct loading *l, const char *path,
                                      const struct mst_setting *settings, size_t count) {
    l->ruleset = mst_calloc(1, sizeof *l->ruleset);
    if (!l->ruleset) {
        rules_diags_no_memory(l->diags);
        return NULL;
    }

    /* R2: each of these steps runs whatever the one before found, and looks at what it can judge.
     */
    if (open_files(l, path, settings, count) && inherits_all(l->ruleset->ini)) {
        l->blind = rules_ini_modules(l->ruleset->ini, (const char *const *)l->known.items,
                                     l->known.count, l->ruleset->settings,
                                     l->ruleset->setting_count, l->diags, l->modules) != MST_OK;
        load_modules(l);
        check_options(l);
        ruleset_finish(l);
        report_loads(l); /* lint located the same word more precisely */
        if (l->path == HOST_PATH_BOTH && !rules_diags_count(l->diags))
            add_twins(l);
    }

    rules_names_clear(&l->known);
    mst_free(l->modules);
    mst_free(l->loads);
    /* R1: with a fault there is no ruleset, but warnings and notes are none. */

    if (rules_diags_count(l->diags)) {
        mst_ruleset_free(l->ruleset);
        return NULL;
    }
    assert(l->ruleset->rules && l->ruleset->values); /* R1 */
    return l->ruleset;
}

struct mst_ruleset *rules_ruleset_read(const char *path, const struct mst_setting *settings,
                                       size_t count, struct rules_diags *diags) {
    struct loading l = {.diags = diags, .path = rules_path()};
    return read_rules(&l, path, settings, count);
}

struct mst_ruleset *rules_ruleset_diagnose(const char *path, const char *module,
                                           const struct mst_setting *settings, size_t count,
                                           rules_looker *look, struct rules_diags *diags) {
    struct loading l = {.diags = diags, .look = look, .module = module, .path = rules_path()};
    return read_rules(&l, path, settings, count);
}

struct mst_ruleset *mst_ruleset_load(const char *path, const struct mst_setting *settings,
                                     size_t count, char **report, struct mst_error *error) {
    struct rules_diags diags = {0};
    struct mst_buf text = {0};

    struct mst_ruleset *ruleset = rules_ruleset_read(path, settings, count, &diags);
    if (!ruleset)
        rules_diags_first(&diags, error);
    if (report)
        *report = NULL;
    if (report && !ruleset) {
        rules_diags_print(&diags, &text);
        *report = mst_buf_take(&text);
    }

    rules_diags_clear(&diags);
    return ruleset;
}

void mst_ruleset_free(struct mst_ruleset *ruleset) {
    if (!ruleset)
        return;

    /* From what is built on top down to the host: each of these looks into those that are freed
     * after it. */
    if (ruleset->learned)
        ruleset->free_learned(ruleset->learned);
    rules_both_free(ruleset->both);
    native_close(ruleset->native);
    host_free(ruleset->host);
    rules_ini_free(ruleset->ini);
    host_scenario_clear(&ruleset->scenario);

    for (size_t i = 0; i < ruleset->setting_count; i++) {
        mst_free((void *)(uintptr_t)ruleset->settings[i].key);
        mst_free((void *)(uintptr_t)ruleset->settings[i].value);
    }

    mst_free(ruleset->settings);
    mst_free(ruleset->values);
    mst_free(ruleset->path);
    mst_free(ruleset->title);
    mst_free(ruleset);
}

const char *mst_ruleset_title(const struct mst_ruleset *ruleset) {
    return ruleset->title;
}

int mst_ruleset_seats(const struct mst_ruleset *ruleset) {
    return ruleset->rules->schema->seats;
}

enum mst_status mst_ruleset_explain(const struct mst_ruleset *ruleset, const char *key,
                                    struct mst_buf *out, struct mst_error *error) {
    const struct mst_option *options;
    size_t count = (size_t)host_options(ruleset->host, &options);
    return rules_options_explain(ruleset->ini, options, count, ruleset->values, key, out, error);
}
