/* Compiling native code with the system's compiler, and the user's cache of objects: see
 * native.h. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/chance.h"
#include "lang/native/native.h"

extern char **environ;

/* MUSTER_NATIVE_CC and MUSTER_NATIVE_FLAGS are those of the build. Signed numbers wrap around as in
 * Lua. The passes that are left out take a fifth of the time and bring nothing here. Code stays
 * aligned: without that, objects are smaller and WARLINE is a tenth slower. */
#define FLAGS                                                                                      \
    "-std=gnu11", "-O2", "-fwrapv", "-fno-strict-aliasing", "-fno-tree-pre", "-fno-gcse",          \
        "-fno-tree-vrp", "-fno-code-hoisting", "-fno-tree-slp-vectorize", "-fvisibility=hidden",   \
        "-ffunction-sections", "-fno-asynchronous-unwind-tables", "-Wl,--gc-sections,-s", "-fPIC", \
        "-w" MUSTER_NATIVE_FLAGS
static const char *const flags[] = {FLAGS};
enum { FLAG_COUNT = sizeof flags / sizeof *flags };

/* ---- where ------------------------------------------------------------------------------------
 */

/* Is the folder ours, and closed to others? */
static enum mst_status check_folder(const char *folder, struct mst_error *error) {
    struct stat info;
    if (lstat(folder, &info) != 0)
        return mst_fail(error, MST_BAD_FILE, folder, "there is no folder for native code: %s",
                        strerror(errno));
    if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() || (info.st_mode & 022))
        return mst_fail(error, MST_BAD_FILE, folder,
                        "others can write here, so no native code is run from it; expected a "
                        "folder of your own with mode 0700");
    return MST_OK;
}

static enum mst_status cache_folder(bool make, char *folder, size_t size, struct mst_error *error) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char parent[900];
    bool own = cache && *cache == '/';
    if (!own && (!home || *home != '/'))
        return mst_fail(error, MST_BAD_FILE, "",
                        "there is no folder for native code: HOME is not set");
    snprintf(parent, sizeof parent, "%s%s", own ? cache : home, own ? "" : "/.cache");
    if ((size_t)snprintf(folder, size, "%s/muster", parent) >= size)
        return mst_fail(error, MST_BAD_FILE, parent, "the path is too long");
    if (make) {
        mkdir(parent, 0700); /* either may exist */
        mkdir(folder, 0700);
    }
    return check_folder(folder, error);
}

bool native_cached(void) {
    char folder[1000];
    return cache_folder(false, folder, sizeof folder, NULL) == MST_OK;
}

enum mst_status native_object_place(const struct mst_buf *key, bool make, char *path, size_t size,
                                    struct mst_error *error) {
    char folder[1000], name[MST_DIGEST_SIZE];
    struct mst_buf all = {0};
    enum mst_status status = cache_folder(make, folder, sizeof folder, error);
    if (status != MST_OK)
        return status;
    mst_buf_puts(&all, MUSTER_NATIVE_CC " " MUSTER_NATIVE_VERSION);
    for (int i = 0; i < FLAG_COUNT; i++)
        mst_buf_printf(&all, " %s", flags[i]);
    mst_buf_bytes(&all, mst_buf_text(key), key->length);
    if (all.failed || key->failed)
        status = mst_fail(error, MST_NO_MEMORY, folder, "out of memory");
    else
        mst_digest(mst_buf_text(&all), all.length, name);
    mst_buf_clear(&all);
    if (status == MST_OK && (size_t)snprintf(path, size, "%s/%.40s.so", folder, name) >= size)
        status = mst_fail(error, MST_BAD_FILE, folder, "the path is too long");
    return status;
}

/* ---- compiling --------------------------------------------------------------------------------
 */

struct job {
    pid_t child;
    char part[40];     /* -DNATIVE_PART=0 */
    char object[1300]; /* of the part */
};

/* Start the compiler on these arguments, up to a NULL. False if it cannot run. */
static bool build_start(pid_t *child, const char *const *rest) {
    const char *argv[FLAG_COUNT + NATIVE_MOST_PARTS + 8] = {MUSTER_NATIVE_CC};
    int count = 1;
    for (int i = 0; i < FLAG_COUNT; i++)
        argv[count++] = flags[i];
    while (*rest)
        argv[count++] = *rest++;
    return posix_spawnp(child, MUSTER_NATIVE_CC, NULL, NULL, (char *const *)(uintptr_t)argv,
                        environ) == 0;
}

/* Wait for a compiler. False if it failed. */
static bool build_finish(pid_t child) {
    int state = 0;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(state) && !WEXITSTATUS(state);
}

static bool build_run(const char *const *rest, bool *started) {
    pid_t child;
    *started = build_start(&child, rest);
    return *started && build_finish(child);
}

/* Compile all parts at once, and link them. */
static bool compile_parts(const char *source, int parts, const char *object, bool *started) {
    struct job jobs[NATIVE_MOST_PARTS];
    const char *link[NATIVE_MOST_PARTS + 4] = {"-shared", "-o", object};
    int running = 0;
    bool done = true;
    for (; running < parts && done; running += done) {
        struct job *job = &jobs[running];
        snprintf(job->part, sizeof job->part, "-DNATIVE_PART=%d", running);
        snprintf(job->object, sizeof job->object, "%s.%d.o", object, running);
        link[3 + running] = job->object;
        done = build_start(&job->child,
                           (const char *const[]){job->part, "-c", "-o", job->object, source, NULL});
    }
    *started = done;
    for (int i = 0; i < running; i++)
        done &= build_finish(jobs[i].child);
    done = done && build_run(link, started);
    for (int i = 0; i < running; i++)
        unlink(jobs[i].object);
    return done;
}

/* Write the object to its place, with the hash of its bytes behind them. */
static enum mst_status build_seal(const char *object, const char *path, struct mst_error *error) {
    struct mst_buf sealed = {0};
    char digest[MST_DIGEST_SIZE];
    size_t length;
    char *bytes = mst_read_file(object, NATIVE_MOST_NATIVE, &length, error);
    if (!bytes)
        return MST_BAD_FILE;
    mst_digest(bytes, length, digest);
    mst_buf_bytes(&sealed, bytes, length);
    mst_buf_puts(&sealed, digest);
    mst_free(bytes);
    enum mst_status status =
        sealed.failed ? mst_fail(error, MST_NO_MEMORY, path, "out of memory")
                      : mst_write_file(path, mst_buf_text(&sealed), sealed.length, true, error);
    mst_buf_clear(&sealed);
    return status;
}

enum mst_status native_sound(const char *path, struct mst_error *error) {
    char digest[MST_DIGEST_SIZE];
    size_t length, size = MST_DIGEST_SIZE - 1;
    char *bytes = mst_read_file(path, NATIVE_MOST_NATIVE, &length, error);
    if (!bytes)
        return MST_BAD_FILE;
    bool valid = length > size;
    if (valid)
        mst_digest(bytes, length - size, digest);
    valid = valid && !memcmp(bytes + length - size, digest, size);
    mst_free(bytes);
    return valid ? MST_OK
                 : mst_fail(error, MST_BAD_FILE, path,
                            "the native code is damaged; delete this file and compile it anew");
}

static enum mst_status build_compile(const char *source, int parts, const char *object,
                                     const char *path, struct mst_error *error) {
    bool started;
    const char *const whole[] = {"-DNATIVE_PART=0", "-shared", "-o", object, source, NULL};
    bool done =
        parts == 1 ? build_run(whole, &started) : compile_parts(source, parts, object, &started);
    if (!started)
        return mst_fail(error, MST_BAD_FILE, path, "cannot run the compiler '%s': %s",
                        MUSTER_NATIVE_CC, strerror(errno));
    if (!done)
        return mst_fail(error, MST_BAD_FILE, path, "the compiler '%s' failed", MUSTER_NATIVE_CC);
    return build_seal(object, path, error);
}

enum mst_status native_build(const struct mst_buf *text, int parts, const char *path,
                             struct mst_error *error) {
    char source[1200], object[1200];
    if (text->failed)
        return mst_fail(error, MST_NO_MEMORY, path, "out of memory");
    snprintf(source, sizeof source, "%s.%ld.c", path, (long)getpid());
    snprintf(object, sizeof object, "%s.%ld~", path, (long)getpid());
    enum mst_status status = mst_write_file(source, mst_buf_text(text), text->length, true, error);
    if (status == MST_OK)
        status = build_compile(source, parts, object, path, error);
    unlink(source);
    unlink(object);
    return status;
}
