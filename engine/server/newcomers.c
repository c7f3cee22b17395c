/* New persons: so many an hour from one address, or from the /64 network of an IPv6 address, which
 * one household has. Addresses of this machine are not limited. And persons that have never done
 * anything are removed after some days.
 *
 * N1 What is remembered of addresses has a fixed size: a new one may take the place of the one
 *    among a few that has been quiet for longest. */
#include <assert.h>
#include <arpa/inet.h>
#include <string.h>
#include <sys/random.h>

#include "server/parts.h"

enum {
    SLOTS = 4096,
    NEIGHBOURS = 8, /* slots that an address may have */
    HOUR = 3600 * 1000,
    IDLE_DAYS = 7,
    LOOKED_AT = 500 /* persons at a time */
};

struct server_newcomers {
    uint64_t secret; /* so that nobody can choose neighbours */
    struct slot {
        uint64_t key;
        double allowance;
        int64_t at; /* 0: free */
    } slots[SLOTS];
    int64_t next_sweep;
    int64_t since; /* the person that was looked at last, in order of time ... */
    char person[SERVER_ID_SIZE];
};

struct server_newcomers *server_newcomers_new(void) {
    struct server_newcomers *newcomers = mst_calloc(1, sizeof *newcomers);
    if (newcomers && getrandom(&newcomers->secret, sizeof newcomers->secret, 0) < 0)
        newcomers->secret = (uint64_t)server_clock_wall();
    return newcomers;
}

/* ---- addresses ------------------------------------------------------------------------------- */

/* What counts as one address: all of IPv4, half of IPv6. False for this machine, and for what is
 * no address. */
static bool newcomers_key_of(const char *address, uint64_t *key) {
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    unsigned char bytes[16] = {0};
    if (inet_pton(AF_INET, address, bytes + 12) == 1)
        memcpy(bytes, mapped, sizeof mapped);
    else if (inet_pton(AF_INET6, address, bytes) != 1)
        return false;

    /* IPv4 also comes in the form of IPv6, where the address of the network is in the last four
     * bytes. */
    bool old = !memcmp(bytes, mapped, sizeof mapped);
    *key = 0;
    for (int i = 0; i < 8; i++)
        *key = *key << 8 | bytes[old ? 8 + i : i];

    /* 127.0.0.0/8 and ::1 are this machine. */
    static const unsigned char own[16] = {[15] = 1};
    return old ? bytes[12] != 127 : memcmp(bytes, own, sizeof own) != 0;
}

/* The slot of a key, which may have been another's. */
static struct slot *newcomers_slot_of(struct server_newcomers *newcomers, uint64_t key,
                                      double most) {
    /* The secret keeps others from finding addresses that share slots with a given one. */
    uint64_t hash = (key ^ newcomers->secret) * 0x9e3779b97f4a7c15u;
    size_t first = (size_t)(hash >> 40) % (SLOTS / NEIGHBOURS) * NEIGHBOURS;
    struct slot *quiet = &newcomers->slots[first];
    for (size_t i = first; i < first + NEIGHBOURS; i++) {
        struct slot *slot = &newcomers->slots[i];
        if (slot->at && slot->key == key)
            return slot;
        if (slot->at < quiet->at)
            quiet = slot;
    }

    /* N1: whoever has been quiet for longest has its allowance back anyway. */
    assert(first + NEIGHBOURS <= SLOTS);
    *quiet = (struct slot){key, most, mst_clock_steady()};
    return quiet;
}

bool server_newcomer_allowed(struct server *server, const char *address) {
    double most = server->options.newcomers;
    int64_t now = mst_clock_steady();
    uint64_t key;
    if (!most || !newcomers_key_of(address, &key))
        return true;
    struct slot *slot = newcomers_slot_of(server->newcomers, key, most);

    /* A bucket that fills within an hour. */
    slot->allowance += (double)(now - slot->at) * most / HOUR;
    slot->at = now;
    if (slot->allowance > most)
        slot->allowance = most;
    if (slot->allowance < 1)
        return false;
    assert(slot->allowance <= most); /* N1 */
    slot->allowance -= 1;
    return true;
}

/* ---- persons that do nothing ----------------------------------------------------------------- */

static bool is_connected(void *context, const char *person) {
    const struct server *server = context;
    return server_index_find(&server->clients_by_person, person) != NULL;
}

void server_newcomers_tend(struct server *server) {
    struct server_newcomers *newcomers = server->newcomers;
    struct mst_error error = {0};
    int64_t now = mst_clock_steady();
    if (now < newcomers->next_sweep)
        return;
    struct server_sweep sweep = {.until = server_clock_wall() - (int64_t)IDLE_DAYS * 24 * HOUR,
                                 .since = newcomers->since,
                                 .most = LOOKED_AT,
                                 .spared = is_connected,
                                 .context = server};
    assert(strlen(newcomers->person) < SERVER_ID_SIZE);
    strcpy(sweep.person, newcomers->person);
    server_write(server);
    server_wrote(server, store_sweep(server->store, &sweep, &error), &error);

    /* Go on from here the next time: after an hour when all were looked at, else after a minute. */
    newcomers->since = sweep.since;
    strcpy(newcomers->person, sweep.person);
    newcomers->next_sweep = now + (sweep.whole ? HOUR : HOUR / 60);
}
