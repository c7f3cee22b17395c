--- The notation leaves out whose turn it is.
muster.module { title = "Forgetful" }
local place_stone = require("line") {}
muster.notation {
  print = function()
    local cells = {}
    for zone in zones do cells[#cells + 1] = top(zone) and tostring(owner[top(zone)]) or "-" end
    return table.concat(cells)
  end,
  parse = function(line)
    for zone in zones do
      local seat = line:sub(zone + 1, zone + 1)
      if seat ~= "-" then
        local piece = top(box)
        owner[piece] = tonumber(seat)
        put(piece, zone)
      end
    end
    go(place_stone)
  end,
}
