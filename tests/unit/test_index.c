/* The index of what is in memory: several of one name, and taking out in any order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "server/index.h"

static struct mst_index names;

static int count(const char *name) {
    int found = 0;
    for (struct mst_entry *e = mst_index_find(&names, name); e; e = mst_index_next(e)) {
        assert_string_equal(e->name, name);
        assert_ptr_equal(e->owner, e);
        found++;
    }
    return found;
}

static void entries_are_found_by_their_names(void **state) {
    (void)state;
    enum { MANY = 3 * MST_BUCKETS }; /* so that buckets are shared */
    static struct mst_entry entries[MANY];
    static char texts[MANY][16];
    for (int i = 0; i < MANY; i++) { /* each name twice, but for the last */
        snprintf(texts[i], sizeof texts[i], "n%d", i / 2);
        mst_index_add(&names, &entries[i], texts[i], &entries[i]);
    }
    for (int i = 0; i < MANY; i += 2)
        assert_int_equal(count(texts[i]), 2);
    assert_int_equal(count("none"), 0);
    for (int i = 0; i < MANY; i += 4) /* of every other name the first, of all those one is left */
        mst_index_remove(&entries[i]);
    for (int i = 0; i < MANY; i += 2)
        assert_int_equal(count(texts[i]), i % 4 ? 2 : 1);
    for (int i = MANY; i-- > 0;) {
        mst_index_remove(&entries[i]);
        mst_index_remove(&entries[i]); /* it is in none */
    }
    for (int i = 0; i < MST_BUCKETS; i++)
        assert_null(names.buckets[i]);
}

static void no_name_is_no_entry(void **state) {
    (void)state;
    struct mst_entry entry = {0};
    mst_index_add(&names, &entry, "", &entry);
    assert_null(mst_index_find(&names, ""));
    mst_index_remove(&entry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_found_by_their_names),
        cmocka_unit_test(no_name_is_no_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
