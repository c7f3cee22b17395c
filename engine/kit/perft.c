/* Perft: see perft.h. */
#include "kit/perft.h"

#include "core/dispatch.h"
#include "muster/bench.h"

/* Perft cannot count the outcomes of sampled chance. */
static bool may_count(struct core_play *play) {
    const struct core_decision *decisions = play->rules->decisions;
    return !core_sampled_now(play) ||
           core_play_fail(play, MST_BAD_REQUEST, "",
                          "perft counts every outcome of chance, but those of '%s' are too many to "
                          "list",
                          decisions[core_decision_now(play->pos)].name);
}

/* Count the leaves without playing the last ply. */
static inline bool count_leaves(struct core_play *play, uint64_t *nodes) {
    core_budget_next(play->budget);
    int64_t count = core_legal_count(play, 0); /* runs are counted, and never written out */
    assert(count >= 0 || play->failed);
    *nodes = count < 0 ? 0 : (uint64_t)count;
    return count > 0 || (count == 0 && may_count(play));
}

bool kit_perft(struct core_play *play, int depth, uint64_t *nodes) {
    struct mst_moves moves = {0};
    *nodes = 1;
    if (depth <= 0)
        return true;
    if (depth == 1)
        return count_leaves(play, nodes);

    /* Each level has a list: listing below overwrites play->runs. */
    bool done = may_count(play) && core_legal(play, &moves);
    *nodes = 0;
    for (int i = 0; done && i < moves.count; i++) {
        struct core_mark mark = core_position_mark(play->pos);
        uint64_t below = 0;
        core_budget_next(play->budget); /* G3 */
        done = core_play_move(play, moves.moves[i]) &&
               (depth == 2 ? count_leaves(play, &below) : kit_perft(play, depth - 1, &below));
        core_position_rewind(play->pos, mark); /* P1 */
        *nodes += below;
    }
    mst_moves_clear(&moves);
    return done;
}

static bool play_move(struct mst_match *match, mst_move move) {
    return match->game->twins ? match->game->twins->play(match, move)
                              : core_play_move(&match->play, move);
}

static bool count_tree(struct mst_match *match, int depth, uint64_t *nodes) {
    return match->game->twins ? match->game->twins->perft(match, depth, nodes)
                              : kit_perft(&match->play, depth, nodes);
}

enum mst_status mst_match_perft(struct mst_match *match, int depth, uint64_t *nodes,
                                struct mst_error *error) {
    if (depth < 0 || depth > 64)
        return mst_fail(error, MST_BAD_REQUEST, "", "perft: the depth must be 0 to 64, not %d",
                        depth);

    core_match_begin(match);
    match->play.logging = false; /* nobody asks for the events */
    bool done = count_tree(match, depth, nodes);
    match->play.logging = true;
    return done ? MST_OK : mst_match_fail(match, error);
}

enum mst_status mst_match_divide(struct mst_match *match, int depth,
                                 void (*each)(void *context, const char *text, uint64_t nodes),
                                 void *context, struct mst_error *error) {
    struct mst_moves moves = {0};
    struct mst_buf text = {0};
    core_match_begin(match);
    bool done = depth > 0 && may_count(&match->play) && core_legal(&match->play, &moves);
    match->play.logging = false;

    for (int i = 0; done && i < moves.count; i++) {
        struct core_mark mark = core_position_mark(match->pos);
        uint64_t nodes = 0;
        core_budget_next(match->play.budget);

        /* The text before the move is played: afterwards the code means nothing (L3). */
        mst_buf_reset(&text);
        core_move_print(&match->play, moves.moves[i], &text);
        done = play_move(match, moves.moves[i]) && count_tree(match, depth - 1, &nodes);
        core_position_rewind(match->pos, mark);
        if (text.failed)
            done = core_play_fail(&match->play, MST_NO_MEMORY, "", "out of memory");
        if (done)
            each(context, mst_buf_text(&text), nodes);
    }

    match->play.logging = true;
    mst_moves_clear(&moves);
    mst_buf_clear(&text);
    return done || depth <= 0 ? MST_OK : mst_match_fail(match, error);
}
