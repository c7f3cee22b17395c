-- Selecting Characters on later Days (`recruitEachDay`, FL-RUL-1). Before the mana of every Day
-- from the second on, both players may lay more Characters with the money that they have left, by
-- the moves of the set-up. While they do, the whole line lies in `laid`; those who stood in it
-- before are still seen by all, are paid, and neither leave nor change their order.

local state = require("fantasy_line.state")
local flow = require("fantasy_line.flow")
local now = require("fantasy_line.now")
local battle = require("fantasy_line.line")
local line, laid = state.line, state.laid

if not state.options.recruitEachDay then return {} end

function flow.recruit()
  for seat = 0, 1 do
    for _ = 1, count(line[seat]) do
      local unit = piece_at(line[seat], 1)
      put(unit, laid[seat])
      state.stood[unit] = true
    end
  end
  now.turn = 0
  go(flow.select)
end

-- When both lines are turned up, a pool that can kill a new Front does so at once (FL-RUL-16), also
-- where a Farseer has shown that line before. Then the selection ends as a phase
-- does: who was killed dies, and hands are filled by the new limits (FL-DRW-1).
function flow.recruited()
  battle.settle()
  go(flow.phase_end)
end

return {}
