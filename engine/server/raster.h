/* Pictures as PNG, for services that show previews of links and take no SVG. They are drawn by the
 * program rsvg-convert, if it is installed, in a process of its own that has little time and
 * memory.
 *
 * R1 One picture is drawn at a time; others wait, up to a limit.
 * R2 `done` is called exactly once for each picture that mst_raster_draw took, never inside it. */
#ifndef MUSTER_SERVER_RASTER_H
#define MUSTER_SERVER_RASTER_H

#include "server/web.h"

struct mst_raster;

/* Look for the program. NULL when out of memory. */
struct mst_raster *mst_raster_new(struct mst_web *web);
/* End what is being drawn; every picture ends without a PNG. NULL is allowed. */
void mst_raster_free(struct mst_raster *raster);
/* Is the program installed? */
bool mst_raster_installed(const struct mst_raster *raster);

/* The PNG, borrowed; NULL: it cannot be drawn. */
typedef void mst_raster_done(void *context, const char *png, size_t length);
/* Draw an SVG, which is copied. False if the program is not installed, too many pictures wait, or
 * when out of memory; then `done` is not called. */
bool mst_raster_draw(struct mst_raster *raster, const char *svg, mst_raster_done *done,
                     void *context);
/* End what takes too long. To be called from `idle`. */
void mst_raster_tend(struct mst_raster *raster);

#endif
