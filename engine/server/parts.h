/* Shared by the files of the server. See docs/server-protocol.md for what it says to clients, and
 * docs/running-a-server.md for how it is run.
 *
 * V1 Everything happens in one thread, between two calls of `idle`.
 * V2 A handler changes what is kept (server_live_write and the store's functions) and the match in
 *    memory. At the next `idle` all is committed at once; only then are answers and pushes sent. If
 *    the commit fails, the matches are read again and the requests get `storage`: nothing changed.
 * V3 A client sees of a position what the engine answered for its seat, byte for byte.
 * V4 While a match waits for an engine (`busy`) or for the commit (`touched`), requests that change
 *    it or show its position wait in its queue. */
#ifndef MUSTER_SERVER_PARTS_H
#define MUSTER_SERVER_PARTS_H

#include <jansson.h>
#include <signal.h>

#include "server/clock.h"
#include "server/facts.h"
#include "server/index.h"
#include "server/pool.h"
#include "server/raster.h"
#include "server/server.h"
#include "server/store.h"
#include "server/web.h"

enum {
    SERVER_CLIENT_MATCHES = 16, /* open on one connection */
    SERVER_LINK_SIZE = WEB_TOKEN + 1,
    SERVER_ADDRESS_SIZE = 46, /* of a text, as INET6_ADDRSTRLEN */
    SERVER_TIME_STEPS = 9,
    SERVER_LONGEST_SAY = 500,     /* characters of a line of chat */
    SERVER_LONGEST_SETTING = 100, /* bytes of its name */
    SERVER_PERSON_MATCHES = 500,  /* not over, of one person */
};

struct server_call;
struct server_live;

struct server_options {
    struct web_options web;
    const char *data; /* the folder of what is kept */
    const char *program;
    int players, thinkers;
    int uploaders; /* persons of whom rules are kept; 0: none are taken */
    int newcomers; /* persons that may come from an address in an hour; 0: no limit */
    bool public_metrics;
};

struct server {
    struct server_options options;
    struct server_web *web;
    struct server_store *store;
    struct server_pool *pool;
    struct server_raster *raster;
    char bundle[SERVER_HASH_SIZE]; /* the rules that new matches begin with, and where they lie */
    char home[1024];
    json_t *catalogue; /* list: what can be played */
    json_t *tried;     /* settings that were loaded: lobby.c */
    int describing;    /* entries that are still being made */
    json_t *uploads;   /* by id: person, bundle, name, bytes, at, rulesets; in the order of time */
    struct server_sending *sending; /* rules that are being looked at, or NULL */
    struct server_live *lives;
    struct server_live *changed; /* those that wait for the commit */
    struct server_client *clients;
    struct server_index lives_by_id, clients_by_person;
    struct server_newcomers *newcomers;
    int lobby;                    /* clients that watch the lobby */
    struct server_call *requests; /* all that are not answered yet */
    struct server_call *ready;    /* to be answered after the commit */
    struct mst_error write_error; /* of a write since the begin */
    int64_t started, swept, healthy;
    volatile sig_atomic_t backup_wanted;
    struct {
        uint64_t requests, refused, plies, commits, pushes, connections;
        uint64_t commit_times[SERVER_TIME_STEPS]; /* by server_time_steps, the rest last */
        uint64_t commit_ms;
    } figures;
};

/* ---- clients and requests -------------------------------------------------------------------- */

/* A match that a client has open. */
struct server_opened {
    struct server_live *live;   /* NULL: free */
    struct server_opened *next; /* of the same match */
    struct server_client *client;
    int ply; /* the client has the log up to here */
};

struct server_client {
    struct server_client *next, **place;
    struct server_entry by_person; /* while it has one */
    struct server *server;
    struct server_peer *peer;
    char token[SERVER_LINK_SIZE];
    char address[SERVER_ADDRESS_SIZE];
    struct server_person person; /* id "": nobody yet; set by server_client_is */
    struct server_opened opened[SERVER_CLIENT_MATCHES];
    bool lobby;
    uint64_t study, look; /* the tasks of its analysis, and of the position it looks at, or 0 */
    double allowance;
    int64_t allowed_at;
    int offences;
};

/* A request of a client. It is freed by server_call_answer or server_call_refuse. */
struct server_call {
    struct server_call *next, **place, *next_ready, *next_queued;
    struct server *server;
    struct server_client *client; /* NULL: has gone */
    struct server_person person;  /* who asked */
    const struct server_op *op;
    json_t *json;
    struct server_live *live; /* held while the request lives, or NULL */
    json_t *answer;           /* its fields so far */
    struct mst_buf raw;       /* more fields, each preceded by a comma */
    int64_t number;           /* for the handler's use */
    uint64_t task;            /* of an analysis */
    bool failed;              /* refused with code and text */
    const char *code;
    char text[600];
};

/* Set a field of the answer; takes the value. */
void server_call_set(struct server_call *request, const char *key, json_t *value);
/* Send what `request->answer` and `raw` hold: after the commit, if something was written. */
void server_call_answer(struct server_call *request);
/* Refuse with one of the protocol's codes. */
void server_call_refuse(struct server_call *request, const char *code, const char *format, ...)
    MST_PRINTF(3, 4);
/* Pass on the error of an engine's answer: `code` of the engine and its message. */
void server_call_pass_on(struct server_call *request, const char *line);
/* A text or whole number of the request. NULL or false after refusing it: the request is freed. */
const char *server_call_text(struct server_call *request, const char *key, size_t most);
bool server_call_number(struct server_call *request, const char *key, int64_t least, int64_t most,
                        int64_t *number);
/* The settings of the request are an object of names and plain values, or absent. False after
 * refusing it. */
bool server_call_settings(struct server_call *request);
/* A message of a client has come. */
void server_client_received(void *context, struct server_peer *peer, const char *text,
                            size_t length);
/* Send the answers that waited for the commit; `error`: it failed. */
void server_calls_settle(struct server *server, const struct mst_error *error);
/* Upper limits of the counters of commits, ms. */
extern const int server_time_steps[SERVER_TIME_STEPS - 1];
/* Send a push to a client. */
void server_client_push(struct server_client *client, json_t *push);
void server_client_push_raw(struct server_client *client, const struct mst_buf *text);

typedef void server_op(struct server_call *request);
struct server_op {
    const char *name;
    server_op *run;
    bool person; /* it needs one */
    bool match;  /* it names a match, which the person may see: request->live */
    bool queued; /* it waits while the match does (V4) */
};
server_op server_serve_hello, server_serve_rename, server_serve_recovery, server_serve_forget,
    server_serve_feed, server_serve_mute, server_serve_games, server_serve_options,
    server_serve_rules, server_serve_create, server_serve_lobby, server_serve_mine,
    server_serve_archive, server_serve_join, server_serve_open, server_serve_leave,
    server_serve_play, server_serve_why, server_serve_at, server_serve_takeback, server_serve_draw,
    server_serve_resign, server_serve_claim, server_serve_rematch, server_serve_say,
    server_serve_report, server_serve_transcript, server_serve_invite, server_serve_study,
    server_serve_analyse, server_serve_evaluate, server_serve_uploads, server_serve_discard;

/* ---- persons --------------------------------------------------------------------------------- */

/* May one more person come from this address now? Counts it. */
struct server_newcomers;
struct server_newcomers *server_newcomers_new(void);
bool server_newcomer_allowed(struct server *server, const char *address);
/* Remove persons that have done nothing for long, some at a time. */
void server_newcomers_tend(struct server *server);

/* See to it that the request comes from a person, who is made now if the cookie is new. */
bool server_call_person(struct server_call *request);
/* The client belongs to this person from now on. */
void server_client_is(struct server_client *client, const struct server_person *person);
/* After a failed commit: who the clients are, as the store has it. */
void server_persons_reload(struct server *server);
/* A random name of `size` - 1 letters and digits. */
void server_id(char *id, size_t size);

/* ---- writing --------------------------------------------------------------------------------- */

/* Begin to write, unless that has begun. */
void server_write(struct server *server);
/* Note that a write failed, if it did. */
void server_wrote(struct server *server, enum mst_status status, const struct mst_error *error);

/* Commit what was written, then answer and push; for what cannot wait for `idle`. */
bool server_commit(struct server *server);

/* ---- matches --------------------------------------------------------------------------------- */

struct server_live {
    struct server_live *next, **place, *next_changed;
    struct server_entry by_id;
    struct server *server;
    struct store_kept kept;
    struct server_facts facts; /* kept.facts, read */
    char names[MST_MOST_SEATS][CORE_NAME_SIZE];
    int holders;                    /* clients and requests */
    struct server_opened *watchers; /* the clients that have it open */
    bool busy;                      /* an engine works on a change of it */
    bool fresh;                     /* the engine's match may differ: replay it */
    bool touched, moved, thinking;
    bool listed; /* among those that wait for the commit */
    bool shared; /* several seats decide at once, since this ply: others may be quicker */
    int shared_ply;
    int attempts;    /* to begin it */
    int unseen;      /* how often its view could not be pushed, one after the other */
    int failures;    /* of its computer players, one after the other ... */
    int64_t resting; /* ... who think again at this time */
    json_t *said;    /* list of lines of chat that wait for the commit, or NULL */
    struct server_call *queue;
    char *shown[MST_MOST_SEATS +
                1];  /* the fields of the last view of a seat, the first of onlookers */
    bool shown_anew; /* since they were kept */
    int64_t vanished[MST_MOST_SEATS]; /* since when nobody of the seat is connected; 0: here */
};

/* Find a match in memory or in the store, and hold it. NULL if there is none. */
struct server_live *server_live_hold(struct server *server, const char *id);
/* Let go of it; one that nobody holds, and whose clock stands still, leaves the memory. */
void server_live_drop(struct server_live *live);
/* A new match in memory, held, not kept yet. NULL when out of memory. */
struct server_live *server_live_new(struct server *server);
/* It has its id: it can be found from now on. */
void server_live_named(struct server_live *live);
/* It has changed in memory, or something was said; it waits for the commit (V2). */
void server_live_change(struct server_live *live);
void server_live_list(struct server_live *live);
/* Learn what the persons in its seats are called. */
void server_live_names(struct server_live *live);
/* Keep its state (V2); `moved`: its position has changed as well. */
void server_live_write(struct server_live *live, bool moved);
/* Write its facts as the store keeps them. */
void server_live_facts(struct server_live *live);
/* After a commit: push what has changed, let levels think, run the next request in the queue. */
void server_live_settle(struct server_live *live);
/* After a failed commit: what the store has, counts. */
void server_live_reload(struct server_live *live);
/* Load all matches whose clock runs. */
void server_lives_load(struct server *server);
/* Losses on time, and players that have vanished. */
void server_lives_tend(struct server *server);

/* The seats of a person, bit n for seat n. */
uint32_t server_live_seats(const struct server_live *live, const struct server_person *person);
/* The seat through which a person sees the match: one that decides, else the first; -1: none. */
int server_live_viewer(const struct server_live *live, const struct server_person *person);
bool server_live_may_watch(const struct server_live *live, const struct server_person *person);
json_t *server_live_table(const struct server_live *live, const struct server_client *client);
json_t *server_live_summary(const struct server_live *live, const struct server_person *person);
/* The same of a match that is only in the store. */
json_t *server_kept_summary(struct server *server, const struct store_kept *kept,
                            const struct server_person *person);

/* Begin a match if its seats are all taken. After a failure server_lives_tend tries again. */
void server_live_begin(struct server_live *live);
/* End a match in another way than by the rules. `winners`: bit n for seat n. */
void server_live_end(struct server_live *live, uint32_t winners, enum server_how how);
/* Take the time that the seats to move have used, and start the clock of those that decide now. */
void server_live_tick(struct server_live *live, uint32_t to_move);
/* Those that win when these seats lose: all that are not their allies. */
uint32_t server_live_others(const struct server_live *live, uint32_t seats);
/* Run the requests that waited for the match, until it waits again. The caller holds it. */
void server_call_next(struct server_live *live);
/* Milliseconds that a seat has left; INT64_MAX without a clock. */
int64_t server_live_left(const struct server_live *live, int seat, int64_t now);
/* Let the levels whose turn it is think. */
void server_live_think(struct server_live *live);

/* ---- engines --------------------------------------------------------------------------------- */

/* Send requests about a match to its engine: the match is switched to, and replayed where the
 * engine does not know it. `done` gets the answers to `lines` alone. False if it cannot be run. */
bool server_live_ask(struct server_live *live, const char *lines, server_pool_done *done,
                     void *context);
/* The same on a copy of the match, which the engine then forgets: the lines may change it, and what
 * others ask meanwhile is answered from the match itself. */
bool server_live_ask_aside(struct server_live *live, const char *lines, server_pool_done *done,
                           void *context);
/* The engine's answer to a replay is a failure: if the engine no longer comes to the same
 * positions, nobody can go on with the match. */
void server_live_mark(struct server_live *live, const char *line);
/* Append the transcript of a match, as an engine replays it. False if it cannot be read. */
bool server_live_transcript(struct server_live *live, struct mst_buf *out);
/* The engine of a match; home must hold SERVER_HOME_SIZE bytes. False if its rules cannot be laid
 * out. */
enum { SERVER_HOME_SIZE = 1400 };
bool server_live_crew(struct server_live *live, bool thinks, char *home, struct server_crew *crew,
                      struct mst_error *error);
/* Append `text` as a JSON string. */
void server_json_string(struct mst_buf *out, const char *text);
/* The fields of an engine's answer, without its braces and `ok`; NULL if it is a failure. */
const char *server_answer_fields(const char *line);
/* A failure as an engine's answer describes it; the texts are NULL where it says nothing. */
struct server_fault {
    json_t *answer; /* the texts are its own; the caller's, to be freed after them */
    const char *code, *message, *at;
};
struct server_fault server_fault_read(const char *line);
/* The sentence of a failure, after its place if there is one: of the engine's answer, or `why`
 * itself. A text of the caller's. */
json_t *server_answer_message(const char *why);
/* Log that rules failed, and report it to those who have the match open. */
void server_live_blame(struct server_live *live, const char *what, const char *why);

/* ---- views ----------------------------------------------------------------------------------- */

/* The client's entry for a match that it has open, or NULL. */
struct server_opened *server_client_opened(struct server_client *client,
                                           const struct server_live *live);
/* The client no longer has it open. */
void server_opened_end(struct server_opened *opened);
void server_push_views(struct server_live *live);
/* The same if the engine ended before it had answered; a few times. */
void server_push_unseen(struct server_live *live);
void server_push_tables(struct server_live *live);
/* The lines of chat that were committed. */
void server_push_chat(struct server_live *live);
void server_push_lobby(struct server *server);
/* Tell the persons who are to move in a match that they have not opened. */
void server_push_turns(struct server_live *live);

/* ---- rules ----------------------------------------------------------------------------------- */

/* Gather the rules that are installed, keep them, and lay them out. */
bool server_rules_load(struct server *server, struct mst_error *error);
/* Fill the catalogue, at leisure. */
void server_rules_describe(struct server *server);
/* The entry of the catalogue, or NULL. */
json_t *server_rules_entry(const struct server *server, const char *ruleset);
/* Write the path of a ruleset below the home. */
void server_rules_path(const char *ruleset, char *path, size_t size);
/* The folder in which a bundle lies, laid out if it is not yet. */
bool server_rules_home(struct server *server, const char *bundle, char *home, size_t size,
                       struct mst_error *error);

/* The same for a bundle that is not kept yet: the files that are installed and `files`, an object
 * of texts by path. */
bool server_rules_lay(struct server *server, const char *bundle, json_t *files, char *home,
                      size_t size, struct mst_error *error);

/* A ruleset that a person may choose. */
struct server_choice {
    char bundle[SERVER_HASH_SIZE];
    char home[SERVER_HOME_SIZE];
    json_t *entry; /* of a catalogue; borrowed */
    bool foreign;  /* uploaded */
};
/* False if there is none of this name for the person. */
bool server_rules_choose(struct server *server, const struct server_person *person,
                         const char *ruleset, struct server_choice *choice);
/* The one that the request names. NULL after refusing it. */
const char *server_call_ruleset(struct server_call *request, struct server_choice *choice);

/* Append a request to load a ruleset with these settings (an object; NULL: none). */
void server_rules_write_load(struct mst_buf *lines, const char *ruleset, json_t *set);
/* Ask an engine that loads whatever it is asked to from `home`; clears the lines. False if it is
 * busy. */
bool server_rules_ask(struct server *server, const char *home, bool foreign, struct mst_buf *lines,
                      server_pool_done *done, void *context);
/* Load a ruleset with these settings; `done` gets the answer of `load`. False if it is busy. */
bool server_rules_try(struct server *server, const struct server_choice *choice,
                      const char *ruleset, json_t *set, server_pool_done *done, void *context);

/* Draw the start of a ruleset in the catalogue; the third answer has the picture. */
bool server_rules_picture(struct server *server, const char *ruleset, server_pool_done *done,
                          void *context);

/* ---- uploads --------------------------------------------------------------------------------- */

/* Read what is kept: at the start, and after a failed commit. */
bool server_uploads_load(struct server *server, struct mst_error *error);
/* Is it the name of an uploaded ruleset? */
bool server_is_upload(const char *ruleset);
/* The name of a ruleset without the upload that it is in. */
const char *server_upload_ruleset(const char *ruleset);
/* Find a ruleset of an upload that is the person's. False if there is none. */
bool server_upload_choose(struct server *server, const struct server_person *person,
                          const char *ruleset, struct server_choice *choice);
/* Somebody sends rules. */
void server_uploads_asked(struct server *server, struct server_exchange *exchange);
void server_uploads_left(struct server *server, struct server_exchange *exchange);
/* Uploads of a person are no more. */
void server_uploads_forget(struct server *server, const char *person);

/* ---- HTTP ------------------------------------------------------------------------------------ */

void server_pages_asked(struct server *server, struct server_exchange *exchange);
void server_pages_left(struct server *server, struct server_exchange *exchange);

/* ---- logs ------------------------------------------------------------------------------------ */

/* A line of JSON on standard error: time, level, what, and pairs of key and text up to NULL. */
void server_log(const char *level, const char *what, ...);

#endif
