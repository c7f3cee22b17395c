/* Ruleset files: what is read, what is refused and in which words, how options are resolved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "rulesets/options.h"
#include "muster/rulebook.h"

enum { OPTIONS = 6 };

static const char *const PACE[] = {"slow", "steady", "headlong", NULL};
static const struct mst_option TABLE[OPTIONS] = {
    {"field", "terrain", MST_OPTION_BOOL, "on", 0, 0, 0, NULL, "whether ground matters",
     "lua/field/options.lua:3", "field", 0},
    {"field", "resolve_cycles", MST_OPTION_INT, "3", 1, 9, 0, NULL, "cycles | of resolve",
     "lua/field/options.lua:9", "field", 0},
    {"field", "pace", MST_OPTION_CHOICE, "steady", 0, 0, 0, PACE, "how fast",
     "lua/field/options.lua:12", "field", 0},
    {"field", "ranks", MST_OPTION_INTS, "[7,6,5]", 1, 9, 3, NULL, "men a rank",
     "lua/field/options.lua:15", "field", 0},
    {"field", "board", MST_OPTION_SIZE, "7x7", 3, 12, 0, NULL, "the board",
     "lua/field/options.lua:18", "field", 0},
    {"tale", "motto", MST_OPTION_TEXT, "none", 0, 12, 0, NULL, NULL, "lua/tale/init.lua:2", "tale",
     0},
};
static const char *const OFF[] = {"weather", "field.fog", NULL};
static const char *const KNOWN[] = {"small.field", "small.tale", "small.weather"};

/* ---- helpers --------------------------------------------------------------------------------- */

struct run {
    struct rules_diags diags;
    struct rules_ini *ini;
    struct rules_option_value values[OPTIONS];
    struct rules_ini_module modules[3];
    struct mst_buf report;
};

static void write_bytes(const char *name, const char *bytes, size_t count) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void write_file(const char *name, const char *text) {
    write_bytes(name, text, strlen(text));
}

static struct run check_file(const char *name, const struct mst_setting *settings, size_t count) {
    struct run run = {0};
    run.ini = rules_ini_load(name, &run.diags);
    if (run.ini) {
        rules_ini_modules(run.ini, KNOWN, 3, settings, count, &run.diags, run.modules);
        rules_options_resolve(run.ini, TABLE, OPTIONS, OFF, settings, count, &run.diags,
                              run.values);
    }
    rules_diags_print(&run.diags, &run.report);
    return run;
}

static void end(struct run *run) {
    rules_ini_free(run->ini);
    rules_diags_clear(&run->diags);
    mst_buf_clear(&run->report);
}

static void expect_report(const char *text, const char *report) {
    write_file("x.ini", text);
    struct run run = check_file("x.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), report);
    end(&run);
}

/* The report of a file whose text follows a valid header of one line. */
#define FAULT_OF(text, report) expect_report("[field]\n" text, report)

static const char *value_of(const struct run *run, const char *section, const char *key) {
    return rules_ini_text(run->ini, section, key, "(none)");
}

/* ---- diags ----------------------------------------------------------------------------------- */

static void faults_stand_in_file_order_whatever_order_they_were_added_in(void **state) {
    struct rules_diags diags = {0};
    struct mst_buf out = {0};
    struct rules_place child = {"b.ini", 2, 1, 1, NULL, 0}, late = {"a.ini", 9, 1, 1, NULL, -1},
                       early = {"a.ini", 3, 4, 1, NULL, -1}, left = {"a.ini", 3, 2, 1, NULL, -1};
    (void)state;
    rules_diags_add(&diags, MST_BAD_RULESET, &child, NULL, "four");
    rules_diags_add(&diags, MST_BAD_RULESET, &late, NULL, "three");
    rules_diags_add(&diags, MST_BAD_RULESET, &early, NULL, "two");
    rules_diags_add(&diags, MST_BAD_RULESET, &left, "hint", "one");
    rules_diags_print(&diags, &out);
    assert_string_equal(mst_buf_text(&out), "a.ini:3:2: error: one; hint\na.ini:3:4: error: two\n"
                                            "a.ini:9:1: error: three\nb.ini:2:1: error: four\n");
    mst_buf_clear(&out);
    rules_diags_clear(&diags);
}

static void the_first_fault_becomes_the_error_and_no_fault_becomes_ok(void **state) {
    struct rules_diags diags = {0};
    struct mst_error error = {0};
    struct rules_place at = {"a.ini", 12, 3, 6, "  terain = on", 0};
    (void)state;
    assert_int_equal(rules_diags_first(&diags, &error), MST_OK);
    rules_diags_add(&diags, MST_BAD_RULESET, &at, "right", "wrong");
    assert_int_equal(rules_diags_first(&diags, &error), MST_BAD_RULESET);
    assert_string_equal(error.at, "a.ini:12:3");
    assert_string_equal(error.text, "wrong; right");
    rules_diags_no_memory(&diags);
    assert_int_equal(rules_diags_first(&diags, &error), MST_NO_MEMORY);
    assert_int_equal(rules_diags_count(&diags), 2);
    rules_diags_clear(&diags);
}

static void the_place_of_a_long_file_name_keeps_its_end(void **state) {
    struct rules_diags diags = {0};
    struct mst_error error = {0};
    char name[301];
    (void)state;
    memset(name, 'n', 300);
    name[300] = 0;
    rules_diags_add(&diags, MST_BAD_RULESET, &(struct rules_place){name, 12, 3, 1, NULL, 0}, NULL,
                    "x");
    rules_diags_first(&diags, &error);
    assert_int_equal(strlen(error.at), sizeof error.at - 1);
    assert_string_equal(error.at + strlen(error.at) - 6, "n:12:3");
    rules_diags_clear(&diags);
}

static void what_would_harm_a_terminal_prints_as_question_marks(void **state) {
    struct rules_diags diags = {0};
    struct mst_buf out = {0};
    struct rules_place at = {"x\033", 1, 5, 2, "a\tb\033\xC2\x9B\xFFz", 0};
    (void)state;
    rules_diags_add(&diags, MST_BAD_RULESET, &at, NULL, "m\x07");
    rules_diags_print(&diags, &out);
    assert_string_equal(mst_buf_text(&out), "x?:1:5: error: m?\na b\?\?\?z\n    ^~\n");
    mst_buf_clear(&out);
    rules_diags_clear(&diags);
}

static void more_faults_than_are_kept_are_counted(void **state) {
    struct rules_diags diags = {0};
    struct rules_place at = {.file = "x"};
    (void)state;
    for (int i = 0; i < RULES_DIAGS_MOST + 5; i++)
        rules_diags_add(&diags, MST_BAD_RULESET, &at, NULL, "wrong");
    assert_int_equal(rules_diags_count(&diags), RULES_DIAGS_MOST + 5);
    assert_int_equal(diags.count, RULES_DIAGS_MOST);
    rules_diags_clear(&diags);
}

static void utf8_is_told_from_what_is_not(void **state) {
    (void)state;
    assert_int_equal(mst_utf8_length("a", 1), 1);
    assert_int_equal(mst_utf8_length("\xC3\xA4", 2), 2);
    assert_int_equal(mst_utf8_length("\xE2\x82\xAC", 3), 3);
    assert_int_equal(mst_utf8_length("\xF0\x9F\x8E\xB2", 4), 4);
    assert_int_equal(mst_utf8_length("\xF4\x8F\xBF\xBF", 4), 4);
    assert_int_equal(mst_utf8_length("", 0), 0);
    static const char *const bad[] = {"\xC3",
                                      "\x80",
                                      "\xC0\x80",
                                      "\xC1\xBF",
                                      "\xE0\x80\x80",
                                      "\xED\xA0\x80",
                                      "\xF0\x80\x80\x80",
                                      "\xF4\x90\x80\x80",
                                      "\xF5\x80\x80\x80",
                                      "\xE2\x82",
                                      "\xE2\x28\xA1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(mst_utf8_length(bad[i], strlen(bad[i])), 0);
    assert_int_equal(mst_utf8_count("a\xC3\xA4\xFF", 4), 3);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void a_sound_file_gives_its_values_with_their_places(void **state) {
    (void)state;
    write_file("x.ini", "; a comment\n# another\n\n[game]\ntitle = War\xC3\xA4 ; not this\n"
                        "[field]\n\tterrain=off\n  board \t=  5x6\nranks = 1,2,3;4\nsummary =\n");
    struct rules_diags diags = {0};
    struct rules_ini *ini = rules_ini_load("./a/../x.ini", &diags);
    assert_int_equal(rules_diags_count(&diags), 1); /* the folder a is not there */
    rules_diags_clear(&diags);
    assert_null(ini);
    ini = rules_ini_load("./x.ini", &diags);
    assert_int_equal(rules_diags_count(&diags), 0);
    assert_string_equal(rules_ini_text(ini, "game", "title", ""), "War\xC3\xA4");
    assert_string_equal(rules_ini_text(ini, "field", "ranks", ""), "1,2,3;4");
    assert_string_equal(rules_ini_text(ini, "field", "summary", "?"), "");
    assert_null(rules_ini_find(ini, "field", "title"));
    const struct rules_ini_value *value = rules_ini_find(ini, "field", "board");
    assert_string_equal(value->value, "5x6");
    assert_string_equal(value->key_at.file, "x.ini");
    assert_string_equal(value->key_at.source, "  board \t=  5x6");
    assert_int_equal(value->key_at.line, 8);
    assert_int_equal(value->key_at.column, 3);
    assert_int_equal(value->key_at.length, 5);
    assert_int_equal(value->value_at.column, 13);
    assert_int_equal(value->value_at.length, 3);
    rules_ini_free(ini);
}

static void crlf_and_a_byte_order_mark_change_nothing(void **state) {
    (void)state;
    write_file("x.ini", "\xEF\xBB\xBF[field]\r\nterrain = off\r\n\r\npace = slow\r\n");
    struct run run = check_file("x.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), "");
    assert_string_equal(value_of(&run, "field", "pace"), "slow");
    assert_int_equal(rules_ini_find(run.ini, "field", "pace")->key_at.line, 4);
    assert_int_equal(run.ini->files[0].sections[0].at.column, 2);
    end(&run);
}

static void an_empty_file_and_a_last_line_without_its_end_are_sound(void **state) {
    (void)state;
    expect_report("", "");
    write_file("x.ini", "[field]\npace = slow");
    struct run run = check_file("x.ini", NULL, 0);
    assert_string_equal(value_of(&run, "field", "pace"), "slow");
    end(&run);
}

static void an_indented_line_is_a_line_of_its_own(void **state) {
    (void)state;
    write_file("x.ini", "[field]\npace = slow\n    terrain = off\n");
    struct run run = check_file("x.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), "");
    assert_string_equal(value_of(&run, "field", "pace"), "slow");
    assert_string_equal(value_of(&run, "field", "terrain"), "off");
    end(&run);
    FAULT_OF("pace = slow\n    headlong\n",
             "x.ini:3:5: error: expected '[section]' or 'key = value'; a comment begins with "
             "';'\n    headlong\n    ^~~~~~~~\n");
}

static void a_line_of_190_bytes_is_read_whole_and_one_of_191_is_a_fault(void **state) {
    char text[400] = "[field]\npace = slow ;";
    size_t start = strlen("[field]\n");
    (void)state;
    memset(text + strlen(text), 'x', start + 190 - strlen(text));
    strcpy(text + start + 190, "\r\n");
    expect_report(text, "");
    strcpy(text + start + 190, "x\nboard = 5x5\n");
    write_file("x.ini", text);
    struct run run = check_file("x.ini", NULL, 0);
    assert_memory_equal(mst_buf_text(&run.report),
                        "x.ini:2: error: line of 191 bytes; the limit is 190; shorten the line or "
                        "split it\npace = slow ;xxx",
                        90);
    assert_int_equal(rules_diags_count(&run.diags), 1);
    assert_string_equal(value_of(&run, "field", "pace"), "(none)");
    assert_string_equal(value_of(&run, "field", "board"), "5x5");
    end(&run);
}

static void a_very_long_line_is_one_fault_and_is_shown_short(void **state) {
    static char text[100000];
    (void)state;
    memset(text, 'y', sizeof text - 2);
    memcpy(text, "[field]\n", 8);
    memcpy(text + 300, " hp = 99 ", 9);
    write_file("x.ini", text);
    struct run run = check_file("x.ini", NULL, 0);
    assert_int_equal(rules_diags_count(&run.diags), 1);
    assert_in_range(run.report.length, 100, 500);
    end(&run);
}

static void bytes_that_are_no_text_are_faults_with_their_column(void **state) {
    (void)state;
    FAULT_OF("pace = sl\xFFw\n", "x.ini:2:10: error: byte 0xff is not UTF-8; save the file as "
                                 "UTF-8\n"
                                 "pace = sl?w\n         ^\n");
    FAULT_OF("; \xC3\xA4 \x1B\n", "x.ini:2:5: error: control character 0x1b in the text; "
                                  "remove it\n; \xC3\xA4 ?\n    ^\n");
    write_bytes("x.ini", "[field]\npace\0= slow\0\n", 20);
    struct run run = check_file("x.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), "x.ini:2:5: error: zero byte in the "
                                                   "text; remove it\npace?= slow?\n    ^\n");
    end(&run);
}

static void a_bad_header_is_one_fault_and_takes_its_keys_with_it(void **state) {
    (void)state;
    FAULT_OF("[tale\nmotto = x\nother = 1\n[game]\ntitle = t\n",
             "x.ini:2:1: error: '[' without a ']' on the same line; write '[tale]'\n"
             "[tale\n^~~~~\n");
    FAULT_OF("tale]\nmotto = x\n", "x.ini:2:1: error: expected '[section]' or 'key = value'; "
                                   "did you mean '[tale]'?\ntale]\n^~~~~\n");
    FAULT_OF("[ ]\nmotto = x\n",
             "x.ini:2:1: error: a section without a name; write '[name]'\n[ ]\n^~~\n");
    FAULT_OF("[tale] x # y\nmotto = x\n", "x.ini:2:8: error: text after the ']' of a section; a "
                                          "comment begins with ' ;'\n[tale] x # y\n       ^~~~~\n");
    FAULT_OF("[tale ;]\n", "x.ini:2:1: error: '[' without a ']' on the same line; write '[tale]'\n"
                           "[tale ;]\n^~~~~\n");
    FAULT_OF("[tale] ; fine\nmotto = x\n", "");
}

static void a_section_name_too_long_for_the_parser_is_a_fault(void **state) {
    char text[100] = "[";
    (void)state;
    memset(text + 1, 's', 49);
    strcpy(text + 50, "]\nkey = 1\n");
    write_file("x.ini", text);
    struct run run = check_file("x.ini", NULL, 0);
    assert_int_equal(rules_diags_count(&run.diags), 1);
    assert_non_null(strstr(run.diags.items[0].message, "49 bytes; the limit is 48"));
    end(&run);
}

static void a_line_that_is_nothing_says_what_it_might_have_been(void **state) {
    (void)state;
    FAULT_OF("pace slow ; c\n", "x.ini:2:1: error: expected '[section]' or 'key = value'; did "
                                "you mean 'pace = slow'?\npace slow ; c\n^~~~~~~~~\n");
    FAULT_OF("= slow\n", "x.ini:2:1: error: no key before '='; write 'key = value'\n= slow\n^\n");
    FAULT_OF("pace: slow\n", "x.ini:2:5: error: ':' where '=' is expected; write 'pace = ...'\n"
                             "pace: slow\n    ^\n");
}

static void a_saved_match_is_no_ruleset(void **state) {
    (void)state;
    expect_report("muster transcript 2\nruleset rulesets/x.ini\nmoves\na1\n",
                  "x.ini:1:1: error: a saved match where a ruleset is expected; muster play --load "
                  "continues it, muster replay shows it\nmuster transcript 2\n"
                  "^~~~~~~~~~~~~~~~~~~\n");
}

static void quotes_do_not_hide_a_comment_and_are_no_part_of_a_value(void **state) {
    (void)state;
    FAULT_OF("pace = \"slow ; very\"\n",
             "x.ini:2:14: error: a ';' after a blank begins a comment, even inside quotes; remove "
             "the ';' or the blank before it\npace = \"slow ; very\"\n             ^~~~~~~\n");
    FAULT_OF("pace = \"slow\" ; x\n",
             "x.ini:2:8: error: a value is written without quotes; remove the quotes\n"
             "pace = \"slow\" ; x\n       ^~~~~~\n");
    expect_report("[game]\ntitle = The \"Iron\" Line ; \"so\" called\n", "");
}

static void what_is_said_twice_names_the_first_place(void **state) {
    (void)state;
    FAULT_OF(
        "pace = slow\nboard = 5x5\npace = slow\n",
        "x.ini:4:1: error: 'pace' is set twice in [field], first at line 2; remove one of them\n"
        "pace = slow\n^~~~\n");
    FAULT_OF("[tale]\n[field]\npace = slow\n",
             "x.ini:3:1: error: section [field] appears twice, first at line 1; merge the two "
             "sections\n[field]\n^~~~~~~\n");
    expect_report("[field]\npace = slow\n[tale]\nmotto = a\n[game]\ntitle = a\n", "");
}

static void a_key_before_any_section_is_a_fault(void **state) {
    (void)state;
    expect_report("pace = slow\n[field]\n",
                  "x.ini:1:1: error: 'pace' is outside any section; only 'inherits' is allowed "
                  "there; open a section first, as in '[game]'\npace = slow\n^~~~\n");
    expect_report("inherit = a.ini\n[field]\n",
                  "x.ini:1:1: error: 'inherit' is outside any section; only 'inherits' is allowed "
                  "there; did you mean 'inherits'?\ninherit = a.ini\n^~~~~~~\n");
    FAULT_OF("inherits = base.ini\n",
             "x.ini:2:1: error: 'inherits' must come before the first "
             "section; move it to the top of the file\ninherits = base.ini\n^~~~~~~~\n");
}

static void all_faults_of_a_file_come_in_one_pass(void **state) {
    (void)state;
    write_file("base.ini", "[field]\nterain = on\n[field]\n");
    write_file("x.ini", "inherits = base.ini\n[feild]\nx = 1\n[tale\nmotto\n[game]\ntitel = a\n"
                        "[modules]\nsmall.feild = on\n");
    struct run run = check_file("x.ini", NULL, 0);
    static const struct {
        const char *file;
        int line;
    } want[] = {{"base.ini", 2}, {"base.ini", 3}, {"x.ini", 2}, {"x.ini", 4},
                {"x.ini", 5},    {"x.ini", 7},    {"x.ini", 9}};
    assert_int_equal(run.diags.count, sizeof want / sizeof *want);
    for (size_t i = 0; i < run.diags.count; i++) {
        assert_string_equal(run.diags.items[i].place.file, want[i].file);
        assert_int_equal(run.diags.items[i].place.line, want[i].line);
    }
    end(&run);
}

static void files_beyond_the_limits_are_refused(void **state) {
    struct mst_buf text = {0};
    struct rules_diags diags = {0};
    (void)state;
    while (text.length <= RULES_INI_FILE_MOST)
        mst_buf_puts(&text, "; a line of comment\n");
    write_bytes("big.ini", text.text, text.length);
    assert_null(rules_ini_load("big.ini", &diags));
    assert_int_equal(diags.items[0].status, MST_BAD_FILE);
    assert_null(rules_ini_parse("big.ini", text.text, text.length, &diags));
    assert_int_equal(rules_diags_count(&diags), 2);
    rules_diags_clear(&diags);
    mst_buf_reset(&text);
    mst_buf_puts(&text, "[field]\n");
    for (int i = 0; i <= RULES_INI_VALUES_MOST; i++)
        mst_buf_printf(&text, "k%d = 1\n", i);
    struct rules_ini *ini = rules_ini_parse("m.ini", text.text, text.length, &diags);
    assert_int_equal(rules_diags_count(&diags), 1);
    assert_non_null(strstr(diags.items[0].message, "more than 2000 values"));
    rules_ini_free(ini);
    mst_buf_clear(&text);
    rules_diags_clear(&diags);
    assert_null(rules_ini_load("no-such.ini", &diags));
    assert_int_equal(rules_diags_first(&diags, NULL), MST_BAD_FILE);
    assert_null(rules_ini_load(".", &diags));
    rules_diags_clear(&diags);
}

/* ---- inheritance ----------------------------------------------------------------------------- */

static void the_nearer_file_wins_and_remembers_what_it_replaced(void **state) {
    (void)state;
    write_file("far.ini", "[field]\nresolve_cycles = 3\npace = slow\n[tale]\nmotto = far\n");
    write_file("mid.ini", "inherits = far.ini\n[field]\n\nresolve_cycles = 4\n");
    write_file("near.ini", "inherits = sub/./../mid.ini ; up\n[field]\nresolve_cycles = 5\n");
    struct run run = check_file("near.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), "");
    const struct rules_ini_value *value = rules_ini_find(run.ini, "field", "resolve_cycles");
    assert_string_equal(value->value, "5");
    assert_string_equal(value->replaced->value, "4");
    assert_string_equal(value->replaced->key_at.file, "mid.ini");
    assert_string_equal(value->replaced->replaced->value, "3");
    assert_null(value->replaced->replaced->replaced);
    assert_string_equal(value_of(&run, "field", "pace"), "slow");
    assert_int_equal(run.values[1].number, 5);
    assert_string_equal(run.values[2].from->key_at.file, "far.ini");
    end(&run);
}

static void a_missing_base_is_reported_at_the_line_that_names_it(void **state) {
    (void)state;
    write_file("base.ini", "");
    expect_report("; first\ninherits = bsae.ini\n[tale]\nmotto = x\n",
                  "x.ini:2:12: error: cannot inherit: cannot read 'bsae.ini': No such file or "
                  "directory; did you mean 'base.ini'?\ninherits = bsae.ini\n           "
                  "^~~~~~~~\n");
    expect_report("inherits = base\n",
                  "x.ini:1:12: error: cannot inherit: cannot read 'base': No such file or "
                  "directory; did you mean 'base.ini'?\ninherits = base\n           ^~~~\n");
    expect_report("inherits =\n", "x.ini:1:11: error: 'inherits' names no file; write 'inherits = "
                                  "base.ini' or remove the line\ninherits =\n          ^\n");
    expect_report("inherits = /etc/base.ini\n",
                  "x.ini:1:12: error: 'inherits' must be relative to the folder of this file\n"
                  "inherits = /etc/base.ini\n           ^~~~~~~~~~~~~\n");
    expect_report("inherits = base.ini\ninherits = base.ini\n",
                  "x.ini:2:1: error: 'inherits' is set twice, first at line 1; a file can inherit "
                  "from only one file\ninherits = base.ini\n^~~~~~~~\n");
}

static void a_circle_is_reported_with_every_place_on_it(void **state) {
    (void)state;
    write_file("b.ini", "\n\ninherits = ./x.ini\n");
    expect_report("\ninherits = b.ini\n",
                  "b.ini:3:12: error: inheritance forms a cycle: x.ini:2 inherits 'b.ini', "
                  "b.ini:3 inherits 'x.ini'; remove one of them\n"
                  "inherits = ./x.ini\n           ^~~~~~~\n");
    expect_report("inherits = x.ini\n",
                  "x.ini:1:12: error: inheritance forms a cycle: x.ini:1 inherits 'x.ini'; remove "
                  "one of them\ninherits = x.ini\n           ^~~~~\n");
}

static void a_chain_of_eight_files_is_read_and_one_of_nine_is_a_fault(void **state) {
    char name[20], text[60];
    (void)state;
    for (int i = 1; i <= 9; i++) {
        snprintf(name, sizeof name, "c%d.ini", i);
        snprintf(text, sizeof text, "inherits = c%d.ini\n", i + 1);
        if (i == 9)
            snprintf(text, sizeof text, "[field]\npace = slow\n");
        write_file(name, text);
    }
    struct run run = check_file("c2.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), "");
    assert_string_equal(value_of(&run, "field", "pace"), "slow");
    end(&run);
    run = check_file("c1.ini", NULL, 0);
    assert_int_equal(run.diags.count, 1);
    assert_string_equal(run.diags.items[0].place.file, "c8.ini");
    assert_non_null(strstr(run.diags.items[0].message, "longer than 8 files"));
    end(&run);
}

/* ---- options --------------------------------------------------------------------------------- */

static void every_type_is_read_and_what_is_not_said_is_the_default(void **state) {
    (void)state;
    write_file("x.ini", "[field]\nterrain = no\nresolve_cycles = 9\npace = headlong\n"
                        "ranks = [1, 2 ,3]\nboard = 3x12\n");
    struct run run = check_file("x.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), "");
    assert_int_equal(run.values[0].number, 0);
    assert_int_equal(run.values[1].number, 9);
    assert_int_equal(run.values[2].number, 2);
    assert_int_equal(run.values[3].count, 3);
    assert_int_equal(run.values[3].list[2], 3);
    assert_int_equal(run.values[4].list[0], 3);
    assert_int_equal(run.values[4].list[1], 12);
    assert_int_equal(run.values[4].from->key_at.line, 6);
    assert_string_equal(run.values[5].text, "none");
    assert_null(run.values[5].from);
    assert_false(run.values[5].set);
    end(&run);
    write_file("x.ini", "");
    run = check_file("x.ini", NULL, 0);
    assert_int_equal(run.values[0].number, 1);
    assert_int_equal(run.values[3].list[0], 7);
    end(&run);
}

static void every_word_for_on_and_off_is_understood(void **state) {
    static const char *const words[] = {"on", "true", "yes", "1", "off", "false", "no", "0"};
    char text[60];
    (void)state;
    for (int i = 0; i < 8; i++) {
        snprintf(text, sizeof text, "[field]\nterrain = %s\n", words[i]);
        write_file("x.ini", text);
        struct run run = check_file("x.ini", NULL, 0);
        assert_int_equal(rules_diags_count(&run.diags), 0);
        assert_int_equal(run.values[0].number, i < 4);
        end(&run);
    }
}

static void an_unknown_key_names_the_nearest_one(void **state) {
    (void)state;
    FAULT_OF("  terain = on\n", "x.ini:2:3: error: unknown key 'terain' in [field]; did you mean "
                                "'terrain'?\n  terain = on\n  ^~~~~~\n");
    FAULT_OF("PACE = slow\n", "x.ini:2:1: error: unknown key 'PACE' in [field]; did you mean "
                              "'pace'?\nPACE = slow\n^~~~\n");
    FAULT_OF("motto = x\n", "x.ini:2:1: error: unknown key 'motto' in [field]; it is a key of "
                            "[tale]\nmotto = x\n^~~~~\n");
    expect_report("[tale]\nzzz = x\n",
                  "x.ini:2:1: error: unknown key 'zzz' in [tale]; valid keys of [tale]:"
                  " motto\nzzz = x\n^~~\n");
    expect_report("[game]\ntitel = x\n", "x.ini:2:1: error: unknown key 'titel' in [game]; did you "
                                         "mean 'title'?\ntitel = x\n^~~~~\n");
}

static void an_unknown_section_is_one_fault_and_its_keys_are_passed_over(void **state) {
    (void)state;
    expect_report("[feild]\nterrain = on\nx = 1\n", "x.ini:1:2: error: unknown section [feild]; "
                                                    "did "
                                                    "you mean '[field]'?\n[feild]\n ^~~~~\n");
    expect_report("[zebra]\nx = 1\n", "x.ini:1:2: error: unknown section [zebra]; no switched-on "
                                      "module has this section\n[zebra]\n ^~~~~\n");
}

static void what_belongs_to_a_module_that_is_off_is_passed_over(void **state) {
    (void)state;
    expect_report("[weather]\nrain = maybe\n[field]\nfog = thick\n", "");
    FAULT_OF("fogg = thick\n",
             "x.ini:2:1: error: unknown key 'fogg' in [field]; valid keys of [field]: "
             "terrain, resolve_cycles, pace, ranks, board\nfogg = thick\n^~~~\n");
}

static void a_wrong_value_says_what_is_expected(void **state) {
    (void)state;
    FAULT_OF("terrain = onn\n", "x.ini:2:11: error: 'terrain' is 'onn', expected on or off\n"
                                "terrain = onn\n          ^~~\n");
    FAULT_OF("resolve_cycles = 10\n",
             "x.ini:2:18: error: 'resolve_cycles' is '10', expected a "
             "whole "
             "number from 1 to 9\nresolve_cycles = 10\n                 ^~\n");
    FAULT_OF("resolve_cycles = 3 # three\n",
             "x.ini:2:18: error: 'resolve_cycles' is '3 # three', expected a whole number from "
             "1 to "
             "9; a comment after a value begins with ' ;'\nresolve_cycles = 3 # three\n"
             "                 ^~~~~~~~~\n");
    FAULT_OF("pace = haedlong\n",
             "x.ini:2:8: error: 'pace' is 'haedlong', expected one of: slow, steady, headlong; did "
             "you mean 'headlong'?\npace = haedlong\n       ^~~~~~~~\n");
    FAULT_OF("ranks = 1,2\n", "x.ini:2:9: error: 'ranks' is '1,2', expected 3 whole numbers, "
                              "separated by commas, each from 1 to 9\nranks = 1,2\n        ^~~\n");
    FAULT_OF("board = 7 x 7\n",
             "x.ini:2:9: error: 'board' is '7 x 7', expected a width and a height such as 7x7, "
             "each "
             "from 3 to 12\nboard = 7 x 7\n        ^~~~~\n");
    FAULT_OF("pace =\n", "x.ini:2:7: error: 'pace' has no value, expected one of: slow, steady, "
                         "headlong\npace =\n      ^\n");
    expect_report("[tale]\nmotto = thirteen byte\n",
                  "x.ini:2:9: error: 'motto' is 'thirteen byte', expected text of at most 12 "
                  "bytes\nmotto = thirteen byte\n        ^~~~~~~~~~~~~\n");
}

static void near_misses_of_every_type_are_refused(void **state) {
    static const char *const bad[] = {"resolve_cycles = 0",
                                      "resolve_cycles = -1",
                                      "resolve_cycles = +3",
                                      "resolve_cycles = 3.0",
                                      "resolve_cycles = 9223372036854775808",
                                      "resolve_cycles = 3x",
                                      "resolve_cycles = -",
                                      "ranks = 1,2,3,4",
                                      "ranks = 1,2,10",
                                      "ranks = [1,2,3",
                                      "ranks = 1,2,3]",
                                      "ranks = 1,,3",
                                      "ranks = 1 2 3",
                                      "ranks = [1,2,3] 4",
                                      "ranks = 1,2,3,",
                                      "board = 7",
                                      "board = 7x",
                                      "board = 2x7",
                                      "board = 7x13",
                                      "board = 7X7",
                                      "board = 7x7x7",
                                      "board = -7x7",
                                      "terrain = On",
                                      "pace = Slow"};
    char text[80];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "[field]\n%s\n", bad[i]);
        write_file("x.ini", text);
        struct run run = check_file("x.ini", NULL, 0);
        if (rules_diags_count(&run.diags) != 1)
            fail_msg("'%s' gives %zu faults", bad[i], rules_diags_count(&run.diags));
        end(&run);
    }
}

static void a_fault_in_a_replaced_value_is_still_a_fault(void **state) {
    (void)state;
    write_file("base.ini", "[field]\npace = fast\n");
    write_file("x.ini", "inherits = base.ini\n[field]\npace = slow\n");
    struct run run = check_file("x.ini", NULL, 0);
    assert_int_equal(run.diags.count, 1);
    assert_string_equal(run.diags.items[0].place.file, "base.ini");
    end(&run);
}

static void settings_replace_what_the_file_says_and_the_later_one_wins(void **state) {
    const struct mst_setting settings[] = {
        {"field.pace", "headlong"}, {"field.resolve_cycles", "7"}, {"field.resolve_cycles", "8"}};
    (void)state;
    write_file("x.ini", "[field]\nresolve_cycles = 5\n");
    struct run run = check_file("x.ini", settings, 3);
    assert_string_equal(mst_buf_text(&run.report), "");
    assert_int_equal(run.values[1].number, 8);
    assert_true(run.values[1].set);
    assert_null(run.values[1].from);
    assert_int_equal(run.values[2].number, 2);
    end(&run);
}

static void faults_in_settings_stand_after_the_files_and_are_bad_options(void **state) {
    const struct mst_setting settings[] = {{"field.terain", "on"},      {"field.pace", "fast"},
                                           {"feild.pace", "slow"},      {"pace", "slow"},
                                           {"weather.rain", "on"},      {"game.title", "x"},
                                           {"modules.small.tail", "on"}};
    struct mst_error error = {0};
    (void)state;
    write_file("x.ini", "[field]\npace = slow\n");
    struct run run = check_file("x.ini", settings, 7);
    assert_string_equal(mst_buf_text(&run.report),
                        "--set: error: unknown key 'terain' in [field]; did you mean 'terrain'?\n"
                        "field.terain=on\n      ^~~~~~\n"
                        "--set: error: 'pace' is 'fast', expected one of: slow, steady, headlong\n"
                        "field.pace=fast\n           ^~~~\n"
                        "--set: error: unknown section [feild]; did you mean '[field]'?\n"
                        "feild.pace=slow\n^~~~~\n"
                        "--set: error: the name of a setting has the form 'section.key'; did you "
                        "mean 'field.pace'?\npace\n^~~~\n"
                        "--set: error: the module of this option is switched off\n"
                        "weather.rain=on\n        ^~~~\n"
                        "--set: error: [game] cannot be set\ngame.title=x\n^~~~\n"
                        "--set: error: unknown module 'small.tail'; did you mean 'small.tale'?\n"
                        "modules.small.tail=on\n        ^~~~~~~~~~\n");
    assert_int_equal(rules_diags_first(&run.diags, &error), MST_BAD_OPTION);
    assert_string_equal(error.at, "--set");
    end(&run);
    write_file("x.ini", "[field]\npaec = slow\n");
    run = check_file("x.ini", settings, 1);
    assert_int_equal(run.diags.items[0].status, MST_BAD_RULESET);
    assert_int_equal(run.diags.items[1].status, MST_BAD_OPTION);
    end(&run);
}

static void a_default_that_its_own_option_refuses_is_the_modules_fault(void **state) {
    struct mst_option option = TABLE[1];
    struct rules_option_value value;
    struct rules_diags diags = {0};
    struct mst_buf out = {0};
    (void)state;
    option.fallback = "12";
    struct rules_ini *ini = rules_ini_parse("x.ini", "", 0, &diags);
    assert_int_equal(rules_options_resolve(ini, &option, 1, NULL, NULL, 0, &diags, &value),
                     MST_BAD_RULESET);
    rules_diags_print(&diags, &out);
    assert_string_equal(mst_buf_text(&out),
                        "lua/field/options.lua:9: error: the default of 'resolve_cycles' in "
                        "[field] is '12', expected a whole number from 1 to 9\n");
    mst_buf_clear(&out);
    rules_ini_free(ini);
    rules_diags_clear(&diags);
}

/* ---- modules --------------------------------------------------------------------------------- */

static void modules_are_on_or_off_and_a_nearer_file_or_a_setting_may_turn_them(void **state) {
    const struct mst_setting setting = {"modules.small.weather", "on"};
    (void)state;
    write_file("base.ini", "[modules]\nsmall.field = on\nsmall.tale = yes\nsmall.weather = 0\n");
    write_file("x.ini", "inherits = base.ini\n[modules]\nsmall.tale = off\n");
    struct run run = check_file("x.ini", &setting, 1);
    assert_string_equal(mst_buf_text(&run.report), "");
    assert_true(run.modules[0].on);
    assert_string_equal(run.modules[0].from->key_at.file, "base.ini");
    assert_false(run.modules[1].on);
    assert_true(run.modules[1].named);
    assert_int_equal(run.modules[1].from->key_at.line, 3);
    assert_true(run.modules[2].on);
    assert_true(run.modules[2].set);
    end(&run);
    write_file("x.ini", "[modules]\nsmall.field = on\n");
    run = check_file("x.ini", NULL, 0);
    assert_false(run.modules[1].named);
    assert_false(run.modules[1].on);
    end(&run);
}

static void unknown_modules_and_values_are_faults(void **state) {
    (void)state;
    expect_report("[modules]\nsmall.feild = on\nbig = on\nsmall.tale = maybe\n",
                  "x.ini:2:1: error: unknown module 'small.feild'; did you mean 'small.field'?\n"
                  "small.feild = on\n^~~~~~~~~~~\n"
                  "x.ini:3:1: error: unknown module 'big'; known modules: small.field, small.tale, "
                  "small.weather\nbig = on\n^~~\n"
                  "x.ini:4:14: error: 'small.tale' is 'maybe', expected on or off\n"
                  "small.tale = maybe\n             ^~~~~\n");
}

/* ---- telling --------------------------------------------------------------------------------- */

static void explain(const struct run *run, const char *name, const char *first_line) {
    struct mst_buf out = {0};
    assert_int_equal(rules_options_explain(run->ini, TABLE, OPTIONS, run->values, name, &out, NULL),
                     MST_OK);
    char *newline = strchr(mst_buf_text(&out), '\n');
    assert_non_null(newline);
    *newline = 0;
    assert_string_equal(out.text, first_line);
    mst_buf_clear(&out);
}

static void explain_tells_where_a_value_comes_from_and_what_it_replaces(void **state) {
    const struct mst_setting setting = {"field.resolve_cycles", "7"};
    struct mst_buf out = {0};
    struct mst_error error = {0};
    (void)state;
    write_file("base.ini", "[field]\nresolve_cycles = 3\n");
    write_file("house.ini", "inherits = base.ini\n[field]\npace = slow\nresolve_cycles = 5\n");
    struct run run = check_file("house.ini", NULL, 0);
    explain(&run, "resolve_cycles", "resolve_cycles = 5: house.ini:4, replacing 3 from base.ini:2");
    explain(&run, "field.pace", "pace = slow: house.ini:3");
    explain(&run, "board", "board = 7x7: the default, from lua/field/options.lua:18");
    rules_options_explain(run.ini, TABLE, OPTIONS, run.values, "pace", &out, NULL);
    assert_string_equal(out.text, "pace = slow: house.ini:3\n  one of: slow, steady, headlong; "
                                  "default steady (lua/field/options.lua:12): how fast\n");
    assert_int_equal(
        rules_options_explain(run.ini, TABLE, OPTIONS, run.values, "field.bord", &out, &error),
        MST_BAD_OPTION);
    assert_string_equal(error.text, "unknown option 'field.bord'; did you mean 'board'?");
    mst_buf_clear(&out);
    end(&run);
    run = check_file("house.ini", &setting, 1);
    explain(&run, "resolve_cycles",
            "resolve_cycles = 7: --set, replacing 5 from house.ini:4, "
            "replacing 3 from base.ini:2");
    end(&run);
}

static void explain_asks_back_when_a_bare_key_stands_in_two_sections(void **state) {
    struct mst_option two[2] = {TABLE[0], TABLE[0]};
    struct rules_option_value values[2];
    struct rules_diags diags = {0};
    struct mst_error error = {0};
    struct mst_buf out = {0};
    (void)state;
    two[1].section = "tale";
    struct rules_ini *ini = rules_ini_parse("x.ini", "", 0, &diags);
    rules_options_resolve(ini, two, 2, NULL, NULL, 0, &diags, values);
    assert_int_equal(rules_options_explain(ini, two, 2, values, "terrain", &out, &error),
                     MST_BAD_OPTION);
    assert_string_equal(error.text, "'terrain' is a key of [field] and of [tale]; write "
                                    "'field.terrain' or 'tale.terrain'");
    assert_int_equal(rules_options_explain(ini, two, 2, values, "tale.terrain", &out, &error),
                     MST_OK);
    mst_buf_clear(&out);
    rules_ini_free(ini);
    rules_diags_clear(&diags);
}

static void the_reference_is_a_table_with_a_row_an_option(void **state) {
    struct mst_buf out = {0};
    (void)state;
    rules_options_print_ini_reference(TABLE, OPTIONS, &out);
    assert_string_equal(
        mst_buf_text(&out),
        "| Section | Key | Type | Default | Range | Help |\n|---|---|---|---|---|---|\n"
        "| field | terrain | on/off | on | on, off | whether ground matters |\n"
        "| field | resolve_cycles | whole number | 3 | 1 to 9 | cycles \\| of resolve |\n"
        "| field | pace | choice | steady | slow, steady, headlong | how fast |\n"
        "| field | ranks | whole numbers | [7,6,5] | 1 to 9, 3 of them | men a rank |\n"
        "| field | board | size | 7x7 | 3 to 12 | the board |\n"
        "| tale | motto | text | none | at most 12 bytes |  |\n");
    mst_buf_clear(&out);
}

/* A ruleset from a stranger must not make a diagnostic quote what it may not read. */
static void files_outside_the_folder_of_the_ruleset_are_not_read(void **state) {
    static const char *const bad[] = {"../secret.ini", "../sub/../secret.ini", "link.ini"};
    (void)state;
    write_file("secret.ini", "root:x:0:0\n");
    assert_int_equal(symlink("../secret.ini", "sub/link.ini"), 0);
    assert_int_equal(symlink("base.ini", "sub/inner.ini"), 0);
    write_file("sub/base.ini", "[field]\npace = slow\n");
    for (int i = 0; i < 3; i++) {
        char text[100];
        snprintf(text, sizeof text, "inherits = %s\n", bad[i]);
        write_file("sub/near.ini", text);
        struct run run = check_file("sub/near.ini", NULL, 0);
        assert_non_null(strstr(mst_buf_text(&run.report), "'inherits' leads out of the folder"));
        assert_null(strstr(mst_buf_text(&run.report), "root"));
        end(&run);
    }
    struct run run = check_file("sub/link.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), "sub/link.ini: error: it is a link that leads "
                                                   "out of its folder; name the file itself\n");
    end(&run);
    write_file("sub/near.ini", "inherits = inner.ini\n");
    run = check_file("sub/near.ini", NULL, 0);
    assert_string_equal(mst_buf_text(&run.report), "");
    end(&run);
    unlink("sub/link.ini");
    unlink("sub/inner.ini");
    unlink("sub/base.ini");
}

/* ---- a folder of its own --------------------------------------------------------------------- */

static int enter(void **state) {
    char *folder = mst_strdup("/tmp/muster-ini-XXXXXX");
    *state = folder;
    return !folder || !mkdtemp(folder) || chdir(folder) || mkdir("sub", 0700);
}

static int leave(void **state) {
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", (char *)*state);
    mst_free(*state);
    return chdir("/") || system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_stand_in_file_order_whatever_order_they_were_added_in),
        cmocka_unit_test(the_first_fault_becomes_the_error_and_no_fault_becomes_ok),
        cmocka_unit_test(the_place_of_a_long_file_name_keeps_its_end),
        cmocka_unit_test(what_would_harm_a_terminal_prints_as_question_marks),
        cmocka_unit_test(more_faults_than_are_kept_are_counted),
        cmocka_unit_test(utf8_is_told_from_what_is_not),
        cmocka_unit_test(a_sound_file_gives_its_values_with_their_places),
        cmocka_unit_test(crlf_and_a_byte_order_mark_change_nothing),
        cmocka_unit_test(an_empty_file_and_a_last_line_without_its_end_are_sound),
        cmocka_unit_test(an_indented_line_is_a_line_of_its_own),
        cmocka_unit_test(a_line_of_190_bytes_is_read_whole_and_one_of_191_is_a_fault),
        cmocka_unit_test(a_very_long_line_is_one_fault_and_is_shown_short),
        cmocka_unit_test(bytes_that_are_no_text_are_faults_with_their_column),
        cmocka_unit_test(a_bad_header_is_one_fault_and_takes_its_keys_with_it),
        cmocka_unit_test(a_section_name_too_long_for_the_parser_is_a_fault),
        cmocka_unit_test(a_line_that_is_nothing_says_what_it_might_have_been),
        cmocka_unit_test(a_saved_match_is_no_ruleset),
        cmocka_unit_test(quotes_do_not_hide_a_comment_and_are_no_part_of_a_value),
        cmocka_unit_test(what_is_said_twice_names_the_first_place),
        cmocka_unit_test(a_key_before_any_section_is_a_fault),
        cmocka_unit_test(all_faults_of_a_file_come_in_one_pass),
        cmocka_unit_test(files_beyond_the_limits_are_refused),
        cmocka_unit_test(the_nearer_file_wins_and_remembers_what_it_replaced),
        cmocka_unit_test(a_missing_base_is_reported_at_the_line_that_names_it),
        cmocka_unit_test(a_circle_is_reported_with_every_place_on_it),
        cmocka_unit_test(files_outside_the_folder_of_the_ruleset_are_not_read),
        cmocka_unit_test(a_chain_of_eight_files_is_read_and_one_of_nine_is_a_fault),
        cmocka_unit_test(every_type_is_read_and_what_is_not_said_is_the_default),
        cmocka_unit_test(every_word_for_on_and_off_is_understood),
        cmocka_unit_test(an_unknown_key_names_the_nearest_one),
        cmocka_unit_test(an_unknown_section_is_one_fault_and_its_keys_are_passed_over),
        cmocka_unit_test(what_belongs_to_a_module_that_is_off_is_passed_over),
        cmocka_unit_test(a_wrong_value_says_what_is_expected),
        cmocka_unit_test(near_misses_of_every_type_are_refused),
        cmocka_unit_test(a_fault_in_a_replaced_value_is_still_a_fault),
        cmocka_unit_test(settings_replace_what_the_file_says_and_the_later_one_wins),
        cmocka_unit_test(faults_in_settings_stand_after_the_files_and_are_bad_options),
        cmocka_unit_test(a_default_that_its_own_option_refuses_is_the_modules_fault),
        cmocka_unit_test(modules_are_on_or_off_and_a_nearer_file_or_a_setting_may_turn_them),
        cmocka_unit_test(unknown_modules_and_values_are_faults),
        cmocka_unit_test(explain_tells_where_a_value_comes_from_and_what_it_replaces),
        cmocka_unit_test(explain_asks_back_when_a_bare_key_stands_in_two_sections),
        cmocka_unit_test(the_reference_is_a_table_with_a_row_an_option),
    };
    return cmocka_run_group_tests_name("ini", tests, enter, leave);
}
