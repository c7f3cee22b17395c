/* Checks of rules: reports of faults, random trials, coverage. Needs muster.h. */
#ifndef MUSTER_CHECK_H
#define MUSTER_CHECK_H

#include "muster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- checking -------------------------------------------------------------------------------- */

/* The faults and warnings of a check, ordered by place. */
struct mst_report;

/* Create an empty report. NULL when out of memory. Free with mst_report_free (NULL is allowed). */
struct mst_report *mst_report_new(void);
void mst_report_free(struct mst_report *report);
/* Remove everything from the report. */
void mst_report_clear(struct mst_report *report);
size_t mst_report_faults(const struct mst_report *report);
size_t mst_report_warnings(const struct mst_report *report);
/* Notes: rules that run as Lua because they cannot be compiled. They are printed only after
 * mst_report_show_notes. */
size_t mst_report_notes(const struct mst_report *report);
void mst_report_show_notes(struct mst_report *report);
/* Does the report mention this file (named as in errors)? */
bool mst_report_names(const struct mst_report *report, const char *file);
/* Add an error. `path` is the file to name if the error names none. */
void mst_report_add(struct mst_report *report, const char *path, const struct mst_error *error);
/* Append the whole report in the format of compilers. */
void mst_report_print(const struct mst_report *report, struct mst_buf *out);

/* Coverage of the rules, line by line and function by function. Rulesets that are observed must run
 * as Lua (mst_ruleset_run_by), and must be freed first. */
struct mst_coverage;
struct mst_coverage *mst_coverage_new(void); /* NULL when out of memory */
void mst_coverage_free(struct mst_coverage *coverage);
void mst_ruleset_observe(struct mst_ruleset *ruleset, struct mst_coverage *coverage);
/* Append, for each file, how much of it ran, and the functions that never ran; as text, or in the
 * format of LCOV. The files of Muster's library for authors are left out. */
void mst_coverage_print(const struct mst_coverage *coverage, struct mst_buf *out);
void mst_coverage_print_lcov(const struct mst_coverage *coverage, struct mst_buf *out);
/* Append the functions in which most lines ran, `most` of them, with their calls. */
void mst_coverage_print_work(const struct mst_coverage *coverage, int most, struct mst_buf *out);

/* Load as mst_ruleset_load does, adding all faults and warnings to `report`. NULL if there is a
 * fault. */
struct mst_ruleset *mst_ruleset_check(const char *path, const struct mst_setting *settings,
                                      size_t count, struct mst_report *report);
/* Check a module and those that it requires, as if a ruleset switched them on. `path` is the file
 * of the module. */
struct mst_ruleset *mst_ruleset_check_module(const char *path, const char *module,
                                             const struct mst_setting *settings, size_t count,
                                             struct mst_report *report);
/* Does the Lua file call muster.module? */
bool mst_file_is_module(const char *path);
/* Does the ruleset load this Lua file (named as in errors)? */
bool mst_ruleset_loads(const struct mst_ruleset *ruleset, const char *file);
/* Call `each` with the name of every ruleset that comes with Muster, until it returns false. */
void mst_rulesets(bool (*each)(void *context, const char *name), void *context);
/* Check what the rules say about the current position: the scene of each seat, the position line,
 * the evaluation, and their own invariants. False with `error` if one of them fails. */
bool mst_match_answers(struct mst_match *match, struct mst_error *error);
/* Checks the current position of a match. False with `error` if something is wrong with it. */
typedef bool mst_asked(struct mst_match *match, struct mst_error *error);
/* Play random games of `plies` plies in total, and check some positions on the way, and some ends,
 * with `asked`; NULL means mst_match_answers. False with `error` if a rule or a check fails.
 * Otherwise names in `unplayed` (may be NULL) the kinds of moves that were never played, of modules
 * that the ruleset adds to what it inherits. */
bool mst_ruleset_try(struct mst_ruleset *ruleset, int plies, mst_asked *asked,
                     struct mst_buf *unplayed, struct mst_error *error);

/* What each rule says of a move: for each kind of moves that the text fits, its questions in order,
 * with the place, the rule and the module of each, and whether it passes; up to the one that
 * refuses. It shows all that the rules know: not for seats that may not see everything. */
char *mst_match_trace(struct mst_match *match, const char *text, struct mst_error *error);

#ifdef __cplusplus
}
#endif

#endif
