/* `muster serve`: play in a browser. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/parts.h"
#include "server/server.h"
#include "faces/tools/command.h"

enum {
    PEERS = 10000,
    PEERS_OF_ADDRESS = 64,
    MOST_PROCESSES = 64,
    MOST_UPLOADERS = 100000,
    MOST_NEWCOMERS = 1000000,
    UPLOAD = 640 << 10 /* bytes of a request with rules: 256 KiB of text, as JSON */
};

struct arguments {
    struct server_options options;
    uint64_t port, players, thinkers, uploaders, newcomers;
    const char *backup;
    bool check;
    char data[1024], page[1100], program[1024];
};

static bool read_data(void *context, const char *text) {
    struct arguments *arguments = context;
    snprintf(arguments->data, sizeof arguments->data, "%s", text);
    return true;
}

static bool read_behind_proxy(void *context, const char *text) {
    struct arguments *arguments = context;
    (void)text;
    arguments->options.web.peers_of_address = PEERS_OF_ADDRESS;
    return arguments->options.web.behind_proxy = true;
}

static const struct tool_option serve_rows[] = {
    TOOL_ZERO_ROW("port", "N", struct arguments, port, 65535,
                  "Listen at this port (8080; 0: any free one)."),
    TOOL_TEXT_ROW("host", "ADDRESS", struct arguments, options.web.host,
                  "Listen at this address (127.0.0.1)."),
    TOOL_READ_ROW("data", "DIR", read_data, "Keep matches here ($XDG_DATA_HOME/muster/server)."),
    TOOL_COUNT_ROW("players", "N", struct arguments, players, MOST_PROCESSES,
                   "The most engine processes in which matches run (8)."),
    TOOL_COUNT_ROW("thinkers", "N", struct arguments, thinkers, MOST_PROCESSES,
                   "The most engine processes for computer players and analysis (2)."),
    TOOL_READ_ROW(
        "behind-proxy", NULL, read_behind_proxy,
        "Take clients' addresses from X-Forwarded-For, and limit the connections of each."),
    TOOL_COUNT_ROW("newcomers", "N", struct arguments, newcomers, MOST_NEWCOMERS,
                   "Persons that may come from one address in an hour (60)."),
    TOOL_COUNT_ROW(
        "uploads", "N", struct arguments, uploaders, MOST_UPLOADERS,
        "Keep rules that up to N persons send (none); each person's rules run in a jail."),
    TOOL_FLAG_ROW("check-data", struct arguments, check, "Check everything that is kept, and end."),
    TOOL_TEXT_ROW("backup", "FILE", struct arguments, backup,
                  "Copy what is kept to a new file, and end; also while the server runs."),
    TOOL_LAST_ROW};

const struct tool_page tool_page_serve = {
    "serve", "[OPTION ...]\n--check-data [--data DIR]\n--backup FILE [--data DIR]",
    "Serves matches to browsers; prints the address. See docs/running-a-server.md.", serve_rows};

/* -1: continue; otherwise the exit status. */
static int take_arguments(int argc, char **argv, struct arguments *arguments) {
    int status = tool_read_options(&tool_page_serve, argc, argv, arguments);
    char what[120];
    if (status)
        return status - 1;
    if (argc == optind)
        return -1;
    snprintf(what, sizeof what, "unexpected argument '%.80s'", argv[optind]);
    return tool_refuse(&tool_page_serve, what);
}

/* The folder for what is kept, unless one is given. */
static void find_data(struct arguments *arguments) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (arguments->data[0])
        return;
    if (data && *data == '/')
        snprintf(arguments->data, sizeof arguments->data, "%s/muster/server", data);
    else
        snprintf(arguments->data, sizeof arguments->data, "%s/.local/share/muster/server",
                 home ? home : ".");
}

/* ---- beside the server ----------------------------------------------------------------------- */

#define LOCK_FILE "server.lock"

static void path_in(const struct arguments *arguments, const char *name, char *path, size_t size) {
    snprintf(path, size, "%s/%s", arguments->data, name);
}

/* A file that the server locks while it runs. The lock names its process, also after a kill. */
static int open_lock(const struct arguments *arguments, int how) {
    char path[1100];
    path_in(arguments, LOCK_FILE, path, sizeof path);
    return open(path, how | O_CLOEXEC, 0600);
}

/* The process that serves this data, or 0. */
static pid_t running(const struct arguments *arguments) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    int file = open_lock(arguments, O_RDONLY);
    bool locked = file >= 0 && !fcntl(file, F_GETLK, &lock) && lock.l_type == F_WRLCK;
    if (file >= 0)
        close(file);
    return locked && lock.l_pid > 1 ? lock.l_pid : 0;
}

/* Let the server that runs make the backup, and wait until it has. */
static int ask_for_backup(const struct arguments *arguments, pid_t process) {
    const struct timespec pause = {.tv_nsec = 50000000};
    char wanted[1100], path[4096];
    struct mst_error error = {0};
    const char *file = arguments->backup;
    assert(file && process > 1);
    path_in(arguments, SERVER_BACKUP_FILE, wanted, sizeof wanted);

    /* The server runs in another folder. */
    if (*file == '/' || !getcwd(path, sizeof path - strlen(file) - 2))
        path[0] = 0;
    else
        strcat(path, "/");
    strncat(path, file, sizeof path - strlen(path) - 1);

    /* The path goes into a file that the server reads at the signal, and removes when it is done.
     */
    if (!access(path, F_OK)) {
        mst_warn("muster serve: '%s' exists already; name a new file\n", file);
        return TOOL_FAULTS;
    }
    if (mst_write_file(wanted, path, strlen(path), true, &error) != MST_OK ||
        kill(process, SIGUSR1)) {
        mst_warn("muster serve: the running server cannot be asked: %s\n",
                 error.text[0] ? error.text : strerror(errno));
        return TOOL_FAULTS;
    }

    /* A server that ends meanwhile leaves the file: then nobody will remove it. */
    while (!access(wanted, F_OK) && running(arguments))
        nanosleep(&pause, NULL);

    /* The copy gets its name only when it is whole. */
    if (!access(path, R_OK)) {
        mst_print("%s: copied by the running server\n", file);
        return TOOL_DONE;
    }
    mst_warn("muster serve: there is no backup; the server's log says why\n");
    return TOOL_FAULTS;
}

/* --check-data, and --backup where no server runs. */
static int examine(const struct arguments *arguments) {
    struct mst_error error = {0};
    struct mst_buf faults = {0};
    pid_t process = running(arguments);
    if (process && arguments->backup)
        return ask_for_backup(arguments, process);

    /* The database is open to one process only. */
    struct server_store *store = store_open(arguments->data, &error);
    bool done =
        store && (arguments->backup ? store_backup(store, arguments->backup, &error) == MST_OK
                                    : store_check(store, &faults, &error) == MST_OK);
    if (!done)
        mst_warn("muster serve: %s\n", error.text);
    else if (faults.length)
        mst_warn("%s", mst_buf_text(&faults));
    else
        mst_print("%s: in order\n", arguments->backup ? arguments->backup : arguments->data);

    /* Faults that were found are a failure, though the check itself went well. */
    int status = done && !faults.length ? TOOL_DONE : TOOL_FAULTS;
    mst_buf_clear(&faults);
    store_close(store);
    return status;
}

/* ---- serving --------------------------------------------------------------------------------- */

static struct server *serving; /* for the signal handler */

static void handle(int number) {
    assert(serving);
    if (number == SIGUSR1)
        server_want_backup(serving);
    else
        server_stop(serving);
}

/* As many descriptors as the system lets us have: each client takes one. */
static void raise_limits(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* Can this system jail rules before they are loaded? A process tries. If not, it says why. */
static bool jail_works(void) {
    const struct mst_jail jail = {(uint64_t)1 << 30, 60};
    const char *const folders[] = {mst_home()};
    struct mst_error error = {0};
    int status = -1;
    pid_t process = fork();
    if (process == 0) {
        bool jailed = mst_jail_load(&jail, folders, 1, &error) == MST_OK;
        if (!jailed)
            mst_warn("muster serve: --uploads: uploaded rules cannot be jailed: %s\n", error.text);
        _exit(!jailed);
    }
    return process > 0 && waitpid(process, &status, 0) == process && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static int serve(struct arguments *arguments) {
    struct mst_error error = {0};
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct sigaction action = {.sa_handler = handle};
    raise_limits();
    signal(SIGPIPE, SIG_IGN);
    serving = server_new(&arguments->options, &error);
    if (!serving) {
        mst_warn("muster serve: %s\n", error.text);
        return TOOL_FAULTS;
    }

    /* Not before there is something for the handler to stop. */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);

    /* A lock on the database itself would be SQLite's; this one names the process to ask. */
    int file = open_lock(arguments, O_RDWR | O_CREAT);
    if (file < 0 || fcntl(file, F_SETLK, &lock))
        mst_warn("muster serve: no backup can be made while it runs: %s\n", strerror(errno));
    mst_print("Muster serves http://%s:%d/\n", arguments->options.web.host, server_port(serving));
    mst_print_flush();
    server_run(serving);
    server_free(serving);
    close(file);
    return TOOL_DONE;
}

int tool_command_serve(int argc, char **argv) {
    struct arguments arguments = {.port = 8080, .players = 8, .thinkers = 2, .newcomers = 60};
    arguments.options.web =
        (struct web_options){.host = "127.0.0.1", .peers = PEERS, .peers_of_address = 0};
    int status = take_arguments(argc, argv, &arguments);
    if (status >= 0)
        return status;
    bool usual = !arguments.data[0];
    find_data(&arguments);
    if (arguments.check || arguments.backup)
        return examine(&arguments);
    ssize_t length = readlink("/proc/self/exe", arguments.program, sizeof arguments.program - 1);
    if (length < 0) {
        mst_warn("muster serve: cannot find the program itself: %s\n", strerror(errno));
        return TOOL_FAULTS;
    }

    /* Only the usual place: a folder that was named by mistake is not made. */
    if (usual)
        mst_make_folders(arguments.data); /* a new user has none of them */
    snprintf(arguments.page, sizeof arguments.page, "%s/web/dist", mst_home());

    /* The options point into `arguments`, which outlives the server. */
    arguments.options.web.port = (int)arguments.port;
    arguments.options.web.page = arguments.page;
    arguments.options.data = arguments.data;
    arguments.options.program = arguments.program;
    arguments.options.players = (int)arguments.players;
    arguments.options.thinkers = (int)arguments.thinkers;
    arguments.options.newcomers = (int)arguments.newcomers;
    arguments.options.uploaders = (int)arguments.uploaders;
    arguments.options.web.long_body = arguments.uploaders ? UPLOAD : 0;
    if (arguments.uploaders && !jail_works())
        return TOOL_FAULTS;
    return serve(&arguments);
}
