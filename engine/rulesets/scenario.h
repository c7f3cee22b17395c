/* Scenarios as rulesets: a Lua file outside of lua/ that says which ruleset it starts from, which
 * options it sets, and what it adds (docs/first-scenario.md). */
#ifndef MUSTER_RULESETS_SCENARIO_H
#define MUSTER_RULESETS_SCENARIO_H

#include "rulesets/ini.h"
#include "rulesets/ruleset.h"

/* Is it the file of a scenario, by its name? */
bool rules_scenario_is(const char *path);
/* Read the scenario at the ruleset's path into ruleset->scenario, and make the settings of its
 * ruleset. Their places are lines of the scenario. NULL with a fault in `diags`. */
struct rules_ini *rules_scenario_ini(struct mst_ruleset *ruleset, struct rules_diags *diags);
/* If a fault is nowhere, or at a line of the library that loads the scenario at `path`, let it be
 * at the line of the scenario with the text that its message quotes, or at its file. */
void rules_scenario_blame(struct mst_error *error, const char *path);

#endif
