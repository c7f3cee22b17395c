/* The jail: see mst_jail_enter and mst_jail_load in muster/util.h.
 *
 * J1 Nothing is undone: what the process gave up stays given up, also in its other threads. A
 *    second filter, after that for loading, can only refuse more.
 * J2 A call that the jail refuses fails with EPERM (in the jail for loading, a file elsewhere with
 *    EACCES); only a lack of CPU time or memory ends the process.
 * J3 No rule of the filter depends on an address, so it holds for all later calls. Which files may
 *    be read while rules are loaded is Landlock's to say: it looks at the file, not at its name. */
#define _GNU_SOURCE /* O_PATH */
#include "core/base.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef MUSTER_SECCOMP
#include <seccomp.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#if defined MUSTER_SECCOMP && defined __has_include
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#define LANDLOCK
#endif
#endif

enum { LOADING_FILES = 16 /* open at a time while rules are loaded, beside those that are */ };

/* Set a limit of the process, hard and soft. A lower limit that is already in force stays. */
static bool limit(int resource, uint64_t most) {
    struct rlimit now;
    if (getrlimit(resource, &now))
        return false;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)
        now.rlim_max = (rlim_t)most;
    if (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > now.rlim_max)
        now.rlim_cur = now.rlim_max;
    return setrlimit(resource, &now) == 0;
}

/* The lowest free file descriptor: with that as the limit, no file can be opened. */
static uint64_t lowest_descriptor(void) {
    int copy = dup(STDIN_FILENO);
    if (copy < 0)
        return 0;
    close(copy);
    return (uint64_t)copy;
}

static void lack(struct mst_buf *lacks, const char *text) {
    mst_buf_puts(lacks, text);
    mst_buf_char(lacks, '\n');
}

/* `files` may be open beside those that are. */
static bool set_limits(const struct mst_jail *jail, uint64_t files, struct mst_buf *lacks) {
#ifdef CORE_ASAN /* its shadow memory is larger than any useful limit */
    lack(lacks, "no limit of memory: this build has the address sanitizer");
    bool memory = true;
#else
    (void)lacks;
    bool memory = limit(RLIMIT_AS, jail->memory);
#endif
    return memory && limit(RLIMIT_CPU, jail->seconds) && limit(RLIMIT_CORE, 0) &&
           limit(RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, lowest_descriptor() + files);
}

#ifdef MUSTER_SECCOMP

/* The calls of a program that computes, and talks through descriptors that are already open. */
static const int allowed[] = {
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(lseek),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(fsync),
    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(sched_yield),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(getrandom),
    SCMP_SYS(sysinfo),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};
enum { ALLOWED = sizeof allowed / sizeof *allowed };

/* Memory may be mapped, but neither from a file nor as code. */
static int add_memory(scmp_filter_ctx filter) {
    int fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                                 SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS));
    if (!fault)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    return fault;
}

/* The process may signal itself, as abort does. */
static int add_signals(scmp_filter_ctx filter) {
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                            SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
}

/* While rules are loaded, also what finds and reads files, and what the jail is entered with. */
static const int loading[] = {
    SCMP_SYS(newfstatat), SCMP_SYS(stat),      SCMP_SYS(lstat),     SCMP_SYS(statx),
    SCMP_SYS(access),     SCMP_SYS(faccessat), SCMP_SYS(readlink),  SCMP_SYS(readlinkat),
    SCMP_SYS(getdents64), SCMP_SYS(getcwd),    SCMP_SYS(fcntl),     SCMP_SYS(dup),
    SCMP_SYS(getrlimit),  SCMP_SYS(setrlimit), SCMP_SYS(prlimit64), SCMP_SYS(prctl),
    SCMP_SYS(seccomp),
};
enum { LOADING = sizeof loading / sizeof *loading };

/* Files may be opened to be read. */
static int add_loading(scmp_filter_ctx filter) {
    const scmp_datum_t writes = O_ACCMODE | O_CREAT | O_TRUNC;
    int fault = 0;
    for (int i = 0; i < LOADING && !fault; i++)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, loading[i], 0);
    if (!fault)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, writes, O_RDONLY));
    if (!fault)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1,
                                 SCMP_A1(SCMP_CMP_MASKED_EQ, writes, O_RDONLY));
    return fault;
}

static int jail_fill(scmp_filter_ctx filter, bool loads) {
    int fault = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    for (int i = 0; i < ALLOWED && !fault; i++)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    if (!fault && loads)
        fault = add_loading(filter);
    fault = fault ? fault : add_memory(filter);
    return fault ? fault : add_signals(filter);
}

static bool filter_calls(bool loads, struct mst_buf *lacks) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int fault = filter ? jail_fill(filter, loads) : -ENOMEM;
    if (!fault)
        fault = seccomp_load(filter);
    if (filter)
        seccomp_release(filter);
    if (fault)
        mst_buf_printf(lacks, "no filter of system calls: %s\n", strerror(-fault));
    return !fault;
}

#else

static bool filter_calls(bool loads, struct mst_buf *lacks) {
    (void)loads;
    lack(lacks, "no filter of system calls: this build has no libseccomp");
    return false;
}

#endif

/* ---- files ----------------------------------------------------------------------------------- */

#ifdef LANDLOCK

/* All that the first version of Landlock knows; the filter refuses what later ones have added. */
enum { FILE_RIGHTS = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1 };

static bool allow_folder(int rules, const char *folder) {
    struct landlock_path_beneath_attr beneath = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
        .parent_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC)};
    bool done = beneath.parent_fd >= 0 &&
                !syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    if (beneath.parent_fd >= 0)
        close(beneath.parent_fd);
    return done;
}

/* Only what is below the folders can be read, and nothing be written. */
static bool confine(const char *const *folders, int count) {
    const struct landlock_ruleset_attr all = {.handled_access_fs = FILE_RIGHTS};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    bool done = rules >= 0;
    for (int i = 0; i < count && done; i++)
        done = allow_folder(rules, folders[i]);
    done = done && !syscall(SYS_landlock_restrict_self, rules, 0);
    int reason = errno;
    if (rules >= 0)
        close(rules);
    errno = reason;
    return done;
}

#else

static bool confine(const char *const *folders, int count) {
    (void)folders, (void)count;
    errno = ENOSYS;
    return false;
}

#endif

/* ---- entering -------------------------------------------------------------------------------- */

static bool keep_privileges_down(void) {
#ifdef __linux__
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#else
    return false;
#endif
}

static enum mst_status no_limits(struct mst_error *error) {
    return mst_fail(error, MST_BAD_REQUEST, "", "the limits of the jail cannot be set: %s",
                    strerror(errno));
}

enum mst_status mst_jail_load(const struct mst_jail *jail, const char *const *folders, int count,
                              struct mst_error *error) {
    struct mst_buf lacks = {0};
    if (!keep_privileges_down() || !confine(folders, count))
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "this system cannot confine a process to some folders (Landlock): %s",
                        strerror(errno));
    if (!set_limits(jail, LOADING_FILES, &lacks)) {
        mst_buf_clear(&lacks);
        return no_limits(error);
    }
    mst_buf_clear(&lacks); /* of a build for tests */
    bool filtered = filter_calls(true, &lacks);
    if (!filtered)
        mst_fail(error, MST_BAD_REQUEST, "", "%.*s", (int)strcspn(mst_buf_text(&lacks), "\n"),
                 mst_buf_text(&lacks));
    mst_buf_clear(&lacks);
    return filtered ? MST_OK : MST_BAD_REQUEST;
}

enum mst_status mst_jail_enter(const struct mst_jail *jail, struct mst_buf *lacks,
                               struct mst_error *error) {
    if (!keep_privileges_down())
        lack(lacks, "programs that it could start may gain privileges");
    if (!set_limits(jail, 0, lacks))
        return no_limits(error);
    filter_calls(false, lacks);
    return MST_OK;
}
