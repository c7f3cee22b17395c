--- Tic-tac-toe.
describe("tic-tac-toe", function()
  ruleset("tic-tac-toe")
  start()

  it("begins with nine empty cells and the first seat", function()
    equal(legal(), { "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3" })
    equal(state().to_move, 0)
    equal(state().decision, "place")
  end)

  it("takes turns", function()
    play("b2")
    equal(state().to_move, 1)
    play("a1")
    equal(state().to_move, 0)
  end)

  it("refuses a cell that is marked (TTT-1)", function()
    play("b2")
    ok(refused("b2"):find("TTT-1", 1, true))
    ok(refused("b2"):find("must be empty", 1, true))
  end)

  it("is won by a row, a column and either diagonal", function()
    for _, moves in ipairs { "a1 a2 b1 b2 c1", "a1 b1 a2 b2 a3", "a1 a2 b2 b1 c3", "c1 a2 b2 b1 a3",
      "a3 a2 c1 b1 b2" } do
      start()
      play(moves)
      equal(state().over, true, moves)
      equal(state().winner, { 0 }, moves)
      equal(state().by, "line", moves)
    end
  end)

  it("is won by the second seat too", function()
    play("a1 b1 a2 b2 c3 b3")
    equal(state().winner, { 1 })
  end)

  it("is a draw when the cells are full without a line", function()
    play("a1 b1 c1 b2 a2 c2 b3 a3 c3")
    equal(state().over, true)
    equal(state().winner, {})
    equal(state().by, "full")
  end)

  it("is won, not drawn, by a line in the last cell", function()
    play("a1 a2 b1 b2 a3 b3 c2 c3 c1")
    equal(state().by, "line")
  end)

  it("ends: no move follows the end", function()
    play("a1 a2 b1 b2 c1")
    equal(legal(), {})
    ok(refused("c3"):find("over", 1, true))
  end)
end)
