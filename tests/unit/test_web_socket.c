/* WebSockets of the server, spoken to in plain bytes: who may open one, messages and their limits,
 * peers that close or do not read, and frames of chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/web.h"
#include "server/web_parts.h"

#define TOKEN "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static struct web web;

static int end(void **state) {
    (void)state;
    if (web.child)
        web_end(&web);
    return 0;
}

static void start(void) {
    web_start(&web, &(struct web_options){.host = "127.0.0.1"});
}

/* The server lives, and takes WebSockets. */
static void lives(void) {
    int client = web_socket(&web);
    web_text(client, "still there?");
    web_receives(client, "still there?");
    close(client);
    web_reports(&web, "closed");
}

/* ---- opening --------------------------------------------------------------------------------- */

static void refuses(const char *path, const char *fields, int wanted) {
    int status, client = web_upgrade(&web, path, fields, &status);
    if (status != wanted)
        fail_msg("%s, %s: status %d, expected %d", path, fields, status, wanted);
    close(client);
}

static void admits(const char *fields, const char *report) {
    int status, client = web_upgrade(&web, "/socket", fields, &status);
    if (status != 101)
        fail_msg("%s: status %d, expected 101", fields, status);
    web_reports(&web, report);
    web_text(client, "hello");
    web_receives(client, "hello");
    close(client);
    web_reports(&web, "closed");
}

static void test_opens_for_the_page(void **state) { /* W1 */
    (void)state;
    start();
    admits("", "opened - 127.0.0.1");
    admits("Origin: http://127.0.0.1:%d\r\n", "opened - 127.0.0.1");
}

static void test_refuses_others(void **state) { /* W1 */
    (void)state;
    start();
    static const char *const ORIGINS[] = {
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://127.0.0.1:%d.example",
        "null",
        "ftp://127.0.0.1:%d",
        "httpx://127.0.0.1:%d",
        "127.0.0.1:%d",
        "http://localhost:%d",
        "http://x@127.0.0.1:%d",
        "http://127.0.0.1:%d/",
        "http://127.0.0.1:%d, http://127.0.0.1:%d",
    };
    for (size_t i = 0; i < sizeof ORIGINS / sizeof *ORIGINS; i++) {
        char fields[300];
        snprintf(fields, sizeof fields, "Origin: %s\r\n", ORIGINS[i]);
        refuses("/socket", fields, 403);
    }
    refuses("/", "", 404);
    refuses("/socket/", "", 404);
    refuses("/Socket", "", 404);
    refuses("/socket%00", "", 0);
    refuses("/socket", "Sec-WebSocket-Version: 8\r\n", 400);
    refuses("/socket", "Sec-WebSocket-Key: short\r\n", 400);
    lives();
}

static void test_needs_the_subprotocol(void **state) { /* W1 */
    (void)state;
    start();
    refuses("/socket", "Sec-WebSocket-Protocol: \r\n", 400);
    refuses("/socket", "Sec-WebSocket-Protocol: other\r\n", 0);
    refuses("/socket", "Sec-WebSocket-Protocol: http\r\n", 400);
    refuses("/socket", "Sec-WebSocket-Protocol: watch\r\n", 400);
    admits("Sec-WebSocket-Protocol: other, muster\r\n", "opened - 127.0.0.1");
}

static void test_knows_the_token(void **state) {
    (void)state;
    start();
    admits("Cookie: muster=" TOKEN "\r\n", "opened " TOKEN " 127.0.0.1");
    admits("Cookie: a=b; muster=" TOKEN "; c=d\r\n", "opened " TOKEN " 127.0.0.1");
    admits("Cookie: muster=" TOKEN "0\r\n", "opened - 127.0.0.1");
    admits("Cookie: muster=abc\r\n", "opened - 127.0.0.1");
    admits("Cookie: xmuster=" TOKEN "\r\n", "opened - 127.0.0.1");
    admits("Cookie: muster=" TOKEN "x; muster=" TOKEN "\r\n", "opened " TOKEN " 127.0.0.1");
    refuses("/socket", "Cookie: muster=" WEB_BANNED "\r\n", 403);
}

static void test_limits_the_peers(void **state) { /* W2 */
    (void)state;
    web_start(&web, &(struct web_options){.peers = 3, .peers_of_address = 0});
    int clients[3];
    for (int i = 0; i < 3; i++)
        clients[i] = web_socket(&web);
    refuses("/socket", "", 503);
    close(clients[1]);
    web_reports(&web, "closed");
    clients[1] = web_socket(&web);
    refuses("/socket", "", 503);
    for (int i = 0; i < 3; i++)
        close(clients[i]);
}

static void test_limits_the_peers_of_an_address(void **state) { /* W2 */
    (void)state;
    web_start(&web, &(struct web_options){.peers_of_address = 2, .behind_proxy = true});
    int status, clients[4];
    static const char *const FROM[] = {
        "X-Forwarded-For: 192.0.2.1\r\n",
        "X-Forwarded-For: 192.0.2.7, 192.0.2.1\r\n",
        "X-Forwarded-For: 192.0.2.1, 2001:db8::1\r\n",
        "X-Forwarded-For: 192.0.2.1, nobody\r\n",
    };
    static const char *const REPORTS[] = {"opened - 192.0.2.1", "opened - 192.0.2.1",
                                          "opened - 2001:db8::1", "opened - 127.0.0.1"};
    for (int i = 0; i < 4; i++) {
        clients[i] = web_upgrade(&web, "/socket", FROM[i], &status);
        assert_int_equal(status, 101);
        web_reports(&web, REPORTS[i]);
    }
    refuses("/socket", FROM[0], 503);
    for (int i = 0; i < 4; i++)
        close(clients[i]);
}

static void test_believes_no_header_without_a_proxy(void **state) {
    (void)state;
    start();
    admits("X-Forwarded-For: 192.0.2.1\r\n", "opened - 127.0.0.1");
}

/* ---- messages -------------------------------------------------------------------------------- */

static void test_joins_fragments(void **state) {
    (void)state;
    start();
    int client = web_socket(&web);
    char *bytes;
    size_t count;
    web_text(client, "");
    web_receives(client, "");
    web_frame(client, WEB_TEXT, "one ", 4);
    web_frame(client, WEB_FIN | WEB_PING, "still", 5);
    assert_int_equal(web_receive(client, &bytes, &count), WEB_FIN | WEB_PONG);
    assert_string_equal(bytes, "still");
    mst_free(bytes);
    web_frame(client, 0, "", 0);
    web_frame(client, 0, "two ", 4);
    web_frame(client, WEB_FIN, "three", 5);
    web_receives(client, "one two three");
    web_text(client, "\xff is no UTF-8");
    web_receives(client, "\xff is no UTF-8");
    close(client);
}

/* A message of that many bytes, in so many fragments. */
static void send_long(int client, size_t size, size_t fragments) {
    char *bytes = mst_alloc(size);
    memset(bytes, 'm', size);
    size_t each = size / fragments;
    for (size_t i = 0; i < fragments; i++) {
        size_t count = i + 1 < fragments ? each : size - each * i;
        web_frame(client, (i ? 0 : WEB_TEXT) | (i + 1 < fragments ? 0 : WEB_FIN), bytes + each * i,
                  count);
    }
    mst_free(bytes);
}

static void test_limits_a_message(void **state) { /* W2 */
    (void)state;
    start();
    for (size_t fragments = 1; fragments < 4; fragments++) {
        char *bytes;
        size_t count;
        int client = web_socket(&web);
        send_long(client, WEB_FRAME, fragments);
        assert_int_equal(web_receive(client, &bytes, &count), WEB_FIN | WEB_TEXT);
        assert_int_equal(count, WEB_FRAME);
        mst_free(bytes);
        send_long(client, WEB_FRAME + 1, fragments);
        web_closes(client, 1009);
        web_reports(&web, "closed");
    }
    int client = web_socket(&web); /* of 2^63 - 1 bytes */
    web_send(client, "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14);
    send_long(client, WEB_FRAME + 1, 1);
    web_closes(client, 1009);
    web_reports(&web, "closed");
}

static void test_refuses_binary_messages(void **state) {
    (void)state;
    start();
    int client = web_socket(&web);
    web_frame(client, WEB_FIN | WEB_BINARY, "x", 1);
    web_closes(client, 1003);
    web_reports(&web, "closed");
}

static void test_refuses_broken_frames(void **state) {
    (void)state;
    start();
    static const int FIRST[] = {WEB_FIN | 3,
                                WEB_FIN | 11,
                                WEB_FIN,
                                WEB_PING,
                                WEB_FIN | WEB_TEXT | 0x40,
                                WEB_FIN | WEB_TEXT | 0x10};
    for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST; i++) {
        int client = web_socket(&web);
        web_frame(client, FIRST[i], "x", 1);
        web_closes(client, 1002);
        web_reports(&web, "closed");
    }
}

static void test_sends_long_messages(void **state) {
    (void)state;
    start();
    static const size_t SIZES[] = {125, 126, 65535, 65536, 1000000, WEB_BEHIND};
    int client = web_socket(&web);
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        char text[40], *bytes;
        size_t count, total = 0;
        int first;
        snprintf(text, sizeof text, "big %zu", SIZES[i]);
        web_text(client, text);
        do {
            first = web_receive(client, &bytes, &count);
            assert_int_equal(first & 15, total ? 0 : WEB_TEXT);
            assert_true(count > 0 && strspn(bytes, "x") == count);
            mst_free(bytes);
            total += count;
        } while (!(first & WEB_FIN));
        assert_int_equal(total, SIZES[i]);
    }
    close(client);
}

/* ---- compression ----------------------------------------------------------------------------- */

static void test_agrees_on_compression(void **state) {
    (void)state;
    static const struct {
        const char *offer, *answer; /* NULL: none */
    } OFFERS[] = {
        {"permessage-deflate", "permessage-deflate\r\n"},
        {"permessage-deflate; client_max_window_bits", "permessage-deflate\r\n"},
        {"other, permessage-deflate", "permessage-deflate\r\n"},
        {"permessage-deflate; client_no_context_takeover; server_no_context_takeover",
         "permessage-deflate; server_no_context_takeover\r\n"},
        {"permessage-deflate; server_max_window_bits=10", NULL},
        {"permessage-deflate; server_max_window_bits=10, permessage-deflate", NULL},
        {"other", NULL},
    };
    start();
    for (size_t i = 0; i < sizeof OFFERS / sizeof *OFFERS; i++) {
        char fields[200], *answer;
        int status;
        snprintf(fields, sizeof fields, "Sec-WebSocket-Extensions: %s\r\n", OFFERS[i].offer);
        close(web_upgrade(&web, "/socket", fields, &status));
        assert_int_equal(status, 101);
        answer = strstr(web_head(), "Sec-WebSocket-Extensions: ");
        if (!OFFERS[i].answer)
            assert_null(answer);
        else if (!answer || strncmp(answer + 26, OFFERS[i].answer, strlen(OFFERS[i].answer)))
            fail_msg("%s: %s", OFFERS[i].offer, web_head());
    }
}

/* The examples of RFC 7692, chapter 7.2.3. */
static void test_inflates(void **state) {
    (void)state;
    start();
    int first = WEB_TEXT | WEB_DEFLATED, client = web_socket_deflating(&web);
    web_frame(client, WEB_FIN | first, "\xf2\x48\xcd\xc9\xc9\x07\x00", 7);
    web_receives(client, "Hello");
    web_frame(client, WEB_FIN | first, "\xf2\x00\x11\x00\x00", 5); /* as before */
    web_receives(client, "Hello");
    web_frame(client, first, "\xf2\x48\xcd", 3);
    web_frame(client, WEB_FIN, "\xc9\xc9\x07\x00", 4);
    web_receives(client, "Hello");
    web_frame(client, WEB_FIN | first, "\x00\x05\x00\xfa\xff\x48\x65\x6c\x6c\x6f\x00", 11);
    web_receives(client, "Hello");
    web_frame(client, WEB_FIN | first, "\xf3\x48\xcd\xc9\xc9\x07\x00\x00", 8);
    web_receives(client, "Hello");
    web_frame(client, WEB_FIN | first, "\xf2\x48\x05\x00\x00\x00\xff\xff\xca\xc9\xc9\x07\x00", 13);
    web_receives(client, "Hello");
    web_frame(client, WEB_FIN | first, "", 0);
    web_receives(client, "");
    web_text(client, "as it is");
    web_receives(client, "as it is");
    close(client);
}

static void send_deflated(int client, const char *bytes, size_t count) {
    unsigned char *room = mst_alloc(count + 100);
    size_t length = server_deflate(bytes, count, room, count + 100);
    assert_true(length > 0);
    web_frame(client, WEB_FIN | WEB_TEXT | WEB_DEFLATED, room, length);
    mst_free(room);
}

/* Messages of every length near which libwebsockets' own compression fails. */
static void test_inflates_any_length(void **state) {
    (void)state;
    start();
    int client = web_socket_deflating(&web);
    char *text = mst_calloc(1, WEB_FRAME + 1);
    struct server_inflater *inflater = server_inflater_new();
    for (size_t length = 1; length <= WEB_FRAME; length += length < 20 ? 1 : 37) {
        char *bytes;
        size_t count;
        struct mst_buf whole = {0};
        memset(text, 'a', length);
        send_deflated(client, text, length);
        int first = web_receive(client, &bytes, &count);
        assert_int_equal(first & ~WEB_DEFLATED, WEB_FIN | WEB_TEXT);
        assert_int_equal(!(first & WEB_DEFLATED), length < 256);
        if (first & WEB_DEFLATED)
            assert_int_equal(server_inflate(inflater, bytes, count, &whole, length), 0);
        else
            mst_buf_bytes(&whole, bytes, count);
        assert_int_equal(whole.length, length);
        assert_memory_equal(mst_buf_text(&whole), text, length);
        mst_buf_clear(&whole);
        mst_free(bytes);
    }
    server_inflater_free(inflater);
    mst_free(text);
    close(client);
}

static void test_sends_long_messages_deflated(void **state) {
    (void)state;
    start();
    struct server_inflater *inflater = server_inflater_new();
    struct mst_buf message = {0}, whole = {0};
    int first, client = web_socket_deflating(&web);
    web_text(client, "chance 300000"); /* hardly shorter, in several frames */
    do {
        char *bytes;
        size_t count;
        first = web_receive(client, &bytes, &count);
        assert_int_equal(first & 0x7f, message.length ? 0 : WEB_TEXT | WEB_DEFLATED);
        mst_buf_bytes(&message, bytes, count);
        mst_free(bytes);
    } while (!(first & WEB_FIN));
    assert_in_range(message.length, 200000, 299999);
    assert_int_equal(
        server_inflate(inflater, mst_buf_text(&message), message.length, &whole, 300000), 0);
    assert_int_equal(whole.length, 300000);
    struct mst_rng rng;
    mst_rng_seed(&rng, 1);
    for (int i = 0; i < 300000; i++)
        assert_int_equal(mst_buf_text(&whole)[i], (char)('a' + mst_rng_below(&rng, 64)));
    mst_buf_clear(&message);
    mst_buf_clear(&whole);
    server_inflater_free(inflater);
    close(client);
}

static void test_limits_what_it_inflates(void **state) { /* W2 */
    (void)state;
    static const size_t SIZES[] = {WEB_FRAME + 1, WEB_FRAME + 4096, 10 << 20};
    char *bomb = mst_calloc(1, 10 << 20);
    start();
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        int client = web_socket_deflating(&web);
        char *bytes;
        size_t count;
        send_deflated(client, bomb, WEB_FRAME);
        assert_int_equal(web_receive(client, &bytes, &count), WEB_FIN | WEB_TEXT | WEB_DEFLATED);
        mst_free(bytes);
        send_deflated(client, bomb, SIZES[i]);
        web_closes(client, 1009);
        web_reports(&web, "closed");
    }
    int client = web_socket_deflating(&web);
    web_frame(client, WEB_FIN | WEB_TEXT | WEB_DEFLATED, "\xff\xff\xff", 3);
    web_closes(client, 1007);
    web_reports(&web, "closed");
    mst_free(bomb);
}

/* ---- closing --------------------------------------------------------------------------------- */

static void test_closes_who_does_not_read(void **state) { /* W2 */
    (void)state;
    web_start(&web, &(struct web_options){.peers = 2});
    int client = web_socket(&web), other = web_socket(&web), size = 4096;
    setsockopt(client, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    for (int i = 0; i < 32; i++) { /* more than the system keeps for it */
        web_text(client, "big 1000000");
        web_text(other, "written?");
        web_receives(other, "written?");
    }
    web_reports(&web, "closed");
    lives();                  /* and has room again */
    web_text(other, "flood"); /* at once */
    web_reports(&web, "closed");
    size_t count;
    mst_free(web_read_all(client, &count)); /* it ends */
    assert_true(count < 32 * 1000000);
    mst_free(web_read_all(other, &count));
    assert_true(count < WEB_BEHIND);
}

static void test_closes_after_what_was_sent(void **state) { /* W3 */
    (void)state;
    start();
    int client = web_socket(&web);
    web_text(client, "close");
    web_reports(&web, "closed");
    web_receives(client, "bye");
    web_text(client, "does nobody listen?");
    web_closes(client, 1000);
    int clients[5];
    for (int i = 0; i < 5; i++)
        clients[i] = web_socket(&web);
    web_text(clients[2], "close all");
    for (int i = 0; i < 5; i++) {
        web_reports(&web, "closed");
        web_receives(clients[i], "all");
        web_closes(clients[i], 1000);
    }
    lives();
}

static void test_takes_leave(void **state) {
    (void)state;
    start();
    int client = web_socket(&web);
    web_frame(client, WEB_FIN | WEB_CLOSE, "\x03\xe8", 2);
    web_reports(&web, "closed");
    web_closes(client, 1000);
    client = web_socket(&web);
    struct linger abrupt = {.l_onoff = 1};
    setsockopt(client, SOL_SOCKET, SO_LINGER, &abrupt, sizeof abrupt);
    close(client);
    web_reports(&web, "closed");
    web_socket(&web); /* open when the server stops */
}

/* ---- what chance sends ----------------------------------------------------------------------- */

static void send_by_chance(int client, struct mst_rng *rng) {
    static const int FIRST[] = {0x81, 0x81, 0x81, 0x01, 0x00, 0x80, 0x82, 0x88,
                                0x89, 0x8a, 0x8b, 0x83, 0xc1, 0xf1, 0x09, 0x41};
    static const size_t COUNTS[] = {0, 1, 2, 125, 126, 127, 300, 4096, 16384, 20000, 70000};
    unsigned char bytes[70000];
    size_t count = COUNTS[mst_rng_below(rng, sizeof COUNTS / sizeof *COUNTS)];
    for (size_t i = 0; i < count; i++)
        bytes[i] = (unsigned char)mst_rng_next(rng);
    if (mst_rng_below(rng, 3))
        web_frame(client, FIRST[mst_rng_below(rng, 16)], bytes, count);
    else
        web_send(client, bytes, count < 300 ? count : 300);
}

static void test_survives_frames_of_chance(void **state) {
    (void)state;
    enum { BATCHES = 20, CLIENTS = 30, FRAMES = 6 };
    start();
    struct mst_rng rng;
    mst_rng_seed(&rng, 20);
    for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < CLIENTS; i++) {
            int client = i & 1 ? web_socket(&web) : web_socket_deflating(&web);
            for (uint64_t n = 1 + mst_rng_below(&rng, FRAMES); n; n--)
                send_by_chance(client, &rng);
            struct linger abrupt = {.l_onoff = 1};
            setsockopt(client, SOL_SOCKET, SO_LINGER, &abrupt, sizeof abrupt);
            close(client);
            web_reports(&web, "closed");
        }
        lives();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_opens_for_the_page, end),
        cmocka_unit_test_teardown(test_refuses_others, end),
        cmocka_unit_test_teardown(test_needs_the_subprotocol, end),
        cmocka_unit_test_teardown(test_knows_the_token, end),
        cmocka_unit_test_teardown(test_limits_the_peers, end),
        cmocka_unit_test_teardown(test_limits_the_peers_of_an_address, end),
        cmocka_unit_test_teardown(test_believes_no_header_without_a_proxy, end),
        cmocka_unit_test_teardown(test_joins_fragments, end),
        cmocka_unit_test_teardown(test_limits_a_message, end),
        cmocka_unit_test_teardown(test_refuses_binary_messages, end),
        cmocka_unit_test_teardown(test_refuses_broken_frames, end),
        cmocka_unit_test_teardown(test_sends_long_messages, end),
        cmocka_unit_test_teardown(test_agrees_on_compression, end),
        cmocka_unit_test_teardown(test_inflates, end),
        cmocka_unit_test_teardown(test_inflates_any_length, end),
        cmocka_unit_test_teardown(test_sends_long_messages_deflated, end),
        cmocka_unit_test_teardown(test_limits_what_it_inflates, end),
        cmocka_unit_test_teardown(test_closes_who_does_not_read, end),
        cmocka_unit_test_teardown(test_closes_after_what_was_sent, end),
        cmocka_unit_test_teardown(test_takes_leave, end),
        cmocka_unit_test_teardown(test_survives_frames_of_chance, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
