/* The facts of a match as JSON, and back. */
#include "server/facts.h"

#include <assert.h>
#include <string.h>

/* By their enums; the first is not written. */
static const char *const clock_words[] = {"", "none", "live", "days"};
static const char *const how_words[] = {"", "rules", "resigned", "time", "agreed", "claimed"};
static const char *const offer_words[] = {"", "takeback", "draw", "rematch"};

static int word_of(const char *const *words, int count, const char *word) {
    for (int i = 1; word && i < count; i++)
        if (!strcmp(words[i], word))
            return i;

    /* A word of a later version counts as none. */
    return 0;
}
#define WORD_OF(words, word) word_of(words, (int)(sizeof(words) / sizeof *(words)), word)

enum server_clock_kind server_clock_kind_of(const char *word) {
    return (enum server_clock_kind)WORD_OF(clock_words, word);
}

/* ---- fields ---------------------------------------------------------------------------------- */

const char *server_json_text(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

int64_t server_json_number(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

int64_t server_json_number_or(const json_t *object, const char *key, int64_t otherwise) {
    const json_t *value = json_object_get(object, key);
    return value ? json_integer_value(value) : otherwise;
}

bool server_json_true(const json_t *object, const char *key) {
    return json_is_true(json_object_get(object, key));
}

uint32_t server_seats_read(const json_t *list) {
    uint32_t seats = 0;
    json_t *seat;
    size_t i;
    json_array_foreach (list, i, seat)
        seats |= 1u << (json_integer_value(seat) & 31);
    return seats;
}

json_t *server_seats_json(uint32_t seats) {
    json_t *list = json_array();
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        if (seats >> seat & 1)
            json_array_append_new(list, json_integer(seat));
    return list;
}

void server_facts_text(char **text, const char *value) {
    char *copy = value ? mst_strdup(value) : NULL; /* it may be a part of the text itself */
    mst_free(*text);
    *text = copy;
}

/* ---- reading --------------------------------------------------------------------------------- */

static void read_clock(struct server_clock *clock, const json_t *json) {
    json_t *left = json_object_get(json, "left"), *since = json_object_get(json, "since"), *one;
    size_t seat;
    clock->kind = server_clock_kind_of(server_json_text(json, "kind"));
    clock->total = server_json_number(json, "total");
    clock->increment = server_json_number(json, "increment");

    /* F1: a clock without times has not begun, so that it cannot run. */
    json_array_foreach (left, seat, one)
        if (seat < MST_MOST_SEATS)
            clock->left[clock->seats++] = json_integer_value(one);
    clock->runs = clock->seats && json_is_integer(since); /* null: it stands */
    clock->since = json_integer_value(since);
}

static void read_called(struct server_facts *facts, const json_t *list) {
    json_t *one;
    size_t seat;
    json_array_foreach (list, seat, one)
        if (seat < MST_MOST_SEATS) {
            server_facts_text(&facts->seats[seat].name, server_json_text(one, "name"));
            facts->seats[seat].side = server_json_number(one, "side");
            facts->called++;
        }
}

static void read_again(struct server_facts *facts, const json_t *list) {
    json_t *one;
    size_t i;
    json_array_foreach (list, i, one)
        if (i < MST_MOST_SEATS && json_is_string(one))
            snprintf(facts->again[facts->asked++], SERVER_ID_SIZE, "%s", json_string_value(one));
}

static void read_offer(struct server_offer *offer, const json_t *json) {
    offer->kind = (enum server_offer_kind)WORD_OF(offer_words, server_json_text(json, "kind"));
    offer->seat = (int)server_json_number(json, "seat");
    offer->plies = (int)server_json_number(json, "plies");
    offer->agreed = server_seats_read(json_object_get(json, "agreed"));
}

void server_facts_read(struct server_facts *facts, const char *text) {
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    json_t *result = json_object_get(json, "result");
    const char *rematch = server_json_text(json, "rematch");
    *facts = (struct server_facts){0};

    /* Fields of a later version are not kept; older ones have fewer, which read as none. */
    read_clock(&facts->clock, json_object_get(json, "clock"));
    server_facts_text(&facts->head, server_json_text(json, "head"));
    read_called(facts, json_object_get(json, "called"));
    facts->result.how = (enum server_how)WORD_OF(how_words, server_json_text(result, "how"));
    facts->result.winners = server_seats_read(json_object_get(result, "winner"));
    server_facts_text(&facts->result.by, server_json_text(result, "by"));

    read_again(facts, json_object_get(json, "again"));
    read_offer(&facts->offer, json_array_get(json_object_get(json, "offers"), 0));
    snprintf(facts->rematch, sizeof facts->rematch, "%s", rematch ? rematch : "");
    server_facts_text(&facts->marked, server_json_text(json, "marked"));
    json_decref(json);
}

void server_facts_clear(struct server_facts *facts) {
    mst_free(facts->head);
    for (int seat = 0; seat < facts->called; seat++)
        mst_free(facts->seats[seat].name);
    mst_free(facts->result.by);
    mst_free(facts->marked);
    *facts = (struct server_facts){0};
}

/* ---- writing --------------------------------------------------------------------------------- */

json_t *server_clock_json(const struct server_clock *clock) {
    json_t *left = NULL;
    if (clock->kind == SERVER_CLOCK_ABSENT)
        return NULL;
    if (clock->kind == SERVER_CLOCK_NONE)
        return json_pack("{s:s}", "kind", "none");
    if (clock->seats)
        left = json_array();

    for (int seat = 0; seat < clock->seats; seat++)
        json_array_append_new(left, json_integer(clock->left[seat]));

    /* null: it has begun, and stands. */
    json_t *since = !left ? NULL : clock->runs ? json_integer(clock->since) : json_null();
    return json_pack("{s:s, s:I, s:I, s:o*, s:o*}", "kind", clock_words[clock->kind], "total",
                     (json_int_t)clock->total, "increment", (json_int_t)clock->increment, "left",
                     left, "since", since);
}

json_t *server_result_json(const struct server_facts *facts) {
    if (facts->result.how == SERVER_HOW_OPEN)
        return NULL;
    return json_pack("{s:o, s:s, s:s*}", "winner", server_seats_json(facts->result.winners), "how",
                     how_words[facts->result.how], "by", facts->result.by);
}

json_t *server_offers_json(const struct server_offer *offer) {
    if (offer->kind == SERVER_OFFER_NONE)
        return NULL;
    json_t *json = json_pack("{s:s, s:i}", "kind", offer_words[offer->kind], "seat", offer->seat);
    if (offer->kind == SERVER_OFFER_TAKEBACK)
        json_object_set_new(json, "plies", json_integer(offer->plies));
    if (offer->kind != SERVER_OFFER_REMATCH) /* `again` says who wants a rematch */
        json_object_set_new(json, "agreed", server_seats_json(offer->agreed));
    return json_pack("[o]", json);
}

static json_t *called_json(const struct server_facts *facts) {
    json_t *list = facts->called ? json_array() : NULL;
    for (int seat = 0; seat < facts->called; seat++) {
        const char *name = facts->seats[seat].name;
        json_array_append_new(list, json_pack("{s:s, s:I}", "name", name ? name : "", "side",
                                              (json_int_t)facts->seats[seat].side));
    }
    return list;
}

static json_t *again_json(const struct server_facts *facts) {
    json_t *list = facts->asked ? json_array() : NULL;
    for (int i = 0; i < facts->asked; i++)
        json_array_append_new(list, json_string(facts->again[i]));
    return list;
}

char *server_facts_write(const struct server_facts *facts) {
    assert(!facts->clock.runs || facts->clock.seats); /* F1 */
    /* In the order in which a match comes by them. */
    json_t *json =
        json_pack("{s:o*, s:s*, s:o*, s:o*, s:o*, s:o*, s:s*, s:s*}", "clock",
                  server_clock_json(&facts->clock), "head", facts->head, "called",
                  called_json(facts), "result", server_result_json(facts), "again",
                  again_json(facts), "offers", server_offers_json(&facts->offer), "rematch",
                  facts->rematch[0] ? facts->rematch : NULL, "marked", facts->marked);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}
