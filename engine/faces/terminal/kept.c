/* The matches that were not finished. See terminal.h. Looking changes nothing: a file that is
 * locked is read all the same. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faces/terminal/terminal.h"
#include "muster/transcript.h"

/* "person level3@/x/mine.weights view=2": "a person, level 3 with mine.weights" */
static void put_seats(const char *words, struct mst_buf *out) {
    /* The words are those of describe_seats in autosave.c: the seats, and then view and
     * campaign. */
    for (const char *at = words; *at; at += *at == ' ') {
        int length = (int)strcspn(at, " ");
        if (!strncmp(at, "view=", 5) || !strncmp(at, "campaign=", 9))
            break;
        mst_buf_puts(out, out->length ? ", " : "");
        /* The name ends before the file of weights, of which only the last part is shown. */
        int name = (int)strcspn(at, " @"), file = length;
        while (file > name && at[file - 1] != '/' && at[file - 1] != '@')
            file--;
        if (!strncmp(at, "level", 5))
            mst_buf_printf(out, "level %.*s", name - 5, at + 5);
        else if (!strncmp(at, "person", 6))
            mst_buf_puts(out, "a person");
        else
            mst_buf_printf(out, "%.*s", name, at);

        if (name < length) {
            mst_buf_puts(out, " with ");
            term_terminal_path(at + file, (size_t)(length - file), out);
        }
        at += length;
    }
}

static void read_match(struct term_kept *kept) {
    struct mst_error error = {0};
    struct mst_transcript head = {0};
    struct mst_buf seats = {0};
    char *text = mst_transcript_load(kept->path, &error);

    /* An unreadable file keeps an empty ruleset, and is listed as such. */
    if (text && mst_transcript_read(text, &head, &error) == MST_OK) {
        snprintf(kept->ruleset, sizeof kept->ruleset, "%s", head.ruleset);
        put_seats(head.seats ? head.seats : "", &seats);
        const char *campaign = head.seats ? strstr(head.seats, "campaign=") : NULL;
        if (campaign)
            snprintf(kept->campaign, sizeof kept->campaign, "%s", campaign + 9);
        snprintf(kept->seats, sizeof kept->seats, "%s", mst_buf_text(&seats));
        /* Each move has its line. */
        for (const char *at = head.moves; (at = strchr(at, '\n')); at++)
            kept->plies++;
    }
    mst_buf_clear(&seats);
    mst_transcript_clear(&head);
    mst_text_free(text);
}

/* Look at the file that `kept` names. False if there is none. */
static bool kept_look(struct term_kept *kept) {
    struct stat info;
    int file = open(kept->path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return false;

    bool there = fstat(file, &info) == 0 && S_ISREG(info.st_mode);
    if (there)
        kept->when = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
    /* A shared lock fails only while a program plays the match: it is released at once. */
    kept->running = flock(file, LOCK_SH | LOCK_NB) != 0;
    close(file);
    if (there)
        read_match(kept);
    return there;
}

static int newer(const void *a, const void *b) {
    const struct term_kept *x = a, *y = b;
    /* The newest first; paths make the order of equal times the same each time. */
    return x->when != y->when ? (x->when < y->when ? 1 : -1) : strcmp(x->path, y->path);
}

int term_terminal_resume_campaign(const struct term_campaign *campaign, char *path, size_t size) {
    struct term_kept *kept = mst_alloc(TERM_MOST_KEPT * sizeof *kept);
    int count = kept ? term_terminal_kept(kept) : 0, file = -1;

    /* The newest match at this scenario of this campaign in which something was played. */
    for (int i = 0; i < count && file < 0; i++) {
        if (strcmp(kept[i].campaign, campaign->first) != 0 ||
            strcmp(kept[i].ruleset, campaign->at) != 0 || !kept[i].plies)
            continue;
        file = open(kept[i].path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        /* Locked by a program that plays it: the next one may be free. */
        if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
            close(file);
            file = -1;
        }
        snprintf(path, size, "%s", kept[i].path);
    }
    mst_free(kept);
    return file;
}

int term_terminal_kept(struct term_kept kept[TERM_MOST_KEPT]) {
    static const char *const kinds[] = {"match", "kept"};
    char folder[500];
    int count = 0;

    if (term_terminal_folder(folder, sizeof folder))
        return 0;

    /* Both kinds of files have the same numbers; a slot is overwritten if there was no file. */
    for (int i = 0; i < TERM_MOST_KEPT; i++) {
        kept[count] = (struct term_kept){.running = false};
        snprintf(kept[count].path, sizeof kept[count].path, "%s/%s-%d", folder, kinds[i % 2],
                 i / 2 + 1);
        count += kept_look(&kept[count]);
    }
    assert(count <= TERM_MOST_KEPT);
    qsort(kept, (size_t)count, sizeof *kept, newer);

    /* The newest that can be offered: one that was put aside is continued by its name only. */
    for (int i = 0; i < count; i++)
        if (!kept[i].running && strstr(kept[i].path, "/match-")) {
            kept[i].offered = true;
            break;
        }
    return count;
}
