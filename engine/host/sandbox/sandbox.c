/* The sandbox: its Lua state, work budget and calls. See sandbox.h.
 *
 * An error of memory has no message, and Lua calls no message handler for it. So its line is read
 * where Lua keeps the chain of calls (in a coroutine that ended), or it is the last one that is
 * known: that of the last count hook or charge, the function that was called, or its caller. */
#include "host/sandbox/sandbox.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/sandbox/sandbox_state.h"

/* `struct running`, OP_JOIN and what sandbox_memory.c reads are the same in every release of
 * Lua 5.4. */
_Static_assert(LUA_VERSION_NUM == 504, "Muster reads records of Lua 5.4");
_Static_assert(LUA_TSTRING == SANDBOX_MEMORY_STRING, "sandbox_memory.c does not see lua.h");
_Static_assert(LUA_EXTRASPACE == sizeof(void *), "sandbox_slot reads one pointer");

const struct sandbox_limits SANDBOX_LIMITS_DEFAULT = {
    .memory = 8u << 20, .work = 2000000, .source = 128u << 10};

enum {
    INTERVAL = 997,    /* instructions between two count hooks; prime, so that the hooks of a loop
                        * meet all its instructions in turn */
    OP_JOIN = 53,      /* Lua's opcode of `..` */
    JOIN = 12,         /* units for each value that `..` joins, which may be a number */
    UNCOUNTED = 200,   /* instructions that were counted before a brief call, and forgotten */
    LONG_STRING = 2048 /* from this size on, comparing two strings is slow */
};

static const char STOP;  /* its address is the error value of sandbox_stop */
static const char FAULT; /* its address is the error value of a fault whose message is complete */

/* ---- faults of memory and budget ---------------------------------------------------------------
 */

/* The budget is used up. `at` is where, unless an earlier place was recorded. */
static void word_spent(const struct sandbox *s, const char *at, struct mst_error *error) {
    mst_budget_error(s->memory.budget, s->spent ? s->spent_at : at, error);
}

void sandbox_memory_fault(struct sandbox *s, const char *at, const char *how,
                          struct mst_error *fault) {
    /* The allocator raises nothing (M2): it left the reason. */
    switch (s->memory.refusal) {
    case SANDBOX_REFUSED_SYSTEM:
        mst_fail(fault, MST_NO_MEMORY, at, "out of memory while rules ran");
        break;
    case SANDBOX_REFUSED_CEILING:
        mst_fail(fault, MST_BUDGET, at, "the rules exceed their limit of %zu KB of memory%s",
                 s->limits.memory / 1024, how);
        break;
    case SANDBOX_REFUSED_STRING:
        mst_fail(fault, MST_BUDGET, at, "a string exceeds %d bytes%s", SANDBOX_STRING, how);
        break;
    case SANDBOX_REFUSED_SPENT: word_spent(s, at, fault); break;
    }
}

/* ---- faults ---------------------------------------------------------------------------------- */

void sandbox_line(lua_State *L, int level, char *at, size_t size) {
    lua_Debug ar;
    at[0] = 0;

    /* C functions have no line: blame the Lua code that called them. */
    for (; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline > 0) {
            snprintf(at, size, "%s:%d", ar.source + 1, ar.currentline);
            return;
        }
    }
}

void sandbox_where(lua_State *L, char *at, size_t size) {
    sandbox_line(L, 0, at, size);
}

/* Raise `fault`. If memory runs out while raising, `fault` is still reported. */
static int raise_fault(lua_State *L) {
    assert(sandbox_of(L)->memory.depth > 0); /* S1 */
    /* The error value is an address: pushing a string could run out of memory, and that error would
     * replace the fault. */
    sandbox_of(L)->raised = true;
    lua_pushlightuserdata(L, (void *)(size_t)&FAULT);
    return lua_error(L);
}

int sandbox_raise(lua_State *L, const struct mst_error *error) {
    struct sandbox *s = sandbox_of(L);
    s->fault = *error;
    if (!s->fault.at[0])
        sandbox_line(L, 0, s->fault.at, sizeof s->fault.at);
    return raise_fault(L);
}

int sandbox_fail(lua_State *L, enum mst_status status, const char *at, const char *format, ...) {
    struct mst_error *fault = &sandbox_of(L)->fault;
    /* The arguments may point into `fault` itself, which mst_fail overwrites. */
    char text[sizeof fault->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);

    mst_fail(fault, status, at, "%s", text);
    if (!at)
        sandbox_line(L, 0, fault->at, sizeof fault->at);
    return raise_fault(L);
}

void sandbox_blame(lua_State *L, sandbox_blamer *blame) {
    sandbox_of(L)->blame = blame;
}

void sandbox_guard(lua_State *L, sandbox_require_guard *guard) {
    sandbox_of(L)->guard = guard;
}

const char *sandbox_blamed(lua_State *L, const char *text, char *at, size_t size) {
    /* Only a place that the rules know themselves counts: a text like "ratio 1:2: x" begins with
     * none. */
    size_t file = strcspn(text, ": "), digits = 0;
    const char *alias = sandbox_of(L)->alias.shown;
    bool own =
        sandbox_inside(L, text) || (alias && strlen(alias) == file && !strncmp(text, alias, file));
    if (own && text[file] == ':')
        digits = strspn(text + file + 1, "0123456789");

    const char *end = text + file + 1 + digits;
    if (digits && end[0] == ':' && end[1] == ' ') {
        snprintf(at, size, "%.*s", (int)(end - text), text);
        return end + 2;
    }

    /* The message begins with no place. */
    if (sandbox_of(L)->blame)
        sandbox_of(L)->blame(L, at, size);
    else
        sandbox_line(L, 1, at, size);
    return text;
}

/* Skip the "chunk:line: " that Lua puts before a message, and set the line from it, or else from
 * the first Lua function from `first` outward. */
static const char *skip_place(lua_State *L, int first, const char *text, struct mst_error *fault) {
    lua_Debug ar;
    for (int level = first; lua_getstack(L, level, &ar); level++) {
        char place[LUA_IDSIZE + 16];
        lua_getinfo(L, "Sl", &ar);
        int length = snprintf(place, sizeof place, "%s:%d: ", ar.short_src, ar.currentline);
        /* short_src is cut to LUA_IDSIZE, the source is not: compare with what Lua printed, and
         * report the whole. */
        if (ar.currentline > 0 && strncmp(text, place, (size_t)length) == 0) {
            snprintf(fault->at, sizeof fault->at, "%s:%d", ar.source + 1, ar.currentline);
            return text + length;
        }
    }

    sandbox_line(L, first, fault->at, sizeof fault->at);
    return text;
}

/* Set the fault from the error on top of the stack, raised by function `first`, while its line is
 * known. Must not allocate, because it has no way to report failure. */
static void word_error(lua_State *L, int first) {
    struct sandbox *s = sandbox_of(L);
    /* sandbox_raise or a nested call worded it already. */
    if (lua_touserdata(L, -1) == (void *)(size_t)&FAULT)
        return;

    struct mst_error fault = {.status = MST_SCRIPT_ERROR};
    if (lua_type(L, -1) == LUA_TSTRING) {
        const char *text = skip_place(L, first, lua_tostring(L, -1), &fault);
        /* Lua's own text names its C stack. Rules may raise a longer text with these words. */
        if (strstr(text, "stack overflow") && strlen(text) < 40)
            text = "calls are nested too deeply; is there infinite recursion?";
        snprintf(fault.text, sizeof fault.text, "%s", text);
    } else {
        sandbox_line(L, first, fault.at, sizeof fault.at);
        snprintf(fault.text, sizeof fault.text,
                 "the rules raised a %s as an error; expected a string", luaL_typename(L, -1));
    }

    s->fault = fault;
}

/* The message handler. */
static int on_error(lua_State *L) {
    /* sandbox_stop is no error: sandbox_try takes it from here as it is. */
    if (lua_touserdata(L, 1) == (void *)(size_t)&STOP)
        return 1;
    word_error(L, 1);
    lua_pushlightuserdata(L, (void *)(size_t)&FAULT);
    return 1;
}

/* The line of a call that ended without a message, as near as it is known; returns how near. The
 * value that was called is on top of the stack, and is popped. */
static const char *sandbox_locate(lua_State *L, char *at, size_t size) {
    const struct sandbox *s = sandbox_of(L);
    lua_Debug ar = {.linedefined = 0};
    if (lua_isfunction(L, -1))
        lua_getinfo(L, ">S", &ar);
    else
        lua_pop(L, 1);

    /* From the nearest to the vaguest: the last line that was noted in this call, the function that
     * was called, the line that called it. */
    if (s->noted.line > 0) {
        snprintf(at, size, "%s:%d", s->noted.file, s->noted.line);
        return ", on this line or soon after it";
    }
    if (ar.linedefined > 0) {
        snprintf(at, size, "%s:%d", ar.source + 1, ar.linedefined);
        return ", in the function that begins here";
    }
    sandbox_line(L, 0, at, size);
    return at[0] ? ", in what is called here" : "";
}

/* Set the fault for a state or coroutine that ended with `status`. A Lua error has its message
 * already. */
static void word_status(struct sandbox *s, int status, const char *at, const char *how) {
    if (status == LUA_ERRMEM)
        sandbox_memory_fault(s, at, how, &s->fault);
    else if (status != LUA_ERRRUN)
        mst_fail(&s->fault, MST_SCRIPT_ERROR, at,
                 "calls are nested too deeply; is there infinite recursion?");
}

int sandbox_pass_on(lua_State *L, lua_State *thread, int status) {
    struct sandbox *s = sandbox_of(L);
    char at[sizeof s->fault.at];
    /* A coroutine has no message handler: its error is worded here, while its calls are still
     * known. */
    if (status == LUA_ERRRUN)
        word_error(thread, 0);
    sandbox_line(thread, 0, at, sizeof at); /* lua_resume leaves the chain of calls as it was */
    if (!s->raised)
        word_status(s, status, at, "");
    return raise_fault(L);
}

/* The same for a call on `L` itself. The value that was called is in the slot `called`. */
static void word_end(lua_State *L, int status, int called) {
    struct sandbox *s = sandbox_of(L);
    char at[sizeof s->fault.at];
    if (s->raised || status == LUA_ERRRUN)
        return;
    lua_pushvalue(L, called);
    const char *how = sandbox_locate(L, at, sizeof at);
    word_status(s, status, at, how);
}

/* ---- budget ---------------------------------------------------------------------------------- */

static void raise_spent(lua_State *L) {
    struct sandbox *s = sandbox_of(L);
    /* S3: the first place counts. A later charge of the same call fails, too. */
    if (!s->spent)
        sandbox_line(L, 0, s->spent_at, sizeof s->spent_at);
    s->spent = true;
    word_spent(s, "", &s->fault);
    raise_fault(L);
}

/* Keep the line of `ar`, for an error of memory. */
static void sandbox_note(struct sandbox *s, lua_State *L, lua_Debug *ar) {
    lua_getinfo(L, "Sl", ar);
    if (ar->currentline <= 0)
        return;

    /* S6: plain copying, for a hook may run when no memory is left. The source begins with '@'. */
    size_t length = strnlen(ar->source + 1, sizeof s->noted.file - 1);
    memcpy(s->noted.file, ar->source + 1, length);
    s->noted.file[length] = 0;
    s->noted.line = ar->currentline;
}

/* The same for the Lua function that called the running C function. */
static void note_caller(struct sandbox *s, lua_State *L) {
    lua_Debug ar;
    if (lua_getstack(L, 1, &ar))
        sandbox_note(s, L, &ar);
}

void sandbox_charge(lua_State *L, int64_t work) {
    assert(work >= 0);
    struct sandbox *s = sandbox_of(L);
    if (s->memory.unlimited)
        return;

    if (!core_budget_spend(s->memory.budget, work))
        raise_spent(L);

    /* Finding the line takes time, so it is noted only when memory may soon run out. */
    if (s->memory.used > s->memory.limit / 2)
        note_caller(s, L);
}

/* Extra cost of instructions that pass long lists of values, for the running call. */
static int64_t list_cost(lua_State *L, lua_Debug *ar) {
    static const int probes[][2] = {{-2048, 128}, {-256, 16}, {300, 16}};

    /* Locals with negative numbers are the variable arguments; numbers above those of all
     * registers are a list of values that is being passed. One instruction may copy all of them. */
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
        if (lua_getlocal(L, ar, probes[i][0])) {
            lua_pop(L, 1);
            return (int64_t)INTERVAL * probes[i][1];
        }
    return 0;
}

/* How a call of Lua 5.4 begins. */
struct running {
    void *function, *top, *previous, *next;
    const uint32_t *after; /* the instruction after the one that a hook interrupts */
};

/* Extra cost of `..`, if it is what the hook interrupts: Lua makes a string of each number. */
static int64_t join_cost(const lua_Debug *ar) {
    struct running call;
    memcpy(&call, ar->i_ci, sizeof call);
    /* Bits 16 to 23 of an instruction are its operand B, here the number of values to join. */
    uint32_t code = call.after[-1];
    return (code & 0x7F) == OP_JOIN ? (int64_t)INTERVAL * JOIN * (code >> 16 & 0xFF) : 0;
}

static void on_count(lua_State *L, lua_Debug *ar) {
    struct sandbox *s = sandbox_of(L);
    lua_Debug outer;
    if (s->memory.unlimited)
        return;

    /* The hook meets one of INTERVAL instructions: it stands for all of them, and so does its extra
     * cost. */
    s->memory.budget->work -= INTERVAL + list_cost(L, ar) + join_cost(ar);
    if (s->memory.longest > LONG_STRING) /* one instruction may compare or hash this many bytes */
        s->memory.budget->work -= (int64_t)(INTERVAL * s->memory.longest / LONG_STRING);

    /* The caller may have passed a long list to the function that has just begun. */
    if (lua_getstack(L, 1, &outer))
        s->memory.budget->work -= list_cost(L, &outer);

    if (!core_budget_spend(s->memory.budget, 0))
        raise_spent(L);

    /* Lua's own limit depends on how it was built. */
    if (lua_getstack(L, SANDBOX_DEPTH, &outer))
        sandbox_fail(L, MST_SCRIPT_ERROR, NULL,
                     "calls are nested too deeply; is there infinite recursion?");
    sandbox_note(s, L, ar);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void on_event(lua_State *L, lua_Debug *ar) {
    const struct sandbox *s = sandbox_of(L);
    if (ar->event == LUA_HOOKCOUNT) {
        on_count(L, ar);
        return;
    }

    /* Chunks of files begin with '@'. C functions are not observed. */
    lua_getinfo(L, "S", ar);
    if (ar->source[0] == '@' && s->observer)
        s->observer(s->observed, ar->source + 1, ar->linedefined,
                    ar->event == LUA_HOOKLINE ? ar->currentline : 0);
}

enum { OBSERVED = LUA_MASKCALL | LUA_MASKLINE };

static void count_work(lua_State *L, struct sandbox *s) {
    if (s->observer)
        lua_sethook(L, on_event, OBSERVED | LUA_MASKCOUNT, INTERVAL);
    else
        lua_sethook(L, on_count, LUA_MASKCOUNT, INTERVAL); /* also restarts its count */
    s->counts = true;
}

void sandbox_observe(lua_State *L, sandbox_observer *observer, void *context) {
    struct sandbox *s = sandbox_of(L);
    s->observer = observer;
    s->observed = context;
    s->counts = false;
}

static void begin_in_sandbox(lua_State *L, struct sandbox *s) {
    assert(s->memory.depth == 0);
    assert(!s->raised);
    /* A shared budget is filled by its owner. */
    if (s->memory.budget == &s->own)
        core_budget_start(&s->own);
    /* S3: only here, where an outermost call begins. */
    s->spent = s->memory.tight = false;
    /* S5: strings of earlier calls must not count, for which calls came before differs between
     * processes. */
    s->memory.longest = s->frozen ? s->longest_loaded : s->memory.longest;

    /* The count hook keeps its count from call to call within a step. Setting it restarts the
     * count, and Lua then forgets up to INTERVAL instructions. */
    if (s->serial !=
        s->memory.budget->serial) /* a step begins: its count does not depend on others */
        s->counts = false;
    else if (!s->brief && !s->counts)
        s->memory.budget->work -= UNCOUNTED;

    s->serial = s->memory.budget->serial;
    if (!s->brief && !s->counts)
        count_work(L, s);
    else if (s->brief)
        lua_sethook(L, s->observer ? on_event : NULL, s->observer ? OBSERVED : 0, 0);
    s->counts = s->counts && !s->brief;

    s->brief = false;
}

void sandbox_brief(lua_State *L) {
    struct sandbox *s = sandbox_of(L);
    /* Nested calls are part of the outermost one, which has the hook. */
    s->brief = !s->memory.depth;
}

static void take_fault(struct sandbox *s, struct mst_error *error) {
    s->raised = false;
    /* A refused allocation can use up the budget, too; then its place is where the budget ended. */
    if (core_budget_left(s->memory.budget) < 0 && !s->spent && s->fault.status == MST_BUDGET) {
        memcpy(s->spent_at, s->fault.at, sizeof s->spent_at);
        s->spent = true;
    }

    if (error)
        *error = s->fault;
}

/* The lowest slots of the stack hold the message handler and the function of the outermost call. A
 * nested call has another base, so it puts its own below the function, and takes them away. */
enum { HANDLER = 1, CALLED = 2 };

/* Put the handler and a copy of the function below the function in the slot `at`. */
static void push_base(lua_State *L, int at) {
    assert(at > 0 && at <= lua_gettop(L));
    lua_pushcfunction(L, on_error);
    lua_pushvalue(L, at);
    lua_rotate(L, at, 2);
}

static void remove_base(lua_State *L, int at) {
    lua_rotate(L, at, -2);
    lua_pop(L, 2);
}

enum mst_status sandbox_call(lua_State *L, int nargs, int nresults, struct mst_error *error) {
    struct sandbox *s = sandbox_of(L);
    struct sandbox_source *outer = s->loading;
    int function = lua_gettop(L) - nargs, base = HANDLER;
    bool nested = s->memory.depth > 0;
    assert(function > (nested ? 0 : CALLED));

    if (!nested)
        begin_in_sandbox(L, s);

    /* S3: an inner call of a call that has spent its budget fails at once. */
    if (s->spent &&
        (core_budget_left(s->memory.budget) < 0 || core_budget_stopped(s->memory.budget))) {
        struct mst_error spent;
        word_spent(s, "", &spent);
        lua_settop(L, function - 1);
        return mst_fail(error, spent.status, spent.at, "%s", spent.text);
    }

    if (nested) {
        if (!s->counts) /* a brief function calls no Lua, but its words might one day */
            count_work(L, s);
        base = function;
        push_base(L, base);
    } else {
        lua_copy(L, function, CALLED);
    }

    /* The line that was noted belongs to another call. */
    s->noted.line = 0;
    s->memory.depth++;
    int status = lua_pcall(L, nargs, nresults, base);
    s->memory.depth--;
    assert(nested == (s->memory.depth > 0)); /* S3: what is spent stays so until the last ends */

    if (status != LUA_OK) {
        lua_pop(L, 1);
        /* The fault is worded while what was called is still on the stack. */
        word_end(L, status, base + 1);
        take_fault(s, error);
        /* An error may have come between the coroutine and its stack. */
        s->memory.threading = false;
        lua_settop(L, function - 1);
        sandbox_forget(L, outer);
    } else if (nested) {
        remove_base(L, base);
    }

    s->noted.line = 0;
    return status == LUA_OK ? MST_OK : s->fault.status;
}

int sandbox_stop(lua_State *L) {
    lua_pushlightuserdata(L, (void *)(size_t)&STOP);
    return lua_error(L);
}

int sandbox_no_memory(lua_State *L) {
    struct sandbox *s = sandbox_of(L);
    char at[sizeof s->fault.at];
    sandbox_line(L, 0, at, sizeof at);
    sandbox_memory_fault(s, at, "", &s->fault);
    return raise_fault(L);
}

bool sandbox_try(lua_State *L, int nargs, int nresults) {
    struct sandbox *s = sandbox_of(L);
    int base = lua_gettop(L) - nargs;

    assert(s->memory.depth > 0); /* inside a call */
    push_base(L, base);
    s->noted.line = 0;
    int status = lua_pcall(L, nargs, nresults, base);
    bool stopped = status == LUA_ERRRUN && lua_touserdata(L, -1) == (void *)(size_t)&STOP;

    if (status == LUA_OK) {
        remove_base(L, base);
    } else if (stopped) {
        lua_settop(L, base - 1);
    } else {
        lua_pop(L, 1);
        /* The fault propagates unchanged: only what sandbox_stop raised ends here. */
        word_end(L, status, base + 1);
        raise_fault(L);
    }

    s->noted.line = 0;
    return !stopped;
}

void sandbox_share(lua_State *L, struct mst_budget *budget) {
    assert(budget);
    /* Loading drew on the sandbox's own budget; its units must not get lost. */
    budget->worked += core_budget_worked(&sandbox_of(L)->own);
    sandbox_of(L)->memory.budget = budget;
}

/* ---- the state ------------------------------------------------------------------------------- */

static int open_state(lua_State *L) {
    struct sandbox *s = sandbox_of(L);
    sandbox_open_names(L); /* names */
    lua_pushvalue(L, -1);
    s->env = luaL_ref(L, LUA_REGISTRYINDEX);

    /* Functions of rules get the protected view as their _ENV; only the host keeps the raw
     * table. */
    sandbox_protect(L, ""); /* globals */
    lua_pushvalue(L, -1);
    s->globals = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);

    lua_newtable(L); /* loaded */
    s->loaded = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

/* Add a folder, called `shown` in errors; NULL: by its last component. */
static bool add_root(struct sandbox *s, const char *path, const char *shown) {
    assert(s->root_count < MST_MOST_FOLDERS);
    struct sandbox_root *root = &s->roots[s->root_count];
    root->path = mst_strdup(path);
    if (!root->path)
        return false;
    s->root_count++;

    /* Paths of files are put together with one '/' after the folder. */
    size_t length = strlen(root->path);
    while (length > 1 && root->path[length - 1] == '/')
        root->path[--length] = 0;

    const char *slash = strrchr(root->path, '/');
    /* S4: the name of the folder, never the path to it, unless the caller gave one. */
    root->shown = mst_strdup(shown ? shown : slash ? slash + 1 : root->path);
    return root->shown != NULL;
}

bool sandbox_folder(lua_State *L, const char *path) {
    /* Folders beyond MST_MOST_FOLDERS are ignored. */
    return sandbox_of(L)->root_count == MST_MOST_FOLDERS || add_root(sandbox_of(L), path, path);
}

/* The part of `text` behind the folder `root` and a slash, or NULL. */
static const char *behind(const char *text, const char *root) {
    size_t length = strlen(root);
    return !strncmp(text, root, length) && text[length] == '/' ? text + length + 1 : NULL;
}

const char *sandbox_inside(const lua_State *L, const char *at) {
    const struct sandbox *s = sandbox_of(L);
    const char *inside = NULL;
    for (int i = 0; i < s->root_count && !inside; i++)
        inside = behind(at, s->roots[i].shown);
    return inside;
}

void sandbox_shown(const lua_State *L, const char *path, struct mst_buf *out) {
    const struct sandbox *s = sandbox_of(L);
    for (int i = 0; i < s->root_count; i++)
        if (behind(path, s->roots[i].path)) {
            mst_buf_printf(out, "%s/%s", s->roots[i].shown, behind(path, s->roots[i].path));
            return;
        }
    mst_buf_puts(out, path);
}

static void release(struct sandbox *s) {
    /* The list is the only owner. lua_close has ended all coroutines, so no source is in use. */
    while (s->sources) {
        struct sandbox_source *gone = s->sources;
        s->sources = gone->next;
        sandbox_forget_text(gone);
        mst_free(gone);
    }
    sys_arena_free(s->memory.arena);
    mst_free(s->memory.stacks);
    for (int i = 0; i < MST_MOST_FOLDERS; i++) {
        mst_free(s->roots[i].path);
        mst_free(s->roots[i].shown);
    }

    mst_free(s->alias.name);
    mst_free(s->alias.path);
    mst_free(s->alias.shown);
    mst_free(s);
}

lua_State *sandbox_new(const struct sandbox_limits *limits, const char *root,
                       struct mst_error *error) {
    struct sandbox *s = mst_calloc(1, sizeof *s);
    if (!s || !(s->memory.arena = sys_arena_new()) || !add_root(s, root, NULL)) {
        if (s)
            release(s);
        mst_fail(error, MST_NO_MEMORY, "", "out of memory while creating a Lua state");
        return NULL;
    }

    s->limits = limits ? *limits : SANDBOX_LIMITS_DEFAULT;
    s->memory.limit = s->limits.memory;
    /* S5: what the sandbox itself makes is not charged, so that it does not count as work of
     * rules. */
    s->memory.unlimited = true;
    s->memory.budget = &s->own;
    core_budget_init(&s->own);
    mst_budget_limit(&s->own, s->limits.work, 0);

    lua_State *L = lua_newstate(sandbox_allocate, &s->memory);
    if (!L) {
        release(s);
        mst_fail(error, MST_NO_MEMORY, "", "out of memory while creating a Lua state");
        return NULL;
    }

    s->memory.started = true;
    *(struct sandbox **)lua_getextraspace(L) = s;
    /* S5: with a random seed, the order of table parts and so their sizes would differ between
     * processes. */
    if (!s->memory.seeded) {
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "this Lua library keeps the seed of its hashes where Muster does not find it, so "
                 "rules would not run alike everywhere; use Lua 5.4");
        sandbox_free(L);
        return NULL;
    }

    lua_pushcfunction(L, on_error); /* HANDLER */
    lua_pushnil(L);                 /* CALLED */
    lua_pushcfunction(L, open_state);
    /* S1: opening the libraries allocates, so it may raise. */
    if (sandbox_call(L, 0, 0, error) != MST_OK) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory while creating a Lua state");
        sandbox_free(L);
        return NULL;
    }

    s->memory.unlimited = false;
    return L;
}

void sandbox_free(lua_State *L) {
    if (!L)
        return;
    struct sandbox *s = sandbox_of(L);
    lua_close(L);
    release(s);
}

void sandbox_env(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, sandbox_of(L)->env);
}

size_t sandbox_memory(const lua_State *L) {
    return sandbox_of(L)->memory.used;
}

int64_t sandbox_left(const lua_State *L) {
    return core_budget_left(sandbox_of(L)->memory.budget);
}
