/* Effects: what changes a position. See expr.h. Each checks first, then writes through the
 * position; the caller of a failed effect rewinds to its mark. */
#include "play/expr.h"

#include <stdio.h>
#include <string.h>

#include "state/secret.h"

static bool no_memory(struct mst_play *play) {
    return mst_play_fail(play, MST_NO_MEMORY, "", "memory ended");
}

static bool is_piece(struct mst_play *play, int64_t piece) {
    if (piece >= 0 && piece < play->rules->schema->pieces)
        return true;
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "expected a piece (0 to %d), found %lld",
                         play->rules->schema->pieces - 1, (long long)piece);
}

static bool is_place(struct mst_play *play, int64_t place) {
    if (place >= 0 && place < play->rules->schema->places)
        return true;
    return mst_play_fail(play, MST_SCRIPT_ERROR, "", "expected a zone or a container, found %lld",
                         (long long)place);
}

bool mst_do_put(struct mst_play *play, int64_t piece, int64_t place) {
    if (!is_piece(play, piece) || !is_place(play, place))
        return false;
    return mst_position_put(play->pos, (int)piece, (int)place) || no_memory(play);
}

bool mst_do_carry(struct mst_play *play, int64_t from, int64_t to, int64_t taken) {
    if (!is_place(play, from) || !is_place(play, to) || !is_place(play, taken))
        return false;
    int mover = mst_top(play->pos, (int)from), victim = mst_top(play->pos, (int)to);
    if (mover == MST_NONE)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "carry: there is no piece to carry");
    if (victim != MST_NONE && (!mst_position_put(play->pos, victim, (int)taken) ||
                               !mst_position_set_owner(play->pos, victim, MST_NONE)))
        return no_memory(play);
    return mst_position_put(play->pos, mover, (int)to) || no_memory(play);
}

bool mst_do_insert(struct mst_play *play, int64_t piece, int64_t place, int64_t level) {
    if (!is_piece(play, piece) || !is_place(play, place))
        return false;
    int most = mst_count(play->pos, (int)place) + 1;
    if (level < 1 || level > most)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "expected a level of 1 to %d, found %lld",
                             most, (long long)level);
    return mst_position_insert(play->pos, (int)piece, (int)place, (int)level) || no_memory(play);
}

bool mst_do_shuffle(struct mst_play *play, int64_t place, int64_t n) {
    if (!is_place(play, place))
        return false;
    if (play->rules->schema->bag[place])
        return mst_play_fail(play, MST_SCRIPT_ERROR, "",
                             "shuffle: this container is a bag, whose order means nothing; declare "
                             "it ordered");
    return mst_position_shuffle(play->pos, (int)place, n) || no_memory(play);
}

bool mst_do_owner(struct mst_play *play, int64_t piece, int64_t seat) {
    if (!is_piece(play, piece))
        return false;
    if (seat < MST_NONE || seat >= play->rules->schema->seats)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "expected a seat (0 to %d), found %lld",
                             play->rules->schema->seats - 1, (long long)seat);
    return mst_position_set_owner(play->pos, (int)piece, (int)seat) || no_memory(play);
}

bool mst_do_field(struct mst_play *play, int index, int64_t entity, int64_t value) {
    const struct mst_field *field = &play->rules->schema->fields[index];
    if (entity < 0 || entity >= mst_field_entities(play->rules->schema, field))
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "'%s' of %lld: there is no such thing",
                             field->name, (long long)entity);
    if (value < field->min || value > field->max)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "'%s' must be %d to %d, found %lld",
                             field->name, field->min, field->max, (long long)value);
    if (field->seen == MST_SEEN_AS_FACE)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "'%s': a face is fixed at its declaration",
                             field->name);
    bool done = field->of == MST_OF_PIECE
                    ? mst_position_set_piece(play->pos, (int)entity, field, (int32_t)value)
                    : mst_position_set(play->pos, field->first + (int)entity * field->stride,
                                       (int32_t)value);
    return done || no_memory(play);
}

bool mst_do_over(struct mst_play *play, int64_t winners, int ending) {
    if (winners < 0 || winners >= 1 << play->rules->schema->seats)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "",
                             "expected a set of seats as bits, found %lld", (long long)winners);
    bool done = mst_position_set(play->pos, MST_SLOT_OVER, 1) &&
                mst_position_set(play->pos, MST_SLOT_WINNERS, (int32_t)winners) &&
                mst_position_set(play->pos, MST_SLOT_BY, ending + 1);
    return done || no_memory(play);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static bool write_frame(struct mst_play *play, int frame, int decision, const int64_t *args,
                        int count) {
    int slot = MST_SLOT_FRAMES + frame * MST_FRAME_SLOTS;
    bool done = mst_position_set(play->pos, slot, decision + 1);
    for (int i = 0; i < MST_FRAME_ARGS && done; i++) {
        int64_t arg = i < count ? args[i] : 0;
        if (arg < INT32_MIN || arg > INT32_MAX)
            return mst_play_fail(play, MST_SCRIPT_ERROR, "", "a frame's number %lld is too large",
                                 (long long)arg);
        done = mst_position_set(play->pos, slot + 1 + i, (int32_t)arg);
    }
    return done || no_memory(play);
}

bool mst_do_push(struct mst_play *play, int decision, const int64_t *args, int count) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    if (depth == MST_MOST_FRAMES)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "more than %d frames are pending",
                             MST_MOST_FRAMES);
    if (!mst_position_set(play->pos, MST_SLOT_DEPTH, depth + 1))
        return no_memory(play);
    return write_frame(play, depth, decision, args, count);
}

bool mst_do_pop(struct mst_play *play) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    if (depth < 1)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "no frame is pending");
    if (!write_frame(play, depth - 1, -1, NULL, 0))
        return false;
    return mst_position_set(play->pos, MST_SLOT_DEPTH, depth - 1) || no_memory(play);
}

bool mst_do_go(struct mst_play *play, int decision) {
    int depth = mst_get(play->pos, MST_SLOT_DEPTH);
    return depth < 1 ? mst_do_push(play, decision, NULL, 0)
                     : write_frame(play, depth - 1, decision, NULL, 0);
}

/* ---- events ---------------------------------------------------------------------------------- */

static bool log_event(struct mst_play *play, int event, const int64_t *args, int count) {
    if (play->log_count == play->log_capacity) {
        int capacity = play->log_capacity ? play->log_capacity * 2 : 16;
        struct mst_happening *log = mst_realloc(play->log, (size_t)capacity * sizeof *log);
        if (!log)
            return no_memory(play);
        play->log = log;
        play->log_capacity = capacity;
    }
    struct mst_happening *entry = &play->log[play->log_count++];
    *entry = (struct mst_happening){.event = event};
    for (int i = 0; i < count; i++)
        entry->args[i] = args[i];
    return true;
}

/* Effects that listen have variables of their own; a Lua function has them anyway. */
static bool tell(struct mst_play *play, const struct mst_action *listener, const int64_t *args,
                 int count) {
    if (listener->function >= 0)
        return mst_act(play, listener, args, count);
    if (!mst_play_enter(play))
        return false;
    bool done = mst_act(play, listener, args, count);
    mst_play_leave(play);
    return done;
}

bool mst_emit(struct mst_play *play, int index, const int64_t *args, int count) {
    const struct mst_event *event = &play->rules->events[index];
    if (play->logging && !log_event(play, index, args, count))
        return false;
    if (!event->listener_count)
        return true;
    if (play->depth == 16)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "event '%s' raises events without end",
                             event->name);
    play->depth++;
    bool done = true;
    for (int i = 0; i < event->listener_count && done; i++)
        done = tell(play, &event->listeners[i], args, count);
    play->depth--;
    return done;
}

/* ---- running --------------------------------------------------------------------------------- */

#define EFFECT(name) static int64_t name(struct mst_play *play, const struct mst_node *n)

static int list_values(struct mst_play *play, int item, int64_t *args) {
    int count = 0;
    for (; item >= 0; item = play->nodes[item].b)
        args[count++] = mst_eval(play, play->nodes[item].a);
    return count;
}

EFFECT(run_set_game) {
    const struct mst_field *field = &play->rules->schema->fields[n->c];
    int64_t value = mst_eval(play, n->b);
    if (play->failed || value < field->min || value > field->max)
        return !play->failed && mst_do_field(play, n->c, 0, value); /* words the refusal */
    return mst_position_set(play->pos, field->first, (int32_t)value) || no_memory(play);
}

EFFECT(run_set_field) {
    int64_t entity = mst_eval(play, n->a), value = mst_eval(play, n->b);
    return !play->failed && mst_do_field(play, n->c, entity, value);
}

EFFECT(run_set_owner) {
    int64_t piece = mst_eval(play, n->a), seat = mst_eval(play, n->b);
    return !play->failed && mst_do_owner(play, piece, seat);
}

EFFECT(run_put) {
    int64_t piece = mst_eval(play, n->a), place = mst_eval(play, n->b);
    return !play->failed && mst_do_put(play, piece, place);
}

EFFECT(run_carry) {
    int64_t from = mst_eval(play, n->a), to = mst_eval(play, n->b), taken = mst_eval(play, n->c);
    return !play->failed && mst_do_carry(play, from, to, taken);
}

EFFECT(run_shuffle) {
    int64_t place = mst_eval(play, n->a), number = mst_eval(play, n->b);
    return !play->failed && mst_do_shuffle(play, place, number);
}

EFFECT(run_over) {
    int64_t winners = mst_eval(play, n->a);
    return !play->failed && mst_do_over(play, winners, n->b);
}

EFFECT(run_go) {
    return mst_do_go(play, n->a);
}

EFFECT(run_push) {
    int64_t args[MST_FRAME_ARGS + 1];
    int count = list_values(play, n->b, args);
    return !play->failed && mst_do_push(play, n->a, args, count);
}

EFFECT(run_pop) {
    (void)n;
    return mst_do_pop(play);
}

EFFECT(run_emit) {
    int64_t args[MST_FRAME_ARGS + 1];
    if (!play->logging && !play->rules->events[n->a].listener_count)
        return true;
    int count = list_values(play, n->b, args);
    return !play->failed && mst_emit(play, n->a, args, count);
}

EFFECT(run_when) {
    int branch = mst_eval(play, n->a) ? n->b : n->c;
    return !play->failed && (branch < 0 || mst_eval(play, branch));
}

EFFECT(run_bind) {
    play->vars[n->a] = mst_eval(play, n->b);
    return !play->failed;
}

EFFECT(run_bind_set) {
    mst_eval_set(play, n->b, mst_play_set(play, n->a));
    return !play->failed;
}

EFFECT(run_do) {
    mst_eval(play, n->a);
    return !play->failed;
}

EFFECT(run_remember) {
    uint64_t key = (uint64_t)mst_eval(play, n->a);
    return !play->failed && (mst_position_remember(play->pos, key) || no_memory(play));
}

EFFECT(run_list) {
    return mst_run(play, (int)(n - play->nodes));
}

static mst_evaluator *const effects[] = {
    [MST_OP_LIST] = run_list,
    [MST_OP_SET_GAME] = run_set_game,
    [MST_OP_SET_FIELD] = run_set_field,
    [MST_OP_SET_OWNER] = run_set_owner,
    [MST_OP_PUT] = run_put,
    [MST_OP_OVER] = run_over,
    [MST_OP_CARRY] = run_carry,
    [MST_OP_SHUFFLE] = run_shuffle,
    [MST_OP_GO] = run_go,
    [MST_OP_PUSH] = run_push,
    [MST_OP_POP] = run_pop,
    [MST_OP_EMIT] = run_emit,
    [MST_OP_WHEN] = run_when,
    [MST_OP_BIND] = run_bind,
    [MST_OP_BIND_SET] = run_bind_set,
    [MST_OP_DO] = run_do,
    [MST_OP_REMEMBER] = run_remember,
};

mst_evaluator *mst_effect_evaluator(enum mst_op op) {
    return (size_t)op < sizeof effects / sizeof *effects ? effects[op] : NULL;
}

bool mst_run(struct mst_play *play, int item) {
    for (; item >= 0; item = play->nodes[item].b) {
        const struct mst_node *list = play->nodes + item;
        if (list->a >= 0 && !mst_eval(play, list->a))
            return false;
    }
    return !play->failed;
}

bool mst_act(struct mst_play *play, const struct mst_action *action, const int64_t *args,
             int count) {
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    if (action->function >= 0)
        return callbacks->call(callbacks->host, play, action->function, args, count, NULL);
    if (action->effects < 0)
        return true;
    for (int i = 0; i < count; i++)
        play->vars[i] = args[i];
    return mst_run(play, action->effects);
}
