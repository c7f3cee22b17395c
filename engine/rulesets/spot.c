/* Locating a fault in a source: see spot.h. */
#include "rulesets/spot.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A part of a source line. */
struct find {
    const char *line, *from;
    int number;
    size_t length;
};

static bool word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Is there a word boundary between these two characters? */
static bool edge(char a, char b) {
    return !word_char(a) || !word_char(b);
}

static const char *line_end(const char *line) {
    return line + strcspn(line, "\n");
}

/* ---- a quoted word --------------------------------------------------------------------------- */

static const char *word_in(const char *line, const char *word, size_t length) {
    /* Not as a part of a longer word. */
    for (const char *at = line, *end = line_end(line); at + length <= end; at++)
        if (!memcmp(at, word, length) && (at == line || edge(at[-1], *at)) &&
            edge(at[length - 1], at[length]))
            return at;
    return NULL;
}

/* Does the word of the line name a key, as in { word = or "word"? */
static bool is_key(const char *line, const char *at, size_t length) {
    const char *behind = at + length + strspn(at + length, " "), *before = at;

    while (before > line && before[-1] == ' ')
        before--;

    bool begins = before == line || before[-1] == '{' || before[-1] == ',';
    bool quoted = at > line && at[-1] == at[length] && (at[-1] == '"' || at[-1] == '\'');
    /* "==" compares, and sets no key. */
    return quoted || (begins && behind[0] == '=' && behind[1] != '=');
}

/* Find the word on line `first`, or below if it is on only one line there, or a key on only one. */
static bool find_word(const char *text, const char *word, size_t length, int first,
                      struct find *found) {
    int number = 1, seen = 0, keys = 0;
    for (const char *line = text;; line = line_end(line) + 1, number++) {
        /* W1: one line with the word is enough, and so is one line with it as a key. */
        const char *at = number >= first ? word_in(line, word, length) : NULL;

        if (at && (!seen++ || (is_key(line, at, length) && !keys)))
            *found = (struct find){line, at, number, length};

        keys += at && is_key(line, at, length);
        /* On the line of the declaration itself, other lines do not matter. */
        if (!*line_end(line) || (seen && number == first))
            break;
    }
    assert(!seen || found->number >= first); /* W1 */
    return seen == 1 || keys == 1;
}

/* Find one of the quoted words of the message, except suggestions and missing names. For a syntax
 * error, Lua quotes the word where it stopped; in others, '?' is a name that Lua does not know. */
static bool find_quoted(const char *text, const char *message, int first, struct find *found) {
    const char *stop = strstr(message, "; did you mean"), *near = strstr(message, " near '");
    const char *found_at =
        strstr(message, "; found in a random game"); /* which quotes a position */
    /* A suggestion is in no source yet. */
    const char *end = stop ? stop : found_at ? found_at : message + strlen(message);

    for (const char *from = strchr(near ? near : message, '\''); from && from < end;) {
        const char *to = strchr(from + 1, '\'');
        if (!to || to >= end)
            return false;

        bool lacking = from - message >= 6 && !strncmp(from - 6, "needs ", 6);
        bool unknown = !near && !strncmp(from, "'?'", 3);

        if (to > from + 1 && !lacking && !unknown &&
            find_word(text, from + 1, (size_t)(to - from - 1), first, found))
            return true;
        from = strchr(to + 1, '\'');
    }
    return false;
}

static bool find_line(const char *text, const struct host_spot *spot, struct find *found) {
    /* The compiler counts from the start of a line, so find that first. */
    for (int number = 1; number < spot->line; number++) {
        text = line_end(text);
        text += *text == '\n';
    }

    if (spot->from + spot->length > line_end(text) - text)
        return false; /* the file has changed since */

    *found = (struct find){text, text + spot->from, spot->line, (size_t)spot->length};
    assert(found->from + found->length <= line_end(found->line)); /* W2 */
    return true;
}

bool rules_spot_find(const char *text, const char *message, const struct host_spot *spot,
                     struct rules_place *place, char *source, size_t size) {
    struct find found = {0};
    assert(place->line >= 1);
    if (spot->line ? !find_line(text, spot, &found)
                   : !find_quoted(text, message, place->line, &found))
        return false;

    size_t length = (size_t)(line_end(found.line) - found.line);
    if (length >= size)
        return false;

    memcpy(source, found.line, length);
    source[length] = 0;

    assert(found.from >= found.line && found.from <= found.line + length); /* W2 */
    place->line = found.number;
    place->column = 1 + mst_utf8_count(found.line, (size_t)(found.from - found.line));
    place->length = found.length ? mst_utf8_count(found.from, found.length) : 1;
    place->source = source;
    return true;
}
