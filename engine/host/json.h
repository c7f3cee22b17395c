/* Conversion of Lua values to JSON, for scenes. The output is deterministic: keys are in byte order
 * and numbers are integers. */
#ifndef MUSTER_HOST_JSON_H
#define MUSTER_HOST_JSON_H

#include <lua.h>

#include "core/base.h"

enum { HOST_JSON_BYTES = 1 << 20 }; /* limit of one value, where each part counts 16 bytes */

/* Append the value in slot `index`. A table that is empty or has a [1] is an array. Charges for
 * every part and byte. Raises for a value without a JSON form, for more than 20 levels of nesting,
 * beyond the limit (MST_BUDGET), or when out of memory. Only inside sandbox_call. */
void host_json_write(lua_State *L, int index, struct mst_buf *out);

#endif
