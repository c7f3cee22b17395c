/* Code of all clauses of a decision lists what the walk through the clauses lists, in the same
 * order: for clauses of every form, and for many thrown together at random. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/nodes.h"
#include "core/legal.h"

/* ---- kinds by hand --------------------------------------------------------------------------- */

enum { VARS = 30, SETS = 12, LET = 8 }; /* parameters are variables 0 and on, lets 8 and on */

static int text(int root, bool effects) {
    const char *why = NULL;
    int code = lang_code_make(world.rules, root, effects, VARS, SETS, &why);
    if (code < 0)
        fail_msg("no code: %s", why);
    return code;
}

static struct core_decision *decision(void) {
    return &world.rules->decisions[0];
}

static struct core_kind *last_kind(void) {
    return &world.rules->kinds[world.rules->kind_count - 1];
}

static void add_kind(const char *name) {
    struct core_kind *kind =
        core_rules_grow(&world.rules->kinds, &world.rules->kind_count, sizeof *kind);
    snprintf(kind->name, sizeof kind->name, "%s", name);
    kind->origin = mst_strdup("kind:1");
    kind->must = -1;
    decision()->kinds[decision()->kind_count++] = world.rules->kind_count - 1;
}

static struct core_clause *add_clause(enum core_clause_kind what) {
    struct core_kind *kind = last_kind();
    struct core_clause *clause =
        core_rules_grow(&kind->clauses, &kind->clause_count, sizeof *clause);
    clause->kind = what;
    clause->param = clause->var = -1;
    return clause;
}

static void add_param(struct core_clause *clause, int64_t min, int64_t max) {
    struct core_kind *kind = last_kind();
    int at = kind->param_count++, shift = at ? kind->params[at - 1].shift + 8 : 0;
    kind->params[at] = (struct core_param){
        .kind = clause->kind, .min = min, .max = max, .var = at, .shift = shift, .mask = 255};
    if (clause->param < 0)
        clause->param = clause->var = at;
}

static void where(int node) {
    add_clause(CORE_CLAUSE_WHERE)->node = text(node, false);
}

static void let(int var, int node) {
    struct core_clause *clause = add_clause(CORE_CLAUSE_LET);
    clause->node = text(node, false);
    clause->is_set = world.rules->nodes[node].is_set;
    clause->var = var;
}

static void statements(int list) {
    add_clause(CORE_CLAUSE_DO)->node = text(list, true);
}

static void zones_of(int set) {
    struct core_clause *clause = add_clause(CORE_CLAUSE_ZONES);
    clause->node = text(set, false);
    add_param(clause, 0, world.rules->schema->board->zones - 1);
}

static void range(int first, int last, int64_t min, int64_t max) {
    struct core_clause *clause = add_clause(CORE_CLAUSE_RANGE);
    clause->node = text(first, false);
    clause->node2 = text(last, false);
    add_param(clause, min, max);
}

static void pieces_of(int place) {
    struct core_clause *clause = add_clause(CORE_CLAUSE_PIECES);
    clause->node = text(place, false);
    add_param(clause, 0, world.rules->schema->pieces - 1);
}

/* North, east and south-west; or (`by_seat`) what depends on who decides, for nobody nowhere. */
static void steps(int from, int onto, bool by_seat) {
    struct core_clause *clause = add_clause(CORE_CLAUSE_STEP);
    clause->node = text(from, false);
    clause->steps = 3;
    for (int i = 0; i < 3; i++) {
        clause->step[i] = (struct core_step){.direction = text(number(i * 2), false)};
        clause->step[i].onto = text(onto, false);
        if (by_seat) {
            clause->step[i].direction = -1;
            clause->step[i].by[0] = MST_NONE;
            clause->step[i].by[1] = (int8_t)(i * 2);
            clause->step[i].by[2] = (int8_t)(7 - i);
        }
    }
    add_param(clause, 0, world.rules->schema->board->zones - 1);
    add_param(clause, 0, world.rules->schema->board->zones - 1);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static void open_world(int columns) {
    world_open(&world, columns);
    assert_non_null(core_rules_grow(&world.rules->decisions, &world.rules->decision_count,
                                    sizeof(struct core_decision)));
    assert_true(core_do_go(&world.play, 0));
}

static void fuse(void) {
    lang_rules_fuse(world.rules);
    world_ready(&world);
}

static void list(bool walking, bool eager, struct core_runs *runs, struct mst_moves *moves) {
    core_budget_start(world.play.budget);
    world.play.walking = walking;
    assert_true(core_legal_runs(&world.play, runs, eager));
    assert_true(core_legal(&world.play, moves));
    assert_int_equal(core_legal_count(&world.play, 0), moves->count);
    assert_int_equal(core_legal_count(&world.play, 1) > 0, moves->count > 0);
    world.play.walking = false;
}

static int compare(void) {
    struct mst_moves fused = {0}, walked = {0};
    struct core_runs eager = {0}, slow = {0};
    list(false, true, &eager, &fused);
    list(true, true, &slow, &walked);
    assert_int_equal(fused.count, walked.count);
    assert_int_equal(eager.moves, slow.moves);
    for (int i = 0; i < fused.count; i++)
        assert_int_equal(fused.moves[i], walked.moves[i]);
    int count = fused.count;
    mst_moves_clear(&fused);
    mst_moves_clear(&walked);
    core_runs_clear(&eager);
    core_runs_clear(&slow);
    return count;
}

static int fused_count(void) {
    fuse();
    assert_true(decision()->fused);
    return compare();
}

/* ---- each form ------------------------------------------------------------------------------- */

static int me(void) {
    return node(LANG_OP_SLOT, CORE_SLOT_TO_MOVE, -1, -1);
}

static int zones(void) {
    return node(LANG_OP_ZONES, -1, -1, -1);
}

static int row(int zone) {
    return node(LANG_OP_ROW, zone, -1, -1);
}

static int less(int a, int b) {
    return node(LANG_OP_LT, a, b, -1);
}

static int equal(int a, int b) {
    return node(LANG_OP_EQ, a, b, -1);
}

static void test_choices_become_loops_and_runs(void **state) {
    (void)state;
    open_world(7);
    add_kind("alone"); /* one move, or none */
    add_kind("not");
    where(less(turn(), number(4)));
    add_kind("run");
    zones_of(node(LANG_OP_NEAR, node(LANG_OP_ONLY, number(8), -1, -1), -1, -1));
    add_kind("kept");
    zones_of(zones());
    let(LET, row(var(0)));
    where(less(var(LET), number(2)));
    add_kind("nested");
    zones_of(zones());
    where(equal(row(var(0)), number(3)));
    range(number(-3), row(var(0)), -2, 5);
    zones_of(node(LANG_OP_ONLY, var(1), -1, -1));
    where(node(LANG_OP_NOT, equal(var(1), var(2)), -1, -1));
    assert_int_equal(fused_count(), 1 + 9 - 1 + 14 + 0);
    world_close(&world);
}

static void test_ranges_end_at_their_bounds(void **state) {
    static const int64_t bounds[][4] = {{0, 3, 0, 3},     {-9, 9, -2, 4},  {5, 2, 0, 9},
                                        {0, 200, 0, 200}, {10, 70, 5, 75}, {0, 63, 0, 63},
                                        {3, 65, 3, 65},   {0, 30, 0, 30},  {0, 31, 0, 31}};
    static const int sizes[] = {4, 7, 0, 201, 61, 64, 63, 31, 32};
    (void)state;
    for (int i = 0; i < 9; i++)
        for (int form = 0; form < 8; form++) {
            open_world(7);
            int zero = node(LANG_OP_SUB, turn(), number(4), -1); /* 0, but not known before */
            int first = number(bounds[i][0]), last = number(bounds[i][1]);
            add_kind("m");
            if (form & 1)
                zones_of(node(LANG_OP_REGION, 0, me(), -1));
            range(form & 2 ? add(first, zero) : first, form & 2 ? add(last, zero) : last,
                  bounds[i][2], bounds[i][3]);
            if (form & 4)
                where(node(LANG_OP_NOT, equal(var(form & 1), number(bounds[i][0])), -1, -1));
            bool without_first = (form & 4) && sizes[i] && bounds[i][0] >= bounds[i][2];
            assert_int_equal(fused_count(), (sizes[i] - without_first) * (form & 1 ? 2 : 1));
            world_close(&world);
        }
}

static void test_statements_stand_between_clauses(void **state) {
    (void)state;
    open_world(7);
    add_kind("m");
    statements(LIST(bind_var(LET, number(0)), bind_set(2, node(LANG_OP_NOTHING, -1, -1, -1))));
    zones_of(zones());
    statements(LIST(bind_var(LET + 1, row(var(0))),
                    when(less(var(LET + 1), number(2)), LIST(store(LET + 1, number(9))), -1),
                    store(LET, add(var(LET), number(1)))));
    where(equal(var(LET + 1), number(9)));
    range(number(1), var(LET), 0, 60);
    assert_int_equal(fused_count(), 14 * 15 / 2);
    struct core_refusal refusal;
    mst_move move = 5 | 1 << 8;
    assert_true(core_move_check(&world.play, move, &refusal));
    last_kind()->binds = last_kind()->clauses[0].bound = last_kind()->clauses[2].bound = true;
    core_rules_ready(world.rules);
    core_move_bind(&world.play, move);
    assert_int_equal(world.play.vars[LET + 1], 9);
    assert_int_equal(world.play.vars[LET], 1);
    world_close(&world);
}

static void test_what_is_not_fused_is_walked(void **state) {
    (void)state;
    open_world(7);
    add_kind("pieces");
    pieces_of(number(50 + 1));
    add_kind("zones");
    zones_of(node(LANG_OP_ONLY, number(3), -1, -1));
    add_kind("steps");
    where(less(turn(), number(9)));
    zones_of(node(LANG_OP_ONLY, number(3), -1, -1));
    steps(node(LANG_OP_ONLY, add(var(0), number(5)), -1, -1), zones(), false);
    add_kind("later");
    steps(node(LANG_OP_ONLY, number(9), -1, -1), zones(), false);
    where(less(var(0), var(1)));
    assert_true(fused_count() >= 6);
    world_close(&world);
    open_world(12); /* more zones than bits */
    add_kind("zones");
    zones_of(zones());
    fuse();
    assert_false(decision()->fused);
    assert_int_equal(compare(), 144);
    world_close(&world);
}

static void test_steps_are_shifts(void **state) {
    (void)state;
    open_world(7);
    add_kind("steps");
    let(0, node(LANG_OP_NEAR, node(LANG_OP_ONLY, number(8), -1, -1), -1, -1));
    range(number(1), number(2), 0, 3);
    steps(set_var(0), node(LANG_OP_WITHOUT, set_var(0), -1, -1), true);
    fuse();
    assert_true(decision()->fused);
    for (int seat = MST_NONE; seat < 2; seat++) {
        core_position_to_move(world.pos, seat);
        assert_int_equal(compare() > 0, seat != MST_NONE);
    }
    world_close(&world);
}

static void expect_obliged(bool first, bool other, int expected) {
    open_world(7);
    add_kind("must");
    last_kind()->must = text(less(turn(), number(first ? 9 : 0)), false);
    range(number(1), number(other ? 3 : 0), 0, 9);
    add_kind("may");
    range(number(1), number(5), 0, 9);
    add_kind("unlisted");
    last_kind()->unlisted = true;
    last_kind()->must = text(number(1), false);
    add_kind("reluctant");
    last_kind()->reluctant = true;
    decision()->obliges = true;
    assert_int_equal(fused_count(), expected);
    struct core_runs runs = {0};
    assert_true(core_legal_runs(&world.play, &runs, true));
    assert_int_equal(runs.moves, expected - (first && other ? 0 : 1));
    core_runs_clear(&runs);
    world_close(&world);
}

static void test_what_must_be_done_comes_alone(void **state) {
    (void)state;
    expect_obliged(true, true, 3);
    expect_obliged(true, false, 0 + 5 + 1);
    expect_obliged(false, true, 3 + 5 + 1);
    expect_obliged(false, false, 0 + 5 + 1);
}

static void test_too_much_work_names_the_kind(void **state) {
    (void)state;
    open_world(7);
    add_kind("endless");
    for (int i = 0; i < 4; i++)
        range(number(0), number(99), 0, 99);
    where(less(var(3), number(0)));
    fuse();
    assert_true(decision()->fused);
    struct mst_moves moves = {0};
    assert_false(core_legal(&world.play, &moves));
    assert_int_equal(world.play.error->status, MST_BUDGET);
    assert_string_equal(world.play.error->at, "kind:1");
    assert_non_null(strstr(world.play.error->text, "in 'endless': the rules exceeded"));
    mst_moves_clear(&moves);
    world_close(&world);
}

static void test_what_fails_fails_the_list(void **state) {
    (void)state;
    open_world(7);
    add_kind("m");
    zones_of(zones());
    where(equal(node(LANG_OP_MOD_STRICT, number(4), var(0), -1), number(0)));
    fuse();
    struct mst_moves moves = {0};
    assert_false(core_legal(&world.play, &moves));
    assert_non_null(strstr(world.play.error->text, "divide by zero"));
    assert_false(world.play.looking);
    mst_moves_clear(&moves);
    world_close(&world);
}

/* ---- values that are known ------------------------------------------------------------------- */

/* How many of the instructions that list moves are `op`? */
static int listing_has(enum core_code_op op) {
    int count = 0;
    for (int at = decision()->listing; at < world.rules->code_count; at++)
        count += world.rules->code[at].op == op;
    return count;
}

static int neighbours(void) {
    int zone = add(turn(), number(3));
    return node(LANG_OP_SIZE, node(LANG_OP_NEAR, node(LANG_OP_ONLY, zone, -1, -1), -1, -1), -1, -1);
}

static int many(int than) {
    return less(number(than), neighbours());
}

static void test_a_value_is_computed_once(void **state) {
    (void)state;
    open_world(7);
    add_kind("first");
    let(LET, neighbours());
    where(many(99));
    range(number(0), var(LET), 0, 9);
    add_kind("second");
    where(many(2));
    add_kind("third");
    zones_of(zones());
    where(less(var(0), neighbours()));
    fused_count();
    assert_int_equal(listing_has(CORE_CODE_NEAR), 1);
    world_close(&world);
}

static void test_a_value_is_known_only_past_its_instruction(void **state) {
    (void)state;
    open_world(7);
    add_kind("left out by some"); /* the second condition is not always asked */
    where(node(LANG_OP_OR, less(number(0), turn()), many(9), -1));
    add_kind("reluctant");
    last_kind()->reluctant = true;
    where(many(2));
    add_kind("last");
    where(many(2));
    assert_true(fused_count() > 0);
    assert_int_equal(listing_has(CORE_CODE_NEAR), 3);
    world_close(&world);
}

static void test_a_value_in_a_loop_is_of_one_turn(void **state) {
    (void)state;
    open_world(7);
    for (int i = 0; i < 2; i++) {
        add_kind("rows");
        zones_of(zones());
        where(less(row(var(0)), number(5 + i)));
        zones_of(node(LANG_OP_ONLY, add(row(var(0)), number(7)), -1, -1));
    }
    assert_int_equal(fused_count(), 7 * 5 + 7 * 6);
    assert_int_equal(listing_has(CORE_CODE_ROW), 2);
    world_close(&world);
}

static void test_a_variable_that_is_stored_to_changes(void **state) {
    (void)state;
    open_world(7);
    add_kind("m");
    let(LET, turn());
    where(less(add(var(LET), number(1)), number(99)));
    statements(LIST(store(LET, add(var(LET), number(30)))));
    where(less(number(30), add(var(LET), number(1))));
    let(LET + 1, var(LET));
    statements(LIST(store(LET, number(0))));
    range(number(31), add(var(LET + 1), number(1)), 0, 60);
    assert_true(fused_count() > 0);
    world_close(&world);
}

static void test_a_shared_value_may_be_recalled(void **state) {
    (void)state;
    open_world(7);
    world.rules->shared_count = 1;
    int over = node(LANG_OP_OVER_SET, zones(), -1, -1);
    int loop = node(LANG_OP_TALLY, over, 20, less(var(20), neighbours()));
    add_kind("shared"); /* when its value is recalled, its code does not run */
    where(less(number(0), node(LANG_OP_SHARED, node(LANG_OP_ADD, neighbours(), loop, -1), 1, -1)));
    add_kind("after");
    where(many(2));
    assert_int_equal(fused_count(), 2);
    assert_int_equal(listing_has(CORE_CODE_NEAR), 2);
    world_close(&world);
}

/* ---- a run for each number ------------------------------------------------------------------- */

static void test_a_range_lists_a_run_for_each_number(void **state) {
    (void)state;
    open_world(7);
    add_kind("runs");
    let(0, node(LANG_OP_NEAR, node(LANG_OP_ONLY, number(8), -1, -1), -1, -1));
    range(number(2), turn(), 1, 9);
    zones_of(set_var(0));
    add_kind("fixed");
    range(number(-5), turn(), -3, 9);
    range(number(1), number(2), 0, 3);
    add_kind("none");
    range(number(5), turn(), 0, 9);
    range(number(1), number(2), 0, 3);
    assert_int_equal(fused_count(), 3 * 8 + 8 * 2);
    assert_int_equal(listing_has(CORE_CODE_RANGE_OF_YIELDS), 3);
    const struct core_decision *decision = &world.rules->decisions[core_decision_now(world.pos)];
    int64_t *work = &world.play.budget->work, base = world.rules->code[decision->listing - 1].w;
    world.play.budget->reserve = 0;
    *work = base + 100;
    assert_true(core_legal_count(&world.play, 1) > 0); /* stops at the first number */
    assert_int_equal(*work, 99);
    *work = base + 100;
    assert_true(core_legal_count(&world.play, 24) > 0); /* at the last one of the first kind */
    assert_int_equal(*work, 97);
    *work = base + 3; /* enough for the numbers of the first kind */
    assert_true(core_legal_count(&world.play, 16) > 0);
    *work = base + 2;
    assert_int_equal(core_legal_count(&world.play, 30), -1);
    assert_int_equal(world.play.error->status, MST_BUDGET);
    world_close(&world);
}

/* ---- thrown together ------------------------------------------------------------------------- */

static struct mst_rng rng;

static int below(int n) {
    return (int)mst_rng_below(&rng, (uint64_t)n);
}

static int lets_made, sets_made;

static int random_number(int depth);

static int random_set(int depth) {
    int known = node_k(LANG_OP_ONLY, number(below(49)), -1, -1, 0);
    if (depth == 0 && sets_made)
        return set_var(below(sets_made));
    switch (below(depth ? 9 : 4)) {
    case 0: return known;
    case 1: return zones();
    case 2: return node(LANG_OP_REGION, 0, me(), -1);
    case 3: return node(LANG_OP_TOPS, number(0), me(), -1);
    case 4: return node(LANG_OP_ONLY, random_number(depth - 1), -1, -1);
    case 5: return node(LANG_OP_NEAR, random_set(depth - 1), -1, -1);
    case 6: return node(LANG_OP_MINUS, random_set(depth - 1), random_set(depth - 1), -1);
    case 7: return node(LANG_OP_UNION, random_set(depth - 1), random_set(depth - 1), -1);
    default: return node(LANG_OP_SET_IF, random_number(depth - 1), random_set(depth - 1), zones());
    }
}

static int random_variable(void) {
    int params = last_kind()->param_count, count = params + lets_made;
    int at = count ? below(count) : -1;
    return at < 0 ? turn() : var(at < params ? at : LET + at - params);
}

static int random_number(int depth) {
    static const enum lang_op pairs[] = {LANG_OP_ADD,     LANG_OP_SUB,   LANG_OP_EQ,  LANG_OP_NE,
                                         LANG_OP_LT,      LANG_OP_LE,    LANG_OP_AND, LANG_OP_OR,
                                         LANG_OP_MIN,     LANG_OP_MAX,   LANG_OP_MUL, LANG_OP_MOD,
                                         LANG_OP_BIT_AND, LANG_OP_BIT_OR};
    if (!depth)
        return below(3) ? random_variable() : below(2) ? number(below(9) - 2) : turn();
    switch (below(8)) {
    case 0: return node(LANG_OP_NOT, random_number(depth - 1), -1, -1);
    case 1:
        return node(LANG_OP_IF, random_number(depth - 1), random_number(depth - 1),
                    random_number(depth - 1));
    case 2: return node(LANG_OP_SIZE, random_set(depth - 1), -1, -1);
    case 3: return node(LANG_OP_IN, random_number(depth - 1), random_set(depth - 1), -1);
    case 4: return node_k(LANG_OP_BY_SEAT, -1, -1, -1, 0x030100 + below(2));
    case 5: {
        int over = node(LANG_OP_OVER_SET, random_set(depth - 1), -1, -1), own = 20 + below(4);
        return node(below(2) ? LANG_OP_SOME : LANG_OP_TALLY, over, own,
                    less(random_number(0), var(own)));
    }
    default:
        return node(pairs[below((int)(sizeof pairs / sizeof *pairs))], random_number(depth - 1),
                    random_number(depth - 1), -1);
    }
}

/* A loop whose variable was not bound before: reading it elsewhere gives what another text left, in
 * both ways alike or not; so names 20 and on are read nowhere but in their loops. */
static void random_clause(void) {
    int params = last_kind()->param_count;
    switch (below(7)) {
    case 0:
        let(LET + lets_made, random_number(2));
        lets_made++;
        break;
    case 1:
        let(sets_made, random_set(2));
        sets_made++;
        break;
    case 2:
        if (params < 4)
            zones_of(random_set(2));
        break;
    case 3:
        if (params < 4)
            range(random_number(below(2)), random_number(below(2)), -2, below(2) ? 6 : 90);
        break;
    case 4:
        statements(
            LIST(bind_var(LET + lets_made, random_number(1)),
                 when(random_number(1), LIST(store(LET + lets_made, random_number(1))), -1)));
        lets_made++;
        break;
    default: where(random_number(below(4))); break;
    }
}

static void random_kind(void) {
    add_kind("random");
    lets_made = sets_made = 0;
    for (int count = below(8); count; count--)
        random_clause();
    if (last_kind()->param_count < 3 && !below(3))
        steps(random_set(2), random_set(1), below(2));
    last_kind()->reluctant = !below(4);
    last_kind()->unlisted = !below(8);
    lets_made = sets_made = 0;
    if (!below(4)) {
        int params = last_kind()->param_count;
        last_kind()->param_count = 0; /* known to no condition of the kind itself */
        last_kind()->must = text(random_number(2), false);
        last_kind()->param_count = params;
        decision()->obliges = true;
    }
}

static void test_random_clauses_list_the_same(void **state) {
    int64_t listed = 0, fused = 0;
    (void)state;
    mst_rng_seed(&rng, 11);
    for (int i = 0; i < 3000; i++) {
        open_world(7);
        for (int kinds = 1 + below(3); kinds; kinds--)
            random_kind();
        fuse();
        fused += decision()->fused;
        core_position_to_move(world.pos, below(3) - 1);
        listed += compare();
        world_close(&world);
    }
    assert_true(fused > 2500);
    assert_true(listed > 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choices_become_loops_and_runs),
        cmocka_unit_test(test_ranges_end_at_their_bounds),
        cmocka_unit_test(test_statements_stand_between_clauses),
        cmocka_unit_test(test_what_is_not_fused_is_walked),
        cmocka_unit_test(test_steps_are_shifts),
        cmocka_unit_test(test_what_must_be_done_comes_alone),
        cmocka_unit_test(test_too_much_work_names_the_kind),
        cmocka_unit_test(test_what_fails_fails_the_list),
        cmocka_unit_test(test_a_value_is_computed_once),
        cmocka_unit_test(test_a_value_is_known_only_past_its_instruction),
        cmocka_unit_test(test_a_value_in_a_loop_is_of_one_turn),
        cmocka_unit_test(test_a_variable_that_is_stored_to_changes),
        cmocka_unit_test(test_a_shared_value_may_be_recalled),
        cmocka_unit_test(test_a_range_lists_a_run_for_each_number),
        cmocka_unit_test(test_random_clauses_list_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
