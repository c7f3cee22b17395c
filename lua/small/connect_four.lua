--- Connect four: drop a stone into a column; four in a row win.
muster.module { title = "Connect four" }
muster.game { title = "Connect four", seats = 2 }
muster.grid { columns = 7, rows = 6, diagonal = true }
muster.pieces { name = "stone", count = 42 }
muster.field { of = "game", name = "turn", max = 1 }

-- The cell of a column that a stone falls to: the lowest empty one, or none.
muster.define("landing(c)", "pick(r in 0 .. 5: top(at(c, r)) == none)")
muster.define("own(z)", "owner(top(z)) == me")
muster.define("run(z, d)", [[
  if not own(step(z, d)) then 0
  else if not own(step(step(z, d), d)) then 1
  else if not own(step(step(step(z, d), d), d)) then 2 else 3]])
muster.define("wins(z)", [[
  run(z, s) >= 3 or run(z, e) + run(z, w) >= 3
  or run(z, ne) + run(z, sw) >= 3 or run(z, nw) + run(z, se) >= 3]])

muster.decision { "drop", title = "drop a stone", seat = "turn" }

muster.move { "drop", at = "drop", title = "drop a stone", text = "{file}",
  { each = "file", from = "0", to = "6", min = 0, max = 6, letters = "abcdefg" },
  { where = "landing(file) ~= none", rule = "C4-1", why = "the column is full" },
  apply = [[
    let p = top(box)
    let cell = at(file, landing(file))
    owner(p) = me
    put(p, cell)
    if wins(cell) then over(1 + me, 'line')
    elseif size(occupied) == 42 then over(0, 'full')
    else turn = 1 - turn end]] }

muster.setup("go(drop)")
muster.scene(require("muster.board").scene { marks = { "X", "O" }, names = { "X", "O" } })

muster.rules { title = "How to play",
  { id = "C4-1", text = "In turn each seat drops a stone into a column that is not full." },
  { id = "C4-2", text = "Four own stones in a row, straight or diagonal, win." },
  { id = "C4-3", text = "A full board without such a row is a draw." },
}
