/* The host: a Lua state with the rules that its modules declared. Only this layer sees Lua.
 *
 * H1 A host serves all matches of a ruleset. The match that a Lua call works on is `host->play`,
 * which is set for the duration of the call.
 * H2 Declarations are allowed only while modules load. host_freeze compiles them and ends
 * loading.
 * H3 Functions that only read (legality, notation, scenes, evaluation) cannot write: a write in
 * them is an error. */
#ifndef MUSTER_HOST_HOST_H
#define MUSTER_HOST_HOST_H

#include "host/declare/manifest.h"
#include "core/dispatch.h"
#include "muster/check.h"
#include "muster/rulebook.h"
#include "muster/scenario.h"

struct lua_State;
struct host;

/* A callback that gives a module the value of its option while it loads. */
typedef void host_option_answerer(void *context, const struct mst_option *option,
                                  struct host_option_answer *answer);
/* May this module be loaded, that is, is it switched on? */
typedef bool host_module_switch(void *context, const char *module);

/* How rule functions run: compiled where possible, else as Lua; always compiled, with a fault if
 * that is impossible; or always as Lua. All three give the same matches. The ruleset replaces
 * compiled code by native code: if there is some (HOST_PATH_AUTO), or always (HOST_PATH_NATIVE).
 * For HOST_PATH_BOTH it has several hosts, and compares them; a host takes it for HOST_PATH_AUTO.
 */
enum host_path { HOST_PATH_AUTO, HOST_PATH_CODE, HOST_PATH_LUA, HOST_PATH_NATIVE, HOST_PATH_BOTH };

/* What compiles the rules of a host when they are complete: a function that Lua calls
 * (lang/lang.h). */
typedef int host_compiler(struct lua_State *L);
/* Create a host whose modules come from the folder `root` ("lua"). NULL on failure. */
struct host *host_new(const char *root, host_compiler *compile, host_option_answerer *answerer,
                      host_module_switch *on, void *context, struct mst_error *error);
void host_free(struct host *host);
/* Choose how rules run. Call it before the first module is loaded; the default is HOST_PATH_AUTO.
 */
void host_run_by(struct host *host, enum host_path path);
enum host_path host_path(const struct host *host);

/* Begin to load a module and those that it requires. Their files run to muster.module and pause
 * there; their offers are known then. Call this for every switched-on module, in name order, before
 * the first one is loaded. The load reports a fault again. */
enum mst_status host_begin(struct host *host, const char *module, struct mst_error *error);
/* Resolve the options of all modules that have begun. Then load a module after those that it
 * requires: its file continues from muster.module to the end. */
enum mst_status host_load(struct host *host, const char *module, struct mst_error *error);
/* Check the order and the conflicts of the modules, compile all declarations, and end loading. */
enum mst_status host_freeze(struct host *host, struct mst_error *error);

/* The place of a fault in a source: its line, and the bytes to underline. Unknown if the line is
 * 0. */
struct host_spot {
    int line, from, length;
    int message; /* length of the error's message before it quotes the line */
};

/* A fault of the declarations. After a failed freeze there is at least one, unless the failure has
 * another cause. Borrowed. */
struct host_fault {
    struct mst_error error;
    struct host_spot spot;
    bool note; /* information only, such as a rule that runs as Lua */
};
int host_faults(const struct host *host, const struct host_fault **faults);
/* Was memory too short to find or keep all faults? */
bool host_short_of_memory(const struct host *host);
/* Record the information that author/lint.h needs. Call it before the first module. */
void host_careful(struct host *host);

struct core_rules *host_rules(const struct host *host);
const char *host_title(const struct host *host); /* of the game; borrowed */
/* Give every scene of the game this title. Returns MST_NO_MEMORY on failure. */
enum mst_status host_entitle(struct host *host, const char *title);
int host_modules(const struct host *host, const struct host_module **modules);
int host_options(const struct host *host, const struct mst_option **options);
/* Append the path of loaded Lua source number `index`. False after the last one. */
bool host_source(const struct host *host, int index, struct mst_buf *path);
/* Hash of all loaded Lua sources. */
uint64_t host_sources(const struct host *host);
/* A number that changes if rules keep state in Lua (for tests). */
uint64_t host_fingerprint(struct host *host);
/* All that rules could keep in Lua, for host_kept_nothing. Empty when out of memory. */
struct mst_buf host_kept(struct host *host);
/* Is it the same as `before`, which is cleared? Otherwise `error` names what changed. True if
 * either is empty. */
bool host_kept_nothing(struct host *host, struct mst_buf *before, struct mst_error *error);
size_t host_memory(const struct host *host);

/* ---- calls into the rules; each leaves the position as it was on failure --------------------- */

/* Set up the position of `play`, from empty to the first decision. */
bool host_setup(void *host, struct core_play *play);
/* Print the position in the game's notation, or in the general one. */
bool host_print(void *host, struct core_play *play, struct mst_buf *out);
/* Parse a position line into the empty position of `play`, and run steps until a decision. */
bool host_parse(void *host, struct core_play *play, const char *text);
/* The scene of a seat, as JSON. */
bool host_scene(struct host *host, struct core_play *play, int seat, struct mst_buf *out);
/* The evaluation of the position for `seat`; 0 if the game has none. */
bool host_worth(struct host *host, struct core_play *play, int seat, int64_t *worth);
/* The features that the rules declare (muster.feature): their number, the name and help of one
 * (borrowed), and its value for `seat` in a position that is not over. */
enum { HOST_FEATURE_NAME = 32 };
int host_features(const struct host *host);
const char *host_feature(const struct host *host, int index, const char **help);
bool host_feature_value(struct host *host, struct core_play *play, int index, int seat,
                        int64_t *value);
/* The kind of value in a field of the schema: a number or a flag, a seat, or another thing. */
enum host_held { HOST_HELD_NUMBER, HOST_HELD_SEAT, HOST_HELD_THING };
enum host_held host_field_holds(const struct host *host, int field);
/* The reason of a refusal, from the function `sentence` and the parameters of the move. */
bool host_sentence(struct host *host, struct core_play *play, int sentence, const int64_t *values,
                   int count, struct mst_buf *out);
/* The value of an expression that only reads, as JSON: lists of zones and pieces as their texts. */
bool host_eval(struct host *host, struct core_play *play, const char *expression,
               struct mst_buf *out);
/* An argument of an event as a viewer sees it. */
struct host_said {
    enum mst_arg arg;
    int64_t number;
    const char *text;
};
/* Append the sentence of an event (muster.event `says`), which is made of these arguments alone:
 * there is no position to read. Its function also gets the seat of the reader, or MST_NONE as nil.
 * False if the event has none, or if its function returns nil or fails; a fault is in `error`. */
bool host_says(struct host *host, int event, const struct host_said *args, int count, int reader,
               struct mst_buf *out, struct mst_error *error);
/* Do random games tell more about a position than its evaluation? */
bool host_plays_out(const struct host *host);
/* Note that the evaluation failed: players did without it. host_evaluation_fault reports the first
 * failure, once; false if there is nothing to report. */
void host_note_evaluation_fault(struct host *host, const char *how, const struct mst_error *error);
bool host_evaluation_fault(struct host *host, struct mst_error *error);
/* The evaluation with which a seat wins 73 games of 100. */
int64_t host_worth_scale(const struct host *host);
/* Should whole turns be searched, as one takes many moves? */
bool host_by_turns(const struct host *host);
/* A scenario as its file describes it; texts are owned. */
struct host_scenario {
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
void host_scenario_clear(struct host_scenario *scenario);

/* Read the scenario in the file `path`, called `shown` in errors, before any module begins. The
 * module muster.scenario then loads its rules. Clear the scenario in any case. */
enum mst_status host_scenario(struct host *host, const char *path, const char *shown,
                              struct host_scenario *scenario, struct mst_error *error);
/* Append the reference of what the files of scenarios may hold: Markdown. */
enum mst_status host_scenario_reference(struct host *host, struct mst_buf *out,
                                        struct mst_error *error);
/* Read the entries that link it to others from the table on top of the stack (scenario_links.c).
 * False when out of memory; and free them. */
bool host_scenario_read_links(struct lua_State *L, struct host_scenario *scenario);
void host_scenario_clear_links(struct host_scenario *scenario);
struct mst_coverage;
/* Note from now on what runs of the rules that run as Lua. `coverage` must live as long. */
void host_observe(struct host *host, struct mst_coverage *coverage);
/* While `trace` is given, append to it what each question of a kind of moves says. */
void host_trace(struct host *host, struct mst_buf *trace);
/* Look for modules in this folder as well. Call it before any module begins. False when out of
 * memory. */
bool host_folder(struct host *host, const char *path);
/* Tell the host which modules exist: for muster.modules. The names are borrowed until the rules are
 * frozen. */
void host_known(struct host *host, const char *const *names, size_t count);

/* Does the game have an evaluation? */
bool host_judges(const struct host *host);
/* Does the game have a scene? */
bool host_shows(const struct host *host);
/* Run the game's own check of a position. True if it has none. */
bool host_verify(struct host *host, struct core_play *play);
/* Units of work that the rules have done, loading included. */
int64_t host_worked(const struct host *host);
/* The chapters of the rulebook, in module order. Returns their number. Borrowed. */
int host_rulebook(const struct host *host, const struct mst_chapter **chapters);
/* The text of rule `id`, as a module declared it, or NULL. Borrowed. */
const char *host_rule(const struct host *host, const char *id, const char **origin);
/* The first paragraph that states the ending, or NULL. */
const struct mst_paragraph *host_ending(const struct host *host, const char *ending);
/* Offer every known rule id. */
void host_rule_ids(const struct host *host, struct mst_nearest *nearest);

#endif
