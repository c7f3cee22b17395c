--- Othello: enclose rows of enemy discs, which become yours; who has more in the end wins.
local option = require("muster.options")
local options = muster.module { title = "Othello", section = "othello",
  options = { option.choice("size", { "8", "6", "10", "12" }, "Columns and rows.") } }
local size = math.tointeger(options.size)
muster.game { title = "Othello", seats = 2 }
muster.grid { columns = size, rows = size, diagonal = true }
local disc = muster.pieces { "disc", count = size * size }
local now = muster.state { { "turn", max = 1 }, { "passed", help = "by the seat before" } }

local WAYS = 8

-- Empty zones on which a disc of this seat encloses something.
local function open_to(seat)
  local own, theirs, found = tops(disc, seat), tops(disc, 1 - seat), nothing
  for way = 0, WAYS - 1 do found = found | shift(ray(own, way, theirs), way) end
  return found - occupied()
end

-- Nobody can move: more discs win.
local function finish()
  local more = #tops(disc, 0) - #tops(disc, 1)
  if more > 0 then over("discs", 0)
  elseif more < 0 then over("discs", 1)
  else over("equal") end
end

local place = muster.decision { "place", title = "lay a disc",
  seat = function() return now.turn end,
  empty = function()
    if now.passed then
      finish()
    else
      now.turn, now.passed = 1 - now.turn, true
    end
  end }

local function lay(zone, seat)
  local p = top(box)
  owner[p] = seat
  put(p, zone)
end

muster.move { "lay", at = place, title = "lay a disc", text = "{zone}",
  legal = function()
    return choose("zone", open_to(me()), "OTH-2", "a disc must enclose discs of the other seat")
  end,
  apply = function(zone)
    local seat = me()
    local own, theirs = tops(disc, seat), tops(disc, 1 - seat)
    for way = 0, WAYS - 1 do
      local line = ray(zone, way, theirs)
      if #(shift(line, way) & own) > 0 then
        for taken in line do owner[top(taken)] = seat end
      end
    end
    lay(zone, seat)
    now.turn, now.passed = 1 - seat, false
  end }

muster.setup(function()
  local first = size // 2 - 1
  for i = 0, 1 do
    lay(at(first + i, first + i), 1)
    lay(at(first + 1 - i, first + i), 0)
  end
  go(place)
end)

-- Corners stay, and the freedom to move decides until then.
local last = size - 1
local corners = only(at(0, 0)) | only(at(last, 0)) | only(at(0, last)) | only(at(last, last))
muster.worth(function(seat)
  local function value(of)
    return 20 * #(tops(disc, of) & corners) + 2 * #open_to(of) + #tops(disc, of) // 8
  end
  return value(seat) - value(1 - seat)
end, { scale = 20 })
muster.scene(require("muster.board").scene { marks = { "X", "O" }, names = { "X", "O" } })

muster.rules { title = "How to play",
  { id = "OTH-1", option = "size", text = "On " .. size .. " by " .. size
    .. " zones, each seat in turn lays a disc on an empty one." },
  { id = "OTH-2", text = [[It must enclose, straight or diagonal, a row of enemy discs without a gap
    between itself and another own disc. All discs that it encloses change their owner.]] },
  { id = "OTH-3", ending = { "discs", "equal" },
    text = [[Whoever can enclose nothing passes. When neither can, the seat with more
    discs wins.]] },
}
