/* Ruleset files: INI text with inheritance, every value with the place it came from.
 *
 * The grammar, line by line (UTF-8, LF or CRLF, an optional byte order mark, at most 190 bytes a
 * line and 1 MB a file):
 *   - blank lines, and comments: a line that begins with ';' or '#', and from a ';' after a blank
 *     to the end of the line (quotes do not protect it; they have no meaning here);
 *   - inherits = FILE, once, before any section; FILE is relative to the folder of the file it
 *     stands in;
 *   - [section], each at most once a file;
 *   - key = value, each key at most once a section. A value may be empty and ends with its line.
 * Blanks before a line mean nothing: an indented line is read like any other and continues nothing.
 *
 * All else is a fault. After one the rest of the file is still read, so that one run shows them
 * all: keys below a header that cannot be read belong nowhere and are passed over. */
#ifndef MUSTER_MATCH_INI_H
#define MUSTER_MATCH_INI_H

#include "match/diag.h"

enum {
    MST_INI_LINE_MOST = 190,     /* bytes a line, without its end */
    MST_INI_SECTION_MOST = 48,   /* bytes in a section's name */
    MST_INI_FILE_MOST = 1 << 20, /* bytes a file */
    MST_INI_FILES = 8,           /* files in a chain of inheritance */
    MST_INI_VALUES_MOST = 2000,  /* a file */
    MST_INI_SECTIONS_MOST = 200, /* a file */
};

/* One `key = value`. All texts belong to the mst_ini. */
struct mst_ini_value {
    const char *section, *key, *value;    /* without blanks at the ends */
    struct mst_place key_at, value_at;    /* same file, line and source */
    const struct mst_ini_value *replaced; /* what a file nearer to the root said, or NULL */
};

struct mst_ini_section {
    const char *name;
    struct mst_place at;
};

/* One file of the chain, in the order of its lines. */
struct mst_ini_file {
    char *name; /* path, tidied of "." and ".." */
    char *text;
    struct mst_ini_section *sections;
    size_t section_count, section_capacity;
    struct mst_ini_value *values;
    size_t value_count, value_capacity;
    struct mst_ini_value inherits; /* key is NULL when the file inherits nothing */
};

/* files[0] is the file that was asked for, files[1] the one it inherits, and so on. To be read
 * only. */
struct mst_ini {
    struct mst_ini_file files[MST_INI_FILES];
    int file_count;
};

/* Read the file at `path` and what it inherits. Faults go to `diags`; after faults in the text the
 * result is still there, holding what could be read, so that its values can be checked as well:
 * whoever wants to play asks mst_diags_count first. NULL, with a fault added, when the file itself
 * cannot be read or when out of memory. Free with mst_ini_free. */
struct mst_ini *mst_ini_load(const char *path, struct mst_diags *diags);
/* The same for `length` bytes of text in memory, called `name`; what it inherits is read from
 * files. */
struct mst_ini *mst_ini_parse(const char *name, const char *text, size_t length,
                              struct mst_diags *diags);
/* NULL is allowed. */
void mst_ini_free(struct mst_ini *ini);

/* The value in force, or NULL. */
const struct mst_ini_value *mst_ini_find(const struct mst_ini *ini, const char *section,
                                         const char *key);
/* Its text, or `otherwise`. */
const char *mst_ini_text(const struct mst_ini *ini, const char *section, const char *key,
                         const char *otherwise);

#endif
