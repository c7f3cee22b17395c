/* Reading the arguments of a request and writing the values of an answer. See parts.h. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/protocol/parts.h"

/* ---- the source of a member ------------------------------------------------------------------ */

/* These functions scan valid JSON. Each returns the end of the item. */
static const char *skip_blank(const char *at, const char *end) {
    while (at < end && strchr(" \t\r\n,:", *at))
        at++;
    return at;
}

static const char *skip_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\')
            at++;
    return at < end ? at + 1 : end;
}

static const char *skip_value(const char *at, const char *end) {
    /* The depth counts open brackets; a bare number or word ends where something follows it that it
     * cannot contain. */
    int depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = skip_string(at, end);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            if (!depth)
                return at; /* a number or word before the closing bracket */
            depth--;
            at++;
        } else if (!depth && strchr(", \t\r\n", *at)) {
            return at;
        } else {
            at++;
            continue; /* inside a number or word */
        }

        /* A string, or a bracket that closes the outermost one, ends the value. */
        if (!depth)
            return at;
    }
    return end;
}

/* The line may be invalid here: it is counted before it is parsed. */
enum mst_status proto_request_count(const struct proto_request *request, struct mst_error *error) {
    const char *end = request->line + request->length;
    int values = 0;

    /* Commas and brackets bound the number of values from above; those in strings are skipped. */
    for (const char *at = request->line; at < end;) {
        values += *at == ',' || *at == '[' || *at == '{';
        if (values > LANG_MOST_VALUES)
            return mst_fail(error, MST_BUDGET, "", "the request has more than %d values",
                            LANG_MOST_VALUES);
        at = *at == '"' ? skip_string(at, end) : at + 1;
    }
    return MST_OK;
}

/* Find the source of the value of the top-level member `key`. False if it is absent, or if its name
 * contains escapes. */
static bool find_member(const struct proto_request *request, const char *key, const char **start,
                        const char **stop) {
    const char *end = request->line + request->length;

    /* The line was parsed, so it begins with a brace, and its members have the shape NAME :
     * VALUE. */
    const char *at = skip_blank(request->line, end) + 1; /* after the brace */
    size_t size = strlen(key);
    for (;;) {
        at = skip_blank(at, end);
        if (at >= end || *at != '"')
            return false;
        const char *name = at + 1;
        at = skip_string(at, end);
        /* The end is behind the closing quote, hence one more than the name. */
        bool found = (size_t)(at - name) == size + 1 && !memcmp(name, key, size);
        *start = skip_blank(at, end);
        *stop = at = skip_value(*start, end);
        if (found)
            return true;
    }
}

void proto_request_copy(const struct proto_request *request, const char *key, struct mst_buf *out) {
    const json_t *value = json_object_get(request->object, key);
    const char *at, *stop;
    if (!value)
        return;
    /* A value is copied as written, since a number may have more digits than the parser
     * preserves. */
    if (find_member(request, key, &at, &stop)) {
        for (; at < stop; at++)
            mst_buf_char(out, (unsigned char)*at < ' ' ? ' ' : *at); /* blanks between tokens */
        return;
    }

    /* The name was written with escapes: its value is printed anew. */
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    mst_buf_puts(out, text ? text : "");
    out->failed = out->failed || !text;
    mst_free(text);
}

/* ---- arguments ------------------------------------------------------------------------------- */

static const char *json_kind_of(const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "a list";
    case JSON_STRING: return "a string";
    case JSON_INTEGER: return "an integer";
    case JSON_REAL: return "a number with a fraction, an exponent or too many digits";
    case JSON_TRUE: return "true";
    case JSON_FALSE: return "false";
    default: return "null";
    }
}

enum mst_status proto_request_refuse(const char *key, const char *expected, const json_t *found,
                                     struct mst_error *error) {
    return mst_fail(error, MST_BAD_REQUEST, "", "'%s' must be %s, found %s", key, expected,
                    found ? json_kind_of(found) : "nothing");
}

const json_t *proto_request_member(const struct proto_request *request, const char *key) {
    const json_t *value = json_object_get(request->object, key);
    return json_is_null(value) ? NULL : value;
}

enum mst_status proto_request_text(const struct proto_request *request, const char *key,
                                   bool needed, const char **text, struct mst_error *error) {
    const json_t *value = proto_request_member(request, key);
    *text = json_string_value(value);
    if (*text || (!value && !needed))
        return MST_OK;
    return proto_request_refuse(key, "a string", json_object_get(request->object, key), error);
}

enum mst_status proto_request_line(const struct proto_request *request, const char *key,
                                   bool needed, const char **text, struct mst_error *error) {
    enum mst_status status = proto_request_text(request, key, needed, text, error);
    for (const char *at = *text; status == MST_OK && at && *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return mst_fail(error, MST_BAD_REQUEST, "",
                            "'%s' must be one line, but byte %zu is a control character", key,
                            (size_t)(at - *text) + 1);
    return status;
}

/* The digits of an integer as written, so that all 64 bits are preserved. */
static bool digits_of(const struct proto_request *request, const char *key, const json_t *value,
                      char *digits, size_t size) {
    const char *start, *stop;
    if (!json_is_number(value))
        return false;
    /* Behind an escaped name, the value as parsed must do; it is right unless it was too large. */
    if (!find_member(request, key, &start, &stop)) {
        snprintf(digits, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        return json_is_integer(value);
    }

    /* No integer of 64 bits has 30 digits: what is cut off does not matter, as strtoll fails on the
     * rest. */
    snprintf(digits, size, "%.*s", (int)(stop - start < 30 ? stop - start : 30), start);
    return strspn(digits + (*digits == '-'), "0123456789") ==
           (size_t)(stop - start) - (*digits == '-');
}

enum mst_status proto_request_int(const struct proto_request *request, const char *key, int64_t min,
                                  int64_t max, bool needed, int64_t *number,
                                  struct mst_error *error) {
    const json_t *value = proto_request_member(request, key);
    char digits[32], expected[100];
    if (!value && !needed)
        return MST_OK;
    snprintf(expected, sizeof expected, "an integer from %" PRId64 " to %" PRId64, min, max);
    /* A fraction or an exponent is no integer here, even if its value is one. */
    if (!digits_of(request, key, value, digits, sizeof digits))
        return proto_request_refuse(key, expected, json_object_get(request->object, key), error);
    assert(min <= max);
    errno = 0;
    long long found = strtoll(digits, NULL, 10);
    /* A number out of the range of long long sets errno. */
    if (errno || found < min || found > max)
        return mst_fail(error, MST_BAD_REQUEST, "", "'%s' must be %s, found %s", key, expected,
                        digits);
    *number = found;
    return MST_OK;
}

enum mst_status proto_request_seed(const struct proto_request *request, struct mst_seed *seed,
                                   struct mst_error *error) {
    const json_t *value = proto_request_member(request, "seed");
    const char *text = json_string_value(value);
    char digits[32];
    *seed = (struct mst_seed){0};
    if (!value)
        return MST_OK;

    /* A number may be written as such, anything else as a text; the two forms mean different kinds
     * of seed. */
    if (!text && digits_of(request, "seed", value, digits, sizeof digits))
        text = digits;
    /* A text of digits is refused, though mst_seed_read would take it for a number. */
    if (text && mst_seed_read(text, seed, error) == MST_OK &&
        (text == digits) == (seed->kind == MST_SEED_NUMBER))
        return MST_OK;
    return proto_request_refuse(
        "seed", "an integer of 64 bits, a text of 32 hexadecimal digits, \"random\", or null",
        value, error);
}

enum mst_status proto_request_seat(const struct proto_request *request,
                                   const struct mst_ruleset *ruleset, struct proto_seat *seat,
                                   struct mst_error *error) {
    int64_t number = MST_NONE;

    /* Whether the member is there counts, even if it is null: then an onlooker asks. */
    seat->said = json_object_get(request->object, "seat") != NULL;
    seat->blind = seat->said && mst_ruleset_has_secrets(ruleset);
    enum mst_status status = proto_request_int(
        request, "seat", MST_NONE, mst_ruleset_seats(ruleset) - 1, false, &number, error);
    seat->seat = (int)number;
    return status;
}

enum mst_status proto_request_flag(const struct proto_request *request, const char *key, bool *flag,
                                   struct mst_error *error) {
    const json_t *value = proto_request_member(request, key);
    *flag = json_is_true(value);
    return !value || json_is_boolean(value)
               ? MST_OK
               : proto_request_refuse(key, "true or false", value, error);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_special(struct mst_buf *out, unsigned char c) {
    static const char letters[] = "btn?fr"; /* characters from 8 on; 11 has no short escape */
    assert(c < ' ' || c == '"' || c == '\\' || c >= 0x7f);

    /* Not UTF-8: the replacement character U+FFFD stands for each byte. */
    if (c >= 0x80) {
        mst_buf_puts(out, "\xef\xbf\xbd");
        return;
    }
    mst_buf_char(out, '\\');
    if (c == '"' || c == '\\')
        mst_buf_char(out, (char)c);
    else if (c >= 8 && c <= 13 && c != 11)
        mst_buf_char(out, letters[c - 8]);
    /* Every other control character, and DEL, is written by its number. */
    else
        mst_buf_printf(out, "u%04x", c);
}

void proto_write_string(struct mst_buf *out, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t from = 0, at = 0;
    mst_buf_char(out, '"');

    /* What needs no escape is copied in stretches: `from` is the beginning of the one that is
     * open. */
    while (at < length) {
        unsigned char c = bytes[at];
        bool special = c < ' ' || c == '"' || c == '\\' || c == 0x7f;
        size_t size = special ? 0 : mst_utf8_length(text + at, length - at);
        if (size) {
            at += size;
            continue;
        }
        mst_buf_bytes(out, text + from, at - from);
        write_special(out, c);
        from = ++at;
    }
    mst_buf_bytes(out, text + from, at - from);
    mst_buf_char(out, '"');
}

void proto_write_key(struct mst_buf *out, const char *key) {
    mst_buf_bytes(out, ",\"", 2);
    mst_buf_puts(out, key);
    mst_buf_bytes(out, "\":", 2);
}

void proto_write_text(struct mst_buf *out, const char *key, const char *text) {
    proto_write_key(out, key);
    proto_write_string(out, text, strlen(text));
}

void proto_write_int(struct mst_buf *out, const char *key, int64_t number) {
    proto_write_key(out, key);
    mst_buf_int(out, number);
}

void proto_write_bool(struct mst_buf *out, const char *key, bool value) {
    proto_write_key(out, key);
    mst_buf_puts(out, value ? "true" : "false");
}

static void write_hash(struct mst_buf *out, uint64_t hash) {
    char digits[18];
    digits[0] = digits[17] = '"';
    /* From the last digit to the first. */
    for (int i = 16; i > 0; i--, hash >>= 4)
        digits[i] = "0123456789abcdef"[hash & 15];
    proto_write_key(out, "hash");
    mst_buf_bytes(out, digits, sizeof digits);
}

/* The seats of the bits, as a list. */
static void json_write_seats(struct mst_buf *out, const char *key, uint32_t seats) {
    proto_write_key(out, key);
    mst_buf_char(out, '[');

    /* A seat is a bit; 32 are more than any game has. */
    for (int i = 0, more = 0; i < 32; i++)
        if (seats >> i & 1)
            mst_buf_printf(out, more++ ? ",%d" : "%d", i);
    mst_buf_char(out, ']');
}

void proto_write_to_move(struct mst_buf *out, const struct mst_state *state) {
    proto_write_int(out, "to_move", state->to_move);
    if (state->waiting)
        json_write_seats(out, "waiting", state->waiting);
}

void proto_write_state(struct mst_buf *out, const struct mst_match *match,
                       const struct proto_seat *seat) {
    struct mst_state state = mst_match_state(match);
    proto_write_int(out, "ply", state.ply);
    proto_write_to_move(out, &state);

    /* Chance and the end are rare, so their fields come only where they hold. */
    proto_write_text(out, "decision", state.decision);
    if (state.chance)
        proto_write_bool(out, "chance", true);
    proto_write_bool(out, "over", state.over);
    if (state.over) {
        json_write_seats(out, "winner", state.winners);
        proto_write_text(out, "by", state.by);
    }
    /* The hash of a position with secrets would let a seat try out what is hidden. */
    if (!seat->blind)
        write_hash(out, state.hash);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void write_arg(struct mst_buf *out, const struct mst_match *match, int event, int param,
                      const struct proto_seat *seat) {
    struct mst_event told = mst_match_event(match, event);
    struct mst_buf text = {0};
    /* Without a seat's name the number itself is written. */
    enum mst_arg arg =
        seat->said ? mst_match_event_arg(match, event, param, seat->seat, &text) : MST_ARG_NUMBER;
    mst_buf_puts(out, param ? ",\"" : "\"");
    mst_buf_puts(out, told.params[param]);
    mst_buf_puts(out, "\":");

    /* A value that the seat may not know is null; its name stays, so that an event has the same
     * fields for all. */
    if (arg == MST_ARG_NUMBER)
        mst_buf_int(out, told.args[param]);
    else if (arg == MST_ARG_TEXT)
        proto_write_string(out, mst_buf_text(&text), text.length);
    else
        mst_buf_puts(out, "null");
    out->failed = out->failed || text.failed;
    mst_buf_clear(&text);
}

/* The sentence of an event, if it has one. */
static void write_sentence(struct mst_buf *out, struct mst_match *match, int event,
                           const struct proto_seat *seat) {
    struct mst_buf text = {0};
    struct mst_error error;
    /* An onlooker stands for a request without a seat: the sentence is what everybody may read. */
    if (mst_match_event_says(match, event, seat->said ? seat->seat : -1, &text, &error)) {
        proto_write_key(out, "text");
        proto_write_string(out, mst_buf_text(&text), text.length);
    }
    mst_buf_clear(&text);
}

void proto_write_events(struct mst_buf *out, struct mst_match *match, int since,
                        const struct proto_seat *seat) {
    int first = mst_match_events(match, since), last = mst_match_events(match, INT_MAX);
    assert(first <= last);
    proto_write_key(out, "events");
    mst_buf_char(out, '[');
    /* The names of events and their parameters are identifiers of the rules: they need no
     * escape. */
    for (int i = first; i < last; i++) {
        struct mst_event told = mst_match_event(match, i);
        mst_buf_puts(out, i > first ? ",{\"event\":\"" : "{\"event\":\"");
        mst_buf_puts(out, told.event);
        mst_buf_puts(out, "\",\"args\":{");
        for (int j = 0; j < told.count; j++)
            write_arg(out, match, i, j, seat);
        mst_buf_char(out, '}');
        write_sentence(out, match, i, seat);
        mst_buf_char(out, '}');
    }
    mst_buf_char(out, ']');
}
