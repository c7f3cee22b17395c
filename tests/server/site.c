/* The server as a process: see site.h. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "server/site.h"

#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/clock.h"

enum { PATIENCE = 300000 /* ms until something is held to hang */ };

void wrong(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "wrong: ");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    exit(1);
}

static uint64_t chance = 1;

void any_seed(uint64_t seed) {
    chance = seed * 0x9e3779b97f4a7c15u + 1;
}

unsigned any(unsigned below) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (unsigned)((chance >> 11) % below);
}

void nap(unsigned milliseconds) {
    struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    nanosleep(&time, NULL);
}

/* ---- folders --------------------------------------------------------------------------------- */

void site_make(struct site *site) {
    *site = (struct site){.folder = "/tmp/muster-site-XXXXXX"};
    must(mkdtemp(site->folder), "no folder can be made in /tmp");
    snprintf(site->data, sizeof site->data, "%s/data", site->folder);
    snprintf(site->log, sizeof site->log, "%s/log", site->folder);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw) {
    (void)status, (void)type, (void)ftw;
    return remove(path);
}

void site_remove(struct site *site) {
    if (site->process)
        site_kill(site);
    nftw(site->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- processes ------------------------------------------------------------------------------- */

/* Run the program with its output at a descriptor. */
static pid_t run(const struct site *site, const char *const *arguments, int output, int errors) {
    const char *program = getenv("MUSTER_BIN");
    must(program, "MUSTER_BIN must be the program");
    fflush(NULL);
    pid_t process = fork();
    if (process)
        return process;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* none is left behind by a test that fails */
    dup2(output, 1);
    dup2(errors, 2);
    for (int i = 3; i < 1024; i++)
        close(i);
    for (int i = 0; i < 4 && site->variables[i]; i++)
        putenv((char *)(uintptr_t)site->variables[i]);
    execv(program, (char *const *)(uintptr_t)arguments);
    _exit(127);
}

static void forget(struct site *site) {
    waitpid(site->process, NULL, 0);
    site->process = 0;
    site->web.port = 0;
}

/* Read the address that the server prints; false: it has ended or the time is up. */
static bool read_address(struct site *site, int from, int64_t until) {
    static const char before[] = "Muster serves http://127.0.0.1:";
    char line[200] = "";
    for (size_t at = 0; at < sizeof line - 1 && !strchr(line, '\n'); at++) {
        struct pollfd waits = {.fd = from, .events = POLLIN};
        int64_t left = until - mst_clock_steady();
        if (poll(&waits, 1, left > 0 ? (int)left : 0) != 1 || read(from, line + at, 1) != 1)
            return false;
        line[at + 1] = 0;
    }
    must(!strncmp(line, before, sizeof before - 1), "the server prints: %s", line);
    site->web.port = atoi(line + sizeof before - 1);
    return true;
}

static bool start(struct site *site, int64_t until) {
    const char *arguments[] = {getenv("MUSTER_BIN"), "serve",      "--port", "0", "--data",
                               site->data,           site->option, NULL};
    int ends[2], log = open(site->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    must(log >= 0 && pipe(ends) == 0, "no pipe");
    site->process = run(site, arguments, ends[1], log);
    close(ends[1]);
    close(log);
    bool serves = read_address(site, ends[0], until);
    close(ends[0]);
    return serves;
}

bool site_start(struct site *site) {
    if (start(site, mst_clock_steady() + PATIENCE))
        return true;
    kill(site->process, SIGKILL);
    forget(site);
    return false;
}

bool site_start_until(struct site *site, unsigned microseconds) {
    if (start(site, mst_clock_steady() + microseconds / 1000))
        return true;
    site_kill(site);
    return false;
}

void site_kill(struct site *site) {
    kill(site->process, SIGKILL);
    forget(site);
}

void site_stop(struct site *site) {
    int status;
    kill(site->process, SIGTERM);
    waitpid(site->process, &status, 0);
    site->process = 0;
    must(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the server ends with status %d:\n%s",
         status, site_log(site));
}

static char *read_all(int from) {
    struct mst_buf all = {0};
    char part[4096];
    ssize_t got;
    while ((got = read(from, part, sizeof part)) > 0)
        mst_buf_bytes(&all, part, (size_t)got);
    close(from);
    mst_buf_char(&all, 0);
    return mst_buf_take(&all);
}

int site_run(struct site *site, char **output, ...) {
    const char *arguments[12] = {getenv("MUSTER_BIN"), "serve"};
    int ends[2], count = 2, status;
    va_list args;
    va_start(args, output);
    while (count < 9 && (arguments[count] = va_arg(args, const char *)))
        count++;
    va_end(args);
    arguments[count++] = "--data";
    arguments[count++] = site->data;
    arguments[count] = NULL;
    must(pipe(ends) == 0, "no pipe");
    pid_t process = run(site, arguments, ends[1], ends[1]);
    close(ends[1]);
    *output = read_all(ends[0]);
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void site_check(struct site *site) {
    char *output;
    int status = site_run(site, &output, "--check-data", NULL);
    must(status == 0, "--check-data ends with status %d:\n%s", status, output);
    mst_free(output);
}

char *site_log(const struct site *site) {
    int log = open(site->log, O_RDONLY);
    must(log >= 0, "there is no log");
    return read_all(log);
}

/* ---- questions ------------------------------------------------------------------------------- */

char *site_get(struct site *site, const char *path, const char *token) {
    return web_ask(&site->web, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s%s%s\r\n", path,
                   site->web.port, token ? "Cookie: muster=" : "", token ? token : "",
                   token ? "\r\n" : "");
}

void site_settle(struct site *site) {
    struct visitor visitor;
    must(visitor_enter(&visitor, site, NULL), "nobody can come in");
    for (bool complete = false; !complete;) {
        json_t *games = visitor_done(&visitor, json_pack("{s:s}", "op", "games"));
        complete = json_is_true(json_object_get(games, "complete"));
        json_decref(games);
        if (!complete)
            nap(200);
    }
    visitor_leave(&visitor);
}
