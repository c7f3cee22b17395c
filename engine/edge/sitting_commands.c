/* What a person at the terminal can type: moves, numbers of a menu, commands. See sitting.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edge/sitting.h"
#include "match/transcript.h"

typedef void command(struct mst_sitting *sitting, char *rest);

/* ---- moves ----------------------------------------------------------------------------------- */

static bool play_one(struct mst_sitting *sitting, const char *word) {
    struct mst_error error = {0};
    if (mst_match_play(sitting->match, word, &error) != MST_OK) {
        mst_sitting_complain(&error);
        return false;
    }
    sitting->shown = sitting->saved = false;
    sitting->menu = -1;
    return true;
}

void mst_sitting_play(struct mst_sitting *sitting, char *words) {
    char *rest = NULL;
    int played = 0;
    for (char *word = strtok_r(words, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        if (!play_one(sitting, word)) {
            if (played)
                printf("%d move%s before it stand%s; `undo` takes them back.\n", played,
                       played == 1 ? "" : "s", played == 1 ? "s" : "");
            return;
        }
        played++;
    }
}

static void play_number(struct mst_sitting *sitting, int number) {
    struct mst_error error = {0};
    mst_move move;
    if (!mst_sitting_pick(sitting, number, &move))
        return;
    if (mst_match_apply(sitting->match, move, &error) != MST_OK) {
        mst_sitting_complain(&error);
        return;
    }
    printf("You play %s.\n",
           mst_match_ply_text(sitting->match, mst_match_state(sitting->match).ply - 1));
    sitting->shown = sitting->saved = false;
    sitting->menu = -1;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void explain_move(struct mst_sitting *sitting, const char *word) {
    struct mst_error error = {0};
    struct mst_match *trial = mst_match_clone(sitting->match, &error);
    if (!trial) {
        mst_sitting_complain(&error);
        return;
    }
    if (mst_match_play(trial, word, &error) != MST_OK) {
        mst_sitting_complain(&error);
    } else {
        struct mst_state after = mst_match_state(trial);
        printf("'%s' is legal. After it: %s%s.\n", word, after.over ? "the match is over, " : "",
               after.over ? after.by : after.decision);
    }
    mst_match_free(trial);
}

static void cmd_explain(struct mst_sitting *sitting, char *rest) {
    struct mst_error error = {0};
    if (*rest) {
        explain_move(sitting, rest);
        return;
    }
    char *text = mst_match_explain(sitting->match, &error);
    if (text)
        mst_sitting_say(text);
    else
        mst_sitting_complain(&error);
    mst_sitting_say(
        "Type a move, a number of the list, or: legal, ? MOVE, show [ZONE], "
        "show --svg FILE, rules ID, options, hint, undo [N], save FILE, load FILE, new, "
        "position, resign, quit. `help` tells what each does.");
    mst_text_free(text);
}

static void cmd_help(struct mst_sitting *sitting, char *rest) {
    (void)sitting;
    (void)rest;
    puts("Moves are typed as they are listed, several in a row with blanks between.\n"
         "  NUMBER          take that line of the list (or open it)\n"
         "  legal           every legal move\n"
         "  ?               what can be done now, and why other things cannot\n"
         "  ? MOVE          why a move is refused, or what follows it\n"
         "  show            draw the board; `show ZONE` tells what stands on a zone;\n"
         "                  `show --svg FILE` writes a picture\n"
         "  rules ID        what a rule demands\n"
         "  options         the options of this ruleset\n"
         "  hint            what the computer would do\n"
         "  undo [N]        back to your last decision, or N plies\n"
         "  position        the position on one line\n"
         "  save FILE, load FILE, new, resign, quit");
}

static void cmd_legal(struct mst_sitting *sitting, char *rest) {
    (void)rest;
    mst_sitting_list_moves(sitting, -1);
    sitting->menu = sitting->ruleset->rules->kind_count; /* numbers mean this list */
}

static void write_svg(struct mst_sitting *sitting, const char *path) {
    struct mst_buf out = {0};
    struct mst_error error = {0};
    json_t *scene = mst_sitting_scene(sitting);
    FILE *file = NULL;
    if (!scene || mst_scene_svg(scene, &out, &error) != MST_OK)
        mst_sitting_complain(&error);
    else if (!(file = fopen(path, "wb")))
        printf("Cannot write '%s'.\n", path);
    else {
        fwrite(mst_buf_text(&out), 1, out.length, file);
        fclose(file);
        printf("Drawn to %s.\n", path);
    }
    mst_buf_clear(&out);
    json_decref(scene);
}

static void cmd_show(struct mst_sitting *sitting, char *rest) {
    if (!strncmp(rest, "--svg", 5)) {
        rest += 5 + strspn(rest + 5, " ");
        if (*rest)
            write_svg(sitting, rest);
        else
            puts("show --svg needs the name of a file.");
    } else if (*rest) {
        mst_sitting_show_zone(sitting, rest);
    } else {
        mst_sitting_draw(sitting);
    }
}

static void cmd_rules(struct mst_sitting *sitting, char *rest) {
    const char *origin = "", *text = mst_host_rule(sitting->ruleset->host, rest, &origin);
    struct mst_nearest nearest = {.wanted = rest};
    mst_host_rule_ids(sitting->ruleset->host, &nearest);
    if (text)
        printf("%s: %s\n  (%s)\n", rest, text, origin);
    else if (nearest.best)
        printf("No rule is called '%s'; did you mean %s?\n", rest, nearest.best);
    else
        puts("rules needs the id of a rule, as a refusal names it.");
}

static void cmd_options(struct mst_sitting *sitting, char *rest) {
    const struct mst_option *options;
    int count = mst_host_options(sitting->ruleset->host, &options);
    (void)rest;
    for (int i = 0; i < count; i++)
        printf("  %s.%s = %s\n      %s\n", options[i].section, options[i].key,
               sitting->ruleset->values[i].text ? sitting->ruleset->values[i].text
                                                : options[i].fallback,
               options[i].help);
    if (!count)
        puts("This ruleset has no options.");
}

static void cmd_position(struct mst_sitting *sitting, char *rest) {
    struct mst_error error = {0};
    char *text = mst_match_position(sitting->match, &error);
    (void)rest;
    if (text)
        puts(text);
    else
        mst_sitting_complain(&error);
    mst_text_free(text);
}

static void cmd_hint(struct mst_sitting *sitting, char *rest) {
    struct mst_error error = {0};
    struct mst_player player = {.kind = MST_PLAYER_LOOK, .seed = sitting->seed};
    struct mst_player_info info;
    mst_move move;
    (void)rest;
    if (mst_player_choose(sitting->match, &player, &move, &info, &error) == MST_OK)
        printf("The computer would play: %s\n", info.pv);
    else
        mst_sitting_complain(&error);
}

/* ---- the match ------------------------------------------------------------------------------- */

/* Plies to take back: to the last decision of a person, before which something was decided. */
static int plies_to_last_decision(const struct mst_sitting *sitting) {
    struct mst_error error;
    struct mst_match *back = mst_match_clone(sitting->match, &error);
    int plies = 0;
    while (back && mst_match_state(back).ply > 0) {
        if (mst_match_undo(back, 1, &error) != MST_OK)
            break;
        plies++;
        int seat = mst_match_state(back).to_move;
        if (seat >= 0 && sitting->human[seat])
            break;
    }
    mst_match_free(back);
    return plies;
}

static void cmd_undo(struct mst_sitting *sitting, char *rest) {
    struct mst_error error = {0};
    int plies = *rest ? atoi(rest) : plies_to_last_decision(sitting);
    if (plies < 1) {
        puts("There is nothing to take back.");
    } else if (mst_match_undo(sitting->match, plies, &error) != MST_OK) {
        mst_sitting_complain(&error);
    } else {
        printf("%d pl%s taken back.\n", plies, plies == 1 ? "y" : "ies");
        sitting->shown = sitting->saved = false;
        sitting->menu = -1;
    }
}

static void cmd_save(struct mst_sitting *sitting, char *rest) {
    struct mst_error error = {0};
    char *text = *rest ? mst_match_transcript(sitting->match, &error) : NULL;
    FILE *file = text ? fopen(rest, "wb") : NULL;
    if (!*rest) {
        puts("save needs the name of a file.");
    } else if (!text) {
        mst_sitting_complain(&error);
    } else if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        printf("Cannot write '%s'.\n", rest);
    } else {
        printf("Saved to %s. `load %s` or `muster play --load %s` goes on from here.\n", rest, rest,
               rest);
        sitting->saved = true;
    }
    mst_text_free(text);
}

static void cmd_load(struct mst_sitting *sitting, char *rest) {
    struct mst_error error = {0};
    size_t length;
    char *text = mst_read_file(rest, 64 << 20, &length, &error);
    struct mst_match *match = text ? mst_match_replay(sitting->ruleset, text, &error) : NULL;
    mst_free(text);
    if (!match) {
        mst_sitting_complain(&error);
        return;
    }
    mst_sitting_take(sitting, match);
    printf("Loaded: %d plies.\n", mst_match_state(match).ply);
}

static void cmd_new(struct mst_sitting *sitting, char *rest) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(sitting->ruleset, true, ++sitting->seed, &error);
    (void)rest;
    if (match)
        mst_sitting_take(sitting, match);
    else
        mst_sitting_complain(&error);
}

static void cmd_quit(struct mst_sitting *sitting, char *rest) {
    if (!sitting->saved && !*rest && mst_match_state(sitting->match).ply > 0 &&
        !mst_match_state(sitting->match).over)
        puts("Not saved; `quit now` leaves all the same, `save FILE` keeps the match.");
    else
        sitting->quit = true;
}

static const struct {
    const char *name;
    command *run;
} commands[] = {
    {"?", cmd_explain},         {"help", cmd_help},  {"legal", cmd_legal},     {"show", cmd_show},
    {"rules", cmd_rules},       {"rule", cmd_rules}, {"options", cmd_options}, {"hint", cmd_hint},
    {"position", cmd_position}, {"undo", cmd_undo},  {"save", cmd_save},       {"load", cmd_load},
    {"new", cmd_new},           {"quit", cmd_quit},  {"exit", cmd_quit},
};

void mst_sitting_obey(struct mst_sitting *sitting, const char *typed) {
    char *text = mst_strdup(typed + strspn(typed, " \t"));
    if (!text)
        return;
    for (size_t end = strlen(text); end && strchr(" \t", text[end - 1]); end--)
        text[end - 1] = 0;
    size_t word = *text == '?' ? 1 : strcspn(text, " \t"), digits = strspn(text, "0123456789");
    char *rest = text + word + strspn(text + word, " \t");
    bool known = false;
    for (size_t i = 0; *text && !known && i < sizeof commands / sizeof *commands; i++)
        if (strlen(commands[i].name) == word && !strncmp(commands[i].name, text, word)) {
            commands[i].run(sitting, rest);
            known = true;
        }
    if (!known && digits && !text[digits] && digits < 7)
        play_number(sitting, atoi(text));
    else if (!known)
        mst_sitting_play(sitting, text);
    mst_free(text);
}
