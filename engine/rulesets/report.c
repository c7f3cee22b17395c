/* Reports of checks, for programs above the public interface: see muster.h. Each wraps a list of
 * diagnostics (diag.h). */
#include <string.h>

#include "rulesets/faults.h"
#include "muster/check.h"
#include "muster/scenario.h"

struct mst_report *mst_report_new(void) {
    return mst_calloc(1, sizeof(struct mst_report));
}

void mst_report_free(struct mst_report *report) {
    if (report)
        rules_diags_clear(&report->diags);
    mst_free(report);
}

void mst_report_clear(struct mst_report *report) {
    rules_diags_clear(&report->diags);
}

size_t mst_report_faults(const struct mst_report *report) {
    return rules_diags_count(&report->diags);
}

size_t mst_report_warnings(const struct mst_report *report) {
    return report->diags.warnings;
}

size_t mst_report_notes(const struct mst_report *report) {
    return report->diags.notes;
}

void mst_report_show_notes(struct mst_report *report) {
    report->diags.show_notes = true;
}

bool mst_report_names(const struct mst_report *report, const char *file) {
    for (size_t i = 0; i < report->diags.count; i++)
        /* The name as it is shown, relative to Muster's folder. */
        if (!strcmp(report->diags.items[i].place.file, file))
            return true;
    return false;
}

void mst_report_add(struct mst_report *report, const char *path, const struct mst_error *error) {
    rules_faults_add(&report->diags, path, error);
}

void mst_report_print(const struct mst_report *report, struct mst_buf *out) {
    rules_diags_print(&report->diags, out);
}
