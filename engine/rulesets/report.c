/* Reports of checks, for programs above the public interface: see muster.h. Each wraps a list of
 * diagnostics (diag.h). */
#include <string.h>

#include "rulesets/faults.h"
#include "core/match.h"

struct mst_report {
    struct mst_diags diags;
};

struct mst_report *mst_report_new(void) {
    return mst_calloc(1, sizeof(struct mst_report));
}

void mst_report_free(struct mst_report *report) {
    if (report)
        mst_diags_clear(&report->diags);
    mst_free(report);
}

void mst_report_clear(struct mst_report *report) {
    mst_diags_clear(&report->diags);
}

size_t mst_report_faults(const struct mst_report *report) {
    return mst_diags_count(&report->diags);
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
        if (!strcmp(report->diags.items[i].place.file, file))
            return true;
    return false;
}

void mst_report_add(struct mst_report *report, const char *path, const struct mst_error *error) {
    mst_faults_add(&report->diags, path, error);
}

void mst_report_print(const struct mst_report *report, struct mst_buf *out) {
    mst_diags_print(&report->diags, out);
}

struct mst_ruleset *mst_ruleset_check(const char *path, const struct mst_setting *settings,
                                      size_t count, struct mst_report *report) {
    return mst_ruleset_diagnose(path, settings, count, &report->diags);
}

struct mst_ruleset *mst_ruleset_check_module(const char *path, const char *module,
                                             const struct mst_setting *settings, size_t count,
                                             struct mst_report *report) {
    return mst_ruleset_diagnose_module(path, module, settings, count, &report->diags);
}

/* A call of muster.module, outside of comments. */
static bool calls_module(const char *text) {
    for (const char *at = strstr(text, "muster.module"); at; at = strstr(at + 1, "muster.module")) {
        const char *line = at;
        while (line > text && line[-1] != '\n' && strncmp(line, "--", 2) != 0)
            line--;
        if (strncmp(line, "--", 2) != 0)
            return true;
    }
    return false;
}

bool mst_file_is_module(const char *path) {
    size_t length;
    char *text = mst_read_file(path, 1 << 20, &length, NULL);
    bool module = text && calls_module(text);
    mst_free(text);
    return module;
}
