/* A match on a square board: see square.h. */
#include "lib/square.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/home.h"

const char *const square_paths[2] = {"code", "lua"};

static const char GAME[] =
    "muster.module {}\nmuster.game { title = 'G', seats = 2 }\n"
    "local grid = muster.grid { columns = %d, rows = %d, diagonal = true }\n"
    "local stone = muster.pieces { 'stone', count = 5 }\n"
    "local card = muster.pieces { 'card', count = 3 }\n"
    "local now = muster.state { { 'turn', max = 9, initial = 4 }, { 'broken', max = 99999 } }\n"
    "local score = muster.field { 'score', of = 'seat', min = -9, max = 9 }\n"
    "local ground = muster.field { 'ground', of = 'zone', max = 9, initial = 2 }\n"
    "local soil = muster.field { 'soil', of = 'zone', max = 9, initial = 2, indexed = true }\n"
    "local damage = muster.field { 'damage', of = 'piece', max = 6 }\n"
    "local hand = muster.container { 'hand', per_seat = true }\n"
    "local pile = muster.container { 'pile', ordered = true }\n"
    "local told = muster.event { 'told', 'what' }\n"
    "local ten, last, sevens = 10, math.maxinteger, { [0] = 0, 7, 14, 21 }\n"
    "local home = { [0] = grid.set { 'a1' }, grid.set { 'b1', 'c1' } }\n"
    "local function twice(x) return x + x end\n"
    "local play = muster.decision { 'play', seat = function() return 1 end }\n"
    "muster.setup(function() score[1] = -6 damage[1] = 3 put(5, hand[1]) put(6, hand[1])\n"
    "  for p = 0, 3 do owner[p] = p %% 2 put(p, at(0, 0)) end\n"
    "  put(3, at(1, 1)) go(play)\n"
    "end)\n";

struct mst_ruleset *square_load(const char *path, int columns, const char *lua,
                                struct mst_error *error) {
    struct mst_buf text = {0};
    mst_buf_printf(&text, GAME, columns, columns);
    mst_buf_puts(&text, lua);
    struct mst_ruleset *ruleset = home_game_as(path, mst_buf_text(&text), error);
    mst_buf_clear(&text);
    return ruleset;
}

struct mst_match *square_match(const char *path, int columns, const char *lua) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = square_load(path, columns, lua, &error);
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    if (!match)
        fail_msg("%s: %s: %s", path, error.at, error.text);
    return match;
}

void square_end(struct mst_match *match) {
    struct mst_ruleset *ruleset = match->ruleset;
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}
