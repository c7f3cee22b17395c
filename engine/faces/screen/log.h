/* The log of the screen: what was played and said, as the person at the screen may know it, and
 * what the program said. */
#ifndef MUSTER_FACES_SCREEN_LOG_H
#define MUSTER_FACES_SCREEN_LOG_H

#include "faces/scene/canvas.h"
#include "faces/terminal/terminal.h"

enum screen_log_kind { SCREEN_LOG_MINE, SCREEN_LOG_OTHERS, SCREEN_LOG_EVENT, SCREEN_LOG_SAID };

struct screen_log_entry {
    enum screen_log_kind kind;
    int seat;     /* of plies: MST_NONE for chance */
    int from, to; /* the plies first .. last, of what is not said */
    struct mst_buf text;
};

struct screen_log {
    struct screen_log_entry *entries;
    int count, capacity;
    int plies;  /* of the match, that were entered */
    bool begun; /* what the set-up said was entered */
    bool failed;
};

void screen_log_clear(struct screen_log *log);
/* Enter each line of a text, but for blank ones. */
void screen_log_say(struct screen_log *log, const char *text);
/* Enter a ply of the seat, or add it to the entry before, if that is of the same seat. */
void screen_log_ply(struct screen_log *log, int ply, int seat, bool mine, const char *name,
                    const char *text);
void screen_log_event(struct screen_log *log, int ply, const char *text);
/* Remove the plies from number `plies` on, which were taken back; -1: also what the set-up said. */
void screen_log_cut(struct screen_log *log, int plies);
/* Enter what has happened in the match since the last call. */
void screen_log_follow(struct screen_log *log, struct term_terminal *t);
/* Draw all of it. Own moves begin with >, sentences of events are indented farther. */
void screen_log_draw(const struct screen_log *log, struct scene_canvas *canvas);

#endif
