/* The storage of the server. One narrow interface, so that another database could take the place of
 * SQLite, which only store.c sees. All times are milliseconds since 1970. Texts are UTF-8.
 *
 * S1 Writes are gathered between store_begin and store_commit, which is durable when it
 *    returns MST_OK. If anything failed since the begin, the commit fails, and nothing was written.
 * S2 Reads see what has been written so far. Reading needs no begin.
 * S3 Tokens of persons and of links are kept as SHA-256 only.
 * S4 A failure is MST_BAD_FILE with a message for a person: a full disk, a database that another
 *    process has locked, one that a newer version made, one that is damaged. A function that has no
 *    status to return leaves its failure to the next one that has. */
#ifndef MUSTER_SERVER_STORE_H
#define MUSTER_SERVER_STORE_H

#include "muster/util.h"

struct server_store;

enum {
    SERVER_ID_SIZE = 16,   /* of the id of a match or person, with the final zero */
    CORE_NAME_SIZE = 128,  /* of a name */
    SERVER_HASH_SIZE = 65, /* of a SHA-256 in hexadecimal digits */
};

/* Open the database in a folder, which is made if it is missing, for this process alone. NULL with
 * `error`. */
struct server_store *store_open(const char *folder, struct mst_error *error);
void store_close(struct server_store *store);
enum mst_status store_begin(struct server_store *store, struct mst_error *error);
enum mst_status store_commit(struct server_store *store, struct mst_error *error);
/* Give up what was written since the begin. */
void store_cancel(struct server_store *store);
/* Is a begin waiting for its commit? */
bool store_writing(const struct server_store *store);
/* Check the whole database. Appends a line for each fault. */
enum mst_status store_check(struct server_store *store, struct mst_buf *faults,
                            struct mst_error *error);
/* Write and flush something that changes nothing. */
enum mst_status store_try(struct server_store *store, struct mst_error *error);
/* Copy the database to a new file while it is used. */
enum mst_status store_backup(struct server_store *store, const char *path, struct mst_error *error);

/* ---- persons --------------------------------------------------------------------------------- */

struct server_person {
    char id[SERVER_ID_SIZE];
    char name[CORE_NAME_SIZE];
};
/* Write functions return MST_OK, or MST_BAD_FILE with `error` (S4). */
enum mst_status store_add_person(struct server_store *store, const struct server_person *person,
                                 const char *token, int64_t now, struct mst_error *error);
enum mst_status store_rename(struct server_store *store, const struct server_person *person,
                             struct mst_error *error);
/* Find by the token of a cookie, by a link for recovery, or by id. False if there is none. */
bool store_person_by_token(struct server_store *store, const char *token,
                           struct server_person *person);
bool store_person_by_recovery(struct server_store *store, const char *token,
                              struct server_person *person);
bool store_person(struct server_store *store, const char *id, struct server_person *person);
/* Give a person one more token for a cookie; or a new link for recovery, which replaces the old
 * one; or remove the link. */
enum mst_status store_add_token(struct server_store *store, const char *person, const char *token,
                                int64_t now, struct mst_error *error);
enum mst_status store_set_recovery(struct server_store *store, const char *person,
                                   const char *token, struct mst_error *error);
/* Remove name, tokens, links, feed, mutes and chat lines; the person's seats become nobody's.
 * Traces in unused parts of the files are removed when the store is closed, or else opened again.
 */
enum mst_status store_forget(struct server_store *store, const char *person,
                             struct mst_error *error);
/* Remove persons with a guest's name who came before a time and have neither matches nor anything
 * else of theirs. Those that came at `since` with an id after `person`, or later, are looked at. */
struct server_sweep {
    int64_t until, since;
    char person[SERVER_ID_SIZE];
    int most; /* to look at */
    bool
        whole; /* written: all were looked at, and it starts again; else `since` and `person` are */
    bool (*spared)(void *context, const char *person); /* who stays in any case */
    void *context;
};
enum mst_status store_sweep(struct server_store *store, struct server_sweep *sweep,
                            struct mst_error *error);
/* A token for the person's feed: hashed as the others. */
enum mst_status store_set_feed(struct server_store *store, const char *person, const char *token,
                               struct mst_error *error);
bool store_person_by_feed(struct server_store *store, const char *token,
                          struct server_person *person);
enum mst_status store_mute(struct server_store *store, const char *person, const char *other,
                           bool on, struct mst_error *error);
bool store_muted(struct server_store *store, const char *person, const char *other);

/* ---- rules ----------------------------------------------------------------------------------- */

/* A bundle: the files that matches were begun with. Each file's text is kept once, by content. */
bool store_has_bundle(struct server_store *store, const char *bundle);
enum mst_status store_add_file(struct server_store *store, const char *bundle, const char *path,
                               const char *hash, const char *text, size_t length,
                               struct mst_error *error);
/* Call `each` with every file of a bundle in the order of the paths, until it returns false. */
enum mst_status store_files(struct server_store *store, const char *bundle,
                            bool (*each)(void *context, const char *path, const char *text,
                                         size_t length),
                            void *context, struct mst_error *error);

/* ---- uploads --------------------------------------------------------------------------------- */

/* Rules that a person has sent: a bundle whose files are those of its base and its own. */
struct server_upload {
    char id[SERVER_ID_SIZE], person[SERVER_ID_SIZE];
    char bundle[SERVER_HASH_SIZE];
    char name[CORE_NAME_SIZE];
    int64_t bytes, at;
    const char *catalogue; /* JSON; borrowed */
};
/* Begin a bundle with a base, unless it is there; its own files follow by store_add_file. */
enum mst_status store_add_bundle(struct server_store *store, const char *bundle, const char *base,
                                 struct mst_error *error);
/* Write the base of a bundle, "" if it has none. */
void store_base(struct server_store *store, const char *bundle, char base[SERVER_HASH_SIZE]);
bool store_has_file(struct server_store *store, const char *bundle, const char *path);
enum mst_status store_add_upload(struct server_store *store, const struct server_upload *upload,
                                 struct mst_error *error);
/* Call `each` with every upload, oldest first. */
enum mst_status store_uploads(struct server_store *store,
                              void (*each)(void *context, const struct server_upload *upload),
                              void *context, struct mst_error *error);
/* A match has been created with the bundle: it stays from now on. */
enum mst_status store_use_bundle(struct server_store *store, const char *bundle,
                                 struct mst_error *error);
bool store_bundle_used(struct server_store *store, const char *bundle);
/* Remove an upload, and its bundle unless a match or another upload has it. */
enum mst_status store_discard(struct server_store *store, const char *upload,
                              struct mst_error *error);

/* ---- matches --------------------------------------------------------------------------------- */

enum server_stage { SERVER_STAGE_OPEN, SERVER_STAGE_RUNNING, SERVER_STAGE_OVER };
enum server_who {
    SERVER_WHO_OPEN,
    SERVER_WHO_INVITED,
    SERVER_WHO_PERSON,
    SERVER_WHO_LEVEL,
    SERVER_WHO_GONE
};

struct server_chair { /* a seat of a match */
    enum server_who who;
    int level; /* of a computer player */
    char person[SERVER_ID_SIZE];
};

/* A match without its plies. */
struct store_kept {
    char id[SERVER_ID_SIZE];
    char bundle[SERVER_HASH_SIZE];
    char ruleset[256]; /* the name under which it was chosen */
    char *settings;    /* JSON object; owned */
    char title[256], game[128];
    bool open; /* public */
    enum server_stage stage;
    int64_t created, changed;
    char seed[33], commitment[65];
    char rules[17]; /* fingerprint of the rules with their options */
    int seats;
    struct server_chair chairs[MST_MOST_SEATS];
    int ply;
    uint32_t to_move; /* bit n: seat n decides */
    bool timed;       /* a clock runs */
    char *facts;      /* JSON object: clock, offers, result, rematch, mark; owned */
};
void server_kept_clear(struct store_kept *kept);

/* Write a whole new match, or its present state (the plies apart). */
enum mst_status store_add_match(struct server_store *store, const struct store_kept *match,
                                struct mst_error *error);
enum mst_status store_update_match(struct server_store *store, const struct store_kept *match,
                                   struct mst_error *error);
/* Read it; the caller clears it. False if there is none. */
bool store_match(struct server_store *store, const char *id, struct store_kept *match);

/* A ply as a line of a transcript has it: "a2a3 27f1a9e4bf3f9809". */
enum mst_status store_add_ply(struct server_store *store, const char *match, int ply,
                              const char *line, int64_t now, struct mst_error *error);
/* Remove the plies from number `ply` on. */
enum mst_status store_cut(struct server_store *store, const char *match, int ply,
                          struct mst_error *error);
/* Append the lines of all plies, each with a line feed. */
enum mst_status store_plies(struct server_store *store, const char *match, struct mst_buf *out,
                            struct mst_error *error);

/* Press the plies of a match that is over into one text; store_plies reads them as before. */
enum mst_status store_archive(struct server_store *store, const char *match,
                              struct mst_error *error);
/* The last views of a match, as JSON: an object of views by seat, with "-1" for onlookers. */
enum mst_status store_set_shown(struct server_store *store, const char *match, const char *json,
                                struct mst_error *error);
/* NULL if there is nothing; the caller frees it (mst_free). */
char *store_shown(struct server_store *store, const char *match);

/* Lists of matches. `each` is called for at most `most` matches until it returns false; it must not
 * write. */
struct store_wanted {
    int stage;           /* enum server_stage, or -1: any */
    const char *person;  /* only those in which this person sits, or NULL */
    bool open;           /* only public ones */
    bool free;           /* only those with a seat that anybody may take */
    bool timed;          /* only those whose clock runs */
    const char *ruleset; /* or NULL */
    /* Words (three are looked at), each of the title, the game or a player's name, or the beginning
     * of one with three letters or more (sixteen such words are looked at), whatever the case of
     * ASCII letters; finds only matches that are over. Or NULL. */
    const char *text;
    int64_t before; /* changed before this time; 0: any */
    int most;
};
enum mst_status store_matches(struct server_store *store, const struct store_wanted *wanted,
                              bool (*each)(void *context, const struct store_kept *match),
                              void *context, struct mst_error *error);

/* A link that allows to take a seat, or (-1) to watch a match that is not public. */
enum mst_status store_add_invite(struct server_store *store, const char *token, const char *match,
                                 int seat, struct mst_error *error);
bool store_invite(struct server_store *store, const char *token, char match[SERVER_ID_SIZE],
                  int *seat);
/* Persons who may watch a match that is not public without sitting in it. */
enum mst_status store_allow(struct server_store *store, const char *match, const char *person,
                            struct mst_error *error);
bool store_allowed(struct server_store *store, const char *match, const char *person);

/* ---- talk ------------------------------------------------------------------------------------ */

struct store_said {
    int number; /* from 1, in its match */
    int64_t at;
    char person[SERVER_ID_SIZE];
    char name[CORE_NAME_SIZE];
    int seat; /* or -1 */
    const char *text;
};
/* Add a line; writes its number. */
enum mst_status store_say(struct server_store *store, const char *match, struct store_said *said,
                          struct mst_error *error);
/* The last `most` lines, oldest first. */
enum mst_status store_chat(struct server_store *store, const char *match, int most,
                           void (*each)(void *context, const struct store_said *said),
                           void *context, struct mst_error *error);
enum mst_status store_report(struct server_store *store, const char *match, int line,
                             const char *person, const char *text, int64_t now,
                             struct mst_error *error);

/* ---- the server ------------------------------------------------------------------------------ */

/* What is known of a ruleset's file by the hash of its bundle: JSON, so that the catalogue need not
 * be made anew. NULL, or a text of the caller's (mst_free). */
char *store_catalogue(struct server_store *store, const char *bundle);
enum mst_status store_set_catalogue(struct server_store *store, const char *bundle,
                                    const char *json, struct mst_error *error);

#endif
