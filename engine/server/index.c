/* Finding by name: see index.h. */
#include "server/index.h"

#include <string.h>

static size_t bucket_of(const char *name) {
    uint32_t hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return (hash ^ hash >> 16) % MST_BUCKETS;
}

void mst_index_add(struct mst_index *index, struct mst_entry *entry, const char *name,
                   void *owner) {
    if (!*name)
        return;
    struct mst_entry **place = &index->buckets[bucket_of(name)];
    *entry = (struct mst_entry){.next = *place, .place = place, .name = name, .owner = owner};
    if (entry->next)
        entry->next->place = &entry->next;
    *place = entry;
}

void mst_index_remove(struct mst_entry *entry) {
    if (!entry->place)
        return;
    *entry->place = entry->next;
    if (entry->next)
        entry->next->place = entry->place;
    entry->next = NULL;
    entry->place = NULL;
}

static struct mst_entry *named(struct mst_entry *entry, const char *name) {
    while (entry && strcmp(entry->name, name) != 0)
        entry = entry->next;
    return entry;
}

struct mst_entry *mst_index_find(const struct mst_index *index, const char *name) {
    return named(index->buckets[bucket_of(name)], name);
}

struct mst_entry *mst_index_next(const struct mst_entry *entry) {
    return named(entry->next, entry->name);
}
