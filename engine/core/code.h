/* The code of rules. A tree of nodes is compiled once, at load, to a list of instructions on
 * registers; only code is ever executed. It runs from its first instruction to a return.
 *
 * C1 The registers of a level are an array of 64-bit numbers (struct core_play). The local variables
 * of a rule come first, its temporaries follow. Sets lie below zero, `words` registers each (see
 * core_set_register). So reading a local variable costs nothing.
 * C2 The compiler records the highest register of each kind in the rules (core_rules_peak), and
 * levels are allocated that large: no instruction reaches outside.
 * C3 Jumps lead forward, except in the instructions that start the next iteration of a loop; these
 * charge its cost, their operand c. A plain JUMP leads back only to a TURN, which charges.
 * C4 A failure ends the whole rule.
 * C5 A routine has a window of registers above those of its caller: parameters, results, variables,
 * sets (here they lie above zero too) and temporaries. Code whose windows would not fit does not
 * run. */
#ifndef MUSTER_CORE_CODE_H
#define MUSTER_CORE_CODE_H

#include <stdbool.h>
#include <stdint.h>

/* Operands: a is written, b and c are read; k, m and w are numbers; `to m` is a jump. Comments list
 * the operands of the instructions below them, in their order. A word is a set on a board of up to
 * 64 zones. On larger boards a, b and c are the first of several registers. */
/* clang-format off */
#define CORE_CODES(X) \
    /* not run: w is the cost of the rule, which starts after it */ \
    X(COST) \
    /* the rule is native code: w is its address */ \
    X(NATIVE) \
    /* ending: with register a, the number w, a slot k, one number per seat, packed in w, the large set a */ \
    X(RETURN) X(RETURN_K) X(RETURN_SLOT) /* so far: what core_eval does itself */ X(RETURN_BY_SEAT) X(RETURN_SET) \
    /* moving numbers: w, b, slot k, one number per seat, packed in w */ \
    X(K) X(MOVE) X(SLOT) X(BY_SEAT) \
    /* facts of thing b: slot k + b * c where 0 <= b < m, else 0 or none; of the top of place b */ \
    X(FACT) X(FACT_OR_NONE) X(TOP_FACT) X(TOP_FACT_OR_NONE) \
    X(TOP) X(PIECE_AT) X(TYPE) X(CONTAINER) X(STEP) X(STEP_K) X(COLUMN) X(ROW) X(AT) X(ARG) X(ARG_K) X(TABLE) \
    X(NEGATE) X(ADD) X(ADD_K) X(SUB) X(FROM_K) X(MUL) X(DIV) X(MOD) X(MIN) X(MAX) X(MIN_K) X(MAX_K) X(ABS) \
    /* jumping: b against c, the number k, the slot k; slot c against k; zone b in set c */ \
    X(JUMP) \
    X(IF_EQ) X(IF_NE) X(IF_LT) X(IF_LE) \
    X(IF_EQ_K) X(IF_NE_K) X(IF_LT_K) X(IF_GE_K) \
    X(IF_EQ_SLOT) X(IF_NE_SLOT) \
    X(IF_SLOT_EQ_K) X(IF_SLOT_NE_K) X(IF_SLOT_LT_K) X(IF_SLOT_GE_K) \
    X(IF_IN) X(IF_OUT) X(IF_IN_MINE) X(IF_OUT_MINE) X(IF_IN_LARGE) X(IF_OUT_LARGE) \
    /* words; RAY: a is the set that it runs through, and then the ray */ \
    X(UNION) X(MEET) X(MINUS) X(UNION_K) X(MEET_K) X(FROM_SET_K) X(ONLY) X(REGION) X(REGION_MINE) \
    X(TOPS) X(TOPS_ANY) X(TOPS_OF) X(TOPS_MINE) X(TOPS_AT) X(TOPS_ALL) \
    X(NEAR) X(SHIFT) X(FLOOD) X(RAY) X(SIZE) X(FIRST) X(INCLUDE) \
    /* large sets */ \
    X(LARGE_COPY) X(LARGE_ZONES) X(LARGE_NOTHING) X(LARGE_UNION) X(LARGE_MEET) X(LARGE_MINUS) \
    X(LARGE_WITHOUT) X(LARGE_ONLY) X(LARGE_REGION) X(LARGE_TOPS) X(LARGE_TOPS_ANY) \
    X(LARGE_OCCUPIED) X(LARGE_NEAR) X(LARGE_SHIFT) X(LARGE_FLOOD) X(LARGE_RAY) X(LARGE_SIZE) \
    X(LARGE_FIRST) X(LARGE_INCLUDE) \
    /* loops: a is the variable, b what is left; to m for another turn (RANGE: for none) */ \
    X(NEXT_ZONE) X(NEXT_ZONE_LARGE) X(RANGE) X(NEXT_NUMBER) X(STACK) X(NEXT_PIECE) X(CHOSEN) X(NEXT_CHOSEN) \
    /* shared value k: if it is known into a, and to m; it is a */ \
    X(RECALL) X(KEEP) \
    /* calls: c arguments from register b on (CALL: for its value where m is 1); routine k with the \
     * window that begins at b */ \
    X(CALL) X(PRIMITIVE) X(KEY) X(SEEN) X(INVOKE) \
    /* a turn of `while`; what may fail: division, who decides, b unless it is k */ \
    X(TURN) X(DIV_STRICT) X(MOD_STRICT) X(ME) X(CERTAIN) \
    /* what not everybody sees: field k of thing b, which is noted; is the face of piece b known? */ \
    X(SECRET) X(KNOWN) \
    /* effects: slot m of game field k; field k of b, of m things, a slots apart; QUIET: jump to m \
     * if nobody is to know of event k, which has listeners if c is 1 */ \
    X(SET_GAME) X(SET_FIELD) X(SET_OWNER) X(PUT) X(INSERT) X(CARRY) X(SHUFFLE) X(OVER) X(GO) X(PUSH) X(POP) \
    X(QUIET) X(EMIT) X(REMEMBER) \
    /* listing moves (fuse.c): register a is move b with c - k moved up by m; runs: of the moves b \
     * with bits c and unit w, of kind a with bits c and unit 1 << k, of the moves b with bits m and \
     * unit 1 << k, of the moves b (unit w) for a .. c (c - a < 63); the move b; the move w; steps from \
     * the zones a onto those of c by leap k, from the move b; all of kind k; to m where reluctant kinds are left out, and \
     * where a move was found */ \
    X(PARAM) X(YIELD) X(YIELD_NEW) X(YIELD_FIXED) X(YIELD_RANGE) X(YIELD_ONE) X(YIELD_MOVE) \
    X(YIELD_STEP) X(YIELD_KIND) X(IF_EAGER) X(IF_ANY) \
    /* pairs: this instruction and the next one, which reads its register a as b (lang_code_pair); \
     * NONE: FACT_OR_NONE; a loop of PARAM and YIELD or YIELD_FIXED */ \
    X(FACT_THEN_IF_EQ_K) X(FACT_THEN_IF_NE_K) X(FACT_THEN_IF_LT_K) X(FACT_THEN_IF_NE) \
    X(NONE_THEN_IF_NE) X(NONE_THEN_IF_NE_SLOT) X(NONE_THEN_NONE) X(TOP_THEN_NONE) X(TOP_THEN_FACT) \
    X(SLOT_THEN_FACT) X(SLOT_THEN_NONE) X(SLOT_THEN_FROM_K) X(SLOT_THEN_CONTAINER) X(TOP_FACT_THEN_IF_LT_K) \
    X(BY_SEAT_THEN_TOPS_OF) X(BY_SEAT_THEN_SET_GAME) X(K_THEN_CARRY) X(PARAM_THEN_YIELD) X(PARAM_THEN_YIELD_FIXED) X(RANGE_OF_YIELDS)
/* clang-format on */

#define CORE_CODE_NAME(name) CORE_CODE_##name,
enum core_code_op { CORE_CODES(CORE_CODE_NAME) CORE_CODE_COUNT };
#undef CORE_CODE_NAME

struct core_code {
    uint16_t op;     /* enum core_code_op */
    int16_t a, b, c; /* registers, mostly */
    union {
        struct {
            int32_t k, m; /* a jump goes m instructions on, counted from its own */
        };
        int64_t w;
    };
};

/* The first register of set number `index`. */
static inline int core_set_register(int index, int words) {
    return -(index + 1) * words;
}

struct core_rules;

/* The source line of instruction `code`: an entry of rules->lines, or NULL if it is unknown. */
const struct core_code_line *core_code_line_of(const struct core_rules *rules, int code);
#endif
