--- Statements after an inner if belong to the branch of else.
muster.module { title = 'Else and what follows' }
muster.game { title = 'Else and what follows', seats = 2 }
local grid = muster.grid { columns = 3, rows = 3 }
local stone = muster.pieces { 'stone', count = 9 }
local now = muster.state { { 'turn', max = 1 }, { 'sum', max = 99 }, { 'a', min = -9, max = 9 }, { 'b', max = 9 }, { 'big', min = -2000000000, max = 2000000000 }, { 'flag' } }
local note = muster.event { 'note', 'n' }
local thing = muster.event { 'thing', 'x' }
local function f(z)
if top(z) then return at(1, 1)
else
if now.flag then return at(2, 2) end
local k = now.b
if k > 1 then return at(1, 2) end
end
return at(0, 0)
end
local ask = muster.query(function()
local n = 0 for z in zones do if f(z) == at(0, 0) then n = n + 1 end end return n
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
