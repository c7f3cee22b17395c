/* Agreements of several persons at a table: a move is taken back when all have consented.
 */
#include <string.h>

#include "server/site.h"

enum { PERSONS = 3 };

static struct site site;
static struct visitor persons[PERSONS];
static char match[16];

/* All sit down at a match for three. */
static void sit_down(void) {
    json_t *made =
        visitor_done(&persons[0], json_pack("{s:s, s:s, s:b, s:[{s:s}, {s:s}, {s:s}]}", "op",
                                            "create", "ruleset", "warline-1v2", "public", 1,
                                            "seats", "who", "you", "who", "open", "who", "open"));
    snprintf(match, sizeof match, "%s", json_string_value(json_object_get(made, "match")));
    json_decref(made);
    for (int i = 1; i < PERSONS; i++)
        json_decref(visitor_done(
            &persons[i], json_pack("{s:s, s:s, s:i}", "op", "join", "match", match, "seat", i)));
    for (int i = 0; i < PERSONS; i++)
        json_decref(visitor_open(&persons[i], match));
}

static json_t *takeback(const char *answer) {
    return json_pack("{s:s, s:s, s:s}", "op", "takeback", "match", match, "answer", answer);
}

/* The number of offers at the table, as a person sees it anew. */
static size_t offers(struct visitor *person, size_t *agreed) {
    json_t *answer = visitor_open(person, match);
    json_t *list = json_object_get(json_object_get(answer, "table"), "offers");
    *agreed = json_array_size(json_object_get(json_array_get(list, 0), "agreed"));
    size_t count = json_array_size(list);
    json_decref(answer);
    return count;
}

void test_table(void) {
    size_t agreed;
    site_make(&site);
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    site_settle(&site);
    for (int i = 0; i < PERSONS; i++)
        must(visitor_enter(&persons[i], &site, NULL), "nobody can come in");
    sit_down();
    struct visitor *moved = visitors_mover(persons, PERSONS);
    int mover = (int)(moved - persons), ply = visitor_ply(moved);
    struct visitor *second = &persons[(mover + 1) % PERSONS],
                   *third = &persons[(mover + 2) % PERSONS];
    const char *code = visitor_play(moved);
    must(!*code, "a move is refused: %s", code);
    for (int round = 0; round < 2; round++) { /* refused by the third, then taken back */
        visitor_must(moved, "", takeback("offer"));
        must(offers(moved, &agreed) == 1 && agreed == 1, "%zu agree at first", agreed);
        visitor_must(moved, "not_now", takeback("accept"));
        visitor_must(second, "", takeback("accept"));
        visitor_must(second, "", takeback("accept")); /* twice is once */
        must(offers(moved, &agreed) == 1 && agreed == 2, "%zu agree then", agreed);
        must(visitor_ply(moved) > ply, "a move is taken back before all agree");
        visitor_must(third, "", takeback(round ? "accept" : "refuse"));
        must(!offers(moved, &agreed), "an offer is left");
        must(round ? visitor_ply(moved) == ply : visitor_ply(moved) > ply,
             "ply %d after all have answered", visitor_ply(moved));
    }
    for (int i = 0; i < PERSONS; i++)
        visitor_leave(&persons[i]);
    site_stop(&site);
    site_check(&site);
    site_remove(&site);
}
