/* Native code against the interpreter: the same rules run both ways, ply by ply, in random games.
 * The same legal moves, positions, hashes, events and refusals, the same units of work for each
 * call, and with too few units the same failure at the same place.
 *
 *   muster-native RULESET [--set section.key=value] [GAMES [FIRST]]
 *
 * The native code is compiled into a folder of its own. Prints what was compared; status 1 if
 * anything differs. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/subject.h"

enum { MOST_PLIES = 2000, STARVED_EVERY = 3, MOST_BITS = 13 };

struct pair {
    struct mst_ruleset *rules[2]; /* by the interpreter, native */
    struct mst_match *match[2];
    struct mst_rng rng;
    int game;
    long plies, starved; /* compared; of them with too few units */
};

static const char *const names[] = {"code", "native"};

static bool differ(const struct pair *p, const char *what, const char *code, const char *native) {
    fprintf(stderr, "game %d, ply %d: %s differ\n  code:   %s\n  native: %s\n", p->game,
            mst_match_state(p->match[0]).ply, what, code, native);
    return false;
}

static bool same_numbers(const struct pair *p, const char *what, int64_t code, int64_t native) {
    char a[32], b[32];
    snprintf(a, sizeof a, "%lld", (long long)code);
    snprintf(b, sizeof b, "%lld", (long long)native);
    return code == native || differ(p, what, a, b);
}

/* Compare what a call made of both matches, and the work of it. */
static bool same_texts(const struct pair *p, const char *what,
                       char *(*get)(struct mst_match *match, struct mst_error *error)) {
    char *text[2];
    struct mst_error error = {0};
    int64_t work[2];
    for (int i = 0; i < 2; i++) {
        text[i] = get(p->match[i], &error);
        work[i] = mst_budget_left(mst_ruleset_budget(p->rules[i]));
    }
    bool same = text[0] && text[1] &&
                (!strcmp(text[0], text[1]) || differ(p, what, text[0], text[1])) &&
                same_numbers(p, "units of work left", work[0], work[1]);
    if (!text[0] || !text[1])
        differ(p, what, error.at, error.text);
    mst_text_free(text[0]);
    mst_text_free(text[1]);
    return same;
}

static bool same_events(const struct pair *p) {
    int count = mst_match_events(p->match[0], INT_MAX);
    if (!same_numbers(p, "numbers of events", count, mst_match_events(p->match[1], INT_MAX)))
        return false;
    for (int i = count > 8 ? count - 8 : 0; i < count; i++) {
        struct mst_told one = mst_match_event(p->match[0], i),
                        two = mst_match_event(p->match[1], i);
        if (strcmp(one.event, two.event) != 0)
            return differ(p, "events", one.event, two.event);
        for (int k = 0; k < one.count; k++)
            if (one.args[k] != two.args[k])
                return same_numbers(p, "arguments of events", one.args[k], two.args[k]);
    }
    return true;
}

/* Both try the move with `units` of work. They do the same, and it is taken back. */
static bool same_starved(struct pair *p, const char *move, int64_t units) {
    struct mst_error error[2] = {0};
    enum mst_status status[2];
    for (int i = 0; i < 2; i++) {
        struct mst_budget *budget = mst_ruleset_budget(p->rules[i]);
        mst_budget_limit(budget, units, 0);
        status[i] = mst_match_play(p->match[i], move, &error[i]);
        mst_budget_limit(budget, 0, 0);
        if (status[i] == MST_OK)
            mst_match_undo(p->match[i], 1, &error[i]);
    }
    p->starved += status[0] != MST_OK;
    return same_numbers(p, "outcomes with few units", status[0], status[1]) &&
           (!strcmp(error[0].at, error[1].at) ||
            differ(p, "places of a failure", error[0].at, error[1].at)) &&
           (!strcmp(error[0].text, error[1].text) ||
            differ(p, "failures", error[0].text, error[1].text));
}

/* As many small numbers as large ones. */
static int64_t few_units(struct pair *p) {
    return 1 + (int64_t)mst_rng_below(&p->rng, 1ULL << mst_rng_below(&p->rng, MOST_BITS));
}

static bool same_play(struct pair *p, const char *move) {
    struct mst_error error[2] = {0};
    int64_t work[2];
    for (int i = 0; i < 2; i++) {
        if (mst_match_play(p->match[i], move, &error[i]) != MST_OK)
            return differ(p, names[i], move, error[i].text);
        work[i] = mst_budget_left(mst_ruleset_budget(p->rules[i]));
    }
    return same_numbers(p, "units of work left", work[0], work[1]);
}

/* One ply. False: the game is over, or something differs (*wrong). */
static bool ply(struct pair *p, bool *wrong) {
    struct mst_error error = {0};
    struct mst_state state = mst_match_state(p->match[0]);
    *wrong = !(same_texts(p, "legal moves", mst_match_legal) &&
               same_texts(p, "positions", mst_match_position) &&
               same_numbers(p, "hashes", (int64_t)state.hash,
                            (int64_t)mst_match_state(p->match[1]).hash) &&
               same_events(p));
    const struct mst_moves *moves = mst_match_moves(p->match[0], &error);
    if (*wrong || state.over || !moves || !moves->count || state.ply == MOST_PLIES)
        return false;
    char *move =
        move_text(p->match[0], moves->moves[mst_rng_below(&p->rng, (uint64_t)moves->count)]);
    *wrong = !move || (p->plies % STARVED_EVERY == 0 && !same_starved(p, move, few_units(p))) ||
             !same_play(p, move);
    mst_free(move);
    p->plies++;
    return !*wrong;
}

static bool game(struct pair *p, int number) {
    struct mst_error error = {0};
    bool wrong = false;
    p->game = number;
    mst_rng_seed(&p->rng, (uint64_t)number);
    for (int i = 0; i < 2; i++)
        p->match[i] = mst_match_new(p->rules[i], true, (uint64_t)number, &error);
    if (p->match[0] && p->match[1])
        while (ply(p, &wrong)) {
        }
    else
        wrong = !differ(p, "beginnings", error.at, error.text);
    mst_match_free(p->match[0]);
    mst_match_free(p->match[1]);
    return !wrong;
}

/* Load the rules twice, and compile them once. */
static bool open_pair(struct pair *p, const char *path, const struct mst_setting *settings,
                      size_t count) {
    struct mst_error error = {0};
    struct mst_compiled made = {0};
    char folder[] = "/tmp/muster-native.XXXXXX", object[64];
    bool done = mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0;
    for (int i = 0; i < 2 && done; i++)
        done = (p->rules[i] = mst_ruleset_load(path, settings, count, NULL, &error));
    done = done && mst_ruleset_compile(p->rules[1], NULL, &made, &error) == MST_OK;
    if (!done)
        fprintf(stderr, "%s: %s: %s\n", path, error.at, error.text);
    remove(made.path);
    snprintf(object, sizeof object, "%s/muster", folder);
    remove(object);
    remove(folder);
    return done && !strcmp(mst_ruleset_runs(p->rules[0]), "code") &&
           !strcmp(mst_ruleset_runs(p->rules[1]), "native");
}

int main(int argc, char **argv) {
    struct pair p = {0};
    struct mst_setting setting = {0};
    char key[64] = "", path[512];
    int at = 2, wrong = 0;
    if (argc > 3 && !strcmp(argv[2], "--set") && strchr(argv[3], '=')) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(argv[3], "="), argv[3]);
        setting = (struct mst_setting){key, strchr(argv[3], '=') + 1};
        at = 4;
    }
    if (argc < 2)
        return 2;
    snprintf(path, sizeof path, "%s", argv[1]);
    int games = argc > at ? atoi(argv[at]) : number_from("MUSTER_GAMES", 20);
    int first = argc > at + 1 ? atoi(argv[at + 1]) : 1;
    if (!open_pair(&p, path, &setting, key[0] != 0))
        return 1;
    for (int i = first; i < first + games && !wrong; i++)
        wrong = !game(&p, i);
    printf("%s: %d games, %ld plies, %ld of them also with too few units: %s\n", path, games,
           p.plies, p.starved, wrong ? "a difference" : "no difference");
    mst_ruleset_free(p.rules[0]);
    mst_ruleset_free(p.rules[1]);
    return wrong;
}
