--- A call that gives nothing is no argument, and a call that gives nil is one: what counts its arguments tells them apart.
--> some => error count takes 1 value, found 0
--> add some => events note(0)
--> nils => events note(0)
--> put => error put takes 2 values, found 1
--> add put => error put: expected a zone or a container, found nil
--> emit => error the event 'note' takes 1 value, found 0
--> step => error step takes 2 values, found 1
--> over => legal
--> type => error bad argument #1 to 'type' (value expected)
--> add type => events note(5)
muster.module { title = "Absent arguments" }
muster.game { title = "Absent arguments", seats = 2 }
local grid = muster.grid { columns = 3, rows = 3 }
muster.pieces { "man", count = 4 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }
local NEVER = { [0] = 1 }

local function either(n) if n == 1 then return nil end if NEVER[0] == 2 then return box end end
local function way(n) if n == 1 then return nil end if NEVER[0] == 2 then return grid.n end end
local function is_nil() if NEVER[0] == 2 then return box end return nil end
local function winner(n) if n == 1 then return nil end if NEVER[0] == 2 then return 0 end end

local function move(name, apply) muster.move { name, at = turn, text = name, apply = apply } end
move("add", function() now.n = 1 end)
move("some", function() note:emit(count(either(now.n))) end)
move("nils", function() note:emit(count(is_nil())) end)
move("put", function() put(top(box), either(now.n)) end)
move("emit", function() note:emit(either(now.n)) end)
move("step", function() if step(at(0, 0), way(now.n)) then now.n = 3 end end)
move("type", function() if type(either(now.n)) == "nil" then note:emit(5) end end)
move("over", function() over("won", winner(now.n)) end)

muster.ending("won")
muster.setup(function() go(turn) end)
