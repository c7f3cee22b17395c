--- The end of loading: what was declared becomes listeners of the game, and a part of its scene.

local parts = require("muster.scenario.parts")

local OPEN, DONE, FAILED = parts.OPEN, parts.DONE, parts.FAILED

-- All of them as one procedure; the nesting grows with the logarithm.
local function chain(list, first, last)
  if first > last then return parts.nothing_to_do end
  if first == last then return list[first] end
  local middle = (first + last) // 2
  local a, b = chain(list, first, middle), chain(list, middle + 1, last)
  return function()
    a()
    b()
  end
end

local function sum(list, first, last)
  if first == last then return list[first] end
  local middle = (first + last) // 2
  local a, b = sum(list, first, middle), sum(list, middle + 1, last)
  return function(seat) return a(seat) + b(seat) end
end

local function is_own(goal, seat)
  for _, own in ipairs(goal.own) do
    if own == seat then return true end
  end
  return false
end

local function goal_line(goal, seat)
  local state = goal.state()
  if state == OPEN and (goal.secret and not is_own(goal, seat) or not goal.given()) then
    return nil
  end
  local mark = state == DONE and "[x] " or state == FAILED and "[-] " or "[ ] "
  local progress = goal.progress and state == OPEN and " (" .. goal.progress() .. ")" or ""
  return mark .. goal.text .. progress
end

local function debriefing_of()
  local lines = {}
  for _, add in ipairs(muster.over_by() and parts.debriefing or {}) do add(lines) end
  return lines
end

local function goals_of(seat)
  local lines = {}
  for _, goal in ipairs(parts.goals) do
    local line = goal_line(goal, seat)
    if line then lines[#lines + 1] = line end
  end
  return lines
end

-- The pieces in ambush, and their lairs, for a seat.
local function ambushes_of(seat)
  local lines = {}
  for _, ambush in ipairs(parts.hidden) do
    local known = ambush.known
    if known[ambush.hidden] then
      local own = seat == ambush.seat and ambush.lair[seat] or 0
      local searched = {}
      for i, lair in ipairs(ambush.lairs) do
        if known[ambush.searched] >> (i - 1) & 1 == 1 then searched[#searched + 1] = lair end
      end
      lines[#lines + 1] = ambush.name .. ": " .. (own > 0 and ambush.lairs[own]
        or #searched > 0 and "not at " .. table.concat(searched, ", ") or "not seen yet")
    end
  end
  return lines
end

-- A status line names an ending of the scenario; what that means is clearer.
local function explained(status)
  local _, name = muster.over_by()
  local text = name and parts.ends[name]
  local at, last
  if text and status then at, last = status:find(name, 1, true) end
  if not at then return status end
  return status:sub(1, at - 1) .. text .. status:sub(last + 1)
end

---Declare what the scenario has said: called once, after its `load`.
return function(title, told)
  parts.check_text(told)
  local rules, placing, favours = parts.rules, parts.placing, parts.favours
  for i = #parts.hidden, 1, -1 do placing[#placing + 1] = parts.hidden[i].ask end
  local everything = chain(rules, 1, #rules)
  muster.after_ply(function()
    parts.tick()
    everything()
  end)
  if #placing > 0 then
    local all = chain(placing, 1, #placing)
    muster.after_setup(function() all() end)
  end
  if #favours > 0 then
    muster.worth(sum(favours, 1, #favours))
  end
  muster.scene(function(seat, scene)
    scene.title, scene.status = title, explained(scene.status)
    for _, band in ipairs(parts.bands) do scene = band.show(scene) end
    local function show(name, lines)
      if #lines > 0 then
        scene.items[#scene.items + 1] = { type = "text", title = name, lines = lines }
      end
    end
    show("Goals", goals_of(seat))
    show("In ambush", ambushes_of(seat))
    show("Debriefing", debriefing_of())
    return scene
  end)
end
