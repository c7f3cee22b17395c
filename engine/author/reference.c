/* The reference of the Lua API as Markdown and as stubs for editors: what is registered, which
 * lua/tools/api.lua prints. */
#include <jansson.h>

#include "host/handles/handle_parts.h"
#include "host/handles/words.h"
#include "muster/rulebook.h"

static json_t *functions_of(const struct host_api *api) {
    json_t *list = json_array();
    for (; api->name; api++)
        json_array_append_new(list, json_pack("{s:s,s:s,s:s}", "name", api->name, "signature",
                                              api->signature, "doc", api->doc));
    return list;
}

static json_t *words_of(void) {
    json_t *list = json_array();
    for (int i = 0; i < HOST_WORD_COUNT; i++)
        json_array_append_new(list, json_string(host_word_name((enum host_word_id)i)));
    return list;
}

void mst_lua_reference(bool stubs, struct mst_buf *out) {
    json_t *facts =
        json_pack("{s:b,s:o,s:o,s:o}", "stubs", stubs, "declare", functions_of(host_api_declare),
                  "access", functions_of(host_api_access), "words", words_of());
    struct mst_error error = {0};

    /* The script fails only when memory runs out, or if a word has no help there. */
    if (!mst_script("api", facts, out, &error)) {
        if (error.status != MST_NO_MEMORY)
            mst_warn("%s: %s\n", error.at, error.text);
        out->failed = true;
    }
    json_decref(facts);
}
