-- What Lua files may use. Files of the games see the sandbox alone; tests run under plain Lua 5.4.
max_line_length = 100
std = "lua54"
-- Types for editors, generated; files that are wrong on purpose; and files to be filled in.
exclude_files = { "lua/meta", "tests/corpus", "share/templates" }

-- The names that the program gives to rule files, all read-only.
stds.sandbox = {
  read_globals = {
    "assert", "error", "ipairs", "pairs", "select", "tonumber", "tostring", "type",
    "rawequal", "rawlen", "require", "string", "table", "math", "muster",
    -- words of the rules
    "zones", "nothing", "occupied", "tops", "near", "shift", "flood", "ray", "only", "at", "column", "row",
    "step", "top", "below", "piece_at", "level", "place", "kind", "count", "known", "box", "pieces", "subsets",
    "chosen", "need", "choose", "choose_step", "range", "sample", "possible", "me", "seats", "arg",
    "go", "push", "pop", "over", "put", "insert", "carry", "shuffle", "position_key", "seen",
    "remember", "print",
  },
  globals = { owner = { other_fields = true, read_only = false } },
}

-- The words that rules speak (HOST_WORDS in engine/host/handles/handle.h).
stds.words = {
  read_globals = {
    "zones", "nothing", "occupied", "tops", "near", "shift", "flood", "ray", "only", "at", "column", "row",
    "step", "top", "below", "piece_at", "level", "place", "kind", "count", "known", "box", "pieces", "subsets",
    "chosen", "need", "choose", "choose_step", "range", "sample", "possible", "me", "seats", "arg",
    "go", "push", "pop", "over", "put", "insert", "carry", "shuffle", "position_key", "seen",
    "remember",
    owner = { read_only = false, other_fields = true },
  },
}

files["lua"] = { std = "sandbox+words" }
-- Scripts of the program: what engine/author/script.c gives them.
stds.tools = {
  read_globals = { "assert", "error", "getmetatable", "ipairs", "math", "pcall", "rawequal", "rawget", "rawlen",
    "rawset", "require", "select", "setmetatable", "string", "table", "tonumber", "tostring", "type", "utf8" },
}
files["lua/tools"] = { std = "tools" }
files["scenarios"] = { std = "sandbox+words" }
files["tests/check"] = { std = "sandbox+words" }

-- The words of the specs.
stds.specs = {
  globals = {
    "describe", "it", "ruleset", "start", "play", "refused", "legal", "position", "state", "events",
    "undo", "perft", "explain", "scene", "value", "worth", "equal", "ok",
  },
}
files["tests/rules"] = { std = "lua54+specs" }
files["tests/lib"] = { std = "lua54+specs" }
