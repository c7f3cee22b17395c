/* Arrows over a grid of the picture: the paths of the last turn. They go from the middle of a zone
 * to the middle of the next, and stop short of the middle of the last one. */
#include <string.h>

#include "scene/svg.h"

#define COLOUR "#8a5a00"

enum { POINTS = 64, HEAD = 8, SHORT = 3 };

struct line {
    int x[POINTS], y[POINTS], count;
};

static int root(int value) {
    int found = 0;
    while ((found + 1) * (found + 1) <= value)
        found++;
    return found;
}

/* The middles of the zones of an arrow that are in the grid. */
static struct line line_of(const struct mst_scene_grid *grid, const json_t *zones, int x, int y,
                           int size) {
    struct line line = {.count = 0};
    for (size_t i = 0; i < json_array_size(zones) && line.count < POINTS; i++) {
        const char *zone = json_string_value(json_array_get(zones, i));
        for (int at = 0; at < grid->columns * grid->rows; at++) {
            int column = at % grid->columns, row = at / grid->columns;
            if (strcmp(mst_scene_cell(grid, column, row).zone, zone) != 0)
                continue;
            line.x[line.count] = x + column * size + size / 2;
            line.y[line.count++] = y + (grid->rows - 1 - row) * size + size / 2;
            break;
        }
    }
    return line;
}

static void draw_path(struct mst_buf *out, const struct line *line, const char *stroke, int width) {
    mst_buf_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" d=\"", stroke,
                   width);
    for (int i = 0; i < line->count; i++)
        mst_buf_printf(out, "%s%d %d", i ? "L" : "M", line->x[i], line->y[i]);
    mst_buf_puts(out, "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n");
}

/* Draw the arrow. The last point becomes the base of the head. */
static void draw_line(struct mst_buf *out, struct line *line, int size) {
    int last = line->count - 1, head = size / HEAD;
    int dx = line->x[last] - line->x[last - 1], dy = line->y[last] - line->y[last - 1];
    int length = root(dx * dx + dy * dy);
    if (!length)
        return;
    int tip_x = line->x[last] - dx * (size / SHORT) / length;
    int tip_y = line->y[last] - dy * (size / SHORT) / length;
    line->x[last] = tip_x - dx * head / length;
    line->y[last] = tip_y - dy * head / length;
    draw_path(out, line, "#fffdf8", size / 14 + 3);
    draw_path(out, line, COLOUR, size / 14);
    mst_buf_printf(out,
                   "<path fill=\"" COLOUR "\" stroke=\"#fffdf8\" stroke-width=\"1.5\""
                   " d=\"M%d %dL%d %dL%d %dz\"/>\n",
                   tip_x, tip_y, line->x[last] - dy * head / length,
                   line->y[last] + dx * head / length, line->x[last] + dy * head / length,
                   line->y[last] - dx * head / length);
}

void mst_svg_arrows(struct mst_buf *out, const struct mst_scene_grid *grid, int x, int y,
                    int size) {
    const json_t *arrows = mst_scene_list(grid->scene, "arrows");
    for (size_t i = 0; i < json_array_size(arrows); i++) {
        const json_t *zones = mst_scene_list(json_array_get(arrows, i), "zones");
        struct line line = line_of(grid, zones, x, y, size);
        if (line.count < 2)
            continue;
        mst_buf_puts(out, "<g class=\"arrow\">\n");
        draw_line(out, &line, size);
        mst_buf_puts(out, "</g>\n");
    }
}
