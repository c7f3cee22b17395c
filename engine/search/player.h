/* Computer players: they choose a move for the seat that decides.
 *
 * C1 The match is never changed: a player thinks on a copy of its position. C2 The same match, seed
 * and node limit give the same choice on every machine; only a limit in milliseconds may change it.
 * C3 A player chooses among the listed legal moves, so it never resigns. */
#ifndef MUSTER_SEARCH_PLAYER_H
#define MUSTER_SEARCH_PLAYER_H

#include "match/match.h"

enum mst_player_kind {
    MST_PLAYER_RANDOM, /* any legal move; reluctant ones only where nothing else is legal */
    MST_PLAYER_LOOK,   /* looks to the end of its own turn, as far as the limits allow */
};

enum { MST_PLAYER_NODES = 3000 }; /* what is looked at when a player does not say */

struct mst_player {
    enum mst_player_kind kind;
    uint64_t seed; /* decides between equals; random play is drawn from it */
    int64_t nodes; /* positions that may be looked at, 0: MST_PLAYER_NODES, or many with `ms` */
    int ms;        /* milliseconds that may be used, 0: no limit */
};

/* What a player thought. */
struct mst_player_info {
    int64_t score; /* what the rules say the end of its turn is worth to it; where they say nothing,
                      chances to win in thousandths; 0 at random */
    int64_t nodes; /* positions or playouts looked at */
    int depth;     /* plies of `pv` */
    char pv[512];  /* the moves that it has in mind, separated by blanks; cut at a blank */
};

/* Choose a move for the seat to move of `match`, into *move; `info` may be NULL. MST_OVER when the
 * match is over, MST_BAD_REQUEST when chance decides, the rules' failure when no move at all could
 * be looked at; then *move is untouched. */
enum mst_status mst_player_choose(struct mst_match *match, const struct mst_player *player,
                                  mst_move *move, struct mst_player_info *info,
                                  struct mst_error *error);

/* Name of a kind, "random" or "look"; and its number by name, or -1. */
const char *mst_player_name(enum mst_player_kind kind);
int mst_player_named(const char *name);

#endif
