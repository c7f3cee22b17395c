/* Parsing JSON: scenes, and requests of the protocol. */
#ifndef MUSTER_FACES_SCENE_JSON_H
#define MUSTER_FACES_SCENE_JSON_H

#include <jansson.h>

#include "muster/util.h"

/* Parse `length` bytes into *value, which the caller releases. MST_BAD_JSON says where the text is
 * invalid; on failure *value is NULL. Objects have each key once. An integer beyond 64 bits makes
 * all numbers of the text reals. */
enum mst_status scene_json_parse(const char *text, size_t length, json_t **value,
                                 struct mst_error *error);

#endif
