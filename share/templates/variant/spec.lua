--- @TITLE@: what it changes, by examples.
--- Run: ./muster spec @SPEC_FILE@

-- The moves to a decision with several kinds of moves.
local LINE = {@LINE@}
local function reach()
  start()
  for _, move in ipairs(LINE) do play(move) end
end

describe("@WORD@", function()
  it("changes nothing by default", function()
    ruleset("@RULESET@")
    reach()
    local found = false
    for _, move in ipairs(legal()) do found = found or move == "@MOVE@" end
    ok(found, "@MOVE@ is not legal")
  end)

  it("forbids '@KIND_TITLE@' by option (@ID@-1)", function()
    ruleset("@RULESET@", { ["@WORD@.allowed"] = "off" })
    reach()
    local message = refused("@MOVE@")
    ok(state().over or message:find("@ID@-1", 1, true)) -- over: nothing else was left to do
  end)
end)
