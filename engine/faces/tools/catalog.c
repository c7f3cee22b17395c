/* The rulesets and the scenarios that come with Muster: see catalog.h. */
#include "faces/tools/catalog.h"
#include "muster/check.h"
#include "muster/scenario.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_BYTES = 1 << 20 };

/* The first sentence of the comment with which the file begins. */
static void read_about(const char *path, char *about, size_t size) {
    size_t length;
    struct mst_buf text = {0};
    char *file = mst_read_file(path, MOST_BYTES, &length, NULL);

    /* The lines of the comment become one text; a line with nothing separates nothing. */
    for (const char *at = file ? file : ""; *at == ';';) {
        size_t line = strcspn(at, "\n");
        size_t from = 1 + strspn(at + 1, " ");
        mst_buf_puts(&text, text.length ? " " : "");
        if (from < line)
            mst_buf_bytes(&text, at + from, line - from);
        at += line + (at[line] == '\n');
    }

    /* A period with a blank ends a sentence; one at the end of the text is left out, too. */
    const char *end = strstr(mst_buf_text(&text), ". ");
    size_t whole = end ? (size_t)(end - mst_buf_text(&text)) : text.length;
    whole -= whole && mst_buf_text(&text)[whole - 1] == '.';
    snprintf(about, size, "%.*s", (int)whole, mst_buf_text(&text));

    mst_buf_clear(&text);
    mst_free(file);
}

/* Make room for one more. NULL when out of memory. */
static struct tool_listed *catalog_grow(struct tool_catalog *catalog) {
    struct tool_listed *rulesets =
        mst_realloc(catalog->rulesets, ((size_t)catalog->count + 1) * sizeof *rulesets);
    if (!rulesets)
        return NULL;
    catalog->rulesets = rulesets;
    rulesets[catalog->count] = (struct tool_listed){.loads = false};
    return &rulesets[catalog->count++];
}

/* Note what is at `path`. Is it a puzzle? */
static bool catalog_look(struct tool_listed *listed, const char *path) {
    struct mst_error error;
    int seat;
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    bool puzzle = ruleset && mst_ruleset_puzzle(ruleset, &seat);

    if (ruleset) {
        snprintf(listed->title, sizeof listed->title, "%s", mst_ruleset_title(ruleset));
        snprintf(listed->game, sizeof listed->game, "%s", mst_ruleset_game(ruleset));
        snprintf(listed->campaign, sizeof listed->campaign, "%s", mst_ruleset_campaign(ruleset));
        listed->seats = mst_ruleset_seats(ruleset);
        listed->difficulty = mst_ruleset_briefing(ruleset).difficulty;
        listed->loads = true;
    }
    mst_ruleset_free(ruleset);
    return puzzle;
}

static bool catalog_add(void *context, const char *file) {
    struct tool_catalog *catalog = context;
    struct tool_listed *listed = catalog_grow(catalog);
    char path[1024];

    if (!listed)
        return false;

    /* Without its ".ini". One that does not load is listed all the same. */
    snprintf(listed->name, sizeof listed->name, "%.*s", (int)strlen(file) - 4, file);
    mst_ruleset_find(file, path, sizeof path);
    read_about(path, listed->about, sizeof listed->about);
    catalog_look(listed, path);
    return catalog->count < TOOL_MOST_LISTED;
}

static bool add_scenario(void *context, const char *name) {
    struct tool_catalog *catalog = context;
    struct tool_listed *listed = catalog_grow(catalog);
    char path[1024];

    if (!listed)
        return false;
    snprintf(listed->name, sizeof listed->name, "%s", name);
    mst_ruleset_find(name, path, sizeof path);

    /* Seen only after loading: then the entry is given back. */
    catalog->count -= catalog_look(listed, path) || !listed->loads;
    return catalog->count < TOOL_MOST_LISTED;
}

static bool count_one(void *context, const char *name) {
    (void)name;
    return ++*(int *)context < TOOL_MOST_LISTED;
}

bool tool_catalog_read(struct tool_catalog *catalog) {
    int count = 0;
    *catalog = (struct tool_catalog){.count = 0};

    /* Counted first, as the visit also ends early without memory. */
    mst_rulesets(count_one, &count);
    mst_rulesets(catalog_add, catalog);
    return catalog->count == count;
}

bool tool_catalog_read_scenarios(struct tool_catalog *catalog) {
    *catalog = (struct tool_catalog){.count = 0};
    mst_scenarios(add_scenario, catalog);
    return true;
}

void tool_catalog_clear(struct tool_catalog *catalog) {
    mst_free(catalog->rulesets);
    *catalog = (struct tool_catalog){.count = 0};
}

int tool_catalog_games(const struct tool_catalog *catalog, int *games) {
    const struct tool_listed *rulesets = catalog->rulesets;
    int count = 0;
    for (int i = 0; i < catalog->count; i++) {
        int at = count;
        bool known = !rulesets[i].loads;

        /* A game is listed once, by its first ruleset. */
        for (int k = 0; k < count && !known; k++)
            known = !strcmp(rulesets[games[k]].game, rulesets[i].game);
        if (known)
            continue;

        /* Inserted by title, whatever the case of its letters. */
        for (; at > 0 && strcasecmp(rulesets[games[at - 1]].game, rulesets[i].game) > 0; at--)
            games[at] = games[at - 1];
        games[at] = i;
        count++;
    }
    return count;
}
