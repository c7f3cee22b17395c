/* Plays one match with the core alone: no Lua, no files. The game is a heap of 21 counters, from
 * which two seats take one to three in turn; who takes the last one wins. Its rules are the
 * functions `rule` and `ask` below, which the core calls as it would call Lua; there is no compiled
 * code.
 *
 *   cc -std=c11 -Iengine -Iengine/include docs/example_core.c engine/core/[a-z]*.c -o example_core
 */
#include <stdio.h>
#include <string.h>

#include "core/asked.h"
#include "core/dispatch.h"
#include "core/match.h"

enum { HEAP = 21, MOST = 3 };
enum { FIELD_HEAP, FIELD_TURN };        /* of the schema, in the order of declaration */
enum { RULE_SEAT = 1, RULE_LEGAL = 2 }; /* numbers of the rules that are functions */

static int get(const struct core_play *play, int field) {
    return core_get(play->pos, play->rules->schema->fields[field].first);
}

/* A rule of the game; here only the one that says whose turn it is. */
static bool rule(void *host, struct core_play *play, int function, const uint8_t *types,
                 const int64_t *args, int count, int64_t *result) {
    (void)host, (void)types, (void)args, (void)count;
    if (function != RULE_SEAT)
        return core_play_fail(play, MST_SCRIPT_ERROR, "", "there is no rule %d", function);
    *result = get(play, FIELD_TURN);
    return true;
}

static bool take(struct core_play *play, int64_t counters) {
    int left = get(play, FIELD_HEAP) - (int)counters, seat = get(play, FIELD_TURN);
    return core_do_field(play, FIELD_HEAP, 0, left) && core_do_field(play, FIELD_TURN, 0, !seat) &&
           (left || core_do_over(play, INT64_C(1) << seat, 0));
}

/* A question about the only kind of moves: which are there, is one legal, play one. */
static bool ask(void *host, struct core_play *play, struct core_question *question) {
    (void)host;
    int64_t most = get(play, FIELD_HEAP) < MOST ? get(play, FIELD_HEAP) : MOST;
    switch (question->what) {
    case CORE_ASK_LIST:
        for (int64_t n = 1; n <= most; n++)
            if (question->visit && !question->visit(question->context, &n))
                break;
        return true;
    case CORE_ASK_READ: question->values[0] = question->raw[0].text[0] - '0'; /* fall through */
    case CORE_ASK_CHECK: return question->values[0] >= 1 && question->values[0] <= most;
    case CORE_ASK_APPLY: return take(play, question->values[0]);
    default: return true;
    }
}

/* The field starts right; the decision is put on top, and its seat found. */
static bool set_up(void *host, struct core_play *play) {
    (void)host;
    core_play_ready(play);
    return core_do_go(play, 0) && core_play_settle(play);
}

static bool print(void *host, struct core_play *play, struct mst_buf *out) {
    (void)host;
    mst_buf_printf(out, "heap=%d turn=%d", get(play, FIELD_HEAP), get(play, FIELD_TURN));
    return true;
}

static bool declare_facts(struct core_schema *schema, struct mst_error *error) {
    struct core_field heap = {"heap", .min = 0, .max = HEAP, .initial = HEAP, .hashed = true};
    struct core_field turn = {"turn", .min = 0, .max = 1, .hashed = true};
    schema->seats = 2;
    schema->board = core_board_new(1, 0); /* every game has a board, if only of one zone */
    return schema->board && core_schema_field(schema, &heap, error) == FIELD_HEAP &&
           core_schema_field(schema, &turn, error) == FIELD_TURN &&
           core_schema_freeze(schema, error) == MST_OK;
}

/* One decision, and one kind of moves with one parameter: the text of a move is a digit. */
static bool declare_moves(struct core_rules *rules) {
    struct core_decision *decision =
        core_rules_grow(&rules->decisions, &rules->decision_count, sizeof *decision);
    struct core_kind *kind = core_rules_grow(&rules->kinds, &rules->kind_count, sizeof *kind);
    if (!decision || !kind)
        return false;
    *decision = (struct core_decision){.name = "take",
                                       .title = "take counters",
                                       .seat = -1,
                                       .seat_function = RULE_SEAT,
                                       .run = {-1, -1},
                                       .empty = {-1, -1},
                                       .reveal = {-1, -1},
                                       .kind_count = 1};
    *kind = (struct core_kind){
        .name = "take",
        .title = "take counters",
        .params = {{.name = "n", .kind = CORE_CLAUSE_RANGE, .min = 1, .max = MOST, .mask = MOST}},
        .param_count = 1,
        .action = {-1, -1},
        .legal = RULE_LEGAL,
        .asks = true,
        .weight = -1,
        .noise = -1,
        .must = -1,
        .origin = mst_strdup("example_core.c")};
    struct core_segment *segment =
        core_rules_grow(&kind->segments, &kind->segment_count, sizeof *segment);
    if (!segment || !kind->origin || core_rules_ending(rules, "last_counter") != 0)
        return false;
    core_rules_ready(rules);
    return true;
}

/* Take what leaves a multiple of four, or one counter: who does that from the start on, wins. */
static bool play(struct mst_match *match, struct mst_error *error) {
    while (!mst_match_state(match).over) {
        char move[2] = {0};
        int left = get(&match->play, FIELD_HEAP) % (MOST + 1);
        move[0] = (char)('0' + (left ? left : 1));
        if (mst_match_play(match, move, error) != MST_OK)
            return false;
        printf("%s ", mst_match_ply_text(match, mst_match_state(match).ply - 1));
    }
    struct mst_state state = mst_match_state(match);
    printf("\n%s after %d plies, winners %u\n", state.by, state.ply, (unsigned)state.winners);
    return true;
}

int main(void) {
    struct mst_error error = {0};
    struct core_rules *rules = core_rules_new();
    struct core_game game = {.rules = rules};
    bool done = rules && declare_facts(rules->schema, &error) && declare_moves(rules);
    if (done)
        rules->callbacks =
            (struct core_callbacks){.rule = rule, .ask = ask, .setup = set_up, .print = print};
    struct mst_match *match = done ? core_match_new(&game, NULL, false, 0, &error) : NULL;
    done = match && play(match, &error);
    if (!done)
        fprintf(stderr, "%s\n", error.text);
    mst_match_free(match);
    core_rules_free(rules);
    return done ? 0 : 1;
}
