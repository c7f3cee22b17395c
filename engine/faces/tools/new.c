/* `muster new`: a module, its ruleset, spec and page from the templates in share/templates/, so
 * that a designer begins with something that plays.
 *
 * N1 Nothing is overwritten: every file is new, and in order, or none is left.
 * N2 What a template says in @SIGNS@ is filled in here; all else is its own. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faces/tools/command.h"
#include "muster/util.h"
#include "muster/check.h"
#include "muster/scenario.h"

static const char *const kinds[] = {"game", "variant", "kingdom", "terrain", "card", "scenario"};

enum { KINDS = sizeof kinds / sizeof *kinds, MOST_WORD = 15, MOST_SIGNS = 20, FILES = 4 };

/* A placeholder and its replacement. */
struct sign {
    const char *name;
    struct mst_buf text;
};

struct making {
    const char *kind;
    char name[100], word[MOST_WORD + 1];
    struct sign signs[MOST_SIGNS];
    int sign_count;
    char files[FILES][200];  /* relative to the home, in the order of `parts` */
    int file_count, ruleset; /* how many, and which of them is the ruleset */
};

static const char *const parts[FILES] = {"module.lua", "ruleset.ini", "spec.lua", "page.md"};

static bool is_scenario(const struct making *m) {
    return !strcmp(m->kind, "scenario");
}

static struct mst_buf *add_sign(struct making *m, const char *name) {
    m->signs[m->sign_count].name = name;
    return &m->signs[m->sign_count++].text;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool new_is_word(const char *from, size_t length) {
    if (!length || length > MOST_WORD || !islower((unsigned char)*from))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)from[i]) && !isdigit((unsigned char)from[i]) && from[i] != '_')
            return false;
    return true;
}

/* Set name and word from NAME. If it is not a valid module name, prints a message and returns
 * false. */
static bool take_name(struct making *m, const char *text) {
    const char *prefix = strchr(text, '.') ? "" : "mine.", *word = text;
    bool good = strlen(text) < 60;
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
    if (is_scenario(m)) {
        snprintf(m->files[0], sizeof m->files[0], "scenarios/%s.lua", path);
        m->file_count = 1;
        m->ruleset = 0;
    }
    mst_buf_puts(add_sign(m, "RULESET"), ruleset);
    mst_buf_puts(add_sign(m, "MODULE_FILE"), m->files[0]);
    mst_buf_puts(add_sign(m, "SPEC_FILE"), m->files[2]);
}

/* Set the placeholders derived from the name: "iron_will" as a title, "Iron will", and as a prefix
 * of ids, "IRON-WILL". */
static void name_signs(struct making *m) {
    struct mst_buf *title = add_sign(m, "TITLE"), *id = add_sign(m, "ID");
    mst_buf_puts(add_sign(m, "NAME"), m->name);
    mst_buf_puts(add_sign(m, "WORD"), m->word);
    for (const char *c = m->word; *c; c++) {
        char sign = *c == '_' ? ' ' : *c;
        mst_buf_char(title, c == m->word ? (char)toupper((unsigned char)sign) : sign);
        mst_buf_char(id, *c == '_' ? '-' : (char)toupper((unsigned char)*c));
    }
}

/* ---- the game of a variant ------------------------------------------------------------------- */

static void require_all(struct making *m, const struct mst_ruleset *ruleset) {
    enum { MOST_REQUIRED = 15 };
    struct mst_buf *list = add_sign(m, "REQUIRES");
    const char *name;
    for (int i = 0; i < MOST_REQUIRED && (name = mst_ruleset_module(ruleset, i)); i++)
        mst_buf_printf(list, "%s\"%s\"", i ? ",\n    " : "", name);
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
        const struct mst_moves *moves = mst_match_moves(match, error);
        int choice = moves ? odd_move(moves) : -1;
        if (choice >= 0)
            return choice;
        if (!moves || !moves->count || mst_match_apply(match, moves->moves[0], error) != MST_OK)
            break;
    }
    if (mst_match_undo(match, mst_match_state(match).ply - first, error) != MST_OK)
        return -1;
    const struct mst_moves *moves = mst_match_moves(match, error);
    return moves && moves->count ? 0 : -1;
}

/* Set the placeholder for the moves that led to the position: Lua strings, some on each line. */
static void line_sign(struct making *m, const struct mst_match *match) {
    enum { EACH_LINE = 8 };
    struct mst_buf *line = add_sign(m, "LINE");
    for (int ply = 0; ply < mst_match_state(match).ply; ply++)
        mst_buf_printf(line, "%s\"%s\",", ply % EACH_LINE ? " " : "\n  ",
                       mst_match_ply_text(match, ply));
    if (line->length)
        mst_buf_char(line, '\n');
}

/* Set the placeholders for a move that the variant may forbid, and for the moves that lead to a
 * position where it is legal. */
static bool choose_move(struct making *m, struct mst_ruleset *ruleset) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    int choice = match ? play_to_choice(match, &error) : -1;
    if (choice >= 0) {
        mst_move move = mst_match_moves(match, &error)->moves[choice];
        int kind = mst_move_kind_of(move);
        mst_buf_puts(add_sign(m, "KIND"), mst_ruleset_kind_name(ruleset, kind));
        mst_buf_puts(add_sign(m, "KIND_TITLE"), mst_ruleset_kind_title(ruleset, kind));
        mst_match_move_text(match, move, add_sign(m, "MOVE"));
        line_sign(m, match);
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

static bool base_signs(struct making *m, const char *base) {
    struct tool_arguments arguments = {0};
    tool_arguments_ruleset(&arguments, base);
    struct mst_ruleset *ruleset = tool_arguments_load(&arguments);
    if (!ruleset)
        return false;
    const char *slash = strrchr(arguments.ruleset, '/');
    mst_buf_puts(add_sign(m, "BASE"), slash ? slash + 1 : arguments.ruleset);
    mst_buf_puts(add_sign(m, "BASE_TITLE"), mst_ruleset_title(ruleset));
    require_all(m, ruleset);
    bool done = choose_move(m, ruleset);
    mst_ruleset_free(ruleset);
    return done;
}

/* ---- filling in and writing ------------------------------------------------------------------ */

static const struct mst_buf *sign_named(const struct making *m, const char *name, size_t length) {
    for (int i = 0; i < m->sign_count; i++)
        if (strlen(m->signs[i].name) == length && !memcmp(m->signs[i].name, name, length))
            return &m->signs[i].text;
    return NULL;
}

static void new_fill(const struct making *m, const char *template, struct mst_buf *out) {
    for (const char *at = template; *at;) {
        size_t length = *at == '@' ? strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") : 0;
        const struct mst_buf *text =
            length && at[length + 1] == '@' ? sign_named(m, at + 1, length) : NULL;
        if (text)
            mst_buf_puts(out, mst_buf_text(text));
        else
            mst_buf_char(out, *at);
        at += text ? length + 2 : 1;
    }
}

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

static bool write_file(const struct making *m, int part) {
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
    new_fill(m, template, &out);
    if (out.failed)
        mst_fail(&error, MST_NO_MEMORY, "", "out of memory");
    else if (!make_folders(to))
        mst_fail(&error, MST_BAD_FILE, "", "cannot write '%s': %s", m->files[part],
                 strerror(errno));
    else
        mst_write_file(to, mst_buf_text(&out), out.length, false, &error);
    if (error.status != MST_OK)
        tool_command_complain("new", &error);
    mst_buf_clear(&out);
    mst_free(template);
    return error.status == MST_OK;
}

static bool all_new(const struct making *m) {
    bool all = true;
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
        for (char *slash = strrchr(path, '/'); slash > path + home; slash = strrchr(path, '/')) {
            *slash = 0;
            if (rmdir(path) != 0)
                break;
        }
    }
}

static bool write_all(const struct making *m) {
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

static void say_next_of_scenario(const struct making *m) {
    const char *file = m->files[0];
    mst_print("Written:\n  %s   the scenario and its cases\n"
              "Next:\n  ./muster check %s\n  ./muster spec %s\n  ./muster probe %s\n"
              "  ./muster play %s --watch\n",
              file, file, file, file, file);
}

static void say_next(const struct making *m) {
    const char *ruleset = mst_buf_text(sign_named(m, "RULESET", 7));
    mst_print("Written:\n  %s   the rules\n  %s   the ruleset\n  %s   examples that are "
              "tested\n  %s   a page about it\n",
              m->files[0], m->files[1], m->files[2], m->files[3]);
    /* Their matches begin with a long set-up, which --quick skips. */
    bool quick = !strcmp(m->kind, "kingdom") || !strcmp(m->kind, "terrain");
    mst_print(
        "Next:\n  ./muster check %s\n  ./muster spec %s\n  ./muster play %s%s --hotseat --watch\n"
        "Then edit %s: with --watch, a saved change applies to the running match.\n",
        ruleset, m->files[2], ruleset, quick ? " --quick" : "", m->files[0]);
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool take_kind(struct making *m, const char *text) {
    struct mst_nearest nearest = {.wanted = text};
    for (int i = 0; i < KINDS; i++) {
        mst_nearest_offer(&nearest, kinds[i]);
        if (!strcmp(kinds[i], text))
            m->kind = kinds[i];
    }
    if (!m->kind)
        mst_warn("muster new: expected game, variant, kingdom, terrain, card or scenario, "
                 "found '%s'%s%s%s\n",
                 text, nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
                 nearest.best ? "'?" : "");
    return m->kind != NULL;
}

static int new_make(struct making *m, const char *base) {
    name_signs(m);
    name_files(m);
    if (!all_new(m) || (!strcmp(m->kind, "variant") && !base_signs(m, base)) || !write_all(m) ||
        !plays(m))
        return TOOL_FAULTS;
    if (is_scenario(m))
        say_next_of_scenario(m);
    else
        say_next(m);
    return TOOL_DONE;
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
    if (base && strcmp(m.kind, "variant") != 0) {
        mst_warn("muster new: --of is only for variants\n");
        return TOOL_USAGE;
    }
    status = new_make(&m, base ? base : "warline-tactical");
    for (int i = 0; i < m.sign_count; i++)
        mst_buf_clear(&m.signs[i].text);
    return status;
}
