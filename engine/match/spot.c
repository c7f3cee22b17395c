/* Finding the place of a fault in a source: see spot.h. */
#include "match/spot.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A part of one line of the source. */
struct find {
    const char *line, *from;
    int number;
    size_t length;
};

static bool word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Does a word begin, or end, between these two characters? */
static bool edge(char a, char b) {
    return !word_char(a) || !word_char(b);
}

static const char *line_end(const char *line) {
    return line + strcspn(line, "\n");
}

/* ---- the line of a text ---------------------------------------------------------------------- */

/* Does the fault, which is not empty, begin or end with a word, and `here` in the midst of one? */
static bool cuts_word(const struct mst_spot *spot, const char *line, const char *here) {
    const char *from = spot->line + spot->at, *behind = from + spot->length;
    const char *there = here + spot->length;
    bool begins = !spot->at || edge(from[-1], *from), ends = edge(behind[-1], *behind);
    return (begins && here > line && !edge(here[-1], *here)) || (ends && !edge(there[-1], *there));
}

/* How many characters around `here` (in `line`) are those around the fault: its length and more, or
 * 0 where the fault is not there. */
static int likeness(const struct mst_spot *spot, const char *line, const char *here) {
    const char *from = spot->line + spot->at, *end = line_end(line);
    const char *behind = from + spot->length, *there = here + spot->length;
    int same = spot->length;
    if (there > end || strncmp(here, from, (size_t)spot->length) != 0)
        return 0;
    if (spot->length && cuts_word(spot, line, here))
        return 0;
    for (int i = 1; i <= spot->at && here - i >= line && here[-i] == from[-i]; i++)
        same++;
    for (int i = 0; behind[i] && there + i < end && there[i] == behind[i]; i++)
        same++;
    return same;
}

enum { ENOUGH = 8 }; /* characters in a row that no other place has by chance */

/* The place most like the one in the text; of equal ones the first from line `first` on. */
static bool find_text(const char *text, const struct mst_spot *spot, int first,
                      struct find *found) {
    int best = 0, number = 1;
    for (const char *line = text;; line = line_end(line) + 1, number++) {
        for (const char *here = line; here <= line_end(line); here++) {
            int same = likeness(spot, line, here);
            if (same > best || (same && same == best && found->number < first && number >= first)) {
                best = same;
                *found = (struct find){line, here, number, (size_t)spot->length};
            }
        }
        if (!*line_end(line))
            break;
    }
    return best >= ENOUGH || (best && best == (int)strlen(spot->line));
}

/* ---- a quoted word --------------------------------------------------------------------------- */

static const char *word_in(const char *line, const char *word, size_t length) {
    for (const char *at = line, *end = line_end(line); at + length <= end; at++)
        if (!memcmp(at, word, length) && (at == line || edge(at[-1], *at)) &&
            edge(at[length - 1], at[length]))
            return at;
    return NULL;
}

/* Does the word of the line name a key: { word = or "word"? */
static bool is_key(const char *line, const char *at, size_t length) {
    const char *behind = at + length + strspn(at + length, " "), *before = at;
    while (before > line && before[-1] == ' ')
        before--;
    bool begins = before == line || before[-1] == '{' || before[-1] == ',';
    bool quoted = at > line && at[-1] == at[length] && (at[-1] == '"' || at[-1] == '\'');
    return quoted || (begins && behind[0] == '=' && behind[1] != '=');
}

/* The word on line `first`, or, if it is on only one line, or a key on only one, below that. */
static bool find_word(const char *text, const char *word, size_t length, int first,
                      struct find *found) {
    int number = 1, seen = 0, keys = 0;
    for (const char *line = text;; line = line_end(line) + 1, number++) {
        const char *at = number >= first ? word_in(line, word, length) : NULL;
        if (at && (!seen++ || (is_key(line, at, length) && !keys)))
            *found = (struct find){line, at, number, length};
        keys += at && is_key(line, at, length);
        if (!*line_end(line) || (seen && number == first))
            break;
    }
    return seen == 1 || keys == 1;
}

/* The words between ' and ' in turn, but not what is offered in their place, or is lacking. Lua
 * says near which word it stopped. */
static bool find_quoted(const char *text, const char *message, int first, struct find *found) {
    const char *stop = strstr(message, "; did you mean"), *near = strstr(message, " near '");
    const char *end = stop ? stop : message + strlen(message);
    for (const char *from = strchr(near ? near : message, '\''); from && from < end;) {
        const char *to = strchr(from + 1, '\'');
        if (!to || to >= end)
            return false;
        bool lacking = from - message >= 6 && !strncmp(from - 6, "needs ", 6);
        if (to > from + 1 && !lacking &&
            find_word(text, from + 1, (size_t)(to - from - 1), first, found))
            return true;
        from = strchr(to + 1, '\'');
    }
    return false;
}

bool mst_spot_find(const char *text, const char *message, const struct mst_spot *spot,
                   struct mst_place *place, char *source, size_t size) {
    struct find found = {0};
    if (spot && *spot->line ? !find_text(text, spot, place->line, &found)
                            : !find_quoted(text, message, place->line, &found))
        return false;
    size_t length = (size_t)(line_end(found.line) - found.line);
    if (length >= size)
        return false;
    memcpy(source, found.line, length);
    source[length] = 0;
    place->line = found.number;
    place->column = 1 + mst_utf8_count(found.line, (size_t)(found.from - found.line));
    place->length = found.length ? mst_utf8_count(found.from, found.length) : 1;
    place->source = source;
    return true;
}
