/* The server's log: a line of JSON for each thing that an operator may want to know. */
#include <stdarg.h>
#include <stdio.h>

#include "server/parts.h"

void server_json_string(struct mst_buf *out, const char *text) {
    json_t *value = json_string(text);
    char *quoted = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    mst_buf_puts(out, quoted ? quoted : "\"\""); /* what is not UTF-8 is left out */
    mst_free(quoted);
    json_decref(value);
}

void server_log(const char *level, const char *what, ...) {
    struct mst_buf line = {0};
    const char *key;
    va_list pairs;
    mst_buf_printf(&line, "{\"time\":%lld,\"level\":\"%s\",\"what\":\"%s\"",
                   (long long)server_clock_wall(), level, what);
    va_start(pairs, what);
    while ((key = va_arg(pairs, const char *))) {
        mst_buf_printf(&line, ",\"%s\":", key);
        server_json_string(&line, va_arg(pairs, const char *));
    }
    va_end(pairs);
    mst_warn("%s}\n", mst_buf_text(&line));
    mst_buf_clear(&line);
}
