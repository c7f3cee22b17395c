--- The king's flag: whoever claims the middle of the line and a flag beside it has won.
local KING = 3

-- A position for the cases below: the king's men hold the king's flag, and can prove flag 2.
local KEPT = "BL S 2A o-4h+2c-7c+Qc-Qs+5h/o-3d-6s-8s+Td+2h+5d/2[Kc1]+7d+As-6c+5s-Qd-6d-3h/"
  .. "o+9d-Qh+6h+4c-Th-9c/"

return {
  title = "The King's Flag", author = "Muster", difficulty = 2,
  game = "battle-line-short",
  story = [[The king himself stands at the third of five flags. Whoever claims his flag and one
beside it has broken the line, however the others stand.

Three flags still win, as ever. Each side has sworn an oath that the other does not know.]],
  seats = { { name = "The besiegers" }, { name = "The king's men", computer = "level3" } },
  load = function(scenario)
    local state = require("battle_line.state")
    local flags = {}
    for k = 1, 5 do flags[k] = scenario.region(("abcde"):sub(k, k) .. "2") end

    local function has(seat, k)
      return flags[k]:some(function(zone) return state.holder[zone] == seat end)
    end
    for seat, who in pairs { [0] = { "besiegers", "besiegers" }, { "guards", "king's men" } } do
      scenario.goal { who[1], seat = seat, wins = true,
        text = "The " .. who[2] .. ": claim the king's flag, 3, and flag 2 or 4",
        done = function() return has(seat, KING) and (has(seat, 2) or has(seat, 4)) end }
    end
    scenario.trigger { "taken", says = { [0] = "You have the king's flag.",
      "The king's flag has fallen.", onlooker = "The besiegers have the king's flag." },
      when = function() return has(0, KING) end }
    scenario.trigger { "kept", says = { [0] = "The king's men hold his flag.",
      "The king's flag is safe.", onlooker = "The king's men hold his flag." },
      when = function() return has(1, KING) end }
    scenario.goal { "left_wing", seat = 0, text = "Do not lose flag 1", secret = true,
      failed = function() return has(1, 1) end }
    scenario.goal { "right_wing", seat = 1, text = "Claim flag 5", secret = true,
      done = function() return has(1, 5) end, failed = function() return has(0, 5) end }
    scenario.favour(function(seat)
      local worth = 0
      for k = 2, 4 do
        if has(seat, k) then worth = worth + 60 end
        if has(1 - seat, k) then worth = worth - 60 end
      end
      return worth
    end)
  end,
  expect = {
    { "deals the cards first", to_move = 0, decision = "before",
      goals = { besiegers = "open", guards = "open", left_wing = "open", right_wing = "open" } },
    { "flag 4 and the king's flag win", start = "BL S 1B o+As-6h-3h/1-7d-5s+Ts-7c+9s+3c/"
      .. "o[Ks2]-2d-Tc+Kh-Qd+9d+4c/o[Kc2]+Th+8c-2s+Kd/o-4h+4s-Ac-8d Ah5h5dTdQhQs Ad3s5c6c7s8hQc "
      .. "6d4d9h2c3d8s9c2h . JcJd|6s7h JhJs| 4,5", moves = "c3", told = "taken",
      goals = { besiegers = "done" }, ending = "besiegers", winner = 0 },
    { "and so for the king's men", start = KEPT .. "o+Tc+7h 2s4d7s8h9sTsKd Ac3s3c8c9hKhKs "
      .. "4s8dAh5cAd . JsJc|2d JdJh| 4,5", told = "kept", moves = "c2",
      goals = { guards = "done", besiegers = "open" }, ending = "guards", winner = 1 },
    { "the right wing is announced when it is settled", start = "BL S 2B o+5c+6c-2s-2c+Qs-Kh/"
      .. "o-7h-4c-Ad+7s+3d+6h/2[Ks2]+3h-3c-7d-Th+Tc+As/1-4s+8s-7c+6s-9d+Td/"
      .. "o[Kc2]+8h+Ac+Ah-Qh+Qd-Qc-Ts-5d 8d8c9s9h9cKdJc 2h2d3s4h4d6d 5h5s . JhJdJs| | 5,5 q1",
      moves = "c5", goals = { right_wing = "done" }, says = "Goal reached: Claim flag 5" },
    { "the left wing too", start = "BL S 2A o-Th-2s+5d+Qh+3s-7d/1-2c-4d+8d+4c-6s+9d/"
      .. "o+7s-9s-Ac+Ad+8c/2+4h+5s-Qs-Kh-5h/o-Kd+Ah+2h-9c+Ts 3h3d4s5c7h7cKc 3c8sTdKsQdQcJc "
      .. "8h6cAsTc9h6h6d . JdJs|2d Jh| 3,4", moves = "c1", goals = { left_wing = "failed" } },
  },
  probe = { wins = { { 35, 65 }, { 35, 65 } } },
}
