/* A level plays connect four (7 by 6) against a player that plays perfectly from the ninth stone
 * on. The level has the first stone; the second seat drops its stones before that at random, by the
 * seed of the game, where it does not lose at once.
 *
 *   muster-four [LEVEL [GAMES [FIRST]]]     level 5, 20 games from number 1: lost games are a fault
 *
 * The solver is alpha-beta over boards of bits, with a table. Column c has the bits 7 c to 7 c + 5,
 * from the bottom; bit 7 c + 6 stays empty. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/subject.h"
#include "muster/player.h"

typedef uint64_t set;

enum { COLUMNS = 7, ROWS = 6, TALL = ROWS + 1, CELLS = COLUMNS * ROWS };
enum { PERFECT_FROM = 8, EXACT_FROM = 16, TABLE = 1 << 22 };

static const set BOTTOM = 0x0040810204081ull, BOARD = 0x0040810204081ull * 0x3f;

/* Own stones are those of the side to move. */
struct board {
    set own, all;
    int stones;
};

struct entry {
    set key;
    int8_t most, known; /* the value is at most this; 0: a free place */
};

static struct entry *table;

/* ---- the solver ------------------------------------------------------------------------------ */

static set column_of(int c) {
    return (set)0x3f << (c * TALL);
}

/* Empty cells that make four in a row of these stones. */
static set fours(set own, set all) {
    static const int ways[] = {TALL, TALL - 1, TALL + 1};
    set found = own << 1 & own << 2 & own << 3;
    for (int i = 0; i < 3; i++) {
        int w = ways[i];
        set up = own << w & own << 2 * w, down = own >> w & own >> 2 * w;
        found |= (up & (own << 3 * w | own >> w)) | (down & (own >> 3 * w | own << w));
    }
    return found & BOARD & ~all;
}

static set playable(const struct board *b) {
    return (b->all + BOTTOM) & BOARD;
}

static struct board drop(const struct board *b, set cell) {
    struct board next = {b->all & ~b->own, b->all | cell, b->stones + 1};
    return next;
}

static bool wins_at_once(const struct board *b) {
    return fours(b->own, b->all) & playable(b);
}

/* A win counts the more the sooner it comes: half the stones that are left, and one. */
static int win_now(const struct board *b) {
    return (CELLS + 1 - b->stones) / 2;
}

/* Cells after which the other side does not win at once; the mover cannot win at once itself. */
static set safe(const struct board *b) {
    set open = playable(b), theirs = fours(b->all & ~b->own, b->all), forced = open & theirs;
    if (forced)
        open = forced & (forced - 1) ? 0 : forced;
    return open & ~(theirs >> 1);
}

static int order(const struct board *b, set cells, set *out) {
    static const int columns[] = {3, 2, 4, 1, 5, 0, 6};
    int worth[COLUMNS], count = 0;
    for (int i = 0; i < COLUMNS; i++) {
        set cell = cells & column_of(columns[i]);
        if (!cell)
            continue;
        int own = core_bits(fours(b->own | cell, b->all | cell)), at = count++;
        for (; at > 0 && worth[at - 1] < own; at--) {
            worth[at] = worth[at - 1];
            out[at] = out[at - 1];
        }
        worth[at] = own;
        out[at] = cell;
    }
    return count;
}

/* The value for the side to move, which cannot win at once; exact only between the limits. */
static int value_of(const struct board *b, int least, int most) {
    set cells = safe(b), moves[COLUMNS], key = b->own + b->all + BOTTOM;
    if (!cells)
        return -(CELLS - b->stones) / 2;
    if (b->stones >= CELLS - 2)
        return 0;
    int bound = (CELLS - 1 - b->stones) / 2;
    struct entry *entry = &table[key % TABLE];
    if (entry->known && entry->key == key && entry->most < bound)
        bound = entry->most;
    most = bound < most ? bound : most;
    int low = -(CELLS - 2 - b->stones) / 2;
    least = low > least ? low : least;
    if (least >= most)
        return most < low ? low : most;
    int count = order(b, cells, moves);
    for (int i = 0; i < count; i++) {
        struct board next = drop(b, moves[i]);
        int value = -value_of(&next, -most, -least);
        if (value >= most)
            return value;
        least = value > least ? value : least;
    }
    *entry = (struct entry){key, (int8_t)least, 1};
    return least;
}

/* Positive: the side to move wins; 0: a draw. `exact`: and how soon. */
static int solve(const struct board *b, bool exact) {
    if (b->stones == CELLS)
        return 0;
    if (wins_at_once(b))
        return exact ? win_now(b) : 1;
    if (!exact)
        return value_of(b, -1, 1);
    int low = -(CELLS - b->stones) / 2, high = (CELLS + 1 - b->stones) / 2;
    while (low < high) {
        int middle = low + (high - low) / 2;
        middle = middle <= 0 && low / 2 < middle ? low / 2 : middle;
        middle = middle >= 0 && high / 2 > middle ? high / 2 : middle;
        int value = value_of(b, middle, middle + 1);
        if (value <= middle)
            high = value;
        else
            low = value;
    }
    return low;
}

/* ---- a game ---------------------------------------------------------------------------------- */

/* The column of a perfect stone; among equals, the first in an order that the generator shuffles.
 */
static int perfect(const struct board *b, struct mst_rng *rng, int *best) {
    int chosen = -1, from = (int)mst_rng_below(rng, COLUMNS);
    bool exact = b->stones >= EXACT_FROM;
    set wins = fours(b->own, b->all) & playable(b);
    *best = -CELLS;
    for (int i = 0; i < COLUMNS; i++) {
        int column = (from + i) % COLUMNS, value;
        set cell = playable(b) & column_of(column);
        if (!cell)
            continue;
        struct board next = drop(b, cell);
        value = cell & wins ? CELLS : -solve(&next, exact);
        if (value > *best) {
            *best = value;
            chosen = column;
        }
    }
    return chosen;
}

/* At random, but so that the game goes on, where that can be. */
static int random_column(const struct board *b, struct mst_rng *rng) {
    set cells = safe(b) ? safe(b) : playable(b);
    int column;
    do
        column = (int)mst_rng_below(rng, COLUMNS);
    while (!(cells & column_of(column)));
    return column;
}

static int level_column(struct mst_match *match, enum mst_player_kind kind, uint64_t seed) {
    struct mst_player player = {.kind = kind, .seed = seed};
    struct mst_error error = {0};
    mst_move move;
    if (mst_player_choose(match, &player, &move, NULL, &error) != MST_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    char *text = move_text(match, move);
    int column = text ? *text - 'a' : -1;
    mst_free(text);
    return column;
}

/* Play a game. Returns its winners. */
static uint32_t play(struct mst_ruleset *ruleset, enum mst_player_kind kind, uint64_t game) {
    struct mst_match *match = mst_match_new(ruleset, true, game, NULL);
    struct board board = {0};
    struct mst_rng rng;
    mst_rng_seed(&rng, core_mix(game));
    printf("game %llu: ", (unsigned long long)game);
    while (match && !mst_match_state(match).over) {
        int value = 0, column;
        if (board.stones % 2 == 0)
            column = level_column(match, kind, game);
        else if (board.stones < PERFECT_FROM)
            column = random_column(&board, &rng);
        else
            column = perfect(&board, &rng, &value);
        char text[2] = {(char)('a' + column), 0};
        printf("%s", text);
        if (board.stones == PERFECT_FROM + 1)
            printf(value > 0 ? "(-)" : value ? "(+)" : "(=)"); /* for the level */
        fflush(stdout);
        board = drop(&board, playable(&board) & column_of(column));
        if (mst_match_play(match, text, NULL) != MST_OK) {
            fprintf(stderr, "'%s' is refused\n", text);
            exit(1);
        }
    }
    uint32_t winners = match ? mst_match_state(match).winners : 2;
    mst_match_free(match);
    puts(winners == 1 ? " won" : winners ? " lost" : " drawn");
    fflush(stdout);
    return winners;
}

int main(int argc, char **argv) {
    struct subject subject;
    int level = argc > 1 ? atoi(argv[1]) : 5, games = argc > 2 ? atoi(argv[2]) : 20;
    int first = argc > 3 ? atoi(argv[3]) : 1, lost = 0, drawn = 0;
    setenv("MUSTER_HOME", source_root(), 1);
    table = calloc(TABLE, sizeof *table);
    if (!table || level < 1 || level > 5 || !subject_open(&subject, "rulesets/connect-four.ini"))
        return 2;
    for (int i = 0; i < games; i++) {
        uint32_t winners =
            play(subject.ruleset, (enum mst_player_kind)(MST_PLAYER_LEVEL1 + level - 1), first + i);
        lost += winners == 2;
        drawn += !winners;
    }
    printf("level %d: %d won, %d drawn, %d lost\n", level, games - lost - drawn, drawn, lost);
    subject_close(&subject);
    free(table);
    return lost > 0;
}
