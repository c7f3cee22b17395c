/* Boards with allies, in text and as pictures: what a player must be able to tell at a glance, with
 * and without colours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "faces/scene/scene.h"

#ifndef MUSTER_HOME
#define MUSTER_HOME "."
#endif

static const struct scene_text_style ascii = {false, false, 80, 0};
static const struct scene_text_style unicode = {true, false, 80, 0};

static json_t *parse(const char *text) {
    json_error_t error;
    json_t *scene = json_loads(text, 0, &error);
    if (scene == NULL)
        fail_msg("line %d: %s", error.line, error.text);
    return scene;
}

/* The scene as text, or with style NULL as a picture. */
static void draw(const char *json, const struct scene_text_style *style, struct mst_buf *out) {
    struct mst_error error = {0};
    json_t *scene = parse(json);
    mst_buf_reset(out);
    enum mst_status status =
        style ? scene_draw_text(scene, style, out, &error) : scene_svg(scene, out, &error);
    if (status != MST_OK)
        fail_msg("%s", error.text);
    json_decref(scene);
}

static void assert_says(const struct mst_buf *out, const char *part) {
    if (strstr(mst_buf_text(out), part) == NULL)
        fail_msg("no '%s' in\n%s", part, mst_buf_text(out));
}

static void assert_not_said(const struct mst_buf *out, const char *part) {
    if (strstr(mst_buf_text(out), part) != NULL)
        fail_msg("'%s' in\n%s", part, mst_buf_text(out));
}

static int count(const struct mst_buf *out, const char *part) {
    int found = 0;
    for (const char *at = mst_buf_text(out); (at = strstr(at, part)) != NULL; at++)
        found++;
    return found;
}

/* ---- allies ---------------------------------------------------------------------------------- */

/* Three seats, of which the second and the third are on the same side. */
#define THREE(side)                                                                                \
    "{\"to_move\":1,\"seats\":[{\"name\":\"One\",\"letter\":\"1\",\"side\":0},"                    \
    "{\"name\":\"Two\",\"letter\":\"2\",\"side\":1},"                                              \
    "{\"name\":\"Three\",\"letter\":\"3\",\"side\":" side "}],"                                    \
    "\"items\":[{\"type\":\"grid\",\"columns\":3,\"rows\":1,\"cells\":["                           \
    "{\"column\":0,\"row\":0,\"stack\":[{\"text\":\"4\",\"seat\":0,\"facing\":\"n\"}]},"           \
    "{\"column\":1,\"row\":0,\"stack\":[{\"text\":\"5\",\"seat\":1,\"facing\":\"s\"}]},"           \
    "{\"column\":2,\"row\":0,\"stack\":[{\"text\":\"6\",\"seat\":2,\"facing\":\"e\"}]}]}]}"

static void text_says_who_fights_whom(void **state) {
    (void)state;
    struct mst_buf out = {0};
    draw(THREE("1"), &ascii, &out);
    assert_says(&out, "  One (1) against > Two (2) and Three (3)\n");
    draw(THREE("0"), &ascii, &out);
    assert_says(&out, "  One (1) against > Two (2) against Three (3)\n");
    draw(THREE("2"), &ascii, &out); /* nobody has an ally */
    assert_says(&out, "  One (1)   > Two (2)     Three (3)\n");
    mst_buf_clear(&out);
}

static void facings_of_the_other_side_are_hollow(void **state) {
    (void)state;
    struct mst_buf out = {0};
    draw(THREE("1"), &unicode, &out);
    assert_says(&out, "14▲");
    assert_says(&out, "25▽");
    assert_says(&out, "36▷");
    draw(THREE("0"), &unicode, &out);
    assert_says(&out, "25▽");
    assert_says(&out, "36▶");
    draw(THREE("2"), &unicode, &out);
    assert_says(&out, "25▼");
    assert_says(&out, "36▶");
    draw(THREE("1"), &ascii, &out);
    assert_says(&out, "14^");
    assert_says(&out, "25v");
    mst_buf_clear(&out);
}

static void pieces_of_a_side_have_one_shape_in_the_picture(void **state) {
    (void)state;
    struct mst_buf out = {0};
    draw(THREE("1"), NULL, &out);
    /* a ring within each piece, and the seats above the board */
    assert_int_equal(count(&out, "<circle"), 3);
    assert_int_equal(count(&out, "<polygon"), 3); /* triangles of facings alone */
    assert_says(&out, ">against</text>");
    assert_says(&out, ">and</text>");
    draw(THREE("2"), NULL, &out);
    assert_int_equal(count(&out, "<circle"), 3);
    assert_int_equal(count(&out, "<polygon"), 6); /* the third seat has hexagons */
    assert_not_said(&out, ">against</text>");
    mst_buf_clear(&out);
}

/* ---- grounds ----------------------------------------------------------------------------------
 */

/* Wood beneath nothing, beneath one piece, and beneath a stack; a moor whose label is no name. */
#define WOODS                                                                                      \
    "{\"items\":[{\"type\":\"grid\",\"columns\":4,\"rows\":1,\"cells\":["                          \
    "{\"column\":0,\"row\":0,\"ground\":{\"name\":\"Wood, "                                        \
    "slow\",\"short\":\"w\",\"label\":\"Wood\"}},"                                                 \
    "{\"column\":1,\"row\":0,\"ground\":{\"name\":\"Moor\",\"short\":\"m\",\"label\":\"Mud\"},"    \
    "\"stack\":[{\"text\":\"1\",\"facing\":\"n\"}]},"                                              \
    "{\"column\":2,\"row\":0,\"ground\":{\"name\":\"Wood, "                                        \
    "slow\",\"short\":\"w\",\"label\":\"Wood\"},"                                                  \
    "\"stack\":[{\"text\":\"1\"},{\"text\":\"2\"}]}]}]}"

static void a_ground_is_told_by_a_word_where_there_is_room(void **state) {
    (void)state;
    struct mst_buf out = {0};
    draw(WOODS, &ascii, &out);
    assert_says(&out, "|   Wood|    Mud| 1    w|       |\n");
    assert_says(&out, "Ground: Wood, slow  Mud Moor  w Wood, slow\n");
    struct scene_text_style narrow = {false, false, 24, 0};
    draw(WOODS, &narrow, &out);
    assert_says(&out, "|Wood| Mud| 1 w|    |\n");
    draw(WOODS, NULL, &out);
    assert_says(&out, ">Wood</text>");
    assert_says(&out, ">Mud</text>");
    assert_int_equal(count(&out, ">w</text>"),
                     3); /* beside the word, on the stack, in the legend */
    mst_buf_clear(&out);
}

static void a_board_that_will_have_stacks_is_drawn_with_room_for_them(void **state) {
    (void)state;
    static const char plain[] =
        "{\"items\":[{\"type\":\"grid\",\"columns\":1,\"rows\":1,\"stacks\":false}]}";
    static const char roomy[] =
        "{\"items\":[{\"type\":\"grid\",\"columns\":1,\"rows\":1,\"stacks\":true}]}";
    struct mst_buf out = {0};
    draw(plain, &ascii, &out);
    assert_string_equal(mst_buf_text(&out), "  +---+\n1 |   |\n  +---+\n    a\n");
    draw(roomy, &ascii, &out);
    assert_string_equal(mst_buf_text(&out), "  +-------+\n1 |       |\n  |       |\n"
                                            "  +-------+\n      a\n");
    mst_buf_clear(&out);
}

/* ---- low terminals ----------------------------------------------------------------------------
 */

/* Three rows: a stack, a lone piece on wood, nothing. */
#define ROWS                                                                                       \
    "{\"items\":[{\"type\":\"grid\",\"columns\":2,\"rows\":3,\"cells\":["                          \
    "{\"column\":0,\"row\":0,\"stack\":[{\"text\":\"1\"},{\"text\":\"2\",\"facing\":\"n\"}]},"     \
    "{\"column\":1,\"row\":0,\"ground\":{\"name\":\"Wood\",\"short\":\"w\",\"label\":\"Wood\"}},"  \
    "{\"column\":0,\"row\":1,\"mark\":\"last\",\"stack\":[{\"text\":\"3\",\"facing\":\"s\"}],"     \
    "\"ground\":{\"name\":\"Wood\",\"short\":\"w\",\"label\":\"Wood\"}},"                          \
    "{\"column\":1,\"row\":1,\"ground\":{\"name\":\"Wood\",\"short\":\"w\",\"label\":\"Wood\"}}]}" \
    "]}"

static void a_low_terminal_gets_a_board_with_fewer_lines(void **state) {
    (void)state;
    struct mst_buf out = {0}, loose = {0};
    struct scene_text_style style = {false, false, 80, 0};
    draw(ROWS, &style, &loose);
    style.height = 100;
    draw(ROWS, &style, &out);
    assert_string_equal(mst_buf_text(&out), mst_buf_text(&loose));
    style.height = 19;
    draw(ROWS, &style, &out);
    assert_string_equal(mst_buf_text(&out), "  +-------+-------+\n"
                                            "3 |       |       |\n"
                                            "  +-------+-------+\n"
                                            "2 |(3v  w)|   Wood|\n"
                                            "  +-------+-------+\n"
                                            "1 | 2^    |       |\n"
                                            "  | 1     |   Wood|\n"
                                            "  +-------+-------+\n"
                                            "      a       b\n"
                                            "Ground: w Wood   ( ) last move\n");
    style.height = 16;
    draw(ROWS, &style, &out);
    assert_string_equal(mst_buf_text(&out), "  +-------+-------+\n"
                                            "3 |       |       |\n"
                                            "2 |(3v  w)|   Wood|\n"
                                            "1 | 2^    |       |\n"
                                            "  | 1     |   Wood|\n"
                                            "  +-------+-------+\n"
                                            "      a       b\n"
                                            "Ground: w Wood   ( ) last move\n");
    mst_buf_clear(&out);
    mst_buf_clear(&loose);
}

static void every_piece_can_be_read_on_24_lines(void **state) {
    (void)state;
    json_error_t wrong;
    json_t *scene = json_load_file(MUSTER_HOME "/tests/corpus/scene/warline.json", 0, &wrong);
    json_t *item, *cell, *piece;
    size_t i, j, k;
    struct mst_buf out = {0};
    struct mst_error error = {0};
    struct scene_text_style style = {false, false, 80, 24};
    assert_non_null(scene);
    assert_int_equal(scene_draw_text(scene, &style, &out, &error), MST_OK);
    json_array_foreach (json_object_get(scene, "items"), i, item)
        json_array_foreach (json_object_get(item, "cells"), j, cell)
            json_array_foreach (json_object_get(cell, "stack"), k, piece) {
                char label[40];
                snprintf(label, sizeof label, "%s%s",
                         json_integer_value(json_object_get(piece, "seat")) ? "I" : "F",
                         json_string_value(json_object_get(piece, "text")));
                if (strstr(json_string_value(json_object_get(piece, "shape")), "disc"))
                    assert_says(&out, label);
            }
    json_decref(scene);
    mst_buf_clear(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_says_who_fights_whom),
        cmocka_unit_test(facings_of_the_other_side_are_hollow),
        cmocka_unit_test(pieces_of_a_side_have_one_shape_in_the_picture),
        cmocka_unit_test(a_ground_is_told_by_a_word_where_there_is_room),
        cmocka_unit_test(a_board_that_will_have_stacks_is_drawn_with_room_for_them),
        cmocka_unit_test(a_low_terminal_gets_a_board_with_fewer_lines),
        cmocka_unit_test(every_piece_can_be_read_on_24_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
