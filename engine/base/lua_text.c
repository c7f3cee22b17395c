/* A tokenizer for Lua source: see lua_text.h. */
#include "base/lua_text.h"

#include <ctype.h>
#include <string.h>

/* Length of the opening bracket "[", "="..., "[" at `at`, or 0. */
static size_t long_open(const char *at) {
    size_t level = *at == '[' ? strspn(at + 1, "=") : 0;
    return *at == '[' && at[level + 1] == '[' ? level + 2 : 0;
}

static void step(struct mst_lua_text *t) {
    t->line += *t->at == '\n';
    t->at++;
}

/* Read to the end of a long bracket whose opening has `open` bytes. The token is its content. */
static void take_long(struct mst_lua_text *t, size_t open) {
    t->at += open;
    t->from = t->at;
    for (; *t->at; step(t))
        if (*t->at == ']' && strspn(t->at + 1, "=") == open - 2 && t->at[open - 1] == ']')
            break;
    t->length = (size_t)(t->at - t->from);
    t->at += *t->at ? open : 0;
}

static void skip(struct mst_lua_text *t) {
    for (;;) {
        if (isspace((unsigned char)*t->at)) {
            step(t);
        } else if (!strncmp(t->at, "--", 2)) {
            t->at += 2;
            size_t open = long_open(t->at);
            if (open)
                take_long(t, open);
            else
                t->at += strcspn(t->at, "\n");
        } else {
            return;
        }
    }
}

static void take_quoted(struct mst_lua_text *t) {
    char quote = *t->at++;
    t->from = t->at;
    while (*t->at && *t->at != quote && *t->at != '\n') {
        if (*t->at == '\\' && t->at[1])
            step(t);
        step(t);
    }
    t->length = (size_t)(t->at - t->from);
    t->at += *t->at == quote;
}

static void take_sign(struct mst_lua_text *t) {
    static const char *const signs[] = {
        "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"};
    t->length = 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs && t->length == 1; i++)
        if (!strncmp(t->at, signs[i], strlen(signs[i])))
            t->length = strlen(signs[i]);
    t->at += t->length;
}

bool mst_lua_next(struct mst_lua_text *t) {
    skip(t);
    t->word_line = t->line;
    t->from = t->at;
    size_t open = long_open(t->at);
    if (!*t->at) {
        t->word = MST_LUA_END;
        t->length = 0;
        return false;
    }
    if (open || *t->at == '"' || *t->at == '\'') {
        t->word = MST_LUA_STRING;
        if (open)
            take_long(t, open);
        else
            take_quoted(t);
        return true;
    }
    if (isalpha((unsigned char)*t->at) || *t->at == '_' || isdigit((unsigned char)*t->at)) {
        t->word = isdigit((unsigned char)*t->at) ? MST_LUA_NUMBER : MST_LUA_NAME;
        while (isalnum((unsigned char)*t->at) || *t->at == '_' ||
               (t->word == MST_LUA_NUMBER && *t->at == '.' && t->at[1] != '.'))
            t->at++;
        t->length = (size_t)(t->at - t->from);
        return true;
    }
    t->word = MST_LUA_SIGN;
    take_sign(t);
    return true;
}

bool mst_lua_is(const struct mst_lua_text *t, enum mst_lua_word word, const char *what) {
    return t->word == word && strlen(what) == t->length && !memcmp(t->from, what, t->length);
}
