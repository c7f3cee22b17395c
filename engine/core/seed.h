/* Chance that nobody can predict: the stream of numbers that a key of 128 bits gives.
 *
 * N1 The same key, purpose and numbers give the same stream on every machine.
 * N2 Nobody who sees part of a stream, but not its key, can tell the rest from random bits: it is
 * the key stream of ChaCha20 (RFC 8439). Streams of different purposes or numbers are independent.
 * N3 The core has no cipher: its blocks come from above (core_callbacks, system/chance.h). */
#ifndef MUSTER_CORE_SEED_H
#define MUSTER_CORE_SEED_H

#include "core/base.h"
#include "muster.h"

/* The purpose of a stream. The values are part of every record: never change them. */
enum core_purpose { CORE_FOR_CHANCE = 1, CORE_FOR_NUMBER, CORE_FOR_SHUFFLE, CORE_FOR_PLAYER };

/* Make block number `number` of the key stream of ChaCha20. */
typedef void core_key_stream(const unsigned char key[32], const unsigned char nonce[12],
                             uint32_t number, unsigned char block[64]);

struct core_stream {
    core_key_stream *source;
    unsigned char key[32], nonce[12], block[64];
    uint32_t blocks, used; /* blocks made so far; bytes used of the last one */
};

/* Open the stream of a key for a purpose, `a` and `b` telling apart those of one purpose. */
void core_stream_open(struct core_stream *stream, core_key_stream *source,
                      const unsigned char key[MST_KEY_SIZE], enum core_purpose purpose, int64_t a,
                      int32_t b);
/* The next bytes. */
void core_stream_bytes(struct core_stream *stream, void *bytes, size_t count);
/* Uniform in 0 .. bound-1; bound >= 1. Without bias. */
uint64_t core_stream_below(struct core_stream *stream, uint64_t bound);

/* Read 32 hexadecimal digits; what follows is not looked at. False if there are fewer. */
bool core_key_read(const char *text, unsigned char key[MST_KEY_SIZE]);
#endif
