/* Files of games: see record.h. */
#include "lab/record.h"
#include "muster/player.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void record_put(json_t *object, const char *key, json_t *value) {
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
        record_put(object, settings[i].key, json_string(settings[i].value));
    return object;
}

void lab_record_head(const struct lab_record *record, struct mst_buf *out) {
    char rules[20];
    json_t *head = json_object(), *players = json_array();
    snprintf(rules, sizeof rules, "%016" PRIx64, mst_ruleset_fingerprint(record->ruleset));

    for (int seat = 0; seat < mst_ruleset_seats(record->ruleset); seat++) {
        const char *weights = record->seating->weights[seat];
        json_array_append_new(players,
                              json_sprintf("%s%s%s", mst_player_name(record->seating->kind[seat]),
                                           *weights ? "@" : "", weights));
    }

    /* R1: nothing of this machine. Keys stay in this order, since heads are compared as texts. */
    record_put(head, "muster", json_string("games"));
    record_put(head, "version", json_integer(LAB_RECORD_VERSION));
    record_put(head, "ruleset", json_string(mst_home_relative(mst_ruleset_path(record->ruleset))));
    record_put(head, "settings", settings_of(record->ruleset));
    record_put(head, "rules", json_string(rules));
    record_put(head, "computers", players);
    record_put(head, "seed", json_integer(record->seed));
    record_put(head, "games", json_integer(record->games));
    record_put(head, "plies", json_integer(record->plies));

    if (record->shards > 1) {
        record_put(head, "shard", json_integer(record->shard));
        record_put(head, "shards", json_integer(record->shards));
    }
    write_json(head, out);
}

void lab_record_game(int64_t number, uint64_t seed, const struct lab_result *result, int seats,
                     struct mst_buf *out) {
    char hash[20];
    json_t *game = json_object(), *winners = json_array();
    snprintf(hash, sizeof hash, "%016" PRIx64, result->hash); /* more than a JSON integer holds */

    for (int seat = 0; seat < seats; seat++)
        if (result->winners >> seat & 1)
            json_array_append_new(winners, json_integer(seat + 1));

    record_put(game, "game", json_integer(number));
    record_put(game, "seed", json_integer((json_int_t)seed));
    record_put(game, "winners", winners);
    record_put(game, "how", json_string(result->how));
    record_put(game, "turns", json_integer(result->turns));
    record_put(game, "plies", json_integer(result->plies));
    record_put(game, "hash", json_string(hash));
    if (result->fault.text[0]) {
        record_put(game, "at", json_string(result->fault.at));
        record_put(game, "fault", json_string(result->fault.text));
    }
    write_json(game, out);
}

bool lab_record_write(FILE *file, const char *line) {
    if (file)
        return fputs(line, file) >= 0 && fputs("\n", file) >= 0 && fflush(file) == 0;
    mst_print_raw(line, strlen(line));
    mst_print("\n");
    return mst_print_flush();
}

int64_t lab_record_first(int64_t games, int shard, int shards) {
    assert(shard >= 1 &&
           shard <= shards + 1); /* the end of the last is where one more would begin */
    return games * (shard - 1) / shards + 1;
}

int64_t lab_record_count(int64_t games, int shard, int shards) {
    return lab_record_first(games, shard + 1, shards) - lab_record_first(games, shard, shards);
}
