/* The internal structure of a match, which is opaque in muster.h. See muster.h for its
 * guarantees. */
#ifndef MUSTER_CORE_MATCH_H
#define MUSTER_CORE_MATCH_H

#include "core/legal.h"
#include "core/seed.h"

struct mst_match;

/* A question to a match whose answer is a text, or an error. */
struct core_request {
    const char *what; /* what is asked for, such as "the position line" */
    char *(*answer)(struct mst_match *match, const struct core_request *request,
                    struct mst_error *error);
    int seat;
    const char *text; /* of a move, or an expression */
};

/* Functions that a match calls instead, where its rules run in several ways side by side. Each does
 * the same as the core's function in every way, and compares the results. */
struct core_twins {
    bool (*begin)(struct mst_match *match, const char *line); /* match_set_up */
    bool (*legal)(struct mst_match *match);                   /* core_legal into match->legal */
    bool (*play)(struct mst_match *match, mst_move move);     /* core_play_move */
    bool (*perft)(struct mst_match *match, int depth, uint64_t *nodes);
    bool (*look)(struct mst_match *match); /* compare what the rules say of the position */
    enum mst_status (*read)(struct mst_match *match, int seat, const char *text,
                            struct mst_error *error);
    char *(*answer)(struct mst_match *match, const struct core_request *request,
                    struct mst_error *error);
};

/* The game that a match is played under. */
struct core_game {
    const struct core_rules *rules;
    struct mst_ruleset *ruleset; /* that they come from; the core does not look into it. Or NULL */
    const struct core_twins *twins; /* NULL: the rules run in one way alone */
    /* Say in `error` why a text is not a legal move; NULL: it is only said that it is none. */
    void (*refuse)(struct mst_match *match, const char *text, const struct core_refusal *refusal,
                   struct mst_error *error);
};

enum { CORE_MATCH_BYTES = 64 << 20 }; /* most bytes of events and texts that a match keeps */

struct core_ply {
    mst_move move;
    struct core_mark mark; /* before the ply */
    uint64_t hash;         /* hash after the ply */
    size_t text;           /* offset of its text in match->texts */
    int events;            /* number of events before it */
    bool chance;
    bool sampled; /* its text is a number from which hidden faces could be computed */
    bool told;    /* it used chance or revealed something, so it cannot be undone in play */
    bool sealed;  /* a choice that others did not know at first (core/together.h) */
    bool reveals; /* the last of such choices: from this ply on all are known */
    size_t marked, opened; /* of a sealed choice: offsets of its text with marks, and of those for
                            * each viewer after it was revealed */
    int seat;              /* the seat that decided, or MST_NONE for chance */
    bool early;            /* it was not the one to move: a lower one had still to choose */
    uint32_t waiting;      /* match->waiting before the ply */
};

struct mst_match {
    const struct core_game *game;
    struct mst_ruleset *ruleset; /* game->ruleset */
    struct core_position *pos;
    struct core_play play;
    struct mst_seed seed;
    char *start; /* the position that the match was set up from, or NULL */
    uint64_t start_hash;
    int compared; /* see mst_match_compared */
    int cloned;   /* plies before the match was cloned: undone by replaying */
    struct core_ply *plies;
    int ply_count, ply_capacity;
    struct core_happening *events; /* of all plies; owned */
    int event_count, event_capacity;
    struct mst_buf texts;   /* texts of the moves, each zero-terminated, with secrets followed by
                             * those for each viewer; and texts of the pieces in events (record.c) */
    uint32_t waiting;       /* see struct mst_state */
    struct mst_moves legal; /* of the current position, if legal_known */
    bool legal_known;
};

/* Begin a request on the match: see core/budget.h. */
static inline void core_match_begin(const struct mst_match *match) {
    core_budget_start(match->game->rules->budget);
}

/* A new match: set up by the rules, or from a position line. NULL and `error` on failure. */
struct mst_match *core_match_new(const struct core_game *game, const char *position, bool seeded,
                                 uint64_t seed, struct mst_error *error);
/* The same plies under another game. NULL on failure; then *ply is the one that failed, or -1. */
struct mst_match *core_match_again(const struct mst_match *match, const struct core_game *game,
                                   int *ply, struct mst_error *error);
/* Answer a request, side by side if the game has twins. `error` may be NULL. */
char *core_answer(struct mst_match *match, const struct core_request *request,
                  struct mst_error *error);
/* Fail as match->play did, which is made ready again. */
enum mst_status mst_match_fail(struct mst_match *match, struct mst_error *error);

/* A view: a match in the position as a seat sees it, to ask the rules about. In a game without
 * secrets it is the match itself. */
struct core_view {
    struct mst_match *match;
    struct mst_match own; /* with secrets */
};
/* Open the view of `seat`, or of an onlooker (MST_NONE). Close it in any case. */
enum mst_status core_view_open(struct core_view *view, struct mst_match *match, int seat,
                               struct mst_error *error);
void core_view_close(struct core_view *view);

/* Append to match->texts what each viewer sees of the move just played, which was printed with
 * marks before. */
void core_record_ply(struct mst_match *match, const char *marked);
/* Keep the marked text of a sealed choice. If `ply`, which was just played and is not yet listed,
 * reveals, append what each viewer sees of all choices that were sealed until now. */
void core_record_sealed(struct mst_match *match, struct core_ply *ply, const char *marked);
/* Add the events of the ply to those of the match, with what each viewer sees of their pieces.
 * False on failure: out of memory, or the match would keep too much, which blames the kind of the
 * move (NULL: these are the events of the set-up). */
bool core_record_events(struct mst_match *match, const struct core_kind *kind);
/* MST_OK if the seat may choose now; otherwise MST_ILLEGAL_MOVE, and `error` says who may. */
enum mst_status mst_match_decides(const struct mst_match *match, int seat, struct mst_error *error);

/* Play a text as a move of `seat`; MST_ILLEGAL_MOVE unless that may choose now. */
enum mst_status core_match_play_for(struct mst_match *match, int seat, const char *text,
                                    struct mst_error *error);
/* Read a text as a legal move of `seat`, which may choose now. On failure `error` says why. */
enum mst_status core_match_read(struct mst_match *match, int seat, const char *text, mst_move *move,
                                struct mst_error *error);
/* Play the text of ply number `ply` of another match: for its seat if that chose early, otherwise
 * for the seat to move, or chance. */
enum mst_status core_match_repeat(struct mst_match *match, const struct mst_match *from, int ply,
                                  struct mst_error *error);
/* What stands before the text of a ply in a transcript: "*" for chance, "@1 " for seat 1 if it
 * chose early, or nothing. */
void core_match_ply_mark(const struct mst_match *match, int ply, struct mst_buf *out);

/* A copy of the match that can be taken back from ply to ply down to number `ply`. */
struct mst_match *core_match_clone_past(const struct mst_match *match, int ply,
                                        struct mst_error *error);

/* The text of a buffer, which is cleared. NULL and `error` when out of memory. */
char *core_match_take(struct mst_buf *out, struct mst_error *error);

#endif
