/* Search by playouts (UCT: Kocsis and Szepesvari, 2006), for games without an evaluation or where
 * random games show more. A tree of the moves tried grows where random games went well for the seat
 * to move. What the ends of games in the tree prove is kept, and tried no more (MCTS-Solver:
 * Winands, Bjornsson and Saito, 2008). Of very many moves a part is tried at first, and more the
 * more often the position was reached (progressive widening: Coulom, 2007). Moves that lead to one
 * position share its value; how often each was tried stays its own (UCT2: Childs, Brodeur
 * and Kocsis, 2008).
 *
 * Uses only integers and square roots, so that every machine chooses the same move. */
#include <assert.h>
#include <math.h>

#include "search/playout.h"
#include "core/asked.h"
#include "core/together.h"
#include "search/think.h"
#include "muster/player.h"

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
    int end;    /* the number of its end in the tree; -1: the move was never tried */
    int mover;  /* the seat that made `move`; -1 for chance */
    bool fails; /* the rules fail here */
    bool blind; /* the seat that decides does not know what others have chosen just before: it
                 * chooses at random, and nothing is proved */
};

/* The position that moves of a seat lead to, with what is known of it. */
struct end {
    uint64_t key;
    int visits;
    int points; /* 2 for each win of the seat, 1 for each draw */
    int proof;  /* OPEN: not known */
};

struct tree {
    struct search_think *think;
    struct node *nodes;
    int count, capacity;
    struct end *ends;
    int end_count, end_capacity;
    int *slots; /* by key: the number of an end and 1, or 0; twice as many as end_capacity */
    struct mst_rng rng;
};

static bool think_tree_room(struct tree *tree, int more) {
    if (tree->count + more <= tree->capacity)
        return true;
    assert(more >= 0);
    int capacity = 2 * tree->capacity + more + 64;
    struct node *nodes = mst_realloc(tree->nodes, (size_t)capacity * sizeof *nodes);
    if (!nodes)
        return search_think_no_memory(tree->think);
    tree->nodes = nodes;
    tree->capacity = capacity;
    return true;
}

static struct end *end_at(const struct tree *tree, int at) {
    assert(tree->nodes[at].end >= 0 && tree->nodes[at].end < tree->end_count);
    return &tree->ends[tree->nodes[at].end];
}

/* The slot of the key, which holds 0 if there is no such end. */
static int *think_tree_slot_of(int *slots, const struct end *ends, int capacity, uint64_t key) {
    assert(capacity > 0 && !(capacity & (capacity - 1)));
    uint64_t mask = 2 * (uint64_t)capacity - 1, at = key & mask;
    /* Never more than half of the slots are taken, so there is a free one. */
    while (slots[at] && ends[slots[at] - 1].key != key)
        at = (at + 1) & mask;
    return &slots[at];
}

/* Make room for one more end. */
static bool end_room(struct tree *tree) {
    if (tree->end_count < tree->end_capacity)
        return true;

    /* Ends and slots grow together, because the slots are twice as many. Slots come first: if the
     * ends cannot grow, nothing has changed. */
    int capacity = tree->end_capacity ? 2 * tree->end_capacity : 64;
    int *slots = mst_calloc(2 * (size_t)capacity, sizeof *slots);
    struct end *ends = slots ? mst_realloc(tree->ends, (size_t)capacity * sizeof *ends) : NULL;
    if (!ends) {
        mst_free(slots);
        return search_think_no_memory(tree->think);
    }

    /* The number of slots is a part of where a key belongs, so all keys find new places. */
    for (int i = 0; i < tree->end_count; i++)
        *think_tree_slot_of(slots, ends, capacity, ends[i].key) = i + 1;
    mst_free(tree->slots);
    tree->slots = slots;
    tree->ends = ends;
    tree->end_capacity = capacity;
    return true;
}

/* A key of the position after a move of `mover`, with what a rule on repetition remembers of the
 * positions before. */
static uint64_t think_tree_key_of(const struct core_position *pos, int mover) {
    uint64_t past = 0;
    for (int i = 0; i < core_get(pos, CORE_SLOT_HISTORY); i++)
        /* A sum, because a rule on repetition asks how often and not in which order. */
        past += core_mix(pos->history[i]);
    /* Points are those of the seat that moved, so who moved is a part of the key. */
    return core_mix(pos->hash ^ core_mix(past + (uint64_t)mover + 2));
}

/* Find the end of node `at`, whose position is set up. */
static bool think_tree_reach(struct tree *tree, int at) {
    struct node *node = &tree->nodes[at];
    /* Known from an earlier try: a node is always reached by the same moves. */
    if (node->end >= 0)
        return true;
    if (!end_room(tree))
        return false;
    uint64_t key = think_tree_key_of(tree->think->pos, node->mover);
    int *slot = think_tree_slot_of(tree->slots, tree->ends, tree->end_capacity, key);
    if (!*slot) {
        tree->ends[tree->end_count++] = (struct end){.key = key};
        *slot = tree->end_count;
    }
    node->end = *slot - 1;
    return true;
}

/* What a node proves, or OPEN. */
static int known(const struct tree *tree, const struct node *node) {
    return node->end < 0 ? OPEN : tree->ends[node->end].proof;
}

/* Put the children of a node in a random order. */
static void shuffle(struct tree *tree, const struct node *node) {
    assert(node->count > 0);
    struct node *children = &tree->nodes[node->first];
    for (int i = node->count - 1; i > 0; i--) {
        int k = (int)mst_rng_below(&tree->rng, (uint64_t)i + 1);
        struct node child = children[i];
        children[i] = children[k];
        children[k] = child;
    }
}

/* Expand node `at`, whose position is set up. */
static bool think_tree_grow(struct tree *tree, int at) {
    struct core_play *play = &tree->think->play;
    struct mst_moves moves = {0};
    bool over = core_get(play->pos, CORE_SLOT_OVER);
    bool done = (over || core_legal(play, &moves)) && think_tree_room(tree, moves.count);

    if (done) {
        tree->nodes[at].first = tree->count;
        /* The root is a choice of the seat that thinks, which knows what it does. Below it, a seat
         * that answers sealed choices does not know them. */
        tree->nodes[at].blind = at != ROOT && core_together_now(play) && core_together_waits(play);
        for (int i = 0; i < moves.count; i++)
            /* K4, and the share of this process. */
            if (at != ROOT || search_think_begins(tree->think, moves.moves[i]))
                tree->nodes[tree->count++] =
                    (struct node){.move = moves.moves[i],
                                  .count = -1,
                                  .end = -1,
                                  .mover = core_get(play->pos, CORE_SLOT_TO_MOVE)};
        tree->nodes[at].count = tree->count - tree->nodes[at].first;
        /* Only a part is tried at first: it should not be always the kind that is declared first.
         */
        if (tree->nodes[at].count > FIRST_MOVES)
            shuffle(tree, &tree->nodes[at]);
    }

    mst_moves_clear(&moves);
    return done;
}

/* The UCT value of a child: its share of points, plus more the less it was tried. */
static double promise(const struct tree *tree, const struct node *child, int log_visits) {
    assert(child->visits > 0 && child->end >= 0);
    const struct end *end = &tree->ends[child->end];
    double share = (double)end->points / (2.0 * end->visits);
    return share + sqrt((double)log_visits / (2.0 * child->visits));
}

/* Draw a child of a chance event by the weights of the outcomes. */
static int think_tree_draw(struct tree *tree, const struct node *node) {
    struct core_play *play = &tree->think->play;
    int64_t total = 0;
    for (int i = 0; i < node->count; i++)
        total += core_move_weight(play, tree->nodes[node->first + i].move);
    int64_t at = (int64_t)mst_rng_below(&tree->rng, (uint64_t)total);
    int i = 0;
    /* All outcomes are children: chance that is sampled lists none, and is drawn in the playout. */
    while (i < node->count - 1 &&
           (at -= core_move_weight(play, tree->nodes[node->first + i].move)) >= 0)
        i++;
    return node->first + i;
}

/* The number of children that are tried so far. */
static int open_children(const struct node *node) {
    int more = node->count - FIRST_MOVES, visits = node->visits - FIRST_MOVES, open = 0;
    /* The k-th further move is tried after about k * k / 4 further visits. */
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
        /* A proved node needs no more tries. */
        if (tree->nodes[child].fails || known(tree, &tree->nodes[child]))
            continue;
        if (!tree->nodes[child].visits)
            return child;
        if (best < 0 || promise(tree, &tree->nodes[child], log_visits) >
                            promise(tree, &tree->nodes[best], log_visits))
            best = child;
    }

    return best;
}

/* The child to try next, or -1. */
static int think_tree_pick(struct tree *tree, int at) {
    const struct node *node = &tree->nodes[at];
    if (node->count <= 0)
        return -1;
    if (tree->nodes[node->first].mover < 0)
        return think_tree_draw(tree, node);
    /* It does not know what was chosen, so it must not learn to answer that. */
    if (node->blind)
        return node->first + (int)mst_rng_below(&tree->rng, (uint64_t)node->count);

    /* If all that are open are proved or fail, look among the others. */
    int open = open_children(node), best = pick_among(tree, node, open);
    return best < 0 && open < node->count ? pick_among(tree, node, node->count) : best;
}

/* Descend from the root by UCT values to a node that was never tried. The path goes to path[].
 * Returns its length, or -1 on failure. */
static int descend(struct tree *tree, int *path) {
    struct search_think *think = tree->think;
    int depth = 0, at = ROOT;

    while (depth < MOST_DEPTH) {
        /* A node gets children at its second visit, when the first try through it ended in a
         * playout. */
        bool leaf = tree->nodes[at].count < 0;
        if (leaf && tree->count >= MOST_NODES)
            break;
        if (leaf && !think_tree_grow(tree, at))
            return -1;
        at = think_tree_pick(tree, at);
        /* The match is over, or everything below is proved: evaluate here. */
        if (at < 0)
            break;

        /* From now on this child is left out, and the try is lost. */
        if (!core_play_move(&think->play, tree->nodes[at].move)) {
            tree->nodes[at].fails = true;
            return -1;
        }
        if (!think_tree_reach(tree, at))
            return -1;
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

    /* Chance and seats that choose blindly cannot be relied on to find the way. */
    if (node->count <= 0 || child->mover < 0 || node->blind)
        return OPEN;

    for (int i = 0; i < node->count; i++, child++) {
        /* The seat that decides picks a win as soon as there is one. Without, all others must be
         * known. */
        int proof = known(tree, child);
        if (proof == WON + child->mover)
            return proof;
        /* A move that fails is no way out, either. */
        if (proof == OPEN)
            all = all && child->fails;
        else if (best == OPEN || prefers(child->mover, proof, best))
            best = proof;
    }

    return all ? best : OPEN;
}

/* The winners of a match that is over, as a proof. */
static int end_of(const struct search_playout *result) {
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
    assert(proof >= OPEN);
    for (; depth > 0 && proof != OPEN; depth--) {
        end_at(tree, path[depth - 1])->proof = proof;
        /* This may prove the node above, too. */
        proof = proof_of(tree, depth > 1 ? path[depth - 2] : ROOT);
    }
    if (!depth && proof != OPEN)
        end_at(tree, ROOT)->proof = proof;
}

static int points_of(const struct search_playout *result, int seat) {
    if (!result->over || !result->winners)
        return 1;
    return seat >= 0 && result->winners >> seat & 1 ? 2 : 0;
}

/* The result at the end of a path: what is proved of it, maybe on another way, or that of a
 * playout. False if the rules fail. */
static bool think_tree_evaluate(struct tree *tree, int at, struct search_playout *result,
                                int *proof) {
    *proof = known(tree, &tree->nodes[at]);
    if (*proof == OPEN)
        *proof = proof_of(tree, at);

    /* A proof is as good as a playout, and costs none: of allies that win together there is no
     * proof. */
    *result = (struct search_playout){.over = true};
    if (*proof >= WON)
        result->winners = 1u << (*proof - WON);
    if (*proof != OPEN)
        return true;
    if (!search_playout_run(&tree->think->play, &tree->rng, PLAYOUT_PLIES, result))
        return false;
    /* The match was over before a move of the playout: that is a proof by itself. */
    if (at != ROOT && result->over && !result->plies)
        *proof = end_of(result);
    return true;
}

/* Run one try from the root. False if the rules failed, or when out of memory. */
static bool try_once(struct tree *tree) {
    struct search_playout result;
    int path[MOST_DEPTH], proof;

    if (!search_think_set(tree->think, NULL) || !think_tree_reach(tree, ROOT))
        return false;

    /* Nothing is counted before the result is known, so a try that fails leaves no trace but
     * `fails`. */
    int depth = descend(tree, path);
    if (depth < 0 || !think_tree_evaluate(tree, depth ? path[depth - 1] : ROOT, &result, &proof))
        return false;

    tree->nodes[ROOT].visits++;

    /* Visits belong to the way that was taken, points to the position that it led to. */
    for (int i = 0; i < depth; i++) {
        struct node *node = &tree->nodes[path[i]];
        struct end *end = end_at(tree, path[i]);
        node->visits++;
        end->visits++;
        end->points += points_of(&result, node->mover);
    }

    prove(tree, path, depth, proof);
    return true;
}

static bool think_tree_better(const struct tree *tree, const struct node *a, const struct node *b) {
    int own = known(tree, a), open = known(tree, b);
    if (own || open) {
        /* An open result counts as a draw: better than a loss, worse than a win. */
        own = own ? own : DRAWN;
        open = open ? open : DRAWN;
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
        if (child->visits && (best < 0 || think_tree_better(tree, child, &tree->nodes[best])))
            best = node->first + i;
    }
    return best;
}

/* The share of a seat, in thousandths, of a game that ends so. */
static int64_t expected(int proof, int seat) {
    if (proof == DRAWN)
        return 500;
    return proof == WON + seat ? 1000 : 0;
}

/* A share of the points in thousandths; of a proved node, that of its end. */
static int64_t score_of(const struct tree *tree, const struct node *node) {
    assert(node->end >= 0);
    const struct end *end = &tree->ends[node->end];
    if (end->proof)
        return expected(end->proof, node->mover);
    return 500 * (int64_t)end->points / end->visits;
}

static enum mst_sense sense_of(const struct tree *tree, const struct node *node) {
    int proof = known(tree, node);
    if (proof == OPEN)
        return MST_SENSE_CHANCE;
    if (proof == DRAWN)
        return MST_SENSE_DRAWN;
    return proof == WON + node->mover ? MST_SENSE_WON : MST_SENSE_LOST;
}

/* Follow the most tried moves, as long as they were tried often enough. */
static void think_tree_trace(const struct tree *tree, struct search_line *line) {
    int at = most_tried(tree, ROOT);
    line->count = 0;
    if (at >= 0) {
        line->score = score_of(tree, &tree->nodes[at]);
        line->sense = sense_of(tree, &tree->nodes[at]);
    }
    for (; at >= 0 && line->count < 8; at = most_tried(tree, at)) {
        /* Of later moves, few tries say little. */
        if (line->count && tree->nodes[at].visits < 50)
            break;
        line->moves[line->count++] = tree->nodes[at].move;
    }
}

static void think_tree_report(const struct tree *tree) {
    struct search_line line;
    think_tree_trace(tree, &line);
    if (line.count)
        search_think_report(tree->think, &line);
}

bool search_think_tree(struct search_think *think) {
    struct tree tree = {.think = think};
    int failures = 0;

    mst_rng_seed(&tree.rng, think->seed);
    think->line.count = 0;
    if (think_tree_room(&tree, 1))
        tree.nodes[tree.count++] = (struct node){.count = -1, .end = -1, .mover = MST_NONE};
    /* A rule that fails now and then spoils single tries; after a hundred of them the rest is left.
     */
    while (tree.count && !known(&tree, &tree.nodes[ROOT]) && failures < 100 &&
           search_think_spend(think)) {
        if (search_think_due(think))
            think_tree_report(&tree);
        if (try_once(&tree))
            continue;
        search_think_pardon(think);
        failures++;
        if (think->error.status == MST_NO_MEMORY)
            break;
    }
    if (tree.count)
        think_tree_trace(&tree, &think->line);

    /* The best one first, because the list of those that were compared may be full before it. */
    int best = tree.count ? most_tried(&tree, ROOT) : -1; /* not all may find room */
    if (best >= 0)
        search_think_note(think, tree.nodes[best].move, score_of(&tree, &tree.nodes[best]),
                          tree.nodes[best].visits);

    for (int i = 0; tree.count && i < tree.nodes[ROOT].count; i++) {
        const struct node *child = &tree.nodes[tree.nodes[ROOT].first + i];
        if (child->visits)
            search_think_note(think, child->move, score_of(&tree, child), child->visits);
    }

    /* K4 holds, because other moves never became children of the root. */
    assert(!think->line.count || search_think_begins(think, think->line.moves[0])); /* K4 */
    mst_free(tree.nodes);
    mst_free(tree.ends);
    mst_free(tree.slots);
    return think->line.count > 0;
}
