/* Limits of requests in the engine protocol, and `stop`, which ends a request that runs. */
#include "faces/protocol/protocol.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base.h"
#include "lib/home.h"
#include "lib/square.h"
#include "faces/tools/command.h"
#include "faces/tools/input.h"

struct talk {
    struct proto_session *session;
    struct mst_buf answer;
    int looks; /* until the watcher stops the request; -1: never */
};

static bool is_stopped(void *context) {
    struct talk *talk = context;
    if (talk->looks > 0)
        talk->looks--;
    return talk->looks == 0;
}

static const char *ask(struct talk *talk, const char *line) {
    mst_buf_reset(&talk->answer);
    assert_true(proto_session_answer(talk->session, line, strlen(line), &talk->answer));
    return mst_buf_text(&talk->answer);
}

static void expect(struct talk *talk, const char *line, const char *part) {
    const char *answer = ask(talk, line);
    if (!strstr(answer, part))
        fail_msg("%s: %.300s", line, answer);
}

static struct talk begin(const char *ruleset) {
    struct talk talk = {.session = proto_session_new(), .looks = -1};
    char line[100];
    assert_non_null(talk.session);
    snprintf(line, sizeof line, "{\"op\":\"load\",\"ruleset\":\"%s\"}", ruleset);
    expect(&talk, line, "\"ok\":true");
    expect(&talk, "{\"op\":\"new\",\"seed\":1}", "\"ply\":");
    return talk;
}

static void end(struct talk *talk) {
    proto_session_free(talk->session);
    mst_buf_clear(&talk->answer);
}

/* Where not all is seen, a search that was stopped chose the first legal move. */
static void a_stopped_search_keeps_what_it_found(void **state) {
    (void)state;
    struct talk talk = begin("battle-line-short");
    proto_session_watch(talk.session, is_stopped, &talk);
    for (int level = 0; level < 2; level++) {
        talk.looks = 400;
        const char *answer = ask(&talk, level ? "{\"op\":\"go\",\"level\":5,\"nodes\":100000000}"
                                              : "{\"op\":\"go\",\"nodes\":20000}");
        if (strstr(answer, "\"score\":0,") || !strstr(answer, "\"pv\":[\""))
            fail_msg("%.300s", answer);
    }
    end(&talk);
}

static void a_watcher_stops_what_runs(void **state) {
    (void)state;
    struct talk talk = begin("clobber");
    proto_session_watch(talk.session, is_stopped, &talk);
    for (int looks = 1; looks < 5; looks++) {
        talk.looks = looks;
        expect(&talk, "{\"op\":\"perft\",\"depth\":20}", "\"code\":\"cancelled\"");
        talk.looks = looks;
        expect(&talk, "{\"op\":\"go\",\"nodes\":100000000}", "\"ok\":true,\"move\":\"");
    }
    talk.looks = -1;
    expect(&talk, "{\"op\":\"perft\",\"depth\":2}", "\"nodes\":");
    expect(&talk, "{\"op\":\"state\"}", "\"ply\":0");
    expect(&talk, "{\"op\":\"stop\",\"id\":3}", "{\"id\":3,\"ok\":true}");
    end(&talk);
}

static void limits_hold_for_every_request(void **state) {
    (void)state;
    struct talk talk = begin("clobber");
    proto_session_limit(talk.session, 200000, 0);
    for (int i = 0; i < 3; i++) {
        expect(&talk, "{\"op\":\"perft\",\"depth\":20}", "\"code\":\"budget\"");
        expect(&talk, "{\"op\":\"go\",\"nodes\":100000000}", "\"ok\":true,\"move\":\"");
        expect(&talk, "{\"op\":\"play\",\"move\":\"a1a2\"}", "\"ply\":1");
        expect(&talk, "{\"op\":\"undo\"}", "\"ply\":0");
    }
    proto_session_limit(talk.session, 3, 0);
    expect(&talk, "{\"op\":\"play\",\"moves\":[\"a1a2\",\"c1c2\"]}", "budget of 3 work units");
    proto_session_limit(talk.session, 0, 100);
    expect(&talk, "{\"op\":\"new\",\"seed\":1}", "budget of 100 bytes");
    proto_session_limit(talk.session, 0, 0);
    expect(&talk, "{\"op\":\"legal\"}", "\"moves\":[\"a1a2\"");
    expect(&talk, "{\"op\":\"state\"}", "\"ply\":0");
    end(&talk);
}

/* Ask under fewer and fewer bytes: the answer is the same until it is `budget`, which changes
 * nothing. `plies`: how many the request plays. */
static void expect_bounded(struct talk *talk, const char *request, int plies, const char *before) {
    char *whole = NULL;
    int refused = 0;
    for (int64_t bytes = 200000; bytes > 0; bytes -= bytes / 10 + 1) {
        proto_session_limit(talk->session, 0, bytes);
        const char *answer = ask(talk, request);
        bool done = strstr(answer, "\"ok\":true");
        whole = whole ? whole : strdup(answer);
        refused += strstr(answer, "\"budget\",\"message\":\"the answer exceeded") != NULL;
        if (done ? strcmp(answer, whole) != 0 : !strstr(answer, "\"code\":\"budget\""))
            fail_msg("%s: %d bytes: %s", request, (int)bytes, answer);
        for (int i = 0; done && i < plies; i++)
            expect(talk, "{\"op\":\"undo\"}", "\"ok\":true");
        assert_string_equal(ask(talk, "{\"op\":\"state\"}"), before);
    }
    if (!strstr(whole, "\"ok\":true") || !refused)
        fail_msg("%s: %d refused: %.900s", request, refused, whole);
    free(whole);
}

static void answers_draw_on_the_bytes(void **state) {
    (void)state;
    static const char LUA[] =
        "muster.move { 'shout', at = play, text = 'shout{times}',\n"
        "  legal = function() return choose('times', range(1, 99)) end,\n"
        "  apply = function(times) for i = 1, times do told:emit(i) end go(play) end }\n"
        "muster.notation { print = function() return ('p'):rep(9000) end, parse = function() end "
        "}\n"
        "muster.scene(function() return ('s'):rep(9000) end)\n";
    struct mst_error error;
    struct talk talk = {.session = proto_session_new(), .looks = -1};
    home_open();
    proto_session_give(talk.session, square_load("code", 5, LUA, &error));
    expect(&talk, "{\"op\":\"new\"}", "\"ok\":true");
    expect(&talk, "{\"op\":\"play\",\"moves\":[\"shout90\",\"shout90\"]}", "\"ok\":true");
    char *before = strdup(ask(&talk, "{\"op\":\"state\"}"));
    expect_bounded(&talk, "{\"op\":\"legal\"}", 0, before);
    expect_bounded(&talk, "{\"op\":\"legal\",\"seat\":1}", 0, before);
    expect_bounded(&talk, "{\"op\":\"observe\",\"seat\":0}", 0, before);
    expect_bounded(&talk, "{\"op\":\"events\"}", 0, before);
    expect_bounded(&talk, "{\"op\":\"position\"}", 0, before);
    expect_bounded(&talk, "{\"op\":\"transcript\"}", 0, before);
    expect_bounded(&talk, "{\"op\":\"eval\",\"expression\":\"('x'):rep(9000)\"}", 0, before);
    expect_bounded(&talk, "{\"op\":\"perft\",\"depth\":1,\"divide\":true}", 0, before);
    expect_bounded(&talk, "{\"op\":\"play\",\"move\":\"shout99\"}", 1, before);
    expect_bounded(&talk, "{\"op\":\"play\",\"moves\":[\"shout1\",\"shout99\"]}", 2, before);
    free(before);
    end(&talk);
    home_close();
}

static void a_stop_is_known_by_its_op(void **state) {
    (void)state;
    static const char *const no[] = {"", "[]", "{\"op\":\"go\"}", "{\"op\":7}", "{\"stop\":1}"};
    const char *yes = " {\"id\":1,\"op\":\"stop\"}\r";
    assert_true(proto_is_stop(yes, strlen(yes)));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_false(proto_is_stop(no[i], strlen(no[i])));
}

/* The answers of `$MUSTER_BIN engine` to the requests. */
static void expect_program(const char *arguments, const char *requests, const char *const *parts) {
    char path[] = "/tmp/muster-stop-XXXXXX", command[300], line[4096];
    const char *program = getenv("MUSTER_BIN");
    int file = mkstemp(path);
    assert_true(program && file >= 0);
    FILE *input = fdopen(file, "w");
    fputs(requests, input);
    fclose(input);
    snprintf(command, sizeof command, "'%s' engine %s < %s", program, arguments, path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    for (; *parts; parts++)
        if (!fgets(line, sizeof line, pipe) || !strstr(line, *parts))
            fail_msg("expected %s, found %s", *parts, line);
    assert_null(fgets(line, sizeof line, pipe));
    assert_int_equal(pclose(pipe), 0);
    remove(path);
}

static void the_program_reads_stop_while_a_request_runs(void **state) {
    (void)state;
    expect_program("clobber",
                   "{\"op\":\"new\",\"seed\":1}\n{\"op\":\"perft\",\"depth\":20}\n"
                   "{\"op\":\"go\",\"ms\":80000000}\n{\"op\":\"stop\",\"id\":5}\n",
                   (const char *const[]){"\"ply\":0", "\"code\":\"cancelled\"", "\"move\":\"",
                                         "{\"id\":5,\"ok\":true}", NULL});
    expect_program("clobber --budget 3000000 --memory 2",
                   "{\"op\":\"new\",\"seed\":1}\n{\"op\":\"perft\",\"depth\":20}\n"
                   "{\"op\":\"state\"}",
                   (const char *const[]){"\"ply\":0", "\"code\":\"budget\"", "\"ply\":0", NULL});
}

/* The `stop` comes after 2 MiB of requests that wait. */
static void stop_is_read_far_ahead(void **state) {
    enum { WAITING = 20, LENGTH = 100 << 10 };
    static const char *parts[WAITING + 4] = {"\"ply\":0", "\"code\":\"cancelled\""};
    struct mst_buf input = {0};
    (void)state;
    mst_buf_puts(&input, "{\"op\":\"new\",\"seed\":1}\n{\"op\":\"perft\",\"depth\":20}\n");
    for (int i = 0; i < WAITING; i++) {
        mst_buf_printf(&input, "{\"op\":\"hello\",\"pad\":\"%0*d\"}\n", LENGTH, i);
        parts[i + 2] = "\"ok\":";
    }
    mst_buf_puts(&input, "{\"op\":\"stop\",\"id\":5}\n");
    parts[WAITING + 2] = "{\"id\":5,\"ok\":true}";
    expect_program("clobber", mst_buf_text(&input), parts);
    mst_buf_clear(&input);
}

/* A search of one position is too short for more than its last report. */
static void info_comes_before_the_answer(void **state) {
    (void)state;
    expect_program(
        "tic-tac-toe",
        "{\"op\":\"new\",\"seed\":1}\n"
        "{\"op\":\"go\",\"nodes\":1,\"info\":true,\"id\":[7]}\n"
        "{\"op\":\"go\",\"nodes\":2,\"info\":true,\"lines\":2}\n"
        "{\"op\":\"go\",\"nodes\":2,\"info\":false,\"lines\":1}\n",
        (const char *const[]){"\"ply\":0", "{\"id\":[7],\"info\":{\"nodes\":1,\"score\":",
                              "{\"id\":[7],\"ok\":true,\"move\":\"",
                              "{\"info\":{\"nodes\":2,\"line\":1,\"score\":", ",\"pv\":[\"",
                              "{\"ok\":true,\"move\":\"", NULL});
}

/* Read the lines of a `go` with `info`. Returns the number of reports; each has all its fields, and
 * a score in thousandths, as the answer has. */
static int count_reports(FILE *pipe) {
    char line[4096];
    int reports = 0, score;
    while (fgets(line, sizeof line, pipe)) {
        const char *at = strstr(line, "\"score\":");
        bool report = !strncmp(line, "{\"info\":{\"nodes\":", 17);
        if (strstr(line, "\"ply\":"))
            continue;
        if (!at || sscanf(at, "\"score\":%d", &score) != 1 || score < 0 || score > 1000 ||
            !strstr(at, "\"depth\":") || !strstr(at, "\"pv\":[\""))
            fail_msg("%s", line);
        if (!report)
            return strstr(line, "\"ok\":true,\"move\":\"") ? reports : -1;
        reports++;
    }
    return -1;
}

static void every_search_reports_in_thousandths(void **state) {
    static const char *const names[] = {"warline-tactical", "breakthrough-8x8", "clobber",
                                        "battle-line-short"};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int level = 1; level < 6; level += 2) {
            char command[400];
            snprintf(command, sizeof command,
                     "printf '{\"op\":\"new\",\"seed\":1}\\n{\"op\":\"go\",\"nodes\":40,"
                     "\"level\":%d,\"info\":true}\\n' | '%s' engine %s",
                     level, getenv("MUSTER_BIN"), names[i]);
            FILE *pipe = popen(command, "r");
            assert_non_null(pipe);
            if (count_reports(pipe) < 1)
                fail_msg("%s", command);
            pclose(pipe);
        }
}

/* From some allocation on, none succeeds: each request still has an answer. */
static void without_memory_each_request_is_answered(void **state) {
    static const char requests[] = "{\"op\":\"hello\"}\n{\"op\":\"hello\"}\n";
    char input[] = "/tmp/muster-stop-XXXXXX", output[] = "/tmp/muster-stop-XXXXXX";
    int in = mkstemp(input), out = mkstemp(output);
    (void)state;
    assert_true(in >= 0 && out >= 0);
    assert_int_equal(write(in, requests, sizeof requests - 1), sizeof requests - 1);
    for (int allowed = 3; allowed < 40; allowed++) { /* session and input have their memory */
        size_t length;
        int status, lines = 0;
        assert_int_equal(ftruncate(out, 0), 0);
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            char *argv[] = {"engine", NULL};
            lseek(in, 0, SEEK_SET);
            lseek(out, 0, SEEK_SET);
            dup2(in, STDIN_FILENO);
            dup2(out, STDOUT_FILENO);
            core_mem_fail_after(allowed);
            _exit(tool_command_engine(1, argv));
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        char *said = mst_read_file(output, 10000, &length, NULL);
        assert_non_null(said);
        for (const char *line = said; *line; line = strchr(line, '\n') + 1, lines++)
            if (strncmp(line, "{\"ok\":", 6) != 0)
                fail_msg("%d allocations: %s", allowed, said);
        if (lines != 2)
            fail_msg("%d allocations: %s", allowed, said);
        mst_free(said);
    }
    close(in);
    close(out);
    unlink(input);
    unlink(output);
}

/* An input that does not block and has nothing yet is waited for. */
static void input_that_does_not_block_is_waited_for(void **state) {
    struct tool_input input = {0};
    struct mst_buf line = {0};
    bool too_long = false;
    int ends[2], old = dup(STDIN_FILENO);
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    dup2(ends[0], STDIN_FILENO);
    pid_t child = fork();
    if (child == 0) {
        usleep(20000);
        _exit(write(ends[1], "hello\n", 6) != 6);
    }
    close(ends[1]);
    assert_true(tool_input_line(&input, &line, &too_long));
    assert_string_equal(mst_buf_text(&line), "hello");
    assert_false(tool_input_line(&input, &line, &too_long));
    waitpid(child, NULL, 0);
    dup2(old, STDIN_FILENO);
    close(old);
    close(ends[0]);
    tool_input_clear(&input);
    mst_buf_clear(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input_that_does_not_block_is_waited_for),
        cmocka_unit_test(without_memory_each_request_is_answered),
        cmocka_unit_test(a_watcher_stops_what_runs),
        cmocka_unit_test(a_stopped_search_keeps_what_it_found),
        cmocka_unit_test(limits_hold_for_every_request),
        cmocka_unit_test(answers_draw_on_the_bytes),
        cmocka_unit_test(a_stop_is_known_by_its_op),
        cmocka_unit_test(the_program_reads_stop_while_a_request_runs),
        cmocka_unit_test(stop_is_read_far_ahead),
        cmocka_unit_test(info_comes_before_the_answer),
        cmocka_unit_test(every_search_reports_in_thousandths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
