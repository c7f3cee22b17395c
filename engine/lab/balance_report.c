/* The report of `muster balance`: its facts as JSON, and the page that lua/tools/balance.lua makes
 * of them. Shares are parts of 1; seats count from 1. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "lab/balance.h"
#include "muster/player.h"
#include "muster/util.h"

enum { STYLE_BYTES = 1 << 20 };

/* Names and titles are those of rules and files, which need not be UTF-8: JSON alone refuses them.
 */
static json_t *text_of(const char *text) {
    return json_stringn_nocheck(text, strlen(text));
}

static json_t *shares(struct lab_interval in) {
    return json_pack("[f,f]", in.low, in.high);
}

static json_t *axes_of(const struct lab_plan *plan) {
    json_t *list = json_array();
    for (int i = 0; i < plan->axis_count; i++) {
        json_t *values = json_array();
        for (int v = 0; v < plan->axes[i].count; v++)
            json_array_append_new(values, text_of(plan->axes[i].values[v]));
        json_array_append_new(list, json_pack("{s:o,s:b,s:o}", "name", text_of(plan->axes[i].name),
                                              "by_seat", plan->axes[i].by_seat, "values", values));
    }
    return list;
}

/* `whole`: with what only the page shows. */
static json_t *findings_of(const struct lab_findings *findings, bool whole) {
    static const char *const topics[] = {"seat", "value", "pair", "option"};
    json_t *list = json_array();
    for (int i = 0; i < findings->count; i++) {
        const struct lab_comparison *c = &findings->list[i];
        struct mst_buf text = {0};
        lab_finding_say(c, &text);
        json_t *object =
            json_pack("{s:s,s:o,s:s,s:f,s:o,s:f,s:I,s:I,s:I,s:o}", "topic", topics[c->topic],
                      "subject", text_of(c->subject), "verdict", lab_verdict_name(c->verdict),
                      "share", c->share, "interval", shares(c->interval), "expected", c->expected,
                      "count", (json_int_t)c->count, "games", (json_int_t)c->of, "needed",
                      (json_int_t)c->needed, "text", text_of(mst_buf_text(&text)));

        /* Only a change of an option has a second group of games. */
        if (c->topic == LAB_TOPIC_OPTION) {
            json_object_set_new(object, "base_count", json_integer(c->base_count));
            json_object_set_new(object, "base_games", json_integer(c->base_of));
        }

        if (whole) { /* lists of Lua count from 1 */
            json_object_set_new(object, "label", text_of(c->label));
            json_object_set_new(object, "axis", json_integer(c->axis + 1));
            json_object_set_new(object, "value", json_integer(c->value + 1));
            json_object_set_new(object, "other", json_integer(c->other + 1));
        }
        json_array_append_new(list, object);
        mst_buf_clear(&text);
    }
    return list;
}

/* How many games had each number of turns; `turns` are in order. */
static json_t *counts_of(const int *turns, int64_t count) {
    json_t *list = json_array();
    for (int64_t from = 0, i = 0; i < count; i++) {
        assert(turns[from] <= turns[i]);
        if (i + 1 < count && turns[i + 1] == turns[from])
            continue; /* not the last one of its number */
        json_array_append_new(list, json_pack("[i,I]", turns[from], (json_int_t)(i + 1 - from)));
        from = i + 1;
    }
    return list;
}

static json_t *turns_of(const struct lab_sums *sums, int axis, int value, bool whole) {
    int64_t count;
    int *turns = lab_turns_of(sums, axis, value, &count);
    json_t *object = turns ? json_pack("{s:I,s:i,s:i,s:i,s:i,s:i}", "games", (json_int_t)count,
                                       "least", lab_turns_quantile(turns, count, 0), "quarter",
                                       lab_turns_quantile(turns, count, 0.25), "half",
                                       lab_turns_quantile(turns, count, 0.5), "three_quarters",
                                       lab_turns_quantile(turns, count, 0.75), "most",
                                       lab_turns_quantile(turns, count, 1))
                           : NULL;
    if (object && whole)
        json_object_set_new(object, "counts", counts_of(turns, count));
    free(turns);
    return object;
}

static json_t *lengths_of(const struct lab_sums *sums, bool whole) {
    json_t *list = json_array();
    for (int i = 0; i < sums->plan->axis_count; i++)
        for (int v = 0; !sums->plan->axes[i].by_seat && v < sums->plan->axes[i].count; v++) {
            json_t *object = turns_of(sums, i, v, whole);
            json_object_set_new(object, "option", text_of(sums->plan->axes[i].name));
            json_object_set_new(object, "value", text_of(sums->plan->axes[i].values[v]));
            json_array_append_new(list, object);
        }
    return list;
}

static json_t *endings_of(const struct lab_sums *sums) {
    json_t *list = json_array();
    for (int i = 0; i < sums->ending_count; i++)
        json_array_append_new(list, json_pack("{s:o,s:I}", "name", text_of(sums->endings[i].name),
                                              "games", (json_int_t)sums->endings[i].count));
    return list;
}

static json_t *uses_of(const struct lab_sums *sums, enum kit_group group) {
    json_t *list = json_array();
    for (int i = 0; i < sums->uses[group].count; i++) {
        const struct lab_use *use = &sums->uses[group].list[i];
        json_array_append_new(
            list, json_pack("{s:o,s:o,s:I,s:I,s:I,s:I,s:o}", "name", text_of(use->name), "title",
                            text_of(use->title), "count", (json_int_t)use->count, "games",
                            (json_int_t)use->games, "seats", (json_int_t)use->decided, "seats_won",
                            (json_int_t)use->won, "interval_95", shares(lab_use_interval(use))));
    }
    return list;
}

static json_t *asked_of(const struct lab_sums *sums) {
    json_t *list = json_array();
    for (int i = 0; i < sums->asked_count; i++)
        json_array_append_new(list,
                              json_pack("{s:o,s:I,s:I,s:I}", "name", text_of(sums->asked[i].name),
                                        "count", (json_int_t)sums->asked[i].count, "without_choice",
                                        (json_int_t)sums->asked[i].forced, "moves",
                                        (json_int_t)sums->asked[i].moves));
    return list;
}

/* All facts; NULL when out of memory. */
static json_t *balance_facts(const struct lab_report_facts *facts, bool whole) {
    const struct lab_sums *sums = facts->sums;
    json_t *players = json_array();
    for (int seat = 0; seat < facts->plan->seats; seat++)
        json_array_append_new(players, json_string(mst_player_name(facts->seating->kind[seat])));
    json_t *object = json_pack(
        "{s:s,s:i,s:o,s:o,s:o,s:I,s:I,s:i,s:i,s:i,s:o,s:f,s:f,s:o}", "muster", "balance", "version",
        1, "ruleset", text_of(facts->ruleset), "title", text_of(facts->plan->title), "computers",
        players, "seed", (json_int_t)facts->seed, "games", (json_int_t)sums->played, "plies",
        facts->plies, "arrangements", facts->plan->cell_count, "refused", facts->plan->refused,
        "varied", axes_of(facts->plan), "error_of_all", LAB_FAMILY_ERROR, "error_of_each",
        facts->findings->error, "findings", findings_of(facts->findings, whole));

    /* Set behind the others: the file lists its keys in this order. */
    json_object_set_new(object, "unfinished", json_integer(sums->unfinished));
    json_object_set_new(object, "turns", turns_of(sums, -1, 0, whole));
    json_object_set_new(object, "turns_by_option", lengths_of(sums, whole));
    json_object_set_new(object, "endings", endings_of(sums));
    json_object_set_new(object, "moves", uses_of(sums, LAB_GROUP_MOVES));
    json_object_set_new(object, "events", uses_of(sums, LAB_GROUP_EVENTS));
    json_object_set_new(object, "grounds", uses_of(sums, LAB_GROUP_GROUNDS));
    json_object_set_new(object, "decisions", asked_of(sums));
    if (whole)
        json_object_set_new(object, "games_each", json_integer(facts->games));
    return object;
}

void lab_balance_json(const struct lab_report_facts *facts, struct mst_buf *out) {
    json_t *object = balance_facts(facts, false);
    char *text = object ? json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) : NULL;
    if (text)
        mst_buf_printf(out, "%s\n", text);
    else
        out->failed = true;
    free(text);
    json_decref(object);
}

/* The stylesheet of the page. Without it the page is plain, which is no reason to lose it. */
static json_t *read_style(void) {
    char path[1100];
    size_t length = 0;
    struct mst_error error;
    snprintf(path, sizeof path, "%s/share/balance.css", mst_home());
    char *style = mst_read_file(path, STYLE_BYTES, &length, &error);
    if (!style)
        mst_warn("muster balance: %s; the page has no style\n", error.text);
    json_t *text = json_stringn_nocheck(style ? style : "", length);
    mst_free(style);
    return text;
}

/* Append what a script makes of the facts, which it takes over. */
static void print_by(const char *script, json_t *facts, struct mst_buf *out) {
    struct mst_error error = {0};
    if (!mst_script(script, facts, out, &error)) {
        if (error.status != MST_NO_MEMORY) /* which the caller says */
            mst_warn("muster balance: %s: %s\n", error.at, error.text);
        out->failed = true;
    }
    json_decref(facts);
}

void lab_balance_html(const struct lab_report_facts *facts, struct mst_buf *out) {
    json_t *object = balance_facts(facts, true);
    json_object_set_new(object, "style", read_style());
    print_by("balance", object, out);
}

void lab_balance_summary(const struct lab_report_facts *facts, struct mst_buf *out) {
    json_t *object = balance_facts(facts, true);
    json_object_set_new(object, "why", text_of(facts->plan->why));
    json_object_set_new(object, "hint", text_of(facts->plan->hint));
    print_by("balance_summary", object, out);
}
