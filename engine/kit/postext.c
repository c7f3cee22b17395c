/* The general notation of positions: see postext.h. */
#include "kit/postext.h"

#include "core/dispatch.h"
#include "kit/postext_parts.h"

#include <string.h>

/* ---- printing -------------------------------------------------------------------------------- */

static void print_frames(const struct core_play *play, int from, struct mst_buf *out) {
    int depth = core_get(play->pos, CORE_SLOT_DEPTH);
    for (int f = from; f < depth; f++) {
        int slot = CORE_SLOT_FRAMES + f * CORE_FRAME_SLOTS, last = CORE_FRAME_ARGS;

        /* Zeros at the end are left out: pushing a frame fills them in. */
        while (last > 0 && !core_get(play->pos, slot + last))
            last--;
        if (f > from)
            mst_buf_char(out, '/');
        mst_buf_puts(out, play->rules->decisions[core_get(play->pos, slot) - 1].name);

        for (int i = 1; i <= last; i++) {
            mst_buf_char(out, i > 1 ? ',' : '(');
            mst_buf_int(out, core_get(play->pos, slot + i));
        }
        if (last)
            mst_buf_char(out, ')');
    }
    if (!depth)
        mst_buf_char(out, '-');
}

/* Is it one of the fields for sealed choices? These are written as moves. */
static bool is_sealed(const struct core_rules *rules, int field) {
    assert(field >= 0 && field < rules->schema->field_count);
    return rules->together && field >= rules->sealed[0] &&
           field < rules->sealed[0] + CORE_SEALED_FIELDS;
}

static void print_fields(struct core_play *play, bool apart, struct mst_buf *out) {
    const struct core_schema *s = play->rules->schema;
    for (int i = 0; i < s->field_count; i++) {
        const struct core_field *field = &s->fields[i];
        if (field->of == CORE_OF_PIECE || (apart && !field->apart) || is_sealed(play->rules, i))
            continue;

        /* Only what differs: reading starts from the initial position. */
        for (int k = 0; k < core_field_entities(s, field); k++) {
            int32_t value = core_get_field(play->pos, field, k);
            if (value == field->initial)
                continue;
            mst_buf_printf(out, " %s", field->name);
            if (field->of == CORE_OF_SEAT)
                mst_buf_printf(out, "[%d]", k);
            if (field->of == CORE_OF_ZONE)
                mst_buf_printf(out, "[%s]", s->board->names[k]);
            mst_buf_printf(out, "=%d", value);
        }
    }

    for (int seat = 0; play->rules->together && seat < s->seats; seat++)
        kit_sealed_print(play, seat, out);
}

/* Does every field of the piece have the `initial` value of its declaration? */
static bool piece_plain(const struct core_play *play, int piece) {
    const struct core_schema *s = play->rules->schema;
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == CORE_OF_PIECE &&
            core_get_field(play->pos, &s->fields[i], piece) != s->fields[i].initial)
            return false;
    return true;
}

/* Does every field of the piece have its own initial value? */
static bool piece_fresh(const struct core_play *play, int piece) {
    const struct core_schema *s = play->rules->schema;
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == CORE_OF_PIECE && core_get_field(play->pos, &s->fields[i], piece) !=
                                                    core_field_start(&s->fields[i], piece))
            return false;
    return true;
}

static bool lettered(const struct core_field *field) {
    assert(field->of == CORE_OF_PIECE);
    return field->seen == CORE_SEEN_AS_FACE && field->letters;
}

static void print_piece(const struct core_play *play, int piece, struct mst_buf *out) {
    const struct core_schema *s = play->rules->schema;
    int owner = core_piece(play->pos, piece, CORE_PIECE_OWNER), more = 0;
    const char *name = core_piece_name(s, piece);

    mst_buf_puts(out, name ? name : s->types[s->type_of[piece]].name);
    if (owner == MST_NONE)
        mst_buf_char(out, '-');
    else
        mst_buf_int(out, owner + 1);

    /* Of a type with faces, even the hidden one is written: without it, reading would take any. */
    if (piece_plain(play, piece) && !core_schema_faced(s, s->type_of[piece]))
        return;
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == CORE_OF_PIECE) {
            mst_buf_char(out, more++ ? ',' : '{');
            int32_t value = core_get_field(play->pos, &s->fields[i], piece);
            assert(value >= s->fields[i].min && value <= s->fields[i].max); /* S3 */
            if (lettered(&s->fields[i]))
                mst_buf_char(out, s->fields[i].letters[value - s->fields[i].min]);
            else
                mst_buf_int(out, value);
        }
    mst_buf_char(out, '}');
}

static void print_place(struct core_play *play, int place, struct mst_buf *out) {
    const struct core_schema *s = play->rules->schema;
    int16_t pieces[CORE_MOST_PIECES];
    bool box = place == s->containers[0].place, any = false;
    int count = core_pieces_in(play, place, true, pieces);

    /* A stack is written from the bottom up, so that putting piece on piece rebuilds it; a bag in
     * the order of its container. */
    for (int i = 0; i < count; i++) {
        int piece = pieces[s->bag[place] ? i : count - 1 - i];
        if (box && core_piece(play->pos, piece, CORE_PIECE_OWNER) == MST_NONE &&
            piece_fresh(play, piece))
            continue; /* the same as every initial piece */
        mst_buf_char(out, any ? '+' : ' ');
        if (!any) {
            core_place_print(s, place, out);
            mst_buf_char(out, ':');
        }
        any = true;
        print_piece(play, piece, out);
    }
}

void kit_postext_print(struct core_play *play, struct mst_buf *out) {
    const struct core_schema *s = play->rules->schema;
    print_frames(play, 0, out);
    if (play->pos->masked && play->pos->viewer == MST_NONE)
        mst_buf_puts(out, " ?-");
    else if (play->pos->masked)
        mst_buf_printf(out, " ?%d", play->pos->viewer);
    print_fields(play, false, out);
    for (int place = 0; place < s->places; place++)
        print_place(play, place, out);
    if (core_get(play->pos, CORE_SLOT_OVER))
        mst_buf_printf(out, " over=%s:%d",
                       play->rules->endings[core_get(play->pos, CORE_SLOT_BY) - 1],
                       core_get(play->pos, CORE_SLOT_WINNERS));
}

/* Let the match go on if its ending is apart. */
static bool set_ending_apart(struct core_play *play, struct mst_buf *ask) {
    int ending = core_get(play->pos, CORE_SLOT_BY) - 1;
    if (!core_get(play->pos, CORE_SLOT_OVER) || ending >= CORE_ENDINGS_APART ||
        !(play->rules->apart_endings >> ending & 1))
        return true;
    mst_buf_printf(ask, " over=%s:%d", play->rules->endings[ending],
                   core_get(play->pos, CORE_SLOT_WINNERS));
    return core_position_set(play->pos, CORE_SLOT_OVER, 0) || core_play_unwritten(play);
}

/* The container of a place; NULL for a zone. */
static const struct core_container *container_of(const struct core_schema *s, int place) {
    for (int i = 0; place >= s->board->zones && i < s->container_count; i++)
        if (place < s->containers[i].place + (s->containers[i].per_seat ? s->seats : 1))
            return &s->containers[i];
    return NULL;
}

static bool place_apart(const struct core_schema *s, int place) {
    const struct core_container *container = container_of(s, place);
    return container && container->apart;
}

/* Is it a piece of which the game's own notation knows nothing? */
static bool piece_apart(const struct core_play *play, int piece) {
    const struct core_schema *s = play->rules->schema;
    return s->types[s->type_of[piece]].apart ||
           place_apart(s, core_piece(play->pos, piece, CORE_PIECE_PLACE));
}

/* Put them into the box, as the game's own notation must not meet them. */
static bool set_pieces_apart(struct core_play *play) {
    const struct core_schema *s = play->rules->schema;
    for (int piece = 0; piece < s->pieces; piece++)
        if (core_piece(play->pos, piece, CORE_PIECE_PLACE) != s->containers[0].place &&
            piece_apart(play, piece) && !core_do_put(play, piece, s->containers[0].place))
            return false;
    return true;
}

bool kit_postext_set_apart(struct core_play *play, struct mst_buf *ask) {
    if (!set_ending_apart(play, ask) || !set_pieces_apart(play))
        return false;
    int first = core_get(play->pos, CORE_SLOT_DEPTH);
    while (first > 0) {
        int slot = CORE_SLOT_FRAMES + (first - 1) * CORE_FRAME_SLOTS;
        if (!play->rules->decisions[core_get(play->pos, slot) - 1].apart)
            break;
        first--;
    }
    if (first == core_get(play->pos, CORE_SLOT_DEPTH))
        return true;
    mst_buf_puts(ask, " ask=");
    print_frames(play, first, ask);
    while (core_get(play->pos, CORE_SLOT_DEPTH) > first)
        if (!core_do_pop(play))
            return false;
    return true;
}

/* Write the pieces that are apart, as in the general notation; in a stack of others with their
 * level: c3/2:token1. */
static void print_pieces_apart(struct core_play *play, int place, struct mst_buf *out) {
    const struct core_schema *s = play->rules->schema;
    int16_t pieces[CORE_MOST_PIECES];
    bool box = place == s->containers[0].place;

    if (place_apart(s, place)) { /* the game writes nothing of it */
        print_place(play, place, out);
        return;
    }

    int count = kit_pieces_by_look(play, place, false, pieces);
    for (int i = 0; i < count; i++) {
        if (!piece_apart(play, pieces[i]) || (box && piece_fresh(play, pieces[i])))
            continue;
        mst_buf_char(out, ' ');
        core_place_print(s, place, out);
        if (!s->bag[place])
            mst_buf_printf(out, "/%d", i + 1);
        mst_buf_char(out, ':');
        print_piece(play, pieces[i], out);
    }
}

/* Write the facts of the pieces of a place, which are found by their level, in a bag by their
 * number in the order of looks. Where pieces that look alike begin differently, no fact goes
 * without saying. */
static void print_piece_facts(struct core_play *play, int place, struct mst_buf *out) {
    const struct core_schema *s = play->rules->schema;
    int16_t pieces[CORE_MOST_PIECES];
    int count = kit_pieces_by_look(play, place, false, pieces);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < s->field_count && !piece_apart(play, pieces[k]); i++) {
            const struct core_field *field = &s->fields[i];
            if (field->of != CORE_OF_PIECE || !field->apart)
                continue;

            int32_t value = core_get_field(play->pos, field, pieces[k]);
            if (!field->each && value == field->initial)
                continue;
            mst_buf_printf(out, " %s[", field->name);
            core_place_print(s, place, out);
            mst_buf_printf(out, "/%d]=%d", k + 1, value);
        }
}

static bool any_pieces_apart(const struct core_schema *s) {
    bool any = false;
    for (int i = 0; i < s->type_count; i++)
        any = any || s->types[i].apart;
    for (int i = 0; i < s->container_count; i++)
        any = any || s->containers[i].apart; /* with all pieces in it */
    return any;
}

static bool any_facts_apart(const struct core_schema *s) {
    bool any = false;
    for (int i = 0; i < s->field_count; i++)
        any = any || (s->fields[i].apart && s->fields[i].of == CORE_OF_PIECE);
    return any;
}

void kit_postext_print_apart(struct core_play *play, const struct mst_buf *ask,
                             struct mst_buf *out) {
    const struct core_schema *s = play->rules->schema;

    /* In any order: kit_postext_parse_apart sorts them into passes. */
    print_fields(play, true, out);
    for (int place = 0; place < s->places && any_pieces_apart(s); place++)
        print_pieces_apart(play, place, out);
    for (int place = 0; place < s->places && any_facts_apart(s); place++)
        print_piece_facts(play, place, out);
    mst_buf_puts(out, mst_buf_text(ask));
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reader {
    struct core_play *play;
    const char *at;
    const char *sealed[MST_MOST_SEATS]; /* texts of sealed choices, which are read at the end */
};

static bool bad(struct reader *r, const char *expected) {
    return core_play_fail(r->play, MST_BAD_POSITION, "", "position: expected %s, found '%.20s'",
                          expected, *r->at ? r->at : "the end");
}

static bool postext_take(struct reader *r, char c) { /* no blanks: they end a part */
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static size_t word_length(const char *text) {
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
}

static bool postext_number(struct reader *r, int64_t *value) {
    bool negative = postext_take(r, '-');
    size_t digits = strspn(r->at, "0123456789");
    *value = 0;
    if (!digits || digits > 10) /* more than any field or argument holds */
        return bad(r, "a number");
    for (; digits; digits--)
        *value = *value * 10 + (*r->at++ - '0');
    if (negative)
        *value = -*value;
    return true;
}

static bool read_frame(struct reader *r) {
    const struct core_rules *rules = r->play->rules;
    int64_t args[CORE_FRAME_ARGS];
    size_t length = word_length(r->at);
    int index = rules->decision_count - 1, count = 0;

    while (index >= 0 && (strlen(rules->decisions[index].name) != length ||
                          memcmp(rules->decisions[index].name, r->at, length) != 0))
        index--;
    if (index < 0)
        return bad(r, "the name of a decision");

    /* Arguments that are not written are 0. */
    r->at += length;
    if (postext_take(r, '(')) {
        do {
            if (count == CORE_FRAME_ARGS || !postext_number(r, &args[count]))
                return bad(r, "at most seven numbers");
            count++;
        } while (postext_take(r, ','));
        if (!postext_take(r, ')'))
            return bad(r, "')'");
    }

    return core_do_push(r->play, index, args, count);
}

static bool field_known(const struct reader *r, size_t length, int *index) {
    const struct core_schema *s = r->play->rules->schema;
    for (*index = 0; *index < s->field_count; ++*index)
        if (strlen(s->fields[*index].name) == length && s->fields[*index].of != CORE_OF_PIECE &&
            !memcmp(s->fields[*index].name, r->at, length))
            return true;
    return false;
}

/* Note where the text of a sealed choice begins, and pass over it. */
static bool take_sealed(struct reader *r, int64_t seat) {
    if (seat < 0 || seat >= r->play->rules->schema->seats)
        return bad(r, "a seat in brackets");
    if (!postext_take(r, '='))
        return bad(r, "'=' and a move");
    r->sealed[seat] = r->at; /* it can be read only once the decision is pending */
    r->at += strcspn(r->at, " ");
    return true;
}

/* Read name=value, name[0]=value or name[a1]=value; the name is known. */
static bool read_fact(struct reader *r, int index, size_t length) {
    const struct core_schema *s = r->play->rules->schema;
    int64_t entity = 0, value;

    r->at += length;
    if (s->fields[index].of != CORE_OF_GAME) {
        if (!postext_take(r, '['))
            return bad(r, "'['");
        /* Zones have names, seats have numbers from 0. core_do_field refuses a seat that does not
         * exist. */
        length = word_length(r->at);
        if (s->fields[index].of == CORE_OF_ZONE) {
            entity = core_board_zone(s->board, r->at, length);
            if (entity < 0)
                return bad(r, "a zone");
            r->at += length;
        } else if (!postext_number(r, &entity)) {
            return false;
        }
        if (!postext_take(r, ']'))
            return bad(r, "']'");
    }

    if (is_sealed(r->play->rules, index))
        return take_sealed(r, entity);
    if (!postext_take(r, '=') || !postext_number(r, &value))
        return bad(r, "'=' and a number");
    return core_do_field(r->play, index, entity, value);
}

/* All else has been read: read the choices. */
static bool read_sealed(struct reader *r) {
    for (int seat = 0; seat < r->play->rules->schema->seats; seat++)
        if (r->sealed[seat] && !kit_sealed_read(r->play, seat, r->sealed[seat]))
            return false;
    return true;
}

static bool read_over(struct reader *r) {
    const struct core_rules *rules = r->play->rules;
    size_t length = strcspn(r->at, ": ");
    int64_t winners; /* a set of seats as bits, as in muster.h */
    int index = rules->ending_count - 1;
    while (index >= 0 && (strlen(rules->endings[index]) != length ||
                          memcmp(rules->endings[index], r->at, length) != 0))
        index--;
    if (index < 0)
        return bad(r, "the name of an ending");

    r->at += length;
    if (!postext_take(r, ':') || !postext_number(r, &winners))
        return bad(r, "':' and the winners");
    return core_do_over(r->play, winners, index); /* nothing, if the ending is switched off */
}

/* Read the name of a container, with [seat] if it has a place for each seat; or a zone. */
static bool read_place(struct reader *r, size_t length, int *place) {
    const struct core_schema *s = r->play->rules->schema;
    int64_t seat = 0;

    /* Zones first: a container of the same name could not be reached. */
    *place = core_board_zone(s->board, r->at, length);
    if (*place >= 0) {
        r->at += length;
        return true;
    }

    for (int i = 0; i < s->container_count; i++) {
        const struct core_container *container = &s->containers[i];
        if (strlen(container->name) != length || memcmp(container->name, r->at, length) != 0)
            continue;

        r->at += length;
        if (container->per_seat && (!postext_take(r, '[') || !postext_number(r, &seat) ||
                                    !postext_take(r, ']') || seat < 0 || seat >= s->seats))
            return bad(r, "a seat in brackets");
        *place = container->place + (int)seat;
        return true;
    }
    return bad(r, "a fact or a place");
}

/* Does the piece have the face in values[], which has one number for each field? */
static bool has_face(const struct core_schema *s, int piece, const int64_t *values) {
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].seen == CORE_SEEN_AS_FACE &&
            core_field_start(&s->fields[i], piece) != values[i])
            return false;
    return true;
}

/* A piece of the type with this face, or with this name if `named` is a piece, that is still in the
 * box in its initial state; or -1. */
static int fresh_piece(const struct reader *r, int type, const int64_t *values, int named) {
    const struct core_schema *s = r->play->rules->schema;
    const struct core_piece_type *t = &s->types[type];

    /* The named pieces of a type are its first ones, and no others can stand for them (S5). */
    int first = named < 0 ? t->first + t->named : named;
    int last = named < 0 ? t->first + t->count : named + 1;
    for (int p = first; p < last; p++)
        if (core_piece(r->play->pos, p, CORE_PIECE_PLACE) == s->containers[0].place &&
            core_piece(r->play->pos, p, CORE_PIECE_OWNER) == MST_NONE && piece_fresh(r->play, p) &&
            has_face(s, p, values))
            return p;
    return -1;
}

static bool postext_read_value(struct reader *r, const struct core_field *field, int64_t *value) {
    const char *letter = *r->at && lettered(field) ? strchr(field->letters, *r->at) : NULL;
    if (!letter)
        return postext_number(r,
                              value); /* letters are for faces alone, and a number does as well */
    *value = letter - field->letters + field->min;
    r->at++;
    return true;
}

/* Read the values in braces into values[], one for each field. Without braces they are as
 * declared. */
static bool read_piece_values(struct reader *r, int64_t *values) {
    const struct core_schema *s = r->play->rules->schema;
    bool first = true;
    for (int i = 0; i < s->field_count; i++)
        values[i] = s->fields[i].initial;

    if (!postext_take(r, '{'))
        return true;
    for (int i = 0; i < s->field_count; i++) {
        if (s->fields[i].of != CORE_OF_PIECE)
            continue; /* its value stays, and nobody reads it */
        if (!first && !postext_take(r, ','))
            return bad(r, "','");
        first = false;
        if (!postext_read_value(r, &s->fields[i], &values[i]))
            return false;
    }
    return postext_take(r, '}') || bad(r, "'}'");
}

static bool write_piece_values(struct reader *r, int piece, const int64_t *values) {
    const struct core_schema *s = r->play->rules->schema;
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == CORE_OF_PIECE && s->fields[i].seen != CORE_SEEN_AS_FACE && /* S4 */
            !core_do_field(r->play, i, piece, values[i]))
            return false;
    return true;
}

/* Report why there is no piece of the type with that face. */
static bool no_piece(struct reader *r, int type, const int64_t *values) {
    const struct core_schema *s = r->play->rules->schema;
    bool hidden = core_schema_faced(s, type);

    /* A mask has initial values where faces are hidden (K3). */
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].seen == CORE_SEEN_AS_FACE && values[i] != s->fields[i].initial)
            hidden = false;
    if (hidden)
        return core_play_fail(r->play, MST_BAD_POSITION, "",
                              "position: the face of a '%s' is hidden: the view of a seat "
                              "cannot be set up",
                              s->types[type].name);
    if (core_schema_faced(s, type))
        return core_play_fail(r->play, MST_BAD_POSITION, "",
                              "position: no '%s' with this face is left (before '%.20s')",
                              s->types[type].name, *r->at ? r->at : "the end");
    return bad(r, "no more pieces of this type");
}

/* The type of the piece at `at`, which is written by its name or by that of its type; *named is the
 * piece with this name. MST_NONE for no type. */
static int type_at(const struct core_schema *s, const char *at, int *named) {
    *named = core_schema_named(s, at, strspn(at, "abcdefghijklmnopqrstuvwxyz_")); /* names win */
    int type = *named < 0 ? s->type_count - 1 : s->type_of[*named];
    while (*named < 0 && type >= 0 &&
           strncmp(at, s->types[type].name, strlen(s->types[type].name)) != 0)
        type--;
    return type < 0 ? MST_NONE : type;
}

/* Read a piece, and put it on top of a place, or at a level of it, from 1. */
static bool read_piece(struct reader *r, int place, int64_t level) {
    const struct core_schema *s = r->play->rules->schema;
    int piece, named, type = type_at(s, r->at, &named);
    int64_t owner = MST_NONE, values[CORE_MOST_FIELDS];
    size_t letters = strspn(r->at, "abcdefghijklmnopqrstuvwxyz_");

    /* What it is: pawn1, pawn- or, with a name, king1. */
    if (type < 0)
        return bad(r, "a piece");
    const char *start = r->at;
    r->at += named < 0 ? strlen(s->types[type].name) : letters;
    if (!postext_take(r, '-')) {
        const char *digits = r->at;
        if (!postext_number(r, &owner))
            return false;
        if (owner < 1 || owner > s->seats) {
            r->at = digits;
            return bad(r, "the number of a seat, from 1, or '-'");
        }
        owner--;
    }

    /* Which one it is: pieces that look alike are interchangeable, so any that is still free does.
     */
    if (!read_piece_values(r, values))
        return false;
    piece = fresh_piece(r, type, values, named);
    if (piece < 0 && named >= 0)
        return core_play_fail(r->play, MST_BAD_POSITION, "",
                              "position: the piece '%.*s' is named twice", (int)letters, start);
    if (piece < 0)
        return no_piece(r, type, values);

    return core_do_owner(r->play, piece, owner) && write_piece_values(r, piece, values) &&
           (level ? core_do_insert(r->play, piece, place, level)
                  : core_do_put(r->play, piece, place));
}

static bool read_part(struct reader *r) {
    size_t length = word_length(r->at);
    int index, place;

    /* Fields, containers and types have different names (may_declare in core/schema.c). */
    if (field_known(r, length, &index))
        return read_fact(r, index, length);
    if (*r->at == '?')
        return core_play_fail(
            r->play, MST_BAD_POSITION, "",
            "position: this is the view of a seat ('%.2s'); only a whole position "
            "can be set up",
            r->at);
    if (!strncmp(r->at, "over=", 5)) {
        r->at += 5;
        return read_over(r);
    }

    if (!read_place(r, length, &place))
        return false;
    if (!postext_take(r, ':'))
        return bad(r, "':' and the pieces there");
    do
        if (!read_piece(r, place, 0))
            return false;
    while (postext_take(r, '+'));
    return true;
}

static bool read_frames(struct reader *r) {
    if (postext_take(r, '-'))
        return true;
    do
        if (!read_frame(r))
            return false;
    while (postext_take(r, '/'));
    return true;
}

/* A value that the position cannot have is a fault of the line: say in which part it stands. */
static bool blame_part(struct reader *r, const char *part) {
    struct mst_error *error = r->play->error, inner = *error; /* other failures keep their words */
    if (error->status == MST_SCRIPT_ERROR)
        mst_fail(error, MST_BAD_POSITION, "", "position: '%.*s': %s",
                 (int)strcspn(part, " ") < 40 ? (int)strcspn(part, " ") : 40, part, inner.text);
    return false;
}

bool kit_postext_parse(struct core_play *play, const char *text) {
    struct reader r = {.play = play, .at = text};
    const char *part = text;
    bool (*read)(struct reader *) = read_frames;

    /* The first part is what is pending; the others come in any order. */
    do {
        if (!read(&r))
            return blame_part(&r, part);
        part = r.at + 1, read = read_part; /* behind the blank */
    } while (postext_take(&r, ' '));
    return (!*r.at || bad(&r, "a blank or the end")) && read_sealed(&r);
}

/* ---- what other modules add to a game's own notation ----------------------------------------- */

static bool apart_field(const struct core_play *play, const char *part, int *index) {
    const struct core_schema *s = play->rules->schema;
    size_t length = word_length(part);
    for (*index = 0; *index < s->field_count; ++*index)
        if (s->fields[*index].apart && strlen(s->fields[*index].name) == length &&
            !memcmp(s->fields[*index].name, part, length))
            return true;
    return false;
}

static bool any_apart(const struct core_rules *rules) {
    for (int i = 0; i < rules->decision_count; i++)
        if (rules->decisions[i].apart)
            return true;
    return false;
}

/* Are these pieces that are apart: PLACE:PIECE or PLACE/LEVEL:PIECE? */
static bool pieces_apart(const struct core_play *play, const char *part) {
    const struct core_schema *s = play->rules->schema;
    size_t length = word_length(part);
    const struct core_container *container = NULL;
    for (int i = 0; i < s->container_count; i++)
        if (strlen(s->containers[i].name) == length && !memcmp(s->containers[i].name, part, length))
            container = &s->containers[i];

    if (!any_pieces_apart(s) || (!container && core_board_zone(s->board, part, length) < 0))
        return false;
    /* Skip [SEAT] and /LEVEL: only what comes behind the colon matters. */
    part += length;
    part += *part == '[' ? strcspn(part, "] ") + 1 : 0;
    part += *part == '/' ? 1 + strspn(part + 1, "0123456789") : 0;
    int named, type = *part == ':' ? type_at(s, part + 1, &named) : MST_NONE;
    return type >= 0 && ((container && container->apart) || s->types[type].apart);
}

bool kit_postext_is_apart(const struct core_play *play, const char *part) {
    int index;
    return (!strncmp(part, "ask=", 4) && any_apart(play->rules)) ||
           (!strncmp(part, "over=", 5) && play->rules->apart_endings) ||
           apart_field(play, part, &index) || pieces_apart(play, part);
}

/* Read name[c3/2]=value. */
static bool read_piece_fact(struct reader *r, int index) {
    int16_t pieces[CORE_MOST_PIECES];
    int64_t level, value;
    int place;

    r->at += word_length(r->at);
    if (!postext_take(r, '['))
        return bad(r, "'['");
    if (!read_place(r, word_length(r->at), &place))
        return false;
    if (!postext_take(r, '/') || !postext_number(r, &level) || !postext_take(r, ']'))
        return bad(r, "the place of a piece and its level, as in [c3/1]");

    /* Facts that are apart are what is being read, so they cannot be in the order. */
    int count = kit_pieces_by_look(r->play, place, true, pieces);
    if (level < 1 || level > count)
        return bad(r, "the level of a piece that lies there");
    if (!postext_take(r, '=') || !postext_number(r, &value))
        return bad(r, "'=' and a number");
    return core_do_field(r->play, index, pieces[level - 1], value);
}

/* Read c3:token1+token2 or c3/2:token1. */
static bool read_pieces_apart(struct reader *r) {
    int64_t level = 0;
    int place;

    if (!read_place(r, word_length(r->at), &place))
        return false;

    /* A list goes on top of what lies there; a single piece may go in between. */
    bool levelled = postext_take(r, '/');
    if ((levelled && !postext_number(r, &level)) || !postext_take(r, ':'))
        return bad(r, "':' and the pieces there");
    if (levelled && (level < 1 || level > core_count(r->play->pos, place) + 1))
        return bad(r, "a level of the stack there");
    do
        if (!read_piece(r, place, level))
            return false;
    while (!levelled && postext_take(r, '+'));
    return true;
}

static bool read_apart_fact(struct reader *r, int index) {
    return r->play->rules->schema->fields[index].of == CORE_OF_PIECE
               ? read_piece_fact(r, index)
               : read_fact(r, index, word_length(r->at));
}

/* Read what is pending, or an ending: it lies on top of what the line of the game leads to. */
static bool read_pending(struct reader *r) {
    bool over = *r->at == 'o'; /* over=, or else ask= */
    if (!core_play_settle(r->play))
        return false;
    r->at += strlen(over ? "over=" : "ask=");
    return over ? read_over(r) : read_frames(r);
}

/* Additions of other modules are read in this order, whatever the order in the line. */
enum pass { PIECES, FACTS, PENDING };

static enum pass pass_of(const struct core_play *play, const char *part) {
    int index;
    return apart_field(play, part, &index) ? FACTS : pieces_apart(play, part) ? PIECES : PENDING;
}

static bool read_apart_part(struct reader *r, enum pass pass) {
    int index;
    if (pass == PIECES)
        return read_pieces_apart(r);
    return apart_field(r->play, r->at, &index) ? read_apart_fact(r, index) : read_pending(r);
}

static bool read_apart(struct reader *r, enum pass pass) {
    while (*r->at) {
        const char *part = r->at; /* parts of other passes are skipped */
        if (pass_of(r->play, part) != pass)
            r->at += strcspn(r->at, " ");
        else if (!read_apart_part(r, pass))
            return blame_part(r, part);
        if (!postext_take(r, ' ') && *r->at)
            return bad(r, "a blank or the end");
    }
    return true;
}

bool kit_postext_parse_apart(struct core_play *play, const char *text) {
    struct reader pieces = {.play = play, .at = text}, facts = pieces, pending = pieces;
    return read_apart(&pieces, PIECES) && read_apart(&facts, FACTS) &&
           read_apart(&pending, PENDING) && (!play->rules->together || core_play_settle(play)) &&
           read_sealed(&facts);
}
