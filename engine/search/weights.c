/* Files of weights: see weights.h. */
#include "search/weights.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rulesets/ini.h"
#include "muster/player.h"

enum { MOST_FILES = 8 };

/* The data that a ruleset keeps for its computer players. */
struct search_learned {
    struct search_features *features; /* owned, or NULL */
    struct learned_file {
        char *path; /* owned */
        struct search_weights *weights;
    } files[MOST_FILES];
    int count;
    bool looked;                      /* for the file beside the ruleset */
    const struct search_weights *own; /* of that file, or NULL */
};

static void free_learned(struct search_learned *learned) {
    search_features_free(learned->features);
    for (int i = 0; i < learned->count; i++) {
        mst_free(learned->files[i].path);
        mst_free(learned->files[i].weights);
    }
    mst_free(learned);
}

static struct search_learned *learned_of(struct mst_ruleset *ruleset, struct mst_error *error) {
    if (!ruleset->learned) {
        ruleset->learned = mst_calloc(1, sizeof *ruleset->learned);
        /* The ruleset frees what it cannot look into: rulesets know nothing of players. */
        ruleset->free_learned = free_learned;
    }
    if (!ruleset->learned)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    return ruleset->learned;
}

const struct search_features *search_ruleset_known_features(struct mst_ruleset *ruleset,
                                                            struct mst_error *error) {
    struct search_learned *learned = learned_of(ruleset, error);
    /* Found once: F3, and it takes a match to find them. */
    if (learned && !learned->features)
        learned->features = search_features_new(ruleset, error);
    return learned ? learned->features : NULL;
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reading {
    struct search_weights *weights;
    struct rules_diags *diags;
    const struct rules_ini_file *file;
    bool named[SEARCH_MOST_FEATURES];
};

#define FAULT(r, place, hint, ...)                                                                 \
    rules_diags_add((r)->diags, MST_BAD_FILE, place, hint, __VA_ARGS__)

static bool weights_read_number(const char *text, int64_t most, int64_t *number) {
    char *end;
    long long value = strtoll(text, &end, 10);
    /* The whole text must be a number, and one that sums can hold. */
    if (end == text || *end || value > most || value < -most)
        return false;
    *number = value;
    return true;
}

static void read_weight(struct reading *r, const struct rules_ini_value *value) {
    const struct search_features *f = r->weights->features;
    assert(r->file);
    int feature = search_features_named(f, value->key);

    /* W1: a name that the rules do not have is a fault, not a weight to ignore. */
    if (feature < 0) {
        struct mst_nearest nearest = {.wanted = value->key};
        char hint[120] = "";
        for (int i = 0; i < f->count; i++)
            mst_nearest_offer(&nearest, f->list[i].name);
        if (nearest.best)
            snprintf(hint, sizeof hint, "did you mean '%s'?", nearest.best);
        FAULT(r, &value->key_at, hint, "the rules have no feature '%s'", value->key);
        return;
    }

    r->named[feature] = true;
    if (!weights_read_number(value->value, SEARCH_FEATURE_MOST, &r->weights->of[feature]))
        FAULT(r, &value->value_at, NULL, "expected a whole number from %d to %d, found '%s'",
              -SEARCH_FEATURE_MOST, SEARCH_FEATURE_MOST, value->value);
}

/* "1 1 2 2": the side of each seat. */
static void read_sides(struct reading *r, const struct rules_ini_value *value) {
    int seats = r->weights->features->ruleset->rules->schema->seats, count = 0;
    bool good = true;

    for (const char *at = value->value; good && *at; count++) {
        char *end;
        long side = strtol(at, &end, 10);
        good = end != at && side >= 1 && side <= MST_MOST_SEATS && count < seats;
        if (good)
            r->weights->side[count] = (uint8_t)side;
        /* A number that was not read ends the loop, so `end` is behind one here. */
        at = end + strspn(end, " ");
    }

    if (!good || count != seats)
        FAULT(r, &value->value_at, NULL,
              "expected the side of each of %d seats, as in 1 2, found '%s'", seats, value->value);
}

static void weights_read_value(struct reading *r, const struct rules_ini_value *value) {
    static const char *const known[] = {"ruleset", "games", "level", "seed", "opening", "sides"};

    /* Any key may be the name of a feature. */
    if (!strcmp(value->section, "weights")) {
        read_weight(r, value);
        return;
    }

    struct mst_nearest nearest = {.wanted = value->key};
    char hint[60] = "";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!strcmp(value->key, known[i])) {
            /* The others say where the weights come from, for people. */
            if (!strcmp(value->key, "sides"))
                read_sides(r, value);
            return;
        }
        mst_nearest_offer(&nearest, known[i]);
    }
    if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest.best);
    FAULT(r, &value->key_at, hint, "[%s] has no '%s'", value->section, value->key);
}

static const struct rules_ini_section *check_sections(struct reading *r) {
    const struct rules_ini_section *found = NULL;

    for (size_t i = 0; i < r->file->section_count; i++) {
        const struct rules_ini_section *section = &r->file->sections[i];
        if (!strcmp(section->name, "weights"))
            found = section;
        else if (strcmp(section->name, "learned") != 0)
            FAULT(r, &section->at, "a file of weights has [learned] and [weights]",
                  "unknown section [%s]", section->name);
    }

    if (!found) {
        struct rules_place place = {.file = r->file->name};
        FAULT(r, &place, NULL, "there is no section [weights]");
    }

    return found;
}

/* Report the features that the file does not name. */
static void check_missing(struct reading *r, const struct rules_ini_section *section) {
    const struct search_features *f = r->weights->features;
    int missing = 0, first = 0;

    /* Backward, so that `first` is the first. */
    for (int i = f->count - 1; i >= 0; i--)
        if (!r->named[i]) {
            first = i;
            missing++;
        }
    if (missing == 1)
        FAULT(r, &section->at, "write 0 for one that counts nothing",
              "the feature '%s' has no weight", f->list[first].name);
    else if (missing)
        FAULT(r, &section->at, "write 0 for one that counts nothing",
              "%d features have no weight, first '%s'", missing, f->list[first].name);
}

static void read_file(struct reading *r) {
    const struct rules_ini_section *section = check_sections(r);
    for (size_t i = 0; i < r->file->value_count; i++) {
        const char *in = r->file->values[i].section;
        if (!strcmp(in, "weights") || !strcmp(in, "learned"))
            weights_read_value(r, &r->file->values[i]);
    }
    /* W1. Where names were wrong already, those that are missing follow from that. */
    if (section && !rules_diags_count(r->diags))
        check_missing(r, section);
}

/* Read a file into `weights`. */
static enum mst_status weights_fill(struct search_weights *weights, const char *path,
                                    struct mst_error *error) {
    struct rules_diags diags = {0};
    struct rules_ini *ini = rules_ini_load(path, &diags);
    struct reading r = {.weights = weights, .diags = &diags};

    if (ini && !rules_diags_count(&diags)) {
        r.file = &ini->files[0];
        /* A base would hide which features the file names (W1). */
        if (r.file->inherits.key)
            FAULT(&r, &r.file->inherits.key_at, NULL, "a file of weights inherits nothing");
        read_file(&r);
    }

    enum mst_status status = rules_diags_first(&diags, error);
    rules_diags_clear(&diags);
    rules_ini_free(ini);
    return status;
}

static struct search_weights *read_weights(struct mst_ruleset *ruleset, const char *path,
                                           struct mst_error *error) {
    const struct search_features *features = search_ruleset_known_features(ruleset, error);
    struct search_weights *weights = features ? mst_calloc(1, sizeof *weights) : NULL;

    if (!weights) {
        if (features)
            mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }

    weights->features = features;
    weights->ruleset = ruleset;
    /* Unless the file says otherwise, each seat is on its own. */
    for (uint8_t seat = 0; seat < MST_MOST_SEATS; seat++)
        weights->side[seat] = seat;
    if (weights_fill(weights, path, error) != MST_OK) {
        mst_free(weights);
        return NULL;
    }

    /* Features that count nothing are not computed. */
    for (int i = 0; i < features->count; i++)
        weights->wanted.feature[i] = weights->of[i] != 0;
    search_wanted_complete(features, &weights->wanted);
    return weights;
}

/* ---- the files of a ruleset ------------------------------------------------------------------ */

static enum mst_status weights_load(struct mst_ruleset *ruleset, const char *path,
                                    const struct search_weights **weights,
                                    struct mst_error *error) {
    struct mst_error own = {0};
    error = error ? error : &own;
    struct search_learned *learned = learned_of(ruleset, error);
    if (!learned)
        return MST_NO_MEMORY;

    /* A file is read once; weights stay as long as the ruleset, because players hold on to them. */
    for (int i = 0; i < learned->count; i++)
        if (!strcmp(learned->files[i].path, path)) {
            *weights = learned->files[i].weights;
            return MST_OK;
        }
    if (learned->count == MOST_FILES)
        return mst_fail(error, MST_BAD_FILE, "", "more than %d files of weights", MOST_FILES);

    struct search_weights *read = read_weights(ruleset, path, error);
    char *copy = read ? mst_strdup(path) : NULL;
    if (!copy) {
        mst_free(read);
        return read ? mst_fail(error, MST_NO_MEMORY, "", "out of memory") : error->status;
    }

    assert(learned->count < MOST_FILES);
    learned->files[learned->count++] = (struct learned_file){copy, read};
    assert(read->features == learned->features); /* W1 */
    *weights = read;
    return MST_OK;
}

/* Is a module switched on or off by a setting? */
static bool is_changed(const struct mst_ruleset *ruleset) {
    for (size_t i = 0; i < ruleset->setting_count; i++)
        if (!strncmp(ruleset->settings[i].key, "modules.", 8))
            return true;
    return false;
}

/* The file beside the ruleset is for the ruleset as it is: with other modules it is left alone, and
 * with other options a file that does not fit is no fault. */
static enum mst_status load_own(struct mst_ruleset *ruleset, struct search_learned *learned,
                                struct mst_error *out) {
    char path[1200];
    struct mst_error error = {0};
    size_t length = strlen(ruleset->path);
    const char *dot = strrchr(ruleset->path, '.'), *slash = strrchr(ruleset->path, '/');

    /* RULESET.weights: the ending is that of the file, not a dot in a folder. */
    if (dot && (!slash || dot > slash))
        length = (size_t)(dot - ruleset->path);
    int written = snprintf(path, sizeof path, "%.*s.weights", (int)length, ruleset->path);
    bool there = written < (int)sizeof path && !is_changed(ruleset) && access(path, F_OK) == 0;
    enum mst_status status = there ? weights_load(ruleset, path, &learned->own, &error) : MST_OK;
    if (status == MST_NO_MEMORY)
        return mst_fail(out, MST_NO_MEMORY, "", "out of memory");

    /* Not before: after a lack of memory it is worth another look. */
    learned->looked = true;
    /* W1: with options set, the features may be others, so the file need not fit. */
    if (status != MST_OK && !ruleset->setting_count)
        host_note_evaluation_fault(ruleset->host, "players do without this file", &error);
    return MST_OK;
}

enum mst_status search_weights_for(struct mst_ruleset *ruleset, const char *path,
                                   const struct search_weights **weights, struct mst_error *error) {
    *weights = NULL;
    if (path && !strcmp(path, "none"))
        return MST_OK;
    /* A file that the caller names must be good; the one beside the ruleset may be missing. */
    if (path)
        return weights_load(ruleset, path, weights, error);
    struct search_learned *learned = learned_of(ruleset, error);
    if (!learned)
        return MST_NO_MEMORY;
    enum mst_status status = learned->looked ? MST_OK : load_own(ruleset, learned, error);
    *weights = learned->own;
    return status;
}

enum mst_status mst_ruleset_weights(struct mst_ruleset *ruleset, const char *path,
                                    struct mst_error *error) {
    const struct search_weights *weights;
    return search_weights_for(ruleset, path, &weights, error);
}

/* ---- evaluating ------------------------------------------------------------------------------ */

bool search_weights_worth(const struct search_weights *weights, struct core_play *play, int seat,
                          int64_t *worth) {
    struct mst_error error = {0};
    int64_t sums[MST_MOST_SEATS];
    if (!search_features_compute(weights->features, &weights->wanted, weights->of, play, sums,
                                 &error))
        return false;
    /* F1 */
    *worth = search_features_more(sums, play->rules->schema->seats, weights->side, seat);
    if (error.status != MST_OK)
        host_note_evaluation_fault(weights->ruleset->host,
                                   "a feature fails, players do without it here", &error);
    return true;
}

/* ---- for those above the library ------------------------------------------------------------- */

int mst_ruleset_features(struct mst_ruleset *ruleset, struct mst_error *error) {
    const struct search_features *features = search_ruleset_known_features(ruleset, error);
    return features ? features->count : -1;
}

const char *mst_ruleset_feature(struct mst_ruleset *ruleset, int index, const char **help) {
    assert(ruleset->learned && index >= 0 && index < ruleset->learned->features->count);
    const struct search_feature *feature = &ruleset->learned->features->list[index];
    *help = feature->help;
    return feature->name;
}

enum mst_status mst_match_features(struct mst_match *match, const unsigned char *side, int seat,
                                   int64_t *more, struct mst_error *error) {
    const struct search_features *f = search_ruleset_known_features(match->ruleset, error);
    int seats = match->ruleset->rules->schema->seats;
    struct search_wanted *wanted = mst_calloc(1, sizeof *wanted);
    int64_t *values = f ? mst_calloc((size_t)(f->count * seats), sizeof *values) : NULL;
    struct mst_error failure = {0};
    enum mst_status status = MST_OK;

    if (!wanted || !values) {
        status = f ? mst_fail(error, MST_NO_MEMORY, "", "out of memory") : MST_NO_MEMORY;
    } else {
        core_match_begin(match);
        core_play_ready(&match->play);
        /* All of them, whatever weights there are. */
        memset(wanted, true, sizeof *wanted);
        if (!search_features_compute(f, wanted, NULL, &match->play, values, &failure))
            failure = *match->play.error;
        core_play_ready(&match->play);
        /* F1: what counts is the difference between a side and the others. */
        for (int i = 0; i < f->count; i++)
            more[i] = search_features_more(values + (size_t)i * (size_t)seats, seats, side, seat);
        status = failure.status;
        if (error && status != MST_OK)
            *error = failure;
    }

    mst_free(wanted);
    mst_free(values);
    return status;
}
