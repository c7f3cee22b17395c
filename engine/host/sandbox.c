/* The sandbox: its Lua state, memory, work budget and calls. See sandbox.h.
 *
 * Memory: the allocator knows the type of each object that Lua creates. It charges for whatever is
 * the same in every run (objects, long strings, table parts). It does not charge for whatever
 * depends on when the garbage collector runs (short strings, the string table, the stack). The
 * allocator never raises: the next count hook or charge notices that the budget is used up.
 *
 * Hashes: table parts are the same in every run because Lua's hashes are. Those of strings depend
 * on a seed, which is set here; those of tables and functions on their addresses, which the arena
 * repeats. */
#include "host/sandbox.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "host/sandbox_state.h"

/* `struct globals`, `struct running` and OP_JOIN are the same in every release of Lua 5.4. */
_Static_assert(LUA_VERSION_NUM == 504, "Muster reads records of Lua 5.4");
_Static_assert(LUA_EXTRASPACE == sizeof(void *), "mst_sandbox_slot reads one pointer");

const struct mst_limits MST_LIMITS_DEFAULT = {
    .memory = 8u << 20, .work = 2000000, .source = 128u << 10};

enum {
    INTERVAL = 997,     /* instructions between two count hooks; prime, so that the hooks of a loop
                         * meet all its instructions in turn */
    OP_JOIN = 53,       /* Lua's opcode of `..` */
    JOIN = 12,          /* units for each value that `..` joins, which may be a number */
    UNCOUNTED = 200,    /* instructions that were counted before a brief call, and forgotten */
    UNIT = 16,          /* bytes that cost one work unit */
    SHORT_STRING = 72,  /* largest string object that Lua interns, in bytes */
    SMALL_PART = 256,   /* a table part up to this many bytes costs REHASH */
    REHASH = 8,         /* units */
    CALL = 64,          /* Lua's record of a call, which it keeps for later ones: not charged */
    WIDE_PART = 16384,  /* from this size on, scanning any table may be slow */
    LARGE_PART = 65536, /* from this size on, rebuilding any table may be slow */
    LONG_STRING = 2048, /* from this size on, comparing two strings is slow */
    STACK_BYTES = 10000 * 16, /* Lua's stack */
    LEAST_STACK = 40 * 16,    /* initial stack, in bytes */
    STRING_HEAD = 64          /* bytes reserved for the header of a string object */
};

static const char STOP;  /* its address is the error value of mst_sandbox_stop */
static const char FAULT; /* its address is the error value of a fault whose message is complete */

/* ---- memory ---------------------------------------------------------------------------------- */

int64_t sandbox_scan_cost(const struct mst_sandbox *s) {
    return s->largest > WIDE_PART ? (int64_t)(s->largest / 32) : 0;
}

static bool refuse(struct mst_sandbox *s, enum mst_refusal why) {
    s->refusal = why;
    s->refused_at[0] = 0;
    if (s->depth > 0) /* reads the call chain, which is intact while Lua allocates */
        sandbox_line(s->running, 0, s->refused_at, sizeof s->refused_at);
    return true;
}

/* The slot in which the sandbox records `block` as a stack, or NULL. */
static void **stack_slot(struct mst_sandbox *s, const void *block, size_t old) {
    if (block == s->stack)
        return &s->stack;
    for (int i = 0; i < s->stack_count && old >= LEAST_STACK; i++)
        if (s->stacks[i] == block)
            return &s->stacks[i];
    return NULL;
}

/* Must a block of `old` bytes not grow to `size`? After a refusal Lua collects all garbage and
 * tries again. That is expensive, so a refusal costs many units. */
static bool refused(struct mst_sandbox *s, void *block, size_t kind, size_t old, size_t size) {
    if (block && block == s->strings)
        return false; /* Lua would retry at once; strings are limited separately */
    if (block && size > STACK_BYTES && stack_slot(s, block, old))
        return refuse(s, MST_REFUSED_STACK);
    if (!block && kind == LUA_TSTRING && size > MST_SANDBOX_STRING + STRING_HEAD)
        return refuse(s, MST_REFUSED_STRING);
    if (mst_budget_left(s->budget) < 0 && !s->unlimited && size > SMALL_PART)
        return refuse(s, MST_REFUSED_SPENT); /* the rules could do too much before the next hook */
    if (!s->tight && s->used - old + size <= s->limits.memory)
        return false;
    s->budget->work -= s->unlimited ? 0 : (int64_t)(s->used / 8);
    s->tight = s->tight || mst_budget_left(s->budget) < 0;
    return refuse(s, MST_REFUSED_CEILING);
}

/* Charge for a block of `kind` that grew from `old` bytes to `size`. A new block has `old` 0; only
 * new blocks have a kind. */
static void charge_block(struct mst_sandbox *s, size_t kind, size_t old, size_t size) {
    size_t units = (size - old) / UNIT;
    if (s->unlimited)
        return;
    if (kind == LUA_TSTRING) {
        s->longest = size > s->longest ? size : s->longest;
        s->budget->work -= size > SHORT_STRING ? (int64_t)units : 0;
    } else if (kind != 0) {
        s->budget->work -= (int64_t)units;
    } else if (!s->compiling && (old || size != CALL)) {
        s->budget->work -=
            size > SMALL_PART ? 4 * (int64_t)units : REHASH; /* a table part is also rehashed */
        s->budget->work -= old || s->largest <= LARGE_PART ? 0 : sandbox_scan_cost(s);
        s->largest = size > s->largest ? size : s->largest;
    }
}

/* The slot of a block that is not charged. The first two untyped blocks of a state are its stack
 * and its string table (128 pointers). */
static void **own_block(struct mst_sandbox *s, void *block, size_t kind, size_t old, size_t size) {
    if (block)
        return block == s->strings ? &s->strings : stack_slot(s, block, old);
    if (s->L || kind != 0)
        return NULL;
    if (!s->stack)
        return &s->stack;
    return !s->strings && size == 128 * sizeof(void *) ? &s->strings : NULL;
}

static void *allocate(void *context, void *block, size_t osize, size_t size);

/* How the global state of Lua 5.4 begins, which follows that of the main thread in one block. */
struct globals {
    lua_Alloc allocate;
    void *context;
    size_t counts[4];
    struct {
        void *hash;
        int used, size;
    } strings;
    struct {
        int64_t value;
        unsigned char tag;
    } registry, nil;
    unsigned seed;
};

/* Lua chose a seed for the hashes of strings from the time and from addresses. No string exists
 * yet, so that it can be replaced. */
static void fix_seed(struct mst_sandbox *s) {
    enum { NOT_BUILT = 3 }; /* the tag of an integer: marks a state that is being built */
    const lua_Alloc mine = allocate;
    for (size_t at = 0; at + sizeof(struct globals) <= s->state_size; at += sizeof(void *)) {
        struct globals g;
        memcpy(&g, s->state + at, sizeof g);
        if (g.allocate != mine || g.context != s || g.strings.hash || g.nil.tag != NOT_BUILT)
            continue;
        g.seed = 0;
        memcpy(s->state + at, &g, sizeof g);
        s->seeded = true;
        return;
    }
}

/* A stack is freed. Lua 5.4.4 resizes one by making the new block first: that block is the stack
 * then, and is not charged, for how large a stack is depends on earlier requests. */
static void leave_stack(struct mst_sandbox *s, void **slot) {
    if (s->latest.block) {
        *slot = s->latest.block;
        s->budget->work += s->latest.units;
        s->largest = s->latest.largest;
    } else if (slot != &s->stack) {
        *slot = s->stacks[--s->stack_count];
    }
}

static void *free_block(struct mst_sandbox *s, void *block, size_t old) {
    void **slot = stack_slot(s, block, old);
    if (slot)
        leave_stack(s, slot);
    s->latest.block = NULL;
    s->used -= old;
    return mst_arena_resize(s->arena, block, old, 0);
}

static void *allocate(void *context, void *block, size_t osize, size_t size) {
    struct mst_sandbox *s = context;
    size_t old = block ? osize : 0, kind = block ? 0 : osize;
    if (size == 0)
        return free_block(s, block, old);
    if (size > old && refused(s, block, kind, old, size))
        return NULL;
    void **own = own_block(s, block, kind, old, size);
    assert(!s->L || s->depth > 0 || kind == 0); /* S1: outside of calls, only stacks grow */
    void *fresh = mst_arena_resize(s->arena, block, old, size);
    if (!fresh) {
        refuse(s, MST_REFUSED_SYSTEM);
        return NULL;
    }
    if (!s->state) {
        s->state = fresh;
        s->state_size = size;
    } else if (own == &s->stack && !block) {
        fix_seed(s);
    }
    if (s->threading && !block && kind == 0) { /* the first block of a coroutine is its stack */
        s->threading = false;
        own = &s->stacks[s->stack_count++];
    }
    s->latest.block = own || block || kind != 0 ? NULL : fresh;
    s->latest.largest = s->largest;
    s->latest.units = s->budget->work;
    if (own)
        *own = fresh;
    else if (size > old)
        charge_block(s, kind, old, size);
    s->latest.units -= s->budget->work;
    s->used = s->used - old + size;
    return fresh;
}

/* The budget is used up. `at` is where, unless an earlier place was recorded. */
static void word_spent(const struct mst_sandbox *s, const char *at, struct mst_error *error) {
    mst_budget_error(s->budget, s->spent ? s->spent_at : at, error);
}

void sandbox_memory_fault(struct mst_sandbox *s, struct mst_error *fault) {
    const char *at = s->refused_at;
    if (s->refusal == MST_REFUSED_SYSTEM)
        mst_fail(fault, MST_NO_MEMORY, at, "out of memory while rules ran");
    else if (s->refusal == MST_REFUSED_STACK)
        mst_fail(fault, MST_SCRIPT_ERROR, at,
                 "calls are nested too deeply; is there infinite recursion?");
    else if (s->refusal == MST_REFUSED_SPENT)
        word_spent(s, at, fault);
    else if (s->refusal == MST_REFUSED_STRING)
        mst_fail(fault, MST_BUDGET, at, "a string exceeds %d bytes", MST_SANDBOX_STRING);
    else
        mst_fail(fault, MST_BUDGET, at, "the rules exceed their limit of %zu KB of memory",
                 s->limits.memory / 1024);
}

/* ---- faults ---------------------------------------------------------------------------------- */

void sandbox_line(lua_State *L, int level, char *at, size_t size) {
    lua_Debug ar;
    at[0] = 0;
    for (; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline > 0) {
            snprintf(at, size, "%s:%d", ar.source + 1, ar.currentline);
            return;
        }
    }
}

void mst_sandbox_where(lua_State *L, char *at, size_t size) {
    sandbox_line(L, 0, at, size);
}

/* Raise `fault`. If memory runs out while raising, `fault` is still reported. */
static int raise_fault(lua_State *L) {
    sandbox_of(L)->raised = true;
    lua_pushlightuserdata(L, (void *)(size_t)&FAULT);
    return lua_error(L);
}

int mst_sandbox_raise(lua_State *L, const struct mst_error *error) {
    struct mst_sandbox *s = sandbox_of(L);
    s->fault = *error;
    if (!s->fault.at[0])
        sandbox_line(L, 0, s->fault.at, sizeof s->fault.at);
    return raise_fault(L);
}

int sandbox_fail(lua_State *L, enum mst_status status, const char *at, const char *format, ...) {
    struct mst_error *fault = &sandbox_of(L)->fault;
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

void mst_sandbox_blame(lua_State *L, mst_blame *blame) {
    sandbox_of(L)->blame = blame;
}

void mst_sandbox_guard(lua_State *L, mst_require_guard *guard) {
    sandbox_of(L)->guard = guard;
}

const char *mst_sandbox_blamed(lua_State *L, const char *text, char *at, size_t size) {
    size_t file = strcspn(text, ": "), digits = 0;
    const char *alias = sandbox_of(L)->alias.shown;
    bool own = mst_sandbox_inside(L, text) ||
               (alias && strlen(alias) == file && !strncmp(text, alias, file));
    if (own && text[file] == ':')
        digits = strspn(text + file + 1, "0123456789");
    const char *end = text + file + 1 + digits;
    if (digits && end[0] == ':' && end[1] == ' ') {
        snprintf(at, size, "%.*s", (int)(end - text), text);
        return end + 2;
    }
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
    struct mst_sandbox *s = sandbox_of(L);
    if (lua_touserdata(L, -1) == (void *)(size_t)&FAULT)
        return;
    struct mst_error fault = {.status = MST_SCRIPT_ERROR};
    if (lua_type(L, -1) == LUA_TSTRING) {
        const char *text = skip_place(L, first, lua_tostring(L, -1), &fault);
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
    if (lua_touserdata(L, 1) == (void *)(size_t)&STOP)
        return 1;
    word_error(L, 1);
    lua_pushlightuserdata(L, (void *)(size_t)&FAULT);
    return 1;
}

/* Set the fault for a state or coroutine that ended with `status`. A Lua error has its message
 * already. */
static void word_status(struct mst_sandbox *s, int status) {
    if (status == LUA_ERRMEM)
        sandbox_memory_fault(s, &s->fault);
    else if (status != LUA_ERRRUN)
        mst_fail(&s->fault, MST_SCRIPT_ERROR, "",
                 "calls are nested too deeply; is there infinite recursion?");
}

int sandbox_pass_on(lua_State *L, lua_State *thread, int status) {
    struct mst_sandbox *s = sandbox_of(L);
    if (status == LUA_ERRRUN)
        word_error(thread, 0);
    if (!s->raised)
        word_status(s, status);
    return raise_fault(L);
}

/* ---- budget ---------------------------------------------------------------------------------- */

static void raise_spent(lua_State *L) {
    struct mst_sandbox *s = sandbox_of(L);
    if (!s->spent)
        sandbox_line(L, 0, s->spent_at, sizeof s->spent_at);
    s->spent = true;
    word_spent(s, "", &s->fault);
    raise_fault(L);
}

void mst_sandbox_charge(lua_State *L, int64_t work) {
    struct mst_sandbox *s = sandbox_of(L);
    if (s->unlimited)
        return;
    if (!mst_budget_spend(s->budget, work))
        raise_spent(L);
}

/* Extra cost of instructions that pass long lists of values, for the running call. */
static int64_t list_cost(lua_State *L, lua_Debug *ar) {
    static const int probes[][2] = {{-2048, 128}, {-256, 16}, {300, 16}};
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
    uint32_t code = call.after[-1];
    return (code & 0x7F) == OP_JOIN ? (int64_t)INTERVAL * JOIN * (code >> 16 & 0xFF) : 0;
}

static void on_count(lua_State *L, lua_Debug *ar) {
    struct mst_sandbox *s = sandbox_of(L);
    lua_Debug outer;
    if (s->unlimited)
        return;
    s->budget->work -= INTERVAL + list_cost(L, ar) + join_cost(ar);
    if (s->longest > LONG_STRING) /* one instruction may compare or hash this many bytes */
        s->budget->work -= (int64_t)(INTERVAL * s->longest / LONG_STRING);
    if (lua_getstack(L, 1, &outer))
        s->budget->work -= list_cost(L, &outer);
    if (!mst_budget_spend(s->budget, 0))
        raise_spent(L);
    if (lua_getstack(L, MST_SANDBOX_DEPTH, &outer))
        sandbox_fail(L, MST_SCRIPT_ERROR, NULL,
                     "calls are nested too deeply; is there infinite recursion?");
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void on_event(lua_State *L, lua_Debug *ar) {
    const struct mst_sandbox *s = sandbox_of(L);
    if (ar->event == LUA_HOOKCOUNT) {
        on_count(L, ar);
        return;
    }
    lua_getinfo(L, "S", ar);
    if (ar->source[0] == '@' && s->observer)
        s->observer(s->observed, ar->source + 1, ar->linedefined,
                    ar->event == LUA_HOOKLINE ? ar->currentline : 0);
}

enum { OBSERVED = LUA_MASKCALL | LUA_MASKLINE };

static void count_work(lua_State *L, struct mst_sandbox *s) {
    if (s->observer)
        lua_sethook(L, on_event, OBSERVED | LUA_MASKCOUNT, INTERVAL);
    else
        lua_sethook(L, on_count, LUA_MASKCOUNT, INTERVAL); /* also restarts its count */
    s->counts = true;
}

void mst_sandbox_observe(lua_State *L, mst_observer *observer, void *context) {
    struct mst_sandbox *s = sandbox_of(L);
    s->observer = observer;
    s->observed = context;
    s->counts = false;
}

static void begin(lua_State *L, struct mst_sandbox *s) {
    if (s->budget == &s->own)
        mst_budget_start(&s->own);
    s->spent = s->tight = false;
    s->longest = s->frozen ? s->longest_loaded : s->longest;
    if (s->serial != s->budget->serial) /* a step begins: its count does not depend on others */
        s->counts = false;
    else if (!s->brief && !s->counts)
        s->budget->work -= UNCOUNTED;
    s->serial = s->budget->serial;
    if (!s->brief && !s->counts)
        count_work(L, s);
    else if (s->brief)
        lua_sethook(L, s->observer ? on_event : NULL, s->observer ? OBSERVED : 0, 0);
    s->counts = s->counts && !s->brief;
    s->brief = false;
}

void mst_sandbox_brief(lua_State *L) {
    struct mst_sandbox *s = sandbox_of(L);
    s->brief = !s->depth;
}

static void take_fault(struct mst_sandbox *s, int status, struct mst_error *error) {
    if (!s->raised)
        word_status(s, status);
    s->raised = false;
    if (mst_budget_left(s->budget) < 0 && !s->spent && s->fault.status == MST_BUDGET) {
        memcpy(s->spent_at, s->fault.at, sizeof s->spent_at);
        s->spent = true;
    }
    if (error)
        *error = s->fault;
}

/* The message handler is the lowest slot of the stack in an outermost call. A nested call has
 * another base, so it puts the handler below the function. */
enum { HANDLER = 1 };

enum mst_status mst_sandbox_call(lua_State *L, int nargs, int nresults, struct mst_error *error) {
    struct mst_sandbox *s = sandbox_of(L);
    struct mst_source *outer = s->loading;
    int function = lua_gettop(L) - nargs, handler = HANDLER;
    bool nested = s->depth > 0;
    assert(function > 0);
    if (!nested)
        begin(L, s);
    if (s->spent && (mst_budget_left(s->budget) < 0 || mst_budget_stopped(s->budget))) {
        struct mst_error spent;
        word_spent(s, "", &spent);
        lua_settop(L, function - 1);
        return mst_fail(error, spent.status, spent.at, "%s", spent.text);
    }
    if (nested) {
        if (!s->counts) /* a brief function calls no Lua, but its words might one day */
            count_work(L, s);
        handler = function;
        lua_pushcfunction(L, on_error);
        lua_insert(L, handler);
    }
    s->depth++;
    int status = lua_pcall(L, nargs, nresults, handler);
    s->depth--;
    if (nested)
        lua_remove(L, handler);
    assert(nested == (s->depth > 0)); /* what is spent stays so until the outermost call ends: S3 */
    if (status == LUA_OK)
        return MST_OK;
    s->threading = false;
    lua_settop(L, function - 1);
    sandbox_forget(L, outer);
    take_fault(s, status, error);
    return s->fault.status;
}

int mst_sandbox_stop(lua_State *L) {
    lua_pushlightuserdata(L, (void *)(size_t)&STOP);
    return lua_error(L);
}

int mst_sandbox_no_memory(lua_State *L) {
    struct mst_sandbox *s = sandbox_of(L);
    sandbox_memory_fault(s, &s->fault);
    return raise_fault(L);
}

bool mst_sandbox_try(lua_State *L, int nargs, int nresults) {
    int handler = lua_gettop(L) - nargs;
    lua_pushcfunction(L, on_error);
    lua_insert(L, handler);
    int status = lua_pcall(L, nargs, nresults, handler);
    lua_remove(L, handler);
    if (status == LUA_OK)
        return true;
    bool stopped = lua_touserdata(L, -1) == (void *)(size_t)&STOP;
    if (!stopped && status == LUA_ERRMEM)
        mst_sandbox_no_memory(L);
    if (!stopped)
        lua_error(L); /* the fault is already set */
    lua_pop(L, 1);
    return false;
}

void mst_sandbox_share(lua_State *L, struct mst_budget *budget) {
    budget->worked += mst_budget_worked(&sandbox_of(L)->own);
    sandbox_of(L)->budget = budget;
}

/* ---- the state ------------------------------------------------------------------------------- */

static int open_state(lua_State *L) {
    struct mst_sandbox *s = sandbox_of(L);
    sandbox_open_names(L); /* names */
    lua_pushvalue(L, -1);
    s->env = luaL_ref(L, LUA_REGISTRYINDEX);
    sandbox_protect(L, ""); /* globals */
    lua_pushvalue(L, -1);
    s->globals = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_newtable(L); /* loaded */
    s->loaded = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

/* Add a folder, called `shown` in errors; NULL: by its last component. */
static bool add_root(struct mst_sandbox *s, const char *path, const char *shown) {
    struct mst_sandbox_root *root = &s->roots[s->root_count];
    root->path = mst_strdup(path);
    if (!root->path)
        return false;
    s->root_count++;
    size_t length = strlen(root->path);
    while (length > 1 && root->path[length - 1] == '/')
        root->path[--length] = 0;
    const char *slash = strrchr(root->path, '/');
    root->shown = mst_strdup(shown ? shown : slash ? slash + 1 : root->path);
    return root->shown != NULL;
}

bool mst_sandbox_folder(lua_State *L, const char *path) {
    return sandbox_of(L)->root_count == MST_MOST_FOLDERS || add_root(sandbox_of(L), path, path);
}

/* The part of `text` behind the folder `root` and a slash, or NULL. */
static const char *behind(const char *text, const char *root) {
    size_t length = strlen(root);
    return !strncmp(text, root, length) && text[length] == '/' ? text + length + 1 : NULL;
}

const char *mst_sandbox_inside(const lua_State *L, const char *at) {
    const struct mst_sandbox *s = sandbox_of(L);
    const char *inside = NULL;
    for (int i = 0; i < s->root_count && !inside; i++)
        inside = behind(at, s->roots[i].shown);
    return inside;
}

void mst_sandbox_shown(const lua_State *L, const char *path, struct mst_buf *out) {
    const struct mst_sandbox *s = sandbox_of(L);
    for (int i = 0; i < s->root_count; i++)
        if (behind(path, s->roots[i].path)) {
            mst_buf_printf(out, "%s/%s", s->roots[i].shown, behind(path, s->roots[i].path));
            return;
        }
    mst_buf_puts(out, path);
}

static void release(struct mst_sandbox *s) {
    while (s->sources) {
        struct mst_source *gone = s->sources;
        s->sources = gone->next;
        sandbox_forget_text(gone);
        mst_free(gone);
    }
    mst_arena_free(s->arena);
    mst_free(s->stacks);
    for (int i = 0; i < MST_MOST_FOLDERS; i++) {
        mst_free(s->roots[i].path);
        mst_free(s->roots[i].shown);
    }
    mst_free(s->alias.name);
    mst_free(s->alias.path);
    mst_free(s->alias.shown);
    mst_free(s);
}

lua_State *mst_sandbox_new(const struct mst_limits *limits, const char *root,
                           struct mst_error *error) {
    struct mst_sandbox *s = mst_calloc(1, sizeof *s);
    if (!s || !(s->arena = mst_arena_new()) || !add_root(s, root, NULL)) {
        if (s)
            release(s);
        mst_fail(error, MST_NO_MEMORY, "", "out of memory while creating a Lua state");
        return NULL;
    }
    s->limits = limits ? *limits : MST_LIMITS_DEFAULT;
    s->unlimited = true;
    s->budget = &s->own;
    mst_budget_init(&s->own);
    mst_budget_limit(&s->own, s->limits.work, 0);
    lua_State *L = lua_newstate(allocate, s);
    if (!L) {
        release(s);
        mst_fail(error, MST_NO_MEMORY, "", "out of memory while creating a Lua state");
        return NULL;
    }
    s->L = s->running = L;
    *(struct mst_sandbox **)lua_getextraspace(L) = s;
    if (!s->seeded) {
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "this Lua library keeps the seed of its hashes where Muster does not find it, so "
                 "rules would not run alike everywhere; use Lua 5.4");
        mst_sandbox_free(L);
        return NULL;
    }
    lua_pushcfunction(L, on_error); /* HANDLER */
    lua_pushcfunction(L, open_state);
    if (mst_sandbox_call(L, 0, 0, error) != MST_OK) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory while creating a Lua state");
        mst_sandbox_free(L);
        return NULL;
    }
    s->unlimited = false;
    return L;
}

void mst_sandbox_free(lua_State *L) {
    if (!L)
        return;
    struct mst_sandbox *s = sandbox_of(L);
    lua_close(L);
    release(s);
}

void mst_sandbox_env(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, sandbox_of(L)->env);
}

size_t mst_sandbox_memory(const lua_State *L) {
    return sandbox_of(L)->used;
}

int64_t mst_sandbox_left(const lua_State *L) {
    return mst_budget_left(sandbox_of(L)->budget);
}
