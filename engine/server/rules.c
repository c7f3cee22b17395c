/* The rules that matches are played by. What is installed when the server starts makes a bundle:
 * every file of lua/, rulesets/ and scenarios/, kept once by its content. Engines never read the
 * installed files, but a bundle laid out in the server's own folder, so a match goes on under the
 * rules that it began with. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 600 /* nftw */
#endif
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/parts.h"

enum {
    LONGEST_FILE = 4 << 20,
    AT_ONCE = 2, /* entries of the catalogue made at a time */
    ATTEMPTS = 3 /* at an entry, while engines end */
};

/* ---- gathering ------------------------------------------------------------------------------- */

struct source {
    char *path; /* below its folder */
    char *text;
    size_t length;
    char hash[MST_HASH_SIZE];
};

static struct gathering { /* nftw has no context */
    struct source *list;
    size_t count, capacity, root; /* bytes of the folder's path, with its slash */
    bool failed;
} gathering;

static bool is_gathered(const char *path) {
    for (size_t i = 0; i < gathering.count; i++)
        if (!strcmp(gathering.list[i].path, path))
            return true;
    return false;
}

static int gather(const char *path, const struct stat *status, int type, struct FTW *ftw) {
    struct mst_error error;
    const char *name = path + gathering.root;
    (void)status;
    if (type != FTW_F || path[ftw->base] == '.' || is_gathered(name))
        return 0;
    if (gathering.count == gathering.capacity) {
        size_t more = gathering.capacity ? 2 * gathering.capacity : 512;
        void *list = mst_realloc(gathering.list, more * sizeof *gathering.list);
        if (!list)
            return gathering.failed = true;
        gathering.list = list;
        gathering.capacity = more;
    }
    struct source source = {.path = mst_strdup(name)};
    source.text = mst_read_file(path, LONGEST_FILE, &source.length, &error);
    if (!source.path || !source.text)
        return gathering.failed = true;
    mst_digest(source.text, source.length, source.hash);
    gathering.list[gathering.count++] = source;
    return 0;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const struct source *)a)->path, ((const struct source *)b)->path);
}

static void gather_all(void) {
    static const char *const parts[] = {"lua", "rulesets", "scenarios"};
    struct mst_folders folders;
    char path[1100];
    mst_folders_find(&folders);
    for (int i = 0; i < folders.count; i++)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            snprintf(path, sizeof path, "%s/%s", folders.path[i], parts[k]);
            gathering.root = strlen(folders.path[i]) + 1;
            if (!access(path, R_OK) && nftw(path, gather, 16, FTW_PHYS))
                gathering.failed = true;
        }
    if (gathering.count)
        qsort(gathering.list, gathering.count, sizeof *gathering.list, by_path);
}

static void clear_gathering(void) {
    for (size_t i = 0; i < gathering.count; i++) {
        mst_free(gathering.list[i].path);
        mst_free(gathering.list[i].text);
    }
    mst_free(gathering.list);
    gathering = (struct gathering){0};
}

/* Name the bundle after its content, and keep it unless it is known. */
static bool keep_bundle(struct mst_server *server, struct mst_error *error) {
    struct mst_buf names = {0};
    enum mst_status status = MST_OK;
    for (size_t i = 0; i < gathering.count; i++)
        mst_buf_printf(&names, "%s %s\n", gathering.list[i].path, gathering.list[i].hash);
    mst_digest(mst_buf_text(&names), names.length, server->bundle);
    bool failed = names.failed;
    mst_buf_clear(&names);
    if (failed || mst_store_has_bundle(server->store, server->bundle))
        return !failed;
    status = mst_store_begin(server->store, error);
    for (size_t i = 0; status == MST_OK && i < gathering.count; i++) {
        const struct source *source = &gathering.list[i];
        status = mst_store_add_file(server->store, server->bundle, source->path, source->hash,
                                    source->text, source->length, error);
    }
    if (status == MST_OK)
        return mst_store_commit(server->store, error) == MST_OK;
    mst_store_cancel(server->store);
    return false;
}

/* ---- laying out ------------------------------------------------------------------------------ */

struct laying {
    const char *folder;
    const char *base; /* where the same file lies already, or NULL */
    struct mst_error *error;
    bool done;
};

/* Make the folders of a path below the root. */
static bool make_folders(char *path, size_t root) {
    for (char *at = path + root; (at = strchr(at, '/')); at++) {
        *at = 0;
        bool made = !mkdir(path, 0700) || errno == EEXIST;
        *at = '/';
        if (!made)
            return false;
    }
    return true;
}

/* The files of a base are the same files in its bundles, if the system can do that. */
static bool lay(void *context, const char *path, const char *text, size_t length) {
    struct laying *laying = context;
    char name[2048], same[2048];
    int size = snprintf(name, sizeof name, "%s/%s", laying->folder, path);
    laying->done = size < (int)sizeof name && make_folders(name, strlen(laying->folder) + 1);
    if (!laying->done)
        return false;
    size = laying->base ? snprintf(same, sizeof same, "%s/%s", laying->base, path) : 0;
    if (size && size < (int)sizeof same && (!link(same, name) || errno == EEXIST))
        return true;
    laying->done = mst_write_file(name, text, length, true, laying->error) == MST_OK;
    return laying->done;
}

static bool lay_new(struct laying *laying, json_t *files) {
    const char *path;
    json_t *text;
    json_object_foreach(files, path, text) if (!lay(laying, path, json_string_value(text),
                                                    json_string_length(text))) return false;
    return true;
}

/* Lay out the files of a bundle, or `files` of one that is not kept yet, in a folder. */
static bool lay_all(struct mst_server *server, const char *bundle, const char *base, json_t *files,
                    const char *folder, struct mst_error *error) {
    struct laying laying = {.folder = folder, .error = error, .done = true};
    char home[MST_HOME_SIZE];
    if (*base) {
        if (!mst_rules_home(server, base, home, sizeof home, error))
            return false;
        laying.base = home;
        if (mst_store_files(server->store, base, lay, &laying, error) != MST_OK || !laying.done)
            return false;
        laying.base = NULL;
    }
    if (files)
        return lay_new(&laying, files);
    return mst_store_files(server->store, bundle, lay, &laying, error) == MST_OK && laying.done;
}

static bool lay_out(struct mst_server *server, const char *bundle, const char *base, json_t *files,
                    char *home, size_t size, struct mst_error *error) {
    char rules[1100], unfinished[1200];
    snprintf(rules, sizeof rules, "%s/rules", server->options.data);
    snprintf(home, size, "%s/%.32s", rules, bundle);
    snprintf(unfinished, sizeof unfinished, "%s/%.32s.new", rules, bundle);
    if (!access(home, R_OK))
        return true;
    if ((mkdir(rules, 0700) && errno != EEXIST) || (mkdir(unfinished, 0700) && errno != EEXIST)) {
        mst_fail(error, MST_BAD_FILE, "", "cannot make '%s': %s", unfinished, strerror(errno));
        return false;
    }
    if (!lay_all(server, bundle, base, files, unfinished, error))
        return false;
    if (!rename(unfinished, home))
        return true;
    mst_fail(error, MST_BAD_FILE, "", "cannot make '%s': %s", home, strerror(errno));
    return false;
}

bool mst_rules_home(struct mst_server *server, const char *bundle, char *home, size_t size,
                    struct mst_error *error) {
    char base[MST_HASH_SIZE];
    mst_store_base(server->store, bundle, base);
    return lay_out(server, bundle, base, NULL, home, size, error);
}

bool mst_rules_lay(struct mst_server *server, const char *bundle, json_t *files, char *home,
                   size_t size, struct mst_error *error) {
    return lay_out(server, bundle, server->bundle, files, home, size, error);
}

void mst_rules_path(const char *ruleset, char *path, size_t size) {
    ruleset = mst_upload_ruleset(ruleset);
    if (!strncmp(ruleset, "scenarios/", 10))
        snprintf(path, size, "%s.lua", ruleset);
    else
        snprintf(path, size, "rulesets/%s.ini", ruleset);
}

/* ---- the catalogue --------------------------------------------------------------------------- */

static bool add_entry(void *context, const char *name) {
    json_t *list = context;
    size_t length = strlen(name);
    if (length > 4 && !strcmp(name + length - 4, ".ini"))
        length -= 4;
    return !json_array_append_new(list, json_pack("{s:s%}", "ruleset", name, length));
}

static bool add_scenario(void *context, const char *name) {
    char path[300];
    snprintf(path, sizeof path, "scenarios/%s", name);
    return add_entry(context, path);
}

bool mst_rules_load(struct mst_server *server, struct mst_error *error) {
    gather_all();
    bool done = !gathering.failed && gathering.count && keep_bundle(server, error);
    if (!done && error->status == MST_OK)
        mst_fail(error, MST_BAD_FILE, "", "the rules below '%s' cannot be read", mst_home());
    clear_gathering();
    if (!done || !mst_rules_home(server, server->bundle, server->home, sizeof server->home, error))
        return false;
    char *known = mst_store_catalogue(server->store, server->bundle);
    server->catalogue = known ? json_loads(known, 0, NULL) : NULL;
    mst_free(known);
    if (server->catalogue)
        return true;
    server->catalogue = json_array();
    mst_rulesets(add_entry, server->catalogue);
    mst_scenarios(add_scenario, server->catalogue);
    return true;
}

json_t *mst_rules_entry(const struct mst_server *server, const char *ruleset) {
    json_t *entry;
    size_t i;
    json_array_foreach(server->catalogue, i, entry) {
        const char *name = json_string_value(json_object_get(entry, "ruleset"));
        if (name && !strcmp(name, ruleset))
            return entry;
    }
    return NULL;
}

struct describing {
    struct mst_server *server;
    json_t *entry;
};

/* When all entries are there, the catalogue is kept. */
static void keep_catalogue(struct mst_server *server) {
    struct mst_error error = {0};
    json_t *entry;
    size_t i;
    json_array_foreach(
        server->catalogue, i,
        entry) if (!json_object_get(entry, "title") ||
                   json_object_get(
                       entry,
                       "lost")) return; /* an engine that has ended says nothing about a ruleset */
    char *text = json_dumps(server->catalogue, JSON_COMPACT);
    mst_server_write(server);
    mst_server_wrote(server, mst_store_set_catalogue(server->store, server->bundle, text, &error),
                     &error);
    mst_free(text);
}

/* An engine that ended says nothing about the ruleset: it is asked again, a few times. */
static bool ask_again(json_t *entry) {
    json_int_t lost = json_integer_value(json_object_get(entry, "lost")) + 1;
    json_object_set_new(entry, "lost", json_integer(lost));
    if (lost >= ATTEMPTS)
        return false;
    json_object_del(entry, "asked");
    return true;
}

static void take_description(json_t *entry, const struct mst_answers *answers) {
    bool loaded = answers->count == 2 && mst_answer_fields(answers->lines[0]);
    json_t *answer = loaded ? json_loads(answers->lines[1], 0, NULL) : NULL;
    if (answer && json_is_true(json_object_get(answer, "ok"))) {
        json_object_del(answer, "ok");
        json_object_del(entry, "lost");
        json_object_update(entry, answer);
    } else if (answers->count || !ask_again(entry)) {
        mst_log("warning", "ruleset", "name", json_string_value(json_object_get(entry, "ruleset")),
                "why", answers->why ? answers->why : "it cannot be loaded", NULL);
        json_object_set_new(entry, "title", json_string(""));
    }
    json_decref(answer);
}

static void described(void *context, const struct mst_answers *answers) {
    struct describing *describing = context;
    struct mst_server *server = describing->server;
    server->describing--;
    take_description(describing->entry, answers);
    json_decref(describing->entry);
    mst_free(describing);
    keep_catalogue(server);
    mst_rules_describe(server);
}

void mst_rules_write_load(struct mst_buf *lines, const char *ruleset, json_t *set) {
    char path[320];
    mst_rules_path(ruleset, path, sizeof path);
    json_t *load = json_pack("{s:s, s:s, s:O*}", "op", "load", "ruleset", path, "set", set);
    char *text = json_dumps(load, JSON_COMPACT);
    mst_buf_printf(lines, "%s\n", text ? text : "");
    mst_free(text);
    json_decref(load);
}

bool mst_rules_ask(struct mst_server *server, const char *home, bool foreign, struct mst_buf *lines,
                   mst_pool_done *done, void *context) {
    const struct mst_crew crew = {.home = home, .thinks = true, .foreign = foreign};
    bool asked = !lines->failed &&
                 mst_pool_run(server->pool, &crew, mst_buf_text(lines), done, NULL, context, NULL);
    mst_buf_clear(lines);
    return asked;
}

/* Have one entry described. */
static bool describe(struct mst_server *server, json_t *entry) {
    struct describing *describing = mst_calloc(1, sizeof *describing);
    struct mst_buf lines = {0};
    if (!describing)
        return false;
    *describing = (struct describing){server, json_incref(entry)};
    mst_rules_write_load(&lines, json_string_value(json_object_get(entry, "ruleset")), NULL);
    mst_buf_puts(&lines, "{\"op\":\"describe\"}\n");
    if (mst_rules_ask(server, server->home, false, &lines, described, describing)) {
        json_object_set_new(entry, "asked", json_true());
        server->describing++;
        return true;
    }
    json_decref(entry);
    mst_free(describing);
    return false;
}

void mst_rules_describe(struct mst_server *server) {
    json_t *entry;
    size_t i;
    json_array_foreach(server->catalogue, i, entry) {
        if (server->describing >= AT_ONCE)
            return;
        if (!json_object_get(entry, "title") && !json_object_get(entry, "asked") &&
            !describe(server, entry))
            return;
    }
}

/* ---- operations ------------------------------------------------------------------------------ */

void mst_serve_games(struct mst_call *request) {
    json_t *games = json_array(), *entry;
    size_t i;
    json_array_foreach(request->server->catalogue, i, entry) {
        const char *title = json_string_value(json_object_get(entry, "title"));
        if (!title || !*title) /* not yet, or it cannot be played */
            continue;
        json_t *game = json_copy(entry);
        json_object_del(game, "asked");
        json_object_del(game, "lost");
        json_object_del(game, "picture");
        json_array_append_new(games, game);
    }
    json_object_set_new(request->answer, "games", games);
    json_object_set_new(request->answer, "complete", json_boolean(!request->server->describing));
    mst_call_answer(request);
}

bool mst_rules_choose(struct mst_server *server, const struct mst_person *person,
                      const char *ruleset, struct mst_choice *choice) {
    *choice = (struct mst_choice){.entry = mst_rules_entry(server, ruleset)};
    if (!choice->entry)
        return mst_upload_choose(server, person, ruleset, choice);
    strcpy(choice->bundle, server->bundle);
    snprintf(choice->home, sizeof choice->home, "%s", server->home);
    return true;
}

const char *mst_call_ruleset(struct mst_call *request, struct mst_choice *choice) {
    const char *ruleset = mst_call_text(request, "ruleset", 255);
    if (ruleset && !mst_rules_choose(request->server, &request->person, ruleset, choice)) {
        mst_call_refuse(request, "not_found", "there is no ruleset '%.60s'", ruleset);
        return NULL;
    }
    return ruleset;
}

/* The answers to: load as it is, its options, load with the settings, its options. */
static void told_options(void *context, const struct mst_answers *answers) {
    struct mst_call *request = context;
    const char *plain = answers->count ? mst_answer_fields(answers->lines[1]) : NULL;
    if (!plain) {
        mst_call_refuse(request, "failed", "%s",
                        answers->why ? answers->why : "the ruleset cannot be loaded");
        return;
    }
    json_t *faults = json_array();
    bool fits = mst_answer_fields(answers->lines[2]) != NULL;
    if (!fits)
        json_array_append_new(faults, mst_answer_message(answers->lines[2]));
    json_object_set_new(request->answer, "faults", faults);
    const char *options = fits ? mst_answer_fields(answers->lines[3]) : plain;
    mst_buf_printf(&request->raw, ",%.*s", (int)strlen(options) - 1, options);
    mst_call_answer(request);
}

void mst_serve_options(struct mst_call *request) {
    struct mst_choice choice;
    const char *ruleset = mst_call_ruleset(request, &choice);
    struct mst_buf lines = {0};
    if (!ruleset || !mst_call_settings(request))
        return;
    mst_rules_write_load(&lines, ruleset, NULL);
    mst_buf_puts(&lines, "{\"op\":\"options\"}\n");
    mst_rules_write_load(&lines, ruleset, json_object_get(request->json, "set"));
    mst_buf_puts(&lines, "{\"op\":\"options\"}\n");
    if (!mst_rules_ask(request->server, choice.home, choice.foreign, &lines, told_options, request))
        mst_call_refuse(request, "busy", "the server is busy; try again later");
}

bool mst_rules_try(struct mst_server *server, const struct mst_choice *choice, const char *ruleset,
                   json_t *set, mst_pool_done *done, void *context) {
    struct mst_buf lines = {0};
    mst_rules_write_load(&lines, ruleset, set);
    return mst_rules_ask(server, choice->home, choice->foreign, &lines, done, context);
}

bool mst_rules_picture(struct mst_server *server, const char *ruleset, mst_pool_done *done,
                       void *context) {
    struct mst_buf lines = {0};
    mst_rules_write_load(&lines, ruleset, NULL);
    mst_buf_puts(&lines, "{\"op\":\"new\",\"seed\":1}\n{\"op\":\"picture\",\"seat\":-1}\n");
    return mst_rules_ask(server, server->home, false, &lines, done, context);
}

static void told_rules(void *context, const struct mst_answers *answers) {
    struct mst_call *request = context;
    const char *fields = answers->count ? mst_answer_fields(answers->lines[1]) : NULL;
    if (answers->count && !mst_answer_fields(answers->lines[0])) {
        mst_call_pass_on(request, answers->lines[0]);
    } else if (!fields) {
        mst_call_refuse(request, "failed", "the rulebook cannot be made");
    } else {
        mst_buf_printf(&request->raw, ",%.*s", (int)strlen(fields) - 1, fields);
        mst_call_answer(request);
    }
}

/* Where the rules of the request's match are. */
static void choice_of_match(const struct mst_live *live, struct mst_choice *choice) {
    struct mst_server *server = live->server;
    struct mst_error error = {0};
    *choice = (struct mst_choice){.foreign = mst_is_upload(live->kept.ruleset)};
    if (!mst_rules_home(server, live->kept.bundle, choice->home, sizeof choice->home, &error))
        snprintf(choice->home, sizeof choice->home, "%s", server->home);
}

void mst_serve_rules(struct mst_call *request) {
    struct mst_server *server = request->server;
    const char *id = json_string_value(json_object_get(request->json, "match"));
    const char *ruleset = NULL;
    json_t *set = NULL;
    struct mst_choice choice;
    struct mst_buf lines = {0};
    request->live = id ? mst_live_hold(server, id) : NULL;
    if (id && (!request->live || !mst_live_may_watch(request->live, &request->person))) {
        mst_call_refuse(request, "not_found", "there is no such match, or it is not public");
        return;
    }
    if (request->live) {
        ruleset = request->live->kept.ruleset;
        set = json_loads(request->live->kept.settings, 0, NULL);
        choice_of_match(request->live, &choice);
    } else if ((ruleset = mst_call_ruleset(request, &choice)) && mst_call_settings(request)) {
        set = json_incref(json_object_get(request->json, "set"));
    } else {
        return;
    }
    mst_rules_write_load(&lines, ruleset, set);
    mst_buf_puts(&lines, "{\"op\":\"rules\"}\n");
    json_decref(set);
    if (!mst_rules_ask(server, choice.home, choice.foreign, &lines, told_rules, request))
        mst_call_refuse(request, "busy", "the server is busy; try again later");
}
