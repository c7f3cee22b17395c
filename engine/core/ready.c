/* What is found once, when rules are complete, so that playing a move need not look it up: the
 * order in which a kind binds, and the slot of the seat to move. See rules.h. */
#include <assert.h>

#include "core/code.h"
#include "core/rules.h"

/* Link the bound clauses. Clauses choose the parameters in their order. */
static void link_clauses(struct core_kind *kind) {
    int chosen = 0, *link = &kind->first_bound; /* where the number of the next one goes */

    *link = -1;
    for (int i = 0; i < kind->clause_count; i++) {
        struct core_clause *clause = &kind->clauses[i];
        clause->chosen = chosen;
        clause->next_bound = -1;

        if (clause->bound) {
            *link = i;
            link = &clause->next_bound;
        }

        assert(clause->param < 0 || clause->param == chosen);
        if (clause->param >= 0)
            chosen += 1 + (clause->kind == CORE_CLAUSE_STEP); /* from and to */
    }
    assert(chosen <= kind->param_count || kind->asks);
}

/* Is the slot a field of the game that always names a seat, or none? */
static bool names_seat(const struct core_schema *schema, int slot) {
    for (int i = 0; i < schema->field_count; i++) {
        const struct core_field *field = &schema->fields[i];
        if (field->of == CORE_OF_GAME && field->first == slot)
            return field->min >= MST_NONE && field->max < schema->seats;
    }
    return false;
}

void core_rules_ready(struct core_rules *rules) {
    for (int i = 0; i < rules->kind_count; i++)
        link_clauses(&rules->kinds[i]);
    for (int i = 0; i < rules->decision_count; i++) {
        struct core_decision *decision = &rules->decisions[i];
        const struct core_code *seat = decision->plain ? &rules->code[decision->seat] : NULL;

        /* Where seats decide together, who is to move depends on what is sealed, too. Slot 0 is
         * CORE_SLOT_OVER, which is no field, so 0 can mean none. */
        decision->turn = seat && !rules->together && seat->op == CORE_CODE_RETURN_SLOT &&
                                 names_seat(rules->schema, seat->k)
                             ? seat->k
                             : 0;
    }
}
