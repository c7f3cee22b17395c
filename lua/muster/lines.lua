--- Straight lines on a grid with four directions.
local lines = {}

local EASTWARD = { [0] = 0, 1, 0, -1 }
local NORTHWARD = { [0] = 1, 0, -1, 0 }

---The zone so far away in a direction, or nil; a void between does not matter.
---@param zone muster.Zone
---@param way integer
---@param far integer
---@return muster.Zone?
function lines.along(zone, way, far)
  return at(column(zone) + far * EASTWARD[way], row(zone) + far * NORTHWARD[way])
end

return lines
