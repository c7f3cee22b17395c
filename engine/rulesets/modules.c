/* Lists of existing files: see modules.h. */
#include "rulesets/modules.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/grow.h"

void rules_names_clear(struct rules_names *names) {
    for (size_t i = 0; i < names->count; i++)
        mst_free(names->items[i]);
    mst_free(names->items);
    *names = (struct rules_names){0};
}

bool rules_names_add(struct rules_names *names, const char *name) {
    char **items = rules_grow(names->items, names->count, &names->capacity, sizeof *items);
    if (!items)
        return false;

    names->items = items;
    items[names->count] = mst_strdup(name);
    return items[names->count] != NULL && ++names->count;
}

#define SMALL "abcdefghijklmnopqrstuvwxyz0123456789_"

/* The characters of names of files, and the one between folders. */
struct naming {
    const char *letters;
    char between;
};
static const struct naming modules = {SMALL, '.'};
static const struct naming scenarios = {SMALL "ABCDEFGHIJKLMNOPQRSTUVWXYZ-", '/'};

/* Length of `name` without ".lua" if it can be the name of a file (or of a folder), else 0. */
static size_t stem(const struct naming *naming, const char *name, bool folder) {
    size_t length = strspn(name, naming->letters);
    /* A folder has no ending; anything else in a folder of modules is not a module. */
    return length && !strcmp(name + length, folder ? "" : ".lua") ? length : 0;
}

static bool scan(const struct naming *naming, const char *folder, const char *prefix, int depth,
                 struct rules_names *names) {
    DIR *dir = depth ? opendir(folder) : NULL;
    bool whole = true;
    if (!dir)
        return true;

    for (struct dirent *entry; whole && (entry = readdir(dir));) {
        char path[1024], name[256];
        char between[2] = {naming->between};
        bool is_folder = stem(naming, entry->d_name, true);
        size_t length = stem(naming, entry->d_name, is_folder);

        /* Names that are too long for errors and paths cannot be modules. */
        if (!length ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path ||
            snprintf(name, sizeof name, "%s%.*s%s", prefix, (int)length, entry->d_name,
                     is_folder ? between : "") >= (int)sizeof name)
            continue;

        whole =
            is_folder ? scan(naming, path, name, depth - 1, names) : rules_names_add(names, name);
    }

    /* `depth` bounds this even where a link leads back up. */
    closedir(dir);
    return whole;
}

static int compare_names(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

bool rules_names_of_files(const char *folder, const char *ending, struct rules_names *names) {
    DIR *dir = opendir(folder);
    bool whole = true;
    *names = (struct rules_names){0};

    for (struct dirent *entry; whole && dir && (entry = readdir(dir));) {
        size_t length = strlen(entry->d_name), end = strlen(ending);
        if (length > end && !strcmp(entry->d_name + length - end, ending))
            whole = rules_names_add(names, entry->d_name);
    }

    /* A folder that is not there has no files; that is no failure. */
    if (dir)
        closedir(dir);
    /* N1 */
    if (whole && names->count)
        qsort(names->items, names->count, sizeof *names->items, compare_names);
    /* N2 */
    assert(!whole || names->count < 2 || strcmp(names->items[0], names->items[1]) <= 0); /* N1 */
    if (!whole)
        rules_names_clear(names);
    return whole;
}

static bool names_below(const struct naming *naming, const char *root, struct rules_names *names) {
    *names = (struct rules_names){0};
    /* N2 */
    if (!scan(naming, root, "", 6, names)) {
        rules_names_clear(names);
        return false;
    }

    /* N1 */
    if (names->count)
        qsort(names->items, names->count, sizeof *names->items, compare_names);
    assert(names->count < 2 || strcmp(names->items[0], names->items[1]) <= 0); /* N1 */
    return true;
}

bool rules_names_of_modules(const char *root, struct rules_names *names) {
    return names_below(&modules, root, names);
}

bool rules_names_of_scenarios(const char *root, struct rules_names *names) {
    return names_below(&scenarios, root, names);
}
