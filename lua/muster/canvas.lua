--- A free canvas of a scene: shapes at free coordinates, for games that are not on a grid.
--- Coordinates and lengths are whole numbers of a unit that the game chooses; x grows to the right,
--- y upward. Shapes that come first lie below the others.
local canvas = {}

---@class muster.Canvas
---@field width integer from 1 to 100000
---@field height integer from 1 to 100000
---@field left? integer the x of the left edge, 0 by default
---@field bottom? integer the y of the lower edge, 0 by default
---@field unit? string such as "mm"
---@field title? string
---@field shapes muster.Shape[] up to 1024

---@alias muster.Colour "red"|"blue"|"green"|"yellow"|"purple"|"orange"|"cyan"|"brown"|"grey"
---|"black"|"white"

--- The fields that every shape may have.
---@class muster.Shape
---@field text? string short: on a thing its number or kind, of a ground its sign
---@field letter? string before the text; by default the letter of the seat
---@field name? string in words, for pointers and screen readers; of a ground also for the legend
---@field seat? integer whose it is
---@field colour? muster.Colour
---@field fill? "solid"|"ground"|"none" a thing (by default), a ground, a mere outline
---@field mark? "last"|"target"|"acting"|"won"
---@field marks? {text: string, name: string?}[] tokens on it
---@field zone? string its name in moves
---@field move? string the whole move that pointing at it means

---@class muster.Circle: muster.Shape
---@field x integer
---@field y integer
---@field radius integer
---@field turn? integer degrees clockwise from the top
---@field front? boolean mark the side that it turns to

---@class muster.Rectangle: muster.Shape
---@field x integer of its middle
---@field y integer of its middle
---@field width integer from its left to its right, before it is turned
---@field height integer from its front to its back
---@field turn? integer degrees clockwise from the top
---@field front? boolean mark the side that it turns to

---@class muster.Polygon: muster.Shape
---@field points integer[][] three to 64 corners, each {x, y}
---@field x? integer where its label stands; by default in the middle
---@field y? integer

---@class muster.Line: muster.Shape
---@field points integer[][] two to 64 points, each {x, y}
---@field arrow? boolean an arrowhead at the last point

---@class muster.Writing: muster.Shape
---@field x integer
---@field y integer
---@field text string

--- The item of a scene.
---@param item muster.Canvas
---@return table item
function canvas.item(item)
  local made = { type = "canvas" }
  for key, value in pairs(item) do made[key] = value end
  return made
end

local function named(name)
  return function(fields)
    local shape = { shape = name }
    for key, value in pairs(fields) do shape[key] = value end
    return shape
  end
end

---@type fun(circle: muster.Circle): muster.Shape
canvas.circle = named("circle")
---@type fun(rectangle: muster.Rectangle): muster.Shape
canvas.rectangle = named("rectangle")
---@type fun(polygon: muster.Polygon): muster.Shape
canvas.polygon = named("polygon")
---@type fun(line: muster.Line): muster.Shape
canvas.line = named("line")
---@type fun(writing: muster.Writing): muster.Shape
canvas.text = named("text")

return canvas
