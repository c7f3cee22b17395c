/* Golden games: one short random game a ruleset, recorded ply by ply.
 *
 * usage: muster-golden [RULESET...]        compare; all of rulesets/ when none is named
 *        muster-golden --write RULESET...  record anew
 *
 * A game is tests/golden/NAME.txt: for each ply its number, move, hash and the number of legal
 * moves after it; every eighth ply, and at the end, the position line. Comparing never writes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/subject.h"

enum { GOLDEN_GAME = 7, GOLDEN_PLIES = 60, GOLDEN_EVERY = 8 };

/* How the match stands after its last ply. */
static void record_ply(struct walk *walk, struct mst_buf *out, bool line) {
    const struct mst_match *match = walk->match;
    struct mst_state state = mst_match_state(match);
    const struct mst_moves *moves = mst_match_moves(walk->match, NULL);
    mst_buf_printf(out, "%d %s %016" PRIx64 " %d\n", state.ply,
                   state.ply ? mst_match_ply_text(match, state.ply - 1) : "start", state.hash,
                   moves ? moves->count : -1);
    if (line) {
        char *text = mst_match_position(walk->match, NULL);
        mst_buf_printf(out, "  %s\n", text ? text : "?");
        mst_text_free(text);
    }
}

static bool record(struct subject *s, struct mst_buf *out) {
    struct walk walk;
    if (walk_begin(s, GOLDEN_GAME, &walk)) {
        int ply = 0;
        record_ply(&walk, out, true);
        while (++ply <= GOLDEN_PLIES && walk_step(&walk))
            record_ply(&walk, out, ply % GOLDEN_EVERY == 0);
        struct mst_state state = mst_match_state(walk.match);
        char *text = mst_match_position(walk.match, NULL);
        mst_buf_printf(out, "%s %s %x\n  %s\n", state.over ? "over" : "stopped", state.by,
                       (unsigned)state.winners, text ? text : "?");
        mst_text_free(text);
    }
    walk_end(&walk);
    return !s->why.length && !out->failed;
}

static void golden_path(const char *ruleset, char *path, size_t size) {
    const char *slash = strrchr(ruleset, '/');
    const char *name = slash ? slash + 1 : ruleset;
    int length = (int)(strlen(name) - 4); /* without .ini */
    snprintf(path, size, "%s/tests/golden/%.*s.txt", source_root(), length, name);
}

/* Number of the first line in which the texts differ, and that line of each. */
static int first_difference(const char *a, const char *b, const char **line_a,
                            const char **line_b) {
    int line = 1;
    *line_a = a;
    *line_b = b;
    for (; *a && *a == *b; a++, b++)
        if (*a == '\n') {
            line++;
            *line_a = a + 1;
            *line_b = b + 1;
        }
    return line;
}

static int compare(const char *ruleset, const char *path, const char *now) {
    struct mst_error error = {0};
    const char *line_now, *line_then;
    size_t length;
    char *then = mst_read_file(path, 1 << 20, &length, &error);
    bool same = then && !strcmp(now, then);
    if (!then) {
        printf("%s: no golden game is recorded: run `muster-golden --write %s`\n", path, ruleset);
    } else if (!same) {
        int line = first_difference(now, then, &line_now, &line_then);
        printf("%s:%d: the game goes otherwise than it was recorded:\n  now      %.*s\n  recorded "
               "%.*s\n",
               path, line, (int)strcspn(line_now, "\n"), line_now, (int)strcspn(line_then, "\n"),
               line_then);
    }
    mst_free(then);
    return !same;
}

static int save(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    bool saved = file && fputs(text, file) >= 0;
    if (file)
        saved = fclose(file) == 0 && saved;
    printf("%s %s\n", path, saved ? "written" : "cannot be written");
    return !saved;
}

static int one(const char *ruleset, bool write) {
    struct subject subject;
    struct mst_buf out = {0};
    char path[700];
    int wrong = 1;
    golden_path(ruleset, path, sizeof path);
    if (subject_open(&subject, ruleset) && record(&subject, &out))
        wrong = write ? save(path, mst_buf_text(&out)) : compare(ruleset, path, mst_buf_text(&out));
    else
        printf("%s: %s\n", ruleset, mst_buf_text(&subject.why));
    mst_buf_clear(&out);
    subject_close(&subject);
    return wrong;
}

int main(int argc, char **argv) {
    char folder[600];
    struct mst_buf paths = {0};
    bool write = argc > 1 && !strcmp(argv[1], "--write");
    int count = 0, wrong = 0;
    for (int i = 1 + write; i < argc; i++)
        wrong += one(argv[i], write);
    if (argc > 1)
        return wrong != 0 || (write && argc == 2);
    snprintf(folder, sizeof folder, "%s/rulesets", source_root());
    if (!list_files(folder, ".ini", &paths, &count))
        return 2;
    for (const char *path = mst_buf_text(&paths); count--; path += strlen(path) + 1)
        wrong += one(path, false);
    mst_buf_clear(&paths);
    return wrong != 0;
}
