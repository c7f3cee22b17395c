/* A library to preload into a server: while the file $DISK_FAILS exists, the disk fails as its
 * first word says, for regular files: "full" (no room), "half" (half of a write has room), "sync"
 * (what was written cannot be flushed). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Does the disk fail this way now? */
static int fails(int file, const char *way) {
    char word[8] = "";
    const char *path = getenv("DISK_FAILS");
    struct stat info;
    if (!path || fstat(file, &info) != 0 || !S_ISREG(info.st_mode))
        return 0;
    int asked = open(path, O_RDONLY | O_CLOEXEC);
    if (asked < 0)
        return 0;
    ssize_t length = read(asked, word, sizeof word - 1);
    close(asked);
    errno = !strcmp(way, "sync") ? EIO : ENOSPC;
    return length > 0 && !strncmp(word, way, strlen(way));
}

#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))

ssize_t write(int file, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) =
        REAL(ssize_t(*)(int, const void *, size_t), "write");
    if (fails(file, "full"))
        return -1;
    return real(file, bytes, count > 1 && fails(file, "half") ? count / 2 : count);
}

static ssize_t write_at(const char *name, int file, const void *bytes, size_t count, off_t at) {
    ssize_t (*real)(int, const void *, size_t, off_t) =
        REAL(ssize_t(*)(int, const void *, size_t, off_t), name);
    static int halved; /* what follows a half has no room */
    if (fails(file, "full") || (fails(file, "half") && (halved = !halved, !halved)))
        return -1;
    return real(file, bytes, count > 1 && fails(file, "half") ? count / 2 : count, at);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    return write_at("pwrite", file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    return write_at("pwrite64", file, bytes, count, at);
}

int fsync(int file) {
    return fails(file, "sync") ? -1 : REAL(int (*)(int), "fsync")(file);
}

int fdatasync(int file) {
    return fails(file, "sync") ? -1 : REAL(int (*)(int), "fdatasync")(file);
}
