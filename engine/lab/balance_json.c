/* The report of `muster balance` as JSON. Shares are parts of 1; seats count from 1. */
#include <jansson.h>
#include <stdlib.h>

#include "lab/balance.h"
#include "muster/player.h"

static json_t *shares(struct lab_interval in) {
    return json_pack("[f,f]", in.low, in.high);
}

static json_t *axes_of(const struct lab_plan *plan) {
    json_t *list = json_array();
    for (int i = 0; i < plan->axis_count; i++) {
        json_t *values = json_array();
        for (int v = 0; v < plan->axes[i].count; v++)
            json_array_append_new(values, json_string(plan->axes[i].values[v]));
        json_array_append_new(list, json_pack("{s:s,s:b,s:o}", "name", plan->axes[i].name,
                                              "by_seat", plan->axes[i].by_seat, "values", values));
    }
    return list;
}

static json_t *findings_of(const struct lab_findings *findings) {
    static const char *const topics[] = {"seat", "value", "pair", "option"};
    json_t *list = json_array();
    for (int i = 0; i < findings->count; i++) {
        const struct lab_comparison *c = &findings->list[i];
        struct mst_buf text = {0};
        lab_finding_say(c, &text);
        json_t *object = json_pack(
            "{s:s,s:s,s:s,s:f,s:o,s:f,s:I,s:I,s:I,s:s}", "topic", topics[c->topic], "subject",
            c->subject, "verdict", lab_verdict_name(c->verdict), "share", c->share, "interval",
            shares(c->interval), "expected", c->expected, "count", (json_int_t)c->count, "games",
            (json_int_t)c->of, "needed", (json_int_t)c->needed, "text", mst_buf_text(&text));
        if (c->topic == LAB_TOPIC_OPTION) {
            json_object_set_new(object, "base_count", json_integer(c->base_count));
            json_object_set_new(object, "base_games", json_integer(c->base_of));
        }
        json_array_append_new(list, object);
        mst_buf_clear(&text);
    }
    return list;
}

static json_t *turns_of(const struct lab_sums *sums, int axis, int value) {
    int64_t count;
    int *turns = lab_turns_of(sums, axis, value, &count);
    json_t *object = turns ? json_pack("{s:I,s:i,s:i,s:i,s:i,s:i}", "games", (json_int_t)count,
                                       "least", lab_turns_quantile(turns, count, 0), "quarter",
                                       lab_turns_quantile(turns, count, 0.25), "half",
                                       lab_turns_quantile(turns, count, 0.5), "three_quarters",
                                       lab_turns_quantile(turns, count, 0.75), "most",
                                       lab_turns_quantile(turns, count, 1))
                           : NULL;
    free(turns);
    return object;
}

static json_t *lengths_of(const struct lab_sums *sums) {
    json_t *list = json_array();
    for (int i = 0; i < sums->plan->axis_count; i++)
        for (int v = 0; !sums->plan->axes[i].by_seat && v < sums->plan->axes[i].count; v++) {
            json_t *object = turns_of(sums, i, v);
            json_object_set_new(object, "option", json_string(sums->plan->axes[i].name));
            json_object_set_new(object, "value", json_string(sums->plan->axes[i].values[v]));
            json_array_append_new(list, object);
        }
    return list;
}

static json_t *endings_of(const struct lab_sums *sums) {
    json_t *list = json_array();
    for (int i = 0; i < sums->ending_count; i++)
        json_array_append_new(list, json_pack("{s:s,s:I}", "name", sums->endings[i].name, "games",
                                              (json_int_t)sums->endings[i].count));
    return list;
}

static json_t *uses_of(const struct lab_sums *sums, enum kit_group group) {
    json_t *list = json_array();
    for (int i = 0; i < sums->uses[group].count; i++) {
        const struct lab_use *use = &sums->uses[group].list[i];
        json_array_append_new(
            list, json_pack("{s:s,s:s,s:I,s:I,s:I,s:I,s:o}", "name", use->name, "title", use->title,
                            "count", (json_int_t)use->count, "games", (json_int_t)use->games,
                            "seats", (json_int_t)use->decided, "seats_won", (json_int_t)use->won,
                            "interval_95", shares(lab_use_interval(use))));
    }
    return list;
}

static json_t *asked_of(const struct lab_sums *sums) {
    json_t *list = json_array();
    for (int i = 0; i < sums->asked_count; i++)
        json_array_append_new(list, json_pack("{s:s,s:I,s:I,s:I}", "name", sums->asked[i].name,
                                              "count", (json_int_t)sums->asked[i].count,
                                              "without_choice", (json_int_t)sums->asked[i].forced,
                                              "moves", (json_int_t)sums->asked[i].moves));
    return list;
}

void lab_balance_json(const struct lab_report_facts *facts, struct mst_buf *out) {
    const struct lab_sums *sums = facts->sums;
    json_t *players = json_array();
    for (int seat = 0; seat < facts->plan->seats; seat++)
        json_array_append_new(players, json_string(mst_player_name(facts->seating->kind[seat])));
    json_t *object = json_pack(
        "{s:s,s:i,s:s,s:s,s:o,s:I,s:I,s:i,s:i,s:i,s:o,s:f,s:f,s:o}", "muster", "balance", "version",
        1, "ruleset", facts->ruleset, "title", facts->plan->title, "computers", players, "seed",
        (json_int_t)facts->seed, "games", (json_int_t)sums->played, "plies", facts->plies,
        "arrangements", facts->plan->cell_count, "refused", facts->plan->refused, "varied",
        axes_of(facts->plan), "error_of_all", LAB_FAMILY_ERROR, "error_of_each",
        facts->findings->error, "findings", findings_of(facts->findings));
    json_object_set_new(object, "unfinished", json_integer(sums->unfinished));
    json_object_set_new(object, "turns", turns_of(sums, -1, 0));
    json_object_set_new(object, "turns_by_option", lengths_of(sums));
    json_object_set_new(object, "endings", endings_of(sums));
    json_object_set_new(object, "moves", uses_of(sums, LAB_GROUP_MOVES));
    json_object_set_new(object, "events", uses_of(sums, LAB_GROUP_EVENTS));
    json_object_set_new(object, "grounds", uses_of(sums, LAB_GROUP_GROUNDS));
    json_object_set_new(object, "decisions", asked_of(sums));
    char *text = object ? json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) : NULL;
    if (text)
        mst_buf_printf(out, "%s\n", text);
    else
        out->failed = true;
    free(text);
    json_decref(object);
}
