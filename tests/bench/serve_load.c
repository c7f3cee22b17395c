/* Load on a match server: many matches at once, each with two players and some onlookers, and a
 * random move in each every so many seconds. Prints how long it takes from a move to the screens of
 * all who have the match open. Run beside `muster serve`:
 *
 *     build/tests/muster-serve-load PORT [MATCHES [WATCHERS [SECONDS [EVERY]]]]
 *
 * 2,000 matches, one onlooker each, for 60 s, a move every 10 s, unless given. It is one process
 * with an epoll loop; what it needs itself is part of the machine's load. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "muster/util.h"

enum { READ_SIZE = 256 << 10, MOST_TIMES = 4000000 };

struct table;

struct socket {
    int file, seat; /* -1: an onlooker */
    bool shaken;    /* the handshake is done */
    struct mst_buf input, output;
    size_t sent;
    struct table *table;
    int ply; /* of the last view */
};

struct table { /* a match */
    char id[32];
    int ply, to_move;
    char move[64]; /* a legal one, "" while none is known */
    double due, played_at;
    int waiting; /* sockets that have not shown the last move */
    bool over, begun;
};

static struct mst_rng rng;
static int loop, port, watchers_of_match = 1;
static double every = 10;
static double *times;
static int time_count;
static uint64_t moves, failures, finished;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void die(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static void arm(struct socket *s) {
    struct epoll_event event = {.events = EPOLLIN | (s->output.length > s->sent ? EPOLLOUT : 0u),
                                .data.ptr = s};
    epoll_ctl(loop, EPOLL_CTL_MOD, s->file, &event);
}

static void flush(struct socket *s) {
    while (s->sent < s->output.length) {
        ssize_t count =
            send(s->file, s->output.text + s->sent, s->output.length - s->sent, MSG_NOSIGNAL);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (count <= 0)
            die("the server closed a connection");
        s->sent += (size_t)count;
    }
    if (s->sent == s->output.length) {
        mst_buf_reset(&s->output);
        s->sent = 0;
    }
    arm(s);
}

/* Send a frame; `first` is its first byte. */
static void frame(struct socket *s, char first, const char *text, size_t length) {
    static const char mask[4] = {1, 2, 3, 4};
    mst_buf_char(&s->output, first);
    if (length < 126) {
        mst_buf_char(&s->output, (char)(0x80 | length));
    } else {
        mst_buf_char(&s->output, (char)0xfe);
        mst_buf_char(&s->output, (char)(length >> 8));
        mst_buf_char(&s->output, (char)length);
    }
    mst_buf_bytes(&s->output, mask, 4);
    for (size_t i = 0; i < length; i++)
        mst_buf_char(&s->output, (char)(text[i] ^ mask[i & 3]));
    flush(s);
}

static void say(struct socket *s, const char *text) {
    frame(s, (char)0x81, text, strlen(text));
}

static void shown(struct socket *s, const char *text);

/* Take the whole frames from the input. */
static void take(struct socket *s) {
    size_t at = 0;
    while (s->input.length - at >= 2) {
        const unsigned char *p = (const unsigned char *)s->input.text + at;
        size_t left = s->input.length - at, length = p[1] & 127u, head = 2;
        if (length == 126)
            head = 4;
        if (length == 127)
            head = 10;
        if (left < head)
            break;
        if (length == 126)
            length = (size_t)p[2] << 8 | p[3];
        else if (length == 127)
            length = (size_t)p[6] << 24 | (size_t)p[7] << 16 | (size_t)p[8] << 8 | p[9];
        if (left < head + length)
            break;
        if ((p[0] & 15) == 8) {
            fprintf(stderr, "the server closed a WebSocket\n");
            exit(1);
        }
        if ((p[0] & 15) == 9) /* a ping */
            frame(s, (char)0x8a, s->input.text + at + head, length);
        if ((p[0] & 15) == 1) {
            char *text = s->input.text + at + head, kept = text[length];
            text[length] = 0;
            shown(s, text);
            text[length] = kept;
        }
        at += head + length;
    }
    memmove(s->input.text, s->input.text + at, s->input.length - at);
    s->input.length -= at;
}

static void readable(struct socket *s) {
    static char bytes[READ_SIZE];
    ssize_t count = recv(s->file, bytes, sizeof bytes, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0)
        die("the server closed a connection");
    mst_buf_bytes(&s->input, bytes, (size_t)count);
    if (!s->shaken) {
        char *end = strstr(s->input.text, "\r\n\r\n");
        if (!end)
            return;
        if (!strstr(s->input.text, " 101 ")) {
            fprintf(stderr, "refused: %.200s\n", s->input.text);
            exit(1);
        }
        s->shaken = true;
        size_t head = (size_t)(end + 4 - s->input.text);
        memmove(s->input.text, s->input.text + head, s->input.length - head);
        s->input.length -= head;
    }
    if (s->input.length)
        take(s);
}

static void turn(double until) {
    struct epoll_event events[512];
    int wait = (int)((until - now()) * 1000);
    int count = epoll_wait(loop, events, 512, wait < 0 ? 0 : wait > 50 ? 50 : wait);
    for (int i = 0; i < count; i++) {
        struct socket *s = events[i].data.ptr;
        if (events[i].events & EPOLLOUT)
            flush(s);
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            readable(s);
    }
}

static void open_socket(struct socket *s, struct table *table, int seat, unsigned number) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int yes = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *s = (struct socket){.file = socket(AF_INET, SOCK_STREAM, 0), .seat = seat, .table = table};
    if (s->file < 0 || connect(s->file, (struct sockaddr *)&address, sizeof address))
        die("connect");
    setsockopt(s->file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(s->file, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
    epoll_ctl(loop, EPOLL_CTL_ADD, s->file, &event);
    mst_buf_printf(&s->output,
                   "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                   "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: muster\r\n"
                   "Cookie: muster=%016llx%016llx%024llx%08x\r\n\r\n",
                   port, (unsigned long long)mst_rng_next(&rng),
                   (unsigned long long)mst_rng_next(&rng), (unsigned long long)mst_rng_next(&rng),
                   number);
    flush(s);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void choose(struct table *table, const json_t *legal) {
    size_t count = json_array_size(legal);
    const char *move =
        count ? json_string_value(json_array_get(legal, (size_t)mst_rng_below(&rng, count))) : "";
    snprintf(table->move, sizeof table->move, "%s", move);
}

static void see(struct socket *s, const json_t *view) {
    struct table *table = s->table;
    int ply = (int)json_integer_value(json_object_get(view, "ply"));
    const json_t *legal = json_object_get(view, "moves");
    if (ply > table->ply || !table->begun) {
        table->begun = true;
        table->ply = ply;
        table->move[0] = 0;
        table->over = json_is_true(json_object_get(view, "over"));
        table->to_move = (int)json_integer_value(json_object_get(view, "to_move"));
        finished += table->over;
    }
    if (legal && s->seat == table->to_move)
        choose(table, legal);
    if (ply > s->ply && table->played_at > 0 && table->waiting && --table->waiting == 0 &&
        time_count < MOST_TIMES)
        times[time_count++] = now() - table->played_at;
    s->ply = ply;
}

static void shown(struct socket *s, const char *text) {
    if (!strncmp(text, "{\"push\":\"table\"", 15) || !strncmp(text, "{\"push\":\"lobby\"", 15))
        return;
    json_t *json = json_loads(text, 0, NULL), *view = json_object_get(json, "view");
    const char *match = json_string_value(json_object_get(json, "match"));
    if (view) {
        see(s, view);
    } else if (json_is_false(json_object_get(json, "ok"))) {
        if (!failures++)
            fprintf(stderr, "%.300s\n", text);
        s->table->due = now() + every;
        s->table->waiting = 0;
    } else if (match && !s->table->id[0]) {
        snprintf(s->table->id, sizeof s->table->id, "%s", match);
    }
    json_decref(json);
}

static void play(struct socket *players, struct table *table, int sockets) {
    char text[200];
    snprintf(text, sizeof text, "{\"op\":\"play\",\"match\":\"%s\",\"ply\":%d,\"move\":\"%s\"}",
             table->id, table->ply, table->move);
    table->move[0] = 0;
    table->played_at = now();
    table->waiting = sockets;
    table->due += every;
    moves++;
    say(&players[table->to_move], text);
}

static int by_time(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void wait_for(double seconds) {
    double until = now() + seconds;
    while (now() < until)
        turn(until);
}

static void begin_all(struct socket *sockets, struct table *tables, int matches, int each,
                      const char *ruleset) {
    char text[400];
    for (int i = 0; i < matches; i++) {
        snprintf(text, sizeof text,
                 "{\"op\":\"create\",\"ruleset\":\"%s\",\"public\":true,\"seats\":"
                 "[{\"who\":\"you\"},{\"who\":\"open\"}],\"clock\":{\"kind\":\"live\",\"total\":"
                 "86400000,\"increment\":1000}}",
                 ruleset);
        say(&sockets[i * each], text);
        while (!tables[i].id[0] && !failures)
            turn(now() + 1);
        for (int k = 1; k < each; k++) {
            if (k == 1)
                snprintf(text, sizeof text, "{\"op\":\"join\",\"match\":\"%s\",\"seat\":1}",
                         tables[i].id);
            if (k == 1)
                say(&sockets[i * each + k], text);
        }
        snprintf(text, sizeof text, "{\"op\":\"open\",\"match\":\"%s\"}", tables[i].id);
        for (int k = 0; k < each; k++)
            say(&sockets[i * each + k], text);
    }
}

int main(int argc, char **argv) {
    struct rlimit files;
    int matches = argc > 2 ? atoi(argv[2]) : 2000;
    double seconds = argc > 4 ? atof(argv[4]) : 60;
    const char *ruleset = getenv("RULESET") ? getenv("RULESET") : "warline-tactical";
    if (argc < 2) {
        fprintf(stderr, "usage: muster-serve-load PORT [MATCHES [WATCHERS [SECONDS [EVERY]]]]\n");
        return 2;
    }
    port = atoi(argv[1]);
    watchers_of_match = argc > 3 ? atoi(argv[3]) : 1;
    every = argc > 5 ? atof(argv[5]) : 10;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    mst_rng_seed(&rng, (uint64_t)time(NULL));
    loop = epoll_create1(0);
    int each = 2 + watchers_of_match;
    struct socket *sockets = calloc((size_t)(matches * each), sizeof *sockets);
    struct table *tables = calloc((size_t)matches, sizeof *tables);
    times = calloc(MOST_TIMES, sizeof *times);
    for (int i = 0; i < matches * each; i++) {
        open_socket(&sockets[i], &tables[i / each], i % each < 2 ? i % each : -1, (unsigned)i);
        while (!sockets[i].shaken)
            turn(now() + 1);
    }
    printf("%d connections\n", matches * each);
    double began = now();
    begin_all(sockets, tables, matches, each, ruleset);
    wait_for(3);
    printf("%d matches begun in %.1f s\n", matches, now() - began - 3);
    fflush(stdout);
    double start = now();
    for (int i = 0; i < matches; i++)
        tables[i].due = start + every * (double)mst_rng_below(&rng, 1000) / 1000;
    while (now() < start + seconds) {
        double t = now();
        for (int i = 0; i < matches; i++)
            if (tables[i].due <= t && tables[i].move[0] && !tables[i].over)
                play(&sockets[i * each], &tables[i], each);
        turn(t + 0.002);
    }
    wait_for(2);
    qsort(times, (size_t)time_count, sizeof *times, by_time);
    printf("%llu moves in %.0f s, %d shown on all screens, %llu refused, %llu matches over\n",
           (unsigned long long)moves, seconds, time_count, (unsigned long long)failures,
           (unsigned long long)finished);
    if (time_count)
        printf("from a move to every screen: p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, most %.1f ms\n",
               1000 * times[time_count / 2], 1000 * times[time_count * 9 / 10],
               1000 * times[time_count * 99 / 100], 1000 * times[time_count - 1]);
    return 0;
}
