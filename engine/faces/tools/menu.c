/* `muster` alone on a terminal: which game, which rules, against whom, in a few lines. Then `muster
 * play` runs with what was chosen, and the choices are remembered for the next time.
 *
 * E1 Nothing is played or written before all is chosen; `q`, the end of input and Ctrl-C leave.
 * E2 Only defaults are remembered: a file that is missing or odd changes nothing else. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "faces/terminal/terminal.h"
#include "faces/tools/catalog.h"
#include "faces/tools/command.h"

/* The opponents, besides the levels 1 to 5. */
static const char *const others[] = {"person", "watch"};
enum { MOST_LINES = 18 }; /* of a list that a small screen shows with its question */
enum { LEVELS = 5, USUAL_LEVEL = 3, OTHERS = sizeof others / sizeof *others };

struct menu {
    struct term_line *line;
    struct tool_catalog catalog, scenarios;
    bool scenario; /* `ruleset` is one */
    struct term_kept *kept;
    char ruleset[64], opponent[16]; /* remembered or chosen; the opponent is a level or a word */
};

/* ---- what is remembered ---------------------------------------------------------------------- */

/* The name of the file. False if there is no folder for it. */
static bool choices_file(char *path, size_t size) {
    char folder[500];
    if (term_terminal_folder(folder, sizeof folder))
        return false;
    snprintf(path, size, "%s/choices", folder);
    return true;
}

static void remember_nothing(struct menu *menu) {
    snprintf(menu->ruleset, sizeof menu->ruleset, "warline-tactical");
    snprintf(menu->opponent, sizeof menu->opponent, "%d", USUAL_LEVEL);
}

static void recall(struct menu *menu) {
    char path[600], ruleset[64], opponent[16];
    size_t length;

    /* E2: what cannot be read is as if nothing had been chosen before. */
    remember_nothing(menu);
    char *text = choices_file(path, sizeof path) ? mst_read_file(path, 1000, &length, NULL) : NULL;

    if (text && sscanf(text, "ruleset %63s opponent %15s", ruleset, opponent) == 2) {
        snprintf(menu->ruleset, sizeof menu->ruleset, "%s", ruleset);
        snprintf(menu->opponent, sizeof menu->opponent, "%s", opponent);
    }

    mst_free(text);
}

static void remember(const struct menu *menu) {
    struct mst_error error = {0};
    struct mst_buf text = {0};
    char path[600];
    mst_buf_printf(&text, "ruleset %s\nopponent %s\n", menu->ruleset, menu->opponent);

    if (!choices_file(path, sizeof path) || text.failed ||
        mst_write_file(path, mst_buf_text(&text), text.length, true, &error) != MST_OK)
        mst_print("The choices are not remembered%s%s.\n", *error.text ? ": " : "", error.text);
    mst_buf_clear(&text);
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* The lines that can be chosen: their names are numbered from `first`. */
struct choice {
    const char *question;
    const char *names[TOOL_MOST_LISTED];
    int first, count, usual; /* `usual` is an index */
    int numbered;            /* so many have a number; 0: all. The others are called by name */
    const char *zero;        /* what 0, or the beginning of this word, asks for; or NULL */
};
enum { ZERO = TOOL_MOST_LISTED };

static bool leaves(const char *text) {
    /* E1: NULL is the end of input, or Ctrl-C. */
    return !text || !strcasecmp(text, "q") || !strcasecmp(text, "quit") ||
           !strcasecmp(text, "exit");
}

/* Does a text begin a name, or its part behind the last slash? */
static bool menu_begins(const char *name, const char *text) {
    /* Scenarios are in folders, whose names need not be typed. */
    const char *slash = strrchr(name, '/');
    return !strncasecmp(name, text, strlen(text)) ||
           (slash && !strncasecmp(slash + 1, text, strlen(text)));
}

/* The index that a number, or the beginning of exactly one name, stands for; or -1 after telling
 * what is wrong. */
static int meant(const struct choice *choice, const char *text) {
    char *end;
    long number = strtol(text, &end, 10);
    int found = -1, fits = 0;
    int last = choice->first + (choice->numbered ? choice->numbered : choice->count) - 1;

    /* A number first: no name is one. */
    if (!*end && number >= choice->first && number <= last)
        return (int)number - choice->first;

    if (choice->zero && (!strcmp(text, "0") || !strncasecmp(choice->zero, text, strlen(text))))
        return ZERO;

    /* The whole name before all that it begins. */
    for (int i = 0; i < choice->count; i++) {
        if (!strcasecmp(choice->names[i], text))
            return i;
        if (menu_begins(choice->names[i], text)) {
            found = i;
            fits++;
        }
    }

    if (fits == 1)
        return found;
    if (fits)
        mst_print("%d names begin with '%s': type more of one, or a number.\n", fits, text);
    else
        mst_print("There is no '%s': type a number from %d to %d, or the beginning of a name.\n",
                  text, choice->first, last);
    return -1;
}

/* Ask until one is chosen. Returns its index, or -1 to leave. */
static int menu_ask(struct menu *menu, const struct choice *choice) {
    char prompt[300];
    int found = -1;

    assert(choice->usual >= 0 && choice->usual < choice->count);

    snprintf(prompt, sizeof prompt, "%s [%s]: ", choice->question, choice->names[choice->usual]);

    while (found < 0) {
        const char *text = term_line_read(menu->line, prompt);
        text = text ? text + strspn(text, " ") : NULL;
        if (leaves(text))
            return -1;

        /* Enter takes the choice in brackets. */
        found = *text ? meant(choice, text) : choice->usual;
    }
    return found;
}

static void print_names(const struct choice *choice) {
    for (int i = 0; i < choice->count; i++)
        mst_print("%4d  %s\n", choice->first + i, choice->names[i]);
}

/* ---- the questions --------------------------------------------------------------------------- */

/* The match that can be continued, or NULL. */
static const struct term_kept *unfinished(const struct menu *menu, int count) {
    /* The newest one that nobody plays and that can be read. */
    for (int i = 0; i < count; i++)
        if (menu->kept[i].offered && *menu->kept[i].ruleset)
            return &menu->kept[i];
    return NULL;
}

static const struct tool_listed *listed(const struct menu *menu, const char *name) {
    const struct tool_catalog *catalogs[] = {&menu->catalog, &menu->scenarios};

    /* Rulesets come first, should a scenario have the same name. */
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < catalogs[k]->count; i++)
            if (!strcmp(catalogs[k]->rulesets[i].name, name))
                return &catalogs[k]->rulesets[i];
    return NULL;
}

/* The title of the ruleset or scenario with that path, or the path if it is another one. */
static const char *menu_title_of(const struct menu *menu, const char *path) {
    const char *name = strchr(path, '/');
    char known[64] = "";

    if (name && strlen(name + 1) < sizeof known)
        snprintf(known, sizeof known, "%s", name + 1);

    /* Without its ending, as the catalogs have it. */
    known[strlen(known) - strlen(strrchr(known, '.') ? strrchr(known, '.') : "")] = 0;
    const struct tool_listed *one = listed(menu, known);
    return one && *one->title ? one->title : path;
}

/* Ask for a game. Returns the number of one of its rulesets, -1 to leave, or -2 to continue the
 * match. */
static int ask_game(struct menu *menu, const struct term_kept *match) {
    struct choice choice = {.question = "Game", .first = !match};
    const struct tool_listed *last = listed(menu, menu->ruleset);
    int games[TOOL_MOST_LISTED];
    char resume[600];

    int count = tool_catalog_games(&menu->catalog, games);
    if (match) {
        /* The match is line 0: then the games keep the same numbers with and without it. */
        snprintf(resume, sizeof resume, "continue %s (%d pl%s; %s)",
                 menu_title_of(menu, match->ruleset), match->plies, match->plies == 1 ? "y" : "ies",
                 match->seats);
        choice.names[choice.count++] = resume;
    }
    for (int i = 0; i < count && choice.count < TOOL_MOST_LISTED; i++) {
        const char *game = menu->catalog.rulesets[games[i]].game;

        /* Enter goes on with the match, or else with the game that was chosen last. */
        if (!match && last && !strcmp(last->game, game))
            choice.usual = choice.count;
        choice.names[choice.count++] = game;
    }

    print_names(&choice);

    /* The match has the first place in the list, if there is one. */
    int chosen = menu_ask(menu, &choice);
    return chosen < 0 ? -1 : match && !chosen ? -2 : games[chosen - (match != NULL)];
}

/* Offer what the catalog has of the game. */
static void menu_offer(const struct menu *menu, const struct tool_catalog *catalog,
                       const char *game, struct choice *choice, const struct tool_listed **of) {
    for (int i = 0; i < catalog->count && choice->count < TOOL_MOST_LISTED; i++) {
        const struct tool_listed *one = &catalog->rulesets[i];
        if (!one->loads || strcmp(one->game, game) != 0)
            continue;

        /* Usual is the ruleset chosen last; before that, the one with the shortest title: the game
         * itself, as variants add words. */
        bool last = !strcmp(one->name, menu->ruleset);
        bool shorter = catalog == &menu->catalog && choice->count &&
                       strlen(one->title) < strlen(of[choice->usual]->title);
        if (last || (shorter && strcmp(of[choice->usual]->name, menu->ruleset) != 0))
            choice->usual = choice->count;

        of[choice->count] = one;
        choice->names[choice->count++] = one->name;
    }
}

/* Put the easiest scenarios first. */
static void sort_scenarios(struct choice *choice, int from, const struct tool_listed **of) {
    /* By insertion, so that those of the same difficulty stay in the order of their names. */
    for (int i = from + 1; i < choice->count; i++)
        for (int k = i; k > from && of[k]->difficulty < of[k - 1]->difficulty; k--) {
            const struct tool_listed *one = of[k];
            of[k] = of[k - 1];
            of[k - 1] = one;
            choice->usual += choice->usual == k ? -1 : choice->usual == k - 1 ? 1 : 0;
        }

    /* `usual` went with its scenario; the names follow here. */
    for (int i = from; i < choice->count; i++)
        choice->names[i] = of[i]->name;
}

/* Print a line of a list whose longest name has `width` bytes. */
static void print_listed(int number, const struct tool_listed *one, int width) {
    mst_print("%4d  %-*s  %s%s\n", number, width, one->name,
              *one->campaign ? one->campaign : one->title, *one->campaign ? " (a campaign)" : "");
}

static int longest_name(const struct tool_listed *const *of, int from, int to) {
    int most = 0;
    for (int i = from; i < to; i++) {
        int length = (int)strlen(of[i]->name);
        most = length > most ? length : most;
    }
    return most;
}

/* Ask for one of the scenarios, which follow `rulesets` rulesets in the choice. Returns its index,
 * or -1 to leave. */
static int ask_scenario(struct menu *menu, const struct choice *all, int rulesets,
                        const struct tool_listed **of) {
    struct choice choice = {.question = "Scenario", .first = 1, .usual = all->usual - rulesets};

    /* The list of both, without the rulesets at its beginning. */
    int width = longest_name(of, rulesets, all->count);
    for (int i = rulesets; i < all->count; i++) {
        print_listed(++choice.count, of[i], width);
        choice.names[choice.count - 1] = all->names[i];
    }

    choice.usual = choice.usual < 0 ? 0 : choice.usual;
    int chosen = menu_ask(menu, &choice);
    return chosen < 0 ? -1 : rulesets + chosen;
}

/* Ask for a ruleset or a scenario of the game, if it has several. Where they do not fit on a small
 * screen, scenarios are listed in a second step; their names are taken in the first one, too. False
 * to leave. */
static bool ask_rules(struct menu *menu, const char *game) {
    struct choice choice = {.question = "Rules", .first = 1};
    const struct tool_listed *of[TOOL_MOST_LISTED];

    menu_offer(menu, &menu->catalog, game, &choice, of);
    int rulesets = choice.count, chosen = 0;
    menu_offer(menu, &menu->scenarios, game, &choice, of);
    sort_scenarios(&choice, rulesets, of);

    /* On a small screen the question would push the first lines out of sight. */
    bool apart = choice.count > MOST_LINES && choice.count > rulesets;
    if (choice.count > rulesets)
        choice.question = apart ? "Rules, scenario, or 0" : "Rules or scenario";
    choice.numbered = apart ? rulesets : 0;

    /* A single ruleset needs no question. */
    int listed = apart ? rulesets : choice.count, width = longest_name(of, 0, listed);
    for (int i = 0; i < listed && choice.count > 1; i++) {
        if (i == rulesets)
            mst_print_line("Scenarios:");
        print_listed(i + 1, of[i], width);
    }

    if (apart) {
        mst_print("   0  scenarios: %d stories, battles and campaigns\n", choice.count - rulesets);
        choice.zero = "scenarios";
    }

    if (choice.count > 1)
        chosen = menu_ask(menu, &choice);
    if (chosen == ZERO)
        chosen = ask_scenario(menu, &choice, rulesets, of);

    if (chosen >= 0)
        snprintf(menu->ruleset, sizeof menu->ruleset, "%s", of[chosen]->name);
    menu->scenario = chosen >= rulesets;
    return chosen >= 0;
}

/* Ask for the opponent. False to leave. */
static bool ask_opponent(struct menu *menu) {
    static const char *const levels[LEVELS] = {"1", "2", "3", "4", "5"};
    struct choice choice = {.question =
                                "Opponent (1 to 5: a computer, from easy to hard; person; watch)",
                            .first = 1,
                            .numbered = LEVELS,
                            .usual = USUAL_LEVEL - 1};

    /* Levels are called by their numbers, which are also the numbers of their lines. */
    for (int i = 0; i < LEVELS; i++)
        choice.names[choice.count++] = levels[i];
    for (int i = 0; i < OTHERS; i++)
        choice.names[choice.count++] = others[i];
    for (int i = 0; i < choice.count; i++)
        if (!strcmp(choice.names[i], menu->opponent))
            choice.usual = i;

    int chosen = menu_ask(menu, &choice);
    if (chosen >= 0)
        snprintf(menu->opponent, sizeof menu->opponent, "%s", choice.names[chosen]);
    return chosen >= 0;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* The words after "muster" of the command that plays what was chosen. */
struct words {
    char texts[MST_MOST_SEATS][32];
    char *list[2 * MST_MOST_SEATS + 8];
    int count;
};

static void menu_add(struct words *words, const char *word) {
    assert(words->count < (int)(sizeof words->list / sizeof *words->list) - 1);

    words->list[words->count++] = (char *)(uintptr_t)word; /* getopt does not change them */
}

static bool begins_campaign(const struct menu *menu) {
    const struct tool_listed *chosen = listed(menu, menu->ruleset);
    return chosen && *chosen->campaign;
}

/* Has the campaign that begins with the chosen scenario come to its end? */
static bool is_finished(const struct menu *menu) {
    char path[1024];
    struct term_campaign campaign;
    mst_ruleset_find(menu->ruleset, path, sizeof path);
    term_campaign_read(mst_home_relative(path), &campaign);

    bool finished = term_campaign_finished(&campaign);
    term_campaign_clear(&campaign);
    return finished;
}

static void make_words(const struct menu *menu, int seats, struct words *words) {
    bool watch = !strcmp(menu->opponent, "watch"), campaign = begins_campaign(menu);
    *words = (struct words){.count = 0};

    menu_add(words, campaign ? "campaign" : "play");
    menu_add(words, menu->ruleset);

    /* A campaign goes on where it is; a match that is open was offered before. */
    if (!campaign || is_finished(menu))
        menu_add(words, "--new");
    if (menu->scenario) /* it says who plays */
        return;

    /* Seat 1 is for the person, unless computers play all of them. */
    if (!strcmp(menu->opponent, "person"))
        menu_add(words, "--hotseat");
    for (int seat = watch ? 0 : 1; seat < seats && strcmp(menu->opponent, "person"); seat++) {
        snprintf(words->texts[seat], sizeof words->texts[seat], "%d=level%c", seat + 1,
                 watch ? '0' + USUAL_LEVEL : *menu->opponent);
        menu_add(words, "--computer");
        menu_add(words, words->texts[seat]);
    }
}

/* Ask for everything. False to leave. */
static bool ask_all(struct menu *menu, struct words *words) {
    const struct term_kept *match = unfinished(menu, term_terminal_kept(menu->kept));
    mst_print_line("Type a number, or the beginning of a name. Enter takes what is in\n"
                   "brackets, q leaves.\n");

    /* E1: until the last answer nothing is remembered, so leaving changes nothing. */
    int game = ask_game(menu, match);
    if (game == -2) {
        *words = (struct words){.count = 0};
        menu_add(words, "play");
        menu_add(words, "--resume");
        return true;
    }

    if (game < 0 || !ask_rules(menu, menu->catalog.rulesets[game].game) ||
        (!menu->scenario && !ask_opponent(menu)))
        return false;

    const struct tool_listed *chosen = listed(menu, menu->ruleset);
    make_words(menu, chosen ? chosen->seats : 2, words);
    remember(menu);
    return true;
}

static int menu_play(struct words *words) {
    /* The command is shown, so that it can be typed next time. */
    mst_print("\nmuster");
    for (int i = 0; i < words->count; i++)
        mst_print(" %s", words->list[i]);
    mst_print("\n\n");

    return !strcmp(words->list[0], "campaign") ? tool_command_campaign(words->count, words->list)
                                               : tool_command_play(words->count, words->list);
}

int tool_command_menu(void) {
    struct menu menu = {.line = term_line_new(NULL, NULL)};
    struct words words;
    menu.kept = mst_alloc(TERM_MOST_KEPT * sizeof *menu.kept);
    recall(&menu);

    bool ready = menu.line && menu.kept && tool_catalog_read(&menu.catalog) &&
                 tool_catalog_read_scenarios(&menu.scenarios);
    if (!ready)
        mst_warn("muster: out of memory\n");
    else if (!menu.catalog.count)
        mst_warn("muster: there are no rulesets in %s/rulesets\n", mst_home());

    /* Without rulesets there is nothing to ask. */
    bool chosen = ready && menu.catalog.count && ask_all(&menu, &words);
    int status = chosen ? menu_play(&words) : ready ? TOOL_DONE : TOOL_FAULTS;

    term_line_free(menu.line); /* earlier, it would lose what was typed ahead */
    mst_free(menu.kept);
    tool_catalog_clear(&menu.catalog);
    tool_catalog_clear(&menu.scenarios);
    return status;
}
