/* The summary of a match at its end. See terminal.h.
 *
 * In a game with secrets the turning point is not looked for: a search of what another seat might
 * have done would show what it held (T4). */
#include <stdlib.h>
#include <string.h>

#include "faces/terminal/terminal.h"
#include "muster/player.h"
#include "muster/rulebook.h"

enum { MOST_TURNS = 400, SEARCHED_TURNS = 60 };

/* ---- why ------------------------------------------------------------------------------------- */

static void say_rule(const struct term_terminal *t) {
    const struct mst_paragraph *paragraph =
        mst_ruleset_ending(t->ruleset, mst_match_state(t->match).by);
    struct mst_buf out = {0};
    if (!paragraph)
        return;
    mst_buf_printf(&out, "%s%s%s", paragraph->id, *paragraph->id ? ": " : "", paragraph->text);
    term_terminal_say(t, mst_buf_text(&out));
    mst_buf_clear(&out);
}

/* ---- turns and losses ------------------------------------------------------------------------ */

/* Facts that are gathered while the match is taken back ply by ply. */
struct past {
    int first[MOST_TURNS]; /* the first ply of each turn: of the plies of one seat in a row */
    int turns;
    int most[MST_MOST_SEATS], left[MST_MOST_SEATS]; /* pieces on the board */
    int most_in_all, left_in_all;
};

static void find_turns(const struct term_terminal *t, struct past *past) {
    int seat = MST_NONE;
    for (int i = 0; i < mst_match_state(t->match).ply && past->turns < MOST_TURNS; i++) {
        int mover = mst_match_ply_seat(t->match, i);
        if (mover != MST_NONE && mover != seat) {
            seat = mover;
            past->first[past->turns++] = i;
        }
    }
}

/* Count the pieces of each seat in the grids of a scene, without walls. */
static void count_pieces(const json_t *scene, int count[MST_MOST_SEATS]) {
    size_t i, k, m;
    const json_t *item, *cell, *piece;
    memset(count, 0, MST_MOST_SEATS * sizeof *count);
    json_array_foreach (json_object_get(scene, "items"), i, item)
        json_array_foreach (json_object_get(item, "cells"), k, cell)
            json_array_foreach (json_object_get(cell, "stack"), m, piece) {
                const json_t *seat = json_object_get(piece, "seat");
                if (strcmp(term_terminal_text(piece, "shape", ""), "wall") &&
                    json_is_integer(seat) && json_integer_value(seat) >= 0 &&
                    json_integer_value(seat) < MST_MOST_SEATS)
                    count[json_integer_value(seat)]++;
            }
}

/* Note how many pieces there are at the end of the match, or at the beginning of a turn. */
static void note_pieces(struct past *past, const int count[MST_MOST_SEATS], bool end) {
    int in_all = 0;
    for (int seat = 0; seat < MST_MOST_SEATS; seat++) {
        in_all += count[seat];
        if (end)
            past->left[seat] = count[seat];
        if (count[seat] > past->most[seat])
            past->most[seat] = count[seat];
    }
    if (end)
        past->left_in_all = in_all;
    if (in_all > past->most_in_all)
        past->most_in_all = in_all;
}

/* Go back through the match and find the most pieces that each seat had on the board at the
 * beginning of a turn. */
static void find_losses(struct term_terminal *t, struct past *past) {
    struct mst_match *back = mst_match_clone(t->match, NULL);
    for (int i = past->turns; back && i >= 0; i--) {
        int count[MST_MOST_SEATS], ply = mst_match_state(back).ply;
        if (i < past->turns && mst_match_undo(back, ply - past->first[i], NULL) != MST_OK)
            break;
        json_t *scene = term_terminal_scene(t, back, NULL);
        count_pieces(scene, count);
        json_decref(scene);
        note_pieces(past, count, i == past->turns);
    }
    mst_match_free(back);
}

/* Say what each seat has left, if pieces left the board: those that change sides are not lost. */
static void say_losses(struct term_terminal *t, const struct past *past) {
    struct mst_buf out = {0};
    char name[80];
    if (past->left_in_all == past->most_in_all)
        return;
    for (int seat = 0; seat < mst_ruleset_seats(t->ruleset); seat++) {
        term_terminal_name(t, seat, name, sizeof name);
        mst_buf_printf(&out, "%s %s %d of %d", seat ? "," : "Left on the board:", name,
                       past->left[seat], past->most[seat]);
    }
    mst_buf_char(&out, '.');
    term_terminal_say(t, mst_buf_text(&out));
    mst_buf_clear(&out);
}

/* ---- the turning point ----------------------------------------------------------------------- */

/* How a seat stood at the beginning of a turn, as level 2 saw it. */
struct stand {
    int seat, ply;
    int64_t score;
};

/* Judge the last turns. Returns their number; the latest comes first. */
static int summary_judge(struct term_terminal *t, const struct past *past, struct stand *stands) {
    struct mst_match *back = mst_match_clone(t->match, NULL);
    struct mst_player player = {.kind = MST_PLAYER_LEVEL2, .seed = 1};
    int count = 0;
    for (int i = past->turns - 1; back && i >= 0 && count < SEARCHED_TURNS; i--) {
        struct mst_player_info info = {0};
        mst_move move;
        int ply = mst_match_state(back).ply;
        if (mst_match_undo(back, ply - past->first[i], NULL) != MST_OK)
            break;
        if (mst_player_choose(back, &player, &move, &info, NULL) != MST_OK ||
            info.sense == MST_SENSE_NONE || info.sense == MST_SENSE_HIDDEN)
            continue;
        stands[count++] = (struct stand){
            .seat = mst_match_state(back).to_move, .ply = past->first[i], .score = info.score};
    }
    mst_match_free(back);
    return count;
}

/* The turns of a seat that follow each other and between which its score fell most; the later
 * first. False if none fell. */
static bool find_fall(const struct stand *stands, int count, int *later, int *earlier) {
    int64_t most = 0;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) {
            if (stands[k].seat != stands[i].seat)
                continue;
            if (stands[k].score - stands[i].score > most) {
                most = stands[k].score - stands[i].score;
                *later = i;
                *earlier = k;
            }
            break;
        }
    return most > 0;
}

static void say_turning_point(struct term_terminal *t, const struct past *past) {
    struct stand stands[SEARCHED_TURNS];
    int count = term_terminal_secret(t) ? 0 : summary_judge(t, past, stands), later, earlier;
    char name[80];
    if (!find_fall(stands, count, &later, &earlier))
        return;
    term_terminal_name(t, stands[later].seat, name, sizeof name);
    mst_print("Turning point: plies %d to %d, after which %s stood worse; back %d goes there.\n",
              stands[earlier].ply + 1, stands[later].ply, name,
              mst_match_state(t->match).ply - stands[earlier].ply);
}

void term_terminal_sum_up(struct term_terminal *t) {
    struct past past = {0};
    int plies = mst_match_state(t->match).ply;
    say_rule(t);
    find_turns(t, &past);
    mst_print("It took %d pl%s in %d turn%s.\n", plies, plies == 1 ? "y" : "ies", past.turns,
              past.turns == 1 ? "" : "s");
    find_losses(t, &past);
    say_losses(t, &past);
    say_turning_point(t, &past);
}
