/* The protocol operation `switch`: several matches of one ruleset in a session, each under a name,
 * so that a program which serves many need not replay one for each request.
 *
 * The current match is session->match; those of the other slots wait in them. When all slots are
 * taken, the match that was not used for longest gives way. */
#include <string.h>

#include "faces/protocol/parts.h"

enum { LONGEST_NAME = sizeof((struct mst_slot *)0)->name - 1 };

void mst_session_keep(struct mst_session *session, int matches) {
    struct mst_slot *slots = mst_calloc((size_t)matches, sizeof *slots);
    mst_session_drop(session);
    mst_free(session->slots);
    session->slots = slots;
    session->slot_count = slots ? matches : 0;
}

void mst_session_drop(struct mst_session *session) {
    mst_match_free(session->match);
    session->match = NULL;
    for (int i = 0; i < session->slot_count; i++)
        if (session->slots[i].name[0]) {
            mst_match_free(session->slots[i].match);
            session->slots[i] = (struct mst_slot){.name = ""};
        }
    session->current = NULL;
}

/* The slot of a name, or the one that gives way to it. */
static struct mst_slot *slot_for(struct mst_session *session, const char *name) {
    struct mst_slot *oldest = &session->slots[0];
    for (int i = 0; i < session->slot_count; i++) {
        struct mst_slot *slot = &session->slots[i];
        if (!strcmp(slot->name, name))
            return slot;
        if (slot->used < oldest->used)
            oldest = slot;
    }
    return oldest;
}

static void leave_current(struct mst_session *session) {
    if (session->current)
        session->current->match = session->match;
    else
        mst_match_free(session->match);
    session->match = NULL;
    session->current = NULL;
}

enum mst_status mst_op_switch(struct mst_session *session, const struct mst_request *request,
                              struct mst_buf *out, struct mst_error *error) {
    const char *name;
    bool fresh;
    enum mst_status status = mst_request_line(request, "match", true, &name, error);
    if (status == MST_OK)
        status = mst_request_flag(request, "fresh", &fresh, error);
    if (status != MST_OK)
        return status;
    if (!*name || strlen(name) > LONGEST_NAME)
        return mst_fail(error, MST_BAD_REQUEST, "", "'match' must be a name of 1 to %d bytes",
                        LONGEST_NAME);
    if (!session->slot_count)
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "this engine holds one match; `muster engine --matches N` holds more");
    leave_current(session);
    struct mst_slot *slot = slot_for(session, name);
    if (fresh || strcmp(slot->name, name) != 0) {
        mst_match_free(slot->match);
        slot->match = NULL;
        strcpy(slot->name, name);
    }
    slot->used = ++session->switches;
    session->current = slot;
    session->match = slot->match;
    slot->match = NULL;
    mst_write_bool(out, "known", session->match != NULL);
    if (session->match)
        mst_write_int(out, "ply", mst_match_state(session->match).ply);
    return MST_OK;
}
