/* `muster serve` as a process of its own ($MUSTER_BIN), and visitors that speak to it through
 * sockets as a browser does. What must not happen ends the program with the reason and status 1.
 *
 * A visitor keeps to the server's limit on requests. Its server may be killed at any moment: then
 * every question is answered with NULL, and the visitor is `gone`. */
#ifndef TESTS_SERVER_SITE_H
#define TESTS_SERVER_SITE_H

#include <jansson.h>
#include <sys/types.h>

#include "lib/web.h"

/* ---- the server ------------------------------------------------------------------------------ */

struct site {
    struct web web; /* only its port counts */
    pid_t process;  /* 0: none runs */
    char folder[64];
    char data[80], log[80];   /* what is kept, and what it says on standard error */
    const char *option;       /* one more for the server, or NULL */
    const char *variables[4]; /* NAME=VALUE for its environment, up to NULL */
};

/* A new folder without a server; remove it, with what it holds. */
void site_make(struct site *site);
void site_remove(struct site *site);
/* Start the server on what is kept. False if it ends before it serves: its log says why. */
bool site_start(struct site *site);
/* The same, with a limit on the time: kill -9 after so many microseconds. False if it was killed
 * before it served. */
bool site_start_until(struct site *site, unsigned microseconds);
/* kill -9, and forget it. */
void site_kill(struct site *site);
/* End it by SIGTERM: its exit status must be 0. */
void site_stop(struct site *site);
/* Run `muster serve ARGUMENT... --data`, up to NULL: its exit status, and what it prints (the
 * caller frees it). */
int site_run(struct site *site, char **output, ...);
/* `--check-data` must find everything in order. The server must not run. */
void site_check(struct site *site);
/* The log of the server. The caller frees it. */
char *site_log(const struct site *site);
/* Ask over HTTP: the whole answer, which the caller frees. */
char *site_get(struct site *site, const char *path, const char *token);
/* Wait until the server knows all that can be played. */
void site_settle(struct site *site);

/* Say what is wrong, and end the program. */
_Noreturn void wrong(const char *format, ...) MST_PRINTF(1, 2);
#define must(condition, ...) ((condition) ? (void)0 : wrong(__VA_ARGS__))

/* ---- visitors -------------------------------------------------------------------------------- */

struct visitor {
    struct site *site;
    int socket; /* -1: gone */
    char token[WEB_TOKEN + 1];
    int asked;
    double allowance; /* requests that it may still make at once */
    int64_t since;
    char match[16];       /* whose pushes it notes: */
    json_t *view, *table; /* the last ones, or NULL */
    json_t *chat;         /* list of the lines that were pushed */
    int views;            /* pushed so far */
    /* Called with everything that comes, unless NULL. */
    void (*heard)(struct visitor *visitor, const char *text);
    void *own;
};

/* Come in, with a token (NULL: a new one; "": none). False if the server is not there. */
bool visitor_enter(struct visitor *visitor, struct site *site, const char *token);
void visitor_leave(struct visitor *visitor);
/* Send a request, which is consumed, and wait for its answer; what is pushed meanwhile is noted.
 * The answer, for the caller to release; NULL: the visitor is gone. */
json_t *visitor_ask(struct visitor *visitor, json_t *request);
/* The same, printed as by json_pack_ex. */
#define ASK(visitor, ...) visitor_ask((visitor), json_pack(__VA_ARGS__))
/* Send any text. */
void visitor_say(struct visitor *visitor, const char *text);
/* Wait for one message more. NULL: gone. */
json_t *visitor_hear(struct visitor *visitor);
/* The code of a refusal, "" for a success, "gone" without an answer. Releases the answer. */
const char *code_of(json_t *answer);
/* Ask, and the answer must have this code. */
void visitor_must(struct visitor *visitor, const char *code, json_t *request);
/* Ask for something that must succeed. */
json_t *visitor_done(struct visitor *visitor, json_t *request);
/* Note the match, and open it from its beginning; the answer. */
json_t *visitor_open(struct visitor *visitor, const char *match);
/* Create a match of two seats that both visitors sit in (other NULL: against a level), open it and
 * wait until it has begun. */
void visitors_meet(struct visitor *visitor, struct visitor *other, const char *ruleset, bool shown,
                   char match[16]);

/* May the visitor move? */
bool visitor_moves(const struct visitor *visitor);
int visitor_ply(const struct visitor *visitor);
/* The text of a random legal move. */
const char *visitor_pick(const struct visitor *visitor);
/* Play a random move, and wait for the view after it. The code of the answer. */
const char *visitor_play(struct visitor *visitor);
/* The one that may move, when all have heard what the others did; any one when the match is over.
 * NULL: gone. */
struct visitor *visitors_mover(struct visitor *visitors, int count);
/* The match of two visitors goes on by a move, or another one begins: the server lives. `after` is
 * for messages. */
void visitors_go_on(struct visitor players[2], char match[16], const char *after);
/* Play on at random, whoever is to move, until this ply or the end. */
void visitors_play(struct visitor *visitors, int count, int until);
bool visitor_over(const struct visitor *visitor);

/* A random number below `below`. */
unsigned any(unsigned below);
void any_seed(uint64_t seed);
void nap(unsigned milliseconds);

/* ---- the tests, each with the arguments after its name --------------------------------------- */

void test_kill(int kills);
void test_storage(const char *shim);
void test_engines(void);
void test_study(void);
void test_leaks(int matches);
void test_attacks(int idle, int requests);
void test_upgrade(void);
void test_pages(void);
void test_uploads(void);
void test_table(void);

#endif
