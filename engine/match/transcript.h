/* Reading transcripts. Their form is described at the top of transcript.c and in docs/protocol.md.
 */
#ifndef MUSTER_MATCH_TRANSCRIPT_H
#define MUSTER_MATCH_TRANSCRIPT_H

#include "match/match.h"

#endif
