/* Priors: what a computer player assumes of hidden facts. Frequencies over many determinizations,
 * and that the true values never matter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/own.h"
#include "rulesets/ruleset.h"
#include "search/sample.h"
#include "core/secret.h"

/* Three seats with a number each, mines on four zones, a secret of the game, and a stone of each
 * seat with a rank of its own; `set` tells how far all are from their initial values. */
#define GAME(priors)                                                                               \
    "muster.module { title = 'Game' }\n"                                                           \
    "muster.game { title = 'Game', seats = 3 }\n"                                                  \
    "muster.grid { columns = 4, rows = 1 }\n"                                                      \
    "local stone = muster.pieces { 'stone', count = 3 }\n" priors                                  \
    "local play = muster.decision { 'play', seat = function() return 0 end }\n"                    \
    "muster.move { 'set', at = play, text = '{n}', secret = true,\n"                               \
    "  legal = function() return choose('n', range(0, 3)) end, apply = function(n) set(n) end }\n" \
    "muster.setup(function() for seat = 0, 2 do owner[seat] = seat put(seat, at(seat, 0)) end\n"   \
    "  go(play) end)\n"                                                                            \
    "muster.scene(function() return { items = {} } end)\n"

static const char weighted[] = GAME(
    "local income = muster.field { 'income', of = 'seat', max = 9, initial = 4 }\n"
    "local gold = muster.field { 'gold', of = 'seat', min = 1, max = 6, seen = 'owner',\n"
    "  prior = 'uniform' }\n"
    "local plan = muster.state { { 'plan', max = 3, seen = 'none', prior = { 1, 0, 5, 2 } } }\n"
    "local debt = muster.field { 'debt', of = 'seat', max = 9, seen = 'owner',\n"
    "  prior = function(seat, n) return n <= income[seat] and n > 0 and n or 0 end }\n"
    "local strength\n"
    "strength = muster.field { 'strength', of = 'piece', max = 2, seen = 'owner',\n"
    "  prior = function(unit, n)\n"
    "    for other = 0, 2 do\n"
    "      if other ~= unit and strength[other] == n then return 0 end end\n"
    "    return 1 end }\n"
    "local mine = muster.field { 'mine', of = 'zone', seen = 'none',\n"
    "  prior = function(zone, laid) return laid and 1 or 3 end }\n"
    "local odd = muster.field { 'odd', of = 'seat', max = 3, seen = 'owner',\n"
    "  prior = function(seat, n) return 0 end }\n"
    "local plain = muster.field { 'plain', of = 'seat', max = 3, seen = 'owner' }\n"
    "local function set(n) for seat = 0, 2 do gold[seat] = 1 + n debt[seat] = n odd[seat] = n\n"
    "  plain[seat] = n strength[seat] = (n + seat) % 3 end plan.plan = n\n"
    "  for zone in zones do mine[zone] = n > 0 end end\n");

static struct mst_match *match;

static const struct core_field *field(const char *name) {
    const struct core_schema *s = match->ruleset->rules->schema;
    int index = core_schema_find_field(s, name);
    assert_true(index >= 0);
    return &s->fields[index];
}

static struct core_position *sample(int viewer, struct mst_rng *rng) {
    struct mst_error error = {0};
    struct core_position *mask = core_position_mask(match->pos, viewer);
    struct core_position *out =
        search_play_sample(match->ruleset->rules, mask, viewer, rng, &error);
    if (!out)
        fail_msg("%s: %s", error.at, error.text);
    assert_true(core_position_sound(out, NULL));
    struct core_position *again = core_position_mask(out, viewer);
    assert_true(again->hash == mask->hash); /* the viewer cannot tell it from the truth */
    core_position_free(again);
    core_position_free(mask);
    return out;
}

enum { DRAWS = 3000, VALUES = 10 };

/* How often each value came up, in DRAWS determinizations of `viewer`. */
static void count(const char *name, int entity, int viewer, int *counts) {
    struct mst_rng rng;
    mst_rng_seed(&rng, 77);
    memset(counts, 0, VALUES * sizeof *counts);
    for (int i = 0; i < DRAWS; i++) {
        struct core_position *pos = sample(viewer, &rng);
        counts[core_get_field(pos, field(name), entity)]++;
        core_position_free(pos);
    }
}

/* Five standard deviations of a binomial distribution with chance weight/total: a fair draw is
 * outside for one seed in a million. */
static void expect(const int *counts, const int *weights, int values) {
    int total = 0;
    for (int i = 0; i < values; i++)
        total += weights[i];
    for (int i = 0; i < VALUES; i++) {
        int64_t weight = i < values ? weights[i] : 0;
        int64_t off = (int64_t)counts[i] * total - DRAWS * weight;
        if (off * off > 25 * DRAWS * weight * (total - weight))
            fail_msg("value %d came up %d times in %d, with weight %d of %d", i, counts[i], DRAWS,
                     (int)weight, total);
    }
}

static void frequencies(const char *path) {
    int counts[VALUES];
    match = own_match(path, weighted, NULL);
    own_play(match, "3");
    count("gold", 1, 0, counts);
    expect(counts, (int[]){0, 1, 1, 1, 1, 1, 1}, 7);
    count("gold", 0, 0, counts); /* its own is known */
    assert_int_equal(counts[4], DRAWS);
    count("plan", 0, 0, counts);
    expect(counts, (int[]){1, 0, 5, 2}, 4);
    count("debt", 2, 0, counts);
    expect(counts, (int[]){0, 1, 2, 3, 4}, 5);
    count("mine", 3, 0, counts);
    expect(counts, (int[]){3, 1}, 2);
    struct mst_rng rng; /* a prior sees what was drawn before: no two are alike */
    mst_rng_seed(&rng, 3);
    for (int i = 0; i < 100; i++) {
        struct core_position *pos = sample(0, &rng);
        int seen = 0;
        for (int unit = 0; unit < 3; unit++)
            seen |= 1 << core_get_field(pos, field("strength"), unit);
        assert_int_equal(seen, 7);
        core_position_free(pos);
    }
    count("odd", 1, 0, counts); /* no value is possible */
    assert_int_equal(counts[0], DRAWS);
    count("plain", 1, 0, counts);
    assert_int_equal(counts[0], DRAWS);
    own_end(match);
}

static void test_frequencies(void **state) {
    (void)state;
    frequencies(NULL);
    frequencies("lua");
}

/* The draw does not depend on what is true. */
static void test_the_truth_does_not_matter(void **state) {
    (void)state;
    for (int viewer = -1; viewer < 3; viewer++) {
        struct mst_rng one, two;
        match = own_match(NULL, weighted, NULL);
        mst_rng_seed(&one, 5);
        mst_rng_seed(&two, 5);
        for (int i = 0; i < 50; i++) {
            struct mst_error error = {0};
            /* Positions that differ in what the viewer does not see. */
            struct core_position *a, *b, *mask;
            own_play(match, viewer < 0 ? "1" : "2");
            a = sample(viewer, &one);
            struct core_position *kept = core_position_clone(match->pos);
            for (int f = 0; f < kept->schema->field_count; f++) {
                const struct core_field *field = &kept->schema->fields[f];
                for (int k = 0; k < core_field_entities(kept->schema, field); k++)
                    if (!core_secret_seen(kept, field, k, viewer))
                        kept->slots[field->first + k * field->stride] =
                            field->min + (i + k) % (field->max - field->min + 1);
            }
            core_position_recompute(kept);
            mask = core_position_mask(kept, viewer);
            b = search_play_sample(match->ruleset->rules, mask, viewer, &two, &error);
            assert_non_null(b);
            assert_true(a->hash == b->hash);
            assert_memory_equal(a->slots, b->slots, (size_t)a->schema->slots * sizeof *a->slots);
            core_position_free(a);
            core_position_free(b);
            core_position_free(mask);
            core_position_free(kept);
        }
        own_end(match);
    }
}

static void test_declarations(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"of = 'seat', max = 2, prior = 'uniform'", "for facts that some seat cannot see"},
        {"of = 'piece', max = 2, seen = 'face', prior = 'uniform'", "dealt at random"},
        {"of = 'seat', max = 2, seen = 'owner', prior = 'even'", "\"uniform\", a list of weights"},
        {"of = 'seat', max = 2, seen = 'owner', prior = { 1, 2 }", "needs 3 weights"},
        {"of = 'seat', max = 1, seen = 'owner', prior = { 1, -2 }", "weight 2 of 'prior'"},
        {"of = 'seat', max = 1, seen = 'owner', prior = { 0, 0 }", "no weight above 0"},
        {"of = 'seat', holds = 'zone', seen = 'owner', prior = 'uniform'", "numbers and flags"},
        {"of = 'seat', max = 5000, seen = 'owner', prior = 'uniform'", "at most 1000 values"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct mst_error error = {0};
        char game[600];
        snprintf(game, sizeof game,
                 "muster.module { title = 'Game' }\nmuster.game { title = 'G', seats = 2 }\n"
                 "muster.grid { columns = 2, rows = 1 }\nmuster.pieces { 'p', count = 2 }\n"
                 "muster.field { 'f', %s }\n",
                 bad[i][0]);
        assert_null(home_game(game, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("'%s' is refused with '%s'", bad[i][0], error.text);
        assert_non_null(strstr(error.at, "game.lua:5"));
    }
}

/* A fault in a prior is reported with its place. */
static void test_faults_when_drawn(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_rng rng;
    mst_rng_seed(&rng, 1);
    match =
        own_match(NULL,
                  GAME("local gold = muster.field { 'gold', of = 'seat', max = 2, seen = 'owner',\n"
                       "  prior = function(seat, n) return n - 1 end }\n"
                       "local function set(n) gold[0] = n // 2 end\n"),
                  NULL);
    struct core_position *mask = core_position_mask(match->pos, 0);
    assert_null(search_play_sample(match->ruleset->rules, mask, 0, &rng, &error));
    assert_non_null(strstr(error.text, "a prior must be 0 to 1048576, found -1"));
    assert_non_null(strstr(error.at, "game.lua:5"));
    core_position_free(mask);
    own_end(match);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frequencies),
        cmocka_unit_test(test_the_truth_does_not_matter),
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_faults_when_drawn),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
