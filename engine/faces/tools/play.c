/* `muster play`: a match in the terminal, between people and computers. */
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faces/screen/screen.h"
#include "faces/tools/command.h"
#include "faces/terminal/terminal.h"
#include "muster/player.h"
#include "muster/rulebook.h"
#include "muster/scenario.h"

enum { MOST_MS = 60 * 60 * 1000 };

struct settings {
    struct tool_arguments arguments;
    char quick_setting[80];
    const char *load, *position;
    struct mst_seed seed;
    uint64_t ms, threads;
    int view;
    bool quick, hotseat, ascii, plain, watch, resume, fresh, no_autosave, autosave, screen, lines;
    bool computer[MST_MOST_SEATS];
    enum mst_player_kind kind[MST_MOST_SEATS];
    char weights[MST_MOST_SEATS][TOOL_WEIGHTS_PATH]; /* "": not given */
    bool any_computer;
    bool in_campaign;
    struct term_campaign campaign;
    size_t own_settings; /* of the command line; those of the campaign follow */
    char brought[TERM_CAMPAIGN_VALUES][80];
};

/* ---- arguments ------------------------------------------------------------------------------- */

/* One seat: "2", "2=level4" or "2=level4@FILE". */
static bool read_one_computer(struct settings *s, const char *text) {
    char *end;
    long seat = strtol(text, &end, 10);
    enum mst_player_kind kind = MST_PLAYER_LEVEL3;
    bool good = end != text && seat >= 1 && seat <= MST_MOST_SEATS;

    if (good && *end)
        good = *end == '=' &&
               tool_arguments_player(end + 1, strlen(end + 1), &kind, s->weights[seat - 1]);

    if (!good) {
        mst_warn("--computer: expected a seat from 1, as in 2, 2=level1 to 2=level5 or 2=random, "
                 "found '%s'\n",
                 text);
        return false;
    }

    /* The seats that are not named are for people then. */
    s->computer[seat - 1] = s->any_computer = true;
    s->kind[seat - 1] = kind;
    return true;
}

/* Several seats have commas between them, as for the commands of the laboratory. */
static bool read_computer(void *context, const char *text) {
    struct settings *s = context;
    for (;;) {
        /* A longer text is cut, and still too long to be accepted. */
        char one[TOOL_WEIGHTS_PATH + 20];
        size_t length = strcspn(text, ",");
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (!read_one_computer(s, one))
            return false;

        if (!text[length])
            return true;
        text += length + 1;
    }
}

static bool read_seed(void *context, const char *text) {
    struct settings *s = context;
    struct mst_error error = {0};
    if (mst_seed_read(text, &s->seed, &error) == MST_OK)
        return true;
    mst_warn("--seed: %s\n", error.text);
    return false;
}

static bool read_view(void *context, const char *text) {
    struct settings *s = context;
    char *end;
    long seat = strtol(text, &end, 10);

    if (strcmp(text, "all") != 0 && (end == text || *end || seat < 1 || seat > MST_MOST_SEATS)) {
        mst_warn("--view: expected a seat from 1, or all, found '%s'\n", text);
        return false;
    }
    s->view = end == text ? TERM_VIEW_ALL : (int)seat - 1;
    return true;
}

/* The options of `play` that `campaign` has as well. */
#define SHARED_ROWS                                                                                \
    TOOL_SET_ROW(struct settings, arguments),                                                      \
        TOOL_READ_ROW(                                                                             \
            "seed", "SEED", read_seed,                                                             \
            "Determines chance and the choices of computers: an integer, 32 hexadecimal "          \
            "digits, or random, which is the default: a seed that nobody can predict "             \
            "(docs/fair-deals.md)."),                                                              \
        TOOL_FLAG_ROW("hotseat", struct settings, hotseat, "Give all seats to people."),           \
        TOOL_READ_ROW(                                                                             \
            "computer", "SEAT[=LEVEL],...", read_computer,                                         \
            "Give this seat to the computer; you play the seats that are not named. 2=level1 "     \
            "to 2=level5, 2=random, 2=level3@FILE with a file of weights."),                       \
        TOOL_READ_ROW(                                                                             \
            "view", "SEAT|all", read_view,                                                         \
            "Show what that seat sees, or everything. Without it, in a game with secrets, "        \
            "each person sees only the view of their seat, and people hand the screen over."),     \
        TOOL_FLAG_ROW("autosave", struct settings, autosave,                                       \
                      "Save the match after each move also without a terminal."),                  \
        TOOL_FLAG_ROW("no-autosave", struct settings, no_autosave,                                 \
                      "Neither save the match nor offer to continue one."),                        \
        TOOL_FLAG_ROW("screen", struct settings, screen,                                           \
                      "Say why if the whole terminal cannot be used."),                            \
        TOOL_FLAG_ROW("line", struct settings, lines,                                              \
                      "Print lines in place of the board, the moves and a log, which suits "       \
                      "screen readers."),                                                          \
        TOOL_FLAG_ROW("ascii", struct settings, ascii, "Draw with ASCII characters alone."),       \
        TOOL_FLAG_ROW("no-colour", struct settings, plain, "Use no colours."),                     \
        TOOL_FLAG_ROW("no-color", struct settings, plain, NULL)

static const struct tool_option play_rows[] = {
    TOOL_FLAG_ROW("quick", struct settings, quick,
                  "Start with both armies on the field, if the game has such a start."),
    SHARED_ROWS,
    TOOL_COUNT_ROW("ms", "TIME", struct settings, ms, MOST_MS,
                   "Let computers, hint and analyse think for so many milliseconds, in place of a "
                   "number of positions."),
    TOOL_COUNT_ROW("threads", "N", struct settings, threads, MST_MOST_THREADS,
                   "N processes think together for that time."),
    TOOL_TEXT_ROW("load", "FILE", struct settings, load, "Continue a saved match."),
    TOOL_TEXT_ROW("position", "LINE", struct settings, position, "Start from a position line."),
    TOOL_FLAG_ROW("resume", struct settings, resume,
                  "Continue the match that was left, without a question."),
    TOOL_FLAG_ROW("new", struct settings, fresh, "Do not offer to continue it."),
    TOOL_FLAG_ROW("watch", struct settings, watch,
                  "Apply changes of rule files to the running match when they are saved."),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_play = {
    "play", "[RULESET] [OPTION ...]",
    "Plays a match in the terminal: WARLINE Tactical, or the RULESET named. You play seat 1, and "
    "the computer plays the others. Type help in a match for a list of commands.\nOn a terminal "
    "the match is saved after each move, in ~/.local/state/muster, and the next muster play offers "
    "to continue it, with its players and its --view unless you name others, also after quit. A "
    "terminal of at least 80 columns and 24 lines shows the board, the moves and a log, with a "
    "cursor and a mouse (docs/screen.md).",
    play_rows};

static const struct tool_option campaign_rows[] = {
    TOOL_FLAG_ROW("new", struct settings, fresh, "Begin the campaign again."), SHARED_ROWS,
    TOOL_LAST_ROW};

const struct tool_page tool_page_campaign = {
    "campaign", "SCENARIO [OPTION ...]",
    "Plays a campaign from its first scenario on: briefing, match, debriefing. After a match, next "
    "goes on to the scenario to which its outcome leads, with what was carried on. How far the "
    "campaign is and its running match are kept in ~/.local/state/muster, so the next time this "
    "command goes on from there. 'muster list campaigns' names the campaigns and says how far they "
    "are.",
    campaign_rows};

static const struct tool_page *page_of(const struct settings *s) {
    return s->in_campaign ? &tool_page_campaign : &tool_page_play;
}

/* What is wrong with the arguments together, or NULL. */
static const char *find_clash(const struct settings *s, int named) {
    if (s->in_campaign && named != 1)
        return "expected the first scenario of a campaign";
    if (named > 1)
        return "expected at most one ruleset";

    /* Each of these would decide the same thing twice. */
    if (s->load && s->position)
        return "use either --load or --position";
    if (s->resume && s->fresh)
        return "use either --resume or --new";
    if (s->screen && s->lines)
        return "use either --screen or --line";
    if (s->threads && !s->ms)
        return "--threads needs --ms, the time to think";
    if (s->load && (named || s->quick || s->arguments.setting_count))
        return "--load FILE determines the ruleset and its settings";
    return NULL;
}

/* 0: continue; otherwise the exit status + 1. */
static int read_arguments(struct settings *s, int argc, char **argv) {
    int status = tool_read_options(page_of(s), argc, argv, s);

    const char *clash = status ? NULL : find_clash(s, argc - optind);
    return clash ? tool_refuse(page_of(s), clash) + 1 : status;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* --quick sets `start = quick` in the section that has such an option. */
static bool add_quick(struct settings *s) {
    const struct mst_option *options;
    struct mst_ruleset *plain = tool_arguments_load(&s->arguments);

    /* Loaded without the setting first: only the ruleset knows in which section it belongs. */
    int count = plain ? mst_ruleset_options(plain, &options) : 0;
    for (int i = 0; i < count; i++)
        if (!strcmp(options[i].key, "start"))
            snprintf(s->quick_setting, sizeof s->quick_setting, "%s.start=quick",
                     options[i].section);

    if (plain && !*s->quick_setting)
        mst_warn("muster play: --quick: %s has no quick start\n", mst_ruleset_title(plain));

    mst_ruleset_free(plain);
    return *s->quick_setting && tool_arguments_set(&s->arguments, s->quick_setting);
}

/* Open the ruleset and the match. Returns 0, or the exit status after an error. */
static int play_open_match(struct settings *s, const char *name, struct mst_ruleset **ruleset,
                           struct mst_match **match) {
    struct mst_error error = {0};

    if (s->load)
        return term_terminal_open(s->load, ruleset, match) ? TOOL_DONE : TOOL_FAULTS;
    if (!s->in_campaign)
        tool_arguments_ruleset(&s->arguments, name);
    if (s->quick && !add_quick(s))
        return TOOL_USAGE;

    *ruleset = tool_arguments_load(&s->arguments);
    if (!*ruleset)
        return TOOL_FAULTS;

    /* Without a seed so far: the terminal's seed decides chance and the players. */
    *match = s->position ? mst_match_setup(*ruleset, s->position, false, 0, &error)
                         : mst_match_new(*ruleset, false, 0, &error);
    if (*match && mst_match_seed(*match, &s->seed, &error) == MST_OK)
        return TOOL_DONE;

    tool_command_complain("play", &error);
    mst_match_free(*match);
    mst_ruleset_free(*ruleset);
    return TOOL_FAULTS;
}

/* Who plays a seat where the command line does not say: the first is for a person, and in a
 * scenario all that it does not give to the computer. */
static bool is_for_person(const struct mst_ruleset *ruleset, int seat) {
    return mst_ruleset_is_scenario(ruleset) ? mst_ruleset_computer(ruleset, seat) < 0 : seat == 0;
}

static enum mst_player_kind play_kind_of(const struct settings *s,
                                         const struct mst_ruleset *ruleset, int seat) {
    int kind = mst_ruleset_computer(ruleset, seat);
    if (s->computer[seat])
        return s->kind[seat];
    return mst_ruleset_is_scenario(ruleset) && kind >= 0 ? (enum mst_player_kind)kind
                                                         : MST_PLAYER_LEVEL3;
}

static bool seat_players(struct term_terminal *t, const struct settings *s) {
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

        /* Options first, then the scenario, then the usual: see is_for_person. */
        t->human[seat] = !s->computer[seat] &&
                         (s->hotseat || s->any_computer || is_for_person(t->ruleset, seat));
        t->players[seat] =
            (struct mst_player){.kind = play_kind_of(s, t->ruleset, seat),
                                .seed = mst_seed_player(&s->seed, seat),
                                .weights = *s->weights[seat] ? s->weights[seat] : NULL};

        /* The rules may have other weights than those of the file. */
        if (!tool_arguments_weights(t->ruleset, s->weights[seat]))
            return false;
    }
    return true;
}

static void choose_style(struct term_terminal *t, const struct settings *s) {
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    setlocale(LC_CTYPE, "");

    /* T1: a pipe gets no colours; NO_COLOR and a simple terminal refuse them as well. */
    t->style.unicode = !s->ascii && !strcmp(nl_langinfo(CODESET), "UTF-8");
    t->style.colour = !s->plain && !(no_colour && *no_colour) && isatty(STDOUT_FILENO) &&
                      terminal && strcmp(terminal, "dumb") != 0;

    t->style.width = 80;
    t->echo = !isatty(STDIN_FILENO);
}

int tool_play_through(struct mst_ruleset *ruleset, struct mst_match *match) {
    struct settings s = {0};
    struct term_terminal t = {.viewer = MST_NONE, .view = TERM_VIEW_ALL, .autosave = {.file = -1}};

    choose_style(&t, &s);
    t.line = term_line_new(term_terminal_words, &t);
    term_terminal_take(&t, ruleset, match);

    /* Nobody plays: as people, all seats wait for commands. */
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        t.human[seat] = true;

    if (t.line) {
        term_terminal_replay(&t);
        term_terminal_run(&t);
    }
    term_terminal_clear(&t);
    return TOOL_DONE;
}

/* Go on with a match of the autosave: it moves to a file of this program. Its players and its view
 * stay, unless options say otherwise. */
static void take_up(struct term_terminal *t, const struct settings *s, const char *kept) {
    if (!s->hotseat && !s->any_computer)
        term_terminal_seat(t, kept);

    if (s->view != TERM_VIEW_OWN)
        t->view = s->view;

    /* Written to a new file before the old one goes: a match is always in one of them. */
    t->unsaved = true;
    term_terminal_keep(t);
    if (!t->autosave.failed)
        unlink(kept);
}

/* ---- campaigns ------------------------------------------------------------------------------- */

/* Set what the scenario at which the campaign is brings in, as far as it was carried on. */
static bool bring(struct settings *s) {
    const struct term_campaign *c = &s->campaign;
    const struct mst_carried *values;

    /* Values that the scenario before brought in are no settings of this one. */
    s->arguments.setting_count = s->own_settings;
    tool_arguments_ruleset(&s->arguments, c->at);
    struct mst_ruleset *plain = tool_arguments_load(&s->arguments);
    int count = plain ? mst_ruleset_brings(plain, &values) : 0;
    bool done = plain != NULL;

    for (int i = 0; i < count; i++)
        for (int k = 0; done && k < c->value_count; k++) {
            if (strcmp(values[i].name, c->values[k].name) != 0)
                continue;

            /* A value that was not carried on keeps the scenario's default. */
            const char *flag = c->values[k].value ? "on" : "off";
            if (values[i].flag)
                snprintf(s->brought[i], sizeof s->brought[i], "brings.%s=%s", values[i].name, flag);
            else
                snprintf(s->brought[i], sizeof s->brought[i], "brings.%s=%lld", values[i].name,
                         (long long)c->values[k].value);
            done = tool_arguments_set(&s->arguments, s->brought[i]);
        }

    mst_ruleset_free(plain);
    return done;
}

/* Find the campaign, and how far it is. 0: play it; otherwise the exit status + 1. */
static int open_campaign(struct settings *s, const char *name) {
    char path[1024], whole[PATH_MAX];
    struct mst_error error = {0};
    mst_ruleset_find(name, path, sizeof path);

    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    if (!ruleset) {
        mst_warn("muster campaign: %s%s%s\n", error.at, *error.at ? ": " : "", error.text);
        return TOOL_FAULTS + 1;
    }

    const char *title = mst_ruleset_campaign(ruleset);
    if (!*title) {
        mst_warn("muster campaign: no campaign begins with '%s': its file has no 'campaign'; "
                 "'muster list campaigns' names them\n",
                 name);
        mst_ruleset_free(ruleset);
        return TOOL_FAULTS + 1;
    }

    /* The campaign's file is named after this path, however the scenario was named here. */
    const char *first = realpath(path, whole) ? mst_home_relative(whole) : path;
    if (s->fresh)
        term_campaign_begin(first, &s->campaign);
    else
        term_campaign_read(first, &s->campaign);

    bool over = term_campaign_finished(&s->campaign);
    if (over)
        mst_print("%s is finished. To begin it again: muster campaign %s --new\n", title, name);
    else if (s->campaign.count)
        mst_print("%s goes on, after %d of its scenarios.\n", title, s->campaign.count);
    mst_ruleset_free(ruleset);
    if (over)
        return TOOL_DONE + 1;

    /* A new beginning is kept at once: it must not be the end of the former one that is read. */
    if (s->fresh && !term_campaign_write(&s->campaign))
        return TOOL_FAULTS + 1;

    s->own_settings = s->arguments.setting_count;
    return bring(s) ? 0 : TOOL_FAULTS + 1;
}

/* The seed of the next match. */
static bool reseed(struct settings *s) {
    /* Another seed for each match: a number given once determines the whole campaign. */
    if (s->seed.kind != MST_SEED_NUMBER)
        return read_seed(s, "random");

    s->seed.number++;
    return true;
}

/* After a match of a campaign: note how it went, and begin the next one if that is wanted. */
static bool goes_on(struct term_terminal *t, struct settings *s) {
    struct mst_ruleset *ruleset = NULL;
    struct mst_match *match = NULL;

    if (!*t->campaign || !mst_match_state(t->match).over)
        return false;

    /* The outcome is noted also when the person does not go on now. */
    bool onward = t->onward;
    term_campaign_clear(&s->campaign);
    bool more = term_campaign_advance(t, &s->campaign);
    term_terminal_unkeep(t, false);

    if (!more || !onward)
        return false;

    /* A match that was resumed began as a file; the next one begins as a scenario. */
    s->in_campaign = true;
    s->load = NULL;
    t->quit = t->ended = t->onward = false;
    if (!bring(s) || !reseed(s) || play_open_match(s, NULL, &ruleset, &match) != TOOL_DONE) {
        t->failed = true;
        return false;
    }

    t->seed = s->seed;
    term_terminal_take(t, ruleset, match);
    return seat_players(t, s);
}

/* Play on the whole terminal if that is possible and lines are not wanted. */
static void play(struct term_terminal *t, const struct settings *s) {
    const char *why = NULL;

    /* The screen needs a terminal, and says what it lacks; lines need nothing. */
    if (!s->lines && screen_can(&why) && screen_run(t))
        return;

    if (s->screen)
        mst_warn("muster play: --screen: %s\n", why ? why : "the terminal could not be set up");
    term_terminal_run(t);
}

static int play_with(struct settings *s, int argc, char **argv) {
    struct term_terminal t = {.viewer = MST_NONE};
    struct mst_ruleset *ruleset = NULL;
    struct mst_match *match = NULL;

    int done = read_arguments(s, argc, argv);
    if (!done && s->in_campaign)
        done = open_campaign(s, argv[optind]);
    if (done)
        return done - 1;

    /* Here rather than in the row of --seed: that is only read if it is given. */
    if (s->seed.kind == MST_SEED_NONE && !read_seed(s, "random"))
        return TOOL_FAULTS;

    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    char kept[600] = "";
    int lock = -1;
    t.autosave = (struct term_autosave){
        .on = !s->no_autosave && (terminal || s->autosave || s->resume), .file = -1};

    choose_style(&t, s);
    t.line = term_line_new(term_terminal_words, &t);

    if (!t.line) {
        mst_warn("muster play: out of memory\n");
        return TOOL_FAULTS;
    }

    /* A match that was left is offered, or, in a campaign, taken up: then it is loaded as from a
     * file, and locked until the end. */
    if (s->in_campaign)
        lock = s->fresh || !t.autosave.on
                   ? -1
                   : term_terminal_resume_campaign(&s->campaign, kept, sizeof kept);
    else if (!s->load && !s->position && !s->fresh && t.autosave.on && (terminal || s->resume))
        lock = term_terminal_resume(s->resume ? NULL : t.line, kept, sizeof kept);

    if (lock >= 0)
        s->load = kept;
    else if (term_line_interrupted(t.line))
        return term_terminal_clear(&t), TOOL_DONE;

    int status =
        play_open_match(s, optind < argc ? argv[optind] : "warline-tactical", &ruleset, &match);
    if (status != TOOL_DONE) {
        term_terminal_clear(&t);
        return status;
    }

    t.seed = s->seed;
    t.view = s->view;
    t.ms = (int)s->ms;
    t.threads = (int)s->threads;

    /* A match from the autosave names its campaign by itself. */
    if (s->in_campaign)
        snprintf(t.campaign, sizeof t.campaign, "%s", s->campaign.first);
    term_terminal_take(&t, ruleset, match);

    /* The file of the autosave is not one that `save` writes to. */
    if (s->load && lock < 0)
        snprintf(t.file, sizeof t.file, "%s", s->load);
    if (s->watch && term_terminal_watch(&t))
        term_line_on_call(t.line, term_terminal_changed);

    if (!seat_players(&t, s)) {
        status = TOOL_USAGE;
    } else {
        if (lock >= 0)
            take_up(&t, s, kept);
        do
            play(&t, s);
        while (goes_on(&t, s));

        /* The autosave stays if a match was left unfinished that is nowhere else. */
        term_terminal_unkeep(&t, t.ended && (t.unsaved || *t.campaign) &&
                                     !mst_match_state(t.match).over);
    }

    if (lock >= 0)
        close(lock);
    if (t.failed)
        status = TOOL_FAULTS;
    term_terminal_clear(&t);
    return status;
}

int tool_command_play(int argc, char **argv) {
    struct settings s = {.view = TERM_VIEW_OWN};
    int status = play_with(&s, argc, argv);
    term_campaign_clear(&s.campaign);
    return status;
}

int tool_command_campaign(int argc, char **argv) {
    struct settings s = {.view = TERM_VIEW_OWN, .in_campaign = true};
    int status = play_with(&s, argc, argv);
    term_campaign_clear(&s.campaign);
    return status;
}
