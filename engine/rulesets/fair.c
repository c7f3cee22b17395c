/* Is the deal of a transcript fair? Its moves are played again, and the outcomes drawn again from
 * its seed. */
#include "core/seed.h"
#include "rulesets/ruleset.h"
#include "muster/transcript.h"

#include <inttypes.h>
#include <string.h>

/* Why there is no seed to draw the outcomes again from. */
static const char *lacks_seed(const struct mst_transcript *t) {
    if (t->seed.kind == MST_SEED_NUMBER)
        return "the seed is a number that somebody chose, and there is no commitment to it";
    if (!*t->commitment)
        return "the transcript has no commitment and no seed";
    if (t->sealed)
        return "the seed is not revealed yet: the match was not over";
    return "the transcript lacks the seed: it has a commitment only";
}

static enum mst_status check_head(const struct mst_ruleset *ruleset, const struct mst_transcript *t,
                                  struct mst_error *error) {
    uint64_t rules = rules_ruleset_rules(ruleset);
    if (t->rules != rules)
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "the transcript was written under other rules: their hash is %016" PRIx64
                        ", and that of the rules here is %016" PRIx64,
                        t->rules, rules);

    if (t->seed.kind != MST_SEED_KEY || !*t->commitment)
        return mst_fail(error, MST_BAD_REQUEST, "", "%s", lacks_seed(t));
    return MST_OK;
}

/* Is the commitment of the transcript that of the match? */
static enum mst_status check_commitment(const struct mst_match *match,
                                        const struct mst_transcript *t, struct mst_error *error) {
    char commitment[MST_COMMITMENT_SIZE];
    /* Without a key there is nothing to compare; check_head has refused such transcripts. */
    if (!mst_match_commitment(match, commitment) || !strcmp(commitment, t->commitment))
        return MST_OK;
    return mst_fail(error, MST_BAD_REQUEST, "",
                    "the seed or the first position is not that committed to: the commitment to "
                    "them is %s, and the transcript has %s",
                    commitment, t->commitment);
}

/* Play the moves of `match` in `fresh`, whose outcomes come from its seed. */
static enum mst_status fair_compare(const struct mst_match *match, struct mst_match *fresh,
                                    struct mst_error *error) {
    for (int i = 0; i < match->ply_count; i++) {
        const char *text = mst_match_ply_text(match, i);
        /* A seeded match plays chance at once, so `fresh` is ahead of ply `i` exactly where that is
         * chance. */
        if (i == fresh->ply_count) { /* no outcome of chance */
            enum mst_status status = core_match_repeat(fresh, match, i, error);
            if (status != MST_OK)
                return status;
        } else if (strcmp(mst_match_ply_text(fresh, i), text) != 0) {
            return mst_fail(error, MST_BAD_REQUEST, "",
                            "ply %d: the outcome of chance is '%s', but the seed gives '%s'", i + 1,
                            text, mst_match_ply_text(fresh, i));
        }
    }

    return MST_OK;
}

enum mst_status mst_transcript_verify(struct mst_ruleset *ruleset, const char *text,
                                      struct mst_error *error) {
    struct mst_transcript t;
    struct mst_match *match = NULL, *fresh = NULL;

    enum mst_status status = mst_transcript_read(text, &t, error);
    if (status == MST_OK)
        status = check_head(ruleset, &t, error);
    if (status == MST_OK) {
        /* Each hash of the transcript is checked on the way. */
        match = mst_match_replay(ruleset, text, error);
        status = match ? check_commitment(match, &t, error) : MST_SCRIPT_ERROR;
    }

    if (status == MST_OK) {
        fresh = t.position ? mst_match_setup(ruleset, t.position, false, 0, error)
                           : mst_match_new(ruleset, false, 0, error);
        status = fresh ? mst_match_seed(fresh, &t.seed, error) : MST_SCRIPT_ERROR;
    }
    if (status == MST_OK)
        status = fair_compare(match, fresh, error);

    mst_match_free(fresh);
    mst_match_free(match);
    mst_transcript_clear(&t);
    return status;
}
