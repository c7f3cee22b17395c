--- @TITLE@: what the Spell does, by examples.
--- Run: ./muster spec @SPEC_FILE@

-- Day 2, player 1 casts. The new card follows the twelve Black Spells: it is B13. Nobody deals
-- damage to the Front of player 2, an Oathbound Prior, who holds Unwrite (B11).
local HERE = "FL D2.2t:1L2x00g0i0h0,0k0 $6m4t0f0c0;L=C13a,C03a;X=;C=;E=;W=;B=B13 "
  .. "$8m2t0f0c0;L=C18a;X=;C=;E=;W=;B=B11 [] {} c45e24w24b24/"

-- Pass until the position line begins with that Day and phase.
local function pass_to(moment)
  for _ = 1, 20 do
    if position():find("FL " .. moment, 1, true) then return end
    play("p")
  end
  error(moment .. " does not come: " .. position())
end

-- The damage that threatens the Front of player 2.
local function damage() return position():match("f%d+.-f(%d+)") end

describe("@WORD@", function()
  ruleset("@RULESET@")

  it("deals damage at the end of phase 3 of the next Day (@ID@-1)", function()
    start(HERE, 1)
    play("B13")
    pass_to("D3.3") -- player 1 may move: the phase has begun, and not ended
    equal(damage(), "0")
    pass_to("D4.2")
    equal(damage(), "4")
  end)

  it("deals twice as much when it is doubled (@ID@-1)", function()
    start(HERE, 1)
    play("B13*2")
    pass_to("D4.2")
    equal(damage(), "8")
  end)

  it("does nothing when it is ended before (@ID@-2)", function()
    start(HERE, 1)
    play("B13")
    play("B11>#1")
    pass_to("D4.2")
    equal(damage(), "0")
  end)
end)
