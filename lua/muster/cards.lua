--- Scene items that show cards: rows of them, and lanes between sides, made from places. A card
--- whose face the viewer does not know is shown from its back; like backs that follow one
--- another are counted.
local cards = {}

--- What cards look like: the fields of a card in a scene (value, suit, caption, name, zone ...), of
--- its face and of its back.
---@class muster.CardLook
---@field face fun(piece: integer): table of a card whose face is known
---@field back? fun(piece: integer): table of one whose face is not; without it a mere back

---@class muster.CardRow
---@field title? string
---@field seat? integer
---@field zone? string
---@field move? string
---@field look? muster.CardLook needed for places and pieces

---@class muster.LaneSide
---@field cards? muster.Cards the first one lies by the marker
---@field front? muster.Cards what lies between them and the marker
---@field slots? integer
---@field zone? string

---@class muster.Lane
---@field name? string
---@field zone? string
---@field move? string
---@field mark? string
---@field marker? table
---@field sides muster.LaneSide[] in the order of the item's sides

---@class muster.Lanes
---@field title? string
---@field count integer
---@field sides table[]
---@field near? integer
---@field look muster.CardLook
---@field lane fun(k: integer): muster.Lane tells of the k-th, from 1

---@alias muster.Cards integer|integer[] a place, from the bottom up, or a list of pieces

local function pieces_of(where)
  if type(where) == "number" then return muster.pieces_in(where) end
  return where or {}
end

local function back_of(piece, look)
  local back = look.back and look.back(piece) or {}
  back.face = false
  return back
end

local function alike(a, b)
  return a and a.face == false and a.text == b.text and a.name == b.name and
    a.colour == b.colour and a.seat == b.seat and a.mark == b.mark and a.zone == b.zone
end

--- The cards of a place or of a list of pieces, in their order.
---@param where muster.Cards
---@param look muster.CardLook
---@return table[]
function cards.list(where, look)
  local list = {}
  for _, piece in ipairs(pieces_of(where)) do
    local last = list[#list]
    if known(piece) then
      list[#list + 1] = look.face(piece)
    else
      local back = back_of(piece, look)
      if alike(last, back) then
        last.count = (last.count or 1) + 1
      else
        list[#list + 1] = back
      end
    end
  end
  return list
end

--- One card for all that lie in a place, seen from their backs: a deck.
---@param place integer
---@param back? table fields of the back: text, name, colour, zone, move
---@return table
function cards.count(place, back)
  local card = { face = false, count = count(place) }
  for _, key in ipairs { "text", "name", "colour", "seat", "zone", "move", "mark", "marks" } do
    card[key] = back and back[key]
  end
  return card
end

--- A row: a hand, a display, decks.
---@param where muster.Cards|table[] a place, pieces, or cards that are made already
---@param row muster.CardRow
---@return table item
function cards.row(where, row)
  local made = type(where) == "table" and (where[1] == nil or type(where[1]) == "table")
  return { type = "cards", title = row.title, seat = row.seat, zone = row.zone, move = row.move,
    cards = made and where or cards.list(where, row.look) }
end

local function side_of(side, look)
  return { cards = cards.list(side.cards, look), front = cards.list(side.front, look),
    slots = side.slots, zone = side.zone }
end

--- Lanes between sides.
---@param lanes muster.Lanes
---@return table item
function cards.lanes(lanes)
  local item = { type = "lanes", title = lanes.title, near = lanes.near, sides = lanes.sides,
    lanes = {} }
  for k = 1, lanes.count do
    local lane = lanes.lane(k)
    local sides = {}
    for i, side in ipairs(lane.sides) do sides[i] = side_of(side, lanes.look) end
    item.lanes[k] = { name = lane.name, zone = lane.zone, move = lane.move, mark = lane.mark,
      marker = lane.marker, sides = sides }
  end
  return item
end

return cards
