/* Nodes of rules built by hand, as a compiler of functions makes them, in one world. */
#ifndef TESTS_LIB_NODES_H
#define TESTS_LIB_NODES_H

#include "lib/world.h"
#include "lang/code/node.h"

extern struct world world;

int node_k(enum lang_op op, int a, int b, int c, int64_t k);
int node(enum lang_op op, int a, int b, int c);
int number(int64_t k);
int var(int index);
int set_var(int index);
int turn(void);
int add(int a, int b);
/* A list of nodes, ended by -1. */
int list_of(const int *items);
int leave(int k);
int bind_var(int index, int value);
int bind_set(int index, int value);
int store(int index, int value);
int store_set(int index, int value);
int when(int condition, int yes, int no);
int loop(int var, int first, int last, int body);
int after(int statement, int value);
int line(int at);
#define LIST(...) list_of((const int[]){__VA_ARGS__, -1})
#define BLOCK(...) node(LANG_OP_BLOCK, LIST(__VA_ARGS__), -1, -1)

#endif
