/* The rulebook: the rules as the modules describe them for people, in chapters of muster.rules. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/internal.h"
#include "host/declare/spec.h"
#include "muster/rulebook.h"
#include "system/names.h"

static struct mst_chapter *new_chapter(lua_State *L, const char *title) {
    struct host *host = host_of(L);
    struct mst_chapter *chapter =
        host_grow(L, &host->chapters, &host->chapter_count, sizeof *chapter);
    chapter->module = host_strdup(L, host_module_name(host));
    chapter->title = host_strdup(L, title);
    return chapter;
}

static void fault_option(lua_State *L, const char *name) {
    const struct host *host = host_of(L);
    struct mst_nearest nearest = {.wanted = name};
    for (int i = 0; i < host->option_count; i++)
        mst_nearest_offer(&nearest, host->options[i].key);
    char hint[MST_HINT_SIZE];
    luaL_error(L, "there is no option '%s'%s", name, mst_hint(nearest.best, hint));
}

/* The option that a paragraph names: `section.key`, or the `key` of its own module, or of any
 * module. */
static int option_named(lua_State *L, const char *name) {
    const struct host *host = host_of(L);
    const char *module = host_module_name(host);
    int found = -1;
    for (int i = 0; i < host->option_count; i++) {
        const struct mst_option *option = &host->options[i];
        size_t section = strlen(option->section);

        bool whole = !strncmp(name, option->section, section) && name[section] == '.' &&
                     !strcmp(name + section + 1, option->key);

        /* An exact name wins at once; a bare key of another module only if nothing better
         * follows. */
        if (whole || (!strcmp(option->key, name) && !strcmp(option->module, module)))
            return i;
        if (!strcmp(option->key, name) && found < 0)
            found = i;
    }
    if (found < 0)
        fault_option(L, name);
    return found;
}

static void add_option(lua_State *L, struct mst_paragraph *paragraph, const char *name) {
    int option = option_named(L, name);
    if (paragraph->option_count == MST_PARAGRAPH_OPTIONS)
        luaL_error(L, "a paragraph names at most %d options", MST_PARAGRAPH_OPTIONS);
    paragraph->options[paragraph->option_count++] = option;
}

/* Read `option` of the table: a key, or a list of keys. */
static void read_options(lua_State *L, int table, struct mst_paragraph *paragraph) {
    /* One key needs no list. */
    if (lua_getfield(L, table, "option") == LUA_TSTRING)
        add_option(L, paragraph, lua_tostring(L, -1));
    else if (lua_istable(L, -1))
        for (int i = 1; i <= (int)luaL_len(L, -1); i++) {
            lua_rawgeti(L, -1, i);
            add_option(L, paragraph, luaL_checkstring(L, -1));
            lua_pop(L, 1);
        }
    else if (!lua_isnil(L, -1))
        luaL_error(L, "'option' must be the key of an option or a list of keys, found a %s",
                   luaL_typename(L, -1));
    lua_pop(L, 1);
}

/* Push what `ending` of the table holds, the name of an ending or a list of names, as lines. */
static void push_endings(lua_State *L, int table) {
    int kind = lua_getfield(L, table, "ending"), field = lua_gettop(L);
    if (kind != LUA_TSTRING && kind != LUA_TTABLE && kind != LUA_TNIL)
        luaL_error(L, "'ending' must be the name of an ending or a list of names, found a %s",
                   luaL_typename(L, -1));

    lua_pushstring(L, kind == LUA_TSTRING ? lua_tostring(L, -1) : "");
    for (int i = 1; kind == LUA_TTABLE && i <= (int)luaL_len(L, field); i++) {
        lua_rawgeti(L, field, i);
        luaL_checkstring(L, -1);
        lua_pushliteral(L, "\n");
        /* Text so far, name, line end: is_line_of looks for whole lines. */
        lua_concat(L, 3);
    }

    lua_remove(L, field);
}

/* Read `example` of the table. Its texts are owned by the paragraph, which must be kept already. */
static void read_example(lua_State *L, int table, struct mst_paragraph *kept) {
    kept->example.seat = MST_NONE;
    if (lua_getfield(L, table, "example") != LUA_TNIL) {
        int example = lua_gettop(L);
        luaL_checktype(L, example, LUA_TTABLE);
        spec_keys(L, example, "an example", "position play text seat");

        int64_t seat = spec_int(L, example, "seat", MST_NONE);
        if (seat < MST_NONE || seat >= MST_MOST_SEATS)
            luaL_error(L, "the 'seat' of an example must be from 0 to %d", MST_MOST_SEATS - 1);
        kept->example.seat = (int)seat;

        kept->example.text = host_strdup(L, spec_need(L, example, "an example", "text"));
        sys_join_blanks(kept->example.text);
        kept->example.moves = host_strdup(L, spec_text(L, example, "play", ""));
        kept->example.position = host_strdup(L, spec_need(L, example, "an example", "position"));
    }
    lua_pop(L, 1);
}

static void add_paragraph(lua_State *L, struct mst_chapter *chapter, int table, const char *id,
                          const char *text, const char *endings,
                          const struct mst_paragraph *about) {
    struct mst_paragraph *kept = host_grow(L, &chapter->paragraphs, &chapter->count, sizeof *kept);
    *kept = *about;

    /* In the list first: whatever fails below, host_free_rulebook frees what is there. */
    kept->id = host_strdup(L, id);
    kept->text = sys_join_blanks(host_strdup(L, text));
    kept->endings = host_strdup(L, endings);
    kept->origin = host_origin(L);
    read_example(L, table, kept);
}

int host_declare_rules(lua_State *L) {
    if (host_of(L)->frozen)
        return luaL_error(L, "muster.rules can be called only while modules load");
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.rules", "title place");
    int64_t place = spec_int(L, 1, "place", 0);
    if (place < 0 || place > 999)
        luaL_error(L, "the place of a chapter must be from 0 to 999");

    struct mst_chapter *chapter = new_chapter(L, spec_need(L, 1, "muster.rules", "title"));
    chapter->place = (int)place;
    for (int i = 1; i <= (int)luaL_len(L, 1); i++) {
        struct mst_paragraph about = {0};
        lua_rawgeti(L, 1, i);
        int table = lua_gettop(L);
        luaL_checktype(L, table, LUA_TTABLE);
        spec_keys(L, table, "a paragraph", "id text option when ending example");

        read_options(L, table, &about);
        lua_getfield(L, table, "when");
        /* A paragraph that does not apply is checked all the same: its faults must not wait for an
         * option. */
        bool there = lua_isnil(L, -1) || spec_flag(L, table, "when");

        const char *text = spec_need(L, table, "a paragraph", "text");
        push_endings(L, table);
        if (there)
            add_paragraph(L, chapter, table, spec_text(L, table, "id", ""), text,
                          lua_tostring(L, -1), &about);

        lua_settop(L, 1);
    }
    return 0;
}

static bool comes_before(const struct host *host, const struct mst_chapter *a,
                         const struct mst_chapter *b) {
    int rank_a = host_rank(host, a->module), rank_b = host_rank(host, b->module);
    return rank_a != rank_b ? rank_a < rank_b : a->place < b->place;
}

/* Order the chapters by module, then by place, then in the order of declaration. */
void host_order_rulebook(struct host *host) {
    assert(!host->frozen); /* H2 */
    for (int i = 1; i < host->chapter_count; i++)
        /* Insertion sort, as it is stable. */
        for (int k = i; k > 0 && comes_before(host, &host->chapters[k], &host->chapters[k - 1]);
             k--) {
            struct mst_chapter swap = host->chapters[k];
            host->chapters[k] = host->chapters[k - 1];
            host->chapters[k - 1] = swap;
        }
}

void host_free_rulebook(struct host *host) {
    for (int i = 0; i < host->chapter_count; i++) {
        struct mst_chapter *chapter = &host->chapters[i];
        for (int k = 0; k < chapter->count; k++) {
            /* Texts that were not reached, as reading failed, are NULL. */
            mst_free(chapter->paragraphs[k].id);
            mst_free(chapter->paragraphs[k].text);
            mst_free(chapter->paragraphs[k].origin);
            mst_free(chapter->paragraphs[k].endings);
            mst_free(chapter->paragraphs[k].example.position);
            mst_free(chapter->paragraphs[k].example.moves);
            mst_free(chapter->paragraphs[k].example.text);
        }
        mst_free(chapter->paragraphs);
        mst_free(chapter->title);
        mst_free(chapter->module);
    }
    mst_free(host->chapters);
}

int host_rulebook(const struct host *host, const struct mst_chapter **chapters) {
    *chapters = host->chapters;
    return host->chapter_count;
}

static const struct mst_paragraph *paragraph_of(const struct host *host, const char *id) {
    for (int i = 0; i < host->chapter_count; i++)
        for (int k = 0; k < host->chapters[i].count; k++)
            /* Paragraphs without an id have an empty one. */
            if (*id && !strcmp(host->chapters[i].paragraphs[k].id, id))
                return &host->chapters[i].paragraphs[k];
    return NULL;
}

/* Is the name one of these lines? */
static bool is_line_of(const char *lines, const char *name) {
    size_t length = strlen(name);
    for (const char *at = lines; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (length && !strncmp(at, name, length) && (!at[length] || at[length] == '\n'))
            return true;
    return false;
}

const struct mst_paragraph *host_ending(const struct host *host, const char *ending) {
    for (int i = 0; i < host->chapter_count; i++)
        for (int k = 0; k < host->chapters[i].count; k++)
            if (is_line_of(host->chapters[i].paragraphs[k].endings, ending))
                return &host->chapters[i].paragraphs[k];
    return NULL;
}

const char *host_rule(const struct host *host, const char *id, const char **origin) {
    const struct mst_paragraph *paragraph = paragraph_of(host, id);
    if (paragraph) {
        *origin = paragraph->origin;
        return paragraph->text;
    }

    /* A refusal states its rule, too, where the book has no paragraph of it. */
    for (int k = 0; k < host->rules->kind_count; k++)
        for (int i = 0; i < host->rules->kinds[k].reason_count; i++) {
            const struct core_reason *reason = &host->rules->kinds[k].reasons[i];
            if (!strcmp(reason->rule, id) && *reason->why) {
                *origin = reason->origin;
                return reason->why;
            }
        }
    return NULL;
}

void host_rule_ids(const struct host *host, struct mst_nearest *nearest) {
    for (int i = 0; i < host->chapter_count; i++)
        for (int k = 0; k < host->chapters[i].count; k++)
            if (*host->chapters[i].paragraphs[k].id)
                mst_nearest_offer(nearest, host->chapters[i].paragraphs[k].id);
}
