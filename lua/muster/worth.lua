--- The evaluation of a match that is over.

---@param seat muster.Seat
---@param won integer for a seat that wins; one that loses gets as much less than 0
---@param nobody integer where nobody wins
---@return integer? worth nil while the match goes on
return function(seat, won, nobody)
  local winners = muster.over_by()
  if not winners then return nil end
  if winners == 0 then return nobody end
  return winners >> seat & 1 > 0 and won or -won
end
