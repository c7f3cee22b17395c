/* Search by playouts (UCT: Kocsis and Szepesvari, 2006), for games without an evaluation or where
 * random games tell more. A tree of the moves tried grows where random games went well for the seat
 * to move. What the ends of games in the tree prove is kept, and tried no more (MCTS-Solver:
 * Winands, Bjornsson and Saito, 2008). Of very many moves a part is tried at first, and more the
 * more often the position was reached (progressive widening: Coulom, 2007).
 *
 * Uses only integers and square roots, so that every machine chooses the same move. */
#include <math.h>

#include "match/playout.h"
#include "play/asked.h"
#include "play/together.h"
#include "search/think.h"

enum {
    MOST_DEPTH = 64,
    PLAYOUT_PLIES = 600,
    ROOT = 0,
    MOST_NODES = 1 << 20, /* bounds memory: then the tree grows no more */
    FIRST_MOVES = 40      /* so many moves are tried from the beginning */
};

/* How the game ends from a node on, if all seats play well. */
enum { OPEN, DRAWN, WON /* and more: by seat `proof - WON` */ };

struct node {
    mst_move move;    /* the move to this node */
    int first, count; /* its children are consecutive; count -1: not expanded */
    int visits;
    int points; /* 2 for each win of `mover`, 1 for each draw */
    int mover;  /* the seat that made `move`; -1 for chance */
    bool fails; /* the rules fail here */
    bool blind; /* the seat that decides does not know what others have chosen just before: it
                 * chooses at random, and nothing is proved */
    int proof;  /* OPEN: not known */
};

struct tree {
    struct mst_think *think;
    struct node *nodes;
    int count, capacity;
    struct mst_rng rng;
};

static bool room(struct tree *tree, int more) {
    if (tree->count + more <= tree->capacity)
        return true;
    int capacity = 2 * tree->capacity + more + 64;
    struct node *nodes = mst_realloc(tree->nodes, (size_t)capacity * sizeof *nodes);
    if (!nodes)
        return mst_think_no_memory(tree->think);
    tree->nodes = nodes;
    tree->capacity = capacity;
    return true;
}

/* Put the children of a node in a random order. */
static void shuffle(struct tree *tree, const struct node *node) {
    struct node *children = &tree->nodes[node->first];
    for (int i = node->count - 1; i > 0; i--) {
        int k = (int)mst_rng_below(&tree->rng, (uint64_t)i + 1);
        struct node child = children[i];
        children[i] = children[k];
        children[k] = child;
    }
}

/* Expand node `at`, whose position is set up. */
static bool grow(struct tree *tree, int at) {
    struct mst_play *play = &tree->think->play;
    struct mst_moves moves = {0};
    bool over = mst_get(play->pos, MST_SLOT_OVER);
    bool done = (over || mst_legal(play, &moves)) && room(tree, moves.count);
    if (done) {
        tree->nodes[at].first = tree->count;
        tree->nodes[at].blind = at != ROOT && mst_together_now(play) && mst_together_waits(play);
        for (int i = 0; i < moves.count; i++)
            if (at != ROOT || mst_think_begins(tree->think, moves.moves[i]))
                tree->nodes[tree->count++] =
                    (struct node){.move = moves.moves[i],
                                  .count = -1,
                                  .mover = mst_get(play->pos, MST_SLOT_TO_MOVE)};
        tree->nodes[at].count = tree->count - tree->nodes[at].first;
        if (tree->nodes[at].count > FIRST_MOVES)
            shuffle(tree, &tree->nodes[at]);
    }
    mst_moves_clear(&moves);
    return done;
}

/* The UCT value of a child: its share of points, plus more the less it was tried. */
static double promise(const struct node *child, int log_visits) {
    double share = (double)child->points / (2.0 * child->visits);
    return share + sqrt((double)log_visits / (2.0 * child->visits));
}

/* Draw a child of a chance event by the weights of the outcomes. */
static int draw(struct tree *tree, const struct node *node) {
    struct mst_play *play = &tree->think->play;
    int64_t total = 0;
    for (int i = 0; i < node->count; i++)
        total += mst_move_weight(play, tree->nodes[node->first + i].move);
    int64_t at = (int64_t)mst_rng_below(&tree->rng, (uint64_t)total);
    int i = 0;
    while (i < node->count - 1 &&
           (at -= mst_move_weight(play, tree->nodes[node->first + i].move)) >= 0)
        i++;
    return node->first + i;
}

/* The number of children that are tried so far. */
static int open_children(const struct node *node) {
    int more = node->count - FIRST_MOVES, visits = node->visits - FIRST_MOVES, open = 0;
    while (open < more && open * open / 4 < visits)
        open++;
    return more > 0 ? FIRST_MOVES + open : node->count;
}

/* The best of so many first children to try next, or -1. Untried ones come first, starting at a
 * random one. */
static int pick_among(struct tree *tree, const struct node *node, int open) {
    int best = -1, log_visits = 1;
    int start = (int)mst_rng_below(&tree->rng, (uint64_t)open);
    for (int visits = node->visits; visits > 1; visits /= 2)
        log_visits++;
    for (int i = 0; i < open; i++) {
        int child = node->first + (start + i) % open;
        if (tree->nodes[child].fails || tree->nodes[child].proof)
            continue;
        if (!tree->nodes[child].visits)
            return child;
        if (best < 0 ||
            promise(&tree->nodes[child], log_visits) > promise(&tree->nodes[best], log_visits))
            best = child;
    }
    return best;
}

/* The child to try next, or -1. */
static int pick(struct tree *tree, int at) {
    const struct node *node = &tree->nodes[at];
    if (node->count <= 0)
        return -1;
    if (tree->nodes[node->first].mover < 0)
        return draw(tree, node);
    if (node->blind)
        return node->first + (int)mst_rng_below(&tree->rng, (uint64_t)node->count);
    int open = open_children(node), best = pick_among(tree, node, open);
    return best < 0 && open < node->count ? pick_among(tree, node, node->count) : best;
}

/* Descend from the root by UCT values to a node that was never tried. The path goes to path[].
 * Returns its length, or -1 on failure. */
static int descend(struct tree *tree, int *path) {
    struct mst_think *think = tree->think;
    int depth = 0, at = ROOT;
    while (depth < MOST_DEPTH) {
        bool leaf = tree->nodes[at].count < 0;
        if (leaf && tree->count >= MOST_NODES)
            break;
        if (leaf && !grow(tree, at))
            return -1;
        at = pick(tree, at);
        if (at < 0)
            break;
        if (!mst_play_move(&think->play, tree->nodes[at].move)) {
            tree->nodes[at].fails = true;
            return -1;
        }
        path[depth++] = at;
        if (!tree->nodes[at].visits)
            break;
    }
    return depth;
}

/* Is `a` a better end for the seat than `b`? */
static bool prefers(int seat, int a, int b) {
    int worth_a = a == WON + seat ? 2 : a == DRAWN, worth_b = b == WON + seat ? 2 : b == DRAWN;
    return worth_a > worth_b;
}

/* The proof of a node by its children: a win for the seat that chooses, or the best of them once
 * all are proved. */
static int proof_of(const struct tree *tree, int at) {
    const struct node *node = &tree->nodes[at], *child = &tree->nodes[node->first];
    int best = OPEN;
    bool all = true;
    if (node->count <= 0 || child->mover < 0 || node->blind)
        return OPEN;
    for (int i = 0; i < node->count; i++, child++) {
        if (child->proof == WON + child->mover)
            return child->proof;
        if (child->proof == OPEN)
            all = all && child->fails;
        else if (best == OPEN || prefers(child->mover, child->proof, best))
            best = child->proof;
    }
    return all ? best : OPEN;
}

/* The winners of a match that is over, as a proof. */
static int end_of(const struct mst_playout *result) {
    int seat = 0;
    if (!result->winners)
        return DRAWN;
    if (result->winners & (result->winners - 1))
        return OPEN; /* allies: not kept */
    while (!(result->winners >> seat & 1))
        seat++;
    return WON + seat;
}

/* Carry a proof from the end of the path toward the root. */
static void prove(struct tree *tree, const int *path, int depth, int proof) {
    while (depth > 0 && proof != OPEN) {
        tree->nodes[path[depth - 1]].proof = proof;
        depth--;
        proof = proof_of(tree, depth ? path[depth - 1] : ROOT);
    }
    if (!depth)
        tree->nodes[ROOT].proof = proof;
}

static int points_of(const struct mst_playout *result, int seat) {
    if (!result->over || !result->winners)
        return 1;
    return seat >= 0 && result->winners >> seat & 1 ? 2 : 0;
}

/* Run one playout from the root. False if the rules failed, or when out of memory. */
static bool try_once(struct tree *tree) {
    struct mst_playout result;
    int path[MOST_DEPTH];
    if (!mst_think_set(tree->think, NULL))
        return false;
    int depth = descend(tree, path);
    if (depth < 0 || !mst_playout_run(&tree->think->play, &tree->rng, PLAYOUT_PLIES, &result))
        return false;
    tree->nodes[ROOT].visits++;
    for (int i = 0; i < depth; i++) {
        struct node *node = &tree->nodes[path[i]];
        node->visits++;
        node->points += points_of(&result, node->mover);
    }
    if (depth && result.over && !result.plies)
        prove(tree, path, depth, end_of(&result));
    return true;
}

static bool better(const struct node *a, const struct node *b) {
    if (a->proof || b->proof) {
        int open = b->proof ? b->proof : DRAWN, own = a->proof ? a->proof : DRAWN;
        if (prefers(a->mover, own, open) || prefers(a->mover, open, own))
            return prefers(a->mover, own, open);
    }
    return a->visits > b->visits;
}

/* The child that was tried most, but for proofs: a won one before all, a lost one after them. */
static int most_tried(const struct tree *tree, int at) {
    const struct node *node = &tree->nodes[at];
    int best = -1;
    for (int i = 0; i < node->count; i++) {
        const struct node *child = &tree->nodes[node->first + i];
        if (child->visits && (best < 0 || better(child, &tree->nodes[best])))
            best = node->first + i;
    }
    return best;
}

/* A share of the points in thousandths; of a proved node, that of its end. */
static int64_t score_of(const struct node *node) {
    if (node->proof)
        return node->proof == DRAWN ? 500 : node->proof == WON + node->mover ? 1000 : 0;
    return 500 * (int64_t)node->points / node->visits;
}

static enum mst_sense sense_of(const struct node *node) {
    return node->proof == OPEN                ? MST_SENSE_CHANCE
           : node->proof == DRAWN             ? MST_SENSE_DRAWN
           : node->proof == WON + node->mover ? MST_SENSE_WON
                                              : MST_SENSE_LOST;
}

/* Follow the most tried moves, as long as they were tried often enough. */
static void trace(const struct tree *tree, struct mst_line *line) {
    int at = most_tried(tree, ROOT);
    line->count = 0;
    if (at >= 0) {
        line->score = score_of(&tree->nodes[at]);
        line->sense = sense_of(&tree->nodes[at]);
    }
    for (; at >= 0 && line->count < 8; at = most_tried(tree, at)) {
        if (line->count && tree->nodes[at].visits < 50)
            break;
        line->moves[line->count++] = tree->nodes[at].move;
    }
}

static void tell(const struct tree *tree) {
    struct mst_line line;
    trace(tree, &line);
    if (line.count)
        mst_think_tell(tree->think, &line);
}

bool mst_think_tree(struct mst_think *think) {
    struct tree tree = {.think = think};
    int failures = 0;
    mst_rng_seed(&tree.rng, think->seed);
    think->line.count = 0;
    if (room(&tree, 1))
        tree.nodes[tree.count++] = (struct node){.count = -1, .mover = MST_NONE};
    while (tree.count && !tree.nodes[ROOT].proof && failures < 100 && mst_think_spend(think)) {
        if (mst_think_due(think))
            tell(&tree);
        if (try_once(&tree))
            continue;
        mst_think_pardon(think);
        failures++;
        if (think->error.status == MST_NO_MEMORY)
            break;
    }
    if (tree.count)
        trace(&tree, &think->line);
    for (int i = 0; tree.count && i < tree.nodes[ROOT].count; i++) {
        const struct node *child = &tree.nodes[tree.nodes[ROOT].first + i];
        if (child->visits)
            mst_think_note(think, child->move, score_of(child));
    }
    mst_free(tree.nodes);
    return think->line.count > 0;
}
