/* Playing in the terminal: a match, who sits in its seats, and how it is shown. `muster play` opens
 * one and runs it.
 *
 * T1 Everything is said line by line, without moving the cursor: a pipe or a screen reader gets the
 * same as a person; only between people who keep secrets from each other the screen is cleared. T2
 * No input ends the program but `quit` and the end of input; a failure of the rules is reported,
 * and the match stands as before it. T3 A word that is a legal move is played, also where a command
 * has the same name. T4 In a game with secrets nothing is said that the person at the screen may
 * not know. */
#ifndef MUSTER_TERMINAL_TERMINAL_H
#define MUSTER_TERMINAL_TERMINAL_H

#include <jansson.h>

#include "terminal/line.h"
#include "scene/scene.h"

/* One line of a menu: the moves first .. first+count-1 of the menu. */
struct mst_entry {
    int first, count;
    char label[64];
};

/* The meaning of the numbers that a person may type. */
struct mst_menu {
    struct mst_moves moves; /* sorted so that those of an entry stand together */
    struct mst_entry *entries;
    int count, capacity;
    bool by_kind;     /* each entry is a kind of move */
    const char *part; /* the part of the move that the entries differ in, NULL: more than one */
};

/* Whose eyes the board is for, when not those of whoever sits at the screen. */
enum { MST_VIEW_OWN = -3, MST_VIEW_ALL = -2 };

struct mst_terminal {
    struct mst_ruleset *ruleset;
    struct mst_match *match;
    bool human[MST_MOST_SEATS];
    struct mst_player players[MST_MOST_SEATS]; /* of the other seats */
    int view;                                  /* MST_VIEW_OWN, MST_VIEW_ALL, a seat */
    int viewer;               /* in a game with secrets the seat at the screen, MST_NONE nobody's */
    int told[MST_MOST_SEATS]; /* plies that each seat was told of, or has seen itself */
    int news;                 /* the ply to tell from below the next board, or MST_NONE */
    struct mst_text_style style;
    struct mst_line *line;
    bool echo; /* input is not typed here: repeat it, so that the output can be followed */
    uint64_t seed;
    json_t *seen; /* the items of the scene drawn last, or NULL */
    struct mst_menu menu;
    char file[512]; /* saved to or loaded from last */
    bool unsaved;   /* something was played or taken back since */
    bool fresh;     /* the position changed: show it and its menu */
    bool quit;
    struct mst_watch *watch;  /* the files that the rules come from, or NULL: not watched */
    struct mst_ruleset *next; /* changed rules that refuse this match, for the next one; or NULL */
};

/* Take a ruleset and a match of it; both are owned from now on, those before are freed. */
void mst_terminal_take(struct mst_terminal *t, struct mst_ruleset *ruleset,
                       struct mst_match *match);
/* Play until somebody quits or input ends. The match must be there. */
void mst_terminal_run(struct mst_terminal *t);
/* Free all that it holds. */
void mst_terminal_clear(struct mst_terminal *t);

/* ---- who sits at the screen (terminal_seats.c) ----------------------------------------------- */

/* Has the game secrets, and nobody asked to see more? */
bool mst_terminal_secret(const struct mst_terminal *t);
/* From which seat the board is looked at: MST_NONE for an onlooker, MST_VIEW_ALL for everything. */
int mst_terminal_view(const struct mst_terminal *t);
/* Before a seat decides, or (MST_NONE) all look: clear the screen and wait until it is handed over,
 * where it has to be. False at the end of input. */
bool mst_terminal_hand_over(struct mst_terminal *t, int seat);
/* May the seat decide without that? */
bool mst_terminal_sits(const struct mst_terminal *t, int seat);
/* Does the person at the screen learn no face in `after` that is unknown in the match? */
bool mst_terminal_foretold(const struct mst_terminal *t, const struct mst_match *after);
/* Another match: nobody was told of it yet. */
void mst_terminal_begin(struct mst_terminal *t);
/* Say who played what from t->news on, as far as the person at the screen may know it; false when
 * that is nothing. */
bool mst_terminal_tell(struct mst_terminal *t);

/* ---- saying (terminal_board.c) --------------------------------------------------------------- */

/* Print lines, broken between words where they are too long, so that what follows is indented. */
void mst_terminal_say(const struct mst_terminal *t, const char *text);
/* Print an error for a person. */
void mst_terminal_complain(const struct mst_terminal *t, const struct mst_error *error);
/* Name of a seat, as the scene gives it. */
void mst_terminal_name(struct mst_terminal *t, int seat, char *name, size_t size);
/* The status line of the scene: one sentence. */
void mst_terminal_status(struct mst_terminal *t, char *text, size_t size);
/* Board, what others played, menu: everything shown of a position (terminal.c). */
void mst_terminal_show(struct mst_terminal *t);
/* Draw the board. With `changed` only when it differs from the one drawn last; else say the
 * status. */
void mst_terminal_draw(struct mst_terminal *t, bool changed);
/* The scene as seen from the screen; NULL with an error. */
json_t *mst_terminal_scene(struct mst_terminal *t, struct mst_match *match,
                           struct mst_error *error);
/* Text of a field, or `otherwise`. */
const char *mst_terminal_text(const json_t *object, const char *key, const char *otherwise);
/* Describe a zone (terminal_zone.c). */
void mst_terminal_zone(struct mst_terminal *t, const char *zone);
/* Write the board as SVG. */
void mst_terminal_svg(struct mst_terminal *t, const char *path);
/* The cell of a zone, in any grid of a scene; NULL when it is not listed (terminal_zone.c). */
const json_t *mst_terminal_cell(const json_t *scene, const char *zone);
/* Say in which zones, rows of cards and lists the match `after` differs from the present one
 * (terminal_changes.c). */
void mst_terminal_difference(struct mst_terminal *t, struct mst_match *after);
/* Say in which zones and lists the present position differs from the items of an earlier scene, on
 * a board with stacks, facings or grounds. */
void mst_terminal_changes(struct mst_terminal *t, json_t *items);

/* ---- menus (terminal_menu.c) ----------------------------------------------------------------- */

/* Make the menu of the position and print it. */
void mst_terminal_menu(struct mst_terminal *t);
/* The move that line `number` (from 1) stands for; false when it opened another menu (printed), or
 * when there is no such line (said). */
bool mst_terminal_pick(struct mst_terminal *t, long number, mst_move *move);
/* Open a menu of the legal moves whose texts begin with `start`, or else whose titles do; false
 * when there are none. */
bool mst_terminal_complete(struct mst_terminal *t, const char *start);
/* Open a menu of those whose titles begin with `word`, of three letters or more. */
bool mst_terminal_call(struct mst_terminal *t, const char *word);
/* Print every legal move, by kind. */
void mst_terminal_legal(struct mst_terminal *t);
void mst_menu_clear(struct mst_menu *menu);

/* ---- what can be typed ----------------------------------------------------------------------- */

/* Carry out a line (terminal_commands.c). */
void mst_terminal_obey(struct mst_terminal *t, const char *text);
/* Offer the words that can be typed now; a mst_line_words of a struct mst_terminal. */
void mst_terminal_words(void *context, void (*offer)(void *to, const char *word), void *to);

/* ---- rules that change while a match runs (terminal_watch.c) --------------------------------- */

/* Watch the ruleset's files and all modules from now on. False without memory. */
bool mst_terminal_watch(struct mst_terminal *t);
void mst_watch_free(struct mst_watch *watch);
/* Has one of them changed since? A mst_line_call of a struct mst_terminal. */
bool mst_terminal_changed(void *context);
/* Play the match again under the rules as the files say them now; where that cannot be, say why and
 * keep the old ones. */
void mst_terminal_reload(struct mst_terminal *t);

/* The match as a whole (terminal_match.c); `rest` is what follows the command's name. */
void mst_terminal_undo(struct mst_terminal *t, char *rest);
void mst_terminal_save(struct mst_terminal *t, char *rest);
void mst_terminal_load(struct mst_terminal *t, char *rest);
void mst_terminal_new(struct mst_terminal *t, char *rest);
void mst_terminal_resign(struct mst_terminal *t, char *rest);
void mst_terminal_quit(struct mst_terminal *t, char *rest);
/* At the end of input: how to go on. */
void mst_terminal_farewell(struct mst_terminal *t);
/* Load what a transcript tells of into *ruleset and *match. False, with a message, on failure. */
bool mst_terminal_open(const char *path, struct mst_ruleset **ruleset, struct mst_match **match);

#endif
