/* Engine processes: see pool.h. */
#define _GNU_SOURCE /* posix_spawn: the folder and the descriptors of a new process */
#include "server/pool.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/index.h"

extern char **environ;

#define FOREIGN_MIB "512" /* memory of a process for foreign rules */

enum {
    READ_SIZE = 64 << 10,
    LONGEST_ANSWER = 32 << 20,
    LONGEST_FOREIGN = 1 << 20,
    FEWEST_ARGUMENTS = 10, /* beside the settings */
    MOST_VARIABLES = 512,
    AHEAD = 16 /* tasks that a process for playing is sent */
};

/* The start of a process: the home, the ruleset and each setting, a line each. All tasks
 * and workers of a crew share one, so that it is compared by its address. */
struct key {
    struct server_entry entry;
    int users;
    char *text;
};

struct task {
    struct task *next;
    uint64_t number;
    struct key *key;
    bool thinks, foreign;
    char *lines;
    int wanted; /* answers */
    char **answers;
    int count;
    int64_t deadline; /* of the running task */
    server_pool_done *done;
    server_pool_info *info;
    void *context;
};

struct worker {
    struct worker *next;
    struct server_pool *pool;
    uint64_t number; /* as which it was started: an address may come again */
    struct key *key;
    bool thinks, foreign;
    pid_t process;
    struct web_watch *watch;
    int socket;
    struct task *task; /* the one that runs, and behind it those that were sent; NULL: idle */
    int sent_tasks;
    struct mst_buf input; /* read, not yet a whole line */
    struct mst_buf output;
    size_t sent;
    int64_t used;
    bool ended;
};

struct server_pool {
    struct server_web *web;
    struct server_index keys; /* by their text */
    struct server_pool_options options;
    struct worker *workers;
    struct task *waiting, **last;
    struct task *failed; /* whose `done` is still to be called */
    bool ending;
    uint64_t numbers, started, died;
};

/* ---- crews ----------------------------------------------------------------------------------- */

static char *pool_text_of(const struct server_crew *crew) {
    struct mst_buf key = {0};
    json_t *settings = crew->settings ? json_loads(crew->settings, 0, NULL) : NULL, *value;
    const char *name;
    mst_buf_printf(&key, "%s\n%s", crew->home, crew->ruleset ? crew->ruleset : "-");

    /* As the command line has it: an option that is on or off is written in words. */
    json_object_foreach (settings, name, value) {
        mst_buf_printf(&key, "\n%s=", name);
        if (json_is_string(value))
            mst_buf_puts(&key, json_string_value(value));
        else if (json_is_integer(value))
            mst_buf_int(&key, json_integer_value(value));
        else
            mst_buf_puts(&key, json_is_true(value) ? "on" : "off");
    }
    json_decref(settings);
    return mst_buf_take(&key);
}

/* The key of a crew, with one more user. NULL when out of memory. */
static struct key *use_key(struct server_pool *pool, const struct server_crew *crew) {
    char *text = pool_text_of(crew);
    struct server_entry *known = text ? server_index_find(&pool->keys, text) : NULL;
    struct key *key = known ? known->owner : text ? mst_calloc(1, sizeof *key) : NULL;

    /* A text that is known already is not needed twice. */
    if (key && !known) {
        key->text = text;
        server_index_add(&pool->keys, &key->entry, key->text, key);
    } else {
        mst_free(text);
    }
    if (key)
        key->users++;
    return key;
}

static void leave_key(struct key *key) {
    if (!key || --key->users > 0)
        return;
    assert(key->users == 0);
    server_index_remove(&key->entry);
    mst_free(key->text);
    mst_free(key);
}

/* ---- processes ------------------------------------------------------------------------------- */

static void pool_finish(struct worker *worker, const char *why);

static void read_worker(struct worker *worker);
static void write_worker(struct worker *worker);

static void pool_ready(void *context, bool readable, bool writable) {
    struct worker *worker = context;
    if (writable)
        write_worker(worker);
    if (readable && !worker->ended)
        read_worker(worker);
}

/* The environment of a process: the server's, with a home of its own and no folders of authors;
 * for foreign rules also without native code. */
static void fill_environment(char **variables, char *home, bool foreign) {
    static char folders[] = "MUSTER_FOLDERS=", data[] = "XDG_DATA_HOME=/nonexistent";
    static char cache[] = "XDG_CACHE_HOME=/nonexistent";
    int count = 0;

    /* Room is left for those that are added, and for the end. */
    for (char **at = environ; *at && count < MOST_VARIABLES - 5; at++)
        if ((!foreign || strncmp(*at, "XDG_CACHE_HOME=", 15) != 0) &&
            strncmp(*at, "MUSTER_HOME=", 12) != 0 && strncmp(*at, "MUSTER_FOLDERS=", 15) != 0 &&
            strncmp(*at, "XDG_DATA_HOME=", 14) != 0)
            variables[count++] = *at;
    variables[count++] = home;
    variables[count++] = folders;
    variables[count++] = data;
    if (foreign)
        variables[count++] = cache;
    variables[count] = NULL;
}

static size_t count_lines(const char *text) {
    size_t lines = 1;
    while ((text = strchr(text, '\n')))
        lines++, text++;
    return lines;
}

/* Start the program with the given end of a socket as its input and output. */
static bool spawn(struct worker *worker, int end) {
    const struct server_pool_options *options = &worker->pool->options;
    static char engine[] = "engine", set[] = "--set", jail[] = "--jail", matches[] = "--matches";
    static char jail_load[] = "--jail-load", memory[] = "--jail-memory", mib[] = FOREIGN_MIB;
    bool foreign = worker->foreign;
    char *variables[MOST_VARIABLES], number[16];
    struct mst_buf home = {0};
    char *copy = mst_strdup(worker->key->text), *rest = NULL;
    char **arguments =
        mst_calloc(2 * count_lines(worker->key->text) + FEWEST_ARGUMENTS, sizeof(char *));
    int count = 0;
    posix_spawn_file_actions_t actions;
    if (!copy || !arguments || posix_spawn_file_actions_init(&actions)) {
        mst_free(arguments);
        mst_free(copy);
        return false;
    }

    /* The key holds all that the process is started with, a line each. */
    char *path = strtok_r(copy, "\n", &rest), *ruleset = strtok_r(NULL, "\n", &rest);
    bool free_to_load = !strcmp(ruleset, "-");
    mst_buf_printf(&home, "MUSTER_HOME=%s", path);
    arguments[count++] = (char *)(uintptr_t)options->program;
    arguments[count++] = engine;
    if (!free_to_load)
        arguments[count++] = ruleset;

    /* Arguments point into the copy, which lives until the process is there. */
    for (char *one; (one = strtok_r(NULL, "\n", &rest));) {
        arguments[count++] = set;
        arguments[count++] = one;
    }
    snprintf(number, sizeof number, "%d", options->matches);
    arguments[count++] = matches;
    arguments[count++] = number;

    /* Foreign rules are jailed before anything of them is loaded; the others once they are, since
     * loading reads files. A process for any ruleset is not jailed. */
    if (foreign) {
        char *const more[] = {jail_load, memory, mib};
        memcpy(arguments + count, more, sizeof more);
        count += sizeof more / sizeof *more;
    } else if (!free_to_load) {
        arguments[count++] = jail;
    }
    arguments[count] = NULL;
    fill_environment(variables, home.text, foreign);

    /* The folder is that of the home: an engine writes nothing, and finds its files by paths below
     * it. */
    bool done =
        !home.failed && !posix_spawn_file_actions_adddup2(&actions, end, 0) &&
        !posix_spawn_file_actions_adddup2(&actions, end, 1) &&
        (!foreign || /* what they print is no line of the server's log */
         !posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)) &&
        !posix_spawn_file_actions_addclosefrom_np(&actions, 3) &&
        !posix_spawn_file_actions_addchdir_np(&actions, path) &&
        !posix_spawn(&worker->process, options->program, &actions, NULL, arguments, variables);
    posix_spawn_file_actions_destroy(&actions);
    mst_buf_clear(&home);
    mst_free(arguments);
    mst_free(copy);
    return done;
}

/* A new process for a task. NULL if it could not be started. */
static struct worker *start_worker(struct server_pool *pool, const struct task *task) {
    struct worker *worker = mst_calloc(1, sizeof *worker);
    int ends[2];
    if (!worker || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
        mst_free(worker);
        return NULL;
    }

    /* The server never waits for an engine; the engine may wait for the server. */
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *worker = (struct worker){
        .pool = pool, .thinks = task->thinks, .socket = ends[0], .foreign = task->foreign};
    assert(task->key);
    worker->key = task->key;
    worker->key->users++;

    /* Its end is inherited by the process alone: the others are closed when it starts. */
    bool done = spawn(worker, ends[1]);
    close(ends[1]);

    /* Without a watch nobody would hear of its end. */
    worker->watch = done ? web_watch(pool->web, ends[0], pool_ready, worker) : NULL;
    if (!worker->watch) {
        close(ends[0]);
        if (done)
            kill(worker->process, SIGKILL), waitpid(worker->process, NULL, 0);
        leave_key(worker->key);
        mst_free(worker);
        return NULL;
    }

    /* It becomes part of the pool with nothing left that can fail. */
    worker->next = pool->workers;
    worker->number = ++pool->started;
    pool->workers = worker;
    return worker;
}

/* End the process and take the worker from the list. It is freed by the caller's mst_free. */
static void end_worker(struct worker *worker) {
    assert(worker->process > 0);
    struct worker **at = &worker->pool->workers;
    while (*at != worker)
        at = &(*at)->next;
    *at = worker->next;

    /* Also closes the socket. */
    server_watch_end(worker->watch);
    kill(worker->process, SIGKILL);
    waitpid(worker->process, NULL, 0);
    mst_buf_clear(&worker->input);
    mst_buf_clear(&worker->output);
    leave_key(worker->key);
    mst_free(worker);
}

/* ---- tasks ----------------------------------------------------------------------------------- */

static void free_task(struct task *task) {
    for (int i = 0; i < task->count; i++)
        mst_free(task->answers[i]);
    mst_free(task->answers);
    mst_free(task->lines);
    leave_key(task->key);
    mst_free(task);
}

/* Tell the task's owner, and free it. */
static void pool_conclude(struct task *task, const char *why) {
    struct server_answers answers = {.why = why};
    if (!why) {
        answers.lines = (const char *const *)task->answers;
        answers.count = task->count;
    }
    assert(why || task->count == task->wanted); /* P2: all answers, or none */
    task->done(task->context, &answers);
    free_task(task);
}

static void set_deadline(struct worker *worker) {
    const struct server_pool_options *options = &worker->pool->options;
    int seconds = !worker->thinks   ? options->seconds
                  : worker->foreign ? options->foreign_think_seconds
                                    : options->think_seconds;
    if (worker->task)
        worker->task->deadline = mst_clock_steady() + 1000 * seconds;
}

/* Send the task behind those that the process has. */
static void pool_begin(struct worker *worker, struct task *task) {
    struct task **at = &worker->task;
    while (*at)
        at = &(*at)->next;
    *at = task;
    assert(!task->next && task->key == worker->key); /* P1 */
    worker->sent_tasks++;
    if (worker->task == task)
        set_deadline(worker);
    mst_buf_puts(&worker->output, task->lines);
    server_watch_write(worker->watch);
}

/* Put the tasks that a process can no longer answer before those that wait (P1, P2). */
static void send_again(struct server_pool *pool, struct task *tasks) {
    struct task **at = &tasks;

    /* Answers that came already are asked for again with the rest: a task is answered by one
     * process. */
    for (; *at; at = &(*at)->next) {
        for (int i = 0; i < (*at)->count; i++)
            mst_free((*at)->answers[i]);
        (*at)->count = 0;
    }

    /* Before the others, and in their order (P1). */
    *at = pool->waiting;
    if (!pool->waiting)
        pool->last = at;
    pool->waiting = tasks;
    if (!pool->waiting)
        pool->last = &pool->waiting;
}

/* The worker's task is over, with its answers, or (`why`) without. */
static void pool_finish(struct worker *worker, const char *why) {
    struct task *task = worker->task, *behind = task ? task->next : NULL;
    struct server_pool *pool = worker->pool;
    assert(!worker->ended);
    worker->task = why ? NULL : behind;
    worker->sent_tasks -= task != NULL;
    worker->used = mst_clock_steady();
    set_deadline(worker);

    /* The process is ended before the owner hears of it, who may ask for something at once (P2). */
    if (why) {
        send_again(pool, behind);
        pool->died++;
        worker->ended = true;
        end_worker(worker);
    }
    if (task)
        pool_conclude(task, why);
    server_pool_tend(pool);
}

static void take_line(struct worker *worker, char *line) {
    struct task *task = worker->task;
    if (!task)
        return; /* the answer to a `stop` that came too late */

    /* A line without `ok` is no answer but `info` on the way to it. */
    if (!strstr(line, "\"ok\":")) {
        if (task->info)
            task->info(task->context, line);
        return;
    }
    if (!strncmp(line, "{\"id\":\"stop\"", 12))
        return;
    if (task->count == task->wanted)
        return;
    assert(task->count < task->wanted);
    task->answers[task->count] = mst_strdup(line);
    task->count += task->answers[task->count] != NULL;
}

static bool has_answers(const struct worker *worker) {
    return worker->task && worker->task->count == worker->task->wanted;
}

/* Take whole lines from what was read, up to the end of a task. */
static void take_lines(struct worker *worker) {
    char *at = worker->input.text, *end;
    char *stop = at + worker->input.length;
    while (!has_answers(worker) && at < stop && (end = memchr(at, '\n', (size_t)(stop - at)))) {
        *end = 0;
        take_line(worker, at);
        at = end + 1;
    }

    /* The rest is a part of a line, or belongs to the next task. */
    size_t rest = (size_t)(stop - at);
    memmove(worker->input.text, at, rest);
    worker->input.length = rest;
    worker->input.text[rest] = 0;
}

static bool is_there(const struct server_pool *pool, uint64_t number) {
    const struct worker *w = pool->workers;
    while (w && w->number != number)
        w = w->next;
    return w != NULL;
}

static void read_worker(struct worker *worker) {
    char bytes[READ_SIZE];
    ssize_t count = read(worker->socket, bytes, sizeof bytes);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        pool_finish(worker, "the engine process has ended");
        return;
    }
    mst_buf_bytes(&worker->input, bytes, (size_t)count);

    /* Rules may print without an end: bounded for all, and tighter for those of strangers. */
    size_t most = worker->foreign ? LONGEST_FOREIGN : LONGEST_ANSWER;
    if (worker->input.failed || worker->input.length > most) {
        pool_finish(worker, "the engine's answer is too long");
        return;
    }
    /* The owner of a task may end the process: then it is freed, and not in the list. A
     * process that is started meanwhile may have its address. */
    struct server_pool *pool = worker->pool;
    uint64_t number = worker->number;
    while (is_there(pool, number)) {
        take_lines(worker);
        if (!has_answers(worker))
            return;
        pool_finish(worker, NULL);
    }
}

static void write_worker(struct worker *worker) {
    size_t rest = worker->output.length - worker->sent;
    ssize_t count =
        rest ? send(worker->socket, worker->output.text + worker->sent, rest, MSG_NOSIGNAL) : 0;
    if (count > 0)
        worker->sent += (size_t)count;

    /* The rest follows when the socket can be written again. */
    if (worker->sent == worker->output.length) {
        mst_buf_reset(&worker->output);
        worker->sent = 0;
    } else if (count >= 0 || errno == EAGAIN || errno == EINTR) {
        server_watch_write(worker->watch);
    } /* else the process has ended, which reading will show */
}

/* ---- the queue ------------------------------------------------------------------------------- */

static int count_workers(const struct server_pool *pool, bool thinks, bool foreign) {
    int count = 0;
    for (const struct worker *w = pool->workers; w; w = w->next)
        count += w->thinks == thinks && w->foreign == foreign;
    return count;
}

/* The worker that would run a task: an idle one, or for playing (P1) the only one. */
static struct worker *pool_fitting(const struct server_pool *pool, const struct task *task) {
    for (struct worker *w = pool->workers; w; w = w->next)
        if (w->thinks == task->thinks && w->foreign == task->foreign && w->key == task->key &&
            (!w->task || !task->thinks))
            return w;
    return NULL;
}

static struct worker *idle_longest(const struct server_pool *pool, bool thinks, bool foreign) {
    struct worker *found = NULL;
    for (struct worker *w = pool->workers; w; w = w->next)
        if (w->thinks == thinks && w->foreign == foreign && !w->task &&
            (!found || w->used < found->used))
            found = w;
    return found;
}

/* Find or make a worker that can begin with the task now. NULL: it has to wait; *failed: no process
 * can be started. */
static struct worker *worker_for(struct server_pool *pool, const struct task *task, bool *failed) {
    const struct server_pool_options *options = &pool->options;
    int most = task->foreign  ? options->foreign
               : task->thinks ? options->thinkers
                              : options->players;
    struct worker *worker = pool_fitting(pool, task);
    if (worker) /* one that plays may have some tasks to go on with */
        return worker->sent_tasks < (task->thinks ? 1 : AHEAD) ? worker : NULL;

    /* Another crew's process that has nothing to do makes room. */
    if (count_workers(pool, task->thinks, task->foreign) >= most) {
        struct worker *idle = idle_longest(pool, task->thinks, task->foreign);
        if (!idle)
            return NULL;
        end_worker(idle);
    }
    worker = start_worker(pool, task);
    *failed = !worker;
    return worker;
}

static void unlink_task(struct server_pool *pool, struct task **at) {
    struct task *task = *at;
    *at = task->next;
    if (pool->last == &task->next)
        pool->last = at;
    task->next = NULL;
}

/* Begin with every task that need not wait, oldest first. */
static void start_tasks(struct server_pool *pool) {
    for (struct task **at = &pool->waiting; *at;) {
        bool failed = false;
        struct task *task = *at;
        struct worker *worker = worker_for(pool, task, &failed);

        /* It waits for its crew or for room; tasks behind it may need neither. */
        if (!worker && !failed) {
            at = &task->next;
            continue;
        }

        /* P3: `done` is not called here but at the next `idle`. */
        unlink_task(pool, at);
        if (worker) {
            pool_begin(worker, task);
        } else {
            task->next = pool->failed;
            pool->failed = task;
            web_wake(pool->web, 0);
        }
    }
}

static struct worker *overdue(const struct server_pool *pool, int64_t now) {
    for (struct worker *w = pool->workers; w; w = w->next)
        if (w->task && w->task->deadline < now)
            return w;
    return NULL;
}

void server_pool_tend(struct server_pool *pool) {
    struct task *task;
    while ((task = pool->failed)) {
        pool->failed = task->next;
        pool_conclude(task, "no engine process could be started");
    }
    start_tasks(pool);

    /* One at a time: what follows from its end may end others. */
    struct worker *late = overdue(pool, mst_clock_steady());
    if (late)
        pool_finish(late, "the rules took too long"); /* which tends again */
}

static struct task *new_task(struct server_pool *pool, const struct server_crew *crew,
                             const char *lines) {
    struct task *task = mst_calloc(1, sizeof *task);
    if (!task)
        return NULL;
    task->key = use_key(pool, crew);
    task->lines = mst_strdup(lines);
    task->thinks = crew->thinks;
    task->foreign = crew->foreign;

    /* Each line is answered by one. */
    for (const char *at = lines; (at = strchr(at, '\n')); at++)
        task->wanted++;
    task->answers = mst_calloc((size_t)task->wanted + 1, sizeof *task->answers);
    task->number = ++pool->numbers;
    if (task->key && task->lines && task->answers && task->wanted)
        return task;
    free_task(task);
    return NULL;
}

static int count_waiting(const struct server_pool *pool, bool thinks, bool foreign) {
    int count = 0;
    for (const struct task *task = pool->waiting; task; task = task->next)
        count += task->thinks == thinks && task->foreign == foreign;
    return count;
}

bool server_pool_run(struct server_pool *pool, const struct server_crew *crew, const char *lines,
                     server_pool_done *done, server_pool_info *info, void *context,
                     uint64_t *number) {
    bool limited = crew->thinks || crew->foreign;
    if (pool->ending ||
        (limited && count_waiting(pool, crew->thinks, crew->foreign) >= pool->options.waiting))
        return false;

    /* Tasks for playing always find a place: there is one for each match at the most. */
    struct task *task = new_task(pool, crew, lines);
    if (!task)
        return false;
    assert(done);
    task->done = done;
    task->info = info;
    task->context = context;
    *pool->last = task;
    pool->last = &task->next;
    if (number)
        *number = task->number;

    /* Deadlines are looked at in `idle`, which must come even if nothing else happens. */
    start_tasks(pool);
    web_wake(pool->web, mst_clock_steady() + 1000);
    return true;
}

void server_pool_stop(struct server_pool *pool, uint64_t number) {
    for (struct task **at = &pool->waiting; *at; at = &(*at)->next)
        if ((*at)->number == number) {
            struct task *task = *at;
            unlink_task(pool, at);
            task->next = pool->failed;
            pool->failed = task;
            web_wake(pool->web, 0);
            return;
        }

    /* Its answer is the best so far, and comes as that to the task itself. */
    for (struct worker *w = pool->workers; w; w = w->next)
        if (w->task && w->task->number == number) {
            mst_buf_puts(&w->output, "{\"id\":\"stop\",\"op\":\"stop\"}\n");
            server_watch_write(w->watch);
        }
}

static struct worker *living_in(const struct server_pool *pool, const char *home) {
    size_t length = strlen(home);
    for (struct worker *w = pool->workers; w; w = w->next)
        if (!strncmp(w->key->text, home, length) && w->key->text[length] == '\n')
            return w;
    return NULL;
}

void server_pool_leave(struct server_pool *pool, const char *home) {
    /* Ending one may end others, so the search starts over. */
    for (struct worker *w; (w = living_in(pool, home));)
        if (w->task)
            pool_finish(w, "these rules were discarded");
        else
            end_worker(w);
}

/* ---- life ------------------------------------------------------------------------------------ */

static const char ENDING[] = "the server ends";

struct server_pool *server_pool_new(struct server_web *web,
                                    const struct server_pool_options *options) {
    struct server_pool *pool = mst_calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->web = web;
    pool->options = *options;
    pool->last = &pool->waiting;
    return pool;
}

void server_pool_free(struct server_pool *pool) {
    if (!pool)
        return;
    pool->ending = true;

    /* Owners hear of it while the pool is still whole, so that they can ask and be refused
     * (`ending`). */
    while (pool->workers) {
        struct task *task = pool->workers->task, *behind;
        end_worker(pool->workers);
        for (; task; task = behind) {
            behind = task->next;
            pool_conclude(task, ENDING);
        }
    }

    /* Those that no process has had. */
    for (struct task *task; (task = pool->waiting);) {
        pool->waiting = task->next;
        pool_conclude(task, ENDING);
    }
    for (struct task *task; (task = pool->failed);) {
        pool->failed = task->next;
        pool_conclude(task, ENDING);
    }
    mst_free(pool);
}

struct server_pool_figures server_pool_figures(const struct server_pool *pool) {
    int waiting = 0;
    for (const struct task *task = pool->waiting; task; task = task->next)
        waiting++;
    return (struct server_pool_figures){
        .players = count_workers(pool, false, false),
        .thinkers = count_workers(pool, true, false),
        .foreign = count_workers(pool, false, true) + count_workers(pool, true, true),
        .waiting = waiting,
        .tasks = pool->numbers,
        .started = pool->started,
        .died = pool->died,
    };
}
