/* The compiled rules of a ruleset: tables for C with everything that Lua declared at load, and
 * numbers that stand for Lua functions.
 *
 * R1 The rules are frozen after loading and shared by all matches of the ruleset.
 * R2 This layer does not depend on Lua: functions are called through `core_callbacks`. */
#ifndef MUSTER_CORE_RULES_H
#define MUSTER_CORE_RULES_H

#include "core/budget.h"
#include "core/position.h"
#include "core/seed.h"

enum {
    CORE_MOST_VARS = 1024,  /* local variables of one evaluation */
    CORE_MOST_SETS = 256,   /* local sets of one evaluation */
    CORE_MOST_PARAMS = 10,  /* parameters of a move kind, a function or an event */
    CORE_MOST_CLAUSES = 80, /* of one move kind */
    CORE_MOST_KINDS = 128,
    CORE_MOST_DECISIONS = 48,
    CORE_ENDINGS_APART = 64,              /* the first of them may be switched off, or be apart */
    CORE_MOST_LISTENERS = 32,             /* of one event */
    CORE_MOST_INPUTS = 16,                /* parameters of a routine */
    CORE_MOST_OUTPUTS = CORE_MOST_PARAMS, /* results of a routine */
    CORE_MOST_CALLS = 32,                 /* nested calls of routines */
};

/* The type of a value. A value of a thing type (zone to kind) may be nil unless excluded. */
enum core_type {
    CORE_TYPE_UNKNOWN, /* a parameter of unknown type: a number or a thing */
    CORE_TYPE_NUMBER,
    CORE_TYPE_BOOLEAN,
    CORE_TYPE_SET,
    CORE_TYPE_ZONE,
    CORE_TYPE_PIECE,
    CORE_TYPE_SEAT,
    CORE_TYPE_PLACE, /* a zone or a container */
    CORE_TYPE_KIND,  /* a piece type, which Lua calls a kind */
    CORE_TYPE_TEXT,  /* a constant string */
    CORE_TYPE_NIL,
    CORE_TYPE_COUNT
};

/* ---- expressions ----------------------------------------------------------------------------- */

struct core_play;
struct core_code;
struct core_question;

/* A node of the tree that a rule is lowered to, kept here only for the compiler. Children are
 * indexes into core_rules.nodes. Elsewhere in the rules, a number called `node` is where the rule's
 * code starts in core_rules.code. */
struct core_node {
    int64_t k;
    int32_t a, b, c;
    uint8_t op; /* enum lang_op, node.h */
    bool is_set;
    uint8_t traits; /* enum core_trait, node.h: what evaluating it may do, and what it depends on */
};

struct core_region {
    int count;       /* 1, or one for each seat */
    uint64_t *words; /* `count` sets */
};
struct core_table {
    int first, count;
    int32_t *values; /* values[0 .. count-1]; those below `first` stand for nothing, like ... */
    int32_t absent;  /* ... the value outside */
};

/* A Lua function that compiled rules call, with arguments of `types` (see core_callbacks).
 * `function` is a number of the host. */
struct core_function {
    int function;
    uint8_t types[CORE_MOST_PARAMS];
};

/* A primitive that only some games need (engine/kit). Rules call it by number. */
struct core_primitive {
    /* The value for `count` numbers. On failure returns 0 and sets play->failed. */
    int64_t (*call)(struct core_play *play, const void *data, const int64_t *args, int count);
    /* Prepare the data when the schema is frozen; or NULL. */
    enum mst_status (*freeze)(void *data, const struct core_schema *schema,
                              struct mst_error *error);
    bool (*reads)(const void *data, int field); /* does it read the field? Or NULL */
    void (*free)(void *data);                   /* NULL: another primitive owns the data */
    void *data;
    int least, most; /* numbers of arguments */
};

enum {
    CORE_MOST_PRIOR = 1 << 20, /* so that the sum over all values fits */
    CORE_MOST_PRIOR_VALUES = 1000
};
/* How likely each value of a field is for those who cannot see it. Determinizations draw by it. */
struct core_prior {
    int field;
    int32_t *weights; /* owned: one for each value from min on; NULL: all alike, or by ... */
    int function;     /* of the host (above 0): the weight of a value of an entity; or -1 */
    uint8_t types[2]; /* of its arguments; of the game it has only the value */
    char *origin;     /* owned */
};

/* A routine: code that rules and other routines call (LANG_OP_INVOKE). It is a function of
 * statements. Its parameters, results and other local variables and sets are numbered from 0.
 * Statements store the results; unset results are MST_NONE or the empty set. lang_rules_routine
 * adds a routine. Once its parameters and results are known it can be called, even before
 * lang_routine_make has compiled it, so it may call itself. */
struct core_routine {
    char *origin;  /* owned: "file:line" */
    int code;      /* start of its code, or -1 if not compiled yet */
    int registers; /* number of registers that its code uses; */
    int reach;     /* the same with the windows of callees, unless it is recursive */
    struct core_routine_value {
        int var; /* number of the variable or set */
        bool is_set;
    } params[CORE_MOST_INPUTS], results[CORE_MOST_OUTPUTS];
    int param_count, result_count;
    uint8_t traits; /* enum core_trait: of a call; all of them while it is compiled */
    bool valid;     /* its code was verified, and that of all that it calls (verify.h) */
};

/* The code from instruction `code` on belongs to a line of a source; line 0: unknown. */
struct core_code_line {
    int code, line, source;
};

/* The tree `node` of which a rule's code was compiled, from instruction `code` on, and the numbers
 * of its variables and sets. */
struct core_root {
    int code, node, vars, sets;
};

/* ---- moves ----------------------------------------------------------------------------------- */

/* The reason for a refusal. All members are owned. */
struct core_reason {
    char *rule;   /* rule id, or "" */
    char *why;    /* one sentence, or "" */
    int sentence; /* a host function that returns the sentence instead, or 0 */
    char *origin; /* "file:line" */
    char *module;
};

enum core_clause_kind {
    CORE_CLAUSE_LET,    /* bind variable (or set) `var` to node */
    CORE_CLAUSE_WHERE,  /* continue only if node is not 0 */
    CORE_CLAUSE_ZONES,  /* a parameter: each zone of the set node */
    CORE_CLAUSE_RANGE,  /* a parameter: node .. node2, both included */
    CORE_CLAUSE_PIECES, /* a parameter: each different piece in the place node */
    CORE_CLAUSE_SUBSET, /* a parameter: each subset of the pieces of the place node, including
                         * none */
    CORE_CLAUSE_STEP,   /* two parameters: from a zone of the set node one step in a direction */
    CORE_CLAUSE_SAMPLE, /* a parameter: any of CORE_SAMPLES chance outcomes, numbered from 0 */
    CORE_CLAUSE_DO,     /* statements (code of effects, node) that set variables and write nothing
                         * else; if `bound`, the effects of the move read these */
};

enum { CORE_MOST_STEPS = 8 };

/* The number of outcomes of a chance decision that are too many to list. */
#define CORE_SAMPLES (INT64_C(1) << 40)

struct core_clause {
    enum core_clause_kind kind;
    bool is_set; /* CORE_CLAUSE_LET of a set */
    bool bound;  /* CORE_CLAUSE_LET: the effects of the move read it */
    int var;     /* number of the variable or set */
    int param;   /* index of the parameter, or -1 */
    int node, node2;
    int chosen;     /* number of parameters that the clauses before it choose (core_rules_ready) */
    int next_bound; /* the next bound clause, or -1 (core_rules_ready) */
    int steps;      /* CORE_CLAUSE_STEP: number of steps */
    struct core_step {
        int direction;                 /* node; or -1: the direction is in `by` */
        int onto;                      /* node of a set */
        int8_t by[MST_MOST_SEATS + 1]; /* seat + 1 -> direction, or MST_NONE */
    } step[CORE_MOST_STEPS];
};

struct core_param {
    char name[CORE_NAME_SIZE];
    char called[CORE_NAME_SIZE]; /* its name in questions */
    enum core_clause_kind kind;
    int64_t min, max;    /* range; a move code holds the value minus min */
    int var;             /* the variable from which effects read it */
    int shift;           /* its position in the move code */
    uint64_t mask;       /* its bits, shifted down */
    const char *letters; /* owned: `width` characters for each value from min on; or NULL */
    int width;
};

/* A segment of a move's text: a literal or a parameter. */
struct core_segment {
    int param;  /* -1: literal */
    char *text; /* owned */
};

/* Steps in one direction as a rotation of a word, for one seat: core_yield_step. */
struct core_leap {
    uint64_t source; /* zones that have the step */
    uint64_t unit;   /* difference of the moves onto zones z + 1 and z */
    uint64_t back;   /* subtracted from the base: bit z is the move onto zone z, not from it */
    uint64_t shift;  /* rotation to the left */
};

/* The action of a move: effects, or a Lua function. */
struct core_action {
    int effects;  /* start of the code, or -1 */
    int function; /* of the host, or -1; unused if there are effects */
};

struct core_kind {
    char name[CORE_NAME_SIZE];
    char title[64]; /* its title in menus */
    int decision;   /* -1: at every decision */
    bool unlisted;  /* accepted, but never listed nor counted */
    bool reluctant; /* random play chooses it only if nothing else is legal */
    bool secret;    /* other seats learn only its title */
    bool noisy;     /* a search must look beyond its moves: those of which `noise` says so, or all
                     * if that has neither node nor function */
    struct core_param params[CORE_MOST_PARAMS];
    int param_count;
    struct core_segment *segments; /* owned */
    int segment_count;
    struct core_clause *clauses; /* owned */
    int clause_count;
    struct core_reason *reasons; /* owned: what its conditions and choices say when they fail */
    int reason_count;
    struct core_action action;
    int legal;           /* host function that asks its questions, or -1 */
    bool asks;           /* only `legal` can ask its questions: it has parameters but no clauses */
    bool binds;          /* some clause is bound */
    int first_bound;     /* the first of those (core_rules_ready) */
    int weight;          /* node: weight of a chance outcome; or -1 */
    int weight_function; /* of the host (above 0), if there is no node */
    int noise;           /* node: is this move noisy? or -1 */
    int noise_function;  /* of the host (above 0), if there is no node */
    int must; /* node: while true and the kind has a legal move, other kinds are illegal; or -1 */
    int must_function; /* of the host (above 0), if there is no node */
    struct core_reason must_reason;
    char *origin;
    char *module;
};

/* A decision of a seat, or a step that the rules run by themselves. */
struct core_decision {
    char name[CORE_NAME_SIZE];
    char title[64];
    char rule[CORE_NAME_SIZE]; /* the id of the rule that says when it comes up, or "" */
    bool automatic;            /* a step: `run` is executed and no seat decides */
    bool chance;
    bool sampled;      /* a chance decision whose outcomes are too many to list: its only kind has
                        * CORE_CLAUSE_SAMPLE as its only clause */
    int seat;          /* node: the seat that decides */
    int seat_function; /* of the host (above 0), if there is no node */
    struct core_action run;     /* of a step */
    struct core_action empty;   /* run if no move of the decision is legal */
    bool together;              /* several seats decide without knowing of each other: together.h */
    int seats_function;         /* of the host (above 0): does a seat take part? Else all do */
    uint8_t seats_types[1];     /* the type of its argument */
    struct core_action reveal;  /* run when their choices have been carried out */
    int kinds[CORE_MOST_KINDS]; /* in the order of declaration */
    int kind_count;
    bool obliges; /* one of the kinds has a `must` */
    bool fused;   /* fused code lists its moves (lang_rules_fuse); it starts at ... */
    int listing;
    bool plain; /* simple: a seat decides, and nothing runs if no move is legal */
    int turn;   /* plain, and the seat is the content of this slot; 0: neither (core_rules_ready) */
    char *origin;
    bool apart; /* as of a field of the schema */
};

/* The fields of seats that hold what a seat has chosen while others still choose: the number of the
 * kind plus 1, or 0; a hash of its text; and the rest of the move code, which is not hashed, since
 * it may contain numbers of pieces. */
enum core_sealed {
    CORE_SEALED_KIND,
    CORE_SEALED_TEXT,
    CORE_SEALED_LOW,
    CORE_SEALED_HIGH,
    CORE_SEALED_FIELDS
};
enum { CORE_SEALED_BITS = 28 };

struct core_event {
    char name[CORE_NAME_SIZE];
    char params[CORE_MOST_PARAMS][CORE_NAME_SIZE];
    uint8_t types[CORE_MOST_PARAMS]; /* enum core_type, if known from the rules; or 0 */
    /* Parameters (bit n: number n) to which some rule gives: values of several types; a piece,
     * zone, place or unknown; a number or a thing; a boolean; nil. */
    unsigned mixed, things, values, flags, nils;
    /* Those where -1 may be nil, too; where 0 and 1 may be false and true. Code with such a number
     * stops if there are listeners, and Lua goes on (X5). */
    unsigned nones, truths;
    int param_count;
    bool points; /* from what parameter arrow[0] names to what arrow[1] does */
    int8_t arrow[2];
    struct core_action listeners[CORE_MOST_LISTENERS];
    int listener_count;
};
/* The meaning of an event's parameter, as far as the rules show it. */
enum core_thing { CORE_THING_UNKNOWN, CORE_THING_NONE, CORE_THING_PIECE, CORE_THING_PLACE };
enum core_thing core_event_thing(const struct core_event *event, int param);

/* ---- the whole ------------------------------------------------------------------------------- */

/* Services of the host. */
struct core_callbacks {
    /* Call a rule that is a Lua function. Its `count` arguments have `types` (enum core_type of the
     * host; NULL: unknown); MST_NONE of a thing type becomes nil. If `result` is given, it receives
     * the integer result and the function must not write. False with play->error on failure. */
    bool (*rule)(void *host, struct core_play *play, int function, const uint8_t *types,
                 const int64_t *args, int count, int64_t *result);
    /* Answer a question about a kind of moves that has a function (asked.h). */
    bool (*ask)(void *host, struct core_play *play, struct core_question *question);
    /* Set up the position of `play`, as the rules do or as a position line says; print its line.
     * False with play->error on failure. */
    bool (*setup)(void *host, struct core_play *play);
    bool (*parse)(void *host, struct core_play *play, const char *line);
    bool (*print)(void *host, struct core_play *play, struct mst_buf *out);
    core_key_stream *key_stream; /* of outcomes of 128 bits (seed.h) */
    void *host;
};

struct core_rules {
    struct core_schema *schema;
    struct core_callbacks callbacks;
    struct mst_error *error;   /* owned: of the evaluation that failed last */
    struct mst_budget *budget; /* owned: of the running request */

    struct core_region *regions;
    int region_count;
    struct core_table *tables;
    int table_count;
    struct core_function *functions;
    int function_count;
    struct core_event *events;
    int event_count;
    char (*endings)[CORE_NAME_SIZE];
    int ending_count;
    uint64_t without_endings; /* bits of endings that are switched off: nothing ends so */
    uint64_t apart_endings;   /* bits of endings that are apart, as fields may be */
    struct core_primitive *primitives;
    int primitive_count;
    struct core_prior *priors; /* in the order of declaration */
    int prior_count;
    int shared_count;       /* number of values that are computed once per position */
    int var_peak, set_peak; /* most registers that any rule uses, and most sets */
    int private_peak;       /* of these, private registers of code that lists moves (fuse.c) */
    int key_fields[16];     /* fields in the key of a position, for repetition rules */
    int key_field_count;
    struct core_decision *decisions;
    int decision_count;
    struct core_kind *kinds;
    int kind_count;
    struct core_action after_ply[CORE_MOST_LISTENERS]; /* what follows the set-up and each ply */
    int after_ply_count;
    bool any_reluctant; /* some kind is reluctant */
    bool any_noisy;     /* some kind is noisy */
    bool together;      /* some decision belongs to several seats at once; then the choices are in
                         * the fields `sealed`, by enum core_sealed */
    int sealed[CORE_SEALED_FIELDS];
    struct core_node *nodes;
    int node_count, node_capacity;
    struct core_code *code;
    int code_count, code_capacity;
    struct core_root *roots; /* ascending by code */
    int root_count;
    struct core_routine *routines;
    int invalid;                     /* pieces of code that were found not to be valid */
    int routine_count, routine_peak; /* most registers that any routine uses */
    int reach_peak;                  /* the same with the windows of callees */
    bool recursive;                  /* some routine is recursive */
    struct core_leap *leaps; /* steps in fused code: for MST_NONE and each seat, consecutively */
    int leap_count;
    struct core_code_line *lines; /* ascending by code; see LANG_OP_LINE */
    int line_count, line_capacity;
    char **sources; /* owned: names of the sources of these lines */
    int source_count;
};

struct core_rules *core_rules_new(void);
void core_rules_free(struct core_rules *rules);

/* Free what the reason owns. */
void core_reason_free(struct core_reason *reason);
/* Forget what the conditions of a kind say. */
void core_rules_drop_reasons(struct core_kind *kind);

/* Record the variables and sets that a rule uses. */
static inline void core_rules_peak(struct core_rules *rules, int vars, int sets) {
    rules->var_peak = vars > rules->var_peak ? vars : rules->var_peak;
    rules->set_peak = sets > rules->set_peak ? sets : rules->set_peak;
}

/* The rules are complete: find what playing a move would look up each time. */
void core_rules_ready(struct core_rules *rules);

int core_rules_find_event(const struct core_rules *rules, const char *name);
int core_rules_find_decision(const struct core_rules *rules, const char *name);
int core_rules_find_kind(const struct core_rules *rules, const char *name);
/* Do other seats read the same of moves of both kinds: secret ones with the same title? */
bool core_rules_alike(const struct core_rules *rules, int kind, int other);
/* The number of the ending `name`, which is added on first use. -1 when out of memory. */
int core_rules_ending(struct core_rules *rules, const char *name);

/* Add a primitive. Returns its number, or -1 when out of memory. */
int core_rules_primitive(struct core_rules *rules, const struct core_primitive *primitive);
/* The schema is frozen: prepare the primitives. */
enum mst_status core_rules_freeze_primitives(struct core_rules *rules, struct mst_error *error);
/* Append a zeroed element of `size` bytes to *list. Returns it, or NULL when out of memory; then
 * the list is unchanged. */
void *core_rules_grow(void *list, int *count, size_t size);

#endif
