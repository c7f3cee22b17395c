/* Random modules of rules, played as Lua and by code in lockstep (compare.h).
 *
 *   muster-paths --modules N [--seed S] [--native|--lua] [--budget UNITS] [--keep FOLDER]
 *   muster-paths FILE.lua ...             play these modules
 *   muster-paths --show S                 print the module of a seed
 *   muster-paths --reduce FILE.lua        print the smallest module that differs in the same way;
 *                                         with --minutes N, what is found by then
 *   muster-paths --self-test              find planted differences
 *
 * The modules of the seeds S to S + N - 1 are made by generate.lua. They are played in a process
 * that is replaced when it ends before its time, so that a crash is a difference of the module that
 * was played. Prints each difference, and what was compared; status 1 if anything differs. A module
 * that differs is written to FOLDER, as SEED.lua. --why prints why modules are refused, --brief one
 * line for each difference; with --lua both paths are Lua. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/home.h"
#include "paths/compare.h"
#include "paths/planted.h"
#include "paths/script.h"

enum {
    UNITS = 1000000, /* of each request */
    SECONDS = 20,    /* of processor time for a module; then it hangs, */
    REDUCED = 3,     /* and for one that is smaller */
    MOST_KINDS = 64
};

static struct {
    long modules;
    uint64_t seed;
    bool native, lua, why, brief;
    int games, plies, seconds, minutes;
    int64_t units;
    const char *keep;
} wanted = {.seed = 1, .games = 2, .plies = 16, .seconds = SECONDS, .units = UNITS};

/* ---- one module in a process of its own ------------------------------------------------------ */

/* The report of a process about a module. */
struct report {
    long module;
    bool loaded, differs;
    char kind[64], what[3000];
    long rules, compiled, plies, requests, failed, starved, near;
};

static struct paths_plan plan_of(uint64_t seed) {
    return (struct paths_plan){seed,         wanted.games,  wanted.plies,
                               wanted.units, wanted.native, wanted.lua};
}

/* End this process when it has used so much processor time from now on. */
static void set_alarm(int seconds) {
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* The line "--@ seed N" tells by which numbers a kept module is played. */
static uint64_t seed_of(const char *text, uint64_t otherwise) {
    const char *line = strstr(text, "--@ seed ");
    return line ? strtoull(line + strlen("--@ seed "), NULL, 10) : otherwise;
}

static void play_module(const char *text, uint64_t seed, struct report *report) {
    struct paths_plan plan = plan_of(seed_of(text, seed));
    struct paths_result r;
    set_alarm(wanted.seconds);
    paths_compare(text, &plan, &r);
    set_alarm(0);
    *report = (struct report){.loaded = r.loaded,
                              .differs = r.differs,
                              .rules = r.rules,
                              .compiled = r.compiled,
                              .plies = r.plies,
                              .requests = r.requests,
                              .failed = r.failed,
                              .starved = r.starved,
                              .near = r.near};
    snprintf(report->kind, sizeof report->kind, "%s", r.kind);
    snprintf(report->what, sizeof report->what, "%s", mst_buf_text(&r.what));
    paths_clear(&r);
}

/* Text of module number `module`; the caller frees it. */
typedef char *source(long module);

/* Play the modules from `first` to `last` - 1, and write the reports to `out`. */
static void play_modules(source *of, long first, long last, int out) {
    for (long module = first; module < last; module++) {
        struct report report;
        char *text = of(module);
        play_module(text, wanted.seed + (uint64_t)module, &report);
        report.module = module;
        mst_free(text);
        if (!mst_write_all(out, (const char *)&report, sizeof report))
            _exit(2);
    }
}

static bool read_report(int in, struct report *report) {
    char *bytes = (char *)report;
    size_t got = 0;
    while (got < sizeof *report) {
        ssize_t count = read(in, bytes + got, sizeof *report - got);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        got += (size_t)count;
    }
    return true;
}

/* How a process ended before its time. */
static void tell_end(struct report *report, long module, int state) {
    bool hangs = WIFSIGNALED(state) && WTERMSIG(state) == SIGPROF;
    *report = (struct report){.module = module, .differs = true, .loaded = true};
    snprintf(report->kind, sizeof report->kind, "%s", hangs ? "hang" : "crash");
    if (WIFSIGNALED(state))
        snprintf(report->what, sizeof report->what, "ended by signal %d (%s)\n", WTERMSIG(state),
                 strsignal(WTERMSIG(state)));
    else
        snprintf(report->what, sizeof report->what, "ended with status %d\n", WEXITSTATUS(state));
}

/* Play the modules from `first` to `last` - 1 in a new process, and tell(report) of each. Returns
 * the number of the first one that was not played. */
static long play_apart(source *of, long first, long last,
                       void (*tell)(source *of, const struct report *)) {
    int ends[2], state = 0;
    long module = first;
    struct report report;
    fflush(stdout);
    if (pipe(ends))
        exit(2);
    pid_t child = fork();
    if (child < 0)
        exit(2);
    if (!child) {
        close(ends[0]);
        play_modules(of, first, last, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    for (; read_report(ends[0], &report); module++)
        tell(of, &report);
    close(ends[0]);
    while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
    }
    if (module == last)
        return last;
    if (module > first) /* alone it may do something else: then one before it did the harm */
        return play_apart(of, module, module + 1, tell);
    tell_end(&report, module, state);
    tell(of, &report);
    return module + 1;
}

/* ---- the sum --------------------------------------------------------------------------------- */

static struct {
    long loaded, played, differ, rules, compiled, plies, requests, failed, starved, near;
    struct {
        char kind[64];
        long count;
    } kinds[MOST_KINDS];
    int kind_count;
} sum;

static void count_kind(const char *kind) {
    int at = 0;
    while (at < sum.kind_count && strcmp(sum.kinds[at].kind, kind) != 0)
        at++;
    if (at == MOST_KINDS)
        return;
    if (at == sum.kind_count)
        snprintf(sum.kinds[sum.kind_count++].kind, sizeof sum.kinds[at].kind, "%s", kind);
    sum.kinds[at].count++;
}

static void keep(source *of, long module) {
    char path[600];
    struct mst_error error;
    char *text = of(module);
    snprintf(path, sizeof path, "%s/%llu.lua", wanted.keep,
             (unsigned long long)(wanted.seed + (uint64_t)module));
    mkdir(wanted.keep, 0777);
    if (mst_write_file(path, text, strlen(text), true, &error) != MST_OK)
        fprintf(stderr, "%s: %s\n", path, error.text);
    mst_free(text);
}

static void add_report(source *of, const struct report *r) {
    sum.loaded += r->loaded;
    sum.played += r->loaded && r->compiled;
    sum.rules += r->rules;
    sum.compiled += r->compiled;
    sum.plies += r->plies;
    sum.requests += r->requests;
    sum.failed += r->failed;
    sum.starved += r->starved;
    sum.near += r->near;
    sum.differ += r->differs;
    if (wanted.why && !r->loaded && !r->differs)
        printf("module %llu refused: %s\n", (unsigned long long)(wanted.seed + (uint64_t)r->module),
               r->what);
    if (!r->differs)
        return;
    count_kind(r->kind);
    printf("module %llu: %s: %.*s\n", (unsigned long long)(wanted.seed + (uint64_t)r->module),
           r->kind, wanted.brief ? (int)strcspn(r->what, "\n") : (int)sizeof r->what, r->what);
    if (wanted.keep)
        keep(of, r->module);
}

static int print_sum(void) {
    printf("%ld modules, %ld loaded, %ld with code, %ld of %ld rules compiled, %ld plies, %ld "
           "requests compared, %ld failed alike, %ld without units, %ld nearly: %ld differ",
           wanted.modules, sum.loaded, sum.played, sum.compiled, sum.rules, sum.plies, sum.requests,
           sum.failed, sum.starved, sum.near, sum.differ);
    for (int i = 0; i < sum.kind_count; i++)
        printf("%s%s %ld", i ? ", " : " (", sum.kinds[i].kind, sum.kinds[i].count);
    printf("%s\n", sum.kind_count ? ")" : "");
    return sum.differ ? 1 : 0;
}

static int play_all(source *of) {
    for (long module = 0; module < wanted.modules;)
        module = play_apart(of, module, wanted.modules, add_report);
    return print_sum();
}

/* ---- sources --------------------------------------------------------------------------------- */

static char *generated(long module) {
    return script_generate(wanted.seed + (uint64_t)module);
}

static char **files;

static char *read_module(const char *path) {
    struct mst_error error;
    size_t length;
    char *text = mst_read_file(path, 1 << 24, &length, &error);
    if (text)
        return text;
    fprintf(stderr, "%s: %s\n", path, error.text);
    exit(2);
}

static char *from_file(long module) {
    return read_module(files[module]);
}

/* Copy the library for authors to the home; or remove the copy. */
static void share_library(bool there) {
    static const char *const names[] = {"answers", "board",   "cards", "deaths",
                                        "lasting", "reasons", "text"};
    char from[600], to[200];
    snprintf(to, sizeof to, "%s/lua/muster", getenv("MUSTER_HOME"));
    if (there)
        mkdir(to, 0700);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct mst_error error;
        snprintf(from, sizeof from, "%s/lua/muster/%s.lua", source_root(), names[i]);
        snprintf(to, sizeof to, "%s/lua/muster/%s.lua", getenv("MUSTER_HOME"), names[i]);
        if (there) {
            char *text = read_module(from);
            mst_write_file(to, text, strlen(text), true, &error);
            mst_free(text);
        } else {
            unlink(to);
        }
    }
    snprintf(to, sizeof to, "%s/lua/muster", getenv("MUSTER_HOME"));
    if (!there)
        rmdir(to);
}

/* ---- reducing -------------------------------------------------------------------------------- */

static const char *candidate;
static struct report reduced;
static time_t started;

static char *the_candidate(long module) {
    (void)module;
    return mst_strdup(candidate);
}

static void note_report(source *of, const struct report *report) {
    (void)of;
    reduced = *report;
}

/* Does it differ in the same way? Names that are missing since their declaration was removed are a
 * separate way. */
static bool differs_alike(void *kind, const char *text) {
    if (wanted.minutes && time(NULL) > started + wanted.minutes * 60)
        return false;
    candidate = text;
    play_apart(the_candidate, 0, 1, note_report);
    return reduced.differs && !strcmp(reduced.kind, kind) &&
           !strstr(reduced.what, "there is no '") && !strstr(reduced.what, "a nil value");
}

static int reduce(const char *path) {
    char *text = read_module(path), kind[64];
    wanted.modules = 1;
    started = time(NULL);
    candidate = text;
    play_apart(the_candidate, 0, 1, note_report);
    if (!reduced.differs) {
        fprintf(stderr, "%s: no difference\n", path);
        return 1;
    }
    snprintf(kind, sizeof kind, "%s", reduced.kind);
    int game, ply;
    if (sscanf(reduced.what, "game %d, ply %d", &game, &ply) == 2) { /* no more than is needed */
        wanted.games = game + 1;
        wanted.plies = ply + 3;
    }
    wanted.seconds = REDUCED;
    char *smallest = script_reduce(text, differs_alike, kind);
    candidate = smallest;
    play_apart(the_candidate, 0, 1, note_report);
    printf("%s\n--[[ %s: %s]]\n", smallest, reduced.kind, reduced.what);
    mst_free(smallest);
    mst_free(text);
    return 0;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static int usage(void) {
    fprintf(stderr,
            "muster-paths --modules N [--seed S] [--native|--lua] [--budget UNITS] [--games N] "
            "[--plies N]\n             [--keep FOLDER] [--why] [--brief]\n"
            "muster-paths FILE.lua ... | --show S | --reduce FILE.lua | --self-test\n");
    return 2;
}

int main(int argc, char **argv) {
    const char *to_reduce = NULL;
    bool shows = false, tests = false;
    int at = 1, status = 2;
    for (; at < argc && !strncmp(argv[at], "--", 2); at++) {
        const char *name = argv[at] + 2, *value = at + 1 < argc ? argv[at + 1] : NULL;
        bool flag = true;
        if (!strcmp(name, "native"))
            wanted.native = true;
        else if (!strcmp(name, "lua"))
            wanted.lua = true;
        else if (!strcmp(name, "why"))
            wanted.why = true;
        else if (!strcmp(name, "brief"))
            wanted.brief = true;
        else if (!strcmp(name, "self-test"))
            tests = true;
        else
            flag = false;
        if (flag)
            continue;
        if (!value)
            return usage();
        if (!strcmp(name, "modules"))
            wanted.modules = atol(value);
        else if (!strcmp(name, "seed"))
            wanted.seed = strtoull(value, NULL, 10);
        else if (!strcmp(name, "show")) {
            shows = true;
            wanted.seed = strtoull(value, NULL, 10);
        } else if (!strcmp(name, "budget"))
            wanted.units = atoll(value);
        else if (!strcmp(name, "games"))
            wanted.games = atoi(value);
        else if (!strcmp(name, "plies"))
            wanted.plies = atoi(value);
        else if (!strcmp(name, "minutes"))
            wanted.minutes = atoi(value);
        else if (!strcmp(name, "keep"))
            wanted.keep = value;
        else if (!strcmp(name, "reduce"))
            to_reduce = value;
        else
            return usage();
        at++;
    }
    script_open();
    home_open();
    share_library(true);
    files = argv + at;
    if (tests) {
        status = paths_self_test();
    } else if (shows) {
        char *text = generated(0);
        printf("%s", text);
        mst_free(text);
        status = 0;
    } else if (to_reduce) {
        status = reduce(to_reduce);
    } else if (at < argc) {
        wanted.modules = argc - at;
        status = play_all(from_file);
    } else if (wanted.modules) {
        status = play_all(generated);
    } else {
        usage();
    }
    share_library(false);
    home_close();
    script_close();
    return status;
}
