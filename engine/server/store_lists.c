/* Lists of matches, the latest first. Each is read along one index, the one that leaves the fewest:
 * of a person's seats, of a word, or of the matches themselves. What else is wanted is looked at
 * match by match. */
#include "server/store_parts.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define TEXT server_value_text
#define INT server_value_int

/* ---- words ----------------------------------------------------------------------------------- */

enum {
    WORD_SIZE = 64,  /* longer words are cut */
    MOST_WORDS = 3,  /* that are looked for */
    COMMON = 1000,   /* a word with as many matches is like any other such */
    MOST_FORMS = 16, /* words that begin with one that is looked for */
    SHORTEST = 3,    /* bytes of a beginning; shorter words are looked for as they are */
    MOST_VALUES = 12 + MOST_WORDS * MOST_FORMS,
};

/* The number of bytes of the letter or digit at `text`, 0 if there is none. All characters beyond
 * ASCII are letters. */
static size_t letter(const char *text) {
    char c = *text;
    bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return plain || (unsigned char)c >= 0x80 ? mst_utf8_length(text, strnlen(text, 4)) : 0;
}

/* Copy the first word at *text or after it, in small letters, and move *text behind it. False if
 * there is none. */
static bool next_word(const char **text, char word[WORD_SIZE]) {
    size_t length = 0, size;
    while (**text && !letter(*text))
        ++*text;

    /* Text that does not fit is left out, but no word is cut. */
    for (; (size = letter(*text)) > 0; *text += size)
        if (length + size < WORD_SIZE) {
            memcpy(word + length, *text, size);
            if (word[length] >= 'A' && word[length] <= 'Z')
                word[length] = (char)(word[length] + ('a' - 'A'));
            length += size;
        }
    word[length] = 0;
    return length > 0;
}

static enum mst_status add_words(struct server_store *store, const char *match, const char *text,
                                 struct mst_error *error) {
    enum mst_status status = MST_OK;
    char word[WORD_SIZE];
    while (status == MST_OK && next_word(&text, word))
        status = store_run(store,
                           "INSERT INTO words (match_id, word, changed) "
                           "SELECT id, ?, changed FROM matches WHERE id = ? "
                           "ON CONFLICT (match_id, word) DO NOTHING",
                           CORE_VALUES(TEXT(word), TEXT(match)), error);
    return status;
}

enum mst_status store_index(struct server_store *store, const char *match,
                            struct mst_error *error) {
    enum mst_status status =
        store_run(store, "DELETE FROM words WHERE match_id = ?", CORE_VALUES(TEXT(match)), error);
    struct sqlite3_stmt *rows =
        server_rows(store,
                    "SELECT title FROM matches WHERE id = ? AND stage = ? UNION "
                    "SELECT game FROM matches WHERE id = ? AND stage = ? UNION "
                    "SELECT p.name FROM seats s JOIN persons p ON p.id = s.person "
                    "WHERE s.match_id = ? AND s.stage = ?",
                    CORE_VALUES(TEXT(match), INT(SERVER_STAGE_OVER), TEXT(match),
                                INT(SERVER_STAGE_OVER), TEXT(match), INT(SERVER_STAGE_OVER)));
    while (server_rows_next(store, rows) && status == MST_OK)
        status = add_words(store, match, server_row_text(rows, 0), error);
    server_rows_end(rows);
    return status == MST_OK ? store_status(store, error) : status;
}

/* Append the id of each row to `ids`, SERVER_ID_SIZE bytes each. */
static void read_ids(struct server_store *store, struct sqlite3_stmt *rows, struct mst_buf *ids) {
    while (server_rows_next(store, rows)) {
        char id[SERVER_ID_SIZE] = {0};
        server_row_copy(rows, 0, id, sizeof id);
        mst_buf_bytes(ids, id, sizeof id);
    }
    if (ids->failed)
        store_fail(store, "out of memory", NULL);
}

enum mst_status store_index_person(struct server_store *store, const char *person,
                                   struct mst_error *error) {
    enum mst_status status = MST_OK;
    struct mst_buf ids = {0};
    read_ids(store,
             server_rows(store,
                         "SELECT match_id FROM seats WHERE person = ? AND listed = 1 AND stage = ?",
                         CORE_VALUES(TEXT(person), INT(SERVER_STAGE_OVER))),
             &ids);
    for (size_t at = 0; status == MST_OK && at < ids.length; at += SERVER_ID_SIZE)
        status = store_index(store, ids.text + at, error);
    mst_buf_clear(&ids);
    return status == MST_OK ? store_status(store, error) : status;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* A word that is looked for, as the words that begin with it. */
struct sought {
    char forms[MOST_FORMS][WORD_SIZE];
    int count;
    int64_t matches; /* that have one, up to COMMON for each */
};

/* A statement that is put together, with its values. */
struct query {
    struct mst_buf sql;
    struct store_value values[MOST_VALUES];
    int count;
    struct sought words[MOST_WORDS]; /* the rarest one first */
    int found;
};

static void store_lists_add(struct query *query, const char *sql, struct store_value value) {
    assert(query->count < MOST_VALUES);
    mst_buf_puts(&query->sql, sql);
    query->values[query->count++] = value;
}

/* Add ` IN (...)` with the forms of a word: one, or room for all, so that there are few different
 * statements. */
static void add_forms(struct query *query, const struct sought *word) {
    assert(word->count >= 1 && word->count <= MOST_FORMS);
    for (int i = 0; i < (word->count > 1 ? MOST_FORMS : 1); i++)
        store_lists_add(query, i ? ", ?" : " IN (?", TEXT(word->forms[i < word->count ? i : 0]));
    mst_buf_char(&query->sql, ')');
}

/* How many matches have a word, up to COMMON. */
static int64_t matches_with(struct server_store *store, const char *word) {
    struct sqlite3_stmt *rows = server_rows(
        store, "SELECT count(*) FROM (SELECT 1 FROM words WHERE word = ? LIMIT ?) AS some",
        CORE_VALUES(TEXT(word), INT(COMMON)));
    int64_t count = server_rows_next(store, rows) ? server_row_int(rows, 0) : 0;
    server_rows_end(rows);
    return count;
}

/* Find the word after `after` that begins with `beginning`: one step along the index, however many
 * matches have the word. */
static bool next_form(struct server_store *store, const char *beginning, const char *after,
                      char form[WORD_SIZE]) {
    struct sqlite3_stmt *rows =
        server_rows(store, "SELECT word FROM words WHERE word > ? ORDER BY word LIMIT 1",
                    CORE_VALUES(TEXT(after)));
    bool found = server_rows_next(store, rows);
    if (!found)
        return false;
    server_row_copy(rows, 0, form, WORD_SIZE);
    server_rows_end(rows);
    return !strncmp(form, beginning, strlen(beginning));
}

static void find_forms(struct server_store *store, const char *word, struct sought *sought) {
    *sought = (struct sought){.count = 1, .matches = matches_with(store, word)};
    strcpy(sought->forms[0], word);
    if (strlen(word) < SHORTEST)
        return;
    while (sought->count < MOST_FORMS &&
           next_form(store, word, sought->forms[sought->count - 1], sought->forms[sought->count])) {
        sought->matches += matches_with(store, sought->forms[sought->count]);
        sought->count++;
    }
}

/* Split the text into words, the rarest one first. */
static void find_words(struct server_store *store, struct query *query, const char *text) {
    char word[WORD_SIZE];
    while (query->found < MOST_WORDS && next_word(&text, word)) {
        struct sought *sought = &query->words[query->found++], other;
        assert(query->found <= MOST_WORDS);
        find_forms(store, word, sought);
        if (sought->matches >= query->words[0].matches)
            continue;

        /* Only the first place matters, so there is no need to sort. */
        other = query->words[0];
        query->words[0] = *sought;
        *sought = other;
    }
}

/* Where the list is read, and its first condition. Returns the name of the table whose `stage` and
 * `changed` give the order. */
static char begin_query(struct query *query, const struct store_wanted *wanted) {
    const struct sought *rarest = query->words;

    /* CROSS JOIN keeps SQLite from choosing another order. */
    if (wanted->person) {
        store_lists_add(query,
                        "SELECT m.id FROM seats s CROSS JOIN matches m WHERE m.id = s.match_id "
                        "AND s.listed = 1 AND s.person = ?",
                        TEXT(wanted->person));
        return 's';
    }
    if (query->found && rarest->count == 1) {
        store_lists_add(
            query,
            "SELECT m.id FROM words w CROSS JOIN matches m WHERE m.id = w.match_id AND w.word = ?",
            TEXT(rarest->forms[0]));
        return 'w';
    }
    if (query->found && rarest->matches < COMMON) { /* few enough to be put in order */
        mst_buf_puts(&query->sql, "SELECT m.id FROM (SELECT DISTINCT match_id FROM words "
                                  "WHERE word");
        add_forms(query, rarest);
        mst_buf_puts(&query->sql, ") AS some CROSS JOIN matches m WHERE m.id = some.match_id");
        return 'f';
    }
    mst_buf_puts(&query->sql, "SELECT m.id FROM matches m WHERE 1 = 1");
    return 'm';
}

static void make_query(struct server_store *store, struct query *query,
                       const struct store_wanted *wanted) {
    find_words(store, query, wanted->text ? wanted->text : "");

    /* The order of the conditions does not matter to the result: the first decides which index is
     * read. */
    char table = begin_query(query, wanted);
    if (wanted->stage >= 0)
        store_lists_add(query, table == 's' ? " AND s.stage = ?" : " AND m.stage = ?",
                        INT(wanted->stage));
    if (wanted->open)
        mst_buf_puts(&query->sql, " AND m.open = 1");
    if (wanted->free)
        mst_buf_puts(&query->sql, " AND m.free = 1");
    if (wanted->timed)
        mst_buf_puts(&query->sql, " AND m.timed = 1");
    if (wanted->ruleset)
        store_lists_add(query, " AND m.ruleset = ?", TEXT(wanted->ruleset));

    /* Where the rarest word is read from its index already, it is not asked for again. */
    for (int i = table == 'w' || table == 'f'; i < query->found; i++) {
        mst_buf_puts(&query->sql,
                     " AND EXISTS (SELECT 1 FROM words x WHERE x.match_id = m.id AND x.word");
        add_forms(query, &query->words[i]);
        mst_buf_char(&query->sql, ')');
    }
    if (table == 'f')
        table = 'm';
    mst_buf_printf(&query->sql, " AND %c.changed < ?", table);
    query->values[query->count++] = INT(wanted->before ? wanted->before : INT64_MAX);
    mst_buf_printf(&query->sql, " ORDER BY %c.changed DESC, %c.%s DESC LIMIT ?", table, table,
                   table == 'm' ? "id" : "match_id");
    query->values[query->count++] = INT(wanted->most);
}

enum mst_status store_matches(struct server_store *store, const struct store_wanted *wanted,
                              bool (*each)(void *context, const struct store_kept *match),
                              void *context, struct mst_error *error) {
    struct query query = {0};
    struct mst_buf ids = {0};
    struct store_kept match;
    make_query(store, &query, wanted);
    if (query.sql.failed)
        store_fail(store, "out of memory", NULL);
    else
        read_ids(store, server_rows(store, query.sql.text, query.values, query.count), &ids);
    bool more = true;
    for (size_t at = 0; more && at < ids.length; at += SERVER_ID_SIZE)
        if (store_match(store, ids.text + at, &match)) {
            more = each(context, &match);
            server_kept_clear(&match);
        }
    mst_buf_clear(&query.sql);
    mst_buf_clear(&ids);
    return store_status(store, error);
}
