/* What Lua's compiler made of a source, read out of lua_dump (Lua 5.4): which functions there are,
 * with their lines, parameters and upvalues, and the bytes of each. */
#ifndef MUSTER_HOST_DUMP_H
#define MUSTER_HOST_DUMP_H

#include <lua.h>

#include "base/base.h"

struct mst_proto {
    int line, last_line, param_count, up_count;
    bool vararg;
    size_t from,
        to;       /* its bytes in the dump, functions inside included; equal for equal functions */
    size_t names; /* where those of its upvalues begin */
};

struct mst_dump {
    struct mst_buf bytes;
    struct mst_proto *protos; /* owned; in the order in which they begin in the source */
    int count;
};

/* Fill `dump`, which is {0}, with the Lua function on top of the stack. False when memory ends, or
 * where this is not the format of Lua 5.4. Clear it in any case. */
bool mst_dump_take(lua_State *L, struct mst_dump *dump);
void mst_dump_clear(struct mst_dump *dump);

/* The name of upvalue `index`, from 0, not terminated. */
const char *mst_dump_upvalue(const struct mst_dump *dump, const struct mst_proto *proto, int index,
                             size_t *length);

#endif
