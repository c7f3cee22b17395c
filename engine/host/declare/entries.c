/* What modules declare, recorded while they load: for the reference of a game. */
#include "host/internal.h"

void mst_host_note_entry(lua_State *L, enum mst_entry_kind kind, int index, const char *help) {
    struct mst_host *host = mst_host_of(L);
    struct mst_entry *entry = mst_host_grow(L, &host->entries, &host->entry_count, sizeof *entry);
    entry->kind = kind;
    entry->index = index;
    entry->help = mst_host_strdup(L, help);
    entry->module = mst_host_strdup(L, mst_host_module_name(host));
    entry->origin = mst_host_origin(L);
}

void mst_host_free_entries(struct mst_host *host) {
    for (int i = 0; i < host->entry_count; i++) {
        mst_free(host->entries[i].help);
        mst_free(host->entries[i].module);
        mst_free(host->entries[i].origin);
    }
    mst_free(host->entries);
}
