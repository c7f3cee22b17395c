/* What each instruction of code reads, writes and names, as data: a row for each, without which
 * this does not compile. The verifier (verify.h) lives on it. */
#ifndef MUSTER_LANG_CODE_USES_H
#define MUSTER_LANG_CODE_USES_H

#include "core/code.h"

/* What the numbers k and m (or w, or c) of an instruction name. */
enum mst_code_names {
    MST_NAMES_NOTHING,
    MST_NAMES_SLOT,       /* k: a slot */
    MST_NAMES_SLOT_C,     /* c: a slot */
    MST_NAMES_FACTS,      /* slots k + i * c of m things */
    MST_NAMES_TOP_FACTS,  /* slots k + i * c of all pieces; m places */
    MST_NAMES_PLACES,     /* m places */
    MST_NAMES_CONTAINER,  /* the places k .. k + m - 1 */
    MST_NAMES_DIRECTION,  /* k: a direction; m zones */
    MST_NAMES_ARG,        /* k: an argument of a frame */
    MST_NAMES_TABLE,      /* k */
    MST_NAMES_REGION,     /* k */
    MST_NAMES_WORD,       /* k: a word of the position */
    MST_NAMES_WORDS,      /* the words k .. k + m */
    MST_NAMES_SEAT_WORDS, /* the words k .. k + seats */
    MST_NAMES_SHARED,     /* k: a shared value */
    MST_NAMES_FUNCTION,   /* k, with c arguments; the value is wanted if m is 1 */
    MST_NAMES_PRIMITIVE,  /* k, with c arguments */
    MST_NAMES_ROUTINE,    /* k, with the window that begins at b */
    MST_NAMES_SECRET,     /* k: a field, of m things */
    MST_NAMES_GAME_FIELD, /* k: a field, at slot m */
    MST_NAMES_FIELD,      /* k: a field, of m things (or 0), a slots apart */
    MST_NAMES_ENDING,     /* k */
    MST_NAMES_DECISION,   /* k */
    MST_NAMES_FRAME,      /* k: a decision, with c arguments; may be MST_FRAME_INSTEAD higher */
    MST_NAMES_HEARD,      /* k: an event; c: does it have listeners? */
    MST_NAMES_EVENT,      /* k, with c arguments */
    MST_NAMES_SHIFT_K,    /* k: a number of bits */
    MST_NAMES_SHIFT_M,    /* m: a number of bits */
    MST_NAMES_UNIT,       /* w: one bit */
    MST_NAMES_NEW,        /* a: a kind of moves; k: a number of bits */
    MST_NAMES_MOVE,       /* w: a move */
    MST_NAMES_LEAPS,      /* the leaps k .. k + seats */
    MST_NAMES_KIND,       /* k */
};

/* Where it goes on. */
enum mst_code_flow {
    MST_FLOW_ON,   /* with the next one */
    MST_FLOW_IF,   /* with it, or to m */
    MST_FLOW_TO,   /* to m */
    MST_FLOW_TURN, /* to m for another turn of the loop that it closes, or with the next one */
    MST_FLOW_END,  /* nowhere */
};

/* Where it may occur. */
enum mst_code_only {
    MST_ONLY_WORD = 1,       /* on boards of one word */
    MST_ONLY_LISTING = 2,    /* in code that lists moves */
    MST_ONLY_DEEDS = 4,      /* in rules that write to the position */
    MST_ONLY_LOADED = 8,     /* not in a rule: COST and NATIVE */
    MST_ONLY_LOOKED_AT = 16, /* anywhere; but the verifier has more to check */
};

/* How the operands a, b and c are registers. */
enum mst_code_use {
    MST_USE__ = 0, /* not at all */
    MST_USE_r = 1, /* read */
    MST_USE_w = 2, /* written */
    MST_USE_m = MST_USE_r | MST_USE_w,
    MST_USE_t = 4,  /* written if the jump is taken */
    MST_USE_R = 8,  /* a set: as many registers as it has words, read, */
    MST_USE_W = 9,  /* written, */
    MST_USE_M = 10, /* or both */
    MST_USE_l = 11, /* a list that is written (mst_code_chosen) */
    MST_USE_n = 12, /* a list that is read; its count is written, too */
    MST_USE_p = 13, /* c registers that are read: a window */
    MST_USE_i = 15, /* the window of a routine: its arguments are read, its results written */
    MST_USE_x = 16, /* no register; but all variables and sets change */
    MST_USE_v = 14, /* written if m is 1 */
};

struct mst_code_row {
    uint8_t use[3];      /* enum mst_code_use of a, b and c */
    bool plain;          /* these are single registers, which are always read or written */
    uint8_t names;       /* enum mst_code_names */
    uint8_t flow;        /* enum mst_code_flow */
    uint8_t only;        /* enum mst_code_only, added up */
    uint8_t first, next; /* of a pair: its instructions; it begins as the first one does; or 0 */
};
extern const struct mst_code_row mst_code_rows[MST_CODE_COUNT];

#endif
