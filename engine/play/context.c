/* Evaluation contexts: their registers, failures, and the work budget. See play.h. */
#include "play/legal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WINDOWS = 1 << 15 }; /* registers of the routines of a level, but one needs more */

/* The number of registers of a level that are not below zero. */
static size_t file_size(const struct mst_rules *rules) {
    int64_t windows = (int64_t)rules->routine_peak * MST_MOST_CALLS;
    int reach = rules->reach_peak > rules->var_peak ? rules->reach_peak : rules->var_peak;
    if (!rules->recursive)
        return (size_t)(reach + MST_MOST_PARAMS);
    int64_t most = rules->routine_peak > MOST_WINDOWS ? rules->routine_peak : MOST_WINDOWS;
    return (size_t)(rules->var_peak + MST_MOST_PARAMS + (windows < most ? windows : most));
}

/* Allocate the registers of a level on first use. */
static bool open_level(struct mst_play *play, int level) {
    const struct mst_rules *rules = play->rules;
    size_t sets = (size_t)rules->set_peak * (size_t)play->words;
    size_t vars = file_size(rules);
    if (!play->levels[level])
        play->levels[level] = mst_calloc(sets + vars, sizeof *play->vars);
    return play->levels[level] != NULL;
}

static void use_level(struct mst_play *play, int level) {
    play->level = level;
    play->vars = play->levels[level] + (size_t)play->rules->set_peak * (size_t)play->words;
    play->end = play->vars + file_size(play->rules);
}

bool mst_play_init(struct mst_play *play, const struct mst_rules *rules, struct mst_position *pos) {
    memset(play, 0, sizeof *play);
    play->rules = rules;
    play->code = rules->code;
    play->words = rules->schema->board->words;
    play->pos = pos;
    play->work = MST_PLAY_WORK;
    play->runs = mst_calloc(1, sizeof *play->runs);
    play->shared = mst_calloc((size_t)rules->shared_count + 1, sizeof *play->shared);
    if (!play->runs || !play->shared || !open_level(play, 0))
        return false;
    use_level(play, 0);
    return true;
}

bool mst_play_enter(struct mst_play *play) {
    if (play->level + 1 == MST_MOST_LEVELS)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "rules call each other without end");
    if (!open_level(play, play->level + 1))
        return mst_play_fail(play, MST_NO_MEMORY, "", "out of memory");
    play->windows[play->level] = play->vars;
    use_level(play, play->level + 1);
    return true;
}

void mst_play_leave(struct mst_play *play) {
    use_level(play, play->level - 1);
    play->vars = play->windows[play->level];
}

void mst_play_rest(struct mst_play *play) {
    for (int i = play->level + 1; i < MST_MOST_LEVELS; i++) {
        mst_free(play->levels[i]);
        play->levels[i] = NULL;
    }
}

void mst_play_clear(struct mst_play *play) {
    if (play->runs)
        mst_runs_clear(play->runs);
    mst_free(play->runs);
    mst_free(play->log);
    mst_free(play->shared);
    mst_free(play->keys);
    for (int i = 0; i < MST_MOST_LEVELS; i++)
        mst_free(play->levels[i]);
    memset(play, 0, sizeof *play);
}

bool mst_play_fail(struct mst_play *play, enum mst_status status, const char *at,
                   const char *format, ...) {
    char text[sizeof play->error.text];
    va_list args;
    if (play->failed)
        return false;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    play->failed = true;
    play->called = 0;
    mst_fail(&play->error, status, at, "%s", text);
    return false;
}

void mst_play_blame(struct mst_play *play, const char *at, const char *name) {
    if (play->failed && !play->error.at[0])
        mst_fail(&play->error, play->error.status, at, "in '%s': %.700s", name, play->error.text);
}

bool mst_spend(struct mst_play *play) {
    if (--play->work > 0)
        return true;
    return mst_play_fail(play, MST_BUDGET, "",
                         "the rules exceeded their budget of work; is there an infinite loop?");
}
