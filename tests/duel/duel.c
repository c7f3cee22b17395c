/* Two players in pairs of games: the same deals, seats swapped. Unlike `muster match`, a player may
 * be a Lua file, and a level may be told how to treat what it cannot see.
 *
 * usage: muster-duel RULESET A B GAMES [SEED [LEAST]]
 *   A, B: level3, look, random, or a file NAME.lua; a level may be followed by /nodes=N, /apart
 *         (determinizations searched one by one), /together (one tree) or /open (sees all cards)
 *   LEAST: exit status 1 unless A scores so many points in a hundred games
 *
 * The file returns a function(line, moves, seat): the position as the seat sees it, the texts of
 * the legal moves, and the seat from 0. It returns one of the moves. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/elo.h"
#include "rulesets/ruleset.h"
#include "muster/player.h"

enum { MOST_PLIES = 5000 };

struct duelist {
    struct mst_player player;
    lua_State *L; /* with the function of a file on its stack, or NULL */
};

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "muster-duel: %s: %s\n", what, why);
    exit(2);
}

/* ---- players --------------------------------------------------------------------------------- */

static void read_word(struct mst_player *player, const char *word) {
    if (!strcmp(word, "apart"))
        player->unseen = MST_UNSEEN_APART;
    else if (!strcmp(word, "together"))
        player->unseen = MST_UNSEEN_TOGETHER;
    else if (!strcmp(word, "open"))
        player->peeks = true;
    else if (sscanf(word, "nodes=%lld", (long long *)&player->nodes) != 1)
        fail(word, "expected nodes=N, apart, together or open");
}

static void open_player(struct duelist *duelist, const char *words) {
    char copy[400], *rest = NULL;
    size_t length = strlen(words);
    *duelist = (struct duelist){.player = {.kind = MST_PLAYER_RANDOM}};
    if (length > 4 && !strcmp(words + length - 4, ".lua")) {
        duelist->L = luaL_newstate();
        luaL_openlibs(duelist->L);
        if (luaL_dofile(duelist->L, words))
            fail(words, lua_tostring(duelist->L, -1));
        return;
    }
    snprintf(copy, sizeof copy, "%s", words);
    char *word = strtok_r(copy, "/", &rest);
    int kind = word ? mst_player_named(word) : -1;
    if (kind < 0)
        fail(words, "expected a level, look, random or a file of Lua");
    duelist->player.kind = (enum mst_player_kind)kind;
    while ((word = strtok_r(NULL, "/", &rest)))
        read_word(&duelist->player, word);
}

/* Let the file of Lua choose. */
static void ask_file(struct duelist *duelist, struct mst_match *match, struct mst_buf *text) {
    lua_State *L = duelist->L;
    struct mst_error error = {0};
    int seat = mst_match_state(match).to_move;
    char *line = mst_match_position_seen(match, seat, &error);
    const struct mst_moves *moves = mst_match_moves(match, &error);
    if (!line || !moves)
        fail(error.at, error.text);
    lua_pushvalue(L, 1);
    lua_pushstring(L, line);
    lua_createtable(L, moves->count, 0);
    for (int i = 0; i < moves->count; i++) {
        mst_buf_reset(text);
        mst_match_move_text(match, moves->moves[i], text);
        lua_pushstring(L, mst_buf_text(text));
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, seat);
    if (lua_pcall(L, 3, 1, 0))
        fail("the file", lua_tostring(L, -1));
    mst_buf_reset(text);
    mst_buf_puts(text, lua_tostring(L, -1));
    lua_settop(L, 1);
    mst_text_free(line);
}

static void ask_level(struct duelist *duelist, struct mst_match *match, uint64_t seed,
                      struct mst_buf *text) {
    struct mst_player player = duelist->player;
    struct mst_seed from = {.kind = MST_SEED_NUMBER, .number = seed};
    struct mst_error error = {0};
    mst_move move;
    player.seed = mst_seed_player(&from, mst_match_state(match).to_move);
    if (mst_player_choose(match, &player, &move, NULL, &error) != MST_OK)
        fail(error.at, error.text);
    mst_buf_reset(text);
    mst_match_move_text(match, move, text);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Half points of the player `first`, who has seat 0. */
static int play(struct mst_ruleset *ruleset, struct duelist *first, struct duelist *second,
                uint64_t seed) {
    struct mst_error error = {0};
    struct mst_buf text = {0};
    struct mst_match *match = mst_match_new(ruleset, true, seed, &error);
    if (!match)
        fail(error.at, error.text);
    for (int ply = 0; ply < MOST_PLIES && !mst_match_state(match).over; ply++) {
        struct duelist *duelist = mst_match_state(match).to_move ? second : first;
        if (duelist->L)
            ask_file(duelist, match, &text);
        else
            ask_level(duelist, match, seed, &text);
        if (text.failed || mst_match_play(match, mst_buf_text(&text), &error) != MST_OK)
            fail(error.at, error.text);
    }
    uint32_t winners = mst_match_state(match).winners;
    mst_buf_clear(&text);
    mst_match_free(match);
    return winners == 1 ? 2 : winners == 2 ? 0 : 1;
}

int main(int argc, char **argv) {
    struct mst_error error = {0};
    struct lab_tally tally = {{0}};
    struct duelist a, b;
    int results[3] = {0};
    if (argc < 5)
        fail("usage", "muster-duel RULESET A B GAMES [SEED [LEAST]]");
    struct mst_ruleset *ruleset = mst_ruleset_load(argv[1], NULL, 0, NULL, &error);
    if (!ruleset)
        fail(error.at, error.text);
    open_player(&a, argv[2]);
    open_player(&b, argv[3]);
    int games = atoi(argv[4]), least = argc > 6 ? atoi(argv[6]) : 0;
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    for (int pair = 0; pair < (games + 1) / 2; pair++) {
        int one = play(ruleset, &a, &b, seed + (uint64_t)pair);
        int other = 2 - play(ruleset, &b, &a, seed + (uint64_t)pair);
        results[one]++;
        results[other]++;
        tally.pairs[one + other]++;
        fprintf(stderr, "\r%d:%d (%d)  ", results[2], results[0], results[1]);
    }
    double low, high, score = lab_tally_score(&tally);
    lab_tally_interval(&tally, &low, &high);
    printf("\r%s against %s: %d wins, %d draws, %d losses; %.1f %% (95 %%: %.1f to %.1f), "
           "Elo %+.0f\n",
           argv[2], argv[3], results[2], results[1], results[0], 100 * score, 100 * low, 100 * high,
           lab_elo(score));
    if (a.L)
        lua_close(a.L);
    if (b.L)
        lua_close(b.L);
    mst_ruleset_free(ruleset);
    return 100 * score >= least ? 0 : 1;
}
