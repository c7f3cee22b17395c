-- The scene: both lines side by side, what each player has, the hands, and what lasts. Cards that
-- the viewer does not see are backs.

local rows = require("muster.cards")
local characters = require("fantasy_line.characters")
local spells = require("fantasy_line.spells")
local state = require("fantasy_line.state")
local now = require("fantasy_line.now")
local day = require("fantasy_line.day")
local effects = require("fantasy_line.effects")
local forks = require("fantasy_line.forks")
local casting = require("fantasy_line.casting")
local telling = require("fantasy_line.telling")

local SCHOOLS = { "Elementalism", "White", "Black" }

local function sheet(unit) return characters[state.design[unit]] end
local function words(spell) return spells[state.word[spell]] end

-- "4 health, range 2+, 1 damage, 2 targeted, 1 mana, access W"
local function numbers_of(card)
  local parts = { (card.health or 0) .. " health" }
  if card.range then parts[#parts + 1] = "range " .. card.range end
  for _, key in ipairs { "damage", "targeted", "mana" } do
    if card[key] then parts[#parts + 1] = card[key] .. " " .. key end
  end
  if card.survival then parts[#parts + 1] = card.survival .. " survival" end
  if card.access then parts[#parts + 1] = "access " .. card.access end
  if card.move then parts[#parts + 1] = "can " .. card.move end
  return table.concat(parts, ", ") .. (card.text and ": " .. card.text or "")
end

-- Its state, in words.
local function state_of(unit)
  return (state.dying[unit] and "; it is Dying" or "")
    .. (state.stunned_to[unit] > 0 and "; stunned to the end of Day " .. state.stunned_to[unit]
      or "")
    .. (state.moved[unit] > 0 and "; it has moved" or "")
end

-- Are Characters laid now?
local function selecting()
  return not muster.over_by() and (now.day == 0 or state.recruiting())
end
-- Is the Character still to be paid?
local function unpaid(unit)
  return now.day == 0
    or selecting() and state.is_new(unit) and place(unit) ~= state.line[owner[unit] or 0]
end

-- "$3 h5 r2+ t2": the price before the reveal, then health, range, damage and targeted damage.
local function short_numbers(unit, card)
  local parts = { unpaid(unit) and "$" .. card.cost .. " h" .. card.health
    or "h" .. state.health(unit) }
  if card.range then parts[#parts + 1] = "r" .. card.range end
  if card.damage then parts[#parts + 1] = "d" .. card.damage end
  if card.targeted then parts[#parts + 1] = "t" .. card.targeted end
  if card.mana then parts[#parts + 1] = "m" .. card.mana end
  if card.access then parts[#parts + 1] = card.access end
  return table.concat(parts, " ")
end

-- The state of a Character in its line: Dying, stunned, its ability used.
local function marks_of(unit)
  return (state.dying[unit] and "~" or "") .. (state.stunned_to[unit] > 0 and "!" or "")
    .. (state.moved[unit] > 0 and "^" or "")
end

-- How an announced Spell is cast: ", doubled, on Dusk Cutter".
local function text_of(piece) return piece and muster.piece_text(piece) end
local function cast_of(spell)
  local how = (casting.doubled[spell] and 1 or 0) + (casting.forked[spell] and 2 or 0)
  local text = telling.cast(how, text_of(casting.aim1[spell]), text_of(casting.other1[spell]),
    text_of(casting.aim2[spell]), text_of(casting.other2[spell]))
  for k = 1, forks.number(spell) do
    local fork = forks.nth(spell, k)
    text = text .. "; forked again"
      .. telling.on(text_of(casting.aim1[fork]), text_of(casting.other1[fork]))
  end
  return text
end

local function face(piece)
  local text, seat = muster.piece_text(piece), owner[piece] or -1
  if kind(piece) == state.spell then
    local spell = words(piece)
    return { value = text, caption = spell[1] .. " " .. spell.mana .. "m", seat = seat,
      zone = text, name = spell[1] .. ", " .. spell.mana .. " mana: " .. spell.text }
  end
  local card = sheet(piece)
  return { value = text .. marks_of(piece), caption = card[1] .. " " .. short_numbers(piece, card),
    seat = seat, zone = text, name = card[1] .. ", " .. numbers_of(card) .. state_of(piece) }
end

-- The category of a Spell that the viewer does not see: that of the hand in which it is.
local function hand_of(piece)
  for _, school in ipairs(state.schools) do
    if owner[piece] and place(piece) == school.book[owner[piece]] then return school.letter end
  end
end
local function back(piece)
  return { seat = owner[piece] or -1, text = hand_of(piece),
    name = kind(piece) == state.spell and "a Spell" or "a Character" }
end
local look = { face = face, back = back }

-- The place where the Characters of a seat lie: until the reveal face down.
local function line_of(seat)
  return count(state.line[seat]) > 0 and state.line[seat] or state.laid[seat]
end

local function at_place(seat, k)
  local list = {}
  for _, unit in ipairs(muster.pieces_in(line_of(seat))) do
    if level(unit) == k then list[1] = unit end
  end
  return list
end

local function lines()
  local size = math.max(count(line_of(0)), count(line_of(1)), 1)
  return rows.lanes { count = size, look = look, title = "Lines, from the Front (1) to the Rear",
    sides = { { seat = 0, title = "P1" }, { seat = 1, title = "P2" } },
    lane = function(k)
      return { name = tostring(k), sides = { { cards = at_place(0, k), slots = 1 },
        { cards = at_place(1, k), slots = 1 } } }
    end }
end

-- While Characters are laid: what is left to a seat whose cards the viewer knows, or how many the
-- seat has laid.
local function money(seat)
  local spent, new, seen = 0, 0, true
  for _, unit in ipairs(muster.pieces_in(line_of(seat))) do
    if unpaid(unit) then
      spent, new = spent + state.cost(unit), new + 1
      seen = seen and known(unit)
    end
  end
  if not seen then return "P" .. seat + 1 .. ": " .. new .. " laid" end
  return ("P%d: $%d of %d left"):format(seat + 1, state.money[seat] - spent, state.money[seat])
end

local function counts(seat)
  if now.day == 0 then return money(seat) end
  if selecting() then
    return ("%s, mana %d, Front %d"):format(money(seat), state.mana[seat], state.pool[seat])
  end
  local front = state.front(seat)
  return ("P%d: mana %d, aim %d, Front %d%s, survival %d%s"):format(seat + 1, state.mana[seat],
    state.aimed[seat], state.pool[seat], front and "/" .. state.health(front) or "",
    day.production(seat), state.passed[seat] and ", passed" or "")
end

local function end_text(moment)
  if moment == effects.never then return "the end of the game" end
  if moment == effects.next_dawn() then return "the next start of a Day" end
  local number, phase = effects.parts(moment)
  return "the end of " .. (moment == effects.end_of(number) and "" or "phase " .. phase .. " of ")
    .. "Day " .. number
end

-- The stack, the newest first.
local function announced()
  local entries = {}
  for spell in pieces(state.stack) do
    entries[#entries + 1] = ("P%d: %s%s"):format(owner[spell] + 1, words(spell)[1], cast_of(spell))
  end
  return entries
end

local function effect_text(n, entry)
  local spell = spells[effects.source[entry]]
  local unit = effects.on[entry]
  return ("#%d %s of P%d%s%s, until %s"):format(n, spell[1], owner[entry] + 1,
    unit and " on " .. muster.piece_text(unit) or "", effects.change_text(entry),
    end_text(effects.last[entry]))
end

local function lasting()
  local entries = {}
  for n, entry in ipairs(muster.pieces_in(state.effects)) do
    entries[n] = effect_text(n, entry)
  end
  return entries
end

local function hand_rows(items, seat)
  if selecting() then
    items[#items + 1] = rows.row(state.hand[seat],
      { title = "Characters in hand of P" .. seat + 1, seat = seat, look = look })
    if now.day == 0 then return end
  end
  local list = {}
  for _, school in ipairs(state.schools) do
    for _, card in ipairs(muster.pieces_in(school.book[seat])) do list[#list + 1] = card end
  end
  items[#items + 1] = rows.row(rows.list(list, look),
    { title = "Spells of P" .. seat + 1, seat = seat })
end

local small = { back = back,
  face = function(piece) local made = face(piece) made.caption = nil return made end }
-- The dead, in the order in which they died, and the discards: what all see.
local function piles(items)
  for seat = 0, 1 do
    if count(state.dead[seat]) > 0 then
      items[#items + 1] = rows.row(state.dead[seat], { title = "Dead of P" .. seat + 1, seat = seat,
        look = small })
    end
  end
  local list = {}
  for _, school in ipairs(state.schools) do
    for _, card in ipairs(muster.pieces_in(school.pile)) do list[#list + 1] = card end
  end
  if #list > 0 then
    items[#items + 1] = rows.row(rows.list(list, small), { title = "Discards", seat = -1 })
  end
end

local function decks()
  local list = {}
  for n, school in ipairs(state.schools) do
    list[n] = rows.count(school.deck, { text = school.letter, name = SCHOOLS[n] })
  end
  return rows.row(list, { title = "Decks", seat = -1 })
end

local ASKS = { select = "lays a Character, turns up a Farseer, or locks",
  refund = "may discard a Character for the Merchant", trim = "discards Characters",
  casting = "casts a Spell or passes", answering = "may answer the Spell",
  forking = "names one more target, or forks no more",
  spending = "may kill with targeted damage", moving = "uses a movement ability or passes",
  declaring = "generates targeted damage or holds it", shooting = "kills with targeted damage",
  drawing = "may draw Spells", drawing_characters = "may draw Characters",
  discarding = "discards Spells", agreeing = "may agree that the game ends" }
local ENDINGS = { ["wiped out"] = "the other line is wiped out",
  survival = "the greater survival production", ["no progress"] = "nothing moves on" }

local function status()
  local winners, ending = muster.over_by()
  if winners == 0 then return "Drawn: " .. (ENDINGS[ending] or ending) end
  if winners then return "P" .. winners .. " wins: " .. (ENDINGS[ending] or ending) end
  local asked = ASKS[muster.decision_name()]
  local when = selecting() and now.day > 0 and "Day " .. now.day .. ": "
    or now.day > 0 and ("Day %d, phase %d%s: "):format(now.day, now.phase,
    now.idle > 0 and ", idle Days " .. now.idle or "") or ""
  if not asked then return when .. "chance decides" end
  return when .. "P" .. me() + 1 .. " " .. asked
end

muster.scene(function(viewer)
  local near = viewer == 1 and 1 or 0
  local items = { lines(), { type = "text", lines = { counts(0), counts(1) } } }
  local effect_lines = lasting()
  if #effect_lines > 0 then
    items[#items + 1] = { type = "text", title = "Lasting effects", lines = effect_lines }
  end
  if count(state.stack) > 0 then
    items[#items + 1] = { type = "text", title = "Announced", lines = announced() }
    items[#items + 1] = rows.row(state.stack, { title = "Stack", seat = -1, look = look })
  end
  hand_rows(items, 1 - near)
  hand_rows(items, near)
  if now.day > 0 then
    items[#items + 1] = decks()
    piles(items)
  end
  return { title = "Fantasy Line Battle", status = status(), to_move = muster.me(),
    seats = { { name = "P1", letter = "1" }, { name = "P2", letter = "2" } }, items = items }
end)
