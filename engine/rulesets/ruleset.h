/* A ruleset: an INI file, the modules that it switches on, their options, and the host with the
 * rules.
 *
 * R1 A ruleset exists only if nothing is wrong with it: its rules are frozen, and every option has a
 * value. R2 A check goes on after a fault, as far as what follows can be judged at all. */
#ifndef MUSTER_RULESETS_RULESET_H
#define MUSTER_RULESETS_RULESET_H

#include "core/match.h"
#include "host/host.h"
#include "rulesets/options.h"

struct search_learned;
struct rules_both;

struct mst_ruleset {
    char *path;
    char *title;
    struct host *host;
    const struct core_rules *rules;
    struct core_game game; /* what matches are played under */
    struct rules_ini *ini;
    struct rules_option_value *values; /* one for each option of the host */
    struct native_native *native;      /* the native code of the rules, or NULL */
    struct rules_both *both;           /* the same rules, run in other ways; or NULL: both.h */
    struct mst_setting *settings;      /* owned copies */
    size_t setting_count;
    struct host_scenario scenario;  /* all NULL if it is none */
    struct search_learned *learned; /* what computer players keep (search/weights.c), or NULL */
    void (*free_learned)(struct search_learned *learned);
};

/* Load as mst_ruleset_load does, adding faults to `diags`. NULL if there are any. */
struct mst_ruleset *rules_ruleset_read(const char *path, const struct mst_setting *settings,
                                       size_t count, struct rules_diags *diags);
/* A check of the names in the sources of a host (author/lint.h). `others` are the paths of all
 * sources that exist. */
typedef void rules_looker(struct host *host, char *const *others, size_t count);
/* The same, with what `look` finds in `diags`, too. `module`: not the ruleset, but this module and
 * those it requires, as if a ruleset switched them on; `path` is the file to name for faults
 * without a place. NULL: the ruleset. */
struct mst_ruleset *rules_ruleset_diagnose(const char *path, const char *module,
                                           const struct mst_setting *settings, size_t count,
                                           rules_looker *look, struct rules_diags *diags);

/* Run the rules by native code: with `must`, or if there is some in the user's cache. */
enum mst_status rules_ruleset_run_native(struct mst_ruleset *ruleset, bool must,
                                         struct mst_error *error);

/* The hash of the rules in force: of the rule sources and of the value of each option. */
uint64_t rules_ruleset_rules(const struct mst_ruleset *ruleset);

/* explain.c: fill `error` with the reason why a text is not a legal move, as mst_match_play returns
 * it. */
void rules_match_refusal(struct mst_match *match, const char *text,
                         const struct core_refusal *refusal, struct mst_error *error);
#endif
