/* Transcripts: a match as text, and its replay. The lines are:
 *
 *   muster transcript 2              1: without the line `end`, by a person or an older Muster
 *   ruleset rulesets/warline-tactical.ini
 *   set warline.start = quick        for each command-line setting
 *   rules 0123456789abcdef           hash of the rule sources
 *   commitment SHA256                if the seed has 128 bits
 *   seed 42                          or 32 hexadecimal digits; or `seed none`: chance was decided
 *                                    externally; or `seed sealed`: not revealed yet
 *   position ...                     if the match was set up from a position
 *   start 0123456789abcdef           hash of the position before the first ply
 *   moves
 *   D:F4c2n 0123456789abcdef         a ply and the hash after it; `*` before an outcome of chance,
 *                                    `@1 ` before a choice of seat 1 if a lower one was to move
 *   end 1 0123456789abcdef           the number of plies, and FNV-1a of all bytes before this line
 *
 * An autosave begins with `muster autosave 2` and `seats ...`, and has no line `end`: plies are
 * appended, so that a crash leaves at most a part of the last line. */
#include "rulesets/folders.h"
#include "rulesets/ruleset.h"
#include "muster/transcript.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_seed(const struct mst_match *match, bool sealed, struct mst_buf *out) {
    char commitment[MST_COMMITMENT_SIZE];
    if (mst_match_commitment(match, commitment))
        mst_buf_printf(out, "commitment %s\n", commitment);

    /* A sealed seed is promised by its commitment, and revealed when the match is over. */
    mst_buf_puts(out, "seed ");
    if (sealed)
        mst_buf_puts(out, "sealed");
    else
        mst_seed_print(&match->seed, out);
    mst_buf_char(out, '\n');
}

enum { MOST_BYTES = 64 << 20 };

void core_match_ply_mark(const struct mst_match *match, int ply, struct mst_buf *out) {
    if (match->plies[ply].chance)
        mst_buf_char(out, '*');
    if (match->plies[ply].early)
        mst_buf_printf(out, "@%d ", match->plies[ply].seat);
}

/* Everything after the first line and before the line `end`. */
static void write_body(const struct mst_match *match, bool sealed, struct mst_buf *out) {
    const struct mst_ruleset *r = match->ruleset;
    mst_buf_printf(out, "ruleset %s\n", mst_home_relative(r->path));
    for (size_t i = 0; i < r->setting_count; i++)
        mst_buf_printf(out, "set %s = %s\n", r->settings[i].key, r->settings[i].value);

    mst_buf_printf(out, "rules %016" PRIx64 "\n", rules_ruleset_rules(r));
    write_seed(match, sealed, out);
    if (match->start)
        mst_buf_printf(out, "position %s\n", match->start);
    mst_buf_printf(out, "start %016" PRIx64 "\nmoves\n", match->start_hash);

    /* The hash of each ply lets a replay say where it leaves the match that was written. */
    for (int i = 0; i < match->ply_count; i++) {
        core_match_ply_mark(match, i, out);
        mst_buf_printf(out, "%s %016" PRIx64 "\n", mst_match_ply_text(match, i),
                       match->plies[i].hash);
    }
}

static char *compose(const struct mst_match *match, bool sealed, struct mst_error *error) {
    struct mst_buf out = {0};
    mst_buf_puts(&out, "muster transcript 2\n");

    write_body(match, sealed, &out);

    /* The sum finds lines that were changed, and a file that was cut off; it does not stop somebody
     * who wants to cheat. */
    uint64_t sum = core_hash_bytes(CORE_HASH_START, mst_buf_text(&out), out.length);
    mst_buf_printf(&out, "end %d %016" PRIx64 "\n", match->ply_count, sum);
    return core_match_take(&out, error);
}

char *mst_match_transcript(const struct mst_match *match, struct mst_error *error) {
    return compose(match, false, error);
}

char *mst_match_transcript_sealed(const struct mst_match *match, struct mst_error *error) {
    /* A number that somebody chose is known anyway: only a drawn seed is sealed. */
    return compose(match, match->seed.drawn && !mst_match_state(match).over, error);
}

char *mst_match_autosave(const struct mst_match *match, const char *seats,
                         struct mst_error *error) {
    struct mst_buf out = {0};
    mst_buf_printf(&out, "muster autosave 2\nseats %s\n", seats);
    write_body(match, false, &out);
    return core_match_take(&out, error);
}

/* ---- reading --------------------------------------------------------------------------------- */

void mst_transcript_clear(struct mst_transcript *transcript) {
    for (size_t i = 0; i < transcript->setting_count; i++) {
        mst_free((void *)(uintptr_t)transcript->settings[i].key);
        mst_free((void *)(uintptr_t)transcript->settings[i].value);
    }
    mst_free(transcript->settings);
    mst_free(transcript->ruleset);
    mst_free(transcript->position);
    mst_free(transcript->seats);
    *transcript = (struct mst_transcript){0};
}

static bool add_setting(struct mst_transcript *t, const char *line) {
    const char *equals = strstr(line, " = ");
    if (!equals)
        return false;

    /* Keys may hold '=', but no blanks around it. */
    struct mst_setting *grown = mst_realloc(t->settings, (t->setting_count + 1) * sizeof *grown);
    char *key = mst_strdup(line), *value = mst_strdup(equals + 3);
    if (grown)
        t->settings = grown;
    t->starved = !grown || !key || !value;

    if (t->starved) {
        mst_free(key);
        mst_free(value);
        return false;
    }

    key[equals - line] = 0;
    t->settings[t->setting_count++] = (struct mst_setting){key, value};
    return true;
}

/* Copy the next line to `line`. NULL at the end, or when out of memory (line->failed). */
static char *next_line(const char **at, struct mst_buf *line) {
    size_t length = strcspn(*at, "\r\n");
    if (!**at)
        return NULL;

    mst_buf_reset(line);
    mst_buf_bytes(line, *at, length);

    /* A line ends with LF, CRLF or the end of the text. */
    *at += length;
    *at += strspn(*at, "\r");
    *at += **at == '\n';

    if (line->failed)
        return NULL;
    /* An empty buffer has no text of its own. */
    return line->length ? line->text : (char *)(uintptr_t) "";
}

static const char *transcript_after(const char *line, const char *word) {
    size_t length = strlen(word);
    return !strncmp(line, word, length) && line[length] == ' ' ? line + length + 1 : NULL;
}

/* Read 1 to 16 hexadecimal digits and nothing else. */
static bool read_hash(const char *text, uint64_t *hash) {
    size_t digits = strspn(text, "0123456789abcdef");
    *hash = strtoull(text, NULL, 16);
    /* strtoull would also take blanks and a sign. */
    return digits && digits <= 16 && !text[digits];
}

/* Keep a text. When out of memory, sets t->starved. */
static bool transcript_keep(struct mst_transcript *t, char **text, const char *value) {
    *text = mst_strdup(value);
    t->starved = !*text;
    return *text != NULL;
}

/* Is there a bit in *seen for this kind of line? Sets it. Only `set` may come again. */
static bool is_repeated(unsigned *seen, const char *line) {
    static const char *const once[] = {"ruleset",  "rules", "commitment", "seed",
                                       "position", "seats", "start"};

    for (unsigned i = 0; i < sizeof once / sizeof *once; i++)
        if (transcript_after(line, once[i])) {
            bool repeated = *seen >> i & 1;
            *seen |= 1U << i;
            return repeated;
        }
    return false;
}

static bool read_head_line(struct mst_transcript *t, const char *line) {
    /* False is either a line of no known form or memory that ran out (t->starved). */
    const char *rest;
    if ((rest = transcript_after(line, "ruleset")))
        return transcript_keep(t, &t->ruleset, rest);
    if ((rest = transcript_after(line, "set")))
        return add_setting(t, rest);
    if ((rest = transcript_after(line, "rules")))
        return read_hash(rest, &t->rules);

    if ((rest = transcript_after(line, "commitment"))) {
        snprintf(t->commitment, sizeof t->commitment, "%s", rest);
        return strlen(rest) == MST_COMMITMENT_SIZE - 1;
    }

    /* "none" leaves the seed as it is, and "random" would be drawn anew at each replay. */
    if ((rest = transcript_after(line, "seed")))
        return !strcmp(rest, "none") || (t->sealed = !strcmp(rest, "sealed")) ||
               (strcmp(rest, "random") != 0 && mst_seed_read(rest, &t->seed, NULL) == MST_OK);

    if ((rest = transcript_after(line, "position")))
        return transcript_keep(t, &t->position, rest);
    if ((rest = transcript_after(line, "seats")))
        return t->running && transcript_keep(t, &t->seats, rest);
    if ((rest = transcript_after(line, "start")))
        return read_hash(rest, &t->start_hash);
    return false;
}

/* Fail at a line of the transcript. */
static enum mst_status MST_PRINTF(3, 4)
    fail_at(struct mst_error *error, int line, const char *format, ...) {
    char at[40], text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);

    snprintf(at, sizeof at, "transcript:%d", line);
    return mst_fail(error, MST_BAD_REQUEST, at, "%s", text);
}

/* Read the lines before `moves`. */
static enum mst_status read_head(const char *text, struct mst_transcript *t, struct mst_buf *line,
                                 struct mst_error *error) {
    const char *at = text, *word = next_line(&at, line);
    unsigned seen = 0;

    t->running = word && !strcmp(word, "muster autosave 2");
    t->ended = word && !strcmp(word, "muster transcript 2");
    if (!word || !(t->running || t->ended || !strcmp(word, "muster transcript 1")))
        return fail_at(error, 1, "this is not a transcript: expected 'muster transcript 2'");

    for (int number = 2; (word = next_line(&at, line)); number++) {
        if (!strcmp(word, "moves")) {
            t->moves = at;
            t->moves_line = number + 1;
            return t->ruleset
                       ? MST_OK
                       : fail_at(error, number, "expected the line 'ruleset' before 'moves'");
        }

        if (transcript_after(word, "view"))
            return mst_fail(error, MST_BAD_REQUEST, "",
                            "this transcript is the view of a seat; only a whole one can be "
                            "replayed");

        if (is_repeated(&seen, word))
            return fail_at(error, number, "expected one line '%.*s', found a second",
                           (int)strcspn(word, " "), word);

        if (!read_head_line(t, word))
            return t->starved
                       ? mst_fail(error, MST_NO_MEMORY, "", "out of memory")
                       : fail_at(
                             error, number,
                             "expected ruleset, set, rules, commitment, seed, position, start or "
                             "moves and a value, found '%.60s'",
                             word);

        /* Say what is missing rather than that the text ended. */
        if (!*at)
            return fail_at(error, number + 1, "expected the line 'moves', found the end");
    }
    return fail_at(error, 2, "expected the line 'ruleset', found the end");
}

/* Is this line the end, and not a move of that name? */
static bool is_end(const char *line) {
    /* "end" and two words; a move called `end` has one hash behind it, and no more. */
    size_t word = !strncmp(line, "end ", 4) ? strcspn(line + 4, " \n") : 0;
    return word && line[4 + word] == ' ';
}

/* Check the last line, `end`, against all lines before it. */
static enum mst_status check_end(const char *text, const struct mst_transcript *t,
                                 struct mst_error *error) {
    const char *end = t->moves, *next;
    int line = t->moves_line, plies = 0;
    char expected[60];

    /* Every ply has a whole line: whatever follows the last line end was cut off. */
    for (; (next = strchr(end, '\n')) && !is_end(end); end = next + 1, line++)
        plies++;

    if (!next)
        return fail_at(error, line, "expected %s, found %s: the transcript was cut off",
                       *end ? "a whole line" : "a ply or the line 'end'",
                       *end ? "a part of one" : "the end");

    uint64_t sum = core_hash_bytes(CORE_HASH_START, text, (size_t)(end - text));
    snprintf(expected, sizeof expected, "end %d %016" PRIx64 "\n", plies, sum);

    if (strncmp(end, expected, strlen(expected)) != 0)
        return fail_at(error, line, "expected '%.*s', found '%.*s': the lines above were changed",
                       (int)strlen(expected) - 1, expected, (int)(next - end), end);
    if (next[1])
        return fail_at(error, line + 1, "expected nothing after the line 'end'");
    return MST_OK;
}

enum mst_status mst_transcript_read(const char *text, struct mst_transcript *t,
                                    struct mst_error *error) {
    struct mst_buf line = {0};
    *t = (struct mst_transcript){0};

    enum mst_status status = read_head(text, t, &line, error);

    /* read_head took the missing line for the end of the text. */
    if (line.failed)
        status = mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    mst_buf_clear(&line);
    return status == MST_OK && t->ended ? check_end(text, t, error) : status;
}

void mst_transcript_head(const struct mst_transcript *t, const char *text, struct mst_buf *out) {
    assert(t->moves > text); /* it was read from this text */
    const char *rest = t->ended ? strchr(text, '\n') : text;
    if (t->ended) /* version 2 promises an `end`, which plies that are appended would belie */
        mst_buf_puts(out, "muster transcript 1");
    mst_buf_bytes(out, rest, (size_t)(t->moves - rest));
}

const char *mst_transcript_ply(const struct mst_transcript *t, const char **at, size_t *length) {
    for (;;) {
        const char *line = *at;
        size_t whole = strcspn(line, "\n");
        /* Of an autosave, a crash may have left a part of the last line. */
        if (!*line || (t->ended && is_end(line)) || (t->running && !line[whole]))
            return NULL;
        *at += whole + (line[whole] == '\n');
        *length = strcspn(line, "\r\n");
        if (*length)
            return line;
    }
}

/* Standard input as a whole; owned by the caller. */
static char *read_input(size_t *length, struct mst_error *error) {
    struct mst_buf buf = {0};
    char chunk[4096];

    /* One chunk beyond the limit is read at most, to know that there is more. */
    while (!buf.failed && buf.length <= MOST_BYTES &&
           (*length = fread(chunk, 1, sizeof chunk, stdin)) > 0)
        mst_buf_bytes(&buf, chunk, *length);

    int reason = ferror(stdin) ? errno : 0;
    *length = buf.length;

    if (!reason && buf.length <= MOST_BYTES)
        return core_match_take(&buf, error);

    if (reason)
        mst_fail(error, MST_BAD_FILE, "-", "cannot read standard input: %s", strerror(reason));
    else
        mst_fail(error, MST_BAD_FILE, "-", "standard input is too long: the limit is %d bytes",
                 MOST_BYTES);

    mst_buf_clear(&buf);
    return NULL;
}

char *mst_transcript_load(const char *path, struct mst_error *error) {
    size_t length;
    char *text = strcmp(path, "-") != 0 ? mst_read_file(path, MOST_BYTES, &length, error)
                                        : read_input(&length, error);

    if (!text || strlen(text) == length || !strncmp(text, "muster autosave", 15))
        return text; /* of an autosave, a crash may leave zeroes at the end */

    /* All other functions take the text for a string, so they would read only a part of it. */
    int line = 1;
    for (const char *c = text; *c; c++)
        line += *c == '\n';
    fail_at(error, line, "expected text, found a zero byte");
    mst_free(text);
    return NULL;
}

void mst_transcript_blame(struct mst_error *error, const char *path) {
    char line[12];
    if (strncmp(error->at, "transcript:", 11) != 0)
        return;

    /* Through a copy, because source and target of snprintf must not overlap. */
    snprintf(line, sizeof line, "%.11s", error->at + 11);
    snprintf(error->at, sizeof error->at, "%.150s:%s", path, line);
}

struct mst_ruleset *mst_transcript_ruleset(const struct mst_transcript *t, char **report,
                                           struct mst_error *error) {
    char path[1024];
    mst_ruleset_find(t->ruleset, path, sizeof path);

    struct mst_ruleset *ruleset =
        mst_ruleset_load(path, t->settings, t->setting_count, report, error);

    /* The caller's own file, and Muster's, may be quoted. Of any other, faults would show lines of
     * a file that a stranger named. */
    if (ruleset || access(path, F_OK) != 0 || rules_folders_have(path))
        return ruleset;

    if (report) {
        mst_text_free(*report);
        *report = NULL;
    }
    mst_fail(error, MST_BAD_RULESET, "",
             "the ruleset '%s', which the transcript names, does not load; 'muster check' says why",
             t->ruleset);
    return NULL;
}

/* ---- replay ---------------------------------------------------------------------------------- */

static const char *changed(const struct mst_transcript *t, const struct mst_match *match) {
    return t->rules && t->rules != rules_ruleset_rules(match->ruleset)
               ? " (the rules or their options have changed since it was written)"
               : "";
}

/* The seat that a line names before its move, as `@1 `, which is cut off; otherwise the one to
 * move. Only where several seats choose may a line name one; `@1` and a hash is a move of that
 * name. */
static int seat_of(const struct mst_match *match, char **move) {
    _Static_assert(MST_MOST_SEATS <= 10, "a seat is one digit");
    struct mst_state state = mst_match_state(match);
    const char *line = *move;
    uint64_t hash;

    bool named = line[0] == '@' && line[1] >= '0' && line[1] <= '9' && line[2] == ' ';

    if (!state.waiting || !named || (strlen(line + 3) == 16 && read_hash(line + 3, &hash)))
        return state.to_move;

    *move += 3;
    return line[1] - '0';
}

static enum mst_status replay_line(struct mst_match *match, const struct mst_transcript *t,
                                   int number, char *line, struct mst_error *error) {
    struct mst_error inner = {0};
    char *move = line + (*line == '*'), at[40];
    int seat = seat_of(match, &move);
    char *space = strrchr(move, ' ');
    uint64_t hash = 0;

    snprintf(at, sizeof at, "transcript:%d", number);

    if (space && !read_hash(space + 1, &hash))
        return fail_at(error, number, "expected a hash of 16 hexadecimal digits, found '%.60s'",
                       space + 1);
    if (space)
        *space = 0;

    /* G3: a replay may be long, so each ply has a budget of its own. */
    mst_budget_step(match->play.budget);

    if (core_match_play_for(match, seat, move, &inner) != MST_OK)
        return mst_fail(error, inner.status, at, "ply %d, '%s': %.500s%s%s%s%s",
                        match->ply_count + 1, move, inner.text, *inner.at ? " (" : "", inner.at,
                        *inner.at ? ")" : "", changed(t, match));

    /* Hashes may be left out by people who write a transcript; mst_match_compared says how many
     * were there. */
    match->compared += space != NULL;

    if (space && hash != mst_match_state(match).hash)
        return mst_fail(error, MST_ILLEGAL_MOVE, at,
                        "ply %d, '%s': the position differs from the one recorded: hash "
                        "%016" PRIx64 ", recorded %016" PRIx64 "%s",
                        match->ply_count, move, mst_match_state(match).hash, hash,
                        changed(t, match));
    return MST_OK;
}

/* Replay the lines with moves; of an autosave, those that are whole. */
static enum mst_status replay_moves(struct mst_match *match, const struct mst_transcript *t,
                                    struct mst_error *error) {
    struct mst_buf line = {0};
    const char *at = t->moves;
    char *text;
    enum mst_status status = MST_OK;

    for (int number = t->moves_line; status == MST_OK; number++) {
        /* Of an autosave, a crash may have written a part of the last line: that ply was not
         * played. */
        bool part = t->running && !strchr(at, '\n');

        if (part || !(text = next_line(&at, &line)) || (t->ended && is_end(text)))
            break;
        if (*text)
            status = replay_line(match, t, number, text, error);
    }

    if (line.failed)
        status = mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    mst_buf_clear(&line);
    return status;
}

struct mst_match *mst_match_replay(struct mst_ruleset *ruleset, const char *text,
                                   struct mst_error *error) {
    struct mst_transcript t;

    enum mst_status status = mst_transcript_read(text, &t, error);
    struct mst_match *match = NULL;
    struct mst_buf kept = host_kept(ruleset->host);
    if (status == MST_OK)
        match = t.position ? mst_match_setup(ruleset, t.position, false, 0, error)
                           : mst_match_new(ruleset, false, 0, error);

    if (match && t.start_hash && t.start_hash != match->start_hash)
        status = mst_fail(error, MST_BAD_POSITION, "",
                          "before the first ply: the position differs from the one recorded%s",
                          changed(&t, match));
    if (match)
        /* The hash of the start counts as the first. */
        match->compared = t.start_hash != 0;
    if (match && status == MST_OK)
        status = replay_moves(match, &t, error);

    /* Rules that keep something outside of the position would replay differently next time. */
    if (!host_kept_nothing(ruleset->host, &kept, error))
        status = MST_SCRIPT_ERROR;

    if (match && status == MST_OK) {
        /* Only now: while it was replayed, outcomes came from the lines and not from the seed. */
        match->seed = t.seed;
    } else {
        mst_match_free(match);
        match = NULL;
    }

    mst_transcript_clear(&t);
    return match;
}
