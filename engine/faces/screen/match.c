/* The match as the screen shows it, and the choices that are made on it: see parts.h. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "faces/screen/parts.h"

/* ---- choices --------------------------------------------------------------------------------- */

bool screen_decides(const struct screen *s) {
    return s->t->asked && !s->hidden && s->pick.moves.count > 0;
}

void screen_answer(struct screen *s, const char *line) {
    mst_buf_reset(&s->answer);
    mst_buf_puts(&s->answer, line);
    s->answered = true;
}

static void answer_move(struct screen *s, mst_move move) {
    struct mst_buf text = {0};

    /* A move is answered as its text, as if it had been typed: one way for all moves. */
    mst_match_move_text(s->t->match, move, &text);
    screen_answer(s, mst_buf_text(&text));
    mst_buf_clear(&text);
}

/* The square of the distance between the centres of two places. A line is as high as two columns.
 */
static int distance(const struct scene_place *a, const struct scene_place *b) {
    int x = 2 * a->x + a->width - 2 * b->x - b->width;
    int y = 2 * (2 * a->y + a->height - 2 * b->y - b->height);
    return x * x + y * y;
}

/* If no move points at the place under the cursor, go to the nearest one at which some move does.
 */
static void match_settle(struct screen *s) {
    const struct scene_place *list = s->places.list;
    int best = -1;

    /* Of all places at which some move points, the nearest. */
    for (int i = 0; s->cursor >= 0 && i < s->places.count; i++)
        if (scene_pick_lit(&s->pick, scene_pick_named(&s->pick, scene_pick_name(&list[i]))) &&
            (best < 0 ||
             distance(&list[i], &list[s->cursor]) < distance(&list[best], &list[s->cursor])))
            best = i;

    /* Nothing is lit, or the cursor is on a lit place already. */
    if (best < 0 || scene_pick_lit(&s->pick, scene_pick_named(&s->pick, s->at)))
        return;
    s->cursor = best;
    strcpy(s->at, scene_pick_name(&list[best]));
    screen_reveal(s, SCREEN_PANE_BOARD);
}

/* Make the menu of the moves that are left, and play the only one if `play`. */
static void narrow(struct screen *s, bool play) {
    struct mst_moves left = {0};
    bool more = false; /* can another place be pointed at? */

    /* A failure leaves the old menu; the notice says why. */
    if (!scene_pick_left(&s->pick, &left) || !term_terminal_menu_of(s->t, &left))
        mst_buf_puts(&s->notice, "out of memory");
    s->left = left.count;
    s->line = 0;
    s->top[SCREEN_PANE_MENU] = 0;

    /* When no place is left to point at, the moves that are left differ in something else, so the
     * menu decides. */
    for (int i = 0; i < s->pick.name_count && !more; i++)
        more = scene_pick_lit(&s->pick, i);
    s->focus = s->pick.depth && !more ? SCREEN_PANE_MENU : SCREEN_PANE_BOARD;
    /* Not after a step back: it would play at once what was taken back. */
    if (play && left.count == 1)
        answer_move(s, left.moves[0]);
    mst_moves_clear(&left);

    /* The board is drawn before the cursor settles, as its places are those of the drawing. */
    screen_draw(s);
    match_settle(s);
}

void screen_point(struct screen *s, int place) {
    if (place < 0)
        return;
    assert(place < s->places.count);
    s->cursor = place;

    /* Without a decision, the cursor moves all the same: it can be looked around. */
    snprintf(s->at, sizeof s->at, "%s", scene_pick_name(&s->places.list[place]));
    if (!screen_decides(s))
        return;
    if (scene_pick_point(&s->pick, scene_pick_named(&s->pick, s->at)))
        narrow(s, true);
    else
        mst_buf_printf(&s->notice, "No legal move points at %s%s.", s->at,
                       s->pick.depth ? " now; Esc takes a step back" : "");
}

void screen_choose(struct screen *s, int line) {
    mst_move move;
    if (!s->t->asked || s->hidden || line < 0 || line >= s->t->menu.count)
        return;
    s->line = line;

    /* A line of one move plays it; one of several opens its menu, which is drawn from its first
     * line. */
    if (term_terminal_pick(s->t, line + 1, &move)) {
        answer_move(s, move);
        return;
    }
    s->line = 0;
    s->top[SCREEN_PANE_MENU] = 0;
    screen_draw(s);
}

bool screen_back(struct screen *s) {
    if (!screen_decides(s))
        return false;

    /* A menu that was opened from a line is left first, then the last place that was pointed at. */
    if (s->t->menu.moves.count == s->left && !scene_pick_back(&s->pick))
        return false;
    narrow(s, false);
    return true;
}

/* ---- learning -------------------------------------------------------------------------------- */

/* Learn where the legal moves point. */
static void learn_moves(struct screen *s) {
    struct mst_state state = mst_match_state(s->t->match);
    struct mst_buf text = {0};

    /* In the past, and in what chance decides, the person at the screen chooses for everybody. */
    bool decides = !s->hidden && !state.over && !term_terminal_only_looks(s->t) &&
                   (state.to_move < 0 || term_terminal_looks(s->t) ||
                    (s->t->human[state.to_move] && term_terminal_sits(s->t, state.to_move)));
    const struct mst_moves *moves = decides ? mst_match_moves(s->t->match, NULL) : NULL;
    bool done = scene_pick_start(&s->pick, &s->places);

    /* The text as it is shown is what the zones are looked for in. */
    for (int i = 0; done && moves && i < moves->count; i++) {
        mst_buf_reset(&text);
        mst_match_move_text(s->t->match, moves->moves[i], &text);
        const char *shown = mst_buf_text(&text);
        done = scene_pick_add(&s->pick, moves->moves[i], shown, &s->places,
                              scene_pick_zones(s->scene, shown));
    }

    /* Without memory no place is lit; the moves can be typed. */
    if (!done)
        scene_pick_clear(&s->pick);
    assert(!s->pick.depth);
    s->left = s->pick.moves.count;
    mst_buf_clear(&text);
}

/* How many lines a text takes in a pane, about: words are not broken. */
static int lines_of(const char *text, int width) {
    int lines = 0;
    /* Each line takes one more for each full width of the pane. */
    for (const char *end; (end = strchr(text, '\n')); text = end + 1)
        lines += 1 + (int)(end - text) / (width > 0 ? width : 1);
    return lines;
}

/* Take over what was printed: to the log, or a long answer to a page. The end of a match and a
 * briefing are worth both. */
static void take_printed(struct screen *s) {
    const char *text = mst_buf_text(&s->printed);
    const struct screen_area *log = &s->layout.pane[SCREEN_PANE_LOG];

    /* The first text is the briefing: it is worth a page, and stays readable in the log. */
    bool fits = lines_of(text, log->width) <= log->height, begins = !s->log.count;
    bool over = mst_match_state(s->t->match).over && strstr(text, "The match is over.");
    if (over || !fits) {
        s->page = over ? SCREEN_PAGE_END : SCREEN_PAGE_TEXT;
        s->page_top = 0;
        mst_buf_reset(&s->text);
        /* The page begins without the blank lines that separate texts in a pipe. */
        mst_buf_puts(&s->text, text + strspn(text, "\n"));
    }
    if (over || fits || begins)
        screen_log_say(&s->log, text);
    mst_buf_reset(&s->printed);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void draw_entry(struct screen *s, int index, int x, int y, int width) {
    const struct term_entry *entry = &s->t->menu.entries[index];
    const struct term_menu *menu = &s->t->menu;
    int kind = mst_move_kind_of(menu->moves.moves[entry->first]);
    char text[300], number[16], line[16];
    struct scene_paint plain = {SCENE_PAINT_NONE, false};

    snprintf(line, sizeof line, "%2d ", index + 1);
    /* A kind of several moves gives an example; a single one is shown whole. */
    if (menu->by_kind && entry->count > 1)
        snprintf(text, sizeof text, "%2d %.120s, %d ways, as %s", index + 1,
                 mst_ruleset_kind_title(s->t->ruleset, kind), entry->count, entry->label);
    else if (menu->by_kind)
        snprintf(text, sizeof text, "%2d %.120s, %s", index + 1,
                 mst_ruleset_kind_title(s->t->ruleset, kind), entry->label);
    else
        snprintf(text, sizeof text, "%s%s%s", term_menu_numbered(menu) ? line : "  ", entry->label,
                 entry->count > 1 ? ".." : "");

    /* Each line is a place named by its number, so that the cursor and the mouse find it. */
    snprintf(number, sizeof number, "%d", index + 1);
    scene_canvas_text(&s->menu, x, y, width, text, plain);
    scene_canvas_place(&s->menu, x, y, width, 1, number, NULL);
}

/* The columns that the widest label needs. */
static int entry_width(const struct screen *s) {
    int widest = 0;
    for (int i = 0; i < s->t->menu.count; i++) {
        /* Seven columns for the number and the gap. */
        int width = scene_canvas_measure(&s->menu, s->t->menu.entries[i].label) + 7;
        widest = width > widest ? width : widest;
    }
    /* A label too wide for the pane is cut; kinds have a line each. */
    return widest > s->menu.width || s->t->menu.by_kind ? s->menu.width : widest;
}

/* Draw the menu: a line for each kind, or the moves in columns below the titles of their kinds. */
static void draw_menu(struct screen *s) {
    const struct term_menu *menu = &s->t->menu;
    const struct scene_paint bold = {SCENE_PAINT_NONE, true};
    int width = entry_width(s), x = 0, y = 0, before = -1;

    /* A menu by a part asks for it. */
    if (menu->part) {
        char text[100];
        snprintf(text, sizeof text, "Which %s?", menu->part);
        scene_canvas_text(&s->menu, 0, y++, s->menu.width, text, bold);
    }
    for (int i = 0; i < menu->count; i++) {
        int kind = mst_move_kind_of(menu->moves.moves[menu->entries[i].first]);

        /* The title of a kind begins a new line, unless the kinds are the lines themselves. */
        if (kind != before && !menu->by_kind) {
            y += x > 0;
            x = 0;
            scene_canvas_text(&s->menu, 0, y++, s->menu.width,
                              mst_ruleset_kind_title(s->t->ruleset, kind), bold);
        }
        before = kind;
        draw_entry(s, i, x, y, width);
        x += width;
        /* The next entry would not fit on this line. */
        if (x + width > s->menu.width)
            x = 0, y++;
    }
}

static void match_start(struct screen *s, struct scene_canvas *canvas, int width) {
    scene_canvas_clear(canvas);
    *canvas = scene_canvas_start(width, s->t->style.unicode);
}

static void notice_fault(struct screen *s, const struct mst_error *error) {
    mst_buf_reset(&s->notice);
    mst_buf_puts(&s->notice, error->text);
}

/* The panes below the head take the lines that it leaves. */
static void draw_board(struct screen *s, int columns, int lines) {
    struct mst_error error = {0};
    struct scene_text_style style = {.unicode = s->t->style.unicode, .width = columns};

    scene_canvas_clear(&s->head);
    scene_canvas_clear(&s->board);
    /* The head takes the lines that it needs, and the board the rest: the layout comes between
     * them. */
    if (s->scene && scene_head(s->scene, &style, &s->head, &error) != MST_OK)
        notice_fault(s, &error);
    s->small = !screen_layout_make(&s->layout, columns, lines, s->head.height);
    style.width = s->layout.pane[SCREEN_PANE_BOARD].width;
    style.height = s->layout.pane[SCREEN_PANE_BOARD].height;
    s->places.count = 0;

    /* The board is not drawn into a window that is too small, nor after a fault of the head. */
    if (s->scene && !s->small && !error.text[0] &&
        scene_board(s->scene, &style, &s->board, &s->places, &error) != MST_OK)
        notice_fault(s, &error);
}

/* The cursor stays on its place; a new board has it on the first one. */
static void find_cursor(struct screen *s) {
    s->cursor = s->places.count ? 0 : -1;

    /* From the last to the first, so that of places with one name the first has the cursor. */
    for (int i = s->places.count - 1; i >= 0; i--)
        if (!strcmp(scene_pick_name(&s->places.list[i]), s->at))
            s->cursor = i;
    if (s->cursor >= 0)
        snprintf(s->at, sizeof s->at, "%s", scene_pick_name(&s->places.list[s->cursor]));
}

/* Note the look of each position of the board: which places are lit, and which were pointed at. */
static void light(struct screen *s) {
    size_t size = (size_t)s->board.width * (size_t)s->board.height;
    mst_free(s->looks);
    /* Without memory the board is drawn without marks. */
    s->looks = screen_decides(s) ? mst_calloc(size + 1, 1) : NULL;
    for (int i = 0; s->looks && i < s->places.count; i++) {
        const struct scene_place *place = &s->places.list[i];
        int name = scene_pick_named(&s->pick, scene_pick_name(place));
        int look = scene_pick_is_picked(&s->pick, name) ? SCREEN_LOOK_PICKED
                   : scene_pick_lit(&s->pick, name)     ? SCREEN_LOOK_LIT
                                                        : 0;

        /* A place at the edge may reach beyond what is drawn. */
        for (int y = place->y; y < place->y + place->height && y < s->board.height; y++)
            for (int x = place->x; x < place->x + place->width && x < s->board.width; x++)
                s->looks[y * s->board.width + x] |= (unsigned char)look;
    }
}

void screen_draw(struct screen *s) {
    int columns, lines;
    screen_curses_size(&columns, &lines);

    /* The board decides the layout, which the menu and the log need. */
    draw_board(s, columns, lines);
    find_cursor(s);
    match_start(s, &s->menu, s->layout.pane[SCREEN_PANE_MENU].width);
    /* The places of lines are made anew with the menu. */
    s->lines.count = 0;
    s->menu.places = &s->lines;
    /* While the computer thinks, the menu would be that of the position before. */
    if (!s->hidden && !s->thinking)
        draw_menu(s);
    match_start(s, &s->log_lines, s->layout.pane[SCREEN_PANE_LOG].width);
    screen_log_draw(&s->log, &s->log_lines);
    /* Last, as it needs the size of the board and its places. */
    light(s);
}

/* ---- changes --------------------------------------------------------------------------------- */

static void read_scene(struct screen *s) {
    struct mst_error error = {0};
    json_decref(s->scene);

    /* While the screen changes hands, no scene is shown (T4). */
    s->scene = s->hidden ? NULL : term_terminal_picture(s->t, &error);
    if (!s->scene && !s->hidden)
        term_terminal_complain(s->t, &error);
}

/* Does some move point at a place? */
static bool is_pointed(const struct screen *s) {
    for (int i = 0; i < s->pick.name_count; i++)
        if (scene_pick_lit(&s->pick, i))
            return true;
    return false;
}

void screen_follow(struct screen *s) {
    struct mst_state state = mst_match_state(s->t->match);
    int viewer = term_terminal_view(s->t);

    /* Another person must come to the screen first: until then nothing of the match is shown. */
    bool hidden = !state.over && state.to_move >= 0 && s->t->human[state.to_move] &&
                  !term_terminal_sits(s->t, state.to_move);
    /* Another match, as after `new` or in the past: the log begins anew. */
    if (s->match != s->t->match)
        screen_log_cut(&s->log, -1);
    bool changed = s->match != s->t->match || s->ply != state.ply || s->viewer != viewer ||

                   s->hidden != hidden;

    s->hidden = hidden;
    s->match = s->t->match;
    s->ply = state.ply;
    s->viewer = viewer;

    /* The log grows as the viewer may know it, so it waits while the screen changes hands. */
    if (!hidden)
        screen_log_follow(&s->log, s->t);
    /* Only a change takes the scene anew and resets the scrolling: what a command prints leaves the
     * cursor where it is. */
    if (changed) {
        read_scene(s);
        s->top[SCREEN_PANE_LOG] = 0;
        s->focus = SCREEN_PANE_BOARD;
    }

    /* Printed lines go to the log behind the plies that it is about. */
    take_printed(s);
    if (!changed && s->t->menu.moves.count == s->pick.moves.count)
        s->pick.depth = 0; /* the menu of all moves was opened again */
    screen_draw(s);

    /* The places are those of the drawing, so moves are learned after it, and the marks made once
     * more. */
    if (changed) {
        learn_moves(s);
        light(s);
        match_settle(s);
        if (screen_decides(s) && !is_pointed(s))
            s->focus = SCREEN_PANE_MENU;
        s->line = 0;
        s->top[SCREEN_PANE_MENU] = 0;
    }
}
