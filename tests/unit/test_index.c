/* The index of what is in memory: several of one name, and taking out in any order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "server/index.h"

static struct server_index names;

static int count(const char *name) {
    int found = 0;
    for (struct server_entry *e = server_index_find(&names, name); e; e = server_index_next(e)) {
        assert_string_equal(e->name, name);
        assert_ptr_equal(e->owner, e);
        found++;
    }
    return found;
}

static void entries_are_found_by_their_names(void **state) {
    (void)state;
    enum { MANY = 3 * SERVER_BUCKETS }; /* so that buckets are shared */
    static struct server_entry entries[MANY];
    static char texts[MANY][16];
    for (int i = 0; i < MANY; i++) { /* each name twice, but for the last */
        snprintf(texts[i], sizeof texts[i], "n%d", i / 2);
        server_index_add(&names, &entries[i], texts[i], &entries[i]);
    }
    for (int i = 0; i < MANY; i += 2)
        assert_int_equal(count(texts[i]), 2);
    assert_int_equal(count("none"), 0);
    for (int i = 0; i < MANY; i += 4) /* of every other name the first, of all those one is left */
        server_index_remove(&entries[i]);
    for (int i = 0; i < MANY; i += 2)
        assert_int_equal(count(texts[i]), i % 4 ? 2 : 1);
    for (int i = MANY; i-- > 0;) {
        server_index_remove(&entries[i]);
        server_index_remove(&entries[i]); /* it is in none */
    }
    for (int i = 0; i < SERVER_BUCKETS; i++)
        assert_null(names.buckets[i]);
}

static void no_name_is_no_entry(void **state) {
    (void)state;
    struct server_entry entry = {0};
    server_index_add(&names, &entry, "", &entry);
    assert_null(server_index_find(&names, ""));
    server_index_remove(&entry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_found_by_their_names),
        cmocka_unit_test(no_name_is_no_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
