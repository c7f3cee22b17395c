/* Every two settings of a game together: modules on and off, options with their values, in random
 * games in which the contract is looked at.
 *
 * usage: muster-pairs RULESET [GAMES]     so many games in all, 24 when left out
 *        muster-pairs --self-test         what is planted in tests/corpus/pairs is found
 *
 * The factors are the modules and options of every ruleset beside RULESET that is played with the
 * modules of RULESET, the one that the others inherit from. Settings may be refused together: by a
 * rule, whose id the refusal says beside the options that it is about; these are left out. What
 * goes wrong is reported with the fewest settings with which it still does.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract/checks.h"
#include "rulesets/diag.h"
#include "pairs/plan.h"
#include "muster/rulebook.h"

enum { GAMES = 24, PLIES = 20000, FAULTS_MOST = 20 };

struct pairs {
    const char *path;
    struct plan plan;
    int faults, refusals, games;
    long plies;
};

/* ---- the factors ----------------------------------------------------------------------------- */

static void add_modules(struct plan *plan, const struct mst_ruleset *base,
                        const struct mst_ruleset *ruleset) {
    const struct host_module *modules;
    int count = host_modules(ruleset->host, &modules);
    for (int i = 0; i < count; i++) {
        char key[100];
        snprintf(key, sizeof key, "modules.%s", modules[i].name);
        if (ruleset_has(base, modules[i].name) || plan_find(plan, key) >= 0)
            continue;
        struct factor *factor = plan_add(plan, key, true);
        factor->initial = factor_value(factor, "off");
        factor_value(factor, "on");
    }
}

static void add_options(struct plan *plan, const struct mst_ruleset *base,
                        const struct mst_ruleset *ruleset) {
    const struct mst_option *options;
    int count = host_options(ruleset->host, &options);
    for (int i = 0; i < count; i++) {
        char key[100], module[100];
        snprintf(key, sizeof key, "%s.%s", options[i].section, options[i].key);
        if (plan_find(plan, key) >= 0)
            continue;
        struct factor *factor = plan_add(plan, key, false);
        bool in_base = ruleset_has(base, options[i].module);
        const char *text = in_base ? ruleset->values[i].text : NULL;
        text = text ? text : options[i].fallback ? options[i].fallback : "";
        snprintf(module, sizeof module, "modules.%s", options[i].module);
        factor->module = in_base ? -1 : plan_find(plan, module);
        int initial = factor_value(factor, text);
        factor->initial = in_base ? initial : ABSENT;
        factor_values(factor, &options[i], ruleset->values[i].list);
    }
}

/* Load each ruleset of the folder and look at those that have all modules of the base. */
static bool gather(struct pairs *pairs) {
    struct mst_error error = {0};
    struct mst_buf paths = {0};
    struct mst_ruleset *base = mst_ruleset_load(pairs->path, NULL, 0, NULL, &error);
    const char *slash = strrchr(pairs->path, '/');
    char folder[512];
    int count = 0;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - pairs->path) : 1,
             slash ? pairs->path : ".");
    if (!base || !list_files(folder, ".ini", &paths, &count)) {
        fprintf(stderr, "%s: %s %s\n", pairs->path, error.at, error.text);
        mst_ruleset_free(base);
        return false;
    }
    const struct host_module *modules;
    int base_count = host_modules(base->host, &modules);
    add_options(&pairs->plan, base, base);
    const char *path = mst_buf_text(&paths);
    for (int i = 0; i < count; i++, path += strlen(path) + 1) {
        struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
        bool same = ruleset != NULL;
        for (int k = 0; k < base_count && same; k++)
            same = ruleset_has(ruleset, modules[k].name);
        if (same) {
            add_modules(&pairs->plan, base, ruleset);
            plan_link(&pairs->plan, ruleset->host);
            add_options(&pairs->plan, base, ruleset);
        }
        mst_ruleset_free(ruleset);
    }
    mst_ruleset_free(base);
    mst_buf_clear(&paths);
    return true;
}

/* ---- loading a row --------------------------------------------------------------------------- */

/* A subject under the settings of a row: its ruleset loads and a match begins. False, with faults
 * in `diags` or none, when it is refused. Close the subject in any case. */
static bool open_row(const struct pairs *pairs, const int *row, struct subject *subject,
                     struct rules_diags *diags) {
    struct mst_setting settings[FACTORS];
    struct mst_error error = {0};
    struct mst_match *match = NULL;
    size_t count = plan_settings(&pairs->plan, row, settings);
    *subject = (struct subject){.games = 1};
    snprintf(subject->path, sizeof subject->path, "%s", pairs->path);
    subject->ruleset = rules_ruleset_read(pairs->path, settings, count, diags);
    if (subject->ruleset) {
        struct rules_place place = {.file = error.at};
        match = mst_match_new(subject->ruleset, true, 1, &error);
        if (!match)
            rules_diags_add(diags, error.status, &place, NULL, "%s", error.text);
    }
    mst_match_free(match);
    return match != NULL;
}

/* The settings that matter to a reader: an option of a variant that is at its default does not. */
static void print_row(const struct plan *plan, const int *row) {
    for (int i = 0; i < plan->count; i++) {
        const struct factor *factor = &plan->factors[i];
        if (row[i] > 0 || (row[i] == 0 && factor->initial > 0))
            printf(" --set %s=%s", factor->key, factor->values[row[i]]);
    }
    printf("\n");
}

static void blame_row(struct pairs *pairs, const int *row, const char *what) {
    pairs->faults++;
    printf("fault: %s\n  %s", what, pairs->path);
    print_row(&pairs->plan, row);
}

/* Does the text say an id like WT-RUL-11? */
static bool says_rule(const char *text) {
    for (const char *at = text; (at = strchr(at, '-')); at++) {
        const char *end = at + 1;
        while (isupper((unsigned char)*end) || isdigit((unsigned char)*end) || *end == '-')
            end++;
        if (at > text && isupper((unsigned char)at[-1]) && end > at + 1 &&
            isdigit((unsigned char)end[-1]))
            return true;
    }
    return false;
}

static bool says_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++) {
        char before = at > text ? at[-1] : ' ', after = at[length];
        if (!isalnum((unsigned char)before) && before != '_' && !isalnum((unsigned char)after) &&
            after != '_')
            return true;
    }
    return false;
}

/* The factors that a refusal speaks of, with their values in the row. */
static void find_refused(const struct plan *plan, const int *row, const char *text,
                         struct refused *why) {
    why->count = 0;
    for (int i = 0; i < plan->count && why->count < TOGETHER; i++)
        if (row[i] >= 0 && says_word(text, plan->factors[i].word)) {
            why->factors[why->count] = i;
            why->values[why->count++] = row[i];
        }
}

/* Has some row that was accepted all of these values? Then the refusal does not tell them all. */
static bool was_accepted(const struct plan *plan, const struct refused *why) {
    for (int i = 0; i < plan->row_count; i++) {
        int same = 0;
        while (same < why->count && plan->rows[i][why->factors[same]] == why->values[same])
            same++;
        if (same == why->count)
            return true;
    }
    return false;
}

static void print_refused(const struct plan *plan, const struct refused *why, const char *text) {
    printf("refused:");
    for (int i = 0; i < why->count; i++)
        printf(" %s=%s", plan->factors[why->factors[i]].word,
               plan->factors[why->factors[i]].values[why->values[i]]);
    printf("\n  %s\n", text);
}

/* Why a ruleset was refused: where a module does not load, its options are unknown besides. */
static const char *reason(const struct rules_diags *diags) {
    size_t i = 0;
    while (i + 1 < diags->count && !strcmp(diags->items[i].place.file, "--set"))
        i++;
    return diags->count ? diags->items[i].message : "out of memory";
}

static bool judge(void *context, const int *row, struct refused *why) {
    struct pairs *pairs = context;
    const struct plan *plan = &pairs->plan;
    struct rules_diags diags = {0};
    struct subject subject;
    bool loads = open_row(pairs, row, &subject, &diags);
    if (!loads) {
        const char *text = reason(&diags), *wrong = NULL;
        pairs->refusals++;
        find_refused(plan, row, text, why);
        print_refused(plan, why, text);
        bool vague = why->count < 2 || was_accepted(plan, why);
        if (vague)
            wrong = "the refusal does not name all settings that it is about";
        else if (!says_rule(text))
            wrong = "the refusal names no rule";
        if (wrong)
            blame_row(pairs, row, wrong);
        if (vague)
            why->count = 0;
    }
    rules_diags_clear(&diags);
    subject_close(&subject);
    return loads;
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Take the whole match back, by the hashes that were noted (0: none). */
static void take_back(struct walk *walk, const uint64_t *hashes) {
    struct mst_error error = {0};
    struct subject *s = walk->subject;
    struct mst_match *match = walk->match;
    while (match->ply_count && !walk_failed(walk))
        if (mst_match_undo(match, 1, &error) != MST_OK)
            subject_blame(s, "game %d: cannot take back: %s", walk->game, error.text);
        else if (hashes[match->ply_count] && hashes[match->ply_count] != match->pos->hash)
            subject_blame(s, "game %d: taken back to ply %d the hash is another", walk->game,
                          match->ply_count);
    if (!walk_failed(walk))
        look_sound(walk);
}

/* One game with all that is asked of its positions; false with the blame in `s`. */
static bool play_game(struct subject *s, int game, int *plies) {
    struct walk walk;
    uint64_t *hashes = mst_calloc(PLIES + 100, sizeof *hashes);
    bool goes_on = walk_begin(s, game, &walk);
    int ply = game;
    for (; goes_on && walk.match->ply_count < PLIES; ply++) {
        hashes[walk.match->ply_count] = walk.match->pos->hash;
        struct mst_rng rng = walk.rng; /* looking does not change what is played */
        goes_on = look_sound(&walk) && (ply % 8 || look_round_trip(&walk)) &&
                  (ply % 16 || look_at(&walk)) && (ply % 32 || look_listed(&walk));
        walk.rng = rng;
        goes_on = goes_on && walk_step(&walk);
    }
    if (!walk_failed(&walk) && !mst_match_state(walk.match).over)
        subject_blame(s, "game %d: it is not over after %d plies", game, PLIES);
    *plies = ply - game;
    if (!walk_failed(&walk))
        take_back(&walk, hashes);
    walk_end(&walk);
    mst_free(hashes);
    return !s->why.length;
}

/* The game under the settings of a row: true when all is well, or the row is refused. */
static bool game_of_row(struct pairs *pairs, const int *row, int game, int *plies,
                        struct mst_buf *why) {
    struct rules_diags diags = {0};
    struct subject subject;
    bool good = !open_row(pairs, row, &subject, &diags) || play_game(&subject, game, plies);
    rules_diags_clear(&diags);
    if (!good) {
        mst_buf_reset(why);
        mst_buf_puts(why, mst_buf_text(&subject.why));
    }
    subject_close(&subject);
    return good;
}

/* Undo settings one by one, as long as something is wrong with the game. */
static void shrink(struct pairs *pairs, int *row, int game, struct mst_buf *why) {
    struct plan *plan = &pairs->plan;
    for (int i = 0; i < plan->count; i++) {
        int tried[FACTORS], plies;
        int initial = plan->factors[i].initial == ABSENT ? 0 : plan->factors[i].initial;
        memcpy(tried, row, sizeof tried);
        if (row[i] >= 0 && row[i] != initial && plan_change(plan, tried, i, initial) &&
            !game_of_row(pairs, tried, game, &plies, why))
            memcpy(row, tried, sizeof tried);
    }
}

static void play_rows(struct pairs *pairs, int games) {
    const struct plan *plan = &pairs->plan;
    struct mst_buf why = {0};
    for (int game = 0; game < games && pairs->faults < FAULTS_MOST; game++) {
        int row[FACTORS], plies = 0;
        int at = games < plan->row_count ? (int)((int64_t)game * plan->row_count / games)
                                         : game % plan->row_count;
        memcpy(row, plan->rows[at], sizeof row);
        if (!game_of_row(pairs, row, game, &plies, &why)) {
            shrink(pairs, row, game, &why);
            blame_row(pairs, row, mst_buf_text(&why));
        }
        pairs->games++;
        pairs->plies += plies;
    }
    mst_buf_clear(&why);
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Cover all pairs and play. Number of faults. */
static int run(const char *path, int games) {
    struct pairs pairs = {.path = path};
    if (!gather(&pairs))
        return 1;
    if (plan_cover(&pairs.plan, judge, &pairs))
        play_rows(&pairs, games);
    const struct plan *plan = &pairs.plan;
    int modules = 0;
    for (int i = 0; i < plan->count; i++)
        modules += plan->factors[i].is_module;
    printf("%s: %d modules, %d options; %d pairs that manifests allow, %d left out, in %d rows; "
           "%d refusals\n%d games, %ld plies, %d faults\n",
           path, modules, plan->count - modules, plan->pairs, plan->left_out, plan->row_count,
           pairs.refusals, pairs.games, pairs.plies, pairs.faults);
    plan_clear(&pairs.plan);
    return pairs.faults;
}

/* A game with each setting alone changed. Number of faults. */
static int run_alone(const char *path) {
    struct pairs pairs = {.path = path};
    struct mst_buf why = {0};
    int faults = 0, plies, row[FACTORS], count = 0;
    if (!gather(&pairs))
        return 1;
    for (int i = 0; i < pairs.plan.count; i++)
        for (int v = 0; v < pairs.plan.factors[i].count; v++, count++) {
            plan_initial(&pairs.plan, row);
            if (plan_change(&pairs.plan, row, i, v))
                faults += !game_of_row(&pairs, row, count, &plies, &why);
        }
    printf("%d settings alone, %d faults\n", count, faults);
    mst_buf_clear(&why);
    plan_clear(&pairs.plan);
    return faults;
}

/* Each setting alone is valid; what two of them do together must be found. */
static int self_test(void) {
    char path[600];
    snprintf(path, sizeof path, "%s/tests/corpus/pairs", source_root());
    setenv("MUSTER_HOME", path, 1);
    snprintf(path, sizeof path, "%s/tests/corpus/pairs/rulesets/row.ini", source_root());
    int alone = run_alone(path);
    return alone || !run(path, GAMES);
}

int main(int argc, char **argv) {
    if (argc < 2)
        fprintf(stderr, "usage: muster-pairs RULESET [GAMES] | --self-test\n");
    else if (!strcmp(argv[1], "--self-test"))
        return self_test() != 0;
    else
        return run(argv[1], argc > 2 ? atoi(argv[2]) : GAMES) != 0;
    return 2;
}
