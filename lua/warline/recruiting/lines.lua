-- Army Recruiting: position lines before the armies are shown. `un` holds what each General has
-- chosen so far, as in 1:F1F1I4.

local w = require("warline.tactical")
local state = require("warline.recruiting.state")
local sizes, caps, arms_of = state.sizes, state.caps, state.arms_of
local recruits, enlisted, MOST = state.recruits, state.enlisted, state.MOST

w.phases.recruit = "RECR"

---@param seat muster.Seat
---@return string
local function recruits_text(seat)
  local text = ""
  for i = 1, sizes[seat] do
    local recruit = recruits[i][seat]
    if recruit > 0 then text = text .. state.name_of(recruit) end
  end
  return text
end

local function fault(what)
  error("un: " .. what, 0)
end

local function recruit_named(name)
  for recruit = 1, MOST do
    if state.name_of(recruit) == name then return recruit end
  end
  fault("unknown recruit '" .. name .. "'")
end

-- Can the army of a General still become one that may be shown (WT-RECR-7, WT-RECR-9)?
local function check_army(seat, sum, hammer, last)
  local more, cap = sizes[seat] - enlisted[seat], caps[seat]
  local least = last > MOST - 6 and arms_of[last] or 1 -- Arms of who may follow
  if more == 0 and not hammer then
    fault("at least one battalion of an army has Arms 4 or more (WT-RECR-9)")
  end
  if sum + more * least > cap then
    fault("the Arms of the army of General " .. seat + 1 .. " are " .. cap
      .. " at most (WT-RECR-7)")
  end
end

-- The recruits of a General, as in F1F2F4.
local function read_recruits(seat, text)
  local last, sum, hammer, size = 1, 0, false, sizes[seat]
  for i = 1, #text // 2 do
    local recruit = recruit_named(string.sub(text, 2 * i - 1, 2 * i))
    local arms = arms_of[recruit]
    if recruit < last then fault("recruits stand in order, found '" .. text .. "'") end
    if i > size then
      fault("the army of General " .. seat + 1 .. " has " .. size .. " battalions (WT-RECR-6)")
    end
    last, sum, hammer = recruit, sum + arms, hammer or arms >= 4
    recruits[i][seat], enlisted[seat] = recruit, i
  end
  check_army(seat, sum, hammer, last)
end

-- ---- un and nb ----------------------------------------------------------------------------------

local un, print_undeployed = w.key("un"), w.key("un").print
function un.print()
  if w.phase() ~= "RECR" then return print_undeployed() end
  local parts = {}
  for seat = 0, w.generals - 1 do
    local text = recruits_text(seat)
    if text ~= "" then parts[#parts + 1] = (seat + 1) .. ":" .. text end
  end
  return table.concat(parts, ",")
end
function un.read(value, values)
  if values.ph ~= "RECR" then return w.read.un(value) end
  for _, part in ipairs(string.split(value, ",")) do
    local seat = string.byte(part .. "0") - 49
    if not sizes[seat] or string.sub(part, 2, 2) ~= ":" or #part % 2 > 0 or enlisted[seat] > 0 then
      fault("expected 1:F1F2..., found '" .. part .. "'")
    end
    read_recruits(seat, string.sub(part, 3))
  end
end

w.key("nb").read = function(value)
  if value ~= tostring(w.army_size) then
    error("nb: an army of this ruleset has " .. w.army_size .. " battalions, found '" .. value
      .. "'", 0)
  end
end

-- ---- the phase ----------------------------------------------------------------------------------

w.readings:on(function(phase)
  if phase ~= "COIN" and phase ~= "RECR" then state.ready.revealed = true end
end)
function w.begin.RECR(values)
  local due = state.who_is_due()
  if not due or w.now.active ~= w.side_of[due]
    or values.mv and #values.mv > 1 and string.byte(values.mv, 2) - 49 ~= due then
    error("mv: not the side or the General who recruits now", 0)
  end
  if values.od then error("od: does not belong to ph=RECR", 0) end
  go(w.flow.deploy_due)
end

return {}
