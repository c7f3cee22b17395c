/* A server that is killed at random moments while visitors play: all that it had acknowledged is
 * there afterwards, and everybody goes on. Each pair of visitors is a process, so that none waits
 * for another; what the server has acknowledged is kept in memory that the processes share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/site.h"

enum { PAIRS = 4, PLAYS = 600, MOVE = 100, FINISHED = 8, LONGEST = 1000 /* ms until a kill */ };

static const struct {
    const char *ruleset;
    bool level; /* the second player is a computer */
} GAMES[PAIRS] = {{"breakthrough-6x6", false},
                  {"battle-line-short", false},
                  {"breakthrough-6x6", true},
                  {"battle-line-short", true}};

/* The moves that were acknowledged to a pair. */
struct promised {
    char tokens[2][WEB_TOKEN + 1];
    char match[16]; /* "": none yet */
    bool joined;
    int said; /* lines of chat */
    int plays;
    struct {
        int ply, seat;
        char move[MOVE];
    } play[PLAYS];
    char finished[FINISHED][16];
    int finished_count;
    long all_plays, all_matches; /* figures */
};

/* ---- what must be there ---------------------------------------------------------------------- */

static bool has_play(const json_t *view, int ply, const char *move) {
    json_t *plies = json_object_get(json_object_get(view, "log"), "plies"), *one;
    size_t i;
    json_array_foreach (plies, i, one) {
        const char *is = json_string_value(json_object_get(one, "move"));
        if (json_integer_value(json_object_get(one, "ply")) == ply)
            return is && !strcmp(is, move);
    }
    return false;
}

/* Open the match again. False: the server is gone. */
static bool look(struct visitor *visitor, int seat, const struct promised *promised) {
    json_t *answer = visitor_open(visitor, promised->match);
    if (!answer)
        return false;
    char *text = json_dumps(answer, JSON_COMPACT);
    must(json_is_true(json_object_get(answer, "ok")), "match %s: %s", promised->match, text);
    must(!json_object_get(visitor->table, "marked"), "match %s is marked: %s", promised->match,
         text);
    for (int i = 0; i < promised->plays; i++)
        must(promised->play[i].seat != seat ||
                 has_play(visitor->view, promised->play[i].ply, promised->play[i].move),
             "match %s, ply %d: '%s' was acknowledged and is lost: %s", promised->match,
             promised->play[i].ply, promised->play[i].move, text);
    must((int)json_array_size(json_object_get(answer, "chat")) >=
             (promised->said < 200 ? promised->said : 200),
         "match %s: %d lines were said: %s", promised->match, promised->said, text);
    free(text);
    json_decref(answer);
    return true;
}

static bool look_at_finished(struct visitor *visitor, const struct promised *promised) {
    for (int i = 0; i < FINISHED && i < promised->finished_count; i++) {
        const char *match = promised->finished[i];
        json_t *answer = ASK(visitor, "{s:s, s:s}", "op", "open", "match", match);
        if (!answer)
            return false;
        const char *status =
            json_string_value(json_object_get(json_object_get(answer, "table"), "status"));
        must(status && !strcmp(status, "over"), "match %s was over: %s", match,
             status ? status : "none");
        json_decref(answer);
        json_decref(ASK(visitor, "{s:s, s:s}", "op", "leave", "match", match));
    }
    return true;
}

/* ---- playing --------------------------------------------------------------------------------- */

static json_t *seats_of(bool level) {
    return level ? json_pack("[{s:s}, {s:s, s:i}]", "who", "you", "who", "level", "level", 1)
                 : json_pack("[{s:s}, {s:s}]", "who", "you", "who", "open");
}

/* See to it that there is a match. False: the server is gone. */
static bool have_match(struct visitor *visitors, int pair, struct promised *promised) {
    if (!promised->match[0]) {
        json_t *made = ASK(&visitors[0], "{s:s, s:s, s:o, s:b}", "op", "create", "ruleset",
                           GAMES[pair].ruleset, "seats", seats_of(GAMES[pair].level), "public", 1);
        if (!made)
            return false;
        const char *match = json_string_value(json_object_get(made, "match"));
        must(match, "no match is made: %s", code_of(json_incref(made)));
        snprintf(promised->match, sizeof promised->match, "%s", match);
        promised->joined = GAMES[pair].level;
        promised->plays = promised->said = 0;
        promised->all_matches++;
        json_decref(made);
    }
    if (!promised->joined) {
        const char *code = code_of(ASK(&visitors[1], "{s:s, s:s, s:i}", "op", "join", "match",
                                       promised->match, "seat", 1));
        if (!strcmp(code, "gone"))
            return false; /* it may have been taken before the kill: */
        must(!*code || !strcmp(code, "not_now"), "nobody can join: %s", code);
        promised->joined = true;
    }
    return true;
}

/* Play a move and note that it was acknowledged. False: the server is gone. */
static bool play(struct visitor *visitor, int seat, struct promised *promised) {
    int ply = visitor_ply(visitor), at = promised->plays;
    must(at < PLAYS, "match %s does not end", promised->match);
    promised->play[at].ply = ply;
    promised->play[at].seat = seat;
    snprintf(promised->play[at].move, MOVE, "%s", visitor_pick(visitor));
    json_t *answer = ASK(visitor, "{s:s, s:s, s:i, s:s}", "op", "play", "match", promised->match,
                         "ply", ply, "move", promised->play[at].move);
    int reached = (int)json_integer_value(json_object_get(answer, "ply"));
    char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    const char *code = code_of(answer);
    must(!*code || !text, "match %s, ply %d: '%s' is refused: %s", promised->match, ply,
         promised->play[at].move, text);
    free(text);
    if (*code)
        return false;
    promised->plays++;
    promised->all_plays++;
    while (visitor_ply(visitor) < reached && visitor->socket >= 0)
        json_decref(visitor_hear(visitor));
    if (any(8) == 0 && !strcmp(code_of(ASK(visitor, "{s:s, s:s, s:s}", "op", "say", "match",
                                           promised->match, "text", "well played")),
                               ""))
        promised->said++;
    return visitor->socket >= 0;
}

static void finish(struct promised *promised) {
    strcpy(promised->finished[promised->finished_count++ % FINISHED], promised->match);
    promised->match[0] = 0;
}

/* Play one match on to its end. False: the server is gone. */
static bool play_match(struct visitor *visitors, int pair, struct promised *promised) {
    int count = GAMES[pair].level ? 1 : 2;
    if (!have_match(visitors, pair, promised))
        return false;
    for (int i = 0; i < count; i++)
        if (!look(&visitors[i], i, promised))
            return false;
    struct visitor *moves;
    while ((moves = visitors_mover(visitors, count)) && !visitor_over(moves))
        if (!play(moves, (int)(moves - visitors), promised))
            return false;
    if (!moves)
        return false;
    finish(promised);
    return true;
}

/* A process: come in as the same persons, see that all is there, and play until the server dies. */
static void pair_plays(struct site *site, int pair, struct promised *promised) {
    struct visitor visitors[2];
    any_seed((uint64_t)getpid());
    for (int i = 0; i < 2; i++)
        if (!visitor_enter(&visitors[i], site, promised->tokens[i]))
            return;
    if (!look_at_finished(&visitors[0], promised))
        return;
    while (play_match(visitors, pair, promised)) {
    }
}

/* ---- kills ----------------------------------------------------------------------------------- */

static void start_pairs(struct site *site, struct promised *promised, pid_t *pairs) {
    fflush(NULL);
    for (int i = 0; i < PAIRS; i++)
        if (!(pairs[i] = fork())) {
            pair_plays(site, i, &promised[i]);
            fflush(NULL);
            _exit(0);
        }
}

static void end_pairs(const pid_t *pairs) {
    bool good = true;
    for (int i = 0; i < PAIRS; i++) {
        int status;
        waitpid(pairs[i], &status, 0);
        good = good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    must(good, "a visitor found a fault");
}

void test_kill(int kills) {
    struct site site;
    pid_t pairs[PAIRS];
    struct promised *promised = mmap(NULL, PAIRS * sizeof *promised, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int early = 0;
    must(promised != MAP_FAILED, "no memory");
    for (int i = 0; i < PAIRS; i++)
        for (int k = 0; k < 2; k++)
            web_token(promised[i].tokens[k]);
    site_make(&site);
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    site_settle(&site);
    for (int kill = 0; kill < kills; kill++) {
        start_pairs(&site, promised, pairs);
        nap(50 + any(LONGEST + 400 * (kill % 8 == 0)));
        site_kill(&site);
        end_pairs(pairs);
        site_check(&site);
        if (any(6) == 0 && site_start_until(&site, any(300000)))
            site_kill(&site), early++; /* as soon as it serves */
        must(site_start(&site), "the server does not start again:\n%s", site_log(&site));
    }
    start_pairs(&site, promised, pairs);
    nap(3000);
    site_stop(&site);
    end_pairs(pairs);
    site_check(&site);
    long plays = 0, matches = 0;
    for (int i = 0; i < PAIRS; i++)
        plays += promised[i].all_plays, matches += promised[i].all_matches;
    printf("%d kills; %ld moves of %ld matches were acknowledged, none is lost\n", kills, plays,
           matches);
    site_remove(&site);
}
