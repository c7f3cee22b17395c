/* A match of a game that has no compiled rules, with the core alone: the game of
 * docs/example_core.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

int example_main(void);
#define main example_main
#include "../../docs/example_core.c"
#undef main

#include <cmocka.h>

struct heap {
    struct core_rules *rules;
    struct core_game game;
};

static struct heap heap;

static int declare_heap(void **state) {
    struct mst_error error;
    (void)state;
    heap.rules = core_rules_new();
    heap.game = (struct core_game){.rules = heap.rules};
    if (!declare_facts(heap.rules->schema, &error) || !declare_moves(heap.rules))
        return -1;
    heap.rules->callbacks =
        (struct core_callbacks){.rule = rule, .ask = ask, .setup = set_up, .print = print};
    return 0;
}

static int free_heap(void **state) {
    (void)state;
    core_rules_free(heap.rules);
    return 0;
}

static struct mst_match *begin_match(void) {
    struct mst_error error;
    struct mst_match *match = core_match_new(&heap.game, NULL, false, 0, &error);
    assert_non_null(match);
    return match;
}

static void assert_position(struct mst_match *match, const char *line) {
    struct mst_error error;
    char *position = mst_match_position(match, &error);
    assert_string_equal(position, line);
    mst_free(position);
}

static void moves_are_listed_in_order(void **state) {
    struct mst_error error;
    (void)state;
    struct mst_match *match = begin_match();
    const struct mst_moves *moves = mst_match_moves(match, &error);
    struct mst_buf out = {0};
    assert_non_null(moves);
    for (int i = 0; i < moves->count; i++) {
        assert_true(mst_match_move_text(match, moves->moves[i], &out));
        mst_buf_char(&out, ' ');
    }
    assert_string_equal(mst_buf_text(&out), "1 2 3 ");
    mst_buf_clear(&out);
    mst_match_free(match);
}

static void a_move_changes_the_position_and_undo_restores_it(void **state) {
    struct mst_error error;
    (void)state;
    struct mst_match *match = begin_match();
    uint64_t before = mst_match_state(match).hash;
    assert_position(match, "heap=21 turn=0");
    assert_int_equal(mst_match_play(match, "3", &error), MST_OK);
    assert_position(match, "heap=18 turn=1");
    assert_int_not_equal(mst_match_state(match).hash, before);
    assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
    assert_position(match, "heap=21 turn=0");
    assert_int_equal(mst_match_state(match).hash, before);
    mst_match_free(match);
}

static void a_refused_move_changes_nothing(void **state) {
    struct mst_error error;
    (void)state;
    struct mst_match *match = begin_match();
    uint64_t before = mst_match_state(match).hash;
    assert_int_equal(mst_match_play(match, "4", &error), MST_ILLEGAL_MOVE);
    assert_string_equal(error.text, "'4' is not a legal move");
    assert_int_equal(mst_match_state(match).hash, before);
    assert_int_equal(mst_match_state(match).ply, 0);
    mst_match_free(match);
}

/* Ways to take n counters in order: a(n) = a(n-1) + a(n-2) + a(n-3), those that end before depth
 * plies being leaves no more. */
static uint64_t ways(int left, int depth) {
    uint64_t count = 0;
    if (!depth)
        return 1;
    for (int n = 1; n <= MOST && n <= left; n++)
        count += ways(left - n, depth - 1);
    return count;
}

/* Play all moves from here on, each of them undone again. */
static uint64_t count_leaves(struct mst_match *match, int depth) {
    struct mst_error error;
    const struct mst_moves *moves = mst_match_moves(match, &error);
    assert_non_null(moves);
    mst_move listed[MOST];
    int count = moves->count;
    uint64_t leaves = depth ? 0 : 1;
    assert_true(count <= MOST);
    memcpy(listed, moves->moves, (size_t)count * sizeof *listed);
    for (int i = 0; depth && i < count; i++) {
        assert_int_equal(mst_match_apply(match, listed[i], &error), MST_OK);
        leaves += count_leaves(match, depth - 1);
        assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
    }
    return leaves;
}

static void the_tree_has_the_moves_that_the_rules_allow(void **state) {
    (void)state;
    struct mst_match *match = begin_match();
    for (int depth = 0; depth <= 9; depth++)
        assert_int_equal(count_leaves(match, depth), ways(HEAP, depth));
    mst_match_free(match);
}

static void the_last_counter_wins_and_nothing_follows(void **state) {
    struct mst_error error;
    (void)state;
    struct mst_match *match = begin_match();
    for (int i = 0; i < HEAP / MOST; i++)
        assert_int_equal(mst_match_play(match, "3", &error), MST_OK);
    struct mst_state end = mst_match_state(match);
    assert_true(end.over);
    assert_string_equal(end.by, "last_counter");
    assert_int_equal(end.winners, 1);
    assert_int_equal(mst_match_play(match, "1", &error), MST_OVER);
    mst_match_free(match);
}

static void a_clone_goes_its_own_way(void **state) {
    struct mst_error error;
    (void)state;
    struct mst_match *match = begin_match();
    assert_int_equal(mst_match_play(match, "1", &error), MST_OK);
    struct mst_match *clone = mst_match_clone(match, &error);
    assert_non_null(clone);
    assert_int_equal(mst_match_play(clone, "2", &error), MST_OK);
    assert_position(match, "heap=20 turn=1");
    assert_position(clone, "heap=18 turn=0");
    assert_int_equal(mst_match_undo(clone, 2, &error),
                     MST_OK); /* past the ply where it was cloned */
    assert_position(clone, "heap=21 turn=0");
    mst_match_free(clone);
    mst_match_free(match);
}

/* Every place that allocates fails once: the match says so, and stays what it was. */
static void memory_may_end_anywhere(void **state) {
    struct mst_error error;
    (void)state;
    enum mst_status status = MST_NO_MEMORY;
    for (long n = 0; status == MST_NO_MEMORY; n++) {
        struct mst_match *match = begin_match();
        uint64_t before = mst_match_state(match).hash;
        core_mem_fail_after(n);
        status = mst_match_play(match, "2", &error);
        core_mem_fail_after(-1);
        assert_true(status == MST_OK || status == MST_NO_MEMORY);
        assert_int_equal(mst_match_state(match).hash == before, status == MST_NO_MEMORY);
        mst_match_free(match);
        assert_true(n < 1000);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_listed_in_order),
        cmocka_unit_test(a_move_changes_the_position_and_undo_restores_it),
        cmocka_unit_test(a_refused_move_changes_nothing),
        cmocka_unit_test(the_tree_has_the_moves_that_the_rules_allow),
        cmocka_unit_test(the_last_counter_wins_and_nothing_follows),
        cmocka_unit_test(a_clone_goes_its_own_way),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, declare_heap, free_heap);
}
