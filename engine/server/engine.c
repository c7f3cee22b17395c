/* Talking to the engines about a match. */
#include <assert.h>
#include <string.h>

#include "server/parts.h"

bool server_live_crew(struct server_live *live, bool thinks, char *home, struct server_crew *crew,
                      struct mst_error *error) {
    static char path[320];
    if (!server_rules_home(live->server, live->kept.bundle, home, SERVER_HOME_SIZE, error))
        return false;
    server_rules_path(live->kept.ruleset, path, sizeof path);
    *crew = (struct server_crew){home, path, live->kept.settings, thinks,
                                 server_is_upload(live->kept.ruleset)};
    return true;
}

const char *server_answer_fields(const char *line) {
    static const char good[] = "{\"ok\":true";
    if (strncmp(line, good, sizeof good - 1) != 0)
        return NULL;
    line += sizeof good - 1;
    return line + (*line == ','); /* with the last brace */
}

struct server_fault server_fault_read(const char *line) {
    json_t *answer = json_loads(line, 0, NULL), *error = json_object_get(answer, "error");
    return (struct server_fault){answer, server_json_text(error, "code"),
                                 server_json_text(error, "message"), server_json_text(error, "at")};
}

json_t *server_answer_message(const char *why) {
    struct server_fault fault = server_fault_read(why && *why == '{' ? why : "");
    const char *text = fault.message, *at = fault.at;
    json_t *message = text && at && *at ? json_sprintf("%s: %s", at, text)
                      : text            ? json_string(text)
                                        : json_string(why ? why : "the rules failed");
    json_decref(fault.answer);
    return message;
}

bool server_live_transcript(struct server_live *live, struct mst_buf *out) {
    struct mst_error error = {0};
    mst_buf_puts(out, live->facts.head ? live->facts.head : "");
    if (store_plies(live->server->store, live->kept.id, out, &error) == MST_OK)
        return true;
    server_log("error", "plies", "match", live->kept.id, "why", error.text, NULL);
    return false;
}

/* ---- questions ------------------------------------------------------------------------------- */

/* A question about a match: asked once as if the engine knew the match, and if it does not, again
 * after a replay. */
struct question {
    struct server_live *live;
    char *lines;
    bool again, aside;
    int ply; /* of the match when it was asked */
    server_pool_done *done;
    void *context;
};

static bool send(struct question *question);

static void free_question(struct question *question) {
    server_live_drop(question->live);
    mst_free(question->lines);
    mst_free(question);
}

void server_live_mark(struct server_live *live, const char *line) {
    struct server_fault fault = server_fault_read(line);
    const char *code = fault.code;
    bool passes = code && (!strcmp(code, "budget") || !strcmp(code, "cancelled"));
    struct mst_buf text = {0};
    mst_buf_printf(&text,
                   "The program has changed and does not come to the same positions any more (%s). "
                   "The match is shown as it was; nobody can go on with it.",
                   fault.message ? fault.message : "it does not say where");

    /* A budget that ran out says nothing of the positions: another attempt may pass. */
    if (!passes && !live->facts.marked) {
        server_live_blame(live, "marked", line);
        server_facts_text(&live->facts.marked, mst_buf_text(&text));
        server_live_write(live, false);
    }
    mst_buf_clear(&text);
    json_decref(fault.answer);
}

/* Has the engine the match, at the ply that it was asked about? */
static bool is_known(const struct question *question, const char *line) {
    json_t *answer = json_loads(line, 0, NULL);
    bool known =
        server_json_true(answer, "known") && server_json_number(answer, "ply") == question->ply;
    json_decref(answer);
    return known;
}

static void answered(void *context, const struct server_answers *answers) {
    struct question *question = context;
    assert(!answers->count || answers->count >= 2);
    int skipped = question->again ? 2 : 1;
    struct server_answers rest = {.why = answers->why};

    /* The process may be new, or have put the match away: then it is asked again, after a replay.
     * This happens once. */
    if (answers->count && !question->again && !is_known(question, answers->lines[0])) {
        question->again = true;
        if (send(question))
            return;
        rest.why = "the match cannot be replayed";
    } else if (answers->count && question->again && !server_answer_fields(answers->lines[1])) {
        rest.why = answers->lines[1];
        server_live_mark(question->live, rest.why);
    } else if (answers->count) {
        rest.lines = answers->lines + skipped;
        rest.count = answers->count - skipped;
    }

    /* After a failure the engine's state of the match is uncertain. */
    if (!rest.count && !question->aside)
        question->live->fresh = true;

    /* The question ends here, whatever came of it; the owner gets its own lines alone. */
    question->done(question->context, &rest);
    free_question(question);
}

static bool send(struct question *question) {
    struct server_live *live = question->live;
    char home[SERVER_HOME_SIZE];
    struct server_crew crew;
    struct mst_error error = {0};
    struct mst_buf lines = {0}, transcript = {0};
    bool begins = live->kept.stage == SERVER_STAGE_OPEN; /* its first line is `new` */
    if (!server_live_crew(live, false, home, &crew, &error)) {
        server_log("error", "rules", "match", live->kept.id, "why", error.text, NULL);
        return false;
    }

    /* A copy, a new match and one that may differ need no first attempt that could only fail. */
    assert(question->live->holders > 0);
    question->again = question->again || live->fresh || begins || question->aside;
    question->ply = live->kept.ply;
    mst_buf_printf(&lines, "{\"op\":\"switch\",\"match\":\"%s\",\"fresh\":%s}\n",
                   question->aside ? "aside" : live->kept.id, question->again ? "true" : "false");

    /* Either way, two answers come before those to the question: to `switch` and to this. */
    if (question->again && !begins) {
        lines.failed |= !server_live_transcript(live, &transcript);
        mst_buf_puts(&lines, "{\"op\":\"replay\",\"transcript\":");
        server_json_string(&lines, mst_buf_text(&transcript));
        mst_buf_puts(&lines, "}\n");
        mst_buf_clear(&transcript);
    } else if (begins) {
        mst_buf_puts(&lines, "{\"op\":\"hello\"}\n"); /* in the place of the replay */
    }
    mst_buf_puts(&lines, question->lines);
    bool sent = !lines.failed && server_pool_run(live->server->pool, &crew, mst_buf_text(&lines),
                                                 answered, NULL, question, NULL);

    /* Tasks of one crew run in their order (P1). */
    if (sent && question->again && !question->aside)
        live->fresh = false; /* what is asked from now on comes after the replay */
    mst_buf_clear(&lines);
    return sent;
}

static bool engine_ask(struct server_live *live, const char *lines, bool aside,
                       server_pool_done *done, void *context) {
    struct question *question = mst_calloc(1, sizeof *question);
    if (!question)
        return false;
    *question = (struct question){.live = live, .aside = aside, .done = done, .context = context};
    question->lines = mst_strdup(lines);

    /* The match stays until the question is answered. */
    live->holders++;
    if (question->lines && send(question))
        return true;
    free_question(question);
    return false;
}

bool server_live_ask(struct server_live *live, const char *lines, server_pool_done *done,
                     void *context) {
    return engine_ask(live, lines, false, done, context);
}

bool server_live_ask_aside(struct server_live *live, const char *lines, server_pool_done *done,
                           void *context) {
    return engine_ask(live, lines, true, done, context);
}
