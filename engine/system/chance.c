/* Seeds and their commitments by libsodium: see chance.h and muster.h. */
#include "system/chance.h"
#include "muster/player.h"

#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sys_key_stream(const unsigned char key[32], const unsigned char nonce[12], uint32_t number,
                    unsigned char block[64]) {
    memset(block, 0, 64); /* zeros, encrypted, are the key stream itself */
    crypto_stream_chacha20_ietf_xor_ic(block, block, 64, nonce, number, key);
}

static bool chance_read_number(const char *text, uint64_t *number) {
    char *end;
    bool minus = *text == '-';
    if (!text[minus] || text[minus + strspn(text + minus, "0123456789")])
        return false;

    errno = 0; /* out of range is the one fault that is left */
    *number = minus ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, 10);
    return !errno;
}

enum mst_status mst_seed_read(const char *text, struct mst_seed *seed, struct mst_error *error) {
    *seed = (struct mst_seed){.kind = MST_SEED_KEY};

    /* 32 characters are always a key, even if all of them are decimal digits. */
    if (!strcmp(text, "random")) {
        if (sodium_init() < 0)
            return mst_fail(error, MST_BAD_REQUEST, "", "the system gives no random numbers");
        seed->drawn = true;
        randombytes_buf(seed->key, sizeof seed->key);
    } else if (strlen(text) == (size_t)2 * MST_KEY_SIZE) {
        if (!core_key_read(text, seed->key))
            seed->kind = MST_SEED_NONE;
    } else {
        seed->kind = chance_read_number(text, &seed->number) ? MST_SEED_NUMBER : MST_SEED_NONE;
    }

    return seed->kind != MST_SEED_NONE
               ? MST_OK
               : mst_fail(
                     error, MST_BAD_REQUEST, "",
                     "expected an integer of 64 bits, 32 hexadecimal digits or 'random' as the "
                     "seed, found '%.80s'",
                     text);
}

uint64_t mst_seed_player(const struct mst_seed *seed, int seat) {
    struct core_stream stream;
    unsigned char bytes[8];
    uint64_t number = 0;

    if (seed->kind != MST_SEED_KEY)
        return seed->number + (uint64_t)seat;

    /* A stream of its own: what the player draws says nothing of what chance will (N2). */
    core_stream_open(&stream, sys_key_stream, seed->key, CORE_FOR_PLAYER, seat, 0);
    core_stream_bytes(&stream, bytes, sizeof bytes);
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

void sys_seed_commit(const struct mst_seed *seed, uint64_t rules, const char *position,
                     char commitment[MST_COMMITMENT_SIZE]) {
    char key[2 * MST_KEY_SIZE + 1], text[64];
    unsigned char bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state hash;

    /* docs/fair-deals.md shows how to check it with sha256sum, so the text never changes. */
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
