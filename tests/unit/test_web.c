/* The web server, spoken to in plain bytes: the files of the page, requests of every kind, cookies,
 * watched descriptors, and its beginning and end. WebSockets are in test_web_socket.c. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/web.h"

#define TOKEN "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

enum { LONG = 5 << 20 };

static struct web web;
static char folder[] = "/tmp/muster-web-XXXXXX";

static int end(void **state) {
    (void)state;
    if (web.child)
        web_end(&web);
    return 0;
}

static void start(void) {
    web_start(&web, &(struct web_options){.page = folder});
}

/* ---- a page ---------------------------------------------------------------------------------- */

static void put(const char *name, const char *text, size_t length) {
    char path[200];
    struct mst_error error = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (mst_write_file(path, text, length, true, &error) != MST_OK)
        fail_msg("%s", error.text);
}

static int make_page(void **state) {
    (void)state;
    char path[200], *big = mst_alloc(LONG);
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/assets", folder);
    mkdir(path, 0755);
    put("index.html", "<p>page</p>", 11);
    put("assets/app-3fA9xQ2b.js", "app()", 5);
    put("assets/app-3fA9xQ2b.js.gz", "\x1f\x8b zipped", 9);
    put("assets/app-language.js", "words()", 7);
    put("icon.svg", "<svg/>", 6);
    put("odd.xyz", "\0\1", 2);
    put(".secret", "secret", 6);
    for (int i = 0; i < LONG; i++)
        big[i] = (char)(i * 2654435761U >> 24);
    put("assets/long-AAAAAAAA.wasm", big, LONG);
    mst_free(big);
    snprintf(path, sizeof path, "%s/link.txt", folder);
    return symlink("/etc/passwd", path);
}

static int remove_page(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* ---- answers --------------------------------------------------------------------------------- */

/* The answer has that status and those security headers, and is whole. Returns its body. */
static const char *check(const char *answer, int status) {
    static const char *const HEADERS[] = {
        "\r\ncontent-security-policy: default-src 'self'; connect-src 'self'; img-src 'self' "
        "data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'\r\n",
        "\r\nx-content-type-options: nosniff\r\n",
        "\r\nreferrer-policy: no-referrer\r\n",
        "\r\ncross-origin-opener-policy: same-origin\r\n",
        "\r\nconnection: close\r\n",
        "\r\ncache-control: ",
    };
    assert_true(strlen(answer) > 12);
    if (atoi(answer + 9) != status)
        fail_msg("expected %d, found: %s", status, answer);
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
        if (!strstr(answer, HEADERS[i]))
            fail_msg("expected%s in: %s", HEADERS[i], answer);
    assert_null(strstr(answer, "\r\nserver:"));
    const char *length = strstr(answer, "\r\ncontent-length: "), *body = strstr(answer, "\r\n\r\n");
    assert_non_null(length);
    assert_non_null(body);
    assert_true(length < body);
    return body + 4;
}

/* Ask; the answer has that status, that body ("..." for any), and among its fields this one. */
static void asks(const char *request, int status, const char *body, const char *field) {
    char *answer = web_ask(&web, "%s\r\n\r\n", request);
    const char *found = check(answer, status);
    if (strcmp(body, "...") && strcmp(found, body))
        fail_msg("%s: expected the body %s, found: %s", request, body, answer);
    if (!strstr(answer, field))
        fail_msg("%s: expected %s in: %s", request, field, answer);
    mst_free(answer);
}

static void test_serves_the_page(void **state) {
    (void)state;
    start();
    asks("GET / HTTP/1.1\r\nHost: x", 200, "<p>page</p>",
         "content-type: text/html; charset=utf-8\r\n");
    asks("GET /index.html HTTP/1.1\r\nHost: x", 200, "<p>page</p>", "cache-control: no-cache\r\n");
    asks("GET /?a=b&c HTTP/1.1\r\nHost: x", 200, "<p>page</p>", "");
    asks("GET /assets/app-3fA9xQ2b.js HTTP/1.1\r\nHost: x", 200, "app()",
         "cache-control: public, max-age=31536000, immutable\r\n");
    asks("GET /assets/app-3fA9xQ2b.js HTTP/1.1\r\nHost: x", 200, "app()",
         "content-type: text/javascript; charset=utf-8\r\n");
    asks("GET /assets/app-language.js HTTP/1.1\r\nHost: x", 200, "words()",
         "cache-control: no-cache\r\n");
    asks("GET /icon.svg HTTP/1.0", 200, "<svg/>", "content-type: image/svg+xml\r\n");
    asks("GET /odd.xyz HTTP/1.1\r\nHost: x", 200, "...",
         "content-type: application/octet-stream\r\n");
}

static void test_serves_what_is_zipped(void **state) {
    (void)state;
    start();
    const char *file = "GET /assets/app-3fA9xQ2b.js HTTP/1.1\r\nHost: x\r\n";
    char request[300];
    snprintf(request, sizeof request, "%sAccept-Encoding: gzip, br", file);
    asks(request, 200, "\x1f\x8b zipped", "content-encoding: gzip\r\n");
    asks(request, 200, "...", "vary: accept-encoding\r\n");
    snprintf(request, sizeof request, "%sAccept-Encoding: br", file);
    asks(request, 200, "app()", "vary: accept-encoding\r\n");
    snprintf(request, sizeof request, "%sAccept-Encoding: gzip;q=0", file);
    asks(request, 200, "app()", "");
    asks("GET /icon.svg HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip", 200, "<svg/>", "");
}

static void test_serves_a_long_file(void **state) {
    (void)state;
    start();
    int client = web_connect(&web);
    web_say(client, "GET /assets/long-AAAAAAAA.wasm HTTP/1.1\r\nHost: x\r\n\r\n");
    size_t length;
    char *answer = web_read_all(client, &length);
    const char *body = check(answer, 200);
    assert_int_equal(length - (size_t)(body - answer), LONG);
    for (int i = 0; i < LONG; i++)
        if (body[i] != (char)(i * 2654435761U >> 24))
            fail_msg("byte %d differs", i);
    mst_free(answer);
}

static void test_serves_nothing_else(void **state) { /* W2 */
    (void)state;
    start();
    static const char *const PATHS[] = {
        "/.secret",   "/link.txt",   "/assets",
        "/assets/",   "/etc/passwd", "/index.html/",
        "/index.htm", "/INDEX.HTML", "/assets\\app-3fA9xQ2b.js",
        "/a%20b",     "/%C3%A9",     "/%25",
    };
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        char request[300], *answer = web_ask(&web, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", PATHS[i]);
        assert_string_equal(check(answer, 200), "GET - 127.0.0.1 []"); /* the server's own */
        mst_free(answer);
        snprintf(request, sizeof request, "asked GET %s", PATHS[i]);
        if (!strchr(PATHS[i], '%'))
            web_reports(&web, request);
        else
            web_reports(&web, i == 9    ? "asked GET /a b"
                              : i == 10 ? "asked GET /\xc3\xa9"
                                        : "asked GET /%");
    }
}

/* Paths that go up lead nowhere but to the page, or are refused. */
static void test_climbs_nowhere(void **state) { /* W2 */
    (void)state;
    start();
    static const char *const PATHS[] = {
        "/../index.html",
        "/assets/../index.html",
        "//index.html",
        "/./index.html",
        "/%2e%2e/index.html",
        "/assets/%2e%2e/index.html",
        "/assets/%2e%2e%2findex.html",
        "/../../../../index.html",
        "/%2findex.html",
    };
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        char *answer = web_ask(&web, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", PATHS[i]);
        assert_string_equal(check(answer, 200), "<p>page</p>");
        mst_free(answer);
    }
    static const char *const BROKEN[] = {"/%",         "/%4", "/%zz",     "/index.html%00.js",
                                         "index.html", "*",   "http://x/"};
    for (size_t i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++) {
        char *answer = web_ask(&web, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", BROKEN[i]);
        assert_null(strstr(answer, "page"));
        assert_true(!*answer || strstr(answer, " 403 "));
        mst_free(answer);
    }
    asks("GET / HTTP/1.1\r\nHost: x", 200, "<p>page</p>", "");
}

static void test_limits_a_head(void **state) { /* W2 */
    (void)state;
    start();
    static const struct {
        size_t length;
        int status; /* 0: none, or a refusal by the library */
    } PATHS[] = {{1023, 200}, {1024, 414}, {4000, 414}, {9000, 0}, {40000, 0}};
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        char *name = mst_calloc(1, PATHS[i].length + 1);
        memset(name, 'a', PATHS[i].length);
        char *answer = web_ask(&web, "GET /%s HTTP/1.1\r\nHost: x\r\n\r\n", name);
        if (PATHS[i].status)
            check(answer, PATHS[i].status);
        else
            assert_null(strstr(answer, " 200 "));
        mst_free(answer);
        mst_free(name);
    }
}

static void test_says_that_the_page_is_not_built(void **state) {
    (void)state;
    web_start(&web, &(struct web_options){.page = "/no-such-folder"});
    char *answer = web_ask(&web, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_non_null(strstr(check(answer, 200), "./muster serve"));
    assert_non_null(strstr(answer, "\r\nset-cookie: "));
    mst_free(answer);
    asks("GET /index.html HTTP/1.1\r\nHost: x", 200, "GET - 127.0.0.1 []", "");
}

/* ---- methods --------------------------------------------------------------------------------- */

static void test_knows_the_methods(void **state) {
    (void)state;
    start();
    asks("HEAD / HTTP/1.1\r\nHost: x", 200, "", "content-length: 11\r\n");
    asks("HEAD /other HTTP/1.1\r\nHost: x", 200, "", "content-length: 18\r\n");
    web_reports(&web, "asked GET /other");
    asks("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 0", 405, "", "allow: GET, HEAD, POST\r\n");
    asks("DELETE / HTTP/1.1\r\nHost: x", 405, "", "");
    asks("OPTIONS / HTTP/1.1\r\nHost: x", 405, "", "");
    asks("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3", 400, "", "");
    asks("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked", 400, "", "");
    char *answer = web_ask(&web, "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\nhello");
    assert_string_equal(answer, "");
    mst_free(answer);
    answer = web_ask(&web, "SPRING / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_null(strstr(answer, " 200 "));
    mst_free(answer);
}

static void test_refuses_other_upgrades(void **state) {
    (void)state;
    start();
    asks("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: "
         "AAMAAABk",
         400, "", "");
    char *answer = web_ask(&web, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                                 "Upgrade: other\r\n\r\n");
    assert_non_null(strstr(answer, " 403 "));
    mst_free(answer);
    answer = web_ask(&web, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    assert_null(strstr(answer, " 200 "));
    mst_free(answer);
}

/* The whole answer, or none: not every version of the library writes when more was sent already. */
static void check_first(char *answer, const char *body) {
    const char *line;
    if (*answer)
        assert_string_equal(check(answer, 200), body);
    mst_free(answer);
    asks("GET /probe HTTP/1.1\r\nHost: x", 200, "...", "");
    while (strcmp(line = web_report(&web), "asked GET /probe"))
        if (strcmp(line, "asked GET /first") && strcmp(line, "asked POST /first"))
            fail_msg("%s", line);
}

/* Whatever is sent after a request is not looked at. */
static void test_answers_once(void **state) {
    (void)state;
    start();
    static const char *const MORE[] = {
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
        "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n",
        "what is this",
    };
    for (size_t i = 0; i < sizeof MORE / sizeof *MORE; i++) {
        check_first(web_ask(&web, "GET /first HTTP/1.1\r\nHost: x\r\n\r\n%s", MORE[i]),
                    "GET - 127.0.0.1 []");
        check_first(web_ask(&web,
                            "POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab%s",
                            MORE[i]),
                    "POST - 127.0.0.1 [ab]");
    }
}

/* ---- POST ------------------------------------------------------------------------------------ */

static void posts(const char *fields, size_t size, int status) {
    char *body = mst_calloc(1, size + 1), wanted[40];
    memset(body, 'b', size);
    char *answer = web_ask(&web, "POST /post HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n%s", web.port,
                           fields, body);
    const char *found = check(answer, status);
    if (status == 200) {
        snprintf(wanted, sizeof wanted, "POST - 127.0.0.1 [");
        assert_true(!strncmp(found, wanted, strlen(wanted)));
        assert_int_equal(strlen(found), strlen(wanted) + size + 1);
        web_reports(&web, "asked POST /post");
    }
    mst_free(answer);
    mst_free(body);
}

static void test_takes_a_body(void **state) {
    (void)state;
    start();
    posts("Content-Length: 5\r\n", 5, 200);
    posts("Content-Length: 0\r\n", 0, 200);
    posts("Content-Length: 4096\r\n", 4096, 200);
    int client = web_connect(&web);
    web_say(client, "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n");
    web_say(client, "01234");
    asks("GET / HTTP/1.1\r\nHost: x", 200, "...", ""); /* others are served meanwhile */
    web_say(client, "56789");
    char *answer = web_read_all(client, NULL);
    assert_string_equal(check(answer, 200), "POST - 127.0.0.1 [0123456789]");
    mst_free(answer);
}

static void test_limits_a_body(void **state) { /* W2 */
    (void)state;
    start();
    posts("Content-Length: 4097\r\n", 4097, 413);
    posts("Content-Length: 99999999999999999999\r\n", 10, 411);
    posts("Content-Length: 999999999999\r\n", 10, 413);
    posts("Content-Length: -1\r\n", 0, 411);
    posts("Content-Length: 5x\r\n", 5, 411);
    posts("", 0, 411);
    posts("Transfer-Encoding: chunked\r\n", 5, 411);
    posts("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", 5, 411);
    posts("Content-Length: 3\r\n", 3, 200);
}

static void test_takes_posts_of_the_page_only(void **state) { /* W1 */
    (void)state;
    start();
    char fields[100];
    posts("Content-Length: 1\r\nOrigin: http://evil.example\r\n", 1, 403);
    posts("Content-Length: 1\r\nOrigin: null\r\n", 1, 403);
    posts("Content-Length: 0\r\nOrigin: http://evil.example\r\n", 0, 403);
    snprintf(fields, sizeof fields, "Content-Length: 1\r\nOrigin: http://127.0.0.1:%d\r\n",
             web.port);
    posts(fields, 1, 200);
    asks("POST / HTTP/1.1\r\nHost: a.example\r\nOrigin: https://a.example:443\r\nContent-Length: 0",
         200, "...", "");
    asks("POST / HTTP/1.1\r\nHost: a.example:80\r\nOrigin: http://a.example\r\nContent-Length: 0",
         200, "...", "");
    asks("POST / HTTP/1.1\r\nHost: a.example\r\nOrigin: http://a.example:443\r\nContent-Length: 0",
         403, "...", "");
}

/* ---- cookies and answers -----------------------------------------------------------------------
 */

static void test_gives_a_token_once(void **state) {
    (void)state;
    start();
    char tokens[2][WEB_TOKEN + 1];
    for (int i = 0; i < 2; i++) {
        char *answer = web_ask(&web, "GET / HTTP/1.1\r\nHost: x\r\nCookie: muster=x\r\n\r\n");
        const char *cookie = strstr(answer, "\r\nset-cookie: muster=");
        check(answer, 200);
        assert_non_null(cookie);
        cookie += strlen("\r\nset-cookie: muster=");
        assert_int_equal(strspn(cookie, "0123456789abcdef"), WEB_TOKEN);
        assert_memory_equal(cookie + WEB_TOKEN,
                            "; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000\r\n", 55);
        memcpy(tokens[i], cookie, WEB_TOKEN);
        tokens[i][WEB_TOKEN] = 0;
        mst_free(answer);
    }
    assert_string_not_equal(tokens[0], tokens[1]);
    static const char *const PATHS[] = {"/", "/icon.svg", "/index.html", "/other"};
    for (int i = 0; i < 4; i++) {
        char *answer = web_ask(&web, "GET %s HTTP/1.1\r\nHost: x%s\r\n\r\n", PATHS[i],
                               i ? "" : "\r\nCookie: muster=" TOKEN);
        check(answer, 200);
        assert_null(strstr(answer, "set-cookie"));
        mst_free(answer);
    }
}

static void test_marks_a_cookie_secure(void **state) {
    (void)state;
    start();
    const char *request = "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n";
    char *answer = web_ask(&web, "%s", request);
    assert_null(strstr(answer, "; Secure"));
    mst_free(answer);
    web_end(&web);
    web_start(&web, &(struct web_options){.page = folder, .behind_proxy = true});
    answer = web_ask(&web, "%s", request);
    assert_non_null(strstr(answer, "Max-Age=31536000; Secure\r\n"));
    mst_free(answer);
    answer = web_ask(&web, "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: http\r\n\r\n");
    assert_null(strstr(answer, "; Secure"));
    mst_free(answer);
}

static void test_gives_an_answer(void **state) {
    (void)state;
    start();
    asks("GET /fresh HTTP/1.1\r\nHost: x", 200, "x",
         "\r\nset-cookie: muster=" WEB_BANNED "; Path=/; HttpOnly; SameSite=Strict; "
         "Max-Age=31536000\r\n");
    asks("GET /gone HTTP/1.1\r\nHost: x", 200, "x",
         "\r\nset-cookie: muster=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0\r\n");
    asks("GET /saved HTTP/1.1\r\nHost: x", 200, "x",
         "\r\ncontent-disposition: attachment; filename=\"a__match___.txt\"\r\n");
    asks("GET /saved HTTP/1.1\r\nHost: x", 200, "x", "\r\ncache-control: private, max-age=60\r\n");
    asks("GET /other HTTP/1.1\r\nHost: x\r\nCookie: muster=" TOKEN, 200,
         "GET " TOKEN " 127.0.0.1 []", "\r\ncache-control: no-store\r\n");
}

static void test_answers_later(void **state) {
    (void)state;
    start();
    int client = web_connect(&web);
    web_say(client, "GET /never HTTP/1.1\r\nHost: x\r\n\r\n");
    web_reports(&web, "asked GET /never");
    asks("GET /release HTTP/1.1\r\nHost: x", 200, "done", "");
    char *answer = web_read_all(client, NULL);
    assert_string_equal(check(answer, 200), "released");
    mst_free(answer);
    web_reports(&web, "asked GET /release");
    asks("GET /later HTTP/1.1\r\nHost: x", 200, "later", "");
    web_reports(&web, "asked GET /later");
}

/* A time that has passed must not hold back the next: the loop would sleep for 30 seconds. */
static void test_wakes_after_a_time_that_passed(void **state) {
    enum { SOON = 15 };
    (void)state;
    struct timespec begun, ended;
    start();
    clock_gettime(CLOCK_MONOTONIC, &begun);
    asks("GET /passed HTTP/1.1\r\nHost: x", 200, "later", "");
    clock_gettime(CLOCK_MONOTONIC, &ended);
    assert_true(ended.tv_sec - begun.tv_sec < SOON);
}

static void test_tells_who_left(void **state) {
    (void)state;
    start();
    int client = web_connect(&web);
    web_say(client, "GET /never HTTP/1.1\r\nHost: x\r\n\r\n");
    web_reports(&web, "asked GET /never");
    struct linger abrupt = {.l_onoff = 1};
    setsockopt(client, SOL_SOCKET, SO_LINGER, &abrupt, sizeof abrupt);
    close(client);
    web_reports(&web, "left");
    client = web_connect(&web); /* it waits when the server stops */
    web_say(client, "GET /never HTTP/1.1\r\nHost: x\r\n\r\n");
    web_reports(&web, "asked GET /never");
    web_end(&web);
    close(client);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static void test_watches_a_descriptor(void **state) {
    (void)state;
    char text[6] = "";
    start();
    assert_int_equal(write(web.watched, "hello", 5), 5);
    web_reports(&web, "watched hello");
    assert_int_equal(write(web.watched, "part 5", 6), 6);
    web_reports(&web, "watched part 5");
    for (int i = 0; i < 5; i++)
        assert_int_equal(read(web.watched, text + i, 1), 1);
    assert_string_equal(text, ".....");
    shutdown(web.watched, SHUT_WR);
    web_reports(&web, "ended");
    assert_int_equal(read(web.watched, text, 1), 0); /* the server has closed its end */
    asks("GET / HTTP/1.1\r\nHost: x", 200, "...", "");
}

static void test_ends_a_watch_from_elsewhere(void **state) {
    (void)state;
    char byte;
    start();
    int client = web_socket(&web);
    web_text(client, "end watch");
    assert_int_equal(read(web.watched, &byte, 1), 0);
    web_text(client, "and goes on");
    web_receives(client, "and goes on");
    close(client);
}

static void ignore(void *context, bool readable, bool writable) {
    (void)context, (void)readable, (void)writable;
}
static void nothing(void *context) {
    (void)context;
}

static void test_says_why_it_cannot_listen(void **state) {
    (void)state;
    start();
    struct web_events events = {.idle = nothing};
    struct web_options options = {.host = "127.0.0.1", .port = web.port, .page = folder};
    struct mst_error error = {0};
    assert_null(web_new(&options, &events, &error));
    assert_non_null(strstr(error.text, "Address already in use"));
    options.host = "nowhere";
    assert_null(web_new(&options, &events, &error));
    assert_non_null(strstr(error.text, "expected an address"));
    options.host = "127.0.0.1";
    options.port = 70000;
    assert_null(web_new(&options, &events, &error));
    assert_non_null(strstr(error.text, "70000"));
}

static void *run(void *one) {
    web_run(one);
    return NULL;
}

/* A signal would wake the loop by itself. So does a timer after 30 seconds, but not so often before
 * the alarm ends the test. */
static void test_stops_from_elsewhere(void **state) {
    (void)state;
    enum { ROUNDS = 5, ALARM = 120 };
    struct web_events events = {.idle = nothing};
    struct web_options options = {.host = "127.0.0.1", .page = folder};
    struct mst_error error = {0};
    alarm(ALARM);
    for (int i = 0; i < ROUNDS; i++) {
        struct server_web *one = web_new(&options, &events, &error);
        pthread_t thread;
        assert_non_null(one);
        assert_int_equal(pthread_create(&thread, NULL, run, one), 0);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL); /* now it waits, most likely */
        web_stop(one);
        assert_int_equal(pthread_join(thread, NULL), 0);
        web_free(one);
    }
    alarm(0);
}

static void test_ends_what_it_watches(void **state) {
    (void)state;
    struct web_events events = {.idle = nothing};
    struct web_options options = {.host = "127.0.0.1", .page = folder};
    struct mst_error error = {0};
    struct server_web *one = web_new(&options, &events, &error);
    int ends[2][2];
    char byte;
    assert_non_null(one);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pipe(ends[i]), 0);
        struct web_watch *watch = web_watch(one, ends[i][0], ignore, NULL);
        assert_non_null(watch);
        if (i)
            server_watch_end(watch);
    }
    web_stop(one);
    web_run(one); /* returns */
    web_free(one);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(read(ends[i][0], &byte, 1), -1);
        close(ends[i][1]);
    }
    web_free(NULL);
    server_watch_end(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_serves_the_page, end),
        cmocka_unit_test_teardown(test_serves_what_is_zipped, end),
        cmocka_unit_test_teardown(test_serves_a_long_file, end),
        cmocka_unit_test_teardown(test_serves_nothing_else, end),
        cmocka_unit_test_teardown(test_climbs_nowhere, end),
        cmocka_unit_test_teardown(test_limits_a_head, end),
        cmocka_unit_test_teardown(test_says_that_the_page_is_not_built, end),
        cmocka_unit_test_teardown(test_knows_the_methods, end),
        cmocka_unit_test_teardown(test_refuses_other_upgrades, end),
        cmocka_unit_test_teardown(test_answers_once, end),
        cmocka_unit_test_teardown(test_takes_a_body, end),
        cmocka_unit_test_teardown(test_limits_a_body, end),
        cmocka_unit_test_teardown(test_takes_posts_of_the_page_only, end),
        cmocka_unit_test_teardown(test_gives_a_token_once, end),
        cmocka_unit_test_teardown(test_marks_a_cookie_secure, end),
        cmocka_unit_test_teardown(test_gives_an_answer, end),
        cmocka_unit_test_teardown(test_answers_later, end),
        cmocka_unit_test_teardown(test_wakes_after_a_time_that_passed, end),
        cmocka_unit_test_teardown(test_tells_who_left, end),
        cmocka_unit_test_teardown(test_watches_a_descriptor, end),
        cmocka_unit_test_teardown(test_ends_a_watch_from_elsewhere, end),
        cmocka_unit_test_teardown(test_stops_from_elsewhere, end),
        cmocka_unit_test_teardown(test_says_why_it_cannot_listen, end),
        cmocka_unit_test_teardown(test_ends_what_it_watches, end),
    };
    return cmocka_run_group_tests(tests, make_page, remove_page);
}
