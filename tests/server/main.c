/* Tests of `muster serve` from outside: muster-serve-test NAME [HOW MUCH]. MUSTER_BIN is the
 * program; MUSTER_BRIEF asks for less. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/site.h"

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "", *much = argc > 2 ? argv[2] : NULL;
    bool brief = getenv("MUSTER_BRIEF");
    any_seed(argc > 3 ? strtoull(argv[3], NULL, 10) : 7);
    if (!strcmp(name, "kill"))
        test_kill(much ? atoi(much) : brief ? 2 : 6);
    else if (!strcmp(name, "storage") && much)
        test_storage(much);
    else if (!strcmp(name, "engines"))
        test_engines();
    else if (!strcmp(name, "study"))
        test_study();
    else if (!strcmp(name, "leaks"))
        test_leaks(much ? atoi(much) : brief ? 3 : 20);
    else if (!strcmp(name, "attacks"))
        test_attacks(much ? atoi(much) : 200, much ? 10000 : brief ? 600 : 3000);
    else if (!strcmp(name, "upgrade"))
        test_upgrade();
    else if (!strcmp(name, "pages"))
        test_pages();
    else if (!strcmp(name, "uploads"))
        test_uploads();
    else if (!strcmp(name, "table"))
        test_table();
    else
        wrong(
            "usage: muster-serve-test kill|storage SHIM|engines|study|leaks|attacks|upgrade|pages|"
            "uploads|table [HOW MUCH]");
    return 0;
}
