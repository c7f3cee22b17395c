/* The test of the comparison itself. */
#ifndef TESTS_PATHS_PLANTED_H
#define TESTS_PATHS_PLANTED_H

/* Find planted differences. The status of the program. */
int paths_self_test(void);

#endif
