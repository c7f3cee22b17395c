/* Finding what is in memory by a name: the clients of a person, the match of an id.
 *
 * I1 What is found begins with nothing in particular: it holds a struct server_entry, which it takes
 *    out before it is freed, and before the name changes.
 * I2 Several entries may have the same name. The index owns nothing but its buckets. */
#ifndef MUSTER_SERVER_INDEX_H
#define MUSTER_SERVER_INDEX_H

#include "muster/util.h"

enum { SERVER_BUCKETS = 1 << 14 };

struct server_entry {
    struct server_entry *next, **place; /* place NULL: it is in no index */
    const char *name;                   /* borrowed */
    void *owner;
};
struct server_index {
    struct server_entry *buckets[SERVER_BUCKETS];
};

/* Put an entry that is in no index under a name; "" is none, and then nothing happens. */
void server_index_add(struct server_index *index, struct server_entry *entry, const char *name,
                      void *owner);
/* Take it out, if it is in an index. */
void server_index_remove(struct server_entry *entry);
/* The first entry of a name, and the next one of the same name; NULL: there is none. */
struct server_entry *server_index_find(const struct server_index *index, const char *name);
struct server_entry *server_index_next(const struct server_entry *entry);

#endif
