--- @TITLE@: what the art does, by examples.
--- Run: ./muster spec @SPEC_FILE@

-- Frost on d5 faces Flaym on d4.
local HERE <const> = "WT1 7x7 7/7/3,2I4s,3/3,1F3n,3/7/7/1F6n,6 mv=B"

describe("@WORD@", function()
  ruleset("@RULESET@")

  it("takes 1 Arms from the enemy ahead (@ID@-2)", function()
    start(HERE)
    play("M:d5 @WORD@")
    ok(position():find("1F2n", 1, true), position())
  end)

  it("costs what the option says (@ID@-1)", function()
    ruleset("@RULESET@", { ["@WORD@.cost"] = "5" })
    start(HERE)
    play("M:d5")
    ok(refused("@WORD@"):find("@ID@-1", 1, true))
  end)

  it("needs an enemy ahead (@ID@-2)", function()
    start(HERE)
    play("M:d5 r")
    ok(refused("@WORD@"):find("@ID@-2", 1, true))
  end)
end)
