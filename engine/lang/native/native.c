/* Loading objects of native code: see native.h. The first instruction of each rule becomes NATIVE.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "lang/native/calls.h"
#include "lang/native/native.h"

struct native_native {
    struct core_rules *rules;
    void *handle;
    int count;
    struct saved {
        int start;
        struct core_code first, cost;
    } saved[];
};

#define CALL_OF(result, name, parameters, arguments) name,
static const struct native_calls calls = {NATIVE_CALLS(CALL_OF)};
#undef CALL_OF

/* Does a rule start at this instruction? */
static bool starts(const struct core_rules *rules, int start) {
    return start > 0 && start < rules->code_count && rules->code[start - 1].op == CORE_CODE_COST &&
           rules->code[start].op != CORE_CODE_NATIVE;
}

static bool native_fits(const struct native_object *object, const struct core_rules *rules) {
    static const struct native_layout layout = NATIVE_LAYOUT;
    if (memcmp(&object->layout, &layout, sizeof layout) != 0)
        return false;
    for (int i = 0; i < object->count; i++)
        if (!starts(rules, object->entries[i].start) ||
            object->entries[i].function >= object->function_count)
            return false;
    return true;
}

static void patch(struct native_native *native, const struct native_object *object) {
    for (int i = 0; i < object->count; i++) {
        int start = object->entries[i].start;
        struct core_code *code = native->rules->code + start;
        native->saved[i] = (struct saved){start, code[0], code[-1]};
        code[0] = (struct core_code){.op = CORE_CODE_NATIVE};
        code[0].w = (int64_t)(intptr_t)object->functions[object->entries[i].function];
        code[-1].w = 0; /* native code charges it */
    }
    native->count = object->count;
}

enum mst_status native_load(struct core_rules *rules, const char *path,
                            struct native_native **loaded, struct mst_error *error) {
    char file[1300];
    if (native_sound(path, error) != MST_OK)
        return MST_BAD_FILE;
    snprintf(file, sizeof file, "%s%s", strchr(path, '/') ? "" : "./", path); /* no search */
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return mst_fail(error, MST_BAD_FILE, path, "cannot load the native code: %s", dlerror());
    const struct native_object *object = dlsym(handle, NATIVE_SYMBOL);
    if (!object || !native_fits(object, rules)) {
        dlclose(handle);
        return mst_fail(error, MST_BAD_FILE, path,
                        "this is not native code of these rules and this program");
    }
    struct native_native *native =
        mst_calloc(1, sizeof *native + (size_t)object->count * sizeof *native->saved);
    if (!native) {
        dlclose(handle);
        return mst_fail(error, MST_NO_MEMORY, path, "out of memory");
    }
    native->rules = rules;
    native->handle = handle;
    *object->calls = &calls;
    patch(native, object);
    *loaded = native;
    return MST_OK;
}

void native_close(struct native_native *native) {
    if (!native)
        return;
    for (int i = 0; i < native->count; i++) {
        struct core_code *code = native->rules->code + native->saved[i].start;
        code[0] = native->saved[i].first;
        code[-1] = native->saved[i].cost;
    }
    dlclose(native->handle);
    mst_free(native);
}
