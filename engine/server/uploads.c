/* Rules that persons send, where the operator allows it: a folder of modules, rulesets and
 * scenarios in one request. docs/server-protocol.md has the contract.
 *
 * U1 A file's name has only small letters, digits, `_` and `-`, in one of three folders, and is not
 *    that of a file that is installed. Nothing else of a request becomes part of a path.
 * U2 Nothing is kept unless each ruleset and scenario loads and is described by an engine for
 *    foreign rules (pool.h). No uploaded file is ever read as rules by this process, nor by any
 *    other engine.
 * U3 An upload is its person's. Others meet its rules only in a match that they are invited to. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 600 /* nftw */
#endif
#include <assert.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "server/parts.h"

enum {
    MOST_UPLOADS = 20, /* of a person */
    MOST_FILES = 64,   /* of an upload ... */
    MOST_BYTES = 256 << 10,
    MOST_RULESETS = 8, /* ... with the scenarios */
    LONGEST_PATH = 100,
    LONGEST_NAME = 60,        /* characters of an upload's name, and of a title */
    LONGEST_ENTRY = 16 << 10, /* bytes of what an engine says of a ruleset */
};

#define PREFIX "uploads/"

/* Rules that are being looked at. */
struct server_sending {
    struct server *server;
    struct server_exchange *exchange; /* NULL: its client has gone */
    struct server_upload upload;
    json_t *files;    /* texts by path */
    json_t *rulesets; /* list of names, and then of entries */
    char home[SERVER_HOME_SIZE];
    bool kept; /* the bundle, by another upload */
};

/* ---- answers --------------------------------------------------------------------------------- */

static void uploads_answer(struct server_exchange *exchange, int status, json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT);
    const struct web_answer reply = {.status = status,
                                     .type = "application/json",
                                     .text = text ? text : "",
                                     .length = text ? strlen(text) : 0};
    server_exchange_answer(exchange, &reply);
    mst_free(text);
    json_decref(json);
}

static void uploads_refuse(struct server_exchange *exchange, int status, const char *code,
                           const char *format, ...) MST_PRINTF(4, 5);
static void uploads_refuse(struct server_exchange *exchange, int status, const char *code,
                           const char *format, ...) {
    struct mst_buf text = {0};
    va_list args;
    va_start(args, format);
    mst_buf_vprintf(&text, format, args);
    va_end(args);
    uploads_answer(exchange, status,
                   json_pack("{s:b, s:{s:s, s:s}}", "ok", 0, "error", "code", code, "message",
                             mst_buf_text(&text)));
    mst_buf_clear(&text);
}

/* ---- names ----------------------------------------------------------------------------------- */

bool server_is_upload(const char *ruleset) {
    return !strncmp(ruleset, PREFIX, sizeof PREFIX - 1);
}

const char *server_upload_ruleset(const char *ruleset) {
    const char *slash = server_is_upload(ruleset) ? strchr(ruleset + sizeof PREFIX - 1, '/') : NULL;
    return slash ? slash + 1 : ruleset;
}

/* The length of a path's part for which U1 holds, or 0. */
static size_t part_length(const char *part) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    return *part == '-' ? 0 : strspn(part, letters);
}

/* Is it FOLDER/.../NAME.ENDING? */
static bool is_path(const char *path, const char *folder, const char *ending, int deepest) {
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0 || path[length] != '/' || strlen(path) > LONGEST_PATH)
        return false;
    path += length + 1;
    for (int depth = 0; depth < deepest && (length = part_length(path)); depth++) {
        path += length;
        if (*path != '/')
            return !strcmp(path, ending);
        path++;
    }
    return false;
}

static bool is_ruleset(const char *path) {
    return is_path(path, "rulesets", ".ini", 1) || is_path(path, "scenarios", ".lua", 4);
}

static bool is_file(const char *path) {
    return is_ruleset(path) || is_path(path, "lua", ".lua", 4);
}

/* ---- what is sent ---------------------------------------------------------------------------- */

/* What is wrong with a file, or NULL. */
static const char *fault_of_file(struct server *server, const char *path, const json_t *text) {
    return !json_is_string(text) ? "its text is missing"
           : !is_file(path)
               ? "a name such as lua/house/iron.lua, rulesets/house.ini or scenarios/siege.lua was "
                 "expected, in small letters, digits, _ and -"
           : store_has_file(server->store, server->bundle, path)
               ? "a file of this name is installed; choose another one"
               : NULL;
}

/* Look at the files, and list the rulesets. False after refusing. */
static bool read_files(struct server_sending *sending) {
    const char *path, *wrong = NULL;
    json_t *text;
    size_t count = json_object_size(sending->files);
    sending->rulesets = json_array();

    /* The first fault is enough to refuse all. */
    json_object_foreach (sending->files, path, text) {
        if ((wrong = fault_of_file(sending->server, path, text))) {
            uploads_refuse(sending->exchange, 400, "bad_request", "'%.100s': %s", path, wrong);
            return false;
        }
        sending->upload.bytes += (int64_t)json_string_length(text);

        /* A ruleset is named without its folder and ending, a scenario with its folder. */
        const char *name = strncmp(path, "rulesets/", 9) ? path : path + 9;
        if (is_ruleset(path))
            json_array_append_new(sending->rulesets, json_stringn(name, strlen(name) - 4));
    }

    /* Counted after the files were looked at, so that a wrong path is reported first. */
    if (count > MOST_FILES || sending->upload.bytes > MOST_BYTES ||
        json_array_size(sending->rulesets) > MOST_RULESETS)
        uploads_refuse(sending->exchange, 413, "limit",
                       "at most %d files, %d KiB, and %d rulesets and scenarios", MOST_FILES,
                       MOST_BYTES >> 10, MOST_RULESETS);
    else if (!json_array_size(sending->rulesets))
        uploads_refuse(sending->exchange, 400, "bad_request",
                       "'files' must be an object of texts by path with a ruleset or a scenario");
    else
        return true;
    return false;
}

/* Name the bundle after its content. */
static bool name_bundle(struct server_sending *sending) {
    struct mst_buf names = {0};
    const char *path;
    json_t *text;
    char hash[SERVER_HASH_SIZE];
    mst_buf_printf(&names, "base %s\n", sending->server->bundle);
    json_t *sorted = json_object(); /* of hashes, so that the order is not the client's */
    json_object_foreach (sending->files, path, text) {
        mst_digest(json_string_value(text), json_string_length(text), hash);
        json_object_set_new(sorted, path, json_string(hash));
    }

    /* The rules below count as well: the same files over others are another bundle. */
    char *list = json_dumps(sorted, JSON_SORT_KEYS | JSON_COMPACT);
    mst_buf_puts(&names, list ? list : "");
    bool named = list && !names.failed;
    mst_digest(mst_buf_text(&names), names.length, sending->upload.bundle);
    sending->kept = store_has_bundle(sending->server->store, sending->upload.bundle);
    mst_free(list);
    json_decref(sorted);
    mst_buf_clear(&names);
    return named;
}

/* ---- limits ---------------------------------------------------------------------------------- */

static const char *owner(const json_t *upload) {
    return server_json_text(upload, "person");
}

static int count_of(const struct server *server, const char *person) {
    const char *id;
    json_t *upload;
    int count = 0;
    json_object_foreach (server->uploads, id, upload)
        count += !strcmp(owner(upload), person);
    return count;
}

static int count_uploaders(const struct server *server) {
    json_t *persons = json_object(), *upload;
    const char *id;

    /* Keys of an object, so that each counts once. */
    json_object_foreach (server->uploads, id, upload)
        json_object_set_new(persons, owner(upload), json_true());
    int count = (int)json_object_size(persons);
    json_decref(persons);
    return count;
}

/* May the person send rules? False after refusing. */
static bool may_send(struct server *server, struct server_exchange *exchange,
                     struct server_person *person) {
    if (!server->options.uploaders)
        uploads_refuse(exchange, 404, "not_found", "this server takes no rules");
    else if (!server_exchange_token(exchange)[0] ||
             !store_person_by_token(server->store, server_exchange_token(exchange), person))
        uploads_refuse(exchange, 403, "not_you", "this needs the cookie of a person");
    else if (server->sending)
        uploads_refuse(exchange, 503, "busy",
                       "other rules are being looked at; try again in a moment");
    else if (count_of(server, person->id) >= MOST_UPLOADS)
        uploads_refuse(exchange, 403, "limit",
                       "you have %d uploads; discard one that no match has used", MOST_UPLOADS);
    else if (!count_of(server, person->id) && count_uploaders(server) >= server->options.uploaders)
        uploads_refuse(exchange, 403, "limit", "this server keeps the rules of %d persons",
                       server->options.uploaders);
    else
        return true;
    return false;
}

/* ---- looking at rules ------------------------------------------------------------------------ */

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw) {
    (void)status, (void)type, (void)ftw;
    return remove(path);
}

/* Remove the folder of rules that are not kept. */
static void remove_home(struct server *server, const char *home) {
    server_pool_leave(server->pool, home); /* an engine knows the folder, not its name */
    nftw(home, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void end_sending(struct server_sending *sending, bool good) {
    assert(sending->server->sending == sending);
    if (!good && !sending->kept && sending->home[0])
        remove_home(sending->server, sending->home);

    /* A folder that another upload uses as well stays. */
    if (sending->exchange)
        server_exchange_set(sending->exchange, NULL);
    sending->server->sending = NULL;
    json_decref(sending->files);
    json_decref(sending->rulesets);
    mst_free(sending);
}

static void refuse_sending(struct server_sending *sending, int status, const char *code,
                           const char *at, const char *text) {
    if (sending->exchange)
        uploads_refuse(sending->exchange, status, code, "%s%s%s", at, *at ? ": " : "", text);
    end_sending(sending, false);
}

static bool is_short(const json_t *entry, const char *key) {
    const char *text = server_json_text(entry, key);
    return text && mst_utf8_count(text, strlen(text)) <= LONGEST_NAME;
}

/* Take what an engine says of a ruleset. NULL, or what is wrong with that. */
static const char *take_entry(json_t *list, size_t index, const char *line) {
    json_t *entry = json_loads(line, 0, NULL);
    char *text = json_dumps(entry, JSON_COMPACT);
    bool brief = text && strlen(text) <= LONGEST_ENTRY;
    mst_free(text);
    if (!server_json_true(entry, "ok") || !brief || !is_short(entry, "title") ||
        !is_short(entry, "game")) {
        json_decref(entry);
        return brief ? "its title and the name of its game must have at most 60 characters"
                     : "what it tells of itself is too long";
    }
    json_object_del(entry, "ok");
    json_object_set(entry, "ruleset", json_array_get(list, index));
    json_array_set_new(list, index, entry);
    return NULL;
}

/* Keep the upload, if all of it can be. */
static bool uploads_keep(struct server_sending *sending, struct mst_error *error) {
    struct server *server = sending->server;
    const struct server_upload *upload = &sending->upload;
    const char *path;
    json_t *text;
    server_write(server);
    enum mst_status status = store_add_bundle(server->store, upload->bundle, server->bundle, error);
    json_object_foreach (sending->files, path, text) {
        char hash[SERVER_HASH_SIZE];
        mst_digest(json_string_value(text), json_string_length(text), hash);
        if (status == MST_OK && !sending->kept)
            status = store_add_file(server->store, upload->bundle, path, hash,
                                    json_string_value(text), json_string_length(text), error);
    }
    if (status == MST_OK)
        status = store_add_upload(server->store, upload, error);
    server_wrote(server, status, error);
    return server_commit(server);
}

static void uploads_note(void *context, const struct server_upload *upload) {
    json_t *rulesets = json_loads(upload->catalogue, 0, NULL);
    json_object_set_new(context, upload->id,
                        json_pack("{s:s, s:s, s:s, s:I, s:I, s:o*}", "person", upload->person,
                                  "bundle", upload->bundle, "name", upload->name, "bytes",
                                  (json_int_t)upload->bytes, "at", (json_int_t)upload->at,
                                  "rulesets", rulesets));
}

/* The names of its rulesets in requests. */
static json_t *rulesets_json(const char *id, const json_t *rulesets) {
    json_t *list = json_array(), *entry;
    size_t i;
    json_array_foreach (rulesets, i, entry) {
        json_t *named = json_copy(entry);
        json_object_set_new(named, "ruleset",
                            json_sprintf(PREFIX "%s/%s", id, server_json_text(entry, "ruleset")));
        json_array_append_new(list, named);
    }
    return list;
}

static void uploads_finish(struct server_sending *sending) {
    struct server *server = sending->server;
    struct server_upload *upload = &sending->upload;
    struct mst_error error = {0};
    struct server_person person;

    /* The engine took its time: the person may have gone for good. */
    if (!store_person(server->store, upload->person, &person)) {
        refuse_sending(sending, 403, "not_you", "", "you were forgotten meanwhile");
        return;
    }

    char *catalogue = json_dumps(sending->rulesets, JSON_COMPACT);
    assert(!upload->id[0]);
    server_id(upload->id, 11);
    upload->at = server_clock_wall();
    upload->catalogue = catalogue ? catalogue : "[]";

    /* It is durable before the client hears of it. */
    if (uploads_keep(sending, &error)) {
        uploads_note(server->uploads, upload);
        if (sending->exchange)
            uploads_answer(sending->exchange, 200,
                           json_pack("{s:b, s:s, s:o}", "ok", 1, "upload", upload->id, "rulesets",
                                     rulesets_json(upload->id, sending->rulesets)));
        end_sending(sending, true);
    } else {
        refuse_sending(sending, 503, "storage", "", "nothing could be stored");
    }
    mst_free(catalogue);
}

/* The answers to `load` and `describe` for each ruleset. */
static void looked_at(void *context, const struct server_answers *answers) {
    struct server_sending *sending = context;
    if (!answers->count) {
        refuse_sending(sending, 400, "failed", "", answers->why);
        return;
    }

    /* Two answers for each ruleset, in the order of the list; the first fault ends it. */
    for (int i = 0; i + 1 < answers->count; i += 2) {
        json_t *name = json_array_get(sending->rulesets, (size_t)i / 2);
        bool loaded = server_answer_fields(answers->lines[i]) != NULL;
        struct server_fault fault = server_fault_read(answers->lines[loaded ? i + 1 : i]);
        const char *at = fault.at, *text = fault.message;

        /* The entry takes the place of the name in the list. */
        if (!fault.code && !text)
            text = take_entry(sending->rulesets, (size_t)i / 2, answers->lines[i + 1]);

        /* `at` is part of the fault, so that is freed last. */
        if (text)
            refuse_sending(sending, 400, "bad_rules", at ? at : json_string_value(name), text);
        json_decref(fault.answer);
        if (text)
            return;
    }
    uploads_finish(sending);
}

static bool uploads_look_at(struct server_sending *sending, struct mst_error *error) {
    struct mst_buf lines = {0};
    json_t *name;
    size_t i;
    if (!server_rules_lay(sending->server, sending->upload.bundle, sending->files, sending->home,
                          sizeof sending->home, error))
        return false;
    json_array_foreach (sending->rulesets, i, name) {
        server_rules_write_load(&lines, json_string_value(name), NULL);
        mst_buf_puts(&lines, "{\"op\":\"describe\"}\n");
    }
    return server_rules_ask(sending->server, sending->home, true, &lines, looked_at, sending);
}

void server_uploads_asked(struct server *server, struct server_exchange *exchange) {
    struct server_person person;
    struct mst_error error = {0};
    if (!may_send(server, exchange, &person))
        return;

    /* One upload at a time, which `may_send` has checked. */
    const char *body = server_exchange_body(exchange);
    json_t *json = json_loads(body, JSON_REJECT_DUPLICATES, NULL);
    const char *name = server_json_text(json, "name");
    struct server_sending *sending = json ? mst_calloc(1, sizeof *sending) : NULL;
    if (!sending || !name || !*name || mst_utf8_count(name, strlen(name)) > LONGEST_NAME ||
        strlen(name) >= sizeof sending->upload.name) {
        uploads_refuse(
            exchange, 400, json ? "bad_request" : "bad_json",
            "expected {\"name\": a text of at most %d characters, \"files\": {path: text}}",
            LONGEST_NAME);
        json_decref(json);
        mst_free(sending);
        return;
    }

    /* From here on the upload is known, and ends by end_sending alone. */
    *sending = (struct server_sending){.server = server, .exchange = exchange};
    strcpy(sending->upload.name, name);
    strcpy(sending->upload.person, person.id);
    sending->files = json_incref(json_object_get(json, "files"));
    json_decref(json);
    server->sending = sending;
    server_exchange_set(exchange, sending);

    /* These have refused it themselves. */
    if (!read_files(sending) || !name_bundle(sending))
        end_sending(sending, false);
    else if (!uploads_look_at(sending, &error))
        refuse_sending(sending, 503, error.status == MST_OK ? "busy" : "storage", "",
                       error.status == MST_OK ? "the server is busy; try again later" : error.text);
}

void server_uploads_left(struct server *server, struct server_exchange *exchange) {
    (void)exchange;
    assert(server->sending);
    server->sending->exchange = NULL;
}

/* ---- what is kept ---------------------------------------------------------------------------- */

bool server_uploads_load(struct server *server, struct mst_error *error) {
    json_decref(server->uploads);
    server->uploads = json_object();
    return store_uploads(server->store, uploads_note, server->uploads, error) == MST_OK;
}

bool server_upload_choose(struct server *server, const struct server_person *person,
                          const char *ruleset, struct server_choice *choice) {
    char id[SERVER_ID_SIZE];
    json_t *upload, *entry;
    size_t i, length = 0;
    struct mst_error error = {0};
    if (server_is_upload(ruleset))
        length = strcspn(ruleset + sizeof PREFIX - 1, "/");
    if (!length || length >= sizeof id || !server->options.uploaders)
        return false;
    snprintf(id, sizeof id, "%.*s", (int)length, ruleset + sizeof PREFIX - 1);
    upload = json_object_get(server->uploads, id);

    /* Rules of others do not exist for a person. */
    if (!upload || !person->id[0] || strcmp(owner(upload), person->id) != 0)
        return false;
    *choice = (struct server_choice){.foreign = true};
    json_array_foreach (json_object_get(upload, "rulesets"), i, entry)
        if (!strcmp(server_json_text(entry, "ruleset"), server_upload_ruleset(ruleset)))
            choice->entry = entry;
    snprintf(choice->bundle, sizeof choice->bundle, "%s", server_json_text(upload, "bundle"));
    return choice->entry &&
           server_rules_home(server, choice->bundle, choice->home, sizeof choice->home, &error);
}

void server_uploads_forget(struct server *server, const char *person) {
    const char *id;
    json_t *upload;
    void *next;
    json_object_foreach_safe(server->uploads, next, id, upload) if (!strcmp(owner(upload), person))
        json_object_del(server->uploads, id);
}

void server_serve_uploads(struct server_call *request) {
    json_t *list = json_array(), *upload;
    const char *id;
    json_object_foreach (request->server->uploads, id, upload) {
        if (strcmp(owner(upload), request->person.id) != 0)
            continue;
        json_array_append_new(
            list, json_pack("{s:s, s:O, s:O, s:O, s:o}", "upload", id, "name",
                            json_object_get(upload, "name"), "at", json_object_get(upload, "at"),
                            "bytes", json_object_get(upload, "bytes"), "rulesets",
                            rulesets_json(id, json_object_get(upload, "rulesets"))));
    }
    server_call_set(request, "uploads", list);
    server_call_answer(request);
}

void server_serve_discard(struct server_call *request) {
    struct server *server = request->server;
    struct mst_error error = {0};
    const char *id = server_call_text(request, "upload", SERVER_ID_SIZE - 1);
    json_t *upload = id ? json_object_get(server->uploads, id) : NULL;
    if (!id)
        return;
    if (!upload || strcmp(owner(upload), request->person.id) != 0) {
        server_call_refuse(request, "not_found", "there is no upload '%.20s' of yours", id);
        return;
    }
    const char *bundle = server_json_text(upload, "bundle");

    /* A match must find its rules as long as it is kept. */
    if (store_bundle_used(server->store, bundle)) {
        server_call_refuse(request, "not_now", "matches were created with it, so it stays");
        return;
    }
    char home[SERVER_HOME_SIZE];
    bool laid = server_rules_home(server, bundle, home, sizeof home, &error);
    server_write(server);
    server_wrote(server, store_discard(server->store, id, &error), &error);
    if (laid && !store_has_bundle(server->store, bundle))
        remove_home(server, home); /* if the commit fails, it is laid out again */
    json_object_del(server->uploads, id);
    server_call_answer(request);
}
