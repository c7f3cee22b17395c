/* `muster engine`: the protocol on standard input and output. */
#include <string.h>

#include <jansson.h>

#include "faces/tools/command.h"
#include "faces/tools/input.h"
#include "faces/protocol/protocol.h"
#include "muster/util.h"

enum {
    JAIL_MIB = 1024,
    JAIL_SECONDS = 3600,
    MOST_MIB = 1 << 20,
    MOST_SECONDS = 1 << 30,
    MOST_MATCHES = 1 << 16
};

struct engine {
    struct tool_arguments arguments;
    struct proto_session *session;
    bool jailed, jail_load;
    struct mst_jail jail;
    struct tool_input input;
    struct mst_buf line, answer;
    bool too_long;         /* the current line */
    uint64_t work, memory; /* limits of a request: units, MiB; 0: the default */
    uint64_t matches;      /* held at a time; 0: one, without a name */
};

/* Answer the current line. False if it was `quit`, or if standard output is closed. */
static bool answer_line(struct engine *engine) {
    static const char starved[] = /* printed as it is: mst_print would need memory */
        "{\"ok\":false,\"error\":{\"code\":\"budget\",\"message\":\"out of memory\"}}";
    bool more = true;

    mst_buf_reset(&engine->answer);
    if (engine->too_long && engine->input.starved)
        engine->answer.failed = true;
    else if (engine->too_long)
        proto_session_answer_too_long(&engine->answer);
    else
        more = proto_session_answer(engine->session, mst_buf_text(&engine->line),
                                    engine->line.length, &engine->answer);

    /* P1: an answer that could not be made is replaced, not left out. */
    if (engine->answer.failed)
        mst_print_raw(starved, sizeof starved - 1);
    else
        mst_print_raw(mst_buf_text(&engine->answer), engine->answer.length);
    mst_print_raw("\n", 1);

    /* A long request would keep its memory for ever. */
    if (engine->line.capacity > 1 << 20)
        mst_buf_clear(&engine->line);
    return mst_print_flush() && more;
}

static void converse(struct engine *engine) {
    /* Until `quit`, the end of input, or nobody reads the answers. */
    while (tool_input_line(&engine->input, &engine->line, &engine->too_long))
        if (!answer_line(engine))
            return;
    if (engine->input.starved)
        mst_warn("muster engine: out of memory\n");
}

static bool engine_is_stopped(void *context) {
    return tool_input_stops(context);
}

static void send_line(void *receiver, const char *line, size_t length) {
    (void)receiver;
    mst_print_raw(line, length);
    mst_print_raw("\n", 1);
    mst_print_flush();
}

static const struct tool_option engine_rows[] = {
    TOOL_COUNT_ROW(
        "budget", "N", struct engine, work, TOOL_MOST_BUDGET,
        "Each request may use so many units of work; a unit is about one instruction of Lua."),
    TOOL_COUNT_ROW("memory", "MIB", struct engine, memory, MOST_MIB,
                   "Each list and answer of a request may hold so much memory."),
    TOOL_COUNT_ROW("matches", "N", struct engine, matches, MOST_MATCHES,
                   "Hold N matches, which the op switch chooses from."),
    TOOL_FLAG_ROW("jail", struct engine, jailed,
                  "After loading RULESET, give up files, network and other processes."),
    TOOL_FLAG_ROW("jail-load", struct engine, jail_load,
                  "Enter a jail before anything is loaded, in which only the folders of rules can "
                  "be read; with RULESET, --jail follows. Needs Landlock and seccomp."),
    TOOL_COUNT_ROW("jail-memory", "MIB", struct engine, jail.memory, MOST_MIB,
                   "The jailed process may hold so much memory (1024)."),
    TOOL_COUNT_ROW("jail-seconds", "N", struct engine, jail.seconds, MOST_SECONDS,
                   "The system ends the jailed process after N seconds of processor time (3600)."),
    TOOL_SET_ROW(struct engine, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_engine = {
    "engine", "[RULESET] [OPTION ...]",
    "Speaks the engine protocol: one JSON object per line on standard input and output. "
    "docs/protocol.md describes it. RULESET is loaded at the start.",
    engine_rows};

/* -1: continue; otherwise the exit status. */
static int engine_take_options(int argc, char **argv, struct engine *engine) {
    int status = tool_read_options(&tool_page_engine, argc, argv, engine);
    if (status)
        return status - 1;

    if (argc == optind && engine->arguments.setting_count)
        return tool_refuse(&tool_page_engine, "expected one ruleset beside --set");
    if (argc - optind > 1)
        return tool_refuse(&tool_page_engine, "expected one ruleset at most");

    if (engine->jailed && argc == optind) {
        mst_warn("muster engine: --jail needs a ruleset: a jailed engine opens no file\n");
        return TOOL_USAGE;
    }
    return -1;
}

static struct mst_jail jail_of(const struct engine *engine) {
    struct mst_jail jail = engine->jail;
    jail.memory <<= 20;
    json_object_seed(0); /* it reads a file otherwise, when the first object is made */
    return jail;
}

/* Enter the jail, and name on standard error what this system cannot enforce. */
static bool enter_jail(const struct engine *engine) {
    struct mst_buf lacks = {0};
    struct mst_error error = {0};
    struct mst_jail jail = jail_of(engine);
    bool jailed = mst_jail_enter(&jail, &lacks, &error) == MST_OK;

    /* A line for each thing that is missing; the jail holds for the rest. */
    const char *line = mst_buf_text(&lacks);
    for (; *line; line += strcspn(line, "\n") + 1)
        mst_warn("muster engine: --jail: %.*s\n", (int)strcspn(line, "\n"), line);

    if (!jailed)
        tool_command_complain("engine", &error);
    mst_buf_clear(&lacks);
    return jailed;
}

/* Enter the jail in which the folders of rules, and nothing else, can be read. */
static bool enter_jail_to_load(const struct engine *engine) {
    struct mst_folders found;
    const char *folders[MST_MOST_FOLDERS];
    struct mst_error error = {0};
    struct mst_jail jail = jail_of(engine);

    mst_folders_find(&found);
    for (int i = 0; i < found.count; i++)
        folders[i] = found.path[i];

    if (mst_jail_load(&jail, folders, found.count, &error) == MST_OK)
        return true;
    tool_command_complain("engine: --jail-load", &error);
    return false;
}

int tool_command_engine(int argc, char **argv) {
    struct engine engine = {.jail = {JAIL_MIB, JAIL_SECONDS}};
    struct mst_ruleset *ruleset = NULL;
    int status = engine_take_options(argc, argv, &engine);

    if (status >= 0)
        return status;

    /* In this order: the first jail, the files, then the jail without files. */
    if (engine.jail_load && !enter_jail_to_load(&engine))
        return TOOL_FAULTS;
    engine.jailed = engine.jailed || (engine.jail_load && optind < argc);

    if (optind < argc) {
        tool_arguments_ruleset(&engine.arguments, argv[optind]);
        ruleset = tool_arguments_load(&engine.arguments);
        if (!ruleset)
            return TOOL_FAULTS;
    }

    engine.session = proto_session_new();
    if (!engine.session) {
        mst_ruleset_free(ruleset);
        mst_warn("muster engine: out of memory\n");
        return TOOL_FAULTS;
    }

    /* The session takes the ruleset over. */
    proto_session_keep(engine.session, (int)engine.matches);
    proto_session_give(engine.session, ruleset);
    proto_session_limit(engine.session, (int64_t)engine.work, (int64_t)engine.memory << 20);
    proto_session_watch(engine.session, engine_is_stopped, &engine.input);
    proto_session_tell(engine.session, send_line, NULL);

    /* Not after a failure: who asked for a jail gets no engine without one. */
    if (!engine.jailed || enter_jail(&engine))
        converse(&engine);
    else
        status = TOOL_FAULTS;

    proto_session_free(engine.session);
    tool_input_clear(&engine.input);
    mst_buf_clear(&engine.line);
    mst_buf_clear(&engine.answer);
    return status < 0 ? TOOL_DONE : status;
}
