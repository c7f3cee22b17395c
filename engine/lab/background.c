/* Compiling in the background: see background.h. The process has two children: a guard, which sees
 * that the run is over, and its child, which compiles. The latter leads a group of processes, so
 * that the compilers that it starts are stopped with it; it removes their files. */
#include "lab/background.h"
#include "muster/native.h"
#include "muster/player.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- does it pay? ---------------------------------------------------------------------------- */

enum { GAME_OF_RANDOM = 1, GAME_OF_LEVEL1 = 50, LONG = 1000 * GAME_OF_LEVEL1 };

/* What a game between such players takes, roughly; each level has four times the positions of the
 * one before, and the first two look at their own turns alone. */
static int64_t cost_of(enum mst_player_kind kind) {
    switch (kind) {
    case MST_PLAYER_RANDOM: return GAME_OF_RANDOM;
    case MST_PLAYER_LEVEL1: return GAME_OF_LEVEL1;
    case MST_PLAYER_LEVEL2: return 2 * GAME_OF_LEVEL1;
    case MST_PLAYER_LEVEL4: return 80 * GAME_OF_LEVEL1;
    case MST_PLAYER_LEVEL5: return 320 * GAME_OF_LEVEL1;
    default: return 20 * GAME_OF_LEVEL1;
    }
}

bool lab_background_pays(int64_t games, const struct lab_seating *seating, int seats) {
    int64_t cost = 0;
    for (int seat = 0; seat < seats; seat++)
        cost += cost_of(seating->kind[seat]);
    return seats > 0 && games >= LONG * (int64_t)seats / cost;
}

/* ---- the children ---------------------------------------------------------------------------- */

enum { LOOK_MS = 100, PATIENCE = 50 };

/* The process that compiles gets a signal to end, but first removes the files of its compilers,
 * which end. */
static volatile sig_atomic_t stopped;
static void note_stop(int signal) {
    (void)signal;
    stopped = 1;
}

static _Noreturn void compile_apart(bool (*compile)(void *context, int index), void *context) {
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    signal(SIGTERM, note_stop);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int index = 0; !stopped && compile(context, index);)
        index++;
    _exit(0);
}

/* Stop the compilers. They get the signal until all have ended: one may have been about to start.
 */
static void stop(pid_t compiling) {
    const struct timespec pause = {0, LOOK_MS * 1000000L};
    for (int i = 0; waitpid(compiling, NULL, WNOHANG) == 0; i++) {
        kill(-compiling, i < PATIENCE ? SIGTERM : SIGKILL);
        nanosleep(&pause, NULL);
    }
}

/* Until the work is done, the run asks it to end, or the run itself has ended. */
static _Noreturn void guard(pid_t run, bool (*compile)(void *context, int index), void *context) {
    const struct timespec look = {0, LOOK_MS * 1000000L};
    sigset_t awaited;
    setpgid(0, 0); /* an interrupt from the keyboard is for the run */
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGCHLD);
    sigprocmask(SIG_BLOCK, &awaited, NULL);

    pid_t compiling = fork();
    if (compiling == 0)
        compile_apart(compile, context);
    if (compiling < 0)
        _exit(1);
    setpgid(compiling, compiling); /* as its child does: whichever comes first */

    /* B3: a run that was killed has left its children to another process. */
    while (getppid() == run) {
        int signal = sigtimedwait(&awaited, NULL, &look);
        if (signal == SIGTERM)
            break;
        if (waitpid(compiling, NULL, WNOHANG) != 0)
            _exit(0);
    }

    stop(compiling);
    _exit(0);
}

static void be_silent(void) {
    int nowhere = open("/dev/null", O_RDWR);
    for (int file = 0; file < 3 && nowhere >= 0; file++)
        dup2(nowhere, file);
}

/* ---- the run --------------------------------------------------------------------------------- */

static bool is_auto(void) {
    const char *path = getenv("MUSTER_RULES");
    return !path || !*path || !strcmp(path, "auto");
}

void lab_background_begin(struct lab_background *background,
                          bool (*compile)(void *context, int index), void *context) {
    pid_t run = getpid();
    *background = (struct lab_background){.used = is_auto()};
    if (!background->used)
        return;
    mst_print_flush(); /* or the child prints it again */
    background->child = fork();
    if (background->child == 0) {
        be_silent();
        guard(run, compile, context);
    }
    if (background->child < 0)
        background->child = 0;
}

static bool compile_one(void *context, int index) {
    struct mst_compiled made;
    struct mst_error error;
    mst_ruleset_compile(context, NULL, &made, &error);
    (void)index;
    return false;
}

void lab_background_ruleset(struct lab_background *background, struct mst_ruleset *ruleset,
                            int64_t games, const struct lab_seating *seating) {
    *background = (struct lab_background){0};
    if (!strcmp(mst_ruleset_runs(ruleset), "code") &&
        lab_background_pays(games, seating, mst_ruleset_seats(ruleset)))
        lab_background_begin(background, compile_one, ruleset);
}

void lab_background_use(struct lab_background *background, struct mst_ruleset *ruleset) {
    struct mst_error error;
    if (!ruleset)
        background->ruleset = NULL;
    if (!ruleset || !background->used || strcmp(mst_ruleset_runs(ruleset), "code") != 0)
        return;
    if (background->ruleset != ruleset) {
        background->ruleset = ruleset;
        if (mst_ruleset_native_path(ruleset, background->path, sizeof background->path, &error) !=
            MST_OK)
            *background->path = 0;
    }
    if (*background->path && access(background->path, R_OK) == 0 &&
        mst_ruleset_run_by(ruleset, background->path, &error) != MST_OK)
        *background->path = 0; /* not asked again */
}

void lab_background_end(struct lab_background *background) {
    if (background->child > 0) {
        kill(background->child, SIGTERM);
        waitpid(background->child, NULL, 0);
    }
    *background = (struct lab_background){0};
}
