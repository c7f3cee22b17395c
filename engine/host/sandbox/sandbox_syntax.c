/* Where a source that does not compile is wrong: Lua reports where it noticed. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "host/sandbox/sandbox_state.h"

struct line {
    const char *from, *end; /* without blanks at either side */
    int number, indent;
};

/* The next line that is neither blank nor a comment; false at the end. */
static bool next_line(struct line *line) {
    for (const char *at = line->from; *(at += strcspn(at, "\n"));) {
        at++;
        /* `at` is at the begin of a line. A blank one ends where it begins. */
        line->number++;
        line->indent = (int)strspn(at, " \t");
        line->from = at + line->indent;
        line->end = line->from + strcspn(line->from, "\n");
        while (line->end > line->from && isspace((unsigned char)line->end[-1]))
            line->end--;
        if (line->end > line->from && strncmp(line->from, "--", 2) != 0)
            return true;
    }
    return false;
}

/* The line with that number, or the one before the first that counts. */
static struct line line_at(const char *source, int number) {
    struct line line = {.from = source, .end = source + strcspn(source, "\n"), .number = 1};
    struct line next = line;
    if (number > 1)
        /* Lines that do not count are part of the one before. */
        while (next_line(&next) && next.number <= number)
            line = next;
    return line;
}

static bool sandbox_syntax_has_word(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    for (const char *from = at; from + length <= end; from++)
        /* `_` counts as a boundary here, though not in Lua: this is only a guess. */
        if (!memcmp(from, word, length) && (from == at || !isalnum((unsigned char)from[-1])) &&
            (from + length == end || !isalnum((unsigned char)from[length])))
            return true;
    return false;
}

static bool begins_with(const struct line *line, const char *const *words) {
    for (; *words; words++)
        if (!strncmp(line->from, *words, strlen(*words)) &&
            !isalnum((unsigned char)line->from[strlen(*words)]))
            return true;
    return false;
}

static bool opens(const struct line *line) {
    static const char *const words[] = {"if", "for", "while", "do", "repeat", NULL};
    /* A block that is closed in its own line is complete. */
    return (begins_with(line, words) ||
            sandbox_syntax_has_word(line->from, line->end, "function")) &&
           !sandbox_syntax_has_word(line->from, line->end, "end");
}

/* The first block from line `first` on that its indentation leaves and no `end` closes. */
static bool unclosed(const char *source, int first, int *at, char text[200]) {
    static const char *const closing[] = {"end", "else", "elseif", "until", NULL};
    struct line block = line_at(source, first);
    do {
        if (!opens(&block))
            continue;

        struct line line = block;
        int last = line.number;
        /* The body is what is indented further. `last` stays at the head if there is none. */
        while (next_line(&line) && line.indent > block.indent)
            last = line.number;

        /* No body; or the source ends in it; or what follows closes the block. */
        if (line.number == last || line.indent > block.indent || begins_with(&line, closing) ||
            strchr("})", *line.from))
            continue;

        *at = last + 1;
        snprintf(text, 200,
                 "'end' expected here, as the indentation shows, to close the block that begins at "
                 "line %d",
                 block.number);
        return true;
    } while (next_line(&block));
    return false;
}

/* What Lua found instead of the end of a table begins line `found`. */
static bool uncommaed(const char *source, int first, int found, int *at, char text[200]) {
    struct line line = line_at(source, found - 1), next = line;

    /* The line before must be complete as an entry: it ends in no comma and opens nothing. */
    if (!next_line(&next) || next.number != found || strchr(",;{", line.end[-1]))
        return false;

    *at = line.number;
    snprintf(text, 200,
             "a comma is missing at the end of this line, in the table that begins at "
             "line %d",
             first);
    return true;
}

/* What Lua lacks, or spells in another way. */
static bool habit(const char *message, char text[200]) {
    static const char *const habits[][2] = {
        {"'then' expected near '='", "== compares"},
        {"expected near '!'", "Lua writes ~= for not equal, and the word not for !"},
        {"syntax error near '+'", "Lua has no +=; write x = x + 1"},
        {"syntax error near '-'", "Lua has no -=; write x = x - 1"},
    };
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (strstr(message, habits[i][0]))
            return snprintf(text, 200, "%.100s; %s", message, habits[i][1]) > 0;
    return false;
}

bool sandbox_guess_syntax(const char *source, const char *message, int *line, char text[200]) {
    const char *opener = strstr(message, "at line ");
    int first = 0;

    if (habit(message, text))
        return true;

    /* All other guesses need the line where the block or table begins, which Lua states. */
    if (!opener || sscanf(opener, "at line %d", &first) != 1)
        return false;
    if (!strncmp(message, "'end' expected", 14) && strstr(message, "near <eof>"))
        return unclosed(source, first, line, text);

    const char *near = strstr(message, " near '");
    if (strncmp(message, "'}' expected", 12) != 0 || !near)
        return false;

    /* A comma is missing only if Lua stumbled over the first word of the line. */
    struct line found = line_at(source, *line);
    size_t length = strcspn(near + 7, "'");
    return found.number == *line && !strncmp(found.from, near + 7, length) &&
           uncommaed(source, first, *line, line, text);
}
