/* The contract, part two: the list of legal moves says all and nothing but what can be played. */
#include "contract/checks.h"

#include <stdlib.h>
#include <string.h>

enum {
    WHOLE_SWEEP = 2000000, /* encodable moves of a position that are all tried; of more, a sample */
    SAMPLE = 100000,
    SWEPT_PLIES = 6, /* positions of a game */
    BETWEEN = 7,     /* plies from one to the next */
};

/* Visit some positions of the random games: early ones, and later ones of later games. */
static bool visit(struct subject *s, bool (*look)(struct walk *walk)) {
    for (int game = 0; game < s->games && !s->why.length; game++) {
        struct walk walk;
        if (walk_begin(s, game, &walk)) {
            bool goes_on = true;
            for (int ply = 0; ply < game * 11 && goes_on; ply++)
                goes_on = walk_step(&walk);
            for (int i = 0; i < SWEPT_PLIES && goes_on && look(&walk); i++)
                for (int ply = 0; ply < BETWEEN && goes_on; ply++)
                    goes_on = walk_step(&walk);
        }
        walk_end(&walk);
    }
    return !s->why.length;
}

/* ---- listed moves ---------------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Print, read, check, play and take back one listed move. */
static bool listed_move(struct walk *walk, mst_move move, const char *text) {
    struct subject *s = walk->subject;
    struct core_play *play = &walk->match->play;
    struct core_refusal refusal;
    mst_move read;
    uint64_t hash = play->pos->hash;
    struct core_mark mark = core_position_mark(play->pos);
    core_play_ready(play);
    core_budget_start(play->budget); /* each move is a request of its own */
    if (!*text || strpbrk(text, " \t\n"))
        return subject_blame(s, "the move text '%s' is empty or has blanks in it", text);
    if (!core_move_check(play, move, &refusal))
        return subject_blame(s, "ply %d: '%s' is listed, but checking it refuses it",
                             walk->match->ply_count, text);
    if (!core_move_read(play, text, &read, &refusal))
        return subject_blame(s, "ply %d: '%s' is listed, but its text cannot be read",
                             walk->match->ply_count, text);
    if (read != move)
        return subject_blame(s, "ply %d: '%s' is read as another move", walk->match->ply_count,
                             text);
    if (!core_play_move(play, move)) {
        subject_blame(s, "ply %d: '%s' is listed, but cannot be played: %s: %s",
                      walk->match->ply_count, text, play->error->at, play->error->text);
    } else {
        core_position_rewind(play->pos, mark);
    }
    core_play_ready(play);
    if (play->pos->hash != hash)
        return subject_blame(s, "ply %d: '%s' taken back leaves another hash",
                             walk->match->ply_count, text);
    return !s->why.length;
}

/* Moves of playouts are listed, and reluctant only where all are. */
static void picks_listed(struct walk *walk, const struct mst_moves *moves) {
    const struct core_kind *kinds = walk->subject->ruleset->rules->kinds;
    int64_t eager = 0, count = 0;
    for (int i = 0; i < moves->count; i++)
        eager += !kinds[core_move_kind(moves->moves[i])].reluctant;
    for (int i = 0; i < 4; i++) {
        mst_move move = 0;
        bool found = false;
        struct core_play *play = &walk->match->play;
        if (!search_playout_pick(play, &walk->rng, &move, &count) && play->failed)
            subject_blame(walk->subject, "choosing a move fails: %s", play->error->text);
        for (int k = 0; k < moves->count && !found; k++)
            found = moves->moves[k] == move;
        if (moves->count && (!found || (eager && kinds[core_move_kind(move)].reluctant) ||
                             count != (eager ? eager : moves->count)))
            subject_blame(walk->subject, "ply %d: a playout chooses a move that is not for it",
                          walk->match->ply_count);
    }
}

/* The clauses, walked through one by one, list the same moves in the same order. */
static void walked_alike(struct walk *walk, const struct mst_moves *moves) {
    struct core_play *play = &walk->match->play;
    struct mst_moves walked = {0};
    play->walking = true;
    bool same = core_legal(play, &walked) && walked.count == moves->count &&
                core_legal_count(play, 0) == moves->count;
    play->walking = false;
    for (int i = 0; i < moves->count && same; i++)
        same = walked.moves[i] == moves->moves[i];
    if (!same)
        subject_blame(walk->subject, "ply %d: the clauses list other moves than their code",
                      walk->match->ply_count);
    mst_moves_clear(&walked);
}

bool look_listed(struct walk *walk) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    const struct mst_moves *moves = mst_match_moves(walk->match, &error);
    if (!moves)
        return subject_blame(s, "the legal moves cannot be listed: %s", error.text);
    if (core_legal_count(&walk->match->play, 0) != moves->count)
        subject_blame(s, "ply %d: counting the legal moves gives another number than listing them",
                      walk->match->ply_count);
    picks_listed(walk, moves);
    walked_alike(walk, moves);
    char **texts = mst_calloc((size_t)moves->count + 1, sizeof *texts);
    for (int i = 0; i < moves->count; i++)
        texts[i] = move_text(walk->match, moves->moves[i]);
    for (int i = 0; i < moves->count && listed_move(walk, moves->moves[i], texts[i]); i++) {
    }
    qsort(texts, (size_t)moves->count, sizeof *texts, compare_texts);
    for (int i = 1; i < moves->count; i++)
        if (!strcmp(texts[i - 1], texts[i]))
            subject_blame(s, "ply %d: two legal moves have the text '%s'", walk->match->ply_count,
                          texts[i]);
    for (int i = 0; i < moves->count; i++)
        mst_free(texts[i]);
    mst_free(texts);
    return !s->why.length;
}

bool check_listed(struct subject *s) {
    return visit(s, look_listed);
}

/* ---- all others ------------------------------------------------------------------------------ */

static int compare_moves(const void *a, const void *b) {
    mst_move x = *(const mst_move *)a, y = *(const mst_move *)b;
    return (x > y) - (x < y);
}

static int width_of(const struct core_param *param) {
    int bits = 0;
    for (uint64_t mask = param->mask; mask; mask >>= 1)
        bits++;
    return bits;
}

static int bits_of(const struct core_kind *kind) {
    int bits = 0;
    for (int i = 0; i < kind->param_count; i++)
        bits += width_of(&kind->params[i]);
    return bits;
}

/* Spread the low bits of `number` over the parameters of the kind. */
static mst_move encode(const struct core_kind *kind, int index, uint64_t number) {
    mst_move move = (mst_move)index << CORE_KIND_SHIFT;
    for (int i = 0; i < kind->param_count; i++) {
        const struct core_param *p = &kind->params[i];
        move |= (number & p->mask) << p->shift;
        number >>= width_of(p);
    }
    return move;
}

struct sweep {
    struct walk *walk;
    mst_move *listed; /* sorted */
    int count;
    struct mst_rng rng;
    void (*found)(struct sweep *sweep, mst_move move); /* for each move that is not listed */
    int most;
};

static void sweep_kind(struct sweep *sweep, int index) {
    const struct core_kind *kind = &sweep->walk->subject->ruleset->rules->kinds[index];
    int bits = bits_of(kind);
    bool whole = bits < 21 && 1 << bits <= sweep->most;
    int64_t tries = whole ? 1LL << bits : sweep->most;
    for (int64_t i = 0; i < tries && !walk_failed(sweep->walk); i++) {
        uint64_t number = whole ? (uint64_t)i : mst_rng_next(&sweep->rng);
        mst_move move = encode(kind, index, number);
        if (!bsearch(&move, sweep->listed, (size_t)sweep->count, sizeof move, compare_moves)) {
            core_budget_start(sweep->walk->match->play.budget);
            sweep->found(sweep, move);
        }
    }
}

/* Call `found` for each move that can be encoded and is not listed, of the kinds of this decision
 * and of one other. */
static bool sweep_all(struct walk *walk, int most, void (*found)(struct sweep *, mst_move)) {
    const struct core_rules *rules = walk->subject->ruleset->rules;
    struct mst_error error = {0};
    const struct mst_moves *moves = mst_match_moves(walk->match, &error);
    int now = core_decision_now(walk->match->pos), total = 0, kinds = 0;
    if (!moves || now < 0)
        return subject_blame(walk->subject, "there is nothing to decide");
    struct sweep sweep = {.walk = walk, .count = moves->count, .found = found};
    size_t size = (size_t)moves->count * sizeof *sweep.listed;
    sweep.listed = mst_alloc(size);
    if (size)
        memcpy(sweep.listed, moves->moves, size);
    qsort(sweep.listed, (size_t)sweep.count, sizeof *sweep.listed, compare_moves);
    mst_rng_seed(&sweep.rng, walk->match->pos->hash);
    for (int i = 0; i < rules->kind_count; i++)
        kinds += rules->kinds[i].decision < 0 || rules->kinds[i].decision == now;
    for (int i = 0; i < rules->kind_count && total >= 0; i++)
        total = bits_of(&rules->kinds[i]) > 20 ? -1 : total + (1 << bits_of(&rules->kinds[i]));
    sweep.most = most                               ? most
                 : total < 0 || total > WHOLE_SWEEP ? SAMPLE / (kinds + 1)
                                                    : WHOLE_SWEEP;
    for (int i = 0; i < rules->kind_count && !walk_failed(walk); i++)
        if (!rules->kinds[i].unlisted)
            sweep_kind(&sweep, i);
    mst_free(sweep.listed);
    core_play_ready(&walk->match->play);
    return !walk_failed(walk);
}

static void must_be_refused(struct sweep *sweep, mst_move move) {
    struct walk *walk = sweep->walk;
    struct core_play *play = &walk->match->play;
    struct core_refusal refusal;
    if (core_move_check(play, move, &refusal)) {
        char *text = move_text(walk->match, move);
        subject_blame(walk->subject,
                      "game %d, ply %d: '%s' (%016llx) is not listed, but passes the check",
                      walk->game, walk->match->ply_count, text, (unsigned long long)move);
        mst_free(text);
    } else if (play->failed) {
        subject_blame(walk->subject, "game %d, ply %d: checking a move fails: %s: %s", walk->game,
                      walk->match->ply_count, play->error->at, play->error->text);
    }
}

static bool look_unlisted(struct walk *walk) {
    if (mst_match_state(walk->match).over)
        return true;
    return sweep_all(walk, 0, must_be_refused);
}

bool check_unlisted(struct subject *s) {
    return visit(s, look_unlisted);
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* Is `text` a move of the position after all? */
static bool is_legal_text(struct walk *walk, const char *text) {
    struct core_refusal refusal;
    mst_move move;
    core_budget_start(walk->match->play.budget);
    bool legal = core_move_read(&walk->match->play, text, &move, &refusal);
    core_play_ready(&walk->match->play);
    return legal;
}

static void refuse_text(struct walk *walk, const char *text) {
    struct mst_error error = {0};
    struct subject *s = walk->subject;
    uint64_t hash = walk->match->pos->hash;
    int plies = walk->match->ply_count;
    enum mst_status status = mst_match_play(walk->match, text, &error);
    if (status != MST_ILLEGAL_MOVE)
        subject_blame(s, "ply %d: '%s' gives %s, not illegal_move: %s", plies, text,
                      mst_status_name(status), error.text);
    else if (strlen(error.text) < 20 || !strchr(error.text, ' '))
        subject_blame(s, "ply %d: '%s' is refused without an explanation: '%s'", plies, text,
                      error.text);
    if (walk->match->pos->hash != hash || walk->match->ply_count != plies)
        subject_blame(s, "ply %d: the refused move '%s' changes the match", plies, text);
}

/* Only values in range can be printed. */
static bool printable(const struct core_rules *rules, mst_move move) {
    const struct core_kind *kind = &rules->kinds[core_move_kind(move)];
    for (int i = 0; i < kind->param_count; i++) {
        int value = core_move_param(&kind->params[i], move);
        if (value < kind->params[i].min || value > kind->params[i].max)
            return false;
    }
    return true;
}

static void say_refused(struct sweep *sweep, mst_move move) {
    const struct core_rules *rules = sweep->walk->subject->ruleset->rules;
    if (!printable(rules, move))
        return;
    char *text = move_text(sweep->walk->match, move);
    core_play_ready(&sweep->walk->match->play);
    if (*text && !is_legal_text(sweep->walk, text))
        refuse_text(sweep->walk, text);
    mst_free(text);
}

static bool look_refusals(struct walk *walk) {
    static const char *const odd[] = {
        "x",    "?", "a0",  "zz99",  "999999999999999999999999", "-", ":", "a1a1a1a1a1", "\xff\xfe",
        "%s%n", "1", ",,,", "{from}"};
    if (mst_match_state(walk->match).over)
        return true;
    for (size_t i = 0; i < sizeof odd / sizeof *odd && !walk_failed(walk); i++)
        if (!is_legal_text(walk, odd[i]))
            refuse_text(walk, odd[i]);
    return sweep_all(walk, 100, say_refused);
}

bool check_refusals(struct subject *s) {
    return visit(s, look_refusals);
}
