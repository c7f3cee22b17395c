/* Checking a move, and parsing its text: see legal.h. If the code of its kind does not list a move,
 * the kind's function is asked for the reason. */
#include "core/asked.h"
#include "core/dispatch.h"

#include <string.h>

enum { LISTED_WORK = 20000 }; /* spent to list the moves of a kind, to find one among them */

/* ---- checking one move ----------------------------------------------------------------------- */

/* Another listed kind of the decision is obligatory and possible: its reason refuses this move. */
static bool crowded_out(struct core_play *play, const struct core_kind *kind,
                        struct core_refusal *refusal) {
    const struct core_rules *rules = play->rules;
    const struct core_decision *decision = &rules->decisions[core_decision_now(play->pos)];
    if (kind->unlisted || !decision->obliges || core_obliged(play, kind))
        return false;

    for (int i = 0; i < decision->kind_count; i++) {
        const struct core_kind *other = &rules->kinds[decision->kinds[i]];
        if (other->unlisted || !core_obliged(play, other))
            continue;

        if (core_legal_any_of_kind(play, decision->kinds[i])) {
            assert(other != kind);
            *refusal = (struct core_refusal){/* farther than any other: all its clauses passed */
                                             .kind = kind,
                                             .reason = &other->must_reason,
                                             .passed = kind->clause_count};
            for (int p = 0; p < CORE_MOST_PARAMS; p++)
                refusal->values[p] = MST_NONE;
            return true;
        }
    }
    return false;
}

/* Do the clauses of its kind list the move? False too if they list too much to look through, or
 * fail: then the function of the kind answers. */
static bool move_read_is_listed(struct core_play *play, mst_move move) {
    struct core_gather g = core_gather_open(play, play->runs, 0);
    struct core_share share = core_budget_share(play->budget, LISTED_WORK);

    core_gather_kind(&g, core_move_kind(move));
    core_budget_join(play->budget, &share); /* what was spent, is spent */
    if (play->failed) {
        core_play_ready(play);
        return false;
    }

    /* No run is written out: is the move one of base + unit * n? Unit 0 stands for a single move.
     */
    for (const struct core_run *run = g.runs->runs; run < g.next; run++) {
        uint64_t apart = move - run->base, n = run->unit ? apart / run->unit : apart;
        assert(run->bits); /* core_gather_run drops empty ones */
        if (n < 64 && run->base + n * run->unit == move && run->bits >> n & 1)
            return true;
    }
    return false;
}

bool core_move_check(struct core_play *play, mst_move move, struct core_refusal *refusal) {
    int64_t values[CORE_MOST_PARAMS];
    int now = core_decision_now(play->pos), index = core_move_kind(move);
    *refusal = (struct core_refusal){0};
    if (now < 0 || core_get(play->pos, CORE_SLOT_OVER) || index >= play->rules->kind_count)
        return false;
    const struct core_kind *kind = &play->rules->kinds[index];
    if (kind->decision >= 0 && kind->decision != now)
        return false;

    /* A code from outside may have bits that belong to no parameter. */
    int count = core_move_values(play->rules, move, values);
    mst_move rebuilt = (mst_move)index << CORE_KIND_SHIFT;
    for (int i = 0; i < count; i++)
        rebuilt = core_move_with(kind, i, values[i], rebuilt);
    if (rebuilt != move)
        return false;

    play->looking = true;
    bool legal =
        ((!kind->asks && move_read_is_listed(play, move)) ||
         (!play->failed && core_ask_why(play, kind, CORE_ASK_CHECK, values, NULL, refusal))) &&
        !crowded_out(play, kind, refusal);
    play->looking = false;
    return legal && !play->failed;
}

/* ---- reading a text -------------------------------------------------------------------------- */

/* The letters of `param` at the start of `text`, as a value, or -1. */
static int64_t lettered_value(const struct core_param *param, const char *text) {
    size_t width = (size_t)param->width;
    for (const char *at = param->letters; *at; at += width)
        if (!strncmp(at, text, width))
            return (at - param->letters) / param->width;
    return -1;
}

enum { WIDE_LENGTH = 1 + 2 * MST_KEY_SIZE }; /* of a sampled outcome of 128 bits */

/* The number of characters of `text` that can be parameter `param`; 0 if none. */
static size_t param_span(const struct core_play *play, const struct core_param *param,
                         const char *text) {
    size_t length = 0;

    switch (param->kind) {
    case CORE_CLAUSE_ZONES:
    case CORE_CLAUSE_STEP:
        /* the longest name that fits: a1 is the start of a12 */
        for (length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_"); length; length--)
            if (core_board_zone(play->rules->schema->board, text, length) != MST_NONE)
                return length;
        return 0;
    case CORE_CLAUSE_PIECES: return core_piece_span(play->rules, text);
    case CORE_CLAUSE_SUBSET:
        if (*text == '-')
            return 1; /* no piece */
        for (size_t more; (more = core_piece_span(play->rules, text + length)); length += more + 1)
            if (text[length + more] != ',')
                return length + more;
        return 0;
    default:
        if (param->letters)
            return lettered_value(param, text) < 0 ? 0 : (size_t)param->width;
        if (param->kind == CORE_CLAUSE_SAMPLE && *text == 'x')
            return core_length(text, WIDE_LENGTH);
        return core_number_span(text, param->min < 0);
    }
}

bool core_move_split(const struct core_play *play, const struct core_kind *kind, const char *text,
                     struct core_raw *raw) {
    for (int i = 0; i < kind->segment_count; i++) {
        const struct core_segment *segment = &kind->segments[i];
        size_t length;

        if (segment->param < 0) {
            length = strlen(segment->text);
            if (strncmp(text, segment->text, length))
                return false;
        } else {
            length = param_span(play, &kind->params[segment->param], text);
            if (!length)
                return false;
            raw[segment->param] = (struct core_raw){text, length};
        }
        text += length;
    }
    return !*text; /* nothing may follow */
}

static bool prints_as(struct core_play *play, int piece, const struct core_raw *raw) {
    struct mst_buf buf = {0};
    core_piece_print(play, piece, &buf);
    bool same = buf.length == raw->length && !memcmp(mst_buf_text(&buf), raw->text, raw->length);
    mst_buf_clear(&buf);
    return same;
}

static int64_t read_piece(struct core_play *play, int place, const struct core_raw *raw) {
    int16_t pieces[CORE_MOST_PIECES];
    int count = core_pieces_in(play, place, false, pieces);
    for (int i = 0; i < count; i++) /* the first that is written so: the others are like it */
        if (prints_as(play, pieces[i], raw))
            return pieces[i];
    return MST_NONE;
}

/* Parse a comma-separated list as a mask. Each word takes the first matching piece that is still
 * free. */
static int64_t read_subset(struct core_play *play, int place, struct core_raw raw) {
    int16_t pieces[CORE_MOST_PIECES];
    int count = core_pieces_in(play, place, true, pieces), i = 0;
    int64_t mask = 0;
    if (*raw.text == '-')
        return 0;

    for (size_t at = 0; at < raw.length; at++) {
        struct core_raw word = {raw.text + at, core_piece_span(play->rules, raw.text + at)};
        while (i < count && i < CORE_MOST_SUBSET && !prints_as(play, pieces[i], &word))
            i++; /* pieces come in one order alone, so a word never looks back */
        if (i == count || i == CORE_MOST_SUBSET)
            return -1;
        mask |= 1LL << i++;
        at += word.length;
    }
    return mask;
}

enum { MOST_DIGITS = 15 }; /* invalid value of a parameter; the largest valid one is below 2^56 */

/* The number of a sampled outcome of 128 bits; an invalid one if it has not all digits. */
static int64_t read_wide(struct core_play *play, const struct core_param *param,
                         const struct core_raw *raw) {
    unsigned char outcome[MST_KEY_SIZE];
    if (raw->length < WIDE_LENGTH || !core_key_read(raw->text + 1, outcome))
        return param->max + 1;
    return core_sample_note(play, outcome);
}

/* A number that is not in canonical form is outside every domain. */
static int64_t move_read_read_number(const struct core_param *param, const struct core_raw *raw) {
    size_t sign = *raw->text == '-';
    int64_t number = 0;
    if (raw->length > sign + MOST_DIGITS ||
        (raw->text[sign] == '0' && raw->length > 1)) /* 007 and -0 */
        return param->max + 1;
    for (size_t i = sign; i < raw->length; i++)
        number = number * 10 + (raw->text[i] - '0');
    return sign ? -number : number;
}

int64_t core_param_read(struct core_play *play, const struct core_param *param, int place,
                        const struct core_raw *raw) {
    switch (param->kind) {
    case CORE_CLAUSE_ZONES:
    case CORE_CLAUSE_STEP:
        return core_board_zone(play->rules->schema->board, raw->text, raw->length);
    case CORE_CLAUSE_PIECES: return read_piece(play, place, raw);
    case CORE_CLAUSE_SUBSET: return read_subset(play, place, *raw);
    default:
        if (param->letters)
            return lettered_value(param, raw->text) + param->min;
        if (*raw->text == 'x')
            return read_wide(play, param, raw);
        return move_read_read_number(param, raw);
    }
}

/* Parse the move of a kind with code, if its text does not depend on the position. Otherwise
 * false. */
static bool read_plain(struct core_play *play, const struct core_kind *kind,
                       const struct core_raw *raw, mst_move *move) {
    *move = (mst_move)(kind - play->rules->kinds) << CORE_KIND_SHIFT;
    for (int i = 0; i < kind->param_count; i++) {
        const struct core_param *param = &kind->params[i];
        bool pieces = param->kind == CORE_CLAUSE_PIECES || param->kind == CORE_CLAUSE_SUBSET;
        int64_t value = pieces ? MST_NONE : core_param_read(play, param, MST_NONE, &raw[i]);
        if (pieces || param->kind == CORE_CLAUSE_SAMPLE || value < param->min || value > param->max)
            return false;
        *move = core_move_with(kind, i, value, *move);
    }
    return !kind->asks;
}

/* Does the kind's function accept the texts as a move? If not, it sets the reason. */
static bool read_asking(struct core_play *play, const struct core_kind *kind,
                        const struct core_raw *raw, mst_move *move, struct core_refusal *refusal) {
    int64_t values[CORE_MOST_PARAMS];
    if (play->failed || !core_ask_why(play, kind, CORE_ASK_READ, values, raw, refusal))
        return false;
    *move = (mst_move)(kind - play->rules->kinds) << CORE_KIND_SHIFT;
    for (int i = 0; i < kind->param_count; i++)
        *move = core_move_with(kind, i, values[i], *move);
    return true;
}

static bool try_kind(struct core_play *play, int index, const char *text, mst_move *move,
                     struct core_refusal *farthest) {
    const struct core_kind *kind = &play->rules->kinds[index];
    struct core_raw raw[CORE_MOST_PARAMS];
    struct core_refusal refusal = {0};
    if (!core_move_split(play, kind, text, raw))
        return false;

    /* By the clauses if its text says which move it is; else the function reads it. */
    play->looking = true;
    bool legal = ((read_plain(play, kind, raw, move) && move_read_is_listed(play, *move)) ||
                  read_asking(play, kind, raw, move, &refusal)) &&
                 !crowded_out(play, kind, &refusal);
    play->looking = false;
    if (!legal) {
        if (!farthest->reason || refusal.passed > farthest->passed)
            *farthest = refusal; /* most likely what was meant */
        return false;
    }
    return !play->failed;
}

bool core_move_read(struct core_play *play, const char *text, mst_move *move,
                    struct core_refusal *refusal) {
    int now = core_decision_now(play->pos);
    struct core_raw raw[CORE_MOST_PARAMS];
    *refusal = (struct core_refusal){0};
    play->wide = false; /* read_wide sets it for a text that is an outcome */

    if (now < 0 || core_get(play->pos, CORE_SLOT_OVER))
        return false;
    for (int k = 0; k < play->rules->kind_count; k++) {
        int decision = play->rules->kinds[k].decision;
        if ((decision < 0 || decision == now) && try_kind(play, k, text, move, refusal))
            return true;
        if (play->failed)
            return false;
    }

    /* report a move of another decision as such */
    for (int k = 0; !refusal->kind && k < play->rules->kind_count; k++)
        if (play->rules->kinds[k].decision != now &&
            core_move_split(play, &play->rules->kinds[k], text, raw))
            refusal->kind = &play->rules->kinds[k];
    return false;
}

bool core_move_ask(struct core_play *play, const struct core_kind *kind, const struct core_raw *raw,
                   struct core_refusal *refusal) {
    mst_move move;
    play->looking = true;
    bool legal = read_asking(play, kind, raw, &move, refusal) && !crowded_out(play, kind, refusal);
    play->looking = false;
    return legal;
}
