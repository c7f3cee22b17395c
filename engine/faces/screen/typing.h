/* The input line of the screen: its text, the cursor in it, and the lines typed before. */
#ifndef MUSTER_FACES_SCREEN_TYPING_H
#define MUSTER_FACES_SCREEN_TYPING_H

#include "muster/util.h"

enum { SCREEN_TYPING_SIZE = 512, SCREEN_TYPING_KEPT = 50 };

struct screen_typing {
    char text[SCREEN_TYPING_SIZE]; /* UTF-8 */
    int length, cursor;            /* in bytes */
    char kept[SCREEN_TYPING_KEPT][SCREEN_TYPING_SIZE];
    int kept_count, shown; /* the kept line that is shown; kept_count: none */
};

/* Insert a character (UTF-8, no control) at the cursor, if there is room. */
void screen_typing_insert(struct screen_typing *typing, const char *character);
void screen_typing_set(struct screen_typing *typing, const char *text);
/* Delete the character before the cursor, or the one at it. */
void screen_typing_rub(struct screen_typing *typing);
void screen_typing_delete(struct screen_typing *typing);
/* Move the cursor by one character to the left (-1) or right, or to an end of the line. */
void screen_typing_move(struct screen_typing *typing, int by);
void screen_typing_end(struct screen_typing *typing, bool at_start);
/* Show the line typed before the one shown (-1), or after it. */
void screen_typing_recall(struct screen_typing *typing, int by);
/* Empty the line; with `keep`, it can be recalled. */
void screen_typing_clear(struct screen_typing *typing, bool keep);
/* Forget everything that was typed. */
void screen_typing_forget(struct screen_typing *typing);
/* Complete the word before the cursor as far as all of the words offered begin alike. */
struct screen_completion {
    const char *start; /* of a word */
    char common[128];
    int count;
};
void screen_completion_offer(void *completion, const char *word);
/* The start of the word before the cursor, of at most `size` - 1 bytes. */
void screen_typing_word(const struct screen_typing *typing, char *word, size_t size);

#endif
