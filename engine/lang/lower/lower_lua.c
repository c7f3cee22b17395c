/* Lowering: functions inside rules that cannot be compiled. They are called in Lua, for their
 * effect or, where nothing may be written, for a truth. */
#include "lang/lower/lower.h"

#include <assert.h>

static bool is_truth(const struct syn_node *n) {
    /* By its form alone, as the function cannot be lowered. A call may give anything. */
    switch ((enum syn_kind)n->kind) {
    case SYN_TRUE:
    case SYN_FALSE: return true;
    case SYN_PAREN: return is_truth(n->a);
    case SYN_UNARY: return n->op == SYN_NOT;
    case SYN_BINARY:
        return (n->op >= SYN_LT && n->op <= SYN_EQ) ||
               ((n->op == SYN_AND || n->op == SYN_OR) && is_truth(n->a) && is_truth(n->b));
    default: return false;
    }
}

/* Does every statement `return` of the list give a truth? `*ends`: it cannot be left otherwise. */
static bool returns_truths(const struct syn_node *list, bool *ends) {
    *ends = false;
    for (const struct syn_node *n = list; n; n = n->next) {
        /* The list cannot be left otherwise where a `return` stops it, or an `if` both ways. */
        bool yes = false, no = false, truths = true;
        if (n->kind == SYN_RETURN)
            truths = yes = no = n->a && !n->a->next && is_truth(n->a);
        else if (n->kind == SYN_IF)
            truths = returns_truths(n->b, &yes) && returns_truths(n->c, &no);
        else if (n->kind != SYN_DECLARE && n->kind != SYN_ASSIGN && n->kind != SYN_DO_CALL)
            truths = false;

        /* Loops are not looked into: a `return` in one might be anything. */
        if (!truths)
            return false;
        *ends = *ends || (yes && no);
    }
    return true;
}

bool low_tells_truth(const struct low_frame *frame) {
    bool ends;
    return returns_truths(frame->fn->body, &ends) && ends;
}

void low_give_up(struct low *l) {
    /* The innermost one that may run as Lua by itself: code around it stays. A literal has no
     * closure of its own that could be called. */
    for (const struct low_frame *f = l->frame; f; f = f->up)
        if ((f->effect || f->truth) && f->fn == f->root && !f->source->lua) {
            f->source->lua = l->again = true;
            return;
        }
}

/* Call the function in upvalue 1. Upvalue 2 is a list of constant arguments, at their positions;
 * upvalue 3 is the number of arguments. The caller's arguments fill the gaps. */
static int call_bound(lua_State *L) {
    int count = (int)lua_tointeger(L, lua_upvalueindex(3)), given = 1;
    luaL_checkstack(L, count + 5, "too many values");
    lua_pushvalue(L, lua_upvalueindex(1));

    for (int i = 1; i <= count; i++)
        if (lua_rawgeti(L, lua_upvalueindex(2), i) == LUA_TNIL) {
            lua_pop(L, 1);
            lua_pushvalue(L, given++);
        }
    lua_call(L, count, 1);
    return 1;
}

/* Push the function, or a closure of it with its constant arguments. False if an argument has no
 * Lua form here. */
static bool push_bound(struct low *l, const struct low_frame *frame, const struct low_value *args,
                       int count) {
    lua_State *L = l->L;
    int bound = 0;
    luaL_checkstack(L, 20, "rules are nested too deeply");
    lua_pushvalue(L, frame->lua);
    lua_newtable(L);

    /* Code passes numbers to Lua. Handles, tables and functions are constants, so the closure holds
     * them. */
    for (int i = 0; i < count; i++) {
        if (args[i].form == LOW_LUA) {
            bound++;
            lua_pushvalue(L, args[i].lua);
            lua_rawseti(L, -2, i + 1);
        } else if (args[i].form != LOW_PLAIN || args[i].type == CORE_TYPE_SET) {
            lua_pop(L, 2);
            return false;
        }
    }

    /* Without any, the function is called as it is. */
    if (bound) {
        lua_pushinteger(L, count);
        lua_pushcclosure(L, call_bound, 3);
    } else {
        lua_pop(L, 1);
    }
    return true;
}

/* An argument for Lua, which gets nil for no thing, and false for 0 of a boolean. Where it may be
 * another falsy value, the code stops. */
static int lower_lua_argument(struct low *l, struct low_value v) {
    /* The signature gives one type for each argument, so one falsy value. */
    bool nil = low_may_be_nil(&v), no = low_may_be_false(&v);
    bool thing = low_is_thing((enum core_type)v.type), flag = v.type == CORE_TYPE_BOOLEAN;
    if (thing ? no : flag ? nil : nil || no)
        v = low_certain(l, v);
    return low_node_of(l, &v);
}

bool low_call_lua(struct low *l, const struct low_frame *frame, struct low_value *args, int count,
                  struct low_value *truth) {
    int nodes[CORE_MOST_PARAMS], given = 0;
    assert((truth != NULL) == l->looking);
    if (count > frame->fn->param_count)
        count = frame->fn->param_count; /* Lua drops the rest */
    if (frame->fn != frame->root || count > CORE_MOST_PARAMS || !frame->source->lua ||
        !push_bound(l, frame, args, count))
        return false;

    /* The rules keep the closure as long as they live (W8). */
    int ref = luaL_ref(l->L, LUA_REGISTRYINDEX);
    struct core_function *f =
        host_grow(l->L, &l->rules->functions, &l->rules->function_count, sizeof *f);
    f->function = ref;
    int index = l->rules->function_count - 1;
    for (int i = 0; i < count; i++)
        if (args[i].form == LOW_PLAIN) {
            bool nil = args[i].type == CORE_TYPE_NIL;
            l->rules->functions[index].types[given] = nil ? CORE_TYPE_PIECE : args[i].type;
            nodes[given++] = nil ? low_constant(l, MST_NONE) : lower_lua_argument(l, args[i]);
        }

    /* In a read-only rule the call is part of a value; else it is a statement, in its place. */
    int call = low_node(l, LANG_OP_CALL, false, index, low_list_of(l, nodes, given), -1);
    if (truth) {
        l->rules->nodes[call].traits &= (uint8_t)~LANG_WRITES; /* it only reads */
        *truth = low_boolean(call);
        return true;
    }
    l->writes++;
    low_add(l, call);
    return true;
}
