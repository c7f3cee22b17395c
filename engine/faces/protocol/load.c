/* The protocol operations on rulesets: hello, load and options. Also replay, because a transcript
 * names its ruleset. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/protocol/parts.h"
#include "muster/rulebook.h"
#include "muster/transcript.h"

enum { WORD_SIZE = 24 }; /* of an integer of 64 bits */

enum mst_status proto_op_hello(struct proto_session *session, const struct proto_request *request,
                               struct mst_buf *out, struct mst_error *error) {
    (void)session, (void)request, (void)error;
    proto_write_text(out, "name", "muster");
    proto_write_text(out, "version", MST_VERSION);
    proto_write_int(out, "protocol", MST_PROTOCOL);
    return MST_OK;
}

/* ---- load ------------------------------------------------------------------------------------ */

/* Returns `ruleset`; if it is NULL, the error becomes one of the request. */
static struct mst_ruleset *blamed(struct mst_ruleset *ruleset, struct mst_error *error) {
    /* The protocol knows no code for files: a file that cannot be read is a ruleset that cannot be
     * loaded. */
    if (!ruleset && error->status == MST_BAD_FILE)
        error->status = MST_BAD_RULESET;
    if (!ruleset && !strcmp(error->at, "--set"))
        error->at[0] = 0; /* the request is at fault, not a file */
    return ruleset;
}

struct mst_ruleset *proto_request_load(const char *name, const struct mst_setting *settings,
                                       size_t count, struct mst_error *error) {
    char path[1024];

    /* The name comes from outside. Anything but a ruleset is refused before it is opened: the
     * message about a file with a fault would show a line of it. */
    mst_ruleset_find(name, path, sizeof path);
    const char *ending = strrchr(path, '.');
    if (!ending || (strcmp(ending, ".ini") != 0 && strcmp(ending, ".lua") != 0)) {
        mst_fail(error, MST_BAD_RULESET, "", /* errors quote lines of what is read */
                 "'%s' is not the name of a ruleset: NAME, PATH.ini or PATH.lua", name);
        return NULL;
    }

    return blamed(mst_ruleset_load(path, settings, count, NULL, error), error);
}

/* The settings of a request. Keys and texts are borrowed from it; numbers are written to
 * `words`. */
struct set {
    struct mst_setting *settings;
    size_t count;
    char (*words)[WORD_SIZE];
};

static const char *value_text(const json_t *value, char *word) {
    /* The keys of rulesets are written on and off, as in their files. */
    if (json_is_boolean(value))
        return json_is_true(value) ? "on" : "off";
    if (!json_is_integer(value))
        return json_string_value(value);

    /* An integer needs room of its own; the other texts live as long as the request. */
    snprintf(word, WORD_SIZE, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return word;
}

static bool one_line(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            return false;
    return true;
}

static enum mst_status fill_set(struct set *set, json_t *object, struct mst_error *error) {
    const char *key;
    json_t *value;
    json_object_foreach (object, key, value) {
        assert(set->count < json_object_size(object)); /* read_set has made room */
        const char *text = value_text(value, set->words[set->count]);
        if (!text)
            return proto_request_refuse(key, "a string, an integer, true or false", value, error);
        /* A setting goes into transcripts, which have a line for each. */
        if (!one_line(text) || !one_line(key))
            return mst_fail(error, MST_BAD_OPTION, "",
                            "'%.60s': a key and its value must be on one line", key);
        set->settings[set->count++] = (struct mst_setting){key, text};
    }
    return MST_OK;
}

static enum mst_status read_set(const struct proto_request *request, struct set *set,
                                struct mst_error *error) {
    json_t *object = json_object_get(request->object, "set");

    /* NULL has the size 0, like an object without members: both mean the defaults. */
    size_t count = json_object_size(object);
    if (object && !json_is_object(object) && !json_is_null(object))
        return proto_request_refuse("set", "an object of \"section.key\": \"value\"", object,
                                    error);

    /* One more than needed: an allocation of no bytes may be NULL, too. */
    set->settings = mst_calloc(count + 1, sizeof *set->settings);
    set->words = mst_calloc(count + 1, sizeof *set->words);
    if (!set->settings || !set->words)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    return count ? fill_set(set, object, error) : MST_OK;
}

static void write_ruleset(struct mst_buf *out, const struct mst_ruleset *ruleset) {
    const char *name;
    proto_write_text(out, "game", mst_ruleset_game(ruleset));
    proto_write_text(out, "title", mst_ruleset_title(ruleset));
    proto_write_int(out, "seats", mst_ruleset_seats(ruleset));
    proto_write_key(out, "modules");
    mst_buf_char(out, '[');
    for (int i = 0; (name = mst_ruleset_module(ruleset, i)); i++) {
        if (i)
            mst_buf_char(out, ',');
        proto_write_string(out, name, strlen(name));
    }
    mst_buf_char(out, ']');
}

enum mst_status proto_op_load(struct proto_session *session, const struct proto_request *request,
                              struct mst_buf *out, struct mst_error *error) {
    struct mst_ruleset *ruleset = NULL;
    struct set set = {0};
    const char *name;
    enum mst_status status = proto_request_line(request, "ruleset", true, &name, error);

    if (status == MST_OK)
        status = read_set(request, &set, error);

    /* The session is left alone until the answer is written: the new ruleset is on trial until then
     * (P2). */
    if (status == MST_OK) {
        ruleset = proto_request_load(name, set.settings, set.count, error);
        status = ruleset ? MST_OK : proto_handler_failed(error);
    }
    mst_free(set.settings);
    mst_free(set.words);

    if (status != MST_OK)
        return status;

    /* Nothing may fail once the old ruleset is freed; what does not fit must show before. */
    write_ruleset(out, ruleset);
    status = proto_answer_check(out, error);
    if (status != MST_OK) {
        mst_ruleset_free(ruleset);
        return status;
    }
    proto_session_give(session, ruleset);
    return MST_OK;
}

/* ---- options --------------------------------------------------------------------------------- */

static const char *type_name(enum mst_option_type type) {
    switch (type) {
    case MST_OPTION_BOOL: return "bool";
    case MST_OPTION_INT: return "int";
    case MST_OPTION_CHOICE: return "choice";
    case MST_OPTION_INTS: return "ints";
    case MST_OPTION_SIZE: return "size";
    default: return "text";
    }
}

static void write_default(struct mst_buf *out, const struct mst_option *option) {
    static const char *const yes[] = {"on", "true", "yes", "1"};
    const char *text = option->fallback ? option->fallback : "";
    bool on = false;
    /* The fallback is written as in a ruleset's file; the answer has a JSON value of the type of
     * the option. */
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        on = on || !strcmp(text, yes[i]);
    if (option->type == MST_OPTION_BOOL)
        proto_write_bool(out, "default", on);
    else if (option->type == MST_OPTION_INT)
        proto_write_int(out, "default", strtoll(text, NULL, 10));
    else
        proto_write_text(out, "default", text);
}

static void load_write_value(struct mst_buf *out, const struct mst_ruleset *ruleset, int index,
                             enum mst_option_type type) {
    if (type == MST_OPTION_BOOL)
        proto_write_bool(out, "value", mst_ruleset_number(ruleset, index) != 0);
    else if (type == MST_OPTION_INT)
        proto_write_int(out, "value", mst_ruleset_number(ruleset, index));
    else
        proto_write_text(out, "value", mst_ruleset_value(ruleset, index));
}

static void write_domain(struct mst_buf *out, const struct mst_option *option) {
    if (option->type == MST_OPTION_CHOICE) {
        proto_write_key(out, "choices");
        mst_buf_char(out, '[');
        /* The list of choices ends with NULL. */
        for (int i = 0; option->choices[i]; i++) {
            if (i)
                mst_buf_char(out, ',');
            proto_write_string(out, option->choices[i], strlen(option->choices[i]));
        }
        mst_buf_char(out, ']');
        return;
    }

    /* No bounds: the type alone decides. Of a text, `max` is the length. */
    if (option->type == MST_OPTION_BOOL || (!option->min && !option->max))
        return;
    if (option->type != MST_OPTION_TEXT)
        proto_write_int(out, "min", option->min);
    proto_write_int(out, "max", option->max);
}

enum mst_status proto_op_options(struct proto_session *session, const struct proto_request *request,
                                 struct mst_buf *out, struct mst_error *error) {
    const struct mst_option *options;
    int count = mst_ruleset_options(session->ruleset, &options);
    (void)request, (void)error;
    proto_write_key(out, "options");
    mst_buf_char(out, '[');

    /* The fields of an option have the order of the documentation; `min`, `max` and `choices` come
     * only where they bound it. */
    for (int i = 0; i < count; i++) {
        const struct mst_option *option = &options[i];
        mst_buf_puts(out, i ? ",{\"section\":" : "{\"section\":");
        proto_write_string(out, option->section, strlen(option->section));
        proto_write_text(out, "key", option->key);
        proto_write_text(out, "type", type_name(option->type));
        /* Default and value are of the same JSON type, so that a program can compare them. */
        write_default(out, option);
        load_write_value(out, session->ruleset, i, option->type);
        proto_write_text(out, "help", option->help ? option->help : "");
        write_domain(out, option);
        mst_buf_char(out, '}');
    }
    mst_buf_char(out, ']');
    return MST_OK;
}

/* ---- replay ---------------------------------------------------------------------------------- */

static bool same_settings(const struct mst_ruleset *ruleset, const struct mst_transcript *t) {
    const struct mst_setting *settings;
    if (mst_ruleset_settings(ruleset, &settings) != t->setting_count)
        return false;

    /* The order counts, too: equal settings in another order load the same ruleset again, which
     * costs time only. */
    for (size_t i = 0; i < t->setting_count; i++)
        if (strcmp(settings[i].key, t->settings[i].key) != 0 ||
            strcmp(settings[i].value, t->settings[i].value) != 0)
            return false;
    return true;
}

/* The ruleset that the transcript names: the current one, or another one, loaded now. */
static struct mst_ruleset *ruleset_for(struct proto_session *session,
                                       const struct mst_transcript *t, struct mst_error *error) {
    char path[1024];

    /* The names may differ, as `chess` and its path do: paths are compared. */
    mst_ruleset_find(t->ruleset, path, sizeof path);
    if (same_settings(session->ruleset, t) &&
        !strcmp(mst_home_relative(path), mst_home_relative(mst_ruleset_path(session->ruleset))))
        return session->ruleset;

    /* A ruleset that is loaded in the middle of a request draws on its budget, too (P4). */
    struct mst_ruleset *other = blamed(mst_transcript_ruleset(t, NULL, error), error);
    proto_session_begin(session, other);
    return other;
}

enum mst_status proto_op_replay(struct proto_session *session, const struct proto_request *request,
                                struct mst_buf *out, struct mst_error *error) {
    struct mst_transcript t = {0};
    const char *text;
    enum mst_status status = proto_request_text(request, "transcript", true, &text, error);
    if (status != MST_OK)
        return status;

    /* The ruleset comes first: reading the moves, and even the number of seats, needs it. */
    status = mst_transcript_read(text, &t, error);
    struct mst_ruleset *ruleset = status == MST_OK ? ruleset_for(session, &t, error) : NULL;
    mst_transcript_clear(&t);

    /* The seats are those of the transcript's game, not of the game that was loaded before. */
    struct proto_seat seat = {0};
    if (ruleset && proto_request_seat(request, ruleset, &seat, error) != MST_OK)
        status = error->status;
    struct mst_match *match =
        ruleset && status == MST_OK ? mst_match_replay(ruleset, text, error) : NULL;
    /* A ruleset that was loaded for this match alone goes with it; the session keeps what it had
     * (P2). */
    if (!match) {
        if (ruleset != session->ruleset)
            mst_ruleset_free(ruleset);
        return proto_handler_failed(error);
    }

    /* From here on nothing fails. To give a ruleset frees the match before it; so the new match is
     * set last. */
    proto_write_state(out, match, &seat);
    if (ruleset != session->ruleset)
        proto_session_give(session, ruleset);
    mst_match_free(session->match);
    session->match = match;
    return MST_OK;
}
