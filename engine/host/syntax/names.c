/* Names, scopes, upvalues, gotos and labels.
 *
 * Each spelling is an atom, which points to the local and the label that it currently denotes.
 * Opening and closing blocks maintains these pointers, so a name is resolved without a search. */
#include <assert.h>
#include <string.h>

#include "host/syntax/reader.h"

/* ---- atoms ----------------------------------------------------------------------------------- */

static uint32_t names_hash_of(const char *text, size_t length) {
    uint32_t hash = (uint32_t)length;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x01000193u;
    return hash ^ hash >> 15;
}

static void grow_atoms(struct syn_reader *r) {
    uint32_t size = (r->atom_mask + 1) * 2;
    assert((size & (size - 1)) == 0); /* the mask needs a power of two */
    struct syn_atom **atoms = syn_get(r, size * sizeof *atoms);
    /* The old table stays in the arena; doubling keeps that waste below the size of the last one
     * (T4). */
    for (uint32_t i = 0; i <= r->atom_mask; i++)
        for (struct syn_atom *atom = r->atoms[i], *next; atom; atom = next) {
            next = atom->next;
            atom->next = atoms[atom->hash & (size - 1)];
            atoms[atom->hash & (size - 1)] = atom;
        }

    r->atoms = atoms;
    r->atom_mask = size - 1;
}

static struct syn_atom *new_atom(struct syn_reader *r, const char *text, size_t length,
                                 uint32_t hash) {
    if (r->atom_count++ > r->atom_mask)
        grow_atoms(r);

    struct syn_atom *atom = syn_get(r, sizeof *atom + length + 1);
    memcpy(atom->text, text, length);
    atom->length = length;
    atom->hash = hash;
    atom->kind = T_NAME;
    atom->next = r->atoms[hash & r->atom_mask];
    r->atoms[hash & r->atom_mask] = atom;
    return atom;
}

struct syn_atom *syn_atom(struct syn_reader *r, const char *text, size_t length) {
    uint32_t hash = names_hash_of(text, length);
    struct syn_atom *atom = r->atoms[hash & r->atom_mask];
    while (atom &&
           (atom->hash != hash || atom->length != length || memcmp(atom->text, text, length) != 0))
        atom = atom->next;
    return atom ? atom : new_atom(r, text, length, hash);
}

void syn_open_atoms(struct syn_reader *r) {
    static const char *const words[] = {"and",   "break", "do",    "else",     "elseif", "end",
                                        "false", "for",   "if",    "function", "goto",   "in",
                                        "local", "nil",   "not",   "or",       "repeat", "return",
                                        "then",  "true",  "until", "while"};
    static const int kinds[] = {T_AND,   T_BREAK, T_DO,    T_ELSE,     T_ELSEIF, T_END,
                                T_FALSE, T_FOR,   T_IF,    T_FUNCTION, T_GOTO,   T_IN,
                                T_LOCAL, T_NIL,   T_NOT,   T_OR,       T_REPEAT, T_RETURN,
                                T_THEN,  T_TRUE,  T_UNTIL, T_WHILE};

    /* The keywords are atoms from the start, so that one look-up tells a name from a keyword. */
    r->atom_mask = 127;
    r->atoms = syn_get(r, (r->atom_mask + 1) * sizeof *r->atoms);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        syn_atom(r, words[i], strlen(words[i]))->kind = kinds[i];
    r->environment = syn_atom(r, "_ENV", 4);
}

/* ---- scopes ---------------------------------------------------------------------------------- */

void syn_open_scope(struct syn_reader *r, struct syn_scope *scope, struct syn_function *function) {
    scope->function = function;
    scope->outer = r->scope;
    scope->block = NULL;
    scope->locals = NULL;
    scope->jumps = NULL;
    scope->waiting = scope->local_count = scope->loops = 0;

    scope->environment = !r->scope; /* every file has _ENV, used or not */
    function->up_count = 0;
    /* T2: _ENV is upvalue 0 of the main chunk. */
    if (!r->scope)
        scope->ups[function->up_count++] = NULL;

    r->scope = scope;
}

static void keep_ups(struct syn_reader *r) {
    /* The scope is on the stack of the parser, and its list has room for the most; keep what is
     * used. */
    struct syn_function *f = r->scope->function;
    size_t size = (size_t)f->up_count * sizeof *f->ups;
    f->ups = syn_get(r, size);
    memcpy(f->ups, r->scope->ups, size);
}

void syn_close_scope(struct syn_reader *r) {
    /* The list has the latest goto first; the message is about the first that has no label. */
    const struct syn_jump *lost = NULL;
    for (const struct syn_jump *jump = r->scope->jumps; jump && r->scope->waiting;
         jump = jump->below)
        if (!jump->resolved)
            lost = jump; /* ends as the first of them */
    if (lost)
        syn_fail(r, lost->line, lost->column, "no visible label '%.60s' for this goto",
                 lost->atom->text);

    assert(!r->scope->waiting); /* T1: each goto has its label */
    keep_ups(r);
    r->scope = r->scope->outer;
}

void syn_open_block(struct syn_reader *r, struct syn_block *block) {
    *block = (struct syn_block){
        .outer = r->scope->block, .locals = r->scope->locals, .from = r->now.from};
    r->scope->block = block;
}

void syn_close_block(struct syn_reader *r) {
    struct syn_scope *scope = r->scope;
    const struct syn_block *block = scope->block;

    /* In the reverse order of their declarations, so that each name ends with the local it had
     * outside. */
    for (; scope->locals != block->locals; scope->locals = scope->locals->below) {
        scope->locals->atom->binding = scope->locals->shadowed;
        assert(scope->local_count > 0);
        scope->local_count--;
    }

    /* T1: a label is visible in its block only. Its gotos were resolved there. */
    for (const struct syn_label *label = block->labels; label; label = label->below)
        label->atom->label = label->outer;
    scope->block = block->outer;
}

/* ---- locals ---------------------------------------------------------------------------------- */

void syn_reserve(struct syn_reader *r, int count) {
    r->scope->local_count += count;
    if (r->scope->local_count > SYN_LOCALS)
        syn_fail(r, r->now.line, r->now.column,
                 "a function has at most %d locals in scope; those of a 'for' count three or four "
                 "more",
                 SYN_LOCALS);
}

struct syn_binding *syn_declare(struct syn_reader *r, struct syn_atom *atom,
                                const struct syn_token *at) {
    struct syn_binding *binding = syn_get(r, sizeof *binding);
    struct syn_name *name = &binding->name;
    syn_reserve(r, 1);

    binding->atom = atom;
    name->text = atom->text;
    name->owner = r->scope->function;
    /* Inside a loop a local may have a fresh instance each time round. */
    name->depth = r->scope->loops;

    if (at) {
        name->at = syn_node(r, SYN_LOCAL, at);
        name->at->name = name;
    }
    return binding;
}

void syn_see(struct syn_reader *r, struct syn_binding *binding) {
    assert(binding->atom->binding != binding); /* seen once */
    binding->shadowed = binding->atom->binding;
    binding->atom->binding = binding;
    binding->below = r->scope->locals;
    binding->since = r->now.from;
    r->scope->locals = binding;
}

static void add_upvalue(struct syn_reader *r, struct syn_scope *scope, struct syn_name *name) {
    if (scope->function->up_count == SYN_UPVALUES)
        syn_fail(r, r->now.line, r->now.column, "a function captures at most %d names",
                 SYN_UPVALUES);

    scope->ups[scope->function->up_count++] = name;
}

static bool has_upvalue(const struct syn_scope *scope, const struct syn_name *name) {
    for (int i = 0; i < scope->function->up_count; i++)
        if (scope->ups[i] == name)
            return true;
    return false;
}

/* Make the local an upvalue of the current function and of all functions around it, up to its
 * owner. */
static void capture(struct syn_reader *r, struct syn_binding *binding) {
    struct syn_name *name = &binding->name;
    struct syn_scope *scope = r->scope;
    /* Most names are used several times in one function: the search is done once (T4). */
    if (binding->captured == scope->function)
        return;

    /* T2: luac adds upvalues from the inside out, as each function first uses the name. */
    for (; scope->function != name->owner && !has_upvalue(scope, name); scope = scope->outer)
        add_upvalue(r, scope, name);
    binding->captured = r->scope->function;
}

static void capture_environment(struct syn_reader *r) {
    /* The main chunk has it, so the search ends there. */
    for (struct syn_scope *scope = r->scope; !scope->environment; scope = scope->outer) {
        add_upvalue(r, scope, NULL);
        scope->environment = true;
    }
}

static struct syn_node *local(struct syn_reader *r, struct syn_binding *binding,
                              const struct syn_token *at) {
    struct syn_node *node = syn_node(r, SYN_LOCAL, at);
    node->name = &binding->name;
    /* A name whose value is a constant is no upvalue (T2). */
    if (binding->name.owner != r->scope->function && !binding->name.value)
        capture(r, binding);
    return node;
}

struct syn_node *syn_resolve(struct syn_reader *r, const struct syn_token *at) {
    struct syn_atom *atom = at->atom;
    /* Innermost first: syn_see put it in front of those that it shadows. */
    if (atom->binding)
        return local(r, atom->binding, at);

    struct syn_binding *environment = r->environment->binding;
    struct syn_node *node = syn_node(r, environment ? SYN_STRING : SYN_GLOBAL, at);
    node->s = atom->text;
    node->length = atom->length;

    if (!environment) {
        capture_environment(r);
        return node;
    }

    /* As luac does it, a global `x` under a local _ENV is _ENV.x. */
    struct syn_node *index = syn_node(r, SYN_INDEX, at);
    index->a = local(r, environment, at);
    index->b = node;
    index->dotted = true;
    index->height = 1;
    return index;
}

void syn_assign(struct syn_reader *r, struct syn_node *target) {
    if (target->kind != SYN_LOCAL)
        return;
    struct syn_name *name = target->name;
    /* T1: luac rejects it, too. */
    if (name->constant || name->closed)
        syn_fail(r, target->line, target->column,
                 "'%.60s' is <%s>, declared at line %d: it cannot be assigned to", name->text,
                 name->closed ? "close" : "const", name->at->line);

    name->assigned = target;
    name->assignments++;
    name->assigned_inside |= name->owner != r->scope->function;
}

/* ---- labels ---------------------------------------------------------------------------------- */

/* The first local declared after byte `from`, in the list up to `last`. */
static const struct syn_binding *first_since(const struct syn_binding *last, int32_t from) {
    const struct syn_binding *first = NULL;
    /* The list has the latest first. */
    for (; last && last->since > from; last = last->below)
        first = last;
    return first;
}

/* Resolve the gotos of this block that wait for the label. */
static void resolve_jumps(struct syn_reader *r, struct syn_atom *atom,
                          const struct syn_binding *seen) {
    /* Gotos of blocks that ended before this one began are further back, and stay. */
    for (; atom->jumps && atom->jumps->from >= r->scope->block->from;
         atom->jumps = atom->jumps->next) {
        struct syn_jump *jump = atom->jumps;
        const struct syn_binding *into = first_since(seen, jump->from);
        /* T1: a goto cannot skip the declaration of a local that is visible at the label. */
        if (into)
            syn_fail(r, jump->line, jump->column,
                     "this goto jumps into the scope of the local '%.60s' at line %d",
                     into->name.text, into->name.at->line);

        assert(r->scope->waiting > 0);
        jump->resolved = true;
        r->scope->waiting--;
    }
}

void syn_label(struct syn_reader *r, const struct syn_token *at, bool last) {
    struct syn_atom *atom = at->atom;
    struct syn_block *block = r->scope->block;
    if (atom->label && atom->label->function == r->scope->function)
        syn_fail(r, at->line, at->column, "the label '%.60s' is already defined at line %d",
                 atom->text, atom->label->line);

    struct syn_label *label = syn_get(r, sizeof *label);
    *label = (struct syn_label){.atom = atom,
                                .outer = atom->label,
                                .below = block->labels,
                                .function = r->scope->function,
                                .line = at->line};

    /* At the end of a block, its locals count as ended: a goto may skip them to get there. */
    atom->label = block->labels = label;
    resolve_jumps(r, atom, last ? block->locals : r->scope->locals);
}

void syn_jump(struct syn_reader *r, const struct syn_token *at) {
    struct syn_atom *atom = at->atom;
    if (atom->label && atom->label->function == r->scope->function)
        return; /* backward, to a visible label */

    /* Forward: it waits for a label of a block that is still open, until the function ends. */
    struct syn_jump *jump = syn_get(r, sizeof *jump);
    *jump = (struct syn_jump){.next = atom->jumps,
                              .below = r->scope->jumps,
                              .atom = atom,
                              .from = at->from,
                              .line = at->line,
                              .column = at->column};
    atom->jumps = r->scope->jumps = jump;
    r->scope->waiting++;
}
