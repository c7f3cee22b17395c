/* Scenarios as rulesets: see scenario.h. */
#include "rulesets/scenario.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rulesets/faults.h"
#include "rulesets/folders.h"
#include "muster/check.h"
#include "muster/player.h"
#include "muster/rulebook.h"

enum { MOST_SOURCE = 1 << 20 };

bool rules_scenario_is(const char *path) {
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".lua");
}

/* ---- places ---------------------------------------------------------------------------------- */

static bool scenario_is_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The first place where the source has `key` as a word before a '='. NULL if there is none. */
static const char *find_key(const char *source, const char *key) {
    size_t length = strlen(key);
    for (const char *at = source; (at = strstr(at, key)) != NULL; at += length) {
        const char *end = at + length;
        /* Also ["key"] = and "key" =. */
        end += strspn(end, "\"'] ");

        if ((at == source || !scenario_is_word(at[-1])) && !scenario_is_word(at[length]) &&
            *end == '=')
            return at;
    }
    return NULL;
}

static void place(struct rules_place *place, const char *path, const char *source,
                  const char *key) {
    const char *found = find_key(source, key);
    *place = (struct rules_place){.file = path, .order = place->order};

    /* Found: count the lines up to it. Otherwise the line stays 0, the file as a whole. */
    for (const char *at = source; found && at <= found; at++)
        place->line += at == source || at[-1] == '\n';
}

/* Let the settings lie where the scenario names them. */
static void place_all(struct rules_ini *ini, const char *path, const char *source) {
    assert(ini->file_count > 0);
    struct rules_ini_file *file = &ini->files[0];
    /* The INI text was made by the library, so the lines that it has mean nothing to people. */
    for (size_t i = 0; i < file->value_count; i++) {
        place(&file->values[i].key_at, path, source, file->values[i].key);
        file->values[i].value_at = file->values[i].key_at;
    }
    for (size_t i = 0; i < file->section_count; i++)
        place(&file->sections[i].at, path, source, file->sections[i].name);
}

/* ---- the ruleset ----------------------------------------------------------------------------- */

struct search {
    struct mst_nearest nearest;
    char best[80];
};

static bool scenario_offer(void *context, const char *file) {
    struct search *search = context;
    struct mst_nearest one = search->nearest;
    char name[80];

    snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".ini")), file);
    mst_nearest_offer(&one, name);
    /* The nearest so far: keep a copy, because the name is a local one. */
    if (one.best == name) {
        memcpy(search->best, name, sizeof name);
        search->nearest = one;
        search->nearest.best = search->best;
    }
    return true;
}

static void no_game(const struct mst_ruleset *r, const char *source, struct rules_diags *diags) {
    struct rules_place at = {0};
    struct search search = {.nearest.wanted = r->scenario.game};
    char hint[120] = "";

    place(&at, mst_home_relative(r->path), source, "game");
    mst_rulesets(scenario_offer, &search);

    if (search.best[0])
        snprintf(hint, sizeof hint, "did you mean '%s'?", search.best);

    rules_diags_add(diags, MST_BAD_RULESET, &at, hint, "there is no ruleset '%s'",
                    r->scenario.game);
}

/* Find the kinds of players that the seats name. */
static bool find_players(struct mst_ruleset *r, const char *source, struct rules_diags *diags) {
    bool good = true;
    for (int seat = 0; seat < MST_MOST_SEATS; seat++) {
        const char *name = r->scenario.seats[seat].computer;
        struct rules_place at = {0};

        r->scenario.seats[seat].player = name && *name ? mst_player_named(name) : -1;
        /* A seat without a computer is played by people. */
        if (!name || !*name || r->scenario.seats[seat].player >= 0)
            continue;

        place(&at, mst_home_relative(r->path), source, "computer");
        rules_diags_add(diags, MST_BAD_RULESET, &at, "write level1 to level5, look or random",
                        "'computer' of seat %d: there is no player '%s'", seat, name);
        good = false;
    }
    return good;
}

static struct rules_ini *scenario_make(struct mst_ruleset *r, const char *source,
                                       struct rules_diags *diags) {
    char game[1300], base[1300];
    struct mst_folders folders;
    int at = 0;

    mst_folders_find(&folders);
    /* F1. `base` only gives the settings a folder, from which they inherit the ruleset. */
    do {
        snprintf(game, sizeof game, "%s/rulesets/%s.ini", folders.path[at], r->scenario.game);
        snprintf(base, sizeof base, "%s/rulesets/.scenario", folders.path[at]);
    } while (access(game, R_OK) != 0 && ++at < folders.count);

    assert(at <= folders.count); /* F1 */
    if (!find_players(r, source, diags))
        return NULL;

    /* A name with a slash would lead out of the folder. */
    if (strchr(r->scenario.game, '/') || access(game, R_OK) != 0) {
        no_game(r, source, diags);
        return NULL;
    }

    struct rules_ini *ini = rules_ini_parse(base, r->scenario.ini, strlen(r->scenario.ini), diags);
    if (ini)
        place_all(ini, r->path, source);
    return ini;
}

/* The manifest has no lines: look for the words that the message quotes, each behind the one
 * before. */
static void scenario_locate(struct mst_error *error, const char *path, const char *source) {
    const char *from = source, *quote = strchr(error->text, '\'');

    /* A place is known already. */
    if (strchr(error->at, ':'))
        return;

    for (const char *end; quote && (end = strchr(quote + 1, '\'')); quote = strchr(end + 1, '\'')) {
        char word[80];
        snprintf(word, sizeof word, "%.*s", (int)(end - quote - 1), quote + 1);
        const char *found = *word ? find_key(from, word) : NULL;
        from = found ? found : from;
    }

    int line = 1;
    for (const char *at = source; at < from; at++)
        line += *at == '\n';

    if (from > source)
        snprintf(error->at, sizeof error->at, "%.180s:%d", mst_home_relative(path), line);
}

/* The line on which the text stands, not as a part of a longer word; 0 if there is none. */
static int line_with(const char *source, const char *text) {
    size_t length = strlen(text);
    const char *found = *text ? strstr(source, text) : NULL;

    /* Only where the text itself ends with a letter can it be a part of a longer word there. */
    while (found && ((found > source && scenario_is_word(found[-1]) && scenario_is_word(*text)) ||
                     (scenario_is_word(text[length - 1]) && scenario_is_word(found[length]))))
        found = strstr(found + 1, text);

    int line = found != NULL;
    for (const char *at = source; found && at < found; at++)
        line += *at == '\n';
    return line;
}

void rules_scenario_blame(struct mst_error *error, const char *path) {
    char word[80];
    size_t length = 0;
    const char *quote = strchr(error->text, '\'');
    bool ours = !*error->at || !strncmp(error->at, "lua/muster/scenario", 19);

    /* The library has checked what the scenario says, so its own lines are of no help to authors.
     */
    char *source =
        rules_scenario_is(path) && ours ? mst_read_file(path, MOST_SOURCE, &length, NULL) : NULL;

    if (!source)
        return;
    snprintf(word, sizeof word, "%.*s", quote ? (int)strcspn(quote + 1, "'") : 0,
             quote ? quote + 1 : "");

    int line = line_with(source, word);
    if (line)
        snprintf(error->at, sizeof error->at, "%.180s:%d", mst_home_relative(path), line);
    else
        snprintf(error->at, sizeof error->at, "%.180s", mst_home_relative(path));

    mst_free(source);
}

static bool no_module(void *context, const char *module) {
    (void)context;
    (void)module;
    return false;
}

bool mst_scenario_reference(struct mst_buf *out, struct mst_error *error) {
    struct mst_folders folders;
    char root[1200];
    mst_folders_find(&folders);
    snprintf(root, sizeof root, "%s/lua", folders.path[0]);

    /* No module is on: the words of scenarios belong to the library and to no game. */
    struct host *host = host_new(root, NULL, NULL, no_module, NULL, error);
    bool done = host && host_scenario_reference(host, out, error) == MST_OK;

    host_free(host);
    return done;
}

struct rules_ini *rules_scenario_ini(struct mst_ruleset *r, struct rules_diags *diags) {
    struct mst_error error = {0};
    size_t length = 0;
    char *source = mst_read_file(r->path, MOST_SOURCE, &length, &error);
    struct rules_ini *ini = NULL;
    /* The scenario runs as Lua, in the host in which the ruleset will load. */

    if (!source || host_scenario(r->host, r->path, mst_home_relative(r->path), &r->scenario,
                                 &error) != MST_OK) {
        if (source)
            scenario_locate(&error, r->path, source);
        rules_faults_add(diags, r->path, &error);
    } else {
        ini = scenario_make(r, source, diags);
    }

    mst_free(source);
    return ini;
}
