/* Trials: random games that look for faults that appear only in play. They prefer the kinds of
 * moves that were played least often, so that rare kinds are covered.
 * Plies and work are bounded. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/declare/manifest.h"
#include "rulesets/ini.h"
#include "rulesets/both.h"
#include "search/playout.h"
#include "muster/check.h"
#include "muster/scenario.h"

enum {
    MOST_PLIES = 400,      /* plies of a game */
    MOST_WORK = 100000000, /* of all games, in units of compiled rules and of Lua, */
    TWIN_WORK = 200000000, /* and of the rules beside them that they are compared with */
    ASKED_EVERY = 199,     /* plies between checks of scenes and position line, */
    VERIFIED_EVERY = 5,    /* of invariants, */
    WORTH_EVERY = 7,       /* and of the evaluation */
    ENDS_ASKED = 5,        /* games whose end is checked as well */
    VERIFIED_FIRST = 20,   /* moves of each kind after which the invariants are checked */
    NAMED = 6              /* kinds that were never played */
};

struct trial {
    struct mst_match *match;
    struct mst_rng rng;
    struct core_mark mark; /* before the last move */
    int *played;           /* how often each kind was played */
    mst_asked *asked;
    int plies, ends;              /* in all games so far */
    int most;                     /* plies to play */
    int64_t before, twins_before; /* units that the rules had used at the start */
};

/* How often the kind of a run was played. Its base need not be a move. */
static int times_played(const struct trial *t, const struct core_run *run) {
    return t->played[core_move_kind(search_run_move(run, 0))];
}

/* Pick a listed move whose kind was played least often. */
static mst_move rarest(struct trial *t) {
    const struct core_runs *runs = t->match->play.runs;
    const struct core_run *found = runs->runs;

    assert(runs->count > 0);
    uint64_t equals = 0;
    for (int i = 0; i < runs->count; i++) {
        const struct core_run *run = &runs->runs[i];
        int often = times_played(t, run), least = times_played(t, found);
        /* Among equals each is taken with the same probability: the k-th one replaces the one
         * before in one of k cases. */
        if (often < least)
            equals = 0;
        if (often < least || (often == least && !mst_rng_below(&t->rng, ++equals)))
            found = run;
    }

    return search_run_move(found, (int64_t)mst_rng_below(&t->rng, (uint64_t)found->moves));
}

enum moment { LISTING, PLAYING, ANSWERING };

/* Append to the text of an error, as much as it has room for. */
static void MST_PRINTF(2, 3) trial_append(struct mst_error *error, const char *format, ...) {
    size_t length = strlen(error->text);
    va_list args;
    va_start(args, format);
    vsnprintf(error->text + length, sizeof error->text - length, format, args);
    va_end(args);
}

/* The ruleset to name in a command. A module that was checked alone is in no ruleset. */
static const char *named_ruleset(const struct mst_ruleset *ruleset) {
    const char *path = mst_home_relative(ruleset->path);
    size_t length = strlen(path);
    bool lua = length > 4 && !strcmp(path + length - 4, ".lua");
    return lua && !mst_ruleset_is_scenario(ruleset) ? "RULESET" : path;
}

/* Add to the error the command that shows the fault again, and the move after which the rules
 * failed to answer, if it was in that moment. */
static void trial_describe(struct trial *t, enum moment moment, mst_move move,
                           struct mst_error *error) {
    struct mst_match *match = t->match;
    struct mst_buf text = {0};
    core_play_ready(&match->play);
    if (error->status == MST_DIFFERENT) /* it says how to repeat it */
        return;

    /* The command begins where the fault came up: after the move, or before one that fails. A
     * move can only be printed in the position before it. */
    char *line = mst_match_position(match, NULL);
    if (moment == ANSWERING)
        core_position_rewind(match->pos, t->mark);
    if (moment != LISTING)
        core_move_print(&match->play, move, &text);

    trial_append(error, "; found in a random game");
    if (moment == ANSWERING)
        trial_append(error, " after '%s'", mst_buf_text(&text));
    trial_append(error, "; repeat it: ./muster show %s --position '%s'",
                 named_ruleset(match->ruleset), line ? line : "");
    if (moment == PLAYING)
        trial_append(error, " --play '%s'", mst_buf_text(&text));
    for (size_t i = 0; i < match->ruleset->setting_count; i++)
        trial_append(error, " --set '%s=%s'", match->ruleset->settings[i].key,
                     match->ruleset->settings[i].value);

    mst_text_free(line);
    mst_buf_clear(&text);
}

/* Is this a position in which scenes and position line are checked? */
static bool is_asked(struct trial *t) {
    bool over = core_get(t->match->pos, CORE_SLOT_OVER);
    /* Ends are rare among all plies, and scenes often go wrong there. */
    return t->plies % ASKED_EVERY == 0 || (over && t->ends++ < ENDS_ASKED);
}

/* Check what the rules say about the position after a move. Slow checks run less often. */
static bool answers(struct trial *t, mst_move move, struct mst_error *error) {
    struct core_play *play = &t->match->play;
    assert(t->plies >= 0);
    struct host *host = t->match->ruleset->host;
    bool verified =
        t->plies % VERIFIED_EVERY == 0 || t->played[core_move_kind(move)] <= VERIFIED_FIRST;
    int64_t worth;

    /* `asked` reports failures of its own; those of the host are left in the play. */
    if ((t->plies % WORTH_EVERY == 0 && !host_worth(host, play, 0, &worth)) ||
        (verified && !host_verify(host, play)))
        *error = *play->error;
    else if (!is_asked(t) || t->asked(t->match, error))
        return true;
    trial_describe(t, ANSWERING, move, error);
    return false;
}

static bool is_exhausted(const struct trial *t) {
    return host_worked(t->match->ruleset->host) - t->before > MOST_WORK;
}

/* No listed move is legal. Fails if no other one can be either: the match would wait forever. */
static bool is_stuck(struct trial *t) {
    struct core_play *play = &t->match->play;
    const struct core_rules *rules = play->rules;
    const struct core_decision *decision = &rules->decisions[core_decision_now(play->pos)];
    assert(core_decision_now(play->pos) >= 0);
    for (int i = 0; i < decision->kind_count; i++)
        if (rules->kinds[decision->kinds[i]].unlisted)
            return false;
    return !search_playout_stuck(play);
}

/* Compare the position, where rules run side by side, in so many of the plies as the work of the
 * twins allows. They are spread over all games. */
static bool looks(struct trial *t) {
    struct rules_both *both = t->match->ruleset->both;
    if (!both)
        return true;
    struct host *host = t->match->ruleset->host;
    int64_t worked = rules_both_worked(both) - t->twins_before, before = host_worked(host);
    /* Has a smaller share of the plies been played than of the work of twins was used? Then this
     * one is not compared. */
    rules_both_rest(both, worked / (TWIN_WORK / 1000) > (int64_t)(t->plies + 1) * 1000 / t->most);
    bool same = t->match->game->twins->look(t->match);
    t->before += host_worked(host) - before; /* the games are as long as without it */
    return same;
}

static bool play_move(struct trial *t, mst_move move) {
    struct mst_match *match = t->match;
    return match->game->twins ? match->game->twins->play(match, move)
                              : core_play_move(&match->play, move);
}

/* Pick the next move. Half of the moves are of the kind that was played least often, so that all
 * kinds come up; the others are drawn among all moves. *count is 0 if none is listed. */
static bool pick(struct trial *t, mst_move *move, int64_t *count) {
    struct core_play *play = &t->match->play;
    if (!search_playout_pick(play, &t->rng, move, count))
        return false;

    /* The runs are empty where the outcome was drawn from too many to list. */
    if (play->runs->moves && mst_rng_below(&t->rng, 2))
        *move = rarest(t);
    return true;
}

/* Fail as the play did, in this moment. Always false. */
static bool fail(struct trial *t, enum moment moment, mst_move move, struct mst_error *error) {
    *error = *t->match->play.error;
    trial_describe(t, moment, move, error);
    return false;
}

static bool game(struct trial *t, int plies, struct mst_error *error) {
    struct core_play *play = &t->match->play;
    for (int i = 0; i < plies && !core_get(play->pos, CORE_SLOT_OVER); i++, t->plies++) {
        mst_move move = 0;
        int64_t count = 0;
        core_budget_next(play->budget);
        if (!looks(t) || !pick(t, &move, &count))
            return fail(t, LISTING, move, error);
        if (!count) /* only unlisted moves may be legal here: then the game ends without a fault */
            return !is_stuck(t) || fail(t, LISTING, move, error);

        /* For trial_describe: the move that leads to a fault is printed in the position before it.
         */
        t->mark = core_position_mark(play->pos);
        if (!play_move(t, move))
            return fail(t, PLAYING, move, error);
        t->played[core_move_kind(move)]++;

        if (!answers(t, move, error))
            return false;
        /* The move stood all checks, so it is never taken back. */
        core_position_forget(play->pos);
        if (is_exhausted(t))
            return true;
    }

    /* The end of a game is compared, too, and a scenario has to give its outcome. */
    if (looks(t))
        return mst_match_debriefs(t->match, error);
    *error = *play->error;
    return false;
}

/* Is the module new in this ruleset: not inherited, and not required by another one? What others
 * build on has specs of its own. */
static bool is_new(const struct mst_ruleset *ruleset, const char *name) {
    const struct rules_ini_value *on = rules_ini_find(ruleset->ini, "modules", name);
    const struct host_module *modules;
    /* Another module requires it: then it is a part of what that one builds on. */
    for (int i = host_modules(ruleset->host, &modules) - 1; i >= 0; i--)
        for (char *const *of = modules[i].requires; *of; of++)
            if (!strcmp(*of, name))
                return false;

    /* A module that no file switches on was named by a setting, or checked alone. */
    return !on || !strcmp(on->key_at.file, ruleset->ini->files[0].name);
}

/* The names of listed kinds of new modules that were never played, the newest first. */
static void name_unplayed(const struct trial *t, const struct mst_ruleset *ruleset,
                          struct mst_buf *names) {
    const struct core_rules *rules = ruleset->rules;
    int count = 0;
    /* Modules load after those that they build on, so the newest kinds come last. */
    for (int i = rules->kind_count - 1; i >= 0; i--) {
        const struct core_kind *kind = &rules->kinds[i];
        if (t->played[i] || kind->unlisted || !is_new(ruleset, kind->module))
            continue;
        if (count++ < NAMED)
            mst_buf_printf(names, "%s'%s'", count > 1 ? ", " : "", kind->name);
    }
    if (count > NAMED)
        mst_buf_printf(names, " and %d more", count - NAMED);
}

bool mst_ruleset_try(struct mst_ruleset *ruleset, int plies, mst_asked *asked,
                     struct mst_buf *unplayed, struct mst_error *error) {
    struct mst_buf kept = host_kept(ruleset->host);
    struct trial t = {.played = mst_calloc((size_t)ruleset->rules->kind_count + 1, sizeof(int)),
                      .asked = asked ? asked : mst_match_answers,
                      .most = plies > 0 ? plies : 1};

    /* One more than there are, because calloc of nothing may be NULL. */
    bool good = t.played || mst_fail(error, MST_NO_MEMORY, "", "out of memory") == MST_OK;
    mst_rng_seed(&t.rng, 1);
    t.before = host_worked(ruleset->host);
    t.twins_before = ruleset->both ? rules_both_worked(ruleset->both) : 0;
    /* A fixed seed, so that a fault is found again when its cause is looked for. */
    for (bool more = true; good && more && t.plies < plies;) {
        int before = t.plies;
        t.match = mst_match_new(ruleset, false, 0, error);
        good = t.match && game(&t, MOST_PLIES, error);
        /* A game that is over at once would be played for ever. */
        more = t.match && t.plies > before && !is_exhausted(&t);
        mst_match_free(t.match);
    }
    if (good && unplayed)
        name_unplayed(&t, ruleset, unplayed);
    mst_free(t.played);
    if (ruleset->both)
        rules_both_rest(ruleset->both, false);
    if (good)
        return host_kept_nothing(ruleset->host, &kept, error);
    mst_buf_clear(&kept);
    return false;
}
