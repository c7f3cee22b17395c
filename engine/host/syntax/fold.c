/* Constant folding, exactly as luac does it. `local x <const> = ...` with a constant value is not a
 * variable and hence not an upvalue, and the tree must agree with that. Whatever luac leaves to run
 * time is not folded: a division by 0, a result that is float 0 or NaN, comparisons, `..` and
 * `#`. */
#include <math.h>
#include <string.h>

#include "host/syntax/reader.h"

static void set_int(struct mst_syn_node *out, uint64_t value) {
    out->kind = MST_SYN_INT;
    memcpy(&out->k, &value, sizeof value);
}

static bool set_float(struct mst_syn_node *out, double value) {
    out->kind = MST_SYN_FLOAT;
    out->number = value;
    return value == value && value != 0;
}

static bool is_number(const struct mst_syn_node *e) {
    return e->kind == MST_SYN_INT || e->kind == MST_SYN_FLOAT;
}

static double number_of(const struct mst_syn_node *e) {
    return e->kind == MST_SYN_INT ? (double)e->k : e->number;
}

/* The value as an integer, if it is exactly one. */
static bool whole(const struct mst_syn_node *e, int64_t *value) {
    if (e->kind == MST_SYN_INT) {
        *value = e->k;
        return true;
    }
    if (!(e->number >= -0x1p63 && e->number < 0x1p63) || floor(e->number) != e->number)
        return false;
    *value = (int64_t)e->number;
    return true;
}

static uint64_t shifted(uint64_t value, int64_t left) {
    if (left <= -64 || left >= 64)
        return 0;
    return left >= 0 ? value << left : value >> -left;
}

static bool fold_bits(int op, const struct mst_syn_node *a, const struct mst_syn_node *b,
                      struct mst_syn_node *out) {
    int64_t x, y;
    if (!whole(a, &x) || !whole(b, &y))
        return false;
    uint64_t u = (uint64_t)x, v = (uint64_t)y;
    switch (op) {
    case MST_SYN_BAND: set_int(out, u & v); break;
    case MST_SYN_BOR: set_int(out, u | v); break;
    case MST_SYN_BXOR: set_int(out, u ^ v); break;
    case MST_SYN_SHL: set_int(out, shifted(u, y)); break;
    default: set_int(out, shifted(u, y == INT64_MIN ? 64 : -y)); break;
    }
    return true;
}

/* Division and modulo round toward minus infinity, as in Lua. */
static void divide(int op, int64_t x, int64_t y, struct mst_syn_node *out) {
    if (y == -1) {
        set_int(out, op == MST_SYN_IDIV ? 0 - (uint64_t)x : 0);
        return;
    }
    int64_t quotient = x / y, rest = x % y;
    if (rest && (rest ^ y) < 0) {
        quotient--;
        rest += y;
    }
    set_int(out, (uint64_t)(op == MST_SYN_IDIV ? quotient : rest));
}

static bool fold_ints(int op, int64_t x, int64_t y, struct mst_syn_node *out) {
    uint64_t u = (uint64_t)x, v = (uint64_t)y;
    switch (op) {
    case MST_SYN_ADD: set_int(out, u + v); return true;
    case MST_SYN_SUB: set_int(out, u - v); return true;
    case MST_SYN_MUL: set_int(out, u * v); return true;
    default: divide(op, x, y, out); return true;
    }
}

static double modulo(double x, double y) {
    double rest = fmod(x, y);
    return rest * y < 0 ? rest + y : rest;
}

static bool fold_floats(int op, double x, double y, struct mst_syn_node *out) {
    switch (op) {
    case MST_SYN_ADD: return set_float(out, x + y);
    case MST_SYN_SUB: return set_float(out, x - y);
    case MST_SYN_MUL: return set_float(out, x * y);
    case MST_SYN_DIV: return set_float(out, x / y);
    case MST_SYN_IDIV: return set_float(out, floor(x / y));
    case MST_SYN_MOD: return set_float(out, modulo(x, y));
    default: return set_float(out, y == 2 ? x * x : pow(x, y));
    }
}

static bool fold_arithmetic(int op, const struct mst_syn_node *a, const struct mst_syn_node *b,
                            struct mst_syn_node *out) {
    if (op < MST_SYN_BOR || op == MST_SYN_CONCAT || !is_number(a) || !is_number(b))
        return false;
    if (op <= MST_SYN_SHR)
        return fold_bits(op, a, b, out);
    bool divides = op == MST_SYN_DIV || op == MST_SYN_IDIV || op == MST_SYN_MOD;
    if (divides && number_of(b) == 0)
        return false;
    if (a->kind == MST_SYN_INT && b->kind == MST_SYN_INT && op != MST_SYN_DIV && op != MST_SYN_POW)
        return fold_ints(op, a->k, b->k, out);
    return fold_floats(op, number_of(a), number_of(b), out);
}

static bool is_false(const struct mst_syn_node *e) {
    return e->kind == MST_SYN_NIL || e->kind == MST_SYN_FALSE;
}

static bool fold_binary(const struct mst_syn_node *e, struct mst_syn_node *out) {
    struct mst_syn_node a, b;
    if (!syn_fold(e->a, &a))
        return false;
    if (e->op == MST_SYN_AND || e->op == MST_SYN_OR)
        return is_false(&a) == (e->op == MST_SYN_OR) && syn_fold(e->b, out);
    return syn_fold(e->b, &b) && fold_arithmetic(e->op, &a, &b, out);
}

static bool fold_unary(const struct mst_syn_node *e, struct mst_syn_node *out) {
    struct mst_syn_node a;
    if (e->op == MST_SYN_LEN || !syn_fold(e->a, &a))
        return false;
    if (e->op == MST_SYN_NOT) {
        out->kind = is_false(&a) ? MST_SYN_TRUE : MST_SYN_FALSE;
        return true;
    }
    struct mst_syn_node zero = {.kind = MST_SYN_INT}, ones = {.kind = MST_SYN_INT, .k = -1};
    if (e->op == MST_SYN_BNOT)
        return fold_arithmetic(MST_SYN_BXOR, &a, &ones, out);
    if (a.kind == MST_SYN_FLOAT)
        return set_float(out, -a.number);
    return fold_arithmetic(MST_SYN_SUB, &zero, &a, out);
}

bool syn_fold(const struct mst_syn_node *e, struct mst_syn_node *out) {
    switch (e->kind) {
    case MST_SYN_NIL:
    case MST_SYN_TRUE:
    case MST_SYN_FALSE:
    case MST_SYN_INT:
    case MST_SYN_FLOAT:
    case MST_SYN_STRING: *out = *e; return true;
    case MST_SYN_LOCAL:
        if (e->name->value)
            *out = *e->name->value;
        return e->name->value != NULL;
    case MST_SYN_PAREN: return syn_fold(e->a, out);
    case MST_SYN_UNARY: return fold_unary(e, out);
    case MST_SYN_BINARY: return fold_binary(e, out);
    default: return false;
    }
}
