/* Names that somebody may have meant: see near.h. */
#include "rulesets/near.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/base.h"
#include "rulesets/modules.h"

enum { MOST_NAMED = 4, MOST_LETTERS = 64 };

/* How far a name is from the wanted one: the number of letters that differ, or one of these. */
enum { BEGINS = 10, CONTAINS, SAME_WORD, FAR };

/* The letters and digits of a name in lower case, without ".ini". */
static void squeeze(const char *name, char letters[MOST_LETTERS]) {
    size_t length = strlen(name), count = 0;
    if (length > 4 && !strcmp(name + length - 4, ".ini"))
        length -= 4;
    for (size_t i = 0; i < length && count + 1 < MOST_LETTERS; i++)
        if (isalnum((unsigned char)name[i]))
            letters[count++] = (char)tolower((unsigned char)name[i]);
    assert(count < MOST_LETTERS);
    letters[count] = 0;
}

static bool is_ruleset(const char *name) {
    size_t length = strlen(name);
    return length > 4 && !strcmp(name + length - 4, ".ini");
}

static int distance(const char *wanted, const char *name) {
    char want[MOST_LETTERS], have[MOST_LETTERS];
    struct mst_nearest whole = {.wanted = wanted}, letters = {.wanted = want};
    size_t word = strcspn(wanted, "-_. ");

    squeeze(wanted, want);
    squeeze(name, have);
    mst_nearest_offer(&whole, name);
    mst_nearest_offer(&letters, have);

    /* By letters alone "warline_dune" and "WarlineDune.ini" are the same name. The nearer of both
     * measures counts. */
    if (whole.best || letters.best) {
        bool nearer = whole.best && (!letters.best || whole.distance < letters.distance);
        return nearer ? whole.distance : letters.distance;
    }

    /* The name is not misspelt. Then it may be a part of one, which is guessed of rulesets only,
     * and not from two letters. */
    if (!is_ruleset(name) || strlen(want) < 3)
        return FAR;
    if (!strncmp(have, want, strlen(want)))
        return BEGINS;
    if (strstr(have, want))
        return CONTAINS;
    return word > 2 && !strncmp(name, wanted, word) && name[word] == '-' ? SAME_WORD : FAR;
}

/* What goes before name number `put` of `count`. */
static const char *link_before(int put, int count) {
    if (put == 1)
        return "did you mean ";
    return put == count ? " or " : ", ";
}

/* Append the names at this distance: "did you mean 'a', 'b' or 'c'?" */
static void put_names(const char *wanted, int at, const struct rules_names *names,
                      struct mst_buf *out) {
    assert(at < FAR);
    int count = 0, put = 0;
    for (size_t i = 0; i < names->count; i++)
        count += distance(wanted, names->items[i]) == at;

    count = count > MOST_NAMED ? MOST_NAMED : count;
    for (size_t i = 0; i < names->count && put < count; i++)
        if (distance(wanted, names->items[i]) == at && ++put)
            mst_buf_printf(out, "%s'%s'", link_before(put, count), names->items[i]);

    mst_buf_puts(out, "?");
}

void rules_near_files(const char *path, char *hint, size_t size) {
    const char *slash = strrchr(path, '/'), *wanted = slash ? slash + 1 : path;
    char folder[512] = ".";
    struct rules_names names;
    struct mst_buf out = {0};
    int nearest = FAR;

    if (slash)
        snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    rules_names_of_files(folder, "", &names);

    /* Only names at the least distance of all are offered; hidden files never. */
    for (size_t i = 0; i < names.count; i++) {
        int found = names.items[i][0] == '.' ? FAR : distance(wanted, names.items[i]);
        nearest = found < nearest ? found : nearest;
    }

    if (nearest < FAR)
        put_names(wanted, nearest, &names, &out);
    snprintf(hint, size, "%s", mst_buf_text(&out));

    mst_buf_clear(&out);
    rules_names_clear(&names);
}
