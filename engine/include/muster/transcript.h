/* Transcripts beyond mst_match_transcript and mst_match_replay: their heads, autosaves, fair deals.
 * Needs muster.h. */
#ifndef MUSTER_TRANSCRIPT_H
#define MUSTER_TRANSCRIPT_H

#include "muster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The match as an autosave: a transcript to which plies can be appended, since it has no checksum;
 * a part of a line at its end is ignored. `seats` is a line about who plays and what they
 * see. NULL when out of memory. */
char *mst_match_autosave(const struct mst_match *match, const char *seats, struct mst_error *error);
/* Replay a transcript as mst_match_replay does, and check that it is fair: its commitment is that
 * of its seed, these rules, its settings and its first position, and each outcome of chance is the
 * one that the seed gives. On failure the error says what is wrong. */
enum mst_status mst_transcript_verify(struct mst_ruleset *ruleset, const char *transcript,
                                      struct mst_error *error);
/* The header of a transcript. */
struct mst_transcript {
    char *ruleset;
    struct mst_setting *settings;
    size_t setting_count;
    uint64_t rules; /* hash of the sources, or 0 if missing */
    struct mst_seed seed;
    bool sealed;                          /* its seed is not revealed yet */
    char commitment[MST_COMMITMENT_SIZE]; /* "" if missing */
    char *position;                       /* or NULL */
    uint64_t start_hash;
    const char *moves; /* points into the text */
    int moves_line;    /* line number of the first move */
    bool ended;        /* it has a checksum, which is right */
    bool running;      /* it is an autosave */
    char *seats;       /* of an autosave, or NULL */
    bool starved;      /* reading it ran out of memory */
};

/* Read the header of a transcript, and check its end. Without a checksum, as a person or an older
 * Muster writes it, it may have been cut off. `moves` points into `text`. Errors are located at
 * "transcript:LINE". Call mst_transcript_clear even after a failure. */
enum mst_status mst_transcript_read(const char *text, struct mst_transcript *transcript,
                                    struct mst_error *error);
void mst_transcript_clear(struct mst_transcript *transcript);
/* Append the head of a transcript that was read from `text`, up to the line `moves`, as one without
 * an `end` has it: plies can be appended to it. */
void mst_transcript_head(const struct mst_transcript *transcript, const char *text,
                         struct mst_buf *out);
/* The line of the next ply, as the text has it: a move, and mostly a hash. `*at` is `moves` at
 * first, and advances. NULL when no ply is left. */
const char *mst_transcript_ply(const struct mst_transcript *transcript, const char **at,
                               size_t *length);
/* The text of a transcript in a file, or on standard input for "-". On failure NULL. Free it with
 * mst_text_free. */
char *mst_transcript_load(const char *path, struct mst_error *error);
/* The note on a transcript without a checksum. */
#define MST_TRANSCRIPT_UNENDED "there is no line 'end', so nobody can tell if lines are missing"
/* Locate an error of a transcript in the file that it was read from. */
void mst_transcript_blame(struct mst_error *error, const char *path);
/* Load the ruleset that a transcript names, as mst_ruleset_load does. Transcripts come from
 * strangers: if the ruleset is none of Muster's own, its faults are not reported, only that it has
 * some. */
struct mst_ruleset *mst_transcript_ruleset(const struct mst_transcript *transcript, char **report,
                                           struct mst_error *error);

#ifdef __cplusplus
}
#endif

#endif
