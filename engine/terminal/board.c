/* Output of the terminal: the board and texts. See terminal.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal/terminal.h"

/* ---- text ------------------------------------------------------------------------------------ */

static int columns(const struct mst_terminal *t) {
    return t->style.width < 24 ? 80 : t->style.width;
}

/* The number of UTF-8 characters; each takes one column. */
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

json_t *mst_terminal_scene(struct mst_terminal *t, struct mst_match *match,
                           struct mst_error *error) {
    int view = mst_terminal_view(t);
    char *text = view == MST_VIEW_ALL ? mst_match_scene_whole(match, error)
                                      : mst_match_scene(match, view, error);
    json_t *scene = text ? json_loads(text, 0, NULL) : NULL;
    if (text && !scene)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    mst_text_free(text);
    return scene;
}

const char *mst_terminal_text(const json_t *object, const char *key, const char *otherwise) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

void mst_terminal_name(struct mst_terminal *t, int seat, char *name, size_t size) {
    json_t *scene = mst_terminal_scene(t, t->match, NULL);
    const json_t *seats = json_object_get(scene, "seats");
    const char *known = mst_terminal_text(json_array_get(seats, (size_t)seat), "name", "");
    if (*known)
        snprintf(name, size, "%s", known);
    else
        snprintf(name, size, "Seat %d", seat + 1);
    json_decref(scene);
}

void mst_terminal_status(struct mst_terminal *t, char *text, size_t size) {
    json_t *scene = mst_terminal_scene(t, t->match, NULL);
    snprintf(text, size, "%s", mst_terminal_text(scene, "status", ""));
    size_t length = strlen(text);
    if (length && text[length - 1] == '.')
        text[length - 1] = 0;
    json_decref(scene);
}

/* ---- the board ------------------------------------------------------------------------------- */

static void measure(struct mst_terminal *t) {
    struct winsize size;
    const char *wanted = getenv("COLUMNS");
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    if (known && size.ws_col)
        t->style.width = size.ws_col;
    else
        t->style.width = wanted ? atoi(wanted) : 80;
    t->style.height = known ? size.ws_row : 0;
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
    json_t *scene = mst_terminal_scene(t, t->match, &error);
    measure(t);
    if (!scene) {
        mst_terminal_complain(t, &error);
        return;
    }
    if (!changed || !t->seen || !json_equal(t->seen, json_object_get(scene, "items")))
        draw(t, scene);
    else if (!mst_match_state(t->match).over)
        mst_terminal_say(t, mst_terminal_text(scene, "status", ""));
    json_decref(scene);
}

void mst_terminal_svg(struct mst_terminal *t, const char *path) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    json_t *scene = mst_terminal_scene(t, t->match, &error);
    if (!scene || mst_scene_svg(scene, &out, &error) != MST_OK) {
        mst_terminal_complain(t, &error);
    } else {
        FILE *file = fopen(path, "wb");
        bool written = file && fwrite(mst_buf_text(&out), 1, out.length, file) == out.length;
        if (file && fclose(file) != 0)
            written = false;
        printf(written ? "The board was written to %s.\n" : "Cannot write '%s'.\n", path);
    }
    mst_buf_clear(&out);
    json_decref(scene);
}
