/* Printing the rulebook: see rulebook.h. */
#include "edge/rulebook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lua_text.h"

/* ---- where a paragraph stands ---------------------------------------------------------------- */

/* Line of the first word `id` in a source from line `from` on, else of the first of all, else
 * `from`. */
static int line_of(const char *source, int from, const char *id) {
    struct mst_lua_text text = {.at = source, .line = 1};
    int first = 0;
    while (mst_lua_next(&text))
        if (mst_lua_is(&text, MST_LUA_STRING, id)) {
            if (text.word_line >= from)
                return text.word_line;
            first = first ? first : text.word_line;
        }
    return first ? first : from;
}

/* Lua knows the line of a chapter alone; the paragraph stands where its id is written. */
static void print_origin(const struct mst_paragraph *paragraph, struct mst_buf *out) {
    const char *colon = strrchr(paragraph->origin, ':');
    struct mst_buf path = {0};
    size_t length;
    int line = colon ? atoi(colon + 1) : 0;
    mst_buf_printf(&path, "%s/%.*s", mst_home(), colon ? (int)(colon - paragraph->origin) : 0,
                   paragraph->origin);
    char *source =
        colon && *paragraph->id ? mst_read_file(mst_buf_text(&path), 1 << 20, &length, NULL) : NULL;
    if (source)
        line = line_of(source, line, paragraph->id);
    if (colon)
        mst_buf_printf(out, "%.*s:%d", (int)(colon - paragraph->origin), paragraph->origin, line);
    else
        mst_buf_puts(out, paragraph->origin);
    mst_free(source);
    mst_buf_clear(&path);
}

/* "breakthrough.size = 8; lua/small/breakthrough.lua:12" */
static void print_source(const struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                         struct mst_buf *out) {
    const struct mst_option *options;
    mst_host_options(ruleset->host, &options);
    for (int i = 0; i < paragraph->option_count; i++) {
        const struct mst_option *option = &options[paragraph->options[i]];
        const char *value = ruleset->values[paragraph->options[i]].text;
        mst_buf_printf(out, "%s.%s = %s; ", option->section, option->key,
                       value ? value : option->fallback);
    }
    print_origin(paragraph, out);
}

/* ---- Markdown and HTML ----------------------------------------------------------------------- */

/* A text on one line; in HTML without signs that mean something there. */
static void print_text(const char *text, bool html, struct mst_buf *out) {
    for (; *text; text++) {
        if (*text == '\n')
            mst_buf_char(out, ' ');
        else if (html && *text == '&')
            mst_buf_puts(out, "&amp;");
        else if (html && *text == '<')
            mst_buf_puts(out, "&lt;");
        else if (html && *text == '>')
            mst_buf_puts(out, "&gt;");
        else
            mst_buf_char(out, *text);
    }
}

static void print_title(int level, const char *title, bool html, struct mst_buf *out) {
    mst_buf_printf(out, html ? "<h%.*s>" : "%.*s ", level, html ? &"12"[level - 1] : "##");
    print_text(title, html, out);
    mst_buf_puts(out, html ? (level == 1 ? "</h1>\n" : "</h2>\n") : "\n\n");
}

static void print_paragraph(const struct mst_ruleset *ruleset,
                            const struct mst_paragraph *paragraph, bool html, struct mst_buf *out) {
    struct mst_buf source = {0};
    print_source(ruleset, paragraph, &source);
    mst_buf_puts(out, html ? "<p>" : "");
    if (*paragraph->id) {
        mst_buf_puts(out, html ? "<b>" : "**");
        print_text(paragraph->id, html, out);
        mst_buf_puts(out, html ? "</b> " : "** ");
    }
    print_text(paragraph->text, html, out);
    mst_buf_puts(out, html ? " <small>(" : " *(");
    print_text(mst_buf_text(&source), html, out);
    mst_buf_puts(out, html ? ")</small></p>\n" : ")*\n\n");
    mst_buf_clear(&source);
}

static const char html_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<style>body { max-width: 42em; margin: 2em auto; font-family: serif; } small { color: gray; }"
    "</style>\n<title>";

void mst_rulebook_print(const struct mst_ruleset *ruleset, bool html, struct mst_buf *out) {
    const struct mst_chapter *chapters;
    int count = mst_host_rulebook(ruleset->host, &chapters), said = 0;
    const char *title = mst_ruleset_title(ruleset);
    const char *summary = mst_ini_text(ruleset->ini, "game", "summary", "");
    if (html) {
        mst_buf_puts(out, html_head);
        print_text(title, true, out);
        mst_buf_puts(out, "</title>\n</head>\n<body>\n");
    }
    print_title(1, title, html, out);
    if (*summary) {
        mst_buf_puts(out, html ? "<p>" : "");
        print_text(summary, html, out);
        mst_buf_puts(out, html ? "</p>\n" : "\n\n");
    }
    for (int i = 0; i < count; i++) {
        if (chapters[i].count)
            print_title(2, chapters[i].title, html, out);
        for (int k = 0; k < chapters[i].count; k++, said++)
            print_paragraph(ruleset, &chapters[i].paragraphs[k], html, out);
    }
    if (!said)
        mst_buf_puts(out, html ? "<p>Its modules say nothing of the rules.</p>\n"
                               : "Its modules say nothing of the rules.\n\n");
    if (html)
        mst_buf_puts(out, "</body>\n</html>\n");
    else if (out->length && !out->failed)
        out->text[--out->length] = 0; /* the empty line at the end */
}
