/* Evaluation contexts: their registers, failures, and the work budget. See play.h. */
#include "core/code.h"
#include "core/legal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WINDOWS = 1 << 15 }; /* registers of the routines of a level, but one needs more */

/* The number of registers of a level that are not below zero. */
static size_t file_size(const struct core_rules *rules) {
    /* Without recursion the compiler knows how far the windows of callees reach (C5). With it, they
     * get room for the deepest calls, but not without limit: code whose window does not fit fails.
     */
    int64_t windows = (int64_t)rules->routine_peak * CORE_MOST_CALLS;
    int reach = rules->reach_peak > rules->var_peak ? rules->reach_peak : rules->var_peak;
    if (!rules->recursive)
        return (size_t)(reach + CORE_MOST_PARAMS);
    int64_t most = rules->routine_peak > MOST_WINDOWS ? rules->routine_peak : MOST_WINDOWS;
    return (size_t)(rules->var_peak + CORE_MOST_PARAMS + (windows < most ? windows : most));
}

struct core_level {
    struct core_level *outer, *inner; /* `inner` is kept for the next nested rule; or NULL */
    int64_t *window;                  /* registers of its running code while a nested rule runs */
    int64_t *end;                     /* end of its registers */
    int depth;
    int64_t registers[];
};

bool core_play_has(const struct core_play *play, const int64_t *reg) {
    return reg >= play->level->registers && reg < play->end;
}

/* Open the level inside `outer` (NULL: the first), and allocate it on first use. */
static bool open_level(struct core_play *play, struct core_level *outer) {
    const struct core_rules *rules = play->rules;
    size_t sets = (size_t)rules->set_peak * (size_t)play->words;
    size_t vars = file_size(rules);
    struct core_level *level = outer ? outer->inner : NULL;

    if (!level) {
        level = mst_calloc(1, sizeof *level + (sets + vars) * sizeof *play->vars);
        if (!level)
            return false;
        level->outer = outer;
        level->end = level->registers + sets + vars;
        level->depth = outer ? outer->depth + 1 : 0;
    }
    assert(level->depth < CORE_MOST_LEVELS);

    /* The window of the running code: core_play_leave goes back to it. */
    if (outer) {
        outer->inner = level;
        outer->window = play->vars;
    }

    play->level = level;
    play->vars = level->registers + sets; /* sets lie below zero (C1) */
    play->end = level->end;
    return true;
}

bool core_play_init(struct core_play *play, const struct core_rules *rules,
                    struct core_position *pos) {
    assert(rules->schema->frozen && pos->schema); /* S1, R1 */
    memset(play, 0, sizeof *play);
    play->rules = rules;
    play->error = rules->error;
    play->code = rules->code;
    play->words = rules->schema->board->words;
    play->pos = pos;
    play->budget = rules->budget;
    play->runs = mst_calloc(1, sizeof *play->runs);
    play->shared = mst_calloc((size_t)rules->shared_count + 1, sizeof *play->shared);
    return play->runs && play->shared && open_level(play, NULL);
}

bool core_play_enter(struct core_play *play) {
    if (play->level->depth + 1 == CORE_MOST_LEVELS)
        return core_play_fail(play, MST_SCRIPT_ERROR, "", "rules call each other without end");
    return open_level(play, play->level) ||
           core_play_fail(play, MST_NO_MEMORY, "", "out of memory");
}

void core_play_leave(struct core_play *play) {
    assert(play->level->outer);       /* entered before */
    play->level = play->level->outer; /* the inner one stays for the next nested rule */
    play->vars = play->level->window;
    play->end = play->level->end;
}

static void free_levels(struct core_level *level) {
    while (level) {
        struct core_level *inner = level->inner;
        mst_free(level);
        level = inner;
    }
}

void core_play_rest(struct core_play *play) {
    free_levels(play->level->inner);
    play->level->inner = NULL;
}

void core_play_clear(struct core_play *play) {
    if (play->runs)
        core_runs_clear(play->runs);
    mst_free(play->runs);
    mst_free(play->log);
    mst_free(play->shared);
    mst_free(play->keys);
    mst_free(play->bag_lists);
    while (play->level && play->level->outer) /* a failure may have left nested ones open */
        play->level = play->level->outer;
    free_levels(play->level);
    memset(play, 0, sizeof *play);
}

bool core_play_fail(struct core_play *play, enum mst_status status, const char *at,
                    const char *format, ...) {
    char text[sizeof play->error->text];
    va_list args;
    if (play->failed)
        return false; /* the first failure is the cause of the others */

    /* The arguments may point into play->error, so the text is made first. */
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    play->failed = true;
    play->called = 0;
    mst_fail(play->error, status, at, "%s", text);
    return false;
}

bool core_attempt_again(struct core_play *play, const struct core_attempt *attempt) {
    if (!play->failed || play->as_lua || !play->rules->callbacks.rule ||
        play->error->status != MST_SCRIPT_ERROR || core_budget_stopped(play->budget))
        return false;

    /* X5: as if the attempt had not been made, with the budget that it had. */
    assert(attempt->log_count <= play->log_count);
    play->failed = false;
    play->as_lua = true;
    play->log_count = attempt->log_count;
    play->pos->informed = attempt->informed;
    core_budget_again(play->budget, attempt->left);
    return true;
}

void core_play_blame(struct core_play *play, const char *at, const char *name) {
    if (play->failed && !play->error->at[0] && play->error->status != MST_CANCELLED)
        mst_fail(play->error, play->error->status, at, "in '%s': %.700s", name, play->error->text);
}

/* The request must end. */
static bool fail_budget(struct core_play *play) {
    struct mst_error error;
    mst_budget_error(play->budget, "", &error);
    return core_play_fail(play, error.status, "", "%s", error.text);
}

bool core_spent(struct core_play *play) {
    return core_budget_look(play->budget) || fail_budget(play);
}

void *core_play_grow(struct core_play *play, void *list, int *capacity, int64_t count,
                     size_t size) {
    int64_t grown = *capacity ? *capacity * 2 : 64;

    assert(count > *capacity);
    while (grown < count)
        grown *= 2;
    if (!core_budget_fits(play->budget, (size_t)grown * size)) {
        fail_budget(play); /* X4 */
        return NULL;
    }

    list = mst_realloc(list, (size_t)grown * size);
    if (list)
        *capacity = (int)grown;
    else
        core_play_fail(play, MST_NO_MEMORY, "", "out of memory");
    return list;
}

bool core_play_unwritten(struct core_play *play) {
    if (!core_position_full(play->pos))
        return core_play_fail(play, MST_NO_MEMORY, "", "out of memory");
    play->budget->burst = true; /* the journal is a list of the step, too */
    return fail_budget(play);
}

/* ---- places of failures ---------------------------------------------------------------------- */

const struct core_code_line *core_code_line_of(const struct core_rules *rules, int code) {
    int low = 0, high = rules->line_count;
    while (low < high) { /* invariant: the last record at or before `code` is below `low` */
        int middle = (low + high) / 2;
        if (rules->lines[middle].code <= code)
            low = middle + 1;
        else
            high = middle;
    }
    return low && rules->lines[low - 1].line ? &rules->lines[low - 1] : NULL;
}

enum { MOST_LISTED = 4 }; /* calls that a failure lists */

void core_place_failure(struct core_play *play, int code, bool called) {
    const struct core_code_line *line = core_code_line_of(play->rules, code);
    struct mst_error *error = play->error;
    assert(play->failed);
    char place[sizeof error->at];
    if (!line || error->status == MST_CANCELLED)
        return;

    /* The innermost line locates it; the calls around it are appended on the way out. */
    snprintf(place, sizeof place, "%s:%d", play->rules->sources[line->source], line->line);
    if (!error->at[0]) {
        memcpy(error->at, place, sizeof place);
        play->called = 0;
    } else if (called && play->called < MOST_LISTED) {
        size_t length = strlen(error->text);
        snprintf(error->text + length, sizeof error->text - length, "%s %s",
                 play->called++ ? "," : "; called at", place);
    }
}
