--- The notation leaves out whose turn it is.
muster.module { title = "Forgetful" }
require("line") {}
muster.notation {
  print = function()
    local cells = {}
    for zone = 0, muster.zones() - 1 do
      cells[zone + 1] = muster.top(zone) < 0 and "-" or tostring(muster.owner(muster.top(zone)))
    end
    return table.concat(cells)
  end,
  parse = function(line)
    for zone = 0, muster.zones() - 1 do
      local owner = line:sub(zone + 1, zone + 1)
      if owner ~= "-" then
        local piece = muster.top(muster.zones())
        muster.set_owner(piece, tonumber(owner))
        muster.put(piece, zone)
      end
    end
    muster.go("place")
  end,
}
