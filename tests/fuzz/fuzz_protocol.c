/* Fuzz target: the input is a session, one request a line, on tic-tac-toe. Each line must get one
 * answer of one line that is valid JSON with `ok`, and a refused request must leave the hash alone.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/protocol/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char begin[] = "{\"op\":\"new\",\"seed\":1}";
static const char load[] = "{\"op\":\"load\",\"ruleset\":\"tic-tac-toe\"}";
static const char state[] = "{\"op\":\"state\"}";

static void demand(bool held, const char *what) {
    if (held)
        return;
    fprintf(stderr, "fuzz_protocol: %s\n", what);
    abort();
}

/* Did it succeed? */
static bool ask(struct proto_session *session, const char *line, size_t length,
                struct mst_buf *answer) {
    mst_buf_reset(answer);
    proto_session_answer(session, line, length, answer);
    demand(!answer->failed && !memchr(answer->text, '\n', answer->length), "an answer is one line");
    const char *ok = strstr(answer->text, "\"ok\":");
    demand(ok != NULL, "an answer says ok");
    json_t *object = json_loadb(answer->text, answer->length, JSON_DECODE_INT_AS_REAL, NULL);
    demand(object != NULL, "an answer is valid JSON");
    bool good = json_is_true(json_object_get(object, "ok"));
    json_decref(object);
    return good;
}

/* Work without end is no fault: leave out deep counts, long thought, and other files. */
static bool worth_asking(const char *line, size_t length) {
    struct mst_buf text = {0};
    mst_buf_bytes(&text, line, length);
    const char *all = mst_buf_text(&text);
    bool slow =
        strstr(all, "depth") || strstr(all, "go") || strstr(all, "\\u") || strstr(all, "load");
    mst_buf_clear(&text);
    return !slow;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Thread_local struct proto_session
        *session; /* loaded once; a new match for each input */
    struct mst_buf answer = {0}, before = {0};
    const char *at = (const char *)data, *end = at + size;
    if (!session) {
        session = proto_session_new();
        demand(session && ask(session, load, sizeof load - 1, &answer) &&
                   ask(session, begin, sizeof begin - 1, &answer),
               "tic-tac-toe can be loaded");
    }
    while (at < end) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((feed ? feed : end) - at);
        if (worth_asking(at, length)) {
            ask(session, state, sizeof state - 1, &before);
            if (!ask(session, at, length, &answer)) {
                ask(session, state, sizeof state - 1, &answer);
                demand(!strcmp(mst_buf_text(&before), mst_buf_text(&answer)),
                       "a refused request changes nothing");
            }
        }
        at += length + 1;
    }
    ask(session, begin, sizeof begin - 1, &answer); /* as fresh as it was: nothing seems to leak */
    mst_buf_clear(&answer);
    mst_buf_clear(&before);
    return 0;
}
