/* Clocks: what a seat has left, losses on time, and players that have gone away. The clock stands
 * beside the moves: no time ever reaches a position. */
#include <assert.h>

#include "server/parts.h"

enum { AWAY = 120000 /* ms after which a seat in a match with a live clock may be claimed */ };

int64_t server_live_left(const struct server_live *live, int seat, int64_t now) {
    assert(seat >= 0 && seat < MST_MOST_SEATS);
    const struct server_clock *clock = &live->facts.clock;
    bool runs = clock->runs && (live->kept.to_move >> seat & 1) &&
                live->kept.chairs[seat].who == SERVER_WHO_PERSON;
    if (seat >= clock->seats)
        return INT64_MAX;

    /* Levels do not lose on time, and nobody does whose turn it is not. */
    return clock->left[seat] - (runs ? now - clock->since : 0);
}

void server_live_tick(struct server_live *live, uint32_t to_move) {
    struct server_clock *clock = &live->facts.clock;
    int64_t now = server_clock_wall();
    if (clock->kind < SERVER_CLOCK_LIVE)
        return;

    /* The first call is that of the match's begin: everybody has the total. */
    bool begins = !clock->seats;

    /* Seats that still decide lose the time since the last tick, too: `since` is one for all. */
    for (int seat = 0; seat < live->kept.seats; seat++) {
        bool decided = (live->kept.to_move & ~to_move) >> seat & 1;
        int64_t rest = begins ? clock->total : server_live_left(live, seat, now);
        if (decided && to_move) /* not at the end of the match */
            rest = clock->kind == SERVER_CLOCK_DAYS ? clock->total : rest + clock->increment;
        clock->left[seat] = rest > 0 ? rest : 0;
    }

    /* F1: a clock that runs has a time for each seat. */
    clock->seats = live->kept.seats;
    clock->runs = to_move != 0;
    assert(clock->seats <= MST_MOST_SEATS); /* F1 */
    clock->since = now;
    live->kept.timed = to_move != 0;
}

/* End the match if the time of somebody who is to move is up. */
static bool out_of_time(struct server_live *live, int64_t now) {
    uint32_t late = 0;
    for (int seat = 0; seat < live->kept.seats; seat++)
        if ((live->kept.to_move >> seat & 1) && server_live_left(live, seat, now) <= 0)
            late |= 1u << seat;

    /* Several may have run out between two looks: they lose together. */
    if (!late)
        return false;
    server_live_end(live, server_live_others(live, late), SERVER_HOW_TIME);
    return true;
}

/* Note who is away; push the table when that changes. */
static void look_for_players(struct server_live *live, int64_t now) {
    bool changed = false;
    uint32_t here = 0;
    for (const struct server_opened *opened = live->watchers; opened; opened = opened->next)
        here |= server_live_seats(live, &opened->client->person);

    /* From when on the seat may be claimed is fixed when its person goes. */
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
        /* Any of these may let the match leave the memory. */
        next = live->next;

        /* V4: the engine's answer decides first. */
        if (live->busy)
            continue;
        server_live_begin(live);
        server_push_unseen(live);
        if (live->kept.stage != SERVER_STAGE_RUNNING)
            continue;

        /* A match that has just ended on time is not looked at any further. */
        if (live->kept.timed && out_of_time(live, now))
            continue;
        if (live->facts.clock.kind == SERVER_CLOCK_LIVE)
            look_for_players(live, now);
        if (mst_clock_steady() >= live->resting)
            server_live_think(live);
    }
}
