/* Conversion of Lua values to JSON, for scenes. The output is deterministic: keys are in byte order
 * and numbers are integers. */
#ifndef MUSTER_HOST_JSON_H
#define MUSTER_HOST_JSON_H

#include <lua.h>

#include "base/base.h"

/* Append the value in slot `index`. A table that is empty or has a [1] is an array. Returns false
 * with `error` for a value without a JSON form, for more than 20 levels of nesting, or when out of
 * memory. */
bool mst_json_write(lua_State *L, int index, struct mst_buf *out, struct mst_error *error);
/* Append `text` as a JSON string. */
void mst_json_string(struct mst_buf *out, const char *text, size_t length);

#endif
