/* One module of rules on two paths, played in lockstep: every answer of one must be the answer of
 * the other. The rules are compiled on the first path ("code"), or compiled to machine code
 * ("native"); on the second they run as Lua. */
#ifndef TESTS_PATHS_COMPARE_H
#define TESTS_PATHS_COMPARE_H

#include "lib/subject.h"

/* How a module is played. */
struct paths_plan {
    uint64_t seed;
    int games, plies; /* how many games, and the most plies of each */
    int64_t units;    /* budget of each request */
    bool native;      /* play it by machine code as well */
    bool lua;         /* both paths are Lua: that must differ nowhere, and fit what is expected */
};

/* The actions, and the first difference. */
struct paths_result {
    bool loaded, differs;
    char kind[64];        /* of the difference, or of the refusal to load: "load", "legal", ... */
    struct mst_buf what;  /* the difference, or the refusal, for people */
    long rules, compiled; /* rules of the module, and those of them that are compiled */
    long plies, requests; /* played, and answers compared */
    long failed, starved; /* requests that failed, and that used up their budget, on both paths */
    long near; /* requests that used up their budget on one path, and nearly on the other */
};

/* The files of a module: `text` is written as lua/game.lua. Where a line of it is "--@ module
 * NAME", the rest is written as lua/NAME.lua, and switched on as well. Lines "--? EXPRESSION" are
 * evaluated in every position. */
void paths_compare(const char *text, const struct paths_plan *plan, struct paths_result *result);
/* The same where both paths have modules of their own, for tests of the comparison. */
void paths_compare_two(const char *code, const char *lua, const struct paths_plan *plan,
                       struct paths_result *result);
void paths_clear(struct paths_result *result);

#endif
