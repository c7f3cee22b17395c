/* Module options: see options.h. Each line of a file and each setting becomes an entry. The same
 * checks apply to every entry: known section, known key, valid value. The first check that fails is
 * the only fault reported for it. */
#include "rulesets/options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "rulesets/faults.h"
#include "muster/rulebook.h"
#include "rulesets/near.h"

/* A `key = text` being checked, from a file or a setting. */
struct entry {
    const char *section, *key, *text;
    struct rules_place key_at, value_at;
    enum mst_status status; /* status of a fault in this entry */
    const struct rules_ini_value *from;
};

struct check {
    const struct mst_option *options;
    size_t count;
    const char *const *off;
    struct rules_diags *diags;
    struct rules_option_value *values;
};

/* ---- reading a value ------------------------------------------------------------------------- */

static bool in_range(const struct mst_option *option, int64_t number) {
    /* An option without a range has 0 in both. */
    return (!option->min && !option->max) || (number >= option->min && number <= option->max);
}

/* Read an integer at *at and advance. False if there is none or it is too large. */
static bool take_number(const char **at, int64_t *number) {
    const char *s = *at;
    bool minus = *s == '-';
    int64_t n = 0;

    s += minus;
    if (*s < '0' || *s > '9')
        return false;
    for (; *s >= '0' && *s <= '9'; s++) {
        /* Before the multiplication, because overflow is undefined. The least number of all is
         * refused, too. */
        if (n > (INT64_MAX - (*s - '0')) / 10)
            return false;
        n = n * 10 + (*s - '0');
    }

    *number = minus ? -n : n;
    *at = s;
    return true;
}

static const char *past_blanks(const char *s) {
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

static bool read_bool(const char *text, int64_t *number) {
    static const char *const words[] = {"off", "on", "false", "true", "no", "yes", "0", "1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i])) {
            /* Words come in pairs: off first, then on. */
            *number = i % 2;
            return true;
        }
    return false;
}

static bool read_choice(const struct mst_option *option, const char *text, int64_t *number) {
    for (int i = 0; option->choices && option->choices[i]; i++)
        if (!strcmp(option->choices[i], text)) {
            *number = i;
            return true;
        }
    return false;
}

static bool read_ints(const struct mst_option *option, const char *s,
                      struct rules_option_value *value) {
    bool bracket = *s == '[';
    if (option->count < 1 || option->count > MST_OPTION_LIST_MOST)
        return false;

    s += bracket;
    for (int i = 0; i < option->count; i++) {
        s = past_blanks(s);
        if (i && *s++ != ',')
            return false;
        s = past_blanks(s);
        if (!take_number(&s, &value->list[i]) || !in_range(option, value->list[i]))
            return false;
    }

    s = past_blanks(s);

    value->count = option->count;
    /* Nothing may follow, so that "7,6,5,4" is not three numbers. */
    return bracket ? s[0] == ']' && !s[1] : !*s;
}

static bool read_size(const struct mst_option *option, const char *s,
                      struct rules_option_value *value) {
    value->count = 2;
    return take_number(&s, &value->list[0]) && *s++ == 'x' && take_number(&s, &value->list[1]) &&
           !*s && in_range(option, value->list[0]) && in_range(option, value->list[1]);
}

/* Parse `text` as a value of the option. False if it is invalid; `value` is then partly filled. */
static bool options_read_value(const struct mst_option *option, const char *text,
                               struct rules_option_value *value) {
    *value = (struct rules_option_value){.text = text};

    switch (option->type) {
    case MST_OPTION_BOOL: return read_bool(text, &value->number);
    case MST_OPTION_INT:
        return take_number(&text, &value->number) && !*text && in_range(option, value->number);
    case MST_OPTION_CHOICE: return read_choice(option, text, &value->number);
    case MST_OPTION_INTS: return read_ints(option, text, value);
    case MST_OPTION_SIZE: return read_size(option, text, value);
    case MST_OPTION_TEXT: return option->max <= 0 || strlen(text) <= (uint64_t)option->max;
    }
    return false;
}

/* ---- describing expected values------------------------------------------------------------- */

static void put_list(struct mst_buf *out, const char *const *names) {
    for (int i = 0; names && names[i]; i++)
        mst_buf_printf(out, "%s%s", i ? ", " : "", names[i]);
}

static void put_range(const struct mst_option *option, const char *from, const char *to,
                      struct mst_buf *out) {
    if (!option->min && !option->max)
        return;
    mst_buf_puts(out, from);
    mst_buf_int(out, option->min);
    mst_buf_puts(out, to);
    mst_buf_int(out, option->max);
}

static void put_expected(const struct mst_option *option, struct mst_buf *out) {
    switch (option->type) {
    /* In the words of the grammar at the top of options.h; a fault says "expected" and this. */
    case MST_OPTION_BOOL: mst_buf_puts(out, "on or off"); break;
    case MST_OPTION_INT:
        mst_buf_puts(out, "a whole number");
        put_range(option, " from ", " to ", out);
        break;
    case MST_OPTION_CHOICE:
        mst_buf_puts(out, "one of: ");
        put_list(out, option->choices);
        break;
    case MST_OPTION_INTS:
        mst_buf_printf(out, "%d whole number%s, separated by commas", option->count,
                       option->count == 1 ? "" : "s");
        put_range(option, ", each from ", " to ", out);
        break;
    case MST_OPTION_SIZE:
        mst_buf_puts(out, "a width and a height such as 7x7");
        put_range(option, ", each from ", " to ", out);
        break;
    case MST_OPTION_TEXT:
        mst_buf_puts(out, "text");
        if (option->max > 0)
            mst_buf_printf(out, " of at most %lld bytes", (long long)option->max);
        break;
    }
}

/* Like mst_nearest_offer, but a name that differs only in case is the nearest of all. */
static void options_offer(struct mst_nearest *nearest, const char *name) {
    if (!strcasecmp(nearest->wanted, name) && (!nearest->best || nearest->distance > 0)) {
        nearest->best = name;
        nearest->distance = 0;
    } else {
        mst_nearest_offer(nearest, name);
    }
}

static void put_meant(struct mst_buf *out, const char *before, const char *name,
                      const char *after) {
    mst_buf_printf(out, "did you mean '%s%s%s'?", before, name, after);
}

static void put_value_hint(const struct mst_option *option, const char *text,
                           struct mst_buf *hint) {
    struct mst_nearest nearest = {.wanted = text};
    if (option->type == MST_OPTION_CHOICE)
        for (int i = 0; option->choices && option->choices[i]; i++)
            options_offer(&nearest, option->choices[i]);

    if (nearest.best)
        put_meant(hint, "", nearest.best, "");
    /* In many other formats '#' begins a comment anywhere. */
    else if (strchr(text, '#'))
        mst_buf_puts(hint, "a comment after a value begins with ' ;'");
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_fixed(const char *section) {
    return !strcmp(section, "game") || !strcmp(section, "modules");
}

static bool has_section(const struct check *c, const char *section) {
    for (size_t i = 0; i < c->count; i++)
        if (!strcmp(c->options[i].section, section))
            return true;
    return false;
}

static bool is_off(const struct check *c, const char *section, const char *key) {
    size_t length = strlen(section);
    for (int i = 0; c->off && c->off[i]; i++) {
        const char *name = c->off[i];
        /* Without a key: is the whole section off? */
        if (key ? !strncmp(name, section, length) && name[length] == '.' &&
                      !strcmp(name + length + 1, key)
                : !strcmp(name, section))
            return true;
    }
    return false;
}

static const struct mst_option *find_option(const struct check *c, const char *section,
                                            const char *key) {
    for (size_t i = 0; i < c->count; i++)
        if (!strcmp(c->options[i].key, key) && !strcmp(c->options[i].section, section))
            return &c->options[i];
    return NULL;
}

/* Add a fault with a hint, unless the hint ran out of memory. Frees the hint. */
static void fault(struct rules_diags *diags, const struct entry *entry,
                  const struct rules_place *at, struct mst_buf *hint, const char *message) {
    assert(entry->status != MST_OK);
    /* A module that reads an option while it loads reports no faults: `diags` is NULL then. */
    if (diags && hint->failed)
        rules_diags_no_memory(diags);
    if (diags)
        rules_diags_add(diags, entry->status, at, mst_buf_text(hint), "%s", message);
    mst_buf_clear(hint);
}

static void fault_section(const struct check *c, const struct entry *entry) {
    char message[300];
    struct mst_buf hint = {0};
    struct mst_nearest nearest = {.wanted = entry->section};

    /* Sections of switched-off modules are offered, too: then the module is what is missing. */
    options_offer(&nearest, "game");
    options_offer(&nearest, "modules");
    for (size_t i = 0; i < c->count; i++)
        options_offer(&nearest, c->options[i].section);
    for (int i = 0; c->off && c->off[i]; i++)
        options_offer(&nearest, c->off[i]);

    if (nearest.best)
        put_meant(&hint, "[", nearest.best, "]");
    else
        mst_buf_puts(&hint, "no switched-on module has this section");

    snprintf(message, sizeof message, "unknown section [%s]", entry->section);
    fault(c->diags, entry, &entry->key_at, &hint, message);
}

/* List the keys of a section, if no key is near the misspelled one. */
static void put_keys(const struct check *c, const char *section, struct mst_buf *out) {
    const char *comma = "";
    mst_buf_printf(out, "valid keys of [%s]: ", section);
    for (size_t i = 0; i < c->count; i++)
        if (!strcmp(c->options[i].section, section)) {
            mst_buf_printf(out, "%s%s", comma, c->options[i].key);
            comma = ", ";
        }
}

static void fault_key(const struct check *c, const struct entry *entry) {
    char message[500];
    struct mst_buf hint = {0};
    struct mst_nearest nearest = {.wanted = entry->key};
    const char *other = NULL;

    /* Near keys of the same section, and the same key of another: people mix up modules, too. */
    for (size_t i = 0; i < c->count; i++) {
        const struct mst_option *option = &c->options[i];
        if (!strcmp(option->section, entry->section))
            options_offer(&nearest, option->key);
        else if (!other && !strcmp(option->key, entry->key))
            other = option->section;
    }

    if (other)
        mst_buf_printf(&hint, "it is a key of [%s]%s", other, nearest.best ? "; " : "");
    if (nearest.best)
        put_meant(&hint, "", nearest.best, "");
    else if (!other)
        put_keys(c, entry->section, &hint);

    snprintf(message, sizeof message, "unknown key '%s' in [%s]", entry->key, entry->section);
    fault(c->diags, entry, &entry->key_at, &hint, message);
}

static void fault_game_key(struct rules_diags *diags, const struct entry *entry) {
    char message[300];
    struct mst_buf hint = {0};
    struct mst_nearest nearest = {.wanted = entry->key};
    options_offer(&nearest, "title");
    options_offer(&nearest, "summary");
    if (nearest.best)
        put_meant(&hint, "", nearest.best, "");
    else
        mst_buf_puts(&hint, "valid keys of [game]: title, summary");
    snprintf(message, sizeof message, "unknown key '%s' in [game]", entry->key);
    fault(diags, entry, &entry->key_at, &hint, message);
}

static void fault_value(const struct check *c, const struct mst_option *option,
                        const struct entry *entry) {
    struct mst_buf expected = {0}, message = {0}, hint = {0};

    put_expected(option, &expected);
    if (*entry->text)
        mst_buf_printf(&message, "'%s' is '%s', expected %s", option->key, entry->text,
                       mst_buf_text(&expected));
    else
        mst_buf_printf(&message, "'%s' has no value, expected %s", option->key,
                       mst_buf_text(&expected));

    put_value_hint(option, entry->text, &hint);

    if (expected.failed || message.failed)
        rules_diags_no_memory(c->diags);
    fault(c->diags, entry, &entry->value_at, &hint, mst_buf_text(&message));
    mst_buf_clear(&expected);
    mst_buf_clear(&message);
}

/* ---- checking files -------------------------------------------------------------------------- */

/* Check an entry whose section is known, and store its value. */
static void check_entry(const struct check *c, const struct entry *entry) {
    const struct mst_option *option = find_option(c, entry->section, entry->key);
    struct rules_option_value value;

    if (option && options_read_value(option, entry->text, &value)) {
        /* O2: entries come from the farthest file to the nearest, then settings, so the last one
         * stays. */
        assert(option >= c->options && option < c->options + c->count);
        value.from = entry->from;
        value.set = !entry->from;
        assert(value.set != (value.from != NULL)); /* O2 */
        c->values[option - c->options] = value;
    } else if (c->diags && option) {
        fault_value(c, option, entry);
    } else if (c->diags) {
        fault_key(c, entry);
    }
}

static struct entry options_entry_of(const struct rules_ini_value *value) {
    return (struct entry){.section = value->section,
                          .key = value->key,
                          .text = value->value,
                          .key_at = value->key_at,
                          .value_at = value->value_at,
                          .status = MST_BAD_RULESET,
                          .from = value};
}

static void check_file(const struct check *c, const struct rules_ini_file *file) {
    for (size_t i = 0; c->diags && i < file->section_count; i++) {
        struct entry entry = {.section = file->sections[i].name,
                              .key_at = file->sections[i].at,
                              .status = MST_BAD_RULESET};
        if (!is_fixed(entry.section) && !has_section(c, entry.section) &&
            !is_off(c, entry.section, NULL))
            fault_section(c, &entry);
    }

    /* Keys in an unknown section are not reported one by one: the section was. */
    for (size_t i = 0; i < file->value_count; i++) {
        struct entry entry = options_entry_of(&file->values[i]);
        if (!strcmp(entry.section, "game")) {
            if (strcmp(entry.key, "title") && strcmp(entry.key, "summary"))
                fault_game_key(c->diags, &entry);
        } else if (has_section(c, entry.section) && !is_off(c, entry.section, entry.key)) {
            check_entry(c, &entry);
        }
    }
}

/* A default that its own option rejects is the module author's fault, and is reported at the
 * declaration. */
static void take_defaults(const struct check *c) {
    for (size_t i = 0; i < c->count; i++) {
        const struct mst_option *option = &c->options[i];
        const char *text = option->fallback ? option->fallback : "";
        /* O3: every option begins with its default. */
        if (options_read_value(option, text, &c->values[i]) || !c->diags)
            continue;

        struct mst_buf expected = {0};
        struct mst_error error;
        put_expected(option, &expected);
        if (expected.failed)
            rules_diags_no_memory(c->diags);

        mst_fail(&error, MST_BAD_RULESET, option->origin ? option->origin : option->section,
                 "the default of '%s' in [%s] is '%s', expected %s", option->key, option->section,
                 text, mst_buf_text(&expected));

        rules_faults_add(c->diags, "", &error);
        mst_buf_clear(&expected);
    }
}

/* ---- checking settings ----------------------------------------------------------------------- */

static bool is_of(const char *name, const char *section) {
    size_t length = strlen(section);
    return !strncmp(name, section, length) && name[length] == '.';
}

/* The entry of a setting whose section ends at `dot`. `line` receives "key=value" and `section` the
 * section. The caller provides both buffers, and they must outlive the entry. */
static struct entry entry_of_setting(const struct mst_setting *setting, const char *dot, int index,
                                     struct mst_buf *line, struct mst_buf *section) {
    assert(dot >= setting->key && *dot == '.');
    mst_buf_reset(line);
    mst_buf_reset(section);

    mst_buf_printf(line, "%s=%s", setting->key, setting->value);
    mst_buf_bytes(section, setting->key, (size_t)(dot - setting->key));

    /* The setting is shown as it was typed, "section.key=value", and underlined like a line of a
     * file (D4). */
    int length = mst_utf8_count(dot + 1, strlen(dot + 1));
    int start = mst_utf8_count(setting->key, (size_t)(dot + 1 - setting->key));
    int shown = mst_utf8_count(setting->value, strlen(setting->value));
    struct rules_place at = {.file = "--set",
                             .column = start + 1,
                             .length = length ? length : 1,
                             .source = mst_buf_text(line),
                             .order = 1 + index};

    struct entry entry = {.section = mst_buf_text(section),
                          .key = dot + 1,
                          .text = setting->value,
                          .key_at = at,
                          .value_at = at,
                          .status = MST_BAD_OPTION};

    entry.value_at.column = start + length + 2;
    entry.value_at.length = shown ? shown : 1;
    return entry;
}

static void fault_no_dot(const struct check *c, const struct mst_setting *setting, int index) {
    struct mst_buf hint = {0};
    struct rules_place at = {
        .file = "--set", .column = 1, .source = setting->key, .order = 1 + index};
    struct entry entry = {.status = MST_BAD_OPTION};

    at.length = mst_utf8_count(setting->key, strlen(setting->key));

    /* The first section that has such a key is as good a guess as any. */
    for (size_t i = 0; i < c->count && !hint.length; i++)
        if (!strcmp(c->options[i].key, setting->key))
            put_meant(&hint, c->options[i].section, ".", setting->key);
    fault(c->diags, &entry, &at, &hint, "the name of a setting has the form 'section.key'");
}

static void check_setting(const struct check *c, const struct mst_setting *setting, int index,
                          struct mst_buf *line, struct mst_buf *section) {
    const char *dot = strrchr(setting->key, '.');

    /* Left to rules_ini_modules. */
    if (is_of(setting->key, "modules"))
        return;
    if (!dot) {
        fault_no_dot(c, setting, index);
        return;
    }

    struct entry entry = entry_of_setting(setting, dot, index, line, section);
    struct entry whole = entry; /* for a fault in the section */

    struct mst_buf hint = {0};

    whole.key_at.length = whole.key_at.column > 2 ? whole.key_at.column - 2 : 1;
    whole.key_at.column = 1;

    if (line->failed || section->failed) {
        if (c->diags)
            rules_diags_no_memory(c->diags);
    } else if (!strcmp(entry.section, "game"))
        fault(c->diags, &whole, &whole.key_at, &hint, "[game] cannot be set");
    else if (is_off(c, entry.section, entry.key) ||
             (is_off(c, entry.section, NULL) && !has_section(c, entry.section)))
        fault(c->diags, &entry, &entry.key_at, &hint, "the module of this option is switched off");
    else if (!has_section(c, entry.section))
        fault_section(c, &whole);
    else
        check_entry(c, &entry);
}

enum mst_status rules_options_resolve(const struct rules_ini *ini, const struct mst_option *options,
                                      size_t count, const char *const *off,
                                      const struct mst_setting *settings, size_t setting_count,
                                      struct rules_diags *diags,
                                      struct rules_option_value *values) {
    struct check c = {options, count, off, diags, values};
    struct mst_buf line = {0}, section = {0};

    /* O3 and O2: from what decides least to what decides most. */
    take_defaults(&c);
    for (int f = ini->file_count; f-- > 0;)
        check_file(&c, &ini->files[f]);

    bool failed = false;
    for (size_t i = 0; i < setting_count; i++) {
        check_setting(&c, &settings[i], (int)i, &line, &section);
        failed = failed || line.failed || section.failed;
    }

    mst_buf_clear(&line);
    mst_buf_clear(&section);
    if (failed)
        return MST_NO_MEMORY;
    return diags ? rules_diags_first(diags, NULL) : MST_OK;
}

/* ---- modules --------------------------------------------------------------------------------- */

static void fault_module(const char *const *known, size_t count, const struct entry *entry,
                         struct rules_diags *diags) {
    char message[300];
    struct mst_buf hint = {0};
    struct mst_nearest nearest = {.wanted = entry->key};
    for (size_t i = 0; i < count; i++)
        options_offer(&nearest, known[i]);

    if (nearest.best)
        put_meant(&hint, "", nearest.best, "");
    for (size_t i = 0; i < count && !nearest.best; i++)
        mst_buf_printf(&hint, "%s%s", i ? ", " : "known modules: ", known[i]);

    snprintf(message, sizeof message, "unknown module '%s'", entry->key);
    fault(diags, entry, &entry->key_at, &hint, message);
}

static void check_module(const char *const *known, size_t count, const struct entry *entry,
                         struct rules_diags *diags, struct rules_ini_module *out) {
    size_t i = 0;
    int64_t on = 0;

    while (i < count && strcmp(known[i], entry->key))
        i++;

    if (i == count) {
        fault_module(known, count, entry, diags);
    } else if (!read_bool(entry->text, &on)) {
        struct mst_option option = {.key = known[i], .type = MST_OPTION_BOOL};
        /* The check of an option describes what was expected; it needs no table for that. */
        struct check c = {.diags = diags};
        fault_value(&c, &option, entry);
    } else {
        assert(i < count);
        out[i] = (struct rules_ini_module){on != 0, true, !entry->from, entry->from};
    }
}

enum mst_status rules_ini_modules(const struct rules_ini *ini, const char *const *known,
                                  size_t count, const struct mst_setting *settings,
                                  size_t setting_count, struct rules_diags *diags,
                                  struct rules_ini_module *out) {
    struct mst_buf line = {0}, section = {0};
    for (size_t i = 0; i < count; i++)
        out[i] = (struct rules_ini_module){0};

    /* O2: the nearest file last, then settings. O1 holds here, too. */
    for (int f = ini->file_count; f-- > 0;)
        for (size_t i = 0; i < ini->files[f].value_count; i++) {
            struct entry entry = options_entry_of(&ini->files[f].values[i]);
            if (!strcmp(entry.section, "modules"))
                check_module(known, count, &entry, diags, out);
        }

    for (size_t i = 0; i < setting_count; i++)
        if (is_of(settings[i].key, "modules")) {
            struct entry entry = entry_of_setting(&settings[i], strchr(settings[i].key, '.'),
                                                  (int)i, &line, &section);
            check_module(known, count, &entry, diags, out);
            /* A name that was cut could be that of another module. */
            if (line.failed || section.failed)
                rules_diags_no_memory(diags);
        }

    mst_buf_clear(&line);
    mst_buf_clear(&section);
    return rules_diags_first(diags, NULL);
}

/* ---- output ---------------------------------------------------------------------------------- */

static bool is_named(const struct mst_option *option, const char *name) {
    size_t length = strlen(option->section);
    return !strcmp(option->key, name) ||
           (is_of(name, option->section) && !strcmp(option->key, name + length + 1));
}

/* The option called `name`, or NULL with `error`. */
static const struct mst_option *option_named(const struct mst_option *options, size_t count,
                                             const char *name, struct mst_error *error) {
    const struct mst_option *found = NULL;
    const char *dot = strrchr(name, '.');
    struct mst_nearest nearest = {.wanted = dot ? dot + 1 : name};
    char hint[MST_HINT_SIZE];

    for (size_t i = 0; i < count; i++) {
        if (is_named(&options[i], name)) {
            /* A key of two sections names neither: people must write the section. */
            if (found) {
                mst_fail(error, MST_BAD_OPTION, "",
                         "'%s' is a key of [%s] and of [%s]; write '%s.%s' or '%s.%s'", name,
                         found->section, options[i].section, found->section, name,
                         options[i].section, name);
                return NULL;
            }
            found = &options[i];
        }
        options_offer(&nearest, options[i].key);
    }

    if (!found)
        mst_fail(error, MST_BAD_OPTION, "", "unknown option '%s'%s", name,
                 mst_hint(nearest.best, hint));
    return found;
}

static void put_replaced(const struct rules_ini_value *value, struct mst_buf *out) {
    for (; value; value = value->replaced)
        mst_buf_printf(out, ", replacing %s from %s:%d", value->value, value->key_at.file,
                       value->key_at.line);
}

enum mst_status rules_options_explain(const struct rules_ini *ini, const struct mst_option *options,
                                      size_t count, const struct rules_option_value *values,
                                      const char *name, struct mst_buf *out,
                                      struct mst_error *error) {
    const struct mst_option *option = option_named(options, count, name, error);
    if (!option)
        return MST_BAD_OPTION;
    const struct rules_option_value *value = &values[option - options];
    const char *origin = option->origin ? option->origin : option->section;

    assert(!value->set || !value->from); /* O2 */
    assert(value->text);                 /* O3 */
    mst_buf_printf(out, "%s = %s: ", option->key, value->text);
    /* O2, from what decided to what it overrides. */
    if (value->set) {
        mst_buf_puts(out, "--set");
        put_replaced(rules_ini_find(ini, option->section, option->key), out);
    } else if (value->from) {
        mst_buf_printf(out, "%s:%d", value->from->key_at.file, value->from->key_at.line);
        put_replaced(value->from->replaced, out);
    } else {
        mst_buf_printf(out, "the default, from %s", origin);
    }

    mst_buf_puts(out, "\n  ");
    put_expected(option, out);
    mst_buf_printf(out, "; default %s (%s)", option->fallback ? option->fallback : "", origin);
    if (option->help && *option->help)
        mst_buf_printf(out, ": %s", option->help);
    mst_buf_char(out, '\n');

    return out->failed ? mst_fail(error, MST_NO_MEMORY, "", "out of memory") : MST_OK;
}

/* Append a cell of a Markdown table: bars are escaped, line ends become blanks. */
static void put_cell(struct mst_buf *out, const char *text) {
    mst_buf_puts(out, " ");
    for (; *text; text++) {
        if (*text == '|')
            mst_buf_char(out, '\\');
        mst_buf_char(out, *text == '\n' ? ' ' : *text);
    }
    mst_buf_puts(out, " |");
}

static void put_limits(const struct mst_option *option, struct mst_buf *out) {
    mst_buf_reset(out);

    if (option->type == MST_OPTION_CHOICE)
        put_list(out, option->choices);
    else if (option->type == MST_OPTION_BOOL)
        mst_buf_puts(out, "on, off");
    else if (option->type != MST_OPTION_TEXT)
        put_range(option, "", " to ", out);
    else if (option->max > 0)
        mst_buf_printf(out, "at most %lld bytes", (long long)option->max);
    if (option->type == MST_OPTION_INTS)
        mst_buf_printf(out, "%s%d of them", out->length ? ", " : "", option->count);
}

void rules_options_print_ini_reference(const struct mst_option *options, size_t count,
                                       struct mst_buf *out) {
    /* By enum mst_option_type. */
    static const char *const types[] = {"on/off",        "whole number", "choice",
                                        "whole numbers", "size",         "text"};
    struct mst_buf limits = {0};
    mst_buf_puts(out, "| Section | Key | Type | Default | Range | Help |\n"
                      "|---|---|---|---|---|---|\n");

    for (size_t i = 0; i < count; i++) {
        const struct mst_option *option = &options[i];
        put_limits(option, &limits);
        mst_buf_char(out, '|');
        put_cell(out, option->section);
        put_cell(out, option->key);
        put_cell(out, types[option->type]);
        put_cell(out, option->fallback ? option->fallback : "");
        put_cell(out, mst_buf_text(&limits));
        put_cell(out, option->help ? option->help : "");
        mst_buf_char(out, '\n');
    }

    out->failed |= limits.failed;
    mst_buf_clear(&limits);
}
