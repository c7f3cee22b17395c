--- A move that tells of itself between two looks at a set, and a listener with a set of its own.
muster.module { title = "A listener" }
muster.game { title = "A listener", seats = 1 }
muster.grid { columns = 3, rows = 1 }
local now = muster.state { { "seen", max = 99 }, { "heard", max = 99 } }
local told = muster.event { "told", "number" }
local again = muster.decision { "choose", title = "choose", seat = function() return 0 end }
muster.move { "tell", at = again, title = "tell", text = "tell",
  apply = function()
    local all, seven = zones, 7
    told:emit(5)
    now.seen = seven * 10 + #all
    go(again)
  end }
---@param number integer
told:on(function(number)
  local none_of_them, nine = nothing, 9
  now.heard = nine * 10 + number + #none_of_them
end)
muster.setup(function() go(again) end)
