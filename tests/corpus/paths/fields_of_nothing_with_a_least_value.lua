--- A field of nothing is 0, also if its least value is 1.
muster.module { title = 'Fields of nothing with a least value' }
muster.game { title = 'Fields of nothing with a least value', seats = 2 }
local grid = muster.grid { columns = 3, rows = 3 }
local stone = muster.pieces { 'stone', count = 9 }
local now = muster.state { { 'turn', max = 1 }, { 'sum', max = 99 }, { 'a', min = -9, max = 9 }, { 'b', max = 9 }, { 'big', min = -2000000000, max = 2000000000 }, { 'flag' } }
local note = muster.event { 'note', 'n' }
local thing = muster.event { 'thing', 'x' }
local rank = muster.field { 'rank', of = 'piece', min = 1, max = 5, initial = 2 }
local T = { 7, 8, 9, 10, 11 }
local ask = muster.query(function()
local n = 0
for z in zones do if T[rank[top(z)]] == nil then n = n + 1 end end
return n
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
rank[top(z)] = now.b + 1
now.turn = 1 - now.turn
if now.sum > 7 then over('done', now.turn) end
end }

muster.setup(function() go(play) end)
--? ask()
