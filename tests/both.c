/* Random games with the rules side by side: as code, as Lua, and as native code if there is some.
 *
 *   muster-both [--plies N] [--first GAME] [--all] [--set section.key=value] RULESET|SCENARIO ...
 *
 * Plays games of each until so many plies (2000) were compared, and prints how many were. Status 1
 * if anything differs, or if fewer plies were compared. --all goes on with the next game after a
 * difference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/subject.h"
#include "rulesets/both.h"

enum {
    PLIES = 2000,
    MOST_PLIES = 400,  /* of a game */
    MOST_EMPTY = 1000, /* games in a row without a ply */
};

struct wanted {
    long plies;
    int first;
    bool all;
    struct mst_setting setting;
    size_t settings;
};

static void say_games(const char *path, const struct subject *s, int games, int differences) {
    struct rules_both_count count = rules_both_compared(s->ruleset->both);
    printf("%s: %d games, %ld plies and %ld answers compared, ", mst_home_relative(path), games,
           count.plies, count.answers);
    if (count.unanswered)
        printf("%ld not for lack of work, ", count.unanswered);
    if (differences)
        printf("%d differences\n", differences);
    else
        printf("no difference\n");
    fflush(stdout);
}

/* Play game number `game`. False if something differs, or fails. */
static bool play(struct subject *s, int game, long plies) {
    struct walk walk;
    if (walk_begin(s, game, &walk))
        for (int i = 0; i < MOST_PLIES && rules_both_compared(s->ruleset->both).plies < plies &&
                        walk_step(&walk);
             i++) {
        }
    walk_end(&walk);
    return !s->why.length;
}

static bool play_all(struct subject *s, const char *path, const struct wanted *wanted) {
    int games = 0, differences = 0, empty = 0;
    while (rules_both_compared(s->ruleset->both).plies < wanted->plies && empty < MOST_EMPTY &&
           (wanted->all || !differences)) {
        long before = rules_both_compared(s->ruleset->both).plies;
        if (!play(s, wanted->first + games++, wanted->plies)) {
            fprintf(stderr, "%s: %s\n", mst_home_relative(path), mst_buf_text(&s->why));
            mst_buf_reset(&s->why);
            differences++;
        }
        empty = rules_both_compared(s->ruleset->both).plies > before ? 0 : empty + 1;
    }
    say_games(path, s, games, differences);
    return !differences && rules_both_compared(s->ruleset->both).plies >= wanted->plies;
}

static bool try(const char *path, const struct wanted *wanted) {
    struct subject s = {0};
    struct mst_error error = {0};
    s.ruleset = mst_ruleset_load(path, &wanted->setting, wanted->settings, NULL, &error);
    if (!s.ruleset)
        fprintf(stderr, "%s: %s: %s\n", path, error.at, error.text);
    bool good = s.ruleset && play_all(&s, path, wanted);
    subject_close(&s);
    return good;
}

/* Read an option at *at, and go to the next word. False if it is none. */
static bool read_option(struct wanted *wanted, char **argv, int argc, int *at) {
    const char *option = argv[*at], *value = *at + 1 < argc ? argv[*at + 1] : "";
    char *equals = *at + 1 < argc ? strchr(argv[*at + 1], '=') : NULL;
    *at += strcmp(option, "--all") ? 2 : 1;
    if (!strcmp(option, "--all"))
        return wanted->all = true;
    if (!strcmp(option, "--plies"))
        return (wanted->plies = atol(value)) > 0;
    if (!strcmp(option, "--first"))
        return (wanted->first = atoi(value)) > 0;
    if (strcmp(option, "--set") != 0 || !equals)
        return false;
    *equals = 0;
    wanted->setting = (struct mst_setting){value, equals + 1};
    wanted->settings = 1;
    return true;
}

int main(int argc, char **argv) {
    struct wanted wanted = {.plies = PLIES, .first = 1};
    int at = 1, status = 0;
    while (at < argc && !strncmp(argv[at], "--", 2))
        if (!read_option(&wanted, argv, argc, &at))
            return 2;
    if (at >= argc || setenv("MUSTER_RULES", "both", 1))
        return 2;
    for (; at < argc; at++)
        if (!try(argv[at], &wanted))
            status = 1;
    return status;
}
