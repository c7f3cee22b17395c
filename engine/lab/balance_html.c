/* The report of `muster balance` as one page: HTML with SVG plots and a table behind each, without
 * scripts. Its stylesheet is share/balance.css. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/balance.h"
#include "lab/plots.h"
#include "muster/check.h"
#include "muster/player.h"

enum { MOST_OPEN = 3, MOST_BARS = 24, MOST_BINS = 24, STYLE_BYTES = 1 << 20 };

static const struct lab_axis_range shares_axis = {0, 1, 0.25, 100, " %"};
static const struct lab_axis_range changes_axis = {-0.5, 0.5, 0.25, 100, ""};

/* ---- findings -------------------------------------------------------------------------------- */

static const char *sign_of(enum lab_verdict_word verdict) {
    static const char *const signs[] = {"\xe2\x96\xb2", "\xe2\x96\xbc", "=", "?"};
    return signs[verdict];
}

static void list_findings(const struct lab_report_facts *f, struct mst_buf *out,
                          enum lab_verdict_word from, enum lab_verdict_word to, const char *kind) {
    mst_buf_puts(out, "<ul class=\"findings\">\n");
    for (int i = 0; i < f->findings->count; i++) {
        const struct lab_comparison *c = &f->findings->list[i];
        struct mst_buf text = {0};
        if (c->verdict < from || c->verdict > to)
            continue;
        mst_buf_printf(&text, "%s ", sign_of(c->verdict));
        lab_finding_say(c, &text);
        mst_buf_printf(out, "<li class=\"%s\">", kind);
        lab_html_element(out, "span", mst_buf_text(&text));
        mst_buf_puts(out, "</li>\n");
        mst_buf_clear(&text);
    }
    mst_buf_puts(out, "</ul>\n");
}

static int count_verdicts(const struct lab_findings *findings, enum lab_verdict_word from,
                          enum lab_verdict_word to) {
    int count = 0;
    for (int i = 0; i < findings->count; i++)
        count += findings->list[i].verdict >= from && findings->list[i].verdict <= to;
    return count;
}

static void write_findings(const struct lab_report_facts *f, struct mst_buf *out) {
    int found = count_verdicts(f->findings, LAB_MORE, LAB_LESS);
    int few = count_verdicts(f->findings, LAB_TOO_FEW, LAB_TOO_FEW);
    char text[300];
    lab_html_element(out, "h2", "What the games say");
    snprintf(text, sizeof text,
             "%d of %d comparisons show a difference. Intervals, in square brackets, hold together "
             "in 99 of 100 runs, however many there are.",
             found, f->findings->count);
    lab_html_element(out, "p", text);
    if (found)
        list_findings(f, out, LAB_MORE, LAB_LESS, "found");
    if (count_verdicts(f->findings, LAB_EVEN, LAB_EVEN)) {
        lab_html_element(out, "h3", "No difference that matters");
        list_findings(f, out, LAB_EVEN, LAB_EVEN, "even");
    }
    if (!few)
        return;
    mst_buf_printf(out, "<details%s><summary>Too few games for a conclusion: %d</summary>\n",
                   few <= MOST_OPEN ? " open=\"open\"" : "", few);
    list_findings(f, out, LAB_TOO_FEW, LAB_TOO_FEW, "few");
    mst_buf_puts(out, "</details>\n");
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static struct lab_bar bar_of(const struct lab_comparison *c, char *note, size_t size) {
    snprintf(note, size, "%.1f %s[%.1f, %.1f] %s", 100 * c->share,
             c->topic == LAB_TOPIC_OPTION ? "" : "% ", 100 * c->interval.low,
             100 * c->interval.high, sign_of(c->verdict));
    return (struct lab_bar){.label = *c->label ? c->label : c->subject,
                            .note = note,
                            .value = c->share,
                            .low = c->interval.low,
                            .high = c->interval.high,
                            .expected = c->expected};
}

static bool is_shown(const struct lab_comparison *c, enum lab_topic topic, int axis) {
    return c->topic == topic && (topic != LAB_TOPIC_OPTION || c->axis == axis);
}

static void table_of(const struct lab_report_facts *f, struct mst_buf *out, const char *caption,
                     enum lab_topic topic, int axis) {
    static const char *const heads[] = {"",         "wins",     "games",   "share, %",
                                        "interval", "expected", "verdict", NULL};
    static const char *const changes[] = {"",         "points",   "of games", "before",
                                          "of games", "interval", "verdict",  NULL};
    bool change = topic == LAB_TOPIC_OPTION;
    lab_html_table(out, caption, change ? changes : heads);
    for (int i = 0; i < f->findings->count; i++) {
        const struct lab_comparison *c = &f->findings->list[i];
        if (!is_shown(c, topic, axis))
            continue;
        lab_html_row(out, c->subject);
        if (change)
            lab_html_cell(out, "%+.1f", 100 * c->share);
        lab_html_cell(out, "%lld", (long long)(change ? c->of : c->count));
        if (change)
            lab_html_cell(out, "%.1f %%",
                          c->base_of ? 100 * (double)c->base_count / (double)c->base_of : 0);
        lab_html_cell(out, "%lld", (long long)(change ? c->base_of : c->of));
        if (!change)
            lab_html_cell(out, "%.1f", 100 * c->share);
        lab_html_cell(out, "%.1f to %.1f", 100 * c->interval.low, 100 * c->interval.high);
        if (!change)
            lab_html_cell(out, "%.1f", 100 * c->expected);
        lab_html_cell(out, "%s", lab_verdict_name(c->verdict));
        mst_buf_puts(out, "</tr>");
    }
    lab_html_table_end(out);
}

/* The comparisons of a topic as bars, with their table; of options only those of one axis. */
static void write_topic(const struct lab_report_facts *f, struct mst_buf *out, const char *title,
                        enum lab_topic topic, int axis, struct lab_axis_range range) {
    int count = 0, all = f->findings->count;
    struct lab_bar *bars = calloc((size_t)all + 1, sizeof *bars);
    char(*notes)[80] = calloc((size_t)all + 1, sizeof *notes);
    for (int i = 0; bars && notes && i < all; i++)
        if (is_shown(&f->findings->list[i], topic, axis)) {
            bars[count] = bar_of(&f->findings->list[i], notes[count], sizeof *notes);
            count++;
        }
    out->failed = out->failed || !bars || !notes;
    if (count) {
        lab_plot_bars(out, title, bars, count, range);
        table_of(f, out, title, topic, axis);
    }
    free(bars);
    free(notes);
}

static void put_pair(const struct lab_comparison *c, int count, double *shares,
                     const char **signs) {
    static const enum lab_verdict_word mirrored[] = {LAB_LESS, LAB_MORE, LAB_EVEN, LAB_TOO_FEW};
    enum lab_verdict_word word = c->verdict;
    shares[c->value * count + c->other] = c->of ? c->share : NAN;
    shares[c->other * count + c->value] = c->of ? 1 - c->share : NAN;
    signs[c->value * count + c->other] = word == LAB_TOO_FEW ? "" : sign_of(word);
    signs[c->other * count + c->value] = word == LAB_TOO_FEW ? "" : sign_of(mirrored[word]);
}

static void write_heat(const struct lab_report_facts *f, struct mst_buf *out,
                       const struct core_axis *axis) {
    const char *names[LANG_MOST_VALUES], *signs[LANG_MOST_VALUES * LANG_MOST_VALUES];
    double shares[LANG_MOST_VALUES * LANG_MOST_VALUES];
    char title[300];
    for (int i = 0; i < axis->count; i++)
        names[i] = axis->values[i];
    for (int i = 0; i < axis->count * axis->count; i++) {
        shares[i] = NAN;
        signs[i] = "";
    }
    for (int i = 0; i < f->findings->count; i++)
        if (f->findings->list[i].topic == LAB_TOPIC_PAIR)
            put_pair(&f->findings->list[i], axis->count, shares, signs);
    snprintf(title, sizeof title,
             "How often the %s of the row wins against that of the column; %s more, %s fewer than "
             "half beyond doubt",
             axis->name, sign_of(LAB_MORE), sign_of(LAB_LESS));
    lab_plot_heat(out, title, (struct lab_heat){axis->count, names, shares, signs});
    table_of(f, out, "Each against each other", LAB_TOPIC_PAIR, -1);
}

static void balance_html_write_seats(const struct lab_report_facts *f, struct mst_buf *out) {
    const struct core_axis *axis = &f->plan->axes[f->plan->by_seat < 0 ? 0 : f->plan->by_seat];
    char title[260];
    lab_html_element(out, "h2", "Seats");
    write_topic(f, out, "Win share by seat; the dashed line is an equal share", LAB_TOPIC_SEAT, -1,
                shares_axis);
    if (f->plan->by_seat < 0)
        return;
    lab_html_element(out, "h2", axis->name);
    snprintf(title, sizeof title, "Win share by %s; the dashed line is an equal share", axis->name);
    write_topic(f, out, title, axis->count > 2 ? LAB_TOPIC_VALUE : LAB_TOPIC_PAIR, -1, shares_axis);
    if (axis->count > 2)
        write_heat(f, out, axis);
}

static void write_options(const struct lab_report_facts *f, struct mst_buf *out) {
    for (int i = 0; i < f->plan->axis_count; i++) {
        const struct core_axis *axis = &f->plan->axes[i];
        char title[300];
        if (axis->by_seat)
            continue;
        lab_html_element(out, "h2", axis->name);
        snprintf(title, sizeof title, "Change of a share, in points, against %s = %s", axis->name,
                 axis->values[0]);
        write_topic(f, out, title, LAB_TOPIC_OPTION, i, changes_axis);
    }
}

/* ---- length ---------------------------------------------------------------------------------- */

/* The bins of a histogram of turns, for all games alike. */
static struct lab_histogram bins_for(const int *turns, int64_t count) {
    int least = turns[0], most = turns[count - 1], width = 1;
    for (int step = 0; (most - least) / width >= MOST_BINS; step++)
        width = step % 3 == 1 ? width * 5 / 2 : width * 2; /* 2, 5, 10, 20, 50 */
    int first = least - least % width;
    return (struct lab_histogram){
        .first = first, .width = width, .count = (most - first) / width + 1};
}

static void write_histogram(const struct lab_sums *sums, struct mst_buf *out, const char *title,
                            int axis, int value, struct lab_histogram h) {
    int64_t count, bins[MOST_BINS + 1] = {0};
    int *turns = lab_turns_of(sums, axis, value, &count);
    for (int64_t i = 0; turns && i < count; i++)
        bins[(turns[i] - h.first) / h.width]++;
    h.bins = bins;
    for (int i = 0; i < h.count; i++)
        h.highest = bins[i] > h.highest ? bins[i] : h.highest;
    h.middle = turns ? lab_turns_quantile(turns, count, 0.5) : 0;
    if (count)
        lab_plot_histogram(out, title, h);
    out->failed = out->failed || !turns;
    free(turns);
}

static void length_row(const struct lab_sums *sums, struct mst_buf *out, const char *name, int axis,
                       int value) {
    static const double parts[] = {0, 0.25, 0.5, 0.75, 1};
    int64_t count;
    int *turns = lab_turns_of(sums, axis, value, &count);
    lab_html_row(out, name);
    lab_html_cell(out, "%lld", (long long)count);
    for (int i = 0; turns && i < 5; i++)
        lab_html_cell(out, "%d", lab_turns_quantile(turns, count, parts[i]));
    mst_buf_puts(out, "</tr>");
    out->failed = out->failed || !turns;
    free(turns);
}

static void write_lengths(const struct lab_report_facts *f, struct mst_buf *out) {
    static const char *const heads[] = {"",     "games",          "least", "a quarter within",
                                        "half", "three quarters", "most",  NULL};
    int64_t count;
    int *turns = lab_turns_of(f->sums, -1, 0, &count);
    if (!turns || !count) {
        out->failed = true;
        free(turns);
        return;
    }
    struct lab_histogram h = bins_for(turns, count);
    free(turns);
    lab_html_element(out, "h2", "Length of games");
    write_histogram(f->sums, out, "Games by their number of turns", -1, 0, h);
    for (int i = 0; i < f->plan->axis_count; i++)
        for (int v = 0; !f->plan->axes[i].by_seat && v < f->plan->axes[i].count; v++) {
            char title[260];
            snprintf(title, sizeof title, "Games by their number of turns: %s = %s",
                     f->plan->axes[i].name, f->plan->axes[i].values[v]);
            write_histogram(f->sums, out, title, i, v, h);
        }
    lab_html_table(out, "Turns of a game", heads);
    length_row(f->sums, out, "all games", -1, 0);
    for (int i = 0; i < f->plan->axis_count; i++)
        for (int v = 0; !f->plan->axes[i].by_seat && v < f->plan->axes[i].count; v++) {
            char name[260];
            snprintf(name, sizeof name, "%s = %s", f->plan->axes[i].name,
                     f->plan->axes[i].values[v]);
            length_row(f->sums, out, name, i, v);
        }
    lab_html_table_end(out);
}

/* ---- what is counted by its name ------------------------------------------------------------- */

static void write_endings(const struct lab_sums *sums, struct mst_buf *out) {
    static const char *const heads[] = {"ending", "games", "share, %", NULL};
    struct lab_bar bars[MOST_BARS];
    char notes[MOST_BARS][80];
    int count = sums->ending_count < MOST_BARS ? sums->ending_count : MOST_BARS;
    lab_html_element(out, "h2", "Ways to end");
    for (int i = 0; i < count; i++) {
        const struct lab_ending *ending = &sums->endings[i];
        double share = (double)ending->count / (double)sums->played;
        snprintf(notes[i], sizeof notes[i], "%.1f %%, %lld games", 100 * share,
                 (long long)ending->count);
        bars[i] = (struct lab_bar){
            .label = ending->name, .note = notes[i], .value = share, .expected = NAN};
    }
    lab_plot_bars(out, "Share of games by how they ended", bars, count, shares_axis);
    lab_html_table(out, "Share of games by how they ended", heads);
    for (int i = 0; i < sums->ending_count; i++) {
        lab_html_row(out, sums->endings[i].name);
        lab_html_cell(out, "%lld", (long long)sums->endings[i].count);
        lab_html_cell(out, "%.1f", 100 * (double)sums->endings[i].count / (double)sums->played);
        mst_buf_puts(out, "</tr>");
    }
    lab_html_table_end(out);
}

static void table_of_uses(const struct lab_sums *sums, struct mst_buf *out, const char *title,
                          const struct lab_uses *uses) {
    static const char *const heads[] = {
        "", "times a game", "in % of games", "wins of seats that did it, %", "95 % interval", NULL};
    lab_html_table(out, title, heads);
    for (int i = 0; i < uses->count; i++) {
        const struct lab_use *use = &uses->list[i];
        struct lab_interval in = lab_use_interval(use);
        char name[160];
        snprintf(name, sizeof name, "%s%s%s", use->name, *use->title ? ": " : "", use->title);
        lab_html_row(out, name);
        lab_html_cell(out, "%.3f", (double)use->count / (double)sums->played);
        lab_html_cell(out, "%.1f", 100 * (double)use->games / (double)sums->played);
        if (use->decided) {
            lab_html_cell(out, "%.1f", 100 * (double)use->won / (double)use->decided);
            lab_html_cell(out, "%.1f to %.1f", 100 * in.low, 100 * in.high);
        } else {
            lab_html_cell(out, "-");
            lab_html_cell(out, "-");
        }
        mst_buf_puts(out, "</tr>");
    }
    lab_html_table_end(out);
}

/* The axis of numbers up to `most`. */
static struct lab_axis_range up_to(double most) {
    double step = lab_plot_step(most);
    return (struct lab_axis_range){0, step * ceil(most / step - 1e-9), step, 1, ""};
}

static void write_uses(const struct lab_sums *sums, struct mst_buf *out, const char *heading,
                       const char *title, enum kit_group group) {
    const struct lab_uses *uses = &sums->uses[group];
    struct lab_bar bars[MOST_BARS];
    char notes[MOST_BARS][80];
    int count = 0;
    for (int i = 0; i < uses->count && i < MOST_BARS && uses->list[i].count; i++, count++) {
        const struct lab_use *use = &uses->list[i];
        double rate = (double)use->count / (double)sums->played;
        snprintf(notes[i], sizeof notes[i], "%.2f, in %.0f %% of games", rate,
                 100 * (double)use->games / (double)sums->played);
        bars[i] = (struct lab_bar){.label = *use->title ? use->title : use->name,
                                   .note = notes[i],
                                   .value = rate,
                                   .expected = NAN};
    }
    if (!count)
        return;
    lab_html_element(out, "h2", heading);
    if (uses->count > count)
        lab_html_element(out, "p", "The plot shows the most frequent, the table all of them.");
    lab_plot_bars(out, title, bars, count, up_to(bars[0].value));
    table_of_uses(sums, out, title, uses);
}

static void write_decisions(const struct lab_sums *sums, struct mst_buf *out) {
    static const char *const title = "Share of decisions with one legal move, by decision";
    static const char *const heads[] = {"decision", "times a game", "one legal move, %",
                                        "legal moves on average", NULL};
    struct lab_bar bars[MOST_BARS];
    char notes[MOST_BARS][80];
    int count = sums->asked_count < MOST_BARS ? sums->asked_count : MOST_BARS;
    lab_html_element(out, "h2", "Decisions without a real choice");
    for (int i = 0; i < count; i++) {
        const struct mst_asked *asked = &sums->asked[i];
        double share = (double)asked->forced / (double)asked->count;
        snprintf(notes[i], sizeof notes[i], "%.1f %% of %.1f a game", 100 * share,
                 (double)asked->count / (double)sums->played);
        bars[i] = (struct lab_bar){
            .label = asked->name, .note = notes[i], .value = share, .expected = NAN};
    }
    lab_plot_bars(out, title, bars, count, shares_axis);
    lab_html_table(out, title, heads);
    for (int i = 0; i < sums->asked_count; i++) {
        const struct mst_asked *asked = &sums->asked[i];
        lab_html_row(out, asked->name);
        lab_html_cell(out, "%.2f", (double)asked->count / (double)sums->played);
        lab_html_cell(out, "%.1f", 100 * (double)asked->forced / (double)asked->count);
        lab_html_cell(out, "%.1f", (double)asked->moves / (double)asked->count);
        mst_buf_puts(out, "</tr>");
    }
    lab_html_table_end(out);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void balance_html_write_head(const struct lab_report_facts *f, struct mst_buf *out) {
    char path[1100];
    size_t length = 0;
    snprintf(path, sizeof path, "%s/share/balance.css", mst_home());
    struct mst_error error;
    char *style = mst_read_file(path, STYLE_BYTES, &length, &error);
    if (!style)
        mst_warn("muster balance: %s; the page has no style\n", error.text);
    mst_buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n"
                      "<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
                      "content=\"width=device-width, initial-scale=1\"/>\n");
    lab_html_element(out, "title", f->plan->title);
    mst_buf_puts(out, "<style>\n");
    mst_buf_puts(out, style ? style : "");
    mst_buf_puts(out, "</style>\n</head>\n<body>\n");
    mst_free(style);
}

static void write_facts(const struct lab_report_facts *f, struct mst_buf *out) {
    struct mst_buf text = {0};
    lab_html_element(out, "h1", f->plan->title);
    mst_buf_printf(&text, "%lld games", (long long)f->sums->played);
    for (int seat = 0; seat < f->plan->seats; seat++)
        mst_buf_printf(&text, "%s %s", seat ? " against" : " of",
                       mst_player_name(f->seating->kind[seat]));
    if (f->plan->axis_count)
        mst_buf_printf(&text, "; %d arrangements with %lld games each", f->plan->cell_count,
                       (long long)f->games);
    mst_buf_printf(&text, ". Ruleset %s, first seed %lld.", f->ruleset, (long long)f->seed);
    for (int i = 0; i < f->plan->axis_count; i++) {
        mst_buf_printf(&text, " %s: ", f->plan->axes[i].name);
        for (int v = 0; v < f->plan->axes[i].count; v++)
            mst_buf_printf(&text, "%s%s", v ? ", " : "", f->plan->axes[i].values[v]);
        mst_buf_puts(&text, ".");
    }
    if (f->plan->refused)
        mst_buf_printf(&text, " Left out: %d arrangements that the rules refuse.",
                       f->plan->refused);
    if (f->sums->unfinished)
        mst_buf_printf(&text, " %lld games did not end within %d plies.",
                       (long long)f->sums->unfinished, f->plies);
    mst_buf_puts(out, "<div class=\"facts\">");
    lab_html_element(out, "p", mst_buf_text(&text));
    mst_buf_puts(out, "</div>\n");
    mst_buf_clear(&text);
}

void lab_balance_html(const struct lab_report_facts *f, struct mst_buf *out) {
    balance_html_write_head(f, out);
    write_facts(f, out);
    write_findings(f, out);
    balance_html_write_seats(f, out);
    write_options(f, out);
    write_lengths(f, out);
    write_endings(f->sums, out);
    write_uses(f->sums, out, "Moves", "Moves of each kind in a game", LAB_GROUP_MOVES);
    write_uses(f->sums, out, "Events", "Events of each kind in a game", LAB_GROUP_EVENTS);
    write_uses(f->sums, out, "Grounds", "Events on each ground in a game", LAB_GROUP_GROUNDS);
    write_decisions(f->sums, out);
    mst_buf_puts(out, "<footer>");
    lab_html_element(out, "p",
                     "Signs: \xe2\x96\xb2 more and \xe2\x96\xbc fewer wins than expected, = no "
                     "difference of more than 5 points, ? too few games. The shares of seats that "
                     "made a move or met an event describe; they do not tell what caused a win: "
                     "their intervals hold at 95 % each.");
    mst_buf_puts(out, "</footer>\n</body>\n</html>\n");
}
