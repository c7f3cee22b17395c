/* Reading of tables that describe declarations. Every function raises a Lua error on misuse. */
#ifndef MUSTER_HOST_DECLARE_SPEC_H
#define MUSTER_HOST_DECLARE_SPEC_H

#include "host/internal.h"

/* Raise unless it is a table whose string keys are all of `allowed` (names separated by blanks). */
void spec_keys(lua_State *L, int table, const char *what, const char *allowed);
/* A string field, or `otherwise` if it is absent. Borrowed from the table. */
const char *spec_text(lua_State *L, int table, const char *key, const char *otherwise);
/* A string field that is required. */
const char *spec_need(lua_State *L, int table, const char *what, const char *key);
int64_t spec_int(lua_State *L, int table, const char *key, int64_t otherwise);
bool spec_flag(lua_State *L, int table, const char *key);
/* Push a table field. False, and nothing is pushed, if it is absent. */
bool spec_list(lua_State *L, int table, const char *key);
/* Raise unless the notation `text` of `what` consists of visible characters: others separate the
 * parts of lines and texts. */
void spec_notation(lua_State *L, const char *what, const char *text);
/* Copy a name into name[CORE_NAME_SIZE]. */
void spec_copy_name(lua_State *L, char *name, const char *text);
/* Copy the field `title` of the table in slot 1, or `name` if it is absent. Raises if it does not
 * fit. */
void spec_copy_title(lua_State *L, char *title, size_t size, const char *name);

#endif
