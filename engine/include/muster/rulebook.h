/* The descriptions of a ruleset: options, the rulebook, references. Needs muster.h. */
#ifndef MUSTER_RULEBOOK_H
#define MUSTER_RULEBOOK_H

#include "muster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options and the rulebook ---------------------------------------------------------------- */

enum mst_option_type {
    MST_OPTION_BOOL,
    MST_OPTION_INT,
    MST_OPTION_CHOICE,
    MST_OPTION_INTS, /* `count` whole numbers */
    MST_OPTION_SIZE,
    MST_OPTION_TEXT
};

/* An option that a module declares. All texts are borrowed. `section` is never "game" or
 * "modules". */
struct mst_option {
    const char *section, *key; /* unique in combination; a key contains no dot */
    enum mst_option_type type;
    const char *fallback;       /* the default, as text; NULL counts as "" */
    int64_t min, max;           /* INT, INTS, SIZE: range of each number; TEXT: max bytes; 0, 0: no
                                 * limit */
    int count;                  /* INTS: 1 to MST_OPTION_LIST_MOST */
    const char *const *choices; /* CHOICE: ends with NULL */
    const char *help;           /* one line; NULL counts as "" */
    const char *origin;         /* position of the declaration, "lua/warline/options.lua:12" */
    const char *module;
    int seat; /* it is one seat's, from 1, and its key ends in that number; or 0 */
};

/* The options of a ruleset, in module order. Returns their number. Borrowed. */
int mst_ruleset_options(const struct mst_ruleset *ruleset, const struct mst_option **options);
/* The value of option `index`, as text and as a number (BOOL: 0 or 1; INT). Borrowed. */
const char *mst_ruleset_value(const struct mst_ruleset *ruleset, int index);
int64_t mst_ruleset_number(const struct mst_ruleset *ruleset, int index);
/* Append a description of where the value of an option comes from. MST_BAD_OPTION if there is no
 * such option. */
enum mst_status mst_ruleset_explain(const struct mst_ruleset *ruleset, const char *key,
                                    struct mst_buf *out, struct mst_error *error);

enum { MST_PARAGRAPH_OPTIONS = 8 };

/* A position that shows what a paragraph says, after moves that are separated by blanks. */
struct mst_example {
    char *position; /* NULL: there is no example */
    char *moves;    /* or "" */
    char *text;     /* what it shows */
    int seat;       /* who sees it so; MST_NONE: an onlooker */
};

/* A paragraph of the rulebook. */
struct mst_paragraph {
    char *id;                           /* id of the rule, or "" */
    char *text;                         /* one or more sentences */
    char *origin;                       /* "file:line" of the chapter */
    int options[MST_PARAGRAPH_OPTIONS]; /* the options that it depends on: indexes into the options
                                         * of the ruleset */
    int option_count;
    char *endings; /* the names of the endings that it states, one a line; "" if none */
    struct mst_example example;
};

struct mst_chapter {
    char *title;
    char *module; /* the module that declares it */
    int place;    /* position among the chapters of the module */
    struct mst_paragraph *paragraphs;
    int count;
};

/* The chapters of the rulebook, in module order. Returns their number. Borrowed. */
int mst_ruleset_rulebook(const struct mst_ruleset *ruleset, const struct mst_chapter **chapters);
/* Append the position of a paragraph in the source, "lua/x.lua:12". */
void mst_paragraph_origin(const struct mst_paragraph *paragraph, struct mst_buf *out);
/* The text of rule `id`, and its position in the source in *origin. NULL if no module states the
 * rule. Borrowed. */
const char *mst_ruleset_rule(const struct mst_ruleset *ruleset, const char *id,
                             const char **origin);
/* The first paragraph that states the ending, or NULL. Borrowed. */
const struct mst_paragraph *mst_ruleset_ending(const struct mst_ruleset *ruleset,
                                               const char *ending);
/* The id nearest to `id` among the stated rules, or NULL. Borrowed. */
const char *mst_ruleset_nearest_rule(const struct mst_ruleset *ruleset, const char *id);
/* Append, as Markdown, what its modules declare: facts, functions, queries, events, decisions and
 * moves. False and `error` when out of memory. */
bool mst_ruleset_reference(const struct mst_ruleset *ruleset, struct mst_buf *out,
                           struct mst_error *error);
/* Append a Markdown reference of the options that an INI file may set. */
void mst_ruleset_ini_reference(const struct mst_ruleset *ruleset, struct mst_buf *out);
/* Append the reference of the Lua API: Markdown, or stubs for the Lua language server. */
void mst_lua_reference(bool stubs, struct mst_buf *out);
/* Append the reference of what the files of scenarios may hold: Markdown. False if the library of
 * scenarios cannot be loaded, with what is wrong in *error. */
bool mst_scenario_reference(struct mst_buf *out, struct mst_error *error);

#ifdef __cplusplus
}
#endif

#endif
