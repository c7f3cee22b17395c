/* Best-first search over whole turns, for games with an evaluation: unbounded best-first minimax
 * (Korf and Chickering, 1996) whose moves are turns.
 *
 * A node is a position in which a seat begins to decide: the root, and where a turn ended. Its
 * children are the best turns of that seat, found by the search of think_turn.c. Where chance
 * decides, the children are drawn outcomes, and the value of the node is their mean. The leaf at
 * the end of the line that all seats would now choose is expanded next, so a turn is judged by the
 * best replies to it. Each seat prefers the greatest value for itself (max^n), so allies need no
 * declaration.
 *
 * With only a time limit, a tree that is full is grown again with four times the positions for a
 * turn. Its result counts once it has looked at as many positions as the tree before.
 *
 * S1 Parents come before their children. S2 Only leaves own positions. */
#include <assert.h>
#include <string.h>

#include "core/asked.h"
#include "search/think.h"

enum {
    MOST_NODES = 2000, /* bounds memory: a leaf owns a position */
    ROOT_TURNS = 24,   /* most children of the root, and of other nodes */
    NODE_TURNS = 8,
    ROOT_SHARES = 4,      /* shares of the positions that the root takes; other nodes take one */
    DRAWS = 8,            /* outcomes drawn of a chance event */
    MOST_SHARE = 1000000, /* bounds memory, too */
    ROOT = 0,
};

enum { ENDED = -2, CHANCE = -1 }; /* instead of a seat */

struct node {
    int parent, first, count; /* children are consecutive; count -1: a leaf */
    int seat;                 /* that decides, or ENDED, or CHANCE */
    int depth, looks;         /* turns from the root; expansions at it and below */
    bool settled;             /* nothing more can change its value */
    struct search_line line;  /* the turn that leads to it */
    int64_t worth[MST_MOST_SEATS];
    struct core_position *pos; /* owned, until it is expanded */
};

struct tree {
    struct search_think *think;
    struct node *nodes;
    int count, capacity, seats;
    int64_t share;       /* most positions for a turn */
    int64_t began, ripe; /* positions before the tree; of it, until it counts */
    bool cut;            /* some turns were cut short by their share */
    struct mst_rng rng;
};

/* ---- leaves ---------------------------------------------------------------------------------- */

/* Draw an outcome of the pending chance event by the weights. */
static bool think_reply_draw(struct tree *tree, mst_move *outcome) {
    struct core_play *play = &tree->think->play;
    struct mst_moves moves = {0};
    int64_t total = 0;

    /* Outcomes that are too many to list are drawn by the core. */
    if (core_sampled_now(play)) {
        *outcome = core_sample_draw(play, &tree->rng);
        return true;
    }

    bool done = core_legal(play, &moves) && moves.count > 0;
    for (int i = 0; done && i < moves.count; i++)
        total += core_move_weight(play, moves.moves[i]);
    if (done) {
        int64_t at = (int64_t)mst_rng_below(&tree->rng, (uint64_t)total);
        int i = 0;
        /* The last one takes what is left, so weights that change cannot lead beyond the list. */
        while (i < moves.count - 1 && (at -= core_move_weight(play, moves.moves[i])) >= 0)
            i++;
        *outcome = moves.moves[i];
    }

    mst_moves_clear(&moves);
    return done;
}

/* Complete a leaf for the position of `play`. False if the rules fail, or when out of memory. */
static bool think_reply_settle(struct tree *tree, struct node *leaf) {
    struct search_think *think = tree->think;
    int to_move = core_get(think->pos, CORE_SLOT_TO_MOVE);
    bool over = core_get(think->pos, CORE_SLOT_OVER);
    leaf->seat = over ? ENDED : to_move < 0 ? CHANCE : to_move;
    /* At the greatest depth, the evaluation is final. */
    leaf->settled = over || leaf->depth == think->depth;
    for (int seat = 0; seat < tree->seats; seat++)
        if (!search_think_judge(think, seat, leaf->depth, &leaf->worth[seat]))
            return false;
    if (leaf->settled)
        return true;

    /* S2: it will be needed if this leaf is expanded. */
    assert(!leaf->pos); /* S2 */
    leaf->pos = core_position_clone(think->pos);
    return leaf->pos || search_think_no_memory(think);
}

/* Room for the children of a node. */
static bool think_reply_room(struct tree *tree) {
    if (tree->count + ROOT_TURNS <= tree->capacity)
        return true;
    assert(NODE_TURNS <= ROOT_TURNS && DRAWS <= ROOT_TURNS);
    int capacity = 2 * tree->capacity + 2 * ROOT_TURNS;
    struct node *nodes = mst_realloc(tree->nodes, (size_t)capacity * sizeof *nodes);
    if (!nodes)
        return search_think_no_memory(tree->think);
    tree->nodes = nodes;
    tree->capacity = capacity;
    return true;
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* Play what leads from a node to its child: the turn, or a drawn outcome where `line` is NULL. */
static bool think_reply_reach(struct tree *tree, const struct node *parent,
                              const struct search_line *line) {
    struct search_think *think = tree->think;
    mst_move outcome;
    assert(parent->pos || !parent->depth); /* S2: the root needs none */
    bool done = search_think_set(think, parent->pos);

    core_budget_next(think->budget);
    for (int i = 0; done && line && i < line->count; i++)
        done = core_play_move(&think->play, line->moves[i]);
    return done &&
           (line || (think_reply_draw(tree, &outcome) && core_play_move(&think->play, outcome)));
}

/* Add the child to which the turn or a drawn outcome leads. If the rules fail, it is left out. */
static bool add_child(struct tree *tree, int at, const struct search_line *line) {
    struct search_think *think = tree->think;
    assert(at < tree->count && tree->count < tree->capacity); /* S1 */
    const struct node *parent = &tree->nodes[at];
    struct node *leaf = &tree->nodes[tree->count];
    *leaf = (struct node){.parent = at, .count = -1, .depth = parent->depth + !!line};

    if (line)
        leaf->line = *line;
    if (think_reply_reach(tree, parent, line) && think_reply_settle(tree, leaf)) {
        tree->count++;
        return true;
    }

    /* A turn after which the rules fail is left out, as if it were not there. */
    search_think_pardon(think);
    return think->error.status != MST_NO_MEMORY;
}

/* Make the children of a leaf: the best turns of the seat that decides there, or outcomes. */
static bool expand(struct tree *tree, int at) {
    struct search_think *think = tree->think;
    struct search_line lines[ROOT_TURNS];

    if (!think_reply_room(tree))
        return false;

    struct node *node = &tree->nodes[at];

    /* The array may have moved before, but it has room for all children now, so `node` stays valid.
     */
    bool chance = node->seat == CHANCE;
    int most = at == ROOT ? ROOT_TURNS : NODE_TURNS, count = DRAWS;

    /* S2: the root has no position of its own. Its turns matter most, so it may use more positions
     * and keep more of them. */
    if (!chance)
        count = search_think_turns(think, at == ROOT ? NULL : node->pos, node->seat,
                                   tree->share * (at == ROOT ? ROOT_SHARES : 1), lines, most,
                                   &tree->cut);

    assert(node->count < 0);
    assert(node->pos || at == ROOT); /* S2 */
    node->first = tree->count;
    bool done = true;
    for (int i = 0; done && i < count; i++)
        done = add_child(tree, at, chance ? NULL : &lines[i]);

    /* Nothing can be played on from here, as far as the search knows. */
    node->count = tree->count - node->first;
    node->settled = !node->count;
    /* S2 */
    core_position_free(node->pos);
    node->pos = NULL;
    return done;
}

/* Is child `a` of a node better than `b` for who decides there? Chance takes all in turn. */
static bool prefers(const struct node *node, const struct node *a, const struct node *b) {
    if (node->seat == CHANCE)
        /* So that the mean soon rests on all outcomes alike. */
        return a->looks < b->looks;
    return a->worth[node->seat] > b->worth[node->seat];
}

/* The preferred child; only one that is not settled if `open`, only one that is or was looked at if
 * `looked`. */
static int prefer(const struct tree *tree, int at, bool open, bool looked) {
    const struct node *node = &tree->nodes[at];
    assert(node->count >= 0);
    assert(!node->count || node->first > at); /* S1 */
    int best = -1;
    for (int i = node->first; i < node->first + node->count; i++) {
        const struct node *child = &tree->nodes[i];
        if ((open && child->settled) || (looked && !child->looks && !child->settled))
            continue;
        if (best < 0 || prefers(node, child, &tree->nodes[best]))
            best = i;
    }
    return best;
}

/* The mean value of the outcomes. */
static void average(const struct tree *tree, struct node *node) {
    assert(node->seat == CHANCE && node->count > 0);
    for (int seat = 0; seat < tree->seats; seat++) {
        int64_t sum = 0;
        for (int i = 0; i < node->count; i++)
            /* Divided first, because the sum of wins would not fit into 64 bits. */
            sum += tree->nodes[node->first + i].worth[seat] / node->count;
        node->worth[seat] = sum;
    }
}

/* Let each node on the way up have the value of its preferred child, or the mean. */
static void back_up(struct tree *tree, int at) {
    /* S1: so the way up ends at the root. */
    for (; at >= 0; at = tree->nodes[at].parent) {
        assert(tree->nodes[at].parent < at); /* S1 */
        struct node *node = &tree->nodes[at];
        int best = node->count > 0 ? prefer(tree, at, false, false) : -1;

        node->looks++;
        if (best < 0)
            continue;

        node->settled = prefer(tree, at, true, false) < 0;

        if (node->seat == CHANCE) {
            average(tree, node);
            continue;
        }

        memcpy(node->worth, tree->nodes[best].worth, sizeof node->worth);
        /* A win cannot be bettered, whatever the other turns are. */
        if (tree->nodes[best].settled && node->worth[node->seat] > SEARCH_WON / 2)
            node->settled = true;
    }
}

/* Expand the leaf at the end of the preferred line. False to stop. */
static bool improve(struct tree *tree) {
    int at = ROOT;
    /* Only where something can still change. */
    while (at >= 0 && tree->nodes[at].count >= 0)
        at = prefer(tree, at, true, false);

    if (at < 0 || !expand(tree, at))
        return false;
    back_up(tree, at);
    return true;
}

/* ---- the result ------------------------------------------------------------------------------ */

/* The turn that the seat prefers, and the replies that are expected. A turn without a reply looks
 * better than it is, so one that was looked at goes first. */
static void think_reply_trace(const struct tree *tree, struct search_line *line) {
    int at = prefer(tree, ROOT, false, true),
        most = (int)(sizeof line->moves / sizeof *line->moves);
    /* Nothing was looked at, when time was short: then the best turn as it seems. */
    at = at < 0 ? prefer(tree, ROOT, false, false) : at;
    line->count = 0;
    if (at < 0)
        return;

    *line = tree->nodes[at].line;
    line->score = tree->nodes[at].worth[tree->think->seat];
    line->sense = search_think_sense(line->score);

    /* Replies follow as long as seats decide: what chance brings is not a part of a plan. */
    while (tree->nodes[at].count > 0 && tree->nodes[at].seat != CHANCE) {
        at = prefer(tree, at, false, false);
        const struct search_line *turn = &tree->nodes[at].line;
        if (line->count + turn->count > most)
            break;
        memcpy(line->moves + line->count, turn->moves, (size_t)turn->count * sizeof *turn->moves);
        line->count += turn->count;
    }
}

/* Note the turns that were compared. One that was not looked at counts at most as much as the
 * worst that was: it looks better than it is. */
static void think_reply_note(const struct tree *tree) {
    const struct node *root = &tree->nodes[ROOT];
    int64_t least = INT64_MAX;

    if (tree->think->firsts)
        tree->think->firsts->count = 0;

    /* First those that were looked at, of which the worst bounds the others. */
    for (int pass = 0; pass < 2; pass++)
        for (int i = root->first; i < root->first + root->count; i++) {
            const struct node *child = &tree->nodes[i];
            bool looked = child->looks || child->settled;
            int64_t worth = child->worth[root->seat];
            if (looked != !pass)
                continue;
            least = !pass && worth < least ? worth : least;
            search_think_note(tree->think, child->line.moves[0], worth < least ? worth : least, 0);
        }
}

/* Does the result of the tree count? */
static bool is_ripe(const struct tree *tree) {
    /* A tree with greater shares starts with less than the one before had found, so it has to catch
     * up first. */
    return tree->nodes[ROOT].count > 0 &&
           (tree->nodes[ROOT].settled || tree->think->nodes - tree->began >= tree->ripe);
}

static void think_reply_report(const struct tree *tree) {
    struct search_line line;
    think_reply_trace(tree, &line);
    if (line.count && is_ripe(tree))
        search_think_report(tree->think, &line);
}

static void think_reply_grow(struct tree *tree) {
    struct search_think *think = tree->think;
    if (!think_reply_room(tree))
        return;
    tree->nodes[tree->count++] = (struct node){.parent = -1, .count = -1, .seat = think->seat};

    /* Until the end is known, the tree is full, the evaluation fails, or the limits are reached. */
    while (!tree->nodes[ROOT].settled && tree->count < MOST_NODES && !think->blind &&
           improve(tree)) {
        /* One turn alone needs no comparison, unless another line is asked for. */
        if (search_think_spent(think) || search_think_late(think) ||
            (tree->nodes[ROOT].count == 1 && !think->without_count))
            break;
        if (search_think_due(think))
            think_reply_report(tree);
    }
}

/* Grow a tree, and take its result if that counts. Could one with greater shares find more? */
static bool look_once(struct tree *tree) {
    struct search_think *think = tree->think;
    assert(!tree->count);
    tree->began = think->nodes;
    mst_rng_seed(&tree->rng, think->seed);

    think_reply_grow(tree);
    if (tree->count && is_ripe(tree)) {
        think_reply_trace(tree, &think->line);
        think_reply_note(tree);
    }

    for (int i = 0; i < tree->count; i++)
        core_position_free(tree->nodes[i].pos);
    mst_free(tree->nodes);
    return tree->cut && tree->count >= MOST_NODES;
}

bool search_think_reply(struct search_think *think) {
    int64_t share = think->effort.share, ripe = 0;
    bool more;

    think->line.count = 0;

    do {
        struct tree tree = {.think = think,
                            .seats = think->play.rules->schema->seats,
                            .share = share,
                            .ripe = ripe};
        more = look_once(&tree) && think->deadline && !search_think_late(think);
        ripe = think->nodes - tree.began;
        /* Growing trees four times as large costs a third more than the last one alone. */
        share *= 4;
    } while (more && share <= MOST_SHARE);

    return think->line.count > 0;
}
