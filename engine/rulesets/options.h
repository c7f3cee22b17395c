/* Module options: what a ruleset file may set in a module's section, and the values it sets.
 *
 * A table of mst_option, made from the manifests of the modules, is checked against a ruleset file
 * and the command-line settings. The sections [game] (keys: title, summary) and [modules] have a
 * fixed meaning.
 *
 * O1 Every key in every file of the inheritance chain is checked, even if a nearer file overrides
 * it.
 * O2 A nearer file overrides a farther one, a setting all files, and a later setting an earlier one.
 * O3 A value in force is valid: after a fault the option keeps its last valid value, at first its
 * default.
 *
 * Text forms of values: BOOL on off true false yes no 1 0; INT -12; CHOICE one of the names; INTS
 * 7,6,5 or [7, 6, 5]; SIZE 7x7 (width x height); TEXT anything. */
#ifndef MUSTER_RULESETS_OPTIONS_H
#define MUSTER_RULESETS_OPTIONS_H

#include "host/declare/manifest.h"
#include "rulesets/ini.h"
#include "muster/rulebook.h"

/* The resolved value of an option. Texts are borrowed from the option, the INI file or the
 * settings. */
struct rules_option_value {
    int64_t number;                     /* BOOL: 0 or 1; INT; CHOICE: index in `choices` */
    int64_t list[MST_OPTION_LIST_MOST]; /* INTS; SIZE: width, height */
    int count;                          /* numbers in `list` */
    const char *text;                   /* as written */
    const struct rules_ini_value *from; /* the line in a file, or NULL */
    bool set;                           /* from a setting; if neither this nor `from` is set, it is
                                         * the default */
};

/* Check `ini` and `settings` against `options`, and fill values[0 .. count-1].
 *
 * `off` (NULL, or a list that ends with NULL) names what belongs to switched-off modules: a whole
 * "section", or a "section.key" if a switched-on module shares the section. Such keys in a file are
 * ignored. Settings called "modules.NAME" are left to rules_ini_modules. A fault in a setting has
 * the place "--set" and MST_BAD_OPTION; all others have MST_BAD_RULESET. A default that its own
 * option rejects is a fault at `origin`. If `diags` is NULL, faults are not reported.
 * Returns MST_NO_MEMORY if a setting could not be read, else rules_diags_first, so MST_OK only if
 * `diags` is empty, including faults from before the call. */
enum mst_status rules_options_resolve(const struct rules_ini *ini, const struct mst_option *options,
                                      size_t count, const char *const *off,
                                      const struct mst_setting *settings, size_t setting_count,
                                      struct rules_diags *diags, struct rules_option_value *values);

/* The switch of a module. */
struct rules_ini_module {
    bool on;
    bool named;                         /* a file or a setting mentions the module */
    bool set;                           /* a setting decided */
    const struct rules_ini_value *from; /* the line that decided, or NULL */
};

/* Check [modules] and the settings "modules.NAME" against `known`, the names of the `count`
 * existing modules. out[i] is the switch of known[i]. It is not a fault if all modules are off.
 * Returns as rules_options_resolve. */
enum mst_status rules_ini_modules(const struct rules_ini *ini, const char *const *known,
                                  size_t count, const struct mst_setting *settings,
                                  size_t setting_count, struct rules_diags *diags,
                                  struct rules_ini_module *out);

/* Append to `out` where the value of `name` comes from and what it overrides, then a line with the
 * range of valid values. `name` is "section.key", or a key that occurs in only one section.
 * `values` are those of rules_options_resolve. MST_BAD_OPTION if there is no such option (the error
 * names the nearest) or more than one. */
enum mst_status rules_options_explain(const struct rules_ini *ini, const struct mst_option *options,
                                      size_t count, const struct rules_option_value *values,
                                      const char *name, struct mst_buf *out,
                                      struct mst_error *error);

/* Append a Markdown table with a row for each option, in the order of the table. */
void rules_options_print_ini_reference(const struct mst_option *options, size_t count,
                                       struct mst_buf *out);

#endif
