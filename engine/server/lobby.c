/* How people come together: matches are created, found, joined, and played again. */
#include <assert.h>
#include <string.h>

#include "server/parts.h"

/* ---- creating -------------------------------------------------------------------------------- */

/* Read one entry of `seats`. False after refusing the request. */
static bool read_chair(struct server_call *request, const json_t *entry,
                       struct server_chair *chair) {
    const char *who = server_json_text(entry, "who");
    json_int_t level = server_json_number(entry, "level");

    /* A seat is open unless the entry says something else that is known. */
    *chair = (struct server_chair){.who = SERVER_WHO_OPEN};
    if (who && !strcmp(who, "you")) {
        chair->who = SERVER_WHO_PERSON;
        assert(request->person.id[0]); /* `create` needs a person */
        strcpy(chair->person, request->person.id);
    } else if (who && !strcmp(who, "invite")) {
        chair->who = SERVER_WHO_INVITED;
    } else if (who && !strcmp(who, "level") && level >= 1 && level <= 5) {
        chair->who = SERVER_WHO_LEVEL;
        chair->level = (int)level;
    } else if (!who || strcmp(who, "open") != 0) {
        server_call_refuse(request, "bad_request",
                           "each of 'seats' needs a 'who': you, open, invite, or level with a "
                           "'level' from 1 to 5");
        return false;
    }
    return true;
}

/* Read the request's `clock`. False after refusing the request. */
static bool read_clock(struct server_call *request, struct server_clock *clock) {
    const json_t *json = json_object_get(request->json, "clock");
    enum server_clock_kind kind = server_clock_kind_of(server_json_text(json, "kind"));
    int64_t total = server_json_number(json, "total");
    int64_t increment = server_json_number(json, "increment");
    const int64_t day = 24 * 60 * 60 * 1000;

    /* Without a clock in the request there is none in the match. */
    if (!json || kind == SERVER_CLOCK_NONE) {
        clock->kind = SERVER_CLOCK_NONE;
        return true;
    }
    bool live = kind == SERVER_CLOCK_LIVE, days = kind == SERVER_CLOCK_DAYS;

    /* The limits keep sums of times far from overflow, and a clock from being none. */
    if (!(live && total >= 10000 && total <= day && increment >= 0 && increment <= 600000) &&
        !(days && total >= 60000 && total <= 30 * day)) {
        server_call_refuse(request, "bad_request",
                           "'clock' must be of kind none, live (10 s to 1 day, an increment up to "
                           "10 min), or days (1 min to 30 days for a move)");
        return false;
    }
    *clock = (struct server_clock){.kind = kind, .total = total, .increment = live ? increment : 0};
    return true;
}

/* Make a link to a seat, or (-1) to watch. */
static json_t *invite(struct server_call *request, struct server_live *live, int seat) {
    struct server *server = request->server;
    char token[SERVER_LINK_SIZE], link[SERVER_LINK_SIZE + 20];
    struct mst_error error = {0};
    web_token(token);
    token[32] = 0; /* 128 bits are enough for a link */
    server_write(server);
    server_wrote(server, store_add_invite(server->store, token, live->kept.id, seat, &error),
                 &error);

    /* The store has only a hash of the token; the link is shown this once. */
    snprintf(link, sizeof link, "/#/join/%s", token);
    return json_string(link);
}

/* Keep a match that is new in memory. */
static void keep_new(struct server_live *live) {
    struct server *server = live->server;
    struct mst_error error = {0};
    assert(live->kept.seats > 0 && live->kept.id[0]);
    live->kept.created = live->kept.changed = server_clock_wall();
    server_live_facts(live);

    /* Others find it in memory at once, though it is not durable yet. */
    server_live_named(live);
    server_live_change(live);
    server_write(server);
    server_wrote(server, store_add_match(server->store, &live->kept, &error), &error);
}

static int count_matches(struct server *server, const struct server_person *person);

/* Fill the match with what is asked for. False after refusing the request. */
static bool lobby_fill(struct server_call *request, struct server_live *live,
                       const struct server_choice *choice) {
    struct store_kept *kept = &live->kept;
    json_t *seats = json_object_get(request->json, "seats"), *one;
    json_t *set = json_object_get(request->json, "set");
    size_t i;

    /* The id must be there before an invitation can name the match. */
    server_id(kept->id, 11);
    const json_t *entry = choice->entry;
    strcpy(kept->bundle, choice->bundle);
    snprintf(kept->ruleset, sizeof kept->ruleset, "%s", server_json_text(request->json, "ruleset"));
    snprintf(kept->title, sizeof kept->title, "%s", server_json_text(entry, "title"));
    snprintf(kept->game, sizeof kept->game, "%s", server_json_text(entry, "game"));
    kept->settings = set ? json_dumps(set, JSON_COMPACT) : mst_strdup("{}");
    kept->open = server_json_true(request->json, "public");
    kept->seats = (int)json_array_size(seats);

    /* `create` has compared the number of entries with the seats of the ruleset. */
    json_array_foreach (seats, i, one)
        if (!read_chair(request, one, &kept->chairs[i]))
            return false;
    return read_clock(request, &live->facts.clock);
}

static void create(struct server_call *request, const struct server_choice *choice, int seats) {
    struct server_person person;
    struct mst_error error = {0};

    /* An engine may have taken its time: the person may have gone for good. */
    if (!store_person(request->server->store, request->person.id, &person)) {
        server_call_refuse(request, "not_you", "you were forgotten meanwhile");
        return;
    }
    struct server_live *live = server_live_new(request->server);
    json_t *wanted = json_object_get(request->json, "seats");
    if (!live) {
        server_call_refuse(request, "failed", "out of memory");
        return;
    }

    /* The request holds the match from here on, also if it is refused. */
    assert(!request->live);
    request->live = live;
    if ((int)json_array_size(wanted) != seats) {
        server_call_refuse(request, "bad_request", "'seats' must list %d seats", seats);
        return;
    }
    if (!lobby_fill(request, live, choice))
        return;

    /* Nothing was kept so far: all faults of the request are found before the first write (V2). */
    server_live_names(live);
    keep_new(live);
    if (choice->foreign)
        server_wrote(request->server,
                     store_use_bundle(request->server->store, choice->bundle, &error), &error);
    json_t *invites = json_array();
    for (int seat = 0; seat < seats; seat++)
        if (live->kept.chairs[seat].who == SERVER_WHO_INVITED)
            json_array_append_new(invites, json_pack("{s:i, s:o}", "seat", seat, "link",
                                                     invite(request, live, seat)));
    server_call_set(request, "match", json_string(live->kept.id));
    server_call_set(request, "invites", invites);

    /* The answer frees the request, which lets go of the match. */
    live->holders++;
    server_call_answer(request);
    server_live_begin(live);
    server_live_drop(live);
}

/* What an engine has loaded before need not be tried again: the number of seats, by the ruleset and
 * its settings. The bundle does not change while the server runs. */
enum { MOST_TRIED = 500 };

static char *name_of_trial(const struct server_call *request) {
    struct mst_buf name = {0};
    char *set = json_dumps(json_object_get(request->json, "set"), JSON_COMPACT | JSON_SORT_KEYS);
    mst_buf_printf(&name, "%s %s", server_json_text(request->json, "ruleset"), set ? set : "");
    mst_free(set);
    return mst_buf_take(&name);
}

static int tried_seats(const struct server_call *request) {
    char *name = name_of_trial(request);
    json_t *seats = name ? json_object_get(request->server->tried, name) : NULL;

    /* 0 if it was not tried: no ruleset has no seats. */
    mst_free(name);
    return (int)json_integer_value(seats);
}

static void note_trial(const struct server_call *request, int seats) {
    char *name = name_of_trial(request);

    /* It is a cache: to forget all of it is as good as to forget the oldest, and simpler. */
    if (json_object_size(request->server->tried) >= MOST_TRIED)
        json_object_clear(request->server->tried);
    if (name)
        json_object_set_new(request->server->tried, name, json_integer(seats));
    mst_free(name);
}

static void create_now(struct server_call *request, int seats) {
    const char *ruleset = server_json_text(request->json, "ruleset");
    struct server_choice choice;

    /* The rules may have been discarded while an engine tried them. */
    if (server_rules_choose(request->server, &request->person, ruleset, &choice))
        create(request, &choice, seats);
    else
        server_call_refuse(request, "not_found", "there is no ruleset '%.60s' any more", ruleset);
}

/* The settings were tried by an engine. */
static void tried(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    json_t *loaded = answers->count ? json_loads(answers->lines[0], 0, NULL) : NULL;
    int seats = (int)server_json_number(loaded, "seats");
    bool good = server_json_true(loaded, "ok");
    json_decref(loaded);

    /* The answer to `load` says how many seats there are with these settings. */
    if (!answers->count) {
        server_call_refuse(request, "failed", "%s", answers->why);
    } else if (!good) {
        server_call_pass_on(request, answers->lines[0]);
    } else {
        note_trial(request, seats);
        create_now(request, seats);
    }
}

void server_serve_create(struct server_call *request) {
    json_t *set = json_object_get(request->json, "set");
    struct server_choice choice;
    const char *ruleset = server_call_ruleset(request, &choice);
    if (!ruleset)
        return;

    /* What costs nothing is checked first; the ruleset is loaded only for a request that is
     * otherwise in order. */
    if (!json_object_get(choice.entry, "title"))
        server_call_refuse(request, "busy", "the catalogue is being made; try again in a moment");
    else if (choice.foreign && server_json_true(request->json, "public"))
        server_call_refuse(request, "bad_request",
                           "a match by uploaded rules cannot be public; invite the others");
    else if (!server_call_settings(request))
        return;
    else if (count_matches(request->server, &request->person) >= SERVER_PERSON_MATCHES)
        server_call_refuse(request, "limit", "you have %d matches that are not over",
                           SERVER_PERSON_MATCHES);
    else if (tried_seats(request))
        create_now(request, tried_seats(request));
    else if (!server_rules_try(request->server, &choice, ruleset, set, tried, request))
        server_call_refuse(request, "busy", "the server is busy; try again later");
}

/* ---- lists ----------------------------------------------------------------------------------- */

struct listing {
    struct server *server;
    const struct server_person *person;
    json_t *list;
    int count;
};

static bool add_summary(void *context, const struct store_kept *kept) {
    struct listing *listing = context;
    listing->count++;
    if (listing->list)
        json_array_append_new(listing->list,
                              server_kept_summary(listing->server, kept, listing->person));
    return true;
}

static json_t *matches(struct server *server, const struct server_person *person,
                       const struct store_wanted *wanted) {
    struct listing listing = {server, person, json_array(), 0};
    struct mst_error error = {0};
    if (store_matches(server->store, wanted, add_summary, &listing, &error) != MST_OK)
        server_log("error", "matches", "why", error.text, NULL);
    return listing.list;
}

static int count_matches(struct server *server, const struct server_person *person) {
    struct listing listing = {server, person, NULL, 0};
    struct mst_error error = {0};

    /* Matches that are over do not count. */
    for (int stage = SERVER_STAGE_OPEN; stage <= SERVER_STAGE_RUNNING; stage++) {
        const struct store_wanted wanted = {
            .stage = stage, .person = person->id, .most = SERVER_PERSON_MATCHES};
        store_matches(server->store, &wanted, add_summary, &listing, &error);
    }
    return listing.count;
}

static json_t *open_matches(struct server *server, const struct server_person *person) {
    const struct store_wanted wanted = {
        .stage = SERVER_STAGE_OPEN, .open = true, .free = true, .most = 100};
    return matches(server, person, &wanted);
}

void server_serve_lobby(struct server_call *request) {
    if (request->client && !request->client->lobby) {
        request->client->lobby = true;
        request->server->lobby++;
    }
    server_call_set(request, "open", open_matches(request->server, &request->person));
    server_call_answer(request);
}

void server_push_lobby(struct server *server) {
    if (!server->lobby)
        return;

    /* Each client gets its own list: `you` differs. */
    for (struct server_client *client = server->clients; client; client = client->next) {
        if (!client->lobby)
            continue;
        json_t *push =
            json_pack("{s:s, s:o}", "push", "lobby", "open", open_matches(server, &client->person));
        server_client_push(client, push);
        json_decref(push);
    }
}

void server_serve_mine(struct server_call *request) {
    json_t *mine = json_array();

    /* All that go on, but only the latest of those that are over. */
    for (int stage = SERVER_STAGE_OPEN; stage <= SERVER_STAGE_OVER; stage++) {
        const struct store_wanted wanted = {
            .stage = stage,
            .person = request->person.id,
            .most = stage == SERVER_STAGE_OVER ? 50 : SERVER_PERSON_MATCHES};
        json_t *some = matches(request->server, &request->person, &wanted);
        json_array_extend(mine, some);
        json_decref(some);
    }
    server_call_set(request, "matches", mine);
    server_call_answer(request);
}

void server_serve_archive(struct server_call *request) {
    const json_t *json = request->json;
    const struct store_wanted wanted = {
        .stage = SERVER_STAGE_OVER,
        .open = true,
        .text = server_json_text(json, "text"),
        .ruleset = server_json_text(json, "ruleset"),
        .before = server_json_number(json, "before"),
        .most = 50,
    };
    server_call_set(request, "matches", matches(request->server, &request->person, &wanted));
    server_call_answer(request);
}

/* ---- joining --------------------------------------------------------------------------------- */

/* Take a seat, if it may be taken. */
static void take_seat(struct server_call *request, int64_t seat, enum server_who from) {
    struct server_live *live = request->live;
    struct server_chair *chair =
        seat >= 0 && seat < live->kept.seats ? &live->kept.chairs[seat] : NULL;
    if (live->kept.stage != SERVER_STAGE_OPEN || !chair || chair->who != from) {
        server_call_refuse(request, "not_now", "this seat is not free");
        return;
    }
    if (count_matches(request->server, &request->person) >= SERVER_PERSON_MATCHES) {
        server_call_refuse(request, "limit", "you have %d matches that are not over",
                           SERVER_PERSON_MATCHES);
        return;
    }

    /* From here on nothing fails. */
    chair->who = SERVER_WHO_PERSON;
    strcpy(chair->person, request->person.id);
    snprintf(live->names[seat], sizeof live->names[seat], "%s", request->person.name);
    server_call_set(request, "match", json_string(live->kept.id));
    server_call_set(request, "seat", json_integer(seat));
    server_live_write(live, false);

    /* The answer frees the request, which lets go of the match. */
    live->holders++;
    server_call_answer(request);
    server_live_begin(live);
    server_live_drop(live);
}

/* Somebody who has a seat already keeps it. */
static bool sits_already(struct server_call *request) {
    int seat = server_live_viewer(request->live, &request->person);
    if (seat < 0)
        return false;

    /* The first of the person's seats that matters now. */
    server_call_set(request, "match", json_string(request->live->kept.id));
    server_call_set(request, "seat", json_integer(seat));
    server_call_answer(request);
    return true;
}

static void join_by_link(struct server_call *request, const char *token) {
    struct server *server = request->server;
    char match[SERVER_ID_SIZE];
    struct mst_error error = {0};
    int seat;
    if (!store_invite(server->store, token, match, &seat) ||
        !(request->live = server_live_hold(server, match))) {
        server_call_refuse(request, "not_found", "this link does not lead to a match");
        return;
    }

    /* A link that was used leads its guest back to the same seat. */
    if (sits_already(request))
        return;

    /* A link for a seat, or one that only lets its reader watch. */
    if (seat >= 0) {
        take_seat(request, seat, SERVER_WHO_INVITED);
        return;
    }
    server_write(server);
    server_wrote(server, store_allow(server->store, match, request->person.id, &error), &error);
    server_call_set(request, "match", json_string(match));
    server_call_answer(request);
}

void server_serve_join(struct server_call *request) {
    const char *token = server_json_text(request->json, "invite");
    const char *match = server_json_text(request->json, "match");
    int64_t seat;
    if (token) {
        join_by_link(request, token);
        return;
    }

    /* A link needs no permission, but a match by its name does. */
    request->live = match ? server_live_hold(request->server, match) : NULL;
    if (!request->live || !server_live_may_watch(request->live, &request->person)) {
        server_call_refuse(request, "not_found", "there is no such match, or it is not public");
        return;
    }
    if (server_call_number(request, "seat", 0, MST_MOST_SEATS - 1, &seat))
        take_seat(request, seat, SERVER_WHO_OPEN);
}

void server_serve_invite(struct server_call *request) {
    struct server_live *live = request->live;
    const json_t *seat = json_object_get(request->json, "seat");
    json_int_t number = json_is_integer(seat) ? json_integer_value(seat) : -1;
    if (!server_live_seats(live, &request->person)) {
        server_call_refuse(request, "not_you", "only who has a seat may invite");
        return;
    }

    /* Without a seat, or with null, the link is for watching. */
    if (seat && !json_is_null(seat) && (!json_is_integer(seat) || number < 0)) {
        server_call_refuse(request, "bad_request", "'seat' must be the number of a seat");
        return;
    }
    if (number >= live->kept.seats ||
        (number >= 0 && live->kept.chairs[number].who != SERVER_WHO_INVITED)) {
        server_call_refuse(request, "not_now", "this seat is not waiting for a guest");
        return;
    }
    server_call_set(request, "link", invite(request, live, (int)number));
    server_call_answer(request);
}

/* ---- playing again --------------------------------------------------------------------------- */

static bool has_asked(const struct server_facts *facts, const char *person) {
    for (int i = 0; i < facts->asked; i++)
        if (!strcmp(facts->again[i], person))
            return true;
    return false;
}

/* Note that the person wants to. True if every person in the match does. */
static bool wants_again(struct server_live *live, const struct server_person *person) {
    struct server_facts *facts = &live->facts;
    if (!has_asked(facts, person->id) && facts->asked < MST_MOST_SEATS)
        strcpy(facts->again[facts->asked++], person->id);

    /* Levels always want to, and who has left for ever is refused before. */
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (live->kept.chairs[seat].who == SERVER_WHO_PERSON &&
            !has_asked(facts, live->kept.chairs[seat].person))
            return false;
    return true;
}

/* The same match again, each person in the next seat. */
static struct server_live *again(struct server_live *live) {
    struct server_live *next = server_live_new(live->server);
    struct store_kept *kept = next ? &next->kept : NULL;
    if (!next)
        return NULL;
    assert(live->kept.stage == SERVER_STAGE_OVER);
    server_id(kept->id, 11);

    /* Uploaded rules stay as they were; the others are those of the program that runs now. */
    bool foreign = server_is_upload(live->kept.ruleset);
    strcpy(kept->bundle, foreign ? live->kept.bundle : live->server->bundle);
    strcpy(kept->ruleset, live->kept.ruleset);
    strcpy(kept->title, live->kept.title);
    strcpy(kept->game, live->kept.game);
    kept->settings = mst_strdup(live->kept.settings);
    kept->open = live->kept.open;
    kept->seats = live->kept.seats;

    /* Each goes one seat on, so that the first to move changes. */
    for (int seat = 0; seat < kept->seats; seat++) {
        int from = (seat + 1) % kept->seats;
        kept->chairs[seat] = live->kept.chairs[from];
        strcpy(next->names[seat], live->names[from]);
    }

    /* The same kind of clock, which has not begun. */
    const struct server_clock *clock = &live->facts.clock;
    next->facts.clock = (struct server_clock){
        .kind = clock->kind, .total = clock->total, .increment = clock->increment};
    keep_new(next);
    return next;
}

void server_serve_rematch(struct server_call *request) {
    struct server_live *live = request->live;
    if (!server_live_seats(live, &request->person)) {
        server_call_refuse(request, "not_you", "you have no seat in this match");
        return;
    }
    if (live->kept.stage != SERVER_STAGE_OVER) {
        server_call_refuse(request, "not_now", "the match is not over");
        return;
    }

    /* Another seat was quicker: all come to the same match. */
    if (live->facts.rematch[0]) {
        server_call_set(request, "match", json_string(live->facts.rematch));
        server_call_answer(request);
        return;
    }
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (live->kept.chairs[seat].who == SERVER_WHO_GONE) {
            server_call_refuse(request, "not_now", "somebody who played has left for ever");
            return;
        }
    if (count_matches(live->server, &request->person) >= SERVER_PERSON_MATCHES) {
        server_call_refuse(request, "limit", "you have %d matches that are not over",
                           SERVER_PERSON_MATCHES);
        return;
    }

    /* The match begins when the last person has asked; until then the others see an offer. */
    struct server_live *next = wants_again(live, &request->person) ? again(live) : NULL;
    if (next) {
        strcpy(live->facts.rematch, next->kept.id);
        server_call_set(request, "match", json_string(next->kept.id));
    } else {
        live->facts.offer = (struct server_offer){
            .kind = SERVER_OFFER_REMATCH, .seat = server_live_viewer(live, &request->person)};
    }

    /* The old match is kept with the name of the new one, in the same commit (V2). */
    server_live_write(live, false);
    server_call_answer(request);
    if (next) {
        server_live_begin(next);
        server_live_drop(next);
    }
}
