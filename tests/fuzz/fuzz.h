/* Shared by the fuzz targets. A target keeps no input from one call to the next, and aborts where
 * a promise of the engine is broken. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/ruleset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stop where `holds` is false. */
static inline void promise(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken promise: %s\n", what);
        abort();
    }
}

/* The input as a text of its own; the caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = mst_alloc(size + 1);
    promise(text != NULL, "memory");
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* A ruleset of rulesets/ by its name, loaded once; the first that was ever asked for where there is
 * none of that name. */
static inline struct mst_ruleset *fuzz_ruleset(const char *name) {
    static struct {
        char name[64];
        struct mst_ruleset *ruleset;
    } known[32];
    static int count;
    const char *root = getenv("MUSTER_ROOT");
    char path[600];
    for (int i = 0; i < count; i++)
        if (!strcmp(known[i].name, name))
            return known[i].ruleset;
    if (strlen(name) < 40 &&
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name) && count < 32) {
        snprintf(path, sizeof path, "%s/rulesets/%s.ini", root ? root : MUSTER_HOME, name);
        known[count].ruleset = mst_ruleset_load(path, NULL, 0, NULL, NULL);
        if (known[count].ruleset) {
            snprintf(known[count].name, sizeof known[count].name, "%s", name);
            return known[count++].ruleset;
        }
    }
    return count ? known[0].ruleset : fuzz_ruleset("tic-tac-toe");
}

/* A match stands as it must: sound, its hash right, its line read back. */
static inline void fuzz_inspect(struct mst_match *match) {
    struct mst_error error = {0};
    promise(core_position_rehash(match->pos) == match->pos->hash,
            "the hash is that of the position");
    promise(core_position_sound(match->pos, &error), error.text);
    char *line = mst_match_position(match, &error);
    promise(line != NULL, error.text);
    struct mst_match *again = mst_match_setup(match->ruleset, line, false, 0, &error);
    promise(again != NULL, "a printed position is read back");
    promise(again->pos->hash == match->pos->hash, "a position is read back as it was printed");
    mst_match_free(again);
    mst_text_free(line);
}

#endif
