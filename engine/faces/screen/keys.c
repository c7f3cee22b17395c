/* What keys and the mouse do: see parts.h. */
#include <stdlib.h>
#include <string.h>

#include "faces/screen/parts.h"

/* ---- moving ---------------------------------------------------------------------------------- */

int mst_screen_next(const struct mst_places *places, int from, int dx, int dy) {
    const struct mst_place *here = &places->list[from];
    int best = -1, least = 0;
    for (int i = 0; i < places->count; i++) {
        const struct mst_place *there = &places->list[i];
        /* between centres, in half characters; a line is about twice as high as a column is wide */
        int right = 2 * there->x + there->width - 2 * here->x - here->width;
        int down = 2 * (2 * there->y + there->height - 2 * here->y - here->height);
        int ahead = dx * right + dy * down, aside = abs(dx ? down : right);
        int cost = ahead + 3 * aside;
        if (i == from || ahead <= 0 || (best >= 0 && cost >= least))
            continue;
        best = i;
        least = cost;
    }
    return best;
}

void mst_screen_reveal(struct mst_screen *s, enum mst_pane pane) {
    const struct mst_places *places = pane == MST_PANE_BOARD ? &s->places : &s->lines;
    int at = pane == MST_PANE_BOARD ? s->cursor : s->line, *top = &s->top[pane];
    int height = s->layout.pane[pane].height;
    if (at < 0 || at >= places->count)
        return;
    const struct mst_place *place = &places->list[at];
    if (place->y + place->height > *top + height)
        *top = place->y + place->height - height;
    if (place->y < *top)
        *top = place->y;
}

/* Move the cursor of the board or the menu; scroll where there is nothing more to move to. */
static void move_cursor(struct mst_screen *s, int dx, int dy) {
    bool board = s->focus == MST_PANE_BOARD;
    const struct mst_places *places = board ? &s->places : &s->lines;
    int *at = board ? &s->cursor : &s->line;
    int next = *at >= 0 && *at < places->count ? mst_screen_next(places, *at, dx, dy) : -1;
    if (next < 0) {
        s->top[s->focus] += dy;
        return;
    }
    *at = next;
    if (board)
        strcpy(s->at, mst_pick_name(&places->list[next]));
    mst_screen_reveal(s, s->focus);
}

/* The log counts its lines from the end. */
static void scroll(struct mst_screen *s, enum mst_pane pane, int by) {
    s->top[pane] += pane == MST_PANE_LOG ? -by : by;
}

static void go(struct mst_screen *s, int dx, int dy) {
    if (s->focus == MST_PANE_LOG)
        scroll(s, MST_PANE_LOG, dy);
    else
        move_cursor(s, dx, dy);
}

static void next_pane(struct mst_screen *s, int by) {
    s->focus = (enum mst_pane)((s->focus + MST_PANES + by) % MST_PANES);
}

/* ---- the input line -------------------------------------------------------------------------- */

static void complete(struct mst_screen *s) {
    char word[128];
    if (s->busy)
        return;
    mst_typing_word(&s->input, word, sizeof word);
    struct mst_completion c = {.start = word};
    mst_terminal_words(s->t, mst_completion_offer, &c);
    if (!c.count)
        return;
    mst_typing_insert(&s->input, c.common + strlen(word));
    if (c.count == 1)
        mst_typing_insert(&s->input, " ");
    else if (strlen(c.common) == strlen(word))
        mst_buf_printf(&s->notice, "%d words begin with %s", c.count, word);
}

static void enter(struct mst_screen *s) {
    mst_move move;
    const char *text = s->input.text + (s->input.text[0] == ':');
    if (s->busy)
        return; /* what is typed stays until it can be obeyed */
    if (s->input.length || !s->t->asked) {
        bool leaves = !strcmp(text, "q") && !mst_match_find(s->t->match, "q", &move);
        mst_screen_answer(s, leaves && s->t->asked ? "quit" : text);
        mst_typing_clear(&s->input, s->t->asked);
    } else if (s->focus == MST_PANE_BOARD) {
        mst_screen_point(s, s->cursor);
    } else if (s->focus == MST_PANE_MENU) {
        mst_screen_choose(s, s->line);
    }
}

static void type(struct mst_screen *s, uint32_t code) {
    struct mst_buf text = {0};
    mst_utf8_put(&text, code);
    if (!mst_utf8_control(mst_buf_text(&text), text.length))
        mst_typing_insert(&s->input, mst_buf_text(&text));
    mst_buf_clear(&text);
}

static void open_help(struct mst_screen *s) {
    s->page = MST_PAGE_HELP;
    s->page_top = 0;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Keys while a page is shown. */
static void turn_page(struct mst_screen *s, enum mst_key key, uint32_t code) {
    enum mst_page page = s->page;
    int lines = s->layout.input.y - 2;
    if (key == MST_KEY_UP || key == MST_KEY_DOWN) {
        s->page_top += key == MST_KEY_DOWN ? 1 : -1;
        return;
    }
    if (key == MST_KEY_PAGE_UP || key == MST_KEY_PAGE_DOWN) {
        s->page_top += key == MST_KEY_PAGE_DOWN ? lines : -lines;
        return;
    }
    s->page = MST_PAGE_NONE;
    if (key != MST_KEY_CHARACTER)
        return;
    if (page == MST_PAGE_END && (code == 'n' || code == 'q'))
        mst_screen_answer(s, code == 'n' ? "new" : "quit");
    else if (page == MST_PAGE_HELP && code == '?' && s->t->asked)
        mst_typing_set(&s->input, "? ");
}

/* Keys that edit a line with something in it. False if the key has another meaning. */
static bool edit(struct mst_screen *s, enum mst_key key) {
    switch (key) {
    case MST_KEY_LEFT: mst_typing_move(&s->input, -1); return true;
    case MST_KEY_RIGHT: mst_typing_move(&s->input, 1); return true;
    case MST_KEY_HOME: mst_typing_end(&s->input, true); return true;
    case MST_KEY_END: mst_typing_end(&s->input, false); return true;
    case MST_KEY_UP: mst_typing_recall(&s->input, -1); return true;
    case MST_KEY_DOWN: mst_typing_recall(&s->input, 1); return true;
    case MST_KEY_RUB: mst_typing_rub(&s->input); return true;
    case MST_KEY_DELETE: mst_typing_delete(&s->input); return true;
    case MST_KEY_TAB: complete(s); return true;
    case MST_KEY_ESCAPE:
    case MST_KEY_CLEAR: mst_typing_clear(&s->input, false); return true;
    default: return false;
    }
}

static void obey(struct mst_screen *s, enum mst_key key) {
    int page = s->layout.pane[MST_PANE_LOG].height - 1;
    switch (key) {
    case MST_KEY_LEFT: go(s, -1, 0); break;
    case MST_KEY_RIGHT: go(s, 1, 0); break;
    case MST_KEY_UP: go(s, 0, -1); break;
    case MST_KEY_DOWN: go(s, 0, 1); break;
    case MST_KEY_PAGE_UP: scroll(s, MST_PANE_LOG, -page); break;
    case MST_KEY_PAGE_DOWN: scroll(s, MST_PANE_LOG, page); break;
    case MST_KEY_RECALL: mst_typing_recall(&s->input, -1); break;
    case MST_KEY_RECALL_NEXT: mst_typing_recall(&s->input, 1); break;
    case MST_KEY_TAB: next_pane(s, 1); break;
    case MST_KEY_TAB_BACK: next_pane(s, -1); break;
    case MST_KEY_ESCAPE: mst_screen_back(s); break;
    case MST_KEY_ENTER: enter(s); break;
    case MST_KEY_HELP: open_help(s); break;
    default: break;
    }
}

void mst_screen_key(struct mst_screen *s, enum mst_key key, uint32_t code) {
    mst_buf_reset(&s->notice);
    if (key == MST_KEY_RESIZE)
        mst_screen_draw(s);
    else if (s->page)
        turn_page(s, key, code);
    else if (key == MST_KEY_CHARACTER && code == '?' && !s->input.length &&
             (s->t->asked || s->busy))
        open_help(s);
    else if (key == MST_KEY_CHARACTER)
        type(s, code);
    else if (!s->input.length || !edit(s, key))
        obey(s, key);
}

/* ---- the mouse ------------------------------------------------------------------------------- */

static bool leads(const void *context, int place) {
    const struct mst_screen *s = context;
    return mst_pick_leads(&s->pick,
                          mst_pick_named(&s->pick, mst_pick_name(&s->places.list[place])));
}

/* A click means the innermost place that leads to a move, or else the innermost one. */
static void click_board(struct mst_screen *s, int x, int y) {
    x -= s->board_left;
    y += s->top[MST_PANE_BOARD] - s->board_up;
    int place = mst_place_at(&s->places, x, y, leads, s);
    s->focus = MST_PANE_BOARD;
    mst_screen_point(s, place >= 0 ? place : mst_place_at(&s->places, x, y, NULL, NULL));
}

void mst_screen_click(struct mst_screen *s, int x, int y, int wheel) {
    mst_buf_reset(&s->notice);
    if (s->page) {
        turn_page(s, wheel < 0 ? MST_KEY_UP : wheel ? MST_KEY_DOWN : MST_KEY_ESCAPE, 0);
        return;
    }
    for (int pane = 0; pane < MST_PANES; pane++) {
        const struct mst_area *area = &s->layout.pane[pane];
        if (!mst_area_holds(area, x, y))
            continue;
        if (wheel)
            scroll(s, (enum mst_pane)pane, wheel);
        else if (pane == MST_PANE_BOARD)
            click_board(s, x - area->x, y - area->y);
        else if (pane == MST_PANE_MENU)
            mst_screen_choose(s, mst_place_at(&s->lines, x - area->x,
                                              y - area->y + s->top[MST_PANE_MENU], NULL, NULL));
        else
            s->focus = MST_PANE_LOG;
    }
}
