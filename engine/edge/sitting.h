/* A sitting at the terminal: a match, who sits in its seats, and how it is shown. What `play` works
 * on. */
#ifndef MUSTER_EDGE_SITTING_H
#define MUSTER_EDGE_SITTING_H

#include "edge/command.h"
#include "edge/line.h"
#include "edge/scene.h"
#include "match/match.h"
#include "search/player.h"

struct mst_sitting {
    struct mst_arguments arguments;
    struct mst_ruleset *ruleset;
    struct mst_match *match;
    bool human[MST_MOST_SEATS];
    struct mst_player player[MST_MOST_SEATS]; /* of the seats where no person sits */
    struct mst_text_style style;
    struct mst_line *line;
    uint64_t seed;
    bool quit, saved;
    bool shown; /* the board as it stands has been drawn */
    int menu;   /* kind whose moves were listed; -1: the kinds were */
};

/* Name of a seat as the scene gives it, else "seat N". Copied into name[size]. */
void mst_sitting_seat_name(struct mst_sitting *sitting, int seat, char *name, size_t size);
/* The seat from which the board is looked at: the person who is to move, or the first one. */
int mst_sitting_view(const struct mst_sitting *sitting);
/* The scene for that seat; NULL and a message on failure. Release with json_decref. */
json_t *mst_sitting_scene(struct mst_sitting *sitting);
/* Draw the board. */
void mst_sitting_draw(struct mst_sitting *sitting);
/* Say what stands on a zone. */
void mst_sitting_show_zone(struct mst_sitting *sitting, const char *zone);
/* List the kinds of moves that can be made now, numbered. */
void mst_sitting_list_kinds(struct mst_sitting *sitting);
/* List the moves of one kind (-1: of all), numbered, in columns. */
void mst_sitting_list_moves(struct mst_sitting *sitting, int kind);
/* The move with this number in the list shown last, or that stands for a kind with one move; false
 * when the number opened a list or means nothing (both said). */
bool mst_sitting_pick(struct mst_sitting *sitting, int number, mst_move *move);
/* Carry out what a person typed. */
void mst_sitting_obey(struct mst_sitting *sitting, const char *text);
/* Play words as moves, one after the other, up to the first that is refused. */
void mst_sitting_play(struct mst_sitting *sitting, char *words);
/* Print lines for a person, broken between words so that they fit 80 columns. */
void mst_sitting_say(const char *text);
/* Print an error for a person. */
void mst_sitting_complain(const struct mst_error *error);
/* Take another match (the old one is freed). */
void mst_sitting_take(struct mst_sitting *sitting, struct mst_match *match);
/* What may complete a word: moves and commands. A mst_line_words. */
void mst_sitting_words(void *context, void (*offer)(void *to, const char *word), void *to);

#endif
