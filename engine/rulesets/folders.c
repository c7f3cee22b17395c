/* Folders of rules: see folders.h. */
#include "rulesets/folders.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rulesets/ruleset.h"

enum { LONGEST = 110 }; /* longer paths would not fit into the places of errors */

bool mst_folder_fits(const char *path, const char **why) {
    *why = NULL;
    if (strlen(path) > LONGEST)
        *why = "its path is too long";
    else if (strpbrk(path, ": \t\n"))
        *why = "its path has a blank or a colon";
    return !*why;
}

static void folders_add(struct mst_folders *folders, const char *path) {
    struct stat info;
    const char *why;
    if (folders->count == MST_MOST_FOLDERS || !mst_folder_fits(path, &why) ||
        stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return;

    /* One folder by two paths would make each of its modules exist twice (F1). */
    for (int i = 0; i < folders->count; i++) {
        struct stat other;
        if (stat(folders->path[i], &other) == 0 && other.st_dev == info.st_dev &&
            other.st_ino == info.st_ino)
            return;
    }

    snprintf(folders->path[folders->count++], sizeof *folders->path, "%s", path);
}

void mst_folders_find(struct mst_folders *folders) {
    const char *list = getenv("MUSTER_FOLDERS"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    char path[1024];

    /* F1 */
    folders->count = 1;
    snprintf(folders->path[0], sizeof *folders->path, "%s", mst_home());

    for (const char *at = list ? list : ""; *at; at += *at == ':') {
        /* A path that is too long becomes none, not another one. */
        size_t length = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s", length < sizeof path ? (int)length : 0, at);
        folders_add(folders, path);
        at += length;
    }

    /* The XDG rules: a relative path there is ignored. */
    if (data && *data == '/')
        snprintf(path, sizeof path, "%s/muster", data);
    else
        snprintf(path, sizeof path, "%s/.local/share/muster", home ? home : "");
    folders_add(folders, path);
}

void rules_folders_path(const char *shown, char *path, size_t size) {
    assert(size > 0);
    if (*shown == '/')
        snprintf(path, size, "%s", shown);
    else
        snprintf(path, size, "%s/%s", mst_home(), shown);
}

bool rules_folders_have(const char *path) {
    struct mst_folders folders;
    bool have = false;
    mst_folders_find(&folders);
    assert(folders.count > 0); /* F1 */
    for (int i = 0; i < folders.count && !have; i++)
        have = mst_path_within(path, folders.path[i]);
    return have;
}

void rules_folders_ruleset(const char *name, char *path, size_t size) {
    struct mst_folders folders;
    mst_folders_find(&folders);
    /* F1: the first folder wins. */
    assert(folders.count > 0); /* F1 */
    for (int i = 0; i < folders.count; i++) {
        snprintf(path, size, "%s/rulesets/%s", folders.path[i], name);
        if (access(path, F_OK) == 0)
            return;
    }
    *path = 0;
}

bool rules_folders_own(const char *path) {
    struct stat info;
    /* A link is followed only to a folder of rules: an author's folder may hold links that others
     * put there. */
    return (lstat(path, &info) == 0 && !S_ISLNK(info.st_mode)) || rules_folders_have(path);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Add the names of `more`, which is cleared, that are not there yet. */
static bool join(struct rules_names *names, struct rules_names *more) {
    bool whole = true;
    for (size_t i = 0; i < more->count && whole; i++) {
        bool there = false;
        for (size_t k = 0; k < names->count && !there; k++)
            there = !strcmp(names->items[k], more->items[i]);
        whole = there || rules_names_add(names, more->items[i]);
    }

    /* Also after a failure: the caller never has to clear `more`. */
    rules_names_clear(more);
    return whole;
}

/* Drop the scripts of the program (engine/author/script.h), which lie among Muster's own modules.
 */
static void drop_scripts(struct rules_names *names) {
    size_t kept = 0;
    for (size_t i = 0; i < names->count; i++)
        if (strncmp(names->items[i], "tools.", 6) != 0)
            names->items[kept++] = names->items[i];
        else
            mst_free(names->items[i]);
    names->count = kept;
}

static int folders_compare(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

static bool all(const char *below, const char *ending,
                bool (*read)(const char *root, struct rules_names *names),
                struct rules_names *names) {
    struct mst_folders folders;
    bool whole = true;
    *names = (struct rules_names){0};

    mst_folders_find(&folders);

    for (int i = 0; i < folders.count && whole; i++) {
        char path[1200];
        struct rules_names more = {0};
        snprintf(path, sizeof path, "%s/%s", folders.path[i], below);
        whole = read ? read(path, &more) : rules_names_of_files(path, ending, &more);
        if (i == 0 && read == rules_names_of_modules)
            drop_scripts(&more);
        whole = whole && join(names, &more);
    }

    /* N1: each folder was in order, but not all together. */
    if (names->count)
        qsort(names->items, names->count, sizeof *names->items, folders_compare);

    /* N2 */
    assert(names->count < 2 || strcmp(names->items[0], names->items[1]) < 0); /* N1 */
    if (!whole)
        rules_names_clear(names);
    return whole;
}

bool rules_folders_names(const char *below, const char *ending, struct rules_names *names) {
    return all(below, ending, NULL, names);
}

bool rules_folders_modules(struct rules_names *names) {
    return all("lua", "", rules_names_of_modules, names);
}

bool rules_folders_files(const struct rules_names *modules, struct rules_names *files) {
    struct mst_folders folders;
    *files = (struct rules_names){0};
    mst_folders_find(&folders);

    assert(folders.count > 0); /* F1 */
    for (size_t i = 0; i < modules->count; i++) {
        char path[1400], file[256];
        int at = 0;
        snprintf(file, sizeof file, "%s", modules->items[i]);
        for (char *c = file; *c; c++)
            *c = *c == '.' ? '/' : *c;

        /* F1: a module is in one folder only. If it is gone by now, the path of the last folder
         * stands for it. */
        do
            snprintf(path, sizeof path, "%s/lua/%s.lua", folders.path[at], file);
        while (access(path, F_OK) != 0 && ++at < folders.count);

        if (!rules_names_add(files, path)) {
            rules_names_clear(files);
            return false;
        }
    }
    return true;
}

bool rules_folders_scenarios(struct rules_names *names) {
    return all("scenarios", "", rules_names_of_scenarios, names);
}
