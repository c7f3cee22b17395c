/* Arguments that several commands share: see command.h. */
#include "edge/command.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "match/ruleset.h"

bool mst_arguments_set(struct mst_arguments *arguments, const char *text) {
    const char *equals = strchr(text, '=');
    size_t i = arguments->setting_count;
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof arguments->keys[0] ||
        i == 64) {
        fprintf(stderr, "--set: expected section.key=value, found '%s'\n", text);
        return false;
    }
    snprintf(arguments->keys[i], sizeof arguments->keys[i], "%.*s", (int)(equals - text), text);
    arguments->settings[i] = (struct mst_setting){arguments->keys[i], equals + 1};
    arguments->setting_count++;
    return true;
}

void mst_arguments_ruleset(struct mst_arguments *arguments, const char *name) {
    char *path = arguments->path;
    size_t size = sizeof arguments->path;
    arguments->ruleset = path;
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, size, i ? "%s.ini" : "%s", name);
        if (access(path, R_OK) == 0)
            return;
    }
    for (size_t i = 0; i < 2; i++) {
        const char *base = strncmp(name, "rulesets/", 9) ? "/rulesets/" : "/";
        snprintf(path, size, i ? "%s%s%s.ini" : "%s%s%s", mst_home(), base, name);
        if (access(path, R_OK) == 0)
            return;
    }
    bool bare = !strchr(name, '/') && !strchr(name, '.');
    if (bare) /* let the loader say what is wrong with it */
        snprintf(path, size, "%s/rulesets/%s.ini", mst_home(), name);
    else
        snprintf(path, size, "%s", name);
}

struct mst_ruleset *mst_arguments_load(const struct mst_arguments *arguments) {
    struct mst_error error = {0};
    char *report = NULL;
    struct mst_ruleset *ruleset = mst_ruleset_load(arguments->ruleset, arguments->settings,
                                                   arguments->setting_count, &report, &error);
    if (!ruleset)
        fputs(report ? report : error.text, stderr);
    mst_text_free(report);
    return ruleset;
}

void mst_command_complain(const char *command, const struct mst_error *error) {
    if (error->at[0])
        fprintf(stderr, "%s: %s\n", error->at, error->text);
    else
        fprintf(stderr, "muster %s: %s\n", command, error->text);
}
