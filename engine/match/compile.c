/* Native code of a ruleset: made on demand, kept in the user's cache, found there again. */
#include <stdio.h>
#include <unistd.h>

#include "match/ruleset.h"
#include "native/native.h"

/* The C of the rules, the number of its parts, and the place of its object. */
static enum mst_status write_rules(const struct mst_ruleset *ruleset, bool make,
                                   struct mst_buf *text, int *parts, char *path, size_t size,
                                   struct mst_error *error) {
    *parts = mst_native_write(ruleset->rules, text);
    return mst_native_place(text, make, path, size, error);
}

enum mst_status mst_ruleset_compile(struct mst_ruleset *ruleset, const char *out,
                                    struct mst_compiled *made, struct mst_error *error) {
    struct mst_buf text = {0};
    *made = (struct mst_compiled){0};
    enum mst_status status = MST_OK;
    int parts;
    mst_native_close(ruleset->native); /* C is made of the code of the interpreter */
    ruleset->native = NULL;
    if (out) {
        parts = mst_native_write(ruleset->rules, &text);
        snprintf(made->path, sizeof made->path, "%s", out);
    } else {
        status = write_rules(ruleset, true, &text, &parts, made->path, sizeof made->path, error);
    }
    made->source = text.length;
    made->known = status == MST_OK && !out && access(made->path, R_OK) == 0;
    if (status == MST_OK && !made->known)
        status = mst_native_build(&text, parts, made->path, error);
    if (status == MST_OK && !out)
        status =
            mst_native_load(mst_host_rules(ruleset->host), made->path, &ruleset->native, error);
    mst_buf_clear(&text);
    return status;
}

enum mst_status mst_ruleset_run_native(struct mst_ruleset *ruleset, bool must,
                                       struct mst_error *error) {
    struct mst_buf text = {0};
    char path[1200];
    int parts;
    enum mst_status status = MST_OK;
    if (!must && !mst_native_cached())
        return MST_OK;
    status = write_rules(ruleset, false, &text, &parts, path, sizeof path, error);
    mst_buf_clear(&text);
    if (status == MST_OK && access(path, R_OK) != 0)
        status = mst_fail(error, MST_BAD_FILE, ruleset->path,
                          "these rules have no native code yet; 'muster compile %s' makes it",
                          ruleset->path);
    if (status == MST_OK)
        status = mst_native_load(mst_host_rules(ruleset->host), path, &ruleset->native, error);
    return must ? status : MST_OK;
}

enum mst_status mst_ruleset_native_path(struct mst_ruleset *ruleset, char *path, size_t size,
                                        struct mst_error *error) {
    struct mst_buf text = {0};
    int parts;
    enum mst_status status = write_rules(ruleset, true, &text, &parts, path, size, error);
    mst_buf_clear(&text);
    return status;
}

enum mst_status mst_ruleset_run_by(struct mst_ruleset *ruleset, const char *path,
                                   struct mst_error *error) {
    mst_native_close(ruleset->native);
    ruleset->native = NULL;
    return mst_native_load(mst_host_rules(ruleset->host), path, &ruleset->native, error);
}

const char *mst_ruleset_runs(const struct mst_ruleset *ruleset) {
    return ruleset->both                                  ? "both"
           : ruleset->native                              ? "native"
           : mst_host_path(ruleset->host) == MST_PATH_LUA ? "lua"
                                                          : "code";
}
