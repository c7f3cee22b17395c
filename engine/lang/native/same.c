/* Rules with the same code: see native.h. Large rulesets say many things several times, each with a
 * rule of its own, and one function serves them all. */
#include "lang/native/native.h"

#include <string.h>

struct search {
    const struct core_rules *rules;
    const struct native_role *roles;
    int *same;
    int *table; /* starts of different rules by their hash; 0 is free */
    int size;   /* of the table, a power of two */
};

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
    return hash ^ hash >> 29;
}

/* Which function does a call call, and how large is its window? */
static void callee_of(const struct search *s, const struct core_code *at, int *code,
                      int *registers) {
    const struct core_routine *routine = &s->rules->routines[at->k];
    *code = routine->code > 0 ? s->same[routine->code] : routine->code;
    *registers = routine->registers;
}

static bool same_instruction(const struct search *s, int a, int b) {
    const struct core_code *one = &s->rules->code[a], *two = &s->rules->code[b];
    const struct core_code_line *here = core_code_line_of(s->rules, a),
                                *there = core_code_line_of(s->rules, b);
    int code[2], registers[2];
    if (one->op != two->op || one->a != two->a || one->b != two->b || one->c != two->c ||
        (here == NULL) != (there == NULL) ||
        (here && (here->line != there->line || here->source != there->source)))
        return false;
    if (one->op != CORE_CODE_INVOKE || one->k == two->k)
        return one->w == two->w;
    const struct core_routine *first = &s->rules->routines[one->k],
                              *second = &s->rules->routines[two->k];
    callee_of(s, one, &code[0], &registers[0]);
    callee_of(s, two, &code[1], &registers[1]);
    return code[0] > 0 && code[0] == code[1] && registers[0] == registers[1] &&
           native_same_values(first, second);
}

static uint64_t same_hash_of(const struct search *s, int start, int end) {
    uint64_t hash = mixed((uint64_t)(end - start), (uint64_t)s->rules->code[start - 1].w);
    for (int i = start; i < end; i++) {
        const struct core_code *at = &s->rules->code[i];
        int code = 0, registers;
        if (at->op == CORE_CODE_INVOKE)
            callee_of(s, at, &code, &registers);
        hash = mixed(hash, (uint64_t)at->op << 48 ^ (uint64_t)(uint16_t)at->a << 32 ^
                               (uint64_t)(uint16_t)at->b << 16 ^ (uint16_t)at->c);
        hash = mixed(hash, at->op == CORE_CODE_INVOKE ? (uint64_t)code : (uint64_t)at->w);
    }
    return hash;
}

static bool same_role(const struct search *s, int a, int b) {
    const struct native_role *one = &s->roles[a], *two = &s->roles[b];
    return one->kept == two->kept && (one->routine == NULL) == (two->routine == NULL) &&
           (!one->routine || native_same_values(one->routine, two->routine));
}

static bool same_rule(const struct search *s, int a, int b, int length) {
    const struct core_code *code = s->rules->code;
    if (code[a - 1].w != code[b - 1].w || native_end(s->rules, b) - b != length ||
        !same_role(s, a, b))
        return false;
    for (int i = 0; i < length; i++)
        if (!same_instruction(s, a + i, b + i))
            return false;
    return true;
}

/* The first rule that is the same, which is this one if there is none before. */
static int same_find(struct search *s, int start, int end) {
    int at = (int)(same_hash_of(s, start, end) & (uint64_t)(s->size - 1));
    for (; s->table[at]; at = (at + 1) & (s->size - 1))
        if (same_rule(s, start, s->table[at], end - start))
            return s->table[at];
    return s->table[at] = start;
}

bool native_same_values(const struct core_routine *a, const struct core_routine *b) {
    bool same = a->param_count == b->param_count && a->result_count == b->result_count;
    for (int i = 0; same && i < a->param_count; i++)
        same = a->params[i].is_set == b->params[i].is_set;
    for (int i = 0; same && i < a->result_count; i++)
        same = a->results[i].is_set == b->results[i].is_set;
    return same;
}

int native_end(const struct core_rules *rules, int start) {
    int end = start;
    while (end < rules->code_count && rules->code[end].op != CORE_CODE_COST)
        end++;
    return end;
}

bool native_find_same(const struct core_rules *rules, const struct native_role *roles, int *same) {
    struct search s = {.rules = rules, .roles = roles, .same = same, .size = 1};
    while (s.size < 2 * rules->code_count)
        s.size *= 2;
    s.table = mst_calloc((size_t)s.size, sizeof *s.table);
    if (!s.table)
        return false;
    for (int start = 1, end; start < rules->code_count; start = end + 1) {
        end = native_end(rules, start);
        same[start] = start; /* for calls of itself */
        same[start] = same_find(&s, start, end);
    }
    mst_free(s.table);
    return true;
}
