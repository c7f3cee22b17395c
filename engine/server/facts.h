/* The facts of a match besides its moves and its seats. The database holds it as one
 * JSON object, and clients see parts of it in a table (docs/server-protocol.md); in memory it is
 * this struct. JSON is read and written in facts.c alone.
 *
 * F1 A clock that has begun has a remaining time for every seat.
 * F2 There is one offer at the most: a new one takes the place of the one before. */
#ifndef MUSTER_SERVER_FACTS_H
#define MUSTER_SERVER_FACTS_H

#include <jansson.h>

#include "server/store.h"

enum server_clock_kind {
    SERVER_CLOCK_ABSENT, /* not said */
    SERVER_CLOCK_NONE,
    SERVER_CLOCK_LIVE, /* a total for the match, and an increment for each decision */
    SERVER_CLOCK_DAYS  /* a total for each decision */
};

struct server_clock {
    enum server_clock_kind kind;
    int64_t total, increment;     /* ms */
    int seats;                    /* 0: it has not begun (F1) */
    int64_t left[MST_MOST_SEATS]; /* ms, at the time `since` */
    bool runs;
    int64_t since; /* while it runs */
};

enum server_how {
    SERVER_HOW_OPEN, /* there is no result yet */
    SERVER_HOW_RULES,
    SERVER_HOW_RESIGNED,
    SERVER_HOW_TIME,
    SERVER_HOW_AGREED,
    SERVER_HOW_CLAIMED
};

enum server_offer_kind {
    SERVER_OFFER_NONE,
    SERVER_OFFER_TAKEBACK,
    SERVER_OFFER_DRAW,
    SERVER_OFFER_REMATCH
};

struct server_offer {
    enum server_offer_kind kind;
    int seat;        /* whose it is */
    int plies;       /* to take back */
    uint32_t agreed; /* bit n: seat n; unused for a rematch */
};

struct server_facts {
    struct server_clock clock;
    char *head; /* of the transcript, up to its moves; NULL until the match begins */
    int called; /* how many seats the engine has named */
    struct {
        char *name;
        int64_t side; /* seats of one side are allies */
    } seats[MST_MOST_SEATS];
    struct {
        enum server_how how;
        uint32_t winners; /* bit n: seat n */
        char *by;         /* the ending, in the rules' word, or NULL */
    } result;
    int asked; /* persons who want to play again ... */
    char again[MST_MOST_SEATS][SERVER_ID_SIZE];
    struct server_offer offer;
    char rematch[SERVER_ID_SIZE]; /* the match that came after, or "" */
    char *marked;                 /* why nobody can go on with the match, or NULL */
};

/* Read the object; what is not an object leaves all empty. Clear it afterwards. */
void server_facts_read(struct server_facts *facts, const char *json);
/* Free it with mst_free. NULL when out of memory. */
char *server_facts_write(const struct server_facts *facts);
void server_facts_clear(struct server_facts *facts);
/* Set a text that the facts own. */
void server_facts_text(char **text, const char *value);

/* Parts of it for clients. NULL: there is none. */
json_t *server_clock_json(const struct server_clock *clock);
json_t *server_result_json(const struct server_facts *facts);
json_t *server_offers_json(const struct server_offer *offer);

/* Lists of seats: bit n for seat n. */
uint32_t server_seats_read(const json_t *list);
json_t *server_seats_json(uint32_t seats);
/* `live`, `days` or `none`; ABSENT for anything else, also NULL. */
enum server_clock_kind server_clock_kind_of(const char *word);

/* A field of an object (also NULL or no object): NULL, 0 or false if it is not of that type. */
const char *server_json_text(const json_t *object, const char *key);
int64_t server_json_number(const json_t *object, const char *key);
bool server_json_true(const json_t *object, const char *key);
/* The same as server_json_number, but `otherwise` where there is no such field. */
int64_t server_json_number_or(const json_t *object, const char *key, int64_t otherwise);

#endif
