muster.module {}
muster.game { title = "G" }
muster.grid { columns = 3, rows = 3 }
muster.pieces { name = "s", count = 3, text = "{owner}{x" }
muster.setup("go(p)")
muster.decision { "p", seat = "0" }
muster.move { "a", at = "p", text = "{x}{y}", { each = "x", subset = "box" }, { each = "y", from = "0", to = "9", min = 0, max = 9 }, apply = "put(y, y)" }
