/* Effects: the operations that change a position. See play.h. Each checks its operands, and then
 * writes through the position. If one fails, the caller rewinds to its mark. */
#include "core/play.h"

#include <stdio.h>
#include <string.h>

#include "core/secret.h"
#include "core/write.h"

/* Is this one of `count` things? Otherwise `deed` fails. */
static bool is_thing(struct mst_play *play, const char *deed, int64_t thing, int count,
                     const char *what) {
    if (thing >= 0 && thing < count)
        return true;
    char found[24] = "nil";
    if (thing != MST_NONE)
        snprintf(found, sizeof found, "%lld", (long long)thing);
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "%s: expected %s, found %s", deed, what,
                         found);
}

static bool is_piece(struct mst_play *play, const char *deed, int64_t piece) {
    return is_thing(play, deed, piece, play->rules->schema->pieces, "a piece");
}

static bool is_place(struct mst_play *play, const char *deed, int64_t place) {
    return is_thing(play, deed, place, play->rules->schema->places, "a zone or a container");
}

bool mst_do_put(struct mst_play *play, int64_t piece, int64_t place) {
    if (!is_piece(play, "put", piece) || !is_place(play, "put", place))
        return false;
    return mst_position_put(play->pos, (int)piece, (int)place) || mst_play_unwritten(play);
}

static __attribute__((cold)) bool cannot_carry(struct mst_play *play, int64_t from, int64_t to,
                                               int64_t taken) {
    return is_place(play, "carry", from) && is_place(play, "carry", to) &&
           is_place(play, "carry", taken) &&
           mst_play_fail(play, MST_SCRIPT_ERROR, "", "carry: there is no piece to carry");
}

static MST_APART bool carry_seen(struct mst_position *pos, int piece, int to, int taken) {
    int victim = mst_top(pos, to);
    return (victim == MST_NONE || mst_position_take(pos, victim, taken)) &&
           mst_position_put(pos, piece, to);
}

bool mst_do_carry(struct mst_play *play, int64_t from, int64_t to, int64_t taken) {
    struct mst_position *pos = play->pos;
    const struct mst_schema *s = pos->schema;
    uint64_t places = (uint64_t)s->places;
    if ((uint64_t)from >= places || (uint64_t)to >= places || (uint64_t)taken >= places)
        return cannot_carry(play, from, to, taken);
    const struct mst_place_facts *left = &s->place_facts[from], *joined = &s->place_facts[to];
    int piece = pos->slots[left->top];
    if (piece == MST_NONE)
        return cannot_carry(play, from, to, taken);
    bool done = s->known_first ? carry_seen(pos, piece, (int)to, (int)taken)
                               : mst_write_carry(pos, s, piece, left, joined, (int)to, (int)taken);
    return done || mst_play_unwritten(play);
}

bool mst_do_insert(struct mst_play *play, int64_t piece, int64_t place, int64_t level) {
    if (!is_piece(play, "insert", piece) || !is_place(play, "insert", place))
        return false;
    int most = mst_count(play->pos, (int)place) + 1;
    if (level < 1 || level > most)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "expected a level of 1 to %d, found %lld",
                             most, (long long)level);
    return mst_spend(play, most) &&
           (mst_position_insert(play->pos, (int)piece, (int)place, (int)level) ||
            mst_play_unwritten(play));
}

bool mst_do_shuffle(struct mst_play *play, int64_t place, int64_t n) {
    if (!is_place(play, "shuffle", place))
        return false;
    if (play->rules->schema->bag[place])
        return mst_play_fail(play, MST_SCRIPT_ERROR, "",
                             "shuffle: this container is a bag, which has no order; declare "
                             "it ordered");
    const unsigned char *outcome = play->wide ? play->outcome : NULL;
    return mst_spend(play, mst_count(play->pos, (int)place)) &&
           (mst_position_shuffle(play->pos, (int)place, n, outcome,
                                 play->rules->callbacks.key_stream) ||
            mst_play_unwritten(play));
}

bool mst_do_owner(struct mst_play *play, int64_t piece, int64_t seat) {
    if (!is_piece(play, "owner[...] = ...", piece) ||
        (seat != MST_NONE && !is_thing(play, "owner", seat, play->rules->schema->seats, "a seat")))
        return false;
    return mst_position_set_owner(play->pos, (int)piece, (int)seat) || mst_play_unwritten(play);
}

bool mst_do_field(struct mst_play *play, int index, int64_t entity, int64_t value) {
    const struct mst_field *field = &play->rules->schema->fields[index];
    if (entity < 0 || entity >= mst_field_entities(play->rules->schema, field)) {
        char deed[MST_NAME_SIZE + 16];
        snprintf(deed, sizeof deed, "%s[...] = ...", field->name);
        return is_thing(play, deed, entity, 0, mst_field_entity(field));
    }
    if (value < field->min || value > field->max)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "'%s' must be %d to %d, found %lld",
                             field->name, field->min, field->max, (long long)value);
    if (field->seen == MST_SEEN_AS_FACE)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "'%s': a face is fixed at its declaration",
                             field->name);
    bool done;
    if (field->of == MST_OF_PIECE)
        done = mst_position_set_piece(play->pos, (int)entity, field, (int32_t)value);
    else if (field->of == MST_OF_ZONE)
        done = mst_position_set_zone(play->pos, (int)entity, field, (int32_t)value);
    else
        done =
            mst_position_set(play->pos, field->first + (int)entity * field->stride, (int32_t)value);
    return done || mst_play_unwritten(play);
}

bool mst_do_over(struct mst_play *play, int64_t winners, int ending) {
    if (winners < 0 || winners >= 1 << play->rules->schema->seats)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "",
                             "expected a set of seats as bits, found %lld", (long long)winners);
    if (ending < MST_ENDINGS_APART && play->rules->without_endings >> ending & 1)
        return true;
    bool done = mst_position_set(play->pos, MST_SLOT_OVER, 1) &&
                mst_position_set(play->pos, MST_SLOT_WINNERS, (int32_t)winners) &&
                mst_position_set(play->pos, MST_SLOT_BY, ending + 1);
    return done || mst_play_unwritten(play);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static bool write_frame(struct mst_play *play, int frame, int decision, const int64_t *args,
                        int count) {
    int slot = MST_SLOT_FRAMES + frame * MST_FRAME_SLOTS;
    const int32_t *old = play->pos->slots + slot + 1;
    bool done = mst_position_set(play->pos, slot, decision + 1);
    for (int i = 0; i < count && i < MST_FRAME_ARGS && done; i++) {
        if (args[i] < INT32_MIN || args[i] > INT32_MAX)
            return mst_play_fail(play, MST_SCRIPT_ERROR, "",
                                 "the argument %lld of a frame is too large", (long long)args[i]);
        done = mst_position_set(play->pos, slot + 1 + i, (int32_t)args[i]);
    }
    int32_t any = 0; /* usually there is nothing to clear */
    for (int i = 0; i < MST_FRAME_ARGS; i++)
        any |= old[i];
    for (int i = count; any && i < MST_FRAME_ARGS && done; i++)
        if (old[i])
            done = mst_position_set(play->pos, slot + 1 + i, 0);
    return done || mst_play_unwritten(play);
}

bool mst_do_push(struct mst_play *play, int decision, const int64_t *args, int count) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    bool instead = decision >= MST_FRAME_INSTEAD;
    decision -= instead ? MST_FRAME_INSTEAD : 0;
    if (instead && depth)
        return write_frame(play, depth - 1, decision, args, count);
    if (depth == MST_MOST_FRAMES)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "more than %d frames are pending",
                             MST_MOST_FRAMES);
    if (!mst_position_set(play->pos, MST_SLOT_DEPTH, depth + 1))
        return mst_play_unwritten(play);
    return write_frame(play, depth, decision, args, count);
}

bool mst_do_pop(struct mst_play *play) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    if (depth < 1)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "no frame is pending");
    if (!write_frame(play, depth - 1, -1, NULL, 0))
        return false;
    return mst_position_set(play->pos, MST_SLOT_DEPTH, depth - 1) || mst_play_unwritten(play);
}

bool mst_do_go(struct mst_play *play, int decision) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    return depth < 1 ? mst_do_push(play, decision, NULL, 0)
                     : write_frame(play, depth - 1, decision, NULL, 0);
}

/* ---- events ---------------------------------------------------------------------------------- */

static bool log_event(struct mst_play *play, int event, const int64_t *args, int count) {
    if (play->log_count == play->log_capacity) {
        struct mst_happening *log =
            mst_play_grow(play, play->log, &play->log_capacity, play->log_count + 1, sizeof *log);
        if (!log)
            return false;
        play->log = log;
    }
    struct mst_happening *entry = &play->log[play->log_count++];
    *entry = (struct mst_happening){.event = event};
    for (int i = 0; i < count; i++)
        entry->args[i] = args[i];
    return true;
}

/* A listener of effects has its own variables; a Lua function always does. */
static bool tell(struct mst_play *play, const struct mst_event *event,
                 const struct mst_action *listener, const int64_t *args, int count) {
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    if (listener->effects < 0 || play->as_lua)
        return callbacks->rule(callbacks->host, play, listener->function, event->types, args, count,
                               NULL);
    if (!mst_play_enter(play))
        return false;
    bool done = mst_act(play, listener, args, count);
    mst_play_leave(play);
    return done;
}

bool mst_event_ambiguous(const struct mst_event *event, const int64_t *args) {
    bool ambiguous = false;
    for (unsigned left = event->nones | event->truths; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        ambiguous = ambiguous || (event->nones >> i & 1 && args[i] == MST_NONE) ||
                    (event->truths >> i & 1 && (args[i] == 0 || args[i] == 1));
    }
    return ambiguous;
}

bool mst_emit(struct mst_play *play, int index, const int64_t *args, int count) {
    const struct mst_event *event = &play->rules->events[index];
    if (!mst_spend(play, 1))
        return false;
    if (play->logging && !log_event(play, index, args, count))
        return false;
    if (!event->listener_count)
        return true;
    if (!play->as_lua && mst_event_ambiguous(event, args))
        return mst_play_fail(play, MST_SCRIPT_ERROR, "",
                             "event '%s' has a value that code cannot tell from another",
                             event->name);
    if (play->depth == 16)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "event '%s' raises events without end",
                             event->name);
    play->depth++;
    bool done = true;
    for (int i = 0; i < event->listener_count && done; i++)
        done = tell(play, event, &event->listeners[i], args, count);
    play->depth--;
    return done;
}

/* ---- running --------------------------------------------------------------------------------- */

bool mst_act(struct mst_play *play, const struct mst_action *action, const int64_t *args,
             int count) {
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    if ((action->effects < 0 || play->as_lua) && action->function >= 0)
        return callbacks->rule(callbacks->host, play, action->function, NULL, args, count, NULL);
    if (action->effects < 0)
        return true;
    for (int i = 0; i < count; i++)
        play->vars[i] = args[i];
    return mst_run(play, action->effects);
}
