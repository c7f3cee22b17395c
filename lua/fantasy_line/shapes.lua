-- The moves that cast a Spell, by what its targets are. Each function declares those of one form.

local state = require("fantasy_line.state")
local now = require("fantasy_line.now")
local words = require("fantasy_line.words")
local targets = require("fantasy_line.targets")
local casting = require("fantasy_line.casting")
local forms = require("fantasy_line.forms")
local line, word, SHAPE = state.line, state.word, words.SHAPE
local aim1, other1, aim2, other2 = casting.aim1, casting.other1, casting.aim2, casting.other2

local function declare_plain(form)
  forms.declare(form, "plain", form.again and "&" or "",
    function() return forms.choose_spell(form) end,
    function(card) casting.announce(card, form.twice, form.again, form.answers) end)
end

-- The seat in whose line the targets stand.
local function target_seat(form)
  if form.shape == SHAPE.enemy then return 1 - now.turn end
  return now.turn
end

-- The Spell that is answered, or nil.
local function answered(form)
  if not form.answers then return nil end
  return top(state.stack)
end

local function declare_unit(form, what)
  if not form.again then
    return forms.declare(form, what, ">{who}.{target}", function()
      local card = forms.choose_spell(form)
      return card, targets.choose_unit("who", "target", target_seat(form), form.shape, card,
        answered(form))
    end, function(card, a)
      casting.announce(card, form.twice, form.again, form.answers)
      aim1[card] = a
    end)
  end
  forms.declare(form, what, ">{who}.{target}&{whom}.{other}", function()
    local card = forms.choose_spell(form)
    local a = targets.choose_unit("who", "target", target_seat(form), form.shape, card,
      answered(form))
    local b = targets.choose_unit("whom", "other", target_seat(form), form.shape, card,
      answered(form))
    need(not words.differs[word[card]] or a ~= b, "FL-RUL-31", "its fork needs another target")
    return card, a, b
  end, function(card, a, b)
    casting.announce(card, form.twice, form.again, form.answers)
    aim1[card], aim2[card] = a, b
  end)
end

local function declare_dead(form)
  forms.declare(form, "dead", ">{who}d{dead}", function()
    local card = forms.choose_spell(form)
    return card, targets.choose_dead("dead", card)
  end, function(card, a)
    casting.announce(card, form.twice, form.again, form.answers)
    aim1[card] = a
  end)
end

local function declare_entry(form)
  if not form.again then
    return forms.declare(form, "entry", ">#{effect}", function()
      local card = forms.choose_spell(form)
      return card, targets.choose_entry("effect")
    end, function(card, a)
      casting.announce(card, form.twice, form.again, form.answers)
      aim1[card] = a
    end)
  end
  forms.declare(form, "entry", ">#{effect}&#{other}", function()
    local card = forms.choose_spell(form)
    local a = targets.choose_entry("effect")
    return card, a, targets.choose_entry("other")
  end, function(card, a, b)
    casting.announce(card, form.twice, form.again, form.answers)
    aim1[card], aim2[card] = a, b
  end)
end

local function declare_pair_of(form, seat)
  local at = 1 - seat
  local first = (">%d.{first}-%d.{second}"):format(at + 1, at + 1)
  if not form.again then
    return forms.declare(form, "pair" .. at + 1, first, function()
      need(now.turn == seat, "FL-RUL-55", "its targets stand in the other line")
      local card = forms.choose_spell(form)
      local a, b = targets.choose_pair("first", "second", at, card)
      return card, a, b
    end, function(card, a, b)
      casting.announce(card, form.twice, form.again, form.answers)
      aim1[card], other1[card] = a, b
    end)
  end
  local both = first .. ("&%d.{third}-%d.{fourth}"):format(at + 1, at + 1)
  forms.declare(form, "pair" .. at + 1, both, function()
    need(now.turn == seat, "FL-RUL-55", "its targets stand in the other line")
    local card = forms.choose_spell(form)
    local a, b = targets.choose_pair("first", "second", at, card)
    local c, d = targets.choose_pair("third", "fourth", at, card)
    return card, a, b, c, d
  end, function(card, a, b, c, d)
    casting.announce(card, form.twice, form.again, form.answers)
    aim1[card], other1[card], aim2[card], other2[card] = a, b, c, d
  end)
end
local function declare_pair(form)
  for seat = 0, 1 do declare_pair_of(form, seat) end
end

-- Parade Order names the old place of every live Character in the new order. `taken` is the set of
-- the places that are named already, as the sum of their bits; `left` is the sum of those that are
-- not: the last place follows from the others.
local BIT, ORDINALS = words.BIT, words.ORDINALS
local ONCE = "name every place once"
local function choose_place(name, size, taken)
  local seat = now.turn
  local at = choose(name, range(1, count(line[seat]), 9), "FL-RUL-55", "nobody stands there")
  need(taken & BIT[at] == 0, "FL-RUL-55", ONCE)
  need(count(line[seat]) == size or state.live_at(seat, at), "FL-RUL-43",
    "a Dying Character keeps its place")
  return at
end
local function ask_places(k, size)
  local name = ORDINALS[k]
  if k == size then
    return function(order, _, left)
      return order * 10 + choose(name, range(math.max(1, left), left, 9), "FL-RUL-55", ONCE)
    end
  end
  local rest = ask_places(k + 1, size)
  return function(order, taken, left)
    local at = choose_place(name, size, taken)
    return rest(order * 10 + at, taken | BIT[at], left - at)
  end
end
local function live_place(unit) return state.live(unit) and level(unit) or 0 end

local mine_live = muster.once(function() return state.live_count(now.turn) end)
local function declare_order(form)
  for size = 2, #ORDINALS do
    local choose_places = ask_places(1, size)
    local parts = {}
    for k = 1, size do parts[k] = "{" .. ORDINALS[k] .. "}" end
    forms.declare(form, "order_" .. size, ">" .. table.concat(parts, ","), function()
      need(mine_live() == size, "FL-RUL-55", function()
        return "name the places of all " .. mine_live() .. " live Characters"
      end)
      local card = forms.choose_spell(form)
      return card, choose_places(0, 0, pieces(line[now.turn]):sum(live_place))
    end, function(card, order)
      casting.announce(card, false, false, form.answers)
      casting.order[card] = order
    end)
  end
end

return {
  [SHAPE.order] = declare_order,
  [SHAPE.none] = declare_plain,
  [SHAPE.enemy] = function(form) declare_unit(form, "enemy") end,
  [SHAPE.friend] = function(form) declare_unit(form, "friend") end,
  [SHAPE.dying] = function(form) declare_unit(form, "dying") end,
  [SHAPE.dead] = declare_dead,
  [SHAPE.entry] = declare_entry,
  [SHAPE.pair] = declare_pair,
}
