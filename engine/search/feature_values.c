/* The values of features in a position: see features.h. */
#include <assert.h>
#include <string.h>

#include "search/features.h"

struct computing {
    const struct search_features *features;
    const struct search_wanted *wanted;
    const int64_t *weights; /* NULL: all values */
    struct core_play *play;
    int64_t *out;
    int seats;
};

static inline void feature_values_add(const struct computing *r, int feature, int seat,
                                      int64_t amount) {
    assert(feature >= 0 && feature < r->features->count); /* F1 */
    if (r->weights)
        r->out[seat] += r->weights[feature] * amount;
    else
        r->out[feature * r->seats + seat] += amount;
}

static inline bool wants(const struct computing *r, int feature) {
    return feature >= 0 && r->wanted->feature[feature];
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void add_neighbors(const struct computing *r, int first, int zone, int seat) {
    const struct core_position *pos = r->play->pos;
    const struct core_board *board = pos->schema->board;
    int own = 0, others = 0;

    for (int d = 0; d < board->directions; d++) {
        /* Only the top piece of a neighbor counts: what lies below it is not beside anything. */
        int next = board->to[d][zone], top = next == MST_NONE ? MST_NONE : core_top(pos, next);
        int owner = top == MST_NONE ? MST_NONE : core_piece(pos, top, CORE_PIECE_OWNER);
        own += owner == seat;
        others += owner >= 0 && owner != seat;
    }

    feature_values_add(r, first, seat, own);
    feature_values_add(r, first + 1, seat, others);
}

/* Count a piece of `seat` on `zone`. */
static inline void add_piece(const struct computing *r, const struct search_piece_count *count,
                             int piece, int zone, int seat) {
    const struct core_position *pos = r->play->pos;
    const struct search_features *f = r->features;
    int at = 0;

    switch (count->how) {
    case SEARCH_COUNT_PIECES: break;
    case SEARCH_COUNT_VALUES:
    case SEARCH_COUNT_SUM:
        at = core_get_field(pos, &pos->schema->fields[count->field], piece);
        /* A field with many values: one feature for the sum, not one for each value. */
        if (count->how == SEARCH_COUNT_SUM) {
            feature_values_add(r, count->first, seat, at);
            return;
        }
        break;
    case SEARCH_COUNT_ZONES: at = f->alike[zone]; break;
    case SEARCH_COUNT_STEPS: at = f->steps[seat * pos->schema->board->zones + zone]; break;
    case SEARCH_COUNT_BESIDE: add_neighbors(r, count->first, zone, seat); return;
    }

    /* The least value of a field, and no step at all, are what is usual: they have no feature. */
    at -= count->least;
    assert(at < count->count);
    if (at >= 0)
        feature_values_add(r, count->first + at, seat, 1);
}

/* Count the pieces of a type on the board by all wanted counts. */
static void add_type(const struct computing *r, int type) {
    const struct core_position *pos = r->play->pos;
    const struct core_piece_type *t = &pos->schema->types[type];
    const struct search_features *f = r->features;
    const struct search_piece_count *counts[SEARCH_MOST_PIECE_COUNTS];
    int count = 0, zones = pos->schema->board->zones;

    /* Pick the wanted counts once, and not again for each piece. */
    for (int i = 0; i < f->count_count; i++)
        if (f->counts[i].type == type && r->wanted->count[i])
            counts[count++] = &f->counts[i];

    for (int p = t->first; count && p < t->first + t->count; p++) {
        int zone = core_piece(pos, p, CORE_PIECE_PLACE),
            seat = core_piece(pos, p, CORE_PIECE_OWNER);
        /* Nobody's pieces, and those in containers, which add_held counts. */
        if (seat < 0 || zone >= zones)
            continue;
        for (int i = 0; i < count; i++)
            add_piece(r, counts[i], p, zone, seat);
    }
}

/* Count the pieces of a type in the containers of seats. */
static void add_held(const struct computing *r, int type) {
    const struct core_position *pos = r->play->pos;
    const struct core_piece_type *t = &pos->schema->types[type];
    for (int c = 0; c < pos->schema->container_count; c++) {
        const struct core_container *container = &pos->schema->containers[c];
        int feature = r->features->held[type][c];
        /* -1 where the container belongs to no seat. */
        if (!wants(r, feature))
            continue;

        assert(container->per_seat);
        for (int seat = 0; seat < r->seats; seat++) {
            int held = 0;
            for (int p = core_top(pos, container->place + seat); p != MST_NONE;
                 p = core_piece(pos, p, CORE_PIECE_BELOW))
                held += p >= t->first && p < t->first + t->count;
            feature_values_add(r, feature, seat, held);
        }
    }
}

/* ---- fields ---------------------------------------------------------------------------------- */

static void feature_values_add_field(const struct computing *r, int index) {
    const struct core_position *pos = r->play->pos;
    const struct core_field *field = &pos->schema->fields[index];
    int feature = r->features->field[index];
    if (!wants(r, feature))
        return;

    /* Either a number of each seat, or of how many zones it is the value. */
    for (int seat = 0; field->of == CORE_OF_SEAT && seat < r->seats; seat++)
        feature_values_add(r, feature, seat, core_get_field(pos, field, seat));
    for (int zone = 0; field->of == CORE_OF_ZONE && zone < pos->schema->board->zones; zone++) {
        int seat = core_get_field(pos, field, zone);
        if (seat >= 0 && seat < r->seats)
            feature_values_add(r, feature, seat, 1);
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The piece that a parameter names, or the top of the zone. */
static int feature_values_named(const struct core_play *play, const struct core_param *param,
                                mst_move move) {
    int64_t value = core_move_param(param, move);
    switch (param->kind) {
    case CORE_CLAUSE_PIECES: return (int)value;
    case CORE_CLAUSE_ZONES:
    case CORE_CLAUSE_STEP: return core_top(play->pos, (int)value);
    default: return MST_NONE;
    }
}

/* The number of pieces of other seats that moves of the list name. */
static int count_aimed(const struct core_play *play, const struct mst_moves *moves, int seat) {
    uint64_t seen[CORE_MOST_PIECES / 64] = {0};
    int count = 0;

    for (int i = 0; i < moves->count; i++) {
        const struct core_kind *kind = &play->rules->kinds[core_move_kind(moves->moves[i])];
        for (int k = 0; k < kind->param_count; k++) {
            int piece = feature_values_named(play, &kind->params[k], moves->moves[i]);
            int owner =
                piece == MST_NONE ? MST_NONE : core_piece(play->pos, piece, CORE_PIECE_OWNER);

            /* Each piece counts once, however many moves are aimed at it. */
            if (owner < 0 || owner == seat || seen[piece / 64] >> piece % 64 & 1)
                continue;
            seen[piece / 64] |= UINT64_C(1) << piece % 64;
            count++;
        }
    }
    return count;
}

static void add_moves(const struct computing *r) {
    const struct search_features *f = r->features;
    int seat = core_get(r->play->pos, CORE_SLOT_TO_MOVE);
    bool aimed = wants(r, f->aimed);
    /* Chance decides, or the match is over: no seat has moves. */
    if (seat < 0 || core_sampled_now(r->play))
        return;

    if (wants(r, f->turn))
        feature_values_add(r, f->turn, seat, 1);
    /* Counting is much cheaper than listing. */

    if (!aimed && wants(r, f->moves)) {
        int64_t count = core_legal_count(r->play, 0);
        feature_values_add(r, f->moves, seat, count < 0 ? 0 : count);
    }
    if (!aimed)
        return;
    struct mst_moves moves = {0};
    if (core_legal(r->play, &moves)) {
        if (wants(r, f->moves))
            feature_values_add(r, f->moves, seat, moves.count);
        feature_values_add(r, f->aimed, seat, count_aimed(r->play, &moves, seat));
    }

    mst_moves_clear(&moves);
}

/* ---- features that rules compute ------------------------------------------------------------- */

static int64_t within(int64_t value) {
    /* Weights are bounded, too, so sums of products fit into 64 bits. */
    return value > SEARCH_FEATURE_MOST    ? SEARCH_FEATURE_MOST
           : value < -SEARCH_FEATURE_MOST ? -SEARCH_FEATURE_MOST
                                          : value;
}

/* Forget a failure: the feature counts nothing here. False if the budget is used up. */
static bool forgive(const struct computing *r, struct mst_error *error) {
    if (!r->play->failed)
        return true;
    /* No feature is to blame for a budget that others used up. */
    if (core_budget_left(r->play->budget) < 0 || r->play->error->status == MST_NO_MEMORY)
        return false;

    if (error && error->status == MST_OK)
        *error = *r->play->error;
    core_play_ready(r->play);
    return true;
}

/* A value that the rules compute for a seat. False if they fail. */
static bool rules_say(const struct computing *r, int feature, int seat, int64_t *value) {
    const struct search_features *f = r->features;
    struct host *host = f->ruleset->host;
    if (feature < f->declared)
        return host_feature_value(host, r->play, feature, seat, value);

    bool said = host_worth(host, r->play, seat, value);
    assert(f->worth_step > 0);
    *value /= f->worth_step;
    return said;
}

static bool add_said(const struct computing *r, int feature, struct mst_error *error) {
    assert(feature < r->features->count);
    for (int seat = 0; seat < r->seats && wants(r, feature); seat++) {
        int64_t value = 0;
        if (rules_say(r, feature, seat, &value))
            feature_values_add(r, feature, seat, within(value));
        else if (!forgive(r, error))
            return false;
    }
    return true;
}

/* ---- all ------------------------------------------------------------------------------------- */

bool search_features_compute(const struct search_features *features,
                             const struct search_wanted *wanted, const int64_t *weights,
                             struct core_play *play, int64_t *out, struct mst_error *error) {
    const struct core_schema *schema = play->rules->schema;
    struct computing r = {features, wanted, weights, play, out, schema->seats};

    uint64_t version = core_position_version(play->pos);
    memset(out, 0, sizeof *out * (size_t)(schema->seats * (weights ? 1 : features->count)));

    /* X4 of play.h: what follows walks all pieces and zones without a rule that would be charged. */
    if (!core_spend(play, schema->pieces + schema->board->zones / 4))
        return false;

    for (int type = 0; type < schema->type_count; type++) {
        add_type(&r, type);
        add_held(&r, type);
    }
    for (int i = 0; i < schema->field_count; i++)
        feature_values_add_field(&r, i);

    /* Rules come after all that only reads the position: they may fail, and then the budget decides
     * whether to go on. */
    for (int i = 0; i < features->declared; i++)
        if (!add_said(&r, i, error))
            return false;
    if (!add_said(&r, features->worth, error))
        return false;

    add_moves(&r);
    assert(core_position_version(play->pos) == version); /* F2 */
    (void)version;
    return forgive(&r, error);
}

int64_t search_features_more(const int64_t *by_seat, int seats, const uint8_t *side, int seat) {
    assert(seat >= 0 && seat < seats); /* F1 */
    int64_t own = 0, others = 0;
    int count = 0;

    for (int i = 0; i < seats; i++) {
        bool ally = side[i] == side[seat];
        own += ally ? by_seat[i] : 0;
        others += ally ? 0 : by_seat[i];
        count += ally;
    }

    /* The difference of the means of both sides, times the sizes of both: so no division loses
     * anything. */
    return own * (seats - count) - others * count;
}
