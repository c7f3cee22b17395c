/* Manual pages and shell completions, from the table of each command's options: for packages. */
#include <stdio.h>
#include <string.h>

#include "faces/tools/command.h"

struct pages {
    const struct tool_command *commands;
    int count;
    const char *folder;
    bool failed;
};

static void write_page(struct pages *pages, const char *name, struct mst_buf *text) {
    struct mst_error error;
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", pages->folder, name);
    if (text->failed ||
        mst_write_file(path, mst_buf_text(text), text->length, true, &error) != MST_OK) {
        mst_warn("muster pages: '%s' cannot be written\n", path);
        pages->failed = true;
    }
    mst_buf_clear(text);
}

/* ---- manual pages ---------------------------------------------------------------------------- */

/* Append text for roff: a dash is `\-`, a line may not begin with a dot or an apostrophe. */
static void put_roff(struct mst_buf *out, const char *text) {
    bool begins = true;
    for (; *text; text++) {
        /* A line that begins so would be taken for a request. */
        if (begins && (*text == '.' || *text == '\''))
            mst_buf_puts(out, "\\&");
        if (*text == '-')
            mst_buf_puts(out, "\\-");
        else if (*text == '\\')
            mst_buf_puts(out, "\\e");
        else if (*text == '\n')
            mst_buf_puts(out, "\n.PP\n");
        else
            mst_buf_char(out, *text);
        begins = *text == '\n';
    }
}

static void put_head(struct mst_buf *out, const char *title, const char *name,
                     const char *summary) {
    mst_buf_printf(out, ".TH %s 1 \"\" \"Muster %s\" \"Muster\"\n.SH NAME\n", title, MST_VERSION);
    put_roff(out, name);
    mst_buf_puts(out, " \\- ");
    put_roff(out, summary);
    mst_buf_puts(out, "\n.SH SYNOPSIS\n");
}

static void put_command(struct pages *pages, const struct tool_command *command) {
    const struct tool_page *page = command->page;
    struct mst_buf out = {0};
    char name[80], title[80], file[100];
    snprintf(name, sizeof name, "muster-%s", page->name);

    /* The title goes into roff as it is, so its dash is written for roff here. */
    snprintf(title, sizeof title, "MUSTER\\-%s", page->name);
    put_head(&out, title, name, command->summary);

    /* One synopsis for each way to call it. */
    for (const char *line = page->usage; *line; line += *line == '\n') {
        int length = (int)strcspn(line, "\n");
        char one[400];
        snprintf(one, sizeof one, "muster %s %.*s", page->name, length, line);
        put_roff(&out, one);
        mst_buf_puts(&out, "\n.br\n");
        line += length;
    }

    mst_buf_puts(&out, ".SH DESCRIPTION\n");
    put_roff(&out, page->about);
    if (page->options->name)
        mst_buf_puts(&out, "\n.SH OPTIONS");

    /* A row without help is another spelling of the one before, which nobody needs to read. */
    for (const struct tool_option *row = page->options; row->name; row++)
        if (row->help) {
            mst_buf_printf(&out, "\n.TP\n.B \\-\\-");
            put_roff(&out, row->name);
            if (row->value) {
                mst_buf_puts(&out, " ");
                put_roff(&out, row->value);
            }
            mst_buf_char(&out, '\n');
            put_roff(&out, row->help);
        }

    mst_buf_puts(&out, "\n.SH SEE ALSO\n.BR muster (1)\n");

    snprintf(file, sizeof file, "%s.1", name);
    write_page(pages, file, &out);
}

static void put_program(struct pages *pages) {
    struct mst_buf out = {0};

    put_head(&out, "MUSTER", "muster", "play tabletop battle games whose rules are Lua modules");
    put_roff(&out, "muster COMMAND [ARGUMENT ...]");

    mst_buf_puts(&out, "\n.SH DESCRIPTION\n");
    put_roff(&out,
             "On a terminal, muster alone asks what to play. muster COMMAND --help describes a "
             "command, as do the manual pages of the commands, such as muster-play(1).");

    mst_buf_puts(&out, "\n.SH COMMANDS");
    for (int i = 0; i < pages->count; i++) {
        mst_buf_puts(&out, "\n.TP\n.B ");
        put_roff(&out, pages->commands[i].page->name);
        mst_buf_char(&out, '\n');
        put_roff(&out, pages->commands[i].summary);
    }

    /* The folders in which all commands look. */
    mst_buf_puts(&out,
                 "\n.SH ENVIRONMENT\n.TP\n.B MUSTER_HOME\nThe folder with Muster's own lua, "
                 "rulesets and scenarios.\n.TP\n.B MUSTER_FOLDERS\nFolders of yours with the "
                 "same, with colons between them.\n.TP\n.B XDG_DATA_HOME\nIts folder muster is "
                 "one of them, by default ~/.local/share/muster.\n");
    write_page(pages, "muster.1", &out);
}

/* ---- completions ----------------------------------------------------------------------------- */

/* Append the names of the options of a command, with `before` in front of each. */
static void put_options(struct mst_buf *out, const struct tool_page *page, const char *before) {
    mst_buf_printf(out, "%shelp", before);
    for (const struct tool_option *row = page->options; row->name; row++)
        mst_buf_printf(out, " %s%s", before, row->name);
}

static void put_names(const struct pages *pages, struct mst_buf *out) {
    for (int i = 0; i < pages->count; i++)
        mst_buf_printf(out, "%s%s", i ? " " : "", pages->commands[i].page->name);
}

static void put_bash(struct pages *pages) {
    struct mst_buf out = {0};

    /* Three cases: the command, a file or a ruleset's name, and an option of the command. */
    mst_buf_puts(&out, "# bash completion of muster\n_muster() {\n"
                       "    local word=${COMP_WORDS[COMP_CWORD]} words\n"
                       "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='");

    put_names(pages, &out);
    mst_buf_puts(&out,
                 "'\n    elif [[ $word != -* ]]; then\n"
                 "        words=$(muster list rulesets 2>/dev/null | awk '/^ /{print $1}')\n"
                 "        COMPREPLY=($(compgen -f -W \"$words\" -- \"$word\"))\n        return\n"
                 "    else\n        case ${COMP_WORDS[1]} in\n");

    for (int i = 0; i < pages->count; i++) {
        mst_buf_printf(&out, "        %s) words='", pages->commands[i].page->name);
        put_options(&out, pages->commands[i].page, "--");
        mst_buf_puts(&out, "' ;;\n");
    }
    mst_buf_puts(&out,
                 "        esac\n    fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                 "}\ncomplete -F _muster muster\n");

    write_page(pages, "muster.bash", &out);
}

/* Append a text between single quotes, without those that it has, and without brackets and colons,
 * which zsh would read. */
static void put_plain(struct mst_buf *out, const char *text) {
    /* strchr also finds the end of the text, which the loop does not reach. */
    for (; *text; text++)
        mst_buf_char(out, strchr("'[]:\n", *text) ? ' ' : *text);
}

static void put_zsh(struct pages *pages) {
    struct mst_buf out = {0};
    mst_buf_puts(&out, "#compdef muster\n_muster() {\n    local -a commands\n    commands=(\n");

    for (int i = 0; i < pages->count; i++) {
        mst_buf_printf(&out, "        '%s:", pages->commands[i].page->name);
        put_plain(&out, pages->commands[i].summary);
        mst_buf_puts(&out, "'\n");
    }

    mst_buf_puts(&out, "    )\n    if (( CURRENT == 2 )); then\n"
                       "        _describe command commands\n        return\n    fi\n"
                       "    case $words[2] in\n");
    for (int i = 0; i < pages->count; i++) {
        mst_buf_printf(&out, "    %s) _arguments", pages->commands[i].page->name);
        for (const struct tool_option *row = pages->commands[i].page->options; row->name; row++) {
            mst_buf_printf(&out, " '--%s[", row->name);

            /* A row without help has that of the row before it. What an option takes is completed
             * as a file, as zsh cannot know better. */
            put_plain(&out, row->help ? row->help : row[-1].help);
            mst_buf_printf(&out, "]%s%s%s'", row->value ? ":" : "", row->value ? row->name : "",
                           row->value ? ":_files" : "");
        }
        mst_buf_puts(&out, " '*:file:_files' ;;\n");
    }

    mst_buf_puts(&out, "    esac\n}\n_muster \"$@\"\n");
    write_page(pages, "_muster", &out);
}

static void put_fish(struct pages *pages) {
    struct mst_buf out = {0};
    mst_buf_puts(&out, "# fish completion of muster\n");

    for (int i = 0; i < pages->count; i++) {
        const struct tool_command *command = &pages->commands[i];
        mst_buf_printf(&out, "complete -c muster -n __fish_use_subcommand -a %s -d '",
                       command->page->name);
        put_plain(&out, command->summary);
        mst_buf_puts(&out, "'\n");

        /* Only after the command that has it; -r: the option takes a value. */
        for (const struct tool_option *row = command->page->options; row->name; row++) {
            mst_buf_printf(&out,
                           "complete -c muster -n '__fish_seen_subcommand_from %s' -l %s%s -d '",
                           command->page->name, row->name, row->value ? " -r" : "");
            put_plain(&out, row->help ? row->help : row[-1].help);
            mst_buf_puts(&out, "'\n");
        }
    }

    write_page(pages, "muster.fish", &out);
}

int tool_write_pages(const struct tool_command *commands, int count, const char *folder) {
    struct pages pages = {commands, count, folder, false};
    for (int i = 0; i < count; i++)
        put_command(&pages, &commands[i]);

    put_program(&pages);
    put_bash(&pages);
    put_zsh(&pages);
    put_fish(&pages);
    return pages.failed ? TOOL_FAULTS : TOOL_DONE;
}
