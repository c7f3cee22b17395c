/* A record of the declarations of modules, made while they load, for the reference of a game. */
#include "host/internal.h"

void host_note_entry(lua_State *L, enum host_entry_kind kind, int index, const char *help) {
    struct host *host = host_of(L);
    struct host_entry *entry = host_grow(L, &host->entries, &host->entry_count, sizeof *entry);
    entry->kind = kind;
    entry->index = index;
    entry->help = host_strdup(L, help);
    entry->module = host_strdup(L, host_module_name(host));
    entry->origin = host_origin(L);
}

void host_free_entries(struct host *host) {
    for (int i = 0; i < host->entry_count; i++) {
        mst_free(host->entries[i].help);
        mst_free(host->entries[i].module);
        mst_free(host->entries[i].origin);
    }
    mst_free(host->entries);
}
