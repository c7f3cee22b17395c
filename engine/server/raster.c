/* Pictures as PNG: see raster.h. */
#define _GNU_SOURCE /* prlimit; posix_spawn: the descriptors of a new process */
#include "server/raster.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/clock.h"

extern char **environ;

enum {
    MOST_WAITING = 32,
    MOST_BYTES = 8 << 20, /* of a PNG */
    READ_SIZE = 64 << 10,
    SECONDS = 10, /* for a picture */
};
#define MEMORY ((rlim_t)1 << 30)

struct drawing {
    struct drawing *next;
    char *svg;
    server_raster_done *done;
    void *context;
};

struct server_raster {
    struct server_web *web;
    char program[1024];       /* "": not installed */
    struct drawing *drawings; /* those that wait, and first the one that is being drawn */
    int count;
    pid_t process; /* 0: none */
    int socket;
    struct web_watch *watch;
    size_t sent;
    struct mst_buf png;
    int64_t deadline;
};

/* ---- the process ----------------------------------------------------------------------------- */

static bool spawn(struct server_raster *raster, int end) {
    static const char *const arguments[] = {"rsvg-convert",  "--format=png",        "--width=1200",
                                            "--height=1200", "--keep-aspect-ratio", NULL};
    const struct rlimit memory = {MEMORY, MEMORY}, time = {SECONDS, SECONDS};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions))
        return false;
    bool done = !posix_spawn_file_actions_adddup2(&actions, end, 0) &&
                !posix_spawn_file_actions_adddup2(&actions, end, 1) &&
                !posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) &&
                !posix_spawn_file_actions_addclosefrom_np(&actions, 3) &&
                !posix_spawn(&raster->process, raster->program, &actions, NULL,
                             (char *const *)(uintptr_t)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (!done)
        return false;
    prlimit(raster->process, RLIMIT_AS, &memory, NULL); /* before it is sent anything */
    prlimit(raster->process, RLIMIT_CPU, &time, NULL);
    return true;
}

static void end_process(struct server_raster *raster) {
    assert(raster->process > 0);
    server_watch_end(raster->watch);
    raster->watch = NULL;
    kill(raster->process, SIGKILL);
    waitpid(raster->process, NULL, 0);
    raster->process = 0;
}

static void raster_ready(void *context, bool readable, bool writable);

/* Begin with the first drawing. False if there can be no process. */
static bool raster_begin(struct server_raster *raster) {
    assert(raster->drawings && !raster->process);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return false;
    bool done = spawn(raster, ends[1]);

    /* The process has its own copy of this end: while the server had one, it would never read the
     * end of the PNG. */
    close(ends[1]);
    raster->watch = done ? web_watch(raster->web, ends[0], raster_ready, raster) : NULL;
    raster->socket = ends[0];
    raster->sent = 0;
    mst_buf_reset(&raster->png);

    /* Both fail in the same way: nothing is left of the attempt. */
    if (raster->watch) {
        raster->deadline = mst_clock_steady() + 1000 * SECONDS;
        server_watch_write(raster->watch);
        return true;
    }
    close(ends[0]);
    if (done)
        end_process(raster);
    return false;
}

/* ---- drawings -------------------------------------------------------------------------------- */

/* Take the first drawing from the list, and report to its owner. */
static void raster_conclude(struct server_raster *raster, const char *png, size_t length) {
    struct drawing *drawing = raster->drawings;
    assert(drawing && raster->count > 0);
    raster->drawings = drawing->next;
    raster->count--;
    drawing->done(drawing->context, png, length);
    mst_free(drawing->svg);
    mst_free(drawing);
}

/* A PNG that is whole. */
static bool is_png(const struct mst_buf *png) {
    static const char first[] = "\x89PNG\r\n\x1a\n", last[] = "IEND\xae\x42\x60\x82";
    enum { MARK = 8 };
    return !png->failed && png->length > 2 * MARK && !memcmp(png->text, first, MARK) &&
           !memcmp(png->text + png->length - MARK, last, MARK);
}

/* The process has said all, or is not waited for any more. */
static void raster_finish(struct server_raster *raster) {
    struct mst_buf png = raster->png;
    bool good = is_png(&png);
    raster->png = (struct mst_buf){0};

    /* The owner may ask for another picture at once, so all is put away first. */
    end_process(raster);
    raster_conclude(raster, good ? png.text : NULL, good ? png.length : 0);
    mst_buf_clear(&png);
    server_raster_tend(raster);
}

static void send_svg(struct server_raster *raster) {
    const char *svg = raster->drawings->svg;
    size_t rest = strlen(svg) - raster->sent;
    ssize_t count = rest ? send(raster->socket, svg + raster->sent, rest, MSG_NOSIGNAL) : 0;
    if (count > 0)
        raster->sent += (size_t)count;

    /* The program draws at the end of its input. */
    if (!svg[raster->sent])
        shutdown(raster->socket, SHUT_WR);
    else if (count >= 0 || errno == EAGAIN || errno == EINTR)
        server_watch_write(raster->watch);
}

static void raster_ready(void *context, bool readable, bool writable) {
    struct server_raster *raster = context;
    char bytes[READ_SIZE];
    if (writable)
        send_svg(raster);
    ssize_t count = readable ? read(raster->socket, bytes, sizeof bytes) : -1;
    if (count > 0)
        mst_buf_bytes(&raster->png, bytes, (size_t)count);
    if ((readable && !count) || raster->png.failed || raster->png.length > MOST_BYTES)
        raster_finish(raster);
}

bool server_raster_draw(struct server_raster *raster, const char *svg, server_raster_done *done,
                        void *context) {
    struct drawing **at = &raster->drawings;
    struct drawing *drawing = server_raster_installed(raster) && raster->count < MOST_WAITING
                                  ? mst_calloc(1, sizeof *drawing)
                                  : NULL;
    if (!drawing)
        return false;
    *drawing = (struct drawing){.svg = mst_strdup(svg), .done = done, .context = context};
    if (!drawing->svg) {
        mst_free(drawing);
        return false;
    }

    /* `done` is never called within this function, as in the pool. */
    while (*at)
        at = &(*at)->next;
    *at = drawing;
    raster->count++;
    web_wake(raster->web, 0);
    return true;
}

void server_raster_tend(struct server_raster *raster) {
    if (raster->process && mst_clock_steady() > raster->deadline)
        raster_finish(raster);

    /* A picture for which no process starts is given up. */
    while (raster->drawings && !raster->process && !raster_begin(raster))
        raster_conclude(raster, NULL, 0);
    if (raster->process)
        web_wake(raster->web, raster->deadline + 1);
}

/* ---- life ------------------------------------------------------------------------------------ */

/* Find the program in the folders of PATH. */
static void find_program(char *program, size_t size) {
    const char *folder = getenv("PATH");
    for (size_t length; folder && *folder; folder += length + (folder[length] == ':')) {
        length = strcspn(folder, ":");
        snprintf(program, size, "%.*s/rsvg-convert", (int)length, folder);
        if (*program == '/' && access(program, X_OK) == 0)
            return;
    }
    *program = 0;
}

struct server_raster *server_raster_new(struct server_web *web) {
    struct server_raster *raster = mst_calloc(1, sizeof *raster);
    if (!raster)
        return NULL;
    raster->web = web;
    find_program(raster->program, sizeof raster->program);
    return raster;
}

bool server_raster_installed(const struct server_raster *raster) {
    return *raster->program;
}

void server_raster_free(struct server_raster *raster) {
    if (!raster)
        return;
    if (raster->process)
        end_process(raster);
    while (raster->drawings)
        raster_conclude(raster, NULL, 0);
    mst_buf_clear(&raster->png);
    mst_free(raster);
}
