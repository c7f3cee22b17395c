/* The last turn of a match, and what moved in it: see muster.h. It is read off the positions, so it
 * needs nothing of a game, and it says no more than the viewer saw. */
#include <assert.h>
#include <string.h>

#include "rulesets/ruleset.h"
#include "core/secret.h"
#include "muster/turn.h"

/* The way of a piece, from its end to its beginning. */
struct way {
    int zones[MST_TRAIL_ZONES];
    int count, ply;
    int now; /* its place after the plies that are left, or MST_NONE if the viewer does not know */
};

struct walk {
    struct mst_match *back; /* owned: taken back ply by ply */
    struct way *ways;       /* owned: one for each piece */
    int viewer;
    struct mst_turn *turn;
    struct mst_trail arrows[MST_TURN_TRAILS]; /* of events */
    int arrow_count;
};

static int first_of(const struct mst_match *match) {
    int seat = MST_NONE, first = match->ply_count;
    for (int i = match->ply_count - 1; i >= 0; i--) {
        /* Chance belongs to the turn of the seat before it, and does not begin one. */
        if (match->plies[i].seat == MST_NONE)
            continue;
        if (seat != MST_NONE && match->plies[i].seat != seat)
            break;

        seat = match->plies[i].seat;
        first = i;
        if (match->ruleset->rules->schema->seats == 1)
            break; /* everything is one turn: only the last ply says something */
    }
    return first;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The place of a piece, if the viewer knows that it is there. */
static int last_place_of(const struct walk *walk, int piece) {
    const struct core_position *pos = walk->back->pos;
    bool known = walk->viewer == MST_EVERYTHING || !pos->schema->known_first ||
                 core_secret_named(pos, piece, walk->viewer);

    /* A piece that the viewer cannot name may be any other one like it. */
    return known ? core_piece(pos, piece, CORE_PIECE_PLACE) : MST_NONE;
}

static bool is_zone(const struct walk *walk, int place) {
    return place >= 0 && place < walk->back->pos->schema->board->zones;
}

static void add_zone(const struct walk *walk, struct way *way, int place) {
    if (is_zone(walk, place) && way->count < MST_TRAIL_ZONES &&
        (!way->count || way->zones[way->count - 1] != place))
        way->zones[way->count++] = place;
}

/* ---- trails ---------------------------------------------------------------------------------- */

/* Does the trail go through these zones one after the other? */
static bool goes(const struct mst_trail *trail, const struct mst_trail *part) {
    /* A trail and its part follow the same board, so equal zones in a row are the same way. */
    for (int i = 0; i + part->count <= trail->count; i++)
        if (!memcmp(trail->zones + i, part->zones, (size_t)part->count * sizeof *part->zones))
            return true;
    return false;
}

/* Add a trail in its order, unless there is one that contains it. */
static void add_trail(struct mst_turn *turn, const struct mst_trail *trail) {
    int at = turn->trail_count;
    for (int i = 0; i < turn->trail_count; i++)
        if (goes(&turn->trails[i], trail))
            return;

    if (at == MST_TURN_TRAILS)
        return;

    /* In the order of plies; of one ply, in the order in which they were added. */
    while (at > 0 && turn->trails[at - 1].ply > trail->ply)
        at--;
    assert(turn->trail_count < MST_TURN_TRAILS);
    memmove(turn->trails + at + 1, turn->trails + at,
            (size_t)(turn->trail_count - at) * sizeof *turn->trails);
    turn->trails[at] = *trail;
    turn->trail_count++;
}

static void add_way(struct walk *walk, int piece) {
    const struct way *way = &walk->ways[piece];
    struct mst_trail trail = {.ply = way->ply, .count = way->count};

    if (way->count < 2)
        return;

    /* A way was noted from its end to its beginning. */
    trail.seat = core_piece(walk->back->pos, piece, CORE_PIECE_OWNER);
    for (int i = 0; i < way->count; i++)
        trail.zones[i] = way->zones[way->count - 1 - i];
    add_trail(walk->turn, &trail);
}

/* The zone of parameter `param` of an event that comes next, or MST_NONE. */
static int event_zone(const struct walk *walk, const struct core_happening *happening, int param) {
    const struct core_schema *schema = walk->back->pos->schema;
    int64_t value = happening->args[param];
    enum core_thing thing =
        core_event_thing(&walk->back->game->rules->events[happening->event], param);
    int place = MST_NONE;

    /* An event may carry any number, so it is checked before it is taken for a piece or a place. */
    if (thing == CORE_THING_PIECE && value >= 0 && value < schema->pieces)
        place = last_place_of(walk, (int)value);
    else if (thing == CORE_THING_PLACE && value >= 0 && value < schema->places)
        place = (int)value;

    return is_zone(walk, place) ? place : MST_NONE;
}

/* Add where the events of ply number `ply` pointed; the position is that before it. */
static void add_arrows(struct walk *walk, const struct mst_match *match, int ply) {
    const struct core_rules *rules = match->ruleset->rules;
    for (int i = match->plies[ply].events; i < mst_match_events(match, ply + 1); i++) {
        const struct core_event *event = &rules->events[match->events[i].event];
        struct mst_trail trail = {.ply = ply, .seat = match->plies[ply].seat, .count = 2};

        if (!event->points)
            continue;

        trail.zones[0] = event_zone(walk, &match->events[i], event->arrow[0]);
        trail.zones[1] = event_zone(walk, &match->events[i], event->arrow[1]);

        if (trail.zones[0] != MST_NONE && trail.zones[1] != MST_NONE &&
            trail.zones[0] != trail.zones[1] && walk->arrow_count < MST_TURN_TRAILS)
            walk->arrows[walk->arrow_count++] = trail;
    }
}

/* Take ply number `ply` back, and note which pieces it moved. */
static enum mst_status step_back(struct walk *walk, const struct mst_match *match, int ply,
                                 struct mst_error *error) {
    enum mst_status status = mst_match_undo(walk->back, 1, error);

    for (int p = 0; status == MST_OK && p < match->pos->schema->pieces; p++) {
        struct way *way = &walk->ways[p];
        int from = last_place_of(walk, p);
        /* Both ends: the zone of this step's end is that of the next one's beginning, but the
         * viewer may have lost the piece between. */
        if (from != way->now) {
            add_zone(walk, way, way->now);
            add_zone(walk, way, from);
            way->ply = ply;
        }

        way->now = from;
    }
    if (status == MST_OK)
        add_arrows(walk, match, ply);
    return status;
}

/* ---- the turn -------------------------------------------------------------------------------- */

/* Forget the past of a match that is only looked at. */
static void forget_past(struct mst_match *match) {
    core_position_settle(match->pos);
    match->ply_count = match->event_count = match->cloned = 0;
    match->texts.length = 0;
}

enum mst_status mst_match_last_turn(const struct mst_match *match, int viewer,
                                    struct mst_turn *turn, struct mst_error *error) {
    int pieces = match->pos->schema->pieces;
    *turn = (struct mst_turn){.first = first_of(match)};
    struct walk walk = {.viewer = viewer, .turn = turn};
    /* The turn is read off a copy that is taken back; the match itself does not move. */

    core_match_begin(match);
    walk.back = turn->before = core_match_clone_past(match, turn->first, error);
    if (!walk.back)
        return error ? error->status : MST_NO_MEMORY;

    walk.ways = mst_calloc((size_t)pieces + 1, sizeof *walk.ways);
    enum mst_status status =
        walk.ways ? MST_OK : mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    for (int p = 0; walk.ways && p < pieces; p++)
        walk.ways[p].now = last_place_of(&walk, p);

    for (int ply = match->ply_count - 1; status == MST_OK && ply >= turn->first; ply--)
        status = step_back(&walk, match, ply, error);

    for (int p = 0; status == MST_OK && p < pieces; p++)
        add_way(&walk, p);
    /* Arrows were found from the last ply to the first, and trails of one ply keep the order in
     * which they are added. */

    for (int i = walk.arrow_count - 1; status == MST_OK && i >= 0; i--)
        add_trail(turn, &walk.arrows[i]);

    mst_free(walk.ways);
    if (status == MST_OK)
        forget_past(turn->before);
    return status;
}

void mst_turn_clear(struct mst_turn *turn) {
    mst_match_free(turn->before);
    turn->before = NULL;
}
