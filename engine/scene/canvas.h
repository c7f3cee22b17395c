/* A sheet of characters that grows downwards, for drawing a scene as lines. What does not fit the
 * width is cut; text is made fit for a terminal on the way in: control and direction characters and
 * combining accents are left out, and on a 7-bit sheet other letters get their nearest likeness. */
#ifndef MUSTER_SCENE_CANVAS_H
#define MUSTER_SCENE_CANVAS_H

#include "scene/model.h"

enum { MST_PAINT_NONE = -1 };

struct mst_paint {
    int colour; /* enum mst_scene_colour or MST_PAINT_NONE */
    bool bold;
};

struct mst_glyph {
    uint32_t code; /* 0: blank; MST_GLYPH_TAIL: right half of the wide letter before it */
    int8_t colour;
    bool bold;
};
#define MST_GLYPH_TAIL UINT32_MAX

struct mst_canvas {
    struct mst_glyph *glyphs; /* width * room */
    int width;
    int height; /* lines in use */
    int room;   /* lines allocated */
    bool unicode;
    bool failed; /* out of memory: later drawing does nothing */
};

/* Decode one letter of UTF-8 and go past it; each byte of a broken sequence reads as '?'. */
uint32_t mst_utf8_next(const char **text);
void mst_utf8_put(struct mst_buf *out, uint32_t code);

/* An empty sheet of `width` columns. Allocates nothing yet. */
struct mst_canvas mst_canvas_start(int width, bool unicode);
void mst_canvas_clear(struct mst_canvas *canvas);
/* Set one character; outside the width or above the first line nothing happens. `code` is drawn as
 * it is: use mst_canvas_text for text from a scene. */
void mst_canvas_put(struct mst_canvas *canvas, int x, int y, uint32_t code, struct mst_paint paint);
/* Write `text` from `x`, at most `limit` columns; returns the column after it. */
int mst_canvas_text(struct mst_canvas *canvas, int x, int y, int limit, const char *text,
                    struct mst_paint paint);
/* Columns that `text` takes. */
int mst_canvas_measure(const struct mst_canvas *canvas, const char *text);
/* Append the lines to `out`, without blanks at their ends. */
void mst_canvas_write(const struct mst_canvas *canvas, bool colour, struct mst_buf *out);

/* Writes words one after another into a column of the sheet, breaking lines between them. */
struct mst_pen {
    struct mst_canvas *canvas;
    int left, width; /* the column */
    int hang;        /* further lines are this much indented */
    int x, y;
    struct mst_paint paint;
    bool midline; /* the line has content already */
};
/* Write one word; it is broken only when longer than a whole line. `gap` blanks stand before it
 * unless it begins a line. */
void mst_pen_word(struct mst_pen *pen, const char *word, int gap);
/* Write a text word by word. */
void mst_pen_text(struct mst_pen *pen, const char *text);
/* Go to the next line, unless the pen is at the beginning of one. */
void mst_pen_line(struct mst_pen *pen);

#endif
