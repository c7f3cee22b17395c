/* Arrows over a grid or a free canvas of the picture: the paths of the last turn. They go from the
 * middle of a zone to the middle of the next, and stop short of the middle of the last one. */
#include <string.h>

#include "faces/scene/svg.h"

/* The middles of the zones of an arrow that are in the grid. */
static struct scene_svg_path path_of(const struct scene_grid *grid, const json_t *zones, int x,
                                     int y, int size) {
    struct scene_svg_path path = {.count = 0};
    for (size_t i = 0; i < json_array_size(zones) && path.count < SCENE_PLANE_POINTS_MAX; i++) {
        const char *zone = json_string_value(json_array_get(zones, i));
        for (int at = 0; at < grid->columns * grid->rows; at++) {
            int column = at % grid->columns, row = at / grid->columns;
            if (strcmp(scene_cell(grid, column, row).zone, zone) != 0)
                continue;
            path.points[path.count].x = x + column * size + size / 2;
            path.points[path.count++].y = y + (grid->rows - 1 - row) * size + size / 2;
            break;
        }
    }
    return path;
}

void scene_svg_stroke(struct mst_buf *out, const struct scene_svg_path *path, const char *stroke,
                      int width) {
    mst_buf_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" d=\"", stroke,
                   width);
    for (int i = 0; i < path->count; i++)
        mst_buf_printf(out, "%s%d %d", i ? "L" : "M", path->points[i].x, path->points[i].y);
    mst_buf_puts(out, "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n");
}

/* Draw the arrow, which ends `gap` units before its last point. */
static void draw_arrow(struct mst_buf *out, struct scene_svg_path *path, int size, int gap,
                       const char *colour) {
    struct scene_point *last = &path->points[path->count - 1];
    int head = scene_part(size, M_ARROW_HEAD), dx = last->x - last[-1].x, dy = last->y - last[-1].y;
    int length = (int)scene_plane_root((int64_t)dx * dx + (int64_t)dy * dy);
    if (!length)
        return;
    int tip_x = last->x - dx * gap / length, tip_y = last->y - dy * gap / length;
    last->x = tip_x - dx * head / length; /* the base of the head */
    last->y = tip_y - dy * head / length;
    int width = scene_part(size, M_ARROW_LINE);
    scene_svg_stroke(out, path, M_COLOUR_HALO, width + M_ARROW_HALO);
    scene_svg_stroke(out, path, colour, width);
    mst_buf_printf(out,
                   "<path fill=\"%s\" stroke=\"" M_COLOUR_HALO "\" stroke-width=\"" M_WIDTH_TIP "\""
                   " d=\"M%d %dL%d %dL%d %dz\"/>\n",
                   colour, tip_x, tip_y, last->x - dy * head / length, last->y + dx * head / length,
                   last->x + dy * head / length, last->y - dx * head / length);
}

void scene_svg_arrow(struct mst_buf *out, struct scene_svg_path *path, const char *colour) {
    draw_arrow(out, path, M_ARROW_OWN, 0, colour);
}

void scene_svg_trail(struct mst_buf *out, struct scene_svg_path *path, int size) {
    if (path->count < 2)
        return;
    mst_buf_puts(out, "<g class=\"arrow\">\n");
    draw_arrow(out, path, size, scene_part(size, M_ARROW_GAP), M_COLOUR_TRAIL);
    mst_buf_puts(out, "</g>\n");
}

void scene_svg_arrows(struct mst_buf *out, const struct scene_grid *grid, int x, int y, int size) {
    const json_t *arrows = scene_list(grid->scene, "arrows");
    for (size_t i = 0; i < json_array_size(arrows); i++) {
        const json_t *zones = scene_list(json_array_get(arrows, i), "zones");
        struct scene_svg_path path = path_of(grid, zones, x, y, size);
        scene_svg_trail(out, &path, size);
    }
}
