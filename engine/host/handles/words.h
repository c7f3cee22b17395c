/* The C functions that implement the words (words.c, words_flow.c, ask.c). */
#ifndef MUSTER_HOST_HANDLES_WORDS_H
#define MUSTER_HOST_HANDLES_WORDS_H

#include "host/handles/handle.h"

#define MST_WORD_FUNCTION(name, least, most) int mst_word_##name(lua_State *L);
MST_WORDS(MST_WORD_FUNCTION)
#undef MST_WORD_FUNCTION

/* Raise if the running word has too few or too many arguments. */
void mst_word_enter(lua_State *L, enum mst_word_id id);

#endif
