/* The places that a drawing keeps: what is under a position of the canvas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "faces/scene/text.h"

/* A board with a named zone, a hand whose second card means a move, and a lane. */
static const char scene_text[] =
    "{\"seats\":[{\"name\":\"One\"},{\"name\":\"Two\"}],\"items\":["
    "{\"type\":\"grid\",\"columns\":3,\"rows\":2,\"cells\":["
    "{\"column\":1,\"row\":1,\"zone\":\"keep\",\"stack\":[{\"text\":\"X\",\"shape\":\"mark\"}]},"
    "{\"column\":2,\"row\":0,\"void\":true}]},"
    "{\"type\":\"cards\",\"title\":\"Hand\",\"zone\":\"hand\",\"cards\":["
    "{\"text\":\"Ace\",\"zone\":\"ace\"},{\"text\":\"Ten\",\"move\":\"play-ten\"}]},"
    "{\"type\":\"lanes\",\"sides\":[{\"seat\":0},{\"seat\":1}],\"lanes\":[{\"name\":\"left\","
    "\"sides\":[{\"slots\":2,\"cards\":["
    "{\"text\":\"Dux\",\"zone\":\"dux\"}]},{\"slots\":1}]}]}]}";

struct drawing {
    struct scene_canvas canvas;
    struct scene_places places;
};

static int draw(void **state) {
    struct scene_text_style style = {.unicode = false, .width = 80};
    struct mst_error error = {0};
    struct drawing *d = calloc(1, sizeof *d);
    json_t *scene = json_loads(scene_text, 0, NULL);
    *state = d;
    if (scene_board(scene, &style, &d->canvas, &d->places, &error) != MST_OK)
        fail_msg("%s", error.text);
    json_decref(scene);
    return 0;
}

static int clear(void **state) {
    struct drawing *d = *state;
    scene_canvas_clear(&d->canvas);
    scene_places_clear(&d->places);
    free(d);
    return 0;
}

/* The first place with a zone or a move of this name. */
static const struct scene_place *place(const struct drawing *d, const char *name) {
    for (int i = 0; i < d->places.count; i++)
        if (!strcmp(d->places.list[i].zone, name) || !strcmp(d->places.list[i].move, name))
            return &d->places.list[i];
    fail_msg("no place '%s'", name);
    return NULL;
}

static bool is_drawn_at(const struct drawing *d, const char *text, int x, int y) {
    for (int i = 0; text[i]; i++)
        if (x + i >= d->canvas.width || y >= d->canvas.height ||
            d->canvas.glyphs[y * d->canvas.width + x + i].code != (uint32_t)text[i])
            return false;
    return true;
}

/* Is the text within the place? */
static bool holds(const struct drawing *d, const struct scene_place *place, const char *text) {
    for (int y = place->y; y < place->y + place->height; y++)
        for (int x = place->x; x + (int)strlen(text) <= place->x + place->width; x++)
            if (is_drawn_at(d, text, x, y))
                return true;
    return false;
}

static void a_place_is_where_its_thing_is_drawn(void **state) {
    const struct drawing *d = *state;
    assert_true(holds(d, place(d, "keep"), "X"));
    assert_true(holds(d, place(d, "ace"), "Ace"));
    assert_true(holds(d, place(d, "play-ten"), "Ten"));
    assert_true(holds(d, place(d, "hand"), "Ace"));
    assert_true(holds(d, place(d, "dux"), "Dux"));
    assert_true(holds(d, place(d, "left"), "Dux"));
    assert_false(holds(d, place(d, "ace"), "Ten"));
    assert_false(holds(d, place(d, "a1"), "X"));
}

static void cells_of_a_grid_do_not_overlap(void **state) {
    const struct drawing *d = *state;
    const struct scene_place *a1 = place(d, "a1"), *b1 = place(d, "b1"), *a2 = place(d, "a2");
    assert_int_equal(a1->y, b1->y);
    assert_true(a1->x + a1->width <= b1->x);
    assert_int_equal(a1->x, a2->x);
    assert_true(a2->y + a2->height <= a1->y);
}

static void what_is_no_part_of_the_board_is_no_place(void **state) {
    const struct drawing *d = *state;
    for (int i = 0; i < d->places.count; i++)
        assert_string_not_equal(d->places.list[i].zone, "c1");
}

static bool is_no_card(const void *context, int index) {
    const struct drawing *d = context;
    return strcmp(d->places.list[index].zone, "ace") != 0;
}

static void the_innermost_place_that_fits_is_found(void **state) {
    const struct drawing *d = *state;
    const struct scene_place *ace = place(d, "ace");
    int found = scene_place_at(&d->places, ace->x, ace->y, NULL, NULL);
    assert_string_equal(d->places.list[found].zone, "ace");
    found = scene_place_at(&d->places, ace->x, ace->y, is_no_card, d);
    assert_string_equal(d->places.list[found].zone, "hand");
    assert_int_equal(scene_place_at(&d->places, -1, 0, NULL, NULL), -1);
    assert_int_equal(scene_place_at(&d->places, 0, 1000, NULL, NULL), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_where_its_thing_is_drawn),
        cmocka_unit_test(cells_of_a_grid_do_not_overlap),
        cmocka_unit_test(what_is_no_part_of_the_board_is_no_place),
        cmocka_unit_test(the_innermost_place_that_fits_is_found),
    };
    return cmocka_run_group_tests(tests, draw, clear);
}
