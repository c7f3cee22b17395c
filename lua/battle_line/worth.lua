-- What a position is worth to a seat, for players that look one move ahead. It reads what both see,
-- and of the seat's own hand how many cards it holds.

---@param w battle_line
return function(w)
  local get = w.get
  local proven = muster.expr("ready(p, k) and proven(p, k, none)", "p", "k")
  local certainty = { [0] = 100, 70, 48, 34, 24 } -- by the number of cards that are missing
  local FLAG <const>, GAME <const> = 300, 1000000

  -- How much the side promises: what it has, or the best that it can reach, less certain.
  local function promise(p, k)
    local missing = w.need(k) - muster.count(w.side(p, k))
    local rank = missing <= 0 and w.rank(p, k, muster.count(w.side(p, k))) or w.prospect(p, k, -1)
    if rank < 0 then return 0 end
    return (rank // 1000 * 18 + rank % 1000) * certainty[math.max(missing, 0)] // 100
  end

  local function flag_worth(seat, k)
    local holder = get.holder(w.ground(k))
    if holder >= 0 then return holder == seat and FLAG or -FLAG end
    if proven(seat, k) ~= 0 then return FLAG - 30 end
    if proven(1 - seat, k) ~= 0 then return 30 - FLAG end
    return promise(seat, k) - promise(1 - seat, k)
  end

  -- Long: own flags side by side, and none of the enemy's between, are steps to a Breakthrough.
  local function row_worth(seat)
    local sum = 0
    for first = 1, w.flags - 2 do
      local own, other = 0, 0
      for k = first, first + 2 do
        local holder = get.holder(w.ground(k))
        if holder == seat then own = own + 1 elseif holder >= 0 then other = other + 1 end
      end
      if other == 0 then sum = sum + 40 * own * own end
      if own == 0 then sum = sum - 40 * other * other end
    end
    return sum
  end

  muster.worth(function(seat)
    local winners = muster.over_by()
    if winners then
      if winners == 0 then return 0 end
      return winners >> seat & 1 > 0 and GAME or -GAME
    end
    local sum = w.long and row_worth(seat) or 0
    for k = 1, w.flags do sum = sum + flag_worth(seat, k) end
    -- the first tactics card costs the freedom to answer; cards in hand are choices
    sum = sum - 12 * (get.played(seat) - get.played(1 - seat))
    return sum + 6 * (muster.count(w.hand(seat)) - muster.count(w.hand(1 - seat)))
  end)
end
