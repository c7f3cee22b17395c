/* `muster merge`: joins the shards of a run of games into the file that one run would have written.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/tools/command.h"
#include "lab/record.h"

enum { MOST_SHARDS = 10000 };

struct shard {
    const char *path;
    FILE *file;
    int number;
};

struct merge {
    struct shard *shards;
    int count;
    char *head; /* without its shard; of the first file */
    int64_t games;
    int wanted; /* shards of the whole */
};

/* A line without its end; NULL at the end of the file or when out of memory. The caller frees it.
 */
static char *merge_read_line(FILE *file) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, file);
    if (length > 0 && line[length - 1] == '\n') {
        line[length - 1] = 0;
        return line;
    }
    free(line);
    return NULL;
}

/* ---- heads ----------------------------------------------------------------------------------- */

static bool bad_head(const struct shard *shard) {
    mst_warn("%s:1: expected the first line of a part that 'muster sim --shard' wrote\n",
             shard->path);
    return false;
}

/* Compare with the head of the files before. Takes ownership of `text`. */
static bool same_head(struct merge *merge, const struct shard *shard, char *text) {
    if (!merge->head) {
        merge->head = text;
        return true;
    }
    bool same = !strcmp(merge->head, text);
    if (!same)
        mst_warn("%s:1: these games belong to another run: expected\n  %s\nfound\n  %s\n",
                 shard->path, merge->head, text);
    free(text);
    return same;
}

/* Take the shard out of the head. */
static bool take_head(struct merge *merge, struct shard *shard, json_t *head) {
    const char *kind = json_string_value(json_object_get(head, "muster"));
    shard->number = (int)json_integer_value(json_object_get(head, "shard"));
    int64_t games = json_integer_value(json_object_get(head, "games"));
    int wanted = (int)json_integer_value(json_object_get(head, "shards"));
    if (!kind || strcmp(kind, "games") != 0 || wanted < 1 || shard->number < 1 ||
        shard->number > wanted || games < 1)
        return bad_head(shard);

    /* Without its shard, the head is that of the whole run. */
    json_object_del(head, "shard");
    json_object_del(head, "shards");
    char *text = json_dumps(head, JSON_COMPACT);

    if (merge->wanted && merge->wanted != wanted) {
        mst_warn("%s:1: it is one of %d parts, the others are of %d\n", shard->path, wanted,
                 merge->wanted);
        free(text);
        return false;
    }

    merge->wanted = wanted;
    merge->games = games;
    return text && same_head(merge, shard, text);
}

static bool open_shard(struct merge *merge, struct shard *shard) {
    shard->file = fopen(shard->path, "r");
    char *line = shard->file ? merge_read_line(shard->file) : NULL;
    json_t *head = line ? json_loads(line, 0, NULL) : NULL;
    if (!shard->file)
        mst_warn("muster merge: '%s' cannot be read\n", shard->path);
    bool good = shard->file && (head ? take_head(merge, shard, head) : bad_head(shard));
    json_decref(head);
    free(line);
    return good;
}

static int merge_by_number(const void *a, const void *b) {
    const struct shard *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Is each part there once? */
static bool merge_complete(const struct merge *merge) {
    for (int i = 0; i < merge->count || i < merge->wanted; i++) {
        int number = i < merge->count ? merge->shards[i].number : 0;
        if (number == i + 1)
            continue;
        if (i && i < merge->count && number == merge->shards[i - 1].number)
            mst_warn("muster merge: part %d is there twice: '%s' and '%s'\n", number,
                     merge->shards[i - 1].path, merge->shards[i].path);
        else
            mst_warn("muster merge: part %d of %d is missing\n", i + 1, merge->wanted);
        return false;
    }
    return true;
}

/* ---- games ----------------------------------------------------------------------------------- */

static bool is_game(const char *line, int64_t number) {
    json_t *game = json_loads(line, 0, NULL);
    bool right = json_integer_value(json_object_get(game, "game")) == number;
    json_decref(game);
    return right;
}

static bool copy_games(const struct merge *merge, const struct shard *shard, FILE *out) {
    int64_t first = lab_record_first(merge->games, shard->number, merge->wanted);
    int64_t count = lab_record_count(merge->games, shard->number, merge->wanted);

    /* One line more than there are games: behind them the file must end. */
    for (int64_t i = 0; i <= count; i++) {
        char *line = merge_read_line(shard->file);
        bool right = i < count ? line && is_game(line, first + i) : !line;
        if (!right && i < count)
            mst_warn("%s:%lld: expected game %lld, found %s\n", shard->path, (long long)i + 2,
                     (long long)(first + i), line ? line : "the end: the run is not finished");
        else if (!right)
            mst_warn("%s:%lld: expected the end after game %lld, found %s\n", shard->path,
                     (long long)i + 2, (long long)(first + count - 1), line);
        else if (line)
            right = lab_record_write(out, line);

        free(line);
        if (!right)
            return false;
    }
    return true;
}

static bool write_whole(const struct merge *merge, FILE *out) {
    bool good = lab_record_write(out, merge->head);
    for (int i = 0; good && i < merge->count; i++)
        good = copy_games(merge, &merge->shards[i], out);
    return good;
}

/* Write to a temporary file first, so that a refusal leaves no half of a file. */
static bool write_out(const struct merge *merge, const char *path) {
    char name[1040];
    snprintf(name, sizeof name, "%s.part", path ? path : "");
    FILE *out = path ? fopen(name, "w") : tmpfile();
    if (!out) {
        mst_warn("muster merge: '%s' cannot be written\n", path ? name : "a temporary file");
        return false;
    }

    /* A temporary file has no name to give it: what it has is printed once it is whole. */
    bool good = write_whole(merge, out);
    if (!path && good) {
        rewind(out);
        for (char *line; good && (line = merge_read_line(out)) != NULL; free(line))
            good = lab_record_write(NULL, line);
    }

    good = fclose(out) == 0 && good;
    if (path && !(good && rename(name, path) == 0)) {
        remove(name);
        good = false;
    }
    return good;
}

static int merge_all(struct merge *merge, char **paths, const char *out) {
    bool good = true;
    for (int i = 0; good && i < merge->count; i++) {
        merge->shards[i].path = paths[i];
        good = open_shard(merge, &merge->shards[i]);
    }
    if (good)
        qsort(merge->shards, (size_t)merge->count, sizeof *merge->shards, merge_by_number);
    good = good && merge_complete(merge) && write_out(merge, out);
    for (int i = 0; i < merge->count; i++)
        if (merge->shards[i].file)
            fclose(merge->shards[i].file);
    free(merge->head);
    return good ? TOOL_DONE : TOOL_FAULTS;
}

static const struct tool_option merge_rows[] = {
    {"out", "FILE", "Write to a file.", TOOL_TEXT, 0, 0, NULL}, TOOL_LAST_ROW};

const struct tool_page tool_page_merge = {
    "merge", "[--out FILE] SHARD ...",
    "Joins the files that 'muster sim --shard' wrote, in any order, into one: the same as a run "
    "without shards. Gaps, games twice and games of another run are refused.",
    merge_rows};

int tool_command_merge(int argc, char **argv) {
    const char *out = NULL;
    int status = tool_read_options(&tool_page_merge, argc, argv, &out);
    if (status)
        return status - 1;
    struct merge merge = {.count = argc - optind};
    if (merge.count < 1 || merge.count > MOST_SHARDS)
        return tool_refuse(&tool_page_merge, "expected the files of a run");
    merge.shards = calloc((size_t)merge.count, sizeof *merge.shards);
    status = merge.shards ? merge_all(&merge, argv + optind, out) : TOOL_FAULTS;
    free(merge.shards);
    return status;
}
