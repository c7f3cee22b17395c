/* The tables, version by version. A script that was released is never changed: what it made is out
 * there. Add one instead, and a test that opens a database of the version before.
 *
 * Hashes are those of tokens (S3 of store.h). `stage` and `changed` of a seat and `changed` of a
 * word repeat those of their match, so that an index gives the matches of a person, or with a word,
 * in their order. */
#include "server/store_parts.h"

static const char first[] =
    "CREATE TABLE chores (name TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;" /* to be done */

    "CREATE TABLE persons ("
    "  id TEXT PRIMARY KEY NOT NULL,"
    "  name TEXT NOT NULL,"
    "  since INTEGER NOT NULL,"
    "  recovery TEXT UNIQUE," /* hash */
    "  feed TEXT UNIQUE"      /* hash */
    ") STRICT;"

    "CREATE TABLE tokens ("
    "  hash TEXT PRIMARY KEY NOT NULL,"
    "  person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,"
    "  since INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX tokens_of_person ON tokens (person);"

    "CREATE TABLE mutes ("
    "  person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,"
    "  other TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,"
    "  PRIMARY KEY (person, other)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX mutes_of_other ON mutes (other);"

    "CREATE TABLE files ("
    "  hash TEXT PRIMARY KEY NOT NULL,"
    "  text BLOB NOT NULL"
    ") STRICT;"
    "CREATE TABLE bundles (id TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE bundle_files ("
    "  bundle TEXT NOT NULL REFERENCES bundles (id),"
    "  path TEXT NOT NULL,"
    "  hash TEXT NOT NULL REFERENCES files (hash),"
    "  PRIMARY KEY (bundle, path)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE catalogue (bundle TEXT PRIMARY KEY NOT NULL, json TEXT NOT NULL) STRICT;"

    "CREATE TABLE matches ("
    "  id TEXT PRIMARY KEY NOT NULL,"
    "  bundle TEXT NOT NULL REFERENCES bundles (id),"
    "  ruleset TEXT NOT NULL,"
    "  settings TEXT NOT NULL,"
    "  title TEXT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  open INTEGER NOT NULL,"
    "  stage INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 2),"
    "  created INTEGER NOT NULL,"
    "  changed INTEGER NOT NULL,"
    "  seed TEXT NOT NULL,"
    "  commitment TEXT NOT NULL,"
    "  rules TEXT NOT NULL,"
    "  seats INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 8),"
    "  ply INTEGER NOT NULL,"
    "  to_move INTEGER NOT NULL,"
    "  timed INTEGER NOT NULL,"
    "  free INTEGER NOT NULL," /* a seat is open */
    "  facts TEXT NOT NULL,"
    "  said INTEGER NOT NULL DEFAULT 0" /* the number of the last chat line */
    ") STRICT;"
    "CREATE INDEX matches_by_stage ON matches (stage, changed, id);"
    "CREATE INDEX matches_by_time ON matches (changed, id);"
    "CREATE INDEX matches_open ON matches (open, stage, changed, id);"
    "CREATE INDEX matches_of_ruleset ON matches (ruleset, open, stage, changed, id);"
    "CREATE INDEX matches_free ON matches (open, stage, changed, id) WHERE free = 1;"
    "CREATE INDEX matches_timed ON matches (stage, changed, id) WHERE timed = 1;"

    "CREATE TABLE seats ("
    "  match_id TEXT NOT NULL REFERENCES matches (id),"
    "  seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7),"
    "  who INTEGER NOT NULL CHECK (who BETWEEN 0 AND 4),"
    "  level INTEGER NOT NULL,"
    "  person TEXT REFERENCES persons (id),"
    "  listed INTEGER NOT NULL," /* the person's first seat in the match */
    "  stage INTEGER NOT NULL,"
    "  changed INTEGER NOT NULL,"
    "  PRIMARY KEY (match_id, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_of_person ON seats (person, listed, stage, changed, match_id);"

    "CREATE TABLE words ("
    "  match_id TEXT NOT NULL REFERENCES matches (id),"
    "  word TEXT NOT NULL,"
    "  changed INTEGER NOT NULL,"
    "  PRIMARY KEY (match_id, word)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX words_by_time ON words (word, changed, match_id);"

    "CREATE TABLE plies ("
    "  match_id TEXT NOT NULL REFERENCES matches (id),"
    "  ply INTEGER NOT NULL,"
    "  line TEXT NOT NULL,"
    "  at INTEGER NOT NULL,"
    "  PRIMARY KEY (match_id, ply)"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE invites ("
    "  hash TEXT PRIMARY KEY NOT NULL,"
    "  match_id TEXT NOT NULL REFERENCES matches (id),"
    "  seat INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE watchers ("
    "  match_id TEXT NOT NULL REFERENCES matches (id),"
    "  person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,"
    "  PRIMARY KEY (match_id, person)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX watchers_by_person ON watchers (person);"

    "CREATE TABLE lines ("
    "  match_id TEXT NOT NULL REFERENCES matches (id),"
    "  number INTEGER NOT NULL,"
    "  at INTEGER NOT NULL,"
    "  person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,"
    "  seat INTEGER NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (match_id, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX lines_of_person ON lines (person);"
    "CREATE TABLE reports ("
    "  match_id TEXT NOT NULL REFERENCES matches (id),"
    "  number INTEGER NOT NULL," /* of the line */
    "  person TEXT REFERENCES persons (id) ON DELETE SET NULL,"
    "  text TEXT NOT NULL,"
    "  at INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX reports_of_person ON reports (person);";

/* The tables of compressed rows. */
static const char second[] =
    "CREATE TABLE archive ("
    "  match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id),"
    "  count INTEGER NOT NULL,"
    "  plies BLOB NOT NULL" /* zstd: the lines, each with its time after a tab */
    ") STRICT;"
    "CREATE TABLE shown ("
    "  match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id),"
    "  version INTEGER NOT NULL," /* of what a view is: docs/server-protocol.md */
    "  views BLOB NOT NULL"       /* zstd */
    ") STRICT;";

/* Rules that persons have sent, and what finds persons that never did anything. */
static const char third[] =
    "ALTER TABLE bundles ADD COLUMN base TEXT REFERENCES bundles (id);" /* with its files as well */
    "ALTER TABLE bundles ADD COLUMN used INTEGER NOT NULL DEFAULT 0;"   /* by a match */
    "CREATE INDEX bundle_files_of_hash ON bundle_files (hash);"
    "CREATE TABLE uploads ("
    "  id TEXT PRIMARY KEY NOT NULL,"
    "  person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,"
    "  bundle TEXT NOT NULL REFERENCES bundles (id),"
    "  name TEXT NOT NULL,"
    "  bytes INTEGER NOT NULL,"
    "  at INTEGER NOT NULL,"
    "  catalogue TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX uploads_of_person ON uploads (person, at);"
    "CREATE INDEX uploads_of_bundle ON uploads (bundle);"
    "CREATE INDEX persons_by_time ON persons (since, id);";

const char *const store_versions[] = {first, second, third};
const int store_version = sizeof store_versions / sizeof *store_versions;
