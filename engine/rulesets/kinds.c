/* The kinds of moves of a ruleset, and the parts of a move, as its text names them. See muster.h.
 */
#include "rulesets/ruleset.h"

#include <assert.h>

int mst_move_kind_of(mst_move move) {
    return core_move_kind(move);
}

const char *mst_ruleset_kind_name(const struct mst_ruleset *ruleset, int kind) {
    return kind < ruleset->rules->kind_count ? ruleset->rules->kinds[kind].name : NULL;
}

const char *mst_ruleset_kind_title(const struct mst_ruleset *ruleset, int kind) {
    assert(kind >= 0 && kind < ruleset->rules->kind_count);
    return ruleset->rules->kinds[kind].title;
}

bool mst_ruleset_kind_reluctant(const struct mst_ruleset *ruleset, int kind) {
    assert(kind >= 0 && kind < ruleset->rules->kind_count);
    return ruleset->rules->kinds[kind].reluctant;
}

int mst_ruleset_kind_parts(const struct mst_ruleset *ruleset, int kind) {
    assert(kind >= 0 && kind < ruleset->rules->kind_count);
    return ruleset->rules->kinds[kind].param_count;
}

/* The parameter number `part` in the text. */
static const struct core_param *part_of(const struct mst_ruleset *ruleset, int kind, int part) {
    assert(kind >= 0 && kind < ruleset->rules->kind_count);
    const struct core_kind *k = &ruleset->rules->kinds[kind];
    unsigned seen = 0;

    for (int s = 0; s < k->segment_count; s++) {
        int p = k->segments[s].param;
        /* A literal is no part, and a parameter that is written twice is one part, where it comes
         * first. */
        if (p < 0 || seen >> p & 1)
            continue;
        if (!part--)
            return &k->params[p];
        seen |= 1u << p;
    }

    /* Callers count with mst_ruleset_kind_parts, so every parameter was in some segment. */
    return &k->params[0];
}

const char *mst_ruleset_part_name(const struct mst_ruleset *ruleset, int kind, int part) {
    return part_of(ruleset, kind, part)->called;
}

int64_t mst_ruleset_part(const struct mst_ruleset *ruleset, mst_move move, int part) {
    return core_move_param(part_of(ruleset, core_move_kind(move), part), move);
}
