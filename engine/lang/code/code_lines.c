/* Recording of the source lines of code: see code.h. The table is separate from the code, so it
 * costs nothing at run time. */
#include "lang/code/code_make.h"

static const struct core_code_line *last_line(const struct core_rules *rules) {
    return rules->line_count ? &rules->lines[rules->line_count - 1] : NULL;
}

static bool code_lines_room(struct lang_maker *m) {
    struct core_rules *rules = m->rules;
    if (rules->line_count < rules->line_capacity)
        return true;
    int capacity = rules->line_capacity ? rules->line_capacity * 2 : 64;
    struct core_code_line *lines = mst_realloc(rules->lines, (size_t)capacity * sizeof *lines);
    if (!lines) {
        lang_make_fail(m, LANG_CODE_NO_MEMORY);
        return false;
    }
    rules->lines = lines;
    rules->line_capacity = capacity;
    return true;
}

/* Append a line record, replacing a last one that has no instructions. */
static void code_lines_note(struct lang_maker *m, int line, int source) {
    struct core_rules *rules = m->rules;
    const struct core_code_line *last = last_line(rules);
    if (last && last->code == rules->code_count)
        last = --rules->line_count ? last - 1 : NULL;
    if (last ? last->line == line && last->source == source : !line)
        return;
    if (code_lines_room(m))
        rules->lines[rules->line_count++] =
            (struct core_code_line){rules->code_count, line, source};
}

void lang_make_line(struct lang_maker *m, int line, int source) {
    if (m->why)
        return;
    m->line = line;
    m->source = source;
    code_lines_note(m, line, source);
}

void lang_lines_begin(struct lang_maker *m) {
    lang_make_line(m, 0, 0);
}

void lang_lines_move(struct core_rules *rules, int start) {
    for (int i = rules->line_count - 1; i >= 0 && rules->lines[i].code > start; i--)
        rules->lines[i].code++;
}

void lang_lines_cut(struct core_rules *rules, int begin) {
    while (rules->line_count && rules->lines[rules->line_count - 1].code >= begin)
        rules->line_count--;
}
