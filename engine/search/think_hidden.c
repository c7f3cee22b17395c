/* Search for a seat that may not see everything. Levels search one tree (think_sets.c). `look`
 * searches its own turn in several determinizations of the seat's information state, one by one:
 * the move with the best mean score is chosen. The text of a move identifies it across
 * determinizations. */
#include <assert.h>
#include <string.h>

#include "search/think_worlds.h"
#include "muster/player.h"

enum {
    TURNS = 2, /* the own turn and the reply: deeper plans rely on what nobody knows */
    LONGEST_MOVE = 200,
    LEAST_SHARE = 50, /* positions for a reply */
};

struct named {
    char text[LONGEST_MOVE];
    int64_t gain; /* mean of what its score is above the least of its determinization */
};

struct hidden {
    struct search_think *think; /* in the match's position: parses moves and holds the result */
    struct mst_match *match;
    struct search_effort effort; /* of one determinization */
    int samples;
    int64_t least; /* mean of the least scores */
    struct named named[SEARCH_THINK_FIRSTS];
    int count;
    int failed; /* determinizations in which the rules failed */
};

/* Other lines have taken moves: let `part` do without those that are legal in its position. */
static void leave_out(struct hidden *h, struct search_think *part) {
    struct core_refusal refusal;
    struct mst_buf text = {0};
    for (int i = 0; i < h->think->without_count; i++) {
        mst_buf_reset(&text);
        core_move_print(&h->think->play, h->think->without[i], &text);
        /* A move that is not legal in this determinization needs no exception there (K4). */
        assert(part->without_count < MST_PLAYER_LINES);
        if (!text.failed && core_move_read(&part->play, mst_buf_text(&text),
                                           &part->without[part->without_count], &refusal))
            part->without_count++;
    }
    mst_buf_clear(&text);
}

static struct named *think_hidden_named(struct hidden *h, const char *text) {
    for (int i = 0; i < h->count; i++)
        if (!strcmp(h->named[i].text, text))
            return &h->named[i];
    /* Without room, a move that is new is not compared at all. */
    if (h->count == SEARCH_THINK_FIRSTS || strlen(text) >= LONGEST_MOVE)
        return NULL;

    /* What it missed so far counts as the least score: a gain of 0. */
    struct named *name = &h->named[h->count++];
    *name = (struct named){.gain = 0};
    memcpy(name->text, text, strlen(text) + 1);
    return name;
}

/* Add what was found in a determinization. A move that was not compared there has the least score.
 */
static void think_hidden_add(struct hidden *h, struct search_think *part) {
    assert(h->samples > 0);
    const struct search_firsts *firsts = part->firsts;
    struct mst_buf text = {0};
    int64_t least = firsts->count ? firsts->of[0].score : 0;

    for (int i = 1; i < firsts->count; i++)
        least = firsts->of[i].score < least ? firsts->of[i].score : least;

    /* Scores are divided before they are added, because a win in each determinization would not fit
     * into 64 bits. */
    h->least += least / h->samples;

    for (int i = 0; i < firsts->count; i++) {
        mst_buf_reset(&text);
        core_move_print(&part->play, firsts->of[i].move, &text);

        /* A move code means something else in each determinization (L3); its text does not. */
        struct named *name = text.failed ? NULL : think_hidden_named(h, mst_buf_text(&text));
        if (name)
            name->gain += firsts->of[i].score / h->samples - least / h->samples;
    }

    mst_buf_clear(&text);
}

/* Search a determinization. False if no position of it could be evaluated. */
static bool think_hidden_look(struct hidden *h, const struct core_position *sample, uint64_t seed) {
    struct search_think part;
    struct search_firsts firsts = {.count = 0};
    bool done = search_think_open(&part, h->match, &h->effort, sample, seed);

    if (!done)
        search_think_no_memory(h->think);

    /* A determinization is a position without secrets, so any search may look at it. But seats in
     * it know what they cannot know, so it does not look beyond the reply. */
    part.seat = h->think->seat;
    part.depth = TURNS;
    part.firsts = &firsts;
    if (done)
        leave_out(h, &part);
    done = done && search_think_look(&part) && search_think_set(&part, NULL);
    if (done)
        think_hidden_add(h, &part);
    h->think->nodes += part.nodes;
    h->failed += !done;
    /* A failure here may be the fault of the determinization; search_think_hidden decides. */
    if (!done && h->think->error.status == MST_OK)
        h->think->error = part.error;
    search_think_close(&part);
    return done;
}

/* Choose the move with the best mean score among those that are legal in the match. */
static bool choose_named(struct hidden *h, struct search_line *line) {
    struct core_refusal refusal;
    line->count = 0;

    for (int i = 0; i < h->count; i++) {
        mst_move move;
        int64_t score = h->least + h->named[i].gain;
        /* Other lines have taken some, and some are legal only where the seat does not know that
         * they are not. */
        if ((line->count && line->score >= score) ||
            !core_move_read(&h->think->play, h->named[i].text, &move, &refusal))
            continue;

        line->moves[0] = move;
        line->count = 1;
        line->score = score;
        line->sense =
            search_think_plays_out(h->think) ? MST_SENSE_CHANCE : search_think_sense(score);
    }

    return line->count;
}

static void think_hidden_report(struct hidden *h) {
    struct search_line line;
    /* Back to the match's position, where moves are read. */
    if (search_think_set(h->think, NULL) && choose_named(h, &line))
        search_think_report(h->think, &line);
    search_think_set(h->think, NULL);
}

/* Search all determinizations. False when out of memory. */
static bool compare_moves(struct hidden *h, const struct search_knowledge *knowledge) {
    assert(knowledge->masked);
    struct mst_rng rng;
    mst_rng_seed(&rng, h->think->seed);
    for (int i = 0; i < h->samples && !search_think_late(h->think); i++) {
        struct core_position *sample = search_think_sample(h->think, knowledge, &rng);
        if (!sample)
            return false;
        /* Each determinization with its own seed, so that none of them draws what another did. */
        think_hidden_look(h, sample, h->think->seed ^ core_mix((uint64_t)i + 1));
        core_position_free(sample);

        if (search_think_due(h->think))
            think_hidden_report(h);
    }
    return h->think->error.status != MST_NO_MEMORY && search_think_set(h->think, NULL);
}

bool search_think_hidden(struct search_think *think, struct mst_match *match,
                         const struct search_effort *effort, const struct core_position *masked) {
    struct hidden h = {.think = think,
                       .match = match,
                       .samples = effort->samples,
                       .effort = search_effort_part(effort, effort->samples)};
    struct mst_moves moves = {0};

    /* Nothing to think about. */
    bool only = core_legal(&think->play, &moves) && moves.count == 1;

    mst_moves_clear(&moves);
    if (only)
        return search_think_first(think);

    struct search_knowledge knowledge;
    bool done =
        search_knowledge_open(&knowledge, think, match, masked) && search_think_set(think, NULL);

    h.effort.share =
        h.effort.share / h.samples > LEAST_SHARE ? h.effort.share / h.samples : LEAST_SHARE;
    if (think->unseen == MST_UNSEEN_TOGETHER && effort->tries)
        think->limit = effort->tries;

    /* One tree over all determinizations, or a search in each of them. */
    if (done && think->unseen == MST_UNSEEN_TOGETHER) {
        done = search_think_sets(think, &knowledge);
    } else if ((done = done && compare_moves(&h, &knowledge))) {
        search_think_rest(think);
        done = choose_named(&h, &think->line);
        if (done && 2 * h.failed < h.samples) /* those cannot be */
            think->error = (struct mst_error){0};
    }

    search_knowledge_clear(&knowledge);
    return done || (think->error.status != MST_NO_MEMORY && search_think_first(think));
}
