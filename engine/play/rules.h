/* The compiled rules of a ruleset: what Lua declared at load as data, as tables that C reads, and
 * numbers that stand for the Lua functions which say what data cannot.
 *
 * R1 Frozen after load; shared by all matches of the ruleset. R2 This floor knows no Lua: functions
 * are called through `mst_callbacks`. */
#ifndef MUSTER_PLAY_RULES_H
#define MUSTER_PLAY_RULES_H

#include "state/position.h"

enum {
    MST_MOST_VARS = 1024,  /* local values of one evaluation */
    MST_MOST_SETS = 256,   /* local sets of one evaluation */
    MST_MOST_PARAMS = 6,   /* parameters of a move kind, of a function, of an event */
    MST_MOST_CLAUSES = 40, /* of one move kind */
    MST_MOST_KINDS = 128,
    MST_MOST_DECISIONS = 48,
    MST_MOST_LISTENERS = 32, /* of one event */
    MST_MOST_INPUTS = 16,    /* parameters of a routine */
    MST_MOST_OUTPUTS = 8,    /* results of a routine */
    MST_MOST_CALLS = 32,     /* routines that call each other at a time */
};

/* ---- expressions ----------------------------------------------------------------------------- */

struct mst_play;
struct mst_code;
struct mst_question;

/* One node of the tree that a rule is lowered to; children are indexes into mst_rules.nodes. Only
 * code is made of it (code.h). A number called `node` elsewhere in the rules says where the code of
 * a rule begins, in mst_rules.code. */
struct mst_node {
    int64_t k;
    int32_t a, b, c;
    uint8_t op; /* enum mst_op, node.h */
    bool is_set;
};

struct mst_region {
    int count;       /* 1, or one a seat */
    uint64_t *words; /* count sets */
};
struct mst_table {
    int count;
    int32_t *values; /* values[0 .. count-1]; outside it is 0 */
};

/* A Lua function that compiled rules call, with things of `types` (see mst_callbacks). `function`
 * is a number that the host understands. */
struct mst_function {
    int function;
    uint8_t types[MST_MOST_PARAMS];
};

/* A primitive that only some games need (engine/kit), which rules call by its number. */
struct mst_primitive {
    /* Its value for `count` numbers. On failure 0, and play->failed. */
    int64_t (*call)(struct mst_play *play, const void *data, const int64_t *args, int count);
    /* Take from the schema, which is frozen now, what it needs; or NULL. */
    enum mst_status (*freeze)(void *data, const struct mst_schema *schema, struct mst_error *error);
    bool (*reads)(const void *data, int field); /* does it read the field? Or NULL */
    void (*free)(void *data);                   /* NULL: the data is another one's */
    void *data;
};

/* Code that rules and other routines call (MST_OP_INVOKE): a function of statements. Its parameters
 * and results are variables or sets of its own, numbered from 0 on together with its other ones;
 * statements store the results, which are none and nothing where they do not. mst_rules_routine
 * adds one; who knows its parameters and results can call it, also before mst_routine_make has made
 * its code, and it may call itself. */
struct mst_routine {
    char *origin;  /* owned: "file:line" */
    int code;      /* where its code begins, or -1: not made yet */
    int registers; /* that its code uses: parameters, results, the others; */
    int reach;     /* and with the windows of what it calls, unless that calls itself */
    struct mst_routine_value {
        int var; /* number of the variable, or of the set */
        bool is_set;
    } params[MST_MOST_INPUTS], results[MST_MOST_OUTPUTS];
    int param_count, result_count;
};

/* The code from instruction `code` on comes from a line of a source; line 0: from an unknown one.
 */
struct mst_code_line {
    int code, line, source;
};

/* ---- moves ----------------------------------------------------------------------------------- */

/* Why something is refused. All owned. */
struct mst_reason {
    char *rule;   /* a rule's id, or "" */
    char *why;    /* one sentence, or "" */
    int sentence; /* a function of the host that gives the sentence instead, or 0 */
    char *origin; /* "file:line" */
    char *module;
};

enum mst_clause_kind {
    MST_CLAUSE_LET,    /* bind variable (or set) `var` to node */
    MST_CLAUSE_WHERE,  /* go on only if node is not 0 */
    MST_CLAUSE_ZONES,  /* a parameter: each zone of the set node */
    MST_CLAUSE_RANGE,  /* a parameter: node .. node2, both included */
    MST_CLAUSE_PIECES, /* a parameter: each kind of piece in the place node */
    MST_CLAUSE_SUBSET, /* a parameter: each set of pieces of the place node, none included */
    MST_CLAUSE_STEP,   /* two parameters: from a zone of the set node one step in a direction */
    MST_CLAUSE_SAMPLE, /* a parameter of an outcome of chance: any of MST_SAMPLES numbers from 0 */
    MST_CLAUSE_DO,     /* statements (code of effects, node) that give variables their values and
                          write nothing else; with `bound` the effects of the move read them */
};

enum { MST_MOST_STEPS = 8 };

/* Outcomes of a chance decision that are too many to list. */
#define MST_SAMPLES (INT64_C(1) << 40)

struct mst_clause {
    enum mst_clause_kind kind;
    bool is_set; /* MST_CLAUSE_LET of a set */
    bool bound;  /* MST_CLAUSE_LET that the effects of the move read */
    int var;     /* number of the variable, or of the set */
    int param;   /* index of the parameter, or -1 */
    int node, node2;
    int steps; /* MST_CLAUSE_STEP: how many */
    struct mst_step {
        int direction; /* node; or -1: it depends on nothing but who decides, and stands in `by` */
        int onto;      /* node of a set */
        int8_t by[MST_MOST_SEATS + 1]; /* seat + 1 -> direction; MST_NONE: no such direction */
    } step[MST_MOST_STEPS];
    struct mst_reason reason;
};

struct mst_param {
    char name[MST_NAME_SIZE];
    char called[MST_NAME_SIZE]; /* to whoever is asked for it */
    enum mst_clause_kind kind;
    int64_t min, max; /* of the encoded value */
    int var;          /* number of the variable that effects read it from */
    int shift;        /* where it begins in the move code */
    uint64_t mask;    /* its bits there, moved down */
    const char
        *letters; /* owned: `width` signs a value from min on; or NULL: zone name or number */
    int width;
};

/* A piece of a move's text: a literal, or a parameter. */
struct mst_segment {
    int param;  /* -1: literal */
    char *text; /* owned */
};

/* Steps in one direction as a shift of a word, by a seat (fuse.c). */
struct mst_leap {
    uint64_t source, unit; /* zones that the step leads on from; what is added from move to move */
    uint64_t back;         /* from the first move down to that of zone 0, in a move code */
    uint64_t shift;        /* to the left, around */
};

/* What is done when the move is played: effects that C runs, or a Lua function. */
struct mst_action {
    int effects;  /* where their code begins, or -1 */
    int function; /* of the host, or -1; not asked where there are effects */
};

struct mst_kind {
    char name[MST_NAME_SIZE];
    char title[64]; /* what a menu calls it */
    int decision;   /* -1: at every decision */
    bool unlisted;  /* accepted, but never listed nor counted */
    bool reluctant; /* random play takes it only where nothing else is legal */
    bool secret;    /* others than who decides are told of its title only */
    struct mst_param params[MST_MOST_PARAMS];
    int param_count;
    struct mst_segment *segments; /* owned */
    int segment_count;
    struct mst_clause *clauses; /* owned */
    int clause_count;
    struct mst_action action;
    int legal;           /* of the host: the function that asks its questions, or -1 */
    bool asks;           /* by `legal` alone: it has no clauses, but parameters */
    bool binds;          /* some clause is a bound let */
    int weight;          /* node: of a chance outcome; or -1 */
    int weight_function; /* of the host (above 0), where there is no node */
    int must; /* node: while it holds and the kind has a legal move, others are illegal; or -1 */
    int must_function; /* of the host (above 0), where there is no node */
    struct mst_reason must_reason;
    char *origin;
    char *module;
};

/* A decision that somebody makes, or a step that the rules make by themselves. */
struct mst_decision {
    char name[MST_NAME_SIZE];
    char title[64];
    bool automatic; /* a step: `run` is done, nobody is asked */
    bool chance;
    bool sampled; /* a chance decision whose outcomes are too many to list: its one kind has the
                     one clause MST_CLAUSE_SAMPLE */
    int seat;     /* node: who decides */
    int seat_function;         /* of the host (above 0), where there is no node */
    struct mst_action run;     /* of a step */
    struct mst_action empty;   /* of a decision in which no move is legal */
    int kinds[MST_MOST_KINDS]; /* in the order of declaration */
    int kind_count;
    bool obliges; /* one of the kinds has a `must` */
    bool fused;   /* there is code that lists its moves (mst_rules_fuse): it begins at ... */
    int listing;
    bool plain; /* asked at once: a seat decides, and nothing happens where no move is legal */
    char *origin;
};

struct mst_event {
    char name[MST_NAME_SIZE];
    char params[MST_MOST_PARAMS][MST_NAME_SIZE];
    uint8_t types[MST_MOST_PARAMS]; /* of the host (enum mst_type), where rules tell it; or 0 */
    int param_count;
    struct mst_action listeners[MST_MOST_LISTENERS];
    int listener_count;
};

/* ---- the whole ------------------------------------------------------------------------------- */

/* What this floor asks of the host. */
struct mst_callbacks {
    /* Call a rule that is a Lua function: its `count` arguments are of `types` (enum mst_type of
     * the host; NULL: nothing is known of them), nil for no thing. With `result`, which its integer
     * result goes to, it only looks. On failure false, and play->error says what. */
    bool (*rule)(void *host, struct mst_play *play, int function, const uint8_t *types,
                 const int64_t *args, int count, int64_t *result);
    /* Answer a question about a kind of moves that has a function (asked.h). */
    bool (*ask)(void *host, struct mst_play *play, struct mst_question *question);
    void *host;
};

struct mst_rules {
    struct mst_schema *schema;
    struct mst_callbacks callbacks;

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
    struct mst_primitive *primitives;
    int primitive_count;
    int shared_count;       /* values that are computed once a position */
    int var_peak, set_peak; /* registers that any rule uses at most, and sets */
    int key_fields[16];     /* fields in the key of a position, for repetition rules */
    int key_field_count;
    struct mst_decision *decisions;
    int decision_count;
    struct mst_kind *kinds;
    int kind_count;
    bool any_reluctant; /* some kind is */
    struct mst_node *nodes;
    int node_count, node_capacity;
    struct mst_code *code;
    int code_count, code_capacity;
    struct mst_routine *routines;
    int routine_count, routine_peak; /* peak: registers that any routine uses at most */
    int reach_peak;                  /* that any rule uses, with the windows of what it calls */
    bool recursive;                  /* some routine calls itself */
    struct mst_leap *leaps; /* of steps in fused code: for nobody and each seat side by side */
    int leap_count;
    struct mst_code_line *lines; /* of code, rising; see MST_OP_LINE */
    int line_count, line_capacity;
    char **sources; /* owned: names of files that lines are of */
    int source_count;
};

struct mst_rules *mst_rules_new(void);
void mst_rules_free(struct mst_rules *rules);

/* Take back the last clause of a kind. */
void mst_rules_drop_clause(struct mst_kind *kind);

/* A rule uses so many variables and sets. */
static inline void mst_rules_peak(struct mst_rules *rules, int vars, int sets) {
    rules->var_peak = vars > rules->var_peak ? vars : rules->var_peak;
    rules->set_peak = sets > rules->set_peak ? sets : rules->set_peak;
}

int mst_rules_find_event(const struct mst_rules *rules, const char *name);
int mst_rules_find_decision(const struct mst_rules *rules, const char *name);
int mst_rules_find_kind(const struct mst_rules *rules, const char *name);
/* Number of the ending `name`, declared with its first use; -1 when memory ends. */
int mst_rules_ending(struct mst_rules *rules, const char *name);

/* Add a node; its number, or -1 when memory ends. */
int mst_rules_node(struct mst_rules *rules, const struct mst_node *node);
/* Add a primitive; its number, or -1 when memory ends. */
int mst_rules_primitive(struct mst_rules *rules, const struct mst_primitive *primitive);
/* The schema is frozen: let the primitives see it. */
enum mst_status mst_rules_freeze_primitives(struct mst_rules *rules, struct mst_error *error);
/* Number of the source `name`, added with its first use; -1 when memory ends. */
int mst_rules_source(struct mst_rules *rules, const char *name);
/* Add a routine without code, parameters and results; its number, or -1 when memory ends. */
int mst_rules_routine(struct mst_rules *rules, const char *origin);

/* Make `*list` hold one more element of `size` bytes, zeroed; returns it, or NULL (list unchanged).
 */
void *mst_rules_grow(void *list, int *count, size_t size);

#endif
