-- A bidder for the Auction of tests/corpus/duel that anybody can see through: it bids the card with
-- the number of the prize.
return function(line, moves)
  local prize = line:match(" a1:prize%-{(%d)}")
  for _, move in ipairs(moves) do
    if move == prize then return move end
  end
  return moves[1]
end
