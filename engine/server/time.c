/* Clocks: what a seat has left, losses on time, and players that have gone away. The clock stands
 * beside the moves: no time ever reaches a position. */
#include <string.h>

#include "server/parts.h"

enum { AWAY = 120000 /* ms after which a seat in a match with a live clock may be claimed */ };

static bool is_kind(const json_t *clock, const char *kind) {
    const char *is = json_string_value(json_object_get(clock, "kind"));
    return is && !strcmp(is, kind);
}

int64_t server_live_left(const struct server_live *live, int seat, int64_t now) {
    const json_t *clock = json_object_get(live->facts, "clock");
    const json_t *left = json_array_get(json_object_get(clock, "left"), (size_t)seat);
    const json_t *since = json_object_get(clock, "since");
    bool runs = json_is_integer(since) && (live->kept.to_move >> seat & 1) &&
                live->kept.chairs[seat].who == SERVER_WHO_PERSON;
    if (!left)
        return INT64_MAX;
    return json_integer_value(left) - (runs ? now - json_integer_value(since) : 0);
}

void server_live_tick(struct server_live *live, uint32_t to_move) {
    json_t *clock = json_object_get(live->facts, "clock");
    int64_t now = server_clock_wall();
    if (!clock || is_kind(clock, "none"))
        return;
    json_int_t total = json_integer_value(json_object_get(clock, "total"));
    json_int_t increment = json_integer_value(json_object_get(clock, "increment"));
    json_t *left = json_array();
    bool begins = !json_object_get(clock, "left");
    for (int seat = 0; seat < live->kept.seats; seat++) {
        bool decided = (live->kept.to_move & ~to_move) >> seat & 1;
        int64_t rest = begins ? total : server_live_left(live, seat, now);
        if (decided && to_move) /* not at the end of the match */
            rest = is_kind(clock, "days") ? total : rest + increment;
        json_array_append_new(left, json_integer(rest > 0 ? rest : 0));
    }
    json_object_set_new(clock, "left", left);
    json_object_set_new(clock, "since", to_move ? json_integer(now) : json_null());
    live->kept.timed = to_move != 0;
}

/* End the match if the time of somebody who is to move is up. */
static bool out_of_time(struct server_live *live, int64_t now) {
    uint32_t late = 0;
    for (int seat = 0; seat < live->kept.seats; seat++)
        if ((live->kept.to_move >> seat & 1) && server_live_left(live, seat, now) <= 0)
            late |= 1u << seat;
    if (!late)
        return false;
    server_live_end(live, server_live_others(live, late), "time");
    return true;
}

/* Note who is away; push the table when that changes. */
static void look_for_players(struct server_live *live, int64_t now) {
    bool changed = false;
    uint32_t here = 0;
    for (const struct server_opened *opened = live->watchers; opened; opened = opened->next)
        here |= server_live_seats(live, &opened->client->person);
    for (int seat = 0; seat < live->kept.seats; seat++) {
        const struct server_chair *chair = &live->kept.chairs[seat];
        bool away = chair->who == SERVER_WHO_PERSON && !(here >> seat & 1);
        if (away == (live->vanished[seat] != 0))
            continue;
        live->vanished[seat] = away ? now + AWAY : 0;
        changed = true;
    }
    if (changed)
        server_push_tables(live);
}

void server_lives_tend(struct server *server) {
    int64_t now = server_clock_wall();
    for (struct server_live *live = server->lives, *next; live; live = next) {
        next = live->next;
        if (live->busy)
            continue;
        server_live_begin(live);
        server_push_unseen(live);
        if (live->kept.stage != SERVER_STAGE_RUNNING)
            continue;
        if (live->kept.timed && out_of_time(live, now))
            continue;
        if (is_kind(json_object_get(live->facts, "clock"), "live"))
            look_for_players(live, now);
        if (mst_clock_steady() >= live->resting)
            server_live_think(live);
    }
}
