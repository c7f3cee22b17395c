/* The verifier: is the code of rules valid? It runs at load, before any code does, so that a fault
 * of the compiler cannot become a wrong move or a wild access.
 *
 * W1 A piece of code is what stands between two COSTs. Control stays in it and ends in a return.
 * Jumps lead to instructions of the same piece, forward unless they close a loop, and not into a
 * loop or a shared value from outside. Each turn of a loop is charged.
 * W2 A register that is read was written on every way before, or is given: a parameter, a choice, a
 * variable that a clause before bound. No instruction leaves the registers of its level or window.
 * W3 In a loop, nothing writes the registers that count its turns.
 * W4 What an instruction names exists: routines (with valid code), functions, events, fields,
 * slots, tables and the rest, with their numbers of arguments.
 * W5 Rules that only read reach no instruction that writes to the position. Only code that lists
 * moves has instructions that list.
 * W6 After lang_verify_end no invalid code is left: rules that had it run as Lua, and returns replace
 * the code itself.
 *
 * The cost is linear in the code, but for loops that enclose calls or loops. */
#ifndef MUSTER_LANG_CODE_VERIFY_H
#define MUSTER_LANG_CODE_VERIFY_H

#include "core/rules.h"

/* The purpose of a piece of code, and what it may read. */
struct lang_piece {
    int start;                          /* its first instruction, after its COST */
    const struct core_routine *routine; /* the routine whose code it is; or NULL */
    bool set;                           /* its value is a set */
    bool listing;                       /* it lists moves */
    bool effects;                       /* it may write to the position */
    int inputs;                         /* variables 0 .. inputs - 1 are given */
    const uint64_t *given;              /* and the registers of these bits; or NULL */
};

struct lang_verify_register;
struct lang_verify_mark;
struct lang_verify_region;

struct lang_verifier {
    struct core_rules *rules;
    /* Called for each rule with invalid code: its line, and what is wrong. Or NULL. */
    void (*report)(void *context, const char *at, const char *what);
    void *context;
    int64_t work;         /* instructions looked at so far */
    bool short_of_memory; /* then no rule counts as valid */

    /* The last piece, and what was found of it. For one with `given`, registers as bits, of which
     * `low` is bit 0: those that it reads of the given ones; that it writes on every way; and on
     * some way. */
    const struct lang_piece *piece;
    uint64_t *needs, *gives, *wrote;
    bool writes;                  /* it may write to the position, by itself */
    int *called, called_count;    /* its instructions that call routines, */
    int *jumps, jump_count;       /* and that jump or return */
    const struct core_code *code; /* its instructions */
    int count;
    /* Registers: the lowest one, and the words of their bits; of the piece: the lowest one, how
     * many there are, how many variables are given, and what lies above all that are given. */
    int low, words, floor, span, inputs, given_top;
    struct lang_verify_register *registers; /* by register */
    int *used, used_count;                  /* by number: the register */
    int now, run, lost, lost_at;            /* times: now; the start of the run of instructions;
                                             * registers from `lost` on were lost then */
    int only;                               /* enum lang_code_only: of all its instructions */
    unsigned char *flags;
    struct lang_verify_mark *marks;
    struct lang_verify_region *regions;
    int region_count, room;
    /* The fault that was found, and its place. */
    char why[200];
    int where;
    /* Of routines: their calls, and whether they write. */
    struct lang_verify_call {
        int from, to;
    } * calls;
    int call_count;
    bool *routine_writes;
};

/* Begin, for rules that are compiled, and end. `report` and `context` stay. False when out of
 * memory. */
bool lang_verify_open(struct lang_verifier *v, struct core_rules *rules);
void lang_verify_close(struct lang_verifier *v);

/* Is the piece valid, if what it calls is? If not, v->why says what is wrong, at instruction
 * v->where of the rules. */
bool lang_verify_piece(struct lang_verifier *v, const struct lang_piece *piece);

/* Verify all routines, and the rules that the tables of core_rules name. The host verifies its own
 * with lang_verify_root. Rules with invalid code lose it, and so run as Lua. */
void lang_verify_rules(struct lang_verifier *v);
/* `*start` is the start of the code of a rule, or -1; it becomes -1 if the code is invalid. */
bool lang_verify_root(struct lang_verifier *v, int *start, struct lang_piece piece,
                      const char *origin);
/* Verify the code that lang_rules_fuse made. Decisions whose code is invalid are walked. */
void lang_verify_listings(struct lang_verifier *v);

/* At last, replace all code that was not found valid by returns. */
void lang_verify_end(struct core_rules *rules);

/* The end of the piece that starts there. */
int lang_piece_end(const struct core_rules *rules, int start);

#endif
