/* Requirements on every ruleset. A check returns true, or false with the blame in the subject. */
#ifndef TESTS_CONTRACT_CHECKS_H
#define TESTS_CONTRACT_CHECKS_H

#include "lib/subject.h"

struct check {
    const char *name; /* short, for the corpus of planted faults */
    const char *sentence;
    bool (*run)(struct subject *s);
};

extern const struct check checks[]; /* ended by a NULL name */

/* The same asked of the position at which a game stands, which stays as it is. */
bool look_sound(struct walk *walk);
bool look_round_trip(struct walk *walk);
bool look_at(struct walk *walk); /* scenes and worths */
bool look_listed(struct walk *walk);

/* checks_play.c */
bool check_begins(struct subject *s);
bool check_sound(struct subject *s);
bool check_round_trip(struct subject *s);
bool check_undo(struct subject *s);
bool check_clone(struct subject *s);
bool check_seed(struct subject *s);
bool check_ends(struct subject *s);
bool check_together(struct subject *s);
bool check_stateless(struct subject *s);
bool check_looking(struct subject *s);
bool check_replay(struct subject *s);
/* checks_moves.c */
bool check_listed(struct subject *s);
bool check_unlisted(struct subject *s);
bool check_refusals(struct subject *s);
/* checks_secret.c */
bool check_no_leak(struct subject *s);
bool check_same_told(struct subject *s);
bool check_same_chosen(struct subject *s);
/* checks_both.c */
bool check_both(struct subject *s);
/* checks_memory.c */
bool check_memory_load(struct subject *s);
bool check_memory_match(struct subject *s);

#endif
