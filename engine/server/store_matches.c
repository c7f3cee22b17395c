/* Matches, their seats and plies, and who may take a seat or watch. The lists of matches are in
 * store_lists.c. */
#include "server/store_parts.h"

#include <assert.h>
#include <string.h>

#define TEXT server_value_text
#define INT server_value_int

void server_kept_clear(struct store_kept *kept) {
    mst_free(kept->settings);
    mst_free(kept->facts);
    *kept = (struct store_kept){0};
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool has_free_seat(const struct store_kept *match) {
    for (int i = 0; i < match->seats; i++)
        if (match->chairs[i].who == SERVER_WHO_OPEN)
            return true;
    return false;
}

/* The person of a seat, or "". */
static const char *sitter(const struct store_kept *match, int seat) {
    const struct server_chair *chair = &match->chairs[seat];
    return chair->who == SERVER_WHO_PERSON ? chair->person : "";
}

static bool store_matches_is_listed(const struct store_kept *match, int seat) {
    const char *person = sitter(match, seat);
    for (int i = 0; i < seat; i++)
        if (!strcmp(sitter(match, i), person))
            return false;
    return *person;
}

static enum mst_status store_matches_write_seats(struct server_store *store,
                                                 const struct store_kept *match,
                                                 struct mst_error *error) {
    enum mst_status status = MST_OK;

    /* `listed` is set at one seat of each person, so that a list has a match once. */
    for (int i = 0; status == MST_OK && i < match->seats; i++)
        status = store_run(
            store,
            "INSERT INTO seats (match_id, seat, who, level, person, listed, stage, changed) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id, seat) DO UPDATE SET "
            "who = excluded.who, level = excluded.level, person = excluded.person, "
            "listed = excluded.listed, stage = excluded.stage, changed = excluded.changed",
            CORE_VALUES(TEXT(match->id), INT(i), INT(match->chairs[i].who),
                        INT(match->chairs[i].level), server_value_name(sitter(match, i)),
                        INT(store_matches_is_listed(match, i)), INT(match->stage),
                        INT(match->changed)),
            error);
    return status == MST_OK ? store_index(store, match->id, error) : status;
}

/* JSON, which is an empty object where there is none. */
static struct store_value json_value(const char *json) {
    return TEXT(json ? json : "{}");
}

enum mst_status store_add_match(struct server_store *store, const struct store_kept *match,
                                struct mst_error *error) {
    assert(match->seats >= 1 && match->seats <= MST_MOST_SEATS);
    enum mst_status status = store_run(
        store,
        "INSERT INTO matches (id, bundle, ruleset, settings, title, game, open, stage, created, "
        "changed, seed, commitment, rules, seats, ply, to_move, timed, free, facts) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        CORE_VALUES(TEXT(match->id), TEXT(match->bundle), TEXT(match->ruleset),
                    json_value(match->settings), TEXT(match->title), TEXT(match->game),
                    INT(match->open), INT(match->stage), INT(match->created), INT(match->changed),
                    TEXT(match->seed), TEXT(match->commitment), TEXT(match->rules),
                    INT(match->seats), INT(match->ply), INT(match->to_move), INT(match->timed),
                    INT(has_free_seat(match)), json_value(match->facts)),
        error);
    return status == MST_OK ? store_matches_write_seats(store, match, error) : status;
}

enum mst_status store_update_match(struct server_store *store, const struct store_kept *match,
                                   struct mst_error *error) {
    enum mst_status status = store_change(
        store,
        "UPDATE matches SET bundle = ?, ruleset = ?, settings = ?, title = ?, game = ?, open = ?, "
        "stage = ?, created = ?, changed = ?, seed = ?, commitment = ?, rules = ?, seats = ?, "
        "ply = ?, to_move = ?, timed = ?, free = ?, facts = ? WHERE id = ?",
        CORE_VALUES(TEXT(match->bundle), TEXT(match->ruleset), json_value(match->settings),
                    TEXT(match->title), TEXT(match->game), INT(match->open), INT(match->stage),
                    INT(match->created), INT(match->changed), TEXT(match->seed),
                    TEXT(match->commitment), TEXT(match->rules), INT(match->seats), INT(match->ply),
                    INT(match->to_move), INT(match->timed), INT(has_free_seat(match)),
                    json_value(match->facts), TEXT(match->id)),
        "match to be changed", error);
    return status == MST_OK ? store_matches_write_seats(store, match, error) : status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static void read_seats(struct server_store *store, struct store_kept *match) {
    struct sqlite3_stmt *rows = server_rows(
        store,
        "SELECT seat, who, level, person FROM seats WHERE match_id = ? AND seat BETWEEN 0 AND ?",
        CORE_VALUES(TEXT(match->id), INT(MST_MOST_SEATS - 1)));
    while (server_rows_next(store, rows)) {
        assert(server_row_int(rows, 0) >= 0 && server_row_int(rows, 0) < MST_MOST_SEATS);
        struct server_chair *chair = &match->chairs[server_row_int(rows, 0)];
        chair->who = (enum server_who)server_row_int(rows, 1);
        chair->level = (int)server_row_int(rows, 2);
        server_row_copy(rows, 3, chair->person, sizeof chair->person);
    }
}

static void read_match(struct sqlite3_stmt *rows, struct store_kept *match) {
    /* In the order of the columns in store_match. */
    int column = 0;
#define COPY(field) server_row_copy(rows, column++, match->field, sizeof match->field)
    COPY(id);
    COPY(bundle);
    COPY(ruleset);
    COPY(title);
    COPY(game);
    COPY(seed);
    COPY(commitment);
    COPY(rules);
#undef COPY

    /* NULL when out of memory, which store_match reports. */
    match->settings = mst_strdup(server_row_text(rows, column++));
    match->facts = mst_strdup(server_row_text(rows, column++));
    match->open = server_row_int(rows, column++) != 0;
    match->stage = (enum server_stage)server_row_int(rows, column++);
    match->created = server_row_int(rows, column++);
    match->changed = server_row_int(rows, column++);
    match->seats = (int)server_row_int(rows, column++);
    match->ply = (int)server_row_int(rows, column++);
    match->to_move = (uint32_t)server_row_int(rows, column++);
    match->timed = server_row_int(rows, column++) != 0;
}

bool store_match(struct server_store *store, const char *id, struct store_kept *match) {
    struct sqlite3_stmt *rows =
        server_rows(store,
                    "SELECT id, bundle, ruleset, title, game, seed, commitment, rules, settings, "
                    "facts, open, stage, created, changed, seats, ply, to_move, timed "
                    "FROM matches WHERE id = ?",
                    CORE_VALUES(TEXT(id)));
    *match = (struct store_kept){0};
    if (!server_rows_next(store, rows))
        return false;

    /* The statement ends before the seats are read: none is left open over another. */
    read_match(rows, match);
    server_rows_end(rows);
    read_seats(store, match);

    /* A row that another program has changed must not lead beyond the table of seats. */
    if (match->settings && match->facts && match->seats >= 1 && match->seats <= MST_MOST_SEATS)
        return true;
    store_fail(store, match->settings && match->facts ? "a match is damaged" : "out of memory",
               NULL);
    server_kept_clear(match);
    return false;
}

/* ---- plies ----------------------------------------------------------------------------------- */

enum mst_status store_add_ply(struct server_store *store, const char *match, int ply,
                              const char *line, int64_t now, struct mst_error *error) {
    assert(ply >= 0 && line);
    return store_run(store, "INSERT INTO plies (match_id, ply, line, at) VALUES (?, ?, ?, ?)",
                     CORE_VALUES(TEXT(match), INT(ply), TEXT(line), INT(now)), error);
}

enum mst_status store_cut(struct server_store *store, const char *match, int ply,
                          struct mst_error *error) {
    assert(ply >= 0);
    return store_run(store, "DELETE FROM plies WHERE match_id = ? AND ply >= ?",
                     CORE_VALUES(TEXT(match), INT(ply)), error);
}

enum mst_status store_plies(struct server_store *store, const char *match, struct mst_buf *out,
                            struct mst_error *error) {
    if (store_archived(store, match, out))
        return store_status(store, error);

    /* Plies are in one place only: pressed, or a row each. */
    struct sqlite3_stmt *rows = server_rows(
        store, "SELECT line FROM plies WHERE match_id = ? ORDER BY ply", CORE_VALUES(TEXT(match)));
    while (server_rows_next(store, rows)) {
        mst_buf_puts(out, server_row_text(rows, 0));
        mst_buf_char(out, '\n');
    }

    /* The buffer is the caller's, so its failure is not kept with the store's. */
    if (out->failed)
        return mst_fail(error, MST_BAD_FILE, "", "out of memory while reading a match");
    return store_status(store, error);
}

/* ---- who may come in ------------------------------------------------------------------------- */

enum mst_status store_add_invite(struct server_store *store, const char *token, const char *match,
                                 int seat, struct mst_error *error) {
    char hash[MST_DIGEST_SIZE];
    mst_digest(token, strlen(token), hash);
    return store_run(store, "INSERT INTO invites (hash, match_id, seat) VALUES (?, ?, ?)",
                     CORE_VALUES(TEXT(hash), TEXT(match), INT(seat)), error);
}

bool store_invite(struct server_store *store, const char *token, char match[SERVER_ID_SIZE],
                  int *seat) {
    char hash[MST_DIGEST_SIZE];
    mst_digest(token, strlen(token), hash);

    /* S3: tokens are looked up by their hash, as they are kept. */
    struct sqlite3_stmt *rows = server_rows(
        store, "SELECT match_id, seat FROM invites WHERE hash = ?", CORE_VALUES(TEXT(hash)));
    if (!server_rows_next(store, rows))
        return false;
    server_row_copy(rows, 0, match, SERVER_ID_SIZE);
    *seat = (int)server_row_int(rows, 1);
    server_rows_end(rows);
    return true;
}

enum mst_status store_allow(struct server_store *store, const char *match, const char *person,
                            struct mst_error *error) {
    return store_run(store,
                     "INSERT INTO watchers (match_id, person) VALUES (?, ?) "
                     "ON CONFLICT (match_id, person) DO NOTHING",
                     CORE_VALUES(TEXT(match), TEXT(person)), error);
}

bool store_allowed(struct server_store *store, const char *match, const char *person) {
    return server_rows_any(store, "SELECT 1 FROM watchers WHERE match_id = ? AND person = ?",
                           CORE_VALUES(TEXT(match), TEXT(person)));
}
