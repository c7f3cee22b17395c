/* Reading of transcripts. Their format is described in transcript.c and in docs/protocol.md. */
#ifndef MUSTER_MATCH_TRANSCRIPT_H
#define MUSTER_MATCH_TRANSCRIPT_H

#include "match/match.h"

#endif
