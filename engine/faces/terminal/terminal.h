/* Playing in the terminal: a match, the players in its seats, and its display. `muster play` opens
 * a terminal and runs it.
 *
 * T1 Output is plain lines, without moving the cursor, so that a pipe or a screen reader gets the
 * same as a person. The screen is cleared only between people with secrets from each other.
 * T2 Only `quit` and the end of input end the program. A failure of the rules is reported and
 * leaves the match unchanged.
 * T3 A word that is a legal move is played, even if a command has the same name.
 * T4 In a game with secrets, nothing is printed that the person at the screen may not know. */
#ifndef MUSTER_FACES_TERMINAL_TERMINAL_H
#define MUSTER_FACES_TERMINAL_TERMINAL_H

#include <jansson.h>

#include "faces/terminal/line.h"
#include "faces/scene/scene.h"
#include "muster/player.h"

/* A line of a menu: the moves first .. first+count-1 of the menu. */
struct term_entry {
    int first, count;
    char label[64];
};

/* The meaning of the numbers that a person may type. */
struct term_menu {
    struct mst_moves moves; /* sorted, so that the moves of an entry are consecutive */
    struct term_entry *entries;
    int count, capacity;
    bool by_kind;     /* each entry is a kind of moves */
    const char *part; /* the part in which the entries differ; NULL: more than one */
};

/* The perspective of the board, unless it is that of the person at the screen. */
enum { TERM_VIEW_OWN = -3, TERM_VIEW_ALL = MST_EVERYTHING };

/* The file in which the running match is kept. */
struct term_autosave {
    bool on, failed; /* the last write failed, which was said */
    int file;        /* or -1 */
    char path[600];
    struct mst_buf written;
};

/* The match that is put aside while its past is at the screen (history.c). */
struct term_past {
    struct mst_match *match; /* NULL: the match is at the screen */
    bool unsaved;
    int told[MST_MOST_SEATS], heard[MST_MOST_SEATS + 1];
};

struct term_terminal;

/* A face that shows the match by itself (engine/screen): the board, the moves played and the menu
 * are not printed. Lines are read from it (term_line_from). */
struct term_face {
    void *context;
    void (*show)(void *context);   /* show the match as it is now: a computer begins to think */
    void (*forget)(void *context); /* forget what was seen and typed: others will look */
};

struct term_terminal {
    struct mst_ruleset *ruleset;
    struct mst_match *match;
    bool human[MST_MOST_SEATS];
    struct mst_player players[MST_MOST_SEATS]; /* for computers */
    int ms, threads; /* of computers and advice: see struct mst_player; 0: not given */
    char *weights[MST_MOST_SEATS]; /* owned: files of weights that a resumed match names */
    int view;                      /* TERM_VIEW_OWN, TERM_VIEW_ALL, a seat */
    int viewer;                    /* in a game with secrets: the seat at the screen, or MST_NONE */
    int told[MST_MOST_SEATS];      /* for each seat, the number of plies reported to it, or seen */
    int heard[MST_MOST_SEATS + 1]; /* for each viewer + 1, the number of events reported to it */
    int news;                      /* the first ply to report below the next board, or MST_NONE */
    struct scene_text_style style;
    struct term_line *line;
    const struct term_face *face; /* NULL: lines are printed */
    bool asked;                   /* a move or a command is read, not the answer to a question */
    bool echo; /* input is not typed here: echo it, so that the output can be followed */
    struct mst_seed seed;
    json_t *seen; /* the items of the last scene drawn, or NULL */
    struct term_menu menu;
    char file[512];       /* last file saved or loaded */
    int hints, hinted_at; /* hints of a puzzle that were given at this ply */
    bool refuted;         /* the move that comes refutes a try to solve a puzzle */
    bool unsaved;         /* something was played or taken back since */
    bool fresh;           /* the position has changed: show it with its menu */
    bool quit;
    bool ended;         /* the autosave stays */
    bool onward;        /* the campaign goes on with its next scenario */
    char campaign[300]; /* the first scenario of the campaign that is played, as errors name it; "":
                         * none is played */
    bool failed;        /* the last `save` */
    struct term_autosave autosave;
    struct term_past past;
    bool replays;             /* nobody plays the match, which is only gone through */
    struct term_watch *watch; /* watches the files of the rules; NULL: not watching */
    struct mst_ruleset *next; /* changed rules that do not allow this match, for the next one; or
                               * NULL */
};

/* Take ownership of a ruleset and a match of it. The previous ones are freed. */
void term_terminal_take(struct term_terminal *t, struct mst_ruleset *ruleset,
                        struct mst_match *match);
/* Play until a person quits or input ends. There must be a match. */
void term_terminal_run(struct term_terminal *t);
/* Free everything that it owns. */
void term_terminal_clear(struct term_terminal *t);

/* ---- who sits at the screen (seats.c) ----------------------------------------------- */

/* Does the game have secrets, and did nobody ask to see everything? */
bool term_terminal_secret(const struct term_terminal *t);
/* The seat whose view is shown: MST_NONE for an onlooker, TERM_VIEW_ALL for everything. */
int term_terminal_view(const struct term_terminal *t);
/* Hand the screen over to a seat, or (MST_NONE) to everybody, if needed: clear it and wait. False
 * at the end of input. */
bool term_terminal_hand_over(struct term_terminal *t, int seat);
/* Can the seat decide without handing over? */
bool term_terminal_sits(const struct term_terminal *t, int seat);
/* Is it true that the person at the screen learns no new face from `after`? */
bool term_terminal_foreseen(const struct term_terminal *t, const struct mst_match *after);
/* Print the commitment to the seed of a match that begins, and the seed of one that is over, if
 * chance decides anything (match.c). */
void term_terminal_commit(const struct term_terminal *t);
void term_terminal_reveal(const struct term_terminal *t);
/* A new match: nothing has been reported to any seat. */
void term_terminal_begin(struct term_terminal *t);
/* Report the plies from t->news on, as far as the person at the screen may know them. False if
 * there is nothing to report. */
bool term_terminal_tell(struct term_terminal *t);

/* The text of a ply for the log: if no event of it has a sentence, with the title of its kind, as
 * in M:c2 (Maneuver). */
void term_terminal_put_named(struct term_terminal *t, int ply, int viewer, struct mst_buf *out);
/* The text of a ply, and the sentence of an event, for a viewer; or nothing. */
void term_terminal_put_ply(struct term_terminal *t, int ply, int viewer, struct mst_buf *out);
void term_terminal_put_sentence(struct term_terminal *t, int event, int viewer,
                                struct mst_buf *out);

/* ---- the past (history.c) -------------------------------------------------------------------- */

/* Is the past at the screen, and, in a game with secrets, only looked at? */
bool term_terminal_looks(const struct term_terminal *t);
bool term_terminal_only_looks(const struct term_terminal *t);
/* Go back to the match, if the past is at the screen. */
void term_terminal_present(struct term_terminal *t);
/* Print the last ply, and say where in the past this is. */
void term_terminal_where(struct term_terminal *t);
/* Are other moves at the screen than those of the match? */
bool term_terminal_tries(const struct term_terminal *t);
/* Replay the match that was taken, from its beginning. */
void term_terminal_replay(struct term_terminal *t);
/* Commands; `rest` is the rest of the line. */
void term_terminal_log(struct term_terminal *t, char *rest);
void term_terminal_back(struct term_terminal *t, char *rest);
void term_terminal_forward(struct term_terminal *t, char *rest);
void term_terminal_return(struct term_terminal *t, char *rest);

/* Say why a match that is over ended, in the words of the rules, how long it took, what was lost,
 * and where it turned (summary.c). */
void term_terminal_sum_up(struct term_terminal *t);

/* ---- saying (board.c) --------------------------------------------------------------- */

/* Print text, wrapped at words. Continuation lines are indented. */
void term_terminal_say(const struct term_terminal *t, const char *text);
/* Print an error message. */
void term_terminal_complain(const struct term_terminal *t, const struct mst_error *error);
/* The name of a seat, from the scene. */
void term_terminal_name(struct term_terminal *t, int seat, char *name, size_t size);
/* The status line of the scene: one sentence. */
void term_terminal_status(struct term_terminal *t, char *text, size_t size);
/* Show the position: the board, the moves of others, and the menu (terminal.c). */
void term_terminal_show(struct term_terminal *t);
/* Draw the board. With `changed`, draw it only if it differs from the last one drawn; otherwise
 * print the status. */
void term_terminal_draw(struct term_terminal *t, bool changed);
/* The scene as shown on the screen. NULL with an error; where `error` is NULL, because drawing the
 * board reports faults of rules, standard error says if memory ran out. */
json_t *term_terminal_scene(struct term_terminal *t, struct mst_match *match,
                            struct mst_error *error);
/* The same of the match at the screen, with the last turn marked. */
json_t *term_terminal_picture(struct term_terminal *t, struct mst_error *error);
/* The string in a field, or `otherwise`. */
const char *term_terminal_text(const json_t *object, const char *key, const char *otherwise);
/* Describe a zone (zone.c). */
void term_terminal_zone(struct term_terminal *t, const char *zone);
/* Write the board as SVG. */
void term_terminal_svg(struct term_terminal *t, const char *path);
/* The cell of a zone in any grid of a scene, or NULL if it is not listed (zone.c). */
const json_t *term_terminal_cell(const json_t *scene, const char *zone);
/* Report the zones, rows of cards and lists in which the match `after` differs from the current one
 * (changes.c). */
void term_terminal_difference(struct term_terminal *t, struct mst_match *after);
/* Report the zones and lists in which the current position differs from the items of an earlier
 * scene, on a board with stacks, facings or grounds. */
void term_terminal_changes(struct term_terminal *t, json_t *items);

/* ---- menus (menu.c) ----------------------------------------------------------------- */

/* Make and print the menu of the position. */
void term_terminal_menu(struct term_terminal *t);
/* Make and print the menu of some of the legal moves. False when out of memory. */
bool term_terminal_menu_of(struct term_terminal *t, const struct mst_moves *moves);
/* The move of menu line `number` (from 1). False if the line opened another menu (printed), or does
 * not exist (reported). */
bool term_terminal_pick(struct term_terminal *t, long number, mst_move *move);
/* Open a menu of the legal moves whose texts, or else whose titles, begin with `start`. False if
 * there are none. */
bool term_terminal_complete(struct term_terminal *t, const char *start);
/* Open a menu of the moves whose titles begin with `word`, which has at least three letters. */
bool term_terminal_call(struct term_terminal *t, const char *word);
/* The line, from 1, whose part is `word`, where the menu asks for a part; 0 if there is not exactly
 * one. */
int term_terminal_line(const struct term_terminal *t, const char *word);
/* Print every legal move, by kind. */
void term_terminal_legal(struct term_terminal *t);
void term_menu_clear(struct term_menu *menu);
/* Do the lines of the menu show their numbers? Not where a move, or a part, is a number itself:
 * what is typed is that move first. */
bool term_menu_numbered(const struct term_menu *menu);

/* ---- the autosave (autosave.c) --------------------------------------------------------------- */

/* Bring the match to the disk. Call it after each change, before the change is shown. */
void term_terminal_keep(struct term_terminal *t);
/* Close the autosave, and remove it unless `keep`. */
void term_terminal_unkeep(struct term_terminal *t, bool keep);
/* Find the last match that was not finished, and ask whether to continue it; without a line, do not
 * ask. Returns a descriptor that locks its file, or -1. */
int term_terminal_resume(struct term_line *line, char *path, size_t size);
/* Create the user's state folder, which nobody else may read, and write its name. NULL, or what
 * went wrong. */
const char *term_terminal_folder(char *folder, size_t size);
/* Seat who sat in an autosave, and show the view that it had. */
void term_terminal_seat(struct term_terminal *t, const char *path);
/* Append the path that the words of an autosave name, with %20 for a blank. */
void term_terminal_path(const char *word, size_t length, struct mst_buf *out);

/* A match that was not finished, in an autosave or put aside (kept.c). */
struct term_kept {
    char path[600];
    char ruleset[200]; /* as its transcript names it; "": it cannot be read */
    char seats[200];   /* who plays, in words */
    int plies;
    int64_t when;       /* its last change, in nanoseconds since 1970 */
    char campaign[300]; /* the first scenario of its campaign, or "" */
    bool running;       /* a program plays it now */
    bool offered;       /* the next start offers it: the newest that no program plays */
};
enum { TERM_MOST_KEPT = 198 };
/* Find these matches, the newest first. Returns their number. */
int term_terminal_kept(struct term_kept kept[TERM_MOST_KEPT]);

/* ---- input ----------------------------------------------------------------------------------- */

/* Play moves, separated by blanks (moves.c). `words` is cut up. */
void term_terminal_play(struct term_terminal *t, char *words);
/* Does a word stand for exactly one move or menu line now? Numbers do not. */
bool term_terminal_means(struct term_terminal *t, const char *word);
/* Execute an input line (commands.c). */
void term_terminal_obey(struct term_terminal *t, const char *text);
/* Offer the words that can be typed now; a term_line_words for a struct term_terminal. */
void term_terminal_words(void *context, void (*offer)(void *to, const char *word), void *to);

/* ---- rules that change while a match runs (watch.c) --------------------------------- */

/* Start watching the ruleset's files and all modules. False when out of memory. */
bool term_terminal_watch(struct term_terminal *t);
void term_watch_free(struct term_watch *watch);
/* Has a watched file changed? A term_line_call for a struct term_terminal. */
bool term_terminal_changed(void *context);
/* Replay the match under the changed rules. If that is impossible, report why and keep the old
 * rules. */
void term_terminal_reload(struct term_terminal *t);

/* Show the best line, or the best lines, at level 4 (advise.c). */
void term_terminal_hint(struct term_terminal *t, char *rest);
void term_terminal_analyse(struct term_terminal *t, char *rest);

/* ---- puzzles (puzzle.c) ---------------------------------------------------------------------- */

/* Say a little more of the key of a puzzle, each time that this is called at a ply. False if there
 * is no puzzle for the seat that decides, or if the solver does not know. */
bool term_terminal_puzzle_hint(struct term_terminal *t);
/* The defence that refutes the try of a puzzle, or any defence. False if there is no puzzle, or if
 * the solver does not know. */
bool term_terminal_defend(struct term_terminal *t, mst_move *move);
/* Say that the moves which were played refute the try, if they do. */
void term_terminal_say_refuted(struct term_terminal *t);
/* Has the person solved this puzzle? `scenario` is a file, relative to the home folder. */
bool term_terminal_solved(const char *scenario);
/* Remember a puzzle that was solved just now. */
void term_terminal_note_solved(const struct term_terminal *t);

/* ---- campaigns (campaign.c) ------------------------------------------------------------------ */

enum { TERM_CAMPAIGN_VALUES = 64, TERM_CAMPAIGN_NAME = 40 };

/* How far a campaign is. */
struct term_campaign {
    char first[300], at[300]; /* its first scenario, and the one that comes next; "-": none */
    struct {
        char name[TERM_CAMPAIGN_NAME];
        int64_t value;
    } values[TERM_CAMPAIGN_VALUES]; /* what was carried on */
    int value_count;
    struct mst_buf played; /* a line for each match played */
    int count;             /* of them */
};
/* Begin the campaign whose first scenario this is (a path relative to the home folder), or read how
 * far it is; clear it after use. */
void term_campaign_begin(const char *first, struct term_campaign *campaign);
void term_campaign_read(const char *first, struct term_campaign *campaign);
void term_campaign_clear(struct term_campaign *campaign);
bool term_campaign_finished(const struct term_campaign *campaign);
/* Keep how far it is. False after saying what went wrong. */
bool term_campaign_write(const struct term_campaign *campaign);
/* Note the outcome of the match, which is over, in its campaign, and read this. Does another
 * scenario come? */
bool term_campaign_advance(struct term_terminal *t, struct term_campaign *campaign);
/* Lock and name the autosave of a match of the campaign and this scenario, the newest. Returns a
 * descriptor, or -1 (autosave.c). */
int term_terminal_resume_campaign(const struct term_campaign *campaign, char *path, size_t size);
/* Print the debriefing, and how to go on. */
void term_terminal_say_outcome(struct term_terminal *t);
void term_terminal_next(struct term_terminal *t, char *rest);

/* Commands on the match as a whole (match.c). `rest` is the rest of the line after the command's
 * name. */
void term_terminal_undo(struct term_terminal *t, char *rest);
void term_terminal_save(struct term_terminal *t, char *rest);
/* May a file be written to `path`? What is there must begin with `first`, as `what` does; otherwise
 * prints why not. `exists`: is something there? */
bool term_terminal_replaces(const char *path, const char *first, const char *what, bool *exists);
void term_terminal_load(struct term_terminal *t, char *rest);
void term_terminal_new(struct term_terminal *t, char *rest);
void term_terminal_resign(struct term_terminal *t, char *rest);
/* Ask, and return whether the answer is yes. */
bool term_terminal_confirm(struct term_terminal *t, const char *question);
void term_terminal_quit(struct term_terminal *t, char *rest);
/* At the end of input: print how to continue. */
void term_terminal_farewell(struct term_terminal *t);
/* Load a transcript into *ruleset and *match. On failure prints a message and returns false. */
bool term_terminal_open(const char *path, struct mst_ruleset **ruleset, struct mst_match **match);

#endif
