/* The list of diagnostics: see diag.h. Each diagnostic keeps its four texts in one block, with the
 * file name first. */
#include "rulesets/diag.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rulesets/grow.h"
#include "rulesets/ruleset.h"

enum { SOURCE_MOST = 240, MESSAGE_MOST = 700 };

/* ---- text ------------------------------------------------------------------------------------ */

/* Append at most about `most` bytes of `text` and a zero, with unsafe characters replaced one by
 * one. */
static void put_clean(struct mst_buf *buf, const char *text, size_t most) {
    size_t size = strlen(text), at = 0;

    while (at < size && at < most) {
        /* D2: 0 for what is not UTF-8. Then one byte is replaced, so that what follows is read
         * again. */
        size_t length = mst_utf8_length(text + at, size - at);
        if (text[at] == '\t')
            mst_buf_char(buf, ' ');
        else if (!length || mst_utf8_control(text + at, length))
            mst_buf_char(buf, '?');
        else
            mst_buf_bytes(buf, text + at, length);
        at += length ? length : 1;
    }

    if (at < size)
        mst_buf_puts(buf, "...");
    mst_buf_char(buf, 0);
}

/* ---- the list -------------------------------------------------------------------------------- */

void rules_diags_clear(struct rules_diags *diags) {
    for (size_t i = 0; i < diags->count; i++)
        /* The block with all four texts (diag_pack). */
        mst_free((char *)diags->items[i].place.file);
    assert(diags->count <= diags->capacity); /* D3 */
    mst_free(diags->items);
    *diags = (struct rules_diags){0};
}

void rules_diags_no_memory(struct rules_diags *diags) {
    diags->failed = true;
}

size_t rules_diags_count(const struct rules_diags *diags) {
    assert(diags->count >= diags->warnings + diags->notes); /* D3 */
    return diags->count - diags->warnings - diags->notes + diags->dropped + diags->failed;
}

static bool diag_make_room(struct rules_diags *diags) {
    struct rules_diag *items =
        rules_grow(diags->items, diags->count, &diags->capacity, sizeof *items);
    if (items)
        diags->items = items;
    return items != NULL;
}

static bool stands_before(const struct rules_place *a, const struct rules_place *b) {
    if (a->order != b->order)
        return a->order < b->order;
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

static void insert(struct rules_diags *diags, struct rules_diag diag) {
    assert(diags->count < diags->capacity);
    size_t at = diags->count++;
    for (; at > 0 && stands_before(&diag.place, &diags->items[at - 1].place); at--)
        diags->items[at] = diags->items[at - 1];
    diags->items[at] = diag;
    assert(!at || !stands_before(&diag.place, &diags->items[at - 1].place)); /* D1 */
}

/* Copy the four texts to one block, owned by the caller. NULL when out of memory. */
static char *diag_pack(const struct rules_place *place, const char *message, const char *hint) {
    struct mst_buf buf = {0};
    /* Each text ends with a zero, by which diag_after finds the next one. */
    put_clean(&buf, mst_home_relative(place->file), MESSAGE_MOST);
    put_clean(&buf, place->source ? place->source : "", SOURCE_MOST);
    put_clean(&buf, message, MESSAGE_MOST);
    put_clean(&buf, hint ? hint : "", MESSAGE_MOST);
    return mst_buf_take(&buf);
}

static const char *diag_after(const char *text) {
    return text + strlen(text) + 1;
}

static void diag_add(struct rules_diags *diags, struct rules_diag diag, const char *message,
                     const char *hint) {
    if (diags->count >= RULES_DIAGS_MOST) {
        diags->dropped += diag.status != MST_OK;
        return;
    }

    /* Room is made before anything is changed: if it fails, the list stays as it was (D1), and is
     * known to lack something. */
    char *block = diag_make_room(diags) ? diag_pack(&diag.place, message, hint) : NULL;
    if (!block) {
        diags->failed = true;
        return;
    }

    diag.place.file = block;
    diag.place.source = diag_after(diag.place.file);
    diag.message = diag_after(diag.place.source);
    diag.hint = diag_after(diag.message);

    diags->notes += diag.note;
    diags->warnings += diag.status == MST_OK && !diag.note;
    insert(diags, diag);
    assert(diags->count <= RULES_DIAGS_MOST); /* D3 */
}

void rules_diags_add(struct rules_diags *diags, enum mst_status status,
                     const struct rules_place *place, const char *hint, const char *format, ...) {
    char message[MESSAGE_MOST];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    diag_add(diags, (struct rules_diag){.status = status, .place = *place}, message, hint);
}

void rules_diags_note(struct rules_diags *diags, const struct rules_place *place,
                      const char *text) {
    diag_add(diags, (struct rules_diag){.status = MST_OK, .note = true, .place = *place}, text,
             NULL);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void print_place(const struct rules_place *place, struct mst_buf *out) {
    mst_buf_puts(out, place->file);
    if (place->line)
        mst_buf_printf(out, ":%d", place->line);
    if (place->line && place->column)
        mst_buf_printf(out, ":%d", place->column);
}

static void print_text(const struct rules_diag *diag, struct mst_buf *out) {
    mst_buf_puts(out, diag->message);
    if (*diag->hint)
        mst_buf_printf(out, "; %s", diag->hint);
}

static void print_source(const struct rules_place *place, struct mst_buf *out) {
    assert(place->source && place->column >= 0); /* D2, D4 */
    int width = mst_utf8_count(place->source, strlen(place->source));
    if (!width)
        return;

    mst_buf_printf(out, "%s\n", place->source);
    if (!place->column || place->column > width + 1)
        return;

    /* D4: one blank for a character; put_clean has left no tabs and no character without width. */
    for (int i = 1; i < place->column; i++)
        mst_buf_char(out, ' ');
    mst_buf_char(out, '^');
    for (int i = 1; i < place->length && place->column + i <= width; i++)
        mst_buf_char(out, '~');
    mst_buf_char(out, '\n');
}

static const char *severity(const struct rules_diag *diag) {
    if (diag->note)
        return "note";
    return diag->status == MST_OK ? "warning" : "error";
}

void rules_diags_print(const struct rules_diags *diags, struct mst_buf *out) {
    for (size_t i = 0; i < diags->count; i++) {
        const struct rules_diag *diag = &diags->items[i];
        if (diag->note && !diags->show_notes)
            continue;

        print_place(&diag->place, out);
        mst_buf_printf(out, ": %s: ", severity(diag));
        print_text(diag, out);
        mst_buf_char(out, '\n');
        /* A fault without a line has no source, and an empty one prints nothing. */
        print_source(&diag->place, out);
    }
    if (diags->dropped)
        mst_buf_puts(out, "further faults are not shown\n");
    if (diags->failed)
        mst_buf_puts(out, "out of memory while checking the file\n");
}

enum mst_status rules_diags_first(const struct rules_diags *diags, struct mst_error *error) {
    if (diags->failed)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory while checking the file");

    const struct rules_diag *diag = diags->items, *end = diags->items + diags->count;
    while (diag < end && diag->status == MST_OK)
        diag++;
    if (diag == end)
        return MST_OK;

    if (!error)
        return diag->status;

    struct mst_buf at = {0}, text = {0};
    print_place(&diag->place, &at);
    print_text(diag, &text);

    enum { MOST = sizeof error->at - 1 };
    size_t cut = at.length > MOST ? at.length - MOST : 0; /* of a long name, the end says more than
                                                           * the start */
    enum mst_status status = at.failed || text.failed ? MST_NO_MEMORY : diag->status;
    mst_fail(error, status, mst_buf_text(&at) + cut, "%s",
             status == MST_NO_MEMORY ? "out of memory" : mst_buf_text(&text));

    mst_buf_clear(&at);
    mst_buf_clear(&text);
    return status;
}
