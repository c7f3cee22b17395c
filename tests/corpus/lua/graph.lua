muster.module {}
muster.game { title = "G", seats = 3 }
muster.graph { zones = { "x", "y", "z" }, directions = { "on" }, links = { { "x", "on", "y" }, { "y", "on", "x" } } }
muster.pieces { name = "s", count = 3 }
muster.field { of = "zone", name = "g", max = 3, letters = "abcd" }
muster.container { name = "hand", per_seat = true, sort = {} }
muster.setup(function() muster.push("q", 1, 2, 3) end)
muster.step { "q", run = "pop() go(p)" }
muster.decision { "p", seat = "g(0) % 3", empty = "over(0, 'none')" }
muster.move { "a", at = "p", text = "{x}-{d}", { step = { "x", "d" }, of = "zones - occupied", { "0", onto = "zones" } }, apply = function(x) muster.put(muster.top(muster.zones()), x) end }
muster.scene(function(seat) return { title = "x" .. seat } end)
