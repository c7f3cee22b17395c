--- Two small bands on a table of 1200 by 800 millimetres, without a grid: figures walk in one of
--- twelve directions and shoot at what is near.
local canvas = require "muster.canvas"

muster.module { title = "Skirmish" }
muster.game { title = "Skirmish", seats = 2 }
muster.grid { columns = 1, rows = 1 } -- nothing lies on it

local WIDTH, HEIGHT, RADIUS, REACH = 1200, 800, 20, 350
local POND_X, POND_Y, POND = 640, 330, 90
local DX = { 50, 87, 100, 87, 50, 0, -50, -87, -100, -87, -50, 0 } -- 100 mm, from one o'clock on
local DY = { 87, 50, 0, -50, -87, -100, -87, -50, 0, 50, 87, 100 }

muster.pieces { "figure", count = 6, text = "{band}{number}" }
local band = muster.field { "band", of = "piece", max = 1, letters = "RB",
  each = { figure = { 0, 0, 0, 1, 1, 1 } } }
local number = muster.field { "number", of = "piece", max = 3,
  each = { figure = { 1, 2, 3, 1, 2, 3 } } }
--- Where the middle of a figure is, from the left edge of the table.
local x = muster.field { "x", of = "piece", max = WIDTH,
  each = { figure = { 200, 330, 560, 1000, 870, 640 } } }
--- The same from the lower edge.
local y = muster.field { "y", of = "piece", max = HEIGHT,
  each = { figure = { 150, 240, 110, 650, 560, 690 } } }
--- Which way it looks, as the hour of a clock.
local hour = muster.field { "hour", of = "piece", max = 12,
  each = { figure = { 2, 2, 12, 8, 8, 6 } } }
local hurt = muster.field { "hurt", of = "piece" }
local now = muster.state { { "turn", max = 1 }, { "left", max = 99, initial = 99 } }

local field = muster.container { "field", sort = { "band", "number" } }
local gone = muster.container { "gone", sort = { "band", "number" } }
local act = muster.decision { "act", title = "walk or shoot",
  seat = function() return now.turn end }

local function square(n) return n * n end
local function between(a, b) return square(x[a] - x[b]) + square(y[a] - y[b]) end
local function standing(seat)
  return pieces(field):sum(function(p) return band[p] == seat and 1 or 0 end)
end
local function choose_own()
  local figure = choose("figure", pieces(field))
  need(band[figure] == me(), "SK-1", "it is not yours")
  return figure
end

local function end_turn()
  now.turn, now.left = 1 - now.turn, now.left - 1
  if standing(now.turn) == 0 then over("alone", 1 - now.turn)
  elseif now.left == 0 then over("time") end
end

muster.move { "walk", at = act, title = "Walk", text = "{figure}>{way}",
  legal = function()
    local figure = choose_own()
    local way = choose("way", range(1, 12))
    local to_x, to_y = x[figure] + DX[way], y[figure] + DY[way]
    need(to_x >= RADIUS and to_x <= WIDTH - RADIUS and to_y >= RADIUS and to_y <= HEIGHT - RADIUS,
      "SK-2", "the figure would leave the table")
    need(square(to_x - POND_X) + square(to_y - POND_Y) > square(POND), "SK-3",
      "nobody walks into the pond")
    need(pieces(field):sum(function(p)
      return p ~= figure and square(x[p] - to_x) + square(y[p] - to_y) < square(2 * RADIUS)
        and 1 or 0
    end) == 0, "SK-4", "somebody stands there")
    return figure, way
  end,
  apply = function(figure, way)
    x[figure], y[figure], hour[figure] = x[figure] + DX[way], y[figure] + DY[way], way
    end_turn()
  end }

muster.move { "shoot", at = act, title = "Shoot", text = "{figure}!{target}",
  legal = function()
    local figure = choose_own()
    local target = choose("target", pieces(field))
    need(band[target] ~= me(), "SK-5", "nobody shoots at friends")
    need(between(figure, target) <= square(REACH), "SK-6", "that is too far")
    return figure, target
  end,
  apply = function(_, target)
    if hurt[target] then put(target, gone) else hurt[target] = true end
    end_turn()
  end }

muster.setup(function()
  for figure = 0, 5 do put(figure, field) end
  go(act)
end)

local KINDS = { "archer", "archer", "spearmen" }

local function shape_of(figure)
  local text = muster.piece_text(figure)
  local shape = { x = x[figure], y = y[figure], seat = band[figure], zone = text, letter = "",
    text = text, name = KINDS[number[figure]], turn = hour[figure] * 30 % 360, front = true,
    radius = RADIUS, width = 110, height = 50,
    marks = hurt[figure] and { { text = "*", name = "hurt" } } or nil }
  return number[figure] == 3 and canvas.rectangle(shape) or canvas.circle(shape)
end

local function scene_of()
  local shapes = {
    canvas.circle { x = POND_X, y = POND_Y, radius = POND, fill = "ground", text = "w",
      name = "Pond", colour = "blue" },
    canvas.polygon { points = { { 0, 800 }, { 0, 520 }, { 150, 560 }, { 290, 680 }, { 300, 800 } },
      fill = "ground", text = "f", name = "Forest", colour = "green" },
    canvas.rectangle { x = 860, y = 250, width = 240, height = 24, turn = 30, name = "Wall",
      colour = "brown" },
    canvas.line { points = { { 0, 60 }, { 300, 40 }, { 800, 90 }, { 1200, 60 } }, name = "Track" },
    canvas.text { x = 1090, y = 90, text = "to the mill" },
  }
  for _, figure in ipairs(muster.pieces_in(field)) do shapes[#shapes + 1] = shape_of(figure) end
  return canvas.item { unit = "mm", width = WIDTH, height = HEIGHT, shapes = shapes }
end

muster.scene(function()
  local _, ending = muster.over_by()
  return {
    title = "Skirmish", to_move = muster.me(), status = ending or "walk or shoot",
    seats = { { name = "Red", letter = "R" }, { name = "Blue", letter = "B" } },
    items = { scene_of() },
  }
end)
