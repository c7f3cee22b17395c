/* Choice of a move: levels, limits, copies and the result. The searches are in think_turn.c,
 * think_reply.c and think_tree.c. */
#include "search/team.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "search/playout.h"
#include "core/secret.h"
#include "muster/player.h"

/* ---- levels ---------------------------------------------------------------------------------- */

/* In a ply-by-ply search a position takes little work. */
#define POSITIONS(n) .nodes = (n), .plies = 4 * (n)

/* A level searches four times as many positions or playouts as the one below it, and two to four
 * times as many tries, but no more than so much work. The lower ones also slip: so many of thousand
 * moves are random. */
static const struct level {
    int slips;
    struct search_effort effort;
} levels[] = {
    {150, {POSITIONS(200), .tries = 300, .work = 4800000, .samples = 4}},
    {60, {POSITIONS(800), .tries = 500, .work = 8000000, .samples = 4}},
    {0,
     {POSITIONS(3200), .tries = 1000, .work = 16000000, .samples = 8, .replies = true,
      .share = 400}},
    {0,
     {POSITIONS(12800), .tries = 4000, .work = 64000000, .samples = 16, .replies = true,
      .share = 800}},
    {0,
     {POSITIONS(51200), .tries = 12800, .work = 204800000, .samples = 32, .replies = true,
      .share = 1500}},
};
static const int64_t UNBOUNDED = INT64_MAX / 2; /* another limit ends the search */
enum { SHARES = 16, SHARE = 1500, SAMPLE_NODES = 800, LEAST_SAMPLES = 8, MOST_SAMPLES = 64 };

static bool is_level(const struct mst_player *player) {
    return player->kind >= MST_PLAYER_LEVEL1;
}

static int slips_of(const struct mst_player *player) {
    assert(!is_level(player) || player->kind <= MST_PLAYER_LEVEL5);
    return is_level(player) ? levels[player->kind - MST_PLAYER_LEVEL1].slips : 0;
}

static bool slips(const struct mst_player *player, uint64_t seed) {
    struct mst_rng rng;
    /* Another number than the one that choose_random draws with, or a slip would always be to the
     * same few moves. */
    mst_rng_seed(&rng, core_mix(seed));
    return (int)mst_rng_below(&rng, 1000) < slips_of(player);
}

static int64_t within(int64_t value, int64_t least, int64_t most) {
    return value < least ? least : value > most ? most : value;
}

/* Limits of the caller replace those of the level. */
static struct search_effort effort_of(const struct mst_player *player) {
    struct search_effort effort = {.samples = LEAST_SAMPLES, .share = SHARE};

    if (is_level(player))
        effort = levels[player->kind - MST_PLAYER_LEVEL1].effort;

    effort.ms = player->ms;

    /* A limit of the caller is in positions or in time, so the level's limit of work must not end
     * the search before. */
    if (player->nodes || player->ms) {
        effort.nodes = effort.plies = effort.tries = player->nodes;
        effort.work = 0;
    } else if (!is_level(player)) {
        effort.nodes = MST_PLAYER_NODES;
    }

    if (player->nodes) {
        effort.share = within(effort.nodes / SHARES, 1, SHARE);
        effort.samples = (int)within(effort.nodes / SAMPLE_NODES, LEAST_SAMPLES, MOST_SAMPLES);
    }

    return effort;
}

/* A part of the limits. */
struct search_effort search_effort_part(const struct search_effort *whole, int parts) {
    assert(parts > 0);
    struct search_effort part = *whole;
    /* A limit that is there stays there: 0 would mean none. */
    part.nodes = whole->nodes && whole->nodes < parts ? 1 : whole->nodes / parts;
    part.plies = whole->plies && whole->plies < parts ? 1 : whole->plies / parts;
    part.tries = whole->tries && whole->tries < parts ? 1 : whole->tries / parts;
    part.work = whole->work && whole->work < parts ? 1 : whole->work / parts;
    part.ms = whole->ms && whole->ms < parts ? 1 : whole->ms / parts;
    return part;
}

/* ---- limits and copies ----------------------------------------------------------------------- */

bool search_think_spent(const struct search_think *think) {
    return think->nodes >= think->limit ||
           (think->work_limit && core_budget_worked(think->budget) >= think->work_limit);
}

bool search_think_spend(struct search_think *think) {
    assert(think->nodes >= 0);
    struct mst_budget *budget = think->budget;

    if (search_think_spent(think) || core_budget_ended(budget))
        return false;
    /* Reading the clock costs as much as a small position. */
    if (think->nodes % 16 == 15 && search_think_late(think))
        return false;

    /* K2, and G3: each position has a budget of its own. */
    assert(think->nodes < think->limit); /* K2 */
    core_budget_next(budget);
    think->nodes++;
    return true;
}

bool search_think_late(const struct search_think *think) {
    return core_budget_ended(think->budget) ||
           (think->deadline && mst_clock_steady() >= think->deadline);
}

bool search_think_set(struct search_think *think, const struct core_position *from) {
    assert(think->pos != think->root && from != think->pos); /* K1 */
    return core_position_copy(think->pos, from ? from : think->root) ||
           search_think_no_memory(think);
}

bool search_think_no_memory(struct search_think *think) {
    mst_fail(&think->error, MST_NO_MEMORY, "", "out of memory");
    return false;
}

void search_think_pardon(struct search_think *think) {
    /* The first failure is the one to report: later ones may follow from it. */
    if (think->error.status == MST_OK)
        think->error = *think->play.error;
    core_play_ready(&think->play);
}

void search_think_forgive(struct search_think *think) {
    /* Memory that ran out has nothing to do with what the determinization is. */
    if (think->play.failed && think->play.error->status == MST_NO_MEMORY)
        search_think_pardon(think);
    core_play_ready(&think->play);
}

void search_think_rest(struct search_think *think) {
    if (!core_budget_ended(think->budget))
        return;

    /* The line is printed and read with the rules, which would refuse on a budget that is used up.
     */
    core_budget_finish(think->budget);
    core_play_ready(&think->play);
}

void search_think_close(struct search_think *think) {
    think->budget->deadline = think->outer_deadline;
    core_play_clear(&think->play);
    core_position_free(think->pos);
    core_position_free(think->root);
}

static int64_t most_nodes(const struct search_effort *effort) {
    return effort->nodes ? effort->nodes : UNBOUNDED;
}

static void limit(struct search_think *think, const struct search_effort *effort) {
    think->effort = *effort;
    think->limit = most_nodes(effort);

    /* Limits of work count from here: the match may have used some before. */
    think->work_limit = effort->work ? core_budget_worked(think->budget) + effort->work : 0;
    think->deadline = effort->ms ? mst_clock_steady() + effort->ms : 0;

    /* The budget watches the clock, too, so that one long rule cannot exceed the time. */
    think->budget->clock = mst_clock_steady;
    think->budget->deadline = think->deadline;
}

bool search_think_open(struct search_think *think, struct mst_match *match,
                       const struct search_effort *effort, const struct core_position *root,
                       uint64_t seed) {
    *think = (struct search_think){
        .host = match->ruleset->host,
        .seat = mst_match_state(match).to_move,
        .seed = seed,
        .budget = match->ruleset->rules->budget,
        .root = core_position_clone(root),
        .pos = core_position_clone(root),
    };

    /* A part of a search, say in one determinization, has its own deadline on the same budget. */
    think->outer_deadline = think->budget->deadline;
    assert(!think->root || think->root != think->pos); /* K1 */
    mst_budget_step(think->budget);
    limit(think, effort);

    return think->root && think->pos &&
           core_play_init(&think->play, match->ruleset->rules, think->pos);
}

/* ---- choosing -------------------------------------------------------------------------------- */

static bool choose_random(struct search_think *think) {
    struct mst_rng rng;
    int64_t count = 0;
    mst_rng_seed(&rng, think->seed);

    think->line.count = 1;
    think->nodes = 1;

    if (search_playout_pick(&think->play, &rng, &think->line.moves[0], &count) && count)
        return true;

    search_think_pardon(think);
    return false;
}

bool search_think_judges(const struct search_think *think) {
    return think->effort.weights || host_judges(think->host);
}

bool search_think_plays_out(const struct search_think *think) {
    return !search_think_judges(think) || (think->effort.replies && host_plays_out(think->host));
}

static bool player_search(struct search_think *think) {
    if (search_think_plays_out(think))
        return search_think_tree(think);
    /* Rules can say that turns are the better unit even where alpha-beta fits. */
    if (!host_by_turns(think->host) && search_think_alpha_fits(think)) {
        think->limit = think->effort.plies ? think->effort.plies : think->limit;
        return search_think_alpha(think);
    }

    return think->effort.replies ? search_think_reply(think) : search_think_turn(think);
}

bool search_think_look(struct search_think *think) {
    struct mst_moves moves = {0};
    bool only = core_legal(&think->play, &moves) && moves.count == 1;
    /* Nothing to think about: but the caller compares moves across searches, so the one is noted.
     */
    if (only) {
        think->line.moves[0] = moves.moves[0];
        search_think_note(think, moves.moves[0], 0, 0);
    }

    think->line.count = think->nodes = only;
    mst_moves_clear(&moves);

    if (think->play.failed) {
        search_think_pardon(think);
        return false;
    }
    if (only)
        return true;

    bool found = player_search(think);
    if (!think->blind)
        return found;

    think->blind = false; /* the search goes on without the evaluation */
    think->nodes = 0;
    think->limit = most_nodes(&think->effort);
    found = search_think_tree(think);
    think->blind = true;
    return found;
}

bool search_think_first(struct search_think *think) {
    struct mst_moves moves = {0};

    /* It needs some work even where the search ended because there was none left. */
    core_budget_finish(think->budget);
    core_play_ready(&think->play);
    think->line.count = 0;
    think->line.sense = MST_SENSE_NONE;

    if (search_think_set(think, NULL) && core_legal(&think->play, &moves))
        /* Backward, so that the first one stays. */
        for (int i = moves.count - 1; i >= 0; i--)
            if (search_think_begins(think, moves.moves[i])) {
                assert(search_think_begins(think, moves.moves[i])); /* K4 */
                think->line.moves[0] = moves.moves[i];
                think->line.count = 1;
            }

    mst_moves_clear(&moves);
    return think->line.count;
}

/* The subject of a search. */
struct subject {
    struct mst_match *match;
    const struct core_position *masked;
};

static bool think_alone(const void *context, struct search_think *think) {
    const struct subject *subject = context;
    if (!subject->masked->masked)
        return search_think_look(think);

    return search_think_hidden(think, subject->match, &think->effort, subject->masked);
}

/* Choose a move. Uses only `masked`, which contains nothing that is hidden from the seat. */
static bool player_choose(struct search_think *think, struct mst_match *match,
                          const struct mst_player *player, const struct core_position *masked) {
    const struct subject subject = {match, masked};

    /* K4: a slip takes the first line only, as all lines have the same seed. */
    bool first = think->without_count == 0;
    if (player->kind == MST_PLAYER_RANDOM || (first && slips(player, think->seed)))
        return choose_random(think);

    think->unseen = player->unseen;
    if (think->unseen == MST_UNSEEN_USUAL)
        think->unseen = is_level(player) ? MST_UNSEEN_TOGETHER : MST_UNSEEN_APART;

    think->peeks = player->peeks;
    if (player->threads < 2)
        return think_alone(&subject, think);

    /* Processes share out first moves only where each of them looks at everything in order. */
    return search_think_as_team(think, player->threads,
                                !masked->masked && !search_think_plays_out(think), think_alone,
                                &subject);
}

/* The expected result in thousandths, for an evaluation of so many quarters of the scale: a
 * logistic function, in a table so that every machine rounds alike. */
static int64_t expected(int64_t worth, int64_t scale) {
    static const int64_t table[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905,
                                    924, 940, 953, 963, 971, 977, 982, 986, 989, 991,
                                    993, 995, 996, 997, 998, 998, 998, 999, 999};
    enum { LAST = sizeof table / sizeof *table - 1 };

    /* Beyond the table every position is as good as won; `at` must not overflow on the way there.
     */
    int64_t size = worth < 0 ? -worth : worth, at = size > 8 * scale ? LAST : 4 * size / scale;
    int64_t rest = 4 * size - at * scale, score = table[LAST];

    /* A straight line between two places of the table. */
    if (at < LAST)
        score = table[at] + (table[at + 1] - table[at]) * rest / scale;

    return worth < 0 ? 1000 - score : score;
}

/* The score of a line for people and programs. */
static int64_t score_of(const struct search_think *think, const struct search_line *line) {
    switch (line->sense) {
    case MST_SENSE_WON: return 1000;
    case MST_SENSE_LOST: return 0;
    case MST_SENSE_DRAWN: return 500;
    case MST_SENSE_WORTH:
        return expected(line->score, think->effort.weights ? SEARCH_WEIGHTS_UNIT
                                                           : host_worth_scale(think->host));
    case MST_SENSE_HIDDEN: return 500 + line->score / (SEARCH_WON / 500); /* a mean of ends */
    case MST_SENSE_NONE: return 0;
    case MST_SENSE_CHANCE: break;
    }
    return line->score;
}

/* Write a line as text. Each move is printed in the position where it would be played. */
static void player_describe(struct search_think *think, const struct search_line *line,
                            struct mst_player_info *info) {
    struct mst_buf text = {0};
    size_t length = 0;

    info->score = score_of(think, line);
    info->worth = line->sense == MST_SENSE_WORTH ? line->score : 0;
    info->sense = line->sense;

    /* A move has a text only in its position (L3), so the line is played as it is printed. */
    assert(info->score >= 0 && info->score <= 1000);
    bool stands = search_think_set(think, NULL);
    for (int i = 0; stands && i < line->count; i++) {
        mst_buf_reset(&text);
        core_move_print(&think->play, line->moves[i], &text);
        if (text.failed || length + text.length + 2 > sizeof info->pv)
            break;

        length += (size_t)snprintf(info->pv + length, sizeof info->pv - length, "%s%s",
                                   i ? " " : "", mst_buf_text(&text));
        info->depth++;
        stands = core_play_move(&think->play, line->moves[i]);
    }

    mst_buf_clear(&text);
}

/* ---- progress -------------------------------------------------------------------------------- */

enum { REPORT_MS = 100 };

static void give_report(struct search_progress *progress, const struct mst_player_info *info) {
    progress->player->tell(progress->player->context, info);
    /* From now and not from when it was due: a slow caller is not asked more and more often. */
    progress->due = mst_clock_steady() + REPORT_MS;
    progress->reported = true;
}

bool search_think_due(const struct search_think *think) {
    return think->progress && mst_clock_steady() >= think->progress->due;
}

void search_think_report(struct search_think *think, const struct search_line *line) {
    assert(think->progress);
    int64_t left = core_budget_left(think->budget);
    struct mst_player_info info = {.nodes = think->progress->nodes + think->nodes,
                                   .line = think->progress->line};

    player_describe(think, line, &info);
    core_play_ready(&think->play);
    core_budget_again(think->budget, left);

    /* G1: what is reported must not change what the search can still do. */
    if (!info.depth)
        return;

    think->progress->last = info;
    give_report(think->progress, &info);
}

void search_think_report_again(const struct search_think *think) {
    assert(think->progress);
    struct search_progress *progress = think->progress;

    if (progress->last.line != progress->line)
        return;

    progress->last.nodes = progress->nodes + think->nodes;
    give_report(progress, &progress->last);
}

/* ---- lines ----------------------------------------------------------------------------------- */

bool search_think_begins(const struct search_think *think, mst_move move) {
    for (int i = 0; i < think->without_count; i++)
        if (think->without[i] == move)
            return false;
    /* The shares depend on the moves and the position alone, so all processes agree on them. */
    return think->parts < 2 ||
           core_mix(move ^ think->root->hash) % (uint64_t)think->parts == (uint64_t)think->part;
}

enum mst_sense search_think_sense(int64_t score) {
    const int64_t least = SEARCH_WON / 1000; /* less is a mean over wins and losses */
    int64_t most = SEARCH_WON - least;
    /* K3: the score of an end differs from SEARCH_WON by its distance only. */
    if (score > most || score < -most)
        return score > 0 ? MST_SENSE_WON : MST_SENSE_LOST;

    return score > least || score < -least ? MST_SENSE_HIDDEN : MST_SENSE_WORTH;
}

void search_think_note(struct search_think *think, mst_move move, int64_t score, int64_t tries) {
    struct search_firsts *firsts = think->firsts;
    /* A line that was looked at again counts with its best score. */
    for (int i = 0; firsts && i < firsts->count; i++)
        if (firsts->of[i].move == move) {
            if (score > firsts->of[i].score)
                firsts->of[i].score = score;
            return;
        }

    if (firsts && firsts->count < SEARCH_THINK_FIRSTS)
        firsts->of[firsts->count++] = (struct search_first){move, score, tries};
}

/* The lines of a choice, the best first. */
struct lines {
    struct search_line lines[MST_PLAYER_LINES];
    int count;
    struct search_progress progress;
};

static int most_asked(const struct mst_player *player) {
    int lines = player->lines < MST_PLAYER_LINES ? player->lines : MST_PLAYER_LINES;
    return lines > 1 ? lines : 1;
}

/* How many lines there can be. */
static int most_lines(struct search_think *think, const struct mst_player *player) {
    struct mst_moves moves = {0};
    int most = most_asked(player);
    if (most == 1 || player->kind == MST_PLAYER_RANDOM)
        return 1;

    /* A failure will come up again in the search, which says more about it. */
    if (!core_legal(&think->play, &moves))
        search_think_pardon(think);

    most = moves.count < most ? moves.count : most;
    mst_moves_clear(&moves);
    return most ? most : 1;
}

static void add_line(struct lines *lines, const struct search_think *think) {
    assert(lines->count < MST_PLAYER_LINES);
    int at = lines->count++;
    for (; at > 0 && lines->lines[at - 1].score < think->line.score; at--)
        lines->lines[at] = lines->lines[at - 1];

    lines->lines[at] = think->line;
    lines->progress.nodes += think->nodes;
    lines->progress.line++;
}

/* Report a rule that failed during the search, once: the moves that it spoilt were left out. */
static void own_up(struct search_think *think) {
    /* Memory and budgets are no matter of the rules. */
    if (think->error.status == MST_SCRIPT_ERROR)
        host_note_evaluation_fault(
            think->host, "a rule fails, players leave out moves that lead there", &think->error);
}

/* Find another line, which begins with none of the moves of those before. */
static bool find_another(struct lines *lines, struct mst_match *match,
                         const struct mst_player *player, const struct search_think *first,
                         const struct core_position *masked) {
    struct search_think think;
    assert(lines->count > 0 && lines->count < MST_PLAYER_LINES);

    bool found = search_think_open(&think, match, &first->effort, match->pos, first->seed);
    if (found) {
        think.progress = first->progress;
        /* K4 */
        for (int i = 0; i < lines->count; i++)
            think.without[think.without_count++] = lines->lines[i].moves[0];
        found = player_choose(&think, match, player, masked) && think.line.count > 0;
    }
    if (found)
        add_line(lines, &think);

    own_up(&think);
    search_think_close(&think);
    return found;
}

/* Find the lines. False if there is none. */
static bool find_lines(struct lines *lines, struct search_think *think, struct mst_match *match,
                       const struct mst_player *player, const struct core_position *masked) {
    int most = most_lines(think, player);
    struct search_effort part = search_effort_part(&think->effort, player->each ? 1 : most);

    /* All lines together keep the limits of the caller, unless each has them on its own. */
    limit(think, &part);

    if (player->tell) {
        lines->progress.due = mst_clock_steady() + REPORT_MS;
        think->progress = &lines->progress;
    }

    /* A search that was stopped early still has to answer: with the first legal move. */
    if (!player_choose(think, match, player, masked) &&
        !(core_budget_ended(think->budget) && search_think_first(think)))
        return false;

    add_line(lines, think);
    while (lines->count < most && !core_budget_ended(think->budget))
        if (!find_another(lines, match, player, think, masked))
            break;
    return true;
}

/* Describe the lines for the caller. */
static void player_report(struct lines *lines, struct search_think *think,
                          const struct mst_player *player, struct mst_player_info *info) {
    struct mst_player_info own;
    int count = info ? most_asked(player) : 1;

    if (!info && !player->tell)
        return;
    info = info ? info : &own;

    /* Moves are printed with the rules. */
    core_budget_finish(think->budget);
    for (int i = 0; i < count; i++) {
        info[i] = (struct mst_player_info){.nodes = lines->progress.nodes, .line = i + 1};
        if (i < lines->count)
            player_describe(think, &lines->lines[i], &info[i]);
    }

    if (player->tell && !lines->progress.reported)
        give_report(&lines->progress, info);
}

/* Choose for the seat to move. */
static enum mst_status choose_next(struct mst_match *match, const struct mst_player *player,
                                   mst_move *move, struct mst_player_info *info,
                                   struct mst_error *error) {
    struct mst_state state = mst_match_state(match);
    struct search_think think;
    uint64_t version = core_position_version(match->pos);
    const struct search_weights *weights;

    if (search_weights_for(match->ruleset, player->weights, &weights, error) != MST_OK)
        return error ? error->status : MST_BAD_FILE;
    if (player->threads > 1 && !player->ms)
        return mst_fail(error, MST_BAD_REQUEST, "", "'threads' needs 'ms', the time to think");
    if (player->threads < 0 || player->threads > MST_MOST_THREADS)
        return mst_fail(error, MST_BAD_REQUEST, "", "expected 1 to %d threads, found %d",
                        MST_MOST_THREADS, player->threads);

    core_match_begin(match);

    if (state.over)
        return mst_fail(error, MST_OVER, "", "the match is over (%s): there is nothing to choose",
                        state.by);
    if (state.to_move < 0)
        return mst_fail(error, MST_BAD_REQUEST, "", "chance decides here ('%s'), not a player",
                        state.decision);

    /* The choice depends on what the seat knows and not on what is hidden (K3 of secret.h), and so
     * does its seed. */
    struct core_position *masked = core_position_mask(match->pos, state.to_move);
    uint64_t seed =
        player->seed ^ core_mix((uint64_t)match->ply_count + 1) ^ (masked ? masked->hash : 0);
    enum mst_status status = MST_OK;

    struct search_effort effort = effort_of(player);
    effort.weights = weights;

    struct lines lines = {.progress = {.player = player, .line = 1}};
    if (!search_think_open(&think, match, &effort, match->pos, seed) || !masked) {
        status = mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    } else if (find_lines(&lines, &think, match, player, masked)) {
        *move = lines.lines[0].moves[0];
        own_up(&think);
        player_report(&lines, &think, player, info);
    } else if (think.error.status != MST_OK) {
        status = think.error.status;
        if (error)
            *error = think.error;
    } else {
        status = mst_fail(error, MST_SCRIPT_ERROR, "", "no move is legal in '%s'", state.decision);
    }

    search_think_close(&think);
    core_position_free(masked);
    assert(core_position_version(match->pos) == version); /* C1 */
    (void)version;
    return status;
}

enum mst_status mst_player_choose_for(struct mst_match *match, int seat,
                                      const struct mst_player *player, mst_move *move,
                                      struct mst_player_info *info, struct mst_error *error) {
    int next = core_get(match->pos, CORE_SLOT_TO_MOVE);
    if (seat != next && mst_match_decides(match, seat, error) != MST_OK) {
        if (error)
            error->status = MST_BAD_REQUEST;
        return MST_BAD_REQUEST;
    }

    /* Where several seats choose at once, any of them may be the one to move: for the time of the
     * search it is this one. */
    core_position_to_move(match->pos, seat);
    enum mst_status status = choose_next(match, player, move, info, error);
    core_position_to_move(match->pos, next);
    assert(core_get(match->pos, CORE_SLOT_TO_MOVE) == next); /* C1 */
    return status;
}

enum mst_status mst_player_choose(struct mst_match *match, const struct mst_player *player,
                                  mst_move *move, struct mst_player_info *info,
                                  struct mst_error *error) {
    return mst_player_choose_for(match, core_get(match->pos, CORE_SLOT_TO_MOVE), player, move, info,
                                 error);
}
