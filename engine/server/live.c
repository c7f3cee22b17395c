/* Matches in memory: found, held, kept, and let go. */
#include <string.h>

#include "server/parts.h"

/* ---- holding --------------------------------------------------------------------------------- */

void mst_live_names(struct mst_live *live) {
    struct mst_person person;
    for (int seat = 0; seat < live->kept.seats; seat++) {
        const struct mst_chair *chair = &live->kept.chairs[seat];
        live->names[seat][0] = 0;
        if (chair->who == MST_WHO_PERSON &&
            mst_store_person(live->server->store, chair->person, &person))
            snprintf(live->names[seat], sizeof live->names[seat], "%s", person.name);
    }
}

static bool read_live(struct mst_live *live, const char *id) {
    if (!mst_store_match(live->server->store, id, &live->kept))
        return false;
    live->facts = json_loads(live->kept.facts, 0, NULL);
    if (!live->facts)
        live->facts = json_object();
    mst_live_names(live);
    return live->facts != NULL;
}

static void link_live(struct mst_live *live) {
    struct mst_server *server = live->server;
    live->next = server->lives;
    live->place = &server->lives;
    if (live->next)
        live->next->place = &live->next;
    server->lives = live;
}

static void unlink_live(struct mst_live *live) {
    *live->place = live->next;
    if (live->next)
        live->next->place = live->place;
    mst_index_remove(&live->by_id);
}

struct mst_live *mst_live_new(struct mst_server *server) {
    struct mst_live *live = mst_calloc(1, sizeof *live);
    if (!live)
        return NULL;
    *live = (struct mst_live){.server = server, .holders = 1, .fresh = true};
    live->facts = json_object();
    link_live(live);
    return live;
}

void mst_live_named(struct mst_live *live) {
    mst_index_add(&live->server->lives_by_id, &live->by_id, live->kept.id, live);
}

struct mst_live *mst_live_hold(struct mst_server *server, const char *id) {
    struct mst_entry *known = mst_index_find(&server->lives_by_id, id);
    struct mst_live *live = known ? known->owner : mst_calloc(1, sizeof *live);
    if (known) {
        live->holders++;
        return live;
    }
    if (!live)
        return NULL;
    *live = (struct mst_live){.server = server, .holders = 1};
    if (!read_live(live, id)) {
        mst_kept_clear(&live->kept);
        mst_free(live);
        return NULL;
    }
    link_live(live);
    mst_live_named(live);
    return live;
}

static bool is_timed(const struct mst_live *live) {
    return live->kept.stage == MST_STAGE_RUNNING && live->kept.timed;
}

/* Keep what was last shown, for a time when no engine may be able to. */
static void keep_shown(struct mst_live *live) {
    struct mst_server *server = live->server;
    struct mst_error error = {0};
    struct mst_buf views = {0};
    for (int i = 0; i <= MST_MOST_SEATS; i++)
        if (live->shown[i])
            mst_buf_printf(&views, "%c\"%d\":{%s", views.length ? ',' : '{', i - 1, live->shown[i]);
    mst_buf_char(&views, '}');
    mst_server_write(server);
    mst_server_wrote(
        server, mst_store_set_shown(server->store, live->kept.id, mst_buf_text(&views), &error),
        &error);
    mst_buf_clear(&views);
}

/* A match leaves the memory: write what need not be written at each move. */
static void rest(struct mst_live *live) {
    struct mst_server *server = live->server;
    struct mst_error error = {0};
    if (live->shown_anew)
        keep_shown(live);
    if (live->kept.stage != MST_STAGE_OVER || !live->shown_anew)
        return;
    mst_server_write(server);
    mst_server_wrote(server, mst_store_archive(server->store, live->kept.id, &error), &error);
}

static void free_live(struct mst_live *live) {
    rest(live);
    for (int i = 0; i <= MST_MOST_SEATS; i++)
        mst_free(live->shown[i]);
    unlink_live(live);
    json_decref(live->facts);
    json_decref(live->said);
    mst_kept_clear(&live->kept);
    mst_free(live);
}

void mst_live_drop(struct mst_live *live) {
    if (--live->holders <= 0 && !live->touched && !live->said && !live->busy && !live->thinking &&
        !(live->server->pool && is_timed(live)))
        free_live(live);
}

/* ---- keeping --------------------------------------------------------------------------------- */

void mst_live_list(struct mst_live *live) {
    if (live->listed)
        return;
    live->listed = true;
    live->next_changed = live->server->changed;
    live->server->changed = live;
}

void mst_live_change(struct mst_live *live) {
    live->touched = true;
    mst_live_list(live);
}

void mst_live_write(struct mst_live *live, bool moved) {
    struct mst_server *server = live->server;
    struct mst_error error = {0};
    mst_live_change(live);
    live->moved = live->moved || moved;
    live->kept.changed = mst_clock_wall();
    mst_free(live->kept.facts);
    live->kept.facts = json_dumps(live->facts, JSON_COMPACT);
    mst_server_write(server);
    mst_server_wrote(server, mst_store_update_match(server->store, &live->kept, &error), &error);
}

void mst_live_reload(struct mst_live *live) {
    char id[MST_ID_SIZE];
    strcpy(id, live->kept.id);
    live->touched = live->moved = false;
    json_decref(live->said);
    live->said = NULL;
    live->fresh = true;
    json_decref(live->facts);
    live->facts = NULL;
    mst_kept_clear(&live->kept);
    if (!read_live(live, id)) { /* it was never kept */
        live->facts = live->facts ? live->facts : json_object();
        strcpy(live->kept.id, id);
        live->kept.stage = MST_STAGE_OVER;
    }
    live->holders++;
    mst_push_tables(live);
    mst_call_next(live);
    mst_live_drop(live);
}

void mst_live_settle(struct mst_live *live) {
    bool moved = live->moved, touched = live->touched;
    live->touched = live->moved = false;
    live->holders++;
    mst_push_chat(live);
    if (touched)
        mst_push_tables(live);
    if (moved) {
        mst_push_views(live);
        mst_push_turns(live);
        mst_live_think(live);
    }
    if (touched && (live->kept.stage == MST_STAGE_OPEN || live->kept.ply == 0))
        mst_push_lobby(live->server);
    mst_call_next(live);
    mst_live_drop(live);
}

static bool hold_timed(void *context, const struct mst_kept *kept) {
    struct mst_live *live = mst_live_hold(context, kept->id);
    if (live)
        mst_live_drop(live); /* it stays: its clock runs */
    return true;
}

/* Levels that were to move when the server stopped think again. */
static bool hold_running(void *context, const struct mst_kept *kept) {
    bool level = false;
    for (int seat = 0; seat < kept->seats; seat++)
        level = level || ((kept->to_move >> seat & 1) && kept->chairs[seat].who == MST_WHO_LEVEL);
    struct mst_live *live = level ? mst_live_hold(context, kept->id) : NULL;
    if (live) {
        mst_live_think(live);
        mst_live_drop(live);
    }
    return true;
}

/* Matches whose seats were all taken when the server stopped begin. */
static bool hold_full(void *context, const struct mst_kept *kept) {
    struct mst_live *live = mst_live_hold(context, kept->id);
    if (live) {
        mst_live_begin(live);
        mst_live_drop(live);
    }
    return true;
}

void mst_lives_load(struct mst_server *server) {
    struct mst_wanted open = {.stage = MST_STAGE_OPEN, .most = 1000000};
    struct mst_wanted timed = {.stage = MST_STAGE_RUNNING, .timed = true, .most = 1000000};
    struct mst_wanted running = {.stage = MST_STAGE_RUNNING, .most = 1000000};
    struct mst_error error = {0};
    if (mst_store_matches(server->store, &timed, hold_timed, server, &error) != MST_OK ||
        mst_store_matches(server->store, &running, hold_running, server, &error) != MST_OK ||
        mst_store_matches(server->store, &open, hold_full, server, &error) != MST_OK)
        mst_log("error", "matches", "why", error.text, NULL);
}

/* ---- persons --------------------------------------------------------------------------------- */

uint32_t mst_live_seats(const struct mst_live *live, const struct mst_person *person) {
    uint32_t seats = 0;
    for (int seat = 0; person->id[0] && seat < live->kept.seats; seat++)
        if (live->kept.chairs[seat].who == MST_WHO_PERSON &&
            !strcmp(live->kept.chairs[seat].person, person->id))
            seats |= 1u << seat;
    return seats;
}

int mst_live_viewer(const struct mst_live *live, const struct mst_person *person) {
    uint32_t seats = mst_live_seats(live, person);
    uint32_t deciding = seats & live->kept.to_move;
    uint32_t wanted = deciding ? deciding : seats;
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (wanted >> seat & 1)
            return seat;
    return -1;
}

bool mst_live_may_watch(const struct mst_live *live, const struct mst_person *person) {
    return live->kept.open || mst_live_seats(live, person) ||
           (person->id[0] && mst_store_allowed(live->server->store, live->kept.id, person->id));
}

/* ---- the table ------------------------------------------------------------------------------- */

static const char *const stages[] = {"open", "running", "over"};
static const char *const whos[] = {"open", "invite", "person", "level", "gone"};

static bool is_here(const struct mst_live *live, const char *person) {
    for (const struct mst_opened *opened = live->watchers; opened; opened = opened->next)
        if (!strcmp(opened->client->person.id, person))
            return true;
    return false;
}

static json_t *seat_list(const struct mst_kept *kept) {
    json_t *list = json_array();
    for (int seat = 0; seat < kept->seats; seat++)
        if (kept->to_move >> seat & 1)
            json_array_append_new(list, json_integer(seat));
    return list;
}

static json_t *chairs_json(const struct mst_live *live, const struct mst_person *person) {
    const struct mst_kept *kept = &live->kept;
    json_t *list = json_array();
    for (int seat = 0; seat < kept->seats; seat++) {
        const struct mst_chair *chair = &kept->chairs[seat];
        json_t *object = json_pack("{s:s}", "who", whos[chair->who]);
        if (chair->who == MST_WHO_LEVEL)
            json_object_set_new(object, "level", json_integer(chair->level));
        if (chair->who == MST_WHO_PERSON) {
            json_object_set_new(object, "person", json_string(chair->person));
            json_object_set_new(object, "name", json_string(live->names[seat]));
            if (person->id[0] && !strcmp(chair->person, person->id))
                json_object_set_new(object, "you", json_true());
            if (is_here(live, chair->person))
                json_object_set_new(object, "here", json_true());
        }
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *summary(const struct mst_kept *kept, json_t *chairs, const json_t *facts) {
    json_t *clock = json_object_get(facts, "clock"), *result = json_object_get(facts, "result");
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:i, s:o, s:I, s:I, s:O*, s:O*, s:b}", "match",
                     kept->id, "title", kept->title, "game", kept->game, "ruleset", kept->ruleset,
                     "status", stages[kept->stage], "seats", chairs, "ply", kept->ply, "to_move",
                     seat_list(kept), "changed", (json_int_t)kept->changed, "created",
                     (json_int_t)kept->created, "clock", clock, "result", result, "public",
                     kept->open);
}

json_t *mst_live_summary(const struct mst_live *live, const struct mst_person *person) {
    return summary(&live->kept, chairs_json(live, person), live->facts);
}

json_t *mst_kept_summary(struct mst_server *server, const struct mst_kept *kept,
                         const struct mst_person *person) {
    struct mst_live reading = {.server = server, .kept = *kept}; /* borrows its texts */
    reading.facts = json_loads(kept->facts, 0, NULL);
    mst_live_names(&reading);
    json_t *found = summary(kept, chairs_json(&reading, person), reading.facts);
    json_decref(reading.facts);
    return found;
}

static int count_watchers(const struct mst_live *live) {
    int count = 0;
    for (const struct mst_opened *opened = live->watchers; opened; opened = opened->next)
        count += !mst_live_seats(live, &opened->client->person);
    return count;
}

json_t *mst_live_table(const struct mst_live *live, const struct mst_client *client) {
    static const char *const copied[] = {"offers", "rematch", "marked"};
    const struct mst_person nobody = {.id = ""};
    json_t *table = mst_live_summary(live, client ? &client->person : &nobody);
    json_t *settings = json_loads(live->kept.settings ? live->kept.settings : "{}", 0, NULL);
    json_object_set_new(table, "set", settings ? settings : json_object());
    json_object_set_new(table, "watchers", json_integer(count_watchers(live)));
    if (live->kept.commitment[0])
        json_object_set_new(table, "commitment", json_string(live->kept.commitment));
    if (live->kept.stage == MST_STAGE_OVER && live->kept.seed[0])
        json_object_set_new(table, "seed", json_string(live->kept.seed));
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++) {
        json_t *value = json_object_get(live->facts, copied[i]);
        if (value)
            json_object_set(table, copied[i], value);
    }
    int64_t claim = 0; /* from when the seat of somebody who has left may be claimed */
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (live->vanished[seat] && (!claim || live->vanished[seat] < claim))
            claim = live->vanished[seat];
    if (claim)
        json_object_set_new(table, "claim", json_integer(claim));
    return table;
}
