/* Compilation of sets: see code.h. A set of one word is a plain number; one that is known at load
 * (a region, a zone, or a combination of them) is an operand of the instruction. A larger set takes
 * as many registers as it has words, and instructions name the first one. */
#include "lang/code/code_make.h"

static bool is_me(const struct lang_maker *m, int node) {
    const struct core_node *n = lang_maker_node(m, node);
    return n->op == LANG_OP_SLOT && n->a == CORE_SLOT_TO_MOVE;
}

/* ---- constant sets --------------------------------------------------------------------------- */

/* Is the seat of a region (or MST_NONE) a constant? */
static bool known_seat(const struct lang_maker *m, int node, int64_t *seat) {
    *seat = 0;
    return node < 0 || lang_known(m, node, seat);
}

static bool known_leaf(const struct lang_maker *m, const struct core_node *n, uint64_t *word) {
    const struct core_region *region;
    int64_t k;
    *word = 0;

    /* A zone or a seat that does not exist gives the empty set, as when it is computed (X1). */
    switch ((enum lang_op)n->op) {
    case LANG_OP_NOTHING: return true;
    case LANG_OP_ZONES: *word = core_all_word(m->schema->board); return true;
    case LANG_OP_SET_VAR: *word = (uint64_t)m->sets[n->a].k; return m->sets[n->a].constant;
    case LANG_OP_ONLY:
        if (!lang_known(m, n->a, &k))
            return false;
        *word = k < 0 || k >= m->schema->board->zones ? 0 : 1ULL << k;
        return true;
    case LANG_OP_REGION:
        region = &m->rules->regions[n->a];
        if (!known_seat(m, n->b, &k))
            return false;
        *word = k < 0 || k >= region->count ? 0 : region->words[k];
        return true;
    default: return false;
    }
}

bool lang_known_set(const struct lang_maker *m, int node, uint64_t *word) {
    const struct core_node *n = lang_maker_node(m, node);
    uint64_t left, right;
    if (m->words > 1)
        return false;
    switch ((enum lang_op)n->op) { /* only for leaves: deeper constants are rare, and testing them
                                    * is costly */
    case LANG_OP_UNION:
    case LANG_OP_MEET:
    case LANG_OP_MINUS:
        if (!known_leaf(m, lang_maker_node(m, n->a), &left) ||
            !known_leaf(m, lang_maker_node(m, n->b), &right))
            return false;
        *word = n->op == LANG_OP_UNION  ? left | right
                : n->op == LANG_OP_MEET ? left & right
                                        : left & ~right;
        return true;
    case LANG_OP_WITHOUT:
        if (!known_leaf(m, lang_maker_node(m, n->a), &left))
            return false;
        *word = core_all_word(m->schema->board) & ~left;
        return true;
    default: return known_leaf(m, n, word);
    }
}

int lang_make_set_operand(struct lang_maker *m, int node) {
    const struct core_node *n = lang_maker_node(m, node);
    if (n->op == LANG_OP_SET_VAR && !m->sets[n->a].constant)
        return m->sets[n->a].reg;
    int to = lang_fresh_set(m);
    lang_make_set(m, node, to);
    return lang_value_known(m, to);
}

void lang_make_let_set(struct lang_maker *m, const struct core_node *let) {
    const struct core_node *value = lang_maker_node(m, let->b);
    struct lang_alias *alias = &m->sets[let->a];
    uint64_t word;
    int own = lang_own_set(m, let->a);
    if (value->op == LANG_OP_SET_VAR && !let->k && !m->sets[value->a].stored) {
        *alias = m->sets[value->a];
    } else if (!let->k && lang_known_set(m, let->b, &word)) {
        *alias = (struct lang_alias){.constant = true, .k = (int64_t)word};
    } else {
        int to = lang_let_register(m, own, let->k != 0);
        lang_make_set(m, let->b, to);
        *alias = (struct lang_alias){.stored = let->k != 0,
                                     .reg = let->k ? to : lang_value_known(m, to)};
    }
}

/* ---- facts ----------------------------------------------------------------------------------- */

static void make_region(struct lang_maker *m, const struct core_node *n, int to) {
    if (n->b < 0) { /* a large set; a constant word was handled before */
        int seat = lang_fresh(m, 1);
        lang_code_add_w(m, CORE_CODE_K, seat, 0, 0);
        lang_code_add_k(m, CORE_CODE_LARGE_REGION, to, seat, 0, n->a, 0);
    } else if (m->words == 1 && is_me(m, n->b)) {
        lang_code_add_k(m, CORE_CODE_REGION_MINE, to, 0, 0, n->a, 0);
    } else {
        lang_code_add_k(m, m->words == 1 ? CORE_CODE_REGION : CORE_CODE_LARGE_REGION, to,
                        lang_make_operand(m, n->b), 0, n->a, 0);
    }
}

/* tops(type, seat) as a word, for a constant type: its sets are consecutive. */
static void make_word_tops(struct lang_maker *m, int type, int seat_node, int to) {
    int first = core_slot_tops(m->schema, type, MST_NONE) / 2;
    int64_t seat;
    if (seat_node < 0)
        lang_code_add_k(m, CORE_CODE_TOPS_ALL, to, 0, 0, first, m->schema->seats);
    else if (is_me(m, seat_node))
        lang_code_add_k(m, CORE_CODE_TOPS_MINE, to, 0, 0, first, 0);
    else if (!lang_known(m, seat_node, &seat))
        lang_code_add_k(m, CORE_CODE_TOPS_OF, to, lang_make_operand(m, seat_node), 0, first,
                        m->schema->seats);
    else if (seat < MST_NONE || seat >= m->schema->seats)
        lang_code_add_w(m, CORE_CODE_K, to, 0, 0);
    else
        lang_code_add_k(m, CORE_CODE_TOPS_AT, to, 0, 0, first + (int)seat + 1, 0);
}

static void make_tops(struct lang_maker *m, const struct core_node *n, int to) {
    int64_t type;
    if (m->words == 1 && lang_known(m, n->a, &type) && type >= 0 && type < m->schema->type_count) {
        make_word_tops(m, (int)type, n->b, to);
        return;
    }
    int of = lang_make_operand(m, n->a);
    if (n->b < 0)
        lang_code_add(m, m->words == 1 ? CORE_CODE_TOPS_ANY : CORE_CODE_LARGE_TOPS_ANY, to, of, 0);
    else
        lang_code_add(m, m->words == 1 ? CORE_CODE_TOPS : CORE_CODE_LARGE_TOPS, to, of,
                      lang_make_operand(m, n->b));
}

/* ---- sets ------------------------------------------------------------------------------------ */

static enum core_code_op code_sets_pick(const struct lang_maker *m, enum core_code_op word,
                                        enum core_code_op large) {
    return m->words == 1 ? word : large;
}

static void make_pair(struct lang_maker *m, enum core_code_op word, enum core_code_op large,
                      const struct core_node *n, int to) {
    int left = lang_make_set_operand(m, n->a);
    lang_code_add(m, code_sets_pick(m, word, large), to, left, lang_make_set_operand(m, n->b));
}

static void make_union(struct lang_maker *m, const struct core_node *n, int to) {
    uint64_t word;
    if (lang_known_set(m, n->a, &word))
        lang_code_add_w(m, CORE_CODE_UNION_K, to, lang_make_set_operand(m, n->b), (int64_t)word);
    else if (lang_known_set(m, n->b, &word))
        lang_code_add_w(m, CORE_CODE_UNION_K, to, lang_make_set_operand(m, n->a), (int64_t)word);
    else
        make_pair(m, CORE_CODE_UNION, CORE_CODE_LARGE_UNION, n, to);
}

static void make_meet(struct lang_maker *m, const struct core_node *n, int to) {
    uint64_t word;
    if (lang_known_set(m, n->a, &word))
        lang_code_add_w(m, CORE_CODE_MEET_K, to, lang_make_set_operand(m, n->b), (int64_t)word);
    else if (lang_known_set(m, n->b, &word))
        lang_code_add_w(m, CORE_CODE_MEET_K, to, lang_make_set_operand(m, n->a), (int64_t)word);
    else
        make_pair(m, CORE_CODE_MEET, CORE_CODE_LARGE_MEET, n, to);
}

static void make_minus(struct lang_maker *m, const struct core_node *n, int to) {
    uint64_t word;
    if (lang_known_set(m, n->a, &word))
        lang_code_add_w(m, CORE_CODE_FROM_SET_K, to, lang_make_set_operand(m, n->b), (int64_t)word);
    else if (lang_known_set(m, n->b, &word))
        lang_code_add_w(m, CORE_CODE_MEET_K, to, lang_make_set_operand(m, n->a), (int64_t)~word);
    else
        make_pair(m, CORE_CODE_MINUS, CORE_CODE_LARGE_MINUS, n, to);
}

static void make_without(struct lang_maker *m, const struct core_node *n, int to) {
    int set = lang_make_set_operand(m, n->a);
    if (m->words == 1)
        lang_code_add_w(m, CORE_CODE_FROM_SET_K, to, set, (int64_t)core_all_word(m->schema->board));
    else
        lang_code_add(m, CORE_CODE_LARGE_WITHOUT, to, set, 0);
}

static void make_shift(struct lang_maker *m, const struct core_node *n, int to) {
    int set = lang_make_set_operand(m, n->a);
    lang_code_add(m, code_sets_pick(m, CORE_CODE_SHIFT, CORE_CODE_LARGE_SHIFT), to, set,
                  lang_make_operand(m, n->b));
}

static void make_ray(struct lang_maker *m, const struct core_node *n, int to) {
    int set = lang_make_set_operand(m, n->a), direction = lang_make_operand(m, n->b);
    int ray = lang_fresh_set(m); /* `to` may be one of the operands */
    lang_make_set(m, n->c, ray);
    lang_code_add(m, code_sets_pick(m, CORE_CODE_RAY, CORE_CODE_LARGE_RAY), ray, set, direction);
    lang_code_add(m, code_sets_pick(m, CORE_CODE_MOVE, CORE_CODE_LARGE_COPY), to, ray, 0);
}

/* The indexed field of the current zone in a loop over all zones, or NULL. */
static const struct core_field *indexed(const struct lang_maker *m, int node, int var) {
    const struct core_node *n = lang_maker_node(m, node);
    if (n->op != LANG_OP_FIELD || lang_maker_node(m, n->a)->op != LANG_OP_VAR ||
        lang_maker_node(m, n->a)->a != var)
        return NULL;
    const struct core_field *field = &m->schema->fields[n->b];
    return field->sets ? field : NULL;
}

/* Is the value obviously independent of the loop? */
static bool outside(const struct lang_maker *m, int node, int var) {
    const struct core_node *n = lang_maker_node(m, node);
    int64_t k;
    return lang_known(m, node, &k) || n->op == LANG_OP_SLOT ||
           (n->op == LANG_OP_VAR && n->a != var);
}

/* {z in zones: FIELD(z) == VALUE} */
static bool make_equal(struct lang_maker *m, int field_node, int value, int var, int to) {
    const struct core_field *field = indexed(m, field_node, var);
    int64_t k;
    if (!field || !outside(m, value, var))
        return false;
    if (!lang_known(m, value, &k))
        lang_code_add_k(m, CORE_CODE_TOPS_OF, to, lang_make_operand(m, value), 0, field->sets / 2,
                        field->max + 1);
    else if (k < 0 || k > field->max)
        lang_code_add_w(m, CORE_CODE_K, to, 0, 0);
    else
        lang_code_add_k(m, CORE_CODE_TOPS_AT, to, 0, 0, field->sets / 2 + (int)k + 1, 0);
    return true;
}

/* {z in zones: TABLE(FIELD(z))} */
static bool make_listed(struct lang_maker *m, const struct core_node *n, int var, int to) {
    const struct core_field *field = n->op == LANG_OP_TABLE ? indexed(m, n->a, var) : NULL;
    if (!field)
        return false;
    const struct core_table *table = &m->rules->tables[n->b];
    int sum = lang_fresh(m, 1), part = lang_fresh(m, 1);
    lang_code_add_w(m, CORE_CODE_K, sum, 0, 0);
    for (int value = 0; value <= field->max && value < table->count; value++)
        if (table->values[value]) {
            lang_code_add_k(m, CORE_CODE_TOPS_AT, part, 0, 0, field->sets / 2 + value + 1, 0);
            lang_code_add(m, CORE_CODE_UNION, sum, sum, part);
        }
    lang_code_add(m, CORE_CODE_MOVE, to, sum, 0);
    return true;
}

/* Compile a set that an indexed field gives without a loop, on a board of one word. */
static bool make_indexed(struct lang_maker *m, const struct core_node *n, int to) {
    const struct core_node *test = lang_maker_node(m, n->c);
    if (m->words > 1 || lang_maker_node(m, lang_maker_node(m, n->a)->a)->op != LANG_OP_ZONES)
        return false;
    if (test->op == LANG_OP_EQ)
        return make_equal(m, test->a, test->b, n->b, to) ||
               make_equal(m, test->b, test->a, n->b, to);
    return make_listed(m, test, n->b, to);
}

static void make_where(struct lang_maker *m, const struct core_node *n, int to) {
    struct lang_loop loop;
    if (make_indexed(m, n, to))
        return;
    int kept = lang_fresh_set(m); /* `to` may be the set that the loop iterates over */
    if (m->words == 1)
        lang_code_add_w(m, CORE_CODE_K, kept, 0, 0);
    else
        lang_code_add(m, CORE_CODE_LARGE_NOTHING, kept, 0, 0);
    lang_loop_open(m, &loop, n->a, n->b);
    lang_make_if(m, n->c, false, &loop.next);
    lang_code_add(m, code_sets_pick(m, CORE_CODE_INCLUDE, CORE_CODE_LARGE_INCLUDE), kept,
                  lang_own(m, n->b), 0);
    lang_loop_close(m, &loop);
    lang_code_add(m, code_sets_pick(m, CORE_CODE_MOVE, CORE_CODE_LARGE_COPY), to, kept, 0);
}

static void make_choice(struct lang_maker *m, const struct core_node *n, int to) {
    struct lang_label other = LANG_LABEL, end = LANG_LABEL;
    lang_make_if(m, n->a, false, &other);
    lang_make_set(m, n->b, to);
    lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &end);
    lang_label_here(m, &other);
    lang_make_set(m, n->c, to);
    lang_label_here(m, &end);
}

static void make_one(struct lang_maker *m, enum core_code_op word, enum core_code_op large,
                     const struct core_node *n, int to) {
    int set = lang_make_set_operand(m, n->a);
    lang_code_add(m, code_sets_pick(m, word, large), to, set, 0);
}

void lang_make_set(struct lang_maker *m, int node, int to) {
    const struct core_node *n = lang_maker_node(m, node);
    int top = m->top, set_top = m->set_top, start = m->rules->code_count;
    int made = lang_values_made(m);
    uint64_t word;
    if (!lang_deeper(m))
        return;
    if (lang_known_set(m, node, &word))
        lang_code_add_w(m, CORE_CODE_K, to, 0, (int64_t)word);
    else
        switch ((enum lang_op)n->op) {
        case LANG_OP_ZONES: lang_code_add(m, CORE_CODE_LARGE_ZONES, to, 0, 0); break;
        case LANG_OP_SET_VAR:
            if (m->sets[n->a].reg != to)
                lang_code_add(m, code_sets_pick(m, CORE_CODE_MOVE, CORE_CODE_LARGE_COPY), to,
                              m->sets[n->a].reg, 0);
            break;
        case LANG_OP_ONLY:
            lang_code_add(m, code_sets_pick(m, CORE_CODE_ONLY, CORE_CODE_LARGE_ONLY), to,
                          lang_make_operand(m, n->a), 0);
            break;
        case LANG_OP_REGION: make_region(m, n, to); break;
        case LANG_OP_TOPS: make_tops(m, n, to); break;
        case LANG_OP_OCCUPIED:
            if (m->words > 1)
                lang_code_add(m, CORE_CODE_LARGE_OCCUPIED, to, 0, 0);
            else if (!m->schema->type_count)
                lang_code_add_w(m, CORE_CODE_K, to, 0, 0);
            else /* the sets of all types and owners are consecutive */
                lang_code_add_k(m, CORE_CODE_TOPS_ALL, to, 0, 0,
                                core_slot_tops(m->schema, 0, MST_NONE) / 2,
                                m->schema->type_count * (m->schema->seats + 1) - 1);
            break;
        case LANG_OP_NEAR: make_one(m, CORE_CODE_NEAR, CORE_CODE_LARGE_NEAR, n, to); break;
        case LANG_OP_SHIFT: make_shift(m, n, to); break;
        case LANG_OP_FLOOD: make_pair(m, CORE_CODE_FLOOD, CORE_CODE_LARGE_FLOOD, n, to); break;
        case LANG_OP_RAY: make_ray(m, n, to); break;
        case LANG_OP_UNION: make_union(m, n, to); break;
        case LANG_OP_MEET: make_meet(m, n, to); break;
        case LANG_OP_MINUS: make_minus(m, n, to); break;
        case LANG_OP_WITHOUT: make_without(m, n, to); break;
        case LANG_OP_WHERE: make_where(m, n, to); break;
        case LANG_OP_AFTER:
            lang_make_before(m, n);
            lang_make_set(m, n->b, to);
            break;
        case LANG_OP_INVOKE: lang_make_invoke(m, n, to); break;
        case LANG_OP_SHARED:
            lang_make_set(m, n->a, to);
            lang_share(m, n, start, made, to);
            break;
        case LANG_OP_SET_IF: make_choice(m, n, to); break;
        default: lang_code_add(m, CORE_CODE_LARGE_NOTHING, to, 0, 0); break;
        }
    m->depth--;
    m->top = top;
    m->set_top = set_top;
}

/* zone in SET, as a condition */
void lang_make_in(struct lang_maker *m, const struct core_node *n, bool sense,
                  struct lang_label *to) {
    const struct core_node *set = lang_maker_node(m, n->b);
    int zone = lang_make_operand(m, n->a);
    if (m->words == 1 && set->op == LANG_OP_REGION && set->b >= 0 && is_me(m, set->b))
        lang_code_jump(m, sense ? CORE_CODE_IF_IN_MINE : CORE_CODE_IF_OUT_MINE, 0, zone, 0, set->a,
                       to);
    else if (m->words == 1)
        lang_code_jump(m, sense ? CORE_CODE_IF_IN : CORE_CODE_IF_OUT, 0, zone,
                       lang_make_set_operand(m, n->b), 0, to);
    else
        lang_code_jump(m, sense ? CORE_CODE_IF_IN_LARGE : CORE_CODE_IF_OUT_LARGE, 0, zone,
                       lang_make_set_operand(m, n->b), 0, to);
}
