-- A bidder for the Auction of tests/corpus/duel that beats the one who bids the number of the
-- prize: it bids one more, and for the highest prize its lowest card.
return function(line, moves)
  local prize = tonumber(line:match(" a1:prize%-{(%d)}"))
  local wanted = prize == 7 and "1" or tostring(prize + 1)
  for _, move in ipairs(moves) do
    if move == wanted then return move end
  end
  return moves[1]
end
