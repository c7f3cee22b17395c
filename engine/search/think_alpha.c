/* Alpha-beta search, for two seats without secrets and chance: principal variation search
 * (Marsland and Campbell, 1982) with iterative deepening, a table of positions (Zobrist, 1970),
 * killer moves and the history of cut-offs. A value is that of the seat to move; it changes its
 * sign where the other seat moves next, so a seat may move many plies in a row.
 *
 * A1 The evaluation is that of the seat for which the search runs; the other seat wants its
 * opposite. A match without a winner counts 0. A2 The table has a fixed size; what it forgets is
 * searched again. A3 A value is `whole` if only ends of the match decided it: it holds at any
 * depth.
 */
#include <assert.h>
#include <string.h>

#include "core/asked.h"
#include "search/think.h"
#include "muster/player.h"

enum {
    MOST_PLIES = 64, /* depth of the search */
    MOST_QUIET = 8,  /* plies that noisy moves may add */
    WHOLE = 1000,    /* depth of a value that holds at any depth */
    KILLERS = 2,
    HISTORY = 1 << 12,       /* counters of moves, by hash */
    LEAST_ENTRIES = 1 << 10, /* of the table */
    MOST_ENTRIES = 1 << 18,  /* 8 MiB */
    REDUCED_FROM = 4,        /* moves before those that are looked at less */
    REDUCED_DEPTH = 3,       /* least depth at which some moves are looked at less */
    REPORT_NODES = 1024,     /* positions between two looks at the clock */
    MOST_HISTORY = 1 << 20,
};
static const int64_t INFINITE = INT64_MAX / 2;
static const mst_move NO_MOVE = UINT64_MAX; /* not the code of a move */

enum bound { EXACT, LEAST, MOST }; /* the value is this, at least this, at most this */

struct entry {
    uint64_t key;
    mst_move move;
    int64_t value;
    int32_t depth;
    int32_t bound;
};

/* The moves of a position on the way. */
struct ply {
    struct mst_moves moves;
    int64_t *order; /* owned: by index of a move; the greatest is tried first */
    int capacity;
    mst_move killers[KILLERS];
    mst_move pv[MOST_PLIES];
    int pv_count;
};

struct alpha {
    struct search_think *think;
    struct entry *table;
    size_t entries; /* a power of two */
    struct ply plies[MOST_PLIES + 1];
    int32_t history[2][HISTORY];
    bool guessed; /* a value that is not whole was used since it was last cleared */
    bool stopped; /* out of positions, work, time or memory */
    bool first;   /* the first iteration: no noisy moves beyond it */
};

/* ---- the table ------------------------------------------------------------------------------- */

/* Wins count from the root; in the table they count from the position. */
static int64_t shifted(int64_t value, int ply) {
    if (value > SEARCH_WON / 2)
        return value + ply;
    return value < -SEARCH_WON / 2 ? value - ply : value;
}

static struct entry *think_alpha_entry_of(const struct alpha *a, uint64_t key) {
    assert(a->entries && !(a->entries & (a->entries - 1))); /* A2 */
    return &a->table[key & (a->entries - 1)];
}

static void store(struct alpha *a, int ply, int depth, int64_t value, enum bound bound,
                  mst_move move) {
    assert(ply >= 0 && ply <= MOST_PLIES && value > -INFINITE && value < INFINITE);
    uint64_t key = a->think->pos->hash;
    struct entry *entry = think_alpha_entry_of(a, key);

    /* A2: another position takes the place at once. Of the same one, a deeper result is kept,
     * unless this one is exact. */
    if (entry->key == key && entry->depth > depth && entry->depth != WHOLE && bound != EXACT)
        return;

    *entry = (struct entry){key, move, shifted(value, ply), depth, bound};
}

/* May the stored value be used instead of a search between alpha and beta? */
static bool serves(const struct entry *entry, int depth, int64_t value, int64_t alpha,
                   int64_t beta) {
    if (entry->depth < depth)
        return false;

    return entry->bound == EXACT || (entry->bound == LEAST ? value >= beta : value <= alpha);
}

/* ---- the order of moves ---------------------------------------------------------------------- */

static int32_t *history_of(struct alpha *a, mst_move move) {
    /* The same move can be good for one seat and bad for the other. */
    int seat = core_get(a->think->pos, CORE_SLOT_TO_MOVE) == a->think->seat;
    return &a->history[seat][core_mix(move) & (HISTORY - 1)];
}

static bool think_alpha_room(struct alpha *a, struct ply *at) {
    if (at->moves.count <= at->capacity)
        return true;
    int capacity = 2 * at->moves.count;

    int64_t *order = mst_realloc(at->order, (size_t)capacity * sizeof *order);
    if (!order) {
        a->stopped = true;
        return search_think_no_memory(a->think);
    }

    at->order = order;
    at->capacity = capacity;
    return true;
}

static bool is_noisy(struct alpha *a, mst_move move) {
    /* A rule that fails makes the move quiet: it is looked at all the same, where the search is
     * deep enough. */
    bool noisy = a->think->play.rules->any_noisy && core_move_noisy(&a->think->play, move);
    if (a->think->play.failed)
        search_think_pardon(a->think);
    return noisy;
}

enum { FIRST_BONUS = 1 << 30, NOISY_BONUS = 1 << 28, KILLER_BONUS = 1 << 26 };

/* List the moves of the position, and say in which order to try them. False if there are none. */
static bool think_alpha_list(struct alpha *a, int ply, mst_move best) {
    assert(ply >= 0 && ply <= MOST_PLIES);
    struct ply *at = &a->plies[ply];
    struct search_think *think = a->think;

    if (!core_legal(&think->play, &at->moves))
        search_think_pardon(think);
    if (think->error.status == MST_NO_MEMORY)
        a->stopped = true;

    if (!at->moves.count || !think_alpha_room(a, at))
        return false;

    for (int i = 0; i < at->moves.count; i++) {
        mst_move move = at->moves.moves[i];
        /* The best move of an earlier look first, then noisy ones, then killers, then what has cut
         * off before. Bonuses are so far apart that history, at most MOST_HISTORY, cannot bridge
         * them. */
        at->order[i] = *history_of(a, move);

        if (move == best)
            at->order[i] += FIRST_BONUS;
        else if (is_noisy(a, move))
            at->order[i] += NOISY_BONUS;
        else
            for (int k = 0; k < KILLERS; k++)
                if (move == at->killers[k])
                    at->order[i] += KILLER_BONUS >> k;
    }
    return true;
}

/* Bring the move to try next to place `i`. */
static mst_move next(struct ply *at, int i) {
    assert(i >= 0 && i < at->moves.count);
    int best = i;
    for (int k = i + 1; k < at->moves.count; k++)
        if (at->order[k] > at->order[best])
            best = k;

    /* One swap for each move that is tried; a sort would be wasted where the first one cuts off. */
    mst_move move = at->moves.moves[best];
    int64_t order = at->order[best];
    at->moves.moves[best] = at->moves.moves[i];
    at->order[best] = at->order[i];
    at->moves.moves[i] = move;
    at->order[i] = order;
    return move;
}

/* The move caused a cut-off. */
static void praise(struct alpha *a, int ply, int depth, mst_move move) {
    struct ply *at = &a->plies[ply];
    int32_t *history = history_of(a, move);

    /* Deep cut-offs save more. */
    if (*history < MOST_HISTORY)
        *history += depth * depth;

    if (at->killers[0] != move) {
        at->killers[1] = at->killers[0];
        at->killers[0] = move;
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Where the match is over nobody moves: the value is that of the seat for which the search runs. */
static bool mine(const struct alpha *a) {
    const struct core_position *pos = a->think->pos;
    /* A1 */
    return core_get(pos, CORE_SLOT_OVER) || core_get(pos, CORE_SLOT_TO_MOVE) == a->think->seat;
}

/* The value of the position for the seat to move, without a search. */
static int64_t think_alpha_judge(struct alpha *a, int ply) {
    struct search_think *think = a->think;
    int64_t value = 0;

    /* A1: nobody won. */
    if (core_get(think->pos, CORE_SLOT_OVER) && !core_get(think->pos, CORE_SLOT_WINNERS))
        return 0;

    if (!search_think_judge(think, think->seat, ply, &value)) {
        search_think_pardon(think);
        a->stopped = true;
    }

    /* A1: what is good for one seat is as bad for the other. */
    return mine(a) ? value : -value;
}

static int64_t think_alpha_search(struct alpha *a, int ply, int depth, int64_t alpha, int64_t beta);
static int64_t think_alpha_settle(struct alpha *a, int ply, int depth, int64_t alpha, int64_t beta);

static int64_t think_alpha_look(struct alpha *a, int ply, int depth, int64_t alpha, int64_t beta) {
    assert(alpha < beta);
    bool ends = depth <= 0 || ply >= MOST_PLIES || core_get(a->think->pos, CORE_SLOT_OVER);
    return ends ? think_alpha_settle(a, ply, depth, alpha, beta)
                : think_alpha_search(a, ply, depth, alpha, beta);
}

/* Look at the position after a move. `own` is the view of the seat that made it. */
static int64_t think_alpha_after(struct alpha *a, bool own, int ply, int depth, int64_t alpha,
                                 int64_t beta) {
    /* The seat may move again: only a change of sides changes the sign, and swaps the limits. */
    return mine(a) == own ? think_alpha_look(a, ply, depth, alpha, beta)
                          : -think_alpha_look(a, ply, depth, -beta, -alpha);
}

/* Play a move, if the limits allow. A first move can take long, so what is known is reported again
 * meanwhile. False if it cannot be searched. */
static bool think_alpha_make(struct alpha *a, mst_move move) {
    struct search_think *think = a->think;
    if (!search_think_spend(think)) {
        a->stopped = true;
        return false;
    }

    if (think->nodes % REPORT_NODES == 0 && search_think_due(think))
        search_think_report_again(think);

    if (core_play_move(&think->play, move))
        return true;

    /* A move that fails is left out; without memory the search cannot go on. */
    search_think_pardon(think);
    a->stopped = a->stopped || think->error.status == MST_NO_MEMORY;
    return false;
}

/* The value of a position at the end of a line, once noisy moves have been tried. The seat need not
 * make one. */
static int64_t think_alpha_settle(struct alpha *a, int ply, int depth, int64_t alpha,
                                  int64_t beta) {
    struct search_think *think = a->think;
    struct ply *at = &a->plies[ply];
    bool own = mine(a), over = core_get(think->pos, CORE_SLOT_OVER);
    assert(ply <= MOST_PLIES);
    int64_t best = think_alpha_judge(a, ply);

    /* A3: only the end of the match is known for certain. */
    at->pv_count = 0;
    a->guessed = a->guessed || !over;

    /* The first iteration is to end fast, so that there is some result. */
    if (over || a->stopped || best >= beta || a->first || !think->play.rules->any_noisy ||
        ply >= MOST_PLIES || depth <= -MOST_QUIET || !think_alpha_list(a, ply, NO_MOVE))
        return best;

    for (int i = 0; i < at->moves.count && best < beta && !a->stopped; i++) {
        mst_move move = next(at, i);

        /* Moves come in order, so those that follow are quiet, too. */
        if (at->order[i] < NOISY_BONUS)
            break;

        struct core_mark mark = core_position_mark(think->pos);
        if (think_alpha_make(a, move)) {
            int64_t low = best > alpha ? best : alpha;
            int64_t value = think_alpha_after(a, own, ply + 1, depth - 1, low, beta);
            best = value > best && !a->stopped ? value : best;
        }

        core_position_rewind(think->pos, mark);
    }
    return best;
}

/* The moves of `ply` begin with this one, and go on with those of the next ply. */
static void keep_line(struct alpha *a, int ply, mst_move move) {
    struct ply *at = &a->plies[ply], *below = &a->plies[ply + 1];
    assert(ply < MOST_PLIES);
    int count = ply + 1 < MOST_PLIES ? below->pv_count : 0;
    count = count < MOST_PLIES - 1 ? count : MOST_PLIES - 1;

    at->pv[0] = move;
    memcpy(at->pv + 1, below->pv, (size_t)count * sizeof *at->pv);
    at->pv_count = count + 1;
}

/* A search of the moves of a position. */
struct tries {
    int ply, depth;      /* of the position */
    int64_t alpha, beta; /* its limits */
    int64_t best;
    mst_move chosen;
    int count; /* moves that were searched */
    bool own;  /* the view of the seat to move */
};

/* The value of the position after move number `i`: those that follow the first are only compared
 * with the best so far, unless they are better, and late quiet ones at less depth. */
static int64_t think_alpha_value_of(struct alpha *a, const struct tries *t, int i) {
    const struct ply *at = &a->plies[t->ply];
    /* A forced move costs no depth. */
    int depth = t->depth - (at->moves.count > 1), ply = t->ply + 1;
    int64_t low = t->best > t->alpha ? t->best : t->alpha, value;

    if (!t->count)
        return think_alpha_after(a, t->own, ply, depth, t->alpha, t->beta);

    /* A window of one value only asks whether the move is better than the best. If it seems so, ask
     * again at full depth, and then with the whole window, for the exact value. */
    bool less = t->count >= REDUCED_FROM && t->depth >= REDUCED_DEPTH &&
                at->order[i] < KILLER_BONUS / KILLERS;
    value = think_alpha_after(a, t->own, ply, depth - less, low, low + 1);
    if (less && value > low && !a->stopped)
        value = think_alpha_after(a, t->own, ply, depth, low, low + 1);
    if (value > low && value < t->beta && !a->stopped)
        value = think_alpha_after(a, t->own, ply, depth, low, t->beta);

    return value;
}

/* Try move number `i`. False at a cut-off, or to stop. */
static bool try(struct alpha *a, struct tries *t, int i) {
    struct search_think *think = a->think;
    mst_move move = next(&a->plies[t->ply], i);
    struct core_mark mark = core_position_mark(think->pos);
    bool made = think_alpha_make(a, move);
    int64_t value = made ? think_alpha_value_of(a, t, i) : 0;

    core_position_rewind(think->pos, mark);

    /* A move that fails is as if it were not there; the search goes on with the others. */
    if (!made || a->stopped)
        return !a->stopped;

    t->count++;
    if (value <= t->best)
        return true;

    t->best = value;
    t->chosen = move;

    if (value > t->alpha)
        keep_line(a, t->ply, move);
    if (value >= t->beta)
        praise(a, t->ply, t->depth, move);

    return value < t->beta;
}

/* Is this known to be the end of the match, however deep one looks? */
static bool proven(int64_t value, enum bound bound) {
    /* A3: a win stays a win however deep one looks, if it is at least this good; and a loss if it
     * is at most this bad. */
    return (value > SEARCH_WON / 2 && bound != MOST) || (value < -SEARCH_WON / 2 && bound != LEAST);
}

/* Store what was found. Returns it. */
static int64_t think_alpha_conclude(struct alpha *a, const struct tries *t, bool guessed_before) {
    assert(a->stopped || t->count > 0);
    enum bound bound = t->best >= t->beta ? LEAST : t->best > t->alpha ? EXACT : MOST;

    bool whole = !a->guessed || proven(t->best, bound);

    /* A search that was cut off has not seen all moves: its result must not serve later. */
    if (!a->stopped)
        store(a, t->ply, whole ? WHOLE : t->depth, t->best, bound, t->chosen);

    /* A3: for the position above, this value is one that was guessed, unless it is whole. */
    a->guessed = guessed_before || !whole;
    return t->best;
}

/* The value of the position for the seat to move, if it lies between alpha and beta; else a limit
 * of it. */
static int64_t think_alpha_search(struct alpha *a, int ply, int depth, int64_t alpha,
                                  int64_t beta) {
    assert(ply < MOST_PLIES && depth > 0);
    struct entry *entry = think_alpha_entry_of(a, a->think->pos->hash);
    struct tries t = {ply, depth, alpha, beta, -INFINITE, NO_MOVE, 0, mine(a)};
    bool known = entry->key == a->think->pos->hash, before = a->guessed;
    int64_t value = shifted(entry->value, -ply);

    a->plies[ply].pv_count = 0;

    /* With an open window the line itself is wanted, and the table has none. */
    if (known && beta - alpha == 1 && serves(entry, depth, value, alpha, beta)) {
        a->guessed = before || entry->depth != WHOLE;
        return value;
    }

    /* No move: the rules fail here, or memory does. Then the evaluation has to do. */
    if (!think_alpha_list(a, ply, known ? entry->move : NO_MOVE))
        return think_alpha_settle(a, ply, -MOST_QUIET, alpha, beta);

    a->guessed = false;
    for (int i = 0; i < a->plies[ply].moves.count; i++)
        if (!try(a, &t, i))
            break;

    if (!t.count && !a->stopped) {
        a->guessed = before;
        return think_alpha_settle(a, ply, -MOST_QUIET, alpha, beta);
    }

    return think_alpha_conclude(a, &t, before);
}

/* ---- the root -------------------------------------------------------------------------------- */

/* The first moves, the best so far first. */
struct roots {
    mst_move *moves; /* owned */
    int count;
};

/* By a hash, so that the order of the list does not show. */
static bool list_roots(struct alpha *a, struct roots *roots) {
    struct search_think *think = a->think;
    struct mst_moves moves = {0};
    bool done = search_think_set(think, NULL) && core_legal(&think->play, &moves);

    if (think->play.failed)
        search_think_pardon(think);

    roots->moves = done ? mst_calloc((size_t)moves.count + 1, sizeof *roots->moves) : NULL;

    for (int i = 0; roots->moves && i < moves.count; i++) {
        mst_move move = moves.moves[i];
        int at = roots->count;

        /* K4 */
        if (!search_think_begins(think, move))
            continue;
        for (;
             at > 0 && core_mix(roots->moves[at - 1] ^ think->seed) > core_mix(move ^ think->seed);
             at--)
            roots->moves[at] = roots->moves[at - 1];

        roots->moves[at] = move;
        roots->count++;
    }

    mst_moves_clear(&moves);
    return roots->moves || (done && search_think_no_memory(think));
}

static void to_front(struct roots *roots, int i) {
    assert(i >= 0 && i < roots->count);
    mst_move move = roots->moves[i];
    memmove(roots->moves + 1, roots->moves, (size_t)i * sizeof move);
    roots->moves[0] = move;
}

/* The best line so far is that of the root. */
static void take_line(struct alpha *a, int64_t score) {
    struct search_line *line = &a->think->line;
    assert(search_think_begins(a->think, a->plies[0].pv[0])); /* K4 */
    const struct ply *root = &a->plies[0];
    const int most = sizeof line->moves / sizeof *line->moves;

    line->count = root->pv_count < most ? root->pv_count : most;
    memcpy(line->moves, root->pv, (size_t)line->count * sizeof *line->moves);

    line->score = score;
    line->sense = search_think_sense(score);
}

/* Search all first moves to a depth. False to stop. */
static bool deepen(struct alpha *a, struct roots *roots, int depth) {
    struct search_think *think = a->think;
    struct tries t = {
        .depth = depth, .alpha = -INFINITE, .beta = INFINITE, .best = -INFINITE, .own = true};

    a->guessed = false;
    a->first = depth == 1;
    a->plies[0].moves.count = roots->count;

    if (!think_alpha_room(a, &a->plies[0]))
        return false;

    /* The roots have a separate order and no bonuses, so late ones are looked at less, too. */
    memset(a->plies[0].order, 0, (size_t)roots->count * sizeof *a->plies[0].order);

    for (int i = 0; i < roots->count && !a->stopped; i++) {
        if (!search_think_set(think, NULL) || !think_alpha_make(a, roots->moves[i]))
            continue;

        int64_t value = think_alpha_value_of(a, &t, i);
        if (a->stopped)
            break;

        t.count++;
        if (value <= t.best)
            continue;

        /* Better than all before, so it is the first one to try at the next depth. If that is cut
         * short, its best line so far counts. */
        t.best = value;
        keep_line(a, 0, roots->moves[i]);
        take_line(a, value);
        to_front(roots, i);

        if (search_think_due(think))
            search_think_report(think, &think->line);
    }

    return t.count && !a->stopped;
}

/* Nothing was searched to its end: plan any move. */
static void take_any(struct alpha *a, const struct roots *roots) {
    struct search_line *line = &a->think->line;
    if (line->count || !roots->count)
        return;

    line->moves[0] = roots->moves[0];
    line->count = 1;
    line->score = 0;
    line->sense = MST_SENSE_NONE;
}

/* Look one ply deeper each time, until the limits are reached or the end is known. */
static void deepen_all(struct alpha *a, struct roots *roots) {
    struct search_think *think = a->think;
    for (int depth = 1; depth <= MOST_PLIES && deepen(a, roots, depth); depth++) {
        bool ends = !a->guessed || proven(think->line.score, EXACT);
        if (!a->guessed && !think->line.score)
            think->line.sense = MST_SENSE_DRAWN;

        if (ends)
            break;
        if (search_think_due(think))
            search_think_report(think, &think->line);
    }

    if (think->error.status != MST_NO_MEMORY)
        take_any(a, roots);
}

static bool open(struct alpha *a) {
    int64_t wanted = a->think->limit;
    a->entries = LEAST_ENTRIES;

    /* Not much larger than the search can fill: clearing memory takes time, too. */
    while (a->entries < MOST_ENTRIES && (int64_t)a->entries < wanted)
        a->entries *= 2;

    a->table = mst_calloc(a->entries, sizeof *a->table);
    return a->table || search_think_no_memory(a->think);
}

static void close(struct alpha *a) {
    for (int i = 0; i <= MOST_PLIES; i++) {
        mst_moves_clear(&a->plies[i].moves);
        mst_free(a->plies[i].order);
    }

    mst_free(a->table);
    mst_free(a);
}

bool search_think_alpha_fits(const struct search_think *think) {
    const struct core_rules *rules = think->play.rules;
    bool fits = rules->schema->seats == 2 && !rules->schema->secrets;

    /* Without chance and secrets there is one value to each position; with two seats, one number
     * says it (A1). */
    for (int i = 0; fits && i < rules->decision_count; i++)
        fits = !rules->decisions[i].chance;
    return fits;
}

bool search_think_alpha(struct search_think *think) {
    struct alpha *a = mst_calloc(1, sizeof *a);
    struct roots roots = {0};
    think->line.count = 0;
    if (!a)
        return search_think_no_memory(think);

    assert(search_think_alpha_fits(think));
    a->think = think;
    if (open(a) && list_roots(a, &roots) && roots.count) /* a share of them may be empty */
        deepen_all(a, &roots);

    mst_free(roots.moves);
    close(a);
    return think->line.count > 0;
}
