/* Printing the rulebook: see rulebook.h. */
#include "faces/scene/rulebook.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/scene/example.h"
#include "muster/rulebook.h"

/* "breakthrough.size = 8", and with `sources` "; lua/small/breakthrough.lua:12" */
static void print_source(const struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                         bool sources, struct mst_buf *out) {
    const struct mst_option *options;
    mst_ruleset_options(ruleset, &options);
    for (int i = 0; i < paragraph->option_count; i++) {
        const struct mst_option *option = &options[paragraph->options[i]];
        mst_buf_printf(out, "%s%s.%s = %s", i ? "; " : "", option->section, option->key,
                       mst_ruleset_value(ruleset, paragraph->options[i]));
    }
    if (sources) {
        /* The options come first, and where the rule is written after them. */
        mst_buf_puts(out, out->length ? "; " : "");
        mst_paragraph_origin(paragraph, out);
    }
}

/* ---- Markdown and HTML ----------------------------------------------------------------------- */

/* Append a text on one line; in HTML, special characters are escaped. */
static void print_text(const char *text, bool html, struct mst_buf *out) {
    for (; *text; text++) {
        /* A paragraph is one line: a line feed could end it. */
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

/* The anchor of a title, as renderers of Markdown make it: letters and digits in lower case, and
 * hyphens for blanks. */
static void print_anchor(const char *title, struct mst_buf *out) {
    for (; *title; title++)
        if (isalnum((unsigned char)*title) || *title == '-' || *title == '_')
            mst_buf_char(out, (char)tolower((unsigned char)*title));
        else if (*title == ' ')
            mst_buf_char(out, '-');
}

static void print_title(int level, const char *title, bool html, struct mst_buf *out) {
    if (html && level == 1) {
        mst_buf_puts(out, "<h1>");
    } else if (html) {
        mst_buf_puts(out, "<h2 id=\"");
        print_anchor(title, out);
        mst_buf_puts(out, "\">");
    } else {
        mst_buf_puts(out, level == 1 ? "# " : "## ");
    }
    print_text(title, html, out);
    mst_buf_puts(out, html ? (level == 1 ? "</h1>\n" : "</h2>\n") : "\n\n");
}

static void print_paragraph(const struct mst_ruleset *ruleset,
                            const struct mst_paragraph *paragraph, bool html, bool sources,
                            struct mst_buf *out) {
    /* The source is printed first, as it decides whether there are brackets. */
    struct mst_buf source = {0};
    print_source(ruleset, paragraph, sources, &source);

    if (html && *paragraph->id) {
        mst_buf_puts(out, "<p id=\"");
        print_text(paragraph->id, html, out);
        mst_buf_puts(out, "\">");
    } else if (html) {
        mst_buf_puts(out, "<p>");
    }
    /* Rules can be referred to by their id. */
    if (*paragraph->id) {
        mst_buf_puts(out, html ? "<b>" : "**");
        print_text(paragraph->id, html, out);
        mst_buf_puts(out, html ? "</b> " : "** ");
    }
    print_text(paragraph->text, html, out);
    if (source.length) {
        mst_buf_puts(out, html ? " <small>(" : " *(");
        print_text(mst_buf_text(&source), html, out);
        mst_buf_puts(out, html ? ")</small>" : ")*");
    }
    mst_buf_puts(out, html ? "</p>\n" : "\n\n");
    out->failed = out->failed || source.failed;
    mst_buf_clear(&source);
}

/* The picture of an example, or its board. Nothing if it cannot be set up under these options. */
static void print_example(struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                          bool html, struct mst_buf *out) {
    struct mst_buf picture = {0};
    /* Most rules have no example. */
    if (!paragraph->example.position)
        return;
    if (html)
        scene_example_svg(ruleset, paragraph, &picture);
    else
        scene_example_text(ruleset, paragraph, true, &picture);

    /* In Markdown the words stand before the picture, in HTML below it as its caption. */
    if (picture.length) {
        mst_buf_puts(out, html ? "<figure>\n" : "Example: ");
        if (!html)
            print_text(paragraph->example.text, false, out);
        mst_buf_puts(out, html ? "" : "\n\n```\n");
        mst_buf_puts(out, mst_buf_text(&picture));
        mst_buf_puts(out, html ? "<figcaption>" : "```\n\n");
        if (html)
            print_text(paragraph->example.text, true, out);
        mst_buf_puts(out, html ? "</figcaption>\n</figure>\n" : "");
    }
    out->failed = out->failed || picture.failed;
    mst_buf_clear(&picture);
}

/* The chapters that say something, as links; if they are several. */
static void print_contents(const struct mst_chapter *chapters, int count, bool html,
                           struct mst_buf *out) {
    /* A single chapter needs no contents. */
    int full = 0;

    for (int i = 0; i < count; i++)
        full += chapters[i].count > 0;
    if (full < 2)
        return;
    mst_buf_puts(out, html ? "<ul>\n" : "");
    for (int i = 0; i < count; i++) {
        /* A chapter without rules has no title to link to. */
        if (!chapters[i].count)
            continue;
        mst_buf_puts(out, html ? "<li><a href=\"#" : "- [");
        if (html)
            print_anchor(chapters[i].title, out);
        mst_buf_puts(out, html ? "\">" : "");
        print_text(chapters[i].title, html, out);
        mst_buf_puts(out, html ? "</a></li>\n" : "](#");
        if (!html)
            print_anchor(chapters[i].title, out);
        mst_buf_puts(out, html ? "" : ")\n");
    }
    mst_buf_puts(out, html ? "</ul>\n" : "\n");
}

static const char html_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<style>body { max-width: 42em; margin: 2em auto; font-family: serif; } small { color: gray; }"
    " figure { margin: 1em 0; } figure svg { max-width: 100%; height: auto; }"
    " figcaption { font-style: italic; }</style>\n<title>";

void scene_rulebook_print(struct mst_ruleset *ruleset, bool html, bool sources,
                          struct mst_buf *out) {
    const struct mst_chapter *chapters;
    int count = mst_ruleset_rulebook(ruleset, &chapters), said = 0;
    const char *title = mst_ruleset_title(ruleset);
    const char *summary = mst_ruleset_summary(ruleset);

    if (html) {
        mst_buf_puts(out, html_head);
        print_text(title, true, out);
        mst_buf_puts(out, "</title>\n</head>\n<body>\n");
    }

    /* The title, the summary and the contents come before the chapters. */
    print_title(1, title, html, out);
    if (*summary) {
        mst_buf_puts(out, html ? "<p>" : "");
        print_text(summary, html, out);
        mst_buf_puts(out, html ? "</p>\n" : "\n\n");
    }
    print_contents(chapters, count, html, out);
    for (int i = 0; i < count; i++) {
        if (chapters[i].count)
            print_title(2, chapters[i].title, html, out);
        for (int k = 0; k < chapters[i].count; k++, said++) {
            print_paragraph(ruleset, &chapters[i].paragraphs[k], html, sources, out);
            print_example(ruleset, &chapters[i].paragraphs[k], html, out);
        }
    }
    if (!said)
        mst_buf_puts(out, html ? "<p>Its modules have no rulebook.</p>\n"
                               : "Its modules have no rulebook.\n\n");
    if (html)
        mst_buf_puts(out, "</body>\n</html>\n");
    else if (out->length && !out->failed)
        out->text[--out->length] = 0; /* the blank line at the end */
}
