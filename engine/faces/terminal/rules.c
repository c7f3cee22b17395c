/* Looking rules up: by id, or by a word. See rules.h. */
#include "faces/terminal/rules.h"

#include <string.h>
#include <strings.h>

#include "faces/scene/example.h"
#include "muster/rulebook.h"

/* Is the word in the text, in any case of its letters? */
static bool rules_has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (; *text; text++)
        if (!strncasecmp(text, word, length))
            return true;
    return false;
}

static void rules_put(const char *id, const struct mst_paragraph *paragraph, const char *text,
                      bool sources, struct mst_buf *out) {
    mst_buf_printf(out, "%s%s%s", id, *id ? ": " : "", text);
    if (sources) {
        mst_buf_puts(out, " (");
        mst_paragraph_origin(paragraph, out);
        mst_buf_char(out, ')');
    }
    mst_buf_char(out, '\n');
}

/* Append the paragraphs with this id, or those with this word. Returns their number. */
static int rules_search(const struct mst_ruleset *ruleset, const char *wanted, bool word,
                        bool sources, struct mst_buf *out) {
    const struct mst_chapter *chapters;
    int count = mst_ruleset_rulebook(ruleset, &chapters), found = 0;
    for (int i = 0; i < count && *wanted; i++)
        for (int k = 0; k < chapters[i].count; k++) {
            const struct mst_paragraph *paragraph = &chapters[i].paragraphs[k];
            if (word ? !rules_has_word(paragraph->text, wanted) &&
                           !rules_has_word(chapters[i].title, wanted)
                     : strcmp(paragraph->id, wanted) != 0)
                continue;
            rules_put(paragraph->id, paragraph, paragraph->text, sources, out);
            found++;
        }
    return found;
}

int term_rules_find(const struct mst_ruleset *ruleset, const char *wanted, bool sources,
                    struct mst_buf *out) {
    int found = rules_search(ruleset, wanted, false, sources, out);
    const char *origin = "", *text = found ? NULL : mst_ruleset_rule(ruleset, wanted, &origin);
    struct mst_paragraph paragraph = {.id = (char *)wanted, .origin = (char *)origin};
    if (text) /* a refusal states it, no chapter */
        rules_put(wanted, &paragraph, text, sources, out);
    return found ? found : text ? 1 : rules_search(ruleset, wanted, true, sources, out);
}

static void put_example(struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                        bool unicode, struct mst_buf *out) {
    struct mst_buf board = {0};
    if (paragraph->example.position)
        scene_example_text(ruleset, paragraph, unicode, &board);
    if (board.length)
        mst_buf_printf(out, "Example: %s\n\n%s", paragraph->example.text, mst_buf_text(&board));
    out->failed = out->failed || board.failed;
    mst_buf_clear(&board);
}

void term_rules_examples(struct mst_ruleset *ruleset, const char *id, bool unicode,
                         struct mst_buf *out) {
    const struct mst_chapter *chapters;
    int count = mst_ruleset_rulebook(ruleset, &chapters);
    for (int i = 0; i < count && *id; i++)
        for (int k = 0; k < chapters[i].count; k++)
            if (!strcmp(chapters[i].paragraphs[k].id, id))
                put_example(ruleset, &chapters[i].paragraphs[k], unicode, out);
}

void term_rules_miss(const struct mst_ruleset *ruleset, const char *wanted, struct mst_buf *out) {
    char hint[MST_HINT_SIZE];
    mst_hint(mst_ruleset_nearest_rule(ruleset, wanted), hint);
    mst_buf_printf(out, "No chapter states %.60s%s", wanted, *hint ? hint : ".");
}
