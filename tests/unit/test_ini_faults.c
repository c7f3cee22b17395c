/* Mutation test of ruleset files: a valid file is spoilt in one place at a time, in some hundred
 * ways, and the checks must find every fault, on the right line, with one message. The generator is
 * seeded and its seed fixed, so every run makes the same mutants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "rulesets/options.h"
#include "muster/rulebook.h"

/* ---- the valid ruleset ----------------------------------------------------------------------- */

static const char BASE[] = "; what the others build on\n"
                           "[game]\n"
                           "title = Base\n"
                           "[modules]\n"
                           "warline.tactical = on\n"
                           "[warline]\n"
                           "resolve_cycles = 4\n";

static const char *const GOOD[] = {
    "; a ruleset of one's own",      /* 1 */
    "inherits = base.ini",           /* 2 */
    "[game]",                        /* 3 */
    "title = House rules",           /* 4 */
    "summary = As we play them",     /* 5 */
    "[modules]",                     /* 6 */
    "warline.supply = on",           /* 7 */
    "small.breakthrough = off",      /* 8 */
    "[warline]",                     /* 9 */
    "resolve_cycles = 3",            /* 10 */
    "board = 7x7 ; width by height", /* 11 */
    "opening = alternate",           /* 12 */
    "flanking = on",                 /* 13 */
    "[supply]",                      /* 14 */
    "wagons = 7,6,5",                /* 15 */
    "foraging = off",                /* 16 */
    "harshness = merciful",          /* 17 */
    "reserve = 40",                  /* 18 */
};
enum { LINES = sizeof GOOD / sizeof *GOOD, OPTIONS = 8 };

static const char *const OPENING[] = {"alternate", "together", "hidden", NULL};
static const char *const HARSHNESS[] = {"merciful", "ordinary", "unforgiving", NULL};
static const struct mst_option TABLE[OPTIONS] = {
    {"warline", "resolve_cycles", MST_OPTION_INT, "3", 1, 9, 0, NULL, "", "w.lua:1", "w", 0},
    {"warline", "board", MST_OPTION_SIZE, "7x7", 3, 12, 0, NULL, "", "w.lua:2", "w", 0},
    {"warline", "opening", MST_OPTION_CHOICE, "hidden", 0, 0, 0, OPENING, "", "w.lua:3", "w", 0},
    {"warline", "flanking", MST_OPTION_BOOL, "on", 0, 0, 0, NULL, "", "w.lua:4", "w", 0},
    {"supply", "wagons", MST_OPTION_INTS, "7,6,5", 1, 9, 3, NULL, "", "s.lua:1", "s", 0},
    {"supply", "foraging", MST_OPTION_BOOL, "on", 0, 0, 0, NULL, "", "s.lua:2", "s", 0},
    {"supply", "harshness", MST_OPTION_CHOICE, "ordinary", 0, 0, 0, HARSHNESS, "", "s.lua:3", "s",
     0},
    {"supply", "reserve", MST_OPTION_INT, "0", -50, 50, 0, NULL, "", "s.lua:4", "s", 0},
};
static const char *const KNOWN[] = {"warline.tactical", "warline.supply", "small.breakthrough"};
static const char *const OFF[] = {"breakthrough", NULL};

/* ---- checking one file ----------------------------------------------------------------------- */

static void write_file(const char *name, const char *bytes, size_t count) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* As a program would: load, modules, options. True if nothing is wrong. */
static bool check(struct rules_diags *diags) {
    struct rules_option_value values[OPTIONS];
    struct rules_ini_module modules[3];
    struct rules_ini *ini = rules_ini_load("x.ini", diags);
    if (ini) {
        rules_ini_modules(ini, KNOWN, 3, NULL, 0, diags, modules);
        rules_options_resolve(ini, TABLE, OPTIONS, OFF, NULL, 0, diags, values);
    }
    rules_ini_free(ini);
    return ini && rules_diags_count(diags) == 0;
}

/* ---- mutants --------------------------------------------------------------------------------- */

struct mutant {
    const char *kind;
    const char *file; /* where the fault was made */
    int line;
    const char *meant; /* the name that the hint must give, or NULL */
    const char *base;  /* text of base.ini */
    const char *text;  /* of x.ini, `length` bytes */
    size_t length;
};

struct tally {
    struct mst_rng rng;
    int made, located, hints, hits;
    int memory_every; /* every so many mutants also without memory; 0: none */
    int memory_runs;
};

static void show(const struct mutant *m, const struct rules_diags *diags) {
    struct mst_buf report = {0};
    rules_diags_print(diags, &report);
    print_message("%s, made at %s:%d\n%s", m->kind, m->file, m->line, mst_buf_text(&report));
    mst_buf_clear(&report);
}

/* Every allocation in turn fails: the file may never be accepted. Leaks show under the
 * sanitizer. */
static int starve(void) {
    for (int n = 0;; n++) {
        struct rules_diags diags = {0};
        struct mst_error error = {0};
        struct mst_buf report = {0};
        core_mem_fail_after(n);
        bool valid = check(&diags);
        bool refused = core_mem_count() > n;
        rules_diags_first(&diags, &error);
        rules_diags_print(&diags, &report);
        core_mem_fail_after(-1);
        if (refused) {
            assert_false(valid);
            assert_int_equal(rules_diags_first(&diags, NULL), MST_NO_MEMORY);
        }
        mst_buf_clear(&report);
        rules_diags_clear(&diags);
        if (!refused)
            return n;
    }
}

static void judge(struct tally *tally, const struct mutant *m) {
    struct rules_diags diags = {0};
    write_file("base.ini", m->base, strlen(m->base));
    write_file("x.ini", m->text, m->length);
    bool valid = check(&diags);
    tally->made++;
    if (valid || rules_diags_count(&diags) != 1) {
        show(m, &diags);
        print_message("%.*s\n", (int)m->length, m->text);
        fail_msg("%zu messages for one fault", rules_diags_count(&diags));
    }
    const struct rules_diag *diag = &diags.items[0];
    if (!strcmp(diag->place.file, m->file) && diag->place.line == m->line)
        tally->located++;
    else
        show(m, &diags);
    if (m->meant) {
        bool hit = strstr(diag->hint, m->meant) && strstr(diag->hint, "did you mean");
        tally->hints++;
        tally->hits += hit;
        if (!hit)
            show(m, &diags);
    }
    rules_diags_clear(&diags);
    if (tally->memory_every && tally->made % tally->memory_every == 0)
        tally->memory_runs += starve();
}

/* The valid file with `bytes` in place of line `line` (from 1), as a mutant. */
static void try_bytes(struct tally *tally, const char *kind, int line, const char *bytes,
                      size_t count, int fault_line, const char *meant) {
    struct mst_buf text = {0};
    for (int i = 1; i <= LINES; i++) {
        if (i == line)
            mst_buf_bytes(&text, bytes, count);
        else
            mst_buf_puts(&text, GOOD[i - 1]);
        mst_buf_char(&text, '\n');
    }
    struct mutant m = {kind, "x.ini", fault_line, meant, BASE, text.text, text.length};
    judge(tally, &m);
    mst_buf_clear(&text);
}

static void try_line(struct tally *tally, const char *kind, int line, const char *replacement) {
    try_bytes(tally, kind, line, replacement, strlen(replacement), line, NULL);
}

/* ---- typos ----------------------------------------------------------------------------------- */

static char letter(struct mst_rng *rng) {
    return (char)('a' + (int)mst_rng_below(rng, 26));
}

/* One slip of the hand in `word` (room for one more byte): drop, double up, replace or swap. */
static void slip(struct mst_rng *rng, char *word) {
    size_t length = strlen(word), at = (size_t)mst_rng_below(rng, length);
    char swapped = word[at];
    switch (mst_rng_below(rng, 4)) {
    case 0: memmove(word + at, word + at + 1, length - at); break;
    case 1:
        memmove(word + at + 1, word + at, length - at + 1);
        word[at] = letter(rng);
        break;
    case 2: word[at] = letter(rng); break;
    default:
        at = at + 1 < length ? at : length - 2;
        swapped = word[at];
        word[at] = word[at + 1];
        word[at + 1] = swapped;
    }
}

/* A misspelling of `name` exactly `distance` edits away. */
static void misspell(struct mst_rng *rng, const char *name, int distance, char *out, size_t size) {
    do {
        snprintf(out, size, "%s", name);
        for (int i = 0; i < distance; i++)
            slip(rng, out);
    } while (mst_distance(name, out) != distance);
}

/* Misspell `name`, which is in line `line`, a few times at each distance. */
static void try_typos(struct tally *tally, int line, const char *name) {
    const char *source = GOOD[line - 1], *at = strstr(source, name);
    assert_non_null(at);
    for (int i = 0; i < 10; i++) {
        char typo[80], spoilt[200], kind[200];
        int distance = i < 4 ? 1 : 2;
        misspell(&tally->rng, name, distance, typo, sizeof typo);
        snprintf(spoilt, sizeof spoilt, "%.*s%s%s", (int)(at - source), source, typo,
                 at + strlen(name));
        snprintf(kind, sizeof kind, "'%s' for '%s'", typo, name);
        bool long_enough = (size_t)distance * 2 < strlen(typo); /* as mst_nearest_offer promises */
        try_bytes(tally, kind, line, spoilt, strlen(spoilt), line, long_enough ? name : NULL);
    }
}

static void make_typos(struct tally *tally) {
    static const struct {
        int line;
        const char *name;
    } names[] = {{2, "inherits"},
                 {3, "game"},
                 {4, "title"},
                 {5, "summary"},
                 {6, "modules"},
                 {7, "warline.supply"},
                 {8, "small.breakthrough"},
                 {9, "warline"},
                 {10, "resolve_cycles"},
                 {11, "board"},
                 {12, "opening"},
                 {12, "alternate"},
                 {13, "flanking"},
                 {14, "supply"},
                 {15, "wagons"},
                 {16, "foraging"},
                 {17, "harshness"},
                 {17, "merciful"},
                 {18, "reserve"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        try_typos(tally, names[i].line, names[i].name);
}

/* ---- other ways to spoil a line -------------------------------------------------------------- */

static void make_wrong_values(struct tally *tally) {
    static const struct {
        int line;
        const char *key, *values[12];
    } wrong[] = {
        {10,
         "resolve_cycles",
         {"0", "10", "-3", "99999999999999999999", "3a", "a3", "three", "3.5", "3 4", "0x3", "",
          "+3"}},
        {11,
         "board",
         {"2x7", "7x13", "7", "7x", "x7", "7xx7", "7 x 7", "7*7", "sevenx7", "", "7x7x7", "-7x7"}},
        {15,
         "wagons",
         {"7,6", "7,6,5,4", "7,6,0", "10,6,5", "7 6 5", "7,,5", "7,6,five", "[7,6,5", "7,6,5]", "",
          "7;6;5", "7,6,5,"}},
        {18,
         "reserve",
         {"51", "-51", "4O", "forty", "--40", "40%", "", "- 40", "40,0", "1e3", "-",
          "9223372036854775808"}},
        {13,
         "flanking",
         {"onn", "o", "maybe", "2", "", "On", "TRUE", "of", "on off", "-1", "y", "enabled"}},
        {16,
         "foraging",
         {"offf", "of", "nope", "00", "", "Off", "False", "none", "off.", "10", "n", "disabled"}},
        {7,
         "warline.supply",
         {"onn", "", "enabled", "2", "oon", "ON", "ok", "y", "n", "of", "tru", "on on"}},
        {12,
         "opening",
         {"", "on", "1", "Alternate?", "alternate together", "none", "alternate,", "a", "0", "-",
          "[alternate]", "alternately so"}},
    };
    char line[200];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (int k = 0; k < 12; k++) {
            snprintf(line, sizeof line, "%s = %s", wrong[i].key, wrong[i].values[k]);
            try_line(tally, "wrong value", wrong[i].line, line);
        }
}

static void spoil_header(struct tally *tally, int line, const char *header) {
    char spoilt[100];
    int inner = (int)strlen(header) - 2;
    snprintf(spoilt, sizeof spoilt, "[%.*s", inner, header + 1);
    try_line(tally, "no closing bracket", line, spoilt);
    snprintf(spoilt, sizeof spoilt, "%.*s]", inner, header + 1);
    try_line(tally, "no opening bracket", line, spoilt);
    snprintf(spoilt, sizeof spoilt, "[%.*s)", inner, header + 1);
    try_line(tally, "another bracket", line, spoilt);
    snprintf(spoilt, sizeof spoilt, "%s on", header);
    try_line(tally, "text after the bracket", line, spoilt);
    try_line(tally, "no name in brackets", line, "[]");
}

static void spoil_key(struct tally *tally, int line, const char *source) {
    char spoilt[200];
    const char *sign = strstr(source, " = ");
    assert_non_null(sign);
    int key = (int)(sign - source);
    snprintf(spoilt, sizeof spoilt, "%.*s %s", key, source, sign + 3);
    try_line(tally, "no equals sign", line, spoilt);
    snprintf(spoilt, sizeof spoilt, "%.*s", key, source);
    try_line(tally, "key alone", line, spoilt);
    try_line(tally, "no key", line, sign);
    snprintf(spoilt, sizeof spoilt, "%.*s: %s", key, source, sign + 3);
    try_line(tally, "colon", line, spoilt);
    snprintf(spoilt, sizeof spoilt, "%.*s = \"%s ; so\"", key, source, sign + 3);
    try_line(tally, "comment in quotes", line, spoilt);
}

/* Mutations of any line, whatever it says. */
static void spoil_any(struct tally *tally, int line, const char *source) {
    char spoilt[500];
    size_t length = strlen(source), middle = length / 2;
    static const int lengths[] = {191, 199, 200, 201, 399};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        snprintf(spoilt, sizeof spoilt, "%-*s", lengths[i], source);
        memcpy(spoilt + length, " ;", 2);
        for (int k = (int)length + 2; k < lengths[i]; k++)
            spoilt[k] = k % 5 ? 'x' : '=';
        try_line(tally, "overlong line", line, spoilt);
    }
    static const char bytes[] = {0, '\xFF', '\x80', '\xC3', '\x1B', '\x7F'};
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(spoilt, sizeof spoilt, "%s", source);
        spoilt[middle] = bytes[i];
        try_bytes(tally, "byte that is no text", line, spoilt, length, line, NULL);
    }
    if (*source == ';')
        return;
    snprintf(spoilt, sizeof spoilt, "%s\n%s", source, source);
    try_bytes(tally, "duplicated line", line, spoilt, strlen(spoilt), line + 1, NULL);
    snprintf(spoilt, sizeof spoilt, "%s\n  continued here", source);
    try_bytes(tally, "continued line", line, spoilt, strlen(spoilt), line + 1, NULL);
}

static void make_spoilt_lines(struct tally *tally) {
    for (int line = 1; line <= LINES; line++) {
        const char *source = GOOD[line - 1];
        if (*source == '[')
            spoil_header(tally, line, source);
        else if (*source == ';')
            try_line(tally, "comment without its sign", line, source + 2);
        else
            spoil_key(tally, line, source);
        spoil_any(tally, line, source);
    }
    try_line(tally, "key from elsewhere", 13, "foraging = on");
    try_line(tally, "inherits in a section", 13, "inherits = base.ini");
    try_line(tally, "comment by the wrong sign", 18, "reserve = 40 # wagons");
    try_line(tally, "indented unknown key", 18, "  reserves = 3");
}

/* ---- inheritance ----------------------------------------------------------------------------- */

static void try_base(struct tally *tally, const char *kind, const char *base, int line) {
    struct mst_buf text = {0};
    for (int i = 0; i < LINES; i++)
        mst_buf_printf(&text, "%s\n", GOOD[i]);
    struct mutant m = {kind, "base.ini", line, NULL, base, text.text, text.length};
    judge(tally, &m);
    mst_buf_clear(&text);
}

static void make_wrong_inheritance(struct tally *tally) {
    static const char *const wrong[] = {"inherits = bsae.ini",
                                        "inherits = base",
                                        "inherits = ../base.ini",
                                        "inherits = no/such/base.ini",
                                        "inherits =",
                                        "inherits = /base.ini",
                                        "inherits = base.ini,x",
                                        "inherits = x.ini",
                                        "inherits = ./x.ini",
                                        "inherits = .",
                                        "inherits = base.ini;",
                                        "Inherits = base.ini"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        try_line(tally, "wrong inheritance", 2, wrong[i]);
    try_base(tally, "circle", "inherits = x.ini\n[game]\n", 1);
    try_base(tally, "circle", "; so\n\ninherits = ./base.ini\n[game]\n", 3);
    try_base(tally, "base of the base is missing", "inherits = ground.ini\n", 1);
    try_base(tally, "unknown key in the base", "[warline]\nbroad = 7x7\n", 2);
    try_base(tally, "replaced value is wrong", "[warline]\n\nboard = 99x99\n", 3);
    try_base(tally, "unknown section in the base", "[waline]\nboard = 7x7\nx = 1\n", 1);
    try_base(tally, "unknown module in the base", "[modules]\nwarline.tactics = on\n", 2);
    try_base(tally, "broken header in the base", "[game]\n[warline\nboard = 7x7\n", 2);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void make_all(struct tally *tally) {
    mst_rng_seed(&tally->rng, 20240229);
    make_typos(tally);
    make_wrong_values(tally);
    make_spoilt_lines(tally);
    make_wrong_inheritance(tally);
}

static void write_good(void) {
    struct mst_buf text = {0};
    for (int i = 0; i < LINES; i++)
        mst_buf_printf(&text, "%s\n", GOOD[i]);
    write_file("base.ini", BASE, strlen(BASE));
    write_file("x.ini", text.text, text.length);
    mst_buf_clear(&text);
}

static void the_sound_file_is_accepted(void **state) {
    struct rules_diags diags = {0};
    (void)state;
    write_good();
    assert_true(check(&diags));
    assert_int_equal(rules_diags_first(&diags, NULL), MST_OK);
    rules_diags_clear(&diags);
}

static void every_single_fault_is_found_with_one_message_on_its_line(void **state) {
    struct tally tally = {0};
    (void)state;
    make_all(&tally);
    print_message("%d mutants, all refused with one message; %d on the right line (%.1f %%); "
                  "%d of %d typos answered with the right name\n",
                  tally.made, tally.located, 100.0 * tally.located / tally.made, tally.hits,
                  tally.hints);
    assert_true(tally.made >= 100);
    assert_true(tally.located * 100 >= tally.made * 95);
    assert_int_equal(tally.hits, tally.hints);
}

static void no_file_is_accepted_while_memory_ends(void **state) {
    struct tally tally = {.memory_every = 7};
    (void)state;
    write_good();
    int steps = starve();
    make_all(&tally);
    print_message("%d allocations refused in turn in the valid file, %d in mutants\n", steps,
                  tally.memory_runs);
    assert_true(steps > 30);
    assert_true(tally.memory_runs > 1000);
}

/* Two faults in different lines are two messages, in the order of the lines. */
static void two_faults_are_two_messages_in_order(void **state) {
    struct rules_diags diags = {0};
    const char *text = "[warline]\nresolve_cycles = 99\n[game]\ntitel = a\n";
    (void)state;
    write_file("x.ini", text, strlen(text));
    assert_false(check(&diags));
    assert_int_equal(diags.count, 2);
    assert_int_equal(diags.items[0].place.line, 2);
    assert_int_equal(diags.items[1].place.line, 4);
    rules_diags_clear(&diags);
}

static int enter(void **state) {
    char *folder = mst_strdup("/tmp/muster-faults-XXXXXX");
    *state = folder;
    return !folder || !mkdtemp(folder) || chdir(folder);
}

static int leave(void **state) {
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", (char *)*state);
    mst_free(*state);
    return chdir("/") || system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sound_file_is_accepted),
        cmocka_unit_test(every_single_fault_is_found_with_one_message_on_its_line),
        cmocka_unit_test(no_file_is_accepted_while_memory_ends),
        cmocka_unit_test(two_faults_are_two_messages_in_order),
    };
    return cmocka_run_group_tests_name("ini_faults", tests, enter, leave);
}
