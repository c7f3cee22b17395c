/* Studying positions that are not being played: finished matches, and what people paste. All of it
 * runs in the engines for thinking, and knows everything about the position. */
#include <assert.h>
#include <string.h>

#include "server/parts.h"

enum { MOST_MOVES = 500, MOST_PLIES = 400, QUICK = 1500 /* nodes for a point of the graph */ };

/* ---- what is studied ------------------------------------------------------------------------- */

/* A position: the crew that has its rules, and the lines that lead to it. */
struct study {
    char home[SERVER_HOME_SIZE];
    char path[320];
    char *settings;
    struct server_crew crew;
    struct mst_buf lines;
    int leading; /* number of lines */
};

static void add_json(struct study *study, json_t *line) {
    char *text = json_dumps(line, JSON_COMPACT);
    mst_buf_printf(&study->lines, "%s\n", text ? text : "{}");
    assert(line);
    study->leading++;
    mst_free(text);
    json_decref(line);
}

/* A position of a finished match. False after refusing the request. */
static bool study_match(struct server_call *request, const char *id, struct study *study) {
    struct server_live *live = server_live_hold(request->server, id);
    struct mst_error error = {0};
    struct mst_buf transcript = {0};
    int64_t ply = 0;

    /* The request holds it, also where it is refused. */
    request->live = live;
    if (!live || !server_live_may_watch(live, &request->person)) {
        server_call_refuse(request, "not_found", "there is no such match, or it is not public");
        return false;
    }

    /* A match that runs is never shown whole: an analysis would know its secrets. */
    if (live->kept.stage != SERVER_STAGE_OVER) {
        server_call_refuse(request, "not_now", "a match can be studied when it is over");
        return false;
    }

    if (!server_call_number(request, "ply", 0, live->kept.ply, &ply))
        return false;
    if (!server_live_crew(live, true, study->home, &study->crew, &error)) {
        server_call_refuse(request, "storage", "%s", error.text);
        return false;
    }

    /* The match as a whole, and then back to the ply. */
    study->lines.failed |= !server_live_transcript(live, &transcript);
    add_json(study,
             json_pack("{s:s, s:s}", "op", "replay", "transcript", mst_buf_text(&transcript)));
    mst_buf_clear(&transcript);
    add_json(study, json_pack("{s:s, s:i}", "op", "undo", "plies", live->kept.ply - (int)ply));
    return true;
}

/* A transcript or position that the client brings. False after refusing the request. */
static bool study_text(struct server_call *request, struct study *study) {
    json_t *set = json_object_get(request->json, "set");
    json_t *position = json_object_get(request->json, "position");
    json_t *transcript = json_object_get(request->json, "transcript");
    int64_t seed = 1; /* chance is decided, and each time in the same way */
    struct server_choice choice;
    const char *ruleset = server_call_ruleset(request, &choice);
    if (!ruleset || !server_call_settings(request))
        return false;
    if (json_object_get(request->json, "seed") &&
        !server_call_number(request, "seed", 0, INT32_MAX, &seed))
        return false;
    server_rules_path(ruleset, study->path, sizeof study->path);
    snprintf(study->home, sizeof study->home, "%s", choice.home);
    study->settings = set ? json_dumps(set, JSON_COMPACT) : NULL;
    study->crew =
        (struct server_crew){study->home, study->path, study->settings, true, choice.foreign};

    /* The most complete description wins. */
    if (json_is_string(transcript))
        add_json(study, json_pack("{s:s, s:O}", "op", "replay", "transcript", transcript));
    else if (json_is_string(position))
        add_json(study, json_pack("{s:s, s:O, s:I}", "op", "setup", "position", position, "seed",
                                  (json_int_t)seed));
    else
        add_json(study, json_pack("{s:s, s:I}", "op", "new", "seed", (json_int_t)seed));
    return true;
}

/* Read what the request names. False after refusing it. */
static bool read_study(struct server_call *request, struct study *study) {
    const char *match = server_json_text(request->json, "match");
    json_t *moves = json_object_get(request->json, "moves");
    *study = (struct study){.leading = 0};
    if (json_array_size(moves) > MOST_MOVES) {
        server_call_refuse(request, "limit", "at most %d moves", MOST_MOVES);
        return false;
    }
    if (!(match ? study_match(request, match, study) : study_text(request, study)))
        return false;

    /* The moves go on from the position, whichever way it was reached. */
    if (json_array_size(moves))
        add_json(study, json_pack("{s:s, s:O}", "op", "play", "moves", moves));
    return true;
}

static void clear_study(struct study *study) {
    mst_buf_clear(&study->lines);
    mst_free(study->settings);
}

/* The task of the client that the request takes the place of: one looks at a position, the other
 * thinks. NULL: the client has gone. */
static uint64_t *slot(const struct server_call *request) {
    struct server_client *client = request->client;
    if (!client)
        return NULL;
    return request->op->run == server_serve_study ? &client->look : &client->study;
}

/* Run the lines; the last of them are the question. */
static void run_study(struct server_call *request, struct study *study, server_pool_done *done,
                      server_pool_info *info) {
    uint64_t task = 0, *current = slot(request);
    request->number = study->leading;

    /* A client has one look and one analysis: a new one takes the place of the old. */
    if (current && *current)
        server_pool_stop(request->server->pool, *current);

    /* From a successful start on, the answer belongs to the callback. */
    if (!study->lines.failed &&
        server_pool_run(request->server->pool, &study->crew, mst_buf_text(&study->lines), done,
                        info, request, &task)) {
        request->task = task;
        if (current)
            *current = task;
    } else {
        server_call_refuse(request, "busy", "too many wait for computer players; try again later");
    }
    clear_study(study);
}

/* The client's task is over, unless it has begun another one. */
static void end_study(struct server_call *request) {
    assert(request->op);
    uint64_t *current = slot(request);
    if (current && *current == request->task)
        *current = 0;
}

/* An engine that was asked with other settings ended, or said what is wrong with them. */
static void refuse_with(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    if (answers->count && !server_answer_fields(answers->lines[0]))
        server_call_pass_on(request, answers->lines[0]);
    else
        server_call_refuse(request, "failed", "the rules failed or took too long");
}

/* An engine that cannot load its ruleset ends without an answer: ask another one to load it. False
 * if there is nothing to ask. */
static bool ask_why(struct server_call *request) {
    json_t *set = json_object_get(request->json, "set");
    const char *ruleset = server_json_text(request->json, "ruleset");

    /* Without settings, or in a match, the rules have been loaded before. */
    struct server_choice choice;
    return json_object_size(set) && ruleset && !request->live &&
           server_rules_choose(request->server, &request->person, ruleset, &choice) &&
           server_rules_try(request->server, &choice, ruleset, set, refuse_with, request);
}

/* The fields of answer `index`, or NULL after refusing the request with the first failure. */
static const char *good_answer(struct server_call *request, const struct server_answers *answers,
                               int index) {
    end_study(request);

    /* The first failure is the cause of those behind it. */
    for (int i = 0; i < answers->count && i <= index; i++)
        if (!server_answer_fields(answers->lines[i])) {
            server_call_pass_on(request, answers->lines[i]);
            return NULL;
        }
    if (index < answers->count)
        return server_answer_fields(answers->lines[index]);

    /* A process that ended may have been unable to load the settings: another one says why. */
    if (!answers->count && ask_why(request))
        return NULL;
    server_call_refuse(request, "failed", "%s", answers->why ? answers->why : "stopped");
    return NULL;
}

/* ---- operations ------------------------------------------------------------------------------ */

static void studied(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    const char *position = good_answer(request, answers, (int)request->number + 1);
    if (!position)
        return;

    /* Both answers become fields of one: the view, and what a position says of itself. */
    mst_buf_printf(&request->raw, ",\"view\":{%s,%.*s",
                   server_answer_fields(answers->lines[request->number]), (int)strlen(position) - 1,
                   position);
    server_call_answer(request);
}

void server_serve_study(struct server_call *request) {
    struct study study;
    if (!read_study(request, &study))
        return;
    int leading = study.leading;
    mst_buf_puts(&study.lines, "{\"op\":\"view\",\"since\":0}\n{\"op\":\"position\"}\n");

    /* The two questions do not count among the lines that lead to the position. */
    study.leading = leading;
    run_study(request, &study, studied, NULL);
}

static void analysed(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    const char *fields = good_answer(request, answers, (int)request->number);
    if (!fields)
        return;
    mst_buf_printf(&request->raw, ",%.*s", (int)strlen(fields) - 1, fields);
    server_call_answer(request);
}

static void inform(void *context, const char *line) {
    struct server_call *request = context;
    const char *info = strstr(line, "\"info\":");
    struct mst_buf push = {0};

    /* A client that has gone needs no information; the task ends by itself. */
    if (!request->client || !info)
        return;
    char *id = json_dumps(json_object_get(request->json, "id"), JSON_ENCODE_ANY);
    mst_buf_printf(&push, "{\"push\":\"thinking\",\"job\":%s,%s", id ? id : "null", info);
    server_client_push_raw(request->client, &push);
    mst_buf_clear(&push);
    mst_free(id);
}

void server_serve_analyse(struct server_call *request) {
    struct study study;
    int64_t count = server_json_number_or(request->json, "lines", 3);
    int64_t strength = server_json_number_or(request->json, "level", 5);

    /* Both have a default, so they are not read as required numbers. */
    if (count < 1 || count > 5 || strength < 1 || strength > 5) {
        server_call_refuse(request, "bad_request", "'lines' and 'level' are numbers from 1 to 5");
        return;
    }
    if (!read_study(request, &study))
        return;
    mst_buf_printf(&study.lines, "{\"op\":\"go\",\"lines\":%d,\"level\":%d,\"info\":true}\n",
                   (int)count, (int)strength);
    run_study(request, &study, analysed, inform);
}

/* ---- the graph of a match -------------------------------------------------------------------- */

/* The share of the first seat's side, when `seat` expects `score`. */
static json_int_t for_first(const struct server_live *live, json_int_t seat, json_int_t score) {
    /* Scores are what the seat expects, out of 1000. */
    bool others = seat > 0 && (server_live_others(live, 1) >> seat & 1);
    return others ? 1000 - score : score;
}

/* The answers to: replay, and for each ply from the last back to the first: undo 1, go. */
static void evaluated(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    struct server_live *live = request->live;
    end_study(request);
    if (!answers->count || !server_answer_fields(answers->lines[0])) {
        refuse_with(request, answers);
        return;
    }

    /* From the last ply to the first, so each is put in front. */
    json_t *scores = json_array();
    for (int i = 1; i + 1 < answers->count; i += 2) {
        json_t *state = json_loads(answers->lines[i], 0, NULL);
        json_t *go = json_loads(answers->lines[i + 1], 0, NULL);
        json_t *score = json_object_get(go, "score");
        json_int_t seat = server_json_number(state, "to_move");

        /* A position that is over has no score. All are given for one side, so that they make a
         * graph. */
        if (score)
            json_array_insert_new(scores, 0,
                                  json_pack("{s:O, s:I}", "ply", json_object_get(state, "ply"),
                                            "score",
                                            for_first(live, seat, json_integer_value(score))));
        json_decref(state);
        json_decref(go);
    }
    server_call_set(request, "scores", scores);
    server_call_answer(request);
}

void server_serve_evaluate(struct server_call *request) {
    struct server_live *live = request->live;
    struct study study = {.leading = 1};
    struct mst_buf transcript = {0};
    struct mst_error error = {0};
    if (live->kept.stage != SERVER_STAGE_OVER || live->kept.ply > MOST_PLIES) {
        server_call_refuse(request, "not_now",
                           live->kept.stage == SERVER_STAGE_OVER
                               ? "the match is too long for a graph"
                               : "a match can be studied when it is over");
        return;
    }
    if (!server_live_crew(live, true, study.home, &study.crew, &error)) {
        server_call_refuse(request, "storage", "%s", error.text);
        return;
    }

    /* One process goes back through the whole match, a quick thought at each ply. */
    study.lines.failed |= !server_live_transcript(live, &transcript);
    add_json(&study,
             json_pack("{s:s, s:s}", "op", "replay", "transcript", mst_buf_text(&transcript)));
    mst_buf_clear(&transcript);
    for (int ply = 0; ply < live->kept.ply; ply++)
        mst_buf_printf(&study.lines,
                       "{\"op\":\"undo\",\"plies\":1}\n{\"op\":\"go\",\"nodes\":%d}\n", QUICK);
    run_study(request, &study, evaluated, NULL);
}
