/* Ruleset files: any text is read or refused, and every fault printed. */
#include "fuzz/fuzz.h"
#include "rulesets/options.h"
#include "muster/rulebook.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const choices[] = {"slow", "steady", NULL};
    static const struct mst_option options[] = {
        {"warline", "board", MST_OPTION_SIZE, "7x7", 3, 12, 0, NULL, "", "lua/x.lua:1", "x", 0},
        {"warline", "ma_table", MST_OPTION_INTS, "7,6,5,4,3,2", 1, 9, 6, NULL, "", "lua/x.lua:2",
         "x", 0},
        {"warline", "kingdom1", MST_OPTION_TEXT, "F", 0, 4, 0, NULL, "", "lua/x.lua:3", "x", 0},
        {"breakthrough", "size", MST_OPTION_INT, "8", 5, 26, 0, NULL, "", "lua/x.lua:4", "x", 0},
        {"breakthrough", "pace", MST_OPTION_CHOICE, "slow", 0, 0, 0, choices, "", "lua/x.lua:5",
         "x", 0},
        {"breakthrough", "mirror", MST_OPTION_BOOL, "on", 0, 0, 0, NULL, "", "lua/x.lua:6", "x", 0},
    };
    static const char *const modules[] = {"small.breakthrough", "warline.tactical"};
    enum { OPTIONS = sizeof options / sizeof *options };
    struct rules_option_value values[OPTIONS];
    struct rules_ini_module on[2];
    struct rules_diags diags = {0};
    struct mst_buf out = {0};
    struct rules_ini *ini = rules_ini_parse("fuzz.ini", (const char *)data, size, &diags);
    promise(ini || rules_diags_count(&diags), "what cannot be read has a fault");
    if (ini) {
        rules_ini_modules(ini, modules, 2, NULL, 0, &diags, on);
        enum mst_status status =
            rules_options_resolve(ini, options, OPTIONS, NULL, NULL, 0, &diags, values);
        promise((status == MST_OK) == !rules_diags_count(&diags), "faults and status agree");
        promise(values[3].number >= 5 && values[3].number <= 26, "an option keeps to its range");
    }
    rules_diags_print(&diags, &out);
    for (size_t i = 0; i < out.length; i++)
        promise(out.text[i] == '\n' || (unsigned char)out.text[i] >= ' ', "messages are harmless");
    mst_buf_clear(&out);
    rules_diags_clear(&diags);
    rules_ini_free(ini);
    return 0;
}
