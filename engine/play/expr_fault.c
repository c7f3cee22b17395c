/* What is said of a text that does not compile: the place, the nearest name, and what people who
 * think of another language meant. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "play/expr_parser.h"

/* ---- the place ------------------------------------------------------------------------------- */

/* The line of the text that holds `from`, without the blanks before it; of a long one a part. */
static void note_spot(const struct mst_parser *p, const char *from, size_t length,
                      struct mst_spot *spot) {
    enum { MOST = sizeof spot->line - 1 };
    const char *start = from, *end = from + strcspn(from, "\n");
    while (start > p->text && start[-1] != '\n' && from - start < MOST / 2)
        start--;
    while (start < from && isspace((unsigned char)*start))
        start++;
    if (end - start > MOST)
        end = start + MOST;
    spot->at = (int)(from - start);
    spot->length = from + length > end ? (int)(end - from) : (int)length;
    snprintf(spot->line, sizeof spot->line, "%.*s", (int)(end - start), start);
}

static int fail(struct mst_parser *p, const char *from, size_t length, const char *format,
                va_list args) {
    struct mst_spot *spot = &p->rules->spot;
    char message[400];
    if (p->failed)
        return -1;
    p->failed = true;
    note_spot(p, from, length, spot);
    vsnprintf(message, sizeof message, format, args);
    spot->message = (int)strlen(message);
    mst_fail(p->error, MST_SCRIPT_ERROR, p->origin, "%s, in \"%s\"", message, spot->line);
    return -1;
}

int mst_parser_fail(struct mst_parser *p, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail(p, p->token_at, (size_t)(p->at - p->token_at), format, args);
    va_end(args);
    return -1;
}

int mst_parser_fail_at(struct mst_parser *p, const char *from, const char *format, ...) {
    size_t length = 0;
    va_list args;
    while (isalnum((unsigned char)from[length]) || from[length] == '_')
        length++;
    va_start(args, format);
    fail(p, from, length ? length : *from != 0, format, args);
    va_end(args);
    return -1;
}

/* ---- something else was expected ------------------------------------------------------------- */

static bool found(const struct mst_parser *p, const char *sign) {
    return p->token == T_SIGN && !strcmp(p->word, sign);
}

/* For who is used to other languages; "" for all else. */
static const char *advice(const struct mst_parser *p, const char *what) {
    char next = *p->at;
    if (found(p, "=") && strcmp(what, "an effect") != 0)
        return "; numbers are compared with '=='";
    if (found(p, "==") && !strcmp(what, "'='"))
        return "; a fact is set with one '='";
    if (found(p, "!"))
        return next == '=' ? "; 'not equal' is written '~='" : "; write 'not'";
    if (found(p, "&") || found(p, "|"))
        return found(p, "&") ? "; conditions are joined with 'and'"
                             : "; conditions are joined with 'or'";
    if ((found(p, "+") || found(p, "-")) && next == '=')
        return "; write it out: x = x + 1";
    if (found(p, "\""))
        return "; texts stand between ' and '";
    if (found(p, "."))
        return "; there are no tables in a text";
    return "";
}

int mst_parser_expected(struct mst_parser *p, const char *what) {
    if (p->token == T_END)
        return mst_parser_fail(p, "expected %s, found the end", what);
    if (p->token == T_NUMBER)
        return mst_parser_fail(p, "expected %s, found %lld", what, (long long)p->number);
    return mst_parser_fail(p, "expected %s, found '%s'%s", what, p->word, advice(p, what));
}

/* ---- words of the language ------------------------------------------------------------------- */

static bool among(const char *word, const char *words) {
    size_t length = strlen(word);
    for (const char *at = words; *at;) {
        size_t size = strcspn(at, " ");
        if (size == length && !memcmp(at, word, length))
            return true;
        at += size + (at[size] == ' ');
    }
    return false;
}

bool mst_text_word(const struct mst_rules *rules, const char *word) {
    const struct mst_board *board = rules->schema->board;
    for (int i = 0; mst_builtins[i].name; i++)
        if (!strcmp(mst_builtins[i].name, word))
            return true;
    for (int i = 0; mst_quantifiers[i].name; i++)
        if (!strcmp(mst_quantifiers[i].name, word))
            return true;
    for (int d = 0; board && d < board->directions; d++)
        if (!strcmp(board->direction_names[d], word))
            return true;
    return among(word, "and or not if then else elseif end in of for do let true false none nil me "
                       "seats zones nothing occupied tops walk put carry shuffle go push pop emit "
                       "over remember position_key");
}

/* ---- names ----------------------------------------------------------------------------------- */

static void offer_values(const struct mst_parser *p, struct mst_nearest *nearest) {
    static const char *const words[] = {"zones", "nothing", "occupied", "seats", "none",
                                        "me",    "true",    "false",    "tops",  "walk"};
    for (int i = 0; i < p->scope.count; i++)
        mst_nearest_offer(nearest, p->scope.locals[i].name);
    for (int i = 0; mst_builtins[i].name; i++)
        mst_nearest_offer(nearest, mst_builtins[i].name);
    mst_rules_nearest(p->rules, nearest);
    for (int i = 0; mst_quantifiers[i].name; i++)
        mst_nearest_offer(nearest, mst_quantifiers[i].name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        mst_nearest_offer(nearest, words[i]);
}

/* What people meant with a word that this language lacks; false when nothing is known of it. */
static bool foreign_word(struct mst_parser *p, const char *name) {
    const struct mst_board *board = p->rules->schema->board;
    int zone = board ? mst_board_zone(board, name, strlen(name)) : MST_NONE;
    if (!strcmp(name, "nil") || !strcmp(name, "null"))
        mst_parser_fail_at(p, p->name_at, "unknown name '%s'; nothing is called 'none' here", name);
    else if (!strcmp(name, "muster"))
        mst_parser_fail_at(p, p->name_at,
                           "unknown name 'muster': a text calls no function of Lua; what is to be "
                           "done in Lua is a function, not a text");
    else if (zone != MST_NONE && board->columns)
        mst_parser_fail_at(p, p->name_at,
                           "unknown name '%s'; zones have no names in a text: write at(%d, %d)",
                           name, board->column[zone], board->row[zone]);
    else if (!strcmp(name, "value"))
        mst_parser_fail_at(p, p->name_at,
                           "unknown name 'value': only what muster.amend puts over a query, "
                           "without 'and', 'or', 'min', 'max' or '+', has one");
    else
        return false;
    return true;
}

/* What has a name in this text alone, where that is not too much to tell. */
static const char *local_names(const struct mst_parser *p, char names[200]) {
    if (!p->scope.count && p->defining)
        snprintf(names, 200, "; '%.24s' has no parameters", p->defining->name);
    else
        snprintf(names, 200, "%s",
                 p->scope.count && p->scope.count <= 6 ? "; named here are " : "");
    for (int i = 0; p->scope.count <= 6 && i < p->scope.count; i++) {
        size_t at = strlen(names);
        snprintf(names + at, 200 - at, "%s%s", i ? ", " : "", p->scope.locals[i].name);
    }
    return names;
}

static int say_unknown(struct mst_parser *p, const char *name, const struct mst_nearest *nearest) {
    char names[200];
    if (nearest->best)
        return mst_parser_fail_at(p, p->name_at, "unknown name '%s'; did you mean '%s'?", name,
                                  nearest->best);
    return mst_parser_fail_at(p, p->name_at, "unknown name '%s'%s", name, local_names(p, names));
}

int mst_parser_unknown(struct mst_parser *p, const char *name) {
    struct mst_nearest nearest = {.wanted = name};
    if (foreign_word(p, name))
        return -1;
    offer_values(p, &nearest);
    return say_unknown(p, name, &nearest);
}

/* Is it the name of something that can be read and not set? */
static bool has_value(const struct mst_parser *p, const char *name) {
    struct mst_nearest nearest = {.wanted = name};
    offer_values(p, &nearest);
    return nearest.best && !strcmp(nearest.best, name);
}

int mst_parser_no_effect(struct mst_parser *p, const char *name) {
    static const char *const calls[] = {"owner", "put",      "carry",   "over", "go", "push", "pop",
                                        "emit",  "remember", "shuffle", "let",  "if", "for"};
    struct mst_nearest nearest = {.wanted = name};
    if (foreign_word(p, name))
        return -1;
    if (!strcmp(name, "place"))
        return mst_parser_fail_at(p, p->name_at,
                                  "'place' cannot be set; put(piece, place) moves a piece");
    if (!strcmp(name, "end") || !strcmp(name, "else") || !strcmp(name, "elseif"))
        return mst_parser_fail_at(p, p->name_at, "this '%s' belongs to no 'if' or 'for'", name);
    if (has_value(p, name))
        return mst_parser_fail_at(p, p->name_at,
                                  "'%s' is no fact, and cannot be set; a new name is made with "
                                  "'let'",
                                  name);
    for (int i = 0; i < p->rules->schema->field_count; i++)
        mst_nearest_offer(&nearest, p->rules->schema->fields[i].name);
    for (int i = 0; i < p->rules->function_count; i++)
        mst_nearest_offer(&nearest, p->rules->functions[i].name);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        mst_nearest_offer(&nearest, calls[i]);
    if (!nearest.best && found(p, "="))
        return mst_parser_fail_at(p, p->name_at,
                                  "no fact is called '%s'; a new name is made with 'let %s = ...'",
                                  name, name);
    return say_unknown(p, name, &nearest);
}

int mst_parser_no_name(struct mst_parser *p, enum mst_name_kind kind, const char *what) {
    struct mst_nearest nearest = {.wanted = p->word};
    for (int i = 0; i < p->rules->name_count; i++)
        if (p->rules->names[i].kind == kind)
            mst_nearest_offer(&nearest, p->rules->names[i].name);
    return mst_parser_fail(p, "'%.40s' is not %s%s%s%s", p->word, what,
                           nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
                           nearest.best ? "'?" : "");
}
