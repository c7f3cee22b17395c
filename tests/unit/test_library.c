/* The library for games with announcements and deaths (lua/muster/answers.lua, deaths.lua) in
 * small games of their own, compiled and as Lua. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/subject.h"
#include "rulesets/ruleset.h"

/* Cards of value 1 fell the foremost enemy, those of value 2 cancel what they answer. Of each line
 * the first soldier is a bomb: when it dies, the foremost enemy dies too. */
static const char GAME[] =
    "muster.module {}\nmuster.game { title = 'G', seats = 2 }\n"
    "muster.grid { columns = 1, rows = 1 }\n"
    "local card = muster.pieces { 'card', count = 6, text = '{value}' }\n"
    "local soldier = muster.pieces { 'soldier', count = 6, text = 's{id}' }\n"
    "local now = muster.state { { 'turn', max = 1 }, { 'window', max = 2 }, { 'felled', max = 9 } "
    "}\n"
    "local value = muster.field { 'value', of = 'piece', max = 9, each = { card = { 1, 1, 2, 1, 2, "
    "2 "
    "} } }\n"
    "local id = muster.field { 'id', of = 'piece', max = 9, each = { soldier = { 1, 2, 3, 4, 5, 6 "
    "} } "
    "}\n"
    "local done = muster.field { 'done', of = 'piece' }\n"
    "local void = muster.field { 'void', of = 'piece' }\n"
    "local dying = muster.field { 'dying', of = 'piece' }\n"
    "local hand = muster.container { 'hand', per_seat = true }\n"
    "local used = muster.container { 'used' }\n"
    "local stack = muster.container { 'stack', ordered = true }\n"
    "local line = muster.container { 'line', per_seat = true, ordered = true }\n"
    "local graves = muster.container { 'graves', per_seat = true, ordered = true }\n"
    "local flow = muster.flow { seat = function() return now.turn end,\n"
    "  { decision = 'play', 'Play', rule = 'G-1' }, { decision = 'answer', 'Answer', rule = 'G-2' "
    "},\n"
    "  { step = 'before' }, { step = 'resolve' }, { step = 'after' }, { step = 'close' } }\n"
    "local function has(seat) return count(hand[seat]) > 0 end\n"
    "local answers = require('answers')\n"
    "local window = answers.of { stack = stack, done = done, now = now, answering = flow.answer,\n"
    "  resolve = flow.resolve, close = flow.close,\n"
    "  asked = function(c) return 1 - owner[c] end, can = function() return has(now.turn) end }\n"
    "local function foremost(seat)\n"
    "  return pieces(line[seat]):pick(function(u) return not dying[u] end) end\n"
    "local function fell(seat)\n"
    "  local unit = foremost(seat)\n"
    "  if unit then dying[unit] = true now.felled = now.felled + 1 end\nend\n"
    "local bury = require('deaths').of { dying = dying, graves = graves,\n"
    "  next = function(seat) return pieces(line[seat]):pick(function(u) return dying[u] end) end,\n"
    "  bury = function(u) put(u, graves[owner[u]]) end,\n"
    "  deed = function(u) if id[u] == 3 or id[u] == 6 then fell(1 - owner[u]) end end }\n"
    "local function announce(c) done[c] = false put(c, stack) go(flow.before) end\n"
    "function flow.before() window.open(answers.BEFORE) end\n"
    "function flow.after() window.open(answers.AFTER) end\n"
    "function flow.resolve()\n"
    "  local c = top(stack)\n"
    "  done[c] = true\n"
    "  if not void[c] and value[c] == 1 then fell(1 - owner[c]) end\n"
    "  local under = below(c)\n"
    "  if value[c] == 2 and under and not void[c] then void[under] = true end\n"
    "  go(flow.after)\nend\n"
    "function flow.close()\n"
    "  local c = top(stack)\n"
    "  local seat = owner[c]\n"
    "  void[c], done[c] = false, false\n"
    "  put(c, used)\n"
    "  if window.resume() then return end\n"
    "  bury(seat)\n"
    "  now.window, now.turn = 0, 1 - seat\n"
    "  go(flow.play)\nend\n"
    "muster.move { 'announce', at = flow.play, text = '{card}',\n"
    "  legal = function() return choose('card', pieces(hand[me()])) end, apply = announce }\n"
    "muster.move { 'pass', at = flow.play, text = 'p', apply = function()\n"
    "  now.turn = 1 - now.turn go(flow.play) end }\n"
    "muster.move { 'answer', at = flow.answer, text = '!{card}', legal = function()\n"
    "  local c = choose('card', pieces(hand[me()]))\n"
    "  need(value[c] == 2, 'G-3', 'it is no answer')\n  return c\nend, apply = announce }\n"
    "muster.move { 'decline', at = flow.answer, text = '!0', apply = window.decline }\n"
    "muster.setup(function()\n"
    "  for c = 0, 5 do owner[c] = c // 3 put(c, hand[c // 3]) end\n"
    "  for u = 6, 11 do owner[u] = (u - 6) // 3 put(u, line[(u - 6) // 3]) end\n"
    "  go(flow.play)\nend)\n"
    "muster.ending('won')\n";

/* Three lines of three soldiers, 1 to 9. `log` tells them as they are buried and as their deeds
 * come. After a wave in which 9 died, 8 is dying as well. */
static const char LINES[] =
    "muster.module {}\nmuster.game { title = 'L', seats = 3 }\n"
    "muster.grid { columns = 1, rows = 1 }\n"
    "local soldier = muster.pieces { 'soldier', count = 9, text = 's{id}' }\n"
    "local now = muster.state { { 'turn', max = 2 }, { 'log', max = 99999999 }, { 'any', max = 2 } "
    "}\n"
    "local NUMBERS = { soldier = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }\n"
    "local id = muster.field { 'id', of = 'piece', max = 9, each = NUMBERS }\n"
    "local dying = muster.field { 'dying', of = 'piece' }\n"
    "local line = muster.container { 'line', per_seat = true, ordered = true }\n"
    "local graves = muster.container { 'graves', per_seat = true, ordered = true }\n"
    "local flow = muster.flow { seat = function() return now.turn end,\n"
    "  { decision = 'play', 'Play', rule = 'L-1' } }\n"
    "local function note(u) now.log = now.log * 10 + id[u] end\n"
    "local function number(place, n)\n"
    "  return pieces(place):pick(function(u) return id[u] == n end) end\n"
    "local bury = require('deaths').of { dying = dying, graves = graves, seats = 3,\n"
    "  next = function(seat) return pieces(line[seat]):pick(function(u) return dying[u] end) end,\n"
    "  bury = function(u) note(u) put(u, graves[owner[u]]) end, deed = note,\n"
    "  settle = function()\n"
    "    local eight = number(line[2], 8)\n"
    "    if eight and number(graves[2], 9) then dying[eight] = true end\n"
    "  end }\n"
    "muster.move { 'fell', at = flow.play, text = '{unit}',\n"
    "  legal = function() return choose('unit', pieces(line[me()])) end,\n"
    "  apply = function(u) dying[u] = true go(flow.play) end }\n"
    "muster.move { 'bury', at = flow.play, text = 'b', apply = function()\n"
    "  if bury(me()) then now.any = 1 else now.any = 2 end\n"
    "  go(flow.play) end }\n"
    "muster.move { 'pass', at = flow.play, text = 'p', apply = function()\n"
    "  now.turn = (now.turn + 1) % 3 go(flow.play) end }\n"
    "muster.setup(function()\n"
    "  for u = 0, 8 do owner[u] = u // 3 put(u, line[u // 3]) end\n"
    "  go(flow.play)\nend)\n"
    "muster.ending('won')\n";

static struct mst_ruleset *ruleset;

static void share(const char *name) {
    char path[400], text[8000] = "";
    snprintf(path, sizeof path, "%s/lua/muster/%s.lua", source_root(), name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    assert_true(size > 0 && size < sizeof text - 1);
    fclose(file);
    home_module(name, text);
}

static struct mst_match *begin(const char *path, const char *game) {
    struct mst_error error = {0};
    share("answers");
    share("deaths");
    ruleset = home_game_as(path, game, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
    return match;
}

static void end(struct mst_match *match) {
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void makes(struct mst_match *match, const char *moves) {
    struct mst_error error = {0};
    char text[200];
    snprintf(text, sizeof text, "%s", moves);
    for (char *move = strtok(text, " "); move; move = strtok(NULL, " "))
        if (mst_match_play(match, move, &error) != MST_OK)
            fail_msg("%s: %s %s", move, error.at, error.text);
}

/* Make these moves; then these are legal. */
static void plays(struct mst_match *match, const char *moves, const char *legal) {
    struct mst_error error = {0};
    makes(match, moves);
    char *listed = mst_match_legal(match, &error);
    assert_non_null(listed);
    for (char *c = listed; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    assert_string_equal(listed, legal);
    mst_text_free(listed);
}

static void holds(struct mst_match *match, const char *part) {
    struct mst_error error = {0};
    char *line = mst_match_position(match, &error);
    if (!line || !strstr(line, part))
        fail_msg("'%s' has no '%s'", line ? line : error.text, part);
    mst_text_free(line);
}

static const char *const paths[] = {"code", "lua"};

static void an_answer_is_finished_first(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = begin(paths[i], GAME);
        struct mst_error error = {0};
        plays(match, "1", "!2 !0 "); /* seat 1 may answer, with a card that cancels */
        assert_int_equal(mst_match_play(match, "!1", &error), MST_ILLEGAL_MOVE);
        assert_non_null(strstr(error.text, "G-3"));
        assert_int_equal(mst_match_play(match, "p", &error), MST_ILLEGAL_MOVE);
        assert_non_null(strstr(error.text, "G-1: 'p'"));
        plays(match, "!2", "!2 !0 "); /* seat 0 may answer that: before it takes effect */
        plays(match, "!0", "!2 !0 "); /* and after it: the card below is cancelled by now */
        plays(match, "!0", "!2 !0 "); /* what was answered took effect: the window after it */
        plays(match, "!0", "1 2 p ");
        holds(match, "turn=1");
        end(match);
    }
}

static void an_answer_to_an_answer_saves_what_it_answered(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = begin(paths[i], GAME);
        plays(match, "1 !2 !2", "!2 !0 "); /* seat 1 is asked about seat 0's answer */
        plays(match, "!0 !0", "!0 "); /* seat 1's card is cancelled, and seat 0 is asked after it */
        plays(match, "!0", "!2 !0 "); /* the first card took effect */
        holds(match, "felled=1");
        end(match);
    }
}

static void an_answer_after_it_does_not_bring_it_back(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = begin(paths[i], GAME);
        plays(match, "1 !0 !2", "!2 !0 "); /* seat 1 answers after the first card took effect */
        plays(match, "!0 !0", "1 2 p ");   /* which is finished next, and not resolved again */
        holds(match, "turn=1");
        end(match);
    }
}

static void deaths_cause_deaths(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = begin(paths[i], GAME);
        /* seat 1's foremost soldier is a bomb, and so is the one of seat 0 that it fells */
        plays(match, "1 !0 !0", "1 2 p ");
        holds(match, "felled=3");
        end(match);
    }
}

static void all_of_a_wave_are_buried_before_what_they_do(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = begin(paths[i], LINES);
        makes(match, "s2 s3 p s5 p s7 p p b"); /* seat 1 buries: its own first, then seat by seat */
        holds(match, "log=57325732");
        holds(match, "any=1");
        makes(match, "b"); /* each does its deed once */
        holds(match, "log=57325732");
        holds(match, "any=2");
        end(match);
    }
}

static void what_a_wave_settles_is_the_next_wave(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = begin(paths[i], LINES);
        makes(match, "s1 p p s9 p b");
        holds(match, "log=191988");
        end(match);
    }
}

static void a_seat_without_an_answer_is_not_asked(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = begin(paths[i], GAME);
        plays(match, "p 1 !0 !0 p 2 !0 !0 p 2 !0 !0", "1 2 p "); /* seat 1 has no cards any more */
        plays(match, "1", "p ");
        end(match);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_answer_is_finished_first, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(an_answer_to_an_answer_saves_what_it_answered, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(an_answer_after_it_does_not_bring_it_back, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(deaths_cause_deaths, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(all_of_a_wave_are_buried_before_what_they_do, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(what_a_wave_settles_is_the_next_wave, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(a_seat_without_an_answer_is_not_asked, home_set_up,
                                        home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
