/* Running the program: see typed.h. */
#include "lib/typed.h"

#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

char folder[64];
struct mst_buf said;
int status;

int open_folder(void **state) {
    char path[100];
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/muster-typed-XXXXXX");
    if (!mkdtemp(folder) || !getenv("MUSTER_BIN"))
        return -1;
    snprintf(path, sizeof path, "%s/state", folder);
    return setenv("XDG_STATE_HOME", path, 1);
}

int close_folder(void **state) {
    char command[100];
    (void)state;
    mst_buf_clear(&said);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

void write_file(const char *name, const char *text, size_t length) {
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

void tool(const char *arguments) {
    char command[3000];
    int c;
    snprintf(command, sizeof command, "'%s' %s 2>&1", getenv("MUSTER_BIN"), arguments);
    mst_buf_reset(&said);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while ((c = getc(pipe)) != EOF)
        mst_buf_char(&said, (char)c);
    int ended = pclose(pipe);
    status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}

void run(const char *arguments) {
    char whole[2800];
    snprintf(whole, sizeof whole, "play --ascii %s < %s/input", arguments, folder);
    tool(whole);
}

/* Append the lines, with the folder for '$'. */
static void put_lines(const char *lines, struct mst_buf *out) {
    for (; *lines; lines++)
        if (*lines == '$')
            mst_buf_puts(out, folder);
        else
            mst_buf_char(out, *lines);
}

void play(const char *arguments, const char *lines) {
    struct mst_buf input = {0};
    put_lines(lines, &input);
    write_file("input", mst_buf_text(&input), input.length);
    mst_buf_clear(&input);
    run(arguments);
}

void know_leaks(void) {
    static const char known[] = "leak:wcsdup\n";
    char options[200];
    write_file("known-leaks", known, sizeof known - 1);
    snprintf(options, sizeof options, "suppressions=%s/known-leaks:print_suppressions=0", folder);
    setenv("LSAN_OPTIONS", options, 1);
}

void type(const char *arguments, const char *lines) {
    struct winsize size = {.ws_row = 60, .ws_col = 80};
    struct mst_buf input = {0};
    char command[3000], bytes[4096];
    int screen, ended;
    snprintf(command, sizeof command, "exec '%s' %s", getenv("MUSTER_BIN"), arguments);
    put_lines(lines, &input);
    mst_buf_reset(&said);
    know_leaks();
    pid_t child = forkpty(&screen, NULL, NULL, &size);
    assert_true(child >= 0);
    if (!child) {
        alarm(120);
        setenv("TERM", "dumb", 1);
        setenv("LC_ALL", "C", 1);
        execl("/bin/sh", "sh", "-c", command, NULL);
        _exit(127);
    }
    assert_true(mst_write_all(screen, mst_buf_text(&input), input.length));
    mst_buf_clear(&input);
    for (ssize_t read_now; (read_now = read(screen, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < read_now; i++)
            if (bytes[i] != '\r')
                mst_buf_char(&said, bytes[i]);
    close(screen);
    assert_int_equal(waitpid(child, &ended, 0), child);
    status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}

void expect(const char *text) {
    if (!strstr(mst_buf_text(&said), text))
        fail_msg("expected '%s' in:\n%s", text, mst_buf_text(&said));
}

void expect_not(const char *text) {
    if (strstr(mst_buf_text(&said), text))
        fail_msg("did not expect '%s' in:\n%s", text, mst_buf_text(&said));
}

int count(const char *text) {
    int found = 0;
    for (const char *at = mst_buf_text(&said); (at = strstr(at, text)); at += strlen(text))
        found++;
    return found;
}
