/* A page of analysis looks at a position while the server thinks about the match: neither ends the
 * other. */
#include <stdlib.h>
#include <string.h>

#include "server/site.h"

/* Hear until both requests are answered; each must succeed. */
static void both_answered(struct visitor *visitor) {
    for (int answers = 0; answers < 2;) {
        json_t *message = visitor_hear(visitor);
        must(message, "the visitor is gone");
        const char *id = json_string_value(json_object_get(message, "id"));
        if (id) {
            must(json_is_true(json_object_get(message, "ok")), "%s ends: %s", id,
                 json_dumps(message, JSON_COMPACT));
            must(json_array_size(json_object_get(message, "scores")) ||
                     json_object_get(message, "view"),
                 "%s lacks its answer", id);
            answers++;
        }
        json_decref(message);
    }
}

static void ask_both(struct visitor *visitor, const char *match, const char *first,
                     const char *second) {
    const char *const ops[] = {first, second};
    for (int i = 0; i < 2; i++) {
        json_t *request = json_pack("{s:s, s:s, s:s, s:i}", "op", ops[i], "id", ops[i], "match",
                                    match, "ply", visitor_ply(visitor));
        char *text = json_dumps(request, JSON_COMPACT);
        visitor_say(visitor, text);
        free(text);
        json_decref(request);
    }
    both_answered(visitor);
}

/* Settings are explained, and chance is decided where a match begins with it. */
static void from_rules(struct visitor *visitor) {
    json_t *refusal = ASK(visitor, "{s:s, s:s, s:{s:i}}", "op", "study", "ruleset", "othello",
                          "set", "othello.siz", 6);
    char *text = json_dumps(refusal, JSON_COMPACT);
    must(strstr(text, "bad_option") && strstr(text, "did you mean 'size'"), "%s", text);
    free(text);
    json_decref(refusal);
    char *dealt[3];
    for (int i = 0; i < 3; i++) {
        json_t *answer =
            visitor_done(visitor, json_pack("{s:s, s:s, s:i}", "op", "study", "ruleset",
                                            "battle-line-short", "seed", i / 2));
        json_t *view = json_object_get(answer, "view");
        must(json_array_size(json_object_get(view, "moves")), "nothing can be played");
        dealt[i] = json_dumps(json_object_get(view, "scene"), JSON_COMPACT);
        json_decref(answer);
    }
    must(!strcmp(dealt[0], dealt[1]) && strcmp(dealt[0], dealt[2]), "a seed deals in its own way");
    for (int i = 0; i < 3; i++)
        free(dealt[i]);
    visitor_must(visitor, "bad_request",
                 json_pack("{s:s, s:s, s:s}", "op", "study", "ruleset", "othello", "seed", "x"));
}

void test_study(void) {
    struct site site;
    struct visitor people[2];
    char match[16];
    site_make(&site);
    must(site_start(&site), "no server: %s", site_log(&site));
    site_settle(&site);
    for (int i = 0; i < 2; i++)
        must(visitor_enter(&people[i], &site, NULL), "nobody is let in");
    visitors_meet(&people[0], &people[1], "warline-arts-terrain", true, match);
    visitors_play(people, 2, 24);
    if (!visitor_over(&people[0]))
        visitor_must(&people[0], "", json_pack("{s:s, s:s}", "op", "resign", "match", match));
    for (int i = 0; i < 3; i++) {
        ask_both(&people[0], match, "study", "evaluate");
        ask_both(&people[0], match, "evaluate", "study");
    }
    from_rules(&people[0]);
    for (int i = 0; i < 2; i++)
        visitor_leave(&people[i]);
    site_stop(&site);
    site_remove(&site);
}
