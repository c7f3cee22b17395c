--- Clobber: take a neighbouring enemy stone by moving onto it; who cannot move loses.
muster.module { title = "Clobber" }
muster.game { title = "Clobber", seats = 2 }
muster.grid { columns = 5, rows = 6 }
muster.pieces { name = "stone", count = 30 }
muster.field { of = "game", name = "turn", max = 1 }

muster.decision { "clobber", title = "take a stone", seat = "turn",
  empty = "over(1 + (1 - turn), 'stuck')" }

muster.move { "clobber", at = "clobber", title = "take a stone", text = "{from}{to}",
  { step = { "from", "to" }, of = "tops(stone, me)",
    { "n", onto = "tops(stone, 1 - me)" }, { "e", onto = "tops(stone, 1 - me)" },
    { "s", onto = "tops(stone, 1 - me)" }, { "w", onto = "tops(stone, 1 - me)" },
    rule = "CLOB-1", why = "an own stone moves onto an enemy stone next to it" },
  apply = [[
    carry(from, to, box)
    turn = 1 - turn]] }

muster.setup [[
  for z in zones do
    let p = top(box)
    owner(p) = (row(z) + column(z)) % 2
    put(p, z)
  end
  go(clobber)]]
muster.scene(require("muster.board").scene { marks = { "x", "o" }, names = { "x", "o" } })

muster.rules { title = "How to play",
  { id = "CLOB-1", text = "In turn each seat moves an own stone onto an enemy stone beside it, "
    .. "which leaves the board." },
  { id = "CLOB-2", text = "Who cannot move loses." },
}
