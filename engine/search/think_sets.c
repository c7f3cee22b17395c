/* Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012), for seats that
 * may not see everything.
 *
 * Each try plays in one of many determinizations. Every seat has a tree of its own, whose nodes are
 * what that seat has seen since the root: moves that it cannot tell apart lead it to one node. So
 * no seat answers what it does not see, and all determinizations share what is learned in them. A
 * seat chooses among the moves that the determinization allows by UCB, with how often each could
 * have been chosen in place of how often the node was visited. A try ends at a move that is new,
 * with the evaluation, or with a random game where there is none.
 *
 * A determinization in which the rules fail is taken for one that cannot be, and another is drawn
 * in its place, but only so often. Then it is struck off, as long as more than half of them are
 * left. After that the move is to blame: it counts as lost.
 *
 * T1 A node is found by its key, a hash of its seat and of all that was seen. T2 Only integers and
 * square roots are used. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/playout.h"
#include "core/asked.h"
#include "core/together.h"
#include "search/think_worlds.h"
#include "core/secret.h"
#include "muster/player.h"

enum {
    MOST_DEPTH = 64,
    MOST_SETS = 2000000, /* bounds memory */
    PLAYOUT_PLIES = 600,
    LEAST_WORLDS = 8,
    TRIES_PER_WORLD = 16,    /* positions for each world, from which their number follows */
    SPARES = 4,              /* so many worlds may replace each that was drawn */
    LOOKS = 64,              /* evaluations that show how much is much */
    LOOK_PLIES = 8,          /* random plies before each of them */
    MUCH = 3,                /* so many mean distances from the evaluation of the root are much */
    BELIEF = 3,              /* tries that the value of a move elsewhere counts for */
    REACH = 300000,          /* how much better a move may be that was tried seldom */
    REACH_OF_GAMES = 500000, /* the same where random games judge, which vary more */
    SURE = 1000000,          /* a game that is won; one that is lost is 0 */
    MARGIN = 20000,          /* an evaluation stays so far from both */
};

struct set {
    uint64_t key;   /* 0: no node */
    int64_t points; /* of the seat that moved, over all tries through it: SURE for a won game */
    int visits;
    int chances; /* how often it could be chosen */
};

struct sets {
    struct search_think *think;
    struct search_worlds worlds;
    const struct search_knowledge *knowledge;
    int drawn, spare;  /* worlds at the beginning, and how many may replace others */
    struct set *table; /* owned */
    int64_t capacity, count;
    struct mst_rng rng;
    struct mst_moves moves; /* scratch */
    int seats;
    bool sealed;                          /* others do not see what is chosen at the root */
    bool judges;                          /* there is an evaluation, and it has not failed */
    bool opposed;                         /* of two seats, what one gains the other loses */
    int64_t centre[MST_MOST_SEATS], much; /* the evaluation of the root, and how far away others
                                           * are */
};

/* A choice of a try. */
struct step {
    uint64_t key, habit; /* of its node, and of the move wherever it is played */
    int seat;
};

/* ---- nodes ----------------------------------------------------------------------------------- */

static uint64_t think_sets_key_of(uint64_t from, uint64_t seen) {
    uint64_t key = core_mix(from ^ core_mix(seen + UINT64_C(0x9e3779b97f4a7c15)));
    return key ? key : 1;
}

static struct set *think_sets_slot_of(struct set *table, int64_t capacity, uint64_t key) {
    assert(key && capacity > 0 && !(capacity & (capacity - 1))); /* T1 */
    uint64_t mask = (uint64_t)capacity - 1, at = key & mask;
    /* Half of the table is free (think_sets_room), so this ends, and soon. */
    while (table[at].key && table[at].key != key)
        at = (at + 1) & mask;
    return &table[at];
}

/* Make room for so many more nodes. */
static bool think_sets_room(struct sets *sets, int64_t more) {
    int64_t capacity = sets->capacity ? sets->capacity : 1024;
    /* A table that has all the nodes it may have does not grow; count_try adds none then. */
    while (sets->count < MOST_SETS && 2 * (sets->count + more) > capacity)
        capacity *= 2;
    if (capacity == sets->capacity)
        return true;

    struct set *table = mst_calloc((size_t)capacity, sizeof *table);
    if (!table)
        return search_think_no_memory(sets->think);

    for (int64_t i = 0; i < sets->capacity; i++)
        if (sets->table[i].key)
            *think_sets_slot_of(table, capacity, sets->table[i].key) = sets->table[i];

    mst_free(sets->table);
    sets->table = table;
    sets->capacity = capacity;
    return true;
}

/* The node with that key; without visits if it is new. */
static struct set *think_sets_find(const struct sets *sets, uint64_t key) {
    assert(key && sets->capacity > 0); /* T1 */
    return think_sets_slot_of(sets->table, sets->capacity, key);
}

/* Count a try in the node with that key, for which there is room. If there are too many nodes, none
 * is added. */
static void count_try(struct sets *sets, uint64_t key, int64_t points) {
    struct set *set = think_sets_find(sets, key);
    if (!set->key && sets->count >= MOST_SETS)
        return;

    /* The try in which a move is new was a chance to choose it, too. */
    sets->count += !set->key;
    assert(!set->key || set->key == key); /* T1 */
    set->key = key;
    set->chances += !set->visits;
    set->visits++;
    assert(points >= 0 && points <= SURE); /* T2 */
    set->points += points;
}

/* ---- what seats see -------------------------------------------------------------------------- */

/* What `seat` sees of the move that was just played: its code without the parts that are hidden. */
static uint64_t seen_of(const struct sets *sets, mst_move move, int mover, int seat) {
    const struct core_play *play = &sets->think->play;
    const struct core_kind *kind = &play->rules->kinds[core_move_kind(move)];
    for (int i = 0; i < kind->param_count && mover != seat; i++) {
        const struct core_param *param = &kind->params[i];
        /* What a seat cannot see must not lead it to a node of its own: it would answer what it
         * does not know. */
        bool hidden = kind->secret || param->kind == CORE_CLAUSE_SAMPLE ||
                      param->kind == CORE_CLAUSE_SUBSET ||
                      (param->kind == CORE_CLAUSE_PIECES &&
                       !core_secret_named(play->pos, (int)core_move_param(param, move), seat));

        if (hidden)
            move &= ~(param->mask << param->shift);
    }
    return move;
}

static int64_t within(int64_t value, int64_t least, int64_t most) {
    if (value < least)
        return least;
    return value > most ? most : value;
}

/* ---- the value of positions ------------------------------------------------------------------ */

/* The share of SURE that an evaluation stands for. */
static int64_t share_of(const struct sets *sets, int64_t worth, int seat) {
    const int64_t half = SURE / 2 - MARGIN, most = INT64_C(1) << 40;
    assert(sets->much > 0);
    int64_t off = worth - sets->centre[seat];
    off = within(off, -most, most);

    /* A curve that is steep around the evaluation of the root and never reaches an end: only games
     * that are over count as won or lost. */
    return SURE / 2 + half * off / (llabs(off) + sets->much);
}

/* The evaluation that stands for such a share. */
static int64_t worth_of(const struct sets *sets, int64_t share, int seat) {
    const int64_t half = SURE / 2 - MARGIN;
    int64_t off = share - SURE / 2, size = llabs(off);

    /* The inverse of share_of, which grows beyond all bounds near its ends. */
    size = size > half - half / 1000 ? half - half / 1000 : size;
    size = sets->much * size / (half - size);
    return sets->centre[seat] + (off < 0 ? -size : size);
}

/* The shares of the seats at the end of a game. */
static void share_out(const struct sets *sets, uint32_t winners, int64_t *shares) {
    for (int seat = 0; seat < sets->seats; seat++)
        shares[seat] = winners ? (winners >> seat & 1) * SURE : SURE / 2;
}

/* The same for the position of `play`, by the evaluation. False if it fails. */
static bool think_sets_judge(const struct sets *sets, int64_t *shares) {
    struct search_think *think = sets->think;
    for (int seat = 0; seat < sets->seats; seat++) {
        int64_t worth;
        /* One evaluation does for both. */
        if (seat == 1 && sets->opposed)
            shares[1] = SURE - shares[0];
        else if (search_think_judge(think, seat, 0, &worth))
            shares[seat] = share_of(sets, worth, seat);
        else
            return false;
    }
    return true;
}

/* The same by a random game. False if the rules fail. */
static bool play_out(struct sets *sets, int64_t *shares) {
    struct search_playout result;
    if (!search_playout_run(&sets->think->play, &sets->rng, PLAYOUT_PLIES, &result))
        return false;
    /* A game that did not end counts as drawn. */
    share_out(sets, result.over ? result.winners : 0, shares);
    return true;
}

static bool think_sets_evaluate(struct sets *sets, int64_t *shares) {
    struct search_think *think = sets->think;
    if (core_get(think->pos, CORE_SLOT_OVER)) {
        share_out(sets, (uint32_t)core_get(think->pos, CORE_SLOT_WINNERS), shares);
        return true;
    }

    if (sets->judges && think_sets_judge(sets, shares))
        return true;
    if (sets->judges) { /* go on without it */
        sets->judges = false;
        search_think_pardon(think);
    }
    return play_out(sets, shares);
}

/* ---- choosing in a try ----------------------------------------------------------------------- */

/* 16 times the logarithm to base 2, with straight lines between its whole values. */
static int64_t log_of(int64_t n) {
    assert(n > 0);
    int bits = 0;
    while (n >> (bits + 1))
        bits++;
    /* T2: the highest bit counts 16, and the four below it fill the steps between. */
    return 16 * bits + (bits > 4 ? n >> (bits - 4) : n << (4 - bits)) - 16;
}

/* The promise of a move to its seat: the mean of its tries, and more the fewer they are. A
 * move that was tried seldom is also judged by its value elsewhere. */
static int64_t promise(const struct sets *sets, const struct set *set, uint64_t habit,
                       int64_t usual) {
    assert(set->visits >= 0 && set->chances >= set->visits);
    const struct set *other = think_sets_find(sets, habit);
    int64_t prior = other->visits ? (other->points + usual) / (other->visits + 1) : usual;

    /* A move without tries has the mean of its habit; tries take over by and by. */
    int64_t mean = (set->points + BELIEF * prior) / (set->visits + BELIEF);
    int64_t reach = sets->judges ? REACH : REACH_OF_GAMES;

    /* T2. A move that could often have been chosen and was not is due. */
    return mean + (int64_t)sqrt((double)(reach * reach / 16 * log_of(set->chances + 2) /
                                         (set->visits + BELIEF)));
}

/* Choose among the moves of the seat whose node has the key `at`. */
static int think_sets_choose(struct sets *sets, uint64_t at, uint64_t habits,
                             const struct mst_moves *moves, const int *roots, int64_t usual) {
    int best = -1;
    int64_t most = 0;
    assert(moves->count > 0);
    int start = (int)mst_rng_below(&sets->rng, (uint64_t)moves->count);

    for (int n = 0; n < moves->count; n++) {
        int i = (start + n) % moves->count;
        /* At the root, a move has one name in all worlds (D3); below, worlds agree on codes as far
         * as the seat sees them. */
        uint64_t name = roots ? sets->worlds.roots[roots[i]].name : moves->moves[i];
        struct set *set = think_sets_find(sets, think_sets_key_of(at, name));
        int64_t value = promise(sets, set, think_sets_key_of(habits, moves->moves[i]), usual);
        /* A move without tries is not in the table: count_try gives it its first chance. */
        set->chances += set->visits > 0;
        if (best < 0 || value > most) {
            best = i;
            most = value;
        }
    }

    return best;
}

/* Draw an outcome of the pending chance event by the weights. */
static bool think_sets_draw(struct sets *sets, mst_move *outcome) {
    struct core_play *play = &sets->think->play;
    int64_t total = 0;
    int i = 0;

    if (core_sampled_now(play)) {
        *outcome = core_sample_draw(play, &sets->rng);
        return true;
    }
    if (!core_legal(play, &sets->moves) || !sets->moves.count)
        return false;

    for (int k = 0; k < sets->moves.count; k++)
        total += core_move_weight(play, sets->moves.moves[k]);
    int64_t at = (int64_t)mst_rng_below(&sets->rng, (uint64_t)total);
    /* The last one takes what is left, so weights that change cannot lead beyond the list. */
    while (i < sets->moves.count - 1 && (at -= core_move_weight(play, sets->moves.moves[i])) >= 0)
        i++;
    *outcome = sets->moves.moves[i];
    return true;
}

/* ---- a try ----------------------------------------------------------------------------------- */

/* Go down from the root of a world to a move that is new. Sets the number of choices. False if the
 * rules fail, after the last of them. */
static bool descend(struct sets *sets, const struct search_world *world, struct step *path,
                    int *choices) {
    struct search_think *think = sets->think;
    uint64_t at[MST_MOST_SEATS];
    int depth = 0;
    bool fresh = false;

    *choices = 0;
    for (int seat = 0; seat < sets->seats; seat++)
        at[seat] = think_sets_key_of(0, (uint64_t)seat);

    /* at[seat] is the node of each seat: where it is after all that it has seen. */
    for (int ply = 0; ply < MOST_DEPTH && !fresh && !core_get(think->pos, CORE_SLOT_OVER); ply++) {
        int mover = core_get(think->pos, CORE_SLOT_TO_MOVE);
        const struct mst_moves *moves = ply ? &sets->moves : &world->moves;
        uint64_t name;
        mst_move move;

        core_budget_next(think->budget);
        if (mover < 0) {
            if (!think_sets_draw(sets, &move))
                return false;
            name = move;
        } else {
            if (ply && !core_legal(&think->play, &sets->moves))
                return false;
            if (!moves->count)
                return false;

            /* The usual result of a node is the first guess for moves that are new there. */
            uint64_t habits = think_sets_key_of(1, (uint64_t)mover);
            const struct set *here = think_sets_find(sets, at[mover]);
            int64_t usual = here->visits ? here->points / here->visits : SURE / 2;
            int i =
                think_sets_choose(sets, at[mover], habits, moves, ply ? NULL : world->roots, usual);
            move = moves->moves[i];
            name = ply ? move : sets->worlds.roots[world->roots[i]].name;

            path[depth] = (struct step){think_sets_key_of(at[mover], name),
                                        think_sets_key_of(habits, move), mover};
            fresh = !think_sets_find(sets, path[depth++].key)->visits;
            *choices = depth;
        }

        /* Choices that several seats seal are seen all at once, when the last has chosen: their
         * hash is known only before. */
        bool together = core_together_now(&think->play);
        uint64_t chosen = core_together_hash(&think->play);
        if (!core_play_move(&think->play, move))
            return false;

        /* Is the choice at the root one that others do not see? */
        for (int seat = 0; seat < sets->seats && !ply; seat++)
            sets->sealed = sets->sealed || together || seen_of(sets, move, mover, seat) != move;

        bool waits = together && core_together_waits(&think->play);
        for (int seat = 0; seat < sets->seats; seat++) {
            uint64_t seen = waits ? 0 : seen_of(sets, move, mover, seat);
            /* The mover knows what it chose; the others go on from what they saw. */
            at[seat] = seat == mover ? path[depth - 1].key : think_sets_key_of(at[seat], seen);
            if (together && !waits) /* all choices are seen now */
                at[seat] = think_sets_key_of(at[seat], chosen);
        }
    }

    return true;
}

/* Strike off a world, and draw another one as long as that is allowed. */
static void replace(struct sets *sets, int world) {
    struct search_think *think = sets->think;
    struct mst_error before = think->error;

    search_worlds_strike(&sets->worlds, world);

    if (!sets->spare || !search_think_set(think, NULL))
        return;
    sets->spare--;

    /* That this one could not be is no failure of the search. */
    search_worlds_draw(&sets->worlds, think, sets->knowledge, &sets->rng, 1);
    if (think->error.status != MST_NO_MEMORY)
        think->error = before;
}

/* The rules failed in a world, after so many choices. */
static void blame(struct sets *sets, int world, const struct step *path, int depth) {
    /* As long as most worlds are left, it is more likely that this one cannot be. */
    if (sets->worlds.count > 1 && (sets->spare || 2 * sets->worlds.count > sets->drawn)) {
        search_think_forgive(sets->think);
        replace(sets, world);
        return;
    }

    /* In too many worlds: then the rules fail after this move, so no seat should play it. */
    search_think_pardon(sets->think);
    if (depth) {
        count_try(sets, path[depth - 1].key, 0);
        count_try(sets, path[depth - 1].habit, 0);
    }
}

/* One try, in a world that is drawn: if they came in turn, choices could fall in with their order.
 * The rules may fail. False when out of memory. */
static bool try_once(struct sets *sets) {
    struct step path[MOST_DEPTH];
    int64_t shares[MST_MOST_SEATS];
    int depth, world = (int)mst_rng_below(&sets->rng, (uint64_t)sets->worlds.count);
    const struct search_world *of = &sets->worlds.of[world];

    /* Each choice of the try may add a node and a habit. */
    if (!search_think_set(sets->think, of->pos) || !think_sets_room(sets, 2 * MOST_DEPTH))
        return false;

    if (!descend(sets, of, path, &depth) || !think_sets_evaluate(sets, shares)) {
        blame(sets, world, path, depth);
        return sets->think->error.status != MST_NO_MEMORY;
    }

    /* Each choice gains what the game brought to its own seat. */
    for (int i = 0; i < depth; i++) {
        count_try(sets, path[i].key, shares[path[i].seat]);
        count_try(sets, path[i].habit, shares[path[i].seat]);
    }

    /* The root has no choice that leads to it. */
    count_try(sets, think_sets_key_of(0, (uint64_t)sets->think->seat), shares[sets->think->seat]);
    return true;
}

/* ---- how much is much ------------------------------------------------------------------------ */

/* Look at evaluations around the root. False if there is none, or if it fails. */
static bool survey(struct sets *sets) {
    struct search_think *think = sets->think;
    int64_t worths[LOOKS][MST_MOST_SEATS], far = 0;
    int count = 0;

    /* Until an evaluation shows otherwise. */
    sets->opposed = sets->seats == 2;
    int64_t looks = think->limit / TRIES_PER_WORLD;
    looks = within(looks, LEAST_WORLDS, LOOKS);

    for (int i = 0; i < looks && search_think_spend(think); i++) {
        /* A few random plies from a world: positions as the search will meet them soon. */
        struct search_playout result;
        if (!search_think_set(think, sets->worlds.of[i % sets->worlds.count].pos) ||
            !search_playout_run(&think->play, &sets->rng, i % (LOOK_PLIES + 1), &result)) {
            search_think_forgive(think);
            continue;
        }

        for (int seat = 0; seat < sets->seats && !result.over; seat++)
            if (!search_think_judge(think, seat, 0, &worths[count][seat]))
                return false;
        if (result.over)
            continue;
        sets->opposed = sets->opposed && worths[count][0] == -worths[count][1];
        count++;
    }

    for (int i = 0; i < count; i++)
        for (int seat = 0; seat < sets->seats; seat++)
            sets->centre[seat] += worths[i][seat] / count;
    /* Exactly opposite, so that the shares of both add up to SURE. */
    if (sets->opposed)
        sets->centre[1] = -sets->centre[0];
    for (int i = 0; i < count; i++)
        far += llabs(worths[i][think->seat] - sets->centre[think->seat]) / count;
    sets->much = 1 + MUCH * far;
    return count > 0;
}

/* ---- the result ------------------------------------------------------------------------------ */

static struct set *root_set(const struct sets *sets, int root) {
    return think_sets_find(sets,
                           think_sets_key_of(think_sets_key_of(0, (uint64_t)sets->think->seat),
                                             sets->worlds.roots[root].name));
}

static bool think_sets_better(const struct set *a, const struct set *b) {
    return a->visits != b->visits ? a->visits > b->visits : a->points > b->points;
}

/* The number of the root move with the most tries, or -1, as before the first try. */
static int most_tried(const struct sets *sets) {
    int best = -1;
    for (int i = 0; sets->capacity && i < sets->worlds.root_count; i++)
        if (root_set(sets, i)->visits &&
            (best < 0 || think_sets_better(root_set(sets, i), root_set(sets, best))))
            best = i;
    return best;
}

/* Whoever foresees a sealed choice can answer it. So it is drawn, by the numbers of tries, among
 * the moves that were tried at least half as often as the one that was tried most. */
static int draw_sealed(struct sets *sets, int best) {
    assert(best >= 0 && root_set(sets, best)->visits > 0);
    int64_t total = 0, least = root_set(sets, best)->visits / 2;
    for (int i = 0; i < sets->worlds.root_count; i++)
        total += root_set(sets, i)->visits > least ? root_set(sets, i)->visits : 0;

    int64_t at = total ? (int64_t)mst_rng_below(&sets->rng, (uint64_t)total) : 0;
    for (int i = 0; i < sets->worlds.root_count; i++)
        if (root_set(sets, i)->visits > least && (at -= root_set(sets, i)->visits) < 0)
            return i;
    return best;
}

/* Write a root move as a line of the match. */
static void think_sets_trace(const struct sets *sets, int root, struct search_line *line) {
    struct search_think *think = sets->think;
    struct core_refusal refusal;

    line->count = 0;
    if (root < 0 || !search_think_set(think, NULL) ||
        !core_move_read(&think->play, sets->worlds.roots[root].text, &line->moves[0], &refusal))
        return;

    const struct set *set = root_set(sets, root);
    assert(set->visits > 0);
    int64_t share = set->points / set->visits;

    line->count = 1;
    line->score = sets->judges ? worth_of(sets, share, think->seat) : share * 1000 / SURE;
    line->sense = sets->judges ? MST_SENSE_WORTH : MST_SENSE_CHANCE;
    /* Won or lost in every try, in all worlds: then this is what can be said. */
    if (share != SURE && share != 0)
        return;

    line->sense = share ? MST_SENSE_WON : MST_SENSE_LOST;
    if (sets->judges)
        line->score = share ? SEARCH_WON - 1 : 1 - SEARCH_WON;
}

/* Note the tries of a root move. */
static void think_sets_note(const struct sets *sets, int root) {
    struct search_line line = {.count = 0};
    /* Also of those that cannot be played in the match: they have no line. */
    if (root_set(sets, root)->visits)
        think_sets_trace(sets, root, &line);
    if (line.count)
        search_think_note(sets->think, line.moves[0], line.score, root_set(sets, root)->visits);
}

static void think_sets_report(const struct sets *sets) {
    struct search_line line;
    think_sets_trace(sets, most_tried(sets), &line);
    if (line.count)
        search_think_report(sets->think, &line);
}

bool search_think_sets(struct search_think *think, const struct search_knowledge *knowledge) {
    struct sets *sets = mst_calloc(1, sizeof *sets);
    if (!sets)
        return search_think_no_memory(think);

    sets->think = think;
    sets->knowledge = knowledge;
    sets->seats = think->play.rules->schema->seats;

    mst_rng_seed(&sets->rng, think->seed);

    /* More worlds than tries would leave each of them with less than one. */
    int64_t want = think->limit / TRIES_PER_WORLD;
    want = within(want, LEAST_WORLDS, SEARCH_MOST_WORLDS);
    think->line.count = 0;

    bool done = search_worlds_draw(&sets->worlds, think, knowledge, &sets->rng, (int)want);
    sets->drawn = sets->worlds.count;
    sets->spare = SPARES * sets->drawn;

    sets->judges = done && search_think_judges(think) && survey(sets);
    if (think->play.failed)
        search_think_pardon(think);

    while (done && search_think_spend(think)) {
        if (search_think_due(think))
            think_sets_report(sets);
        done = try_once(sets);
    }

    search_think_rest(think);

    /* A choice that nobody sees must not be foreseen, either. */
    int best = done ? most_tried(sets) : -1;
    if (best >= 0 && sets->sealed)
        best = draw_sealed(sets, best);

    if (best >= 0 && think->firsts) {
        think_sets_note(sets, best); /* not all may find room */
        for (int i = 0; i < sets->worlds.root_count; i++)
            think_sets_note(sets, i);
    }

    think_sets_trace(sets, best, &think->line);
    search_worlds_clear(&sets->worlds);
    mst_moves_clear(&sets->moves);
    mst_free(sets->table);
    mst_free(sets);
    return think->line.count > 0;
}
