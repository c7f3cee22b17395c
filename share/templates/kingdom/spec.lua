--- @TITLE@: what the art does, by examples.
--- Run: ./muster spec @SPEC_FILE@

-- A battalion of ours on d4 faces Frost on d5.
local HERE = "WT1 7x7 6,2I6s/7/3,2I3s,3/3,1X4n,3/7/7/1X6n,6"

describe("@WORD@", function()
  ruleset("@RULESET@")

  it("takes 1 Arms from the enemy ahead (@ID@-2)", function()
    start(HERE)
    play("M:d4 gu")
    ok(position():find("2I2s", 1, true), position())
  end)

  it("costs what the option says (@ID@-1)", function()
    ruleset("@RULESET@", { ["@WORD@.cost"] = "5" })
    start(HERE)
    play("M:d4")
    ok(refused("gu"):find("@ID@-1", 1, true))
  end)

  it("needs an enemy ahead (@ID@-2)", function()
    start(HERE)
    play("M:d4 r")
    ok(refused("gu"):find("@ID@-2", 1, true))
  end)
end)
