/* How far a campaign is: kept in the user's state folder, a file for each. See terminal.h. Its
 * lines are
 *
 *   muster campaign 1
 *   at scenarios/warline/road/hill.lua      the scenario that comes next; "at -": it is finished
 *   value veterans 3                        what was carried on
 *   played scenarios/warline/road/ford.lua breakthrough */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/terminal/terminal.h"
#include "muster/scenario.h"

enum { MOST_BYTES = 1 << 20 };

/* ---- the file -------------------------------------------------------------------------------- */

/* "scenarios/x/ford.lua": "FOLDER/campaign-scenarios+x+ford.lua" */
static bool name_file(const char *first, char *path, size_t size) {
    char folder[500];
    if (term_terminal_folder(folder, sizeof folder))
        return false;
    int length = snprintf(path, size, "%s/campaign-", folder);
    if (length < 0 || (size_t)length + strlen(first) >= size)
        return false;
    strcpy(path + length, first);
    for (char *c = path + length; *c; c++)
        *c = *c == '/' ? '+' : *c;
    return true;
}

static void set_value(struct term_campaign *c, const char *name, int64_t value) {
    int i = 0;
    while (i < c->value_count && strcmp(c->values[i].name, name) != 0)
        i++;
    if (i == TERM_CAMPAIGN_VALUES)
        return;
    if (i == c->value_count)
        snprintf(c->values[c->value_count++].name, sizeof c->values[i].name, "%s", name);
    c->values[i].value = value;
}

static void campaign_read_line(struct term_campaign *c, const char *line) {
    char name[TERM_CAMPAIGN_NAME];
    int64_t value;
    if (sscanf(line, "value %39s %" SCNd64, name, &value) == 2) {
        set_value(c, name, value);
    } else if (!strncmp(line, "at ", 3)) {
        snprintf(c->at, sizeof c->at, "%s", line + 3);
    } else if (!strncmp(line, "played ", 7)) {
        mst_buf_printf(&c->played, "%s\n", line);
        c->count++;
    }
}

void term_campaign_begin(const char *first, struct term_campaign *c) {
    *c = (struct term_campaign){.count = 0};
    snprintf(c->first, sizeof c->first, "%s", first);
    snprintf(c->at, sizeof c->at, "%s", first);
}

void term_campaign_read(const char *first, struct term_campaign *c) {
    char path[1000], *more = NULL;
    size_t length;
    term_campaign_begin(first, c);
    char *text =
        name_file(first, path, sizeof path) ? mst_read_file(path, MOST_BYTES, &length, NULL) : NULL;
    char *line = text ? strtok_r(text, "\n", &more) : NULL;
    if (line && !strcmp(line, "muster campaign 1"))
        while ((line = strtok_r(NULL, "\n", &more)))
            campaign_read_line(c, line);
    mst_free(text);
}

void term_campaign_clear(struct term_campaign *c) {
    mst_buf_clear(&c->played);
}

bool term_campaign_write(const struct term_campaign *c) {
    struct mst_error error = {0};
    struct mst_buf text = {0};
    char path[1000];
    mst_buf_printf(&text, "muster campaign 1\nat %s\n", c->at);
    for (int i = 0; i < c->value_count; i++)
        mst_buf_printf(&text, "value %s %" PRId64 "\n", c->values[i].name, c->values[i].value);
    mst_buf_puts(&text, mst_buf_text(&c->played));
    bool done = name_file(c->first, path, sizeof path) && !text.failed &&
                mst_write_file(path, mst_buf_text(&text), text.length, true, &error) == MST_OK;
    if (!done)
        mst_warn("How far the campaign is could not be written: %s\n",
                 error.text[0] ? error.text : "there is no folder for it");
    mst_buf_clear(&text);
    return done;
}

bool term_campaign_finished(const struct term_campaign *c) {
    return !strcmp(c->at, "-");
}

/* ---- going on -------------------------------------------------------------------------------- */

/* The link that the outcome of the match takes, or NULL. */
static const struct mst_outcome *link_taken(struct term_terminal *t) {
    const struct mst_outcome *links;
    struct mst_error error = {0};
    int number = mst_match_outcome(t->match, &error);
    if (error.text[0])
        term_terminal_complain(t, &error);
    mst_ruleset_links(t->ruleset, &links);
    return number < 0 ? NULL : &links[number];
}

static bool carry(struct term_terminal *t, struct term_campaign *c) {
    const struct mst_carried *values;
    int count = mst_ruleset_carries(t->ruleset, &values);
    for (int i = 0; i < count; i++) {
        struct mst_error error = {0};
        int64_t value;
        if (!mst_match_carried(t->match, i, &value, &error)) {
            term_terminal_complain(t, &error);
            return false;
        }
        set_value(c, values[i].name, value);
    }
    return true;
}

bool term_campaign_advance(struct term_terminal *t, struct term_campaign *c) {
    char path[1200];
    term_campaign_read(t->campaign, c);
    const struct mst_outcome *link = link_taken(t);
    const char *here = mst_home_relative(mst_ruleset_path(t->ruleset));
    if (strcmp(c->at, here) != 0 || !carry(t, c)) /* it was played again since */
        return false;
    mst_buf_printf(&c->played, "played %s %s\n", here, mst_match_state(t->match).by);
    c->count++;
    bool more = link && *link->to && mst_link_path(t->ruleset, link, path, sizeof path);
    snprintf(c->at, sizeof c->at, "%s", more ? mst_home_relative(path) : "-");
    return term_campaign_write(c) && more;
}

void term_terminal_say_outcome(struct term_terminal *t) {
    const struct mst_outcome *link = link_taken(t);
    if (link && *link->says && t->face) /* elsewhere it is drawn beside the board */
        term_terminal_say(t, link->says);
    if (*t->campaign)
        term_terminal_say(t, link && *link->to
                                 ? "next goes on to the next scenario of the campaign."
                                 : "The campaign ends here.");
}

void term_terminal_next(struct term_terminal *t, char *rest) {
    (void)rest;
    if (!*t->campaign)
        mst_print_line("next goes on in a campaign: muster campaign NAME plays one.");
    else if (!mst_match_state(t->match).over)
        mst_print_line("The next scenario of the campaign comes when this match is over.");
    else
        t->onward = t->quit = true;
}
