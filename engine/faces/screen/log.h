/* The log of the screen: what was played and told, as the person at the screen may know it, and
 * what the program said. */
#ifndef MUSTER_FACES_SCREEN_LOG_H
#define MUSTER_FACES_SCREEN_LOG_H

#include "faces/scene/canvas.h"
#include "faces/terminal/terminal.h"

enum mst_log_kind { MST_LOG_MINE, MST_LOG_OTHERS, MST_LOG_EVENT, MST_LOG_SAID };

struct mst_log_entry {
    enum mst_log_kind kind;
    int seat;     /* of plies: MST_NONE for chance */
    int from, to; /* the plies first .. last, of what is not said */
    struct mst_buf text;
};

struct mst_log {
    struct mst_log_entry *entries;
    int count, capacity;
    int plies;  /* of the match, that were entered */
    bool begun; /* what the set-up told was entered */
    bool failed;
};

void mst_log_clear(struct mst_log *log);
/* Enter each line of a text, but for blank ones. */
void mst_log_say(struct mst_log *log, const char *text);
/* Enter a ply of the seat, or add it to the entry before, if that is of the same seat. */
void mst_log_ply(struct mst_log *log, int ply, int seat, bool mine, const char *name,
                 const char *text);
void mst_log_event(struct mst_log *log, int ply, const char *text);
/* Remove the plies from number `plies` on, which were taken back; -1: also what the set-up told. */
void mst_log_cut(struct mst_log *log, int plies);
/* Enter what has happened in the match since the last call. */
void mst_log_follow(struct mst_log *log, struct mst_terminal *t);
/* Draw all of it. Own moves stand behind >, sentences of events farther right. */
void mst_log_draw(const struct mst_log *log, struct mst_canvas *canvas);

#endif
