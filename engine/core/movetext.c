/* Printing of moves and pieces, in the notations of their kinds and types. See legal.h. */
#include "core/asked.h"

#include <stdlib.h>
#include <string.h>

#include "core/secret.h"

/* The viewer of a text: everything, or what a seat (MST_NONE: an onlooker) sees. */
enum { EVERYTHING = MST_NONE - 1 };

static bool sees(const struct core_position *pos, const struct core_field *field, int piece,
                 int viewer) {
    if (viewer == EVERYTHING || field->seen == CORE_SEEN_BY_ALL)
        return true;
    if (field->seen == CORE_SEEN_BY_OWNER)
        return viewer != MST_NONE &&
               core_piece(pos, piece, CORE_PIECE_OWNER) == viewer; /* no owner */
    if (field->seen == CORE_SEEN_BY_NONE)
        return false;
    return core_secret_named(pos, piece, viewer);
}

/* Print the value of `{name}` in the notation of a piece. */
static void print_fact(const struct core_play *play, int piece, const char *name, size_t length,
                       int viewer, struct mst_buf *buf) {
    const struct core_schema *s = play->rules->schema;

    /* Two words that are no fields: seats are counted from 1 here, and 0 is no owner. */
    if (length == 5 && !memcmp(name, "owner", 5)) {
        mst_buf_int(buf, core_piece(play->pos, piece, CORE_PIECE_OWNER) + 1);
        return;
    }
    if (length == 4 && !memcmp(name, "name", 4)) {
        const char *own = core_piece_name(s, piece);
        mst_buf_puts(buf, own ? own : s->types[s->type_of[piece]].name);
        return;
    }

    for (int i = 0; i < s->field_count; i++) {
        const struct core_field *field = &s->fields[i];
        if (field->of != CORE_OF_PIECE || strlen(field->name) != length ||
            memcmp(field->name, name, length) != 0)
            continue;

        /* What is hidden has its initial value, as in a mask (K3). */
        bool seen = sees(play->pos, field, piece, viewer);
        assert(piece >= 0 && piece < s->pieces);
        int32_t value = seen ? core_get_field(play->pos, field, piece) : field->initial;
        if (field->letters)
            mst_buf_char(buf, field->letters[value - field->min]);
        else
            mst_buf_int(buf, value);
    }
}

void core_piece_print_for(const struct core_play *play, int piece, int viewer,
                          struct mst_buf *buf) {
    const struct core_schema *s = play->rules->schema;
    const struct core_piece_type *type = &s->types[s->type_of[piece]];
    if (!type->text) { /* without a notation */
        mst_buf_puts(buf, type->name);
        return;
    }
    for (const char *at = type->text; *at;) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (end) {
            print_fact(play, piece, at + 1, (size_t)(end - at) - 1, viewer, buf);
            at = end + 1;
        } else {
            mst_buf_char(buf, *at++);
        }
    }
}

void core_piece_print(const struct core_play *play, int piece, struct mst_buf *buf) {
    core_piece_print_for(play, piece, EVERYTHING, buf);
}

/* The length of the name of a type at the start of `text`, or 0. */
static size_t type_name_span(const struct core_schema *s, const char *text) {
    size_t longest = 0;
    for (int t = 0; t < s->type_count; t++) {
        size_t length = strlen(s->types[t].name);
        if (!strncmp(text, s->types[t].name, length) && length > longest)
            longest = length;
    }
    return longest;
}

size_t core_number_span(const char *text, bool negative) {
    size_t sign = negative && *text == '-', digits = strspn(text + sign, "0123456789");
    return digits ? sign + digits : 0;
}

/* The number of characters of `text` that can be the value of `{name}`. */
static size_t fact_span(const struct core_schema *s, const char *name, size_t length,
                        const char *text) {
    bool negative = false;
    for (int i = 0; i < s->field_count; i++) {
        const struct core_field *field = &s->fields[i];
        if (field->of != CORE_OF_PIECE || strlen(field->name) != length ||
            memcmp(field->name, name, length) != 0)
            continue;
        if (field->letters)
            return *text && strchr(field->letters, *text) ? 1 : 0;
        negative = field->min < 0;
    }
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyz_");
    if (length == 4 && !memcmp(name, "name", 4))
        return core_schema_named(s, text, letters) >= 0 ? letters : type_name_span(s, text);
    return core_number_span(text, negative);
}

static size_t type_span(const struct core_schema *s, const struct core_piece_type *type,
                        const char *text) {
    const char *start = text; /* the notation and the text advance together */
    for (const char *at = type->text ? type->text : type->name; *at;) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        size_t length = 1;
        if (end) {
            length = fact_span(s, at + 1, (size_t)(end - at) - 1, text);
            at = end + 1;
        } else if (*at++ != *text) {
            return 0;
        }
        if (!length)
            return 0;
        text += length;
    }
    return (size_t)(text - start);
}

size_t core_piece_span(const struct core_rules *rules, const char *text) {
    size_t longest = 0;
    for (int t = 0; t < rules->schema->type_count; t++) {
        size_t span = type_span(rules->schema, &rules->schema->types[t], text);
        longest = span > longest ? span : longest;
    }
    return longest;
}

/* A marked piece in the text of a move, so that it can be found again: PIECE number TEXT text
 * END */
enum { PIECE = 1, TEXT = 2, END = 3 };

static void put_piece(const struct core_play *play, int piece, bool marked, struct mst_buf *buf) {
    if (marked)
        mst_buf_printf(buf, "%c%d%c", PIECE, piece, TEXT);
    core_piece_print(play, piece, buf);
    if (marked)
        mst_buf_char(buf, END);
}

/* The place of a subset's pieces. Its code may read other variables of the move. */
static int place_by_code(struct core_play *play, const struct core_kind *kind, int param,
                         mst_move move) {
    int place = MST_NONE;
    core_move_bind(play, move);
    for (int i = 0; i < kind->clause_count && !play->failed; i++)
        if (kind->clauses[i].param == param)
            place = (int)core_eval(play, kind->clauses[i].node);
    return place;
}

static int movetext_place_of(struct core_play *play, const struct core_kind *kind, int param,
                             mst_move move, int64_t *values) {
    if (play->failed)
        return MST_NONE;

    struct core_attempt attempt = core_attempt_begin(play);
    int number = (int)(kind - play->rules->kinds);
    if (kind->asks || play->as_lua)
        return core_ask_place(play, number, param, values);
    int place = place_by_code(play, kind, param, move);
    if (core_attempt_again(play, &attempt)) { /* X5 */
        place = core_ask_place(play, number, param, values);
        core_attempt_end(play);
    }
    return place;
}

static void print_subset(struct core_play *play, const struct core_kind *kind, int param,
                         mst_move move, int64_t *values, bool marked, struct mst_buf *buf) {
    int16_t pieces[CORE_MOST_PIECES];
    int64_t mask = values[param];
    int place = movetext_place_of(play, kind, param, move, values);
    int count = core_pieces_in(play, place, true, pieces);

    assert(mask >= 0 && mask < 1 << CORE_MOST_SUBSET);
    if (!mask)
        mst_buf_char(buf, '-');
    for (int i = 0, more = 0; i < count && mask >> i; i++)
        if (mask >> i & 1) {
            if (more++)
                mst_buf_char(buf, ',');
            put_piece(play, pieces[i], marked, buf);
        }
}

static void print_outcome(const unsigned char *outcome, struct mst_buf *buf) {
    struct mst_seed digits = {.kind = MST_SEED_KEY};
    memcpy(digits.key, outcome, MST_KEY_SIZE);
    mst_buf_char(buf, 'x');
    mst_seed_print(&digits, buf);
}

static void print_param(struct core_play *play, const struct core_kind *kind, int index,
                        mst_move move, int64_t *values, bool marked, struct mst_buf *buf) {
    int64_t value = values[index];
    const struct core_param *param = &kind->params[index];

    assert(value >= param->min && value <= param->max); /* L3 */
    switch (param->kind) {
    case CORE_CLAUSE_ZONES:
    case CORE_CLAUSE_STEP: mst_buf_puts(buf, play->rules->schema->board->names[value]); break;
    case CORE_CLAUSE_PIECES: put_piece(play, (int)value, marked, buf); break;
    case CORE_CLAUSE_SUBSET: print_subset(play, kind, index, move, values, marked, buf); break;
    default:
        if (param->letters)
            mst_buf_bytes(buf, param->letters + (value - param->min) * param->width,
                          (size_t)param->width);
        else if (param->kind == CORE_CLAUSE_SAMPLE && play->wide) /* the number alone loses bits */
            print_outcome(play->outcome, buf);
        else
            mst_buf_int(buf, value);
    }
}

static void print_move(struct core_play *play, mst_move move, bool marked, struct mst_buf *buf) {
    const struct core_kind *kind = &play->rules->kinds[core_move_kind(move)];
    int64_t values[CORE_MOST_PARAMS];
    core_move_values(play->rules, move, values);
    for (int i = 0; i < kind->segment_count; i++) {
        const struct core_segment *segment = &kind->segments[i];
        if (segment->param < 0) {
            mst_buf_puts(buf, segment->text); /* a literal */
            continue;
        }
        print_param(play, kind, segment->param, move, values, marked, buf);
    }
}

void core_move_print(struct core_play *play, mst_move move, struct mst_buf *buf) {
    print_move(play, move, false, buf);
}

void core_move_print_marked(struct core_play *play, mst_move move, struct mst_buf *buf) {
    print_move(play, move, true, buf);
}

/* Does the viewer see everything that the notation of the piece may show? */
static bool sees_all(const struct core_position *pos, int piece, int viewer) {
    const struct core_schema *s = pos->schema;
    bool all = true;
    for (int i = 0; i < s->field_count && all; i++)
        all = s->fields[i].of != CORE_OF_PIECE || sees(pos, &s->fields[i], piece, viewer);
    return all;
}

void core_move_print_for(const struct core_play *play, const char *marked, int viewer,
                         struct mst_buf *buf) {
    while (*marked) {
        if (*marked != PIECE) {
            mst_buf_char(buf, *marked++);
            continue;
        }

        char *text;
        int piece = (int)strtol(marked + 1, &text, 10);
        size_t length = strcspn(++text, "\3");
        assert(piece >= 0 && piece < play->rules->schema->pieces);
        if (sees_all(play->pos, piece,
                     viewer)) /* as it was when it moved; else as it is known now */
            mst_buf_bytes(buf, text, length);
        else
            core_piece_print_for(play, piece, viewer, buf);
        marked = text + length + (text[length] == END);
    }
}
