/* The Lua sandbox. Each file of tests/corpus/sandbox attacks it and says in its first line what
 * must come of it: "-- expect: STATUS parts of place and text". A file that loads returns a
 * function, which is called. The outcome must be the same in every fresh sandbox and in every
 * process.
 *
 * `test_sandbox NAME` prints the outcome of one file; the test runs itself that way.
 * MUSTER_PROCESSES sets how often (5). MUSTER_SLOWEST_MS is for measuring: it sets the processor
 * time that a file may take; without it nothing depends on time. */
#include "core/base.h"
#include "host/sandbox/sandbox.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <lauxlib.h>
#include <lua.h>

enum { PATH_ROOM = 300, LINE_ROOM = sizeof(struct mst_error) + 32 };

/* A sanitized build is slower: it runs less often. */
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
enum { PROCESSES = 1, REPEATS = 3 };
#else
enum { PROCESSES = 5, REPEATS = 20 };
#endif

/* Limits that are reached soon, for many repetitions. */
static const struct sandbox_limits SMALL = {.memory = 2 << 20, .work = 300000, .source = 128 << 10};

static char self[PATH_ROOM];

static const char *corpus(void) {
    static _Thread_local char path[PATH_ROOM];
    const char *root = getenv("MUSTER_ROOT");
    snprintf(path, sizeof path, "%s/tests/corpus/sandbox", root ? root : ".");
    return path;
}

/* ---- outcomes -------------------------------------------------------------------------------- */

static int64_t units;     /* used in the last call of the last sandbox, */
static size_t bytes_held; /* and what it held at its end */

/* Load module `name` and call what it returned. Work and memory stay within the limits. */
static struct mst_error outcome_within(const struct sandbox_limits *limits, const char *root,
                                       const char *name) {
    struct mst_error error = {.status = MST_OK};
    struct lua_State *L = sandbox_new(limits, root, &error);
    if (!L)
        return error;
    if (sandbox_require_module(L, name, &error) == MST_OK &&
        sandbox_call(L, 0, 0, &error) == MST_OK)
        error = (struct mst_error){.status = MST_OK};
    units = sandbox_left(L);
    bytes_held = sandbox_memory(L);
    if (error.status != MST_BUDGET)
        assert_true(units >= 0);
    assert_in_range(bytes_held, 1, (limits ? limits : &SANDBOX_LIMITS_DEFAULT)->memory);
    sandbox_free(L);
    return error;
}

static struct mst_error outcome(const char *root, const char *name) {
    return outcome_within(NULL, root, name);
}

static void show(const struct mst_error *error, char *line, size_t size) {
    snprintf(line, size, "%s %s %s", mst_status_name(error->status), error->at, error->text);
}

/* The outcome, with the units that are left and the bytes that are held. */
static void show_all(const struct mst_error *error, char *line, size_t size) {
    show(error, line, size);
    size_t length = strlen(line);
    snprintf(line + length, size - length, " (%lld units left, %zu bytes)", (long long)units,
             bytes_held);
}

/* ---- modules made by a test ------------------------------------------------------------------ */

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/muster-sandbox-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    core_mem_fail_after(-1);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[PATH_ROOM * 2];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            remove(path);
    }
    if (dir)
        closedir(dir);
    return rmdir(folder);
}

static void write_module(const char *name, const char *text, size_t length) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s.lua", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void module(const char *name, const char *text) {
    write_module(name, text, strlen(text));
}

/* The body of a function runs without an error. */
static void holds(const char *body) {
    struct mst_buf text = {0};
    char line[LINE_ROOM];
    mst_buf_printf(&text, "return function() %s end", body);
    module("body", mst_buf_text(&text));
    mst_buf_clear(&text);
    struct mst_error error = outcome(folder, "body");
    show(&error, line, sizeof line);
    if (error.status != MST_OK)
        fail_msg("%s", line);
}

static struct lua_State *fresh(const struct sandbox_limits *limits) {
    struct mst_error error;
    struct lua_State *L = sandbox_new(limits, folder, &error);
    assert_non_null(L);
    return L;
}

/* ---- the corpus ------------------------------------------------------------------------------ */

typedef void visitor(const char *name);

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void each_file(visitor *visit) {
    struct dirent **entries;
    int count = scandir(corpus(), &entries, NULL, by_name), visited = 0;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char name[PATH_ROOM];
        snprintf(name, sizeof name, "%s", entries[i]->d_name);
        size_t length = strlen(name);
        free(entries[i]);
        if (length < 5 || strcmp(name + length - 4, ".lua") != 0)
            continue;
        name[length - 4] = 0;
        visit(name);
        visited++;
    }
    free(entries);
    assert_true(visited >= 30);
}

/* Every blank-separated part of the expectation's place and text occurs in the outcome, in order.
 */
static void check_expectation(const char *name, const char *line) {
    char path[PATH_ROOM * 2], first[400] = "", *part, *rest;
    snprintf(path, sizeof path, "%s/%s.lua", corpus(), name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *got = fgets(first, sizeof first, file);
    fclose(file);
    if (!got || strncmp(first, "-- expect: ", 11) != 0)
        fail_msg("%s: the first line is not '-- expect: STATUS text'", name);
    size_t status = strcspn(first + 11, " \n");
    if (strncmp(line, first + 11, status) != 0 || line[status] != ' ')
        fail_msg("%s: expected %s     but got %s", name, first + 11, line);
    for (part = strtok_r(first + 11 + status, " \n", &rest); part;
         part = strtok_r(NULL, " \n", &rest)) {
        const char *found = strstr(line, part);
        if (!found)
            fail_msg("%s: expected '%s' but got %s", name, part, line);
        line = found + strlen(part);
    }
}

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void ends_as_expected(const char *name) {
    const char *slowest = getenv("MUSTER_SLOWEST_MS");
    char line[LINE_ROOM];
    double start = now_ms();
    struct mst_error error = outcome(corpus(), name);
    double took = now_ms() - start;
    show(&error, line, sizeof line);
    check_expectation(name, line);
    if (slowest && took > atof(slowest))
        fail_msg("%s: took %.1f ms", name, took);
}

static void is_always_the_same(const char *name) {
    char line[LINE_ROOM], again[LINE_ROOM];
    for (int i = 0; i < REPEATS; i++) {
        struct mst_error error = outcome_within(&SMALL, corpus(), name);
        show_all(&error, i ? again : line, sizeof line);
        if (i && strcmp(line, again) != 0)
            fail_msg("%s: first %s, then %s", name, line, again);
    }
}

static void every_attack_ends_soon_as_its_file_says(void **state) {
    (void)state;
    each_file(ends_as_expected);
}

static void every_attack_ends_the_same_in_every_sandbox(void **state) {
    (void)state;
    each_file(is_always_the_same);
}

static void is_the_same_in_other_processes(const char *name) {
    char command[PATH_ROOM * 3], line[LINE_ROOM], other[LINE_ROOM];
    struct mst_error error = outcome(corpus(), name);
    const char *processes = getenv("MUSTER_PROCESSES");
    show_all(&error, line, sizeof line);
    snprintf(command, sizeof command, "'%s' %s", self, name);
    for (int i = processes ? atoi(processes) : PROCESSES; i > 0; i--) {
        FILE *pipe = popen(command, "r");
        assert_non_null(pipe);
        size_t length = fread(other, 1, sizeof other - 1, pipe);
        other[length] = 0;
        assert_int_equal(pclose(pipe), 0);
        if (strcmp(line, other) != 0)
            fail_msg("%s: here %s, there %s", name, line, other);
    }
}

static void every_attack_ends_the_same_in_every_process(void **state) {
    (void)state;
    each_file(is_the_same_in_other_processes);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void bytecode_is_refused(void **state) {
    (void)state;
    write_module("binary", "\033Lua\x54\x00\x19\x93\r\n\x1a\n", 12);
    struct mst_error error = outcome(folder, "binary");
    assert_int_equal(error.status, MST_BAD_FILE);
    assert_string_equal(error.text, "this is compiled Lua; rules must be source");
    assert_non_null(strstr(error.at, "/binary.lua"));
    assert_null(strstr(error.at, "tmp"));
}

static void a_source_of_100_megabytes_is_refused_before_it_is_read(void **state) {
    (void)state;
    char path[PATH_ROOM];
    module("large", "return 1");
    snprintf(path, sizeof path, "%s/large.lua", folder);
    assert_int_equal(truncate(path, 100 << 20), 0);
    struct mst_error error = outcome(folder, "large");
    assert_int_equal(error.status, MST_BAD_FILE);
    assert_string_equal(error.text, "the file has 104857600 bytes; the limit is 131072");
}

static void a_missing_module_names_its_file_and_the_nearest_name(void **state) {
    (void)state;
    char expected[300];
    module("actions", "return {}");
    module("user", "local x = 1\nreturn require('acton')");
    snprintf(expected, sizeof expected,
             "there is no module 'acton' (no file '%s/acton.lua'); did you mean 'actions'?",
             strrchr(folder, '/') + 1);
    struct mst_error error = outcome(folder, "user");
    assert_int_equal(error.status, MST_BAD_FILE);
    assert_null(strstr(error.text, "/tmp/"));
    assert_non_null(strstr(error.at, "/user.lua:2"));
    assert_non_null(strstr(error.text, "there is no module 'acton'"));
    error = outcome(folder, "action");
    assert_non_null(strstr(error.text, "did you mean 'actions'?"));
    error = outcome(folder, "nowhere.far");
    assert_null(strstr(error.text, "did you mean"));
}

static void only_plain_words_are_names_of_modules(void **state) {
    (void)state;
    static const char *const names[] = {"",    ".",   "..", "a..b",     ".a", "a.",   "A",  "a/b",
                                        "a b", "a-b", "~",  "a.lua/..", "\n", "a\\b", "%s", "\xff"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct mst_error error = outcome(folder, names[i]);
        assert_int_equal(error.status, MST_SCRIPT_ERROR);
        assert_non_null(strstr(error.text, "is not a valid module name"));
    }
}

static void a_module_is_loaded_once(void **state) {
    (void)state;
    module("shared", "return {count = 0}");
    holds("local a = require('shared'); a.count = 1; assert(require('shared') == a)");
}

static void a_failed_load_leaves_nothing_behind(void **state) {
    (void)state;
    struct mst_error error;
    module("inner", "error('no')");
    module("outer", "return require('inner')");
    struct lua_State *L = fresh(NULL);
    uint64_t empty = sandbox_source_hash(L);
    assert_int_equal(sandbox_require_module(L, "outer", &error), MST_SCRIPT_ERROR);
    assert_string_equal(error.text, "no");
    assert_true(sandbox_source_hash(L) == empty);
    module("inner", "return 7");
    assert_int_equal(sandbox_require_module(L, "outer", &error), MST_OK);
    assert_true(sandbox_source_hash(L) != empty);
    sandbox_free(L);
}

static void no_module_is_loaded_after_the_freeze(void **state) {
    (void)state;
    struct mst_error error;
    module("early", "return function() return require('late') end");
    module("late", "return 1");
    struct lua_State *L = fresh(NULL);
    assert_int_equal(sandbox_require_module(L, "early", &error), MST_OK);
    sandbox_freeze(L);
    assert_int_equal(sandbox_require_module(L, "early", &error), MST_OK);
    assert_int_equal(sandbox_call(L, 0, 0, &error), MST_SCRIPT_ERROR);
    assert_non_null(strstr(error.text, "module 'late' is not loaded, and loading is over"));
    sandbox_free(L);
}

static uint64_t hash_after(const char *first, const char *second) {
    struct mst_error error;
    struct lua_State *L = fresh(NULL);
    assert_int_equal(sandbox_require_module(L, first, &error), MST_OK);
    assert_int_equal(sandbox_require_module(L, second, &error), MST_OK);
    uint64_t hash = sandbox_source_hash(L);
    sandbox_free(L);
    return hash;
}

static void the_source_hash_depends_on_sources_and_not_on_their_order(void **state) {
    (void)state;
    module("a", "return 1");
    module("b", "return 2");
    uint64_t hash = hash_after("a", "b");
    assert_true(hash == hash_after("b", "a"));
    module("b", "return 3");
    assert_true(hash != hash_after("a", "b"));
    module("a", "return 3");
    module("b", "return 1");
    uint64_t swapped = hash_after("a", "b");
    module("a", "return 1");
    module("b", "return 3");
    assert_true(swapped != hash_after("a", "b"));
}

/* ---- libraries ------------------------------------------------------------------------------- */

static void pairs_gives_integers_rising_then_texts_by_bytes(void **state) {
    (void)state;
    holds("local t, seen = {b=1, [3]=1, a=1, [-2]=1, ab=1, [1]=1, [''] = 1, B=1}, {}\n"
          "for k, v in pairs(t) do assert(v == 1); seen[#seen + 1] = tostring(k) end\n"
          "local s = table.concat(seen, ',')\n"
          "assert(s == '-2,1,3,,B,a,ab,b', s)");
    holds("local t, seen = {1, 2, 3, x=4}, 0\n"
          "for k in pairs(t) do t[2] = nil; t.x = nil; seen = seen * 10 + k end\n"
          "assert(seen == 13)");
    holds("for k in pairs({}) do error(k) end");
}

static void sort_is_stable_and_plain_texts_go_by_bytes(void **state) {
    (void)state;
    holds("local list = {}\n"
          "for i = 1, 300 do list[i] = {key = i * 7 % 10, number = i} end\n"
          "table.sort(list, function(a, b) return a.key < b.key end)\n"
          "for i = 2, 300 do local a, b = list[i - 1], list[i]\n"
          "  assert(a.key < b.key or a.key == b.key and a.number < b.number) end");
    holds("local t = {'b', 'B', 'a', '', 'ab'} table.sort(t)\n"
          "assert(table.concat(t, ',') == ',B,a,ab,b')");
    holds("local t = {3, 1.5, 2} table.sort(t) assert(t[1] == 1.5 and t[3] == 3)");
}

static void a_failing_comparator_leaves_the_list(void **state) {
    (void)state;
    struct mst_error error;
    module("sorter", "local t, n = {3, 2, 1}, 0\n"
                     "return function() n = n + 1\n"
                     "if n == 2 then assert(t[1] == 3 and t[2] == 2 and t[3] == 1) return end\n"
                     "table.sort(t, function(a, b) n = n + 1 if n == 3 then error('no') end n = 1\n"
                     "return a < b end) end");
    struct lua_State *L = fresh(NULL);
    assert_int_equal(sandbox_require_module(L, "sorter", &error), MST_OK);
    assert_int_equal(sandbox_call(L, 0, 0, &error), MST_OK);
    sandbox_free(L);
    holds("local t = {3, 2, 1} table.sort(t, function(a, b) return a < b end) assert(t[1] == 1)");
}

static void strings_do_what_rules_need(void **state) {
    (void)state;
    holds(
        "assert(('a,b,,c'):split(',')[3] == '' and #('a,b,,c'):split(',') == 4)\n"
        "assert(#(''):split(',') == 1 and (' \\t x y\\n'):trim() == 'x y' and (''):trim() == '')");
    holds("assert(('abc'):starts('ab') and not ('abc'):starts('b') and ('x'):starts(''))\n"
          "assert(('aXb'):lower() == 'axb' and ('aXb'):upper() == 'AXB')\n"
          "assert(('abc'):reverse() == 'cba' and ('ab'):rep(3, '-') == 'ab-ab-ab')");
    holds("assert(('hello'):sub(2, -2) == 'ell' and ('hello'):sub(-100, 2) == 'he')\n"
          "assert(('hello'):sub(4, 2) == '' and ('hello'):sub(math.mininteger, -1) == 'hello')");
    holds("local a, b = ('a.b.c'):find('.', 3) assert(a == 4 and b == 4)\n"
          "assert(('abc'):find('', 4) == 4 and not ('abc'):find('', 5) and not ('a'):find('ab'))");
    holds("assert(('A'):byte() == 65 and string.char(65, 66) == 'AB' and select('#', "
          "('abc'):byte(1, -1)) == 3)");
    holds("assert(string.format('%d|%5d|%-5d|%05d|%x', 1, 2, 3, 4, 255) == '1|    2|3    "
          "|00004|ff')\n"
          "assert(string.format('%s|%5s|%-5s|%.2s|%%', 'a', 'b', 'c', 'def') == 'a|    b|c    "
          "|de|%')\n"
          "assert(string.format('%s %s %s %.1f', true, nil, {}, 2.25) == 'true nil table 2.2')\n"
          "assert(string.format('%c%+d', 65, 3) == 'A+3')");
}

static void tables_and_numbers_do_what_rules_need(void **state) {
    (void)state;
    holds("local t = {1, 2, 3} table.insert(t, 2, 9) assert(table.concat(t, ' ') == '1 9 2 3')\n"
          "assert(table.remove(t, 1) == 1 and table.remove(t) == 3 and #t == 2)\n"
          "assert(table.remove({}) == nil)");
    holds("local t = table.move({1, 2, 3}, 1, 3, 2) assert(table.concat(t, ' ') == '1 1 2 3')\n"
          "t = table.move({1, 2, 3}, 2, 3, 1) assert(table.concat(t, ' ') == '2 3 3')\n"
          "assert(table.move({1, 2}, 1, 2, 1, {})[2] == 2)");
    holds("local p = table.pack(1, nil, 3) assert(p.n == 3 and p[1] == 1 and p[3] == 3)\n"
          "local a, b = table.unpack({1, 2, 3}, 2) assert(a == 2 and b == 3)\n"
          "assert(select(-1, 1, 2) == 2 and select(2, 1, 2, 3) == 2 and select('#') == 0)");
    holds("assert(math.max(1, 3, 2) == 3 and math.min(2, 1.5) == 1.5 and math.abs(-3) == 3)\n"
          "assert(math.floor(-1.5) == -2 and math.ceil(1.2) == 2 and math.type(1) == 'integer')\n"
          "assert(math.tointeger(3.0) == 3 and not math.tointeger('x') and math.ult(1, -1))");
    holds("assert(tonumber('12') == 12 and tonumber('ff', 16) == 255 and not tonumber('1x'))\n"
          "assert(tonumber('-7', 8) == -7 and not tonumber('') and not tonumber('8', 8))\n"
          "assert(tostring(0/0) == 'nan' and tostring(12) == '12' and tostring(nil) == 'nil')");
}

/* ---- budget and state ------------------------------------------------------------------------ */

static void the_budget_is_fresh_in_each_call(void **state) {
    (void)state;
    struct mst_error error;
    struct sandbox_limits limits = SANDBOX_LIMITS_DEFAULT;
    limits.work = 100000;
    module("busy", "return function() for i = 1, 70000 do end end");
    struct lua_State *L = fresh(&limits);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(sandbox_require_module(L, "busy", &error), MST_OK);
        assert_int_equal(sandbox_call(L, 0, 0, &error), MST_OK);
        assert_in_range(sandbox_left(L), 25000, 35000);
    }
    sandbox_free(L);
}

/* Units that `body`, the body of a function, takes of a fresh budget. */
static int64_t units_of(const char *body) {
    char lua[400];
    snprintf(lua, sizeof lua, "return function() %s end", body);
    module("measured", lua);
    struct mst_error error = outcome(folder, "measured");
    if (error.status != MST_OK)
        fail_msg("%s: %s", body, error.text);
    return SANDBOX_LIMITS_DEFAULT.work - units;
}

static void a_text_made_of_a_number_costs_units(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"local s = ('x'):rep(2, '7')", "local s = ('x'):rep(2, 7)"},
        {"local s = ('x'):rep(2, '7.5')", "local s = ('x'):rep(2, 7.5)"},
        {"local s = table.concat({'a', 'b'}, '7')", "local s = table.concat({'a', 'b'}, 7)"},
        {"local s = string.len('7')", "local s = string.len(7)"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (units_of(pairs[i][1]) <= units_of(pairs[i][0]))
            fail_msg("'%s' costs no more than with a string", pairs[i][1]);
}

static void after_a_budget_error_the_next_call_works(void **state) {
    (void)state;
    struct mst_error error;
    module("endless", "return function() while true do end end");
    module("brief", "return function() end");
    struct lua_State *L = fresh(NULL);
    assert_int_equal(sandbox_require_module(L, "endless", &error), MST_OK);
    assert_int_equal(sandbox_call(L, 0, 0, &error), MST_BUDGET);
    assert_string_equal(error.text, "the rules exceeded their budget of 2000000 work units; "
                                    "is there an infinite loop?");
    assert_int_equal(sandbox_require_module(L, "brief", &error), MST_OK);
    assert_int_equal(sandbox_call(L, 0, 0, &error), MST_OK);
    sandbox_free(L);
}

static void memory_that_was_refused_is_usable_again(void **state) {
    (void)state;
    struct mst_error error;
    module("greedy", "return function() local t = {} while true do t = {t, ''} end end");
    module("brief", "return function() local t = {} for i = 1, 1000 do t[i] = {} end end");
    struct lua_State *L = fresh(NULL);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sandbox_require_module(L, "greedy", &error), MST_OK);
        assert_int_equal(sandbox_call(L, 0, 0, &error), MST_BUDGET);
        assert_true(sandbox_memory(L) <= SANDBOX_LIMITS_DEFAULT.memory);
        assert_int_equal(sandbox_require_module(L, "brief", &error), MST_OK);
        assert_int_equal(sandbox_call(L, 0, 0, &error), MST_OK);
    }
    sandbox_free(L);
}

static void a_memory_ceiling_says_so(void **state) {
    (void)state;
    struct mst_error error;
    struct sandbox_limits limits = SANDBOX_LIMITS_DEFAULT;
    limits.memory = 1 << 20;
    module("greedy", "return function()\nlocal t = {}\nwhile true do t = {t} end end");
    struct lua_State *L = fresh(&limits);
    assert_int_equal(sandbox_require_module(L, "greedy", &error), MST_OK);
    assert_int_equal(sandbox_call(L, 0, 0, &error), MST_BUDGET);
    assert_string_equal(error.text, "the rules exceed their limit of 1024 KB of memory, on this "
                                    "line or soon after it");
    assert_non_null(strstr(error.at, "/greedy.lua:3"));
    sandbox_free(L);
}

/* `attempt(f)` calls f in a protected call of its own. */
static int attempt(lua_State *L) {
    struct mst_error error;
    lua_settop(L, 1);
    if (sandbox_call(L, 0, 0, &error) != MST_OK)
        sandbox_raise(L, &error);
    return 0;
}

/* `try(f)` does so in the other way. */
static int try_function(lua_State *L) {
    lua_settop(L, 1);
    lua_pushboolean(L, sandbox_try(L, 0, 0));
    return 1;
}

static int devour(lua_State *L) {
    lua_newuserdatauv(L, 1 << 30, 0);
    return 1;
}

static int add_attempts(lua_State *L) {
    static const luaL_Reg words[] = {
        {"attempt", attempt}, {"try", try_function}, {"devour", devour}, {NULL, NULL}};
    sandbox_env(L);
    luaL_setfuncs(L, words, 0);
    return 0;
}

static void an_error_of_memory_names_the_nearest_line(void **state) {
    (void)state;
    static const struct {
        const char *source, *at, *says;
    } list[] = {
        {"return function()\nlocal t = {}\nwhile true do\n t = {t} end end", ":4",
         "KB of memory, on this line or soon after it"},
        {"return function()\nlocal t = {}\nfor i = 1, 99 do\nt[i] = ('x'):rep(60000)\nend end",
         ":4", "KB of memory, on this line or soon after it"},
        {"\nreturn function()\nlocal s = 'x'\nwhile true do s = s .. s end end", ":2",
         "a string exceeds 65536 bytes, in the function that begins here"},
        {"return function() for i = 1, 5000 do local t = {} end\n"
         "attempt(\nfunction() local s = 'x'\nwhile true do s = s .. s end end) end",
         ":3", "a string exceeds 65536 bytes, in the function that begins here"},
        {"return function() for i = 1, 5000 do local t = {} end\n"
         "try(\nfunction() local s = 'x'\nwhile true do s = s .. s end end) end",
         ":3", "a string exceeds 65536 bytes, in the function that begins here"},
        {"return function()\nattempt(\nfunction() local t = {}\nwhile true do\nt = {t} end end) "
         "end",
         ":5", "KB of memory, on this line or soon after it"},
        {"return function()\nattempt(devour) end", ":2", "KB of memory, in what is called here"},
        {"return function()\ntry(devour) end", ":2", "KB of memory, in what is called here"},
        {"return function()\nattempt(function() for i = 1, 5000 do local t = {} end end)\n"
         "devour() end",
         ":1", "KB of memory, in the function that begins here"},
        {"return devour", "", "KB of memory"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct mst_error error = {0};
        struct sandbox_limits limits = SANDBOX_LIMITS_DEFAULT;
        limits.memory = 1 << 20;
        module("greedy", list[i].source);
        struct lua_State *L = fresh(&limits);
        lua_pushcfunction(L, add_attempts);
        assert_int_equal(sandbox_call(L, 0, 0, &error), MST_OK);
        assert_int_equal(sandbox_require_module(L, "greedy", &error), MST_OK);
        assert_int_equal(sandbox_call(L, 0, 0, &error), MST_BUDGET);
        const char *at = strrchr(error.at, ':');
        if (strcmp(at ? at : "", list[i].at) != 0 || !strstr(error.text, list[i].says))
            fail_msg("%s: %s: %s", list[i].source, error.at, error.text);
        sandbox_free(L);
    }
}

/* ---- modules that pause ---------------------------------------------------------------------- */

/* The word `pause(value)`: gives back its value when the module goes on. */
static int pause_module(lua_State *L) {
    if (!sandbox_may_pause(L))
        return luaL_error(L, "not here");
    lua_settop(L, 1);
    return sandbox_pause(L, 1);
}

static int add_pause(lua_State *L) {
    sandbox_env(L);
    lua_pushcfunction(L, pause_module);
    lua_setfield(L, -2, "pause");
    return 0;
}

static struct lua_State *pausing(const struct sandbox_limits *limits) {
    struct lua_State *L = fresh(limits);
    struct mst_error error;
    lua_pushcfunction(L, add_pause);
    assert_int_equal(sandbox_call(L, 0, 0, &error), MST_OK);
    return L;
}

static void a_module_pauses_and_goes_on(void **state) {
    (void)state;
    struct mst_error error;
    bool paused = false;
    module("first", "local a = 5\nlocal b = pause(7)\nreturn { a + b, require('second') }");
    module("second", "return pause('x') .. 'y'");
    module("plain", "return 3");
    struct lua_State *L = pausing(NULL);
    assert_int_equal(sandbox_begin(L, "first", &paused, &error), MST_OK);
    assert_true(paused);
    assert_int_equal(sandbox_begin(L, "second", &paused, &error), MST_OK);
    assert_true(paused);
    assert_int_equal(sandbox_begin(L, "plain", &paused, &error), MST_OK);
    assert_false(paused);
    assert_int_equal(sandbox_resume(L, "second", &error), MST_OK);
    assert_int_equal(sandbox_resume(L, "first", &error), MST_OK);
    assert_int_equal(sandbox_require_module(L, "first", &error), MST_OK);
    assert_int_equal(lua_rawgeti(L, -1, 1), LUA_TNUMBER);
    assert_int_equal(lua_tointeger(L, -1), 12);
    assert_int_equal(lua_rawgeti(L, -2, 2), LUA_TSTRING);
    assert_string_equal(lua_tostring(L, -1), "xy");
    sandbox_free(L);
}

static void a_module_pauses_in_its_own_file_alone(void **state) {
    (void)state;
    struct mst_error error;
    bool paused;
    module("within", "local function f()\n pause(1) end\nf()");
    module("chapter", "pause(1)");
    module("asks", "require('chapter')");
    module("sorts", "table.sort({ 1, 2 }, function()\n pause(1) end)");
    struct lua_State *L = pausing(NULL);
    static const char *const names[] = {"within", "asks", "sorts"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sandbox_begin(L, names[i], &paused, &error), MST_SCRIPT_ERROR);
        assert_string_equal(error.text, "not here");
    }
    assert_int_equal(sandbox_require_module(L, "chapter", &error), MST_SCRIPT_ERROR);
    sandbox_free(L);
}

/* A fault of a module is reported in the same words before and behind its pause, and when it is
 * required. */
static void a_paused_module_is_bounded_like_any_other(void **state) {
    (void)state;
    static const struct {
        const char *body, *at, *says;
        enum mst_status status;
    } list[] = {
        {"error('no')", ":2", "no", MST_SCRIPT_ERROR},
        {"error({})", ":2", "raised a table", MST_SCRIPT_ERROR},
        {"local t t.x = 1", ":2", "attempt to index a nil value (local 't')", MST_SCRIPT_ERROR},
        {"while true do end", ":2", "exceeded their budget", MST_BUDGET},
        {"local t = {} while true do t = {t} end", ":2", "KB of memory", MST_BUDGET},
        {"local s = 'x' while true do s = s .. s end", ":2", "a string exceeds", MST_BUDGET},
        {"local function f() return 1 + f() end f()", ":2", "calls are nested too deeply",
         MST_SCRIPT_ERROR},
        {"require('absent')", ":2", "there is no module 'absent'", MST_BAD_FILE},
    };
    struct sandbox_limits limits = SMALL;
    limits.memory = 1 << 20;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int behind = 0; behind < 2; behind++) {
            struct mst_error error = {0};
            char text[300];
            bool paused;
            snprintf(text, sizeof text, "%s\n%s", behind ? "pause(1)" : "", list[i].body);
            module("wrong", text);
            struct lua_State *L = pausing(&limits);
            enum mst_status status = sandbox_begin(L, "wrong", &paused, &error);
            assert_int_equal(status, behind ? MST_OK : list[i].status);
            if (behind)
                status = sandbox_resume(L, "wrong", &error);
            assert_int_equal(status, list[i].status);
            if (!strstr(error.text, list[i].says) || !strstr(error.at, list[i].at) ||
                strstr(error.text, "line")) /* which is exact */
                fail_msg("%s: %s: %s", list[i].body, error.at, error.text);
            module("wrong", "return 1"); /* forgotten, and loaded anew */
            assert_int_equal(sandbox_require_module(L, "wrong", &error), MST_OK);
            sandbox_free(L);
        }
}

static void memory_may_end_while_modules_pause(void **state) {
    (void)state;
    module("first", "local t = {}\nfor i = 1, 100 do t[i] = {} end\npause(t)\n"
                    "local function f(n) if n > 0 then return f(n - 1) + 1 end return 0 end\n"
                    "return f(150)");
    bool done = false, paused;
    for (long n = 0; !done && n < 2000; n++) {
        struct lua_State *L = pausing(NULL);
        struct mst_error error;
        core_mem_fail_after(n);
        enum mst_status status = sandbox_begin(L, "first", &paused, &error);
        if (status == MST_OK)
            status = sandbox_resume(L, "first", &error);
        core_mem_fail_after(-1);
        assert_true(status == MST_OK || status == MST_NO_MEMORY);
        done = status == MST_OK;
        sandbox_free(L);
    }
    assert_true(done);
}

static void the_work_of_a_paused_module_is_exact(void **state) {
    (void)state;
    struct mst_error error;
    bool paused;
    int64_t left[2][2];
    module("busy", "local t = {} for i = 1, 5000 do t[i] = i end pause(1)\n"
                   "local function f(n) return n > 0 and 1 + f(n - 1) or 0 end\n"
                   "for i = 1, 50 do f(190) t = { t } end");
    for (int i = 0; i < 2; i++) {
        struct lua_State *L = pausing(NULL);
        assert_int_equal(sandbox_begin(L, "busy", &paused, &error), MST_OK);
        left[i][0] = sandbox_left(L);
        assert_int_equal(sandbox_resume(L, "busy", &error), MST_OK);
        left[i][1] = sandbox_left(L);
        sandbox_free(L);
    }
    assert_int_equal(left[0][0], left[1][0]);
    assert_int_equal(left[0][1], left[1][1]);
    assert_true(left[0][1] < SANDBOX_LIMITS_DEFAULT.work - 10000);
}

static void too_little_memory_for_a_state_is_no_memory(void **state) {
    (void)state;
    struct mst_error error;
    struct sandbox_limits limits = SANDBOX_LIMITS_DEFAULT;
    for (limits.memory = 0; limits.memory < 40000; limits.memory += 500) {
        struct lua_State *L = sandbox_new(&limits, folder, &error);
        if (!L)
            assert_int_equal(error.status, MST_NO_MEMORY);
        sandbox_free(L);
    }
}

static void the_host_has_a_slot_of_its_own(void **state) {
    (void)state;
    int mine;
    struct lua_State *L = fresh(NULL);
    assert_null(*sandbox_slot(L));
    *sandbox_slot(L) = &mine;
    assert_ptr_equal(*sandbox_slot(L), &mine);
    sandbox_free(L);
}

/* Does one more call of the module's function change the fingerprint? */
static bool changes(const char *source) {
    struct mst_error error;
    module("state", source);
    struct lua_State *L = fresh(NULL);
    assert_int_equal(sandbox_require_module(L, "state", &error), MST_OK);
    assert_int_equal(sandbox_call(L, 0, 0, &error), MST_OK);
    uint64_t before = sandbox_fingerprint(L, NULL);
    assert_true(before != 0);
    assert_true(before == sandbox_fingerprint(L, NULL));
    assert_int_equal(sandbox_require_module(L, "state", &error), MST_OK);
    assert_int_equal(sandbox_call(L, 0, 0, &error), MST_OK);
    bool changed = sandbox_fingerprint(L, NULL) != before;
    sandbox_free(L);
    return changed;
}

static void the_fingerprint_sees_what_rules_keep(void **state) {
    (void)state;
    assert_true(changes("local n = 0 return function() n = n + 1 end"));
    assert_true(changes("local t = {} return function() t[#t + 1] = 1 end"));
    assert_true(changes("local t = {a = {b = {0}}} return function() t.a.b[1] = t.a.b[1] + 1 end"));
    assert_true(changes("local n = 0 local function up() n = n + 1 end\n"
                        "return function() up() end"));
    assert_true(changes("local t = {[true] = 1} return function() t[true] = t[true] + 1 end"));
    assert_true(changes("local t = {s = 'x'} return function() t.s = t.s .. 'y' end"));
    assert_true(changes("local t = {} t.t = t return function() t.n = (t.n or 0) + 1 end"));
    assert_true(changes("local step = pairs({1, 2, 3}) return function() step() end"));
    assert_true(changes("_ENV = {n = 0} return function() n = n + 1 end"));
}

static void the_fingerprint_does_not_change_by_itself(void **state) {
    (void)state;
    assert_false(changes("local n = 1 return function() local m = n + 1 end"));
    assert_false(
        changes("local t = {x = {1, 2}, y = 'z'} t.self = t\n"
                "return function() local u = {} for k, v in pairs(t) do u[k] = v end end"));
    assert_false(changes("return function() local s = '' for i = 1, 50 do s = s .. i end\n"
                         "return s:upper():rep(3), ('%d'):format(3), {}, function() end end"));
    assert_false(changes("local t = {[{}] = 1, [2.5] = 3} return function() return #t end"));
}

/* ---- memory that fails ----------------------------------------------------------------------- */

static enum mst_status live_once(struct mst_error *error) {
    struct lua_State *L = sandbox_new(NULL, folder, error);
    if (!L)
        return error->status;
    enum mst_status status = sandbox_require_module(L, "lives", error);
    if (status == MST_OK)
        status = sandbox_call(L, 0, 0, error);
    if (status == MST_OK)
        sandbox_fingerprint(L, NULL);
    sandbox_free(L);
    return status;
}

static void every_failing_allocation_is_reported(void **state) {
    (void)state;
    struct mst_error error;
    long n = 0;
    module("part", "return {name = 'part', list = {1, 2, 3}}");
    module("lives", "local part = require('part')\n"
                    "return function()\n"
                    "  local t, s = {}, ''\n"
                    "  for k, v in pairs(part) do t[k] = v end\n"
                    "  table.sort(t.list, function(a, b) return a > b end)\n"
                    "  s = ('x'):rep(100) .. table.concat(t.list, ',') .. string.format('%5d', 7)\n"
                    "  return s:split(','), function() return s end\n"
                    "end");
    for (;; n++) {
        core_mem_fail_after(n);
        enum mst_status status = live_once(&error);
        long tried = core_mem_count();
        core_mem_fail_after(-1);
        if (status == MST_OK && tried <= n)
            break;
        assert_true(status == MST_OK || status == MST_NO_MEMORY);
    }
    assert_true(n > 100);
}

/* ---- all ------------------------------------------------------------------------------------- */

static int print_outcome(const char *name) {
    char line[LINE_ROOM];
    struct mst_error error = outcome(corpus(), name);
    show_all(&error, line, sizeof line);
    fputs(line, stdout);
    return 0;
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attack_ends_soon_as_its_file_says),
        cmocka_unit_test(every_attack_ends_the_same_in_every_sandbox),
        cmocka_unit_test(every_attack_ends_the_same_in_every_process),
        IN_FOLDER(bytecode_is_refused),
        IN_FOLDER(a_source_of_100_megabytes_is_refused_before_it_is_read),
        IN_FOLDER(a_missing_module_names_its_file_and_the_nearest_name),
        IN_FOLDER(only_plain_words_are_names_of_modules),
        IN_FOLDER(a_module_is_loaded_once),
        IN_FOLDER(a_failed_load_leaves_nothing_behind),
        IN_FOLDER(no_module_is_loaded_after_the_freeze),
        IN_FOLDER(the_source_hash_depends_on_sources_and_not_on_their_order),
        IN_FOLDER(pairs_gives_integers_rising_then_texts_by_bytes),
        IN_FOLDER(sort_is_stable_and_plain_texts_go_by_bytes),
        IN_FOLDER(a_failing_comparator_leaves_the_list),
        IN_FOLDER(strings_do_what_rules_need),
        IN_FOLDER(tables_and_numbers_do_what_rules_need),
        IN_FOLDER(the_budget_is_fresh_in_each_call),
        IN_FOLDER(a_text_made_of_a_number_costs_units),
        IN_FOLDER(after_a_budget_error_the_next_call_works),
        IN_FOLDER(memory_that_was_refused_is_usable_again),
        IN_FOLDER(a_memory_ceiling_says_so),
        IN_FOLDER(an_error_of_memory_names_the_nearest_line),
        IN_FOLDER(the_work_of_a_paused_module_is_exact),
        IN_FOLDER(memory_may_end_while_modules_pause),
        IN_FOLDER(a_paused_module_is_bounded_like_any_other),
        IN_FOLDER(a_module_pauses_in_its_own_file_alone),
        IN_FOLDER(a_module_pauses_and_goes_on),
        IN_FOLDER(too_little_memory_for_a_state_is_no_memory),
        IN_FOLDER(the_host_has_a_slot_of_its_own),
        IN_FOLDER(the_fingerprint_sees_what_rules_keep),
        IN_FOLDER(the_fingerprint_does_not_change_by_itself),
        IN_FOLDER(every_failing_allocation_is_reported),
    };
    if (argc > 1)
        return print_outcome(argv[1]);
    snprintf(self, sizeof self, "%s", argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
