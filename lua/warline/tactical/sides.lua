-- Who fights whom (chapters 1 and 47): Generals, each a seat of the match, and the two sides on
-- which they stand. Armies, supplies, orders and links belong to a General; turns, tokens, Prisons,
-- Graveyards, Stalls and victory to a side. Side 0 is A, in the south; its Generals come first.
-- Where each side is one General both have the same numbers, and texts say nothing of sides.

---@param w warline.tactical
return function(w)
  local south = tonumber(string.sub(w.options.sides, 1, 1))
  local north = tonumber(string.sub(w.options.sides, 3, 3))
  w.generals = south + north
  w.allied = w.generals > 2
  w.side_of, w.generals_of = {}, { [0] = {}, {} }
  for seat = 0, w.generals - 1 do
    local side = seat < south and 0 or 1
    w.side_of[seat] = side
    table.insert(w.generals_of[side], seat)
  end
  w.side_of[-1] = -1

  -- Arms with which each General begins (WT-SET-10, WT-RUL-172).
  w.armies = {}
  for seat = 0, w.generals - 1 do
    w.armies[seat] = w.generals == 4 and { 4, 5, 6 }
      or w.generals == 3 and w.side_of[seat] == 1 and { 3, 4, 5, 6 } or { 1, 2, 3, 4, 5, 6 }
    if not w.allied then -- beyond six it is recruiting that gives Arms
      for i = 7, w.options.battalions do w.armies[seat][i] = 1 end
    end
  end

  ---Text for the side of the General that the text `seat` gives; of nobody it is nobody.
  ---@param seat string
  ---@return string
  function w.text.side(seat)
    return w.allied and "side(" .. seat .. ")" or seat
  end

  ---Text for the zones on which a battalion of a side lies topmost.
  ---@param side string
  ---@return string
  function w.text.topped(side)
    return (w.allied and "topped(" or "tops(battalion, ") .. side .. ")"
  end

  -- Text for the General who decides, or whose order is carried out.
  w.text.general = w.allied and "general" or "active"
  -- Where a side has several, some moves name him: how that is written, and the text for him.
  w.text.whose, w.text.who = w.allied and "{who}" or "", w.allied and "who" or "active"
  ---@param move table a move that is being declared; the clauses come first
  ---@return table move
  function w.name_general(move)
    if not w.allied then return move end
    table.insert(move, 2, { each = "who", from = "0", to = tostring(w.generals - 1), min = 0,
      max = w.generals - 1, letters = string.sub("1234", 1, w.generals) })
    table.insert(move, 3, { where = "may_act_now(who)", rule = "WT-ALLY-21",
      why = "this General is not to act now" })
    return move
  end

  ---Bits of the Generals of a side, as winners of a match are written.
  ---@param side integer
  ---@return integer
  function w.bits_of(side)
    local bits = 0
    for _, seat in ipairs(w.generals_of[side]) do bits = bits | 1 << seat end
    return bits
  end

  ---Do these two pieces belong to different sides?
  ---@param a integer
  ---@param b integer
  ---@return boolean
  function w.foes(a, b)
    return w.side_of[muster.owner(a)] ~= w.side_of[muster.owner(b)]
  end

  -- For modules, whatever the number of Generals.
  local function by_side(head, join)
    local of = { [0] = {}, {} }
    for seat = 0, w.generals - 1 do
      table.insert(of[w.side_of[seat]], head .. seat .. ")")
    end
    return "if side == 0 then " .. table.concat(of[0], join) .. " else "
      .. table.concat(of[1], join)
  end
  muster.define("side(seat)", w.allied and "if seat < 0 then none else seat >= " .. south or "seat",
    { help = "The side of a General: 0 or 1." })
  muster.define("topped(side)", w.allied and by_side("tops(battalion, ", " | ")
    or "tops(battalion, side)", { help = "Zones on which a battalion of that side lies topmost." })
  muster.define("supply(side)", w.allied and by_side("stock(", " + ") or "stock(side)",
    { help = "Ramparts that a side can still build." })
  muster.define("home_row(side)", w.allied and "home(if side == 0 then 0 else " .. south .. ")"
    or "home(side)", { help = "The home row of a side." })
  muster.define("lead(side)", w.allied and "if side == 0 then 0 else " .. south or "side",
    { help = "The first General of a side." })
end
