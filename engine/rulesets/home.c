/* Where Muster's own rules are: see muster.h. Nothing of the machine that built the program is
 * compiled in but the folder that it is installed to, so an installed program can be moved as a
 * whole. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "core/base.h"

enum { LEVELS = 4 }; /* folders above the program in which rules are looked for */

/* Does `folder` hold `lua` and `rulesets`, directly or below `share`? Then `folder` becomes that.
 */
static bool holds_rules(char *folder, size_t size) {
    static const char *const below[] = {"", "/share/muster"};
    char path[PATH_MAX];
    size_t length = strlen(folder);

    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        bool fits = snprintf(path, sizeof path, "%s%s/rulesets", folder, below[i]) < PATH_MAX;
        bool rulesets = fits && access(path, R_OK | X_OK) == 0;

        snprintf(path, sizeof path, "%s%s/lua/muster", folder, below[i]);
        /* Both must be there: other programs may have a folder `rulesets`. */
        if (rulesets && access(path, R_OK | X_OK) == 0) {
            snprintf(folder + length, size - length, "%s", below[i]);
            return true;
        }
    }
    return false;
}

/* The file of the running program. False where the system does not say. */
static bool find_program(char *path, size_t size) {
#ifdef __APPLE__
    uint32_t room = (uint32_t)size;
    char given[PATH_MAX];
    return _NSGetExecutablePath(given, &room) == 0 && realpath(given, path);
#else
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    /* The kernel writes no zero; a path that fills the buffer may be cut. */
    path[length < 0 ? 0 : length] = 0;
    return length > 0 && (size_t)length < size - 1;
#endif
}

/* Look beside the program, and then above it: it is in PREFIX/bin, or in the build folder of a
 * source tree. */
static bool find_beside(char *folder, size_t size) {
    if (!find_program(folder, size))
        return false;

    for (int i = 0; i < LEVELS; i++) {
        char *slash = strrchr(folder, '/');
        /* Never take rules from the root of the file system. */
        if (!slash || slash == folder)
            return false;
        *slash = 0;
        if (holds_rules(folder, size))
            return true;
    }
    return false;
}

const char *mst_home(void) {
    static char
        found[PATH_MAX + sizeof "/share/muster"]; /* it does not change while a program runs */
    const char *home = getenv("MUSTER_HOME");
    if (home && *home)
        return home;

    /* Looked for once: a search of folders is slow, and the answer does not change. */
    if (!*found && !find_beside(found, PATH_MAX))
        snprintf(found, sizeof found, "%s", MUSTER_INSTALLED);
    return found;
}

const char *mst_home_relative(const char *path) {
    size_t length = strlen(mst_home());
    return !strncmp(path, mst_home(), length) && path[length] == '/' ? path + length + 1 : path;
}
