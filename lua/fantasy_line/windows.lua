-- Phase 2: whose turn it is to cast, and the windows for answers. Before the Spell on top of the
-- stack resolves and after it, its opponent may answer it with an interrupt, which goes on top and
-- runs through the same steps (FL-RUL-33). A turn or a window in which nothing can be cast passes
-- by itself (FL-RUL-69).

local state = require("fantasy_line.state")
local flow = require("fantasy_line.flow")
local now = require("fantasy_line.now")
local battle = require("fantasy_line.line")
local words = require("fantasy_line.words")
local forms = require("fantasy_line.forms")
local shapes = require("fantasy_line.shapes")
local casting = require("fantasy_line.casting")
local library = require("muster.answers")
local windows = {}
local passed, SHAPE = state.passed, words.SHAPE

shapes[SHAPE.twist] = require("fantasy_line.twist")

-- ---- every form of every category ---------------------------------------------------------------

local either = { false, true }
local function declare_forms(school, shape)
  for _, twice in ipairs(either) do
    for _, again in ipairs(either) do
      for _, answers in ipairs(either) do
        local form = forms.complete { school = school, shape = shape, twice = twice, again = again,
          answers = answers }
        if form then shapes[shape](form) end
      end
    end
  end
end
for _, school in ipairs(state.schools) do
  for shape = SHAPE.none, SHAPE.twist do declare_forms(school, shape) end
end

-- ---- turns --------------------------------------------------------------------------------------

-- Could the seat that decides cast something now, or answer?
local function any_of(list)
  return function()
    for _, form in ipairs(list) do
      if form.offers() & form.bit ~= 0 and form.ask() then return true end
    end
    return false
  end
end
local can_cast, can_answer = any_of(forms.in_turn), any_of(forms.as_answer)

local function pass()
  local seat = now.turn
  passed[seat] = true
  now.last = seat
  battle.passed:emit(seat)
  go(flow.next_cast)
end
muster.move { "pass_casting", at = flow.casting, title = "Pass", text = "p", apply = pass }

function flow.next_cast()
  if passed[0] and passed[1] then
    passed[0], passed[1] = false, false
    now.ending = true
    return go(flow.last_windows)
  end
  now.turn = battle.due()
  if can_cast() then
    go(flow.casting)
  else
    pass()
  end
end

-- ---- windows ------------------------------------------------------------------------------------

local window = library.of { stack = state.stack, done = casting.done, now = now,
  answering = flow.answering, resolve = flow.resolve, close = flow.close,
  asked = function(spell) return 1 - owner[spell] end,
  can = function() return state.options.askAlways or can_answer() end }
muster.move { "decline", at = flow.answering, title = "No answer", text = "!0",
  apply = window.decline }

function flow.before()
  casting.tell()
  window.open(library.BEFORE)
end
function flow.afterwards() window.open(library.AFTER) end

-- The Spell on top is finished, and what it answered goes on.
function flow.close()
  casting.discard(top(state.stack))
  if window.resume() then return end
  for seat = 0, 1 do
    for unit in pieces(state.line[seat]) do state.felled[unit] = false end
  end
  now.window, now.fill_by_seat = 0, true
  go(flow.fill)
end

return windows
