/* A database to try things on: see stored.h. */
#include "lib/stored.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

char stored_folder[64], stored_file[100];
struct server_store *stored;
struct mst_error stored_error;

/* ---- the folder ------------------------------------------------------------------------------ */

int stored_set_up(void **state) {
    (void)state;
    snprintf(stored_folder, sizeof stored_folder, "/tmp/muster-store-XXXXXX");
    if (!mkdtemp(stored_folder))
        return -1;
    snprintf(stored_file, sizeof stored_file, "%s/muster.db", stored_folder);
    stored_open();
    return 0;
}

/* Call `each` with the path of every file in the folder, until it returns true. */
static bool any_file(bool (*each)(const char *path, const void *context), const void *context) {
    DIR *folder = opendir(stored_folder);
    char path[400];
    bool found = false;
    assert_non_null(folder);
    for (struct dirent *entry; !found && (entry = readdir(folder));)
        if (entry->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", stored_folder, entry->d_name);
            found = each(path, context);
        }
    closedir(folder);
    return found;
}

static bool remove_file(const char *path, const void *context) {
    (void)context;
    unlink(path);
    return false;
}

int stored_tear_down(void **state) {
    (void)state;
    stored_close();
    any_file(remove_file, NULL);
    return rmdir(stored_folder);
}

void stored_open(void) {
    stored_error = (struct mst_error){0};
    stored = store_open(stored_folder, &stored_error);
    if (!stored)
        fail_msg("cannot open: %s", stored_error.text);
}

void stored_close(void) {
    store_close(stored);
    stored = NULL;
}

static bool holds(const char *path, const void *text) {
    size_t length, size = strlen(text);
    char *bytes = mst_read_file(path, 1 << 30, &length, NULL);
    bool found = false;
    assert_non_null(bytes);
    for (const char *at = bytes, *end = bytes + length;
         !found && (at = memchr(at, *(const char *)text, (size_t)(end - at))); at++)
        found = (size_t)(end - at) >= size && !memcmp(at, text, size);
    mst_free(bytes);
    return found;
}

bool stored_holds(const char *text) {
    return any_file(holds, text);
}

/* ---- what is put in it ----------------------------------------------------------------------- */

void stored_expect(enum mst_status status, const char *call, int line) {
    if (status != MST_OK)
        fail_msg("%d: %s: %s", line, call, stored_error.text);
}

void stored_failed(enum mst_status status, const char *part) {
    assert_int_equal(status, MST_BAD_FILE);
    assert_int_equal(stored_error.status, MST_BAD_FILE);
    if (!strstr(stored_error.text, part))
        fail_msg("expected '%s', found '%s'", part, stored_error.text);
    stored_error = (struct mst_error){0};
}

void stored_begin(void) {
    STORED(store_begin(stored, &stored_error));
}

void stored_commit(void) {
    STORED(store_commit(stored, &stored_error));
}

void stored_person(const char *id, const char *name) {
    struct server_person person = {0};
    char token[64];
    snprintf(person.id, sizeof person.id, "%s", id);
    snprintf(person.name, sizeof person.name, "%s", name);
    snprintf(token, sizeof token, "token-%s", id);
    STORED(store_add_person(stored, &person, token, 1000, &stored_error));
}

void stored_rules(void) {
    STORED(store_add_file(stored, "rules", "lua/a.lua", "hash-a", "go()", 4, &stored_error));
}

static struct server_chair chair(const char *person) {
    struct server_chair made = {.who = *person ? SERVER_WHO_PERSON : SERVER_WHO_LEVEL,
                                .level = *person ? 0 : 3};
    snprintf(made.person, sizeof made.person, "%s", person);
    return made;
}

struct store_kept stored_match(const char *id, const char *first, const char *second) {
    static char settings[] = "{\"a.b\":\"c\"}", facts[] = "{\"clock\":{\"kind\":\"none\"}}";
    struct store_kept match = {
        .bundle = "rules",
        .ruleset = "warline-tactical",
        .settings = settings,
        .title = "Warline, tactical",
        .game = "WARLINE",
        .open = true,
        .stage = SERVER_STAGE_RUNNING,
        .created = 1790000000000,
        .changed = 1790000000001,
        .seed = "0123456789abcdef0123456789abcdef",
        .commitment = "c0",
        .rules = "fedcba9876543210",
        .seats = 2,
        .chairs = {chair(first), chair(second)},
        .to_move = 0x80000001,
        .facts = facts,
    };
    snprintf(match.id, sizeof match.id, "%s", id);
    return match;
}
