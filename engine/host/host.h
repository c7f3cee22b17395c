/* The host: a Lua state with the rules that its modules declared. Only this layer sees Lua.
 *
 * H1 A host serves all matches of a ruleset. The match that a Lua call works on is `host->play`,
 * which is set for the duration of the call.
 * H2 Declarations are allowed only while modules load. mst_host_freeze compiles them and ends
 * loading.
 * H3 Functions that only read (legality, notation, scenes, evaluation) cannot write: a write in
 * them is an error. */
#ifndef MUSTER_HOST_HOST_H
#define MUSTER_HOST_HOST_H

#include "host/declare/manifest.h"
#include "core/dispatch.h"

struct lua_State;
struct mst_host;

/* A callback that gives a module the value of its option while it loads. */
typedef void mst_option_answerer(void *context, const struct mst_option *option,
                                 struct mst_option_answer *answer);
/* May this module be loaded, that is, is it switched on? */
typedef bool mst_module_switch(void *context, const char *module);

/* How rule functions run: compiled where possible, else as Lua; always compiled, with a fault if
 * that is impossible; or always as Lua. All three give the same matches. The ruleset replaces
 * compiled code by native code: if there is some (MST_PATH_AUTO), or always (MST_PATH_NATIVE). For
 * MST_PATH_BOTH it has several hosts, and compares them; a host takes it for MST_PATH_AUTO. */
enum mst_path { MST_PATH_AUTO, MST_PATH_CODE, MST_PATH_LUA, MST_PATH_NATIVE, MST_PATH_BOTH };

/* Create a host whose modules come from the folder `root` ("lua"). NULL on failure. */
/* What compiles the rules of a host when they are complete: a function that Lua calls
 * (lang/lang.h). */
typedef int mst_host_compiler(struct lua_State *L);
struct mst_host *mst_host_new(const char *root, mst_host_compiler *compile,
                              mst_option_answerer *answerer, mst_module_switch *on, void *context,
                              struct mst_error *error);
void mst_host_free(struct mst_host *host);
/* Choose how rules run. Call it before the first module is loaded; the default is MST_PATH_AUTO. */
void mst_host_run_by(struct mst_host *host, enum mst_path path);
enum mst_path mst_host_path(const struct mst_host *host);

/* Begin to load a module and those that it requires. Their files run to muster.module and pause
 * there; their offers are known then. Call this for every switched-on module, in name order, before
 * the first one is loaded. The load reports a fault again. */
enum mst_status mst_host_begin(struct mst_host *host, const char *module, struct mst_error *error);
/* Resolve the options of all modules that have begun. Then load a module after those that it
 * requires: its file continues from muster.module to the end. */
enum mst_status mst_host_load(struct mst_host *host, const char *module, struct mst_error *error);
/* Check the order and the conflicts of the modules, compile all declarations, and end loading. */
enum mst_status mst_host_freeze(struct mst_host *host, struct mst_error *error);

/* The place of a fault in a source: its line, and the bytes to underline. Unknown if the line is
 * 0. */
struct mst_spot {
    int line, from, length;
    int message; /* length of the error's message before it quotes the line */
};

/* A fault of the declarations. After a failed freeze there is at least one, unless the failure has
 * another cause. Borrowed. */
struct mst_fault {
    struct mst_error error;
    struct mst_spot spot;
    bool note; /* information only, such as a rule that runs as Lua */
};
int mst_host_faults(const struct mst_host *host, const struct mst_fault **faults);
/* Was memory too short to find or keep all faults? */
bool mst_host_short_of_memory(const struct mst_host *host);
/* Record the information that author/lint.h needs. Call it before the first module. */
void mst_host_careful(struct mst_host *host);

struct mst_rules *mst_host_rules(const struct mst_host *host);
const char *mst_host_title(const struct mst_host *host); /* of the game; borrowed */
/* Give the scenes of the game this title instead of their own. Returns MST_NO_MEMORY on failure. */
enum mst_status mst_host_entitle(struct mst_host *host, const char *title);
int mst_host_modules(const struct mst_host *host, const struct mst_module **modules);
int mst_host_options(const struct mst_host *host, const struct mst_option **options);
/* Append the path of loaded Lua source number `index`. False after the last one. */
bool mst_host_source(const struct mst_host *host, int index, struct mst_buf *path);
/* Hash of all loaded Lua sources. */
uint64_t mst_host_sources(const struct mst_host *host);
/* A number that changes if rules keep state in Lua (for tests). */
uint64_t mst_host_fingerprint(struct mst_host *host);
/* All that rules could keep in Lua, for mst_host_kept_nothing. Empty when out of memory. */
struct mst_buf mst_host_kept(struct mst_host *host);
/* Is it the same as `before`, which is cleared? Otherwise `error` names what changed. True if
 * either is empty. */
bool mst_host_kept_nothing(struct mst_host *host, struct mst_buf *before, struct mst_error *error);
size_t mst_host_memory(const struct mst_host *host);

/* ---- calls into the rules; each leaves the position as it was on failure --------------------- */

/* Set up the position of `play`, from empty to the first decision. */
bool mst_host_setup(void *host, struct mst_play *play);
/* Print the position in the game's notation, or in the general one. */
bool mst_host_print(void *host, struct mst_play *play, struct mst_buf *out);
/* Parse a position line into the empty position of `play`, and run steps until a decision. */
bool mst_host_parse(void *host, struct mst_play *play, const char *text);
/* The scene of a seat, as JSON. */
bool mst_host_scene(struct mst_host *host, struct mst_play *play, int seat, struct mst_buf *out);
/* The evaluation of the position for `seat`; 0 if the game has none. */
bool mst_host_worth(struct mst_host *host, struct mst_play *play, int seat, int64_t *worth);
/* The features that the rules declare (muster.feature): their number, the name and help of one
 * (borrowed), and its value for `seat` in a position that is not over. */
enum { MST_FEATURE_NAME = 32 };
int mst_host_features(const struct mst_host *host);
const char *mst_host_feature(const struct mst_host *host, int index, const char **help);
bool mst_host_feature_value(struct mst_host *host, struct mst_play *play, int index, int seat,
                            int64_t *value);
/* What a field of the schema holds: a number or a flag, a seat, or another thing. */
enum mst_held { MST_HELD_NUMBER, MST_HELD_SEAT, MST_HELD_THING };
enum mst_held mst_host_field_holds(const struct mst_host *host, int field);
/* The reason of a refusal, from the function `sentence` and the parameters of the move. */
bool mst_host_sentence(struct mst_host *host, struct mst_play *play, int sentence,
                       const int64_t *values, int count, struct mst_buf *out);
/* The value of an expression that only reads, as JSON: lists of zones and pieces as their texts. */
bool mst_host_eval(struct mst_host *host, struct mst_play *play, const char *expression,
                   struct mst_buf *out);
/* An argument of an event as a viewer sees it. */
struct mst_said {
    enum mst_arg arg;
    int64_t number;
    const char *text;
};
/* Append the sentence of an event (muster.event `says`), which is made of these arguments alone:
 * there is no position to read. Its function also gets the seat of the reader, or MST_NONE as nil.
 * False if the event has none, or if its function returns nil or fails; a fault is in `error`. */
bool mst_host_says(struct mst_host *host, int event, const struct mst_said *args, int count,
                   int reader, struct mst_buf *out, struct mst_error *error);
/* Do random games tell more about a position than its evaluation? */
bool mst_host_plays_out(const struct mst_host *host);
/* Note that the evaluation failed: players did without it. mst_host_misjudged tells the first
 * failure, once; false if there is nothing to tell. */
void mst_host_misjudge(struct mst_host *host, const char *how, const struct mst_error *error);
bool mst_host_misjudged(struct mst_host *host, struct mst_error *error);
/* The worth with which a seat wins 73 games of 100. */
int64_t mst_host_worth_scale(const struct mst_host *host);
/* Should whole turns be searched, as one takes many moves? */
bool mst_host_by_turns(const struct mst_host *host);
/* A scenario as its file describes it; texts are owned. */
struct mst_scenario {
    char *ini;  /* the ruleset that it plays by, as the text of a ruleset file */
    char *game; /* the name of the ruleset that it starts from */
    char *author, *story;
    char *unreached;               /* names that random games need not reach, separated by blanks */
    int difficulty;                /* 1 to 5, or 0 */
    int puzzle_turns, puzzle_seat; /* the seat wins within so many of its turns; 0: no puzzle */
    char *campaign;                /* the title of the campaign that begins here, or "" */
    struct mst_carried *brings, *carries;
    int bring_count, carry_count;
    struct mst_outcome *links;
    int link_count;
    struct {
        char *name, *computer; /* who plays it by default: "", or the name of a kind of player */
        int player;            /* that kind, or -1 */
        struct mst_promise promise; /* most 0: none */
        struct mst_promise levels;  /* the same in games between levels */
    } seats[MST_MOST_SEATS];
};
void mst_scenario_clear(struct mst_scenario *scenario);

/* Read the scenario in the file `path`, called `shown` in errors, before any module begins. The
 * module muster.scenario then loads its rules. Clear the scenario in any case. */
enum mst_status mst_host_scenario(struct mst_host *host, const char *path, const char *shown,
                                  struct mst_scenario *scenario, struct mst_error *error);
/* Append the reference of what the files of scenarios may hold: Markdown. */
enum mst_status mst_host_scenario_reference(struct mst_host *host, struct mst_buf *out,
                                            struct mst_error *error);
/* Read the entries that link it to others from the table on top of the stack (scenario_links.c).
 * False when out of memory; and free them. */
struct lua_State;
bool mst_scenario_read_links(struct lua_State *L, struct mst_scenario *scenario);
void mst_scenario_clear_links(struct mst_scenario *scenario);
struct mst_coverage;
/* Note from now on what runs of the rules that run as Lua. `coverage` must live as long. */
void mst_host_observe(struct mst_host *host, struct mst_coverage *coverage);
/* While `trace` is given, append to it what each question of a kind of moves says. */
void mst_host_trace(struct mst_host *host, struct mst_buf *trace);
/* Look for modules in this folder as well. Call it before any module begins. False when out of
 * memory. */
bool mst_host_folder(struct mst_host *host, const char *path);
/* Tell the host which modules exist: for muster.modules. The names are borrowed until the rules are
 * frozen. */
void mst_host_known(struct mst_host *host, const char *const *names, size_t count);

/* Does the game have an evaluation? */
bool mst_host_judges(const struct mst_host *host);
/* Does the game have a scene? */
bool mst_host_shows(const struct mst_host *host);
/* Run the game's own check of a position. True if it has none. */
bool mst_host_verify(struct mst_host *host, struct mst_play *play);
/* Units of work that the rules have done, loading included. */
int64_t mst_host_worked(const struct mst_host *host);
/* The chapters of the rulebook, in module order. Returns their number. Borrowed. */
int mst_host_rulebook(const struct mst_host *host, const struct mst_chapter **chapters);
/* The text of rule `id`, as a module declared it, or NULL. Borrowed. */
const char *mst_host_rule(const struct mst_host *host, const char *id, const char **origin);
/* The first paragraph that states the ending, or NULL. */
const struct mst_paragraph *mst_host_ending(const struct mst_host *host, const char *ending);
/* Offer every known rule id. */
void mst_host_rule_ids(const struct mst_host *host, struct mst_nearest *nearest);

#endif
