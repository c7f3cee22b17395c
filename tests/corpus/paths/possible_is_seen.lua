--- The result of possible decides what a rule does.
muster.module { title = 'Possible is seen' }
muster.game { title = 'Possible is seen', seats = 2 }
local grid = muster.grid { columns = 3, rows = 3 }
local stone = muster.pieces { 'stone', count = 9 }
local now = muster.state { { 'turn', max = 1 }, { 'sum', max = 99 }, { 'a', min = -9, max = 9 }, { 'b', max = 9 }, { 'big', min = -2000000000, max = 2000000000 }, { 'flag' } }
local note = muster.event { 'note', 'n' }
local thing = muster.event { 'thing', 'x' }
local can = possible(function()
local q = choose('q', only(at(now.b, 0)))
local r = choose('r', zones)
need(column(r) == 2 and row(r) == now.sum % 3)
end)
local ask = muster.query(function()
return can() and 1 or 2
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

now.turn = 1 - now.turn
if now.sum > 7 then over('done', now.turn) end
end }

muster.setup(function() go(play) end)
--? ask()
