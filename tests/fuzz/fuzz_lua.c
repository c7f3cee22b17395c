/* Modules: any text as the only module of a game. It loads or is refused in words; what loads is
 * played a few plies, and may fail as it likes, but leaves each match whole. */
#include "fuzz/fuzz.h"
#include "lib/home.h"

static void play(struct mst_match *match) {
    struct mst_rng rng;
    struct mst_error error = {0};
    mst_rng_seed(&rng, 1);
    for (int ply = 0; ply < 8 && !mst_match_state(match).over; ply++) {
        uint64_t hash = match->pos->hash;
        const struct mst_moves *moves = mst_match_moves(match, &error);
        promise(moves || error.text[0], "a failure is worded");
        mst_text_free(mst_match_scene(match, ply % 3 - 1, &error));
        mst_text_free(mst_match_position(match, &error));
        mst_text_free(mst_match_explain(match, &error));
        promise(match->pos->hash == hash, "looking changes nothing");
        if (!moves || !moves->count)
            return;
        mst_move move = moves->moves[mst_rng_below(&rng, (uint64_t)moves->count)];
        bool done = mst_match_apply(match, move, &error) == MST_OK;
        promise(done || match->pos->hash == hash, "a move that fails changes nothing");
        promise(core_position_rehash(match->pos) == match->pos->hash, "the hash is right");
        promise(core_position_sound(match->pos, &error), error.text);
        if (!done)
            return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct mst_error error = {0};
    home_open();
    struct mst_ruleset *ruleset = home_game(text, &error);
    promise(ruleset || error.text[0], "a refusal is worded");
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    promise(match || error.text[0], "a failure is worded");
    if (match)
        play(match);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
    mst_free(text);
    return 0;
}
