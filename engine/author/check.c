/* Checks of files, and what kind of file one is: see muster.h. */
#include <string.h>

#include "author/lint.h"
#include "rulesets/diag.h"
#include "rulesets/ruleset.h"
#include "muster/check.h"
#include "muster/scenario.h"

struct mst_ruleset *mst_ruleset_check(const char *path, const struct mst_setting *settings,
                                      size_t count, struct mst_report *report) {
    return rules_ruleset_diagnose(path, NULL, settings, count, author_host_look, &report->diags);
}

struct mst_ruleset *mst_ruleset_check_module(const char *path, const char *module,
                                             const struct mst_setting *settings, size_t count,
                                             struct mst_report *report) {
    return rules_ruleset_diagnose(path, module, settings, count, author_host_look, &report->diags);
}

/* A call of muster.module, outside of comments. */
static bool calls_module(const char *text) {
    for (const char *at = strstr(text, "muster.module"); at; at = strstr(at + 1, "muster.module")) {
        const char *line = at;
        /* Back to the start of the line, or to a comment that begins before the words. */
        while (line > text && line[-1] != '\n' && strncmp(line, "--", 2) != 0)
            line--;
        if (strncmp(line, "--", 2) != 0)
            return true;
    }
    return false;
}

bool mst_file_is_module(const char *path) {
    size_t length;
    /* Anything that cannot be read is no module; whoever loads it says why. */
    char *text = mst_read_file(path, 1 << 20, &length, NULL);
    bool module = text && calls_module(text);
    mst_free(text);
    return module;
}
