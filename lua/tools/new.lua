-- What `muster new` writes: a template of share/templates, whose @SIGNS@ are filled in, and what it
-- says in the end. The facts are those of engine/faces/tools/new.c.

local EACH_LINE = 8 -- moves

-- The moves that led to a position: Lua strings, some on each line.
local function moves_text(moves)
  local out = {}
  for i, move in ipairs(moves or {}) do
    out[i] = ('%s"%s",'):format((i - 1) % EACH_LINE == 0 and "\n  " or " ", move)
  end
  return table.concat(out) .. (#out > 0 and "\n" or "")
end

-- The text for each sign. `iron_will` is "Iron will" as a title, and IRON-WILL in ids of rules.
local function signs_of(facts)
  local modules = facts.modules and '"' .. table.concat(facts.modules, '",\n    "') .. '"'
  return {
    NAME = facts.name, WORD = facts.word, RULESET = facts.ruleset,
    TITLE = facts.word:sub(1, 1):upper() .. facts.word:sub(2):gsub("_", " "),
    ID = facts.word:upper():gsub("_", "-"),
    MODULE_FILE = facts.files[1], SPEC_FILE = facts.files[3],
    BASE = facts.base, BASE_TITLE = facts.base_title, REQUIRES = modules, KIND = facts.move_kind,
    KIND_TITLE = facts.move_kind_title, MOVE = facts.move,
    LINE = facts.modules and moves_text(facts.moves),
  }
end

local function next_of_scenario(file)
  return ([[
Written:
  FILE   the scenario and its cases
Next:
  ./muster check FILE
  ./muster spec FILE
  ./muster probe FILE
  ./muster play FILE --watch
]]):gsub("FILE", { FILE = file })
end

local function next_of(facts)
  -- Their matches begin with a long set-up, which --quick skips.
  local quick = facts.kind == "kingdom" or facts.kind == "terrain"
  local module, ruleset, spec, page = table.unpack(facts.files)
  return ([[
Written:
  %s   the rules
  %s   the ruleset
  %s   examples that are tested
  %s   a page about it
Next:
  ./muster check %s
  ./muster spec %s
  ./muster play %s%s --hotseat --watch
Then edit %s: with --watch, a saved change applies to the running match.
]]):format(module, ruleset, spec, page, facts.ruleset, spec, facts.ruleset,
    quick and " --quick" or "", module)
end

---The text of a file, where the facts have a `template`; otherwise what to do next.
---@param facts table
---@return string
return function(facts)
  local text
  if facts.template then
    text = facts.template:gsub("@([A-Z_]+)@", signs_of(facts))
  elseif facts.kind == "scenario" then
    text = next_of_scenario(facts.files[1])
  else
    text = next_of(facts)
  end
  return text
end
