/* The tokenizer of Lua 5.4. It reads one token at a time, with one token of lookahead where the
 * grammar needs it. Numerals and strings are in lex_text.c. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/syntax/reader.h"

void syn_newline(struct syn_reader *r) {
    char first = *r->at++;
    /* Two different characters are one line end, two equal ones are two. */
    if ((*r->at == '\n' || *r->at == '\r') && *r->at != first)
        r->at++;
    r->line++;
    r->line_start = r->at;
}

static void skip_comment(struct syn_reader *r) {
    r->at += 2;
    int level = *r->at == '[' ? syn_bracket_level(r->at) : -1;
    if (level >= 0) {
        syn_long_text(r, level, NULL);
        return;
    }

    while (r->at < r->end && *r->at != '\n' && *r->at != '\r')
        r->at++;
}

/* Skip blanks and comments. */
static void skip(struct syn_reader *r) {
    for (;;)
        switch (*r->at) {
        case ' ':
        case '\t':
        case '\v':
        case '\f': r->at++; break;
        case '\n':
        case '\r': syn_newline(r); break;
        case '-':
            /* A single '-' is an operator. */
            if (r->at[1] != '-')
                return;
            skip_comment(r);
            break;
        default: return;
        }
}

static void name(struct syn_reader *r, struct syn_token *t) {
    assert(syn_is_letter(*r->at));
    const char *from = r->at;
    do
        r->at++;
    while (syn_is_letter(*r->at) || syn_is_digit(*r->at));
    t->atom = syn_atom(r, from, (size_t)(r->at - from));
    /* Keywords are atoms with another kind (syn_open_atoms). */
    t->kind = t->atom->kind;
}

/* `two` if the next character is `second`, else the current character. */
static int one_or_two(struct syn_reader *r, char second, int two) {
    int one = (unsigned char)*r->at++;
    if (*r->at != second)
        return one;
    r->at++;
    return two;
}

static int comparison(struct syn_reader *r, int twice, int with_equal) {
    if (r->at[1] == r->at[0]) {
        r->at += 2;
        return twice;
    }
    return one_or_two(r, '=', with_equal);
}

static void dots(struct syn_reader *r, struct syn_token *t) {
    /* A numeral may begin with a dot, as .5 does. */
    if (syn_is_digit(r->at[1])) {
        syn_numeral(r, t);
        return;
    }

    bool two = r->at[1] == '.', three = two && r->at[2] == '.';
    t->kind = three ? T_DOTS : two ? T_CONCAT : '.';
    r->at += three ? 3 : two ? 2 : 1;
}

static void bracket(struct syn_reader *r, struct syn_token *t) {
    int level = syn_bracket_level(r->at);
    if (level >= 0)
        syn_long_text(r, level, t);
    else if (r->at[1] == '=')
        syn_fail(r, t->line, t->column, "a long string begins with '[[' or '[=['; found '[='");
    else
        t->kind = *r->at++;
}

static void symbol(struct syn_reader *r, struct syn_token *t) {
    unsigned char c = (unsigned char)*r->at;
    /* A byte 0 before the end is a character like any other, which no token begins with. */
    if (!c && r->at >= r->end)
        t->kind = T_FILE_END;
    else if (strchr("+-*%^#&|(){}];,", c) && c)
        t->kind = c, r->at++;
    else if (c > ' ' && c < 127)
        syn_fail(r, t->line, t->column, "unexpected symbol '%c'", c);
    else
        syn_fail(r, t->line, t->column, "unexpected character with code %d", c);
}

static void scan(struct syn_reader *r, struct syn_token *t) {
    /* One case for each character that can begin more than one token; `symbol` has the rest. */
    switch (*r->at) {
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': syn_numeral(r, t); break;
    case '"':
    case '\'': syn_short_string(r, t); break;
    case '.': dots(r, t); break;
    case '[': bracket(r, t); break;
    case '=': t->kind = one_or_two(r, '=', T_EQ); break;
    case '~': t->kind = one_or_two(r, '=', T_NE); break;
    case ':': t->kind = one_or_two(r, ':', T_COLONS); break;
    case '/': t->kind = one_or_two(r, '/', T_IDIV); break;
    case '<': t->kind = comparison(r, T_SHL, T_LE); break;
    case '>': t->kind = comparison(r, T_SHR, T_GE); break;

    /* Not a case, for there are 53 of them. */
    default:
        if (syn_is_letter(*r->at))
            name(r, t);
        else
            symbol(r, t);
    }
}

static void read_token(struct syn_reader *r, struct syn_token *t) {
    skip(r);
    t->line = r->line;
    t->column = (int32_t)(r->at - r->line_start) + 1;
    t->from = (int32_t)(r->at - r->tree->source);

    scan(r, t);
    t->to = (int32_t)(r->at - r->tree->source);
    assert(t->kind == T_FILE_END || t->to > t->from); /* T4: each token moves on */
}

void syn_next(struct syn_reader *r) {
    r->last_to = r->now.to;
    /* Only one token of lookahead is kept: syn_peek read it. */
    if (r->ahead.kind) {
        r->now = r->ahead;
        r->ahead.kind = 0;
    } else {
        read_token(r, &r->now);
    }
}

int syn_peek(struct syn_reader *r) {
    if (!r->ahead.kind)
        read_token(r, &r->ahead);
    return r->ahead.kind;
}

/* ---- tokens in messages ---------------------------------------------------------------------- */

/* Texts of tokens from T_FILE_END on, as written or as a description. */
static const char *const TEXTS[] = {
    "the end of the file",
    "a name",
    "a string",
    "a number",
    "a number",
    "'..'",
    "'...'",
    "'=='",
    "'>='",
    "'<='",
    "'~='",
    "'<<'",
    "'>>'",
    "'//'",
    "'::'",
    "'and'",
    "'break'",
    "'do'",
    "'else'",
    "'elseif'",
    "'end'",
    "'false'",
    "'for'",
    "'function'",
    "'goto'",
    "'if'",
    "'in'",
    "'local'",
    "'nil'",
    "'not'",
    "'or'",
    "'repeat'",
    "'return'",
    "'then'",
    "'true'",
    "'until'",
    "'while'",
};

_Static_assert(sizeof TEXTS / sizeof *TEXTS == T_COUNT - T_FILE_END, "a text for each token");

const char *syn_kind_text(int kind, char *out, size_t size) {
    assert(kind > 0 && kind < T_COUNT);
    if (kind >= T_FILE_END)
        return TEXTS[kind - T_FILE_END];
    snprintf(out, size, "'%c'", kind);
    return out;
}

void syn_describe(const struct syn_reader *r, const struct syn_token *t, char *out, size_t size) {
    char buffer[8];

    /* As it is written where there are many of a kind; a string may be long, so it is only
     * named. */
    if (t->kind == T_NAME)
        snprintf(out, size, "the name '%.60s'", t->atom->text);
    else if (t->kind == T_INT || t->kind == T_FLOAT)
        snprintf(out, size, "the number %.*s", t->to - t->from < 60 ? t->to - t->from : 60,
                 r->tree->source + t->from);
    else
        snprintf(out, size, "%s", syn_kind_text(t->kind, buffer, sizeof buffer));
}
