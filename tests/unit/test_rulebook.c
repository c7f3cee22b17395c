/* `muster rules`, and `rules` in play. Neighbours: tests/rulebook_test.lua. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/typed.h"

static void the_rulebook_begins_with_its_contents(void **state) {
    (void)state;
    tool("rules battle-line-short");
    expect("\n- [Guile cards](#guile-cards)\n");
    expect("\n## Guile cards\n");
    tool("rules battle-line-short --html");
    expect("<li><a href=\"#guile-cards\">Guile cards</a></li>\n");
    expect("<h2 id=\"guile-cards\">Guile cards</h2>\n");
    expect("<p id=\"BL-TAC-7\"><b>BL-TAC-7</b> ");
    tool("rules tic-tac-toe"); /* of one chapter */
    expect_not("- [");
}

static void files_are_named_when_asked_for(void **state) {
    (void)state;
    tool("rules breakthrough-8x8");
    expect("(breakthrough.size = 8)*");
    expect_not(".lua");
    tool("rules breakthrough-8x8 --sources");
    expect("(breakthrough.size = 8; lua/small/breakthrough.lua:");
    tool("rules breakthrough-8x8 BT-2");
    expect("BT-2: A pawn on the last row wins, and so does taking the last enemy pawn.\n");
    tool("rules breakthrough-8x8 BT-2 --sources");
    expect("enemy pawn. (lua/small/breakthrough.lua:");
}

static void rules_are_found_by_words(void **state) {
    (void)state;
    tool("rules warline-tactical stun");
    expect("WT-STUN-1: ");
    expect("WT-ATK-8: ");
    expect_not("WT-VIC-2: ");
    tool("rules warline-tactical victory"); /* of the title of a chapter */
    expect("WT-VIC-2: ");
    tool("rules battle-line-short BL-RUL-27"); /* two paragraphs */
    assert_int_equal(count("BL-RUL-27: "), 2);
    tool("rules warline-tactical xyzzy");
    assert_int_equal(status, 1);
    expect("muster rules: No chapter states xyzzy.\n");
    play("warline-tactical", "rules stun\nrules\n");
    expect("WT-STUN-1: ");
    expect("Chapters: ");
    expect("Victory");
}

static void on_a_terminal_a_pager_shows_them(void **state) {
    (void)state;
    setenv("PAGER", "sed 's/^/| /'", 1);
    type("rules breakthrough-8x8", "");
    expect("| # Breakthrough 8x8\n");
    for (const char *at = mst_buf_text(&said), *end; (end = strchr(at, '\n')); at = end + 1)
        assert_true(end - at < 82);
    setenv("PAGER", "false", 1);
    type("rules breakthrough-8x8", "");
    expect("# Breakthrough 8x8\n");
    unsetenv("PAGER");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rulebook_begins_with_its_contents),
        cmocka_unit_test(files_are_named_when_asked_for),
        cmocka_unit_test(rules_are_found_by_words),
        cmocka_unit_test(on_a_terminal_a_pager_shows_them),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
