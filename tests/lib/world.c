/* A small world for rules: see world.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/world.h"

enum { STONES = 5, CARDS = 3 };

static void declare(struct core_schema *schema) {
    static const struct core_field fields[] = {
        {.name = "turn", .of = CORE_OF_GAME, .max = 9, .initial = 4, .hashed = true},
        {.name = "score", .of = CORE_OF_SEAT, .min = -9, .max = 9, .hashed = true},
        {.name = "ground", .of = CORE_OF_ZONE, .max = 9, .initial = 2, .hashed = true},
        {.name = "damage", .of = CORE_OF_PIECE, .max = 6, .hashed = true},
        {.name = "soil",
         .of = CORE_OF_ZONE,
         .max = 9,
         .initial = 2,
         .hashed = true,
         .indexed = true},
    };
    static const struct core_container hand = {.name = "hand", .per_seat = true};
    static const struct core_container pile = {.name = "pile", .ordered = true};
    for (int i = 0; i < 5; i++)
        assert_int_equal(core_schema_field(schema, &fields[i], NULL), i);
    assert_int_equal(core_schema_type(schema, "stone", STONES, NULL, NULL), 0);
    assert_int_equal(core_schema_type(schema, "card", CARDS, NULL, NULL), 1);
    assert_true(core_schema_container(schema, &hand, NULL) > 0);
    assert_true(core_schema_container(schema, &pile, NULL) > 0);
}

void world_open(struct world *w, int columns) {
    *w = (struct world){.columns = columns, .rules = core_rules_new()};
    struct core_schema *schema = w->rules->schema;
    schema->board = core_board_grid(columns, columns, true, NULL);
    schema->seats = 2;
    declare(schema);
    assert_int_equal(core_schema_freeze(schema, NULL), MST_OK);
    struct core_table *table =
        core_rules_grow(&w->rules->tables, &w->rules->table_count, sizeof *table);
    table->count = 4;
    table->values = mst_calloc(4, sizeof *table->values);
    for (int i = 0; i < 4; i++)
        table->values[i] = 7 * i;
    struct core_region *region =
        core_rules_grow(&w->rules->regions, &w->rules->region_count, sizeof *region);
    region->count = 2;
    region->words = mst_calloc((size_t)(2 * schema->board->words), sizeof *region->words);
    region->words[0] = 1;
    region->words[schema->board->words] = 6;
    w->pos = core_position_new(schema);
    int base = schema->board->zones, hand = base + 1;
    for (int p = 0; p < 4; p++) {
        core_position_set_owner(w->pos, p, p % 2);
        core_position_put(w->pos, p, p < 3 ? 0 : columns + 1);
    }
    core_position_set_piece(w->pos, 1, &schema->fields[3], 3);
    for (int p = 5; p < 7; p++)
        core_position_put(w->pos, p, hand + 1);
    core_position_set(w->pos, schema->fields[1].first + schema->fields[1].stride, -6);
    core_position_set(w->pos, CORE_SLOT_TO_MOVE, 1);
    assert_true(core_play_init(&w->play, w->rules, w->pos));
}

void world_ready(struct world *w) {
    core_play_clear(&w->play);
    core_budget_start(w->rules->budget);
    assert_true(core_play_init(&w->play, w->rules, w->pos));
}

void world_close(struct world *w) {
    core_play_clear(&w->play);
    core_position_free(w->pos);
    core_rules_free(w->rules);
}
