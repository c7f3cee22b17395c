/* Lua values as JSON text, for scenes: deterministic (keys in byte order), integers only. */
#ifndef MUSTER_HOST_JSON_H
#define MUSTER_HOST_JSON_H

#include <lua.h>

#include "base/base.h"

/* Append the value at `index`. A table with a [1], or an empty one, is an array. False and `error`
 * for a value that JSON has no word for, nesting beyond 20, or no memory. */
bool mst_json_write(lua_State *L, int index, struct mst_buf *out, struct mst_error *error);
/* Append `text` as a JSON string. */
void mst_json_string(struct mst_buf *out, const char *text, size_t length);

#endif
