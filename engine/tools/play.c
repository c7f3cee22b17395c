/* `muster play`: a match in the terminal, between people and computers. */
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "screen/screen.h"
#include "tools/command.h"
#include "terminal/terminal.h"

static const char usage[] =
    "usage: muster play [RULESET] [--quick] [--set section.key=value] [--seed SEED]\n"
    "                   [--hotseat] [--computer SEAT[=LEVEL],...]\n"
    "                   [--load FILE | --position LINE] [--view SEAT|all]\n"
    "                   [--resume | --new] [--autosave | --no-autosave]\n"
    "                   [--screen | --line]\n"
    "                   [--watch] [--path auto|code|lua|native] [--ascii] [--no-colour]\n"
    "Plays a match in the terminal: WARLINE Tactical, or the RULESET named.\n"
    "You play seat 1, and the computer plays the others. --computer SEAT gives that seat to\n"
    "the computer, and you play the seats not named; --hotseat gives all seats to people.\n"
    "--quick starts with both armies on the field, if the game has such a start.\n"
    "--view shows what that seat sees, or everything. Without it, in a game with secrets,\n"
    "each person sees only the view of their seat, and people hand the screen over.\n"
    "--load continues a saved match, --position starts from a position line.\n"
    "On a terminal the match is saved after each move, in ~/.local/state/muster, and the next\n"
    "muster play offers to continue it, with its players and its --view unless you name others,\n"
    "also after quit.\n"
    "--resume does so without a question, --new does not offer it; --autosave saves also without\n"
    "a terminal, and --no-autosave does neither.\n"
    "A terminal of at least 80 columns and 24 lines shows the board, the moves and a log, with a\n"
    "cursor and a mouse (docs/screen.md). --line prints lines instead, which suits screen "
    "readers;\n"
    "--screen says why if the whole terminal cannot be used.\n"
    "--watch applies changes of rule files to the running match when they are saved.\n"
    "--path sets how rules run: compiled if possible, always compiled, always as Lua, or by native "
    "code.\n"
    "--seed determines chance and the computer's choices: an integer, 32 hexadecimal digits, or\n"
    "random, which is the default: a seed that nobody can predict (docs/fair-deals.md).\n"
    "Type help in a match for a list of commands.";

struct settings {
    struct mst_arguments arguments;
    char quick_setting[80];
    const char *load, *position;
    struct mst_seed seed;
    int view;
    bool quick, hotseat, ascii, plain, watch, resume, fresh, no_autosave, autosave, screen, lines;
    bool computer[MST_MOST_SEATS];
    enum mst_player_kind kind[MST_MOST_SEATS];
    bool any_computer;
};

/* ---- arguments ------------------------------------------------------------------------------- */

/* One seat: "2" or "2=level4". */
static bool read_one_computer(struct settings *s, const char *text) {
    char *end;
    long seat = strtol(text, &end, 10);
    int kind = *end == '=' ? mst_player_named(end + 1) : *end ? -1 : MST_PLAYER_LEVEL3;
    if (end == text || seat < 1 || seat > MST_MOST_SEATS || kind < 0) {
        mst_warn("--computer: expected a seat from 1, as in 2, 2=level1 to 2=level5 or 2=random, "
                 "found '%s'\n",
                 text);
        return false;
    }
    s->computer[seat - 1] = s->any_computer = true;
    s->kind[seat - 1] = (enum mst_player_kind)kind;
    return true;
}

/* Several seats have commas between them, as for the commands of the laboratory. */
static bool read_computer(struct settings *s, const char *text) {
    for (;;) {
        char one[32];
        size_t length = strcspn(text, ",");
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (!read_one_computer(s, one))
            return false;
        if (!text[length])
            return true;
        text += length + 1;
    }
}

static bool read_seed(struct settings *s, const char *text) {
    struct mst_error error = {0};
    if (mst_seed_read(text, &s->seed, &error) == MST_OK)
        return true;
    mst_warn("--seed: %s\n", error.text);
    return false;
}

static bool read_view(struct settings *s, const char *text) {
    char *end;
    long seat = strtol(text, &end, 10);
    if (strcmp(text, "all") != 0 && (end == text || *end || seat < 1 || seat > MST_MOST_SEATS)) {
        mst_warn("--view: expected a seat from 1, or all, found '%s'\n", text);
        return false;
    }
    s->view = end == text ? MST_VIEW_ALL : (int)seat - 1;
    return true;
}

/* Read one option. If it is invalid, prints a message and returns false. */
static bool take(struct settings *s, int option) {
    switch (option) {
    case 's': return mst_arguments_set(&s->arguments, optarg);
    case 'r': return mst_arguments_run_by(optarg);
    case 'n': return read_seed(s, optarg);
    case 'c': return read_computer(s, optarg);
    case 'v': return read_view(s, optarg);
    case 'l': s->load = optarg; return true;
    case 'p': s->position = optarg; return true;
    case 'q': return s->quick = true;
    case 'o': return s->hotseat = true;
    case 'w': return s->watch = true;
    case 'R': return s->resume = true;
    case 'F': return s->fresh = true;
    case 'A': return s->autosave = true;
    case 'N': return s->no_autosave = true;
    case 'S': return s->screen = true;
    case 'L': return s->lines = true;
    case 'a': return s->ascii = true;
    case 'b': return s->plain = true;
    default: mst_warn("%s\n", usage); return false;
    }
}

static bool fits(const struct settings *s, int named) {
    const char *wrong = named > 1                ? "expected at most one ruleset"
                        : s->load && s->position ? "use either --load or --position"
                        : s->resume && s->fresh  ? "use either --resume or --new"
                        : s->screen && s->lines  ? "use either --screen or --line"
                        : s->load && (named || s->quick || s->arguments.setting_count)
                            ? "--load FILE determines the ruleset "
                              "and its settings"
                            : NULL;
    if (wrong)
        mst_warn("muster play: %s\n%s\n", wrong, usage);
    return !wrong;
}

/* 0: continue; otherwise the exit status + 1. */
static int read_arguments(struct settings *s, int argc, char **argv) {
    static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                            {"set", required_argument, NULL, 's'},
                                            {"quick", no_argument, NULL, 'q'},
                                            {"seed", required_argument, NULL, 'n'},
                                            {"hotseat", no_argument, NULL, 'o'},
                                            {"watch", no_argument, NULL, 'w'},
                                            {"resume", no_argument, NULL, 'R'},
                                            {"new", no_argument, NULL, 'F'},
                                            {"screen", no_argument, NULL, 'S'},
                                            {"line", no_argument, NULL, 'L'},
                                            {"autosave", no_argument, NULL, 'A'},
                                            {"no-autosave", no_argument, NULL, 'N'},
                                            {"computer", required_argument, NULL, 'c'},
                                            {"load", required_argument, NULL, 'l'},
                                            {"position", required_argument, NULL, 'p'},
                                            {"ascii", no_argument, NULL, 'a'},
                                            {"no-colour", no_argument, NULL, 'b'},
                                            {"no-color", no_argument, NULL, 'b'},
                                            {"view", required_argument, NULL, 'v'},
                                            {"path", required_argument, NULL, 'r'},
                                            {NULL, 0, NULL, 0}};
    int c;
    optind = 0;
    while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (c == 'h') {
            mst_print_line(usage);
            return MST_DONE + 1;
        }
        if (!take(s, c))
            return MST_USAGE + 1;
    }
    return fits(s, argc - optind) ? 0 : MST_USAGE + 1;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* --quick sets `start = quick` in the section that has such an option. */
static bool add_quick(struct settings *s) {
    const struct mst_option *options;
    struct mst_ruleset *plain = mst_arguments_load(&s->arguments);
    int count = plain ? mst_ruleset_options(plain, &options) : 0;
    for (int i = 0; i < count; i++)
        if (!strcmp(options[i].key, "start"))
            snprintf(s->quick_setting, sizeof s->quick_setting, "%s.start=quick",
                     options[i].section);
    if (plain && !*s->quick_setting)
        mst_warn("muster play: --quick: %s has no quick start\n", mst_ruleset_title(plain));
    mst_ruleset_free(plain);
    return *s->quick_setting && mst_arguments_set(&s->arguments, s->quick_setting);
}

/* Open the ruleset and the match. Returns 0, or the exit status after an error. */
static int open_match(struct settings *s, const char *name, struct mst_ruleset **ruleset,
                      struct mst_match **match) {
    struct mst_error error = {0};
    if (s->load)
        return mst_terminal_open(s->load, ruleset, match) ? MST_DONE : MST_FAULTS;
    mst_arguments_ruleset(&s->arguments, name);
    if (s->quick && !add_quick(s))
        return MST_USAGE;
    *ruleset = mst_arguments_load(&s->arguments);
    if (!*ruleset)
        return MST_FAULTS;
    *match = s->position ? mst_match_setup(*ruleset, s->position, false, 0, &error)
                         : mst_match_new(*ruleset, false, 0, &error);
    if (*match && mst_match_seed(*match, &s->seed, &error) == MST_OK)
        return MST_DONE;
    mst_command_complain("play", &error);
    mst_match_free(*match);
    mst_ruleset_free(*ruleset);
    return MST_FAULTS;
}

/* Who plays a seat where the command line does not say: the first is for a person, and in a
 * scenario all that it does not give to the computer. */
static bool is_for_person(const struct mst_ruleset *ruleset, int seat) {
    return mst_ruleset_is_scenario(ruleset) ? mst_ruleset_computer(ruleset, seat) < 0 : seat == 0;
}

static enum mst_player_kind kind_of(const struct settings *s, const struct mst_ruleset *ruleset,
                                    int seat) {
    int kind = mst_ruleset_computer(ruleset, seat);
    if (s->computer[seat])
        return s->kind[seat];
    return mst_ruleset_is_scenario(ruleset) && kind >= 0 ? (enum mst_player_kind)kind
                                                         : MST_PLAYER_LEVEL3;
}

static bool seat_players(struct mst_terminal *t, const struct settings *s) {
    int seats = mst_ruleset_seats(t->ruleset);
    if (s->view >= seats) {
        mst_warn("--view: this game has no seat %d; its seats are 1 to %d\n", s->view + 1, seats);
        return false;
    }
    for (int seat = 0; seat < MST_MOST_SEATS; seat++) {
        if (s->computer[seat] && seat >= seats) {
            mst_warn("--computer: this game has no seat %d; its seats are 1 to %d\n", seat + 1,
                     seats);
            return false;
        }
        t->human[seat] = !s->computer[seat] &&
                         (s->hotseat || s->any_computer || is_for_person(t->ruleset, seat));
        t->players[seat] = (struct mst_player){.kind = kind_of(s, t->ruleset, seat),
                                               .seed = mst_seed_player(&s->seed, seat)};
    }
    return true;
}

static void choose_style(struct mst_terminal *t, const struct settings *s) {
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    setlocale(LC_CTYPE, "");
    t->style.unicode = !s->ascii && !strcmp(nl_langinfo(CODESET), "UTF-8");
    t->style.colour = !s->plain && !(no_colour && *no_colour) && isatty(STDOUT_FILENO) &&
                      terminal && strcmp(terminal, "dumb") != 0;
    t->style.width = 80;
    t->echo = !isatty(STDIN_FILENO);
}

int mst_play_through(struct mst_ruleset *ruleset, struct mst_match *match) {
    struct settings s = {0};
    struct mst_terminal t = {.viewer = MST_NONE, .view = MST_VIEW_ALL, .autosave = {.file = -1}};
    choose_style(&t, &s);
    t.line = mst_line_new(mst_terminal_words, &t);
    mst_terminal_take(&t, ruleset, match);
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        t.human[seat] = true;
    if (t.line) {
        mst_terminal_replay(&t);
        mst_terminal_run(&t);
    }
    mst_terminal_clear(&t);
    return MST_DONE;
}

/* Go on with a match of the autosave: it moves to a file of this program. Its players and its view
 * stay, unless options say otherwise. */
static void take_up(struct mst_terminal *t, const struct settings *s, const char *kept) {
    if (!s->hotseat && !s->any_computer)
        mst_terminal_seat(t, kept);
    if (s->view != MST_VIEW_OWN)
        t->view = s->view;
    t->unsaved = true;
    mst_terminal_keep(t);
    if (!t->autosave.failed)
        unlink(kept);
}

/* Play on the whole terminal if that is possible and lines are not wanted. */
static void play(struct mst_terminal *t, const struct settings *s) {
    const char *why = NULL;
    if (!s->lines && mst_screen_can(&why) && mst_screen_run(t))
        return;
    if (s->screen)
        mst_warn("muster play: --screen: %s\n", why ? why : "the terminal could not be set up");
    mst_terminal_run(t);
}

int mst_command_play(int argc, char **argv) {
    struct settings s = {.view = MST_VIEW_OWN};
    struct mst_terminal t = {.viewer = MST_NONE};
    struct mst_ruleset *ruleset = NULL;
    struct mst_match *match = NULL;
    int done = read_arguments(&s, argc, argv);
    if (done)
        return done - 1;
    if (s.seed.kind == MST_SEED_NONE && !read_seed(&s, "random"))
        return MST_FAULTS;
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    char kept[600] = "";
    int lock = -1;
    t.autosave = (struct mst_autosave){.on = !s.no_autosave && (terminal || s.autosave || s.resume),
                                       .file = -1};
    choose_style(&t, &s);
    t.line = mst_line_new(mst_terminal_words, &t);
    if (!t.line) {
        mst_warn("muster play: out of memory\n");
        return MST_FAULTS;
    }
    if (!s.load && !s.position && !s.fresh && t.autosave.on && (terminal || s.resume))
        lock = mst_terminal_resume(s.resume ? NULL : t.line, kept, sizeof kept);
    if (lock >= 0)
        s.load = kept;
    else if (mst_line_interrupted(t.line))
        return mst_terminal_clear(&t), MST_DONE;
    int status =
        open_match(&s, optind < argc ? argv[optind] : "warline-tactical", &ruleset, &match);
    if (status != MST_DONE) {
        mst_terminal_clear(&t);
        return status;
    }
    t.seed = s.seed;
    t.view = s.view;
    mst_terminal_take(&t, ruleset, match);
    if (s.load && lock < 0)
        snprintf(t.file, sizeof t.file, "%s", s.load);
    if (s.watch && mst_terminal_watch(&t))
        mst_line_on_call(t.line, mst_terminal_changed);
    if (!seat_players(&t, &s)) {
        status = MST_USAGE;
    } else {
        if (lock >= 0)
            take_up(&t, &s, kept);
        play(&t, &s);
        mst_terminal_unkeep(&t, t.ended && t.unsaved && !mst_match_state(t.match).over);
    }
    if (lock >= 0)
        close(lock);
    if (t.failed)
        status = MST_FAULTS;
    mst_terminal_clear(&t);
    return status;
}
