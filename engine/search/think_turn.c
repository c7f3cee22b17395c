/* Search to the end of a seat's turn, with the evaluation that the rules declare.
 *
 * Sequences of the seat's own moves are extended ply by ply. At each length only the best `width`
 * sequences survive, and each position is kept once. A sequence is complete when another seat or
 * chance decides, or when the match is over. One that leads to chance with few outcomes has
 * the mean value of these. The search finds the best complete sequences; among equals, the
 * shortest. */
#include <assert.h>
#include <stdlib.h>

#include "core/asked.h"
#include "core/together.h"
#include "rulesets/grow.h"
#include "search/think.h"
#include "muster/player.h"

enum {
    MOST_PLIES = 64,
    MOST_SHARE = 4000000, /* positions of one look; bounds memory */
    MOST_OUTCOMES = 16,   /* of chance, to be judged one by one */
    WHOLE = 1000000,      /* the likelihood of something certain */
};

/* A ply of a sequence. */
struct step {
    mst_move move;
    int parent; /* index of the previous step; the first step is the root and has no move */
    int depth;
    int64_t score;
    uint64_t hash, order;
    struct core_position *pos; /* owned, while its successors are searched */
};

struct steps {
    struct step *items;
    int count;
    size_t capacity;
};

struct turn {
    struct search_think *think;
    const struct core_position *from; /* NULL: the root of the search */
    int seat;
    struct steps kept;  /* all steps that were extended; parents come before children */
    struct steps fresh; /* candidates of the next length */
    struct steps ends;  /* the best complete sequences, at most `most`, the best first */
    int most, width;
    bool reports; /* the best sequence is reported as progress */
    bool spent;   /* a limit was reached */
    bool cut;     /* a sequence was dropped because of the width */
};

static bool push(struct search_think *think, struct steps *steps, const struct step *step) {
    struct step *items =
        rules_grow(steps->items, (size_t)steps->count, &steps->capacity, sizeof *items);
    if (!items)
        return search_think_no_memory(think);

    steps->items = items;
    items[steps->count++] = *step;
    return true;
}

/* The evaluation by the weights or by the rules. */
static bool think_turn_judge(struct search_think *think, int seat, int64_t *score) {
    if (!think->effort.weights)
        return host_worth(think->host, &think->play, seat, score);
    *score = 0;
    return core_get(think->pos, CORE_SLOT_OVER) ||
           search_weights_worth(think->effort.weights, &think->play, seat, score);
}

bool search_think_judge(struct search_think *think, int seat, int depth, int64_t *score) {
    const struct core_position *pos = think->pos;
    uint32_t winners = (uint32_t)core_get(pos, CORE_SLOT_WINNERS);

    if (core_get(pos, CORE_SLOT_OVER) && winners) {
        /* K3: sooner is better for the winners, later for the others. */
        *score = winners >> seat & 1 ? SEARCH_WON - depth : depth - SEARCH_WON;
        return true;
    }
    if (think_turn_judge(think, seat, score))
        return true;

    /* A budget that ran out is no fault of the evaluation. */
    if (!core_budget_stopped(think->budget)) {
        host_note_evaluation_fault(think->host, "the evaluation fails, players do without it",
                                   think->play.error);
        think->blind = true;
    }

    return false;
}

static bool think_turn_complete(const struct turn *turn) {
    const struct core_position *pos = turn->think->pos;
    const struct core_play *play = &turn->think->play;
    /* Where several seats choose at once, the turn ends when the last of them has chosen. */
    return core_get(pos, CORE_SLOT_OVER) || core_get(pos, CORE_SLOT_TO_MOVE) != turn->seat ||
           (core_together_now(play) && !core_together_waits(play));
}

static bool think_turn_better(const struct step *a, const struct step *b) {
    if (a->score != b->score)
        return a->score > b->score;
    /* `order` is a hash with the seed, so equals are not taken by how they are listed (C2). */
    return a->depth != b->depth ? a->depth < b->depth : a->order < b->order;
}

/* Keep a complete sequence among the best. Of those that end alike, the best is kept. */
static bool note_end(struct turn *turn, const struct step *step) {
    struct steps *ends = &turn->ends;
    int at = ends->count, last = at;

    for (int i = 0; i < ends->count; i++)
        if (ends->items[i].hash == step->hash)
            last = i;

    /* It ends like another: only the better of the two stays. */
    if (last < ends->count) {
        if (!think_turn_better(step, &ends->items[last]))
            return true;
        at = last;
    } else if (ends->count < turn->most) {
        if (!push(turn->think, ends, step))
            return false;
    } else {
        /* The list is full: the worst goes, if this one is better. */
        at = ends->count - 1;
        if (!think_turn_better(step, &ends->items[at]))
            return true;
    }

    /* Place `at` is free now: move up from there. */
    for (; at > 0 && think_turn_better(step, &ends->items[at - 1]); at--)
        ends->items[at] = ends->items[at - 1];
    assert(ends->count <= turn->most);
    ends->items[at] = *step;
    return true;
}

/* The value of the position to which an outcome of chance leads. */
static bool judge_outcome(struct turn *turn, mst_move outcome, int depth, int64_t *score) {
    struct search_think *think = turn->think;
    struct core_mark mark = core_position_mark(think->pos);
    /* K2, even beyond the limit: half a mean would mean nothing. */
    search_think_spend(think);
    bool done = core_play_move(&think->play, outcome) &&
                search_think_judge(think, turn->seat, depth, score);
    core_position_rewind(think->pos, mark);
    return done;
}

/* The mean value of what the outcomes lead to, by their weights. */
static bool judge_mean(struct turn *turn, const struct mst_moves *outcomes, int depth,
                       int64_t *score) {
    struct core_play *play = &turn->think->play;
    int64_t total = 0, worth = 0, mean = 0, rest = 0;
    bool done = true;

    for (int i = 0; i < outcomes->count; i++)
        total += core_move_weight(play, outcomes->moves[i]);
    for (int i = 0; done && i < outcomes->count; i++) {
        /* In two parts, quotient and rest, so that a win times a share fits into 64 bits. */
        assert(total > 0);
        int64_t share = core_move_weight(play, outcomes->moves[i]) * WHOLE / total;
        done = judge_outcome(turn, outcomes->moves[i], depth, &worth);
        mean += worth / WHOLE * share;
        rest += worth % WHOLE * share;
    }

    *score = mean + rest / WHOLE;
    return done;
}

/* The value of the position of `play`. What chance is about to bring cannot be read from it, so
 * outcomes are looked at where they are few. */
static bool appraise(struct turn *turn, int depth, int64_t *score) {
    struct search_think *think = turn->think;
    struct mst_moves outcomes = {0};
    bool chance =
        core_get(think->pos, CORE_SLOT_TO_MOVE) < 0 && !core_get(think->pos, CORE_SLOT_OVER);
    bool done = true, few = false;

    if (chance && !core_sampled_now(&think->play)) {
        done = core_legal(&think->play, &outcomes);
        /* With many outcomes, the evaluation of the position before them has to do. */
        few = done && outcomes.count && outcomes.count <= MOST_OUTCOMES;
    }

    if (few)
        done = judge_mean(turn, &outcomes, depth, score);
    else if (done)
        done = search_think_judge(think, turn->seat, depth, score);

    mst_moves_clear(&outcomes);
    return done;
}

/* Evaluate one move in the position of `play`. False when out of memory. */
static bool think_turn_look(struct turn *turn, mst_move move, int parent, int depth) {
    struct search_think *think = turn->think;
    struct core_mark mark = core_position_mark(think->pos);
    struct step step = {.move = move, .parent = parent, .depth = depth};
    bool done = core_play_move(&think->play, move) && appraise(turn, depth, &step.score);
    /* Read before the position goes back. */
    bool ended = think_turn_complete(turn);

    step.hash = think->pos->hash;
    step.order = core_mix(step.hash ^ think->seed);
    core_position_rewind(think->pos, mark);
    if (!done) {
        search_think_pardon(think);
        return think->error.status != MST_NO_MEMORY && !think->blind;
    }
    return ended ? note_end(turn, &step) : push(think, &turn->fresh, &step);
}

/* Evaluate every move after the step `parent`. False when out of memory. */
static bool extend(struct turn *turn, int parent) {
    struct search_think *think = turn->think;
    struct mst_moves moves = {0};
    int depth = turn->kept.items[parent].depth + 1;
    bool done = search_think_set(think, turn->kept.items[parent].pos);

    if (done && !core_legal(&think->play, &moves))
        search_think_pardon(think);
    for (int i = 0; done && i < moves.count && !turn->spent; i++) {
        /* K4; turns of others, from another position, may begin with any move. */
        if (depth == 1 && !turn->from && !search_think_begins(think, moves.moves[i]))
            continue;
        /* K2 */
        turn->spent = !search_think_spend(think);
        done = turn->spent || think_turn_look(turn, moves.moves[i], parent, depth);
    }

    mst_moves_clear(&moves);
    return done;
}

static int think_turn_compare(const void *left, const void *right) {
    const struct step *a = left, *b = right;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    /* The order is total, so that every sort gives the same result (C2). */
    return a->parent != b->parent ? (a->parent < b->parent ? -1 : 1)
                                  : (a->move > b->move) - (a->move < b->move);
}

/* Keep a step, and make its position in order to extend it. */
static bool think_turn_keep(struct turn *turn, const struct step *step) {
    struct search_think *think = turn->think;
    assert(turn->kept.items[step->parent].pos);
    struct step kept = *step;
    if (!search_think_set(think, turn->kept.items[step->parent].pos))
        return false;

    if (!core_play_move(&think->play, step->move)) {
        /* It worked before, so the rules are at odds with themselves: leave it out. */
        search_think_pardon(think);
        return true;
    }

    kept.pos = core_position_clone(think->pos);
    if (kept.pos && push(think, &turn->kept, &kept))
        return true;

    core_position_free(kept.pos);
    return search_think_no_memory(think);
}

/* Write the moves that lead to `end` to the line. */
static void think_turn_trace(const struct turn *turn, const struct step *end,
                             struct search_line *line) {
    assert(end->depth > 0 && end->depth <= MOST_PLIES);
    const struct step *step = end;
    line->count = end->depth;
    line->score = end->score;
    line->sense = search_think_sense(end->score);
    /* From the end to the beginning; steps that were kept lead back by their parents. */
    for (int at = end->depth - 1; at > 0; at--) {
        line->moves[at] = step->move;
        step = &turn->kept.items[step->parent];
    }
    line->moves[0] = step->move;
}

static mst_move first_move(const struct turn *turn, const struct step *end) {
    const struct step *step = end;
    while (step->depth > 1)
        step = &turn->kept.items[step->parent];
    return step->move;
}

static void think_turn_report(const struct turn *turn) {
    struct search_line line;
    think_turn_trace(turn, &turn->ends.items[0], &line);
    search_think_report(turn->think, &line);
}

/* Extend the steps kept since `first` by one ply, and keep the best. */
static bool deepen(struct turn *turn, int first) {
    int last = turn->kept.count, kept = 0;
    bool done = true;

    turn->fresh.count = 0;

    /* A failure leaves what was found so far; what follows is freed in any case. */
    for (int i = first; done && i < last; i++) {
        done = extend(turn, i);
        if (turn->reports && turn->ends.count && search_think_due(turn->think))
            think_turn_report(turn);
    }

    struct step *fresh = turn->fresh.items;
    if (turn->fresh.count)
        qsort(fresh, (size_t)turn->fresh.count, sizeof *fresh, think_turn_compare);
    for (int i = 0; done && i < turn->fresh.count && kept < turn->width; i++) {
        /* The same position by another order of moves: sorted, they lie side by side, the better
         * one first. */
        if (i && fresh[i].hash == fresh[i - 1].hash)
            continue;
        done = think_turn_keep(turn, &fresh[i]);
        turn->cut = turn->cut || ++kept == turn->width;
    }

    /* Their successors are known now. */
    for (int i = first; i < last; i++) {
        core_position_free(turn->kept.items[i].pos);
        turn->kept.items[i].pos = NULL;
    }

    return done;
}

static void think_turn_clear(struct turn *turn) {
    for (int i = 0; i < turn->kept.count; i++)
        core_position_free(turn->kept.items[i].pos);
    mst_free(turn->kept.items);
    mst_free(turn->fresh.items);
    mst_free(turn->ends.items);
}

/* Search once with at most `share` positions. *end is the best incomplete sequence of the greatest
 * length; depth 0: none. */
static bool think_turn_search(struct turn *turn, int64_t share, struct step *end) {
    struct search_think *think = turn->think;
    const struct core_position *from = turn->from ? turn->from : think->root;
    struct step root = {.parent = -1, .pos = core_position_clone(from)};
    assert(share >= 0);
    bool done = root.pos ? push(think, &turn->kept, &root) : search_think_no_memory(think);

    /* Wide enough that a turn of some plies with some ten moves each uses up its share. */
    turn->width = share < 400 ? 4 : share > 400000 ? 4000 : (int)(share / 100);
    if (!done)
        core_position_free(root.pos);

    for (int depth = 0, first = 0; done && depth < MOST_PLIES && first < turn->kept.count;
         depth++) {
        int next = turn->kept.count;
        done = deepen(turn, first);
        first = next;
        if (first < turn->kept.count)
            /* In case no turn comes to its end: the best step of the greatest length. */
            *end = turn->kept.items[first];
    }

    return done;
}

int search_think_turns(struct search_think *think, const struct core_position *from, int seat,
                       int64_t share, struct search_line *lines, int most, bool *cut) {
    struct turn turn = {.think = think, .from = from, .seat = seat, .most = most};
    assert(most > 0);
    struct step end = {0};
    int64_t limit = think->limit;

    /* K2: at most this share of what is left, and the whole limit again after it. */
    think->limit = share < limit - think->nodes ? think->nodes + share : limit;
    bool done = think_turn_search(&turn, share, &end);
    int count = done ? turn.ends.count : 0;
    for (int i = 0; i < count; i++)
        think_turn_trace(&turn, &turn.ends.items[i], &lines[i]);

    /* No turn came to its end within the share: a part of one is better than nothing. */
    if (done && !count && end.depth)
        think_turn_trace(&turn, &end, &lines[count++]);

    think->limit = limit;
    *cut = *cut || turn.cut || turn.spent;
    think_turn_clear(&turn);
    return count;
}

/* Search once. The result becomes the line if it is the first or the best so far. False if nothing
 * was found, or when out of memory. */
static bool look_once(struct search_think *think, int64_t share, bool *cut) {
    struct turn turn = {
        .think = think, .seat = think->seat, .most = SEARCH_THINK_FIRSTS, .reports = true};
    struct step end = {0};
    bool done = think_turn_search(&turn, share, &end);

    if (turn.ends.count)
        end = turn.ends.items[0];
    /* A wider search may miss what a narrow one found, so the best of all stays. */
    assert(!think->line.count || search_think_begins(think, think->line.moves[0])); /* K4 */
    if (done && end.depth && (!think->line.count || end.score > think->line.score))
        think_turn_trace(&turn, &end, &think->line);
    for (int i = 0; i < turn.ends.count; i++)
        search_think_note(think, first_move(&turn, &turn.ends.items[i]), turn.ends.items[i].score,
                          0);
    if (done && !turn.ends.count && end.depth)
        search_think_note(think, think->line.moves[0], think->line.score, 0);
    *cut = turn.cut || turn.spent;
    think_turn_clear(&turn);
    return done && end.depth;
}

/* With only a time limit, start narrow and widen the search as long as time remains: one look is
 * taken in any case. */
bool search_think_turn(struct search_think *think) {
    int64_t most = think->limit, share = think->deadline ? MST_PLAYER_NODES : most;
    bool cut = true;
    do {
        think->limit = share < most - think->nodes ? think->nodes + share : most;
        if (!look_once(think, share, &cut) || !think->deadline)
            break;
        /* Each look starts anew, so the last one takes most of the time. */
        share *= 4;
    } while (cut && share <= MOST_SHARE && think->nodes < most && !search_think_late(think));
    think->limit = most;
    return think->line.count > 0;
}
