/* Two rulesets in lockstep: see lockstep.h. */
#include "trace/lockstep.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "pairs/plan.h"
#include "trace/listing.h"

enum { SEARCH = 4, SEARCH_MOVES = 400, PERFT_MOVES = 60, TRIES = 40 };

static bool blame(struct lockstep *l, const char *format, ...) MST_PRINTF(2, 3);
static bool blame(struct lockstep *l, const char *format, ...) {
    char text[3000];
    va_list args;
    if (l->why.length)
        return false;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    char *line = l->core ? mst_match_position(l->core, NULL) : NULL;
    mst_buf_printf(&l->why, "%s\n    at %s", text, line ? line : "?");
    mst_text_free(line);
    return false;
}

/* ---- matches --------------------------------------------------------------------------------- */

static bool set_up(struct lockstep *l, struct mst_match **match, struct mst_ruleset *rules,
                   const char *line) {
    struct mst_error error = {0};
    mst_match_free(*match);
    *match = mst_match_setup(rules, line, true, 1, &error);
    return *match || blame(l, "the line is refused: %s %s\n    %s", error.at, error.text, line);
}

bool lockstep_setup(struct lockstep *l, const char *line) {
    return set_up(l, &l->core, l->core_rules, line) && set_up(l, &l->other, l->other_rules, line);
}

bool lockstep_again(struct lockstep *l) {
    char *line = lockstep_line(l, l->core);
    bool good = lockstep_setup(l, line);
    mst_free(line);
    return good;
}

void lockstep_end(struct lockstep *l) {
    mst_match_free(l->core);
    mst_match_free(l->other);
    l->core = l->other = NULL;
}

static const struct core_kind *kind_of(struct mst_match *match, mst_move move) {
    return &match->ruleset->rules->kinds[core_move_kind(move)];
}

/* Is a move of `other` of a kind that the core does not know? */
static bool is_own(const struct lockstep *l, mst_move move) {
    return !ruleset_has(l->core_rules, kind_of(l->other, move)->module);
}

/* Play a move; how many plies that were, 0 with the blame when it cannot be played. */
static int play(struct lockstep *l, struct mst_match *match, mst_move move) {
    struct mst_error error = {0};
    int before = match->ply_count;
    if (mst_match_apply(match, move, &error) != MST_OK)
        blame(l, "a legal move cannot be played: %s %s", error.at, error.text);
    return match->ply_count - before;
}

static void take_back(struct lockstep *l, struct mst_match *match, int plies) {
    struct mst_error error = {0};
    if (plies && mst_match_undo(match, plies, &error) != MST_OK)
        blame(l, "a move cannot be taken back: %s", error.text);
}

static bool list(struct lockstep *l, struct mst_match *match, struct listing *moves) {
    struct mst_error error = {0};
    return listing_make(match, moves, &error) ||
           blame(l, "the legal moves cannot be listed: %s %s", error.at, error.text);
}

/* ---- the change's own moves --------------------------------------------------------------------
 */

static bool offers_own(struct lockstep *l) {
    const struct mst_moves *moves = mst_match_moves(l->other, NULL);
    for (int i = 0; moves && i < moves->count; i++)
        if (is_own(l, moves->moves[i]))
            return true;
    return false;
}

/* Does the move, of `other`, lead to one of the change's own, by moves of the same seat? */
static bool leads_to_own(struct lockstep *l, mst_move move, int depth, int *budget) {
    int seat = mst_match_state(l->other).to_move, plies = play(l, l->other, move);
    bool found = plies && offers_own(l);
    bool goes_on = plies && mst_match_state(l->other).to_move == seat;
    struct listing moves = {0};
    if (!found && goes_on && depth > 1 && list(l, l->other, &moves))
        for (int i = 0; i < moves.count && !found && --*budget > 0; i++)
            found = leads_to_own(l, moves.moves[i], depth - 1, budget);
    listing_clear(&moves);
    take_back(l, l->other, plies);
    return found;
}

/* ---- T1: legal moves ------------------------------------------------------------------------- */

/* A move of a kind of the change's own is where it may be. */
static bool own_move(struct lockstep *l, mst_move move, const char *text) {
    const char *kind = kind_of(l->other, move)->name, *what;
    l->own++;
    l->differs = true;
    if (l->silent)
        return blame(l, "'%s' is legal, of kind %s, where nothing of it can be used", text, kind);
    for (int at = 0; (what = declared_next(l->declared, l->names, "needs", &at));) {
        size_t length = strcspn(what, " ");
        if (strncmp(what, kind, length) != 0 || (kind[length] && kind[length] != '_'))
            continue;
        char *line = lockstep_line(l, l->core);
        bool there = line && strstr(line, what + length + 1);
        mst_free(line);
        if (!there)
            return blame(l, "'%s' is legal, of kind %s, without '%s' in the position", text, kind,
                         what + length + 1);
    }
    return true;
}

static bool gained(struct lockstep *l, mst_move move, const char *text) {
    int budget = SEARCH_MOVES;
    if (is_own(l, move))
        return own_move(l, move, text);
    l->differs = true;
    const char *kind = kind_of(l->other, move)->name;
    return leads_to_own(l, move, SEARCH, &budget) || lockstep_declared(l, "gains", kind) ||
           blame(l, "'%s' (%s) is legal now", text, kind);
}

static bool lost(struct lockstep *l, mst_move move, const char *text) {
    const char *kind = kind_of(l->core, move)->name;
    l->differs = true;
    return lockstep_declared(l, "loses", kind) ||
           blame(l, "'%s' (%s) is no longer legal", text, kind);
}

/* Compare; of each move of the core where `other` has it, -1 for nowhere, in `where` if not NULL.
 */
static bool lists_agree(struct lockstep *l, const struct listing *core, const struct listing *other,
                        int *where) {
    int at = 0;
    bool good = true;
    for (int i = 0; i < core->count && good; i++) {
        int found = listing_find(other, at, core->texts[i]);
        for (; found >= 0 && at < found && good; at++)
            good = gained(l, other->moves[at], other->texts[at]);
        at += found >= 0;
        if (found < 0)
            good = lost(l, core->moves[i], core->texts[i]);
        if (where)
            where[i] = found;
    }
    for (; at < other->count && good; at++)
        good = gained(l, other->moves[at], other->texts[at]);
    return good;
}

/* ---- T2: effects ----------------------------------------------------------------------------- */

/* Has one of the two ended, in a way that the change puts off or brings about? */
static bool ends_otherwise(struct lockstep *l) {
    struct mst_state core = mst_match_state(l->core), other = mst_match_state(l->other);
    return (core.over && lockstep_declared(l, "spares", core.by)) ||
           (!core.over && other.over && lockstep_declared(l, "ends", other.by));
}

/* `other` has moves of the change's own. Does a move of the core lead on to where the core is, if
 * there is any? */
static bool leads_on(struct lockstep *l) {
    struct listing moves;
    bool any = false, found = false;
    if (!offers_own(l) || !list(l, l->other, &moves))
        return false;
    for (int i = 0; i < moves.count && !found; i++)
        if (!is_own(l, moves.moves[i])) {
            int plies = play(l, l->other, moves.moves[i]);
            any = true;
            found = plies && (lockstep_same(l, l->names) || ends_otherwise(l));
            take_back(l, l->other, plies);
        }
    listing_clear(&moves);
    return found || !any;
}

/* Both played the same move, of that kind: is all the same, or explained? */
static bool agree_after(struct lockstep *l, const char *text, const char *kind) {
    l->moves++;
    if (lockstep_same(l, l->names))
        return true;
    l->differs = true;
    if (leads_on(l) || ends_otherwise(l) || lockstep_declared(l, "alters", kind))
        return true;
    char *a = lockstep_line(l, l->core), *b = lockstep_line(l, l->other);
    blame(l, "'%s' (%s) has another effect:\n    core    %s\n    changed %s", text, kind, a, b);
    mst_free(a);
    mst_free(b);
    return false;
}

static bool look_after(struct lockstep *l) {
    struct listing core = {0}, other = {0};
    bool good =
        list(l, l->core, &core) && list(l, l->other, &other) && lists_agree(l, &core, &other, NULL);
    listing_clear(&core);
    listing_clear(&other);
    return good;
}

/* Play a move that both have, compare, and take it back. */
static bool try_move(struct lockstep *l, const char *text, mst_move core, mst_move other,
                     bool deep) {
    const char *kind = kind_of(l->core, core)->name;
    int core_plies = play(l, l->core, core), other_plies = play(l, l->other, other);
    bool good = core_plies && other_plies && agree_after(l, text, kind) &&
                (!deep || !lockstep_same(l, l->names) || look_after(l));
    take_back(l, l->core, core_plies);
    take_back(l, l->other, other_plies);
    return good && !l->why.length;
}

/* ---- looking --------------------------------------------------------------------------------- */

/* Compare lists and the effects of so many moves of each kind: those from a random one on. */
static bool look(struct lockstep *l, int each, bool deep) {
    struct listing core = {0}, other = {0};
    int tried[CORE_MOST_KINDS] = {0};
    bool good = list(l, l->core, &core) && list(l, l->other, &other);
    int *where = mst_calloc((size_t)core.count + 1, sizeof *where);
    good = good && where && lists_agree(l, &core, &other, where);
    int first = core.count ? (int)mst_rng_below(&l->rng, (uint64_t)core.count) : 0;
    for (int k = 0; k < core.count && good; k++) {
        int i = (first + k) % core.count;
        if (where[i] >= 0 && tried[core_move_kind(core.moves[i])]++ < each)
            good = try_move(l, core.texts[i], core.moves[i], other.moves[where[i]], deep);
    }
    l->positions++;
    mst_free(where);
    listing_clear(&core);
    listing_clear(&other);
    return good;
}

bool lockstep_look(struct lockstep *l, int each) {
    return look(l, each, false);
}

bool lockstep_look_deep(struct lockstep *l) {
    uint64_t core = 0, other = 0;
    const struct mst_moves *moves = mst_match_moves(l->core, NULL);
    if (moves && moves->count > PERFT_MOVES)
        return look(l, 2, true);
    l->differs = false;
    if (!look(l, INT32_MAX, true))
        return false;
    if (l->differs)
        return true;
    l->perfts++;
    if (mst_match_perft(l->core, 2, &core, NULL) != MST_OK ||
        mst_match_perft(l->other, 2, &other, NULL) != MST_OK || core != other)
        return blame(l, "perft 2 counts %" PRIu64 " leaves in the core, %" PRIu64 " now", core,
                     other);
    return true;
}

bool lockstep_step(struct lockstep *l) {
    struct listing core = {0}, other = {0};
    int at = -1, i = -1;
    bool good =
        !mst_match_state(l->core).over && list(l, l->core, &core) && list(l, l->other, &other);
    for (int tries = TRIES; good && at < 0 && tries > 0; tries--) {
        i = listing_pick(&core, l->core_rules->rules, tries > TRIES / 2, &l->rng);
        at = i < 0 ? -1 : listing_find(&other, 0, core.texts[i]);
    }
    const char *kind = at >= 0 ? kind_of(l->core, core.moves[i])->name : NULL;
    good = kind && play(l, l->core, core.moves[i]) && play(l, l->other, other.moves[at]) &&
           agree_after(l, core.texts[i], kind);
    listing_clear(&core);
    listing_clear(&other);
    /* With keys of its own in the line the change goes on otherwise. */
    struct change_names all = {0};
    return good && (lockstep_same(l, &all) || lockstep_again(l));
}
