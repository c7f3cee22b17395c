/* `muster engine`: the protocol on standard input and output. A line is stored only up to the
 * longest valid request. The rest is skipped, and the line still gets an answer. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/command.h"
#include "protocol/protocol.h"
#include "muster_util.h"

static const char usage[] =
    "usage: muster engine [RULESET] [--set section.key=value] [--path auto|code|lua]\n"
    "Speaks the engine protocol: one JSON object per line on standard input and output.\n"
    "docs/protocol.md describes it. RULESET is loaded at the start.";

struct engine {
    struct mst_session *session;
    struct mst_buf line, answer;
    bool too_long; /* the current line */
};

/* Answer the current line. False if it was `quit`, or if standard output is closed. */
static bool answer_line(struct engine *engine) {
    bool more = true;
    mst_buf_reset(&engine->answer);
    if (engine->too_long || engine->line.failed)
        mst_session_answer_too_long(&engine->answer);
    else
        more = mst_session_answer(engine->session, mst_buf_text(&engine->line), engine->line.length,
                                  &engine->answer);
    if (engine->answer.failed)
        fputs("{\"ok\":false,\"error\":{\"code\":\"budget\",\"message\":\"out of memory\"}}",
              stdout);
    else
        fwrite(mst_buf_text(&engine->answer), 1, engine->answer.length, stdout);
    putchar('\n');
    engine->too_long = false;
    if (engine->line.capacity > 1 << 20)
        mst_buf_clear(&engine->line);
    mst_buf_reset(&engine->line);
    return fflush(stdout) == 0 && more;
}

static void add(struct engine *engine, const char *bytes, size_t count) {
    if (engine->line.length + count > MST_LONGEST_REQUEST) {
        engine->too_long = true;
        mst_buf_clear(&engine->line);
    }
    if (!engine->too_long)
        mst_buf_bytes(&engine->line, bytes, count);
}

/* Process input bytes. False when the session ends. */
static bool take(struct engine *engine, const char *bytes, size_t count) {
    const char *end = bytes + count, *feed;
    while ((feed = memchr(bytes, '\n', (size_t)(end - bytes)))) {
        add(engine, bytes, (size_t)(feed - bytes));
        if (!answer_line(engine))
            return false;
        bytes = feed + 1;
    }
    add(engine, bytes, (size_t)(end - bytes));
    return true;
}

/* Read to the end of the input. A last line without a line feed is also a request. */
static void converse(struct engine *engine) {
    char bytes[65536];
    for (;;) {
        ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        if (!take(engine, bytes, (size_t)count))
            return;
    }
    if (engine->line.length || engine->too_long)
        answer_line(engine);
}

static int take_options(int argc, char **argv, struct mst_arguments *arguments) {
    static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                            {"set", required_argument, NULL, 's'},
                                            {"path", required_argument, NULL, 'r'},
                                            {NULL, 0, NULL, 0}};
    int c;
    optind = 0;
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (c == 'h') {
            puts(usage);
            return MST_DONE;
        }
        bool taken = c == 's'   ? mst_arguments_set(arguments, optarg)
                     : c == 'r' ? mst_arguments_run_by(optarg)
                                : false;
        if (!taken) {
            fprintf(stderr, "%s\n", usage);
            return MST_USAGE;
        }
    }
    if (argc - optind > 1 || (argc == optind && arguments->setting_count)) {
        fprintf(stderr, "muster engine: expected one ruleset%s\n%s\n",
                arguments->setting_count ? " beside --set" : " at most", usage);
        return MST_USAGE;
    }
    return -1;
}

int mst_command_engine(int argc, char **argv) {
    struct mst_arguments arguments = {0};
    struct engine engine = {0};
    struct mst_ruleset *ruleset = NULL;
    int status = take_options(argc, argv, &arguments);
    if (status >= 0)
        return status;
    if (optind < argc) {
        mst_arguments_ruleset(&arguments, argv[optind]);
        ruleset = mst_arguments_load(&arguments);
        if (!ruleset)
            return MST_FAULTS;
    }
    engine.session = mst_session_new();
    if (!engine.session) {
        mst_ruleset_free(ruleset);
        fputs("muster engine: out of memory\n", stderr);
        return MST_FAULTS;
    }
    mst_session_give(engine.session, ruleset);
    converse(&engine);
    mst_session_free(engine.session);
    mst_buf_clear(&engine.line);
    mst_buf_clear(&engine.answer);
    return MST_DONE;
}
