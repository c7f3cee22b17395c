/* Names and sentences: which of many names is nearest to a misspelt one, and sentences that a file
 * wraps over several lines. See muster/util.h and names.h. */
#include "system/names.h"

#include <stdio.h>
#include <string.h>

/* ---- nearest names --------------------------------------------------------------------------- */

static int least(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}

int mst_distance(const char *a, const char *b) {
    enum { MOST = 63 };
    int rows[3][MOST + 1];
    int la = (int)core_length(a, MOST), lb = (int)core_length(b, MOST);

    /* Row i, column j: the distance of the first i bytes of `a` and the first j of `b`. A swap
     * looks two rows back, so three rows are enough. */
    for (int j = 0; j <= lb; j++)
        rows[0][j] = j;
    for (int i = 1; i <= la; i++) {
        int *row = rows[i % 3], *up = rows[(i + 2) % 3], *up2 = rows[(i + 1) % 3];

        row[0] = i;
        for (int j = 1; j <= lb; j++) {
            row[j] = least(up[j] + 1, row[j - 1] + 1, up[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                up2[j - 2] + 1 < row[j])
                row[j] = up2[j - 2] + 1;
        }
    }
    return rows[la % 3][lb];
}

void mst_nearest_offer(struct mst_nearest *nearest, const char *name) {
    size_t wanted = strlen(nearest->wanted), length = strlen(name);
    if (length > wanted + 2 || wanted > length + 2) /* most names differ by more than that */
        return;
    int distance = mst_distance(nearest->wanted, name);
    if (distance > 2 || (size_t)distance * 2 >= wanted)
        return; /* it would be another word */
    if (!nearest->best || distance < nearest->distance) {
        nearest->best = name;
        nearest->distance = distance;
    }
}

const char *mst_hint(const char *name, char hint[MST_HINT_SIZE]) {
    *hint = 0;
    if (name && *name)
        snprintf(hint, MST_HINT_SIZE, "; did you mean '%s'?", name);
    return hint;
}

/* ---- sentences ------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

char *sys_join_blanks(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (!is_blank(*from)) /* it moves to the left, so the text is rewritten in place */
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    if (to > text && to[-1] == ' ')
        to--;
    *to = 0;
    return text;
}
