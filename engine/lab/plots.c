/* Plots and tables: see plots.h. */
#include "lab/plots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "faces/scene/svg.h"

enum {
    WIDTH = 760,
    LEFT = 190,  /* of the bars: their labels stand before it */
    RIGHT = 520, /* their notes stand behind it */
    TOP = 8,
    ROW = 28,
    AXIS = 26, /* height of the numbers below */
    LABEL_LETTERS = 24,
    TALL = 180, /* a histogram */
    CELL_WIDE = 84,
    CELL_HIGH = 48
};

/* ---- texts ----------------------------------------------------------------------------------- */

void lab_html_element(struct mst_buf *out, const char *name, const char *text) {
    mst_buf_printf(out, "<%s>", name);
    scene_svg_escape(out, text);
    mst_buf_printf(out, "</%s>\n", name);
}

/* Text in a picture; `kind` is its class. */
static void write_text(struct mst_buf *out, double x, double y, const char *kind,
                       const char *text) {
    mst_buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, kind);
    scene_svg_escape(out, text);
    mst_buf_puts(out, "</text>\n");
}

/* A label that fits before the bars; in full where the pointer rests on it. */
static void write_label(struct mst_buf *out, double y, const char *text) {
    size_t cut = 0;
    if (scene_svg_letters(text) <= LABEL_LETTERS) {
        write_text(out, LEFT - 10, y, "label", text);
        return;
    }
    for (int i = 0; i < LABEL_LETTERS - 1 && text[cut]; i++) {
        size_t length = mst_utf8_length(text + cut, strlen(text + cut));
        cut += length ? length : 1;
    }
    char *head = mst_strdup(text);
    if (head)
        head[cut] = 0;
    mst_buf_printf(out, "<text x=\"%d\" y=\"%.1f\" class=\"label\"><title>", LEFT - 10, y);
    scene_svg_escape(out, text);
    mst_buf_puts(out, "</title>");
    scene_svg_escape(out, head ? head : "");
    mst_buf_puts(out, "&#8230;</text>\n");
    mst_free(head);
}

static void begin_plot(struct mst_buf *out, const char *title, int width, int height) {
    mst_buf_puts(out, "<figure>\n");
    lab_html_element(out, "figcaption", title);
    mst_buf_printf(out, "<svg role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" aria-label=\"", width,
                   height, width);
    scene_svg_escape(out, title);
    mst_buf_puts(out, ". The table below has the numbers.\">\n");
}

static void end_plot(struct mst_buf *out) {
    mst_buf_puts(out, "</svg>\n</figure>\n");
}

static void plots_write_line(struct mst_buf *out, double x1, double y1, double x2, double y2,
                             const char *kind) {
    mst_buf_printf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n",
                   x1, y1, x2, y2, kind);
}

static void write_box(struct mst_buf *out, double x, double y, double width, double height,
                      const char *kind) {
    mst_buf_printf(out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>\n", x,
                   y, width, height, kind);
}

/* ---- bars ------------------------------------------------------------------------------------ */

double lab_plot_step(double most) {
    double power = pow(10, floor(log10(most > 0 ? most : 1)));
    double steps = most > 0 ? most / power : 1;
    return power * (steps > 5 ? 1 : steps > 2 ? 0.5 : 0.2);
}

static double place(struct lab_axis_range range, double value) {
    double part = (value - range.least) / (range.most - range.least);
    return LEFT + (RIGHT - LEFT) * (part < 0 ? 0 : part > 1 ? 1 : part);
}

static void draw_axis(struct mst_buf *out, struct lab_axis_range range, double bottom) {
    int steps = (int)lround((range.most - range.least) / range.step);
    for (int i = 0; i <= steps; i++) {
        char number[40];
        double value = range.least + range.step * i, x = place(range, value);
        snprintf(number, sizeof number, "%.4g%s", value * range.scale + 0.0, range.unit);
        plots_write_line(out, x, TOP, x, bottom, fabs(value) < 1e-9 ? "axis" : "grid");
        write_text(out, x, bottom + 18, "tick", number);
    }
}

static void draw_bar(struct mst_buf *out, const struct lab_bar *bar, struct lab_axis_range range,
                     double top) {
    double zero = place(range, range.least > 0 ? range.least : 0), end = place(range, bar->value);
    double middle = top + ROW / 2.0;
    write_label(out, middle + 4, bar->label);
    write_box(out, zero < end ? zero : end, top + 6, fabs(end - zero), ROW - 12, "bar");
    if (!isnan(bar->expected)) {
        double x = place(range, bar->expected);
        plots_write_line(out, x, top + 1, x, top + ROW - 1, "expected");
    }
    if (bar->low < bar->high) {
        double low = place(range, bar->low), high = place(range, bar->high);
        plots_write_line(out, low, middle, high, middle, "reach");
        plots_write_line(out, low, middle - 5, low, middle + 5, "reach");
        plots_write_line(out, high, middle - 5, high, middle + 5, "reach");
    }
    write_text(out, RIGHT + 12, middle + 4, "note", bar->note);
}

void lab_plot_bars(struct mst_buf *out, const char *title, const struct lab_bar *bars, int count,
                   struct lab_axis_range range) {
    double bottom = TOP + ROW * (double)count;
    begin_plot(out, title, WIDTH, (int)bottom + AXIS);
    draw_axis(out, range, bottom);
    for (int i = 0; i < count; i++)
        draw_bar(out, &bars[i], range, TOP + ROW * (double)i);
    end_plot(out);
}

/* ---- histograms ------------------------------------------------------------------------------ */

static void draw_heights(struct mst_buf *out, double highest, double left, double bottom) {
    double step = lab_plot_step(highest);
    step = step < 1 ? 1 : step;
    for (double value = 0; value <= highest; value += step) {
        char number[40];
        double y = bottom - (TALL - 20) * value / highest;
        snprintf(number, sizeof number, "%.0f", value);
        plots_write_line(out, left, y, WIDTH - 10, y, value > 0 ? "grid" : "axis");
        write_text(out, left - 8, y + 4, "label", number);
    }
}

void lab_plot_histogram(struct mst_buf *out, const char *title, struct lab_histogram h) {
    double left = 60, bottom = TOP + TALL, wide = (WIDTH - 10 - left) / h.count;
    double highest = h.highest > 0 ? (double)h.highest : 1;
    begin_plot(out, title, WIDTH, (int)bottom + AXIS);
    draw_heights(out, highest, left, bottom);
    for (int i = 0; i < h.count; i++) {
        char number[24];
        double tall = (TALL - 20) * (double)h.bins[i] / highest;
        write_box(out, left + wide * i + 1, bottom - tall, wide - 2, tall, "bar");
        snprintf(number, sizeof number, "%d", h.first + i * h.width);
        if (h.count <= 12 || i % 2 == 0)
            write_text(out, left + wide * i + (h.width > 1 ? 0 : wide / 2), bottom + 18, "tick",
                       number);
    }
    double x = left + wide * (h.middle - h.first + (h.width > 1 ? 0 : 0.5)) / h.width;
    char middle[60];
    snprintf(middle, sizeof middle, "half within %.0f", h.middle);
    plots_write_line(out, x, TOP + 12, x, bottom, "expected");
    write_text(out, x + 6, TOP + 10, "note", middle);
    end_plot(out);
}

/* ---- a square of shares ---------------------------------------------------------------------- */

static void draw_share(struct mst_buf *out, double x, double y, double share, const char *sign) {
    char text[60];
    if (isnan(share)) {
        write_box(out, x, y, CELL_WIDE, CELL_HIGH, "blank");
        plots_write_line(out, x, y + CELL_HIGH, x + CELL_WIDE, y, "grid");
        return;
    }
    write_box(out, x, y, CELL_WIDE, CELL_HIGH, "blank");
    mst_buf_printf(out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" class=\"%s\" "
                   "fill-opacity=\"%.2f\"/>\n",
                   x, y, CELL_WIDE, CELL_HIGH, share >= 0.5 ? "high" : "low",
                   fmin(1.4 * fabs(share - 0.5), 0.6));
    snprintf(text, sizeof text, "%.0f %%%s%s", 100 * share, *sign ? " " : "", sign);
    write_text(out, x + CELL_WIDE / 2.0, y + CELL_HIGH / 2.0 + 5, "share", text);
}

void lab_plot_heat(struct mst_buf *out, const char *title, struct lab_heat heat) {
    double left = LEFT, top = TOP + 24;
    int width = (int)left + CELL_WIDE * heat.count + 10;
    begin_plot(out, title, width, (int)top + CELL_HIGH * heat.count + 10);
    for (int i = 0; i < heat.count; i++) {
        write_text(out, left + CELL_WIDE * (i + 0.5), TOP + 14, "tick", heat.names[i]);
        write_label(out, top + CELL_HIGH * (i + 0.5) + 5, heat.names[i]);
        for (int j = 0; j < heat.count; j++)
            draw_share(out, left + CELL_WIDE * (double)j, top + CELL_HIGH * (double)i,
                       heat.shares[i * heat.count + j], heat.signs[i * heat.count + j]);
    }
    end_plot(out);
}

/* ---- tables ---------------------------------------------------------------------------------- */

void lab_html_table(struct mst_buf *out, const char *caption, const char *const *heads) {
    mst_buf_puts(out, "<details><summary>Table: ");
    scene_svg_escape(out, caption);
    mst_buf_puts(out, "</summary>\n<table>\n");
    lab_html_element(out, "caption", caption);
    mst_buf_puts(out, "<thead><tr>");
    for (int i = 0; heads[i]; i++) {
        mst_buf_puts(out, "<th scope=\"col\">");
        scene_svg_escape(out, heads[i]);
        mst_buf_puts(out, "</th>");
    }
    mst_buf_puts(out, "</tr></thead>\n<tbody>");
}

void lab_html_row(struct mst_buf *out, const char *name) {
    mst_buf_puts(out, "\n<tr><th scope=\"row\">");
    scene_svg_escape(out, name);
    mst_buf_puts(out, "</th>");
}

void lab_html_cell(struct mst_buf *out, const char *format, ...) {
    struct mst_buf text = {0};
    va_list args;
    va_start(args, format);
    mst_buf_vprintf(&text, format, args);
    va_end(args);
    mst_buf_puts(out, "<td>");
    scene_svg_escape(out, mst_buf_text(&text));
    mst_buf_puts(out, "</td>");
    mst_buf_clear(&text);
}

void lab_html_table_end(struct mst_buf *out) {
    mst_buf_puts(out, "\n</tbody></table></details>\n");
}
