/* Shared by the files of the server. See docs/server-protocol.md for what it says to clients, and
 * docs/running-a-server.md for how it is run.
 *
 * V1 Everything happens in one thread, between two calls of `idle`.
 * V2 A handler changes what is kept (mst_live_write and the store's functions) and the match in
 *    memory. At the next `idle` all is committed at once; only then are answers and pushes sent. If
 *    the commit fails, the matches are read again and the requests get `storage`: nothing changed.
 * V3 What a client sees of a position is what the engine answered for its seat, byte for byte.
 * V4 While a match waits for an engine (`busy`) or for the commit (`touched`), requests that change
 *    it or show its position wait in its queue. */
#ifndef MUSTER_SERVER_PARTS_H
#define MUSTER_SERVER_PARTS_H

#include <jansson.h>
#include <signal.h>

#include "server/clock.h"
#include "server/index.h"
#include "server/pool.h"
#include "server/raster.h"
#include "server/server.h"
#include "server/store.h"
#include "server/web.h"

enum {
    MST_CLIENT_MATCHES = 16, /* open on one connection */
    MST_LINK_SIZE = MST_WEB_TOKEN + 1,
    MST_ADDRESS_SIZE = 46, /* of a text, as INET6_ADDRSTRLEN */
    MST_TIME_STEPS = 9,
    MST_LONGEST_SAY = 500,     /* characters of a line of chat */
    MST_LONGEST_SETTING = 100, /* bytes of its name */
    MST_PERSON_MATCHES = 500,  /* not over, of one person */
};

struct mst_call;
struct mst_live;

struct mst_server_options {
    struct mst_web_options web;
    const char *data; /* the folder of what is kept */
    const char *program;
    int players, thinkers;
    int uploaders; /* persons of whom rules are kept; 0: none are taken */
    int newcomers; /* persons that may come from an address in an hour; 0: no limit */
    bool public_metrics;
};

struct mst_server {
    struct mst_server_options options;
    struct mst_web *web;
    struct mst_store *store;
    struct mst_pool *pool;
    struct mst_raster *raster;
    char bundle[MST_HASH_SIZE]; /* the rules that new matches begin with, and where they lie */
    char home[1024];
    json_t *catalogue; /* list: what can be played */
    json_t *tried;     /* settings that were loaded: lobby.c */
    int describing;    /* entries that are still being made */
    json_t *uploads;   /* by id: person, bundle, name, bytes, at, rulesets; in the order of time */
    struct mst_sending *sending; /* rules that are being looked at, or NULL */
    struct mst_live *lives;
    struct mst_live *changed; /* those that wait for the commit */
    struct mst_client *clients;
    struct mst_index lives_by_id, clients_by_person;
    struct mst_newcomers *newcomers;
    int lobby;                    /* clients that watch the lobby */
    struct mst_call *requests;    /* all that are not answered yet */
    struct mst_call *ready;       /* to be answered after the commit */
    struct mst_error write_error; /* of a write since the begin */
    int64_t started, swept, healthy;
    volatile sig_atomic_t backup_wanted;
    struct {
        uint64_t requests, refused, plies, commits, pushes, connections;
        uint64_t commit_times[MST_TIME_STEPS]; /* by mst_time_steps, the rest last */
        uint64_t commit_ms;
    } figures;
};

/* ---- clients and requests -------------------------------------------------------------------- */

/* A match that a client has open. */
struct mst_opened {
    struct mst_live *live;   /* NULL: free */
    struct mst_opened *next; /* of the same match */
    struct mst_client *client;
    int ply; /* the client has the log up to here */
};

struct mst_client {
    struct mst_client *next, **place;
    struct mst_entry by_person; /* while it has one */
    struct mst_server *server;
    struct mst_peer *peer;
    char token[MST_LINK_SIZE];
    char address[MST_ADDRESS_SIZE];
    struct mst_person person; /* id "": nobody yet; set by mst_client_is */
    struct mst_opened opened[MST_CLIENT_MATCHES];
    bool lobby;
    uint64_t study, look; /* the tasks of its analysis, and of the position it looks at, or 0 */
    double allowance;
    int64_t allowed_at;
    int offences;
};

/* What a client has asked for. It is freed by mst_call_answer or mst_call_refuse. */
struct mst_call {
    struct mst_call *next, **place, *next_ready, *next_queued;
    struct mst_server *server;
    struct mst_client *client; /* NULL: has gone */
    struct mst_person person;  /* who asked */
    const struct mst_op *op;
    json_t *json;
    struct mst_live *live; /* held while the request lives, or NULL */
    json_t *answer;        /* its fields so far */
    struct mst_buf raw;    /* more fields, each preceded by a comma */
    int64_t number;        /* for the handler's use */
    uint64_t task;         /* of an analysis */
    bool failed;           /* refused with code and text */
    const char *code;
    char text[600];
};

/* Send what `request->answer` and `raw` hold: after the commit, if something was written. */
void mst_call_answer(struct mst_call *request);
/* Refuse with one of the protocol's codes. */
void mst_call_refuse(struct mst_call *request, const char *code, const char *format, ...)
    MST_PRINTF(3, 4);
/* Pass on the error of an engine's answer: `code` of the engine and its message. */
void mst_call_pass_on(struct mst_call *request, const char *line);
/* A text or whole number of the request. NULL or false after refusing it: the request is freed. */
const char *mst_call_text(struct mst_call *request, const char *key, size_t most);
bool mst_call_number(struct mst_call *request, const char *key, int64_t least, int64_t most,
                     int64_t *number);
/* The settings of the request are an object of names and plain values, or absent. False after
 * refusing it. */
bool mst_call_settings(struct mst_call *request);
/* A message of a client has come. */
void mst_client_received(void *context, struct mst_peer *peer, const char *text, size_t length);
/* Send the answers that waited for the commit; `error`: it failed. */
void mst_calls_settle(struct mst_server *server, const struct mst_error *error);
/* Upper limits of the counters of commits, ms. */
extern const int mst_time_steps[MST_TIME_STEPS - 1];
/* Send a push to a client. */
void mst_client_push(struct mst_client *client, json_t *push);
void mst_client_push_raw(struct mst_client *client, const struct mst_buf *text);

typedef void mst_server_op(struct mst_call *request);
struct mst_op {
    const char *name;
    mst_server_op *run;
    bool person; /* it needs one */
    bool match;  /* it names a match, which the person may see: request->live */
    bool queued; /* it waits while the match does (V4) */
};
mst_server_op mst_serve_hello, mst_serve_rename, mst_serve_recovery, mst_serve_forget,
    mst_serve_feed, mst_serve_mute, mst_serve_games, mst_serve_options, mst_serve_rules,
    mst_serve_create, mst_serve_lobby, mst_serve_mine, mst_serve_archive, mst_serve_join,
    mst_serve_open, mst_serve_leave, mst_serve_play, mst_serve_why, mst_serve_at,
    mst_serve_takeback, mst_serve_draw, mst_serve_resign, mst_serve_claim, mst_serve_rematch,
    mst_serve_say, mst_serve_report, mst_serve_transcript, mst_serve_invite, mst_serve_study,
    mst_serve_analyse, mst_serve_evaluate, mst_serve_uploads, mst_serve_discard;

/* ---- persons --------------------------------------------------------------------------------- */

/* May one more person come from this address now? Counts it. */
struct mst_newcomers;
struct mst_newcomers *mst_newcomers_new(void);
bool mst_newcomer_allowed(struct mst_server *server, const char *address);
/* Remove persons that have done nothing for long, some at a time. */
void mst_newcomers_tend(struct mst_server *server);

/* See to it that the request comes from a person, who is made now if the cookie is new. */
bool mst_call_person(struct mst_call *request);
/* The client belongs to this person from now on. */
void mst_client_is(struct mst_client *client, const struct mst_person *person);
/* After a failed commit: who the clients are, as the store has it. */
void mst_persons_reload(struct mst_server *server);
/* A random name of `size` - 1 letters and digits. */
void mst_server_id(char *id, size_t size);

/* ---- writing --------------------------------------------------------------------------------- */

/* Begin to write, unless that has begun. */
void mst_server_write(struct mst_server *server);
/* Note that a write failed, if it did. */
void mst_server_wrote(struct mst_server *server, enum mst_status status,
                      const struct mst_error *error);

/* Commit what was written, then answer and push; for what cannot wait for `idle`. */
bool mst_server_commit(struct mst_server *server);

/* ---- matches --------------------------------------------------------------------------------- */

struct mst_live {
    struct mst_live *next, **place, *next_changed;
    struct mst_entry by_id;
    struct mst_server *server;
    struct mst_kept kept;
    json_t *facts; /* clock, offers, result ...: kept.facts */
    char names[MST_MOST_SEATS][MST_NAME_SIZE];
    int holders;                 /* clients and requests */
    struct mst_opened *watchers; /* the clients that have it open */
    bool busy;                   /* an engine works on a change of it */
    bool fresh;                  /* the engine's match may differ: replay it */
    bool touched, moved, thinking;
    bool listed; /* among those that wait for the commit */
    bool shared; /* several seats decide at once, since this ply: others may be quicker */
    int shared_ply;
    int attempts;    /* to begin it */
    int unseen;      /* how often its view could not be pushed, one after the other */
    int failures;    /* of its computer players, one after the other ... */
    int64_t resting; /* ... who think again at this time */
    json_t *said;    /* list of lines of chat that wait for the commit, or NULL */
    struct mst_call *queue;
    char *shown[MST_MOST_SEATS +
                1];  /* the fields of the last view of a seat, the first of onlookers */
    bool shown_anew; /* since they were kept */
    int64_t vanished[MST_MOST_SEATS]; /* since when nobody of the seat is connected; 0: here */
};

/* Find a match in memory or in the store, and hold it. NULL if there is none. */
struct mst_live *mst_live_hold(struct mst_server *server, const char *id);
/* Let go of it; one that nobody holds, and whose clock stands still, leaves the memory. */
void mst_live_drop(struct mst_live *live);
/* A new match in memory, held, not kept yet. NULL when out of memory. */
struct mst_live *mst_live_new(struct mst_server *server);
/* It has its id: it can be found from now on. */
void mst_live_named(struct mst_live *live);
/* It has changed in memory, or something was said; it waits for the commit (V2). */
void mst_live_change(struct mst_live *live);
void mst_live_list(struct mst_live *live);
/* Learn what the persons in its seats are called. */
void mst_live_names(struct mst_live *live);
/* Keep its state (V2); `moved`: its position has changed as well. */
void mst_live_write(struct mst_live *live, bool moved);
/* After a commit: push what has changed, let levels think, run the next request in the queue. */
void mst_live_settle(struct mst_live *live);
/* After a failed commit: what the store has, counts. */
void mst_live_reload(struct mst_live *live);
/* Load all matches whose clock runs. */
void mst_lives_load(struct mst_server *server);
/* Losses on time, and players that have vanished. */
void mst_lives_tend(struct mst_server *server);

/* The seats of a person, bit n for seat n. */
uint32_t mst_live_seats(const struct mst_live *live, const struct mst_person *person);
/* The seat through which a person sees the match: one that decides, else the first; -1: none. */
int mst_live_viewer(const struct mst_live *live, const struct mst_person *person);
bool mst_live_may_watch(const struct mst_live *live, const struct mst_person *person);
json_t *mst_live_table(const struct mst_live *live, const struct mst_client *client);
json_t *mst_live_summary(const struct mst_live *live, const struct mst_person *person);
/* The same of a match that is only in the store. */
json_t *mst_kept_summary(struct mst_server *server, const struct mst_kept *kept,
                         const struct mst_person *person);

/* Begin a match if its seats are all taken. What fails is tried again by mst_lives_tend. */
void mst_live_begin(struct mst_live *live);
/* End a match in another way than by the rules. `winners`: bit n for seat n. */
void mst_live_end(struct mst_live *live, uint32_t winners, const char *how);
/* Take the time that the seats to move have used, and start the clock of those that decide now. */
void mst_live_tick(struct mst_live *live, uint32_t to_move);
/* Those that win when these seats lose: all that are not their allies. */
uint32_t mst_live_others(const struct mst_live *live, uint32_t seats);
/* Run the requests that waited for the match, until it waits again. The caller holds it. */
void mst_call_next(struct mst_live *live);
/* Milliseconds that a seat has left; INT64_MAX without a clock. */
int64_t mst_live_left(const struct mst_live *live, int seat, int64_t now);
/* Let the levels whose turn it is think. */
void mst_live_think(struct mst_live *live);

/* ---- engines --------------------------------------------------------------------------------- */

/* Send requests about a match to its engine: the match is switched to, and replayed where the
 * engine does not know it. `done` gets the answers to `lines` alone. False if it cannot be run. */
bool mst_live_ask(struct mst_live *live, const char *lines, mst_pool_done *done, void *context);
/* The same on a copy of the match, which the engine then forgets: the lines may change it, and what
 * others ask meanwhile is answered from the match itself. */
bool mst_live_ask_aside(struct mst_live *live, const char *lines, mst_pool_done *done,
                        void *context);
/* The engine's answer to a replay is a failure: if the engine no longer comes to the same
 * positions, nobody can go on with the match. */
void mst_live_mark(struct mst_live *live, const char *line);
/* Append the transcript of a match, as an engine replays it. False if it cannot be read. */
bool mst_live_transcript(struct mst_live *live, struct mst_buf *out);
/* The engine of a match; home must hold MST_HOME_SIZE bytes. False if its rules cannot be laid
 * out. */
enum { MST_HOME_SIZE = 1400 };
bool mst_live_crew(struct mst_live *live, bool thinks, char *home, struct mst_crew *crew,
                   struct mst_error *error);
/* Append `text` as a JSON string. */
void mst_json_string(struct mst_buf *out, const char *text);
/* The fields of an engine's answer, without its braces and `ok`; NULL if it is a failure. */
const char *mst_answer_fields(const char *line);
/* The sentence of a failure, after its place if there is one: of the engine's answer, or `why`
 * itself. A text of the caller's. */
json_t *mst_answer_message(const char *why);
/* Log that rules failed, and tell those who have the match open. */
void mst_live_blame(struct mst_live *live, const char *what, const char *why);

/* ---- views ----------------------------------------------------------------------------------- */

/* The client's entry for a match that it has open, or NULL. */
struct mst_opened *mst_client_opened(struct mst_client *client, const struct mst_live *live);
/* The client no longer has it open. */
void mst_opened_end(struct mst_opened *opened);
void mst_push_views(struct mst_live *live);
/* The same if the engine ended before it had answered; a few times. */
void mst_push_unseen(struct mst_live *live);
void mst_push_tables(struct mst_live *live);
/* The lines of chat that were committed. */
void mst_push_chat(struct mst_live *live);
void mst_push_lobby(struct mst_server *server);
/* Tell the persons who are to move in a match that they have not opened. */
void mst_push_turns(struct mst_live *live);

/* ---- rules ----------------------------------------------------------------------------------- */

/* Gather the rules that are installed, keep them, and lay them out. */
bool mst_rules_load(struct mst_server *server, struct mst_error *error);
/* Fill the catalogue, at leisure. */
void mst_rules_describe(struct mst_server *server);
/* The entry of the catalogue, or NULL. */
json_t *mst_rules_entry(const struct mst_server *server, const char *ruleset);
/* Write the path of a ruleset below the home. */
void mst_rules_path(const char *ruleset, char *path, size_t size);
/* The folder in which a bundle lies, laid out if it is not yet. */
bool mst_rules_home(struct mst_server *server, const char *bundle, char *home, size_t size,
                    struct mst_error *error);

/* The same for a bundle that is not kept yet: the files that are installed and `files`, an object
 * of texts by path. */
bool mst_rules_lay(struct mst_server *server, const char *bundle, json_t *files, char *home,
                   size_t size, struct mst_error *error);

/* A ruleset that a person may choose. */
struct mst_choice {
    char bundle[MST_HASH_SIZE];
    char home[MST_HOME_SIZE];
    json_t *entry; /* of a catalogue; borrowed */
    bool foreign;  /* uploaded */
};
/* False if there is none of this name for the person. */
bool mst_rules_choose(struct mst_server *server, const struct mst_person *person,
                      const char *ruleset, struct mst_choice *choice);
/* The one that the request names. NULL after refusing it. */
const char *mst_call_ruleset(struct mst_call *request, struct mst_choice *choice);

/* Append a request to load a ruleset with these settings (an object; NULL: none). */
void mst_rules_write_load(struct mst_buf *lines, const char *ruleset, json_t *set);
/* Ask an engine that loads what it is told from `home`; clears the lines. False if it is busy. */
bool mst_rules_ask(struct mst_server *server, const char *home, bool foreign, struct mst_buf *lines,
                   mst_pool_done *done, void *context);
/* Load a ruleset with these settings; `done` gets the answer of `load`. False if it is busy. */
bool mst_rules_try(struct mst_server *server, const struct mst_choice *choice, const char *ruleset,
                   json_t *set, mst_pool_done *done, void *context);

/* Draw the start of a ruleset in the catalogue; the third answer has the picture. */
bool mst_rules_picture(struct mst_server *server, const char *ruleset, mst_pool_done *done,
                       void *context);

/* ---- uploads --------------------------------------------------------------------------------- */

/* Read what is kept: at the start, and after a failed commit. */
bool mst_uploads_load(struct mst_server *server, struct mst_error *error);
/* Is it the name of an uploaded ruleset? */
bool mst_is_upload(const char *ruleset);
/* The name of a ruleset without the upload that it is in. */
const char *mst_upload_ruleset(const char *ruleset);
/* Find a ruleset of an upload that is the person's. False if there is none. */
bool mst_upload_choose(struct mst_server *server, const struct mst_person *person,
                       const char *ruleset, struct mst_choice *choice);
/* Somebody sends rules. */
void mst_uploads_asked(struct mst_server *server, struct mst_exchange *exchange);
void mst_uploads_left(struct mst_server *server, struct mst_exchange *exchange);
/* Uploads of a person are no more. */
void mst_uploads_forget(struct mst_server *server, const char *person);

/* ---- HTTP ------------------------------------------------------------------------------------ */

void mst_pages_asked(struct mst_server *server, struct mst_exchange *exchange);
void mst_pages_left(struct mst_server *server, struct mst_exchange *exchange);

/* ---- logs ------------------------------------------------------------------------------------ */

/* A line of JSON on standard error: time, level, what, and pairs of key and text up to NULL. */
void mst_log(const char *level, const char *what, ...);

#endif
