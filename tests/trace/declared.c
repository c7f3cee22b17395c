/* The declared effects of a change: see declared.h. */
#include "trace/declared.h"

#include <stdio.h>
#include <string.h>

static const char *const verbs[] = {"world",  "letters", "in",       "with",  "begins", "left_out",
                                    "silent", "needs",   "key",      "gains", "loses",  "alters",
                                    "spares", "ends",    "position", NULL};

static bool is_verb(const char *word) {
    int i = 0;
    while (verbs[i] && strcmp(verbs[i], word) != 0)
        i++;
    return verbs[i] != NULL;
}

bool declared_add(struct declared *declared, const char *change, const char *verb,
                  const char *what) {
    struct declared_row *row =
        core_rules_grow(&declared->rows, &declared->count, sizeof *declared->rows);
    if (row)
        *row = (struct declared_row){mst_strdup(change), mst_strdup(verb), mst_strdup(what), false,
                                     declared->read};
    return row != NULL;
}

static bool read_row(struct declared *declared, char *line) {
    char *verb = strchr(line, '\t'), *what = verb ? strchr(verb + 1, '\t') : NULL;
    if (!what)
        return false;
    *verb++ = 0;
    *what++ = 0;
    return is_verb(verb) && declared_add(declared, line, verb, what);
}

bool declared_read(struct declared *declared, const char *path, struct mst_buf *why) {
    char line[1000];
    int number = 0;
    FILE *file = fopen(path, "r");
    bool good = file != NULL;
    while (good && fgets(line, sizeof line, file)) {
        number++;
        line[strcspn(line, "\r\n")] = 0;
        good = !*line || *line == '#' || read_row(declared, line);
    }
    if (!good)
        mst_buf_printf(why, "%s:%d: expected a change, a verb and what it says, with tabs between",
                       path, number);
    declared->read = true;
    if (file)
        fclose(file);
    return good;
}

void declared_clear(struct declared *declared) {
    for (int i = 0; i < declared->count; i++) {
        mst_free(declared->rows[i].change);
        mst_free(declared->rows[i].verb);
        mst_free(declared->rows[i].what);
    }
    mst_free(declared->rows);
    *declared = (struct declared){0};
}

static bool counts(const struct declared_row *row, const struct change_names *names) {
    bool found = !strcmp(row->change, "*");
    for (int i = 0; i < names->count && !found; i++)
        found = !strcmp(row->change, names->items[i]);
    return found;
}

const char *declared_next(struct declared *declared, const struct change_names *names,
                          const char *verb, int *at) {
    for (; *at < declared->count; ++*at) {
        struct declared_row *row = &declared->rows[*at];
        if (!strcmp(row->verb, verb) && counts(row, names)) {
            ++*at;
            return row->what;
        }
    }
    return NULL;
}

bool declared_has(struct declared *declared, const struct change_names *names, const char *verb,
                  const char *what) {
    const char *found;
    for (int at = 0; (found = declared_next(declared, names, verb, &at));)
        if (!strcmp(found, what)) {
            declared->rows[at - 1].seen = true;
            return true;
        }
    return false;
}
