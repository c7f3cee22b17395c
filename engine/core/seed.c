/* Keys, seeds and their streams: see seed.h and muster.h. */
#include "core/seed.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* ---- streams --------------------------------------------------------------------------------- */

static void put_bytes(unsigned char *out, uint64_t number, int count) {
    for (int i = 0; i < count; i++)
        out[i] = (unsigned char)(number >> 8 * i);
}

void core_stream_open(struct core_stream *stream, core_key_stream *source,
                      const unsigned char key[MST_KEY_SIZE], enum core_purpose purpose, int64_t a,
                      int32_t b) {
    static const char label[16] = "muster chance 1";

    /* Key: 16 bytes of the seed, then the label, whose last byte is the purpose. Nonce: a and b.
     * All of it is part of every record (N1): never change it. */
    assert(source); /* N3 */
    *stream = (struct core_stream){.source = source, .used = sizeof stream->block};
    memcpy(stream->key, key, MST_KEY_SIZE);
    memcpy(stream->key + MST_KEY_SIZE, label, sizeof label);
    stream->key[31] = (unsigned char)purpose;
    put_bytes(stream->nonce, (uint64_t)a, 8);
    put_bytes(stream->nonce + 8, (uint32_t)b, 4);
}

void core_stream_bytes(struct core_stream *s, void *bytes, size_t count) {
    for (unsigned char *out = bytes; count--;) {
        assert(s->used <= sizeof s->block);
        if (s->used == sizeof s->block) {
            s->source(s->key, s->nonce, s->blocks++, s->block);
            s->used = 0;
        }
        *out++ = s->block[s->used++];
    }
}

uint64_t core_stream_below(struct core_stream *stream, uint64_t bound) {
    uint64_t least_even = (0 - bound) % bound, x;

    assert(bound > 0);
    do { /* numbers below would make some results likelier */
        unsigned char bytes[8];
        core_stream_bytes(stream, bytes, sizeof bytes);
        x = 0;
        for (int i = 7; i >= 0; i--)
            x = x << 8 | bytes[i]; /* little-endian on every machine (N1) */
    } while (x < least_even);
    return x % bound;
}

/* ---- seeds ----------------------------------------------------------------------------------- */

/* The value of a hexadecimal digit; 16 for any other character. */
static unsigned digit(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return at ? (unsigned)(at - digits) : 16;
}

bool core_key_read(const char *text, unsigned char key[MST_KEY_SIZE]) {
    for (int i = 0; i < MST_KEY_SIZE; i++) {
        unsigned high = digit(text[2 * i]), low = high < 16 ? digit(text[2 * i + 1]) : 16;
        if (low > 15)
            return false;
        key[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

void mst_seed_print(const struct mst_seed *seed, struct mst_buf *out) {
    if (seed->kind == MST_SEED_NUMBER)
        mst_buf_printf(out, "%" PRIu64, seed->number);
    else if (seed->kind == MST_SEED_NONE)
        mst_buf_puts(out, "none");
    else
        for (int i = 0; i < MST_KEY_SIZE; i++)
            mst_buf_printf(out, "%02x", seed->key[i]);
}
