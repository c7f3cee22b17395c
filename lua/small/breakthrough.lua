--- Breakthrough: pawns go one step forward, and take diagonally; reach the last row to win.
local options = muster.module { title = "Breakthrough", section = "breakthrough", options = {
  { key = "size", type = "int", default = 8, min = 5, max = 26, help = "columns and rows" },
} }
local size <const> = options.size
muster.game { title = "Breakthrough", seats = 2 }
muster.grid { columns = size, rows = size, diagonal = true }
muster.pieces { name = "pawn", count = 4 * size }
muster.field { of = "game", name = "turn", max = 1 }
muster.constant("last", size - 1)

local function row_of(row)
  local zones = {}
  for column = 0, size - 1 do zones[column + 1] = muster.at(column, row) end
  return zones
end
muster.region("goal", row_of(size - 1), row_of(0))

muster.event("moved(from, to)", { help = "A pawn moves." })
muster.decision { "move", title = "move a pawn", seat = "turn", let = {
  { "empty", "zones - tops(pawn)" },
  { "open", "zones - tops(pawn, me)" },
} }

muster.move { "pawn", at = "move", title = "move a pawn", text = "{from}{to}",
  { step = { "from", "to" }, of = "tops(pawn, me)",
    { "if me == 0 then n else s", onto = "empty" },
    { "if me == 0 then nw else sw", onto = "open" },
    { "if me == 0 then ne else se", onto = "open" },
    rule = "BT-1", why = "a pawn goes one step forward: straight to an empty zone, "
      .. "diagonally to an empty or an enemy one" },
  apply = [[
    carry(from, to, box)
    emit(moved, from, to)
    if to in goal(me) then over(1 + me, 'breakthrough')
    elseif first(tops(pawn, 1 - me)) == none then over(1 + me, 'annihilation')
    else turn = 1 - turn end]] }

muster.setup [[
  for z in zones do
    if row(z) <= 1 or row(z) >= last - 1 then
      let p = top(box)
      owner(p) = if row(z) <= 1 then 0 else 1
      put(p, z)
    end
  end
  go(move)]]
muster.scene(require("muster.board").scene { marks = { "w", "b" }, names = { "White", "Black" } })

muster.rules { title = "How to play",
  { id = "BT-0", option = "size", text = "The board has " .. size .. " columns and as many rows; "
    .. "each seat begins with pawns on its two nearest rows." },
  { id = "BT-1", text = "A pawn goes one step forward: straight or diagonally to an empty zone, "
    .. "diagonally onto an enemy pawn, which it takes." },
  { id = "BT-2", text = "A pawn on the last row wins, and so does taking the last enemy pawn." },
}
