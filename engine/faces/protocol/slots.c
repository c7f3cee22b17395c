/* The protocol operation `switch`: several matches of one ruleset in a session, each under a name,
 * so that a program which serves many need not replay one for each request.
 *
 * The current match is session->match; those of the other slots wait in them. When all slots are
 * taken, the match that was not used for longest gives way. */
#include <assert.h>
#include <string.h>

#include "faces/protocol/parts.h"

enum { LONGEST_NAME = sizeof((struct proto_slot *)0)->name - 1 };

void proto_session_keep(struct proto_session *session, int matches) {
    struct proto_slot *slots = mst_calloc((size_t)matches, sizeof *slots);

    /* The matches that the session has go even if the slots could not be allocated: then it holds
     * one match, as before any `keep`. */
    proto_session_drop(session);
    mst_free(session->slots);
    session->slots = slots;
    session->slot_count = slots ? matches : 0;
}

void proto_session_drop(struct proto_session *session) {
    mst_match_free(session->match);
    session->match = NULL;

    /* A free slot has no name, so no match waits in it. */
    for (int i = 0; i < session->slot_count; i++)
        if (session->slots[i].name[0]) {
            mst_match_free(session->slots[i].match);
            session->slots[i] = (struct proto_slot){.name = ""};
        }
    session->current = NULL;
}

/* The slot of a name, or the one that gives way to it. */
static struct proto_slot *slot_for(struct proto_session *session, const char *name) {
    /* Free slots were never used, so they are older than any that is taken. */
    struct proto_slot *oldest = &session->slots[0];
    assert(session->slot_count > 0 && !session->current); /* the current match was left before */
    for (int i = 0; i < session->slot_count; i++) {
        struct proto_slot *slot = &session->slots[i];
        if (!strcmp(slot->name, name))
            return slot;
        if (slot->used < oldest->used)
            oldest = slot;
    }
    return oldest;
}

static void leave_current(struct proto_session *session) {
    /* A match without a name, of `new` before any `switch`, has no slot to wait in. */
    assert(!session->current || !session->current->match); /* or that match would be lost */
    if (session->current)
        session->current->match = session->match;
    else
        mst_match_free(session->match);
    session->match = NULL;
    session->current = NULL;
}

enum mst_status proto_op_switch(struct proto_session *session, const struct proto_request *request,
                                struct mst_buf *out, struct mst_error *error) {
    const char *name;
    bool fresh;
    enum mst_status status = proto_request_line(request, "match", true, &name, error);
    if (status == MST_OK)
        status = proto_request_flag(request, "fresh", &fresh, error);
    if (status != MST_OK)
        return status;

    if (!*name || strlen(name) > LONGEST_NAME)
        return mst_fail(error, MST_BAD_REQUEST, "", "'match' must be a name of 1 to %d bytes",
                        LONGEST_NAME);
    if (!session->slot_count)
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "this engine holds one match; `muster engine --matches N` holds more");

    /* The current match goes to its slot first, so that all of them can be compared; nothing fails
     * from here on (P2). */
    leave_current(session);
    struct proto_slot *slot = slot_for(session, name);
    /* The slot is new to the name, or is to be emptied: the caller says that its match has changed
     * elsewhere. */
    if (fresh || strcmp(slot->name, name) != 0) {
        mst_match_free(slot->match);
        slot->match = NULL;
        strcpy(slot->name, name);
    }

    /* The count of switches serves as a clock: the least is the slot that was unused for
     * longest. */
    slot->used = ++session->switches;
    session->current = slot;
    session->match = slot->match;
    /* The current match is owned by the session alone, or it would be freed twice. */
    slot->match = NULL;
    proto_write_bool(out, "known", session->match != NULL);
    if (session->match)
        proto_write_int(out, "ply", mst_match_state(session->match).ply);
    return MST_OK;
}
