--- A call that gives nothing, as the last argument of events, queries, procedures, hooks and frames.
muster.module { title = "Calls without a value" }
muster.game { title = "Calls without a value", seats = 2 }
local grid = muster.grid { columns = 3, rows = 3 }
muster.pieces { "man", count = 4 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local note = muster.event { "note", "n" }
local pair = muster.event { "pair", "a", "b" }
local turn = muster.decision { "turn", seat = function() return now.turn end }
local reply = muster.decision { "reply", seat = function() return now.turn end }
local flow = muster.flow { seat = function() return now.turn end,
  { procedure = "weigh", "is weighed" }, { step = "judge", "is judged" } }
function flow.weigh(a, b) note:emit(a == nil and 7 or 8) note:emit(b == nil and 7 or 8) end
function flow.judge() pop() end
---@param a integer?
---@param b integer?
local ask = muster.query(function(a, b) return (a == nil and 1 or 2) + (b == nil and 10 or 20) end)
ask:amend("+", function(a, b) return a == nil and 100 or 200 end)
local able = possible(function(a) need(a == nil) end)
local hook = muster.hook { "h", fold = "sum" }
hook:on(function(a) return a == nil and 1 or 2 end)
local function either(n) if n == 1 then return nil end if n == 2 then return 3 end end
local function move(name, apply) muster.move { name, at = turn, text = name, apply = apply } end
move("add", function() now.n = (now.n + 1) % 4 end)
move("pair", function() pair:emit(1, either(now.n)) end)
move("pair2", function() pair:emit(either(now.n), either(now.n)) end)
move("ask", function() note:emit(ask(1, either(now.n))) end)
move("ask0", function() note:emit(ask(either(now.n))) end)
move("weigh", function() flow.weigh(either(now.n)) end)
move("weigh2", function() flow.weigh(3, either(now.n)) end)
move("able", function() note:emit(able(either(now.n)) and 1 or 2) end)
move("hook", function() note:emit(hook(either(now.n))) end)
move("push", function() push(reply, 1, either(now.n)) end)
move("push2", function() push(reply, either(now.n)) end)
move("overs", function() over("won", 0, either(now.n)) end)
move("remember", function() note:emit(math.max(2, either(now.n) or 1)) end)
muster.move { "back", at = reply, text = "back", apply = function() note:emit(arg(1)) note:emit(arg(2)) pop() end }
muster.ending("won")
muster.setup(function() go(turn) end)
