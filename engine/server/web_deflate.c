/* Compression of messages and of pictures. libwebsockets has its own, which in 4.1.6 ends the whole
 * program when a client sends a message that inflates to more than it has room for at the end. */
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "server/web_parts.h"

enum {
    LEVEL = 3,    /* of 9: the last few percent cost much time */
    WINDOW = -15, /* raw deflate, with all of its 32 KiB */
    GZIP = 31,    /* the same with the head and the end of gzip */
    MEMORY = 8,
    PART = 4 << 10, /* bytes that are inflated at a time */
};

/* How a message ends that was flushed. */
static const unsigned char FLUSHED[4] = {0, 0, 0xff, 0xff};

size_t server_gzip(const char *text, size_t length, char *room, size_t size) {
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)text, .avail_in = (uInt)length};
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    stream.next_out = (unsigned char *)room;
    stream.avail_out = (uInt)size;
    bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    deflateEnd(&stream);
    return whole ? size - stream.avail_out : 0;
}

size_t server_deflate(const char *text, size_t length, unsigned char *room, size_t size) {
    z_stream stream = {.next_in = (unsigned char *)text, .avail_in = (uInt)length};
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    stream.next_out = room;
    stream.avail_out = (uInt)size;
    int status = deflate(&stream, Z_SYNC_FLUSH);
    bool whole = status == Z_OK && !stream.avail_in && stream.avail_out;
    deflateEnd(&stream);
    size_t made = size - stream.avail_out;
    if (!whole || made < sizeof FLUSHED || memcmp(room + made - 4, FLUSHED, 4))
        return 0;
    return made - sizeof FLUSHED;
}

struct server_inflater {
    z_stream stream;
};

struct server_inflater *server_inflater_new(void) {
    struct server_inflater *inflater = mst_calloc(1, sizeof *inflater);
    if (inflater && inflateInit2(&inflater->stream, WINDOW) != Z_OK) {
        mst_free(inflater);
        return NULL;
    }
    return inflater;
}

void server_inflater_free(struct server_inflater *inflater) {
    if (!inflater)
        return;
    inflateEnd(&inflater->stream);
    mst_free(inflater);
}

/* Inflate all of the input. */
static int inflate_all(z_stream *stream, struct mst_buf *out, size_t limit) {
    unsigned char part[PART];
    do {
        stream->next_out = part;
        stream->avail_out = sizeof part;
        int status = inflate(stream, Z_SYNC_FLUSH);
        size_t made = sizeof part - stream->avail_out;
        if (made > limit - out->length)
            return 1009;
        mst_buf_bytes(out, (const char *)part, made);
        if (status == Z_STREAM_END) /* it says that no more follows, yet more may */
            status = inflateReset(stream);
        if (status != Z_OK && status != Z_BUF_ERROR)
            return status == Z_MEM_ERROR ? 1011 : 1007;
    } while (stream->avail_in);
    return out->failed ? 1011 : 0;
}

int server_inflate(struct server_inflater *inflater, const char *message, size_t length,
                   struct mst_buf *out, size_t limit) {
    z_stream *stream = &inflater->stream;
    stream->next_in = (unsigned char *)message;
    stream->avail_in = (uInt)length;
    int fault = inflate_all(stream, out, limit);
    if (fault)
        return fault;
    stream->next_in = (unsigned char *)FLUSHED;
    stream->avail_in = sizeof FLUSHED;
    return inflate_all(stream, out, limit);
}
