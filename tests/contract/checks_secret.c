/* The contract, part four: nobody learns what they may not see. A second position that differs
 * from the first only in what a viewer may not see gives that viewer the same answers, byte for
 * byte. So does a second match in which the cards that the viewer never sees are dealt otherwise
 * and the same moves are played. Games without secrets have nothing to hide. $MUSTER_LEAKS: how
 * many positions are looked at; $MUSTER_LINES: how many pairs of lines are played, from number
 * $MUSTER_FIRST on; $MUSTER_WAIT: before which ply they part at the latest; $MUSTER_PARTS=1 ends a
 * pair where a hidden card shows by what it does. The third check is of choices: other players
 * choose otherwise wherever the viewer cannot tell the results apart; $MUSTER_SILENT=1 says that
 * secret moves show in nothing that others see. */
#include "contract/checks.h"

#include <stdlib.h>
#include <string.h>

#include "rulesets/ruleset.h"
#include "core/together.h"
#include "core/secret.h"
#include "muster/player.h"
#include "search/deal.h"

enum {
    POSITIONS = 60,  /* looked at when nothing else is said */
    HINT_EVERY = 10, /* positions from one in which a computer is asked to the next */
    HINT_NODES = 40,
};

struct pair {
    struct subject *subject;
    struct mst_match *one, *other; /* `other` as `viewer` could take `one` for */
    int viewer;
};

static bool differ(struct pair *pair, const char *what, char *one, char *other) {
    bool same = one && other && !strcmp(one, other);
    if (!same)
        subject_blame(pair->subject,
                      "ply %d: what seat %d may not see shows in its %s:\n  %s\n  %s",
                      pair->one->ply_count, pair->viewer, what, one ? one : "(nothing)",
                      other ? other : "(nothing)");
    mst_text_free(one);
    mst_text_free(other);
    return !same;
}

/* Two lines take twice the time: only now and then. */
static char *hint(struct mst_match *match, enum mst_player_kind kind) {
    struct mst_player player = {.kind = kind,
                                .seed = 7,
                                .nodes = HINT_NODES,
                                .lines = mst_match_state(match).ply % 8 ? 1 : 2};
    struct mst_player_info info[2];
    struct mst_error error = {0};
    struct mst_buf text = {0};
    mst_move move;
    if (mst_player_choose(match, &player, &move, info, &error) != MST_OK)
        mst_buf_puts(&text, error.text);
    else
        for (int i = 0; i < player.lines; i++)
            mst_buf_printf(&text, "%s (%lld)\n", info[i].pv, (long long)info[i].score);
    return mst_buf_take(&text);
}

static bool same_answers(struct pair *pair, bool hints) {
    struct mst_error error = {0};
    int seat = pair->viewer;
    bool decides = seat >= 0 && mst_match_state(pair->one).to_move == seat;
    if (differ(pair, "position", mst_match_position_seen(pair->one, seat, &error),
               mst_match_position_seen(pair->other, seat, &error)) ||
        differ(pair, "scene", mst_match_scene(pair->one, seat, &error),
               mst_match_scene(pair->other, seat, &error)))
        return false;
    if (!decides)
        return true;
    if (differ(pair, "legal moves", mst_match_legal(pair->one, &error),
               mst_match_legal(pair->other, &error)) ||
        differ(pair, "explanation", mst_match_explain(pair->one, &error),
               mst_match_explain(pair->other, &error)))
        return false;
    static int asked; /* every kind of player in turn */
    if (!hints)
        return true;
    enum mst_player_kind kind = (enum mst_player_kind)(asked++ % (MST_PLAYER_LEVEL5 + 1));
    return !differ(pair, mst_player_name(kind), hint(pair->one, kind), hint(pair->other, kind));
}

/* Are the masks of both positions the same block? */
static bool same_mask(struct subject *s, const struct core_position *masked,
                      const struct core_position *sample, int viewer) {
    struct core_position *again = core_position_mask(sample, viewer);
    struct mst_error error = {0};
    bool same =
        again && again->hash == masked->hash &&
        !memcmp(again->slots, masked->slots, (size_t)masked->schema->slots * sizeof *masked->slots);
    if (!same)
        subject_blame(s, "the mask of a sample for seat %d is not the mask it was made of", viewer);
    if (!core_position_sound(masked, &error) || !core_position_sound(sample, &error))
        subject_blame(s, "the mask for seat %d, or a sample of it: %s", viewer, error.text);
    core_position_free(again);
    return same;
}

static bool look_as(struct walk *walk, int viewer, bool hints) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    struct pair pair = {s, walk->match, mst_match_clone(walk->match, &error), viewer};
    struct core_position *masked = core_position_mask(walk->match->pos, viewer);
    struct core_position *sample =
        masked ? search_position_sample(masked, viewer, &walk->rng) : NULL;
    if (!pair.other || !sample || !core_position_copy(pair.other->pos, sample))
        subject_blame(s, "out of memory");
    else if (same_mask(s, masked, sample, viewer))
        same_answers(&pair, hints);
    core_position_free(sample);
    core_position_free(masked);
    mst_match_free(pair.other);
    return !s->why.length;
}

bool check_no_leak(struct subject *s) {
    int most = number_from("MUSTER_LEAKS", POSITIONS), looked = 0;
    if (!s->ruleset->rules->schema->secrets)
        return true;
    for (int game = 0; looked < most && game < most && !s->why.length; game++) {
        struct walk walk;
        bool goes_on = walk_begin(s, game, &walk);
        for (; goes_on && looked < most; looked++) {
            for (int viewer = MST_NONE; viewer < mst_ruleset_seats(s->ruleset) && goes_on; viewer++)
                goes_on = look_as(&walk, viewer, looked % HINT_EVERY == 0);
            goes_on = goes_on && walk_step(&walk);
        }
        walk_end(&walk);
    }
    mst_buf_printf(&s->note, "%d positions looked at by everybody", looked);
    return !s->why.length;
}

/* ---- lines ----------------------------------------------------------------------------------- */

enum {
    LINES = 100,      /* pairs of lines played when nothing else is said */
    LINE_PLIES = 50,  /* the length of a line */
    SHORT_EVERY = 5,  /* lines from one that is short, so that what is shown later stays hidden */
    SHORT_PLIES = 2,  /* the least length of a short one */
    LONGEST_WAIT = 8, /* most plies between the deal and a line, when nothing else is said */
    LINE_HINT = 25,   /* plies of lines from one in which a computer is asked to the next */
};

/* The last ply as the viewer sees it, as text. */
static char *told(struct mst_match *match, int viewer) {
    struct mst_buf out = {0};
    int ply = match->ply_count - 1;
    if (mst_match_ply_seen(match, ply, viewer, &out))
        mst_buf_char(&out, ' ');
    mst_buf_printf(&out, "(retractable: %d)", mst_match_retractable(match));
    for (int i = mst_match_events(match, ply); i < mst_match_events(match, ply + 1); i++) {
        struct mst_event event = mst_match_event(match, i);
        mst_buf_printf(&out, " %s", event.event);
        for (int j = 0; j < event.count; j++) {
            mst_buf_char(&out, ' ');
            if (mst_match_event_arg(match, i, j, viewer, &out) == MST_ARG_NUMBER)
                mst_buf_int(&out, event.args[j]);
        }
    }
    return mst_buf_take(&out);
}

/* How the viewer is refused a move that is none. */
static char *refused(struct mst_match *match, int viewer, const char *text) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    int plies = match->ply_count; /* a move may bring outcomes of chance */
    if (mst_match_play_seen(match, viewer, text, &error) == MST_OK)
        mst_match_undo(match, match->ply_count - plies, NULL);
    mst_buf_printf(&out, "%s %s %s", mst_status_name(error.status), error.at, error.text);
    return mst_buf_take(&out);
}

/* Was the last ply a secret move of another seat? A computer must not guess better than it knows.
 */
static bool follows_secret(const struct pair *pair) {
    const struct core_ply *ply = &pair->one->plies[pair->one->ply_count - 1];
    return !ply->chance && ply->seat != pair->viewer &&
           pair->one->ruleset->rules->kinds[core_move_kind(ply->move)].secret;
}

static bool same_line(struct pair *pair, int ply) {
    struct mst_error error = {0};
    int seat = pair->viewer;
    const char *text = mst_match_ply_text(pair->one, pair->one->ply_count - 1);
    if (differ(pair, "log or events", told(pair->one, seat), told(pair->other, seat)) ||
        differ(pair, "list of moves", mst_match_legal_seen(pair->one, seat, &error),
               mst_match_legal_seen(pair->other, seat, &error)) ||
        differ(pair, "refusal", refused(pair->one, seat, "?"), refused(pair->other, seat, "?")) ||
        differ(pair, "refusal", refused(pair->one, seat, text), refused(pair->other, seat, text)))
        return false;
    return same_answers(pair, ply % LINE_HINT == LINE_HINT - 1 || follows_secret(pair));
}

/* Choose for each piece another whose place it takes: one with the same face, or any of its type if
 * the viewer saw neither in the line. */
static void permute(struct walk *walk, const bool *revealed, int16_t *to) {
    const struct core_schema *s = walk->match->pos->schema;
    for (int p = 0; p < s->pieces; p++)
        to[p] = (int16_t)p;
    for (int round = 0; round < 2; round++) /* hidden ones of a type, then all of a face */
        for (int p = s->pieces - 1; p > 0; p--) {
            int q = (int)mst_rng_below(&walk->rng, (uint64_t)p + 1);
            bool hidden = !revealed[p] && !revealed[q] && s->type_of[p] == s->type_of[q];
            if (round ? s->alike[to[p]] != s->alike[to[q]] : !hidden)
                continue;
            int16_t swap = to[p];
            to[p] = to[q];
            to[q] = swap;
        }
}

/* Give each piece's facts, but its face, to the piece that takes its place. */
static void swap_pieces(const struct core_position *from, const int16_t *to,
                        struct core_position *pos) {
    const struct core_schema *s = from->schema;
    for (int place = 0; place < s->places; place++)
        if (core_top(from, place) != MST_NONE)
            pos->slots[core_slot_top(s, place)] = to[core_top(from, place)];
    for (int p = 0; p < s->pieces; p++) {
        for (int datum = 0; datum < CORE_PIECE_WORD; datum++)
            pos->slots[core_slot_piece(s, to[p], datum)] = core_piece(from, p, datum);
        int below = core_piece(from, p, CORE_PIECE_BELOW);
        if (below != MST_NONE)
            pos->slots[core_slot_piece(s, to[p], CORE_PIECE_BELOW)] = to[below];
        pos->slots[s->known_first + to[p]] = core_get(from, s->known_first + p);
    }
    for (int i = 0; i < s->field_count; i++)
        for (int k = 0; k < core_field_entities(s, &s->fields[i]); k++) {
            const struct core_field *field = &s->fields[i];
            int entity = field->of == CORE_OF_PIECE ? to[k] : k;
            int32_t value = core_get_field(from, field, k);
            if (field->seen != CORE_SEEN_AS_FACE)
                pos->slots[field->first + entity * field->stride] =
                    field->refers && value >= 0 ? to[value] : value;
        }
    core_position_recompute(pos);
}

/* The text of a move of `seat` in `one` as it is written in `other`. */
static char *rewrite(struct pair *pair, int seat, const char *text, const int16_t *to) {
    struct core_refusal refusal;
    struct mst_buf marked = {0}, out = {0};
    mst_move move;
    int next = mst_match_state(pair->one).to_move;
    core_position_to_move(pair->one->pos, seat);
    bool read = core_move_read(&pair->one->play, text, &move, &refusal);
    core_position_to_move(pair->one->pos, next);
    if (!read)
        return NULL;
    core_move_print_marked(&pair->one->play, move, &marked);
    for (const char *at = mst_buf_text(&marked); *at;) {
        if (*at != 1) {
            mst_buf_char(&out, *at++);
            continue;
        }
        core_piece_print(&pair->other->play, to[strtol(at + 1, NULL, 10)], &out);
        at = strchr(at, 3) + 1;
    }
    mst_buf_clear(&marked);
    return mst_buf_take(&out);
}

/* Do the rules show here what a hidden card does? It may ask another seat next, or change how many
 * cards lie in a place that all count: a step without a choice is taken silently, a card laid face
 * down lets its owner hold more. $MUSTER_PARTS=1 allows both. */
static bool parts(const struct pair *pair) {
    struct mst_state one = mst_match_state(pair->one), other = mst_match_state(pair->other);
    if (!number_from("MUSTER_PARTS", 0))
        return false;
    for (int place = 0; place < pair->one->pos->schema->places; place++)
        if (core_count(pair->one->pos, place) != core_count(pair->other->pos, place))
            return true;
    return one.to_move != other.to_move || strcmp(one.decision, other.decision) != 0;
}

/* Play a text as the ply was played: for its seat if that chose early. */
static bool play_as(struct mst_match *match, const struct core_ply *ply, const char *text) {
    return (ply->early ? core_match_play_for(match, ply->seat, text, NULL)
                       : mst_match_play(match, text, NULL)) == MST_OK;
}

/* Play the plies of `line` from number `first` on in both matches, as long as the other can follow.
 * Returns how many were compared, or -1 if they differ. */
static int follow(struct pair *pair, const struct mst_match *line, int first, const int16_t *to) {
    int ply = first;
    for (bool goes_on = true; goes_on && ply < line->ply_count; ply += goes_on) {
        const char *text = mst_match_ply_text(line, ply);
        const struct core_ply *played = &line->plies[ply];
        char *other = played->sampled ? NULL : rewrite(pair, played->seat, text, to);
        goes_on = other && play_as(pair->other, played, other) &&
                  core_match_repeat(pair->one, line, ply, NULL) == MST_OK && !parts(pair);
        mst_text_free(other);
        if (goes_on && !same_line(pair, ply - first))
            return -1;
    }
    return ply - first;
}

/* Record the pieces whose faces the viewer knows. */
static void note_known(const struct mst_match *match, int viewer, bool *revealed) {
    const struct core_schema *s = match->pos->schema;
    int bit = viewer == MST_NONE ? CORE_ONLOOKER : 1 << viewer;
    for (int p = 0; p < s->pieces; p++)
        revealed[p] = revealed[p] || (core_get(match->pos, s->known_first + p) & bit);
}

static int compare_lines(struct walk *walk, int viewer, int most) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    int16_t to[CORE_MOST_PIECES];
    bool revealed[CORE_MOST_PIECES] = {false}, goes_on = true;
    int first = walk->match->ply_count, compared = -1;
    struct pair pair = {s, mst_match_clone(walk->match, &error),
                        mst_match_clone(walk->match, &error), viewer};
    note_known(walk->match, viewer, revealed);
    while (goes_on && walk->match->ply_count < first + most) {
        goes_on = walk_step(walk);
        note_known(walk->match, viewer, revealed);
    }
    if (pair.one && pair.other && !s->why.length) {
        mst_match_unseed(pair.one);
        mst_match_unseed(pair.other);
        permute(walk, revealed, to);
        swap_pieces(pair.one->pos, to, pair.other->pos);
        if (!core_position_sound(pair.other->pos, &error))
            subject_blame(s, "the other deal: %s", error.text);
        compared = follow(&pair, walk->match, first, to);
    }
    mst_match_free(pair.one);
    mst_match_free(pair.other);
    return compared;
}

bool check_same_told(struct subject *s) {
    int lines = number_from("MUSTER_LINES", LINES), seats = mst_ruleset_seats(s->ruleset);
    long plies = 0;
    if (!s->ruleset->rules->schema->known_first)
        return true;
    for (int game = 0; game < lines && !s->why.length; game++) {
        struct walk walk;
        bool goes_on = walk_begin(s, game + number_from("MUSTER_FIRST", 0), &walk);
        uint64_t most = (uint64_t)number_from("MUSTER_WAIT", LONGEST_WAIT);
        for (int wait = (int)mst_rng_below(&walk.rng, most); goes_on && wait > 0; wait--)
            goes_on = walk_step(&walk);
        while (goes_on && core_together_waits(&walk.match->play)) /* a sealed choice has numbers of
                                                                   * pieces, which are swapped */
            goes_on = walk_step(&walk);
        int length = game % SHORT_EVERY == SHORT_EVERY - 1
                         ? SHORT_PLIES + (int)mst_rng_below(&walk.rng, 4 * SHORT_PLIES)
                         : LINE_PLIES;
        int viewer = game % (seats + 1) + MST_NONE;
        int compared = goes_on ? compare_lines(&walk, viewer, length) : 0;
        plies += compared > 0 ? compared : 0;
        walk_end(&walk);
    }
    mst_buf_printf(&s->note, "%d pairs of lines, %.1f plies compared of each", lines,
                   (double)plies / lines);
    return !s->why.length;
}

/* ---- choices --------------------------------------------------------------------------------- */

/* Does the viewer take one match for the other? */
static bool same_mask_of(struct pair *pair) {
    struct core_position *one = core_position_mask(pair->one->pos, pair->viewer);
    struct core_position *other = core_position_mask(pair->other->pos, pair->viewer);
    bool same = one && other && one->hash == other->hash;
    core_position_free(one);
    core_position_free(other);
    return same;
}

/* A move of the same kind as `move`, or one that others take for it, if there is another. */
static mst_move another(struct mst_match *match, mst_move move, struct mst_rng *rng) {
    const struct mst_moves *moves = mst_match_moves(match, NULL);
    for (int tries = 8; moves && moves->count && tries > 0; tries--) {
        mst_move found = moves->moves[mst_rng_below(rng, (uint64_t)moves->count)];
        if (found != move &&
            core_rules_alike(match->ruleset->rules, core_move_kind(found), core_move_kind(move)))
            return found;
    }
    return move;
}

/* Play `move` if it is legal. */
static bool play_legal(struct mst_match *match, mst_move move) {
    struct core_refusal refusal;
    struct mst_error error = {0};
    return core_move_check(&match->play, move, &refusal) &&
           mst_match_apply(match, move, &error) == MST_OK;
}

/* Does a fact that the viewer sees depend on which of the secret moves was played? Rules may show
 * what follows from it; $MUSTER_SILENT=1 says that these do not, but where choices are made at the
 * same time. */
static bool tells_secret(struct pair *pair, mst_move move) {
    const struct core_rules *rules = pair->one->ruleset->rules;
    const struct core_kind *kind = &rules->kinds[move >> CORE_KIND_SHIFT];
    struct mst_error error = {0};
    if (!number_from("MUSTER_SILENT", 0) || !kind->secret ||
        (kind->decision >= 0 && rules->decisions[kind->decision].together))
        return false;
    return differ(pair, "position after a secret move",
                  mst_match_position_seen(pair->one, pair->viewer, &error),
                  mst_match_position_seen(pair->other, pair->viewer, &error));
}

/* Play `move` in one match. In the other its seat may choose otherwise, where the viewer cannot
 * tell. False at the end of both, where what was chosen before makes the move illegal in the other,
 * or when the viewer can tell them apart from now on. */
static bool choose_apart(struct pair *pair, mst_move move, struct mst_rng *rng, int *apart) {
    bool own = mst_match_state(pair->one).to_move == pair->viewer;
    int plies = pair->other->ply_count; /* a move may bring outcomes of chance */
    mst_move swapped = own ? move : another(pair->other, move, rng);
    if (!play_legal(pair->one, move))
        return false;
    if (swapped != move && play_legal(pair->other, swapped)) {
        if (same_mask_of(pair))
            return (*apart)++, true;
        if (!own && tells_secret(pair, swapped))
            return false;
        mst_match_undo(pair->other, pair->other->ply_count - plies, NULL);
    }
    return play_legal(pair->other, move) && same_mask_of(pair);
}

bool check_same_chosen(struct subject *s) {
    int lines = number_from("MUSTER_LINES", LINES), seats = mst_ruleset_seats(s->ruleset);
    int apart = 0, plies = 0;
    if (!s->ruleset->rules->schema->secrets)
        return true;
    for (int game = 0; game < lines && !s->why.length; game++) {
        struct walk walk;
        struct mst_error error = {0};
        bool goes_on = walk_begin(s, game + number_from("MUSTER_FIRST", 0), &walk);
        struct pair pair = {s, walk.match, mst_match_clone(walk.match, &error),
                            game % (seats + 1) + MST_NONE};
        mst_move move;
        for (int ply = 0; goes_on && pair.other && ply < LINE_PLIES && walk_pick(&walk, &move);
             ply++, plies += goes_on)
            goes_on = choose_apart(&pair, move, &walk.rng, &apart) && same_line(&pair, ply);
        mst_match_free(pair.other);
        walk_end(&walk);
    }
    mst_buf_printf(&s->note, "%d choices changed in %d lines, %.1f plies compared of each", apart,
                   lines, (double)plies / lines);
    return !s->why.length;
}
