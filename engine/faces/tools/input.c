/* The lines of standard input: see input.h. */
#include "faces/tools/input.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "faces/protocol/protocol.h"

enum {
    AHEAD = 16 << 20, /* bytes that are read at most while a request runs */
    KEPT = 1 << 20,   /* so many bytes of memory are kept for the next lines */
    CHUNK = 1 << 16   /* bytes that are read at once */
};

/* Make room for more input. False when out of memory; what was read is still there. */
static bool input_make_room(struct mst_buf *bytes) {
    static const char room[CHUNK] = {0};
    size_t length = bytes->length;

    if (bytes->capacity > length + CHUNK)
        return true;

    /* A buffer grows only by appending: what was appended is taken off again. */
    mst_buf_bytes(bytes, room, CHUNK);
    bool made = !bytes->failed;
    bytes->failed = false;
    bytes->length = length;
    return made;
}

/* Read once, as much as there is room for. */
static void read_more(struct tool_input *input) {
    struct mst_buf *bytes = &input->bytes;

    assert(bytes->capacity > bytes->length + 1);

    size_t room = bytes->capacity - bytes->length - 1;
    ssize_t count = read(STDIN_FILENO, bytes->text + bytes->length, room < CHUNK ? room : CHUNK);
    if (count > 0)
        bytes->length += (size_t)count;

    /* Interrupted, or nothing there yet, is no end. */
    input->ended = input->ended || count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

/* Forget the bytes before `at`. */
static void compact(struct tool_input *input) {
    struct mst_buf *bytes = &input->bytes;
    if (!input->at)
        return;

    assert(input->at <= bytes->length);

    bytes->length -= input->at;
    memmove(bytes->text, bytes->text + input->at, bytes->length);
    input->seen = input->seen > input->at ? input->seen - input->at : 0;
    input->at = 0;
}

/* Forget the beginning of the line at `at`. Its memory stays, so that reading can go on. */
static void input_drop(struct tool_input *input, bool starved) {
    input->bytes.length = input->at = input->seen = 0;
    input->too_long = true;
    input->starved = starved;
}

static const char *line_feed(const struct tool_input *input, size_t from) {
    size_t length = input->bytes.length - from;
    return length ? memchr(input->bytes.text + from, '\n', length) : NULL;
}

static void input_take(struct tool_input *input, size_t length, struct mst_buf *line,
                       bool *too_long) {
    assert(input->at + length <= input->bytes.length);

    mst_buf_reset(line);
    mst_buf_bytes(line, mst_buf_text(&input->bytes) + input->at, length);
    input->starved = line->failed || (input->too_long && input->starved);

    /* Of a line that lost its beginning, the rest is no request. */
    *too_long = input->too_long || line->failed || length > PROTO_LONGEST_REQUEST;
    if (*too_long)
        mst_buf_reset(line);

    input->too_long = line->failed = false;
    input->at += length;
}

bool tool_input_line(struct tool_input *input, struct mst_buf *line, bool *too_long) {
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    size_t from = input->at;
    for (const char *feed; !(feed = line_feed(input, from));) {
        from = input->bytes.length;
        if (input->ended) { /* a last line without a line feed is also a request */
            bool more = from > input->at || input->too_long;
            input_take(input, from - input->at, line, too_long);
            return more;
        }

        /* Consumed bytes are dropped only here, where that makes room. */
        from -= input->at;
        compact(input);

        /* Without memory the line so far goes, and is answered as one that starved. */
        if (!input_make_room(&input->bytes)) {
            input_drop(input, true);
            from = 0;
            if (!input->bytes.capacity)
                return false;
        }

        poll(&ready, 1, -1); /* it may not block */
        read_more(input);

        /* Far longer than any request, and not yet at its end: only the end is looked for. */
        if (from > PROTO_LONGEST_REQUEST && !line_feed(input, from)) {
            input_drop(input, false);
            from = 0;
        }
    }
    input_take(input, (size_t)(line_feed(input, from) - input->bytes.text) - input->at, line,
               too_long);

    /* Its line feed. After a large request its memory is given back. */
    input->at++;
    if (input->at == input->bytes.length && input->bytes.capacity > KEPT) {
        mst_buf_clear(&input->bytes);
        input->at = input->seen = 0;
    }
    return true;
}

bool tool_input_stops(struct tool_input *input) {
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};

    /* Reads ahead only so far: what is not taken yet must fit into memory. */
    compact(input);
    if (!input->ended && input->bytes.length < AHEAD && poll(&ready, 1, 0) > 0 &&
        input_make_room(&input->bytes))
        read_more(input);

    for (const char *feed; (feed = line_feed(input, input->seen));) {
        const char *line = input->bytes.text + input->seen;
        if (proto_is_stop(line, (size_t)(feed - line)))
            return true;

        /* Each line is looked at once, however often this is asked. */
        input->seen = (size_t)(feed - input->bytes.text) + 1;
    }
    return false;
}

void tool_input_clear(struct tool_input *input) {
    mst_buf_clear(&input->bytes);
}
