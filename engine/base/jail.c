/* The jail: see mst_jail_enter in muster_util.h.
 *
 * J1 Nothing is undone: what the process gave up stays given up, also in its other threads.
 * J2 A call that the jail refuses fails with EPERM; only a lack of CPU time or memory ends the
 *    process. J3 No rule of the filter depends on an address, so it holds for all later calls. */
#include "base/base.h"

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
#endif

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

static bool set_limits(const struct mst_jail *jail, struct mst_buf *lacks) {
#ifdef MST_ASAN /* its shadow memory is larger than any useful limit */
    lack(lacks, "no limit of memory: this build has the address sanitizer");
    bool memory = true;
#else
    (void)lacks;
    bool memory = limit(RLIMIT_AS, jail->memory);
#endif
    return memory && limit(RLIMIT_CPU, jail->seconds) && limit(RLIMIT_CORE, 0) &&
           limit(RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, lowest_descriptor());
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

static int fill(scmp_filter_ctx filter) {
    int fault = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    for (int i = 0; i < ALLOWED && !fault; i++)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    fault = fault ? fault : add_memory(filter);
    return fault ? fault : add_signals(filter);
}

static bool filter_calls(struct mst_buf *lacks) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int fault = filter ? fill(filter) : -ENOMEM;
    if (!fault)
        fault = seccomp_load(filter);
    if (filter)
        seccomp_release(filter);
    if (fault)
        mst_buf_printf(lacks, "no filter of system calls: %s\n", strerror(-fault));
    return !fault;
}

#else

static bool filter_calls(struct mst_buf *lacks) {
    lack(lacks, "no filter of system calls: this build has no libseccomp");
    return false;
}

#endif

enum mst_status mst_jail_enter(const struct mst_jail *jail, struct mst_buf *lacks,
                               struct mst_error *error) {
#ifdef __linux__
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        lack(lacks, "programs that it could start may gain privileges");
#endif
    if (!set_limits(jail, lacks))
        return mst_fail(error, MST_BAD_REQUEST, "", "the limits of the jail cannot be set: %s",
                        strerror(errno));
    filter_calls(lacks);
    return MST_OK;
}
