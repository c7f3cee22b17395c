/* The rulebook of a ruleset: its chapters, where their paragraphs are written, and rules by id. See
 * muster.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/folders.h"
#include "rulesets/ruleset.h"
#include "muster/rulebook.h"

int mst_ruleset_rulebook(const struct mst_ruleset *ruleset, const struct mst_chapter **chapters) {
    return host_rulebook(ruleset->host, chapters);
}

/* The first line at or after `from` that contains the string `id`, else the first such line of the
 * source, else `from`. */
static int rulebook_line_of(const char *source, int from, const char *id) {
    size_t length = strlen(id);
    int first = 0, line = 1;

    for (const char *at = source; *at; at++) {
        bool opens = *at == '"' || *at == '\'';
        line += *at == '\n';
        if (!opens || strncmp(at + 1, id, length) != 0 || at[length + 1] != *at)
            continue;

        /* At or after the declaration it is this paragraph; before, another may have the same id.
         */
        if (line >= from)
            return line;
        first = first ? first : line;
    }
    return first ? first : from;
}

/* Lua knows only the line of the chapter, so search from there for the paragraph's id. */
void mst_paragraph_origin(const struct mst_paragraph *paragraph, struct mst_buf *out) {
    const char *colon = strrchr(paragraph->origin, ':');
    char shown[300], path[1300];
    struct mst_error error = {0};
    size_t length;
    int line = colon ? atoi(colon + 1) : 0;

    if (!colon) {
        mst_buf_puts(out, paragraph->origin);
        return;
    }

    snprintf(shown, sizeof shown, "%.*s", (int)(colon - paragraph->origin), paragraph->origin);
    rules_folders_path(shown, path, sizeof path);

    /* A file that cannot be read is no fault here: the line of the chapter is near enough. */
    char *source = *paragraph->id ? mst_read_file(path, 1 << 20, &length, &error) : NULL;
    out->failed |= error.status == MST_NO_MEMORY;

    if (source)
        line = rulebook_line_of(source, line, paragraph->id);
    mst_buf_printf(out, "%.*s:%d", (int)(colon - paragraph->origin), paragraph->origin, line);

    mst_free(source);
}

const char *mst_ruleset_rule(const struct mst_ruleset *ruleset, const char *id,
                             const char **origin) {
    return host_rule(ruleset->host, id, origin);
}

const struct mst_paragraph *mst_ruleset_ending(const struct mst_ruleset *ruleset,
                                               const char *ending) {
    return host_ending(ruleset->host, ending);
}

const char *mst_ruleset_nearest_rule(const struct mst_ruleset *ruleset, const char *id) {
    struct mst_nearest nearest = {.wanted = id};
    host_rule_ids(ruleset->host, &nearest);
    size_t stem = strlen(id); /* another number is another rule, not a misspelling */
    while (stem > 0 && id[stem - 1] >= '0' && id[stem - 1] <= '9')
        stem--;

    /* If the nearest id has the same stem, then only the number differs, and it is no suggestion.
     */
    return nearest.best && id[stem] && !strncmp(nearest.best, id, stem) ? NULL : nearest.best;
}
