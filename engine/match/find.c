/* Finding the file of a ruleset by name: see muster.h. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match/ruleset.h"

static bool readable(char *path, size_t size, const char *folder, const char *name) {
    static const char *const endings[] = {"", ".ini", ".lua"};
    struct stat info;
    for (int i = 0; i < 3; i++) {
        snprintf(path, size, "%s%s%s", folder, name, endings[i]);
        if (access(path, R_OK) == 0 && stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
            return true;
    }
    return false;
}

void mst_ruleset_find(const char *name, char *path, size_t size) {
    char folder[1024];
    snprintf(folder, sizeof folder, "%s%s", mst_home(),
             strncmp(name, "rulesets/", 9) ? "/rulesets/" : "/");
    if (readable(path, size, "", name) || readable(path, size, folder, name))
        return;
    snprintf(folder, sizeof folder, "%s%s", mst_home(),
             strncmp(name, "scenarios/", 10) ? "/scenarios/" : "/");
    if (readable(path, size, folder, name))
        return;
    if (strchr(name, '/') || strchr(name, '.'))
        snprintf(path, size, "%s", name);
    else
        snprintf(path, size, "%s/rulesets/%s.ini", mst_home(), name);
}
