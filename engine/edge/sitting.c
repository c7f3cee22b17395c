/* Showing a sitting: the board, zones, menus. See sitting.h. */
#include "edge/sitting.h"

#include <stdio.h>
#include <string.h>

enum { SAY_WIDTH = 78 };

/* Print one line, broken between words. */
static void say_line(const char *text, size_t length) {
    size_t indent = strspn(text, " "), column = 0;
    for (size_t at = 0; at < length;) {
        size_t blank = strspn(text + at, " "), word = strcspn(text + at + blank, " \n");
        if (at + blank + word > length)
            word = length - at - blank;
        if (column && column + blank + word > SAY_WIDTH) {
            printf("\n%*s", (int)indent + 4, "");
            column = indent + 4;
            blank = 0;
            at += strspn(text + at, " ");
        }
        printf("%.*s", (int)(blank + word), text + at);
        column += blank + word;
        at += blank + word;
    }
    putchar('\n');
}

void mst_sitting_say(const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        say_line(text, length);
        text += length + (text[length] == '\n');
    }
}

void mst_sitting_complain(const struct mst_error *error) {
    mst_sitting_say(error->text);
    if (error->at[0])
        printf("    (%s)\n", error->at);
}

void mst_sitting_take(struct mst_sitting *sitting, struct mst_match *match) {
    mst_match_free(sitting->match);
    sitting->match = match;
    sitting->shown = false;
    sitting->saved = true;
    sitting->menu = -1;
}

int mst_sitting_view(const struct mst_sitting *sitting) {
    int seat = mst_match_state(sitting->match).to_move;
    if (seat >= 0 && sitting->human[seat])
        return seat;
    for (int i = 0; i < mst_ruleset_seats(sitting->ruleset); i++)
        if (sitting->human[i])
            return i;
    return MST_NONE;
}

json_t *mst_sitting_scene(struct mst_sitting *sitting) {
    struct mst_error error = {0};
    char *text = mst_match_scene(sitting->match, mst_sitting_view(sitting), &error);
    json_t *scene = text ? json_loads(text, 0, NULL) : NULL;
    if (!text)
        mst_sitting_complain(&error);
    mst_text_free(text);
    return scene;
}

void mst_sitting_seat_name(struct mst_sitting *sitting, int seat, char *name, size_t size) {
    json_t *scene = mst_sitting_scene(sitting);
    const char *known = json_string_value(
        json_object_get(json_array_get(json_object_get(scene, "seats"), (size_t)seat), "name"));
    if (known)
        snprintf(name, size, "%s", known);
    else
        snprintf(name, size, "seat %d", seat + 1);
    json_decref(scene);
}

void mst_sitting_draw(struct mst_sitting *sitting) {
    struct mst_buf out = {0};
    struct mst_error error = {0};
    json_t *scene = mst_sitting_scene(sitting);
    sitting->shown = true;
    if (!scene)
        return;
    if (mst_scene_text(scene, &sitting->style, &out, &error) == MST_OK)
        printf("\n%s", mst_buf_text(&out));
    else
        mst_sitting_complain(&error);
    mst_buf_clear(&out);
    json_decref(scene);
}

/* ---- one zone -------------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key, const char *otherwise) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

static void describe_piece(size_t level, const json_t *piece) {
    size_t index;
    json_t *mark;
    const char *facing = text_of(piece, "facing", NULL);
    printf("  %zu. %s", level, text_of(piece, "name", text_of(piece, "text", "a piece")));
    if (facing)
        printf(", facing %s", facing);
    json_array_foreach(json_object_get(piece, "marks"), index, mark)
        printf(", %s", text_of(mark, "name", text_of(mark, "text", "")));
    putchar('\n');
}

static bool describe_cell(const json_t *cell, const char *zone) {
    size_t index;
    json_t *piece;
    if (strcmp(text_of(cell, "zone", ""), zone) != 0)
        return false;
    const json_t *stack = json_object_get(cell, "stack");
    const char *ground = text_of(json_object_get(cell, "ground"), "name", NULL);
    printf("%s%s%s%s\n", zone, ground ? ", " : "", ground ? ground : "",
           json_array_size(stack) ? " (from the bottom up):" : ": nothing stands there.");
    json_array_foreach(stack, index, piece) describe_piece(index + 1, piece);
    return true;
}

void mst_sitting_show_zone(struct mst_sitting *sitting, const char *zone) {
    json_t *scene = mst_sitting_scene(sitting), *item, *cell;
    size_t i, k;
    json_array_foreach(json_object_get(scene, "items"), i, item)
        json_array_foreach(json_object_get(item, "cells"), k, cell) if (describe_cell(cell, zone)) {
        json_decref(scene);
        return;
    }
    bool known = mst_board_zone(sitting->ruleset->rules->schema->board, zone, strlen(zone)) >= 0;
    printf(known ? "%s: nothing stands there.\n" : "There is no zone '%s'.\n", zone);
    json_decref(scene);
}

enum { MOST_LISTED = 60 }; /* moves of one kind in a menu */

/* ---- menus ----------------------------------------------------------------------------------- */

static int count_kind(const struct mst_moves *moves, int kind, mst_move *first) {
    int count = 0;
    for (int i = 0; i < moves->count; i++)
        if (kind < 0 || mst_move_kind(moves->moves[i]) == kind)
            if (!count++)
                *first = moves->moves[i];
    return count;
}

void mst_sitting_list_kinds(struct mst_sitting *sitting) {
    struct mst_error error = {0};
    const struct mst_moves *moves = mst_match_moves(sitting->match, &error);
    const struct mst_rules *rules = sitting->ruleset->rules;
    int number = 0;
    sitting->menu = -1;
    if (!moves) {
        mst_sitting_complain(&error);
        return;
    }
    for (int k = 0; k < rules->kind_count; k++) {
        mst_move first = 0;
        int count = count_kind(moves, k, &first);
        struct mst_buf text = {0};
        if (!count)
            continue;
        mst_match_move_text(sitting->match, first, &text);
        if (count == 1)
            printf("  %2d  %s: %s\n", ++number, rules->kinds[k].title, mst_buf_text(&text));
        else
            printf("  %2d  %s (%d ways, as in %s)\n", ++number, rules->kinds[k].title, count,
                   mst_buf_text(&text));
        mst_buf_clear(&text);
    }
}

void mst_sitting_list_moves(struct mst_sitting *sitting, int kind) {
    struct mst_error error = {0};
    const struct mst_moves *moves = mst_match_moves(sitting->match, &error);
    int number = 0, column = 0, width = sitting->style.width ? sitting->style.width : 80;
    struct mst_buf cell = {0};
    if (!moves) {
        mst_sitting_complain(&error);
        return;
    }
    for (int i = 0; i < moves->count; i++) {
        if (kind >= 0 && mst_move_kind(moves->moves[i]) != kind)
            continue;
        if (kind >= 0 && number == MOST_LISTED) {
            printf("\n... and more: type one (Tab completes), or `legal` to see all.");
            break;
        }
        mst_buf_reset(&cell);
        mst_buf_printf(&cell, "%4d ", ++number);
        mst_match_move_text(sitting->match, moves->moves[i], &cell);
        int room = ((int)cell.length / 16 + 1) * 16;
        if (column + room > width) {
            putchar('\n');
            column = 0;
        }
        printf("%-*s", room, mst_buf_text(&cell));
        column += room;
    }
    puts(number ? "" : "No move is legal.");
    mst_buf_clear(&cell);
}

/* The move number `number` (from 1) of a kind, or of all. */
static bool numbered(const struct mst_moves *moves, int kind, int number, mst_move *move) {
    for (int i = 0; i < moves->count; i++)
        if ((kind < 0 || mst_move_kind(moves->moves[i]) == kind) && !--number) {
            *move = moves->moves[i];
            return true;
        }
    return false;
}

bool mst_sitting_pick(struct mst_sitting *sitting, int number, mst_move *move) {
    const struct mst_moves *moves = mst_match_moves(sitting->match, NULL);
    const struct mst_rules *rules = sitting->ruleset->rules;
    int kind = sitting->menu, at = number;
    if (!moves || number < 1)
        at = -1;
    if (moves && kind != -1 && at > 0) {
        if (numbered(moves, kind == rules->kind_count ? -1 : kind, at, move))
            return true;
        at = -1;
    }
    for (int k = 0; at > 0 && k < rules->kind_count; k++) {
        int count = count_kind(moves, k, move);
        if (!count || --at)
            continue;
        if (count == 1)
            return true;
        printf("%s:\n", rules->kinds[k].title);
        mst_sitting_list_moves(sitting, k);
        sitting->menu = k;
        return false;
    }
    printf("There is no number %d in the list. Type a move, a number, or ? for help.\n", number);
    return false;
}

/* ---- completion ------------------------------------------------------------------------------ */

void mst_sitting_words(void *context, void (*offer)(void *to, const char *word), void *to) {
    static const char *const commands[] = {"legal",    "undo",   "show", "rules", "options",
                                           "hint",     "save",   "load", "new",   "help",
                                           "position", "resign", "quit"};
    struct mst_sitting *sitting = context;
    const struct mst_moves *moves = mst_match_moves(sitting->match, NULL);
    struct mst_buf text = {0};
    for (int i = 0; moves && i < moves->count; i++) {
        mst_buf_reset(&text);
        mst_match_move_text(sitting->match, moves->moves[i], &text);
        offer(to, mst_buf_text(&text));
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        offer(to, commands[i]);
    mst_buf_clear(&text);
}
