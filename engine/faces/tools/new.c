/* `muster new`: a module, its ruleset, spec and page from the templates in share/templates/, so
 * that a designer begins with something that plays.
 *
 * N1 Nothing is overwritten: every file is new, and in order, or none is left.
 * N2 The @SIGNS@ of a template are filled in by lua/tools/new.lua, from the facts that are
 * gathered here; all else is its own. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "faces/tools/command.h"
#include "muster/util.h"
#include "muster/check.h"
#include "muster/scenario.h"

static const char *const kinds[] = {"game", "variant", "kingdom", "terrain", "card", "scenario"};

enum { KINDS = sizeof kinds / sizeof *kinds, MOST_WORD = 15, FILES = 4 };

struct making {
    const char *kind;
    char name[100], word[MOST_WORD + 1];
    json_t *facts;           /* for the script */
    char files[FILES][200];  /* relative to the home, in the order of `parts` */
    int file_count, ruleset; /* how many, and which of them is the ruleset */
};

static const char *const parts[FILES] = {"module.lua", "ruleset.ini", "spec.lua", "page.md"};

static bool is_scenario(const struct making *m) {
    return !strcmp(m->kind, "scenario");
}

static void new_set(struct making *m, const char *key, const char *text) {
    json_object_set_new(m->facts, key, json_string(text));
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool new_is_word(const char *from, size_t length) {
    if (!length || length > MOST_WORD || !islower((unsigned char)*from))
        return false;

    /* Lua's names and files' names alike: what is a word here is one there. */
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)from[i]) && !isdigit((unsigned char)from[i]) && from[i] != '_')
            return false;
    return true;
}

/* Set name and word from NAME. If it is not a valid module name, prints a message and returns
 * false. */
static bool take_name(struct making *m, const char *text) {
    const char *prefix = strchr(text, '.') ? "" : "mine.", *word = text;
    bool good = strlen(text) < 60; /* it fits into `name` and the files, whatever is added */

    /* Word by word; the last one is what the ruleset and the rule ids are called by. */
    for (const char *at = text; good; at += strcspn(at, ".") + 1) {
        good = new_is_word(at, strcspn(at, "."));
        word = at;
        if (!at[strcspn(at, ".")])
            break;
    }

    if (!good) {
        mst_warn(
            "muster new: '%s' is not a module name; expected words of 1 to %d characters (a-z, "
            "0-9, "
            "_), each beginning with a letter, joined by dots, as in house.iron\n",
            text, MOST_WORD);
        return false;
    }

    snprintf(m->name, sizeof m->name, "%s%s", prefix, text);
    snprintf(m->word, sizeof m->word, "%s", word);
    return true;
}

static void name_files(struct making *m) {
    char path[100], ruleset[MOST_WORD + 1];

    /* A module's folders are its words; rulesets have names for people, with hyphens. */
    snprintf(path, sizeof path, "%s", m->name);
    snprintf(ruleset, sizeof ruleset, "%s", m->word);
    for (char *c = path; *c; c++)
        *c = *c == '.' ? '/' : *c;
    for (char *c = ruleset; *c; c++)
        *c = *c == '_' ? '-' : *c;

    snprintf(m->files[0], sizeof m->files[0], "lua/%s.lua", path);
    snprintf(m->files[1], sizeof m->files[1], "rulesets/%s.ini", ruleset);
    snprintf(m->files[2], sizeof m->files[2], "tests/rules/%s_spec.lua", path);
    snprintf(m->files[3], sizeof m->files[3], "docs/%s.md", path);
    m->file_count = FILES;
    m->ruleset = 1;

    /* A scenario is one file, which holds its cases as well, and loads as a ruleset. */
    if (is_scenario(m)) {
        snprintf(m->files[0], sizeof m->files[0], "scenarios/%s.lua", path);
        m->file_count = 1;
        m->ruleset = 0;
    }

    new_set(m, "ruleset", ruleset);
}

/* Known from the start: the rest is about the game of a variant. */
static void name_facts(struct making *m) {
    m->facts = json_object();

    name_files(m);
    new_set(m, "kind", m->kind);
    new_set(m, "name", m->name);
    new_set(m, "word", m->word);

    json_t *files = json_array();
    for (int i = 0; i < FILES; i++)
        json_array_append_new(files, json_string(m->files[i]));
    json_object_set_new(m->facts, "files", files);
}

/* ---- the game of a variant ------------------------------------------------------------------- */

static void require_all(struct making *m, const struct mst_ruleset *ruleset) {
    enum { MOST_REQUIRED = 15 };
    json_t *modules = json_array();
    const char *name;
    for (int i = 0; i < MOST_REQUIRED && (name = mst_ruleset_module(ruleset, i)); i++)
        json_array_append_new(modules, json_string(name));
    json_object_set_new(m->facts, "modules", modules);
}

/* The last move of a kind other than that of the first one, or -1. */
static int odd_move(const struct mst_moves *moves) {
    for (int i = moves->count - 1; i > 0; i--)
        if (mst_move_kind_of(moves->moves[i]) != mst_move_kind_of(moves->moves[0]))
            return i;
    return -1;
}

/* Play the match to a decision with several kinds of moves, or leave it at the start. Returns the
 * chosen move, or -1 if the game ends first. */
static int play_to_choice(struct mst_match *match, struct mst_error *error) {
    enum { MOST_PLIES = 200 };
    int first = mst_match_state(match).ply; /* chance may have begun */
    for (int ply = 0; ply < MOST_PLIES && !mst_match_state(match).over; ply++) {
        /* At a decision with one kind of moves the first one is played. */
        const struct mst_moves *moves = mst_match_moves(match, error);
        int choice = moves ? odd_move(moves) : -1;
        if (choice >= 0)
            return choice;
        if (!moves || !moves->count || mst_match_apply(match, moves->moves[0], error) != MST_OK)
            break;
    }

    /* No such decision: then the first move of the game is as good as any. */
    if (mst_match_undo(match, mst_match_state(match).ply - first, error) != MST_OK)
        return -1;
    const struct mst_moves *moves = mst_match_moves(match, error);
    return moves && moves->count ? 0 : -1;
}

/* Note the moves that led to the position. */
static void line_facts(struct making *m, const struct mst_match *match) {
    json_t *moves = json_array();
    for (int ply = 0; ply < mst_match_state(match).ply; ply++)
        json_array_append_new(moves, json_string(mst_match_ply_text(match, ply)));
    json_object_set_new(m->facts, "moves", moves);
}

/* Choose a move that the variant may forbid. Notes it, and the moves that lead to a position where
 * it is legal. */
static bool choose_move(struct making *m, struct mst_ruleset *ruleset) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    int choice = match ? play_to_choice(match, &error) : -1;

    /* The match is at the position now, so its moves are those that the spec repeats. */
    if (choice >= 0) {
        mst_move move = mst_match_moves(match, &error)->moves[choice];
        int kind = mst_move_kind_of(move);
        struct mst_buf text = {0};
        mst_match_move_text(match, move, &text);
        new_set(m, "move", mst_buf_text(&text));
        new_set(m, "move_kind", mst_ruleset_kind_name(ruleset, kind));
        new_set(m, "move_kind_title", mst_ruleset_kind_title(ruleset, kind));
        line_facts(m, match);
        mst_buf_clear(&text);
    } else if (error.status != MST_OK) {
        tool_command_complain("new", &error);
    } else {
        mst_warn(
            "muster new: no decision is pending at the start of the game, so there is no move to "
            "vary\n");
    }
    mst_match_free(match);
    return choice >= 0;
}

static bool base_facts(struct making *m, const char *base) {
    struct tool_arguments arguments = {0};

    tool_arguments_ruleset(&arguments, base);
    struct mst_ruleset *ruleset = tool_arguments_load(&arguments);
    if (!ruleset)
        return false;

    /* `inherits` names a file of the same folder, rulesets/. */
    const char *slash = strrchr(arguments.ruleset, '/');
    new_set(m, "base", slash ? slash + 1 : arguments.ruleset);
    new_set(m, "base_title", mst_ruleset_title(ruleset));
    require_all(m, ruleset);
    bool done = choose_move(m, ruleset);
    mst_ruleset_free(ruleset);
    return done;
}

/* ---- filling in and writing ------------------------------------------------------------------ */

/* Where new files go: the author's folder that was named, or Muster's. */
static void new_place_of(const char *file, char *path, size_t size) {
    struct mst_folders folders;
    const char *named = getenv("MUSTER_FOLDERS");
    mst_folders_find(&folders);
    snprintf(path, size, "%s/%s", folders.path[named && *named && folders.count > 1], file);
}

static bool make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool there = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!there)
            return false;
    }
    return true;
}

static bool write_file(struct making *m, int part) {
    char from[1200], to[1300];
    struct mst_error error = {0};
    struct mst_buf out = {0};
    size_t length;
    snprintf(from, sizeof from, "%s/share/templates/%s/%s", mst_home(), m->kind,
             is_scenario(m) ? "scenario.lua" : parts[part]);
    new_place_of(m->files[part], to, sizeof to);

    char *template = mst_read_file(from, 1 << 20, &length, &error);
    if (!template) {
        tool_command_complain("new", &error);
        return false;
    }

    new_set(m, "template", template);
    bool filled = mst_script("new", m->facts, &out, &error);
    json_object_del(m->facts, "template"); /* without it the script says what to do next */

    /* N1: without `replace` an existing file is not written over, even if it came into being now.
     */
    if (filled && !make_folders(to))
        mst_fail(&error, MST_BAD_FILE, "", "cannot write '%s': %s", m->files[part],
                 strerror(errno));
    else if (filled)
        mst_write_file(to, mst_buf_text(&out), out.length, false, &error);
    if (error.status != MST_OK)
        tool_command_complain("new", &error);
    mst_buf_clear(&out);
    mst_free(template);
    return error.status == MST_OK;
}

static bool all_new(const struct making *m) {
    bool all = true;

    /* All are named, so that one choice of another name is enough. */
    for (int i = 0; i < m->file_count; i++) {
        char path[1300];
        new_place_of(m->files[i], path, sizeof path);
        if (access(path, F_OK) == 0) {
            mst_warn("muster new: '%s' exists already\n", m->files[i]);
            all = false;
        }
    }

    if (!all)
        mst_warn("Nothing was written: choose another name.\n");
    return all;
}

/* Remove the first `count` files, and the folders that become empty. */
static void new_take_back(const struct making *m, int count) {
    while (count-- > 0) {
        char path[1300];
        new_place_of(m->files[count], path, sizeof path);
        size_t home = strlen(path) - strlen(m->files[count]) - 1;
        unlink(path);

        /* A folder that holds something else cannot be removed, and so stays with those above it.
         */
        for (char *slash = strrchr(path, '/'); slash > path + home; slash = strrchr(path, '/')) {
            *slash = 0;
            if (rmdir(path) != 0)
                break;
        }
    }
}

static bool write_all(struct making *m) {
    /* N1: after a failure, the files before it are removed again. */
    for (int i = 0; i < m->file_count; i++)
        if (!write_file(m, i)) {
            new_take_back(m, i);
            return false;
        }
    return true;
}

/* Do the new files load? The name may clash with a name of the game: then they are removed
 * again. */
static bool plays(const struct making *m) {
    char path[1300];
    struct mst_buf text = {0};
    struct mst_report *report = mst_report_new();

    /* Checked rather than loaded: so what is wrong with the name is said with its place. */
    new_place_of(m->files[m->ruleset], path, sizeof path);
    struct mst_ruleset *ruleset = report ? mst_ruleset_check(path, NULL, 0, report) : NULL;
    bool good = ruleset != NULL;
    mst_ruleset_free(ruleset);
    if (report)
        mst_report_print(report, &text);
    mst_report_free(report);

    if (!good) {
        new_take_back(m, m->file_count);
        mst_warn("muster new: the name '%s' cannot be used here:\n%sNothing was written: "
                 "choose another name.\n",
                 m->word, mst_buf_text(&text));
    }
    mst_buf_clear(&text);
    return good;
}

static bool say_next(const struct making *m) {
    struct mst_buf text = {0};
    struct mst_error error = {0};
    bool made = mst_script("new", m->facts, &text, &error);
    if (made)
        mst_print("%s", mst_buf_text(&text));
    else
        tool_command_complain("new", &error);
    mst_buf_clear(&text);
    return made;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool take_kind(struct making *m, const char *text) {
    struct mst_nearest nearest = {.wanted = text};
    char hint[MST_HINT_SIZE];
    for (int i = 0; i < KINDS; i++) {
        mst_nearest_offer(&nearest, kinds[i]);
        if (!strcmp(kinds[i], text))
            m->kind = kinds[i];
    }

    if (!m->kind)
        mst_warn("muster new: expected game, variant, kingdom, terrain, card or scenario, "
                 "found '%s'%s\n",
                 text, mst_hint(nearest.best, hint));
    return m->kind != NULL;
}

static int new_make(struct making *m, const char *base) {
    assert(m->kind && *m->name);

    name_facts(m);

    /* N1: the facts of the game are gathered before anything is written. */
    bool written = all_new(m) && (strcmp(m->kind, "variant") != 0 || base_facts(m, base)) &&
                   write_all(m) && plays(m);
    return written && say_next(m) ? TOOL_DONE : TOOL_FAULTS;
}

static const struct tool_option new_rows[] = {
    {"of", "RULESET", "The ruleset that a variant changes (warline-tactical).", TOOL_TEXT, 0, 0,
     NULL},
    TOOL_LAST_ROW};

const struct tool_page tool_page_new = {
    "new", "game|variant|kingdom|terrain|card|scenario NAME [--of RULESET]",
    "Creates a module that is playable at once, with a ruleset, a spec and a page: a small board "
    "game; a rule for an existing game (variant); a kingdom with battle arts, or a field of "
    "terrain, for WARLINE; a Spell for Fantasy Line Battle (card). For a scenario it creates one "
    "file, in scenarios/.\nNAME is the name of the module: words of a-z, 0-9 and _ joined by dots, "
    "as in house.iron; a single word W means mine.W. Existing files are never overwritten.",
    new_rows};

int tool_command_new(int argc, char **argv) {
    struct making m = {0};
    const char *base = NULL;
    int status = tool_read_options(&tool_page_new, argc, argv, &base);
    if (status)
        return status - 1;

    if (argc - optind != 2)
        return tool_refuse(&tool_page_new, "expected a kind and a name");

    if (!take_kind(&m, argv[optind]) || !take_name(&m, argv[optind + 1]))
        return TOOL_USAGE;

    /* Refused rather than ignored: the name would suggest that it had an effect. */
    if (base && strcmp(m.kind, "variant") != 0) {
        mst_warn("muster new: --of is only for variants\n");
        return TOOL_USAGE;
    }

    status = new_make(&m, base ? base : "warline-tactical");
    json_decref(m.facts);
    return status;
}
