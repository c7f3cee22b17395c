/* A ruleset under test: see subject.h. */
#include "lib/subject.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int number_from(const char *name, int otherwise) {
    const char *text = getenv(name);
    int number = text ? atoi(text) : 0;
    return number > 0 ? number : otherwise;
}

const char *source_root(void) {
    const char *root = getenv("MUSTER_ROOT");
    return root && *root ? root : MUSTER_HOME;
}

bool list_files(const char *folder, const char *ending, struct mst_buf *paths, int *count) {
    char pattern[600];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*%s", folder, ending);
    *count = 0;
    if (glob(pattern, 0, NULL, &found) != 0)
        return false;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        mst_buf_puts(paths, found.gl_pathv[i]);
        mst_buf_bytes(paths, "", 1);
        (*count)++;
    }
    globfree(&found);
    return !paths->failed;
}

bool subject_blame(struct subject *s, const char *format, ...) {
    char text[4000];
    va_list args;
    if (s->why.length)
        return false;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    mst_buf_puts(&s->why, text);
    return false;
}

bool subject_open(struct subject *s, const char *path) {
    struct mst_error error = {0};
    char *report = NULL;
    *s = (struct subject){.games = number_from("MUSTER_GAMES", 8)};
    snprintf(s->path, sizeof s->path, "%s", path);
    s->ruleset = mst_ruleset_load(path, NULL, 0, &report, &error);
    if (!s->ruleset)
        subject_blame(s, "cannot be loaded: %s", report ? report : error.text);
    mst_text_free(report);
    return s->ruleset != NULL;
}

void subject_close(struct subject *s) {
    mst_ruleset_free(s->ruleset);
    s->ruleset = NULL;
    mst_buf_clear(&s->why);
    mst_buf_clear(&s->note);
}

bool walk_begin(struct subject *s, int game, struct walk *walk) {
    struct mst_error error = {0};
    *walk = (struct walk){.subject = s, .game = game};
    mst_rng_seed(&walk->rng, (uint64_t)game + 1000);
    walk->match = mst_match_new(s->ruleset, true, (uint64_t)game, &error);
    if (!walk->match)
        subject_blame(s, "game %d: no match can begin: %s: %s", game, error.at, error.text);
    return walk->match != NULL;
}

void walk_end(struct walk *walk) {
    mst_match_free(walk->match);
    walk->match = NULL;
}

bool walk_failed(const struct walk *walk) {
    return walk->subject->why.length > 0;
}

/* One of the moves; reluctant kinds only where nothing else is legal. */
static mst_move choose(const struct core_rules *rules, const struct mst_moves *moves,
                       struct mst_rng *rng) {
    uint64_t eager = 0;
    for (int i = 0; i < moves->count; i++)
        eager += !rules->kinds[core_move_kind(moves->moves[i])].reluctant;
    uint64_t at = mst_rng_below(rng, eager ? eager : (uint64_t)moves->count);
    for (int i = 0;; i++)
        if ((!eager || !rules->kinds[core_move_kind(moves->moves[i])].reluctant) && !at--)
            return moves->moves[i];
}

bool walk_pick(struct walk *walk, mst_move *move) {
    struct mst_error error = {0};
    const struct mst_moves *moves;
    if (mst_match_state(walk->match).over)
        return false;
    moves = mst_match_moves(walk->match, &error);
    if (!moves)
        return subject_blame(walk->subject, "game %d: the legal moves cannot be listed: %s",
                             walk->game, error.text);
    if (!moves->count)
        return subject_blame(walk->subject,
                             "game %d, ply %d: no move is legal, and the match is not "
                             "over",
                             walk->game, walk->match->ply_count);
    *move = choose(walk->subject->ruleset->rules, moves, &walk->rng);
    return true;
}

char *move_text(struct mst_match *match, mst_move move) {
    struct mst_buf buf = {0};
    mst_match_move_text(match, move, &buf);
    return mst_buf_take(&buf);
}

/* A seat that chooses now: where several do, any of them. */
static int pick_seat(struct walk *walk) {
    struct mst_state state = mst_match_state(walk->match);
    int waiting[32], count = 0;
    for (int seat = 0; seat < 32; seat++)
        if (state.waiting >> seat & 1)
            waiting[count++] = seat;
    return count < 2 ? state.to_move : waiting[mst_rng_below(&walk->rng, (uint64_t)count)];
}

/* A random move of a seat before those of lower ones. */
static bool step_early(struct walk *walk, int seat) {
    struct mst_error error = {0};
    char *moves = mst_match_legal_seen(walk->match, seat, &error), *move = moves;
    uint64_t count = 0;
    for (char *at = moves; at && *at; at++)
        count += *at == '\n';
    for (uint64_t skip = count ? mst_rng_below(&walk->rng, count) : 0; skip > 0; skip--)
        move = strchr(move, '\n') + 1;
    if (count)
        *strchr(move, '\n') = 0;
    if (!count || mst_match_play_seen(walk->match, seat, move, &error) != MST_OK)
        subject_blame(walk->subject, "game %d, ply %d: seat %d, which waits, cannot play '%s': %s",
                      walk->game, walk->match->ply_count, seat, move ? move : "", error.text);
    mst_text_free(moves);
    return !walk_failed(walk);
}

bool walk_step(struct walk *walk) {
    struct mst_error error = {0};
    mst_move move;
    if (walk_failed(walk))
        return false;
    int seat = pick_seat(walk);
    if (seat != mst_match_state(walk->match).to_move)
        return step_early(walk, seat);
    if (!walk_pick(walk, &move))
        return false;
    char *text = move_text(walk->match, move);
    if (mst_match_apply(walk->match, move, &error) != MST_OK)
        subject_blame(walk->subject,
                      "game %d, ply %d: the legal move '%s' cannot be played: %s: %s", walk->game,
                      walk->match->ply_count, text, error.at, error.text);
    mst_free(text);
    return !walk_failed(walk);
}

char *subject_look(struct subject *s, struct mst_match *match) {
    struct mst_error error = {0};
    struct mst_buf buf = {0};
    char *line = mst_match_position(match, &error);
    char *legal = line ? mst_match_legal(match, &error) : NULL;
    struct mst_state state = mst_match_state(match);
    if (!legal)
        subject_blame(s, "ply %d: the position cannot be asked for: %s: %s", state.ply, error.at,
                      error.text);
    mst_buf_printf(&buf, "%s\n%016" PRIx64 " %d %s %d %x %s\n", line ? line : "", state.hash,
                   state.to_move, state.decision, state.over, (unsigned)state.winners, state.by);
    mst_buf_puts(&buf, legal ? legal : "");
    mst_text_free(line);
    mst_text_free(legal);
    char *text = mst_buf_take(&buf);
    if (!legal) {
        mst_free(text);
        return NULL;
    }
    return text;
}
