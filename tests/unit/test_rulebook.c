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
#include "faces/scene/example.h"
#include "muster/rulebook.h"

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

/* Every example of these rulesets can be set up, and its moves are legal: the picture is drawn. */
static void examples_are_drawn_from_their_positions(void **state) {
    static const char *const names[] = {"warline-tactical", "battle-line-short",
                                        "fantasy-line-battle"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[400];
        const struct mst_chapter *chapters;
        int drawn = 0;
        mst_ruleset_find(names[i], path, sizeof path);
        struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, NULL);
        assert_non_null(ruleset);
        int count = mst_ruleset_rulebook(ruleset, &chapters);
        for (int k = 0; k < count; k++)
            for (int m = 0; m < chapters[k].count; m++) {
                struct mst_error error = {0};
                const struct mst_paragraph *paragraph = &chapters[k].paragraphs[m];
                if (!paragraph->example.position)
                    continue;
                json_t *scene = scene_example_scene(ruleset, paragraph, &error);
                if (!scene || scene_check(scene, &error) != MST_OK)
                    fail_msg("%s, %s: %s", names[i], paragraph->id, error.text);
                json_decref(scene);
                drawn++;
            }
        assert_true(drawn > 0);
        mst_ruleset_free(ruleset);
    }
}

static void examples_are_in_the_book(void **state) {
    (void)state;
    tool("rules warline-tactical --html");
    expect("<figure>\n<svg ");
    expect("<g class=\"arrow\">");
    expect("<figcaption>Arms 3 hit Arms 4: the victim is left with Arms 1, beneath the attacker.");
    tool("rules warline-tactical WT-ATK-2");
    expect("Example: Arms 3 hit Arms 4");
    expect("( ) last move d3 > d4");
    tool(
        "rules warline-tactical --set warline.board=5x5 --html"); /* not the board of the example */
    assert_int_equal(status, 0);
    expect_not("<figure>");
    play("--quick --hotseat", "rules WT-MOV-1\n");
    expect("last move c2 > c3 > c4 > d4 ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rulebook_begins_with_its_contents),
        cmocka_unit_test(files_are_named_when_asked_for),
        cmocka_unit_test(rules_are_found_by_words),
        cmocka_unit_test(examples_are_drawn_from_their_positions),
        cmocka_unit_test(examples_are_in_the_book),
        cmocka_unit_test(on_a_terminal_a_pager_shows_them),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
