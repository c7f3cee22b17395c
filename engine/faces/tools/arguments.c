/* Arguments that several commands share: see command.h. */
#include "faces/tools/command.h"
#include "muster/player.h"
#include "muster/transcript.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tool_arguments_set(struct tool_arguments *arguments, const char *text) {
    const char *equals = strchr(text, '=');
    size_t i = arguments->setting_count;
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof arguments->keys[0] ||
        i == 64) {
        mst_warn("--set: expected section.key=value, found '%s'\n", text);
        return false;
    }
    snprintf(arguments->keys[i], sizeof arguments->keys[i], "%.*s", (int)(equals - text), text);
    arguments->settings[i] = (struct mst_setting){arguments->keys[i], equals + 1};
    arguments->setting_count++;
    return true;
}

/* The environment passes this to the loading of rulesets, so that it applies to all of them. */
bool tool_arguments_run_by(const char *name) {
    static const char *const names[] = {"auto", "code", "lua", "native", "both"};
    for (int i = 0; i < 5; i++)
        if (!strcmp(names[i], name))
            return setenv("MUSTER_RULES", name, 1) == 0;
    mst_warn("--path: expected auto, code, lua, native or both, found '%s'\n", name);
    return false;
}

bool tool_arguments_number(const char *option, const char *text, uint64_t most, uint64_t *number) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < 1 || value > most) {
        mst_warn("--%s: expected 1 to %llu, found '%s'\n", option, (unsigned long long)most, text);
        return false;
    }
    *number = value;
    return true;
}

/* ---- options --------------------------------------------------------------------------------- */

/* Say what is wrong with the word that getopt_long has just refused. */
static void refuse_option(char **argv, const struct option *options, int found) {
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(argv[optind - 1], "="), argv[optind - 1]);
    struct mst_nearest nearest = {.wanted = word[0] == '-' && word[1] == '-' ? word + 2 : word};
    bool known = false;
    int begun = 0; /* so many names begin with it */
    for (const struct option *option = options; option->name; option++) {
        known = known || !strcmp(option->name, nearest.wanted);
        begun += !strncmp(option->name, nearest.wanted, strlen(nearest.wanted));
        mst_nearest_offer(&nearest, option->name);
    }
    if (found == ':')
        mst_warn("muster %s: %s needs a value\n", argv[0], word);
    else if (known)
        mst_warn("muster %s: %s takes no value\n", argv[0], word);
    else if (begun > 1)
        mst_warn("muster %s: %d options begin with %s\n", argv[0], begun, word);
    else
        mst_warn("muster %s: there is no option %s%s%s%s\n", argv[0], word,
                 nearest.best ? "; did you mean --" : "", nearest.best ? nearest.best : "",
                 nearest.best ? "?" : "");
}

int tool_arguments_options(int argc, char **argv, const struct option *options, const char *usage,
                           tool_option_reader *read, void *context) {
    int found;
    optind = 0;
    opterr = 0;
    while ((found = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        if (found == 'h') {
            mst_print_line(usage);
            return TOOL_DONE + 1;
        }
        if (found == '?' || found == ':') {
            refuse_option(argv, options, found);
            mst_warn("%s\n", usage);
            return TOOL_USAGE + 1;
        }
        if (!read(context, found, optarg))
            return TOOL_USAGE + 1;
    }
    return 0;
}

/* ---- players, weights, rulesets -------------------------------------------------------------- */

bool tool_arguments_player(const char *word, size_t length, enum mst_player_kind *kind,
                           char weights[TOOL_WEIGHTS_PATH]) {
    char name[TOOL_WEIGHTS_PATH + 20];
    *weights = 0;
    if (length >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    char *at = strchr(name, '@');
    if (at && (!at[1] || strlen(at + 1) >= TOOL_WEIGHTS_PATH))
        return false;
    if (at) {
        memcpy(weights, at + 1, strlen(at + 1) + 1);
        *at = 0;
    }
    int found = mst_player_named(name);
    *kind = found < 0 ? MST_PLAYER_RANDOM : (enum mst_player_kind)found;
    return found >= 0;
}

bool tool_arguments_weights(struct mst_ruleset *ruleset, const char *weights) {
    struct mst_error error = {0};
    if (!*weights || mst_ruleset_weights(ruleset, weights, &error) == MST_OK)
        return true;
    mst_warn("%s%s%s\n", error.at, *error.at ? ": " : "", error.text);
    return false;
}

void tool_arguments_ruleset(struct tool_arguments *arguments, const char *name) {
    arguments->ruleset = arguments->path;
    mst_ruleset_find(name, arguments->path, sizeof arguments->path);
}

/* Print why there is no ruleset, and free the report. */
static struct mst_ruleset *arguments_told(struct mst_ruleset *ruleset, char *report,
                                          const struct mst_error *error) {
    if (!ruleset)
        mst_warn("%s%s", report ? report : error->text, report ? "" : "\n");
    mst_text_free(report);
    return ruleset;
}

struct mst_ruleset *tool_arguments_load(const struct tool_arguments *arguments) {
    struct mst_error error = {0};
    char *report = NULL;
    struct mst_ruleset *ruleset = mst_ruleset_load(arguments->ruleset, arguments->settings,
                                                   arguments->setting_count, &report, &error);
    return arguments_told(ruleset, report, &error);
}

struct mst_ruleset *tool_arguments_load_for(struct tool_arguments *arguments,
                                            const struct mst_transcript *transcript) {
    struct mst_error error = {0};
    struct mst_transcript whole = *transcript;
    char *report = NULL;
    for (size_t i = 0; i < transcript->setting_count && arguments->setting_count < 64; i++)
        arguments->settings[arguments->setting_count++] = transcript->settings[i];
    whole.settings = arguments->settings;
    whole.setting_count = arguments->setting_count;
    struct mst_ruleset *ruleset = mst_transcript_ruleset(&whole, &report, &error);
    return arguments_told(ruleset, report, &error);
}

void tool_command_complain(const char *command, const struct mst_error *error) {
    if (error->at[0])
        mst_warn("%s: %s\n", error->at, error->text);
    else
        mst_warn("muster %s: %s\n", command, error->text);
}
