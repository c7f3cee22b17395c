-- What Lua files may use. Files of the games see the sandbox alone; tests run under plain Lua 5.4.
max_line_length = 100
std = "lua54"
exclude_files = { "lua/meta" } -- types for editors, generated

-- The names that the program gives to rule files, all read-only.
stds.sandbox = {
  read_globals = {
    "assert", "error", "ipairs", "pairs", "select", "tonumber", "tostring", "type",
    "rawequal", "rawlen", "require", "string", "table", "math", "muster",
  },
}

files["lua"] = { std = "sandbox" }
files["scenarios"] = { std = "sandbox" }
