/* Public functions on rulesets and moves that only read internal structures. See muster.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/chance.h"
#include "rulesets/ini.h"
#include "rulesets/both.h"
#include "rulesets/scenario.h"
#include "rulesets/folders.h"
#include "core/secret.h"
#include "muster/check.h"
#include "muster/player.h"
#include "muster/rulebook.h"
#include "muster/scenario.h"

/* ---- rulesets -------------------------------------------------------------------------------- */

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
    return (struct mst_briefing){or_empty(scenario->author), or_empty(scenario->story),
                                 scenario->difficulty};
}

const char *mst_ruleset_seat(const struct mst_ruleset *ruleset, int seat) {
    return or_empty(ruleset->scenario.seats[seat].name);
}

int mst_ruleset_puzzle(const struct mst_ruleset *ruleset, int *seat) {
    *seat = ruleset->scenario.puzzle_seat;
    return ruleset->scenario.puzzle_turns;
}

struct mst_promise mst_ruleset_promise(const struct mst_ruleset *ruleset, int seat, bool levels) {
    const struct mst_promise *promise = &ruleset->scenario.seats[seat].promise;
    const struct mst_promise *other = &ruleset->scenario.seats[seat].levels;
    promise = levels && other->most ? other : promise;
    return promise->most ? *promise : (struct mst_promise){0, 100};
}

bool mst_ruleset_unreached(const struct mst_ruleset *ruleset, const char *name) {
    size_t length = strlen(name);
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
    for (int i = 0; i < schema->field_count; i++)
        if (schema->fields[i].of == CORE_OF_GAME && !index--)
            return schema->fields[i].name;
    return NULL;
}

int64_t mst_match_fact(const struct mst_match *match, int index) {
    const struct core_schema *schema = match->ruleset->rules->schema;
    for (int i = 0; i < schema->field_count; i++)
        if (schema->fields[i].of == CORE_OF_GAME && !index--)
            return core_get_field(match->pos, &schema->fields[i], 0);
    return 0;
}

int mst_ruleset_computer(const struct mst_ruleset *ruleset, int seat) {
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

uint64_t rules_ruleset_rules(const struct mst_ruleset *ruleset) {
    const struct mst_option *options;
    int count = host_options(ruleset->host, &options);
    uint64_t hash = host_sources(ruleset->host);
    for (int i = 0; i < count; i++) {
        const char *value = ruleset->values[i].text ? ruleset->values[i].text : "";
        hash = core_hash_bytes(hash, value, strlen(value) + 1);
    }
    return hash;
}

uint64_t mst_ruleset_fingerprint(const struct mst_ruleset *ruleset) {
    return rules_ruleset_rules(ruleset);
}

bool mst_ruleset_same(const struct mst_ruleset *a, const struct mst_ruleset *b) {
    return rules_ruleset_rules(a) == rules_ruleset_rules(b) && !strcmp(a->title, b->title);
}

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
    return each_module(each, context);
}

bool mst_ruleset_loads(const struct mst_ruleset *ruleset, const char *file) {
    struct mst_buf path = {0};
    bool found = false;
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

/* ---- options and the rulebook ---------------------------------------------------------------- */

int mst_ruleset_options(const struct mst_ruleset *ruleset, const struct mst_option **options) {
    return host_options(ruleset->host, options);
}

const char *mst_ruleset_value(const struct mst_ruleset *ruleset, int index) {
    const struct mst_option *options;
    host_options(ruleset->host, &options);
    const char *value = ruleset->values[index].text, *fallback = options[index].fallback;
    return value ? value : fallback ? fallback : "";
}

int64_t mst_ruleset_number(const struct mst_ruleset *ruleset, int index) {
    return ruleset->values[index].number;
}

void mst_ruleset_ini_reference(const struct mst_ruleset *ruleset, struct mst_buf *out) {
    const struct mst_option *options;
    int count = host_options(ruleset->host, &options);
    rules_options_print_ini_reference(options, (size_t)count, out);
}

int mst_ruleset_rulebook(const struct mst_ruleset *ruleset, const struct mst_chapter **chapters) {
    return host_rulebook(ruleset->host, chapters);
}

/* The first line at or after `from` that contains the string `id`, else the first such line of the
 * source, else `from`. */
static int door_line_of(const char *source, int from, const char *id) {
    size_t length = strlen(id);
    int first = 0, line = 1;
    for (const char *at = source; *at; at++) {
        bool opens = *at == '"' || *at == '\'';
        line += *at == '\n';
        if (!opens || strncmp(at + 1, id, length) != 0 || at[length + 1] != *at)
            continue;
        if (line >= from)
            return line;
        first = first ? first : line;
    }
    return first ? first : from;
}

/* Lua knows only the line of the chapter, so search from there for the paragraph's id. */
void mst_paragraph_origin(const struct mst_paragraph *paragraph, struct mst_buf *out) {
    const char *colon = strrchr(paragraph->origin, ':');
    char shown[300], path[1300];
    struct mst_error error = {0};
    size_t length;
    int line = colon ? atoi(colon + 1) : 0;
    if (!colon) {
        mst_buf_puts(out, paragraph->origin);
        return;
    }
    snprintf(shown, sizeof shown, "%.*s", (int)(colon - paragraph->origin), paragraph->origin);
    rules_folders_path(shown, path, sizeof path);
    char *source = *paragraph->id ? mst_read_file(path, 1 << 20, &length, &error) : NULL;
    out->failed |= error.status == MST_NO_MEMORY;
    if (source)
        line = door_line_of(source, line, paragraph->id);
    mst_buf_printf(out, "%.*s:%d", (int)(colon - paragraph->origin), paragraph->origin, line);
    mst_free(source);
}

const char *mst_ruleset_rule(const struct mst_ruleset *ruleset, const char *id,
                             const char **origin) {
    return host_rule(ruleset->host, id, origin);
}

const struct mst_paragraph *mst_ruleset_ending(const struct mst_ruleset *ruleset,
                                               const char *ending) {
    return host_ending(ruleset->host, ending);
}

const char *mst_ruleset_nearest_rule(const struct mst_ruleset *ruleset, const char *id) {
    struct mst_nearest nearest = {.wanted = id};
    host_rule_ids(ruleset->host, &nearest);
    size_t stem = strlen(id); /* another number is another rule, not a misspelling */
    while (stem > 0 && id[stem - 1] >= '0' && id[stem - 1] <= '9')
        stem--;
    return nearest.best && id[stem] && !strncmp(nearest.best, id, stem) ? NULL : nearest.best;
}

/* ---- moves ----------------------------------------------------------------------------------- */

bool mst_ruleset_has_chance(const struct mst_ruleset *ruleset) {
    for (int i = 0; i < ruleset->rules->decision_count; i++)
        if (ruleset->rules->decisions[i].chance)
            return true;
    return false;
}

bool mst_match_sampled(const struct mst_match *match) {
    return core_sampled_now(&match->play);
}

bool mst_match_find(struct mst_match *match, const char *text, mst_move *move) {
    struct core_refusal refusal;
    core_match_begin(match);
    bool found = !mst_match_state(match).over && core_move_read(&match->play, text, move, &refusal);
    if (match->play.failed)
        core_play_ready(&match->play);
    return found;
}

int mst_move_kind_of(mst_move move) {
    return core_move_kind(move);
}

const char *mst_ruleset_kind_name(const struct mst_ruleset *ruleset, int kind) {
    return kind < ruleset->rules->kind_count ? ruleset->rules->kinds[kind].name : NULL;
}

const char *mst_ruleset_kind_title(const struct mst_ruleset *ruleset, int kind) {
    return ruleset->rules->kinds[kind].title;
}

bool mst_ruleset_kind_reluctant(const struct mst_ruleset *ruleset, int kind) {
    return ruleset->rules->kinds[kind].reluctant;
}

bool mst_ruleset_misjudged(struct mst_ruleset *ruleset, struct mst_error *error) {
    return host_misjudged(ruleset->host, error);
}

int mst_ruleset_kind_parts(const struct mst_ruleset *ruleset, int kind) {
    return ruleset->rules->kinds[kind].param_count;
}

/* The parameter number `part` in the text. */
static const struct core_param *part_of(const struct mst_ruleset *ruleset, int kind, int part) {
    const struct core_kind *k = &ruleset->rules->kinds[kind];
    unsigned seen = 0;
    for (int s = 0; s < k->segment_count; s++) {
        int p = k->segments[s].param;
        if (p < 0 || seen >> p & 1)
            continue;
        if (!part--)
            return &k->params[p];
        seen |= 1u << p;
    }
    return &k->params[0];
}

const char *mst_ruleset_part_name(const struct mst_ruleset *ruleset, int kind, int part) {
    return part_of(ruleset, kind, part)->called;
}

int64_t mst_ruleset_part(const struct mst_ruleset *ruleset, mst_move move, int part) {
    return core_move_param(part_of(ruleset, core_move_kind(move), part), move);
}

const char *mst_match_title(const struct mst_match *match) {
    int now = core_decision_now(match->pos);
    return now < 0 ? "" : match->ruleset->rules->decisions[now].title;
}

/* ---- what was played ------------------------------------------------------------------------- */

int mst_match_ply_seat(const struct mst_match *match, int ply) {
    return match->plies[ply].seat;
}

int mst_match_ply_kind(const struct mst_match *match, int ply) {
    return core_move_kind(match->plies[ply].move);
}

bool mst_match_reveals(const struct mst_match *match, const struct mst_match *after, int viewer) {
    const struct core_schema *schema = match->ruleset->rules->schema;
    int bit = viewer == MST_NONE ? CORE_ONLOOKER : 1 << viewer;
    int more[CORE_MOST_PIECES] = {0}; /* how many more pieces with the same face are known */
    bool any = false;
    for (int piece = 0; schema->known_first && piece < schema->pieces; piece++) {
        int slot = schema->known_first + piece;
        more[schema->alike[piece]] +=
            !!(core_get(after->pos, slot) & bit) - !!(core_get(match->pos, slot) & bit);
    }
    for (int piece = 0; piece < schema->pieces; piece++)
        any = any || more[piece] > 0;
    return any;
}

struct mst_match *mst_match_new(struct mst_ruleset *ruleset, bool seeded, uint64_t seed,
                                struct mst_error *error) {
    return core_match_new(&ruleset->game, NULL, seeded, seed, error);
}

struct mst_match *mst_match_setup(struct mst_ruleset *ruleset, const char *position, bool seeded,
                                  uint64_t seed, struct mst_error *error) {
    return core_match_new(&ruleset->game, position, seeded, seed, error);
}

struct mst_match *mst_match_again(const struct mst_match *match, struct mst_ruleset *ruleset,
                                  int *ply, struct mst_error *error) {
    return core_match_again(match, &ruleset->game, ply, error);
}

void mst_match_unseed(struct mst_match *match) {
    match->seed.kind = MST_SEED_NONE;
}

int mst_match_compared(const struct mst_match *match) {
    return match->compared;
}

const struct mst_seed *mst_match_seeded(const struct mst_match *match) {
    return &match->seed;
}

bool mst_match_commitment(const struct mst_match *match, char commitment[MST_COMMITMENT_SIZE]) {
    if (match->seed.kind != MST_SEED_KEY)
        return false;
    sys_seed_commit(&match->seed, rules_ruleset_rules(match->ruleset), match->start, commitment);
    return true;
}

static char *whole_scene(struct mst_match *match, const struct core_request *request,
                         struct mst_error *error) {
    struct mst_buf out = {0};
    (void)request;
    int seat = mst_match_state(match).to_move;
    core_match_begin(match);
    if (host_scene(match->ruleset->host, &match->play, seat < 0 ? 0 : seat, &out))
        return core_match_take(&out, error);
    if (error)
        *error = *match->play.error;
    core_play_ready(&match->play);
    mst_buf_clear(&out);
    return NULL;
}

char *mst_match_scene_whole(struct mst_match *match, struct mst_error *error) {
    return core_answer(match, &(struct core_request){"the whole scene", whole_scene, 0, NULL},
                       error);
}

/* ---- checking -------------------------------------------------------------------------------- */

bool mst_ruleset_shows(const struct mst_ruleset *ruleset) {
    return host_shows(ruleset->host);
}

static bool scenes_answer(struct mst_match *match, struct mst_error *error) {
    int seats = mst_ruleset_shows(match->ruleset) ? mst_ruleset_seats(match->ruleset) : 0;
    for (int seat = 0; seat < seats; seat++) {
        char *scene = mst_match_scene(match, seat, error);
        mst_text_free(scene);
        if (!scene)
            return false;
    }
    return true;
}

bool mst_match_answers(struct mst_match *match, struct mst_error *error) {
    struct host *host = match->ruleset->host;
    int64_t worth;
    if (!scenes_answer(match, error))
        return false;
    char *position = mst_match_position(match, error);
    mst_text_free(position);
    if (!position)
        return false;
    if (host_verify(host, &match->play) && host_worth(host, &match->play, 0, &worth))
        return true;
    *error = *match->play.error;
    return false;
}
