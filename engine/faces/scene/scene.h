/* Drawing a scene: the description of what a seat sees (docs/scene.md), as terminal lines or as a
 * picture. A scene is data made by the rules of a game; this layer knows no game.
 *
 * Every function validates the whole scene before drawing. A missing (or null) field gets its
 * default. A field of the wrong type, an unknown word or a number out of range is an error that
 * names the field. On failure `out` is unchanged. */
#ifndef MUSTER_FACES_SCENE_SCENE_H
#define MUSTER_FACES_SCENE_SCENE_H

#include <jansson.h>

#include "muster/util.h"

/* How text is drawn. */
struct scene_text_style {
    bool unicode; /* box lines, arrows and letters beyond ASCII; without it the text is 7-bit */
    bool colour;  /* ANSI colours; no information depends on colour alone */
    int width;    /* columns of the terminal; 0 means 80; clamped to 24 .. 400 */
    int height;   /* lines of the terminal, or 0 if unknown; a low terminal gets a compact layout */
};

/* MST_OK if `scene` can be drawn. Otherwise MST_SCRIPT_ERROR, with the first fault in `error`. */
enum mst_status scene_check(const json_t *scene, struct mst_error *error);

/* Append `scene` to `out` as lines of at most style->width columns. Every line ends with a line
 * feed, which is the only control character except for ESC in colours. */
enum mst_status scene_draw_text(const json_t *scene, const struct scene_text_style *style,
                                struct mst_buf *out, struct mst_error *error);

/* Append `scene` to `out` as a self-contained SVG document. The output is deterministic. */
enum mst_status scene_svg(const json_t *scene, struct mst_buf *out, struct mst_error *error);

#endif
