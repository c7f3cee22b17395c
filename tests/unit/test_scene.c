/* Scenes as text and as SVG: they fit, they are safe to print, they hide nothing, and no scene
 * however wrong does harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/base.h"
#include "faces/scene/scene.h"
#include "faces/scene/model.h"

#ifndef MUSTER_HOME
#define MUSTER_HOME "."
#endif

static const char *const samples[] = {"warline", "breakthrough", "tic-tac-toe", "connect-four",
                                      "odd",     "lanes",        "cards",       "canvas"};
enum { SAMPLES = sizeof(samples) / sizeof(samples[0]) };

static const struct scene_text_style ascii = {false, false, 80, 0};
static const struct scene_text_style unicode = {true, false, 80, 0};

static json_t *load(const char *name) {
    char path[400];
    json_error_t error;
    snprintf(path, sizeof(path), MUSTER_HOME "/tests/corpus/scene/%s.json", name);
    json_t *scene = json_load_file(path, 0, &error);
    if (scene == NULL)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    return scene;
}

static json_t *parse(const char *text) {
    json_error_t error;
    json_t *scene = json_loads(text, 0, &error);
    if (scene == NULL)
        fail_msg("line %d: %s", error.line, error.text);
    return scene;
}

static void draw(const json_t *scene, const struct scene_text_style *style, struct mst_buf *out) {
    struct mst_error error = {0};
    mst_buf_reset(out);
    if (scene_draw_text(scene, style, out, &error) != MST_OK)
        fail_msg("%s", error.text);
}

static void picture(const json_t *scene, struct mst_buf *out) {
    struct mst_error error = {0};
    mst_buf_reset(out);
    if (scene_svg(scene, out, &error) != MST_OK)
        fail_msg("%s", error.text);
}

/* ---- generated scenes ------------------------------------------------------------------------ */

static int roll(struct mst_rng *rng, int bound) {
    return (int)mst_rng_below(rng, (uint64_t)bound);
}

static json_t *random_piece(struct mst_rng *rng) {
    static const char *const shapes[] = {"disc", "wall", "mark"};
    static const char *const facings[] = {"n", "e", "s", "w"};
    static const char *const marks[] = {"+", "-", "!", "%", "^", "'"};
    char text[16];
    snprintf(text, sizeof(text), "%d", roll(rng, 10 + 990 * roll(rng, 2)));
    json_t *piece = json_pack("{s:s,s:i,s:s}", "text", text, "seat", roll(rng, 2), "shape",
                              shapes[roll(rng, 3)]);
    if (roll(rng, 2))
        json_object_set_new(piece, "facing", json_string(facings[roll(rng, 4)]));
    json_t *list = json_array();
    for (int i = roll(rng, 6) - 2; i > 0; i--)
        json_array_append_new(list,
                              json_pack("{s:s,s:s}", "text", marks[roll(rng, 6)], "name", "m"));
    json_object_set_new(piece, "marks", list);
    return piece;
}

static json_t *random_grid(struct mst_rng *rng) {
    int columns = 1 + roll(rng, 14), rows = 1 + roll(rng, 9);
    json_t *cells = json_array();
    for (int at = 0; at < columns * rows; at++) {
        if (roll(rng, 3) > 0)
            continue;
        json_t *cell = json_pack("{s:i,s:i}", "column", at % columns, "row", at / columns);
        json_t *stack = json_array();
        for (int i = roll(rng, 7); i > 0; i--)
            json_array_append_new(stack, random_piece(rng));
        json_object_set_new(cell, "stack", stack);
        if (roll(rng, 5) == 0)
            json_object_set_new(cell, "mark",
                                json_string(scene_cell_marks[roll(rng, SCENE_CELL_MARKS)]));
        if (roll(rng, 4) == 0)
            json_object_set_new(cell, "ground",
                                json_pack("{s:s,s:s}", "name", "Forest", "short", "fo"));
        json_array_append_new(cells, cell);
    }
    return json_pack("{s:s,s:i,s:i,s:o}", "type", "grid", "columns", columns, "rows", rows, "cells",
                     cells);
}

static json_t *random_card(struct mst_rng *rng) {
    static const char *const values[] = {"A", "7", "10", "K"};
    static const char *const suits[] = {"s", "h", "d", "c", "cups"};
    json_t *card = json_pack("{s:i,s:i}", "seat", roll(rng, 2), "count", 1 + 30 * !roll(rng, 4));
    if (roll(rng, 4) > 0) {
        json_object_set_new(card, "value", json_string(values[roll(rng, 4)]));
        json_object_set_new(card, "suit", json_string(suits[roll(rng, 5)]));
    } else {
        json_object_set_new(card, "face", json_false());
        json_object_set_new(card, "text", json_string(roll(rng, 2) ? "X" : ""));
    }
    if (roll(rng, 5) == 0)
        json_object_set_new(card, "mark",
                            json_string(scene_cell_marks[roll(rng, SCENE_CELL_MARKS)]));
    return card;
}

static json_t *random_cards(struct mst_rng *rng, int most) {
    json_t *cards = json_array();
    for (int i = roll(rng, most + 1); i > 0; i--)
        json_array_append_new(cards, random_card(rng));
    return cards;
}

static json_t *random_lanes(struct mst_rng *rng) {
    int sides = 2 + roll(rng, 2);
    json_t *lanes = json_array(), *item_sides = json_array();
    for (int i = 0; i < sides; i++)
        json_array_append_new(item_sides, json_pack("{s:i}", "seat", roll(rng, 3) - 1));
    for (int i = roll(rng, 12); i > 0; i--) {
        json_t *here = json_array();
        for (int side = 0; side < sides; side++)
            json_array_append_new(here, json_pack("{s:i,s:o,s:o}", "slots", roll(rng, 5), "cards",
                                                  random_cards(rng, 4), "front",
                                                  random_cards(rng, roll(rng, 2))));
        json_array_append_new(
            lanes, json_pack("{s:{s:i},s:o}", "marker", "seat", roll(rng, 3) - 1, "sides", here));
    }
    return json_pack("{s:s,s:i,s:o,s:o}", "type", "lanes", "near", roll(rng, sides), "sides",
                     item_sides, "lanes", lanes);
}

static json_t *random_row(struct mst_rng *rng) {
    return json_pack("{s:s,s:s,s:o}", "type", "cards", "title",
                     roll(rng, 2) ? "Hand" : "A hand with a rather long title", "cards",
                     random_cards(rng, 20));
}

static json_t *random_scene(uint64_t seed) {
    struct mst_rng rng;
    mst_rng_seed(&rng, seed);
    json_t *items = json_array();
    for (int i = 1 + roll(&rng, 2); i > 0; i--)
        json_array_append_new(items, random_grid(&rng));
    for (int i = roll(&rng, 4); i > 0; i--)
        json_array_append_new(items, roll(&rng, 2) ? random_lanes(&rng) : random_row(&rng));
    for (int i = roll(&rng, 4); i > 0; i--)
        json_array_append_new(items, json_pack("{s:s,s:s,s:[s,s]}", "type", "text", "title",
                                               "A panel with a title", "lines", "short",
                                               "a line that is longer than most panels are wide"));
    return json_pack("{s:s,s:s,s:i,s:[{s:s,s:s},{s:s,s:s}],s:o}", "title", "A generated scene",
                     "status", "someone has to move something somewhere", "to_move", 1, "seats",
                     "name", "First", "letter", "F", "name", "Second", "letter", "S", "items",
                     items);
}

/* Letters of the widest line: nearly all letters of the scenes here are one column wide. */
static int widest(const char *text) {
    int most = 0, now = 0;
    for (; *text != '\0'; text++) {
        now = *text == '\n' ? 0 : now + (((unsigned char)*text & 0xc0) != 0x80);
        most = now > most ? now : most;
    }
    return most;
}

static void text_never_goes_beyond_its_width(void **state) {
    (void)state;
    static const int widths[] = {24, 40, 61, 80, 132};
    struct mst_buf out = {0};
    for (int seed = 1 - SAMPLES; seed <= 60; seed++) {
        json_t *scene = seed > 0 ? random_scene((uint64_t)seed) : load(samples[-seed]);
        for (int i = 0; i < 10; i++) {
            struct scene_text_style style = {i % 2 == 1, false, widths[i / 2], 0};
            draw(scene, &style, &out);
            if (widest(mst_buf_text(&out)) > style.width)
                fail_msg("seed %d, width %d:\n%s", seed, style.width, mst_buf_text(&out));
        }
        json_decref(scene);
    }
    mst_buf_clear(&out);
}

static void a_warline_board_with_panels_fits_80_columns_and_34_lines(void **state) {
    (void)state;
    json_t *scene = load("warline");
    struct mst_buf out = {0};
    draw(scene, &unicode, &out);
    int lines = 0;
    for (const char *at = mst_buf_text(&out); *at != '\0'; at++)
        lines += *at == '\n';
    assert_true(widest(mst_buf_text(&out)) <= 80);
    assert_true(lines <= 34);
    mst_buf_clear(&out);
    json_decref(scene);
}

/* Every piece's letter and text, for a listed stack with its facing letter. */
static void every_piece_of_a_scene_can_be_read_in_its_text(void **state) {
    (void)state;
    struct mst_buf out = {0};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        json_t *scene = random_scene(seed), *item, *cell, *piece;
        size_t i, j, k;
        draw(scene, &ascii, &out);
        json_array_foreach (json_object_get(scene, "items"), i, item)
            json_array_foreach (json_object_get(item, "cells"), j, cell)
                json_array_foreach (json_object_get(cell, "stack"), k, piece) {
                    const char *shape = json_string_value(json_object_get(piece, "shape"));
                    const char *facing = json_string_value(json_object_get(piece, "facing"));
                    char label[40];
                    bool listed = json_array_size(json_object_get(cell, "stack")) > 1;
                    snprintf(label, sizeof(label), "%s%s%s%s",
                             strcmp(shape, "mark") == 0                           ? ""
                             : json_integer_value(json_object_get(piece, "seat")) ? "S"
                                                                                  : "F",
                             json_string_value(json_object_get(piece, "text")),
                             strcmp(shape, "wall") == 0 ? "]" : "", listed && facing ? facing : "");
                    if (strstr(mst_buf_text(&out), label) == NULL)
                        fail_msg("seed %d: no '%s' in\n%s", (int)seed, label, mst_buf_text(&out));
                }
        json_decref(scene);
    }
    mst_buf_clear(&out);
}

static void ascii_text_is_seven_bit_and_without_controls(void **state) {
    (void)state;
    struct mst_buf out = {0};
    for (int i = 0; i < SAMPLES; i++) {
        json_t *scene = load(samples[i]);
        draw(scene, &ascii, &out);
        for (size_t at = 0; at < out.length; at++)
            assert_true(out.text[at] == '\n' || (out.text[at] >= ' ' && out.text[at] <= '~'));
        json_decref(scene);
    }
    mst_buf_clear(&out);
}

static void colour_adds_nothing_but_colour(void **state) {
    (void)state;
    struct mst_buf bare = {0}, coloured = {0};
    for (int i = 0; i < SAMPLES; i++) {
        json_t *scene = load(samples[i]);
        struct scene_text_style style = {true, true, 80, 0};
        draw(scene, &unicode, &bare);
        draw(scene, &style, &coloured);
        char *to = coloured.text;
        for (const char *at = coloured.text; *at != '\0';) {
            if (at[0] == '\033' && at[1] == '[')
                at = strchr(at, 'm') + 1;
            else
                *to++ = *at++;
        }
        *to = '\0';
        assert_true(strlen(coloured.text) < coloured.length);
        assert_string_equal(coloured.text, mst_buf_text(&bare));
        json_decref(scene);
    }
    mst_buf_clear(&bare);
    mst_buf_clear(&coloured);
}

static void tic_tac_toe_is_drawn_like_this(void **state) {
    (void)state;
    json_t *scene = load("tic-tac-toe");
    struct mst_buf out = {0};
    struct scene_text_style style = {false, false, 30, 0};
    draw(scene, &style, &out);
    assert_string_equal(mst_buf_text(&out), "Tic-tac-toe              ply 3\n"
                                            "  X   > O\n"
                                            "O to move\n"
                                            "\n"
                                            "  +---+---+---+\n"
                                            "3 | O |   |   |\n"
                                            "  +---+---+---+\n"
                                            "2 |   | X |   |\n"
                                            "  +---+---+---+\n"
                                            "1 |   |   |(X)|\n"
                                            "  +---+---+---+\n"
                                            "    a   b   c\n"
                                            "( ) last move\n");
    mst_buf_clear(&out);
    json_decref(scene);
}

static const char skirmish[] =
    "{\"title\":\"Skirmish\",\"to_move\":0,"
    "\"seats\":[{\"name\":\"Flaym\",\"letter\":\"F\"},{\"name\":\"Frost\",\"letter\":\"I\"}],"
    "\"items\":[{\"type\":\"grid\",\"columns\":3,\"rows\":2,\"cells\":["
    "{\"column\":0,\"row\":0,\"stack\":[{\"text\":\"1\",\"seat\":0,\"facing\":\"n\"},"
    "{\"text\":\"2\",\"seat\":1,\"facing\":\"e\"},{\"text\":\"4\",\"seat\":0,\"facing\":\"w\","
    "\"marks\":[{\"text\":\"+\",\"name\":\"Vigor\"}]}]},"
    "{\"column\":1,\"row\":1,\"mark\":\"target\",\"stack\":[{\"seat\":1,\"shape\":\"wall\"}]},"
    "{\"column\":2,\"row\":1,\"void\":true},"
    "{\"column\":2,\"row\":0,\"ground\":{\"name\":\"Forest\",\"short\":\"f\"}}]},"
    "{\"type\":\"list\",\"title\":\"Prison\",\"entries\":[{\"text\":\"I3\",\"count\":2}]}]}";

static void stacks_walls_holes_and_panels_are_drawn_like_this(void **state) {
    (void)state;
    json_t *scene = parse(skirmish);
    struct mst_buf out = {0};
    struct scene_text_style style = {true, false, 50, 0};
    draw(scene, &style, &out);
    assert_string_equal(mst_buf_text(&out), "Skirmish\n"
                                            "> Flaym (F)     Frost (I)\n"
                                            "\n"
                                            "  ┌───────┬───────┐          Prison\n"
                                            "2 │       │{▓I▓  }│░░░░░░░    I3 x2\n"
                                            "  │       │       │░░░░░░░\n"
                                            "  ├───────┼───────┼───────┐\n"
                                            "1 │ F4◀+  │       │       │\n"
                                            "  │ F1▲I2▶│       │      f│\n"
                                            "  └───────┴───────┴───────┘\n"
                                            "      a       b       c\n"
                                            "Stacks (bottom to top): a1: F1n I2e F4w+\n"
                                            "Marks: + Vigor   Ground: f Forest   { } target\n");
    mst_buf_clear(&out);
    json_decref(scene);
}

/* ---- cards ----------------------------------------------------------------------------------- */

/* The examples of the page on scenes: a json block, and after it what is drawn 50 columns wide. */
static void the_examples_of_the_page_are_drawn_as_it_says(void **state) {
    (void)state;
    struct mst_error error = {0};
    size_t length;
    char *page = mst_read_file(MUSTER_HOME "/docs/scene.md", 1 << 20, &length, &error);
    struct scene_text_style style = {true, false, 50, 0};
    struct mst_buf out = {0};
    int examples = 0;
    assert_non_null(page);
    for (char *at = page; (at = strstr(at, "```json\n")) != NULL; examples++) {
        char *end = strstr(at + 8, "```\n"), *drawn = strstr(end + 4, "```\n") + 4;
        *end = '\0';
        json_t *scene = parse(at + 8);
        at = strstr(drawn, "```");
        *at++ = '\0';
        draw(scene, &style, &out);
        assert_string_equal(mst_buf_text(&out), drawn);
        json_decref(scene);
    }
    assert_int_equal(examples, 3);
    mst_buf_clear(&out);
    mst_free(page);
}

static void nine_lanes_a_hand_and_decks_fit_80_columns_and_27_lines(void **state) {
    (void)state;
    json_t *scene = load("lanes");
    struct mst_buf out = {0};
    draw(scene, &ascii, &out);
    int lines = 0;
    for (const char *at = mst_buf_text(&out); *at != '\0'; at++)
        lines += *at == '\n';
    assert_true(widest(mst_buf_text(&out)) <= 80);
    assert_true(lines <= 27);
    mst_buf_clear(&out);
    json_decref(scene);
}

/* Turn the lanes around: the other side is near, and its marker points down. */
static void the_near_side_is_drawn_at_the_bottom(void **state) {
    (void)state;
    json_t *scene = load("lanes");
    json_object_del(scene, "status");
    struct mst_buf out = {0};
    draw(scene, &ascii, &out);
    const char *text = mst_buf_text(&out);
    assert_non_null(strstr(text, "vSv"));
    assert_non_null(strstr(text, "^N^"));
    assert_true(strstr(text, "\nNorth") < strstr(text, "\nSouth"));
    json_object_set_new(json_array_get(json_object_get(scene, "items"), 1), "near",
                        json_integer(1));
    draw(scene, &ascii, &out);
    text = mst_buf_text(&out);
    assert_non_null(strstr(text, "^S^"));
    assert_non_null(strstr(text, "vNv"));
    assert_true(strstr(text, "\nSouth") < strstr(text, "\nNorth"));
    mst_buf_clear(&out);
    json_decref(scene);
}

/* Whoever owns a lane, its rule is bold, in his colour; that of a free lane is plain. */
static void the_rule_of_an_owned_lane_is_bold(void **state) {
    static const struct scene_text_style coloured = {false, true, 80, 0};
    static const char *const expected[] = {"\033[0;1;31m==", "\033[0;1;94m==", "--o--"};
    (void)state;
    json_t *scene =
        parse("{\"seats\":[{\"name\":\"S\",\"letter\":\"S\",\"colour\":\"red\"},{\"name\":\"N\","
              "\"letter\":\"N\",\"colour\":\"blue\"}],"
              "\"items\":[{\"type\":\"lanes\",\"sides\":[{},{}],\"lanes\":["
              "{\"marker\":{\"seat\":0},\"sides\":[{},{}]},{\"sides\":[{},{}]},"
              "{\"marker\":{\"seat\":1},\"sides\":[{},{}]}]}]}");
    struct mst_buf out = {0};
    draw(scene, &coloured, &out);
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
        if (strstr(mst_buf_text(&out), expected[i]) == NULL)
            fail_msg("no %s in\n%s", expected[i] + (i < 2), mst_buf_text(&out));
    assert_null(strstr(mst_buf_text(&out), "\033[0;1m--"));
    mst_buf_clear(&out);
    json_decref(scene);
}

static void the_first_card_of_a_side_lies_by_the_marker(void **state) {
    (void)state;
    json_t *scene =
        parse("{\"items\":[{\"type\":\"lanes\",\"sides\":[{},{}],\"lanes\":[{\"sides\":["
              "{\"cards\":[{\"text\":\"a1\"},{\"text\":\"a2\"}]},"
              "{\"cards\":[{\"text\":\"b1\"},{\"text\":\"b2\"}],\"slots\":3,"
              "\"front\":[{\"text\":\"f\"}]}]}]}]}");
    struct mst_buf out = {0};
    draw(scene, &ascii, &out);
    assert_string_equal(mst_buf_text(&out), "   .\n"
                                            "  b2\n"
                                            "  b1\n"
                                            "  [f]\n"
                                            "---o---\n"
                                            "  a1\n"
                                            "  a2\n"
                                            "   1\n");
    mst_buf_clear(&out);
    json_decref(scene);
}

static void suits_are_signs_or_letters(void **state) {
    (void)state;
    json_t *scene = parse("{\"items\":[{\"type\":\"cards\",\"title\":\"Hand\",\"cards\":["
                          "{\"value\":\"5\",\"suit\":\"h\"},{\"value\":\"A\",\"suit\":\"s\"},"
                          "{\"value\":\"3\",\"suit\":\"cups\",\"caption\":\"Joy\"},"
                          "{\"face\":false,\"text\":\"T\",\"count\":26},{\"face\":false}]}]}");
    struct mst_buf out = {0};
    draw(scene, &unicode, &out);
    assert_string_equal(mst_buf_text(&out), "Hand  5♥  A♠  3cups Joy  ▒T▒ x26  ▒▒\n");
    draw(scene, &ascii, &out);
    assert_string_equal(mst_buf_text(&out), "Hand  5h  As  3cups Joy  #T# x26  ##\n");
    mst_buf_clear(&out);
    json_decref(scene);
}

/* ---- SVG ------------------------------------------------------------------------------------- */

enum { DEPTH_MAX = 32, NAME_MAX_LENGTH = 31 };

/* The end of a tag's attributes: each a name, '=' and a quoted value without '<'; else NULL. */
static const char *skip_attributes(const char *at) {
    while (*at == ' ' || *at == '\n') {
        at += strspn(at, " \n");
        size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-:");
        if (name == 0 || at[name] != '=' || at[name + 1] != '"')
            return NULL;
        at += name + 2;
        at += strcspn(at, "\"<");
        if (*at != '"')
            return NULL;
        at++;
    }
    return at;
}

static bool is_entity(const char *at) {
    return strncmp(at, "&lt;", 4) == 0 || strncmp(at, "&gt;", 4) == 0 ||
           strncmp(at, "&amp;", 5) == 0 || strncmp(at, "&quot;", 6) == 0;
}

/* Tags close in the order they opened, attributes are quoted, '&' begins an entity. */
static bool well_formed(const char *at) {
    char open[DEPTH_MAX][NAME_MAX_LENGTH + 1];
    int depth = 0;
    for (; *at != '\0'; at++) {
        if ((*at == '&' && !is_entity(at)) || (unsigned char)*at < 0x20) {
            if (*at != '\n')
                return false;
        }
        if (*at != '<')
            continue;
        bool closing = at[1] == '/';
        at += 1 + closing;
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz");
        if (length == 0 || length > NAME_MAX_LENGTH)
            return false;
        if (closing && (depth == 0 || strlen(open[--depth]) != length ||
                        strncmp(open[depth], at, length) != 0))
            return false;
        const char *end = skip_attributes(at + length);
        if (end == NULL || (*end != '>' && strncmp(end, "/>", 2) != 0) || depth >= DEPTH_MAX)
            return false;
        if (!closing && *end == '>') {
            memcpy(open[depth], at, length);
            open[depth++][length] = '\0';
        }
        at = strchr(end, '>');
    }
    return depth == 0;
}

static void the_xml_checker_can_say_no(void **state) {
    (void)state;
    assert_true(well_formed("<a x=\"1\"><b/>t &amp; u</a>"));
    assert_false(well_formed("<a><b></a></b>"));
    assert_false(well_formed("<a>x & y</a>"));
    assert_false(well_formed("<a x=1></a>"));
    assert_false(well_formed("<a x=\"a\"b\"></a>"));
    assert_false(well_formed("<a>"));
}

static void svg_is_well_formed_for_every_scene(void **state) {
    (void)state;
    struct mst_buf out = {0};
    for (int i = 0; i < SAMPLES + 60; i++) {
        json_t *scene = i < SAMPLES ? load(samples[i]) : random_scene((uint64_t)i);
        picture(scene, &out);
        assert_true(well_formed(mst_buf_text(&out)));
        assert_int_equal(strncmp(out.text, "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 40), 0);
        json_decref(scene);
    }
    mst_buf_clear(&out);
}

static void svg_escapes_what_a_scene_says(void **state) {
    (void)state;
    json_t *scene = parse("{\"title\":\"<&\\\"\\u0001>\",\"items\":[{\"type\":\"grid\","
                          "\"columns\":1,\"rows\":1,\"cells\":[{\"zone\":\"\\\"><x\","
                          "\"column\":0,\"row\":0,"
                          "\"stack\":[{\"text\":\"<&\\\"\",\"letter\":\"\"}]}]}]}");
    struct mst_buf out = {0};
    picture(scene, &out);
    assert_true(well_formed(mst_buf_text(&out)));
    assert_non_null(strstr(out.text, "<title>&lt;&amp;&quot;&gt;</title>"));
    assert_non_null(strstr(out.text, "data-zone=\"&quot;&gt;&lt;x\""));
    assert_non_null(strstr(out.text, ">&lt;&amp;&quot;</text>"));
    mst_buf_clear(&out);
    json_decref(scene);
}

static void svg_names_every_piece_and_sign(void **state) {
    (void)state;
    json_t *scene = load("warline");
    struct mst_buf out = {0};
    picture(scene, &out);
    static const char *const expected[] = {
        "<title>Frost battalion, Arms 6</title>",
        ">Vigor</text>",
        ">Sacrifice</text>",
        ">Waterbody</text>",
        ">Prison of Frost</text>",
        "data-zone=\"d4\"",
        "c3: Flaym battalion, Arms 1 facing north, on it Frost battalion, Arms 2 facing east"};
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
        if (strstr(mst_buf_text(&out), expected[i]) == NULL)
            fail_msg("no %s", expected[i]);
    mst_buf_clear(&out);
    json_decref(scene);
}

static void svg_grounds_differ_without_colour(void **state) {
    (void)state;
    json_t *scene = parse("{\"items\":[{\"type\":\"grid\",\"columns\":2,\"rows\":1,\"cells\":["
                          "{\"column\":0,\"row\":0,\"ground\":{\"name\":\"Cliff\",\"short\":\"l\","
                          "\"colour\":\"black\"}},"
                          "{\"column\":1,\"row\":0,\"ground\":{\"name\":\"Chasm\",\"short\":\"c\","
                          "\"label\":\"Deep\",\"colour\":\"black\"}}]}]}");
    struct mst_buf out = {0};
    picture(scene, &out);
    assert_non_null(strstr(out.text, "fill=\"url(#ground4)\"")); /* l */
    assert_non_null(strstr(out.text, "fill=\"url(#ground3)\"")); /* c */
    assert_non_null(strstr(out.text, "<pattern id=\"ground4\""));
    assert_non_null(strstr(out.text, ">Deep</text>"));
    assert_non_null(strstr(out.text, ">c</text>"));
    json_decref(scene);
    mst_buf_clear(&out);
}

static void svg_has_a_dark_theme_that_keeps_cards_legible(void **state) {
    (void)state;
    json_t *scene = parse("{\"title\":\"T\",\"items\":[{\"type\":\"cards\",\"cards\":["
                          "{\"face\":false,\"count\":7}]}]}");
    struct mst_buf out = {0};
    picture(scene, &out);
    assert_non_null(strstr(out.text, "@media (prefers-color-scheme: dark)"));
    assert_non_null(strstr(out.text, "[fill=\"#2b2620\"]"));        /* the ink of the page */
    assert_non_null(strstr(out.text, "fill=\"#2b2621\">\u00d77<")); /* not that of a badge */
    assert_null(strstr(out.text, "[fill=\"#2b2621\"]"));
    json_decref(scene);
    mst_buf_clear(&out);
}

static void svg_cards_can_be_pointed_at(void **state) {
    (void)state;
    json_t *scene = load("lanes");
    struct mst_buf out = {0};
    picture(scene, &out);
    static const char *const expected[] = {
        "<g data-zone=\"Kh\"><title>Leader</title>",
        "<g data-zone=\"troops\" data-move=\"dT\"><title>17 times troop card</title>",
        "<g data-zone=\"5\">",
        "Lane 1 of South. South: 8 of spades, 9 of spades, ten of spades.",
        "in front Mud.",
        "Your display: empty."};
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
        if (strstr(mst_buf_text(&out), expected[i]) == NULL)
            fail_msg("no %s", expected[i]);
    mst_buf_clear(&out);
    json_decref(scene);
}

/* ---- wrong scenes ---------------------------------------------------------------------------- */

static void expect_fault(const char *scene_text, const char *fault) {
    json_t *scene = parse(scene_text);
    struct mst_buf out = {0};
    struct mst_error error = {0};
    assert_int_equal(scene_draw_text(scene, &ascii, &out, &error), MST_SCRIPT_ERROR);
    assert_string_equal(error.text, fault);
    assert_int_equal(scene_svg(scene, &out, &error), MST_SCRIPT_ERROR);
    assert_int_equal(out.length, 0);
    mst_buf_clear(&out);
    json_decref(scene);
}

static void a_fault_is_named_with_its_place(void **state) {
    (void)state;
    expect_fault("{\"title\":4}", "scene.title: expected a string, got 4");
    expect_fault("{\"items\":[{\"type\":\"gird\"}]}",
                 "scene.items[0].type: expected one of 'grid', 'cards', 'lanes', 'canvas', "
                 "'list', 'text', got 'gird'; "
                 "did you mean 'grid'?");
    expect_fault("{\"items\":[{\"type\":\"grid\",\"columns\":2}]}",
                 "scene.items[0].rows: expected an integer from 1 to 40, got nothing");
    expect_fault("{\"items\":[{\"type\":\"grid\",\"columns\":2,\"rows\":2,\"cells\":["
                 "{\"column\":2,\"row\":0}]}]}",
                 "scene.items[0].cells[0].column: expected an integer from 0 to 1, got 2");
    expect_fault("{\"items\":[{\"type\":\"grid\",\"columns\":2,\"rows\":2,\"cells\":["
                 "{\"column\":1,\"row\":0},{\"column\":1,\"row\":0}]}]}",
                 "scene.items[0].cells[1]: expected one cell for each column and row, "
                 "got an object");
    expect_fault("{\"seats\":[{}],\"to_move\":1}",
                 "scene.to_move: expected an integer from -1 to 0, got 1");
}

static void a_fault_of_cards_is_named_with_its_place(void **state) {
    (void)state;
    expect_fault(
        "{\"items\":[{\"type\":\"cards\",\"cards\":[{\"mark\":\"lsat\"}]}]}",
        "scene.items[0].cards[0].mark: expected one of 'last', 'target', 'acting', 'won', got "
        "'lsat'; did you mean 'last'?");
    expect_fault("{\"items\":[{\"type\":\"cards\",\"cards\":[{\"face\":false,\"value\":\"5\"}]}]}",
                 "scene.items[0].cards[0].value: expected nothing on a face-down card, got '5'");
    expect_fault("{\"items\":[{\"type\":\"lanes\",\"sides\":[{}]}]}",
                 "scene.items[0].sides: expected a list of at least two sides, got a list of 1");
    expect_fault("{\"items\":[{\"type\":\"lanes\",\"sides\":[{},{}],\"near\":2}]}",
                 "scene.items[0].near: expected an integer from 0 to 1, got 2");
    expect_fault("{\"items\":[{\"type\":\"lanes\",\"sides\":[{},{}],\"lanes\":["
                 "{\"sides\":[{},{},{}]}]}]}",
                 "scene.items[0].lanes[0].sides: expected no more sides than the item has, "
                 "got a list of 3");
    expect_fault("{\"items\":[{\"type\":\"lanes\",\"sides\":[{},{}],\"lanes\":["
                 "{\"sides\":[{\"front\":[{\"seat\":0}]}]}]}]}",
                 "scene.items[0].lanes[0].sides[0].front[0].seat: expected an integer from -1 "
                 "to -1, got 0");
    expect_fault("{\"items\":[{\"type\":\"lanes\",\"sides\":[{},{}],\"lanes\":["
                 "{\"marker\":{\"seat\":\"x\"}}]}]}",
                 "scene.items[0].lanes[0].marker.seat: expected an integer from -1 to -1, "
                 "got 'x'");
}

static void a_scene_of_nothing_is_drawn_as_nothing(void **state) {
    (void)state;
    json_t *scene = json_object();
    struct mst_buf out = {0};
    draw(scene, &ascii, &out);
    assert_int_equal(out.length, 0);
    picture(scene, &out);
    assert_true(well_formed(mst_buf_text(&out)));
    mst_buf_clear(&out);
    json_decref(scene);
    assert_int_equal(scene_draw_text(NULL, &ascii, &out, NULL), MST_SCRIPT_ERROR);
}

/* `count` items of the kind that `item` describes. */
static json_t *scene_of(int count, const char *item) {
    json_t *scene = json_object(), *items = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(items, parse(item));
    json_object_set_new(scene, "items", items);
    return scene;
}

static void expect_large(int fits, const char *item) {
    struct mst_error error = {0};
    json_t *scene = scene_of(fits, item);
    assert_int_equal(scene_check(scene, &error), MST_OK);
    json_array_append_new(json_object_get(scene, "items"), parse(item));
    assert_int_equal(scene_check(scene, &error), MST_SCRIPT_ERROR);
    assert_string_equal(error.text, "the scene is too large to draw: it has more than 16384 "
                                    "places, pieces and cards");
    json_decref(scene);
}

static void a_scene_with_too_many_places_is_refused(void **state) {
    (void)state;
    expect_large(10, "{\"type\":\"grid\",\"columns\":40,\"rows\":40,\"stacks\":true}");
    expect_large(32, "{\"type\":\"lanes\",\"sides\":[{},{}],\"lanes\":["
                     "{\"sides\":[{\"slots\":64},{\"slots\":64}]},{},{},{}]}");
}

static int count_room(void *context, const struct scene_grid *grid, const struct scene_cell *cell,
                      int row) {
    (void)grid, (void)cell, (void)row;
    return ++*(int *)context;
}

/* A room is computed from the whole row, so it is asked for where there is a ground only. */
static void the_room_of_a_cell_without_ground_is_not_asked(void **state) {
    (void)state;
    static struct scene_legend legend;
    struct scene_grid grid;
    int asked = 0;
    json_t *item = parse("{\"type\":\"grid\",\"columns\":40,\"rows\":40,\"cells\":["
                         "{\"column\":3,\"row\":2,\"ground\":{\"name\":\"bog\"}}]}");
    assert_true(scene_grid_read(&grid, NULL, item));
    scene_legend_add(&legend, &grid, count_room, &asked);
    assert_int_equal(asked, 1);
    scene_grid_clear(&grid);
    json_decref(item);
}

/* Replace the n-th value below `node`, counted from 0 in order; -1 left when it was replaced. */
static long replace(json_t *node, long n, json_t *by) {
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(node)) {
        json_array_foreach (node, i, value) {
            if (n-- == 0) {
                json_array_set(node, i, by);
                return -1;
            }
            if ((n = replace(value, n, by)) < 0)
                return -1;
        }
    } else if (json_is_object(node)) {
        json_object_foreach (node, key, value) {
            if (n-- == 0) {
                json_object_set(node, key, by);
                return -1;
            }
            if ((n = replace(value, n, by)) < 0)
                return -1;
        }
    }
    return n;
}

static void try_both(const json_t *scene) {
    struct mst_buf out = {0};
    struct mst_error error = {0};
    enum mst_status status = scene_draw_text(scene, &unicode, &out, &error);
    assert_int_equal(status != MST_OK, error.text[0] != '\0');
    assert_int_equal(scene_svg(scene, &out, &error), status);
    if (status != MST_OK)
        assert_int_equal(out.length, 0);
    mst_buf_clear(&out);
}

static void no_wrong_value_anywhere_does_harm(void **state) {
    (void)state;
    json_t *values = parse("[null, true, -1, 0, 41, 9223372036854775807, 1.5, \"\", \"x\", [],"
                           " [[]], {}, [null],"
                           " \"\\u202e\\u0301\\ud83d\\ude00 wide and long and long\"]");
    static const struct {
        const char *name;
        long step;
    } tried[] = {{"tic-tac-toe", 1}, {"odd", 1},    {"warline", 17},
                 {"cards", 1},       {"lanes", 17}, {"canvas", 1}};
    for (size_t i = 0; i < sizeof(tried) / sizeof(tried[0]); i++) {
        json_t *sample = load(tried[i].name);
        for (long n = 0;; n += tried[i].step) {
            json_t *by;
            size_t k;
            bool over = false;
            json_array_foreach (values, k, by) {
                json_t *scene = json_deep_copy(sample);
                over = replace(scene, n, by) >= 0;
                if (!over)
                    try_both(scene);
                json_decref(scene);
            }
            if (over)
                break;
        }
        json_decref(sample);
    }
    json_decref(values);
}

static void when_memory_ends_nothing_is_written(void **state) {
    (void)state;
    json_t *scenes[] = {parse(skirmish), load("cards"), load("canvas")};
    for (int face = 0; face < 6; face++) {
        const json_t *scene = scenes[face / 2];
        long need = -1;
        for (long n = 0; need < 0; n++) {
            struct mst_buf out = {0};
            struct mst_error error = {0};
            core_mem_fail_after(n);
            enum mst_status status = face % 2 == 0 ? scene_draw_text(scene, &unicode, &out, &error)
                                                   : scene_svg(scene, &out, &error);
            core_mem_fail_after(-1);
            if (status == MST_OK)
                need = n;
            else
                assert_int_equal(status, MST_NO_MEMORY);
            assert_int_equal(out.length > 0, status == MST_OK);
            mst_buf_clear(&out);
        }
        assert_true(need > 5);
    }
    for (int i = 0; i < 3; i++)
        json_decref(scenes[i]);
}

static void the_same_scene_gives_the_same_bytes(void **state) {
    (void)state;
    struct mst_buf first = {0}, second = {0};
    for (int i = 0; i < SAMPLES; i++) {
        json_t *scene = load(samples[i]), *again = json_deep_copy(scene);
        picture(scene, &first);
        picture(again, &second);
        assert_string_equal(mst_buf_text(&first), mst_buf_text(&second));
        json_decref(scene);
        json_decref(again);
    }
    mst_buf_clear(&first);
    mst_buf_clear(&second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_never_goes_beyond_its_width),
        cmocka_unit_test(a_warline_board_with_panels_fits_80_columns_and_34_lines),
        cmocka_unit_test(every_piece_of_a_scene_can_be_read_in_its_text),
        cmocka_unit_test(ascii_text_is_seven_bit_and_without_controls),
        cmocka_unit_test(colour_adds_nothing_but_colour),
        cmocka_unit_test(tic_tac_toe_is_drawn_like_this),
        cmocka_unit_test(stacks_walls_holes_and_panels_are_drawn_like_this),
        cmocka_unit_test(the_examples_of_the_page_are_drawn_as_it_says),
        cmocka_unit_test(nine_lanes_a_hand_and_decks_fit_80_columns_and_27_lines),
        cmocka_unit_test(the_near_side_is_drawn_at_the_bottom),
        cmocka_unit_test(the_rule_of_an_owned_lane_is_bold),
        cmocka_unit_test(the_first_card_of_a_side_lies_by_the_marker),
        cmocka_unit_test(suits_are_signs_or_letters),
        cmocka_unit_test(the_xml_checker_can_say_no),
        cmocka_unit_test(svg_is_well_formed_for_every_scene),
        cmocka_unit_test(svg_escapes_what_a_scene_says),
        cmocka_unit_test(svg_names_every_piece_and_sign),
        cmocka_unit_test(svg_grounds_differ_without_colour),
        cmocka_unit_test(svg_has_a_dark_theme_that_keeps_cards_legible),
        cmocka_unit_test(svg_cards_can_be_pointed_at),
        cmocka_unit_test(a_fault_is_named_with_its_place),
        cmocka_unit_test(a_fault_of_cards_is_named_with_its_place),
        cmocka_unit_test(a_scene_of_nothing_is_drawn_as_nothing),
        cmocka_unit_test(a_scene_with_too_many_places_is_refused),
        cmocka_unit_test(the_room_of_a_cell_without_ground_is_not_asked),
        cmocka_unit_test(no_wrong_value_anywhere_does_harm),
        cmocka_unit_test(when_memory_ends_nothing_is_written),
        cmocka_unit_test(the_same_scene_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
