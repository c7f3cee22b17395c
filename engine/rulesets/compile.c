/* Native code of a ruleset: made on demand, kept in the user's cache, found there again. */
#include <stdio.h>
#include <unistd.h>

#include "rulesets/ruleset.h"
#include "lang/native/native.h"
#include "muster/native.h"

/* The place of the object of the rules. */
static enum mst_status compile_place_of(const struct mst_ruleset *ruleset, bool make, char *path,
                                        size_t size, struct mst_error *error) {
    /* The key says all that native code depends on, so an object in the cache is never out of date.
     */
    struct mst_buf key = {0};
    native_write_key(ruleset->rules, &key);

    enum mst_status status = native_object_place(&key, make, path, size, error);
    mst_buf_clear(&key);
    return status;
}

enum mst_status mst_ruleset_compile(struct mst_ruleset *ruleset, const char *out,
                                    struct mst_compiled *made, struct mst_error *error) {
    struct mst_buf text = {0};
    *made = (struct mst_compiled){0};
    enum mst_status status = MST_OK;

    native_close(ruleset->native); /* C is made of the code of the interpreter */
    ruleset->native = NULL;

    int parts = native_write(ruleset->rules, &text);
    if (out)
        snprintf(made->path, sizeof made->path, "%s", out);
    else
        status = compile_place_of(ruleset, true, made->path, sizeof made->path, error);

    /* What is in the cache under this key was made of the same rules; a file that the caller named
     * is written anew. */
    made->source = text.length;
    made->known = status == MST_OK && !out && access(made->path, R_OK) == 0;

    if (status == MST_OK && !made->known)
        status = native_build(&text, parts, made->path, error);
    if (status == MST_OK && !out)
        status = native_load(host_rules(ruleset->host), made->path, &ruleset->native, error);

    mst_buf_clear(&text);
    return status;
}

enum mst_status rules_ruleset_run_native(struct mst_ruleset *ruleset, bool must,
                                         struct mst_error *error) {
    char path[1200];
    enum mst_status status = MST_OK;
    if (!must && !native_cached())
        return MST_OK;

    /* Without `must`, native code is a matter of speed: whatever is wrong with it, the rules run
     * without. */
    status = compile_place_of(ruleset, false, path, sizeof path, error);
    if (status == MST_OK && access(path, R_OK) != 0)
        status = mst_fail(error, MST_BAD_FILE, ruleset->path,
                          "these rules have no native code yet; 'muster compile %s' makes it",
                          ruleset->path);
    if (status == MST_OK)
        status = native_load(host_rules(ruleset->host), path, &ruleset->native, error);
    return must ? status : MST_OK;
}

enum mst_status mst_ruleset_native_path(struct mst_ruleset *ruleset, char *path, size_t size,
                                        struct mst_error *error) {
    return compile_place_of(ruleset, true, path, size, error);
}

enum mst_status mst_ruleset_run_by(struct mst_ruleset *ruleset, const char *path,
                                   struct mst_error *error) {
    native_close(ruleset->native);
    ruleset->native = NULL;
    return native_load(host_rules(ruleset->host), path, &ruleset->native, error);
}

const char *mst_ruleset_runs(const struct mst_ruleset *ruleset) {
    if (ruleset->both)
        return "both";
    if (ruleset->native)
        return "native";
    return host_path(ruleset->host) == HOST_PATH_LUA ? "lua" : "code";
}
