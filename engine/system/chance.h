/* Seeds as people give and check them, and the cipher behind streams of chance (core/seed.h). */
#ifndef MUSTER_SYSTEM_CHANCE_H
#define MUSTER_SYSTEM_CHANCE_H

#include "core/seed.h"

/* ChaCha20 of libsodium. */
core_key_stream sys_key_stream;
/* The commitment to a seed of 128 bits under rules with this hash, from this position or NULL
 * (muster.h). */
void sys_seed_commit(const struct mst_seed *seed, uint64_t rules, const char *position,
                     char commitment[MST_COMMITMENT_SIZE]);

#endif
