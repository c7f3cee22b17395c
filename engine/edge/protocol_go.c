/* The protocol's operation `go`: the computer chooses a move, and does not play it. */
#include "edge/protocol_parts.h"

enum mst_status mst_op_go(struct mst_session *session, const struct mst_request *request,
                          struct mst_buf *out, struct mst_error *error) {
    (void)session, (void)request, (void)out;
    return mst_fail(error, MST_UNKNOWN_OP, "", "this build has no computer player");
}
