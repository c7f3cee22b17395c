/* The person at the screen. See terminal.h.
 *
 * In a game with secrets and several people at one terminal, the screen belongs to one seat at a
 * time. Before another seat decides, the screen is handed over: everything that the former seat saw
 * and typed is cleared, and the moves played in the meantime are shown. One person among computers
 * keeps the screen for the whole match. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "faces/terminal/terminal.h"

static int people(const struct term_terminal *t, int *first) {
    /* Counted from the last seat, so that the first one is found last. */
    int count = 0;
    for (int seat = mst_ruleset_seats(t->ruleset) - 1; seat >= 0; seat--)
        if (t->human[seat]) {
            *first = seat;
            count++;
        }
    return count;
}

bool term_terminal_secret(const struct term_terminal *t) {
    return t->view == TERM_VIEW_OWN && mst_ruleset_has_secrets(t->ruleset);
}

int term_terminal_view(const struct term_terminal *t) {
    int first = MST_NONE, seats = mst_ruleset_seats(t->ruleset);
    int count = people(t, &first), seat = mst_match_state(t->match).to_move;

    /* A view that was asked for comes first, whoever sits here. */
    if (t->view >= 0)
        return t->view < seats ? t->view : MST_NONE;
    if (t->view == TERM_VIEW_ALL && mst_ruleset_has_secrets(t->ruleset))
        return TERM_VIEW_ALL;
    /* Several people share the screen: it shows what belongs to the one who has it. */
    if (term_terminal_secret(t) && count > 1)
        return t->viewer < seats ? t->viewer : MST_NONE;
    /* A person who decides, or else the first one, sees the own seat; without people, an
     * onlooker. */
    return seat >= 0 && t->human[seat] ? seat : first;
}

bool term_terminal_sits(const struct term_terminal *t, int seat) {
    int first;
    /* Without secrets, or with one person, nobody needs to look away. */
    return !term_terminal_secret(t) || people(t, &first) < 2 || seat == t->viewer;
}

bool term_terminal_foreseen(const struct term_terminal *t, const struct mst_match *after) {
    int view = term_terminal_view(t);
    return view == TERM_VIEW_ALL || !mst_match_reveals(t->match, after, view);
}

/* ---- handing over ---------------------------------------------------------------------------- */

/* Clear what the seat at the screen saw, including the scrollback where the terminal allows it. */
static void clear_screen(struct term_terminal *t) {
    /* Nothing was seen before the first seat had the screen, and a pipe is not cleared (T1). */
    if (t->face)
        t->face->forget(t->face->context);
    else if (t->viewer != MST_NONE && isatty(STDOUT_FILENO))
        mst_print_raw("\033[H\033[2J\033[3J", 11);

    /* What was drawn, listed and typed belonged to the former seat, too (T4). */
    json_decref(t->seen);
    t->seen = NULL;
    term_menu_clear(&t->menu);
    if (t->line)
        term_line_forget(t->line);
    t->fresh = true;
}

static bool wait_for(struct term_terminal *t, int seat, int former) {
    char to[80], from[80] = "", prompt[240];

    term_terminal_name(t, seat, to, sizeof to);
    if (former >= 0)
        term_terminal_name(t, former, from, sizeof from);
    if (former >= 0)
        snprintf(prompt, sizeof prompt,
                 "Pass the screen to %s. Press Enter when %s is not looking. ", to, from);
    else
        snprintf(prompt, sizeof prompt,
                 "Pass the screen to %s. Press Enter when nobody else is looking. ", to);

    const char *text = term_line_read(t->line, prompt);
    if (!text)
        return false;
    if (t->echo)
        mst_print_line(text);
    /* Leaving must be possible here, too, where no command is read. */
    if (!strcasecmp(text, "quit") || !strcasecmp(text, "q") || !strcasecmp(text, "exit"))
        term_terminal_obey(t, text);
    return !t->quit;
}

bool term_terminal_hand_over(struct term_terminal *t, int seat) {
    int former = t->viewer;

    if (term_terminal_sits(t, seat))
        return true;

    /* Cleared before the next seat is asked for, so that nothing is there to see while the screen
     * changes hands. */
    clear_screen(t);
    t->viewer = MST_NONE;
    if (seat == MST_NONE) {
        /* At the end all hear what is left, but what the former seat has heard is not repeated. */
        if (t->heard[0] < t->heard[former + 1]) /* all hear the end, and no more than that */
            t->heard[0] = t->heard[former + 1];
        return true;
    }
    if (!wait_for(t, seat, former))
        return false;
    assert(seat >= 0 && seat < MST_MOST_SEATS);
    t->viewer = seat;
    /* The question itself, and what was typed, is cleared as well. */
    if (former != MST_NONE)
        clear_screen(t);
    t->news = t->told[seat];
    return true;
}

/* Has nobody but chance decided yet? */
static bool seats_begins(const struct mst_match *match) {
    for (int ply = 0; ply < mst_match_state(match).ply; ply++)
        if (mst_match_ply_seat(match, ply) != MST_NONE)
            return false;
    return true;
}

/* A match that is continued has reported its events; a new one has not reported its set-up. */
void term_terminal_begin(struct term_terminal *t) {
    /* Events before the match was continued are old; a match that begins has its set-up to
     * report. */
    memset(t->told, 0, sizeof t->told);
    for (int i = 0; i <= MST_MOST_SEATS; i++)
        t->heard[i] = t->match && !seats_begins(t->match) ? mst_match_events(t->match, INT_MAX) : 0;
    t->news = MST_NONE;
    json_decref(t->seen);
    t->seen = NULL;
}

/* ---- reports --------------------------------------------------------------------------------- */

/* Report a sequence of plies of one seat. False if there is nothing to report. */
static bool say_turn(struct term_terminal *t, int seat, struct mst_buf *moves) {
    struct mst_buf text = {0};
    char name[80];
    /* The own moves of the viewer need no report, nor do those of chance on their own. */
    bool said = seat != MST_NONE && seat != t->viewer && moves->length;
    if (said) {
        term_terminal_name(t, seat, name, sizeof name);
        mst_buf_printf(&text, "\n%s plays %s", name, mst_buf_text(moves));
        term_terminal_say(t, mst_buf_text(&text));
    }
    mst_buf_clear(&text);
    /* The caller goes on to gather the next turn in the same buffer. */
    mst_buf_reset(moves);
    return said;
}

void term_terminal_put_ply(struct term_terminal *t, int ply, int viewer, struct mst_buf *out) {
    mst_buf_reset(out);
    /* A viewer who sees everything reads the ply as it was played; others as the rules show it. */
    if (viewer == TERM_VIEW_ALL)
        mst_buf_puts(out, mst_match_ply_text(t->match, ply));
    else
        mst_match_ply_seen(t->match, ply, viewer, out);
}

/* The number of consecutive plies of one seat with the same text as this one. They are reported
 * once. */
static int alike(struct term_terminal *t, int ply, int viewer, const char *text) {
    struct mst_buf next = {0};
    int count = 1;

    /* Equal plies of another seat are separate reports. */
    while (ply + count < mst_match_state(t->match).ply &&
           mst_match_ply_seat(t->match, ply + count) == mst_match_ply_seat(t->match, ply)) {
        term_terminal_put_ply(t, ply + count, viewer, &next);
        if (strcmp(mst_buf_text(&next), text) != 0)
            break;
        count++;
    }
    mst_buf_clear(&next);
    return count;
}

/* A fault of the function is reported. */
void term_terminal_put_sentence(struct term_terminal *t, int event, int viewer,
                                struct mst_buf *out) {
    struct mst_error error;
    mst_buf_reset(out);
    /* Without a text there was no sentence, which is no fault. */
    if (!mst_match_event_says(t->match, event, viewer, out, &error) && *error.text)
        term_terminal_complain(t, &error);
}

/* What happened since the last report to the viewer, in the sentences of the rules; equal ones that
 * follow each other once. */
static void say_events(struct term_terminal *t, int viewer) {
    int seat = viewer == TERM_VIEW_ALL ? MST_NONE : viewer, *heard = &t->heard[seat + 1];
    int count = mst_match_events(t->match, INT_MAX), times = 0;
    struct mst_buf text = {0}, now = {0}, next = {0};

    /* One step beyond the last event, with an empty sentence, brings out the sentence that was
     * gathered last. */
    for (int i = *heard; i <= count; i++) {
        mst_buf_reset(&next);
        if (i < count)
            term_terminal_put_sentence(t, i, seat, &next);
        /* An event without a sentence does not separate equal ones. */
        if (i < count && !next.length)
            continue;
        times++;
        /* Still the same: only counted. */
        if (i < count && !strcmp(mst_buf_text(&now), mst_buf_text(&next)))
            continue;
        if (now.length)
            mst_buf_printf(&text, "%s%s", text.length ? " " : "\n", mst_buf_text(&now));
        /* `times` counts up to the sentence that differs, so it is the number of equal ones
         * before it. */
        if (now.length)
            mst_buf_printf(&text, times > 1 ? " (%d times)." : ".", times);
        mst_buf_reset(&now);
        mst_buf_puts(&now, mst_buf_text(&next));
        times = 0;
    }
    *heard = count;
    term_terminal_say(t, mst_buf_text(&text));
    mst_buf_clear(&text);
    mst_buf_clear(&now);
    mst_buf_clear(&next);
}

bool term_terminal_tell(struct term_terminal *t) {
    int viewer = term_terminal_view(t), seat = MST_NONE, count = mst_match_state(t->match).ply;
    struct mst_buf moves = {0}, text = {0};
    bool said = false;

    /* A face has its own log. */
    if (t->face)
        return false;
    for (int i = t->news; i >= 0 && i < count; i++) {
        int who = mst_match_ply_seat(t->match, i);
        /* Chance belongs to the turn of the seat before it. */
        if (who != MST_NONE && who != seat) {
            said |= say_turn(t, seat, &moves);
            seat = who;
        }
        term_terminal_put_ply(t, i, viewer, &text);
        /* A ply that the viewer may not know is passed over (T4). */
        if (!text.length)
            continue;
        /* Equal plies are printed once with their number. */
        int times = alike(t, i, viewer, mst_buf_text(&text));
        mst_buf_printf(&moves, "%s%s%s", moves.length ? ", " : "", who == MST_NONE ? "chance " : "",
                       mst_buf_text(&text));
        if (times > 1)
            mst_buf_printf(&moves, " x%d", times);
        i += times - 1;
    }
    said |= say_turn(t, seat, &moves);
    say_events(t, viewer);

    /* Each seat gets its report once, also when it gets the screen back later. */
    if (viewer >= 0)
        t->told[viewer] = count;
    t->news = MST_NONE;
    mst_buf_clear(&moves);
    mst_buf_clear(&text);
    return said;
}
