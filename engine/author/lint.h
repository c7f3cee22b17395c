/* The uses of names in sources (lint_uses.c), for lint.c. */
#ifndef MUSTER_AUTHOR_LINT_H
#define MUSTER_AUTHOR_LINT_H

#include "core/base.h"
#include "host/syntax/tree.h"

/* A kind of use. */
enum lint_use {
    LINT_READ,      /* name[key] */
    LINT_WRITTEN,   /* name[key] = value, x.name = value */
    LINT_CALLED,    /* name(...) */
    LINT_EMITTED,   /* name:emit(...) */
    LINT_MENTIONED, /* anything else: the value may be passed on */
    LINT_DOTTED,    /* x.name is read */
    LINT_QUOTED,    /* a string equals this name, and declares nothing */
    LINT_MADE,      /* a field of this name is created, or the name occurs in a string */
    LINT_LOCAL,     /* a local name of the last tree */
    LINT_USES
};

/* A list of names; sort it before searching. The names are borrowed from the trees. */
struct lint_names {
    struct lint_name {
        const char *from;
        size_t length;
    } * items; /* owned */
    size_t count, capacity;
};

/* A node of a tree. */
struct lint_place {
    const struct syn_tree *tree;
    const struct syn_node *node;
};

/* A declaration by muster.field, event, query, decision or step, by an entry of muster.state
 * (`field`) or muster.flow (`decision`, `step`), or by scenario.choice. */
struct lint_declared {
    const char *what;     /* the name after `muster.` or `scenario.` */
    const char *name;     /* declared name; for a query, the name of its local */
    const char *assigned; /* name of the handle in sources; NULL: it is not kept */
    const char *record;   /* name of the record or flow, or NULL */
    struct lint_place at; /* place of the name */
};

struct lint_uses {
    struct lint_names names[LINT_USES];
    struct lint_declared *declared; /* owned */
    int declared_count;
    struct lint_place *globals; /* owned: names in the last tree that are not locals */
    int global_count;
    struct lint_place *fields; /* owned: reads of x.name */
    int field_count;
    bool failed; /* out of memory */
};

/* Add the uses in a tree; with `made_only` only LINT_MADE. */
void lint_walk(struct lint_uses *uses, const struct syn_tree *tree, bool made_only);
/* Record that a field of this name is created. */
void lint_made(struct lint_uses *uses, const char *name);
void lint_clear(struct lint_uses *uses);
/* False if out of memory. */
bool lint_add(struct lint_names *names, const char *from, size_t length);
void lint_sort(struct lint_names *names);
/* Is the name in the sorted list? */
bool lint_has(const struct lint_names *names, const char *name);
struct host;
/* Add a warning or fault at a place in a source. */
void lint_remark(struct host *host, enum mst_status status, struct lint_place place,
                 const char *text);
/* Check rule ids (lint_rules.c). `others` are sources that are not loaded. */
void lint_rules(struct host *host, struct syn_tree *const *others, int count);
/* The word in `muster.word`, or NULL for any other expression. */
const char *lint_muster_word(const struct syn_node *n);

/* Check names, after the freeze: undefined names in sources are faults, unused declarations are
 * warnings (status MST_OK). Both are added to the faults. After a failed freeze only undefined
 * names are checked. `others` are the paths of all existing sources, loaded or not, because a
 * module that is not loaded may use the declarations of one that is. */
void author_host_look(struct host *host, char *const *others, size_t count);

#endif
