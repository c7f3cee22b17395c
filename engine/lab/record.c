/* Files of games: see record.h. */
#include "lab/record.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(json_t *object, const char *key, json_t *value) {
    json_object_set_new(object, key, value);
}

/* Append the JSON text, or fail the buffer. */
static void write_json(json_t *object, struct mst_buf *out) {
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text)
        mst_buf_puts(out, text);
    else
        out->failed = true;
    free(text);
    json_decref(object);
}

static json_t *settings_of(const struct mst_ruleset *ruleset) {
    const struct mst_setting *settings;
    size_t count = mst_ruleset_settings(ruleset, &settings);
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++)
        put(object, settings[i].key, json_string(settings[i].value));
    return object;
}

void mst_record_head(const struct mst_record *record, struct mst_buf *out) {
    char rules[20];
    json_t *head = json_object(), *players = json_array();
    snprintf(rules, sizeof rules, "%016" PRIx64, mst_ruleset_fingerprint(record->ruleset));
    for (int seat = 0; seat < mst_ruleset_seats(record->ruleset); seat++) {
        const char *weights = record->seating->weights[seat];
        json_array_append_new(players,
                              json_sprintf("%s%s%s", mst_player_name(record->seating->kind[seat]),
                                           *weights ? "@" : "", weights));
    }
    put(head, "muster", json_string("games"));
    put(head, "version", json_integer(MST_RECORD_VERSION));
    put(head, "ruleset", json_string(mst_home_relative(mst_ruleset_path(record->ruleset))));
    put(head, "settings", settings_of(record->ruleset));
    put(head, "rules", json_string(rules));
    put(head, "computers", players);
    put(head, "seed", json_integer(record->seed));
    put(head, "games", json_integer(record->games));
    put(head, "plies", json_integer(record->plies));
    if (record->shards > 1) {
        put(head, "shard", json_integer(record->shard));
        put(head, "shards", json_integer(record->shards));
    }
    write_json(head, out);
}

void mst_record_game(int64_t number, uint64_t seed, const struct mst_result *result, int seats,
                     struct mst_buf *out) {
    char hash[20];
    json_t *game = json_object(), *winners = json_array();
    snprintf(hash, sizeof hash, "%016" PRIx64, result->hash);
    for (int seat = 0; seat < seats; seat++)
        if (result->winners >> seat & 1)
            json_array_append_new(winners, json_integer(seat + 1));
    put(game, "game", json_integer(number));
    put(game, "seed", json_integer((json_int_t)seed));
    put(game, "winners", winners);
    put(game, "how", json_string(result->how));
    put(game, "turns", json_integer(result->turns));
    put(game, "plies", json_integer(result->plies));
    put(game, "hash", json_string(hash));
    if (result->fault.text[0]) {
        put(game, "at", json_string(result->fault.at));
        put(game, "fault", json_string(result->fault.text));
    }
    write_json(game, out);
}

bool mst_record_write(FILE *file, const char *line) {
    if (file)
        return fputs(line, file) >= 0 && fputs("\n", file) >= 0 && fflush(file) == 0;
    mst_print_raw(line, strlen(line));
    mst_print("\n");
    return mst_print_flush();
}

int64_t mst_record_first(int64_t games, int shard, int shards) {
    return games * (shard - 1) / shards + 1;
}

int64_t mst_record_count(int64_t games, int shard, int shards) {
    return mst_record_first(games, shard + 1, shards) - mst_record_first(games, shard, shards);
}
