/* Rule functions, compiled and as Lua: random functions must list the same moves and come to the
 * same positions either way, and what no rule may do is reported with its place.
 *
 * LOWER_MODULES=n compares so many random modules instead of a few. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"

/* Stones, some of which are flagged, on a small board; fields to write what functions come to. */
static const char GAME[] =
    "muster.module {}\nmuster.game { title = 'G', seats = 2 }\n"
    "local grid = muster.grid { columns = 4, rows = 4 }\n"
    "local stone = muster.pieces { 'stone', count = 6 }\n"
    "local now = muster.state { { 'turn', max = 1 }, { 'x', min = -99, max = 99 },\n"
    "  { 'y', min = -99, max = 99 }, { 'spot', holds = 'zone' }, { 'hero', holds = 'piece' } }\n"
    "local arms = muster.field { 'arms', of = 'piece', max = 6 }\n"
    "local flag = muster.field { 'flag', of = 'piece' }\n"
    "local ground = muster.field { 'ground', of = 'zone', max = 3, indexed = true }\n"
    "local box = box\n"
    "local prison = muster.container { 'prison', per_seat = true }\n"
    "local goal = { [0] = grid.row(0), grid.row(3) }\n"
    "local odds = { [0] = 1, 3, 5, 7 }\n"
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"
    "muster.setup(function() for p = 0, 5 do put(p, p * 2) owner[p] = p % 2 arms[p] = p end\n"
    "  put(5, 0) flag[3] = true ground[5] = 2 ground[6] = 3 ground[9] = 2 go(play) end)\n"
    "muster.ending('won')\n"
    "local function deep(n, p) if n <= 0 or not p then return n end\n"
    "  return deep(n - 1, below(p)) + 1 end\n"
    "local function both(n, p) if p then return n + 1, arms[p] end return n, 2 end\n"
    "local function apart(n, p) local a, b = both(n, p) return a * 2 - b end\n";

/* ---- writing random functions ------------------------------------------------------------------
 */

struct writer {
    struct mst_rng rng;
    struct mst_buf out;
    int numbers, pieces, zones; /* names in scope: n1 .., p1 .., z1 .. */
    int functions;              /* f0 .., of a number and a piece, written so far */
    int loops;
    bool rules; /* o0 .., q0 .., r0 are there */
    bool writes;
};

static int below(struct writer *w, int count) {
    return (int)mst_rng_below(&w->rng, (uint64_t)count);
}

static void number(struct writer *w, int depth);
static void truth(struct writer *w, int depth);
static void piece(struct writer *w, int depth);
static void zone(struct writer *w, int depth);
static void set(struct writer *w, int depth);

/* Text in which N, B, P, Z, S stand for what is written there. */
static void write(struct writer *w, const char *text, int depth) {
    for (; *text; text++)
        switch (*text) {
        case 'N': number(w, depth - 1); break;
        case 'B': truth(w, depth - 1); break;
        case 'P': piece(w, depth - 1); break;
        case 'Z': zone(w, depth - 1); break;
        case 'S': set(w, depth - 1); break;
        default: mst_buf_char(&w->out, *text);
        }
}

#define ONE_OF(w, list, depth)                                                                     \
    write(w, (list)[below(w, (int)(sizeof(list) / sizeof *(list)))], depth)

/* "DOMAIN(function(z1) return WHAT end)" */
static void loop_over(struct writer *w, const char *domain, char name, const char *what,
                      int depth) {
    int *names = name == 'p' ? &w->pieces : &w->zones;
    write(w, domain, depth);
    mst_buf_printf(&w->out, "(function(%c%d) return ", name, ++*names);
    write(w, what, depth);
    --*names;
    mst_buf_puts(&w->out, " end)");
}

static void number(struct writer *w, int depth) {
    static const char *const leaves[] = {"1", "2", "(-3)", "now.x", "now.y", "now.turn"};
    static const char *const rest[] = {"(N + N)",
                                       "(N - N)",
                                       "(N * 3)",
                                       "(N // 2)",
                                       "(N % 5)",
                                       "(N // (N % 3 + 4))",
                                       "(N & N)",
                                       "(N & 6)",
                                       "(N | N)",
                                       "(5 | N)",
                                       "(~N)",
                                       "(N << 2)",
                                       "#S",
                                       "level(P)",
                                       "count(Z)",
                                       "arms[P]",
                                       "arms[P]",
                                       "ground[Z]",
                                       "math.min(N, N)",
                                       "math.max(N, N)",
                                       "math.abs(N)",
                                       "(B and N or N)",
                                       "odds[N % 4]",
                                       "(-N)"};
    if (w->numbers && below(w, 3) == 0)
        mst_buf_printf(&w->out, "n%d", 1 + below(w, w->numbers));
    else if (depth <= 0)
        ONE_OF(w, leaves, 0);
    else if (below(w, 12) == 0)
        loop_over(w, "S:tally", 'z', "B", depth);
    else if (below(w, 12) == 0)
        loop_over(w, "pieces(Z):sum", 'p', "N", depth);
    else if (w->rules && below(w, 8) == 0)
        write(w, below(w, 2) ? "q0(N, P)" : "o0()", depth);
    else if (below(w, 14) == 0)
        write(w, below(w, 2) ? "deep(N % 4, P)" : "apart(N, P)", depth);
    else if (w->functions && below(w, 5) == 0) {
        mst_buf_printf(&w->out, "f%d", below(w, w->functions));
        write(w, "(N, P)", depth);
    } else
        ONE_OF(w, rest, depth);
}

static void truth(struct writer *w, int depth) {
    static const char *const leaves[] = {"true", "(now.x > 2)", "(now.y == 1)",
                                         "(now.spot ~= nil)"};
    static const char *const rest[] = {
        "(N < N)",   "(N <= N)",   "(N == N)",           "(N ~= N)",
        "(N > N)",   "(not B)",    "(B and B)",          "(B or B)",
        "S[Z]",      "flag[P]",    "(P == P)",           "(P ~= nil)",
        "(Z == Z)",  "(Z == nil)", "(owner[P] == 0)",    "(owner[P] == owner[P])",
        "(#S == 0)", "(P and B)",  "(kind(P) == stone)", "goal[now.turn][Z]",
        "(S == S)"};
    if (depth <= 0)
        ONE_OF(w, leaves, 0);
    else if (w->rules && below(w, 10) == 0)
        write(w, below(w, 2) ? "r0(N, P)" : "q1(P)", depth);
    else if (below(w, 10) == 0)
        loop_over(w, "S:some", 'z', "B", depth);
    else if (below(w, 10) == 0)
        loop_over(w, "pieces(Z):every", 'p', "B", depth);
    else
        ONE_OF(w, rest, depth);
}

static void piece(struct writer *w, int depth) {
    static const char *const leaves[] = {"top(0)", "top(4)", "now.hero"};
    static const char *const rest[] = {
        "top(Z)", "top(Z)", "below(P)", "piece_at(Z, N)", "piece_at(prison[0], N)", "(P or P)"};
    if (w->pieces && below(w, 2) == 0)
        mst_buf_printf(&w->out, "p%d", 1 + below(w, w->pieces));
    else if (depth <= 0)
        ONE_OF(w, leaves, 0);
    else if (below(w, 8) == 0)
        loop_over(w, "pieces(Z):pick", 'p', "B", depth);
    else
        ONE_OF(w, rest, depth);
}

static void zone(struct writer *w, int depth) {
    static const char *const leaves[] = {"at(0, 0)", "at(1, 1)", "now.spot"};
    static const char *const rest[] = {"step(Z, grid.n)", "step(Z, now.turn)", "S:first()",
                                       "(Z or Z)", "at(1, 2)"};
    if (w->zones && below(w, 2) == 0)
        mst_buf_printf(&w->out, "z%d", 1 + below(w, w->zones));
    else if (depth <= 0)
        ONE_OF(w, leaves, 0);
    else if (below(w, 8) == 0)
        loop_over(w, "S:pick", 'z', "B", depth);
    else
        ONE_OF(w, rest, depth);
}

static void set(struct writer *w, int depth) {
    static const char *const leaves[] = {"zones",          "occupied()",      "goal[0]",
                                         "tops(stone, 1)", "ground:where(2)", "nothing"};
    static const char *const rest[] = {
        "(S | S)",        "(S & S)",        "(S - S)",          "(~S)",
        "near(S)",        "only(Z)",        "shift(S, grid.e)", "flood(S, S)",
        "ray(S, N, S)",

        "goal[now.turn]", "(B and S or S)", "tops(stone)",      "ground:where(N % 4)"};
    if (depth <= 0)
        ONE_OF(w, leaves, 0);
    else if (w->rules && below(w, 8) == 0)
        write(w, "o1()", 0);
    else if (below(w, 6) == 0)
        loop_over(w, "S:where", 'z', "B", depth);
    else
        ONE_OF(w, rest, depth);
}

static void statements(struct writer *w, int count, int depth);

static void block(struct writer *w, int depth) {
    int numbers = w->numbers, pieces = w->pieces, zones = w->zones;
    statements(w, 1 + below(w, 2), depth - 1);
    w->numbers = numbers;
    w->pieces = pieces;
    w->zones = zones;
}

static void loop(struct writer *w, int depth) {
    int kind = below(w, 7), mark = ++w->loops;
    bool skips = below(w, 4) == 0;
    if (kind == 6) {
        mst_buf_printf(&w->out, "local w%d = 0\nrepeat\nw%d = w%d + 1\n", mark, mark, mark);
        block(w, depth);
        mst_buf_printf(&w->out, "until w%d > 3 or ", mark);
        truth(w, 3);
        write(w, "\n", 0);
        return;
    }
    if (kind == 0) {
        write(w, "for ", 0);
        mst_buf_printf(&w->out, "z%d in ", w->zones + 1);
        set(w, 2);
        w->zones++;
    } else if (kind == 1) {
        mst_buf_printf(&w->out, "for p%d in pieces(", w->pieces + 1);
        zone(w, 2);
        write(w, ")", 0);
        w->pieces++;
    } else if (kind == 2) {
        mst_buf_printf(&w->out, "for n%d = %d, %d", w->numbers + 1, below(w, 4), 2 + below(w, 12));
        w->numbers++;
    } else if (kind == 3) {
        mst_buf_printf(&w->out, "for _, n%d in ipairs { 4, 1, 2 }", w->numbers + 1);
        w->numbers++;
    } else if (kind == 4) {
        mst_buf_printf(&w->out, "local w%d = 0\nwhile w%d < 5 and ", mark, mark);
        truth(w, 3);
    }
    if (kind == 5) { /* down a pile, as far as something holds */
        mst_buf_printf(&w->out, "local p%d = ", w->pieces + 1);
        piece(w, 2);
        w->pieces++;
        mst_buf_printf(&w->out, "\nwhile p%d and ", w->pieces);
        truth(w, 3);
        mst_buf_printf(&w->out, " do p%d = below(p%d) end\n", w->pieces, w->pieces);
        return;
    }
    write(w, " do\n", 0);
    if (kind == 4)
        mst_buf_printf(&w->out, "w%d = w%d + 1\n", mark, mark);
    if (skips) {
        write(w, "if B then ", 2);
        mst_buf_printf(&w->out, "goto on%d end\n", mark);
    }
    block(w, depth);
    if (below(w, 3) == 0)
        write(w, "if B then break end\n", 2);
    if (skips)
        mst_buf_printf(&w->out, "::on%d::\n", mark);
    write(w, "end\n", 0);
    w->zones -= kind == 0;
    w->pieces -= kind == 1;
    w->numbers -= kind == 2 || kind == 3;
}

/* Stored values lie within the fields. */
static void deed(struct writer *w, int depth) {
    static const char *const deeds[] = {"now.x = N % 90\n", "now.y, now.x = N % 9, now.y\n",
                                        "now.hero = P\n", "now.spot = Z\n",
                                        "now.turn = 1 - now.turn\n"};
    int name = w->pieces + 1;
    if (below(w, 2)) {
        ONE_OF(w, deeds, depth);
        return;
    }
    mst_buf_printf(&w->out, "do local p%d = ", name);
    piece(w, depth);
    mst_buf_printf(&w->out, "\nif p%d then ", name);
    w->pieces++;
    if (below(w, 2))
        mst_buf_printf(&w->out, "arms[p%d]", name), write(w, " = N % 7", depth);
    else
        mst_buf_printf(&w->out, "flag[p%d]", name), write(w, " = B", depth);
    write(w, " end end\n", 0);
    w->pieces--;
}

static void assignment(struct writer *w, int depth) {
    if (!w->numbers || below(w, 2)) {
        mst_buf_printf(&w->out, "local n%d = ", w->numbers + 1);
        number(w, depth);
        w->numbers++;
    } else {
        mst_buf_printf(&w->out, "m = ");
        number(w, depth);
    }
    write(w, "\n", 0);
}

static void statements(struct writer *w, int count, int depth) {
    for (int i = 0; i < count; i++) {
        int what = below(w, w->writes ? 10 : 6);
        if (what == 0 && depth > 0) {
            write(w, "if B then\n", 2);
            block(w, depth);
            if (below(w, 2))
                write(w, "else\n", 0), block(w, depth);
            write(w, "end\n", 0);
        } else if (what == 1 && depth > 0) {
            loop(w, depth);
        } else if (what == 2) {
            mst_buf_printf(&w->out, "local p%d = ", w->pieces + 1);
            piece(w, 2);
            write(w, "\n", 0);
            w->pieces++;
        } else if (what == 3) {
            write(w, "if B then return m + N end\n", 2);
        } else if (what < 6) {
            assignment(w, 2);
        } else {
            deed(w, 2);
        }
    }
}

/* A function of a number and a piece. */
static void function(struct writer *w, const char *head, bool writes) {
    w->numbers = w->pieces = w->zones = w->loops = 0;
    w->writes = writes;
    mst_buf_puts(&w->out, head);
    write(w, "local m = 1\nn1 = n1 + 1\n", 0);
    w->numbers = w->pieces = 1;
    statements(w, 3, 2);
    write(w, "return m + N\nend\n", 2);
}

static void move(struct writer *w, int number) {
    w->numbers = w->pieces = w->zones = 0;
    w->writes = false;
    mst_buf_printf(&w->out,
                   "muster.move { 'm%d', at = play, text = 'm%d:{z}/{n}',\n"
                   "legal = function()\nlocal p1 = top(now.spot)\n",
                   number, number);
    w->pieces = 1;
    write(w, "need(#occupied() > 0 or B, 'X-1', 'no')\nlocal z1 = choose('z', (S | zones) - S)\n",
          3);
    w->zones = 1;
    write(w, "need(S[z1] or B)\nlocal n1 = choose('n', range(0, 2))\n", 2);
    w->numbers = 1;
    write(w, "need(n1 ~= 1 or B)\nreturn n1, P, z1\nend,\n", 2);
    mst_buf_printf(&w->out,
                   "apply = function(n1, p1, z1)\nnow.x = w%d(n1, p1) %% 90\nnow.spot = z1\n"
                   "now.turn = 1 - now.turn\nend }\n",
                   number);
}

/* Values known once, queries with amendments, and a search. */
static void rules(struct writer *w) {
    w->numbers = w->pieces = w->zones = 0;
    write(w, "local o0 = muster.once(function() return N end)\n", 3);
    write(w, "local o1 = muster.once(function() return S end)\n", 4);
    w->numbers = w->pieces = 1;
    write(w, "local q0 = muster.query(function(n1, p1) return N end)\n", 3);
    write(w, "q0:amend('max', function(n1, p1) return N end)\n", 3);
    w->numbers = 0;
    write(w, "local q1 = muster.query(function(p1) return B end)\n", 3);
    write(w, "q1:amend('or', function(p1) return B end)\n", 3);
    write(w, "q1:amend(function(before, p1) if B then return B end return before end)\n", 3);
    w->numbers = 1;
    write(w, "local r0 = possible(function(n1, p1)\nneed(B)\nlocal z1 = choose('z', S)\n", 3);
    w->zones = 1;
    write(w, "need(B)\nlocal n2 = choose('n', range(0, n1 % 3))\nneed(N == n2)\nend)\n", 3);
    w->rules = true;
}

static char *module(uint64_t seed) {
    struct writer w = {.functions = 0};
    char head[60];
    mst_rng_seed(&w.rng, seed);
    mst_buf_puts(&w.out, GAME);
    while (w.functions < 3) {
        snprintf(head, sizeof head, "local function f%d(n1, p1)\n", w.functions);
        function(&w, head, false);
        w.functions++;
    }
    rules(&w);
    for (int i = 0; i < 2; i++) {
        snprintf(head, sizeof head, "local function w%d(n1, p1)\n", i);
        function(&w, head, true);
        move(&w, i);
    }
    mst_buf_puts(&w.out, "muster.move { 'pass', at = play, text = 'pass', apply = function()\n"
                         "now.turn = 1 - now.turn end }\n");
    char *lua = mst_buf_take(&w.out), *size = lua ? strstr(lua, "columns = 4, rows = 4") : NULL;
    if (size && seed % 4 == 0) /* sets of several words */
        memcpy(size, "columns = 9, rows = 9", strlen("columns = 9, rows = 9"));
    return lua;
}

#define failed(lua, ...) (puts(lua), print_error(__VA_ARGS__), fail())

/* ---- comparing
 * ---------------------------------------------------------------------------------
 */

static struct mst_ruleset *load(const char *rules, const char *lua) {
    struct mst_error error = {0};
    setenv("MUSTER_RULES", rules, 1);
    struct mst_ruleset *ruleset = home_game(lua, &error);
    unsetenv("MUSTER_RULES");
    if (!ruleset)
        failed(lua, "%s: %s: %s", rules, error.at, error.text);
    return ruleset;
}

static struct mst_match *begin(struct mst_ruleset *ruleset, const char *lua) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    if (!match)
        failed(lua, "%s: %s", error.at, error.text);
    return match;
}

/* The move that both play, copied; or NULL where they differ. */
static bool same_texts(char *a, char *b) {
    bool same = a && b && !strcmp(a, b);
    mst_text_free(a);
    mst_text_free(b);
    return same;
}

static void choose(const char *legal, uint64_t n, char *move, size_t size) {
    int count = 0;
    for (const char *c = legal; *c; c++)
        count += *c == '\n';
    for (n %= (uint64_t)count; n; n--)
        legal = strchr(legal, '\n') + 1;
    snprintf(move, size, "%.*s", (int)strcspn(legal, "\n"), legal);
}

static int costly; /* games that a budget ended */

/* Each path counts work in its own way, so a rule that is very costly may pass on one alone. */
static bool too_costly(const struct mst_error *a, const struct mst_error *b) {
    return a->status == MST_BUDGET || b->status == MST_BUDGET;
}

static bool same_moves(const char *lua, struct mst_match *a, struct mst_match *b, uint64_t random,
                       char *move, size_t size) {
    struct mst_error error = {0}, other = {0};
    char *legal = mst_match_legal(a, &error), *listed = mst_match_legal(b, &other);
    bool listing = !too_costly(&error, &other);
    if (listing && (!legal || !listed || strcmp(legal, listed) != 0))
        failed(lua, "code lists\n%s%s\nLua\n%s%s", legal ? legal : "", error.text,
               listed ? listed : "", other.text);
    if (listing)
        choose(legal, random, move, size);
    mst_text_free(legal);
    mst_text_free(listed);
    return listing;
}

/* One ply, played both ways. False if a budget ended it. */
static bool same_ply(const char *lua, struct mst_match *a, struct mst_match *b, uint64_t random) {
    struct mst_error error = {0}, other = {0};
    char move[60];
    if (!same_moves(lua, a, b, random, move, sizeof move))
        return false;
    enum mst_status played = mst_match_play(a, move, &error),
                    again = mst_match_play(b, move, &other);
    if (too_costly(&error, &other))
        return false;
    if (played != again)
        failed(lua, "%s: code %s, Lua %s", move, error.text, other.text);
    char *at = mst_match_position(a, &error), *there = mst_match_position(b, &other);
    if (strcmp(at, there) != 0)
        failed(lua, "%s: code\n%s\nLua\n%s", move, at, there);
    assert_true(same_texts(at, there));
    return true;
}

/* Play a random game both ways: by code (or as the path `way` chooses) and as Lua. */
static void compare(const char *lua, const char *way, uint64_t seed) {
    struct mst_ruleset *code = load(way, lua), *slow = load("lua", lua);
    struct mst_match *a = begin(code, lua), *b = begin(slow, lua);
    struct mst_rng rng;
    mst_rng_seed(&rng, seed);
    for (int ply = 0; ply < 12; ply++)
        if (!same_ply(lua, a, b, mst_rng_next(&rng))) {
            costly++;
            break;
        }
    mst_match_free(a);
    mst_match_free(b);
    mst_ruleset_free(code);
    mst_ruleset_free(slow);
}

static void test_random_functions(void **state) {
    (void)state;
    const char *wanted = getenv("LOWER_MODULES"), *first = getenv("LOWER_FIRST");
    int count = wanted ? atoi(wanted) : 25, from = first ? atoi(first) : 1;
    for (int seed = from; seed < from + count; seed++) {
        char *lua = module((uint64_t)seed);
        assert_non_null(lua);
        if (getenv("LOWER_SHOW"))
            printf("%s\n", lua);
        compare(lua, "code", (uint64_t)seed);
        mst_free(lua);
    }
    printf("%d of %d games ended by a budget\n", costly, count);
    assert_true(costly <= count / 10);
}

/* A number that is given is no condition that always holds if the name is assigned again: a loop
 * may come back to it with nil. */
static void test_an_argument_may_become_nil(void **state) {
    static const char steps[] =
        "local function next_of(n) if n < 3 then return n + 1 end return nil end\n"
        "local function walk(n)\n"
        "  while n do now.x = now.x + 1 n = next_of(n) end\n"
        "  now.y = now.y + 1\nend\n"
        "muster.move { 'go', at = play, text = 'go:{n}',\n"
        "  legal = function() return choose('n', range(0, 3)) end,\n"
        "  apply = function(n) walk(n) now.turn = 1 - now.turn end }\n";
    struct mst_buf lua = {0};
    (void)state;
    mst_buf_printf(&lua, "%s%s", GAME, steps);
    compare(mst_buf_text(&lua), "auto", 1);
    mst_buf_clear(&lua);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_functions),
        cmocka_unit_test(test_an_argument_may_become_nil),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
