/* The log of the screen: see log.h. */
#include "faces/screen/log.h"

#include <string.h>

enum { MOST_ENTRIES = 2000 };

static void drop(struct mst_log *log, int index) {
    mst_buf_clear(&log->entries[index].text);
    log->count--;
    memmove(log->entries + index, log->entries + index + 1,
            (size_t)(log->count - index) * sizeof *log->entries);
}

void mst_log_clear(struct mst_log *log) {
    while (log->count)
        drop(log, log->count - 1);
    mst_free(log->entries);
    *log = (struct mst_log){0};
}

/* A new last entry, or NULL when out of memory. */
static struct mst_log_entry *add(struct mst_log *log, struct mst_log_entry entry) {
    if (log->count == MOST_ENTRIES)
        drop(log, 0);
    if (log->count == log->capacity) {
        int capacity = log->capacity ? 2 * log->capacity : 64;
        struct mst_log_entry *grown = mst_realloc(log->entries, (size_t)capacity * sizeof *grown);
        if (!grown) {
            log->failed = true;
            return NULL;
        }
        log->entries = grown;
        log->capacity = capacity;
    }
    log->entries[log->count] = entry;
    return &log->entries[log->count++];
}

void mst_log_say(struct mst_log *log, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool blank = strspn(text, " ") >= length;
        struct mst_log_entry *entry =
            blank ? NULL : add(log, (struct mst_log_entry){.kind = MST_LOG_SAID});
        if (entry)
            mst_buf_bytes(&entry->text, text, length);
        text += length + (text[length] == '\n');
    }
}

void mst_log_ply(struct mst_log *log, int ply, int seat, bool mine, const char *name,
                 const char *text) {
    struct mst_log_entry *last = log->count ? &log->entries[log->count - 1] : NULL;
    enum mst_log_kind kind = mine ? MST_LOG_MINE : MST_LOG_OTHERS;
    if (last && last->kind == kind && last->seat == seat) {
        mst_buf_printf(&last->text, ", %s", text);
        last->to = ply;
        return;
    }
    last = add(log, (struct mst_log_entry){.kind = kind, .seat = seat, .from = ply, .to = ply});
    if (last)
        mst_buf_printf(&last->text, "%s: %s", name, text);
}

void mst_log_event(struct mst_log *log, int ply, const char *text) {
    struct mst_log_entry *entry = add(
        log,
        (struct mst_log_entry){.kind = MST_LOG_EVENT, .seat = MST_NONE, .from = ply, .to = ply});
    if (entry)
        mst_buf_puts(&entry->text, text);
}

void mst_log_cut(struct mst_log *log, int plies) {
    for (int i = log->count - 1; i >= 0; i--) {
        const struct mst_log_entry *entry = &log->entries[i];
        if (entry->kind == MST_LOG_SAID || entry->to < plies)
            continue;
        plies = entry->from < plies ? entry->from : plies;
        drop(log, i);
    }
    log->begun = log->begun && plies >= 0;
    plies = plies < 0 ? 0 : plies;
    log->plies = plies < log->plies ? plies : log->plies;
}

/* ---- following a match ----------------------------------------------------------------------- */

/* Enter what the events of a ply say; of ply -1: those of the set-up. */
static void follow_events(struct mst_log *log, struct mst_terminal *t, int ply) {
    struct mst_buf text = {0};
    int view = mst_terminal_view(t), events = mst_match_events(t->match, ply + 1);
    for (int i = mst_match_events(t->match, ply); i < events; i++) {
        mst_terminal_put_sentence(t, i, view == MST_VIEW_ALL ? MST_NONE : view, &text);
        if (text.length)
            mst_log_event(log, ply, mst_buf_text(&text));
    }
    mst_buf_clear(&text);
}

static void follow_ply(struct mst_log *log, struct mst_terminal *t, int ply) {
    struct mst_buf text = {0};
    int view = mst_terminal_view(t), seat = mst_match_ply_seat(t->match, ply);
    char name[80] = "chance";
    mst_terminal_put_named(t, ply, view, &text);
    if (seat != MST_NONE && text.length)
        mst_terminal_name(t, seat, name, sizeof name);
    if (text.length)
        mst_log_ply(log, ply, seat,
                    seat != MST_NONE && t->human[seat] && mst_terminal_sits(t, seat), name,
                    mst_buf_text(&text));
    mst_buf_clear(&text);
    follow_events(log, t, ply);
}

void mst_log_follow(struct mst_log *log, struct mst_terminal *t) {
    int count = mst_match_state(t->match).ply;
    if (count < log->plies)
        mst_log_cut(log, count);
    if (!log->begun)
        follow_events(log, t, -1);
    log->begun = true;
    while (log->plies < count)
        follow_ply(log, t, log->plies++);
}

/* ---- drawing --------------------------------------------------------------------------------- */

void mst_log_draw(const struct mst_log *log, struct mst_canvas *canvas) {
    static const char *const heads[] = {[MST_LOG_MINE] = "> ",
                                        [MST_LOG_OTHERS] = "  ",
                                        [MST_LOG_EVENT] = "    ",
                                        [MST_LOG_SAID] = ""};
    int y = 0;
    for (int i = 0; i < log->count; i++) {
        const struct mst_log_entry *entry = &log->entries[i];
        struct mst_pen pen = {.canvas = canvas, .width = canvas->width, .hang = 4, .y = y};
        pen.paint = (struct mst_paint){MST_PAINT_NONE, entry->kind == MST_LOG_MINE};
        const char *head = heads[entry->kind];
        pen.x = mst_canvas_text(canvas, 0, y, canvas->width, head, pen.paint);
        mst_pen_text(&pen, mst_buf_text(&entry->text));
        mst_pen_line(&pen);
        y = pen.y > y ? pen.y : y + 1;
    }
}
