/* Campaigns: scenarios and their links as a graph, and what must hold on each of its paths. See
 * muster.h and docs/campaigns.md. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rulesets/ruleset.h"
#include "rulesets/modules.h"
#include "muster/check.h"
#include "muster/scenario.h"
#include "rulesets/near.h"

enum { MOST_NODES = 100, MOST_SOURCE = 1 << 20 };

const char *mst_ruleset_campaign(const struct mst_ruleset *ruleset) {
    return ruleset->scenario.campaign ? ruleset->scenario.campaign : "";
}

int mst_ruleset_brings(const struct mst_ruleset *ruleset, const struct mst_carried **values) {
    *values = ruleset->scenario.brings;
    return ruleset->scenario.bring_count;
}

int mst_ruleset_carries(const struct mst_ruleset *ruleset, const struct mst_carried **values) {
    *values = ruleset->scenario.carries;
    return ruleset->scenario.carry_count;
}

int mst_ruleset_links(const struct mst_ruleset *ruleset, const struct mst_outcome **links) {
    *links = ruleset->scenario.links;
    return ruleset->scenario.link_count;
}

bool mst_link_path(const struct mst_ruleset *ruleset, const struct mst_outcome *link, char *path,
                   size_t size) {
    const char *slash = strrchr(ruleset->path, '/');
    int folder = slash ? (int)(slash - ruleset->path + 1) : 0;

    /* Beside the scenario first, so that a campaign can be moved as a folder; then among all
     * scenarios (F1). */
    snprintf(path, size, "%.*s%s.lua", folder, ruleset->path, link->to);
    if (access(path, R_OK) == 0)
        return true;

    struct mst_folders folders;
    mst_folders_find(&folders);
    assert(folders.count > 0); /* F1 */
    for (int i = 0; i < folders.count; i++) {
        snprintf(path, size, "%s/scenarios/%s.lua", folders.path[i], link->to);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

/* ---- outcomes -------------------------------------------------------------------------------- */

/* The number to which an expression evaluates. */
static bool campaign_evaluate(struct mst_match *match, const char *expression, int64_t *number,
                              struct mst_error *error) {
    char *text = mst_match_eval(match, expression, error), *end = NULL;
    if (text)
        *number = strtoll(text, &end, 10);

    bool done = text && end != text && !*end;
    if (text && !done)
        mst_fail(error, MST_SCRIPT_ERROR, "", "expected a whole number, found %s", text);
    mst_free(text);
    return done;
}

int mst_match_outcome(struct mst_match *match, struct mst_error *error) {
    int64_t number = 0;
    if (!mst_match_state(match).over || !match->ruleset->scenario.link_count ||
        !campaign_evaluate(match, "outcome()", &number, error))
        return MST_NONE;
    /* Lua counts links from 1, and 0 is no outcome: that becomes MST_NONE. */
    return (int)number - 1;
}

/* The line that has `text` in quotes or as a word, after the word `section`. */
static int campaign_line_of(const char *source, const char *section, const char *text) {
    char quoted[100];
    const char *from = strstr(source, section), *found = NULL;
    from = from ? from : source;

    /* The name is a string in the scenario, in quotes of either kind, or the key of a table. */
    for (int quote = 0; quote < 2 && *text && !found; quote++) {
        snprintf(quoted, sizeof quoted, "%c%.90s%c", "\"'"[quote], text, "\"'"[quote]);
        found = strstr(from, quoted);
    }
    found = found ? found : strstr(from, text);

    int line = 1;
    for (const char *at = source; found && at < found; at++)
        line += *at == '\n';
    return line;
}

/* Blame the line that has `text` in the entry `section` of the scenario. */
static void campaign_locate(const struct mst_ruleset *ruleset, const char *section,
                            const char *text, struct mst_error *error) {
    size_t length;
    char *source = mst_read_file(ruleset->path, MOST_SOURCE, &length, NULL);

    /* Without the source, out of memory say, the file as a whole is blamed. */
    snprintf(error->at, sizeof error->at, "%.180s:%d", mst_home_relative(ruleset->path),
             source ? campaign_line_of(source, section, text) : 1);
    mst_free(source);
}

bool mst_match_carried(struct mst_match *match, int index, int64_t *value,
                       struct mst_error *error) {
    assert(index >= 0 && index < match->ruleset->scenario.carry_count);
    const struct mst_carried *carried = &match->ruleset->scenario.carries[index];
    char expression[40];
    snprintf(expression, sizeof expression, "carried(%d)", index + 1);

    bool done = campaign_evaluate(match, expression, value, error);
    if (done && *value >= carried->min && *value <= carried->max)
        return true;

    if (done)
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "carry: '%s' is %" PRId64 ", outside of its range, %" PRId64 " to %" PRId64,
                 carried->name, *value, carried->min, carried->max);

    /* The library computes the value, but the scenario is at fault. */
    if (!*error->at || !strncmp(error->at, "lua/muster/", 11))
        campaign_locate(match->ruleset, "scenario.carry", carried->name, error);
    return false;
}

bool mst_match_debriefs(struct mst_match *match, struct mst_error *error) {
    int64_t value;
    *error = (struct mst_error){0};

    /* A value is carried only from a match that is over; until then there is nothing to fail. */
    if (!mst_match_state(match).over)
        return true;
    mst_match_outcome(match, error);
    for (int i = 0; error->status == MST_OK && i < match->ruleset->scenario.carry_count; i++)
        mst_match_carried(match, i, &value, error);
    return error->status == MST_OK;
}

/* ---- the graph ------------------------------------------------------------------------------- */

struct node {
    struct mst_ruleset *ruleset; /* owned, but for the first */
    int *targets;                /* for each link the number of a node, or -1 */
    int from;                    /* the node from which it was reached */
};

struct graph {
    struct node nodes[MOST_NODES];
    int count;
    struct mst_report *report; /* or NULL */
    bool starved;
};

/* Report a fault of a scenario, at the line that has `text` in its entry `section`. */
static void MST_PRINTF(5, 6) fault(struct graph *g, const struct mst_ruleset *ruleset,
                                   const char *section, const char *text, const char *format, ...) {
    struct mst_error error = {.status = MST_BAD_SCENARIO};
    if (!g->report)
        return;

    campaign_locate(ruleset, section, text, &error);
    va_list args;
    va_start(args, format);
    vsnprintf(error.text, sizeof error.text, format, args);
    va_end(args);
    mst_report_add(g->report, ruleset->path, &error);
}

static const char *name_of(const struct graph *g, int node) {
    return mst_home_relative(g->nodes[node].ruleset->path);
}

static int find_node(const struct graph *g, const char *path) {
    for (int i = 0; i < g->count; i++)
        if (!strcmp(g->nodes[i].ruleset->path, path))
            return i;
    return -1;
}

/* Add a scenario. Its number, or -1 when out of memory or if there are too many. */
static int add_node(struct graph *g, struct mst_ruleset *ruleset, int from) {
    int *targets = mst_calloc((size_t)ruleset->scenario.link_count + 1, sizeof *targets);
    g->starved = g->starved || !targets;
    if (!targets || g->count == MOST_NODES) {
        mst_free(targets);
        return -1;
    }
    g->nodes[g->count] = (struct node){ruleset, targets, from};
    return g->count++;
}

struct names {
    struct mst_nearest nearest;
    char best[120];
};

static void offer_one(struct names *names, const char *name) {
    struct mst_nearest one = names->nearest;
    mst_nearest_offer(&one, name);

    /* The name will not outlive this call, so the best one so far is copied. */
    if (one.best == names->nearest.best)
        return;
    snprintf(names->best, sizeof names->best, "%s", one.best);
    names->nearest = one;
    names->nearest.best = names->best;
}

static bool campaign_offer(void *context, const char *name) {
    offer_one(context, name);
    return true;
}

/* Offer the files beside the scenario. */
static void offer_files(struct names *names, const struct mst_ruleset *ruleset) {
    struct rules_names files = {0};
    const char *slash = strrchr(ruleset->path, '/');
    char folder[1200], name[120];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - ruleset->path) : 1,
             slash ? ruleset->path : ".");

    /* A folder that cannot be read offers nothing: this is only a hint. */
    rules_names_of_files(folder, ".lua", &files);
    for (size_t i = 0; i < files.count; i++) {
        snprintf(name, sizeof name, "%.*s", (int)strlen(files.items[i]) - 4, files.items[i]);
        offer_one(names, name);
    }
    rules_names_clear(&files);
}

static void no_scenario(struct graph *g, const struct mst_ruleset *ruleset, const char *to) {
    struct names names = {.nearest.wanted = to};
    char hint[MST_HINT_SIZE];
    offer_files(&names, ruleset);
    mst_scenarios(campaign_offer, &names);
    fault(g, ruleset, "links", to, "there is no scenario '%s', and no file '%s.lua' beside it%s",
          to, to, mst_hint(names.nearest.best, hint));
}

/* The node to which a link leads, which is loaded if it is new. -1: none. */
static int campaign_follow(struct graph *g, int node, const struct mst_outcome *link) {
    const struct mst_ruleset *ruleset = g->nodes[node].ruleset;
    struct mst_error error = {0};
    char path[1200];

    /* An outcome without a scenario ends the campaign. */
    if (!*link->to)
        return -1;
    if (!mst_link_path(ruleset, link, path, sizeof path)) {
        no_scenario(g, ruleset, link->to);
        return -1;
    }

    /* Campaigns may come together again, or go in circles: each scenario is loaded once. */
    int known = find_node(g, path);
    if (known >= 0)
        return known;
    struct mst_ruleset *loaded = mst_ruleset_load(path, NULL, 0, NULL, &error);
    if (!loaded) {
        fault(g, ruleset, "links", link->to, "'%s' does not load: %s: %s", link->to, error.at,
              error.text);
        return -1;
    }

    int added = add_node(g, loaded, node);
    if (added < 0)
        mst_ruleset_free(loaded);
    return added;
}

static void check_ending(struct graph *g, const struct mst_ruleset *ruleset, const char *ending) {
    const struct core_rules *rules = ruleset->rules;
    struct mst_nearest nearest = {.wanted = ending};
    char hint[MST_HINT_SIZE];
    for (int i = 0; i < rules->ending_count; i++) {
        if (!strcmp(rules->endings[i], ending))
            return;
        mst_nearest_offer(&nearest, rules->endings[i]);
    }

    fault(g, ruleset, "links", ending, "there is no ending '%s'%s", ending,
          mst_hint(nearest.best, hint));
}

/* Follow all links, of all scenarios or (`whole` is false) of the first alone. */
static void build(struct graph *g, const struct mst_ruleset *first, bool whole) {
    add_node(g, (struct mst_ruleset *)(uintptr_t)first, -1);
    /* Nodes are added at the end while this loop runs, so it reaches all of them, breadth first. */
    for (int n = 0; n < g->count && (whole || !n); n++) {
        const struct mst_ruleset *ruleset = g->nodes[n].ruleset;
        assert(!n || g->nodes[n].from < n);
        for (int i = 0; i < ruleset->scenario.link_count; i++) {
            const struct mst_outcome *link = &ruleset->scenario.links[i];
            if (*link->ending)
                check_ending(g, ruleset, link->ending);
            g->nodes[n].targets[i] = campaign_follow(g, n, link);
        }
    }
}

static void campaign_clear(struct graph *g) {
    for (int i = 0; i < g->count; i++) {
        mst_free(g->nodes[i].targets);
        /* The first node is the caller's ruleset. */
        if (i)
            mst_ruleset_free(g->nodes[i].ruleset);
    }
    mst_free(g);
}

/* ---- what must hold -------------------------------------------------------------------------- */

static const struct mst_carried *find_value(const struct mst_carried *values, int count,
                                            const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp(values[i].name, name))
            return &values[i];
    return NULL;
}

static const struct mst_carried *campaign_written(const struct graph *g, int node,
                                                  const char *name) {
    const struct host_scenario *s = &g->nodes[node].ruleset->scenario;
    return find_value(s->carries, s->carry_count, name);
}

/* The nodes that are reached from `start` by at least one link without passing a scenario that
 * writes the value; came[n] is the node before n on the way, or -1. */
static void campaign_reach(const struct graph *g, int start, const char *name,
                           int came[MOST_NODES]) {
    int queue[MOST_NODES], length = 0;
    for (int i = 0; i < MOST_NODES; i++)
        came[i] = -1;

    /* Breadth first, so `came` leads back by a shortest way. Each node is queued once, so the queue
     * has room for all. */
    for (int at = start, next = 0;; at = queue[next++]) {
        const struct node *node = &g->nodes[at];
        /* The start itself may write the value: what is asked is where that one arrives. */
        bool stops = at != start && campaign_written(g, at, name);

        for (int i = 0; !stops && i < node->ruleset->scenario.link_count; i++) {
            int target = node->targets[i];
            if (target < 0 || came[target] >= 0)
                continue;
            came[target] = at;
            assert(length < MOST_NODES);
            queue[length++] = target;
        }

        if (next == length)
            return;
    }
}

/* "first.lua > second.lua > ..." */
static void put_way(const struct graph *g, const int came[MOST_NODES], int start, int node,
                    struct mst_buf *out) {
    assert(node == start || came[node] >= 0);
    if (node != start)
        put_way(g, came, start, came[node], out);
    mst_buf_printf(out, "%s%s", node == start ? "" : " > ", name_of(g, node));
}

/* Is what is read written on every path, and does it fit? */
static void check_read(struct graph *g, int node, const struct mst_carried *value) {
    const struct mst_ruleset *ruleset = g->nodes[node].ruleset;
    int came[MOST_NODES];

    /* Is there a way from the start to here on which nobody writes the value? */
    campaign_reach(g, 0, value->name, came);
    if (node && came[node] >= 0 && !campaign_written(g, 0, value->name)) {
        struct mst_buf way = {0};
        put_way(g, came, 0, node, &way);
        fault(g, ruleset, "brings", value->name,
              "'%s' is read here, but no scenario on the path %s carries it", value->name,
              mst_buf_text(&way));
        mst_buf_clear(&way);
    }

    /* Whoever writes it last on some way must write what fits into the range here. */
    for (int from = 0; from < g->count; from++) {
        const struct mst_carried *by = campaign_written(g, from, value->name);
        if (!by)
            continue;
        campaign_reach(g, from, value->name, came);
        if (came[node] < 0)
            continue;
        if (by->flag != value->flag)
            fault(g, ruleset, "brings", value->name, "'%s' is a %s here, but a %s in %s",
                  value->name, value->flag ? "flag" : "number", by->flag ? "flag" : "number",
                  name_of(g, from));
        else if (by->min < value->min || by->max > value->max)
            fault(g, ruleset, "brings", value->name,
                  "'%s' is %" PRId64 " to %" PRId64 " here, but %s carries %" PRId64 " to %" PRId64,
                  value->name, value->min, value->max, name_of(g, from), by->min, by->max);
    }
}

/* May the campaign end with this scenario? */
static bool may_end(const struct mst_ruleset *ruleset) {
    bool open = true;

    /* The first link that always applies hides those after it; if none does, an outcome may match
     * no link, and that ends the campaign, too. */
    for (int i = 0; i < ruleset->scenario.link_count && open; i++) {
        if (!*ruleset->scenario.links[i].to)
            return true;
        open = !ruleset->scenario.links[i].always;
    }
    return open;
}

/* Does every scenario lead to an end? */
static void check_ends(struct graph *g) {
    bool ends[MOST_NODES] = {false};

    /* Carry "an end can be reached" backward along the links until nothing changes. */
    for (bool more = true; more;) {
        more = false;
        for (int n = 0; n < g->count; n++) {
            bool found = ends[n] || may_end(g->nodes[n].ruleset);
            for (int i = 0; i < g->nodes[n].ruleset->scenario.link_count && !found; i++)
                found = g->nodes[n].targets[i] >= 0 && ends[g->nodes[n].targets[i]];
            more = more || found != ends[n];
            ends[n] = found;
        }
    }
    for (int n = 0; n < g->count; n++)
        if (!ends[n])
            fault(g, g->nodes[n].ruleset, "links", "links",
                  "the campaign never ends: every outcome of this scenario leads on, and so from "
                  "there; leave 'to' out of a link, or let an outcome have none");
}

/* Is the scenario meant for a campaign, but does it begin none? */
static bool is_part(const struct mst_ruleset *ruleset) {
    const struct host_scenario *s = &ruleset->scenario;
    /* It reads or leads on, but has no title of a campaign of its own. */
    return (s->bring_count || s->link_count) && !*mst_ruleset_campaign(ruleset);
}

/* Does a path lead to each part of a campaign in the folder? With several campaigns there, nobody
 * knows of which one. */
static void check_reached(struct graph *g) {
    const struct mst_ruleset *first = g->nodes[0].ruleset;
    struct rules_names files = {0};
    char folder[1200], path[1300];

    snprintf(folder, sizeof folder, "%s", first->path);
    char *slash = strrchr(folder, '/');
    if (!slash)
        return;
    *slash = 0;

    g->starved = !rules_names_of_files(folder, ".lua", &files) || g->starved;

    /* The first part that was not reached; whether that is a fault is known only after all files.
     */
    struct mst_ruleset *lost = NULL;
    for (size_t i = 0; i < files.count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files.items[i]);
        struct mst_ruleset *other =
            find_node(g, path) < 0 ? mst_ruleset_load(path, NULL, 0, NULL, NULL) : NULL;

        bool another = other && *mst_ruleset_campaign(other);
        if (other && !lost && is_part(other)) {
            lost = other;
            continue;
        }

        /* A file that does not load is checked on its own, not here. */
        mst_ruleset_free(other);
        if (another) {
            mst_ruleset_free(lost);
            rules_names_clear(&files);
            return;
        }
    }

    if (lost)
        fault(g, lost, lost->scenario.bring_count ? "brings" : "links", "",
              "no path of the campaign leads here from %s", name_of(g, 0));
    mst_ruleset_free(lost);
    rules_names_clear(&files);
}

void mst_campaign_check(const struct mst_ruleset *ruleset, struct mst_report *report) {
    struct mst_error error = {0};
    struct graph *g = mst_calloc(1, sizeof *g);
    if (!g) {
        mst_fail(&error, MST_NO_MEMORY, "", "out of memory");
        mst_report_add(report, ruleset->path, &error);
        return;
    }

    /* Only where a campaign begins can all of its paths be followed. Of another scenario, the links
     * are checked. */
    bool whole = *mst_ruleset_campaign(ruleset);
    g->report = report;
    build(g, ruleset, whole);

    for (int n = 0; whole && n < g->count; n++)
        for (int i = 0; i < g->nodes[n].ruleset->scenario.bring_count; i++)
            check_read(g, n, &g->nodes[n].ruleset->scenario.brings[i]);

    if (whole) {
        check_ends(g);
        check_reached(g);
    }

    if (g->starved) {
        mst_fail(&error, MST_NO_MEMORY, "", "out of memory");
        mst_report_add(report, ruleset->path, &error);
    }

    campaign_clear(g);
}

bool mst_campaign_paths(const struct mst_ruleset *first,
                        bool (*each)(void *context, const char *path), void *context) {
    struct graph *g = mst_calloc(1, sizeof *g);
    if (!g)
        return false;

    build(g, first, true);
    bool done = !g->starved;
    for (int n = 0; done && n < g->count && each(context, g->nodes[n].ruleset->path); n++) {
    }

    campaign_clear(g);
    return done;
}
