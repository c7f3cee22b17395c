/* A canvas of characters that grows downward, for drawing a scene as lines. Text is clipped at the
 * width, and made safe for a terminal: control and direction characters and combining accents are
 * dropped. On a 7-bit canvas, other characters are replaced by their nearest equivalents. A canvas
 * can keep the places that were drawn on it, for a face in which they are pointed at. */
#ifndef MUSTER_FACES_SCENE_CANVAS_H
#define MUSTER_FACES_SCENE_CANVAS_H

#include "faces/scene/model.h"

enum { SCENE_PAINT_NONE = -1 };

struct scene_paint {
    int colour; /* enum scene_colour or SCENE_PAINT_NONE */
    bool bold;
};

struct scene_glyph {
    uint32_t code; /* 0: blank; SCENE_GLYPH_TAIL: right half of the wide letter before it */
    int8_t colour;
    bool bold;
};
#define SCENE_GLYPH_TAIL UINT32_MAX

/* A rectangle that stands for something in the game. */
struct scene_place {
    int x, y, width, height;
    char zone[48]; /* its name in moves, or "" */
    char move[48]; /* the whole move that is meant by pointing at it, or "" */
};

/* Growing; start with {0}, free with scene_places_clear. */
struct scene_places {
    struct scene_place *list;
    int count, capacity;
};
void scene_places_clear(struct scene_places *places);
/* The innermost place that contains a position and that `fits` accepts (NULL: any). -1 if there is
 * none. */
int scene_place_at(const struct scene_places *places, int x, int y,
                   bool (*fits)(const void *context, int place), const void *context);

struct scene_canvas {
    struct scene_glyph *glyphs; /* width * room */
    int width;
    int height; /* lines in use */
    int room;   /* lines allocated */
    bool unicode;
    bool failed;                 /* out of memory: later drawing does nothing */
    struct scene_places *places; /* NULL: places are not kept */
};

/* Decode a UTF-8 character and advance. Each byte of an invalid sequence reads as '?'. */
uint32_t scene_utf8_next(const char **text);
void scene_utf8_put(struct mst_buf *out, uint32_t code);

/* An empty canvas of `width` columns. Allocates nothing yet. */
struct scene_canvas scene_canvas_start(int width, bool unicode);
void scene_canvas_clear(struct scene_canvas *canvas);
/* Set one character; positions outside the width or above the first line are ignored. `code` is
 * drawn unchecked: use scene_canvas_text for texts of a scene. */
void scene_canvas_put(struct scene_canvas *canvas, int x, int y, uint32_t code,
                      struct scene_paint paint);
/* Write `text` at `x`, at most `limit` columns. Returns the column after it. */
int scene_canvas_text(struct scene_canvas *canvas, int x, int y, int limit, const char *text,
                      struct scene_paint paint);
/* The number of columns that `text` takes. */
int scene_canvas_measure(const struct scene_canvas *canvas, const char *text);
/* Keep a place, unless it has neither a zone nor a move (each may be NULL), or one that is too
 * long. */
void scene_canvas_place(struct scene_canvas *canvas, int x, int y, int width, int height,
                        const char *zone, const char *move);
/* Append the lines to `out`, without trailing blanks. */
void scene_canvas_write(const struct scene_canvas *canvas, bool colour, struct mst_buf *out);

/* Writes words into a column of the canvas, with line breaks between them. */
struct scene_pen {
    struct scene_canvas *canvas;
    int left, width; /* the left edge */
    int hang;        /* indentation of continuation lines */
    int x, y;
    struct scene_paint paint;
    bool midline; /* the current line is not empty */
};
/* Write a word. It is split only if it is longer than a line. `gap` blanks precede it unless it
 * starts a line. */
void scene_pen_word(struct scene_pen *pen, const char *word, int gap);
/* Keep the place of the word that was just written, unless it was split. */
void scene_pen_place(const struct scene_pen *pen, const char *word, const char *zone,
                     const char *move);
/* Write a text word by word. */
void scene_pen_text(struct scene_pen *pen, const char *text);
/* Go to the next line, unless the pen is at the start of one. */
void scene_pen_line(struct scene_pen *pen);

#endif
