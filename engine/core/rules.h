/* The compiled rules of a ruleset: tables for C with everything that Lua declared at load, and
 * numbers that stand for Lua functions.
 *
 * R1 The rules are frozen after loading and shared by all matches of the ruleset.
 * R2 This layer does not depend on Lua: functions are called through `mst_callbacks`. */
#ifndef MUSTER_CORE_RULES_H
#define MUSTER_CORE_RULES_H

#include "core/budget.h"
#include "core/position.h"
#include "core/seed.h"

enum {
    MST_MOST_VARS = 1024,  /* local variables of one evaluation */
    MST_MOST_SETS = 256,   /* local sets of one evaluation */
    MST_MOST_PARAMS = 10,  /* parameters of a move kind, a function or an event */
    MST_MOST_CLAUSES = 80, /* of one move kind */
    MST_MOST_KINDS = 128,
    MST_MOST_DECISIONS = 48,
    MST_ENDINGS_APART = 64,             /* endings that may be apart (kit/postext.h), or off */
    MST_MOST_LISTENERS = 32,            /* of one event */
    MST_MOST_INPUTS = 16,               /* parameters of a routine */
    MST_MOST_OUTPUTS = MST_MOST_PARAMS, /* results of a routine */
    MST_MOST_CALLS = 32,                /* nested calls of routines */
};

/* The type of a value. A value of a thing type (zone to kind) may be nil unless excluded. */
enum mst_type {
    MST_TYPE_UNKNOWN, /* a parameter of unknown type: a number or a thing */
    MST_TYPE_NUMBER,
    MST_TYPE_BOOLEAN,
    MST_TYPE_SET,
    MST_TYPE_ZONE,
    MST_TYPE_PIECE,
    MST_TYPE_SEAT,
    MST_TYPE_PLACE, /* a zone or a container */
    MST_TYPE_KIND,  /* a piece type */
    MST_TYPE_TEXT,  /* a constant string */
    MST_TYPE_NIL,
    MST_TYPE_COUNT
};

/* ---- expressions ----------------------------------------------------------------------------- */

struct mst_play;
struct mst_code;
struct mst_question;

/* A node of the tree that a rule is lowered to. Children are indexes into mst_rules.nodes. Nodes
 * serve only to compile code (code.h). Elsewhere in the rules, a number called `node` is the start
 * of the rule's code in mst_rules.code. */
struct mst_node {
    int64_t k;
    int32_t a, b, c;
    uint8_t op; /* enum mst_op, node.h */
    bool is_set;
    uint8_t traits; /* enum mst_trait, node.h: what evaluating it may do, and what it depends on */
};

struct mst_region {
    int count;       /* 1, or one for each seat */
    uint64_t *words; /* `count` sets */
};
struct mst_table {
    int first, count;
    int32_t *values; /* values[0 .. count-1]; those below `first` stand for nothing, like ... */
    int32_t absent;  /* ... the value outside */
};

/* A Lua function that compiled rules call, with arguments of `types` (see mst_callbacks).
 * `function` is a number of the host. */
struct mst_function {
    int function;
    uint8_t types[MST_MOST_PARAMS];
};

/* A primitive that only some games need (engine/kit). Rules call it by number. */
struct mst_primitive {
    /* The value for `count` numbers. On failure returns 0 and sets play->failed. */
    int64_t (*call)(struct mst_play *play, const void *data, const int64_t *args, int count);
    /* Prepare the data when the schema is frozen; or NULL. */
    enum mst_status (*freeze)(void *data, const struct mst_schema *schema, struct mst_error *error);
    bool (*reads)(const void *data, int field); /* does it read the field? Or NULL */
    void (*free)(void *data);                   /* NULL: another primitive owns the data */
    void *data;
    int least, most; /* numbers of arguments */
};

enum {
    MST_MOST_PRIOR = 1 << 20, /* so that the sum over all values fits */
    MST_MOST_PRIOR_VALUES = 1000
};
/* What a field holds that a seat cannot see: how likely each value is. Determinizations draw by
 * it (search/sample.h). */
struct mst_prior {
    int field;
    int32_t *weights; /* owned: one for each value from min on; NULL: all alike, or by ... */
    int function;     /* of the host (above 0): the weight of a value of an entity; or -1 */
    uint8_t types[2]; /* of its arguments, as in mst_callbacks; of the game it has only the value */
    char *origin;     /* owned */
};

/* A routine: code that rules and other routines call (MST_OP_INVOKE). It is a function of
 * statements. Its parameters, results and other local variables and sets are numbered from 0.
 * Statements store the results; unset results are MST_NONE or the empty set. mst_rules_routine adds
 * a routine. Once its parameters and results are known it can be called, even before
 * mst_routine_make has compiled it, so it may call itself. */
struct mst_routine {
    char *origin;  /* owned: "file:line" */
    int code;      /* start of its code, or -1 if not compiled yet */
    int registers; /* number of registers that its code uses; */
    int reach;     /* the same with the windows of callees, unless it is recursive */
    struct mst_routine_value {
        int var; /* number of the variable or set */
        bool is_set;
    } params[MST_MOST_INPUTS], results[MST_MOST_OUTPUTS];
    int param_count, result_count;
    uint8_t traits; /* enum mst_trait: of a call; all of them while it is compiled */
    bool sound;     /* its code was verified, and that of all that it calls (verify.h) */
};

/* The code from instruction `code` on belongs to a line of a source; line 0: unknown. */
struct mst_code_line {
    int code, line, source;
};

/* The tree `node` of which a rule's code was compiled, from instruction `code` on, and the numbers
 * of its variables and sets. */
struct mst_root {
    int code, node, vars, sets;
};

/* ---- moves ----------------------------------------------------------------------------------- */

/* The reason for a refusal. All members are owned. */
struct mst_reason {
    char *rule;   /* rule id, or "" */
    char *why;    /* one sentence, or "" */
    int sentence; /* a host function that returns the sentence instead, or 0 */
    char *origin; /* "file:line" */
    char *module;
};

enum mst_clause_kind {
    MST_CLAUSE_LET,    /* bind variable (or set) `var` to node */
    MST_CLAUSE_WHERE,  /* continue only if node is not 0 */
    MST_CLAUSE_ZONES,  /* a parameter: each zone of the set node */
    MST_CLAUSE_RANGE,  /* a parameter: node .. node2, both included */
    MST_CLAUSE_PIECES, /* a parameter: each different piece in the place node */
    MST_CLAUSE_SUBSET, /* a parameter: each subset of the pieces of the place node, including
                        * none */
    MST_CLAUSE_STEP,   /* two parameters: from a zone of the set node one step in a direction */
    MST_CLAUSE_SAMPLE, /* a parameter: any of MST_SAMPLES chance outcomes, numbered from 0 */
    MST_CLAUSE_DO,     /* statements (code of effects, node) that set variables and write nothing
                        * else; if `bound`, the effects of the move read these */
};

enum { MST_MOST_STEPS = 8 };

/* The number of outcomes of a chance decision that are too many to list. */
#define MST_SAMPLES (INT64_C(1) << 40)

struct mst_clause {
    enum mst_clause_kind kind;
    bool is_set; /* MST_CLAUSE_LET of a set */
    bool bound;  /* MST_CLAUSE_LET: the effects of the move read it */
    int var;     /* number of the variable or set */
    int param;   /* index of the parameter, or -1 */
    int node, node2;
    int chosen;     /* number of parameters that the clauses before it choose; and */
    int next_bound; /* the next bound clause, or -1 (mst_rules_ready) */
    int steps;      /* MST_CLAUSE_STEP: number of steps */
    struct mst_step {
        int direction; /* node; or -1: it depends only on the seat that decides; see `by` */
        int onto;      /* node of a set */
        int8_t by[MST_MOST_SEATS + 1]; /* seat + 1 -> direction, or MST_NONE */
    } step[MST_MOST_STEPS];
};

struct mst_param {
    char name[MST_NAME_SIZE];
    char called[MST_NAME_SIZE]; /* its name in questions */
    enum mst_clause_kind kind;
    int64_t min, max;    /* number of bits of the encoded value */
    int var;             /* the variable from which effects read it */
    int shift;           /* its position in the move code */
    uint64_t mask;       /* its bits, shifted down */
    const char *letters; /* owned: `width` characters for each value from min on; or NULL: zone name
                          * or number */
    int width;
};

/* A segment of a move's text: a literal or a parameter. */
struct mst_segment {
    int param;  /* -1: literal */
    char *text; /* owned */
};

/* Steps in one direction as a shift of a word, for one seat (fuse.c). */
struct mst_leap {
    uint64_t source, unit; /* zones from which the step is possible; difference between consecutive
                            * moves */
    uint64_t back;         /* difference from the first move to that of zone 0, in a move code */
    uint64_t shift;        /* rotation to the left */
};

/* The action of a move: effects, or a Lua function. */
struct mst_action {
    int effects;  /* start of the code, or -1 */
    int function; /* of the host, or -1; unused if there are effects */
};

struct mst_kind {
    char name[MST_NAME_SIZE];
    char title[64]; /* its title in menus */
    int decision;   /* -1: at every decision */
    bool unlisted;  /* accepted, but never listed nor counted */
    bool reluctant; /* random play chooses it only if nothing else is legal */
    bool secret;    /* other seats learn only its title */
    bool noisy;     /* what follows from a move of it cannot be judged at once: `noise` tells of
                     * which, or of all if there is neither node nor function */
    struct mst_param params[MST_MOST_PARAMS];
    int param_count;
    struct mst_segment *segments; /* owned */
    int segment_count;
    struct mst_clause *clauses; /* owned */
    int clause_count;
    struct mst_reason *reasons; /* owned: what its conditions and choices say when they fail */
    int reason_count;
    struct mst_action action;
    int legal;           /* host function that asks its questions, or -1 */
    bool asks;           /* only `legal` can ask its questions: it has parameters but no clauses */
    bool binds;          /* some clause is bound */
    int first_bound;     /* the first of those (mst_rules_ready) */
    int weight;          /* node: weight of a chance outcome; or -1 */
    int weight_function; /* of the host (above 0), if there is no node */
    int noise;           /* node: is this move noisy? or -1 */
    int noise_function;  /* of the host (above 0), if there is no node */
    int must; /* node: while true and the kind has a legal move, other kinds are illegal; or -1 */
    int must_function; /* of the host (above 0), if there is no node */
    struct mst_reason must_reason;
    char *origin;
    char *module;
};

/* A decision of a seat, or a step that the rules run by themselves. */
struct mst_decision {
    char name[MST_NAME_SIZE];
    char title[64];
    char rule[MST_NAME_SIZE]; /* the id of the rule that says when it comes up, or "" */
    bool automatic;           /* a step: `run` is executed and no seat decides */
    bool chance;
    bool sampled;      /* a chance decision whose outcomes are too many to list: its only kind has
                        * MST_CLAUSE_SAMPLE as its only clause */
    int seat;          /* node: the seat that decides */
    int seat_function; /* of the host (above 0), if there is no node */
    struct mst_action run;     /* of a step */
    struct mst_action empty;   /* run if no move of the decision is legal */
    bool together;             /* several seats decide without knowing of each other: together.h */
    int seats_function;        /* of the host (above 0): does a seat take part? Else all do */
    uint8_t seats_types[1];    /* the type of its argument */
    struct mst_action reveal;  /* run when their choices have been carried out */
    int kinds[MST_MOST_KINDS]; /* in the order of declaration */
    int kind_count;
    bool obliges; /* one of the kinds has a `must` */
    bool fused;   /* fused code lists its moves (mst_rules_fuse); it starts at ... */
    int listing;
    bool plain; /* simple: a seat decides, and nothing runs if no move is legal */
    int turn;   /* plain, and the seat is the content of this slot; 0: neither (mst_rules_ready) */
    char *origin;
    bool apart; /* the game's own notation does not know it (kit/postext.h) */
};

/* The fields of seats that hold what a seat has chosen while others still choose: the number of the
 * kind plus 1, or 0; a hash of its text; and the rest of the move code, which is not hashed, since
 * it may contain numbers of pieces. */
enum mst_sealed {
    MST_SEALED_KIND,
    MST_SEALED_TEXT,
    MST_SEALED_LOW,
    MST_SEALED_HIGH,
    MST_SEALED_FIELDS
};
enum { MST_SEALED_BITS = 28 };

struct mst_event {
    char name[MST_NAME_SIZE];
    char params[MST_MOST_PARAMS][MST_NAME_SIZE];
    uint8_t types[MST_MOST_PARAMS]; /* enum mst_type, if known from the rules; or 0 */
    unsigned mixed;                 /* bit set: parameters to which rules give several types */
    unsigned
        things; /* bit set: parameters that are at times pieces, zones, places or unknown, ... */
    unsigned values, flags, nils; /* ... numbers or things, true or false, nil */
    /* where one number of code stands for two values: -1 for nil, 0 and 1 for false and true. There
     * code stops, if there are listeners. */
    unsigned nones, truths;
    int param_count;
    bool points; /* from what parameter arrow[0] names to what arrow[1] does */
    int8_t arrow[2];
    struct mst_action listeners[MST_MOST_LISTENERS];
    int listener_count;
};
/* What a parameter of an event is, as far as the rules show it. */
enum mst_thing { MST_THING_UNKNOWN, MST_THING_NONE, MST_THING_PIECE, MST_THING_PLACE };
enum mst_thing mst_event_thing(const struct mst_event *event, int param);

/* ---- the whole ------------------------------------------------------------------------------- */

/* Services of the host. */
struct mst_callbacks {
    /* Call a rule that is a Lua function. Its `count` arguments have `types` (enum mst_type of the
     * host; NULL: unknown); MST_NONE of a thing type becomes nil. If `result` is given, it receives
     * the integer result and the function must not write. False with play->error on failure. */
    bool (*rule)(void *host, struct mst_play *play, int function, const uint8_t *types,
                 const int64_t *args, int count, int64_t *result);
    /* Answer a question about a kind of moves that has a function (asked.h). */
    bool (*ask)(void *host, struct mst_play *play, struct mst_question *question);
    /* Set up the position of `play`, as the rules do or as a position line says; print its line.
     * False with play->error on failure. */
    bool (*setup)(void *host, struct mst_play *play);
    bool (*parse)(void *host, struct mst_play *play, const char *line);
    bool (*print)(void *host, struct mst_play *play, struct mst_buf *out);
    core_key_stream *key_stream; /* of outcomes of 128 bits (seed.h) */
    void *host;
};

struct mst_rules {
    struct mst_schema *schema;
    struct mst_callbacks callbacks;
    struct mst_error *error;   /* owned: of the evaluation that failed last */
    struct mst_budget *budget; /* owned: of the running request */

    struct mst_region *regions;
    int region_count;
    struct mst_table *tables;
    int table_count;
    struct mst_function *functions;
    int function_count;
    struct mst_event *events;
    int event_count;
    char (*endings)[MST_NAME_SIZE];
    int ending_count;
    uint64_t without_endings; /* bits of endings that are switched off: nothing ends so */
    uint64_t apart_endings;   /* bits of endings that the game's own notation does not know */
    struct mst_primitive *primitives;
    int primitive_count;
    struct mst_prior *priors; /* in the order of declaration */
    int prior_count;
    int shared_count;       /* number of values that are computed once per position */
    int var_peak, set_peak; /* most registers that any rule uses, and most sets */
    int private_peak;       /* of these, private registers of code that lists moves (fuse.c) */
    int key_fields[16];     /* fields in the key of a position, for repetition rules */
    int key_field_count;
    struct mst_decision *decisions;
    int decision_count;
    struct mst_kind *kinds;
    int kind_count;
    struct mst_action after_ply[MST_MOST_LISTENERS]; /* what follows the set-up and each ply */
    int after_ply_count;
    bool any_reluctant; /* some kind is reluctant */
    bool any_noisy;     /* some kind is noisy */
    bool together;      /* some decision belongs to several seats at once; then the choices are in
                         * the fields `sealed`, by enum mst_sealed */
    int sealed[MST_SEALED_FIELDS];
    struct mst_node *nodes;
    int node_count, node_capacity;
    struct mst_code *code;
    int code_count, code_capacity;
    struct mst_root *roots; /* ascending by code */
    int root_count;
    struct mst_routine *routines;
    int unsound;                     /* pieces of code that were found not to be valid */
    int routine_count, routine_peak; /* most registers that any routine uses */
    int reach_peak;                  /* the same with the windows of callees */
    bool recursive;                  /* some routine is recursive */
    struct mst_leap *leaps; /* steps in fused code: for MST_NONE and each seat, consecutively */
    int leap_count;
    struct mst_code_line *lines; /* ascending by code; see MST_OP_LINE */
    int line_count, line_capacity;
    char **sources; /* owned: names of the sources of these lines */
    int source_count;
};

struct mst_rules *mst_rules_new(void);
void mst_rules_free(struct mst_rules *rules);

/* Free what the reason owns. */
void mst_reason_free(struct mst_reason *reason);
/* Forget what the conditions of a kind say. */
void mst_rules_drop_reasons(struct mst_kind *kind);

/* Record the variables and sets that a rule uses. */
static inline void mst_rules_peak(struct mst_rules *rules, int vars, int sets) {
    rules->var_peak = vars > rules->var_peak ? vars : rules->var_peak;
    rules->set_peak = sets > rules->set_peak ? sets : rules->set_peak;
}

/* The rules are complete: find what playing a move would look up each time. */
void mst_rules_ready(struct mst_rules *rules);

int mst_rules_find_event(const struct mst_rules *rules, const char *name);
int mst_rules_find_decision(const struct mst_rules *rules, const char *name);
int mst_rules_find_kind(const struct mst_rules *rules, const char *name);
/* Do other seats read the same of moves of both kinds: secret ones with the same title? */
bool mst_rules_alike(const struct mst_rules *rules, int kind, int other);
/* The number of the ending `name`, which is added on first use. -1 when out of memory. */
int mst_rules_ending(struct mst_rules *rules, const char *name);

/* Add a node. Returns its number, or -1 when out of memory. */
int mst_rules_node(struct mst_rules *rules, const struct mst_node *node);
/* Add a primitive. Returns its number, or -1 when out of memory. */
int mst_rules_primitive(struct mst_rules *rules, const struct mst_primitive *primitive);
/* The schema is frozen: prepare the primitives. */
enum mst_status mst_rules_freeze_primitives(struct mst_rules *rules, struct mst_error *error);
/* The number of the source `name`, which is added on first use. -1 when out of memory. */
int mst_rules_source(struct mst_rules *rules, const char *name);
/* Add a routine without code, parameters and results. Returns its number, or -1 when out of
 * memory. */
int mst_rules_routine(struct mst_rules *rules, const char *origin);

/* Append a zeroed element of `size` bytes to *list. Returns it, or NULL when out of memory; then
 * the list is unchanged. */
void *mst_rules_grow(void *list, int *count, size_t size);

#endif
