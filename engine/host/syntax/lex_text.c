/* Tokens with a value: numerals and strings, read as luac reads them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/syntax/reader.h"

/* ---- numerals -------------------------------------------------------------------------------- */

static const char *numeral_end(const char *s) {
    /* Like luac, take all that looks like a numeral at first, and reject what is malformed later:
     * 3x and 1..2 are errors, not two tokens. */
    char exponent = 'e';
    if (*s == '.')
        s++;
    if (s[0] == '0' && (s[1] | 32) == 'x') {
        exponent = 'p';
        s++;
    }

    for (s++;;) {
        if ((*s | 32) == exponent) {
            /* The exponent may be signed; elsewhere a sign is an operator. */
            s++;
            if (*s == '+' || *s == '-')
                s++;
        } else if (syn_is_hex(*s) || *s == '.') {
            s++;
        } else {
            return s;
        }
    }
}

static int hex_value(char c) {
    return syn_is_digit(c) ? c - '0' : (c | 32) - 'a' + 10;
}

/* Hexadecimal numbers wrap around; decimal numbers that do not fit are floats. */
static bool lex_text_whole(const char *s, const char *end, int64_t *number) {
    uint64_t value = 0;
    if (end - s > 2 && (s[1] | 32) == 'x') {
        for (s += 2; s < end && syn_is_hex(*s); s++)
            value = value << 4 | (uint64_t)hex_value(*s);
    } else {
        for (; s < end && syn_is_digit(*s); s++) {
            uint64_t digit = (uint64_t)(*s - '0');
            /* Beyond the largest integer it is a float. */
            if (value > ((uint64_t)INT64_MAX - digit) / 10)
                return false;
            value = value * 10 + digit;
        }
    }

    memcpy(number, &value, sizeof *number);
    return s == end;
}

void syn_numeral(struct syn_reader *r, struct syn_token *t) {
    const char *end = numeral_end(r->at);
    char *stop = NULL;
    bool letter = syn_is_letter(*end);

    t->kind = T_INT;
    if (!letter && !lex_text_whole(r->at, end, &t->k)) {
        t->kind = T_FLOAT;
        t->number = strtod(r->at, &stop);
    }

    /* The whole word is quoted in the message. */
    if (letter || (stop && stop != end)) {
        while (syn_is_letter(*end) || syn_is_digit(*end))
            end++;
        syn_fail(r, t->line, t->column, "malformed number '%.*s'",
                 end - r->at < 60 ? (int)(end - r->at) : 60, r->at);
    }

    r->at = end;
}

/* ---- strings in quotes ----------------------------------------------------------------------- */

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static _Noreturn void fail_here(struct syn_reader *r, const char *text) {
    syn_fail(r, r->line, (int)(r->at - r->line_start) + 1, "%s", text);
}

static char *decimal_escape(struct syn_reader *r, char *out) {
    const char *s = r->at + 1;
    int value = 0;
    for (int i = 0; i < 3 && syn_is_digit(*s); i++)
        value = value * 10 + *s++ - '0';

    if (value > 255)
        fail_here(r, "a decimal escape is at most \\255");
    r->at = s;
    *out++ = (char)value;
    return out;
}

static char *put_utf8(char *out, uint32_t code) {
    char bytes[8];
    int count = 0;
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }

    /* The first byte holds fewer bits the more bytes follow. The parts come lowest first. */
    uint32_t most = 0x3f; /* that fits into the first byte */
    do {
        bytes[count++] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
        most >>= 1;
    } while (code > most);

    *out++ = (char)((~most << 1) | code);
    while (count)
        *out++ = bytes[--count];
    return out;
}

static char *unicode_escape(struct syn_reader *r, char *out) {
    const char *s = r->at + 2;
    uint32_t code = 0;
    if (*s != '{' || !syn_is_hex(s[1]))
        fail_here(r, "expected \\u{...} with hexadecimal digits");
    for (s++; syn_is_hex(*s); s++) {
        /* One digit more must not overflow 31 bits. */
        if (code > 0x7fffffffu >> 4)
            fail_here(r, "the code of a \\u escape is at most 7FFFFFFF");
        code = code << 4 | (uint32_t)hex_value(*s);
    }
    if (*s != '}')
        fail_here(r, "a '}' is missing in a \\u{...} escape");
    r->at = s + 1;
    return put_utf8(out, code);
}

static char *hex_escape(struct syn_reader *r, char *out) {
    if (!syn_is_hex(r->at[2]) || !syn_is_hex(r->at[3]))
        fail_here(r, "expected two hexadecimal digits after \\x");
    *out++ = (char)(hex_value(r->at[2]) << 4 | hex_value(r->at[3]));
    r->at += 4;
    return out;
}

static void skip_space(struct syn_reader *r) {
    r->at += 2;
    while (is_space(*r->at))
        if (*r->at == '\n' || *r->at == '\r')
            syn_newline(r);
        else
            r->at++;
}

/* Read an escape sequence at `\`. Returns the new end of the output. */
static char *escape(struct syn_reader *r, char *out) {
    static const char letters[] = "abfnrtv\\\"'", values[] = "\a\b\f\n\r\t\v\\\"'";
    char c = r->at[1];
    const char *simple = c ? strchr(letters, c) : NULL;

    if (simple) {
        r->at += 2;
        *out++ = values[simple - letters];
    } else if (syn_is_digit(c)) {
        out = decimal_escape(r, out);
    } else if (c == 'x') {
        out = hex_escape(r, out);
    } else if (c == 'u') {
        out = unicode_escape(r, out);
    } else if (c == 'z') {
        /* \z stands for nothing, and skips blanks with their line ends. */
        skip_space(r);
    } else if (c == '\n' || c == '\r') {
        /* An escaped line end is one in the string, written as \n whatever the file has. */
        r->at++;
        syn_newline(r);
        *out++ = '\n';
    } else {
        fail_here(r, "unknown escape sequence; for a backslash write \\\\");
    }
    return out;
}

/* The closing quote of the string at `s`, or the place where an unterminated string ends. */
static const char *string_end(const struct syn_reader *r, const char *s) {
    char quote = *s++;
    for (; s < r->end && *s != quote && *s != '\n' && *s != '\r'; s++) {
        if (*s != '\\' || s + 1 >= r->end)
            continue;
        /* The escaped character does not end the string, whatever it is. */
        s++;

        if (*s == 'z')
            while (is_space(s[1]))
                s++;
        else if ((*s == '\n' || *s == '\r') && (s[1] == '\n' || s[1] == '\r') && s[1] != *s)
            /* Two different characters are one line end. */
            s++;
    }
    return s;
}

static const char *unescape(struct syn_reader *r, const char *end, char *out) {
    while (r->at < end)
        if (*r->at == '\\')
            out = escape(r, out);
        else
            *out++ = *r->at++;
    return out;
}

void syn_short_string(struct syn_reader *r, struct syn_token *t) {
    const char *end = string_end(r, r->at);
    char quote = *r->at;
    if (end >= r->end || *end != quote)
        syn_fail(r, t->line, t->column, "unterminated string: its closing %c is missing", quote);

    r->at++;
    /* No escape sequence is longer than what it is written as, so the source's length is enough. */
    size_t room = (size_t)(end - r->at);
    char *text = syn_get(r, room + 1);

    t->kind = T_STRING;
    t->s = text;
    t->length = (size_t)(unescape(r, end, text) - text);
    assert(t->length <= room && r->at == end);
    r->at++;
}

/* ---- long strings and comments --------------------------------------------------------------- */

int syn_bracket_level(const char *s) {
    int level = 0;
    while (s[level + 1] == '=')
        level++;
    return s[level + 1] == '[' ? level : -1;
}

/* Does a bracket of level `level` close at `s`? */
static bool closes(const char *s, int level) {
    if (*s != ']')
        return false;
    for (int i = 0; i < level; i++)
        if (s[i + 1] != '=')
            return false;
    return s[level + 1] == ']';
}

/* Copy the text with every line ending converted to \n. */
static void copy_lines(struct syn_reader *r, const char *from, const char *end,
                       struct syn_token *t) {
    char *out = syn_get(r, (size_t)(end - from) + 1);
    t->kind = T_STRING;
    t->s = out;

    while (from < end) {
        char c = *from++;
        if (c == '\n' || c == '\r') {
            /* As in syn_newline: two different characters are one line end. */
            if (from < end && (*from == '\n' || *from == '\r') && *from != c)
                from++;
            c = '\n';
        }
        *out++ = c;
    }
    t->length = (size_t)(out - t->s);
}

void syn_long_text(struct syn_reader *r, int level, struct syn_token *t) {
    int line = r->line, column = (int)(r->at - r->line_start) + 1;
    r->at += level + 2;
    if (*r->at == '\n' || *r->at == '\r')
        syn_newline(r);

    /* A line end right behind the bracket is not part of the text; neither is it copied. */
    const char *from = r->at;
    while (!closes(r->at, level)) {
        /* The begin is reported: the end of the file says nothing. */
        if (r->at >= r->end)
            syn_fail(r, line, column, "unterminated long %s: its closing ']%.*s]' is missing",
                     t ? "string" : "comment", level < 20 ? level : 20, "====================");
        if (*r->at == '\n' || *r->at == '\r')
            syn_newline(r);
        else
            r->at++;
    }

    if (t)
        copy_lines(r, from, r->at, t);
    r->at += level + 2;
}
