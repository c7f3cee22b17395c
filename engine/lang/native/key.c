/* The ingredients of the C of rules (K in native.h), so that an object is found without writing the
 * C. Whatever translate.c, same.c and tables.c read of the rules must be here. */
#include "lang/native/native.h"

static void add_numbers(struct mst_buf *out, const int *numbers, int count) {
    mst_buf_bytes(out, (const char *)numbers, (size_t)count * sizeof *numbers);
}

static void add_values(struct mst_buf *out, const struct core_routine_value *values, int count) {
    for (int i = 0; i < count; i++)
        add_numbers(out, (const int[]){values[i].var, values[i].is_set}, 2);
}

static void add_routines(const struct core_rules *rules, struct mst_buf *out) {
    for (int i = 0; i < rules->routine_count; i++) {
        const struct core_routine *r = &rules->routines[i];
        add_numbers(out, (const int[]){r->code, r->registers, r->param_count, r->result_count}, 4);
        add_values(out, r->params, r->param_count);
        add_values(out, r->results, r->result_count);
    }
}

/* Statements of clauses: their variables are read afterwards. */
static void add_statements(const struct core_rules *rules, struct mst_buf *out) {
    for (int k = 0; k < rules->kind_count; k++)
        for (int i = 0; i < rules->kinds[k].clause_count; i++)
            if (rules->kinds[k].clauses[i].kind == CORE_CLAUSE_DO)
                add_numbers(out, &rules->kinds[k].clauses[i].node, 1);
}

void native_write_key(const struct core_rules *rules, struct mst_buf *out) {
    const struct core_schema *schema = rules->schema;
    const int counts[] = {schema->field_count, schema->type_count, rules->code_count,
                          rules->line_count, rules->routine_count};
    mst_buf_puts(out, native_sources);
    native_write_tables(rules, out);
    add_numbers(out, counts, sizeof counts / sizeof *counts);
    mst_buf_bytes(out, (const char *)rules->code, (size_t)rules->code_count * sizeof *rules->code);
    mst_buf_bytes(out, (const char *)rules->lines,
                  (size_t)rules->line_count * sizeof *rules->lines);
    add_routines(rules, out);
    add_statements(rules, out);
}
