/* The facts of the report of `muster balance`: see balance.h. */
#include <string.h>

#include "lab/balance.h"
#include "muster/player.h"

/* Names and titles are those of rules and files, which need not be UTF-8: JSON alone refuses them.
 */
static json_t *text_of(const char *text) {
    return json_stringn_nocheck(text, strlen(text));
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

/* Numbers from 0 as numbers from 1. */
static json_t *numbers_of(const unsigned char *numbers, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_integer(numbers[i] + 1));
    return list;
}

static json_t *cells_of(const struct lab_plan *plan) {
    json_t *list = json_array();
    for (int i = 0; i < plan->cell_count; i++)
        json_array_append_new(list, json_pack("{s:o,s:o}", "value",
                                              numbers_of(plan->cells[i].value, plan->axis_count),
                                              "by_seat",
                                              numbers_of(plan->cells[i].by_seat, plan->seats)));
    return list;
}

json_t *lab_balance_facts(const struct lab_report *report) {
    const struct lab_plan *plan = report->plan;
    json_t *players = json_array();
    for (int seat = 0; seat < plan->seats; seat++)
        json_array_append_new(players, json_string(mst_player_name(report->seating->kind[seat])));

    /* The counts name arrangements by their numbers, kinds of move by their names. */
    return json_pack("{s:o,s:o,s:o,s:I,s:I,s:i,s:i,s:o,s:o,s:o,s:i,s:o,s:o,s:o,s:o}", "ruleset",
                     text_of(report->ruleset), "title", text_of(plan->title), "computers", players,
                     "seed", (json_int_t)report->seed, "games_each", (json_int_t)report->games_each,
                     "plies", report->plies, "refused", plan->refused, "why", text_of(plan->why),
                     "hint", text_of(plan->hint), "sides", numbers_of(plan->side, plan->seats),
                     "side_count", plan->sides, "varied", axes_of(plan), "cells", cells_of(plan),
                     "kinds", lab_lists_of(plan->kinds), "counts",
                     lab_lists_of(report->sums->counts));
}
