/* Runs specs: Lua files that describe how rules behave, in the words of tests/lib/spec.lua. This
 * file gives them matches to play.
 *
 * usage: muster spec FILE ... [--path auto|code|lua|both]   exit status 0: every spec holds, 1:
 * some fail, 2: nothing to run
 *
 * A ruleset with the same settings is loaded once. The Lua state here is the specs' own, with all
 * of its libraries; rules run in theirs. Errors of the engine are raised with their place and text.
 */
#include <getopt.h>
#include <inttypes.h>
#include <lauxlib.h>
#include <limits.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/tools/command.h"
#include "rulesets/ruleset.h"
#include "muster/check.h"

enum { MOST_RULESETS = 256, MOST_SETTINGS = 64 };

struct runner {
    struct {
        char *key; /* path and settings */
        struct mst_ruleset *ruleset;
    } loaded[MOST_RULESETS];
    int loaded_count;
    struct mst_ruleset *ruleset;   /* in force; NULL before the first */
    struct mst_match *match;       /* or NULL */
    struct mst_coverage *coverage; /* NULL: not asked for */
};

static struct runner *runner_of(lua_State *L) {
    return lua_touserdata(L, lua_upvalueindex(1));
}

static struct mst_match *match_of(lua_State *L) {
    struct mst_match *match = runner_of(L)->match;
    if (!match)
        luaL_error(L, "no match has begun: call start first");
    return match;
}

static int raise(lua_State *L, const struct mst_error *error) {
    if (error->at[0])
        return luaL_error(L, "%s: %s", error->at, error->text);
    return luaL_error(L, "%s", error->text);
}

static void end_match(struct runner *runner) {
    mst_match_free(runner->match);
    runner->match = NULL;
}

/* ---- rulesets -------------------------------------------------------------------------------- */

/* Settings from the table at `index`, in the order of their keys. Their texts live on the stack, in
 * a table that is pushed. */
static size_t read_settings(lua_State *L, int index, struct mst_setting *settings) {
    size_t count = 0;
    lua_newtable(L);
    int keep = lua_gettop(L);
    if (lua_isnoneornil(L, index))
        return 0;
    luaL_checktype(L, index, LUA_TTABLE);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || count == MOST_SETTINGS)
            luaL_error(L, "ruleset: settings are { [\"section.key\"] = value }");
        bool flag = lua_isboolean(L, -1);
        if (flag)
            lua_pushstring(L, lua_toboolean(L, -1) ? "on" : "off");
        else
            luaL_tolstring(L, -1, NULL);
        struct mst_setting setting = {lua_tostring(L, -3), lua_tostring(L, -1)};
        lua_rawseti(L, keep, (lua_Integer)count + 1);
        size_t at = count++;
        for (; at && strcmp(settings[at - 1].key, setting.key) > 0; at--)
            settings[at] = settings[at - 1];
        settings[at] = setting;
    }
    return count;
}

static char *ruleset_key(const char *name, const struct mst_setting *settings, size_t count) {
    struct mst_buf key = {0};
    mst_buf_puts(&key, name);
    for (size_t i = 0; i < count; i++)
        mst_buf_printf(&key, "\n%s=%s", settings[i].key, settings[i].value);
    return mst_buf_take(&key);
}

static struct mst_ruleset *load(struct tool_arguments *arguments, const char *name,
                                const struct mst_setting *settings, size_t count, lua_State *L) {
    struct mst_error error = {0};
    char *report = NULL;
    tool_arguments_ruleset(arguments, name);
    struct mst_ruleset *ruleset =
        mst_ruleset_load(arguments->ruleset, settings, count, &report, &error);
    if (!ruleset) {
        lua_pushstring(L, report ? report : error.text);
        mst_text_free(report);
    }
    return ruleset;
}

/* ruleset(name, settings) */
static int take_ruleset(lua_State *L) {
    struct runner *runner = runner_of(L);
    const char *name = luaL_checkstring(L, 1);
    struct mst_setting settings[MOST_SETTINGS];
    struct tool_arguments arguments = {0};
    lua_settop(L, 2);
    size_t count = read_settings(L, 2, settings);
    end_match(runner);
    runner->ruleset = NULL;
    char *key = ruleset_key(name, settings, count);
    for (int i = 0; key && i < runner->loaded_count && !runner->ruleset; i++)
        if (!strcmp(runner->loaded[i].key, key))
            runner->ruleset = runner->loaded[i].ruleset;
    if (runner->ruleset || !key || runner->loaded_count == MOST_RULESETS) {
        mst_free(key);
        return runner->ruleset ? 0 : luaL_error(L, "too many rulesets");
    }
    struct mst_ruleset *ruleset = load(&arguments, name, settings, count, L);
    if (ruleset && runner->coverage)
        mst_ruleset_observe(ruleset, runner->coverage);
    if (!ruleset) {
        mst_free(key);
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
        return lua_error(L);
    }
    runner->loaded[runner->loaded_count].key = key;
    runner->loaded[runner->loaded_count++].ruleset = ruleset;
    runner->ruleset = ruleset;
    return 0;
}

/* ---- matches --------------------------------------------------------------------------------- */

static int close_all(lua_State *L) {
    struct runner *runner = runner_of(L);
    end_match(runner);
    runner->ruleset = NULL;
    return 0;
}

/* start(position or nil, seed or nil); the match before stays where this one cannot begin */
static int begin(lua_State *L) {
    struct runner *runner = runner_of(L);
    const char *position = luaL_optstring(L, 1, NULL);
    bool seeded = !lua_isnoneornil(L, 2);
    uint64_t seed = (uint64_t)luaL_optinteger(L, 2, 0);
    struct mst_error error = {0};
    if (!runner->ruleset)
        return luaL_error(L, "no ruleset is loaded: call ruleset first");
    struct mst_match *match = position
                                  ? mst_match_setup(runner->ruleset, position, seeded, seed, &error)
                                  : mst_match_new(runner->ruleset, seeded, seed, &error);
    if (!match)
        return raise(L, &error);
    end_match(runner);
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, "muster.events");
    runner->match = match;
    runner->match->play.logging = true;
    runner->match->play.log_count = 0;
    return 0;
}

static void push_events(lua_State *L, const struct core_play *play) {
    lua_newtable(L); /* events */
    for (int i = 0; i < play->log_count; i++) {
        const struct core_event *event = &play->rules->events[play->log[i].event];
        lua_newtable(L);
        lua_pushstring(L, event->name);
        lua_setfield(L, -2, "name");
        for (int k = 0; k < event->param_count; k++) {
            lua_pushinteger(L, play->log[i].args[k]);
            lua_pushvalue(L, -1);
            lua_setfield(L, -3, event->params[k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, i + 1);
    }
}

/* Play one move, after which the game's own invariants hold; what happened is kept for events(). */
static enum mst_status play_one(lua_State *L, const char *move, struct mst_error *error) {
    struct mst_match *match = match_of(L);
    match->play.log_count = 0;
    enum mst_status status = mst_match_play(match, move, error);
    if (status != MST_OK)
        return status;
    push_events(L, &match->play);
    lua_setfield(L, LUA_REGISTRYINDEX, "muster.events");
    if (host_verify(match->ruleset->host, &match->play))
        return MST_OK;
    *error = *match->play.error;
    return MST_SCRIPT_ERROR;
}

/* play("one two", "three", ...): moves with blanks between them */
static int play_moves(lua_State *L) {
    struct mst_error error = {0};
    for (int arg = 1; arg <= lua_gettop(L); arg++) {
        const char *text = luaL_checkstring(L, arg);
        while (*(text += strspn(text, " \n\t"))) {
            size_t length = strcspn(text, " \n\t");
            const char *move = lua_pushlstring(L, text, length);
            if (play_one(L, move, &error) != MST_OK)
                return luaL_error(L, "'%s': %s%s%s", move, error.at, error.at[0] ? ": " : "",
                                  error.text);
            lua_pop(L, 1);
            text += length;
        }
    }
    return 0;
}

/* refused(move): the message, or nil when it was played */
static int refuse(lua_State *L) {
    struct mst_error error = {0};
    enum mst_status status = play_one(L, luaL_checkstring(L, 1), &error);
    if (status == MST_OK)
        return 0;
    if (status != MST_ILLEGAL_MOVE && status != MST_OVER)
        return raise(L, &error);
    lua_pushstring(L, error.text);
    return 1;
}

/* undo(plies or 1) */
static int undo(lua_State *L) {
    struct mst_error error = {0};
    struct mst_match *match = match_of(L);
    if (mst_match_undo(match, (int)luaL_optinteger(L, 1, 1), &error) != MST_OK)
        return raise(L, &error);
    return 0;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Push a text of the engine, or raise. */
static int give(lua_State *L, char *text, const struct mst_error *error) {
    if (!text)
        return raise(L, error);
    lua_pushstring(L, text);
    mst_text_free(text);
    return 1;
}

static int legal(lua_State *L) {
    struct mst_error error = {0};
    char *text = mst_match_legal(match_of(L), &error);
    give(L, text, &error);
    const char *at = lua_tostring(L, -1);
    lua_newtable(L);
    for (lua_Integer i = 1; *at; i++, at += strcspn(at, "\n") + 1) {
        lua_pushlstring(L, at, strcspn(at, "\n"));
        lua_rawseti(L, -2, i);
    }
    return 1;
}

/* position(): the whole; position(seat): as the seat sees it, -1 an onlooker */
static int position(lua_State *L) {
    struct mst_error error = {0};
    struct mst_match *match = match_of(L);
    char *text = lua_isnoneornil(L, 1)
                     ? mst_match_position(match, &error)
                     : mst_match_position_seen(match, (int)luaL_checkinteger(L, 1), &error);
    return give(L, text, &error);
}

static int explain(lua_State *L) {
    struct mst_error error = {0};
    char *text = mst_match_explain(match_of(L), &error);
    return give(L, text, &error);
}

static int scene(lua_State *L) {
    struct mst_error error = {0};
    char *text = mst_match_scene(match_of(L), (int)luaL_optinteger(L, 1, -1), &error);
    return give(L, text, &error);
}

static int state(lua_State *L) {
    struct mst_state now = mst_match_state(match_of(L));
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, now.hash);
    lua_newtable(L);
    lua_pushinteger(L, now.ply), lua_setfield(L, -2, "ply");
    lua_pushinteger(L, now.to_move), lua_setfield(L, -2, "to_move");
    lua_pushstring(L, now.decision), lua_setfield(L, -2, "decision");
    lua_pushboolean(L, now.chance), lua_setfield(L, -2, "chance");
    lua_pushboolean(L, now.over), lua_setfield(L, -2, "over");
    lua_pushstring(L, now.by), lua_setfield(L, -2, "by");
    lua_pushstring(L, hash), lua_setfield(L, -2, "hash");
    lua_newtable(L);
    for (lua_Integer seat = 0, i = 1; seat < MST_MOST_SEATS; seat++)
        if (now.winners >> seat & 1) {
            lua_pushinteger(L, seat);
            lua_rawseti(L, -2, i++);
        }
    lua_setfield(L, -2, "winner");
    return 1;
}

static int events(lua_State *L) {
    match_of(L);
    if (lua_getfield(L, LUA_REGISTRYINDEX, "muster.events") == LUA_TNIL)
        lua_newtable(L);
    return 1;
}

/* eval(expression): its value as text, as JSON has it */
static int eval(lua_State *L) {
    struct mst_error error = {0};
    char *text = mst_match_eval(match_of(L), luaL_checkstring(L, 1), &error);
    return give(L, text, &error);
}

/* sentences(viewer or -1): what the events of the plies say, a line each */
static int sentences(lua_State *L) {
    struct mst_match *match = match_of(L);
    int viewer = (int)luaL_optinteger(L, 1, MST_NONE);
    struct mst_buf out = {0};
    struct mst_error error = {0};
    for (int i = mst_match_events(match, 0); i < mst_match_events(match, INT_MAX); i++) {
        if (mst_match_event_says(match, i, viewer, &out, &error))
            mst_buf_char(&out, '\n');
        if (error.text[0]) {
            mst_buf_clear(&out);
            return raise(L, &error);
        }
    }
    lua_pushstring(L, mst_buf_text(&out));
    mst_buf_clear(&out);
    return 1;
}

static int perft(lua_State *L) {
    struct mst_error error = {0};
    uint64_t nodes = 0;
    if (mst_match_perft(match_of(L), (int)luaL_checkinteger(L, 1), &nodes, &error) != MST_OK)
        return raise(L, &error);
    lua_pushinteger(L, (lua_Integer)nodes);
    return 1;
}

/* worth(seat): what the rules tell computer players of the position */
static int worth(lua_State *L) {
    struct mst_match *match = match_of(L);
    int64_t points = 0;
    if (!host_worth(match->ruleset->host, &match->play, (int)luaL_checkinteger(L, 1), &points))
        return raise(L, match->play.error);
    lua_pushinteger(L, points);
    return 1;
}

/* ---- the program ----------------------------------------------------------------------------- */

static const luaL_Reg functions[] = {
    {"ruleset", take_ruleset}, {"close", close_all},   {"start", begin},
    {"play", play_moves},      {"refused", refuse},    {"undo", undo},
    {"legal", legal},          {"position", position}, {"explain", explain},
    {"scene", scene},          {"state", state},       {"events", events},
    {"perft", perft},          {"worth", worth},       {"eval", eval},
    {"sentences", sentences},  {NULL, NULL},
};

/* Push the function of a file of tests/lib, or an error. */
static bool load_file(lua_State *L, const char *name) {
    const char *root = getenv("MUSTER_ROOT");
    lua_pushfstring(L, "%s/tests/lib/%s.lua", root ? root : MUSTER_HOME, name);
    bool done = luaL_loadfile(L, lua_tostring(L, -1)) == LUA_OK;
    lua_remove(L, -2);
    return done;
}

/* Leave the runner's function and its counts on the stack. */
static bool open_runner(lua_State *L, struct runner *runner) {
    luaL_openlibs(L);
    bool done = load_file(L, "spec");
    if (done) {
        luaL_newlibtable(L, functions);
        lua_pushlightuserdata(L, runner);
        luaL_setfuncs(L, functions, 1);
        done = load_file(L, "expect") && lua_pcall(L, 2, 2, 0) == LUA_OK;
    }
    if (!done)
        fprintf(stderr, "muster-specs: %s\n", lua_tostring(L, -1));
    return done;
}

static lua_Integer counted(lua_State *L, int counts, const char *name) {
    lua_getfield(L, counts, name);
    lua_Integer number = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return number;
}

static int run_files(lua_State *L, int argc, char **argv) {
    int counts = lua_gettop(L), run = counts - 1;
    bool broken = false;
    for (int i = optind; i < argc; i++) {
        lua_pushvalue(L, run);
        lua_pushstring(L, argv[i]);
        if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
            printf("FAILED %s: %s\n", argv[i], lua_tostring(L, -1));
            lua_pop(L, 1);
            broken = true;
        }
    }
    lua_Integer failed = counted(L, counts, "failed");
    printf("%lld specs, %lld assertions, %lld failed\n", counted(L, counts, "specs"),
           counted(L, counts, "assertions"), failed);
    return failed || broken ? 1 : 0;
}

static const char usage[] =
    "usage: muster spec FILE ... [--path auto|code|lua|both] [--coverage] [--lcov OUT]\n"
    "Runs specs: Lua files that say how rules behave. See docs/designing.md.\n"
    "--path both runs the rules side by side, as code and as Lua, and stops where they differ.\n"
    "--coverage lists the functions of rules that never ran; --lcov writes the lines that ran, "
    "and\n"
    "how often, to a file in the format of LCOV. Both run all rules as Lua.\n"
    "Exit status 1 if a spec fails.";

static bool covers;      /* --coverage */
static const char *lcov; /* --lcov, or NULL */

/* Read the options; `optind` is then the first file. -1: go on; otherwise the exit status. */
static int take_options(int argc, char **argv) {
    static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                            {"path", required_argument, NULL, 'p'},
                                            {"coverage", no_argument, NULL, 'c'},
                                            {"lcov", required_argument, NULL, 'l'},
                                            {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (c == 'c' || c == 'l') {
            covers = covers || c == 'c';
            lcov = c == 'l' ? optarg : lcov;
            tool_arguments_run_by("lua");
            continue;
        }
        if (c == 'h') {
            puts(usage);
            return 0;
        }
        if (c != 'p' || !tool_arguments_run_by(optarg))
            return 2;
    }
    if (optind < argc)
        return -1;
    fprintf(stderr, "%s\n", usage);
    return 2;
}

/* Print and write what was asked for. False on failure. */
static bool report_coverage(const struct mst_coverage *coverage) {
    struct mst_buf text = {0}, lines = {0};
    struct mst_error error = {0};
    if (covers)
        mst_coverage_print(coverage, &text);
    if (lcov)
        mst_coverage_print_lcov(coverage, &lines);
    printf("%s", mst_buf_text(&text));
    bool done = !text.failed && !lines.failed;
    if (done && lcov)
        done = mst_write_file(lcov, mst_buf_text(&lines), lines.length, true, &error) == MST_OK;
    if (!done)
        fprintf(stderr, "muster spec: %s\n", *error.text ? error.text : "out of memory");
    mst_buf_clear(&text);
    mst_buf_clear(&lines);
    return done;
}

int main(int argc, char **argv) {
    int done = take_options(argc, argv);
    if (done >= 0)
        return done;
    struct runner *runner = mst_calloc(1, sizeof *runner);
    lua_State *L = luaL_newstate();
    if (!L || !runner) {
        fputs("muster spec: out of memory\n", stderr);
        return 2;
    }
    if (covers || lcov)
        runner->coverage = mst_coverage_new();
    int status = open_runner(L, runner) ? run_files(L, argc, argv) : 2;
    end_match(runner);
    if (runner->coverage && !report_coverage(runner->coverage))
        status = 1;
    for (int i = 0; i < runner->loaded_count; i++) {
        mst_ruleset_free(runner->loaded[i].ruleset);
        mst_free(runner->loaded[i].key);
    }
    lua_close(L);
    mst_coverage_free(runner->coverage);
    mst_free(runner);
    return status;
}
