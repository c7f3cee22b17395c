/* Parts of position lines: see postext_parts.h. */
#include "kit/postext_parts.h"

#include <string.h>

#include "core/together.h"

/* ---- looks ----------------------------------------------------------------------------------- */

/* The number of a piece with a name; -1 for all others. */
static int named(const struct core_schema *s, int piece) {
    return core_piece_name(s, piece) ? piece : MST_NONE;
}

/* Compare two pieces by a field. */
static int compare_values(const struct core_position *pos, const struct core_field *field, int a,
                          int b) {
    int32_t x = core_get_field(pos, field, a), y = core_get_field(pos, field, b);
    return (x > y) - (x < y);
}

/* Compare the fields of two pieces that are apart, or those that are not. */
static int compare_fields(const struct core_position *pos, bool apart, int a, int b) {
    const struct core_schema *s = pos->schema;
    int d = 0;
    for (int i = 0; !d && i < s->field_count; i++) {
        const struct core_field *field = &s->fields[i];
        if (field->of == CORE_OF_PIECE && field->hashed && field->apart == apart)
            d = compare_values(pos, field, a, b);
    }
    return d;
}

static int compare_looks(const struct core_position *pos, bool reading, int a, int b) {
    const struct core_schema *s = pos->schema;
    int d = s->type_of[a] - s->type_of[b]; /* what the game writes comes first */
    if (!d)
        d = core_piece(pos, a, CORE_PIECE_OWNER) - core_piece(pos, b, CORE_PIECE_OWNER);
    if (!d)
        d = named(s, a) - named(s, b);
    if (!d)
        d = compare_fields(pos, false, a, b);
    if (!d && !reading)
        d = compare_fields(pos, true, a, b);
    return d ? d : a - b; /* a total order: no two pieces compare equal */
}

int kit_pieces_by_look(const struct core_play *play, int place, bool reading, int16_t *pieces) {
    const struct core_position *pos = play->pos;
    int count = core_count(pos, place), at = 0;

    /* A stack keeps its order, and is listed from the bottom up. A bag is sorted by insertion. */
    for (int p = core_top(pos, place); p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW)) {
        int i = pos->schema->bag[place] ? at++ : count - 1 - at++;
        for (; pos->schema->bag[place] && i > 0; i--) {
            if (compare_looks(pos, reading, p, pieces[i - 1]) > 0)
                break;
            pieces[i] = pieces[i - 1];
        }
        pieces[i] = (int16_t)p;
    }
    return at;
}

/* ---- sealed choices -------------------------------------------------------------------------- */

void kit_sealed_print(struct core_play *play, int seat, struct mst_buf *out) {
    if (!core_together_has(play, seat))
        return;
    mst_buf_printf(out, " sealed[%d]=", seat);
    if (play->pos->masked) { /* a view cannot be parsed, so a mark is enough */
        mst_buf_char(out, '?');
        return;
    }

    /* A move is printed as the seat that made it sees it: directions may depend on it. */
    int decides = core_get(play->pos, CORE_SLOT_TO_MOVE);
    core_position_to_move(play->pos, seat);
    core_move_print(play, core_together_choice(play, seat), out);
    core_position_to_move(play->pos, decides);
}

bool kit_sealed_read(struct core_play *play, int seat, const char *text) {
    char word[200];
    size_t length = strcspn(text, " ");
    struct core_refusal refusal;
    mst_move move;
    if (length >= sizeof word || !core_together_now(play))
        return core_play_fail(play, MST_BAD_POSITION, "",
                              "position: 'sealed': no decision of several seats is pending");

    memcpy(word, text, length);
    word[length] = 0;
    core_position_to_move(play->pos, seat);
    if (core_together_part(play, &play->rules->decisions[core_decision_now(play->pos)], seat) &&
        core_move_read(play, word, &move, &refusal) && core_together_takes(play, move))
        return core_together_seal(play, seat, move);
    return core_play_fail(play, MST_BAD_POSITION, "",
                          "position: 'sealed': '%s' is not a move that seat %d can choose", word,
                          seat);
}
