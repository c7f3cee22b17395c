/* Parsing JSON: see json.h. The parser overlooks some failed allocations: it would cut a number
 * short, or read beyond a text whose last quote it could not keep. So it goes on with a reserve,
 * and whatever it then returns is not used. */
#include "faces/scene/json.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Thread_local bool starved;  /* an allocation failed */
static _Thread_local void *reserve; /* freed then: room for the longest text */

static void *allocate(size_t size) {
    void *block = mst_alloc(size);
    if (block)
        return block;
    starved = true;
    mst_free(reserve);
    reserve = NULL;
    return malloc(size);
}

enum mst_status scene_json_parse(const char *text, size_t length, json_t **value,
                                 struct mst_error *error) {
    static atomic_flag prepared = ATOMIC_FLAG_INIT;
    size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY;
    json_error_t fault;

    /* The parser is shared by all threads: its allocator is set once. */
    if (!atomic_flag_test_and_set(&prepared))
        json_set_alloc_funcs(allocate, mst_free);
    /* A text of JSON never becomes longer than its source when parsed. */
    reserve = mst_alloc(2 * length + 256);
    starved = !reserve;
    *value = starved ? NULL : json_loadb(text, length, flags, &fault);
    /* A number too large for an integer is read again, as a real: who needs its digits takes
     * them from the source. */
    if (!*value && !starved && json_error_code(&fault) == json_error_numeric_overflow)
        *value = json_loadb(text, length, flags | JSON_DECODE_INT_AS_REAL, &fault);
    mst_free(reserve);
    reserve = NULL;

    /* Whatever was parsed while memory was short may be wrong. */
    if (*value && !starved)
        return MST_OK;
    json_decref(*value);
    *value = NULL;
    if (starved)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    return mst_fail(error, MST_BAD_JSON, "", "invalid JSON at byte %d: %s", fault.position,
                    fault.text);
}
