/* Reading the tables that declarations are written as. Every function raises a worded error. */
#ifndef MUSTER_HOST_SPEC_H
#define MUSTER_HOST_SPEC_H

#include "host/internal.h"

/* Raise unless every text key of the table is one of `allowed` (names with blanks between). */
void spec_keys(lua_State *L, int table, const char *what, const char *allowed);
/* A text field, or `otherwise`. Borrowed from the table. */
const char *spec_text(lua_State *L, int table, const char *key, const char *otherwise);
/* A text field that must be there. */
const char *spec_need(lua_State *L, int table, const char *what, const char *key);
int64_t spec_int(lua_State *L, int table, const char *key, int64_t otherwise);
bool spec_flag(lua_State *L, int table, const char *key);
/* Push a table field; false (and nothing pushed) when it is absent. */
bool spec_list(lua_State *L, int table, const char *key);
/* Copy a name into name[MST_NAME_SIZE]. */
void spec_copy_name(lua_State *L, char *name, const char *text);
/* Copy the field `title` of the table at 1, or the name; one that does not fit is an error. */
void spec_copy_title(lua_State *L, char *title, size_t size, const char *name);

#endif
