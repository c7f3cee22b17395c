/* The verifier of code: pieces that are broken by hand are refused with what is wrong, the code of
 * all rulesets is accepted, and what it must find is found wherever it is planted there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <glob.h>

#include "lib/nodes.h"
#include "rulesets/ruleset.h"
#include "core/legal.h"
#include "lang/code/uses.h"
#include "lang/code/verify.h"

/* ---- pieces by hand -------------------------------------------------------------------------- */

#define OP(name, ...)                                                                              \
    { .op = CORE_CODE_##name, __VA_ARGS__ }
#define PIECE(...)                                                                                 \
    (const struct core_code[]){__VA_ARGS__},                                                       \
        sizeof((const struct core_code[]){__VA_ARGS__}) / sizeof(struct core_code)
#define RETURN_0 OP(RETURN_K, .w = 0)

static char told[2][300];
static int told_count;

static void hear(void *context, const char *at, const char *what) {
    (void)context;
    snprintf(told[0], sizeof told[0], "%s", at);
    snprintf(told[1], sizeof told[1], "%s", what);
    told_count++;
}

static void open_rules(int columns) {
    world_open(&world, columns);
    core_rules_peak(world.rules, 60, 8);
    world.rules->shared_count = 2;
    told_count = 0;
}

/* Add a piece. Returns its start. */
static int add_piece(const struct core_code *code, size_t count) {
    struct core_rules *rules = world.rules;
    int start = rules->code_count + 1;
    rules->code_count += (int)count + 1;
    rules->code_capacity = rules->code_count;
    rules->code = mst_realloc(rules->code, (size_t)rules->code_count * sizeof *rules->code);
    rules->code[start - 1] = (struct core_code){.op = CORE_CODE_COST, .w = 1};
    memcpy(rules->code + start, code, count * sizeof *code);
    return start;
}

/* The verdict on a piece: what is wrong, or "". */
static const char *verdict(struct lang_piece piece) {
    static char why[200];
    struct lang_verifier v = {0};
    assert_true(lang_verify_open(&v, world.rules));
    bool valid = lang_verify_piece(&v, &piece);
    snprintf(why, sizeof why, "%s", v.why);
    assert_int_equal(valid, !*why);
    lang_verify_close(&v);
    return why;
}

static void expect_as(struct lang_piece piece, const char *why, const struct core_code *code,
                      size_t count) {
    piece.start = add_piece(code, count);
    assert_string_equal(verdict(piece), why);
}

/* A rule that may write, and finds two values in its first variables. */
static void expect(const char *why, const struct core_code *code, size_t count) {
    open_rules(7);
    expect_as((struct lang_piece){.inputs = 2, .effects = true}, why, code, count);
    world_close(&world);
}

static void test_registers_are_written_before_they_are_read(void **state) {
    (void)state;
    expect("", PIECE(OP(ADD, 5, 0, 1), OP(RETURN, 5)));
    expect("register 2 is read at instruction 0 before it is written",
           PIECE(OP(ADD, 5, 0, 2), OP(RETURN, 5)));
    /* on one of two ways */
    expect("register 5 is read at instruction 2 before it is written",
           PIECE(OP(IF_EQ_K, 0, 0, .m = 2), OP(MOVE, 5, 1), OP(RETURN, 5)));
    expect("", PIECE(OP(IF_EQ_K, 0, 0, .m = 3), OP(MOVE, 5, 1), OP(JUMP, .m = 2), OP(K, 5, .w = 3),
                     OP(RETURN, 5)));
    /* only in the body of a loop, which may not run */
    expect("register 6 is read at instruction 4 before it is written",
           PIECE(OP(MOVE, 5, 1), OP(JUMP, .m = 2), OP(MOVE, 6, 7), OP(NEXT_ZONE, 7, 5, 1, .m = -1),
                 OP(RETURN, 6)));
    expect("register 7 is read at instruction 3 before it is written",
           PIECE(OP(MOVE, 5, 1), OP(JUMP, .m = 1), OP(NEXT_ZONE, 7, 5, 1, .m = 0), OP(RETURN, 7)));
    /* a shared value is there on both ways */
    expect("", PIECE(OP(RECALL, 5, .k = 1, .m = 3), OP(MOVE, 5, 0), OP(KEEP, 5, .k = 1),
                     OP(RETURN, 5)));
    expect(
        "register 5 is read at instruction 1 before it is written",
        PIECE(OP(RECALL, 5, .k = 1, .m = 3), OP(MOVE, 6, 5), OP(KEEP, 5, .k = 1), OP(RETURN, 5)));
}

/* The registers -8 .. -1 and 1 .. 59, which are more than 64, need two rounds. The last one is
 * written on one of two ways only. */
static void test_many_registers_are_followed(void **state) {
    struct core_code code[160];
    int count = 0;
    (void)state;
    for (int reg = -8; reg < 59; reg++)
        code[count++] = (struct core_code)OP(K, (int16_t)reg);
    code[count++] = (struct core_code)OP(IF_EQ_K, 0, 0, .m = 2);
    code[count++] = (struct core_code)OP(K, 59);
    for (int reg = -8; reg < 60; reg++)
        code[count++] = (struct core_code)OP(IF_EQ_K, 0, (int16_t)reg, .m = 1);
    code[count++] = (struct core_code)RETURN_0;
    open_rules(7);
    expect_as((struct lang_piece){0}, "register 59 is read at instruction 136 before it is written",
              code, (size_t)count);
    expect_as((struct lang_piece){.inputs = 60}, "", code, (size_t)count);
    world_close(&world);
}

static void test_registers_exist(void **state) {
    (void)state;
    static const char why[] = "instruction 0 uses a register that does not exist";
    expect(why, PIECE(OP(K, 60, .w = 1), RETURN_0));
    expect(why, PIECE(OP(K, -9, .w = 1), RETURN_0));
    expect(why, PIECE(OP(ADD, 5, 0, 60), RETURN_0));
    expect("", PIECE(OP(K, 59, .w = 1), OP(K, -8, .w = 1), RETURN_0));
    open_rules(12); /* sets of three words */
    expect_as((struct lang_piece){0}, "", PIECE(OP(LARGE_ZONES, -24), RETURN_0));
    expect_as((struct lang_piece){0}, why, PIECE(OP(LARGE_ZONES, -26), RETURN_0));
    expect_as((struct lang_piece){0}, "register -23 is read at instruction 1 before it is written",
              PIECE(OP(K, -24), OP(LARGE_COPY, -20, -24), RETURN_0));
    expect_as((struct lang_piece){0}, "instruction 0 does not belong here",
              PIECE(OP(NEAR, 1, 0), RETURN_0));
    expect_as((struct lang_piece){.set = true}, "instruction 0 returns a number instead of a set",
              PIECE(RETURN_0));
    expect_as((struct lang_piece){0}, "instruction 1 returns a set instead of a number",
              PIECE(OP(LARGE_ZONES, -3), OP(RETURN_SET, -3)));
    world_close(&world);
}

static void test_control_stays_inside(void **state) {
    (void)state;
    expect("the code does not end in a return", PIECE(OP(K, 5, .w = 1)));
    expect("the code does not end in a return", PIECE(RETURN_0, OP(IF_EQ_K, 0, 0, .m = -1)));
    expect("instruction 0 jumps out of the code", PIECE(OP(JUMP, .m = 2), RETURN_0));
    expect("instruction 0 jumps out of the code", PIECE(OP(JUMP, .m = -1), RETURN_0));
    expect("instruction 0 jumps back", PIECE(OP(IF_EQ_K, 0, 0, .m = 0), RETURN_0));
    expect("instruction 1 jumps back", PIECE(OP(K, 5), OP(IF_EQ_K, 0, 0, .m = -1), RETURN_0));
    expect("instruction 0 does not exist", PIECE({.op = CORE_CODE_COUNT}, RETURN_0));
    expect("instruction 0 does not belong here", PIECE(OP(NATIVE, 0), RETURN_0));
    expect("instruction 0 lacks the other one of its pair",
           PIECE(OP(SLOT_THEN_FACT, 5, .k = 1), RETURN_0));
}

static void test_loops_are_whole_and_charged(void **state) {
    (void)state;
    expect("the loop at instruction 1 is not charged",
           PIECE(OP(K, 5), OP(JUMP, .m = -1), RETURN_0));
    expect("the loop at instruction 0 is not charged",
           PIECE(OP(TURN, .c = 0), OP(JUMP, .m = -1), RETURN_0));
    expect("", PIECE(OP(TURN, .c = 1), OP(JUMP, .m = -1), RETURN_0));
    expect("the loop at instruction 2 is not charged",
           PIECE(OP(MOVE, 5, 1), OP(JUMP, .m = 1), OP(NEXT_ZONE, 7, 5, 0, .m = 0), RETURN_0));
    expect("the loop at instruction 1 has no start",
           PIECE(OP(MOVE, 5, 1), OP(NEXT_ZONE, 7, 5, 1, .m = 0), RETURN_0));
    /* pieces are followed from STACK on: nothing else gives the next one */
    expect("the loop at instruction 2 has no start",
           PIECE(OP(MOVE, 5, 1), OP(JUMP, .m = 1), OP(NEXT_PIECE, 7, 5, 1, .m = 0), RETURN_0));
    expect("", PIECE(OP(STACK, 5, 1, .m = 49), OP(JUMP, .m = 1), OP(NEXT_PIECE, 7, 5, 1, .m = 0),
                     RETURN_0));
    expect("instruction 0 jumps into a loop",
           PIECE(OP(IF_EQ_K, 0, 0, .m = 3), OP(MOVE, 5, 1), OP(JUMP, .m = 2), OP(MOVE, 6, 1),
                 OP(NEXT_ZONE, 7, 5, 1, .m = -1), RETURN_0));
    expect("instruction 1 jumps out of a shared value",
           PIECE(OP(RECALL, 5, .k = 1, .m = 4), OP(IF_EQ_K, 0, 0, .m = 3), OP(MOVE, 5, 0),
                 OP(KEEP, 5, .k = 1), RETURN_0));
    expect("instruction 1 returns from a shared value",
           PIECE(OP(RECALL, 5, .k = 1, .m = 4), RETURN_0, OP(MOVE, 5, 0), OP(KEEP, 5, .k = 1),
                 RETURN_0));
    expect("the shared value at instruction 0 has no end",
           PIECE(OP(RECALL, 5, .k = 1, .m = 3), OP(MOVE, 5, 0), OP(KEEP, 5, .k = 2), RETURN_0));
    expect("the shared value at instruction 0 has no start", PIECE(OP(KEEP, 0, .k = 1), RETURN_0));
}

static void test_what_counts_turns_is_not_overwritten(void **state) {
    (void)state;
    expect("instruction 2 overwrites register 5, which a loop needs",
           PIECE(OP(MOVE, 5, 1), OP(JUMP, .m = 2), OP(MOVE, 5, 0), OP(NEXT_ZONE, 7, 5, 1, .m = -1),
                 RETURN_0));
    expect("instruction 3 overwrites register 6, which a loop needs",
           PIECE(OP(MOVE, 5, 1), OP(MOVE, 6, 0), OP(RANGE, 6, 5, 1, .m = 3), OP(MOVE, 6, 0),
                 OP(NEXT_NUMBER, 6, 5, 1, .m = -1), RETURN_0));
    expect("", PIECE(OP(MOVE, 5, 1), OP(MOVE, 6, 0), OP(RANGE, 6, 5, 1, .m = 3), OP(MOVE, 8, 6),
                     OP(NEXT_NUMBER, 6, 5, 1, .m = -1), RETURN_0));
    /* a list of up to 16 pieces */
    expect("instruction 2 overwrites register 20, which a loop needs",
           PIECE(OP(CHOSEN, 5, 0, 1), OP(JUMP, .m = 2), OP(MOVE, 20, 0),
                 OP(NEXT_CHOSEN, 30, 5, 1, .m = -1), RETURN_0));
}

/* ---- what is named --------------------------------------------------------------------------- */

static void test_names_exist(void **state) {
    (void)state;
    static const char why[] = "instruction 0 names what does not exist";
    expect(why, PIECE(OP(SLOT, 5, .k = -1), RETURN_0));
    expect(why, PIECE(OP(RETURN_SLOT, .k = 1 << 20)));
    expect(why, PIECE(OP(IF_SLOT_EQ_K, .c = -1, .m = 1), RETURN_0));
    expect(why, PIECE(OP(FACT, 5, 0, 9, .k = 400, .m = 1 << 20), RETURN_0));
    expect(why, PIECE(OP(TOP, 5, 0, .m = 1 << 10), RETURN_0));
    expect(why, PIECE(OP(CONTAINER, 5, 0, .k = 51, .m = 40), RETURN_0));
    expect(why, PIECE(OP(STEP_K, 5, 0, .k = 8, .m = 49), RETURN_0));
    expect(why, PIECE(OP(ARG_K, 5, .k = 8), RETURN_0));
    expect(why, PIECE(OP(TABLE, 5, 0, .k = 1), RETURN_0));
    expect("", PIECE(OP(TABLE, 5, 0, .k = 0), RETURN_0));
    expect(why, PIECE(OP(REGION, 5, 0, .k = 1), RETURN_0));
    expect(why, PIECE(OP(TOPS_AT, 5, .k = 1 << 20), RETURN_0));
    expect(why, PIECE(OP(RECALL, 5, .k = 3, .m = 2), OP(KEEP, 5, .k = 3), RETURN_0));
    expect(why, PIECE(OP(CALL, 5, 0, 1, .k = 0, .m = 1), RETURN_0));
    expect(why, PIECE(OP(PRIMITIVE, 5, 0, 1, .k = 0), RETURN_0));
    expect(why, PIECE(OP(SECRET, 5, 0, .k = 5, .m = 1), RETURN_0));
    expect(why, PIECE(OP(SET_GAME, 0, 1, .k = 1, .m = 5), RETURN_0));
    expect(why, PIECE(OP(SET_FIELD, 99, 0, 1, .k = 2, .m = 49), RETURN_0));
    expect(why, PIECE(OP(OVER, 0, 0, .k = 0), RETURN_0));
    expect(why, PIECE(OP(GO, .k = 0), RETURN_0));
    expect(why, PIECE(OP(PUSH, 0, 0, 1, .k = 0), RETURN_0));
    expect(why, PIECE(OP(EMIT, 0, 0, 1, .k = 0), RETURN_0));
    expect(why, PIECE(OP(QUIET, .k = -1, .m = 1), RETURN_0));
    expect("instruction 0 calls function -1, which does not exist",
           PIECE(OP(INVOKE, 5, 9, .k = -1), RETURN_0));
}

/* Events, frames and primitives have their numbers of arguments. */
static void test_arguments_are_counted(void **state) {
    struct core_rules *rules;
    (void)state;
    open_rules(7);
    rules = world.rules;
    struct core_event *event = core_rules_grow(&rules->events, &rules->event_count, sizeof *event);
    event->param_count = 2;
    assert_non_null(
        core_rules_grow(&rules->decisions, &rules->decision_count, sizeof(struct core_decision)));
    assert_int_equal(core_rules_primitive(rules, &(struct core_primitive){.least = 1, .most = 2}),
                     0);
    static const char why[] = "instruction 0 names what does not exist";
    struct lang_piece piece = {.inputs = 20, .effects = true};
    expect_as(piece, "", PIECE(OP(EMIT, 0, 0, 2), RETURN_0));
    expect_as(piece, why, PIECE(OP(EMIT, 0, 0, 1), RETURN_0));
    expect_as(piece, why, PIECE(OP(QUIET, .c = 1, .m = 1), RETURN_0));
    expect_as(piece, "", PIECE(OP(PUSH, 0, 0, 7, .k = CORE_FRAME_INSTEAD), RETURN_0));
    expect_as(piece, why, PIECE(OP(PUSH, 0, 0, 8), RETURN_0));
    expect_as(piece, why, PIECE(OP(PUSH, 0, 0, -1), RETURN_0));
    expect_as(piece, "", PIECE(OP(PRIMITIVE, 30, 0, 2), RETURN_0));
    expect_as(piece, why, PIECE(OP(PRIMITIVE, 30, 0, 3), RETURN_0));
    expect_as((struct lang_piece){.inputs = 1},
              "it writes to the position, but only reads are allowed",
              PIECE(OP(GO, .k = 0), RETURN_0));
    expect_as(piece, "instruction 0 does not belong here", PIECE(OP(YIELD_ONE, 0, 0), RETURN_0));
    world_close(&world);
}

/* ---- routines -------------------------------------------------------------------------------- */

/* A routine of two parameters and two results, with this code. */
static int add_routine(const struct core_code *code, size_t count) {
    int index = lang_rules_routine(world.rules, "rules.lua:7");
    struct core_routine *routine = &world.rules->routines[index];
    routine->param_count = routine->result_count = 2;
    routine->registers = 20;
    routine->code = count ? add_piece(code, count) : -1;
    world.rules->routine_peak = 20;
    return index;
}

static void expect_routine(const char *why, const struct core_code *code, size_t count) {
    open_rules(7);
    int index = add_routine(code, count);
    const struct core_routine *routine = &world.rules->routines[index];
    assert_string_equal(verdict((struct lang_piece){.start = routine->code, .routine = routine}),
                        why);
    world_close(&world);
}

static void test_routines_give_their_results(void **state) {
    (void)state;
    expect_routine("", PIECE(OP(MOVE, 3, 1), OP(RETURN, 0)));
    expect_routine("register 3 is read at instruction 0 before it is written",
                   PIECE(OP(RETURN, 0)));
    expect_routine("instruction 0 uses a register that does not exist",
                   PIECE(OP(MOVE, 20, 1), OP(RETURN, 0)));
    expect_routine("instruction 0 uses a register that does not exist",
                   PIECE(OP(MOVE, -1, 1), OP(RETURN, 0)));
}

static void test_calls_have_their_window(void **state) {
    static const char lost[] = "register 12 is read at instruction 4 before it is written";
    (void)state;
    open_rules(7);
    add_routine(PIECE(OP(MOVE, 3, 1), OP(RETURN, 0)));
    struct lang_piece piece = {.inputs = 2};
    expect_as(
        piece, "",
        PIECE(OP(MOVE, 9, 0), OP(MOVE, 10, 1), OP(INVOKE, 5, 9), OP(ADD, 5, 5, 12), OP(RETURN, 5)));
    expect_as(piece, "register 10 is read at instruction 1 before it is written",
              PIECE(OP(MOVE, 9, 0), OP(INVOKE, 5, 9), OP(RETURN, 5)));
    /* what lies above a window is lost in the call, also for the next turn of a loop */
    expect_as(
        piece, "register 14 is read at instruction 4 before it is written",
        PIECE(OP(MOVE, 14, 0), OP(MOVE, 9, 0), OP(MOVE, 10, 1), OP(INVOKE, 5, 9), OP(RETURN, 14)));
    expect_as(piece, lost,
              PIECE(OP(MOVE, 12, 0), OP(MOVE, 6, 0), OP(MOVE, 7, 1), OP(RANGE, 6, 7, 1, .m = 6),
                    OP(MOVE, 5, 12), OP(MOVE, 10, 0), OP(MOVE, 11, 0), OP(INVOKE, 5, 10),
                    OP(NEXT_NUMBER, 6, 7, 1, .m = -4), RETURN_0));
    expect_as(piece, "the window of the call at instruction 0 overlaps variables",
              PIECE(OP(INVOKE, 5, 1), OP(RETURN, 5)));
    expect_as(piece, "the window of the call at instruction 4 overlaps a loop's registers",
              PIECE(OP(MOVE, 12, 0), OP(JUMP, .m = 4), OP(MOVE, 9, 0), OP(MOVE, 10, 0),
                    OP(INVOKE, 5, 9), OP(NEXT_ZONE, 7, 12, 1, .m = -3), RETURN_0));
    world_close(&world);
}

/* ---- all rules ------------------------------------------------------------------------------- */

static void verify_all(void) {
    struct lang_verifier v = {.report = hear};
    assert_true(lang_verify_open(&v, world.rules));
    lang_verify_rules(&v);
    assert_false(v.short_of_memory);
    lang_verify_close(&v);
    lang_verify_end(world.rules);
}

static struct core_decision *add_decision(void) {
    struct core_rules *rules = world.rules;
    struct core_decision *decision =
        core_rules_grow(&rules->decisions, &rules->decision_count, sizeof *decision);
    decision->run = decision->empty = decision->reveal = (struct core_action){-1, -1};
    decision->seat = -1;
    decision->origin = mst_strdup("rules.lua:3");
    return decision;
}

static void test_a_rule_with_unsound_code_loses_it(void **state) {
    (void)state;
    open_rules(7);
    struct core_decision *decision = add_decision();
    decision->seat = add_piece(PIECE(OP(RETURN, 9)));
    decision->empty.effects = add_piece(PIECE(OP(POP, 0), OP(RETURN_K, .w = 1)));
    decision->plain = true;
    int start = decision->seat, empty = decision->empty.effects;
    verify_all();
    assert_int_equal(decision->seat, -1);
    assert_false(decision->plain);
    assert_int_equal(decision->empty.effects, empty);
    assert_int_equal(world.rules->code[start].op, CORE_CODE_RETURN_K);
    assert_int_equal(world.rules->code[empty].op, CORE_CODE_POP);
    assert_int_equal(told_count, 1);
    assert_string_equal(told[0], "rules.lua:3");
    assert_string_equal(told[1],
                        "internal error: the code of this rule is not valid (register 9 is read at "
                        "instruction 0 before it is written); the rule runs as Lua");
    world_close(&world);
}

/* A calls B, which calls C: if C has no code, or invalid code, none is valid. */
static void expect_chain(const struct core_code *code, size_t count, int reports, const char *why) {
    open_rules(7);
    int b = 1, c = 2;
    add_routine(PIECE(OP(MOVE, 3, 1), OP(MOVE, 9, 0), OP(MOVE, 10, 0), OP(INVOKE, 5, 9, .k = b),
                      OP(RETURN, 0)));
    add_routine(PIECE(OP(MOVE, 3, 1), OP(MOVE, 9, 0), OP(MOVE, 10, 0), OP(INVOKE, 5, 9, .k = c),
                      OP(RETURN, 0)));
    add_routine(code, count);
    struct core_decision *decision = add_decision();
    decision->seat = add_piece(PIECE(OP(K, 9), OP(K, 10), OP(INVOKE, 5, 9, .k = 0), OP(RETURN, 5)));
    verify_all();
    assert_int_equal(told_count, reports);
    if (reports)
        assert_non_null(strstr(told[1], why));
    assert_int_equal(decision->seat<0, reports> 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(world.rules->routines[i].valid, !reports);
    world_close(&world);
}

static void test_callers_of_unsound_code_are_unsound(void **state) {
    (void)state;
    expect_chain(PIECE(OP(MOVE, 3, 1), OP(RETURN, 0)), 0, "");
    expect_chain(NULL, 0, 1, "it calls the function at rules.lua:7, whose code is not valid");
    expect_chain(PIECE(OP(RETURN, 0)), 2, "whose code is not valid");
}

/* The seat of a decision only reads, so it calls nothing that writes. */
static void test_reading_rules_call_nothing_that_writes(void **state) {
    (void)state;
    open_rules(7);
    add_routine(PIECE(OP(MOVE, 3, 1), OP(MOVE, 9, 0), OP(MOVE, 10, 0), OP(INVOKE, 5, 9, .k = 1),
                      OP(RETURN, 0)));
    add_routine(PIECE(OP(MOVE, 3, 1), OP(POP, 0), OP(RETURN, 0)));
    struct core_decision *decision = add_decision();
    const struct core_code call[] = {OP(K, 9), OP(K, 10), OP(INVOKE, 5, 9, .k = 0), OP(RETURN, 5)};
    decision->seat = add_piece(call, 4);
    decision->empty.effects = add_piece(call, 4);
    verify_all();
    assert_int_equal(decision->seat, -1);
    assert_true(decision->empty.effects > 0);
    assert_int_equal(told_count, 1);
    assert_non_null(strstr(told[1], "which writes to the position"));
    world_close(&world);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static struct core_clause *add_clause(struct core_kind *kind, enum core_clause_kind what, int var,
                                      const struct core_code *code, size_t count) {
    struct core_clause *clause =
        core_rules_grow(&kind->clauses, &kind->clause_count, sizeof *clause);
    struct core_rules *rules = world.rules;
    clause->kind = what;
    clause->var = var;
    clause->param = what == CORE_CLAUSE_ZONES ? kind->param_count++ : -1;
    clause->node = add_piece(code, count);
    struct core_root *root = core_rules_grow(&rules->roots, &rules->root_count, sizeof *root);
    *root = (struct core_root){.code = clause->node, .vars = 10, .sets = 2};
    return clause;
}

static struct core_kind *add_kind(void) {
    struct core_rules *rules = world.rules;
    struct core_kind *kind = core_rules_grow(&rules->kinds, &rules->kind_count, sizeof *kind);
    kind->must = kind->weight = kind->noise = -1;
    kind->action = (struct core_action){-1, -1};
    kind->origin = mst_strdup("rules.lua:9");
    return kind;
}

/* Verify the moves. Returns their fault, or "": then their clauses stay. */
static void expect_moves(struct core_kind *kind, const char *why) {
    verify_all();
    assert_int_equal(told_count, *why != 0);
    if (*why && !strstr(told[1], why))
        fail_msg("says '%s'", told[1]);
    assert_int_equal(kind->asks, *why != 0);
    assert_int_equal(kind->clause_count > 0, !*why);
    world_close(&world);
}

static void test_clauses_read_what_is_bound_before(void **state) {
    (void)state;
    open_rules(7);
    struct core_kind *kind = add_kind();
    add_clause(kind, CORE_CLAUSE_LET, 3, PIECE(OP(RETURN_K, .w = 5)));
    add_clause(kind, CORE_CLAUSE_ZONES, 4, PIECE(OP(RETURN_K, .w = 5)));
    add_clause(kind, CORE_CLAUSE_DO, -1, PIECE(OP(ADD, 5, 3, 4), RETURN_0));
    add_clause(kind, CORE_CLAUSE_WHERE, -1, PIECE(OP(RETURN, 5)));
    expect_moves(kind, "");
    open_rules(7);
    kind = add_kind();
    add_clause(kind, CORE_CLAUSE_WHERE, -1, PIECE(OP(RETURN, 4)));
    add_clause(kind, CORE_CLAUSE_ZONES, 4, PIECE(OP(RETURN_K, .w = 5)));
    expect_moves(kind, "register 4 is read at instruction 0 before it is written");
    open_rules(7); /* statements that bind on one way only */
    kind = add_kind();
    add_clause(kind, CORE_CLAUSE_ZONES, 4, PIECE(OP(RETURN_K, .w = 5)));
    add_clause(kind, CORE_CLAUSE_DO, -1,
               PIECE(OP(IF_EQ_K, 0, 4, .m = 2), OP(K, 5, .w = 1), RETURN_0));
    add_clause(kind, CORE_CLAUSE_WHERE, -1, PIECE(OP(RETURN, 5)));
    expect_moves(kind, "register 5 is read at instruction 0 before it is written");
    open_rules(7); /* a temporary of another clause is no variable */
    kind = add_kind();
    add_clause(kind, CORE_CLAUSE_DO, -1, PIECE(OP(K, 12, .w = 1), RETURN_0));
    add_clause(kind, CORE_CLAUSE_WHERE, -1, PIECE(OP(RETURN, 12)));
    expect_moves(kind, "register 12 is read at instruction 0 before it is written");
    open_rules(7);
    kind = add_kind();
    add_clause(kind, CORE_CLAUSE_LET, 60, PIECE(OP(RETURN_K, .w = 5)));
    expect_moves(kind, "variable 60 of a clause does not exist");
}

/* A choice is tried for each of its values: what it needs is there for all of them. */
static void test_clauses_spoil_nothing_for_the_next_choice(void **state) {
    for (int spoiled = 0; spoiled < 2; spoiled++) {
        (void)state;
        open_rules(7);
        struct core_kind *kind = add_kind();
        add_clause(kind, CORE_CLAUSE_LET, 3, PIECE(OP(RETURN_K, .w = 5)));
        add_clause(kind, CORE_CLAUSE_ZONES, 4, PIECE(OP(RETURN_K, .w = 5)));
        add_clause(kind, CORE_CLAUSE_WHERE, -1, PIECE(OP(ADD, 12, 3, 4), OP(RETURN, 12)));
        struct core_code mixes[] = {OP(MOVE, spoiled ? 3 : 6, 4), OP(RETURN, spoiled ? 3 : 6)};
        add_clause(kind, CORE_CLAUSE_WHERE, -1, mixes, 2);
        expect_moves(kind,
                     spoiled ? "register 3 is overwritten before a choice needs it again" : "");
    }
}

/* Effects read choices, and what is bound for them. */
static void test_effects_read_what_is_bound(void **state) {
    for (int bound = 0; bound < 2; bound++) {
        (void)state;
        open_rules(7);
        struct core_kind *kind = add_kind();
        add_clause(kind, CORE_CLAUSE_ZONES, 4, PIECE(OP(RETURN_K, .w = 5)));
        add_clause(kind, CORE_CLAUSE_LET, 3, PIECE(OP(RETURN, 4)))->bound = bound;
        kind->action.effects = add_piece(PIECE(OP(ADD, 12, 3, 4), OP(RETURN, 12)));
        verify_all();
        assert_int_equal(told_count, !bound);
        assert_int_equal(kind->action.effects < 0, !bound);
        assert_false(kind->asks);
        world_close(&world);
    }
}

/* A function that obliges has no choices to read. */
static void test_obligations_read_no_choices(void **state) {
    (void)state;
    open_rules(7);
    struct core_kind *kind = add_kind();
    add_clause(kind, CORE_CLAUSE_ZONES, 0, PIECE(OP(RETURN_K, .w = 5)));
    kind->must = add_piece(PIECE(OP(RETURN, 0)));
    verify_all();
    assert_int_equal(kind->must, -1);
    assert_int_equal(told_count, 1);
    world_close(&world);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* A pair begins as its first instruction does. That each instruction has a row, the compiler sees.
 */
static void test_pairs_begin_as_their_first_instruction(void **state) {
    int pairs = 0;
    (void)state;
    for (int op = 0; op < CORE_CODE_COUNT; op++) {
        struct lang_code_row pair = lang_code_rows[op];
        if (!pair.first)
            continue;
        pairs++;
        pair.first = pair.next = 0;
        assert_memory_equal(&pair, &lang_code_rows[lang_code_rows[op].first], sizeof pair);
    }
    assert_int_equal(pairs, CORE_CODE_COUNT - CORE_CODE_FACT_THEN_IF_EQ_K);
}

/* ---- rulesets -------------------------------------------------------------------------------- */

/* The pieces of rules whose contract is known without the host. */
struct pieces {
    struct lang_piece *of;
    int count;
};

static void add_to(struct pieces *pieces, struct lang_piece piece) {
    struct lang_piece *added = core_rules_grow(&pieces->of, &pieces->count, sizeof *added);
    assert_non_null(added);
    *added = piece;
}

static void find_pieces(const struct core_rules *rules, struct pieces *pieces) {
    for (int i = 0; i < rules->routine_count; i++)
        if (rules->routines[i].code > 0)
            add_to(pieces, (struct lang_piece){.start = rules->routines[i].code,
                                               .routine = &rules->routines[i]});
    for (int i = 0; i < rules->decision_count; i++) {
        const struct core_decision *decision = &rules->decisions[i];
        if (decision->fused)
            add_to(pieces, (struct lang_piece){.start = decision->listing, .listing = true});
        if (decision->run.effects > 0)
            add_to(pieces, (struct lang_piece){.start = decision->run.effects, .effects = true});
    }
    for (int i = 0; i < rules->event_count; i++)
        for (int k = 0; k < rules->events[i].listener_count; k++)
            if (rules->events[i].listeners[k].effects > 0)
                add_to(pieces, (struct lang_piece){.start = rules->events[i].listeners[k].effects,
                                                   .effects = true,
                                                   .inputs = rules->events[i].param_count});
}

static void each_ruleset(void (*look)(struct core_rules *rules, const char *path)) {
    glob_t found;
    int every = getenv("MUSTER_BRIEF") ? 6 : 1;
    assert_int_equal(glob("rulesets/*.ini", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i += (size_t)every) {
        struct mst_error error = {0};
        struct mst_ruleset *ruleset = mst_ruleset_load(found.gl_pathv[i], NULL, 0, NULL, &error);
        if (!ruleset)
            fail_msg("%s: %s: %s", found.gl_pathv[i], error.at, error.text);
        look((struct core_rules *)ruleset->rules, found.gl_pathv[i]);
        mst_ruleset_free(ruleset);
    }
    globfree(&found);
}

/* Code stays valid when it is paired, and nothing of it was replaced for being invalid. */
static void look_at(struct core_rules *rules, const char *path) {
    struct pieces pieces = {0};
    struct lang_verifier v = {0};
    find_pieces(rules, &pieces);
    assert_true(lang_verify_open(&v, rules));
    for (int i = 0; i < pieces.count; i++)
        if (!lang_verify_piece(&v, &pieces.of[i]))
            fail_msg("%s: %s", path, v.why);
    for (int i = 0; i < rules->routine_count; i++)
        assert_true(rules->routines[i].code <= 0 || rules->routines[i].valid);
    lang_verify_close(&v);
    mst_free(pieces.of);
}

static void test_the_code_of_all_rulesets_is_sound(void **state) {
    (void)state;
    each_ruleset(look_at);
}

/* ---- faults ---------------------------------------------------------------------------------- */

/* Kinds of faults. `must` of each kind are beyond all bounds, and must be found. */
enum fault { REGISTER, JUMP, ROUTINE, NUMBER, COUNT, INSTRUCTION, FAULTS };
static const char *const faults[FAULTS] = {"registers", "jumps",  "routines",
                                           "numbers",   "counts", "instructions"};
static struct { long planted, found, must, missed; } score[FAULTS];

static uint64_t seed = 1;
static int below(int count) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((seed >> 33) % (uint64_t)count);
}

static int16_t *operand(struct core_code *at, int which) {
    return which == 0 ? &at->a : which == 1 ? &at->b : &at->c;
}

/* Another register. *must: it does not exist. */
static bool plant_register(struct core_code *at, const struct core_rules *rules,
                           const struct lang_piece *piece, bool *must) {
    int which = below(3), floor = piece->routine ? 0 : -rules->set_peak * rules->schema->words;
    int ceiling = piece->routine ? piece->routine->registers : rules->var_peak;
    if (!lang_code_rows[at->op].use[which] || lang_code_rows[at->op].use[which] == LANG_USE_x)
        return false;
    int reg =
        below(2) ? *operand(at, which) + below(7) - 3 : floor - 8 + below(ceiling - floor + 16);
    bool nothing = lang_code_rows[at->op].use[which] == LANG_USE_v && !at->m;
    if (reg == *operand(at, which) || (lang_code_rows[at->op].use[which] == LANG_USE_p && !at->c))
        return false;
    *operand(at, which) = (int16_t)reg;
    *must = (reg < floor || reg >= ceiling) && !nothing;
    if (at->op == CORE_CODE_INVOKE && which == 1)
        *must = reg < floor;
    return !nothing;
}

static bool plant_jump(struct core_code *at, int i, int count, bool *must) {
    enum lang_code_flow flow = (enum lang_code_flow)lang_code_rows[at->op].flow;
    int to = below(2) ? i + at->m + below(9) - 4 : below(2 * count + 20) - count / 2 - 10;
    if (flow == LANG_FLOW_ON || flow == LANG_FLOW_END || at->op == CORE_CODE_RANGE_OF_YIELDS ||
        to == i + at->m)
        return false;
    at->m = to - i;
    *must = to < 0 || to >= count || (to <= i && flow == LANG_FLOW_IF);
    return true;
}

static bool plant_routine(struct core_code *at, const struct core_rules *rules, bool *must) {
    int k = below(rules->routine_count + 8) - 4;
    if (at->op != CORE_CODE_INVOKE || k == at->k)
        return false;
    at->k = k;
    *must = k < 0 || k >= rules->routine_count;
    return true;
}

/* Another number, by far too large, negative, or near. */
static bool plant_number(struct core_code *at, bool *must) {
    int names = lang_code_rows[at->op].names, old = at->k;
    if (names == LANG_NAMES_NOTHING || names == LANG_NAMES_SLOT_C || names == LANG_NAMES_PLACES ||
        names == LANG_NAMES_UNIT || names == LANG_NAMES_MOVE || names == LANG_NAMES_SHIFT_M ||
        names == LANG_NAMES_ROUTINE)
        return false;
    at->k = below(3) ? below(40) - 4 + (below(2) ? old : 0) : below(2) ? 1 << 24 : -1 - below(99);
    *must = (at->k < 0 || at->k >= 1 << 24) &&
            !(at->m <= 0 && (names == LANG_NAMES_FACTS || names == LANG_NAMES_CONTAINER));
    return at->k != old;
}

static bool plant_count(struct core_code *at, bool *must) {
    int names = lang_code_rows[at->op].names, old = at->c;
    bool turn = lang_code_rows[at->op].flow == LANG_FLOW_TURN || at->op == CORE_CODE_TURN;
    if (!turn && names != LANG_NAMES_EVENT && names != LANG_NAMES_FRAME &&
        names != LANG_NAMES_PRIMITIVE && names != LANG_NAMES_FUNCTION && names != LANG_NAMES_HEARD)
        return false;
    at->c = (int16_t)(below(20) - 4);
    *must = names == LANG_NAMES_EVENT || names == LANG_NAMES_HEARD || at->c < 0 ||
            (turn ? at->c < 1 : at->c > CORE_MOST_PARAMS);
    return at->c != old;
}

static bool plant_instruction(struct core_code *at, const struct lang_piece *piece, bool *must) {
    int old = at->op;
    at->op = (uint16_t)below(CORE_CODE_COUNT + 4);
    *must = at->op >= CORE_CODE_COUNT || at->op == CORE_CODE_NATIVE ||
            (!piece->listing && lang_code_rows[at->op].only & LANG_ONLY_LISTING);
    return at->op != old && at->op != CORE_CODE_COST;
}

static bool plant(enum fault fault, struct core_code *at, int i, int count,
                  const struct core_rules *rules, const struct lang_piece *piece, bool *must) {
    *must = false;
    if (lang_code_rows[at->op].first && fault != REGISTER)
        return false;
    switch (fault) {
    case REGISTER: return plant_register(at, rules, piece, must);
    case JUMP: return plant_jump(at, i, count, must);
    case ROUTINE: return plant_routine(at, rules, must);
    case NUMBER: return plant_number(at, must);
    case COUNT: return plant_count(at, must);
    default: return plant_instruction(at, piece, must);
    }
}

static void break_one(struct lang_verifier *v, struct core_rules *rules, const char *path,
                      const struct lang_piece *piece, int i, int count, enum fault fault) {
    struct core_code *at = &rules->code[piece->start + i], whole = *at;
    bool must;
    if (plant(fault, at, i, count, rules, piece, &must)) {
        bool found = !lang_verify_piece(v, piece);
        score[fault].planted++;
        score[fault].found += found;
        score[fault].must += must;
        score[fault].missed += must && !found;
        if (must && !found)
            print_message(
                "%s: %s: instruction %d of %d: op %d a %d b %d c %d k %d m %d, was op %d\n", path,
                faults[fault], i, count, at->op, at->a, at->b, at->c, at->k, at->m, whole.op);
    }
    *at = whole;
}

enum { TRIES = 20000 };

static void break_rules(struct core_rules *rules, const char *path) {
    struct pieces pieces = {0};
    struct lang_verifier v = {0};
    find_pieces(rules, &pieces);
    assert_true(lang_verify_open(&v, rules));
    for (int n = 0; n < TRIES && pieces.count; n++) {
        const struct lang_piece *piece = &pieces.of[below(pieces.count)];
        int count = lang_piece_end(rules, piece->start) - piece->start;
        break_one(&v, rules, path, piece, below(count), count, (enum fault)below(FAULTS));
    }
    lang_verify_close(&v);
    mst_free(pieces.of);
}

static void test_planted_faults_are_found(void **state) {
    (void)state;
    each_ruleset(break_rules);
    for (int i = 0; i < FAULTS; i++) {
        print_message("%s: %ld of %ld found; %ld of %ld that must be\n", faults[i], score[i].found,
                      score[i].planted, score[i].must - score[i].missed, score[i].must);
        assert_int_equal(score[i].missed, 0);
        assert_true(score[i].must > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers_are_written_before_they_are_read),
        cmocka_unit_test(test_many_registers_are_followed),
        cmocka_unit_test(test_registers_exist),
        cmocka_unit_test(test_control_stays_inside),
        cmocka_unit_test(test_loops_are_whole_and_charged),
        cmocka_unit_test(test_what_counts_turns_is_not_overwritten),
        cmocka_unit_test(test_names_exist),
        cmocka_unit_test(test_arguments_are_counted),
        cmocka_unit_test(test_routines_give_their_results),
        cmocka_unit_test(test_calls_have_their_window),
        cmocka_unit_test(test_a_rule_with_unsound_code_loses_it),
        cmocka_unit_test(test_callers_of_unsound_code_are_unsound),
        cmocka_unit_test(test_reading_rules_call_nothing_that_writes),
        cmocka_unit_test(test_clauses_read_what_is_bound_before),
        cmocka_unit_test(test_clauses_spoil_nothing_for_the_next_choice),
        cmocka_unit_test(test_effects_read_what_is_bound),
        cmocka_unit_test(test_obligations_read_no_choices),
        cmocka_unit_test(test_pairs_begin_as_their_first_instruction),
        cmocka_unit_test(test_the_code_of_all_rulesets_is_sound),
        cmocka_unit_test(test_planted_faults_are_found),
    };
    setenv("XDG_CACHE_HOME", "/nowhere", 1); /* no native code */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
