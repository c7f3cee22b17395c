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
  },
}

files["lua"] = { std = "sandbox" }
files["scenarios"] = { std = "sandbox" }

-- The words of the specs.
stds.specs = {
  globals = {
    "describe", "it", "ruleset", "start", "play", "refused", "legal", "position", "state", "events",
    "undo", "perft", "explain", "scene", "worth", "equal", "ok",
  },
}
files["tests/rules"] = { std = "lua54+specs" }
files["tests/lib"] = { std = "lua54+specs" }
