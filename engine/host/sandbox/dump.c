/* A reader of lua_dump output: see dump.h. The bytes come from Lua itself, so only their header is
 * validated. */
#include "host/sandbox/dump.h"

#include <assert.h>
#include <string.h>

#include "core/rules.h"

enum { HEADER = 32, VERSION = 4, SIZES = 12 };

static int write(lua_State *L, const void *bytes, size_t size, void *context) {
    struct mst_buf *buf = context;
    (void)L;
    mst_buf_bytes(buf, bytes, size);
    return buf->failed;
}

/* Read a number stored as 7 bits per byte; the last byte is marked. */
static size_t read_size(const struct sandbox_dump *dump, size_t *at) {
    size_t value = 0;
    unsigned char byte;
    do {
        byte = (unsigned char)dump->bytes.text[(*at)++];
        value = value << 7 | (byte & 0x7f);
    } while (!(byte & 0x80));
    return value;
}

static const char *read_string(const struct sandbox_dump *dump, size_t *at, size_t *length) {
    size_t size = read_size(dump, at);
    const char *text = dump->bytes.text + *at;
    *length = size ? size - 1 : 0;
    *at += *length;
    return text;
}

static void skip_strings(const struct sandbox_dump *dump, size_t *at, size_t count, int numbers) {
    size_t length;
    for (; count; count--) {
        read_string(dump, at, &length);
        /* Some lists have numbers with each name, as where a local begins and ends. */
        for (int i = 0; i < numbers; i++)
            read_size(dump, at);
    }
}

static void skip_constants(struct sandbox_dump *dump, size_t *at) {
    enum { INT = 0x03, SHORT_STRING = 0x04, FLOAT = 0x13, LONG_STRING = 0x14 };
    for (size_t count = read_size(dump, at); count; count--) {
        int kind = dump->bytes.text[(*at)++];
        /* nil, false and true have no bytes but their kind. */
        if (kind == INT || kind == FLOAT)
            *at += 8;
        else if (kind == SHORT_STRING || kind == LONG_STRING) {
            size_t length;
            const char *text = read_string(dump, at, &length);
            dump->zero = dump->zero || memchr(text, 0, length);
        }
    }
}

static void skip_debug(const struct sandbox_dump *dump, size_t *at, struct sandbox_proto *proto) {
    *at += read_size(dump, at); /* line numbers of instructions */

    for (size_t count = read_size(dump, at); count; count--) {
        read_size(dump, at);
        read_size(dump, at);
    }
    skip_strings(dump, at, read_size(dump, at), 2); /* locals */

    /* Upvalue names are read later, one at a time, from here on. */
    size_t names = read_size(dump, at);
    proto->names = *at;
    skip_strings(dump, at, names, 0);
}

/* Recursion is bounded: Lua limits nested functions to 200 levels. */
static bool read_function(struct sandbox_dump *dump, size_t *at) {
    /* An index, not a pointer: functions inside this one may move the list. */
    int index = dump->count;
    if (!core_rules_grow(&dump->protos, &dump->count, sizeof *dump->protos))
        return false;
    struct sandbox_proto proto = {0};
    skip_strings(dump, at, 1, 0); /* the source */

    proto.from = *at;
    proto.line = (int)read_size(dump, at);
    proto.last_line = (int)read_size(dump, at);
    proto.param_count = (unsigned char)dump->bytes.text[(*at)++];
    proto.vararg = dump->bytes.text[(*at)++];
    (*at)++; /* size of the stack */
    size_t instructions = read_size(dump, at);
    *at += 4 * instructions;
    skip_constants(dump, at);

    /* Three bytes for each: in the stack of the enclosing function, its index, its kind. */
    proto.up_count = (int)read_size(dump, at);
    *at += 3 * (size_t)proto.up_count;
    for (size_t count = read_size(dump, at); count; count--)
        if (!read_function(dump, at))
            return false;

    assert(dump->count > index);
    skip_debug(dump, at, &proto);
    proto.to = *at;
    dump->protos[index] = proto;
    return true;
}

bool sandbox_dump_take(lua_State *L, struct sandbox_dump *dump) {
    static const char sizes[] = {4, 8, 8};
    size_t at = HEADER;
    /* 4 bytes for an instruction, 8 for an integer and a float: what read_function relies on. */
    if (lua_dump(L, write, &dump->bytes, 0) || dump->bytes.length <= HEADER ||
        dump->bytes.text[VERSION] != 0x54 ||
        memcmp(dump->bytes.text + SIZES, sizes, sizeof sizes) != 0)
        return false;
    return read_function(dump, &at);
}

void sandbox_dump_clear(struct sandbox_dump *dump) {
    mst_buf_clear(&dump->bytes);
    mst_free(dump->protos);
    *dump = (struct sandbox_dump){0};
}

const char *sandbox_dump_upvalue(const struct sandbox_dump *dump, const struct sandbox_proto *proto,
                                 int index, size_t *length) {
    size_t at = proto->names;
    skip_strings(dump, &at, (size_t)index, 0);
    return read_string(dump, &at, length);
}
