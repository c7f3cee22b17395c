/* The lifetime of a tree: its arena, errors while parsing, and queries on the tree. */
#include "host/syntax/tree.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/syntax/reader.h"

/* ---- memory ---------------------------------------------------------------------------------- */

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    char data[];
};

enum { LEAST_BLOCK = 8192, MOST_BLOCK = 262144, ALIGN = 8 };

static struct arena_block *new_block(struct syn_reader *r, size_t size) {
    const struct arena_block *last = r->tree->arena;
    /* A source takes about four times its size. Blocks double, so that their number stays small
     * (T4). */
    size_t usual = last ? 2 * last->size : 4 * r->tree->size;
    usual = usual < LEAST_BLOCK ? LEAST_BLOCK : usual > MOST_BLOCK ? MOST_BLOCK : usual;
    size = size > usual ? size : usual;

    struct arena_block *block = mst_alloc(sizeof *block + size);
    if (!block) {
        mst_fail(r->error, MST_NO_MEMORY, r->tree->path, "out of memory while reading the file");
        longjmp(r->fault, 1);
    }

    /* T3: the tree owns the block before anything is put there, so an error frees it. */
    *block = (struct arena_block){.next = r->tree->arena, .size = size};
    r->tree->arena = block;
    return block;
}

void *syn_get(struct syn_reader *r, size_t size) {
    struct arena_block *block = r->tree->arena;
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);

    if (!block || size > block->size - block->used)
        block = new_block(r, size);

    /* Blocks begin aligned, as mst_alloc aligns and the header is a multiple of ALIGN. */
    assert(block->used + size <= block->size);
    void *place = block->data + block->used;
    block->used += size;
    return memset(place, 0, size);
}

struct syn_node *syn_node(struct syn_reader *r, enum syn_kind kind, const struct syn_token *at) {
    struct syn_node *node = syn_get(r, sizeof *node);
    node->kind = (uint8_t)kind;
    node->line = at->line;
    node->column = at->column;
    node->from = at->from;
    node->to = at->to;
    return node;
}

/* ---- faults ---------------------------------------------------------------------------------- */

void syn_fail(struct syn_reader *r, int line, int column, const char *format, ...) {
    char at[sizeof r->error->at], text[sizeof r->error->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);

    /* T1: with line and column. */
    snprintf(at, sizeof at, "%.180s:%d", r->tree->path, line);
    mst_fail(r->error, MST_BAD_FILE, at, "%s", text);
    if (r->column)
        *r->column = column;
    assert(line > 0);
    longjmp(r->fault, 1);
}

/* ---- life ------------------------------------------------------------------------------------ */

static struct syn_tree *new_tree(const char *path, const char *source, size_t size) {
    struct syn_tree *tree = mst_calloc(1, sizeof *tree);
    if (!tree)
        return NULL;
    tree->path = mst_strdup(path);
    tree->source = mst_alloc(size + 1);
    tree->size = size;

    /* T3: a copy, with a final 0 so that the tokenizer may look ahead without a check. */
    if (!tree->path || !tree->source) {
        syn_free(tree);
        return NULL;
    }
    memcpy(tree->source, source, size);
    tree->source[size] = 0;
    return tree;
}

static bool read_all(struct syn_reader *r) {
    /* Nothing here may own memory outside the tree: errors leave from anywhere by longjmp. */
    if (setjmp(r->fault))
        return false;
    syn_open_atoms(r);
    syn_main(r);
    return true;
}

struct syn_tree *syn_read(const char *path, const char *source, size_t size,
                          struct mst_error *error, int *column) {
    /* Byte ranges are 32-bit, and the arena starts with a multiple of the size. */
    if (size > INT32_MAX / 2) {
        mst_fail(error, MST_BAD_FILE, path, "a source file of %zu bytes is too large", size);
        return NULL;
    }

    struct syn_tree *tree = new_tree(path, source, size);
    if (!tree) {
        mst_fail(error, MST_NO_MEMORY, path, "out of memory while reading the file");
        return NULL;
    }

    struct syn_reader reader = {.tree = tree,
                                .at = tree->source,
                                .end = tree->source + size,
                                .line_start = tree->source,
                                .line = 1,
                                .error = error,
                                .column = column};

    if (read_all(&reader))
        return tree;
    syn_free(tree);
    return NULL;
}

void syn_free(struct syn_tree *tree) {
    if (!tree)
        return;
    for (struct arena_block *block = tree->arena, *next; block; block = next) {
        next = block->next;
        mst_free(block);
    }
    mst_free(tree->path);
    mst_free(tree->source);
    mst_free(tree);
}

/* ---- comments -------------------------------------------------------------------------------- */

/* The start of line `line`, counted from 1, or the end of the source if there are fewer lines. */
static const char *line_start(const struct syn_tree *tree, int line) {
    const char *at = tree->source, *end = at + tree->size;
    while (--line > 0 && at < end) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    return at;
}

/* The text after the dashes of the comment line at `at`, or NULL if this is not a comment line. */
static const char *comment_text(const char *at) {
    while (*at == ' ' || *at == '\t')
        at++;
    if (strncmp(at, "---", 3) != 0 || at[3] == '-')
        return NULL;
    return at[3] == ' ' ? at + 4 : at + 3;
}

/* The start of the line that ends just before `below`, or NULL if there is none. */
static const char *line_above(const struct syn_tree *tree, const char *below) {
    if (below == tree->source || below[-1] != '\n')
        return NULL;

    for (below--; below > tree->source && below[-1] != '\n';)
        below--;
    return below;
}

/* Is it `x.y.z`, of which only the last step is read at play? */
static bool is_chain(const struct syn_node *n) {
    return n->kind == SYN_INDEX && n->dotted && n->a->kind == SYN_INDEX && n->a->dotted;
}

int syn_size(const struct syn_node *list) {
    int size = 0;
    for (const struct syn_node *n = list; n; n = n->next) {
        /* How deep the tables of a module are nested must not change its code. */
        if (is_chain(n)) {
            size += syn_size(n->a);
            continue;
        }
        size += 1 + syn_size(n->a) + syn_size(n->b) + syn_size(n->c);
        /* The body of a function is not among the node's children. */
        if (n->kind == SYN_FUNCTION)
            size += syn_size(n->function->body);
    }
    return size;
}

const char *syn_last_name(const struct syn_node *n) {
    while (n && n->kind == SYN_PAREN)
        n = n->a;

    /* An index with a computed key has no name. */
    switch (n ? n->kind : SYN_NIL) {
    case SYN_LOCAL: return n->name->text;
    case SYN_GLOBAL: return n->s;
    case SYN_INDEX: return n->b->kind == SYN_STRING ? n->b->s : NULL;
    default: return NULL;
    }
}

bool syn_comment(const struct syn_tree *tree, int line, struct mst_buf *out) {
    const char *below = line_start(tree, line), *first = below, *above;
    while ((above = line_above(tree, first)) && comment_text(above))
        first = above;

    /* Upward to the first line of the comment, then downward to copy: `below` is where the
     * statement begins. */
    mst_buf_reset(out);
    for (const char *at = first; at < below;
         at = (const char *)memchr(at, '\n', (size_t)(below - at)) + 1) {
        const char *text = comment_text(at);
        if (at > first)
            mst_buf_char(out, '\n');
        mst_buf_bytes(out, text, strcspn(text, "\r\n"));
    }
    return first < below;
}
