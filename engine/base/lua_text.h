/* A tokenizer for Lua source, for checks of rules that do not run them. It knows only the lexical
 * rules of Lua 5.4: a source with a syntax error still yields tokens to its end. */
#ifndef MUSTER_BASE_LUA_TEXT_H
#define MUSTER_BASE_LUA_TEXT_H

#include "base/base.h"

enum mst_lua_word { MST_LUA_END, MST_LUA_NAME, MST_LUA_STRING, MST_LUA_NUMBER, MST_LUA_SIGN };

/* State of the tokenizer. Start with {.at = text, .line = 1}; mst_lua_next reads the next token. */
struct mst_lua_text {
    const char *at; /* after the token */
    int line;       /* of `at` */
    enum mst_lua_word word;
    int word_line;    /* start of the token */
    const char *from; /* the token: a name or symbol; for a string, the text between the quotes */
    size_t length;
};

/* Read the next token; false at the end. Keywords are names; comments are skipped. */
bool mst_lua_next(struct mst_lua_text *text);
/* Is the token this name, symbol or string (as `word` says)? */
bool mst_lua_is(const struct mst_lua_text *text, enum mst_lua_word word, const char *what);

#endif
