/* The match as a whole: undo, save, load, start and end. See terminal.h. */
#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faces/terminal/terminal.h"
#include "muster/player.h"
#include "muster/transcript.h"

/* ---- undo ------------------------------------------------------------------------------------ */

/* The number of plies to take back to the last decision of a person; 0 if there was none, -1 on
 * failure. */
static int plies_back(struct term_terminal *t, struct mst_error *error) {
    /* The clone is taken back ply by ply, since only the states on the way say who decided. */
    struct mst_match *back = mst_match_clone(t->match, error);
    int plies = 0, count = mst_match_state(t->match).ply;
    bool found = false, done = back != NULL;

    while (done && !found && plies < count) {
        done = mst_match_undo(back, 1, error) == MST_OK;
        plies++;
        int seat = mst_match_state(back).to_move;
        /* Plies of chance and of computers in between go back, too: to stop at them would let them
         * happen again at once. */
        found = done && seat >= 0 && t->human[seat];
    }

    mst_match_free(back);
    return !done ? -1 : found ? plies : 0;
}

/* Read how far to go back. A number of plies, or -1 after saying what is wrong. */
static int plies_wanted(struct term_terminal *t, const char *rest) {
    struct mst_error error = {0};
    char *end;
    long count = strtol(rest, &end, 10);
    int most = mst_match_state(t->match).ply, plies;

    if (*rest && (*end || count < 1)) {
        mst_print("undo takes a number from 1, not '%s'.\n", rest);
        return -1;
    }
    /* Whether the number is too large depends on the match, so it has another message. */
    if (*rest && count > most) {
        if (!most)
            mst_print_line("No ply has been played.");
        else
            mst_print("Only %d pl%s been played.\n", most, most == 1 ? "y has" : "ies have");
        return -1;
    }

    /* Without a number: the last decision of a person, whatever came after it. */
    plies = *rest ? (int)count : plies_back(t, &error);
    if (plies < 0)
        term_terminal_complain(t, &error);
    /* 0 came from plies_back alone, as a number is at least 1. */
    if (!plies)
        mst_print_line("You have made no move that could be taken back.");
    return plies ? plies : -1;
}

/* Plies that were taken back are reported again when they come again. */
static void forget_reported(struct term_terminal *t) {
    /* A count beyond the end of the match would hide plies that are played in the place of
     * these. */
    int plies = mst_match_state(t->match).ply, events = mst_match_events(t->match, INT_MAX);
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        t->told[seat] = t->told[seat] < plies ? t->told[seat] : plies;
    for (int viewer = 0; viewer <= MST_MOST_SEATS; viewer++)
        t->heard[viewer] = t->heard[viewer] < events ? t->heard[viewer] : events;
}

void term_terminal_undo(struct term_terminal *t, char *rest) {
    struct mst_error error = {0};

    /* In the past, `undo` steps back like `back`: nothing is taken from the match (H1). */
    if (term_terminal_looks(t)) {
        term_terminal_back(t, rest);
        return;
    }
    int plies = plies_wanted(t, rest);
    if (plies < 0)
        return;

    /* Knowledge cannot be taken back, so the match says how far back is fair. */
    assert(plies > 0);
    if (plies > mst_match_retractable(t->match)) {
        term_terminal_say(t,
                          "That cannot be taken back: since then chance has decided, or somebody "
                          "has learned what was hidden.");
    } else if (mst_match_undo(t->match, plies, &error) != MST_OK) {
        term_terminal_complain(t, &error);
    } else {
        /* The autosave is written before the person reads that the move is gone. */
        term_terminal_keep(t);
        mst_print("%d %s taken back.\n", plies, plies == 1 ? "move" : "moves");
        t->fresh = t->unsaved = true;
        forget_reported(t);
    }
}

/* ---- saving ---------------------------------------------------------------------------------- */

/* Ask, and echo the answer. NULL at the end of input, or when interrupted. */
static const char *match_ask(struct term_terminal *t, const char *question) {
    const char *answer;
    /* A reader that was called away returns no line; the question is asked again after the rules
     * were read. */
    while (!(answer = term_line_read(t->line, question)) && term_line_called(t->line))
        term_terminal_reload(t);

    if (t->echo && answer)
        mst_print_line(answer);
    return answer;
}

static bool says_yes(const char *answer) {
    return answer && (*answer == 'y' || *answer == 'Y');
}

bool term_terminal_confirm(struct term_terminal *t, const char *question) {
    return says_yes(match_ask(t, question));
}

bool term_terminal_replaces(const char *path, const char *first, const char *what, bool *exists) {
    char start[40] = "";
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe must not block */
    ssize_t count = file < 0 ? 0 : read(file, start, strlen(first));
    if (file >= 0)
        close(file);

    *exists = count > 0;
    /* A file that cannot be opened is new, or writing it fails with a message. */
    if (count <= 0 || !strcmp(start, first))
        return true;
    mst_print("'%s' exists and is not %s: choose another name.\n", path, what);
    return false;
}

/* May `path` be written? It must be new, or a transcript; over another match only if the player
 * says so. Otherwise prints why not. */
static bool may_write(struct term_terminal *t, const char *path) {
    char question[700];
    bool exists;
    if (!term_terminal_replaces(path, "muster transcript", "a saved match", &exists))
        return false;
    /* Over the file of this very match nobody is asked. */
    if (!exists || !strcmp(path, t->file))
        return true;
    snprintf(question, sizeof question, "'%s' holds another match. Overwrite it? (y/N) ", path);
    if (says_yes(match_ask(t, question)))
        return true;
    mst_print_line("Not saved.");
    return false;
}

void term_terminal_save(struct term_terminal *t, char *rest) {
    struct mst_error error = {0};
    char path[sizeof t->file];

    if (!*rest && !*t->file) {
        mst_print_line("Name a file: save FILE");
        return;
    }
    if (!mst_path_expand(*rest ? rest : t->file, path, sizeof path)) {
        mst_print_line("That name is too long.");
        return;
    }
    if (!may_write(t, path))
        return;

    /* The match is written to its end, and only then is the file replaced: a failure leaves the old
     * one. */
    char *text = mst_match_transcript(t->match, &error);
    t->failed = !text || mst_write_file(path, text, strlen(text), true, &error) != MST_OK;
    mst_text_free(text);
    if (t->failed) {
        term_terminal_complain(t, &error);
        return;
    }

    /* From now on `save` alone writes to this file. */
    memcpy(t->file, path, sizeof path);
    t->unsaved = false;
    mst_print("Saved. To continue: muster play --load %s\n", t->file);
}

/* Load the ruleset of a transcript. On failure prints every fault and returns NULL. */
static struct mst_ruleset *load_ruleset(const struct mst_transcript *transcript) {
    struct mst_error error = {0};
    char *report = NULL;
    struct mst_ruleset *ruleset = mst_transcript_ruleset(transcript, &report, &error);
    if (!ruleset)

        /* A report has a line for each fault; without one, as out of memory, the error says what
         * happened. */
        mst_warn("%s%s", report ? report : error.text, report ? "" : "\n");
    mst_text_free(report);
    return ruleset;
}

bool term_terminal_open(const char *path, struct mst_ruleset **ruleset, struct mst_match **match) {
    struct mst_transcript transcript = {0};
    struct mst_error error = {0};
    char *text = mst_transcript_load(path, &error);
    *ruleset = NULL;
    *match = NULL;

    /* Each step needs the one before it; the match stays NULL when one of them fails. */
    if (text && mst_transcript_read(text, &transcript, &error) == MST_OK) {
        *ruleset = load_ruleset(&transcript);
        if (*ruleset)
            *match = mst_match_replay(*ruleset, text, &error);
    }

    /* Errors name the file, and the line in it, rather than the text that was read. */
    mst_transcript_blame(&error, path);
    /* Without an error, load_ruleset has already printed what is wrong. */
    if (!*match && error.status != MST_OK)
        mst_warn("%s: %s\n", error.at[0] ? error.at : path, error.text);
    else if (*match && !transcript.ended && !transcript.running)
        mst_print("%s: note: " MST_TRANSCRIPT_UNENDED "\n", path);

    /* A ruleset without its match is of no use to the caller. */
    if (!*match) {
        mst_ruleset_free(*ruleset);
        *ruleset = NULL;
    }
    mst_transcript_clear(&transcript);
    mst_text_free(text);
    return *match != NULL;
}

/* People sit in every seat of the new ruleset; computers get additional seats. */
void term_terminal_load(struct term_terminal *t, char *rest) {
    struct mst_ruleset *ruleset;
    struct mst_match *match;
    char path[sizeof t->file];
    if (!*rest) {
        mst_print_line("Name a file: load FILE");
        return;
    }

    /* A running match that exists nowhere else is not dropped by a slip; `new` does so by its
     * name. */
    if (t->unsaved && mst_match_state(t->match).ply && !mst_match_state(t->match).over) {
        mst_print_line("This match is not saved: save FILE saves it, new discards it.");
        return;
    }
    if (!mst_path_expand(rest, path, sizeof path)) {
        mst_print_line("That name is too long.");
        return;
    }
    if (!term_terminal_open(path, &ruleset, &match))
        return;

    /* From here on nothing fails: the old match and ruleset are freed. */
    term_terminal_take(t, ruleset, match);
    memcpy(t->file, path, sizeof path);
    mst_print("%s, after %d moves.\n", mst_ruleset_title(ruleset), mst_match_state(match).ply);
    term_terminal_commit(t);
}

/* ---- start and end --------------------------------------------------------------------------- */

void term_terminal_commit(const struct term_terminal *t) {
    char commitment[MST_COMMITMENT_SIZE];
    if (mst_ruleset_has_chance(t->ruleset) && mst_match_commitment(t->match, commitment))
        mst_print("Commitment to the seed: %s\n", commitment);
}

void term_terminal_reveal(const struct term_terminal *t) {
    const struct mst_seed *seed = mst_match_seeded(t->match);
    struct mst_buf digits = {0};

    /* Only a key was committed to when the match began; a number was known to the player from the
     * start. */
    if (seed->kind != MST_SEED_KEY || !mst_ruleset_has_chance(t->ruleset))
        return;
    mst_seed_print(seed, &digits);
    mst_print("The seed was %s; muster replay --verify checks a saved match.\n",
              mst_buf_text(&digits));
    mst_buf_clear(&digits);
}

/* The seed that `new` names, or the next one. */
static enum mst_status next_seed(const struct term_terminal *t, const char *named,
                                 struct mst_seed *seed, struct mst_error *error) {
    /* A number counts up from match to match, so that a series can be repeated from its first seed;
     * anything else is drawn anew. */
    if (*named || t->seed.kind != MST_SEED_NUMBER)
        return mst_seed_read(*named ? named : "random", seed, error);
    *seed = t->seed;
    seed->number++;
    return MST_OK;
}

void term_terminal_new(struct term_terminal *t, char *rest) {
    struct mst_error error = {0};
    struct mst_seed seed;
    struct mst_ruleset *ruleset = t->next ? t->next : t->ruleset;
    struct mst_match *match = NULL;

    /* Rules that changed meanwhile, and did not allow the old match, begin with the new one. */
    if (next_seed(t, rest, &seed, &error) == MST_OK)
        match = mst_match_new(ruleset, false, 0, &error);
    if (!match || mst_match_seed(match, &seed, &error) != MST_OK) {
        mst_match_free(match);
        term_terminal_complain(t, &error);
        return;
    }

    /* Nothing fails anymore. Each computer draws from the new seed, or it would play as in the
     * match before. */
    t->seed = seed;
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        t->players[seat].seed = mst_seed_player(&seed, seat);

    /* The new match has no file yet, and the terminal takes the ruleset that waited in t->next. */
    *t->file = 0;
    t->next = NULL;
    term_terminal_take(t, ruleset, match);
    term_terminal_commit(t);
}

/* Somebody at a terminal is asked before giving up. */
static bool gives_up(struct term_terminal *t) {
    /* On a copy, since only playing shows whether the rules let this seat resign; a question about
     * nothing would confuse. */
    struct mst_match *trial = t->echo ? NULL : mst_match_clone(t->match, NULL);
    bool can = trial && mst_match_play(trial, "resign", NULL) == MST_OK;
    mst_match_free(trial);
    if (!can || term_terminal_confirm(t, "Give up this match? (y/n) "))
        return true;
    mst_print_line("The match goes on.");
    return false;
}

void term_terminal_resign(struct term_terminal *t, char *rest) {
    struct mst_error error = {0};

    (void)rest;
    if (!gives_up(t))
        return;

    if (mst_match_play(t->match, "resign", &error) == MST_OK) {
        term_terminal_keep(t);
        t->fresh = t->unsaved = true;
        return;
    }

    /* The rules name no place: there is no such move. Otherwise they have said why they refuse
     * it. */
    if (error.status == MST_ILLEGAL_MOVE && !error.at[0])
        mst_print_line("You cannot resign in this game: new starts another match, quit leaves.");
    else
        term_terminal_complain(t, &error);
}

/* Is the match saved after each move? */
static bool is_kept(const struct term_terminal *t) {
    return t->autosave.file >= 0 && !t->autosave.failed;
}

/* Say that the match is kept, and which command continues it. */
static void say_kept(const struct term_terminal *t, const char *before) {
    if (*t->campaign)
        mst_print("%sThe match is kept: muster campaign %s continues it.\n", before, t->campaign);
    else
        mst_print("%sThe match is kept: muster play offers to continue it.\n", before);
}

void term_terminal_quit(struct term_terminal *t, char *rest) {
    const char *answer = "y";
    (void)rest;

    /* The copy of the past is not what is left or kept. */
    term_terminal_present(t);
    bool runs = mst_match_state(t->match).ply && !mst_match_state(t->match).over;
    if (runs && (t->unsaved || *t->campaign)) { /* a campaign goes on with its autosave alone */
        /* The next start offers it, so nobody need be asked. */
        if (is_kept(t)) {
            say_kept(t, "");
            t->quit = t->ended = true;
            return;
        }
        if (t->unsaved)
            answer = match_ask(t, "The match is not saved. Leave anyway? (y/n) ");
    }

    /* No answer is the end of input: there is nobody left to ask, so the program ends and the
     * autosave stays. */
    t->ended = !answer;
    t->quit = !answer || says_yes(answer);
    if (!t->quit)
        mst_print_line("save FILE saves it.");
}

void term_terminal_farewell(struct term_terminal *t) {
    struct mst_error error = {0};
    bool begun = mst_match_state(t->match).ply && (t->unsaved || *t->file);

    if (mst_match_state(t->match).over || !begun) {
        mst_print_line("End of input.");
        return;
    }
    /* What is saved in a file is continued from there, except a campaign, which goes on with its
     * autosave. */
    if (!t->unsaved && !(*t->campaign && is_kept(t))) {
        mst_print("End of input. To continue: muster play --load %s\n", t->file);
        return;
    }
    if (is_kept(t)) {
        say_kept(t, "End of input. ");
        return;
    }
    if (term_terminal_secret(t)) { /* the position would reveal secrets */
        mst_print_line("End of input; the match is not saved.");
        return;
    }

    /* Neither kept nor saved: the position and the settings fit in a command, which is the last way
     * to go on. */
    char *line = mst_match_position(t->match, &error);
    if (!line) {
        term_terminal_complain(t, &error);
        return;
    }

    const struct mst_setting *settings;
    size_t count = mst_ruleset_settings(t->ruleset, &settings);
    mst_print("End of input; the match is not saved. To continue from this position:\n"
              "  muster play %s",
              mst_home_relative(mst_ruleset_path(t->ruleset)));
    for (size_t i = 0; i < count; i++)
        mst_print(" --set '%s=%s'", settings[i].key, settings[i].value);
    mst_print(" --position '%s'\n", line);
    mst_text_free(line);
}
