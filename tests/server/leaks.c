/* What a seat and an onlooker receive through their sockets, byte for byte: it is what the engine
 * tells that seat, and the engine would tell the same if what the seat cannot see were otherwise.
 * Each match is played again in this process, and at every position that somebody was shown the
 * hidden things are dealt anew (search_position_sample). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulesets/ruleset.h"
#include "core/together.h"
#include "faces/protocol/parts.h"
#include "server/site.h"
#include "core/secret.h"
#include "search/deal.h"

enum { PLIES = 36, WATCHERS = 3, DEALS = 3 };

static const char *const RULESETS[] = {"battle-line-long", "fantasy-line-battle",
                                       "warline-recruiting"};

/* ---- what was received ----------------------------------------------------------------------- */

/* An answer that the engine must give too: of a view, a refusal, a picture or a transcript. */
struct received {
    struct received *next;
    int seat, ply;
    char *request; /* to the engine */
    char *answer;  /* all of its fields, or of a refusal its message */
    bool refusal;
};

static struct received *received;
static struct mst_buf heard; /* every text, while the match runs */
static long compared;

static void receive(int seat, int ply, bool refusal, char *request, const char *answer,
                    size_t length) {
    struct received *one = mst_calloc(1, sizeof *one);
    char *copy = mst_alloc(length + 1);
    memcpy(copy, answer, length);
    copy[length] = 0;
    *one = (struct received){received, seat, ply, request, copy, refusal};
    received = one;
}

static char *print(const char *format, ...) MST_PRINTF(1, 2);
static char *print(const char *format, ...) {
    struct mst_buf out = {0};
    va_list args;
    va_start(args, format);
    mst_buf_vprintf(&out, format, args);
    va_end(args);
    return mst_buf_take(&out);
}

static int seat_of(const struct visitor *visitor) {
    return *(const int *)visitor->own;
}

/* Only what the contract lists is in a table. */
static void look_at_table(const json_t *table) {
    static const char known[] =
        " match title game ruleset set public created changed status seats "
        "to_move clock offers claim result rematch watchers commitment seed "
        "marked ply you ";
    const char *key, *status = json_string_value(json_object_get(table, "status"));
    json_t *value;
    json_object_foreach ((json_t *)(uintptr_t)table, key, value) {
        char word[40];
        snprintf(word, sizeof word, " %s ", key);
        must(strstr(known, word), "a table has '%s'", key);
    }
    must(!json_object_get(table, "seed") || !strcmp(status, "over"), "the seed of a running match");
}

static void hear(struct visitor *visitor, const char *text) {
    static const char before[] = ",\"view\":{";
    const char *at = strstr(text, before);
    json_t *message = json_loads(text, 0, NULL);
    json_t *view = json_object_get(message, "view"), *log = json_object_get(view, "log");
    const char *status =
        json_string_value(json_object_get(json_object_get(message, "table"), "status"));
    if (json_object_get(message, "table"))
        look_at_table(json_object_get(message, "table"));
    if (!status || strcmp(status, "over"))
        mst_buf_puts(&heard, text);
    if (at && log) { /* the view ends one brace before the message */
        at += sizeof before - 1;
        receive(seat_of(visitor), (int)json_integer_value(json_object_get(view, "ply")), false,
                print("{\"op\":\"view\",\"seat\":%d,\"since\":%d}", seat_of(visitor),
                      (int)json_integer_value(json_object_get(log, "since"))),
                at, strlen(at) - 1);
    }
    json_decref(message);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Ask for a move that is none, or another's; the refusal must be the engine's. */
static void ask_wrongly(struct visitor *visitor) {
    static const char *const moves[] = {"a1", "z9", "0", "end", "pass", "1>1", "C1", "?"};
    const char *move = moves[any(sizeof moves / sizeof *moves)];
    const char *op = any(2) ? "why" : "play";
    int ply = visitor_ply(visitor), seat = seat_of(visitor);
    json_t *legal = json_object_get(visitor->view, "moves"), *one;
    size_t i;
    json_array_foreach (legal, i, one)
        if (!strcmp(json_string_value(one), move))
            return;
    json_t *answer = ASK(visitor, "{s:s, s:s, s:i, s:s}", "op", op, "match", visitor->match, "ply",
                         ply, "move", move);
    json_t *error = json_object_get(answer, "error");
    const char *message = json_string_value(json_object_get(error, "message"));
    must(message, "'%s' is legal, and not listed", move);
    if (json_array_size(legal))
        receive(seat, ply, true, print("{\"op\":\"play\",\"seat\":%d,\"move\":\"%s\"}", seat, move),
                message, strlen(message));
    json_decref(answer);
}

static void ask_for_transcript(struct visitor *visitor) {
    json_t *answer =
        visitor_done(visitor, json_pack("{s:s, s:s}", "op", "transcript", "match", visitor->match));
    char *text = json_dumps(json_object_get(answer, "transcript"), JSON_ENCODE_ANY | JSON_COMPACT);
    char *fields = print("\"transcript\":%s}", text);
    receive(seat_of(visitor), visitor_ply(visitor), false,
            print("{\"op\":\"transcript\",\"seat\":%d}", seat_of(visitor)), fields, strlen(fields));
    mst_free(fields);
    free(text);
    json_decref(answer);
}

static void ask_over_http(struct site *site, const struct visitor *watcher) {
    char path[60];
    snprintf(path, sizeof path, "/match/%s.txt", watcher->match);
    char *answer = site_get(site, path, NULL);
    must(strstr(answer, " 404 "), "the transcript of a running match: %.200s", answer);
    mst_free(answer);
    snprintf(path, sizeof path, "/match/%s.svg", watcher->match);
    answer = site_get(site, path, NULL);
    char *body = strstr(answer, "\r\n\r\n");
    must(body && strstr(answer, " 200 "), "no picture: %.200s", answer);
    json_t *picture = json_string(body + 4);
    char *text = json_dumps(picture, JSON_ENCODE_ANY);
    char *fields = print("\"svg\":%s}", text);
    receive(-1, visitor_ply(watcher), false, print("{\"op\":\"picture\",\"seat\":-1}"), fields,
            strlen(fields));
    mst_free(fields);
    free(text);
    json_decref(picture);
    mst_free(answer);
}

static char *play(struct site *site, struct visitor *visitors, const char *ruleset) {
    static int seats[WATCHERS] = {0, 1, -1};
    struct visitor *moves;
    char match[16];
    for (int i = 0; i < WATCHERS; i++) {
        must(visitor_enter(&visitors[i], site, NULL), "nobody can come in");
        visitors[i].own = &seats[i];
        visitors[i].heard = hear;
    }
    visitors_meet(&visitors[0], &visitors[1], ruleset, true, match);
    json_decref(visitor_open(&visitors[2], match));
    while ((moves = visitors_mover(visitors, 2)) && !visitor_over(moves) &&
           visitor_ply(moves) < PLIES) {
        while (visitor_ply(&visitors[2]) < visitor_ply(moves))
            json_decref(visitor_hear(&visitors[2]));
        if (any(3) == 0)
            ask_wrongly(&visitors[any(2)]);
        if (any(10) == 0)
            ask_for_transcript(&visitors[any(3)]);
        if (any(10) == 0)
            ask_over_http(site, &visitors[2]);
        if (any(10) == 0)
            json_decref(visitor_open(&visitors[any(3)], match));
        const char *code = visitor_play(moves);
        must(!*code, "%s: a move is refused: %s", ruleset, code);
    }
    must(moves, "the server is gone: %s", site_log(site));
    if (!visitor_over(moves))
        json_decref(visitor_done(moves, json_pack("{s:s, s:s}", "op", "resign", "match", match)));
    visitors[0].heard = NULL;
    json_t *answer =
        visitor_done(&visitors[0], json_pack("{s:s, s:s}", "op", "transcript", "match", match));
    char *transcript = mst_strdup(json_string_value(json_object_get(answer, "transcript")));
    json_decref(answer);
    for (int i = 0; i < WATCHERS; i++)
        visitor_leave(&visitors[i]);
    return transcript;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static char *answer_of(struct proto_session *session, const char *request) {
    struct mst_buf answer = {0};
    proto_session_answer(session, request, strlen(request), &answer);
    must(!answer.failed, "out of memory");
    return mst_buf_take(&answer);
}

static void done(struct proto_session *session, char *request) {
    char *answer = answer_of(session, request);
    must(!strncmp(answer, "{\"ok\":true", 10), "%s: %s", request, answer);
    mst_free(answer);
    mst_free(request);
}

/* Cut what the engine has from the past of the match, which is not dealt anew. */
static void cut_log(char *fields) {
    char *log = strstr(fields, ",\"log\":{");
    if (log)
        *log = 0;
}

static void compare(struct proto_session *session, const struct received *one, bool dealt) {
    char *answer = answer_of(session, one->request), *found = answer,
         *wanted = mst_strdup(one->answer);
    json_t *json = json_loads(answer, 0, NULL);
    if (one->refusal) {
        const char *message =
            json_string_value(json_object_get(json_object_get(json, "error"), "message"));
        found = print("%.599s", message ? message : "legal");
        mst_free(answer);
    } else {
        must(!strncmp(answer, "{\"ok\":true,", 11), "%s: %s", one->request, answer);
        memmove(found, answer + 11, strlen(answer + 11) + 1);
    }
    if (dealt) {
        cut_log(found);
        cut_log(wanted);
    }
    must(!strcmp(found, wanted), "ply %d, %s%s:\nthe engine answers\n%s\nthe seat has received\n%s",
         one->ply, one->request, dealt ? ", with other hidden things" : "", found, wanted);
    compared++;
    json_decref(json);
    mst_free(found);
    mst_free(wanted);
}

/* Deal anew what the seat cannot see, and compare. */
static void deal(struct proto_session *session, const struct received *one, struct mst_rng *rng) {
    struct mst_match *match = session->match;
    struct mst_error error = {0};
    if (core_together_waits(&match->play)) /* sealed choices name pieces by number */
        return;
    session->match = mst_match_clone(match, &error);
    struct core_position *masked = core_position_mask(match->pos, one->seat);
    struct core_position *sample = masked ? search_position_sample(masked, one->seat, rng) : NULL;
    must(session->match && sample && core_position_copy(session->match->pos, sample),
         "out of memory");
    compare(session, one, true);
    core_position_free(sample);
    core_position_free(masked);
    mst_match_free(session->match);
    session->match = match;
}

static void compare_all(struct proto_session *session, int ply, struct mst_rng *rng) {
    for (const struct received *one = received; one; one = one->next) {
        if (one->ply != ply)
            continue;
        compare(session, one, false);
        for (int i = 0; i < DEALS && !strstr(one->request, "transcript"); i++)
            deal(session, one, rng);
    }
}

/* Play the match again, and compare at each position. */
static void replay(const char *ruleset, char *transcript) {
    struct proto_session *session = proto_session_new();
    struct mst_rng rng;
    char seed[40] = "";
    char *at = strstr(transcript, "\nseed "), *moves = strstr(transcript, "\nmoves\n");
    must(at && moves && sscanf(at, "\nseed %32s", seed) == 1, "the transcript: %s", transcript);
    must(!strstr(mst_buf_text(&heard), seed), "%s: the seed was told", ruleset);
    mst_rng_seed(&rng, any(1000000));
    done(session, print("{\"op\":\"load\",\"ruleset\":\"%s\"}", ruleset));
    done(session, print("{\"op\":\"new\",\"seed\":\"%s\"}", seed));
    compare_all(session, mst_match_state(session->match).ply, &rng);
    char *rest, *line = strtok_r(moves + 7, "\n", &rest);
    for (char *next; line; line = next) {
        next = strtok_r(NULL, "\n", &rest);
        char *blank = strrchr(line, ' ');
        if (!next && !strncmp(line, "end ", 4))
            break;
        if (*line == '*')
            continue;
        must(blank, "a line of the transcript: %s", line);
        *blank = 0;
        done(session, print("{\"op\":\"play\",\"move\":\"%s\"}", line));
        compare_all(session, mst_match_state(session->match).ply, &rng);
    }
    proto_session_free(session);
}

static void clear(void) {
    for (struct received *one; (one = received);) {
        received = one->next;
        mst_free(one->request);
        mst_free(one->answer);
        mst_free(one);
    }
    mst_buf_clear(&heard);
}

void test_leaks(int matches) {
    struct site site;
    struct visitor visitors[WATCHERS];
    site_make(&site);
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    site_settle(&site);
    for (int i = 0; i < matches; i++) {
        const char *ruleset = RULESETS[i % (int)(sizeof RULESETS / sizeof *RULESETS)];
        char *transcript = play(&site, visitors, ruleset);
        replay(ruleset, transcript);
        mst_free(transcript);
        clear();
    }
    printf("%d matches, %ld answers compared\n", matches, compared);
    site_stop(&site);
    site_check(&site);
    site_remove(&site);
}
