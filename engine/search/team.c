/* Processes that search one position: see team.h. */
#include "search/team.h"
#include "muster/player.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/* In memory that all processes share. */
struct team {
    atomic_bool ended; /* the caller's process has finished */
    struct search_finding findings[MST_MOST_THREADS];
};

/* ---- agreeing -------------------------------------------------------------------------------- */

/* The tries of the move over all findings. */
static int64_t tries_of(const struct search_finding *findings, int count, mst_move move) {
    int64_t sum = 0;
    /* Each process has its own tree; a move that one of them never tried simply has no tries there.
     */
    for (int i = 0; i < count; i++)
        for (int k = 0; k < findings[i].firsts.count; k++)
            if (findings[i].firsts.of[k].move == move)
                sum += findings[i].firsts.of[k].tries;
    return sum;
}

bool search_findings_agree(const struct search_finding *findings, int count,
                           struct search_line *line) {
    const struct search_finding *best = NULL;
    int64_t most = 0;

    for (int i = 0; i < count; i++) {
        const struct search_finding *one = &findings[i];
        if (!one->found || !one->line.count)
            continue;

        int64_t tries = tries_of(findings, count, one->line.moves[0]);
        bool wins = one->line.sense == MST_SENSE_WON;
        bool won = best && best->line.sense == MST_SENSE_WON;

        /* A win that one process has proved needs no majority. */
        if (!best || wins > won ||
            (wins == won &&
             (tries > most || (tries == most && one->line.score > best->line.score)))) {
            best = one;
            most = tries;
        }
    }
    if (best)
        *line = best->line;
    return best != NULL;
}

/* ---- processes ------------------------------------------------------------------------------- */

static bool has_ended(void *context) {
    struct team *team = context;
    return atomic_load(&team->ended);
}

/* Search as process number `part`, and report. */
static void take_part(struct team *team, struct search_think *think, int part,
                      bool (*search)(const void *context, struct search_think *think),
                      const void *context) {
    struct search_finding *finding = &team->findings[part];
    assert(part >= 0 && part < MST_MOST_THREADS);
    /* Process 0 keeps the seed, so that a team of one finds what a search alone finds. */
    think->part = part;
    think->seed ^= part ? core_mix((uint64_t)part) : 0;
    think->firsts = &finding->firsts;

    /* All that is reported is values in shared memory: E2. */
    finding->found = search(context, think);
    finding->line = think->line;
    finding->nodes = think->nodes;
    finding->error = think->error;
}

/* The life of another process. */
static void live(struct team *team, struct search_think *think, int part, pid_t parent,
                 bool (*search)(const void *context, struct search_think *think),
                 const void *context) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    assert(part > 0); /* E1 */
    /* The parent may have died before the signal was asked for. Then nobody waits for a result. */
    if (getppid() == parent) {
        think->progress = NULL;
        mst_budget_watch(think->budget, has_ended, team);
        take_part(team, think, part, search, context);
    }

    /* E2: no handlers of the parent run, and its buffers are not written twice. */
    _exit(0);
}

/* Has a process that ended, or the caller's own, found a win? */
static bool is_won(const struct team *team, const pid_t *pids, int count) {
    for (int i = 0; i < count; i++)
        if (!pids[i] && team->findings[i].found && team->findings[i].line.sense == MST_SENSE_WON)
            return true;
    return false;
}

/* Look at the clock, and ask the caller. */
static bool team_is_stopped(struct search_think *think) {
    core_budget_spend(think->budget, think->budget->work + 1);
    return search_think_late(think);
}

/* Wait for the others until all have ended. If `patient`, they may search until they are done, one
 * wins, or the caller stops; otherwise they end now. An entry of `pids` becomes 0. */
static void await(struct team *team, struct search_think *think, pid_t *pids, int count,
                  bool patient) {
    const struct timespec pause = {.tv_nsec = 2000000};

    for (bool running = true; running;) {
        /* E1: the flag is read by each process when its budget looks around. */
        if (!patient || is_won(team, pids, count) || team_is_stopped(think)) {
            atomic_store(&team->ended, true);
            patient = false;
        }

        running = false;
        for (int i = 1; i < count; i++) {
            /* Without patience, wait: they end soon, and none is left behind (E2). */
            pid_t ended = pids[i] ? waitpid(pids[i], NULL, patient ? WNOHANG : 0) : 0;
            if (ended > 0 || (ended < 0 && errno != EINTR))
                pids[i] = 0;
            running = running || pids[i];
        }

        if (running && patient)
            nanosleep(&pause, NULL);
    }
}

bool search_think_as_team(struct search_think *think, int processes, bool shared,
                          bool (*search)(const void *context, struct search_think *think),
                          const void *context) {
    assert(processes >= 2 && processes <= MST_MOST_THREADS);
    pid_t pids[MST_MOST_THREADS] = {0}, parent = getpid();
    int count = 1;
    struct team *team =
        mmap(NULL, sizeof *team, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    /* E3 */
    if (team == MAP_FAILED)
        return search(context, think);

    think->parts = shared ? processes : 1;
    for (; count < processes && (pids[count] = fork()) >= 0; count++)
        if (!pids[count])
            live(team, think, count, parent, search, context);

    if (count < processes) { /* E3 */
        await(team, think, pids, count, false);
        memset(team, 0, sizeof *team);
        think->parts = count = 1;
    }

    assert(count == processes || count == 1); /* E3 */
    take_part(team, think, 0, search, context);
    await(team, think, pids, count, shared);

    /* E2: what others counted or failed at is known from their findings alone. */
    for (int i = 1; i < count; i++) {
        think->nodes += team->findings[i].nodes;
        if (think->error.status == MST_OK)
            think->error = team->findings[i].error;
    }

    assert(!pids[count - 1]); /* E2 */
    bool found = search_findings_agree(team->findings, count, &think->line);

    /* They point into memory that is about to go. */
    think->firsts = NULL;
    think->parts = 1;
    munmap(team, sizeof *team);
    return found;
}
