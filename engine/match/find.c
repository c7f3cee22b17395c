/* Finding the file of a ruleset by name: see muster.h. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "match/ruleset.h"

static bool readable(char *path, size_t size, const char *folder, const char *name) {
    for (int i = 0; i < 2; i++) {
        snprintf(path, size, i ? "%s%s.ini" : "%s%s", folder, name);
        if (access(path, R_OK) == 0)
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
    if (strchr(name, '/') || strchr(name, '.'))
        snprintf(path, size, "%s", name);
    else
        snprintf(path, size, "%s/rulesets/%s.ini", mst_home(), name);
}
