/* Explanations: why a move is illegal, and which moves are legal now. */
#include "rulesets/both.h"
#include "muster/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Ask the rules for the reason of a refusal. If that fails, the reason is the failure. */
static void ask_sentence(struct mst_match *match, const struct core_refusal *refusal, char *why,
                         size_t size) {
    struct mst_buf said = {0};
    bool done = host_sentence(match->ruleset->host, &match->play, refusal->reason->sentence,
                              refusal->values, refusal->kind->param_count, &said);

    snprintf(why, size, "%.*s", (int)size - 1,
             done ? mst_buf_text(&said) : match->play.error->text);

    mst_buf_clear(&said);
    /* The failure serves as the reason, so the request itself has not failed. */
    core_play_ready(&match->play);
}

static void say_reason(struct mst_match *match, const struct core_refusal *refusal, char *text,
                       size_t size) {
    const struct core_reason *reason = refusal->reason;
    char why[400] = "its conditions are not met";
    if (reason && reason->sentence) {
        ask_sentence(match, refusal, why, sizeof why);
    } else if (reason && *reason->why) {
        snprintf(why, sizeof why, "%s", reason->why);
    }

    /* "RULE-1: why (module)"; a reason may lack either end. */
    bool ruled = reason && *reason->rule, named = reason && *reason->module;
    snprintf(text, size, "%s%s%s", ruled ? reason->rule : "", ruled ? ": " : "", why);
    size_t length = strlen(text);
    if (named)
        snprintf(text + length, size - length, " (%s)", reason->module);
}

/* The legal text nearest to `text`, for a hint: one that differs in case alone is nearest. The
 * candidates are temporary, so it is copied. */
static void nearest_legal(struct mst_match *match, const char *text, char *best, size_t size) {
    const struct mst_moves *moves = mst_match_moves(match, NULL);
    struct mst_buf buf = {0};
    int least = (int)strlen(text) < 3 ? (int)strlen(text) : 3; /* too different to be a
                                                                * misspelling */
    *best = 0;

    /* A bound keeps a refusal quick where a position has very many moves. */
    for (int i = 0; moves && i < moves->count && i < 2000; i++) {
        mst_buf_reset(&buf);
        core_move_print(&match->play, moves->moves[i], &buf);
        bool alike = !strcasecmp(text, mst_buf_text(&buf));
        int distance = alike ? 0 : mst_distance(text, mst_buf_text(&buf));

        if (distance < least) {
            least = distance;
            snprintf(best, size, "%s", mst_buf_text(&buf));
        }
    }
    mst_buf_clear(&buf);
}

static const char *title_now(const struct mst_match *match) {
    int now = core_decision_now(match->pos);
    return now < 0 ? "nothing" : match->ruleset->rules->decisions[now].title;
}

/* A kind of another decision whose title starts with `text`, ignoring case, or NULL. */
static const struct core_kind *kind_called(const struct mst_match *match, const char *text) {
    const struct core_rules *rules = match->ruleset->rules;
    int now = core_decision_now(match->pos);
    for (int i = 0; i < rules->kind_count && strlen(text) > 2; i++) {
        const struct core_kind *kind = &rules->kinds[i];
        if (kind->decision >= 0 && kind->decision != now && !kind->unlisted &&
            !strncasecmp(kind->title, text, strlen(text)))
            return kind;
    }
    return NULL;
}

/* The kind of a move whose literal start is `text`, such as "tu" for "tu:{dest}", or -1. */
static int kind_begun(const struct mst_match *match, const char *text) {
    const struct core_rules *rules = match->ruleset->rules;
    int now = core_decision_now(match->pos);

    for (int i = 0; now >= 0 && i < rules->decisions[now].kind_count; i++) {
        const struct core_kind *kind = &rules->kinds[rules->decisions[now].kinds[i]];
        const char *begin = kind->segment_count > 1 ? kind->segments[0].text : NULL;
        size_t length = begin ? strcspn(begin, ":") : 0;

        if (length && !kind->unlisted && !strncmp(begin, text, length) &&
            (!text[length] || !strcmp(text + length, ":")))
            return rules->decisions[now].kinds[i];
    }
    return -1;
}

/* Report an incomplete move: how its kind is written, and why no such move is legal now. */
static void say_begun(struct mst_match *match, const char *text, int number,
                      struct mst_error *error) {
    const struct core_kind *kind = &match->ruleset->rules->kinds[number];
    struct core_refusal refusal;
    char reason[600] = "";
    struct mst_buf written = {0};

    /* The notation, with the names of parameters in braces. */
    for (int i = 0; i < kind->segment_count; i++)
        if (kind->segments[i].param >= 0)
            mst_buf_printf(&written, "{%s}", kind->params[kind->segments[i].param].name);
        else
            mst_buf_puts(&written, kind->segments[i].text);

    /* If such moves are legal, people only have to finish one. Otherwise they should not try; if
     * the rules fail, their failure is the reason. */
    int64_t count = core_legal_of_kind(&match->play, number, &refusal);
    if (count < 0)
        snprintf(reason, sizeof reason, "%.*s", (int)sizeof reason - 1, match->play.error->text);
    else if (!count)
        say_reason(match, &refusal, reason, sizeof reason);

    core_play_ready(&match->play);

    /* `refusal` holds something only where moves were counted and there was none. */
    mst_fail(error, MST_ILLEGAL_MOVE, *reason && refusal.reason ? refusal.reason->origin : "",
             "incomplete move: '%.60s'; %s is written %s%s%s", text, kind->title,
             mst_buf_text(&written), *reason ? "; it is not possible now. " : "", reason);
    mst_buf_clear(&written);
}

void rules_match_refusal(struct mst_match *match, const char *text,
                         const struct core_refusal *refusal, struct mst_error *error) {
    char reason[600], best[80];
    /* A need that failed, or a value that a choice does not have: the rules say why. */
    if (refusal->reason) {
        say_reason(match, refusal, reason, sizeof reason);
        mst_fail(error, MST_ILLEGAL_MOVE, refusal->reason->origin, "'%.60s' is refused. %s", text,
                 reason);
        return;
    }

    /* From here on, no kind of this decision reads the text. First guess: its end is missing. */
    int begun = refusal->kind ? -1 : kind_begun(match, text);
    if (begun >= 0) {
        say_begun(match, text, begun, error);
        return;
    }

    /* Second: it is a move, but not now. */
    const struct core_kind *kind = refusal->kind ? refusal->kind : kind_called(match, text);
    if (kind) {
        const struct core_decision *other = &match->ruleset->rules->decisions[kind->decision];
        mst_fail(error, MST_ILLEGAL_MOVE, kind->origin,
                 "%s%s'%.60s' (%s) belongs to '%s'; the decision now is '%s'", other->rule,
                 *other->rule ? ": " : "", text, kind->title, other->title, title_now(match));
        return;
    }

    /* Third: it is misspelt. */
    nearest_legal(match, text, best, sizeof best);
    if (*best)
        mst_fail(error, MST_ILLEGAL_MOVE, "", "'%.60s' is not a move; did you mean '%s'?", text,
                 best);
    else
        mst_fail(error, MST_ILLEGAL_MOVE, "", "'%.60s' is not a legal move of '%s'", text,
                 title_now(match));
}

/* ---- what can be done now -------------------------------------------------------------------- */

/* The result for one title, which several kinds may share. */
struct verdict {
    const char *title;
    int64_t count; /* number of legal moves */
    char *reason;  /* why there are none; NULL if there are some, or when out of memory */
    bool said;
};

struct verdicts {
    struct verdict *list;
    int count;
    bool failed;
};

static struct verdict *verdict_titled(struct verdicts *verdicts, const char *title) {
    for (int i = 0; i < verdicts->count; i++)
        if (!strcmp(verdicts->list[i].title, title))
            return &verdicts->list[i];
    /* The list has room for a verdict of each kind (explain_decision). */
    struct verdict *fresh = &verdicts->list[verdicts->count++];
    fresh->title = title;
    return fresh;
}

/* Leaves the match failed if the rules fail. */
static void explain_judge(struct mst_match *match, int number, struct verdicts *verdicts) {
    const struct core_kind *kind = &match->ruleset->rules->kinds[number];
    struct core_refusal refusal;
    assert(number >= 0 && number < match->ruleset->rules->kind_count);
    char reason[600];
    if (kind->unlisted)
        return;

    struct verdict *verdict = verdict_titled(verdicts, kind->title);
    int64_t count = core_legal_of_kind(&match->play, number, &refusal);
    verdict->count += count;

    /* One title may stand for several kinds: the reason of the first is given, and only if none of
     * them has a move. */
    if (count || verdict->reason || match->play.failed)
        return;

    say_reason(match, &refusal, reason, sizeof reason);
    verdict->reason = mst_strdup(reason);
    verdicts->failed |= verdict->reason == NULL;
}

/* Print the impossible moves, grouped by reason, then the possible ones, which are thus nearest to
 * the prompt. */
static void say_verdicts(struct verdicts *verdicts, struct mst_buf *out) {
    for (int i = 0; i < verdicts->count; i++) {
        struct verdict *first = &verdicts->list[i];
        if (first->count || first->said)
            continue;
        mst_buf_puts(out, "  cannot: ");

        /* One line for all that are impossible for the same reason, however far apart they were
         * declared. */
        for (int k = i; k < verdicts->count; k++) {
            struct verdict *other = &verdicts->list[k];
            if (other->count || strcmp(other->reason, first->reason) != 0)
                continue;
            mst_buf_printf(out, "%s%s", k > i ? "; " : "", other->title);
            other->said = true;
        }
        mst_buf_printf(out, ". %s\n", first->reason);
    }
    for (int i = 0; i < verdicts->count; i++)
        if (verdicts->list[i].count)
            mst_buf_printf(out, "  can: %s (%lld)\n", verdicts->list[i].title,
                           (long long)verdicts->list[i].count);
}

static void explain_decision(struct mst_match *match, const struct core_decision *decision,
                             struct mst_buf *out) {
    struct verdicts verdicts = {
        .list = mst_calloc((size_t)decision->kind_count + 1, sizeof *verdicts.list)};
    mst_buf_printf(out, "Decision: %s\n", decision->title);

    for (int i = 0; verdicts.list && !match->play.failed && i < decision->kind_count; i++)
        explain_judge(match, decision->kinds[i], &verdicts);
    if (!verdicts.list || verdicts.failed)
        out->failed = true;
    /* A list that ends with a failure would call moves impossible that are not. */
    else if (!match->play.failed)
        say_verdicts(&verdicts, out);

    /* Reasons of titles with several kinds may have been found before a move of the last one was.
     */
    for (int i = 0; i < verdicts.count; i++)
        mst_free(verdicts.list[i].reason);
    mst_free(verdicts.list);
}

static char *explain(struct mst_match *match, const struct core_request *request,
                     struct mst_error *error) {
    struct mst_buf out = {0};
    (void)request;
    int now = core_decision_now(match->pos);
    core_match_begin(match);
    if (mst_match_state(match).over)
        mst_buf_printf(&out, "The match is over: %s.\n", mst_match_state(match).by);
    else if (now >= 0)
        explain_decision(match, &match->ruleset->rules->decisions[now], &out);

    if (match->play.failed) {
        mst_match_fail(match, error);
        mst_buf_clear(&out);
        return NULL;
    }

    core_play_ready(&match->play);
    return core_match_take(&out, error);
}

char *mst_match_explain(struct mst_match *match, struct mst_error *error) {
    return core_answer(match, &(struct core_request){"the explanation", explain, 0, NULL}, error);
}

/* ---- traces ---------------------------------------------------------------------------------- */

struct tracing {
    struct mst_match *match;
    struct mst_buf *out;
    int kinds;
};

static void begin_kind(void *context, const struct core_kind *kind) {
    struct tracing *t = context;
    t->kinds++;
    mst_buf_printf(t->out, "%s, %s (%s)\n", kind->title, kind->origin, kind->module);
}

static void end_kind(void *context, bool legal, const struct core_refusal *refusal) {
    struct tracing *t = context;
    char reason[600] = "legal";
    /* Without a kind the text is not one of this kind: there is nothing to give a reason for. */
    if (!legal && refusal->kind)
        say_reason(t->match, refusal, reason, sizeof reason);
    mst_buf_printf(t->out, "  => %s%s\n", legal ? "" : "refused. ", reason);
}

/* Let the function of each kind that the text fits say whether it is a legal move. */
static void trace_kinds(struct core_play *play, const char *text, struct tracing *t) {
    int now = core_decision_now(play->pos);
    for (int k = 0; k < play->rules->kind_count && !play->failed; k++) {
        const struct core_kind *kind = &play->rules->kinds[k];
        struct core_raw raw[CORE_MOST_PARAMS];
        struct core_refusal refusal = {0};
        if ((kind->decision >= 0 && kind->decision != now) ||
            !core_move_split(play, kind, text, raw))
            continue;
        begin_kind(t, kind);
        end_kind(t, core_move_ask(play, kind, raw, &refusal), &refusal);
    }
}

static char *explain_trace(struct mst_match *match, const struct core_request *request,
                           struct mst_error *error) {
    const char *text = request->text;
    struct mst_buf out = {0};
    struct tracing t = {match, &out, 0};

    core_match_begin(match);
    if (!mst_match_state(match).over) {
        /* While it is set, the host writes each condition that a rule tries to `out`. */
        host_trace(match->ruleset->host, &out);
        trace_kinds(&match->play, text, &t);
        host_trace(match->ruleset->host, NULL);
    }

    if (match->play.failed) {
        mst_match_fail(match, error);
        mst_buf_clear(&out);
        return NULL;
    }

    /* Nothing was tried, so the trace would be empty. */
    if (!t.kinds)
        mst_buf_printf(&out, "No kind of moves of '%s' is written like '%.60s'.\n",
                       title_now(match), text);

    core_play_ready(&match->play);
    return core_match_take(&out, error);
}

char *mst_match_trace(struct mst_match *match, const char *text, struct mst_error *error) {
    return core_answer(match, &(struct core_request){"the trace", explain_trace, 0, text}, error);
}
