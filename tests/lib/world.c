/* A small world for expressions: see world.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/world.h"

enum { STONES = 5, CARDS = 3 };

static void declare(struct mst_schema *schema) {
    static const struct mst_field fields[] = {
        {.name = "turn", .of = MST_OF_GAME, .max = 9, .initial = 4, .hashed = true},
        {.name = "score", .of = MST_OF_SEAT, .min = -9, .max = 9, .hashed = true},
        {.name = "ground", .of = MST_OF_ZONE, .max = 9, .initial = 2, .hashed = true},
        {.name = "damage", .of = MST_OF_PIECE, .max = 6, .hashed = true},
        {.name = "soil",
         .of = MST_OF_ZONE,
         .max = 9,
         .initial = 2,
         .hashed = true,
         .indexed = true},
    };
    static const struct mst_container hand = {.name = "hand", .per_seat = true};
    static const struct mst_container pile = {.name = "pile", .ordered = true};
    for (int i = 0; i < 5; i++)
        assert_int_equal(mst_schema_field(schema, &fields[i], NULL), i);
    assert_int_equal(mst_schema_type(schema, "stone", STONES, NULL, NULL), 0);
    assert_int_equal(mst_schema_type(schema, "card", CARDS, NULL, NULL), 1);
    assert_true(mst_schema_container(schema, &hand, NULL) > 0);
    assert_true(mst_schema_container(schema, &pile, NULL) > 0);
}

void world_define(struct mst_rules *rules, const char *name, const char *param, const char *text) {
    struct mst_define *define =
        mst_rules_grow(&rules->defines, &rules->define_count, sizeof *define);
    struct mst_layer *layer = mst_rules_grow(&define->layers, &define->layer_count, sizeof *layer);
    snprintf(define->name, sizeof define->name, "%s", name);
    if (param) {
        snprintf(define->params[0], sizeof define->params[0], "%s", param);
        define->param_count = 1;
    }
    layer->text = mst_strdup(text);
    layer->origin = mst_strdup("define:1");
    layer->module = mst_strdup("test");
    assert_true(mst_rules_name(rules, name, MST_NAME_DEFINE, rules->define_count - 1, NULL));
}

void world_open(struct world *w, int columns) {
    *w = (struct world){.columns = columns, .rules = mst_rules_new()};
    struct mst_schema *schema = w->rules->schema;
    schema->board = mst_board_grid(columns, columns, true, NULL);
    schema->seats = 2;
    declare(schema);
    assert_int_equal(mst_schema_freeze(schema, NULL), MST_OK);
    assert_true(mst_rules_name(w->rules, "ten", MST_NAME_CONSTANT, 10, NULL));
    struct mst_table *table =
        mst_rules_grow(&w->rules->tables, &w->rules->table_count, sizeof *table);
    table->count = 4;
    table->values = mst_calloc(4, sizeof *table->values);
    for (int i = 0; i < 4; i++)
        table->values[i] = 7 * i;
    assert_true(mst_rules_name(w->rules, "sevens", MST_NAME_TABLE, 0, NULL));
    struct mst_region *region =
        mst_rules_grow(&w->rules->regions, &w->rules->region_count, sizeof *region);
    region->count = 2;
    region->words = mst_calloc((size_t)(2 * schema->board->words), sizeof *region->words);
    region->words[0] = 1;
    region->words[schema->board->words] = 6;
    assert_true(mst_rules_name(w->rules, "home", MST_NAME_REGION, 0, NULL));
    world_define(w->rules, "twice", "x", "x + x");
    world_define(w->rules, "around", "s", "near(s) - s");
    world_define(w->rules, "first_row", NULL, "{z in zones: row(z) == 0}");
    w->pos = mst_position_new(schema);
    int base = schema->board->zones, hand = base + 1;
    for (int p = 0; p < 4; p++) {
        mst_position_set_owner(w->pos, p, p % 2);
        mst_position_put(w->pos, p, p < 3 ? 0 : columns + 1);
    }
    mst_position_set_piece(w->pos, 1, &schema->fields[3], 3);
    for (int p = 5; p < 7; p++)
        mst_position_put(w->pos, p, hand + 1);
    mst_position_set(w->pos, schema->fields[1].first + schema->fields[1].stride, -6);
    mst_position_set(w->pos, MST_SLOT_TO_MOVE, 1);
    assert_true(mst_play_init(&w->play, w->rules, w->pos));
}

void world_ready(struct world *w) {
    mst_play_clear(&w->play);
    assert_true(mst_play_init(&w->play, w->rules, w->pos));
}

void world_close(struct world *w) {
    mst_play_clear(&w->play);
    mst_position_free(w->pos);
    mst_rules_free(w->rules);
}

int64_t world_value(struct world *w, const char *text) {
    struct mst_error error = {0};
    int node = mst_compile_int(w->rules, NULL, text, "test:1", &error);
    if (node < 0)
        fail_msg("%s: %s", text, error.text);
    world_ready(w);
    int64_t value = mst_eval(&w->play, node);
    if (w->play.failed)
        fail_msg("%s: %s", text, w->play.error.text);
    return value;
}

void world_expect(struct world *w, const struct expectation *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int64_t value = world_value(w, list[i].text);
        if (value != list[i].value)
            fail_msg("%dx%d: %s is %lld, not %lld", w->columns, w->columns, list[i].text,
                     (long long)value, (long long)list[i].value);
    }
}

void world_expect_on_both(const struct expectation *list, size_t count) {
    const int sizes[] = {7, 12};
    for (int i = 0; i < 2; i++) {
        struct world w;
        world_open(&w, sizes[i]);
        world_expect(&w, list, count);
        world_close(&w);
    }
}
