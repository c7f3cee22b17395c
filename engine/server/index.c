/* Finding by name: see index.h. */
#include "server/index.h"

#include <assert.h>
#include <string.h>

static size_t bucket_of(const char *name) {
    uint32_t hash = 2166136261u;

    /* FNV-1a: ids are short and drawn at random, so any plain hash will do. */
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return (hash ^ hash >> 16) % SERVER_BUCKETS;
}

void server_index_add(struct server_index *index, struct server_entry *entry, const char *name,
                      void *owner) {
    if (!*name)
        return;

    /* Somebody without a name, such as a client that is nobody yet, is not found. */
    struct server_entry **place = &index->buckets[bucket_of(name)];
    assert(!entry->place); /* else it would be in two lists */
    *entry = (struct server_entry){.next = *place, .place = place, .name = name, .owner = owner};
    if (entry->next)
        entry->next->place = &entry->next;
    *place = entry;
}

void server_index_remove(struct server_entry *entry) {
    if (!entry->place)
        return;
    assert(*entry->place == entry);
    *entry->place = entry->next;
    if (entry->next)
        entry->next->place = entry->place;
    entry->next = NULL;
    entry->place = NULL;
}

static struct server_entry *index_named(struct server_entry *entry, const char *name) {
    while (entry && strcmp(entry->name, name) != 0)
        entry = entry->next;
    return entry;
}

struct server_entry *server_index_find(const struct server_index *index, const char *name) {
    return index_named(index->buckets[bucket_of(name)], name);
}

struct server_entry *server_index_next(const struct server_entry *entry) {
    return index_named(entry->next, entry->name);
}
