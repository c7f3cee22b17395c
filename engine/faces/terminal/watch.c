/* Rules that change while a match runs: see terminal.h. The modification times of files are polled,
 * which works on every system. The watched files are those of the ruleset, the ones it inherits,
 * and all existing modules, because a change may require another module.
 *
 * W1 The current match is kept with its rules, unless the new rules load and allow all of its
 * plies.
 * W2 A missing file is waited for: editors replace a file by a new one. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "faces/terminal/terminal.h"
#include "muster/check.h"
#include "muster/scenario.h"

struct stamp {
    char *path;
    int64_t second, fraction, size;
};

struct term_watch {
    struct stamp *files;
    int count;
    char changed[200]; /* the file that changed last, as named in errors */
    bool refused;      /* its last change was rejected */
};

/* ---- times of files -------------------------------------------------------------------------- */

static void watch_clear(struct term_watch *watch) {
    for (int i = 0; i < watch->count; i++)
        mst_free(watch->files[i].path);
    mst_free(watch->files);
    watch->files = NULL;
    watch->count = 0;
}

void term_watch_free(struct term_watch *watch) {
    if (watch)
        watch_clear(watch);
    mst_free(watch);
}

/* Add a file. One without a modification time is skipped (W2). False when out of memory. */
static bool watch_add(struct term_watch *watch, const char *path) {
    struct stat info;
    if (stat(path, &info) != 0)
        return true;

    /* Either allocation may fail alone: the list that has grown is kept all the same, as the old
     * one is gone. */
    struct stamp *files =
        mst_realloc(watch->files, ((size_t)watch->count + 1) * sizeof *watch->files);
    char *copy = mst_strdup(path);
    if (files)
        watch->files = files;
    if (!files || !copy) {
        mst_free(copy);
        return false;
    }
    watch->files[watch->count++] = (struct stamp){.path = copy,
                                                  .second = info.st_mtim.tv_sec,
                                                  .fraction = info.st_mtim.tv_nsec,
                                                  .size = info.st_size};
    return true;
}

static bool watch_add_file(void *context, const char *path) {
    return watch_add(context, path);
}

static bool watch_look(const struct term_terminal *t, struct term_watch *watch) {
    return mst_ruleset_files(t->ruleset, watch_add_file, watch);
}

static bool same_as_before(const struct term_watch *before, const struct stamp *now) {
    /* A file that was not there before is a change (W2). */
    for (int i = 0; i < before->count; i++) {
        const struct stamp *file = &before->files[i];
        if (!strcmp(file->path, now->path))
            return file->second == now->second && file->fraction == now->fraction &&
                   file->size == now->size;
    }
    return false;
}

bool term_terminal_watch(struct term_terminal *t) {
    t->watch = mst_calloc(1, sizeof *t->watch);
    if (t->watch && watch_look(t, t->watch))
        return true;
    term_watch_free(t->watch);
    t->watch = NULL;
    return false;
}

bool term_terminal_changed(void *context) {
    struct term_terminal *t = context;
    struct term_watch now = {0};
    bool changed = false;

    /* Out of memory, the old list stays, and the next look compares again. */
    if (!watch_look(t, &now)) {
        watch_clear(&now);
        return false;
    }

    /* Only files that are there now are compared: one that is missing is waited for (W2). */
    for (int i = 0; i < now.count && !changed; i++) {
        changed = !same_as_before(t->watch, &now.files[i]);
        if (changed)
            snprintf(now.changed, sizeof now.changed, "%s", mst_home_relative(now.files[i].path));
    }

    /* The new list replaces the old one, so that a change is reported once. */
    if (changed) {
        now.refused = t->watch->refused;
        watch_clear(t->watch);
        *t->watch = now;
    } else {
        watch_clear(&now);
    }
    return changed;
}

/* ---- the new rules --------------------------------------------------------------------------- */

/* Continue the match under the new rules. Plies that were reported stay reported. */
static void take_over(struct term_terminal *t, struct mst_ruleset *ruleset,
                      struct mst_match *match) {
    /* To take a match resets what was reported, the viewer and whether it is saved; here it is
     * still the same match, so all of that stays. */
    int told[MST_MOST_SEATS], viewer = t->viewer;
    assert(ruleset != t->ruleset && !term_terminal_looks(t));
    t->watch->refused = false;
    bool unsaved = t->unsaved;
    memcpy(told, t->told, sizeof told);
    term_terminal_take(t, ruleset, match);
    memcpy(t->told, told, sizeof told);
    t->viewer = viewer;
    t->unsaved = unsaved;

    json_decref(t->seen); /* forces the board to be drawn */
    t->seen = NULL;
    int plies = mst_match_state(match).ply;
    if (!plies)
        mst_print_line("The new rules apply.");
    else if (plies == 1)
        mst_print_line("The new rules apply: the ply played so far was replayed under them.");
    else
        mst_print("The new rules apply: the %d plies played so far were replayed under them.\n",
                  plies);
}

/* Keep the old rules, because the match is impossible under the new ones. The new rules are kept
 * for the next match. */
static void watch_refuse(struct term_terminal *t, struct mst_ruleset *ruleset, int ply,
                         const struct mst_error *error) {
    /* A negative ply is the beginning: the set-up failed, before any move. */
    if (ply < 0)
        mst_print_line("The match cannot start under the new rules:");
    else
        mst_print("Ply %d, '%s', is impossible under the new rules:\n", ply + 1,
                  mst_match_ply_text(t->match, ply));
    term_terminal_complain(t, error);

    /* The old rules stay for this match (W1), and the new ones wait. */
    assert(!t->next); /* the former one was freed by the reload */
    t->next = ruleset;
    mst_print_line("The match continues under the old rules; new starts one under the new rules.");
}

static void print_faults(const struct mst_report *report) {
    struct mst_buf text = {0};
    mst_report_print(report, &text);
    mst_print("%s", mst_buf_text(&text));
    mst_buf_clear(&text);
}

/* Load and check the ruleset from its files again. Faults go to `report`. */
static struct mst_ruleset *load_again(const struct mst_ruleset *old, struct mst_report *report) {
    const struct mst_setting *settings;
    size_t count = mst_ruleset_settings(old, &settings);
    return report ? mst_ruleset_check(mst_ruleset_path(old), settings, count, report) : NULL;
}

static void nothing_new(struct term_terminal *t) {
    /* After rules that were refused, the same as at first have come back. */
    if (t->watch->refused)
        mst_print("\n%s has changed: the rules of this match are restored.\n", t->watch->changed);
    else
        mst_print("\n");
    t->watch->refused = false;
}

void term_terminal_reload(struct term_terminal *t) {
    struct mst_report *report = mst_report_new();
    struct mst_error error = {0};
    int ply = -1;

    /* The match itself is replayed under the new rules, not its copy. */
    term_terminal_present(t);
    struct mst_ruleset *ruleset = load_again(t->ruleset, report);

    /* A file may be written without a change, or be none that matters: then nothing is said of
     * faults. */
    if (ruleset && mst_ruleset_same(t->ruleset, ruleset)) {
        nothing_new(t);
        mst_report_free(report);
        mst_ruleset_free(ruleset);
        return;
    }

    /* Only the newest of the rules that were refused is of use. */
    mst_ruleset_free(t->next);
    t->next = NULL;
    mst_print("\n%s has changed.\n", t->watch->changed);
    if (report)
        print_faults(report);
    mst_report_free(report);

    /* Refused until the opposite is shown; take_over clears it. */
    t->watch->refused = true;

    /* W1: the match changes only if the new rules load and allow all its plies. */
    struct mst_match *match = ruleset ? mst_match_again(t->match, ruleset, &ply, &error) : NULL;
    if (match)
        take_over(t, ruleset, match);
    else if (ruleset)
        watch_refuse(t, ruleset, ply, &error);
    else
        mst_print_line("The match continues under the old rules.");
}
