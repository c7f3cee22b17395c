/* Is every instruction of native code compared with the interpreter, so that a fault in it would be
 * seen? In each instruction in turn a fault is planted (mutants.h), and random games of the
 * rulesets are played by the interpreter and by the broken code, until something differs.
 *
 *   muster-mutants [--games N] RULESET [+section.key=value]... [RULESET ...]
 *
 * A setting belongs to the ruleset before it. Prints the instructions that no ruleset runs, and the
 * faults that nobody saw; status 1 if there is one. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/pair.h"
#include "lang/native/native.h"
#include "core/code.h"
#include "muster/native.h"

enum {
    FEW_GAMES = 20,
    /* Beyond these a broken instruction counts as seen: it does not end, or takes all memory. */
    MOST_SECONDS = 30,
    MOST_MEMORY = 1 << 30,
    MOST_SETTINGS = 4,
};

/* Not instructions of native code: what calls it, and pairs, which are translated one by one. */
enum { FIRST_PAIR = CORE_CODE_FACT_THEN_IF_EQ_K };
static bool is_translated(int op) {
    return op != CORE_CODE_NATIVE && op < FIRST_PAIR;
}

#define NAME(name) #name,
static const char *const names[] = {CORE_CODES(NAME)};
#undef NAME

static struct {
    long ran;
    bool seen;
} found[CORE_CODE_COUNT];

/* A ruleset, with the object in which instructions can be broken. */
struct subject_of {
    struct pair pair;
    char object[64];
    void *handle;
    int *mutant;
    long *ran;
};

/* ---- the object -------------------------------------------------------------------------------
 */

static bool failed(const char *path, const struct mst_error *error) {
    fprintf(stderr, "%s: %s: %s\n", path, error->at, error->text);
    return false;
}

/* The C of the rules, with the text of mutants.h behind the prelude. */
static bool write_broken(const struct core_rules *rules, struct mst_buf *out, int *parts) {
    static const char first_rule[] = "\nNATIVE_RULE int64_t f";
    struct mst_buf text = {0};
    struct mst_error error = {0};
    char path[600];
    size_t length;
    snprintf(path, sizeof path, "%s/tests/native/mutants.h", source_root());
    char *faults = mst_read_file(path, SIZE_MAX, &length, &error);
    *parts = native_write(rules, &text);
    const char *whole = mst_buf_text(&text), *at = strstr(whole, first_rule);
    if (faults && at) {
        mst_buf_bytes(out, whole, (size_t)(at - whole) + 1);
        mst_buf_bytes(out, faults, length);
        mst_buf_puts(out, at);
    }
    bool done = faults && at && !out->failed;
    mst_free(faults);
    mst_buf_clear(&text);
    return done || failed(path, &error);
}

static bool open_object(struct subject_of *s, const char *path) {
    struct mst_ruleset *rules = s->pair.rules[1];
    struct mst_error error = {0};
    struct mst_buf text = {0};
    int parts = 0, file;
    snprintf(s->object, sizeof s->object, "/tmp/muster-mutants.XXXXXX");
    file = mkstemp(s->object);
    bool done = file >= 0 && write_broken(rules->rules, &text, &parts) &&
                native_build(&text, parts, s->object, &error) == MST_OK &&
                mst_ruleset_run_by(rules, s->object, &error) == MST_OK;
    mst_buf_clear(&text);
    if (file >= 0)
        close(file);
    s->handle = done ? dlopen(s->object, RTLD_NOW) : NULL;
    s->mutant = s->handle ? dlsym(s->handle, "native_mutant") : NULL;
    s->ran = s->handle ? dlsym(s->handle, "native_ran") : NULL;
    return (s->mutant && s->ran) || failed(path, &error);
}

static bool open_subject(struct subject_of *s, const char *path, const struct mst_setting *settings,
                         size_t count) {
    struct mst_error error = {0};
    *s = (struct subject_of){.pair = {.names = {"code", "native"}, .exact = true}};
    for (int i = 0; i < 2; i++) {
        s->pair.rules[i] = mst_ruleset_load(path, settings, count, NULL, &error);
        if (!s->pair.rules[i])
            return failed(path, &error);
    }
    return open_object(s, path);
}

static void close_subject(struct subject_of *s) {
    if (s->handle)
        dlclose(s->handle);
    mst_ruleset_free(s->pair.rules[0]);
    mst_ruleset_free(s->pair.rules[1]);
    unlink(s->object);
}

/* ---- the faults -------------------------------------------------------------------------------
 */

static bool agrees(struct subject_of *s, int games) {
    for (int i = 1; i <= games; i++)
        if (!pair_game(&s->pair, i))
            return false;
    return true;
}

/* Does the instruction, broken, make a difference? It may crash, so it runs in a child. */
static bool is_seen(struct subject_of *s, int op, int games) {
    int state = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit seconds = {MOST_SECONDS, MOST_SECONDS}, none = {0, 0},
                            memory = {MOST_MEMORY, MOST_MEMORY};
        setrlimit(RLIMIT_CPU, &seconds);
        setrlimit(RLIMIT_AS, &memory);
        setrlimit(RLIMIT_CORE, &none);
        *s->mutant = op;
        s->pair.quiet = true;
        _exit(!agrees(s, games));
    }
    return child > 0 && waitpid(child, &state, 0) == child &&
           !(WIFEXITED(state) && !WEXITSTATUS(state));
}

/* Break each instruction that the ruleset runs and in which no other ruleset showed the fault. */
static bool break_all(struct subject_of *s, const char *path, int games) {
    int run = 0, seen = 0;
    if (!agrees(s, games))
        return false;
    for (int op = 0; op < CORE_CODE_COUNT; op++) {
        found[op].ran += s->ran[op];
        run += s->ran[op] > 0;
        if (s->ran[op] && !found[op].seen)
            seen += found[op].seen = is_seen(s, op, games);
    }
    printf("%s: runs %d instructions in %ld plies; faults in %d more are seen\n", path, run,
           s->pair.plies, seen);
    return true;
}

static bool tell(void) {
    int all = 0, seen = 0;
    for (int op = 0; op < CORE_CODE_COUNT; op++)
        if (is_translated(op)) {
            all++;
            seen += found[op].seen;
            if (!found[op].seen)
                printf("%s: %s\n", names[op],
                       found[op].ran ? "a fault is not seen" : "no ruleset runs it");
        }
    printf("%d instructions, faults in %d of them are seen\n", all, seen);
    return seen == all;
}

int main(int argc, char **argv) {
    int at = 1, games = FEW_GAMES;
    bool done = true;
    if (argc > 2 && !strcmp(argv[1], "--games")) {
        games = atoi(argv[2]);
        at = 3;
    }
    while (at < argc && done) {
        struct mst_setting settings[MOST_SETTINGS];
        struct subject_of s;
        size_t count = 0;
        const char *path = argv[at++];
        for (; at < argc && *argv[at] == '+' && count < MOST_SETTINGS; at++, count++) {
            char *equals = strchr(argv[at], '=');
            if (!equals)
                return 2;
            *equals = 0;
            settings[count] = (struct mst_setting){argv[at] + 1, equals + 1};
        }
        done = open_subject(&s, path, settings, count) && break_all(&s, path, games);
        close_subject(&s);
    }
    return done && tell() ? 0 : 1;
}
