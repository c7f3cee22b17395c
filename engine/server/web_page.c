/* The files of the page: read once, at the start, and looked up by name from then on (W2). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/web_parts.h"

enum { FILES = 4096, TOTAL = 64 << 20, DEPTH = 8, PATH = 512 };

struct web_page {
    struct server_page_file *files; /* sorted by path */
    size_t count, capacity;
    size_t total; /* bytes */
};

static const struct {
    const char *ending, *type;
} TYPES[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".wav", "audio/wav"},
    {".txt", "text/plain; charset=utf-8"},
};

static const char *type_of(const char *path) {
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof TYPES / sizeof *TYPES; i++)
        if (!strcmp(ending, TYPES[i].ending))
            return TYPES[i].type;
    return "application/octet-stream";
}

/* Does a name hold a hash of the content, as in "/assets/app-3fA9xQ2b.js"? A word of eight small
 * letters is none. */
static bool is_hashed(const char *path) {
    if (strncmp(path, "/assets/", 8))
        return false;

    /* The hash is eight characters between a dash and the ending. */
    const char *ending = strchr(strrchr(path, '/'), '.');
    if (!ending || ending - path < 9 || ending[-9] != '-')
        return false;

    /* Only a word with a digit or a capital is taken for one: "-controls.js" is a name. */
    bool drawn = false;
    for (const char *c = ending - 8; c < ending; c++) {
        if ((*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z'))
            drawn = true;
        else if (!(*c >= 'a' && *c <= 'z') && *c != '_' && *c != '-')
            return false;
    }
    return drawn;
}

static enum mst_status too_much(const char *folder, struct mst_error *error) {
    return mst_fail(error, MST_BAD_FILE, folder,
                    "more than %d files, %d MiB or %d folders in each other; expected the built "
                    "page",
                    FILES, TOTAL >> 20, DEPTH);
}

/* Room for one more. */
static bool web_page_grow(struct web_page *page) {
    if (page->count < page->capacity)
        return true;
    size_t capacity = page->capacity ? page->capacity * 2 : 32;
    struct server_page_file *files = mst_realloc(page->files, capacity * sizeof *files);
    if (!files)
        return false;
    page->files = files;
    page->capacity = capacity;
    return true;
}

static char *read_all(int descriptor, size_t size) {
    char *text = mst_alloc(size + 1);
    size_t length = 0;
    while (text && length < size) {
        ssize_t got = read(descriptor, text + length, size - length);
        if (got < 0 && errno == EINTR)
            continue;

        /* A file that became shorter meanwhile is not the built one. */
        if (got <= 0) {
            mst_free(text);
            return NULL;
        }
        length += (size_t)got;
    }
    if (text)
        text[length] = 0;
    return text;
}

static enum mst_status web_page_add_file(struct web_page *page, int descriptor, size_t size,
                                         const char *path, struct mst_error *error) {
    if (size > TOTAL || page->total + size > TOTAL || page->count == FILES)
        return too_much(path, error);
    if (!web_page_grow(page))
        return mst_fail(error, MST_NO_MEMORY, path, "out of memory");

    /* Nothing is opened later: what is served is what was there at the start (W2). */
    struct server_page_file file = {.path = mst_strdup(path), .length = size};
    file.text = read_all(descriptor, size);
    if (!file.path || !file.text) {
        mst_free(file.path);
        mst_free(file.text);
        return mst_fail(error, MST_BAD_FILE, path, "cannot be read");
    }
    file.type = type_of(path);
    file.immutable = is_hashed(path);
    page->files[page->count++] = file;
    page->total += size;
    return MST_OK;
}

static enum mst_status add_folder(struct web_page *page, int descriptor, const char *path,
                                  int depth, struct mst_error *error);

static enum mst_status web_page_add_entry(struct web_page *page, int folder, const char *name,
                                          const char *path, int depth, struct mst_error *error) {
    int descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat about;
    if (descriptor < 0 || fstat(descriptor, &about)) { /* a link, or nothing for us */
        if (descriptor >= 0)
            close(descriptor);
        return MST_OK;
    }
    if (S_ISDIR(about.st_mode)) /* closes the descriptor */
        return add_folder(page, descriptor, path, depth + 1, error);

    /* A link is not followed: it could lead out of the folder (W2). */
    enum mst_status status = MST_OK;
    if (S_ISREG(about.st_mode))
        status = web_page_add_file(page, descriptor, (size_t)about.st_size, path, error);
    close(descriptor);
    return status;
}

static enum mst_status add_folder(struct web_page *page, int descriptor, const char *path,
                                  int depth, struct mst_error *error) {
    DIR *folder = depth <= DEPTH ? fdopendir(descriptor) : NULL;
    if (!folder) {
        close(descriptor);
        return too_much(path, error);
    }

    /* W2: nothing but what is listed here is ever served. closedir closes the descriptor as well.
     */
    enum mst_status status = MST_OK;
    struct dirent *entry;
    while (status == MST_OK && (entry = readdir(folder))) {
        char inner[PATH];
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) >= PATH)
            status = too_much(path, error);
        else
            status = web_page_add_entry(page, dirfd(folder), entry->d_name, inner, depth, error);
    }
    closedir(folder);
    return status;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const struct server_page_file *)a)->path,
                  ((const struct server_page_file *)b)->path);
}

static struct server_page_file *web_page_find(const struct web_page *page, const char *path) {
    struct server_page_file wanted = {.path = (char *)path};
    if (!page->count)
        return NULL;
    return bsearch(&wanted, page->files, page->count, sizeof *page->files, by_path);
}

/* Tie NAME.gz to NAME. It stays a file of its own, under its own name. */
static void pair_up(struct web_page *page) {
    for (size_t i = 0; i < page->count; i++) {
        struct server_page_file *zipped = &page->files[i], *file;
        char path[PATH];
        size_t length = strlen(zipped->path);
        if (length < 4 || length >= PATH || strcmp(zipped->path + length - 3, ".gz"))
            continue;

        /* The files are sorted by now, so that the search finds them. */
        memcpy(path, zipped->path, length - 3);
        path[length - 3] = 0;
        if ((file = web_page_find(page, path))) {
            file->zipped = zipped->text;
            file->zipped_length = zipped->length;
        }
    }
}

struct web_page *server_page_new(const char *folder, struct mst_error *error) {
    struct web_page *page = mst_calloc(1, sizeof *page);
    if (!page) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0 && add_folder(page, descriptor, "", 1, error) != MST_OK) {
        server_page_free(page);
        return NULL;
    }

    /* A folder that is missing counts as empty: the page is not built yet. */
    if (page->count) {
        qsort(page->files, page->count, sizeof *page->files, by_path);
        pair_up(page);
    }
    return page;
}

void server_page_free(struct web_page *page) {
    if (!page)
        return;
    for (size_t i = 0; i < page->count; i++) {
        mst_free(page->files[i].path);
        mst_free(page->files[i].text);
    }
    mst_free(page->files);
    mst_free(page);
}

const struct server_page_file *server_page_find(const struct web_page *page, const char *path) {
    return web_page_find(page, strcmp(path, "/") ? path : "/index.html");
}
