/* The input line: see typing.h. */
#include "faces/screen/typing.h"

#include <stdio.h>
#include <string.h>

static bool continues(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

void screen_typing_insert(struct screen_typing *typing, const char *character) {
    int length = (int)strlen(character);
    if (typing->length + length >= SCREEN_TYPING_SIZE)
        return;
    memmove(typing->text + typing->cursor + length, typing->text + typing->cursor,
            (size_t)(typing->length - typing->cursor) + 1);
    memcpy(typing->text + typing->cursor, character, (size_t)length);
    typing->length += length;
    typing->cursor += length;
}

void screen_typing_set(struct screen_typing *typing, const char *text) {
    snprintf(typing->text, sizeof typing->text, "%s", text);
    typing->length = typing->cursor = (int)strlen(typing->text);
}

void screen_typing_move(struct screen_typing *typing, int by) {
    do
        typing->cursor += by;
    while (typing->cursor > 0 && typing->cursor < typing->length &&
           continues(typing->text[typing->cursor]));
    typing->cursor = typing->cursor < 0                ? 0
                     : typing->cursor > typing->length ? typing->length
                                                       : typing->cursor;
}

void screen_typing_end(struct screen_typing *typing, bool at_start) {
    typing->cursor = at_start ? 0 : typing->length;
}

void screen_typing_delete(struct screen_typing *typing) {
    int from = typing->cursor;
    screen_typing_move(typing, 1);
    memmove(typing->text + from, typing->text + typing->cursor,
            (size_t)(typing->length - typing->cursor) + 1);
    typing->length -= typing->cursor - from;
    typing->cursor = from;
}

void screen_typing_rub(struct screen_typing *typing) {
    if (!typing->cursor)
        return;
    screen_typing_move(typing, -1);
    screen_typing_delete(typing);
}

void screen_typing_recall(struct screen_typing *typing, int by) {
    int shown = typing->shown + by;
    if (shown < 0 || shown > typing->kept_count)
        return;
    screen_typing_set(typing, shown < typing->kept_count ? typing->kept[shown] : "");
    typing->shown = shown;
}

void screen_typing_clear(struct screen_typing *typing, bool keep) {
    if (keep && typing->length) {
        if (typing->kept_count == SCREEN_TYPING_KEPT)
            memmove(typing->kept[0], typing->kept[1],
                    sizeof typing->kept[0] * (size_t)--typing->kept_count);
        memcpy(typing->kept[typing->kept_count++], typing->text, sizeof typing->text);
    }
    screen_typing_set(typing, "");
    typing->shown = typing->kept_count;
}

void screen_typing_forget(struct screen_typing *typing) {
    memset(typing, 0, sizeof *typing);
}

/* ---- completion ------------------------------------------------------------------------------ */

void screen_typing_word(const struct screen_typing *typing, char *word, size_t size) {
    int from = typing->cursor;
    while (from > 0 && typing->text[from - 1] != ' ')
        from--;
    snprintf(word, size, "%.*s", typing->cursor - from, typing->text + from);
}

void screen_completion_offer(void *completion, const char *word) {
    struct screen_completion *c = completion;
    size_t same = 0;
    if (strncmp(word, c->start, strlen(c->start)) != 0)
        return;
    if (!c->count++) {
        snprintf(c->common, sizeof c->common, "%s", word);
        return;
    }
    while (c->common[same] && c->common[same] == word[same])
        same++;
    c->common[same] = 0;
}
