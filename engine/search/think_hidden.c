/* Search for a seat that may not see everything. It uses determinizations of the seat's information
 * state, in two rounds. First, the best move of each determinization is nominated. Then every
 * nominated move is searched in every determinization, and the move with the best mean score is
 * chosen. The text of a move identifies it across determinizations. */
#include <string.h>

#include "search/think.h"
#include "state/secret.h"

enum { SAMPLES = 8, LONGEST_MOVE = 200 };

struct named {
    char text[LONGEST_MOVE];
    int64_t sum; /* sum of its scores */
    int looks;
};

struct hidden {
    struct mst_think *think; /* in the match's position: parses moves and holds the result */
    struct mst_match *match;
    struct mst_player player;              /* with its share of the limits */
    struct mst_position *samples[SAMPLES]; /* owned */
    struct named named[SAMPLES];
    int count;
};

static void share_limits(struct hidden *h, const struct mst_player *player, int looks) {
    int64_t nodes = player->nodes || player->ms ? player->nodes : MST_PLAYER_NODES;
    h->player = *player;
    int64_t part = nodes / (2 * looks);
    h->player.nodes = nodes && !part ? 1 : part;
    h->player.ms = player->ms ? 1 + player->ms / (2 * looks) : 0;
}

static void name_move(struct hidden *h, const char *text) {
    for (int i = 0; i < h->count; i++)
        if (!strcmp(h->named[i].text, text))
            return;
    if (strlen(text) < LONGEST_MOVE)
        memcpy(h->named[h->count++].text, text, strlen(text) + 1);
}

/* Other lines have taken moves: let `part` do without those that are legal in its position. */
static void leave_out(struct hidden *h, struct mst_think *part) {
    struct mst_refusal refusal;
    struct mst_buf text = {0};
    for (int i = 0; i < h->think->without_count; i++) {
        mst_buf_reset(&text);
        mst_move_print(&h->think->play, h->think->without[i], &text);
        if (!text.failed && mst_move_read(&part->play, mst_buf_text(&text),
                                          &part->without[part->without_count], &refusal))
            part->without_count++;
    }
    mst_buf_clear(&text);
}

/* Search one determinization, or only the nominated move if given. Sets *score, and `text` to the
 * best move. False if no position could be evaluated. */
static bool look(struct hidden *h, int sample, const struct named *named, int64_t *score,
                 struct mst_buf *text) {
    struct mst_think part;
    struct mst_refusal refusal;
    mst_move move;
    uint64_t seed = h->think->seed ^ mst_mix((uint64_t)sample + 1);
    bool done = mst_think_open(&part, h->match, &h->player, h->samples[sample], seed);
    if (!done)
        mst_think_no_memory(h->think);
    part.seat = h->think->seat;
    if (done && named) {
        done = mst_move_read(&part.play, named->text, &move, &refusal);
        part.only = &move;
    } else if (done) {
        leave_out(h, &part);
    }
    if (done && mst_think_look(&part)) {
        *score = part.line.score;
        done = mst_think_set(&part, NULL);
        if (done && !named)
            mst_move_print(&part.play, part.line.moves[0], text);
    } else {
        done = false;
    }
    h->think->nodes += part.nodes;
    if (!done && h->think->error.status == MST_OK)
        h->think->error = part.error;
    mst_think_close(&part);
    return done;
}

static bool make_samples(struct hidden *h, const struct mst_position *masked) {
    struct mst_rng rng;
    mst_rng_seed(&rng, h->think->seed);
    for (int i = 0; i < SAMPLES; i++)
        if (!(h->samples[i] = mst_position_sample(masked, h->think->seat, &rng)))
            return mst_think_no_memory(h->think);
    return true;
}

/* First round: nominate moves. */
static void name_moves(struct hidden *h) {
    struct mst_buf text = {0};
    int64_t score;
    for (int i = 0; i < SAMPLES; i++) {
        mst_buf_reset(&text);
        if (look(h, i, NULL, &score, &text) && !text.failed)
            name_move(h, mst_buf_text(&text));
    }
    mst_buf_clear(&text);
}

/* Choose the nominated move with the best mean score among those that are legal in the match. */
static bool choose_named(struct hidden *h, struct mst_line *line) {
    struct mst_refusal refusal;
    line->count = 0;
    for (int i = 0; i < h->count; i++) {
        const struct named *named = &h->named[i];
        mst_move move;
        if (!named->looks || !mst_move_read(&h->think->play, named->text, &move, &refusal))
            continue;
        int64_t score = named->sum * SAMPLES / named->looks;
        if (line->count && line->score >= score)
            continue;
        line->moves[0] = move;
        line->count = 1;
        line->score = score;
    }
    return line->count;
}

static void tell(struct hidden *h) {
    struct mst_line line;
    if (choose_named(h, &line))
        mst_think_tell(h->think, &line);
    mst_think_set(h->think, NULL);
}

/* Second round: compare the nominated moves. */
static void compare_moves(struct hidden *h) {
    int64_t score;
    for (int i = 0; i < h->count; i++) {
        for (int k = 0; k < SAMPLES; k++)
            if (look(h, k, &h->named[i], &score, NULL)) {
                h->named[i].sum += score / SAMPLES; /* halved, because scores may be near the limits
                                                     * of 64 bits */
                h->named[i].looks++;
            }
        if (mst_think_due(h->think))
            tell(h);
    }
}

bool mst_think_hidden(struct mst_think *think, struct mst_match *match,
                      const struct mst_player *player, const struct mst_position *masked) {
    struct hidden h = {.think = think, .match = match};
    struct mst_moves moves = {0};
    bool only = mst_legal(&think->play, &moves) && moves.count == 1;
    mst_moves_clear(&moves);
    if (only)
        return mst_think_first(think);
    if (make_samples(&h, masked)) {
        share_limits(&h, player, SAMPLES);
        name_moves(&h);
        if (h.count > 0) {
            share_limits(&h, player, SAMPLES * h.count);
            compare_moves(&h);
        }
    }
    for (int i = 0; i < SAMPLES; i++)
        mst_position_free(h.samples[i]);
    if (think->error.status == MST_NO_MEMORY)
        return false;
    return choose_named(&h, &think->line) || mst_think_first(think);
}
