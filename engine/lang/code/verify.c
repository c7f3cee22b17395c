/* Verification of a piece of code: see verify.h. Its control is checked first, then its registers,
 * by the blocks that jumps divide it into. */
#include "lang/code/verify.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/legal.h"
#include "lang/code/uses.h"

enum { NOWHERE = INT_MIN }; /* no register */

/* A part of the piece that jumps do not enter: the body of a loop, or the code of a shared value.
 */
struct lang_verify_region {
    int first, last, outer;
    bool shared;         /* jumps do not leave it either */
    int counts, counted; /* registers that count its turns, and how many */
    int variable;        /* so does its variable, if it is a loop of numbers; or NOWHERE */
    int busy;            /* all registers that count turns here lie below */
};

/* Knowledge of a register. */
struct lang_verify_register {
    uint64_t bit; /* while its word is followed (see follow), or 0 */
    int number;   /* among those that are followed through the piece, or -1 */
    int written;  /* when it was last written (see run) */
    bool busy;    /* it counts the turns of a loop */
};

/* Knowledge of an instruction, by its flags. */
struct lang_verify_mark {
    uint64_t missing; /* REACHED: registers that are not written on every way to it (see flow) */
    int opens;        /* OPENS: the region that it begins */
    int region;       /* the innermost one that it is in, if there are regions */
};
enum {
    TARGET = 1,  /* ways meet here: a jump leads to it */
    REACHED = 2, /* some way leads here */
    OPENS = 4,   /* a region begins here */
    CLOSES = 8,  /* one ends here */
    KEEPS = 16,  /* a shared value ends here */
};

/* The effects of an instruction on registers. */
struct span {
    int first, count;
};
struct effect {
    struct span reads[4], writes[3];
    int read_count, write_count;
    struct span taken; /* written if it jumps */
    int lost;          /* registers from here on have no known value afterwards */
};

static bool flaw(struct lang_verifier *v, int at, const char *format, ...) MST_PRINTF(3, 4);
static bool flaw(struct lang_verifier *v, int at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(v->why, sizeof v->why, format, args);
    va_end(args);
    v->where = v->piece->start + at;
    return false;
}

int lang_piece_end(const struct core_rules *rules, int start) {
    /* W1: the COST of the next piece, or the end of all code. */
    int end = start;
    while (end < rules->code_count && rules->code[end].op != CORE_CODE_COST)
        end++;
    return end;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool below(int64_t k, int64_t count) {
    return k >= 0 && k < count;
}

/* Are first, first + stride, ... slots, for `count` things? */
static bool are_slots(const struct core_schema *s, int64_t first, int64_t stride, int64_t count) {
    /* 64 bits hold the product: the numbers of an instruction have 32. */
    return stride >= 0 && count >= 0 &&
           (!count || (first >= 0 && first + (count - 1) * stride < s->slots));
}

/* Are first .. first + more words of the block? */
static bool are_words(const struct core_schema *s, int64_t first, int64_t more) {
    return first >= 0 && more >= 0 && 2 * (first + more) + 1 < s->slots;
}

static bool is_field(const struct core_schema *s, const struct core_code *at) {
    if (!below(at->k, s->field_count))
        return false;
    const struct core_field *f = &s->fields[at->k];
    switch (lang_code_rows[at->op].names) {
    case LANG_NAMES_GAME_FIELD: return f->of == CORE_OF_GAME && at->m == f->first;
    case LANG_NAMES_SECRET: return at->m == core_field_entities(s, f);
    /* m is 0 where the entity is known to exist; otherwise it bounds the entity when it runs. */
    default: return (!at->m || at->m == core_field_entities(s, f)) && at->a == f->stride;
    }
}

static bool is_frame(const struct core_rules *rules, const struct core_code *at) {
    /* A frame that replaces the top one is numbered after all the others. */
    int decision = at->k >= CORE_FRAME_INSTEAD ? at->k - CORE_FRAME_INSTEAD : at->k;
    return below(decision, rules->decision_count) && at->c >= 0 && at->c <= CORE_FRAME_ARGS;
}

static bool is_event(const struct core_rules *rules, const struct core_code *at) {
    if (!below(at->k, rules->event_count))
        return false;
    const struct core_event *event = &rules->events[at->k];
    return lang_code_rows[at->op].names == LANG_NAMES_EVENT ? at->c == event->param_count
                                                            : at->c == (event->listener_count > 0);
}

static bool is_primitive(const struct core_rules *rules, const struct core_code *at) {
    if (!below(at->k, rules->primitive_count))
        return false;
    const struct core_primitive *primitive = &rules->primitives[at->k];
    return at->c >= primitive->least && at->c <= primitive->most;
}

/* Does all exist that the instruction names? */
static bool names_exist(const struct lang_verifier *v, const struct core_code *at,
                        const struct lang_code_row *row) {
    const struct core_rules *rules = v->rules;
    const struct core_schema *s = rules->schema;
    uint64_t unit = (uint64_t)at->w;

    /* W4. Numbers that a register gives are checked when the code runs; these are in the code. */
    switch ((enum lang_code_names)row->names) {
    case LANG_NAMES_NOTHING: return true;
    case LANG_NAMES_SLOT: return below(at->k, s->slots);
    case LANG_NAMES_SLOT_C: return below(at->c, s->slots);
    case LANG_NAMES_FACTS: return are_slots(s, at->k, at->c, at->m);
    case LANG_NAMES_TOP_FACTS:
        return are_slots(s, at->k, at->c, s->pieces) && below(at->m, s->places + 1);
    case LANG_NAMES_PLACES: return below(at->m, s->places + 1);
    case LANG_NAMES_CONTAINER:
        return at->k >= 0 && at->m >= 0 && (int64_t)at->k + at->m <= s->places;
    case LANG_NAMES_DIRECTION:
        return below(at->k, s->board->directions) && below(at->m, s->board->zones + 1);
    case LANG_NAMES_ARG: return at->k > 0 && at->k <= CORE_FRAME_ARGS;
    case LANG_NAMES_TABLE: return below(at->k, rules->table_count);
    case LANG_NAMES_REGION: return below(at->k, rules->region_count);
    case LANG_NAMES_WORD: return are_words(s, at->k, 0);
    case LANG_NAMES_WORDS: return are_words(s, at->k, at->m);
    case LANG_NAMES_SEAT_WORDS: return are_words(s, at->k, s->seats);
    case LANG_NAMES_SHARED: return at->k > 0 && at->k <= rules->shared_count;
    case LANG_NAMES_FUNCTION:
        return below(at->k, rules->function_count) && below(at->c, CORE_MOST_PARAMS + 1) &&
               below(at->m, 2);
    case LANG_NAMES_PRIMITIVE: return is_primitive(rules, at);
    case LANG_NAMES_ROUTINE: return below(at->k, rules->routine_count);
    case LANG_NAMES_SECRET:
    case LANG_NAMES_GAME_FIELD:
    case LANG_NAMES_FIELD: return is_field(s, at);
    case LANG_NAMES_ENDING: return below(at->k, rules->ending_count);
    case LANG_NAMES_DECISION: return below(at->k, rules->decision_count);
    case LANG_NAMES_FRAME: return is_frame(rules, at);
    case LANG_NAMES_HEARD:
    case LANG_NAMES_EVENT: return is_event(rules, at);
    case LANG_NAMES_SHIFT_K: return below(at->k, 64);
    case LANG_NAMES_SHIFT_M: return below(at->m, 64);
    case LANG_NAMES_UNIT: return unit && !(unit & (unit - 1));
    case LANG_NAMES_NEW: return below(at->a, rules->kind_count) && below(at->k, 64);
    case LANG_NAMES_MOVE: return below(core_move_kind((mst_move)at->w), rules->kind_count);
    case LANG_NAMES_LEAPS: return at->k >= 0 && at->k + s->seats < rules->leap_count;
    case LANG_NAMES_KIND: return below(at->k, rules->kind_count);
    }
    return false;
}

/* Is it this instruction, or a pair that begins with it? */
static bool is(const struct core_code *at, int op) {
    return at->op == op || (at->op < CORE_CODE_COUNT && lang_code_rows[at->op].first == op);
}

/* The second instruction of a pair must be there, and read what the first one gives. */
static bool check_pair(struct lang_verifier *v, int i) {
    const struct core_code *at = v->code + i;
    bool whole = i + 1 < v->count && is(at + 1, lang_code_rows[at->op].next);

    /* RANGE_OF_YIELDS runs a whole loop: a RANGE, a PARAM of its variable, a yield, and the jump
     * back. */
    if (at->op != CORE_CODE_RANGE_OF_YIELDS)
        whole = whole && at[1].b == at->a;
    else
        whole = whole && i + 3 < v->count && at->m == 4 && at[1].c == at->a && at[2].b == at[1].a &&
                (at[2].op == CORE_CODE_YIELD || at[2].op == CORE_CODE_YIELD_FIXED);
    return whole || flaw(v, i, "instruction %d lacks the other one of its pair", i);
}

static bool lacks_name(struct lang_verifier *v, int i) {
    if (v->code[i].op == CORE_CODE_INVOKE)
        return flaw(v, i, "instruction %d calls function %d, which does not exist", i,
                    v->code[i].k);
    return flaw(v, i, "instruction %d names what does not exist", i);
}

/* ---- what instructions do -------------------------------------------------------------------- */

static void verify_add(struct span *spans, int *count, int first, int length) {
    assert(*count < 4); /* no instruction reads more spans than that */
    if (length > 0)
        spans[(*count)++] = (struct span){first, length};
}

/* The use of a register as an operand (uses.h). */
static void add_use(struct effect *e, int use, int reg, int words, const struct core_code *at) {
    /* Capitals are the same for a large set, which takes several registers. */
    switch ((enum lang_code_use)use) {
    case LANG_USE__:
    case LANG_USE_i:
    case LANG_USE_x: break;
    case LANG_USE_m: verify_add(e->writes, &e->write_count, reg, 1); /* fall through */
    case LANG_USE_r: verify_add(e->reads, &e->read_count, reg, 1); break;
    case LANG_USE_w: verify_add(e->writes, &e->write_count, reg, 1); break;
    case LANG_USE_t: e->taken = (struct span){reg, 1}; break;
    case LANG_USE_M: verify_add(e->writes, &e->write_count, reg, words); /* fall through */
    case LANG_USE_R: verify_add(e->reads, &e->read_count, reg, words); break;
    case LANG_USE_W: verify_add(e->writes, &e->write_count, reg, words); break;
    case LANG_USE_l: verify_add(e->writes, &e->write_count, reg, 1 + CORE_MOST_SUBSET); break;
    case LANG_USE_n:
        verify_add(e->reads, &e->read_count, reg, 1 + CORE_MOST_SUBSET);
        verify_add(e->writes, &e->write_count, reg, 1);
        break;
    case LANG_USE_p: verify_add(e->reads, &e->read_count, reg, at->c); break;
    case LANG_USE_v: verify_add(e->writes, &e->write_count, reg, at->m); break;
    }
}

static int verify_size_of(const struct lang_verifier *v, const struct core_routine_value *values,
                          int count) {
    int size = 0;
    for (int i = 0; i < count; i++)
        size += values[i].is_set ? v->rules->schema->words : 1;
    return size;
}

/* Where the results begin that a routine leaves in its window: a first one that is no large set is
 * its value. */
static int results_from(const struct lang_verifier *v, const struct core_routine *routine) {
    bool large = routine->result_count && routine->results[0].is_set && v->rules->schema->words > 1;

    /* Any other first result is returned in a register of C, and leaves its place empty. */
    return verify_size_of(v, routine->params, routine->param_count) +
           (routine->result_count && !large);
}

static int results_end(const struct lang_verifier *v, const struct core_routine *routine) {
    return verify_size_of(v, routine->params, routine->param_count) +
           verify_size_of(v, routine->results, routine->result_count);
}

static void add_call(const struct lang_verifier *v, const struct core_code *at, struct effect *e) {
    const struct core_routine *routine = &v->rules->routines[at->k];
    int from = results_from(v, routine), end = results_end(v, routine);
    verify_add(e->reads, &e->read_count, at->b,
               verify_size_of(v, routine->params, routine->param_count));
    verify_add(e->writes, &e->write_count, at->b + from, end - from);

    /* The window is the routine's: it may write all of it. */
    e->lost = at->b;
}

static void effect_of(const struct lang_verifier *v, const struct core_code *at, struct effect *e) {
    const uint8_t *use = lang_code_rows[at->op].use;
    int words = v->rules->schema->words;
    e->read_count = e->write_count = 0;
    e->taken = (struct span){0, 0};
    e->lost = INT_MAX; /* none */

    add_use(e, use[0], at->a, words, at);
    add_use(e, use[1], at->b, words, at);
    add_use(e, use[2], at->c, words, at);
    if (use[1] == LANG_USE_i)
        add_call(v, at, e);
    if (use[0] == LANG_USE_x) /* walks clauses, whose variables and sets these are */
        e->lost = v->rules->private_peak - v->rules->set_peak;
}

/* ---- runs of code ---------------------------------------------------------------------------- */

/* A register that is written and read in a run of instructions into which no jump leads needs no
 * more checks. Every other register gets a number, and is followed through the whole piece. All
 * times count up, so that nothing need be cleared for the next piece. */

static void begin_run(struct lang_verifier *v) {
    assert(v->now < INT_MAX); /* times only grow, by less than the instructions that are passed */
    v->run = ++v->now;
    v->lost = INT_MAX;
}

/* W2: is the register one of the level or window of the piece? */
static inline bool exists(const struct lang_verifier *v, int reg) {
    return (unsigned)(reg - v->floor) < (unsigned)v->span;
}

static void verify_number(struct lang_verifier *v, int reg) {
    struct lang_verify_register *r = &v->registers[reg];
    assert(exists(v, reg));
    if (r->number >= 0)
        return;
    r->number = v->used_count;
    v->used[v->used_count++] = reg;
}

static inline bool run_read(struct lang_verifier *v, int reg) {
    if (!exists(v, reg))
        return false;
    /* Written in this run, and not lost since? */
    int written = v->registers[reg].written;
    if (written < (reg < v->lost ? v->run : v->lost_at) &&
        (unsigned)reg >= (unsigned)v->inputs) /* these are never lost */
        verify_number(v, reg);
    return true;
}

static inline bool run_write(struct lang_verifier *v, int reg) {
    if (!exists(v, reg))
        return false;
    v->registers[reg].written = v->now;

    /* Of a clause it is asked what it writes, so all of it is followed. */
    if (v->piece->given)
        verify_number(v, reg);
    return true;
}

static bool run_spans(struct lang_verifier *v, const struct span *spans, int count, bool writes) {
    bool exist = true;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < spans[k].count && exist; i++)
            exist = writes ? run_write(v, spans[k].first + i) : run_read(v, spans[k].first + i);
    return exist;
}

/* Pass an instruction whose uses are not plain. */
static bool run_any(struct lang_verifier *v, const struct core_code *at) {
    struct effect e;
    effect_of(v, at, &e);
    if (!run_spans(v, e.reads, e.read_count, false))
        return false;

    /* Reads come before what is lost, and writes after it: results outlast their call. */
    if (e.lost != INT_MAX) {
        v->lost = e.lost < v->lost ? e.lost : v->lost;
        v->lost_at = ++v->now;
    }

    /* Registers written only on the jump count as not written in this run. */
    if (e.taken.count && v->piece->given && exists(v, e.taken.first))
        verify_number(v, e.taken.first);
    return run_spans(v, e.writes, e.write_count, true) &&
           (!e.taken.count || exists(v, e.taken.first));
}

static inline bool run_plain(struct lang_verifier *v, const struct core_code *at,
                             const struct lang_code_row *row) {
    return (!(row->use[0] & LANG_USE_r) || run_read(v, at->a)) &&
           (!row->use[1] || run_read(v, at->b)) && (!row->use[2] || run_read(v, at->c)) &&
           (!(row->use[0] & LANG_USE_w) || run_write(v, at->a));
}

/* ---- control --------------------------------------------------------------------------------- */

static bool add_region(struct lang_verifier *v, int i, struct lang_verify_region region) {
    /* Two regions with one start could not be nested. */
    if (v->flags[region.first] & OPENS)
        return flaw(v, i, "the loops at instruction %d overlap", i);

    assert(region.first <= region.last && region.last < v->count);
    v->flags[region.first] |= OPENS;
    v->flags[region.last] |= CLOSES;
    v->marks[region.first].opens = v->region_count;
    v->regions[v->region_count++] = region;
    return true;
}

/* The instructions before the body of a loop begin it: they set what it counts with, and jump. */
static bool is_opened(const struct lang_verifier *v, int body, int close) {
    const struct core_code *at = v->code + close, *jump = v->code + body - 1;
    if (body < 1)
        return false;

    /* A loop of numbers begins with RANGE, which sets its variable and jumps behind it if it is
     * empty. */
    if (at->op == CORE_CODE_NEXT_NUMBER)
        return is(jump, CORE_CODE_RANGE) && jump->a == at->a && jump->b == at->b &&
               body - 1 + jump->m == close + 1 && jump->c > 0;

    /* The others begin with a jump to their end, which finds the first thing. */
    if (jump->op != CORE_CODE_JUMP || body - 1 + jump->m != close)
        return false;
    if (at->op != CORE_CODE_NEXT_PIECE && at->op != CORE_CODE_NEXT_CHOSEN)
        return true;
    int opens = at->op == CORE_CODE_NEXT_PIECE ? CORE_CODE_STACK : CORE_CODE_CHOSEN;
    return body >= 2 && jump[-1].op == opens && jump[-1].a == at->b;
}

static bool check_turn(struct lang_verifier *v, int i) {
    const struct core_code *at = v->code + i;
    int body = i + at->m, counted = 1, variable = NOWHERE;

    /* W1: a loop without a charge could run for ever within the budget. */
    if (at->m > 0 || !is_opened(v, body, i))
        return flaw(v, i, "the loop at instruction %d has no start", i);
    if (at->c < 1)
        return flaw(v, i, "the loop at instruction %d is not charged", i);

    /* W3: the registers that nothing in the body may write. */
    if (at->op == CORE_CODE_NEXT_ZONE_LARGE)
        counted = v->rules->schema->words;
    else if (at->op == CORE_CODE_NEXT_CHOSEN)
        counted = 1 + CORE_MOST_SUBSET;
    else if (at->op == CORE_CODE_NEXT_NUMBER)
        variable = at->a;
    return add_region(
        v, i,
        (struct lang_verify_region){
            .first = body, .last = i, .counts = at->b, .counted = counted, .variable = variable});
}

/* `while`: the jump back leads to a TURN, which charges. */
static bool check_back(struct lang_verifier *v, int i) {
    const struct core_code *at = v->code + i;
    if (at[at->m].op != CORE_CODE_TURN || at[at->m].c < 1)
        return flaw(v, i, "the loop at instruction %d is not charged", i);
    return add_region(
        v, i, (struct lang_verify_region){.first = i + at->m + 1, .last = i, .variable = NOWHERE});
}

static bool check_shared(struct lang_verifier *v, int i) {
    /* RECALL jumps behind the KEEP that stores the same value in the same register. */
    const struct core_code *at = v->code + i, *keep = at + at->m - 1;
    if (at->m < 2 || keep->op != CORE_CODE_KEEP || keep->k != at->k || keep->a != at->a)
        return flaw(v, i, "the shared value at instruction %d has no end", i);
    v->flags[i + at->m - 1] |= KEEPS;
    return add_region(
        v, i,
        (struct lang_verify_region){
            .first = i + 1, .last = i + at->m - 1, .shared = true, .variable = NOWHERE});
}

/* Check where the instruction leads, and note what it opens and closes. */
static bool check_jump(struct lang_verifier *v, int i, enum lang_code_flow flow) {
    const struct core_code *at = v->code + i;
    if (!below((int64_t)i + at->m, v->count))
        return flaw(v, i, "instruction %d jumps out of the code", i);
    v->flags[i + at->m] |= TARGET;

    /* W1: only the end of a loop jumps back. */
    if (flow == LANG_FLOW_TURN)
        return check_turn(v, i);
    if (at->m < 0 && flow == LANG_FLOW_TO)
        return check_back(v, i);
    if (at->m < 1)
        return flaw(v, i, "instruction %d jumps back", i);
    if (is(at, CORE_CODE_RANGE)) /* the loop that follows jumps back there */
        v->flags[i + 1] |= TARGET;
    return at->op != CORE_CODE_RECALL || check_shared(v, i);
}

static bool check_flow(struct lang_verifier *v, int i, enum lang_code_flow flow) {
    bool large = v->piece->set && v->rules->schema->words > 1;
    assert(v->jump_count < v->room);
    v->jumps[v->jump_count++] = i;

    /* Behind a condition the run goes on: it is only left earlier on the other way. */
    if (flow != LANG_FLOW_IF)
        begin_run(v);
    if (flow != LANG_FLOW_END)
        return check_jump(v, i, flow);
    if ((v->code[i].op == CORE_CODE_RETURN_SET) != large)
        return flaw(v, i, "instruction %d returns %s", i,
                    large ? "a number instead of a set" : "a set instead of a number");
    return true;
}

/* Instructions with LANG_ONLY_LOOKED_AT. */
static bool verify_look_at(struct lang_verifier *v, int i) {
    const struct core_code *at = v->code + i;
    switch ((enum core_code_op)at->op) {
    case CORE_CODE_INVOKE: /* its window lies above all that is given */
        v->called[v->called_count++] = i;
        return at->b >= v->given_top ||
               flaw(v, i, "the window of the call at instruction %d overlaps variables", i);
    case CORE_CODE_TURN: /* a jump back leads here */
        v->flags[i] |= TARGET;
        begin_run(v);
        return at->c > 0 || flaw(v, i, "the loop at instruction %d is not charged", i);
    case CORE_CODE_CALL: v->writes |= !at->m; return true;
    default: /* KEEP */
        return v->flags[i] & KEEPS ||
               flaw(v, i, "the shared value at instruction %d has no start", i);
    }
}

/* Check all of an instruction but what its registers hold. */
static inline bool check_instruction(struct lang_verifier *v, int i,
                                     const struct lang_code_row *row) {
    const struct core_code *at = v->code + i;

    /* Ways meet here, so what one of them has written proves nothing. Jumps back lead to places
     * that were marked before (TURN, and what follows RANGE or a loop's first jump). */
    if (v->flags[i] & TARGET)
        begin_run(v);

    v->only |= row->only;
    if (row->first && !check_pair(v, i))
        return false;
    if (row->names != LANG_NAMES_NOTHING && !names_exist(v, at, row))
        return lacks_name(v, i);
    if (row->plain ? !run_plain(v, at, row) : !run_any(v, at))
        return flaw(v, i, "instruction %d uses a register that does not exist", i);
    if (row->flow != LANG_FLOW_ON && !check_flow(v, i, (enum lang_code_flow)row->flow))
        return false;
    return !(row->only & LANG_ONLY_LOOKED_AT) || verify_look_at(v, i);
}

/* Are all instructions of the kinds that may be here? */
static bool check_only(struct lang_verifier *v) {
    int foreign = LANG_ONLY_LOADED | (v->piece->listing ? 0 : LANG_ONLY_LISTING) |
                  (v->rules->schema->words > 1 ? LANG_ONLY_WORD : 0);

    /* W5. The instructions are looked at again only to name the one that is wrong. */
    v->writes |= v->only & LANG_ONLY_EFFECTS;
    for (int i = 0; i < v->count && v->only & foreign; i++)
        if (lang_code_rows[v->code[i].op].only & foreign)
            return flaw(v, i, "instruction %d does not belong here", i);
    return !v->writes || v->piece->effects || v->piece->routine ||
           flaw(v, 0, "it writes to the position, but only reads are allowed");
}

/* ---- regions --------------------------------------------------------------------------------- */

/* Mark the registers that count the turns of a region, or clear the marks. */
static bool occupy(struct lang_verifier *v, const struct lang_verify_region *r, bool busy) {
    bool free = true;

    /* False if one was marked before: two loops would count with the same register. */
    for (int reg = r->counts; reg < r->counts + r->counted; reg++) {
        free = free && v->registers[reg].busy != busy;
        v->registers[reg].busy = busy;
    }
    if (r->variable != NOWHERE) {
        free = free && v->registers[r->variable].busy != busy;
        v->registers[r->variable].busy = busy;
    }
    return free;
}

static bool is_busy(const struct lang_verifier *v, struct span span) {
    bool busy = false;
    for (int reg = span.first; reg < span.first + span.count; reg++)
        busy |= v->registers[reg].busy;
    return busy;
}

/* The instruction is in a loop. Does it write a register that counts the turns of one around it? */
static bool check_apart(struct lang_verifier *v, int i, int inner) {
    struct effect e;
    effect_of(v, v->code + i, &e);

    /* W3, also for the registers of a window, of which a called routine may write any. */
    bool busy = is_busy(v, e.taken);
    for (int k = 0; k < e.write_count; k++)
        busy |= is_busy(v, e.writes[k]);
    if (e.lost < v->regions[inner].busy)
        return flaw(v, i, "the window of the call at instruction %d overlaps a loop's registers",
                    i);
    return !busy || flaw(v, i, "instruction %d overwrites a register that a loop needs", i);
}

static inline bool check_counting(struct lang_verifier *v, int i, int inner) {
    const struct core_code *at = v->code + i;
    const struct lang_code_row *row = &lang_code_rows[at->op];
    if (!row->plain)
        return check_apart(v, i, inner);
    return !(row->use[0] & LANG_USE_w) || !v->registers[at->a].busy ||
           flaw(v, i, "instruction %d overwrites register %d, which a loop needs", i, at->a);
}

static bool open_region(struct lang_verifier *v, int i, int index, int inner) {
    struct lang_verify_region *r = &v->regions[index];
    const struct lang_verify_region *outer = &v->regions[inner];

    /* The registers that count here lie below `top`; a window may begin there. */
    int top = r->counted ? r->counts + r->counted : INT_MIN;
    top = r->variable >= top ? r->variable + 1 : top;
    r->outer = inner;
    r->busy = top > outer->busy ? top : outer->busy;
    return (r->last <= outer->last && occupy(v, r, true)) ||
           flaw(v, i, "the loops at instruction %d overlap", i);
}

/* Leave the regions that end at instruction i, which may write what they count. */
static int leave_regions(struct lang_verifier *v, int i, int inner) {
    for (; v->regions[inner].last == i && inner; inner = v->regions[inner].outer)
        occupy(v, &v->regions[inner], false);
    return inner;
}

/* Find the region of each instruction. */
static bool nest_regions(struct lang_verifier *v) {
    int inner = 0; /* the whole piece */
    for (int i = 0; i < v->count; i++) {
        if (v->flags[i] & OPENS) {
            if (!open_region(v, i, v->marks[i].opens, inner))
                return false;
            inner = v->marks[i].opens;
        }
        v->marks[i].region = inner;

        /* The last instruction counts the turns itself, so it is outside when writes are checked.
         */
        if (v->flags[i] & CLOSES)
            inner = leave_regions(v, i, inner);
        if (inner && !check_counting(v, i, inner))
            return false;
    }
    return true;
}

/* A jump leads into no region, except the one that opens it, and out of no shared value. */
static bool check_crossing(struct lang_verifier *v, int i, int to) {
    const struct lang_verify_region *r = &v->regions[v->marks[to].region];
    int at = v->marks[i].region;

    /* The jump that opens a loop leads to its end. */
    if (r->first == i + 1 && r->last == to)
        return true;
    for (; at >= 0 && &v->regions[at] != r; at = v->regions[at].outer)
        if (v->regions[at].shared)
            return flaw(v, i, "instruction %d jumps out of a shared value", i);
    return at >= 0 || flaw(v, i, "instruction %d jumps into a loop", i);
}

/* Nor does a return. */
static bool check_leaving(struct lang_verifier *v, int i) {
    for (int at = v->marks[i].region; at >= 0; at = v->regions[at].outer)
        if (v->regions[at].shared)
            return flaw(v, i, "instruction %d returns from a shared value", i);
    return true;
}

static bool check_regions(struct lang_verifier *v) {
    if (v->region_count == 1) /* most pieces have no loop */
        return true;
    if (!nest_regions(v))
        return false;

    /* Jumps can only be judged when the region of each instruction is known. */
    for (int k = 0; k < v->jump_count; k++) {
        int i = v->jumps[k];
        bool ends = lang_code_rows[v->code[i].op].flow == LANG_FLOW_END;
        if (ends ? !check_leaving(v, i) : !check_crossing(v, i, i + v->code[i].m))
            return false;
    }
    return true;
}

/* ---- registers ------------------------------------------------------------------------------- */

/* Registers are followed 64 at a time: number n is bit n & 63 of word n / 64. */
struct way {
    uint64_t missing; /* not written on every way to here */
    uint64_t written; /* on some way */
    uint64_t lacking; /* not written on every way to the end */
    int word;
    bool live; /* some way leads here */
};

static inline uint64_t bit_of(const struct lang_verifier *v, int reg) {
    return v->registers[reg].bit;
}

static uint64_t bits_of(const struct lang_verifier *v, struct span span) {
    uint64_t bits = 0;
    for (int reg = span.first; reg < span.first + span.count; reg++)
        bits |= bit_of(v, reg);
    return bits;
}

/* Those of `bits` that are registers from `lost` on. */
static uint64_t bits_from(const struct lang_verifier *v, int lost, int word, uint64_t bits) {
    uint64_t found = 0;
    for (; bits; bits &= bits - 1)
        if (v->used[64 * word + __builtin_ctzll(bits)] >= lost)
            found |= bits & (0 - bits);
    return found;
}

static bool verify_has(const uint64_t *bits, int bit) {
    return bits[bit / 64] >> (bit & 63) & 1;
}

/* The register is not written on every way. Then it must be given. */
static bool need(struct lang_verifier *v, int i, int reg) {
    const uint64_t *given = v->piece->given;

    /* W2. A negative register, of a set, becomes a large number here, which is not among the
     * inputs. */
    if ((unsigned)reg >= (unsigned)v->inputs && !(given && verify_has(given, reg - v->low)))
        return flaw(v, i, "register %d is read at instruction %d before it is written", reg, i);
    if (given)
        v->needs[(reg - v->low) / 64] |= 1ULL << ((reg - v->low) & 63);
    return true;
}

static inline bool check_read(struct lang_verifier *v, int i, int reg, const struct way *way) {
    return !(bit_of(v, reg) & way->missing) || need(v, i, reg);
}

static bool check_span(struct lang_verifier *v, int i, struct span span, const struct way *way) {
    bool given = true;
    for (int reg = span.first; reg < span.first + span.count && given; reg++)
        given = check_read(v, i, reg, way);
    return given;
}

static void write_bits(struct way *way, uint64_t bits) {
    way->missing &= ~bits;
    way->written |= bits;
}

/* Pass an instruction. Sets *taken to what it writes if it jumps. */
static bool pass_any(struct lang_verifier *v, int i, struct way *way, uint64_t *taken) {
    struct effect e;
    effect_of(v, v->code + i, &e);
    for (int k = 0; k < e.read_count; k++)
        if (!check_span(v, i, e.reads[k], way))
            return false;

    /* In this order: an instruction may write what it has read or lost. */
    if (e.lost != INT_MAX)
        way->missing |= bits_from(v, e.lost, way->word, ~way->missing);
    for (int k = 0; k < e.write_count; k++)
        write_bits(way, bits_of(v, e.writes[k]));
    *taken = bits_of(v, e.taken);
    way->written |= *taken;
    return true;
}

/* A plain instruction reads registers that are not written on every way. */
static bool need_plain(struct lang_verifier *v, int i, const struct way *way) {
    const struct core_code *at = v->code + i;
    const uint8_t *use = lang_code_rows[at->op].use;
    return (!(use[0] & LANG_USE_r) || check_read(v, i, at->a, way)) &&
           (!(use[1] & LANG_USE_r) || check_read(v, i, at->b, way)) &&
           (!(use[2] & LANG_USE_r) || check_read(v, i, at->c, way));
}

static inline bool pass_plain(struct lang_verifier *v, int i, const struct lang_code_row *row,
                              struct way *way) {
    const struct core_code *at = v->code + i;
    const struct lang_verify_register *registers = v->registers;

    /* Nearly always all is written, so the reads are first tested together. */
    uint64_t reads = 0;
    if (row->use[0] & LANG_USE_r)
        reads |= registers[at->a].bit;
    if (row->use[1])
        reads |= registers[at->b].bit;
    if (row->use[2])
        reads |= registers[at->c].bit;
    if ((reads & way->missing) && !need_plain(v, i, way))
        return false;
    if (row->use[0] & LANG_USE_w)
        write_bits(way, registers[at->a].bit);
    return true;
}

/* A way leads to instruction `to`. Is that news? */
static bool lead(struct lang_verifier *v, int to, uint64_t missing) {
    uint64_t *known = &v->marks[to].missing, before = *known;

    /* Bits are only ever added, so following ends: each register is news at most once. */
    bool reached = v->flags[to] & REACHED;
    *known = reached ? before | missing : missing;
    v->flags[to] |= REACHED;
    return !reached || *known != before;
}

/* The results of a routine must be written when it returns. */
static bool check_end(struct lang_verifier *v, int i, struct way *way) {
    const struct core_routine *routine = v->piece->routine;
    int from = routine ? results_from(v, routine) : 0;
    way->live = false;
    way->lacking |= way->missing;
    return !routine || check_span(v, i, (struct span){from, results_end(v, routine) - from}, way);
}

/* The jump at instruction i leads to the end of a loop that begins behind it. From there its body
 * is reached, so it can be followed at once. */
static void lead_in(struct lang_verifier *v, int i, int close, const struct way *way) {
    const struct core_code *at = v->code + close;
    if (lang_code_rows[at->op].flow == LANG_FLOW_TURN && close + at->m == i + 1)
        lead(v, i + 1, way->missing & ~bit_of(v, at->a));
}

/* Go on from instruction i. Returns the next one: after a jump back with news, where it leads. */
static int go_on(struct lang_verifier *v, int i, enum lang_code_flow flow, struct way *way,
                 uint64_t taken) {
    int to = i + v->code[i].m, next = i + 1;
    if (flow == LANG_FLOW_TURN) { /* the way behind the loop; perhaps its body does not end */
        lead(v, next, way->missing);
        v->flags[next] |= TARGET;
    }
    if (flow == LANG_FLOW_TO)
        lead_in(v, i, to, way);
    bool again = lead(v, to, way->missing & ~taken) && to <= i;

    /* After a jump that is always taken, the next instruction is reached by other ways, or not. */
    way->live = flow == LANG_FLOW_IF;
    return again ? to : next;
}

/* Ways meet at instruction i. */
static inline void meet(struct lang_verifier *v, int i, struct way *way) {
    if (way->live)
        lead(v, i, way->missing);
    way->live = v->flags[i] & REACHED;
    way->missing = v->marks[i].missing;
}

/* Follow all ways through the code for a word of registers: from one instruction to the next, and
 * back to the start of a loop again where less is written than before. */
static bool verify_follow(struct lang_verifier *v, struct way *way) {
    uint64_t taken;
    for (int i = 0; i < v->count;) {
        if (v->flags[i] & TARGET)
            meet(v, i, way);

        /* No way leads here yet: a jump back may still come, and then it is followed from there. */
        if (!way->live) {
            i++;
            continue;
        }
        v->work++;

        /* First the registers that the instruction reads and writes, then where it leads. */
        const struct lang_code_row *row = &lang_code_rows[v->code[i].op];
        taken = 0;
        if (row->plain ? !pass_plain(v, i, row, way) : !pass_any(v, i, way, &taken))
            return false;
        if (row->flow == LANG_FLOW_ON)
            i++;
        else if (row->flow != LANG_FLOW_END)
            i = go_on(v, i, (enum lang_code_flow)row->flow, way, taken);
        else if (!check_end(v, i++, way))
            return false;
    }
    return true;
}

/* Note for clauses what the piece writes. */
static void note_written(struct lang_verifier *v, const struct way *way) {
    for (int n = 64 * way->word; n < v->used_count && n < 64 * way->word + 64; n++) {
        int at = v->used[n] - v->low;
        assert(at >= 0 && at < 64 * v->words);
        uint64_t bit = 1ULL << (at & 63);
        if (way->written >> (n & 63) & 1)
            v->wrote[at / 64] |= bit;
        if (!(way->lacking >> (n & 63) & 1))
            v->gives[at / 64] |= bit;
    }
}

static bool check_word(struct lang_verifier *v, int word) {
    struct way way = {.missing = ~0ULL, .word = word, .live = true};

    /* Only registers of this word have a bit, so all others pass unseen. */
    for (int n = 0; n < v->used_count; n++)
        v->registers[v->used[n]].bit = n / 64 == word ? 1ULL << (n & 63) : 0;
    for (int i = 0; i < v->count && word; i++) /* the first word finds the flags new */
        v->flags[i] &= (unsigned char)~REACHED;
    if (!verify_follow(v, &way))
        return false;
    if (v->piece->given)
        note_written(v, &way);
    return true;
}

/* ---- the piece ------------------------------------------------------------------------------- */

static void find_given(struct lang_verifier *v) {
    const struct core_routine *routine = v->piece->routine;
    const uint64_t *given = v->piece->given;
    v->inputs =
        routine ? verify_size_of(v, routine->params, routine->param_count) : v->piece->inputs;
    v->given_top = v->inputs;
    if (!given)
        return;
    memset(v->needs, 0, 3 * (size_t)v->words * sizeof *v->needs); /* with gives and wrote */

    /* The highest register that is given: windows of calls must begin above it. */
    for (int w = v->words - 1; w >= 0; w--)
        if (given[w]) {
            int top = v->low + 64 * w + 64 - __builtin_clzll(given[w]);
            v->given_top = top > v->given_top ? top : v->given_top;
            return;
        }
}

/* The results of a routine are read when it returns. */
static bool use_results(struct lang_verifier *v) {
    const struct core_routine *routine = v->piece->routine;
    int end = routine ? results_end(v, routine) : 0;

    /* They are followed through the piece, whatever run they are written in. */
    for (int reg = routine ? results_from(v, routine) : 0; reg < end; reg++) {
        if (!exists(v, reg))
            return flaw(v, 0, "its results are in registers that do not exist");
        verify_number(v, reg);
    }
    return true;
}

static bool check_instructions(struct lang_verifier *v) {
    int last = v->count - 1;
    begin_run(v);
    v->work += v->count;

    /* W1: control must not run on into the next piece. */
    if (last < 0 || v->code[last].op >= CORE_CODE_COUNT ||
        (lang_code_rows[v->code[last].op].flow != LANG_FLOW_END &&
         lang_code_rows[v->code[last].op].flow != LANG_FLOW_TO))
        return flaw(v, last < 0 ? 0 : last, "the code does not end in a return");

    for (int i = 0; i < v->count; i++) {
        if (v->code[i].op >= CORE_CODE_COUNT)
            return flaw(v, i, "instruction %d does not exist", i);
        if (!check_instruction(v, i, &lang_code_rows[v->code[i].op]))
            return false;
    }
    return true;
}

static bool check_all(struct lang_verifier *v) {
    if (v->code[-1].op != CORE_CODE_COST || v->code[-1].w < 1)
        return flaw(v, 0, "the code is not charged");

    /* Each check relies on those before it: registers are followed along jumps that are known to
     * stay in the piece. */
    if (!use_results(v) || !check_instructions(v) || !check_only(v) || !check_regions(v))
        return false;
    for (int word = 0; 64 * word < v->used_count; word++)
        if (!check_word(v, word))
            return false;
    return true;
}

/* Room for so many instructions. */
static bool verify_make_room(struct lang_verifier *v) {
    if (v->count < v->room)
        return !v->short_of_memory; /* lists are missing after a failure */

    /* Nothing of the last piece is kept, so the lists are made anew and not copied. */
    size_t room = (size_t)(v->room = 2 * v->count + 64);
    mst_free(v->flags);
    mst_free(v->marks);
    mst_free(v->regions);
    mst_free(v->called);
    v->flags = mst_alloc(room);
    v->marks = mst_alloc(room * sizeof *v->marks);
    v->regions = mst_alloc(room * sizeof *v->regions);
    v->called = mst_alloc(2 * room * sizeof *v->called); /* one block for two lists */
    v->jumps = v->called ? v->called + room : NULL;
    v->short_of_memory |= !v->flags || !v->marks || !v->regions || !v->called;
    return !v->short_of_memory;
}

static void verify_begin(struct lang_verifier *v, const struct lang_piece *piece) {
    v->piece = piece;
    v->code = v->rules->code + piece->start;
    v->count = lang_piece_end(v->rules, piece->start) - piece->start;

    /* A routine has a window of its own, which begins with its parameters; other code has the
     * variables and, below 0, the sets. */
    v->floor = piece->routine ? 0 : v->low;
    v->span = (piece->routine ? piece->routine->registers : v->rules->var_peak) - v->floor;
    v->only = 0;
    v->writes = false;
    v->used_count = v->called_count = v->jump_count = 0;
    v->why[0] = 0;
}

bool lang_verify_piece(struct lang_verifier *v, const struct lang_piece *piece) {
    verify_begin(v, piece);
    if (!verify_make_room(v))
        return false;
    memset(v->flags, 0, (size_t)v->count);
    v->region_count = 1; /* the whole piece */
    v->regions[0] = (struct lang_verify_region){
        .last = v->count - 1, .outer = -1, .variable = NOWHERE, .busy = INT_MIN};
    find_given(v);
    bool valid = check_all(v);

    /* Leave the registers as they were found; a piece that is valid has left all its loops. */
    for (int i = 0; i < v->used_count; i++)
        v->registers[v->used[i]] = (struct lang_verify_register){.number = -1};
    for (int i = 0; i < v->span && !valid; i++)
        v->registers[v->floor + i].busy = false;
    return valid;
}

/* ---- memory ---------------------------------------------------------------------------------- */

bool lang_verify_open(struct lang_verifier *v, struct core_rules *rules) {
    /* Registers of sets lie below 0. Variables and windows of routines begin at 0 both, as no piece
     * has both. */
    int high = rules->var_peak > rules->routine_peak ? rules->var_peak : rules->routine_peak;
    v->rules = rules;
    v->low = -rules->set_peak * rules->schema->words;
    size_t range = (size_t)(high - v->low) + 1;
    v->words = (int)(range / 64) + 1;
    v->needs = mst_calloc(3 * (size_t)v->words, sizeof *v->needs);
    v->registers = mst_calloc(range, sizeof *v->registers);
    if (v->registers) /* counted from the lowest register */
        v->registers -= v->low;
    v->used = mst_alloc(range * sizeof *v->used);
    v->routine_writes = mst_calloc((size_t)rules->routine_count + 1, sizeof *v->routine_writes);
    v->short_of_memory = !v->needs || !v->registers || !v->used || !v->routine_writes;
    if (v->short_of_memory)
        return false;

    v->gives = v->needs + v->words; /* three lists in one block */
    v->wrote = v->gives + v->words;
    for (int reg = v->low; reg < v->low + (int)range; reg++)
        v->registers[reg].number = -1;
    return true;
}

void lang_verify_close(struct lang_verifier *v) {
    mst_free(v->needs);
    mst_free(v->registers ? v->registers + v->low : NULL);
    mst_free(v->used);
    mst_free(v->flags);
    mst_free(v->marks);
    mst_free(v->regions);
    mst_free(v->called);
    mst_free(v->routine_writes);
    mst_free(v->calls);
    *v = (struct lang_verifier){.work = v->work, .short_of_memory = v->short_of_memory};
}
