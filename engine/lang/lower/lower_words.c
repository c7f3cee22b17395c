/* Lowering: words that read the board, the pieces and the frames. */
#include "lang/lower/lower.h"

#include <assert.h>

/* The signature of a word. */
struct word {
    enum lang_op op;
    enum core_type result;
    bool nilable;             /* always nilable; else if the first argument is */
    enum core_type params[3]; /* CORE_TYPE_UNKNOWN: no parameter */
    bool zone;                /* a zone may stand for the first set */
};

static const struct word WORDS[HOST_WORD_COUNT] = {
    [HOST_WORD_occupied] = {LANG_OP_OCCUPIED, CORE_TYPE_SET, false, {0}},
    [HOST_WORD_shift] = {LANG_OP_SHIFT, CORE_TYPE_SET, false, {CORE_TYPE_SET, CORE_TYPE_NUMBER}},
    [HOST_WORD_near] = {LANG_OP_NEAR, CORE_TYPE_SET, false, {CORE_TYPE_SET, 0}, true},
    [HOST_WORD_flood] = {LANG_OP_FLOOD, CORE_TYPE_SET, false, {CORE_TYPE_SET, CORE_TYPE_SET}, true},
    [HOST_WORD_ray] =
        {LANG_OP_RAY, CORE_TYPE_SET, false, {CORE_TYPE_SET, CORE_TYPE_NUMBER, CORE_TYPE_SET}, true},
    [HOST_WORD_only] = {LANG_OP_ONLY, CORE_TYPE_SET, false, {CORE_TYPE_ZONE, 0}},
    [HOST_WORD_at] = {LANG_OP_AT, CORE_TYPE_ZONE, true, {CORE_TYPE_NUMBER, CORE_TYPE_NUMBER}},
    [HOST_WORD_column] = {LANG_OP_COLUMN, CORE_TYPE_NUMBER, false, {CORE_TYPE_ZONE, 0}},
    [HOST_WORD_row] = {LANG_OP_ROW, CORE_TYPE_NUMBER, false, {CORE_TYPE_ZONE, 0}},
    [HOST_WORD_step] = {LANG_OP_STEP, CORE_TYPE_ZONE, true, {CORE_TYPE_ZONE, CORE_TYPE_NUMBER}},
    [HOST_WORD_top] = {LANG_OP_TOP, CORE_TYPE_PIECE, true, {CORE_TYPE_PLACE, 0}},
    [HOST_WORD_below] = {LANG_OP_BELOW, CORE_TYPE_PIECE, true, {CORE_TYPE_PIECE, 0}},
    [HOST_WORD_piece_at] = {LANG_OP_PIECE_AT,
                            CORE_TYPE_PIECE,
                            true,
                            {CORE_TYPE_PLACE, CORE_TYPE_NUMBER}},
    [HOST_WORD_level] = {LANG_OP_LEVEL, CORE_TYPE_NUMBER, false, {CORE_TYPE_PIECE, 0}},
    [HOST_WORD_place] = {LANG_OP_PLACE, CORE_TYPE_PLACE, false, {CORE_TYPE_PIECE, 0}},
    [HOST_WORD_kind] = {LANG_OP_TYPE, CORE_TYPE_KIND, false, {CORE_TYPE_PIECE, 0}},
    [HOST_WORD_count] = {LANG_OP_COUNT, CORE_TYPE_NUMBER, false, {CORE_TYPE_PLACE, 0}},
    [HOST_WORD_known] = {LANG_OP_KNOWN, CORE_TYPE_BOOLEAN, false, {CORE_TYPE_PIECE, 0}},
    [HOST_WORD_position_key] = {LANG_OP_KEY, CORE_TYPE_NUMBER, false, {0}},
    [HOST_WORD_seen] = {LANG_OP_SEEN, CORE_TYPE_BOOLEAN, false, {CORE_TYPE_NUMBER, 0}},
};

static int lower_words_argument(struct low *l, const struct syn_node *n, struct low_value v,
                                enum core_type type) {
    if (type == CORE_TYPE_SET)
        return low_set(l, n, v);
    return type == CORE_TYPE_NUMBER ? low_number(l, n, v) : low_thing_of(l, n, v, type);
}

static struct low_value plain_word(struct low *l, struct syn_node *n, const struct word *word,
                                   const struct low_value *args) {
    /* Operands are checked from left to right, each at its own place in the source. */
    int nodes[3] = {-1, -1, -1};
    struct syn_node *at = n->b;
    for (int i = 0; i < 3 && word->params[i]; i++) {
        enum core_type type = word->params[i];
        bool zone = word->zone && !i && !low_is_set(&args[i]);
        nodes[i] = lower_words_argument(l, at ? at : n, args[i], zone ? CORE_TYPE_ZONE : type);
        if (zone)
            nodes[i] = low_node(l, LANG_OP_ONLY, true, nodes[i], -1, -1);
        at = at && at->next ? at->next : at;
    }

    /* A thing read of one that is certainly there is there, too, unless the word may find none. */
    bool set = word->result == CORE_TYPE_SET, thing = low_is_thing(word->result);
    struct low_value v =
        low_plain(word->result, low_node(l, word->op, set, nodes[0], nodes[1], nodes[2]));
    bool there = thing && low_is_there(&args[0], word->params[0]);
    v.falsy = word->nilable || (thing && !there)  ? LOW_NIL
              : word->result == CORE_TYPE_BOOLEAN ? LOW_FALSE
                                                  : 0;
    return v;
}

static struct low_value tops_word(struct low *l, struct syn_node *n, const struct low_value *args,
                                  int count) {
    /* Without a seat it is all seats. */
    int kind = low_thing_of(l, n->b, args[0], CORE_TYPE_KIND), seat = -1;
    if (count > 1)
        seat = low_thing_of(l, n->b->next ? n->b->next : n->b, args[1], CORE_TYPE_SEAT);
    return low_plain(CORE_TYPE_SET, low_node(l, LANG_OP_TOPS, true, kind, seat, -1));
}

static struct low_value range_word(struct low *l, struct syn_node *n, const struct low_value *args,
                                   int count) {
    struct low_value v = {.form = LOW_RANGE, .most = INT64_MAX};
    v.node = low_number(l, n->b, args[0]);
    v.node2 = low_number(l, n->b->next ? n->b->next : n->b, args[1]);

    if (count > 2) {
        if (args[2].form != LOW_PLAIN || !args[2].known)
            low_fault(l, n, "the highest value of a range must be a constant");
        v.most = args[2].k;
    }
    return v;
}

static struct low_value pile_word(struct low *l, struct syn_node *n, enum low_form form,
                                  struct low_value v) {
    /* Only the place is fixed here: the pieces are read where the value is used. */
    int place = low_thing_of(l, n->b, v, CORE_TYPE_PLACE);
    return (struct low_value){.form = (uint8_t)form, .node = place};
}

/* A number of the frame. It may be a thing, but it is never nil, though -1 in code looks like that:
 * there the code stops, but for uses that do not tell the two apart (low_number, low_thing_of). */
static struct low_value frame_number(struct low *l, struct syn_node *n, struct low_value index) {
    int arg = low_node(l, LANG_OP_ARG, false, low_number(l, n, index), -1, -1);
    int node = low_node(l, LANG_OP_CERTAIN, false, arg, -1, -1);
    l->rules->nodes[node].k = MST_NONE;
    return low_plain(CORE_TYPE_UNKNOWN, node);
}

static void check_count(struct low *l, struct syn_node *n, enum host_word_id word, int count) {
#define COUNTS(name, least, most) {least, most},
    static const struct { int least, most; } counts[] = {HOST_WORDS(COUNTS)};
#undef COUNTS

    int least = counts[word].least, most = counts[word].most;
    if (count >= least && count <= most)
        return;
    if (least == most)
        low_fault(l, n, "'%s' takes %d argument%s, found %d", host_word_name(word), least,
                  least == 1 ? "" : "s", count);
    low_fault(l, n, "'%s' takes %d to %d arguments, found %d", host_word_name(word), least, most,
              count);
}

struct low_value low_word(struct low *l, struct syn_node *n, enum host_word_id word) {
    struct low_value args[LOW_ARGS];
    int count = low_arguments(l, n->b, args, LOW_ARGS);
    low_at(l, n);
    assert(word >= 0 && word < HOST_WORD_COUNT);
    check_count(l, n, word, count);

    switch (word) {
    case HOST_WORD_tops: return tops_word(l, n, args, count);
    case HOST_WORD_range: return range_word(l, n, args, count);
    case HOST_WORD_pieces: return pile_word(l, n, LOW_PIECES, args[0]);
    case HOST_WORD_chosen: {
        struct low_value v = pile_word(l, n, LOW_CHOSEN, args[0]);
        v.node2 = low_number(l, n->b->next ? n->b->next : n->b, args[1]);
        return v;
    }
    case HOST_WORD_subsets: return pile_word(l, n, LOW_SUBSETS, args[0]);
    case HOST_WORD_me:
        /* Where a seat always decides, it is a slot; else an instruction that may fail. */
        l->asked = true;
        if (l->nobody)
            return low_plain(CORE_TYPE_SEAT, low_node(l, LANG_OP_ME, false, -1, -1, -1));
        return low_plain(CORE_TYPE_SEAT,
                         low_node(l, LANG_OP_SLOT, false, CORE_SLOT_TO_MOVE, -1, -1));
    case HOST_WORD_arg: return frame_number(l, n->b, args[0]);
    default: break;
    }

    /* Words that write were lowered before (low_effects); others have no row. */
    if (!WORDS[word].result)
        low_unsupported(l, n, "a call of '%s'", host_word_name(word));
    return plain_word(l, n, &WORDS[word], args);
}
