--- A puzzle for Battle Line: the second player wins within this turn. The decks are empty, so the
--- cards that cannot be seen are those in the other hand.
return {
  title = "The Last Card", author = "Muster", difficulty = 2,
  game = "battle-line-short",
  story = [[The decks are empty, and nothing will come that you do not hold. On the first flag lie
fog and mud.]],
  seats = { { name = "The besiegers", computer = "level5" }, { name = "You" } },
  puzzle = { turns = 1, seat = 1 },
  load = function(scenario)
    scenario.start("BL S 2A o[Kc1Ks1]+5s+8s-Qc+Ac+Kh-Td-2s/1+9c-As+8d-Ts-2d+4s/"
      .. "2+Ad-4h+2h-Kd-9d+9h/1-4c+7d+Qd-5h-3s+5d/2-9s-4d+Ah-6s+3h+7s 2c6h6d7cTcQs "
      .. "3d3c6c7h8cThQh . . Jh| JsJdJc|8h5c 5,5")
  end,
  expect = {
    { "the key wins", moves = "Th@1 c1", winner = 1 },
    { "a pair of eights does not", moves = "8c@1", refused = "c1" },
  },
}
