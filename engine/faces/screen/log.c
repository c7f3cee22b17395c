/* The log of the screen: see log.h. */
#include "faces/screen/log.h"

#include <assert.h>
#include <string.h>

enum { MOST_ENTRIES = 2000 };

static void log_drop(struct screen_log *log, int index) {
    assert(index >= 0 && index < log->count);
    mst_buf_clear(&log->entries[index].text);
    log->count--;
    memmove(log->entries + index, log->entries + index + 1,
            (size_t)(log->count - index) * sizeof *log->entries);
}

void screen_log_clear(struct screen_log *log) {
    while (log->count)
        log_drop(log, log->count - 1);
    mst_free(log->entries);
    *log = (struct screen_log){0};
}

/* A new last entry, or NULL when out of memory. */
static struct screen_log_entry *log_add(struct screen_log *log, struct screen_log_entry entry) {
    /* The oldest gives way: a match may run for thousands of plies. */
    if (log->count == MOST_ENTRIES)
        log_drop(log, 0);
    if (log->count == log->capacity) {
        int capacity = log->capacity ? 2 * log->capacity : 64;
        struct screen_log_entry *grown =
            mst_realloc(log->entries, (size_t)capacity * sizeof *grown);
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

void screen_log_say(struct screen_log *log, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");

        /* Blank lines separate texts in a pipe; the log needs none. */
        bool blank = strspn(text, " ") >= length;
        struct screen_log_entry *entry =
            blank ? NULL : log_add(log, (struct screen_log_entry){.kind = SCREEN_LOG_SAID});
        if (entry)
            mst_buf_bytes(&entry->text, text, length);
        text += length + (text[length] == '\n');
    }
}

void screen_log_ply(struct screen_log *log, int ply, int seat, bool mine, const char *name,
                    const char *text) {
    struct screen_log_entry *last = log->count ? &log->entries[log->count - 1] : NULL;
    enum screen_log_kind kind = mine ? SCREEN_LOG_MINE : SCREEN_LOG_OTHERS;

    /* Plies of one seat in a row form one entry. */
    if (last && last->kind == kind && last->seat == seat) {
        mst_buf_printf(&last->text, ", %s", text);
        last->to = ply;
        return;
    }
    last =
        log_add(log, (struct screen_log_entry){.kind = kind, .seat = seat, .from = ply, .to = ply});
    if (last)
        mst_buf_printf(&last->text, "%s: %s", name, text);
}

void screen_log_event(struct screen_log *log, int ply, const char *text) {
    struct screen_log_entry *entry =
        log_add(log, (struct screen_log_entry){
                         .kind = SCREEN_LOG_EVENT, .seat = MST_NONE, .from = ply, .to = ply});
    if (entry)
        mst_buf_puts(&entry->text, text);
}

void screen_log_cut(struct screen_log *log, int plies) {
    /* From the end, so that dropping does not move what is still to be looked at. What was printed
     * stays. */
    for (int i = log->count - 1; i >= 0; i--) {
        const struct screen_log_entry *entry = &log->entries[i];
        if (entry->kind == SCREEN_LOG_SAID || entry->to < plies)
            continue;
        /* An entry of several plies goes as a whole, and with it those of its plies that are still
         * played: they are entered again. */
        plies = entry->from < plies ? entry->from : plies;
        log_drop(log, i);
    }
    /* The set-up is entered again only if it was removed. */
    log->begun = log->begun && plies >= 0;
    plies = plies < 0 ? 0 : plies;
    log->plies = plies < log->plies ? plies : log->plies;
}

/* ---- following a match ----------------------------------------------------------------------- */

/* Enter what the events of a ply say; of ply -1: those of the set-up. */
static void follow_events(struct screen_log *log, struct term_terminal *t, int ply) {
    struct mst_buf text = {0};
    int view = term_terminal_view(t), events = mst_match_events(t->match, ply + 1);

    /* An event without a sentence for the viewer leaves no entry. */
    for (int i = mst_match_events(t->match, ply); i < events; i++) {
        term_terminal_put_sentence(t, i, view == TERM_VIEW_ALL ? MST_NONE : view, &text);
        if (text.length)
            screen_log_event(log, ply, mst_buf_text(&text));
    }
    mst_buf_clear(&text);
}

static void follow_ply(struct screen_log *log, struct term_terminal *t, int ply) {
    struct mst_buf text = {0};
    int view = term_terminal_view(t), seat = mst_match_ply_seat(t->match, ply);
    char name[80] = "chance";

    term_terminal_put_named(t, ply, view, &text);
    /* A ply that the viewer may not know leaves no entry (T4). */
    if (seat != MST_NONE && text.length)
        term_terminal_name(t, seat, name, sizeof name);
    if (text.length)
        screen_log_ply(log, ply, seat,
                       seat != MST_NONE && t->human[seat] && term_terminal_sits(t, seat), name,
                       mst_buf_text(&text));
    mst_buf_clear(&text);
    follow_events(log, t, ply);
}

void screen_log_follow(struct screen_log *log, struct term_terminal *t) {
    int count = mst_match_state(t->match).ply;

    /* Fewer plies than before: some were taken back. */
    if (count < log->plies)
        screen_log_cut(log, count);
    if (!log->begun)
        follow_events(log, t, -1);
    log->begun = true;
    /* The number goes up even without an entry, so that no ply is entered twice. */
    while (log->plies < count)
        follow_ply(log, t, log->plies++);
}

/* ---- drawing --------------------------------------------------------------------------------- */

void screen_log_draw(const struct screen_log *log, struct scene_canvas *canvas) {
    static const char *const heads[] = {[SCREEN_LOG_MINE] = "> ",
                                        [SCREEN_LOG_OTHERS] = "  ",
                                        [SCREEN_LOG_EVENT] = "    ",
                                        [SCREEN_LOG_SAID] = ""};
    int y = 0;
    for (int i = 0; i < log->count; i++) {
        const struct screen_log_entry *entry = &log->entries[i];

        /* Continuation lines hang, so that the heads stand out. */
        struct scene_pen pen = {.canvas = canvas, .width = canvas->width, .hang = 4, .y = y};
        pen.paint = (struct scene_paint){SCENE_PAINT_NONE, entry->kind == SCREEN_LOG_MINE};
        const char *head = heads[entry->kind];
        pen.x = scene_canvas_text(canvas, 0, y, canvas->width, head, pen.paint);
        scene_pen_text(&pen, mst_buf_text(&entry->text));
        /* An entry of no text takes a line, too. */
        scene_pen_line(&pen);
        y = pen.y > y ? pen.y : y + 1;
    }
}
