/* Native code of rules. Needs muster.h. */
#ifndef MUSTER_NATIVE_H
#define MUSTER_NATIVE_H

#include "muster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- native code ----------------------------------------------------------------------------- */

/* The object that mst_ruleset_compile made. */
struct mst_compiled {
    char path[1200];
    bool known;    /* it was in the cache already */
    size_t source; /* bytes of the C that it was compiled from */
};
/* Compile the rules to native code with the system's compiler `cc`, into the file `out`, or into
 * the user's cache (NULL); then the ruleset runs by it. Rulesets that are loaded later run by
 * native code if there is some for their rules and options in the cache. */
enum mst_status mst_ruleset_compile(struct mst_ruleset *ruleset, const char *out,
                                    struct mst_compiled *made, struct mst_error *error);
/* The file in the user's cache that the native code of the rules is, or would be. They must not run
 * by it yet. Fails where there is no such cache and none can be made. */
enum mst_status mst_ruleset_native_path(struct mst_ruleset *ruleset, char *path, size_t size,
                                        struct mst_error *error);
/* Run the rules by the object `path` that mst_ruleset_compile made for them. */
enum mst_status mst_ruleset_run_by(struct mst_ruleset *ruleset, const char *path,
                                   struct mst_error *error);
/* How the rules run: "native", "code" (but for those that cannot be compiled), "lua", or "both":
 * side by side, as code and as Lua. Borrowed. */
const char *mst_ruleset_runs(const struct mst_ruleset *ruleset);

#ifdef __cplusplus
}
#endif

#endif
