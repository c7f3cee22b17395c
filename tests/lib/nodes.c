/* Nodes built by hand: see nodes.h. */
#include "lib/nodes.h"

struct world world;

int node_k(enum lang_op op, int a, int b, int c, int64_t k) {
    bool is_set = op >= LANG_OP_ZONES && op <= LANG_OP_SET_IF;
    struct core_node made = {.op = (uint8_t)op, .is_set = is_set, .a = a, .b = b, .c = c, .k = k};
    return lang_rules_node(world.rules, &made);
}

int node(enum lang_op op, int a, int b, int c) {
    return node_k(op, a, b, c, 0);
}

int number(int64_t k) {
    return node_k(LANG_OP_CONST, -1, -1, -1, k);
}

int var(int index) {
    return node(LANG_OP_VAR, index, -1, -1);
}

int set_var(int index) {
    return node(LANG_OP_SET_VAR, index, -1, -1);
}

int turn(void) { /* 4, but not known before */
    return node(LANG_OP_SLOT, world.rules->schema->fields[0].first, -1, -1);
}

int add(int a, int b) {
    return node(LANG_OP_ADD, a, b, -1);
}

/* A list of up to ten nodes, ended by -1. */
int list_of(const int *items) {
    int count = 0, list = -1;
    while (items[count] >= 0)
        count++;
    while (count--)
        list = node(LANG_OP_LIST, items[count], list, -1);
    return list;
}

int leave(int k) {
    return node_k(LANG_OP_LEAVE, -1, -1, -1, k);
}

int bind_var(int index, int value) { /* stored to later */
    return node_k(LANG_OP_BIND, index, value, -1, 1);
}

int bind_set(int index, int value) {
    return node_k(LANG_OP_BIND_SET, index, value, -1, 1);
}

int store(int index, int value) {
    return node(LANG_OP_STORE, index, value, -1);
}

int store_set(int index, int value) {
    return node(LANG_OP_STORE_SET, index, value, -1);
}

int when(int condition, int yes, int no) {
    return node(LANG_OP_WHEN, condition, yes, no);
}

int loop(int var, int first, int last, int body) {
    return node(LANG_OP_FOR, node(LANG_OP_OVER_RANGE, first, last, -1), var, body);
}

int after(int statement, int value) {
    int made = node(LANG_OP_AFTER, statement, value, -1);
    world.rules->nodes[made].is_set = world.rules->nodes[value].is_set;
    return made;
}

int line(int at) {
    return node_k(LANG_OP_LINE, at, -1, -1, lang_rules_source(world.rules, "rules.lua"));
}
