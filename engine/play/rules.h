/* The compiled rules of a ruleset: what Lua declared at load as data, as tables that C reads, and
 * numbers that stand for the Lua functions which say what data cannot.
 *
 * R1 Frozen after load; shared by all matches of the ruleset. R2 Names live in one space: a field,
 * a constant, a function and so on never share a name, so a text can be read without knowing its
 * writer. R3 This floor knows no Lua: functions are called through `mst_callbacks`. */
#ifndef MUSTER_PLAY_RULES_H
#define MUSTER_PLAY_RULES_H

#include "play/ranking.h"

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

/* One node of the tree of an expression or of effects, as the parser makes it; children are indexes
 * into mst_rules.nodes. Only code is made of it (code.h). A number called `node` elsewhere in the
 * rules says where the code of a text begins, in mst_rules.code. */
struct mst_node {
    int64_t k;
    int32_t a, b, c;
    uint8_t op; /* enum mst_op, expr.h */
    bool is_set;
};

/* Something that a text can name. */
enum mst_name_kind {
    MST_NAME_CONSTANT, /* value: the number */
    MST_NAME_REGION,   /* value: index of a constant set, or of the first of one a seat */
    MST_NAME_TABLE,    /* value: index of a table of integers */
    MST_NAME_DEFINE,   /* value: index of a named expression */
    MST_NAME_FUNCTION, /* value: number of a Lua function */
    MST_NAME_EVENT,
    MST_NAME_DECISION,
    MST_NAME_ENDING,
    MST_NAME_RANKING, /* value: 2 * index of a ranking, and 1 more for its best */
};
struct mst_name {
    char name[MST_NAME_SIZE];
    enum mst_name_kind kind;
    int64_t value;
    bool used; /* some text names it */
};

/* What texts do with a field. */
enum { MST_USE_READ = 1, MST_USE_WRITE = 2 };

struct mst_region {
    int count;       /* 1, or one a seat */
    uint64_t *words; /* count sets */
};
struct mst_table {
    int count;
    int32_t *values; /* values[0 .. count-1]; outside it is 0 */
};

/* How an amendment goes together with what stood there before: in its own text, as `value`, or
 * joined to it by an operation that does not mind the order. */
enum mst_join {
    MST_JOIN_TEXT,
    MST_JOIN_OR,
    MST_JOIN_AND,
    MST_JOIN_MIN,
    MST_JOIN_MAX,
    MST_JOIN_SUM
};

/* A named expression `name(params) = text`. Modules may amend one that is a query; the amendments
 * stand in `text` order from the first (the base) to the last (outermost). */
struct mst_define {
    char name[MST_NAME_SIZE];
    char params[MST_MOST_PARAMS][MST_NAME_SIZE];
    int param_count;
    struct mst_layer {
        char *text;   /* owned */
        char *origin; /* owned: "file:line" */
        char *module; /* owned */
        enum mst_join join;
    } * layers; /* owned */
    int layer_count;
    bool query; /* other modules may amend it */
    int shared; /* place of its value, from 1, where texts share that; else 0 */
};

/* A Lua function that texts may call. `function` is a number that the host understands. */
struct mst_function {
    char name[MST_NAME_SIZE];
    int param_count;
    int function;
    bool plain; /* a rule for its effect: called with things of `types`, see mst_callbacks */
    uint8_t types[MST_MOST_PARAMS];
};

/* Code that texts and other routines call (MST_OP_INVOKE): a function of statements. Its parameters
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

enum { MST_MOST_STEPS = 8, MST_ANYWHERE = INT16_MAX + 1 };

/* Outcomes of a chance decision that are too many to list. */
#define MST_SAMPLES (INT64_C(1) << 40)

/* What a text was read as: its root, and how many variables and sets its names, inner ones
 * included, use. */
struct mst_tree {
    int node, vars, sets;
    bool is_set;
};

struct mst_clause {
    enum mst_clause_kind kind;
    bool is_set; /* MST_CLAUSE_LET of a set */
    bool bound;  /* MST_CLAUSE_LET that the effects of the move read */
    int var;     /* number of the variable, or of the set */
    int param;   /* index of the parameter, or -1 */
    int node, node2;
    int first_node, last_node; /* nodes of a let, and of the place of a subset */
    struct mst_tree tree;      /* of a let */
    int steps;                 /* MST_CLAUSE_STEP: how many */
    struct mst_step {
        int direction; /* node; or -1: it depends on nothing but who decides, and stands in `by` */
        int onto;      /* node of a set */
        int onto_register; /* where it is nothing but a word in a register: that one; else
                              MST_ANYWHERE */
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
    bool plain;   /* the function is a rule: it takes things, and nil for none */
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
    uint64_t lets;       /* lets of the decision that the effects read, as bits */
    bool binds;          /* some clause is a bound let */
    bool steps_alone;    /* its only clause is of steps, each of which is one shift of a word */
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
    int seat_function;       /* of the host (above 0), where there is no node */
    struct mst_action run;   /* of a step */
    struct mst_action empty; /* of a decision in which no move is legal */
    struct mst_clause *lets; /* owned: bound before the kinds are looked at */
    int let_count;
    int bind;                  /* text that binds them all; or -1 */
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
    /* Call Lua function `function` with `count` integers; its integer result goes to `result` (when
     * not NULL). On failure false, and play->error says what. */
    bool (*call)(void *host, struct mst_play *play, int function, const int64_t *args, int count,
                 int64_t *result);
    /* Call a rule that is a Lua function: its arguments are of `types` (enum mst_type of the host;
     * NULL: nothing is known of them), nil for no thing. With `result` it only looks. */
    bool (*rule)(void *host, struct mst_play *play, int function, const uint8_t *types,
                 const int64_t *args, int count, int64_t *result);
    /* Answer a question about a kind of moves that has a function (asked.h). */
    bool (*ask)(void *host, struct mst_play *play, struct mst_question *question);
    void *host;
};

/* Where in a text a fault was found: its line, and the bytes of it that are to blame. Nothing is
 * known where the line is "". */
struct mst_spot {
    char line[160];
    int at, length; /* length 0: behind the end of the line */
    int message;    /* bytes of the error's text before it quotes the line */
};

struct mst_rules {
    struct mst_schema *schema;
    struct mst_callbacks callbacks;

    struct mst_name *names;
    int name_count, name_capacity;
    struct mst_region *regions;
    int region_count;
    struct mst_table *tables;
    int table_count;
    struct mst_define *defines;
    int define_count;
    struct mst_function *functions;
    int function_count;
    struct mst_event *events;
    int event_count;
    char (*endings)[MST_NAME_SIZE];
    int ending_count;
    struct mst_ranking *rankings;
    int ranking_count;
    int shared_count;       /* definitions whose value is computed once a position */
    int var_peak, set_peak; /* registers that any text uses at most, and sets */
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
    int reach_peak;                  /* that any text uses, with the windows of what it calls */
    bool recursive;                  /* some routine calls itself */
    struct mst_leap *leaps; /* of steps in fused code: for nobody and each seat side by side */
    int leap_count;
    struct mst_code_line *lines; /* of code, rising; see MST_OP_LINE */
    int line_count, line_capacity;
    char **sources; /* owned: names of files that lines are of */
    int source_count;
    /* For who looks for what nobody uses: set while texts are compiled, but for those that are
     * compiled while `unused` is set, because nobody calls them. */
    uint8_t field_uses[MST_MOST_FIELDS];
    int constants_named;  /* how often texts named a constant */
    struct mst_spot spot; /* of the text that was refused last */
    int last_text;        /* node of the text that was compiled last, or -1 */
    bool unused;
    char **origins; /* of the effects, so that a failure can be placed */
    int origin_count;
};

struct mst_rules *mst_rules_new(void);
void mst_rules_free(struct mst_rules *rules);

/* Add a name to the one name space. False and `error` when it is taken or memory ends. */
bool mst_rules_name(struct mst_rules *rules, const char *name, enum mst_name_kind kind,
                    int64_t value, struct mst_error *error);
/* Has the word a meaning of its own in expressions and effects (keywords, what the language can do
 * by itself, directions of the board)? */
bool mst_text_word(const struct mst_rules *rules, const char *word);
const struct mst_name *mst_rules_find(const struct mst_rules *rules, const char *name);
/* Offer every name that a text may use, for a hint. */
void mst_rules_nearest(const struct mst_rules *rules, struct mst_nearest *nearest);

/* Take back the last clause of a kind. */
void mst_rules_drop_clause(struct mst_kind *kind);

/* A text uses so many variables and sets. */
static inline void mst_rules_peak(struct mst_rules *rules, int vars, int sets) {
    rules->var_peak = vars > rules->var_peak ? vars : rules->var_peak;
    rules->set_peak = sets > rules->set_peak ? sets : rules->set_peak;
}

int mst_rules_find_decision(const struct mst_rules *rules, const char *name);
int mst_rules_find_kind(const struct mst_rules *rules, const char *name);
/* Number of the ending `name`, declared with its first use; -1 when memory ends. */
int mst_rules_ending(struct mst_rules *rules, const char *name);

/* Add a node; its number, or -1 when memory ends. */
int mst_rules_node(struct mst_rules *rules, const struct mst_node *node);
/* Number of the source `name`, added with its first use; -1 when memory ends. */
int mst_rules_source(struct mst_rules *rules, const char *name);
/* Add a routine without code, parameters and results; its number, or -1 when memory ends. */
int mst_rules_routine(struct mst_rules *rules, const char *origin);

/* Make `*list` hold one more element of `size` bytes, zeroed; returns it, or NULL (list unchanged).
 */
void *mst_rules_grow(void *list, int *count, size_t size);

#endif
