/* The input line of the screen: its text, the cursor in it, and the lines typed before. */
#ifndef MUSTER_FACES_SCREEN_TYPING_H
#define MUSTER_FACES_SCREEN_TYPING_H

#include "muster_util.h"

enum { MST_TYPING_SIZE = 512, MST_TYPING_KEPT = 50 };

struct mst_typing {
    char text[MST_TYPING_SIZE]; /* UTF-8 */
    int length, cursor;         /* in bytes */
    char kept[MST_TYPING_KEPT][MST_TYPING_SIZE];
    int kept_count, shown; /* the kept line that is shown; kept_count: none */
};

/* Insert a character (UTF-8, no control) at the cursor, if there is room. */
void mst_typing_insert(struct mst_typing *typing, const char *character);
void mst_typing_set(struct mst_typing *typing, const char *text);
/* Delete the character before the cursor, or the one at it. */
void mst_typing_rub(struct mst_typing *typing);
void mst_typing_delete(struct mst_typing *typing);
/* Move the cursor by one character to the left (-1) or right, or to an end of the line. */
void mst_typing_move(struct mst_typing *typing, int by);
void mst_typing_end(struct mst_typing *typing, bool at_start);
/* Show the line typed before the one shown (-1), or after it. */
void mst_typing_recall(struct mst_typing *typing, int by);
/* Empty the line; with `keep`, it can be recalled. */
void mst_typing_clear(struct mst_typing *typing, bool keep);
/* Forget everything that was typed. */
void mst_typing_forget(struct mst_typing *typing);
/* Complete the word before the cursor as far as all of the words offered begin alike. */
struct mst_completion {
    const char *start; /* of a word */
    char common[128];
    int count;
};
void mst_completion_offer(void *completion, const char *word);
/* The start of the word before the cursor, of at most `size` - 1 bytes. */
void mst_typing_word(const struct mst_typing *typing, char *word, size_t size);

#endif
