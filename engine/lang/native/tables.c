/* The tables of rules as C constants: see native.h. Members that native code does not read are left
 * out. */
#include "lang/native/native.h"

#include <assert.h>
#include <stdio.h>

#include "core/schema.h"

void native_write_number(struct mst_buf *out, int64_t number) {
    if (number == INT64_MIN)
        mst_buf_puts(out, "INT64_MIN");
    else
        mst_buf_int(out, number);
    if (number > INT32_MAX || (number < INT32_MIN && number != INT64_MIN))
        mst_buf_puts(out, "LL");
}

static void write_word(struct mst_buf *out, uint64_t word) {
    mst_buf_printf(out, "0x%llxULL", (unsigned long long)word);
}

/* `static const TYPE NAME[] = {`, the numbers and `0};`: C has no empty lists. */
#define WRITE_LIST(out, type, name, list, count)                                                   \
    do {                                                                                           \
        mst_buf_printf(out, "static const %s %s[] = {", type, name);                               \
        for (int i_ = 0; i_ < (count); i_++) {                                                     \
            native_write_number(out, (list)[i_]);                                                  \
            mst_buf_char(out, ',');                                                                \
        }                                                                                          \
        mst_buf_puts(out, "0};\n");                                                                \
    } while (0)

static void write_words(struct mst_buf *out, const char *linkage, const char *name,
                        const uint64_t *words, int count) {
    mst_buf_printf(out, "%s const uint64_t %s[] = {", linkage, name);
    for (int i = 0; i < count; i++) {
        write_word(out, words[i]);
        mst_buf_char(out, ',');
    }
    mst_buf_puts(out, "0};\n");
}

static void write_board(const struct core_board *board, struct mst_buf *out) {
    char name[24];
    assert(board->directions <= CORE_MOST_DIRECTIONS);

    /* The lists come first: the constant refers to them by name. */
    for (int d = 0; d < board->directions; d++) {
        snprintf(name, sizeof name, "native_to%d", d);
        WRITE_LIST(out, "int32_t", name, board->to[d], board->zones);
    }
    WRITE_LIST(out, "int16_t", "native_column", board->column, board->zones);
    WRITE_LIST(out, "int16_t", "native_row", board->row, board->zones);

    /* Members of a board are not const, but this one is: hence the casts. Without names, which no
     * rule reads. */
    mst_buf_printf(out,
                   "static const struct core_board native_board = {.zones = %d, .directions = %d, "
                   ".words = %d, .column = (int16_t *)native_column, .row = (int16_t *)native_row, "
                   ".uniform = %d, .axis_count = %d, .to = {",
                   board->zones, board->directions, board->words, board->uniform,
                   board->axis_count);
    for (int d = 0; d < board->directions; d++)
        mst_buf_printf(out, "(int32_t *)native_to%d,", d);

    /* With the axes as numbers, the compiler unrolls the loops of native_near. */
    mst_buf_puts(out, "}, .axes = {");
    for (int i = 0; i < board->axis_count; i++) {
        mst_buf_char(out, '{');
        write_word(out, board->axes[i].up);
        mst_buf_char(out, ',');
        write_word(out, board->axes[i].down);
        mst_buf_printf(out, ",%d},", board->axes[i].by);
    }
    mst_buf_puts(out, "}};\n");
}

static void write_fields(const struct core_schema *s, struct mst_buf *out) {
    for (int i = 0; i < s->field_count; i++) {
        const struct core_field *f = &s->fields[i];
        mst_buf_printf(out,
                       "{.of = %d, .min = %lld, .max = %lld, .seen = %d, .hashed = %d, "
                       ".first = %d, .stride = %d, .sets = %d, .coefficient = ",
                       (int)f->of, (long long)f->min, (long long)f->max, (int)f->seen, f->hashed,
                       f->first, f->stride, f->sets);
        write_word(out, f->coefficient);
        mst_buf_puts(out, "},\n");
    }
}

static void write_places(const struct core_schema *s, struct mst_buf *out) {
    mst_buf_puts(out, "static const struct core_place_facts native_place[] = {");
    for (int i = 0; i < s->places; i++) {
        mst_buf_char(out, '{');
        write_word(out, s->place_facts[i].bit);
        mst_buf_char(out, ',');
        write_word(out, s->place_facts[i].levels);
        mst_buf_char(out, ',');
        write_word(out, s->place_facts[i].share);
        mst_buf_printf(out, ",%d,%d},", (int)s->place_facts[i].top, (int)s->place_facts[i].word);
    }
    mst_buf_puts(out, "};\n");
}

static void write_schema(const struct core_schema *s, struct mst_buf *out) {
    assert(s->frozen); /* S1: the numbers below are final */
    WRITE_LIST(out, "int32_t", "native_top_slot", s->top_slot, s->places);
    WRITE_LIST(out, "int8_t", "native_type_of", s->type_of, s->pieces);
    WRITE_LIST(out, "int32_t", "native_tops_of", s->tops_of, s->pieces);
    write_places(s, out);

    /* Far longer than the others, so it is only in part 0, and the other parts refer to it. */
    mst_buf_puts(out, "#if NATIVE_PART > 0\nextern const uint64_t native_coefficient[];\n#else\n");
    write_words(out, "NATIVE_TABLE", "native_coefficient", s->slot_coefficient, s->slots);
    mst_buf_puts(out, "#endif\n");

    /* The inline writes of core/write.h take the schema as an argument: with a constant one, the
     * compiler folds its numbers into the code. */
    mst_buf_printf(
        out,
        "static const struct core_schema native_schema = {.board = (struct core_board "
        "*)&native_board, .seats = %d, .pieces = %d, .places = %d, .type_count = %d, "
        ".slots = %d, .words = %d, .piece_first = %d, .piece_stride = %d, .tops_first = %d, "
        ".known_first = %d, .top_slot = (int32_t *)native_top_slot, "
        ".type_of = (int8_t *)native_type_of, .tops_of = (int32_t *)native_tops_of, "
        ".place_facts = (struct core_place_facts *)native_place, "
        ".slot_coefficient = (uint64_t *)native_coefficient, .fields = {\n",
        s->seats, s->pieces, s->places, s->type_count, s->slots, s->words, s->piece_first,
        s->piece_stride, s->tops_first, s->known_first);
    write_fields(s, out);
    mst_buf_puts(out, "}};\n");
}

static void write_regions(const struct core_rules *rules, struct mst_buf *out) {
    char name[32];
    for (int i = 0; i < rules->region_count; i++) {
        snprintf(name, sizeof name, "native_region%d", i);
        write_words(out, "static", name, rules->regions[i].words,
                    rules->regions[i].count * rules->schema->board->words);
    }
    mst_buf_puts(out, "static const struct core_region native_regions[] = {");
    for (int i = 0; i < rules->region_count; i++)
        mst_buf_printf(out, "{%d, (uint64_t *)native_region%d},", rules->regions[i].count, i);
    mst_buf_puts(out, "{0}};\n");
}

static void write_values(const struct core_rules *rules, struct mst_buf *out) {
    char name[32];
    for (int i = 0; i < rules->table_count; i++) {
        snprintf(name, sizeof name, "native_table%d", i);
        WRITE_LIST(out, "int32_t", name, rules->tables[i].values, rules->tables[i].count);
    }
    mst_buf_puts(out, "static const struct core_table native_tables[] = {");
    for (int i = 0; i < rules->table_count; i++)
        mst_buf_printf(out, "{0, %d, (int32_t *)native_table%d, %d},", rules->tables[i].count, i,
                       rules->tables[i].absent);
    mst_buf_puts(out, "{0}};\n");
}

static void write_leaps(const struct core_rules *rules, struct mst_buf *out) {
    mst_buf_puts(out, "static const struct core_leap native_leaps[] = {");
    for (int i = 0; i < rules->leap_count; i++) {
        const struct core_leap *leap = &rules->leaps[i];
        uint64_t words[] = {leap->source, leap->unit, leap->back, leap->shift};
        mst_buf_char(out, '{');
        for (int k = 0; k < 4; k++) {
            write_word(out, words[k]);
            mst_buf_char(out, ',');
        }
        mst_buf_puts(out, "},");
    }
    mst_buf_puts(out, "{0}};\n");
}

void native_write_tables(const struct core_rules *rules, struct mst_buf *out) {
    write_board(rules->schema->board, out);
    write_schema(rules->schema, out);
    write_regions(rules, out);
    write_values(rules, out);
    write_leaps(rules, out);
}
