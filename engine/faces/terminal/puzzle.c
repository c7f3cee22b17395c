/* Puzzles: hints in steps, the defence that refutes a wrong try, and which ones were solved. See
 * terminal.h. The solver's proof decides all of this: no text of a solution is kept. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faces/terminal/terminal.h"
#include "muster/player.h"
#include "muster/scenario.h"

enum { MOST_NODES = 3000000, MOST_MEMORY = 64 << 20 };

/* ---- solving --------------------------------------------------------------------------------- */

/* The turns of its own that the seat has ended. */
static int turns_taken(const struct mst_match *match, int seat) {
    int count = mst_match_state(match).ply, turns = 0;

    /* A turn ends where the next ply is of another seat, or, after the last ply, where another seat
     * is to move. */
    for (int ply = 0; ply < count; ply++) {
        int next =
            ply + 1 < count ? mst_match_ply_seat(match, ply + 1) : mst_match_state(match).to_move;
        turns += mst_match_ply_seat(match, ply) == seat && next != seat;
    }
    return turns;
}

/* Solve the puzzle from here on. NULL if this is none, if no turn is left, or after an error. Free
 * the solution. */
static struct mst_solution *puzzle_solve(struct term_terminal *t) {
    struct mst_error error = {0};
    int seat, turns = mst_ruleset_puzzle(t->ruleset, &seat);
    struct mst_problem problem = {.seat = seat, .nodes = MOST_NODES, .memory = MOST_MEMORY};

    struct mst_solution *solution = NULL;
    /* The turns that are left, as if the puzzle began here. */
    problem.turns = turns ? turns - turns_taken(t->match, seat) : 0;
    /* A solution is large: it is not on the stack. */
    if (problem.turns > 0 && !mst_match_state(t->match).over)
        solution = calloc(1, sizeof *solution);
    if (solution && mst_solve(t->match, &problem, solution, &error) == MST_OK)
        return solution;
    free(solution);
    return NULL;
}

/* ---- hints ----------------------------------------------------------------------------------- */

/* Append the first moves of the solution, of the seat that decides now. Returns their number. */
static int put_turn(struct mst_match *match, const struct mst_solution *solution, int most,
                    struct mst_buf *out) {
    int seat = mst_match_state(match).to_move, played = 0;

    /* The defender's moves follow the turn; only the key is of interest, so it ends where another
     * seat decides. */
    for (bool done = true; done && played < most && played < solution->count &&
                           mst_match_state(match).to_move == seat;
         played += done) {
        struct mst_buf text = {0};
        /* The text must be made before the move is played, as it describes a legal move. */
        mst_match_move_text(match, solution->moves[played], &text);
        mst_buf_printf(out, "%s%s", played ? " " : "", mst_buf_text(&text));
        done = mst_match_play(match, mst_buf_text(&text), NULL) == MST_OK;
        mst_buf_clear(&text);
    }
    return played;
}

/* Say as much of the key as the person has asked for: its kind, its first move, the whole turn. */
static void say_key(struct term_terminal *t, const struct mst_solution *solution) {
    struct mst_match *trial = mst_match_clone(t->match, NULL);
    struct mst_buf moves = {0}, out = {0};
    int ply = mst_match_state(t->match).ply;
    if (!trial)
        return;

    /* A second hint gives the first move only; the first one needs a played move, too, for its
     * kind. */
    int played = put_turn(trial, solution, t->hints == 2 ? 1 : MST_SOLUTION_MOVES, &moves);
    if (t->hints == 1)
        mst_buf_printf(&out, "The key begins with '%s'. Type hint again for the move.",
                       mst_ruleset_kind_title(t->ruleset, mst_match_ply_kind(trial, ply)));
    else if (t->hints == 2)
        mst_buf_printf(&out, "The key begins with %s", mst_buf_text(&moves));
    else
        mst_buf_printf(&out, "The key: %s", mst_buf_text(&moves));
    /* Without a move there is nothing to say, and no kind was played either. */
    if (played)
        term_terminal_say(t, mst_buf_text(&out));
    mst_buf_clear(&moves);
    mst_buf_clear(&out);
    mst_match_free(trial);
}

bool term_terminal_puzzle_hint(struct term_terminal *t) {
    struct mst_state state = mst_match_state(t->match);
    int seat;
    if (!mst_ruleset_puzzle(t->ruleset, &seat) || state.over || state.to_move != seat)
        return false;

    struct mst_solution *solution = puzzle_solve(t);
    /* Hints count up while the position is the same, and begin again with the next. */
    t->hints = t->hinted_at == state.ply ? t->hints + 1 : 1;
    t->hinted_at = state.ply;
    if (solution && solution->verdict == MST_SOLUTION_WON)
        say_key(t, solution);
    /* No solution at all: no turn is left in which it could be solved. */
    else if (!solution || solution->verdict == MST_SOLUTION_REFUTED)
        term_terminal_say(t, "From here it cannot be solved any more: undo takes moves back.");

    /* Unknown: the solver gave up, and the caller gives an ordinary hint. */
    bool known = !solution || solution->verdict != MST_SOLUTION_UNKNOWN;
    free(solution);
    return known;
}

/* ---- the defence ----------------------------------------------------------------------------- */

bool term_terminal_defend(struct term_terminal *t, mst_move *move) {
    struct mst_solution *solution = puzzle_solve(t);

    /* An unknown verdict has no move to play; the computer then plays at its level. */
    bool found = solution && solution->verdict != MST_SOLUTION_UNKNOWN && solution->count > 0;
    /* The person learns of it when the board is shown: see term_terminal_say_refuted. */
    assert(!found || solution->count <= MST_SOLUTION_MOVES);
    t->refuted = solution && solution->verdict == MST_SOLUTION_REFUTED;
    if (found)
        *move = solution->moves[0];
    free(solution);
    return found;
}

void term_terminal_say_refuted(struct term_terminal *t) {
    /* When the match is over, its end says the same. */
    if (t->refuted && !mst_match_state(t->match).over)
        term_terminal_say(t, "That refutes your try: it cannot be solved any more. undo takes your "
                             "turn back.");
    t->refuted = false;
}

/* ---- what was solved ------------------------------------------------------------------------- */

static bool name_record(char *path, size_t size) {
    char folder[500];
    return !term_terminal_folder(folder, sizeof folder) &&
           snprintf(path, size, "%s/solved", folder) < (int)size;
}

bool term_terminal_solved(const char *scenario) {
    struct mst_error error = {0};
    char path[600];
    size_t length, name = strlen(scenario);
    bool found = false;
    if (!name_record(path, sizeof path))
        return false;

    /* The record has a scenario on each line. Without a record, nothing was solved. */
    char *text = mst_read_file(path, 1 << 20, &length, &error);
    /* The whole line, or the name would match a longer one that begins so. */
    for (const char *at = text; at && !found; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        found = !strncmp(at, scenario, name) && at[name] == '\n';
    mst_text_free(text);
    return found;
}

void term_terminal_note_solved(const struct term_terminal *t) {
    struct mst_state state = mst_match_state(t->match);
    const char *scenario = mst_home_relative(mst_ruleset_path(t->ruleset));
    char path[600];
    int seat;

    /* A win counts only for a person in the solver's seat, and is noted once. */
    if (!mst_ruleset_puzzle(t->ruleset, &seat) || !state.over || !(state.winners >> seat & 1) ||
        !t->human[seat] || term_terminal_solved(scenario) || !name_record(path, sizeof path))
        return;

    /* The line is written in one call at the end of the file, so that two programs do not mix
     * theirs. */
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    dprintf(file, "%s\n", scenario);
    close(file);
}
