/* The parts of the screen that need no terminal: where the panes are, which move is pointed at, and
 * the input line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "faces/screen/parts.h"

/* ---- panes ----------------------------------------------------------------------------------- */

static bool overlap(const struct screen_area *a, const struct screen_area *b) {
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

/* Each pane is on the screen, has a free line above it for its title, and overlaps no other. */
static void panes_are_apart_at_every_size(void **state) {
    (void)state;
    struct screen_layout layout;
    for (int columns = SCREEN_LAYOUT_LEAST; columns <= 200; columns++)
        for (int lines = SCREEN_LAYOUT_LOW; lines <= 70; lines++) {
            assert_true(screen_layout_make(&layout, columns, lines, 3));
            for (int i = 0; i < SCREEN_PANES; i++) {
                struct screen_area pane = layout.pane[i];
                pane.y--, pane.height++;
                assert_true(pane.width > 0 && pane.height > 1 && pane.x >= 0);
                assert_true(pane.x + pane.width <= columns);
                assert_true(pane.y >= layout.head.y + layout.head.height);
                assert_true(pane.y + pane.height <= layout.input.y);
                for (int j = 0; j < i; j++)
                    assert_false(overlap(&pane, &layout.pane[j]));
            }
        }
    assert_false(screen_layout_make(&layout, SCREEN_LAYOUT_LEAST - 1, 50, 3));
    assert_false(screen_layout_make(&layout, 120, SCREEN_LAYOUT_LOW - 1, 3));
}

static void a_wide_screen_has_the_log_at_the_right(void **state) {
    (void)state;
    struct screen_layout layout;
    assert_true(screen_layout_make(&layout, 120, 50, 3));
    assert_true(layout.pane[SCREEN_PANE_LOG].x > layout.pane[SCREEN_PANE_BOARD].width);
    assert_true(screen_layout_make(&layout, 80, 24, 3));
    assert_int_equal(layout.pane[SCREEN_PANE_BOARD].width, 80);
    assert_true(layout.pane[SCREEN_PANE_LOG].y > layout.pane[SCREEN_PANE_BOARD].height);
}

/* ---- pointing -------------------------------------------------------------------------------- */

/* A board of one line a1 .. a12, a card, and a card that means a move. */
static void add_places(struct scene_places *places) {
    struct scene_canvas canvas = scene_canvas_start(80, false);
    char name[16];
    canvas.places = places;
    for (int i = 1; i <= 12; i++) {
        snprintf(name, sizeof name, "a%d", i);
        scene_canvas_place(&canvas, 4 * i, 0, 3, 1, name, NULL);
    }
    scene_canvas_place(&canvas, 4, 2, 3, 1, "7s", NULL);
    scene_canvas_place(&canvas, 8, 2, 3, 1, NULL, "pass");
    scene_canvas_clear(&canvas);
}

struct pointing {
    struct scene_places places;
    struct scene_pick pick;
};

/* The moves are 0, 1, 2 ... in the order of `texts`, which end with NULL. */
static void start(struct pointing *p, const char *const *texts) {
    *p = (struct pointing){0};
    add_places(&p->places);
    assert_true(scene_pick_start(&p->pick, &p->places));
    for (mst_move move = 0; texts[move]; move++)
        assert_true(scene_pick_add(&p->pick, move, texts[move], &p->places, NULL));
}

static void stop(struct pointing *p) {
    scene_pick_clear(&p->pick);
    scene_places_clear(&p->places);
}

static bool point(struct pointing *p, const char *name) {
    return scene_pick_point(&p->pick, scene_pick_named(&p->pick, name));
}

static bool lit(const struct pointing *p, const char *name) {
    return scene_pick_lit(&p->pick, scene_pick_named(&p->pick, name));
}

/* The moves that are left, as digits. */
static void assert_left(const struct pointing *p, const char *expected) {
    struct mst_moves left = {0};
    char text[20] = "";
    assert_true(scene_pick_left(&p->pick, &left));
    for (int i = 0; i < left.count; i++)
        snprintf(text + i, sizeof text - (size_t)i, "%d", (int)left.moves[i]);
    assert_string_equal(text, expected);
    mst_moves_clear(&left);
}

static void pointing_narrows_the_moves(void **state) {
    (void)state;
    struct pointing p;
    start(&p, (const char *const[]){"a1a2", "a1a3", "a2a3", NULL});
    assert_true(lit(&p, "a1") && lit(&p, "a2") && !lit(&p, "a3"));
    assert_true(point(&p, "a1"));
    assert_left(&p, "01");
    assert_true(lit(&p, "a2") && lit(&p, "a3") && !lit(&p, "a1"));
    assert_false(point(&p, "a4"));
    assert_left(&p, "01");
    assert_true(point(&p, "a3"));
    assert_left(&p, "1");
    assert_true(scene_pick_back(&p.pick) && scene_pick_back(&p.pick));
    assert_left(&p, "012");
    assert_false(scene_pick_back(&p.pick));
    stop(&p);
}

static void places_may_be_pointed_at_in_any_order_where_no_move_begins_so(void **state) {
    (void)state;
    struct pointing p;
    start(&p, (const char *const[]){"7s@a1", "7s@a2", NULL});
    assert_true(point(&p, "a2"));
    assert_left(&p, "1");
    assert_true(lit(&p, "7s") && !lit(&p, "a1"));
    stop(&p);
}

static void a_name_is_a_word_of_its_own(void **state) {
    (void)state;
    struct pointing p;
    start(&p, (const char *const[]){"M:a12", "M:F1a1n", "ba2", NULL});
    assert_true(point(&p, "a1"));
    assert_left(&p, "1");
    scene_pick_back(&p.pick);
    assert_true(point(&p, "a12"));
    assert_left(&p, "0");
    scene_pick_back(&p.pick);
    assert_false(point(&p, "a2"));
    stop(&p);
}

static void a_place_can_mean_a_whole_move(void **state) {
    (void)state;
    struct pointing p;
    start(&p, (const char *const[]){"pass", "a1", NULL});
    assert_true(lit(&p, "pass"));
    assert_true(point(&p, "pass"));
    assert_left(&p, "0");
    stop(&p);
}

static void the_zones_that_a_scene_lists_count(void **state) {
    (void)state;
    struct pointing p;
    json_t *zones = json_loads("[\"a5\",\"a6\"]", 0, NULL);
    start(&p, (const char *const[]){"a1a2", NULL});
    assert_true(scene_pick_add(&p.pick, 1, "a1a2x", &p.places, zones));
    assert_true(point(&p, "a5"));
    assert_left(&p, "1");
    json_decref(zones);
    stop(&p);
}

/* ---- the cursor ------------------------------------------------------------------------------ */

static void the_cursor_goes_to_the_next_place(void **state) {
    (void)state;
    struct scene_places places = {0};
    add_places(&places);
    assert_int_equal(screen_next(&places, 0, 1, 0), 1);
    assert_int_equal(screen_next(&places, 1, -1, 0), 0);
    assert_int_equal(screen_next(&places, 0, -1, 0), -1);
    assert_string_equal(places.list[screen_next(&places, 0, 0, 1)].zone, "7s");
    assert_string_equal(places.list[screen_next(&places, 1, 0, 1)].move, "pass");
    scene_places_clear(&places);
}

/* ---- the input line -------------------------------------------------------------------------- */

static void a_line_is_edited(void **state) {
    (void)state;
    static struct screen_typing typing;
    for (const char *c = "a1"; *c; c++)
        screen_typing_insert(&typing, (char[]){*c, 0});
    screen_typing_insert(&typing, "\xc3\xa9");
    screen_typing_move(&typing, -1);
    screen_typing_rub(&typing);
    assert_string_equal(typing.text, "a\xc3\xa9");
    screen_typing_delete(&typing);
    assert_string_equal(typing.text, "a");
    screen_typing_clear(&typing, true);
    assert_string_equal(typing.text, "");
    screen_typing_recall(&typing, -1);
    assert_string_equal(typing.text, "a");
    screen_typing_forget(&typing);
    screen_typing_recall(&typing, -1);
    assert_string_equal(typing.text, "");
}

static void a_word_is_completed_as_far_as_all_agree(void **state) {
    (void)state;
    struct screen_completion c = {.start = "M:"};
    screen_completion_offer(&c, "M:a1n");
    screen_completion_offer(&c, "W:a1n");
    screen_completion_offer(&c, "M:a1s");
    assert_int_equal(c.count, 2);
    assert_string_equal(c.common, "M:a1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panes_are_apart_at_every_size),
        cmocka_unit_test(a_wide_screen_has_the_log_at_the_right),
        cmocka_unit_test(pointing_narrows_the_moves),
        cmocka_unit_test(places_may_be_pointed_at_in_any_order_where_no_move_begins_so),
        cmocka_unit_test(a_name_is_a_word_of_its_own),
        cmocka_unit_test(a_place_can_mean_a_whole_move),
        cmocka_unit_test(the_zones_that_a_scene_lists_count),
        cmocka_unit_test(the_cursor_goes_to_the_next_place),
        cmocka_unit_test(a_line_is_edited),
        cmocka_unit_test(a_word_is_completed_as_far_as_all_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
