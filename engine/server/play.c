/* Playing: how matches begin, go on and end by the rules.
 *
 * What needs an engine is written in two functions: one asks, and names the other to be called with
 * the answers (begun, played, explained, thought_of, undone, looked_back). In between the match is
 * `busy` (V4 of parts.h). A callback whose context is a request need not hold the match, as
 * requests do; others count among `holders` from the question on. */
#include <assert.h>
#include <string.h>
#include <sys/random.h>

#include "server/parts.h"
#include "muster/transcript.h"

enum {
    ATTEMPTS = 3,        /* to begin a match, while engines end */
    SHORTEST_REST = 100, /* ms, after a computer player failed once; it doubles ... */
    DOUBLINGS = 9        /* ... so often */
};

/* ---- what an engine answered ----------------------------------------------------------------- */

/* The seats that decide in a state. */
static uint32_t deciding(const json_t *state) {
    const json_t *waiting = json_object_get(state, "waiting");
    json_int_t seat = server_json_number(state, "to_move");

    /* Several at once are listed; otherwise there is one, or -1 where the match is over. */
    return waiting ? server_seats_read(waiting) : seat >= 0 ? 1u << (seat & 31) : 0;
}

/* Keep the plies of a transcript from the match's own number on, and its head if there is none. */
static bool take_plies(struct server_live *live, const char *transcript) {
    struct server *server = live->server;
    struct mst_error error = {0};
    struct mst_transcript read;
    struct mst_buf text = {0};
    size_t length;
    int ply = 0;
    bool good = mst_transcript_read(transcript, &read, &error) == MST_OK;

    /* The head says how the match began, so it never changes: the first one is kept. */
    if (good && !live->facts.head) {
        mst_transcript_head(&read, transcript, &text);
        live->facts.head = mst_buf_take(&text);
    }
    if (good)
        server_write(server);

    /* The engine went on from the plies that are kept, so the new ones are those from the match's
     * own number on. */
    const char *at = read.moves, *line;
    for (; good && (line = mst_transcript_ply(&read, &at, &length)); ply++) {
        if (ply < live->kept.ply)
            continue; /* it is kept */
        mst_buf_reset(&text);
        mst_buf_bytes(&text, line, length);
        server_wrote(server,
                     store_add_ply(server->store, live->kept.id, ply, mst_buf_text(&text),
                                   server_clock_wall(), &error),
                     &error);
    }

    mst_buf_clear(&text);
    mst_transcript_clear(&read);
    if (!good)
        return false;

    /* An engine never has fewer plies than it was asked to go on from. */
    server->figures.plies += (uint64_t)(ply - live->kept.ply);
    live->kept.ply = ply;
    return true;
}

/* Take over the state that the engine answered. */
static void take_state(struct server_live *live, const json_t *state) {
    uint32_t to_move = deciding(state);
    bool shared = json_object_get(state, "waiting") != NULL;

    /* Others that decide at the same time may have been quicker: a move for any ply since the first
     * of them is still good. */
    if (!shared || !live->shared)
        live->shared_ply = live->kept.ply;
    live->shared = shared;

    /* The clock needs the seats that were to move until now, so they are replaced after it. */
    server_live_tick(live, to_move);
    live->kept.to_move = to_move;

    /* The rules have ended the match. */
    if (server_json_true(state, "over")) {
        live->kept.stage = SERVER_STAGE_OVER;
        live->kept.to_move = 0;
        live->facts.result.how = SERVER_HOW_RULES;
        live->facts.result.winners = server_seats_read(json_object_get(state, "winner"));
        server_facts_text(&live->facts.result.by, server_json_text(state, "by"));
    }
}

/* Take the answers to a move (or `new`) and to `transcript`. False if they are failures. */
static bool play_take(struct server_live *live, const char *state_line,
                      const char *transcript_line) {
    json_t *state = json_loads(state_line, 0, NULL), *answer = json_loads(transcript_line, 0, NULL);
    const char *transcript = server_json_text(answer, "transcript");
    bool done = server_json_true(state, "ok") && transcript && take_plies(live, transcript);
    if (done)
        take_state(live, state);
    json_decref(state);
    json_decref(answer);
    return done;
}

/* ---- beginning ------------------------------------------------------------------------------- */

static void draw_seed(char seed[33]) {
    unsigned char bytes[16];
    while (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) {
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(seed + 2 * i, 3, "%02x", bytes[i]);
}

/* Note what the seats are called, and who are allies. */
static void learn_seats(struct server_live *live, const char *line) {
    json_t *answer = json_loads(line, 0, NULL), *seat;
    json_t *seats = json_object_get(json_object_get(answer, "scene"), "seats");

    /* Sides never change during a match, so they are asked for once. */
    struct server_facts *facts = &live->facts;
    size_t i;
    json_array_foreach (seats, i, seat)
        if (i < MST_MOST_SEATS) {
            server_facts_text(&facts->seats[i].name, server_json_text(seat, "name"));
            facts->seats[i].side = server_json_number_or(seat, "side", (int64_t)i);
            facts->called = (int)i + 1;
        }
    json_decref(answer);
}

/* Are all seats taken? */
static bool play_is_full(const struct server_live *live) {
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (live->kept.chairs[seat].who == SERVER_WHO_OPEN ||
            live->kept.chairs[seat].who == SERVER_WHO_INVITED)
            return false;
    return true;
}

/* The answers to server_live_begin. */
static void begun(void *context, const struct server_answers *answers) {
    struct server_live *live = context;
    assert(live->busy); /* V4 */
    live->busy = false;
    bool tried_enough = answers->count || live->attempts >= ATTEMPTS;
    bool open = live->kept.stage == SERVER_STAGE_OPEN; /* else it could not be kept */

    /* V2: if the commit failed, the match was read again, and a seat may be free again. */
    if (!open || !play_is_full(live) || !tried_enough) { /* somebody has left, or the engine has */
        live->fresh = true;
        server_call_next(live);
        server_live_drop(live);
        return;
    }

    /* The answers to: new, transcript, describe, view. */
    if (answers->count == 4 && play_take(live, answers->lines[0], answers->lines[1])) {
        json_t *state = json_loads(answers->lines[0], 0, NULL);
        json_t *described = json_loads(answers->lines[2], 0, NULL);
        const char *commitment = server_json_text(state, "commitment");
        const char *rules = server_json_text(described, "rules");
        snprintf(live->kept.commitment, sizeof live->kept.commitment, "%s",
                 commitment ? commitment : "");
        snprintf(live->kept.rules, sizeof live->kept.rules, "%s", rules ? rules : "");
        learn_seats(live, answers->lines[3]);
        if (live->kept.stage == SERVER_STAGE_OPEN)
            live->kept.stage = SERVER_STAGE_RUNNING;
        json_decref(state);
        json_decref(described);
    } else {
        server_live_blame(live, "begin", answers->why ? answers->why : answers->lines[0]);
        server_facts_text(&live->facts.marked, "The rules of this match failed when it began.");
    }

    /* Even a match that cannot begin is kept, with its mark, so that it is not tried for ever. */
    server_live_write(live, true);
    server_live_drop(live);
}

void server_live_begin(struct server_live *live) {
    struct mst_buf lines = {0};
    if (live->busy || live->kept.stage != SERVER_STAGE_OPEN || !play_is_full(live) ||
        live->facts.marked)
        return;

    /* Every attempt has its own seed: nobody knows yet what an earlier one would have drawn. */
    live->attempts++;
    draw_seed(live->kept.seed);
    mst_buf_printf(&lines,
                   "{\"op\":\"new\",\"seed\":\"%s\"}\n{\"op\":\"transcript\"}\n"
                   "{\"op\":\"describe\"}\n{\"op\":\"view\",\"seat\":-1}\n",
                   live->kept.seed);
    live->busy = server_live_ask(live, mst_buf_text(&lines), begun, live);
    live->holders += live->busy;
    mst_buf_clear(&lines);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* A move on its way. */
struct action {
    struct server_live *live;
    struct server_call *request; /* NULL: a level's */
};

/* Offers do not outlive a move. */
static void clear_offers(struct server_live *live) {
    live->facts.offer = (struct server_offer){.kind = SERVER_OFFER_NONE};
}

static void refuse_action(struct action *action, const struct server_answers *answers) {
    const char *why = answers->count ? answers->lines[0] : answers->why;

    /* A level has nobody to answer to: those who watch hear of it. */
    if (!action->request)
        server_live_blame(action->live, "level", why);
    else if (answers->count || (why && *why == '{'))
        server_call_pass_on(action->request, why);
    else
        server_call_refuse(action->request, "failed", "%s; the match goes on from its last move",
                           why);
}

/* The answers to play. */
static void played(void *context, const struct server_answers *answers) {
    struct action *action = context;
    struct server_live *live = action->live;
    assert(live->busy); /* V4 */
    live->busy = false;

    /* The match may have ended meanwhile: by time, or because somebody resigned. */
    if (answers->count == 2 && live->kept.stage == SERVER_STAGE_RUNNING &&
        play_take(live, answers->lines[0], answers->lines[1])) {
        clear_offers(live);
        server_live_write(live, true);
        if (action->request) {
            server_call_set(action->request, "ply", json_integer(live->kept.ply));
            server_call_answer(action->request);
        }
    } else {
        live->fresh = true; /* it may have played it */
        refuse_action(action, answers);
        server_call_next(live);
    }
    server_live_drop(live);
    mst_free(action);
}

/* Play a move for a seat. False if no engine can be asked. */
static bool play(struct server_live *live, int seat, const char *move,
                 struct server_call *request) {
    struct action *action = mst_calloc(1, sizeof *action);
    struct mst_buf lines = {0};
    if (!action)
        return false;
    assert(!live->busy && seat >= 0 && seat < live->kept.seats); /* V4 */
    *action = (struct action){live, request};

    /* The transcript comes in the same task, so that no other move can come between. */
    mst_buf_printf(&lines, "{\"op\":\"play\",\"seat\":%d,\"move\":", seat);
    server_json_string(&lines, move);
    mst_buf_puts(&lines, "}\n{\"op\":\"transcript\"}\n");

    /* V4: whatever changes the match waits from here on. */
    live->busy = server_live_ask(live, mst_buf_text(&lines), played, action);
    live->holders += live->busy;
    if (!live->busy)
        mst_free(action);
    mst_buf_clear(&lines);
    return live->busy;
}

/* The seat through which a person plays now, -1 after refusing the request. */
static int playing_seat(struct server_call *request) {
    struct server_live *live = request->live;
    uint32_t seats = server_live_seats(live, &request->person) & live->kept.to_move;

    /* The reasons from the general to the particular: what nobody can do, what this person cannot,
     * what cannot be done now. */
    if (live->kept.stage != SERVER_STAGE_RUNNING)
        server_call_refuse(request, "not_now",
                           live->kept.stage == SERVER_STAGE_OPEN
                               ? "the match has not begun: seats are free"
                               : "the match is over");
    else if (live->facts.marked)
        server_call_refuse(request, "not_now", "%s", live->facts.marked);
    else if (!server_live_seats(live, &request->person))
        server_call_refuse(request, "not_you", "you have no seat in this match");
    else if (!seats)
        server_call_refuse(request, "illegal_move", "it is not your turn");
    else
        for (int seat = 0; seat < MST_MOST_SEATS; seat++)
            if (seats >> seat & 1)
                return seat;
    return -1;
}

void server_serve_play(struct server_call *request) {
    struct server_live *live = request->live;
    const char *move = server_call_text(request, "move", 200);
    int64_t ply;
    if (!move || !server_call_number(request, "ply", 0, INT32_MAX, &ply))
        return;
    int seat = playing_seat(request);
    if (seat < 0)
        return;

    /* The client saw an older position. Where several decide at once, that is no reason to refuse.
     */
    if (ply != live->kept.ply && !(live->shared && ply >= live->shared_ply)) {
        server_call_refuse(request, "stale", "the match is at ply %d now", live->kept.ply);
        return;
    }

    /* The clock is looked at a few times a second only: it may have run out since. */
    if (server_live_left(live, seat, server_clock_wall()) <= 0) {
        server_lives_tend(request->server); /* the time is up: say so to all */
        server_call_refuse(request, "not_now", "your time is up");
        return;
    }
    if (!play(live, seat, move, request))
        server_call_refuse(request, "failed", "no engine could be asked");
}

/* ---- questions ------------------------------------------------------------------------------- */

/* The answer to server_serve_why. */
static void explained(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    if (answers->count && server_answer_fields(answers->lines[0])) {
        server_call_set(request, "legal", json_true());
        server_call_answer(request);
    } else if (answers->count) {
        server_call_pass_on(request, answers->lines[0]);
    } else {
        server_call_refuse(request, "failed", "%s", answers->why);
    }
}

/* Why is a move refused? It is played on a copy of the match. */
void server_serve_why(struct server_call *request) {
    const char *move = server_call_text(request, "move", 200);
    struct mst_buf lines = {0};
    int seat = move ? playing_seat(request) : -1;
    if (seat < 0)
        return;
    mst_buf_printf(&lines, "{\"op\":\"play\",\"seat\":%d,\"move\":", seat);
    server_json_string(&lines, move);
    mst_buf_puts(&lines, "}\n");
    if (!server_live_ask_aside(request->live, mst_buf_text(&lines), explained, request))
        server_call_refuse(request, "failed", "no engine could be asked");
    mst_buf_clear(&lines);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static int level_seat(const struct server_live *live) {
    for (int seat = 0; seat < live->kept.seats; seat++)
        if ((live->kept.to_move >> seat & 1) && live->kept.chairs[seat].who == SERVER_WHO_LEVEL)
            return seat;
    return -1;
}

struct thought {
    struct server_live *live;
    int ply, seat;
};

/* Milliseconds: an engine that ended is a matter of a moment, rules that fail are not. */
static int64_t rest_after(int failures) {
    return failures < DOUBLINGS ? SHORTEST_REST << failures : SHORTEST_REST << DOUBLINGS;
}

/* The answers to server_live_think. */
static void thought_of(void *context, const struct server_answers *answers) {
    struct thought *thought = context;
    struct server_live *live = thought->live;
    json_t *answer = answers->count == 2 ? json_loads(answers->lines[1], 0, NULL) : NULL;
    const char *move = server_json_text(answer, "move");

    /* The pool calls this once for each task (P3 of pool.h): the level may be asked again. */
    assert(live->thinking);
    live->thinking = false;
    live->failures = move ? 0 : live->failures + 1;
    live->resting = move ? 0 : mst_clock_steady() + rest_after(live->failures);

    /* A replay that fails marks the match. Anything else may succeed at the next attempt, unless
     * the position has changed: then the move is thrown away. */
    if (answers->count && !server_answer_fields(answers->lines[0]))
        server_live_mark(live, answers->lines[0]);
    else if (!move)
        server_live_blame(live, "level",
                          answers->why ? answers->why : answers->lines[answers->count - 1]);
    else if (live->kept.stage == SERVER_STAGE_RUNNING && live->kept.ply == thought->ply &&
             !live->busy)
        play(live, thought->seat, move, NULL);
    json_decref(answer);
    server_live_drop(live);
    mst_free(thought);
}

void server_live_think(struct server_live *live) {
    int seat = level_seat(live);
    char home[SERVER_HOME_SIZE];
    struct server_crew crew;
    struct mst_error error = {0};
    struct mst_buf transcript = {0}, lines = {0};
    if (seat < 0 || live->thinking || live->busy || live->kept.stage != SERVER_STAGE_RUNNING ||
        live->facts.marked || !server_live_crew(live, true, home, &crew, &error))
        return;
    struct thought *thought = mst_calloc(1, sizeof *thought);
    if (!thought)
        return;

    /* It thinks in another process, which must first be brought to the position. */
    *thought = (struct thought){live, live->kept.ply, seat};
    lines.failed = !server_live_transcript(live, &transcript);
    mst_buf_puts(&lines, "{\"op\":\"replay\",\"transcript\":");
    server_json_string(&lines, mst_buf_text(&transcript));
    mst_buf_printf(&lines, "}\n{\"op\":\"go\",\"level\":%d,\"seat\":%d}\n",
                   live->kept.chairs[seat].level, seat);

    /* The match stays in memory while somebody thinks about it. */
    live->thinking =
        !lines.failed && server_pool_run(live->server->pool, &crew, mst_buf_text(&lines),
                                         thought_of, NULL, thought, NULL);
    live->holders += live->thinking;
    if (!live->thinking)
        mst_free(thought); /* too many wait: server_lives_tend asks again */
    mst_buf_clear(&transcript);
    mst_buf_clear(&lines);
}

/* ---- taking back ----------------------------------------------------------------------------- */

/* Make an offer, to which its seats agree. */
static void make_offer(struct server_live *live, enum server_offer_kind kind, int plies,
                       const struct server_person *person) {
    assert(kind != SERVER_OFFER_NONE && server_live_seats(live, person));
    live->facts.offer = (struct server_offer){.kind = kind,
                                              .seat = server_live_viewer(live, person),
                                              .plies = plies,
                                              .agreed = server_live_seats(live, person)};
}

/* Do all persons agree to the offer? */
static bool all_agreed(const struct server_live *live) {
    uint32_t agreed = live->facts.offer.agreed;
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (live->kept.chairs[seat].who == SERVER_WHO_PERSON && !(agreed >> seat & 1))
            return false;
    return true;
}

/* The answer to play_take_back. */
static void undone(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    struct server_live *live = request->live;
    struct server *server = request->server;
    struct mst_error error = {0};
    json_t *state = answers->count ? json_loads(answers->lines[0], 0, NULL) : NULL;
    bool runs = live->kept.stage == SERVER_STAGE_RUNNING; /* somebody may have left meanwhile */

    /* The answer may end the request, and its hold on the match, before the queue has run. */
    assert(live->busy); /* V4 */
    live->busy = false;
    live->holders++;
    if (runs && server_json_true(state, "ok")) {
        live->kept.ply = (int)server_json_number(state, "ply");

        /* The plies go from the store first: server_live_write keeps their number. */
        server_write(server);
        server_wrote(server, store_cut(server->store, live->kept.id, live->kept.ply, &error),
                     &error);
        take_state(live, state);
        clear_offers(live);

        /* The log of clients beyond this ply is not true any more. */
        for (struct server_opened *opened = live->watchers; opened; opened = opened->next)
            if (opened->ply > live->kept.ply)
                opened->ply = live->kept.ply;
        server_live_write(live, true);
        server_call_answer(request);
    } else {
        live->fresh = true;
        server_call_refuse(request, runs ? "failed" : "not_now", "%s",
                           !runs          ? "the match is over"
                           : answers->why ? answers->why
                                          : "it failed");
    }
    json_decref(state);
    server_call_next(live);
    server_live_drop(live);
}

static void play_take_back(struct server_call *request, int plies) {
    struct server_live *live = request->live;
    char line[60];
    assert(plies > 0 && !live->busy); /* V4 */
    snprintf(line, sizeof line, "{\"op\":\"undo\",\"plies\":%d}\n", plies);
    live->busy = server_live_ask(live, line, undone, request);
    if (!live->busy)
        server_call_refuse(request, "failed", "no engine could be asked");
}

/* Does another person sit in the match? */
static bool against_people(const struct server_live *live, const struct server_person *person) {
    uint32_t own = server_live_seats(live, person);

    /* Somebody who plays alone, or against levels, needs no consent. */
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (!(own >> seat & 1) && live->kept.chairs[seat].who == SERVER_WHO_PERSON)
            return true;
    return false;
}

/* How many plies lead back to the last decision of these seats; 0: none. */
static int plies_back(const json_t *view, uint32_t seats) {
    json_t *plies = json_object_get(json_object_get(view, "log"), "plies");

    /* Back to the last ply of these seats, and that one, too. */
    for (size_t i = json_array_size(plies); i-- > 0;) {
        json_int_t seat = server_json_number(json_array_get(plies, i), "seat");
        if (seat >= 0 && (seats >> seat & 1))
            return (int)(json_array_size(plies) - i);
    }
    return 0;
}

/* The answer to server_serve_takeback, for an offer. */
static void looked_back(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    struct server_live *live = request->live;
    json_t *view = answers->count ? json_loads(answers->lines[0], 0, NULL) : NULL;
    int plies = plies_back(view, server_live_seats(live, &request->person));
    int undoable = (int)server_json_number(view, "untold");
    json_decref(view);
    assert(live->busy); /* V4 */
    live->busy = false;
    live->holders++;

    /* `untold` counts the plies at the end that have revealed nothing: only those can be undone
     * without giving anything away. */
    if (!plies) {
        server_call_refuse(request, "not_now", "you have not decided anything yet");
    } else if (plies > undoable) {
        server_call_refuse(request, "not_now",
                           "that cannot be taken back: since then chance has decided, or somebody "
                           "has learned what was hidden");
    } else if (!against_people(live, &request->person)) {
        play_take_back(request, plies);
    } else {
        /* The other persons must agree; where there are none, nobody is asked. */
        make_offer(live, SERVER_OFFER_TAKEBACK, plies, &request->person);
        server_live_write(live, false);
        server_call_answer(request);
    }
    server_call_next(live);
    server_live_drop(live);
}

enum answer { OFFER, ACCEPT, REFUSE };

/* What a request says of offers of this kind (enum answer); -1 after refusing the request. */
static int answer_of(struct server_call *request, enum server_offer_kind kind) {
    const struct server_offer *offer = &request->live->facts.offer;
    static const char *const words[] = {"offer", "accept", "refuse"};
    uint32_t seats = server_live_seats(request->live, &request->person);
    const char *word = server_call_text(request, "answer", 10);
    int found = -1;
    if (!word)
        return -1;
    for (int i = 0; i < 3; i++)
        if (!strcmp(word, words[i]))
            found = i;

    /* An offer of another kind does not count. */
    bool open = offer->kind == kind;
    bool own = open && (seats >> offer->seat & 1);

    /* First what the request lacks, then whose it is, then whether it is the time for it. */
    if (found < 0)
        server_call_refuse(request, "bad_request", "'answer' must be offer, accept or refuse");
    else if (!seats)
        server_call_refuse(request, "not_you", "you have no seat in this match");
    else if (request->live->kept.stage != SERVER_STAGE_RUNNING)
        server_call_refuse(request, "not_now", "the match is not running");
    else if (found != OFFER && !open)
        server_call_refuse(request, "not_now", "nothing is offered");
    else if (found == ACCEPT && own)
        server_call_refuse(request, "not_now", "the others have to accept it");
    else
        return found;
    return -1;
}

static void drop_offers(struct server_call *request) {
    clear_offers(request->live);
    server_live_write(request->live, false);
    server_call_answer(request);
}

void server_serve_takeback(struct server_call *request) {
    struct server_live *live = request->live;
    char line[80];

    /* To offer, the server must know how far back the person's last decision lies: the engine says.
     */
    switch (answer_of(request, SERVER_OFFER_TAKEBACK)) {
    case OFFER:
        snprintf(line, sizeof line, "{\"op\":\"view\",\"seat\":%d,\"since\":0}\n",
                 server_live_viewer(live, &request->person));
        live->busy = server_live_ask(live, line, looked_back, request);
        if (!live->busy)
            server_call_refuse(request, "failed", "no engine could be asked");
        break;
    case ACCEPT:
        /* All persons have to agree, not only one of them. */
        live->facts.offer.agreed |= server_live_seats(live, &request->person);
        if (all_agreed(live)) {
            play_take_back(request, live->facts.offer.plies);
        } else {
            server_live_write(live, false);
            server_call_answer(request);
        }
        break;
    case REFUSE: drop_offers(request); break;
    default: break;
    }
}

/* ---- endings that are not in the rules ------------------------------------------------------- */

void server_live_end(struct server_live *live, uint32_t winners, enum server_how how) {
    /* Nobody is to move from here on: the clock stops with what is left. */
    assert(how != SERVER_HOW_OPEN && live->kept.stage == SERVER_STAGE_RUNNING);
    server_live_tick(live, 0);
    live->kept.stage = SERVER_STAGE_OVER;
    live->kept.to_move = 0;
    clear_offers(live);
    live->facts.result.how = how;
    live->facts.result.winners = winners;
    server_facts_text(&live->facts.result.by, NULL);
    server_live_write(live, true);
}

uint32_t server_live_others(const struct server_live *live, uint32_t seats) {
    const struct server_facts *facts = &live->facts;
    uint32_t others = 0;

    /* A seat is an ally of itself; before the engine has named the sides, of nobody else. */
    for (int seat = 0; seat < live->kept.seats; seat++) {
        bool ally = false;
        for (int k = 0; k < live->kept.seats; k++)
            if (seats >> k & 1)
                ally = ally || k == seat ||
                       (seat < facts->called && k < facts->called &&
                        facts->seats[seat].side == facts->seats[k].side);
        if (!ally)
            others |= 1u << seat;
    }
    return others;
}

void server_serve_resign(struct server_call *request) {
    struct server_live *live = request->live;
    uint32_t seats = server_live_seats(live, &request->person);
    if (!seats) {
        server_call_refuse(request, "not_you", "you have no seat in this match");
    } else if (live->kept.stage != SERVER_STAGE_RUNNING) {
        server_call_refuse(request, "not_now", "the match is not running");
    } else {
        /* A person with several seats gives up those that are to move, else all of them. */
        uint32_t deciding_seats = seats & live->kept.to_move;
        server_live_end(live, server_live_others(live, deciding_seats ? deciding_seats : seats),
                        SERVER_HOW_RESIGNED);
        server_call_answer(request);
    }
}

void server_serve_draw(struct server_call *request) {
    struct server_live *live = request->live;
    int answer = answer_of(request, SERVER_OFFER_DRAW);
    if (answer < 0)
        return;
    if (answer == REFUSE) {
        drop_offers(request);
        return;
    }

    /* Levels never agree, so that an offer to them would stay open for ever. */
    if (answer == OFFER) {
        for (int seat = 0; seat < live->kept.seats; seat++)
            if (live->kept.chairs[seat].who != SERVER_WHO_PERSON) {
                server_call_refuse(request, "not_now", "a computer player does not agree to draws");
                return;
            }
        make_offer(live, SERVER_OFFER_DRAW, 0, &request->person);
    }

    /* To offer is to agree: a person who has all seats ends the match at once. */
    live->facts.offer.agreed |= server_live_seats(live, &request->person);
    if (all_agreed(live))
        server_live_end(live, 0, SERVER_HOW_AGREED);
    else
        server_live_write(live, false);
    server_call_answer(request);
}

void server_serve_claim(struct server_call *request) {
    struct server_live *live = request->live;
    uint32_t own = server_live_seats(live, &request->person), vanished = 0;
    int64_t now = server_clock_wall();
    for (int seat = 0; seat < live->kept.seats; seat++)
        if (live->vanished[seat] && live->vanished[seat] <= now && (live->kept.to_move >> seat & 1))
            vanished |= 1u << seat;

    /* The person's own seats do not count: nobody claims against themselves. */
    if (!own) {
        server_call_refuse(request, "not_you", "you have no seat in this match");
    } else if (live->kept.stage != SERVER_STAGE_RUNNING || !(vanished & ~own)) {
        server_call_refuse(request, "not_now", "nobody who is to move has been away for so long");
    } else {
        server_live_end(live, server_live_others(live, vanished & ~own), SERVER_HOW_CLAIMED);
        server_call_answer(request);
    }
}
