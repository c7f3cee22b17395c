/* Free canvases of scenes: shapes to scale in text and as pictures, what points at them, and what
 * moved. Neighbours: test_scene.c tries a canvas with wrong values and without memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "faces/scene/last.h"
#include "faces/scene/plane.h"
#include "faces/scene/text.h"
#include "faces/scene/pick.h"

#ifndef MUSTER_HOME
#define MUSTER_HOME "."
#endif

static const struct scene_text_style ascii = {false, false, 40, 0};
static const struct scene_text_style unicode = {true, false, 40, 0};
static const struct scene_text_style wide = {false, false, 100, 0};

static json_t *parse(const char *text) {
    json_error_t error;
    json_t *scene = json_loads(text, 0, &error);
    if (!scene)
        fail_msg("line %d: %s", error.line, error.text);
    return scene;
}

/* A scene with one canvas of 100 by 50 that has these shapes. */
static json_t *canvas_of(const char *shapes) {
    struct mst_buf text = {0};
    mst_buf_printf(&text,
                   "{\"seats\":[{\"name\":\"Red\",\"letter\":\"R\"},{\"letter\":\"B\"}],"
                   "\"items\":[{\"type\":\"canvas\",\"width\":100,\"height\":50,\"shapes\":[%s]}]}",
                   shapes);
    json_t *scene = parse(mst_buf_text(&text));
    mst_buf_clear(&text);
    return scene;
}

/* The lines inside the frame, without it; a page of text to be freed. With style NULL a picture. */
static char *drawn(const char *shapes, const struct scene_text_style *style) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    json_t *scene = canvas_of(shapes);
    if ((style ? scene_draw_text(scene, style, &out, &error) : scene_svg(scene, &out, &error)) !=
        MST_OK)
        fail_msg("%s", error.text);
    char *text = strdup(mst_buf_text(&out));
    mst_buf_clear(&out);
    json_decref(scene);
    return text;
}

static void expect(const char *shapes, const struct scene_text_style *style, const char *part) {
    char *text = drawn(shapes, style);
    if (!strstr(text, part))
        fail_msg("no '%s' in\n%s", part, text);
    free(text);
}

static void expect_not(const char *shapes, const struct scene_text_style *style, const char *part) {
    char *text = drawn(shapes, style);
    if (strstr(text, part))
        fail_msg("'%s' in\n%s", part, text);
    free(text);
}

/* ---- geometry -------------------------------------------------------------------------------- */

static void a_rectangle_turns_clockwise(void **state) {
    (void)state;
    static const struct {
        int turn;
        struct scene_point front[2]; /* its left and its right end, in units */
    } turns[] = {{0, {{40, 60}, {60, 60}}},
                 {90, {{60, 60}, {60, 40}}},
                 {180, {{60, 40}, {40, 40}}},
                 {-90, {{40, 40}, {40, 60}}}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        struct scene_point corners[SCENE_PLANE_POINTS_MAX];
        json_t *item =
            json_pack("{s:[{s:s,s:i,s:i,s:i,s:i,s:i}]}", "shapes", "shape", "rectangle", "x", 50,
                      "y", 50, "width", 20, "height", 20, "turn", turns[i].turn);
        struct scene_plane plane = scene_plane_read(NULL, item);
        struct scene_plane_shape shape = scene_plane_shape(&plane, 0);
        assert_int_equal(scene_plane_corners(&shape, corners), 4);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(corners[k].x, turns[i].front[k].x * SCENE_PLANE_FINE);
            assert_int_equal(corners[k].y, turns[i].front[k].y * SCENE_PLANE_FINE);
        }
        json_decref(item);
    }
}

static void axes_have_round_marks(void **state) {
    (void)state;
    assert_int_equal(scene_plane_tick(1200, 7), 200);
    assert_int_equal(scene_plane_tick(1200, 2), 500);
    assert_int_equal(scene_plane_tick(1200, 1), 1000);
    assert_int_equal(scene_plane_tick(9, 9), 1);
    assert_int_equal(scene_plane_tick(9, 3), 5);
    assert_int_equal(scene_plane_tick(SCENE_PLANE_FAR, 1), SCENE_PLANE_FAR);
    assert_int_equal(scene_plane_first_tick(-250, 100), -200);
    assert_int_equal(scene_plane_first_tick(250, 100), 300);
    assert_int_equal(scene_plane_first_tick(300, 100), 300);
    assert_true(scene_plane_root(99) == 9 && scene_plane_root(100) == 10 &&
                scene_plane_root(0) == 0);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void a_canvas_is_drawn_like_this(void **state) {
    (void)state;
    char *text = drawn("{\"shape\":\"rectangle\",\"x\":25,\"y\":25,\"width\":50,\"height\":50,"
                       "\"fill\":\"ground\",\"text\":\"m\",\"name\":\"Moor\"},"
                       "{\"shape\":\"circle\",\"x\":75,\"y\":25,\"radius\":20,\"fill\":\"none\"},"
                       "{\"shape\":\"circle\",\"x\":75,\"y\":25,\"radius\":2,\"seat\":0,"
                       "\"text\":\"1\",\"turn\":180,\"front\":true,\"mark\":\"acting\"},"
                       "{\"shape\":\"rectangle\",\"x\":25,\"y\":10,\"width\":4,\"height\":30,"
                       "\"seat\":1,\"text\":\"2\",\"turn\":90},"
                       "{\"shape\":\"line\",\"points\":[[55,3],[98,3]],\"arrow\":true}",
                       &ascii);
    assert_string_equal(text, "  Red (R)      (B)\n"
                              "\n"
                              "   +-----------------------------------+\n"
                              "   |m m m m m m m m m                  |\n"
                              "40 + m m m m m m m m m    ........     |\n"
                              "   |m m m m m m m m m   ..        ..   |\n"
                              "   | m m m m m m m m m  .           .  |\n"
                              "   |m m m Moorm m m m  .    *R1v*   .  |\n"
                              "20 + m m m m m m m m m  .           .  |\n"
                              "   |m m m m m m m m m   ..        ..   |\n"
                              "   | m ####B2##### m m    ........     |\n"
                              "   |m m m m m m m m m  --------------->|\n"
                              " 0 +-----------------+-----------------+\n"
                              "   0                 50              100\n"
                              "Positions (@ degrees):  R1 75,25@180\n"
                              "  B2 25,10@90\n"
                              "Ground: m Moor   * * acting\n");
    free(text);
}

static void what_is_too_small_to_fill_is_seen(void **state) {
    (void)state;
    expect("{\"shape\":\"circle\",\"x\":54,\"y\":25,\"radius\":1}", &unicode, "•");
    expect_not("{\"shape\":\"circle\",\"x\":50,\"y\":25,\"radius\":9}", &unicode, "•");
    expect("{\"shape\":\"circle\",\"x\":50,\"y\":25,\"radius\":1,\"mark\":\"target\"}", &unicode,
           "{ }");
    expect("{\"shape\":\"text\",\"x\":50,\"y\":25,\"text\":\"ford\"}", &ascii, " ford ");
}

/* Three things at one place: each has its label, and the list tells where it is. */
static void labels_make_room_for_each_other(void **state) {
    (void)state;
    static const char THREE[] =
        "{\"shape\":\"circle\",\"x\":50,\"y\":25,\"radius\":1,\"seat\":0,\"text\":\"1\"},"
        "{\"shape\":\"circle\",\"x\":51,\"y\":25,\"radius\":1,\"seat\":0,\"text\":\"2\"},"
        "{\"shape\":\"circle\",\"x\":52,\"y\":25,\"radius\":1,\"seat\":1,\"text\":\"3\","
        "\"turn\":-30}";
    static const char *const labels[] = {"R1", " R2 ", " B3 "};
    for (int i = 0; i < 3; i++)
        expect(THREE, &ascii, labels[i]);
    expect(THREE, &wide, "Positions (@ degrees):  R1 50,25  R2 51,25  B3 52,25@330\n");
    struct scene_text_style low = ascii;
    low.height = 12; /* only those whose labels stand elsewhere */
    expect(THREE, &low, "Positions (@ degrees):  R2 51,25\n  B3 52,25@330\n");
}

static void what_is_outside_is_cut(void **state) {
    (void)state;
    static const char FAR[] =
        "{\"shape\":\"circle\",\"x\":-100000,\"y\":100000,\"radius\":100000,\"text\":\"far\"},"
        "{\"shape\":\"line\",\"points\":[[-100000,-100000],[100000,100000]],\"arrow\":true},"
        "{\"shape\":\"rectangle\",\"x\":100000,\"y\":0,\"width\":100000,\"height\":100000,"
        "\"turn\":45,\"text\":\"r\"}";
    expect(FAR, &ascii, "far -100000,100000");
    expect_not(FAR, &ascii, "|far");
    expect(FAR, NULL, "<svg x=\"68\"");
}

static void a_high_canvas_has_few_lines(void **state) {
    (void)state;
    json_t *scene = parse("{\"items\":[{\"type\":\"canvas\",\"width\":1,\"height\":100000}]}");
    struct mst_error error = {0};
    struct mst_buf out = {0};
    assert_int_equal(scene_draw_text(scene, &ascii, &out, &error), MST_OK);
    int lines = 0;
    for (const char *at = mst_buf_text(&out); (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, 43);
    mst_buf_clear(&out);
    json_decref(scene);
}

/* ---- pictures -------------------------------------------------------------------------------- */

static void pictures_are_to_scale(void **state) {
    (void)state;
    /* 100 units are 860 of the picture */
    expect("{\"shape\":\"circle\",\"x\":50,\"y\":25,\"radius\":10,\"zone\":\"<1>\"}", NULL,
           "<g data-zone=\"&lt;1&gt;\"><circle cx=\"430\" cy=\"215\" r=\"86\"");
    expect("{\"shape\":\"rectangle\",\"x\":10,\"y\":10,\"width\":20,\"height\":10,\"turn\":30,"
           "\"move\":\"go\"}",
           NULL,
           "<g data-move=\"go\"><g transform=\"rotate(30 86 344)\">\n"
           "<rect x=\"0\" y=\"301\" width=\"172\" height=\"86\"");
    expect("{\"shape\":\"polygon\",\"points\":[[0,0],[50,50],[100,0]],\"fill\":\"ground\","
           "\"text\":\"w\",\"name\":\"Lake\"}",
           NULL, "<polygon points=\"0,430 430,0 860,430\" fill=\"url(#ground");
    expect("{\"shape\":\"circle\",\"x\":50,\"y\":25,\"radius\":10,\"name\":\"archer\","
           "\"turn\":90,\"marks\":[{\"text\":\"*\",\"name\":\"hurt\"}]}",
           NULL, " archer at 50, 25, turned to 90 degrees with hurt.</desc>");
}

static void arrows_join_shapes(void **state) {
    (void)state;
    json_t *scene =
        canvas_of("{\"shape\":\"circle\",\"x\":10,\"y\":25,\"radius\":2,\"zone\":\"a\"},"
                  "{\"shape\":\"circle\",\"x\":60,\"y\":25,\"radius\":2,\"zone\":\"b\"}");
    struct mst_buf out = {0};
    json_object_set_new(scene, "arrows",
                        parse("[{\"zones\":[\"a\",\"nowhere\",\"b\"]},"
                              "{\"zones\":[\"a\"]}]"));
    assert_int_equal(scene_svg(scene, &out, NULL), MST_OK);
    const char *arrow = strstr(mst_buf_text(&out), "<g class=\"arrow\">");
    assert_non_null(arrow);
    assert_non_null(strstr(arrow, "d=\"M86 215L"));
    assert_null(strstr(arrow + 1, "<g class=\"arrow\">"));
    mst_buf_clear(&out);
    json_decref(scene);
}

/* ---- faults ---------------------------------------------------------------------------------- */

static void refused(const char *shapes, const char *fault) {
    struct mst_error error = {0};
    json_t *scene = canvas_of(shapes);
    assert_int_equal(scene_check(scene, &error), MST_SCRIPT_ERROR);
    assert_string_equal(error.text, fault);
    json_decref(scene);
}

static void a_fault_of_a_shape_is_named_with_its_place(void **state) {
    (void)state;
    refused("{\"shape\":\"circel\"}", "scene.items[0].shapes[0].shape: expected one of 'circle', "
                                      "'rectangle', 'polygon', 'line', 'text', got 'circel'; did "
                                      "you mean 'circle'?");
    refused("{\"shape\":\"circle\",\"x\":1,\"y\":1}",
            "scene.items[0].shapes[0].radius: expected an integer from 1 to 100000, got nothing");
    refused("{\"shape\":\"rectangle\",\"x\":1,\"y\":1,\"width\":4,\"height\":0}",
            "scene.items[0].shapes[0].height: expected an integer from 1 to 100000, got 0");
    refused("{\"shape\":\"polygon\",\"points\":[[1,1],[2,2]]}",
            "scene.items[0].shapes[0].points: expected a list of at least three points, got a list "
            "of 2");
    refused("{\"shape\":\"line\"}", "scene.items[0].shapes[0].points: expected a list of at least "
                                    "two points, got nothing");
    refused("{\"shape\":\"line\",\"points\":[[1,1],[2]]}",
            "scene.items[0].shapes[0].points[1]: expected a list of two integers, x and y, got a "
            "list of 1");
    refused("{\"shape\":\"line\",\"points\":[[1,1],[2,1.5]]}",
            "scene.items[0].shapes[0].points[1][1]: expected an integer from -100000 to 100000, "
            "got a number with a fraction");
    refused("{\"shape\":\"text\",\"x\":1}",
            "scene.items[0].shapes[0].y: expected an integer from -100000 to 100000, got nothing");
    refused("{\"shape\":\"text\",\"x\":1,\"y\":1,\"turn\":361}",
            "scene.items[0].shapes[0].turn: expected an integer from -360 to 360, got 361");
}

static void many_points_are_refused(void **state) {
    (void)state;
    struct mst_error error = {0};
    json_t *shapes = json_array();
    json_t *scene = json_pack("{s:[{s:s,s:i,s:i,s:o}]}", "items", "type", "canvas", "width", 9,
                              "height", 9, "shapes", shapes);
    for (int i = 0; i < 254; i++) {
        json_t *points = json_array();
        for (int k = 0; k < SCENE_PLANE_POINTS_MAX; k++)
            json_array_append_new(points, json_pack("[i,i]", k, i));
        json_array_append_new(shapes, json_pack("{s:s,s:o}", "shape", "line", "points", points));
        assert_int_equal(scene_check(scene, &error), i < 252 ? MST_OK : MST_SCRIPT_ERROR);
    }
    assert_non_null(strstr(error.text, "too large to draw"));
    json_decref(scene);
}

/* ---- a game on a canvas ---------------------------------------------------------------------- */

static struct mst_match *skirmish(void) {
    struct mst_error error = {0};
    char path[400];
    setenv("MUSTER_HOME", MUSTER_HOME "/tests/corpus/play", 1);
    mst_ruleset_find("skirmish", path, sizeof path);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    unsetenv("MUSTER_HOME");
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
    return match;
}

static void end(struct mst_match *match) {
    struct mst_ruleset *ruleset = mst_match_ruleset(match);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static const json_t *shape_named(const json_t *scene, const char *zone) {
    const json_t *item = json_array_get(json_object_get(scene, "items"), 0);
    int at = scene_plane_find(item, zone);
    return at < 0 ? NULL : json_array_get(json_object_get(item, "shapes"), (size_t)at);
}

static void what_moved_is_marked_and_its_way_is_shown(void **state) {
    (void)state;
    struct mst_match *match = skirmish();
    assert_int_equal(mst_match_play(match, "R1>2", NULL), MST_OK);
    json_t *scene = scene_of_last(match, 0, NULL);
    const json_t *item = json_array_get(json_object_get(scene, "items"), 0);
    const json_t *shapes = json_object_get(item, "shapes");
    const json_t *way = json_array_get(shapes, json_array_size(shapes) - 1);
    assert_string_equal(json_string_value(json_object_get(shape_named(scene, "R1"), "mark")),
                        "last");
    assert_null(json_object_get(shape_named(scene, "R2"), "mark"));
    json_t *points = parse("[[200,150],[287,200]]");
    assert_true(json_equal(json_object_get(way, "points"), points));
    assert_true(json_is_true(json_object_get(way, "arrow")));
    assert_int_equal(scene_check(scene, NULL), MST_OK);
    json_decref(points);
    json_decref(scene);
    end(match);
}

/* Pointing at the shapes of a move leaves it, in the places of the terminal. */
static void moves_point_at_shapes(void **state) {
    (void)state;
    struct mst_match *match = skirmish();
    static const char *const before[] = {"R1>2", "B3>7", "R2>2", "B3>7", "R1>2"};
    for (int i = 0; i < 5; i++)
        assert_int_equal(mst_match_play(match, before[i], NULL), MST_OK);
    json_t *scene = scene_of_match(match, 1, NULL);
    struct scene_canvas canvas;
    struct scene_places places = {0};
    struct scene_pick pick = {0};
    struct mst_moves left = {0};
    assert_int_equal(scene_board(scene, &unicode, &canvas, &places, NULL), MST_OK);
    assert_int_equal(places.count, 6); /* the figures; nothing else has a zone */
    assert_true(scene_pick_start(&pick, &places));
    const struct mst_moves *moves = mst_match_moves(match, NULL);
    struct mst_buf text = {0};
    for (int i = 0; i < moves->count; i++) {
        mst_buf_reset(&text);
        mst_match_move_text(match, moves->moves[i], &text);
        assert_true(scene_pick_add(&pick, moves->moves[i], mst_buf_text(&text), &places, NULL));
    }
    assert_true(scene_pick_point(&pick, scene_pick_named(&pick, "B3")));
    assert_true(scene_pick_point(&pick, scene_pick_named(&pick, "R2")));
    assert_true(scene_pick_left(&pick, &left));
    assert_int_equal(left.count, 1);
    mst_buf_reset(&text);
    mst_match_move_text(match, left.moves[0], &text);
    assert_string_equal(mst_buf_text(&text), "B3!R2");
    mst_buf_clear(&text);
    mst_moves_clear(&left);
    scene_pick_clear(&pick);
    scene_places_clear(&places);
    scene_canvas_clear(&canvas);
    json_decref(scene);
    end(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rectangle_turns_clockwise),
        cmocka_unit_test(axes_have_round_marks),
        cmocka_unit_test(a_canvas_is_drawn_like_this),
        cmocka_unit_test(what_is_too_small_to_fill_is_seen),
        cmocka_unit_test(labels_make_room_for_each_other),
        cmocka_unit_test(what_is_outside_is_cut),
        cmocka_unit_test(a_high_canvas_has_few_lines),
        cmocka_unit_test(pictures_are_to_scale),
        cmocka_unit_test(arrows_join_shapes),
        cmocka_unit_test(a_fault_of_a_shape_is_named_with_its_place),
        cmocka_unit_test(many_points_are_refused),
        cmocka_unit_test(what_moved_is_marked_and_its_way_is_shown),
        cmocka_unit_test(moves_point_at_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
