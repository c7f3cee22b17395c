/* Several processes that search one position: what they agree on, and that none stays behind. */
#include "search/team.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "lib/subject.h"
#include "rulesets/ruleset.h"
#include "muster/player.h"

enum { LONG = 24 * 60 * 60 * 1000 };

/* Open a ruleset of the project and play these moves. */
static void open_after(struct subject *s, struct walk *walk, const char *name, const char *moves) {
    char path[512], move[40];
    int length;
    struct mst_error error = {0};
    snprintf(path, sizeof path, "%s/rulesets/%s.ini", source_root(), name);
    assert_true(subject_open(s, path));
    assert_true(walk_begin(s, 0, walk));
    for (; sscanf(moves, "%39s%n", move, &length) == 1; moves += length)
        if (mst_match_play(walk->match, move, &error) != MST_OK)
            fail_msg("%s: %s", move, error.text);
}

static void close_all(struct subject *s, struct walk *walk) {
    walk_end(walk);
    subject_close(s);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* ---- agreeing -------------------------------------------------------------------------------- */

static struct search_finding one(mst_move move, int64_t score, int64_t tries) {
    return (struct search_finding){
        .found = true,
        .line = {.moves = {move}, .count = 1, .score = score, .sense = MST_SENSE_WORTH},
        .firsts = {.of = {{move, score, tries}}, .count = 1}};
}

static mst_move agreed(const struct search_finding *findings, int count) {
    struct search_line line;
    assert_true(search_findings_agree(findings, count, &line));
    return line.moves[0];
}

static void the_best_line_counts(void **state) {
    (void)state;
    struct search_finding findings[] = {one(1, 10, 0), one(2, 30, 0), one(3, 20, 0)};
    assert_int_equal(agreed(findings, 3), 2);
    findings[1].found = false;
    assert_int_equal(agreed(findings, 3), 3);
    findings[0].line.sense = MST_SENSE_WON;
    assert_int_equal(agreed(findings, 3), 1);
    struct search_line line;
    findings[0].found = findings[2].found = false;
    assert_false(search_findings_agree(findings, 3, &line));
}

/* The first process prefers 1 narrowly, the second 2 clearly. */
static void the_tries_of_all_count(void **state) {
    (void)state;
    struct search_finding findings[] = {one(1, 500, 60), one(2, 400, 90)};
    findings[0].firsts.of[findings[0].firsts.count++] = (struct search_first){2, 450, 40};
    findings[1].firsts.of[findings[1].firsts.count++] = (struct search_first){1, 300, 10};
    assert_int_equal(agreed(findings, 2), 2);
    findings[1].firsts.of[1].tries = 80;
    assert_int_equal(agreed(findings, 2), 1);
    findings[1].line.sense = MST_SENSE_WON;
    assert_int_equal(agreed(findings, 2), 2);
}

/* ---- parts ----------------------------------------------------------------------------------- */

enum { TEAM = 5, MOVES = 64 };

/* The notes of the processes, in memory that they share. */
struct noted {
    int runs[TEAM];
    uint64_t seeds[TEAM];
    bool begins[TEAM][MOVES];
};

static bool note_part(const void *context, struct search_think *think) {
    struct noted *noted = *(struct noted *const *)context;
    struct mst_moves moves = {0};
    noted->runs[think->part]++;
    noted->seeds[think->part] = think->seed;
    if (core_legal(&think->play, &moves))
        for (int i = 0; i < moves.count && i < MOVES; i++)
            noted->begins[think->part][i] = search_think_begins(think, moves.moves[i]);
    mst_moves_clear(&moves);
    return false;
}

/* How many processes begin with each of the first moves: one if they share them out, else all. */
static void each_process_has_its_part(void **state) {
    (void)state;
    for (int shared = 0; shared < 2; shared++) {
        struct subject s;
        struct walk walk;
        struct search_think think;
        const struct search_effort effort = {.ms = LONG};
        struct noted *noted =
            mmap(NULL, sizeof *noted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        assert_true(noted != MAP_FAILED);
        open_after(&s, &walk, "breakthrough-6x6", "");
        assert_true(search_think_open(&think, walk.match, &effort, walk.match->pos, 9));
        assert_false(search_think_as_team(&think, TEAM, shared, note_part, &noted));
        search_think_close(&think);
        for (int i = 0; i < TEAM; i++) {
            assert_int_equal(noted->runs[i], 1);
            for (int k = 0; k < i; k++)
                assert_true(noted->seeds[i] != noted->seeds[k]);
        }
        for (int move = 0; move < 16; move++) {
            int count = 0;
            for (int i = 0; i < TEAM; i++)
                count += noted->begins[i][move];
            assert_int_equal(count, shared ? 1 : TEAM);
        }
        munmap(noted, sizeof *noted);
        close_all(&s, &walk);
    }
}

/* ---- searching ------------------------------------------------------------------------------- */

static void choose(struct walk *walk, const struct mst_player *player, const char *wanted,
                   struct mst_player_info *info) {
    struct mst_error error = {0};
    mst_move move;
    if (mst_player_choose(walk->match, player, &move, info, &error) != MST_OK)
        fail_msg("%s", error.text);
    char *text = move_text(walk->match, move);
    if (wanted)
        assert_string_equal(text, wanted);
    mst_free(text);
}

/* Whichever process has it in its share. */
static void a_win_in_any_share_is_found(void **state) {
    struct subject s;
    struct walk walk;
    struct mst_player_info info;
    (void)state;
    open_after(&s, &walk, "connect-four", "d c d c d c");
    for (int threads = 1; threads <= 5; threads++) {
        struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .ms = 60, .threads = threads};
        choose(&walk, &player, "d", &info);
        assert_int_equal(info.sense, MST_SENSE_WON);
    }
    close_all(&s, &walk);
}

/* The win takes thousands of positions to find, and some processes have no move in their share. */
static void a_share_without_moves_ends_nothing(void **state) {
    struct subject s;
    struct walk walk;
    struct mst_player_info info;
    (void)state;
    open_after(&s, &walk, "connect-four", "a g e c f d e b");
    for (int threads = 2; threads <= 12; threads++) {
        struct mst_player player = {
            .kind = MST_PLAYER_LEVEL5, .nodes = 60000, .ms = LONG, .threads = threads};
        choose(&walk, &player, NULL, &info);
        assert_int_equal(info.sense, MST_SENSE_WON);
    }
    close_all(&s, &walk);
}

/* Some shares of the first moves are empty here, too. */
static void turns_are_shared_out(void **state) {
    struct subject s;
    struct walk walk;
    struct mst_player_info info;
    (void)state;
    open_after(&s, &walk, "warline-tactical", "");
    for (int kind = MST_PLAYER_LEVEL1; kind <= MST_PLAYER_LEVEL3; kind += 2) {
        struct mst_player player = {
            .kind = (enum mst_player_kind)kind, .seed = 7, .nodes = 400, .ms = LONG, .threads = 12};
        choose(&walk, &player, NULL, &info);
        assert_int_not_equal(info.sense, MST_SENSE_NONE);
    }
    close_all(&s, &walk);
}

static void trees_of_tries_are_joined(void **state) {
    struct subject s;
    struct walk walk;
    struct mst_player_info info;
    (void)state;
    static const char *const games[] = {"clobber", "battle-line-short"};
    for (int i = 0; i < 2; i++) {
        struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .ms = 200, .threads = 3};
        open_after(&s, &walk, games[i], "");
        choose(&walk, &player, NULL, &info);
        assert_int_not_equal(info.sense, MST_SENSE_NONE);
        assert_true(info.nodes > 0);
        close_all(&s, &walk);
    }
}

static bool is_stopped(void *context) {
    int *looks = context;
    return --*looks <= 0;
}

static void all_stop_together(void **state) {
    struct subject s;
    struct walk walk;
    struct mst_player_info info;
    struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .ms = LONG, .threads = 3};
    int looks = 20;
    (void)state;
    open_after(&s, &walk, "breakthrough-8x8", "");
    mst_budget_watch(mst_ruleset_budget(s.ruleset), is_stopped, &looks);
    choose(&walk, &player, NULL, &info);
    close_all(&s, &walk);
}

static void threads_need_a_time(void **state) {
    struct subject s;
    struct walk walk;
    struct mst_error error = {0};
    mst_move move;
    (void)state;
    struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .nodes = 10, .threads = 2};
    open_after(&s, &walk, "tic-tac-toe", "");
    assert_int_equal(mst_player_choose(walk.match, &player, &move, NULL, &error), MST_BAD_REQUEST);
    assert_string_equal(error.text, "'threads' needs 'ms', the time to think");
    player.ms = 10;
    player.threads = MST_MOST_THREADS + 1;
    assert_int_equal(mst_player_choose(walk.match, &player, &move, NULL, &error), MST_BAD_REQUEST);
    assert_string_equal(error.text, "expected 1 to 64 threads, found 65");
    close_all(&s, &walk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_line_counts),
        cmocka_unit_test(the_tries_of_all_count),
        cmocka_unit_test(each_process_has_its_part),
        cmocka_unit_test(a_win_in_any_share_is_found),
        cmocka_unit_test(a_share_without_moves_ends_nothing),
        cmocka_unit_test(turns_are_shared_out),
        cmocka_unit_test(trees_of_tries_are_joined),
        cmocka_unit_test(all_stop_together),
        cmocka_unit_test(threads_need_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
