--- A puzzle for Battle Line: the first player wins within three turns. The decks are empty, so the
--- cards that cannot be seen are those in the other hand.
return {
  title = "Patience", author = "Muster", difficulty = 4,
  game = "battle-line-short",
  story = [[Two flags are open, the decks are empty, and whoever must play a card plays it where it
helps least.]],
  seats = { { name = "You" }, { name = "The king's men", computer = "level5" } },
  puzzle = { turns = 3, seat = 0 },
  load = function(scenario)
    scenario.start("BL S 1A 1[Ks1]-3d-9s+Td+4s-2s+8h/o[Kc2]+2c+Ts+4d+As-7h-5d-7s/"
      .. "1-Kh-7d+Ac+8c+Kd-Ah/o+9c-3s+2d+Qh-5s/2+4c+Qd-9h-Qc+Qs-Th Ad2h4h5h6s6hTc 3h3c6d6c7c8d9d "
      .. ". . Js|8s JcJhJd|5c 6,6")
  end,
  expect = {
    { "the key wins", moves = "pass end 3h@2 end pass end 3c@4 end pass c4", winner = 0 },
    { "is White's move", to_move = 0, decision = "before", goals = { solved = "open" } },
  },
}
