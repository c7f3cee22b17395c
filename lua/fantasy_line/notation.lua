-- Writing a position on one line (section 24), also as one seat sees it: then decks and hands are
-- numbers.
--
-- What the notation of the game leaves open: `S0` and `S3` are the shuffles of the set-up, `R<n>t`
-- and `R<n>x<phase>` those of a category's discards, after a Spell and at the end of a phase; `F`
-- in their place asks whether to draw, and the categories that a player has refused (E 1, W 2, B 4
-- together) stand behind both; `S1d` and a place ask that for Characters;
-- `F` behind a Character is a Farseer that is turned up on a later Day (`recruitEachDay`), where
-- those who stood in the line before have no brackets and keep their marks;
-- `2f` asks for one more fork (`forkMax`), and a stack says it as in `E04&&@1>-` or
-- `B02@1>2.1&2.1&2.3`;
-- behind `S1r` stands the place of the Merchant that was just laid, and behind `k` who killed last,
-- as in `k1w2`, where that decides (FL-RUL-9).

local text = require("muster.text")
local state = require("fantasy_line.state")
local now = require("fantasy_line.now")
local effects = require("fantasy_line.effects")
local forks = require("fantasy_line.forks")
local casting = require("fantasy_line.casting")
local notation = {}
local schools = state.schools

local function list_text(where, mark, write)
  return text.join(muster.pieces_in(where), mark or ",", write or muster.piece_text)
end
local function hides(where)
  return pieces(where):some(function(card) return not known(card) end)
end

-- ---- the head -----------------------------------------------------------------------------------

notation.phases = { deal_characters = "S0", select = "S1", refund = "S1r", trim = "S1x",
  deal_spells = "S3", starter = "2", casting = "2t", moving = "3", declaring = "4d",
  shooting = "4t", agreeing = "DE" }

-- Why hands are filled, and who has refused to draw of what.
local function filling_text()
  local refused = state.options.drawOptional and state.refuses[0] .. state.refuses[1] or ""
  return (now.fill_by_seat and "t" or "x" .. now.phase) .. refused
end

local function phase_text(pending)
  local winners = muster.over_by()
  if winners then return "over" .. (winners == 0 and "=" or winners) end
  if pending == "forking" then return "2f" end
  if pending == "answering" then return now.window == 1 and "2b" or "2a" end
  if pending == "spending" then return now.phase == 4 and "4t" or now.ending and "2e" or "2k" end
  if pending == "discarding" then return "x" .. now.phase end
  if pending == "reshuffle" then
    return "R" .. now.shuffling .. filling_text()
  end
  if pending == "drawing" then return "F" .. now.asked .. filling_text() end
  if pending == "drawing_characters" then return "S1d" .. now.fresh end
  return notation.phases[pending] .. (pending == "refund" and now.fresh or "")
end

local CHANCE = { deal_characters = true, deal_spells = true, starter = true, reshuffle = true }

local function bit(flag) return flag and "1" or "0" end

local function head()
  local pending, decider = muster.decision_name(), ""
  if pending and not muster.over_by() and not CHANCE[pending] then decider = ":" .. now.turn + 1 end
  return ("D%d.%s%sL%sx%s%sg%si%dh%d,%dk%s%s"):format(now.day, phase_text(pending), decider,
    now.last and now.last + 1 or "0", bit(state.passed[0]), bit(state.passed[1]), bit(now.grace),
    now.idle, state.mark[0], state.mark[1], bit(now.death),
    now.killer and "w" .. now.killer + 1 or "")
end

-- ---- the players --------------------------------------------------------------------------------

local DECLARED = { [0] = "", ":T", ":N" }
--- A Character of a line with its marks.
local function unit_text(unit)
  return muster.piece_text(unit)
    .. (state.dying[unit] and (state.felled[unit] and "~~" or "~") or "")
    .. (state.stunned_to[unit] > 0 and "!" .. state.stunned_to[unit] or "")
    .. ("^"):rep(state.moved[unit])
    .. DECLARED[math.max(state.declared[unit], state.sealed[unit])]
end

local function line_text(seat)
  if count(state.laid[seat]) == 0 then return list_text(state.line[seat], ",", unit_text) end
  return list_text(state.laid[seat], ",", function(unit)
    if not state.is_new(unit) then return unit_text(unit) end
    if now.seer == seat and level(unit) == now.seer_at then
      return muster.piece_text(unit) .. (now.day > 0 and "F" or "")
    end
    return known(unit) and "(" .. muster.piece_text(unit) .. ")" or "()"
  end)
end

local function hand_text(where)
  if count(where) == 0 then return "" end
  return hides(where) and "?" .. count(where) or list_text(where)
end

local function player(seat)
  local parts = {
    ("$%dm%dt%df%dc%d"):format(state.money[seat], state.mana[seat], state.aimed[seat],
      state.pool[seat], state.casts[seat]),
    "L=" .. line_text(seat), "X=" .. list_text(state.dead[seat]),
    "C=" .. hand_text(state.hand[seat]) }
  for _, school in ipairs(schools) do
    parts[#parts + 1] = school.letter .. "=" .. hand_text(school.book[seat])
  end
  if count(state.refused[seat]) > 0 then
    parts[#parts + 1] = "R=" .. hand_text(state.refused[seat])
  end
  return table.concat(parts, ";")
end

-- ---- effects and the stack ----------------------------------------------------------------------

local function end_text(moment)
  if moment == effects.never then return "tl" end
  if moment == effects.next_dawn() then return "m" end
  if moment == effects.end_of(now.day) then return "d" end
  if moment == effects.this_phase() then return "p" end
  local day, phase = effects.parts(moment)
  return "d" .. day .. (moment == effects.end_of(day) and "" or "." .. phase)
end

local function effect_text(entry)
  local amount, unit = effects.amount[entry], effects.on[entry]
  return ("%s@%d>%s=%s%d/%s"):format(state.spell_text(effects.source[entry]), owner[entry] + 1,
    unit and muster.piece_text(unit) or "-", amount > 0 and "+" or "", amount,
    end_text(effects.last[entry]))
end

-- A target, as it is written in a move.
local function target_text(unit, other)
  if not unit then return nil end
  if place(unit) == state.effects then return "#" .. level(unit) end
  local seat = owner[unit] + 1
  if place(unit) == state.dead[owner[unit]] then return seat .. "d" .. level(unit) end
  return seat .. "." .. level(unit) .. (other and "-" .. seat .. "." .. level(other) or "")
end

local function order_text(order)
  return order > 0 and table.concat(text.signs(tostring(order)), ",") or nil
end

-- The targets of the instances of a Spell, and whether there is any.
local function targets_of(spell)
  local first = target_text(casting.aim1[spell], casting.other1[spell])
    or order_text(casting.order[spell])
  local second = target_text(casting.aim2[spell], casting.other2[spell])
  local number, list, some = forks.number(spell), { first or "-" }, first or second
  if second or number > 0 then list[2] = second or "-" end
  for k = 1, number do
    local fork = forks.nth(spell, k)
    local one = target_text(casting.aim1[fork], casting.other1[fork])
    some = some or one
    list[#list + 1] = one or "-"
  end
  return list, some
end

local function cast_text(spell)
  local list, some = targets_of(spell)
  local signs = casting.forked[spell] and list[1] == "-" and (some and 1 or forks.number(spell) + 1)
    or 0
  return muster.piece_text(spell) .. (casting.doubled[spell] and "*2" or "") .. ("&"):rep(signs)
    .. "@" .. owner[spell] + 1 .. ">" .. (some and table.concat(list, "&") or "-")
    .. (casting.done[spell] and "'" or "")
end

-- ---- decks --------------------------------------------------------------------------------------

local function deck_text(letter, deck)
  if hides(deck) then return letter .. count(deck) end
  local list = {}
  for card in pieces(deck) do list[#list + 1] = muster.piece_text(card) end -- the top first
  return letter .. "(" .. table.concat(list, ",") .. ")"
end

local function decks()
  local line, piles = deck_text("c", state.deck), {}
  for _, school in ipairs(schools) do
    line = line .. deck_text(school.letter:lower(), school.deck)
    if count(school.pile) > 0 then piles[#piles + 1] = list_text(school.pile) end
  end
  return line .. "/" .. table.concat(piles, ",")
end

--- The position on one line.
---@return string
function notation.print()
  return table.concat({ "FL", head(), player(0), player(1),
    "[" .. list_text(state.effects, ",", effect_text) .. "]",
    "{" .. list_text(state.stack, ";", cast_text) .. "}", decks() }, " ")
end

return notation
