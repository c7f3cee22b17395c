/* The plies of a match: `log`, and going back to look or to try other moves. See terminal.h.
 *
 * H1 What is looked at or tried is a copy: the match, its autosave and what each seat knows of stay
 * as they are, and `return` goes back to them.
 * H2 The copy has no seed, so trying does not show what chance will bring.
 * H3 In a game with secrets the past is only looked at: moves would be answered with cards that the
 * player may not know (T4).
 * H4 In a replay the match is never at the screen: `return` shows its end, or after other moves the
 * ply from which they went. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "faces/terminal/terminal.h"

bool term_terminal_looks(const struct term_terminal *t) {
    return t->past.match != NULL;
}

bool term_terminal_only_looks(const struct term_terminal *t) {
    return term_terminal_looks(t) && term_terminal_secret(t);
}

/* ---- plies in words -------------------------------------------------------------------------- */

/* Does the only person here, among computers, play this seat? */
static bool is_you(const struct term_terminal *t, int seat) {
    int people = 0, seats = mst_ruleset_seats(t->ruleset);
    for (int i = 0; i < seats; i++)
        people += t->human[i];
    return people == 1 && seats > 1 && seat != MST_NONE && t->human[seat];
}

/* Does an event of the ply have a sentence for the viewer? */
static bool has_sentence(struct term_terminal *t, int ply, int viewer) {
    /* The first sentence is enough. */
    struct mst_buf sentence = {0};
    for (int i = mst_match_events(t->match, ply);
         !sentence.length && i < mst_match_events(t->match, ply + 1); i++)
        term_terminal_put_sentence(t, i, viewer == TERM_VIEW_ALL ? MST_NONE : viewer, &sentence);
    bool any = sentence.length > 0;
    mst_buf_clear(&sentence);
    return any;
}

void term_terminal_put_named(struct term_terminal *t, int ply, int viewer, struct mst_buf *out) {
    term_terminal_put_ply(t, ply, viewer, out);
    const char *title = mst_ruleset_kind_title(t->ruleset, mst_match_ply_kind(t->match, ply));
    /* A sentence says more than the title of the kind. */
    if (out->length && *title && strcmp(mst_buf_text(out), title) != 0 &&
        !has_sentence(t, ply, viewer))
        mst_buf_printf(out, " (%s)", title);
}

/* "12. Flaym (you): M:c2; a battalion moves". Nothing for a ply that the viewer cannot know of. */
static void put_entry(struct term_terminal *t, int ply, struct mst_buf *out) {
    int view = term_terminal_view(t), seat = mst_match_ply_seat(t->match, ply);
    struct mst_buf text = {0};
    char name[80] = "chance";

    term_terminal_put_named(t, ply, view, &text);
    if (text.length && seat != MST_NONE)
        term_terminal_name(t, seat, name, sizeof name);
    /* A ply that the viewer cannot know of has no text, and then no entry (T4). */
    if (text.length)
        mst_buf_printf(out, "%4d. %s%s: %s", ply + 1, name, is_you(t, seat) ? " (you)" : "",
                       mst_buf_text(&text));
    /* The sentences of its events follow, up to those of the next ply. */
    for (int i = mst_match_events(t->match, ply);
         text.length && i < mst_match_events(t->match, ply + 1); i++) {
        struct mst_buf sentence = {0};
        term_terminal_put_sentence(t, i, view == TERM_VIEW_ALL ? MST_NONE : view, &sentence);
        if (sentence.length)
            mst_buf_printf(out, "; %s", mst_buf_text(&sentence));
        mst_buf_clear(&sentence);
    }
    mst_buf_clear(&text);
}

void term_terminal_log(struct term_terminal *t, char *rest) {
    int count = mst_match_state(t->match).ply;
    char *end = rest;
    long last = *rest ? strtol(rest, &end, 10) : count;

    if (*end || (*rest && last < 1)) {
        mst_print("log takes the number of the last plies to show, not '%s'.\n", rest);
        return;
    }
    /* More plies than there are means all of them. */
    for (int ply = last < count ? count - (int)last : 0; ply < count; ply++) {
        struct mst_buf out = {0};
        put_entry(t, ply, &out);
        if (out.length)
            term_terminal_say(t, mst_buf_text(&out));
        mst_buf_clear(&out);
    }
    if (!count)
        mst_print_line("Nothing has been played.");
}

/* ---- the past -------------------------------------------------------------------------------- */

/* Put the match at the screen aside and show a copy of it. False after saying why not. */
static bool leave_present(struct term_terminal *t) {
    struct mst_error error = {0};

    struct mst_match *copy = mst_match_clone(t->match, &error);
    if (!copy) {
        term_terminal_complain(t, &error);
        return false;
    }
    /* H2: the copy must not know what chance will bring. */
    mst_match_unseed(copy);
    /* H1: what belongs to the match is put aside as it is, and comes back in
     * term_terminal_present. */
    t->past = (struct term_past){.match = t->match, .unsaved = t->unsaved};
    memcpy(t->past.told, t->told, sizeof t->told);
    memcpy(t->past.heard, t->heard, sizeof t->heard);
    t->match = copy;
    /* Plies of others that were not reported yet are reported when the match is back. */
    t->news = MST_NONE;
    return true;
}

void term_terminal_present(struct term_terminal *t) {
    if (!term_terminal_looks(t))

        return;
    mst_match_free(t->match);
    term_menu_clear(&t->menu);
    t->match = t->past.match;
    t->unsaved = t->past.unsaved;
    memcpy(t->told, t->past.told, sizeof t->told);
    memcpy(t->heard, t->past.heard, sizeof t->heard);
    /* From here on the match is at the screen again. */
    t->past.match = NULL;
    t->fresh = true;
}

/* The number of plies with which the copy and the match begin alike. */
static int common(const struct term_terminal *t) {
    assert(term_terminal_looks(t));
    /* Plies are compared by their texts: equal moves from equal beginnings give the same
     * position. */
    int most = mst_match_state(t->past.match).ply, count = mst_match_state(t->match).ply, i = 0;
    most = count < most ? count : most;
    while (i < most &&
           !strcmp(mst_match_ply_text(t->match, i), mst_match_ply_text(t->past.match, i)))
        i++;
    return i;
}

bool term_terminal_tries(const struct term_terminal *t) {
    /* Stepping back alone gives a copy that is a beginning of the match. */
    return term_terminal_looks(t) && common(t) < mst_match_state(t->match).ply;
}

/* The copy has reported whatever the match has. */
static void arrive(struct term_terminal *t) {
    for (int i = 0; i <= MST_MOST_SEATS; i++)
        t->heard[i] = mst_match_events(t->match, INT_MAX);
    term_menu_clear(&t->menu);
    t->fresh = true;
}

/* Show the match as it was `left` plies before its end. */
static void go_to(struct term_terminal *t, int left) {
    assert(term_terminal_looks(t) && left >= 0);
    struct mst_error error = {0};

    /* A copy of the match, not of the copy at the screen, on which other moves may have been
     * played. */
    struct mst_match *copy = mst_match_clone(t->past.match, &error);
    if (!copy || mst_match_undo(copy, left, &error) != MST_OK) {
        mst_match_free(copy);
        term_terminal_complain(t, &error);
        return;
    }
    /* H2 */
    mst_match_unseed(copy);
    mst_match_free(t->match);
    t->match = copy;
    arrive(t);
}

/* A number of plies, 1 if none is given; 0 after saying what is wrong. */
static int steps(const char *name, const char *rest) {
    char *end;
    long count = *rest ? strtol(rest, &end, 10) : 1;
    if (*rest && (*end || count < 1)) {
        mst_print("%s takes a number of plies from 1, not '%s'.\n", name, rest);
        return 0;
    }
    /* A larger number reaches the beginning or the end all the same. */
    return count > INT_MAX ? INT_MAX : (int)count;
}

void term_terminal_back(struct term_terminal *t, char *rest) {
    struct mst_error error = {0};
    int count = steps("back", rest), ply = mst_match_state(t->match).ply;
    if (!count)
        return;

    if (!ply) {
        mst_print_line("This is the beginning.");
        return;
    }
    /* The first step back puts the match aside. */
    if (!term_terminal_looks(t) && !leave_present(t))
        return;
    /* Too many plies lead to the beginning. */
    if (mst_match_undo(t->match, count < ply ? count : ply, &error) != MST_OK)
        term_terminal_complain(t, &error);
    arrive(t);
}

void term_terminal_forward(struct term_terminal *t, char *rest) {
    int count = steps("forward", rest);

    if (!count)
        return;
    if (!term_terminal_looks(t)) {
        mst_print_line("This is the match: nothing follows yet.");
        return;
    }
    if (term_terminal_tries(t)) {
        mst_print_line("Other moves were played here than in the match; return goes back to it.");
        return;
    }

    /* Nothing but the beginning of the match is at the screen now. */
    int left = mst_match_state(t->past.match).ply - mst_match_state(t->match).ply;
    if (!left)
        mst_print_line("This is the end of the match.");
    /* A replay shows even the end in a copy (H4). */
    else if (count < left || t->replays)
        go_to(t, count < left ? left - count : 0);
    /* At the end of its past the match itself is shown, which can be played on. */
    else
        term_terminal_return(t, NULL);
}

void term_terminal_return(struct term_terminal *t, char *rest) {
    (void)rest;
    if (!term_terminal_looks(t)) {
        mst_print_line("This is the match: back goes to earlier plies.");
    } else if (t->replays) {
        /* H4: after other moves, back to the ply from which they went. */
        go_to(t, term_terminal_tries(t) ? mst_match_state(t->past.match).ply - common(t) : 0);
    } else {
        term_terminal_present(t);
        mst_print_line("This is the match again.");
    }
}

void term_terminal_replay(struct term_terminal *t) {
    int plies = mst_match_state(t->match).ply;
    t->replays = true;
    /* The copy may be at the end already; it is shown from the beginning. */
    if (leave_present(t))
        go_to(t, plies);
}

/* ---- where this is --------------------------------------------------------------------------- */

void term_terminal_where(struct term_terminal *t) {
    int ply = mst_match_state(t->match).ply, plies = mst_match_state(t->past.match).ply;
    struct mst_buf out = {0};

    /* The ply that led here says most about where this is. */
    if (ply)
        put_entry(t, ply - 1, &out);
    if (out.length)
        term_terminal_say(t, mst_buf_text(&out));
    mst_buf_reset(&out);

    if (term_terminal_tries(t))
        mst_buf_printf(&out, "Analysis, ply %d: return goes back to the match.", ply);
    else
        mst_buf_printf(&out, "Ply %d of %d: back, forward%s%s.", ply, plies,
                       t->replays ? "" : ", return",
                       term_terminal_only_looks(t) || mst_match_state(t->match).over
                           ? ""
                           : ", or a move to try it");
    term_terminal_say(t, mst_buf_text(&out));
    mst_buf_clear(&out);
}
