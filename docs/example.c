/* Plays one match with nothing but muster.h: the first argument is a ruleset (default
 * breakthrough). Moves are drawn by a small generator of its own, so that every run plays the same
 * match. */
#include <stdio.h>
#include <string.h>

#include "muster.h"

static int complain(const struct mst_error *error) {
    fprintf(stderr, "%s%s%s\n", error->at, error->at[0] ? ": " : "", error->text);
    return 1;
}

/* Cut line `wanted` (from 0) out of `text`, counted around the end; NULL where there is none. */
static char *line_of(char *text, unsigned wanted) {
    unsigned lines = 0;
    for (char *at = text; *at; at++)
        lines += *at == '\n';
    if (!lines)
        return NULL;
    for (wanted %= lines; wanted; wanted--)
        text = strchr(text, '\n') + 1;
    *strchr(text, '\n') = 0;
    return text;
}

static int play(struct mst_match *match, struct mst_error *error) {
    unsigned random = 1;
    while (!mst_match_state(match).over && mst_match_state(match).ply < 10000) {
        char *moves = mst_match_legal(match, error);
        random = random * 1103515245u + 12345u;
        char *move = moves ? line_of(moves, random >> 16) : NULL;
        enum mst_status status = move ? mst_match_play(match, move, error) : MST_BAD_POSITION;
        mst_text_free(moves);
        if (status != MST_OK)
            return complain(error);
    }
    char *position = mst_match_position(match, error);
    struct mst_state state = mst_match_state(match);
    printf("%s\n%s after %d plies, winners %u\n", position ? position : "?", state.by, state.ply,
           (unsigned)state.winners);
    mst_text_free(position);
    return position ? 0 : complain(error);
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "rulesets/breakthrough-8x8.ini";
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    int status = match ? play(match, &error) : complain(&error);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    return status;
}
