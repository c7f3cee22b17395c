/* A canvas of characters. UTF-8 is decoded here; everything else counts columns. */
#include <assert.h>
#include <string.h>

#include "faces/scene/canvas.h"

struct scene_canvas scene_canvas_start(int width, bool unicode) {
    return (struct scene_canvas){.width = width, .unicode = unicode};
}

void scene_canvas_clear(struct scene_canvas *canvas) {
    mst_free(canvas->glyphs);
    canvas->glyphs = NULL;
    canvas->height = canvas->room = 0;
}

/* ---- letters --------------------------------------------------------------------------------- */

uint32_t scene_utf8_next(const char **text) {
    const unsigned char *at = (const unsigned char *)*text;

    /* The length that the first byte says; 0xc0 and 0xc1 could only begin forms that are too
     * long. */
    int more = -1;
    if (at[0] < 0x80)
        more = 0;
    else if (at[0] >= 0xc2 && at[0] < 0xe0)
        more = 1;
    else if (at[0] >= 0xe0 && at[0] < 0xf0)
        more = 2;
    else if (at[0] >= 0xf0 && at[0] < 0xf5)
        more = 3;
    if (more <= 0) {
        *text += 1;
        return more == 0 ? at[0] : '?';
    }

    uint32_t code = at[0] & (0x3fU >> more);
    for (int i = 1; i <= more; i++) {
        /* Only the first byte is skipped, so that the next character is found again. A zero ends
         * here, too. */
        if ((at[i] & 0xc0) != 0x80) {
            *text += 1;
            return '?';
        }
        code = code << 6 | (at[i] & 0x3fU);
    }

    /* Forms that are too long, surrogates, and codes beyond the last one. */
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
        *text += 1;
        return '?';
    }
    *text += more + 1;
    return code;
}

struct span {
    uint32_t first, last;
};

/* Not drawn on a terminal: control characters, zero-width and direction marks, combining
 * accents. */
static const struct span dropped[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x300, 0x36f},    {0x483, 0x489},
    {0x591, 0x5bd},   {0x610, 0x61a},   {0x61c, 0x61c},   {0x64b, 0x65f},    {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},  {0x20d0, 0x20ff},
    {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};

/* Two columns wide on a terminal. */
static const struct span wide[] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
                                   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                                   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff},
                                   {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

static bool canvas_is_in(const struct span *spans, size_t count, uint32_t code) {
    for (size_t i = 0; i < count; i++)
        if (code >= spans[i].first && code <= spans[i].last)
            return true;
    return false;
}

#define IS_IN(spans, code) canvas_is_in(spans, sizeof(spans) / sizeof((spans)[0]), code)

/* The nearest 7-bit character. */
static uint32_t fold(uint32_t code) {
    static const char latin[] = " !cL*Y|S\"Ca<--R-o+23'uP.,1o>123?"
                                "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs"
                                "aaaaaaaceeeeiiiidnooooo/ouuuuyty";
    static const struct {
        uint32_t code;
        char like;
    } signs[] = {{0x2010, '-'},  {0x2011, '-'}, {0x2013, '-'}, {0x2014, '-'}, {0x2018, '\''},
                 {0x2019, '\''}, {0x201c, '"'}, {0x201d, '"'}, {0x2022, '*'}, {0x2026, '.'},
                 {0x2032, '\''}, {0x2212, '-'}, {0x2190, '<'}, {0x2191, '^'}, {0x2192, '>'},
                 {0x2193, 'v'},  {0x2660, 's'}, {0x2663, 'c'}, {0x2665, 'h'}, {0x2666, 'd'},
                 {0x25b2, '^'},  {0x25b6, '>'}, {0x25bc, 'v'}, {0x25c0, '<'}, {0x25b3, '^'},
                 {0x25b7, '>'},  {0x25bd, 'v'}, {0x25c1, '<'}};

    /* Latin-1 has a table of its own; a few signs beyond it are listed. */
    if (code < 0x80)
        return code;
    if (code >= 0xa0 && code <= 0xff)
        return (unsigned char)latin[code - 0xa0];
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (signs[i].code == code)
            return (unsigned char)signs[i].like;
    return '?';
}

/* The next character to draw, or 0 at the end. */
static uint32_t next_letter(const struct scene_canvas *canvas, const char **text) {
    while (**text != '\0') {
        uint32_t code = scene_utf8_next(text);
        /* Blanks of any kind take a column; marks that have none are dropped. */
        if (code == '\t' || code == '\n' || code == '\r')
            return ' ';
        if (!IS_IN(dropped, code))
            return canvas->unicode ? code : fold(code);
    }
    return 0;
}

static int columns_of(uint32_t code) {
    return IS_IN(wide, code) ? 2 : 1;
}

int scene_canvas_measure(const struct scene_canvas *canvas, const char *text) {
    int columns = 0;
    for (uint32_t code; (code = next_letter(canvas, &text)) != 0;)
        columns += columns_of(code);
    return columns;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static bool canvas_make_room(struct scene_canvas *canvas, int lines) {
    if (canvas->failed || lines <= canvas->room)
        return !canvas->failed;
    /* Half as much again, so that a page that grows line by line is copied seldom. */
    /* Half as much again, so that a page that grows line by line is copied seldom. */
    int room = lines + lines / 2 + 16;
    size_t size = (size_t)room * (size_t)canvas->width * sizeof(struct scene_glyph);
    struct scene_glyph *glyphs = mst_realloc(canvas->glyphs, size);
    if (glyphs == NULL) {
        canvas->failed = true;
        return false;
    }

    /* New lines must be empty; the lines before keep what was drawn. */
    assert(room > canvas->room);
    size_t used = (size_t)canvas->room * (size_t)canvas->width;
    memset(glyphs + used, 0, size - used * sizeof(struct scene_glyph));
    canvas->glyphs = glyphs;
    canvas->room = room;
    return true;
}

void scene_canvas_put(struct scene_canvas *canvas, int x, int y, uint32_t code,
                      struct scene_paint paint) {
    if (x < 0 || x >= canvas->width || y < 0 || !canvas_make_room(canvas, y + 1))
        return;
    canvas->glyphs[y * canvas->width + x] =
        (struct scene_glyph){code == ' ' ? 0 : code, (int8_t)paint.colour, paint.bold};
    if (canvas->height <= y)
        canvas->height = y + 1;
}

int scene_canvas_text(struct scene_canvas *canvas, int x, int y, int limit, const char *text,
                      struct scene_paint paint) {
    int end = x + limit < canvas->width ? x + limit : canvas->width;
    for (uint32_t code; (code = next_letter(canvas, &text)) != 0;) {
        int columns = columns_of(code);
        /* A wide character that would be cut is left out. */
        if (x + columns > end)
            break;
        scene_canvas_put(canvas, x, y, code, paint);
        if (columns == 2)
            scene_canvas_put(canvas, x + 1, y, SCENE_GLYPH_TAIL, paint);
        x += columns;
    }
    return x;
}

/* ---- places ---------------------------------------------------------------------------------- */

void scene_places_clear(struct scene_places *places) {
    mst_free(places->list);
    *places = (struct scene_places){0};
}

static struct scene_place *new_place(struct scene_places *places) {
    if (places->count == places->capacity) {
        int capacity = places->capacity ? 2 * places->capacity : 64;
        struct scene_place *list = mst_realloc(places->list, (size_t)capacity * sizeof *list);
        if (list == NULL)
            return NULL;
        places->list = list;
        places->capacity = capacity;
    }
    return &places->list[places->count++];
}

void scene_canvas_place(struct scene_canvas *canvas, int x, int y, int width, int height,
                        const char *zone, const char *move) {
    struct scene_place place = {.x = x, .y = y, .width = width, .height = height};
    /* A name that is too long is none: half of it would mean another place. */
    zone = zone != NULL && strlen(zone) < sizeof place.zone ? zone : "";
    move = move != NULL && strlen(move) < sizeof place.move ? move : "";
    /* A place without a name could not be pointed at. */
    if (canvas->places == NULL || width <= 0 || height <= 0 || (*zone == '\0' && *move == '\0'))
        return;
    struct scene_place *kept = new_place(canvas->places);
    if (kept == NULL) {
        canvas->failed = true;
        return;
    }
    strcpy(place.zone, zone);
    strcpy(place.move, move);
    *kept = place;
}

int scene_place_at(const struct scene_places *places, int x, int y,
                   bool (*fits)(const void *context, int place), const void *context) {
    int best = -1;
    for (int i = 0; i < places->count; i++) {
        const struct scene_place *place = &places->list[i],
                                 *inner = &places->list[best < 0 ? i : best];
        if (x < place->x || x >= place->x + place->width || y < place->y ||
            y >= place->y + place->height || (fits != NULL && !fits(context, i)))
            continue;
        /* The smallest place is the innermost. */
        if (best < 0 || place->width * place->height < inner->width * inner->height)
            best = i;
    }
    return best;
}

/* ---- writing --------------------------------------------------------------------------------- */

void scene_utf8_put(struct mst_buf *out, uint32_t code) {
    assert(code <= 0x10ffff);
    if (code < 0x80) {
        mst_buf_char(out, (char)code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    /* The first byte says how many follow, each with six bits. */
    static const unsigned lead[] = {0, 0xc0, 0xe0, 0xf0};
    mst_buf_char(out, (char)(lead[more] | code >> (6 * more)));
    while (more-- > 0)
        mst_buf_char(out, (char)(0x80 | (code >> (6 * more) & 0x3f)));
}

static void write_paint(struct mst_buf *out, int colour, bool bold) {
    static const char *const codes[] = {"31", "94",       "32", "33", "35", "38;5;208",
                                        "36", "38;5;130", "90", "90", "97"};
    mst_buf_puts(out, "\033[0");
    if (bold)
        mst_buf_puts(out, ";1");
    if (colour >= 0 && colour < SCENE_COLOURS)
        mst_buf_printf(out, ";%s", codes[colour]);
    mst_buf_char(out, 'm');
}

static void canvas_write_line(const struct scene_glyph *line, int length, bool colours,
                              struct mst_buf *out) {
    int colour = SCENE_PAINT_NONE;
    bool bold = false;
    for (int x = 0; x < length; x++) {
        /* The first column has drawn both. */
        if (line[x].code == SCENE_GLYPH_TAIL)
            continue;
        bool same = line[x].colour == colour && line[x].bold == bold;
        /* Blanks have no colour, so the escape sequences are few. */
        if (colours && line[x].code != 0 && !same) {
            colour = line[x].colour;
            bold = line[x].bold;
            write_paint(out, colour, bold);
        }
        scene_utf8_put(out, line[x].code == 0 ? ' ' : line[x].code);
    }

    if (colour != SCENE_PAINT_NONE || bold)
        mst_buf_puts(out, "\033[0m");
    mst_buf_char(out, '\n');
}

void scene_canvas_write(const struct scene_canvas *canvas, bool colour, struct mst_buf *out) {
    for (int y = 0; y < canvas->height; y++) {
        const struct scene_glyph *line = canvas->glyphs + y * canvas->width;
        int length = canvas->width;
        /* No blanks at the ends of lines. */
        while (length > 0 && line[length - 1].code == 0)
            length--;
        canvas_write_line(line, length, colour, out);
    }
}

/* ---- the pen --------------------------------------------------------------------------------- */

void scene_pen_line(struct scene_pen *pen) {
    if (pen->midline)
        pen->y++;
    pen->x = pen->left;
    pen->midline = false;
}

static void break_line(struct scene_pen *pen) {
    pen->x = pen->left + pen->hang;
    pen->y++;
    pen->midline = false;
}

void scene_pen_word(struct scene_pen *pen, const char *word, int gap) {
    int length = scene_canvas_measure(pen->canvas, word);
    int end = pen->left + pen->width;

    /* A word that does not fit begins a new line; one longer than a line is broken within. */
    if (pen->midline && pen->x + gap + length > end)
        break_line(pen);
    if (pen->midline)
        pen->x += gap;
    for (uint32_t code; (code = next_letter(pen->canvas, &word)) != 0;) {
        int columns = columns_of(code);
        if (pen->x + columns > end)
            break_line(pen);
        scene_canvas_put(pen->canvas, pen->x, pen->y, code, pen->paint);
        if (columns == 2)
            scene_canvas_put(pen->canvas, pen->x + 1, pen->y, SCENE_GLYPH_TAIL, pen->paint);
        pen->x += columns;
        pen->midline = true;
    }
}

void scene_pen_place(const struct scene_pen *pen, const char *word, const char *zone,
                     const char *move) {
    int width = scene_canvas_measure(pen->canvas, word), x = pen->x - width;
    /* A word that was broken has no place in one piece. */
    if (x >= pen->left)
        scene_canvas_place(pen->canvas, x, pen->y, width, 1, zone, move);
}

/* Runs of blanks within a line are kept, so that authors can align columns. */
void scene_pen_text(struct scene_pen *pen, const char *text) {
    int gap = 0;

    while (*text != '\0') {
        size_t blanks = strspn(text, " \t\r\n");
        /* The end of a long run adds nothing. */
        gap = blanks > 20 ? 20 : (int)blanks;
        text += blanks;
        size_t length = strcspn(text, " \t\r\n");
        /* Words are borrowed without an end, which scene_pen_word needs. */
        char *word = mst_alloc(length + 1);
        if (word == NULL) {
            pen->canvas->failed = true;
            return;
        }
        memcpy(word, text, length);
        word[length] = '\0';
        if (length > 0)
            scene_pen_word(pen, word, gap);
        mst_free(word);
        text += length;
    }
}
