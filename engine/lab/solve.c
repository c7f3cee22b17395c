/* `muster solve`: does a seat win by force? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "muster.h"
#include "muster/player.h"
#include "muster/scenario.h"
#include "muster/transcript.h"
#include "faces/tools/command.h"

enum { USUAL_TURNS = 3 };

struct asked {
    struct tool_arguments arguments;
    const char *position, *load, *moves;
    uint64_t seat, turns, nodes, memory;
};

static const struct tool_option solve_rows[] = {
    TOOL_COUNT_ROW("seat", "N", struct asked, seat, MST_MOST_SEATS, "The seat (the one to move)."),
    TOOL_COUNT_ROW("turns", "N", struct asked, turns, 100,
                   "Turns of the seat (3, or those of a puzzle)."),
    TOOL_TEXT_ROW("position", "LINE", struct asked, position, "Begin with this position line."),
    TOOL_TEXT_ROW("load", "FILE", struct asked, load, "Begin at the end of a saved match."),
    TOOL_TEXT_ROW("play", "'MOVE ...'", struct asked, moves, "First play these moves."),
    TOOL_COUNT_ROW("nodes", "N", struct asked, nodes, INT64_MAX,
                   "Search at most so many positions (10000000)."),
    TOOL_COUNT_ROW("memory", "MIB", struct asked, memory, 65536,
                   "The size of the table of positions (64)."),
    TOOL_SET_ROW(struct asked, arguments),
    TOOL_LAST_ROW};

const struct tool_page tool_page_solve = {
    "solve", "RULESET [OPTION ...]\n--load FILE [OPTION ...]",
    "Finds out whether a seat wins within so many turns of its own, whatever all others do and "
    "chance brings. Prints the winning line, or one that holds, and other first moves that win as "
    "soon. In a game with secrets the seat must know the whole position.\nExit status 0: it wins, "
    "1: it does not, or the limits were reached.",
    solve_rows};

/* 0: continue; otherwise the exit status + 1. */
static int solve_take_options(struct asked *a, int argc, char **argv) {
    int status = tool_read_options(&tool_page_solve, argc, argv, a);
    if (status)
        return status;
    if (optind + 1 == argc || (optind == argc && a->load))
        return 0;
    return tool_refuse(&tool_page_solve, "expected a ruleset") + 1;
}

/* ---- the match ------------------------------------------------------------------------------- */

static struct mst_match *open_transcript(struct asked *a, struct mst_ruleset **ruleset,
                                         struct mst_error *error) {
    struct mst_transcript head = {0};
    size_t length;
    char *text = mst_read_file(a->load, 1 << 24, &length, error);
    struct mst_match *match = NULL;
    if (text && mst_transcript_read(text, &head, error) == MST_OK) {
        *ruleset = tool_arguments_load_for(&a->arguments, &head);
        match = *ruleset ? mst_match_replay(*ruleset, text, error) : NULL;
        mst_transcript_clear(&head);
    }
    mst_text_free(text);
    return match;
}

static struct mst_match *solve_open_match(struct asked *a, const char *name,
                                          struct mst_ruleset **ruleset, struct mst_error *error) {
    if (a->load)
        return open_transcript(a, ruleset, error);
    tool_arguments_ruleset(&a->arguments, name);
    *ruleset = tool_arguments_load(&a->arguments);
    if (!*ruleset)
        return NULL;
    return a->position ? mst_match_setup(*ruleset, a->position, true, 1, error)
                       : mst_match_new(*ruleset, true, 1, error);
}

/* Play moves with blanks between them. */
static bool play_moves(struct mst_match *match, const char *moves, struct mst_error *error) {
    char move[200];
    for (const char *at = moves + strspn(moves, " "); *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        snprintf(move, sizeof move, "%.*s", (int)length, at);
        if (mst_match_play(match, move, error) != MST_OK)
            return false;
        at += length;
    }
    return true;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Append the moves as text, each from the position where it is played. */
static void solve_write_line(struct mst_match *match, const mst_move *moves, int count,
                             struct mst_buf *out) {
    struct mst_error error = {0};
    int played = 0;
    for (bool done = true; done && played < count; played += done) {
        struct mst_buf text = {0};
        mst_match_move_text(match, moves[played], &text);
        mst_buf_printf(out, "%s%s", played ? " " : "", mst_buf_text(&text));
        done = mst_match_play(match, mst_buf_text(&text), &error) == MST_OK;
        mst_buf_clear(&text);
    }
    if (played)
        mst_match_undo(match, played, &error);
}

/* Whether the key is the only one is a question where the seat itself begins. */
static void report_won(struct mst_match *match, const struct mst_solution *solution, int seat,
                       const char *line) {
    bool begins = mst_match_state(match).to_move == seat;
    mst_print("seat %d wins in %d turn%s: %s\n", seat + 1, solution->turns,
              solution->turns == 1 ? "" : "s", line);
    if (begins && solution->whole && !solution->dual_count)
        mst_print("no other first move wins as soon\n");
    for (int i = 0; i < solution->dual_count; i++) {
        struct mst_buf text = {0};
        mst_match_move_text(match, solution->duals[i], &text);
        mst_print("%s%s", i ? " " : "also: ", mst_buf_text(&text));
        mst_buf_clear(&text);
    }
    if (solution->dual_count)
        mst_print(solution->dual_count < MST_SOLUTION_DUALS ? "\n" : " and maybe more\n");
    if (!solution->whole)
        mst_print("the limits were reached: %s\n", begins ? "there may be more to the line, and "
                                                            "other first moves that win as soon"
                                                          : "there may be more to the line");
}

static int solve_report(struct mst_match *match, const struct mst_solution *solution, int seat) {
    struct mst_buf line = {0};
    solve_write_line(match, solution->moves, solution->count, &line);
    switch (solution->verdict) {
    case MST_SOLUTION_WON: report_won(match, solution, seat, mst_buf_text(&line)); break;
    case MST_SOLUTION_REFUTED:
        mst_print("seat %d does not win within %d turn%s: %s\n", seat + 1, solution->turns,
                  solution->turns == 1 ? "" : "s",
                  line.length ? mst_buf_text(&line) : "it has no move that helps");
        break;
    default:
        mst_print("not decided: the limits were reached while looking at %d turns\n",
                  solution->turns);
    }
    mst_print("%lld positions\n", (long long)solution->nodes);
    mst_buf_clear(&line);
    return solution->verdict == MST_SOLUTION_WON ? TOOL_DONE : TOOL_FAULTS;
}

static int solve(struct asked *a, const char *name) {
    struct mst_ruleset *ruleset = NULL;
    struct mst_error error = {0};
    struct mst_solution *solution = calloc(1, sizeof *solution);
    struct mst_match *match = solution ? solve_open_match(a, name, &ruleset, &error) : NULL;
    int status = TOOL_FAULTS;

    if (match && play_moves(match, a->moves ? a->moves : "", &error)) {
        /* A puzzle says who is to win, and in how many turns. */
        int seat, turns = mst_ruleset_puzzle(ruleset, &seat);
        if (a->seat || !turns)
            seat = a->seat ? (int)a->seat - 1 : mst_match_state(match).to_move;
        turns = a->turns ? (int)a->turns : turns ? turns : USUAL_TURNS;
        if (seat >= mst_ruleset_seats(ruleset))
            mst_fail(&error, MST_BAD_REQUEST, "",
                     "--seat: this game has no seat %d; its seats are 1 to %d", seat + 1,
                     mst_ruleset_seats(ruleset));

        struct mst_problem problem = {.seat = seat,
                                      .turns = turns,
                                      .nodes = (int64_t)a->nodes,
                                      .memory = (int64_t)a->memory << 20};
        if (error.status == MST_OK && mst_solve(match, &problem, solution, &error) == MST_OK)
            status = solve_report(match, solution, seat);
    }

    if (error.status != MST_OK)
        tool_command_complain("solve", &error);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    free(solution);
    return status;
}

int tool_command_solve(int argc, char **argv) {
    struct asked a = {.nodes = 10000000, .memory = 64};
    int done = solve_take_options(&a, argc, argv);
    return done ? done - 1 : solve(&a, optind < argc ? argv[optind] : NULL);
}
