/* Commands of the terminal. See terminal.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "faces/terminal/rules.h"
#include "faces/terminal/terminal.h"
#include "muster/check.h"
#include "muster/rulebook.h"

/* ---- help ------------------------------------------------------------------------------------ */

static void explain_move(struct term_terminal *t, char *word) {
    /* The move is played on a copy: what it does is read from the difference. */
    struct mst_error error = {0};
    struct mst_match *trial = mst_match_clone(t->match, &error);
    word[strcspn(word, " ")] = 0;
    if (!trial) {
        term_terminal_complain(t, &error);
        return;
    }
    mst_match_unseed(trial); /* do not predict chance */

    if (mst_match_play(trial, word, &error) == MST_OK) {
        int kind = mst_match_ply_kind(trial, mst_match_state(t->match).ply);
        struct mst_state after = mst_match_state(trial);
        char name[80] = "chance";
        mst_print("%s is legal: %s.\n", word, mst_ruleset_kind_title(t->ruleset, kind));
        /* What it would reveal is still unknown to the player (T4); the difference would show
         * it. */
        if (term_terminal_foreseen(t, trial))
            term_terminal_difference(t, trial);
        else
            mst_print_line("  It reveals something that is still unknown.");
        if (after.to_move >= 0)
            term_terminal_name(t, after.to_move, name, sizeof name);
        if (after.over)
            mst_print("  The match ends: %s.\n", after.by);
        else
            mst_print("  Then %s: %s.\n", name, mst_match_title(trial));
    } else {
        term_terminal_complain(t, &error);
        /* A refusal names the rule that states it. */
        if (error.status == MST_ILLEGAL_MOVE && error.at[0])
            mst_print("    (stated in %s)\n", error.at);
    }
    mst_match_free(trial);
}

/* Print what each rule says of a move. Where seats have secrets, rules know more than the player.
 */
static void trace_move(struct term_terminal *t, char *word) {
    struct mst_error error = {0};
    word[strcspn(word, " ")] = 0;

    /* A trace evaluates the rules with all that is hidden (T4). */
    if (mst_ruleset_has_secrets(t->ruleset)) {
        mst_print_line("Seats have secrets here, and a trace would tell of them.");
        return;
    }
    char *text = mst_match_trace(t->match, word, &error);
    if (text)
        term_terminal_say(t, text);
    else
        term_terminal_complain(t, &error);
    mst_text_free(text);
}

static void cmd_explain(struct term_terminal *t, char *rest) {
    struct mst_error error = {0};

    char *trace = strstr(rest, "--trace");
    if (trace) {
        /* Blanked, so that --trace may stand before the move or behind it. */
        memset(trace, ' ', strlen("--trace"));
        trace_move(t, rest + strspn(rest, " "));
        return;
    }
    if (*rest) {
        explain_move(t, rest);
        return;
    }

    /* Without a move: why the decision has these moves and no others. */
    char *text = mst_match_explain(t->match, &error);
    if (text)
        term_terminal_say(t, text);
    else
        term_terminal_complain(t, &error);
    mst_print_line("legal lists all moves; ? MOVE explains a refusal; help lists all commands.");
    mst_text_free(text);
}

static void cmd_help(struct term_terminal *t, char *rest) {
    (void)t;
    (void)rest;

    /* One text for all matches, which may be running, over or without secrets: a command that has
     * nothing to do says so itself. No line is wider than 80 columns. */
    mst_print_line(
        "Type a line number of the menu, or a move as it is written there, or several\n"
        "moves separated by blanks. The beginning of a move plays it if only one begins\n"
        "so; otherwise it lists those that do, as the beginning of a title does. Where\n"
        "a menu asks for a part, such as a zone, the part is enough. Press Enter to\n"
        "show the board and the menu again. Where moves are numbers, lines have none.\n"
        "  ?              show the possible moves, and why others are not possible\n"
        "  ? MOVE         show what a move does, or why it is refused;\n"
        "                 ? MOVE --trace shows what each rule says of it\n"
        "  legal          list every legal move\n"
        "  hint           show what the computer would play in your place\n"
        "  analyse [N]    show the three best lines of play, or the N best\n"
        "  undo [N]       go back to your last decision, or take back N plies\n"
        "  log [N]        list the plies of the match, or the last N\n"
        "  back [N]       look at the match one ply earlier, or N plies; forward [N]\n"
        "                 steps on, and return goes back to the match. Moves that you\n"
        "                 play there are an analysis, which leaves the match as it is\n"
        "  show           show the board; show NAME describes a zone or a card;\n"
        "                 show --svg FILE writes a picture of the board\n"
        "  rules ID       print a rule, such as the one that a refusal names; rules WORD\n"
        "                 prints those with that word, and rules lists the chapters\n"
        "  options [WORD] list the options of this ruleset, or those that contain WORD\n"
        "  position       print the position on one line\n"
        "  = VALUE        print a value of the match, in Lua as in a rule, such as\n"
        "                 = count(hand[0]); secrets count as what you know of them\n"
        "  save [FILE]    save the match; load FILE continues a saved match\n"
        "  new [SEED]     start a new match\n"
        "  next           after a match of a campaign, go on to its next scenario\n"
        "  resign         give up the match\n"
        "  help, quit     show this text; leave the program; also h and q");
}

static void cmd_legal(struct term_terminal *t, char *rest) {
    (void)rest;
    term_terminal_legal(t);
}

static void cmd_show(struct term_terminal *t, char *rest) {
    if (!strncmp(rest, "--svg", 5) && (!rest[5] || rest[5] == ' ')) {
        rest += 5 + strspn(rest + 5, " ");
        if (*rest)
            term_terminal_svg(t, rest);
        else
            mst_print_line("Name a file: show --svg FILE");
    } else if (*rest) {
        char *more = NULL;
        /* Several names are described one after the other. */
        for (char *zone = strtok_r(rest, " ,", &more); zone; zone = strtok_r(NULL, " ,", &more))
            term_terminal_zone(t, zone);
    } else {
        term_terminal_draw(t, false);
    }
}

static void list_chapters(const struct term_terminal *t) {
    const struct mst_chapter *chapters;
    int count = mst_ruleset_rulebook(t->ruleset, &chapters);
    struct mst_buf out = {0};

    /* A chapter without rules in this ruleset is left out. */
    for (int i = 0; i < count; i++)
        if (chapters[i].count)
            mst_buf_printf(&out, "%s%s", out.length ? ", " : "Chapters: ", chapters[i].title);
    if (out.length)
        mst_buf_puts(&out, ".\n");
    mst_buf_puts(&out,
                 "Name a rule: rules ID. A refusal names the id of its rule. rules WORD prints "
                 "the rules, or the chapter, with that word.");
    term_terminal_say(t, mst_buf_text(&out));
    mst_buf_clear(&out);
}

static void cmd_rules(struct term_terminal *t, char *rest) {
    struct mst_buf out = {0};
    if (!*rest) {
        list_chapters(t);
        return;
    }

    if (!term_rules_find(t->ruleset, rest, false, &out))
        term_rules_miss(t->ruleset, rest, &out);
    term_terminal_say(t, mst_buf_text(&out));
    /* The examples contain boards, which must not be wrapped like text. */
    mst_buf_reset(&out);
    term_rules_examples(t->ruleset, rest, t->style.unicode, &out);
    mst_print("%s", mst_buf_text(&out));
    mst_buf_clear(&out);
}

static void cmd_options(struct term_terminal *t, char *rest) {
    const struct mst_option *options;
    int count = mst_ruleset_options(t->ruleset, &options), found = 0;
    for (int i = 0; i < count; i++) {
        const struct mst_option *option = &options[i];
        const char *value = mst_ruleset_value(t->ruleset, i), *fallback = option->fallback;
        const char *help = option->help ? option->help : "";
        struct mst_buf out = {0};
        /* The word may occur in any of the three texts. */
        if (!strstr(option->key, rest) && !strstr(help, rest) && !strstr(option->section, rest))
            continue;

        /* An option without a value is at its default; only another value is worth a remark. */
        fallback = fallback ? fallback : "";
        value = value ? value : fallback;
        mst_buf_printf(&out, "%s.%s = %s%s%s%s\n    %s", option->section, option->key, value,
                       strcmp(value, fallback) ? "   (default: " : "",
                       strcmp(value, fallback) ? fallback : "", strcmp(value, fallback) ? ")" : "",
                       help);
        term_terminal_say(t, mst_buf_text(&out));
        mst_buf_clear(&out);
        found++;
    }
    if (!found)
        mst_print_line(count ? "No option contains that word." : "This ruleset has no options.");
    else
        mst_print_line("Set them before a match: muster play RULESET --set section.key=value");
}

/* The value of a Lua expression, as the seat at the screen knows it. */
static void cmd_value(struct term_terminal *t, char *rest) {
    struct mst_error error = {0};
    int view = term_terminal_view(t);

    if (!*rest) {
        mst_print_line("Name a value, in Lua as in a rule: = count(hand[0])");
        return;
    }
    /* The seat at the screen reads what it may know (T4). */
    char *value = view == TERM_VIEW_ALL ? mst_match_eval(t->match, rest, &error)
                                        : mst_match_eval_seen(t->match, view, rest, &error);
    /* The protocol's null is nil in Lua. */
    if (value)
        term_terminal_say(t, strcmp(value, "null") ? value : "nil");
    else
        term_terminal_complain(t, &error);
    mst_text_free(value);
}

static void cmd_position(struct term_terminal *t, char *rest) {
    struct mst_error error = {0};
    int view = term_terminal_view(t);
    /* The view of one seat has the rest masked. */
    char *text = term_terminal_secret(t) || view >= 0
                     ? mst_match_position_seen(t->match, view, &error)
                     : mst_match_position(t->match, &error);
    (void)rest;
    if (text)
        mst_print_line(text);
    else
        term_terminal_complain(t, &error);
    mst_text_free(text);
}

/* ---- the table of commands ------------------------------------------------------------------- */

/* When a command may be used: always; not where the past is only looked at; not in the past. */
enum when { ALWAYS, TRYING, PRESENT };

static const struct {
    const char *name;
    void (*run)(struct term_terminal *t, char *rest);
    enum when when;
} commands[] = {
    {"?", cmd_explain, TRYING},
    {"help", cmd_help, ALWAYS},
    {"h", cmd_help, ALWAYS},
    {"legal", cmd_legal, TRYING},
    {"hint", term_terminal_hint, TRYING},
    {"analyse", term_terminal_analyse, TRYING},
    {"analyze", term_terminal_analyse, TRYING},
    {"undo", term_terminal_undo, ALWAYS},
    {"log", term_terminal_log, ALWAYS},
    {"back", term_terminal_back, ALWAYS},
    {"forward", term_terminal_forward, ALWAYS},
    {"return", term_terminal_return, ALWAYS},
    {"show", cmd_show, ALWAYS},
    {"rules", cmd_rules, ALWAYS},
    {"options", cmd_options, ALWAYS},
    {"position", cmd_position, ALWAYS},
    {"=", cmd_value, ALWAYS},
    {"save", term_terminal_save, PRESENT},
    {"load", term_terminal_load, PRESENT},
    {"new", term_terminal_new, PRESENT},
    {"next", term_terminal_next, PRESENT},
    {"resign", term_terminal_resign, PRESENT},
    {"quit", term_terminal_quit, ALWAYS},
    {"q", term_terminal_quit, ALWAYS},
    {"exit", term_terminal_quit, ALWAYS},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

void term_terminal_words(void *context, void (*offer)(void *to, const char *word), void *to) {
    struct term_terminal *t = context;

    if (!t->match) /* before it begins */
        return;
    /* Completion must not offer moves of a seat that does not have the screen (T4). */
    bool sits =
        !term_terminal_only_looks(t) && term_terminal_sits(t, mst_match_state(t->match).to_move);
    const struct mst_moves *moves = sits ? mst_match_moves(t->match, NULL) : NULL;
    struct mst_buf text = {0};
    for (int i = 0; i < COMMANDS; i++)
        offer(to, commands[i].name);

    for (int i = 0; moves && i < moves->count; i++) {
        mst_buf_reset(&text);
        mst_match_move_text(t->match, moves->moves[i], &text);
        offer(to, mst_buf_text(&text));
    }
    mst_buf_clear(&text);
}

static int command_named(const char *word, size_t length) {
    for (int i = 0; i < COMMANDS; i++)
        if (strlen(commands[i].name) == length && !strncasecmp(commands[i].name, word, length))
            return i;
    return -1;
}

/* Was the input a misspelled command rather than a refused move? */
static bool suggest(struct term_terminal *t, const char *word) {
    struct mst_nearest nearest = {.wanted = word};
    /* Two letters are near to any command; a word that stands for a move is no mistake. */
    if (strlen(word) < 3 || term_terminal_means(t, word))
        return false;

    /* The beginning of a title, as of a move's kind, is answered with the moves of that kind. */
    if (!mst_match_state(t->match).over && term_terminal_call(t, word))
        return true;
    for (int i = 0; i < COMMANDS; i++)
        mst_nearest_offer(&nearest, commands[i].name);
    if (nearest.best)
        mst_print("'%s' is neither a move nor a command; did you mean '%s'?\n", word, nearest.best);
    return nearest.best != NULL;
}

/* May the command (-1: a move) be used now? Otherwise says why not. */
static bool may_run(const struct term_terminal *t, int command) {
    assert(command < COMMANDS);
    enum when when = command < 0 ? TRYING : commands[command].when;

    if (when == PRESENT && term_terminal_looks(t)) {
        /* A replay has no match to return to. */
        mst_print(t->replays ? "%s is for a match that is played.\n"
                             : "%s is for the match: return goes back to it.\n",
                  commands[command].name);
        return false;
    }
    if (when == TRYING && term_terminal_only_looks(t)) {
        mst_print_line("In a game with secrets the past is only looked at; return goes back to the "
                       "match.");
        return false;
    }
    return true;
}

/* A copy without leading and trailing blanks. NULL when out of memory. */
static char *clean(const char *typed) {
    char *text = mst_strdup(typed + strspn(typed, " "));
    size_t length = text ? strlen(text) : 0;

    while (length && text[length - 1] == ' ')
        text[--length] = 0;
    return text;
}

void term_terminal_obey(struct term_terminal *t, const char *typed) {
    char *text = clean(typed);
    mst_move move;
    if (!text) {
        mst_warn("out of memory\n");
        return;
    }

    /* ? and = need no blank behind them. */
    size_t word = *text == '?' || *text == '=' ? 1 : strcspn(text, " ");
    char *rest = text + word + strspn(text + word, " ");
    int command = command_named(text, word);
    /* The word is cut off for the comparison, and the line is put together again. */
    char end = text[word];
    text[word] = 0;
    bool looks = term_terminal_only_looks(t);
    bool is = !looks && mst_match_find(t->match, text, &move);
    /* Looked up before the line is obeyed, as it prints a menu or a suggestion itself. */
    bool near = !looks && command < 0 && !*rest && suggest(t, text);
    text[word] = end;

    /* An empty line shows the board again; in a replay it steps on. */
    if (!*text && t->replays) {
        term_terminal_forward(t, rest);
    } else if (!*text) {
        t->fresh = true;
        /* Without the items that were drawn last, the whole board is drawn. */
        json_decref(t->seen);
        t->seen = NULL;
        /* T3: a move of the same name comes first, but resigning asks before. */
    } else if (command >= 0 && (!is || commands[command].run == term_terminal_resign)) {
        if (may_run(t, command))
            commands[command].run(t, rest);
    } else if (!near && may_run(t, -1)) {
        term_terminal_play(t, text);
    }
    mst_free(text);
}
