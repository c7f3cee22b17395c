/* Work by several processes: see jobs.h. Worker w of n does the numbers first + w, first + w + n,
 * and so on, and writes the lines to its pipe. */
#include "lab/jobs.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

struct worker {
    pid_t pid;
    FILE *lines;
};

static bool run_here(const struct lab_jobs *jobs) {
    struct mst_buf line = {0};
    bool done = true;
    for (int64_t i = 0; done && i < jobs->count; i++) {
        mst_buf_reset(&line);
        done = jobs->work(jobs->context, jobs->first + i, &line) && !line.failed;
        if (done && !jobs->sink(jobs->context, jobs->first + i, mst_buf_text(&line)))
            break;
    }
    mst_buf_clear(&line);
    return done;
}

static bool write_all(int file, const char *text, size_t length) {
    while (length) {
        ssize_t written = write(file, text, length);
        if (written <= 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* The process of a worker: does its part and ends. */
static _Noreturn void labour(const struct lab_jobs *jobs, int worker, int out) {
    struct mst_buf line = {0};
    for (int64_t i = worker; i < jobs->count; i += jobs->processes) {
        mst_buf_reset(&line);
        bool done = jobs->work(jobs->context, jobs->first + i, &line);
        mst_buf_char(&line, '\n');
        if (!done || line.failed || !write_all(out, mst_buf_text(&line), line.length))
            _exit(1);
    }
    _exit(0);
}

static bool jobs_start(const struct lab_jobs *jobs, struct worker *workers, int index) {
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    workers[index].pid = fork();
    if (workers[index].pid == 0) {
        for (int i = 0; i < index; i++)
            fclose(workers[i].lines);
        close(ends[0]);
        labour(jobs, index, ends[1]);
    }
    close(ends[1]);
    workers[index].lines = workers[index].pid > 0 ? fdopen(ends[0], "r") : NULL;
    if (!workers[index].lines)
        close(ends[0]);
    return workers[index].lines != NULL;
}

static bool jobs_gather(const struct lab_jobs *jobs, struct worker *workers) {
    char *line = NULL;
    size_t size = 0;
    bool done = true;
    for (int64_t i = 0; done && i < jobs->count; i++) {
        ssize_t length = getline(&line, &size, workers[i % jobs->processes].lines);
        done = length > 0 && line[length - 1] == '\n';
        if (!done)
            break;
        line[length - 1] = 0;
        if (!jobs->sink(jobs->context, jobs->first + i, line))
            break;
    }
    free(line);
    return done;
}

static void stop(struct worker *workers, int count) {
    for (int i = 0; i < count; i++) {
        fclose(workers[i].lines);
        kill(workers[i].pid, SIGTERM);
        waitpid(workers[i].pid, NULL, 0);
    }
}

bool lab_jobs_run(const struct lab_jobs *jobs) {
    struct worker workers[LAB_MOST_JOBS] = {0};
    int count = 0;
    assert(jobs->processes <= LAB_MOST_JOBS);
    if (jobs->processes <= 1)
        return run_here(jobs);

    mst_print_flush(); /* or each worker prints it again */
    while (count < jobs->processes && jobs_start(jobs, workers, count))
        count++;
    bool done = count == jobs->processes && jobs_gather(jobs, workers);
    stop(workers, count);
    if (!done)
        mst_warn(count < jobs->processes ? "a worker could not be started\n"
                                         : "a worker ended before its work was done\n");
    return done;
}
