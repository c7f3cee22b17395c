/* Keys and the mouse: see parts.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "faces/screen/parts.h"

/* ---- moving ---------------------------------------------------------------------------------- */

int screen_next(const struct scene_places *places, int from, int dx, int dy) {
    assert(from >= 0 && from < places->count);
    const struct scene_place *here = &places->list[from];
    int best = -1, least = 0;
    for (int i = 0; i < places->count; i++) {
        const struct scene_place *there = &places->list[i];
        /* between centres, in half characters; a line is about twice as high as a column is wide */
        int right = 2 * there->x + there->width - 2 * here->x - here->width;
        int down = 2 * (2 * there->y + there->height - 2 * here->y - here->height);
        int ahead = dx * right + dy * down, aside = abs(dx ? down : right);
        /* A place that is straight ahead is preferred to one that is nearer, but aside. */
        int cost = ahead + 3 * aside;
        if (i == from || ahead <= 0 || (best >= 0 && cost >= least))
            continue;
        best = i;
        least = cost;
    }
    return best;
}

void screen_reveal(struct screen *s, enum screen_pane pane) {
    const struct scene_places *places = pane == SCREEN_PANE_BOARD ? &s->places : &s->lines;
    int at = pane == SCREEN_PANE_BOARD ? s->cursor : s->line, *top = &s->top[pane];

    int height = s->layout.pane[pane].height;
    if (at < 0 || at >= places->count)
        return;
    const struct scene_place *place = &places->list[at];
    /* The end first, then the beginning: of a place that is higher than the pane, the beginning is
     * seen. */
    if (place->y + place->height > *top + height)
        *top = place->y + place->height - height;
    if (place->y < *top)
        *top = place->y;
}

/* Move the cursor of the board or the menu; scroll where there is nothing more to move to. */
static void move_cursor(struct screen *s, int dx, int dy) {
    bool board = s->focus == SCREEN_PANE_BOARD;
    const struct scene_places *places = board ? &s->places : &s->lines;
    int *at = board ? &s->cursor : &s->line;

    /* The cursor may be on no place, as on a board without any. */
    int next = *at >= 0 && *at < places->count ? screen_next(places, *at, dx, dy) : -1;
    if (next < 0) {
        s->top[s->focus] += dy;
        return;
    }
    *at = next;
    /* The name is remembered, as the places are made anew with each drawing. */
    if (board)
        strcpy(s->at, scene_pick_name(&places->list[next]));
    screen_reveal(s, s->focus);
}

/* The log counts its lines from the end. */
static void scroll(struct screen *s, enum screen_pane pane, int by) {
    s->top[pane] += pane == SCREEN_PANE_LOG ? -by : by;
}

static void go(struct screen *s, int dx, int dy) {
    if (s->focus == SCREEN_PANE_LOG)
        scroll(s, SCREEN_PANE_LOG, dy);
    else
        move_cursor(s, dx, dy);
}

static void next_pane(struct screen *s, int by) {
    /* The number of panes is added so that a step back from the first one is not negative. */
    s->focus = (enum screen_pane)((s->focus + SCREEN_PANES + by) % SCREEN_PANES);
}

/* ---- the input line -------------------------------------------------------------------------- */

static void keys_complete(struct screen *s) {
    char word[128];
    /* Words come from the rules, which are at work. */
    if (s->busy)
        return;

    screen_typing_word(&s->input, word, sizeof word);
    struct screen_completion c = {.start = word};
    term_terminal_words(s->t, screen_completion_offer, &c);
    if (!c.count)
        return;

    /* The common beginning of all the words is inserted behind what was typed. */
    screen_typing_insert(&s->input, c.common + strlen(word));
    if (c.count == 1)
        screen_typing_insert(&s->input, " ");
    else if (strlen(c.common) == strlen(word))
        mst_buf_printf(&s->notice, "%d words begin with %s", c.count, word);
}

static void enter(struct screen *s) {
    mst_move move;
    /* A colon before the line, out of habit with other programs, is ignored. */
    const char *text = s->input.text + (s->input.text[0] == ':');
    if (s->busy)
        return; /* what is typed stays until it can be obeyed */

    /* An empty line answers a question, but is no move: then Enter acts on the pane with the
     * focus. */
    if (s->input.length || !s->t->asked) {
        /* `q` leaves unless it is a move (T3), and only where a command is expected. */
        bool leaves = !strcmp(text, "q") && !mst_match_find(s->t->match, "q", &move);
        screen_answer(s, leaves && s->t->asked ? "quit" : text);
        screen_typing_clear(&s->input, s->t->asked);
    } else if (s->focus == SCREEN_PANE_BOARD) {
        screen_point(s, s->cursor);
    } else if (s->focus == SCREEN_PANE_MENU) {
        screen_choose(s, s->line);
    }
}

static void type(struct screen *s, uint32_t code) {
    struct mst_buf text = {0};
    scene_utf8_put(&text, code);

    /* Control characters are no text; they would break the line. */
    if (!mst_utf8_control(mst_buf_text(&text), text.length))
        screen_typing_insert(&s->input, mst_buf_text(&text));
    mst_buf_clear(&text);
}

static void open_help(struct screen *s) {
    s->page = SCREEN_PAGE_HELP;
    s->page_top = 0;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Keys while a page is shown. */
static void turn_page(struct screen *s, enum screen_key key, uint32_t code) {
    enum screen_page page = s->page;
    /* The lines of a page, without its frame. */
    int lines = s->layout.input.y - 2;
    if (key == SCREEN_KEY_UP || key == SCREEN_KEY_DOWN) {
        s->page_top += key == SCREEN_KEY_DOWN ? 1 : -1;
        return;
    }
    if (key == SCREEN_KEY_PAGE_UP || key == SCREEN_KEY_PAGE_DOWN) {
        s->page_top += key == SCREEN_KEY_PAGE_DOWN ? lines : -lines;
        return;
    }

    /* Any other key closes the page, and some have an effect besides. */
    s->page = SCREEN_PAGE_NONE;
    if (key != SCREEN_KEY_CHARACTER)
        return;
    if (page == SCREEN_PAGE_END && (code == 'n' || code == 'q'))
        screen_answer(s, code == 'n' ? "new" : "quit");
    else if (page == SCREEN_PAGE_HELP && code == '?' && s->t->asked)
        screen_typing_set(&s->input, "? ");
}

/* Keys that edit a line with something in it. False if the key has another meaning. */
static bool edit(struct screen *s, enum screen_key key) {
    switch (key) {
    case SCREEN_KEY_LEFT: screen_typing_move(&s->input, -1); return true;
    case SCREEN_KEY_RIGHT: screen_typing_move(&s->input, 1); return true;
    case SCREEN_KEY_HOME: screen_typing_end(&s->input, true); return true;
    case SCREEN_KEY_END: screen_typing_end(&s->input, false); return true;
    case SCREEN_KEY_UP: screen_typing_recall(&s->input, -1); return true;
    case SCREEN_KEY_DOWN: screen_typing_recall(&s->input, 1); return true;
    case SCREEN_KEY_RUB: screen_typing_rub(&s->input); return true;
    case SCREEN_KEY_DELETE: screen_typing_delete(&s->input); return true;
    case SCREEN_KEY_TAB: keys_complete(s); return true;
    case SCREEN_KEY_ESCAPE:
    case SCREEN_KEY_CLEAR: screen_typing_clear(&s->input, false); return true;
    default: return false;
    }
}

static void obey(struct screen *s, enum screen_key key) {
    /* A line of the page before stays in sight. */
    int page = s->layout.pane[SCREEN_PANE_LOG].height - 1;
    switch (key) {
    case SCREEN_KEY_LEFT: go(s, -1, 0); break;
    case SCREEN_KEY_RIGHT: go(s, 1, 0); break;
    case SCREEN_KEY_UP: go(s, 0, -1); break;
    case SCREEN_KEY_DOWN: go(s, 0, 1); break;
    case SCREEN_KEY_PAGE_UP: scroll(s, SCREEN_PANE_LOG, -page); break;
    case SCREEN_KEY_PAGE_DOWN: scroll(s, SCREEN_PANE_LOG, page); break;
    case SCREEN_KEY_RECALL: screen_typing_recall(&s->input, -1); break;
    case SCREEN_KEY_RECALL_NEXT: screen_typing_recall(&s->input, 1); break;
    case SCREEN_KEY_TAB: next_pane(s, 1); break;
    case SCREEN_KEY_TAB_BACK: next_pane(s, -1); break;
    case SCREEN_KEY_ESCAPE: screen_back(s); break;
    case SCREEN_KEY_ENTER: enter(s); break;
    case SCREEN_KEY_HELP: open_help(s); break;
    default: break;
    }
}

void screen_key(struct screen *s, enum screen_key key, uint32_t code) {
    /* A notice is about the last key only. */
    mst_buf_reset(&s->notice);
    if (key == SCREEN_KEY_RESIZE)
        screen_draw(s);
    else if (s->page)
        turn_page(s, key, code);
    /* A question mark in an empty line opens the help; behind other text it is a character. */
    else if (key == SCREEN_KEY_CHARACTER && code == '?' && !s->input.length &&
             (s->t->asked || s->busy))
        open_help(s);
    else if (key == SCREEN_KEY_CHARACTER)
        type(s, code);
    /* Keys edit a line with something in it; in an empty one they move the cursor. */
    else if (!s->input.length || !edit(s, key))
        obey(s, key);
}

/* ---- the mouse ------------------------------------------------------------------------------- */

static bool leads(const void *context, int place) {
    const struct screen *s = context;
    return scene_pick_leads(&s->pick,
                            scene_pick_named(&s->pick, scene_pick_name(&s->places.list[place])));
}

/* A click means the innermost place that leads to a move, or else the innermost one. */
static void click_board(struct screen *s, int x, int y) {
    /* From the pane to the board, which may be smaller and centred, or larger and scrolled. */
    x -= s->board_left;
    y += s->top[SCREEN_PANE_BOARD] - s->board_up;
    int place = scene_place_at(&s->places, x, y, leads, s);
    s->focus = SCREEN_PANE_BOARD;
    screen_point(s, place >= 0 ? place : scene_place_at(&s->places, x, y, NULL, NULL));
}

void screen_click(struct screen *s, int x, int y, int wheel) {
    mst_buf_reset(&s->notice);

    /* Over a page, the wheel scrolls it, and a click closes it. */
    if (s->page) {
        turn_page(s, wheel < 0 ? SCREEN_KEY_UP : wheel ? SCREEN_KEY_DOWN : SCREEN_KEY_ESCAPE, 0);
        return;
    }

    /* Areas do not overlap, so at most one holds the position. */
    for (int pane = 0; pane < SCREEN_PANES; pane++) {
        const struct screen_area *area = &s->layout.pane[pane];
        if (!screen_area_holds(area, x, y))
            continue;
        /* The wheel scrolls the pane under it, and leaves the focus where it is. */
        if (wheel)
            scroll(s, (enum screen_pane)pane, wheel);
        else if (pane == SCREEN_PANE_BOARD)
            click_board(s, x - area->x, y - area->y);
        else if (pane == SCREEN_PANE_MENU)
            screen_choose(s, scene_place_at(&s->lines, x - area->x,
                                            y - area->y + s->top[SCREEN_PANE_MENU], NULL, NULL));
        else
            s->focus = SCREEN_PANE_LOG;
    }
}
