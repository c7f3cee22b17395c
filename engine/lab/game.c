/* Games between computer players: see game.h. */
#include "lab/game.h"
#include "muster/player.h"
#include "muster/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- who plays ------------------------------------------------------------------------------- */

void lab_seating_usual(struct lab_seating *seating, const struct mst_ruleset *ruleset) {
    for (int seat = 0; seat < MST_MOST_SEATS; seat++) {
        int kind = mst_ruleset_computer(ruleset, seat);
        if (!seating->said[seat])
            seating->kind[seat] = kind < 0 ? MST_PLAYER_LEVEL3 : (enum mst_player_kind)kind;
    }
}

bool lab_seating_check(const struct lab_seating *seating, struct mst_ruleset *ruleset) {
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        if (!tool_arguments_weights(ruleset, seating->weights[seat]))
            return false;
    return true;
}

/* Read "2=level5" or "2=level5@FILE", which is `length` bytes long. */
static bool read_seat(struct lab_seating *seating, const char *text, size_t length) {
    char *end;
    enum mst_player_kind kind = MST_PLAYER_LEVEL3;
    long seat = strtol(text, &end, 10);
    size_t digits = (size_t)(end - text);
    if (!digits || digits > length || seat < 1 || seat > MST_MOST_SEATS)
        return false;
    char *weights = seating->weights[seat - 1];
    if (digits < length &&
        (*end != '=' || !tool_arguments_player(end + 1, length - digits - 1, &kind, weights)))
        return false;
    seating->kind[seat - 1] = kind;
    seating->said[seat - 1] = true;
    return true;
}

bool lab_read_computer(void *context, const char *text) {
    struct lab_seating *seating = context;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        if (!read_seat(seating, at, length)) {
            mst_warn("--computer: expected a seat from 1, as in 2, 2=level1 to 2=level5 or "
                     "2=random, found '%.*s'\n",
                     (int)length, at);
            return false;
        }
        at += length;
        if (!*at)
            return true;
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

static enum mst_status play_ply(const struct lab_game *game, struct mst_match *match,
                                const struct mst_seed *seed, struct mst_error *error) {
    struct mst_state state = mst_match_state(match);
    int seat = state.to_move;
    struct mst_player player = {.kind = state.ply < game->opening ? MST_PLAYER_RANDOM
                                                                  : game->seating.kind[seat],
                                .seed = mst_seed_player(seed, seat)};
    if (*game->seating.weights[seat])
        player.weights = game->seating.weights[seat];

    struct mst_buf text = {0};
    mst_move move;
    enum mst_status status = mst_player_choose(match, &player, &move, NULL, error);

    /* An evaluation that fails ends no game: players go on without it. */
    struct mst_error warning;
    if (mst_ruleset_evaluation_fault(game->ruleset, &warning))
        mst_warn("%s%s%s\n", warning.at, warning.at[0] ? ": " : "", warning.text);

    if (status == MST_OK) {
        mst_match_move_text(match, move, &text);
        status = text.failed ? MST_NO_MEMORY : mst_match_play(match, mst_buf_text(&text), error);
    }
    mst_buf_clear(&text);
    return status;
}

static void game_finish(const struct mst_match *match, struct lab_result *result) {
    struct mst_state state = mst_match_state(match);
    result->over = state.over;
    result->winners = state.winners;
    result->plies = state.ply;
    result->hash = state.hash;
    if (!*result->how)
        snprintf(result->how, sizeof result->how, "%s", state.over ? state.by : "unfinished");
}

bool lab_game_play(const struct lab_game *game, struct lab_result *result,
                   struct mst_match **kept) {
    struct mst_seed seed = {.kind = MST_SEED_NUMBER, .number = game->seed};
    struct mst_error error = {0};
    enum mst_status status = MST_OK;
    struct mst_match *match = mst_match_new(game->ruleset, true, game->seed, &error);
    *result = (struct lab_result){.turns = 0};
    status = match ? MST_OK : error.status;

    /* A turn ends when another seat decides. */
    for (int last = -1; match && status == MST_OK;) {
        struct mst_state state = mst_match_state(match);
        if (state.over || state.ply >= game->plies || state.to_move < 0)
            break;
        result->turns += state.to_move != last;
        last = state.to_move;
        if (game->look)
            game->look(game->context, match);
        status = play_ply(game, match, &seed, &error);
    }

    if (status != MST_OK && status != MST_NO_MEMORY) {
        snprintf(result->how, sizeof result->how, "fault");
        result->fault = error;
    }
    if (match)
        game_finish(match, result);

    if (kept)
        *kept = match;
    else
        mst_match_free(match);
    return status != MST_NO_MEMORY;
}
