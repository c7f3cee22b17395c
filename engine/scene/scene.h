/* Drawing a scene: the general description of what a seat sees (docs/scene.md), as terminal lines
 * and as a picture. A scene is data that a game's rules made; nothing here knows a game.
 *
 * Every function checks the whole scene before it draws. A field that is missing (or null) gets its
 * default; a field of the wrong kind, an unknown word or a number out of range is refused with an
 * error that names the field. After a failure `out` is what it was before the call. */
#ifndef MUSTER_SCENE_SCENE_H
#define MUSTER_SCENE_SCENE_H

#include <jansson.h>

#include "muster_util.h"

/* How text is drawn. */
struct mst_text_style {
    bool unicode; /* box lines, arrows and letters beyond ASCII; without it the text is 7-bit */
    bool colour;  /* ANSI colours; no fact depends on colour alone */
    int width;    /* columns of the terminal, 80 when 0; taken as at least 24 and at most 400 */
    int height;   /* lines of it, 0: unknown; on a low one lines are spared */
};

/* MST_OK when `scene` can be drawn, else MST_SCRIPT_ERROR and the first fault in `error`. */
enum mst_status mst_scene_check(const json_t *scene, struct mst_error *error);

/* Append `scene` to `out` as lines of at most style->width columns, each ended by a line feed. No
 * control character but the line feed is written, and ESC only as part of a colour. */
enum mst_status mst_scene_text(const json_t *scene, const struct mst_text_style *style,
                               struct mst_buf *out, struct mst_error *error);

/* Append `scene` to `out` as one self-contained SVG document; the same scene, the same bytes. */
enum mst_status mst_scene_svg(const json_t *scene, struct mst_buf *out, struct mst_error *error);

#endif
