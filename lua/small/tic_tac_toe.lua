--- Tic-tac-toe: three marks in a row win.
muster.module { title = "Tic-tac-toe" }
muster.game { title = "Tic-tac-toe", seats = 2 }
muster.grid { columns = 3, rows = 3, diagonal = true }
muster.pieces { name = "mark", count = 9 }
muster.field { of = "game", name = "turn", max = 1 }

-- A line through the zone just marked: some direction and its opposite reach three in sum.
muster.define("own(z)", "owner(top(z)) == me")
muster.define("run(z, d)", [[
  if not own(step(z, d)) then 0 else if not own(step(step(z, d), d)) then 1 else 2]])
muster.define("wins(z)", [[
  run(z, n) + run(z, s) >= 2 or run(z, e) + run(z, w) >= 2
  or run(z, ne) + run(z, sw) >= 2 or run(z, nw) + run(z, se) >= 2]])

muster.decision { "place", title = "place a mark", seat = "turn" }

muster.move { "mark", at = "place", title = "mark a cell", text = "{cell}",
  { each = "cell", of = "zones - occupied", rule = "TTT-1", why = "the cell must be empty" },
  apply = [[
    let p = top(box)
    owner(p) = me
    put(p, cell)
    if wins(cell) then over(1 + me, 'line')
    elseif size(occupied) == 9 then over(0, 'full')
    else turn = 1 - turn end]] }

muster.setup("go(place)")
muster.scene(require("muster.board").scene { marks = { "X", "O" }, names = { "X", "O" } })

muster.rules { title = "How to play",
  { id = "TTT-1", text = "In turn each seat marks an empty cell." },
  { id = "TTT-2", text = "Three own marks in a row, straight or diagonal, win." },
  { id = "TTT-3", text = "A full board without such a row is a draw." },
}
