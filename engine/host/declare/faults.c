/* The list of faults that loading finds, and their places. */
#include <stdio.h>
#include <string.h>

#include "host/internal.h"

void host_remark(struct host *host, enum mst_status status, const char *at, const char *format,
                 ...) {
    struct host_fault *fault =
        core_rules_grow(&host->faults, &host->fault_count, sizeof *host->faults);
    va_list args;
    host->short_of_memory |= !fault;
    if (!fault)
        return;

    struct mst_error *remark = &fault->error;
    remark->status = status;
    snprintf(remark->at, sizeof remark->at, "%s", at ? at : "");
    va_start(args, format);
    vsnprintf(remark->text, sizeof remark->text, format, args);
    va_end(args);
}

/* Record the source line of the node, without indentation; a long line is cut. */
void host_note_spot(const struct syn_tree *tree, const struct syn_node *n, struct host_spot *spot) {
    const char *start = tree->source, *from = start + n->from;
    int rest = (int)strcspn(from, "\n"), length = n->to - n->from;
    spot->line = 1;
    for (const char *at = start; at < from; at++)
        if (*at == '\n') {
            start = at + 1;
            spot->line++;
        }

    spot->from = (int)(from - start);
    spot->length = length < rest ? length : rest;
}
