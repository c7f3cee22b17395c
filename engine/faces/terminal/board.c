/* Output of the terminal: the board and texts. See terminal.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "faces/scene/last.h"
#include "faces/terminal/terminal.h"

/* ---- text ------------------------------------------------------------------------------------ */

static int columns(const struct term_terminal *t) {
    return t->style.width < 24 ? 80 : t->style.width;
}

static void say_line(const struct term_terminal *t, const char *line, size_t length) {
    int indent = (int)strspn(line, " "), column = 0, most = columns(t) - 1;
    for (size_t at = (size_t)indent < length ? (size_t)indent : length; at < length;) {
        size_t word = strcspn(line + at, " \n");
        int width = mst_utf8_count(line + at, word);
        if (!column)
            column = mst_print("%*s", indent, "");
        else if (column + 1 + width > most)
            column = mst_print("\n%*s", indent + 4, "") - 1;
        else
            column += mst_print(" ");
        mst_print("%.*s", (int)word, line + at);
        column += width;
        at += word;
        at += strspn(line + at, " ");
    }
    mst_print("\n");
}

void term_terminal_say(const struct term_terminal *t, const char *text) {
    struct mst_buf shown = {0}; /* before it is measured */
    mst_buf_visible(&shown, text, strlen(text));
    for (const char *at = mst_buf_text(&shown); *at;) {
        size_t length = strcspn(at, "\n");
        say_line(t, at, length);
        at += length + (at[length] == '\n');
    }
    mst_buf_clear(&shown);
}

void term_terminal_complain(const struct term_terminal *t, const struct mst_error *error) {
    struct mst_buf text = {0};
    bool rules = error->at[0] && error->status != MST_ILLEGAL_MOVE;
    bool lists = strstr(error->text, "is not a legal move of") != NULL;
    mst_buf_printf(&text, "%s%s%s%s", rules ? error->at : "", rules ? ": " : "", error->text,
                   lists ? "; type `legal` for the list" : "");
    term_terminal_say(t, mst_buf_text(&text));
    mst_buf_clear(&text);
}

/* ---- the scene ------------------------------------------------------------------------------- */

json_t *term_terminal_scene(struct term_terminal *t, struct mst_match *match,
                            struct mst_error *error) {
    struct mst_error own = {0};
    json_t *scene = scene_of_match(match, term_terminal_view(t), error ? error : &own);
    if (own.status == MST_NO_MEMORY)
        mst_warn("%s\n", own.text);
    return scene;
}

json_t *term_terminal_picture(struct term_terminal *t, struct mst_error *error) {
    return scene_of_last(t->match, term_terminal_view(t), error);
}

const char *term_terminal_text(const json_t *object, const char *key, const char *otherwise) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

void term_terminal_name(struct term_terminal *t, int seat, char *name, size_t size) {
    json_t *scene = term_terminal_scene(t, t->match, NULL);
    const json_t *seats = json_object_get(scene, "seats");
    const char *known = term_terminal_text(json_array_get(seats, (size_t)seat), "name", "");
    if (*known)
        snprintf(name, size, "%s", known);
    else
        snprintf(name, size, "Seat %d", seat + 1);
    json_decref(scene);
}

void term_terminal_status(struct term_terminal *t, char *text, size_t size) {
    json_t *scene = term_terminal_scene(t, t->match, NULL);
    snprintf(text, size, "%s", term_terminal_text(scene, "status", ""));
    size_t length = strlen(text);
    if (length && text[length - 1] == '.')
        text[length - 1] = 0;
    json_decref(scene);
}

/* ---- the board ------------------------------------------------------------------------------- */

static void measure(struct term_terminal *t) {
    struct winsize size;
    const char *wanted = getenv("COLUMNS");
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    if (known && size.ws_col)
        t->style.width = size.ws_col;
    else
        t->style.width = wanted ? atoi(wanted) : 80;
    t->style.height = known ? size.ws_row : 0;
}

static void board_draw(struct term_terminal *t, json_t *scene) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    if (scene_draw_text(scene, &t->style, &out, &error) != MST_OK)
        term_terminal_complain(t, &error);
    mst_print("\n");
    mst_print_raw(mst_buf_text(&out), out.length); /* the canvas has no controls but colours */
    mst_buf_clear(&out);
    json_decref(t->seen);
    t->seen = json_incref(json_object_get(scene, "items"));
}

void term_terminal_draw(struct term_terminal *t, bool changed) {
    struct mst_error error = {0};
    if (t->face)
        return;
    json_t *scene = term_terminal_picture(t, &error);
    measure(t);
    if (!scene) {
        term_terminal_complain(t, &error);
        return;
    }
    if (!changed || !t->seen || !json_equal(t->seen, json_object_get(scene, "items")))
        board_draw(t, scene);
    else if (!mst_match_state(t->match).over)
        term_terminal_say(t, term_terminal_text(scene, "status", ""));
    json_decref(scene);
}

void term_terminal_svg(struct term_terminal *t, const char *path) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    json_t *scene = term_terminal_picture(t, &error);
    char file[512];
    bool exists;
    if (!mst_path_expand(path, file, sizeof file))
        mst_print_line("That name is too long.");
    else if (!scene || scene_svg(scene, &out, &error) != MST_OK)
        term_terminal_complain(t, &error);
    else if (term_terminal_replaces(file, "<svg", "a picture of a board", &exists)) {
        if (mst_write_file(file, mst_buf_text(&out), out.length, true, &error) == MST_OK)
            mst_print("The board was written to %s.\n", file);
        else
            term_terminal_complain(t, &error);
    }
    mst_buf_clear(&out);
    json_decref(scene);
}
