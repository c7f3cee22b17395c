/* The compiler of rules: the Lua functions that a host has loaded, to code (core/code.h). Native
 * code is made of that code: lang/native/native.h. */
#ifndef MUSTER_LANG_LANG_H
#define MUSTER_LANG_LANG_H

struct lua_State;

/* Compile every declaration of the host of `L`, which has loaded its modules (host_compiler).
 * Functions without code go on running as Lua. Runs inside a protected call; raises on faults. */
int lang_host_compile(struct lua_State *L);

#endif
