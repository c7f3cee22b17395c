--- The key of an assignment is read before another target changes it.
muster.module { title = 'Keys before stores' }
muster.game { title = 'Keys before stores', seats = 2 }
local grid = muster.grid { columns = 3, rows = 3 }
local stone = muster.pieces { 'stone', count = 9 }
local now = muster.state { { 'turn', max = 1 }, { 'sum', max = 99 }, { 'a', min = -9, max = 9 }, { 'b', max = 9 }, { 'big', min = -2000000000, max = 2000000000 }, { 'flag' } }
local note = muster.event { 'note', 'n' }
local thing = muster.event { 'thing', 'x' }
local heat = muster.field { 'heat', of = 'zone', max = 9 }
local ask = muster.query(function()
return heat[at(0, 0)] + heat[at(1, 0)] * 10 + heat[at(2, 0)] * 100
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
heat[at(now.b, 0)], now.b = now.sum % 5, (now.b + 1) % 3
now.turn = 1 - now.turn
if now.sum > 7 then over('done', now.turn) end
end }

muster.setup(function() go(play) end)
--? ask()
