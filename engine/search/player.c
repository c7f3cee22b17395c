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

bool mst_think_open(struct mst_think *think, struct mst_match *match,
                    const struct mst_player *player, const struct mst_position *root,
                    uint64_t seed) {
    *think = (struct mst_think){
        .host = match->ruleset->host,
        .seat = mst_match_state(match).to_move,
        .seed = seed,
        .limit = player->nodes > 0 ? player->nodes
                 : player->ms > 0  ? MOST_NODES
                                   : MST_PLAYER_NODES,
        .budget = match->ruleset->rules->budget,
        .deadline = player->ms > 0 ? mst_budget_clock() + player->ms : 0,
        .root = mst_position_clone(root),
        .pos = mst_position_clone(root),
    };
    think->outer_deadline = think->budget->deadline;
    think->budget->deadline = think->deadline;
    mst_budget_step(think->budget);
    return think->root && think->pos &&
           mst_play_init(&think->play, match->ruleset->rules, think->pos);
}

/* ---- choosing -------------------------------------------------------------------------------- */

static bool choose_random(struct mst_think *think) {
    struct mst_rng rng;
    int64_t count = 0;
    mst_rng_seed(&rng, think->seed);
    think->line_count = 1;
    think->nodes = 1;
    if (mst_playout_pick(&think->play, &rng, &think->line[0], &count) && count)
        return true;
    mst_think_pardon(think);
    return false;
}

bool mst_think_look(struct mst_think *think) {
    struct mst_moves moves = {0};
    bool only = !think->only && mst_legal(&think->play, &moves) && moves.count == 1;
    if (only)
        think->line[0] = moves.moves[0];
    think->line_count = think->nodes = only;
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
    think->line_count = mst_legal(&think->play, &moves) && moves.count;
    if (think->line_count)
        think->line[0] = moves.moves[0];
    mst_moves_clear(&moves);
    return think->line_count;
}

/* Choose a move. Uses only `masked`, which contains nothing that is hidden from the seat. */
static bool choose(struct mst_think *think, struct mst_match *match,
                   const struct mst_player *player, const struct mst_position *masked) {
    if (player->kind == MST_PLAYER_RANDOM)
        return choose_random(think);
    return masked->masked ? mst_think_hidden(think, match, player, masked) : mst_think_look(think);
}

/* Write the planned moves as text. Each is printed in the position where it would be played. */
static void report(struct mst_think *think, struct mst_player_info *info) {
    struct mst_buf text = {0};
    size_t length = 0;
    mst_budget_finish(think->budget);
    *info = (struct mst_player_info){.score = think->score, .nodes = think->nodes};
    bool stands = mst_think_set(think, NULL);
    for (int i = 0; stands && i < think->line_count; i++) {
        mst_buf_reset(&text);
        mst_move_print(&think->play, think->line[i], &text);
        if (text.failed || length + text.length + 2 > sizeof info->pv)
            break;
        length += (size_t)snprintf(info->pv + length, sizeof info->pv - length, "%s%s",
                                   i ? " " : "", mst_buf_text(&text));
        info->depth++;
        stands = mst_play_move(&think->play, think->line[i]);
    }
    mst_buf_clear(&text);
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
    if (!mst_think_open(&think, match, player, match->pos, seed) || !masked) {
        status = mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    } else if (choose(&think, match, player, masked) ||
               (mst_budget_ended(think.budget) && mst_think_first(&think))) {
        *move = think.line[0];
        if (info)
            report(&think, info);
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
