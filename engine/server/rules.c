/* The rules that matches are played by. What is installed when the server starts makes a bundle:
 * every file of lua/, rulesets/ and scenarios/, kept once by its content. Engines never read the
 * installed files, but a bundle laid out in the server's own folder, so a match goes on under the
 * rules that it began with. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 600 /* nftw */
#endif
#include <assert.h>
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/parts.h"
#include "muster/check.h"
#include "muster/scenario.h"

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
    char hash[SERVER_HASH_SIZE];
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

static int rules_gather(const char *path, const struct stat *status, int type, struct FTW *ftw) {
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

    /* The hash is that of the bytes: a file that was touched is no other one. */
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
            if (!access(path, R_OK) && nftw(path, rules_gather, 16, FTW_PHYS))
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
static bool keep_bundle(struct server *server, struct mst_error *error) {
    struct mst_buf names = {0};
    enum mst_status status = MST_OK;
    for (size_t i = 0; i < gathering.count; i++)
        mst_buf_printf(&names, "%s %s\n", gathering.list[i].path, gathering.list[i].hash);

    /* The name of a bundle is the hash of its files: the same rules are kept once. */
    mst_digest(mst_buf_text(&names), names.length, server->bundle);
    bool failed = names.failed;
    mst_buf_clear(&names);
    if (failed || store_has_bundle(server->store, server->bundle))
        return !failed;

    /* A bundle is there as a whole or not at all. */
    status = store_begin(server->store, error);
    for (size_t i = 0; status == MST_OK && i < gathering.count; i++) {
        const struct source *source = &gathering.list[i];
        status = store_add_file(server->store, server->bundle, source->path, source->hash,
                                source->text, source->length, error);
    }
    if (status == MST_OK)
        return store_commit(server->store, error) == MST_OK;
    store_cancel(server->store);
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
static bool rules_lay(void *context, const char *path, const char *text, size_t length) {
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
    json_object_foreach (files, path, text)
        if (!rules_lay(laying, path, json_string_value(text), json_string_length(text)))
            return false;
    return true;
}

/* Lay out the files of a bundle, or `files` of one that is not kept yet, in a folder. */
static bool lay_all(struct server *server, const char *bundle, const char *base, json_t *files,
                    const char *folder, struct mst_error *error) {
    struct laying laying = {.folder = folder, .error = error, .done = true};
    char home[SERVER_HOME_SIZE];

    /* An upload is laid over the rules that it was made for, so that those do not change under it.
     */
    if (*base) {
        if (!server_rules_home(server, base, home, sizeof home, error))
            return false;
        laying.base = home;
        if (store_files(server->store, base, rules_lay, &laying, error) != MST_OK || !laying.done)
            return false;
        laying.base = NULL;
    }
    if (files)
        return lay_new(&laying, files);
    return store_files(server->store, bundle, rules_lay, &laying, error) == MST_OK && laying.done;
}

static bool lay_out(struct server *server, const char *bundle, const char *base, json_t *files,
                    char *home, size_t size, struct mst_error *error) {
    char rules[1100], unfinished[1200];
    snprintf(rules, sizeof rules, "%s/rules", server->options.data);
    snprintf(home, size, "%s/%.32s", rules, bundle);
    snprintf(unfinished, sizeof unfinished, "%s/%.32s.new", rules, bundle);

    /* It has its name only once it is whole. */
    if (!access(home, R_OK))
        return true;
    if ((mkdir(rules, 0700) && errno != EEXIST) || (mkdir(unfinished, 0700) && errno != EEXIST)) {
        mst_fail(error, MST_BAD_FILE, "", "cannot make '%s': %s", unfinished, strerror(errno));
        return false;
    }

    /* A folder that was left unfinished is filled again. */
    if (!lay_all(server, bundle, base, files, unfinished, error))
        return false;
    if (!rename(unfinished, home))
        return true;
    mst_fail(error, MST_BAD_FILE, "", "cannot make '%s': %s", home, strerror(errno));
    return false;
}

bool server_rules_home(struct server *server, const char *bundle, char *home, size_t size,
                       struct mst_error *error) {
    char base[SERVER_HASH_SIZE];
    store_base(server->store, bundle, base);
    return lay_out(server, bundle, base, NULL, home, size, error);
}

bool server_rules_lay(struct server *server, const char *bundle, json_t *files, char *home,
                      size_t size, struct mst_error *error) {
    return lay_out(server, bundle, server->bundle, files, home, size, error);
}

void server_rules_path(const char *ruleset, char *path, size_t size) {
    ruleset = server_upload_ruleset(ruleset);
    if (!strncmp(ruleset, "scenarios/", 10))
        snprintf(path, size, "%s.lua", ruleset);
    else
        snprintf(path, size, "rulesets/%s.ini", ruleset);
}

/* ---- the catalogue --------------------------------------------------------------------------- */

static bool rules_add_entry(void *context, const char *name) {
    json_t *list = context;
    size_t length = strlen(name);
    if (length > 4 && !strcmp(name + length - 4, ".ini"))
        length -= 4;
    return !json_array_append_new(list, json_pack("{s:s%}", "ruleset", name, length));
}

static bool add_scenario(void *context, const char *name) {
    char path[300];
    snprintf(path, sizeof path, "scenarios/%s", name);
    return rules_add_entry(context, path);
}

bool server_rules_load(struct server *server, struct mst_error *error) {
    gather_all();
    bool done = !gathering.failed && gathering.count && keep_bundle(server, error);
    if (!done && error->status == MST_OK)
        mst_fail(error, MST_BAD_FILE, "", "the rules below '%s' cannot be read", mst_home());
    clear_gathering();
    if (!done ||
        !server_rules_home(server, server->bundle, server->home, sizeof server->home, error))
        return false;

    /* A catalogue is kept by the bundle: it is made anew when any file has changed. */
    char *known = store_catalogue(server->store, server->bundle);
    server->catalogue = known ? json_loads(known, 0, NULL) : NULL;
    mst_free(known);
    if (server->catalogue)
        return true;

    /* Otherwise it has the names only, and is described at leisure. */
    server->catalogue = json_array();
    mst_rulesets(rules_add_entry, server->catalogue);
    mst_scenarios(add_scenario, server->catalogue);
    return true;
}

json_t *server_rules_entry(const struct server *server, const char *ruleset) {
    json_t *entry;
    size_t i;
    json_array_foreach (server->catalogue, i, entry) {
        const char *name = server_json_text(entry, "ruleset");
        if (name && !strcmp(name, ruleset))
            return entry;
    }
    return NULL;
}

struct describing {
    struct server *server;
    json_t *entry;
};

/* When all entries are there, the catalogue is kept. */
static void keep_catalogue(struct server *server) {
    struct mst_error error = {0};
    json_t *entry;
    size_t i;
    json_array_foreach (server->catalogue, i, entry)
        if (!json_object_get(entry, "title") || json_object_get(entry, "lost"))
            return; /* an engine that has ended says nothing about a ruleset */

    /* It is kept under the hash of the rules, so it is made once for each state of them. */
    char *text = json_dumps(server->catalogue, JSON_COMPACT);
    server_write(server);
    server_wrote(server, store_set_catalogue(server->store, server->bundle, text, &error), &error);
    mst_free(text);
}

/* An engine that ended says nothing about the ruleset: it is asked again, a few times. */
static bool ask_again(json_t *entry) {
    json_int_t lost = server_json_number(entry, "lost") + 1;
    json_object_set_new(entry, "lost", json_integer(lost));

    /* Its rules may be what ends the engine. */
    if (lost >= ATTEMPTS)
        return false;
    json_object_del(entry, "asked");
    return true;
}

static void take_description(json_t *entry, const struct server_answers *answers) {
    bool loaded = answers->count == 2 && server_answer_fields(answers->lines[0]);
    json_t *answer = loaded ? json_loads(answers->lines[1], 0, NULL) : NULL;

    /* The engine's fields become those of the entry. */
    if (answer && server_json_true(answer, "ok")) {
        json_object_del(answer, "ok");
        json_object_del(entry, "lost");
        json_object_update(entry, answer);
    } else if (answers->count || !ask_again(entry)) {
        server_log("warning", "ruleset", "name", server_json_text(entry, "ruleset"), "why",
                   answers->why ? answers->why : "it cannot be loaded", NULL);
        json_object_set_new(entry, "title", json_string(""));
    }
    json_decref(answer);
}

static void described(void *context, const struct server_answers *answers) {
    struct describing *describing = context;
    struct server *server = describing->server;
    assert(server->describing > 0);
    server->describing--;
    take_description(describing->entry, answers);
    json_decref(describing->entry);
    mst_free(describing);

    /* The next entry is begun here, so that only a few engines are busy with it at a time. */
    keep_catalogue(server);
    server_rules_describe(server);
}

void server_rules_write_load(struct mst_buf *lines, const char *ruleset, json_t *set) {
    char path[320];
    server_rules_path(ruleset, path, sizeof path);

    /* s:O* leaves `set` out where there is none. */
    json_t *load = json_pack("{s:s, s:s, s:O*}", "op", "load", "ruleset", path, "set", set);
    char *text = json_dumps(load, JSON_COMPACT);
    mst_buf_printf(lines, "%s\n", text ? text : "");
    mst_free(text);
    json_decref(load);
}

bool server_rules_ask(struct server *server, const char *home, bool foreign, struct mst_buf *lines,
                      server_pool_done *done, void *context) {
    const struct server_crew crew = {.home = home, .thinks = true, .foreign = foreign};

    /* It counts as thinking: loading may take long, and nobody's match shall wait for it. */
    bool asked = !lines->failed && server_pool_run(server->pool, &crew, mst_buf_text(lines), done,
                                                   NULL, context, NULL);
    mst_buf_clear(lines);
    return asked;
}

/* Have one entry described. */
static bool rules_describe(struct server *server, json_t *entry) {
    struct describing *describing = mst_calloc(1, sizeof *describing);
    struct mst_buf lines = {0};
    if (!describing)
        return false;
    *describing = (struct describing){server, json_incref(entry)};
    assert(server->describing < AT_ONCE);
    server_rules_write_load(&lines, server_json_text(entry, "ruleset"), NULL);
    mst_buf_puts(&lines, "{\"op\":\"describe\"}\n");
    if (server_rules_ask(server, server->home, false, &lines, described, describing)) {
        json_object_set_new(entry, "asked", json_true());
        server->describing++;
        return true;
    }
    json_decref(entry);
    mst_free(describing);
    return false;
}

void server_rules_describe(struct server *server) {
    json_t *entry;
    size_t i;
    json_array_foreach (server->catalogue, i, entry) {
        /* The rest follows when one of these has ended. */
        if (server->describing >= AT_ONCE)
            return;
        if (!json_object_get(entry, "title") && !json_object_get(entry, "asked") &&
            !rules_describe(server, entry))
            return;
    }
}

/* ---- operations ------------------------------------------------------------------------------ */

void server_serve_games(struct server_call *request) {
    static const char *const own[] = {"asked", "lost", "picture"};
    json_t *games = json_array(), *entry;
    size_t i;
    json_array_foreach (request->server->catalogue, i, entry) {
        const char *title = server_json_text(entry, "title");
        if (!title || !*title) /* not yet, or it cannot be played */
            continue;
        json_t *game = json_copy(entry);

        /* The server's own notes stay here. */
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            json_object_del(game, own[k]);
        json_array_append_new(games, game);
    }
    server_call_set(request, "games", games);
    server_call_set(request, "complete", json_boolean(!request->server->describing));
    server_call_answer(request);
}

bool server_rules_choose(struct server *server, const struct server_person *person,
                         const char *ruleset, struct server_choice *choice) {
    *choice = (struct server_choice){.entry = server_rules_entry(server, ruleset)};
    if (!choice->entry)
        return server_upload_choose(server, person, ruleset, choice);
    assert(server->bundle[0]);
    strcpy(choice->bundle, server->bundle);
    snprintf(choice->home, sizeof choice->home, "%s", server->home);
    return true;
}

const char *server_call_ruleset(struct server_call *request, struct server_choice *choice) {
    const char *ruleset = server_call_text(request, "ruleset", 255);
    if (ruleset && !server_rules_choose(request->server, &request->person, ruleset, choice)) {
        server_call_refuse(request, "not_found", "there is no ruleset '%.60s'", ruleset);
        return NULL;
    }
    return ruleset;
}

/* The answers to: load as it is, its options, load with the settings, its options. */
static void options_read(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    const char *plain = answers->count ? server_answer_fields(answers->lines[1]) : NULL;
    if (!plain) {
        server_call_refuse(request, "failed", "%s",
                           answers->why ? answers->why : "the ruleset cannot be loaded");
        return;
    }
    json_t *faults = json_array();

    /* Settings that do not fit are reported beside the options as they are without them. */
    bool fits = server_answer_fields(answers->lines[2]) != NULL;
    if (!fits)
        json_array_append_new(faults, server_answer_message(answers->lines[2]));
    server_call_set(request, "faults", faults);
    const char *options = fits ? server_answer_fields(answers->lines[3]) : plain;
    mst_buf_printf(&request->raw, ",%.*s", (int)strlen(options) - 1, options);
    server_call_answer(request);
}

void server_serve_options(struct server_call *request) {
    struct server_choice choice;
    const char *ruleset = server_call_ruleset(request, &choice);
    struct mst_buf lines = {0};
    if (!ruleset || !server_call_settings(request))
        return;
    server_rules_write_load(&lines, ruleset, NULL);
    mst_buf_puts(&lines, "{\"op\":\"options\"}\n");
    server_rules_write_load(&lines, ruleset, json_object_get(request->json, "set"));
    mst_buf_puts(&lines, "{\"op\":\"options\"}\n");
    if (!server_rules_ask(request->server, choice.home, choice.foreign, &lines, options_read,
                          request))
        server_call_refuse(request, "busy", "the server is busy; try again later");
}

bool server_rules_try(struct server *server, const struct server_choice *choice,
                      const char *ruleset, json_t *set, server_pool_done *done, void *context) {
    struct mst_buf lines = {0};
    server_rules_write_load(&lines, ruleset, set);
    return server_rules_ask(server, choice->home, choice->foreign, &lines, done, context);
}

bool server_rules_picture(struct server *server, const char *ruleset, server_pool_done *done,
                          void *context) {
    struct mst_buf lines = {0};
    server_rules_write_load(&lines, ruleset, NULL);
    mst_buf_puts(&lines, "{\"op\":\"new\",\"seed\":1}\n{\"op\":\"picture\",\"seat\":-1}\n");
    return server_rules_ask(server, server->home, false, &lines, done, context);
}

static void rules_read(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    const char *fields = answers->count ? server_answer_fields(answers->lines[1]) : NULL;
    if (answers->count && !server_answer_fields(answers->lines[0])) {
        server_call_pass_on(request, answers->lines[0]);
    } else if (!fields) {
        server_call_refuse(request, "failed", "the rulebook cannot be made");
    } else {
        mst_buf_printf(&request->raw, ",%.*s", (int)strlen(fields) - 1, fields);
        server_call_answer(request);
    }
}

/* Where the rules of the request's match are. */
static void choice_of_match(const struct server_live *live, struct server_choice *choice) {
    struct server *server = live->server;
    struct mst_error error = {0};
    *choice = (struct server_choice){.foreign = server_is_upload(live->kept.ruleset)};
    if (!server_rules_home(server, live->kept.bundle, choice->home, sizeof choice->home, &error))
        snprintf(choice->home, sizeof choice->home, "%s", server->home);
}

void server_serve_rules(struct server_call *request) {
    struct server *server = request->server;
    const char *id = server_json_text(request->json, "match");
    const char *ruleset = NULL;
    json_t *set = NULL;
    struct server_choice choice;
    struct mst_buf lines = {0};
    request->live = id ? server_live_hold(server, id) : NULL;
    if (id && (!request->live || !server_live_may_watch(request->live, &request->person))) {
        server_call_refuse(request, "not_found", "there is no such match, or it is not public");
        return;
    }

    /* A match has its own rules and settings, also after the installed ones have changed. */
    if (request->live) {
        ruleset = request->live->kept.ruleset;
        set = json_loads(request->live->kept.settings, 0, NULL);
        choice_of_match(request->live, &choice);
    } else if ((ruleset = server_call_ruleset(request, &choice)) && server_call_settings(request)) {
        set = json_incref(json_object_get(request->json, "set"));
    } else {
        return;
    }

    /* The rulebook is written by an engine that has loaded just that. */
    server_rules_write_load(&lines, ruleset, set);
    mst_buf_puts(&lines, "{\"op\":\"rules\"}\n");
    json_decref(set);
    if (!server_rules_ask(server, choice.home, choice.foreign, &lines, rules_read, request))
        server_call_refuse(request, "busy", "the server is busy; try again later");
}
