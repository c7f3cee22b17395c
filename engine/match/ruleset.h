/* A ruleset: an INI file, the modules it switches on, their options, and the host that holds the
 * rules. */
#ifndef MUSTER_MATCH_RULESET_H
#define MUSTER_MATCH_RULESET_H

#include "host/host.h"
#include "match/options.h"

struct mst_ruleset {
    char *path;
    char *title;
    struct mst_host *host;
    const struct mst_rules *rules;
    struct mst_ini *ini;
    struct mst_option_value *values; /* one an option of the host */
    struct mst_setting *settings;    /* owned copies */
    size_t setting_count;
};

/* Load as mst_ruleset_load does, collecting faults in `diags`. NULL when there is any. */
struct mst_ruleset *mst_ruleset_read(const char *path, const struct mst_setting *settings,
                                     size_t count, struct mst_diags *diags);
/* The same, and what only looks wrong goes to `diags` as warnings. Faults in names of the sources,
 * which would show themselves when they are reached in play, count. */
struct mst_ruleset *mst_ruleset_diagnose(const char *path, const struct mst_setting *settings,
                                         size_t count, struct mst_diags *diags);
/* Check the module alone with those that it requires, as if a ruleset switched them on; `path` is
 * what its file is called where a fault has no other place. */
struct mst_ruleset *mst_ruleset_diagnose_module(const char *path, const char *module,
                                                const struct mst_setting *settings, size_t count,
                                                struct mst_diags *diags);

#endif
