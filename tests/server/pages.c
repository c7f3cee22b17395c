/* What the server answers over HTTP about matches: pictures, transcripts, and the page for links
 * that are sent to others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "server/site.h"

enum { PATH = 200 };

/* The body of an answer must have this status and type; the caller frees the whole answer. */
static char *get(struct site *site, const char *type, const char *format, ...) MST_PRINTF(3, 4);
static char *get(struct site *site, const char *type, const char *format, ...) {
    char path[PATH], *text;
    va_list args;
    va_start(args, format);
    vsnprintf(path, sizeof path, format, args);
    va_end(args);
    text = site_get(site, path, NULL);
    must(!type || (!strncmp(text, "HTTP/1.1 200", 12) && strstr(text, type)),
         "%s: expected %s, found %.400s", path, type, text);
    must(type || !strncmp(text, "HTTP/1.1 404", 12), "%s: expected 404, found %.400s", path, text);
    return text;
}

static const char *body(const char *text) {
    const char *end = strstr(text, "\r\n\r\n");
    must(end, "no body: %.400s", text);
    return end + 4;
}

static void must_have(char *text, const char *part) {
    must(strstr(text, part), "expected '%s', found:\n%s", part, text);
    mst_free(text);
}

/* Pictures of the start, of a moment and of the last position. */
static void pictures(struct site *site, const char *match) {
    static const char svg[] = "image/svg+xml";
    char *last = get(site, svg, "/match/%s.svg", match),
         *start = get(site, svg, "/match/%s/0.svg", match),
         *moment = get(site, svg, "/match/%s/2.svg", match),
         *end = get(site, svg, "/match/%s/6.svg", match),
         *beyond = get(site, svg, "/match/%s/99.svg", match);
    must(strcmp(body(start), body(moment)) != 0, "ply 2 looks like the start");
    must(strcmp(body(last), body(moment)) != 0, "ply 2 looks like ply 6");
    must(!strcmp(body(last), body(beyond)), "a ply that there is not");
    /* an earlier moment marks no other ply than the last one of its own */
    must(!strcmp(body(last), body(end)), "ply 6 is not the last position");
    mst_free(last);
    mst_free(start);
    mst_free(moment);
    mst_free(end);
    mst_free(beyond);
    mst_free(get(site, NULL, "/match/%s/x.svg", match));
    mst_free(get(site, NULL, "/match/%s/2", match));
    mst_free(get(site, NULL, "/match/%s.gif", match));
    mst_free(get(site, NULL, "/match/%s.txt", match)); /* it is not over */
    mst_free(get(site, NULL, "/match/nosuch.svg"));
}

static void share(struct site *site, const char *match, const char *ending) {
    char wanted[PATH];
    snprintf(wanted, sizeof wanted, "\"http://127.0.0.1:%d/match/%s/2.%s\"", site->web.port, match,
             ending);
    must_have(get(site, "text/html", "/share/%s/2", match), wanted);
    snprintf(wanted, sizeof wanted, "url=/#/match/%s?ply=2\"", match);
    must_have(get(site, "text/html", "/share/%s/2", match), wanted);
    snprintf(wanted, sizeof wanted, "/match/%s.%s\"", match, ending);
    must_have(get(site, "text/html", "/share/%s", match), wanted);
    snprintf(wanted, sizeof wanted, "content=\"/match/%s.%s\"", match, ending);
    must_have(web_ask(&site->web, "GET /share/%s HTTP/1.1\r\nHost: \"><b>\r\n\r\n", match), wanted);
    mst_free(get(site, NULL, "/share/nosuch"));
}

/* Start the server with these programs in its PATH, and come in. */
static void begin(struct site *site, const char *programs, const char *match) {
    static char path[PATH];
    struct visitor visitor;
    snprintf(path, sizeof path, "PATH=%s", programs ? programs : "");
    site->variables[0] = programs ? path : NULL;
    must(site_start(site), "the server does not start:\n%s", site_log(site));
    site_settle(site);
    if (!match)
        return;
    must(visitor_enter(&visitor, site, NULL), "nobody can come in");
    json_decref(visitor_open(&visitor, match));
    visitor_leave(&visitor);
}

/* A program with the name of the one that draws. */
static void plant(const struct site *site, const char *text) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/rsvg-convert", site->folder);
    FILE *file = fopen(path, "w");
    must(file && fputs(text, file) >= 0 && fclose(file) == 0 && chmod(path, 0700) == 0, "no %s",
         path);
}

static void no_png(struct site *site, const char *match, const char *how) {
    char path[PATH];
    snprintf(path, sizeof path, "/match/%s.png", match);
    char *text = site_get(site, path, NULL);
    must(!strncmp(text, "HTTP/1.1 503", 12), "%s: expected 503, found %.400s", how, text);
    mst_free(text);
    must_have(get(site, "text/plain", "/healthz"), "ok");
}

void test_pages(void) {
    struct site site;
    struct visitor visitors[2];
    char match[16];
    site_make(&site);
    begin(&site, NULL, NULL);
    for (int i = 0; i < 2; i++)
        must(visitor_enter(&visitors[i], &site, NULL), "nobody can come in");
    visitors_meet(&visitors[0], &visitors[1], "breakthrough-6x6", true, match);
    visitors_play(visitors, 2, 6);
    for (int i = 0; i < 2; i++)
        visitor_leave(&visitors[i]);
    pictures(&site, match);
    bool draws = system("rsvg-convert --version >/dev/null 2>&1") == 0;
    share(&site, match, draws ? "png" : "svg");
    if (draws)
        must_have(get(&site, "image/png", "/match/%s/2.png", match), "\r\n\r\n\x89PNG\r\n");
    site_stop(&site);
    begin(&site, "/nonexistent", match);
    share(&site, match, "svg");
    no_png(&site, match, "without the program");
    site_stop(&site);
    plant(&site, "#!/bin/sh\necho nonsense\n");
    begin(&site, site.folder, match);
    share(&site, match, "png");
    no_png(&site, match, "a program that draws nothing");
    plant(&site, "#!/bin/sh\nwhile :; do :; done\n");
    no_png(&site, match, "a program that does not end");
    site_stop(&site);
    printf("pictures of %s, %s PNG\n", match, draws ? "with" : "without");
    site_remove(&site);
}
