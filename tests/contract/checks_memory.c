/* The contract, part three: memory that ends, at every moment in turn, costs the call and nothing
 * else. Leaks show where the address sanitizer watches. */
#include "contract/checks.h"

#include <stdio.h>
#include <string.h>

/* An attempt with a match; true when it came to its end. */
typedef bool attempt(struct subject *s, struct mst_match *match, struct mst_error *error);

static bool attempt_position(struct subject *s, struct mst_match *match, struct mst_error *error) {
    (void)s;
    char *text = mst_match_position(match, error);
    mst_text_free(text);
    return text != NULL;
}

static bool attempt_legal(struct subject *s, struct mst_match *match, struct mst_error *error) {
    (void)s;
    char *text = mst_match_legal(match, error);
    mst_text_free(text);
    return text != NULL;
}

static bool attempt_scene(struct subject *s, struct mst_match *match, struct mst_error *error) {
    (void)s;
    char *text = mst_match_scene(match, -1, error);
    mst_text_free(text);
    return text != NULL;
}

static bool attempt_transcript(struct subject *s, struct mst_match *match,
                               struct mst_error *error) {
    (void)s;
    char *text = mst_match_transcript(match, error);
    mst_text_free(text);
    return text != NULL;
}

static bool attempt_clone(struct subject *s, struct mst_match *match, struct mst_error *error) {
    (void)s;
    struct mst_match *copy = mst_match_clone(match, error);
    mst_match_free(copy);
    return copy != NULL;
}

static bool attempt_new(struct subject *s, struct mst_match *match, struct mst_error *error) {
    (void)match;
    struct mst_match *fresh = mst_match_new(s->ruleset, true, 5, error);
    mst_match_free(fresh);
    return fresh != NULL;
}

static bool attempt_perft(struct subject *s, struct mst_match *match, struct mst_error *error) {
    uint64_t nodes;
    (void)s;
    enum mst_status status = mst_match_perft(match, 2, &nodes, error);
    return status == MST_OK || status == MST_BAD_REQUEST; /* chance that perft cannot count */
}

static bool attempt_setup(struct subject *s, struct mst_match *match, struct mst_error *error) {
    struct mst_match *fresh = mst_match_setup(s->ruleset, match->start, true, 5, error);
    mst_match_free(fresh);
    return fresh != NULL;
}

/* Blame with memory to say it. */
static bool blame(struct subject *s, const char *what) {
    core_mem_fail_after(-1);
    return subject_blame(s, "%s", what);
}

/* Many moves, so that every store has to grow in the midst of one, and back. A move that fails
 * leaves the hash as it was. */
static bool attempt_play(struct subject *s, struct mst_match *match, struct mst_error *error) {
    int plies = match->ply_count;
    bool done = true;
    for (int i = 0; i < 150 && done && !mst_match_state(match).over; i++) {
        uint64_t hash = match->pos->hash;
        int before = match->ply_count;
        const struct mst_moves *moves = mst_match_moves(match, error);
        done = moves && mst_match_apply(match, moves->moves[i * 7 % moves->count], error) == MST_OK;
        if (done ? match->ply_count == before
                 : match->ply_count != before || match->pos->hash != hash ||
                       core_position_rehash(match->pos) != hash)
            blame(s, "a move without memory is neither played nor not played");
    }
    enum mst_status back = mst_match_undo(match, match->ply_count - plies, done ? error : NULL);
    if (back != MST_OK)
        blame(s, "taking back needs memory");
    return done;
}

static const struct {
    const char *name;
    attempt *run;
    int most; /* so many failures one by one, then with growing gaps */
} attempts[] = {
    {"listing the moves", attempt_legal, 2000},
    {"printing the position", attempt_position, 300},
    {"playing a move", attempt_play, 2000},
    {"drawing the scene", attempt_scene, 150},
    {"writing a transcript", attempt_transcript, 2000},
    {"copying", attempt_clone, 2000},
    {"beginning a match", attempt_new, 300},
    {"counting leaves", attempt_perft, 100},
    {"reading a position", attempt_setup, 300},
};

/* How the match stands, asked with memory enough. */
static bool unchanged(struct subject *s, struct mst_match *match, const char *before,
                      const char *name, long n) {
    struct mst_error error = {0};
    char *after = subject_look(s, match);
    bool same = after && !strcmp(before, after) &&
                core_position_rehash(match->pos) == match->pos->hash &&
                core_position_sound(match->pos, &error);
    mst_free(after);
    return same || subject_blame(s, "%s with %ld allocations changes the match", name, n);
}

static bool starve(struct subject *s, struct mst_match *match, size_t index) {
    const char *name = attempts[index].name;
    char *before = subject_look(s, match);
    bool done = false;
    for (long n = 0; before && !done && !s->why.length;
         n += n < attempts[index].most ? 1 : 1 + n / 20) {
        struct mst_error error = {0};
        struct mst_match *copy = mst_match_clone(match, &error);
        core_mem_fail_after(n);
        done = attempts[index].run(s, copy, &error);
        core_mem_fail_after(-1);
        if (!done && error.status != MST_NO_MEMORY)
            subject_blame(s, "%s with %ld allocations says %s, not no_memory: %s: %s", name, n,
                          mst_status_name(error.status), error.at, error.text);
        if (unchanged(s, copy, before, name, n) && !done && n % 7 == 0) {
            struct mst_error again = {0}; /* with memory it goes on as if nothing had been */
            if (!attempts[index].run(s, copy, &again))
                subject_blame(s, "%s fails after it had no memory once: %s", name, again.text);
        }
        mst_match_free(copy);
    }
    mst_free(before);
    return !s->why.length;
}

bool check_memory_match(struct subject *s) {
    struct walk walk;
    struct mst_error error = {0};
    if (walk_begin(s, 0, &walk)) {
        for (int ply = 0; ply < 8 && walk_step(&walk); ply++) {
        }
        char *line = mst_match_position(walk.match, &error);
        struct mst_match *match = line ? mst_match_setup(s->ruleset, line, true, 1, &error) : NULL;
        if (!match)
            subject_blame(s, "the position cannot be set up: %s", error.text);
        for (size_t i = 0; match && i < sizeof attempts / sizeof *attempts && !s->why.length; i++)
            starve(s, match, i);
        mst_match_free(match);
        mst_text_free(line);
    }
    walk_end(&walk);
    return !s->why.length;
}

bool check_memory_load(struct subject *s) {
    long step = 1, n = 0;
    int tries = 0;
    for (bool done = false; !done && !s->why.length; n += step, tries++) {
        struct mst_error error = {0};
        char *report = NULL;
        core_mem_fail_after(n);
        struct mst_ruleset *ruleset = mst_ruleset_load(s->path, NULL, 0, &report, &error);
        core_mem_fail_after(-1);
        done = ruleset != NULL;
        if (!done && error.status != MST_NO_MEMORY)
            subject_blame(s, "loading with %ld allocations says %s, not no_memory: %s: %s", n,
                          mst_status_name(error.status), error.at, error.text);
        mst_text_free(report);
        mst_ruleset_free(ruleset);
        if (n >= 40)
            step = 1 + n / (8 * s->games);
    }
    mst_buf_printf(&s->note, "loading failed %d times, with up to %ld allocations", tries - 1, n);
    return !s->why.length;
}
