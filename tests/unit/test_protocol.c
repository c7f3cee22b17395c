/* The protocol: what each request is answered, that a refused one changes nothing, and that no
 * line, however wrong, ends the conversation. The games are tic-tac-toe and breakthrough, and
 * `dice`, which is written to a folder of its own below and has what those lack: chance, events,
 * options, faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/base.h"
#include "faces/protocol/protocol.h"

#ifndef MUSTER_HOME
#define MUSTER_HOME "."
#endif

static const char dice_rules[] =
    "local options = muster.module { title = 'Dice', section = 'dice', options = {\n"
    "  { key = 'goal', type = 'int', default = 12, min = 1, max = 99, help = 'points to win' },\n"
    "  { key = 'quick', type = 'bool', default = false, help = 'begin with a throw' },\n"
    "  { key = 'colour', type = 'choice', default = 'red', choices = { 'red', 'blue' },\n"
    "    help = 'of the die' },\n"
    "  { key = 'steps', type = 'ints', default = '1,2', count = 2, min = 0, max = 9, help = "
    "'unused' },\n"
    "  { key = 'name', type = 'text', default = '', help = 'of the inn' },\n"
    "} }\n"
    "muster.game { title = 'Dice', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "local now = muster.state { { 'turn', max = 1 } }\n"
    "local points = muster.field { 'points', of = 'seat', max = 200 }\n"
    "local threw = muster.event { 'threw', 'seat', 'eyes' }\n"
    "local passed = muster.event { 'passed', 'seat' }\n"
    "local choosing = muster.decision { 'choose', title = 'choose',\n"
    "  seat = function() return now.turn end }\n"
    "local die = muster.decision { 'die', title = 'a die falls', chance = true }\n"
    "muster.move { 'throw', at = choosing, text = 'throw', apply = function() go(die) end }\n"
    "muster.move { 'hold', at = choosing, text = 'hold', apply = function()\n"
    "  passed:emit(now.turn)\n"
    "  now.turn = 1 - now.turn\n"
    "  go(choosing) end }\n"
    "muster.move { 'eyes', at = die, text = '{eyes}', legal = function()\n"
    "    return choose('eyes', range(1, 6)) end,\n"
    "  weight = function(eyes) return eyes == 6 and 2 or 1 end, apply = function(eyes)\n"
    "  local turn = now.turn\n"
    "  points[turn] = points[turn] + eyes\n"
    "  threw:emit(turn, eyes)\n"
    "  if points[turn] >= options.goal then over('goal', turn)\n"
    "  else\n"
    "    now.turn = 1 - turn\n"
    "    go(choosing)\n"
    "  end end }\n"
    "muster.move { 'crash', at = choosing, text = 'crash', unlisted = true,\n"
    "  apply = function() go(die) error('the table falls') end }\n"
    "muster.move { 'spin', at = choosing, text = 'spin', unlisted = true,\n"
    "  apply = function() go(die) while true do end end }\n"
    "muster.setup(function() if options.quick then go(die) else go(choosing) end end)\n";

static const char dice_ini[] = "[game]\ntitle = Dice at the inn\n\n[modules]\ndice = on\n";

/* ---- asking ---------------------------------------------------------------------------------- */

struct world {
    struct proto_session *session;
    struct mst_buf answer;
    char folder[64], dice[100];
};

/* The answer, checked to be one line of JSON with `ok`; the caller releases it. */
static json_t *ask_bytes(struct world *w, const char *line, size_t length, bool *more) {
    json_error_t fault;
    mst_buf_reset(&w->answer);
    bool goes_on = proto_session_answer(w->session, line, length, &w->answer);
    if (more)
        *more = goes_on;
    else
        assert_true(goes_on);
    assert_false(w->answer.failed);
    assert_null(strchr(mst_buf_text(&w->answer), '\n'));
    json_t *answer =
        json_loadb(mst_buf_text(&w->answer), w->answer.length, JSON_REJECT_DUPLICATES, &fault);
    if (!answer &&
        json_error_code(&fault) == json_error_numeric_overflow) /* an id of many digits */
        answer =
            json_loadb(mst_buf_text(&w->answer), w->answer.length, JSON_DECODE_INT_AS_REAL, &fault);
    if (!answer)
        fail_msg("no JSON (%s): %.300s", fault.text, mst_buf_text(&w->answer));
    assert_true(json_is_boolean(json_object_get(answer, "ok")));
    return answer;
}

static json_t *ask(struct world *w, const char *line) {
    return ask_bytes(w, line, strlen(line), NULL);
}

static json_t *ask_ok(struct world *w, const char *line) {
    json_t *answer = ask(w, line);
    if (!json_is_true(json_object_get(answer, "ok")))
        fail_msg("%s: %s", line, mst_buf_text(&w->answer));
    return answer;
}

static void done(struct world *w, const char *line) {
    json_decref(ask_ok(w, line));
}

/* The request is refused with `code`, and the message holds `part`. */
static void refused(struct world *w, const char *line, const char *code, const char *part) {
    json_t *answer = ask(w, line), *error = json_object_get(answer, "error");
    const char *found = json_string_value(json_object_get(error, "code"));
    const char *message = json_string_value(json_object_get(error, "message"));
    if (!found || strcmp(found, code) != 0 || !message || !strstr(message, part))
        fail_msg("%s: expected %s (...%s...), found %s", line, code, part,
                 mst_buf_text(&w->answer));
    json_decref(answer);
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    if (!text)
        fail_msg("no text '%s'", key);
    return text;
}

static long long number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value))
        fail_msg("no number '%s'", key);
    return json_integer_value(value);
}

/* The value of `key` in the answer to `line`, as JSON text, kept until the next call. */
static const char *said(struct world *w, const char *line, const char *key) {
    static _Thread_local char text[4096]; /* so that a test can say it in one line */
    json_t *answer = ask_ok(w, line);
    char *dump = json_dumps(json_object_get(answer, key), JSON_ENCODE_ANY | JSON_COMPACT);
    snprintf(text, sizeof text, "%s", dump ? dump : "nothing");
    free(dump);
    json_decref(answer);
    return text;
}

static void hash_now(struct world *w, char *hash) {
    snprintf(hash, 20, "%.19s", said(w, "{\"op\":\"state\"}", "hash"));
}

static void load(struct world *w, const char *name) {
    char line[200];
    snprintf(line, sizeof line, "{\"op\":\"load\",\"ruleset\":\"%s\"}", name);
    done(w, line);
}

/* ---- the world ------------------------------------------------------------------------------- */

static void write_file(const char *folder, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int begin(void **state) {
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    *state = w;
    w->session = proto_session_new();
    return !w->session;
}

/* As begin, and with a folder where `dice` can be loaded from. */
static int begin_dice(void **state) {
    begin(state);
    struct world *w = *state;
    char path[200];
    snprintf(w->folder, sizeof w->folder, "/tmp/muster-protocol-XXXXXX");
    assert_non_null(mkdtemp(w->folder));
    snprintf(path, sizeof path, "%s/lua", w->folder);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file(w->folder, "lua/dice.lua", dice_rules);
    write_file(w->folder, "dice.ini", dice_ini);
    setenv("MUSTER_HOME", w->folder, 1);
    snprintf(w->dice, sizeof w->dice, "%s/dice.ini", w->folder);
    load(w, w->dice);
    return 0;
}

static int end(void **state) {
    struct world *w = *state;
    static const char *const made[] = {"lua/dice.lua", "dice.ini", "lua", ""};
    char path[200];
    proto_session_free(w->session);
    mst_buf_clear(&w->answer);
    for (size_t i = 0; *w->folder && i < sizeof made / sizeof *made; i++) {
        snprintf(path, sizeof path, "%s/%s", w->folder, made[i]);
        remove(path);
    }
    setenv("MUSTER_HOME", MUSTER_HOME, 1);
    free(w);
    return 0;
}

/* ---- the frame ------------------------------------------------------------------------------- */

static void hello_says_who_answers(void **state) {
    struct world *w = *state;
    json_t *answer = ask_ok(w, "{\"op\":\"hello\"}");
    assert_string_equal(text_of(answer, "name"), "muster");
    assert_string_equal(text_of(answer, "version"), MST_VERSION);
    assert_int_equal(number_of(answer, "protocol"), 1);
    json_decref(answer);
}

static void an_id_of_any_kind_is_repeated_as_it_was_written(void **state) {
    struct world *w = *state;
    static const char *const ids[] = {
        "7",
        "-0",
        "1.50",
        "1e3",
        "99999999999999999999999",
        "null",
        "true",
        "\"a\\u00e9\\\"}\"",
        "[1, {\"op\": \"x\"}]",
        "{\"id\":\"]\"}",
        "\"\xc3\xa9\"",
        "[]",
        "0.1",
    };
    char line[200], start[200];
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        for (int way = 0; way < 3; way++) {
            const char *const forms[] = {"{\"id\":%s,\"op\":\"hello\"}",
                                         "{\"op\":\"what\", \"id\" : %s }",
                                         "{\"x\":{\"id\":0},\"op\":\"state\",\"id\":%s}"};
            const char *form = forms[way];
            const char *gap = strstr(form, "%s");
            snprintf(line, sizeof line, "%.*s%s%s", (int)(gap - form), form, ids[i], gap + 2);
            snprintf(start, sizeof start, "{\"id\":%s,\"ok\":%s,", ids[i], way ? "false" : "true");
            json_decref(ask(w, line));
            assert_memory_equal(mst_buf_text(&w->answer), start, strlen(start));
        }
    json_decref(ask(w, "{\"op\":\"hello\",\"\\u0069d\":12}")); /* the name written with an escape */
    assert_memory_equal(mst_buf_text(&w->answer), "{\"id\":12,", 9);
    json_decref(ask(w, "{\"op\":\"hello\"}"));
    assert_null(strstr(mst_buf_text(&w->answer), "\"id\""));
}

static void what_is_no_json_is_bad_json(void **state) {
    struct world *w = *state;
    static const char *const lines[] = {
        "",
        " ",
        "{",
        "}",
        "{\"op\":\"hello\"",
        "{\"op\":\"hello\"} x",
        "{op:1}",
        "{\"op\":\"a\\q\"}",
        "nul",
        "{\"op\":\"hello\",\"op\":\"hello\"}",
        "{\"op\":\"\\u0000\"}",
        "{\"op\":\"\\ud800\"}",
        "{\"op\":\"\xff\"}",
        "{\"op\":\"\xc0\xaf\"}",
        "{'op':'hello'}",
        "{\"n\":1e999}",
        "{\"n\":01}",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        refused(w, lines[i], "bad_json", "invalid JSON");
    json_decref(ask_bytes(w, "{\"op\":\"he\0llo\"}", 15, NULL));
    assert_non_null(strstr(mst_buf_text(&w->answer), "bad_json"));
    json_decref(ask_bytes(w, "{\"op\":\"hello\"}\0", 15, NULL));
    assert_non_null(strstr(mst_buf_text(&w->answer), "bad_json"));
}

static void what_is_json_but_no_request_is_a_bad_request(void **state) {
    struct world *w = *state;
    static const char *const lines[] = {
        "[]", "[{\"op\":\"hello\"}]", "42", "\"hello\"", "null", "true", "1.5"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        refused(w, lines[i], "bad_request", "JSON object");
    refused(w, "{}", "bad_request", "'op' must be a string, found nothing");
    refused(w, "{\"op\":5}", "bad_request", "'op' must be a string, found an integer");
    refused(w, "{\"op\":null}", "bad_request", "found null");
    refused(w, "{\"op\":[\"hello\"]}", "bad_request", "found a list");
}

static void an_unknown_op_is_told_the_nearest(void **state) {
    struct world *w = *state;
    refused(w, "{\"op\":\"helo\"}", "unknown_op", "did you mean 'hello'?");
    refused(w, "{\"op\":\"\"}", "unknown_op", "unknown op ''");
    refused(w, "{\"op\":\"HELLO\"}", "unknown_op", "HELLO");
}

static void nothing_but_hello_load_and_quit_works_before_load(void **state) {
    struct world *w = *state;
    static const char *const ops[] = {"options", "new",        "setup", "state",   "position",
                                      "legal",   "play",       "undo",  "observe", "perft",
                                      "go",      "transcript", "replay"};
    char line[100];
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        snprintf(line, sizeof line, "{\"op\":\"%s\"}", ops[i]);
        refused(w, line, "not_loaded", "none is loaded");
    }
    load(w, "tic-tac-toe");
    for (size_t i = 3; i + 1 < sizeof ops / sizeof *ops; i++) {
        snprintf(line, sizeof line, "{\"op\":\"%s\"}", ops[i]);
        refused(w, line, "no_match", "none was started");
    }
}

static void quit_is_answered_and_ends_the_session(void **state) {
    struct world *w = *state;
    bool more = true;
    json_decref(ask_bytes(w, "{\"id\":1,\"op\":\"quit\"}", 20, &more));
    assert_string_equal(mst_buf_text(&w->answer), "{\"id\":1,\"ok\":true}");
    assert_false(more);
}

/* ---- rulesets -------------------------------------------------------------------------------- */

static void load_tells_what_was_loaded(void **state) {
    struct world *w = *state;
    json_t *answer = ask_ok(w, "{\"op\":\"load\",\"ruleset\":\"rulesets/breakthrough-6x6.ini\"}");
    assert_string_equal(text_of(answer, "game"), "Breakthrough");
    assert_string_equal(text_of(answer, "title"), "Breakthrough 6x6");
    assert_int_equal(number_of(answer, "seats"), 2);
    const json_t *modules = json_object_get(answer, "modules");
    assert_int_equal(json_array_size(modules), 1);
    assert_string_equal(json_string_value(json_array_get(modules, 0)), "small.breakthrough");
    json_decref(answer);
}

static void load_takes_settings_of_every_type(void **state) {
    struct world *w = *state;
    char line[400];
    snprintf(line, sizeof line,
             "{\"op\":\"load\",\"ruleset\":\"%s\",\"set\":{\"dice.goal\":20,\"dice.quick\":true,"
             "\"dice.colour\":\"blue\",\"dice.steps\":\"3,4\"}}",
             w->dice);
    done(w, line);
    const char *options = said(w, "{\"op\":\"options\"}", "options");
    assert_non_null(strstr(options,
                           "{\"section\":\"dice\",\"key\":\"goal\",\"type\":\"int\",\"default\":12,"
                           "\"value\":20,\"help\":\"points to win\",\"min\":1,\"max\":99}"));
    assert_non_null(
        strstr(options, "\"key\":\"quick\",\"type\":\"bool\",\"default\":false,\"value\":true"));
    assert_non_null(strstr(options,
                           "\"type\":\"choice\",\"default\":\"red\",\"value\":\"blue\",\"help\":"
                           "\"of the die\",\"choices\":[\"red\",\"blue\"]}"));
    assert_non_null(strstr(options, "\"type\":\"ints\",\"default\":\"1,2\",\"value\":\"3,4\""));
    assert_non_null(strstr(options, "\"type\":\"text\",\"default\":\"\",\"value\":\"\""));
}

static void a_load_that_fails_keeps_the_ruleset_and_the_match(void **state) {
    struct world *w = *state;
    char hash[20], after[20];
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\",\"seed\":1}");
    done(w, "{\"op\":\"play\",\"move\":\"b2\"}");
    hash_now(w, hash);
    refused(w, "{\"op\":\"load\"}", "bad_request", "'ruleset' must be a string");
    refused(w, "{\"op\":\"load\",\"ruleset\":7}", "bad_request", "an integer");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"a\\nb\"}", "bad_request", "control character");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"no-such-thing\"}", "bad_ruleset", "no-such-thing");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"/etc/passwd\"}", "bad_ruleset",
            "is not the name of a ruleset: NAME, PATH.ini or PATH.lua");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"\"}", "bad_ruleset", "");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"/dev/zero\"}", "bad_ruleset", "is not the name");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"clobber\",\"set\":5}", "bad_request",
            "'set' must be");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"clobber\",\"set\":[\"a\"]}", "bad_request",
            "found a list");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"clobber\",\"set\":{\"a.b\":1.5}}", "bad_request",
            "a.b");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"clobber\",\"set\":{\"a.b\":\"c\"}}", "bad_option",
            "a");
    refused(w, "{\"op\":\"load\",\"ruleset\":\"clobber\",\"set\":{\"a.b\":\"c\\nd\"}}",
            "bad_option", "line");
    refused(
        w, "{\"op\":\"load\",\"ruleset\":\"breakthrough-8x8\",\"set\":{\"breakthrough.size\":400}}",
        "bad_option", "400");
    hash_now(w, after);
    assert_string_equal(hash, after);
    done(w, "{\"op\":\"play\",\"move\":\"a1\"}");
}

static void a_load_that_works_ends_the_match(void **state) {
    struct world *w = *state;
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    load(w, "clobber");
    refused(w, "{\"op\":\"state\"}", "no_match", "none was started");
}

/* ---- beginning ------------------------------------------------------------------------------- */

static void state_says_how_the_match_stands(void **state) {
    struct world *w = *state;
    load(w, "tic-tac-toe");
    json_t *begun = ask_ok(w, "{\"op\":\"new\",\"seed\":5}");
    json_t *answer = ask_ok(w, "{\"op\":\"state\"}");
    assert_true(json_equal(begun, answer));
    assert_int_equal(number_of(answer, "ply"), 0);
    assert_int_equal(number_of(answer, "to_move"), 0);
    assert_string_equal(text_of(answer, "decision"), "place");
    assert_true(json_is_false(json_object_get(answer, "over")));
    assert_int_equal(strlen(text_of(answer, "hash")), 16);
    assert_int_equal(strspn(text_of(answer, "hash"), "0123456789abcdef"), 16);
    assert_null(json_object_get(answer, "winner"));
    json_decref(begun);
    json_decref(answer);
}

static void a_match_that_is_over_names_winner_and_way(void **state) {
    struct world *w = *state;
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    json_t *answer = ask_ok(w, "{\"op\":\"play\",\"moves\":[\"a1\",\"b2\",\"b1\",\"a3\",\"c1\"]}");
    assert_true(json_is_true(json_object_get(answer, "over")));
    assert_string_equal(text_of(answer, "by"), "line");
    assert_string_equal(text_of(answer, "decision"), "");
    assert_int_equal(number_of(answer, "to_move"), -1);
    assert_int_equal(json_array_size(json_object_get(answer, "winner")), 1);
    json_decref(answer);
    assert_string_equal(said(w, "{\"op\":\"state\"}", "winner"), "[0]");
    assert_string_equal(said(w, "{\"op\":\"legal\"}", "moves"), "[]");
    assert_string_equal(said(w, "{\"op\":\"perft\",\"depth\":2}", "nodes"), "0");
    refused(w, "{\"op\":\"play\",\"move\":\"c3\"}", "over", "the match is over");
    done(w, "{\"op\":\"undo\"}");
    done(w, "{\"op\":\"play\",\"moves\":[\"c2\",\"b3\",\"c1\"]}");
}

static void a_drawn_match_has_no_winner(void **state) {
    struct world *w = *state;
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    assert_string_equal(
        said(w,
             "{\"op\":\"play\",\"moves\":[\"a1\",\"b1\",\"c1\",\"b2\",\"a2\",\"c2\",\"b3\","
             "\"a3\",\"c3\"]}",
             "winner"),
        "[]");
    assert_string_equal(said(w, "{\"op\":\"state\"}", "by"), "\"full\"");
}

static void seeds_are_whole_numbers_of_64_bits(void **state) {
    struct world *w = *state;
    static const struct {
        const char *seed, *line;
    } good[] = {
        {"0", "seed 0\\n"},
        {"18446744073709551615", "seed 18446744073709551615\\n"},
        {"9223372036854775808", "seed 9223372036854775808\\n"},
        {"-1", "seed 18446744073709551615\\n"},
        {"\"00112233445566778899AABBCCDDEEFF\"", "seed 00112233445566778899aabbccddeeff\\n"},
        {"\"random\"", "seed sealed\\n"},
        {"null", "seed none\\n"}};
    static const char *const bad[] = {"1.0",
                                      "1e3",
                                      "\"1\"",
                                      "\"00112233445566778899aabbccddeef\"",
                                      "\"00112233445566778899aabbccddeefg\"",
                                      "true",
                                      "[1]",
                                      "{}",
                                      "18446744073709551616",
                                      "-9223372036854775809",
                                      "123456789012345678901234567890123456789"};
    char line[200];
    load(w, "tic-tac-toe");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(line, sizeof line, "{\"op\":\"new\",\"seed\":%s}", good[i].seed);
        done(w, line);
        assert_non_null(strstr(said(w, "{\"op\":\"transcript\"}", "transcript"), good[i].line));
    }
    done(w, "{\"op\":\"play\",\"move\":\"a1\"}");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(line, sizeof line, "{\"op\":\"new\",\"seed\":%s}", bad[i]);
        refused(w, line, "bad_request", "'seed' must be an integer of 64 bits");
    }
    refused(w, "{\"op\":\"new\",\"seed\":1,\"scenario\":4}", "bad_request", "'scenario'");
    refused(w, "{\"op\":\"new\",\"seed\":1,\"scenario\":\"no/such.lua\"}", "bad_scenario",
            "no/such.lua");
    assert_string_equal(said(w, "{\"op\":\"state\"}", "ply"), "1");
}

static void with_a_seed_chance_is_resolved_and_without_it_waits(void **state) {
    struct world *w = *state;
    char first[4096];
    done(w, "{\"op\":\"new\",\"seed\":7}");
    json_t *answer = ask_ok(w, "{\"op\":\"play\",\"move\":\"throw\"}");
    assert_int_equal(number_of(answer, "ply"), 2);
    assert_string_equal(text_of(answer, "decision"), "choose");
    json_decref(answer);
    snprintf(first, sizeof first, "%s", said(w, "{\"op\":\"transcript\"}", "transcript"));
    done(w, "{\"op\":\"new\",\"seed\":7}");
    done(w, "{\"op\":\"play\",\"move\":\"throw\"}");
    assert_string_equal(first, said(w, "{\"op\":\"transcript\"}", "transcript"));
    done(w, "{\"op\":\"new\",\"seed\":null}");
    answer = ask_ok(w, "{\"op\":\"play\",\"move\":\"throw\"}");
    assert_int_equal(number_of(answer, "ply"), 1);
    assert_int_equal(number_of(answer, "to_move"), -1);
    assert_true(json_is_true(json_object_get(answer, "chance")));
    json_decref(answer);
    refused(w, "{\"op\":\"play\",\"move\":\"7\"}", "illegal_move", "7");
    done(w, "{\"op\":\"play\",\"move\":\"6\"}");
    assert_string_equal(said(w, "{\"op\":\"state\"}", "to_move"), "1");
}

static void a_random_seed_is_revealed_when_the_match_is_over(void **state) {
    struct world *w = *state;
    char commitment[80], line[100];
    snprintf(commitment, sizeof commitment, "%s",
             said(w, "{\"op\":\"new\",\"seed\":\"random\"}", "commitment"));
    assert_int_equal(strlen(commitment), 66); /* with its quotes */
    snprintf(line, sizeof line, "commitment %.64s\\nseed sealed\\n", commitment + 1);
    for (int i = 0; i < 12; i++) {
        assert_non_null(strstr(said(w, "{\"op\":\"transcript\"}", "transcript"), line));
        if (!strcmp(said(w, "{\"op\":\"play\",\"move\":\"throw\"}", "over"), "true"))
            break;
    }
    snprintf(line, sizeof line, "commitment %.64s\\nseed ", commitment + 1);
    const char *revealed = strstr(said(w, "{\"op\":\"transcript\"}", "transcript"), line);
    assert_non_null(revealed);
    assert_int_equal(strspn(revealed + strlen(line), "0123456789abcdef"), 32);
    assert_string_not_equal(commitment,
                            said(w, "{\"op\":\"new\",\"seed\":\"random\"}", "commitment"));
}

static void setup_reads_back_what_position_prints(void **state) {
    struct world *w = *state;
    char hash[20], line[5000], position[4096];
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"moves\":[\"a1\",\"b2\",\"c1\"]}");
    hash_now(w, hash);
    snprintf(position, sizeof position, "%s", said(w, "{\"op\":\"position\"}", "position"));
    done(w, "{\"op\":\"new\"}");
    snprintf(line, sizeof line, "{\"op\":\"setup\",\"position\":%s,\"seed\":3}", position);
    assert_string_equal(said(w, line, "hash"), hash);
    assert_string_equal(said(w, "{\"op\":\"state\"}", "ply"), "0");
    refused(w, "{\"op\":\"setup\"}", "bad_request", "'position' must be a string");
    refused(w, "{\"op\":\"setup\",\"position\":[]}", "bad_request", "'position' must be a string");
    refused(w, "{\"op\":\"setup\",\"position\":\"\"}", "bad_position", "");
    refused(w, "{\"op\":\"setup\",\"position\":\"castle\"}", "bad_position", "castle");
    refused(w, "{\"op\":\"setup\",\"position\":\"place turn=5 b2:mark1\"}", "bad_position",
            "position: 'turn=5': 'turn' must be 0 to 1");
    refused(w, "{\"op\":\"setup\",\"position\":\"place b2:mark12 a1:mark1\"}", "bad_position",
            "the number of a seat, from 1, or '-', found '12 a1:mark1'");
    refused(w, "{\"op\":\"setup\",\"position\":\"place b2:mark0\"}", "bad_position", "found '0'");
    refused(w, "{\"op\":\"setup\",\"position\":\"place(9999999999)\"}", "bad_position",
            "position: 'place(9999999999)': ");
    refused(w, "{\"op\":\"setup\",\"position\":\"place over=line:99\"}", "bad_position",
            "position: 'over=line:99': ");
    refused(w, "{\"op\":\"setup\",\"position\":\"place\\nturn=1\"}", "bad_position",
            "control character");
    snprintf(line, sizeof line, "{\"op\":\"setup\",\"position\":%s,\"seed\":\"x\"}", position);
    refused(w, line, "bad_request", "'seed'");
    assert_string_equal(said(w, "{\"op\":\"state\"}", "hash"), hash);
}

/* ---- looking --------------------------------------------------------------------------------- */

static void legal_lists_moves_and_weighs_outcomes(void **state) {
    struct world *w = *state;
    done(w, "{\"op\":\"new\",\"seed\":null}");
    json_t *answer = ask_ok(w, "{\"op\":\"legal\"}");
    assert_string_equal(text_of(answer, "decision"), "choose");
    assert_int_equal(number_of(answer, "to_move"), 0);
    assert_null(json_object_get(answer, "chance"));
    json_decref(answer);
    assert_string_equal(said(w, "{\"op\":\"legal\"}", "moves"), "[\"throw\",\"hold\"]");
    done(w, "{\"op\":\"play\",\"move\":\"throw\"}");
    answer = ask_ok(w, "{\"op\":\"legal\"}");
    assert_true(json_is_true(json_object_get(answer, "chance")));
    const json_t *moves = json_object_get(answer, "moves");
    assert_int_equal(json_array_size(moves), 6);
    assert_string_equal(text_of(json_array_get(moves, 0), "move"), "1");
    assert_int_equal(number_of(json_array_get(moves, 0), "weight"), 1);
    assert_string_equal(text_of(json_array_get(moves, 5), "move"), "6");
    assert_int_equal(number_of(json_array_get(moves, 5), "weight"), 2);
    json_decref(answer);
}

static void observe_and_position_know_their_seats(void **state) {
    struct world *w = *state;
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    json_t *answer = ask_ok(w, "{\"op\":\"observe\",\"seat\":1}");
    assert_true(json_is_object(json_object_get(answer, "scene")));
    json_decref(answer);
    done(w, "{\"op\":\"observe\",\"seat\":null}");
    done(w, "{\"op\":\"observe\",\"seat\":-1}");
    done(w, "{\"op\":\"position\",\"seat\":0}");
    done(w, "{\"op\":\"position\",\"seat\":-1}");
    refused(w, "{\"op\":\"observe\"}", "bad_request", "'seat' must be");
    static const char *const bad[] = {"2", "-2", "\"0\"", "1.0", "true", "99999999999999999999",
                                      "[]"};
    char line[100];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(line, sizeof line, "{\"op\":\"observe\",\"seat\":%s}", bad[i]);
        refused(w, line, "bad_request", "'seat' must be an integer from -1 to 1");
        snprintf(line, sizeof line, "{\"op\":\"position\",\"seat\":%s}", bad[i]);
        refused(w, line, "bad_request", "'seat' must be an integer from -1 to 1");
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

static void play_refuses_what_it_cannot_read(void **state) {
    struct world *w = *state;
    char hash[20], after[20];
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"move\":\"a1\"}");
    hash_now(w, hash);
    refused(w, "{\"op\":\"play\"}", "bad_request", "either 'move'");
    refused(w, "{\"op\":\"play\",\"move\":\"b2\",\"moves\":[\"b2\"]}", "bad_request",
            "either 'move'");
    refused(w, "{\"op\":\"play\",\"move\":2}", "bad_request", "'move' must be a string");
    refused(w, "{\"op\":\"play\",\"move\":null}", "bad_request", "expected either");
    refused(w, "{\"op\":\"play\",\"moves\":\"b2\"}", "bad_request", "'moves' must be a list");
    refused(w, "{\"op\":\"play\",\"moves\":[\"b2\",3]}", "bad_request",
            "'moves[1]' must be a string");
    refused(w, "{\"op\":\"play\",\"move\":\"a1\"}", "illegal_move", "TTT-1");
    refused(w, "{\"op\":\"play\",\"move\":\"\"}", "illegal_move", "''");
    refused(w, "{\"op\":\"play\",\"move\":\"b2\\nc3\"}", "illegal_move", "b2");
    hash_now(w, after);
    assert_string_equal(hash, after);
}

static void a_list_of_moves_is_played_whole_or_not_at_all(void **state) {
    struct world *w = *state;
    char hash[20], after[20];
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"move\":\"a1\"}");
    hash_now(w, hash);
    refused(w, "{\"op\":\"play\",\"moves\":[\"b2\",\"c3\",\"a1\"]}", "illegal_move",
            "moves[2]: 'a1'");
    refused(w, "{\"op\":\"play\",\"moves\":[\"b2\",\"b1\",\"a2\",\"c1\",\"a3\"]}", "over",
            "moves[4]");
    hash_now(w, after);
    assert_string_equal(hash, after);
    assert_string_equal(said(w, "{\"op\":\"state\"}", "ply"), "1");
    assert_string_equal(said(w, "{\"op\":\"play\",\"moves\":[]}", "ply"), "1");
    assert_string_equal(said(w, "{\"op\":\"play\",\"moves\":[\"b2\",\"c3\"]}", "ply"), "3");
}

static void play_tells_what_happened_in_order(void **state) {
    struct world *w = *state;
    done(w, "{\"op\":\"new\",\"seed\":null}");
    assert_string_equal(said(w, "{\"op\":\"play\",\"move\":\"throw\"}", "events"), "[]");
    assert_string_equal(said(w, "{\"op\":\"play\",\"move\":\"4\"}", "events"),
                        "[{\"event\":\"threw\",\"args\":{\"seat\":0,\"eyes\":4}}]");
    assert_string_equal(
        said(w, "{\"op\":\"play\",\"moves\":[\"hold\",\"throw\",\"2\",\"hold\"]}", "events"),
        "[{\"event\":\"passed\",\"args\":{\"seat\":1}},"
        "{\"event\":\"threw\",\"args\":{\"seat\":0,\"eyes\":2}},"
        "{\"event\":\"passed\",\"args\":{\"seat\":1}}]");
    assert_string_equal(said(w, "{\"op\":\"play\",\"moves\":[]}", "events"), "[]");
    done(w, "{\"op\":\"new\",\"seed\":1}"); /* and what chance did by itself */
    assert_non_null(strstr(said(w, "{\"op\":\"play\",\"move\":\"throw\"}", "events"),
                           "[{\"event\":\"threw\",\"args\":{\"seat\":0,\"eyes\":"));
}

static void faults_of_the_rules_change_nothing(void **state) {
    struct world *w = *state;
    char hash[20], after[20];
    done(w, "{\"op\":\"new\",\"seed\":1}");
    done(w, "{\"op\":\"play\",\"move\":\"hold\"}");
    hash_now(w, hash);
    refused(w, "{\"op\":\"play\",\"move\":\"crash\"}", "script_error", "the table falls");
    refused(w, "{\"op\":\"play\",\"move\":\"spin\"}", "budget", "");
    refused(w, "{\"op\":\"play\",\"moves\":[\"hold\",\"crash\"]}", "script_error", "moves[1]");
    json_t *answer = ask(w, "{\"op\":\"play\",\"move\":\"crash\"}");
    assert_non_null(strstr(text_of(json_object_get(answer, "error"), "at"), "dice.lua:"));
    json_decref(answer);
    hash_now(w, after);
    assert_string_equal(hash, after);
    assert_string_equal(said(w, "{\"op\":\"state\"}", "ply"), "1");
    done(w, "{\"op\":\"play\",\"move\":\"hold\"}");
}

static void undo_goes_back_ply_by_ply(void **state) {
    struct world *w = *state;
    char hashes[4][20];
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    static const char *const moves[] = {"a1", "b2", "c3"};
    for (int i = 0; i < 3; i++) {
        char line[60];
        hash_now(w, hashes[i]);
        snprintf(line, sizeof line, "{\"op\":\"play\",\"move\":\"%s\"}", moves[i]);
        done(w, line);
    }
    hash_now(w, hashes[3]);
    refused(w, "{\"op\":\"undo\",\"plies\":4}", "bad_request", "3 have been played");
    refused(w, "{\"op\":\"undo\",\"plies\":-1}", "bad_request", "'plies' must be");
    refused(w, "{\"op\":\"undo\",\"plies\":1000000000000}", "bad_request", "'plies' must be");
    refused(w, "{\"op\":\"undo\",\"plies\":\"1\"}", "bad_request", "found a string");
    refused(w, "{\"op\":\"undo\",\"plies\":1.0}", "bad_request", "'plies' must be");
    assert_string_equal(said(w, "{\"op\":\"undo\",\"plies\":0}", "hash"), hashes[3]);
    assert_string_equal(said(w, "{\"op\":\"undo\"}", "hash"), hashes[2]);
    assert_string_equal(said(w, "{\"op\":\"undo\",\"plies\":2}", "hash"), hashes[0]);
    refused(w, "{\"op\":\"undo\"}", "bad_request", "0 have been played");
}

static void perft_counts_and_divides(void **state) {
    struct world *w = *state;
    char hash[20], after[20];
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    hash_now(w, hash);
    assert_string_equal(said(w, "{\"op\":\"perft\",\"depth\":0}", "nodes"), "1");
    assert_string_equal(said(w, "{\"op\":\"perft\",\"depth\":1}", "nodes"), "9");
    assert_string_equal(said(w, "{\"op\":\"perft\",\"depth\":5,\"divide\":false}", "nodes"),
                        "15120");
    assert_string_equal(said(w, "{\"op\":\"perft\",\"depth\":0,\"divide\":true}", "divide"), "{}");
    json_t *answer = ask_ok(w, "{\"op\":\"perft\",\"depth\":5,\"divide\":true}"), *value;
    const char *move;
    long long sum = 0;
    json_object_foreach (json_object_get(answer, "divide"), move, value)
        sum += json_integer_value(value);
    assert_int_equal(sum, 15120);
    assert_int_equal(number_of(answer, "nodes"), 15120);
    assert_int_equal(number_of(json_object_get(answer, "divide"), "b2"), 1680);
    json_decref(answer);
    static const char *const bad[] = {"-1",    "21",   "1.5",
                                      "\"3\"", "null", "99999999999999999999999"};
    char line[100];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(line, sizeof line, "{\"op\":\"perft\",\"depth\":%s}", bad[i]);
        refused(w, line, "bad_request", "'depth' must be an integer from 0 to 20");
    }
    refused(w, "{\"op\":\"perft\"}", "bad_request", "'depth' must be");
    refused(w, "{\"op\":\"perft\",\"depth\":2,\"divide\":1}", "bad_request", "'divide' must be");
    hash_now(w, after);
    assert_string_equal(hash, after);
}

static void perft_counts_an_outcome_of_chance_as_a_ply(void **state) {
    struct world *w = *state;
    done(w, "{\"op\":\"new\",\"seed\":1}");
    assert_string_equal(said(w, "{\"op\":\"perft\",\"depth\":2}", "nodes"),
                        "8"); /* 6 eyes, 2 after hold */
}

static void go_checks_its_limits(void **state) {
    struct world *w = *state;
    done(w, "{\"op\":\"new\",\"seed\":null}");
    refused(w, "{\"op\":\"go\"}", "bad_request", "expected 'ms'");
    refused(w, "{\"op\":\"go\",\"ms\":-5}", "bad_request", "'ms' must be");
    refused(w, "{\"op\":\"go\",\"nodes\":0}", "bad_request", "'nodes' must be");
    refused(w, "{\"op\":\"go\",\"ms\":\"5\"}", "bad_request", "found a string");
    refused(w, "{\"op\":\"go\",\"ms\":5,\"level\":-1}", "bad_request", "'level' must be");
    refused(w, "{\"op\":\"go\",\"level\":6}", "bad_request", "from 0 to 5");
    refused(w, "{\"op\":\"go\",\"ms\":5,\"lines\":0}", "bad_request", "'lines' must be");
    refused(w, "{\"op\":\"go\",\"ms\":5,\"lines\":21}", "bad_request", "from 1 to 20");
    refused(w, "{\"op\":\"go\",\"ms\":5,\"info\":1}", "bad_request", "'info' must be");
    done(w, "{\"op\":\"play\",\"move\":\"throw\"}");
    refused(w, "{\"op\":\"go\",\"nodes\":10}", "bad_request", "chance decides");
    done(w, "{\"op\":\"play\",\"moves\":[\"6\",\"hold\",\"throw\",\"6\"]}");
    refused(w, "{\"op\":\"go\",\"nodes\":10}", "over", "the match is over (goal)");
}

static void go_answers_as_many_lines_as_asked(void **state) {
    struct world *w = *state;
    load(w, "rulesets/tic-tac-toe.ini");
    done(w, "{\"op\":\"new\",\"seed\":1}");
    done(w, "{\"op\":\"play\",\"moves\":[\"a1\",\"b2\",\"c3\",\"a3\",\"c1\",\"b1\"]}");
    json_t *answer = ask_ok(w, "{\"op\":\"go\",\"nodes\":300,\"lines\":5}");
    const json_t *lines = json_object_get(answer, "lines");
    const json_t *first = json_array_get(lines, 0);
    const char *move = json_string_value(json_object_get(answer, "move"));
    assert_int_equal(json_array_size(lines), 3); /* so many moves are legal */
    assert_string_equal(move, "c2");             /* it wins */
    assert_string_equal(move, json_string_value(json_array_get(json_object_get(answer, "pv"), 0)));
    assert_true(json_equal(json_object_get(answer, "pv"), json_object_get(first, "pv")));
    assert_int_equal(json_integer_value(json_object_get(first, "line")), 1);
    assert_int_equal(json_integer_value(json_object_get(first, "score")), 1000);
    json_decref(answer);
}

/* ---- transcripts ----------------------------------------------------------------------------- */

static void replay_line(const char *text, struct mst_buf *line) {
    mst_buf_reset(line);
    mst_buf_printf(line, "{\"op\":\"replay\",\"transcript\":%s}", text);
}

static void a_transcript_plays_again_to_the_same_hash(void **state) {
    struct world *w = *state;
    struct mst_buf line = {0};
    char hash[20], after[20], text[4096];
    done(w, "{\"op\":\"new\",\"seed\":11}");
    done(w, "{\"op\":\"play\",\"moves\":[\"throw\",\"hold\",\"throw\"]}");
    hash_now(w, hash);
    snprintf(text, sizeof text, "%s", said(w, "{\"op\":\"transcript\"}", "transcript"));
    done(w, "{\"op\":\"new\",\"seed\":2}");
    replay_line(text, &line);
    assert_string_equal(said(w, mst_buf_text(&line), "hash"), hash);
    assert_string_equal(said(w, "{\"op\":\"transcript\"}", "transcript"), text);
    done(w, "{\"op\":\"undo\",\"plies\":2}");
    done(w, "{\"op\":\"play\",\"move\":\"throw\"}"); /* the seed came with it */
    hash_now(w, after);
    assert_string_equal(hash, after);
    mst_buf_clear(&line);
}

/* Another ruleset than the one that is loaded draws on the budget of the request too. */
static void a_replay_keeps_to_the_budget(void **state) {
    struct world *w = *state;
    struct mst_buf line = {0};
    char text[4096];
    load(w, "breakthrough-6x6");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"moves\":[\"a2a3\",\"a5a4\"]}");
    snprintf(text, sizeof text, "%s", said(w, "{\"op\":\"transcript\"}", "transcript"));
    replay_line(text, &line);
    load(w, "tic-tac-toe");
    proto_session_limit(w->session, 20, 0);
    refused(w, mst_buf_text(&line), "budget", "20 work units");
    proto_session_limit(w->session, 0, 0);
    done(w, mst_buf_text(&line));
    mst_buf_clear(&line);
}

static void a_replay_that_fails_names_the_ply_and_changes_nothing(void **state) {
    struct world *w = *state;
    char hash[20], after[20];
    static const char head[] = "{\"op\":\"replay\",\"transcript\":\"muster transcript 1\\nruleset "
                               "tic-tac-toe\\nseed none\\n";
    char line[400];
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"move\":\"c3\"}");
    hash_now(w, hash);
    snprintf(line, sizeof line, "%smoves\\na1\\nb2\\nb2\\n\"}", head);
    refused(w, line, "illegal_move", "ply 3, 'b2'");
    snprintf(line, sizeof line, "%smoves\\na1 0000000000000001\\n\"}", head);
    refused(w, line, "illegal_move", "ply 1");
    snprintf(line, sizeof line, "%sstart 1\\nmoves\\n\"}", head);
    refused(w, line, "bad_position", "before the first ply");
    snprintf(line, sizeof line, "%s\"}", head);
    refused(w, line, "bad_request", "expected the line 'moves', found the end");
    refused(w, "{\"op\":\"replay\"}", "bad_request", "'transcript' must be a string");
    refused(w, "{\"op\":\"replay\",\"transcript\":{}}", "bad_request",
            "'transcript' must be a string");
    refused(w, "{\"op\":\"replay\",\"transcript\":\"\"}", "bad_request",
            "this is not a transcript");
    refused(
        w,
        "{\"op\":\"replay\",\"transcript\":\"muster transcript 1\\nruleset nowhere\\nmoves\\n\"}",
        "bad_ruleset", "nowhere");
    hash_now(w, after);
    assert_string_equal(hash, after);
    snprintf(line, sizeof line, "%smoves\\na1\\nb2\\n\"}", head);
    assert_string_equal(said(w, line, "ply"), "2");
}

static void a_replay_brings_the_ruleset_of_its_transcript(void **state) {
    struct world *w = *state;
    struct mst_buf line = {0};
    char hash[20], text[4096];
    done(w, "{\"op\":\"load\",\"ruleset\":\"breakthrough-8x8\",\"set\":{\"breakthrough.size\":5}}");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"move\":\"a2a3\"}");
    hash_now(w, hash);
    snprintf(text, sizeof text, "%s", said(w, "{\"op\":\"transcript\"}", "transcript"));
    assert_non_null(strstr(text, "ruleset rulesets/breakthrough-8x8.ini\\n"));
    load(w, "tic-tac-toe");
    replay_line(text, &line);
    assert_string_equal(said(w, mst_buf_text(&line), "hash"), hash);
    assert_string_equal(said(w, "{\"op\":\"transcript\"}", "transcript"), text);
    mst_buf_clear(&line);
}

/* ---- strangers ------------------------------------------------------------------------------- */

enum { LONG_LINE = 10 << 20 };

static size_t random_bytes(struct mst_rng *rng, char *line) {
    size_t length = (size_t)mst_rng_below(rng, 300);
    for (size_t i = 0; i < length; i++)
        line[i] = (char)mst_rng_below(rng, 256);
    return length;
}

/* A valid request cut short, or with some bytes changed. Play moves only what is refused in whole.
 */
static size_t half_line(struct mst_rng *rng, char *line) {
    static const char *const valid[] = {
        "{\"op\":\"play\",\"move\":\"a1\",\"id\":[1,2,{\"a\":\"b\"}]}",
        "{\"op\":\"legal\",\"id\":12}",
        "{\"op\":\"perft\",\"depth\":2,\"divide\":true}",
        "{\"op\":\"observe\",\"seat\":1}",
        "{\"op\":\"setup\",\"position\":\"place turn=1 a1:mark1\",\"seed\":55}",
        "{\"op\":\"load\",\"ruleset\":\"tic-tac-toe\",\"set\":{\"a.b\":\"c\"}}"};
    const char *from = valid[mst_rng_below(rng, sizeof valid / sizeof *valid)];
    size_t length = 1 + (size_t)mst_rng_below(rng, strlen(from) - 1);
    memcpy(line, from, length);
    for (uint64_t i = mst_rng_below(rng, 3); i > 0; i--)
        line[mst_rng_below(rng, length)] = (char)mst_rng_below(rng, 256);
    return length;
}

/* The right names with values of every wrong type. */
static size_t wrong_types(struct mst_rng *rng, char *line) {
    static const char *const ops[] = {"load",  "setup", "play",   "undo",     "observe",
                                      "perft", "go",    "replay", "position", "new"};
    static const char *const keys[] = {"ruleset", "position", "move",       "plies", "seat",
                                       "depth",   "ms",       "transcript", "seat",  "seed"};
    static const char *const values[] = {"-5",
                                         "[]",
                                         "{}",
                                         "true",
                                         "1.5",
                                         "\"\"",
                                         "[[[[1]]]]",
                                         "1e300",
                                         "99999999999999999999999",
                                         "\"\\ud83d\\ude00\"",
                                         "{\"a\":null}"};
    size_t op = (size_t)mst_rng_below(rng, sizeof ops / sizeof *ops);
    const char *value = values[mst_rng_below(rng, sizeof values / sizeof *values)];
    if (op == 9 && !strcmp(value, "-5"))
        value = "\"-5\""; /* a seed may be negative */
    return (size_t)sprintf(line, "{\"op\":\"%s\",\"%s\":%s}", ops[op], keys[op], value);
}

static size_t long_line(struct mst_rng *rng, char *line) {
    static const char *const heads[] = {"",
                                        "{\"op\":\"play\",\"move\":\"",
                                        "{\"op\":\"setup\",\"position\":\"",
                                        "{\"op\":\"replay\",\"transcript\":\"",
                                        "[",
                                        "{\"id\":\"",
                                        "{\"op\":\"load\",\"ruleset\":\""};
    const char *head = heads[mst_rng_below(rng, sizeof heads / sizeof *heads)];
    static const char fill[] = "a[\" {9\\";
    memset(line, fill[mst_rng_below(rng, sizeof fill - 1)], LONG_LINE);
    memcpy(line, head, strlen(head));
    if (mst_rng_below(rng, 2))
        memcpy(line + LONG_LINE - 2, "\"}", 2);
    return LONG_LINE;
}

static void a_thousand_hostile_lines_get_a_thousand_refusals(void **state) {
    struct world *w = *state;
    struct mst_rng rng;
    char hash[20], after[20], *line = malloc(LONG_LINE + 1);
    assert_non_null(line);
    mst_rng_seed(&rng, 20);
    load(w, "tic-tac-toe");
    done(w, "{\"op\":\"new\",\"seed\":1}");
    done(w, "{\"op\":\"play\",\"moves\":[\"a1\",\"b2\"]}");
    hash_now(w, hash);
    for (int i = 0; i < 1000; i++) {
        size_t length = i % 50 == 0  ? long_line(&rng, line)
                        : i % 3 == 0 ? random_bytes(&rng, line)
                        : i % 3 == 1 ? half_line(&rng, line)
                                     : wrong_types(&rng, line);
        line[length] = 0;
        json_t *answer = ask_bytes(w, line, length, NULL);
        if (json_is_true(json_object_get(answer, "ok")))
            fail_msg("%.200s: %.200s", line, mst_buf_text(&w->answer));
        json_decref(answer);
        hash_now(w, after);
        assert_string_equal(hash, after);
    }
    free(line);
    done(w, "{\"op\":\"play\",\"move\":\"c3\"}");
}

static void deep_nesting_is_refused(void **state) {
    struct world *w = *state;
    char line[100001];
    memset(line, '[', sizeof line - 1);
    line[sizeof line - 1] = 0;
    refused(w, line, "bad_json", "depth");
    memcpy(line, "{\"id\":", 6);
    refused(w, line, "bad_json", "depth");
}

static void an_answer_is_sound_utf8_whatever_is_quoted(void **state) {
    struct world *w = *state;
    char line[300] = "{\"op\":\"";
    for (int i = 0; i < 40; i++) /* the message cuts it in the middle of a character */
        strcat(line, "\xe2\x82\xac");
    strcat(line, "\\u0001\\u007f\\\"\"}");
    refused(w, line, "unknown_op", "\xe2\x82\xac");
    refused(w, "{\"op\":\"\\u0001\\t\\\"\\\\\"}", "unknown_op", "'\x01\t\"\\'");
}

/* Every request in turn with memory ending at each allocation: a valid answer, and nothing changed
 * unless it says so. */
static void memory_may_end_anywhere(void **state) {
    struct world *w = *state;
    static const char *const lines[] = {"{\"op\":\"legal\",\"id\":5}",
                                        "{\"op\":\"position\"}",
                                        "{\"op\":\"transcript\"}",
                                        "{\"op\":\"options\"}",
                                        "{\"op\":\"play\",\"moves\":[\"hold\",\"throw\",\"hold\"]}",
                                        "{\"op\":\"undo\"}",
                                        "{\"i\\u0064\":[1234567890123,{\"a\":\"\\u0064 as "
                                        "long as it takes to grow\"}],\"op\":\"undo\"}",
                                        "{\"op\":\"perft\",\"depth\":3,\"divide\":true}",
                                        "{\"op\":\"new\",\"seed\":4}",
                                        "{\"op\":\"replay\",\"transcript\":\"muster transcript "
                                        "1\\nruleset dice.ini\\nseed 3\\nmoves\\nhold\\n\"}"};
    done(w, "{\"op\":\"new\",\"seed\":1}");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        bool ok = false;
        for (long n = 0; !ok && n < 2000; n++) {
            char before[20], after[20];
            struct mst_buf answer = {0};
            hash_now(w, before);
            core_mem_fail_after(n);
            proto_session_answer(w->session, lines[i], strlen(lines[i]), &answer);
            core_mem_fail_after(-1);
            ok = strstr(mst_buf_text(&answer), "\"ok\":true") != NULL;
            if (!ok && !answer.failed &&
                !(strstr(answer.text, "\"budget\"") && strstr(answer.text, "out of memory")))
                fail_msg("%s, allocation %ld: %s", lines[i], n, answer.text);
            mst_buf_clear(&answer);
            hash_now(w, after);
            if (!ok)
                assert_string_equal(before, after);
        }
        if (!ok)
            fail_msg("%s never succeeds", lines[i]);
    }
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Run `$MUSTER_BIN engine ARGUMENTS` on the bytes; what it answers is appended to `out`. */
static int run_program(const char *arguments, const struct mst_buf *input, struct mst_buf *out) {
    char path[] = "/tmp/muster-engine-XXXXXX", command[600], chunk[4096];
    const char *program = getenv("MUSTER_BIN");
    int file = mkstemp(path);
    size_t count;
    assert_true(file >= 0);
    assert_int_equal(write(file, mst_buf_text(input), input->length), (ssize_t)input->length);
    close(file);
    snprintf(command, sizeof command, "'%s' engine %s < %s 2>/dev/null", program, arguments, path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while ((count = fread(chunk, 1, sizeof chunk, pipe)) > 0)
        mst_buf_bytes(out, chunk, count);
    int status = pclose(pipe);
    remove(path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int lines_in(const struct mst_buf *text) {
    int lines = 0;
    for (size_t i = 0; i < text->length; i++)
        lines += text->text[i] == '\n';
    return lines;
}

static void the_program_answers_a_session_line_by_line(void **state) {
    (void)state;
    struct mst_buf input = {0}, out = {0};
    if (!getenv("MUSTER_BIN"))
        skip();
    mst_buf_puts(&input, "{\"op\":\"hello\",\"id\":1}\n\n{\"op\":\"new\",\"seed\":3,\"id\":3}\r\n"
                         "{\"op\":\"play\",\"move\":\"b2\",\"id\":4}\nrubbish\n");
    mst_buf_bytes(&input, "{\"op\":\"sta\0te\"}\n\xff\0\xfe\n", 20);
    for (int i = 0; i < 10 << 20; i++)
        mst_buf_char(&input, 'x');
    mst_buf_char(&input, '\n');
    for (int i = 0; i < PROTO_LONGEST_REQUEST + 100; i++)
        mst_buf_char(&input, '{');
    mst_buf_puts(&input,
                 "\n{\"op\":\"state\",\"id\":8}\n{\"op\":\"quit\",\"id\":9}\n{\"op\":\"hello\"}\n");
    assert_int_equal(run_program("tic-tac-toe", &input, &out), 0);
    assert_int_equal(lines_in(&out), 11);
    assert_non_null(strstr(out.text, "{\"id\":4,\"ok\":true,\"ply\":1,"));
    assert_non_null(strstr(out.text, "the line exceeds the limit"));
    assert_non_null(strstr(out.text, "{\"id\":8,\"ok\":true,\"ply\":1,"));
    assert_string_equal(out.text + out.length - 19, "{\"id\":9,\"ok\":true}\n");
    mst_buf_clear(&input);
    mst_buf_clear(&out);
}

static void the_program_answers_a_last_line_without_its_end(void **state) {
    (void)state;
    struct mst_buf input = {0}, out = {0};
    if (!getenv("MUSTER_BIN"))
        skip();
    mst_buf_puts(&input, "{\"op\":\"hello\"}\n{\"op\":\"options\"}");
    assert_int_equal(run_program("breakthrough-8x8 --set breakthrough.size=7", &input, &out), 0);
    assert_int_equal(lines_in(&out), 2);
    assert_non_null(strstr(out.text, "\"default\":8,\"value\":7"));
    mst_buf_reset(&out);
    mst_buf_reset(&input);
    mst_buf_puts(&input, "{\"op\":\"hel");
    assert_int_equal(run_program("", &input, &out), 0);
    assert_int_equal(lines_in(&out), 1);
    assert_non_null(strstr(out.text, "bad_json"));
    mst_buf_clear(&input);
    mst_buf_clear(&out);
}

static void the_program_refuses_unusable_arguments(void **state) {
    (void)state;
    struct mst_buf input = {0}, out = {0};
    if (!getenv("MUSTER_BIN"))
        skip();
    assert_int_equal(run_program("--nonsense", &input, &out), 2);
    assert_int_equal(run_program("--set a.b=c", &input, &out), 2);
    assert_int_equal(run_program("tic-tac-toe clobber", &input, &out), 2);
    assert_int_equal(run_program("no-such-ruleset", &input, &out), 1);
    assert_int_equal(out.length, 0); /* nothing but answers on standard output */
    assert_int_equal(run_program("--help", &input, &out), 0);
    assert_non_null(strstr(mst_buf_text(&out), "usage: muster engine"));
    mst_buf_clear(&out);
}

#define PLAIN(test) cmocka_unit_test_setup_teardown(test, begin, end)
#define DICE(test) cmocka_unit_test_setup_teardown(test, begin_dice, end)

static void null_is_a_member_left_out(void **state) {
    struct world *w = *state;
    load(w, "rulesets/tic-tac-toe.ini");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"move\":\"a1\",\"moves\":null}");
    done(w, "{\"op\":\"play\",\"move\":null,\"moves\":[\"b1\"]}");
    refused(w, "{\"op\":\"play\",\"move\":null,\"moves\":null}", "bad_request", "expected either");
    assert_string_equal(said(w, "{\"op\":\"state\"}", "ply"), "2");
}

/* Whichever of the last allocations fails: moves were played, or the answer is an error. */
static void moves_without_an_answer_are_not_played(void **state) {
    enum { HOLDS = 300, LENGTH = 16384 };
    struct world *w = *state;
    struct mst_buf line = {0};
    size_t length = LENGTH;
    done(w, "{\"op\":\"new\",\"seed\":1}");
    for (int round = 0; round < 2; round++) { /* the second answer needs room for its last brace */
        mst_buf_reset(&line);
        mst_buf_printf(&line, "{\"id\":\"%*s\",\"op\":\"play\",\"moves\":[\"hold\"",
                       (int)(LENGTH - length), "");
        for (int i = 1; i < HOLDS; i++)
            mst_buf_puts(&line, ",\"hold\"");
        mst_buf_puts(&line, "]}");
        mst_buf_clear(&w->answer);
        core_mem_fail_after(-1);
        done(w, mst_buf_text(&line));
        length = w->answer.length;
        done(w, "{\"op\":\"undo\",\"plies\":300}");
    }
    assert_int_equal(length, LENGTH);
    mst_buf_clear(&w->answer);
    core_mem_fail_after(-1);
    assert_true(proto_session_answer(w->session, mst_buf_text(&line), line.length, &w->answer));
    long allocations = core_mem_count();
    done(w, "{\"op\":\"undo\",\"plies\":300}");
    for (long allowed = allocations - 4; allowed < allocations; allowed++) {
        mst_buf_clear(&w->answer);
        core_mem_fail_after(allowed);
        bool more = proto_session_answer(w->session, mst_buf_text(&line), line.length, &w->answer);
        core_mem_fail_after(-1);
        assert_true(more);
        bool played = strstr(mst_buf_text(&w->answer), "\"ok\":true") != NULL;
        assert_string_equal(said(w, "{\"op\":\"state\"}", "ply"), played ? "300" : "0");
        if (played)
            done(w, "{\"op\":\"undo\",\"plies\":300}");
    }
    mst_buf_clear(&line);
}

static long refused_one;

static bool refuse_one(void) {
    return refused_one-- == 0;
}

/* Whichever allocation fails: the answer is an error, or its moves are whole. */
static void expect_whole_answers(struct world *w, const char *line, const char *key) {
    char wanted[4096];
    snprintf(wanted, sizeof wanted, "%s", said(w, line, key));
    for (long i = 0, more = 1; more; i++) {
        mst_buf_clear(&w->answer);
        refused_one = i;
        core_mem_refuse(refuse_one);
        bool goes_on = proto_session_answer(w->session, line, strlen(line), &w->answer);
        core_mem_refuse(NULL);
        more = refused_one < 0;
        assert_true(goes_on);
        json_t *answer = json_loads(mst_buf_text(&w->answer), 0, NULL);
        char *found = json_dumps(json_object_get(answer, key), JSON_ENCODE_ANY | JSON_COMPACT);
        if (answer && json_is_true(json_object_get(answer, "ok")) &&
            strlen(found) != strlen(wanted)) /* `go` may choose another move */
            fail_msg("allocation %ld: %s\nnot %s", i, found, wanted);
        free(found);
        json_decref(answer);
    }
}

static void no_move_in_an_answer_is_cut(void **state) {
    struct world *w = *state;
    load(w, "rulesets/tic-tac-toe.ini");
    done(w, "{\"op\":\"new\"}");
    expect_whole_answers(w, "{\"op\":\"go\",\"nodes\":20}", "move");
    expect_whole_answers(w, "{\"op\":\"perft\",\"depth\":1,\"divide\":true}", "divide");
}

/* ---- for faces and servers ------------------------------------------------------------------- */

/* Whatever is masked, the kinds have the order of the moves. */
static void view_tells_the_kinds_of_moves(void **state) {
    struct world *w = *state;
    load(w, "rulesets/battle-line-short.ini");
    done(w, "{\"op\":\"new\",\"seed\":4}");
    assert_string_equal(said(w, "{\"op\":\"view\",\"seat\":0}", "kinds"),
                        "[[\"Lay a card at a flag\",35]]");
    assert_string_equal(said(w, "{\"op\":\"view\",\"seat\":1}", "kinds"), "nothing");
    load(w, "rulesets/warline-tactical.ini");
    done(w, "{\"op\":\"setup\",\"position\":\"WT1 7x7 "
            "2I2s,1,2I4s,1,2I5s,2I6s,1/1,2I3s,1,2I1s,3/7/7/7/1,1F3n,1,1F1n,3/"
            "1F2n,1,1F4n,1,1F5n,1F6n,1 rs=1F6,2I6\"}");
    assert_string_equal(said(w, "{\"op\":\"view\"}", "kinds"),
                        "[[\"Maneuver\",6],[\"Sacrifice "
                        "Ritual\",6],[\"Lighten\",60],[\"Stall\",1],[\"Stall and turn\",18]]");
}

static void view_is_what_a_face_shows_to_a_seat(void **state) {
    struct world *w = *state;
    load(w, "breakthrough-6x6");
    refused(w, "{\"op\":\"view\",\"seat\":0}", "no_match", "none was started");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"move\":\"a2a3\"}");
    done(w, "{\"op\":\"play\",\"move\":\"b5b4\"}");
    json_t *legal = ask_ok(w, "{\"op\":\"legal\",\"seat\":0}");
    json_t *view = ask_ok(w, "{\"op\":\"view\",\"seat\":0,\"since\":1}");
    json_t *moves = json_object_get(view, "moves"), *points = json_object_get(view, "points");
    assert_int_equal(number_of(view, "ply"), 2);
    assert_string_equal(text_of(view, "title"), "move a pawn");
    assert_int_equal(number_of(view, "untold"), 2);
    assert_true(json_equal(json_object_get(legal, "moves"), moves));
    assert_int_equal(json_array_size(points), json_array_size(moves));
    for (size_t i = 0; i < json_array_size(moves); i++) { /* a2b3 points at a2 and b3 */
        char told[12];
        json_t *pair = json_array_get(points, i);
        assert_int_equal(json_array_size(pair), 2);
        snprintf(told, sizeof told, "%s%s", json_string_value(json_array_get(pair, 0)),
                 json_string_value(json_array_get(pair, 1)));
        assert_string_equal(told, json_string_value(json_array_get(moves, i)));
    }
    json_t *kind = json_array_get(json_object_get(view, "kinds"), 0);
    assert_int_equal(json_array_size(json_object_get(view, "kinds")), 1);
    assert_int_equal(json_integer_value(json_array_get(kind, 1)), json_array_size(moves));
    char *dump = json_dumps(json_object_get(view, "scene"), JSON_COMPACT);
    assert_non_null(strstr(dump, "\"zones\":[\"b5\",\"b4\"]")); /* the arrow of the last turn */
    free(dump);
    json_decref(view);
    json_decref(legal);
    assert_string_equal(said(w, "{\"op\":\"view\",\"seat\":0,\"since\":1}", "log"),
                        "{\"since\":1,\"plies\":[{\"ply\":1,\"seat\":1,\"move\":\"b5b4\","
                        "\"says\":[\"a pawn goes from b5 to b4\"]}]}");
    assert_string_equal(said(w, "{\"op\":\"view\",\"seat\":0,\"since\":9}", "log"),
                        "{\"since\":2,\"plies\":[]}");
    assert_string_equal(said(w, "{\"op\":\"view\",\"seat\":1}", "moves"), "nothing");
    assert_string_equal(said(w, "{\"op\":\"view\",\"seat\":-1}", "moves"), "nothing");
    assert_string_not_equal(said(w, "{\"op\":\"view\"}", "moves"), "nothing"); /* all is shown */
    refused(w, "{\"op\":\"view\",\"seat\":2}", "bad_request", "'seat'");
    assert_memory_equal(said(w, "{\"op\":\"picture\",\"seat\":-1}", "svg"), "\"<svg", 5);
}

static void a_view_tells_a_seat_no_more_than_its_own_ops(void **state) {
    struct world *w = *state;
    load(w, "battle-line-short");
    done(w, "{\"op\":\"new\",\"seed\":7}");
    assert_string_equal(said(w, "{\"op\":\"view\",\"seat\":1}", "hash"), "nothing");
    json_t *view = ask_ok(w, "{\"op\":\"view\",\"seat\":1}");
    json_t *observed = ask_ok(w, "{\"op\":\"observe\",\"seat\":1}");
    json_t *scene = json_object_get(view, "scene");
    assert_true(json_equal(json_object_get(scene, "items"),
                           json_object_get(json_object_get(observed, "scene"), "items")));
    json_decref(view);
    json_decref(observed);
}

static void switch_keeps_matches_apart(void **state) {
    struct world *w = *state;
    char first[20], now[20];
    load(w, "breakthrough-6x6");
    refused(w, "{\"op\":\"switch\",\"match\":\"a\"}", "bad_request", "holds one match");
    proto_session_keep(w->session, 2);
    refused(w, "{\"op\":\"switch\",\"match\":\"\"}", "bad_request", "1 to 40 bytes");
    assert_string_equal(said(w, "{\"op\":\"switch\",\"match\":\"a\"}", "known"), "false");
    refused(w, "{\"op\":\"state\"}", "no_match", "none was started");
    done(w, "{\"op\":\"new\"}");
    done(w, "{\"op\":\"play\",\"move\":\"a2a3\"}");
    hash_now(w, first);
    assert_string_equal(said(w, "{\"op\":\"switch\",\"match\":\"b\"}", "known"), "false");
    done(w, "{\"op\":\"new\"}");
    assert_string_equal(said(w, "{\"op\":\"switch\",\"match\":\"a\"}", "ply"), "1");
    hash_now(w, now);
    assert_string_equal(first, now);
    done(w, "{\"op\":\"switch\",\"match\":\"c\"}"); /* b gives way: it was used longest ago */
    assert_string_equal(said(w, "{\"op\":\"switch\",\"match\":\"a\"}", "known"), "true");
    assert_string_equal(said(w, "{\"op\":\"switch\",\"match\":\"b\"}", "known"), "false");
    assert_string_equal(said(w, "{\"op\":\"switch\",\"match\":\"a\",\"fresh\":true}", "known"),
                        "false");
    load(w, "breakthrough-6x6"); /* ends them all */
    assert_string_equal(said(w, "{\"op\":\"switch\",\"match\":\"a\"}", "known"), "false");
}

static void a_ruleset_describes_itself(void **state) {
    struct world *w = *state;
    load(w, "battle-line-short");
    json_t *answer = ask_ok(w, "{\"op\":\"describe\"}");
    assert_int_equal(number_of(answer, "seats"), 2);
    assert_true(json_is_true(json_object_get(answer, "secrets")));
    assert_int_equal(strlen(text_of(answer, "rules")), 16);
    assert_null(json_object_get(answer, "scenario"));
    json_decref(answer);
    load(w, "scenarios/puzzles/masons.lua");
    answer = ask_ok(w, "{\"op\":\"describe\"}");
    json_t *scenario = json_object_get(answer, "scenario");
    assert_true(number_of(scenario, "puzzle") >= 1);
    assert_true(strlen(text_of(scenario, "story")) > 0);
    json_decref(answer);
    assert_non_null(strstr(said(w, "{\"op\":\"rules\"}", "html"), "<html"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        PLAIN(view_tells_the_kinds_of_moves),
        PLAIN(view_is_what_a_face_shows_to_a_seat),
        PLAIN(a_view_tells_a_seat_no_more_than_its_own_ops),
        PLAIN(switch_keeps_matches_apart),
        PLAIN(a_ruleset_describes_itself),
        PLAIN(hello_says_who_answers),
        PLAIN(null_is_a_member_left_out),
        PLAIN(no_move_in_an_answer_is_cut),
        DICE(moves_without_an_answer_are_not_played),
        PLAIN(an_id_of_any_kind_is_repeated_as_it_was_written),
        PLAIN(what_is_no_json_is_bad_json),
        PLAIN(what_is_json_but_no_request_is_a_bad_request),
        PLAIN(an_unknown_op_is_told_the_nearest),
        PLAIN(nothing_but_hello_load_and_quit_works_before_load),
        PLAIN(quit_is_answered_and_ends_the_session),
        PLAIN(load_tells_what_was_loaded),
        DICE(load_takes_settings_of_every_type),
        PLAIN(a_load_that_fails_keeps_the_ruleset_and_the_match),
        PLAIN(a_load_that_works_ends_the_match),
        PLAIN(state_says_how_the_match_stands),
        PLAIN(a_match_that_is_over_names_winner_and_way),
        PLAIN(a_drawn_match_has_no_winner),
        PLAIN(seeds_are_whole_numbers_of_64_bits),
        DICE(with_a_seed_chance_is_resolved_and_without_it_waits),
        DICE(a_random_seed_is_revealed_when_the_match_is_over),
        PLAIN(setup_reads_back_what_position_prints),
        DICE(legal_lists_moves_and_weighs_outcomes),
        PLAIN(observe_and_position_know_their_seats),
        PLAIN(play_refuses_what_it_cannot_read),
        PLAIN(a_list_of_moves_is_played_whole_or_not_at_all),
        DICE(play_tells_what_happened_in_order),
        DICE(faults_of_the_rules_change_nothing),
        PLAIN(undo_goes_back_ply_by_ply),
        PLAIN(perft_counts_and_divides),
        DICE(perft_counts_an_outcome_of_chance_as_a_ply),
        DICE(go_checks_its_limits),
        PLAIN(go_answers_as_many_lines_as_asked),
        DICE(a_transcript_plays_again_to_the_same_hash),
        PLAIN(a_replay_keeps_to_the_budget),
        PLAIN(a_replay_that_fails_names_the_ply_and_changes_nothing),
        PLAIN(a_replay_brings_the_ruleset_of_its_transcript),
        PLAIN(a_thousand_hostile_lines_get_a_thousand_refusals),
        PLAIN(deep_nesting_is_refused),
        PLAIN(an_answer_is_sound_utf8_whatever_is_quoted),
        DICE(memory_may_end_anywhere),
        cmocka_unit_test(the_program_answers_a_session_line_by_line),
        cmocka_unit_test(the_program_answers_a_last_line_without_its_end),
        cmocka_unit_test(the_program_refuses_unusable_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
