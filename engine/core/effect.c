/* Effects: the operations that change a position. See play.h. Each checks its operands, and then
 * writes through the position. If one fails, the caller rewinds to its mark. */
#include "core/play.h"

#include <stdio.h>
#include <string.h>

#include "core/secret.h"
#include "core/write.h"

/* Is this one of `count` things? Otherwise `action` fails. */
static bool is_thing(struct core_play *play, const char *action, int64_t thing, int count,
                     const char *what) {
    if (thing >= 0 && thing < count)
        return true;
    char found[24] = "nil";
    if (thing != MST_NONE)
        snprintf(found, sizeof found, "%lld", (long long)thing);
    return core_play_fail(play, MST_SCRIPT_ERROR, "", "%s: expected %s, found %s", action, what,
                          found);
}

static bool is_piece(struct core_play *play, const char *action, int64_t piece) {
    return is_thing(play, action, piece, play->rules->schema->pieces, "a piece");
}

static bool is_place(struct core_play *play, const char *action, int64_t place) {
    return is_thing(play, action, place, play->rules->schema->places, "a zone or a container");
}

bool core_do_put(struct core_play *play, int64_t piece, int64_t place) {
    if (!is_piece(play, "put", piece) || !is_place(play, "put", place))
        return false;
    return core_position_put(play->pos, (int)piece, (int)place) || core_play_unwritten(play);
}

static __attribute__((cold)) bool cannot_carry(struct core_play *play, int64_t from, int64_t to,
                                               int64_t taken) {
    return is_place(play, "carry", from) && is_place(play, "carry", to) &&
           is_place(play, "carry", taken) &&
           core_play_fail(play, MST_SCRIPT_ERROR, "", "carry: there is no piece to carry");
}

static CORE_APART bool carry_seen(struct core_position *pos, int piece, int to, int taken) {
    int victim = core_top(pos, to);
    return (victim == MST_NONE || core_position_take(pos, victim, taken)) &&
           core_position_put(pos, piece, to);
}

bool core_do_carry(struct core_play *play, int64_t from, int64_t to, int64_t taken) {
    struct core_position *pos = play->pos;
    const struct core_schema *s = pos->schema;
    uint64_t places = (uint64_t)s->places;
    if ((uint64_t)from >= places || (uint64_t)to >= places || (uint64_t)taken >= places)
        return cannot_carry(play, from, to, taken);

    const struct core_place_facts *left = &s->place_facts[from], *joined = &s->place_facts[to];
    int piece = pos->slots[left->top];
    if (piece == MST_NONE)
        return cannot_carry(play, from, to, taken);

    /* A game with hidden faces must note who sees what; others take the short way (K4). */
    bool done = s->known_first ? carry_seen(pos, piece, (int)to, (int)taken)
                               : core_write_carry(pos, s, piece, left, joined, (int)to, (int)taken);
    return done || core_play_unwritten(play);
}

bool core_do_insert(struct core_play *play, int64_t piece, int64_t place, int64_t level) {
    if (!is_piece(play, "insert", piece) || !is_place(play, "insert", place))
        return false;

    int most = core_count(play->pos, (int)place) + 1; /* one more if the piece lies elsewhere */
    if (level < 1 || level > most)
        return core_play_fail(play, MST_SCRIPT_ERROR, "", "expected a level of 1 to %d, found %lld",
                              most, (long long)level);
    return core_spend(play, most) &&
           (core_position_insert(play->pos, (int)piece, (int)place, (int)level) ||
            core_play_unwritten(play));
}

bool core_do_shuffle(struct core_play *play, int64_t place, int64_t n) {
    if (!is_place(play, "shuffle", place))
        return false;
    if (play->rules->schema->bag[place])
        return core_play_fail(play, MST_SCRIPT_ERROR, "",
                              "shuffle: this container is a bag, which has no order; declare "
                              "it ordered");

    /* An outcome of 128 bits reaches every order; a number alone reaches 2^40 of them. */
    const unsigned char *outcome = play->wide ? play->outcome : NULL;
    return core_spend(play, core_count(play->pos, (int)place)) &&
           (core_position_shuffle(play->pos, (int)place, n, outcome,
                                  play->rules->callbacks.key_stream) ||
            core_play_unwritten(play));
}

bool core_do_owner(struct core_play *play, int64_t piece, int64_t seat) {
    if (!is_piece(play, "owner[...] = ...", piece) ||
        (seat != MST_NONE && !is_thing(play, "owner", seat, play->rules->schema->seats, "a seat")))
        return false;
    return core_position_set_owner(play->pos, (int)piece, (int)seat) || core_play_unwritten(play);
}

bool core_do_field(struct core_play *play, int index, int64_t entity, int64_t value) {
    const struct core_field *field = &play->rules->schema->fields[index];

    assert(index >= 0 && index < play->rules->schema->field_count);
    if (entity < 0 || entity >= core_field_entities(play->rules->schema, field)) {
        char action[CORE_NAME_SIZE + 16];
        snprintf(action, sizeof action, "%s[...] = ...", field->name);
        return is_thing(play, action, entity, 0,
                        core_field_entity(field)); /* of 0 things: it fails */
    }
    if (value < field->min || value > field->max) /* S3 */
        return core_play_fail(play, MST_SCRIPT_ERROR, "", "'%s' must be %d to %d, found %lld",
                              field->name, field->min, field->max, (long long)value);
    if (field->seen == CORE_SEEN_AS_FACE) /* S4 */
        return core_play_fail(play, MST_SCRIPT_ERROR, "",
                              "'%s': a face is fixed at its declaration", field->name);

    /* Pieces have hash words, zones sets of equal values; the rest are plain slots. */
    bool done;
    if (field->of == CORE_OF_PIECE)
        done = core_position_set_piece(play->pos, (int)entity, field, (int32_t)value);
    else if (field->of == CORE_OF_ZONE)
        done = core_position_set_zone(play->pos, (int)entity, field, (int32_t)value);
    else
        done = core_position_set(play->pos, field->first + (int)entity * field->stride,
                                 (int32_t)value);
    return done || core_play_unwritten(play);
}

bool core_do_over(struct core_play *play, int64_t winners, int ending) {
    if (winners < 0 || winners >= 1 << play->rules->schema->seats) /* none: nobody wins */
        return core_play_fail(play, MST_SCRIPT_ERROR, "",
                              "expected a set of seats as bits, found %lld", (long long)winners);

    assert(ending >= 0 && ending < play->rules->ending_count);
    if (ending < CORE_ENDINGS_APART && play->rules->without_endings >> ending & 1)
        return true;
    bool done = core_position_set(play->pos, CORE_SLOT_OVER, 1) &&
                core_position_set(play->pos, CORE_SLOT_WINNERS, (int32_t)winners) &&
                core_position_set(play->pos, CORE_SLOT_BY, ending + 1); /* 0: the match goes on */
    return done || core_play_unwritten(play);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static bool write_frame(struct core_play *play, int frame, int decision, const int64_t *args,
                        int count) {
    int slot = CORE_SLOT_FRAMES + frame * CORE_FRAME_SLOTS;
    const int32_t *old = play->pos->slots + slot + 1;

    assert(frame >= 0 && frame < CORE_MOST_FRAMES && decision >= -1);
    bool done = core_position_set(play->pos, slot, decision + 1);
    for (int i = 0; i < count && i < CORE_FRAME_ARGS && done; i++) {
        if (args[i] < INT32_MIN || args[i] > INT32_MAX)
            return core_play_fail(play, MST_SCRIPT_ERROR, "",
                                  "the argument %lld of a frame is too large", (long long)args[i]);
        done = core_position_set(play->pos, slot + 1 + i, (int32_t)args[i]);
    }

    int32_t any = 0; /* usually there is nothing to clear */
    for (int i = 0; i < CORE_FRAME_ARGS; i++)
        any |= old[i];
    for (int i = count; any && i < CORE_FRAME_ARGS && done; i++)
        if (old[i])
            done = core_position_set(play->pos, slot + 1 + i, 0);
    return done || core_play_unwritten(play);
}

bool core_do_push(struct core_play *play, int decision, const int64_t *args, int count) {
    int depth = core_get(play->pos, CORE_SLOT_DEPTH);
    bool instead = decision >= CORE_FRAME_INSTEAD;
    decision -= instead ? CORE_FRAME_INSTEAD : 0;
    assert(decision >= 0);

    if (instead && depth)
        return write_frame(play, depth - 1, decision, args, count);
    if (depth == CORE_MOST_FRAMES)
        return core_play_fail(play, MST_SCRIPT_ERROR, "", "more than %d frames are pending",
                              CORE_MOST_FRAMES);
    if (!core_position_set(play->pos, CORE_SLOT_DEPTH, depth + 1)) /* X3: the caller rewinds */
        return core_play_unwritten(play);
    return write_frame(play, depth, decision, args, count);
}

bool core_do_pop(struct core_play *play) {
    int depth = core_get(play->pos, CORE_SLOT_DEPTH);
    if (depth < 1)
        return core_play_fail(play, MST_SCRIPT_ERROR, "", "no frame is pending");
    if (!write_frame(play, depth - 1, -1, NULL, 0)) /* P6: it becomes zero */
        return false;
    return core_position_set(play->pos, CORE_SLOT_DEPTH, depth - 1) || core_play_unwritten(play);
}

bool core_do_go(struct core_play *play, int decision) {
    int depth = core_get(play->pos, CORE_SLOT_DEPTH);
    assert(decision >= 0);
    return depth < 1 ? core_do_push(play, decision, NULL, 0)
                     : write_frame(play, depth - 1, decision, NULL, 0);
}

/* ---- events ---------------------------------------------------------------------------------- */

static bool log_event(struct core_play *play, int event, const int64_t *args, int count) {
    if (play->log_count == play->log_capacity) {
        struct core_happening *log =
            core_play_grow(play, play->log, &play->log_capacity, play->log_count + 1, sizeof *log);
        if (!log)
            return false;
        play->log = log;
    }

    assert(count <= CORE_MOST_PARAMS);
    struct core_happening *entry = &play->log[play->log_count++];
    *entry = (struct core_happening){.event = event}; /* `texts` is set by the match */
    for (int i = 0; i < count; i++)
        entry->args[i] = args[i];
    return true;
}

/* A listener of effects has its own variables; a Lua function always does. */
static bool notify(struct core_play *play, const struct core_event *event,
                   const struct core_action *listener, const int64_t *args, int count) {
    const struct core_callbacks *callbacks = &play->rules->callbacks;
    if (listener->effects < 0 || play->as_lua)
        return callbacks->rule(callbacks->host, play, listener->function, event->types, args, count,
                               NULL);
    if (!core_play_enter(play))
        return false;
    bool done = core_act(play, listener, args, count);
    core_play_leave(play);
    return done;
}

bool core_event_ambiguous(const struct core_event *event, const int64_t *args) {
    bool ambiguous = false;

    /* Only parameters to which rules give both kinds of values are looked at: mostly none. */
    for (unsigned left = event->nones | event->truths; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        ambiguous = ambiguous || (event->nones >> i & 1 && args[i] == MST_NONE) ||
                    (event->truths >> i & 1 && (args[i] == 0 || args[i] == 1));
    }
    return ambiguous;
}

bool core_emit(struct core_play *play, int index, const int64_t *args, int count) {
    const struct core_event *event = &play->rules->events[index];

    assert(index >= 0 && index < play->rules->event_count);
    if (!core_spend(play, 1)) /* X4: listeners may raise events in turn */
        return false;
    if (play->logging && !log_event(play, index, args, count))
        return false;
    if (!event->listener_count)
        return true;

    /* A listener would get the wrong one of two values. As Lua it gets the right one (X5). */
    if (!play->as_lua && core_event_ambiguous(event, args))
        return core_play_fail(play, MST_SCRIPT_ERROR, "",
                              "event '%s' has a value that code cannot tell from another",
                              event->name);
    if (play->depth == 16)
        return core_play_fail(play, MST_SCRIPT_ERROR, "", "event '%s' raises events without end",
                              event->name);

    play->depth++;
    bool done = true;
    for (int i = 0; i < event->listener_count && done; i++)
        done = notify(play, event, &event->listeners[i], args, count);
    play->depth--;
    assert(play->depth >= 0);
    return done;
}

/* ---- running --------------------------------------------------------------------------------- */

bool core_act(struct core_play *play, const struct core_action *action, const int64_t *args,
              int count) {
    const struct core_callbacks *callbacks = &play->rules->callbacks;
    if ((action->effects < 0 || play->as_lua) && action->function >= 0)
        return callbacks->rule(callbacks->host, play, action->function, NULL, args, count, NULL);
    if (action->effects < 0)
        return true;
    for (int i = 0; i < count; i++)
        play->vars[i] = args[i]; /* every level has CORE_MOST_PARAMS registers to spare */
    return core_run(play, action->effects);
}
