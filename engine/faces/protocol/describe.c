/* The protocol operations `describe` and `rules`: what the loaded ruleset says of itself, for a
 * catalogue, and its rulebook. */
#include <inttypes.h>
#include <string.h>

#include "faces/protocol/parts.h"
#include "faces/scene/rulebook.h"
#include "muster/scenario.h"

static void write_scenario(struct mst_buf *out, const struct mst_ruleset *ruleset) {
    struct mst_briefing briefing = mst_ruleset_briefing(ruleset);
    int seat;
    int turns = mst_ruleset_puzzle(ruleset, &seat);

    /* Every scenario answers these fields; only a puzzle has a length and a solver. */
    proto_write_key(out, "scenario");
    mst_buf_puts(out, "{\"author\":");
    proto_write_string(out, briefing.author, strlen(briefing.author));
    proto_write_text(out, "story", briefing.story);
    proto_write_int(out, "difficulty", briefing.difficulty);
    if (turns) {
        proto_write_int(out, "puzzle", turns);
        proto_write_int(out, "solver", seat);
    }
    proto_write_text(out, "campaign", mst_ruleset_campaign(ruleset));
    proto_write_key(out, "levels");
    /* A level for each seat, as the campaign or the author suggests. */
    for (int i = 0; i < mst_ruleset_seats(ruleset); i++)
        mst_buf_printf(out, i ? ",%d" : "[%d", mst_ruleset_computer(ruleset, i));
    mst_buf_puts(out, "]}");
}

/* ---- the operation --------------------------------------------------------------------------- */

enum mst_status proto_op_describe(struct proto_session *session,
                                  const struct proto_request *request, struct mst_buf *out,
                                  struct mst_error *error) {
    const struct mst_ruleset *ruleset = session->ruleset;
    (void)request, (void)error;

    /* A summary or a story can be long: all of it is charged. */
    proto_answer_charge(session, out);
    proto_write_text(out, "title", mst_ruleset_title(ruleset));
    proto_write_text(out, "game", mst_ruleset_game(ruleset));
    proto_write_text(out, "summary", mst_ruleset_summary(ruleset));
    proto_write_int(out, "seats", mst_ruleset_seats(ruleset));
    proto_write_bool(out, "secrets", mst_ruleset_has_secrets(ruleset));
    proto_write_key(out, "rules");
    mst_buf_printf(out, "\"%016" PRIx64 "\"", mst_ruleset_fingerprint(ruleset));

    /* A ruleset that is no scenario has no such object. */
    if (mst_ruleset_is_scenario(ruleset))
        write_scenario(out, ruleset);
    return MST_OK;
}

enum mst_status proto_op_rules(struct proto_session *session, const struct proto_request *request,
                               struct mst_buf *out, struct mst_error *error) {
    struct mst_buf page = {0};
    (void)request, (void)error;

    /* The page is made before it is charged, as its size is known only then. */
    scene_rulebook_print(session->ruleset, true, false, &page);
    proto_write_text(out, "title", mst_ruleset_title(session->ruleset));
    proto_answer_charge(session, out);
    proto_write_key(out, "html");
    proto_write_string(out, mst_buf_text(&page), page.length);
    /* Half a page would look like a whole one. */
    out->failed = out->failed || page.failed;
    mst_buf_clear(&page);
    return MST_OK;
}
