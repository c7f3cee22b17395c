--- b = not b, in a routine.
muster.module { title = 'Flags turned over' }
muster.game { title = 'Flags turned over', seats = 2 }
local grid = muster.grid { columns = 3, rows = 3 }
local stone = muster.pieces { 'stone', count = 9 }
local now = muster.state { { 'turn', max = 1 }, { 'sum', max = 99 }, { 'a', min = -9, max = 9 }, { 'b', max = 9 }, { 'big', min = -2000000000, max = 2000000000 }, { 'flag' } }
local note = muster.event { 'note', 'n' }
local thing = muster.event { 'thing', 'x' }
local function odd(n)
local b = now.flag
if n > 0 then b = odd(n - 1) end
for i = 1, now.b do b = i > 1 and not b end
return b
end
local ask = muster.query(function()
return odd(now.b) and 1 or 2
end)
local play = muster.decision { 'play', seat = function() return now.turn end }
muster.move { 'm', at = play, text = 'm{z}', legal = function()
local z = choose('z', zones - occupied(), 'R-1', 'taken')

return z end, apply = function(z)
put(top(box), z)
now.sum = now.sum + 1
now.b = now.sum % 3
now.a = now.sum % 4 - 1
now.flag = now.sum % 2 == 0
now.big = ask()
now.turn = 1 - now.turn
if now.sum > 7 then over('done', now.turn) end
end }

muster.setup(function() go(play) end)
--? ask()
