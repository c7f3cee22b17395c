/* Choice of a move: limits, copies and the result. The searches are in think_turn.c and
 * think_tree.c. */
#include "search/think.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "match/playout.h"
#include "state/secret.h"

static const char *const names[] = {"random", "look"};

const char *mst_player_name(enum mst_player_kind kind) {
    return names[kind];
}

int mst_player_named(const char *name) {
    for (int i = 0; i < 2; i++)
        if (!strcmp(name, names[i]))
            return i;
    return -1;
}

enum { MOST_NODES = 4000000 }; /* also applies if only time is limited: it bounds memory */

/* ---- limits and copies ----------------------------------------------------------------------- */

bool mst_think_spend(struct mst_think *think) {
    struct mst_budget *budget = think->budget;
    if (think->nodes >= think->limit || mst_budget_ended(budget))
        return false;
    if (think->nodes % 16 == 15 && mst_think_late(think))
        return false;
    mst_budget_next(budget);
    think->nodes++;
    return true;
}

bool mst_think_late(const struct mst_think *think) {
    return mst_budget_ended(think->budget) ||
           (think->deadline && mst_budget_clock() >= think->deadline);
}

bool mst_think_set(struct mst_think *think, const struct mst_position *from) {
    return mst_position_copy(think->pos, from ? from : think->root) || mst_think_no_memory(think);
}

bool mst_think_no_memory(struct mst_think *think) {
    mst_fail(&think->error, MST_NO_MEMORY, "", "out of memory");
    return false;
}

void mst_think_pardon(struct mst_think *think) {
    if (think->error.status == MST_OK)
        think->error = *think->play.error;
    mst_play_ready(&think->play);
}

void mst_think_close(struct mst_think *think) {
    think->budget->deadline = think->outer_deadline;
    mst_play_clear(&think->play);
    mst_position_free(think->pos);
    mst_position_free(think->root);
}

static void limit(struct mst_think *think, const struct mst_player *player) {
    think->limit = player->nodes > 0 ? player->nodes
                   : player->ms > 0  ? MOST_NODES
                                     : MST_PLAYER_NODES;
    think->deadline = player->ms > 0 ? mst_budget_clock() + player->ms : 0;
    think->budget->deadline = think->deadline;
}

bool mst_think_open(struct mst_think *think, struct mst_match *match,
                    const struct mst_player *player, const struct mst_position *root,
                    uint64_t seed) {
    *think = (struct mst_think){
        .host = match->ruleset->host,
        .seat = mst_match_state(match).to_move,
        .seed = seed,
        .budget = match->ruleset->rules->budget,
        .root = mst_position_clone(root),
        .pos = mst_position_clone(root),
    };
    think->outer_deadline = think->budget->deadline;
    limit(think, player);
    mst_budget_step(think->budget);
    return think->root && think->pos &&
           mst_play_init(&think->play, match->ruleset->rules, think->pos);
}

/* ---- choosing -------------------------------------------------------------------------------- */

static bool choose_random(struct mst_think *think) {
    struct mst_rng rng;
    int64_t count = 0;
    mst_rng_seed(&rng, think->seed);
    think->line.count = 1;
    think->nodes = 1;
    if (mst_playout_pick(&think->play, &rng, &think->line.moves[0], &count) && count)
        return true;
    mst_think_pardon(think);
    return false;
}

bool mst_think_look(struct mst_think *think) {
    struct mst_moves moves = {0};
    bool only = !think->only && mst_legal(&think->play, &moves) && moves.count == 1;
    if (only)
        think->line.moves[0] = moves.moves[0];
    think->line.count = think->nodes = only;
    mst_moves_clear(&moves);
    if (think->play.failed) {
        mst_think_pardon(think);
        return false;
    }
    return only || (mst_host_judges(think->host) ? mst_think_turn(think) : mst_think_tree(think));
}

bool mst_think_first(struct mst_think *think) {
    struct mst_moves moves = {0};
    mst_budget_finish(think->budget);
    mst_play_ready(&think->play);
    think->line.count = 0;
    if (mst_legal(&think->play, &moves))
        for (int i = moves.count - 1; i >= 0; i--)
            if (mst_think_begins(think, moves.moves[i])) {
                think->line.moves[0] = moves.moves[i];
                think->line.count = 1;
            }
    mst_moves_clear(&moves);
    return think->line.count;
}

/* Choose a move. Uses only `masked`, which contains nothing that is hidden from the seat. */
static bool choose(struct mst_think *think, struct mst_match *match,
                   const struct mst_player *player, const struct mst_position *masked) {
    if (player->kind == MST_PLAYER_RANDOM)
        return choose_random(think);
    return masked->masked ? mst_think_hidden(think, match, player, masked) : mst_think_look(think);
}

/* Write a line as text. Each move is printed in the position where it would be played. */
static void describe(struct mst_think *think, const struct mst_line *line,
                     struct mst_player_info *info) {
    struct mst_buf text = {0};
    size_t length = 0;
    info->score = line->score;
    bool stands = mst_think_set(think, NULL);
    for (int i = 0; stands && i < line->count; i++) {
        mst_buf_reset(&text);
        mst_move_print(&think->play, line->moves[i], &text);
        if (text.failed || length + text.length + 2 > sizeof info->pv)
            break;
        length += (size_t)snprintf(info->pv + length, sizeof info->pv - length, "%s%s",
                                   i ? " " : "", mst_buf_text(&text));
        info->depth++;
        stands = mst_play_move(&think->play, line->moves[i]);
    }
    mst_buf_clear(&text);
}

/* ---- progress -------------------------------------------------------------------------------- */

enum { TELL_MS = 100 };

static void tell(struct mst_progress *progress, const struct mst_player_info *info) {
    progress->player->tell(progress->player->context, info);
    progress->due = mst_budget_clock() + TELL_MS;
    progress->told = true;
}

bool mst_think_due(const struct mst_think *think) {
    return think->progress && mst_budget_clock() >= think->progress->due;
}

void mst_think_tell(struct mst_think *think, const struct mst_line *line) {
    int64_t left = mst_budget_left(think->budget);
    struct mst_player_info info = {.nodes = think->progress->nodes + think->nodes,
                                   .line = think->progress->line};
    describe(think, line, &info);
    mst_play_ready(&think->play);
    mst_budget_again(think->budget, left);
    if (info.depth)
        tell(think->progress, &info);
}

/* ---- lines ----------------------------------------------------------------------------------- */

bool mst_think_begins(const struct mst_think *think, mst_move move) {
    for (int i = 0; i < think->without_count; i++)
        if (think->without[i] == move)
            return false;
    return !think->only || *think->only == move;
}

/* The lines of a choice, the best first. */
struct lines {
    struct mst_line lines[MST_PLAYER_LINES];
    int count;
    struct mst_progress progress;
};

static int most_asked(const struct mst_player *player) {
    int lines = player->lines < MST_PLAYER_LINES ? player->lines : MST_PLAYER_LINES;
    return lines > 1 ? lines : 1;
}

/* How many lines there can be. */
static int most_lines(struct mst_think *think, const struct mst_player *player) {
    struct mst_moves moves = {0};
    int most = most_asked(player);
    if (most == 1 || player->kind == MST_PLAYER_RANDOM)
        return 1;
    if (!mst_legal(&think->play, &moves))
        mst_think_pardon(think);
    most = moves.count < most ? moves.count : most;
    mst_moves_clear(&moves);
    return most ? most : 1;
}

static void add_line(struct lines *lines, const struct mst_think *think) {
    int at = lines->count++;
    for (; at > 0 && lines->lines[at - 1].score < think->line.score; at--)
        lines->lines[at] = lines->lines[at - 1];
    lines->lines[at] = think->line;
    lines->progress.nodes += think->nodes;
    lines->progress.line++;
}

/* Find another line, which begins with none of the moves of those before. */
static bool find_another(struct lines *lines, struct mst_match *match,
                         const struct mst_player *player, const struct mst_think *first,
                         const struct mst_position *masked) {
    struct mst_think think;
    bool found = mst_think_open(&think, match, player, match->pos, first->seed);
    if (found) {
        think.progress = first->progress;
        for (int i = 0; i < lines->count; i++)
            think.without[think.without_count++] = lines->lines[i].moves[0];
        found = choose(&think, match, player, masked) && think.line.count > 0;
    }
    if (found)
        add_line(lines, &think);
    mst_think_close(&think);
    return found;
}

/* The limits of one of `count` lines. */
static struct mst_player share_of(const struct mst_player *player, int count) {
    struct mst_player part = *player;
    int64_t nodes = player->nodes || player->ms ? player->nodes : MST_PLAYER_NODES;
    part.nodes = nodes && nodes < count ? 1 : nodes / count;
    part.ms = player->ms && player->ms < count ? 1 : player->ms / count;
    return part;
}

/* Find the lines. False if there is none. */
static bool find_lines(struct lines *lines, struct mst_think *think, struct mst_match *match,
                       const struct mst_player *player, const struct mst_position *masked) {
    int most = most_lines(think, player);
    struct mst_player part = share_of(player, most);
    limit(think, &part);
    if (player->tell) {
        lines->progress.due = mst_budget_clock() + TELL_MS;
        think->progress = &lines->progress;
    }
    if (!choose(think, match, &part, masked) &&
        !(mst_budget_ended(think->budget) && mst_think_first(think)))
        return false;
    add_line(lines, think);
    while (lines->count < most && !mst_budget_ended(think->budget))
        if (!find_another(lines, match, &part, think, masked))
            break;
    return true;
}

/* Describe the lines for the caller. */
static void report(struct lines *lines, struct mst_think *think, const struct mst_player *player,
                   struct mst_player_info *info) {
    struct mst_player_info own;
    int count = info ? most_asked(player) : 1;
    if (!info && !player->tell)
        return;
    info = info ? info : &own;
    mst_budget_finish(think->budget);
    for (int i = 0; i < count; i++) {
        info[i] = (struct mst_player_info){.nodes = lines->progress.nodes, .line = i + 1};
        if (i < lines->count)
            describe(think, &lines->lines[i], &info[i]);
    }
    if (player->tell && !lines->progress.told)
        tell(&lines->progress, info);
}

enum mst_status mst_player_choose(struct mst_match *match, const struct mst_player *player,
                                  mst_move *move, struct mst_player_info *info,
                                  struct mst_error *error) {
    struct mst_state state = mst_match_state(match);
    struct mst_think think;
    uint64_t version = mst_position_version(match->pos);
    mst_match_begin(match);
    if (state.over)
        return mst_fail(error, MST_OVER, "", "the match is over (%s): there is nothing to choose",
                        state.by);
    if (state.to_move < 0)
        return mst_fail(error, MST_BAD_REQUEST, "", "chance decides here ('%s'), not a player",
                        state.decision);
    struct mst_position *masked = mst_position_mask(match->pos, state.to_move);
    uint64_t seed =
        player->seed ^ mst_mix((uint64_t)match->ply_count + 1) ^ (masked ? masked->hash : 0);
    enum mst_status status = MST_OK;
    struct lines lines = {.progress = {.player = player, .line = 1}};
    if (!mst_think_open(&think, match, player, match->pos, seed) || !masked) {
        status = mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    } else if (find_lines(&lines, &think, match, player, masked)) {
        *move = lines.lines[0].moves[0];
        report(&lines, &think, player, info);
    } else if (think.error.status != MST_OK) {
        status = think.error.status;
        if (error)
            *error = think.error;
    } else {
        status = mst_fail(error, MST_SCRIPT_ERROR, "", "no move is legal in '%s'", state.decision);
    }
    mst_think_close(&think);
    mst_position_free(masked);
    assert(mst_position_version(match->pos) == version); /* C1 */
    (void)version;
    return status;
}
