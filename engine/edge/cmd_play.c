/* `muster play`: a match in the terminal, line by line, between people and computers. */
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "edge/sitting.h"
#include "match/transcript.h"

static const char usage[] =
    "usage: muster play [RULESET] [--quick] [--set section.key=value] [--seed N]\n"
    "                   [--hotseat] [--computer SEAT[=random|look]] [--load FILE]\n"
    "                   [--position LINE] [--ascii] [--no-colour]\n"
    "Plays RULESET (WARLINE Tactical without one). You sit in seat 1, the computer in the\n"
    "others; --hotseat puts people into all seats, --computer a computer into one. --quick\n"
    "skips the deployment where the ruleset offers that. Type ? in the game for help.";

struct settings {
    const char *load, *position;
    bool quick, hotseat, ascii, no_colour;
    int computers; /* seats named by --computer, as bits */
    enum mst_player_kind kinds[MST_MOST_SEATS];
};

/* ---- arguments ------------------------------------------------------------------------------- */

static bool read_computer(struct settings *settings, const char *text) {
    char *end;
    long seat = strtol(text, &end, 10);
    bool random = !strcmp(end, "=random");
    if (seat < 1 || seat > MST_MOST_SEATS || (*end && !random && strcmp(end, "=look") != 0)) {
        fprintf(stderr, "--computer: expected SEAT, SEAT=random or SEAT=look, found '%s'\n", text);
        return false;
    }
    settings->computers |= 1 << (seat - 1);
    settings->kinds[seat - 1] = random ? MST_PLAYER_RANDOM : MST_PLAYER_LOOK;
    return true;
}

/* 0: go on; else the exit status + 1. */
static int read_arguments(struct mst_sitting *sitting, struct settings *settings, int argc,
                          char **argv) {
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'},       {"set", required_argument, NULL, 's'},
        {"quick", no_argument, NULL, 'q'},      {"seed", required_argument, NULL, 'n'},
        {"hotseat", no_argument, NULL, 'o'},    {"computer", required_argument, NULL, 'c'},
        {"load", required_argument, NULL, 'l'}, {"position", required_argument, NULL, 'p'},
        {"ascii", no_argument, NULL, 'a'},      {"no-colour", no_argument, NULL, 'b'},
        {"no-color", no_argument, NULL, 'b'},   {NULL, 0, NULL, 0}};
    int c;
    optind = 0;
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        bool sound = true;
        switch (c) {
        case 'h': puts(usage); return MST_DONE + 1;
        case 's': sound = mst_arguments_set(&sitting->arguments, optarg); break;
        case 'q': settings->quick = true; break;
        case 'n': sitting->seed = strtoull(optarg, NULL, 10); break;
        case 'o': settings->hotseat = true; break;
        case 'c': sound = read_computer(settings, optarg); break;
        case 'l': settings->load = optarg; break;
        case 'p': settings->position = optarg; break;
        case 'a': settings->ascii = true; break;
        case 'b': settings->no_colour = true; break;
        default: sound = false; fprintf(stderr, "%s\n", usage);
        }
        if (!sound)
            return MST_USAGE + 1;
    }
    if (argc - optind > 1) {
        fprintf(stderr, "muster play: expected one ruleset at most\n%s\n", usage);
        return MST_USAGE + 1;
    }
    return 0;
}

/* --quick is the option `start` of whatever module has one. */
static bool add_quick(struct mst_sitting *sitting) {
    const struct mst_option *options;
    struct mst_ruleset *plain = mst_arguments_load(&sitting->arguments);
    char setting[80] = "";
    if (!plain)
        return false;
    int count = mst_host_options(plain->host, &options);
    for (int i = 0; i < count; i++)
        if (!strcmp(options[i].key, "start"))
            snprintf(setting, sizeof setting, "%s.start=quick", options[i].section);
    mst_ruleset_free(plain);
    if (!*setting)
        fprintf(stderr, "muster play: this ruleset has no quick start\n");
    return *setting && mst_arguments_set(&sitting->arguments, mst_strdup(setting));
}

/* ---- opening --------------------------------------------------------------------------------- */

static struct mst_match *open_match(struct mst_sitting *sitting, const struct settings *settings,
                                    struct mst_error *error) {
    size_t length;
    if (settings->position)
        return mst_match_setup(sitting->ruleset, settings->position, true, sitting->seed, error);
    if (!settings->load)
        return mst_match_new(sitting->ruleset, true, sitting->seed, error);
    char *text = mst_read_file(settings->load, 64 << 20, &length, error);
    struct mst_match *match = text ? mst_match_replay(sitting->ruleset, text, error) : NULL;
    mst_free(text);
    return match;
}

/* A transcript names its own ruleset and settings. */
static bool adopt_transcript(struct mst_sitting *sitting, const char *path) {
    struct mst_transcript t;
    struct mst_error error = {0};
    size_t length;
    char *text = mst_read_file(path, 64 << 20, &length, &error);
    bool done = text && mst_transcript_read(text, &t, &error) == MST_OK;
    if (done) {
        mst_arguments_ruleset(&sitting->arguments, t.ruleset);
        for (size_t i = 0; i < t.setting_count; i++) {
            struct mst_buf setting = {0};
            mst_buf_printf(&setting, "%s=%s", t.settings[i].key, t.settings[i].value);
            char *kept = mst_buf_take(&setting); /* the arguments keep it for the whole run */
            done = kept && mst_arguments_set(&sitting->arguments, kept) && done;
        }
    } else {
        mst_command_complain("play", &error);
    }
    if (text && (done || t.ruleset))
        mst_transcript_clear(&t);
    mst_free(text);
    return done;
}

static void seat_players(struct mst_sitting *sitting, const struct settings *settings) {
    for (int seat = 0; seat < MST_MOST_SEATS; seat++) {
        bool named = settings->computers >> seat & 1;
        sitting->human[seat] = !named && (settings->hotseat || settings->computers || seat == 0);
        sitting->player[seat].kind = named ? settings->kinds[seat] : MST_PLAYER_LOOK;
        sitting->player[seat].seed = sitting->seed + (uint64_t)seat;
    }
}

static void choose_style(struct mst_sitting *sitting, const struct settings *settings) {
    setlocale(LC_CTYPE, "");
    const char *no_colour = getenv("NO_COLOR");
    sitting->style.unicode = !settings->ascii && !strcmp(nl_langinfo(CODESET), "UTF-8");
    sitting->style.colour =
        !settings->no_colour && isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
    sitting->style.width = 80;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* The computer plays until somebody else is to decide. */
static void play_computer(struct mst_sitting *sitting, int seat) {
    struct mst_error error = {0};
    char name[80];
    mst_sitting_seat_name(sitting, seat, name, sizeof name);
    printf("\n%s plays:", name);
    while (mst_match_state(sitting->match).to_move == seat) {
        mst_move move;
        if (mst_player_choose(sitting->match, &sitting->player[seat], &move, NULL, &error) !=
                MST_OK ||
            mst_match_apply(sitting->match, move, &error) != MST_OK) {
            putchar('\n');
            mst_sitting_complain(&error);
            sitting->human[seat] = true; /* a person may go on from here */
            return;
        }
        printf(" %s", mst_match_ply_text(sitting->match, mst_match_state(sitting->match).ply - 1));
        fflush(stdout);
    }
    putchar('\n');
    sitting->shown = sitting->saved = false;
}

static void announce_end(struct mst_sitting *sitting, const struct mst_state *state) {
    char name[80];
    if (!sitting->shown)
        mst_sitting_draw(sitting);
    printf("\nThe match is over: %s.", state->by);
    for (int seat = 0; seat < mst_ruleset_seats(sitting->ruleset); seat++)
        if (state->winners >> seat & 1) {
            mst_sitting_seat_name(sitting, seat, name, sizeof name);
            printf(" %s wins.", name);
        }
    puts(state->winners ? "" : " Nobody wins.");
    puts("`save FILE` keeps it, `undo` goes back, `new` begins another, `quit` ends.");
}

static void ask_person(struct mst_sitting *sitting, const struct mst_state *state) {
    char name[80], prompt[200];
    if (state->over) {
        if (!sitting->shown)
            announce_end(sitting, state);
        snprintf(prompt, sizeof prompt, "over> ");
    } else {
        const struct mst_rules *rules = sitting->ruleset->rules;
        int now = mst_rules_find_decision(rules, state->decision);
        mst_sitting_seat_name(sitting, state->to_move, name, sizeof name);
        if (!sitting->shown) {
            mst_sitting_draw(sitting);
            printf("\n%s, %s:\n", name, rules->decisions[now].title);
            mst_sitting_list_kinds(sitting);
        }
        snprintf(prompt, sizeof prompt, "%s> ", name);
    }
    const char *text = mst_line_read(sitting->line, prompt);
    if (!text) {
        puts("\nEnd of input. `muster play` begins anew; saved matches go on with --load.");
        sitting->quit = true;
    } else if (*text) {
        mst_sitting_obey(sitting, text);
    }
}

static void run(struct mst_sitting *sitting) {
    puts("Type ? for help, quit to leave.");
    while (!sitting->quit) {
        struct mst_state state = mst_match_state(sitting->match);
        if (!state.over && state.to_move >= 0 && !sitting->human[state.to_move])
            play_computer(sitting, state.to_move);
        else
            ask_person(sitting, &state);
    }
}

int mst_command_play(int argc, char **argv) {
    struct mst_sitting sitting = {.seed = 1, .saved = true, .menu = -1};
    struct settings settings = {0};
    struct mst_error error = {0};
    int done = read_arguments(&sitting, &settings, argc, argv);
    if (done)
        return done - 1;
    mst_arguments_ruleset(&sitting.arguments, optind < argc ? argv[optind] : "warline-tactical");
    if (settings.load && optind == argc && !adopt_transcript(&sitting, settings.load))
        return MST_FAULTS;
    if (settings.quick && !add_quick(&sitting))
        return MST_USAGE;
    sitting.ruleset = mst_arguments_load(&sitting.arguments);
    if (!sitting.ruleset)
        return MST_FAULTS;
    seat_players(&sitting, &settings);
    choose_style(&sitting, &settings);
    sitting.match = open_match(&sitting, &settings, &error);
    sitting.line = mst_line_new(mst_sitting_words, &sitting);
    if (sitting.match && sitting.line)
        run(&sitting);
    else
        mst_command_complain("play", &error);
    int status = sitting.match ? MST_DONE : MST_FAULTS;
    mst_line_free(sitting.line);
    mst_match_free(sitting.match);
    mst_ruleset_free(sitting.ruleset);
    return status;
}
