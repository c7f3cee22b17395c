/* Plots as SVG and tables as HTML, for reports.
 *
 * O1 No text of a caller reaches the page unescaped. O2 Colours come from the page's stylesheet
 * alone, and nothing is told by colour alone: bars have their numbers beside them. O3 The same
 * input gives the same bytes. */
#ifndef MUSTER_LAB_PLOTS_H
#define MUSTER_LAB_PLOTS_H

#include "muster/util.h"

/* A bar, from 0 to `value`. */
struct lab_bar {
    const char *label, *note; /* the note stands behind the bar */
    double value;
    double low, high; /* an interval, drawn if low < high */
    double expected;  /* a mark, drawn if it is not NAN */
};

/* Horizontal bars on an axis from `least` to `most`, which both are multiples of `step`. `unit`
 * follows the numbers of the axis. Values are multiplied by `scale` for them. */
struct lab_axis_range {
    double least, most, step, scale;
    const char *unit;
};
void lab_plot_bars(struct mst_buf *out, const char *title, const struct lab_bar *bars, int count,
                   struct lab_axis_range range);
/* A round step for an axis up to `most`, with at most ten of them. */
double lab_plot_step(double most);

/* How many numbers lie in each of `count` bins of equal width from `first`; `middle` is marked. */
struct lab_histogram {
    int first, width, count;
    const int64_t *bins;
    int64_t highest; /* the end of the axis: the highest of all bins to compare */
    double middle;
};
void lab_plot_histogram(struct mst_buf *out, const char *title, struct lab_histogram histogram);

/* A square of shares: how often the row wins against the column. */
struct lab_heat {
    int count;
    const char *const *names;
    const double *shares;     /* count * count; NAN: nothing known */
    const char *const *signs; /* count * count; a sign beside the share, or "" */
};
void lab_plot_heat(struct mst_buf *out, const char *title, struct lab_heat heat);

/* Append `<NAME>text</NAME>`. */
void lab_html_element(struct mst_buf *out, const char *name, const char *text);
/* A table that is folded away, with a caption and the heads of its columns, which end with NULL.
 * The first column names the row; the others hold numbers. */
void lab_html_table(struct mst_buf *out, const char *caption, const char *const *heads);
/* A cell of a table: the first of a row begins it. */
void lab_html_row(struct mst_buf *out, const char *name);
void lab_html_cell(struct mst_buf *out, const char *format, ...) MST_PRINTF(2, 3);
void lab_html_table_end(struct mst_buf *out);

#endif
