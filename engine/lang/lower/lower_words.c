/* Lowering: words that read the board, the pieces and the frames. */
#include "lang/lower/lower.h"

/* The signature of a word. */
struct word {
    enum mst_op op;
    enum mst_type result;
    bool nilable;            /* always nilable; else if the first argument is */
    enum mst_type params[3]; /* MST_TYPE_UNKNOWN: no parameter */
    bool zone;               /* a zone may stand for the first set */
};

static const struct word WORDS[MST_WORD_COUNT] = {
    [MST_WORD_occupied] = {MST_OP_OCCUPIED, MST_TYPE_SET, false, {0}},
    [MST_WORD_shift] = {MST_OP_SHIFT, MST_TYPE_SET, false, {MST_TYPE_SET, MST_TYPE_NUMBER}},
    [MST_WORD_near] = {MST_OP_NEAR, MST_TYPE_SET, false, {MST_TYPE_SET, 0}, true},
    [MST_WORD_flood] = {MST_OP_FLOOD, MST_TYPE_SET, false, {MST_TYPE_SET, MST_TYPE_SET}, true},
    [MST_WORD_ray] =
        {MST_OP_RAY, MST_TYPE_SET, false, {MST_TYPE_SET, MST_TYPE_NUMBER, MST_TYPE_SET}, true},
    [MST_WORD_only] = {MST_OP_ONLY, MST_TYPE_SET, false, {MST_TYPE_ZONE, 0}},
    [MST_WORD_at] = {MST_OP_AT, MST_TYPE_ZONE, true, {MST_TYPE_NUMBER, MST_TYPE_NUMBER}},
    [MST_WORD_column] = {MST_OP_COLUMN, MST_TYPE_NUMBER, false, {MST_TYPE_ZONE, 0}},
    [MST_WORD_row] = {MST_OP_ROW, MST_TYPE_NUMBER, false, {MST_TYPE_ZONE, 0}},
    [MST_WORD_step] = {MST_OP_STEP, MST_TYPE_ZONE, true, {MST_TYPE_ZONE, MST_TYPE_NUMBER}},
    [MST_WORD_top] = {MST_OP_TOP, MST_TYPE_PIECE, true, {MST_TYPE_PLACE, 0}},
    [MST_WORD_below] = {MST_OP_BELOW, MST_TYPE_PIECE, true, {MST_TYPE_PIECE, 0}},
    [MST_WORD_piece_at] = {MST_OP_PIECE_AT,
                           MST_TYPE_PIECE,
                           true,
                           {MST_TYPE_PLACE, MST_TYPE_NUMBER}},
    [MST_WORD_level] = {MST_OP_LEVEL, MST_TYPE_NUMBER, false, {MST_TYPE_PIECE, 0}},
    [MST_WORD_place] = {MST_OP_PLACE, MST_TYPE_PLACE, false, {MST_TYPE_PIECE, 0}},
    [MST_WORD_kind] = {MST_OP_TYPE, MST_TYPE_KIND, false, {MST_TYPE_PIECE, 0}},
    [MST_WORD_count] = {MST_OP_COUNT, MST_TYPE_NUMBER, false, {MST_TYPE_PLACE, 0}},
    [MST_WORD_known] = {MST_OP_KNOWN, MST_TYPE_BOOLEAN, false, {MST_TYPE_PIECE, 0}},
    [MST_WORD_position_key] = {MST_OP_KEY, MST_TYPE_NUMBER, false, {0}},
    [MST_WORD_seen] = {MST_OP_SEEN, MST_TYPE_BOOLEAN, false, {MST_TYPE_NUMBER, 0}},
};

static int argument(struct low *l, const struct mst_syn_node *n, struct low_value v,
                    enum mst_type type) {
    if (type == MST_TYPE_SET)
        return low_set(l, n, v);
    return type == MST_TYPE_NUMBER ? low_number(l, n, v) : low_thing_of(l, n, v, type);
}

static struct low_value plain_word(struct low *l, struct mst_syn_node *n, const struct word *word,
                                   const struct low_value *args) {
    int nodes[3] = {-1, -1, -1};
    struct mst_syn_node *at = n->b;
    for (int i = 0; i < 3 && word->params[i]; i++) {
        enum mst_type type = word->params[i];
        bool zone = word->zone && !i && !low_is_set(&args[i]);
        nodes[i] = argument(l, at ? at : n, args[i], zone ? MST_TYPE_ZONE : type);
        if (zone)
            nodes[i] = low_node(l, MST_OP_ONLY, true, nodes[i], -1, -1);
        at = at && at->next ? at->next : at;
    }
    bool set = word->result == MST_TYPE_SET, thing = low_is_thing(word->result);
    struct low_value v =
        low_plain(word->result, low_node(l, word->op, set, nodes[0], nodes[1], nodes[2]));
    bool there = thing && low_is_there(&args[0], word->params[0]);
    v.falsy = word->nilable || (thing && !there) ? LOW_NIL
              : word->result == MST_TYPE_BOOLEAN ? LOW_FALSE
                                                 : 0;
    return v;
}

static struct low_value tops_word(struct low *l, struct mst_syn_node *n,
                                  const struct low_value *args, int count) {
    int kind = low_thing_of(l, n->b, args[0], MST_TYPE_KIND), seat = -1;
    if (count > 1)
        seat = low_thing_of(l, n->b->next ? n->b->next : n->b, args[1], MST_TYPE_SEAT);
    return low_plain(MST_TYPE_SET, low_node(l, MST_OP_TOPS, true, kind, seat, -1));
}

static struct low_value range_word(struct low *l, struct mst_syn_node *n,
                                   const struct low_value *args, int count) {
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

static struct low_value pile_word(struct low *l, struct mst_syn_node *n, enum low_form form,
                                  struct low_value v) {
    int place = low_thing_of(l, n->b, v, MST_TYPE_PLACE);
    return (struct low_value){.form = (uint8_t)form, .node = place};
}

/* A number of the frame. It may be a thing, but it is never nil, though -1 in code looks like that:
 * there the code stops, but for uses that do not tell the two apart (low_number, low_thing_of). */
static struct low_value frame_number(struct low *l, struct mst_syn_node *n,
                                     struct low_value index) {
    int arg = low_node(l, MST_OP_ARG, false, low_number(l, n, index), -1, -1);
    int node = low_node(l, MST_OP_CERTAIN, false, arg, -1, -1);
    l->rules->nodes[node].k = MST_NONE;
    return low_plain(MST_TYPE_UNKNOWN, node);
}

static void check_count(struct low *l, struct mst_syn_node *n, enum mst_word_id word, int count) {
#define COUNTS(name, least, most) {least, most},
    static const struct { int least, most; } counts[] = {MST_WORDS(COUNTS)};
#undef COUNTS
    int least = counts[word].least, most = counts[word].most;
    if (count >= least && count <= most)
        return;
    if (least == most)
        low_fault(l, n, "'%s' takes %d argument%s, found %d", mst_word_name(word), least,
                  least == 1 ? "" : "s", count);
    low_fault(l, n, "'%s' takes %d to %d arguments, found %d", mst_word_name(word), least, most,
              count);
}

struct low_value low_word(struct low *l, struct mst_syn_node *n, enum mst_word_id word) {
    struct low_value args[LOW_ARGS];
    int count = low_arguments(l, n->b, args, LOW_ARGS);
    low_at(l, n);
    check_count(l, n, word, count);
    switch (word) {
    case MST_WORD_tops: return tops_word(l, n, args, count);
    case MST_WORD_range: return range_word(l, n, args, count);
    case MST_WORD_pieces: return pile_word(l, n, LOW_PIECES, args[0]);
    case MST_WORD_chosen: {
        struct low_value v = pile_word(l, n, LOW_CHOSEN, args[0]);
        v.node2 = low_number(l, n->b->next ? n->b->next : n->b, args[1]);
        return v;
    }
    case MST_WORD_subsets: return pile_word(l, n, LOW_SUBSETS, args[0]);
    case MST_WORD_me:
        l->asked = true;
        if (l->nobody)
            return low_plain(MST_TYPE_SEAT, low_node(l, MST_OP_ME, false, -1, -1, -1));
        return low_plain(MST_TYPE_SEAT, low_node(l, MST_OP_SLOT, false, MST_SLOT_TO_MOVE, -1, -1));
    case MST_WORD_arg: return frame_number(l, n->b, args[0]);
    default: break;
    }
    if (!WORDS[word].result)
        low_unsupported(l, n, "a call of '%s'", mst_word_name(word));
    return plain_word(l, n, &WORDS[word], args);
}
