/* Planted differences: the rules of one path are changed a little, and the comparison must tell
 * what differs. */
#include "paths/planted.h"

#include <stdio.h>
#include <string.h>

#include "paths/compare.h"

static const char base[] =
    "muster.module { title = 'Planted' }\n"
    "muster.game { title = 'Planted', seats = 2 }\n"
    "local grid = muster.grid { columns = 3, rows = 3 }\n"
    "local stone = muster.pieces { 'stone', count = 4 }\n"
    "local now = muster.state { { 'turn', max = 1 }, { 'sum', max = 99 }, { 'none', max = 1 } }\n"
    "local sly = muster.field { 'sly', of = 'seat', max = 9, seen = 'owner' }\n"
    "local note = muster.event { 'note', 'n', says = function(n) return 'it is ' .. n end }\n"
    "local ask = muster.query(function() return now.sum end)\n"
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"
    "muster.move { 'm', at = play, text = 'm{z}-{n}', legal = function()\n"
    "local z = choose('z', zones - occupied(), 'R-1', 'taken')\n"
    "local n = choose('n', range(0, 2))\n"
    "need(n < 2 or now.sum > 1, 'R-2', 'too much')\n"
    "return z, n end, apply = function(z, n)\n"
    "if z == at(2, 2) and n == 1 then now.sum = now.sum // now.none end\n"
    "note:emit(n)\n"
    "if top(box) then put(top(box), z) end\n"
    "now.sum = now.sum + n\n"
    "sly[me()] = n\n"
    "for i = 1, now.sum do now.turn = 1 - now.turn end\n"
    "now.turn = 1 - now.turn\n"
    "if now.sum > 5 then over('done', now.turn) end\n"
    "end }\n"
    "muster.worth(function(seat) return now.sum * 2 end)\n"
    "muster.scene(function() return { title = 'Stones', seats = { { name = 'A' }, { name = 'B' } } "
    "} end)\n"
    "muster.setup(function() go(play) end)\n"
    "--? ask()\n";

static const struct planted {
    const char *kind, *old, *changed; /* `old` is a part of the module */
} planted[] = {
    {"load", "count = 4", "count = -4"},
    {"load", "local play", "local = play"},
    {"state", "over('done', now.turn)", "over('done', 1 - now.turn)"},
    {"state", "over('done', now.turn)", "over('ended', now.turn)"},
    {"state", "now.sum > 5", "now.sum > 4"},
    {"state", "now.sum + n", "now.sum + n + 1"},
    {"events", "note:emit(n)", "note:emit(n + 1)"},
    {"events", "note:emit(n)", "note:emit(n) note:emit(n)"},
    {"events", "'it is '", "'it was '"},
    {"legal", "zones - occupied()", "zones - occupied() - only(at(1, 1))"},
    {"legal", "now.sum > 1", "now.sum > 2"},
    {"refusal", "'R-2'", "'R-3'"},
    {"refusal", "'taken'", "'not free'"},
    {"state", "sly[me()] = n", "sly[me()] = n % 2"},
    {"worth", "now.sum * 2", "now.sum * 3"},
    {"value", "return now.sum end", "return now.sum + 1 end"},
    {"play:script_error/ok", "z == at(2, 2)", "z ~= nil"},
    {"play:ok/script_error", "now.sum // now.none", "now.sum"},
    {"error", "now.sum // now.none", "now.sum - 5000"},
    {"budget", "i = 1, now.sum", "i = 1, 90000000"},
    {"state", "'sum', max", "'more', max = 1 }, { 'sum', max"},
    {"position", "{ 'stone',", "{ 'rock',"},
    {"scene", "name = 'A'", "name = 'C'"},
};

static const char *find_planted(const struct planted *p, char *text, size_t size) {
    const char *at = strstr(base, p->old);
    if (!at)
        return "it is nowhere in the module";
    snprintf(text, size, "%.*s%s%s", (int)(at - base), base, p->changed, at + strlen(p->old));
    return NULL;
}

/* Errors have lines and texts: see that a changed one is found where both paths fail. */
static bool try_planted(const struct planted *p, const struct paths_plan *plan) {
    struct paths_result r;
    char text[sizeof base + 200];
    const char *wrong = p ? find_planted(p, text, sizeof text) : NULL;
    if (wrong) {
        printf("'%s' for '%s': %s\n", p->changed, p->old, wrong);
        return false;
    }
    paths_compare_two(p ? text : base, base, plan, &r);
    bool found = p ? r.differs && !strcmp(r.kind, p->kind) : !r.differs && r.compiled == r.rules;
    if (!found)
        printf("%s: expected %s, found %s %s\n", p ? p->changed : "unchanged", p ? p->kind : "none",
               r.kind, mst_buf_text(&r.what));
    paths_clear(&r);
    return found;
}

int paths_self_test(void) {
    const struct paths_plan plan = {.seed = 3, .games = 8, .plies = 12, .units = 1000000};
    size_t count = sizeof planted / sizeof *planted;
    int seen = try_planted(NULL, &plan);
    for (size_t i = 0; i < count; i++)
        seen += try_planted(&planted[i], &plan);
    printf("%d of %zu planted differences and 1 module without are reported right\n", seen - 1,
           count);
    return seen == (int)count + 1 ? 0 : 1;
}
