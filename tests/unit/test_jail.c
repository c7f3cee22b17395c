/* The jail: each attempt runs in a child process that enters it first. The child ends with the
 * errno of what it tried (0 if that succeeded), so that a missing protection shows as a 0. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "muster/util.h"

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

typedef int attempt(void); /* 0, or what errno says */

enum { CANNOT_ENTER = 200, WRONG_LACKS };

static const struct mst_jail roomy = {(uint64_t)1 << 30, 60};

static int result(long status) {
    return status < 0 ? errno : 0;
}

static int open_file(void) {
    return result(open("/etc/passwd", O_RDONLY));
}
static int write_file(void) {
    return result(open("/tmp/muster-jail-test", O_WRONLY | O_CREAT, 0600));
}
static int remove_file(void) {
    return result(unlink("/tmp/muster-jail-no-such-file"));
}
static int open_socket(void) {
    return result(socket(AF_INET, SOCK_STREAM, 0));
}
static int start_process(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    return result(child);
}
static int run_program(void) {
    char *const none[] = {NULL};
    return result(execve("/bin/true", none, none));
}
static int signal_parent(void) {
    return result(kill(getppid(), 0));
}
#ifdef __linux__
static int signal_thread_of_parent(void) {
    return result(syscall(SYS_tgkill, getppid(), getppid(), 0));
}
static int signal_itself(void) {
    return result(syscall(SYS_tgkill, getpid(), getpid(), 0));
}
#endif
static int soft_limit_of(void) {
    struct rlimit now = {0};
    return getrlimit(RLIMIT_CPU, &now) == 0 ? (int)now.rlim_cur : -1;
}
static int map_code(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? errno : 0;
}
static int raise_limit(void) {
    struct rlimit wide = {RLIM_INFINITY, RLIM_INFINITY};
    return result(setrlimit(RLIMIT_CPU, &wide));
}
static int take_memory(void) {
    size_t size = (size_t)2 << 30;
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return block == MAP_FAILED ? errno : 0;
}
static int use_what_stays(void) {
    char *block = malloc(1 << 20);
    bool good = block && write(STDOUT_FILENO, "", 0) == 0;
    free(block);
    return good ? 0 : 1;
}
static int compute_for_ever(void) {
    volatile bool going = true;
    while (going)
        ;
    return 0;
}

/* Without a system that filters calls: refuse to this process what installs a filter. */
static bool refuse_filters(void) {
#ifdef __linux__
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof program / sizeof *program, program};
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
#else
    return true;
#endif
}

static void run_child(const struct mst_jail *jail, bool filters, attempt *try) {
    struct mst_buf lacks = {0};
    struct mst_error error;
    if (!filters && !refuse_filters())
        _exit(CANNOT_ENTER);
    if (mst_jail_enter(jail, &lacks, &error) != MST_OK)
        _exit(CANNOT_ENTER);
    if (filters == !!strstr(mst_buf_text(&lacks), "no filter of system calls"))
        _exit(WRONG_LACKS);
    _exit(try());
}

/* The status of a child that tries something in the jail, as waitpid gives it. */
static int jailed(const struct mst_jail *jail, bool filters, attempt *try) {
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        run_child(jail, filters, try);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void assert_refused(bool filters, attempt *try, int with) {
    int status = jailed(&roomy, filters, try);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), with);
}

/* ---- while rules are loaded ------------------------------------------------------------------ */

#ifdef __linux__
static char folder[] = "/tmp/muster-jail-XXXXXX", inside[64];

static int read_inside(void) {
    return result(open(inside, O_RDONLY));
}
static int write_inside(void) {
    return result(open(inside, O_WRONLY));
}
static int read_through_a_link(void) {
    char path[80];
    snprintf(path, sizeof path, "%s/link", folder);
    return result(open(path, O_RDONLY));
}
static int read_inside_after_loading(void) {
    struct mst_buf lacks = {0};
    struct mst_error error;
    if (mst_jail_enter(&roomy, &lacks, &error) != MST_OK)
        _exit(CANNOT_ENTER);
    return read_inside();
}

static void assert_while_loading(attempt *try, int with) {
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const char *const folders[] = {folder};
        struct mst_error error;
        _exit(mst_jail_load(&roomy, folders, 1, &error) == MST_OK ? try() : CANNOT_ENTER);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), with);
}

/* Not everywhere: a kernel may have no Landlock. */
static bool has_landlock(void) {
    return syscall(444, NULL, 0, 1) > 0;
}

static void while_rules_are_loaded_only_their_folders_are_read(void **state) {
    (void)state;
    attempt *const tries[] = {write_inside,  remove_file,   open_socket,
                              start_process, run_program,   map_code,
                              write_file,    signal_parent, signal_thread_of_parent};
    char link[80];
    if (!has_landlock())
        skip();
    assert_non_null(mkdtemp(folder));
    snprintf(inside, sizeof inside, "%s/inside", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    int file = open(inside, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(symlink("/etc/passwd", link), 0);
    assert_while_loading(read_inside, 0);
    assert_while_loading(open_file, EACCES);
    assert_while_loading(read_through_a_link, EACCES);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        assert_while_loading(tries[i], EPERM);
    assert_while_loading(read_inside_after_loading, EPERM);
    assert_while_loading(use_what_stays, 0);
    unlink(link);
    unlink(inside);
    rmdir(folder);
}

static void without_a_filter_no_rules_are_loaded(void **state) {
    (void)state;
    const char *const folders[] = {"/tmp"};
    struct mst_error error;
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool refused = refuse_filters() && mst_jail_load(&roomy, folders, 1, &error) != MST_OK;
        _exit(refused && *error.text ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void the_filter_refuses_what_rules_do_not_need(void **state) {
    (void)state;
    attempt *const tries[] = {open_file,   write_file,    remove_file,
                              open_socket, start_process, run_program,
                              map_code,    signal_parent, signal_thread_of_parent,
                              raise_limit};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        assert_refused(true, tries[i], EPERM);
    assert_refused(true, use_what_stays, 0);
    assert_refused(true, signal_itself, 0); /* as abort does */
}
#endif

static void a_lower_limit_stays(void **state) {
    (void)state;
    struct rlimit before, low;
    assert_int_equal(getrlimit(RLIMIT_CPU, &before), 0);
    low = before;
    low.rlim_cur = 50;
    assert_int_equal(setrlimit(RLIMIT_CPU, &low), 0);
    int status = jailed(&roomy, false, soft_limit_of);
    assert_int_equal(setrlimit(RLIMIT_CPU, &before), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 50);
}

static void without_a_filter_limits_refuse_files_and_network(void **state) {
    (void)state;
    assert_refused(false, open_file, EMFILE);
    assert_refused(false, write_file, EMFILE);
    assert_refused(false, open_socket, EMFILE);
    assert_refused(false, use_what_stays, 0);
}

static void memory_ends_at_the_limit(void **state) {
    (void)state;
#ifndef __SANITIZE_ADDRESS__
    assert_refused(true, take_memory, ENOMEM);
#else
    (void)take_memory;
#endif
}

static void the_system_ends_what_computes_too_long(void **state) {
    (void)state;
    int status = jailed(&(struct mst_jail){roomy.memory, 1}, true, compute_for_ever);
    assert_true(WIFSIGNALED(status));
    assert_true(WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef __linux__
        cmocka_unit_test(the_filter_refuses_what_rules_do_not_need),
        cmocka_unit_test(while_rules_are_loaded_only_their_folders_are_read),
        cmocka_unit_test(without_a_filter_no_rules_are_loaded),
#endif
        cmocka_unit_test(without_a_filter_limits_refuse_files_and_network),
        cmocka_unit_test(a_lower_limit_stays),
        cmocka_unit_test(memory_ends_at_the_limit),
        cmocka_unit_test(the_system_ends_what_computes_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
