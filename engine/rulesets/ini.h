/* Ruleset files: INI text with inheritance. Every value knows the place where it was set.
 *
 * The grammar, line by line (UTF-8, LF or CRLF, optional byte order mark, at most 190 bytes a line
 * and 1 MB a file):
 *   - a blank line or a comment. A comment is a line that begins with ';' or '#', or the rest of a
 *     line from a ';' after a blank. Quotes have no meaning, so they do not protect a ';'.
 *   - inherits = FILE, at most once, before the first section. FILE is relative to the folder of
 * the file that contains the line.
 *   - [section], each at most once in a file.
 *   - key = value, each key at most once in a section. A value may be empty; it ends with the line.
 * Leading blanks are ignored: an indented line does not continue the previous one.
 *
 * Anything else is a fault.
 *
 * I1 Reading continues after a fault, so that one run reports all of them. Keys below a faulty
 * header are ignored.
 * I2 A file of the chain inherits the next one; no name is in it twice.
 * I3 A key of a section occurs in a file once, so a nearer file replaces it as a whole.
 * I4 Places point into the text of their file, which lives as long as the rules_ini. */
#ifndef MUSTER_RULESETS_INI_H
#define MUSTER_RULESETS_INI_H

#include "rulesets/diag.h"

enum {
    RULES_INI_LINE_MOST = 190,     /* bytes of a line, without its end */
    RULES_INI_SECTION_MOST = 48,   /* bytes of a section name */
    RULES_INI_FILE_MOST = 1 << 20, /* bytes of a file */
    RULES_INI_FILES = 8,           /* files in an inheritance chain */
    RULES_INI_VALUES_MOST = 2000,  /* values in a file */
    RULES_INI_SECTIONS_MOST = 200, /* sections in a file */
};

/* A `key = value` line. All texts belong to the rules_ini. */
struct rules_ini_value {
    const char *section, *key, *value;      /* without leading and trailing blanks */
    struct rules_place key_at, value_at;    /* same file, line and source */
    const struct rules_ini_value *replaced; /* the value that this one overrides, from an inherited
                                             * file, or NULL */
};

struct rules_ini_section {
    const char *name;
    struct rules_place at;
};

/* A file of the chain, with its values in line order. */
struct rules_ini_file {
    char *name; /* path, without "." and ".." */
    char *text;
    struct rules_ini_section *sections;
    size_t section_count, section_capacity;
    struct rules_ini_value *values;
    size_t value_count, value_capacity;
    struct rules_ini_value inherits; /* key is NULL if the file inherits nothing */
};

/* files[0] is the requested file, files[1] the one it inherits, and so on. Read-only. */
struct rules_ini {
    struct rules_ini_file files[RULES_INI_FILES];
    int file_count;
};

/* Read the file at `path` and the files it inherits. Faults are added to `diags`. Even after faults
 * in the text the result contains all values that could be read, so that they can be checked too;
 * call rules_diags_count before using it. Returns NULL with a fault if the file itself cannot be
 * read, or when out of memory. Free with rules_ini_free. */
struct rules_ini *rules_ini_load(const char *path, struct rules_diags *diags);
/* The same for `length` bytes of text in memory, called `name`. Inherited files are read from
 * disk. */
struct rules_ini *rules_ini_parse(const char *name, const char *text, size_t length,
                                  struct rules_diags *diags);
/* NULL is allowed. */
void rules_ini_free(struct rules_ini *ini);

/* The effective value, or NULL. */
const struct rules_ini_value *rules_ini_find(const struct rules_ini *ini, const char *section,
                                             const char *key);
/* The text of the effective value, or `otherwise`. */
const char *rules_ini_text(const struct rules_ini *ini, const char *section, const char *key,
                           const char *otherwise);

#endif
