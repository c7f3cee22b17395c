/* A change of a ruleset, a variant that is on or another value of an option, touches what it is
 * declared to touch and nothing else: random games and positions of the core under both.
 *
 * usage: muster-trace RULESET [modules|options|all [PLIES [SEED]]]
 *        muster-trace RULESET --only CHANGE [PLIES [SEED]]    as modules.NAME or section.key=value
 *        muster-trace RULESET --tell [PLIES [SEED]]           print rows that the table lacks
 *        muster-trace RULESET --off FILE    write the ruleset with all variants off by name
 *        muster-trace --self-test           what is planted in tests/corpus/trace is found
 *
 * The changes come from the manifests; the zones that they are declared to touch are in
 * tests/trace/NAME.tsv or beside the ruleset, positions beside random ones in tests/perft/. What is
 * compared says lockstep.h. With `all`, or both halves, each row of the table must have explained
 * something. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/change.h"
#include "trace/lockstep.h"
#include "trace/variants.h"

enum { PLIES = 30, POSITION_EVERY = 6, LOOK_EVERY = 4, SET_UP_EVERY = 16, EACH = 2 };

struct trace {
    const char *path;
    char name[100]; /* of the ruleset */
    struct mst_ruleset *base;
    struct mst_ruleset *core; /* the core under these settings, as text; used again */
    char core_settings[400];
    struct plan plan;
    struct declared declared;
    char **lines; /* of positions to look at */
    int line_count;
    int plies, seed, changes, left_out, faults;
    bool tells;
    long positions, moves, own, perfts;
};

/* ---- a change ----------------------------------------------------------------------------------
 */

/* Both begin; where the change begins with moves of its own, these lead to where the core begins.
 */
static bool begin(struct trace *t, struct lockstep *l, int seed) {
    struct mst_error error = {0};
    char moves[300], *rest = moves, *move;
    int at = 0;
    const char *prelude = declared_next(&t->declared, l->names, "begins", &at);
    l->core = mst_match_new(l->core_rules, true, (uint64_t)seed, &error);
    l->other = mst_match_new(l->other_rules, true, (uint64_t)seed, &error);
    snprintf(moves, sizeof moves, "%s", prelude ? prelude : "");
    while (l->core && l->other && *moves && (move = strsep(&rest, " ")))
        if (*move != '-' && mst_match_play(l->other, move, &error) != MST_OK)
            break;
    if (error.status != MST_OK) {
        mst_buf_printf(&l->why, "it does not begin: %s %s", error.at, error.text);
        return false;
    }
    if (prelude && !strcmp(prelude, "-"))
        return lockstep_again(l);
    char *a = lockstep_line(l, l->core), *b = lockstep_line(l, l->other);
    bool same = a && b && !strcmp(a, b);
    if (!same)
        mst_buf_printf(&l->why, "it begins otherwise:\n    core    %s\n    changed %s", a, b);
    mst_free(a);
    mst_free(b);
    return same;
}

/* Games of the core, played under the change too. */
static bool play_games(struct trace *t, struct lockstep *l) {
    bool good = true, on = false;
    for (int ply = 0; ply < t->plies && good; ply++) {
        if (!on) {
            lockstep_end(l);
            good = begin(t, l, t->seed + ply);
        }
        good = good && lockstep_look(l, ply % LOOK_EVERY ? 0 : EACH) &&
               (ply % SET_UP_EVERY != SET_UP_EVERY - 1 || lockstep_again(l));
        on = good && lockstep_step(l);
    }
    lockstep_end(l);
    return !l->why.length;
}

/* The line with letters beside digits translated as in "FI ST". */
static char *translate(const char *line, const char *letters) {
    char *text = mst_strdup(line);
    const char *to = letters ? strchr(letters, ' ') : NULL;
    for (size_t i = 1; to && text[i]; i++) {
        const char *from = memchr(letters, line[i], (size_t)(to - letters));
        if (from && (isdigit((unsigned char)line[i - 1]) || isdigit((unsigned char)line[i + 1])))
            text[i] = to[1 + (from - letters)];
    }
    return text;
}

static bool look_at(struct lockstep *l, const char *line, const char *letters) {
    char *text = translate(line, letters);
    bool good = lockstep_setup(l, text) && lockstep_look_deep(l);
    mst_free(text);
    return good;
}

/* The positions of the change, and some of the others; `letters` are those of the world. */
static bool look_at_positions(struct trace *t, struct lockstep *l, const char *letters) {
    int most = t->plies / POSITION_EVERY, count = most < t->line_count ? most : t->line_count;
    const char *line;
    bool good = true;
    for (int at = 0; good && (line = declared_next(&t->declared, l->names, "position", &at));)
        good = look_at(l, line, letters);
    for (int i = 0; i < count && good; i++)
        good = look_at(l, t->lines[(t->seed + t->changes + i) % t->line_count], letters);
    lockstep_end(l);
    return good;
}

/* What a row of a world says, or NULL. */
static const char *of_world(struct trace *t, const char *world, const char *verb) {
    struct change_names name = {.count = 1};
    int at = 0;
    snprintf(name.items[0], sizeof name.items[0], "%s", world);
    return declared_next(&t->declared, &name, verb, &at);
}

/* The core under settings, which are the same as last time as a rule. */
static struct mst_ruleset *core_of(struct trace *t, const struct settings *settings,
                                   struct mst_buf *why) {
    char text[sizeof t->core_settings] = "";
    size_t at = 0;
    for (size_t i = 0; i < settings->count && at < sizeof text; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s=%s ", settings->items[i].key,
                               settings->items[i].value);
    if (!t->core || strcmp(text, t->core_settings) != 0) {
        mst_ruleset_free(t->core);
        t->core = settings_load(t->path, settings, why);
        memcpy(t->core_settings, text, sizeof text);
    }
    return t->core;
}

/* The change in a world, which is settings of both sides. */
static void run_in(struct trace *t, struct change *change, const char *world) {
    struct lockstep l = {.declared = &t->declared, .names = &change->names, .tells = t->tells};
    struct settings *core = mst_calloc(1, sizeof *core), *other = mst_calloc(1, sizeof *other);
    const char *with = of_world(t, world, "world");
    int at = 0;
    settings_add(core, with ? with : "");
    while ((with = declared_next(&t->declared, &change->names, "with", &at)))
        settings_add(core, with);
    memcpy(other->items, core->items, sizeof other->items); /* texts stay those of core */
    other->count = core->count + plan_settings(&t->plan, change->row, other->items + core->count);
    l.silent = declared_has(&t->declared, &change->names, "silent", world);
    mst_rng_seed(&l.rng, (uint64_t)(t->seed + t->changes));
    l.core_rules = core_of(t, core, &l.why);
    l.other_rules = l.core_rules ? settings_load(t->path, other, &l.why) : NULL;
    if (l.other_rules && play_games(t, &l))
        look_at_positions(t, &l, of_world(t, world, "letters"));
    if (l.why.length) {
        t->faults++;
        printf("fault: %s in %s: %s\n", change->title, world, mst_buf_text(&l.why));
    }
    t->positions += l.positions;
    t->moves += l.moves;
    t->own += l.own;
    t->perfts += l.perfts;
    lockstep_end(&l);
    mst_ruleset_free(l.other_rules);
    mst_buf_clear(&l.why);
    mst_free(core);
    mst_free(other);
}

static void run_change(struct trace *t, struct change *change) {
    int at = 0;
    const char *world;
    if (declared_next(&t->declared, &change->names, "left_out", &at)) {
        t->left_out++;
        return;
    }
    t->changes++;
    run_in(t, change, "standard");
    for (at = 0; (world = declared_next(&t->declared, &change->names, "in", &at));)
        run_in(t, change, world);
}

/* ---- the program ----------------------------------------------------------------------------- */

static bool reads(struct mst_ruleset *ruleset, const char *line) {
    struct mst_match *match = mst_match_setup(ruleset, line, true, 1, NULL);
    mst_match_free(match);
    return match != NULL;
}

/* Positions that the ruleset reads, named in tests/perft/NAME.tsv, the first word of the ruleset's
 * name; each once. */
static void read_positions(struct trace *t) {
    char path[700], line[4096], last[4096] = "";
    snprintf(path, sizeof path, "%s/tests/perft/%.*s.tsv", source_root(),
             (int)strcspn(t->name, "-"), t->name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        char *what = strrchr(line, '\t');
        if (*line == '#' || !what || !strchr(what, ' ') || !strcmp(what, last))
            continue;
        snprintf(last, sizeof last, "%s", what);
        if (!reads(t->base, what + 1))
            continue;
        char **kept = core_rules_grow(&t->lines, &t->line_count, sizeof *t->lines);
        *kept = mst_strdup(what + 1);
    }
    if (file)
        fclose(file);
}

static bool trace_open(struct trace *t, const char *path) {
    struct mst_error error = {0};
    struct mst_buf why = {0};
    char table[700];
    const char *slash = strrchr(path, '/');
    t->path = path;
    snprintf(t->name, sizeof t->name, "%s", slash ? slash + 1 : path);
    *strrchr(t->name, '.') = 0;
    snprintf(table, sizeof table, "%.*s.tsv", (int)strlen(path) - 4, path);
    if (access(table, R_OK) != 0)
        snprintf(table, sizeof table, "%s/tests/trace/%s.tsv", source_root(), t->name);
    t->base = mst_ruleset_load(path, NULL, 0, NULL, &error);
    bool good =
        t->base && variants_find(&t->plan, t->base) && declared_read(&t->declared, table, &why);
    if (!good)
        fprintf(stderr, "%s: %s%s\n", path, error.text, mst_buf_text(&why));
    mst_buf_clear(&why);
    read_positions(t);
    return good;
}

static void trace_close(struct trace *t) {
    for (int i = 0; i < t->line_count; i++)
        mst_free(t->lines[i]);
    mst_free(t->lines);
    plan_clear(&t->plan);
    declared_clear(&t->declared);
    mst_ruleset_free(t->core);
    mst_ruleset_free(t->base);
}

/* All changes whose title is `only`, or those of modules, of options, or both. */
static void run_changes(struct trace *t, const char *what, const char *only) {
    bool modules = strcmp(what, "options") != 0, options = strcmp(what, "modules") != 0;
    for (int f = 0; f < t->plan.count; f++)
        for (int v = 0; v < t->plan.factors[f].count; v++) {
            struct change change;
            const struct factor *factor = &t->plan.factors[f];
            bool wanted = factor->is_module || factor->module >= 0 ? modules : options;
            int usual = factor->module >= 0 ? 0 : factor->initial;
            if (v == usual || !change_make(&t->plan, f, v, &change) ||
                (only ? strcmp(only, change.title) != 0 : !wanted))
                continue;
            run_change(t, &change);
        }
}

/* Rows that say what is touched, and that nothing was explained by. */
static void check_seen(struct trace *t) {
    for (int i = 0; i < t->declared.count; i++) {
        const struct declared_row *row = &t->declared.rows[i];
        bool touches = !strcmp(row->verb, "gains") || !strcmp(row->verb, "loses") ||
                       !strcmp(row->verb, "alters") || !strcmp(row->verb, "spares") ||
                       !strcmp(row->verb, "ends");
        if (touches && !row->seen) {
            t->faults++;
            printf("fault: declared and never seen: %s %s %s\n", row->change, row->verb, row->what);
        }
    }
}

/* The rows that were added. */
static void print_told(const struct trace *t) {
    for (int i = 0; i < t->declared.count; i++) {
        const struct declared_row *row = &t->declared.rows[i];
        if (row->added)
            printf("%s\t%s\t%s\n", row->change, row->verb, row->what);
    }
}

static int run(const char *path, const char *what, const char *only, int plies, int seed) {
    struct trace t = {.plies = plies, .seed = seed, .tells = !strcmp(what, "--tell")};
    if (!trace_open(&t, path))
        return 1;
    run_changes(&t, what, only);
    print_told(&t);
    if (!strcmp(what, "all") && !only)
        check_seen(&t);
    printf("%s: %d named positions; %d changes, %d left out; %ld positions, %ld moves played, %ld "
           "perfts, %ld moves of "
           "their own; %d faults\n",
           path, t.line_count, t.changes, t.left_out, t.positions, t.moves, t.perfts, t.own,
           t.faults);
    int faults = t.faults + !t.changes;
    trace_close(&t);
    return faults;
}

static int write_off(const char *path, const char *out) {
    struct trace t = {0};
    bool good = trace_open(&t, path) && variants_write_off(&t.plan, path, out);
    trace_close(&t);
    if (!good)
        fprintf(stderr, "%s cannot be written\n", out);
    return !good;
}

/* Of the modules of a small game two keep their word not; with them all others do. */
static int self_test(void) {
    char path[600];
    snprintf(path, sizeof path, "%s/tests/corpus/trace", source_root());
    setenv("MUSTER_HOME", path, 1);
    snprintf(path, sizeof path, "%s/tests/corpus/trace/rulesets/row.ini", source_root());
    return run(path, "all", NULL, PLIES, 1) != 2;
}

/* The number at argv[i], or `otherwise`. */
static int number_at(int argc, char **argv, int i, int otherwise) {
    return i < argc ? atoi(argv[i]) : otherwise;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: muster-trace RULESET [modules|options|all [PLIES [SEED]]]\n"
                        "       muster-trace RULESET --only CHANGE [PLIES [SEED]]\n"
                        "       muster-trace RULESET --off FILE\n");
        return 2;
    }
    if (!strcmp(argv[1], "--self-test"))
        return self_test();
    const char *what = argc > 2 ? argv[2] : "all";
    if (argc == 4 && !strcmp(what, "--off"))
        return write_off(argv[1], argv[3]);
    bool only = argc > 3 && !strcmp(what, "--only");
    return run(argv[1], only ? "all" : what, only ? argv[3] : NULL,
               number_at(argc, argv, 3 + only, PLIES), number_at(argc, argv, 4 + only, 1)) != 0;
}
