/* The comparisons of a run: see plan.h. */
#include "lab/plan.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/scene/model.h"
#include "muster/rulebook.h"

/* ---- what is varied -------------------------------------------------------------------------- */

/* The key of an option by seats without the number of its seat. */
static void family_of(const struct mst_option *option, char *name, size_t size) {
    snprintf(name, size, "%s.%s", option->section, option->key);
    if (option->seat)
        name[strlen(name) - (size_t)snprintf(NULL, 0, "%d", option->seat)] = 0;
}

static const struct mst_option *find_option(const struct mst_ruleset *ruleset, const char *name) {
    const struct mst_option *options;
    int count = mst_ruleset_options(ruleset, &options);
    for (int i = 0; i < count; i++) {
        char key[128], family[128];
        snprintf(key, sizeof key, "%s.%s", options[i].section, options[i].key);
        family_of(&options[i], family, sizeof family);
        if (!strcmp(name, key) || !strcmp(name, family))
            return &options[i];
    }
    return NULL;
}

static bool add_value(struct lab_axis *axis, const char *value, size_t length) {
    for (int i = 0; i < axis->count; i++)
        if (strlen(axis->values[i]) == length && !strncmp(axis->values[i], value, length))
            return mst_warn("--vary %s: '%s' is there twice\n", axis->name, axis->values[i]), false;
    if (axis->count == LANG_MOST_VALUES || length >= sizeof axis->values[0] || !length)
        return mst_warn("--vary %s: expected 2 to %d values of up to %zu bytes\n", axis->name,
                        LANG_MOST_VALUES, sizeof axis->values[0] - 1),
               false;
    snprintf(axis->values[axis->count++], sizeof axis->values[0], "%.*s", (int)length, value);
    return true;
}

static bool given_values(struct lab_axis *axis, const char *text) {
    for (;; text++) {
        size_t length = strcspn(text, "/");
        if (!add_value(axis, text, length))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

/* Values of the option that no --vary names. */
static bool declared_values(struct lab_axis *axis, const struct mst_option *option) {
    if (option && option->type == MST_OPTION_CHOICE) {
        for (int i = 0; option->choices[i]; i++)
            if (!add_value(axis, option->choices[i], strlen(option->choices[i])))
                return false;
        return true;
    }
    if (!option || option->type == MST_OPTION_BOOL)
        return add_value(axis, "off", 3) && add_value(axis, "on", 2);
    mst_warn("--vary %s: which values? Name them, as in --vary %s=%s/...\n", axis->name, axis->name,
             option->fallback);
    return false;
}

/* No such option: is it a module? Says what is near if neither. */
static bool is_module(const struct lab_plan *plan, const struct mst_ruleset *ruleset,
                      const char *name) {
    struct tool_arguments arguments = *plan->arguments;
    struct mst_nearest nearest = {.wanted = name};
    struct mst_error error;
    const struct mst_option *options;
    char setting[200], keys[400][128];
    snprintf(setting, sizeof setting, "modules.%s=on", name);

    /* The rules themselves know best: load them with it. */
    struct mst_ruleset *with = NULL;
    if (tool_arguments_set(&arguments, setting))
        with = mst_ruleset_load(arguments.ruleset, arguments.settings, arguments.setting_count,
                                NULL, &error);
    bool found = with != NULL;
    mst_ruleset_free(with);

    int count = mst_ruleset_options(ruleset, &options);
    for (int i = 0; i < count && i < 400; i++) {
        family_of(&options[i], keys[i], sizeof keys[i]);
        mst_nearest_offer(&nearest, keys[i]);
    }

    if (!found && nearest.best)
        mst_warn("--vary: there is no option '%s'; did you mean '%s'?\n", name, nearest.best);
    else if (!found)
        mst_warn("--vary: '%s' is neither an option of the ruleset (section.key) nor a module that "
                 "it can switch on: %.*s\n",
                 name, (int)strcspn(error.text, ";"), error.text);
    return found;
}

static bool add_axis(struct lab_plan *plan, const struct mst_ruleset *ruleset, const char *text) {
    struct lab_axis *axis = &plan->axes[plan->axis_count];
    size_t length = strcspn(text, "=");
    snprintf(axis->name, sizeof axis->name, "%.*s", (int)length, text);
    const struct mst_option *option = find_option(ruleset, axis->name);
    if (!option && !is_module(plan, ruleset, axis->name))
        return false;

    /* "section.key" of an option by seats is each seat's; "section.key1" that of the first one. */
    char family[128] = "";
    if (option)
        family_of(option, family, sizeof family);
    axis->by_seat = option && option->seat && !strcmp(family, axis->name);
    snprintf(axis->key, sizeof axis->key, "%s%.*s", option ? "" : "modules.", (int)length, text);

    if (axis->by_seat && plan->by_seat >= 0)
        return mst_warn("--vary %s: only one option by seats can be varied at a time\n",
                        axis->name),
               false;
    if (axis->by_seat)
        plan->by_seat = plan->axis_count;
    for (int i = 0; i < plan->axis_count; i++)
        if (!strcmp(plan->axes[i].name, axis->name))
            return mst_warn("--vary %s: it is there twice\n", axis->name), false;

    plan->axis_count++;
    if (!(text[length] ? given_values(axis, text + length + 1) : declared_values(axis, option)))
        return false;
    if (axis->count < 2)
        mst_warn("--vary %s: expected at least two values, as in %s=A/B\n", axis->name, axis->name);
    return axis->count >= 2;
}

/* ---- arrangements ---------------------------------------------------------------------------- */

/* Has every seat the same value of the axis by seats? Then nothing is compared. */
static bool is_mirrored(const struct lab_plan *plan, const struct lab_cell *cell) {
    for (int seat = 1; seat < plan->seats; seat++)
        if (cell->by_seat[seat] != cell->by_seat[0])
            return false;
    return plan->by_seat >= 0;
}

static bool count_cells(struct lab_plan *plan, int64_t *all) {
    *all = 1;
    for (int i = 0; i < plan->axis_count; i++)
        for (int n = 0; n < (plan->axes[i].by_seat ? plan->seats : 1); n++)
            if ((*all *= plan->axes[i].count) > LAB_MOST_CELLS) {
                mst_warn("muster balance: there are more than %d arrangements; name fewer values, "
                         "as in --vary %s=%s/%s\n",
                         LAB_MOST_CELLS, plan->axes[i].name, plan->axes[i].values[0],
                         plan->axes[i].values[1]);
                return false;
            }
    return true;
}

/* Arrangement number `number`: its digits, the last seat's value the lowest. */
static struct lab_cell cell_numbered(const struct lab_plan *plan, int64_t number) {
    struct lab_cell cell = {.refused = false};
    for (int i = plan->axis_count - 1; i >= 0; i--) {
        int count = plan->axes[i].count;
        if (!plan->axes[i].by_seat) {
            cell.value[i] = (uint8_t)(number % count);
            number /= count;
        }
        for (int seat = plan->seats - 1; plan->axes[i].by_seat && seat >= 0; seat--) {
            cell.by_seat[seat] = (uint8_t)(number % count);
            number /= count;
        }
    }
    return cell;
}

/* Do two arrangements differ only in which seat has which value? */
static bool are_kin(const struct lab_plan *plan, const struct lab_cell *a,
                    const struct lab_cell *b) {
    int8_t more[LANG_MOST_VALUES] = {0};
    for (int seat = 0; seat < plan->seats; seat++) {
        more[a->by_seat[seat]]++;
        more[b->by_seat[seat]]--;
    }
    for (int i = 0; i < LANG_MOST_VALUES; i++)
        if (more[i])
            return false;
    return !memcmp(a->value, b->value, sizeof a->value);
}

static bool note_kinds(struct lab_plan *plan, const struct mst_ruleset *ruleset) {
    const char *name;
    bool noted = true;
    for (int kind = 0; noted && (name = mst_ruleset_kind_name(ruleset, kind)); kind++)
        if (!json_object_get(plan->kinds, name)) {
            const char *title = mst_ruleset_kind_title(ruleset, kind);
            noted = !json_object_set_new_nocheck(plan->kinds, name,
                                                 json_stringn_nocheck(title, strlen(title)));
        }
    return noted;
}

int lab_sides_of(struct mst_ruleset *ruleset, unsigned char *side) {
    int sides = 0, seats = mst_ruleset_seats(ruleset);
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    char *text = match ? mst_match_scene_whole(match, NULL) : NULL;
    json_t *scene = text ? json_loads(text, 0, NULL) : NULL;
    bool read = scene_check(scene, &(struct mst_error){0}) == MST_OK;
    for (int seat = 0; seat < seats; seat++) {
        int ally = 0;
        while (ally < seat &&
               !(read && scene_seat(scene, ally).side == scene_seat(scene, seat).side))
            ally++;
        side[seat] = ally < seat ? side[ally] : (unsigned char)sides++;
    }
    json_decref(scene);
    mst_text_free(text);
    mst_match_free(match);
    return sides;
}

/* Load every arrangement once: note which are refused, and what moves there are. */
static bool try_cells(struct lab_plan *plan) {
    for (int i = 0; i < plan->cell_count; i++) {
        struct mst_error error = {0};
        struct mst_ruleset *ruleset = lab_plan_load(plan, &plan->cells[i], &error);
        plan->cells[i].refused = !ruleset || mst_ruleset_seats(ruleset) != plan->seats;
        if (!ruleset)
            snprintf(plan->why, sizeof plan->why, "%s", error.text);
        else if (plan->cells[i].refused)
            snprintf(plan->why, sizeof plan->why, "it has another number of seats");
        bool noted = plan->cells[i].refused || note_kinds(plan, ruleset);
        if (!plan->cells[i].refused && !plan->sides)
            plan->sides = lab_sides_of(ruleset, plan->side);
        mst_ruleset_free(ruleset);
        if (!noted)
            return false;
    }
    return true;
}

/* Leave out what is refused, and its kin. */
static void keep_cells(struct lab_plan *plan) {
    for (int i = 0; i < plan->cell_count; i++)
        for (int j = 0; j < plan->cell_count && !plan->cells[i].refused; j++)
            if (plan->cells[j].refused && are_kin(plan, &plan->cells[i], &plan->cells[j]))
                plan->cells[i].refused = true;
    int kept = 0;
    for (int i = 0; i < plan->cell_count; i++)
        if (!plan->cells[i].refused)
            plan->cells[kept++] = plan->cells[i];
    plan->refused = plan->cell_count - kept;
    plan->cell_count = kept;
}

static bool make_cells(struct lab_plan *plan) {
    int64_t all;
    if (!count_cells(plan, &all))
        return false;
    plan->cells = calloc((size_t)all, sizeof *plan->cells);
    for (int64_t i = 0; plan->cells && i < all; i++) {
        struct lab_cell cell = cell_numbered(plan, i);
        if (!is_mirrored(plan, &cell))
            plan->cells[plan->cell_count++] = cell;
    }
    if (!plan->cells || !try_cells(plan))
        return mst_warn("muster balance: out of memory\n"), false;
    keep_cells(plan);
    if (!plan->cell_count)
        mst_warn("muster balance: the rules refuse every arrangement: %s\n", plan->why);
    return plan->cell_count > 0;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static void note_hint(struct lab_plan *plan, const struct mst_ruleset *ruleset) {
    const struct mst_option *options;
    int count = mst_ruleset_options(ruleset, &options);
    for (int i = 0; i < count && !*plan->hint; i++)
        if (options[i].seat)
            family_of(&options[i], plan->hint, sizeof plan->hint);
}

bool lab_plan_make(struct lab_plan *plan, const struct tool_arguments *arguments,
                   const char *const *varied, int count) {
    *plan = (struct lab_plan){.arguments = arguments, .by_seat = -1, .kinds = json_object()};
    struct mst_ruleset *ruleset = tool_arguments_load(arguments);
    if (!ruleset)
        return false;
    plan->seats = mst_ruleset_seats(ruleset);
    snprintf(plan->title, sizeof plan->title, "%s", mst_ruleset_title(ruleset));
    bool made = true;
    for (int i = 0; made && i < count; i++)
        made = add_axis(plan, ruleset, varied[i]);
    if (plan->by_seat < 0)
        note_hint(plan, ruleset);
    mst_ruleset_free(ruleset);
    return made && make_cells(plan);
}

void lab_plan_clear(struct lab_plan *plan) {
    free(plan->cells);
    json_decref(plan->kinds);
    plan->cells = NULL;
    plan->kinds = NULL;
}

struct mst_ruleset *lab_plan_load(const struct lab_plan *plan, const struct lab_cell *cell,
                                  struct mst_error *error) {
    struct tool_arguments arguments = *plan->arguments;
    char texts[LAB_MOST_AXES + MST_MOST_SEATS][256], number[12];
    int count = 0;

    /* The arguments borrow the texts, one for each seat where seats have values of their own. */
    for (int i = 0; i < plan->axis_count; i++) {
        const struct lab_axis *axis = &plan->axes[i];
        for (int seat = 0; seat < (axis->by_seat ? plan->seats : 1); seat++) {
            int value = axis->by_seat ? cell->by_seat[seat] : cell->value[i];
            assert(value < axis->count);

            snprintf(number, sizeof number, "%d", seat + 1);
            snprintf(texts[count], sizeof texts[count], "%s%s=%s", axis->key,
                     axis->by_seat ? number : "", axis->values[value]);
            if (!tool_arguments_set(&arguments, texts[count++])) {
                mst_fail(error, MST_BAD_OPTION, "", "too many settings");
                return NULL;
            }
        }
    }

    return mst_ruleset_load(arguments.ruleset, arguments.settings, arguments.setting_count, NULL,
                            error);
}
