/* Finding the file of a ruleset by name: see muster.h. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rulesets/folders.h"
#include "rulesets/ruleset.h"

static bool readable(char *path, size_t size, const char *folder, const char *name) {
    static const char *const endings[] = {"", ".ini", ".lua"};
    struct stat info;
    /* As written first, so that a full path never means another file. */
    for (int i = 0; i < 3; i++) {
        snprintf(path, size, "%s%s%s", folder, name, endings[i]);
        if (access(path, R_OK) == 0 && stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
            return true;
    }
    return false;
}

/* Is it in `below` of an author's or of Muster's folder, under this name? */
static bool find_in(const char *below, const char *name, char *path, size_t size) {
    struct mst_folders folders;
    bool named = !strncmp(name, below, strlen(below)) && name[strlen(below)] == '/';

    mst_folders_find(&folders);
    /* F1 */
    assert(folders.count > 0); /* F1 */
    for (int i = 0; i < folders.count; i++) {
        char folder[1200];
        snprintf(folder, sizeof folder, "%s/%s%s", folders.path[i], named ? "" : below,
                 named ? "" : "/");
        if (readable(path, size, folder, name))
            return true;
    }
    return false;
}

void mst_ruleset_find(const char *name, char *path, size_t size) {
    if (readable(path, size, "", name) || find_in("rulesets", name, path, size) ||
        find_in("scenarios", name, path, size))
        return;

    /* None is there. Name the file that the caller most likely meant, which the fault will mention.
     */
    if (strchr(name, '/') || strchr(name, '.'))
        snprintf(path, size, "%s", name);
    else
        snprintf(path, size, "%s/rulesets/%s.ini", mst_home(), name);
}
