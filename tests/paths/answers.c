/* Expected answers of kept modules: see answers.h. */
#include "paths/answers.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define MARK "--> "
#define ARROW "=> "

bool answers_next(const char **at, struct answer_line *line) {
    while ((*at = strstr(*at, MARK))) {
        const char *from = *at + strlen(MARK), *end = from + strcspn(from, "\n");
        const char *arrow = strstr(from, ARROW);
        *at = end;
        if (!arrow || arrow > end)
            continue;
        snprintf(line->moves, sizeof line->moves, "%.*s", (int)(arrow - from), from);
        snprintf(line->expected, sizeof line->expected, "%.*s", (int)(end - arrow - 3), arrow + 3);
        return true;
    }
    return false;
}

static void put_legal(struct mst_match *match, struct mst_buf *out) {
    struct mst_error error = {0};
    char *legal = mst_match_legal(match, &error);
    mst_buf_puts(out, legal ? "legal" : "error ");
    for (char *c = legal, *end; c && *c; c = end + 1) {
        end = c + strcspn(c, "\n");
        mst_buf_printf(out, " %.*s", (int)(end - c), c);
    }
    if (!legal)
        mst_buf_puts(out, error.text);
    mst_text_free(legal);
}

static void put_events(struct mst_match *match, int first, struct mst_buf *out) {
    mst_buf_puts(out, "events");
    for (int i = first; i < mst_match_events(match, INT_MAX); i++) {
        struct mst_event told = mst_match_event(match, i);
        mst_buf_printf(out, " %s(", told.event);
        for (int k = 0; k < told.count; k++)
            mst_buf_printf(out, "%s%" PRId64, k ? ", " : "", told.args[k]);
        mst_buf_puts(out, ")");
    }
}

/* Play the moves. False if one fails: then that is the answer. */
static bool play_moves(struct mst_match *match, const char *moves, int *events,
                       struct mst_buf *out) {
    struct mst_error error = {0};
    char text[100];
    for (int used; sscanf(moves, "%99s%n", text, &used) == 1; moves += used) {
        *events = mst_match_events(match, INT_MAX);
        if (mst_match_play(match, text, &error) == MST_OK)
            continue;
        mst_buf_printf(out, "error %s", error.text);
        return false;
    }
    return true;
}

void answers_ask(struct mst_ruleset *rules, const struct answer_line *line, struct mst_buf *out) {
    struct mst_error error = {0};
    int events = 0;
    struct mst_match *match = mst_match_new(rules, true, 1, &error);
    bool listed = strncmp(line->expected, "events", 6) != 0;
    bool played = match && play_moves(match, line->moves, &events, out);
    if (!match)
        mst_buf_printf(out, "error %s", error.text);
    else if (played && listed)
        put_legal(match, out);
    else if (played)
        put_events(match, events, out);
    mst_match_free(match);
}

bool answers_fit(const struct answer_line *line, const char *answer) {
    size_t word = strcspn(line->expected, " ");
    bool part = !strncmp(line->expected, "error", 5) || !strncmp(line->expected, "refused", 7);
    if (!part)
        return !strcmp(line->expected, answer);
    return !strncmp(line->expected, answer, word) && line->expected[word] &&
           strstr(answer, line->expected + word + 1);
}
