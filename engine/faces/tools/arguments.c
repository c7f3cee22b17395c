/* Arguments that several commands share: see command.h. */
#include "faces/tools/command.h"
#include "muster/player.h"
#include "muster/transcript.h"

#include <assert.h>
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

    /* The value is borrowed from the command line; the key must be copied to end at the sign. */
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

    /* strtoull takes blanks and signs, so the first character is looked at as well. */
    if (*text < '0' || *text > '9' || *end || errno || value < 1 || value > most) {
        mst_warn("--%s: expected 1 to %llu, found '%s'\n", option, (unsigned long long)most, text);
        return false;
    }
    *number = value;
    return true;
}

/* ---- options --------------------------------------------------------------------------------- */

enum {
    MOST_ROWS = 40,
    COLUMNS = 78,
    HELP_COLUMN = 26,
    FIRST_ROW = 256 /* what getopt_long returns for the first row: above all characters */
};

void tool_wrap(struct mst_buf *out, const char *text, int at, int indent) {
    bool fresh = true; /* the line has no word yet */
    while (*text) {
        /* The blanks between words are not copied, so that none is left at the end of a line. */
        int length = (int)strcspn(text, " \n");
        if (!fresh && at + 1 + length > COLUMNS) {
            mst_buf_printf(out, "\n%*s", indent, "");
            at = indent;
            fresh = true;
        }
        mst_buf_printf(out, "%s%.*s", fresh ? "" : " ", length, text);
        at += length + !fresh;
        fresh = false;

        text += length;
        if (*text == '\n') {
            mst_buf_printf(out, "\n%*s", text[1] ? indent : 0, "");
            at = indent;
            fresh = true;
        }
        text += *text != 0;
    }
}

/* Append `muster NAME ...` for each way to call the command. */
static void print_usage(const struct tool_page *page, struct mst_buf *out) {
    const char *before = "usage: ";
    for (const char *line = page->usage; *line; line += *line == '\n') {
        int length = (int)strcspn(line, "\n");
        char one[400];
        snprintf(one, sizeof one, "%smuster %s %.*s", before, page->name, length, line);
        tool_wrap(out, one, 0, 15);
        mst_buf_char(out, '\n');
        line += length;
        before = "   or: ";
    }
}

void tool_print_help(const struct tool_page *page, struct mst_buf *out) {
    print_usage(page, out);
    tool_wrap(out, page->about, 0, 0);
    mst_buf_puts(out, page->options->name ? "\n\n" : "\n");
    for (const struct tool_option *row = page->options; row->name; row++) {
        /* Another spelling of the option before. */
        if (!row->help)
            continue;
        size_t start = out->length;
        mst_buf_printf(out, "  --%s%s%s", row->name, row->value ? " " : "",
                       row->value ? row->value : "");
        int used = (int)(out->length - start);
        if (used + 2 > HELP_COLUMN) /* too long: its help begins on a line of its own */
            mst_buf_printf(out, "\n%*s", HELP_COLUMN, "");
        else
            mst_buf_printf(out, "%*s", HELP_COLUMN - used, "");

        tool_wrap(out, row->help, HELP_COLUMN, HELP_COLUMN);
        mst_buf_char(out, '\n');
    }
}

int tool_refuse(const struct tool_page *page, const char *what) {
    struct mst_buf usage = {0};
    print_usage(page, &usage);
    mst_warn("muster %s: %s\n%s'muster %s --help' lists its options.\n", page->name, what,
             mst_buf_text(&usage), page->name);
    mst_buf_clear(&usage);
    return TOOL_USAGE;
}

/* Say what is wrong with the option that getopt_long has just refused: a long one is the word
 * before `optind`; a short one is `optopt`, as its word may hold several. */
static int refuse_option(const struct tool_page *page, char **argv, const struct option *options,
                         int found) {
    char word[64], text[200];
    const char *last = argv[optind - 1];
    bool whole = !strncmp(last, "--", 2);
    if (whole)
        snprintf(word, sizeof word, "%.*s", (int)strcspn(last, "="), last);
    else
        snprintf(word, sizeof word, "-%c", optopt);
    struct mst_nearest nearest = {.wanted = whole ? word + 2 : word};

    bool known = false;
    int begun = 0; /* so many names begin with it */
    for (const struct option *option = options; option->name; option++) {
        known = known || !strcmp(option->name, nearest.wanted);
        begun += !strncmp(option->name, nearest.wanted, strlen(nearest.wanted));
        mst_nearest_offer(&nearest, option->name);
    }

    if (found == ':')
        snprintf(text, sizeof text, "%s needs a value", word);
    else if (known || begun == 1) /* a beginning does, so its value is the fault */
        snprintf(text, sizeof text, "%s takes no value", word);
    else if (begun > 1)
        snprintf(text, sizeof text, "%d options begin with %s", begun, word);
    else
        snprintf(text, sizeof text, "there is no option %s%s%s%s", word,
                 nearest.best ? "; did you mean --" : "", nearest.best ? nearest.best : "",
                 nearest.best ? "?" : "");
    return tool_refuse(page, text);
}

/* Take one option with its value into the command's context. False after a message. */
static bool take_row(const struct tool_option *row, void *context, const char *text) {
    void *member = (char *)context + row->at;

    assert(text || !row->value);

    switch (row->kind) {
    case TOOL_FLAG: return *(bool *)member = true;
    case TOOL_COUNT: return tool_arguments_number(row->name, text, row->most, member);
    case TOOL_ZERO:
        *(uint64_t *)member = 0;
        return !strcmp(text, "0") || tool_arguments_number(row->name, text, row->most, member);
    case TOOL_TEXT: *(const char **)member = text; return true;
    case TOOL_SET: return tool_arguments_set(member, text);
    case TOOL_PATH: return tool_arguments_run_by(text);
    case TOOL_READ: return row->read(member, text);
    }
    return false;
}

int tool_read_options(const struct tool_page *page, int argc, char **argv, void *context) {
    struct option options[MOST_ROWS + 2] = {{"help", no_argument, NULL, 'h'}};
    int count = 0, found;
    for (const struct tool_option *row = page->options; row->name; row++, count++) {
        assert(count < MOST_ROWS);

        options[count + 1] = (struct option){
            row->name, row->value ? required_argument : no_argument, NULL, FIRST_ROW + count};
    }

    optind = 0; /* start again, also after a command that read its options before */
    opterr = 0;
    while ((found = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        if (found == 'h') {
            struct mst_buf help = {0};
            tool_print_help(page, &help);
            mst_print("%s", mst_buf_text(&help));
            mst_buf_clear(&help);
            return TOOL_DONE + 1;
        }

        /* getopt_long also takes the beginning of a name, if only one begins so. */
        if (found == '?' || found == ':')
            return refuse_option(page, argv, options, found) + 1;
        if (!take_row(&page->options[found - FIRST_ROW], context, optarg))
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

    /* The name of a kind has no such sign, a file may have more of them. */
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
static struct mst_ruleset *arguments_reported(struct mst_ruleset *ruleset, char *report,
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
    return arguments_reported(ruleset, report, &error);
}

struct mst_ruleset *tool_arguments_load_for(struct tool_arguments *arguments,
                                            const struct mst_transcript *transcript) {
    struct mst_error error = {0};
    struct mst_transcript whole = *transcript;
    char *report = NULL;

    /* A later setting of a key counts, so the match has the settings with which it was played. */
    for (size_t i = 0; i < transcript->setting_count && arguments->setting_count < 64; i++)
        arguments->settings[arguments->setting_count++] = transcript->settings[i];
    whole.settings = arguments->settings;
    whole.setting_count = arguments->setting_count;

    struct mst_ruleset *ruleset = mst_transcript_ruleset(&whole, &report, &error);
    return arguments_reported(ruleset, report, &error);
}

void tool_command_complain(const char *command, const struct mst_error *error) {
    if (error->at[0])
        mst_warn("%s: %s\n", error->at, error->text);
    else
        mst_warn("muster %s: %s\n", command, error->text);
}
