/* The contract, part one: what holds while matches are played, copied, taken back and written down.
 */
#include "contract/checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WALK_PLIES = 120, LONG_PLIES = 2000 };

bool check_begins(struct subject *s) {
    struct walk walk;
    bool begins = walk_begin(s, 0, &walk);
    mst_move move;
    if (begins && !mst_match_state(walk.match).over)
        begins = walk_pick(&walk, &move);
    walk_end(&walk);
    return begins;
}

/* ---- every ply ------------------------------------------------------------------------------- */

bool look_sound(struct walk *walk) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    const struct mst_match *match = walk->match;
    if (core_position_rehash(match->pos) != match->pos->hash)
        return subject_blame(s, "game %d, ply %d: the hash is not the one computed from nothing",
                             walk->game, match->ply_count);
    if (!core_position_sound(match->pos, &error))
        return subject_blame(s, "game %d, ply %d: %s", walk->game, match->ply_count, error.text);
    if (!host_verify(s->ruleset->host, &walk->match->play)) {
        subject_blame(s, "game %d, ply %d: the game's own check: %s", walk->game, match->ply_count,
                      match->play.error->text);
        core_play_ready(&walk->match->play);
        return false;
    }
    return true;
}

bool check_sound(struct subject *s) {
    struct walk walk;
    for (int game = 0; game < s->games * 4 && !s->why.length; game++) {
        if (walk_begin(s, game, &walk))
            for (int ply = 0; look_sound(&walk) && ply < WALK_PLIES && walk_step(&walk); ply++) {
            }
        walk_end(&walk);
    }
    return !s->why.length;
}

/* A seat lists the same moves in a position that was read, and the seat to move lists what is
 * legal.
 */
static bool lists_the_same(struct walk *walk, struct mst_match *again) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    char *legal = mst_match_legal(walk->match, &error);
    for (int seat = 0; legal && seat < mst_ruleset_seats(s->ruleset) && !s->why.length; seat++) {
        char *list = mst_match_legal_seen(walk->match, seat, &error);
        char *list_again = list ? mst_match_legal_seen(again, seat, &error) : NULL;
        if (list_again && strcmp(list, list_again) != 0)
            subject_blame(s,
                          "game %d, ply %d: seat %d lists other moves once the line is read:"
                          "\n%.900s\nread as\n%.900s",
                          walk->game, walk->match->ply_count, seat, list, list_again);
        else if (list && seat == mst_match_state(walk->match).to_move && strcmp(list, legal) != 0)
            subject_blame(s,
                          "game %d, ply %d: seat %d sees other moves than are legal:"
                          "\n%.900s\nlegal are\n%.900s",
                          walk->game, walk->match->ply_count, seat, list, legal);
        mst_text_free(list);
        mst_text_free(list_again);
    }
    mst_text_free(legal);
    return !s->why.length;
}

/* Print, read, and compare what was read with what was printed. */
static bool reads_back(struct walk *walk) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    char *look = subject_look(s, walk->match);
    char *line = mst_match_position(walk->match, NULL);
    struct mst_match *again = line ? mst_match_setup(s->ruleset, line, true, 1, &error) : NULL;
    char *look_again = again ? subject_look(s, again) : NULL;
    if (line && !again)
        subject_blame(s, "game %d: the position line cannot be read: %s\n%s", walk->game,
                      error.text, line);
    else if (look && look_again && strcmp(look, look_again) != 0)
        subject_blame(s, "game %d, ply %d: a position is read as another:\n%.900s\nread as\n%.900s",
                      walk->game, walk->match->ply_count, look, look_again);
    else if (again)
        lists_the_same(walk, again);
    if (line && strchr(line, '\n'))
        subject_blame(s, "game %d: the position takes more than one line", walk->game);
    mst_match_free(again);
    mst_free(look);
    mst_free(look_again);
    mst_text_free(line);
    return !s->why.length;
}

/* The same now, and after each move without choices that is accepted but never listed, as resigning
 * is; such moves are taken back. */
bool look_round_trip(struct walk *walk) {
    struct mst_error error = {0};
    const struct core_rules *rules = walk->subject->ruleset->rules;
    bool holds = reads_back(walk);
    for (int i = 0; i < rules->kind_count && holds; i++) {
        const struct core_kind *kind = &rules->kinds[i];
        mst_move move = (mst_move)i << CORE_KIND_SHIFT;
        int before = walk->match->ply_count;
        if (!kind->unlisted || kind->param_count > 0 || mst_match_state(walk->match).over ||
            mst_match_apply(walk->match, move, &error) != MST_OK)
            continue;
        holds = reads_back(walk);
        if (mst_match_undo(walk->match, walk->match->ply_count - before, &error) != MST_OK)
            holds = subject_blame(walk->subject, "cannot take back: %s", error.text);
    }
    return holds;
}

bool check_round_trip(struct subject *s) {
    struct walk walk;
    for (int game = 0; game < s->games && !s->why.length; game++) {
        if (walk_begin(s, game, &walk))
            for (int ply = 0; look_round_trip(&walk) && ply < WALK_PLIES && walk_step(&walk);
                 ply++) {
            }
        walk_end(&walk);
    }
    return !s->why.length;
}

/* ---- taking back ----------------------------------------------------------------------------- */

/* Take back from the last look to the first; counts[] are the plies at each. */
static bool undo_all(struct walk *walk, char **looks, const int *counts, int last) {
    struct mst_error error = {0};
    struct subject *s = walk->subject;
    for (int i = last; i >= 0 && !s->why.length; i--) {
        char *look = subject_look(s, walk->match);
        if (look && strcmp(look, looks[i]) != 0)
            subject_blame(s,
                          "game %d: taken back to ply %d the position is\n%.900s\nand was\n%.900s",
                          walk->game, counts[i], look, looks[i]);
        mst_free(look);
        if (i && mst_match_undo(walk->match, counts[i] - counts[i - 1], &error) != MST_OK)
            subject_blame(s, "game %d: cannot take back: %s", walk->game, error.text);
    }
    return !s->why.length;
}

bool check_undo(struct subject *s) {
    char *looks[WALK_PLIES + 1];
    int counts[WALK_PLIES + 1];
    struct walk walk;
    for (int game = 0; game < s->games && !s->why.length; game++) {
        int last = -1;
        bool goes_on = walk_begin(s, game, &walk);
        while (goes_on && last < WALK_PLIES) {
            looks[++last] = subject_look(s, walk.match);
            counts[last] = walk.match->ply_count;
            goes_on = last < WALK_PLIES && walk_step(&walk);
        }
        if (!s->why.length)
            undo_all(&walk, looks, counts, last);
        for (int i = 0; i <= last; i++)
            mst_free(looks[i]);
        walk_end(&walk);
    }
    return !s->why.length;
}

/* Play `plies` the same random moves in both, which stand alike: they stay alike. */
static bool play_alike(struct walk *a, struct walk *b, int plies) {
    struct subject *s = a->subject;
    for (int ply = 0; ply < plies && !s->why.length; ply++) {
        bool one = walk_step(a), other = walk_step(b);
        if (a->match->pos->hash != b->match->pos->hash || one != other)
            return subject_blame(s, "game %d: a copy plays on differently from ply %d", a->game,
                                 a->match->ply_count);
        if (!one)
            break;
    }
    return !s->why.length;
}

static bool clone_alike(struct walk *walk) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    struct walk copy = *walk;
    char *before = subject_look(s, walk->match);
    int plies = walk->match->ply_count;
    copy.match = mst_match_clone(walk->match, &error);
    if (!copy.match || !before) {
        subject_blame(s, "a match cannot be copied: %s", error.text);
    } else if (play_alike(walk, &copy, 40)) {
        char *look = subject_look(s, walk->match), *look_copy = subject_look(s, copy.match);
        if (look && look_copy && strcmp(look, look_copy) != 0)
            subject_blame(s, "game %d: a copy ends differently", walk->game);
        mst_free(look);
        mst_free(look_copy);
        /* the copy can be taken back beyond its beginning */
        int back = copy.match->ply_count - plies + plies / 2;
        mst_match_undo(walk->match, back, NULL);
        if (mst_match_undo(copy.match, back, &error) != MST_OK)
            subject_blame(s, "game %d: a copy cannot be taken back: %s", walk->game, error.text);
        else if (copy.match->pos->hash != walk->match->pos->hash ||
                 copy.match->ply_count != walk->match->ply_count)
            subject_blame(s, "game %d: a copy taken back differs", walk->game);
    }
    mst_free(before);
    walk_end(&copy);
    return !s->why.length;
}

bool check_clone(struct subject *s) {
    struct walk walk;
    for (int game = 0; game < s->games && !s->why.length; game++) {
        if (walk_begin(s, game, &walk)) {
            for (int ply = 0; ply < 3 + 7 * game && walk_step(&walk); ply++) {
            }
            if (!s->why.length)
                clone_alike(&walk);
        }
        walk_end(&walk);
    }
    return !s->why.length;
}

/* ---- the same again -------------------------------------------------------------------------- */

bool check_seed(struct subject *s) {
    struct walk a, b;
    for (int game = 0; game < s->games && !s->why.length; game++) {
        if (walk_begin(s, game, &a)) {
            if (walk_begin(s, game, &b))
                play_alike(&a, &b, WALK_PLIES);
            walk_end(&b);
        }
        walk_end(&a);
    }
    return !s->why.length;
}

/* Two matches turn by turn on one ruleset, against the same two one after the other. */
bool check_together(struct subject *s) {
    uint64_t apart[2], together[2];
    struct walk walk[2];
    for (int game = 0; game < s->games && !s->why.length; game++) {
        for (int i = 0; i < 2 && walk_begin(s, 2 * game + i, &walk[i]); i++) {
            for (int ply = 0; ply < 60 && walk_step(&walk[i]); ply++) {
            }
            apart[i] = walk[i].match->pos->hash;
            walk_end(&walk[i]);
        }
        if (s->why.length || !walk_begin(s, 2 * game, &walk[0]))
            break;
        if (walk_begin(s, 2 * game + 1, &walk[1])) {
            for (int ply = 0; ply < 60; ply++)
                for (int i = 0; i < 2; i++)
                    walk_step(&walk[(i + ply) % 2]);
            for (int i = 0; i < 2; i++)
                together[i] = walk[i].match->pos->hash;
            if (!s->why.length && (apart[0] != together[0] || apart[1] != together[1]))
                subject_blame(s, "games %d and %d differ when they are played in turns", 2 * game,
                              2 * game + 1);
        }
        walk_end(&walk[1]);
        walk_end(&walk[0]);
    }
    return !s->why.length;
}

/* ---- endings --------------------------------------------------------------------------------- */

bool check_ends(struct subject *s) {
    int ended = 0, longest = 0, games = s->games * 5;
    for (int game = 0; game < games && !s->why.length; game++) {
        struct search_playout result = {0};
        struct walk walk;
        if (walk_begin(s, game, &walk)) {
            if (!search_playout_run(&walk.match->play, &walk.rng, LONG_PLIES, &result))
                subject_blame(s, "game %d, after %d plies: %s: %s", game, result.plies,
                              walk.match->play.error->at, walk.match->play.error->text);
            ended += result.over;
            longest = result.plies > longest ? result.plies : longest;
        }
        walk_end(&walk);
    }
    mst_buf_printf(&s->note, "%d of %d random games ended within %d plies; the longest took %d",
                   ended, games, LONG_PLIES, longest);
    if (!s->why.length && ended * 2 < games)
        subject_blame(s, "only %d of %d random games ended within %d plies", ended, games,
                      LONG_PLIES);
    return !s->why.length;
}

/* ---- Lua keeps nothing ----------------------------------------------------------------------- */

bool check_stateless(struct subject *s) {
    uint64_t before = host_fingerprint(s->ruleset->host);
    struct mst_error error = {0};
    for (int game = 0; game < s->games && !s->why.length; game++) {
        struct walk walk;
        if (walk_begin(s, game, &walk))
            for (int ply = 0; ply < WALK_PLIES && walk_step(&walk); ply++) {
                mst_text_free(mst_match_position(walk.match, &error));
                mst_text_free(mst_match_scene(walk.match, ply % 2 - 1, &error));
            }
        walk_end(&walk);
        if (host_fingerprint(s->ruleset->host) != before)
            subject_blame(s, "game %d: the rules keep something in Lua from one call to the next",
                          game);
    }
    return !s->why.length;
}

/* Scene and worth for every seat; looking twice shows the same and changes nothing. */
bool look_at(struct walk *walk) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    uint64_t hash = walk->match->pos->hash;
    for (int seat = -1; seat < mst_ruleset_seats(s->ruleset) && !s->why.length; seat++) {
        char *scene = mst_match_scene(walk->match, seat, &error);
        char *again = scene ? mst_match_scene(walk->match, seat, &error) : NULL;
        int64_t worth;
        if (!again)
            subject_blame(s, "the scene of seat %d: %s: %s", seat, error.at, error.text);
        else if (strcmp(scene, again) != 0)
            subject_blame(s, "the scene of seat %d differs when it is drawn again", seat);
        if (seat >= 0 && !host_worth(s->ruleset->host, &walk->match->play, seat, &worth))
            subject_blame(s, "the worth for seat %d: %s", seat, walk->match->play.error->text);
        if (walk->match->pos->hash != hash)
            subject_blame(s, "looking changes the position");
        mst_text_free(scene);
        mst_text_free(again);
        core_play_ready(&walk->match->play);
    }
    return !s->why.length;
}

bool check_looking(struct subject *s) {
    struct walk walk;
    for (int game = 0; game < s->games && !s->why.length; game++) {
        if (walk_begin(s, game, &walk))
            for (int ply = 0; look_at(&walk) && ply < WALK_PLIES && walk_step(&walk); ply++) {
            }
        walk_end(&walk);
    }
    return !s->why.length;
}

/* ---- transcripts ----------------------------------------------------------------------------- */

/* Run `$MUSTER_BIN replay FILE` with `text` in the file. */
static bool replay_elsewhere(struct subject *s, const char *text) {
    char path[] = "/tmp/muster-replay-XXXXXX", command[2048], said[500] = "";
    const char *program = getenv("MUSTER_BIN");
    int fd = program ? mkstemp(path) : -1;
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return subject_blame(s, "MUSTER_BIN is not set, or no temporary file can be written");
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "'%s' replay '%s' '%s' 2>&1", program, path, s->path);
    FILE *pipe = popen(command, "r");
    size_t count = pipe ? fread(said, 1, sizeof said - 1, pipe) : 0;
    said[count] = 0;
    int status = pipe ? pclose(pipe) : -1;
    unlink(path);
    return status == 0 ||
           subject_blame(s, "a transcript does not replay in another process: %s", said);
}

bool check_replay(struct subject *s) {
    for (int game = 0; game < (s->games + 3) / 4 && !s->why.length; game++) {
        struct walk walk;
        struct mst_error error = {0};
        if (walk_begin(s, game, &walk)) {
            for (int ply = 0; ply < 2 * WALK_PLIES && walk_step(&walk); ply++) {
            }
            char *text = mst_match_transcript(walk.match, &error);
            struct mst_match *again = text ? mst_match_replay(s->ruleset, text, &error) : NULL;
            if (!again)
                subject_blame(s, "game %d: its transcript does not replay: %s", game, error.text);
            else if (again->pos->hash != walk.match->pos->hash)
                subject_blame(s, "game %d: its transcript replays to another position", game);
            else
                replay_elsewhere(s, text);
            mst_match_free(again);
            mst_text_free(text);
        }
        walk_end(&walk);
    }
    return !s->why.length;
}
