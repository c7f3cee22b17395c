/* Matches in memory: found, held, kept, and let go. */
#include <assert.h>
#include <string.h>

#include "server/parts.h"

/* ---- holding --------------------------------------------------------------------------------- */

void server_live_names(struct server_live *live) {
    struct server_person person;
    for (int seat = 0; seat < live->kept.seats; seat++) {
        const struct server_chair *chair = &live->kept.chairs[seat];
        live->names[seat][0] = 0;
        if (chair->who == SERVER_WHO_PERSON &&
            store_person(live->server->store, chair->person, &person))
            snprintf(live->names[seat], sizeof live->names[seat], "%s", person.name);
    }
}

static bool read_live(struct server_live *live, const char *id) {
    if (!store_match(live->server->store, id, &live->kept))
        return false;
    server_facts_read(&live->facts, live->kept.facts);
    server_live_names(live);
    return true;
}

static void link_live(struct server_live *live) {
    struct server *server = live->server;
    live->next = server->lives;
    live->place = &server->lives;
    if (live->next)
        live->next->place = &live->next;
    server->lives = live;
}

static void unlink_live(struct server_live *live) {
    *live->place = live->next;
    if (live->next)
        live->next->place = live->place;
    server_index_remove(&live->by_id);
}

struct server_live *server_live_new(struct server *server) {
    struct server_live *live = mst_calloc(1, sizeof *live);
    if (!live)
        return NULL;
    *live = (struct server_live){.server = server, .holders = 1, .fresh = true};
    link_live(live);
    return live;
}

void server_live_named(struct server_live *live) {
    assert(live->kept.id[0]);
    server_index_add(&live->server->lives_by_id, &live->by_id, live->kept.id, live);
}

struct server_live *server_live_hold(struct server *server, const char *id) {
    struct server_entry *known = server_index_find(&server->lives_by_id, id);
    struct server_live *live = known ? known->owner : mst_calloc(1, sizeof *live);
    if (known) {
        live->holders++;
        return live;
    }
    if (!live)
        return NULL;

    /* From here on it must be found in the store. It is freed again, if not, before anybody can
     * know it. */
    *live = (struct server_live){.server = server, .holders = 1};
    if (!read_live(live, id)) {
        server_kept_clear(&live->kept);
        mst_free(live);
        return NULL;
    }
    link_live(live);
    server_live_named(live);
    return live;
}

static bool is_timed(const struct server_live *live) {
    return live->kept.stage == SERVER_STAGE_RUNNING && live->kept.timed;
}

/* Keep what was last shown, for a time when no engine may be able to. */
static void keep_shown(struct server_live *live) {
    struct server *server = live->server;
    struct mst_error error = {0};
    struct mst_buf views = {0};

    /* By seat, the first of onlookers: the names of the fields are -1, 0, 1 ... */
    for (int i = 0; i <= MST_MOST_SEATS; i++)
        if (live->shown[i])
            mst_buf_printf(&views, "%c\"%d\":{%s", views.length ? ',' : '{', i - 1, live->shown[i]);
    mst_buf_char(&views, '}');
    server_write(server);
    server_wrote(server,
                 store_set_shown(server->store, live->kept.id, mst_buf_text(&views), &error),
                 &error);
    mst_buf_clear(&views);
}

/* A match leaves the memory: write what need not be written at each move. */
static void rest(struct server_live *live) {
    struct server *server = live->server;
    struct mst_error error = {0};
    if (live->shown_anew)
        keep_shown(live);

    /* Only a match that is over and was looked at is packed: one that was loaded in passing is
     * packed already, or will be. */
    if (live->kept.stage != SERVER_STAGE_OVER || !live->shown_anew)
        return;
    server_write(server);
    server_wrote(server, store_archive(server->store, live->kept.id, &error), &error);
}

static void free_live(struct server_live *live) {
    rest(live);
    for (int i = 0; i <= MST_MOST_SEATS; i++)
        mst_free(live->shown[i]);
    unlink_live(live);
    server_facts_clear(&live->facts);
    json_decref(live->said);
    server_kept_clear(&live->kept);
    mst_free(live);
}

void server_live_drop(struct server_live *live) {
    /* A match stays while something would be lost or answered into nothing: what waits for the
     * commit, what an engine works on, a clock that runs. */
    assert(live->holders > 0);
    if (--live->holders <= 0 && !live->touched && !live->said && !live->busy && !live->thinking &&
        !(live->server->pool && is_timed(live)))
        free_live(live);
}

/* ---- keeping --------------------------------------------------------------------------------- */

void server_live_list(struct server_live *live) {
    if (live->listed)
        return;

    /* The list is emptied by server_commit alone, which holds each match until it is settled. */
    live->listed = true;
    live->next_changed = live->server->changed;
    live->server->changed = live;
}

void server_live_change(struct server_live *live) {
    live->touched = true;
    server_live_list(live);
}

void server_live_facts(struct server_live *live) {
    mst_free(live->kept.facts);
    live->kept.facts = server_facts_write(&live->facts);
}

void server_live_write(struct server_live *live, bool moved) {
    struct server *server = live->server;
    struct mst_error error = {0};
    assert(live->kept.id[0]);
    server_live_change(live);
    live->moved = live->moved || moved;
    live->kept.changed = server_clock_wall();
    server_live_facts(live);
    server_write(server);
    server_wrote(server, store_update_match(server->store, &live->kept, &error), &error);
}

void server_live_reload(struct server_live *live) {
    assert(!live->listed);
    char id[SERVER_ID_SIZE];
    strcpy(id, live->kept.id);
    live->touched = live->moved = false;
    json_decref(live->said);
    live->said = NULL;
    live->fresh = true;
    server_facts_clear(&live->facts);
    server_kept_clear(&live->kept);

    /* A match that was never kept is over for those who have it open, and goes when they leave. */
    if (!read_live(live, id)) { /* it was never kept */
        strcpy(live->kept.id, id);
        live->kept.stage = SERVER_STAGE_OVER;
    }

    /* The queue may hold the last requests that hold the match. */
    live->holders++;
    server_push_tables(live);
    server_call_next(live);
    server_live_drop(live);
}

void server_live_settle(struct server_live *live) {
    assert(!live->listed); /* server_commit has taken it from the list */
    bool moved = live->moved, touched = live->touched;
    live->touched = live->moved = false;
    live->holders++;

    /* First what was said, then the table, then the position: a client that reads in this order
     * never sees a view that its table does not know. */
    server_push_chat(live);
    if (touched)
        server_push_tables(live);
    if (moved) {
        server_push_views(live);
        server_push_turns(live);
        server_live_think(live);
    }

    /* The lobby lists open matches, and those leave it with their first position. */
    if (touched && (live->kept.stage == SERVER_STAGE_OPEN || live->kept.ply == 0))
        server_push_lobby(live->server);
    server_call_next(live);
    server_live_drop(live);
}

static bool hold_timed(void *context, const struct store_kept *kept) {
    struct server_live *live = server_live_hold(context, kept->id);
    if (live)
        server_live_drop(live); /* it stays: its clock runs */
    return true;
}

/* Levels that were to move when the server stopped think again. */
static bool hold_running(void *context, const struct store_kept *kept) {
    bool level = false;
    for (int seat = 0; seat < kept->seats; seat++)
        level =
            level || ((kept->to_move >> seat & 1) && kept->chairs[seat].who == SERVER_WHO_LEVEL);
    struct server_live *live = level ? server_live_hold(context, kept->id) : NULL;
    if (live) {
        server_live_think(live);
        server_live_drop(live);
    }
    return true;
}

/* Matches whose seats were all taken when the server stopped begin. */
static bool hold_full(void *context, const struct store_kept *kept) {
    struct server_live *live = server_live_hold(context, kept->id);
    if (live) {
        server_live_begin(live);
        server_live_drop(live);
    }
    return true;
}

void server_lives_load(struct server *server) {
    struct store_wanted open = {.stage = SERVER_STAGE_OPEN, .most = 1000000};
    struct store_wanted timed = {.stage = SERVER_STAGE_RUNNING, .timed = true, .most = 1000000};
    struct store_wanted running = {.stage = SERVER_STAGE_RUNNING, .most = 1000000};
    struct mst_error error = {0};

    /* Clocks come first: a match that is over by time must not go on thinking. */
    if (store_matches(server->store, &timed, hold_timed, server, &error) != MST_OK ||
        store_matches(server->store, &running, hold_running, server, &error) != MST_OK ||
        store_matches(server->store, &open, hold_full, server, &error) != MST_OK)
        server_log("error", "matches", "why", error.text, NULL);
}

/* ---- persons --------------------------------------------------------------------------------- */

uint32_t server_live_seats(const struct server_live *live, const struct server_person *person) {
    uint32_t seats = 0;
    for (int seat = 0; person->id[0] && seat < live->kept.seats; seat++)
        if (live->kept.chairs[seat].who == SERVER_WHO_PERSON &&
            !strcmp(live->kept.chairs[seat].person, person->id))
            seats |= 1u << seat;
    return seats;
}

int server_live_viewer(const struct server_live *live, const struct server_person *person) {
    uint32_t seats = server_live_seats(live, person);
    uint32_t deciding = seats & live->kept.to_move;

    /* Of several seats, the one that decides is what the person wants to see. */
    uint32_t wanted = deciding ? deciding : seats;
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (wanted >> seat & 1)
            return seat;
    return -1;
}

bool server_live_may_watch(const struct server_live *live, const struct server_person *person) {
    return live->kept.open || server_live_seats(live, person) ||
           (person->id[0] && store_allowed(live->server->store, live->kept.id, person->id));
}

/* ---- the table ------------------------------------------------------------------------------- */

static const char *const stages[] = {"open", "running", "over"};
static const char *const whos[] = {"open", "invite", "person", "level", "gone"};

static bool is_here(const struct server_live *live, const char *person) {
    for (const struct server_opened *opened = live->watchers; opened; opened = opened->next)
        if (!strcmp(opened->client->person.id, person))
            return true;
    return false;
}

static json_t *chairs_json(const struct server_live *live, const struct server_person *person) {
    const struct store_kept *kept = &live->kept;
    json_t *list = json_array();
    for (int seat = 0; seat < kept->seats; seat++) {
        const struct server_chair *chair = &kept->chairs[seat];
        bool taken = chair->who == SERVER_WHO_PERSON;

        /* Only whether somebody is here and which seats are one's own differ between readers. */
        bool own = taken && person->id[0] && !strcmp(chair->person, person->id);
        bool here = taken && is_here(live, chair->person);
        json_t *object =
            json_pack("{s:s, s:o*, s:s*, s:s*, s:o*, s:o*}", "who", whos[chair->who], "level",
                      chair->who == SERVER_WHO_LEVEL ? json_integer(chair->level) : NULL, "person",
                      taken ? chair->person : NULL, "name", taken ? live->names[seat] : NULL, "you",
                      own ? json_true() : NULL, "here", here ? json_true() : NULL);
        json_array_append_new(list, object);
    }
    return list;
}

json_t *server_live_summary(const struct server_live *live, const struct server_person *person) {
    const struct store_kept *kept = &live->kept;
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:i, s:o, s:I, s:I, s:o*, s:o*, s:b}", "match",
                     kept->id, "title", kept->title, "game", kept->game, "ruleset", kept->ruleset,
                     "status", stages[kept->stage], "seats", chairs_json(live, person), "ply",
                     kept->ply, "to_move", server_seats_json(kept->to_move), "changed",
                     (json_int_t)kept->changed, "created", (json_int_t)kept->created, "clock",
                     server_clock_json(&live->facts.clock), "result",
                     server_result_json(&live->facts), "public", kept->open);
}

json_t *server_kept_summary(struct server *server, const struct store_kept *kept,
                            const struct server_person *person) {
    struct server_live reading = {.server = server, .kept = *kept}; /* borrows its texts */
    server_facts_read(&reading.facts, kept->facts);
    server_live_names(&reading);
    json_t *found = server_live_summary(&reading, person);
    server_facts_clear(&reading.facts);
    return found;
}

static int count_watchers(const struct server_live *live) {
    int count = 0;
    for (const struct server_opened *opened = live->watchers; opened; opened = opened->next)
        count += !server_live_seats(live, &opened->client->person);
    return count;
}

json_t *server_live_table(const struct server_live *live, const struct server_client *client) {
    const struct server_person nobody = {.id = ""};
    const struct store_kept *kept = &live->kept;
    json_t *table = server_live_summary(live, client ? &client->person : &nobody);
    json_t *settings = json_loads(kept->settings ? kept->settings : "{}", 0, NULL);
    int64_t claim = 0; /* from when the seat of somebody who has left may be claimed */
    for (int seat = 0; seat < kept->seats; seat++)
        if (live->vanished[seat] && (!claim || live->vanished[seat] < claim))
            claim = live->vanished[seat];

    /* The commitment binds the server before the match; the seed is revealed after it. */
    bool revealed = kept->stage == SERVER_STAGE_OVER && kept->seed[0];
    json_t *more =
        json_pack("{s:o, s:i, s:s*, s:s*, s:o*, s:s*, s:s*, s:o*}", "set",
                  settings ? settings : json_object(), "watchers", count_watchers(live),
                  "commitment", kept->commitment[0] ? kept->commitment : NULL, "seed",
                  revealed ? kept->seed : NULL, "offers", server_offers_json(&live->facts.offer),
                  "rematch", live->facts.rematch[0] ? live->facts.rematch : NULL, "marked",
                  live->facts.marked, "claim", claim ? json_integer(claim) : NULL);
    json_object_update(table, more);
    json_decref(more);
    return table;
}
