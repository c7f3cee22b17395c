/* Position lines: the first line of the input names a ruleset, the rest is the position. What is
 * read is a valid position, prints as itself, and can be played on. */
#include "fuzz/fuzz.h"

static void play_on(struct mst_match *match, uint64_t seed) {
    struct mst_rng rng;
    struct mst_error error = {0};
    mst_rng_seed(&rng, seed);
    for (int ply = 0; ply < 6 && !mst_match_state(match).over; ply++) {
        const struct mst_moves *moves = mst_match_moves(match, &error);
        promise(moves || error.text[0], "a failure is worded");
        if (!moves || !moves->count)
            return;
        uint64_t hash = match->pos->hash;
        mst_move move = moves->moves[mst_rng_below(&rng, (uint64_t)moves->count)];
        if (mst_match_apply(match, move, &error) != MST_OK) {
            promise(hash == match->pos->hash, "a move that fails changes nothing");
            return;
        }
        fuzz_inspect(match);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct mst_error error = {0};
    char *end = strchr(text, '\n');
    if (end) {
        *end = 0;
        struct mst_match *match = mst_match_setup(fuzz_ruleset(text), end + 1, false, 0, &error);
        promise(match || error.text[0], "a refusal is worded");
        if (match) {
            uint64_t hash = match->pos->hash;
            fuzz_inspect(match);
            play_on(match, hash);
            promise(mst_match_undo(match, match->ply_count, NULL) == MST_OK, "all is taken back");
            promise(match->pos->hash == hash, "taking back leads to the beginning");
        }
        mst_match_free(match);
    }
    mst_free(text);
    return 0;
}
