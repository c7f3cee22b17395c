/* The small commands: perft, options, replay, show, rules, reference. */
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faces/tools/command.h"
#include "faces/scene/rulebook.h"
#include "faces/terminal/rules.h"
#include "faces/scene/last.h"
#include "faces/scene/scene.h"
#include "muster/bench.h"
#include "muster/check.h"
#include "muster/rulebook.h"
#include "muster/transcript.h"

/* ---- shared ---------------------------------------------------------------------------------- */

struct tool {
    const struct tool_page *page;
    struct tool_arguments arguments;
    const char *position, *transcript, *moves, *out;
    char *text; /* of the transcript; freed at the end */
    int depth, ply, seat;
    uint64_t budget; /* units that the command may use; 0: the default for each call */
    bool divide, svg, ascii, line, ini, stubs, scenarios, html, verify, sources;
};

static int tools_whole(const char *name, const char *text) {
    char *end;
    long number = strtol(text, &end, 10);

    if (*end || !*text || number < 0 || number > 1000000) {
        mst_warn("--%s: expected a whole number from 0, found '%s'\n", name, text);
        return -1;
    }
    return (int)number;
}

/* --seat counts from 1, like all that people read; without it, an onlooker is meant. */
static bool take_seat(void *context, const char *text) {
    struct tool *tool = context;
    char *end;
    long seat = strtol(text, &end, 10);

    /* 0 is what somebody writes who counts from 0: that has a hint of its own. */
    if (end == text || *end || seat < 1 || seat > MST_MOST_SEATS) {
        mst_warn("--seat: expected a seat from 1, found '%s'%s\n", text,
                 end > text && !*end && seat == 0
                     ? "; the first seat is 1, and without --seat an onlooker's view is shown"
                     : "");
        return false;
    }

    tool->seat = (int)seat - 1;
    return true;
}

/* Is there such a seat? */
static bool has_seat(const struct tool *tool, const struct mst_ruleset *ruleset) {
    /* An onlooker, -1, is always there. */
    int seats = mst_ruleset_seats(ruleset);
    if (tool->seat >= seats)
        mst_warn("--seat: this game has no seat %d; its seats are 1 to %d\n", tool->seat + 1,
                 seats);
    return tool->seat < seats;
}

static bool read_depth(void *context, const char *text) {
    struct tool *tool = context;
    return (tool->depth = tools_whole("depth", text)) >= 0;
}

static bool read_ply(void *context, const char *text) {
    struct tool *tool = context;
    return (tool->ply = tools_whole("ply", text)) >= 0;
}

/* Read the options. 0: continue; otherwise the exit status + 1. */
static int tools_take_options(struct tool *tool, int argc, char **argv) {
    /* Not given, which 0 would not say. */
    tool->depth = tool->ply = tool->seat = -1;
    return tool_read_options(tool->page, argc, argv, tool);
}

static int usage_error(const struct tool *tool, const char *what) {
    return tool_refuse(tool->page, what);
}

static int complain(const struct tool *tool, const struct mst_error *error) {
    tool_command_complain(tool->page->name, error);
    return TOOL_FAULTS;
}

/* The transcript, read once. NULL on failure. */
static const char *tools_text_of(struct tool *tool, struct mst_error *error) {
    if (!tool->text)
        tool->text = mst_transcript_load(tool->transcript, error);
    return tool->text;
}

/* Open a match: a new one, one from --position, or one from --transcript up to --ply. */
static struct mst_match *tools_open_match(struct tool *tool, struct mst_ruleset *ruleset,
                                          struct mst_error *error) {
    if (tool->position)
        return mst_match_setup(ruleset, tool->position, false, 0, error);

    if (!tool->transcript)
        return mst_match_new(ruleset, true, 1, error);

    const char *text = tools_text_of(tool, error);
    struct mst_match *match = text ? mst_match_replay(ruleset, text, error) : NULL;
    if (!match)
        mst_transcript_blame(error, tool->transcript);
    if (!match || tool->ply < 0)
        return match;

    /* Replayed to its end and taken back: the hashes of all plies are checked. */
    int plies = mst_match_state(match).ply;
    if (tool->ply > plies)
        mst_fail(error, MST_BAD_REQUEST, "", "--ply %d: the match has %d plies", tool->ply, plies);
    else if (mst_match_undo(match, plies - tool->ply, error) == MST_OK)
        return match;

    mst_match_free(match);
    return NULL;
}

/* With --budget, make all that the command does with the ruleset one request. */
static struct mst_ruleset *limited(const struct tool *tool, struct mst_ruleset *ruleset) {
    /* Held: otherwise each call would begin with the whole budget. */
    if (ruleset && tool->budget) {
        mst_budget_limit(mst_ruleset_budget(ruleset), (int64_t)tool->budget, 0);
        mst_budget_hold(mst_ruleset_budget(ruleset), true);
    }
    return ruleset;
}

/* ---- a position that names its game ---------------------------------------------------------- */

struct reader {
    const char *position;
    char found[64]; /* the ruleset that reads the position and writes it back as it is; or "" */
};

static bool read_position(void *context, const char *name) {
    struct reader *reader = context;
    struct tool_arguments arguments = {0};
    char *report = NULL;
    tool_arguments_ruleset(&arguments, name);

    struct mst_ruleset *ruleset = mst_ruleset_load(arguments.ruleset, NULL, 0, &report, NULL);
    struct mst_match *match =
        ruleset ? mst_match_setup(ruleset, reader->position, false, 0, NULL) : NULL;
    char *text = match ? mst_match_position(match, NULL) : NULL;

    /* Several games may read the line: it belongs to the one that writes it in the same way. */
    if (text && !strcmp(text, reader->position))
        snprintf(reader->found, sizeof reader->found, "%s", name);

    mst_text_free(text);
    mst_text_free(report);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    return !*reader->found;
}

/* Find the ruleset whose notation the position is. False after telling that there is none. */
static bool find_reader(const struct tool *tool, struct reader *reader) {
    *reader = (struct reader){.position = tool->position};
    mst_rulesets(read_position, reader);

    if (*reader->found)
        mst_warn("muster %s: note: read as %s\n", tool->page->name, reader->found);
    else
        mst_warn("muster %s: no ruleset that comes with Muster writes this position: name one\n",
                 tool->page->name);
    return *reader->found != 0;
}

/* Load the ruleset: the named one, or that of the transcript. */
static struct mst_ruleset *open_ruleset(struct tool *tool, const char *name) {
    struct mst_transcript t = {0};
    struct mst_error error = {0};

    /* A ruleset that is named replays the transcript under other rules. */
    if (!name && tool->transcript) {
        const char *text = tools_text_of(tool, &error);
        if (!text || mst_transcript_read(text, &t, &error) != MST_OK) {
            mst_transcript_blame(&error, tool->transcript);
            tool_command_complain(tool->page->name, &error);
            mst_transcript_clear(&t);
            return NULL;
        }

        if (!t.ended)
            mst_warn("%s: note: " MST_TRANSCRIPT_UNENDED "\n", tool->transcript);
        struct mst_ruleset *ruleset = tool_arguments_load_for(&tool->arguments, &t);
        mst_transcript_clear(&t);
        return limited(tool, ruleset);
    }

    tool_arguments_ruleset(&tool->arguments, name);
    return limited(tool, tool_arguments_load(&tool->arguments));
}

/* ---- perft ----------------------------------------------------------------------------------- */

static void print_divide(void *context, const char *text, uint64_t nodes) {
    (void)context;
    mst_print("%s %" PRIu64 "\n", text, nodes);
}

/* Open the match whose moves are counted: if it is new, its first outcomes of chance are counted as
 * well. A shuffle at the start cannot be, so it is drawn, which is told. */
static struct mst_match *open_counted(struct tool *tool, struct mst_ruleset *ruleset,
                                      struct mst_error *error) {
    if (tool->position)
        return tools_open_match(tool, ruleset, error);

    struct mst_match *match = mst_match_new(ruleset, false, 0, error);
    if (!match || !mst_match_sampled(match))
        return match;

    mst_warn("muster perft: note: the outcomes of '%s' are too many to count; seed 1 draws one\n",
             mst_match_state(match).decision);
    mst_match_free(match);
    return tools_open_match(tool, ruleset, error);
}

static const struct tool_option perft_rows[] = {
    TOOL_READ_ROW("depth", "N", read_depth, "The depth, in plies."),
    TOOL_FLAG_ROW("divide", struct tool, divide,
                  "Count the leaves at depth N below each first move."),
    TOOL_TEXT_ROW("position", "LINE", struct tool, position, "Begin with this position line."),
    TOOL_COUNT_ROW("budget", "N", struct tool, budget, TOOL_MOST_BUDGET,
                   "End after so many units of work."),
    TOOL_SET_ROW(struct tool, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_perft = {
    "perft", "RULESET --depth N [OPTION ...]",
    "Counts the leaves of the decision tree at depths 1 to N. An outcome of chance is a ply, too; "
    "a shuffle at the start is drawn with seed 1.",
    perft_rows};

int tool_command_perft(int argc, char **argv) {
    struct tool tool = {.page = &tool_page_perft};
    struct mst_error error = {0};
    int done = tools_take_options(&tool, argc, argv);
    if (done)
        return done - 1;

    if (optind + 1 != argc || tool.depth < 0)
        return usage_error(&tool, "expected one ruleset and --depth");
    struct mst_ruleset *ruleset = open_ruleset(&tool, argv[optind]);
    struct mst_match *match = ruleset ? open_counted(&tool, ruleset, &error) : NULL;
    enum mst_status status = match ? MST_OK : MST_BAD_POSITION;

    if (match && tool.divide)
        status = mst_match_divide(match, tool.depth, print_divide, NULL, &error);
    for (int depth = 1; match && !tool.divide && depth <= tool.depth && status == MST_OK; depth++) {
        /* Depth by depth, each printed when it is known: the last one takes longest. */
        uint64_t nodes;
        status = mst_match_perft(match, depth, &nodes, &error);
        if (status == MST_OK)
            mst_print("%d %" PRIu64 "\n", depth, nodes);
        mst_print_flush();
    }

    if (ruleset && status != MST_OK)
        complain(&tool, &error);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    return status == MST_OK ? TOOL_DONE : TOOL_FAULTS;
}

/* ---- options --------------------------------------------------------------------------------- */

static const struct tool_option options_rows[] = {TOOL_SET_ROW(struct tool, arguments),
                                                  TOOL_LAST_ROW};

const struct tool_page tool_page_options = {
    "options", "RULESET [OPTION ...]",
    "Lists every option of the ruleset: its value, default and meaning.", options_rows};

int tool_command_options(int argc, char **argv) {
    struct tool tool = {.page = &tool_page_options};
    int done = tools_take_options(&tool, argc, argv);
    if (done)
        return done - 1;

    if (optind + 1 != argc)
        return usage_error(&tool, "expected one ruleset");
    struct mst_ruleset *ruleset = open_ruleset(&tool, argv[optind]);
    if (!ruleset)
        return TOOL_FAULTS;

    const struct mst_option *options;
    int count = mst_ruleset_options(ruleset, &options);
    for (int i = 0; i < count; i++) {
        const char *value = mst_ruleset_value(ruleset, i), *fallback = options[i].fallback;

        /* A default is only of interest where another value is set. */
        bool same = !fallback || !strcmp(value, fallback);
        mst_print("%s.%s = %s%s%s%s\n    %s\n", options[i].section, options[i].key, value,
                  same ? "" : "    (default: ", same ? "" : fallback, same ? "" : ")",
                  options[i].help);
    }

    if (!count)
        mst_print_line("This ruleset has no options.");
    mst_ruleset_free(ruleset);
    return TOOL_DONE;
}

/* ---- replay and show ------------------------------------------------------------------------- */

/* With --verify, check that the deal is fair, and print what was committed to. */
static bool verified(struct tool *tool, struct mst_ruleset *ruleset, const struct mst_match *match,
                     struct mst_error *error) {
    char commitment[MST_COMMITMENT_SIZE] = "";

    if (!tool->verify)
        return true;

    if (mst_transcript_verify(ruleset, tools_text_of(tool, error), error) != MST_OK)
        return false;

    mst_match_commitment(match, commitment);
    mst_print(
        "The seed gives every outcome of chance. Compare the commitment with the one published:\n"
        "%s\n",
        commitment);
    return true;
}

/* Say how many positions of a match were compared with a hash, and where it ended. */
static void print_replay(const struct mst_match *match) {
    struct mst_state state = mst_match_state(match);

    /* The start has a hash as well: hence one more than plies. */
    int compared = mst_match_compared(match), missing = state.ply + 1 - compared;
    char hashes[80];
    snprintf(hashes, sizeof hashes, "%d %s equal, %d missing", compared,
             compared == 1 ? "hash" : "hashes", missing);

    mst_print("%d plies, %s; %s%s, hash %016" PRIx64 "\n", state.ply,
              !missing    ? "every hash equal"
              : !compared ? "no hash to compare"
                          : hashes,
              state.over ? "over: " : "to decide: ", state.over ? state.by : state.decision,
              state.hash);
}

static const struct tool_option replay_rows[] = {
    TOOL_FLAG_ROW("verify", struct tool, verify,
                  "Check also that the seed is the one committed to, and that it gives every "
                  "outcome of chance (docs/fair-deals.md)."),
    TOOL_COUNT_ROW("budget", "N", struct tool, budget, TOOL_MOST_BUDGET,
                   "End after so many units of work."),
    TOOL_SET_ROW(struct tool, arguments), TOOL_PATH_ROW, TOOL_LAST_ROW};

const struct tool_page tool_page_replay = {
    "replay", "TRANSCRIPT [RULESET] [OPTION ...]",
    "Replays a transcript and checks the hash after each ply; `-` reads standard input. On a "
    "terminal it then goes through the match, with the commands of muster play.",
    replay_rows};

int tool_command_replay(int argc, char **argv) {
    struct tool tool = {.page = &tool_page_replay};
    struct mst_error error = {0};
    int done = tools_take_options(&tool, argc, argv);
    if (done)
        return done - 1;

    if (argc - optind < 1 || argc - optind > 2)
        return usage_error(&tool, "expected one transcript");
    tool.transcript = argv[optind];
    struct mst_ruleset *ruleset = open_ruleset(&tool, optind + 1 < argc ? argv[optind + 1] : NULL);
    struct mst_match *match = ruleset ? tools_open_match(&tool, ruleset, &error) : NULL;

    /* A failure to load was reported where it happened. */
    bool fair = match && verified(&tool, ruleset, match, &error);
    int status = fair ? TOOL_DONE : TOOL_FAULTS;
    if (fair) {
        print_replay(match);
    } else if (ruleset) {
        complain(&tool, &error);
    }

    mst_free(tool.text);

    /* The match and its ruleset now belong to the terminal. */
    if (fair && !tool.verify && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return tool_play_through(ruleset, match);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    return status;
}

/* Play the moves of --play, which are separated by blanks. */
static bool play_moves(const struct tool *tool, struct mst_match *match, struct mst_error *error) {
    struct mst_buf move = {0};
    bool done = true;
    for (const char *at = tool->moves ? tool->moves : ""; done && *at;) {
        size_t length = strcspn(at, " ");
        mst_buf_reset(&move);
        mst_buf_bytes(&move, at, length);

        /* Two blanks in a row are no move. */
        done = !length || mst_match_play(match, mst_buf_text(&move), error) == MST_OK;
        at += length + (at[length] == ' ');
    }

    mst_buf_clear(&move);
    return done;
}

/* Print the position on one line, as that seat may know it. */
static enum mst_status tools_write_line(const struct tool *tool, struct mst_match *match,
                                        struct mst_buf *out, struct mst_error *error) {
    char *text = tool->seat < 0 ? mst_match_position(match, error)
                                : mst_match_position_seen(match, tool->seat, error);

    if (!text)
        return error->status;
    mst_buf_printf(out, "%s\n", text);
    mst_text_free(text);
    return MST_OK;
}

/* Does the locale have more than ASCII? */
static bool takes_unicode(void) {
    setlocale(LC_CTYPE, "");
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

static enum mst_status tools_draw(const struct tool *tool, struct mst_match *match,
                                  struct mst_buf *out, struct mst_error *error) {
    if (tool->line)
        return tools_write_line(tool, match, out, error);

    struct scene_text_style style = {
        .unicode = !tool->ascii && takes_unicode(), .colour = false, .width = 80};
    json_t *scene = scene_of_last(match, tool->seat, error);
    if (!scene)
        return error->status;

    enum mst_status status =
        tool->svg ? scene_svg(scene, out, error) : scene_draw_text(scene, &style, out, error);
    json_decref(scene);
    return status;
}

/* Print what was made, or write it to the file of --out. */
static int write_out(const struct tool *tool, const struct mst_buf *out) {
    struct mst_error error = {0};
    struct mst_buf shown = {0};
    enum mst_status status = MST_OK;

    /* T1: texts of rules may have control characters, which a terminal would obey. */
    mst_buf_visible(&shown, mst_buf_text(out), out->length);

    if (out->failed || shown.failed)
        status = mst_fail(&error, MST_NO_MEMORY, "", "out of memory");
    else if (tool->out)
        status = mst_write_file(tool->out, mst_buf_text(&shown), shown.length, true, &error);
    else
        mst_print_raw(mst_buf_text(&shown), shown.length);

    mst_buf_clear(&shown);
    return status == MST_OK ? TOOL_DONE : complain(tool, &error);
}

static const struct tool_option show_rows[] = {
    TOOL_TEXT_ROW("position", "LINE", struct tool, position, "Draw this position line."),
    TOOL_TEXT_ROW("transcript", "FILE", struct tool, transcript, "Draw the end of a transcript."),
    TOOL_READ_ROW("ply", "N", read_ply, "Draw it after so many plies."),
    TOOL_TEXT_ROW("play", "MOVES", struct tool, moves,
                  "First play these moves, separated by blanks."),
    TOOL_FLAG_ROW("line", struct tool, line, "Print the position as a position line."),
    TOOL_FLAG_ROW("svg", struct tool, svg, "Draw SVG."),
    TOOL_FLAG_ROW("ascii", struct tool, ascii, "Draw with ASCII characters alone."),
    TOOL_READ_ROW("seat", "N", take_seat,
                  "Show what this seat sees, from 1; without it, what an onlooker sees."),
    TOOL_TEXT_ROW("out", "FILE", struct tool, out, "Write to a file."),
    TOOL_SET_ROW(struct tool, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_show = {
    "show", "[RULESET] [OPTION ...]",
    "Draws a position: the start of a ruleset, a position line, or a ply of a transcript. Without "
    "a ruleset a position line is read by the one that writes it so.",
    show_rows};

int tool_command_show(int argc, char **argv) {
    struct tool tool = {.page = &tool_page_show};
    struct mst_error error = {0};
    struct mst_buf out = {0};
    int done = tools_take_options(&tool, argc, argv);
    if (done)
        return done - 1;

    const char *name = optind < argc ? argv[optind] : NULL;
    struct reader reader;
    if (argc - optind > 1 || (!name && !tool.transcript && !tool.position))
        return usage_error(&tool, "expected one ruleset, --position or --transcript");

    /* A position alone is tried with every ruleset. */
    if (!name && !tool.transcript && !find_reader(&tool, &reader))
        return TOOL_FAULTS;
    struct mst_ruleset *ruleset =
        open_ruleset(&tool, name || tool.transcript ? name : reader.found);

    bool seated = ruleset && has_seat(&tool, ruleset);
    struct mst_match *match = seated ? tools_open_match(&tool, ruleset, &error) : NULL;

    int status = TOOL_FAULTS;
    if (match && play_moves(&tool, match, &error) &&
        tools_draw(&tool, match, &out, &error) == MST_OK)
        status = write_out(&tool, &out);
    else if (seated)
        complain(&tool, &error);

    mst_free(tool.text);
    mst_buf_clear(&out);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    return status;
}

/* ---- rules and reference --------------------------------------------------------------------- */

/* Append the rule with this id, or those with this word. False after telling that there is none. */
static bool put_rules(struct mst_ruleset *ruleset, const char *wanted, bool sources,
                      struct mst_buf *out) {
    struct mst_buf missing = {0};
    if (term_rules_find(ruleset, wanted, sources, out)) {
        term_rules_examples(ruleset, wanted, takes_unicode(), out);
        return true;
    }

    term_rules_miss(ruleset, wanted, &missing);
    mst_warn("muster rules: %s\n", mst_buf_text(&missing));
    mst_buf_clear(&missing);
    return false;
}

/* Append the text with its lines broken at blanks. */
static void wrap(const char *text, struct mst_buf *out) {
    enum { WIDTH = 79 };
    for (int column = 0; *text;) {
        size_t line = strcspn(text, "\n");
        if (!column && mst_utf8_count(text, line) <= WIDTH) { /* such as a line of a board */
            mst_buf_bytes(out, text, line);
            text += line;
            if (*text)
                mst_buf_char(out, *text++);
            continue;
        }

        /* A longer line is broken at its blanks, of which none is left at either end. */
        size_t word = strcspn(text, " \n");
        int width = mst_utf8_count(text, word);
        if (column && column + 1 + width > WIDTH)
            mst_buf_char(out, '\n');
        else if (column)
            mst_buf_char(out, ' ');
        column = (column && column + 1 + width <= WIDTH ? column + 1 : 0) + width;
        mst_buf_bytes(out, text, word);

        text += word;
        text += *text == ' ';
        if (*text == '\n')
            mst_buf_char(out, *text++), column = 0;
    }
}

/* On a terminal, read through the pager. */
static int page_out(const struct tool *tool, const struct mst_buf *out) {
    const char *pager = getenv("PAGER");
    struct mst_buf shown = {0};
    if (tool->out || !isatty(STDOUT_FILENO))
        return write_out(tool, out);

    /* Before the pager writes: what was printed comes first. */
    mst_print_flush();
    signal(SIGPIPE, SIG_IGN); /* a pager may be left before the end */

    FILE *pipe = popen(pager && *pager ? pager : "less -FX", "w");
    if (!pipe)
        return write_out(tool, out);

    /* A pager breaks lines within words. */
    struct mst_buf wrapped = {0};
    wrap(mst_buf_text(out), &wrapped);
    mst_buf_visible(&shown, mst_buf_text(&wrapped), wrapped.length);
    mst_buf_clear(&wrapped);
    fwrite(mst_buf_text(&shown), 1, shown.length, pipe);
    mst_buf_clear(&shown);

    /* Where there is no such program, the shell says so; then the text is printed. */
    return pclose(pipe) == 0 ? TOOL_DONE : write_out(tool, out);
}

static const struct tool_option rules_rows[] = {
    TOOL_FLAG_ROW("html", struct tool, html, "Print HTML."),
    TOOL_FLAG_ROW("sources", struct tool, sources, "Add the files that state the rules."),
    TOOL_TEXT_ROW("out", "FILE", struct tool, out, "Write to a file."),
    TOOL_SET_ROW(struct tool, arguments), TOOL_LAST_ROW};

const struct tool_page tool_page_rules = {
    "rules", "RULESET [OPTION ...]\nRULESET [--sources] ID|WORD ...",
    "Prints the rulebook of the ruleset as its options make it, in Markdown or HTML; or prints "
    "single rules, and those that contain a word. On a terminal, $PAGER shows the text.",
    rules_rows};

int tool_command_rules(int argc, char **argv) {
    struct tool tool = {.page = &tool_page_rules};
    struct mst_buf out = {0};
    int done = tools_take_options(&tool, argc, argv), status = TOOL_DONE;
    if (done)
        return done - 1;

    if (argc == optind)
        return usage_error(&tool, "expected a ruleset");

    struct mst_ruleset *ruleset = open_ruleset(&tool, argv[optind]);
    if (!ruleset)
        return TOOL_FAULTS;

    /* Every word is looked for, also after one that is nowhere. */
    for (int i = optind + 1; i < argc; i++)
        if (!put_rules(ruleset, argv[i], tool.sources, &out))
            status = TOOL_FAULTS;
    if (optind + 1 == argc)
        scene_rulebook_print(ruleset, tool.html, tool.sources, &out);

    if (out.length && page_out(&tool, &out) != TOOL_DONE)
        status = TOOL_FAULTS;
    mst_buf_clear(&out);
    mst_ruleset_free(ruleset);
    return status;
}

/* Print the declarations of the modules of a ruleset and its options, or only the options. */
static bool print_game(struct tool *tool, const char *name, struct mst_buf *out) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = open_ruleset(tool, name);
    if (!ruleset)
        return false;

    /* The options have a heading where they follow the modules. */
    bool done = tool->ini || mst_ruleset_reference(ruleset, out, &error);
    if (!tool->ini)
        mst_buf_puts(out, "## Options\n\n");
    mst_ruleset_ini_reference(ruleset, out);

    mst_ruleset_free(ruleset);
    if (!done)
        complain(tool, &error);
    return done;
}

static const struct tool_option reference_rows[] = {
    TOOL_FLAG_ROW("stubs", struct tool, stubs, "Print stubs for the Lua language server."),
    TOOL_FLAG_ROW("scenarios", struct tool, scenarios,
                  "Print what the files of scenarios may hold."),
    TOOL_FLAG_ROW("ini", struct tool, ini, "Print the options of the ruleset alone."),
    TOOL_TEXT_ROW("out", "FILE", struct tool, out, "Write to a file."),
    TOOL_SET_ROW(struct tool, arguments),
    TOOL_LAST_ROW};

const struct tool_page tool_page_reference = {
    "reference", "[--stubs | --scenarios]\n[--ini] RULESET",
    "Prints the reference of the Lua API (Markdown, or LuaLS stubs), or of what the files of "
    "scenarios may hold; or that of a ruleset: facts, constants, functions, queries, events, "
    "hooks, moves and options, by module.",
    reference_rows};

int tool_command_reference(int argc, char **argv) {
    struct tool tool = {.page = &tool_page_reference};
    struct mst_buf out = {0};
    int done = tools_take_options(&tool, argc, argv);
    if (done)
        return done - 1;

    if (argc - optind > 1 || (tool.ini && argc == optind))
        return usage_error(&tool, "expected one ruleset");
    if ((tool.stubs || tool.scenarios) && argc > optind)
        return usage_error(&tool, "--stubs and --scenarios take no ruleset");

    /* Three texts: of scenarios, of a ruleset, and of the API, which needs neither. */
    struct mst_error error = {0};
    bool printed = tool.scenarios ? mst_scenario_reference(&out, &error)
                                  : argc == optind || print_game(&tool, argv[optind], &out);
    if (tool.scenarios && !printed)
        complain(&tool, &error);
    else if (!tool.scenarios && argc == optind)
        mst_lua_reference(tool.stubs, &out);

    int status = printed ? write_out(&tool, &out) : TOOL_FAULTS;
    mst_buf_clear(&out);
    return status;
}
