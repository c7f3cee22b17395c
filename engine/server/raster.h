/* Pictures as PNG, for services that show previews of links and take no SVG. They are drawn by the
 * program rsvg-convert, if it is installed, in a process of its own that has little time and
 * memory.
 *
 * R1 One picture is drawn at a time; others wait, up to a limit.
 * R2 `done` is called exactly once for each picture that server_raster_draw took, never inside it. */
#ifndef MUSTER_SERVER_RASTER_H
#define MUSTER_SERVER_RASTER_H

#include "server/web.h"

struct server_raster;

/* Look for the program. NULL when out of memory. */
struct server_raster *server_raster_new(struct server_web *web);
/* End what is being drawn; every picture ends without a PNG. NULL is allowed. */
void server_raster_free(struct server_raster *raster);
/* Is the program installed? */
bool server_raster_installed(const struct server_raster *raster);

/* The PNG, borrowed; NULL: it cannot be drawn. */
typedef void server_raster_done(void *context, const char *png, size_t length);
/* Draw an SVG, which is copied. False if the program is not installed, too many pictures wait, or
 * when out of memory; then `done` is not called. */
bool server_raster_draw(struct server_raster *raster, const char *svg, server_raster_done *done,
                        void *context);
/* End what takes too long. To be called from `idle`. */
void server_raster_tend(struct server_raster *raster);

#endif
