/* Constant folding, exactly as luac does it. `local x <const> = ...` with a constant value is not a
 * variable and hence not an upvalue, and the tree must agree with that. Whatever luac leaves to run
 * time is not folded: a division by 0, a result that is float 0 or NaN, comparisons, `..` and
 * `#`. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "host/syntax/reader.h"

static void set_int(struct syn_node *out, uint64_t value) {
    out->kind = SYN_INT;
    memcpy(&out->k, &value, sizeof value);
}

static bool set_float(struct syn_node *out, double value) {
    out->kind = SYN_FLOAT;
    out->number = value;
    /* luac folds neither 0.0, to keep 0.0 and -0.0 apart, nor NaN. */
    return value == value && value != 0;
}

static bool is_number(const struct syn_node *e) {
    return e->kind == SYN_INT || e->kind == SYN_FLOAT;
}

static double number_of(const struct syn_node *e) {
    return e->kind == SYN_INT ? (double)e->k : e->number;
}

/* The value as an integer, if it is exactly one. */
static bool fold_whole(const struct syn_node *e, int64_t *value) {
    if (e->kind == SYN_INT) {
        *value = e->k;
        return true;
    }

    /* Written so that NaN fails. 2^63 itself does not fit, but is the nearest float to the largest
     * integer. */
    if (!(e->number >= -0x1p63 && e->number < 0x1p63) || floor(e->number) != e->number)
        return false;
    *value = (int64_t)e->number;
    return true;
}

static uint64_t shifted(uint64_t value, int64_t left) {
    /* C leaves shifts by 64 and more undefined. */
    if (left <= -64 || left >= 64)
        return 0;
    return left >= 0 ? value << left : value >> -left;
}

static bool fold_bits(int op, const struct syn_node *a, const struct syn_node *b,
                      struct syn_node *out) {
    int64_t x, y;
    if (!fold_whole(a, &x) || !fold_whole(b, &y))
        return false;

    uint64_t u = (uint64_t)x, v = (uint64_t)y;
    switch (op) {
    case SYN_BAND: set_int(out, u & v); break;
    case SYN_BOR: set_int(out, u | v); break;
    case SYN_BXOR: set_int(out, u ^ v); break;
    case SYN_SHL: set_int(out, shifted(u, y)); break;
    /* A shift to the right is one to the left by the opposite, which the least integer lacks. */
    default: set_int(out, shifted(u, y == INT64_MIN ? 64 : -y)); break;
    }
    return true;
}

/* Division and modulo round toward minus infinity, as in Lua. */
static void divide(int op, int64_t x, int64_t y, struct syn_node *out) {
    assert(y != 0); /* fold_arithmetic leaves that to run time */
    /* The least integer divided by -1 overflows, which traps in C and wraps around in Lua. */
    if (y == -1) {
        set_int(out, op == SYN_IDIV ? 0 - (uint64_t)x : 0);
        return;
    }

    int64_t quotient = x / y, rest = x % y;
    /* C rounds toward 0: one off where the signs differ. */
    if (rest && (rest ^ y) < 0) {
        quotient--;
        rest += y;
    }
    set_int(out, (uint64_t)(op == SYN_IDIV ? quotient : rest));
}

static bool fold_ints(int op, int64_t x, int64_t y, struct syn_node *out) {
    /* Unsigned arithmetic wraps around, as Lua's does. */
    uint64_t u = (uint64_t)x, v = (uint64_t)y;
    switch (op) {
    case SYN_ADD: set_int(out, u + v); return true;
    case SYN_SUB: set_int(out, u - v); return true;
    case SYN_MUL: set_int(out, u * v); return true;
    default: divide(op, x, y, out); return true;
    }
}

static double modulo(double x, double y) {
    double rest = fmod(x, y);
    return rest * y < 0 ? rest + y : rest;
}

static bool fold_floats(int op, double x, double y, struct syn_node *out) {
    switch (op) {
    case SYN_ADD: return set_float(out, x + y);
    case SYN_SUB: return set_float(out, x - y);
    case SYN_MUL: return set_float(out, x * y);
    case SYN_DIV: return set_float(out, x / y);
    case SYN_IDIV: return set_float(out, floor(x / y));
    case SYN_MOD: return set_float(out, modulo(x, y));
    /* luac squares by a multiplication, whose last bit may differ from that of pow. */
    default: return set_float(out, y == 2 ? x * x : pow(x, y));
    }
}

static bool fold_arithmetic(int op, const struct syn_node *a, const struct syn_node *b,
                            struct syn_node *out) {
    /* The operators before SYN_BOR are `and`, `or` and the comparisons. */
    if (op < SYN_BOR || op == SYN_CONCAT || !is_number(a) || !is_number(b))
        return false;
    if (op <= SYN_SHR)
        return fold_bits(op, a, b, out);

    bool divides = op == SYN_DIV || op == SYN_IDIV || op == SYN_MOD;
    if (divides && number_of(b) == 0)
        return false;

    /* `/` and `^` have float results even for integers. */
    if (a->kind == SYN_INT && b->kind == SYN_INT && op != SYN_DIV && op != SYN_POW)
        return fold_ints(op, a->k, b->k, out);
    return fold_floats(op, number_of(a), number_of(b), out);
}

static bool is_false(const struct syn_node *e) {
    return e->kind == SYN_NIL || e->kind == SYN_FALSE;
}

static bool fold_binary(const struct syn_node *e, struct syn_node *out) {
    struct syn_node a, b;
    if (!syn_fold(e->a, &a))
        return false;

    /* The left operand is known: it decides whether the right one is the value. Otherwise luac
     * makes a jump, even if the value is known. */
    if (e->op == SYN_AND || e->op == SYN_OR)
        return is_false(&a) == (e->op == SYN_OR) && syn_fold(e->b, out);
    return syn_fold(e->b, &b) && fold_arithmetic(e->op, &a, &b, out);
}

static bool fold_unary(const struct syn_node *e, struct syn_node *out) {
    struct syn_node a;
    if (e->op == SYN_LEN || !syn_fold(e->a, &a))
        return false;
    if (e->op == SYN_NOT) {
        out->kind = is_false(&a) ? SYN_TRUE : SYN_FALSE;
        return true;
    }

    struct syn_node zero = {.kind = SYN_INT}, ones = {.kind = SYN_INT, .k = -1};
    if (e->op == SYN_BNOT)
        return fold_arithmetic(SYN_BXOR, &a, &ones, out);
    /* Not 0 - x, which would make 0.0 of -0.0. */
    if (a.kind == SYN_FLOAT)
        return set_float(out, -a.number);
    return fold_arithmetic(SYN_SUB, &zero, &a, out);
}

bool syn_fold(const struct syn_node *e, struct syn_node *out) {
    switch (e->kind) {
    case SYN_NIL:
    case SYN_TRUE:
    case SYN_FALSE:
    case SYN_INT:
    case SYN_FLOAT:
    case SYN_STRING: *out = *e; return true;
    case SYN_LOCAL:
        /* A <const> with a literal value, which was folded when it was declared. */
        if (e->name->value)
            *out = *e->name->value;
        return e->name->value != NULL;
    case SYN_PAREN: return syn_fold(e->a, out);
    case SYN_UNARY: return fold_unary(e, out);
    case SYN_BINARY: return fold_binary(e, out);
    default: return false;
    }
}
