/* The engine processes in which matches run: `muster engine --jail`, a process for each ruleset
 * with its options, and for thinking some more. The server speaks the engine protocol with them and
 * loads no rules itself. Rules that persons have sent are foreign: their processes are jailed
 * before they load anything (`--jail-load`), hold less, and are few, so that they never keep other
 * rules waiting.
 *
 * P1 The tasks of one crew for playing run one after another, in the order in which they came.
 * P2 A task whose process dies or takes too long ends with no answers; tasks behind it get a new
 *    process. So rules cost at most their own task.
 * P3 `done` is called exactly once for each task, never inside server_pool_run. */
#ifndef MUSTER_SERVER_POOL_H
#define MUSTER_SERVER_POOL_H

#include "server/web.h"

struct server_pool;

struct server_pool_options {
    const char *program; /* the path of muster */
    int players;         /* the most processes for playing, and for thinking */
    int thinkers;
    int foreign; /* the most of each kind for foreign rules, beside the others */
    int matches; /* that a process for playing holds */
    int waiting; /* the most tasks for thinking that wait */
    int seconds; /* a task for playing may take so long */
    int think_seconds;
    int foreign_think_seconds;
};

struct server_pool *server_pool_new(struct server_web *web,
                                    const struct server_pool_options *options);
/* End all processes; every task ends with no answers, and no new one is taken. NULL is allowed. */
void server_pool_free(struct server_pool *pool);

/* The start of a process. */
struct server_crew {
    const char *home;     /* the folder with lua/ and rulesets/ */
    const char *ruleset;  /* a path below it; NULL: none, and no jail: it loads any */
    const char *settings; /* a JSON object of "section.key": value, or NULL */
    bool thinks, foreign;
};

/* The answers to the lines of a task, one each, borrowed; count is 0 if the process failed, and
 * `why` says how. */
struct server_answers {
    const char *const *lines;
    int count;
    const char *why;
};
typedef void server_pool_done(void *context, const struct server_answers *answers);
/* A line of `info` while a task for thinking runs, or NULL. */
typedef void server_pool_info(void *context, const char *line);

/* Send `lines`, requests that each end with a line feed, and call `done` with their answers. False
 * if too many tasks wait, or when out of memory; then `done` is not called. *task, unless NULL,
 * becomes a number by which the task can be stopped. */
bool server_pool_run(struct server_pool *pool, const struct server_crew *crew, const char *lines,
                     server_pool_done *done, server_pool_info *info, void *context, uint64_t *task);
/* Let a task for thinking end soon, with the best so far. */
void server_pool_stop(struct server_pool *pool, uint64_t task);
/* End the processes that have this home, whose files are removed. */
void server_pool_leave(struct server_pool *pool, const char *home);
/* End processes that take too long and start what can be started. To be called from `idle`. */
void server_pool_tend(struct server_pool *pool);

/* Figures for the operator. */
struct server_pool_figures {
    int players, thinkers, foreign, waiting;
    uint64_t tasks, started, died;
};
struct server_pool_figures server_pool_figures(const struct server_pool *pool);

#endif
