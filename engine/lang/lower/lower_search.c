/* Lowering: `possible(f)`. The questions of f become a search. A choice is a loop, a failed need
 * continues with the next iteration, and the first choices that satisfy all needs end the
 * search. */
#include "lang/lower/lower.h"

#include <assert.h>

/* A choice: a loop whose body is all that follows. */
struct low_turn {
    int over, var, block;
    struct low_list outer, body;
};

/* ---- questions ------------------------------------------------------------------------------- */

void low_search_need(struct low *l, struct low_value c) {
    struct low_search *search = l->asking->search;
    struct low_value not = low_not(l, c);

    int block = search->turn_count ? search->turns[search->turn_count - 1].block : search->block;

    /* A need that fails goes on with the next value of the last choice; before any choice the
     * search has failed. */
    if (not .known && !not .k)
        return;
    if (not .known) {
        low_leave(l, block);
        return;
    }

    struct low_list outer = low_open(l);
    low_leave(l, block);
    int leave = low_close(l, outer);
    low_add(l, low_node(l, LANG_OP_WHEN, false, not .node, leave, -1));
}

struct low_value low_search_choose(struct low *l, struct syn_node *n, const struct low_value *of) {
    struct low_search *search = l->asking->search;
    enum core_type type;
    int over = low_over(l, n, of, &type);
    if (over < 0)
        low_unsupported(l, n, "a choice from %s inside `possible`", low_type_name(of));

    if (search->turn_count == CORE_MOST_PARAMS)
        low_fault(l, n, "more than %d choices", CORE_MOST_PARAMS);

    /* All that follows is the body of this loop, until close_turns. */
    struct low_turn *turn = &search->turns[search->turn_count++];
    struct low_value like = low_plain(type, -1);
    turn->over = over;
    turn->var = low_new_var(l, false);
    turn->outer = low_open(l);
    turn->block = low_block_open(l, &turn->body);
    l->list.inner = false; /* questions may still be asked */
    return low_read_var(l, turn->var, &like);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void close_turns(struct low *l, struct low_search *search) {
    while (search->turn_count) {
        struct low_turn *turn = &search->turns[--search->turn_count];
        assert(l->blocks == turn->block); /* W6 */
        low_block_close(l, turn->body);
        int body = low_close(l, turn->outer);
        low_add(l, low_node(l, LANG_OP_FOR, false, turn->over, turn->var, body));
    }
}

/* Lower the questions of the function. When all are satisfied, store 1 in `found`. */
static void lower_search_ask(struct low *l, struct syn_node *n, int index, struct low_value *args,
                             int count, int found) {
    struct low_value out[LOW_RESULTS];
    struct low_frame frame;
    struct low_search *search = l->asking->search;
    lua_rawgeti(l->L, LUA_REGISTRYINDEX, l->host->rule[index].layers[0].ref);
    struct low_value f = low_lua(l, lua_gettop(l->L));

    low_frame_of(l, n, &f, &frame);
    int binds = l->bind_count;
    struct low_loop *loop = l->loop;
    low_bind_params(l, &frame, args, count);

    /* Names and loops are those of the function, as for any call. */
    l->frame = &frame;
    l->loop = NULL;
    low_ask_body(l, out);
    l->frame = frame.up;
    l->loop = loop;
    low_unbind(l, binds);

    /* In the innermost loop all needs hold: that is enough, so the other values are not tried. */
    struct low_value yes = low_known(CORE_TYPE_BOOLEAN, true);
    low_add_store(l, found, &yes);

    /* Without a choice, the end of the block is next. */
    if (search->turn_count)
        low_leave(l, search->block);
    close_turns(l, search);
}

struct low_value low_search(struct low *l, struct syn_node *n, int index, struct low_value *args,
                            int count) {
    /* The questions of a move around it wait meanwhile. */
    struct low_turn turns[CORE_MOST_PARAMS];
    struct low_search search = {.turns = turns};
    struct low_asking asking, *outside = l->asking;
    struct low_value no = low_known(CORE_TYPE_BOOLEAN, false);
    struct low_list list;
    luaL_checkstack(l->L, 20, "rules are nested too deeply");

    /* A variable of the rule around it, which the block stores to. */
    int found = low_own_var(l, &no);

    asking.kind = -1;
    asking.search = &search;
    asking.path = low_known(CORE_TYPE_BOOLEAN, true);
    l->asking = &asking;
    search.block = low_block_open(l, &list);
    l->list.inner = false;
    lower_search_ask(l, n, index, args, count, found);

    low_block_close(l, list);
    assert(!search.turn_count);
    l->asking = outside;
    return low_read_var(l, found, &no);
}
