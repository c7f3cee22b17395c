/* The host: one Lua state, and the rules that its modules declared. The only floor that sees Lua.
 *
 * H1 A host serves all matches of a ruleset; which match a Lua call works on is `host->play`, set
 * for the length of the call. H2 Declarations happen while modules load; mst_host_freeze compiles
 * them, after which they are refused. H3 Functions that ask (legality, notation, scenes, worth)
 * cannot write: a write there is an error. */
#ifndef MUSTER_HOST_HOST_H
#define MUSTER_HOST_HOST_H

#include "host/manifest.h"
#include "play/dispatch.h"

struct lua_State;
struct mst_host;

/* Who answers a module that asks for the value of its option while it loads. */
typedef void mst_option_answerer(void *context, const struct mst_option *option,
                                 struct mst_option_answer *answer);
/* May this module be loaded (is it switched on)? */
typedef bool mst_module_switch(void *context, const char *module);

/* How rules that are functions run: compiled where that is possible and else as Lua; compiled, and
 * what cannot be is a fault; all as Lua. The same matches come of all three. */
enum mst_path { MST_PATH_AUTO, MST_PATH_CODE, MST_PATH_LUA };

/* A host whose modules come from the folder `root` ("lua"). NULL on failure. */
struct mst_host *mst_host_new(const char *root, mst_option_answerer *answerer,
                              mst_module_switch *on, void *context, struct mst_error *error);
void mst_host_free(struct mst_host *host);
/* Say how its rules run, before the first module is loaded; else it is MST_PATH_AUTO. */
void mst_host_run_by(struct mst_host *host, enum mst_path path);

/* Begin to load a module and those that it requires: their files run up to muster.module, where
 * they pause; what they offer is known then. To be done with all modules that are on, in the order
 * of their names, before the first is loaded. A fault is told again by the load. */
enum mst_status mst_host_begin(struct mst_host *host, const char *module, struct mst_error *error);
/* Resolve the options of all modules that have begun. Then load what a module requires, and it: its
 * file goes on from muster.module to its end. */
enum mst_status mst_host_load(struct mst_host *host, const char *module, struct mst_error *error);
/* Check order and conflicts of the modules, compile every declaration, and freeze. */
enum mst_status mst_host_freeze(struct mst_host *host, struct mst_error *error);

/* Where in a source a fault was found: the line, and the bytes of it that are to blame. Nothing is
 * known where the line is 0. */
struct mst_spot {
    int line, from, length;
    int message; /* bytes of the error's text before it quotes the line */
};

/* What is wrong with the declarations: after a freeze that failed, every fault found, one at least,
 * unless it is not theirs. Borrowed. */
struct mst_fault {
    struct mst_error error;
    struct mst_spot spot;
    bool note; /* nothing is wrong: a rule runs as Lua, or the like */
};
int mst_host_faults(const struct mst_host *host, const struct mst_fault **faults);
/* Note from now on, before the first module, what mst_host_look needs. */
void mst_host_careful(struct mst_host *host);
/* Look, after the freeze, for names in sources that nothing has (faults) and for what nobody uses
 * (warnings: status MST_OK), and add them to the faults. After a failed freeze: for names alone.
 * `others` are the paths of all sources there are, loaded or not: what builds on a loaded module
 * may use what that declares. */
void mst_host_look(struct mst_host *host, char *const *others, size_t count);

const struct mst_rules *mst_host_rules(const struct mst_host *host);
const char *mst_host_title(const struct mst_host *host); /* of the game; borrowed */
int mst_host_modules(const struct mst_host *host, const struct mst_module **modules);
int mst_host_options(const struct mst_host *host, const struct mst_option **options);
/* The file of Lua source number `index` of those loaded, appended; false behind the last. */
bool mst_host_source(const struct mst_host *host, int index, struct mst_buf *path);
/* Hash of all Lua sources that were loaded. */
uint64_t mst_host_sources(const struct mst_host *host);
/* A number that changes when rules keep state in Lua (tests). */
uint64_t mst_host_fingerprint(struct mst_host *host);
size_t mst_host_memory(const struct mst_host *host);

/* ---- calls into the rules; each leaves the position as it was on failure --------------------- */

/* Set up the position of `play` from empty to the first decision. */
bool mst_host_setup(struct mst_host *host, struct mst_play *play);
/* Print the position: by the game's notation, or the general one. */
bool mst_host_print(struct mst_host *host, struct mst_play *play, struct mst_buf *out);
/* Read a position line into the empty position of `play`, and settle. */
bool mst_host_parse(struct mst_host *host, struct mst_play *play, const char *text);
/* The scene for a seat as a JSON text. */
bool mst_host_scene(struct mst_host *host, struct mst_play *play, int seat, struct mst_buf *out);
/* What the position is worth to `seat`, for computer players; 0 when the game does not say. */
bool mst_host_worth(struct mst_host *host, struct mst_play *play, int seat, int64_t *worth);
/* The sentence that function `sentence` of a refusal makes of the move's parameters. */
bool mst_host_sentence(struct mst_host *host, struct mst_play *play, int sentence,
                       const int64_t *values, int count, struct mst_buf *out);
/* Does the game say what positions are worth? */
bool mst_host_judges(const struct mst_host *host);
/* Does the game have a scene? */
bool mst_host_shows(const struct mst_host *host);
/* The game's own check of a position (invariants); true when it has none. */
bool mst_host_verify(struct mst_host *host, struct mst_play *play);
/* Units of work that Lua has done since the rules began to load. */
int64_t mst_host_worked(const struct mst_host *host);
/* The chapters of the rulebook, in the order of their modules. Borrowed. */
int mst_host_rulebook(const struct mst_host *host, const struct mst_chapter **chapters);
/* What rule `id` says, as the modules declared it; NULL when none does. Borrowed. */
const char *mst_host_rule(const struct mst_host *host, const char *id, const char **origin);
/* Offer each known rule id. */
void mst_host_rule_ids(const struct mst_host *host, struct mst_nearest *nearest);

/* ---- reference ------------------------------------------------------------------------------- */

/* Append the reference of the Lua API, from the registration tables: Markdown, or LuaLS stubs. */
void mst_host_reference(bool stubs, struct mst_buf *out);
/* Append, as Markdown, what the modules of a frozen host declare: facts, functions, queries,
 * events, decisions and moves, each with its help, its place and the modules that use it; "(no
 * help)" where a declaration has none. False and `error` when out of memory. */
bool mst_host_game_reference(struct mst_host *host, struct mst_buf *out, struct mst_error *error);

#endif
