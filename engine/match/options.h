/* Options of modules: what a ruleset file may say in a module's section, and what it said.
 *
 * A table of mst_option, made from the manifests of the modules, is held against a ruleset file and
 * the settings given beside it. Every key of every file of the chain is checked, also one that a
 * nearer file replaces. Sections [game] (keys: title, summary) and [modules] have fixed meanings.
 *
 * Values as text: BOOL on off true false yes no 1 0; INT -12; CHOICE one of the names; INTS 7,6,5
 * or [7, 6, 5]; SIZE 7x7 (width x height); TEXT anything. */
#ifndef MUSTER_MATCH_OPTIONS_H
#define MUSTER_MATCH_OPTIONS_H

#include "host/manifest.h"
#include "match/ini.h"

/* The resolved value of an option. Texts are borrowed from the option, the ini or the settings. */
struct mst_option_value {
    int64_t number;                     /* BOOL: 0 or 1; INT; CHOICE: index in `choices` */
    int64_t list[MST_OPTION_LIST_MOST]; /* INTS; SIZE: width, height */
    int count;                          /* numbers in `list` */
    const char *text;                   /* as it was written */
    const struct mst_ini_value *from;   /* where in a file, or NULL */
    bool set;                           /* by a setting; neither this nor `from`: the default */
};

/* Check `ini` and `settings` against `options` and fill values[0 .. count-1]. `off` is NULL or ends
 * with NULL and names what belongs to modules that are switched off: "section" whole, or
 * "section.key" where the section is shared with modules that are on; in a file such keys are
 * passed over in silence. Settings named "modules.NAME" are left to mst_ini_modules; of two
 * settings of one key the later wins. Faults of settings have the place "--set" with
 * MST_BAD_OPTION, all others are MST_BAD_RULESET. After faults `values` holds the last valid value
 * of each option. A default that its own option refuses is a fault at `origin`. Returns what
 * mst_diags_first says: MST_OK only if `diags` is empty, old faults included. */
enum mst_status mst_options_resolve(const struct mst_ini *ini, const struct mst_option *options,
                                    size_t count, const char *const *off,
                                    const struct mst_setting *settings, size_t setting_count,
                                    struct mst_diags *diags, struct mst_option_value *values);

/* A ruleset's switch for one module. */
struct mst_ini_module {
    bool on;
    bool named;                       /* some file or setting speaks of it */
    bool set;                         /* a setting decided */
    const struct mst_ini_value *from; /* the file's line that decided, or NULL */
};

/* Check [modules] and the settings "modules.NAME" against the `count` names of modules that exist;
 * out[i] tells of known[i]. No module at all being on is not a fault here. Returns as
 * mst_options_resolve. */
enum mst_status mst_ini_modules(const struct mst_ini *ini, const char *const *known, size_t count,
                                const struct mst_setting *settings, size_t setting_count,
                                struct mst_diags *diags, struct mst_ini_module *out);

/* Append to `out` where the value of `name` ("section.key", or a key that occurs in one section
 * only) comes from and what it replaces, then a line on what it may be. MST_BAD_OPTION if there is
 * no such option (the error names the nearest) or several; `values` are those of
 * mst_options_resolve. */
enum mst_status mst_options_explain(const struct mst_ini *ini, const struct mst_option *options,
                                    size_t count, const struct mst_option_value *values,
                                    const char *name, struct mst_buf *out, struct mst_error *error);

/* Append a table in Markdown, one row an option, in the order of the table. */
void mst_options_print_ini_reference(const struct mst_option *options, size_t count,
                                     struct mst_buf *out);

#endif
