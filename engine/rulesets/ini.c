/* Reading ruleset files: see ini.h.
 *
 * inih does the parsing, but it truncates long lines, accepts duplicates, reports no line numbers
 * and joins indented lines to the key above. So this file checks each line before inih sees it. The
 * reader passes on only lines that inih parses as the grammar says, without leading blanks, and an
 * empty line instead of a faulty one. It also tracks lines and sections for the handler. */
#include "rulesets/ini.h"

#include <assert.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rulesets/folders.h"
#include "rulesets/grow.h"
#include "rulesets/near.h"

struct reader {
    struct rules_ini_file *file;
    struct rules_diags *diags;
    int order;           /* rank of this file's diagnostics: inherited files come first */
    char *next, *end;    /* unread text */
    int line;            /* number of the current line */
    char *source;        /* the current line, zero-terminated */
    size_t length;       /* its bytes */
    size_t indent;       /* its leading blanks */
    const char *section; /* current section, or NULL before the first */
    bool lost;           /* the last header was faulty, so keys are ignored */
    bool stopped;        /* reading on is pointless */
};

/* ---- places and faults ----------------------------------------------------------------------- */

static bool ini_is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* The place of `count` bytes from byte `from` of the current line. */
static struct rules_place ini_place_of(const struct reader *r, size_t from, size_t count) {
    assert(r->source >= r->file->text && r->source + r->length <= r->end); /* I4 */
    int length = mst_utf8_count(r->source + from, count);
    return (struct rules_place){.file = r->file->name,
                                .line = r->line,
                                .column = mst_utf8_count(r->source, from) + 1,
                                .length = length ? length : 1,
                                .source = r->source,
                                .order = r->order};
}

#define FAULT(r, from, count, hint, ...)                                                           \
    do {                                                                                           \
        struct rules_place fault_at = ini_place_of(r, from, count);                                \
        rules_diags_add((r)->diags, MST_BAD_RULESET, &fault_at, hint, __VA_ARGS__);                \
    } while (0)

static bool ini_no_memory(struct reader *r) {
    rules_diags_no_memory(r->diags);
    r->stopped = true;
    return false;
}

/* ---- checks of a line before inih reads it --------------------------------------------------- */

/* The first ';' after a blank, where inih starts a comment, or `length`. */
static size_t comment_start(const char *text, size_t length) {
    for (size_t i = 1; i < length; i++)
        if (text[i] == ';' && ini_is_blank(text[i - 1]))
            return i;
    return length;
}

static size_t without_blanks(const char *text, size_t length) {
    while (length && ini_is_blank(text[length - 1]))
        length--;
    return length;
}

static bool judge_bytes(struct reader *r) {
    for (size_t i = 0; i < r->length;) {
        unsigned char c = (unsigned char)r->source[i];
        size_t length = mst_utf8_length(r->source + i, r->length - i);
        if (length && (c >= 0x20 || c == '\t') && c != 0x7F) {
            i += length;
            continue;
        }

        for (size_t j = i; j < r->length; j++) /* make the whole line printable: byte 1 prints as
                                                * '?' */
            if (!r->source[j])
                r->source[j] = 1;

        /* One fault a line: after the first wrong byte the rest means little. */
        if (!length)
            FAULT(r, i, 1, "save the file as UTF-8", "byte 0x%02x is not UTF-8", (unsigned)c);
        else if (!c)
            FAULT(r, i, 1, "remove it", "zero byte in the text");
        else
            FAULT(r, i, 1, "remove it", "control character 0x%02x in the text", (unsigned)c);
        return false;
    }
    return true;
}

static bool judge_length(struct reader *r, size_t limit) {
    if (r->length <= limit)
        return true;
    struct rules_place at = ini_place_of(r, 0, 0);
    at.column = 0;
    rules_diags_add(r->diags, MST_BAD_RULESET, &at, "shorten the line or split it",
                    "line of %zu bytes; the limit is %d", r->length, RULES_INI_LINE_MOST);
    return false;
}

static bool open_section(struct reader *r, const char *name, size_t length) {
    struct rules_ini_file *file = r->file;
    size_t from = (size_t)(name - r->source);

    /* Keys below the second header still belong to the section, so that they are checked, too. */
    assert(r->lost); /* I1 */
    for (size_t i = 0; i < file->section_count; i++)
        if (!strncmp(file->sections[i].name, name, length) && !file->sections[i].name[length]) {
            FAULT(r, from - 1, length + 2, "merge the two sections",
                  "section [%.*s] appears twice, first at line %d", (int)length, name,
                  file->sections[i].at.line);
            r->section = file->sections[i].name;
            return true;
        }

    if (file->section_count >= RULES_INI_SECTIONS_MOST) {
        FAULT(r, from, length, NULL, "more than %d sections in a file", RULES_INI_SECTIONS_MOST);
        r->stopped = true;
        return false;
    }

    struct rules_ini_section *sections =
        rules_grow(file->sections, file->section_count, &file->section_capacity, sizeof *sections);
    if (!sections)
        return ini_no_memory(r);
    file->sections = sections;

    char *copy = mst_alloc(length + 1);
    if (!copy)
        return ini_no_memory(r);
    memcpy(copy, name, length);
    copy[length] = 0;

    sections[file->section_count++] =
        (struct rules_ini_section){copy, ini_place_of(r, from, length)};

    r->section = copy;
    return true;
}

/* Check a line that begins with '['. In any case it ends the current section. */
static bool judge_header(struct reader *r) {
    const char *name = r->source + r->indent + 1, *end = r->source + r->length;
    const char *limit = name + comment_start(name, (size_t)(end - name));
    const char *close = memchr(name, ']', (size_t)(limit - name));
    char hint[80] = "";

    /* I1: until a section opens, the keys below belong to none. */
    r->lost = true;

    if (!close) {
        int length = (int)without_blanks(name, (size_t)(limit - name));
        if (length <= RULES_INI_SECTION_MOST)
            snprintf(hint, sizeof hint, "write '[%.*s]'", length, name);
        FAULT(r, r->indent, (size_t)length + 1, hint, "'[' without a ']' on the same line");
        return false;
    }

    size_t length = (size_t)(close - name), rest = (size_t)(close + 1 - r->source);
    while (rest < r->length && ini_is_blank(r->source[rest]))
        rest++;

    if (!without_blanks(name, length))
        FAULT(r, r->indent, length + 2, "write '[name]'", "a section without a name");
    else if (length > RULES_INI_SECTION_MOST)
        FAULT(r, r->indent + 1, length, NULL, "section name of %zu bytes; the limit is %d", length,
              RULES_INI_SECTION_MOST);
    else if (rest < r->length && r->source[rest] != ';')
        FAULT(r, rest, without_blanks(r->source + rest, r->length - rest),
              "a comment begins with ' ;'", "text after the ']' of a section");
    else
        r->lost = !open_section(r, name, length);
    return !r->lost;
}

/* Report a line with neither a leading '[' nor a '='. */
static bool fault_no_equals(struct reader *r, const char *text, size_t length) {
    char hint[2 * RULES_INI_LINE_MOST + 40] = "a comment begins with ';'";
    size_t word = 0;
    while (word < length && !ini_is_blank(text[word]))
        word++;

    size_t rest = word;
    while (rest < length && ini_is_blank(text[rest]))
        rest++;

    if (text[length - 1] == ']') { /* a header without its '[', rather than a key of the section
                                    * above */
        snprintf(hint, sizeof hint, "did you mean '[%.*s'?", (int)length, text);
        r->lost = true;
    } else if (rest < length) {
        snprintf(hint, sizeof hint, "did you mean '%.*s = %.*s'?", (int)word, text,
                 (int)(length - rest), text + rest);
    }

    FAULT(r, r->indent, length, hint, "expected '[section]' or 'key = value'");
    return false;
}

static bool judge_quotes(struct reader *r, const char *value, size_t length) {
    size_t kept = comment_start(value, length), end = without_blanks(value, kept);
    size_t from = (size_t)(value - r->source);
    bool open = false;

    for (size_t i = 0; i < kept; i++)
        open ^= value[i] == '"';

    /* A quote is open where the comment begins, and closed inside it: somebody took the ';' for a
     * part of the value. */
    if (open && kept < length && memchr(value + kept, '"', length - kept)) {
        FAULT(r, from + kept, length - kept, "remove the ';' or the blank before it",
              "a ';' after a blank begins a comment, even inside quotes");
        return false;
    }

    if (end >= 2 && value[0] == '"' && value[end - 1] == '"') {
        FAULT(r, from, end, "remove the quotes", "a value is written without quotes");
        return false;
    }
    return true;
}

/* Is the file a saved match? Then no more is said of it. */
static bool is_transcript(struct reader *r) {
    if (r->line > 1 || strncmp(r->source, "muster transcript ", 18) != 0)
        return false;
    FAULT(r, 0, r->length, "muster play --load continues it, muster replay shows it",
          "a saved match where a ruleset is expected");
    r->stopped = true;
    return true;
}

static bool judge_key(struct reader *r) {
    const char *text = r->source + r->indent;
    size_t length = without_blanks(text, comment_start(text, r->length - r->indent));

    if (is_transcript(r))
        return false;

    /* inih would take ':' for '=', so the grammar has to refuse it here. */
    size_t sign = strcspn(text, "=:");
    if (sign >= length)
        return fault_no_equals(r, text, length);

    if (!sign) {
        FAULT(r, r->indent, 1, "write 'key = value'", "no key before '%c'", text[0]);
        return false;
    }

    if (text[sign] == ':') {
        char hint[RULES_INI_LINE_MOST + 40];
        snprintf(hint, sizeof hint, "write '%.*s = ...'", (int)without_blanks(text, sign), text);
        FAULT(r, r->indent + sign, 1, hint, "':' where '=' is expected");
        return false;
    }

    size_t value = r->indent + sign + 1;
    while (value < r->length && ini_is_blank(r->source[value]))
        value++;
    return judge_quotes(r, r->source + value, r->length - value);
}

static bool ini_judge(struct reader *r, size_t limit) {
    assert(r->indent <= r->length);
    char first = r->source[r->indent];
    if (judge_length(r, limit) && judge_bytes(r)) {
        /* The whole line is printable from here on, so faults may quote parts of it. */
        if (!first || first == ';' || first == '#')
            return true;
        return first == '[' ? judge_header(r) : judge_key(r);
    }

    /* I1: it would have been a header, so what follows is not of the section above. */
    r->lost |= first == '[';
    return false;
}

/* ---- what inih calls ------------------------------------------------------------------------- */

static void cut_line(struct reader *r) {
    assert(r->next < r->end);
    char *newline = memchr(r->next, '\n', (size_t)(r->end - r->next));
    char *end = newline ? newline : r->end;

    r->source = r->next;
    r->next = newline ? newline + 1 : r->end;
    r->line++;

    if (end > r->source && end[-1] == '\r')
        end--;
    *end = 0; /* the text is zero-terminated, so this stays inside even on the last line */

    r->length = (size_t)(end - r->source);
    r->indent = 0;
    while (ini_is_blank(r->source[r->indent]))
        r->indent++;
}

/* inih's reader: copy the next line to `line`, which has `room` bytes. NULL at the end. */
static char *ini_read_line(char *line, int room, void *stream) {
    struct reader *r = stream;
    if (r->stopped || r->next == r->end || r->diags->dropped || room < 8)
        return NULL;

    cut_line(r);

    /* inih's own buffer is the harder limit. A line that is refused reaches it as an empty one, so
     * that it counts lines as this file does. */
    size_t limit = (size_t)room - 4 < RULES_INI_LINE_MOST ? (size_t)room - 4 : RULES_INI_LINE_MOST;
    size_t length = ini_judge(r, limit) ? r->length - r->indent : 0;
    assert(length + 2 < (size_t)room);
    memcpy(line, r->source + r->indent, length);
    memcpy(line + length, "\n", 2);
    return line;
}

/* Copy key and value, with their places. False when out of memory. */
static bool make_value(const struct reader *r, const char *key, const char *text,
                       struct rules_ini_value *value) {
    size_t key_size = strlen(key) + 1, text_size = strlen(text) + 1;
    char *copy = mst_alloc(key_size + text_size);
    if (!copy)
        return false;

    memcpy(copy, key, key_size);
    memcpy(copy + key_size, text, text_size);

    /* inih gives no places: the value begins after the first '=' of the line, which judge_key has
     * found. */
    size_t from = (size_t)(strchr(r->source, '=') + 1 - r->source);
    while (ini_is_blank(r->source[from]))
        from++;

    *value = (struct rules_ini_value){.section = r->section ? r->section : "",
                                      .key = copy,
                                      .value = copy + key_size,
                                      .key_at = ini_place_of(r, r->indent, key_size - 1),
                                      .value_at = ini_place_of(r, from, text_size - 1)};
    return true;
}

/* Handle a key before the first section: `inherits`, or a fault. */
static bool take_inherits(struct reader *r, const char *key, const char *text) {
    struct rules_ini_value *inherits = &r->file->inherits;
    if (strcmp(key, "inherits")) {
        struct mst_nearest nearest = {.wanted = key};
        mst_nearest_offer(&nearest, "inherits");
        FAULT(r, r->indent, strlen(key),
              nearest.best ? "did you mean 'inherits'?" : "open a section first, as in '[game]'",
              "'%s' is outside any section; only 'inherits' is allowed there", key);
        return true;
    }

    if (inherits->key) {
        FAULT(r, r->indent, strlen(key), "a file can inherit from only one file",
              "'inherits' is set twice, first at line %d", inherits->key_at.line);
        return true;
    }

    return make_value(r, key, text, inherits) || ini_no_memory(r);
}

static const struct rules_ini_value *find_in(const struct rules_ini_file *file, const char *section,
                                             const char *key) {
    for (size_t i = 0; i < file->value_count; i++)
        if (!strcmp(file->values[i].key, key) && !strcmp(file->values[i].section, section))
            return &file->values[i];
    return NULL;
}

/* inih's handler for `key = value`. Returns 0 when out of memory. */
static int take_value(void *user, const char *section, const char *key, const char *text) {
    struct reader *r = user;

    (void)section; /* inih cuts the name at 50 bytes; the reader has all of it */
    if (r->lost || r->stopped || !key || !text)
        return !r->stopped;

    if (!r->section)
        return take_inherits(r, key, text);
    if (!strcmp(key, "inherits")) {
        FAULT(r, r->indent, strlen(key), "move it to the top of the file",
              "'inherits' must come before the first section");
        return 1;
    }

    assert(!r->lost); /* I1 */
    struct rules_ini_file *file = r->file;
    const struct rules_ini_value *first = find_in(file, r->section, key);

    /* I3 */
    if (first || file->value_count >= RULES_INI_VALUES_MOST) {
        if (first)
            FAULT(r, r->indent, strlen(key), "remove one of them",
                  "'%s' is set twice in [%s], first at line %d", key, r->section,
                  first->key_at.line);
        else
            FAULT(r, r->indent, strlen(key), NULL, "more than %d values in a file",
                  RULES_INI_VALUES_MOST);
        r->stopped = !first;
        return 1;
    }

    assert(!first); /* I3 */
    struct rules_ini_value *values =
        rules_grow(file->values, file->value_count, &file->value_capacity, sizeof *values);
    if (!values)
        return ini_no_memory(r);

    file->values = values;
    if (!make_value(r, key, text, &values[file->value_count]))
        return ini_no_memory(r);
    file->value_count++;
    return 1;
}

/* Parse file->text, `length` bytes and a zero. Splits the text into lines in place. */
static void parse_file(struct rules_ini_file *file, size_t length, int order,
                       struct rules_diags *diags) {
    struct reader r = {.file = file, .diags = diags, .order = order, .next = file->text};
    size_t faults = rules_diags_count(diags);

    r.end = file->text + length;

    if (length >= 3 && !memcmp(r.next, "\xEF\xBB\xBF", 3))
        r.next += 3;

    /* Every line that inih would refuse was made empty, so it has no complaints of its own. If it
     * had, they must not be lost. */
    int refused = ini_parse_stream(ini_read_line, &r, take_value, &r);
    if (refused && rules_diags_count(diags) == faults) {
        struct rules_place at = {
            .file = file->name, .line = refused > 0 ? refused : 0, .order = order};
        rules_diags_add(diags, MST_BAD_RULESET, &at, NULL, "the INI parser rejected the file");
    }
}

/* ---- inheritance ----------------------------------------------------------------------------- */

/* Append `path` component by component, resolving "." and "..". `out` holds a folder. */
static void append_path(struct mst_buf *out, const char *path) {
    while (*path) {
        size_t n = strcspn(path, "/");
        /* ".." takes the last component away, unless there is none, or that is ".." itself. */
        const char *slash = out->length ? strrchr(out->text, '/') : NULL;
        const char *last = slash ? slash + 1 : mst_buf_text(out);

        if (n == 2 && path[0] == '.' && path[1] == '.' && *last && strcmp(last, "..")) {
            out->length = slash ? (size_t)(slash - out->text) : 0;
            out->text[out->length] = 0;
        } else if (n > 1 || (n == 1 && path[0] != '.')) {
            if (out->length)
                mst_buf_char(out, '/');
            mst_buf_bytes(out, path, n);
        }

        path += n + (path[n] == '/');
    }
}

/* The normalized form of `path`, relative to the folder of the file `from` ("" for none). Owned by
 * the caller; NULL when out of memory. */
static char *path_from(const char *from, const char *path) {
    struct mst_buf whole = {0}, out = {0};
    const char *slash = strrchr(from, '/');
    if (slash)
        mst_buf_bytes(&whole, from, (size_t)(slash - from) + 1);
    mst_buf_puts(&whole, path);

    const char *text = mst_buf_text(&whole);
    append_path(&out, text);

    /* append_path drops the first '/', as it drops all that stand twice. */
    struct mst_buf rooted = {0};
    if (text[0] == '/')
        mst_buf_char(&rooted, '/');
    mst_buf_puts(&rooted, mst_buf_text(&out));

    rooted.failed |= whole.failed || out.failed;
    mst_buf_clear(&whole);
    mst_buf_clear(&out);
    return mst_buf_take(&rooted);
}

static void fault_circle(const struct rules_ini *ini, int first, struct rules_diags *diags) {
    const struct rules_ini_file *files = ini->files;
    int last = ini->file_count - 1;
    assert(first >= 0 && first <= last); /* I2 */
    struct mst_buf way = {0};

    for (int i = first; i <= last; i++)
        mst_buf_printf(&way, "%s%s:%d inherits '%s'", i == first ? "" : ", ", files[i].name,
                       files[i].inherits.key_at.line, files[i == last ? first : i + 1].name);

    rules_diags_add(diags, MST_BAD_RULESET, &files[last].inherits.value_at, "remove one of them",
                    "inheritance forms a cycle: %s", mst_buf_text(&way));
    if (way.failed)
        rules_diags_no_memory(diags);
    mst_buf_clear(&way);
}

/* Does a file that is there lie, once links are followed, below the folder of the ruleset that was
 * asked for, or below Muster's? Lines of other files must not show up in diagnostics: rulesets come
 * from strangers. */
static bool is_ours(const char *path, const char *ruleset) {
    struct mst_buf folder = {0};
    const char *slash = strrchr(ruleset, '/');
    mst_buf_bytes(&folder, slash ? ruleset : ".", slash ? (size_t)(slash - ruleset) + 1 : 1);

    /* A missing file is reported as such: its name says nothing. */
    bool ours = access(path, F_OK) != 0 || rules_folders_have(path) ||
                (!folder.failed && mst_path_within(path, folder.text));

    mst_buf_clear(&folder);
    return ours;
}

/* Check that `path`, inherited by the last file, can be read next. Otherwise adds a fault. */
static bool may_inherit(const struct rules_ini *ini, const char *path, struct rules_diags *diags) {
    const struct rules_ini_value *inherits = &ini->files[ini->file_count - 1].inherits;
    assert(inherits->key); /* I2 */
    const char *wrong = NULL;

    /* I2 */
    for (int i = 0; i < ini->file_count; i++)
        if (!strcmp(ini->files[i].name, path)) {
            fault_circle(ini, i, diags);
            return false;
        }

    if (!*inherits->value)
        wrong = "names no file";
    else if (*inherits->value == '/')
        wrong = "must be relative to the folder of this file";
    else if (ini->file_count == RULES_INI_FILES)
        wrong = "makes the inheritance chain longer than 8 files";
    else if (!is_ours(path, ini->files[0].name))
        wrong = "leads out of the folder of the ruleset";

    if (wrong)
        rules_diags_add(diags, MST_BAD_RULESET, &inherits->value_at,
                        *inherits->value ? NULL : "write 'inherits = base.ini' or remove the line",
                        "'inherits' %s", wrong);
    return !wrong;
}

/* Append a file to the chain and parse it. Takes ownership of `name` and `text`. */
static void ini_add_file(struct rules_ini *ini, char *name, char *text, size_t length,
                         struct rules_diags *diags) {
    assert(ini->file_count < RULES_INI_FILES);
    struct rules_ini_file *file = &ini->files[ini->file_count++];
    file->name = name;
    file->text = text;

    /* Faults of inherited files come first: they often explain those of the files that build on
     * them. */
    parse_file(file, length, 1 - ini->file_count, diags);
}

/* If there is no file `path`, which is freed, but one of that name among the rulesets of a folder,
 * the path of that one. NULL when out of memory. */
static char *inherited(char *path, const char *name) {
    char found[1024];
    /* Only a bare name can mean a ruleset of some folder. */
    if (access(path, F_OK) == 0 || !*name || strchr(name, '/'))
        return path;

    rules_folders_ruleset(name, found, sizeof found);
    if (!*found)
        return path;
    mst_free(path);
    return mst_strdup(found);
}

/* Read the file that the last one inherits. False at the end of the chain or after a fault. */
static bool read_next(struct rules_ini *ini, struct rules_diags *diags) {
    const struct rules_ini_file *last = &ini->files[ini->file_count - 1];
    const struct rules_ini_value *inherits = &last->inherits;
    if (!inherits->key || diags->failed)
        return false;

    /* Nothing is opened before it may be inherited: I2, and no files of strangers (is_ours). */
    char *path = path_from(last->name, inherits->value);
    path = path ? inherited(path, inherits->value) : NULL;
    if (!path)
        rules_diags_no_memory(diags);
    if (!path || !may_inherit(ini, path, diags)) {
        mst_free(path);
        return false;
    }

    struct mst_error error = {0};
    size_t length = 0;
    /* The message of a failed read says why, and errno may be left from an earlier call. */
    errno = 0;
    char *text = mst_read_file(path, RULES_INI_FILE_MOST, &length, &error);

    if (!text) {
        char hint[300] = "";
        rules_near_files(path, hint, sizeof hint);
        if (error.status == MST_NO_MEMORY)
            rules_diags_no_memory(diags);
        else
            rules_diags_add(diags, MST_BAD_RULESET, &inherits->value_at, hint, "cannot inherit: %s",
                            error.text);
        mst_free(path);
        return false;
    }

    /* I4: the chain owns path and text from now on. */
    ini_add_file(ini, path, text, length, diags);
    return true;
}

static void link_replaced(struct rules_ini *ini) {
    for (int f = 0; f < ini->file_count; f++)
        for (size_t i = 0; i < ini->files[f].value_count; i++) {
            struct rules_ini_value *value = &ini->files[f].values[i];
            /* I3: only the nearest one below; that one is linked to the next. */
            assert(!value->replaced); /* I3 */
            for (int below = f + 1; below < ini->file_count && !value->replaced; below++)
                value->replaced = find_in(&ini->files[below], value->section, value->key);
        }
}

/* ---- entry points ---------------------------------------------------------------------------- */

/* Takes ownership of `text`, which may be NULL. */
static struct rules_ini *ini_load(const char *name, char *text, size_t length,
                                  struct rules_diags *diags) {
    struct rules_ini *ini = text ? mst_calloc(1, sizeof *ini) : NULL;
    char *tidy = ini ? path_from("", name) : NULL;
    if (!tidy) {
        rules_diags_no_memory(diags);
        mst_free(text);
        mst_free(ini);
        return NULL;
    }

    ini_add_file(ini, tidy, text, length, diags);
    assert(ini->file_count == 1); /* I2 */
    while (read_next(ini, diags))
        ;

    /* A file with parts missing must not pass for a whole one; files with faults may be looked at.
     */
    if (diags->failed) {
        rules_ini_free(ini);
        return NULL;
    }
    assert(ini->file_count <= RULES_INI_FILES); /* I2 */
    link_replaced(ini);
    return ini;
}

struct rules_ini *rules_ini_parse(const char *name, const char *text, size_t length,
                                  struct rules_diags *diags) {
    if (length > RULES_INI_FILE_MOST) {
        struct rules_place at = {.file = name};
        rules_diags_add(diags, MST_BAD_FILE, &at, NULL, "the file has %zu bytes; the limit is %d",
                        length, RULES_INI_FILE_MOST);
        return NULL;
    }

    /* Lines are cut in place, and the text must outlive the call (I4). */
    char *copy = mst_alloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return ini_load(name, copy, length, diags);
}

struct rules_ini *rules_ini_load(const char *path, struct rules_diags *diags) {
    struct mst_error error = {0};
    size_t length = 0;
    struct rules_place at = {.file = path};

    /* A link in a downloaded folder could make the faults quote lines of any file. */
    if (!is_ours(path, path)) {
        rules_diags_add(diags, MST_BAD_FILE, &at, "name the file itself",
                        "it is a link that leads out of its folder");
        return NULL;
    }

    errno = 0;
    char *text = mst_read_file(path, RULES_INI_FILE_MOST, &length, &error);

    if (!text && error.status != MST_NO_MEMORY) {
        char hint[300] = "";
        rules_near_files(path, hint, sizeof hint);
        rules_diags_add(diags, MST_BAD_FILE, &at, hint, "%s", error.text);
        return NULL;
    }
    return ini_load(path, text, length, diags);
}

void rules_ini_free(struct rules_ini *ini) {
    for (int f = 0; ini && f < ini->file_count; f++) {
        struct rules_ini_file *file = &ini->files[f];
        for (size_t i = 0; i < file->section_count; i++)
            mst_free((char *)file->sections[i].name);
        for (size_t i = 0; i < file->value_count; i++)
            /* Key and value are one block (make_value); section names belong to the sections. */
            mst_free((char *)file->values[i].key);
        mst_free((char *)file->inherits.key);
        mst_free(file->sections);
        mst_free(file->values);
        mst_free(file->name);
        mst_free(file->text);
    }

    mst_free(ini);
}

const struct rules_ini_value *rules_ini_find(const struct rules_ini *ini, const char *section,
                                             const char *key) {
    const struct rules_ini_value *value = NULL;

    /* O2: the nearest file decides. */
    for (int f = 0; f < ini->file_count && !value; f++)
        value = find_in(&ini->files[f], section, key);
    return value;
}

const char *rules_ini_text(const struct rules_ini *ini, const char *section, const char *key,
                           const char *otherwise) {
    const struct rules_ini_value *value = rules_ini_find(ini, section, key);
    return value ? value->value : otherwise;
}
