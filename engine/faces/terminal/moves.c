/* Playing what was typed: moves, numbers of menu lines, parts of moves and beginnings of moves. See
 * terminal.h. A word that is a legal move is played as it is (T3); anything shorter must fit only
 * one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/terminal/terminal.h"

/* The result for a word. */
enum outcome {
    PLAYED,
    OPENED, /* a menu was printed, from which the next word may choose */
    REFUSED /* and it was said why */
};

/* ---- moves ----------------------------------------------------------------------------------- */

static void played(struct term_terminal *t) {
    /* The match is on the disk before it is shown. */
    t->fresh = t->unsaved = true;
    term_terminal_keep(t);
    term_menu_clear(&t->menu);
}

/* Would a move that the rules advise against lose at once, as far as the player may know? If so,
 * `ending` names the end. */
static bool loses(struct term_terminal *t, mst_move move, char *ending, size_t size) {
    struct mst_state now = mst_match_state(t->match);
    /* Only moves that the rules mark, such as giving up: any other move may lose without a
     * question. */
    if (now.to_move < 0 || !mst_ruleset_kind_reluctant(t->ruleset, mst_move_kind_of(move)))
        return false;
    struct mst_match *trial = mst_match_clone(t->match, NULL);
    if (!trial)
        return false;

    /* The trial must not draw the dice that the match will draw (T4). */
    mst_match_unseed(trial);
    /* The question would give away whatever the trial reveals. */
    bool known = mst_match_apply(trial, move, NULL) == MST_OK && term_terminal_foreseen(t, trial);
    struct mst_state after = mst_match_state(trial);
    bool lost = known && after.over && !(after.winners >> now.to_move & 1);
    if (lost)
        snprintf(ending, size, "%s", after.by);
    mst_match_free(trial);
    return lost;
}

/* Somebody at a terminal is asked before a move that loses at once. */
static bool wants(struct term_terminal *t, mst_move move) {
    char ending[100], question[200];

    /* Where nobody types at a terminal, as in a script, nobody is asked. */
    if (t->echo || !loses(t, move, ending, sizeof ending))
        return true;
    snprintf(question, sizeof question, "That loses at once: %s. Play it? (y/n) ", ending);
    if (term_terminal_confirm(t, question))
        return true;
    mst_print_line("The move was not played.");
    return false;
}

static enum outcome moves_apply(struct term_terminal *t, mst_move move) {
    struct mst_error error = {0};
    if (!wants(t, move))
        return REFUSED;
    if (mst_match_apply(t->match, move, &error) == MST_OK) {
        played(t);
        return PLAYED;
    }
    /* The rules failed, not the player; the match takes such a move back (T2). */
    term_terminal_complain(t, &error);
    mst_print_line("The move was not played; the match is unchanged.");
    return REFUSED;
}

/* Play a move of which only a part was typed, and say which one it is. */
static enum outcome apply_meant(struct term_terminal *t, mst_move move) {
    struct mst_buf text = {0};
    /* The text is made before the move is played: afterwards it is not legal anymore. */
    mst_match_move_text(t->match, move, &text);
    enum outcome outcome = moves_apply(t, move);
    if (outcome == PLAYED && !t->face) /* which shows every move */
        mst_print("You play %s.\n", mst_buf_text(&text));
    mst_buf_clear(&text);
    return outcome;
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool is_number(const char *word) {
    size_t digits = strspn(word, "0123456789");

    /* No menu has that many lines; more digits might not fit a long. */
    return digits && digits < 8 && !word[digits];
}

/* Choose a line of the menu, from 1. */
static enum outcome moves_pick(struct term_terminal *t, long number) {
    mst_move move;
    /* A pick that opens a menu replaces the one that the number counts in. */
    int before = t->menu.count;
    if (term_terminal_pick(t, number, &move))
        return apply_meant(t, move);
    return number >= 1 && number <= before ? OPENED : REFUSED;
}

/* The only legal move that begins with `word`. */
static bool only_move(struct term_terminal *t, const char *word, mst_move *move) {
    const struct mst_moves *moves = mst_match_moves(t->match, NULL);
    struct mst_buf text = {0};
    int fits = 0;

    /* Two that fit are as good as many. */
    for (int i = 0; moves && i < moves->count && fits < 2; i++) {
        mst_buf_reset(&text);
        mst_match_move_text(t->match, moves->moves[i], &text);
        if (strncmp(mst_buf_text(&text), word, strlen(word)) != 0)
            continue;
        *move = moves->moves[i];
        fits++;
    }
    mst_buf_clear(&text);
    return fits == 1;
}

bool term_terminal_means(struct term_terminal *t, const char *word) {
    mst_move move;
    /* In the order in which play_word tries them. */
    return !mst_match_state(t->match).over &&
           (mst_match_find(t->match, word, &move) || term_terminal_line(t, word) ||
            only_move(t, word, &move));
}

static enum outcome play_word(struct term_terminal *t, const char *word, bool last) {
    struct mst_error error = {0};
    mst_move move;
    bool over = mst_match_state(t->match).over;

    /* T3: a move comes first, whatever else the word could mean. */
    if (mst_match_find(t->match, word, &move))
        return moves_apply(t, move);
    if (is_number(word)) {
        /* The numbers refer to the menu of this position, which has not been made yet. */
        if (t->fresh && !over)
            term_terminal_menu(t);
        return moves_pick(t, strtol(word, NULL, 10));
    }
    /* A part that the menu asks for is short, but exact. */
    if (!over && term_terminal_line(t, word))
        return moves_pick(t, term_terminal_line(t, word));
    if (mst_match_play(t->match, word, &error) == MST_OK) { /* legal, although it is not listed */
        played(t);
        return PLAYED;
    }
    /* The beginning of a single move. */
    if (!over && only_move(t, word, &move))
        return apply_meant(t, move);
    /* Only the last word may open a menu: the words behind it were typed for another one. */
    if (last && !over && term_terminal_complete(t, word))
        return OPENED;

    /* The error of the whole word explains most. */
    term_terminal_complain(t, &error);
    return REFUSED;
}

/* ---- rows of words --------------------------------------------------------------------------- */

/* Is the same person still to decide, so that the next word can be played? */
static bool still_asked(struct term_terminal *t) {
    struct mst_state state = mst_match_state(t->match);
    return !state.over && (state.to_move < 0 || term_terminal_looks(t) ||
                           (t->human[state.to_move] && term_terminal_sits(t, state.to_move)));
}

/* Name the words that were not played; `why` begins with a blank. */
static void say_left(const char *word, const char *rest, const char *why) {
    mst_print("Not played: %s%s%s.%s\n", word, *rest ? " " : "", rest, why);
}

static void say_refused(const char *word, const char *rest, int count) {
    char why[100] = "";
    /* The advice differs with the number, as `undo` takes back one decision. */
    if (count == 1)
        snprintf(why, sizeof why, " 1 move was played before that; undo takes it back.");
    else if (count)
        snprintf(why, sizeof why,
                 " %d moves were played before that; undo takes them back one by one.", count);
    if (count || *rest)
        say_left(word, rest, why);
}

/* Split off the first word. */
static char *take_word(char **rest) {
    char *word = *rest, *end = word + strcspn(word, " ");
    /* The word is cut off in place. */
    *rest = end + strspn(end, " ");
    *end = 0;
    return word;
}

void term_terminal_play(struct term_terminal *t, char *rest) {
    for (int count = 0; *rest;) {
        char *word = take_word(&rest);
        mst_move move;

        /* The decision has passed to somebody else, who has not typed these words. */
        if (count && !still_asked(t)) {
            say_left(word, rest, " It is not your decision now.");
            return;
        }
        /* A refusal is about the position after the moves before it, so that is shown first. */
        if (count && !is_number(word) && !mst_match_find(t->match, word, &move))
            term_terminal_show(t); /* print refusals below the board */
        enum outcome outcome = play_word(t, word, !*rest);
        if (outcome == REFUSED)
            say_refused(word, rest, count);
        if (outcome == REFUSED)
            return;
        /* A menu that opened is no move; the next word chooses from it. */
        count += outcome == PLAYED;
    }
}
