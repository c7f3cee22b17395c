/* Lua's syntax: against Lua's own compiler on every file of the project, on snippets and on damaged
 * files; the shape of trees, messages, and memory that ends. */
#define _XOPEN_SOURCE 700 /* nftw */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <ftw.h>
#include <lauxlib.h>
#include <lua.h>

#include "host/sandbox/dump.h"
#include "host/syntax/tree.h"

/* ---- against Lua's compiler ------------------------------------------------------------------ */

static lua_State *L;

static bool compiles(const char *text, size_t size) {
    return luaL_loadbufferx(L, text, size, "=lua", "t") == LUA_OK;
}

static bool same_upvalues(const struct syn_function *f, const struct sandbox_dump *dump,
                          const struct sandbox_proto *proto) {
    if (f->up_count != proto->up_count)
        return false;
    for (int i = 0; i < f->up_count; i++) {
        size_t length;
        const char *name = sandbox_dump_upvalue(dump, proto, i, &length);
        const char *own = f->ups[i] ? f->ups[i]->text : "_ENV";
        if (strlen(own) != length || memcmp(own, name, length) != 0)
            return false;
    }
    return true;
}

static bool same_function(const struct syn_function *f, const struct sandbox_dump *dump,
                          const struct sandbox_proto *proto) {
    return f->line == proto->line && f->last_line == proto->last_line &&
           f->param_count == proto->param_count && f->vararg == proto->vararg &&
           same_upvalues(f, dump, proto);
}

/* Compare the tree's functions with those of the function on top of the stack. */
static bool same_functions(const struct syn_tree *tree, const char *what) {
    struct sandbox_dump dump = {0};
    bool same = sandbox_dump_take(L, &dump);
    assert_true(same);
    same = tree->function_count == dump.count;
    if (!same)
        print_error("%s: %d functions, luac has %d\n", what, tree->function_count, dump.count);
    for (int i = 0; i < dump.count && same; i++) {
        same = same_function(tree->functions[i], &dump, &dump.protos[i]);
        if (!same)
            print_error("%s: function %d of line %d differs from that of luac\n", what, i,
                        dump.protos[i].line);
    }
    sandbox_dump_clear(&dump);
    return same;
}

/* Do we and Lua read the text alike? `from` and `to` of nodes are walked to be sane, too. */
static bool agrees(const char *what, const char *text, size_t size) {
    struct mst_error error = {0};
    struct syn_tree *tree = syn_read("it.lua", text, size, &error, NULL);
    bool lua = compiles(text, size), same = lua == (tree != NULL);
    if (!same)
        print_error("%s: we say %s%s; luac: %s\n", what, error.at, tree ? "yes" : error.text,
                    lua ? "yes" : lua_tostring(L, -1));
    else if (tree)
        same = same_functions(tree, what);
    lua_settop(L, 0);
    syn_free(tree);
    return same;
}

static size_t bytes_read, files_read;
static int disagreements;
static uint64_t dice = 1;

static size_t roll(size_t bound) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(dice >> 33) % (bound ? bound : 1);
}

typedef void visit(const char *path, const char *text, size_t size);
static visit *visitor;

static int visit_file(const char *path, const struct stat *info, int kind, struct FTW *ftw) {
    size_t length = strlen(path), size = 0;
    (void)info, (void)ftw;
    if (kind != FTW_F || length < 4 || strcmp(path + length - 4, ".lua") != 0)
        return 0;
    char *text = mst_read_file(path, 1 << 24, &size, NULL);
    assert_non_null(text);
    visitor(path, text, size);
    mst_free(text);
    return 0;
}

static void visit_all(visit *each) {
    visitor = each;
    disagreements = 0;
    assert_int_equal(nftw("lua", visit_file, 16, FTW_PHYS), 0);
    assert_int_equal(nftw("tests", visit_file, 16, FTW_PHYS), 0);
}

static void check_file(const char *path, const char *text, size_t size) {
    struct syn_tree *tree = syn_read(path, text, size, NULL, NULL);
    bytes_read += size;
    files_read++;
    syn_free(tree);
    disagreements += !agrees(path, text, size);
}

static void test_every_file_is_read_as_lua_reads_it(void **state) {
    (void)state;
    visit_all(check_file);
    print_message("%zu files, %zu bytes\n", files_read, bytes_read);
    assert_true(files_read > 100);
    assert_int_equal(disagreements, 0);
}

/* Take out, double or replace what stands at a random place, or cut the text there. */
static size_t damage(char *out, const char *text, size_t size) {
    static const char *const pieces[] = {
        "end", "(", ")", "local x <const> = 1", "=",  "goto a", "\"",
        "]]",  "{", ",", "function() end",      "..", "::a::"};
    size_t at = roll(size), to = at + 1, what = roll(5);
    while (to < size && at < size && text[at] != '\n' &&
           ((text[to] | 32) >= 'a' && (text[to] | 32) <= 'z'))
        to++;
    memcpy(out, text, at);
    if (what == 0)
        return at;
    size_t length = at;
    if (what == 1 || what == 2) {
        const char *piece = what == 1 ? " " : pieces[roll(sizeof pieces / sizeof *pieces)];
        memcpy(out + length, piece, strlen(piece));
        length += strlen(piece);
    } else if (what == 3) {
        memcpy(out + length, text + at, to - at);
        length += to - at;
        to = at;
    }
    memcpy(out + length, text + to, size - to);
    return length + size - to;
}

static void damage_file(const char *path, const char *text, size_t size) {
    char what[300];
    char *out = mst_alloc(2 * size + 100);
    assert_non_null(out);
    for (int i = 0; i < 12; i++) {
        snprintf(what, sizeof what, "%s, damaged by the dice before %llu", path,
                 (unsigned long long)dice);
        size_t length = damage(out, text, size);
        disagreements += !agrees(what, out, length);
    }
    mst_free(out);
}

static void test_damaged_files_are_refused_as_lua_refuses_them(void **state) {
    (void)state;
    visit_all(damage_file);
    assert_int_equal(disagreements, 0);
}

static void test_tricky_sources_are_read_as_lua_reads_them(void **state) {
    static const char *const list[] = {
        "",
        ";",
        ";;;",
        "return",
        "return;",
        "return 1,2;",
        "return return",
        "x",
        "x.y",
        "x:y",
        "x()",
        "x'a'",
        "x{}",
        "x.y 'a' {} [[b]] :c 'd'",
        "(x)()",
        "(x).y = 1",
        "(x) = 1",
        "x() = 1",
        "x, y = 1",
        "x, y() = 1",
        "x = ",
        "a.b:c = 1",
        "(f())",
        "f\n(g)",
        "local f; f\n(g).x = 1",
        /* numerals */
        "x = 9223372036854775807",
        "x = 9223372036854775808",
        "x = 0xffffffffffffffffff",
        "x = 0x",
        "x = 1e",
        "x = 1e5",
        "x = 0x1p4",
        "x = 0x.8p-1",
        "x = .5",
        "x = 5.",
        "x = 3x",
        "x = 1..2",
        "x = 1 ..2",
        "x = 08",
        "x = 0xep1",
        "x = 0x1e+1",
        "x = 1e+",
        "x = 0xA.",
        "x = 1_",
        "x = ...",
        "x = 3.14.15",
        "x = .e1",
        "x = 0x.p1",
        "x = 1e5e5",
        "x=1-.1",
        "x = 00",
        "x=a.1",
        /* strings */
        "x = 'a\\nb\\\\\\'\\\"\\a\\b\\f\\r\\t\\v'",
        "x = '\\q'",
        "x = '\\x4'",
        "x = '\\x4G'",
        "x = '\\x41'",
        "x = '\\65\\065\\0656'",
        "x = '\\256'",
        "x = '\\u{41}\\u{7FFFFFFF}'",
        "x = '\\u{80000000}'",
        "x = '\\u{}'",
        "x = '\\u41'",
        "x = '\\u{41'",
        "x = 'a\\\nb'",
        "x = 'a\\\r\nb' y = 1",
        "x = 'a\\z  \n\r\n \t b'",
        "x = 'a\nb'",
        "x = 'a",
        "x = \"a'",
        "x = '",
        "x = '\\",
        "x = '\\z",
        "x = [[a\nb]]",
        "x = [==[a]]b]=]c]==]",
        "x = [[a",
        "x = [=a",
        "x = [=",
        "x = a[[b]]",
        "x = a[ [[b]] ]",
        "x = a[b[c]]",
        "x = [[\r\na\r]]",
        "x = [[]]",
        "x=[==[\n]==]",
        /* comments */
        "-- x",
        "--",
        "--[[ x",
        "--[[ x\n]] y = 1",
        "--[==[ ]] ]==]y=1",
        "--[=x\ny=1",
        "--[\ny=1",
        "x = 1 --[[ a ]] + --[[ b ]] 2",
        "---[[ x\ny = 1",
        "#!lua\nx = 1",
        "# x",
        "\xef\xbb\xbfx=1",
        /* operators */
        "x = a or b and c < d | e ~ f & g << h .. i + j * -k ^ l",
        "x = - - a",
        "x = --a",
        "x = ~ ~a",
        "x = a ~= b",
        "x = a ~ = b",
        "x = not not a == b",
        "x = 2^-3^2",
        "x = a < b < c",
        "x = a !b",
        "x = a != b",
        "x = #a",
        "x = a // b",
        "x = a / / b",
        "x = a >> b >= c > d",
        "x = a = b",
        "x = a; y = b",
        "x = -'2'",
        "x = @",
        "x = $a",
        "x = a ? b",
        "x = `a`",
        "x = a\\b",
        /* locals, attributes */
        "local x",
        "local x <const>",
        "local x <const> = 1; x = 2",
        "local x <close>, y <close>",
        "local x <close> = nil",
        "local x <foo> = 1",
        "local x < const > = 1",
        "local x <const = 1",
        "local function f.g() end",
        "local function f() f() end",
        "local 5",
        "local x = x; local x = x",
        "local x <const> = 1; function x() end",
        "local x <const> = 1; function x.y() end",
        "local x <const> = 1; return function() x = 1 end",
        "local x <close> = y; x = 1",
        "local x, 1",
        "local x <const>, y = 1; y = 2",
        "local x <const>; for x = 1, 2 do x = x end",
        /* functions */
        "function f() end",
        "function f.a.b:c(...) end",
        "function f:a.b() end",
        "function f(a,) end",
        "function f(..., a) end",
        "function f(a, ...) return ... end",
        "function f() return ... end",
        "function () end",
        "x = function () end",
        "x = function f() end",
        "function f(a, a) end",
        "function f(self) end function f:g(self) return self end",
        "function\nf\n(\n)\nend",
        "x = function\n(\n)\nend",
        "local function\nf\n()\nend",
        "function f(1) end",
        "function f( end",
        /* blocks */
        "if x then",
        "if x then else elseif y then end",
        "if x then elseif y then else end",
        "if x end",
        "while x do end",
        "while do end",
        "repeat until x",
        "repeat local x until x",
        "do",
        "end",
        "for i = 1 do end",
        "for i = 1, 2 do end",
        "for i = 1, 2, 3 do end",
        "for i = 1, 2, 3, 4 do end",
        "for a.b = 1, 2 do end",
        "for i in x do end",
        "for i, j, k in x, y, z do end",
        "for i, j = 1, 2 do"
        " end",
        "for i = 1, 2 do i = 3 end",
        "break",
        "while x do break end",
        "while x do local f = "
        "function() break end end",
        "repeat break until x",
        "if x then break end",
        "do break end",
        "for i = 1, 2 do if x then break end end",
        "while x do break; x() end",
        "return 1 x()",
        "do return end x()",
        "do return 1; end",
        "if x then return y else return end",
        "local x = if",
        "x = end",
        "else",
        "until x",
        "then",
        "in",
        "local",
        "function",
        "goto",
        "for",
        /* goto */
        "goto a",
        "::a:: goto a",
        "goto a ::a::",
        "goto a; local x ::a::",
        "goto a; local x ::a:: x()",
        "do goto a; local x ::a:: ; ; end",
        "::a:: ::a::",
        "::a:: do ::a:: end",
        "do ::a:: end ::a::",
        "do ::a:: end goto a",
        "goto a; do ::a:: end",
        "do goto a end ::a::",
        "goto a; function f() ::a:: end",
        "function f() goto a end ::a::",
        "repeat goto a; local x ::a:: until x",
        "repeat goto a; local x ::a:: ; until true",
        "goto a; local x <const> = 1 ::a:: x()",
        "while x do if y then goto continue end local z ::continue:: end",
        "while x do if y then goto continue end local z ::continue:: f() end",
        "goto a; goto b; ::a:: ; ::b:: local x",
        "local goto = 1",
        "::a",
        ":: a ::",
        "::1::",
        "goto 1",
        "goto a; goto a; goto a; local z; do ::a:: end ::a::",
        "do local y goto a end local x ::a::",
        "do local y goto a end local x ::a:: x()",
        "do goto a end do local y end ::a:: x()",
        "while x do goto a end ::a:: repeat goto a until x",
        "::a:: function f() ::a:: goto a end goto a",
        "goto a ::b:: goto b; do goto c ::c:: end ::a:: goto b",
        "for i=1,2 do goto a end local x ::a::",
        "do goto l1; local a; ::l1:: ::l2:: end",
        "do goto l1; local a; ::l1:: ::l2:: a() end",
        /* tables */
        "x = {}",
        "x = {1}",
        "x = {1,}",
        "x = {1;2,3;}",
        "x = {,}",
        "x = {a=1, [b]=2, c, d=e}",
        "x = {a=}",
        "x = {[a]}",
        "x = {a==b}",
        "x = {a.b=1}",
        "x = {a, b=c==d}",
        "x = {[1]=2;}",
        "x = {1 2}",
        "x = {function() end}",
        "x = {a=function()\n\nend, function(...) end}",
        "x = {...}",
        "x = {[1=2}",
        "x = {nil=1}",
        "x = {end=1}",
        "x = { a\n=\n1, a\n==\n1 }",
        /* upvalues */
        "local a, b; function f() return b, a, x, a end",
        "local a; function f() return function() "
        "return function() return a, x end end end",
        "function f() return x end",
        "function f() end",
        "local a <const> = 1; return function() return a end",
        "local _ENV = {}; function f() return x end",
        "local a <const>, b <const> = 1, 2; return function() return a, b end",
        "local a <const>, b <const> = 1; return function() return a, b end",
        "local a <const> = -1; return function() return a end",
        "return function(_ENV) return x end",
        "local a <const> = 2 * 3 - 1; local b <const> = a + 1; return function() return a, b end",
        "local a <const> = 1 / 0; return function() return a end",
        "return _ENV",
        "_ENV = {}",
        "local a <const> = 0 * 1.0; return function() return a end",
        "return function() return _ENV end",
        "local a <const> = 1 // 0; return function() return a end",
        "function f() _ENV.x = _ENV end",
        "local a <const> = 1 < 2; return function() return a end",
        "local a <const> = 'x' .. 'y'; return function() return a end",
        "local a <const> = #'x'; return function() return a end",
        "local a <const> = not nil; local b <const> = not 5; return function() return a, b end",
        "local a <const> = true and 5; local b <const> = false or 5; return function() return a, b "
        "end",
        "local a <const> = nil and 5; local b <const> = 4 or 5; return function() return a, b end",
        "local a <const> = (true and 'x'); local b <const> = a; return function() return a, b end",
        "local a <const> = 1 | 2.0; local b <const> = 1 | 2.5; return function() return a, b end",
        "local a <const> = 0.0; local b <const> = -0.0; return function() return a, b end",
        "local a <const> = a; return function() return a end",
        "local a <const> = 2^53; return function() "
        "return a end",
        "local a <const> = -'2'; return function() return a end",
        "local a <const> = ~5; local b <const> = 1 << 63 >> 62; return function() return a, b end",
        "local a <const> = ~5.5; local b <const> = 5 % 0; return function() return a, b end",
        "local a <const> = {}; local b <const> = f(); return function() return a, b end",
        "local a <const> = 1; local b = a; return function() return a, b end",
        "local a <const> = nil; local b <const>; return function() return a, b end",
        "local a = 1; local function f() return a end; local a = 2; local function g() return a, f "
        "end",
        "local a; function f() local b = a; local a = 2; return function() return a, b end end",
        "local x <close> = nil; return function() return x end",
        "for i = 1, 2 do local f = function() return i end end",
        "local t = {} function t:m() return self, t end",
        "local a; do local a; f = function() return a end end; g = function() return a end",
        "local function r() return r end",
        "local r = function() return r end",
        "local a; return function(x, a) return function() return a, x, y end end",
        "repeat local a; until (function() return a end)()",
    };
    int bad = 0;
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        bad += !agrees(list[i], list[i], strlen(list[i]));
    static const char with_zero[] = "x = 'a\0b' -- \0\ny = [[\0]]", zero[] = "x = 1 \0 y = 2";
    bad += !agrees("zeros", with_zero, sizeof with_zero - 1);
    bad += !agrees("a zero outside of strings", zero, sizeof zero - 1);
    assert_int_equal(bad, 0);
}

/* `count` times `piece`, between `before` and `after`. */
static bool repeated_agrees(const char *before, const char *piece, int count, const char *after) {
    struct mst_buf buf = {0};
    mst_buf_puts(&buf, before);
    for (int i = 0; i < count; i++)
        mst_buf_printf(&buf, "%s", piece);
    mst_buf_puts(&buf, after);
    bool same = agrees(piece, mst_buf_text(&buf), buf.length);
    mst_buf_clear(&buf);
    return same;
}

static void test_limits_are_those_of_lua(void **state) {
    (void)state;
    for (int count = 180; count < 220; count++) {
        assert_true(repeated_agrees("", "local a ", count, ""));
        assert_true(repeated_agrees("function f() ", "local a; ", count, " end"));
        assert_true(repeated_agrees("function f(x", ",a", count, ") end"));
        assert_true(repeated_agrees("x = ", "-", 1, "1"));
        assert_true(repeated_agrees("x = ", "not ", count, "1"));
        assert_true(repeated_agrees("", "do ", count, ""));
        assert_true(repeated_agrees("x = ", "{", count, ""));
        assert_true(repeated_agrees("x = a", "..a", count, ""));
        assert_true(repeated_agrees("for i = 1, 2 do ", "local a ", count, "end"));
        assert_true(repeated_agrees("for i in x do ", "local a ", count, "end"));
    }
    assert_true(repeated_agrees("x = a", "+a", 900, ""));
    assert_true(repeated_agrees("x = a", ".b", 900, ""));
    assert_true(repeated_agrees("if a then ", "elseif b then ", 900, "end"));
    assert_true(
        repeated_agrees("", "local function f() goto a; ::a:: end do local a end ", 5000, ""));
}

/* Neither a long chain nor a deep nest makes a tree that cannot be walked by recursion. */
static void test_trees_are_never_high(void **state) {
    struct mst_buf buf = {0};
    struct mst_error error;
    int column = 0;
    static const struct {
        const char *before, *piece, *after;
    } list[] = {{"x = a", " + a", ""},
                {"x = a", ".b", ""},
                {"a", "()", ""},
                {"if a then ", "elseif b then ", "end"}};
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        mst_buf_reset(&buf);
        mst_buf_puts(&buf, list[i].before);
        for (int k = 0; k < 100000; k++)
            mst_buf_puts(&buf, list[i].piece);
        mst_buf_puts(&buf, list[i].after);
        assert_null(syn_read("x.lua", buf.text, buf.length, &error, &column));
        assert_int_equal(error.status, MST_BAD_FILE);
        assert_non_null(strstr(error.text, "too long or too deeply nested"));
    }
    mst_buf_clear(&buf);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static const char *const OPS[] = {"or", "and", "<",  ">",   "<=", ">=", "~=", "==", "|",
                                  "~",  "&",   "<<", ">>",  "..", "+",  "-",  "*",  "/",
                                  "//", "%",   "^",  "not", "#",  "-",  "~"};

static void print_node(struct mst_buf *out, const struct syn_node *n);

static void print_list(struct mst_buf *out, const struct syn_node *n) {
    for (; n; n = n->next) {
        mst_buf_char(out, ' ');
        print_node(out, n);
    }
}

/* (word children) */
static void print_form(struct mst_buf *out, const char *word, const struct syn_node *a,
                       const struct syn_node *b, const struct syn_node *c) {
    mst_buf_printf(out, "(%s", word);
    print_list(out, a);
    if (b)
        mst_buf_puts(out, " :");
    print_list(out, b);
    if (c)
        mst_buf_puts(out, " :");
    print_list(out, c);
    mst_buf_char(out, ')');
}

static void print_function(struct mst_buf *out, const struct syn_function *f) {
    mst_buf_puts(out, "(fn [");
    for (int i = 0; i < f->param_count; i++)
        mst_buf_printf(out, "%s%s", i ? " " : "", f->params[i]->text);
    mst_buf_printf(out, "%s]", f->vararg ? " ..." : "");
    print_list(out, f->body);
    mst_buf_char(out, ')');
}

static void print_string(struct mst_buf *out, const struct syn_node *n) {
    mst_buf_char(out, '\'');
    for (size_t i = 0; i < n->length; i++)
        if (n->s[i] >= ' ' && n->s[i] < 127)
            mst_buf_char(out, n->s[i]);
        else
            mst_buf_printf(out, "<%02x>", (unsigned char)n->s[i]);
    mst_buf_char(out, '\'');
    assert_int_equal(n->s[n->length], 0);
}

static void print_value(struct mst_buf *out, const struct syn_node *n) {
    switch (n->kind) {
    case SYN_NIL: mst_buf_puts(out, "nil"); break;
    case SYN_TRUE: mst_buf_puts(out, "true"); break;
    case SYN_FALSE: mst_buf_puts(out, "false"); break;
    case SYN_INT: mst_buf_int(out, n->k); break;
    case SYN_FLOAT: mst_buf_printf(out, "%.17gf", n->number); break;
    case SYN_STRING: print_string(out, n); break;
    case SYN_VARARG: mst_buf_puts(out, "..."); break;
    case SYN_FUNCTION: print_function(out, n->function); break;
    case SYN_LOCAL: mst_buf_puts(out, n->name->text); break;
    default: mst_buf_printf(out, "@%s", n->s); break;
    }
}

static void print_node(struct mst_buf *out, const struct syn_node *n) {
    static const char *const words[] = {
        [SYN_INDEX] = "index",   [SYN_CALL] = "call",       [SYN_PAREN] = "paren",
        [SYN_TABLE] = "table",   [SYN_ENTRY] = "entry",     [SYN_DECLARE] = "local",
        [SYN_ASSIGN] = "set",    [SYN_DO_CALL] = "do-call", [SYN_DO] = "do",
        [SYN_WHILE] = "while",   [SYN_REPEAT] = "repeat",   [SYN_IF] = "if",
        [SYN_FOR_IN] = "for-in", [SYN_DEFINE] = "define",   [SYN_RETURN] = "return",
        [SYN_BREAK] = "break",
    };
    char word[100];
    if (n->kind <= SYN_GLOBAL) {
        print_value(out, n);
        return;
    }
    if (n->kind == SYN_BINARY || n->kind == SYN_UNARY)
        snprintf(word, sizeof word, "%s", OPS[n->op]);
    else if (n->kind == SYN_METHOD)
        snprintf(word, sizeof word, "method %s", n->s);
    else if (n->kind == SYN_FOR || n->kind == SYN_LOCAL_FUNCTION)
        snprintf(word, sizeof word, "%s %s", n->kind == SYN_FOR ? "for" : "local-fn",
                 n->name->text);
    else if (n->kind == SYN_GOTO || n->kind == SYN_LABEL)
        snprintf(word, sizeof word, "%s %s", n->kind == SYN_GOTO ? "goto" : "label", n->s);
    else
        snprintf(word, sizeof word, "%s", words[n->kind]);
    print_form(out, word, n->a, n->b, n->c);
}

static struct syn_tree *read_text(const char *source) {
    struct mst_error error = {0};
    struct syn_tree *tree = syn_read("x.lua", source, strlen(source), &error, NULL);
    if (!tree)
        fail_msg("%s: %s: %s", source, error.at, error.text);
    return tree;
}

static void expect_shape(const char *source, const char *shape) {
    struct mst_buf out = {0};
    struct syn_tree *tree = read_text(source);
    print_list(&out, tree->functions[0]->body);
    assert_string_equal(mst_buf_text(&out) + (out.length > 0), shape);
    mst_buf_clear(&out);
    syn_free(tree);
}

static void test_operators_bind_as_in_lua(void **state) {
    static const struct {
        const char *source, *shape;
    } list[] = {
        {"return a or b and c", "(return (or @a : (and @b : @c)))"},
        {"return a and b or c", "(return (or (and @a : @b) : @c))"},
        {"return a < b and c", "(return (and (< @a : @b) : @c))"},
        {"return a | b < c", "(return (< (| @a : @b) : @c))"},
        {"return a | b ~ c & d << e", "(return (| @a : (~ @b : (& @c : (<< @d : @e)))))"},
        {"return a << b .. c", "(return (<< @a : (.. @b : @c)))"},
        {"return a .. b .. c", "(return (.. @a : (.. @b : @c)))"},
        {"return a .. b + c", "(return (.. @a : (+ @b : @c)))"},
        {"return a - b - c", "(return (- (- @a : @b) : @c))"},
        {"return a + b * c", "(return (+ @a : (* @b : @c)))"},
        {"return a // b % c / d", "(return (/ (% (// @a : @b) : @c) : @d))"},
        {"return -a ^ b", "(return (- (^ @a : @b)))"},
        {"return a ^ -b ^ c", "(return (^ @a : (- (^ @b : @c))))"},
        {"return not a == b", "(return (== (not @a) : @b))"},
        {"return #a * ~b", "(return (* (# @a) : (~ @b)))"},
        {"return (a + b) * c", "(return (* (paren (+ @a : @b)) : @c))"},
        {"return a >= b == c > d", "(return (> (== (>= @a : @b) : @c) : @d))"},
        {"return a ~= b <= c", "(return (<= (~= @a : @b) : @c))"},
        {"return - - 2", "(return (- (- 2)))"},
        {"return a >> 1, (b)", "(return (>> @a : 1) (paren @b))"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        expect_shape(list[i].source, list[i].shape);
}

static void test_literals_have_their_values(void **state) {
    (void)state;
    expect_shape("return 1, 0x10, 0xffffffffffffffff, 9223372036854775807, 9223372036854775808",
                 "(return 1 16 -1 9223372036854775807 9.2233720368547758e+18f)");
    expect_shape("return 1e2, .5, 0x.8p1, 3., 1//1", "(return 100f 0.5f 1f 3f (// 1 : 1))");
    expect_shape("return nil, true, false, ...", "(return nil true false ...)");
    expect_shape("return 'a\\65\\x42\\u{20AC}\\n\\z \n  c\\\\', [[\r\nx\r\ny]], [=[]]]=]",
                 "(return 'aAB<e2><82><ac><0a>c\\' 'x<0a>y' ']]')");
    expect_shape("return '\\u{7FFFFFFF}\\u{800}\\u{7ff}'",
                 "(return '<fd><bf><bf><bf><bf><bf><e0><a0><80><df><bf>')");
}

static void test_statements_have_their_parts(void **state) {
    static const struct {
        const char *source, *shape;
    } list[] = {
        {"local a, b <const> = 1, f()", "(local a b : 1 (call @f))"},
        {"local a a.b[c], d = 1", "(local a) (set (index (index a : 'b') : @c) @d : 1)"},
        {"f 'x' {1, a = 2, [b] = 3} :g(4).h()", "(do-call (call (index (method g (call (call @f : "
                                                "'x') : (table (entry : 1) (entry 'a' : 2) "
                                                "(entry @b : 3))) : 4) : 'h')))"},
        {"if a then b() elseif c then d() else e() end",
         "(if @a : (do-call (call @b)) : (if @c : (do-call (call @d)) : (do-call (call @e))))"},
        {"while a do break end repeat local x until x",
         "(while @a : (break)) (repeat x : (local x))"},
        {"for i = 1, 2 do f(i) end for k, v in p do end",
         "(for i 1 2 : (do-call (call @f : i))) (for-in @p : k v)"},
        {"function a.b:c(d, ...) return self end",
         "(define (index (index @a : 'b') : 'c') : (fn [self d ...] (return self)))"},
        {"local function f() return f end", "(local-fn f : (fn [] (return f)))"},
        {"goto x; do ::x:: end ::x::", "(goto x) (do (label x)) (label x)"},
        {"local _ENV = {}; x = y",
         "(local _ENV : (table)) (set (index _ENV : 'x') : (index _ENV : 'y'))"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        expect_shape(list[i].source, list[i].shape);
}

/* ---- what nodes and names know --------------------------------------------------------------- */

static const struct syn_name *upvalue(const struct syn_tree *tree, int function, const char *name) {
    const struct syn_function *f = tree->functions[function];
    for (int i = 0; i < f->up_count; i++)
        if (f->ups[i] && !strcmp(f->ups[i]->text, name))
            return f->ups[i];
    fail_msg("no upvalue %s", name);
    return NULL;
}

static void test_names_know_how_they_are_used(void **state) {
    struct syn_tree *tree = read_text("local a, b, c = 1, f()\n"
                                      "local k <const> = 2 * 3\n"
                                      "a = 2; a = 3\n"
                                      "for i = 1, 2 do while x do local d = i\n"
                                      "  e = function(p) b = d; return a, c, i, k end end end\n");
    (void)state;
    const struct syn_name *a = upvalue(tree, 1, "a"), *b = upvalue(tree, 1, "b"),
                          *c = upvalue(tree, 1, "c"), *d = upvalue(tree, 1, "d"),
                          *i = upvalue(tree, 1, "i");
    assert_int_equal(a->assignments, 2);
    assert_int_equal(a->assigned->line, 3);
    assert_int_equal(a->assigned->column, 8);
    assert_false(a->assigned_inside);
    assert_int_equal(a->init->k, 1);
    assert_int_equal(b->assignments, 1);
    assert_true(b->assigned_inside);
    assert_int_equal(b->init->kind, SYN_CALL);
    assert_null(c->init);
    assert_int_equal(d->depth, 2);
    assert_true(i->loop);
    assert_int_equal(i->depth, 1);
    assert_true(tree->functions[1]->params[0]->param);
    assert_ptr_equal(tree->functions[1]->params[0]->owner, tree->functions[1]);
    assert_ptr_equal(a->owner, tree->functions[0]);
    const struct syn_node *k = tree->functions[0]->body->next->a;
    assert_non_null(k->name->value);
    assert_int_equal(k->name->value->k, 6);
    assert_int_equal(tree->functions[1]->up_count, 5);
    syn_free(tree);
}

static void test_nodes_know_their_places(void **state) {
    static const char source[] = "local x = 1\n  f(a.b + c:d(2), function() end)\n";
    struct syn_tree *tree = read_text(source);
    const struct syn_node *call = tree->functions[0]->body->next->a, *sum = call->b;
    (void)state;
    assert_int_equal(call->line, 2);
    assert_int_equal(call->column, 3);
    assert_int_equal(call->from, 14);
    assert_int_equal(call->to, sizeof source - 2);
    assert_int_equal(sum->column, 9);
    assert_memory_equal(source + sum->from, "a.b + c:d(2)", (size_t)(sum->to - sum->from));
    assert_int_equal(sum->b->column, 13); /* of the method's name */
    const struct syn_function *f = sum->next->function;
    assert_int_equal(f->index, 1);
    assert_ptr_equal(f->parent, tree->functions[0]);
    assert_memory_equal(source + f->from, "function() end", (size_t)(f->to - f->from));
    assert_int_equal(tree->functions[0]->body->from, 0);
    assert_int_equal(tree->functions[0]->body->to, 11);
    syn_free(tree);
}

static int size_of(const char *source) {
    struct syn_tree *tree = read_text(source);
    int size = syn_size(tree->functions[0]->body);
    syn_free(tree);
    return size;
}

/* The size decides whether a function is inlined, so nested tables must not make it larger. */
static void test_chains_of_names_count_once(void **state) {
    int one = size_of("return w.arms(w.place)");
    (void)state;
    assert_int_equal(size_of("return w.state.arms(w.state.far.place)"), one);
    assert_true(size_of("return w.arms") > size_of("return arms"));
    assert_true(size_of("return w[state].arms(w.place)") > one);
    assert_true(size_of("return w.arms(w.place, w.facing)") > one);
}

static void test_comments_are_found(void **state) {
    struct mst_buf out = {0};
    struct syn_tree *tree = read_text("--- Adds.\n---@param a integer\n  ---  Twice.\r\n"
                                      "local function f(a) end\n"
                                      "-- no\nlocal g\n\n---- ruler\nlocal h\n--- end");
    (void)state;
    assert_true(syn_comment(tree, 4, &out));
    assert_string_equal(mst_buf_text(&out), "Adds.\n@param a integer\n Twice.");
    assert_true(syn_comment(tree, 2, &out));
    assert_string_equal(mst_buf_text(&out), "Adds.");
    assert_false(syn_comment(tree, 1, &out));
    assert_false(syn_comment(tree, 6, &out));
    assert_false(syn_comment(tree, 9, &out));
    assert_false(syn_comment(tree, 99, &out));
    assert_string_equal(mst_buf_text(&out), "");
    mst_buf_clear(&out);
    syn_free(tree);
}

/* ---- faults ---------------------------------------------------------------------------------- */

static void test_faults_say_where_and_what(void **state) {
    static const struct {
        const char *source, *at;
        int column;
        const char *text;
    } list[] = {
        {"x = 'abc\n", "x.lua:1", 5, "unterminated string: its closing ' is missing"},
        {"\nx = [==[ a", "x.lua:2", 5, "unterminated long string: its closing ']==]' is missing"},
        {"--[[ a\nb", "x.lua:1", 3, "unterminated long comment: its closing ']]' is missing"},
        {"x = 3x", "x.lua:1", 5, "malformed number '3x'"},
        {"x = 'a\\q'", "x.lua:1", 7, "unknown escape sequence; for a backslash write \\\\"},
        {"x = a ? b", "x.lua:1", 7, "unexpected symbol '?'"},
        {"x = \xc3\xa4", "x.lua:1", 5, "unexpected character with code 195"},
        {"\nlocal f = function()\n  if x then\n  end\n", "x.lua:5", 1,
         "expected 'end' to close 'function' at line 2, found the end of the file"},
        {"f(a,\n b", "x.lua:2", 3,
         "expected ')' to close '(' at line 1, found the end of the file"},
        {"x = {1 2}", "x.lua:1", 8, "expected '}', found the number 2"},
        {"if x then\n\nelse\n", "x.lua:4", 1,
         "expected 'end' to close 'if' at line 1, found the end of the file"},
        {"x = = 1", "x.lua:1", 5, "expected an expression, found '='"},
        {"x + 1", "x.lua:1", 3, "expected '=' or a call to make this a statement, found '+'"},
        {"'a'()", "x.lua:1", 1, "expected a statement, found a string"},
        {"end", "x.lua:1", 1, "expected the end of the file, found 'end'"},
        {"local x <const> = 1\nlocal y\nx = 2", "x.lua:3", 1,
         "'x' is <const>, declared at line 1: it cannot be assigned to"},
        {"local x <konst> = 1", "x.lua:1", 10,
         "unknown attribute 'konst'; expected <const> or <close>"},
        {"goto done", "x.lua:1", 6, "no visible label 'done' for this goto"},
        {"::a::\n::a::", "x.lua:2", 1, "the label 'a' is already defined at line 1"},
        {"goto a\nlocal x\n::a:: x()", "x.lua:1", 6,
         "this goto jumps into the scope of the local 'x' at line 2"},
        {"break", "x.lua:1", 1, "a break outside a loop"},
        {"function f() return ... end", "x.lua:1", 21,
         "'...' in a function whose parameters do not end with '...'"},
        {"f() = 1", "x.lua:1", 1, "only a name, a field or an element can be assigned to"},
        {"for i 1, 2 do end", "x.lua:1", 7, "expected '=' or 'in', found the number 1"},
        {"local 1", "x.lua:1", 7, "expected a name, found the number 1"},
        {"x.while = 1", "x.lua:1", 3, "expected a name, found 'while'"},
    };
    struct mst_error error;
    int column;
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        column = 0;
        assert_null(syn_read("x.lua", list[i].source, strlen(list[i].source), &error, &column));
        assert_string_equal(error.text, list[i].text);
        assert_string_equal(error.at, list[i].at);
        assert_int_equal(column, list[i].column);
        assert_int_equal(error.status, MST_BAD_FILE);
        assert_false(compiles(list[i].source, strlen(list[i].source)));
        lua_settop(L, 0);
    }
}

static void test_memory_may_end_anywhere(void **state) {
    struct mst_buf buf = {0};
    struct mst_error error;
    (void)state;
    for (int i = 0; i < 3000; i++)
        mst_buf_printf(&buf, "do local a = {%d, 'x%d'}; f = function() return a, x%d end end\n", i,
                       i, i);
    struct syn_tree *tree = NULL;
    long failing = 0;
    for (; !tree && failing < 1000; failing++) {
        core_mem_fail_after(failing);
        tree = syn_read("x.lua", buf.text, buf.length, &error, NULL);
        core_mem_fail_after(-1);
        assert_true(tree || error.status == MST_NO_MEMORY);
    }
    assert_non_null(tree);
    assert_true(failing > 5);
    syn_free(tree);
    mst_buf_clear(&buf);
    syn_free(NULL);
}

static int set_up(void **state) {
    (void)state;
    L = luaL_newstate();
    return L == NULL;
}

static int tear_down(void **state) {
    (void)state;
    lua_close(L);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operators_bind_as_in_lua),
        cmocka_unit_test(test_literals_have_their_values),
        cmocka_unit_test(test_statements_have_their_parts),
        cmocka_unit_test(test_names_know_how_they_are_used),
        cmocka_unit_test(test_nodes_know_their_places),
        cmocka_unit_test(test_chains_of_names_count_once),
        cmocka_unit_test(test_comments_are_found),
        cmocka_unit_test(test_faults_say_where_and_what),
        cmocka_unit_test(test_tricky_sources_are_read_as_lua_reads_them),
        cmocka_unit_test(test_limits_are_those_of_lua),
        cmocka_unit_test(test_trees_are_never_high),
        cmocka_unit_test(test_memory_may_end_anywhere),
        cmocka_unit_test(test_every_file_is_read_as_lua_reads_it),
        cmocka_unit_test(test_damaged_files_are_refused_as_lua_refuses_them),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
