/* What each instruction of code reads, writes and names, as data: a row for each, without which
 * this does not compile. The verifier (verify.h) lives on it. */
#ifndef MUSTER_LANG_CODE_USES_H
#define MUSTER_LANG_CODE_USES_H

#include "core/code.h"

/* The meanings of the numbers k and m (or w, or c) of an instruction. */
enum lang_code_names {
    LANG_NAMES_NOTHING,
    LANG_NAMES_SLOT,       /* k: a slot */
    LANG_NAMES_SLOT_C,     /* c: a slot */
    LANG_NAMES_FACTS,      /* slots k + i * c of m things */
    LANG_NAMES_TOP_FACTS,  /* slots k + i * c of all pieces; m places */
    LANG_NAMES_PLACES,     /* m places */
    LANG_NAMES_CONTAINER,  /* the places k .. k + m - 1 */
    LANG_NAMES_DIRECTION,  /* k: a direction; m zones */
    LANG_NAMES_ARG,        /* k: an argument of a frame */
    LANG_NAMES_TABLE,      /* k */
    LANG_NAMES_REGION,     /* k */
    LANG_NAMES_WORD,       /* k: a word of the position */
    LANG_NAMES_WORDS,      /* the words k .. k + m */
    LANG_NAMES_SEAT_WORDS, /* the words k .. k + seats */
    LANG_NAMES_SHARED,     /* k: a shared value */
    LANG_NAMES_FUNCTION,   /* k, with c arguments; the value is wanted if m is 1 */
    LANG_NAMES_PRIMITIVE,  /* k, with c arguments */
    LANG_NAMES_ROUTINE,    /* k, with the window that begins at b */
    LANG_NAMES_SECRET,     /* k: a field, of m things */
    LANG_NAMES_GAME_FIELD, /* k: a field, at slot m */
    LANG_NAMES_FIELD,      /* k: a field, of m things (or 0), a slots apart */
    LANG_NAMES_ENDING,     /* k */
    LANG_NAMES_DECISION,   /* k */
    LANG_NAMES_FRAME,      /* k: a decision, with c arguments; may be CORE_FRAME_INSTEAD higher */
    LANG_NAMES_HEARD,      /* k: an event; c: does it have listeners? */
    LANG_NAMES_EVENT,      /* k, with c arguments */
    LANG_NAMES_SHIFT_K,    /* k: a number of bits */
    LANG_NAMES_SHIFT_M,    /* m: a number of bits */
    LANG_NAMES_UNIT,       /* w: one bit */
    LANG_NAMES_NEW,        /* a: a kind of moves; k: a number of bits */
    LANG_NAMES_MOVE,       /* w: a move */
    LANG_NAMES_LEAPS,      /* the leaps k .. k + seats */
    LANG_NAMES_KIND,       /* k */
};

/* Where it goes on. */
enum lang_code_flow {
    LANG_FLOW_ON,   /* with the next one */
    LANG_FLOW_IF,   /* with it, or to m */
    LANG_FLOW_TO,   /* to m */
    LANG_FLOW_TURN, /* to m for another turn of the loop that it closes, or with the next one */
    LANG_FLOW_END,  /* nowhere */
};

/* Where it may occur. */
enum lang_code_only {
    LANG_ONLY_WORD = 1,       /* on boards of one word */
    LANG_ONLY_LISTING = 2,    /* in code that lists moves */
    LANG_ONLY_EFFECTS = 4,    /* in rules that write to the position */
    LANG_ONLY_LOADED = 8,     /* not in a rule: COST and NATIVE */
    LANG_ONLY_LOOKED_AT = 16, /* anywhere; but the verifier has more to check */
};

/* How the operands a, b and c are registers. */
enum lang_code_use {
    LANG_USE__ = 0, /* not at all */
    LANG_USE_r = 1, /* read */
    LANG_USE_w = 2, /* written */
    LANG_USE_m = LANG_USE_r | LANG_USE_w,
    LANG_USE_t = 4,  /* written if the jump is taken */
    LANG_USE_R = 8,  /* a set: as many registers as it has words, read, */
    LANG_USE_W = 9,  /* written, */
    LANG_USE_M = 10, /* or both */
    LANG_USE_l = 11, /* a list that is written (core_code_chosen) */
    LANG_USE_n = 12, /* a list that is read; its count is written, too */
    LANG_USE_p = 13, /* c registers that are read: a window */
    LANG_USE_i = 15, /* the window of a routine: its arguments are read, its results written */
    LANG_USE_x = 16, /* no register; but all variables and sets change */
    LANG_USE_v = 14, /* written if m is 1 */
};

struct lang_code_row {
    uint8_t use[3];      /* enum lang_code_use of a, b and c */
    bool plain;          /* these are single registers, which are always read or written */
    uint8_t names;       /* enum lang_code_names */
    uint8_t flow;        /* enum lang_code_flow */
    uint8_t only;        /* enum lang_code_only, added up */
    uint8_t first, next; /* of a pair: its instructions; it begins as the first one does; or 0 */
};
extern const struct lang_code_row lang_code_rows[CORE_CODE_COUNT];

#endif
