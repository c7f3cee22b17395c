/* Determinizations: see think_worlds.h. */
#include "search/think_worlds.h"

#include <assert.h>
#include <string.h>

#include "search/sample.h"
#include "core/together.h"
#include "core/secret.h"
#include "muster/player.h"

enum { TRIES = 16 }; /* to find sealed choices that lead to what the seat sees now */

/* ---- sealed choices -------------------------------------------------------------------------- */

/* The number of the first of the last plies, all of which are sealed choices of others, or choices
 * of the seat itself after one. */
static int first_sealed(const struct mst_match *match, int seat) {
    const struct core_kind *kinds = match->ruleset->rules->kinds;
    int first = match->ply_count;
    for (int i = match->ply_count - 1; i >= 0; i--) {
        const struct core_ply *ply = &match->plies[i];
        bool sealed = kinds[core_move_kind(ply->move)].secret;
        /* A choice that is not sealed was seen by all, so this seat need not guess beyond it. */
        if (ply->chance || (ply->seat != seat && !sealed))
            break;
        /* Own choices before the first of others are known anyway. */
        first = ply->seat != seat ? i : first;
    }
    return first;
}

bool search_knowledge_open(struct search_knowledge *knowledge, struct search_think *think,
                           const struct mst_match *match, const struct core_position *masked) {
    struct mst_error error = {0};
    int first = first_sealed(match, think->seat), count = match->ply_count - first;

    *knowledge = (struct search_knowledge){.masked = masked};
    /* D1: who peeks needs no knowledge. */
    if (!count || think->peeks)
        return true;

    /* D1: of the real choices only seat and kind are taken, which everybody sees, and the texts of
     * the seat's own. */
    assert(!think->peeks && count > 0); /* D1 */
    struct mst_match *earlier = mst_match_clone(match, &error);
    bool done = earlier && mst_match_undo(earlier, count, &error) == MST_OK;
    if (done) {
        knowledge->plies = mst_calloc((size_t)count, sizeof *knowledge->plies);
        knowledge->before = core_position_mask(earlier->pos, think->seat);
    }

    for (int i = 0; knowledge->plies && i < count; i++) {
        const struct core_ply *ply = &match->plies[first + i];
        const char *text = mst_buf_text(&match->texts) + ply->text;
        struct search_sealed_ply *sealed = &knowledge->plies[knowledge->ply_count++];
        *sealed = (struct search_sealed_ply){.seat = ply->seat, .kind = core_move_kind(ply->move)};
        if (ply->seat == think->seat && (sealed->own = mst_alloc(strlen(text) + 1)))
            memcpy(sealed->own, text, strlen(text) + 1);
    }

    mst_match_free(earlier);
    /* Where plies cannot be taken back for another reason than memory, sealed choices are guessed
     * with the rest. */
    return (knowledge->plies && knowledge->before) || error.status == MST_NO_MEMORY
               ? knowledge->before || search_think_no_memory(think)
               : true;
}

void search_knowledge_clear(struct search_knowledge *knowledge) {
    for (int i = 0; i < knowledge->ply_count; i++)
        mst_free(knowledge->plies[i].own);
    mst_free(knowledge->plies);
    core_position_free(knowledge->before);
    *knowledge = (struct search_knowledge){.masked = NULL};
}

/* Find a move for a sealed ply in the position of `play`: the seat's own one again, or any of those
 * that it takes for what another seat chose. */
static bool choose_again(struct search_think *think, const struct search_sealed_ply *sealed,
                         struct mst_moves *moves, struct mst_rng *rng, mst_move *move) {
    struct core_refusal refusal;
    int count = 0;

    if (core_together_now(&think->play)) /* the seats choose in any order */
        core_position_to_move(think->pos, sealed->seat);
    if (core_get(think->pos, CORE_SLOT_TO_MOVE) != sealed->seat)
        return false;
    /* D1: its own choice is known. */
    if (sealed->own)
        return core_move_read(&think->play, sealed->own, move, &refusal);
    if (!core_legal(&think->play, moves))
        return false;

    for (int i = 0; i < moves->count; i++)
        /* Moves of all kinds that look the same to others. */
        if (core_rules_alike(think->play.rules, core_move_kind(moves->moves[i]), sealed->kind))
            moves->moves[count++] = moves->moves[i];
    if (count)
        *move = moves->moves[mst_rng_below(rng, (uint64_t)count)];
    return count;
}

/* Does the seat see in the position of `play` what it sees now? */
static bool looks_right(struct search_think *think, const struct core_position *masked) {
    assert(masked->masked);
    struct core_position *seen = core_position_mask(think->pos, think->seat);
    bool right = seen && seen->hash == masked->hash;
    core_position_free(seen);
    return right;
}

/* Deal, and make the sealed choices again. NULL if that does not lead to what the seat sees. */
static struct core_position *choose_all(struct search_think *think,
                                        const struct search_knowledge *knowledge,
                                        struct mst_rng *rng) {
    struct core_position *pos =
        search_play_sample(think->play.rules, knowledge->before, think->seat, rng, &think->error);
    assert(knowledge->before->masked); /* D1 */
    struct mst_moves moves = {0};
    bool done = pos && search_think_set(think, pos);

    core_position_free(pos);
    core_budget_next(think->budget);

    for (int i = 0; done && i < knowledge->ply_count; i++) {
        mst_move move;
        done = choose_again(think, &knowledge->plies[i], &moves, rng, &move) &&
               core_play_move(&think->play, move);
    }

    /* A deal in which the rules fail is one that cannot be. */
    search_think_forgive(think);
    mst_moves_clear(&moves);

    /* D2 */
    done = done && looks_right(think, knowledge->masked);
    return done ? core_position_clone(think->pos) : NULL;
}

struct core_position *search_think_sample(struct search_think *think,
                                          const struct search_knowledge *knowledge,
                                          struct mst_rng *rng) {
    struct core_position *pos = NULL;
    /* D1: the real position, once and for all. */
    if (think->peeks)
        pos = core_position_clone(think->root);
    /* D2: try a few times to guess choices that lead to what is seen now; otherwise take what is
     * seen as it is. */
    for (int i = 0; knowledge->before && !pos && i < TRIES && !search_think_late(think); i++)
        pos = choose_all(think, knowledge, rng);
    if (!pos)
        pos = search_play_sample(think->play.rules, knowledge->masked, think->seat, rng,
                                 &think->error);
    return pos;
}

/* ---- moves at the root ----------------------------------------------------------------------- */

/* The number of the move with that text among those of all worlds, or -1 when out of memory. */
static int root_of(struct search_worlds *worlds, const struct mst_buf *text) {
    const char *bytes = mst_buf_text(text);
    uint64_t name = core_hash_bytes(CORE_HASH_START, bytes, text->length);

    /* D3: by a hash of the text, because codes differ from world to world (L3). */
    for (int i = 0; i < worlds->root_count; i++)
        if (worlds->roots[i].name == name)
            return i;

    char *copy = mst_alloc(text->length + 1);
    struct search_root_move *root =
        copy ? core_rules_grow(&worlds->roots, &worlds->root_count, sizeof *root) : NULL;
    if (!root) {
        mst_free(copy);
        return -1;
    }

    memcpy(copy, bytes, text->length + 1);
    *root = (struct search_root_move){name, copy};
    return worlds->root_count - 1;
}

/* Have other lines taken the move with that text, which is read in the position of the match? */
static bool taken(struct mst_buf *const *without, int count, const struct mst_buf *text) {
    for (int i = 0; i < count; i++)
        if (!strcmp(mst_buf_text(without[i]), mst_buf_text(text)))
            return true;
    return false;
}

/* List the moves at the root of a world. False if the rules fail, or when out of memory. */
static bool list_roots(struct search_worlds *worlds, struct search_think *think,
                       struct search_world *world, struct mst_buf *const *without) {
    struct mst_buf text = {0};
    int count = 0;
    bool done = search_think_set(think, world->pos) && core_legal(&think->play, &world->moves);

    world->roots = done ? mst_alloc(((size_t)world->moves.count + 1) * sizeof *world->roots) : NULL;
    if (done && !world->roots)
        done = search_think_no_memory(think);
    for (int i = 0; done && i < world->moves.count; i++) {
        mst_buf_reset(&text);
        core_move_print(&think->play, world->moves.moves[i], &text);
        /* K4 */
        if (taken(without, think->without_count, &text))
            continue;

        /* Moves and their numbers stay side by side. */
        int root = text.failed ? -1 : root_of(worlds, &text);
        done = root >= 0 || search_think_no_memory(think);
        assert(count <= i);
        assert(root < worlds->root_count); /* D3 */
        world->moves.moves[count] = world->moves.moves[i];
        world->roots[count++] = root;
    }

    world->moves.count = count;
    mst_buf_clear(&text);
    return done;
}

static void free_world(struct search_world *world) {
    core_position_free(world->pos);
    mst_moves_clear(&world->moves);
    mst_free(world->roots);
    *world = (struct search_world){0};
}

/* Draw one more. False when out of memory. */
static bool think_worlds_draw(struct search_worlds *worlds, struct search_think *think,
                              const struct search_knowledge *knowledge, struct mst_rng *rng,
                              struct mst_buf *const *without) {
    assert(worlds->count < SEARCH_MOST_WORLDS);
    struct search_world *world = &worlds->of[worlds->count];
    core_budget_next(think->budget);
    world->pos = search_think_sample(think, knowledge, rng);
    if (world->pos && list_roots(worlds, think, world, without)) {
        worlds->count++;
        return true;
    }

    /* The rules fail at once: this one cannot be. */
    free_world(world);
    search_think_pardon(think);
    return think->error.status != MST_NO_MEMORY;
}

bool search_worlds_draw(struct search_worlds *worlds, struct search_think *think,
                        const struct search_knowledge *knowledge, struct mst_rng *rng, int want) {
    struct mst_buf texts[MST_PLAYER_LINES] = {{0}}, *without[MST_PLAYER_LINES];
    assert(think->without_count <= MST_PLAYER_LINES);
    struct mst_error before = think->error;
    bool done = true;
    int drawn = worlds->count;

    for (int i = 0; i < think->without_count; i++) {
        /* Texts of the match's position, where `play` is now: it moves on with the first world. */
        without[i] = &texts[i];
        core_move_print(&think->play, think->without[i], &texts[i]);
        done = done && (!texts[i].failed || search_think_no_memory(think));
    }

    for (int i = 0; done && i < want && drawn + i < SEARCH_MOST_WORLDS && !search_think_late(think);
         i++)
        done = think_worlds_draw(worlds, think, knowledge, rng, without);
    if (done && 2 * (worlds->count - drawn) > want) /* the others cannot be */
        think->error = before;
    for (int i = 0; i < think->without_count; i++)
        mst_buf_clear(&texts[i]);
    return done && worlds->root_count;
}

void search_worlds_strike(struct search_worlds *worlds, int world) {
    assert(world >= 0 && world < worlds->count);
    free_world(&worlds->of[world]);
    /* Struck off the end, the last one may be the one itself, and is empty then. */
    worlds->of[world] = worlds->of[--worlds->count];
    worlds->of[worlds->count] = (struct search_world){0};
}

void search_worlds_clear(struct search_worlds *worlds) {
    for (int i = 0; i < worlds->count; i++)
        free_world(&worlds->of[i]);
    for (int i = 0; i < worlds->root_count; i++)
        mst_free(worlds->roots[i].text);
    mst_free(worlds->roots);
    *worlds = (struct search_worlds){.count = 0};
}
