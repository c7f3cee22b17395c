muster.module {}
muster.game { title = "G", seats = 3 }
muster.graph { zones = { "x", "y", "z" }, directions = { "on" }, links = { { "x", "on", "y" }, { "y", "on", "x" } } }
muster.pieces { "s", count = 3 }
local g = muster.field { "g", of = "zone", max = 3, letters = "abcd" }
muster.container { "hand", per_seat = true, sort = {} }
local p = muster.decision { "p", seat = function() return g[0] % 3 end, empty = function() over("none") end }
local q = muster.step { "q", run = function() pop() go(p) end }
muster.setup(function() push(q, 1, 2, 3) end)
muster.move { "a", at = p, text = "{x}-{d}",
  legal = function() return choose_step("x", "d", zones - occupied(), { { 0, zones } }) end,
  apply = function(x) put(top(box), x) end }
muster.scene(function(seat) return { title = "x" .. seat } end)
