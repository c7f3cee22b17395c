/* Every search ends soon when it is stopped, and stays below a bound of memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/subject.h"
#include "rulesets/ruleset.h"
#include "muster/player.h"

enum {
    SOON = 5000000,          /* units of work: some 50 ms */
    MOST_MEMORY = 192 << 20, /* bytes that a search may add to a process (docs/search.md) */
    STOPPED_AFTER = 20       /* looks of the budget at its watcher */
};

/* One for each search: by turns, ply by ply, by playouts, with secrets. */
static const char *const names[] = {"warline-tactical", "warline-2v2", "breakthrough-8x8",
                                    "connect-four",     "clobber",     "battle-line-short"};
enum { NAMES = sizeof names / sizeof *names };

static struct mst_ruleset *load(const char *name) {
    struct mst_error error = {0};
    char path[700];
    snprintf(path, sizeof path, "%s/rulesets/%s.ini", source_root(), name);
    setenv("MUSTER_HOME", source_root(), 1);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    if (!ruleset)
        fail_msg("%s: %s", path, error.text);
    return ruleset;
}

/* Stops the search at a look, and notes what was done until then. */
struct watch {
    struct mst_ruleset *ruleset;
    int looks;
    int64_t worked; /* when it was stopped */
};

static int64_t worked_now(const struct mst_ruleset *ruleset) {
    return core_budget_worked(ruleset->rules->budget);
}

static bool stop(void *context) {
    struct watch *watch = context;
    if (++watch->looks == STOPPED_AFTER)
        watch->worked = worked_now(watch->ruleset);
    return watch->looks >= STOPPED_AFTER;
}

static void a_search_that_is_stopped_ends_soon(void **state) {
    (void)state;
    for (int i = 0; i < NAMES; i++) {
        struct mst_ruleset *ruleset = load(names[i]);
        struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
        struct watch watch = {.ruleset = ruleset};
        struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .seed = 1};
        mst_move move;
        assert_non_null(match);
        mst_budget_watch(mst_ruleset_budget(ruleset), stop, &watch);
        assert_int_equal(mst_player_choose(match, &player, &move, NULL, NULL), MST_OK);
        mst_budget_watch(mst_ruleset_budget(ruleset), NULL, NULL);
        if (watch.looks >= STOPPED_AFTER && worked_now(ruleset) - watch.worked > SOON)
            fail_msg("%s: %lld units after it was stopped", names[i],
                     (long long)(worked_now(ruleset) - watch.worked));
        assert_int_equal(mst_match_apply(match, move, NULL), MST_OK);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

#if defined(__SANITIZE_ADDRESS__)
enum { LIMITED = 0 }; /* its own memory is not ours */
#else
enum { LIMITED = 1 };
#endif

static long pages(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long count = 0;
    if (!file || fscanf(file, "%ld", &count) != 1)
        count = 0;
    if (file)
        fclose(file);
    return count;
}

/* Choose in a process of its own, which may grow by so many bytes only; 0: by any. */
static void choose_within(const char *name, rlim_t bytes, struct mst_player_info *info) {
    struct mst_ruleset *ruleset = load(name);
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .seed = 1};
    rlim_t most = (rlim_t)pages() * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
    struct rlimit limit = {most, most};
    struct mst_player_info own = {0};
    mst_move move;
    if (match && !(bytes && setrlimit(RLIMIT_AS, &limit)) &&
        mst_player_choose(match, &player, &move, &own, NULL) == MST_OK)
        *info = own;
}

/* A search that lacks memory ends earlier, so it chooses after fewer positions. */
static void a_search_stays_below_its_bound_of_memory(void **state) {
    (void)state;
    struct mst_player_info *infos =
        mmap(NULL, 2 * sizeof *infos, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(infos != MAP_FAILED);
    for (int i = 0; LIMITED && i < NAMES; i++) {
        memset(infos, 0, 2 * sizeof *infos);
        for (int limited = 0; limited < 2; limited++) {
            int status;
            pid_t child = fork();
            if (!child) {
                choose_within(names[i], limited ? MOST_MEMORY : 0, &infos[limited]);
                _exit(0);
            }
            assert_int_equal(waitpid(child, &status, 0), child);
        }
        if (!infos[0].nodes || memcmp(&infos[0], &infos[1], sizeof *infos) != 0)
            fail_msg("%s: level 5 needs more than %d bytes", names[i], (int)MOST_MEMORY);
    }
    munmap(infos, 2 * sizeof *infos);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_that_is_stopped_ends_soon),
        cmocka_unit_test(a_search_stays_below_its_bound_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
