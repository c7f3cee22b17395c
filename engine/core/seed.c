/* Keys, seeds and their streams: see seed.h and muster.h. */
#include "core/seed.h"

#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- streams --------------------------------------------------------------------------------- */

static void put_bytes(unsigned char *out, uint64_t number, int count) {
    for (int i = 0; i < count; i++)
        out[i] = (unsigned char)(number >> 8 * i);
}

void mst_stream_open(struct mst_stream *stream, const unsigned char key[MST_KEY_SIZE],
                     enum mst_purpose purpose, int64_t a, int32_t b) {
    static const char label[16] = "muster chance 1";
    *stream = (struct mst_stream){.used = sizeof stream->block};
    memcpy(stream->key, key, MST_KEY_SIZE);
    memcpy(stream->key + MST_KEY_SIZE, label, sizeof label);
    stream->key[31] = (unsigned char)purpose;
    put_bytes(stream->nonce, (uint64_t)a, 8);
    put_bytes(stream->nonce + 8, (uint32_t)b, 4);
}

void mst_stream_bytes(struct mst_stream *s, void *bytes, size_t count) {
    for (unsigned char *out = bytes; count--;) {
        if (s->used == sizeof s->block) {
            memset(s->block, 0, sizeof s->block);
            crypto_stream_chacha20_ietf_xor_ic(s->block, s->block, sizeof s->block, s->nonce,
                                               s->blocks++, s->key);
            s->used = 0;
        }
        *out++ = s->block[s->used++];
    }
}

uint64_t mst_stream_below(struct mst_stream *stream, uint64_t bound) {
    uint64_t least_even = (0 - bound) % bound, x;
    do { /* numbers below would make some results likelier */
        unsigned char bytes[8];
        mst_stream_bytes(stream, bytes, sizeof bytes);
        x = 0;
        for (int i = 7; i >= 0; i--)
            x = x << 8 | bytes[i];
    } while (x < least_even);
    return x % bound;
}

/* ---- seeds ----------------------------------------------------------------------------------- */

bool mst_key_read(const char *text, unsigned char key[MST_KEY_SIZE]) {
    return !sodium_hex2bin(key, MST_KEY_SIZE, text, (size_t)2 * MST_KEY_SIZE, NULL, NULL, NULL);
}

static bool read_number(const char *text, uint64_t *number) {
    char *end;
    bool minus = *text == '-';
    if (!text[minus] || text[minus + strspn(text + minus, "0123456789")])
        return false;
    errno = 0;
    *number = minus ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, 10);
    return !errno;
}

enum mst_status mst_seed_read(const char *text, struct mst_seed *seed, struct mst_error *error) {
    *seed = (struct mst_seed){.kind = MST_SEED_KEY};
    if (!strcmp(text, "random")) {
        if (sodium_init() < 0)
            return mst_fail(error, MST_BAD_REQUEST, "", "the system gives no random numbers");
        seed->drawn = true;
        randombytes_buf(seed->key, sizeof seed->key);
    } else if (strlen(text) == (size_t)2 * MST_KEY_SIZE) {
        if (!mst_key_read(text, seed->key))
            seed->kind = MST_SEED_NONE;
    } else {
        seed->kind = read_number(text, &seed->number) ? MST_SEED_NUMBER : MST_SEED_NONE;
    }
    return seed->kind != MST_SEED_NONE
               ? MST_OK
               : mst_fail(
                     error, MST_BAD_REQUEST, "",
                     "expected an integer of 64 bits, 32 hexadecimal digits or 'random' as the "
                     "seed, found '%.80s'",
                     text);
}

void mst_seed_print(const struct mst_seed *seed, struct mst_buf *out) {
    char digits[2 * MST_KEY_SIZE + 1];
    if (seed->kind == MST_SEED_NUMBER)
        mst_buf_printf(out, "%" PRIu64, seed->number);
    else
        mst_buf_puts(out, seed->kind == MST_SEED_NONE
                              ? "none"
                              : sodium_bin2hex(digits, sizeof digits, seed->key, MST_KEY_SIZE));
}

uint64_t mst_seed_player(const struct mst_seed *seed, int seat) {
    struct mst_stream stream;
    unsigned char bytes[8];
    uint64_t number = 0;
    if (seed->kind != MST_SEED_KEY)
        return seed->number + (uint64_t)seat;
    mst_stream_open(&stream, seed->key, MST_FOR_PLAYER, seat, 0);
    mst_stream_bytes(&stream, bytes, sizeof bytes);
    for (int i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}

static void hash_text(crypto_hash_sha256_state *hash, const char *text) {
    crypto_hash_sha256_update(hash, (const unsigned char *)text, strlen(text));
}

void mst_digest(const char *bytes, size_t count, char digest[MST_DIGEST_SIZE]) {
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)bytes, count);
    sodium_bin2hex(digest, MST_DIGEST_SIZE, hash, sizeof hash);
}

void mst_seed_commit(const struct mst_seed *seed, uint64_t rules, const char *position,
                     char commitment[MST_COMMITMENT_SIZE]) {
    char key[2 * MST_KEY_SIZE + 1], text[64];
    unsigned char bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state hash;
    crypto_hash_sha256_init(&hash);
    sodium_bin2hex(key, sizeof key, seed->key, MST_KEY_SIZE);
    snprintf(text, sizeof text, "%s %016" PRIx64, key, rules);
    hash_text(&hash, text);
    if (position) {
        hash_text(&hash, "\nposition ");
        hash_text(&hash, position);
    }
    crypto_hash_sha256_final(&hash, bytes);
    sodium_bin2hex(commitment, MST_COMMITMENT_SIZE, bytes, sizeof bytes);
}
