/* Transcripts: any text replays or is refused in words; what replays is written as it was read. */
#include "fuzz/fuzz.h"
#include "rulesets/ruleset.h"
#include "muster/transcript.h"

/* The name between the last slash and the ending. */
static void name_of(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot)
        *dot = 0;
}

static void replay(struct mst_ruleset *ruleset, const char *text) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_replay(ruleset, text, &error);
    promise(match || error.text[0], "a refusal is worded");
    if (!match)
        return;
    char *written = mst_match_transcript(match, &error);
    struct mst_match *again = written ? mst_match_replay(ruleset, written, &error) : NULL;
    promise(again != NULL, "what was written replays");
    promise(again->pos->hash == match->pos->hash && again->ply_count == match->ply_count,
            "a transcript replays to the same match");
    mst_match_free(again);
    mst_text_free(written);
    mst_match_free(match);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), name[64];
    struct mst_transcript head;
    struct mst_error error = {0};
    if (mst_transcript_read(text, &head, &error) == MST_OK) {
        name_of(head.ruleset, name, sizeof name);
        replay(fuzz_ruleset(name), text);
    } else {
        promise(error.text[0], "a refusal is worded");
    }
    mst_transcript_clear(&head);
    mst_free(text);
    return 0;
}
