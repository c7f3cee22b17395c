/* Does a seat win by force? Depth-first proof-number search (Nagai, 2002) over the turns of the
 * seat, against every answer of all others and every outcome of chance.
 *
 * P1 A bound of the seat's own turns makes the search end; within it, a position that comes again on
 * the way counts as no win. P2 The table has a fixed size, and what it forgets is searched again.
 * P3 A proof holds wherever its position comes up. A refutation that met a repetition is loose: on
 * another way to its position there may be none. So it is believed only after a look at all that it
 * rests on has found positions which the seat cannot leave. If one of them turns out to be won, all
 * loose refutations are forgotten, and the search goes on with the proof. */
#include <assert.h>
#include <string.h>

#include "core/asked.h"
#include "search/think.h"
#include "core/secret.h"
#include "muster/player.h"
#include "search/deal.h"

enum {
    INFINITE = 1 << 29, /* a proof number: there is no proof */
    MOST_DEPTH = 600,   /* plies from the root */
    WAYS = 4,           /* places in the table for a position */
};

struct entry {
    uint64_t key;
    int32_t proof, disproof;
    uint32_t round; /* of a loose refutation: it holds as long as this is the round; else 0 */
    bool checked;   /* what it rests on was looked at in this round */
};

/* The history that matters for the future of a position. */
struct stage {
    int turns; /* of the seat, begun so far */
    int last;  /* the seat that decided last */
};

struct child {
    mst_move move;
    uint64_t key;
    int32_t proof, disproof;
    bool loose;   /* its refutation is */
    bool checked; /* but what that rests on was looked at */
    bool again;   /* it lies on the way */
    struct stage stage;
};

struct solver {
    struct search_think think;
    int seat, turns; /* of the question */
    struct entry *table;
    size_t buckets;
    uint64_t path[MOST_DEPTH];
    int depth;
    uint32_t round; /* from 1; a new one begins when a loose refutation was wrong */
    bool stopped;   /* out of memory, or of positions, or a rule failed */
};

/* ---- the table ------------------------------------------------------------------------------- */

static struct entry *bucket_of(const struct solver *s, uint64_t key) {
    assert(s->buckets > 0); /* P2 */
    return &s->table[key % s->buckets * WAYS];
}

static struct entry *solve_find(const struct solver *s, uint64_t key) {
    struct entry *bucket = bucket_of(s, key);
    for (int i = 0; i < WAYS; i++)
        /* P3: a loose refutation of an earlier round is as good as forgotten. */
        if (bucket[i].key == key && (!bucket[i].round || bucket[i].round == s->round))
            return &bucket[i];
    return NULL;
}

static void look_up(const struct solver *s, struct child *child) {
    const struct entry *entry = solve_find(s, child->key);
    /* P2: of what is not in the table, nothing is known; one position may prove it, or refute it.
     */
    child->proof = entry ? entry->proof : 1;
    child->disproof = entry ? entry->disproof : 1;
    child->loose = entry && entry->round;
    assert(!child->loose || !child->disproof); /* P3 */
    child->checked = entry && entry->checked;
}

static bool settled(const struct entry *entry) {
    return !entry->proof || !entry->disproof;
}

/* Store in the place of this position, a free one, or one that says least. */
static void store(struct solver *s, uint64_t key, int32_t proof, int32_t disproof, bool loose) {
    assert(key); /* 0 marks a free place */
    assert(proof || disproof);
    struct entry *bucket = bucket_of(s, key), *place = bucket;

    for (int i = 0; i < WAYS; i++) {
        struct entry *entry = &bucket[i];
        if (entry->key == key || !entry->key) {
            place = entry;
            break;
        }
        /* P2: settled entries stay before open ones, and of open ones those that took more work. */
        if (!settled(entry) &&
            (settled(place) || entry->proof + entry->disproof < place->proof + place->disproof))
            place = entry;
    }

    assert(!loose || !disproof); /* P3 */
    *place = (struct entry){key, proof, disproof, loose ? s->round : 0, false};
}

/* ---- positions ------------------------------------------------------------------------------- */

static bool attacks(const struct solver *s) {
    return core_get(s->think.pos, CORE_SLOT_TO_MOVE) == s->seat;
}

static void set(struct child *child, bool won) {
    child->proof = won ? 0 : INFINITE;
    child->disproof = won ? INFINITE : 0;
    child->loose = false;
}

static bool on_path(const struct solver *s, uint64_t key) {
    for (int i = s->depth - 1; i >= 0; i--)
        if (s->path[i] == key)
            return true;
    return false;
}

/* What is known of the position that stands now, as the child of one at `stage`. */
static void solve_judge(const struct solver *s, struct stage stage, struct child *child) {
    const struct core_position *pos = s->think.pos;
    int to_move = core_get(pos, CORE_SLOT_TO_MOVE);

    child->stage = stage;

    /* The end of a match is firm knowledge. Allies win together. */
    if (core_get(pos, CORE_SLOT_OVER)) {
        set(child, core_get(pos, CORE_SLOT_WINNERS) >> s->seat & 1);
        return;
    }

    /* P1: a turn begins where the seat decides and did not decide last; chance in between does not
     * end one. */
    if (to_move == s->seat && stage.last != s->seat)
        child->stage.turns++;
    if (to_move >= 0)
        child->stage.last = to_move;

    /* P3: the same position with as many turns left is the same question, on whatever way it is
     * reached. */
    child->key = core_mix(pos->hash ^ core_mix((uint64_t)(s->turns - child->stage.turns) * 64 +
                                               (uint64_t)(child->stage.last + 2)));
    child->key += !child->key; /* 0 marks a free place */

    child->again = on_path(s, child->key);

    if (child->stage.turns > s->turns) {
        set(child, false);
    } else if (child->again || s->depth == MOST_DEPTH) {
        set(child, false);
        child->loose = true;
    } else {
        look_up(s, child);
    }
}

/* Make the children of the position. Returns them, owned by the caller; NULL if that fails. */
static struct child *expand(struct solver *s, struct stage stage, int *count) {
    struct search_think *think = &s->think;
    struct mst_moves moves = {0};
    struct child *children = NULL;

    if (core_sampled_now(&think->play))
        mst_fail(&think->error, MST_BAD_REQUEST, "",
                 "chance has too many outcomes here to look at all of them");
    else if (!core_legal(&think->play, &moves))
        search_think_pardon(think);
    else if (!(children = mst_calloc((size_t)moves.count + 1, sizeof *children)))
        search_think_no_memory(think);

    /* Each child is judged where it is reached, and the position is the same again after. */
    for (int i = 0; children && i < moves.count; i++) {
        struct core_mark mark = core_position_mark(think->pos);
        children[i].move = moves.moves[i];
        core_budget_next(think->budget);
        if (core_play_move(&think->play, moves.moves[i])) {
            solve_judge(s, stage, &children[i]);
            core_position_rewind(think->pos, mark);
        } else {
            search_think_pardon(think);
            s->stopped = true;
        }
    }

    /* A move that fails makes the answer unknown: it could have been the one that wins. */
    *count = moves.count;
    mst_moves_clear(&moves);
    s->stopped = s->stopped || !children;
    return children;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Infinite only if a part is: where ways meet again, parts are counted often. */
static int32_t solve_add(int32_t a, int32_t b) {
    if (a == INFINITE || b == INFINITE)
        return INFINITE;
    return a + b < INFINITE ? a + b : INFINITE - 1;
}

/* The numbers of a node by those of its children. To prove it, one child is enough for the seat;
 * of the others all must be proved. */
static void sum_up(const struct child *children, int count, bool attack, int32_t *proof,
                   int32_t *disproof) {
    int32_t least = INFINITE, sum = 0;

    for (int i = 0; i < count; i++) {
        int32_t own = attack ? children[i].proof : children[i].disproof;
        least = own < least ? own : least;
        sum = solve_add(sum, attack ? children[i].disproof : children[i].proof);
    }

    *proof = attack ? least : sum;
    *disproof = attack ? sum : least;
}

/* Is the refutation of a node loose? The seat must be refuted everywhere, the others choose. */
static bool is_loose(const struct child *children, int count, bool attack) {
    /* For the seat, one loose refutation makes all loose; for the others, one firm refutation is
     * enough. */
    for (int i = 0; i < count; i++)
        if (!children[i].disproof && children[i].loose == attack)
            return attack;
    return !attack;
}

/* The child to look at next, and the second best number. */
static struct child *choose_child(struct child *children, int count, bool attack, int32_t *second) {
    struct child *best = NULL;
    int32_t least = INFINITE;
    *second = INFINITE;

    for (int i = 0; i < count; i++) {
        int32_t own = attack ? children[i].proof : children[i].disproof;
        /* Also where all are INFINITE: one must be chosen. */
        if (!best || own < least) {
            *second = least;
            least = own;
            best = &children[i];
        } else if (own < *second) {
            *second = own;
        }
    }
    return best;
}

/* The limits of a child: beyond them another child, or another node above, comes next. But
 * they exceed its numbers, so that it is looked at. */
static void limit_child(const struct child *best, bool attack, int32_t second, int32_t room,
                        int32_t *most_proof, int32_t *most_disproof) {
    assert(best->proof && best->disproof);
    int32_t *own = attack ? most_proof : most_disproof, *all = attack ? most_disproof : most_proof;

    int32_t limit = solve_add(second, 1);
    *own = limit < *own ? limit : *own;
    *all = solve_add(room, attack ? best->disproof : best->proof);

    *most_proof = best->proof < *most_proof ? *most_proof : best->proof + 1;
    *most_disproof = best->disproof < *most_disproof ? *most_disproof : best->disproof + 1;
}

/* Look at the position that stands now, until its numbers reach the limits. A node that was met
 * before looks at a child in any case: on circles numbers can grow by each other, and nothing else
 * would come of it (Kishimoto and Mueller, 2003). */
static void solve_look(struct solver *s, uint64_t key, struct stage stage, int32_t most_proof,
                       int32_t most_disproof) {
    bool attack = attacks(s), must = solve_find(s, key);
    assert(s->depth < MOST_DEPTH && stage.turns <= s->turns); /* P1 */
    int count = 0;

    if (s->stopped || !search_think_spend(&s->think)) {
        s->stopped = true;
        return;
    }

    s->path[s->depth++] = key;
    struct child *children = expand(s, stage, &count);
    for (; children && !s->stopped; must = false) {
        /* The numbers of this node follow from those of its children, which each round improves for
         * one of them. */
        int32_t proof, disproof, second;
        sum_up(children, count, attack, &proof, &disproof);
        store(s, key, proof, disproof, !disproof && is_loose(children, count, attack));
        if (!proof || !disproof || (!must && (proof >= most_proof || disproof >= most_disproof)))
            break;

        struct child *best = choose_child(children, count, attack, &second);
        int32_t child_proof = most_proof, child_disproof = most_disproof;
        limit_child(best, attack, second, attack ? most_disproof - disproof : most_proof - proof,
                    &child_proof, &child_disproof);

        struct core_mark mark = core_position_mark(s->think.pos);
        if (!core_play_move(&s->think.play, best->move)) {
            search_think_pardon(&s->think);
            s->stopped = true;
            break;
        }

        solve_look(s, best->key, best->stage, child_proof, child_disproof);
        core_position_rewind(s->think.pos, mark);
        /* P2: what was found is in the table, or forgotten; then the child is looked at again. */
        look_up(s, best);
    }

    mst_free(children);
    s->depth--;
}

/* Prove a child whose position stands, or refute it, perhaps loosely. */
static void solve_look_at(struct solver *s, struct child *child) {
    /* P2: the result may be gone from the table before it is read; then search on. */
    while (!s->stopped && child->proof && child->disproof) {
        solve_look(s, child->key, child->stage, INFINITE, INFINITE);
        look_up(s, child);
    }
}

static bool confirm(struct solver *s, const struct child *at);

static bool stands_firm(const struct child *child) {
    /* P3 */
    return !child->disproof && (!child->loose || child->checked);
}

/* Does the refutation of a child stand? Then the seat cannot leave what it rests on. */
static bool confirm_child(struct solver *s, struct child *child) {
    struct core_mark mark = core_position_mark(s->think.pos);

    /* P1: a repetition counts as no win, and rests on nothing else. */
    if (child->again || stands_firm(child))
        return true;

    if (!core_play_move(&s->think.play, child->move)) {
        search_think_pardon(&s->think);
        s->stopped = true;
        return false;
    }

    solve_look_at(s, child);

    bool stands = stands_firm(child) || (!child->disproof && confirm(s, child));

    core_position_rewind(s->think.pos, mark);
    return stands;
}

/* The same for the position that stands, which is refuted loosely. */
static bool confirm(struct solver *s, const struct child *at) {
    bool attack = attacks(s), stands = attack;
    int count = 0;

    if (s->depth == MOST_DEPTH || !search_think_spend(&s->think)) {
        s->stopped = true;
        return false;
    }

    /* Of the seat all children must stay refuted; of the others one is enough. */
    assert(at->stage.turns <= s->turns); /* P1 */
    s->path[s->depth++] = at->key;
    struct child *children = expand(s, at->stage, &count);
    for (int i = 0; children && i < count && stands == attack && !s->stopped; i++)
        if (attack || !children[i].disproof)
            stands = confirm_child(s, &children[i]);

    mst_free(children);
    s->depth--;

    /* So that it need not be looked at again in this round, on whatever way it is met. */
    struct entry *entry = solve_find(s, at->key);
    if (stands && entry)
        entry->checked = true;
    return stands && !s->stopped;
}

/* Settle a child whose position stands. */
static void solve_settle(struct solver *s, struct child *child) {
    solve_look_at(s, child);
    /* P3: a refutation that does not stand was wrong. A new round forgets all loose ones; proofs
     * stay. */
    while (!s->stopped && child->proof && !stands_firm(child) && !confirm(s, child)) {
        s->round++;
        look_up(s, child);
        solve_look_at(s, child);
    }
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Write the moves from the position that stands: those that win, and answers that put it off. */
static void solve_trace(struct solver *s, struct child at, struct mst_solution *solution) {
    struct core_mark mark = core_position_mark(s->think.pos);
    bool wins = !at.proof;

    while (solution->count < MST_SOLUTION_MOVES && !s->stopped &&
           !core_get(s->think.pos, CORE_SLOT_OVER)) {
        int count = 0, chosen = -1;
        struct child *children = expand(s, at.stage, &count);

        /* The first child that keeps the verdict. On the losing side any move does, and the first
         * is shown. */
        for (int i = 0; children && i < count && chosen < 0; i++) {
            struct core_mark before = core_position_mark(s->think.pos);
            if (!core_play_move(&s->think.play, children[i].move))
                break;
            solve_settle(s, &children[i]);
            core_position_rewind(s->think.pos, before);
            if (!children[i].proof == wins)
                chosen = i;
        }

        if (chosen >= 0) {
            at = children[chosen];
            assert(solution->count < MST_SOLUTION_MOVES);
            solution->moves[solution->count++] = at.move;
            core_play_move(&s->think.play, at.move);
        }

        mst_free(children);
        if (chosen < 0 || (!wins && at.stage.turns > s->turns))
            break;
    }

    core_position_rewind(s->think.pos, mark);
}

/* The other first moves that win as soon. */
static void find_duals(struct solver *s, struct child root, struct mst_solution *solution) {
    int count = 0;
    struct child *children = expand(s, root.stage, &count);

    for (int i = 0; children && i < count && !s->stopped; i++) {
        struct core_mark mark = core_position_mark(s->think.pos);
        if (children[i].move == solution->moves[0] ||
            !core_play_move(&s->think.play, children[i].move))
            continue;

        solve_settle(s, &children[i]);
        core_position_rewind(s->think.pos, mark);
        if (!children[i].proof && solution->dual_count < MST_SOLUTION_DUALS)
            solution->duals[solution->dual_count++] = children[i].move;
    }

    mst_free(children);
}

/* Answer the question for a number of turns. The line of a defence is of use for the `last` one. */
static void solve_answer(struct solver *s, int turns, bool last, struct mst_solution *solution) {
    struct child root = {0};
    /* P1. Entries for fewer turns have other keys, so they do no harm. */
    s->turns = turns;
    s->depth = 0;

    solve_judge(s, (struct stage){.last = MST_NONE}, &root);
    solve_settle(s, &root);

    solution->turns = turns;
    solution->verdict = MST_SOLUTION_UNKNOWN;
    if (s->stopped)
        return;
    solution->verdict = root.proof ? MST_SOLUTION_REFUTED : MST_SOLUTION_WON;
    if (root.proof && !last)
        return;

    s->depth = 0;
    solve_trace(s, root, solution);
    if (!root.proof && attacks(s))
        find_duals(s, root, solution);
    solution->whole = !s->stopped;
}

static bool open_table(struct solver *s, int64_t bytes) {
    s->buckets = (size_t)bytes / (WAYS * sizeof *s->table);
    /* One at least, however little memory was allowed: P2. */
    s->buckets += !s->buckets;
    s->table = mst_calloc(s->buckets * WAYS, sizeof *s->table);
    return s->table != NULL;
}

enum { SAMPLES = 64 };

/* Does the whole position follow from what the seat knows? Then all that it does not see is the
 * same in each determinization. */
static bool is_known(const struct mst_match *match, int seat, bool *starved) {
    struct core_position *masked = core_position_mask(match->pos, seat);
    uint64_t hash = core_position_rehash(match->pos);
    struct mst_rng rng;
    bool same = masked != NULL;

    *starved = !masked;
    mst_rng_seed(&rng, hash);

    /* A guess, but a good one: if much is hidden, two determinizations are hardly ever alike. */
    for (int i = 0; same && i < SAMPLES; i++) {
        struct core_position *one = search_position_sample(masked, seat, &rng);
        *starved = !one;
        same = one && core_position_rehash(one) == hash;
        core_position_free(one);
    }

    core_position_free(masked);
    return same;
}

static enum mst_status solve_check(const struct mst_match *match, const struct mst_problem *problem,
                                   struct mst_error *error) {
    struct mst_state state = mst_match_state(match);
    int seats = match->ruleset->rules->schema->seats;
    bool starved = false;
    if (problem->seat < 0 || problem->seat >= seats)
        return mst_fail(error, MST_BAD_REQUEST, "", "there is no seat %d", problem->seat);

    if (state.over)
        return mst_fail(error, MST_OVER, "", "the match is over (%s)", state.by);
    if (!match->ruleset->rules->schema->secrets || is_known(match, problem->seat, &starved))
        return MST_OK;

    if (starved)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    return mst_fail(error, MST_BAD_REQUEST, "",
                    "this position cannot be solved: seat %d does not know all of it",
                    problem->seat + 1);
}

enum mst_status mst_solve(struct mst_match *match, const struct mst_problem *problem,
                          struct mst_solution *solution, struct mst_error *error) {
    struct search_effort effort = {.nodes = problem->nodes};
    *solution = (struct mst_solution){.verdict = MST_SOLUTION_UNKNOWN};

    core_match_begin(match);
    enum mst_status status = solve_check(match, problem, error);
    if (status != MST_OK)
        return status;

    struct solver *s = mst_calloc(1, sizeof *s);
    if (!s || !open_table(s, problem->memory)) {
        mst_free(s);
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    }

    s->seat = problem->seat;
    s->round = 1;

    bool open = search_think_open(&s->think, match, &effort, match->pos, 0);
    s->stopped = !open;

    /* From few turns to many, so that the shortest win is found; a smaller question takes little of
     * the time of the next. */
    for (int turns = 1; turns <= problem->turns && !s->stopped; turns++) {
        solve_answer(s, turns, turns == problem->turns, solution);
        if (solution->verdict != MST_SOLUTION_REFUTED)
            break;
    }

    solution->nodes = s->think.nodes;
    if (!open)
        mst_fail(&s->think.error, MST_NO_MEMORY, "", "out of memory");
    status = s->think.error.status;
    if (status != MST_OK && error)
        *error = s->think.error;

    search_think_close(&s->think);
    mst_free(s->table);
    mst_free(s);
    return status;
}
