--- Reading is total: what nothing, and a number that is no thing, read as.
--> go => events note(1, 0) note(2, 0) note(3, 0) note(4, -1) note(5, -1) note(6, -1) note(7, -1) note(8, -1) note(9, -1) note(10, -1) note(11, -1) note(12, -1) note(13, -1) note(14, -1) note(15, -1) note(16, -1) note(17, -1) note(18, -1) note(19, 0) note(20, 0) note(21, 0) note(22, 0) note(23, 0) note(24, 0) note(25, 0) note(26, -1) note(27, -1) note(28, 0) note(29, 1) note(30, 0) note(31, 0) note(32, -1) note(33, -9223372036854775808)
muster.module { title = "Nothing" }
muster.game { title = "Nothing", seats = 2 }
local grid = muster.grid { columns = 3, rows = 3 }
local man = muster.pieces { "man", count = 3 }
local arms = muster.field { "arms", of = "piece", max = 6 }
local tired = muster.field { "tired", of = "piece" }
local brave = muster.field { "brave", of = "seat", holds = "piece" }
local prison = muster.container { "prison", per_seat = true }
local now = muster.state { { "turn", max = 1 }, { "n", max = 99, initial = 50 } }
local note = muster.event { "note", "what", "x" }
local dec = muster.decision { "dec", seat = function() return now.turn end }
muster.move { "go", at = dec, text = "go", apply = function()
  local none = top(at(2, 2)) local n = now.n

  note:emit(1, arms[none]) note:emit(2, arms[n]) note:emit(3, tired[none]) note:emit(4, brave[owner[none]]) note:emit(5, brave[n])
  note:emit(6, owner[none]) note:emit(7, owner[n]) note:emit(8, place(none)) note:emit(9, place(n)) note:emit(10, kind(none)) note:emit(11, kind(n))
  note:emit(12, below(none)) note:emit(13, prison[owner[none]]) note:emit(14, prison[n]) note:emit(15, top(place(none))) note:emit(16, top(n))
  note:emit(17, step(place(none), grid.n)) note:emit(18, step(n, grid.n)) note:emit(19, level(none)) note:emit(20, count(place(none))) note:emit(21, column(place(none)))
  note:emit(22, row(n)) note:emit(23, zones[place(none)]) note:emit(24, known(none)) note:emit(25, #only(place(none))) note:emit(26, nothing:first())
  note:emit(27, at(7, 7)) note:emit(28, tired[0]) note:emit(29, true) note:emit(30, #only(n)) note:emit(31, zones[n]) note:emit(32, step(0, n))
  note:emit(33, math.mininteger // (now.turn - 1))
  now.turn = 1 - now.turn end }
muster.setup(function() put(0, at(0, 0)) go(dec) end)
