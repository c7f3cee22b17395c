/* The main loop of a match in the terminal: see terminal.h. */
#include "faces/terminal/terminal.h"
#include "muster/player.h"
#include "muster/scenario.h"

#include <stdio.h>
#include <string.h>

void term_terminal_take(struct term_terminal *t, struct mst_ruleset *ruleset,
                        struct mst_match *match) {
    term_terminal_present(t);
    term_menu_clear(&t->menu);
    mst_match_free(t->match);
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
    player.ms = t->ms;
    player.threads = t->threads;
    if (term_terminal_defend(t, &move) && mst_match_apply(t->match, move, error) == MST_OK)
        return true;
    for (int attempt = 0; attempt < 20; attempt++) {
        struct mst_error failure = {0};
        if (mst_player_choose(t->match, &player, &move, NULL, &failure) == MST_OK &&
            mst_match_apply(t->match, move, &failure) == MST_OK)
            return true;
        if (!attempt)
            *error = failure;
        player.kind = MST_PLAYER_RANDOM;
        player.seed++;
    }
    return false;
}

static void play_computer(struct term_terminal *t, int seat) {
    struct mst_error error = {0};
    char name[80];
    bool done = true;
    term_terminal_name(t, seat, name, sizeof name);
    t->news = mst_match_state(t->match).ply;
    if (t->face)
        t->face->show(t->face->context);
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

/* The briefing of a scenario, before it begins. */
static void say_story(const struct term_terminal *t) {
    struct mst_briefing briefing = mst_ruleset_briefing(t->ruleset);
    struct mst_buf head = {0};
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

/* Does the status of the scene tell the result? One that names no winner tells something else. */
static bool tells_result(struct term_terminal *t, const char *status) {
    uint32_t winners = mst_match_state(t->match).winners;
    char name[80];
    for (int seat = 0; *status && seat < mst_ruleset_seats(t->ruleset); seat++) {
        term_terminal_name(t, seat, name, sizeof name);
        if (winners >> seat & 1 && strstr(status, name))
            return true;
    }
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
    mst_print(term_terminal_looks(t) ? "\n" : "\nThe match is over. ");
    if (!tells_result(t, text))
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
    json_t *before = json_incref(t->seen);
    t->fresh = false;
    term_terminal_draw(t, true);
    if (term_terminal_tell(t) && before)
        term_terminal_changes(t, before);
    json_decref(before);
    term_terminal_say_refuted(t);
    if (term_terminal_looks(t))
        term_terminal_where(t);
    if (mst_match_state(t->match).over) {
        if (!term_terminal_looks(t))
            term_terminal_note_solved(t);
        announce_end(t);
        term_menu_clear(&t->menu);
        return;
    }
    if (!term_terminal_looks(t) || term_terminal_tries(t))
        term_terminal_menu(t);
}

/* Input ended. */
static void leave(struct term_terminal *t) {
    mst_print("\n");
    term_terminal_present(t);
    if (!t->quit)
        term_terminal_farewell(t);
    t->quit = t->ended = true;
}

static void terminal_ask(struct term_terminal *t) {
    struct mst_state state = mst_match_state(t->match);
    char name[80], prompt[100];
    if (t->fresh)
        term_terminal_show(t);
    if (state.over || state.to_move < 0)
        snprintf(name, sizeof name, "%s", state.over ? "over" : "chance");
    else
        term_terminal_name(t, state.to_move, name, sizeof name);
    snprintf(prompt, sizeof prompt, "%s%s> ",
             term_terminal_tries(t)   ? "analysis, "
             : term_terminal_looks(t) ? "past, "
                                      : "",
             name);
    t->asked = true;
    const char *text = term_line_read(t->line, prompt);
    t->asked = false;
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
    if (t->replays)
        mst_print("%s. Enter steps forward, back steps back; help lists all commands.\n",
                  mst_ruleset_title(t->ruleset));
    else
        welcome(t);
    while (!t->quit) {
        struct mst_state state = mst_match_state(t->match);
        int seat = state.over ? MST_NONE : state.to_move;
        if (seat >= 0 && !t->human[seat] && !term_terminal_looks(t))
            play_computer(t, seat);
        else if (term_terminal_looks(t) || term_terminal_hand_over(t, seat))
            terminal_ask(t);
        else if (term_line_called(t->line))
            term_terminal_reload(t);
        else if (term_line_interrupted(t->line))
            term_terminal_quit(t, NULL);
        else
            leave(t);
        if (!mst_print_flush()) /* nobody sees more of it */
            t->quit = t->ended = true;
    }
    term_terminal_present(t);
}
