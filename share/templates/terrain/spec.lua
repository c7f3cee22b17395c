--- @TITLE@: what lies where, and what it does, by examples.
--- Run: ./muster spec @SPEC_FILE@
describe("@WORD@", function()
  ruleset("@RULESET@")

  it("lies along a row when a battle begins (@ID@-1)", function()
    start()
    local _, count = position():gsub("{a}", "")
    equal(count, 5)
  end)

  it("costs what the option says to enter (@ID@-2)", function()
    local here = "WT1 7x7 6,2I6s/7/7/3,{a},3/3,1F3n,3/7/1F6n,6"
    for fee = 1, 3 do
      ruleset("@RULESET@", { ["@WORD@.fee"] = tostring(fee) })
      start(here)
      play("M:d3 f")
      ok(position():find("mn=d4:" .. 5 - fee .. ":", 1, true), position())
    end
  end)
end)
