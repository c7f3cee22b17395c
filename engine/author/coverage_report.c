/* Reports of what ran of the rules: see muster.h. The functions and lines of a file are found in
 * its tree. */
#include "author/coverage.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/folders.h"
#include "rulesets/ruleset.h"
#include "host/syntax/tree.h"
#include "muster/check.h"

enum { MOST_BYTES = 1 << 20 };

void mst_ruleset_observe(struct mst_ruleset *ruleset, struct mst_coverage *coverage) {
    host_observe(ruleset->host, coverage);
}

/* The tree of a file; NULL if it is not reported, or cannot be read. */
static struct syn_tree *coverage_report_tree_of(const struct author_covered *covered) {
    char path[1300];
    size_t length;
    struct mst_error error;
    /* The library is not what an author tests. */
    if (!strncmp(covered->file, "lua/muster/", 11))
        return NULL;
    rules_folders_path(covered->file, path, sizeof path);
    char *text = mst_read_file(path, MOST_BYTES, &length, &error);
    struct syn_tree *tree = text ? syn_read(covered->file, text, length, &error, NULL) : NULL;
    mst_free(text);
    return tree;
}

static bool coverage_report_is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

/* Append the name of a function as its line gives it: what is behind `function`, else the last word
 * before it. */
static void put_name(const struct syn_tree *tree, const struct syn_function *fn,
                     struct mst_buf *out) {
    const char *source = tree->source, *at = source + fn->from;
    const char *after = at + strlen("function");
    while (*after == ' ')
        after++;
    /* `function name(...)` */
    if (coverage_report_is_word(*after)) {
        while (coverage_report_is_word(*after))
            mst_buf_char(out, *after++);
        return;
    }

    /* `name = function(...)`, or an argument of a call that is named so. */
    while (at > source && at[-1] != '\n' && !coverage_report_is_word(at[-1]))
        at--;
    const char *end = at;
    while (at > source && coverage_report_is_word(at[-1]))
        at--;
    /* "return function" names nothing. */
    if (at < end && strncmp(at, "return", 6) != 0)
        mst_buf_bytes(out, at, (size_t)(end - at));
    else
        mst_buf_puts(out, "(function)");
}

static uint64_t at_line(const uint64_t *list, const struct author_covered *covered, int line) {
    assert(line >= 0 && (!covered->count || list)); /* V1 */
    return line < covered->count ? list[line] : 0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Mark the lines on which statements of a block begin. */
static void coverage_report_mark(const struct syn_node *n, unsigned char *lines, int count) {
    for (; n; n = n->next) {
        /* Statements that Lua makes no code for never run: `do` and labels, and a `local` without
         * values. Of others, the line on which they begin. */
        bool runs = n->kind >= SYN_DECLARE && n->kind != SYN_DO && n->kind != SYN_REPEAT &&
                    n->kind != SYN_LABEL && n->kind != SYN_BREAK && n->kind != SYN_GOTO &&
                    (n->kind != SYN_DECLARE || n->b);
        if (n->kind < SYN_DECLARE)
            continue;
        if (runs && n->line < count)
            lines[n->line] = 1;
        /* Functions inside are marked by lines_of, because each has a body of its own. */
        switch (n->kind) {
        case SYN_DO: coverage_report_mark(n->a, lines, count); break;
        case SYN_WHILE:
        case SYN_REPEAT:
        case SYN_FOR:
        case SYN_FOR_IN: coverage_report_mark(n->b, lines, count); break;
        case SYN_IF:
            coverage_report_mark(n->b, lines, count);
            coverage_report_mark(n->c, lines, count);
            break;
        default: break;
        }
    }
}

/* The lines of the functions of a file, as flags; owned by the caller. NULL when out of memory. */
static unsigned char *lines_of(const struct syn_tree *tree, int *count) {
    assert(tree->function_count > 0);
    *count = tree->functions[0]->last_line + 2;
    /* More lines than the file can have: one more for each line end. */
    for (const char *c = tree->source; *c; c++)
        *count += *c == '\n';
    unsigned char *lines = mst_calloc((size_t)*count, 1);
    /* 0 is the file itself, which runs when it is loaded, whatever is tested. */
    for (int i = 1; lines && i < tree->function_count; i++)
        coverage_report_mark(tree->functions[i]->body, lines, *count);
    return lines;
}

/* ---- reports --------------------------------------------------------------------------------- */

static int compare_files(const void *a, const void *b) {
    const struct author_covered *const *x = a, *const *y = b;
    return strcmp((*x)->file, (*y)->file);
}

/* The files in byte order; owned by the caller. */
static const struct author_covered **sorted(const struct mst_coverage *coverage) {
    const struct author_covered **files =
        mst_calloc((size_t)coverage->file_count + 1, sizeof *files);
    for (int i = 0; files && i < coverage->file_count; i++)
        files[i] = &coverage->files[i];
    if (files && coverage->file_count)
        qsort(files, (size_t)coverage->file_count, sizeof *files, compare_files);
    return files;
}

typedef void report(const struct author_covered *covered, const struct syn_tree *tree,
                    struct mst_buf *out);

static void each_file(const struct mst_coverage *coverage, report *print, struct mst_buf *out) {
    const struct author_covered **files = sorted(coverage);
    out->failed |= !files || coverage->failed;
    for (int i = 0; files && i < coverage->file_count; i++) {
        struct syn_tree *tree = coverage_report_tree_of(files[i]);
        /* A file without functions has nothing to report. */
        if (tree && tree->function_count > 1)
            print(files[i], tree, out);
        syn_free(tree);
    }
    mst_free(files);
}

/* Of several functions that begin on one line, only the first one is reported. */
static bool is_first(const struct syn_tree *tree, int i) {
    return i == 1 || tree->functions[i]->line != tree->functions[i - 1]->line;
}

static void print_text(const struct author_covered *covered, const struct syn_tree *tree,
                       struct mst_buf *out) {
    int functions = 0, ran = 0, count, lines = 0, hit = 0;
    unsigned char *flags = lines_of(tree, &count);

    out->failed |= !flags;

    for (int i = 1; i < tree->function_count; i++)
        if (is_first(tree, i)) {
            functions++;
            ran += at_line(covered->calls, covered, tree->functions[i]->line) > 0;
        }

    /* Lines count if statements begin on them, so that the text of a wrapped call is one line. */
    for (int line = 1; flags && line < count; line++) {
        lines += flags[line];
        hit += flags[line] && at_line(covered->lines, covered, line);
    }
    mst_free(flags);
    mst_buf_printf(out, "%s: %d of %d functions, %d of %d lines ran\n", covered->file, ran,
                   functions, hit, lines);
    for (int i = 1; i < tree->function_count; i++) {
        const struct syn_function *fn = tree->functions[i];
        if (!is_first(tree, i) || at_line(covered->calls, covered, fn->line))
            continue;
        mst_buf_printf(out, "  %s:%d: never ran: ", covered->file, fn->line);
        put_name(tree, fn, out);
        mst_buf_char(out, '\n');
    }
}

void mst_coverage_print(const struct mst_coverage *coverage, struct mst_buf *out) {
    each_file(coverage, print_text, out);
}

static void print_lcov(const struct author_covered *covered, const struct syn_tree *tree,
                       struct mst_buf *out) {
    char path[1300];
    int functions = 0, ran = 0, count, lines = 0, hit = 0;
    unsigned char *flags = lines_of(tree, &count);

    /* Other programs need the whole path. */
    rules_folders_path(covered->file, path, sizeof path);
    mst_buf_printf(out, "TN:\nSF:%s\n", path);
    for (int i = 1; i < tree->function_count; i++) {
        const struct syn_function *fn = tree->functions[i];
        uint64_t calls = at_line(covered->calls, covered, fn->line);
        struct mst_buf name = {0};
        /* Names are made unique by the line, because lcov finds functions by name. */
        if (!is_first(tree, i))
            continue;
        put_name(tree, fn, &name);
        mst_buf_printf(out, "FN:%d,%s:%d\nFNDA:%" PRIu64 ",%s:%d\n", fn->line, mst_buf_text(&name),
                       fn->line, calls, mst_buf_text(&name), fn->line);
        out->failed |= name.failed;
        mst_buf_clear(&name);
        functions++;
        ran += calls > 0;
    }
    mst_buf_printf(out, "FNF:%d\nFNH:%d\n", functions, ran);
    for (int line = 1; flags && line < count; line++)
        if (flags[line]) {
            uint64_t times = at_line(covered->lines, covered, line);
            mst_buf_printf(out, "DA:%d,%" PRIu64 "\n", line, times);
            lines++;
            hit += times > 0;
        }
    mst_buf_printf(out, "LF:%d\nLH:%d\nend_of_record\n", lines, hit);
    out->failed |= !flags;
    mst_free(flags);
}

void mst_coverage_print_lcov(const struct mst_coverage *coverage, struct mst_buf *out) {
    each_file(coverage, print_lcov, out);
}

/* ---- work ------------------------------------------------------------------------------------ */

struct worker {
    const struct author_covered *covered;
    int line;
    uint64_t work;
};

static int compare_work(const void *a, const void *b) {
    const struct worker *x = a, *y = b;
    if (x->work != y->work)
        return x->work > y->work ? -1 : 1;
    int d = strcmp(x->covered->file, y->covered->file);
    return d ? d : x->line - y->line;
}

/* Append the name of the function that begins on this line. */
static void put_worker(const struct worker *worker, struct mst_buf *out) {
    struct syn_tree *tree = coverage_report_tree_of(worker->covered);
    int i = 1;
    /* The source may have changed since: then it has no such function, and no name is written. */
    while (tree && i < tree->function_count && tree->functions[i]->line != worker->line)
        i++;
    if (tree && i < tree->function_count)
        put_name(tree, tree->functions[i], out);
    syn_free(tree);
}

void mst_coverage_print_work(const struct mst_coverage *coverage, int most, struct mst_buf *out) {
    struct worker *workers = NULL;
    int count = 0;
    uint64_t total = 0;
    for (int f = 0; f < coverage->file_count; f++)
        for (int line = 1; line < coverage->files[f].count; line++) {
            /* V2: lines that ran in the functions that begin here. */
            uint64_t work = coverage->files[f].works[line];
            struct worker *worker =
                work ? core_rules_grow(&workers, &count, sizeof *workers) : NULL;
            out->failed |= work && !worker;
            total += work;
            if (worker)
                *worker = (struct worker){&coverage->files[f], line, work};
        }
    if (count)
        qsort(workers, (size_t)count, sizeof *workers, compare_work);
    mst_buf_puts(out, "  share    lines run       calls  function\n");

    /* Every function that ran is in `total`, also those that are not listed. */
    for (int i = 0; i < count && i < most; i++) {
        const struct worker *w = &workers[i];
        mst_buf_printf(out, "  %4.1f %% %12" PRIu64 "%12" PRIu64 "  %s:%d ",
                       100.0 * (double)w->work / (double)total, w->work, w->covered->calls[w->line],
                       w->covered->file, w->line);
        put_worker(w, out);
        mst_buf_char(out, '\n');
    }
    mst_free(workers);
}
