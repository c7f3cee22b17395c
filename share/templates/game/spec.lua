--- @TITLE@: what its rules are, by examples.
--- Run: ./muster spec @SPEC_FILE@
describe("@WORD@", function()
  ruleset("@RULESET@")
  start()

  it("begins with an empty board, as large as the option says (@ID@-1)", function()
    equal(#legal(), 25)
    ruleset("@RULESET@", { ["@WORD@.size"] = "4" })
    start()
    equal(#legal(), 16)
  end)

  it("refuses a zone that is taken (@ID@-2)", function()
    play("a1")
    ok(refused("a1"):find("@ID@-2", 1, true))
  end)

  it("refuses a zone beside a stone of the same seat only (@ID@-3)", function()
    play("a1 e5")
    ok(refused("a2"):find("@ID@-3", 1, true))
    play("e4")
    equal(state().to_move, 1)
  end)

  it("is lost by the seat that has no zone left (@ID@-4)", function()
    ruleset("@RULESET@", { ["@WORD@.size"] = "3" })
    start()
    play("b2 a1 c3 c1 a3 b3")
    equal(state().by, "stuck")
    equal(state().winner, { 1 })
  end)
end)
