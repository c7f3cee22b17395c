/* Examples of the rulebook: see example.h. */
#include "faces/scene/example.h"

#include <string.h>

#include "faces/scene/last.h"
#include "faces/scene/text.h"
#include "muster/rulebook.h"

/* Play moves, which are separated by blanks. */
static bool example_play(struct mst_match *match, const char *moves, struct mst_error *error) {
    bool done = true;
    while (done && *moves) {
        struct mst_buf move = {0};
        size_t length = strcspn(moves, " ");
        mst_buf_bytes(&move, moves, length);
        done = !length ||
               (!move.failed && mst_match_play(match, mst_buf_text(&move), error) == MST_OK);
        mst_buf_clear(&move);
        moves += length + (moves[length] == ' ');
    }
    return done;
}

json_t *scene_example_scene(struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                            struct mst_error *error) {
    const struct mst_example *example = &paragraph->example;
    json_t *scene = NULL;
    if (!example->position) {
        mst_fail(error, MST_BAD_REQUEST, "", "%s has no example", paragraph->id);
        return NULL;
    }
    struct mst_match *match = mst_match_setup(ruleset, example->position, true, 1, error);
    if (match && example_play(match, example->moves, error))
        scene = scene_of_last(match, example->seat, error);
    mst_match_free(match);
    return scene;
}

void scene_example_text(struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                        bool unicode, struct mst_buf *out) {
    struct mst_error error = {0};
    struct scene_text_style style = {.unicode = unicode, .width = 80};
    struct scene_canvas canvas;
    struct scene_places places = {0};
    json_t *scene = scene_example_scene(ruleset, paragraph, &error);
    if (scene && scene_board(scene, &style, &canvas, &places, &error) == MST_OK) {
        scene_canvas_write(&canvas, false, out);
        scene_canvas_clear(&canvas);
    }
    out->failed = out->failed || error.status == MST_NO_MEMORY;
    scene_places_clear(&places);
    json_decref(scene);
}

void scene_example_svg(struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                       struct mst_buf *out) {
    struct mst_error error = {0};
    json_t *scene = scene_example_scene(ruleset, paragraph, &error);
    if (scene)
        scene_svg(scene, out, &error);
    out->failed = out->failed || error.status == MST_NO_MEMORY;
    json_decref(scene);
}
