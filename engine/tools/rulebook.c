/* Printing the rulebook: see rulebook.h. */
#include "tools/rulebook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "breakthrough.size = 8; lua/small/breakthrough.lua:12" */
static void print_source(const struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                         struct mst_buf *out) {
    const struct mst_option *options;
    mst_ruleset_options(ruleset, &options);
    for (int i = 0; i < paragraph->option_count; i++) {
        const struct mst_option *option = &options[paragraph->options[i]];
        mst_buf_printf(out, "%s.%s = %s; ", option->section, option->key,
                       mst_ruleset_value(ruleset, paragraph->options[i]));
    }
    mst_paragraph_origin(paragraph, out);
}

/* ---- Markdown and HTML ----------------------------------------------------------------------- */

/* Append a text on one line; in HTML, special characters are escaped. */
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
    out->failed = out->failed || source.failed;
    mst_buf_clear(&source);
}

static const char html_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<style>body { max-width: 42em; margin: 2em auto; font-family: serif; } small { color: gray; }"
    "</style>\n<title>";

void mst_rulebook_print(const struct mst_ruleset *ruleset, bool html, struct mst_buf *out) {
    const struct mst_chapter *chapters;
    int count = mst_ruleset_rulebook(ruleset, &chapters), said = 0;
    const char *title = mst_ruleset_title(ruleset);
    const char *summary = mst_ruleset_summary(ruleset);
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
        mst_buf_puts(out, html ? "<p>Its modules have no rulebook.</p>\n"
                               : "Its modules have no rulebook.\n\n");
    if (html)
        mst_buf_puts(out, "</body>\n</html>\n");
    else if (out->length && !out->failed)
        out->text[--out->length] = 0; /* the blank line at the end */
}
