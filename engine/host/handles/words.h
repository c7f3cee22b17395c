/* The C functions that implement the words (words.c, words_flow.c, ask.c). */
#ifndef MUSTER_HOST_HANDLES_WORDS_H
#define MUSTER_HOST_HANDLES_WORDS_H

#include "host/handles/handle.h"

#define HOST_WORD_FUNCTION(name, least, most) int host_word_##name(lua_State *L);
HOST_WORDS(HOST_WORD_FUNCTION)
#undef HOST_WORD_FUNCTION

/* Raise if the running word has too few or too many arguments. */
void host_word_enter(lua_State *L, enum host_word_id id);

#endif
