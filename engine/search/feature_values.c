/* The values of features in a position: see features.h. */
#include <string.h>

#include "search/features.h"

struct reckoning {
    const struct mst_features *features;
    const struct mst_wanted *wanted;
    const int64_t *weights; /* NULL: all values */
    struct mst_play *play;
    int64_t *out;
    int seats;
};

static inline void add(const struct reckoning *r, int feature, int seat, int64_t amount) {
    if (r->weights)
        r->out[seat] += r->weights[feature] * amount;
    else
        r->out[feature * r->seats + seat] += amount;
}

static inline bool wants(const struct reckoning *r, int feature) {
    return feature >= 0 && r->wanted->feature[feature];
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void add_neighbors(const struct reckoning *r, int first, int zone, int seat) {
    const struct mst_position *pos = r->play->pos;
    const struct mst_board *board = pos->schema->board;
    int own = 0, others = 0;
    for (int d = 0; d < board->directions; d++) {
        int next = board->to[d][zone], top = next == MST_NONE ? MST_NONE : mst_top(pos, next);
        int owner = top == MST_NONE ? MST_NONE : mst_piece(pos, top, MST_PIECE_OWNER);
        own += owner == seat;
        others += owner >= 0 && owner != seat;
    }
    add(r, first, seat, own);
    add(r, first + 1, seat, others);
}

/* Count a piece of `seat` on `zone`. */
static inline void add_piece(const struct reckoning *r, const struct mst_piece_count *count,
                             int piece, int zone, int seat) {
    const struct mst_position *pos = r->play->pos;
    const struct mst_features *f = r->features;
    int at = 0;
    switch (count->how) {
    case MST_COUNT_PIECES: break;
    case MST_COUNT_VALUES:
    case MST_COUNT_SUM:
        at = mst_get_field(pos, &pos->schema->fields[count->field], piece);
        if (count->how == MST_COUNT_SUM) {
            add(r, count->first, seat, at);
            return;
        }
        break;
    case MST_COUNT_ZONES: at = f->alike[zone]; break;
    case MST_COUNT_STEPS: at = f->steps[seat * pos->schema->board->zones + zone]; break;
    case MST_COUNT_BESIDE: add_neighbors(r, count->first, zone, seat); return;
    }
    at -= count->least;
    if (at >= 0)
        add(r, count->first + at, seat, 1);
}

/* Count the pieces of a type on the board by all wanted counts. */
static void add_type(const struct reckoning *r, int type) {
    const struct mst_position *pos = r->play->pos;
    const struct mst_piece_type *t = &pos->schema->types[type];
    const struct mst_features *f = r->features;
    const struct mst_piece_count *counts[MST_MOST_PIECE_COUNTS];
    int count = 0, zones = pos->schema->board->zones;
    for (int i = 0; i < f->count_count; i++)
        if (f->counts[i].type == type && r->wanted->count[i])
            counts[count++] = &f->counts[i];
    for (int p = t->first; count && p < t->first + t->count; p++) {
        int zone = mst_piece(pos, p, MST_PIECE_PLACE), seat = mst_piece(pos, p, MST_PIECE_OWNER);
        if (seat < 0 || zone >= zones)
            continue;
        for (int i = 0; i < count; i++)
            add_piece(r, counts[i], p, zone, seat);
    }
}

/* Count the pieces of a type in the containers of seats. */
static void add_held(const struct reckoning *r, int type) {
    const struct mst_position *pos = r->play->pos;
    const struct mst_piece_type *t = &pos->schema->types[type];
    for (int c = 0; c < pos->schema->container_count; c++) {
        const struct mst_container *container = &pos->schema->containers[c];
        int feature = r->features->held[type][c];
        if (!wants(r, feature))
            continue;
        for (int seat = 0; seat < r->seats; seat++) {
            int held = 0;
            for (int p = mst_top(pos, container->place + seat); p != MST_NONE;
                 p = mst_piece(pos, p, MST_PIECE_BELOW))
                held += p >= t->first && p < t->first + t->count;
            add(r, feature, seat, held);
        }
    }
}

/* ---- fields ---------------------------------------------------------------------------------- */

static void add_field(const struct reckoning *r, int index) {
    const struct mst_position *pos = r->play->pos;
    const struct mst_field *field = &pos->schema->fields[index];
    int feature = r->features->field[index];
    if (!wants(r, feature))
        return;
    for (int seat = 0; field->of == MST_OF_SEAT && seat < r->seats; seat++)
        add(r, feature, seat, mst_get_field(pos, field, seat));
    for (int zone = 0; field->of == MST_OF_ZONE && zone < pos->schema->board->zones; zone++) {
        int seat = mst_get_field(pos, field, zone);
        if (seat >= 0 && seat < r->seats)
            add(r, feature, seat, 1);
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The piece that a parameter names, or the top of the zone. */
static int named(const struct mst_play *play, const struct mst_param *param, mst_move move) {
    int64_t value = mst_move_param(param, move);
    switch (param->kind) {
    case MST_CLAUSE_PIECES: return (int)value;
    case MST_CLAUSE_ZONES:
    case MST_CLAUSE_STEP: return mst_top(play->pos, (int)value);
    default: return MST_NONE;
    }
}

/* The number of pieces of other seats that moves of the list name. */
static int count_aimed(const struct mst_play *play, const struct mst_moves *moves, int seat) {
    uint64_t seen[MST_MOST_PIECES / 64] = {0};
    int count = 0;
    for (int i = 0; i < moves->count; i++) {
        const struct mst_kind *kind = &play->rules->kinds[mst_move_kind(moves->moves[i])];
        for (int k = 0; k < kind->param_count; k++) {
            int piece = named(play, &kind->params[k], moves->moves[i]);
            int owner = piece == MST_NONE ? MST_NONE : mst_piece(play->pos, piece, MST_PIECE_OWNER);
            if (owner < 0 || owner == seat || seen[piece / 64] >> piece % 64 & 1)
                continue;
            seen[piece / 64] |= UINT64_C(1) << piece % 64;
            count++;
        }
    }
    return count;
}

static void add_moves(const struct reckoning *r) {
    const struct mst_features *f = r->features;
    int seat = mst_get(r->play->pos, MST_SLOT_TO_MOVE);
    bool aimed = wants(r, f->aimed);
    if (seat < 0 || mst_sampled_now(r->play))
        return;
    if (wants(r, f->turn))
        add(r, f->turn, seat, 1);
    if (!aimed && wants(r, f->moves)) {
        int64_t count = mst_legal_count(r->play, 0);
        add(r, f->moves, seat, count < 0 ? 0 : count);
    }
    if (!aimed)
        return;
    struct mst_moves moves = {0};
    if (mst_legal(r->play, &moves)) {
        if (wants(r, f->moves))
            add(r, f->moves, seat, moves.count);
        add(r, f->aimed, seat, count_aimed(r->play, &moves, seat));
    }
    mst_moves_clear(&moves);
}

/* ---- features that rules compute ------------------------------------------------------------- */

static int64_t within(int64_t value) {
    return value > MST_FEATURE_MOST    ? MST_FEATURE_MOST
           : value < -MST_FEATURE_MOST ? -MST_FEATURE_MOST
                                       : value;
}

/* Forget a failure: the feature counts nothing here. False if the budget is used up. */
static bool forgive(const struct reckoning *r, struct mst_error *error) {
    if (!r->play->failed)
        return true;
    if (mst_budget_left(r->play->budget) < 0 || r->play->error->status == MST_NO_MEMORY)
        return false;
    if (error && error->status == MST_OK)
        *error = *r->play->error;
    mst_play_ready(r->play);
    return true;
}

/* A value that the rules compute for a seat. False if they fail. */
static bool rules_say(const struct reckoning *r, int feature, int seat, int64_t *value) {
    const struct mst_features *f = r->features;
    struct mst_host *host = f->ruleset->host;
    if (feature < f->declared)
        return mst_host_feature_value(host, r->play, feature, seat, value);
    bool said = mst_host_worth(host, r->play, seat, value);
    *value /= f->worth_step;
    return said;
}

static bool add_said(const struct reckoning *r, int feature, struct mst_error *error) {
    for (int seat = 0; seat < r->seats && wants(r, feature); seat++) {
        int64_t value = 0;
        if (rules_say(r, feature, seat, &value))
            add(r, feature, seat, within(value));
        else if (!forgive(r, error))
            return false;
    }
    return true;
}

/* ---- all ------------------------------------------------------------------------------------- */

bool mst_features_reckon(const struct mst_features *features, const struct mst_wanted *wanted,
                         const int64_t *weights, struct mst_play *play, int64_t *out,
                         struct mst_error *error) {
    const struct mst_schema *schema = play->rules->schema;
    struct reckoning r = {features, wanted, weights, play, out, schema->seats};
    memset(out, 0, sizeof *out * (size_t)(schema->seats * (weights ? 1 : features->count)));
    if (!mst_spend(play, schema->pieces + schema->board->zones / 4))
        return false;
    for (int type = 0; type < schema->type_count; type++) {
        add_type(&r, type);
        add_held(&r, type);
    }
    for (int i = 0; i < schema->field_count; i++)
        add_field(&r, i);
    for (int i = 0; i < features->declared; i++)
        if (!add_said(&r, i, error))
            return false;
    if (!add_said(&r, features->worth, error))
        return false;
    add_moves(&r);
    return forgive(&r, error);
}

int64_t mst_features_more(const int64_t *by_seat, int seats, const uint8_t *side, int seat) {
    int64_t own = 0, others = 0;
    int count = 0;
    for (int i = 0; i < seats; i++) {
        bool ally = side[i] == side[seat];
        own += ally ? by_seat[i] : 0;
        others += ally ? 0 : by_seat[i];
        count += ally;
    }
    return own * (seats - count) - others * count;
}
