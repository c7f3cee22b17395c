-- Benchmark peer: breakthrough in plain Lua 5.4 on flat tables, with a fresh move list each ply.
-- Gives a table of two functions, playouts and perft. See peer.h for the game; the board, the order
-- of moves and the random numbers are those of peer_array.c, so equal seeds play equal games.

local EMPTY, FIRST, SECOND, WALL = 0, 1, 2, 3
local BATCH = 64

-- Rows of `size` cells, each followed by one wall, after a wall in cell 0.
local function set_up(size)
    local cell, stride = { [0] = WALL }, size + 1
    for row = 0, size - 1 do
        local owner = row < 2 and FIRST or row >= size - 2 and SECOND or EMPTY
        for column = 1, size do
            cell[row * stride + column] = owner
        end
        cell[row * stride + stride] = WALL
    end
    return cell
end

-- Fill `list` with the moves of `side`, each from * 256 + to; gives their number. Entries beyond it
-- are left over from earlier plies.
local function list_moves(cell, size, side, list)
    local stride, n = size + 1, 0
    local step = side == FIRST and stride or -stride
    local start = side == FIRST and 1 or 1 + stride
    for from = start, start + (size - 1) * stride - 1 do
        if cell[from] == side then
            local to = from + step
            local move = from * 256 + to
            if cell[to - 1] & side == 0 then
                n = n + 1
                list[n] = move - 1
            end
            if cell[to] == EMPTY then
                n = n + 1
                list[n] = move
            end
            if cell[to + 1] & side == 0 then
                n = n + 1
                list[n] = move + 1
            end
        end
    end
    return n
end

-- One game on `cell`, which it spoils; gives its plies and the next state of splitmix64.
local function play_out(cell, size, list, state)
    local pawns = { [EMPTY] = 0, [FIRST] = 2 * size, [SECOND] = 2 * size }
    local high, low = (size - 1) * (size + 1), size + 1
    local side, plies = FIRST, 0
    while true do
        local n = list_moves(cell, size, side, list)
        state = state + 0x9e3779b97f4a7c15
        local z = (state ~ (state >> 30)) * 0xbf58476d1ce4e5b9
        z = (z ~ (z >> 27)) * 0x94d049bb133111eb
        z = z ~ (z >> 31)
        local move = list[((z >> 32) * n >> 32) + 1]
        local to = move & 255
        local taken = cell[to]
        cell[to] = side
        cell[move >> 8] = EMPTY
        plies = plies + 1
        if taken ~= EMPTY then
            pawns[taken] = pawns[taken] - 1
            if pawns[taken] == 0 then
                return plies, state
            end
        end
        if side == FIRST then
            if to > high then
                return plies, state
            end
        elseif to < low then
            return plies, state
        end
        side = side ~ WALL
    end
end

-- Leaves `depth` plies down; `mine` and `theirs` count the pawns.
local function leaves(cell, size, side, depth, mine, theirs)
    local list, sum = {}, 0
    local n = list_moves(cell, size, side, list)
    if depth == 1 then
        return n
    end
    local high, low = (size - 1) * (size + 1), size + 1
    for i = 1, n do
        local from, to = list[i] >> 8, list[i] & 255
        local taken = cell[to]
        local left = taken == EMPTY and theirs or theirs - 1
        local last = side == FIRST and to > high or side == SECOND and to < low
        if not last and left > 0 then
            cell[to], cell[from] = side, EMPTY
            sum = sum + leaves(cell, size, side ~ WALL, depth - 1, left, mine)
            cell[to], cell[from] = taken, side
        end
    end
    return sum
end

local peer = {}

-- Random games until `clock` has run for `seconds`; gives games, plies and the seconds taken.
function peer.playouts(size, seconds, seed, clock)
    local start, cell, list = set_up(size), set_up(size), {}
    local last, move, games, plies = #start, table.move, 0, 0
    local began = clock()
    local passed
    repeat
        for _ = 1, BATCH do
            local count
            move(start, 1, last, 1, cell)
            count, seed = play_out(cell, size, list, seed)
            plies = plies + count
        end
        games = games + BATCH
        passed = clock() - began
    until passed >= seconds
    return games, plies, passed
end

-- Gives the leaves `depth` plies below the start and the seconds taken.
function peer.perft(size, depth, clock)
    local began = clock()
    local cell = set_up(size)
    local count = depth == 0 and 1 or leaves(cell, size, FIRST, depth, 2 * size, 2 * size)
    return count, clock() - began
end

return peer
