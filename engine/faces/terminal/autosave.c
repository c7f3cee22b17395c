/* The autosave: the running match in the user's state folder, on the disk before a move is shown.
 * See terminal.h. Plies are appended; when the match is another one, as after undo, a new file is
 * written before the old one is removed. A file that is locked belongs to a running program. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faces/terminal/terminal.h"
#include "muster/player.h"
#include "muster/transcript.h"

enum { MOST_FILES = TERM_MOST_KEPT / 2 };

/* ---- the folder ------------------------------------------------------------------------------ */

const char *term_terminal_folder(char *folder, size_t size) {
    /* The folder is the user's own; the server of a shared machine may set another one. */
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct stat info;
    int length = state && *state == '/' ? snprintf(folder, size, "%s/muster", state)
                 : home && *home == '/' ? snprintf(folder, size, "%s/.local/state/muster", home)
                                        : -1;

    if (length < 0)
        return "neither XDG_STATE_HOME nor HOME names a folder";
    if ((size_t)length >= size)
        return strerror(ENAMETOOLONG);

    /* It is looked at after it was made: another program, or another user, may have been faster. */
    mst_make_folders(folder);
    int reason = mkdir(folder, 0700) == 0 ? 0 : errno;
    if (lstat(folder, &info) != 0)
        return strerror(reason ? reason : errno);
    /* A link could lead the match into a file of somebody else. */
    if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid())
        return "the folder 'muster' for it is a link, a file, or another user's";
    /* Nobody else may read what secrets a match has. */
    return !(info.st_mode & 077) || chmod(folder, 0700) == 0 ? NULL : strerror(errno);
}

static void name_file(char *path, size_t size, const char *folder, const char *kind, int number) {
    snprintf(path, size, "%s/%s-%d", folder, kind, number);
}

/* ---- keeping --------------------------------------------------------------------------------- */

/* A path as one word: from the root, with blanks and the like as %20. */
static void put_path(const char *path, struct mst_buf *out) {
    char whole[PATH_MAX];

    /* Blanks separate the words of the line of seats, and % begins an escape. */
    for (const char *at = realpath(path, whole) ? whole : path; *at; at++)
        if (*at <= ' ' || *at == '%')
            mst_buf_printf(out, "%%%02x", (unsigned char)*at);
        else
            mst_buf_char(out, *at);
}

/* A computer player, as in level3@/home/ann/mine.weights. */
static void put_player(const struct mst_player *player, struct mst_buf *out) {
    mst_buf_puts(out, mst_player_name(player->kind));
    if (player->weights) {
        mst_buf_char(out, '@');
        put_path(player->weights, out);
    }
}

/* Who plays, and the view that was asked for. */
static void describe_seats(const struct term_terminal *t, struct mst_buf *out) {
    for (int seat = 0; seat < mst_ruleset_seats(t->ruleset); seat++) {
        mst_buf_puts(out, seat ? " " : "");
        if (t->human[seat])
            mst_buf_puts(out, "person");
        else
            put_player(&t->players[seat], out);
    }

    /* The view that was asked for is restored, too, or a resumed match would show its secrets to
     * others. */
    if (t->view == TERM_VIEW_ALL)
        mst_buf_puts(out, " view=all");
    else if (t->view >= 0)
        mst_buf_printf(out, " view=%d", t->view + 1);
    if (*t->campaign && !strpbrk(t->campaign, " \n")) /* last: it may be long */
        mst_buf_printf(out, " campaign=%s", t->campaign);
}

static bool autosave_append(struct term_autosave *a, const char *text) {
    /* Only what is on the disk survives a crash. */
    return mst_write_all(a->file, text, strlen(text)) && fsync(a->file) == 0;
}

/* Write a new file, and only then remove the old one. NULL, or what went wrong. */
static const char *begin_file(struct term_autosave *a, const char *text) {
    /* The old file stays locked and named until the new one is complete, so that there is always
     * one. */
    struct term_autosave old = *a;
    char folder[500];
    const char *wrong = term_terminal_folder(folder, sizeof folder);
    if (wrong)
        return wrong;
    a->file = -1;

    /* O_EXCL takes the first free number, even if two programs begin at once. */
    for (int number = 1; number <= MOST_FILES && a->file < 0; number++) {
        name_file(a->path, sizeof a->path, folder, "match", number);
        a->file = open(a->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        /* Any other reason will not go away with the next number. */
        if (a->file < 0 && errno != EEXIST)
            break;
    }

    /* The folder is synced, too: without that, the name may be lost though the contents are
     * there. */
    int above = mst_open_folder(a->path);
    bool done = a->file >= 0 && above >= 0 && flock(a->file, LOCK_EX | LOCK_NB) == 0 &&
                autosave_append(a, text) && mst_sync_folder(above);
    if (above >= 0)
        close(above);

    /* On failure all is as before; errno is saved, as closing may change it. */
    if (!done) {
        int reason = errno;
        if (a->file >= 0) {
            close(a->file);
            unlink(a->path);
        }
        *a = old;
        return strerror(reason);
    }

    /* Only now is the old file superfluous. */
    assert(a->file >= 0);
    if (old.file >= 0) {
        unlink(old.path);
        close(old.file);
    }
    return NULL;
}

void term_terminal_keep(struct term_terminal *t) {
    struct term_autosave *a = &t->autosave;
    struct mst_error error = {0};
    struct mst_buf seats = {0};

    /* What is looked at in the past is not the match (H1). */
    if (!a->on || term_terminal_looks(t))
        return;
    describe_seats(t, &seats);
    char *text = mst_match_autosave(t->match, mst_buf_text(&seats), &error);
    size_t known = a->written.length;

    /* If the text begins as the file does, the rest is appended; after `undo` it does not, and a
     * new file is begun. */
    bool same = text && a->file >= 0 && known && !strncmp(text, mst_buf_text(&a->written), known);
    const char *wrong = NULL;
    if (!text)
        wrong = error.text;
    else if (!same)
        wrong = begin_file(a, text);
    else if (!autosave_append(a, text + known))
        wrong = strerror(errno);

    /* The failure is reported once, not after every move; a success later allows another warning.
     */
    if (wrong && !a->failed)
        mst_print("The match is not saved automatically: %s. save FILE saves it.\n", wrong);
    a->failed = wrong != NULL;
    assert(wrong || a->file >= 0);
    mst_buf_reset(&a->written); /* after a failure, the contents are unknown: write all again */
    if (!wrong)
        mst_buf_puts(&a->written, text);
    mst_text_free(text);
    mst_buf_clear(&seats);
}

void term_terminal_unkeep(struct term_terminal *t, bool keep) {
    struct term_autosave *a = &t->autosave;
    if (a->file >= 0) {
        if (!keep)
            unlink(a->path);
        close(a->file);
    }
    a->file = -1;
    mst_buf_clear(&a->written);
}

/* ---- resuming -------------------------------------------------------------------------------- */

/* Open and lock the newest match that no running program keeps. -1 if there is none. */
static int find_newest(char *path, size_t size) {
    char folder[500], name[600];
    int newest = -1;
    struct timespec time = {0};

    if (term_terminal_folder(folder, sizeof folder))
        return -1;
    for (int number = 1; number <= MOST_FILES; number++) {
        struct stat info;
        name_file(name, sizeof name, folder, "match", number);
        /* A file that cannot be opened, or is locked, is none to offer; so is one that is older
         * than the newest so far. */
        int file = open(name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        if (file < 0)
            continue;
        if (flock(file, LOCK_EX | LOCK_NB) != 0 || fstat(file, &info) != 0 ||
            (newest >= 0 &&
             (info.st_mtim.tv_sec < time.tv_sec ||
              (info.st_mtim.tv_sec == time.tv_sec && info.st_mtim.tv_nsec < time.tv_nsec)))) {
            close(file);
            continue;
        }
        /* Only one lock is held: the files that are passed over are free for other programs. */
        if (newest >= 0)
            close(newest);
        newest = file;
        time = info.st_mtim;
        snprintf(path, size, "%s", name);
    }
    return newest;
}

/* Rename a match that the player does not want now, so that it is not offered again. */
static void put_aside(const char *path) {
    char folder[500], name[600];
    bool done = false;

    /* The first free number; the folder is named anew, since it may have been removed meanwhile. */
    for (int number = 1;
         number <= MOST_FILES && !done && !term_terminal_folder(folder, sizeof folder); number++) {
        name_file(name, sizeof name, folder, "kept", number);
        /* To look first is no protection against another program, but it would need the same number
         * in the same instant. */
        done = access(name, F_OK) != 0 && rename(path, name) == 0;
    }
    if (done)
        mst_print("It stays in a file. To continue it later: muster play --load %s\n", name);
    else
        mst_print("It stays where it is (%s): the next start offers it again.\n", strerror(errno));
}

/* Does the player continue the match? `found`: could it be read, and was something played? If not,
 * the file is put aside or removed. */
static bool asked_to_resume(struct term_line *line, const char *path, bool *found) {
    struct mst_error error = {0};
    struct mst_transcript head = {0};
    char *text = mst_transcript_load(path, &error);

    int plies = 0;
    bool good = text && mst_transcript_read(text, &head, &error) == MST_OK;
    /* Each move has its line. */
    for (const char *at = good ? head.moves : ""; (at = strchr(at, '\n')); at++)
        plies++;
    if (good && plies)
        mst_print("A match is still open: %s, after %d move%s.\n", head.ruleset, plies,
                  plies == 1 ? "" : "s");
    /* A file that is empty belongs to a program that ended before its first move. */
    else if (good || (text && !*text))
        unlink(path); /* nothing was played in it */
    else
        mst_print("A match is still open, but cannot be read: %s\n", error.text);
    *found = good && plies;

    /* Without a line, the answer is yes: the caller has asked already. */
    const char *answer = *found && line ? term_line_read(line, "Continue it? (Y/n) ") : NULL;
    bool yes = *found && (!line || (answer && *answer != 'n' && *answer != 'N'));
    /* What cannot be read is put aside, or it would be offered for ever; the end of input is no
     * answer and leaves it. */
    if (answer ? !yes : !good && !(text && !*text))
        put_aside(path);
    mst_transcript_clear(&head);
    mst_text_free(text);
    return yes;
}

int term_terminal_resume(struct term_line *line, char *path, size_t size) {
    bool found = false;
    /* Files with nothing in them are removed on the way; the loop ends with the first that has
     * something, or with none. */
    for (int file; !found && (file = find_newest(path, size)) >= 0; close(file)) {
        if (asked_to_resume(line, path, &found))
            return file;
        found = found || access(path, F_OK) == 0; /* it could not be put aside */
    }
    return -1;
}

void term_terminal_path(const char *word, size_t length, struct mst_buf *out) {
    unsigned byte;
    /* Only a % with two digits is an escape; any other is an ordinary character. */
    for (const char *at = word; at < word + length; at++)
        if (*at == '%' && sscanf(at + 1, "%2x", &byte) == 1) {
            mst_buf_char(out, (char)byte);
            at += 2;
        } else {
            mst_buf_char(out, *at);
        }
}

/* Let the player use the file of weights that a word names. Without it the player evaluates as the
 * rules do. */
static void weigh(struct term_terminal *t, int seat, const char *word) {
    struct mst_error error = {0};
    struct mst_buf path = {0};

    term_terminal_path(word, strcspn(word, " "), &path);
    bool known = mst_ruleset_weights(t->ruleset, mst_buf_text(&path), &error) == MST_OK;
    /* The match goes on all the same: it can be played with the evaluation of the rules. */
    if (!known)
        mst_print("Seat %d plays without its weights. %s%s%s\n", seat + 1, error.at,
                  *error.at ? ": " : "", error.text);

    /* The terminal owns the path, and the player borrows it. */
    mst_free(t->weights[seat]);
    t->weights[seat] = known ? mst_buf_take(&path) : NULL;
    t->players[seat].weights = t->weights[seat];
    mst_buf_clear(&path);
}

/* Obey a word of describe_seats, the seat's or the last one. */
static void seat_one(struct term_terminal *t, int seat, const char *word) {
    char name[16];
    int view;
    /* This word may be long, so it is not cut to `name`. */
    if (!strncmp(word, "campaign=", 9))
        snprintf(t->campaign, sizeof t->campaign, "%.*s", (int)strcspn(word + 9, " "), word + 9);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, " "), word);
    if (!strcmp(name, "view=all"))
        t->view = TERM_VIEW_ALL;
    else if (sscanf(name, "view=%d", &view) == 1 && view > 0)
        t->view = view - 1;

    /* The words behind the seats are no players. */
    if (seat >= MST_MOST_SEATS)
        return;
    t->human[seat] = !strcmp(name, "person");
    /* A player's word may end with a file of weights. */
    name[strcspn(name, "@")] = 0;
    if (mst_player_named(name) >= 0)
        t->players[seat].kind = (enum mst_player_kind)mst_player_named(name);
    if (mst_player_named(name) >= 0 && word[strlen(name)] == '@')
        weigh(t, seat, word + strlen(name) + 1);
}

void term_terminal_seat(struct term_terminal *t, const char *path) {
    struct mst_error error = {0};
    struct mst_transcript head = {0};
    char *text = mst_transcript_load(path, &error);
    if (text && mst_transcript_read(text, &head, &error) == MST_OK && head.seats) {
        const char *word = head.seats;
        for (int seat = 0; *word; seat++) {
            seat_one(t, seat, word);
            word += strcspn(word, " ");
            word += *word == ' ';
        }
    }
    mst_transcript_clear(&head);
    mst_text_free(text);
}
