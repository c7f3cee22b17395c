/* What the compiler adds to the rules of the core: nodes, sources of lines, routines, and the code
 * of all of them (core/code.h). */
#ifndef MUSTER_LANG_CODE_RULE_H
#define MUSTER_LANG_CODE_RULE_H

#include "core/code.h"
#include "core/rules.h"

/* Add a node. Returns its number, or -1 when out of memory. */
int lang_rules_node(struct core_rules *rules, const struct core_node *node);
/* The number of the source `name`, which is added on first use. -1 when out of memory. */
int lang_rules_source(struct core_rules *rules, const char *name);
/* Add a routine without code, parameters and results. Returns its number, or -1 when out of
 * memory. */
int lang_rules_routine(struct core_rules *rules, const char *origin);

/* Compile a tree of nodes: an expression or effects. `vars` and `sets` are the numbers of its local
 * variables and sets. Returns the start of the code in rules->code, or -1 with *why, which is
 * LANG_CODE_NO_MEMORY itself when out of memory. */
extern const char LANG_CODE_NO_MEMORY[];
int lang_code_make(struct core_rules *rules, int node, bool effects, int vars, int sets,
                   const char **why);

/* Compile a routine whose parameters and results are set: a chain of LANG_OP_LIST statements (or
 * -1), which store the results. `vars` and `sets` are the numbers of its variables and sets. False
 * with *why on failure. */
bool lang_routine_make(struct core_rules *rules, int routine, int statements, int vars, int sets,
                       const char **why);

/* Let instructions that form a pair with the next one run both, in all code. The next one stays
 * where it is, for jumps to it and for its operands. */
void lang_code_pair(struct core_rules *rules);

/* Is the value of the rule the same in every position when `seat` (or MST_NONE) decides? If so,
 * returns true and the value in *value. */
bool lang_code_by_seat(const struct core_rules *rules, int start, int seat, int64_t *value);
/* The tree of which the code that starts at `code`, of a clause, was compiled. */
const struct core_root *lang_root_of(const struct core_rules *rules, int code);

/* Fuse: compile all clauses of a decision to one code, for every decision where that is possible.
 * This is the last action of loading. Other decisions are walked. */
void lang_rules_fuse(struct core_rules *rules);

#endif
