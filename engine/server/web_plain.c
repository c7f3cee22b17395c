/* The parts of the web server that need no library: tokens, addresses and origins. */
#include <assert.h>
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

#include "server/web_parts.h"

static bool is_token(const char *text) {
    return strspn(text, "0123456789abcdef") == WEB_TOKEN && !text[WEB_TOKEN];
}

bool server_plain_token(char *cookies, char token[WEB_TOKEN + 1]) {
    char *rest, *cookie = strtok_r(cookies, "; ", &rest);

    /* A cookie of this name that is no token is not ours: another page of the same host has set it.
     */
    for (; cookie; cookie = strtok_r(NULL, "; ", &rest))
        if (!strncmp(cookie, "muster=", 7) && is_token(cookie + 7)) {
            memcpy(token, cookie + 7, WEB_TOKEN + 1);
            return true;
        }
    return false;
}

static bool is_address(const char *text) {
    struct in6_addr address;
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1;
}

bool server_plain_address(const char *list, char address[WEB_ADDRESS]) {
    const char *last = strrchr(list, ',');

    /* The last entry is that of the proxy, the others are what the client claims. */
    last = last ? last + 1 : list;
    last += strspn(last, " ");
    if (!is_address(last))
        return false;
    snprintf(address, WEB_ADDRESS, "%s", last);
    return true;
}

/* Cut the port that a scheme has anyway. */
static void cut_port(char *host, const char *port) {
    size_t length = strlen(host), cut = strlen(port);
    if (length > cut && !strcmp(host + length - cut, port))
        host[length - cut] = 0;
}

bool server_plain_same_origin(char *origin, char *host) {
    bool plain = !strncmp(origin, "http://", 7);
    if (!plain && strncmp(origin, "https://", 8))
        return false;

    /* Browsers leave out the usual port, proxies may add it. */
    char *name = origin + (plain ? 7 : 8);
    cut_port(name, plain ? ":80" : ":443");
    cut_port(host, plain ? ":80" : ":443");
    return !strcasecmp(name, host);
}

enum mst_status server_plain_bind(const char *host, int port, struct mst_error *error) {
    struct addrinfo wanted = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM},
                    *found;
    char digits[12];
    snprintf(digits, sizeof digits, "%d", port);
    if (port < 0 || port > 65535 || getaddrinfo(host, digits, &wanted, &found))
        return mst_fail(error, MST_BAD_OPTION, "",
                        "cannot listen at %s, port %d; expected an address such as 127.0.0.1, and "
                        "a port from 0 to 65535",
                        host, port);

    /* The same that the library will do, but with a reason if it fails. */
    int one = 1, fault = 0;
    assert(found);
    int made = socket(found->ai_family, SOCK_STREAM, 0);
    if (made < 0 || setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) ||
        bind(made, found->ai_addr, found->ai_addrlen))
        fault = errno;

    /* Its port is free again at once: SO_REUSEADDR, and there was no connection. */
    if (made >= 0)
        close(made);
    freeaddrinfo(found);
    if (!fault)
        return MST_OK;
    return mst_fail(error, MST_BAD_OPTION, "", "cannot listen at %s, port %d: %s", host, port,
                    strerror(fault));
}

void web_token(char token[WEB_TOKEN + 1]) {
    unsigned char bytes[WEB_TOKEN / 2];
    size_t have = 0;
    while (have < sizeof bytes) {
        ssize_t got = getrandom(bytes + have, sizeof bytes - have, 0);
        if (got < 0 && errno != EINTR)
            abort(); /* a token that can be guessed would be worse */
        have += got > 0 ? (size_t)got : 0;
    }
    assert(have == sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
}
