/* Similarities of two rulesets, and declared differences: see lockstep.h. */
#include <stdio.h>
#include <string.h>

#include "trace/lockstep.h"

/* The line of a match without the keys that are declared for these names. */
static char *line_without(struct lockstep *l, struct mst_match *match,
                          const struct change_names *names) {
    struct mst_buf out = {0};
    char *line = mst_match_position(match, NULL), *rest = line, *word;
    while (rest && (word = strsep(&rest, " "))) {
        char key[40];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
        if (!strchr(word, '=') || !declared_has(l->declared, names, "key", key))
            mst_buf_printf(&out, "%s%s", out.length ? " " : "", word);
    }
    mst_text_free(line);
    return mst_buf_take(&out);
}

char *lockstep_line(struct lockstep *l, struct mst_match *match) {
    return line_without(l, match, l->names);
}

bool lockstep_same(struct lockstep *l, const struct change_names *names) {
    char *a = line_without(l, l->core, names), *b = line_without(l, l->other, names);
    bool same = a && b && !strcmp(a, b);
    mst_free(a);
    mst_free(b);
    return same;
}

/* Is the word of a line "key=..." with one of these keys, with blanks between? */
static bool has_key(const char *keys, const char *word) {
    size_t length = strcspn(word, "=");
    for (const char *at = keys; at && *at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
        if (word[length] && strcspn(at, " ") == length && !strncmp(at, word, length))
            return true;
    return false;
}

/* Do the lines differ in no more than these keys, with blanks between? */
static bool differ_in(struct lockstep *l, const char *keys) {
    char *a = lockstep_line(l, l->core), *b = lockstep_line(l, l->other);
    char *rest_a = a, *rest_b = b, *word_a = NULL, *word_b = NULL;
    bool same = a && b;
    do { /* step over such keys on either side */
        do
            word_a = strsep(&rest_a, " ");
        while (word_a && has_key(keys, word_a));
        do
            word_b = strsep(&rest_b, " ");
        while (word_b && has_key(keys, word_b));
        same = same && (word_a && word_b ? !strcmp(word_a, word_b) : word_a == word_b);
    } while (same && word_a);
    mst_free(a);
    mst_free(b);
    return same;
}

/* Does a row "KIND", "KIND where TEXT" or "KIND but KEYS" hold here? KIND may be *. */
static bool holds(struct lockstep *l, const char *row, const char *kind) {
    size_t length = strcspn(row, " ");
    if ((strlen(kind) != length || strncmp(row, kind, length) != 0) && *row != '*')
        return false;
    const char *rest = row + length;
    if (!strncmp(rest, " but ", 5))
        return differ_in(l, rest + 5);
    char *line = strncmp(rest, " where ", 7) ? NULL : lockstep_line(l, l->core);
    bool there = !line || strstr(line, rest + 7);
    mst_free(line);
    return there;
}

bool lockstep_declared(struct lockstep *l, const char *verb, const char *what) {
    const char *row;
    for (int at = 0; (row = declared_next(l->declared, l->names, verb, &at));)
        if (holds(l, row, what)) {
            l->declared->rows[at - 1].seen = true;
            return true;
        }
    return l->tells && declared_add(l->declared, l->names->items[l->names->count - 1], verb, what);
}
