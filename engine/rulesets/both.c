/* Rules side by side: see both.h. */
#include "rulesets/both.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/asked.h"
#include "core/together.h"
#include "core/secret.h"
#include "kit/perft.h"

enum {
    UNITS = 100000000, /* of work for each answer of a twin */
    WHOLE_EVERY = 8,   /* looks, of which one asks everything */
    KEPT_EVERY = 3,    /* looks, of which one keeps a move to ask about later */
    NOISY = 64,        /* most moves of which a look asks whether they are noisy */
    SHOWN = 90,        /* most bytes of an answer in a message, */
    BEFORE = 30        /* and how many of them are before the difference */
};

/* The same rules, run another way. */
struct twin {
    const char *name;
    struct mst_ruleset *rules;
    struct mst_match *match;     /* without a past: see B2 */
    struct core_position *first; /* the position before the set-up */
};

struct rules_both {
    struct twin twins[2];
    int count;
    bool rests;
    char *kept; /* the text of an earlier move, or NULL */
    long looks;
    struct rules_both_count compared;
};

/* ---- life ------------------------------------------------------------------------------------ */

static bool open_twin(struct twin *twin, struct mst_ruleset *rules) {
    const struct core_schema *schema = rules->rules->schema;
    twin->match = mst_calloc(1, sizeof *twin->match);
    twin->first = core_position_new(schema);
    if (!twin->match || !twin->first)
        return false;

    /* B2: it never plays a ply of its own, so it needs neither a seed nor room for plies. */
    twin->match->game = &rules->game;
    twin->match->ruleset = rules;
    twin->match->pos = core_position_new(schema);
    if (!twin->match->pos || !core_play_init(&twin->match->play, rules->rules, twin->match->pos))
        return false;

    /* B4: each answer has this much work, whatever the request has left. */
    mst_budget_limit(rules->rules->budget, UNITS, 0);
    return true;
}

/* Have both the same facts in the same slots? */
static bool same_facts(const struct core_schema *a, const struct core_schema *b) {
    /* Positions are copied slot by slot (B2), so the layout must be the same, and not just the
     * names. */
    bool same = a->slots == b->slots && a->field_count == b->field_count &&
                a->pieces == b->pieces && a->places == b->places && a->seats == b->seats;
    for (int f = 0; same && f < a->field_count; f++)
        same = !strcmp(a->fields[f].name, b->fields[f].name) &&
               a->fields[f].first == b->fields[f].first &&
               a->fields[f].stride == b->fields[f].stride;
    return same;
}

/* Are the moves of both encoded alike? */
static bool same_kinds(const struct core_rules *a, const struct core_rules *b) {
    /* A move code of the ruleset is played as it is by its twins, so each part must lie in the same
     * bits. */
    bool same = a->kind_count == b->kind_count;
    for (int k = 0; same && k < a->kind_count; k++) {
        const struct core_kind *one = &a->kinds[k], *two = &b->kinds[k];
        same = !strcmp(one->name, two->name) && one->param_count == two->param_count;
        for (int p = 0; same && p < one->param_count; p++)
            same = one->params[p].shift == two->params[p].shift &&
                   one->params[p].min == two->params[p].min &&
                   one->params[p].max == two->params[p].max;
    }
    return same;
}

static bool add_twin(struct rules_both *both, const struct mst_ruleset *ruleset,
                     struct mst_ruleset *rules, const char *name, struct mst_error *error) {
    struct twin *twin = &both->twins[both->count++];
    *twin = (struct twin){.name = name, .rules = rules};

    /* The twin is counted already, so whoever frees both frees the rules, too, if this fails. */
    if (!open_twin(twin, rules))
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory") == MST_OK;

    if (same_facts(ruleset->rules->schema, rules->rules->schema) &&
        same_kinds(ruleset->rules, rules->rules))
        return true;
    mst_fail(error, MST_DIFFERENT, ruleset->path, "code and %s differ in what they declare", name);
    return false;
}

struct rules_both *rules_both_new(const struct mst_ruleset *ruleset, struct mst_ruleset *lua,
                                  struct mst_ruleset *native, struct mst_error *error) {
    assert(!ruleset->native && !lua->both);               /* B1 */
    assert(!native || (native->native && !native->both)); /* B1 */
    struct rules_both *both = mst_calloc(1, sizeof *both);

    bool done = both && add_twin(both, ruleset, lua, "Lua", error);
    /* Both rulesets are taken over even on failure: free those that no twin holds. */
    if (!both || both->count == 0)
        mst_ruleset_free(lua);
    if (done && native)
        done = add_twin(both, ruleset, native, "native code", error);
    else
        mst_ruleset_free(native);

    if (done)
        return both;
    if (!both)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    rules_both_free(both);
    return NULL;
}

void rules_both_free(struct rules_both *both) {
    if (!both)
        return;
    for (int i = 0; i < both->count; i++) {
        /* The match looks into the rules, so it goes before them. */
        mst_match_free(both->twins[i].match);
        core_position_free(both->twins[i].first);
        mst_ruleset_free(both->twins[i].rules);
    }
    mst_free(both->kept);
    mst_free(both);
}

struct mst_ruleset *rules_both_twin(const struct rules_both *both, int index) {
    return index < both->count ? both->twins[index].rules : NULL;
}

struct rules_both_count rules_both_compared(const struct rules_both *both) {
    return both->compared;
}

int64_t rules_both_worked(const struct rules_both *both) {
    int64_t worked = 0;
    for (int i = 0; i < both->count; i++)
        worked += host_worked(both->twins[i].rules->host);
    return worked;
}

void rules_both_rest(struct rules_both *both, bool rests) {
    both->rests = rests;
}

/* ---- following ------------------------------------------------------------------------------- */

/* Endings may have other numbers in the twin. */
static bool follow_ending(struct mst_match *twin, const struct mst_match *match) {
    int by = core_get(match->pos, CORE_SLOT_BY);
    const struct core_rules *rules = twin->ruleset->rules;

    for (int i = 0; by && i < rules->ending_count; i++)
        if (!strcmp(rules->endings[i], match->game->rules->endings[by - 1]))
            return i + 1 == by || core_position_set(twin->pos, CORE_SLOT_BY, i + 1);
    /* The twin has no ending of that name: its declarations are the same, so none has been reached.
     */
    return true;
}

/* Let the twin's next answer begin in this position, or in the one before the set-up (NULL). False
 * when out of memory. */
static bool both_follow(struct twin *twin, const struct mst_match *match) {
    struct mst_match *own = twin->match;

    assert(!own->ply_count); /* B2 */

    core_match_begin(own);
    core_play_ready(&own->play);

    /* No remainder of the last answer may show in this one. */
    own->legal_known = false;
    own->play.logging = true;
    own->play.log_count = 0;
    own->pos->informed = false; /* B5: not compared, so it starts fresh */
    assert(own->play.budget == twin->rules->rules->budget); /* B4 */
    if (!match)
        return core_position_copy(own->pos, twin->first);

    /* Everything outside of the position that an answer depends on. */
    assert(match->game->twins == &rules_both_twins); /* B6 */
    assert(own->play.budget != match->play.budget);  /* B4 */
    own->waiting = match->waiting;
    own->play.logging = match->play.logging;
    own->play.wide = match->play.wide;
    memcpy(own->play.outcome, match->play.outcome, sizeof own->play.outcome);
    return core_position_copy(own->pos, match->pos) && follow_ending(own, match);
}

/* Was the request stopped from outside, or did it run out of something? */
static bool both_is_stopped(enum mst_status status) {
    return status == MST_BUDGET || status == MST_CANCELLED || status == MST_NO_MEMORY ||
           status == MST_DIFFERENT;
}

/* Did the twin run out of work, so that nothing can be compared? */
static bool gives_up(const struct mst_match *match, enum mst_status status) {
    /* B4: a difference in the answers would mean nothing. */
    assert(match->ruleset->both); /* B6 */
    match->ruleset->both->compared.unanswered += status == MST_BUDGET;
    return status == MST_BUDGET;
}

/* ---- reporting ------------------------------------------------------------------------------- */

/* A difference. */
struct gap {
    const struct twin *twin;
    const char *what;           /* of what */
    const char *one, *other;    /* the answer as code, and that of the twin */
    const char *at;             /* the place of the rule, or "" */
    const char *played;         /* the text of the move that shows it, or NULL */
    const struct mst_buf *more; /* or NULL */
};

/* Append a part of the text that has byte number `at`, on one line. */
static void put_part(struct mst_buf *out, const char *text, size_t at) {
    size_t length = strlen(text), from = at > BEFORE ? at - BEFORE : 0;
    if (length <= SHOWN)
        from = 0;

    /* A text is cut between characters, never inside one: bytes 10xxxxxx continue a character. */
    while (from && ((unsigned char)text[from] & 0xC0) == 0x80)
        from--;

    size_t count = length - from > SHOWN ? SHOWN : length - from;
    while (from + count < length && ((unsigned char)text[from + count] & 0xC0) == 0x80)
        count++;

    mst_buf_puts(out, from ? "'..." : "'");
    for (size_t i = from; i < from + count; i++)
        mst_buf_char(out, text[i] == '\n' ? ' ' : text[i]);
    mst_buf_puts(out, from + count < length ? "...'" : "'");
}

static void put_answers(struct mst_buf *out, const struct gap *gap) {
    size_t at = 0;
    while (gap->one[at] && gap->one[at] == gap->other[at])
        at++;

    mst_buf_printf(out, "code and %s differ in %s", gap->twin->name, gap->what);
    if (gap->played)
        mst_buf_printf(out, " after '%s'", gap->played);
    mst_buf_puts(out, ": code says ");
    put_part(out, gap->one, at);
    mst_buf_printf(out, ", %s says ", gap->twin->name);
    put_part(out, gap->other, at);
    if (gap->more && gap->more->length)
        mst_buf_printf(out, "; %s", mst_buf_text(gap->more));
}

/* Append the command that shows the difference again. */
static void put_command(struct mst_buf *out, struct mst_match *match, const struct gap *gap) {
    const struct mst_ruleset *r = match->ruleset;
    struct mst_buf line = {0};
    core_play_ready(&match->play);

    /* The play may have failed, but its position can still be printed; a failure of that is no
     * news. */
    bool known = match->pos && host_print(r->host, &match->play, &line);
    core_play_ready(&match->play);
    mst_buf_printf(out, "; repeat it: ./muster show %s --path both", mst_home_relative(r->path));

    /* A masked position is what a seat knows: no command can set it up. */
    if (known && !match->pos->masked)
        mst_buf_printf(out, " --position '%s'", mst_buf_text(&line));
    if (gap->played)
        mst_buf_printf(out, " --play '%s'", gap->played);
    for (size_t i = 0; i < r->setting_count; i++)
        mst_buf_printf(out, " --set '%s=%s'", r->settings[i].key, r->settings[i].value);
    mst_buf_clear(&line);
}

/* Report a difference in the position of the match. Returns false. */
static bool both_report(struct mst_match *match, const struct gap *gap, struct mst_error *error) {
    struct mst_buf text = {0};

    put_answers(&text, gap);
    put_command(&text, match, gap);
    mst_fail(error, MST_DIFFERENT, gap->at ? gap->at : "", "%s", mst_buf_text(&text));
    mst_buf_clear(&text);
    return false;
}

/* The same, and the play of the match fails. */
static bool fail_by(struct mst_match *match, const struct gap *gap) {
    struct mst_error error;
    both_report(match, gap, &error);

    /* Asking the rules for the text may have made the play fail: that failure is not the one to
     * report. */
    core_play_ready(&match->play);
    return core_play_fail(&match->play, MST_DIFFERENT, error.at, "%s", error.text);
}

static bool fail_memory(struct mst_match *match) {
    core_play_ready(&match->play);
    return core_play_fail(&match->play, MST_NO_MEMORY, "", "out of memory");
}

/* Append an error as an answer. Its status says something new only if it is a rare one. */
static void put_error(struct mst_buf *out, const struct mst_error *error) {
    mst_buf_printf(out, "%s%s%s", error->at, *error->at ? ": " : "", error->text);
    if (error->status != MST_ILLEGAL_MOVE && error->status != MST_SCRIPT_ERROR)
        mst_buf_printf(out, " (%s)", mst_status_name(error->status));
}

/* ---- texts ----------------------------------------------------------------------------------- */

static bool same_error(const struct mst_error *a, const struct mst_error *b) {
    return a->status == b->status && !strcmp(a->at, b->at) && !strcmp(a->text, b->text);
}

/* An answer: a text, or NULL and an error. */
struct answer {
    char *text; /* owned */
    struct mst_error error;
};

static void put_answer(struct mst_buf *out, const struct answer *answer) {
    if (answer->text)
        mst_buf_puts(out, answer->text);
    else
        put_error(out, &answer->error);
}

static bool same_answers(const struct answer *a, const struct answer *b) {
    if (a->text && b->text)
        return !strcmp(a->text, b->text);
    /* Two failures are the same answer if they read alike; a text and a failure never are. */
    return !a->text && !b->text && same_error(&a->error, &b->error);
}

/* Report two answers that differ. */
static void report_answers(struct mst_match *match, const struct twin *twin,
                           const struct core_request *request, const struct answer *one,
                           const struct answer *other, struct mst_error *error) {
    struct mst_buf a = {0}, b = {0}, what = {0};
    /* The gap borrows its texts, so the buffers live until it is reported. */
    put_answer(&a, one);
    put_answer(&b, other);
    mst_buf_puts(&what, request->what);
    if (request->text)
        mst_buf_printf(&what, " of '%s'", request->text);

    struct gap gap = {twin,
                      mst_buf_text(&what),
                      mst_buf_text(&a),
                      mst_buf_text(&b),
                      *one->error.at ? one->error.at : other->error.at,
                      NULL,
                      NULL};
    both_report(match, &gap, error);
    mst_buf_clear(&a);
    mst_buf_clear(&b);
    mst_buf_clear(&what);
}

/* Ask the twin, and compare. False with `error` if it says something else. */
static bool agrees(struct mst_match *match, struct twin *twin, const struct core_request *request,
                   const struct answer *one, struct mst_error *error) {
    struct answer other = {0};
    assert(twin->match != match); /* B1 */
    bool same = both_follow(twin, match);
    if (same)
        other.text = request->answer(twin->match, request, &other.error);

    if (!same || (!other.text && other.error.status == MST_NO_MEMORY)) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return false;
    }

    /* B4: a twin that ran out of work has not answered, which is not a difference. */
    same = same_answers(one, &other) || (!other.text && gives_up(match, other.error.status));
    if (!same)
        report_answers(match, twin, request, one, &other, error);
    mst_free(other.text);
    return same;
}

static char *answer_both(struct mst_match *match, const struct core_request *request,
                         struct mst_error *error) {
    struct rules_both *both = match->ruleset->both;
    assert(both); /* B6 */
    if (both->rests)
        return request->answer(match, request, error);

    struct mst_error differs = {0};
    struct answer one = {0};
    one.text = request->answer(match, request, &one.error);

    /* B4: what stops the request stops it as code, too, so there is nothing to compare then. */
    bool same = true, stopped = !one.text && both_is_stopped(one.error.status);
    for (int i = 0; i < both->count && same && !stopped; i++)
        same = agrees(match, &both->twins[i], request, &one, &differs);
    both->compared.answers += !stopped;

    /* The difference replaces the answer, even where that is an error. */
    if (!same) {
        mst_free(one.text);
        one.text = NULL;
    }
    if (!one.text && error)
        *error = same ? one.error : differs;
    return one.text;
}

/* ---- legal moves ----------------------------------------------------------------------------- */

/* The text of move number `at`, or "no more". Owned. */
static char *both_text_of(struct mst_match *match, int at) {
    struct mst_buf text = {0};
    if (at < match->legal.count)
        core_move_print(&match->play, match->legal.moves[at], &text);
    else
        mst_buf_puts(&text, "no more");
    return mst_buf_take(&text);
}

/* Append what the twin's function of the kind says of a move that it does not list. */
static void put_refusal(struct twin *twin, const struct mst_match *match, const char *text,
                        struct mst_buf *out, char *at, size_t size) {
    struct mst_error error = {0};
    mst_move move;
    int seat = core_get(match->pos, CORE_SLOT_TO_MOVE);

    /* The twin has just listed its moves: reading a text is another answer, and begins in the
     * position again. */
    if (!both_follow(twin, match) ||
        core_match_read(twin->match, seat, text, &move, &error) == MST_OK)
        return;
    snprintf(at, size, "%s", error.at);
    put_error(out, &error);
}

/* The lists differ. Returns false. */
static bool fail_lists(struct mst_match *match, struct twin *twin) {
    const struct mst_moves *one = &match->legal, *other = &twin->match->legal;
    struct mst_buf what = {0}, more = {0};
    char at[200] = "";
    int i = 0;

    while (i < one->count && i < other->count && one->moves[i] == other->moves[i])
        i++;

    char *a = both_text_of(match, i), *b = both_text_of(twin->match, i);
    mst_buf_printf(&what, "legal move %d (of %d and %d)", i + 1, one->count, other->count);

    /* Of a move that only the code lists, the twin can say which of its rules refuses it. Of one
     * that only the twin lists, nothing more is known than its kind. */
    if (a && i < one->count)
        put_refusal(twin, match, a, &more, at, sizeof at);
    if (i < one->count && !*at)
        snprintf(at, sizeof at, "%s",
                 match->game->rules->kinds[core_move_kind(one->moves[i])].origin);
    else if (!*at)
        snprintf(at, sizeof at, "%s",
                 match->game->rules->kinds[core_move_kind(other->moves[i])].origin);

    struct gap gap = {twin, mst_buf_text(&what), a ? a : "", b ? b : "", at, NULL, &more};
    fail_by(match, &gap);
    mst_free(a);
    mst_free(b);
    mst_buf_clear(&what);
    mst_buf_clear(&more);
    return false;
}

/* Only one of them fails, or both do in different ways. Returns false. */
static bool fail_errors(struct mst_match *match, struct twin *twin, const char *what,
                        const char *played, const struct mst_error *one, bool failed) {
    struct mst_buf a = {0}, b = {0};
    bool too = twin->match->play.failed;
    const struct mst_error *other = twin->match->play.error;

    if (failed)
        put_error(&a, one);
    if (too)
        put_error(&b, other);

    /* The place is that of the failure as code, if there is one, because people debug that. */
    struct gap gap = {twin,
                      what,
                      failed ? mst_buf_text(&a) : "no error",
                      too ? mst_buf_text(&b) : "no error",
                      failed && *one->at ? one->at : other->at,
                      played,
                      NULL};

    fail_by(match, &gap);
    mst_buf_clear(&a);
    mst_buf_clear(&b);
    return false;
}

static bool same_lists(const struct mst_moves *a, const struct mst_moves *b) {
    return a->count == b->count &&
           (!a->count || !memcmp(a->moves, b->moves, (size_t)a->count * sizeof *a->moves));
}

static bool list_both(struct mst_match *match) {
    struct rules_both *both = match->ruleset->both;
    assert(both); /* B6 */

    bool done = core_legal(&match->play, &match->legal);
    struct mst_error own = {0};
    if (!done)
        own = *match->play.error;

    /* B4 */
    if (both->rests || (!done && both_is_stopped(own.status)))
        return done;

    /* Each twin lists from the position of the match: listing writes nothing (X2), so it still
     * stands there. */
    for (int i = 0; i < both->count; i++) {
        struct twin *twin = &both->twins[i];
        if (!both_follow(twin, match))
            return fail_memory(match);
        bool other = core_legal(&twin->match->play, &twin->match->legal);
        if (!other && twin->match->play.error->status == MST_NO_MEMORY)
            return fail_memory(match);

        if (!other && gives_up(match, twin->match->play.error->status))
            continue;
        if (done != other || (!done && !same_error(&own, twin->match->play.error)))
            return fail_errors(match, twin, "the list of legal moves", NULL, &own, !done);
        if (done && !same_lists(&match->legal, &twin->match->legal))
            return fail_lists(match, twin);
    }
    return done;
}

/* ---- positions ------------------------------------------------------------------------------- */

static char *both_line_of(struct mst_match *match) {
    struct mst_buf line = {0};
    /* A failure is an answer, too: the other side should fail in the same words. */
    if (!host_print(match->ruleset->host, &match->play, &line)) {
        mst_buf_reset(&line);
        put_error(&line, match->play.error);
    }
    core_play_ready(&match->play);
    return mst_buf_take(&line);
}

static bool same_ending(const struct mst_match *a, const struct mst_match *b) {
    int one = core_get(a->pos, CORE_SLOT_BY), two = core_get(b->pos, CORE_SLOT_BY);
    /* 0 is no ending; numbers begin at 1, and may differ in the twin (follow_ending). */
    return !one == !two && (!one || !strcmp(a->ruleset->rules->endings[one - 1],
                                            b->ruleset->rules->endings[two - 1]));
}

/* Is everything the same that is in neither line nor hash: what is only remembered? */
static bool same_memory(const struct core_position *a, const struct core_position *b) {
    int count = core_get(a, CORE_SLOT_HISTORY);

    /* Fields of pieces, and those that hold a piece, may be swapped among pieces that look alike;
     * the line says where they are. */
    for (int f = 0; f < a->schema->field_count; f++) {
        const struct core_field *field = &a->schema->fields[f];
        int entities = core_field_entities(a->schema, field);
        for (int i = 0; i < entities && field->of != CORE_OF_PIECE && !field->refers; i++)
            if (core_get_field(a, field, i) != core_get_field(b, field, i))
                return false;
    }

    return count == core_get(b, CORE_SLOT_HISTORY) &&
           (!count || !memcmp(a->history, b->history, (size_t)count * sizeof *a->history));
}

static bool same_blocks(const struct core_position *a, const struct core_position *b) {
    return a->hash == b->hash && a->slots[CORE_SLOT_HISTORY] == b->slots[CORE_SLOT_HISTORY] &&
           !memcmp(a->slots, b->slots, (size_t)a->schema->slots * sizeof *a->slots);
}

/* Pieces that look alike may be swapped: that is no difference. */
static bool same_positions(struct mst_match *match, struct mst_match *twin) {
    assert(match != twin && !twin->ply_count); /* B2 */
    if (!same_ending(match, twin) || match->pos->hash != twin->pos->hash)
        return false;
    if (same_blocks(match->pos, twin->pos) && same_memory(match->pos, twin->pos))
        return true;

    /* The same hash over other bits: pieces that look alike have changed places (P2 of position.h),
     * or hashes fell together. Lines tell these apart. */
    char *a = both_line_of(match), *b = both_line_of(twin);
    bool same = a && b && !strcmp(a, b) && same_memory(match->pos, twin->pos);
    mst_free(a);
    mst_free(b);
    return same;
}

/* Append a hash, and what else a line does not show. */
static void put_facts(const struct mst_match *match, struct mst_buf *out) {
    const struct core_position *pos = match->pos;
    const struct mst_state state = mst_match_state(match);
    mst_buf_printf(out, "%s%s to move %d, hash %016" PRIx64, state.by, state.decision,
                   core_get(pos, CORE_SLOT_TO_MOVE), pos->hash);

    for (int f = 0; f < pos->schema->field_count; f++) {
        const struct core_field *field = &pos->schema->fields[f];
        int entities = core_field_entities(pos->schema, field);
        mst_buf_printf(out, ", %s", field->name);
        for (int i = 0; i < entities; i++)
            mst_buf_printf(out, " %d", core_get_field(pos, field, i));
    }
    mst_buf_printf(out, ", %d keys of earlier positions", core_get(pos, CORE_SLOT_HISTORY));
}

/* The positions after a move differ: report it in the one before. Returns false. */
static bool fail_positions(struct mst_match *match, struct twin *twin, struct core_mark mark,
                           const char *at, const char *played) {
    struct mst_buf a = {0}, b = {0};
    char *one = both_line_of(match), *other = both_line_of(twin->match);
    bool lines = one && other && strcmp(one, other) != 0;

    /* Positions that print alike differ in what no line has: show all the facts. */
    if (!lines) {
        put_facts(match, &a);
        put_facts(twin->match, &b);
    }

    struct gap gap = {twin,
                      lines ? "the position" : "the facts of the position",
                      lines ? one : mst_buf_text(&a),
                      lines ? other : mst_buf_text(&b),
                      at,
                      played,
                      NULL};

    /* B3: the answers are in their buffers, so the match can go back before the command is written,
     * which names the position before the move. */
    core_position_rewind(match->pos, mark);
    fail_by(match, &gap);

    mst_free(one);
    mst_free(other);
    mst_buf_clear(&a);
    mst_buf_clear(&b);
    return false;
}

/* ---- events ---------------------------------------------------------------------------------- */

static void put_event(const struct core_play *play, int index, struct mst_buf *out) {
    if (index >= play->log_count) {
        mst_buf_puts(out, "no more");
        return;
    }
    const struct core_happening *happening = &play->log[index];
    const struct core_event *event = &play->rules->events[happening->event];
    mst_buf_printf(out, "%s(", event->name);
    for (int i = 0; i < event->param_count; i++)
        mst_buf_printf(out, "%s%s %lld", i ? ", " : "", event->params[i],
                       (long long)happening->args[i]);
    mst_buf_char(out, ')');
}

static bool same_event(const struct core_play *a, int at, const struct core_play *b, int index) {
    const struct core_happening *one = &a->log[at], *two = &b->log[index];
    int count = a->rules->events[one->event].param_count;
    return one->event == two->event &&
           (!count || !memcmp(one->args, two->args, (size_t)count * sizeof *one->args));
}

/* The number of the first event from `from` on that differs, counted from 0; -1: none. */
static int first_event(const struct core_play *play, int from, const struct core_play *twin) {
    /* The match keeps the events of all its plies of this request, the twin only those of this one.
     */
    int i = 0;
    while (from + i < play->log_count && i < twin->log_count && same_event(play, from + i, twin, i))
        i++;
    return from + i < play->log_count || i < twin->log_count ? i : -1;
}

static bool fail_events(struct mst_match *match, struct twin *twin, struct core_mark mark, int from,
                        const char *at, const char *played) {
    struct mst_buf a = {0}, b = {0}, what = {0};
    int i = first_event(&match->play, from, &twin->match->play);
    assert(i >= 0);
    put_event(&match->play, from + i, &a);
    put_event(&twin->match->play, i, &b);
    mst_buf_printf(&what, "event %d", i + 1);

    struct gap gap = {twin, mst_buf_text(&what), mst_buf_text(&a), mst_buf_text(&b), at, played,
                      NULL};

    /* B3: as in fail_positions, and the events of the move have not happened, either. */
    core_position_rewind(match->pos, mark);
    match->play.log_count = from;
    fail_by(match, &gap);
    mst_buf_clear(&a);
    mst_buf_clear(&b);
    mst_buf_clear(&what);
    return false;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* An action in a match, and the position before it. */
struct action {
    bool done;
    struct mst_error error; /* if not */
    struct core_mark mark;
    int log;
    const char *at, *played; /* the declaration of its kind, and its text; of the set-up "", NULL */
};

static struct action action_begin(const struct mst_match *match, const char *at,
                                  const char *played) {
    return (struct action){.mark = core_position_mark(match->pos),
                           .log = match->play.log_count,
                           .at = at,
                           .played = played};
}

static void action_done(struct action *action, const struct mst_match *match, bool done) {
    action->done = done;
    if (!done)
        action->error = *match->play.error;
}

/* Did the twin do the same? Otherwise the action is undone, and the play of the match fails. */
static bool same_action(struct mst_match *match, struct twin *twin, const struct action *action,
                        bool other) {
    struct core_play *play = &match->play, *own = &twin->match->play;

    if (!other && own->error->status == MST_NO_MEMORY) {
        core_position_rewind(match->pos, action->mark);
        return fail_memory(match);
    }
    /* B4: what was done stays done, uncompared. */
    if (!other && gives_up(match, own->error->status))
        return true;

    /* One of them fails, or both do in other words: the move is undone before that is reported
     * (B3). */
    if (action->done != other || (!other && !same_error(&action->error, own->error))) {
        core_position_rewind(match->pos, action->mark);
        play->log_count = action->log;
        return fail_errors(match, twin, action->played ? "what happens" : "the set-up",
                           action->played, &action->error, !action->done);
    }

    /* Both failed alike, so neither has a position to compare. */
    if (!other)
        return true;

    /* Events are compared first: they often say which rule went another way, which positions do
     * not. */
    if (play->logging && first_event(play, action->log, own) >= 0)
        return fail_events(match, twin, action->mark, action->log, action->at, action->played);
    return same_positions(match, twin->match) ||
           fail_positions(match, twin, action->mark, action->at, action->played);
}

static bool begin_both(struct mst_match *match, const char *line) {
    struct rules_both *both = match->ruleset->both;
    assert(both); /* B6 */
    struct action action = action_begin(match, "", NULL);
    action_done(&action, match,
                line ? host_parse(match->ruleset->host, &match->play, line)
                     : host_setup(match->ruleset->host, &match->play));

    /* B4 */
    bool same = true, stopped = !action.done && both_is_stopped(action.error.status);
    for (int i = 0; i < both->count && same && !stopped && !both->rests; i++) {
        struct twin *twin = &both->twins[i];
        if (!both_follow(twin, NULL))
            return fail_memory(match);
        /* The twins begin in the position before the set-up, which both_follow copies for NULL. */
        same = same_action(match, twin, &action,
                           line ? host_parse(twin->rules->host, &twin->match->play, line)
                                : host_setup(twin->rules->host, &twin->match->play));
    }
    return same && action.done;
}

static bool play_both(struct mst_match *match, mst_move move, const char *text) {
    struct rules_both *both = match->ruleset->both;
    const struct core_kind *kind = &match->game->rules->kinds[core_move_kind(move)];
    struct action action = action_begin(match, kind->origin, text);
    assert(!both->rests); /* B6 */
    bool same = true;
    for (int i = 0; i < both->count; i++)
        if (!both_follow(&both->twins[i], match))
            return fail_memory(match);

    /* The twins took over the position before the move (B2), so the code may play it first. */
    action_done(&action, match, core_play_move(&match->play, move));
    if (!action.done && both_is_stopped(action.error.status))
        return false;

    for (int i = 0; i < both->count && same; i++)
        same = same_action(match, &both->twins[i], &action,
                           core_play_move(&both->twins[i].match->play, move));
    both->compared.plies++;
    return same && action.done;
}

static bool play_compared(struct mst_match *match, mst_move move) {
    struct mst_buf text = {0};
    assert(match->ruleset->both); /* B6 */
    match->legal_known = false;
    if (match->ruleset->both->rests)
        return core_play_move(&match->play, move);

    /* A move can be printed only where it can be played (L3), so its text is made before. */
    core_move_print(&match->play, move, &text);
    bool done = play_both(match, move, mst_buf_text(&text));
    mst_buf_clear(&text);
    return done;
}

/* ---- counting -------------------------------------------------------------------------------- */

static bool count_both(struct mst_match *match, int depth, uint64_t *nodes);

static bool count_below(struct mst_match *match, int depth, uint64_t *nodes) {
    struct mst_moves moves = {0};
    bool done = list_both(match);

    /* Keep the list: counting deeper lists other positions into match->legal. */
    struct mst_moves swap = match->legal;
    match->legal = moves;
    moves = swap;

    /* The last ply is counted and not played, as core_perft does. */
    *nodes = depth == 1 ? (uint64_t)moves.count : 0;

    for (int i = 0; done && depth > 1 && i < moves.count; i++) {
        struct core_mark mark = core_position_mark(match->pos);
        uint64_t below = 0;
        core_budget_next(match->play.budget);
        done = play_compared(match, moves.moves[i]) && count_both(match, depth - 1, &below);
        /* Also after a failure, which leaves the position as it was before the request (B3). */
        core_position_rewind(match->pos, mark);
        *nodes += below;
    }

    mst_moves_clear(&moves);
    return done;
}

static bool count_both(struct mst_match *match, int depth, uint64_t *nodes) {
    match->legal_known = false;
    if (depth <= 0 || core_sampled_now(&match->play))
        return kit_perft(&match->play, depth, nodes);

    core_budget_next(match->play.budget);
    return count_below(match, depth, nodes);
}

/* ---- looking --------------------------------------------------------------------------------- */

static char *take_answer(struct mst_match *match, struct mst_buf *out, struct mst_error *error) {
    if (!match->play.failed)
        return core_match_take(out, error);
    mst_match_fail(match, error);
    mst_buf_clear(out);
    return NULL;
}

/* Of every seat. */
static char *say_worth(struct mst_match *match, const struct core_request *request,
                       struct mst_error *error) {
    struct mst_buf out = {0};
    int64_t worth = 0;
    (void)request;

    core_match_begin(match);
    for (int seat = 0; seat < mst_ruleset_seats(match->ruleset) && !match->play.failed; seat++) {
        host_worth(match->ruleset->host, &match->play, seat, &worth);
        mst_buf_printf(&out, "%s%lld", seat ? " " : "", (long long)worth);
    }
    return take_answer(match, &out, error);
}

/* Of request->seat. */
static char *say_features(struct mst_match *match, const struct core_request *request,
                          struct mst_error *error) {
    struct host *host = match->ruleset->host;
    struct mst_buf out = {0};
    const char *help;
    core_match_begin(match);
    for (int i = 0; i < host_features(host) && !match->play.failed; i++) {
        int64_t value = 0;
        host_feature_value(host, &match->play, i, request->seat, &value);
        mst_buf_printf(&out, "%s=%lld ", host_feature(host, i, &help), (long long)value);
    }
    return take_answer(match, &out, error);
}

/* Say something of each legal move, of `most` at most. */
static char *say_moves(struct mst_match *match, int most,
                       void (*put)(struct core_play *play, mst_move move, struct mst_buf *out),
                       struct mst_error *error) {
    struct mst_buf out = {0};
    const struct mst_moves *moves = mst_match_moves(match, error);
    if (!moves)
        return NULL;

    /* The list drew on the budget of its own request; what is said of the moves is another one. */
    core_match_begin(match);
    for (int i = 0; i < moves->count && i < most && !match->play.failed; i++) {
        core_move_print(&match->play, moves->moves[i], &out);
        put(&match->play, moves->moves[i], &out);
    }
    return take_answer(match, &out, error);
}

static void put_noise(struct core_play *play, mst_move move, struct mst_buf *out) {
    mst_buf_puts(out, core_move_noisy(play, move) ? ":noisy " : ":quiet ");
}

static void put_weight(struct core_play *play, mst_move move, struct mst_buf *out) {
    mst_buf_printf(out, ":%lld ", (long long)core_move_weight(play, move));
}

static char *say_noise(struct mst_match *match, const struct core_request *request,
                       struct mst_error *error) {
    (void)request;
    return say_moves(match, NOISY, put_noise, error);
}

static char *say_weights(struct mst_match *match, const struct core_request *request,
                         struct mst_error *error) {
    (void)request;
    return say_moves(match, INT_MAX, put_weight, error);
}

static char *say_waiting(struct mst_match *match, const struct core_request *request,
                         struct mst_error *error) {
    struct mst_buf out = {0};
    (void)request;
    core_match_begin(match);
    mst_buf_printf(&out, "%x", (unsigned)core_together_waiting(&match->play));
    return take_answer(match, &out, error);
}

static char *say_verdict(struct mst_match *match, const struct core_request *request,
                         struct mst_error *error) {
    struct mst_buf out = {0};
    (void)request;
    core_match_begin(match);
    host_verify(match->ruleset->host, &match->play);
    mst_buf_puts(&out, "sound");
    return take_answer(match, &out, error);
}

static char *say_reading(struct mst_match *match, const struct core_request *request,
                         struct mst_error *error) {
    struct mst_buf out = {0};
    mst_move move;
    core_match_begin(match);
    if (core_match_read(match, request->seat, request->text, &move, error) != MST_OK)
        return NULL;
    mst_match_move_text_of(match, request->seat, move, &out);
    return core_match_take(&out, error);
}

enum mst_status rules_both_read(struct mst_match *match, int seat, const char *text,
                                struct mst_error *error) {
    struct core_request request = {"what is said", say_reading, seat, text};
    struct mst_error own = {0};

    /* core_answer asks the twins. The text itself is of no interest to the caller, only whether
     * there is one. */
    char *read = core_answer(match, &request, &own);
    if (!read && error)
        *error = own;
    mst_free(read);
    return read ? MST_OK : own.status;
}

/* An answer was asked for only to be compared. False if it differs. */
static bool is_same(char *answer, const struct mst_error *error) {
    mst_free(answer);
    /* Any other failure is one on which all of them agree. */
    return answer || error->status != MST_DIFFERENT;
}

static bool both_ask(struct mst_match *match, const struct core_request *request,
                     struct mst_error *error) {
    return is_same(core_answer(match, request, error), error);
}

/* The comparisons of each position. */
static bool look_briefly(struct mst_match *match, struct mst_error *error) {
    const struct core_rules *rules = match->game->rules;
    struct mst_state state = mst_match_state(match);
    bool listed = !state.over && !core_sampled_now(&match->play);

    /* Ask anew: a list that is known would not be compared. */
    match->legal_known = false;
    if (listed && !mst_match_moves(match, error) && error->status == MST_DIFFERENT)
        return false;

    /* These cost little more than the list. Each is asked only where the rules can answer it. */
    return (!listed || !state.chance ||
            both_ask(match, &(struct core_request){.what = "the weights", .answer = say_weights},
                     error)) &&
           (!listed || !rules->any_noisy ||
            both_ask(match, &(struct core_request){.what = "what is noisy", .answer = say_noise},
                     error)) &&
           (!rules->together ||
            both_ask(match,
                     &(struct core_request){.what = "who has to choose", .answer = say_waiting},
                     error)) &&
           (!host_judges(match->ruleset->host) ||
            both_ask(match, &(struct core_request){.what = "the evaluation", .answer = say_worth},
                     error));
}

/* The view of a seat, or of an onlooker. */
static bool look_as(struct mst_match *match, int seat, struct mst_error *error) {
    bool secrets = match->game->rules->schema->secrets;
    /* Features are those of a seat, and exist only while the match is not over. */
    return (!mst_ruleset_shows(match->ruleset) ||
            is_same(mst_match_scene(match, seat, error), error)) &&
           (!secrets || (is_same(mst_match_position_seen(match, seat, error), error) &&
                         is_same(mst_match_legal_seen(match, seat, error), error))) &&
           (seat == MST_NONE || mst_match_state(match).over ||
            both_ask(match, &(struct core_request){"the features", say_features, seat, NULL},
                     error));
}

/* All other answers. */
static bool look_wholly(struct mst_match *match, struct mst_error *error) {
    bool same =
        is_same(mst_match_position(match, error), error) &&
        is_same(mst_match_explain(match, error), error) &&
        both_ask(match, &(struct core_request){.what = "the verdict", .answer = say_verdict},
                 error);

    for (int seat = MST_NONE; same && seat < mst_ruleset_seats(match->ruleset); seat++)
        same = look_as(match, seat, error);
    return same;
}

/* The answers about a move of an earlier position, which is most often illegal now. */
static bool look_back(struct mst_match *match, struct mst_error *error) {
    struct rules_both *both = match->ruleset->both;
    int seat = core_get(match->pos, CORE_SLOT_TO_MOVE);
    bool over = mst_match_state(match).over;
    bool same = !both->kept || over || rules_both_read(match, seat, both->kept, error) == MST_OK ||
                error->status != MST_DIFFERENT;

    /* Now and then the kept move is replaced by one of this position, chosen by the hash, so
     * that a match repeats what it asks. */
    if (over || both->looks % KEPT_EVERY || !match->legal_known || !match->legal.count)
        return same;

    mst_free(both->kept);
    both->kept = both_text_of(match, (int)(match->pos->hash % (uint64_t)match->legal.count));
    return same;
}

static bool look_both(struct mst_match *match) {
    struct rules_both *both = match->ruleset->both;
    assert(both); /* B6 */
    struct mst_budget *budget = match->play.budget;
    int64_t left = core_budget_left(budget), bytes = budget->bytes;
    struct mst_error error = {0};
    if (both->rests)
        return true;

    bool same = look_briefly(match, &error) &&
                (both->looks % WHOLE_EVERY || look_wholly(match, &error)) &&
                look_back(match, &error);
    both->looks++;

    /* The comparison draws on no budget: with twins and without, a request runs out at the same
     * place. */
    budget->bytes = bytes;
    core_budget_again(budget, left); /* the request goes on */
    core_play_ready(&match->play);
    return same || core_play_fail(&match->play, MST_DIFFERENT, error.at, "%s", error.text);
}

const struct core_twins rules_both_twins = {.begin = begin_both,
                                            .legal = list_both,
                                            .play = play_compared,
                                            .perft = count_both,
                                            .look = look_both,
                                            .read = rules_both_read,
                                            .answer = answer_both};

/* ---- sentences ------------------------------------------------------------------------------- */

bool rules_both_says(struct mst_match *match, int event, const struct host_said *args, int count,
                     int reader, const char *says, struct mst_error *error) {
    struct rules_both *both = match->ruleset->both;
    assert(both); /* B6 */
    bool same = true;
    for (int i = 0; i < both->count && same && !both->rests; i++) {
        struct twin *twin = &both->twins[i];
        struct mst_buf own = {0};
        struct mst_error failure = {0};

        core_match_begin(twin->match);
        bool said = host_says(twin->rules->host, event, args, count, reader, &own, &failure);
        const char *other = said ? mst_buf_text(&own) : failure.text;
        /* A failure is compared by its words, like a sentence. */
        same = !strcmp(other, says ? says : error->text);
        if (!same)
            both_report(match,
                        &(struct gap){.twin = twin,
                                      .what = "the sentence of an event",
                                      .one = says ? says : error->text,
                                      .other = other,
                                      .at = failure.at},
                        error);

        mst_buf_clear(&own);
    }
    return same;
}
