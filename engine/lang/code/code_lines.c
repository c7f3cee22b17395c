/* Source lines of code, and locating failures by them: see code.h. The table is separate from the
 * code, so it costs nothing at run time. */
#include <stdio.h>
#include <string.h>

#include "lang/code/code_make.h"

static const struct mst_code_line *last_line(const struct mst_rules *rules) {
    return rules->line_count ? &rules->lines[rules->line_count - 1] : NULL;
}

static bool room(struct mst_maker *m) {
    struct mst_rules *rules = m->rules;
    if (rules->line_count < rules->line_capacity)
        return true;
    int capacity = rules->line_capacity ? rules->line_capacity * 2 : 64;
    struct mst_code_line *lines = mst_realloc(rules->lines, (size_t)capacity * sizeof *lines);
    if (!lines) {
        mst_make_fail(m, MST_CODE_NO_MEMORY);
        return false;
    }
    rules->lines = lines;
    rules->line_capacity = capacity;
    return true;
}

/* Append a line record, replacing a last one that has no instructions. */
static void note(struct mst_maker *m, int line, int source) {
    struct mst_rules *rules = m->rules;
    const struct mst_code_line *last = last_line(rules);
    if (last && last->code == rules->code_count)
        last = --rules->line_count ? last - 1 : NULL;
    if (last ? last->line == line && last->source == source : !line)
        return;
    if (room(m))
        rules->lines[rules->line_count++] = (struct mst_code_line){rules->code_count, line, source};
}

void mst_make_line(struct mst_maker *m, int line, int source) {
    if (m->why)
        return;
    m->line = line;
    m->source = source;
    note(m, line, source);
}

void mst_lines_begin(struct mst_maker *m) {
    mst_make_line(m, 0, 0);
}

void mst_lines_move(struct mst_rules *rules, int start) {
    for (int i = rules->line_count - 1; i >= 0 && rules->lines[i].code > start; i--)
        rules->lines[i].code++;
}

void mst_lines_cut(struct mst_rules *rules, int begin) {
    while (rules->line_count && rules->lines[rules->line_count - 1].code >= begin)
        rules->line_count--;
}

const struct mst_code_line *mst_code_line_of(const struct mst_rules *rules, int code) {
    int low = 0, high = rules->line_count;
    while (low < high) { /* invariant: the last record at or before `code` is below `low` */
        int middle = (low + high) / 2;
        if (rules->lines[middle].code <= code)
            low = middle + 1;
        else
            high = middle;
    }
    return low && rules->lines[low - 1].line ? &rules->lines[low - 1] : NULL;
}

/* ---- failures -------------------------------------------------------------------------------- */

enum { MOST_TOLD = 4 }; /* calls that a failure lists */

void mst_place_failure(struct mst_play *play, int code, bool called) {
    const struct mst_code_line *line = mst_code_line_of(play->rules, code);
    struct mst_error *error = play->error;
    char place[sizeof error->at];
    if (!line || error->status == MST_CANCELLED)
        return;
    snprintf(place, sizeof place, "%s:%d", play->rules->sources[line->source], line->line);
    if (!error->at[0]) {
        memcpy(error->at, place, sizeof place);
        play->called = 0;
    } else if (called && play->called < MOST_TOLD) {
        size_t length = strlen(error->text);
        snprintf(error->text + length, sizeof error->text - length, "%s %s",
                 play->called++ ? "," : "; called at", place);
    }
}
