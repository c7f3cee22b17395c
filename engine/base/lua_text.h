/* The words of a Lua source, for who looks at rules without running them. Knows the lexical rules
 * of Lua 5.4 alone; a source with a syntax error still gives words up to its end. */
#ifndef MUSTER_BASE_LUA_TEXT_H
#define MUSTER_BASE_LUA_TEXT_H

#include "base/base.h"

enum mst_lua_word { MST_LUA_END, MST_LUA_NAME, MST_LUA_STRING, MST_LUA_NUMBER, MST_LUA_SIGN };

/* Where a reader stands. Starts as {.at = text, .line = 1}; mst_lua_next takes the next word. */
struct mst_lua_text {
    const char *at; /* behind the word */
    int line;       /* of `at` */
    enum mst_lua_word word;
    int word_line;    /* where the word begins */
    const char *from; /* the word: a name, a sign; of a string what stands between the quotes */
    size_t length;
};

/* Take the next word; false at the end. Keywords are names; comments are passed over. */
bool mst_lua_next(struct mst_lua_text *text);
/* Is the word this name, sign or string (told apart by `word`)? */
bool mst_lua_is(const struct mst_lua_text *text, enum mst_lua_word word, const char *what);

#endif
