/* Making the nodes of trees (expr.h): who reads rules, in whatever form, makes them here.
 *
 * D1 What depends on nothing but who is to move is computed when its node is made: a constant, or
 * one small number a seat. */
#ifndef MUSTER_PLAY_NODE_H
#define MUSTER_PLAY_NODE_H

#include "play/expr.h"

/* A new node, or one that is there and has its value. -1: mst_node_fault says why. */
int mst_node_new(struct mst_rules *rules, enum mst_op op, bool is_set, int a, int b, int c);
int mst_node_constant(struct mst_rules *rules, int64_t value);
/* Why no node could be made. */
const char *mst_node_fault(const struct mst_rules *rules);

/* The value of node `n` when `seat` (or MST_NONE) decides, where it depends on nothing else. */
bool mst_node_by_seat(const struct mst_rules *rules, int n, int seat, int64_t *value);
/* A node with these values: of nobody, then of each seat. -1 where they are too large. */
int mst_node_of_seats(struct mst_rules *rules, const int64_t *values);

/* The variables and sets that a tree reads, and those that its statements give values. */
struct mst_var_set {
    uint64_t vars[MST_MOST_VARS / 64], sets[MST_MOST_SETS / 64];
};
static inline void mst_var_set_add(struct mst_var_set *set, bool is_set, int index) {
    uint64_t *words = is_set ? set->sets : set->vars;
    words[index / 64] |= 1ULL << (index & 63);
}
bool mst_var_sets_meet(const struct mst_var_set *a, const struct mst_var_set *b);
void mst_var_set_unite(struct mst_var_set *into, const struct mst_var_set *from);
void mst_node_uses(const struct mst_rules *rules, int node, struct mst_var_set *reads,
                   struct mst_var_set *gives);

/* Between which numbers a node lies, whatever the position is; INT64_MIN, INT64_MAX where nothing
 * is known. `vars`: MST_MOST_VARS bounds of its variables. */
struct mst_bounds {
    int64_t min, max;
};
struct mst_bounds mst_node_bounds(const struct mst_rules *rules, int node,
                                  const struct mst_bounds *vars);

#endif
