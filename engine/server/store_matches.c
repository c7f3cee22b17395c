/* Matches, their seats and plies, and who may take a seat or watch. The lists of matches are in
 * store_lists.c. */
#include "server/store_parts.h"

#include <string.h>

#define TEXT mst_value_text
#define INT mst_value_int

void mst_kept_clear(struct mst_kept *kept) {
    mst_free(kept->settings);
    mst_free(kept->facts);
    *kept = (struct mst_kept){0};
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool has_free_seat(const struct mst_kept *match) {
    for (int i = 0; i < match->seats; i++)
        if (match->chairs[i].who == MST_WHO_OPEN)
            return true;
    return false;
}

/* The person of a seat, or "". */
static const char *sitter(const struct mst_kept *match, int seat) {
    const struct mst_chair *chair = &match->chairs[seat];
    return chair->who == MST_WHO_PERSON ? chair->person : "";
}

static bool is_listed(const struct mst_kept *match, int seat) {
    const char *person = sitter(match, seat);
    for (int i = 0; i < seat; i++)
        if (!strcmp(sitter(match, i), person))
            return false;
    return *person;
}

static enum mst_status write_seats(struct mst_store *store, const struct mst_kept *match,
                                   struct mst_error *error) {
    enum mst_status status = MST_OK;
    for (int i = 0; status == MST_OK && i < match->seats; i++)
        status = mst_store_run(
            store,
            "INSERT INTO seats (match_id, seat, who, level, person, listed, stage, changed) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id, seat) DO UPDATE SET "
            "who = excluded.who, level = excluded.level, person = excluded.person, "
            "listed = excluded.listed, stage = excluded.stage, changed = excluded.changed",
            MST_VALUES(TEXT(match->id), INT(i), INT(match->chairs[i].who),
                       INT(match->chairs[i].level), mst_value_name(sitter(match, i)),
                       INT(is_listed(match, i)), INT(match->stage), INT(match->changed)),
            error);
    return status == MST_OK ? mst_store_index(store, match->id, error) : status;
}

/* JSON, which is an empty object where there is none. */
static struct mst_value json_value(const char *json) {
    return TEXT(json ? json : "{}");
}

enum mst_status mst_store_add_match(struct mst_store *store, const struct mst_kept *match,
                                    struct mst_error *error) {
    enum mst_status status = mst_store_run(
        store,
        "INSERT INTO matches (id, bundle, ruleset, settings, title, game, open, stage, created, "
        "changed, seed, commitment, rules, seats, ply, to_move, timed, free, facts) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        MST_VALUES(TEXT(match->id), TEXT(match->bundle), TEXT(match->ruleset),
                   json_value(match->settings), TEXT(match->title), TEXT(match->game),
                   INT(match->open), INT(match->stage), INT(match->created), INT(match->changed),
                   TEXT(match->seed), TEXT(match->commitment), TEXT(match->rules),
                   INT(match->seats), INT(match->ply), INT(match->to_move), INT(match->timed),
                   INT(has_free_seat(match)), json_value(match->facts)),
        error);
    return status == MST_OK ? write_seats(store, match, error) : status;
}

enum mst_status mst_store_update_match(struct mst_store *store, const struct mst_kept *match,
                                       struct mst_error *error) {
    enum mst_status status = mst_store_change(
        store,
        "UPDATE matches SET bundle = ?, ruleset = ?, settings = ?, title = ?, game = ?, open = ?, "
        "stage = ?, created = ?, changed = ?, seed = ?, commitment = ?, rules = ?, seats = ?, "
        "ply = ?, to_move = ?, timed = ?, free = ?, facts = ? WHERE id = ?",
        MST_VALUES(TEXT(match->bundle), TEXT(match->ruleset), json_value(match->settings),
                   TEXT(match->title), TEXT(match->game), INT(match->open), INT(match->stage),
                   INT(match->created), INT(match->changed), TEXT(match->seed),
                   TEXT(match->commitment), TEXT(match->rules), INT(match->seats), INT(match->ply),
                   INT(match->to_move), INT(match->timed), INT(has_free_seat(match)),
                   json_value(match->facts), TEXT(match->id)),
        "match to be changed", error);
    return status == MST_OK ? write_seats(store, match, error) : status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static void read_seats(struct mst_store *store, struct mst_kept *match) {
    struct sqlite3_stmt *rows = mst_rows(
        store,
        "SELECT seat, who, level, person FROM seats WHERE match_id = ? AND seat BETWEEN 0 AND ?",
        MST_VALUES(TEXT(match->id), INT(MST_MOST_SEATS - 1)));
    while (mst_rows_next(store, rows)) {
        struct mst_chair *chair = &match->chairs[mst_row_int(rows, 0)];
        chair->who = (enum mst_who)mst_row_int(rows, 1);
        chair->level = (int)mst_row_int(rows, 2);
        mst_row_copy(rows, 3, chair->person, sizeof chair->person);
    }
}

static void read_match(struct sqlite3_stmt *rows, struct mst_kept *match) {
    int column = 0;
#define COPY(field) mst_row_copy(rows, column++, match->field, sizeof match->field)
    COPY(id);
    COPY(bundle);
    COPY(ruleset);
    COPY(title);
    COPY(game);
    COPY(seed);
    COPY(commitment);
    COPY(rules);
#undef COPY
    match->settings = mst_strdup(mst_row_text(rows, column++));
    match->facts = mst_strdup(mst_row_text(rows, column++));
    match->open = mst_row_int(rows, column++) != 0;
    match->stage = (enum mst_stage)mst_row_int(rows, column++);
    match->created = mst_row_int(rows, column++);
    match->changed = mst_row_int(rows, column++);
    match->seats = (int)mst_row_int(rows, column++);
    match->ply = (int)mst_row_int(rows, column++);
    match->to_move = (uint32_t)mst_row_int(rows, column++);
    match->timed = mst_row_int(rows, column++) != 0;
}

bool mst_store_match(struct mst_store *store, const char *id, struct mst_kept *match) {
    struct sqlite3_stmt *rows =
        mst_rows(store,
                 "SELECT id, bundle, ruleset, title, game, seed, commitment, rules, settings, "
                 "facts, open, stage, created, changed, seats, ply, to_move, timed "
                 "FROM matches WHERE id = ?",
                 MST_VALUES(TEXT(id)));
    *match = (struct mst_kept){0};
    if (!mst_rows_next(store, rows))
        return false;
    read_match(rows, match);
    mst_rows_end(rows);
    read_seats(store, match);
    if (match->settings && match->facts && match->seats >= 1 && match->seats <= MST_MOST_SEATS)
        return true;
    mst_store_fail(store, match->settings && match->facts ? "a match is damaged" : "out of memory",
                   NULL);
    mst_kept_clear(match);
    return false;
}

/* ---- plies ----------------------------------------------------------------------------------- */

enum mst_status mst_store_add_ply(struct mst_store *store, const char *match, int ply,
                                  const char *line, int64_t now, struct mst_error *error) {
    return mst_store_run(store, "INSERT INTO plies (match_id, ply, line, at) VALUES (?, ?, ?, ?)",
                         MST_VALUES(TEXT(match), INT(ply), TEXT(line), INT(now)), error);
}

enum mst_status mst_store_cut(struct mst_store *store, const char *match, int ply,
                              struct mst_error *error) {
    return mst_store_run(store, "DELETE FROM plies WHERE match_id = ? AND ply >= ?",
                         MST_VALUES(TEXT(match), INT(ply)), error);
}

enum mst_status mst_store_plies(struct mst_store *store, const char *match, struct mst_buf *out,
                                struct mst_error *error) {
    if (mst_store_archived(store, match, out))
        return mst_store_status(store, error);
    struct sqlite3_stmt *rows = mst_rows(
        store, "SELECT line FROM plies WHERE match_id = ? ORDER BY ply", MST_VALUES(TEXT(match)));
    while (mst_rows_next(store, rows)) {
        mst_buf_puts(out, mst_row_text(rows, 0));
        mst_buf_char(out, '\n');
    }
    if (out->failed)
        return mst_fail(error, MST_BAD_FILE, "", "out of memory while reading a match");
    return mst_store_status(store, error);
}

/* ---- who may come in ------------------------------------------------------------------------- */

enum mst_status mst_store_add_invite(struct mst_store *store, const char *token, const char *match,
                                     int seat, struct mst_error *error) {
    char hash[MST_DIGEST_SIZE];
    mst_digest(token, strlen(token), hash);
    return mst_store_run(store, "INSERT INTO invites (hash, match_id, seat) VALUES (?, ?, ?)",
                         MST_VALUES(TEXT(hash), TEXT(match), INT(seat)), error);
}

bool mst_store_invite(struct mst_store *store, const char *token, char match[MST_ID_SIZE],
                      int *seat) {
    char hash[MST_DIGEST_SIZE];
    mst_digest(token, strlen(token), hash);
    struct sqlite3_stmt *rows = mst_rows(store, "SELECT match_id, seat FROM invites WHERE hash = ?",
                                         MST_VALUES(TEXT(hash)));
    if (!mst_rows_next(store, rows))
        return false;
    mst_row_copy(rows, 0, match, MST_ID_SIZE);
    *seat = (int)mst_row_int(rows, 1);
    mst_rows_end(rows);
    return true;
}

enum mst_status mst_store_allow(struct mst_store *store, const char *match, const char *person,
                                struct mst_error *error) {
    return mst_store_run(store,
                         "INSERT INTO watchers (match_id, person) VALUES (?, ?) "
                         "ON CONFLICT (match_id, person) DO NOTHING",
                         MST_VALUES(TEXT(match), TEXT(person)), error);
}

bool mst_store_allowed(struct mst_store *store, const char *match, const char *person) {
    return mst_rows_any(store, "SELECT 1 FROM watchers WHERE match_id = ? AND person = ?",
                        MST_VALUES(TEXT(match), TEXT(person)));
}
