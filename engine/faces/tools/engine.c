/* `muster engine`: the protocol on standard input and output. */
#include <string.h>

#include <jansson.h>

#include "faces/tools/command.h"
#include "faces/tools/input.h"
#include "faces/protocol/protocol.h"
#include "muster/util.h"

static const char usage[] =
    "usage: muster engine [RULESET] [--set section.key=value] [--path auto|code|lua|native|both]\n"
    "                     [--budget N] [--memory MIB] [--matches N] [--jail] [--jail-load]\n"
    "                     [--jail-memory MIB] [--jail-seconds N]\n"
    "Speaks the engine protocol: one JSON object per line on standard input and output.\n"
    "docs/protocol.md describes it. RULESET is loaded at the start.\n"
    "  --budget N        each request may use so many units of work; a unit is about one "
    "instruction of Lua\n"
    "  --memory MIB      each list and answer of a request may hold so much memory\n"
    "  --matches N       hold N matches, which the op switch chooses from\n"
    "  --jail            after loading RULESET, give up files, network and other processes\n"
    "  --jail-load       enter a jail before anything is loaded, in which only the folders of "
    "rules "
    "can\n"
    "                    be read; with RULESET, --jail follows. Needs Landlock and seccomp\n"
    "  --jail-memory MIB the jailed process may hold so much memory (1024)\n"
    "  --jail-seconds N  the system ends the jailed process after N seconds of processor time "
    "(3600)";

enum {
    JAIL_MIB = 1024,
    JAIL_SECONDS = 3600,
    MOST_MIB = 1 << 20,
    MOST_SECONDS = 1 << 30,
    MOST_MATCHES = 1 << 16
};

struct engine {
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
    if (engine->answer.failed)
        mst_print_raw(starved, sizeof starved - 1);
    else
        mst_print_raw(mst_buf_text(&engine->answer), engine->answer.length);
    mst_print_raw("\n", 1);
    if (engine->line.capacity > 1 << 20)
        mst_buf_clear(&engine->line);
    return mst_print_flush() && more;
}

static void converse(struct engine *engine) {
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

/* What the options set. */
struct given {
    struct engine *engine;
    struct tool_arguments *arguments;
};

static bool engine_read_option(void *context, int option, const char *text) {
    struct given *given = context;
    struct engine *engine = given->engine;
    switch (option) {
    case 's': return tool_arguments_set(given->arguments, text);
    case 'r': return tool_arguments_run_by(text);
    case 'b': return tool_arguments_number("budget", text, TOOL_MOST_BUDGET, &engine->work);
    case 'y': return tool_arguments_number("memory", text, MOST_MIB, &engine->memory);
    case 'n': return tool_arguments_number("matches", text, MOST_MATCHES, &engine->matches);
    case 'j': return engine->jailed = true;
    case 'l': return engine->jail_load = true;
    case 'm': return tool_arguments_number("jail-memory", text, MOST_MIB, &engine->jail.memory);
    case 't':
        return tool_arguments_number("jail-seconds", text, MOST_SECONDS, &engine->jail.seconds);
    default: return false;
    }
}

static int engine_take_options(int argc, char **argv, struct engine *engine,
                               struct tool_arguments *arguments) {
    static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                            {"set", required_argument, NULL, 's'},
                                            {"path", required_argument, NULL, 'r'},
                                            {"budget", required_argument, NULL, 'b'},
                                            {"memory", required_argument, NULL, 'y'},
                                            {"matches", required_argument, NULL, 'n'},
                                            {"jail", no_argument, NULL, 'j'},
                                            {"jail-load", no_argument, NULL, 'l'},
                                            {"jail-memory", required_argument, NULL, 'm'},
                                            {"jail-seconds", required_argument, NULL, 't'},
                                            {NULL, 0, NULL, 0}};
    struct given given = {engine, arguments};
    int status = tool_arguments_options(argc, argv, options, usage, engine_read_option, &given);
    if (status)
        return status - 1;
    if (argc - optind > 1 || (argc == optind && arguments->setting_count)) {
        mst_warn("muster engine: expected one ruleset%s\n%s\n",
                 arguments->setting_count ? " beside --set" : " at most", usage);
        return TOOL_USAGE;
    }
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
    struct tool_arguments arguments = {0};
    struct engine engine = {.jail = {JAIL_MIB, JAIL_SECONDS}};
    struct mst_ruleset *ruleset = NULL;
    int status = engine_take_options(argc, argv, &engine, &arguments);
    if (status >= 0)
        return status;
    if (engine.jail_load && !enter_jail_to_load(&engine))
        return TOOL_FAULTS;
    engine.jailed = engine.jailed || (engine.jail_load && optind < argc);
    if (optind < argc) {
        tool_arguments_ruleset(&arguments, argv[optind]);
        ruleset = tool_arguments_load(&arguments);
        if (!ruleset)
            return TOOL_FAULTS;
    }
    engine.session = proto_session_new();
    if (!engine.session) {
        mst_ruleset_free(ruleset);
        mst_warn("muster engine: out of memory\n");
        return TOOL_FAULTS;
    }
    proto_session_keep(engine.session, (int)engine.matches);
    proto_session_give(engine.session, ruleset);
    proto_session_limit(engine.session, (int64_t)engine.work, (int64_t)engine.memory << 20);
    proto_session_watch(engine.session, engine_is_stopped, &engine.input);
    proto_session_tell(engine.session, send_line, NULL);
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
