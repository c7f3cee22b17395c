/* The legal moves as one text: see muster.h. */
#include "core/match.h"

char *mst_match_legal(struct mst_match *match, struct mst_error *error) {
    struct mst_buf out = {0}; /* one move a line */
    const struct mst_moves *moves = mst_match_moves(match, error);
    if (!moves)
        return NULL;

    /* The text grows with the list, so it counts as a list of the step, too. */
    struct mst_budget *budget = match->play.budget;
    bool done = true;
    for (int i = 0; i < moves->count && done && core_budget_fits(budget, out.length); i++) {
        done = mst_match_move_text(match, moves->moves[i], &out);
        mst_buf_char(&out, '\n');
    }

    if (!done) {
        mst_buf_clear(&out);
        mst_match_fail(match, error);
        return NULL;
    }
    if (!core_budget_fits(budget, out.length)) {
        mst_buf_clear(&out);
        mst_budget_error(budget, "", error);
        return NULL;
    }
    return core_match_take(&out, error);
}
