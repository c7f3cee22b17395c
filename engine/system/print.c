/* Everything that the program prints for a person: see muster/util.h. No other file writes to
 * standard output or standard error (tests/print_test.lua), so no text from rules, files or players
 * reaches a terminal unless it was made visible here. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base.h"

static int failure;          /* errno of the first failed write to standard output, or 0 */
static bool lacking;         /* a text may have been cut for lack of memory */
static struct mst_buf *sink; /* for what is printed meanwhile; or NULL */

/* ---- characters ------------------------------------------------------------------------------ */

size_t mst_utf8_length(const char *text, size_t size) {
    const unsigned char *s = (const unsigned char *)text;
    if (!size)
        return 0;
    if (s[0] < 0x80)
        return 1;

    /* Lead bytes C0, C1 and F5 on begin nothing that is well formed. */
    size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4 || size < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;

    /* Longer than needed, surrogates, and beyond U+10FFFF. */
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
        (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return length;
}

int mst_utf8_count(const char *text, size_t size) {
    int count = 0;
    for (size_t at = 0; at < size; count++) {
        size_t length = mst_utf8_length(text + at, size - at);
        at += length ? length : 1; /* a stray byte counts as one */
    }
    return count;
}

/* The code point of a well-formed character. */
static unsigned code_of(const char *text, size_t length) {
    const unsigned char *s = (const unsigned char *)text;
    return length == 1   ? s[0]
           : length == 2 ? (s[0] & 0x1FU) << 6 | (s[1] & 0x3FU)
           : length == 3
               ? (s[0] & 0x0FU) << 12 | (s[1] & 0x3FU) << 6 | (s[2] & 0x3FU)
               : (s[0] & 0x07U) << 18 | (s[1] & 0x3FU) << 12 | (s[2] & 0x3FU) << 6 | (s[3] & 0x3FU);
}

bool mst_utf8_control(const char *text, size_t length) {
    unsigned code = code_of(text, length);
    return code < 0x20 || (code >= 0x7F && code < 0xA0) ||         /* C0, DEL, C1 */
           code == 0x61C || code == 0x200E || code == 0x200F ||    /* direction marks */
           (code >= 0x2028 && code <= 0x202E) ||                   /* separators, embeddings */
           (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF || /* isolates, byte order mark */
           (code >= 0xFFF9 && code <= 0xFFFB) ||                   /* annotations */
           (code >= 0xE0000 && code <= 0xE007F);                   /* invisible tags */
}

void mst_buf_visible(struct mst_buf *buf, const char *text, size_t size) {
    for (size_t at = 0, length; at < size; at += length) {
        length = mst_utf8_length(text + at, size - at);
        if (!length)
            mst_buf_printf(buf, "\\x%02X", (unsigned char)text[at]);
        else if (text[at] != '\n' && text[at] != '\t' && mst_utf8_control(text + at, length))
            mst_buf_printf(buf, "\\u%04X", code_of(text + at, length));
        else
            mst_buf_bytes(buf, text + at, length);
        length += !length;
    }
}

/* ---- printing -------------------------------------------------------------------------------- */

void mst_print_to(struct mst_buf *to) {
    sink = to;
}

void mst_print_raw(const char *text, size_t size) {
    if (sink) {
        mst_buf_bytes(sink, text, size);
        return;
    }
    if (fwrite(text, 1, size, stdout) != size && !failure)
        failure = errno ? errno : EIO;
}

bool mst_print_flush(void) {
    if (sink)
        return !failure;
    if (core_buf_cut()) {
        fputs("out of memory: a part of the text may be missing\n", stderr);
        lacking = true;
    }
    if (fflush(stdout) != 0 && !failure)
        failure = errno ? errno : EIO;
    return !failure;
}

bool mst_print_finish(const char *program) {
    if (mst_print_flush() && !lacking)
        return true;
    if (failure == ENOMEM || !failure)
        fprintf(stderr, "%s: out of memory\n", program);
    else
        mst_warn("%s: cannot write to standard output: %s\n", program, strerror(failure));
    return false;
}

/* Make a text visible in `shown`. Returns its number of characters. */
static int show(struct mst_buf *shown, const char *format, va_list args) {
    struct mst_buf text = {0};
    mst_buf_vprintf(&text, format, args);
    mst_buf_visible(shown, mst_buf_text(&text), text.length);
    shown->failed |= text.failed;
    mst_buf_clear(&text);
    return mst_utf8_count(mst_buf_text(shown), shown->length);
}

int mst_print(const char *format, ...) {
    struct mst_buf shown = {0};
    va_list args;
    va_start(args, format);
    int count = show(&shown, format, args);
    va_end(args);

    mst_print_raw(mst_buf_text(&shown), shown.length);
    if (shown.failed && !failure) {
        failure = ENOMEM;
        if (!sink)
            fputs("out of memory\n", stderr);
    }
    mst_buf_clear(&shown);
    return count;
}

void mst_print_line(const char *text) {
    mst_print("%s\n", text);
}

void mst_warn(const char *format, ...) {
    struct mst_buf shown = {0};
    va_list args;
    va_start(args, format);
    show(&shown, format, args);
    va_end(args);
    if (sink) {
        mst_buf_bytes(sink, mst_buf_text(&shown), shown.length);
        mst_buf_clear(&shown);
        return;
    }
    mst_print_flush(); /* so that the two streams keep their order on a terminal */
    fwrite(mst_buf_text(&shown), 1, shown.length, stderr);
    if (shown.failed)
        fputs("out of memory\n", stderr);
    mst_buf_clear(&shown);
}
