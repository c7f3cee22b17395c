/* Shared by the whole picture: the patterns of grounds, and the colours of the dark theme. The
 * theme replaces colours by their value, so what draws need not know it. */
#include "faces/scene/svg.h"

/* The lines of each pattern in its tile. */
static const char *const strokes[M_GROUND_COUNT] = M_GROUND_PATTERNS;

static void put_patterns(struct mst_buf *out) {
    mst_buf_puts(out, "<defs>\n");
    for (int i = 0; i < M_GROUND_COUNT; i++)
        mst_buf_printf(out,
                       "<pattern id=\"ground%d\" width=\"%d\" height=\"%d\""
                       " patternUnits=\"userSpaceOnUse\"><path d=\"%s\" fill=\"none\""
                       " stroke=\"" M_COLOUR_PATTERN "\" stroke-opacity=\"" M_OPACITY_PATTERN
                       "\" stroke-width=\"" M_WIDTH_PATTERN "\"/></pattern>\n",
                       i, M_GROUND_TILE, M_GROUND_TILE, strokes[i]);
    mst_buf_puts(out, "</defs>\n");
}

int scene_svg_pattern(const char *sign) {
    return (unsigned char)*sign % M_GROUND_COUNT;
}

void scene_svg_ground(struct mst_buf *out, enum scene_colour colour, const char *sign, int x, int y,
                      int size) {
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\""
                   " stroke=\"#8d8473\"/>\n",
                   x, y, size, size, scene_svg_paint(colour)->tint);
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
                   " fill=\"url(#ground%d)\"/>\n",
                   x, y, size, size, scene_svg_pattern(sign));
}

void scene_svg_theme(struct mst_buf *out) {
    static const char *const darker[][2] = {
        {"#fffdf7", "#1c1a17"}, {SCENE_SVG_INK, "#ece6da"}, {SCENE_SVG_FAINT, "#a89f8f"},
        {"#f7f3ea", "#2b2823"}, {"#efe9dc", "#34302a"},
    };
    put_patterns(out);
    mst_buf_puts(out, "<style>@media (prefers-color-scheme: dark) {\n");
    for (size_t i = 0; i < sizeof darker / sizeof *darker; i++)
        mst_buf_printf(out, "[fill=\"%s\"] { fill: %s }\n", darker[i][0], darker[i][1]);
    for (int i = 0; i < SCENE_COLOURS; i++) {
        const struct scene_svg_paint *paint = scene_svg_paint((enum scene_colour)i);
        mst_buf_printf(out, "[fill=\"%s\"] { fill: %s }\n", paint->tint, paint->shade);
        mst_buf_printf(out, "text[fill=\"%s\"] { fill: %s }\n", paint->edge, paint->tint);
    }
    mst_buf_puts(out, "[stroke=\"" SCENE_SVG_INK "\"] { stroke: #ece6da }\n}</style>\n");
}
