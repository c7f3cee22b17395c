/* Lowering: captured names and their fields, such as `q` and `q.altars`, are read once for each
 * function. */
#include "lang/lower/lower.h"

#include <assert.h>

struct low_memo {
    const struct low_source *source; /* the function that captured the name */
    struct low_value value;          /* a constant or a Lua value */
    int captured;                    /* counts towards low.captured: see low_never */
    int stack_serial; /* the Lua value is in stack slot value.lua until another root is lowered; it
                       * is always in the cache */
};

static struct low_memo *memo_of(const struct low *l, const struct syn_node *n) {
    /* The node may be lowered again for another closure of the same source, which captured other
     * values. */
    struct low_memo *memo = n->memo ? &l->memos[n->memo - 1] : NULL;
    assert(n->memo <= l->memo_count);
    return memo && memo->source == l->frame->source ? memo : NULL;
}

bool low_recall(struct low *l, const struct syn_node *n, struct low_value *v) {
    struct low_memo *memo = memo_of(l, n);
    if (!memo)
        return false;

    /* W7: the stack slot is gone with its stack, but the cache keeps the value. */
    if (memo->value.form == LOW_LUA && memo->stack_serial != l->stack_serial) {
        luaL_checkstack(l->L, 20, "rules are nested too deeply");
        lua_rawgeti(l->L, l->cache, n->memo);
        memo->value.lua = lua_gettop(l->L);
        memo->stack_serial = l->stack_serial;
    }

    /* As if the value had been read here: see low_never. */
    l->captured += memo->captured;
    *v = memo->value;
    return true;
}

static int new_memo(struct low *l) {
    if (l->memo_count == l->memo_room) {
        int room = l->memo_room ? 2 * l->memo_room : 256;
        struct low_memo *memos = mst_realloc(l->memos, (size_t)room * sizeof *memos);
        if (!memos)
            host_no_memory(l->L);
        l->memos = memos;
        l->memo_room = room;
    }
    return ++l->memo_count;
}

void low_memorize(struct low *l, struct syn_node *n, const struct low_value *v, int captured) {
    /* A field is constant only if its table is: a local name may hold any table. */
    bool name = n->kind != SYN_INDEX || (n->b->kind == SYN_STRING && memo_of(l, n->a));
    if (!name || (v->form == LOW_LUA ? v->lua != lua_gettop(l->L) : !v->known))
        return;

    if (!n->memo)
        n->memo = new_memo(l);
    l->memos[n->memo - 1] =
        (struct low_memo){l->frame->source, *v, l->captured - captured, l->stack_serial};
    if (v->form == LOW_LUA) {
        lua_pushvalue(l->L, v->lua);
        lua_rawseti(l->L, l->cache, n->memo);
    }
}
