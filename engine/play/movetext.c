/* Printing moves and pieces from the formats that their kinds and types declare. See legal.h. */
#include "play/legal.h"

#include <string.h>

/* Print the value that `{name}` stands for in a piece's text. */
static void print_fact(const struct mst_play *play, int piece, const char *name, size_t length,
                       struct mst_buf *buf) {
    const struct mst_schema *s = play->rules->schema;
    if (length == 5 && !memcmp(name, "owner", 5)) {
        mst_buf_int(buf, mst_piece(play->pos, piece, MST_PIECE_OWNER) + 1);
        return;
    }
    for (int i = 0; i < s->field_count; i++) {
        const struct mst_field *field = &s->fields[i];
        if (field->of != MST_OF_PIECE || strlen(field->name) != length ||
            memcmp(field->name, name, length) != 0)
            continue;
        int32_t value = mst_get_field(play->pos, field, piece);
        if (field->letters)
            mst_buf_char(buf, field->letters[value - field->min]);
        else
            mst_buf_int(buf, value);
    }
}

void mst_piece_print(const struct mst_play *play, int piece, struct mst_buf *buf) {
    const struct mst_schema *s = play->rules->schema;
    const struct mst_piece_type *type = &s->types[s->type_of[piece]];
    if (!type->text) {
        mst_buf_puts(buf, type->name);
        return;
    }
    for (const char *at = type->text; *at;) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (end) {
            print_fact(play, piece, at + 1, (size_t)(end - at) - 1, buf);
            at = end + 1;
        } else {
            mst_buf_char(buf, *at++);
        }
    }
}

/* How much of `text` can be the value of `{name}`? */
static size_t fact_span(const struct mst_schema *s, const char *name, size_t length,
                        const char *text) {
    for (int i = 0; i < s->field_count; i++) {
        const struct mst_field *field = &s->fields[i];
        if (field->of == MST_OF_PIECE && strlen(field->name) == length &&
            !memcmp(field->name, name, length) && field->letters)
            return *text && strchr(field->letters, *text) ? 1 : 0;
    }
    return strspn(text, "0123456789");
}

static size_t type_span(const struct mst_schema *s, const struct mst_piece_type *type,
                        const char *text) {
    const char *start = text;
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

size_t mst_piece_span(const struct mst_rules *rules, const char *text) {
    size_t longest = 0;
    for (int t = 0; t < rules->schema->type_count; t++) {
        size_t span = type_span(rules->schema, &rules->schema->types[t], text);
        longest = span > longest ? span : longest;
    }
    return longest;
}

static void print_subset(struct mst_play *play, const struct mst_kind *kind, int param,
                         int64_t mask, struct mst_buf *buf) {
    int16_t pieces[MST_MOST_PIECES];
    int place = MST_NONE;
    for (int i = 0; i < kind->clause_count; i++)
        if (kind->clauses[i].param == param)
            place = (int)mst_eval(play, kind->clauses[i].node);
    int count = mst_pieces_in(play, place, true, pieces);
    if (!mask)
        mst_buf_char(buf, '-');
    for (int i = 0, more = 0; i < count && mask >> i; i++)
        if (mask >> i & 1) {
            if (more++)
                mst_buf_char(buf, ',');
            mst_piece_print(play, pieces[i], buf);
        }
}

static void print_param(struct mst_play *play, const struct mst_kind *kind, int index,
                        int64_t value, struct mst_buf *buf) {
    const struct mst_param *param = &kind->params[index];
    switch (param->kind) {
    case MST_CLAUSE_ZONES:
    case MST_CLAUSE_STEP: mst_buf_puts(buf, play->rules->schema->board->names[value]); break;
    case MST_CLAUSE_PIECES: mst_piece_print(play, (int)value, buf); break;
    case MST_CLAUSE_SUBSET: print_subset(play, kind, index, value, buf); break;
    default:
        if (param->letters)
            mst_buf_char(buf, param->letters[value - param->min]);
        else
            mst_buf_int(buf, value);
    }
}

void mst_move_print(struct mst_play *play, mst_move move, struct mst_buf *buf) {
    const struct mst_kind *kind = &play->rules->kinds[mst_move_kind(move)];
    int64_t values[MST_MOST_PARAMS];
    bool bound = false;
    mst_move_values(play->rules, move, values);
    for (int i = 0; i < kind->segment_count; i++) {
        const struct mst_segment *segment = &kind->segments[i];
        if (segment->param < 0) {
            mst_buf_puts(buf, segment->text);
            continue;
        }
        if (!bound && kind->params[segment->param].kind == MST_CLAUSE_SUBSET) {
            mst_move_bind(play, move); /* the place may depend on other variables */
            bound = true;
        }
        print_param(play, kind, segment->param, values[segment->param], buf);
    }
}
