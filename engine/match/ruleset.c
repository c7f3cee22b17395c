/* A ruleset: see ruleset.h. The file is checked whole: faults of the INI, of the modules' options
 * and of the modules themselves are collected before anything is refused. */
#include "match/ruleset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/modules.h"
#include "match/spot.h"

const char *mst_home(void) {
    const char *home = getenv("MUSTER_HOME");
    return home && *home ? home : MUSTER_HOME;
}

const char *mst_home_relative(const char *path) {
    size_t length = strlen(mst_home());
    return !strncmp(path, mst_home(), length) && path[length] == '/' ? path + length + 1 : path;
}

void mst_text_free(char *text) {
    mst_free(text);
}

/* What the load needs beside the ruleset. */
struct loading {
    struct mst_ruleset *ruleset;
    struct mst_diags *diags;
    struct mst_names known;
    struct mst_ini_module *modules; /* one a known module */
    const char *module; /* this one and what it requires are loaded; NULL: those of the file */
    struct mst_option_value answer;
    bool careful; /* look for what only looks wrong, too */
    bool failed;  /* a module did not load */
};

static bool module_on(void *context, const char *module) {
    const struct loading *l = context;
    if (l->module)
        return true;
    for (size_t i = 0; i < l->known.count; i++)
        if (!strcmp(l->known.items[i], module))
            return l->modules[i].on;
    return false;
}

/* A module asks while it loads; faults are found again, and told, when all options are known. */
static void answer_option(void *context, const struct mst_option *option,
                          struct mst_option_answer *answer) {
    struct loading *l = context;
    const struct mst_ruleset *r = l->ruleset;
    struct mst_diags quiet = {0};
    mst_options_resolve(r->ini, option, 1, NULL, r->settings, r->setting_count, &quiet, &l->answer);
    mst_diags_clear(&quiet);
    answer->number = l->answer.number;
    memcpy(answer->list, l->answer.list, sizeof answer->list);
    answer->count = l->answer.count;
    answer->text = l->answer.text;
}

/* A fault of a module is found again by each that requires it, and one of a text by each that uses
 * it: one is enough of the same words, and of the same word of a source. */
static bool told(const struct mst_diags *diags, const struct mst_place *place,
                 enum mst_status status, const char *text) {
    for (size_t i = 0; i < diags->count; i++) {
        const struct mst_diag *diag = &diags->items[i];
        bool same_word = place->column && status != MST_OK && diag->status != MST_OK;
        if (diag->place.line == place->line && diag->place.column == place->column &&
            !strcmp(diag->place.file, place->file) && (same_word || !strcmp(diag->message, text)))
            return true;
    }
    return false;
}

/* Let the place say where in its file the fault stands, if that can be seen: true. */
static bool find_spot(const struct mst_fault *fault, struct mst_place *place, char source[512]) {
    char path[1300];
    size_t length;
    snprintf(path, sizeof path, "%s/%s", mst_home(), place->file);
    char *text = place->line ? mst_read_file(path, 1 << 20, &length, NULL) : NULL;
    bool found = text && mst_spot_find(text, fault->error.text,
                                       *fault->spot.line ? &fault->spot : NULL, place, source, 512);
    mst_free(text);
    return found;
}

/* Add a fault, with its place in its file; with `found_only` only where that is found. Was it? */
static bool add_fault(struct loading *l, const struct mst_fault *fault, bool found_only) {
    const struct mst_error *error = &fault->error;
    char file[sizeof error->at], source[512], text[sizeof error->text];
    snprintf(file, sizeof file, "%s",
             error->at[0] ? error->at : mst_home_relative(l->ruleset->path));
    snprintf(text, sizeof text, "%s", error->text);
    struct mst_place place = {.file = file, .order = 1000};
    char *colon = strrchr(file, ':');
    if (colon && colon[1] >= '0' && colon[1] <= '9') {
        place.line = atoi(colon + 1);
        *colon = 0;
    }
    bool found = find_spot(fault, &place, source);
    if (found && fault->spot.message)
        text[fault->spot.message] = 0; /* the line is shown as it stands in the file */
    if ((found || !found_only) && !told(l->diags, &place, error->status, text))
        mst_diags_add(l->diags, error->status, &place, NULL, "%s", text);
    return found;
}

static void add_error(struct loading *l, const struct mst_error *error) {
    add_fault(l, &(struct mst_fault){.error = *error}, false);
}

static bool wanted(const struct loading *l, size_t i) {
    return l->module ? !strcmp(l->module, l->known.items[i]) : l->modules[i].on;
}

/* Hear, then load every module that is on, in the order of their names. */
static void load_modules(struct loading *l) {
    bool any = false;
    for (size_t i = 0; i < l->known.count; i++)
        if (wanted(l, i))
            mst_host_hear(l->ruleset->host, l->known.items[i]);
    for (size_t i = 0; i < l->known.count; i++) {
        struct mst_error error = {0};
        if (!wanted(l, i))
            continue;
        any = true;
        if (mst_host_load(l->ruleset->host, l->known.items[i], &error) == MST_OK)
            continue;
        l->failed = true;
        add_error(l, &error);
    }
    if (!any && !mst_diags_count(l->diags)) {
        struct mst_place place = {.file = l->ruleset->path};
        mst_diags_add(l->diags, MST_BAD_RULESET, &place, "say 'NAME = on' in [modules]",
                      "no module is switched on");
    }
}

static size_t count_sections(const struct mst_ini *ini) {
    size_t count = 0;
    for (int i = 0; i < ini->file_count; i++)
        count += ini->files[i].section_count;
    return count;
}

/* Sections that belong to modules that are off: by their names, whole or last word. Where a module
 * failed to load, any section may be its own. */
static const char **off_sections(const struct loading *l) {
    const struct mst_ini *ini = l->ruleset->ini;
    const char **off = mst_calloc(2 * l->known.count + count_sections(ini) + 1, sizeof *off);
    size_t count = 0;
    for (size_t i = 0; off && i < l->known.count; i++)
        if (!module_on((void *)(uintptr_t)l, l->known.items[i]) && l->modules[i].named) {
            const char *dot = strrchr(l->known.items[i], '.');
            off[count++] = l->known.items[i];
            if (dot)
                off[count++] = dot + 1;
        }
    for (int i = 0; off && l->failed && i < ini->file_count; i++)
        for (size_t k = 0; k < ini->files[i].section_count; k++)
            off[count++] = ini->files[i].sections[k].name;
    return off;
}

static void check_options(struct loading *l) {
    struct mst_ruleset *r = l->ruleset;
    const struct mst_option *options;
    size_t count = (size_t)mst_host_options(r->host, &options);
    const char **off = off_sections(l);
    r->values = mst_calloc(count + 1, sizeof *r->values);
    if (!off || !r->values)
        mst_diags_no_memory(l->diags);
    else
        mst_options_resolve(r->ini, options, count, off, r->settings, r->setting_count, l->diags,
                            r->values);
    mst_free(off);
}

static bool copy_settings(struct mst_ruleset *r, const struct mst_setting *settings, size_t count) {
    r->settings = mst_calloc(count + 1, sizeof *r->settings);
    if (!r->settings)
        return false;
    for (; r->setting_count < count; r->setting_count++) {
        r->settings[r->setting_count].key = mst_strdup(settings[r->setting_count].key);
        r->settings[r->setting_count].value = mst_strdup(settings[r->setting_count].value);
        if (!r->settings[r->setting_count].key || !r->settings[r->setting_count].value) {
            r->setting_count++;
            return false;
        }
    }
    return true;
}

/* Read the file and find its modules. False on no memory or where nothing can be read. */
static bool open_files(struct loading *l, const char *path, const struct mst_setting *settings,
                       size_t count) {
    struct mst_ruleset *r = l->ruleset;
    char root[1024];
    snprintf(root, sizeof root, "%s/lua", mst_home());
    r->path = mst_strdup(path);
    if (!r->path || !copy_settings(r, settings, count) || !mst_names_of_modules(root, &l->known)) {
        mst_diags_no_memory(l->diags);
        return false;
    }
    l->modules = mst_calloc(l->known.count + 1, sizeof *l->modules);
    r->ini = l->module ? mst_ini_parse(path, "", 0, l->diags) : mst_ini_load(path, l->diags);
    if (!l->modules)
        mst_diags_no_memory(l->diags);
    if (!r->ini || !l->modules)
        return false;
    struct mst_error error = {0};
    r->host = mst_host_new(root, answer_option, module_on, l, &error);
    if (!r->host || (l->careful && mst_host_careful(r->host, &error) != MST_OK))
        add_error(l, &error);
    return r->host && (!l->careful || error.status == MST_OK);
}

/* Is a fault of the same declaration found in its file? */
static bool found_beside(const struct mst_fault *faults, const bool *found, int count, int fault) {
    for (int i = 0; i < count; i++)
        if (found[i] && !strcmp(faults[i].error.at, faults[fault].error.at))
            return true;
    return false;
}

/* All that the host found wrong. A text may be made of an author's and of others': a fault that the
 * author can find makes one of the whole superfluous. */
static void add_faults(struct loading *l) {
    const struct mst_fault *faults;
    int count = mst_host_faults(l->ruleset->host, &faults);
    bool *found = mst_calloc((size_t)count + 1, sizeof *found);
    if (!found)
        mst_diags_no_memory(l->diags);
    for (int i = 0; found && i < count; i++)
        found[i] = add_fault(l, &faults[i], true);
    for (int i = 0; found && i < count; i++)
        if (!found[i] && !(*faults[i].spot.line && found_beside(faults, found, count, i)))
            add_fault(l, &faults[i], false);
    mst_free(found);
}

static bool has_faults(const struct mst_host *host) {
    const struct mst_fault *faults;
    int count = mst_host_faults(host, &faults), i = 0;
    while (i < count && faults[i].error.status == MST_OK)
        i++;
    return i < count;
}

static void freeze(struct loading *l) {
    struct mst_ruleset *r = l->ruleset;
    struct mst_error error = {0};
    if (mst_host_freeze(r->host, &error) != MST_OK) {
        if (!has_faults(r->host)) /* else they are told with what else is found */
            add_error(l, &error);
        return;
    }
    r->rules = mst_host_rules(r->host);
    r->title = mst_strdup(mst_ini_text(r->ini, "game", "title", mst_host_title(r->host)));
    if (!r->title)
        mst_diags_no_memory(l->diags);
}

static void look(struct loading *l) {
    struct mst_names files = {0};
    for (size_t i = 0; i < l->known.count; i++) {
        char path[1200], file[256];
        snprintf(file, sizeof file, "%s", l->known.items[i]);
        for (char *c = file; *c; c++)
            *c = *c == '.' ? '/' : *c;
        snprintf(path, sizeof path, "%s/lua/%s.lua", mst_home(), file);
        if (!mst_names_add(&files, path))
            mst_diags_no_memory(l->diags);
    }
    mst_host_look(l->ruleset->host, files.items, files.count);
    mst_names_clear(&files);
}

static void finish(struct loading *l) {
    if (!mst_diags_count(l->diags))
        freeze(l);
    if (l->careful)
        look(l);
    add_faults(l);
}

static struct mst_ruleset *read_rules(struct loading *l, const char *path,
                                      const struct mst_setting *settings, size_t count) {
    l->ruleset = mst_calloc(1, sizeof *l->ruleset);
    if (!l->ruleset) {
        mst_diags_no_memory(l->diags);
        return NULL;
    }
    if (open_files(l, path, settings, count)) {
        mst_ini_modules(l->ruleset->ini, (const char *const *)l->known.items, l->known.count,
                        l->ruleset->settings, l->ruleset->setting_count, l->diags, l->modules);
        load_modules(l);
        check_options(l);
        finish(l);
    }
    mst_names_clear(&l->known);
    mst_free(l->modules);
    if (mst_diags_count(l->diags)) {
        mst_ruleset_free(l->ruleset);
        return NULL;
    }
    return l->ruleset;
}

struct mst_ruleset *mst_ruleset_read(const char *path, const struct mst_setting *settings,
                                     size_t count, struct mst_diags *diags) {
    struct loading l = {.diags = diags};
    return read_rules(&l, path, settings, count);
}

struct mst_ruleset *mst_ruleset_check(const char *path, const struct mst_setting *settings,
                                      size_t count, struct mst_diags *diags) {
    struct loading l = {.diags = diags, .careful = true};
    return read_rules(&l, path, settings, count);
}

struct mst_ruleset *mst_ruleset_check_module(const char *path, const char *module,
                                             const struct mst_setting *settings, size_t count,
                                             struct mst_diags *diags) {
    struct loading l = {.diags = diags, .careful = true, .module = module};
    return read_rules(&l, path, settings, count);
}

struct mst_ruleset *mst_ruleset_load(const char *path, const struct mst_setting *settings,
                                     size_t count, char **report, struct mst_error *error) {
    struct mst_diags diags = {0};
    struct mst_buf text = {0};
    struct mst_ruleset *ruleset = mst_ruleset_read(path, settings, count, &diags);
    if (!ruleset)
        mst_diags_first(&diags, error);
    if (report)
        *report = NULL;
    if (report && !ruleset) {
        mst_diags_print(&diags, &text);
        *report = mst_buf_take(&text);
    }
    mst_diags_clear(&diags);
    return ruleset;
}

void mst_ruleset_free(struct mst_ruleset *ruleset) {
    if (!ruleset)
        return;
    mst_host_free(ruleset->host);
    mst_ini_free(ruleset->ini);
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
    size_t count = (size_t)mst_host_options(ruleset->host, &options);
    return mst_options_explain(ruleset->ini, options, count, ruleset->values, key, out, error);
}
