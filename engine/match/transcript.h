/* Reading transcripts. Their form stands at the top of transcript.c and in docs/protocol.md. */
#ifndef MUSTER_MATCH_TRANSCRIPT_H
#define MUSTER_MATCH_TRANSCRIPT_H

#include "match/match.h"

struct mst_transcript {
    char *ruleset;
    struct mst_setting *settings;
    size_t setting_count;
    uint64_t rules; /* hash of the sources; 0 when not said */
    bool seeded;
    uint64_t seed;
    char *position; /* or NULL */
    uint64_t start_hash;
    const char *moves; /* within the text that was read */
    int moves_line;    /* number of their first line */
};

/* Read the head of a transcript; `moves` points into `text`. On failure free it as well. */
enum mst_status mst_transcript_read(const char *text, struct mst_transcript *transcript,
                                    struct mst_error *error);
void mst_transcript_clear(struct mst_transcript *transcript);

#endif
