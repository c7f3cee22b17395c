/* What a ruleset says of itself, for callers of the library: its names, its scenario, its options,
 * and the files that it comes from. See muster.h. */
#include <assert.h>
#include <string.h>

#include "rulesets/folders.h"
#include "rulesets/ini.h"
#include "rulesets/ruleset.h"
#include "rulesets/scenario.h"
#include "muster/check.h"
#include "muster/player.h"
#include "muster/rulebook.h"
#include "muster/scenario.h"

const char *mst_ruleset_path(const struct mst_ruleset *ruleset) {
    return ruleset->path;
}

size_t mst_ruleset_settings(const struct mst_ruleset *ruleset,
                            const struct mst_setting **settings) {
    *settings = ruleset->settings;
    return ruleset->setting_count;
}

static const char *or_empty(const char *text) {
    return text ? text : "";
}

bool mst_ruleset_is_scenario(const struct mst_ruleset *ruleset) {
    return ruleset->scenario.game != NULL;
}

struct mst_briefing mst_ruleset_briefing(const struct mst_ruleset *ruleset) {
    const struct host_scenario *scenario = &ruleset->scenario;
    /* A ruleset without a scenario has a briefing, too: an empty one. */
    return (struct mst_briefing){or_empty(scenario->author), or_empty(scenario->story),
                                 scenario->difficulty};
}

const char *mst_ruleset_seat(const struct mst_ruleset *ruleset, int seat) {
    assert(seat >= 0 && seat < MST_MOST_SEATS);
    return or_empty(ruleset->scenario.seats[seat].name);
}

int mst_ruleset_puzzle(const struct mst_ruleset *ruleset, int *seat) {
    *seat = ruleset->scenario.puzzle_seat;
    return ruleset->scenario.puzzle_turns;
}

struct mst_promise mst_ruleset_promise(const struct mst_ruleset *ruleset, int seat, bool levels) {
    assert(seat >= 0 && seat < MST_MOST_SEATS);
    const struct mst_promise *promise = &ruleset->scenario.seats[seat].promise;
    const struct mst_promise *other = &ruleset->scenario.seats[seat].levels;

    promise = levels && other->most ? other : promise;
    /* Nothing was promised: every share of wins from 0 to 100 % keeps that. */
    return promise->most ? *promise : (struct mst_promise){0, 100};
}

bool mst_ruleset_unreached(const struct mst_ruleset *ruleset, const char *name) {
    size_t length = strlen(name);
    /* The names are in one text, separated by blanks. */
    for (const char *at = or_empty(ruleset->scenario.unreached); *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");

        if (word == length && !strncmp(at, name, length))
            return true;
        at += word;
    }
    return false;
}

const char *mst_ruleset_fact(const struct mst_ruleset *ruleset, int index) {
    const struct core_schema *schema = ruleset->rules->schema;
    /* Only fields of the game itself count, in the order of declaration; mst_match_fact counts
     * alike. */
    for (int i = 0; i < schema->field_count; i++)
        if (schema->fields[i].of == CORE_OF_GAME && !index--)
            return schema->fields[i].name;
    return NULL;
}

int mst_ruleset_computer(const struct mst_ruleset *ruleset, int seat) {
    /* Without a scenario the seats hold 0, which is a player; so that must not be read. */
    return mst_ruleset_is_scenario(ruleset) ? ruleset->scenario.seats[seat].player : -1;
}

struct mst_budget *mst_ruleset_budget(const struct mst_ruleset *ruleset) {
    return ruleset->rules->budget;
}

const char *mst_ruleset_game(const struct mst_ruleset *ruleset) {
    return host_title(ruleset->host);
}

const char *mst_ruleset_summary(const struct mst_ruleset *ruleset) {
    return rules_ini_text(ruleset->ini, "game", "summary", "");
}

bool mst_ruleset_has_secrets(const struct mst_ruleset *ruleset) {
    return ruleset->rules->schema->secrets;
}

int mst_ruleset_zones(const struct mst_ruleset *ruleset) {
    return ruleset->rules->schema->board->zones;
}

const char *mst_ruleset_zone(const struct mst_ruleset *ruleset, int zone) {
    return ruleset->rules->schema->board->names[zone];
}

int mst_ruleset_zone_named(const struct mst_ruleset *ruleset, const char *name) {
    return core_board_zone(ruleset->rules->schema->board, name, strlen(name));
}

const char *mst_ruleset_module(const struct mst_ruleset *ruleset, int index) {
    const struct host_module *modules;
    int count = host_modules(ruleset->host, &modules);
    return index >= 0 && index < count ? modules[index].name : NULL;
}

bool mst_ruleset_has_chance(const struct mst_ruleset *ruleset) {
    for (int i = 0; i < ruleset->rules->decision_count; i++)
        if (ruleset->rules->decisions[i].chance)
            return true;
    return false;
}

bool mst_ruleset_shows(const struct mst_ruleset *ruleset) {
    return host_shows(ruleset->host);
}

bool mst_ruleset_evaluation_fault(struct mst_ruleset *ruleset, struct mst_error *error) {
    return host_evaluation_fault(ruleset->host, error);
}

/* ---- options --------------------------------------------------------------------------------- */

int mst_ruleset_options(const struct mst_ruleset *ruleset, const struct mst_option **options) {
    return host_options(ruleset->host, options);
}

const char *mst_ruleset_value(const struct mst_ruleset *ruleset, int index) {
    const struct mst_option *options;
    host_options(ruleset->host, &options);
    assert(ruleset->values); /* R1 */
    const char *value = ruleset->values[index].text;
    /* An option without a default that nobody set has no text. */
    return value ? value : or_empty(options[index].fallback);
}

int64_t mst_ruleset_number(const struct mst_ruleset *ruleset, int index) {
    assert(ruleset->values && index >= 0); /* R1 */
    return ruleset->values[index].number;
}

void mst_ruleset_ini_reference(const struct mst_ruleset *ruleset, struct mst_buf *out) {
    const struct mst_option *options;
    int count = host_options(ruleset->host, &options);
    rules_options_print_ini_reference(options, (size_t)count, out);
}

/* ---- which rules these are ------------------------------------------------------------------- */

uint64_t rules_ruleset_rules(const struct mst_ruleset *ruleset) {
    assert(ruleset->rules && ruleset->values); /* R1 */
    const struct mst_option *options;
    int count = host_options(ruleset->host, &options);
    uint64_t hash = host_sources(ruleset->host);

    for (int i = 0; i < count; i++) {
        /* The zero counts, too, so that "a" and "bc" are not "ab" and "c". Two spellings of one
         * value are two rules: transcripts compare texts, not meanings. */
        const char *value = ruleset->values[i].text ? ruleset->values[i].text : "";
        hash = core_hash_bytes(hash, value, strlen(value) + 1);
    }
    return hash;
}

uint64_t mst_ruleset_fingerprint(const struct mst_ruleset *ruleset) {
    return rules_ruleset_rules(ruleset);
}

bool mst_ruleset_same(const struct mst_ruleset *a, const struct mst_ruleset *b) {
    /* A title is no rule, but rulesets that differ in it are two rulesets to people. */
    return rules_ruleset_rules(a) == rules_ruleset_rules(b) && !strcmp(a->title, b->title);
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool each_module(bool (*each)(void *context, const char *path), void *context) {
    struct rules_names names = {0}, files = {0};
    bool done = rules_folders_modules(&names) && rules_folders_files(&names, &files);

    for (size_t i = 0; done && i < files.count; i++)
        done = each(context, files.items[i]);
    rules_names_clear(&names);
    rules_names_clear(&files);
    return done;
}

bool mst_ruleset_files(const struct mst_ruleset *ruleset,
                       bool (*each)(void *context, const char *path), void *context) {
    if (rules_scenario_is(ruleset->path) && !each(context, ruleset->path))
        return false;
    for (int i = 0; i < ruleset->ini->file_count; i++)
        if (!each(context, ruleset->ini->files[i].name))
            return false;
    /* All modules and not just the loaded ones: a new file may switch on what was off. */
    return each_module(each, context);
}

bool mst_ruleset_loads(const struct mst_ruleset *ruleset, const char *file) {
    struct mst_buf path = {0};
    bool found = false;
    /* Sources are listed one at a time, until there is none of that number. */
    for (int i = 0; !found && host_source(ruleset->host, i, &path); i++) {
        found = !strcmp(mst_home_relative(mst_buf_text(&path)), file);
        mst_buf_reset(&path);
    }
    mst_buf_clear(&path);
    return found;
}

void mst_rulesets(bool (*each)(void *context, const char *name), void *context) {
    struct rules_names names = {0};
    rules_folders_names("rulesets", ".ini", &names);
    for (size_t i = 0; i < names.count && each(context, names.items[i]); i++) {
    }
    rules_names_clear(&names);
}

void mst_scenarios(bool (*each)(void *context, const char *name), void *context) {
    struct rules_names names = {0};
    rules_folders_scenarios(&names);
    for (size_t i = 0; i < names.count && each(context, names.items[i]); i++) {
    }
    rules_names_clear(&names);
}
