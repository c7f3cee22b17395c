-- Small help for the Battle Line specs: positions in which only a few words matter, and looking
-- into position lines.

local B = {}

local VALUES, SUITS = "A23456789T", "shdc"
local COURT = "KhKdKsKcQhQdQsQcJcJdJhJs"

---The ruleset, with toggles that differ (keys without their section).
---@param version string "short" or "long"
---@param toggles table<string, any>?
function B.rules(version, toggles)
  local settings = {}
  for key, value in pairs(toggles or {}) do settings["battle_line." .. key] = value end
  ruleset("rulesets/battle-line-" .. version .. ".ini", settings)
  B.long, B.toggles = version == "long", toggles or {}
end

local function count(text, pattern)
  local n = 0
  for _ in text:gmatch(pattern) do n = n + 1 end
  return n
end

---A line of which some words are given; whatever card it names nowhere lies in the decks.
---`flags` is a list by flag, empty ones left out. The counts of tactics cards follow from the rest.
---@param p {turn: string?, flags: table<integer, string>?, h1: string?, h2: string?, T: string?,
---X: string?, g1: string?, g2: string?, more: string?}
---@return string
function B.line(p)
  local flags = {}
  for k = 1, B.long and 9 or 5 do flags[k] = p.flags and p.flags[k] or "o" end
  local words = { table.concat(flags, "/"), p.h1 or ".", p.h2 or ".", p.T or ".", p.X or ".",
    p.g1 or "|", p.g2 or "|" }
  local named = table.concat(words, " ")
  local copies = B.long and 2 or 1
  local troops, tactics = {}, {}
  for value in VALUES:gmatch(".") do
    for suit in SUITS:gmatch(".") do
      for _ = count(named, value .. suit) + 1, copies do troops[#troops + 1] = value .. suit end
    end
  end
  for card in COURT:gmatch("..") do
    for _ = count(named, card) + 1, B.toggles.longTactics == "24" and 2 or 1 do
      tactics[#tactics + 1] = card
    end
  end
  local played = {}
  for seat = 1, 2 do
    played[seat] = count(words[1], (seat == 1 and "%+" or "%-") .. "[KQ]")
      + count(words[1], "[KQ]." .. seat) + count(words[5 + seat], "[JQK]")
  end
  while math.abs(played[1] - played[2]) > 1 do -- the other has played some that are gone
    local seat = played[1] < played[2] and 1 or 2
    local card = table.remove(tactics)
    words[5 + seat] = card:find("J") and card .. words[5 + seat] or words[5 + seat] .. card
    played[seat] = played[seat] + 1
  end
  if not p.T then words[4] = #troops > 0 and table.concat(troops) or "." end
  if not p.X then words[5] = #tactics > 0 and table.concat(tactics) or "." end
  local extra = p.more or ""
  local names = {}
  for key in pairs(B.toggles) do names[#names + 1] = key end
  table.sort(names)
  for _, key in ipairs(names) do
    if key ~= "dealer" then extra = extra .. " " .. key .. "=" .. tostring(B.toggles[key]) end
  end
  local line = "BL " .. (B.long and "L " or "S ") .. (p.turn or "1A") .. " "
    .. table.concat(words, " ") .. " " .. table.concat(played, ",") .. " " .. extra
  return (line:gsub("%s+$", ""):gsub("  +", " "))
end

function B.begin(p)
  start(B.line(p))
end

---The words of the present position by name.
function B.now()
  local w = {}
  for word in position():gmatch("%S+") do w[#w + 1] = word end
  local flags = {}
  for item in (w[4] .. "/"):gmatch("(.-)/") do flags[#flags + 1] = item end
  return { turn = w[3], flags = flags, h1 = w[5], h2 = w[6], T = w[7], X = w[8], g1 = w[9],
    g2 = w[10], played = w[11], more = table.concat(w, " ", 12) }
end

function B.lists(move)
  for _, m in ipairs(legal()) do
    if m == move then return true end
  end
  return false
end

---Legal moves that match a pattern, with blanks between, in the order of the list.
function B.moves(pattern)
  local list = {}
  for _, m in ipairs(legal()) do
    if m:find(pattern) then list[#list + 1] = m end
  end
  return table.concat(list, " ")
end

---The refusal of a move names that rule, and says `text` if given.
function B.refuses(move, id, text)
  local message = refused(move)
  ok(message:find(id .. ":", 1, true), move .. ": " .. message)
  ok(not text or message:find(text, 1, true), move .. ": " .. message)
end

---Reading a line fails, and the message contains `text`.
function B.unreadable(line, text)
  local good, message = pcall(start, line)
  ok(not good, "was read: " .. line)
  ok(tostring(message):find(text, 1, true), tostring(message))
end

---An open flag with cards of both sides: those of the second side came after those of the first.
---@param first string cards of the side that was first, with blanks between
---@param sign string its sign
---@param second string
---@return string
function B.flag(first, sign, second)
  local other = sign == "+" and "-" or "+"
  return "o" .. first:gsub("(%w%w) ?", sign .. "%1") .. second:gsub("(%w%w) ?", other .. "%1")
end

---Can the seat to play claim flag 1, on which `mine` stand against `his`, while the troops `others`
---are visible and `env` lies there, too?
---@return boolean
function B.claimable(mine, his, others, env)
  local ground = env and "[" .. env:gsub("(%w%w) ?", "%12") .. "]" or ""
  local late = mine:find("!") -- the claimant's card came last
  mine = mine:gsub("!", "")
  local flag = late and B.flag(his, "-", mine) or B.flag(mine, "+", his)
  B.begin { flags = { "o" .. ground .. flag:sub(2) }, g2 = "|" .. others:gsub(" ", "") }
  return B.lists("c1")
end

return B
