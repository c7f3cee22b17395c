/* Files: reading them whole, and writing them so that a crash leaves the old one or the new one.
 * See muster/util.h. No other file of the engine writes files. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base.h"

/* ---- files ----------------------------------------------------------------------------------- */

static char *read_bytes(int file, const char *path, size_t size, size_t *length,
                        struct mst_error *error) {
    char *text = mst_alloc(size + 1);
    ssize_t got = 0;
    *length = 0;
    if (!text) {
        mst_fail(error, MST_NO_MEMORY, path, "out of memory while reading");
        if (!error)
            core_cut_note(); /* a caller without an error would show less than there is */
        return NULL;
    }

    /* The file may have become shorter since its size was read. */
    while (*length < size && (got = read(file, text + *length, size - *length)) > 0)
        *length += (size_t)got;
    text[*length] = 0;

    if (got >= 0)
        return text;
    mst_fail(error, MST_BAD_FILE, path, "cannot read '%s': %s", path, strerror(errno));
    mst_free(text);
    return NULL;
}

char *mst_read_file(const char *path, size_t limit, size_t *length, struct mst_error *error) {
    struct stat info;
    char *text = NULL;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe must not block */
    if (file < 0 || fstat(file, &info) != 0)
        mst_fail(error, MST_BAD_FILE, path, "cannot read '%s': %s", path, strerror(errno));
    else if (!S_ISREG(info.st_mode))
        mst_fail(error, MST_BAD_FILE, path, "cannot read '%s': it is not a regular file", path);
    else if ((uint64_t)info.st_size > limit)
        mst_fail(error, MST_BAD_FILE, path, "the file has %lld bytes; the limit is %zu",
                 (long long)info.st_size, limit);
    else
        text = read_bytes(file, path, (size_t)info.st_size, length, error);
    if (file >= 0)
        close(file);
    return text;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* How the name of a temporary file begins; the number of its process and ~ follow. */
#define TEMPORARY ".%.200s."

bool mst_write_all(int file, const char *bytes, size_t count) {
    while (count) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) { /* 0 would repeat for ever, and has no errno */
            errno = written ? errno : EIO;
            return false;
        }
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

int mst_open_folder(const char *path) {
    struct mst_buf folder = {0};
    const char *slash = strrchr(path, '/');
    mst_buf_bytes(&folder, slash ? path : ".",
                  !slash         ? 1
                  : slash > path ? (size_t)(slash - path)
                                 : 1);
    int opened = folder.failed ? -1 : open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    mst_buf_clear(&folder);
    return opened;
}

bool mst_sync_folder(int folder) {
    return fsync(folder) == 0 || errno == EINVAL; /* a file system that cannot */
}

void mst_make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700); /* if it fails, writing into it will say why */
        *slash = '/';
    }
}

static const char EXISTS[] = "it exists already";

/* The reason why nothing can be written to `name` in the folder, or NULL. `mode` becomes that of
 * the old file. */
static const char *obstacle(int folder, const char *name, bool replace, mode_t *mode) {
    struct stat info;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    *mode = info.st_mode & 0777;
    return S_ISLNK(info.st_mode)    ? "it is a link; name the file itself"
           : !S_ISREG(info.st_mode) ? "it is not a regular file"
           : !replace               ? EXISTS
                                    : NULL;
}

/* Write, flush to the disk and close a new file. */
static bool write_new(int folder, const char *name, const char *text, size_t length, mode_t mode) {
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0)
        return false;

    bool written = (mode == (mode_t)-1 || fchmod(file, mode) == 0) &&
                   mst_write_all(file, text, length) && fsync(file) == 0;
    int reason = errno;

    /* Some file systems report a failed write only here. */
    if (close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (!written)
        unlinkat(folder, name, 0);
    errno = reason;
    return written;
}

/* Remove the temporary files for `name` whose processes were killed, and one of this process. */
static void remove_stale(int folder, const char *name) {
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again < 0 ? NULL : fdopendir(again);
    char prefix[NAME_MAX + 1], *end;
    size_t length = (size_t)snprintf(prefix, sizeof prefix, TEMPORARY, name);

    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        const char *digits = entry->d_name + length;
        if (strncmp(entry->d_name, prefix, length) != 0 || *digits < '1' || *digits > '9')
            continue;

        /* Another process that still runs may be writing its own. */
        long process = strtol(digits, &end, 10);
        if (!strcmp(end, "~") && process <= INT_MAX &&
            (process == getpid() || (kill((pid_t)process, 0) != 0 && errno == ESRCH)))
            unlinkat(folder, entry->d_name, 0);
    }

    if (entries)
        closedir(entries);
    else if (again >= 0)
        close(again);
}

/* Write a file of another name in the folder, then rename it, or link a new one: a link replaces
 * nothing. NULL, or what went wrong. */
static const char *put_file(int folder, const char *name, const char *text, size_t length,
                            bool replace) {
    char other[NAME_MAX + 1];
    mode_t mode = (mode_t)-1;
    const char *wrong = obstacle(folder, name, replace, &mode);
    if (wrong)
        return wrong;

    remove_stale(folder, name);
    snprintf(other, sizeof other, TEMPORARY "%ld~", name, (long)getpid());
    if (!write_new(folder, other, text, length, mode))
        return strerror(errno);

    int failed =
        replace ? renameat(folder, other, folder, name) : linkat(folder, other, folder, name, 0);
    int reason = errno;
    if (failed || !replace)
        unlinkat(folder, other, 0); /* after a link, the file has its own name, too */
    if (failed)
        return reason == EEXIST ? EXISTS : strerror(reason);

    /* A new file is taken back; an old one is already replaced. */
    if (mst_sync_folder(folder))
        return NULL;
    reason = errno;
    if (mode != (mode_t)-1)
        return "it is written, but its folder cannot be flushed to the disk";
    unlinkat(folder, name, 0);
    return strerror(reason);
}

enum mst_status mst_write_file(const char *path, const char *text, size_t length, bool replace,
                               struct mst_error *error) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int folder = mst_open_folder(path);
    const char *wrong = folder < 0 ? strerror(errno)
                        : !*name   ? "it is a folder"
                                   : put_file(folder, name, text, length, replace);
    enum mst_status status =
        wrong ? mst_fail(error, MST_BAD_FILE, "", "cannot write '%s': %s", path, wrong) : MST_OK;
    if (folder >= 0)
        close(folder);
    return status;
}

/* ---- paths ----------------------------------------------------------------------------------- */

bool mst_path_expand(const char *path, char *out, size_t size) {
    const char *home = *path == '~' && (!path[1] || path[1] == '/') ? getenv("HOME") : NULL;
    int length = snprintf(out, size, "%s%s", home ? home : "", path + (home != NULL));
    return length >= 0 && (size_t)length < size;
}

bool mst_path_within(const char *path, const char *folder) {
    char *real = realpath(path, NULL), *above = realpath(folder, NULL); /* without links and .. */
    size_t length = above ? strlen(above) : 0;
    bool within = real && above && !strncmp(real, above, length) &&
                  (real[length] == '/' || (length && above[length - 1] == '/'));
    free(real);
    free(above);
    return within;
}
