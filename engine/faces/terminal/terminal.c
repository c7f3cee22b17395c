/* The main loop of a match in the terminal: see terminal.h. */
#include "faces/terminal/terminal.h"
#include "muster/player.h"
#include "muster/scenario.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void term_terminal_take(struct term_terminal *t, struct mst_ruleset *ruleset,
                        struct mst_match *match) {
    /* The copy of the past goes first: it is not the match that is replaced. */
    term_terminal_present(t);
    term_menu_clear(&t->menu);
    mst_match_free(t->match);
    /* The ruleset may be the same, as for `new`: only another one frees it, and after the match
     * that uses it. */
    if (t->ruleset != ruleset) {
        mst_ruleset_free(t->ruleset);
        mst_ruleset_free(t->next);
        t->next = NULL;
    }
    t->ruleset = ruleset;
    t->match = match;
    term_terminal_begin(t);
    t->unsaved = false;
    t->fresh = true;
}

void term_terminal_clear(struct term_terminal *t) {
    term_terminal_take(t, NULL, NULL);
    for (int seat = 0; seat < MST_MOST_SEATS; seat++) {
        mst_free(t->weights[seat]);
        t->weights[seat] = NULL;
    }
    term_watch_free(t->watch);
    t->watch = NULL;
    term_line_free(t->line);
    t->line = NULL;
}

/* ---- computers ------------------------------------------------------------------------------- */

/* Play one move of a computer. If its search fails, play any legal move. */
static bool terminal_play_one(struct term_terminal *t, int seat, struct mst_error *error) {
    struct mst_player player = t->players[seat];
    mst_move move;
    /* The settings of time are those of now, not of the seat. */
    player.ms = t->ms;
    player.threads = t->threads;

    /* A puzzle is defended by its proof, which no level of the computer misses. */
    if (term_terminal_defend(t, &move) && mst_match_apply(t->match, move, error) == MST_OK)
        return true;
    for (int attempt = 0; attempt < 20; attempt++) {
        struct mst_error failure = {0};
        if (mst_player_choose(t->match, &player, &move, NULL, &failure) == MST_OK &&
            mst_match_apply(t->match, move, &failure) == MST_OK)
            return true;
        /* The first failure says what is wrong; those of the random tries follow from it. */
        if (!attempt)
            *error = failure;
        /* Another seed, so that each attempt tries another move. */
        player.kind = MST_PLAYER_RANDOM;
        player.seed++;
    }
    return false;
}

static void play_computer(struct term_terminal *t, int seat) {
    struct mst_error error = {0};
    char name[80];
    bool done = true;
    assert(seat >= 0 && !t->human[seat] && !term_terminal_looks(t));

    term_terminal_name(t, seat, name, sizeof name);
    t->news = mst_match_state(t->match).ply;
    /* A face is drawn while the computer thinks, the position before its move. */
    if (t->face)
        t->face->show(t->face->context);

    /* One turn may have several moves; each is kept before the next is searched for. */
    while (done && mst_match_state(t->match).to_move == seat)
        if ((done = terminal_play_one(t, seat, &error)))
            term_terminal_keep(t);
    t->unsaved = t->fresh = true;
    if (error.status != MST_OK || mst_ruleset_evaluation_fault(t->ruleset, &error))
        term_terminal_complain(t, &error);
    if (!done) {
        mst_print("The computer cannot continue: decide for %s yourself.\n", name);
        t->human[seat] = true;
    }

    /* Before another computer plays, its board is drawn; before a person, it is drawn with the
     * menu. */
    int next = mst_match_state(t->match).to_move;
    if (next >= 0 && !t->human[next]) {
        term_terminal_draw(t, true);
        term_terminal_tell(t);
    }
}

/* ---- people ---------------------------------------------------------------------------------- */

static void say_who_plays(struct term_terminal *t) {
    struct mst_buf text = {0};
    char name[80];
    int seats = mst_ruleset_seats(t->ruleset), people = 0;
    mst_buf_printf(&text, "%s.", mst_ruleset_title(t->ruleset));

    for (int seat = 0; seat < seats; seat++) {
        term_terminal_name(t, seat, name, sizeof name);
        people += t->human[seat];
        const char *part = mst_ruleset_seat(t->ruleset, seat);
        /* The person is `you` only if there is no other one; the rest of the seats
         * is looked at only as far as the next. */
        mst_buf_printf(&text, " %s%s%s%s: %s%s", name, *part ? " (" : "", part, *part ? ")" : "",
                       !t->human[seat]                                          ? "the computer"
                       : people > 1 || (seat + 1 < seats && t->human[seat + 1]) ? "a person"
                                                                                : "you",
                       seat + 1 < seats ? "," : ".");
    }
    term_terminal_say(t, mst_buf_text(&text));
    mst_buf_clear(&text);
}

/* Has nobody but chance decided yet? */
static bool terminal_begins(const struct mst_match *match) {
    for (int ply = 0; ply < mst_match_state(match).ply; ply++)
        if (mst_match_ply_seat(match, ply) != MST_NONE)
            return false;
    return true;
}

/* The story of a scenario, before it begins. */
static void say_story(const struct term_terminal *t) {
    struct mst_briefing briefing = mst_ruleset_briefing(t->ruleset);
    struct mst_buf head = {0};

    /* Author and difficulty form one sentence, of which either part may be missing. */
    if (*briefing.author || briefing.difficulty)
        mst_buf_printf(&head, "%s%s", *briefing.author ? "By " : "", briefing.author);
    if (briefing.difficulty)
        mst_buf_printf(&head, "%sifficulty %d of 5.", *briefing.author ? ". D" : "D",
                       briefing.difficulty);
    if (head.length)
        term_terminal_say(t, mst_buf_text(&head));
    if (*briefing.story)
        term_terminal_say(t, briefing.story);
    mst_buf_clear(&head);
}

/* Does the status of the scene say the result? One that names no winner says something else. */
static bool states_result(struct term_terminal *t, const char *status) {
    uint32_t winners = mst_match_state(t->match).winners;
    char name[80];
    for (int seat = 0; *status && seat < mst_ruleset_seats(t->ruleset); seat++) {
        /* A status without the winner's name is about something else, as whose turn it would be. */
        term_terminal_name(t, seat, name, sizeof name);
        if (winners >> seat & 1 && strstr(status, name))
            return true;
    }
    /* In a draw any status will do, as no name can be expected. */
    return *status && !winners;
}

static void say_result(struct term_terminal *t) {
    struct mst_state state = mst_match_state(t->match);
    char name[80];
    for (int seat = 0; seat < mst_ruleset_seats(t->ruleset); seat++) {
        term_terminal_name(t, seat, name, sizeof name);
        if (state.winners >> seat & 1)
            mst_print("%s wins: %s.\n", name, state.by);
    }

    if (!state.winners)
        mst_print("Nobody wins: %s.\n", state.by);
}

static void announce_end(struct term_terminal *t) {
    char text[400];
    term_terminal_status(t, text, sizeof text);
    /* In the past, the end is a position like others. */
    mst_print(term_terminal_looks(t) ? "\n" : "\nThe match is over. ");
    /* The winner's name comes first, then the status in the words of the rules. */
    if (!states_result(t, text))
        say_result(t);
    if (*text)
        mst_print("%s.\n", text);
    if (term_terminal_looks(t))
        return;

    term_terminal_sum_up(t);
    term_terminal_say_outcome(t);
    term_terminal_reveal(t);
    term_terminal_say(t,
                      mst_match_retractable(t->match)
                          ? "save FILE saves the match, undo goes back, new starts another match, "
                            "quit leaves."
                          : "save FILE saves the match, new starts another match, quit leaves.");
}

/* The moves of others are printed below the board, so that they are visible on a short screen. */
void term_terminal_show(struct term_terminal *t) {
    /* The items as drawn last, which the drawing below replaces. */
    json_t *before = json_incref(t->seen);
    t->fresh = false;
    term_terminal_draw(t, true);

    /* Moves of others alone need words for what they changed: the own ones were just typed. */
    if (term_terminal_tell(t) && before)
        term_terminal_changes(t, before);
    json_decref(before);
    term_terminal_say_refuted(t);

    if (term_terminal_looks(t))
        term_terminal_where(t);
    if (mst_match_state(t->match).over) {
        /* Seeing the end again in the past solves nothing. */
        if (!term_terminal_looks(t))
            term_terminal_note_solved(t);
        announce_end(t);
        term_menu_clear(&t->menu);
        return;
    }
    /* A person who looks at the past is not asked for a move. */
    if (!term_terminal_looks(t) || term_terminal_tries(t))
        term_terminal_menu(t);
}

/* Input ended. */
static void leave(struct term_terminal *t) {
    mst_print("\n");
    term_terminal_present(t);
    /* A match that was quit has said how it goes on. */
    if (!t->quit)
        term_terminal_farewell(t);
    t->quit = t->ended = true;
}

static void terminal_ask(struct term_terminal *t) {
    struct mst_state state = mst_match_state(t->match);
    char name[80], prompt[100];

    /* The board, the log and the menu come before the prompt, once for each position. */
    if (t->fresh)
        term_terminal_show(t);

    /* The prompt names who decides. */
    if (state.over || state.to_move < 0)
        snprintf(name, sizeof name, "%s", state.over ? "over" : "chance");
    else
        term_terminal_name(t, state.to_move, name, sizeof name);
    snprintf(prompt, sizeof prompt, "%s%s> ",
             term_terminal_tries(t)   ? "analysis, "
             : term_terminal_looks(t) ? "past, "
                                      : "",
             name);

    /* While a line is read, a face may complete it; answers to questions are no moves. */
    t->asked = true;
    const char *text = term_line_read(t->line, prompt);
    t->asked = false;
    /* The reader returned early: files of rules have changed. */
    if (!text && term_line_called(t->line)) {
        term_terminal_reload(t);
        return;
    }
    if (!text && term_line_interrupted(t->line)) {
        term_terminal_quit(t, NULL);
        return;
    }
    if (!text) {
        leave(t);
        return;
    }
    if (t->echo)
        mst_print_line(text);

    term_terminal_obey(t, text);
}

static void welcome(struct term_terminal *t) {
    say_who_plays(t);
    if (terminal_begins(t->match))
        say_story(t);
    term_terminal_commit(t);
    if (!t->face)
        mst_print_line(
            "Type a move or a line number; ? shows your options, help lists all commands.");
}

void term_terminal_run(struct term_terminal *t) {
    /* A replay greets with its steps, as nobody plays in it. */
    if (t->replays)
        mst_print("%s. Enter steps forward, back steps back; help lists all commands.\n",
                  mst_ruleset_title(t->ruleset));
    else
        welcome(t);
    while (!t->quit) {
        struct mst_state state = mst_match_state(t->match);
        int seat = state.over ? MST_NONE : state.to_move;
        /* Computers play without the screen; a person must get it first, and the past belongs to
         * who is at it. */
        if (seat >= 0 && !t->human[seat] && !term_terminal_looks(t))
            play_computer(t, seat);
        else if (term_terminal_looks(t) || term_terminal_hand_over(t, seat))
            terminal_ask(t);
        /* Handing over read a line, too, which may have ended in each of these ways. */
        else if (term_line_called(t->line))
            term_terminal_reload(t);
        else if (term_line_interrupted(t->line))
            term_terminal_quit(t, NULL);
        else
            leave(t);
        if (!mst_print_flush()) /* nobody sees more of it */
            t->quit = t->ended = true;
    }

    /* So that the match, not the copy, is what is freed and kept. */
    term_terminal_present(t);
}
