/* Menus: the meaning of the numbers that a person may type. See terminal.h.
 *
 * A few moves are listed one by one. Many moves are listed by kind; many moves of one kind are
 * listed by the first part of their text in which they differ. So a choice takes a few short
 * steps. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "faces/terminal/terminal.h"

enum { FEW_MOVES = 24, MANY_MOVES = 30, TITLE_WIDTH = 30, SHORTEST_WORD = 3 };

static const char NO_MENU[] = "There is no menu: out of memory.";

void term_menu_clear(struct term_menu *menu) {
    mst_moves_clear(&menu->moves);
    mst_free(menu->entries);
    *menu = (struct term_menu){0};
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool add_move(struct term_menu *menu, mst_move move) {
    struct mst_moves *moves = &menu->moves;
    if (moves->count == moves->capacity) {
        int capacity = moves->capacity ? 2 * moves->capacity : 64;
        mst_move *grown = mst_realloc(moves->moves, (size_t)capacity * sizeof *grown);
        if (!grown)
            return false;
        moves->moves = grown;
        moves->capacity = capacity;
    }
    moves->moves[moves->count++] = move;
    return true;
}

static bool menu_add_entry(struct term_menu *menu, int first, int count) {
    if (menu->count == menu->capacity) {
        int capacity = menu->capacity ? 2 * menu->capacity : 32;
        struct term_entry *grown = mst_realloc(menu->entries, (size_t)capacity * sizeof *grown);
        if (!grown)
            return false;
        menu->entries = grown;
        menu->capacity = capacity;
    }
    menu->entries[menu->count++] = (struct term_entry){.first = first, .count = count};
    return true;
}

static bool differs(const struct mst_ruleset *ruleset, int part, const struct mst_moves *moves) {
    /* The first move stands for all: parts differ if one of them differs from it. */
    for (int i = 1; i < moves->count; i++)
        if (mst_ruleset_part(ruleset, moves->moves[i], part) !=
            mst_ruleset_part(ruleset, moves->moves[0], part))
            return true;
    return false;
}

/* The first part in which these moves of one kind differ, or -1; *count is its number of values. */
static int telling_part(const struct mst_ruleset *ruleset, int kind, const struct mst_moves *moves,
                        int *count) {
    /* Parts in which all moves agree say nothing; they are skipped, and the rest counted. */
    int first = -1;
    *count = 0;
    for (int part = 0; part < mst_ruleset_kind_parts(ruleset, kind); part++) {
        if (!differs(ruleset, part, moves))
            continue;
        first = first < 0 ? part : first;
        ++*count;
    }
    return first;
}

/* How entries differ: by move, by kind, or by the value of a parameter. */
struct key {
    bool kind;
    int part; /* or -1 */
    const struct mst_ruleset *ruleset;
};

static int64_t menu_key_of(const struct key *key, mst_move move, int index) {
    /* A key is equal for moves of one entry: the kind, the value of a part, or the index, which no
     * two moves share. */
    if (key->kind)
        return mst_move_kind_of(move);
    return key->part >= 0 ? mst_ruleset_part(key->ruleset, move, key->part) : index;
}

/* Fill the menu from `from`. Moves with equal keys form an entry, in the order of their first
 * moves. */
static bool menu_fill(struct term_menu *menu, const struct mst_moves *from, const struct key *key) {
    /* Moves are marked as they are taken, as those of one entry need not be neighbours. */
    bool *used = mst_calloc((size_t)from->count + 1, sizeof *used);
    bool done = used != NULL;

    for (int i = 0; done && i < from->count; i++) {
        /* The entry begins where the menu ends now. */
        int first = menu->moves.count;
        /* Taken into an earlier entry. */
        if (used[i])
            continue;
        int64_t value = menu_key_of(key, from->moves[i], i);
        for (int k = i; done && k < from->count; k++)
            if (!used[k] && menu_key_of(key, from->moves[k], k) == value) {
                used[k] = true;
                done = add_move(menu, from->moves[k]);
                /* By move, there is no other with this key: searching on would take quadratic
                 * time. */
                if (!key->kind && key->part < 0)
                    break;
            }
        done = done && menu_add_entry(menu, first, menu->moves.count - first);
    }
    mst_free(used);
    return done;
}

/* The common prefix of the texts of an entry's moves. */
static void label(struct term_terminal *t, struct term_entry *entry) {
    const mst_move *moves = t->menu.moves.moves + entry->first;
    struct mst_buf text = {0};

    /* The label begins as the whole text of the first move and is cut to what all have in common. A
     * kind has its title beside it, so one move is example enough. */
    mst_match_move_text(t->match, moves[0], &text);
    snprintf(entry->label, sizeof entry->label, "%s", mst_buf_text(&text));
    for (int i = 1; i < entry->count && !t->menu.by_kind; i++) {
        size_t same = 0;
        /* One buffer for all moves. */
        mst_buf_reset(&text);
        mst_match_move_text(t->match, moves[i], &text);
        while (entry->label[same] && entry->label[same] == mst_buf_text(&text)[same])
            same++;
        /* Cut at the first difference. */
        entry->label[same] = 0;
    }
    mst_buf_clear(&text);
}

/* Make the menu of these moves, which are legal now. `from` may be part of the current menu. */
static bool menu_make(struct term_terminal *t, const struct mst_moves *from) {
    struct term_menu menu = {0};
    struct key key = {.part = -1, .ruleset = t->ruleset};

    /* Moves come sorted by kind, so each change from one to the next is another kind. */
    int kinds = from->count > 0;
    for (int i = 1; i < from->count; i++)
        kinds += mst_move_kind_of(from->moves[i]) != mst_move_kind_of(from->moves[i - 1]);

    /* A long menu of several kinds asks for the kind first. Moves of one kind differ in their
     * parts. */
    if (kinds > 1 && from->count > FEW_MOVES) {
        key.kind = menu.by_kind = true;
    } else if (kinds == 1 && from->count > 1) {
        int kind = mst_move_kind_of(from->moves[0]), parts;
        int part = telling_part(t->ruleset, kind, from, &parts);
        /* With one part that differs, a menu by it would be as long as the moves. */
        if (from->count > MANY_MOVES && parts > 1)
            key.part = part;
        /* The part is named where the entries differ by it alone: then it can be typed without the
         * rest. */
        if (part >= 0 && mst_ruleset_kind_parts(t->ruleset, kind) > 1 &&
            (key.part >= 0 || parts == 1))
            menu.part = mst_ruleset_part_name(t->ruleset, kind, part);
    }

    /* The old menu may contain `from`, so it is cleared only after the new one is made. */
    bool done = menu_fill(&menu, from, &key);
    term_menu_clear(&t->menu);
    /* Labels are made from the menu in its place, which says whether it is by kind. */
    t->menu = menu;
    for (int i = 0; done && i < menu.count; i++)
        label(t, &t->menu.entries[i]);
    if (!done)
        mst_print_line(NO_MENU);
    return done;
}

/* ---- printing -------------------------------------------------------------------------------- */

static const char *menu_title_of(const struct term_terminal *t, const struct term_entry *entry) {
    return mst_ruleset_kind_title(t->ruleset, mst_move_kind_of(t->menu.moves.moves[entry->first]));
}

static int title_width(const struct term_terminal *t) {
    int width = 0;
    for (int i = 0; i < t->menu.count; i++) {
        int length = (int)strlen(menu_title_of(t, &t->menu.entries[i]));
        width = length > width ? length : width;
    }

    /* A title longer than that is cut, or the column would leave no room for moves. */
    return width > TITLE_WIDTH ? TITLE_WIDTH : width;
}

static void print_kinds(const struct term_terminal *t) {
    int width = title_width(t);
    for (int i = 0; i < t->menu.count; i++) {
        const struct term_entry *entry = &t->menu.entries[i];
        /* A single move is shown whole: choosing the line plays it. */
        if (entry->count == 1)
            mst_print("%4d  %-*s  %s\n", i + 1, width, menu_title_of(t, entry), entry->label);
        else
            mst_print("%4d  %-*s  %d ways, such as %s\n", i + 1, width, menu_title_of(t, entry),
                      entry->count, entry->label);
    }
}

bool term_menu_numbered(const struct term_menu *menu) {
    for (int i = 0; i < menu->count && !menu->by_kind; i++) {
        const char *label = menu->entries[i].label;
        /* The label is a number: a line number would mean something else than the move of that name
         * (T3). */
        if (*label && !label[strspn(label, "0123456789")])
            return false;
    }
    return true;
}

static int label_width(const struct term_terminal *t) {
    int width = 0;
    for (int i = 0; i < t->menu.count; i++) {
        /* Two periods mark an entry of several moves. */
        int length = (int)strlen(t->menu.entries[i].label) + (t->menu.entries[i].count > 1 ? 2 : 0);
        width = length > width ? length : width;
    }
    return width;
}

/* Print the entries in columns. The title of a kind precedes its entries. */
static void print_moves(const struct term_terminal *t) {
    /* Room for the number, and for the gap between columns. */
    int margin = title_width(t) + 2, cell = label_width(t) + 7, column = 0;
    /* A width that no column fits in is not believed; a usual one is taken. */
    int most = t->style.width < 24 ? 80 : t->style.width;
    bool numbered = term_menu_numbered(&t->menu);
    const char *title = "";
    for (int i = 0; i < t->menu.count; i++) {
        const struct term_entry *entry = &t->menu.entries[i];
        /* Every title begins a line, so that its entries form a column. */
        bool next = strcmp(menu_title_of(t, entry), title) != 0;
        if (column && (next || column + cell > most)) {
            mst_print("\n");
            column = 0;
        }
        title = menu_title_of(t, entry);
        /* mst_print returns the columns that it has printed; the margin is blank where the
         * title was the same. */
        if (!column)
            column = mst_print("  %-*.*s", margin, TITLE_WIDTH, next ? title : "");
        char text[80];
        snprintf(text, sizeof text, "%s%s", entry->label, entry->count > 1 ? ".." : "");
        int printed = numbered ? mst_print("%3d %s", i + 1, text) : mst_print("    %s", text);

        /* The last cell of a line is not filled up, so that no line ends with blanks. */
        bool last = i + 1 == t->menu.count || column + 2 * cell > most ||
                    strcmp(menu_title_of(t, &t->menu.entries[i + 1]), title) != 0;
        column += last ? printed : printed + mst_print("%*s", cell - printed, "");
        /* A full line makes the next entry begin a new one. */
        if (last)
            column = most;
    }
    if (t->menu.count)
        mst_print("\n");
}

static void print(const struct term_terminal *t) {
    /* A face shows the menu by itself. */
    if (t->face)
        return;
    if (t->menu.part)
        mst_print("  Which %s?\n", t->menu.part);
    if (t->menu.by_kind)
        print_kinds(t);
    else
        print_moves(t);
}

/* ---- entry points ---------------------------------------------------------------------------- */

void term_terminal_menu(struct term_terminal *t) {
    struct mst_error error = {0};
    const struct mst_moves *moves = mst_match_moves(t->match, &error);
    const char *title = mst_match_title(t->match);

    if (!moves) {
        term_terminal_complain(t, &error);
        return;
    }
    /* The menu is made even where a face shows it: it gives the numbers their meaning. */
    if (!menu_make(t, moves))
        return;
    if (!t->face)
        mst_print("\n%s:\n", *title ? title : "Decision");
    print(t);
}

bool term_terminal_menu_of(struct term_terminal *t, const struct mst_moves *moves) {
    bool done = menu_make(t, moves);
    if (done)
        print(t);
    return done;
}

void term_terminal_legal(struct term_terminal *t) {
    struct mst_error error = {0};
    const struct key each = {.part = -1};
    struct term_menu menu = {0};
    const struct mst_moves *moves = mst_match_moves(t->match, &error);
    if (!moves) {
        term_terminal_complain(t, &error);
        return;
    }

    /* `legal` lists each move, however many; the numbers of these lines count from now on. */
    if (!moves->count)
        mst_print_line("No move is legal.");
    if (menu_fill(&menu, moves, &each)) {
        term_menu_clear(&t->menu);
        t->menu = menu;
        for (int i = 0; i < menu.count; i++)
            label(t, &t->menu.entries[i]);
        print(t);
        /* Half a menu is dropped, and the one that is shown keeps its meaning. */
    } else {
        term_menu_clear(&menu);
        mst_print_line(NO_MENU);
    }
}

/* The number of bytes with which all labels of the menu begin. */
static size_t common(const struct term_menu *menu) {
    assert(menu->count > 0);
    const char *first = menu->entries[0].label;

    /* The labels of one menu agree up to the part in which they differ. */
    size_t same = strlen(first);
    for (int i = 1; i < menu->count; i++) {
        const char *label = menu->entries[i].label;
        size_t length = 0;
        while (length < same && label[length] == first[length])
            length++;
        same = length;
    }
    return same;
}

/* Does the part in which a label differs from the others, which begins at or before `same`, begin
 * with `word`? `whole`: is it equal? */
static bool has_part(const char *label, size_t same, const char *word, bool *whole) {
    size_t length = strlen(word);
    /* The word may begin anywhere from where it still reaches past `same`: a part may have a
     * beginning that is common, as 1 in 10 and 12. */
    for (size_t at = same < length ? 0 : same - length + 1; at <= same; at++) {
        if (strncmp(label + at, word, length) != 0)
            continue;
        *whole = !label[at + length];
        return true;
    }
    return false;
}

int term_terminal_line(const struct term_terminal *t, const char *word) {
    const struct term_menu *menu = &t->menu;
    int found[2] = {0}, fits[2] = {0}; /* begins with the word, is the word */

    /* While the position is fresh, the menu that is seen is not this one. */
    if (t->fresh || !menu->part || menu->count < 2 || !*word)
        return 0;
    size_t same = common(menu);
    for (int i = 0; i < menu->count; i++) {
        bool whole = false;
        if (!has_part(menu->entries[i].label, same, word, &whole))
            continue;
        /* Counted apart: a part that is the word wins over those that only begin with it, as 1 over
         * 10. */
        found[whole] = i + 1;
        fits[whole]++;
    }

    return fits[1] == 1 ? found[1] : !fits[1] && fits[0] == 1 ? found[0] : 0;
}

bool term_terminal_pick(struct term_terminal *t, long number, mst_move *move) {
    if (!t->menu.count) {
        mst_print_line("There is no menu now.");
        return false;
    }
    if (number < 1 || number > t->menu.count) {
        mst_print("The menu has no line %ld: its lines are 1 to %d. Press Enter to see it again.\n",
                  number, t->menu.count);
        return false;
    }

    /* The entry is copied, and the moves are borrowed: a menu of them replaces this one. */
    struct term_entry entry = t->menu.entries[number - 1];
    assert(entry.count > 0 && entry.first + entry.count <= t->menu.moves.count);
    struct mst_moves part = {t->menu.moves.moves + entry.first, entry.count, entry.count};
    *move = part.moves[0];
    if (entry.count == 1)
        return true;
    term_terminal_menu_of(t, &part);
    return false;
}

/* Does the text of a move, or its title if `titled`, begin with `start`, ignoring case? */
static bool menu_begins(struct term_terminal *t, mst_move move, const char *start, bool titled) {
    struct mst_buf text = {0};
    /* Titles are words, which people type in any case; moves distinguish upper from lower case. */
    if (titled)
        return !strncasecmp(mst_ruleset_kind_title(t->ruleset, mst_move_kind_of(move)), start,
                            strlen(start));
    mst_match_move_text(t->match, move, &text);
    bool same = !strncmp(mst_buf_text(&text), start, strlen(start));
    mst_buf_clear(&text);
    return same;
}

static bool open_menu(struct term_terminal *t, const char *start, bool titled) {
    const struct mst_moves *moves = mst_match_moves(t->match, NULL);
    struct term_menu part = {0};
    bool done = moves != NULL;

    /* The moves are gathered apart, as the menu at the screen must stay if none fits. */
    for (int i = 0; done && i < moves->count; i++)
        if (menu_begins(t, moves->moves[i], start, titled))
            done = add_move(&part, moves->moves[i]);
    /* An empty menu would only take away the one that is there. */
    done = done && part.moves.count && menu_make(t, &part.moves);
    if (done) {
        mst_print("%d move%s with '%s':\n", part.moves.count,
                  part.moves.count == 1 ? " begins" : "s begin", start);
        print(t);
    }
    term_menu_clear(&part);
    return done;
}

bool term_terminal_complete(struct term_terminal *t, const char *start) {
    /* The text of a move comes before titles, as it is what menus show. */
    return open_menu(t, start, false) || term_terminal_call(t, start);
}

bool term_terminal_call(struct term_terminal *t, const char *word) {
    /* One or two letters begin too many titles to be meant as one. */
    return strlen(word) >= SHORTEST_WORD && open_menu(t, word, true);
}
