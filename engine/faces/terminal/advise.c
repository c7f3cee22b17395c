/* The computer's opinion of a position: `hint` and `analyse`. See terminal.h.
 *
 * A search of a seat with secrets plans its own move only, so a line shows nothing that the person
 * at the screen may not know (T4). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/terminal/terminal.h"
#include "muster/player.h"

enum { USUAL_LINES = 3, SHORT_TITLE = 30, MOST_TURNS = 4 };

/* ---- words ----------------------------------------------------------------------------------- */

/* The player's prospects. */
static void put_score(const struct mst_player_info *info, struct mst_buf *out) {
    switch (info->sense) {
    case MST_SENSE_NONE: mst_buf_puts(out, "not judged"); break;
    case MST_SENSE_WORTH:
    case MST_SENSE_CHANCE:
        /* The score is in thousandths; it is rounded to per cent. */
        mst_buf_printf(out, "%lld %% to win", (long long)(info->score + 5) / 10);
        break;
    case MST_SENSE_WON: mst_buf_puts(out, "a win"); break;
    case MST_SENSE_LOST: mst_buf_puts(out, "a loss"); break;
    case MST_SENSE_DRAWN: mst_buf_puts(out, "a draw"); break;
    case MST_SENSE_HIDDEN: mst_buf_puts(out, "decided by what is hidden"); break;
    }
}

/* Say who makes the moves that follow; `reply`: the first moves of another than the player. */
static void put_mover(struct term_terminal *t, int seat, bool reply, struct mst_buf *out) {
    char name[80] = "chance";
    if (seat != MST_NONE)
        term_terminal_name(t, seat, name, sizeof name);
    /* With two seats it is clear who replies. */
    if (reply && seat != MST_NONE && mst_ruleset_seats(t->ruleset) == 2)
        mst_buf_puts(out, "; the reply expected is");
    else
        mst_buf_printf(out, "; then %s:", name);
}

/* Append the title of the kind of a ply, if it is short and no word of the move. */
static void put_title(const struct term_terminal *t, const struct mst_match *match, int ply,
                      struct mst_buf *out) {
    const char *title = mst_ruleset_kind_title(t->ruleset, mst_match_ply_kind(match, ply));
    if (*title && strlen(title) <= SHORT_TITLE && strcmp(title, mst_match_ply_text(match, ply)))
        mst_buf_printf(out, " (%s)", title);
}

/* The first turns of a line of play: the moves of each seat in a row, by the seats that make them.
 */
static void put_line(struct term_terminal *t, struct mst_match *trial, const char *moves,
                     struct mst_buf *out) {
    /* The line is played on the trial: who moves, and whether a text fits, only the match knows. */
    int seat = mst_match_state(trial).to_move, turns = 0;
    struct mst_buf move = {0};
    for (const char *at = moves; *at;) {
        size_t length = strcspn(at, " ");
        struct mst_state state = mst_match_state(trial);

        mst_buf_reset(&move);
        mst_buf_bytes(&move, at, length);
        /* A line may be long; its first turns are what a person can follow. Texts that the trial
         * refuses depend on chance, and the line ends there. */
        if ((state.to_move != seat && turns == MOST_TURNS) ||
            mst_match_play(trial, mst_buf_text(&move), NULL) != MST_OK)
            break;
        /* Only a change of the seat is announced. */
        if (state.to_move != seat)
            put_mover(t, state.to_move, ++turns == 1, out);
        seat = state.to_move;
        mst_buf_printf(out, "%s%s", at == moves ? "" : " ", mst_buf_text(&move));
        /* The first move is the advice itself, so it is explained by its title. */
        if (at == moves)
            put_title(t, trial, state.ply, out);
        at += length + (at[length] == ' ');
    }
    mst_buf_clear(&move);
}

/* The same for a line that begins now. */
static void put_plan(struct term_terminal *t, const struct mst_player_info *info,
                     struct mst_buf *out) {
    struct mst_error error = {0};
    struct mst_match *trial = mst_match_clone(t->match, &error);
    if (trial) {
        mst_match_unseed(trial); /* the line contains the outcomes of chance that it counts on */
        put_line(t, trial, info->pv, out);
    } else {
        term_terminal_complain(t, &error);
    }
    mst_match_free(trial);
}

/* ---- commands -------------------------------------------------------------------------------- */

/* Search for so many lines, each as far as a hint looks; in a time that is set they share it. False
 * after saying why there are none. */
static bool advise_search(struct term_terminal *t, int lines, struct mst_player_info *info) {
    /* Level 4 is what hints look like for all; without a time, each line is searched as far as the
     * only one would be, so that more lines do not make the first one worse. */
    struct mst_error error = {0};
    struct mst_player player = {.kind = MST_PLAYER_LEVEL4,
                                .seed = mst_seed_player(&t->seed, 0),
                                .lines = lines,
                                .each = !t->ms,
                                .ms = t->ms,
                                .threads = t->threads};
    mst_move move;
    bool found = mst_player_choose(t->match, &player, &move, info, &error) == MST_OK;
    /* A search that succeeded may still have used a default in place of an evaluation that
     * failed. */
    if (!found || mst_ruleset_evaluation_fault(t->ruleset, &error))
        term_terminal_complain(t, &error);
    return found;
}

void term_terminal_hint(struct term_terminal *t, char *rest) {
    struct mst_player_info info;
    struct mst_buf out = {0};

    if (*rest) {
        mst_print("hint takes nothing more, not '%s'; analyse N shows the best N lines.\n", rest);
        return;
    }
    /* A puzzle is hinted at by its proof, step by step, if that is known. */
    if (term_terminal_puzzle_hint(t) || !advise_search(t, 1, &info))
        return;
    mst_buf_puts(&out, "You would play ");
    put_plan(t, &info, &out);
    mst_buf_char(&out, '\n'); /* a move may end with a period */
    /* With a single legal move nothing was searched. */
    if (info.sense == MST_SENSE_NONE) {
        mst_buf_puts(&out, "No other move is legal.");
    } else {
        mst_buf_puts(&out, t->ms ? "The score: " : "The score at level 4: ");
        put_score(&info, &out);
        mst_buf_char(&out, '.');
    }
    term_terminal_say(t, mst_buf_text(&out));
    mst_buf_clear(&out);
}

void term_terminal_analyse(struct term_terminal *t, char *rest) {
    struct mst_player_info infos[MST_PLAYER_LINES] = {0};

    char *end = rest;
    long lines = *rest ? strtol(rest, &end, 10) : USUAL_LINES;
    /* The number is an upper bound: a position may have fewer moves. */
    if (*end || lines < 1 || lines > MST_PLAYER_LINES) {
        mst_print("analyse takes a number of lines from 1 to %d, not '%s'.\n", MST_PLAYER_LINES,
                  rest);
        return;
    }
    if (!advise_search(t, (int)lines, infos))
        return;

    mst_print_line(t->ms ? "The best lines:" : "The best lines at level 4:");
    /* A line without a move is the end of the list. */
    for (int i = 0; i < lines && infos[i].depth; i++) {
        struct mst_buf out = {0};
        mst_buf_printf(&out, "  %d. ", i + 1);
        put_score(&infos[i], &out);
        mst_buf_puts(&out, ": ");
        put_plan(t, &infos[i], &out);
        term_terminal_say(t, mst_buf_text(&out));
        mst_buf_clear(&out);
    }
}
