/* The functions in a Lua source, read from lua_dump output (Lua 5.4): their lines, parameters,
 * upvalues and bytecode. */
#ifndef MUSTER_HOST_SANDBOX_DUMP_H
#define MUSTER_HOST_SANDBOX_DUMP_H

#include <lua.h>

#include "core/base.h"

struct sandbox_proto {
    int line, last_line, param_count, up_count;
    bool vararg;
    size_t from,
        to;       /* byte range in the dump, nested functions included; equal for equal functions */
    size_t names; /* where the names of its upvalues begin */
};

struct sandbox_dump {
    struct mst_buf bytes;
    struct sandbox_proto *protos; /* owned; in source order */
    int count;
    bool zero; /* does a string constant contain the byte 0? */
};

/* Fill `dump`, which must be {0}, from the Lua function on top of the stack. False when out of
 * memory, or if the format is not that of Lua 5.4. Clear it in either case. */
bool sandbox_dump_take(lua_State *L, struct sandbox_dump *dump);
void sandbox_dump_clear(struct sandbox_dump *dump);

/* The name of upvalue `index`, from 0. Not terminated. */
const char *sandbox_dump_upvalue(const struct sandbox_dump *dump, const struct sandbox_proto *proto,
                                 int index, size_t *length);

#endif
