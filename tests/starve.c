/* Starves the commands of memory: each place that allocates, told apart by its call stack, fails
 * once. Those of loading a ruleset, which most commands do alike, fail in the first of them, and
 * one in 16 in each other. What a command then does must be clean: it says that it is out of memory
 * and ends with status 1 (a match or a session that goes on may say so and end with 0), or it
 * prints what it prints with memory. A transcript that it wrote is whole. The sanitizers watch the
 * rest.
 *
 *     muster-starve RULESET [SHARE OF]     in the source root; SHARE of OF equal shares of the
 * places
 *     muster-starve RULESET --at STAGE ALLOCATION [on]     one fault again; `on`: all later
 * allocations fail, too; with MUSTER_STARVE_TRACE set, the sanitizer prints where it is
 */
#include <execinfo.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base.h"
#include "faces/tools/command.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif

enum { DEPTH = 60, MOST_PLACES = 1 << 17, MOST_ARGS = 8, REPEATED = 16 };

/* A command, with what is typed into it. */
struct stage {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *args[MOST_ARGS]; /* "@" stands for the ruleset, "@file" for the scratch file */
    const char *input;
    bool goes_on; /* it may survive: then its status is 0 */
};

static const char play_input[] =
    "1\n1\n?\n? 1\nlegal\nposition\nundo\n1\nhelp\nsave @file\n1\nquit\ny\n";
static const char engine_input[] =
    "{\"op\":\"new\",\"seed\":1}\n{\"op\":\"legal\"}\n{\"op\":\"observe\",\"seat\":0}\n"
    "{\"op\":\"position\",\"seat\":1}\n{\"op\":\"go\",\"nodes\":20}\n{\"op\":\"perft\",\"depth\":1}"
    "\n"
    "{\"op\":\"eval\",\"expression\":\"#zones\"}\n{\"op\":\"state\"}\n{\"op\":\"events\"}\n"
    "{\"op\":\"play\",\"move\":\"nothing\"}\n{\"op\":\"undo\"}\n{\"op\":\"new\",\"seed\":2}\n"
    "{\"op\":\"transcript\"}\n{\"op\":\"options\"}\n{\"op\":\"quit\"}\n";

static const struct stage stages[] = {
    {"check", tool_command_check, {"check", "@"}, "", false},
    {"play", tool_command_play, {"play", "@", "--hotseat", "--seed", "1"}, play_input, true},
    {"replay", tool_command_replay, {"replay", "@file"}, "", false},
    {"engine", tool_command_engine, {"engine", "@"}, engine_input, true},
    {"show", tool_command_show, {"show", "@"}, "", false},
    {"options", tool_command_options, {"options", "@"}, "", false},
    {"rules", tool_command_rules, {"rules", "@"}, "", false},
    {"reference", tool_command_reference, {"reference", "@"}, "", false},
};
enum { STAGES = sizeof stages / sizeof *stages };

static struct {
    uint64_t seen[MOST_PLACES]; /* open hash table of call stacks; 0: free */
    int stage[MOST_PLACES];     /* in which a stack was seen last, from 1 */
    long first[MOST_PLACES];    /* the allocation that came first from each, in order of them */
    int places, stages, known, again;
    long asked, failing;
    bool lasting; /* all later allocations fail, too */
} memory;

static char scratch[64], input_file[80], output_file[80], saved_file[80], report_file[80];
static int faults;

/* ---- allocations ----------------------------------------------------------------------------- */

/* The frames of a call stack that count: loading a ruleset is the same whoever asks for it. */
static int own_depth(void *const *stack, int depth) {
    uintptr_t from = (uintptr_t)mst_ruleset_load, to = (uintptr_t)mst_ruleset_free;
    for (int i = 0; i < depth; i++)
        if ((uintptr_t)stack[i] > from && (uintptr_t)stack[i] < to)
            return i + 1;
    return depth;
}

static bool note_place(void) {
    void *stack[DEPTH];
    int depth = own_depth(stack, backtrace(stack, DEPTH));
    uint64_t hash = core_hash_bytes(CORE_HASH_START, stack, (size_t)depth * sizeof *stack) | 1;
    size_t at = hash % MOST_PLACES;
    memory.asked++;
    while (memory.seen[at] && memory.seen[at] != hash)
        at = (at + 1) % MOST_PLACES;
    if (memory.stage[at] == memory.stages || memory.known == MOST_PLACES / 2)
        return false;
    if (!memory.seen[at] || memory.again++ % REPEATED == 0)
        memory.first[memory.places++] = memory.asked;
    memory.known += !memory.seen[at];
    memory.seen[at] = hash;
    memory.stage[at] = memory.stages;
    return false;
}

static bool refuse_one(void) {
    memory.asked++;
#ifdef __SANITIZE_ADDRESS__
    if (memory.asked == memory.failing && getenv("MUSTER_STARVE_TRACE"))
        __sanitizer_print_stack_trace();
#endif
    return memory.asked == memory.failing || (memory.lasting && memory.asked > memory.failing);
}

/* ---- running --------------------------------------------------------------------------------- */

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file)
        abort();
    for (const char *c = text; *c; c++)
        if (!strncmp(c, "@file", 5)) {
            fputs(saved_file, file);
            c += 4;
        } else
            fputc(*c, file);
    fclose(file);
}

static void redirect(const char *path, int flags, int descriptor) {
    int file = open(path, flags, 0600);
    if (file < 0 || dup2(file, descriptor) < 0)
        abort();
    close(file);
}

/* Run a stage with its output in a file. Returns its status. */
static int run(const struct stage *stage, const char *ruleset, bool (*refuse)(void)) {
    char *argv[MOST_ARGS + 1] = {NULL};
    int argc = 0, out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    for (; argc < MOST_ARGS && stage->args[argc]; argc++) {
        const char *arg = stage->args[argc];
        arg = !strcmp(arg, "@") ? ruleset : !strcmp(arg, "@file") ? saved_file : arg;
        argv[argc] = (char *)(uintptr_t)arg;
    }
    if (!strcmp(stage->name, "play"))
        unlink(saved_file); /* or it would ask */
    write_file(input_file, stage->input);
    fflush(NULL);
    if (!freopen(input_file, "r", stdin))
        abort();
    redirect(output_file, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    dup2(STDOUT_FILENO, STDERR_FILENO);
    memory.asked = 0;
    core_mem_refuse(refuse);
    int status = stage->run(argc, argv);
    if (refuse && !mst_print_finish("muster") && status == TOOL_DONE)
        status = TOOL_FAULTS;
    core_mem_refuse(NULL);
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    return status;
}

static char *output(void) {
    struct mst_error error = {0};
    size_t length;
    char *text = mst_read_file(output_file, (size_t)64 << 20, &length, &error);
    if (!text)
        abort();
    return text;
}

/* ---- judging --------------------------------------------------------------------------------- */

static void blame(const struct stage *stage, const char *what, int status, const char *found) {
    faults++;
    printf("%s, allocation %ld%s: %s (status %d):\n%.800s\n", stage->name, memory.failing,
           memory.lasting ? " and all later ones" : "", what, status, found);
    fflush(stdout);
}

/* If a transcript was written, it is whole: it replays. */
static void judge_saved(const struct stage *stage) {
    static const struct stage replay = {"replay", tool_command_replay, {"replay", "@file"}, "", 0};
    if (strcmp(stage->name, "play") || access(saved_file, R_OK))
        return;
    int status = run(&replay, "", NULL);
    if (status != TOOL_DONE) {
        char *text = output();
        blame(stage, "the saved match does not replay", status, text);
        mst_free(text);
    }
}

static void try_starved(const struct stage *stage, const char *ruleset, const char *wanted) {
    int status = run(stage, ruleset, refuse_one);
    char *text = output();
    bool said = strstr(text, "out of memory") != NULL;
    size_t same = 0; /* lines that are as usual */
    for (size_t i = 0; text[i] && text[i] == wanted[i]; i++)
        same = text[i] == '\n' ? i + 1 : same;
    if (!said && strcmp(text, wanted) != 0)
        blame(stage, "expected 'out of memory' or the usual output", status, text + same);
    else if (status != (said ? TOOL_FAULTS : TOOL_DONE) &&
             !(said && stage->goes_on && status == TOOL_DONE))
        blame(stage, said ? "expected status 1" : "expected status 0", status, text);
    mst_free(text);
    judge_saved(stage);
#ifdef __SANITIZE_ADDRESS__
    if (__lsan_do_recoverable_leak_check())
        blame(stage, "leaks memory", status, "");
#endif
}

/* The report of the sanitizer on a child. */
static char *child_report(pid_t child) {
    char path[120];
    size_t length;
    snprintf(path, sizeof path, "%s.%d", report_file, (int)child);
    char *text = mst_read_file(path, (size_t)1 << 20, &length, NULL);
    unlink(path);
    return text ? text : mst_strdup("");
}

/* In a process of its own, so that a crash is one fault among others. */
static void starve(const struct stage *stage, const char *ruleset, long allocation, bool lasting,
                   const char *wanted) {
    int status;
    memory.failing = allocation;
    memory.lasting = lasting;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        faults = 0;
        try_starved(stage, ruleset, wanted);
        fflush(NULL);
        _exit(faults ? 1 : 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    char *report = child_report(child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
        blame(stage, "the process ends", status, report);
    else if (WEXITSTATUS(status)) {
        faults++;
        printf("%s\n", report);
    }
    mst_free(report);
}

/* The output of the stage if memory suffices. `note`: count its allocations, and note their places.
 */
static char *usual(const struct stage *stage, const char *ruleset, bool (*note)(void)) {
    run(stage, ruleset, NULL); /* so that what is made once is there */
    int status = run(stage, ruleset, note);
    char *wanted = output();
    if (status != TOOL_DONE)
        blame(stage, "fails with memory", status, wanted);
    return wanted;
}

/* Every place of a stage: once alone, and every second time with all later allocations. */
static void starve_stage(const struct stage *stage, const char *ruleset, int share, int of) {
    memory.places = 0;
    memory.stages++;
    char *wanted = usual(stage, ruleset, note_place);
    long allocations = memory.asked;
    int tried = 0;
    for (int i = share; i < memory.places; i += of, tried++)
        starve(stage, ruleset, memory.first[i], i / of % 2 == 1, wanted);
    run(stage, ruleset, NULL); /* the next stage replays what this one saved */
    printf("%s: %ld allocations from %d places, %d tried\n", stage->name, allocations,
           memory.places, tried);
    fflush(stdout);
    mst_free(wanted);
}

/* One allocation of one stage, after the stages before it. */
static void starve_at(const char *ruleset, const char *name, long allocation, bool lasting) {
    for (int i = 0; i < STAGES; i++) {
        char *wanted = usual(&stages[i], ruleset, NULL);
        if (!strcmp(stages[i].name, name))
            starve(&stages[i], ruleset, allocation, lasting, wanted);
        mst_free(wanted);
    }
}

int main(int argc, char **argv) {
    bool at = argc > 4 && !strcmp(argv[2], "--at");
    if (argc != 2 && argc != 4 && !at) {
        fputs("usage: muster-starve RULESET [SHARE OF | --at STAGE ALLOCATION [on]]\n", stderr);
        return 2;
    }
    strcpy(scratch, "/tmp/muster-starve-XXXXXX");
    if (!mkdtemp(scratch))
        return 1;
    snprintf(input_file, sizeof input_file, "%s/input", scratch);
    snprintf(output_file, sizeof output_file, "%s/output", scratch);
    snprintf(report_file, sizeof report_file, "%s/report", scratch);
    snprintf(saved_file, sizeof saved_file, "%s/saved.txt", scratch);
#ifdef __SANITIZE_ADDRESS__ /* its reports are not the commands' output */
    __sanitizer_set_report_path(report_file);
#endif
    if (at)
        starve_at(argv[1], argv[3], atol(argv[4]), argc > 5);
    for (int i = 0; i < STAGES && !at; i++)
        starve_stage(&stages[i], argv[1], argc == 4 ? atoi(argv[2]) : 0,
                     argc == 4 ? atoi(argv[3]) : 1);
    printf("%d faults\n", faults);
    unlink(input_file);
    unlink(output_file);
    unlink(saved_file);
    rmdir(scratch);
    return faults ? 1 : 0;
}
