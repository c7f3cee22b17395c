/* What the terminal shows: the board, one zone, differences, and text. See terminal.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "edge/terminal.h"

/* ---- text ------------------------------------------------------------------------------------ */

static int columns(const struct mst_terminal *t) {
    return t->style.width < 24 ? 80 : t->style.width;
}

/* Characters of UTF-8 text, one column each. */
static int width_of(const char *text, size_t length) {
    int width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

static void say_line(const struct mst_terminal *t, const char *line, size_t length) {
    int indent = (int)strspn(line, " "), column = 0, most = columns(t) - 1;
    for (size_t at = (size_t)indent < length ? (size_t)indent : length; at < length;) {
        size_t word = strcspn(line + at, " \n");
        int width = width_of(line + at, word);
        if (!column)
            column = printf("%*s", indent, "");
        else if (column + 1 + width > most)
            column = printf("\n%*s", indent + 4, "") - 1;
        else
            column += printf(" ");
        fwrite(line + at, 1, word, stdout);
        column += width;
        at += word;
        at += strspn(line + at, " ");
    }
    putchar('\n');
}

void mst_terminal_say(const struct mst_terminal *t, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        say_line(t, text, length);
        text += length + (text[length] == '\n');
    }
}

void mst_terminal_complain(const struct mst_terminal *t, const struct mst_error *error) {
    struct mst_buf text = {0};
    bool rules = error->at[0] && error->status != MST_ILLEGAL_MOVE;
    mst_buf_printf(&text, "%s%s%s", rules ? error->at : "", rules ? ": " : "", error->text);
    mst_terminal_say(t, mst_buf_text(&text));
    mst_buf_clear(&text);
}

/* ---- the scene ------------------------------------------------------------------------------- */

/* From which seat the board is looked at: a person who decides, else the first person. */
static int view(const struct mst_terminal *t) {
    int seat = mst_match_state(t->match).to_move;
    if (seat >= 0 && t->human[seat])
        return seat;
    for (int i = 0; i < mst_ruleset_seats(t->ruleset); i++)
        if (t->human[i])
            return i;
    return MST_NONE;
}

static json_t *scene_of(struct mst_terminal *t, struct mst_match *match, struct mst_error *error) {
    char *text = mst_match_scene(match, view(t), error);
    json_t *scene = text ? json_loads(text, 0, NULL) : NULL;
    if (text && !scene)
        mst_fail(error, MST_NO_MEMORY, "", "memory ended");
    mst_text_free(text);
    return scene;
}

static const char *text_of(const json_t *object, const char *key, const char *otherwise) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

void mst_terminal_name(struct mst_terminal *t, int seat, char *name, size_t size) {
    json_t *scene = scene_of(t, t->match, NULL);
    const json_t *seats = json_object_get(scene, "seats");
    const char *known = text_of(json_array_get(seats, (size_t)seat), "name", "");
    if (*known)
        snprintf(name, size, "%s", known);
    else
        snprintf(name, size, "Seat %d", seat + 1);
    json_decref(scene);
}

void mst_terminal_status(struct mst_terminal *t, char *text, size_t size) {
    json_t *scene = scene_of(t, t->match, NULL);
    snprintf(text, size, "%s", text_of(scene, "status", ""));
    size_t length = strlen(text);
    if (length && text[length - 1] == '.')
        text[length - 1] = 0;
    json_decref(scene);
}

/* ---- the board ------------------------------------------------------------------------------- */

static void measure(struct mst_terminal *t) {
    struct winsize size;
    const char *wanted = getenv("COLUMNS");
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
        t->style.width = size.ws_col;
    else
        t->style.width = wanted ? atoi(wanted) : 80;
}

static void draw(struct mst_terminal *t, json_t *scene) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    if (mst_scene_text(scene, &t->style, &out, &error) != MST_OK)
        mst_terminal_complain(t, &error);
    printf("\n%s", mst_buf_text(&out));
    mst_buf_clear(&out);
    json_decref(t->seen);
    t->seen = json_incref(json_object_get(scene, "items"));
}

void mst_terminal_draw(struct mst_terminal *t, bool changed) {
    struct mst_error error = {0};
    json_t *scene = scene_of(t, t->match, &error);
    measure(t);
    if (!scene) {
        mst_terminal_complain(t, &error);
        return;
    }
    if (!changed || !t->seen || !json_equal(t->seen, json_object_get(scene, "items")))
        draw(t, scene);
    else if (!mst_match_state(t->match).over)
        mst_terminal_say(t, text_of(scene, "status", ""));
    json_decref(scene);
}

void mst_terminal_svg(struct mst_terminal *t, const char *path) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    json_t *scene = scene_of(t, t->match, &error);
    if (!scene || mst_scene_svg(scene, &out, &error) != MST_OK) {
        mst_terminal_complain(t, &error);
    } else {
        FILE *file = fopen(path, "wb");
        bool written = file && fwrite(mst_buf_text(&out), 1, out.length, file) == out.length;
        if (file && fclose(file) != 0)
            written = false;
        printf(written ? "The board is drawn in %s.\n" : "Cannot write '%s'.\n", path);
    }
    mst_buf_clear(&out);
    json_decref(scene);
}

/* ---- one zone -------------------------------------------------------------------------------- */

static const char *facing_of(const json_t *piece) {
    const char *facing = text_of(piece, "facing", "");
    return !strcmp(facing, "n")   ? "north"
           : !strcmp(facing, "e") ? "east"
           : !strcmp(facing, "s") ? "south"
           : !strcmp(facing, "w") ? "west"
                                  : NULL;
}

static void say_piece(struct mst_terminal *t, const json_t *piece, size_t level) {
    struct mst_buf text = {0};
    char owner[80] = "";
    size_t i;
    const json_t *mark, *seat = json_object_get(piece, "seat");
    const char *facing = facing_of(piece), *name = text_of(piece, "name", NULL);
    if (!name && json_is_integer(seat) && json_integer_value(seat) >= 0)
        mst_terminal_name(t, (int)json_integer_value(seat), owner, sizeof owner);
    mst_buf_printf(&text, "  %zu  %s%s%s", level, name ? name : owner, *owner ? ", " : "",
                   name ? "" : text_of(piece, "text", "a piece"));
    if (facing)
        mst_buf_printf(&text, ", facing %s", facing);
    json_array_foreach(json_object_get(piece, "marks"), i, mark)
        mst_buf_printf(&text, ", %s", text_of(mark, "name", text_of(mark, "text", "")));
    mst_terminal_say(t, mst_buf_text(&text));
    mst_buf_clear(&text);
}

/* The cell of a zone, in any grid of the scene; NULL when it is not listed. */
static const json_t *cell_of(const json_t *scene, const char *zone) {
    size_t i, k;
    const json_t *item, *cell;
    json_array_foreach(json_object_get(scene, "items"), i, item)
        json_array_foreach(json_object_get(item, "cells"), k,
                           cell) if (!strcmp(text_of(cell, "zone", ""), zone)) return cell;
    return NULL;
}

static void say_unknown_zone(const struct mst_terminal *t, const char *zone) {
    const struct mst_board *board = t->ruleset->rules->schema->board;
    printf("There is no zone '%s'; zones are %s to %s.\n", zone, board->names[0],
           board->names[board->zones - 1]);
}

void mst_terminal_zone(struct mst_terminal *t, const char *zone) {
    struct mst_error error = {0};
    json_t *scene = scene_of(t, t->match, &error);
    const json_t *cell = cell_of(scene, zone), *stack = json_object_get(cell, "stack");
    const char *ground = text_of(json_object_get(cell, "ground"), "name", NULL);
    size_t height = json_array_size(stack);
    if (!scene)
        mst_terminal_complain(t, &error);
    else if (!cell && mst_board_zone(t->ruleset->rules->schema->board, zone, strlen(zone)) < 0)
        say_unknown_zone(t, zone);
    else
        printf("%s%s%s: %s\n", zone, ground ? ", " : "", ground ? ground : "",
               !height       ? "nothing stands there."
               : height == 1 ? "one piece"
                             : "from the top down");
    for (size_t level = height; level > 0; level--)
        say_piece(t, json_array_get(stack, level - 1), level);
    json_decref(scene);
}

/* ---- differences ----------------------------------------------------------------------------- */

static void put_piece(const json_t *scene, const json_t *piece, struct mst_buf *out) {
    size_t i;
    const json_t *mark, *seat = json_object_get(piece, "seat");
    const json_t *seats = json_object_get(scene, "seats");
    const char *text = text_of(piece, "text", ""), *letter = text_of(piece, "letter", NULL);
    bool sign = !strcmp(text_of(piece, "shape", ""), "mark") && *text;
    if (!letter && !sign && json_is_integer(seat) && json_integer_value(seat) >= 0)
        letter = text_of(json_array_get(seats, (size_t)json_integer_value(seat)), "letter", "");
    if (letter && strcmp(letter, text) != 0)
        mst_buf_puts(out, letter);
    mst_buf_printf(out, "%s%s", text, text_of(piece, "facing", ""));
    json_array_foreach(json_object_get(piece, "marks"), i, mark)
        mst_buf_puts(out, text_of(mark, "text", ""));
}

static void put_stack(const json_t *scene, const json_t *stack, struct mst_buf *out) {
    size_t i;
    const json_t *piece;
    json_array_foreach(stack, i, piece) {
        mst_buf_puts(out, i ? " " : "");
        put_piece(scene, piece, out);
    }
    if (!json_array_size(stack))
        mst_buf_puts(out, "empty");
}

static int say_zones(struct mst_terminal *t, const json_t *before, const json_t *after) {
    const struct mst_board *board = t->ruleset->rules->schema->board;
    int count = 0;
    for (int zone = 0; zone < board->zones; zone++) {
        struct mst_buf old = {0}, now = {0};
        put_stack(before, json_object_get(cell_of(before, board->names[zone]), "stack"), &old);
        put_stack(after, json_object_get(cell_of(after, board->names[zone]), "stack"), &now);
        if (strcmp(mst_buf_text(&old), mst_buf_text(&now)) != 0 && ++count)
            printf("  %s: %s -> %s\n", board->names[zone], mst_buf_text(&old), mst_buf_text(&now));
        mst_buf_clear(&old);
        mst_buf_clear(&now);
    }
    return count;
}

/* The entries of the list with this title, as text. */
static void put_list(const json_t *scene, const char *title, struct mst_buf *out) {
    size_t i, k;
    const json_t *item, *entry;
    json_array_foreach(json_object_get(scene, "items"), i, item) {
        if (strcmp(text_of(item, "type", ""), "list") != 0 ||
            strcmp(text_of(item, "title", ""), title) != 0)
            continue;
        json_array_foreach(json_object_get(item, "entries"), k, entry) {
            const json_t *count = json_object_get(entry, "count");
            mst_buf_printf(out, "%s%s", out->length ? " " : "", text_of(entry, "text", ""));
            if (json_is_integer(count) && json_integer_value(count) > 1)
                mst_buf_printf(out, " x%lld", (long long)json_integer_value(count));
        }
    }
    if (!out->length)
        mst_buf_puts(out, "empty");
}

/* Lists that differ: those that have entries afterwards, or with `gone` those that are empty then.
 */
static int say_lists(const json_t *before, const json_t *after, bool gone) {
    size_t i;
    const json_t *item;
    int count = 0;
    json_array_foreach(json_object_get(gone ? before : after, "items"), i, item) {
        const char *title = text_of(item, "title", "");
        struct mst_buf old = {0}, now = {0};
        if (strcmp(text_of(item, "type", ""), "list") != 0)
            continue;
        put_list(before, title, &old);
        put_list(after, title, &now);
        bool vanished = !strcmp(mst_buf_text(&now), "empty");
        if (strcmp(mst_buf_text(&old), mst_buf_text(&now)) != 0 && gone == vanished && ++count)
            printf("  %s: %s -> %s\n", title, mst_buf_text(&old), mst_buf_text(&now));
        mst_buf_clear(&old);
        mst_buf_clear(&now);
    }
    return count;
}

void mst_terminal_difference(struct mst_terminal *t, struct mst_match *after) {
    json_t *before_scene = scene_of(t, t->match, NULL), *after_scene = scene_of(t, after, NULL);
    int count = 0;
    if (before_scene && after_scene) {
        count = say_zones(t, before_scene, after_scene);
        count += say_lists(before_scene, after_scene, false);
        count += say_lists(before_scene, after_scene, true);
    }
    if (!count)
        puts("  Nothing on the board changes.");
    json_decref(before_scene);
    json_decref(after_scene);
}
