/* Conversion of the host's faults to diagnostics: see faults.h. */
#include "rulesets/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/folders.h"
#include "rulesets/ruleset.h"
#include "rulesets/scenario.h"
#include "rulesets/spot.h"

/* Is this fault listed already? Several modules that require a faulty one report the same fault,
 * and so do several callers of a faulty function. */
static bool is_listed(const struct rules_diags *diags, const struct rules_place *place,
                      enum mst_status status, const char *text) {
    for (size_t i = 0; i < diags->count; i++) {
        const struct rules_diag *diag = &diags->items[i];
        /* Two faults of one word are one mistake, however two checkers put it. A warning may stand
         * beside a fault. */
        bool same_word = place->column && status != MST_OK && diag->status != MST_OK;
        if (diag->place.line == place->line && diag->place.column == place->column &&
            !strcmp(diag->place.file, place->file) && (same_word || !strcmp(diag->message, text)))
            return true;
    }
    return false;
}

/* Refine the place of the fault within its file. True if it was found. */
static bool find_spot(struct rules_diags *diags, const struct host_fault *fault,
                      struct rules_place *place, char source[512]) {
    char path[1300];
    size_t length;
    struct mst_error error = {0};
    rules_folders_path(place->file, path, sizeof path);

    /* Rules can word the place of a failure as they like: a file is opened only if it is one that
     * rules were read from, so that no line of another file shows. */
    bool ours = place->line && !strstr(place->file, "..") && /* rules may word the place */
                rules_folders_own(path) && (*place->file != '/' || rules_folders_have(path));
    char *text = ours ? mst_read_file(path, 1 << 20, &length, &error) : NULL;

    if (error.status == MST_NO_MEMORY)
        rules_diags_no_memory(diags);

    /* A file that cannot be read is shown without a line. */
    bool found = text && rules_spot_find(text, fault->error.text, &fault->spot, place, source, 512);
    mst_free(text);
    return found;
}

/* Add a fault, with its place in its file. */
static void faults_add(struct rules_diags *diags, const char *ruleset,
                       const struct host_fault *fault) {
    struct mst_error blamed = fault->error, *error = &blamed;
    if (!fault->spot.line)
        rules_scenario_blame(error, ruleset);

    /* The place is worded "file:line" in an error, and taken apart here. */
    char file[sizeof error->at], source[512], text[sizeof error->text];
    snprintf(file, sizeof file, "%.199s", error->at[0] ? error->at : mst_home_relative(ruleset));
    snprintf(text, sizeof text, "%s", error->text);
    struct rules_place place = {.file = file, .order = 1000};

    char *colon = strrchr(file, ':');
    if (colon && colon[1] >= '0' && colon[1] <= '9') {
        place.line = atoi(colon + 1);
        *colon = 0;
    }

    if (find_spot(diags, fault, &place, source) && fault->spot.message)
        text[fault->spot.message] = 0; /* print the line as it is in the file */

    if (is_listed(diags, &place, error->status, text))
        return;

    if (fault->note)
        rules_diags_note(diags, &place, text);
    else
        rules_diags_add(diags, error->status, &place, NULL, "%s", text);
}

void rules_faults_add(struct rules_diags *diags, const char *ruleset,
                      const struct mst_error *error) {
    faults_add(diags, ruleset, &(struct host_fault){.error = *error});
}

void rules_faults_add_all(struct rules_diags *diags, const char *ruleset, const struct host *host) {
    const struct host_fault *faults;
    int count = host_faults(host, &faults);
    if (host_short_of_memory(host))
        rules_diags_no_memory(diags);
    for (int i = 0; i < count; i++)
        faults_add(diags, ruleset, &faults[i]);
}

bool rules_faults_any(const struct host *host) {
    const struct host_fault *faults;
    int count = host_faults(host, &faults), i = 0;
    /* MST_OK: a warning or a note (D3). */
    while (i < count && faults[i].error.status == MST_OK)
        i++;
    return i < count;
}
